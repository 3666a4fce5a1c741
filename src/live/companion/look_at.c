/*
 * Where a companion looks: at the user and away, as people do, or at a target.
 *
 * Directions are yaw and pitch against the chest, in degrees. Eyes reach them by a saccade, and
 * keep what the head does not turn: they come back as the head follows.
 */
#include "base/math.h"
#include "live/companion/companion.h"

#include <string.h>

#define SECOND INT64_C(1000000000)

/* What it does, beside the activities. */
enum { SPEAKING = 3 };

/* A jump of the wanted direction that is larger than this is a saccade; smaller ones are
 * followed. */
#define LEAST_SACCADE 4.0f
/* Saccades from here on come with a blink, half of the time. */
#define BLINK_SACCADE 14.0f
#define MOST_YAW 75.0f
#define MOST_PITCH 50.0f
#define MOST_EYE_YAW 35.0f
#define MOST_EYE_PITCH 25.0f

static float chance_of(const vrm_companion *c, vrmi_companion_channel channel) {
    return vrmi_chance_unit(
        vrmi_chance(c->state.seed, (uint32_t)channel, (uint64_t)c->state.look_at.decisions));
}

/* --- Deciding --- */

/* How much of the time it looks at the user, and for how long away. */
typedef struct habit {
    float at_user, away_seconds;
} habit;

static habit habit_of(const vrm_companion *c) {
    const vrm_companion_params *p = &c->params;
    switch (c->state.look_at.doing) {
    case SPEAKING:
        return (habit){p->speaking_look_at, 1.1f};
    case VRM_COMPANION_LISTENING:
        return (habit){p->listening_look_at, 0.9f};
    case VRM_COMPANION_THINKING:
        return (habit){p->thinking_look_at, 1.8f};
    default:
        return (habit){p->idle_look_at, 2.0f};
    }
}

static int64_t wait_of(const vrm_companion *c, float seconds) {
    const uint64_t chance =
        vrmi_chance(c->state.seed, VRMI_CHANCE_LOOK_AT_TIME, (uint64_t)c->state.look_at.decisions);
    seconds = vrmi_clamp(seconds * vrmi_chance_log_normal(chance, 0.5f), 0.5f, 12.0f);
    return (int64_t)((double)seconds * (double)SECOND);
}

/* To the left or right, and as often up as down; upwards while it thinks. */
static void choose_away(vrm_companion *c) {
    vrmi_companion_look_at *look = &c->state.look_at;
    const float side = chance_of(c, VRMI_CHANCE_LOOK_AT_YAW) * 2.0f - 1.0f;
    const float height = chance_of(c, VRMI_CHANCE_LOOK_AT_PITCH) * 2.0f - 1.0f;
    const float reach = c->params.away_degrees;
    look->away[0] = reach * (side < 0.0f ? side - 0.6f : side + 0.6f);
    look->away[1] = 0.5f * reach * height;
    if (look->doing == VRM_COMPANION_THINKING) {
        look->away[1] = -reach * (0.6f + 0.2f * height);
    }
}

static void look_away(vrm_companion *c, bool is_away) {
    vrmi_companion_look_at *look = &c->state.look_at;
    const habit h = habit_of(c);
    const float at_user = vrmi_clamp(h.at_user, 0.02f, 0.98f);
    look->decisions += 1;
    look->is_away = is_away && h.at_user < 1.0f;
    if (look->is_away) choose_away(c);
    look->wait =
        wait_of(c, look->is_away ? h.away_seconds : h.away_seconds * at_user / (1.0f - at_user));
}

static void decide(vrm_companion *c, int64_t elapsed) {
    vrmi_companion_look_at *look = &c->state.look_at;
    look->wait -= elapsed;
    if (look->wait <= 0) look_away(c, look->decisions > 0 && !look->is_away);
}

/* A change of what it does changes lookAt at once: a speaker begins by looking away half of the
 * time, a listener looks up, and who thinks looks away. */
static void notice_change(vrm_companion *c) {
    vrmi_companion_look_at *look = &c->state.look_at;
    const int32_t doing = c->state.speaking.value > 0.5f ? SPEAKING : c->state.activity;
    const float chance = chance_of(c, VRMI_CHANCE_LOOK_AT_KIND);
    if (doing == look->doing) return;
    look->doing = doing;
    look_away(c, doing == VRM_COMPANION_THINKING || (doing == SPEAKING && chance < 0.5f));
}

/* --- Directions --- */

static vrm_quat bone(const vrm_avatar *avatar, vrm_bone index) {
    return vrm_avatar_bone_rotation(avatar, index);
}

static vrm_quat chest_of(const vrm_avatar *avatar) {
    vrm_quat q = bone(avatar, VRM_BONE_HIPS);
    q = vrmi_quat_multiply(q, bone(avatar, VRM_BONE_SPINE));
    q = vrmi_quat_multiply(q, bone(avatar, VRM_BONE_CHEST));
    return vrmi_quat_normalize(vrmi_quat_multiply(q, bone(avatar, VRM_BONE_UPPER_CHEST)));
}

static bool angles_of(vrm_vec3 way, float angles[2]) {
    const float level = sqrtf(way.x * way.x + way.z * way.z);
    if (!vrmi_vec3_is_finite(way) || !(level > VRMI_EPSILON_LENGTH)) return false;
    angles[0] = vrmi_clamp(vrmi_degrees(vrmi_atan2(way.x, way.z)), -MOST_YAW, MOST_YAW);
    angles[1] = vrmi_clamp(vrmi_degrees(vrmi_atan2(-way.y, level)), -MOST_PITCH, MOST_PITCH);
    return true;
}

static vrm_vec3 way_of(const float angles[2]) {
    float sine_yaw, cosine_yaw, sine_pitch, cosine_pitch;
    vrmi_sincos(vrmi_radians(angles[0]), &sine_yaw, &cosine_yaw);
    vrmi_sincos(vrmi_radians(angles[1]), &sine_pitch, &cosine_pitch);
    return vrm_vec3_make(sine_yaw * cosine_pitch, -sine_pitch, cosine_yaw * cosine_pitch);
}

/* The direction of a point of the world. One that has none is straight ahead. */
static void direction_of(const vrm_avatar *avatar, vrm_quat chest, vrm_vec3 point,
                         float angles[2]) {
    vrm_trs root;
    vrm_vec3 way;
    vrm_avatar_get_root(avatar, &root);
    way = vrmi_vec3_sub(point, vrm_avatar_eye_position(avatar));
    way = vrmi_quat_rotate(vrmi_quat_conjugate(root.rotation), way);
    if (!angles_of(vrmi_quat_rotate(vrmi_quat_conjugate(chest), way), angles)) {
        angles[0] = angles[1] = 0.0f;
    }
}

static void find_wanted(vrm_companion *c, const vrm_avatar *avatar, vrm_quat chest,
                        float wanted[2]) {
    vrmi_companion_state *s = &c->state;
    const vrm_vec3 ahead = vrm_vec3_make(0.0f, 0.0f, 1.0f);
    if (s->has_target && s->now < s->attend_until) {
        direction_of(avatar, chest, s->target, wanted);
        s->look_at.is_away = 0;
        return;
    }
    s->has_target = 0;
    if (s->has_user) {
        direction_of(avatar, chest, s->user, wanted);
    } else if (!angles_of(vrmi_quat_rotate(vrmi_quat_conjugate(chest), ahead), wanted)) {
        wanted[0] = wanted[1] = 0.0f;
    }
    if (!s->look_at.is_away) return;
    wanted[0] = vrmi_clamp(wanted[0] + s->look_at.away[0], -MOST_YAW, MOST_YAW);
    wanted[1] = vrmi_clamp(wanted[1] + s->look_at.away[1], -MOST_PITCH, MOST_PITCH);
}

/* --- Eyes --- */

static void begin_saccade(vrm_companion *c, float degrees) {
    vrmi_companion_look_at *look = &c->state.look_at;
    look->from[0] = look->now[0];
    look->from[1] = look->now[1];
    look->saccade_age = 0;
    look->saccade_seconds = 0.025f + 0.0025f * degrees;
    if (degrees > BLINK_SACCADE && chance_of(c, VRMI_CHANCE_LOOK_AT_BLINK) < 0.5f) {
        vrm_idle_blink(&c->state.idle);
    }
}

static void follow(vrm_companion *c, const float wanted[2], int64_t elapsed) {
    vrmi_companion_look_at *look = &c->state.look_at;
    const float yaw = wanted[0] - look->wanted[0], pitch = wanted[1] - look->wanted[1];
    const float jump = sqrtf(yaw * yaw + pitch * pitch);
    float t;
    if (jump > LEAST_SACCADE) begin_saccade(c, jump);
    look->wanted[0] = wanted[0];
    look->wanted[1] = wanted[1];
    look->saccade_age += (uint64_t)elapsed;
    t = look->saccade_age < (uint64_t)SECOND ? vrmi_companion_seconds((int64_t)look->saccade_age)
                                             : 1.0f;
    t = look->saccade_seconds > 0.0f ? vrmi_smooth_step(0.0f, look->saccade_seconds, t) : 1.0f;
    for (int i = 0; i < 2; ++i) look->now[i] = vrmi_lerp(look->from[i], wanted[i], t);
}

void vrmi_companion_look_at_pass(vrm_companion *c, vrm_avatar *avatar, int64_t elapsed) {
    const vrm_quat chest = chest_of(avatar);
    const vrm_quat head =
        vrmi_quat_multiply(bone(avatar, VRM_BONE_NECK), bone(avatar, VRM_BONE_HEAD));
    float wanted[2], eyes[2] = {0.0f, 0.0f};
    notice_change(c);
    decide(c, elapsed);
    find_wanted(c, avatar, chest, wanted);
    follow(c, wanted, elapsed);
    angles_of(vrmi_quat_rotate(vrmi_quat_conjugate(head), way_of(c->state.look_at.now)), eyes);
    vrm_avatar_set_look_at_degrees(avatar, vrmi_clamp(eyes[0], -MOST_EYE_YAW, MOST_EYE_YAW),
                                   vrmi_clamp(eyes[1], -MOST_EYE_PITCH, MOST_EYE_PITCH));
    c->status.looks_away = c->state.look_at.is_away;
    c->status.look_at_yaw = c->state.look_at.now[0];
    c->status.look_at_pitch = c->state.look_at.now[1];
}
