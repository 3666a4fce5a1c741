/* Clips whose poses at some times a test says itself. */
#ifndef TEST_MOTION_MADE_CLIP_H
#define TEST_MOTION_MADE_CLIP_H

#include "support/fixture.h"

#include <vrm/clip.h>

#define MILLISECOND INT64_C(1000000)
#define SECOND INT64_C(1000000000)

/* A body for clips: bones at rest, in meters. */
typedef struct made_body {
    vrm_vec3 places[VRM_BONE_COUNT];
    uint64_t bones; /* that it has */
} made_body;

/* Legs from hip joint to knee to ankle, and the height of the ankle above the ground. */
made_body made_body_of(float thigh, float shin, float ankle);
/* A thigh of 0.45, a shin of 0.45 and an ankle at 0.1; hips at 1. */
made_body made_body_default(void);

/* The bone above another in such a body; VRM_NONE for the hips. */
vrm_bone made_parent(const made_body *body, vrm_bone bone);

/*
 * A .vrma of these poses, which all say the same bones, presets and customs, loaded. Times are in
 * seconds. NULL body: the default. The test fails where it cannot be loaded.
 */
vrm_clip *made_clip(const vrm_pose *keys, const float *times, uint32_t count,
                    const made_body *body);

/* An avatar with such a body. Its soles are at y = 0. */
loaded made_avatar(const made_body *body);

#endif
