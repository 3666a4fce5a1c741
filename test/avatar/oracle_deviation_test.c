/*
 * Where three-vrm, the peer that tools/compare/compare-three-vrm runs, is known to be wrong: the
 * comparison does not ask it there, so the right values stand here. Each test says what
 * three-vrm 3.5.5 makes of the same file.
 */
#include "avatar/spring_scene.h"
#include "support/avatar.h" /* behind the headers whose parameters its type would shadow */
#include "support/lanes.h"
#include "test.h"

#include <math.h>

#define DT (1.0f / 60.0f)

/* --- Springs --- */

/* three-vrm takes the tail's own translation for the bone: half as long, and another way, so that
 * this gravity, which is along the bone, turns it. */
TEST(sb_028_a_bone_goes_to_its_tail_over_nodes_between) {
    scene s = scene_make("{'translation':[0,1,0],'children':[1]},"
                         "{'translation':[0.1,-0.1,0],'rotation':[0,0,0.6,0.8],'children':[2]},"
                         "{'translation':[-0.1,-0.1,0]}",
                         "'springs':[{'joints':[{'node':0,'gravityPower':1,"
                         "'gravityDir':[0.6,-0.8,0]},{'node':2}]}]",
                         NULL);
    /* (0.1, -0.1) and (-0.1, -0.1) turned by 73.74 degrees, whose cosine and sine are .28, .96 */
    CHECK_VEC3(s.file.tables->spring_joints[0].tail_offset, 0.168, -0.224, 0, 1e-6);
    scene_update(&s, 60, DT);
    CHECK_NEAR(scene_swing(&s, 0), 0, 1e-3);
    scene_free(&s);
}

/* three-vrm: 0.4. */
TEST(sb_017_drag_is_a_half_where_the_file_says_nothing) {
    scene s = scene_make(SCENE_BONE, "'springs':[{" SCENE_JOINT(",'stiffness':0") "}]", NULL);
    vrm_spring_joint_settings settings;
    double x = 0.1 * 0.5, length = sqrt(x * x + 1);
    vrm_avatar_get_spring_joint(s.avatar, 0, &settings);
    CHECK_NEAR(settings.drag_force, 0.5, 0);
    scene_update(&s, 1, DT);
    vrmi_set_joint_vec3(s.avatar, 0, vrmi_row_previous(s.avatar), vrm_vec3_make(-0.1f, -1, 0));
    scene_update(&s, 1, DT);
    CHECK_VEC3(scene_tail(&s, 0), x / length, -1 / length, 0, 1e-6);
    scene_free(&s);
}

/* three-vrm normalizes it, and 1/60 is all that is left. */
TEST(sb_050_gravity_is_as_strong_as_its_vector_is_long) {
    scene s = scene_make(
        SCENE_BONE,
        "'springs':[{" SCENE_JOINT(",'stiffness':0,'gravityPower':1,'gravityDir':[2,0,0]") "}]",
        NULL);
    double x = 2.0 / 60, length = sqrt(x * x + 1);
    scene_update(&s, 1, DT);
    CHECK_VEC3(scene_tail(&s, 0), x / length, -1 / length, 0, 1e-6);
    scene_free(&s);
}

/* A bone beside a sphere that it just does not reach at rest. The root's scale is `scale`. */
static double swing_at_scale(float scale, uint32_t flags) {
    vrm_avatar_desc desc;
    scene s;
    vrm_trs root = trs_at(0, 0, 0);
    double swing;
    vrm_avatar_desc_init(&desc);
    desc.flags = flags;
    s = scene_make(SCENE_BONE,
                   "'colliders':[{'node':2,'shape':{'sphere':{'offset':[0.3,-1,0],'radius':0.2}}}],"
                   "'colliderGroups':[{'colliders':[0]}],'springs':[{'colliderGroups':[0]," //
                   SCENE_JOINT(",'hitRadius':0.15,'gravityPower':1,'gravityDir':[0.5,-1,0]") "}]",
                   &desc);
    root.scale = vrm_vec3_make(scale, scale, scale);
    vrm_avatar_set_root(s.avatar, &root);
    scene_update(&s, 90, DT);
    swing = scene_swing(&s, 0);
    scene_free(&s);
    return swing;
}

/* three-vrm scales offsets and not radii: at a tenth of the size, the sphere is larger than the
 * bone is long. */
TEST(sb_046_radii_follow_scale) {
    double swing = swing_at_scale(1, 0);
    CHECK(swing > 2); /* it is pushed away */
    CHECK_NEAR(swing_at_scale(0.1f, 0), swing, 1e-2);
    CHECK_NEAR(swing_at_scale(10, 0), swing, 1e-2);
    CHECK(fabs(swing_at_scale(0.1f, VRM_AVATAR_FLAG_LITERAL_SCALE) - swing) > 5);
}

/* three-vrm measures the bone against the place of its tail a step ago: it is a meter long for one
 * more frame. */
TEST(sb_045_the_length_of_a_bone_is_that_of_the_frame) {
    scene s = scene_make(SCENE_BONE, "'springs':[{" SCENE_JOINT(",'gravityPower':0.5") "}]", NULL);
    vrm_trs root = trs_at(0, 0, 0);
    scene_update(&s, 10, DT);
    root.scale = vrm_vec3_make(0.1f, 0.1f, 0.1f);
    vrm_avatar_set_root(s.avatar, &root);
    scene_update(&s, 1, DT);
    CHECK_NEAR(distance_of(vrmi_joint_tail(s.avatar, 0).current, vrm_vec3_make(0, 0, 0)), 0.1,
               1e-7);
    CHECK_VEC3(scene_tail(&s, 0), 0, -0.1, 0, 1e-6);
    scene_free(&s);
}

/* three-vrm divides by zero: the joint, and all below it, are NaN from then on. */
TEST(sb_035_a_tail_in_the_centre_of_a_sphere_is_not_pushed) {
    scene s = scene_make(SCENE_BONE,
                         "'colliders':[{'node':2,'shape':{'sphere':{'offset':[0,-1,0],"
                         "'radius':0.5}}}],'colliderGroups':[{'colliders':[0]}],"
                         "'springs':[{'colliderGroups':[0]," SCENE_JOINT("") "}]",
                         NULL);
    scene_update(&s, 5, DT);
    CHECK_VEC3(scene_tail(&s, 0), 0, -1, 0, 1e-6);
    CHECK(scene_is_finite(&s));
    scene_free(&s);
}

/* three-vrm takes the step, and every joint is NaN. */
TEST(sb_041_a_time_that_is_no_number_is_no_time) {
    scene s = scene_make(SCENE_HAIR, "'springs':[{" SCENE_CHAIN(",'gravityPower':0.5") "}]", NULL);
    vrm_vec3 before;
    scene_update(&s, 3, DT);
    scene_set_root(&s, 0.1f, 0, 0);
    scene_update(&s, 3, DT);
    before = vrmi_joint_tail(s.avatar, 3).current;
    scene_update(&s, 1, NAN);
    CHECK(scene_is_finite(&s));
    CHECK_VEC3(vrmi_joint_tail(s.avatar, 3).current, before.x, before.y, before.z, 0);
    scene_free(&s);
}

/*
 * What the comparison found here: the tails of a chain that starts are those of the chain at rest,
 * though its first bone is pushed aside in the same step.
 */
TEST(sb_027_a_chain_starts_as_a_whole) {
    scene s = scene_make(SCENE_HAIR,
                         "'colliders':[{'node':6,'shape':{'sphere':{'offset':[0.02,0,-0.1],"
                         "'radius':0.08}}}],'colliderGroups':[{'colliders':[0]}],"
                         "'springs':[{'colliderGroups':[0]," SCENE_CHAIN("") "}]",
                         NULL);
    scene_update(&s, 1, DT);
    CHECK(scene_swing(&s, 1) > 20);
    CHECK_VEC3(vrmi_joint_tail(s.avatar, 1).previous, 0, 1.4, -0.1, 1e-6);
    CHECK_VEC3(vrmi_joint_tail(s.avatar, 3).previous, 0, 1.2, -0.1, 1e-6);
    scene_free(&s);
}

/* three-vrm refuses files for each of these faults. */
TEST(er_009_one_bad_joint_does_not_stop_the_others) {
    scene s = scene_make(SCENE_BONE,
                         "'colliders':[{'node':2}],'colliderGroups':[{'colliders':[0]}],'springs':["
                         "{'joints':[{'node':99},{'node':98}]},{},"
                         "{'colliderGroups':[0]," SCENE_JOINT(",'gravityPower':1,"
                                                              "'gravityDir':[1,0,0]") "}]",
                         NULL);
    CHECK_INT(s.file.tables->spring_count, 3);
    scene_update(&s, 30, DT);
    CHECK(scene_swing(&s, 0) > 10);
    scene_free(&s);
}

/* --- 0.x --- */

#define OLD_SPRING(members)                                                                        \
    "'secondaryAnimation':{'boneGroups':[{'bones':[21],'colliderGroups':[0]" members "}],"         \
    "'colliderGroups':[{'node':0,'colliders':[{'offset':{'x':0,'y':9,'z':0},'radius':0.1}]}]}"

typedef struct living {
    loaded file;
    vrm_avatar *it;
    vrm_frame frame;
} living;

static living live(loaded file, uint32_t flags) {
    living one;
    vrm_avatar_desc desc;
    vrm_avatar_desc_init(&desc);
    desc.flags = flags;
    one.file = file;
    one.it = create_with_lanes(file.model, &desc);
    CHECK(one.it != NULL);
    one.frame = *vrm_avatar_frame(one.it);
    return one;
}

static void bury(living *one) {
    vrm_avatar_destroy(one->it);
    unload(&one->file);
}

#define FORWARDS ",'stiffiness':0,'gravityPower':1,'gravityDir':{'x':0,'y':0,'z':1}"

/* three-vrm leaves z as it is: the tail goes the other way. */
TEST(v0_010_gravity_of_0_x_is_mirrored) {
    living one = live(load_old_vrm(OLD_SPRING(FORWARDS), NULL), VRM_AVATAR_FLAG_AS_FILE);
    CHECK_INT(one.file.tables->spring_joint_count, 3);
    CHECK_VEC3(one.file.tables->spring_joints[0].gravity_dir, 0, 0, -1, 0);
    for (int i = 0; i < 30; ++i) vrm_avatar_update(one.it, DT);
    CHECK(one.frame.world[22].m[14] < -0.09f);
    bury(&one);
}

/* V0-039: what pulls the hair of an avatar forwards does so too when it is turned to face +Z. */
TEST(v0_039_gravity_turns_with_the_avatar) {
    living one = live(load_old_vrm(OLD_SPRING(FORWARDS), NULL), 0);
    vrm_spring_joint_settings settings;
    vrm_avatar_get_spring_joint(one.it, 0, &settings);
    CHECK_VEC3(settings.gravity_dir, 0, 0, 1, 0);
    for (int i = 0; i < 30; ++i) vrm_avatar_update(one.it, DT);
    CHECK(one.frame.world[22].m[14] > 0.09f);
    bury(&one);
}

/* three-vrm hangs objects of its own below nodes with colliders, and makes joints of those too. */
TEST(v0_034_colliders_are_no_joints) {
    static const char members[] =
        "'secondaryAnimation':{'boneGroups':[{'bones':[21],'colliderGroups':[0]}],"
        "'colliderGroups':[{'node':22,'colliders':[{'offset':{'x':0,'y':0,'z':0},'radius':0.01}]}]"
        "}";
    loaded file = load_old_vrm(members, NULL);
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->spring_joint_count, 3);
    CHECK_INT(file.tables->spring_joints[1].tail_node, 23);
    unload(&file);
}

/* three-vrm goes on along the leaf's translation as if that were in the leaf's own space. */
TEST(v0_041_the_tail_of_a_leaf_goes_on_from_its_parent) {
    avatar old = {VRM_DIALECT_0,
                  "'secondaryAnimation':{'boneGroups':[{'bones':[24]}],'colliderGroups':[]}", NULL,
                  NULL,
                  "{'name':'a','translation':[0,1,0],'children':[25]},"
                  "{'name':'b','translation':[0,-0.1,0],'rotation':[0,0,0.6,0.8]}"};
    living one = live(load_avatar(&old), VRM_AVATAR_FLAG_AS_FILE);
    CHECK_INT(one.file.tables->spring_joint_count, 2);
    /* (0, -.07, 0) turned back by 73.74 degrees */
    CHECK_VEC3(one.file.tables->spring_joints[1].tail_offset, -0.0672, -0.0196, 0, 1e-6);
    for (int i = 0; i < 30; ++i) vrm_avatar_update(one.it, DT);
    CHECK_NEAR(angle_of(one.frame.local[25].rotation, vrm_quat_make(0, 0, 0.6f, 0.8f)), 0, 1e-3);
    bury(&one);
}

/* three-vrm reads the curve as a line: 0.25. */
TEST(la_032_a_curve_of_0_x_bends_the_gaze) {
    living one = live(
        load_old_vrm("'firstPerson':{'lookAtTypeName':'BlendShape','lookAtHorizontalOuter':{'curve'"
                     ":[0,0,0,0,1,1,0,0],'xRange':80,'yRange':1}},'blendShapeMaster':"
                     "{'blendShapeGroups':[{'name':'L','presetName':'lookleft'}]}",
                     NULL),
        0);
    int32_t left = vrm_model_find_expression(one.file.model, "lookLeft");
    vrm_avatar_set_look_at_degrees(one.it, 20, 0);
    vrm_avatar_update(one.it, DT);
    CHECK_NEAR(vrm_avatar_expression_weight(one.it, left), 3 * 0.0625 - 2 * 0.015625, 1e-6);
    bury(&one);
}

/* --- LookAt --- */

#define MAPS                                                                                       \
    "'lookAt':{'type':'bone','offsetFromHeadBone':[0,0.06,0],"                                     \
    "'rangeMapHorizontalInner':{'inputMaxValue':90,'outputScale':9},"                              \
    "'rangeMapHorizontalOuter':{'inputMaxValue':90,'outputScale':18},"                             \
    "'rangeMapVerticalDown':{'inputMaxValue':90,'outputScale':12},"                                \
    "'rangeMapVerticalUp':{'inputMaxValue':0,'outputScale':30}}"

static living live_with_eyes(void) {
    const char *bones = humanoid_members(NULL, "'leftEye':{'node':19},'rightEye':{'node':20}");
    return live(load_vrm1(format_members(MAPS ",%s", bones), NULL), 0);
}

/* Degrees about x of an eye that is turned about x alone. */
static double eye_pitch(const living *one, int32_t eye) {
    vrm_quat q = one->frame.local[eye].rotation;
    return 2 * atan2((double)q.x, (double)q.w) * 180 / 3.14159265358979;
}

/* three-vrm swaps the two. It also requires expressions in the file, or there is no lookAt at all:
 * this file has none. */
TEST(la_015_up_and_down_have_their_own_ranges) {
    living one = live_with_eyes();
    vrm_avatar_set_look_at_degrees(one.it, 0, 45);
    vrm_avatar_update(one.it, DT);
    CHECK_NEAR(eye_pitch(&one, AVATAR_LEFT_EYE), 6, 1e-4);
    CHECK_NEAR(eye_pitch(&one, AVATAR_RIGHT_EYE), 6, 1e-4);
    /* LA-011: three-vrm takes an inputMaxValue of 0 for 0.01, and half of the way would be left. */
    vrm_avatar_set_look_at_degrees(one.it, 0, -0.005f);
    vrm_avatar_update(one.it, DT);
    CHECK_NEAR(eye_pitch(&one, AVATAR_LEFT_EYE), -30, 1e-4);
    bury(&one);
}

/* three-vrm sees the head of the frame before: 0. */
TEST(la_026_gaze_starts_from_the_head_of_the_same_frame) {
    living one = live_with_eyes();
    vrm_look_at_state state;
    vrm_look_at_state_init(&state);
    vrm_avatar_look_at(one.it, vrm_vec3_make(0, 1.66f, 10));
    vrm_avatar_update(one.it, DT);
    vrm_avatar_get_look_at(one.it, &state);
    CHECK_NEAR(state.yaw_degrees, 0, 1e-4);
    CHECK_NEAR(state.pitch_degrees, 0, 1e-4);
    vrm_avatar_set_bone_rotation_value(one.it, VRM_BONE_HEAD, turn_about(0, 1, 0, 30));
    vrm_avatar_update(one.it, DT);
    vrm_avatar_get_look_at(one.it, &state);
    CHECK_NEAR(state.yaw_degrees, -30, 1e-3);
    bury(&one);
}

/* --- Expressions --- */

/* three-vrm: blink suppresses itself, and is 0. */
TEST(ex_012_a_blink_does_not_override_blinks) {
    living one = live(load_vrm1("'expressions':{'preset':{'blink':{'overrideBlink':'block',"
                                "'morphTargetBinds':[{'node':16,'index':1,'weight':1}]}}}",
                                NULL),
                      0);
    int32_t blink = vrm_model_find_expression(one.file.model, "blink");
    vrm_avatar_set_expression(one.it, blink, 0.75f);
    vrm_avatar_update(one.it, DT);
    CHECK_NEAR(vrm_avatar_expression_weight(one.it, blink), 0.75, 0);
    CHECK_NEAR(one.frame.morph_weights[one.frame.morph_offsets[16] + 1], 0.75, 0);
    bury(&one);
}

TEST_SUITE(
    oracle_deviation, ENTRY(sb_028_a_bone_goes_to_its_tail_over_nodes_between),
    ENTRY(sb_017_drag_is_a_half_where_the_file_says_nothing),
    ENTRY(sb_050_gravity_is_as_strong_as_its_vector_is_long), ENTRY(sb_046_radii_follow_scale),
    ENTRY(sb_045_the_length_of_a_bone_is_that_of_the_frame),
    ENTRY(sb_035_a_tail_in_the_centre_of_a_sphere_is_not_pushed),
    ENTRY(sb_041_a_time_that_is_no_number_is_no_time), ENTRY(sb_027_a_chain_starts_as_a_whole),
    ENTRY(er_009_one_bad_joint_does_not_stop_the_others), ENTRY(v0_010_gravity_of_0_x_is_mirrored),
    ENTRY(v0_039_gravity_turns_with_the_avatar), ENTRY(v0_034_colliders_are_no_joints),
    ENTRY(v0_041_the_tail_of_a_leaf_goes_on_from_its_parent),
    ENTRY(la_032_a_curve_of_0_x_bends_the_gaze), ENTRY(la_015_up_and_down_have_their_own_ranges),
    ENTRY(la_026_gaze_starts_from_the_head_of_the_same_frame),
    ENTRY(ex_012_a_blink_does_not_override_blinks));
