/*
 * What a load works out for avatars, beside the tables that the public sees: it is known there
 * anyway, and the rig would have to find it again. It lies in one block with the tables.
 */
#ifndef VRMI_MODEL_PREPARED_H
#define VRMI_MODEL_PREPARED_H

#include "vrm/tables.h"

#include <stdbool.h>

/*
 * The colliders that the joints of a spring meet, in the order of their first mention: a part of
 * `met_colliders`. Each is there once (SB-061), and inert ones are not. Springs with equal lists of
 * groups share one part, so that memory does not grow with springs times colliders; `count` may
 * still differ, where the limit of tests left less for one of them (ER-021).
 */
typedef struct vrmi_met {
    uint32_t first;
    uint32_t count;
} vrmi_met;

/* Which list of the file springs were made of. */
typedef enum vrmi_spring_list {
    VRMI_SPRING_LIST_NONE,    /* the file has none */
    VRMI_SPRING_LIST_SPRINGS, /* springs of VRMC_springBone */
    VRMI_SPRING_LIST_GROUPS,  /* boneGroups of VRMC_springBone, as drafts had it */
    VRMI_SPRING_LIST_OF_VRMC, /* springBone/boneGroups of VRMC_vrm: the draft */
    VRMI_SPRING_LIST_OF_VRM   /* secondaryAnimation/boneGroups of VRM: 0.x */
} vrmi_spring_list;

typedef struct vrmi_prepared {
    vrm_quat bone_rotations[VRM_BONE_COUNT]; /* at rest, in the model's space */
    vrm_vec3 bone_positions[VRM_BONE_COUNT]; /* likewise; (0, 0, 0): there is no such bone */
    vrm_mat4 hips_parent;                    /* likewise; the identity where there is none */
    const uint8_t *writers;                  /* by node: VRM_WRITER_… */
    const uint8_t *is_bounded; /* by node: 1 where it draws something, or moves vertices of that */
    const vrmi_met *met;       /* by spring */
    const int32_t *met_colliders;
    uint32_t met_count; /* of met_colliders */
    /*
     * Who waits for whom among springs (SB-025, SB-040): a joint on level n needs to know what
     * joints of smaller levels did, and of its own level only the head right above it in its own
     * spring. By joint. Where there is a circle, levels are unknown, and NULL.
     */
    const uint32_t *joint_levels;
    /* By expression: the JSON pointer of where the file has it, which dialects do differently. NULL
     * where no check went along with the load. */
    const vrm_string *expression_pointers;
    const uint32_t *spring_sources; /* by spring: its index in the list of the file */
    vrmi_spring_list spring_list;
    float reach;     /* how far meshes reach beyond the nodes that move them, at rest, in meters */
    bool has_circle; /* some joint reads a collider or a center that is updated after it */
} vrmi_prepared;

/* The beginning of the block. */
typedef struct vrmi_packed {
    vrm_tables tables;
    vrmi_prepared prepared;
} vrmi_packed;

#endif
