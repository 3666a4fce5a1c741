/* Avatars that are written out of their tables, and loaded again. */
#ifndef VRM_TEST_REWRITTEN_H
#define VRM_TEST_REWRITTEN_H

#include "support/fixture.h"
#include "vrm/author.h"

/* The bytes of the only buffer of a GLB: its BIN chunk; NULL where it has none, or further ones. */
const void *file_buffer(const loaded *file);

/* Writes the avatar in a dialect and loads that. `out_losses` (may be NULL) receives the number of
 * values that have no equivalent. The result has no model if the avatar cannot be written. */
loaded rewrite_avatar(const loaded *file, vrm_dialect dialect, uint32_t *out_losses);

/* Writes the avatar in a dialect, and counts the changes of one code. */
uint32_t count_written_changes(const loaded *file, vrm_dialect dialect, const char *code);

#endif
