/* Mixers: sums, layers, fades and seams. */
#include "motion/mixer_clips.h"
#include "test.h"

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
        const float *got = vrmi_quat_floats(&first.rotations[bone]);
        for (int i = 0; i < 3; ++i) {
            const float *q = vrmi_quat_floats(&poses[i].rotations[bone]);
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

TEST_SUITE(mixer, ENTRY(mx_001_one_clip_is_its_pose), ENTRY(mx_002_slots_are_summed_in_their_order),
           ENTRY(mx_003_the_base_fills_what_is_missing), ENTRY(mx_004_masks_let_the_rest_through),
           ENTRY(mx_005_layers_lie_over_each_other),
           ENTRY(mx_006_additive_clips_are_relative_to_a_reference),
           ENTRY(mx_008_crossfades_do_not_drift), ENTRY(mx_008_crossfades_are_smooth),
           ENTRY(mx_009_a_slot_without_weight_rests), ENTRY(mx_011_a_seam_is_mended),
           ENTRY(mx_013_faces_fade_to_nothing), ENTRY(mx_014_poses_from_elsewhere_take_part),
           ENTRY(mx_014_finite_whatever_comes));
