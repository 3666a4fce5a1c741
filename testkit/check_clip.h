/*
 * What must hold for every clip that was loaded, however hostile its file. Used by tests and by the
 * fuzz targets, so nothing here needs the test framework.
 */
#ifndef VRM_TEST_CHECK_CLIP_H
#define VRM_TEST_CHECK_CLIP_H

#include <vrm/vrm.h>

/* What is wrong with a clip, or NULL: its facts agree, and at any time its pose has finite numbers
 * in their ranges, unit rotations, and the same bits when it is asked for again. */
const char *check_clip(const vrm_clip *clip);

/* Plays a clip on an avatar, at a few times. What is wrong with its frames, or NULL. */
const char *check_clip_on(const vrm_clip *clip, vrm_avatar *avatar);

#endif
