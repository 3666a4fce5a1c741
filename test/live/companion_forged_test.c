/* Saves of companions whose checksum is right, and whose values no companion has. */
#include "base/hash.h"
#include "live/companion/companion.h"
#include "live/companion_stage.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A save begins with magic and version, size, fingerprint, and the checksum of what follows. */
enum { HEADER_BYTES = 32, CHECKSUM_AT = 24 };

typedef struct forged {
    stage stage;
    unsigned char *avatar, *good, *bytes;
    size_t avatar_size, size;
} forged;

/* In the middle of an action, an emotion, speech without phonemes, and a tag. */
static bool forged_open(forged *f) {
    const vrm_mouth open = {0.7f, 0.1f, 0.0f, 0.0f, 0.0f};
    const vrm_vec3 user = {0.3f, 1.4f, 1.5f};
    vrm_pose pose;
    if (!stage_open(&f->stage, "1.0", 3)) return false;
    vrm_pose_init(&pose);
    vrm_companion_set_gesture(f->stage.companion, &pose);
    vrm_companion_set_user(f->stage.companion, &user);
    stage_cue(&f->stage, "[dance] [happy 0.8 2s] te[x", f->stage.now);
    stage_cue(&f->stage, "[sad]", f->stage.now + 30 * STAGE_SECOND);
    for (int i = 0; i < 40; ++i) {
        vrm_companion_set_mouth(f->stage.companion, &open);
        stage_step(&f->stage, NULL);
    }
    f->size = vrm_companion_save_size(f->stage.companion);
    f->avatar_size = vrm_avatar_save_size(f->stage.actor.avatar);
    f->avatar = malloc(f->avatar_size);
    f->good = malloc(f->size);
    f->bytes = malloc(f->size);
    CHECK_INT(vrm_companion_save(f->stage.companion, f->good, f->size), VRM_OK);
    CHECK_INT(vrm_avatar_save(f->stage.actor.avatar, f->avatar, f->avatar_size), VRM_OK);
    memcpy(f->bytes, f->good, f->size);
    return true;
}

static void forged_close(forged *f) {
    free(f->avatar);
    free(f->good);
    free(f->bytes);
    stage_close(&f->stage);
}

/* The save with these bytes in place of its own. */
static vrm_result restore_with(forged *f, size_t at, const void *value, size_t size) {
    uint64_t checksum;
    vrm_result result;
    memcpy(f->bytes + at, value, size);
    checksum = vrmi_hash_bytes(VRMI_HASH_START, f->bytes + HEADER_BYTES, f->size - HEADER_BYTES);
    memcpy(f->bytes + CHECKSUM_AT, &checksum, sizeof checksum);
    result = vrm_companion_restore(f->stage.companion, f->bytes, f->size);
    memcpy(f->bytes, f->good, f->size);
    return result;
}

static vrm_result restore_float(forged *f, size_t field, float value) {
    return restore_with(f, HEADER_BYTES + field, &value, sizeof value);
}

static vrm_result restore_time(forged *f, size_t field, int64_t value) {
    return restore_with(f, HEADER_BYTES + field, &value, sizeof value);
}

#define AT(field) offsetof(vrmi_companion_state, field)

TEST(lv_077_values_that_no_companion_has_are_refused) {
    static const size_t weights[] = {
        AT(mouth[0]),           AT(input[4]),          AT(emotions[0].shown.value),
        AT(emotions[2].target), AT(emotions[5].tired), AT(slots[0].weight),
        AT(slots[4].weight)};
    static const size_t numbers[] = {AT(look_at.from[0]),
                                     AT(look_at.wanted[1]),
                                     AT(look_at.now[0]),
                                     AT(look_at.away[1]),
                                     AT(look_at.saccade_seconds),
                                     AT(head.yaw.value),
                                     AT(head.pitch.speed),
                                     AT(head.roll.value),
                                     AT(head.chest_pitch.speed),
                                     AT(head.nod),
                                     AT(speaking.value),
                                     AT(listening.speed),
                                     AT(thinking.value),
                                     AT(wander.speed),
                                     AT(emotions[1].shown.speed),
                                     AT(emotions[3].hold),
                                     AT(user),
                                     AT(target)};
    static const size_t times[] = {AT(passed),       AT(since_blink),   AT(since_mouth),
                                   AT(look_at.wait), AT(head.nod_wait), AT(head.nod_age),
                                   AT(slots[0].age)};
    forged f;
    if (!forged_open(&f)) return;
    CHECK_INT(restore_float(&f, AT(mouth[0]), 0.5f), VRM_OK);
    for (size_t i = 0; i < sizeof weights / sizeof weights[0]; ++i) {
        CHECK_INT(restore_float(&f, weights[i], 1.5f), VRM_ERROR_PAYLOAD);
        CHECK_INT(restore_float(&f, weights[i], -0.5f), VRM_ERROR_PAYLOAD);
        CHECK_INT(restore_float(&f, weights[i], NAN), VRM_ERROR_PAYLOAD);
    }
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i) {
        CHECK_INT(restore_float(&f, numbers[i], NAN), VRM_ERROR_PAYLOAD);
        CHECK_INT(restore_float(&f, numbers[i], INFINITY), VRM_ERROR_PAYLOAD);
    }
    for (size_t i = 0; i < sizeof times / sizeof times[0]; ++i) {
        CHECK_INT(restore_time(&f, times[i], INT64_MAX), VRM_ERROR_PAYLOAD);
        CHECK_INT(restore_time(&f, times[i], INT64_MIN), VRM_ERROR_PAYLOAD);
    }
    CHECK_INT(restore_float(&f, AT(mouth[1]), 0.9f), VRM_ERROR_PAYLOAD); /* the sum */
    forged_close(&f);
}

static bool is_weight(float value) { return value >= 0.0f && value <= 1.0f; }

static bool is_bounded(const stage *s) {
    bool is_good = stage_sum(&s->status.mouth) <= 1.01f && is_weight(s->status.speaking) &&
                   is_weight(s->status.action_weight) && isfinite(s->status.look_at_yaw) &&
                   isfinite(s->status.look_at_pitch) && isfinite(s->status.head_yaw) &&
                   isfinite(s->status.head_pitch) && isfinite(s->status.nod_degrees);
    for (int i = 0; i < 5; ++i) is_good = is_good && is_weight((&s->status.mouth.aa)[i]);
    for (int i = 0; i < 6; ++i) is_good = is_good && is_weight(s->status.emotions[i]);
    return is_good;
}

/* Each word of a save in turn: what is restored runs within its bounds, and is what was saved. */
TEST(lv_077_any_word_of_a_save_may_be_forged) {
    static const uint64_t odd[] = {UINT64_C(0x7fc000007fc00000),
                                   UINT64_C(0x7f8000007f800000),
                                   UINT64_C(0x7fffffffffffffff),
                                   UINT64_C(0x8000000000000000),
                                   UINT64_C(0xffffffffffffffff),
                                   UINT64_C(0x7fffffff7fffffff),
                                   0};
    uint32_t restored = 0, refused = 0;
    forged f;
    if (!forged_open(&f)) return;
    for (size_t at = HEADER_BYTES; at + 8 <= f.size; at += 4) {
        const uint64_t value = odd[at / 4 % (sizeof odd / sizeof odd[0])];
        if (restore_with(&f, at, &value, at % 8 == 0 ? 8 : 4) != VRM_OK) {
            ++refused;
            continue;
        }
        ++restored;
        CHECK_INT(vrm_avatar_restore(f.stage.actor.avatar, f.avatar, f.avatar_size), VRM_OK);
        test_note("byte %d", (int)at);
        for (int i = 0; i < 3; ++i) {
            stage_step(&f.stage, NULL);
            CHECK(is_bounded(&f.stage));
        }
    }
    test_note(NULL);
    CHECK(restored > 300 && refused > 40);
    forged_close(&f);
}

TEST_SUITE(companion_forged, ENTRY(lv_077_values_that_no_companion_has_are_refused),
           ENTRY(lv_077_any_word_of_a_save_may_be_forged));
