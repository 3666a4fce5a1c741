/* Colliders and radii, at rest. */
#include "author/check/behaviour.h"
#include "model/model.h"

#include <string.h>

/* A joint's tail that lies deeper in a collider begins in it (BH-004). */
static const float INSIDE_METERS = 0.01f;

/* --- At rest --- */

/* A spring that is in a collider. */
typedef struct spring_inside {
    uint32_t joint_count; /* of those that are deeper than INSIDE_METERS */
    uint32_t deepest;     /* joint */
    float depth;          /* of it, in meters */
    bool is_whole;        /* all of its joints are in it */
} spring_inside;

/* What one collider has in it: one diagnostic for all springs, as a head collider that is too large
 * has all of the hair in it. */
typedef struct collider_inside {
    spring_inside parts, wholes; /* of springs that are partly in it, and wholly */
    uint32_t part_count, whole_count;
} collider_inside;

static float depth_of(const vrmi_life *life, int32_t collider, int32_t node, vrm_vec3 offset) {
    vrm_vec3 point = vrmi_mat4_transform_point(&life->frame->world[node], offset);
    return vrmi_collider_depth(life->avatar, collider, point);
}

static spring_inside measure_spring(const vrmi_life *life, uint32_t index, int32_t collider) {
    const vrm_tables *tables = life->check->tables;
    const vrm_spring *spring = &tables->springs[index];
    const vrm_vec3 origin = {0.0f, 0.0f, 0.0f};
    int32_t root = tables->spring_joints[spring->first_joint].node;
    spring_inside found = {0, spring->first_joint, 0.0f, false};
    if (tables->spring_colliders[collider].shape != VRM_COLLIDER_PLANE) {
        found.is_whole = depth_of(life, collider, root, origin) > 0.0f;
    }
    for (uint32_t i = spring->first_joint; i < spring->first_joint + spring->joint_count; ++i) {
        const vrm_spring_joint *joint = &tables->spring_joints[i];
        float scale = vrmi_mat4_uniform_scale(&life->frame->world[joint->node]);
        float depth = depth_of(life, collider, joint->node, joint->tail_offset);
        if (!(depth > 0.0f)) found.is_whole = false;
        if (!(depth > INSIDE_METERS * scale)) continue;
        found.joint_count += 1;
        if (!(depth > found.depth)) continue;
        found.depth = depth;
        found.deepest = i;
    }
    return found;
}

static void add_spring(collider_inside *inside, const spring_inside *spring) {
    spring_inside *sum = spring->is_whole ? &inside->wholes : &inside->parts;
    if (spring->joint_count == 0) return;
    if (spring->is_whole) {
        inside->whole_count += 1;
    } else {
        inside->part_count += 1;
    }
    sum->joint_count += spring->joint_count;
    if (!(spring->depth > sum->depth)) return;
    sum->depth = spring->depth;
    sum->deepest = spring->deepest;
}

static vrmi_argument centimeters(float meters) { return vrmi_parts(meters * 100.0f, 10.0); }

static vrmi_argument collider_argument(const vrmi_life *life, uint32_t collider) {
    int32_t node = life->check->tables->spring_colliders[collider].node;
    return vrmi_reference("collider", collider, life->check->gltf->nodes[node].name);
}

static void report_inside(vrmi_life *life, uint32_t collider, const collider_inside *found) {
    const vrm_spring_joint *joints = life->check->tables->spring_joints;
    vrmi_check_place place;
    if (found->part_count + found->whole_count == 0) return;
    place = vrmi_at_collider(life, collider);
    if (found->whole_count != 0) {
        uint32_t spring = (uint32_t)joints[found->wholes.deepest].spring;
        vrmi_check_found(
            life->check, VRMI_COLLIDER_HOLDS_SPRING, &place,
            VRMI_WITH(collider_argument(life, collider), vrmi_unsigned(found->whole_count),
                      vrmi_spring_argument(life, spring), centimeters(found->wholes.depth)));
    }
    if (found->part_count != 0) {
        const vrm_spring_joint *deepest = &joints[found->parts.deepest];
        vrmi_check_found(life->check, VRMI_JOINT_IN_COLLIDER, &place,
                         VRMI_WITH(collider_argument(life, collider),
                                   vrmi_unsigned(found->parts.joint_count),
                                   vrmi_node_argument(life->check, deepest->node),
                                   vrmi_spring_argument(life, (uint32_t)deepest->spring),
                                   centimeters(found->parts.depth)));
    }
}

static void check_inside(vrmi_life *life) {
    const vrmi_prepared *prepared = life->check->model->prepared;
    const vrm_tables *tables = life->check->tables;
    uint32_t count = tables->spring_collider_count;
    collider_inside *found = VRMI_TAKE(life->check->scratch, collider_inside, count);
    if (found == NULL || count == 0) return;
    memset(found, 0, count * sizeof *found);
    for (uint32_t i = 0; i < tables->spring_count; ++i) {
        const vrmi_met *met = &prepared->met[i];
        for (uint32_t k = 0; k < met->count && tables->springs[i].joint_count != 0; ++k) {
            int32_t collider = prepared->met_colliders[met->first + k];
            spring_inside spring = measure_spring(life, i, collider);
            add_spring(&found[collider], &spring);
        }
    }
    for (uint32_t i = 0; i < count; ++i) report_inside(life, i, &found[i]);
}

/* --- Radii --- */

/* In the space of the head, where both are given. Without colliders the radius does nothing. */
static void check_radii(vrmi_life *life, const vrmi_chains *chains) {
    vrmi_check *check = life->check;
    const vrm_spring_joint *joints = check->tables->spring_joints;
    uint32_t count = 0, worst = chains->first_joint;
    float most = 1.0f, length = 0.0f;
    vrmi_check_place place;
    for (uint32_t i = chains->first_joint; i < chains->end_joint; ++i) {
        float own = vrmi_vec3_length(joints[i].tail_offset);
        if (!(own > VRMI_EPSILON_LENGTH) || !(joints[i].hit_radius > own)) continue;
        ++count;
        if (!(joints[i].hit_radius / own > most)) continue;
        most = joints[i].hit_radius / own;
        length = own;
        worst = i;
    }
    if (count == 0) return;
    place = vrmi_at_joint(life, worst, "hitRadius");
    vrmi_check_found(check, VRMI_HIT_RADIUS_LARGE, &place,
                     VRMI_WITH(vrmi_spring_argument(life, chains->spring), vrmi_unsigned(count),
                               vrmi_node_argument(check, joints[worst].node),
                               centimeters(joints[worst].hit_radius), centimeters(length)));
}

/* --- What nothing uses --- */

static void check_unused_colliders(vrmi_life *life) {
    const vrm_tables *tables = life->check->tables;
    for (uint32_t i = 0; i < tables->spring_collider_count; ++i) {
        vrmi_check_place place;
        if (life->collider_sources[i].group != VRM_NONE) continue;
        if (tables->spring_colliders[i].shape == VRM_COLLIDER_NONE) continue; /* it is inert */
        place = vrmi_at_collider(life, i);
        vrmi_check_found(life->check, VRMI_COLLIDER_UNUSED, &place,
                         VRMI_WITH(collider_argument(life, i)));
    }
}

static void check_unused_groups(vrmi_life *life) {
    const vrm_tables *tables = life->check->tables;
    uint32_t count = tables->spring_collider_group_count;
    uint8_t *is_used = VRMI_TAKE(life->check->scratch, uint8_t, count);
    if (is_used == NULL || count == 0) return;
    memset(is_used, 0, count);
    for (uint32_t i = 0; i < tables->spring_count; ++i) {
        const vrm_spring *spring = &tables->springs[i];
        /* The chains of one group of bones share its list. */
        if (i > 0 && spring->collider_groups == tables->springs[i - 1].collider_groups) continue;
        for (uint32_t k = 0; k < spring->collider_group_count; ++k) {
            is_used[spring->collider_groups[k]] = 1;
        }
    }
    for (uint32_t i = 0; i < count; ++i) {
        vrmi_check_place place;
        if (is_used[i]) continue;
        place = vrmi_at_collider_group(life, i);
        vrmi_check_found(
            life->check, VRMI_COLLIDER_GROUP_UNUSED, &place,
            VRMI_WITH(vrmi_reference("collider group", i, tables->spring_collider_groups[i].name)));
    }
}

void vrmi_check_life_colliders(vrmi_life *life) {
    vrmi_chains chains = {0, 0, 0, 0};
    check_unused_colliders(life);
    check_unused_groups(life);
    while (vrmi_next_chains(life, &chains)) {
        if (life->check->model->prepared->met[chains.spring].count != 0) check_radii(life, &chains);
    }
    if (life->avatar != NULL) check_inside(life);
}
