/*
 * What a clip composes of several joints while it is sampled, as tracks of its own: bones that
 * joints in between turn too, hips below joints that move, and the direction to a point.
 */
#ifndef VRMI_WRITE_VRMA_SAMPLED_H
#define VRMI_WRITE_VRMA_SAMPLED_H

#include "clip/clip.h"

/* Some times of a clip. */
typedef struct vrmi_vrma_times {
    float *times;
    uint32_t count;
} vrmi_vrma_times;

/* What has to be sampled: these rotations of the clip, and curves of these kinds. */
typedef struct vrmi_vrma_wanted {
    bool rotations[VRMI_CLIP_ROTATIONS];
    bool curves[VRMI_CURVE_LOOK_AT_POINT + 1];
} vrmi_vrma_wanted;

/*
 * All keys of what is wanted, and further times between them where they are more than a step apart:
 * a product of two rotations is no slerp between its keys. A jump has a key right before it too. At
 * least one time. False: memory was refused.
 */
bool vrmi_vrma_sample_times(vrmi_arena *arena, const vrm_clip *clip, const vrmi_vrma_wanted *wanted,
                            float keys_per_second, vrmi_vrma_times *out);

/* In which direction a body of usual proportions sees the point of a pose (AN-021). */
vrm_quat vrmi_vrma_direction(const vrm_clip *clip, const vrm_pose *pose);

#endif
