/* Finding parts of a model by name, bones and nodes, and the application's pointer. */
#include "support/avatar.h"
#include "test.h"
#include "testkit/create.h"

#include <string.h>

static loaded load_named(void) {
    const avatar from = {VRM_DIALECT_1,
                         "'expressions':{'preset':{'happy':{},'aa':{},'blinkLeft':{},'lookUp':{}},"
                         "'custom':{'joy':{},'wink':{}}}",
                         "'materials':[{'name':'skin'},{},{'name':'cloth'},{'name':'skin'}]", NULL,
                         "{'name':'hat'},{'name':'twin'},{'name':'twin'},{}"};
    return load_avatar(&from);
}

TEST(expressions_are_found_by_name) {
    loaded file = load_named();
    static const struct {
        const char *name, *found; /* NULL: none */
    } cases[] = {
        {"happy", "happy"},
        {"aa", "aa"},
        {"blinkLeft", "blinkLeft"},
        {"wink", "wink"},
        {"joy", "joy"}, /* an expression of that name goes before the preset of 0.x */
        {"a", "aa"},
        {"blink_l", "blinkLeft"},
        {"lookup", "lookUp"},
        {"sorrow", NULL}, /* "sad", which the avatar does not have */
        {"sad", NULL},
        {"blink_r", NULL},
        {"Wink", NULL},
        {"win", NULL},
        {"wink ", NULL},
        {"", NULL},
    };
    REQUIRE(file.model != NULL);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        int32_t index = vrm_model_find_expression(file.model, cases[i].name);
        test_note("%s", cases[i].name);
        if (cases[i].found == NULL) {
            CHECK_INT(index, VRM_NONE);
        } else if (CHECK(index >= 0 && (uint32_t)index < file.tables->expression_count)) {
            CHECK_TEXT(file.tables->expressions[index].name.data, cases[i].found);
        }
    }
    test_note(NULL);
    CHECK_INT(vrm_model_find_expression(file.model, NULL), VRM_NONE);
    CHECK_INT(vrm_model_find_expression(NULL, "happy"), VRM_NONE);
    unload(&file);
}

/* Each preset name of 0.x, in a file of 0.x. */
TEST(v0_013_preset_names_of_0x_are_understood) {
    static const struct {
        const char *old_name, *name;
    } names[] = {{"joy", "happy"},
                 {"angry", "angry"},
                 {"sorrow", "sad"},
                 {"fun", "relaxed"},
                 {"a", "aa"},
                 {"i", "ih"},
                 {"u", "ou"},
                 {"e", "ee"},
                 {"o", "oh"},
                 {"blink", "blink"},
                 {"blink_l", "blinkLeft"},
                 {"blink_r", "blinkRight"},
                 {"lookup", "lookUp"},
                 {"lookdown", "lookDown"},
                 {"lookleft", "lookLeft"},
                 {"lookright", "lookRight"},
                 {"neutral", "neutral"}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        loaded file = load_old_vrm(
            format_members("'blendShapeMaster':{'blendShapeGroups':[{'name':'x','presetName':"
                           "'unknown'},{'name':'y','presetName':'%s'}]}",
                           names[i].old_name),
            NULL);
        test_note("%s", names[i].old_name);
        REQUIRE(file.model != NULL);
        CHECK_TEXT(file.tables->expressions[0].name.data, names[i].name);
        CHECK_INT(vrm_model_find_expression(file.model, names[i].old_name), 0);
        CHECK_INT(vrm_model_find_expression(file.model, names[i].name), 0);
        CHECK_INT(vrm_model_find_expression(file.model, "x"), 1);
        CHECK_INT(vrm_model_find_preset(file.model, vrm_preset_find(names[i].name)), 0);
        unload(&file);
    }
    test_note(NULL);
}

TEST(presets_are_found) {
    loaded file = load_named();
    REQUIRE(file.model != NULL);
    for (vrm_preset preset = -3; preset < VRM_PRESET_COUNT + 3; ++preset) {
        int32_t index = vrm_model_find_preset(file.model, preset);
        bool has = preset == VRM_PRESET_HAPPY || preset == VRM_PRESET_AA ||
                   preset == VRM_PRESET_BLINK_LEFT || preset == VRM_PRESET_LOOK_UP;
        test_note("%d", (int)preset);
        CHECK_INT(index != VRM_NONE, has);
        if (has) CHECK_INT(file.tables->expressions[index].preset, preset);
        CHECK_INT(vrm_model_find_preset(NULL, preset), VRM_NONE);
    }
    for (vrm_preset preset = 0; preset < VRM_PRESET_COUNT; ++preset) {
        CHECK_INT(vrm_preset_find(vrm_preset_name(preset)), preset);
    }
    test_note(NULL);
    CHECK_INT(vrm_preset_find("blinkLeft"), VRM_PRESET_BLINK_LEFT);
    CHECK_INT(vrm_preset_find("BlinkLeft"), VRM_NONE);
    CHECK_INT(vrm_preset_find("blink_l"), VRM_NONE); /* the name in 1.0 alone */
    CHECK_INT(vrm_preset_find(""), VRM_NONE);
    CHECK_INT(vrm_preset_find(NULL), VRM_NONE);
    unload(&file);
}

TEST(nodes_materials_and_springs_are_found_by_name) {
    loaded file = load_named(), plain = load_json("{'asset':{'version':'2.0'}}");
    const avatar springs = {VRM_DIALECT_1, NULL, NULL,
                            "'VRMC_springBone':{'specVersion':'1.0','springs':["
                            "{'name':'hair','joints':[{'node':21},{'node':22}]},"
                            "{'joints':[{'node':22},{'node':23}]}]}",
                            NULL};
    loaded swaying = load_avatar(&springs);
    REQUIRE(file.model != NULL && swaying.model != NULL && plain.model != NULL);
    CHECK_INT(vrm_model_find_node(file.model, "hat"), AVATAR_NODE_COUNT);
    CHECK_INT(vrm_model_find_node(file.model, "twin"), AVATAR_NODE_COUNT + 1); /* the first */
    CHECK_INT(vrm_model_find_node(file.model, "Hat"), VRM_NONE);
    CHECK_INT(vrm_model_find_node(file.model, "ha"), VRM_NONE);
    CHECK_INT(vrm_model_find_material(file.model, "skin"), 0);
    CHECK_INT(vrm_model_find_material(file.model, "cloth"), 2);
    CHECK_INT(vrm_model_find_material(file.model, "hair"), VRM_NONE);
    CHECK_INT(vrm_model_find_spring(file.model, "hair"), VRM_NONE);
    CHECK_INT(vrm_model_find_spring(swaying.model, "hair"), 0);
    CHECK_INT(vrm_model_find_spring(swaying.model, "tail"), VRM_NONE);
    for (int i = 0; i < 2; ++i) { /* a model with nothing in it, and none at all */
        const vrm_model *empty = i == 0 ? plain.model : NULL;
        CHECK_INT(vrm_model_find_node(empty, "hat"), VRM_NONE);
        CHECK_INT(vrm_model_find_material(empty, "skin"), VRM_NONE);
        CHECK_INT(vrm_model_find_spring(empty, "hair"), VRM_NONE);
        CHECK_INT(vrm_model_find_expression(empty, "happy"), VRM_NONE);
    }
    CHECK_INT(vrm_model_find_node(file.model, NULL), VRM_NONE);
    CHECK_INT(vrm_model_find_material(file.model, NULL), VRM_NONE);
    CHECK_INT(vrm_model_find_spring(swaying.model, NULL), VRM_NONE);
    unload(&plain);
    unload(&swaying);
    unload(&file);
}

TEST(bones_and_nodes) {
    loaded file = load_vrm1(NULL, NULL);
    int bones = 0;
    REQUIRE(file.model != NULL);
    CHECK_INT(vrm_model_bone_node(file.model, VRM_BONE_HIPS), AVATAR_HIPS);
    CHECK_INT(vrm_model_bone_node(file.model, VRM_BONE_HEAD), AVATAR_HEAD);
    CHECK_INT(vrm_model_bone_node(file.model, VRM_BONE_JAW), VRM_NONE);
    CHECK_INT(vrm_model_bone_of_node(file.model, AVATAR_HIPS), VRM_BONE_HIPS);
    CHECK_INT(vrm_model_bone_of_node(file.model, AVATAR_HEAD), VRM_BONE_HEAD);
    CHECK_INT(vrm_model_bone_of_node(file.model, AVATAR_ROOT), VRM_NONE);
    CHECK_INT(vrm_model_bone_of_node(file.model, AVATAR_CHAIN), VRM_NONE);
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        int32_t node = vrm_model_bone_node(file.model, bone);
        CHECK_INT(node, file.tables->humanoid.nodes[bone]);
        if (node == VRM_NONE) continue;
        CHECK_INT(vrm_model_bone_of_node(file.model, node), bone);
        ++bones;
    }
    CHECK_INT(bones, 15);
    for (int32_t i = -3; i <= VRM_BONE_COUNT; i += VRM_BONE_COUNT + 3) {
        CHECK_INT(vrm_model_bone_node(file.model, i), VRM_NONE);
    }
    CHECK_INT(vrm_model_bone_of_node(file.model, VRM_NONE), VRM_NONE); /* absent bones have it */
    CHECK_INT(vrm_model_bone_of_node(file.model, -7), VRM_NONE);
    CHECK_INT(vrm_model_bone_of_node(file.model, AVATAR_NODE_COUNT), VRM_NONE);
    CHECK_INT(vrm_model_bone_of_node(file.model, INT32_MAX), VRM_NONE);
    CHECK_INT(vrm_model_bone_node(NULL, VRM_BONE_HIPS), VRM_NONE);
    CHECK_INT(vrm_model_bone_of_node(NULL, 0), VRM_NONE);
    unload(&file);
}

TEST(a_model_keeps_the_pointer_of_the_application) {
    int mine = 0;
    vrm_load_desc desc;
    loaded file;
    vrm_load_desc_init(&desc);
    desc.flags = VRM_LOAD_ANY_GLTF;
    file = load_avatar_file(fixture_glb("{'asset':{'version':'2.0'}}", NULL, 0), &desc);
    CHECK(vrm_model_user(file.model) == NULL);
    unload(&file);
    desc.user = &mine;
    file = load_avatar_file(fixture_glb("{'asset':{'version':'2.0'}}", NULL, 0), &desc);
    CHECK(file.model != NULL && vrm_model_user(file.model) == &mine);
    unload(&file);
    CHECK(vrm_model_user(NULL) == NULL);
}

TEST(mt_044_default_material) {
    const int32_t wrong[] = {VRM_NONE, VRM_ALL, INT32_MIN, 4, INT32_MAX};
    loaded file = load_named();
    vrm_avatar *one;
    REQUIRE(file.model != NULL);
    one = create_avatar(file.model, NULL);
    REQUIRE(one != NULL);
    vrm_avatar_update(one, 0.0f);
    for (int32_t i = 0; i < 4; ++i) {
        CHECK(vrm_model_material(file.model, i) == &vrm_model_tables(file.model)->materials[i]);
        CHECK(vrm_model_mtoon(file.model, i) == &vrm_model_tables(file.model)->mtoons[i]);
        CHECK(vrm_avatar_material_values(one, i) == &vrm_avatar_frame(one)->materials[i]);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        const vrm_material *material = vrm_model_material(file.model, wrong[i]);
        const vrm_material *empty = vrm_model_material(file.model, 1); /* {} */
        const size_t behind_name = offsetof(vrm_material, base_color_factor);
        test_note("%d", wrong[i]);
        CHECK_TEXT(material->name.data, "");
        CHECK(memcmp((const char *)material + behind_name, (const char *)empty + behind_name,
                     sizeof *material - behind_name) == 0);
        CHECK(memcmp(vrm_model_mtoon(file.model, wrong[i]), vrm_model_mtoon(file.model, 1),
                     sizeof(vrm_mtoon)) == 0);
        CHECK(memcmp(vrm_avatar_material_values(one, wrong[i]), vrm_avatar_material_values(one, 1),
                     sizeof(vrm_material_values)) == 0);
    }
    CHECK(vrm_model_material(NULL, 0) == vrm_model_material(file.model, VRM_NONE));
    CHECK(vrm_model_mtoon(NULL, 0) == vrm_model_mtoon(file.model, VRM_NONE));
    CHECK(vrm_avatar_material_values(NULL, 0) == vrm_avatar_material_values(one, VRM_NONE));
    CHECK(vrm_model_material(NULL, 0)->metallic_factor == 1.0f);
    vrm_avatar_destroy(one);
    unload(&file);
}

TEST_SUITE(find, ENTRY(expressions_are_found_by_name),
           ENTRY(v0_013_preset_names_of_0x_are_understood), ENTRY(presets_are_found),
           ENTRY(nodes_materials_and_springs_are_found_by_name), ENTRY(bones_and_nodes),
           ENTRY(a_model_keeps_the_pointer_of_the_application), ENTRY(mt_044_default_material));
