/* What the files of idle animation share. */
#ifndef VRMI_MOTION_IDLE_H
#define VRMI_MOTION_IDLE_H

#include "base/chance.h"
#include "vrm/idle.h"

/* Streams of chance, one for each thing that varies. */
typedef enum vrmi_idle_channel {
    VRMI_IDLE_BLINK_WAIT,
    VRMI_IDLE_BLINK_DOUBLE,
    VRMI_IDLE_LOOK_AT_WAIT,
    VRMI_IDLE_LOOK_AT_YAW,
    VRMI_IDLE_LOOK_AT_PITCH,
    VRMI_IDLE_LOOK_AT_CENTRE,
    VRMI_IDLE_BREATH_START,
    VRMI_IDLE_BREATH_DEPTH,
    VRMI_IDLE_SWAY_X,
    VRMI_IDLE_SWAY_Z,
    VRMI_IDLE_SWAY_YAW,
    VRMI_IDLE_HEAD_PITCH,
    VRMI_IDLE_HEAD_YAW,
    VRMI_IDLE_HEAD_ROLL,
    VRMI_IDLE_LEFT_ARM,
    VRMI_IDLE_RIGHT_ARM
} vrmi_idle_channel;

/* The state of idle animation. Times are in nanoseconds. */
enum {
    /* Hips, spine, chest, upperChest, neck, head, shoulders, upper arms, upper legs, feet. */
    VRMI_IDLE_BONE_COUNT = 14
};

typedef struct vrmi_idle_state {
    uint64_t seed;
    uint64_t time;
    uint64_t breath;       /* breaths since the beginning, times 2^32 */
    uint64_t blink_passed; /* of the way to the next blink, whose length is blink_due */
    uint64_t blink_due;
    uint64_t blink_age;   /* since the last blink began */
    uint64_t look_at_age; /* since the eyes last set out */
    uint64_t look_at_due;
    uint32_t blink_count;
    uint32_t look_at_count;
    uint32_t bones;          /* a bit for each bone that holds what was written last */
    int32_t hips_moved;      /* 1: and so does the position of the hips */
    int32_t blink_is_double; /* 1: the last blink comes twice */
    int32_t blink_written;   /* 1: the layer of blinks holds more than 0 */
    int32_t
        look_at_written; /* lookAt is what was written last: 1: over none, 2: over look_at_base */
    uint32_t reserved;
    float look_at_from[2]; /* yaw and pitch, degrees */
    float look_at_to[2];
    float look_at_base[2];
    float look_at_last[2];
    vrm_vec3 hips_base;
    vrm_vec3 hips_last;
    vrm_quat base[VRMI_IDLE_BONE_COUNT]; /* what the application wrote, normalized */
    vrm_quat last[VRMI_IDLE_BONE_COUNT]; /* what the nodes then held */
} vrmi_idle_state;

/* A vrm_idle with its state laid open: settings first, in the same order. */
typedef struct vrmi_idle {
    float blink;
    float breath;
    float sway;
    float look_at;
    float blinks_per_minute;
    float breaths_per_minute;
    vrmi_idle_state state;
} vrmi_idle;

#define VRMI_SECOND 1000000000u /* nanoseconds */

/* Seconds, of a short time. */
static inline float vrmi_idle_seconds(uint64_t nanoseconds) {
    return (float)((double)nanoseconds * 1e-9);
}

/* Parts of an update, after time has passed: what they write into the avatar. */
void vrmi_idle_write_body(vrmi_idle *idle, vrm_avatar *avatar);

typedef struct vrmi_idle_leg {
    vrm_quat upper; /* normalized rotations: of the base, then of the result */
    vrm_quat lower; /* read only: a leg keeps the bend of its knee */
    vrm_quat foot;
    vrm_vec3 hip_to_upper; /* at rest, in meters */
    vrm_vec3 upper_to_lower;
    vrm_vec3 lower_to_foot;
} vrmi_idle_leg;

typedef struct vrmi_idle_stance {
    vrm_vec3 hips; /* of the base, then of the result */
    vrm_quat hips_rotation;
    vrmi_idle_leg legs[2];
} vrmi_idle_stance;

/*
 * Moves the hips by `shift` and turns them by `yaw` (radians, to the left), lets them sink and roll
 * as the legs ask, and turns the legs so that the feet stay where they are. Returns the roll, and
 * in `shift` and `yaw` the results: less than was wanted if the legs do not stand.
 */
float vrmi_idle_shift_weight(vrmi_idle_stance *stance, vrm_vec3 *shift, float *yaw);

#endif
