/* firstPerson of 1.0 and of the drafts: which meshes the wearer sees. */
#include "support/avatar.h"
#include "test.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define ANNOTATIONS "/extensions/VRMC_vrm/firstPerson/meshAnnotations"

static loaded load_annotations(const char *list) {
    return load_vrm1(format_members("'firstPerson':{'meshAnnotations':[%s]}", list), NULL);
}

static int32_t flag_of(const loaded *file, int node) {
    return file->tables != NULL ? file->tables->first_person.types[node] : -1;
}

TEST(fp_006_fp_007_meshes_without_annotation_are_auto) {
    static const char *const members[] = {"", "'firstPerson':{}",
                                          "'firstPerson':{'meshAnnotations':[]}"};
    for (size_t i = 0; i < COUNT(members); ++i) {
        loaded file = load_vrm1(members[i], NULL);
        CHECK_INT(count_findings(&file), 0);
        for (int node = 0; node < AVATAR_NODE_COUNT; ++node) {
            CHECK_INT(flag_of(&file, node), VRM_FIRST_PERSON_AUTO);
        }
        if (file.tables != NULL) CHECK_INT(file.tables->first_person.head_node, AVATAR_HEAD);
        unload(&file);
    }
}

TEST(fp_001_fp_006_each_type) {
    static const struct {
        const char *type;
        int32_t flag;
    } types[] = {
        {"auto", VRM_FIRST_PERSON_AUTO},
        {"both", VRM_FIRST_PERSON_BOTH},
        {"thirdPersonOnly", VRM_FIRST_PERSON_THIRD_PERSON_ONLY},
        {"firstPersonOnly", VRM_FIRST_PERSON_FIRST_PERSON_ONLY},
    };
    for (size_t i = 0; i < COUNT(types); ++i) {
        loaded file = load_annotations(format_members("{'node':17,'type':'%s'}", types[i].type));
        test_note("%s", types[i].type);
        CHECK_INT(count_findings(&file), 0);
        CHECK_INT(flag_of(&file, 17), types[i].flag);
        CHECK_INT(flag_of(&file, 16), VRM_FIRST_PERSON_AUTO); /* the same mesh, another node */
        CHECK_INT(flag_of(&file, 18), VRM_FIRST_PERSON_AUTO);
        unload(&file);
    }
    test_note(NULL);
}

TEST(fp_001_er_012_annotations_that_are_wrong) {
    static const struct {
        const char *annotation, *code, *pointer;
    } cases[] = {
        {"{'node':99,'type':'both'}", "index-out-of-range", "/node"},
        {"{'node':-1,'type':'both'}", "index-negative", "/node"},
        {"{'node':1,'type':'both'}", "annotation-no-mesh", "/node"},
        {"{'node':17,'type':'none'}", "field-enum", "/type"},
        {"{'node':17,'type':'Both'}", "field-enum", "/type"},
        {"{'node':17,'type':1}", "field-type", "/type"},
        {"{'node':17}", "field-missing", ""},
        {"{'type':'both'}", "field-missing", ""},
        {"7", "field-type", ""},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        loaded file =
            load_annotations(format_members("%s,{'node':18,'type':'both'}", cases[i].annotation));
        test_note("%s", cases[i].annotation);
        CHECK_INT(count_findings(&file), 1);
        CHECK(found(&file, cases[i].code, format_members(ANNOTATIONS "/0%s", cases[i].pointer)));
        CHECK_INT(flag_of(&file, 17), VRM_FIRST_PERSON_AUTO);
        CHECK_INT(flag_of(&file, 18), VRM_FIRST_PERSON_BOTH); /* the rest is read */
        unload(&file);
    }
    test_note(NULL);
}

TEST(fp_014_the_first_of_two_annotations_counts) {
    loaded file = load_annotations("{'node':16,'type':'thirdPersonOnly'},{'node':16,'type':'both'},"
                                   "{'node':17,'type':'auto'},{'node':17,'type':'both'}");
    CHECK_INT(flag_of(&file, 16), VRM_FIRST_PERSON_THIRD_PERSON_ONLY);
    CHECK_INT(flag_of(&file, 17), VRM_FIRST_PERSON_AUTO);
    CHECK(found(&file, "annotation-twice", ANNOTATIONS "/1"));
    CHECK(found(&file, "annotation-twice", ANNOTATIONS "/3"));
    CHECK_INT(count_findings(&file), 2);
    unload(&file);
}

TEST(er_009_er_011_first_person_of_another_type) {
    static const struct {
        const char *member, *pointer;
    } cases[] = {
        {"'firstPerson':3", "/extensions/VRMC_vrm/firstPerson"},
        {"'firstPerson':[]", "/extensions/VRMC_vrm/firstPerson"},
        {"'firstPerson':{'meshAnnotations':{'0':{'node':16,'type':'both'}}}", ANNOTATIONS},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        loaded file = load_vrm1(cases[i].member, NULL);
        test_note("%s", cases[i].member);
        CHECK_INT(count_findings(&file), 1);
        CHECK(found(&file, "field-type", cases[i].pointer));
        CHECK_INT(flag_of(&file, 16), VRM_FIRST_PERSON_AUTO);
        unload(&file);
    }
    test_note(NULL);
}

/* FP-011, §4.11: in final files, with a word about it. */
TEST(fp_011_di_006_di_007_older_names_of_the_type) {
    static const char *const keys[] = {"firstPersonType", "firstPersonFlag"};
    for (size_t i = 0; i < COUNT(keys); ++i) {
        loaded file = load_annotations(format_members("{'node':16,'%s':'both'}", keys[i]));
        loaded both = load_annotations(
            format_members("{'node':16,'%s':'both','type':'firstPersonOnly'}", keys[i]));
        test_note("%s", keys[i]);
        CHECK_INT(flag_of(&file, 16), VRM_FIRST_PERSON_BOTH);
        CHECK(found(&file, "alias-used", ANNOTATIONS "/0"));
        CHECK_TEXT(find_diagnostic(&file, "alias-used")->message,
                   format_members("%s is an older name for type", keys[i]));
        CHECK_INT(count_findings(&file), 0);
        CHECK_INT(flag_of(&both, 16), VRM_FIRST_PERSON_FIRST_PERSON_ONLY);
        CHECK_INT(vrm_report_count(both.report), 0);
        unload(&both);
        unload(&file);
    }
    test_note(NULL);
    {
        loaded file = load_annotations("{'mesh':0,'type':'both'}");
        CHECK_INT(file.tables != NULL ? file.tables->dialect : -1, VRM_DIALECT_1);
        CHECK_INT(flag_of(&file, 16), VRM_FIRST_PERSON_BOTH);
        CHECK_INT(flag_of(&file, 17), VRM_FIRST_PERSON_BOTH);
        CHECK(found(&file, "alias-used", ANNOTATIONS "/0"));
        unload(&file);
    }
}

/* --- The draft --- */

TEST(fp_011_fp_012_annotations_of_the_draft) {
    static const char *const keys[] = {"firstPersonType", "firstPersonFlag", "type"};
    for (size_t i = 0; i < COUNT(keys); ++i) {
        loaded file = load_draft(
            format_members("'firstPerson':{'meshAnnotations':[{'mesh':0,'%s':'thirdPersonOnly'}]}",
                           keys[i]),
            NULL);
        test_note("%s", keys[i]);
        CHECK_INT(vrm_report_count(file.report), 0); /* its own names */
        CHECK_INT(flag_of(&file, 16), VRM_FIRST_PERSON_THIRD_PERSON_ONLY);
        CHECK_INT(flag_of(&file, 17), VRM_FIRST_PERSON_THIRD_PERSON_ONLY);
        CHECK_INT(flag_of(&file, 18), VRM_FIRST_PERSON_AUTO);
        unload(&file);
    }
    test_note(NULL);
}

TEST(fp_001_fp_012_annotations_of_the_draft_that_are_wrong) {
    static const struct {
        const char *annotation, *code, *pointer;
    } cases[] = {
        {"{'mesh':2,'firstPersonType':'both'}", "index-out-of-range", "/mesh"},
        {"{'mesh':0,'firstPersonType':'Both'}", "field-enum", "/firstPersonType"},
        {"{'mesh':0}", "field-missing", ""},
        {"{'firstPersonType':'both'}", "field-missing", ""},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        loaded file = load_draft(
            format_members("'firstPerson':{'meshAnnotations':[%s,{'mesh':0,'type':'both'}]}",
                           cases[i].annotation),
            NULL);
        test_note("%s", cases[i].annotation);
        CHECK_INT(count_findings(&file), 1);
        CHECK(found(&file, cases[i].code, format_members(ANNOTATIONS "/0%s", cases[i].pointer)));
        CHECK_INT(flag_of(&file, 16), VRM_FIRST_PERSON_BOTH);
        unload(&file);
    }
    test_note(NULL);
}

TEST(fp_012_fp_014_a_mesh_and_its_nodes) {
    loaded file = load_draft("'firstPerson':{'meshAnnotations':[{'node':17,'type':'both'},"
                             "{'mesh':0,'type':'firstPersonOnly'},"
                             "{'mesh':0,'type':'thirdPersonOnly'}]}",
                             NULL);
    CHECK_INT(flag_of(&file, 16), VRM_FIRST_PERSON_FIRST_PERSON_ONLY);
    CHECK_INT(flag_of(&file, 17), VRM_FIRST_PERSON_BOTH);
    CHECK_INT(count_code(&file, "annotation-twice"), 2);
    CHECK(found(&file, "annotation-twice", ANNOTATIONS "/1"));
    CHECK(found(&file, "annotation-twice", ANNOTATIONS "/2")); /* once, not for each node */
    unload(&file);
}

TEST_SUITE(first_person, ENTRY(fp_006_fp_007_meshes_without_annotation_are_auto),
           ENTRY(fp_001_fp_006_each_type), ENTRY(fp_001_er_012_annotations_that_are_wrong),
           ENTRY(fp_014_the_first_of_two_annotations_counts),
           ENTRY(er_009_er_011_first_person_of_another_type),
           ENTRY(fp_011_di_006_di_007_older_names_of_the_type),
           ENTRY(fp_011_fp_012_annotations_of_the_draft),
           ENTRY(fp_001_fp_012_annotations_of_the_draft_that_are_wrong),
           ENTRY(fp_012_fp_014_a_mesh_and_its_nodes));
