/* Companions with any input: tags in any chunks, equal bits, saves, params, and no memory. */
#include "live/companion_stage.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint32_t random_state;

static uint32_t below(uint32_t limit) {
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) % limit;
}

static float number(void) {
    static const float odd[] = {NAN, INFINITY, -INFINITY, -1.0f, 0.0f, 1.0f, 1e30f, 0.5f};
    return below(4) == 0 ? odd[below(8)] : (float)below(1000) / 1000.0f;
}

/* --- Tags --- */

static const char text[] =
    "[happy 0.7]Hello [joy] world[SAD 1 2.5s]! [wave] see [1], [a b](c) and [unclosed "
    "[dance]done [relaxed  0.3 ] [angry 2] [happy0.5] [[surprised 1s]] [neutral 0.5 3] "
    "こんにちは[sorrow]。[this-name-is-longer-than-any-tag-may-be-so-it-is-only-text-of-a-model] "
    "[fu";
static const char without[] =
    "Hello  world!  see [1], [a b](c) and [unclosed done   [happy0.5] [] [neutral 0.5 3] "
    "こんにちは。[this-name-is-longer-than-any-tag-may-be-so-it-is-only-text-of-a-model] [fu";

TEST(lv_070_tags_are_read_in_any_chunks) {
    stage s;
    vrm_companion_tag first[64];
    if (!stage_open(&s, "1.0", 1)) return;
    random_state = 1;
    for (int round = 0; round < 300; ++round) {
        vrm_companion_tag tags[64];
        char all[1024], piece[1024];
        size_t length = 0;
        uint32_t count = 0;
        for (size_t at = 0; at < sizeof text - 1;) {
            size_t chunk = round == 0 ? sizeof text - 1 : 1 + below((uint32_t)(round % 40) + 1);
            uint32_t found = 0;
            size_t got;
            if (chunk > sizeof text - 1 - at) chunk = sizeof text - 1 - at;
            got = vrm_companion_read_text(s.companion, text + at, chunk, piece,
                                          chunk + VRM_COMPANION_TAG_BYTES, tags + count, 64 - count,
                                          &found);
            for (uint32_t i = 0; i < found; ++i) tags[count + i].position += (uint32_t)length;
            memcpy(all + length, piece, got);
            length += got;
            count += found;
            at += chunk;
        }
        length += vrm_companion_read_text(s.companion, NULL, 0, all + length, sizeof all - length,
                                          NULL, 0, NULL);
        all[length] = '\0';
        CHECK_TEXT(all, without);
        CHECK_INT(count, 9);
        if (round == 0) memcpy(first, tags, sizeof tags[0] * count);
        CHECK(memcmp(first, tags, sizeof tags[0] * count) == 0);
    }
    {
        vrm_companion_tag tag;
        char out[128];
        uint32_t count;
        vrm_companion_read_text(s.companion, "ab[sad 1 2.5s]", 14, out, sizeof out, &tag, 1,
                                &count);
        CHECK_INT(count, 1);
        CHECK_INT(tag.kind, VRM_COMPANION_TAG_EMOTION);
        CHECK_INT(tag.index, VRM_PRESET_SAD);
        CHECK_INT(tag.hold, 2500000000);
        CHECK_INT(tag.position, 2);
        CHECK(tag.strength == 1.0f);
        vrm_companion_read_text(s.companion, "[DANCE]", 7, out, sizeof out, &tag, 1, &count);
        CHECK_INT(tag.kind, VRM_COMPANION_TAG_ACTION);
        CHECK_INT(tag.index, STAGE_DANCE);
        vrm_companion_read_text(s.companion, "[giggle]", 8, out, sizeof out, &tag, 1, &count);
        CHECK_INT(tag.kind, VRM_COMPANION_TAG_UNKNOWN);
        CHECK_INT(vrm_companion_cue(s.companion, &tag, 0), 0);
        /* Too little room: nothing is read. */
        CHECK_INT(vrm_companion_read_text(s.companion, "abc", 3, out, 66, NULL, 0, NULL), 0);
    }
    stage_close(&s);
}

/* --- Any inputs --- */

/* One random thing in a frame. */
static void disturb(stage *s, const vrm_speech *speech, const vrm_pose *pose) {
    static const char *const tags[] = {"[happy]",   "[sad 0.3]",   "[angry 1 1s]", "[surprised]",
                                       "[relaxed]", "[neutral]",   "[dance]",      "[gasp]",
                                       "[blush]",   "[happy 1 9s]"};
    const vrm_vec3 point = {number() * 4.0f - 2.0f, number() * 3.0f, number() * 4.0f - 2.0f};
    const vrm_mouth mouth = {number(), number(), number(), number(), number()};
    vrm_companion_tag found;
    char out[128];
    const char *tag = tags[below(10)];
    switch (below(40)) {
    case 0:
        vrm_companion_read_text(s->companion, tag, strlen(tag), out, sizeof out, &found, 1, NULL);
        vrm_companion_cue(s->companion, &found, s->now + (int64_t)below(2000000000));
        break;
    case 1:
        vrm_companion_say(s->companion, speech, s->now + (int64_t)below(1000000000) - 500000000);
        break;
    case 2:
        vrm_companion_set_user(s->companion, below(3) != 0 ? &point : NULL);
        break;
    case 3:
        vrm_companion_attend(s->companion, below(3) != 0 ? &point : NULL,
                             s->now + (int64_t)below(2000000000));
        break;
    case 4:
        vrm_companion_set_activity(s->companion, (int32_t)below(5) - 1);
        break;
    case 5:
        vrm_companion_set_gesture(s->companion, below(2) != 0 ? pose : NULL);
        break;
    case 6:
        if (below(8) == 0) vrm_companion_be_silent(s->companion);
        break;
    case 7:
    case 8:
    case 9:
        vrm_companion_set_mouth(s->companion, &mouth);
        break;
    default:
        break;
    }
}

static void random_pose(vrm_pose *pose) {
    vrm_pose_init(pose);
    for (int i = 0; i < VRM_BONE_COUNT; ++i) {
        if (below(3) != 0) continue;
        pose->bones |= VRM_BONE_BIT(i);
        pose->rotations[i] = (vrm_quat){number() - 0.5f, number() - 0.5f, 0.1f, 0.7f};
    }
    for (int i = 0; i < VRM_PRESET_COUNT; ++i) {
        pose->presets |= 1u << i;
        pose->weights[i] = number();
    }
}

static bool is_weight(float value) { return value >= 0.0f && value <= 1.0f; }

static void check_frame(const stage *s, const vrm_companion_status *last) {
    const float *mouth = &s->status.mouth.aa, *before = &last->mouth.aa;
    for (int i = 0; i < 5; ++i) {
        CHECK(is_weight(mouth[i]) && fabsf(mouth[i] - before[i]) <= 20.1f / 60.0f);
    }
    for (int i = 0; i < 6; ++i) {
        CHECK(is_weight(s->status.emotions[i]) &&
              fabsf(s->status.emotions[i] - last->emotions[i]) <= 12.0f / 60.0f);
    }
    CHECK(stage_sum(&s->status.mouth) <= 1.0001f);
    CHECK(fabsf(s->status.look_at_yaw) <= 75.1f && fabsf(s->status.look_at_pitch) <= 50.1f);
    CHECK(fabsf(s->status.head_yaw) <= 60.0f && fabsf(s->status.head_pitch) <= 60.0f);
}

TEST(lv_071_any_input_keeps_the_bounds_and_equal_inputs_give_equal_bits) {
    static const char *const symbols[] = {"p", "a", "m", "ˈiː", "b", "oʊ"};
    vrm_speech *speech = stage_speech(symbols, 6, 90);
    for (uint32_t seed = 0; seed < 6; ++seed) {
        stage a, b;
        uint64_t hash = 0, other = 0;
        if (!stage_open(&a, "1.0", seed)) break;
        if (!stage_open(&b, "1.0", seed)) break;
        for (int i = 0; i < 3600; ++i) {
            const vrm_companion_status last = a.status;
            const uint32_t from = seed * 100000u + (uint32_t)i * 7u;
            vrm_pose pose, body;
            random_state = from;
            random_pose(&pose);
            random_pose(&body);
            disturb(&a, speech, &pose);
            stage_step(&a, i % 900 < 300 ? &body : NULL);
            check_frame(&a, &last);
            random_state = from;
            random_pose(&pose);
            random_pose(&body);
            disturb(&b, speech, &pose);
            stage_step(&b, i % 900 < 300 ? &body : NULL);
            if (i % 16 != 0) continue;
            hash = stage_hash(&a, hash);
            other = stage_hash(&b, other);
        }
        CHECK(hash == other);
        stage_close(&a);
        stage_close(&b);
    }
    vrm_speech_destroy(speech);
}

/* --- Save and restore --- */

typedef struct kept {
    unsigned char *companion, *avatar;
    size_t companion_size, avatar_size;
    int64_t now;
} kept;

static kept keep(const stage *s) {
    kept k = {0};
    k.companion_size = vrm_companion_save_size(s->companion);
    k.avatar_size = vrm_avatar_save_size(s->actor.avatar);
    k.companion = malloc(k.companion_size);
    k.avatar = malloc(k.avatar_size);
    k.now = s->now;
    CHECK_INT(vrm_companion_save(s->companion, k.companion, k.companion_size), VRM_OK);
    CHECK_INT(vrm_avatar_save(s->actor.avatar, k.avatar, k.avatar_size), VRM_OK);
    return k;
}

TEST(lv_072_a_restored_companion_continues_with_the_same_bits) {
    static const char *const symbols[] = {"p", "a", "m", "ˈiː", "b", "oʊ"};
    vrm_speech *speech = stage_speech(symbols, 6, 90);
    for (uint32_t seed = 0; seed < 4; ++seed) {
        stage a, b;
        kept k;
        vrm_pose pose;
        uint64_t hash = 0, other = 0;
        if (!stage_open(&a, "1.0", seed)) break;
        if (!stage_open(&b, "1.0", seed + 9)) break; /* another past */
        stage_run(&b, 1.0);
        random_state = seed;
        random_pose(&pose);
        vrm_companion_set_gesture(a.companion, &pose);
        stage_cue(&a, "[dance] [happy 0.8] te[x", a.now);
        stage_cue(&a, "[sad]", a.now + 3 * STAGE_SECOND);
        stage_run(&a, 0.4 + 0.7 * seed);
        vrm_companion_be_silent(a.companion); /* sentences are not saved */
        stage_cue(&a, "[blush]", a.now + STAGE_SECOND);
        k = keep(&a);
        CHECK_INT(vrm_companion_restore(b.companion, k.companion, k.companion_size), VRM_OK);
        CHECK_INT(vrm_avatar_restore(b.actor.avatar, k.avatar, k.avatar_size), VRM_OK);
        vrm_avatar_update(b.actor.avatar, 0.0f);
        b.now = a.now;
        vrm_companion_say(a.companion, speech, a.now + STAGE_SECOND);
        vrm_companion_say(b.companion, speech, a.now + STAGE_SECOND);
        for (int i = 0; i < 600; ++i) {
            stage_step(&a, NULL);
            stage_step(&b, NULL);
            hash = stage_hash(&a, hash);
            other = stage_hash(&b, other);
        }
        CHECK(hash == other);
        /* Damage, truncation and other actions are refused. */
        CHECK_INT(vrm_companion_restore(b.companion, k.companion, k.companion_size - 1),
                  VRM_ERROR_PAYLOAD);
        for (int i = 0; i < 200; ++i) {
            const size_t at = below((uint32_t)k.companion_size);
            k.companion[at] ^= (unsigned char)(1u << below(8));
            CHECK(vrm_companion_restore(b.companion, k.companion, k.companion_size) != VRM_OK);
            CHECK_INT(vrm_companion_save(a.companion, k.companion, k.companion_size), VRM_OK);
        }
        {
            vrm_companion *plain;
            CHECK_INT(vrm_companion_create(a.actor.file.model, NULL, &plain, NULL), VRM_OK);
            CHECK_INT(vrm_companion_restore(plain, k.companion, k.companion_size),
                      VRM_ERROR_MISMATCH);
            vrm_companion_destroy(plain);
        }
        CHECK_INT(vrm_companion_save(a.companion, k.companion, k.companion_size - 1),
                  VRM_ERROR_CAPACITY);
        free(k.companion);
        free(k.avatar);
        stage_close(&a);
        stage_close(&b);
    }
    vrm_speech_destroy(speech);
}

/* --- Params --- */

TEST(lv_073_params_are_json) {
    vrm_companion_params p, q;
    char json[4096];
    size_t size;
    static const char good[] = "{\"sway\": 0.25, \"none\": [1, {\"a\": null}], \"blink\": 7}";
    static const char *const wrong[] = {"",
                                        "{",
                                        "[]",
                                        "{\"sway\": \"1\"}",
                                        "{\"sway\":}",
                                        "{\"a\":1}x",
                                        "{\"sway\" 1}",
                                        "{\"a\":[[[[[[[[[1]]]]]]]]]}"};
    vrm_companion_params_init(&p);
    CHECK(p.strength == 0.7f && p.blinks_per_minute == 15.0f);
    CHECK_INT(vrm_companion_params_read(good, sizeof good - 1, &p), VRM_OK);
    CHECK(p.sway == 0.25f && p.blink == 1.0f); /* clamped */
    q = p;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        test_note("%s", wrong[i]);
        CHECK_INT(vrm_companion_params_read(wrong[i], strlen(wrong[i]), &q), VRM_ERROR_PAYLOAD);
        CHECK(memcmp(&p, &q, sizeof p) == 0);
    }
    test_note(NULL);
    for (size_t i = 0; i < sizeof good - 1; ++i) {
        CHECK_INT(vrm_companion_params_read(good, i, &q), VRM_ERROR_PAYLOAD);
    }
    random_state = 3;
    for (int round = 0; round < 500; ++round) { /* every value, back and forth */
        float *values = &p.strength;
        for (size_t i = 0; i < (sizeof p - sizeof p.struct_size) / sizeof(float); ++i) {
            values[i] = number() * 10.0f;
        }
        size = vrm_companion_params_write(&p, json, sizeof json);
        CHECK(size > 100 && size < sizeof json && json[size] == '\0');
        CHECK_INT(vrm_companion_params_write(&p, NULL, 0), size);
        vrm_companion_params_init(&q);
        CHECK_INT(vrm_companion_params_read(json, size, &q), VRM_OK);
        vrm_companion_params_write(&q, json + 2048, 2048);
        CHECK(memcmp(json, json + 2048, size) == 0);
    }
    {
        static char large[70000];
        memset(large, ' ', sizeof large);
        CHECK_INT(vrm_companion_params_read(large, sizeof large, &q), VRM_ERROR_PAYLOAD);
        CHECK_INT(vrm_companion_params_read(NULL, 0, &q), VRM_ERROR_INVALID_ARGUMENT);
    }
    /* Everything switched off: the avatar holds still, and no face is moved. */
    {
        stage s;
        vrm_companion_params_init(&p);
        p.mouth = p.blink = p.breath = p.sway = p.eye_wander = p.posture = p.talk_motion = 0.0f;
        p.nod_degrees = p.head_share = p.strength = 0.0f;
        p.idle_look_at = 1.0f;
        if (!stage_open_with(&s, "1.0", 1, &p)) return;
        stage_cue(&s, "[happy]", s.now);
        stage_run(&s, 3.0);
        {
            const turn head = actor_turn(&s.actor, VRM_BONE_HEAD);
            stage_run(&s, 10.0);
            CHECK(degrees_between(head, actor_turn(&s.actor, VRM_BONE_HEAD)) < 0.1);
        }
        CHECK_INT(s.status.blinks, 0);
        CHECK(s.status.emotions[0] == 0.0f && s.status.looks_away == 0);
        stage_close(&s);
    }
}

/* --- Memory and wrong use --- */

TEST(lv_074_only_creation_allocates_and_wrong_use_does_nothing) {
    stage s;
    counting counter;
    vrm_companion_desc desc;
    vrm_companion_action action;
    vrm_companion *companion;
    vrm_report *report;
    int64_t allocations;
    if (!stage_open(&s, "1.0", 1)) return;
    memset(&action, 0, sizeof action);
    vrm_companion_desc_init(&desc);
    counting_init(&counter, 0);
    desc.allocator = &counter.allocator;
    CHECK_INT(vrm_companion_create(s.actor.file.model, &desc, &companion, NULL),
              VRM_ERROR_OUT_OF_MEMORY);
    counting_init(&counter, -1);
    CHECK_INT(vrm_companion_create(s.actor.file.model, &desc, &companion, NULL), VRM_OK);
    allocations = counter.count;
    CHECK_INT(allocations, 1);
    for (int i = 0; i < 300; ++i) {
        vrm_companion_update(companion, s.actor.avatar, NULL, s.now + i * STAGE_FRAME);
    }
    CHECK_INT(counter.count, allocations);
    vrm_companion_destroy(companion);
    CHECK_INT(counter.live, 0);
    desc.allocator = NULL;
    desc.actions = &action;
    desc.action_count = 1;
    for (int i = 0; i < 6; ++i) {
        static const char *const names[] = {"", "1a", "a b", "[a]", "a", "a"};
        action.name = (vrm_string){names[i], (uint32_t)strlen(names[i])};
        action.expression = i == 4 ? 1000 : VRM_NONE;
        action.weight = i == 5 ? 2.0f : 0.0f;
        report = NULL;
        CHECK_INT(vrm_companion_create(s.actor.file.model, &desc, &companion, &report),
                  VRM_ERROR_INVALID_ARGUMENT);
        CHECK(companion == NULL && report != NULL);
        vrm_report_destroy(report);
    }
    CHECK_INT(vrm_companion_create(NULL, NULL, &companion, NULL), VRM_ERROR_INVALID_ARGUMENT);
    vrm_companion_update(NULL, s.actor.avatar, NULL, 0);
    vrm_companion_update(s.companion, NULL, NULL, 0);
    vrm_companion_destroy(NULL);
    CHECK_INT(vrm_companion_say(s.companion, NULL, 0), 0);
    CHECK_INT(vrm_companion_cue(NULL, NULL, 0), 0);
    vrm_companion_set_mouth(NULL, NULL);
    vrm_companion_set_gesture(NULL, NULL);
    vrm_companion_be_silent(NULL);
    vrm_companion_set_user(NULL, NULL);
    vrm_companion_attend(NULL, NULL, 0);
    vrm_companion_get_status(NULL, &s.status);
    CHECK_INT(vrm_companion_save(NULL, NULL, 0), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_companion_restore(NULL, NULL, 0), VRM_ERROR_INVALID_ARGUMENT);
    { /* The body is only read. */
        vrm_custom_weight customs[2] = {{{"Stern", 5}, 5.0f, VRM_NONE},
                                        {{"Shy", 3}, -1.0f, VRM_NONE}};
        vrm_pose body;
        vrm_pose_init(&body);
        body.customs = customs;
        body.custom_count = body.custom_capacity = 2;
        vrm_companion_update(s.companion, s.actor.avatar, &body, s.now);
        CHECK_NEAR(customs[0].weight, 5.0f, 0.0f);
        CHECK_NEAR(customs[1].weight, -1.0f, 0.0f);
    }
    /* Times that go back, stand still or leap. */
    {
        static const int64_t times[] = {0, INT64_MAX, INT64_MIN, 5, 5, 1, INT64_C(1) << 60, 7};
        for (int i = 0; i < 8; ++i) {
            vrm_companion_update(s.companion, s.actor.avatar, NULL, times[i]);
            vrm_avatar_update(s.actor.avatar, 0.01f);
        }
        CHECK(stage_hash(&s, 0) != 0);
    }
    /* Queues are bounded. */
    {
        static const char *const symbols[] = {"a"};
        vrm_speech *speech = stage_speech(symbols, 1, 90);
        vrm_companion_tag tag = {VRM_COMPANION_TAG_EMOTION, VRM_PRESET_SAD, 0, 1.0f, 0};
        int said = 0, cued = 0;
        for (int i = 0; i < 100; ++i) {
            said += vrm_companion_say(s.companion, speech, STAGE_SECOND * 1000);
            cued += vrm_companion_cue(s.companion, &tag, STAGE_SECOND * 1000);
        }
        CHECK_INT(said, VRM_COMPANION_SPEECHES);
        CHECK_INT(cued, VRM_COMPANION_CUES);
        vrm_companion_be_silent(s.companion);
        vrm_speech_destroy(speech);
    }
    stage_close(&s);
}

TEST_SUITE(companion_random, ENTRY(lv_070_tags_are_read_in_any_chunks),
           ENTRY(lv_071_any_input_keeps_the_bounds_and_equal_inputs_give_equal_bits),
           ENTRY(lv_072_a_restored_companion_continues_with_the_same_bits),
           ENTRY(lv_073_params_are_json),
           ENTRY(lv_074_only_creation_allocates_and_wrong_use_does_nothing));
