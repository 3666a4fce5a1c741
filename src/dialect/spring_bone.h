/* VRMC_springBone, and what the files about it share. */
#ifndef VRMI_DIALECT_SPRING_BONE_H
#define VRMI_DIALECT_SPRING_BONE_H

#include "build/build.h"

/* Reads VRMC_springBone. False: the load has failed. */
bool vrmi_read_spring_bone(vrmi_build *build);

/* A sphere or a capsule (SB-003). False: there is neither; this is not reported. */
bool vrmi_read_collider_shape(vrmi_build *build, const vrmi_json *at, vrm_spring_collider *out);

/*
 * VRMC_springBone_extended_collider of a collider; `extensions` are the collider's. False: the base
 * shape counts. True: `out` has the extended one, or is inert where that cannot be used at all
 * (EC-015).
 */
bool vrmi_read_extended_collider(vrmi_build *build, const vrmi_json *extensions,
                                 vrm_spring_collider *out);

/*
 * VRMC_springBone_limit of a joint; `extensions` are the joint's. `out` keeps what it is where
 * there is no limit that can be used. A joint without a tail is the last of its spring.
 */
void vrmi_read_spring_limit(vrmi_build *build, const vrmi_json *extensions, bool has_tail,
                            vrm_spring_limit *out);

/*
 * Where a tail is in its head's space, at rest: from world positions, as nodes may lie between them
 * (SB-028). A child's own translation is that, without the rounding. Where the head's world is
 * flattened there is no way back, and no length: the joint does not sway (§6.2).
 */
vrm_vec3 vrmi_place_tail(const vrmi_build *build, int32_t head, int32_t tail);

/* --- Springs of the drafts of 2020 and 2021 (§4.11) --- */

/* What such a file says once for all of its springs. */
typedef struct vrmi_old_springs {
    bool is_used;                     /* the file is of that time */
    const vrm_spring_joint *settings; /* by the file's index; only their parameters count */
    uint32_t setting_count;
    int32_t *node_groups; /* by node: the group of its own colliders; NULL: not made yet */
    uint8_t *taken;       /* of vrmi_add_bone_group; NULL: likewise */
} vrmi_old_springs;

/* What such a spring says beside what is read anyway. */
typedef struct vrmi_old_spring {
    int32_t root;            /* everything below sways; VRM_NONE: the spring lists its joints */
    vrm_spring_joint values; /* parameters of all joints, where a joint does not give its own */
    const int32_t *collider_groups;
    uint32_t collider_group_count;
} vrmi_old_spring;

bool vrmi_read_old_settings(vrmi_build *build, const vrmi_json *array, vrmi_old_springs *old);
/* `out` comes with defaults, and keeps them for what the spring does not say. */
bool vrmi_read_old_spring(vrmi_build *build, const vrmi_json *at, vrmi_old_springs *old,
                          vrmi_old_spring *out);
bool vrmi_add_old_chains(vrmi_build *build, const vrmi_json *at, vrm_string name,
                         vrmi_old_springs *old, const vrmi_old_spring *spring);

/* The parameters of a joint, without its node, and what they are where a file is silent (SB-017).
 */
extern const vrm_spring_joint vrmi_default_joint;
void vrmi_read_joint_values(vrmi_build *build, const vrmi_json *at, vrm_spring_joint *out);

#endif
