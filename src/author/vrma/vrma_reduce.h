/*
 * Fewer keys within a stated error. Keys of LINEAR tracks go where the ones around them say nearly
 * the same; splines are sampled first. The error is measured at every key that there was.
 */
#ifndef VRMI_WRITE_VRMA_REDUCE_H
#define VRMI_WRITE_VRMA_REDUCE_H

#include "author/vrma/vrma_tracks.h"

/* Reduces the tracks as the desc asks for, and keeps the largest errors in `tracks`. What would not
 * become smaller stays as it is. False: memory was refused. */
bool vrmi_vrma_reduce(vrmi_arena *arena, const vrm_write_desc *desc, vrmi_vrma_tracks *tracks);

#endif
