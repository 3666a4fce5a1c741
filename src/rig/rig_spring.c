/* Which places springs need in their steps, and in which order they come to be known. */
#include "base/math.h"
#include "rig/rig.h"

#include <string.h>

typedef struct finder {
    vrmi_rig *rig;
    const vrm_gltf *gltf;
    const vrm_tables *tables;
    int32_t *heads;   /* by node: the joint of which it is the head, or VRM_NONE */
    int32_t *nearest; /* by node: the joint whose head is the node or the nearest above it */
    uint8_t *needed;  /* by node */
    int32_t *places;  /* by node */
} finder;

static void find_needed(const finder *f) {
    const vrm_tables *tables = f->tables;
    const vrmi_forest *forest = &f->rig->forest;
    for (uint32_t i = 0; i < f->gltf->node_count; ++i) {
        f->heads[i] = VRM_NONE;
        f->needed[i] = 0;
    }
    for (uint32_t i = 0; i < tables->spring_joint_count; ++i) {
        f->heads[tables->spring_joints[i].node] = (int32_t)i;
        f->needed[tables->spring_joints[i].node] = 1;
    }
    for (uint32_t i = 0; i < tables->spring_collider_count; ++i) {
        if (tables->spring_colliders[i].shape != VRM_COLLIDER_NONE) {
            f->needed[tables->spring_colliders[i].node] = 1;
        }
    }
    for (uint32_t i = 0; i < tables->spring_count; ++i) {
        if (tables->springs[i].center != VRM_NONE) f->needed[tables->springs[i].center] = 1;
    }
    for (uint32_t i = f->gltf->node_count; i-- > 0;) {
        int32_t node = forest->order[i], parent = f->gltf->nodes[node].parent;
        if (f->needed[node] && parent != VRM_NONE) f->needed[parent] = 1;
    }
    for (uint32_t i = 0; i < f->gltf->node_count; ++i) {
        int32_t node = forest->order[i], parent = f->gltf->nodes[node].parent;
        f->nearest[node] = f->heads[node] != VRM_NONE ? f->heads[node]
                           : parent != VRM_NONE       ? f->nearest[parent]
                                                      : VRM_NONE;
    }
}

/* The places of one kind: of nodes that springs move, or of those that they do not. */
static void add_places(const finder *f, vrmi_rig_place *places, uint32_t *count, bool moved) {
    for (uint32_t i = 0; i < f->gltf->node_count; ++i) {
        int32_t node = f->rig->forest.order[i], parent = f->gltf->nodes[node].parent;
        if (!f->needed[node] || (f->nearest[node] != VRM_NONE) != moved) continue;
        places[*count].node = node;
        places[*count].parent = parent != VRM_NONE ? f->places[parent] : 0;
        f->places[node] = (int32_t)(*count)++;
    }
}

static bool find_places(const finder *f) {
    vrmi_rig_springs *springs = &f->rig->springs;
    vrmi_rig_place *places;
    uint32_t count = 1;
    for (uint32_t i = 0; i < f->gltf->node_count; ++i) count += f->needed[i];
    places = VRMI_TAKE(&f->rig->arena, vrmi_rig_place, count);
    if (places == NULL) return false;
    memset(places, 0, sizeof *places * count);
    for (uint32_t i = 0; i < f->gltf->node_count; ++i) f->places[i] = VRM_NONE;
    places[0].node = VRM_NONE;
    places[0].parent = VRM_NONE;
    count = 1;
    add_places(f, places, &count, false);
    springs->input_count = count;
    add_places(f, places, &count, true);
    springs->place_count = count;
    springs->places = places;
    springs->node_places = f->places;
    return true;
}

/* Sorts colliders by the place of their node. */
static bool find_colliders(const finder *f) {
    vrmi_rig_springs *springs = &f->rig->springs;
    vrmi_rig_place *places = (vrmi_rig_place *)(uintptr_t)springs->places;
    int32_t *colliders = VRMI_TAKE(&f->rig->arena, int32_t, f->tables->spring_collider_count);
    uint32_t first = 0;
    if (colliders == NULL) return false;
    for (uint32_t i = 0; i < f->tables->spring_collider_count; ++i) {
        const vrm_spring_collider *collider = &f->tables->spring_colliders[i];
        if (collider->shape != VRM_COLLIDER_NONE) {
            ++places[f->places[collider->node]].collider_count;
        }
    }
    for (uint32_t i = 0; i < springs->place_count; ++i) {
        places[i].first_collider = first;
        first += places[i].collider_count;
        places[i].collider_count = 0;
    }
    for (uint32_t i = 0; i < f->tables->spring_collider_count; ++i) {
        const vrm_spring_collider *collider = &f->tables->spring_colliders[i];
        vrmi_rig_place *place;
        if (collider->shape == VRM_COLLIDER_NONE) continue;
        place = &places[f->places[collider->node]];
        colliders[place->first_collider + place->collider_count++] = (int32_t)i;
    }
    springs->place_colliders = colliders;
    return true;
}

/* The axis of §6.1 for a half turn: across `axis` and the base vector that is most across it. */
static vrm_vec3 turn_axis_of(vrm_vec3 axis) {
    float x = fabsf(axis.x), y = fabsf(axis.y), z = fabsf(axis.z);
    vrm_vec3 base = vrm_vec3_make(0.0f, 0.0f, 0.0f);
    if (x <= y && x <= z) {
        base.x = 1.0f;
    } else if (y <= z) {
        base.y = 1.0f;
    } else {
        base.z = 1.0f;
    }
    return vrmi_vec3_safe_normalize(vrmi_vec3_cross(axis, base), vrm_vec3_make(1.0f, 0.0f, 0.0f));
}

static bool find_joints(const finder *f) {
    vrmi_rig_springs *springs = &f->rig->springs;
    uint32_t count = f->tables->spring_joint_count, first = 0;
    uint32_t follower_count = springs->place_count - springs->input_count - count;
    vrmi_rig_joint *joints = VRMI_TAKE(&f->rig->arena, vrmi_rig_joint, count);
    int32_t *followers = VRMI_TAKE(&f->rig->arena, int32_t, follower_count);
    if (joints == NULL || followers == NULL) return false;
    for (uint32_t i = 0; i < count; ++i) {
        const vrm_spring_joint *from = &f->tables->spring_joints[i];
        vrmi_rig_joint *to = &joints[i];
        memset(to, 0, sizeof *to);
        to->node = from->node;
        to->spring = from->spring;
        to->place = f->places[from->node];
        to->parent_place = springs->places[to->place].parent;
        to->rest = f->gltf->nodes[from->node].rest.rotation;
        to->length = vrmi_vec3_length(from->tail_offset);
        if (!(to->length > VRMI_EPSILON_LENGTH && to->length <= FLT_MAX)) to->length = 0.0f;
        to->axis = vrmi_vec3_safe_normalize(from->tail_offset, vrm_vec3_make(0.0f, 1.0f, 0.0f));
        to->rest_axis = vrmi_quat_rotate(to->rest, to->axis);
        to->turn_axis = vrmi_quat_rotate(to->rest, turn_axis_of(to->axis));
    }
    for (uint32_t i = springs->input_count; i < springs->place_count; ++i) {
        int32_t node = springs->places[i].node;
        if (f->heads[node] == VRM_NONE) ++joints[f->nearest[node]].follower_count;
    }
    for (uint32_t i = 0; i < count; ++i) {
        joints[i].first_follower = first;
        first += joints[i].follower_count;
        joints[i].follower_count = 0;
    }
    for (uint32_t i = springs->input_count; i < springs->place_count; ++i) {
        int32_t node = springs->places[i].node;
        vrmi_rig_joint *joint = &joints[f->nearest[node]];
        if (f->heads[node] != VRM_NONE) continue;
        followers[joint->first_follower + joint->follower_count++] = (int32_t)i;
    }
    springs->joints = joints;
    springs->followers = followers;
    return true;
}

static bool is_moved(const finder *f, int32_t node) {
    return node != VRM_NONE && f->nearest[node] != VRM_NONE;
}

static bool is_moved_read(const finder *f) {
    if (is_moved(f, f->tables->humanoid.nodes[VRM_BONE_HEAD])) return true;
    for (uint32_t i = 0; i < f->tables->constraint_count; ++i) {
        const vrm_constraint *constraint = &f->tables->constraints[i];
        if (is_moved(f, constraint->source)) return true;
        if (is_moved(f, f->gltf->nodes[constraint->node].parent)) return true;
    }
    return false;
}

static bool find_moved(const finder *f) {
    vrmi_rig_springs *springs = &f->rig->springs;
    uint32_t count = 0;
    int32_t *moved, *still;
    for (uint32_t i = 0; i < f->gltf->node_count; ++i) count += f->nearest[i] != VRM_NONE;
    moved = VRMI_TAKE(&f->rig->arena, int32_t, count);
    still = VRMI_TAKE(&f->rig->arena, int32_t, f->gltf->node_count - count);
    if (moved == NULL || still == NULL) return false;
    for (uint32_t i = 0; i < f->gltf->node_count; ++i) {
        int32_t node = f->rig->forest.order[i];
        if (is_moved(f, node)) {
            moved[springs->moved_count++] = node;
        } else {
            still[springs->still_count++] = node;
        }
    }
    springs->moved_nodes = moved;
    springs->still_nodes = still;
    springs->is_moved_read = is_moved_read(f);
    return true;
}

bool vrmi_rig_springs_build(vrmi_rig *rig, const vrm_gltf *gltf, const vrm_tables *tables,
                            const vrmi_prepared *prepared, vrmi_arena *scratch) {
    uint32_t count = gltf->node_count;
    finder f = {rig, gltf, tables, NULL, NULL, NULL, NULL};
    f.heads = VRMI_TAKE(scratch, int32_t, count);
    f.nearest = VRMI_TAKE(scratch, int32_t, count);
    f.needed = VRMI_TAKE(scratch, uint8_t, count);
    f.places = VRMI_TAKE(&rig->arena, int32_t, count);
    if (f.heads == NULL || f.nearest == NULL || f.needed == NULL || f.places == NULL) return false;
    rig->springs.has_circle = prepared->has_circle;
    rig->springs.met = prepared->met;
    rig->springs.met_colliders = prepared->met_colliders;
    find_needed(&f);
    return find_places(&f) && find_colliders(&f) && find_joints(&f) && find_moved(&f);
}
