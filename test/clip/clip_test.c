/* Clips of .vrma files: what is read, and what a sample gives. */
#include "base/math.h"
#include "clip/motion_fixture.h"
#include "test.h"

#include <string.h>

static const float two_times[] = {0.0f, 1.0f};

/* Rotations about one axis, by degrees. */
static vrm_quat about(float x, float y, float z, float degrees) {
    return vrmi_quat_from_axis_angle(vrm_vec3_make(x, y, z), vrmi_radians(degrees));
}

static double degrees_between(vrm_quat a, vrm_quat b) {
    vrm_quat d = vrmi_quat_multiply(vrmi_quat_conjugate(a), b);
    double sine =
        sqrt((double)d.x * (double)d.x + (double)d.y * (double)d.y + (double)d.z * (double)d.z);
    return 2 * atan2(sine, fabs((double)d.w)) * 57.29577951308232;
}

#define CHECK_TURN(got, expected) CHECK_NEAR(degrees_between((got), (expected)), 0, 2e-5)

static clip_file load_turn(const char *interpolation, const float *values) {
    const motion_track track = {2, "rotation", interpolation, 2, two_times, values};
    const motion_file file = {NULL, NULL, NULL, &track, 1};
    return load_motion(&file, NULL);
}

TEST(an_001_an_003_an_029_a_vrma_file_is_told_by_its_content) {
    const float values[] = {0, 0, 0, 1, 0, 1, 0, 0};
    clip_file file = load_turn(NULL, values);
    CHECK_INT(file.result, VRM_OK);
    CHECK_INT(vrm_report_count(file.report), 0);
    CHECK_INT(file.info.format, VRM_CLIP_FORMAT_VRMA);
    CHECK_INT(file.info.duration, 1000000000);
    CHECK_INT(file.info.animation_count, 1);
    CHECK_INT(file.info.track_count, 1);
    CHECK_TEXT(file.info.name.data, "Test");
    CHECK_NEAR(file.info.hips_height, 1, 0);
    CHECK(file.info.bones == (VRM_BONE_BIT(VRM_BONE_SPINE) | file.info.bones));
    CHECK(file.info.moving_bones == VRM_BONE_BIT(VRM_BONE_SPINE));
    unload_motion(&file);
}

/* AN-005: slerp, also over a large angle, where a normalized sum is 0.92 degrees off. */
TEST(an_005_linear_rotations_turn_at_an_even_rate) {
    vrm_quat end = about(0, 1, 0, 90);
    const float values[] = {0, 0, 0, 1, end.x, end.y, end.z, end.w};
    clip_file file = load_turn("LINEAR", values);
    for (int i = 0; i <= 20; ++i) {
        vrm_pose pose = pose_at(&file, i / 20.0);
        CHECK_TURN(pose.rotations[VRM_BONE_SPINE], about(0, 1, 0, 90.0f * (float)i / 20.0f));
    }
    unload_motion(&file);
}

/* AN-005: the shorter way, whichever sign the keys have. */
TEST(an_005_linear_rotations_take_the_shorter_way) {
    vrm_quat end = about(1, 0, 0, 30);
    const float values[] = {0, 0, 0, 1, -end.x, -end.y, -end.z, -end.w};
    clip_file file = load_turn("LINEAR", values);
    CHECK_TURN(pose_at(&file, 0.5).rotations[VRM_BONE_SPINE], about(1, 0, 0, 15));
    unload_motion(&file);
}

TEST(an_005_step_holds_a_key_until_the_next) {
    vrm_quat end = about(1, 0, 0, 60);
    const float values[] = {0, 0, 0, 1, end.x, end.y, end.z, end.w};
    clip_file file = load_turn("STEP", values);
    CHECK_TURN(pose_at(&file, 0.999).rotations[VRM_BONE_SPINE], vrmi_quat_identity());
    CHECK_TURN(pose_at(&file, 1.0).rotations[VRM_BONE_SPINE], end);
    unload_motion(&file);
}

/* AN-005: the formula of glTF, normalized. */
TEST(an_005_splines_follow_their_tangents) {
    vrm_quat a = about(0, 0, 1, 10), b = about(0, 0, 1, 50), expected;
    const float values[] = {0, 0,    0,    0, a.x, a.y, a.z, a.w, 0.1f, 0, 0.3f, -0.1f,
                            0, 0.2f, 0.1f, 0, b.x, b.y, b.z, b.w, 0,    0, 0,    0};
    const float t = 0.25f, t2 = t * t, t3 = t2 * t;
    float v[4];
    clip_file file = load_turn("CUBICSPLINE", values);
    for (int i = 0; i < 4; ++i) {
        v[i] = (2 * t3 - 3 * t2 + 1) * values[4 + i] + (t3 - 2 * t2 + t) * values[8 + i] +
               (3 * t2 - 2 * t3) * values[16 + i] + (t3 - t2) * values[12 + i];
    }
    expected = vrmi_quat_normalize(vrm_quat_make(v[0], v[1], v[2], v[3]));
    CHECK_TURN(pose_at(&file, 0.25).rotations[VRM_BONE_SPINE], expected);
    CHECK_TURN(pose_at(&file, 1).rotations[VRM_BONE_SPINE], b);
    unload_motion(&file);
}

/* AN-005: before the first key and behind the last. */
TEST(an_005_times_outside_are_held) {
    const float times[] = {1.0f, 2.0f};
    vrm_quat a = about(0, 1, 0, 20), b = about(0, 1, 0, 40);
    const float values[] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
    const motion_track track = {2, "rotation", NULL, 2, times, values};
    const motion_file from = {NULL, NULL, NULL, &track, 1};
    clip_file file = load_motion(&from, NULL);
    CHECK_TURN(pose_at(&file, 0).rotations[VRM_BONE_SPINE], a);
    CHECK_TURN(pose_at(&file, -5).rotations[VRM_BONE_SPINE], a);
    CHECK_TURN(pose_at(&file, 9).rotations[VRM_BONE_SPINE], b);
    unload_motion(&file);
}

/* AN-012, AN-008, GV-060: a rotated rest above and at the bone. */
TEST(an_012_an_008_rests_are_taken_out) {
    /* Parent rest Rz(90), L0 Rx(20), q = Rx(20) Ry(30). */
    vrm_quat q = vrmi_quat_multiply(about(1, 0, 0, 20), about(0, 1, 0, 30));
    const float values[] = {q.x, q.y, q.z, q.w, q.x, q.y, q.z, q.w};
    const motion_track track = {2, "rotation", NULL, 2, two_times, values};
    const motion_file from = {
        "{'children':[1]},{'translation':[0,1,0],'rotation':[0,0,0.70710678,0.70710678],"
        "'children':[2]},{'rotation':[0.17364818,0,0,0.98480775]}",
        NULL, "'humanoid':{'humanBones':{'hips':{'node':1},'spine':{'node':2}}}", &track, 1};
    clip_file file = load_motion(&from, NULL);
    vrm_quat n = pose_at(&file, 0).rotations[VRM_BONE_SPINE];
    CHECK_NEAR(n.x, -0.243210, 1e-6);
    CHECK_NEAR(n.y, 0, 1e-6);
    CHECK_NEAR(n.z, 0.088521, 1e-6);
    CHECK_NEAR(n.w, 0.965926, 1e-6);
    unload_motion(&file);
}

/* AN-015, GV-065: how far the hips are from rest, in hips heights. */
TEST(an_015_hips_move_in_hips_heights) {
    const float values[] = {0, 1, 0, 0.2f, 0.9f, 0.1f};
    const motion_track track = {1, "translation", NULL, 2, two_times, values};
    const motion_file from = {NULL, NULL, NULL, &track, 1};
    clip_file file = load_motion(&from, NULL);
    vrm_pose pose = pose_at(&file, 1);
    CHECK_INT(pose.parts, VRM_POSE_HIPS);
    CHECK_NEAR(pose.hips.x, 0.2, 1e-7);
    CHECK_NEAR(pose.hips.y, -0.1, 1e-7);
    CHECK_NEAR(pose.hips.z, 0.1, 1e-7);
    CHECK_NEAR(pose_at(&file, 0.5).hips.x, 0.1, 1e-7);
    unload_motion(&file);
}

/* AN-017, AN-018, GV-066: x of the node's translation, clamped. */
TEST(an_017_an_018_weights_are_clamped) {
    const float times[] = {0, 1, 2};
    const float values[] = {-0.2f, 7, 7, 0.4f, 7, 7, 1.5f, 7, 7};
    const motion_track track = {16, "translation", NULL, 3, times, values};
    const motion_file from = {NULL, "{}",
                              MOTION_HUMANOID ",'expressions':{'preset':{'happy':{'node':16}},"
                                              "'custom':{'wink':{'node':16}}}",
                              &track, 1};
    clip_file file = load_motion(&from, NULL);
    vrm_custom_weight customs[2];
    vrm_pose pose;
    vrm_pose_init(&pose);
    pose.customs = customs;
    pose.custom_capacity = 2;
    CHECK_INT(pose_at(&file, 0).presets, 1 << VRM_PRESET_HAPPY);
    CHECK_NEAR(pose_at(&file, 0).weights[VRM_PRESET_HAPPY], 0, 0);
    CHECK_NEAR(pose_at(&file, 1).weights[VRM_PRESET_HAPPY], 0.4, 1e-7);
    vrm_clip_sample(file.clip, 2000000000, &pose);
    CHECK_NEAR(pose.weights[VRM_PRESET_HAPPY], 1, 0);
    CHECK_INT(pose.custom_count, 1);
    CHECK_TEXT(customs[0].name.data, "wink");
    CHECK_NEAR(customs[0].weight, 1, 0);
    CHECK(motion_found(&file, "motion-shared-node")); /* AN-032 */
    unload_motion(&file);
}

/* AN-021, AN-024, GV-067 */
TEST(an_021_an_024_the_eyes_follow_a_rotation) {
    const float values[] = {0, 0, 0, 1, .093296f, .169079f, .027673f, .980787f};
    const motion_track track = {16, "rotation", NULL, 2, two_times, values};
    const motion_file from = {NULL, "{}", MOTION_HUMANOID ",'lookAt':{'node':16}", &track, 1};
    clip_file file = load_motion(&from, NULL);
    vrm_pose pose = pose_at(&file, 1);
    CHECK_INT(pose.parts, VRM_POSE_LOOK_AT_DEGREES);
    CHECK_NEAR(pose.yaw_degrees, 20, 1e-4);
    CHECK_NEAR(pose.pitch_degrees, 10, 1e-4);
    CHECK_NEAR(pose_at(&file, 0).yaw_degrees, 0, 0);
    CHECK_NEAR(pose_at(&file, 0).pitch_degrees, 0, 0);
    unload_motion(&file);
}

/* AN-026, AMB-098: a joint between two bones turns the lower one, unless one asks for the letter.
 */
TEST(an_026_joints_between_bones_are_composed) {
    vrm_quat half = about(0, 0, 1, 40), own = about(1, 0, 0, 30);
    const float between[] = {half.x, half.y, half.z, half.w, half.x, half.y, half.z, half.w};
    const float turn[] = {own.x, own.y, own.z, own.w, own.x, own.y, own.z, own.w};
    const motion_track tracks[] = {{2, "rotation", NULL, 2, two_times, between},
                                   {3, "rotation", NULL, 2, two_times, turn}};
    const motion_file from = {
        "{'children':[1]},{'translation':[0,1,0],'children':[2]},{'children':[3]},{}", NULL,
        "'humanoid':{'humanBones':{'hips':{'node':1},'spine':{'node':3}}}", tracks, 2};
    vrm_clip_desc desc;
    clip_file file = load_motion(&from, NULL);
    CHECK(motion_found(&file, "motion-between"));
    CHECK_TURN(pose_at(&file, 0.5).rotations[VRM_BONE_SPINE], vrmi_quat_multiply(half, own));
    unload_motion(&file);
    vrm_clip_desc_init(&desc);
    desc.flags = VRM_CLIP_MAPPED_JOINTS_ONLY;
    file = load_motion(&from, &desc);
    CHECK_TURN(pose_at(&file, 0.5).rotations[VRM_BONE_SPINE], own);
    unload_motion(&file);
}

/* AMB-099: joints above the hips move them too. */
TEST(an_026_joints_above_the_hips_are_root_motion) {
    vrm_quat turn = about(0, 1, 0, 90);
    const float turns[] = {0, 0, 0, 1, turn.x, turn.y, turn.z, turn.w};
    const float moves[] = {0, 0, 0, 0, 0, 2};
    const float hips[] = {0, 1, 0, 0, 1, 0.5f};
    const motion_track tracks[] = {{0, "rotation", NULL, 2, two_times, turns},
                                   {0, "translation", NULL, 2, two_times, moves},
                                   {1, "translation", NULL, 2, two_times, hips}};
    const motion_file from = {NULL, NULL, NULL, tracks, 3};
    clip_file file = load_motion(&from, NULL);
    vrm_pose pose = pose_at(&file, 1);
    CHECK_TURN(pose.rotations[VRM_BONE_HIPS], turn);
    CHECK_NEAR(pose.hips.x, 0.5, 1e-6); /* +Z of the root points to +X now */
    CHECK_NEAR(pose.hips.y, 0, 1e-6);
    CHECK_NEAR(pose.hips.z, 2, 1e-6);
    unload_motion(&file);
}

/* What no eye can see is 0: squares of such numbers would be denormal, and many times as slow. */
TEST(an_005_noise_in_rotations_is_zero) {
    vrm_quat end = about(0, 1, 0, 90);
    const float values[] = {1e-17f, 0, -3e-12f, 1, 1e-20f, end.y, 1e-9f, end.w};
    clip_file file = load_turn("LINEAR", values);
    vrm_pose pose = pose_at(&file, 0);
    CHECK(pose.rotations[VRM_BONE_SPINE].x == 0.0f && pose.rotations[VRM_BONE_SPINE].z == 0.0f);
    CHECK(pose_at(&file, 1).rotations[VRM_BONE_SPINE].z == 1e-9f);
    unload_motion(&file);
}

/* A loop does not drift, however long it runs. */
TEST(an_005_loops_wrap_exactly) {
    const float values[] = {0, 0, 0, 1, 0, 1, 0, 0};
    clip_file file = load_turn(NULL, values);
    CHECK_INT(vrm_clip_wrap(file.clip, INT64_C(1000000000) * 1000000 + 123456789), 123456789);
    CHECK_INT(vrm_clip_wrap(file.clip, -1), 999999999);
    CHECK_INT(vrm_clip_wrap(file.clip, 1000000000), 0);
    unload_motion(&file);
}

TEST_SUITE(clip, ENTRY(an_001_an_003_an_029_a_vrma_file_is_told_by_its_content),
           ENTRY(an_005_linear_rotations_turn_at_an_even_rate),
           ENTRY(an_005_linear_rotations_take_the_shorter_way),
           ENTRY(an_005_step_holds_a_key_until_the_next),
           ENTRY(an_005_splines_follow_their_tangents), ENTRY(an_005_times_outside_are_held),
           ENTRY(an_012_an_008_rests_are_taken_out), ENTRY(an_015_hips_move_in_hips_heights),
           ENTRY(an_017_an_018_weights_are_clamped),
           ENTRY(an_021_an_024_the_eyes_follow_a_rotation),
           ENTRY(an_026_joints_between_bones_are_composed),
           ENTRY(an_026_joints_above_the_hips_are_root_motion),
           ENTRY(an_005_noise_in_rotations_is_zero), ENTRY(an_005_loops_wrap_exactly));
