/* What the files of idle life share. */
#ifndef VRMI_MOTION_IDLE_H
#define VRMI_MOTION_IDLE_H

#include "motion/chance.h"
#include "vrm/motion.h"

/* Streams of chance, one for each thing that varies. */
typedef enum vrmi_idle_channel {
    VRMI_IDLE_BLINK_WAIT,
    VRMI_IDLE_BLINK_DOUBLE,
    VRMI_IDLE_GAZE_WAIT,
    VRMI_IDLE_GAZE_YAW,
    VRMI_IDLE_GAZE_PITCH,
    VRMI_IDLE_GAZE_CENTRE,
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

#define VRMI_SECOND 1000000000u /* nanoseconds */

/* Seconds, of a short time. */
static inline float vrmi_idle_seconds(uint64_t nanoseconds) {
    return (float)((double)nanoseconds * 1e-9);
}

/* Parts of an update, after time has passed: what they write into the avatar. */
void vrmi_idle_write_body(vrm_idle *idle, vrm_avatar *avatar);

typedef struct vrmi_idle_leg {
    vrm_quat upper; /* normalised rotations: of the base, then of the result */
    vrm_quat lower; /* read only: a leg keeps the bend of its knee */
    vrm_quat foot;
    vrm_vec3 hip_to_upper; /* at rest, in metres */
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
 * in `shift` and `yaw` what came of them: less than was wanted where the legs do not stand.
 */
float vrmi_idle_shift_weight(vrmi_idle_stance *stance, vrm_vec3 *shift, float *yaw);

#endif
