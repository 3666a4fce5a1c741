/*
 * What must hold for every clip that is written as a .vrma file. Used by tests and by the fuzz
 * targets, so nothing here needs the test framework.
 */
#ifndef VRM_TEST_CHECK_WRITTEN_H
#define VRM_TEST_CHECK_WRITTEN_H

#include <vrm/author.h>

/* Writes a clip, whole and reduced, and loads what was written. What is wrong, or NULL: the file
 * loads without a warning, writing it again gives the same bytes, and the motion is the same where
 * nothing of it had to be sampled. A clip that is too large to be written is let pass. */
const char *check_written(const vrm_clip *clip);

#endif
