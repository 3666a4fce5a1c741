/* Mixers: sums, layers, time, fades, roots and events. */
#include "base/math.h"
#include "motion/made_clip.h"
#include "motion/random_pose.h"
#include "test.h"

#include <vrm/mixer.h>

#define FRAME_60 16666667

static vrm_quat about(float x, float y, float z, float degrees) {
    return vrmi_quat_from_axis_angle(vrm_vec3_make(x, y, z), vrmi_radians(degrees));
}

static vrm_pose still(void) {
    vrm_pose pose;
    vrm_pose_init(&pose);
    return pose;
}

/* A clip of two seconds in which every bone of the made body turns from one random rotation to
 * another, by at most 60 degrees, and the hips go forward by 1. */
static vrm_clip *random_clip(uint64_t seed) {
    vrm_pose keys[3];
    const float times[3] = {0, 1, 2};
    const made_body body = made_body_default();
    for (int i = 0; i < 3; ++i) {
        keys[i] = still();
        keys[i].bones = body.bones;
        keys[i].parts = VRM_POSE_HIPS;
        keys[i].hips =
            vrm_vec3_make(0.05f * (float)(i == 1), -0.05f * (float)(i == 1), 0.5f * (float)i);
        for (uint64_t bone = 0; bone < VRM_BONE_COUNT; ++bone) {
            vrm_quat turn = random_rotation(seed + (uint64_t)(i % 2), bone);
            keys[i].rotations[bone] = vrmi_quat_slerp(
                vrmi_quat_identity(), turn.w < 0 ? vrmi_quat_negate(turn) : turn, 0.25f);
        }
    }
    return made_clip(keys, times, 3, &body);
}

/* A clip of one second of one bone, which turns about x by an angle, and back. */
static vrm_clip *nod_clip(vrm_bone bone, float from, float to) {
    vrm_pose keys[3];
    const float times[3] = {0, 0.5f, 1};
    for (int i = 0; i < 3; ++i) {
        keys[i] = still();
        keys[i].bones = VRM_BONE_BIT(bone);
        keys[i].rotations[bone] = about(1, 0, 0, i == 1 ? to : from);
    }
    return made_clip(keys, times, 3, NULL);
}

/* One clip says what a sample of it says, completed by rest. */
static vrm_pose shown(const vrm_clip *clip, int64_t time) {
    vrm_pose pose = still();
    vrm_clip_sample(clip, time, &pose);
    vrm_pose_fill(&pose, NULL);
    return pose;
}

TEST(mx_001_one_clip_is_its_pose) {
    vrm_clip *clip = random_clip(1);
    vrm_mixer mixer;
    vrm_pose pose = still(), expected;
    vrm_trs root;
    vrm_mixer_init(&mixer);
    CHECK_INT(vrm_mixer_update(&mixer, FRAME_60, &pose, &root, NULL, 0), 0);
    expected = still();
    vrm_pose_fill(&expected, NULL);
    CHECK(pose_is_same(&pose, &expected));
    vrm_mixer_play(&mixer, 3, clip, VRM_SLOT_LOOP, 0);
    for (int i = 1; i <= 200; ++i) {
        vrm_mixer_update(&mixer, FRAME_60, &pose, NULL, NULL, 0);
        expected = shown(clip, (int64_t)i * FRAME_60 % (2 * SECOND));
        CHECK(pose_is_same(&pose, &expected));
    }
    vrm_mixer_play(&mixer, 3, NULL, 0, 0);
    vrm_mixer_update(&mixer, FRAME_60, &pose, NULL, NULL, 0);
    CHECK(is_same_rotation(pose.rotations[VRM_BONE_HEAD], vrmi_quat_identity()));
    /* What is out of range, or NULL, does nothing. */
    vrm_mixer_play(&mixer, VRM_MIXER_SLOTS, clip, 0, 0);
    vrm_mixer_play(&mixer, VRM_NONE, clip, 0, 0);
    vrm_mixer_fade(&mixer, VRM_NONE, 1, 0);
    vrm_mixer_crossfade(NULL, 0, 0);
    vrm_mixer_init(NULL);
    CHECK_INT(vrm_mixer_update(NULL, 1, &pose, &root, NULL, 0), 0);
    CHECK_INT(vrm_mixer_update(&mixer, 1, NULL, &root, NULL, 0), 0);
    CHECK(root.rotation.w == 1.0f && root.scale.x == 1.0f && root.translation.z == 0.0f);
    vrm_clip_release(clip);
}

TEST(mx_002_slots_are_summed_in_their_order) {
    vrm_clip *clips[3] = {random_clip(1), random_clip(5), random_clip(9)};
    const float weights[3] = {0.5f, 0.3f, 0.2f};
    vrm_pose poses[3], first = still(), second = still(), blended = still();
    vrm_mixer mixer, other;
    vrm_mixer_init(&mixer);
    vrm_mixer_init(&other);
    for (int i = 0; i < 3; ++i) {
        vrm_mixer_play(&mixer, i, clips[i], 0, 0);
        vrm_mixer_play(&other, 2 - i, clips[2 - i], 0, 0);
    }
    for (int i = 0; i < 3; ++i) {
        mixer.slots[i].weight = other.slots[i].weight = weights[i];
        poses[i] = shown(clips[i], 700 * MILLISECOND);
    }
    vrm_mixer_update(&mixer, 700 * MILLISECOND, &first, NULL, NULL, 0);
    vrm_mixer_update(&other, 700 * MILLISECOND, &second, NULL, NULL, 0);
    CHECK(pose_is_same(&first, &second));
    for (int bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        double sum[4] = {0, 0, 0, 0}, length = 0;
        const float *got = &first.rotations[bone].x;
        for (int i = 0; i < 3; ++i) {
            const float *q = &poses[i].rotations[bone].x;
            for (int k = 0; k < 4; ++k) sum[k] += (double)weights[i] * (double)q[k];
        }
        for (int k = 0; k < 4; ++k) length += sum[k] * sum[k];
        for (int k = 0; k < 4; ++k) CHECK_NEAR((double)got[k], sum[k] / sqrt(length), 1e-6);
    }
    /* Two of them are vrm_pose_blend, bit by bit. */
    mixer.slots[0].weight = 0.75f;
    mixer.slots[1].weight = 0.25f;
    mixer.slots[2].weight = 0.0f;
    vrm_mixer_update(&mixer, 0, &first, NULL, NULL, 0);
    vrm_pose_blend(&poses[0], &poses[1], 0.25f, &blended);
    CHECK(pose_is_same(&first, &blended));
    for (int i = 0; i < 3; ++i) vrm_clip_release(clips[i]);
}

TEST(mx_003_the_base_fills_what_is_missing) {
    vrm_clip *clip = nod_clip(VRM_BONE_HEAD, 60, 60), *other = nod_clip(VRM_BONE_HEAD, -60, -60);
    vrm_pose pose = still(), base = still();
    vrm_mixer mixer;
    vrm_mixer_init(&mixer);
    vrm_mixer_play(&mixer, 0, clip, 0, 0);
    mixer.slots[0].weight = 0.5f;
    vrm_mixer_update(&mixer, 0, &pose, NULL, NULL, 0);
    CHECK(pose.bones == VRM_ALL_BONES);
    CHECK_NEAR(rotation_error(pose.rotations[VRM_BONE_HEAD], about(1, 0, 0, 30)), 0, 1e-4);
    base.bones = VRM_BONE_BIT(VRM_BONE_HEAD) | VRM_BONE_BIT(VRM_BONE_JAW);
    base.rotations[VRM_BONE_HEAD] = vrmi_quat_negate(about(1, 0, 0, 20));
    /* The clip says all bones of its body, which has no jaw. */
    base.rotations[VRM_BONE_JAW] = about(0, 1, 0, 10);
    base.presets = 1u << VRM_PRESET_HAPPY;
    base.weights[VRM_PRESET_HAPPY] = 0.5f;
    mixer.base = &base;
    vrm_mixer_update(&mixer, 0, &pose, NULL, NULL, 0);
    CHECK_NEAR(rotation_error(pose.rotations[VRM_BONE_HEAD], about(1, 0, 0, 40)), 0, 1e-4);
    CHECK(is_same_rotation(pose.rotations[VRM_BONE_JAW], base.rotations[VRM_BONE_JAW]));
    CHECK(pose.weights[VRM_PRESET_HAPPY] == 0.5f);
    CHECK(is_same_rotation(pose.rotations[VRM_BONE_SPINE], vrmi_quat_identity()));
    /* Weights above 1 are divided by their sum. */
    vrm_mixer_play(&mixer, 1, other, 0, 0);
    mixer.slots[0].weight = mixer.slots[1].weight = 1.0f;
    vrm_mixer_update(&mixer, 0, &pose, NULL, NULL, 0);
    CHECK_NEAR(rotation_error(pose.rotations[VRM_BONE_HEAD], vrmi_quat_identity()), 0, 1e-4);
    /* And those out of range are brought into it. */
    mixer.slots[0].weight = 7.0f;
    mixer.slots[1].weight = (float)NAN;
    vrm_mixer_update(&mixer, 0, &pose, NULL, NULL, 0);
    CHECK_NEAR(rotation_error(pose.rotations[VRM_BONE_HEAD], about(1, 0, 0, 60)), 0, 1e-4);
    vrm_clip_release(clip);
    vrm_clip_release(other);
}

TEST(mx_004_masks_let_the_rest_through) {
    vrm_clip *walk = random_clip(1), *wave = random_clip(5);
    const uint64_t upper = vrm_bone_group_bones(VRM_BONE_GROUP_UPPER_BODY);
    vrm_pose pose = still(), of_walk, of_wave;
    vrm_mixer mixer;
    vrm_mixer_init(&mixer);
    mixer.slots[1].bones = upper;
    mixer.slots[1].layer = 1;
    vrm_mixer_play(&mixer, 0, walk, VRM_SLOT_LOOP, 0);
    vrm_mixer_play(&mixer, 1, wave, VRM_SLOT_LOOP, 0);
    vrm_mixer_update(&mixer, 300 * MILLISECOND, &pose, NULL, NULL, 0);
    of_walk = shown(walk, 300 * MILLISECOND);
    of_wave = shown(wave, 300 * MILLISECOND);
    for (int i = 0; i < VRM_BONE_COUNT; ++i) {
        bool is_upper = (upper & VRM_BONE_BIT(i)) != 0;
        CHECK(is_same_rotation(pose.rotations[i], (is_upper ? &of_wave : &of_walk)->rotations[i]));
    }
    /* The place of the hips goes with their bone. */
    CHECK(memcmp(&pose.hips, &of_walk.hips, sizeof pose.hips) == 0);
    CHECK(of_wave.hips.z != 0.0f);
    mixer.slots[1].bones |= VRM_BONE_BIT(VRM_BONE_HIPS);
    mixer.slots[1].weight = 0.5f;
    vrm_mixer_update(&mixer, 0, &pose, NULL, NULL, 0);
    CHECK_NEAR((double)pose.hips.z, 0.5 * ((double)of_walk.hips.z + (double)of_wave.hips.z), 1e-7);
    mixer.slots[1].parts = 0;
    vrm_mixer_update(&mixer, 0, &pose, NULL, NULL, 0);
    CHECK(memcmp(&pose.hips, &of_walk.hips, sizeof pose.hips) == 0);
    vrm_clip_release(walk);
    vrm_clip_release(wave);
}

TEST(mx_005_layers_lie_over_each_other) {
    vrm_clip *low = nod_clip(VRM_BONE_HEAD, 40, 40), *high = nod_clip(VRM_BONE_HEAD, -40, -40);
    vrm_pose pose = still();
    vrm_mixer mixer;
    vrm_mixer_init(&mixer);
    mixer.slots[0].layer = INT32_MAX; /* the slot that comes first may be the highest */
    mixer.slots[1].layer = INT32_MIN;
    vrm_mixer_play(&mixer, 0, high, 0, 0);
    vrm_mixer_play(&mixer, 1, low, 0, 0);
    vrm_mixer_update(&mixer, 0, &pose, NULL, NULL, 0);
    CHECK(rotation_error(pose.rotations[VRM_BONE_HEAD], about(1, 0, 0, -40)) < 1e-4);
    mixer.slots[0].weight = 0.5f;
    vrm_mixer_update(&mixer, 0, &pose, NULL, NULL, 0);
    CHECK(rotation_error(pose.rotations[VRM_BONE_HEAD], vrmi_quat_identity()) < 1e-4);
    mixer.slots[0].weight = 0.0f;
    vrm_mixer_update(&mixer, 0, &pose, NULL, NULL, 0);
    CHECK(rotation_error(pose.rotations[VRM_BONE_HEAD], about(1, 0, 0, 40)) < 1e-4);
    /* A crossfade is one of its layer alone. */
    vrm_mixer_crossfade(&mixer, 0, SECOND);
    vrm_mixer_update(&mixer, SECOND, &pose, NULL, NULL, 0);
    CHECK(mixer.slots[0].weight == 1.0f && mixer.slots[1].weight == 1.0f);
    vrm_clip_release(low);
    vrm_clip_release(high);
}

TEST(mx_006_additive_clips_are_relative_to_a_reference) {
    vrm_clip *look = nod_clip(VRM_BONE_HEAD, 20, 20);
    vrm_clip *nod = nod_clip(VRM_BONE_HEAD, 10, 30); /* its first pose is no rest */
    vrm_pose pose = still(), reference = still(), live = still();
    vrm_mixer mixer;
    vrm_mixer_init(&mixer);
    vrm_mixer_play(&mixer, 0, nod, VRM_SLOT_ADDITIVE | VRM_SLOT_LOOP, 0);
    vrm_mixer_play(&mixer, 1, look, VRM_SLOT_LOOP, 0);
    CHECK(mixer.slots[0].weight == 1.0f);
    vrm_mixer_update(&mixer, 0, &pose, NULL, NULL, 0);
    CHECK(rotation_error(pose.rotations[VRM_BONE_HEAD], about(1, 0, 0, 20)) < 1e-4);
    vrm_mixer_update(&mixer, 500 * MILLISECOND, &pose, NULL, NULL, 0);
    CHECK(rotation_error(pose.rotations[VRM_BONE_HEAD], about(1, 0, 0, 40)) < 1e-4);
    mixer.slots[0].weight = 0.5f;
    vrm_mixer_update(&mixer, 0, &pose, NULL, NULL, 0);
    CHECK(rotation_error(pose.rotations[VRM_BONE_HEAD], about(1, 0, 0, 30)) < 1e-4);
    /* Told otherwise: relative to rest. */
    reference.bones = VRM_ALL_BONES;
    mixer.slots[0].reference = &reference;
    mixer.slots[0].weight = 1.0f;
    vrm_mixer_update(&mixer, 0, &pose, NULL, NULL, 0);
    CHECK(rotation_error(pose.rotations[VRM_BONE_HEAD], about(1, 0, 0, 50)) < 1e-4);
    /* A mask holds for what is added, and a pose may be added as it is. */
    mixer.slots[0].bones = VRM_BONE_BIT(VRM_BONE_NECK);
    live.bones = VRM_BONE_BIT(VRM_BONE_HEAD) | VRM_BONE_BIT(VRM_BONE_NECK);
    live.rotations[VRM_BONE_HEAD] = about(0, 0, 1, 12);
    live.rotations[VRM_BONE_NECK] = about(0, 0, 1, 12);
    mixer.slots[2].pose = &live;
    mixer.slots[2].weight = 1.0f;
    mixer.slots[2].flags = VRM_SLOT_ADDITIVE;
    mixer.slots[2].bones = VRM_BONE_BIT(VRM_BONE_NECK);
    vrm_mixer_update(&mixer, 0, &pose, NULL, NULL, 0);
    CHECK(rotation_error(pose.rotations[VRM_BONE_HEAD], about(1, 0, 0, 20)) < 1e-4);
    CHECK(rotation_error(pose.rotations[VRM_BONE_NECK], about(0, 0, 1, 12)) < 1e-4);
    vrm_clip_release(look);
    vrm_clip_release(nod);
}

TEST(mx_007_time_is_exact_at_every_rate) {
    static const int rates[] = {30, 60, 144, 240, 1000};
    vrm_clip *clip = random_clip(1), *over = random_clip(5);
    vrm_mixer first = {0};
    vrm_pose of_first = still();
    for (int k = 0; k < 5; ++k) {
        vrm_mixer mixer;
        vrm_pose pose = still();
        int64_t passed = 0;
        vrm_mixer_init(&mixer);
        mixer.slots[0].speed = 0.3f;
        mixer.slots[1].speed = -1.7f;
        vrm_mixer_play(&mixer, 0, clip, VRM_SLOT_LOOP, 0);
        vrm_mixer_play(&mixer, 1, over, VRM_SLOT_LOOP, 400 * MILLISECOND);
        for (int i = 1; i <= 7 * rates[k]; ++i) {
            int64_t now = (int64_t)i * SECOND / rates[k];
            vrm_mixer_update(&mixer, now - passed, &pose, NULL, NULL, 0);
            passed = now;
        }
        CHECK(mixer.slots[0].weight == 0.0f && mixer.slots[1].weight == 1.0f);
        /* It rests since the end of the fade: 0.4 seconds at 0.3, within a nanosecond. */
        CHECK_NEAR((double)mixer.slots[0].time, 0.12e9, 200);
        if (k == 0) {
            first = mixer;
            of_first = pose;
        }
        CHECK_INT(mixer.slots[0].time, first.slots[0].time);
        CHECK_INT(mixer.slots[1].time, first.slots[1].time);
        CHECK_INT(mixer.slots[1].loops, first.slots[1].loops);
        CHECK_INT(mixer.slots[1].fraction, first.slots[1].fraction);
        CHECK(pose_is_same(&pose, &of_first));
    }
    vrm_clip_release(clip);
    vrm_clip_release(over);
}

TEST(mx_007_a_million_loops_are_exact) {
    vrm_clip *clip = random_clip(1);
    vrm_pose pose = still(), expected;
    vrm_mixer mixer;
    vrm_mixer_init(&mixer);
    vrm_mixer_play(&mixer, 0, clip, VRM_SLOT_LOOP, 0);
    mixer.slots[0].time = 123456789;
    /* 2.5 seconds at a time: five loops in four updates. */
    for (int i = 0; i < 800000; ++i) {
        vrm_mixer_update(&mixer, 2500 * MILLISECOND, &pose, NULL, NULL, 0);
    }
    CHECK_INT(mixer.slots[0].loops, 1000000);
    CHECK_INT(mixer.slots[0].time, 123456789);
    expected = shown(clip, 123456789);
    CHECK(pose_is_same(&pose, &expected));
    /* All at once, and back. */
    mixer.slots[0].speed = -1.0f;
    vrm_mixer_update(&mixer, 2000000 * SECOND, &pose, NULL, NULL, 0);
    CHECK_INT(mixer.slots[0].loops, 0);
    CHECK_INT(mixer.slots[0].time, 123456789);
    /* Without a speed, or with one that is none, time stands still; so does it backwards in time.
     */
    mixer.slots[0].speed = (float)NAN;
    vrm_mixer_update(&mixer, SECOND, &pose, NULL, NULL, 0);
    mixer.slots[0].speed = 1.0f;
    vrm_mixer_update(&mixer, -SECOND, &pose, NULL, NULL, 0);
    CHECK_INT(mixer.slots[0].time, 123456789);
    /* 0.1 has no exact fraction: 2^-20 of a speed is the grain, which is 0.4 seconds in a week. */
    mixer.slots[0].speed = 0.1f;
    mixer.slots[0].time = 0;
    vrm_mixer_update(&mixer, 10 * SECOND, &pose, NULL, NULL, 0);
    CHECK_NEAR((double)mixer.slots[0].time, 1e9, 1e4);
    vrm_clip_release(clip);
}

TEST(mx_008_crossfades_do_not_drift) {
    vrm_clip *clips[2] = {random_clip(1), random_clip(5)};
    vrm_pose pose = still(), expected;
    vrm_mixer mixer;
    int64_t began = 0, now = 0;
    vrm_mixer_init(&mixer);
    vrm_mixer_play(&mixer, 0, clips[0], VRM_SLOT_LOOP, 0);
    for (int i = 1; i <= 1000; ++i) {
        vrm_mixer_play(&mixer, i % 2, clips[i % 2], VRM_SLOT_LOOP, 300 * MILLISECOND);
        began = now;
        for (int frame = 0; frame < 19; ++frame) {
            float sum;
            vrm_mixer_update(&mixer, FRAME_60, &pose, NULL, NULL, 0);
            now += FRAME_60;
            sum = mixer.slots[0].weight + mixer.slots[1].weight;
            CHECK(sum == 1.0f);
        }
        CHECK(mixer.slots[i % 2].weight == 1.0f && mixer.slots[1 - i % 2].weight == 0.0f);
        expected = shown(clips[i % 2], (now - began) % (2 * SECOND));
        CHECK(pose_is_same(&pose, &expected));
    }
    /* A fade is gentle: a quarter of its time is 5/32 of its way, half of it is half. */
    vrm_mixer_fade(&mixer, 0, 0.5f, SECOND);
    vrm_mixer_update(&mixer, SECOND / 4, &pose, NULL, NULL, 0);
    CHECK(mixer.slots[0].weight == 1.0f - 0.5f * 5.0f / 32.0f);
    vrm_mixer_update(&mixer, SECOND / 4, &pose, NULL, NULL, 0);
    CHECK(mixer.slots[0].weight == 0.75f);
    /* One that is broken off goes on from where it was. */
    vrm_mixer_fade(&mixer, 0, 1.0f, SECOND);
    vrm_mixer_update(&mixer, 0, &pose, NULL, NULL, 0);
    CHECK(mixer.slots[0].weight == 0.75f);
    vrm_mixer_fade(&mixer, 0, 0.25f, 0);
    CHECK(mixer.slots[0].weight == 0.25f);
    vrm_clip_release(clips[0]);
    vrm_clip_release(clips[1]);
}

/* While one clip fades to another, no bone turns faster than the faster of the two and what the
 * fade itself takes: 1.5 times the angle between them in its time. */
TEST(mx_008_crossfades_are_smooth) {
    vrm_clip *clips[2] = {random_clip(1), random_clip(5)};
    vrm_pose pose = still(), last = still();
    vrm_mixer mixer;
    double most = 0, fade = 0;
    int64_t now = 0;
    vrm_mixer_init(&mixer);
    vrm_mixer_play(&mixer, 0, clips[0], VRM_SLOT_LOOP, 0);
    vrm_mixer_update(&mixer, 0, &last, NULL, NULL, 0);
    vrm_mixer_play(&mixer, 1, clips[1], VRM_SLOT_LOOP, 2000 * MILLISECOND);
    for (int i = 0; i < 130; ++i, now += FRAME_60) {
        const vrm_pose a[2] = {shown(clips[0], now % (2 * SECOND)),
                               shown(clips[0], (now + FRAME_60) % (2 * SECOND))};
        const vrm_pose b[2] = {shown(clips[1], now % (2 * SECOND)),
                               shown(clips[1], (now + FRAME_60) % (2 * SECOND))};
        vrm_mixer_update(&mixer, FRAME_60, &pose, NULL, NULL, 0);
        for (int bone = 0; bone < VRM_BONE_COUNT; ++bone) {
            double faster = fmax(rotation_error(a[0].rotations[bone], a[1].rotations[bone]),
                                 rotation_error(b[0].rotations[bone], b[1].rotations[bone]));
            double apart = rotation_error(a[0].rotations[bone], b[0].rotations[bone]);
            double turned = rotation_error(pose.rotations[bone], last.rotations[bone]);
            fade = fmax(fade, 1.5 * apart / 120);
            most = fmax(most, turned - faster);
        }
        last = pose;
    }
    CHECK(fade < 1.0 && most < 1.0);
    CHECK(most > 0.1); /* the clips are not the same */
    vrm_clip_release(clips[0]);
    vrm_clip_release(clips[1]);
}

TEST(mx_009_a_slot_without_weight_rests) {
    vrm_clip *clip = random_clip(1);
    vrm_pose pose = still();
    vrm_mixer mixer;
    vrm_mixer_event event;
    vrm_mixer_init(&mixer);
    vrm_mixer_play(&mixer, 0, clip, VRM_SLOT_LOOP, 0);
    vrm_mixer_update(&mixer, SECOND, &pose, NULL, NULL, 0);
    mixer.slots[0].weight = 0.0f;
    CHECK_INT(vrm_mixer_update(&mixer, 5 * SECOND, &pose, NULL, &event, 1), 0);
    CHECK_INT(mixer.slots[0].time, SECOND);
    vrm_mixer_fade(&mixer, 0, 1.0f, SECOND);
    CHECK_INT(vrm_mixer_update(&mixer, SECOND / 2, &pose, NULL, &event, 1), 0);
    CHECK_INT(mixer.slots[0].time, SECOND + SECOND / 2);
    vrm_clip_release(clip);
}

TEST(mx_010_root_motion_goes_on_over_loops) {
    static const int rates[] = {30, 60, 240};
    vrm_clip *clip = random_clip(1), *stand = nod_clip(VRM_BONE_HEAD, 0, 10);
    vrm_pose pose = still();
    vrm_mixer mixer;
    vrm_trs root;
    for (int k = 0; k < 3; ++k) {
        double moved[3] = {0, 0, 0};
        vrm_mixer_init(&mixer);
        vrm_mixer_play(&mixer, 0, clip, VRM_SLOT_LOOP | VRM_SLOT_ROOT_MOTION, 0);
        for (int i = 0; i < 21 * rates[k]; ++i) {
            vrm_mixer_update(&mixer, SECOND / rates[k], &pose, &root, NULL, 0);
            moved[0] += (double)root.translation.x;
            moved[1] += (double)root.translation.y;
            moved[2] += (double)root.translation.z;
            CHECK(pose.hips.x == 0.0f && pose.hips.z == 0.0f);
            CHECK(root.translation.z > 0.0f && root.translation.z < 0.6f / (float)rates[k]);
        }
        /* Ten loops and a half, of 1 each; x comes back after each of them, y stays in the pose. */
        CHECK_NEAR(moved[2], 10.5, 1e-4);
        CHECK_NEAR(moved[0], 0.05, 1e-5);
        CHECK(moved[1] == 0.0);
        CHECK_NEAR((double)pose.hips.y, -0.05, 1e-6);
    }
    /* Several loops in one update, and backwards. */
    vrm_mixer_init(&mixer);
    vrm_mixer_play(&mixer, 0, clip, VRM_SLOT_LOOP | VRM_SLOT_ROOT_MOTION, 0);
    vrm_mixer_update(&mixer, 9 * SECOND, &pose, &root, NULL, 0);
    CHECK_NEAR((double)root.translation.z, 4.5, 1e-6);
    mixer.slots[0].speed = -1.0f;
    vrm_mixer_update(&mixer, 5 * SECOND, &pose, &root, NULL, 0);
    CHECK_NEAR((double)root.translation.z, -2.5, 1e-6);
    /* Where the application sets the time, the root does not jump. */
    mixer.slots[0].speed = 1.0f;
    mixer.slots[0].time = 1900 * MILLISECOND;
    vrm_mixer_update(&mixer, 50 * MILLISECOND, &pose, &root, NULL, 0);
    CHECK_NEAR((double)root.translation.z, 0.025, 1e-6);
    /* With half of the weight, half of the way. */
    vrm_mixer_play(&mixer, 1, stand, VRM_SLOT_LOOP, 0);
    mixer.slots[0].weight = 0.5f;
    vrm_mixer_update(&mixer, 50 * MILLISECOND, &pose, &root, NULL, 0);
    CHECK_NEAR((double)root.translation.z, 0.0125, 1e-6);
    /* In place: nothing moves the root. */
    vrm_mixer_init(&mixer);
    vrm_mixer_play(&mixer, 0, clip, VRM_SLOT_LOOP | VRM_SLOT_IN_PLACE, 0);
    vrm_mixer_update(&mixer, 1500 * MILLISECOND, &pose, &root, NULL, 0);
    CHECK(root.translation.z == 0.0f && pose.hips.z == 0.0f);
    CHECK_NEAR((double)pose.hips.y, -0.025, 1e-6);
    mixer.slots[0].flags = VRM_SLOT_LOOP;
    vrm_mixer_update(&mixer, 0, &pose, &root, NULL, 0);
    CHECK_NEAR((double)pose.hips.z, 0.75, 1e-6);
    vrm_clip_release(clip);
    vrm_clip_release(stand);
}

TEST(mx_011_a_seam_is_mended) {
    vrm_pose keys[2] = {still(), still()}, pose = still(), last = still();
    const float times[2] = {0, 1};
    vrm_clip *clip;
    vrm_mixer mixer;
    double jump = 0, mended = 0;
    keys[0].bones = keys[1].bones = VRM_BONE_BIT(VRM_BONE_HEAD);
    keys[1].rotations[VRM_BONE_HEAD] = about(1, 0, 0, 30);
    clip = made_clip(keys, times, 2, NULL);
    for (int with = 0; with < 2; ++with) {
        double *most = with ? &mended : &jump;
        vrm_mixer_init(&mixer);
        mixer.slots[0].seam = with ? SECOND / 2 : 0;
        vrm_mixer_play(&mixer, 0, clip, VRM_SLOT_LOOP, 0);
        vrm_mixer_update(&mixer, 0, &last, NULL, NULL, 0);
        for (int i = 0; i < 150; ++i) {
            vrm_mixer_update(&mixer, FRAME_60, &pose, NULL, NULL, 0);
            *most = fmax(*most, rotation_error(pose.rotations[VRM_BONE_HEAD],
                                               last.rotations[VRM_BONE_HEAD]));
            last = pose;
        }
    }
    CHECK(jump > 29);
    CHECK(mended < 1.1); /* 30 degrees back in half a second, gently, against 30 a second */
    /* Before it, nothing changes; without a loop, nothing either. */
    vrm_mixer_init(&mixer);
    mixer.slots[0].seam = SECOND / 2;
    vrm_mixer_play(&mixer, 0, clip, VRM_SLOT_LOOP, 0);
    vrm_mixer_update(&mixer, SECOND / 2, &pose, NULL, NULL, 0);
    last = shown(clip, SECOND / 2);
    CHECK(pose_is_same(&pose, &last));
    vrm_mixer_play(&mixer, 0, clip, 0, 0);
    vrm_mixer_update(&mixer, SECOND * 3 / 4, &pose, NULL, NULL, 0);
    last = shown(clip, SECOND / 4 * 3);
    CHECK(pose_is_same(&pose, &last));
    vrm_clip_release(clip);
}

TEST(mx_012_events_are_told_at_every_rate) {
    static const vrm_marker markers[] = {{0, 10}, {700 * MILLISECOND, 11}, {5 * SECOND, 12}};
    static const int rates[] = {1, 3, 30, 240};
    vrm_clip *clip = random_clip(1);
    for (int k = 0; k < 4; ++k) {
        int64_t loops = 0, at_0 = 0, at_7 = 0, fades = 0, others = 0, first_7 = -1;
        vrm_pose pose = still();
        vrm_mixer mixer;
        vrm_mixer_init(&mixer);
        mixer.slots[2].markers = markers;
        mixer.slots[2].marker_count = 3;
        vrm_mixer_play(&mixer, 2, clip, VRM_SLOT_LOOP, 250 * MILLISECOND);
        for (int i = 1; i <= 9 * rates[k]; ++i) {
            vrm_mixer_event events[8];
            uint32_t count = vrm_mixer_update(&mixer, SECOND / rates[k], &pose, NULL, events, 8);
            for (uint32_t n = 0; n < count; ++n) {
                const vrm_mixer_event *e = &events[n];
                CHECK_INT(e->slot, 2);
                CHECK(e->ago >= 0 && e->ago <= SECOND / rates[k]);
                if (e->kind == VRM_MIXER_EVENT_LOOP) loops += e->count;
                if (e->kind == VRM_MIXER_EVENT_FADE) fades += e->count;
                if (e->kind == VRM_MIXER_EVENT_END || e->id == 12) ++others;
                if (e->kind != VRM_MIXER_EVENT_MARKER) continue;
                if (e->id == 10) at_0 += e->count;
                if (e->id == 11) at_7 += e->count;
                if (e->id == 11 && first_7 < 0) first_7 = i * (int64_t)(SECOND / rates[k]) - e->ago;
            }
        }
        CHECK_INT(loops, 4);
        CHECK_INT(at_0, 5); /* at the beginning, and with each loop */
        CHECK_INT(at_7, 5);
        CHECK_INT(first_7, 700 * MILLISECOND); /* on time, whenever the frame was */
        CHECK_INT(fades, 1);
        CHECK_INT(others, 0);
    }
    vrm_clip_release(clip);
}

TEST(mx_012_ends_and_many_events) {
    static const vrm_marker markers[] = {{0, 1}, {2 * SECOND, 2}};
    vrm_clip *clip = random_clip(1);
    vrm_pose pose = still();
    vrm_mixer_event events[4];
    vrm_mixer mixer;
    vrm_mixer_init(&mixer);
    mixer.slots[0].markers = markers;
    mixer.slots[0].marker_count = 2;
    vrm_mixer_play(&mixer, 0, clip, 0, 0);
    CHECK_INT(vrm_mixer_update(&mixer, 0, &pose, NULL, events, 4), 0);
    CHECK_INT(vrm_mixer_update(&mixer, SECOND, &pose, NULL, events, 4), 1);
    CHECK_INT(events[0].id, 1);
    CHECK_INT(events[0].ago, SECOND);
    CHECK_INT(vrm_mixer_update(&mixer, 3 * SECOND, &pose, NULL, events, 4), 2);
    CHECK_INT(events[0].id, 2);
    CHECK_INT(events[1].kind, VRM_MIXER_EVENT_END);
    CHECK_INT(events[1].ago, 2 * SECOND);
    CHECK_INT(vrm_mixer_update(&mixer, SECOND, &pose, NULL, events, 4), 0);
    CHECK_INT(mixer.slots[0].time, 2 * SECOND);
    /* Backwards from the end, three times as fast: the end is the beginning. */
    mixer.slots[0].speed = -3.0f;
    vrm_mixer_play(&mixer, 0, clip, 0, 0);
    CHECK_INT(mixer.slots[0].time, 2 * SECOND);
    CHECK_INT(vrm_mixer_update(&mixer, SECOND, &pose, NULL, events, 4), 3);
    CHECK_INT(events[0].id, 1);
    CHECK_INT(events[0].ago, 0); /* the clip waits at its end */
    CHECK_INT(events[1].id, 2);
    CHECK_INT(events[1].ago, 666666666);
    CHECK_INT(events[2].kind, VRM_MIXER_EVENT_END);
    /* Backwards in a loop: two rounds, and both markers with each. */
    vrm_mixer_play(&mixer, 0, clip, VRM_SLOT_LOOP, 0);
    mixer.slots[0].time = SECOND;
    CHECK_INT(vrm_mixer_update(&mixer, SECOND, &pose, NULL, events, 4), 3);
    CHECK_INT(mixer.slots[0].loops, -1);
    CHECK_INT(mixer.slots[0].time, 0);
    CHECK_INT(events[0].count, 2);
    CHECK_INT(events[2].kind, VRM_MIXER_EVENT_LOOP);
    CHECK_INT(events[2].count, 1);
    /* Very often, counted; and more than there is room for. */
    mixer.slots[0].speed = 64.0f;
    CHECK_INT(vrm_mixer_update(&mixer, 1000 * SECOND, &pose, NULL, events, 1), 3);
    CHECK_INT(events[0].count, 32000);
    CHECK_INT(vrm_mixer_update(&mixer, INT64_MAX, &pose, NULL, NULL, 9), 3);
    vrm_clip_release(clip);
}

TEST(mx_012_a_clip_without_duration_ends) {
    vrm_pose key = still(), pose = still();
    const float time = 0;
    vrm_mixer_event event;
    vrm_clip *clip;
    vrm_mixer mixer;
    key.bones = VRM_BONE_BIT(VRM_BONE_HEAD);
    key.rotations[VRM_BONE_HEAD] = about(0, 1, 0, 25);
    clip = made_clip(&key, &time, 1, NULL);
    vrm_mixer_init(&mixer);
    vrm_mixer_play(&mixer, 0, clip, 0, 0);
    CHECK_INT(vrm_mixer_update(&mixer, SECOND, &pose, NULL, &event, 1), 1);
    CHECK_INT(event.kind, VRM_MIXER_EVENT_END);
    CHECK_INT(vrm_mixer_update(&mixer, SECOND, &pose, NULL, &event, 1), 0);
    CHECK(rotation_error(pose.rotations[VRM_BONE_HEAD], about(0, 1, 0, 25)) < 1e-4);
    vrm_mixer_play(&mixer, 0, clip, VRM_SLOT_LOOP | VRM_SLOT_ROOT_MOTION, 0);
    mixer.slots[0].seam = SECOND;
    vrm_mixer_update(&mixer, SECOND, &pose, NULL, &event, 1);
    CHECK_INT(mixer.slots[0].loops, 0);
    CHECK(rotation_error(pose.rotations[VRM_BONE_HEAD], about(0, 1, 0, 25)) < 1e-4);
    vrm_clip_release(clip);
}

TEST(mx_013_faces_fade_to_nothing) {
    vrm_custom_weight ears = {{"ears", 4}, 0.8f, 0}, tail = {{"tail", 4}, 0.4f, 0};
    vrm_custom_weight customs[4];
    vrm_pose keys[2] = {still(), still()}, pose = still(), key = still();
    const float time = 0;
    vrm_clip *smile, *other;
    vrm_mixer mixer;
    keys[0].bones = VRM_BONE_BIT(VRM_BONE_HEAD);
    keys[0].presets = 1u << VRM_PRESET_HAPPY | 1u << VRM_PRESET_AA;
    keys[0].weights[VRM_PRESET_HAPPY] = 1.0f;
    keys[0].weights[VRM_PRESET_AA] = 0.5f;
    keys[0].parts = VRM_POSE_LOOK_AT_DEGREES;
    keys[0].yaw_degrees = 20.0f;
    keys[0].customs = &ears;
    keys[0].custom_count = keys[0].custom_capacity = 1;
    smile = made_clip(keys, &time, 1, NULL);
    key.presets = 1u << VRM_PRESET_AA;
    key.weights[VRM_PRESET_AA] = 1.0f;
    key.customs = &tail;
    key.custom_count = key.custom_capacity = 1;
    other = made_clip(&key, &time, 1, NULL);
    pose.customs = customs;
    pose.custom_capacity = 4;
    vrm_mixer_init(&mixer);
    vrm_mixer_play(&mixer, 0, smile, 0, 0);
    vrm_mixer_update(&mixer, 0, &pose, NULL, NULL, 0);
    CHECK_INT(pose.presets, keys[0].presets);
    CHECK(pose.weights[VRM_PRESET_HAPPY] == 1.0f && pose.weights[VRM_PRESET_AA] == 0.5f);
    CHECK_NEAR((double)pose.yaw_degrees, 20, 1e-4);
    REQUIRE(pose.custom_count == 1);
    CHECK(customs[0].weight == 0.8f && customs[0].custom == 0);
    /* Half way to the other: what it does not say goes to 0, what both say is between them. */
    vrm_mixer_play(&mixer, 1, other, 0, SECOND);
    vrm_mixer_update(&mixer, SECOND / 2, &pose, NULL, NULL, 0);
    CHECK(pose.weights[VRM_PRESET_HAPPY] == 0.5f && pose.weights[VRM_PRESET_AA] == 0.75f);
    CHECK_NEAR((double)pose.yaw_degrees, 10, 1e-4);
    REQUIRE(pose.custom_count == 2);
    CHECK_TEXT(customs[0].name.data, "ears");
    CHECK(customs[0].weight == 0.4f && customs[0].custom == VRM_NONE);
    CHECK_TEXT(customs[1].name.data, "tail");
    CHECK(customs[1].weight == 0.2f && customs[1].custom == VRM_NONE);
    vrm_mixer_update(&mixer, SECOND / 2, &pose, NULL, NULL, 0);
    CHECK_INT(pose.presets, key.presets);
    CHECK_INT(pose.parts, VRM_POSE_HIPS);
    REQUIRE(pose.custom_count == 1);
    CHECK(customs[0].weight == 0.4f && customs[0].custom == 0);
    /* A mask without presets leaves customs out. */
    mixer.slots[1].presets = 0;
    vrm_mixer_update(&mixer, 0, &pose, NULL, NULL, 0);
    CHECK_INT(pose.presets, 0);
    CHECK_INT(pose.custom_count, 0);
    vrm_clip_release(smile);
    vrm_clip_release(other);
}

TEST(mx_014_poses_from_elsewhere_take_part) {
    vrm_clip *clip = nod_clip(VRM_BONE_HEAD, 40, 40);
    vrm_pose tracker = still(), point = still(), pose = still();
    vrm_mixer mixer;
    tracker.bones = VRM_BONE_BIT(VRM_BONE_HEAD);
    tracker.rotations[VRM_BONE_HEAD] = about(0, 1, 0, 30);
    tracker.parts = VRM_POSE_LOOK_AT_DEGREES;
    tracker.yaw_degrees = 12.0f;
    vrm_mixer_init(&mixer);
    vrm_mixer_play(&mixer, 0, clip, 0, 0);
    mixer.slots[1].pose = &tracker;
    mixer.slots[1].layer = 1;
    vrm_mixer_fade(&mixer, 1, 1.0f, 0);
    vrm_mixer_update(&mixer, 0, &pose, NULL, NULL, 0);
    CHECK(is_same_rotation(pose.rotations[VRM_BONE_HEAD], tracker.rotations[VRM_BONE_HEAD]));
    CHECK(pose.yaw_degrees == 12.0f);
    /* Of a direction and a point the one of greater weight is taken. */
    point.parts = VRM_POSE_LOOK_AT_POINT;
    point.look_at = vrm_vec3_make(1, 2, 3);
    mixer.slots[2].pose = &point;
    mixer.slots[2].layer = 1;
    mixer.slots[1].weight = 0.5f;
    mixer.slots[2].weight = 0.4f;
    vrm_mixer_update(&mixer, 0, &pose, NULL, NULL, 0);
    CHECK_INT(pose.parts, VRM_POSE_HIPS | VRM_POSE_LOOK_AT_DEGREES);
    CHECK(pose.yaw_degrees == 6.0f);
    mixer.slots[2].weight = 0.6f;
    vrm_mixer_update(&mixer, 0, &pose, NULL, NULL, 0);
    CHECK_INT(pose.parts, VRM_POSE_HIPS | VRM_POSE_LOOK_AT_POINT);
    CHECK_NEAR((double)pose.look_at.y, 2, 1e-6);
    /* Over layers as well: the lower one has 0.7 of the weight, then 0.4. */
    mixer.slots[1].layer = 0;
    mixer.slots[1].weight = 1.0f;
    mixer.slots[2].weight = 0.3f;
    vrm_mixer_update(&mixer, 0, &pose, NULL, NULL, 0);
    CHECK_INT(pose.parts, VRM_POSE_HIPS | VRM_POSE_LOOK_AT_DEGREES);
    CHECK(pose.yaw_degrees == 12.0f);
    mixer.slots[2].weight = 0.6f;
    vrm_mixer_update(&mixer, 0, &pose, NULL, NULL, 0);
    CHECK_INT(pose.parts, VRM_POSE_HIPS | VRM_POSE_LOOK_AT_POINT);
    CHECK_NEAR((double)pose.look_at.z, 3, 1e-6);
    vrm_clip_release(clip);
}

TEST(mx_014_finite_whatever_comes) {
    vrm_pose bad = still(), pose = still();
    vrm_mixer mixer;
    bad.bones = VRM_ALL_BONES;
    bad.presets = VRM_ALL_PRESETS;
    bad.parts = VRM_POSE_HIPS | VRM_POSE_LOOK_AT_DEGREES;
    for (int i = 0; i < VRM_BONE_COUNT; ++i) bad.rotations[i].x = (float)NAN;
    for (int i = 0; i < VRM_PRESET_COUNT; ++i) bad.weights[i] = (float)INFINITY;
    bad.hips.y = (float)INFINITY;
    bad.yaw_degrees = (float)NAN;
    vrm_mixer_init(&mixer);
    mixer.slots[0].pose = mixer.slots[1].pose = &bad;
    mixer.slots[0].weight = mixer.slots[1].weight = 0.25f;
    vrm_mixer_update(&mixer, 0, &pose, NULL, NULL, 0);
    for (int i = 0; i < VRM_BONE_COUNT; ++i) CHECK(vrmi_quat_is_finite(pose.rotations[i]));
    for (int i = 0; i < VRM_PRESET_COUNT; ++i) CHECK(pose.weights[i] >= 0 && pose.weights[i] <= 1);
    CHECK(vrmi_vec3_is_finite(pose.hips));
    CHECK(vrmi_is_finite(pose.yaw_degrees));
}

/* A clip of one bone between two poses that are this far from each other. */
static vrm_clip *recorded_clip(int64_t duration) {
    vrm_recorder_desc desc;
    vrm_recorder *recorder;
    vrm_clip *clip = NULL;
    vrm_pose pose = still();
    vrm_recorder_desc_init(&desc);
    desc.pose_capacity = 2;
    recorder = vrm_recorder_create(&desc);
    pose.bones = VRM_BONE_BIT(VRM_BONE_HEAD);
    CHECK(vrm_recorder_add(recorder, 0, &pose) == VRM_OK);
    pose.rotations[VRM_BONE_HEAD] = about(1, 0, 0, 20);
    CHECK(vrm_recorder_add(recorder, duration, &pose) == VRM_OK);
    CHECK(vrm_recorder_make_clip(recorder, &clip) == VRM_OK);
    vrm_recorder_destroy(recorder);
    return clip;
}

static int64_t extreme_time(uint64_t seed, uint64_t place) {
    static const int64_t times[] = {INT64_MIN, INT64_MAX, INT64_MIN + 1, -1,         0,
                                    1,         -SECOND,   SECOND,        SECOND / 3, 1 << 30};
    return times[vrmi_chance(seed, 5, place) % (sizeof times / sizeof times[0])];
}

static float extreme_number(uint64_t seed, uint64_t place) {
    static const float numbers[] = {0, 1, -1, 64, -64, 1e-30f, 1e30f, 0.5f, (float)NAN, -INFINITY};
    return numbers[vrmi_chance(seed, 6, place) % (sizeof numbers / sizeof numbers[0])];
}

static void fill_slot(vrm_mixer_slot *slot, vrm_clip *const *clips, uint64_t seed) {
    slot->clip = clips[vrmi_chance(seed, 1, 0) % 3];
    slot->flags = (vrm_slot_flags)(vrmi_chance(seed, 2, 0) % 16);
    slot->time = extreme_time(seed, 0);
    slot->loops = extreme_time(seed, 1);
    slot->seam = extreme_time(seed, 2);
    slot->fade_passed = extreme_time(seed, 3);
    slot->fade_length = extreme_time(seed, 4);
    slot->root_time = extreme_time(seed, 5);
    slot->weight = extreme_number(seed, 0);
    slot->speed = extreme_number(seed, 1);
    slot->fade_to = 0.5f * (float)(seed % 3);
}

/* Builds with a sanitizer notice arithmetic that leaves 64 bits. */
TEST(mx_015_any_time_is_within_64_bits) {
    vrm_clip *clips[3] = {recorded_clip(1), recorded_clip(SECOND), recorded_clip(INT64_MAX)};
    const vrm_marker markers[] = {{INT64_MIN, 1}, {INT64_MAX, 2},  {0, 3},
                                  {1, 4},         {SECOND / 2, 5}, {INT64_C(1) << 61, 6}};
    for (uint64_t seed = 0; seed < 2000; ++seed) {
        vrm_mixer mixer;
        vrm_mixer_init(&mixer);
        for (uint64_t i = 0; i < 4; ++i) {
            fill_slot(&mixer.slots[i], clips, seed * 4 + i);
            mixer.slots[i].markers = markers;
            mixer.slots[i].marker_count = sizeof markers / sizeof markers[0];
        }
        for (uint64_t frame = 0; frame < 4; ++frame) {
            vrm_pose pose = still();
            vrm_mixer_update(&mixer, extreme_time(seed, 10 + frame), &pose, NULL, NULL, 0);
            CHECK(vrmi_quat_is_finite(pose.rotations[VRM_BONE_HEAD]));
            for (int i = 0; i < 4; ++i) {
                const vrm_mixer_slot *slot = &mixer.slots[i];
                vrm_clip_info info;
                vrm_clip_info_init(&info);
                vrm_clip_get_info(slot->clip, &info);
                if (slot->weight > 0) CHECK(slot->time >= 0 && slot->time <= info.duration);
                CHECK(slot->fade_length <= 0 || slot->fade_passed <= slot->fade_length ||
                      slot->weight == 0);
            }
        }
    }
    for (int i = 0; i < 3; ++i) vrm_clip_release(clips[i]);
}

TEST(mx_015_long_clips_and_many_loops) {
    vrm_clip *first = recorded_clip(1), *last = recorded_clip(INT64_MAX);
    vrm_mixer_event events[4];
    vrm_pose pose = still();
    vrm_mixer mixer;
    vrm_mixer_init(&mixer);
    mixer.slots[0].speed = mixer.slots[1].speed = 64;
    vrm_mixer_play(&mixer, 0, last, 0, 0);
    mixer.slots[0].time = INT64_MAX; /* held at the end, which a step goes beyond */
    CHECK_INT(vrm_mixer_update(&mixer, INT64_MAX, &pose, NULL, events, 4), 1);
    CHECK_INT(events[0].kind, VRM_MIXER_EVENT_END);
    vrm_mixer_play(&mixer, 1, first, VRM_SLOT_LOOP, 0);
    for (int i = 0; i < 8; ++i) vrm_mixer_update(&mixer, INT64_MAX, &pose, NULL, NULL, 0);
    CHECK(mixer.slots[1].loops == INT64_MAX);
    vrm_clip_release(first);
    vrm_clip_release(last);
}

TEST_SUITE(mixer, ENTRY(mx_001_one_clip_is_its_pose), ENTRY(mx_002_slots_are_summed_in_their_order),
           ENTRY(mx_003_the_base_fills_what_is_missing), ENTRY(mx_004_masks_let_the_rest_through),
           ENTRY(mx_005_layers_lie_over_each_other),
           ENTRY(mx_006_additive_clips_are_relative_to_a_reference),
           ENTRY(mx_007_time_is_exact_at_every_rate), ENTRY(mx_007_a_million_loops_are_exact),
           ENTRY(mx_008_crossfades_do_not_drift), ENTRY(mx_008_crossfades_are_smooth),
           ENTRY(mx_009_a_slot_without_weight_rests), ENTRY(mx_010_root_motion_goes_on_over_loops),
           ENTRY(mx_011_a_seam_is_mended), ENTRY(mx_012_events_are_told_at_every_rate),
           ENTRY(mx_012_ends_and_many_events), ENTRY(mx_012_a_clip_without_duration_ends),
           ENTRY(mx_013_faces_fade_to_nothing), ENTRY(mx_014_poses_from_elsewhere_take_part),
           ENTRY(mx_014_finite_whatever_comes), ENTRY(mx_015_any_time_is_within_64_bits),
           ENTRY(mx_015_long_clips_and_many_loops));
