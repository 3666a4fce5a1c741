/* Rules that are measured on vertices, materials and textures: samples with one thing changed. */
#include "support/edited.h"
#include "test.h"

#include <stdio.h>
#include <string.h>
#include <vrm/author/check.h>

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof(array)[0]))
#define PRESET "/extensions/VRMC_vrm/expressions/preset/"
#define CUSTOM "/extensions/VRMC_vrm/expressions/custom/"
#define GROUPS "/extensions/VRM/blendShapeMaster/blendShapeGroups/"
#define PROPERTIES "/extensions/VRM/materialProperties/"
#define ANNOTATIONS "/extensions/VRMC_vrm/firstPerson/meshAnnotations/"

static const char AME[] = "character-1.0.vrm", OLD_AME[] = "character-0.x.vrm",
                  DRAFT_AME[] = "character-1.0-draft.vrm";

/* One value of the sample changed. */
static void check_one(const char *pointer, const char *value, const char *expected) {
    const edit one = {pointer, value};
    check_edited_file(AME, &one, 1, expected);
}

static void check_old(const char *pointer, const char *value, const char *expected) {
    const edit one = {pointer, value};
    check_edited_file(OLD_AME, &one, 1, expected);
}

/* --- Expressions --- */

/* BH-030 */
TEST(a_preset_without_binds) {
    const edit all[] = {{PRESET "aa", "{}"},
                        {PRESET "ih", "{}"},
                        {PRESET "ou", "{}"},
                        {PRESET "ee", "{}"},
                        {PRESET "oh", "{}"}};
    check_one(PRESET "ih/morphTargetBinds", NULL, "note expression-empty " PRESET "ih");
    check_old(GROUPS "2/binds", "[]", "note expression-empty " GROUPS "2");
    /* Neutral is the face at rest, bones turn the eyes of this avatar, and one that overrides does
     * something. */
    check_one(PRESET "neutral/morphTargetBinds", NULL, "");
    check_one(PRESET "lookUp/morphTargetBinds", NULL, "");
    check_one(PRESET "happy/morphTargetBinds", NULL, "");
    check_one(PRESET "relaxed", "{\"overrideLookAt\":\"blend\"}", "");
    check_one(PRESET "relaxed", "{\"overrideMouth\":\"blend\"}", "");
    check_one(PRESET "relaxed", "{}", "note expression-empty " PRESET "relaxed");
    /* Applications take custom ones without binds as signals. */
    check_one(CUSTOM "signal", "{}", "");
    /* An avatar may have no mouths at all. */
    check_edited_file(AME, all, COUNT(all), "");
}

/* BH-031 */
TEST(binds_without_effect) {
    check_one(PRESET "ih/morphTargetBinds/0/weight", "0",
              "warning expression-no-effect " PRESET "ih");
    check_one(PRESET "ih/morphTargetBinds/0/weight", "0.5", "");
    /* Of a color that the material has at rest. */
    check_one(CUSTOM "blush/materialColorBinds/0",
              "{\"material\":3,\"type\":\"emissionColor\",\"targetValue\":[0,0,0,1]}",
              "warning expression-no-effect " CUSTOM "blush");
    check_one(CUSTOM "blush/materialColorBinds/0",
              "{\"material\":3,\"type\":\"emissionColor\",\"targetValue\":[0,0.5,0,1]}", "");
    check_one(CUSTOM "blush/materialColorBinds/0",
              "{\"material\":3,\"type\":\"rimColor\",\"targetValue\":[0.5,0,0,1]}", "");
    check_one(CUSTOM "blush/materialColorBinds/0",
              "{\"material\":3,\"type\":\"shadeColor\",\"targetValue\":[0.25,0,0,1]}", "");
    check_one(CUSTOM "blush/materialColorBinds/0",
              "{\"material\":3,\"type\":\"outlineColor\",\"targetValue\":[0.5,0,0,1]}", "");
    check_one(CUSTOM "blush/materialColorBinds/0",
              "{\"material\":3,\"type\":\"matcapColor\",\"targetValue\":[0.5,0,0,1]}", "");
    /* Of a place that the texture has at rest. */
    check_one(CUSTOM "starEyes/textureTransformBinds/0/offset", "[0,0]",
              "warning expression-no-effect " CUSTOM "starEyes");
    check_one(CUSTOM "starEyes/textureTransformBinds/0",
              "{\"material\":2,\"scale\":[1,0.5],\"offset\":[0,0]}", "");
    check_one(CUSTOM "starEyes/textureTransformBinds/0",
              "{\"material\":2,\"scale\":[0.5,1],\"offset\":[0,0]}", "");
    check_one(CUSTOM "starEyes/textureTransformBinds/0",
              "{\"material\":2,\"scale\":[1,1],\"offset\":[0,0.5]}", "");
}

/* BH-031 */
TEST(colors_that_a_material_does_not_have) {
    const edit plain[] = {{"/materials/3/extensions", NULL},
                          {CUSTOM "blush/materialColorBinds/0/type", "\"rimColor\""}};
    const edit unlit[] = {{"/materials/3/extensions", "{\"KHR_materials_unlit\":{}}"},
                          {"/extensionsUsed/-", "\"KHR_materials_unlit\""},
                          {CUSTOM "blush/materialColorBinds/0/type", "\"emissionColor\""}};
    /* One that is unlit and has MToon is shown as MToon. */
    const edit both[] = {{"/materials/3/extensions/KHR_materials_unlit", "{}"},
                         {"/extensionsUsed/-", "\"KHR_materials_unlit\""},
                         {CUSTOM "blush/materialColorBinds/0/type", "\"emissionColor\""}};
    check_edited_file(AME, both, COUNT(both), "");
    check_edited_file(AME, plain, COUNT(plain), "warning expression-no-effect " CUSTOM "blush");
    check_edited_file(AME, unlit, COUNT(unlit), "warning expression-no-effect " CUSTOM "blush");
}

/* BH-032 */
TEST(expressions_that_differ_only_in_name) {
    const edit again = {CUSTOM "blush2",
                        "{\"materialColorBinds\":[{\"material\":3,\"type\":\"color\","
                        "\"targetValue\":[1,1,1,1]}]}"};
    const edit stars = {CUSTOM "starEyes2",
                        "{\"isBinary\":true,\"textureTransformBinds\":[{\"material\":2,"
                        "\"scale\":[1,1],\"offset\":[0.5,0]}]}"};
    const edit not_binary = {CUSTOM "starEyes2", "{\"textureTransformBinds\":[{\"material\":2,"
                                                 "\"scale\":[1,1],\"offset\":[0.5,0]}]}"};
    check_one(PRESET "ih/morphTargetBinds/0/index", "0", "warning expressions-equal " PRESET "ih");
    check_edited_file(AME, &again, 1, "warning expressions-equal " CUSTOM "blush2");
    check_edited_file(AME, &stars, 1, "warning expressions-equal " CUSTOM "starEyes2");
    check_edited_file(AME, &not_binary, 1, "");
}

/* BH-033 */
TEST(expressions_that_add_up) {
    const edit angry[] = {{PRESET "angry/morphTargetBinds/1/index", "0"},
                          {PRESET "angry/overrideMouth", "\"blend\""}};
    const edit half[] = {{PRESET "angry/morphTargetBinds/1/index", "0"},
                         {PRESET "angry/morphTargetBinds/1/weight", "0.5"},
                         {PRESET "aa/morphTargetBinds/0/weight", "0.5"}};
    const edit blinks[] = {{PRESET "angry/morphTargetBinds/1/index", "11"},
                           {PRESET "angry/overrideBlink", "\"block\""}};
    const edit look[] = {{PRESET "surprised/morphTargetBinds/2/index", "0"},
                         {"/extensions/VRMC_vrm/lookAt", "{\"type\":\"expression\"}"},
                         {PRESET "surprised/overrideLookAt", "\"block\""}};
    const edit mouth[] = {{PRESET "blink/morphTargetBinds/0/index", "0"},
                          {PRESET "blink/overrideMouth", "\"block\""}};
    check_edited_file(AME, mouth, 1, "warning expressions-add-up " PRESET "aa");
    check_edited_file(AME, mouth, 2, "");
    check_edited_file(AME, angry, 1, "warning expressions-add-up " PRESET "angry");
    check_edited_file(AME, angry, 2, "");
    check_edited_file(AME, half, 3, "");
    /* Two blinks that share the target are one fault. */
    check_edited_file(AME, blinks, 1, "warning expressions-add-up " PRESET "angry");
    check_edited_file(AME, blinks, 2, "");
    /* Expressions for looking count where lookAt uses them. */
    check_edited_file(AME, look, 1, "");
    check_edited_file(AME, look, 2, "warning expressions-add-up " PRESET "surprised");
    check_edited_file(AME, look, 3, "");
}

/* BH-034, BH-035 */
TEST(blinks) {
    const edit small[] = {{PRESET "blink/morphTargetBinds/0/weight", "0.05"},
                          {PRESET "blink/morphTargetBinds/1/weight", "0.05"}};
    const edit up[] = {
        {PRESET "blink/morphTargetBinds", "[{\"node\":84,\"index\":17,\"weight\":1}]"},
        {PRESET "surprised/overrideBlink", "\"block\""}};
    const edit by_color[] = {{PRESET "blink/morphTargetBinds/0/weight", "0.05"},
                             {PRESET "blink/morphTargetBinds/1/weight", "0.05"},
                             {PRESET "blink/materialColorBinds",
                              "[{\"material\":3,\"type\":\"color\",\"targetValue\":[0,1,1,1]}]"}};
    check_edited_file(AME, small, 2, "warning blink-open " PRESET "blink");
    check_edited_file(AME, by_color, 3, "");
    /* Eyes that open wide. */
    check_edited_file(AME, up, 2, "warning blink-open " PRESET "blink");
    check_one(PRESET "blinkLeft/morphTargetBinds/0/index", "12",
              "warning expressions-equal " PRESET "blinkRight; "
              "warning blink-side " PRESET "blinkLeft");
    check_one(PRESET "blinkRight/morphTargetBinds/0/index", "11",
              "warning expressions-equal " PRESET "blinkRight; "
              "warning blink-side " PRESET "blinkRight");
}

/* BH-035: how far vertices go, and which part of it is on the other side, are not finite here. */
TEST(blinks_without_bounds) {
    static const char *const weights[] = {"1e20", "-1e20", "1e30", "3e38"};
    static const char *const names[] = {"blinkLeft", "blinkRight"};
    for (size_t i = 0; i < COUNT(weights) * COUNT(names); ++i) {
        char pointer[128], expected[256];
        const edit one = {pointer, weights[i / COUNT(names)]};
        snprintf(pointer, sizeof pointer, PRESET "%s/morphTargetBinds/0/weight",
                 names[i % COUNT(names)]);
        snprintf(expected, sizeof expected, "error bind-weight %s", pointer);
        check_edited_file(AME, &one, 1, expected);
    }
}

/* TP-003, BH-053: numbers that are read by people are numbers. */
TEST(messages_without_infinity) {
    static const char *const values[] = {"[3e38,3e38,3e38]", "[-3e38,0,3e38]", "[0,-3e38,0]"};
    static const char *const nodes[] = {"/nodes/0/translation", "/nodes/4/translation",
                                        "/nodes/10/translation", "/nodes/1/scale"};
    for (size_t i = 0; i < COUNT(values) * COUNT(nodes); ++i) {
        const edit one = {nodes[i % COUNT(nodes)], values[i / COUNT(nodes)]};
        fixture original = fixture_sample(AME), file = edited(&original, &one, 1);
        vrm_report *report = NULL;
        CHECK_INT(vrm_check(file.bytes, file.size, NULL, &report), VRM_OK);
        CHECK(vrm_report_count(report) > 0);
        for (uint32_t k = 0; k < vrm_report_count(report); ++k) {
            const char *message = vrm_report_get(report, k)->message;
            CHECK(strstr(message, " inf ") == NULL && strstr(message, "-inf ") == NULL);
            CHECK(strstr(message, " nan ") == NULL);
        }
        vrm_report_destroy(report);
        fixture_free(&original);
        fixture_free(&file);
    }
}

/* BH-054 */
TEST(overrides_of_the_own_kind) {
    check_one(PRESET "blink/overrideBlink", "\"block\"",
              "warning override-own-kind " PRESET "blink/overrideBlink");
    check_one(PRESET "oh/overrideMouth", "\"blend\"",
              "warning override-own-kind " PRESET "oh/overrideMouth");
    check_one(PRESET "lookUp/overrideLookAt", "\"block\"",
              "warning override-own-kind " PRESET "lookUp/overrideLookAt");
    check_one(PRESET "blink/overrideMouth", "\"block\"", "");
    check_one(PRESET "happy/overrideLookAt", "\"block\"", "");
}

/* BH-055 */
TEST(a_morph_target_that_is_bound_twice) {
    check_one(PRESET "oh/morphTargetBinds/-", "{\"node\":84,\"index\":4,\"weight\":0}",
              "warning bind-twice " PRESET "oh");
    check_one(PRESET "oh/morphTargetBinds/0/weight", "0.5", "");
}

/* BH-036, BH-037 */
TEST(mouths) {
    check_one(PRESET "oh/morphTargetBinds/0/weight", "0.02", "warning mouth-closed " PRESET "oh");
    check_one(PRESET "oh/morphTargetBinds/0/weight", "0.5", "");
    check_one(PRESET "oh/morphTargetBinds/0/index", "17", "warning mouth-elsewhere " PRESET "oh");
}

/* --- What cameras draw --- */

static void check_types(const char *body, const char *others, const char *expected) {
    char pointers[5][96];
    edit edits[5];
    for (int i = 0; i < 5; ++i) {
        snprintf(pointers[i], sizeof pointers[i], ANNOTATIONS "%d/type", i);
        edits[i].pointer = pointers[i];
        edits[i].value = i == 0 ? body : others;
    }
    check_edited_file(AME, edits, 5, expected);
}

/* BH-040, BH-041, BH-042 */
TEST(splits_that_hide_everything_or_nothing) {
#define FIRST_PERSON "/extensions/VRMC_vrm/firstPerson"
    check_types("\"both\"", "\"both\"", "warning first-person-head " FIRST_PERSON);
    check_types("\"both\"", "\"auto\"", "");
    check_types("\"thirdPersonOnly\"", "\"thirdPersonOnly\"",
                "warning first-person-empty " FIRST_PERSON);
    check_types("\"firstPersonOnly\"", "\"firstPersonOnly\"",
                "warning third-person-empty " FIRST_PERSON);
    check_types("\"thirdPersonOnly\"", "\"firstPersonOnly\"", "");
    check_types("\"auto\"", "\"firstPersonOnly\"", "");
}

/* --- Materials --- */

/* BH-043, BH-051 */
TEST(values_that_1_0_does_not_have) {
    check_old(PROPERTIES "0/floatProperties/_CullMode", "1",
              "warning material-lost " PROPERTIES "0/floatProperties/_CullMode");
    check_old(PROPERTIES "0/floatProperties/_CullMode", "0", "");
    check_old(PROPERTIES "0/textureProperties/_ReceiveShadowTexture", "0",
              "warning material-lost " PROPERTIES "0/textureProperties/_ReceiveShadowTexture");
    check_old(PROPERTIES "0/floatProperties/_ReceiveShadowRate", "0.5",
              "note material-light " PROPERTIES "0/floatProperties/_ReceiveShadowRate");
    check_old(PROPERTIES "0/floatProperties/_ReceiveShadowRate", "1", "");
    check_old(PROPERTIES "0/floatProperties/_LightColorAttenuation", "0.5",
              "note material-light " PROPERTIES "0/floatProperties/_LightColorAttenuation");
}

/* BH-043 */
TEST(values_of_the_draft_that_1_0_does_not_have) {
#define DRAFT_NAMES "note alias-used /extensions/VRMC_vrm/humanoid/humanBones"
#define MTOON "/materials/0/extensions/VRMC_materials_mtoon/"
    const edit front = {MTOON "cullMode", "\"front\""};
    const edit texture = {MTOON "shadowReceiveMultiplyTexture", "0"};
    const edit factor = {MTOON "shadowReceiveMultiplyFactor", "0.5"};
    const edit whole = {MTOON "shadowReceiveMultiplyFactor", "1"};
    check_edited_file(DRAFT_AME, &front, 1,
                      DRAFT_NAMES "; warning material-lost " MTOON "cullMode");
    check_edited_file(DRAFT_AME, &texture, 1,
                      DRAFT_NAMES "; warning material-lost " MTOON "shadowReceiveMultiplyTexture");
    check_edited_file(DRAFT_AME, &factor, 1,
                      DRAFT_NAMES "; note material-light " MTOON "shadowReceiveMultiplyFactor");
    check_edited_file(DRAFT_AME, &whole, 1, DRAFT_NAMES);
}

/* BH-043: a model that was loaded before has no JSON any more. */
TEST(values_of_a_model_without_its_json) {
    const edit one = {PROPERTIES "0/floatProperties/_CullMode", "1"};
    const edit empty = {GROUPS "2/binds", "[]"};
    check_edited(OLD_AME, &one, 1, "");
    check_edited(OLD_AME, &empty, 1,
                 "note expression-empty /extensions/VRM/blendShapeMaster/blendShapeGroups");
    check_edited(AME, &(edit){PRESET "ih/morphTargetBinds", NULL}, 1,
                 "note expression-empty " PRESET "ih");
    check_edited(AME, &(edit){CUSTOM "blush/materialColorBinds/0/targetValue", "[1,1,1,0]"}, 1,
                 "warning expression-no-effect " CUSTOM "blush");
}

/* BH-044 */
TEST(transparent_materials_in_one_place) {
#define OFFSET "/materials/4/extensions/VRMC_materials_mtoon/renderQueueOffsetNumber"
#define Z_WRITE "/materials/4/extensions/VRMC_materials_mtoon/transparentWithZWrite"
    const edit hair[] = {{"/materials/4/alphaMode", "\"BLEND\""}, {OFFSET, "-1"}};
    const edit z_write[] = {{"/materials/4/alphaMode", "\"BLEND\""}, {Z_WRITE, "true"}};
    check_edited_file(AME, hair, 1, "warning blend-order /materials/4/alphaMode");
    check_edited_file(AME, hair, 2, "");
    check_edited_file(AME, z_write, 2, "");
}

/* --- Textures --- */

/* BH-047 */
TEST(textures_that_nothing_uses) {
    const edit used[] = {{"/textures/-", "{\"source\":0}"},
                         {"/materials/0/emissiveTexture", "{\"index\":7}"}};
    /* A number of another key is no use, and the picture of the avatar needs none. */
    const edit extra[] = {{"/textures/-", "{\"source\":0}"}, {"/materials/0/extras", "{\"a\":7}"}};
    const edit thumbnail = {"/textures/-", "{\"source\":7}"};
    check_edited_file(AME, extra, 2, "note texture-unused /textures/7");
    check_edited_file(AME, &thumbnail, 1, "");
    check_edited_file(AME, used, 1, "note texture-unused /textures/7");
    check_edited_file(AME, used, 2, "");
}

/* --- The pose --- */

/* TP-006 */
TEST(soles_that_are_not_on_the_ground) {
    fixture file = fixture_sample(AME);
    vrm_model *model = NULL;
    vrm_vec3 hips;
    char value[64], pointer[32];
    const edit one = {pointer, value};
    edit edits[3];
    REQUIRE(vrm_model_load(file.bytes, file.size, NULL, &model, NULL) == VRM_OK);
    hips = vrm_model_gltf(model)->nodes[vrm_model_bone_node(model, VRM_BONE_HIPS)].rest.translation;
    snprintf(pointer, sizeof pointer, "/nodes/%d/translation",
             (int)vrm_model_bone_node(model, VRM_BONE_HIPS));
    snprintf(value, sizeof value, "[%g,%g,%g]", (double)hips.x, (double)hips.y + 0.1,
             (double)hips.z);
    check_edited_file(AME, &one, 1, "warning pose-soles /nodes/83");
    /* A board may be below the feet: here a mesh that is a point on the ground. */
    edits[0] = one;
    edits[1] = (edit){"/nodes/-", "{\"mesh\":3,\"scale\":[0,0,0]}"};
    check_edited_file(
        AME, edits, 2,
        "error node-scale /nodes/95/scale; warning vertices-follow-nothing /nodes/95");
    /* Vertices that no triangle has are not seen. */
    edits[1] = (edit){"/nodes/0/mesh", "5"};
    edits[2] =
        (edit){"/meshes/-", "{\"primitives\":[{\"mode\":0,\"attributes\":{\"POSITION\":0}}]}"};
    check_edited_file(AME, edits, 3, "warning pose-soles /nodes/83");
    snprintf(value, sizeof value, "[%g,%g,%g]", (double)hips.x, (double)hips.y - 0.015,
             (double)hips.z);
    check_edited_file(AME, &one, 1, "");
    vrm_model_release(model);
    fixture_free(&file);
}

/* --- Limits --- */

/* Each allocation fails once: nothing leaks, and the check says that it has no memory. */
TEST(memory_that_is_refused) {
    fixture file = fixture_sample(AME);
    int64_t failed = 0;
    for (int64_t at = 0; at < 400; ++at) {
        counting counter;
        vrm_load_desc load;
        vrm_check_desc desc;
        vrm_report *report = NULL;
        vrm_result result;
        counting_init(&counter, at);
        vrm_load_desc_init(&load);
        vrm_check_desc_init(&desc);
        desc.load = &load;
        load.allocator = &counter.allocator;
        result = vrm_check(file.bytes, file.size, &desc, &report);
        vrm_report_destroy(report);
        CHECK_INT(counter.live, 0);
        CHECK(!counter.is_size_wrong);
        if (result == VRM_OK) break;
        CHECK_INT(result, VRM_ERROR_OUT_OF_MEMORY);
        ++failed;
    }
    CHECK(failed > 20);
    fixture_free(&file);
}

TEST(nothing_is_measured_without_the_payload) {
    const edit one = {PRESET "blink/morphTargetBinds/0/weight", "0"};
    fixture file = fixture_sample(AME), changed = edited(&file, &one, 1);
    vrm_check_desc desc;
    vrm_report *report = NULL;
    vrm_check_desc_init(&desc);
    desc.flags = VRM_CHECK_NO_BEHAVIOR;
    CHECK_INT(vrm_check(changed.bytes, changed.size, &desc, &report), VRM_OK);
    CHECK_INT(vrm_report_count(report), 0);
    vrm_report_destroy(report);
    fixture_free(&file);
    fixture_free(&changed);
}

TEST_SUITE(looks, ENTRY_READS(samples, a_preset_without_binds),
           ENTRY_READS(samples, binds_without_effect),
           ENTRY_READS(samples, colors_that_a_material_does_not_have),
           ENTRY_READS(samples, expressions_that_differ_only_in_name),
           ENTRY_READS(samples, expressions_that_add_up), ENTRY_READS(samples, blinks),
           ENTRY_READS(samples, blinks_without_bounds),
           ENTRY_READS(samples, messages_without_infinity),
           ENTRY_READS(samples, overrides_of_the_own_kind),
           ENTRY_READS(samples, a_morph_target_that_is_bound_twice), ENTRY_READS(samples, mouths),
           ENTRY_READS(samples, splits_that_hide_everything_or_nothing),
           ENTRY_READS(samples, values_that_1_0_does_not_have),
           ENTRY_READS(samples, values_of_the_draft_that_1_0_does_not_have),
           ENTRY_READS(samples, values_of_a_model_without_its_json),
           ENTRY_READS(samples, transparent_materials_in_one_place),
           ENTRY_READS(samples, textures_that_nothing_uses),
           ENTRY_READS(samples, soles_that_are_not_on_the_ground),
           ENTRY_READS(samples, memory_that_is_refused),
           ENTRY_READS(samples, nothing_is_measured_without_the_payload));
