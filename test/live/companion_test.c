/* Companions: ten minutes in which nothing fights, and properties for any input. */
#include "live/companion_stage.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- Ten minutes --- */

/* What is watched in each frame. */
typedef struct watch {
    double since_closed, longest_open; /* seconds without closed eyes */
    double fastest_mouth, fastest_emotion, fastest_lids, fastest_head; /* per second */
    double spoken, followed; /* frames with a wide mouth: all, and those that show it */
    double at_user, looked;
    vrm_companion_status last;
    float last_lids;
    bool has_last;
} watch;

static double larger(double a, double b) { return a > b ? a : b; }

/* Closed by a blink, or by an emotion that blocks blinks as it has closed eyes itself. */
static bool eyes_are_closed(const stage *s) {
    return actor_weight(&s->actor, "blink") > 0.9 || actor_weight(&s->actor, "happy") > 0.5 ||
           actor_weight(&s->actor, "relaxed") > 0.5;
}

static double degrees_a_second(float a, float b) { return fabs((double)(a - b)) * 60.0; }

static void watch_frame(watch *w, const stage *s) {
    const vrm_companion_status *now = &s->status, *last = &w->last;
    const float lids = stage_layer(s, VRM_EXPRESSION_LAYER_BLINK, "blink");
    const float sum = stage_sum(&now->mouth);
    w->since_closed = eyes_are_closed(s) ? 0.0 : w->since_closed + 1.0 / 60.0;
    w->longest_open = larger(w->longest_open, w->since_closed);
    if (sum > 0.5f) {
        w->spoken += 1.0;
        if (stage_shown_mouth(s) > 0.9f * sum) w->followed += 1.0;
    }
    w->looked += 1.0;
    if (!now->looks_away) w->at_user += 1.0;
    for (int i = 0; i < 5 && w->has_last; ++i) {
        const float *mouth = &now->mouth.aa + i, *before = &last->mouth.aa + i;
        w->fastest_mouth = larger(w->fastest_mouth, degrees_a_second(*mouth, *before));
        CHECK(*mouth >= 0.0f && *mouth <= 1.0f);
    }
    for (int i = 0; i < 6 && w->has_last; ++i) {
        w->fastest_emotion =
            larger(w->fastest_emotion, degrees_a_second(now->emotions[i], last->emotions[i]));
        CHECK(now->emotions[i] >= 0.0f && now->emotions[i] <= 1.0f);
    }
    if (w->has_last) {
        w->fastest_lids = larger(w->fastest_lids, degrees_a_second(lids, w->last_lids));
        w->fastest_head = larger(w->fastest_head, degrees_a_second(now->head_yaw, last->head_yaw));
    }
    w->last = *now;
    w->last_lids = lids;
    w->has_last = true;
}

/* A conversation of ten seconds, again and again with other emotions, actions and targets. */
static void direct(stage *s, int frame, const vrm_speech *sentence) {
    static const char *const tags[] = {"[happy 0.9]",   "[sad]",       "[angry 0.6 1s]",
                                       "[surprised 1]", "[relaxed 1]", "[joy 1 5s]",
                                       "[neutral]"};
    const int second = frame / 60, round = second / 10;
    const vrm_vec3 lamp = {round % 2 == 0 ? 1.0f : -1.0f, 0.4f, 1.5f};
    if (frame % 60 != 0) return;
    switch (second % 10) {
    case 0:
        vrm_companion_set_activity(s->companion, VRM_COMPANION_LISTENING);
        break;
    case 2:
        vrm_companion_set_activity(s->companion, VRM_COMPANION_THINKING);
        break;
    case 3:
        stage_cue(s, tags[round % 7], s->now + STAGE_SECOND / 2);
        CHECK_INT(vrm_companion_say(s->companion, sentence, s->now + STAGE_SECOND / 2), 1);
        CHECK_INT(vrm_companion_say(s->companion, sentence, s->now + 3 * STAGE_SECOND), 1);
        break;
    case 6:
        vrm_companion_set_activity(s->companion, VRM_COMPANION_WAITING);
        if (round % 3 == 0) stage_cue(s, "[dance]", s->now);
        if (round % 3 == 1) stage_cue(s, "[blush] [gasp]", s->now);
        if (round % 3 == 2) vrm_companion_attend(s->companion, &lamp, s->now + STAGE_SECOND);
        break;
    default:
        break;
    }
}

TEST(lv_060_ten_minutes_in_which_nothing_fights) {
    stage s;
    watch w = {0};
    vrm_speech *sentence;
    const vrm_vec3 user = {0.1f, 1.3f, 1.2f};
    if (!stage_open(&s, "1.0", 7)) return;
    sentence = stage_sentence();
    vrm_companion_set_user(s.companion, &user);
    for (int frame = 0; frame < 600 * 60; ++frame) {
        direct(&s, frame, sentence);
        stage_step(&s, NULL);
        watch_frame(&w, &s);
    }
    test_note("open %.2f s, mouth %.1f, emotion %.1f, lids %.1f, head %.0f, followed %.4f of %.0f, "
              "at user %.2f, %u blinks",
              w.longest_open, w.fastest_mouth, w.fastest_emotion, w.fastest_lids, w.fastest_head,
              w.followed / w.spoken, w.spoken, w.at_user / w.looked, s.status.blinks);
    CHECK(w.longest_open < 8.0);
    CHECK(s.status.blinks > 100 && s.status.blinks < 350);
    CHECK(w.fastest_mouth <= 12.5);
    CHECK(w.fastest_emotion <= 12.0);
    CHECK(w.fastest_lids <= 25.0); /* closing takes 70 ms */
    CHECK(w.fastest_head <= 200.0);
    CHECK(w.spoken > 3000.0 && w.followed == w.spoken);
    CHECK(w.at_user / w.looked > 0.4 && w.at_user / w.looked < 0.9);
    /* When all is over, nothing of it is left. */
    stage_run(&s, 20.0);
    for (int i = 0; i < 6; ++i) CHECK(s.status.emotions[i] == 0.0f);
    CHECK(stage_sum(&s.status.mouth) == 0.0f && s.status.action == VRM_NONE);
    vrm_speech_destroy(sentence);
    stage_close(&s);
    test_note(NULL);
}

/* --- Wishes of people who make companions --- */

/* ProbOS#529 and #540, TalkingHead#79, #90 and #114, aico#119: a mouth from any stream, without
 * text. What an analyser of samples gives moves the mouth, and it closes when the stream ends. */
TEST(lv_061_a_mouth_from_any_stream) {
    const vrm_mouth open = {0.7f, 0.1f, 0.0f, 0.0f, 0.0f};
    stage s;
    if (!stage_open(&s, "1.0", 1)) return;
    for (int i = 0; i < 20; ++i) {
        vrm_companion_set_mouth(s.companion, &open);
        stage_step(&s, NULL);
    }
    CHECK_NEAR(s.status.mouth.aa, 0.7, 1e-6);
    CHECK_NEAR(stage_shown_mouth(&s), 0.8, 1e-5);
    CHECK(s.status.speaking > 0.9f);
    stage_run(&s, 0.5); /* the stream has ended without a word */
    CHECK(stage_sum(&s.status.mouth) == 0.0f);
    {
        const vrm_mouth wrong = {NAN, INFINITY, -3.0f, 9.0f, 0.5f};
        vrm_companion_set_mouth(s.companion, &wrong);
        stage_run(&s, 0.15);
        CHECK(stage_sum(&s.status.mouth) <= 1.0f + 1e-6f);
    }
    stage_close(&s);
}

/* utsuwa#155, airi#590 ("smiles too much"), airi#1147 (snapped to neutral), aituber-onair#286:
 * emotions from words, with strength, that decay. */
TEST(lv_062_emotions_rise_hold_and_decay) {
    stage s;
    float last, peak = 0.0f, early = 0.0f, late = 0.0f;
    double fastest = 0.0;
    if (!stage_open(&s, "1.0", 2)) return;
    stage_cue(&s, "[sad 0.6 1s]", s.now);
    stage_run(&s, 1.0);
    CHECK_NEAR(s.status.emotions[2], 0.6, 0.02);
    last = s.status.emotions[2];
    for (int i = 0; i < 60 * 15; ++i) { /* no snap */
        stage_step(&s, NULL);
        fastest = larger(fastest, degrees_a_second(s.status.emotions[2], last));
        if (i == 120) CHECK(s.status.emotions[2] > 0.2f);
        last = s.status.emotions[2];
    }
    CHECK(fastest < 0.5 && last == 0.0f);
    /* Another emotion replaces it: together they are never more than one. */
    stage_cue(&s, "[sad 1 9s]", s.now);
    stage_run(&s, 1.5);
    stage_cue(&s, "[angry 1 9s]", s.now);
    for (int i = 0; i < 90; ++i) {
        stage_step(&s, NULL);
        CHECK(s.status.emotions[1] + s.status.emotions[2] <= 1.001f);
    }
    CHECK(s.status.emotions[1] > 0.85f && s.status.emotions[2] < 0.05f);
    /* A model that writes [happy] into every sentence gets less and less of it. */
    stage_run(&s, 30.0);
    for (int i = 0; i < 60 * 60; ++i) {
        if (i % 120 == 0) stage_cue(&s, "[happy 1]", s.now);
        stage_step(&s, NULL);
        peak = s.status.emotions[0] > peak ? s.status.emotions[0] : peak;
        if (i < 600) early += s.status.emotions[0] / 600.0f;
        if (i >= 3000) late += s.status.emotions[0] / 600.0f;
    }
    test_note("peak %.2f, early %.2f, late %.2f", (double)peak, (double)early, (double)late);
    CHECK(peak > 0.9f && late < 0.75f * early && late > 0.2f);
    stage_close(&s);
    test_note(NULL);
}

/* Ame's happy face blocks mouth and blinks: it waits until she has spoken, whenever she last
 * blinked. */
TEST(lv_062_an_emotion_that_waits_for_speech_is_shown) {
    for (uint32_t seed = 1; seed <= 40; ++seed) {
        stage s;
        float most = 0.0f;
        if (!stage_open(&s, "1.0", seed)) return;
        test_note("seed %u", seed);
        stage_run(&s, 0.2 * seed);
        vrm_speech *speech = stage_sentence();
        for (int i = 0; i < 3; ++i) {
            vrm_companion_say(s.companion, speech, s.now + i * 2 * STAGE_SECOND);
        }
        stage_cue(&s, "[happy 0.7]", s.now);
        for (int frame = 0; frame < 600; ++frame) {
            stage_step(&s, NULL);
            most = vrmi_max(most, s.status.emotions[0]);
        }
        CHECK(most > 0.4f);
        stage_close(&s);
        vrm_speech_destroy(speech);
    }
    test_note(NULL);
}

/* airi#867 (the idle motion overwrites the mouth), ARPAHLS/avatar#43, elizaOS/aishow#51: layers
 * that do not fight. */
TEST(lv_063_a_clip_does_not_move_the_mouth_of_speech) {
    stage s;
    vrm_pose body;
    vrm_speech *sentence = stage_sentence();
    int same = 0, frames = 0;
    if (!stage_open(&s, "1.0", 3)) {
        vrm_speech_destroy(sentence);
        return;
    }
    vrm_pose_init(&body);
    for (int i = 0; i < VRM_PRESET_COUNT; ++i) { /* a clip with all of a face, and lookAt */
        body.presets |= 1u << i;
        body.weights[i] = i == VRM_PRESET_NEUTRAL ? 0.0f : 0.6f;
    }
    body.parts = VRM_POSE_LOOK_AT_DEGREES;
    body.yaw_degrees = 30.0f;
    body.pitch_degrees = 30.0f;
    vrm_companion_say(s.companion, sentence, s.now + STAGE_SECOND);
    for (int i = 0; i < 180; ++i) {
        vrm_mouth mouth;
        stage_step(&s, &body);
        vrm_speech_sample(sentence, s.now - (STAGE_FRAME + STAGE_SECOND), &mouth);
        if (i < 60 || i > 170) continue;
        ++frames;
        CHECK_NEAR(s.status.mouth.aa, mouth.aa, 1e-5);
        if (fabsf(stage_shown_mouth(&s) - stage_sum(&mouth)) < 0.02f) ++same;
        CHECK(stage_layer(&s, VRM_EXPRESSION_LAYER_MOTION, "blink") == 0.0f);
        CHECK(stage_layer(&s, VRM_EXPRESSION_LAYER_MOTION, "lookDown") == 0.0f);
        CHECK(fabsf(s.status.look_at_pitch) < 20.0f);
    }
    test_note("%d of %d", same, frames);
    CHECK(same == frames);
    stage_run(&s, 3.0);
    for (int i = 0; i < 30; ++i) stage_step(&s, &body); /* while nothing is spoken, the clip may */
    CHECK(stage_layer(&s, VRM_EXPRESSION_LAYER_MOTION, "aa") > 0.5f);
    vrm_speech_destroy(sentence);
    stage_close(&s);
    test_note(NULL);
}

static double arm_difference(const stage *a, const stage *b, vrm_bone bone) {
    return degrees_between(actor_turn(&a->actor, bone), actor_turn(&b->actor, bone));
}

/* xikhar/persona#35: one action is a clip and a face, and both are restored after it. Compared with
 * the same companion that does nothing. */
TEST(lv_064_an_action_is_restored) {
    stage s, still;
    double most = 0.0, jump = 0.0, last = 0.0;
    vrm_clip_info info;
    int64_t end;
    if (!stage_open(&s, "1.0", 4)) return;
    if (!stage_open(&still, "1.0", 4)) return;
    stage_cue(&s, "[sad 0.8 4s] [dance]", s.now);
    stage_cue(&still, "[sad 0.8 4s]", still.now);
    vrm_clip_info_init(&info);
    vrm_clip_get_info(s.dance.clip, &info);
    end = s.now + info.duration + STAGE_SECOND;
    while (s.now < end) {
        double difference;
        stage_step(&s, NULL);
        stage_step(&still, NULL);
        difference = arm_difference(&s, &still, VRM_BONE_LEFT_UPPER_ARM);
        most = larger(most, difference);
        jump = larger(jump, fabs(difference - last));
        last = difference;
        if (s.status.action_weight >= 1.0f) {
            CHECK_NEAR(s.status.emotions[3], 0.8, 0.05); /* relaxed, its face */
            CHECK(s.status.emotions[2] <= 0.2f * 0.81f);
        }
        /* The legs stay those of the body. */
        CHECK(arm_difference(&s, &still, VRM_BONE_LEFT_LOWER_LEG) < 0.01);
    }
    test_note("%.1f degrees, %.1f a frame, now %.4f", most, jump, last);
    CHECK(most > 20.0 && jump < 15.0 && last < 0.05);
    CHECK_INT(s.status.action, VRM_NONE);
    for (int i = 0; i < 6; ++i) CHECK_NEAR(s.status.emotions[i], still.status.emotions[i], 1e-6);
    /* One after another, faster than they fade: all are shown, and nothing jumps. */
    last = 0.0;
    stage_cue(&s, "[gasp] [blush] [dance] [gasp] [blush]", s.now);
    for (int i = 0; i < 300; ++i) {
        const float before = stage_layer(&s, VRM_EXPRESSION_LAYER_EMOTION, "blush");
        stage_step(&s, NULL);
        last = larger(
            last, degrees_a_second(before, stage_layer(&s, VRM_EXPRESSION_LAYER_EMOTION, "blush")));
    }
    CHECK(last <= 12.0 && s.status.action == VRM_NONE);
    CHECK(stage_layer(&s, VRM_EXPRESSION_LAYER_EMOTION, "blush") == 0.0f);
    stage_close(&still);
    stage_close(&s);
    test_note(NULL);
}

/* airi#972 and #264: motions by a token or from a generator, as a layer of the upper body over any
 * clip. */
TEST(lv_065_a_generated_motion_lies_over_the_upper_body) {
    stage s;
    vrm_pose walk, wave;
    const vrm_quat raised = {0.0f, 0.0f, 0.70710677f, 0.70710677f};
    const vrm_quat bent = {0.5f, 0.0f, 0.0f, 0.8660254f};
    turn arm, leg;
    if (!stage_open(&s, "1.0", 5)) return;
    vrm_pose_init(&walk);
    walk.bones = VRM_BONE_BIT(VRM_BONE_LEFT_LOWER_LEG);
    walk.rotations[VRM_BONE_LEFT_LOWER_LEG] = bent;
    vrm_pose_init(&wave);
    wave.bones = VRM_BONE_BIT(VRM_BONE_LEFT_UPPER_ARM) | VRM_BONE_BIT(VRM_BONE_LEFT_LOWER_LEG);
    wave.rotations[VRM_BONE_LEFT_UPPER_ARM] = raised;
    for (int i = 0; i < 60; ++i) {
        vrm_companion_set_gesture(s.companion, &wave);
        stage_step(&s, &walk);
    }
    arm = actor_turn(&s.actor, VRM_BONE_LEFT_UPPER_ARM);
    leg = actor_turn(&s.actor, VRM_BONE_LEFT_LOWER_LEG);
    CHECK(degrees_between(arm, (turn){0.0, 0.0, 0.70710678, 0.70710678}) < 4.0); /* and idle */
    CHECK(degrees_between(leg, (turn){0.5, 0.0, 0.0, 0.8660254}) < 0.01);
    vrm_companion_set_gesture(s.companion, NULL);
    for (int i = 0; i < 60; ++i) stage_step(&s, &walk);
    arm = actor_turn(&s.actor, VRM_BONE_LEFT_UPPER_ARM);
    CHECK(degrees_between(arm, (turn){0.0, 0.0, 0.70710678, 0.70710678}) > 60.0);
    stage_close(&s);
}

/* The angle between the eyes and a point, by the lookAt of an avatar with a target. */
static double off_target(const stage *s, vrm_vec3 target) {
    vrm_look_at_state before, to;
    double yaw, pitch;
    vrm_look_at_state_init(&before);
    vrm_look_at_state_init(&to);
    vrm_avatar_get_look_at(s->actor.avatar, &before);
    vrm_avatar_look_at(s->actor.avatar, target);
    vrm_avatar_update_look_at(s->actor.avatar);
    vrm_avatar_get_look_at(s->actor.avatar, &to);
    vrm_avatar_set_look_at_degrees(s->actor.avatar, before.yaw_degrees, before.pitch_degrees);
    yaw = (double)(to.yaw_degrees - before.yaw_degrees);
    pitch = (double)(to.pitch_degrees - before.pitch_degrees);
    return sqrt(yaw * yaw + pitch * pitch);
}

/* airi#318 ("always looks at the bottom") and airi#17: eyes that meet those of the user, look away,
 * and return. For every version of VRM, and for a user on each side. */
TEST(lv_066_eyes_meet_those_of_the_user) {
    static const vrm_vec3 users[] = {{0.0f, 1.35f, 1.5f}, {0.8f, 1.6f, 1.2f}, {-0.6f, 1.0f, 1.0f}};
    const vrm_vec3 lamp = {1.5f, 0.5f, 1.0f};
    for (int d = 0; d < 4; ++d) {
        for (int u = 0; u < 3; ++u) {
            stage s;
            double off = 0.0, height = 0.0, away = 0.0;
            int at_user = 0, returned = 0;
            if (!stage_open(&s, actor_dialects[d], (uint32_t)u)) return;
            vrm_companion_set_user(s.companion, &users[u]);
            stage_run(&s, 2.0);
            for (int i = 0; i < 60 * 60; ++i) {
                static int settled;
                stage_step(&s, NULL);
                settled = s.status.looks_away ? 0 : settled + 1;
                away += s.status.looks_away ? 1.0 / 3600.0 : 0.0;
                if (s.status.looks_away) height += (double)s.status.look_at_pitch;
                if (settled < 30) continue;
                ++at_user;
                off += off_target(&s, users[u]);
            }
            height /= away * 3600.0;
            test_note("%s, user %d: %.2f degrees off, %.2f away, %.2f degrees down",
                      actor_dialects[d], u, off / at_user, away, height);
            CHECK(height > -25.0 &&
                  height < 25.0); /* the third user is 13 degrees below the eyes */
            CHECK(at_user > 1000 && off / at_user < 4.0);
            CHECK(away > 0.1 && away < 0.7);
            vrm_companion_attend(s.companion, &lamp, s.now + 2 * STAGE_SECOND);
            stage_run(&s, 1.5);
            CHECK(off_target(&s, lamp) < 8.0);
            for (int i = 0; i < 600; ++i) {
                stage_step(&s, NULL);
                if (!s.status.looks_away && off_target(&s, users[u]) < 8.0) ++returned;
            }
            CHECK(returned > 120);
            stage_close(&s);
        }
    }
    test_note(NULL);
}

/* TalkingHead#6 and #59: visemes from the times of a TTS, also in other languages. Japanese moras
 * and Azure's IDs move the mouth of a companion as the speech itself does. */
TEST(lv_067_times_of_a_tts_in_any_language) {
    static const struct {
        vrm_alphabet alphabet;
        const char *symbols[4];
    } voices[] = {{VRM_ALPHABET_KANA, {"こ", "ん", "ば", "は"}},
                  {VRM_ALPHABET_AZURE, {"20", "21", "2", "6"}},
                  {VRM_ALPHABET_IPA, {"m", "a", "p", "o"}}};
    for (int v = 0; v < 3; ++v) {
        vrm_phoneme phonemes[4] = {{0}};
        vrm_speech_desc desc;
        vrm_speech *speech;
        stage s;
        int open = 0;
        for (int i = 0; i < 4; ++i) {
            phonemes[i].start = i * 200 * INT64_C(1000000);
            phonemes[i].end = phonemes[i].start + 200 * INT64_C(1000000);
            phonemes[i].symbol =
                (vrm_string){voices[v].symbols[i], (uint32_t)strlen(voices[v].symbols[i])};
        }
        vrm_speech_desc_init(&desc);
        desc.phonemes = phonemes;
        desc.phoneme_count = 4;
        desc.alphabet = voices[v].alphabet;
        CHECK_INT(vrm_speech_create(&desc, &speech, NULL), VRM_OK);
        CHECK_INT(vrm_speech_get_info(speech)->unknown_count, 0);
        if (!stage_open(&s, "1.0", 6)) {
            vrm_speech_destroy(speech);
            return;
        }
        {
            const int64_t start = s.now + STAGE_SECOND / 2;
            vrm_companion_say(s.companion, speech, start);
            for (int i = 0; i < 120; ++i) {
                vrm_mouth mouth;
                stage_step(&s, NULL);
                vrm_speech_sample(speech, s.now - start, &mouth);
                CHECK_NEAR(stage_sum(&s.status.mouth), stage_sum(&mouth), 1e-5);
                open += stage_sum(&mouth) > 0.5f;
            }
        }
        CHECK(open > 10);
        stage_close(&s);
        vrm_speech_destroy(speech);
    }
}

/* SillyTavern#1917 and TalkingHead#90: speech that is streamed stays in step. Pieces come while
 * others are heard, one of them late, and each is scheduled when its sound is. */
TEST(lv_068_streamed_speech_stays_in_step) {
    static const char *const symbols[] = {"m", "a", "p", "o", "b", "i"};
    enum { PIECES = 20 };
    const int64_t length = 6 * 90 * INT64_C(1000000);
    vrm_speech *speech = stage_speech(symbols, 6, 90);
    int64_t starts[PIECES], next;
    stage s;
    int said = 0, moved = 0;
    if (!stage_open(&s, "1.0", 8)) {
        vrm_speech_destroy(speech);
        return;
    }
    next = s.now + STAGE_SECOND / 3;
    while (said < PIECES || s.now < starts[PIECES - 1] + length) {
        float expected = 0.0f;
        if (said < PIECES && next < s.now + STAGE_SECOND / 4) {
            if (said == 9) next = s.now + STAGE_SECOND; /* the network was slow */
            CHECK_INT(vrm_companion_say(s.companion, speech, next), 1);
            starts[said++] = next;
            next += length;
        }
        stage_step(&s, NULL);
        for (int i = 0; i < said; ++i) {
            vrm_mouth mouth;
            vrm_speech_sample(speech, s.now - starts[i], &mouth);
            expected = mouth.aa > expected ? mouth.aa : expected;
        }
        CHECK_NEAR(s.status.mouth.aa, expected, 1e-5);
        moved += expected > 0.4f;
        /* The piece that is late begins with an m: lips are closed for it. */
        if (said > 9 && s.now > starts[9] + 20000000 && s.now < starts[9] + 70000000) {
            CHECK(stage_sum(&s.status.mouth) <= 0.4f);
        }
    }
    CHECK(moved > 60);
    /* An interruption closes the mouth, without a jump. */
    vrm_companion_say(s.companion, speech, s.now);
    stage_run(&s, 0.15);
    vrm_companion_be_silent(s.companion);
    stage_run(&s, 0.1);
    CHECK(stage_sum(&s.status.mouth) == 0.0f);
    vrm_speech_destroy(speech);
    stage_close(&s);
}

/* Three seconds with an emotion and a sentence, on a clock with a late origin. The clock of a
 * system may count from 1970, or from its start weeks ago. */
static uint64_t hash_from(int64_t origin) {
    vrm_speech *sentence = stage_sentence();
    stage s;
    float happy = 0.0f, mouth = 0.0f;
    uint64_t hash = 0;
    if (stage_open(&s, "1.0", 5)) {
        s.now = origin;
        stage_step(&s, NULL);
        stage_cue(&s, "[happy]", s.now);
        CHECK_INT(vrm_companion_say(s.companion, sentence, s.now + STAGE_SECOND / 10), 1);
        for (int frame = 0; frame < 180; ++frame) {
            stage_step(&s, NULL);
            happy = fmaxf(happy, s.status.emotions[0]);
            mouth = fmaxf(mouth, stage_sum(&s.status.mouth));
            hash = stage_hash(&s, hash);
        }
        CHECK(happy > 0.5f && mouth > 0.4f);
        /* The sentence is over: none of eight places is taken, and its memory is not read. */
        vrm_speech_destroy(sentence);
        sentence = stage_sentence();
        for (int i = 0; i < VRM_COMPANION_SPEECHES; ++i) {
            CHECK_INT(vrm_companion_say(s.companion, sentence, s.now), 1);
        }
        stage_step(&s, NULL);
        stage_close(&s);
    }
    vrm_speech_destroy(sentence);
    return hash;
}

TEST(lv_068_clocks_may_have_any_origin) {
    const uint64_t hash = hash_from(1000 * STAGE_SECOND);
    CHECK(hash_from(INT64_C(1000000000000000) - STAGE_SECOND) == hash); /* 11 days */
    CHECK(hash_from(INT64_C(1800000000) * STAGE_SECOND) == hash);       /* from 1970 */
    CHECK(hash_from(INT64_MAX - 10 * STAGE_SECOND) == hash);
    CHECK(hash_from(INT64_MIN) != 0); /* as if time went back */
}

TEST(lv_069_nods_come_with_stress_and_with_listening) {
    vrm_speech *sentence = stage_sentence();
    stage s;
    int nods = 0;
    float last = 0.0f;
    if (!stage_open(&s, "1.0", 9)) {
        vrm_speech_destroy(sentence);
        return;
    }
    for (int i = 0; i < 20; ++i) {
        vrm_companion_say(s.companion, sentence, s.now + STAGE_SECOND / 3);
        for (int k = 0; k < 160; ++k) {
            stage_step(&s, NULL);
            nods += last == 0.0f && s.status.nod_degrees > 0.0f;
            CHECK(s.status.nod_degrees >= 0.0f && s.status.nod_degrees < 3.6f);
            last = s.status.nod_degrees;
        }
    }
    CHECK(nods >= 15 && nods <= 80);
    vrm_companion_set_activity(s.companion, VRM_COMPANION_LISTENING);
    stage_run(&s, 2.0);
    nods = 0;
    for (int k = 0; k < 60 * 60; ++k) {
        stage_step(&s, NULL);
        nods += last == 0.0f && s.status.nod_degrees > 0.0f;
        last = s.status.nod_degrees;
    }
    CHECK(nods >= 5 && nods <= 30);
    vrm_speech_destroy(sentence);
    stage_close(&s);
}

TEST_SUITE(companion, ENTRY(lv_060_ten_minutes_in_which_nothing_fights),
           ENTRY(lv_061_a_mouth_from_any_stream), ENTRY(lv_062_emotions_rise_hold_and_decay),
           ENTRY(lv_062_an_emotion_that_waits_for_speech_is_shown),
           ENTRY(lv_063_a_clip_does_not_move_the_mouth_of_speech),
           ENTRY(lv_064_an_action_is_restored),
           ENTRY(lv_065_a_generated_motion_lies_over_the_upper_body),
           ENTRY(lv_066_eyes_meet_those_of_the_user), ENTRY(lv_067_times_of_a_tts_in_any_language),
           ENTRY(lv_068_streamed_speech_stays_in_step), ENTRY(lv_068_clocks_may_have_any_origin),
           ENTRY(lv_069_nods_come_with_stress_and_with_listening));
