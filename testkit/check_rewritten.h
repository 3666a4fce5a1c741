/* What must hold for every avatar that is written out of its tables. Needs no test framework: the
 * fuzz targets use it too. */
#ifndef VRM_TEST_CHECK_REWRITTEN_H
#define VRM_TEST_CHECK_REWRITTEN_H

#include <stddef.h>
#include <vrm/author.h>

/* The bytes of the only buffer of a GLB that was loaded: its BIN chunk. NULL: it has no such chunk,
 * or other buffers. */
const void *only_buffer(const void *bytes, size_t size, const vrm_gltf *gltf);

/*
 * Writes a loaded file in each dialect, and loads what was written. What is wrong, or NULL: what is
 * written loads, in that dialect, loses no more when it is written again, and in 1.0 and the beta
 * has the same bytes. Files without an avatar, and those whose bytes are elsewhere, are let pass.
 */
const char *check_rewritten(const void *bytes, size_t size, const vrm_model *model);

#endif
