/*
 * The same bits of clips: what is read from files, sampled and applied, hashed, whatever compiled
 * this. A change that is meant to alter them writes the hash that the failure names here.
 */
#include "clip/motion_fixture.h"
#include "test.h"
#include "testkit/create.h"

#include <string.h>

enum { TIMES = 600 };

static uint64_t hash_words(uint64_t h, const void *from, size_t bytes) {
    for (size_t i = 0; i + 4 <= bytes; i += 4) {
        uint32_t word;
        memcpy(&word, (const unsigned char *)from + i, sizeof word);
        h = (h ^ word) * UINT64_C(0x100000001B3);
    }
    return h;
}

static uint64_t hash_customs(uint64_t h, const vrm_pose *pose) {
    for (uint32_t i = 0; i < pose->custom_count; ++i) {
        h = hash_words(h, &pose->customs[i].weight, sizeof(float));
    }
    return h;
}

/* Poses in the order of time and beyond both ends, and at times in between that no key has. */
static uint64_t hash_clip(const vrm_clip *clip, vrm_avatar *avatar) {
    vrm_custom_weight customs[8];
    vrm_pose pose;
    vrm_clip_info info;
    uint64_t h = 0;
    vrm_clip_info_init(&info);
    vrm_clip_get_info(clip, &info);
    vrm_pose_init(&pose);
    pose.customs = customs;
    pose.custom_capacity = 8;
    for (int64_t i = -5; i < TIMES; ++i) {
        vrm_clip_sample(clip, i * (info.duration / (TIMES - 7) + 1), &pose);
        h = hash_words(h, &pose, offsetof(vrm_pose, custom_count));
        h = hash_customs(h, &pose);
        if (avatar == NULL || i % 8 != 0) continue;
        vrm_avatar_apply_pose(avatar, &pose, NULL);
        vrm_avatar_update(avatar, 1.0f / 60.0f);
        h = hash_words(h, vrm_avatar_frame(avatar)->world,
                       vrm_avatar_frame(avatar)->node_count * sizeof(vrm_mat4));
    }
    return h;
}

static void check_hash(const char *what, uint64_t got, uint64_t expected) {
    test_note("%s: 0x%016llX, expected 0x%016llX", what, (unsigned long long)got,
              (unsigned long long)expected);
    CHECK(got == expected);
    test_note(NULL);
}

static void check_sample(const char *name, uint64_t expected) {
    fixture bytes = fixture_sample(name);
    loaded body = load_fixture(fixture_sample("character-0.x.vrm"), NULL);
    clip_file file;
    vrm_avatar *avatar;
    if (bytes.bytes == NULL || body.model == NULL) {
        fixture_free(&bytes);
        unload(&body);
        return;
    }
    file = load_clip(bytes, NULL);
    avatar = create_avatar(body.model, NULL);
    CHECK_INT(file.result, VRM_OK);
    check_hash(name, hash_clip(file.clip, avatar), expected);
    vrm_avatar_destroy(avatar);
    unload_motion(&file);
    unload(&body);
}

TEST(an_005_same_bits_of_a_vrma_file) {
    check_sample("dance.vrma", UINT64_C(0x71E224F72746B0E8));
    check_sample("walk.vrma", UINT64_C(0xA3BB41139F01E103));
}

TEST(an_005_same_bits_of_a_bvh_file) { check_sample("walk.bvh", UINT64_C(0x27570EDDDC06D515)); }

/* Splines, steps, joints between bones and above the hips, rotated rests, eyes and a weight. */
TEST(an_005_same_bits_of_all_kinds_of_tracks) {
    static const float times[] = {0, 0.3f, 0.9f};
    static const float spline[] = {0,    0, 0,    0,    0,    0,    0,    1,    0.4f, 0.1f, 0, 0.2f,
                                   0.1f, 0, 0.3f, 0,    0.6f, 0,    0.8f, 0,    0,    0.5f, 0, 0.1f,
                                   0,    0, 0.2f, 0.1f, 0,    0.6f, 0,    0.8f, 0,    0,    0, 0};
    static const float turns[] = {0, 0, 0, 1, 0.48f, 0.6f, 0, 0.64f, 0, 0, -0.8f, 0.6f};
    static const float places[] = {0, 1, 0, 0.1f, 0.9f, 0.3f, -0.2f, 1.1f, 0.7f};
    static const float weights[] = {0, 0, 0, 1.3f, 0, 0, 0.25f, 0, 0};
    static const motion_track tracks[] = {{1, "rotation", "CUBICSPLINE", 3, times, spline},
                                          {2, "rotation", "LINEAR", 3, times, turns},
                                          {3, "rotation", "STEP", 3, times, turns},
                                          {4, "rotation", NULL, 3, times, turns},
                                          {0, "rotation", NULL, 3, times, turns},
                                          {1, "translation", NULL, 3, times, places},
                                          {5, "translation", NULL, 3, times, weights},
                                          {6, "rotation", NULL, 3, times, turns}};
    static const motion_file from = {
        "{'children':[1]},{'translation':[0,1,0],'rotation':[0,0.6,0,0.8],'children':[2]},"
        "{'children':[3]},{'rotation':[0.28,0,0,0.96],'children':[4]},{},{},{}",
        NULL,
        "'humanoid':{'humanBones':{'hips':{'node':1},'spine':{'node':3},'chest':{'node':4}}},"
        "'expressions':{'preset':{'aa':{'node':5}}},'lookAt':{'node':6}",
        tracks, sizeof tracks / sizeof tracks[0]};
    clip_file file = load_motion(&from, NULL);
    CHECK_INT(file.result, VRM_OK);
    check_hash("tracks", hash_clip(file.clip, NULL), UINT64_C(0x2B685085FDE98311));
    unload_motion(&file);
}

TEST_SUITE(clip_bits, ENTRY(an_005_same_bits_of_a_vrma_file), ENTRY(an_005_same_bits_of_a_bvh_file),
           ENTRY(an_005_same_bits_of_all_kinds_of_tracks));
