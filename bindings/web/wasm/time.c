/*
 * The functions that take nanoseconds in each frame, for JavaScript: with seconds. An int64_t is a
 * BigInt there, which is garbage, and an update makes none.
 */
#include "vrm/clip.h"
#include "vrm/limb.h"
#include "vrm/mixer.h"

#define NANOSECONDS 1e9
#define MOST_SECONDS 9e9 /* the nanoseconds of more are beyond an int64_t */

/* Rounds to the nearest nanosecond; what is no number is 0. */
static int64_t nanoseconds(double seconds) {
    if (!(seconds > -MOST_SECONDS)) seconds = seconds < 0.0 ? -MOST_SECONDS : 0.0;
    if (seconds > MOST_SECONDS) seconds = MOST_SECONDS;
    return (int64_t)(seconds * NANOSECONDS + (seconds < 0.0 ? -0.5 : 0.5));
}

void vrm_web_clip_sample(const vrm_clip *clip, double seconds, vrm_pose *out);
uint32_t vrm_web_mixer_update(vrm_mixer *mixer, double seconds, vrm_pose *out, vrm_trs *out_root,
                              vrm_mixer_event *events, uint32_t event_capacity);
void vrm_web_ground_update(vrm_ground *ground, const vrm_model *model, vrm_pose *pose,
                           const vrm_trs *root, double seconds);
vrm_result vrm_web_recorder_add(vrm_recorder *recorder, double seconds, const vrm_pose *pose);
void vrm_web_trap(void);

/* vrm_clip_sample in seconds. */
void vrm_web_clip_sample(const vrm_clip *clip, double seconds, vrm_pose *out) {
    vrm_clip_sample(clip, nanoseconds(seconds), out);
}

/* vrm_mixer_update in seconds. */
uint32_t vrm_web_mixer_update(vrm_mixer *mixer, double seconds, vrm_pose *out, vrm_trs *out_root,
                              vrm_mixer_event *events, uint32_t event_capacity) {
    return vrm_mixer_update(mixer, nanoseconds(seconds), out, out_root, events, event_capacity);
}

/* vrm_ground_update in seconds. */
void vrm_web_ground_update(vrm_ground *ground, const vrm_model *model, vrm_pose *pose,
                           const vrm_trs *root, double seconds) {
    vrm_ground_update(ground, model, pose, root, nanoseconds(seconds));
}

/* vrm_recorder_add in seconds. */
vrm_result vrm_web_recorder_add(vrm_recorder *recorder, double seconds, const vrm_pose *pose) {
    return vrm_recorder_add(recorder, nanoseconds(seconds), pose);
}

/* Stops the instance for good, as an error of the library would: for tests of what a page does
 * then. */
void vrm_web_trap(void) { __builtin_trap(); }
