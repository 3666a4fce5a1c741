/* lookAt of 1.0 and of the drafts. */
#include "support/avatar.h"
#include "test.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define LOOK_AT "/extensions/VRMC_vrm/lookAt"

static const char eyes[] = "'leftEye':{'node':19},'rightEye':{'node':20}";

static loaded load_look_at(const char *members) {
    return load_vrm1(format_members("'lookAt':{%s}", members), NULL);
}

static loaded load_draft_look_at(const char *members) {
    return load_draft(format_members("'lookAt':{%s}", members), NULL);
}

static void check_offset(const loaded *file, double x, double y, double z) {
    if (!CHECK(file->tables != NULL)) return;
    CHECK_NEAR((double)file->tables->look_at.offset_from_head_bone.x, x, 1e-6);
    CHECK_NEAR((double)file->tables->look_at.offset_from_head_bone.y, y, 1e-6);
    CHECK_NEAR((double)file->tables->look_at.offset_from_head_bone.z, z, 1e-6);
}

static const vrm_range_map *get_map(const loaded *file, int index) {
    static const vrm_range_map none = {NULL, 0, -1, -1};
    const vrm_look_at *look_at;
    if (file->tables == NULL) return &none;
    look_at = &file->tables->look_at;
    return index == 0   ? &look_at->horizontal_inner
           : index == 1 ? &look_at->horizontal_outer
           : index == 2 ? &look_at->vertical_down
                        : &look_at->vertical_up;
}

static void check_map(const loaded *file, int index, double input, double output) {
    CHECK_NEAR((double)get_map(file, index)->input_max_degrees, input, 1e-4);
    CHECK_NEAR((double)get_map(file, index)->output_scale, output, 1e-4);
    CHECK_INT(get_map(file, index)->curve_key_count, 0);
    CHECK(get_map(file, index)->curve == NULL);
}

TEST(la_001_each_type) {
    static const struct {
        const char *member;
        int32_t type;
        double output; /* of maps that are not given */
        const char *code;
    } cases[] = {
        {"'type':'bone'", VRM_LOOK_AT_TYPE_BONE, 10, NULL},
        {"'type':'expression'", VRM_LOOK_AT_TYPE_EXPRESSION, 1, NULL},
        {"", VRM_LOOK_AT_TYPE_BONE, 10, NULL},
        {"'type':'Bone'", VRM_LOOK_AT_TYPE_BONE, 10, "field-enum"},
        {"'type':'eyes'", VRM_LOOK_AT_TYPE_BONE, 10, "field-enum"},
        {"'type':1", VRM_LOOK_AT_TYPE_BONE, 10, "field-type"},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        loaded file = load_look_at(cases[i].member);
        test_note("%s", cases[i].member);
        if (CHECK(file.tables != NULL)) {
            CHECK_INT(file.tables->look_at.is_present, 1);
            CHECK_INT(file.tables->look_at.type, cases[i].type);
        }
        for (int map = 0; map < 4; ++map) check_map(&file, map, 90, cases[i].output);
        CHECK_INT(count_findings(&file), cases[i].code != NULL);
        if (cases[i].code != NULL) CHECK(found(&file, cases[i].code, LOOK_AT "/type"));
        unload(&file);
    }
    test_note(NULL);
}

TEST(la_001_er_009_without_look_at) {
    static const char *const members[] = {"", "'lookAt':3", "'lookAt':[]", "'lookAt':null"};
    for (size_t i = 0; i < COUNT(members); ++i) {
        loaded file = load_vrm1(members[i], NULL);
        test_note("%s", members[i]);
        CHECK_INT(count_findings(&file), i != 0);
        if (i != 0) CHECK(found(&file, "field-type", LOOK_AT));
        if (CHECK(file.tables != NULL)) {
            CHECK_INT(file.tables->look_at.is_present, 0);
            CHECK_INT(file.tables->look_at.type, VRM_LOOK_AT_TYPE_BONE);
        }
        for (int map = 0; map < 4; ++map) check_map(&file, map, 90, 10);
        check_offset(&file, 0, 0.06, 0);
        unload(&file);
    }
    test_note(NULL);
}

TEST(la_002_the_offset_is_what_the_file_says) {
    loaded file = load_look_at("'offsetFromHeadBone':[0.1,0.2,-0.3]");
    check_offset(&file, 0.1, 0.2, -0.3);
    CHECK_INT(count_findings(&file), 0);
    unload(&file);
    /* Whatever the eyes say; also nothing is an offset. */
    file = load_vrm1(
        format_members("%s,'lookAt':{'offsetFromHeadBone':[0,0,0]}", humanoid_members(NULL, eyes)),
        NULL);
    check_offset(&file, 0, 0, 0);
    unload(&file);
}

TEST(la_003_er_013_the_offset_that_is_not_given) {
    static const struct {
        const char *member, *code;
    } cases[] = {{"", NULL},
                 {"'offsetFromHeadBone':[1,2]", "field-vector-short"},
                 {"'offsetFromHeadBone':'x'", "field-type"},
                 {"'offsetFromHeadBone':[1,2,1e99]", "field-not-finite"}};
    for (size_t i = 0; i < COUNT(cases); ++i) {
        loaded file = load_look_at(cases[i].member);
        loaded with_eyes = load_vrm1(
            format_members("%s,'lookAt':{%s}", humanoid_members(NULL, eyes), cases[i].member),
            NULL);
        test_note("%s", cases[i].member);
        check_offset(&file, 0, 0.06, 0);
        check_offset(&with_eyes, 0, 0.06, 0.02); /* between the eyes */
        CHECK_INT(count_findings(&file), cases[i].code != NULL);
        if (cases[i].code != NULL) CHECK_INT(count_code(&file, cases[i].code), 1);
        unload(&with_eyes);
        unload(&file);
    }
    test_note(NULL);
    {
        /* One eye says nothing of the middle. */
        loaded file = load_vrm1(
            format_members("%s,'lookAt':{}", humanoid_members(NULL, "'leftEye':{'node':19}")),
            NULL);
        check_offset(&file, 0, 0.06, 0);
        unload(&file);
        file = load_vrm1(
            format_members("%s,'lookAt':{}", humanoid_members(NULL, "'rightEye':{'node':20}")),
            NULL);
        check_offset(&file, 0, 0.06, 0);
        unload(&file);
        file = load_vrm1(format_members("%s,'lookAt':{}", humanoid_members("head", eyes)), NULL);
        check_offset(&file, 0, 0.06, 0); /* nor is there a head to measure from */
        unload(&file);
        file = load_vrm1(humanoid_members(NULL, eyes), NULL); /* and without lookAt */
        check_offset(&file, 0, 0.06, 0.02);
        unload(&file);
    }
}

static const char *const map_names[4][3] = {
    {"rangeMapHorizontalInner", "lookAtHorizontalInner", "horizontalInner"},
    {"rangeMapHorizontalOuter", "lookAtHorizontalOuter", "horizontalOuter"},
    {"rangeMapVerticalDown", "lookAtVerticalDown", "verticalDown"},
    {"rangeMapVerticalUp", "lookAtVerticalUp", "verticalUp"},
};

TEST(la_001_la_012_range_maps) {
    static const struct {
        const char *map;
        double input, output;
        const char *code, *pointer;
    } cases[] = {
        {"{'inputMaxValue':45,'outputScale':8}", 45, 8, NULL, NULL},
        {"{'inputMaxValue':0,'outputScale':0}", 0, 0, NULL, NULL},
        {"{'inputMaxValue':180}", 180, 10, NULL, NULL},
        {"{'outputScale':-3}", 90, -3, NULL, NULL},
        {"{}", 90, 10, NULL, NULL},
        {"{'inputMaxValue':-5}", 0, 10, "field-range", "/inputMaxValue"},
        {"{'inputMaxValue':200}", 180, 10, "field-range", "/inputMaxValue"},
        {"{'inputMaxValue':'9','outputScale':8}", 90, 8, "field-type", "/inputMaxValue"},
        {"{'outputScale':1e999}", 90, 10, "field-not-finite", "/outputScale"},
        {"[]", 90, 10, "field-type", ""},
    };
    for (int map = 0; map < 4; ++map) {
        for (size_t i = 0; i < COUNT(cases); ++i) {
            loaded file = load_look_at(format_members("'%s':%s", map_names[map][0], cases[i].map));
            test_note("%s %s", map_names[map][0], cases[i].map);
            for (int k = 0; k < 4; ++k) {
                check_map(&file, k, k == map ? cases[i].input : 90,
                          k == map ? cases[i].output : 10);
            }
            CHECK_INT(count_findings(&file), cases[i].code != NULL);
            if (cases[i].code != NULL) {
                CHECK(found(&file, cases[i].code,
                            format_members(LOOK_AT "/%s%s", map_names[map][0], cases[i].pointer)));
            }
            unload(&file);
        }
    }
    test_note(NULL);
}

TEST(la_031_weights_of_expressions) {
    loaded file = load_look_at("'type':'expression','rangeMapVerticalUp':{'outputScale':10},"
                               "'rangeMapVerticalDown':{'outputScale':1},"
                               "'rangeMapHorizontalInner':{'outputScale':-0.5}");
    CHECK_INT(count_code(&file, "look-at-weight"), 2);
    CHECK(found(&file, "look-at-weight", LOOK_AT "/rangeMapVerticalUp/outputScale"));
    CHECK(found(&file, "look-at-weight", LOOK_AT "/rangeMapHorizontalInner/outputScale"));
    CHECK_INT(count_findings(&file), 2);
    check_map(&file, 3, 90, 10); /* kept */
    unload(&file);
    file = load_draft_look_at("'lookAtType':'blendShape','verticalUp':{'outputScale':10}");
    CHECK(found(&file, "look-at-weight", LOOK_AT "/verticalUp/outputScale"));
    check_map(&file, 3, 90, 10);
    unload(&file);
}

/* §4.4, §4.11: older names in files that are final all the same. */
TEST(di_006_di_007_older_names_in_final_files) {
    for (int map = 0; map < 4; ++map) {
        for (int name = 1; name < 3; ++name) {
            loaded file =
                load_look_at(format_members("'%s':{'outputScale':0.5}", map_names[map][name]));
            loaded both = load_look_at(format_members("'%s':{'outputScale':0.5},"
                                                      "'%s':{'outputScale':7}",
                                                      map_names[map][name], map_names[map][0]));
            test_note("%s", map_names[map][name]);
            check_map(&file, map, 90, 0.5); /* degrees, as the file is no draft */
            check_map(&both, map, 90, 7);
            CHECK_INT(count_code(&file, "alias-used"), 1);
            CHECK(found(&file, "alias-used", LOOK_AT));
            CHECK_INT(vrm_report_count(both.report), 0);
            unload(&both);
            unload(&file);
        }
    }
    test_note(NULL);
    {
        loaded file = load_look_at("'lookAtType':'blendShape'");
        CHECK_INT(file.tables != NULL ? file.tables->look_at.type : -1,
                  VRM_LOOK_AT_TYPE_EXPRESSION);
        CHECK(found(&file, "alias-used", LOOK_AT));
        unload(&file);
        file = load_look_at("'lookAtType':'eyes'");
        CHECK(found(&file, "field-enum", LOOK_AT "/lookAtType"));
        CHECK_INT(count_code(&file, "alias-used"), 0); /* it was not used */
        unload(&file);
        file = load_look_at("'lookAtType':'blendShape','type':'bone'");
        CHECK_INT(file.tables != NULL ? file.tables->look_at.type : -1, VRM_LOOK_AT_TYPE_BONE);
        CHECK_INT(vrm_report_count(file.report), 0);
        unload(&file);
    }
}

/* --- The draft --- */

TEST(la_028_types_of_the_draft) {
    static const struct {
        const char *member;
        int32_t type;
        const char *code;
    } cases[] = {
        {"'lookAtType':'bone'", VRM_LOOK_AT_TYPE_BONE, NULL},
        {"'lookAtType':'Bone'", VRM_LOOK_AT_TYPE_BONE, NULL},
        {"'lookAtType':'blendShape'", VRM_LOOK_AT_TYPE_EXPRESSION, NULL},
        {"'lookAtType':'BlendShape'", VRM_LOOK_AT_TYPE_EXPRESSION, NULL},
        {"'lookAtType':'expression'", VRM_LOOK_AT_TYPE_EXPRESSION, NULL},
        {"'LookAtType':'BlendShape'", VRM_LOOK_AT_TYPE_EXPRESSION, NULL},
        {"'lookattype':'blendshape'", VRM_LOOK_AT_TYPE_EXPRESSION, NULL},
        {"'lookAtType':'blendShape','type':'bone'", VRM_LOOK_AT_TYPE_BONE, NULL},
        {"", VRM_LOOK_AT_TYPE_BONE, NULL},
        {"'lookAtType':'eyes'", VRM_LOOK_AT_TYPE_BONE, "field-enum"},
        {"'lookAtType':5", VRM_LOOK_AT_TYPE_BONE, "field-type"},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        loaded file = load_draft_look_at(cases[i].member);
        test_note("%s", cases[i].member);
        if (CHECK(file.tables != NULL)) {
            CHECK_INT(file.tables->dialect, VRM_DIALECT_1_DRAFT);
            CHECK_INT(file.tables->look_at.is_present, 1);
            CHECK_INT(file.tables->look_at.type, cases[i].type);
        }
        CHECK_INT(vrm_report_count(file.report), cases[i].code != NULL);
        if (cases[i].code != NULL) CHECK(found(&file, cases[i].code, LOOK_AT "/lookAtType"));
        unload(&file);
    }
    test_note(NULL);
}

/* LA-030: Inner is inner and Outer is outer, whatever the draft's table of the right eye says. */
TEST(la_028_la_030_names_of_the_drafts_maps) {
    for (int map = 0; map < 4; ++map) {
        for (int name = 0; name < 3; ++name) {
            loaded file = load_draft_look_at(
                format_members("'%s':{'inputMaxValue':60,'outputScale':12}", map_names[map][name]));
            test_note("%s", map_names[map][name]);
            for (int k = 0; k < 4; ++k) check_map(&file, k, k == map ? 60 : 90, k == map ? 12 : 10);
            CHECK_INT(vrm_report_count(file.report), 0);
            unload(&file);
        }
    }
    test_note(NULL);
}

TEST(la_029_degrees_and_radians_of_the_draft) {
    static const struct {
        const char *members;
        double outputs[4];
        bool is_converted;
    } cases[] = {
        /* The schema's degrees. */
        {"'lookAtHorizontalInner':{'outputScale':10},'lookAtHorizontalOuter':{'outputScale':10},"
         "'lookAtVerticalDown':{'outputScale':10},'lookAtVerticalUp':{'outputScale':10}",
         {10, 10, 10, 10},
         false},
        /* The text's radians. */
        {"'horizontalInner':{'outputScale':0.5},'horizontalOuter':{'outputScale':0.25},"
         "'verticalDown':{'outputScale':1.570796},'verticalUp':{'outputScale':0.1}",
         {28.647890, 14.323945, 90, 5.729578},
         true},
        /* One that cannot be radians is enough. */
        {"'horizontalInner':{'outputScale':0.5},'verticalUp':{'outputScale':1.6}",
         {0.5, 10, 10, 1.6},
         false},
        /* What is not given is not in the file, and stays in degrees. */
        {"'horizontalInner':{'outputScale':0.5}", {28.647890, 10, 10, 10}, true},
        {"'horizontalInner':{'inputMaxValue':1}", {10, 10, 10, 10}, false},
        {"'horizontalInner':{'outputScale':0}", {0, 10, 10, 10}, false},
        {"", {10, 10, 10, 10}, false},
        /* Weights are neither. */
        {"'lookAtType':'blendShape','horizontalOuter':{'outputScale':0.5}", {1, 0.5, 1, 1}, false},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        loaded file = load_draft_look_at(cases[i].members);
        test_note("%s", cases[i].members);
        for (int k = 0; k < 4; ++k) {
            CHECK_NEAR((double)get_map(&file, k)->output_scale, cases[i].outputs[k], 1e-4);
        }
        CHECK_INT(found(&file, "look-at-radians", LOOK_AT), cases[i].is_converted);
        CHECK_INT(count_findings(&file), 0); /* radians are no fault */
        unload(&file);
    }
    test_note(NULL);
    {
        /* In 1.0 a small angle is a small angle. */
        loaded file = load_look_at("'rangeMapVerticalUp':{'outputScale':0.5}");
        CHECK_NEAR((double)get_map(&file, 3)->output_scale, 0.5, 0);
        unload(&file);
    }
}

/* §4.4 */
TEST(la_002_di_006_places_of_the_drafts_offset) {
    static const struct {
        const char *vrm;
        double y;
        int32_t is_present;
    } cases[] = {
        {"'lookAt':{'offsetFromHeadBone':[0,1,0]}", 1, 1},
        {"'lookAt':{'firstPersonBoneOffset':[0,2,0]}", 2, 1},
        {"'lookAt':{},'firstPerson':{'firstPersonBoneOffset':[0,3,0]}", 3, 1},
        {"'firstPerson':{'firstPersonBoneOffset':[0,4,0]}", 4, 0},
        {"'lookAt':{'offsetFromHeadBone':[0,1,0],'firstPersonBoneOffset':[0,2,0]},"
         "'firstPerson':{'firstPersonBoneOffset':[0,3,0]}",
         1, 1},
        {"'lookAt':{'firstPersonBoneOffset':[0,2,0]},"
         "'firstPerson':{'firstPersonBoneOffset':[0,3,0]}",
         2, 1},
        {"'lookAt':{}", 0.06, 1},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        loaded file = load_draft(cases[i].vrm, NULL);
        test_note("%s", cases[i].vrm);
        check_offset(&file, 0, cases[i].y, 0);
        CHECK_INT(vrm_report_count(file.report), 0);
        if (file.tables != NULL) CHECK_INT(file.tables->look_at.is_present, cases[i].is_present);
        unload(&file);
    }
    test_note(NULL);
}

TEST_SUITE(look_at, ENTRY(la_001_each_type), ENTRY(la_001_er_009_without_look_at),
           ENTRY(la_002_the_offset_is_what_the_file_says),
           ENTRY(la_003_er_013_the_offset_that_is_not_given), ENTRY(la_001_la_012_range_maps),
           ENTRY(la_031_weights_of_expressions), ENTRY(di_006_di_007_older_names_in_final_files),
           ENTRY(la_028_types_of_the_draft), ENTRY(la_028_la_030_names_of_the_drafts_maps),
           ENTRY(la_029_degrees_and_radians_of_the_draft),
           ENTRY(la_002_di_006_places_of_the_drafts_offset));
