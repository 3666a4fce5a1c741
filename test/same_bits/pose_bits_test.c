/*
 * The same bits of poses: what blends, sums, differences and mixers give, hashed, whatever compiled
 * this. A change that is meant to alter them writes the hash that the failure names here.
 */
#include "motion/made_clip.h"
#include "motion/random_pose.h"
#include "test.h"

#include <vrm/limb.h>
#include <vrm/mixer.h>

#define FRAME 16666667

static uint64_t hash_pose(uint64_t h, const vrm_pose *pose) {
    const unsigned char *bytes = (const unsigned char *)pose;
    for (size_t i = 0; i < offsetof(vrm_pose, custom_count); i += 4) {
        uint32_t word;
        memcpy(&word, bytes + i, sizeof word);
        h = (h ^ word) * UINT64_C(0x100000001B3);
    }
    return h;
}

static void check_hash(const char *what, uint64_t got, uint64_t expected) {
    test_note("%s: %016llx, expected %016llx", what, (unsigned long long)got,
              (unsigned long long)expected);
    CHECK(got == expected);
    test_note(NULL);
}

TEST(same_bits_of_blends) {
    uint64_t blended = 0, added = 0, subtracted = 0;
    vrm_pose out;
    vrm_pose_init(&out);
    for (uint64_t i = 0; i < 300; ++i) {
        const vrm_pose a = random_pose(i), b = random_pose(i + 1000);
        float weight = (float)i / 299.0f;
        vrm_pose_blend(&a, &b, weight, &out);
        blended = hash_pose(blended, &out);
        vrm_pose_add(&a, &b, weight, &out);
        added = hash_pose(added, &out);
        vrm_pose_subtract(&a, &b, &out);
        subtracted = hash_pose(subtracted, &out);
    }
    check_hash("blend", blended, UINT64_C(0xa4ab73b7b4d2efd3));
    check_hash("add", added, UINT64_C(0xfdbe2363e09a7eb6));
    check_hash("subtract", subtracted, UINT64_C(0xbf8677834f410683));
}

/* A clip of all that a clip can say: two seconds, three keys. */
static vrm_clip *any_clip(uint64_t seed) {
    const float times[3] = {0, 0.7f, 2};
    vrm_pose keys[3];
    for (uint64_t i = 0; i < 3; ++i) {
        keys[i] = random_pose(seed + i % 2);
        keys[i].presets &= ~(uint32_t)(1u << VRM_PRESET_LOOK_UP | 1u << VRM_PRESET_LOOK_DOWN |
                                       1u << VRM_PRESET_LOOK_LEFT | 1u << VRM_PRESET_LOOK_RIGHT);
    }
    return made_clip(keys, times, 3, NULL);
}

TEST(same_bits_of_mixers) {
    vrm_clip *clips[4] = {any_clip(1), any_clip(11), any_clip(21), any_clip(31)};
    uint64_t h = 0;
    vrm_mixer mixer;
    vrm_pose pose;
    vrm_pose_init(&pose);
    vrm_mixer_init(&mixer);
    mixer.slots[2].layer = 1;
    mixer.slots[2].bones = vrm_bone_group_bones(VRM_BONE_GROUP_UPPER_BODY);
    mixer.slots[1].speed = 1.3f;
    mixer.slots[0].seam = 300 * MILLISECOND;
    vrm_mixer_play(&mixer, 3, clips[3], VRM_SLOT_LOOP | VRM_SLOT_ADDITIVE, 0);
    mixer.slots[3].weight = 0.4f;
    for (int frame = 0; frame < 600; ++frame) {
        vrm_trs root;
        if (frame % 90 == 0) {
            vrm_mixer_play(&mixer, frame / 90 % 2, clips[frame / 90 % 2],
                           VRM_SLOT_LOOP | VRM_SLOT_ROOT_MOTION, 400 * MILLISECOND);
        }
        if (frame == 200) vrm_mixer_play(&mixer, 2, clips[2], 0, 500 * MILLISECOND);
        if (frame == 400) vrm_mixer_fade(&mixer, 2, 0.3f, 500 * MILLISECOND);
        vrm_mixer_update(&mixer, FRAME, &pose, &root, NULL, 0);
        h = hash_pose(h, &pose);
        for (int i = 0; i < 3; ++i) {
            const float place[3] = {root.translation.x, root.translation.y, root.translation.z};
            uint32_t word;
            memcpy(&word, &place[i], sizeof word);
            h = (h ^ word) * UINT64_C(0x100000001B3);
        }
    }
    check_hash("mixer", h, UINT64_C(0xa250b2c2b602fed4));
    for (int i = 0; i < 4; ++i) vrm_clip_release(clips[i]);
}

TEST(same_bits_of_limbs) {
    const made_body body = made_body_of(0.5f, 0.4f, 0.08f), other = made_body_default();
    loaded file = made_avatar(&body);
    uint64_t reached = 0, grounded = 0;
    vrm_trs root = vrm_trs_identity();
    vrm_ground ground;
    vrm_ground_init(&ground);
    ground.has_source = 1;
    for (int i = 0; i < 2; ++i) {
        const int first = VRM_BONE_LEFT_UPPER_LEG + 4 * i;
        ground.source.upper[i] = other.places[first];
        ground.source.lower[i] = other.places[first + 1];
        ground.source.foot[i] = other.places[first + 2];
        ground.source.toes[i] = other.places[first + 3];
    }
    for (uint64_t i = 0; i < 300; ++i) {
        const vrm_pose from = random_pose(i / 60), to = random_pose(i / 60 + 1);
        vrm_pose pose, still;
        vrm_pose_init(&pose);
        vrm_pose_init(&still);
        vrm_pose_fill(&still, NULL);
        vrm_pose_blend(&from, &to, (float)(i % 60) / 60.0f, &pose);
        vrm_pose_blend(&still, &pose, 0.15f, &pose); /* a body that stands, more or less */
        root.translation.z = 0.01f * (float)i;
        vrm_ground_update(&ground, file.model, &pose, &root, FRAME);
        grounded = hash_pose(grounded, &pose);
        for (vrm_limb limb = 0; limb < VRM_LIMB_COUNT; ++limb) {
            vrm_vec3 target = {random_number(i, 600), 1.0f + random_number(i, 601),
                               random_number(i, 602)};
            vrm_pose_reach(&pose, file.model, limb, &target, NULL, NULL,
                           fabsf(random_number(i, 603)));
        }
        reached = hash_pose(reached, &pose);
    }
    check_hash("ground", grounded, UINT64_C(0xff5c3c4d8c5b71dd));
    check_hash("reach", reached, UINT64_C(0x603270f459703b1f));
    unload(&file);
}

TEST_SUITE(pose_bits, ENTRY(same_bits_of_blends), ENTRY(same_bits_of_mixers),
           ENTRY(same_bits_of_limbs));
