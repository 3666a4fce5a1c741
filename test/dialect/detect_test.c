/* Which dialect a file is written in, which versions are read, and where extensions stand. */
#include "support/avatar.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* --- Detection (DI) --- */

TEST(gl_019_an_avatar_needs_nothing_but_what_is_required) {
    static const vrm_dialect dialects[] = {VRM_DIALECT_0, VRM_DIALECT_1_DRAFT, VRM_DIALECT_1_BETA,
                                           VRM_DIALECT_1};
    for (size_t i = 0; i < COUNT(dialects); ++i) {
        const avatar from = {dialects[i], NULL, NULL, NULL, NULL};
        loaded file = load_avatar(&from), strict = load_avatar_strict(&from);
        test_note("%s", vrm_dialect_name(dialects[i]));
        CHECK_INT(file.result, VRM_OK);
        CHECK_INT(strict.result, VRM_OK);
        CHECK_INT(count_findings(&file), 0);
        if (CHECK(file.tables != NULL)) {
            CHECK_INT(file.tables->dialect, dialects[i]);
            CHECK_INT(file.tables->humanoid.is_complete, 1);
            CHECK_INT(file.tables->mtoons[0].is_present, 0);
            CHECK_TEXT(vrm_model_name(file.model), "Test");
        }
        unload(&strict);
        unload(&file);
    }
    test_note(NULL);
}

TEST(di_001_gl_036_files_without_an_avatar) {
    static const struct {
        const char *extensions;
        vrm_dialect dialect;
        const char *code;
    } cases[] = {
        {"", VRM_DIALECT_NONE, "no-vrm"},
        {"'VRMC_vrm_animation':{'specVersion':'1.0'}", VRM_DIALECT_ANIMATION, "only-animation"},
        {"'VRMC_springBone':{'specVersion':'1.0'}", VRM_DIALECT_NONE, "no-vrm"},
        {"'vrmc_vrm':{'specVersion':'1.0'}", VRM_DIALECT_NONE, "no-vrm"},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char json[256];
        loaded any, plain;
        snprintf(json, sizeof json,
                 "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm_animation'],"
                 "'extensions':{%s},'nodes':[{'name':'a'}]}",
                 cases[i].extensions);
        test_note("%s", cases[i].extensions);
        any = load_json_strict(json);
        plain = load_avatar_file(fixture_glb(json, NULL, 0), NULL);
        CHECK_INT(any.result, VRM_OK);
        CHECK_INT(count_findings(&any), 0);
        if (CHECK(any.tables != NULL)) CHECK_INT(any.tables->dialect, cases[i].dialect);
        CHECK_INT(plain.result, VRM_ERROR_VRM);
        CHECK(plain.model == NULL);
        CHECK_INT(vrm_report_count(plain.report), 1);
        if (CHECK(vrm_report_failure(plain.report) != NULL)) {
            CHECK_TEXT(vrm_report_failure(plain.report)->code, cases[i].code);
        }
        unload(&plain);
        unload(&any);
    }
    test_note(NULL);
}

TEST(di_001_an_extension_that_is_no_object_is_no_avatar) {
    static const char *const names[] = {"VRMC_vrm", "VRM"};
    for (size_t i = 0; i < COUNT(names); ++i) {
        char json[128], pointer[64];
        loaded file;
        snprintf(json, sizeof json, "{'asset':{'version':'2.0'},'extensions':{'%s':[]}}", names[i]);
        snprintf(pointer, sizeof pointer, "/extensions/%s", names[i]);
        file = load_avatar_file(fixture_glb(json, NULL, 0), NULL);
        CHECK_INT(file.result, VRM_ERROR_VRM);
        CHECK_INT(vrm_report_count(file.report), 1);
        CHECK(found(&file, "vrm-not-object", pointer));
        unload(&file);
    }
}

TEST(di_002_vrmc_vrm_wins_over_vrm) {
    avatar from = {VRM_DIALECT_1, NULL, NULL, "'VRM':{'meta':{'title':'Old'}}", NULL};
    loaded file = load_avatar_strict(&from);
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->dialect, VRM_DIALECT_1);
    CHECK_TEXT(file.tables->meta.name.data, "Test");
    CHECK(found(&file, "two-dialects", "/extensions/VRM"));
    CHECK_INT(find_diagnostic(&file, "two-dialects")->severity, VRM_SEVERITY_NOTE);
    unload(&file);
}

#define META_1 "'name':'Test','authors':['Tester']"
#define LICENSE ",'licenseUrl':'https://vrm.dev/licenses/1.0/'"

/* Members of VRMC_vrm with %s where licenseUrl can stand. */
static const char *const fingerprints[] = {
    "'meta':{" META_1 "%s},'blendShape':{}",
    "'meta':{" META_1 "%s},'blendshape':{}",
    "'meta':{" META_1 "%s},'springBone':{}",
    "'meta':{" META_1 "%s},'constraint':{}",
    "'meta':{" META_1 ",'title':'T'%s}",
    "'meta':{" META_1 ",'author':'A'%s}",
    "'meta':{" META_1 ",'allowedUser':'Everyone'%s}",
    "'meta':{" META_1 ",'reference':'R'%s}",
    "'meta':{" META_1 ",'violentUsage':'Allow'%s}",
    "'meta':{" META_1 ",'sexualUsage':'Allow'%s}",
    "'meta':{" META_1 ",'license':'CC0'%s}",
    "'meta':{" META_1 ",'otherPermissionUrl':'U'%s}",
    "'meta':{" META_1 ",'commercialUsage':'Allow'%s}",
    "'meta':{" META_1 ",'commercialUsage':'Disallow'%s}",
    "'meta':{" META_1 "%s},'lookAt':{'lookAtType':'bone'}",
    "'meta':{" META_1 "%s},'lookAt':{'LookAtType':'bone'}",
    "'meta':{" META_1 "%s},'lookAt':{'horizontalInner':{}}",
    "'meta':{" META_1 "%s},'lookAt':{'horizontalOuter':{}}",
    "'meta':{" META_1 "%s},'lookAt':{'verticalDown':{}}",
    "'meta':{" META_1 "%s},'lookAt':{'verticalUp':{}}",
    "'meta':{" META_1 "%s},'lookAt':{'lookAtHorizontalInner':{}}",
    "'meta':{" META_1 "%s},'lookAt':{'lookAtHorizontalOuter':{}}",
    "'meta':{" META_1 "%s},'lookAt':{'lookAtVerticalDown':{}}",
    "'meta':{" META_1 "%s},'lookAt':{'lookAtVerticalUp':{}}",
    "'meta':{" META_1 "%s},'firstPerson':{'meshAnnotations':[{'node':16,'type':'both'},"
    "{'mesh':1,'type':'both'}]}",
    "'meta':{" META_1 "%s},'expressions':[]",
};

static int32_t detect(const char *vrm) {
    loaded file = load_vrm1(vrm, NULL);
    int32_t dialect = file.tables != NULL ? file.tables->dialect : -1;
    unload(&file);
    return dialect;
}

TEST(di_003_each_key_of_the_draft_makes_a_draft) {
    for (size_t i = 0; i < COUNT(fingerprints); ++i) {
        char vrm[512];
        snprintf(vrm, sizeof vrm, fingerprints[i], "");
        test_note("%s", vrm);
        CHECK_INT(detect(vrm), VRM_DIALECT_1_DRAFT);
        /* Whatever the file calls itself. */
        strcat(vrm, ",'specVersion':'1.0-beta'");
        CHECK_INT(detect(vrm), VRM_DIALECT_1_DRAFT);
    }
    test_note(NULL);
}

TEST(di_003_license_url_is_final_whatever_else_is_there) {
    for (size_t i = 0; i < COUNT(fingerprints); ++i) {
        char vrm[512];
        snprintf(vrm, sizeof vrm, fingerprints[i], LICENSE);
        test_note("%s", vrm);
        CHECK_INT(detect(vrm), VRM_DIALECT_1);
        strcat(vrm, ",'specVersion':'1.0-beta'");
        CHECK_INT(detect(vrm), VRM_DIALECT_1_BETA);
    }
    test_note(NULL);
}

TEST(di_003_without_such_a_key_the_version_decides) {
    static const struct {
        const char *version;
        int32_t dialect;
    } cases[] = {{"1.0", VRM_DIALECT_1},
                 {"1.0-beta", VRM_DIALECT_1_BETA},
                 {"1.0-draft", VRM_DIALECT_1_BETA},
                 {"1.1", VRM_DIALECT_1}};
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char vrm[256];
        snprintf(vrm, sizeof vrm, "'specVersion':'%s','meta':{" META_1 ",'commercialUsage':'no'}",
                 cases[i].version);
        CHECK_INT(detect(vrm), cases[i].dialect);
    }
}

TEST(di_009_extensions_used_says_nothing_of_the_dialect) {
    loaded file = load_old_vrm(NULL, "'extensionsUsed':['VRM','VRMC_materials_mtoon','VRMC_vrm']");
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->dialect, VRM_DIALECT_0);
    unload(&file);
}

TEST(di_007_the_dialect_has_a_name) {
    CHECK_TEXT(vrm_dialect_name(VRM_DIALECT_NONE), "none");
    CHECK_TEXT(vrm_dialect_name(VRM_DIALECT_0), "0.x");
    CHECK_TEXT(vrm_dialect_name(VRM_DIALECT_1_DRAFT), "1.0-draft");
    CHECK_TEXT(vrm_dialect_name(VRM_DIALECT_1_BETA), "1.0-beta");
    CHECK_TEXT(vrm_dialect_name(VRM_DIALECT_1), "1.0");
    CHECK_TEXT(vrm_dialect_name(VRM_DIALECT_ANIMATION), "animation");
    CHECK_TEXT(vrm_dialect_name((vrm_dialect)99), "none");
}

/* --- Versions (DI-004, DI-005, GL-030) --- */

enum { OF_VRM, OF_SPRING_BONE, OF_CONSTRAINT, OF_MTOON, OF_COLLIDER, OF_ANIMATION };

/* An avatar with one extension whose version is `member`, such as "'specVersion':'1.0'". */
static fixture make_versioned(int extension, const char *member) {
    const char *comma = member[0] == '\0' ? "" : ",";
    avatar from = {VRM_DIALECT_1, NULL, NULL, NULL, NULL};
    if (extension == OF_ANIMATION) {
        return fixture_glb(
            format_members("{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm_animation'],"
                           "'extensions':{'VRMC_vrm_animation':{%s}}}",
                           member),
            NULL, 0);
    }
    if (extension == OF_VRM) {
        /* 'specVersion': keeps the default out. */
        from.vrm = format_members("'extras':{'specVersion':0}%s%s", comma, member);
    } else if (extension == OF_SPRING_BONE) {
        from.extensions = format_members(
            "'VRMC_springBone':{'springs':[{'joints':[{'node':21},{'node':22}]}]%s%s}", comma,
            member);
    } else if (extension == OF_CONSTRAINT) {
        from.nodes = format_members("{'extensions':{'VRMC_node_constraint':{"
                                    "'constraint':{'rotation':{'source':1}}%s%s}}}",
                                    comma, member);
    } else if (extension == OF_MTOON) {
        from.root = format_members("'materials':[{'extensions':{'VRMC_materials_mtoon':{"
                                   "'outlineWidthFactor':1%s%s}}}]",
                                   comma, member);
    } else {
        from.extensions = format_members(
            "'VRMC_springBone':{'specVersion':'1.0','colliders':[{'node':3,"
            "'shape':{'sphere':{'radius':1}},'extensions':{'VRMC_springBone_extended_collider':{"
            "'shape':{'plane':{}}%s%s}}}]}",
            comma, member);
    }
    return avatar_file(&from);
}

static bool has_read(int extension, const vrm_tables *tables) {
    switch (extension) {
    case OF_VRM:
        return tables->dialect == VRM_DIALECT_1 || tables->dialect == VRM_DIALECT_1_BETA;
    case OF_SPRING_BONE:
        return tables->spring_joint_count == 1;
    case OF_CONSTRAINT:
        return tables->constraint_count == 1;
    case OF_MTOON:
        return tables->mtoons[0].is_present == 1 && tables->mtoons[0].outline_width_factor == 1;
    case OF_COLLIDER:
        return tables->spring_collider_count == 1 &&
               tables->spring_colliders[0].shape == VRM_COLLIDER_PLANE;
    default:
        return tables->dialect == VRM_DIALECT_ANIMATION;
    }
}

typedef struct version_case {
    int extension;
    const char *member;
    bool is_read;
    const char *code; /* NULL: nothing to say */
    bool is_warning;  /* strict loads it too */
} version_case;

#define VERSION(text) "'specVersion':'" text "'"

static const version_case version_cases[] = {
    {OF_VRM, VERSION("1.0"), true, NULL, false},
    {OF_VRM, VERSION("1.0-beta"), true, NULL, false},
    {OF_VRM, VERSION("1.0-draft"), true, NULL, false},
    {OF_SPRING_BONE, VERSION("1.0"), true, NULL, false},
    {OF_SPRING_BONE, VERSION("1.0-beta"), true, NULL, false},
    {OF_SPRING_BONE, VERSION("1.0-draft"), true, NULL, false},
    {OF_CONSTRAINT, VERSION("1.0"), true, NULL, false},
    {OF_CONSTRAINT, VERSION("1.0-beta"), true, NULL, false},
    {OF_MTOON, VERSION("1.0"), true, NULL, false},
    {OF_MTOON, VERSION("1.0-beta"), true, NULL, false},
    {OF_MTOON, VERSION("1.0-draft"), true, NULL, false},
    {OF_MTOON, "'version':'1.0'", true, NULL, false},
    {OF_MTOON, "'version':'1.0-beta'", true, NULL, false},
    {OF_COLLIDER, VERSION("1.0"), true, NULL, false},
    {OF_COLLIDER, VERSION("1.0-draft"), true, "collider-extended-draft", true},
    {OF_ANIMATION, VERSION("1.0"), true, NULL, false},
    {OF_ANIMATION, VERSION("1.0-draft"), true, NULL, false},
    /* absent */
    {OF_VRM, "", true, "spec-version-missing", false},
    {OF_SPRING_BONE, "", true, "spec-version-missing", false},
    {OF_CONSTRAINT, "", false, "field-missing", false},
    {OF_MTOON, "", false, "spec-version-missing", false},
    {OF_COLLIDER, "", true, "spec-version-missing", false},
    {OF_ANIMATION, "", true, "spec-version-missing", false},
    /* of another extension */
    {OF_CONSTRAINT, VERSION("1.0-draft"), true, "spec-version-other", false},
    {OF_COLLIDER, VERSION("1.0-beta"), true, "spec-version-other", false},
    {OF_ANIMATION, VERSION("1.0-beta"), true, "spec-version-other", false},
    {OF_MTOON, "'version':'2.0'", false, "spec-version-unknown", false},
    {OF_MTOON, "'version':'1.0.1'", true, "spec-version-other", false},
    {OF_MTOON, "'version':'1.1'", true, "spec-version-newer", true},
};

static loaded load_version(int extension, const char *member, uint32_t flags) {
    vrm_load_desc desc;
    vrm_load_desc_init(&desc);
    desc.flags = flags | VRM_LOAD_ANY_GLTF;
    return load_avatar_file(make_versioned(extension, member), &desc);
}

static void check_version(const version_case *version) {
    loaded file = load_version(version->extension, version->member, 0);
    loaded strict = load_version(version->extension, version->member, VRM_LOAD_STRICT);
    test_note("extension %d, %s", version->extension, version->member);
    CHECK_INT(file.result, VRM_OK);
    if (file.tables != NULL) CHECK_INT(has_read(version->extension, file.tables), version->is_read);
    CHECK_INT(strict.result == VRM_OK, version->code == NULL || version->is_warning);
    if (version->code == NULL) {
        CHECK_INT(count_findings(&file), 0);
    } else {
        CHECK_INT(count_code(&file, version->code), 1);
        if (strict.result != VRM_OK) {
            CHECK_TEXT(vrm_report_failure(strict.report)->code, version->code);
        }
    }
    test_note(NULL);
    unload(&strict);
    unload(&file);
}

TEST(di_004_gl_030_versions_of_each_extension) {
    for (size_t i = 0; i < COUNT(version_cases); ++i) check_version(&version_cases[i]);
}

TEST(di_005_other_versions_of_each_extension) {
    static const struct {
        const char *member;
        bool is_read;
        const char *code;
    } others[] = {
        {VERSION("1.1"), true, "spec-version-newer"},
        {VERSION("1.12"), true, "spec-version-newer"},
        {VERSION("1.00"), true, "spec-version-other"},
        {VERSION("1.1-beta"), true, "spec-version-other"},
        {VERSION("1"), true, "spec-version-other"},
        {VERSION("1.0-rc"), true, "spec-version-other"},
        {"'specVersion':1", true, "spec-version-other"},
        {"'specVersion':1.5", true, "spec-version-other"},
        {VERSION("2.0"), false, "spec-version-unknown"},
        {VERSION("10.0"), false, "spec-version-unknown"},
        {VERSION("0.0"), false, "spec-version-unknown"},
        {VERSION(""), false, "spec-version-unknown"},
        {VERSION("one"), false, "spec-version-unknown"},
        {"'specVersion':2", false, "spec-version-unknown"},
        {"'specVersion':null", false, "spec-version-unknown"},
        {"'specVersion':{}", false, "spec-version-unknown"},
    };
    for (int extension = OF_VRM; extension <= OF_ANIMATION; ++extension) {
        for (size_t i = 0; i < COUNT(others); ++i) {
            const version_case version = {extension, others[i].member, others[i].is_read,
                                          others[i].code,
                                          strcmp(others[i].code, "spec-version-newer") == 0};
            check_version(&version);
        }
    }
}

TEST(di_005_an_avatar_of_a_version_that_cannot_be_read_is_refused) {
    loaded file = load_vrm1("'specVersion':'2.0'", NULL);
    CHECK_INT(file.result, VRM_ERROR_VRM);
    CHECK(found(&file, "spec-version-unknown", "/extensions/VRMC_vrm/specVersion"));
    CHECK_TEXT(vrm_report_failure(file.report)->code, "no-vrm");
    unload(&file);
}

TEST(di_004_a_draft_needs_no_version) {
    avatar from = {VRM_DIALECT_1_DRAFT, "'extras':{'specVersion':0}", NULL, NULL, NULL};
    loaded file = load_avatar_strict(&from);
    CHECK_INT(file.result, VRM_OK);
    CHECK_INT(vrm_report_count(file.report), 0);
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->dialect, VRM_DIALECT_1_DRAFT);
    CHECK_TEXT(file.tables->spec_version.data, "");
    unload(&file);
}

TEST(di_004_the_version_is_kept_as_it_is_written) {
    loaded file = load_vrm1("'specVersion':'1.0-rc'", NULL);
    REQUIRE(file.tables != NULL);
    CHECK_TEXT(file.tables->spec_version.data, "1.0-rc");
    unload(&file);
}

/* --- Where things stand (GL) --- */

TEST(gl_004_an_extension_that_is_not_listed_is_read_all_the_same) {
    avatar from = {VRM_DIALECT_1, NULL, "'extensionsUsed':['KHR_materials_unlit']", NULL, NULL};
    loaded file = load_avatar_strict(&from);
    CHECK_INT(file.result, VRM_OK); /* a warning, and no repair */
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->dialect, VRM_DIALECT_1);
    CHECK_INT(vrm_report_count(file.report), 1);
    CHECK(found(&file, "extension-undeclared", "/extensions/VRMC_vrm"));
    unload(&file);
    file = load_vrm1(NULL, "'extensionsUsed':['VRMC_vrm'],'materials':[{'extensions':{"
                           "'VRMC_materials_hdr_emissiveMultiplier':{'emissiveMultiplier':1},"
                           "'VRMC_materials_mtoon':{'specVersion':'1.0'}}}]");
    CHECK(found(&file, "extension-undeclared", "/materials/0/extensions/VRMC_materials_mtoon"));
    CHECK(found(&file, "extension-undeclared",
                "/materials/0/extensions/VRMC_materials_hdr_emissiveMultiplier"));
    CHECK_INT(count_findings(&file), 2);
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->mtoons[0].is_present, 1);
    unload(&file);
    file = load_old_vrm(NULL, "'extensionsUsed':['VRMC_vrm']");
    CHECK(found(&file, "extension-undeclared", "/extensions/VRM"));
    unload(&file);
}

/* AMB-043: the draft's own example has an object there. */
TEST(gl_004_extensions_used_may_be_anything) {
    loaded file = load_draft(NULL, "'extensionsUsed':{'VRMC_vrm':{}}");
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->dialect, VRM_DIALECT_1_DRAFT);
    CHECK(found(&file, "field-type", "/extensionsUsed"));
    CHECK(found(&file, "extension-undeclared", "/extensions/VRMC_vrm"));
    unload(&file);
}

TEST(gl_018_all_extensions_together) {
    static const char nodes[] = "{'extensions':{'VRMC_node_constraint':{'specVersion':'1.0',"
                                "'constraint':{'roll':{'source':1,'rollAxis':'Y'}}}}}";
    static const char root[] =
        "'materials':["
        "{'extensions':{'VRMC_materials_mtoon':{'specVersion':'1.0'},'KHR_materials_unlit':{}},"
        "'pbrMetallicRoughness':{'baseColorTexture':{'index':0,'extensions':{"
        "'KHR_texture_transform':{'offset':[0.25,0.5]}}}}},"
        "{'emissiveFactor':[1,1,1],'extensions':{'KHR_materials_emissive_strength':"
        "{'emissiveStrength':3}}},"
        "{'emissiveFactor':[1,1,1],'extensions':{'VRMC_materials_hdr_emissiveMultiplier':"
        "{'emissiveMultiplier':2}}}]";
    static const char extensions[] =
        "'VRMC_springBone':{'specVersion':'1.0','colliders':[{'node':3,'shape':{'sphere':"
        "{'radius':0.1}},'extensions':{'VRMC_springBone_extended_collider':{'specVersion':'1.0',"
        "'shape':{'sphere':{'radius':0.2,'inside':true}}}}}],"
        "'springs':[{'joints':[{'node':21},{'node':22}]}]}";
    avatar from = {VRM_DIALECT_1, NULL, root, extensions, nodes};
    loaded file = load_avatar_strict(&from);
    CHECK_INT(file.result, VRM_OK);
    CHECK_INT(vrm_report_count(file.report), 0);
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->mtoons[0].is_present, 1);
    CHECK_INT(file.tables->materials[0].is_unlit, 1);
    CHECK_NEAR((double)file.tables->materials[0].base_color_texture.offset.y, 0.5, 0);
    CHECK_NEAR((double)file.tables->materials[1].emissive_strength, 3, 0);
    CHECK_NEAR((double)file.tables->materials[2].emissive_strength, 2, 0);
    CHECK_INT(file.tables->spring_collider_count, 1);
    CHECK_INT(file.tables->spring_colliders[0].shape, VRM_COLLIDER_INSIDE_SPHERE);
    CHECK_INT(file.tables->spring_joint_count, 1);
    CHECK_INT(file.tables->constraint_count, 1);
    unload(&file);
}

TEST(gl_022_a_constraint_at_the_root_is_none) {
    avatar from = {VRM_DIALECT_1, NULL, NULL,
                   "'VRMC_node_constraint':{'specVersion':'1.0',"
                   "'constraint':{'rotation':{'source':1}}}",
                   NULL};
    loaded file = load_avatar(&from);
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->constraint_count, 0);
    CHECK_INT(count_findings(&file), 1);
    CHECK(found(&file, "constraint-at-root", "/extensions/VRMC_node_constraint"));
    unload(&file);
}

TEST(gl_023_mtoon_is_read_from_materials_and_by_its_right_name) {
    avatar from = {VRM_DIALECT_1, NULL,
                   "'materials':[{'extensions':{'VMRC_materials_mtoon':{'specVersion':'1.0'}}},"
                   "{'extensions':{'VRMC_materials_mtoon':{'specVersion':'1.0'}}}]",
                   "'VRMC_materials_mtoon':{'specVersion':'1.0'}", NULL};
    loaded file = load_avatar_strict(&from);
    CHECK_INT(vrm_report_count(file.report), 0);
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->mtoons[0].is_present, 0);
    CHECK_INT(file.tables->mtoons[1].is_present, 1);
    unload(&file);
}

#define UNKNOWN "'unknown':[{}],'extensions':{'X':1},'extras':[3],'':null"

TEST(gl_031_unknown_members_are_nobodys_business) {
    static const char vrm[] =
        "'meta':{'name':'Test','authors':['Tester']" LICENSE "," UNKNOWN "},"
        "'humanoid':{" UNKNOWN ",'humanBones':{'hips':{'node':1," UNKNOWN "},'spine':{'node':2},"
        "'head':{'node':3},'leftUpperLeg':{'node':4},'leftLowerLeg':{'node':5},"
        "'leftFoot':{'node':6},'rightUpperLeg':{'node':7},'rightLowerLeg':{'node':8},"
        "'rightFoot':{'node':9},'leftUpperArm':{'node':10},'leftLowerArm':{'node':11},"
        "'leftHand':{'node':12},'rightUpperArm':{'node':13},'rightLowerArm':{'node':14},"
        "'rightHand':{'node':15}}},"
        "'expressions':{" UNKNOWN ",'preset':{'happy':{" UNKNOWN ",'morphTargetBinds':[{'node':16,"
        "'index':0,'weight':1," UNKNOWN "}],'materialColorBinds':[{'material':0,'type':'color',"
        "'targetValue':[1,1,1,1]," UNKNOWN "}],'textureTransformBinds':[{'material':0," UNKNOWN
        "}]}}},"
        "'firstPerson':{" UNKNOWN ",'meshAnnotations':[{'node':16,'type':'both'," UNKNOWN "}]},"
        "'lookAt':{" UNKNOWN ",'rangeMapVerticalUp':{" UNKNOWN "}}," UNKNOWN;
    loaded file = load_vrm1_strict(
        vrm, "'materials':[{'extensions':{'VRMC_materials_mtoon':{'specVersion':'1.0'," UNKNOWN
             ",'matcapTexture':{'index':0," UNKNOWN "}}}}]");
    CHECK_INT(file.result, VRM_OK);
    CHECK_INT(vrm_report_count(file.report), 0);
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->expression_count, 1);
    CHECK_INT(file.tables->expressions[0].morph_bind_count, 1);
    CHECK_INT(file.tables->mtoons[0].matcap_texture.texture, 0);
    unload(&file);
}

TEST_SUITE(detect, ENTRY(gl_019_an_avatar_needs_nothing_but_what_is_required),
           ENTRY(di_001_gl_036_files_without_an_avatar),
           ENTRY(di_001_an_extension_that_is_no_object_is_no_avatar),
           ENTRY(di_002_vrmc_vrm_wins_over_vrm), ENTRY(di_003_each_key_of_the_draft_makes_a_draft),
           ENTRY(di_003_license_url_is_final_whatever_else_is_there),
           ENTRY(di_003_without_such_a_key_the_version_decides),
           ENTRY(di_009_extensions_used_says_nothing_of_the_dialect),
           ENTRY(di_007_the_dialect_has_a_name), ENTRY(di_004_gl_030_versions_of_each_extension),
           ENTRY(di_005_other_versions_of_each_extension),
           ENTRY(di_005_an_avatar_of_a_version_that_cannot_be_read_is_refused),
           ENTRY(di_004_a_draft_needs_no_version),
           ENTRY(di_004_the_version_is_kept_as_it_is_written),
           ENTRY(gl_004_an_extension_that_is_not_listed_is_read_all_the_same),
           ENTRY(gl_004_extensions_used_may_be_anything), ENTRY(gl_018_all_extensions_together),
           ENTRY(gl_022_a_constraint_at_the_root_is_none),
           ENTRY(gl_023_mtoon_is_read_from_materials_and_by_its_right_name),
           ENTRY(gl_031_unknown_members_are_nobodys_business));
