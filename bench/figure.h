/* Avatars for the benchmarks of springs: where their files come from, and how they move. */
#ifndef VRM_BENCH_FIGURE_H
#define VRM_BENCH_FIGURE_H

#include "vrm/avatar.h"

#include <stdbool.h>

/* Has the maker write a file with these options ("vroid", "parametric --chains 4"). */
bool figure_make(const char *options, const char *path);

/* NULL, and a word on stderr: it cannot be loaded. */
vrm_model *figure_load(const char *path);

/* The k-th frame of a motion in which the head turns and the root goes to and fro: that of
 * three_vrm_springs.mjs, so that both do the same work. Writes inputs only. */
void figure_move(vrm_avatar *avatar, int k);

#endif
