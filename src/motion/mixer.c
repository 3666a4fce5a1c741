/* Mixers: slots, what each of them gives, and how layers lie over each other. */
#include "motion/mixer.h"
#include "clip/clip.h"
#include "motion/mixer_time.h"

#include <string.h>

/* --- Settings --- */

void vrm_mixer_init(vrm_mixer *mixer) {
    if (mixer == NULL) return;
    memset(mixer, 0, sizeof *mixer);
    for (int i = 0; i < VRM_MIXER_SLOTS; ++i) {
        vrm_mixer_slot *slot = &mixer->slots[i];
        slot->bones = VRM_ALL_BONES;
        slot->presets = VRM_ALL_PRESETS;
        slot->parts = VRM_POSE_ALL_PARTS;
        slot->speed = 1.0f;
    }
}

/* Tells the host of wrong use: that of `clip`, or else of the first clip in a slot. */
static void tell(const vrm_mixer *mixer, const vrm_clip *clip, const char *function,
                 const char *problem) {
    for (int i = 0; mixer != NULL && clip == NULL && i < VRM_MIXER_SLOTS; ++i) {
        clip = mixer->slots[i].clip;
    }
    if (clip != NULL) vrmi_misuse_tell(clip->misuse, function, problem);
}

/* NULL: there is no such slot, which is reported as misuse. */
static vrm_mixer_slot *slot_of(vrm_mixer *mixer, int32_t slot, const vrm_clip *clip,
                               const char *function) {
    if (mixer != NULL && vrmi_is_index(slot, VRM_MIXER_SLOTS)) return &mixer->slots[slot];
    tell(mixer, clip, function, mixer == NULL ? VRMI_MISUSE_NULL : "there is no such slot");
    return NULL;
}

static void fade(vrm_mixer_slot *slot, float weight, int64_t length) {
    vrmi_slot_state state = vrmi_slot_read(slot);
    slot->weight = vrmi_saturate(slot->weight);
    state.fade_passed = 0;
    state.fade_length = length > 0 ? length : 0;
    state.fade_from = slot->weight;
    state.fade_to = vrmi_saturate(weight);
    if (length <= 0) slot->weight = state.fade_to;
    vrmi_slot_write(slot, &state);
}

void vrm_mixer_fade(vrm_mixer *mixer, int32_t slot, float weight, int64_t length) {
    vrm_mixer_slot *own = slot_of(mixer, slot, NULL, __func__);
    if (own == NULL) return;
    if (!vrmi_is_finite(weight)) {
        tell(mixer, NULL, __func__, "the weight is not finite");
        return;
    }
    fade(own, weight, length);
}

void vrm_mixer_crossfade(vrm_mixer *mixer, int32_t slot, int64_t length) {
    vrm_mixer_slot *own = slot_of(mixer, slot, NULL, __func__);
    if (own == NULL) return;
    for (int i = 0; i < VRM_MIXER_SLOTS && (own->flags & VRM_SLOT_ADDITIVE) == 0; ++i) {
        vrm_mixer_slot *other = &mixer->slots[i];
        bool is_seen = other->weight > 0.0f || vrmi_slot_read(other).fade_length > 0;
        if (other == own || other->layer != own->layer || !is_seen) continue;
        if ((other->flags & VRM_SLOT_ADDITIVE) == 0) fade(other, 0.0f, length);
    }
    fade(own, 1.0f, length);
}

void vrm_mixer_play(vrm_mixer *mixer, int32_t slot, const vrm_clip *clip, vrm_slot_flags flags,
                    int64_t length) {
    vrm_mixer_slot *own = slot_of(mixer, slot, clip, __func__);
    vrmi_slot_state state;
    if (own == NULL) return;
    own->clip = clip;
    own->pose = NULL;
    own->flags = flags;
    own->time = clip != NULL && own->speed < 0.0f ? clip->info.duration : 0;
    own->loops = 0;
    state = vrmi_slot_read(own);
    state.fraction = 0;
    state.has_begun = 0;
    state.root_clip = NULL;
    vrmi_slot_write(own, &state);
    if (clip == NULL) {
        fade(own, 0.0f, 0);
    } else {
        vrm_mixer_crossfade(mixer, slot, length);
    }
}

/* --- What a slot gives --- */

/* A pose with an array of its own for customs. */
typedef struct sample {
    vrm_pose pose;
    vrm_custom_weight customs[VRM_MIXER_CUSTOMS];
} sample;

static void sample_init(sample *s) {
    s->pose.customs = s->customs;
    s->pose.custom_capacity = VRM_MIXER_CUSTOMS;
    s->pose.custom_count = 0;
}

/* Without its array of customs, where nobody asks for them. */
static void sample_copy(sample *s, const vrm_pose *pose) {
    uint32_t count = pose->customs != NULL ? pose->custom_count : 0;
    if (count > VRM_MIXER_CUSTOMS) count = VRM_MIXER_CUSTOMS;
    if (count > 0) memcpy(s->customs, pose->customs, count * sizeof *s->customs);
    s->pose = *pose;
    sample_init(s);
    s->pose.custom_count = count;
}

static bool holds_hips(const vrm_mixer_slot *slot) {
    return slot->clip != NULL && (slot->flags & (VRM_SLOT_IN_PLACE | VRM_SLOT_ROOT_MOTION)) != 0;
}

static void hips_at(const vrm_clip *clip, int64_t time, float out[2]) {
    vrm_pose pose;
    vrm_pose_init(&pose);
    vrm_clip_sample(clip, time, &pose);
    out[0] = pose.hips.x;
    out[1] = pose.hips.z;
}

/* Before time passes: where the hips of the clip begin, and where they are. */
static void prepare_root(vrm_mixer_slot *slot) {
    vrmi_slot_state state = vrmi_slot_read(slot);
    if (!holds_hips(slot)) return;
    if (state.root_clip != slot->clip) {
        hips_at(slot->clip, 0, state.root_first);
        state.root_clip = slot->clip;
        state.root_time = -1;
    }
    if ((slot->flags & VRM_SLOT_ROOT_MOTION) != 0 && state.root_time != slot->time) {
        hips_at(slot->clip, slot->time, state.root_last);
        state.root_time = slot->time;
    }
    vrmi_slot_write(slot, &state);
}

/* Takes x and z of the hips out of a pose of the clip. Returns how the root moves. */
static vrm_vec3 take_root(vrm_mixer_slot *slot, int64_t rounds, vrm_pose *pose) {
    vrmi_slot_state state = vrmi_slot_read(slot);
    vrm_vec3 moved = {0.0f, 0.0f, 0.0f};
    float now[2] = {pose->hips.x, pose->hips.z};
    pose->hips.x = state.root_first[0];
    pose->hips.z = state.root_first[1];
    if ((slot->flags & VRM_SLOT_ROOT_MOTION) == 0) return moved;
    moved.x = now[0] - state.root_last[0];
    moved.z = now[1] - state.root_last[1];
    if (rounds != 0) {
        float last[2];
        hips_at(slot->clip, slot->clip->info.duration, last);
        moved.x += (float)rounds * (last[0] - state.root_first[0]);
        moved.z += (float)rounds * (last[1] - state.root_first[1]);
    }
    state.root_last[0] = now[0];
    state.root_last[1] = now[1];
    state.root_time = slot->time;
    vrmi_slot_write(slot, &state);
    return moved;
}

/* Takes the last pose of a loop to its first, little by little. */
static void mend_seam(const vrm_mixer_slot *slot, sample *s) {
    int64_t duration = slot->clip->info.duration;
    int64_t seam = slot->seam < duration ? slot->seam : duration, since;
    sample first, last;
    if (seam <= 0 || (slot->flags & VRM_SLOT_LOOP) == 0) return;
    since = slot->time - duration + seam;
    if (since <= 0) return;
    sample_init(&first);
    sample_init(&last);
    vrm_clip_sample(slot->clip, 0, &first.pose);
    vrm_clip_sample(slot->clip, duration, &last.pose);
    if (holds_hips(slot)) {
        last.pose.hips.x = first.pose.hips.x;
        last.pose.hips.z = first.pose.hips.z;
    }
    vrm_pose_subtract(&first.pose, &last.pose, &first.pose);
    vrm_pose_add(&s->pose, &first.pose,
                 vrmi_smooth_step(0.0f, 1.0f, (float)((double)since / (double)seam)), &s->pose);
}

static vrm_vec3 sample_slot(vrm_mixer_slot *slot, int64_t rounds, sample *s) {
    vrm_vec3 root = {0.0f, 0.0f, 0.0f};
    if (slot->clip == NULL) {
        sample_copy(s, slot->pose);
        return root;
    }
    sample_init(s);
    vrm_clip_sample(slot->clip, slot->time, &s->pose);
    if (holds_hips(slot)) root = take_root(slot, rounds, &s->pose);
    mend_seam(slot, s);
    return root;
}

/* --- Layers --- */

static bool is_seen(const vrm_mixer_slot *slot) {
    return slot->weight > 0.0f && (slot->clip != NULL || slot->pose != NULL);
}

/* The place of the hips goes with the bone: a clip for the upper body does not lift the feet. */
static vrm_pose_parts parts_of(const vrm_mixer_slot *slot) {
    bool has_hips = (slot->bones & VRM_BONE_BIT(VRM_BONE_HIPS)) != 0;
    return has_hips ? slot->parts : slot->parts & ~(vrm_pose_parts)VRM_POSE_HIPS;
}

static void add_slot(vrmi_mixer_sum *sum, vrm_mixer_slot *slot, int64_t rounds,
                     vrmi_mixer_pose *below) {
    sample s;
    vrmi_mixer_part part;
    part.root = sample_slot(slot, rounds, &s);
    part.pose = &s.pose;
    part.clip = slot->clip;
    part.bones = s.pose.bones & slot->bones & VRM_ALL_BONES;
    part.presets = slot->presets & VRM_ALL_PRESETS;
    part.parts = parts_of(slot);
    part.weight = slot->weight;
    vrmi_mixer_sum_add(sum, &part, below);
}

static void add_difference(vrm_mixer_slot *slot, int64_t rounds, vrmi_mixer_pose *pose) {
    sample s, reference;
    sample_slot(slot, rounds, &s);
    if (slot->reference != NULL) {
        vrm_pose_subtract(&s.pose, slot->reference, &s.pose);
    } else if (slot->clip != NULL) {
        sample_init(&reference);
        vrm_clip_sample(slot->clip, 0, &reference.pose);
        vrm_pose_subtract(&s.pose, &reference.pose, &s.pose);
    }
    vrm_pose_mask(&s.pose, slot->bones, slot->presets, parts_of(slot));
    vrm_pose_add(pose->pose, &s.pose, slot->weight, pose->pose);
}

static void mix_layer(vrm_mixer *mixer, int32_t layer, const int64_t *rounds,
                      vrmi_mixer_pose *out) {
    vrmi_mixer_sum sum;
    vrmi_mixer_sum_begin(&sum);
    for (int i = 0; i < VRM_MIXER_SLOTS; ++i) {
        vrm_mixer_slot *slot = &mixer->slots[i];
        if (slot->layer != layer || !is_seen(slot)) continue;
        if ((slot->flags & VRM_SLOT_ADDITIVE) == 0) add_slot(&sum, slot, rounds[i], out);
    }
    vrmi_mixer_sum_end(&sum, out);
    for (int i = 0; i < VRM_MIXER_SLOTS; ++i) {
        vrm_mixer_slot *slot = &mixer->slots[i];
        if (slot->layer != layer || !is_seen(slot)) continue;
        if ((slot->flags & VRM_SLOT_ADDITIVE) != 0) add_difference(slot, rounds[i], out);
    }
}

/* The least layer above another that a slot is seen in. */
static bool find_layer(const vrm_mixer *mixer, bool is_first, int32_t above, int32_t *out) {
    bool found = false;
    for (int i = 0; i < VRM_MIXER_SLOTS; ++i) {
        const vrm_mixer_slot *slot = &mixer->slots[i];
        if (!is_seen(slot) || (!is_first && slot->layer <= above)) continue;
        if (found && slot->layer >= *out) continue;
        *out = slot->layer;
        found = true;
    }
    return found;
}

/* What lies below all layers. */
static void begin_pose(const vrm_mixer *mixer, vrm_pose *out) {
    vrm_custom_weight *customs = out->customs;
    uint32_t capacity = out->custom_capacity;
    vrm_pose_init(out);
    out->customs = customs;
    out->custom_capacity = capacity;
    if (mixer->base != NULL) vrm_pose_fill(out, mixer->base);
    vrm_pose_fill(out, NULL);
}

uint32_t vrm_mixer_update(vrm_mixer *mixer, int64_t elapsed, vrm_pose *out, vrm_trs *out_root,
                          vrm_mixer_event *events, uint32_t event_capacity) {
    vrmi_mixer_events told = {events, events != NULL ? event_capacity : 0, 0};
    vrmi_mixer_pose mixed;
    int64_t rounds[VRM_MIXER_SLOTS];
    int32_t layer = 0;
    memset(&mixed, 0, sizeof mixed);
    if (out_root != NULL) *out_root = vrmi_trs_identity();
    if (mixer == NULL || out == NULL) {
        tell(mixer, NULL, __func__, VRMI_MISUSE_NULL);
        return 0;
    }
    for (int i = 0; i < VRM_MIXER_SLOTS; ++i) {
        vrm_mixer_slot *slot = &mixer->slots[i];
        if (is_seen(slot) || vrmi_slot_read(slot).fade_length > 0) prepare_root(slot);
        rounds[i] = vrmi_mixer_pass(slot, i, elapsed, &told);
    }
    begin_pose(mixer, out);
    mixed.pose = out;
    for (bool is_first = true; find_layer(mixer, is_first, layer, &layer); is_first = false) {
        mix_layer(mixer, layer, rounds, &mixed);
    }
    for (uint32_t i = 0; i < out->custom_count && mixed.customs_are_mixed; ++i) {
        out->customs[i].custom = VRM_NONE;
    }
    if (out_root != NULL) out_root->translation = mixed.root;
    return told.count;
}
