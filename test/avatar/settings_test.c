/* What was set can be read back: layers, springs, joints, the application's pointer. */
#include "avatar/face.h"
#include "avatar/spring_scene.h"
#include "test.h"
#include "testkit/create.h"

#include <math.h>
#include <string.h>

TEST(layers_and_their_expressions) {
    face f = face_make("'happy':{},'blink':{}", NULL, NULL);
    int32_t happy, blink;
    static const int32_t bad_layers[] = {VRM_NONE, VRM_EXPRESSION_LAYER_COUNT, INT32_MAX,
                                         INT32_MIN};
    REQUIRE(f.avatar != NULL);
    happy = face_find(&f, "happy");
    blink = face_find(&f, "blink");
    for (vrm_expression_layer layer = 0; layer < VRM_EXPRESSION_LAYER_COUNT; ++layer) {
        CHECK_NEAR(vrm_avatar_expression_layer_weight(f.avatar, layer), 1, 0);
        CHECK_NEAR(vrm_avatar_layer_expression(f.avatar, layer, happy), 0, 0);
    }
    vrm_avatar_set_expression(f.avatar, happy, 0.25f);
    vrm_avatar_set_layer_expression(f.avatar, VRM_EXPRESSION_LAYER_EMOTION, happy, 0.5f);
    vrm_avatar_set_layer_expression(f.avatar, VRM_EXPRESSION_LAYER_BLINK, blink, 7);
    vrm_avatar_set_expression_layer_weight(f.avatar, VRM_EXPRESSION_LAYER_EMOTION, 0.125f);
    vrm_avatar_set_expression_layer_weight(f.avatar, VRM_EXPRESSION_LAYER_BLINK, -1);
    CHECK_NEAR(vrm_avatar_layer_expression(f.avatar, VRM_EXPRESSION_LAYER_APPLICATION, happy), 0.25,
               0);
    CHECK_NEAR(vrm_avatar_layer_expression(f.avatar, VRM_EXPRESSION_LAYER_EMOTION, happy), 0.5, 0);
    CHECK_NEAR(vrm_avatar_layer_expression(f.avatar, VRM_EXPRESSION_LAYER_BLINK, blink), 1,
               0); /* EX-005 */
    CHECK_NEAR(vrm_avatar_layer_expression(f.avatar, VRM_EXPRESSION_LAYER_BLINK, happy), 0, 0);
    CHECK_NEAR(vrm_avatar_expression_layer_weight(f.avatar, VRM_EXPRESSION_LAYER_EMOTION), 0.125,
               0);
    CHECK_NEAR(vrm_avatar_expression_layer_weight(f.avatar, VRM_EXPRESSION_LAYER_BLINK), 0, 0);
    CHECK_NEAR(vrm_avatar_expression_layer_weight(f.avatar, VRM_EXPRESSION_LAYER_APPLICATION), 1,
               0);
    vrm_avatar_set_layer_expression(f.avatar, VRM_EXPRESSION_LAYER_EMOTION, happy, NAN);
    CHECK_NEAR(vrm_avatar_layer_expression(f.avatar, VRM_EXPRESSION_LAYER_EMOTION, happy), 0,
               0); /* EX-005 */
    vrm_avatar_clear_expression_layer(f.avatar, VRM_EXPRESSION_LAYER_APPLICATION);
    CHECK_NEAR(vrm_avatar_layer_expression(f.avatar, VRM_EXPRESSION_LAYER_APPLICATION, happy), 0,
               0);
    CHECK_NEAR(vrm_avatar_layer_expression(f.avatar, VRM_EXPRESSION_LAYER_BLINK, blink), 1, 0);
    for (size_t i = 0; i < sizeof bad_layers / sizeof bad_layers[0]; ++i) {
        CHECK_NEAR(vrm_avatar_expression_layer_weight(f.avatar, bad_layers[i]), 0, 0);
        CHECK_NEAR(vrm_avatar_layer_expression(f.avatar, bad_layers[i], happy), 0, 0);
        CHECK_NEAR(vrm_avatar_layer_expression(f.avatar, VRM_EXPRESSION_LAYER_BLINK, bad_layers[i]),
                   0, 0);
    }
    CHECK_NEAR(vrm_avatar_expression_layer_weight(NULL, VRM_EXPRESSION_LAYER_BLINK), 0, 0);
    CHECK_NEAR(vrm_avatar_layer_expression(NULL, VRM_EXPRESSION_LAYER_BLINK, blink), 0, 0);
    face_free(&f);
}

/* The lookAt stage writes its own layer, which can be read as any other. */
TEST(the_layer_of_look_at_can_be_read) {
    loaded file = load_vrm1("'lookAt':{'type':'expression','rangeMapHorizontalOuter':"
                            "{'inputMaxValue':90,'outputScale':1}},"
                            "'expressions':{'preset':{'lookLeft':{}}}",
                            NULL);
    vrm_avatar *who = create_avatar(file.model, NULL);
    REQUIRE(who != NULL);
    vrm_avatar_set_look_at_degrees(who, 45, 0);
    vrm_avatar_update(who, 0);
    CHECK_NEAR(vrm_avatar_layer_expression(who, VRM_EXPRESSION_LAYER_LOOK_AT, 0), 0.5, 1e-6);
    vrm_avatar_set_layer_expression(who, VRM_EXPRESSION_LAYER_LOOK_AT, 0,
                                    1); /* is not the host's */
    CHECK_NEAR(vrm_avatar_layer_expression(who, VRM_EXPRESSION_LAYER_LOOK_AT, 0), 0.5, 1e-6);
    vrm_avatar_destroy(who);
    unload(&file);
}

#define TWO_SPRINGS                                                                                \
    "'springs':[{'name':'a','joints':[{'node':1,'hitRadius':0.5,'stiffness':2,'gravityPower':3,"   \
    "'gravityDir':[0,0,1],'dragForce':0.25},{'node':2}]},"                                         \
    "{'name':'b','center':0,'joints':[{'node':3},{'node':4}]}]"

TEST(what_springs_were_told) {
    scene s = scene_make(SCENE_HAIR, TWO_SPRINGS, NULL);
    static const int32_t bad[] = {VRM_NONE, VRM_ALL, 2, INT32_MAX, INT32_MIN};
    vrm_vec3 force = {9, 9, 9};
    REQUIRE(s.avatar != NULL);
    for (int32_t i = 0; i < 2; ++i) {
        CHECK_INT(vrm_avatar_spring_mode(s.avatar, i), VRM_SPRING_MODE_RUN);
        CHECK_NEAR(vrm_avatar_spring_weight(s.avatar, i), 1, 0);
        vrm_avatar_get_spring_wind(s.avatar, i, &force);
        CHECK_VEC3(force, 0, 0, 0, 0);
        CHECK_INT(vrm_avatar_spring_center(s.avatar, i), i == 0 ? VRM_NONE : 0);
    }
    vrm_avatar_get_wind(s.avatar, &force);
    CHECK_VEC3(force, 0, 0, 0, 0);
    vrm_avatar_set_spring_mode(s.avatar, 1, VRM_SPRING_MODE_TRACK);
    vrm_avatar_set_spring_weight(s.avatar, 1, 0.25f);
    vrm_avatar_set_wind_value(s.avatar, vrm_vec3_make(1, 2, 3));
    vrm_avatar_set_spring_wind_value(s.avatar, 1, vrm_vec3_make(4, 5, 6));
    vrm_avatar_set_spring_center(s.avatar, 0, 1);
    vrm_avatar_set_spring_center(s.avatar, 1, VRM_NONE);
    CHECK_INT(vrm_avatar_spring_mode(s.avatar, 0), VRM_SPRING_MODE_RUN);
    CHECK_INT(vrm_avatar_spring_mode(s.avatar, 1), VRM_SPRING_MODE_TRACK);
    CHECK_NEAR(vrm_avatar_spring_weight(s.avatar, 0), 1, 0);
    CHECK_NEAR(vrm_avatar_spring_weight(s.avatar, 1), 0.25, 0);
    vrm_avatar_get_wind(s.avatar, &force);
    CHECK_VEC3(force, 1, 2, 3, 0);
    CHECK_VEC3(vrm_avatar_wind(s.avatar), 1, 2, 3, 0);
    vrm_avatar_get_spring_wind(s.avatar, 0, &force);
    CHECK_VEC3(force, 0, 0, 0, 0);
    vrm_avatar_get_spring_wind(s.avatar, 1, &force);
    CHECK_VEC3(force, 4, 5, 6, 0);
    CHECK_VEC3(vrm_avatar_spring_wind(s.avatar, 1), 4, 5, 6, 0);
    CHECK_INT(vrm_avatar_spring_center(s.avatar, 0), 1);
    CHECK_INT(vrm_avatar_spring_center(s.avatar, 1), VRM_NONE);
    vrm_avatar_set_spring_center(s.avatar, 0, 6); /* not above the first joint (SB-022) */
    CHECK_INT(vrm_avatar_spring_center(s.avatar, 0), 1);
    vrm_avatar_set_spring_mode(s.avatar, VRM_ALL, VRM_SPRING_MODE_HOLD);
    vrm_avatar_set_spring_weight(s.avatar, VRM_ALL, 2);
    vrm_avatar_set_spring_wind_value(s.avatar, VRM_ALL, vrm_vec3_make(-1, 0, 0));
    for (int32_t i = 0; i < 2; ++i) {
        CHECK_INT(vrm_avatar_spring_mode(s.avatar, i), VRM_SPRING_MODE_HOLD);
        CHECK_NEAR(vrm_avatar_spring_weight(s.avatar, i), 1, 0);
        vrm_avatar_get_spring_wind(s.avatar, i, &force);
        CHECK_VEC3(force, -1, 0, 0, 0);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        CHECK_INT(vrm_avatar_spring_mode(s.avatar, bad[i]), VRM_SPRING_MODE_OFF);
        CHECK_NEAR(vrm_avatar_spring_weight(s.avatar, bad[i]), 0, 0);
        CHECK_INT(vrm_avatar_spring_center(s.avatar, bad[i]), VRM_NONE);
        force = vrm_vec3_make(9, 9, 9);
        vrm_avatar_get_spring_wind(s.avatar, bad[i], &force);
        CHECK_VEC3(force, 0, 0, 0, 0);
    }
    CHECK_INT(vrm_avatar_spring_mode(NULL, 0), VRM_SPRING_MODE_OFF);
    CHECK_NEAR(vrm_avatar_spring_weight(NULL, 0), 0, 0);
    CHECK_INT(vrm_avatar_spring_center(NULL, 0), VRM_NONE);
    vrm_avatar_get_wind(NULL, &force);
    CHECK_VEC3(force, 0, 0, 0, 0);
    force = vrm_vec3_make(9, 9, 9);
    vrm_avatar_get_spring_wind(NULL, 0, &force);
    CHECK_VEC3(force, 0, 0, 0, 0);
    vrm_avatar_get_wind(s.avatar, NULL);
    vrm_avatar_get_spring_wind(s.avatar, 0, NULL);
    scene_free(&s);
}

TEST(a_joint_goes_back_to_the_settings_of_the_file) {
    scene s = scene_make(SCENE_HAIR, TWO_SPRINGS, NULL);
    scene same = scene_make(SCENE_HAIR, TWO_SPRINGS, NULL);
    const vrm_spring_joint_settings other = {0.1f, 9, 8, 0.75f, {1, 0, 0}};
    vrm_spring_joint_settings first, got;
    REQUIRE(s.avatar != NULL && same.avatar != NULL);
    vrm_avatar_get_spring_joint(s.avatar, 0, &first);
    CHECK_NEAR(first.hit_radius, 0.5, 0);
    CHECK_NEAR(first.stiffness, 2, 0);
    CHECK_NEAR(first.gravity_power, 3, 0);
    CHECK_NEAR(first.drag_force, 0.25, 0);
    CHECK_VEC3(first.gravity_dir, 0, 0, 1, 0);
    vrm_avatar_set_spring_joint(s.avatar, 0, &other);
    vrm_avatar_get_spring_joint(s.avatar, 0, &got);
    CHECK(memcmp(&got, &other, sizeof got) == 0);
    vrm_avatar_set_spring_joint(s.avatar, 0, NULL);
    vrm_avatar_get_spring_joint(s.avatar, 0, &got);
    CHECK(memcmp(&got, &first, sizeof got) == 0);
    vrm_avatar_set_spring_joint(s.avatar, 99, NULL);
    vrm_avatar_set_spring_joint(NULL, 0, NULL);
    scene_update(&s, 30, 1.0f / 60);
    scene_update(&same, 30, 1.0f / 60);
    CHECK(memcmp(s.frame.local, same.frame.local, sizeof(vrm_trs) * s.frame.node_count) == 0);
    scene_free(&same);
    scene_free(&s);
}

/* Gravity of 0.x is given in the axes of the file: the half turn is a part of its defaults too. */
TEST(a_joint_of_0x_goes_back_to_the_settings_of_the_file) {
    loaded file = load_old_vrm("'secondaryAnimation':{'boneGroups':[{'bones':[21],'stiffiness':2,"
                               "'gravityPower':1,'gravityDir':{'x':0,'y':0,'z':1}}]}",
                               NULL);
    for (uint32_t flags = 0; flags <= VRM_AVATAR_FLAG_AS_FILE; ++flags) {
        vrm_spring_joint_settings first, got;
        vrm_avatar_desc desc;
        vrm_avatar *who;
        vrm_avatar_desc_init(&desc);
        desc.flags = flags;
        who = create_avatar(file.model, &desc);
        REQUIRE(who != NULL && file.tables->spring_joint_count != 0);
        vrm_avatar_get_spring_joint(who, 0, &first);
        /* Left-handed +Z is glTF's -Z (V0-010), which the half turn makes +Z. */
        CHECK_VEC3(first.gravity_dir, 0, 0, flags == 0 ? 1 : -1, 0);
        memset(&got, 0, sizeof got);
        vrm_avatar_set_spring_joint(who, 0, &got);
        vrm_avatar_set_spring_joint(who, 0, NULL);
        vrm_avatar_get_spring_joint(who, 0, &got);
        CHECK(memcmp(&got, &first, sizeof got) == 0);
        vrm_avatar_destroy(who);
    }
    unload(&file);
}

TEST(an_avatar_keeps_the_pointer_of_the_application) {
    scene s = scene_make(SCENE_HAIR, TWO_SPRINGS, NULL);
    vrm_crowd *crowd = create_crowd(NULL);
    vrm_avatar_desc desc;
    vrm_avatar *who, *member;
    int first = 0, second = 0;
    REQUIRE(s.avatar != NULL && crowd != NULL);
    CHECK(vrm_avatar_user(s.avatar) == NULL);
    vrm_avatar_desc_init(&desc);
    desc.user = &first;
    who = create_avatar(s.file.model, &desc);
    member = add_avatar(crowd, s.file.model, &desc);
    CHECK(vrm_avatar_user(who) == &first && vrm_avatar_user(member) == &first);
    vrm_avatar_set_user(who, &second);
    vrm_avatar_update(who, 0.1f);
    CHECK(vrm_avatar_user(who) == &second && vrm_avatar_user(member) == &first);
    vrm_avatar_set_user(who, NULL);
    CHECK(vrm_avatar_user(who) == NULL);
    CHECK(vrm_avatar_user(NULL) == NULL);
    vrm_avatar_set_user(NULL, &first);
    vrm_avatar_destroy(who);
    vrm_crowd_destroy(crowd);
    scene_free(&s);
}

/* One address for the whole life of an avatar; and a frame of nothing where there is no avatar. */
TEST(the_frame_stays_where_it_is) {
    scene s = scene_make(SCENE_HAIR, TWO_SPRINGS, NULL);
    const vrm_frame *frame, *none = vrm_avatar_frame(NULL);
    vrm_frame before;
    REQUIRE(s.avatar != NULL);
    frame = vrm_avatar_frame(s.avatar);
    before = *frame;
    CHECK_INT(frame->node_count, 7);
    scene_update(&s, 3, 0.1f);
    CHECK(vrm_avatar_frame(s.avatar) == frame);
    CHECK(memcmp(&before, frame, sizeof before) == 0);
    REQUIRE(none != NULL);
    CHECK(none->node_count == 0 && none->material_count == 0 && none->expression_count == 0 &&
          none->morph_weight_count == 0 && none->local == NULL && none->world == NULL);
    scene_free(&s);
}

TEST_SUITE(settings, ENTRY(layers_and_their_expressions), ENTRY(the_layer_of_look_at_can_be_read),
           ENTRY(what_springs_were_told), ENTRY(a_joint_goes_back_to_the_settings_of_the_file),
           ENTRY(a_joint_of_0x_goes_back_to_the_settings_of_the_file),
           ENTRY(an_avatar_keeps_the_pointer_of_the_application),
           ENTRY(the_frame_stays_where_it_is));
