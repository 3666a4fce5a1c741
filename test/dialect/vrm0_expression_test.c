/* VRM 0.x: blendShapeMaster (V0-013 … V0-023). */
#include "dialect/vrm0_fixture.h"
#include "support/fixture.h"
#include "test.h"

#include <stdio.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

TEST(v0_013_presets_in_any_case) {
    static const struct {
        const char *name;
        int32_t preset;
    } cases[] = {
        {"joy", VRM_PRESET_HAPPY},
        {"Joy", VRM_PRESET_HAPPY},
        {"JOY", VRM_PRESET_HAPPY},
        {"neutral", VRM_PRESET_NEUTRAL},
        {"a", VRM_PRESET_AA},
        {"i", VRM_PRESET_IH},
        {"u", VRM_PRESET_OU},
        {"e", VRM_PRESET_EE},
        {"o", VRM_PRESET_OH},
        {"blink", VRM_PRESET_BLINK},
        {"angry", VRM_PRESET_ANGRY},
        {"sorrow", VRM_PRESET_SAD},
        {"fun", VRM_PRESET_RELAXED},
        {"lookup", VRM_PRESET_LOOK_UP},
        {"lookdown", VRM_PRESET_LOOK_DOWN},
        {"lookleft", VRM_PRESET_LOOK_LEFT},
        {"LookRight", VRM_PRESET_LOOK_RIGHT},
        {"blink_l", VRM_PRESET_BLINK_LEFT},
        {"Blink_R", VRM_PRESET_BLINK_RIGHT},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char vrm[160];
        const vrm_expression *expression;
        loaded file;
        test_note("%s", cases[i].name);
        snprintf(vrm, sizeof vrm,
                 "'blendShapeMaster':{'blendShapeGroups':[{'name':'x','presetName':'%s'}]}",
                 cases[i].name);
        file = load_vrm0(vrm);
        expression = find_vrm0_expression(&file, cases[i].preset, NULL);
        REQUIRE(expression != NULL && file.tables->expression_count == 1);
        CHECK_TEXT(expression->name.data, vrm_preset_name((vrm_preset)cases[i].preset));
        unload(&file);
    }
    test_note(NULL);
}

TEST(v0_014_unknown_groups_are_known_by_name) {
    loaded file =
        load_vrm0("'blendShapeMaster':{'blendShapeGroups':["
                  "{'name':'Joy','presetName':'unknown'},{'name':'Surprised','presetName':''},"
                  "{'name':'BLINK_L'},{'name':'Wink','presetName':'Unknown'},"
                  "{'name':'grin','presetName':'happy'},{'presetName':'unknown'},"
                  "{'name':'happy','presetName':'unknown'}]}");
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->expression_count, 7);
    CHECK(find_vrm0_expression(&file, VRM_PRESET_HAPPY, NULL) != NULL);
    CHECK(find_vrm0_expression(&file, VRM_PRESET_SURPRISED, NULL) != NULL);
    CHECK(find_vrm0_expression(&file, VRM_PRESET_BLINK_LEFT, NULL) != NULL);
    CHECK(find_vrm0_expression(&file, VRM_NONE, "Wink") != NULL);
    CHECK(find_vrm0_expression(&file, VRM_NONE, "grin") != NULL);
    CHECK(find_vrm0_expression(&file, VRM_NONE, "custom_5") != NULL);
    /* A name that only 1.0 has does not make a group a preset, not even beside that preset. */
    CHECK(find_vrm0_expression(&file, VRM_NONE, "happy") != NULL);
    CHECK(found(&file, "field-enum",
                "/extensions/VRM/blendShapeMaster/blendShapeGroups/4/presetName"));
    unload(&file);
}

TEST(v0_015_the_first_of_a_name_wins) {
    loaded file =
        load_vrm0("'blendShapeMaster':{'blendShapeGroups':["
                  "{'name':'a','presetName':'joy','isBinary':true},{'name':'b','presetName':'Joy'},"
                  "{'name':'Wink','presetName':'unknown','isBinary':true},{'name':'other'},"
                  "{'name':'WINK','presetName':'unknown'},{'name':'joy','presetName':'unknown'}]}");
    const vrm_expression *happy, *wink;
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->expression_count, 3);
    happy = find_vrm0_expression(&file, VRM_PRESET_HAPPY, NULL);
    wink = find_vrm0_expression(&file, VRM_NONE, "Wink");
    REQUIRE(happy != NULL && wink != NULL);
    CHECK_INT(happy->is_binary, 1);
    CHECK_INT(wink->is_binary, 1);
    CHECK(found(&file, "expression-twice", "/extensions/VRM/blendShapeMaster/blendShapeGroups/1"));
    CHECK(found(&file, "expression-twice", "/extensions/VRM/blendShapeMaster/blendShapeGroups/4"));
    CHECK(found(&file, "expression-twice", "/extensions/VRM/blendShapeMaster/blendShapeGroups/5"));
    unload(&file);
}

TEST(v0_016_weights_are_percent) {
    loaded file = load_vrm0("'blendShapeMaster':{'blendShapeGroups':[{'presetName':'a','binds':["
                            "{'mesh':1,'index':0,'weight':100},{'mesh':1,'index':0,'weight':25},"
                            "{'mesh':1,'index':0},{'mesh':1,'index':0,'weight':150},"
                            "{'mesh':1,'index':7,'weight':100},{'mesh':9,'index':0}]}]}");
    const vrm_expression *aa = find_vrm0_expression(&file, VRM_PRESET_AA, NULL);
    REQUIRE(aa != NULL && aa->morph_bind_count == 4);
    CHECK_NEAR((double)aa->morph_binds[0].weight, 1, 0);
    CHECK_NEAR((double)aa->morph_binds[1].weight, 0.25, 0);
    CHECK_NEAR((double)aa->morph_binds[2].weight, 1, 0);
    CHECK_NEAR((double)aa->morph_binds[3].weight, 1.5, 0); /* EX-022: kept, and said */
    CHECK(found(&file, "bind-weight",
                "/extensions/VRM/blendShapeMaster/blendShapeGroups/0/binds/3/weight"));
    CHECK_TEXT(message_of(&file, "bind-weight"), "the weight 150 is outside the range 0 to 100");
    CHECK(found(&file, "bind-target",
                "/extensions/VRM/blendShapeMaster/blendShapeGroups/0/binds/4/index"));
    CHECK(found(&file, "index-out-of-range",
                "/extensions/VRM/blendShapeMaster/blendShapeGroups/0/binds/5/mesh"));
    unload(&file);
}

TEST(v0_017_a_bind_means_all_nodes_of_the_mesh) {
    loaded file = load_vrm0("'blendShapeMaster':{'blendShapeGroups':[{'presetName':'a','binds':["
                            "{'mesh':0,'index':1,'weight':50}]}]}");
    const vrm_expression *aa = find_vrm0_expression(&file, VRM_PRESET_AA, NULL);
    REQUIRE(aa != NULL && aa->morph_bind_count == 2);
    for (uint32_t i = 0; i < 2; ++i) {
        CHECK_INT(aa->morph_binds[i].node, 5 + i);
        CHECK_INT(aa->morph_binds[i].target, 1);
        CHECK_NEAR((double)aa->morph_binds[i].weight, 0.5, 0);
    }
    unload(&file);
}

TEST(v0_018_binary_above_a_half) {
    loaded file = load_vrm0("'blendShapeMaster':{'blendShapeGroups':["
                            "{'presetName':'a','isBinary':true},{'presetName':'i'}]}");
    const vrm_expression *aa = find_vrm0_expression(&file, VRM_PRESET_AA, NULL);
    const vrm_expression *ih = find_vrm0_expression(&file, VRM_PRESET_IH, NULL);
    REQUIRE(aa != NULL && ih != NULL);
    CHECK_INT(aa->is_binary, 1);
    CHECK_NEAR((double)aa->binary_threshold, 0.5, 0);
    CHECK_INT(ih->is_binary, 0);
    unload(&file);
}

TEST(v0_019_nothing_overrides) {
    loaded file = load_vrm0("'blendShapeMaster':{'blendShapeGroups':[{'presetName':'joy',"
                            "'overrideBlink':'block','ignoreMouth':true}]}");
    const vrm_expression *happy = find_vrm0_expression(&file, VRM_PRESET_HAPPY, NULL);
    REQUIRE(happy != NULL);
    CHECK_INT(happy->override_blink, VRM_OVERRIDE_NONE);
    CHECK_INT(happy->override_look_at, VRM_OVERRIDE_NONE);
    CHECK_INT(happy->override_mouth, VRM_OVERRIDE_NONE);
    unload(&file);
}

#define VALUES(text)                                                                               \
    "'blendShapeMaster':{'blendShapeGroups':[{'presetName':'joy','materialValues':[" text "]}]}"
#define VALUE_POINTER "/extensions/VRM/blendShapeMaster/blendShapeGroups/0/materialValues/"

TEST(v0_020_materials_by_name) {
    loaded file = load_vrm0(
        VALUES("{'materialName':'skin','propertyName':'_Color','targetValue':[1,0,0,1]},"
               "{'materialName':'none','propertyName':'_Color','targetValue':[1,0,0,1]},"
               "{'materialName':'Skin','propertyName':'_Color','targetValue':[1,0,0,1]},"
               "{'materialName':'hair','propertyName':'_Color','targetValue':[1,0,0,0.5]}"));
    const vrm_expression *happy = find_vrm0_expression(&file, VRM_PRESET_HAPPY, NULL);
    REQUIRE(happy != NULL && happy->color_bind_count == 3);
    CHECK_INT(happy->color_binds[0].material, 0); /* two materials have the name */
    CHECK_INT(happy->color_binds[1].material, 2);
    CHECK_INT(happy->color_binds[2].material, 1);
    CHECK_NEAR((double)happy->color_binds[2].target[3], 0.5, 0);
    CHECK(found(&file, "material-value-name", VALUE_POINTER "1"));
    CHECK(found(&file, "material-value-name", VALUE_POINTER "2"));
    unload(&file);
}

TEST(v0_021_properties) {
    static const struct {
        const char *name;
        int32_t type;
    } cases[] = {
        {"_Color", VRM_COLOR_BIND_COLOR},          {"_EmissionColor", VRM_COLOR_BIND_EMISSION},
        {"_ShadeColor", VRM_COLOR_BIND_SHADE},     {"_RimColor", VRM_COLOR_BIND_RIM},
        {"_OutlineColor", VRM_COLOR_BIND_OUTLINE}, {"_Cutoff", VRM_NONE}};
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char vrm[256];
        const vrm_expression *happy;
        loaded file;
        snprintf(vrm, sizeof vrm,
                 VALUES("{'materialName':'hair','propertyName':'%s','targetValue':[0,1,0,1]}"),
                 cases[i].name);
        test_note("%s", cases[i].name);
        file = load_vrm0(vrm);
        happy = find_vrm0_expression(&file, VRM_PRESET_HAPPY, NULL);
        REQUIRE(happy != NULL);
        if (cases[i].type == VRM_NONE) {
            CHECK_INT(happy->color_bind_count + happy->uv_bind_count, 0);
            CHECK(found(&file, "material-value-property", VALUE_POINTER "0"));
        } else if (CHECK_INT(happy->color_bind_count, 1)) {
            CHECK_INT(happy->color_binds[0].material, 1);
            CHECK_INT(happy->color_binds[0].type, cases[i].type);
            CHECK_NEAR((double)happy->color_binds[0].target[1], 1, 0);
        }
        unload(&file);
    }
    test_note(NULL);
}

/* GV-082 */
TEST(v0_022_texture_transforms) {
    loaded file = load_vrm0(
        VALUES("{'materialName':'hair','propertyName':'_MainTex_ST','targetValue':[2,0.5,0.1,0.2]},"
               "{'materialName':'hair','propertyName':'_MainTex_ST_S','targetValue':[2,9,0.1,9]},"
               "{'materialName':'hair','propertyName':'_MainTex_ST_T','targetValue':[9,0.5,9,0.2]},"
               "{'materialName':'hair','propertyName':'_MainTex_ST','targetValue':[2,0.5,0.1]}"));
    const vrm_expression *happy = find_vrm0_expression(&file, VRM_PRESET_HAPPY, NULL);
    static const struct {
        int32_t components;
        double scale[2], offset[2];
    } expected[] = {
        {VRM_UV_SCALE_X | VRM_UV_SCALE_Y | VRM_UV_OFFSET_X | VRM_UV_OFFSET_Y, {2, 0.5}, {0.1, 0.3}},
        {VRM_UV_SCALE_X | VRM_UV_OFFSET_X, {2, 1}, {0.1, 0}},
        {VRM_UV_SCALE_Y | VRM_UV_OFFSET_Y, {1, 0.5}, {0, 0.3}},
    };
    REQUIRE(happy != NULL && happy->uv_bind_count == COUNT(expected));
    for (size_t i = 0; i < COUNT(expected); ++i) {
        const vrm_uv_bind *bind = &happy->uv_binds[i];
        test_note("%zu", i);
        CHECK_INT(bind->material, 1);
        CHECK_INT(bind->components, expected[i].components);
        CHECK_NEAR((double)bind->scale.x, expected[i].scale[0], 1e-6);
        CHECK_NEAR((double)bind->scale.y, expected[i].scale[1], 1e-6);
        CHECK_NEAR((double)bind->offset.x, expected[i].offset[0], 1e-6);
        CHECK_NEAR((double)bind->offset.y, expected[i].offset[1], 1e-6);
    }
    test_note(NULL);
    CHECK(found(&file, "field-vector-short", VALUE_POINTER "3/targetValue"));
    unload(&file);
}

/* GV-083 */
TEST(v0_023_colours_are_gamma) {
    static const double linear[] = {0.933107, 0.620916, 0.710566, 0.5};
    static const double raw[] = {0.97, 0.81, 0.86, 0.5};
    loaded file = load_vrm0(VALUES(
        "{'materialName':'hair','propertyName':'_Color','targetValue':[0.97,0.81,0.86,0.5]},"
        "{'materialName':'hair','propertyName':'_RimColor','targetValue':[0.97,0.81,0.86,0.5]},"
        "{'materialName':'hair','propertyName':'_EmissionColor','targetValue':[0.97,0.81,0.86,"
        "0.5]},{'materialName':'hair','propertyName':'_ShadeColor','targetValue':[0.5,0,0]}"));
    const vrm_expression *happy = find_vrm0_expression(&file, VRM_PRESET_HAPPY, NULL);
    REQUIRE(happy != NULL && happy->color_bind_count == 4);
    for (int i = 0; i < 4; ++i) {
        CHECK_NEAR((double)happy->color_binds[0].target[i], linear[i], 1e-6);
        CHECK_NEAR((double)happy->color_binds[1].target[i], linear[i], 1e-6);
        CHECK_NEAR((double)happy->color_binds[2].target[i], raw[i], 1e-6);
    }
    CHECK_NEAR((double)happy->color_binds[3].target[0], 0.214041, 1e-6);
    CHECK_NEAR((double)happy->color_binds[3].target[3], 1, 0); /* EX-026 */
    CHECK(found(&file, "bind-color-alpha", VALUE_POINTER "3/targetValue"));
    unload(&file);
}

TEST_SUITE(vrm0_expression, ENTRY(v0_013_presets_in_any_case),
           ENTRY(v0_014_unknown_groups_are_known_by_name), ENTRY(v0_015_the_first_of_a_name_wins),
           ENTRY(v0_016_weights_are_percent), ENTRY(v0_017_a_bind_means_all_nodes_of_the_mesh),
           ENTRY(v0_018_binary_above_a_half), ENTRY(v0_019_nothing_overrides),
           ENTRY(v0_020_materials_by_name), ENTRY(v0_021_properties),
           ENTRY(v0_022_texture_transforms), ENTRY(v0_023_colours_are_gamma));
