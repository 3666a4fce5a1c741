/* What 0.x and the drafts have in common about springs. */
#ifndef VRMI_DIALECT_BONE_GROUP_H
#define VRMI_DIALECT_BONE_GROUP_H

#include "build/build.h"

/* Parameters of a bone group, which apply to each joint of its subtrees. */
typedef struct vrmi_bone_group {
    vrm_string name;
    float hit_radius, stiffness, gravity_power, drag_force;
    vrm_vec3 gravity_dir;
    int32_t center;
    const int32_t *collider_groups;
    uint32_t collider_group_count;
    const int32_t *roots;
    uint32_t root_count;
} vrmi_bone_group;

/* Makes springs of the subtrees (V0-034, V0-035, V0-040, V0-041). `taken` marks nodes that an
 * earlier root has, by node, across all groups of the file. False: the load has failed. */
bool vrmi_add_bone_group(vrmi_build *build, const vrmi_json *at, const vrmi_bone_group *group,
                         uint8_t *taken);

/* A leaf's tail, in the leaf's space: 7 cm on from its parent (V0-041). The model's scale enlarges
 * them: the length is divided out again when the point is brought into the space of the leaf. */
vrm_vec3 vrmi_place_virtual_tail(const vrmi_build *build, int32_t leaf);

/* Groups of colliders that stand at one node (V0-033, §4.9), each read by `read` into `out`, which
 * has its node and is zero otherwise. False: it cannot be used, has been reported, and is left out.
 */
typedef bool vrmi_collider_reader(vrmi_build *build, const vrmi_json *at, vrm_spring_collider *out);
bool vrmi_read_node_collider_groups(vrmi_build *build, const vrmi_json *array,
                                    vrmi_collider_reader *read);
/* Indices into the collider groups that have been read; bad ones are left out (SB-008). */
bool vrmi_read_group_indices(vrmi_build *build, const vrmi_json *array, const int32_t **out,
                             uint32_t *out_count);

#endif
