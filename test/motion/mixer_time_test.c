/* Mixers: time, root motion over loops, and events. */
#include "motion/mixer_clips.h"
#include "motion/mixer_time.h"
#include "test.h"
#include "testkit/create.h"

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
        CHECK_INT(vrmi_slot_read(&mixer.slots[1]).fraction,
                  vrmi_slot_read(&first.slots[1]).fraction);
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

/* A clip of one bone between two poses that are this far from each other. */
static vrm_clip *recorded_clip(int64_t duration) {
    vrm_recorder_desc desc;
    vrm_recorder *recorder;
    vrm_clip *clip = NULL;
    vrm_pose pose = still();
    vrm_recorder_desc_init(&desc);
    desc.pose_capacity = 2;
    recorder = create_recorder(&desc);
    pose.bones = VRM_BONE_BIT(VRM_BONE_HEAD);
    CHECK(vrm_recorder_add(recorder, 0, &pose) == VRM_OK);
    pose.rotations[VRM_BONE_HEAD] = about(1, 0, 0, 20);
    CHECK(vrm_recorder_add(recorder, duration, &pose) == VRM_OK);
    CHECK(vrm_recorder_make_clip(recorder, &clip, NULL) == VRM_OK);
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
    vrmi_slot_state state = vrmi_slot_read(slot);
    slot->clip = clips[vrmi_chance(seed, 1, 0) % 3];
    slot->flags = (vrm_slot_flags)(vrmi_chance(seed, 2, 0) % 16);
    slot->time = extreme_time(seed, 0);
    slot->loops = extreme_time(seed, 1);
    slot->seam = extreme_time(seed, 2);
    state.fade_passed = extreme_time(seed, 3);
    state.fade_length = extreme_time(seed, 4);
    state.root_time = extreme_time(seed, 5);
    slot->weight = extreme_number(seed, 0);
    slot->speed = extreme_number(seed, 1);
    state.fade_to = 0.5f * (float)(seed % 3);
    vrmi_slot_write(slot, &state);
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
                const vrmi_slot_state state = vrmi_slot_read(slot);
                vrm_clip_info info;
                vrm_clip_info_init(&info);
                vrm_clip_get_info(slot->clip, &info);
                if (slot->weight > 0) CHECK(slot->time >= 0 && slot->time <= info.duration);
                CHECK(state.fade_length <= 0 || state.fade_passed <= state.fade_length ||
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

TEST(mx_016_seconds_as_nanoseconds) {
    static const struct {
        double seconds;
        int64_t expected;
    } cases[] = {
        {0.0, 0},
        {0.3, 300000000},
        {-1.5, -1500000000},
        {0.5e-9, 1},
        {-0.5e-9, -1},
        {0.49e-9, 0},
        {1.0 / 60.0, 16666667},
        {4503599.627370497, 4503599627370497}, /* above 2^52 adding a half would make it even */
        {9223372036.0, 9223372036000000000},
        {9223372036.9, INT64_MAX},
        {-9223372036.9, INT64_MIN},
        {1e300, INT64_MAX},
        {-1e300, INT64_MIN},
        {INFINITY, INT64_MAX},
        {-INFINITY, INT64_MIN},
        {NAN, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        test_note("%.17g", cases[i].seconds);
        CHECK_INT(vrm_ns(cases[i].seconds), cases[i].expected);
    }
    CHECK_INT(VRM_SECOND, vrm_ns(1.0));
}

TEST_SUITE(mixer_time, ENTRY(mx_007_time_is_exact_at_every_rate),
           ENTRY(mx_007_a_million_loops_are_exact), ENTRY(mx_010_root_motion_goes_on_over_loops),
           ENTRY(mx_012_events_are_told_at_every_rate), ENTRY(mx_012_ends_and_many_events),
           ENTRY(mx_012_a_clip_without_duration_ends), ENTRY(mx_015_any_time_is_within_64_bits),
           ENTRY(mx_015_long_clips_and_many_loops), ENTRY(mx_016_seconds_as_nanoseconds));
