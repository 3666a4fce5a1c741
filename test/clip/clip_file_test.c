/* What clips make of .vrma files that are not as the specification has them. */
#include "avatar/reference.h"
#include "clip/motion_fixture.h"
#include "support/avatar.h"
#include "test.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const float two_times[] = {0.0f, 1.0f};

/* By how many degrees a rotation is off. */
static double degrees_off(vrm_quat got, turn expected) {
    turn d = turn_times(turn_inverse(turn_of(got)), expected);
    return 2 * atan2(sqrt(d.x * d.x + d.y * d.y + d.z * d.z), fabs(d.w)) * 57.29577951308232;
}

#define CHECK_DEGREES(got, expected) CHECK_NEAR(degrees_off((got), (expected)), 0, 2e-5)

static vrm_quat spine_at(const clip_file *file, double seconds) {
    return pose_at(file, seconds).rotations[VRM_BONE_SPINE];
}

/* A body and an extension, without tracks. */
static clip_file load_extension(const char *more, const char *extension) {
    const motion_file from = {NULL, more, extension, NULL, 0};
    return load_motion(&from, NULL);
}

static clip_file load_tracks(const char *nodes, const char *extension, const motion_track *tracks,
                             size_t count) {
    const motion_file from = {nodes, NULL, extension, tracks, count};
    return load_motion(&from, NULL);
}

#define HIPS_ALONE "'humanoid':{'humanBones':{'hips':{'node':1}}}"
#define HIPS_AND_SPINE "'humanoid':{'humanBones':{'hips':{'node':1},'spine':{'node':2}}}"

/* --- The extension --- */

/* AN-001, DI-005: a version of 1 plays, any other does not. */
TEST(an_001_versions) {
    static const struct {
        const char *member, *code;
        bool plays;
    } cases[] = {
        {"'specVersion':'1.0'", NULL, true},
        {"'specVersion':'1.0-draft'", NULL, true},
        {"'specVersion':'1.0.1'", "spec-version-other", true},
        {"'specVersion':1", "spec-version-other", true},
        {"'extras':{'specVersion':0}", "spec-version-missing", true},
        {"'specVersion':'2.0'", "spec-version-unknown", false},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        clip_file file =
            load_extension(NULL, format_members("%s," MOTION_HUMANOID, cases[i].member));
        test_note("%s", cases[i].member);
        CHECK_INT(file.result, cases[i].plays ? VRM_OK : VRM_ERROR_UNSUPPORTED);
        CHECK_INT(file.clip != NULL, cases[i].plays);
        CHECK_INT(motion_found(&file, "no-motion"), !cases[i].plays);
        if (cases[i].code != NULL) {
            CHECK(motion_found(&file, cases[i].code));
        } else {
            CHECK_INT(vrm_report_count(file.report), 1); /* that there is no animation */
        }
        unload_motion(&file);
    }
    test_note(NULL);
}

/* AN-002: the extension counts, and not the avatar beside it. */
TEST(an_002_a_motion_beside_an_avatar) {
    const avatar from = {VRM_DIALECT_1, NULL, "'extensionsUsed':['VRMC_vrm','VRMC_vrm_animation']",
                         "'VRMC_vrm_animation':{'specVersion':'1.0'," HIPS_AND_SPINE "}", NULL};
    clip_file file = load_clip(avatar_file(&from), NULL);
    CHECK_INT(file.result, VRM_OK);
    CHECK(motion_found(&file, "motion-with-avatar"));
    CHECK_INT(file.info.format, VRM_CLIP_FORMAT_VRMA);
    CHECK(file.info.bones == (VRM_BONE_BIT(VRM_BONE_HIPS) | VRM_BONE_BIT(VRM_BONE_SPINE)));
    unload_motion(&file);
}

/* Two animations of one node: a quarter turn about x, and one about y. */
static fixture two_animations(void) {
    static const float bin[] = {0, 0.70710678f, 0, 0, 0.70710678f, 0, 0.70710678f, 0, 0.70710678f};
    return fixture_glb(
        "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm_animation'],'extensions':{"
        "'VRMC_vrm_animation':{'specVersion':'1.0'," HIPS_AND_SPINE "}},"
        "'nodes':[{'children':[1]},{'translation':[0,1,0],'children':[2]},{}],"
        "'buffers':[{'byteLength':36}],'bufferViews':[{'buffer':0,'byteLength':4},"
        "{'buffer':0,'byteOffset':4,'byteLength':16},{'buffer':0,'byteOffset':20,'byteLength':16}],"
        "'accessors':[{'bufferView':0,'componentType':5126,'type':'SCALAR','count':1,'min':[0],"
        "'max':[0]},{'bufferView':1,'componentType':5126,'type':'VEC4','count':1},"
        "{'bufferView':2,'componentType':5126,'type':'VEC4','count':1}],"
        "'animations':[{'name':'first','samplers':[{'input':0,'output':1}],"
        "'channels':[{'sampler':0,'target':{'node':2,'path':'rotation'}}]},"
        "{'name':'second','samplers':[{'input':0,'output':2}],"
        "'channels':[{'sampler':0,'target':{'node':2,'path':'rotation'}}]}]}",
        bin, sizeof bin);
}

TEST(an_003_an_004_an_animation_is_chosen) {
    static const struct {
        int32_t wanted;
        const char *name;
        turn expected;
        bool is_there;
    } cases[] = {{0, "first", {0.70710678, 0, 0, 0.70710678}, true},
                 {1, "second", {0, 0.70710678, 0, 0.70710678}, true},
                 {2, "first", {0.70710678, 0, 0, 0.70710678}, false},
                 {-1, "first", {0.70710678, 0, 0, 0.70710678}, false}};
    for (size_t i = 0; i < COUNT(cases); ++i) {
        vrm_clip_desc desc;
        clip_file file;
        vrm_clip_desc_init(&desc);
        desc.animation = cases[i].wanted;
        file = load_clip(two_animations(), &desc);
        test_note("animation %d", cases[i].wanted);
        CHECK_INT(file.result, VRM_OK);
        CHECK_INT(file.info.animation_count, 2);
        CHECK_INT(file.info.duration, 0);
        CHECK_TEXT(file.info.name.data, cases[i].name);
        CHECK_DEGREES(spine_at(&file, 0), cases[i].expected);
        CHECK_INT(motion_found(&file, "motion-animation"), !cases[i].is_there);
        unload_motion(&file);
    }
    test_note(NULL);
}

TEST(an_006_bones_that_a_motion_may_not_have) {
    clip_file file = load_extension(NULL, "'humanoid':{'humanBones':{" MOTION_BODY
                                          ",'leftEye':{'node':3},'nose':{'node':3}}}");
    CHECK_INT(file.result, VRM_OK);
    CHECK(motion_found(&file, "motion-eyes"));
    CHECK(motion_found(&file, "motion-bone-unknown"));
    CHECK((file.info.bones & VRM_BONE_BIT(VRM_BONE_LEFT_EYE)) == 0);
    unload_motion(&file);
}

TEST(an_007_required_bones_may_be_missing) {
    static const char expected[] =
        "required bones that the motion lacks: head, leftUpperLeg, leftLowerLeg, leftFoot, "
        "rightUpperLeg, rightLowerLeg, rightFoot, leftUpperArm, leftLowerArm, leftHand, "
        "rightUpperArm, rightLowerArm, rightHand";
    clip_file file = load_extension(NULL, HIPS_AND_SPINE);
    bool is_said = false;
    CHECK_INT(file.result, VRM_OK);
    for (uint32_t i = 0; i < vrm_report_count(file.report); ++i) {
        const vrm_diagnostic *entry = vrm_report_get(file.report, i);
        if (strcmp(entry->code, "motion-bone-missing") != 0) continue;
        CHECK_TEXT(entry->message, expected);
        is_said = true;
    }
    CHECK(is_said);
    unload_motion(&file);
}

/* --- Channels that are not used --- */

TEST(an_009_an_010_scale_and_places_of_bones_are_ignored) {
    const float sizes[] = {1, 1, 1, 3, 3, 3}, places[] = {0, 0, 0, 1, 2, 3};
    const motion_track tracks[] = {{2, "scale", NULL, 2, two_times, sizes},
                                   {2, "translation", NULL, 2, two_times, places}};
    clip_file file = load_tracks(NULL, NULL, tracks, 2);
    CHECK_INT(file.result, VRM_OK);
    CHECK(motion_found(&file, "motion-scale"));
    CHECK(motion_found(&file, "motion-translation"));
    CHECK_INT(file.info.track_count, 0);
    CHECK_INT(pose_at(&file, 1).parts, 0);
    CHECK_DEGREES(spine_at(&file, 1), turn_none());
    unload_motion(&file);
}

/* AN-011: the place of the hips is that in the file, under a scaled root. */
TEST(an_011_scale_at_rest_counts_for_the_hips) {
    const float values[] = {0, 1, 0, 0.5f, 1, 0};
    const motion_track track = {1, "translation", NULL, 2, two_times, values};
    clip_file file = load_tracks("{'scale':[2,2,2],'children':[1]},{'translation':[0,1,0]}",
                                 HIPS_ALONE, &track, 1);
    CHECK(motion_found(&file, "motion-rest-scale"));
    CHECK_NEAR(file.info.hips_height, 2, 0);
    CHECK_NEAR(pose_at(&file, 1).hips.x, 0.5, 1e-7); /* one meter of two */
    unload_motion(&file);
}

TEST(an_026_channels_of_other_nodes_are_ignored) {
    const float values[] = {0, 0, 0, 1, 0, 1, 0, 0};
    const motion_track track = {16, "rotation", NULL, 2, two_times, values};
    const motion_file from = {NULL, "{}", NULL, &track, 1};
    clip_file file = load_motion(&from, NULL);
    vrm_pose pose = pose_at(&file, 1);
    CHECK(motion_found(&file, "motion-unused"));
    CHECK(!motion_found(&file, "motion-between"));
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        CHECK_DEGREES(pose.rotations[bone], turn_none());
    }
    CHECK_INT(pose.parts, 0);
    unload_motion(&file);
}

/* AN-026, AMB-099: to the letter, a root that turns and moves does nothing. */
TEST(an_026_mapped_joints_alone) {
    vrm_quat q = turn_float(turn_y(90));
    const float turns[] = {0, 0, 0, 1, q.x, q.y, q.z, q.w};
    const float moves[] = {0, 0, 0, 3, 0, 2}, hips[] = {0, 1, 0, 0, 1, 0.5f};
    const motion_track tracks[] = {{0, "rotation", NULL, 2, two_times, turns},
                                   {0, "translation", NULL, 2, two_times, moves},
                                   {1, "translation", NULL, 2, two_times, hips}};
    const motion_file from = {NULL, NULL, NULL, tracks, 3};
    vrm_load_desc load;
    vrm_clip_desc desc;
    clip_file file;
    vrm_pose pose;
    vrm_load_desc_init(&load);
    load.flags = VRM_LOAD_STRICT;
    vrm_clip_desc_init(&desc);
    desc.flags = VRM_CLIP_MAPPED_JOINTS_ONLY;
    desc.load = &load;
    file = load_motion(&from, &desc);
    pose = pose_at(&file, 1);
    CHECK(!motion_found(&file, "motion-between"));
    CHECK(motion_found(&file, "motion-unused"));
    CHECK_DEGREES(pose.rotations[VRM_BONE_HIPS], turn_none());
    CHECK_NEAR(pose.hips.x, 0, 1e-7);
    CHECK_NEAR(pose.hips.z, 0.5, 1e-7);
    unload_motion(&file);
}

/* AN-033: what a node of an expression or of lookAt does not say. */
TEST(an_033_other_channels_of_the_face_are_ignored) {
    const float sizes[] = {1, 1, 1, 3, 3, 3}, places[] = {0.25f, 0, 0, 0.75f, 0, 0};
    const float turns[] = {0, 0, 0, 1, 0, 0.17364818f, 0, 0.98480775f};
    const motion_track tracks[] = {{16, "scale", NULL, 2, two_times, sizes},
                                   {16, "translation", NULL, 2, two_times, places},
                                   {17, "rotation", NULL, 2, two_times, turns},
                                   {17, "translation", NULL, 2, two_times, places}};
    const motion_file from = {
        NULL, "{},{}",
        MOTION_HUMANOID ",'expressions':{'preset':{'happy':{'node':16}}},'lookAt':{'node':17}",
        tracks, 4};
    clip_file file = load_motion(&from, NULL);
    vrm_pose pose = pose_at(&file, 1);
    CHECK_INT(file.result, VRM_OK);
    CHECK(motion_found(&file, "motion-other-channel"));
    CHECK(!motion_found(&file, "motion-look-at-point"));
    CHECK_NEAR(pose.weights[VRM_PRESET_HAPPY], 0.75, 1e-7);
    CHECK_INT(pose.parts, VRM_POSE_LOOK_AT_DEGREES);
    CHECK_NEAR(pose.yaw_degrees, 20, 1e-4);
    unload_motion(&file);
}

/* --- The face --- */

TEST(an_017_an_019_an_020_expressions_that_a_motion_may_not_have) {
    const float values[] = {1, 0, 0, 1, 0, 0};
    const motion_track track = {16, "translation", NULL, 2, two_times, values};
    const motion_file from = {NULL, "{}",
                              MOTION_HUMANOID
                              ",'expressions':{'preset':{'lookUp':{'node':16},'lookDown':{'node':16"
                              "},'lookLeft':{'node':16},'lookRight':{'node':16},'joy':{'node':16}},"
                              "'custom':{'happy':{'node':16}}}",
                              &track, 1};
    clip_file file = load_motion(&from, NULL);
    CHECK_INT(file.result, VRM_OK);
    CHECK(motion_found(&file, "motion-look-preset"));
    CHECK(motion_found(&file, "motion-preset-unknown"));
    CHECK(motion_found(&file, "motion-custom-preset"));
    CHECK_INT(file.info.presets, 0);
    CHECK_INT(file.info.custom_count, 0);
    unload_motion(&file);
}

/* AN-027: a node without a channel says nothing of an expression or of lookAt, and of a bone that
 * it is at rest. */
TEST(an_027_nodes_without_channels) {
    clip_file file =
        load_extension("{},{}", MOTION_HUMANOID ",'expressions':{'preset':{'happy':{'node':16}}},"
                                                "'lookAt':{'node':17}");
    vrm_pose pose = pose_at(&file, 0);
    CHECK_INT(pose.presets, 0);
    CHECK_INT(pose.parts, 0);
    CHECK((pose.bones & VRM_BONE_BIT(VRM_BONE_SPINE)) != 0);
    CHECK_DEGREES(pose.rotations[VRM_BONE_SPINE], turn_none());
    unload_motion(&file);
}

TEST(an_023_the_place_of_the_eyes) {
    clip_file file = load_extension("{}", MOTION_HUMANOID
                                    ",'lookAt':{'node':16,'offsetFromHeadBone':[0.25,0.5,0.75]}");
    CHECK_INT(file.info.has_eye_offset, 1);
    CHECK_NEAR(file.info.eye_offset.x, 0.25, 0);
    CHECK_NEAR(file.info.eye_offset.y, 0.5, 0);
    CHECK_NEAR(file.info.eye_offset.z, 0.75, 0);
    unload_motion(&file);
    file = load_extension("{}", MOTION_HUMANOID ",'lookAt':{'node':16}");
    CHECK_INT(file.info.has_eye_offset, 0);
    unload_motion(&file);
}

/* AN-033: the eyes look at a point in the space of the file, wherever the node hangs. */
TEST(an_033_gaze_by_a_point) {
    const float values[] = {0, 0, 2, 1, 1, 2};
    const motion_track track = {2, "translation", NULL, 2, two_times, values};
    clip_file file = load_tracks("{'children':[1]},{'translation':[0,2,0]},{},"
                                 "{'translation':[0,1,0],'rotation':[0,0.70710678,0,0.70710678],"
                                 "'children':[2]}",
                                 HIPS_ALONE ",'lookAt':{'node':2}", &track, 1);
    vrm_pose pose = pose_at(&file, 1);
    CHECK(motion_found(&file, "motion-look-at-point"));
    CHECK_INT(pose.parts, VRM_POSE_LOOK_AT_POINT);
    CHECK_NEAR(pose.look_at.x, 1, 1e-6); /* Ry(90°) (1 1 2) + (0 1 0), in hips heights of 2 m */
    CHECK_NEAR(pose.look_at.y, 1, 1e-6);
    CHECK_NEAR(pose.look_at.z, -0.5, 1e-6);
    unload_motion(&file);
}

/* --- Hips --- */

/* AN-016, AN-031: hips that are not above the ground. */
TEST(an_016_an_031_low_hips) {
    static const struct {
        const char *nodes, *bones;
        double height, expected; /* of a step of 0.45 upwards */
    } cases[] = {
        {"{'children':[1]},{'children':[2]},{'translation':[0.1,-0.9,0]}",
         "'hips':{'node':1},'leftFoot':{'node':2}", 0.9, 0.5},
        {"{'children':[1]},{'children':[2]},{'translation':[0.1,-0.9,0]}", "'hips':{'node':1}", 1,
         0.45},
        {"{'children':[1]},{'translation':[0,-1,0],'children':[2]},{'translation':[0,-0.45,0]}",
         "'hips':{'node':1},'rightToes':{'node':2}", 0.45, 1},
        {"{'children':[1]},{'translation':[0,-1,0]}", "'hips':{'node':1}", 1, 0.45},
        {"{'children':[1]},{'children':[2]},{'translation':[0,0.5,0]}",
         "'hips':{'node':1},'leftFoot':{'node':2}", 1, 0.45},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        const float from = i == 2 || i == 3 ? -1.0f : 0.0f;
        const float values[] = {0, from, 0, 0, from + 0.45f, 0};
        const motion_track track = {1, "translation", NULL, 2, two_times, values};
        clip_file file = load_tracks(
            cases[i].nodes, format_members("'humanoid':{'humanBones':{%s}}", cases[i].bones),
            &track, 1);
        test_note("case %zu", i);
        CHECK_INT(file.result, VRM_OK);
        CHECK(motion_found(&file, "motion-hips-height"));
        CHECK_NEAR(file.info.hips_height, cases[i].height, 1e-6);
        CHECK_NEAR(pose_at(&file, 1).hips.y, cases[i].expected, 1e-6);
        CHECK_NEAR(pose_at(&file, 0).hips.y, 0, 0);
        unload_motion(&file);
    }
    test_note(NULL);
}

/* AN-035: the same motion in meters and in centimeters. */
TEST(an_035_centimetres) {
    const float metres[] = {0, 0.9f, 0, 0.3f, 0.6f, 0}, centimetres[] = {0, 90, 0, 30, 60, 0};
    const motion_track of_metres = {1, "translation", NULL, 2, two_times, metres},
                       of_centimetres = {1, "translation", NULL, 2, two_times, centimetres};
    clip_file a = load_tracks("{'children':[1]},{'translation':[0,0.9,0]}", HIPS_ALONE, &of_metres,
                              1),
              b = load_tracks("{'children':[1]},{'translation':[0,90,0]}", HIPS_ALONE,
                              &of_centimetres, 1);
    CHECK(!motion_found(&a, "motion-centimetres"));
    CHECK(motion_found(&b, "motion-centimetres"));
    CHECK_NEAR(a.info.unit, 1, 0);
    CHECK_NEAR(b.info.unit, 0.01, 1e-9);
    CHECK_NEAR(b.info.hips_height, 0.9, 1e-7);
    for (int i = 0; i <= 4; ++i) {
        vrm_pose p = pose_at(&a, i / 4.0), q = pose_at(&b, i / 4.0);
        CHECK_NEAR(p.hips.x, i / 12.0, 1e-6);
        CHECK_NEAR(q.hips.x, (double)p.hips.x, 1e-6);
        CHECK_NEAR(q.hips.y, (double)p.hips.y, 1e-6);
    }
    unload_motion(&a);
    unload_motion(&b);
}

/* --- Keys --- */

/* Rotations about y by these degrees, one for each key. */
static void write_turns(float *out, const double *degrees, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        vrm_quat q = turn_float(turn_y(degrees[i]));
        memcpy(out + 4 * i, &q, sizeof q);
    }
}

TEST(an_036_times_that_do_not_rise) {
    const double degrees[] = {10, 20, 30, 40};
    const float equal[] = {0, 0, 1, 1}, falling[] = {0, 1, 0.5f, 2}, behind[] = {3, 2, 1, 0};
    float values[16];
    motion_track track = {2, "rotation", NULL, 4, equal, values};
    clip_file file;
    write_turns(values, degrees, 4);
    file = load_tracks(NULL, NULL, &track, 1);
    CHECK_INT(file.result, VRM_OK);
    CHECK(motion_found(&file, "motion-times"));
    CHECK_INT(file.info.key_count, 2);
    CHECK_DEGREES(spine_at(&file, 0), turn_y(20));
    CHECK_DEGREES(spine_at(&file, 0.5), turn_y(30));
    CHECK_DEGREES(spine_at(&file, 1), turn_y(40));
    unload_motion(&file);
    track.times = falling;
    file = load_tracks(NULL, NULL, &track, 1);
    CHECK(motion_found(&file, "motion-times"));
    CHECK_DEGREES(spine_at(&file, 1), turn_y(20));
    CHECK_DEGREES(spine_at(&file, 1.5), turn_y(30));
    CHECK_DEGREES(spine_at(&file, 2), turn_y(40));
    unload_motion(&file);
    track.times = behind; /* the first key alone stays */
    file = load_tracks(NULL, NULL, &track, 1);
    CHECK_DEGREES(spine_at(&file, 0), turn_y(10));
    CHECK_DEGREES(spine_at(&file, 3), turn_y(10));
    CHECK_INT(file.info.duration, 3000000000);
    unload_motion(&file);
}

/* AN-037: what keys and tangents are worth does not depend on their length or sign. */
TEST(an_037_keys_are_made_equal) {
    static const float by[][3] = {{1, 1, 1}, {2, 0.5f, 1}, {-1, 1, -3}, {1, -2, -2}};
    const float times[] = {0, 1, 2};
    const double degrees[] = {0, 40, 50};
    float keys[12], tangents[24];
    for (int i = 0; i < 24; ++i) tangents[i] = 0.1f * (float)(i % 5) - 0.2f;
    write_turns(keys, degrees, 3);
    for (size_t c = 0; c < COUNT(by); ++c) {
        float linear[12], spline[36];
        const motion_track tracks[] = {{2, "rotation", "LINEAR", 3, times, linear},
                                       {3, "rotation", "CUBICSPLINE", 3, times, spline}};
        clip_file file;
        turn expected;
        for (int k = 0; k < 3; ++k) {
            for (int i = 0; i < 4; ++i) {
                linear[4 * k + i] = by[c][k] * keys[4 * k + i];
                spline[12 * k + i] = by[c][k] * tangents[8 * k + i];
                spline[12 * k + 4 + i] = linear[4 * k + i];
                spline[12 * k + 8 + i] = by[c][k] * tangents[8 * k + 4 + i];
            }
        }
        test_note("case %zu", c);
        file = load_tracks(NULL, NULL, tracks, 2);
        CHECK_DEGREES(spine_at(&file, 0.5), turn_y(20));
        CHECK_DEGREES(spine_at(&file, 1.5), turn_y(45));
        /* The spline half way from the first key to the second. */
        expected.x =
            0.5 * (double)(keys[0] + keys[4]) + 0.125 * (double)(tangents[4] - tangents[8]);
        expected.y =
            0.5 * (double)(keys[1] + keys[5]) + 0.125 * (double)(tangents[5] - tangents[9]);
        expected.z =
            0.5 * (double)(keys[2] + keys[6]) + 0.125 * (double)(tangents[6] - tangents[10]);
        expected.w =
            0.5 * (double)(keys[3] + keys[7]) + 0.125 * (double)(tangents[7] - tangents[11]);
        CHECK_DEGREES(pose_at(&file, 0.5).rotations[VRM_BONE_HEAD], expected);
        unload_motion(&file);
    }
    test_note(NULL);
}

TEST(an_037_a_key_of_no_length_is_the_identity) {
    const float values[] = {0, 0, 0, 0, 0, 0.70710678f, 0, 0.70710678f};
    const motion_track track = {2, "rotation", NULL, 2, two_times, values};
    clip_file file = load_tracks(NULL, NULL, &track, 1);
    CHECK_DEGREES(spine_at(&file, 0), turn_none());
    CHECK_DEGREES(spine_at(&file, 0.5), turn_y(45));
    unload_motion(&file);
}

/* AN-038: a step and a spline of everything that is no rotation. At a quarter, a spline from 0 to
 * 0.8 with the tangent 1.6 behind its first key has 0.35. */
TEST(an_038_steps_and_splines_of_numbers) {
    const float step[] = {0, 1, 0, 0.8f, 1, 0};
    const float spline[] = {9, 9, 9, 0, 1, 0, 1.6f, 0, 0, 0, 0, 0, 0.8f, 1, 0, 9, 9, 9};
    for (int is_spline = 0; is_spline < 2; ++is_spline) {
        const char *kind = is_spline ? "CUBICSPLINE" : "STEP";
        const float *values = is_spline ? spline : step;
        const motion_track tracks[] = {{1, "translation", kind, 2, two_times, values},
                                       {16, "translation", kind, 2, two_times, values},
                                       {17, "translation", kind, 2, two_times, values},
                                       {18, "translation", kind, 2, two_times, values}};
        const motion_file from = {NULL, "{},{},{}",
                                  MOTION_HUMANOID
                                  ",'expressions':{'preset':{'happy':{'node':16}},'custom':{'own':{"
                                  "'node':17}}},'lookAt':{'node':18}",
                                  tracks, 4};
        const double expected = is_spline ? 0.35 : 0;
        vrm_custom_weight custom;
        clip_file file = load_motion(&from, NULL);
        vrm_pose pose;
        test_note("%s", kind);
        vrm_pose_init(&pose);
        pose.customs = &custom;
        pose.custom_capacity = 1;
        vrm_clip_sample(file.clip, 250000000, &pose);
        CHECK_NEAR(pose.hips.x, expected, 1e-6);
        CHECK_NEAR(pose.hips.y, 0, 1e-6);
        CHECK_NEAR(pose.weights[VRM_PRESET_HAPPY], expected, 1e-6);
        CHECK_INT(pose.custom_count, 1);
        CHECK_NEAR(custom.weight, expected, 1e-6);
        CHECK_NEAR(pose.look_at.x, expected, 1e-6);
        CHECK_NEAR(pose.look_at.y, 1, 1e-6);
        vrm_clip_sample(file.clip, 1000000000, &pose);
        CHECK_NEAR(pose.hips.x, 0.8, 1e-6);
        CHECK_NEAR(pose.weights[VRM_PRESET_HAPPY], 0.8, 1e-6);
        CHECK_NEAR(custom.weight, 0.8, 1e-6);
        CHECK_NEAR(pose.look_at.x, 0.8, 1e-6);
        unload_motion(&file);
    }
    test_note(NULL);
}

/* AN-038, AN-018: the weight of a spline is clamped, and not its keys. */
TEST(an_038_a_spline_of_weights_is_clamped) {
    const float values[] = {0, 0, 0, 0, 0, 0, 40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    const motion_track track = {16, "translation", "CUBICSPLINE", 2, two_times, values};
    const motion_file from = {
        NULL, "{}", MOTION_HUMANOID ",'expressions':{'preset':{'happy':{'node':16}}}", &track, 1};
    clip_file file = load_motion(&from, NULL);
    CHECK_NEAR(pose_at(&file, 0.25).weights[VRM_PRESET_HAPPY], 1, 0);
    CHECK_NEAR(pose_at(&file, 1).weights[VRM_PRESET_HAPPY], 0, 0);
    unload_motion(&file);
}

TEST(an_038_steps_and_splines_of_the_gaze) {
    vrm_quat a = turn_float(turn_y(10)), b = turn_float(turn_y(30));
    const float step[] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
    const float spline[] = {0, 0, 0, 0, a.x, a.y, a.z, a.w, 0, 0, 0, 0,
                            0, 0, 0, 0, b.x, b.y, b.z, b.w, 0, 0, 0, 0};
    for (int is_spline = 0; is_spline < 2; ++is_spline) {
        const motion_track track = {16, "rotation", is_spline ? "CUBICSPLINE" : "STEP",
                                    2,  two_times,  is_spline ? spline : step};
        const motion_file from = {NULL, "{}", MOTION_HUMANOID ",'lookAt':{'node':16}", &track, 1};
        clip_file file = load_motion(&from, NULL);
        CHECK_NEAR(pose_at(&file, 0.5).yaw_degrees, is_spline ? 20 : 10, 1e-4);
        CHECK_NEAR(pose_at(&file, 1).yaw_degrees, 30, 1e-4);
        unload_motion(&file);
    }
}

/* --- Skeletons --- */

/* AN-039: N = G_parent⁻¹ G, whichever node is above a bone in the file. */
TEST(an_039_bones_in_another_order) {
    vrm_quat a = turn_float(turn_z(40)), b = turn_float(turn_x(30));
    const float upper[] = {a.x, a.y, a.z, a.w}, lower[] = {b.x, b.y, b.z, b.w};
    const motion_track tracks[] = {{1, "rotation", NULL, 1, two_times, upper},
                                   {2, "rotation", NULL, 1, two_times, lower}};
    clip_file file =
        load_tracks("{'children':[1]},{'translation':[0,1,0],'children':[2]},{}",
                    "'humanoid':{'humanBones':{'hips':{'node':2},'spine':{'node':1}}}", tracks, 2);
    vrm_pose pose = pose_at(&file, 0);
    CHECK_DEGREES(pose.rotations[VRM_BONE_HIPS], turn_times(turn_z(40), turn_x(30)));
    CHECK_DEGREES(pose.rotations[VRM_BONE_SPINE], turn_x(-30));
    unload_motion(&file);
    file = load_tracks(
        "{'children':[1],'translation':[0,1,0]},{'children':[2]},{}",
        "'humanoid':{'humanBones':{'hips':{'node':0},'chest':{'node':1},'spine':{'node':2}}}",
        tracks, 2);
    pose = pose_at(&file, 0);
    CHECK_DEGREES(pose.rotations[VRM_BONE_HIPS], turn_none());
    CHECK_DEGREES(pose.rotations[VRM_BONE_SPINE], turn_times(turn_z(40), turn_x(30)));
    CHECK_DEGREES(pose.rotations[VRM_BONE_CHEST], turn_x(-30));
    unload_motion(&file);
}

/* AN-032: both bones turn as their node does. */
TEST(an_032_one_node_of_two_bones) {
    vrm_quat a = turn_float(turn_z(40));
    const float values[] = {a.x, a.y, a.z, a.w};
    const motion_track track = {2, "rotation", NULL, 1, two_times, values};
    clip_file file =
        load_tracks("{'children':[1]},{'translation':[0,1,0],'children':[2,3]},{},{}",
                    "'humanoid':{'humanBones':{'hips':{'node':1},'leftUpperLeg':{'node':2},"
                    "'rightUpperLeg':{'node':2}}}",
                    &track, 1);
    vrm_pose pose = pose_at(&file, 0);
    CHECK(motion_found(&file, "motion-shared-node"));
    CHECK_DEGREES(pose.rotations[VRM_BONE_LEFT_UPPER_LEG], turn_z(40));
    CHECK_DEGREES(pose.rotations[VRM_BONE_RIGHT_UPPER_LEG], turn_z(40));
    unload_motion(&file);
}

TEST_SUITE(clip_file, ENTRY(an_001_versions), ENTRY(an_002_a_motion_beside_an_avatar),
           ENTRY(an_003_an_004_an_animation_is_chosen),
           ENTRY(an_006_bones_that_a_motion_may_not_have),
           ENTRY(an_007_required_bones_may_be_missing),
           ENTRY(an_009_an_010_scale_and_places_of_bones_are_ignored),
           ENTRY(an_011_scale_at_rest_counts_for_the_hips),
           ENTRY(an_026_channels_of_other_nodes_are_ignored), ENTRY(an_026_mapped_joints_alone),
           ENTRY(an_033_other_channels_of_the_face_are_ignored),
           ENTRY(an_017_an_019_an_020_expressions_that_a_motion_may_not_have),
           ENTRY(an_027_nodes_without_channels), ENTRY(an_023_the_place_of_the_eyes),
           ENTRY(an_033_gaze_by_a_point), ENTRY(an_016_an_031_low_hips), ENTRY(an_035_centimetres),
           ENTRY(an_036_times_that_do_not_rise), ENTRY(an_037_keys_are_made_equal),
           ENTRY(an_037_a_key_of_no_length_is_the_identity),
           ENTRY(an_038_steps_and_splines_of_numbers), ENTRY(an_038_a_spline_of_weights_is_clamped),
           ENTRY(an_038_steps_and_splines_of_the_gaze), ENTRY(an_039_bones_in_another_order),
           ENTRY(an_032_one_node_of_two_bones));
