#include "play.h"

/* How many moments tell how far the avatar reaches, and how long hair follows before a picture. */
enum { MEASURED_MOMENTS = 32 };
#define RUN_UP_SECONDS 1.5

/* The end of a motion is its last pose; what is repeated goes on from its beginning. */
static double moment_of(const photo_subject *subject, const shot_settings *shot) {
    double length = clip_seconds(&subject->player.info), at = subject->moment;
    bool loops = clip_loops(&subject->player.info);
    if ((loops && at < 0.0) || (loops && at >= length) || (shot->is_moving && at > length + 1e-6)) {
        return clip_wrap_seconds(subject->player.clip, at);
    }
    return at;
}

void play_apply(photo_subject *subject, const shot_settings *shot) {
    clip_player_apply(&subject->player, subject->avatar, moment_of(subject, shot),
                      shot->in_place ? VRM_APPLY_IN_PLACE : 0u);
}

/* The bone that a camera goes along with. */
static vrm_vec3 anchor_of(const photo_subject *subject, const shot_settings *shot) {
    bool is_head = shot->view == VIEW_FACE || shot->view == VIEW_PORTRAIT;
    return vrm_avatar_bone_position(subject->avatar, is_head ? VRM_BONE_HEAD : VRM_BONE_HIPS);
}

bool play_begin(photo_subject *subject, const shot_settings *shot) {
    if (!clip_player_open(&subject->player, shot->clip, subject->model)) return false;
    if (!shot->is_rest_pose) clip_player_relax(&subject->player, subject->avatar);
    subject->moment = shot->at;
    return true;
}

static void go_to_moment(photo_subject *subject, const shot_settings *shot, double moment) {
    subject->moment = moment;
    play_apply(subject, shot);
    vrm_avatar_update(subject->avatar, 0.0f);
}

bool play_measure(photo_subject *subject, const shot_settings *shot) {
    double step = clip_seconds(&subject->player.info) / MEASURED_MOMENTS;
    bool is_good;
    go_to_moment(subject, shot, shot->at);
    is_good = vrm_extent_create(subject->avatar, NULL, &subject->extent, NULL) == VRM_OK;
    subject->anchor = anchor_of(subject, shot);
    if (!shot->is_moving || shot->follows) return is_good;
    for (int i = 0; is_good && i < MEASURED_MOMENTS; ++i) {
        go_to_moment(subject, shot, i * step);
        is_good = vrm_extent_include(subject->extent, subject->avatar) == VRM_OK;
    }
    return is_good;
}

void play_run_up(photo_subject *subject, const shot_settings *shot) {
    double seconds = shot->seconds > RUN_UP_SECONDS ? shot->seconds : RUN_UP_SECONDS;
    bool loops = clip_loops(&subject->player.info);
    if (!loops && seconds > shot->at) seconds = shot->at;
    subject->moment = shot->at - seconds;
    play_apply(subject, shot);
    if (shot->has_springs) scene_settle(subject->avatar);
    subject_live(subject, shot, seconds);
    subject->moment = shot->at;
    play_apply(subject, shot);
}

void play_follow(const photo_subject *subject, const shot_settings *shot, camera_place *camera) {
    vrm_vec3 now, *places[2] = {&camera->eye, &camera->target};
    if (subject->player.clip == NULL || !shot->follows) return;
    now = anchor_of(subject, shot);
    for (int i = 0; i < 2; ++i) {
        places[i]->x += now.x - subject->anchor.x;
        places[i]->z += now.z - subject->anchor.z;
        /* A whole body jumps and bends before a camera that stays at its height. */
        if (shot->view != VIEW_FULL) places[i]->y += now.y - subject->anchor.y;
    }
}

void play_set_idle(photo_subject *subject, const shot_settings *shot) {
    const uint32_t blinks = (uint32_t)1 << VRM_PRESET_BLINK | (uint32_t)1 << VRM_PRESET_BLINK_LEFT |
                            (uint32_t)1 << VRM_PRESET_BLINK_RIGHT;
    subject->idle.breath = 0.0f;
    subject->idle.sway = 0.0f;
    if ((subject->player.info.presets & blinks) != 0 || !shot->is_moving) {
        subject->idle.blink = 0.0f;
    }
    if ((subject->player.info.parts & (VRM_POSE_LOOK_AT_DEGREES | VRM_POSE_LOOK_AT_POINT)) != 0) {
        subject->idle.look_at = 0.0f;
    }
}
