/* How far the tails of springs can go from the body, so that what is farther away need not be asked
 * (spring_world.c). */
#include "base/math.h"
#include "rig/rig.h"

#include <string.h>

/* The greater of both; what is not a number stays, so that nothing is left out because of it. */
static float at_least(float most, float value) { return value <= most ? most : value; }

void vrmi_reach_measure(const vrmi_rig *rig, uint32_t joint_count, const vrm_trs *local,
                        vrmi_reach_link *links, vrmi_reach *out) {
    const vrmi_rig_springs *springs = &rig->springs;
    const vrmi_rig_reach *reach = &rig->reach;
    for (uint32_t i = springs->input_count; i < springs->place_count; ++i) {
        const vrm_trs *own = &local[springs->places[i].node];
        uint32_t parent = (uint32_t)springs->places[i].parent;
        vrmi_reach_link above = {0.0f, 1.0f}, *link = &links[i - springs->input_count];
        if (parent >= springs->input_count) above = links[parent - springs->input_count];
        link->distance = above.distance + above.scale * vrmi_vec3_length(own->translation);
        link->scale = above.scale * vrmi_largest_scale(own->scale);
    }
    for (uint32_t i = 0; i < reach->count; ++i) {
        out[i].place = reach->bases[i];
        out[i].radius = 0.0f;
        out[i].scale = 0.0f;
    }
    for (uint32_t i = 0; i < joint_count; ++i) {
        const vrmi_rig_joint *joint = &springs->joints[i];
        const vrmi_reach_link *link = &links[(uint32_t)joint->place - springs->input_count];
        vrmi_reach *base_reach = &out[reach->joint_bases[i]];
        if (!(joint->length > 0.0f)) continue;
        base_reach->radius =
            at_least(base_reach->radius, link->distance + link->scale * joint->length);
        base_reach->scale = at_least(base_reach->scale, link->scale);
    }
}

/* By place: the base that it hangs from, and by how many links. What is above comes first. */
typedef struct hanging {
    int32_t base; /* place */
    uint32_t depth;
} hanging;

/* The nearest input place above each joint, and how many links are between them at most. */
static void find_bases(vrmi_rig *rig, uint32_t joint_count, int32_t *bases, uint32_t *joint_bases,
                       int32_t *by_place, hanging *hangs) {
    const vrmi_rig_springs *springs = &rig->springs;
    for (uint32_t i = 0; i < springs->place_count; ++i) {
        bool is_input = i < springs->input_count;
        const hanging *above = is_input ? NULL : &hangs[springs->places[i].parent];
        hangs[i].base = is_input ? (int32_t)i : above->base;
        hangs[i].depth = is_input ? 0 : above->depth + 1;
    }
    for (uint32_t i = 0; i < springs->input_count; ++i) by_place[i] = VRM_NONE;
    for (uint32_t i = 0; i < joint_count; ++i) {
        const hanging *own = &hangs[springs->joints[i].place];
        if (by_place[own->base] == VRM_NONE) {
            by_place[own->base] = (int32_t)rig->reach.count;
            bases[rig->reach.count++] = own->base;
        }
        joint_bases[i] = (uint32_t)by_place[own->base];
        if (rig->reach.depth < own->depth) rig->reach.depth = own->depth;
    }
}

static bool measure_rest(vrmi_rig *rig, const vrm_gltf *gltf, uint32_t joint_count,
                         vrmi_arena *scratch) {
    const vrmi_rig_springs *springs = &rig->springs;
    uint32_t moved = springs->place_count - springs->input_count;
    vrmi_reach_rest *rest = VRMI_TAKE(&rig->arena, vrmi_reach_rest, moved);
    vrmi_reach *all = VRMI_TAKE(&rig->arena, vrmi_reach, rig->reach.count);
    vrm_trs *local = VRMI_TAKE(scratch, vrm_trs, gltf->node_count);
    vrmi_reach_link *links = VRMI_TAKE(scratch, vrmi_reach_link, moved);
    if (rest == NULL || all == NULL || local == NULL || links == NULL) return false;
    for (uint32_t i = 0; i < gltf->node_count; ++i) local[i] = gltf->nodes[i].rest;
    for (uint32_t i = 0; i < moved; ++i) {
        rest[i].node = springs->places[springs->input_count + i].node;
        rest[i].translation = local[rest[i].node].translation;
        rest[i].scale = local[rest[i].node].scale;
    }
    vrmi_reach_measure(rig, joint_count, local, links, all);
    rig->reach.rest = rest;
    rig->reach.at_rest = all;
    return true;
}

bool vrmi_rig_reach_build(vrmi_rig *rig, const vrm_gltf *gltf, const vrm_tables *tables,
                          vrmi_arena *scratch) {
    uint32_t joint_count = tables->spring_joint_count;
    int32_t *bases = VRMI_TAKE(&rig->arena, int32_t, rig->springs.input_count);
    uint32_t *joint_bases = VRMI_TAKE(&rig->arena, uint32_t, joint_count);
    int32_t *by_place = VRMI_TAKE(scratch, int32_t, rig->springs.input_count);
    hanging *hangs = VRMI_TAKE(scratch, hanging, rig->springs.place_count);
    if (bases == NULL || joint_bases == NULL || by_place == NULL || hangs == NULL) return false;
    find_bases(rig, joint_count, bases, joint_bases, by_place, hangs);
    rig->reach.bases = bases;
    rig->reach.joint_bases = joint_bases;
    return measure_rest(rig, gltf, joint_count, scratch);
}
