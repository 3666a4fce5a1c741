/* What families of BVH files differ in. */
#ifndef MAKER_MOTION_BVH_H
#define MAKER_MOTION_BVH_H

#include "motion_write.h"

typedef enum bvh_channels {
    BVH_CHANNELS_ROOT, /* positions of the root alone */
    BVH_CHANNELS_ALL,  /* of every joint: they repeat its OFFSET */
    BVH_CHANNELS_NOISY /* likewise, a little beside it */
} bvh_channels;

typedef struct bvh_family {
    const char *name;
    rig_table table;
    const char *order;
    double unit; /* meters */
    int rest;    /* REST_… */
    int offsets; /* OFFSETS_… */
    bvh_channels channels;
    double legs_out;         /* degrees that the legs are spread at rest */
    bool has_t_frame;        /* the first frame is a T-pose, one frame before the motion */
    bool has_no_root_offset; /* OFFSET of the root is 0 */
    vec3 studio;             /* where the root's OFFSET, and what is recorded, is; meters */
} bvh_family;

/* A table, with an end whose name is NULL. */
extern const bvh_family bvh_families[];

#endif
