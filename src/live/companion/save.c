/* The state of a companion as bytes: a header, the state, and the gesture. */
#include "base/hash.h"
#include "base/math.h"
#include "live/companion/companion.h"

#include <string.h>

#define MAGIC 0x434d5256u /* "VRMC" */
#define VERSION 1u        /* raise it whenever the state changes */

typedef struct header {
    uint32_t magic, version;
    uint64_t size, fingerprint, checksum;
} header;

typedef vrmi_companion_state saved;

/* No pointers, and no padding whose bytes would differ. */
_Static_assert(sizeof(vrmi_companion_look_at) == 64 && sizeof(vrmi_head) == 56 &&
                   sizeof(vrmi_action_state) == 160 && sizeof(vrm_companion_tag) == 24 &&
                   sizeof(vrmi_emotion) == 24 && sizeof(header) == 32,
               "what is saved must not have padding");

/* Of a pose, what comes before its customs. */
enum { GESTURE_BYTES = offsetof(vrm_pose, custom_count) };

static size_t whole_size(void) { return sizeof(header) + sizeof(saved) + GESTURE_BYTES; }

static uint64_t checksum_of(const unsigned char *bytes) {
    return vrmi_hash_bytes(VRMI_HASH_START, bytes + sizeof(header), whole_size() - sizeof(header));
}

static void keep_slots(const vrm_companion *c, saved *s) {
    for (int i = 0; i <= VRMI_SLOT_GESTURE; ++i) {
        const vrm_mixer_slot *slot = &c->mixer.slots[i];
        vrmi_action_state *to = &s->slots[i];
        to->time = slot->time;
        to->loops = slot->loops;
        to->weight = slot->weight;
        memcpy(to->mixer, slot->state, sizeof to->mixer);
    }
}

static void restore_slots(vrm_companion *c) {
    for (int i = 0; i <= VRMI_SLOT_GESTURE; ++i) {
        const vrmi_action_state *from = &c->state.slots[i];
        vrm_mixer_slot *slot = &c->mixer.slots[i];
        if (i < VRMI_SLOT_GESTURE) {
            const bool has_action = from->action != VRM_NONE;
            slot->clip = has_action ? c->actions[from->action].clip : NULL;
            slot->bones = has_action ? c->actions[from->action].bones : VRM_ALL_BONES;
        }
        slot->time = from->time;
        slot->loops = from->loops;
        slot->weight = from->weight;
        memcpy(slot->state, from->mixer, sizeof slot->state);
    }
}

size_t vrm_companion_save_size(const vrm_companion *companion) {
    return companion != NULL ? whole_size() : 0;
}

vrm_result vrm_companion_save(const vrm_companion *c, void *out, size_t capacity) {
    unsigned char *at = out;
    header h = {MAGIC, VERSION, whole_size(), 0, 0};
    saved s;
    if (c == NULL || out == NULL) return VRM_ERROR_INVALID_ARGUMENT;
    if (capacity < whole_size()) return VRM_ERROR_CAPACITY;
    memcpy(&s, &c->state, sizeof s);
    keep_slots(c, &s);
    memcpy(at + sizeof h, &s, sizeof s);
    memcpy(at + sizeof h + sizeof(saved), &c->gesture, GESTURE_BYTES);
    h.fingerprint = c->fingerprint;
    h.checksum = checksum_of(at);
    memcpy(at, &h, sizeof h);
    return VRM_OK;
}

/* --- What a save may hold --- */

/*
 * The checksum finds damage, not intent, so values are checked too. The bounds are wider than what
 * states reach: they keep out indices of nothing, what is not finite, and sums that overflow.
 */
#define MOST_TIME (INT64_MAX / 2)
#define MOST_HOLD 1e10f /* seconds: a tag may ask for INT64_MAX nanoseconds */
#define MOST_DEGREES 180.0f
#define ROUNDING 1e-3f

static bool is_time(int64_t time) { return time >= -MOST_TIME && time <= MOST_TIME; }

static bool are_within(const float *values, int count, float most) {
    for (int i = 0; i < count; ++i) {
        if (!(fabsf(values[i]) <= most)) return false;
    }
    return true;
}

static bool are_weights(const float *values, int count) {
    for (int i = 0; i < count; ++i) {
        if (!(values[i] >= 0.0f && values[i] <= 1.0f)) return false;
    }
    return true;
}

static bool is_follow(const vrmi_follow *follow, float most) {
    return are_within(&follow->value, 1, most) && are_within(&follow->speed, 1, 100.0f * most);
}

static bool is_mouth_usable(const saved *s) {
    float sum = 0.0f;
    for (int i = 0; i < VRMI_COMPANION_VOWELS; ++i) sum += s->mouth[i];
    return are_weights(s->input, VRMI_COMPANION_VOWELS) &&
           are_weights(s->mouth, VRMI_COMPANION_VOWELS) && sum <= 1.0f + ROUNDING;
}

static bool are_emotions_usable(const saved *s) {
    for (int i = 0; i < VRMI_EMOTIONS; ++i) {
        const vrmi_emotion *e = &s->emotions[i];
        if (!is_follow(&e->shown, 1.0f) || !are_weights(&e->shown.value, 1) ||
            !are_weights(&e->target, 1) || !are_weights(&e->tired, 1) ||
            !(e->hold >= 0.0f && e->hold <= MOST_HOLD)) {
            return false;
        }
    }
    return is_follow(&s->speaking, 2.0f) && is_follow(&s->listening, 2.0f) &&
           is_follow(&s->thinking, 2.0f) && is_follow(&s->wander, 2.0f);
}

static bool is_look_at_usable(const vrmi_companion_look_at *look) {
    return is_time(look->wait) && are_within(look->from, 2, MOST_DEGREES) &&
           are_within(look->wanted, 2, MOST_DEGREES) && are_within(look->now, 2, MOST_DEGREES) &&
           are_within(look->away, 2, MOST_DEGREES) && are_within(&look->saccade_seconds, 1, 2.0f);
}

static bool is_head_usable(const vrmi_head *head) {
    return is_follow(&head->yaw, MOST_DEGREES) && is_follow(&head->pitch, MOST_DEGREES) &&
           is_follow(&head->roll, MOST_DEGREES) && is_follow(&head->chest_pitch, MOST_DEGREES) &&
           is_time(head->nod_age) && is_time(head->nod_wait) &&
           are_within(&head->nod, 1, MOST_DEGREES);
}

static bool are_slots_usable(const vrm_companion *c, const saved *s) {
    for (int i = 0; i <= VRMI_SLOT_GESTURE; ++i) {
        const vrmi_action_state *slot = &s->slots[i];
        if (!is_time(slot->age) || !are_weights(&slot->weight, 1)) return false;
        if (slot->action == VRM_NONE || i == VRMI_SLOT_GESTURE) continue;
        if (slot->action < 0 || (uint32_t)slot->action >= c->action_count) return false;
    }
    return s->action >= VRM_NONE && s->action < VRMI_SLOT_ACTIONS &&
           (s->action == VRM_NONE || s->slots[s->action].action != VRM_NONE);
}

static bool are_cues_usable(const vrm_companion *c, const saved *s) {
    if (s->cue_count > VRM_COMPANION_CUES) return false;
    for (uint32_t i = 0; i < s->cue_count; ++i) {
        const vrm_companion_tag *tag = &s->cues[i];
        if (tag->index < 0) return false;
        if (tag->kind == VRM_COMPANION_TAG_ACTION && (uint32_t)tag->index >= c->action_count) {
            return false;
        }
    }
    return true;
}

static bool is_usable(const vrm_companion *c, const saved *s) {
    return are_cues_usable(c, s) && are_slots_usable(c, s) && is_mouth_usable(s) &&
           are_emotions_usable(s) && is_look_at_usable(&s->look_at) && is_head_usable(&s->head) &&
           s->text_length < VRM_COMPANION_TAG_BYTES && is_time(s->passed) &&
           is_time(s->since_blink) && is_time(s->since_mouth) && vrmi_vec3_is_finite(s->user) &&
           vrmi_vec3_is_finite(s->target);
}

vrm_result vrm_companion_restore(vrm_companion *c, const void *bytes, size_t size) {
    header h;
    saved s;
    if (c == NULL || bytes == NULL) return VRM_ERROR_INVALID_ARGUMENT;
    if (size < sizeof h) return VRM_ERROR_PAYLOAD;
    memcpy(&h, bytes, sizeof h);
    if (h.magic != MAGIC) return VRM_ERROR_PAYLOAD;
    if (h.version != VERSION) return VRM_ERROR_MISMATCH;
    if (h.size != size || size != whole_size() || checksum_of(bytes) != h.checksum) {
        return VRM_ERROR_PAYLOAD;
    }
    if (h.fingerprint != c->fingerprint) return VRM_ERROR_MISMATCH;
    memcpy(&s, (const char *)bytes + sizeof h, sizeof s);
    if (!is_usable(c, &s)) return VRM_ERROR_PAYLOAD;
    c->state = s;
    memcpy(&c->gesture, (const char *)bytes + sizeof h + sizeof s, GESTURE_BYTES);
    c->sentence_count = 0;
    restore_slots(c);
    return VRM_OK;
}
