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

/* What indexes something. The checksum finds damage, not intent. */
static bool is_usable(const vrm_companion *c, const saved *s) {
    for (int i = 0; i < VRMI_SLOT_ACTIONS; ++i) {
        const int32_t action = s->slots[i].action;
        if (action != VRM_NONE && (action < 0 || (uint32_t)action >= c->action_count)) return false;
    }
    for (uint32_t i = 0; i < s->cue_count && s->cue_count <= VRM_COMPANION_CUES; ++i) {
        const vrm_companion_tag *tag = &s->cues[i];
        if (tag->index < 0) return false;
        if (tag->kind == VRM_COMPANION_TAG_ACTION && (uint32_t)tag->index >= c->action_count) {
            return false;
        }
    }
    return s->cue_count <= VRM_COMPANION_CUES && s->text_length < VRM_COMPANION_TAG_BYTES &&
           s->action >= VRM_NONE && s->action < VRMI_SLOT_ACTIONS &&
           (s->action == VRM_NONE || s->slots[s->action].action != VRM_NONE);
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
