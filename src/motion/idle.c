/*
 * Idle animation: time, blinks and lookAt; idle_body.c has the rest.
 *
 * Time is counted in whole nanoseconds, and each event begins at a time of its own, which lies
 * between two frames as a rule: so it is the same at every frame rate, and the same after a year.
 */
#include "motion/idle.h"

#include "avatar/avatar.h"
#include "base/math.h"

#include <string.h>

#define MILLISECOND 1000000u
#define MAX_SECONDS 60.0f
#define MAX_PER_MINUTE 60.0f

/* ------------------------------------------------------------------------------------- blinks */

/*
 * Closing takes 70 ms, opening 150 ms; between them the eyes stay closed for longer than a frame of
 * 30 a second, so that no blink is left half done in the picture. One in eight comes twice.
 */
#define BLINK_CLOSE (70 * MILLISECOND)
#define BLINK_HOLD (40 * MILLISECOND)
#define BLINK_OPEN (150 * MILLISECOND)
#define BLINK_LENGTH (BLINK_CLOSE + BLINK_HOLD + BLINK_OPEN)
#define BLINK_AGAIN                                                                                \
    (320 * MILLISECOND) /* from the beginning of the first to that of the second                   \
                         */
#define BLINK_DOUBLES 0.125f
/* Of the logarithm of the time between two blinks: two thirds lie between 0.54 and 1.5 times the
 * mean; and what makes the mean of a log-normal distribution 1, e^(-deviation² / 2). */
#define BLINK_DEVIATION 0.5f
#define BLINK_MEDIAN 0.8824969f

/*
 * The way to the next blink, in nanoseconds at one blink a minute divided by 1,024: rates can then
 * change at any time. A rate counts the blinks of doubles one by one.
 */
#define BLINK_RATE_UNIT 1024.0f
static uint64_t draw_blink_due(const vrmi_idle_state *state) {
    float length =
        BLINK_MEDIAN * (1.0f + BLINK_DOUBLES) *
        vrmi_chance_log_normal(vrmi_chance(state->seed, VRMI_IDLE_BLINK_WAIT, state->blink_count),
                               BLINK_DEVIATION);
    return (uint64_t)((double)length * 60.0 * (double)VRMI_SECOND * (double)BLINK_RATE_UNIT);
}

static uint64_t blink_length(const vrmi_idle_state *state) {
    return state->blink_is_double != 0 ? BLINK_AGAIN + BLINK_LENGTH : BLINK_LENGTH;
}

static void pass_blinks(vrmi_idle *idle, uint64_t passed) {
    vrmi_idle_state *state = &idle->state;
    float per_minute = vrmi_clamp(idle->blinks_per_minute, 0.0f, MAX_PER_MINUTE);
    uint64_t rate = (uint64_t)(per_minute * BLINK_RATE_UNIT + 0.5f);
    state->blink_age += passed;
    state->blink_passed += passed * rate;
    if (rate == 0) return;
    while (state->blink_passed >= state->blink_due) {
        uint64_t age = (state->blink_passed - state->blink_due) / rate;
        uint64_t length = blink_length(state);
        /* Not before the last one is over. */
        if (state->blink_age < length) return;
        if (age > state->blink_age - length) age = state->blink_age - length;
        state->blink_passed = age * rate;
        state->blink_age = age;
        state->blink_count += 1;
        state->blink_is_double = vrmi_chance_unit(vrmi_chance(state->seed, VRMI_IDLE_BLINK_DOUBLE,
                                                              state->blink_count)) < BLINK_DOUBLES;
        state->blink_due = draw_blink_due(state);
    }
}

/* How far the eyes are closed, so long after a blink began. */
static float lid(uint64_t age) {
    if (age >= BLINK_LENGTH) return 0.0f;
    if (age <= BLINK_CLOSE) {
        return vrmi_smooth_step(0.0f, vrmi_idle_seconds(BLINK_CLOSE), vrmi_idle_seconds(age));
    }
    if (age <= BLINK_CLOSE + BLINK_HOLD) return 1.0f;
    return 1.0f - vrmi_smooth_step(0.0f, vrmi_idle_seconds(BLINK_OPEN),
                                   vrmi_idle_seconds(age - BLINK_CLOSE - BLINK_HOLD));
}

/* The expression of a preset, if it changes anything. */
static int32_t find_expression(const vrm_tables *tables, vrm_preset preset) {
    for (uint32_t i = 0; i < tables->expression_count; ++i) {
        const vrm_expression *e = &tables->expressions[i];
        if (e->preset == VRM_NONE) break; /* presets come first */
        if (e->preset != (int32_t)preset) continue;
        return e->morph_bind_count + e->color_bind_count + e->uv_bind_count != 0 ? (int32_t)i
                                                                                 : VRM_NONE;
    }
    return VRM_NONE;
}

static void write_blink(vrmi_idle *idle, vrm_avatar *avatar) {
    static const vrm_preset sides[] = {VRM_PRESET_BLINK_LEFT, VRM_PRESET_BLINK_RIGHT};
    vrmi_idle_state *state = &idle->state;
    const vrm_tables *tables = vrm_model_tables(vrm_avatar_model(avatar));
    int32_t blink = find_expression(tables, VRM_PRESET_BLINK);
    float amount = vrmi_saturate(idle->blink), weight = lid(state->blink_age);
    if (state->blink_is_double != 0 && state->blink_age >= BLINK_AGAIN) {
        weight = lid(state->blink_age - BLINK_AGAIN);
    }
    weight *= amount;
    if (amount <= 0.0f && state->blink_written == 0) return;
    state->blink_written = weight > 0.0f;
    if (blink != VRM_NONE) {
        vrm_avatar_set_layer_expression(avatar, VRM_EXPRESSION_LAYER_BLINK, blink, weight);
        return;
    }
    for (int i = 0; i < 2; ++i) {
        int32_t side = find_expression(tables, sides[i]);
        vrm_avatar_set_layer_expression(avatar, VRM_EXPRESSION_LAYER_BLINK, side, weight);
    }
}

/* ------------------------------------------------------------------------------------- lookAt */

/*
 * Eyes rest on a point for 1.5 s on average, and then jump: 25 ms and 2.5 ms for each degree, as
 * saccades of people do. One in three goes back to straight ahead.
 */
#define LOOK_AT_LEAST_WAIT 0.35f
#define LOOK_AT_WAIT 0.9f
#define LOOK_AT_WAIT_DEVIATION 0.7f
#define LOOK_AT_YAW_DEGREES 3.5f
#define LOOK_AT_PITCH_DEGREES 1.8f
#define LOOK_AT_CENTRE 0.34f

static uint64_t draw_look_at_due(const vrmi_idle_state *state) {
    float wait =
        LOOK_AT_LEAST_WAIT +
        LOOK_AT_WAIT * vrmi_chance_log_normal(
                           vrmi_chance(state->seed, VRMI_IDLE_LOOK_AT_WAIT, state->look_at_count),
                           LOOK_AT_WAIT_DEVIATION);
    return (uint64_t)((double)wait * (double)VRMI_SECOND);
}

static void pass_look_at(vrmi_idle_state *state, uint64_t passed) {
    /* It is always less, but for a state that was copied from damaged bytes: no endless way. */
    state->look_at_age =
        (state->look_at_age < state->look_at_due ? state->look_at_age : 0) + passed;
    while (state->look_at_age >= state->look_at_due) {
        uint64_t seed = state->seed;
        uint32_t count;
        float reach;
        state->look_at_age -= state->look_at_due;
        count = state->look_at_count += 1;
        reach =
            vrmi_chance_unit(vrmi_chance(seed, VRMI_IDLE_LOOK_AT_CENTRE, count)) < LOOK_AT_CENTRE
                ? 0.0f
                : 1.0f;
        state->look_at_from[0] = state->look_at_to[0];
        state->look_at_from[1] = state->look_at_to[1];
        state->look_at_to[0] = reach * LOOK_AT_YAW_DEGREES *
                               vrmi_chance_normal(vrmi_chance(seed, VRMI_IDLE_LOOK_AT_YAW, count));
        state->look_at_to[1] =
            reach * LOOK_AT_PITCH_DEGREES *
            vrmi_chance_normal(vrmi_chance(seed, VRMI_IDLE_LOOK_AT_PITCH, count));
        state->look_at_due = draw_look_at_due(state);
    }
}

/* What look_at_written holds: over what the direction was written that the avatar has now. */
enum {
    LOOK_AT_NOT_WRITTEN = 0,
    LOOK_AT_OVER_NOTHING = 1,    /* look-at was off */
    LOOK_AT_OVER_A_DIRECTION = 2 /* the application had given one: look_at_base */
};

/* The direction that the application last set becomes the base, as in the pose. Returns whether the
 * direction is the one that was written here. */
static bool take_look_at_base(vrmi_idle_state *state, const vrm_look_at_state *look_at) {
    bool is_given = look_at->mode == VRM_LOOK_AT_MODE_DEGREES;
    if (state->look_at_written != LOOK_AT_NOT_WRITTEN && is_given &&
        look_at->yaw_degrees == state->look_at_last[0] &&
        look_at->pitch_degrees == state->look_at_last[1]) {
        return true;
    }
    state->look_at_base[0] = is_given ? look_at->yaw_degrees : 0.0f;
    state->look_at_base[1] = is_given ? look_at->pitch_degrees : 0.0f;
    state->look_at_written = is_given ? LOOK_AT_OVER_A_DIRECTION : LOOK_AT_OVER_NOTHING;
    return false;
}

static void write_look_at(vrmi_idle *idle, vrm_avatar *avatar) {
    vrmi_idle_state *state = &idle->state;
    vrm_look_at_state look_at;
    float amount = vrmi_saturate(idle->look_at), t, yaw, pitch;
    bool is_ours;
    vrm_look_at_state_init(&look_at);
    vrm_avatar_get_look_at(avatar, &look_at);
    if (look_at.mode == VRM_LOOK_AT_MODE_TARGET) {
        state->look_at_written = LOOK_AT_NOT_WRITTEN;
        return;
    }
    is_ours = take_look_at_base(state, &look_at);
    if (amount <= 0.0f) {
        if (is_ours && state->look_at_written == LOOK_AT_OVER_NOTHING)
            vrm_avatar_set_look_at_off(avatar);
        if (is_ours && state->look_at_written == LOOK_AT_OVER_A_DIRECTION) {
            vrm_avatar_set_look_at_degrees(avatar, state->look_at_base[0], state->look_at_base[1]);
        }
        state->look_at_written = LOOK_AT_NOT_WRITTEN;
        return;
    }
    yaw = state->look_at_to[0] - state->look_at_from[0];
    pitch = state->look_at_to[1] - state->look_at_from[1];
    t = state->look_at_age < VRMI_SECOND ? vrmi_idle_seconds(state->look_at_age) : 1.0f;
    t = vrmi_smooth_step(0.0f, 0.025f + 0.0025f * sqrtf(yaw * yaw + pitch * pitch), t);
    vrm_avatar_set_look_at_degrees(
        avatar,
        state->look_at_base[0] +
            amount * vrmi_lerp(state->look_at_from[0], state->look_at_to[0], t),
        state->look_at_base[1] +
            amount * vrmi_lerp(state->look_at_from[1], state->look_at_to[1], t));
    vrm_avatar_get_look_at(avatar, &look_at);
    state->look_at_last[0] = look_at.yaw_degrees;
    state->look_at_last[1] = look_at.pitch_degrees;
}

/* --------------------------------------------------------------------------------------- time */

_Static_assert(offsetof(vrmi_idle, breaths_per_minute) == offsetof(vrm_idle, breaths_per_minute) &&
                   offsetof(vrmi_idle, state) == offsetof(vrm_idle, state) &&
                   sizeof(vrmi_idle) <= sizeof(vrm_idle),
               "vrm_idle has no room for its state");

void vrm_idle_init(vrm_idle *idle, uint32_t seed) {
    vrmi_idle own;
    if (idle == NULL) return;
    memset(idle, 0, sizeof *idle);
    memset(&own, 0, sizeof own);
    own.blink = own.breath = own.sway = own.look_at = 1.0f;
    own.blinks_per_minute = 15.0f;
    own.breaths_per_minute = 15.0f;
    own.state.seed = seed;
    own.state.breath = vrmi_chance(seed, VRMI_IDLE_BREATH_START, 0) >> 32;
    own.state.blink_age = BLINK_LENGTH; /* the last one is over */
    own.state.blink_due = draw_blink_due(&own.state);
    own.state.look_at_due = draw_look_at_due(&own.state);
    memcpy(idle, &own, sizeof own);
}

void vrm_idle_blink(vrm_idle *idle) {
    vrmi_idle own;
    if (idle == NULL) return;
    memcpy(&own, idle, sizeof own);
    if (own.state.blink_age < blink_length(&own.state)) return;
    own.state.blink_age = 0;
    own.state.blink_passed = 0;
    own.state.blink_count += 1;
    own.state.blink_is_double = 0;
    own.state.blink_due = draw_blink_due(&own.state);
    memcpy(idle, &own, sizeof own);
}

static void pass_breath(vrmi_idle *idle, uint64_t passed) {
    float per_minute = vrmi_clamp(idle->breaths_per_minute, 0.0f, MAX_PER_MINUTE);
    idle->state.breath += (uint64_t)((double)passed * (double)per_minute *
                                         (4294967296.0 / 60.0 / (double)VRMI_SECOND) +
                                     0.5);
}

void vrm_idle_update(vrm_idle *idle, vrm_avatar *avatar, float dt) {
    vrmi_idle own;
    uint64_t passed;
    if (!vrmi_is_given(avatar, __func__, idle) || avatar == NULL) return;
    memcpy(&own, idle, sizeof own); /* the public struct holds the state as bytes */
    if (!vrmi_is_finite(dt)) dt = 0.0f;
    dt = vrmi_clamp(dt, 0.0f, MAX_SECONDS);
    passed = (uint64_t)((double)dt * (double)VRMI_SECOND + 0.5);
    own.state.time += passed;
    pass_blinks(&own, passed);
    pass_look_at(&own.state, passed);
    pass_breath(&own, passed);
    write_blink(&own, avatar);
    write_look_at(&own, avatar);
    vrmi_idle_write_body(&own, avatar);
    memcpy(idle, &own, sizeof own);
}
