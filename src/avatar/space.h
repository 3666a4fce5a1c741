/* The spaces of engines: which axis is which, and how long a meter is (vrm_space). */
#ifndef VRMI_AVATAR_SPACE_H
#define VRMI_AVATAR_SPACE_H

#include "vrm/scene_graph.h"

#include <stdbool.h>

/* A vrm_space, checked and taken apart. */
typedef struct vrmi_space {
    int axes[3];    /* by axis of the host: which axis of ours */
    float signs[3]; /* and in which direction */
    float units;    /* of the host, a meter */
    float turn;     /* 1, or -1 where the host is left-handed: rotations then turn the other way */
} vrmi_space;

/* NULL is our own space. False: the three axes are not different ones, or the unit is not a
 * positive number. */
bool vrmi_space_read(vrmi_space *out, const vrm_space *space);

/* From our space to the host's, and back. Both only permute, negate and scale, so that what is
 * handed over and taken back in meters is the same to the bit. */
vrm_trs vrmi_space_to_host(const vrmi_space *space, const vrm_trs *trs);
vrm_trs vrmi_space_from_host(const vrmi_space *space, const vrm_trs *trs);

#endif
