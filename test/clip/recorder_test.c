/* Poses recorded into a clip. */
#include "base/math.h"
#include "support/refusals.h"
#include "test.h"
#include "testkit/create.h"
#include "write/vrma_fixture.h"

#include <string.h>

static const int64_t FRAME = 16666667; /* nanoseconds */

/* A pose of a body that sways, with a face. */
static vrm_pose pose_of_frame(int frame, vrm_custom_weight *custom) {
    const float t = (float)frame / 60.0f;
    vrm_pose pose;
    vrm_pose_init(&pose);
    pose.bones = VRM_BONE_BIT(VRM_BONE_HIPS) | VRM_BONE_BIT(VRM_BONE_HEAD);
    pose.rotations[VRM_BONE_HIPS] =
        vrmi_quat_from_axis_angle(vrm_vec3_make(0, 1, 0), 0.3f * vrmi_sin(t));
    pose.rotations[VRM_BONE_HEAD] =
        vrmi_quat_from_axis_angle(vrm_vec3_make(1, 0, 0), 0.5f * vrmi_sin(3.0f * t));
    pose.parts = VRM_POSE_HIPS | VRM_POSE_LOOK_AT_DEGREES;
    pose.hips = vrm_vec3_make(0.1f * t, 0.02f * vrmi_sin(5.0f * t), 0);
    pose.presets = 1u << VRM_PRESET_AA;
    pose.weights[VRM_PRESET_AA] = vrmi_saturate(t);
    pose.yaw_degrees = 20.0f * t;
    pose.pitch_degrees = -5.0f;
    if (custom != NULL) {
        *custom = (vrm_custom_weight){{"Wink", 4}, 0.25f * t, VRM_NONE};
        pose.customs = custom;
        pose.custom_count = pose.custom_capacity = 1;
    }
    return pose;
}

static void add_frames(vrm_recorder *recorder, int count) {
    for (int i = 0; i < count; ++i) {
        vrm_custom_weight custom;
        const vrm_pose pose = pose_of_frame(i, &custom);
        CHECK_INT(vrm_recorder_add(recorder, 5000000000 + i * FRAME, &pose), VRM_OK);
    }
}

static clip_file clip_of(const vrm_recorder *recorder) {
    clip_file file;
    memset(&file, 0, sizeof file);
    file.result = vrm_recorder_make_clip(recorder, &file.clip, NULL);
    vrm_clip_info_init(&file.info);
    vrm_clip_get_info(file.clip, &file.info);
    return file;
}

TEST(an_070_recorded_poses_come_back) {
    vrm_recorder_desc desc;
    vrm_recorder *recorder;
    clip_file file;
    vrm_recorder_desc_init(&desc);
    desc.hips_height = 0.9f;
    recorder = create_recorder(&desc);
    REQUIRE(recorder != NULL);
    add_frames(recorder, 60);
    CHECK_INT(vrm_recorder_count(recorder), 60);
    file = clip_of(recorder);
    REQUIRE(file.clip != NULL);
    CHECK_INT(file.info.format, VRM_CLIP_FORMAT_POSES);
    CHECK_NEAR(file.info.hips_height, 0.9, 1e-7);
    CHECK_NEAR((double)file.info.duration * 1e-9, 59 / 60.0, 1e-6);
    CHECK_INT(file.info.custom_count, 1);
    for (int i = 0; i < 60; ++i) {
        const vrm_pose expected = pose_of_frame(i, NULL);
        vrm_custom_weight custom;
        vrm_pose pose;
        vrm_pose_init(&pose);
        pose.customs = &custom;
        pose.custom_capacity = 1;
        vrm_clip_sample(file.clip, i * FRAME, &pose);
        test_note("frame %d", i);
        CHECK(pose.bones == expected.bones && pose.parts == expected.parts);
        CHECK_NEAR(pose.rotations[VRM_BONE_HIPS].y, expected.rotations[VRM_BONE_HIPS].y, 1e-6);
        CHECK_NEAR(pose.rotations[VRM_BONE_HEAD].x, expected.rotations[VRM_BONE_HEAD].x, 1e-6);
        CHECK_NEAR(pose.hips.x, expected.hips.x, 1e-6);
        CHECK_NEAR(pose.hips.y, expected.hips.y, 1e-6);
        CHECK_NEAR(pose.weights[VRM_PRESET_AA], expected.weights[VRM_PRESET_AA], 1e-6);
        CHECK_NEAR(pose.yaw_degrees, expected.yaw_degrees, 1e-4);
        CHECK_NEAR(pose.pitch_degrees, expected.pitch_degrees, 1e-4);
        CHECK_TEXT(custom.name.data, "Wink");
        CHECK_NEAR(custom.weight, 0.25 * i / 60.0, 1e-6);
    }
    test_note(NULL);
    vrm_recorder_destroy(recorder); /* the clip does not need it */
    CHECK_NEAR(pose_at(&file, 0.5).yaw_degrees, 10, 1e-4);
    unload_motion(&file);
}

TEST(an_060_an_070_a_recorded_clip_is_written_with_the_same_bits) {
    vrm_recorder *recorder = create_recorder(NULL);
    clip_file file, written;
    add_frames(recorder, 90);
    file = clip_of(recorder);
    written = write_and_load(file.clip, NULL);
    REQUIRE(file.clip != NULL && written.clip != NULL);
    CHECK_INT(vrm_report_count(written.report), 0);
    check_same_motion(&file, &written);
    unload_motion(&file);
    unload_motion(&written);
    vrm_recorder_destroy(recorder);
}

/* Keys stand where a pose says something, and not where it does not. */
TEST(an_070_what_only_some_poses_say_has_keys_at_those) {
    vrm_recorder *recorder = create_recorder(NULL);
    clip_file file;
    for (int i = 0; i < 10; ++i) {
        vrm_pose pose = pose_of_frame(i, NULL);
        if (i % 2 != 0) pose.bones = VRM_BONE_BIT(VRM_BONE_HEAD);
        if (i < 5) {
            pose.parts = VRM_POSE_LOOK_AT_POINT; /* directions count where there are some */
            pose.look_at = vrm_vec3_make(0, 1, 3);
        }
        CHECK_INT(vrm_recorder_add(recorder, i * FRAME, &pose), VRM_OK);
    }
    file = clip_of(recorder);
    REQUIRE(file.clip != NULL);
    CHECK_INT(file.info.parts, VRM_POSE_HIPS | VRM_POSE_LOOK_AT_DEGREES);
    CHECK_NEAR(pose_at(&file, 0).yaw_degrees, 20.0 * 5 / 60, 1e-4); /* the first that says one */
    CHECK_NEAR(pose_at(&file, 0).hips.x, 0.1 * 5 / 60, 1e-6);
    /* Between the keys of frames 0 and 2. */
    CHECK_NEAR(pose_at(&file, 1 / 60.0).rotations[VRM_BONE_HIPS].y,
               pose_of_frame(1, NULL).rotations[VRM_BONE_HIPS].y, 1e-4);
    unload_motion(&file);
    vrm_recorder_destroy(recorder);
}

TEST(an_071_a_recorder_is_full_and_takes_no_earlier_time) {
    vrm_recorder_desc desc;
    vrm_recorder *recorder;
    vrm_pose pose = pose_of_frame(0, NULL);
    clip_file file;
    vrm_recorder_desc_init(&desc);
    desc.pose_capacity = 3;
    recorder = create_recorder(&desc);
    CHECK_INT(vrm_recorder_add(recorder, 100, &pose), VRM_OK);
    CHECK_INT(vrm_recorder_add(recorder, 99, &pose), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_recorder_add(recorder, 200 + FRAME, &pose), VRM_OK);
    CHECK_INT(vrm_recorder_add(recorder, 150, &pose), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_recorder_add(recorder, 100 + 2 * FRAME, &pose), VRM_OK);
    CHECK_INT(vrm_recorder_add(recorder, 100 + 3 * FRAME, &pose), VRM_ERROR_LIMIT);
    pose.hips.x = 7; /* the last one can still be replaced */
    CHECK_INT(vrm_recorder_add(recorder, 100 + 2 * FRAME, &pose), VRM_OK);
    CHECK_INT(vrm_recorder_count(recorder), 3);
    file = clip_of(recorder);
    CHECK_NEAR(pose_at(&file, 1).hips.x, 7, 1e-6);
    unload_motion(&file);
    vrm_recorder_clear(recorder);
    CHECK_INT(vrm_recorder_count(recorder), 0);
    CHECK_INT(vrm_recorder_add(recorder, INT64_MIN, &pose), VRM_OK);
    CHECK_INT(vrm_recorder_add(recorder, INT64_MAX, &pose), VRM_ERROR_INVALID_ARGUMENT);
    vrm_recorder_destroy(recorder);
}

TEST(an_071_poses_that_cannot_be_used_are_harmless) {
    vrm_recorder *recorder = create_recorder(NULL);
    vrm_pose pose = pose_of_frame(0, NULL);
    const float infinite = (float)HUGE_VAL;
    vrm_custom_weight customs[] = {
        {{"this name is so long that a recorder has no room for it, and leaves it out", 74}, 1, 0},
        {{NULL, 0}, 1, 0},
        {{"Good", 4}, infinite, 0}};
    clip_file file;
    vrm_clip *none = NULL;
    vrm_pose empty;
    vrm_pose_init(&empty);
    CHECK_INT(vrm_recorder_make_clip(recorder, &none, NULL), VRM_ERROR_UNSUPPORTED);
    CHECK_INT(vrm_recorder_add(recorder, 0, &empty), VRM_OK);
    CHECK_INT(vrm_recorder_make_clip(recorder, &none, NULL), VRM_ERROR_UNSUPPORTED);
    CHECK(none == NULL);
    pose.rotations[VRM_BONE_HEAD].x = infinite;
    pose.hips.y = infinite;
    pose.yaw_degrees = infinite;
    pose.customs = customs;
    pose.custom_count = 3;
    CHECK_INT(vrm_recorder_add(recorder, FRAME, &pose), VRM_OK);
    file = clip_of(recorder);
    REQUIRE(file.clip != NULL);
    CHECK_INT(file.info.custom_count, 1);
    CHECK_TEXT(vrm_clip_custom_name(file.clip, 0), "Good");
    CHECK_NEAR(pose_at(&file, 0).rotations[VRM_BONE_HEAD].w, 1, 0);
    CHECK(vrmi_is_finite(pose_at(&file, 0).hips.y));
    unload_motion(&file);
    CHECK_INT(vrm_recorder_add(NULL, 0, &pose), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_recorder_add(recorder, 0, NULL), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_recorder_make_clip(NULL, &none, NULL), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_recorder_make_clip(recorder, NULL, NULL), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_recorder_count(NULL), 0);
    vrm_recorder_clear(NULL);
    vrm_recorder_destroy(NULL);
    vrm_recorder_destroy(recorder);
}

TEST(an_071_settings_of_a_recorder_are_checked) {
    vrm_recorder_desc desc;
    vrm_recorder_desc_init(&desc);
    desc.pose_capacity = 10000001;
    CHECK(create_recorder(&desc) == NULL);
    vrm_recorder_desc_init(&desc);
    desc.custom_capacity = 1025;
    CHECK(create_recorder(&desc) == NULL);
    vrm_recorder_desc_init(&desc);
    desc.hips_height = -1;
    CHECK(create_recorder(&desc) == NULL);
    vrm_recorder_desc_init(&desc);
    desc.reserved = 1;
    CHECK(create_recorder(&desc) == NULL);
}

TEST(er_020_a_recorder_gives_back_all_memory) {
    vrm_recorder_desc desc;
    counting counter;
    vrm_recorder *recorder;
    vrm_clip *clip = NULL;
    counting_init(&counter, 0);
    vrm_recorder_desc_init(&desc);
    desc.allocator = &counter.allocator;
    CHECK(create_recorder(&desc) == NULL);
    counting_init(&counter, -1);
    recorder = create_recorder(&desc);
    REQUIRE(recorder != NULL);
    add_frames(recorder, 20);
    CHECK_INT(counter.count, 1); /* adding allocates nothing */
    for (int64_t fail = 0; clip == NULL && fail < 20; ++fail) {
        const int64_t live = counter.live;
        vrm_result result;
        counter.fail_at = counter.count + fail;
        result = vrm_recorder_make_clip(recorder, &clip, NULL);
        CHECK_INT(result, clip != NULL ? VRM_OK : VRM_ERROR_OUT_OF_MEMORY);
        CHECK_INT(counter.live, live + (clip != NULL ? 1 : 0));
    }
    CHECK(clip != NULL);
    vrm_clip_release(clip);
    vrm_recorder_destroy(recorder);
    CHECK_INT(counter.live, 0);
    CHECK(!counter.is_size_wrong);
}

TEST(er_020_any_piece_of_a_recorded_clip_may_be_refused) {
    vrm_recorder *recorder = create_recorder(NULL);
    vrm_clip *clip = NULL;
    int64_t refused = 0;
    add_frames(recorder, 20);
    if (!refusals_work()) test_skip("this linker does not wrap symbols");
    for (; refusals_work() && clip == NULL && refused < 200; ++refused) {
        vrm_result result;
        refuse_piece(refused);
        result = vrm_recorder_make_clip(recorder, &clip, NULL);
        CHECK_INT(result, pieces_asked() > refused ? VRM_ERROR_OUT_OF_MEMORY : VRM_OK);
        refuse_piece(-1);
    }
    if (refusals_work()) CHECK(clip != NULL && refused > 10);
    vrm_clip_release(clip);
    vrm_recorder_destroy(recorder);
}

TEST_SUITE(recorder, ENTRY(an_070_recorded_poses_come_back),
           ENTRY(an_060_an_070_a_recorded_clip_is_written_with_the_same_bits),
           ENTRY(an_070_what_only_some_poses_say_has_keys_at_those),
           ENTRY(an_071_a_recorder_is_full_and_takes_no_earlier_time),
           ENTRY(an_071_poses_that_cannot_be_used_are_harmless),
           ENTRY(an_071_settings_of_a_recorder_are_checked),
           ENTRY(er_020_a_recorder_gives_back_all_memory),
           ENTRY(er_020_any_piece_of_a_recorded_clip_may_be_refused));
