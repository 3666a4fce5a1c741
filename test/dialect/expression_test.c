/* Expressions of 1.0: presets, custom ones, binds. */
#include "support/avatar.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define EXPRESSIONS "/extensions/VRMC_vrm/expressions"
#define HAPPY EXPRESSIONS "/preset/happy"

static loaded load_happy(const char *members) {
    return load_vrm1(format_members("'expressions':{'preset':{'happy':{%s}}}", members), NULL);
}

static const vrm_expression *find(const loaded *file, const char *name) {
    int32_t index = vrm_model_find_expression(file->model, name);
    return index != VRM_NONE ? &file->tables->expressions[index] : NULL;
}

static const char *const preset_names[] = {
    "happy",      "angry",  "sad",      "relaxed",  "surprised", "aa",
    "ih",         "ou",     "ee",       "oh",       "blink",     "blinkLeft",
    "blinkRight", "lookUp", "lookDown", "lookLeft", "lookRight", "neutral",
};

/* --- Which expressions there are --- */

TEST(ex_001_ex_032_ex_033_each_preset) {
    CHECK_INT(VRM_PRESET_COUNT, 18);
    for (int i = 0; i < VRM_PRESET_COUNT; ++i) {
        loaded file =
            load_vrm1(format_members("'expressions':{'preset':{'%s':{}}}", preset_names[i]), NULL);
        test_note("%s", preset_names[i]);
        CHECK_TEXT(vrm_preset_name((vrm_preset)i), preset_names[i]);
        CHECK_INT(count_findings(&file), 0);
        if (CHECK(file.tables != NULL) && CHECK_INT(file.tables->expression_count, 1)) {
            const vrm_expression *expression = &file.tables->expressions[0];
            CHECK_INT(expression->preset, i);
            CHECK_TEXT(expression->name.data, preset_names[i]);
            CHECK_INT(expression->morph_bind_count, 0);
            CHECK_INT(expression->color_bind_count, 0);
            CHECK_INT(expression->uv_bind_count, 0);
            CHECK_INT(expression->is_binary, 0);
            CHECK_NEAR((double)expression->binary_threshold, 0.5, 0);
            CHECK_INT(expression->override_blink, VRM_OVERRIDE_NONE);
            CHECK_INT(expression->override_look_at, VRM_OVERRIDE_NONE);
            CHECK_INT(expression->override_mouth, VRM_OVERRIDE_NONE);
            CHECK_INT(vrm_model_find_expression(file.model, preset_names[i]), 0);
        }
        unload(&file);
    }
    test_note(NULL);
    CHECK_TEXT(vrm_preset_name(VRM_PRESET_COUNT), "");
}

TEST(ex_001_without_expressions) {
    static const char *const members[] = {"", "'expressions':{}", "'expressions':{'preset':{}}",
                                          "'expressions':{'custom':{}}"};
    for (size_t i = 0; i < COUNT(members); ++i) {
        loaded file = load_vrm1(members[i], NULL);
        CHECK_INT(count_findings(&file), 0);
        if (CHECK(file.tables != NULL)) CHECK_INT(file.tables->expression_count, 0);
        CHECK_INT(vrm_model_find_expression(file.model, "happy"), VRM_NONE);
        unload(&file);
    }
    CHECK_INT(vrm_model_find_expression(NULL, "happy"), VRM_NONE);
}

TEST(ex_002_presets_that_there_are_not) {
    loaded file =
        load_vrm1("'expressions':{'preset':{'foo':{},'Happy':{},'joy':{},'sad':{}}}", NULL);
    CHECK_INT(count_code(&file, "preset-unknown"), 3);
    CHECK_INT(count_findings(&file), 3);
    CHECK(found(&file, "preset-unknown", EXPRESSIONS "/preset/foo"));
    CHECK(found(&file, "preset-unknown", EXPRESSIONS "/preset/Happy"));
    CHECK(found(&file, "preset-unknown", EXPRESSIONS "/preset/joy"));
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->expression_count, 1);
    unload(&file);
}

TEST(ex_003_custom_ones_have_any_name) {
    loaded file = load_vrm1("'expressions':{'custom':{'\xE7\xAC\x91\xE9\xA1\x94':{},'a/b':{},'':{},"
                            "'foo\\u0000bar':{}},'preset':{'sad':{},'happy':{}}}",
                            NULL);
    CHECK_INT(count_findings(&file), 0);
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->expression_count, 6);
    /* Presets in their own order, then the others in the file's. */
    CHECK_TEXT(file.tables->expressions[0].name.data, "happy");
    CHECK_TEXT(file.tables->expressions[1].name.data, "sad");
    CHECK_TEXT(file.tables->expressions[2].name.data, "\xE7\xAC\x91\xE9\xA1\x94");
    CHECK_TEXT(file.tables->expressions[3].name.data, "a/b");
    CHECK_TEXT(file.tables->expressions[4].name.data, "");
    CHECK_INT(file.tables->expressions[5].name.length, 7);
    for (int i = 2; i < 6; ++i) CHECK_INT(file.tables->expressions[i].preset, VRM_NONE);
    CHECK_INT(vrm_model_find_expression(file.model, "\xE7\xAC\x91\xE9\xA1\x94"), 2);
    CHECK_INT(vrm_model_find_expression(file.model, "sad"), 1);
    CHECK_INT(vrm_model_find_expression(file.model, "foo"), VRM_NONE);
    CHECK_INT(vrm_model_find_expression(file.model, ""), 4);
    CHECK_INT(vrm_model_find_expression(file.model, NULL), VRM_NONE);
    unload(&file);
}

TEST(ex_004_a_custom_one_with_the_name_of_a_preset) {
    loaded file = load_vrm1("'expressions':{'custom':{'happy':{'isBinary':true},'Happy':{},"
                            "'blinkLeft':{}},'preset':{'happy':{}}}",
                            NULL);
    CHECK_INT(count_code(&file, "custom-is-preset"), 2);
    CHECK_INT(count_findings(&file), 2);
    CHECK(found(&file, "custom-is-preset", EXPRESSIONS "/custom/happy"));
    CHECK(found(&file, "custom-is-preset", EXPRESSIONS "/custom/blinkLeft"));
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->expression_count, 2);
    CHECK_INT(file.tables->expressions[0].is_binary, 0);
    CHECK_TEXT(file.tables->expressions[1].name.data, "Happy");
    unload(&file);
}

TEST(ex_042_the_same_name_twice) {
    loaded file = load_vrm1("'expressions':{'preset':{'sad':{'isBinary':true},'sad':{}},"
                            "'custom':{'x':{'isBinary':true},'y':{},'x':{}}}",
                            NULL);
    CHECK_INT(count_code(&file, "expression-twice"), 2);
    CHECK(found(&file, "expression-twice", EXPRESSIONS "/preset/sad"));
    CHECK(found(&file, "expression-twice", EXPRESSIONS "/custom/x"));
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->expression_count, 3);
    CHECK_INT(find(&file, "sad")->is_binary, 1);
    CHECK_INT(find(&file, "x")->is_binary, 1);
    unload(&file);
}

/* Names are found in a table that grows: the first of each name stays, whenever the other comes. */
TEST(ex_042_one_of_many_names_twice) {
    enum { NAMES = 300 };
    static char json[NAMES * 64];
    for (int twice = 0; twice < NAMES; twice += 13) {
        size_t length = (size_t)snprintf(json, sizeof json, "'expressions':{'custom':{");
        loaded file;
        for (int i = 0; i < NAMES; ++i) {
            length += (size_t)snprintf(json + length, sizeof json - length,
                                       "%s'e%d':{'isBinary':true}", i > 0 ? "," : "", i);
        }
        snprintf(json + length, sizeof json - length, ",'e%d':{}}}", twice);
        file = load_vrm1(json, NULL);
        test_note("%d", twice);
        CHECK_INT(count_code(&file, "expression-twice"), 1);
        CHECK_INT(count_findings(&file), 1);
        if (CHECK(file.tables != NULL) && CHECK_INT(file.tables->expression_count, NAMES)) {
            for (int i = 0; i < NAMES; ++i) CHECK_INT(file.tables->expressions[i].is_binary, 1);
        }
        unload(&file);
    }
}

/* ER-011: a value of another type is reported, and read as absent. */
TEST(er_009_er_011_expressions_of_another_type) {
    static const struct {
        const char *member, *pointer;
    } cases[] = {
        {"'expressions':3", EXPRESSIONS},
        {"'expressions':'x'", EXPRESSIONS},
        {"'expressions':{'preset':[{}]}", EXPRESSIONS "/preset"},
        {"'expressions':{'custom':[{}]}", EXPRESSIONS "/custom"},
        {"'expressions':{'preset':{'happy':[]}}", HAPPY},
        {"'expressions':{'custom':{'x':7}}", EXPRESSIONS "/custom/x"},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        loaded file = load_vrm1(cases[i].member, NULL);
        test_note("%s", cases[i].member);
        CHECK_INT(count_findings(&file), 1);
        CHECK(found(&file, "field-type", cases[i].pointer));
        if (CHECK(file.tables != NULL)) CHECK_INT(file.tables->expression_count, 0);
        unload(&file);
    }
    test_note(NULL);
    {
        loaded file = load_vrm1("'expressions':{'preset':{'happy':null,'sad':{}}}", NULL);
        CHECK_INT(count_findings(&file), 0); /* some exporters write all presets */
        if (CHECK(file.tables != NULL)) CHECK_INT(file.tables->expression_count, 1);
        unload(&file);
    }
}

/* --- What they say of themselves --- */

TEST(ex_007_the_threshold_of_binary_ones) {
    static const struct {
        vrm_dialect dialect;
        const char *vrm;
        double threshold;
    } cases[] = {
        {VRM_DIALECT_1, "'expressions':{'preset':{'happy':{'isBinary':true}}}", 0.5},
        {VRM_DIALECT_1_BETA, "'expressions':{'preset':{'happy':{'isBinary':true}}}", 0.5},
        {VRM_DIALECT_1_DRAFT,
         "'blendShape':{'blendShapeGroups':[{'preset':'joy','isBinary':true}]}", 0},
        {VRM_DIALECT_1_DRAFT, "'expressions':{'preset':{'happy':{'isBinary':true}}}", 0},
        {VRM_DIALECT_0,
         "'blendShapeMaster':{'blendShapeGroups':[{'presetName':'joy','isBinary':true}]}", 0.5},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        const avatar from = {cases[i].dialect, cases[i].vrm, NULL, NULL, NULL};
        loaded file = load_avatar(&from);
        test_note("%s", cases[i].vrm);
        if (CHECK(find(&file, "happy") != NULL)) {
            CHECK_INT(find(&file, "happy")->is_binary, 1);
            CHECK_NEAR((double)find(&file, "happy")->binary_threshold, cases[i].threshold, 0);
        }
        unload(&file);
    }
    test_note(NULL);
}

/* EX-008: and ER-012 for what is none of the three. */
TEST(er_012_overrides) {
    static const struct {
        const char *value;
        int32_t expected;
        bool is_right;
    } values[] = {{"'none'", VRM_OVERRIDE_NONE, true},   {"'block'", VRM_OVERRIDE_BLOCK, true},
                  {"'blend'", VRM_OVERRIDE_BLEND, true}, {"'Block'", VRM_OVERRIDE_NONE, false},
                  {"true", VRM_OVERRIDE_NONE, false},    {"1", VRM_OVERRIDE_NONE, false}};
    static const char *const keys[] = {"overrideBlink", "overrideLookAt", "overrideMouth"};
    for (size_t i = 0; i < COUNT(keys); ++i) {
        for (size_t k = 0; k < COUNT(values); ++k) {
            loaded file = load_happy(format_members("'%s':%s", keys[i], values[k].value));
            const vrm_expression *happy = find(&file, "happy");
            test_note("%s %s", keys[i], values[k].value);
            if (CHECK(happy != NULL)) {
                CHECK_INT(happy->override_blink, i == 0 ? values[k].expected : 0);
                CHECK_INT(happy->override_look_at, i == 1 ? values[k].expected : 0);
                CHECK_INT(happy->override_mouth, i == 2 ? values[k].expected : 0);
            }
            CHECK_INT(count_findings(&file), !values[k].is_right);
            unload(&file);
        }
    }
    test_note(NULL);
}

/* §4.11 */
TEST(di_006_di_007_ignore_is_an_older_name_of_override) {
    static const char *const keys[][2] = {{"ignoreBlink", "overrideBlink"},
                                          {"ignoreLookAt", "overrideLookAt"},
                                          {"ignoreMouth", "overrideMouth"}};
    for (size_t i = 0; i < COUNT(keys); ++i) {
        loaded file = load_happy(format_members("'%s':true", keys[i][0]));
        loaded off = load_happy(format_members("'%s':false", keys[i][0]));
        loaded both = load_happy(format_members("'%s':true,'%s':'blend'", keys[i][0], keys[i][1]));
        const vrm_expression *happy = find(&file, "happy");
        test_note("%s", keys[i][0]);
        if (CHECK(happy != NULL)) {
            CHECK_INT(happy->override_blink, i == 0 ? VRM_OVERRIDE_BLOCK : 0);
            CHECK_INT(happy->override_look_at, i == 1 ? VRM_OVERRIDE_BLOCK : 0);
            CHECK_INT(happy->override_mouth, i == 2 ? VRM_OVERRIDE_BLOCK : 0);
        }
        happy = find(&both, "happy");
        if (CHECK(happy != NULL)) {
            CHECK_INT(happy->override_blink + happy->override_look_at + happy->override_mouth,
                      VRM_OVERRIDE_BLEND);
        }
        happy = find(&off, "happy");
        if (CHECK(happy != NULL)) CHECK_INT(happy->override_blink + happy->override_mouth, 0);
        CHECK(found(&file, "alias-used", HAPPY));
        CHECK_TEXT(find_diagnostic(&file, "alias-used")->message,
                   format_members("%s is an older name for %s", keys[i][0], keys[i][1]));
        CHECK_INT(count_code(&both, "alias-used"), 1);
        CHECK_INT(count_findings(&file), 0);
        unload(&both);
        unload(&off);
        unload(&file);
    }
    test_note(NULL);
}

/* AMB-089 and §4.11: the singular, and a list, in files that are final all the same. */
TEST(di_006_older_forms_of_expressions) {
    loaded file = load_vrm1("'expression':{'preset':{'happy':{}}}", NULL);
    CHECK(find(&file, "happy") != NULL);
    CHECK(found(&file, "alias-used", "/extensions/VRMC_vrm/expression"));
    unload(&file);
    file = load_draft("'expression':{'preset':{'happy':{}}}", NULL);
    CHECK(find(&file, "happy") != NULL);
    CHECK_TEXT(find_diagnostic(&file, "alias-used")->message,
               "expression is an older name for expressions");
    unload(&file);
    file =
        load_vrm1("'expression':{'preset':{'happy':{}}},'expressions':{'preset':{'sad':{}}}", NULL);
    CHECK(find(&file, "sad") != NULL);
    CHECK(find(&file, "happy") == NULL);
    CHECK_INT(vrm_report_count(file.report), 0);
    unload(&file);
    file = load_vrm1("'expressions':[{'preset':'happy','isBinary':true,'overrideMouth':'blend',"
                     "'morphTargetBinds':[{'node':16,'index':1,'weight':0.5}],"
                     "'materialColorBinds':[{'material':1,'type':'rimColor',"
                     "'targetValue':[1,0,0,1]}],'textureTransformBinds':[{'material':0}]},"
                     "{'preset':'custom','name':'wink'}]",
                     NULL);
    CHECK(found(&file, "alias-used", EXPRESSIONS));
    CHECK_INT(count_findings(&file), 0);
    REQUIRE(find(&file, "happy") != NULL && find(&file, "wink") != NULL);
    CHECK_INT(file.tables->dialect, VRM_DIALECT_1);
    CHECK_INT(find(&file, "happy")->is_binary, 1);
    CHECK_NEAR((double)find(&file, "happy")->binary_threshold, 0.5, 0);
    CHECK_INT(find(&file, "happy")->override_mouth, VRM_OVERRIDE_BLEND);
    CHECK_INT(find(&file, "happy")->morph_bind_count, 1);
    CHECK_INT(find(&file, "happy")->color_bind_count, 1);
    CHECK_INT(find(&file, "happy")->uv_bind_count, 1);
    unload(&file);
}

/* --- Binds --- */

TEST(ex_021_ex_022_morph_binds) {
    loaded file = load_happy("'morphTargetBinds':[{'node':16,'index':0,'weight':1},"
                             "{'node':16,'index':1,'weight':0.25},{'node':18,'index':0,'weight':0},"
                             "{'node':16,'index':0,'weight':0.5}]");
    const vrm_expression *happy = find(&file, "happy");
    CHECK_INT(count_findings(&file), 0);
    REQUIRE(happy != NULL);
    CHECK_INT(happy->morph_bind_count, 4); /* in the file's order, duplicates too (EX-039) */
    CHECK_INT(happy->morph_binds[0].node, 16);
    CHECK_INT(happy->morph_binds[0].target, 0);
    CHECK_NEAR((double)happy->morph_binds[0].weight, 1, 0);
    CHECK_INT(happy->morph_binds[1].target, 1);
    CHECK_NEAR((double)happy->morph_binds[1].weight, 0.25, 0);
    CHECK_INT(happy->morph_binds[2].node, 18);
    CHECK_NEAR((double)happy->morph_binds[3].weight, 0.5, 0);
    unload(&file);
}

typedef struct bind_case {
    const char *bind;
    const char *code;    /* NULL: nothing is wrong */
    const char *pointer; /* behind the bind's own */
    bool is_kept;
} bind_case;

/* Each bind stands alone in its list; `count_offset` is of the number of binds that came of it. */
static void check_binds(const char *list, const bind_case *cases, size_t count,
                        size_t count_offset) {
    for (size_t i = 0; i < count; ++i) {
        loaded file = load_happy(format_members("'%s':[%s]", list, cases[i].bind));
        const vrm_expression *happy = find(&file, "happy");
        uint32_t binds = 99;
        test_note("%s", cases[i].bind);
        if (CHECK(happy != NULL)) {
            memcpy(&binds, (const char *)happy + count_offset, sizeof binds);
            CHECK_INT(binds, cases[i].is_kept);
        }
        CHECK_INT(count_findings(&file), cases[i].code != NULL);
        if (cases[i].code != NULL) {
            CHECK(found(&file, cases[i].code,
                        format_members(HAPPY "/%s/0%s", list, cases[i].pointer)));
        }
        unload(&file);
    }
    test_note(NULL);
}

TEST(ex_021_ex_022_morph_binds_that_are_wrong) {
    static const bind_case cases[] = {
        {"{'node':99,'index':0,'weight':1}", "index-out-of-range", "/node", false},
        {"{'node':1,'index':0,'weight':1}", "bind-no-mesh", "/node", false},
        {"{'node':16,'index':2,'weight':1}", "bind-target", "/index", false},
        {"{'node':16,'index':-1,'weight':1}", "bind-target", "/index", false},
        {"{'node':18,'index':1,'weight':1}", "bind-target", "/index", false},
        {"{'index':0,'weight':1}", "field-missing", "", false},
        {"{'node':16,'weight':1}", "field-missing", "", false},
        {"{'node':16,'index':0}", "field-missing", "", false},
        {"{'node':16,'index':0,'weight':'1'}", "field-type", "/weight", false},
        {"{'node':16,'index':0,'weight':1e999}", "field-not-finite", "/weight", false},
        {"{'node':16,'index':0.5,'weight':1}", "field-not-integer", "/index", false},
        {"{'node':16,'index':2147483647,'weight':1}", "bind-target", "/index", false},
        {"7", "field-type", "", false},
        /* EX-022: kept, and said. */
        {"{'node':16,'index':0,'weight':1.5}", "bind-weight", "/weight", true},
        {"{'node':16,'index':0,'weight':-0.5}", "bind-weight", "/weight", true},
        {"{'node':16,'index':0,'weight':100}", "bind-weight", "/weight", true},
    };
    check_binds("morphTargetBinds", cases, COUNT(cases),
                offsetof(vrm_expression, morph_bind_count));
    {
        loaded file = load_happy("'morphTargetBinds':[{'node':16,'index':0,'weight':1.5}]");
        REQUIRE(find(&file, "happy") != NULL);
        CHECK_NEAR((double)find(&file, "happy")->morph_binds[0].weight, 1.5, 0);
        unload(&file);
    }
}

/* DI-006: by mesh, as drafts have it; the node wins. */
TEST(di_006_di_007_a_bind_by_mesh) {
    loaded file = load_happy("'morphTargetBinds':[{'mesh':0,'index':1,'weight':0.5}]");
    const vrm_expression *happy = find(&file, "happy");
    CHECK(found(&file, "alias-used", HAPPY "/morphTargetBinds/0"));
    REQUIRE(happy != NULL);
    CHECK_INT(happy->morph_bind_count, 2);
    CHECK_INT(happy->morph_binds[0].node, 16);
    CHECK_INT(happy->morph_binds[1].node, 17);
    unload(&file);
    file = load_happy("'morphTargetBinds':[{'mesh':0,'node':18,'index':0,'weight':0.5}]");
    happy = find(&file, "happy");
    REQUIRE(happy != NULL);
    CHECK_INT(happy->morph_bind_count, 1);
    CHECK_INT(happy->morph_binds[0].node, 18);
    CHECK_INT(vrm_report_count(file.report), 0);
    unload(&file);
}

TEST(ex_026_colour_binds) {
    static const struct {
        const char *type;
        int32_t expected;
    } types[] = {
        {"color", VRM_COLOR_BIND_COLOR},      {"emissionColor", VRM_COLOR_BIND_EMISSION},
        {"shadeColor", VRM_COLOR_BIND_SHADE}, {"matcapColor", VRM_COLOR_BIND_MATCAP},
        {"rimColor", VRM_COLOR_BIND_RIM},     {"outlineColor", VRM_COLOR_BIND_OUTLINE},
    };
    for (size_t i = 0; i < COUNT(types); ++i) {
        loaded file = load_happy(format_members(
            "'materialColorBinds':[{'material':1,'type':'%s','targetValue':[0.1,2,-3,0.5]}]",
            types[i].type));
        const vrm_expression *happy = find(&file, "happy");
        test_note("%s", types[i].type);
        CHECK_INT(count_findings(&file), 0);
        if (CHECK(happy != NULL) && CHECK_INT(happy->color_bind_count, 1)) {
            const vrm_color_bind *bind = &happy->color_binds[0];
            CHECK_INT(bind->material, 1);
            CHECK_INT(bind->type, types[i].expected);
            CHECK_NEAR((double)bind->target[0], 0.1, 1e-7); /* linear, as it is (EX-027) */
            CHECK_NEAR((double)bind->target[1], 2, 0);
            CHECK_NEAR((double)bind->target[2], -3, 0);
            CHECK_NEAR((double)bind->target[3], 0.5, 0);
        }
        unload(&file);
    }
    test_note(NULL);
}

TEST(ex_026_er_012_er_013_colour_binds_that_are_wrong) {
    static const bind_case cases[] = {
        {"{'material':2,'type':'color','targetValue':[1,1,1,1]}", "index-out-of-range", "/material",
         false},
        {"{'type':'color','targetValue':[1,1,1,1]}", "field-missing", "", false},
        {"{'material':0,'targetValue':[1,1,1,1]}", "field-missing", "", false},
        {"{'material':0,'type':'uvScale','targetValue':[1,1,1,1]}", "field-enum", "/type", false},
        {"{'material':0,'type':'color'}", "field-missing", "", false},
        {"{'material':0,'type':'color','targetValue':1}", "field-type", "/targetValue", false},
        {"{'material':0,'type':'color','targetValue':[]}", "field-vector-short", "/targetValue",
         false},
        {"{'material':0,'type':'color','targetValue':[1,1]}", "field-vector-short", "/targetValue",
         false},
        {"{'material':0,'type':'color','targetValue':[1,1,1]}", "bind-color-alpha", "/targetValue",
         true},
        {"{'material':0,'type':'color','targetValue':[1,1,1,1,1]}", "field-vector-long",
         "/targetValue", true},
        {"{'material':0,'type':'color','targetValue':[1,1,'1',1]}", "field-type", "/targetValue/2",
         false},
        {"{'material':0,'type':'color','targetValue':[1,1,1,1e99]}", "field-not-finite",
         "/targetValue/3", false},
        {"[]", "field-type", "", false},
    };
    check_binds("materialColorBinds", cases, COUNT(cases),
                offsetof(vrm_expression, color_bind_count));
    {
        static const char three[] =
            "'expressions':{'preset':{'happy':{'materialColorBinds':"
            "[{'material':0,'type':'color','targetValue':[0.25,0.5,0.75]}]}}}";
        loaded file = load_vrm1(three, NULL), strict = load_vrm1_strict(three, NULL);
        REQUIRE(find(&file, "happy") != NULL);
        CHECK_NEAR((double)find(&file, "happy")->color_binds[0].target[2], 0.75, 0);
        CHECK_NEAR((double)find(&file, "happy")->color_binds[0].target[3], 1, 0);
        CHECK_INT(strict.result, VRM_ERROR_VRM);
        unload(&strict);
        unload(&file);
    }
}

TEST(ex_030_texture_transform_binds) {
    static const struct {
        const char *bind;
        double scale_x, scale_y, offset_x, offset_y;
    } cases[] = {
        {"{'material':1}", 1, 1, 0, 0},
        {"{'material':1,'scale':[2,3]}", 2, 3, 0, 0},
        {"{'material':1,'offset':[0.25,-0.5]}", 1, 1, 0.25, -0.5},
        {"{'material':1,'scale':[0,-1],'offset':[4,5]}", 0, -1, 4, 5},
    };
    /* The material has a transform of its own: a bind does not take it over. */
    static const char root[] =
        "'materials':[{},{'pbrMetallicRoughness':{'baseColorTexture':{'index':0,'extensions':{"
        "'KHR_texture_transform':{'scale':[7,7],'offset':[8,8]}}}}}]";
    for (size_t i = 0; i < COUNT(cases); ++i) {
        loaded file = load_vrm1(
            format_members("'expressions':{'preset':{'happy':{'textureTransformBinds':[%s]}}}",
                           cases[i].bind),
            root);
        const vrm_expression *happy = find(&file, "happy");
        test_note("%s", cases[i].bind);
        CHECK_INT(count_findings(&file), 0);
        if (CHECK(happy != NULL) && CHECK_INT(happy->uv_bind_count, 1)) {
            const vrm_uv_bind *bind = &happy->uv_binds[0];
            CHECK_INT(bind->material, 1);
            CHECK_INT(bind->components,
                      VRM_UV_SCALE_X | VRM_UV_SCALE_Y | VRM_UV_OFFSET_X | VRM_UV_OFFSET_Y);
            CHECK_NEAR((double)bind->scale.x, cases[i].scale_x, 0);
            CHECK_NEAR((double)bind->scale.y, cases[i].scale_y, 0);
            CHECK_NEAR((double)bind->offset.x, cases[i].offset_x, 0);
            CHECK_NEAR((double)bind->offset.y, cases[i].offset_y, 0);
        }
        unload(&file);
    }
    test_note(NULL);
}

TEST(ex_030_er_013_texture_transform_binds_that_are_wrong) {
    static const bind_case cases[] = {
        {"{}", "field-missing", "", false},
        {"{'material':5}", "index-out-of-range", "/material", false},
        {"{'material':0,'scale':[1]}", "field-vector-short", "/scale", true},
        {"{'material':0,'offset':[1,2,3]}", "field-vector-long", "/offset", true},
        {"{'material':0,'scale':'x'}", "field-type", "/scale", true},
        {"null", "field-type", "", false},
    };
    check_binds("textureTransformBinds", cases, COUNT(cases),
                offsetof(vrm_expression, uv_bind_count));
    {
        loaded file = load_happy("'textureTransformBinds':[{'material':0,'scale':[5]}]");
        REQUIRE(find(&file, "happy") != NULL);
        CHECK_NEAR((double)find(&file, "happy")->uv_binds[0].scale.x, 1, 0);
        unload(&file);
    }
}

TEST(er_011_lists_of_binds_of_another_type) {
    static const char *const keys[] = {"morphTargetBinds", "materialColorBinds",
                                       "textureTransformBinds"};
    for (size_t i = 0; i < COUNT(keys); ++i) {
        loaded file = load_happy(format_members("'%s':{'0':{'node':16,'material':0}}", keys[i]));
        test_note("%s", keys[i]);
        CHECK_INT(count_findings(&file), 1);
        CHECK(found(&file, "field-type", format_members(HAPPY "/%s", keys[i])));
        CHECK(find(&file, "happy") != NULL);
        unload(&file);
    }
    test_note(NULL);
}

/* A strict load names everything that is wrong, not only what comes first. */
TEST(er_010_a_strict_load_reads_on) {
    loaded file = load_vrm1_strict(
        "'expressions':{'preset':{'happy':{'morphTargetBinds':[{'node':1,'index':0,'weight':1},"
        "{'node':16,'index':9,'weight':1}]},'happy':{},'sad':{'morphTargetBinds':[{}]}}}",
        NULL);
    CHECK_INT(file.result, VRM_ERROR_VRM);
    CHECK_INT(count_code(&file, "bind-no-mesh"), 1);
    CHECK_INT(count_code(&file, "bind-target"), 1);
    CHECK_INT(count_code(&file, "expression-twice"), 1);
    CHECK_INT(count_code(&file, "field-missing"), 2); /* index and weight */
    CHECK_INT(vrm_report_found(file.report, VRM_SEVERITY_ERROR), 5);
    unload(&file);
}

TEST_SUITE(expression, ENTRY(ex_001_ex_032_ex_033_each_preset), ENTRY(ex_001_without_expressions),
           ENTRY(ex_002_presets_that_there_are_not), ENTRY(ex_003_custom_ones_have_any_name),
           ENTRY(ex_004_a_custom_one_with_the_name_of_a_preset), ENTRY(ex_042_the_same_name_twice),
           ENTRY(ex_042_one_of_many_names_twice), ENTRY(er_009_er_011_expressions_of_another_type),
           ENTRY(ex_007_the_threshold_of_binary_ones), ENTRY(er_012_overrides),
           ENTRY(di_006_di_007_ignore_is_an_older_name_of_override),
           ENTRY(di_006_older_forms_of_expressions), ENTRY(ex_021_ex_022_morph_binds),
           ENTRY(ex_021_ex_022_morph_binds_that_are_wrong), ENTRY(di_006_di_007_a_bind_by_mesh),
           ENTRY(ex_026_colour_binds), ENTRY(ex_026_er_012_er_013_colour_binds_that_are_wrong),
           ENTRY(ex_030_texture_transform_binds),
           ENTRY(ex_030_er_013_texture_transform_binds_that_are_wrong),
           ENTRY(er_011_lists_of_binds_of_another_type), ENTRY(er_010_a_strict_load_reads_on));
