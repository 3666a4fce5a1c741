/* The tables of a file that is turned. Only arrays with directions are copied. */
#include "author/migrate/turn.h"

#include <string.h>

static bool turn_nodes(vrmi_arena *arena, vrm_gltf *gltf) {
    vrm_node *nodes = VRMI_TAKE(arena, vrm_node, gltf->node_count);
    if (nodes == NULL) return false;
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        nodes[i] = gltf->nodes[i];
        nodes[i].rest.translation = vrmi_turn_vector(nodes[i].rest.translation);
        nodes[i].rest.rotation = vrmi_turn_rotation(nodes[i].rest.rotation);
    }
    gltf->nodes = nodes;
    return true;
}

/* The tail of a capsule is a point and that of a plane a direction: both turn alike. */
static bool turn_colliders(vrmi_arena *arena, vrm_tables *tables) {
    uint32_t count = tables->spring_collider_count;
    vrm_spring_collider *colliders = VRMI_TAKE(arena, vrm_spring_collider, count);
    if (colliders == NULL) return false;
    for (uint32_t i = 0; i < count; ++i) {
        colliders[i] = tables->spring_colliders[i];
        colliders[i].offset = vrmi_turn_vector(colliders[i].offset);
        colliders[i].tail = vrmi_turn_vector(colliders[i].tail);
    }
    tables->spring_colliders = colliders;
    return true;
}

/*
 * The space of a limit lies about the axis b of the bone: A is the shortest arc from +Y to b, and
 * that to R b is R A R⁻¹, as R leaves +Y alone. So its rotation turns as any other (SL-006).
 */
static bool turn_joints(vrmi_arena *arena, vrm_tables *tables) {
    uint32_t count = tables->spring_joint_count;
    vrm_spring_joint *joints = VRMI_TAKE(arena, vrm_spring_joint, count);
    if (joints == NULL) return false;
    for (uint32_t i = 0; i < count; ++i) {
        joints[i] = tables->spring_joints[i];
        joints[i].tail_offset = vrmi_turn_vector(joints[i].tail_offset);
        joints[i].gravity_dir = vrmi_turn_vector(joints[i].gravity_dir);
        joints[i].limit.rotation = vrmi_turn_rotation(joints[i].limit.rotation);
    }
    tables->spring_joints = joints;
    return true;
}

/* An aim along X or Z points the other way; a roll about them is the same. */
static bool turn_constraints(vrmi_arena *arena, vrm_tables *tables) {
    uint32_t count = tables->constraint_count;
    vrm_constraint *constraints = VRMI_TAKE(arena, vrm_constraint, count);
    if (constraints == NULL) return false;
    for (uint32_t i = 0; i < count; ++i) {
        constraints[i] = tables->constraints[i];
        if (constraints[i].kind == VRM_CONSTRAINT_AIM && constraints[i].axis / 2 != 1) {
            constraints[i].axis ^= 1;
        }
    }
    tables->constraints = constraints;
    return true;
}

bool vrmi_turn_tables(vrmi_arena *arena, vrm_gltf *gltf, vrm_tables *tables) {
    tables->look_at.offset_from_head_bone = vrmi_turn_vector(tables->look_at.offset_from_head_bone);
    tables->humanoid.faces_minus_z = !tables->humanoid.faces_minus_z;
    return turn_nodes(arena, gltf) && turn_colliders(arena, tables) && turn_joints(arena, tables) &&
           turn_constraints(arena, tables);
}
