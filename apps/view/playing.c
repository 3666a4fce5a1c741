#include "playing.h"
#include "apps/kit/avatar/player.h"

#include <stdio.h>
#include <string.h>

static const int64_t fade = 400000000; /* nanoseconds */

/* Pointers of a mixer lead into the playing itself, which is therefore never copied. */
void playing_init(playing *p) {
    memset(p, 0, sizeof *p);
    vrm_mixer_init(&p->mixer);
    vrm_pose_init(&p->relaxed);
    vrm_pose_init(&p->below);
    vrm_pose_init(&p->shown);
    p->mixer.base = &p->below;
    p->mixer.slots[PLAYING_RELAXED].pose = &p->relaxed;
    p->mixer.slots[PLAYING_RELAXED].weight = 1.0f;
    p->mixer.slots[PLAYING_TRACKER].layer = 1;
    p->slot = PLAYING_RELAXED;
    p->speed = 1.0f;
}

static void empty(playing *p, int slot) {
    vrm_mixer_play(&p->mixer, slot, NULL, 0, 0);
    vrm_clip_release(p->clips[slot]);
    p->clips[slot] = NULL;
}

void playing_close(playing *p) {
    for (int i = 0; i < PLAYING_MOTIONS; ++i) {
        vrm_clip_release(p->clips[i]);
        p->clips[i] = NULL;
    }
}

bool playing_is_on(const playing *p) {
    return p->clips[0] != NULL || p->clips[1] != NULL ||
           p->mixer.slots[PLAYING_TRACKER].pose != NULL;
}

bool playing_has_motion(const playing *p) { return p->slot != PLAYING_RELAXED; }

static vrm_slot_flags flags_of(const playing *p) {
    return (p->plays_once ? 0u : (vrm_slot_flags)VRM_SLOT_LOOP) |
           (p->is_in_place ? (vrm_slot_flags)VRM_SLOT_IN_PLACE : 0u);
}

static void set_below(playing *p) {
    p->below = p->relaxed;
    vrm_pose_mask(&p->below, clip_bones_left_out(p->info.bones), 0, 0);
}

void playing_begin(playing *p, vrm_clip *clip, const char *name) {
    int slot = p->slot == 0 ? 1 : 0;
    empty(p, slot);
    p->clips[slot] = vrm_clip_retain(clip);
    p->slot = slot;
    p->is_paused = false;
    vrm_clip_info_init(&p->info);
    vrm_clip_get_info(clip, &p->info);
    snprintf(p->name, sizeof p->name, "%s", name);
    set_below(p);
    p->mixer.slots[slot].speed = p->speed;
    /* Where the last pose is not the first, the loop makes up for it within its last part. */
    p->mixer.slots[slot].seam = clip_loops(&p->info) ? 0 : fade;
    vrm_mixer_play(&p->mixer, slot, clip, flags_of(p), fade);
}

void playing_end(playing *p) {
    p->slot = PLAYING_RELAXED;
    p->is_paused = false;
    vrm_mixer_crossfade(&p->mixer, PLAYING_RELAXED, fade);
}

void playing_track(playing *p, const vrm_pose *pose) {
    p->mixer.slots[PLAYING_TRACKER].pose = pose;
}

bool playing_tracks(const playing *p, vrm_bone bone) {
    const vrm_pose *pose = p->mixer.slots[PLAYING_TRACKER].pose;
    return pose != NULL && (pose->bones & VRM_BONE_BIT(bone)) != 0;
}

/* Not a fade of the mixer, whose time stands still while the motion is paused. */
static void fade_tracker(playing *p, float dt) {
    vrm_mixer_slot *slot = &p->mixer.slots[PLAYING_TRACKER];
    const float weight = slot->weight + dt * 1e9f / (float)fade;
    if (slot->pose != NULL) slot->weight = weight < 1.0f ? weight : 1.0f;
}

void playing_set_body(playing *p, const vrm_pose *relaxed) {
    p->relaxed = *relaxed;
    set_below(p);
}

void playing_apply(playing *p, vrm_avatar *avatar, float dt) {
    vrm_pose_init(&p->shown);
    p->shown.customs = p->customs;
    p->shown.custom_capacity = VRM_MIXER_CUSTOMS;
    fade_tracker(p, dt);
    vrm_mixer_update(&p->mixer, p->is_paused || p->is_held ? 0 : (int64_t)((double)dt * 1e9),
                     &p->shown, NULL, NULL, 0);
    vrm_avatar_apply_pose(avatar, &p->shown, NULL);
    for (int i = 0; i < PLAYING_MOTIONS; ++i) {
        if (p->clips[i] != NULL && i != p->slot && p->mixer.slots[i].weight <= 0.0f) empty(p, i);
    }
}

double playing_time(const playing *p) {
    return playing_has_motion(p) ? (double)p->mixer.slots[p->slot].time * 1e-9 : 0.0;
}

void playing_seek(playing *p, double seconds) {
    if (!playing_has_motion(p)) return;
    p->mixer.slots[p->slot].time = (int64_t)(seconds * 1e9 + 0.5);
}

void playing_set_speed(playing *p, float speed) {
    p->speed = speed;
    for (int i = 0; i < PLAYING_MOTIONS; ++i) p->mixer.slots[i].speed = speed;
}

static void set_flags(playing *p) {
    if (playing_has_motion(p)) p->mixer.slots[p->slot].flags = flags_of(p);
}

void playing_set_repeats(playing *p, bool repeats) {
    p->plays_once = !repeats;
    set_flags(p);
}

void playing_set_in_place(playing *p, bool in_place) {
    p->is_in_place = in_place;
    set_flags(p);
}
