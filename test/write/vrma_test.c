/* Clips written as .vrma files. */
#include "base/math.h"
#include "base/text.h"
#include "clip/clip.h"
#include "support/refusals.h"
#include "test.h"
#include "write/vrma_fixture.h"

#include <string.h>

static const float two_times[] = {0.0f, 1.0f};

static vrm_quat about(float x, float y, float z, float degrees) {
    return vrmi_quat_from_axis_angle(vrm_vec3_make(x, y, z), vrmi_radians(degrees));
}

static float degrees_between(vrm_quat a, vrm_quat b) {
    vrm_quat d = vrmi_quat_multiply(vrmi_quat_conjugate(a), b);
    float sine = sqrtf(d.x * d.x + d.y * d.y + d.z * d.z);
    return vrmi_degrees(2.0f * vrmi_atan2(sine, fabsf(d.w)));
}

static vrm_written_info info_of(const vrm_written *file) {
    vrm_written_info info;
    vrm_written_info_init(&info);
    vrm_written_get_info(file, &info);
    return info;
}

TEST(an_060_a_written_clip_has_the_same_bits) {
    clip_file first = load_everything();
    clip_file second = write_and_load(first.clip, NULL);
    REQUIRE(first.clip != NULL && second.clip != NULL);
    CHECK_INT(vrm_report_count(second.report), 0);
    CHECK_INT(second.info.format, VRM_CLIP_FORMAT_VRMA);
    CHECK(second.info.bones == first.info.bones);
    CHECK(second.info.moving_bones == first.info.moving_bones);
    CHECK_INT(second.info.track_count, first.info.track_count);
    CHECK_INT(second.info.key_count, first.info.key_count);
    check_same_motion(&first, &second);
    unload_motion(&first);
    unload_motion(&second);
}

TEST(an_061_a_written_file_is_written_again_with_the_same_bytes) {
    clip_file clip = load_everything(), second = write_and_load(clip.clip, NULL);
    clip_file third = write_and_load(second.clip, NULL);
    REQUIRE(third.clip != NULL);
    CHECK_INT(third.file.size, second.file.size);
    CHECK(memcmp(third.file.bytes, second.file.bytes, second.file.size) == 0);
    unload_motion(&clip);
    unload_motion(&second);
    unload_motion(&third);
}

/* Keys as long as floats just let pass, below a rest that turns them: their last bits are rounded
 * once more, and then they must still be let pass. */
TEST(an_061_keys_of_nearly_unit_length_stay_the_same) {
    enum { KEYS = 400 };
    static float times[KEYS], values[KEYS * 4];
    const motion_track track = {2, "rotation", NULL, KEYS, times, values};
    const motion_file from = {
        "{'children':[1]},{'translation':[0,1,0],'rotation':[0,0.6,0,0.8],'children':[2]},"
        "{'rotation':[0.28,0,0,0.96]}",
        NULL, "'humanoid':{'humanBones':{'hips':{'node':1},'spine':{'node':2}}}", &track, 1};
    clip_file first, second, third;
    for (int i = 0; i < KEYS; ++i) {
        const vrm_quat q = about(1, 0.3f, -0.7f, (float)i * 0.9f);
        const float length = 1.0f + (float)(i % 9 - 4) * 0.5e-7f;
        times[i] = (float)i / 30.0f;
        values[4 * i] = q.x * length, values[4 * i + 1] = q.y * length;
        values[4 * i + 2] = q.z * length, values[4 * i + 3] = q.w * length;
    }
    first = load_motion(&from, NULL);
    second = write_and_load(first.clip, NULL);
    third = write_and_load(second.clip, NULL);
    REQUIRE(third.clip != NULL);
    CHECK_INT(third.file.size, second.file.size);
    CHECK(memcmp(third.file.bytes, second.file.bytes, second.file.size) == 0);
    unload_motion(&first);
    unload_motion(&second);
    unload_motion(&third);
}

/* Hips at heights at which a quotient, multiplied again, is not always the same float. */
TEST(an_061_hips_at_any_height_stay_the_same) {
    for (int i = 0; i < 40; ++i) {
        char nodes[200];
        float values[60], times[20];
        uint32_t state = (uint32_t)i * 977u + 3u;
        const motion_track track = {1, "translation", NULL, 20, times, values};
        const motion_file from = {
            nodes, NULL, "'humanoid':{'humanBones':{'hips':{'node':1},'spine':{'node':2}}}", &track,
            1};
        clip_file clip, second, third;
        vrmi_text text = vrmi_text_make(nodes, sizeof nodes);
        vrmi_text_append(&text, "{'children':[1]},{'children':[2],'translation':[0,");
        vrmi_text_append_float(&text, 0.3f + 0.0371f * (float)i);
        vrmi_text_append(&text, ",0]},{}");
        for (int k = 0; k < 60; ++k) {
            state = state * 1664525u + 1013904223u;
            values[k] = (float)(state >> 8) / 8388608.0f * (k % 7 == 0 ? 20.0f : 1.0f);
            times[k / 3] = (float)(k / 3);
        }
        clip = load_motion(&from, NULL);
        second = write_and_load(clip.clip, NULL);
        third = write_and_load(second.clip, NULL);
        test_note("height %d", i);
        CHECK(second.file.size == third.file.size &&
              memcmp(second.file.bytes, third.file.bytes, second.file.size) == 0);
        test_note(NULL);
        for (int k = 0; k < 20; ++k) {
            vrm_pose a = pose_at(&clip, k), b = pose_at(&second, k);
            CHECK_NEAR(b.hips.x, a.hips.x, 1e-6 * (1 + fabs((double)a.hips.x)));
            CHECK_NEAR(b.hips.y, a.hips.y, 1e-6 * (1 + fabs((double)a.hips.y)));
        }
        unload_motion(&clip);
        unload_motion(&second);
        unload_motion(&third);
    }
}

TEST(an_062_times_are_shared_and_constants_are_one_key) {
    clip_file clip = load_everything();
    vrm_written *file = NULL;
    vrm_written_info info;
    REQUIRE(vrm_clip_write_vrma(clip.clip, NULL, &file, NULL) == VRM_OK);
    info = info_of(file);
    CHECK_INT(info.changes, 0);
    CHECK_INT(info.node_count, 15 + 5);
    CHECK_INT(info.channel_count, 11);
    CHECK_INT(info.input_count, 3); /* even, odd, and that of constants */
    CHECK_INT(info.key_count, 9 * 7 + 2);
    vrm_written_destroy(file);
    unload_motion(&clip);
}

/* Whether the JSON of a file has this text. */
static bool has_text(const clip_file *file, const char *text) {
    const size_t length = strlen(text);
    for (size_t i = 0; i + length <= file->file.size; ++i) {
        if (memcmp(file->file.bytes + i, text, length) == 0) return true;
    }
    return false;
}

TEST(an_063_a_written_file_says_what_readers_expect) {
    clip_file clip = load_everything(), second = write_and_load(clip.clip, NULL);
    REQUIRE(second.clip != NULL);
    CHECK(has_text(&second, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"libvrm "));
    CHECK(has_text(&second, "\"scene\":0,\"scenes\":[{\"nodes\":[0,15,16,17,18,19]}]"));
    CHECK(has_text(&second, "\"extensionsUsed\":[\"VRMC_vrm_animation\"]"));
    CHECK(has_text(&second, "\"specVersion\":\"1.0\""));
    CHECK(has_text(&second, "\"min\":[0.05],\"max\":[1.25]"));
    CHECK(has_text(&second, "\"preset\":{\"happy\":{\"node\":15},\"blink\":{\"node\":16}}"));
    CHECK(has_text(&second, "\"custom\":{\"a \\\"b\\\"\":{\"node\":17},\"Smile\":{\"node\":18}}"));
    CHECK(has_text(&second, "\"lookAt\":{\"node\":19,\"offsetFromHeadBone\":[0,0.06,0.09]}"));
    CHECK(has_text(&second, "\"name\":\"Test\""));
    unload_motion(&clip);
    unload_motion(&second);
}

/* A clip of the face alone has no humanoid, and one of some bones has all that are required. */
TEST(an_064_required_bones_are_added) {
    const float turn[] = {0, 0, 0, 1, 0, 0.6f, 0, 0.8f};
    const motion_track track = {3, "rotation", NULL, 2, two_times, turn};
    const motion_file from = {NULL, NULL, "'humanoid':{'humanBones':{'head':{'node':3}}}", &track,
                              1};
    clip_file clip = load_motion(&from, NULL), second = write_and_load(clip.clip, NULL);
    vrm_write_desc desc;
    vrm_written *file = NULL;
    CHECK(second.info.bones == VRM_REQUIRED_BONES);
    CHECK(second.info.moving_bones == VRM_BONE_BIT(VRM_BONE_HEAD));
    CHECK_INT(vrm_report_count(second.report), 0);
    unload_motion(&second);
    vrm_write_desc_init(&desc);
    desc.flags = VRM_WRITE_ANIMATED_BONES_ONLY;
    second = write_and_load(clip.clip, &desc);
    CHECK(second.info.bones == VRM_BONE_BIT(VRM_BONE_HEAD));
    CHECK(motion_found(&second, "motion-bone-missing"));
    unload_motion(&second);
    CHECK_INT(vrm_clip_write_vrma(clip.clip, NULL, &file, NULL), VRM_OK);
    CHECK_INT(info_of(file).changes, VRM_WRITTEN_BONES_ADDED);
    vrm_written_destroy(file);
    unload_motion(&clip);
}

TEST(an_064_a_face_alone_has_no_humanoid) {
    const float weights[] = {0, 0, 0, 1, 0, 0};
    const motion_track track = {16, "translation", NULL, 2, two_times, weights};
    const motion_file from = {NULL, "{}", "'expressions':{'preset':{'aa':{'node':16}}}", &track, 1};
    clip_file clip = load_motion(&from, NULL), second = write_and_load(clip.clip, NULL);
    CHECK_INT(second.result, VRM_OK);
    CHECK(second.info.bones == 0);
    CHECK_INT(second.info.presets, 1 << VRM_PRESET_AA);
    CHECK(!has_text(&second, "humanoid"));
    check_same_motion(&clip, &second);
    unload_motion(&clip);
    unload_motion(&second);
}

/* What does not move lasts as long as it did. */
TEST(an_062_a_clip_at_rest_keeps_its_duration) {
    const float turn[] = {0, 0, 0, 1, 0, 0, 0, 1};
    const float times[] = {0.0f, 2.5f};
    const motion_track track = {2, "rotation", NULL, 2, times, turn};
    const motion_file from = {NULL, NULL, NULL, &track, 1};
    clip_file clip = load_motion(&from, NULL), second = write_and_load(clip.clip, NULL);
    CHECK_INT(clip.info.duration, INT64_C(2500000000));
    CHECK_INT(second.info.duration, INT64_C(2500000000));
    CHECK_INT(second.info.track_count, 0);
    unload_motion(&clip);
    unload_motion(&second);
}

/* AN-028: joints in between and above are sampled, 30 times a second and at every key. */
TEST(an_028_an_065_composed_joints_are_sampled) {
    vrm_quat a = about(0, 0, 1, 50), b = about(1, 0, 0, 40), up = about(0, 1, 0, 90);
    const float between[] = {0, 0, 0, 1, a.x, a.y, a.z, a.w};
    const float own[] = {0, 0, 0, 1, b.x, b.y, b.z, b.w};
    const float root[] = {0, 0, 0, 1, up.x, up.y, up.z, up.w};
    const float hips[] = {0, 1, 0, 0.5f, 1, 1};
    const motion_track tracks[] = {{0, "rotation", NULL, 2, two_times, root},
                                   {1, "translation", NULL, 2, two_times, hips},
                                   {2, "rotation", NULL, 2, two_times, between},
                                   {3, "rotation", NULL, 2, two_times, own}};
    const motion_file from = {
        "{'children':[1]},{'translation':[0,1,0],'children':[2]},{'children':[3]},{}", NULL,
        "'humanoid':{'humanBones':{'hips':{'node':1},'spine':{'node':3}}}", tracks, 4};
    clip_file clip = load_motion(&from, NULL), second = write_and_load(clip.clip, NULL);
    REQUIRE(clip.clip != NULL && second.clip != NULL);
    CHECK_INT(second.clip->turn_count, 0);
    CHECK_INT(second.clip->way_count, 0);
    CHECK_INT(second.clip->set_count, 1);
    CHECK_INT(second.clip->sets[0].key_count, 31);
    CHECK_NEAR(second.info.keys_per_second, 30, 1e-4);
    for (int i = 0; i <= 200; ++i) {
        vrm_pose one = pose_at(&clip, i / 200.0), two = pose_at(&second, i / 200.0);
        CHECK(degrees_between(one.rotations[VRM_BONE_SPINE], two.rotations[VRM_BONE_SPINE]) <
              0.02f);
        CHECK(degrees_between(one.rotations[VRM_BONE_HIPS], two.rotations[VRM_BONE_HIPS]) < 0.02f);
        CHECK_NEAR(two.hips.x, one.hips.x, 1e-3);
        CHECK_NEAR(two.hips.z, one.hips.z, 1e-3);
    }
    unload_motion(&clip);
    clip = write_and_load(second.clip, NULL);
    CHECK(clip.file.size == second.file.size &&
          memcmp(clip.file.bytes, second.file.bytes, clip.file.size) == 0);
    unload_motion(&clip);
    unload_motion(&second);
}

/* A joint in between that does not move, beside eyes that do not: each has a key of its own. */
TEST(an_065_a_composed_constant_is_one_key) {
    vrm_quat a = about(0, 0, 1, 50);
    const float turn[] = {a.x, a.y, a.z, a.w, a.x, a.y, a.z, a.w};
    const float place[] = {0, 1, 0.5f, 0, 1, 0.5f};
    const motion_track tracks[] = {{0, "rotation", NULL, 2, two_times, turn},
                                   {1, "translation", NULL, 2, two_times, place},
                                   {2, "rotation", NULL, 2, two_times, turn},
                                   {4, "rotation", NULL, 2, two_times, turn}};
    const motion_file from = {
        "{'children':[1]},{'translation':[0,1,0],'children':[2]},{'children':[3]},{},{}", NULL,
        "'humanoid':{'humanBones':{'hips':{'node':1},'spine':{'node':3}}},'lookAt':{'node':4}",
        tracks, 4};
    clip_file clip = load_motion(&from, NULL), second = write_and_load(clip.clip, NULL);
    CHECK_INT(second.info.track_count, 0);
    CHECK_INT(second.info.duration, clip.info.duration);
    CHECK(degrees_between(pose_at(&second, 0).rotations[VRM_BONE_SPINE], a) < 1e-3f);
    CHECK_NEAR(pose_at(&second, 0).hips.z, 0.5, 1e-6);
    CHECK_NEAR(second.clip->look_at.z, a.z, 0);
    CHECK_NEAR(second.clip->look_at.w, a.w, 0);
    unload_motion(&clip);
    unload_motion(&second);
}

/* A jump of a joint in between stays a jump. */
TEST(an_065_jumps_stay_jumps) {
    vrm_quat a = about(0, 0, 1, 50);
    const float between[] = {0, 0, 0, 1, a.x, a.y, a.z, a.w};
    const motion_track tracks[] = {{2, "rotation", "STEP", 2, two_times, between}};
    const motion_file from = {
        "{'children':[1]},{'translation':[0,1,0],'children':[2]},{'children':[3]},{}", NULL,
        "'humanoid':{'humanBones':{'hips':{'node':1},'spine':{'node':3}}}", tracks, 1};
    clip_file clip = load_motion(&from, NULL), second = write_and_load(clip.clip, NULL);
    CHECK_NEAR(pose_at(&second, 0.999999).rotations[VRM_BONE_SPINE].w, 1, 0);
    CHECK(degrees_between(pose_at(&second, 1).rotations[VRM_BONE_SPINE], a) < 1e-4f);
    unload_motion(&clip);
    unload_motion(&second);
}

/* A point becomes the direction in which it is seen, also where the head turns away from it. */
TEST(an_066_a_point_to_look_at_becomes_a_direction) {
    const vrm_quat turned = about(0, 1, 0, 30);
    const float head[] = {0, 0, 0, 1, turned.x, turned.y, turned.z, turned.w};
    const float point[] = {0, 1.62f, 5, 0, 1.62f, 5};
    const motion_track tracks[] = {{3, "rotation", NULL, 2, two_times, head},
                                   {16, "translation", NULL, 2, two_times, point}};
    const motion_file from = {NULL, "{}", MOTION_HUMANOID ",'lookAt':{'node':16}", tracks, 2};
    clip_file clip = load_motion(&from, NULL), second = write_and_load(clip.clip, NULL);
    vrm_written *file = NULL;
    CHECK_INT(clip.info.parts, VRM_POSE_LOOK_AT_POINT);
    CHECK_INT(second.info.parts, VRM_POSE_LOOK_AT_DEGREES);
    CHECK_NEAR(pose_at(&second, 0).yaw_degrees, 0, 1e-4);
    CHECK_NEAR(pose_at(&second, 0).pitch_degrees, 0, 1e-4);
    CHECK_NEAR(pose_at(&second, 1).yaw_degrees, -30, 0.6);
    CHECK_NEAR(pose_at(&second, 0.5).yaw_degrees, -15, 0.6);
    CHECK_INT(vrm_clip_write_vrma(clip.clip, NULL, &file, NULL), VRM_OK);
    CHECK_INT(info_of(file).changes, VRM_WRITTEN_LOOK_AT_POINT);
    vrm_written_destroy(file);
    unload_motion(&clip);
    unload_motion(&second);
}

TEST(er_020_any_piece_of_writing_may_be_refused) {
    clip_file clip = load_everything();
    vrm_result result = VRM_ERROR_OUT_OF_MEMORY;
    int64_t refused = 0;
    if (!refusals_work()) test_skip("this linker does not wrap symbols");
    for (; refusals_work() && result != VRM_OK && refused < 200; ++refused) {
        vrm_written *file = NULL;
        refuse_piece(refused);
        result = vrm_clip_write_vrma(clip.clip, NULL, &file, NULL);
        CHECK_INT(result, pieces_asked() > refused ? VRM_ERROR_OUT_OF_MEMORY : VRM_OK);
        CHECK_INT(file != NULL, result == VRM_OK);
        refuse_piece(-1);
        vrm_written_destroy(file);
    }
    if (refusals_work()) CHECK(result == VRM_OK && refused > 10);
    unload_motion(&clip);
}

TEST(er_020_writing_gives_back_all_memory) {
    clip_file clip = load_everything();
    vrm_result result = VRM_ERROR_OUT_OF_MEMORY;
    for (int64_t fail_at = 0; result != VRM_OK && fail_at < 20; ++fail_at) {
        vrm_load_desc load;
        vrm_write_desc desc;
        vrm_written *file = NULL;
        counting counter;
        counting_init(&counter, fail_at);
        vrm_load_desc_init(&load);
        vrm_write_desc_init(&desc);
        desc.load = &load;
        load.allocator = &counter.allocator;
        result = vrm_clip_write_vrma(clip.clip, &desc, &file, NULL);
        CHECK(result == VRM_OK || result == VRM_ERROR_OUT_OF_MEMORY);
        vrm_written_destroy(file);
        CHECK_INT(counter.live, 0);
        CHECK(!counter.is_size_wrong);
    }
    CHECK_INT(result, VRM_OK);
    unload_motion(&clip);
}

TEST(er_018_writing_stays_below_its_limits) {
    clip_file clip = load_everything();
    vrm_limits limits;
    vrm_load_desc load;
    vrm_write_desc desc;
    vrm_written *file = NULL;
    vrm_limits_init(&limits);
    vrm_load_desc_init(&load);
    vrm_write_desc_init(&desc);
    desc.load = &load;
    limits.max_memory_bytes = 4096;
    load.limits = &limits;
    CHECK_INT(vrm_clip_write_vrma(clip.clip, &desc, &file, NULL), VRM_ERROR_LIMIT);
    CHECK(file == NULL);
    unload_motion(&clip);
}

TEST(misuse_of_writing_is_refused) {
    clip_file clip = load_everything();
    vrm_write_desc desc;
    vrm_written *file = NULL;
    vrm_written_info info = info_of(NULL);
    size_t size = 1;
    CHECK_INT(info.channel_count, 0);
    CHECK(vrm_written_bytes(NULL, &size) == NULL && size == 0);
    vrm_written_destroy(NULL);
    CHECK_INT(vrm_clip_write_vrma(NULL, NULL, &file, NULL), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_clip_write_vrma(clip.clip, NULL, NULL, NULL), VRM_ERROR_INVALID_ARGUMENT);
    vrm_write_desc_init(&desc);
    desc.flags = 1u << 30;
    CHECK_INT(vrm_clip_write_vrma(clip.clip, &desc, &file, NULL), VRM_ERROR_INVALID_ARGUMENT);
    vrm_write_desc_init(&desc);
    desc.keys_per_second = -1;
    CHECK_INT(vrm_clip_write_vrma(clip.clip, &desc, &file, NULL), VRM_ERROR_INVALID_ARGUMENT);
    CHECK(file == NULL);
    unload_motion(&clip);
}

TEST_SUITE(write_vrma, ENTRY(an_060_a_written_clip_has_the_same_bits),
           ENTRY(an_061_a_written_file_is_written_again_with_the_same_bytes),
           ENTRY(an_061_keys_of_nearly_unit_length_stay_the_same),
           ENTRY(an_061_hips_at_any_height_stay_the_same),
           ENTRY(an_062_times_are_shared_and_constants_are_one_key),
           ENTRY(an_063_a_written_file_says_what_readers_expect),
           ENTRY(an_064_required_bones_are_added), ENTRY(an_064_a_face_alone_has_no_humanoid),
           ENTRY(an_062_a_clip_at_rest_keeps_its_duration),
           ENTRY(an_028_an_065_composed_joints_are_sampled),
           ENTRY(an_065_a_composed_constant_is_one_key), ENTRY(an_065_jumps_stay_jumps),
           ENTRY(an_066_a_point_to_look_at_becomes_a_direction),
           ENTRY(er_020_any_piece_of_writing_may_be_refused),
           ENTRY(er_020_writing_gives_back_all_memory),
           ENTRY(er_018_writing_stays_below_its_limits), ENTRY(misuse_of_writing_is_refused));
