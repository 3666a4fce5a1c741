/* Inputs of expressions, and their layers. */
#include "avatar/face.h"
#include "test.h"

#include <math.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define EPS 1e-6

TEST(ex_005_inputs_are_clamped) {
    static const struct {
        float input;
        double weight;
    } cases[] = {
        {0.25f, 0.25},   {-1.0f, 0},
        {2.0f, 1},       {1.0f, 1},
        {-0.0f, 0},      {(float)NAN, 0},
        {1e-30f, 1e-30}, {(float)INFINITY, 1},
        {0.7f, 0.7},     {(float)-INFINITY, 0},
    };
    face f = face_make("'happy':{}", NULL, NULL);
    CHECK_NEAR(face_weight(&f, "happy"), 0, 0); /* at first */
    for (size_t i = 0; i < COUNT(cases); ++i) {
        test_note("%g", (double)cases[i].input);
        face_set(&f, "happy", 0.5f);
        face_set(&f, "happy", cases[i].input);
        for (int k = 0; k < 3; ++k) { /* it stays */
            face_update(&f);
            CHECK_NEAR(face_weight(&f, "happy"), cases[i].weight, 1e-7);
        }
    }
    test_note(NULL);
    face_free(&f);
}

TEST(what_is_not_there_does_nothing) {
    static const int32_t bad[] = {-1, 2, 1000, INT32_MIN, INT32_MAX};
    face f = face_make("'happy':{},'blink':{}", "'wink':{}", NULL);
    face_set(&f, "happy", 0.5f);
    face_update(&f);
    for (size_t i = 0; i < COUNT(bad); ++i) {
        int32_t layer = bad[i] == 2 ? VRM_EXPRESSION_LAYER_COUNT : bad[i];
        int32_t expression = bad[i] == 2 ? 3 : bad[i];
        vrm_avatar_set_expression(f.avatar, expression, 1.0f);
        vrm_avatar_set_layer_expression(f.avatar, layer, 0, 1.0f);
        vrm_avatar_set_expression_layer_weight(f.avatar, layer, 0.0f);
        vrm_avatar_clear_expression_layer(f.avatar, layer);
        vrm_avatar_set_expression_class(f.avatar, expression, VRM_EXPRESSION_CLASS_BLINK);
        CHECK_NEAR((double)vrm_avatar_expression_weight(f.avatar, expression), 0, 0);
    }
    vrm_avatar_set_expression(NULL, 0, 1.0f);
    vrm_avatar_set_layer_expression(NULL, 0, 0, 1.0f);
    vrm_avatar_set_expression_layer_weight(NULL, 0, 0.0f);
    vrm_avatar_clear_expression_layer(NULL, 0);
    vrm_avatar_set_expression_class(NULL, 0, VRM_EXPRESSION_CLASS_BLINK);
    vrm_avatar_update_expressions(NULL, 1.0f);
    CHECK_NEAR((double)vrm_avatar_expression_weight(NULL, 0), 0, 0);
    face_update(&f);
    CHECK_NEAR(face_weight(&f, "happy"), 0.5, 0);
    CHECK_NEAR(face_weight(&f, "blink"), 0, 0);
    CHECK_NEAR(face_weight(&f, "wink"), 0, 0);
    face_free(&f);
}

/* --- Layers --- */

/* UO-003: each of the sources of inputs has a layer. */
TEST(uo_003_the_input_is_the_greatest_of_all_layers) {
    face f = face_make("'blink':{},'happy':{}", NULL, NULL);
    int32_t blink = face_find(&f, "blink");
    for (int32_t layer = 0; layer < VRM_EXPRESSION_LAYER_LOOK_AT; ++layer) {
        test_note("layer %d", layer);
        face_set_in(&f, layer, "happy", 0.25f);
        face_update(&f);
        CHECK_NEAR(face_weight(&f, "happy"), 0.25, 0);
        vrm_avatar_clear_expression_layer(f.avatar, layer);
        face_update(&f);
        CHECK_NEAR(face_weight(&f, "happy"), 0, 0);
    }
    test_note(NULL);
    *vrmi_face_input(f.avatar, VRM_EXPRESSION_LAYER_LOOK_AT, face_find(&f, "happy")) = 0.25f;
    face_update(&f);
    CHECK_NEAR(face_weight(&f, "happy"), 0.25, 0);
    /* Two parts of an application blink at once. */
    face_set_in(&f, VRM_EXPRESSION_LAYER_BLINK, "blink", 0.4f);
    face_set_in(&f, VRM_EXPRESSION_LAYER_EMOTION, "blink", 0.7f);
    face_update(&f);
    CHECK_NEAR(face_weight(&f, "blink"), 0.7, EPS);
    vrm_avatar_set_expression_layer_weight(f.avatar, VRM_EXPRESSION_LAYER_EMOTION, 0.5f);
    face_update(&f);
    CHECK_NEAR(face_weight(&f, "blink"), 0.4, EPS);
    vrm_avatar_set_expression_layer_weight(f.avatar, VRM_EXPRESSION_LAYER_BLINK, 0.25f);
    face_update(&f);
    CHECK_NEAR(face_weight(&f, "blink"), 0.35, EPS);
    vrm_avatar_set_expression_layer_weight(f.avatar, VRM_EXPRESSION_LAYER_EMOTION, 0.0f);
    vrm_avatar_set_expression_layer_weight(f.avatar, VRM_EXPRESSION_LAYER_BLINK, 0.0f);
    face_update(&f);
    CHECK_NEAR(face_weight(&f, "blink"), 0, 0);
    /* Weights are 0 to 1, and what is no number is ignored. */
    vrm_avatar_set_expression_layer_weight(f.avatar, VRM_EXPRESSION_LAYER_BLINK, 7.0f);
    vrm_avatar_set_expression_layer_weight(f.avatar, VRM_EXPRESSION_LAYER_BLINK, (float)-INFINITY);
    vrm_avatar_set_expression_layer_weight(f.avatar, VRM_EXPRESSION_LAYER_BLINK, (float)NAN);
    vrm_avatar_set_expression_layer_weight(f.avatar, VRM_EXPRESSION_LAYER_EMOTION, -3.0f);
    vrm_avatar_set_expression_layer_weight(f.avatar, VRM_EXPRESSION_LAYER_EMOTION, (float)INFINITY);
    face_update(&f);
    CHECK_NEAR(face_weight(&f, "blink"), 0.4, EPS);
    CHECK_NEAR((double)vrmi_expression_input(f.avatar, blink), 0.4, EPS);
    vrm_avatar_clear_expression_layer(f.avatar, VRM_EXPRESSION_LAYER_BLINK);
    face_update(&f);
    CHECK_NEAR(face_weight(&f, "blink"), 0, 0);
    face_free(&f);
}

TEST(the_layer_of_look_at_is_written_by_look_at) {
    face f = face_make("'lookLeft':{}", NULL, NULL);
    float *input = vrmi_face_input(f.avatar, VRM_EXPRESSION_LAYER_LOOK_AT, 0);
    face_set_in(&f, VRM_EXPRESSION_LAYER_LOOK_AT, "lookLeft", 1.0f);
    CHECK_NEAR((double)*input, 0, 0);
    *input = 0.5f;
    vrm_avatar_clear_expression_layer(f.avatar, VRM_EXPRESSION_LAYER_LOOK_AT);
    face_update(&f);
    CHECK_NEAR(face_weight(&f, "lookLeft"), 0.5, 0);
    vrm_avatar_set_expression_layer_weight(f.avatar, VRM_EXPRESSION_LAYER_LOOK_AT,
                                           0.5f); /* but it can be weakened */
    face_update(&f);
    CHECK_NEAR(face_weight(&f, "lookLeft"), 0.25, 0);
    *input = 3.0f; /* clamped as any other */
    face_update(&f);
    CHECK_NEAR(face_weight(&f, "lookLeft"), 0.5, 0);
    face_free(&f);
}

#define THREE                                                                                      \
    "'happy':{'overrideBlink':'blend','morphTargetBinds':[{'node':16,'index':0,'weight':0.3}]},"   \
    "'aa':{'isBinary':true,'morphTargetBinds':[{'node':16,'index':0,'weight':0.7}]},"              \
    "'blink':{'morphTargetBinds':[{'node':16,'index':0,'weight':0.9}]}"

TEST(uo_005_setters_of_different_expressions_commute) {
    static const char *const names[] = {"happy", "aa", "blink"};
    static const float weights[] = {0.3f, 0.6f, 0.8f};
    static const int orders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                    {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    face first = face_make(THREE, NULL, NULL);
    for (int k = 0; k < 3; ++k) face_set(&first, names[k], weights[k]);
    face_update(&first);
    CHECK_NEAR(face_morph(&first, 16, 0), 0.3 * 0.3 + 0.7 + 0.8 * 0.7 * 0.9, EPS);
    for (size_t i = 0; i < COUNT(orders); ++i) {
        face f = face_make(THREE, NULL, NULL);
        for (int k = 0; k < 3; ++k) {
            face_set(&f, names[orders[i][k]], 0.1f);
            face_set(&f, names[orders[i][k]], weights[orders[i][k]]); /* the last one counts */
        }
        face_update(&f);
        CHECK(memcmp(f.frame.expression_weights, first.frame.expression_weights,
                     sizeof(float) * 3) == 0);
        CHECK(memcmp(f.frame.morph_weights, first.frame.morph_weights,
                     sizeof(float) * first.frame.morph_weight_count) == 0);
        face_free(&f);
    }
    face_free(&first);
}

TEST(uo_004_expressions_are_applied_once_and_by_the_stage_alone) {
    face f = face_make(THREE, NULL, NULL);
    face_set(&f, "blink", 1.0f);
    CHECK_NEAR(face_weight(&f, "blink"), 0, 0);
    CHECK_NEAR(face_morph(&f, 16, 0), 0, 0);
    for (int i = 0; i < 3; ++i) { /* once an update, not once more */
        face_update(&f);
        CHECK_NEAR(face_weight(&f, "blink"), 1, 0);
        CHECK_NEAR(face_morph(&f, 16, 0), 0.9, EPS);
    }
    vrm_avatar_update(f.avatar, 1.0f / 60.0f);
    CHECK_NEAR(face_morph(&f, 16, 0), 0.9, EPS);
    face_set(&f, "blink", 0.0f);
    CHECK_NEAR(face_morph(&f, 16, 0), 0.9, EPS);
    vrm_avatar_update_pose(f.avatar);
    vrm_avatar_update_constraints(f.avatar);
    CHECK_NEAR(face_morph(&f, 16, 0), 0.9, EPS);
    face_update(&f);
    CHECK_NEAR(face_morph(&f, 16, 0), 0, 0);
    face_free(&f);
}

TEST_SUITE(expression_input, ENTRY(ex_005_inputs_are_clamped),
           ENTRY(what_is_not_there_does_nothing),
           ENTRY(uo_003_the_input_is_the_greatest_of_all_layers),
           ENTRY(the_layer_of_look_at_is_written_by_look_at),
           ENTRY(uo_005_setters_of_different_expressions_commute),
           ENTRY(uo_004_expressions_are_applied_once_and_by_the_stage_alone));
