/* The lanes of a rig: rows, groups and levels, as they were planned (rig_lanes_plan.c). */
#include "rig/rig_lanes.h"

#include <string.h>

/* --- Rows --- */

static void write_lane(const vrmi_lane_plan *p, vrmi_lane_row *row, uint32_t lane, int32_t index) {
    const vrmi_rig_joint *joint = &p->rig->springs.joints[index];
    const float lines[VRMI_LANE_LINES] = {
        joint->rest.x,      joint->rest.y,      joint->rest.z,      joint->rest.w,
        joint->rest_axis.x, joint->rest_axis.y, joint->rest_axis.z, joint->length,
        joint->turn_axis.x, joint->turn_axis.y, joint->turn_axis.z};
    for (int i = 0; i < VRMI_LANE_LINES; ++i) row->v[i][lane] = lines[i];
    row->active |= 1u << lane;
    row->joints[lane] = index;
    row->nodes[lane] = joint->node;
}

/* The child that the last bone of a chain points at, where nothing else places it. */
static int32_t end_of(const vrmi_lane_plan *p, int32_t index, const int32_t *heads) {
    const vrm_spring_joint *joint = &p->tables->spring_joints[index];
    int32_t tail = joint->tail_node;
    if (tail == VRM_NONE || p->gltf->nodes[tail].parent != joint->node) return VRM_NONE;
    return heads[tail] == VRM_NONE ? tail : VRM_NONE;
}

static void write_rows(const vrmi_lane_plan *p, const vrmi_lane_group *group, uint32_t first,
                       vrmi_lane_row *rows, uint32_t *slots, int32_t *heads) {
    for (uint32_t k = 0; k < group->row_count; ++k) {
        vrmi_lane_row *row = &rows[group->first_row + k];
        memset(row, 0, sizeof *row);
        for (uint32_t lane = 0; lane < VRMI_LANES; ++lane) {
            row->v[VRMI_LANE_REST + 3][lane] = 1.0f;
            row->v[VRMI_LANE_REST_AXIS + 1][lane] = 1.0f;
            row->v[VRMI_LANE_TURN_AXIS][lane] = 1.0f;
            row->joints[lane] = VRM_NONE;
            row->nodes[lane] = p->rig->springs.joints[vrmi_chain_at(p, first)->first].node;
            row->end_nodes[lane] = VRM_NONE;
        }
    }
    for (uint32_t lane = 0; lane < group->lane_count; ++lane) {
        const vrmi_chain *one = vrmi_chain_at(p, first + lane);
        uint32_t at = group->first_row;
        for (int32_t j = one->first; j != VRM_NONE; j = p->next[j], ++at) {
            vrmi_lane_row *row = &rows[at];
            write_lane(p, row, lane, j);
            slots[j] = at * VRMI_LANES + lane;
            if (one->is_published) row->published |= 1u << lane;
            if (p->next[j] != VRM_NONE) continue;
            row->end_nodes[lane] = end_of(p, j, heads);
            if (row->end_nodes[lane] == VRM_NONE) continue;
            row->ends |= 1u << lane;
            heads[row->end_nodes[lane]] = j; /* placed from now on */
        }
    }
    for (uint32_t k = 0; k < group->row_count; ++k) {
        vrmi_lane_row *row = &rows[group->first_row + k];
        for (uint32_t lane = 0; lane < VRMI_LANES; ++lane) {
            row->local_bytes[lane] = (uint32_t)row->nodes[lane] * (uint32_t)sizeof(vrm_trs);
            row->world_bytes[lane] = (uint32_t)row->nodes[lane] * (uint32_t)sizeof(vrm_mat4);
        }
    }
}

/* When all slots are known. */
static bool write_limits(const vrmi_lane_plan *p) {
    const vrmi_limit *from = p->rig->springs.limits;
    vrmi_lane_limit *limits;
    if (from == NULL) return true;
    limits = VRMI_TAKE(&p->rig->arena, vrmi_lane_limit, p->row_count);
    if (limits == NULL) return false;
    memset(limits, 0, p->row_count * sizeof limits[0]);
    for (uint32_t i = 0; i < p->tables->spring_joint_count; ++i, ++from) {
        uint32_t slot = p->rig->lanes.slots[i];
        const float lines[VRMI_LIMIT_LINES] = {from->x.x,
                                               from->x.y,
                                               from->x.z,
                                               from->y.x,
                                               from->y.y,
                                               from->y.z,
                                               from->z.x,
                                               from->z.y,
                                               from->z.z,
                                               from->cos_angle,
                                               from->sin_angle,
                                               from->cos_yaw,
                                               from->sin_yaw,
                                               1.0f,
                                               from->kind == VRM_SPRING_LIMIT_CONE ? 1.0f : 0.0f};
        if (from->kind == VRM_SPRING_LIMIT_NONE) continue;
        for (int k = 0; k < VRMI_LIMIT_LINES; ++k) {
            limits[slot / VRMI_LANES].v[k][slot % VRMI_LANES] = lines[k];
        }
    }
    p->rig->lanes.limits = limits;
    return true;
}

static void write_collider(const vrmi_lane_plan *p, vrmi_lane_collider *to, uint32_t lane,
                           const vrm_spring_collider *from) {
    to->offset[0][lane] = from->offset.x;
    to->offset[1][lane] = from->offset.y;
    to->offset[2][lane] = from->offset.z;
    to->tail[0][lane] = from->tail.x;
    to->tail[1][lane] = from->tail.y;
    to->tail[2][lane] = from->tail.z;
    to->radius[lane] = from->radius;
    to->places[lane] = p->rig->springs.node_places[from->node];
    to->is_plane[lane] = from->shape == VRM_COLLIDER_PLANE ? 1.0f : 0.0f;
    to->is_inside[lane] =
        from->shape == VRM_COLLIDER_INSIDE_SPHERE || from->shape == VRM_COLLIDER_INSIDE_CAPSULE
            ? 1.0f
            : 0.0f;
    to->is_capsule[lane] =
        from->shape == VRM_COLLIDER_CAPSULE || from->shape == VRM_COLLIDER_INSIDE_CAPSULE ? 1.0f
                                                                                          : 0.0f;
    to->has_plane |= from->shape == VRM_COLLIDER_PLANE;
    to->has_capsule |= to->is_capsule[lane] != 0.0f;
    to->has_inside |= to->is_inside[lane] != 0.0f;
}

/* Empty lanes meet what the last chain meets, which has most colliders; their results are
 * discarded. A lane with fewer of them meets none behind its own. */
static void write_lane_colliders(const vrmi_lane_plan *p, const vrmi_lane_set *set,
                                 vrmi_lane_collider *out) {
    for (uint32_t i = 0; i < set->collider_count; ++i) {
        memset(&out[i], 0, sizeof out[i]);
        for (uint32_t lane = 0; lane < VRMI_LANES; ++lane) {
            uint32_t place = set->first + (lane < set->count ? lane : set->count - 1);
            const vrmi_met *met = &vrmi_chain_at(p, place)->met;
            if (i < met->count) {
                int32_t collider = p->prepared->met_colliders[met->first + i];
                write_collider(p, &out[i], lane, &p->tables->spring_colliders[collider]);
                out[i].is_there[lane] = 1.0f;
            } else {
                out[i].has_gap = 1;
            }
        }
    }
}

/* By node: not VRM_NONE for heads. */
static int32_t *list_heads(const vrmi_lane_plan *p) {
    int32_t *heads = VRMI_TAKE(p->scratch, int32_t, p->gltf->node_count);
    if (heads == NULL) return NULL;
    for (uint32_t i = 0; i < p->gltf->node_count; ++i) heads[i] = VRM_NONE;
    for (uint32_t i = 0; i < p->tables->spring_joint_count; ++i) {
        heads[p->tables->spring_joints[i].node] = (int32_t)i;
    }
    return heads;
}

/* --- Levels: what is to be done before their groups, and what is left when these are done ---
 *
 * Each list is sorted by level in two passes, one that counts and one that writes, so that any
 * number of levels costs the same. */

static uint32_t level_of(const vrmi_lane_plan *p, int32_t joint) {
    return p->chains[p->chain_of[joint]].level;
}

static void count_groups(const vrmi_lane_plan *p, vrmi_lane_level *levels) {
    uint32_t first = 0;
    for (uint32_t i = 0; i < p->set_count; ++i) {
        ++levels[vrmi_chain_at(p, p->sets[i].first)->level].group_count;
    }
    for (uint32_t i = 0; i < p->level_count; ++i) {
        levels[i].first_group = first;
        first += levels[i].group_count;
    }
}

/* Frames that follow heads. */
static bool write_followers(const vrmi_lane_plan *p, vrmi_lane_level *levels) {
    const vrmi_rig_springs *springs = &p->rig->springs;
    int32_t *followers = VRMI_TAKE(&p->rig->arena, int32_t, springs->place_count);
    uint32_t first = 0;
    if (followers == NULL) return false;
    for (uint32_t i = springs->input_count; i < springs->place_count; ++i) {
        bool is_head = springs->joints[p->movers[i]].place == (int32_t)i;
        if (!is_head) ++levels[level_of(p, p->movers[i])].follower_count;
    }
    for (uint32_t i = 0; i < p->level_count; ++i) {
        levels[i].first_follower = first;
        first += levels[i].follower_count;
        levels[i].follower_count = 0;
    }
    for (uint32_t i = springs->input_count; i < springs->place_count; ++i) {
        bool is_head = springs->joints[p->movers[i]].place == (int32_t)i;
        vrmi_lane_level *level = &levels[level_of(p, p->movers[i])];
        if (!is_head) followers[level->first_follower + level->follower_count++] = (int32_t)i;
    }
    p->rig->lanes.followers = followers;
    return true;
}

/* Moved nodes that are in no lane. */
static bool write_nodes(const vrmi_lane_plan *p, vrmi_lane_level *levels, const int32_t *heads) {
    const vrmi_rig_springs *springs = &p->rig->springs;
    int32_t *nodes = VRMI_TAKE(&p->rig->arena, int32_t, springs->moved_count);
    int32_t *movers = VRMI_TAKE(p->scratch, int32_t, p->gltf->node_count);
    uint32_t first = 0;
    if (nodes == NULL || movers == NULL) return false;
    for (uint32_t i = 0; i < springs->moved_count; ++i) {
        int32_t node = springs->moved_nodes[i], place = springs->node_places[node];
        movers[node] = place != VRM_NONE ? p->movers[place] : movers[p->gltf->nodes[node].parent];
        if (heads[node] == VRM_NONE) ++levels[level_of(p, movers[node])].node_count;
    }
    for (uint32_t i = 0; i < p->level_count; ++i) {
        levels[i].first_node = first;
        first += levels[i].node_count;
        levels[i].node_count = 0;
    }
    for (uint32_t i = 0; i < springs->moved_count; ++i) {
        int32_t node = springs->moved_nodes[i];
        vrmi_lane_level *level = &levels[level_of(p, movers[node])];
        if (heads[node] == VRM_NONE) nodes[level->first_node + level->node_count++] = node;
    }
    p->rig->lanes.nodes = nodes;
    return true;
}

/* The level that follows the one on which a collider is moved. */
static uint32_t level_of_shape(const vrmi_lane_plan *p, uint32_t collider) {
    int32_t place = p->rig->springs.node_places[p->tables->spring_colliders[collider].node];
    int32_t mover = p->movers[place];
    return mover != VRM_NONE ? level_of(p, mover) + 1 : 0;
}

/* The colliders of shared lists, each once, by the level that needs them first. */
static bool write_shapes(const vrmi_lane_plan *p, vrmi_lane_level *levels) {
    uint32_t count = p->tables->spring_collider_count, first = 0;
    int32_t *shapes = VRMI_TAKE(&p->rig->arena, int32_t, count);
    uint8_t *is_shared = VRMI_TAKE(p->scratch, uint8_t, count);
    if (shapes == NULL || is_shared == NULL) return false;
    if (count != 0) memset(is_shared, 0, count);
    for (uint32_t i = 0; i < p->set_count; ++i) {
        const vrmi_met *met = &vrmi_chain_at(p, p->sets[i].first)->met;
        for (uint32_t k = 0; p->sets[i].is_shared && k < met->count; ++k) {
            is_shared[p->prepared->met_colliders[met->first + k]] = 1;
        }
    }
    for (uint32_t i = 0; i < count; ++i) {
        if (is_shared[i]) ++levels[level_of_shape(p, i)].shape_count;
    }
    for (uint32_t i = 0; i < p->level_count; ++i) {
        levels[i].first_shape = first;
        first += levels[i].shape_count;
        levels[i].shape_count = 0;
    }
    for (uint32_t i = 0; i < count; ++i) {
        vrmi_lane_level *level;
        if (!is_shared[i]) continue;
        level = &levels[level_of_shape(p, i)];
        shapes[level->first_shape + level->shape_count++] = (int32_t)i;
    }
    p->rig->lanes.shapes = shapes;
    return true;
}

static bool write_levels(const vrmi_lane_plan *p, const int32_t *heads) {
    vrmi_rig_lanes *lanes = &p->rig->lanes;
    vrmi_lane_level *levels = VRMI_TAKE(&p->rig->arena, vrmi_lane_level, p->level_count);
    if (levels == NULL) return false;
    memset(levels, 0, p->level_count * sizeof levels[0]);
    lanes->levels = levels;
    lanes->level_count = p->level_count;
    count_groups(p, levels);
    return write_followers(p, levels) && write_nodes(p, levels, heads) && write_shapes(p, levels);
}

/* --- Groups --- */

static bool write_collider_places(const vrmi_lane_plan *p) {
    const vrmi_rig_springs *springs = &p->rig->springs;
    vrmi_rig_lanes *lanes = &p->rig->lanes;
    uint32_t count = 0;
    int32_t *places;
    for (uint32_t i = 1; i < springs->place_count; ++i) {
        count += springs->places[i].collider_count != 0;
    }
    places = VRMI_TAKE(&p->rig->arena, int32_t, count);
    if (places == NULL) return false;
    lanes->collider_places = places;
    for (uint32_t i = 1; i < springs->place_count; ++i) {
        if (springs->places[i].collider_count == 0) continue;
        places[lanes->collider_place_count++] = (int32_t)i;
    }
    return true;
}

static void write_group(const vrmi_lane_plan *p, const vrmi_lane_set *set, uint32_t first_row,
                        vrmi_lane_group *group) {
    memset(group, 0, sizeof *group);
    group->lane_count = set->count;
    group->first_row = first_row;
    group->row_count = set->row_count;
    group->is_shared = set->is_shared;
    group->first_collider = vrmi_chain_at(p, set->first)->met.first;
    group->collider_count = set->collider_count;
    for (uint32_t lane = 0; lane < VRMI_LANES; ++lane) {
        const vrmi_chain *one = vrmi_chain_at(p, set->first + (lane < set->count ? lane : 0));
        const vrmi_rig_joint *joint = &p->rig->springs.joints[one->first];
        group->parent_places[lane] = joint->parent_place;
        group->parent_nodes[lane] = p->gltf->nodes[joint->node].parent;
        group->springs[lane] = one->spring;
    }
}

static bool write_groups(const vrmi_lane_plan *p) {
    vrmi_rig_lanes *lanes = &p->rig->lanes;
    vrmi_arena *arena = &p->rig->arena;
    vrmi_lane_group *groups = VRMI_TAKE(arena, vrmi_lane_group, p->set_count);
    vrmi_lane_row *rows = VRMI_TAKE(arena, vrmi_lane_row, p->row_count);
    vrmi_lane_collider *own = VRMI_TAKE(arena, vrmi_lane_collider, p->lane_collider_count);
    uint32_t *slots = VRMI_TAKE(arena, uint32_t, p->tables->spring_joint_count);
    int32_t *heads = list_heads(p);
    uint32_t row = 0, own_count = 0;
    if (groups == NULL || rows == NULL || own == NULL || slots == NULL || heads == NULL) {
        return false;
    }
    lanes->is_crowdable = p->is_crowdable;
    for (uint32_t i = 0; i < p->set_count; ++i) {
        vrmi_lane_group *group = &groups[i];
        write_group(p, &p->sets[i], row, group);
        write_rows(p, group, p->sets[i].first, rows, slots, heads);
        row += group->row_count;
        if (group->is_shared && !p->is_crowdable) continue;
        group->first_lane_collider = own_count;
        write_lane_colliders(p, &p->sets[i], own + own_count);
        own_count += group->collider_count;
        if (lanes->most_lane_colliders < group->collider_count) {
            lanes->most_lane_colliders = group->collider_count;
        }
    }
    lanes->rows = rows;
    lanes->groups = groups;
    lanes->shared_colliders = p->prepared->met_colliders;
    lanes->lane_colliders = own;
    lanes->slots = slots;
    lanes->row_count = p->row_count;
    lanes->group_count = p->set_count;
    lanes->is_wide = true;
    return write_limits(p) && write_levels(p, heads) && write_collider_places(p);
}

/* Rows for the state alone, where the reference solver does the work. */
static bool write_plain_rows(vrmi_rig *rig, uint32_t count) {
    uint32_t *slots = VRMI_TAKE(&rig->arena, uint32_t, count);
    if (slots == NULL) return false;
    for (uint32_t i = 0; i < count; ++i) slots[i] = i;
    rig->lanes.slots = slots;
    rig->lanes.row_count = count / VRMI_LANES + (count % VRMI_LANES != 0);
    return true;
}

bool vrmi_rig_lanes_build(vrmi_rig *rig, const vrm_gltf *gltf, const vrm_tables *tables,
                          const vrmi_prepared *prepared, vrmi_arena *scratch) {
    /* Rows have places of nodes in 32 bits. */
    bool is_wide = !prepared->has_circle && tables->spring_joint_count != 0 &&
                   gltf->node_count <= UINT32_MAX / sizeof(vrm_mat4);
    vrmi_lane_plan plan;
    memset(&plan, 0, sizeof plan);
    plan.rig = rig;
    plan.gltf = gltf;
    plan.tables = tables;
    plan.prepared = prepared;
    plan.scratch = scratch;
    if (is_wide && !vrmi_plan_lanes(&plan, &is_wide)) return false;
    return is_wide ? write_groups(&plan) : write_plain_rows(rig, tables->spring_joint_count);
}
