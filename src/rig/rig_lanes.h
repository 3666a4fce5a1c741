/* What the two files about lanes share: the plan says which chains go together and in which order
 * (rig_lanes_plan.c); rig_lanes.c writes the rows, groups and levels that come of it. */
#ifndef VRMI_MODEL_RIG_LANES_H
#define VRMI_MODEL_RIG_LANES_H

#include "rig/rig.h"

typedef struct vrmi_chain {
    int32_t first; /* joint; the others follow by `next` */
    int32_t spring;
    uint32_t length;
    uint32_t level;    /* it needs to know what chains of smaller levels did */
    vrmi_met met;      /* its colliders */
    bool is_published; /* something outside needs to know where its heads are */
} vrmi_chain;

/* Chains that make a group. */
typedef struct vrmi_lane_set {
    uint32_t first; /* into `sorted` */
    uint32_t count;
    uint32_t row_count;
    uint32_t collider_count; /* of the chain with most of them, which is the last one */
    bool is_shared;          /* all of them meet the same colliders */
} vrmi_lane_set;

typedef struct vrmi_lane_plan {
    vrmi_rig *rig;
    const vrm_gltf *gltf;
    const vrm_tables *tables;
    const vrmi_prepared *prepared;
    vrmi_arena *scratch;
    int32_t *movers;    /* by place: the joint that moves it; VRM_NONE */
    int32_t *next;      /* by joint: the one that goes on its chain; VRM_NONE */
    uint32_t *chain_of; /* by joint */
    vrmi_chain *chains;
    const uint32_t *sorted; /* chains in the order in which they fill lanes */
    uint32_t *runs;         /* by place in `sorted`; see rig_lanes_plan.c */
    vrmi_lane_set *sets;
    uint32_t chain_count;
    uint32_t level_count;
    uint32_t set_count;
    uint32_t row_count;           /* of all sets */
    uint32_t lane_collider_count; /* of all sets whose chains meet different colliders, or of all */
    bool is_crowdable;
} vrmi_lane_plan;

/* What there is to write. False: memory was refused. `*out_is_wide` false: lanes would take too
 * much memory, and the reference solver takes the model. */
bool vrmi_plan_lanes(vrmi_lane_plan *plan, bool *out_is_wide);

static inline const vrmi_chain *vrmi_chain_at(const vrmi_lane_plan *plan, uint32_t place) {
    return &plan->chains[plan->sorted[place]];
}

#endif
