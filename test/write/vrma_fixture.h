/* Clips that are written as .vrma and read again. */
#ifndef VRM_TEST_VRMA_FIXTURE_H
#define VRM_TEST_VRMA_FIXTURE_H

#include "clip/motion_fixture.h"
#include "vrm/author.h"

/* A clip as a file, and what a load makes of that. */
clip_file write_and_load(const vrm_clip *clip, const vrm_write_desc *desc);

/* A clip with tracks of all kinds, with each interpolation, at several times, and constants. */
clip_file load_everything(void);

/* Checks that two clips give the same bits of rotations and weights, and the same hips and lookAt
 * within 1e-6, at every key and at other times. */
void check_same_motion(const clip_file *a, const clip_file *b);

#endif
