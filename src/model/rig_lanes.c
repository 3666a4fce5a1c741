/* Chains into lanes: which eight go together, and in which order. */
#include "base/math.h"
#include "model/rig.h"

#include <string.h>

enum {
    MOST_LEVELS = 64,
    MOST_COLLIDERS = 4096,    /* of one chain; else the reference solver takes the model */
    MOST_LANE_COLLIDERS = 32, /* of chains with different ones that share a group */
    MOST_ENTRIES = 1 << 18    /* in all lists of colliders together */
};

typedef struct chain {
    int32_t first; /* joint; the others follow by `next` */
    int32_t spring;
    uint32_t length;
    uint32_t level;
    uint32_t collider_count;
    bool is_published; /* something outside needs to know where its heads are */
} chain;

typedef struct planner {
    vrmi_rig *rig;
    const vrm_gltf *gltf;
    const vrm_tables *tables;
    vrmi_arena *scratch;
    int32_t *movers;    /* by frame: the joint that moves it; VRM_NONE */
    int32_t *next;      /* by joint: the one that goes on its chain; VRM_NONE */
    uint32_t *chain_of; /* by joint */
    chain *chains;
    uint32_t *sorted; /* chains in the order in which they fill lanes */
    uint32_t chain_count;
    uint32_t level_count;
} planner;

static bool begin(planner *p) {
    uint32_t joints = p->tables->joint_count;
    p->movers = VRMI_TAKE(p->scratch, int32_t, p->rig->springs.frame_count);
    p->next = VRMI_TAKE(p->scratch, int32_t, joints);
    p->chain_of = VRMI_TAKE(p->scratch, uint32_t, joints);
    p->chains = VRMI_TAKE(p->scratch, chain, joints);
    p->sorted = VRMI_TAKE(p->scratch, uint32_t, joints);
    return p->movers != NULL && p->next != NULL && p->chain_of != NULL && p->chains != NULL &&
           p->sorted != NULL;
}

static void find_movers(const planner *p) {
    const vrmi_rig_springs *springs = &p->rig->springs;
    for (uint32_t i = 0; i < springs->frame_count; ++i) p->movers[i] = VRM_NONE;
    for (uint32_t i = 0; i < p->tables->joint_count; ++i) {
        const vrmi_rig_joint *joint = &springs->joints[i];
        p->movers[joint->frame] = (int32_t)i;
        for (uint32_t k = 0; k < joint->follower_count; ++k) {
            p->movers[springs->followers[joint->first_follower + k]] = (int32_t)i;
        }
    }
}

/* A joint goes on the chain of its parent if that is a head of the same spring, and the first to
 * ask; else it starts one. */
static void find_chains(planner *p) {
    const vrmi_rig_joint *joints = p->rig->springs.joints;
    for (uint32_t i = 0; i < p->tables->joint_count; ++i) p->next[i] = VRM_NONE;
    for (uint32_t i = 0; i < p->tables->joint_count; ++i) {
        int32_t above = p->movers[joints[i].parent_frame];
        p->chain_of[i] = 1; /* for now: starts a chain */
        if (above == VRM_NONE || joints[above].frame != joints[i].parent_frame) continue;
        if (joints[above].spring != joints[i].spring || p->next[above] != VRM_NONE) continue;
        p->next[above] = (int32_t)i;
        p->chain_of[i] = 0;
    }
    for (uint32_t i = 0; i < p->tables->joint_count; ++i) {
        chain *one;
        if (p->chain_of[i] == 0) continue;
        one = &p->chains[p->chain_count];
        memset(one, 0, sizeof *one);
        one->first = (int32_t)i;
        one->spring = joints[i].spring;
        p->sorted[p->chain_count] = p->chain_count;
        ++p->chain_count;
    }
    for (uint32_t c = 0; c < p->chain_count; ++c) {
        for (int32_t j = p->chains[c].first; j != VRM_NONE; j = p->next[j]) {
            p->chain_of[j] = c;
            ++p->chains[c].length;
        }
    }
}

/* The level behind the chain that moves a frame; 0: none does. */
static uint32_t level_after(const planner *p, int32_t frame) {
    int32_t mover = p->movers[frame];
    return mover != VRM_NONE ? p->chains[p->chain_of[mover]].level + 1 : 0;
}

static uint32_t greater(uint32_t a, uint32_t b) { return a > b ? a : b; }

/* One pass over all that chains wait for. Whether a level has risen. */
static bool raise_levels(const planner *p, uint32_t *groups, uint32_t *springs) {
    const vrm_tables *tables = p->tables;
    const int32_t *frames = p->rig->springs.node_frames;
    bool has_risen = false;
    for (uint32_t i = 0; i < tables->collider_group_count; ++i) {
        const vrm_collider_group *group = &tables->collider_groups[i];
        groups[i] = 0;
        for (uint32_t k = 0; k < group->collider_count; ++k) {
            const vrm_collider *collider = &tables->colliders[group->colliders[k]];
            if (collider->shape == VRM_COLLIDER_NONE) continue;
            groups[i] = greater(groups[i], level_after(p, frames[collider->node]));
        }
    }
    for (uint32_t i = 0; i < tables->spring_count; ++i) {
        const vrm_spring *spring = &tables->springs[i];
        springs[i] = spring->center != VRM_NONE ? level_after(p, frames[spring->center]) : 0;
        /* A chain's own first joint as its center is taken at rest, and awaits only its parent. */
        if (spring->joint_count != 0 &&
            spring->center == tables->joints[spring->first_joint].node) {
            springs[i] = 0;
        }
        for (uint32_t k = 0; k < spring->collider_group_count; ++k) {
            springs[i] = greater(springs[i], groups[spring->collider_groups[k]]);
        }
    }
    for (uint32_t i = 0; i < p->chain_count; ++i) {
        chain *one = &p->chains[i];
        uint32_t level = greater(springs[one->spring],
                                 level_after(p, p->rig->springs.joints[one->first].parent_frame));
        if (level <= one->level) continue;
        one->level = level;
        has_risen = true;
    }
    return has_risen;
}

/* False: memory was refused. `*out_settled` false: there is no end to them. */
static bool find_levels(planner *p, bool *out_settled) {
    uint32_t *groups = VRMI_TAKE(p->scratch, uint32_t, p->tables->collider_group_count);
    uint32_t *springs = VRMI_TAKE(p->scratch, uint32_t, p->tables->spring_count);
    *out_settled = false;
    if (groups == NULL || springs == NULL) return false;
    for (uint32_t i = 0; i < MOST_LEVELS && !*out_settled; ++i) {
        *out_settled = !raise_levels(p, groups, springs);
    }
    for (uint32_t i = 0; i < p->chain_count; ++i) {
        p->level_count = greater(p->level_count, p->chains[i].level + 1);
    }
    return true;
}

static void find_published(const planner *p) {
    const vrmi_rig_springs *springs = &p->rig->springs;
    for (uint32_t i = springs->input_count; i < springs->frame_count; ++i) {
        const chain *own = &p->chains[p->chain_of[p->movers[i]]];
        bool is_head = springs->joints[p->movers[i]].frame == (int32_t)i;
        if (!is_head || springs->frames[i].collider_count != 0) {
            p->chains[own - p->chains].is_published = true;
        }
    }
    for (uint32_t i = 0; i < p->chain_count; ++i) {
        int32_t above = p->movers[springs->joints[p->chains[i].first].parent_frame];
        if (above != VRM_NONE) p->chains[p->chain_of[above]].is_published = true;
        if (p->level_count > 1) p->chains[i].is_published = true; /* may be a center, later */
    }
}

/* How many colliders the chains of a spring meet; more than MOST_COLLIDERS: too many. */
static uint32_t count_colliders(const vrm_tables *tables, const vrm_spring *spring) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < spring->collider_group_count && count <= MOST_COLLIDERS; ++i) {
        const vrm_collider_group *group = &tables->collider_groups[spring->collider_groups[i]];
        for (uint32_t k = 0; k < group->collider_count && count <= MOST_COLLIDERS; ++k) {
            count += tables->colliders[group->colliders[k]].shape != VRM_COLLIDER_NONE;
        }
    }
    return count;
}

/* Writes them, `stride` apart. */
static void list_colliders(const vrm_tables *tables, const vrm_spring *spring, int32_t *out,
                           uint32_t stride) {
    for (uint32_t i = 0; i < spring->collider_group_count; ++i) {
        const vrm_collider_group *group = &tables->collider_groups[spring->collider_groups[i]];
        for (uint32_t k = 0; k < group->collider_count; ++k) {
            if (tables->colliders[group->colliders[k]].shape == VRM_COLLIDER_NONE) continue;
            *out = group->colliders[k];
            out += stride;
        }
    }
}

static int compare_lists(const vrm_spring *a, const vrm_spring *b) {
    if (a->collider_group_count != b->collider_group_count) {
        return a->collider_group_count < b->collider_group_count ? -1 : 1;
    }
    for (uint32_t i = 0; i < a->collider_group_count; ++i) {
        if (a->collider_groups[i] == b->collider_groups[i]) continue;
        return a->collider_groups[i] < b->collider_groups[i] ? -1 : 1;
    }
    return 0;
}

/* By level, number of colliders, lists, length (longest first), place in the file. */
static bool comes_before(const planner *p, uint32_t x, uint32_t y) {
    const chain *a = &p->chains[x], *b = &p->chains[y];
    int lists;
    if (a->level != b->level) return a->level < b->level;
    if (a->collider_count != b->collider_count) return a->collider_count < b->collider_count;
    lists = compare_lists(&p->tables->springs[a->spring], &p->tables->springs[b->spring]);
    if (lists != 0) return lists < 0;
    if (a->length != b->length) return a->length > b->length;
    return a->first < b->first;
}

static void sift_down(const planner *p, uint32_t root, uint32_t count) {
    uint32_t *heap = p->sorted;
    for (;;) {
        uint32_t child = 2 * root + 1, swap;
        if (child >= count) return;
        if (child + 1 < count && comes_before(p, heap[child], heap[child + 1])) ++child;
        if (!comes_before(p, heap[root], heap[child])) return;
        swap = heap[root];
        heap[root] = heap[child];
        heap[child] = swap;
        root = child;
    }
}

static void sort_chains(const planner *p) {
    for (uint32_t i = p->chain_count / 2; i-- > 0;) sift_down(p, i, p->chain_count);
    for (uint32_t i = p->chain_count; i-- > 1;) {
        uint32_t swap = p->sorted[0];
        p->sorted[0] = p->sorted[i];
        p->sorted[i] = swap;
        sift_down(p, 0, i);
    }
}

static const chain *chain_at(const planner *p, uint32_t place) {
    return &p->chains[p->sorted[place]];
}

static bool have_same_colliders(const planner *p, uint32_t a, uint32_t b) {
    return compare_lists(&p->tables->springs[chain_at(p, a)->spring],
                         &p->tables->springs[chain_at(p, b)->spring]) == 0;
}

/* How many chains from `first` on make a group. Chains with other colliders join one that is not
 * half full yet. */
static uint32_t fill_group(const planner *p, uint32_t first, bool *is_shared) {
    uint32_t count = 1;
    *is_shared = true;
    while (count < VRMI_LANES && first + count < p->chain_count) {
        const chain *own = chain_at(p, first), *other = chain_at(p, first + count);
        if (other->level != own->level || other->collider_count != own->collider_count) break;
        if (!have_same_colliders(p, first, first + count)) {
            if (own->collider_count > MOST_LANE_COLLIDERS) break;
            if (*is_shared && count > VRMI_LANES / 2) break;
            *is_shared = false;
        }
        ++count;
    }
    return count;
}

/* First counted, then written: the arrays that the groups share. */
typedef struct totals {
    uint32_t groups, rows, shared, own;
} totals;

static uint32_t longest(const planner *p, uint32_t first, uint32_t count) {
    uint32_t length = 0;
    for (uint32_t i = 0; i < count; ++i) length = greater(length, chain_at(p, first + i)->length);
    return length;
}

static bool count_groups(const planner *p, totals *out) {
    memset(out, 0, sizeof *out);
    for (uint32_t first = 0, count; first < p->chain_count; first += count) {
        bool is_shared;
        count = fill_group(p, first, &is_shared);
        ++out->groups;
        out->rows += longest(p, first, count);
        if (is_shared) {
            out->shared += chain_at(p, first)->collider_count;
        } else {
            out->own += chain_at(p, first)->collider_count;
        }
        if (out->shared > MOST_ENTRIES || out->own > MOST_ENTRIES / VRMI_LANES) return false;
    }
    return true;
}

static void write_lane(const planner *p, vrmi_lane_row *row, uint32_t lane, int32_t index) {
    const vrmi_rig_joint *joint = &p->rig->springs.joints[index];
    row->rest[0][lane] = joint->rest.x;
    row->rest[1][lane] = joint->rest.y;
    row->rest[2][lane] = joint->rest.z;
    row->rest[3][lane] = joint->rest.w;
    row->axis[0][lane] = joint->axis.x;
    row->axis[1][lane] = joint->axis.y;
    row->axis[2][lane] = joint->axis.z;
    row->length[lane] = joint->length;
    row->turn_axis[0][lane] = joint->turn_axis.x;
    row->turn_axis[1][lane] = joint->turn_axis.y;
    row->turn_axis[2][lane] = joint->turn_axis.z;
    row->active |= 1u << lane;
    row->joints[lane] = index;
    row->nodes[lane] = joint->node;
}

/* The child that the last bone of a chain points at, where nothing else places it. */
static int32_t end_of(const planner *p, int32_t index, const int32_t *heads) {
    const vrm_joint *joint = &p->tables->joints[index];
    int32_t tail = joint->tail_node;
    if (tail == VRM_NONE || p->gltf->nodes[tail].parent != joint->node) return VRM_NONE;
    return heads[tail] == VRM_NONE ? tail : VRM_NONE;
}

static void write_rows(const planner *p, const vrmi_lane_group *group, uint32_t first,
                       vrmi_lane_row *rows, uint32_t *slots, int32_t *heads) {
    for (uint32_t k = 0; k < group->row_count; ++k) {
        vrmi_lane_row *row = &rows[group->first_row + k];
        memset(row, 0, sizeof *row);
        for (uint32_t lane = 0; lane < VRMI_LANES; ++lane) {
            row->rest[3][lane] = 1.0f;
            row->axis[1][lane] = 1.0f;
            row->turn_axis[0][lane] = 1.0f;
            row->joints[lane] = VRM_NONE;
            row->nodes[lane] = p->rig->springs.joints[chain_at(p, first)->first].node;
            row->end_nodes[lane] = VRM_NONE;
        }
    }
    for (uint32_t lane = 0; lane < group->lane_count; ++lane) {
        const chain *one = chain_at(p, first + lane);
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
}

static void write_collider(const planner *p, vrmi_lane_collider *to, uint32_t lane,
                           const vrm_collider *from) {
    to->offset[0][lane] = from->offset.x;
    to->offset[1][lane] = from->offset.y;
    to->offset[2][lane] = from->offset.z;
    to->tail[0][lane] = from->tail.x;
    to->tail[1][lane] = from->tail.y;
    to->tail[2][lane] = from->tail.z;
    to->radius[lane] = from->radius;
    to->frames[lane] = p->rig->springs.node_frames[from->node];
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

/* Empty lanes meet what the first lane meets; nobody sees it. */
static bool write_lane_colliders(const planner *p, const vrmi_lane_group *group,
                                 vrmi_lane_collider *out) {
    uint32_t count = group->collider_count;
    int32_t *lists = VRMI_TAKE(p->scratch, int32_t, (size_t)count * VRMI_LANES);
    if (lists == NULL) return false;
    for (uint32_t lane = 0; lane < VRMI_LANES; ++lane) {
        list_colliders(p->tables, &p->tables->springs[group->springs[lane]], lists + lane,
                       VRMI_LANES);
    }
    for (uint32_t i = 0; i < count; ++i) {
        memset(&out[i], 0, sizeof out[i]);
        for (uint32_t lane = 0; lane < VRMI_LANES; ++lane) {
            write_collider(p, &out[i], lane, &p->tables->colliders[lists[i * VRMI_LANES + lane]]);
        }
    }
    return true;
}

/* By node: not VRM_NONE for heads. */
static int32_t *list_heads(const planner *p) {
    int32_t *heads = VRMI_TAKE(p->scratch, int32_t, p->gltf->node_count);
    if (heads == NULL) return NULL;
    for (uint32_t i = 0; i < p->gltf->node_count; ++i) heads[i] = VRM_NONE;
    for (uint32_t i = 0; i < p->tables->joint_count; ++i) {
        heads[p->tables->joints[i].node] = (int32_t)i;
    }
    return heads;
}

/* What is left of a level when its groups are done: frames that follow heads, and nodes that are in
 * no lane. */
static bool write_levels(const planner *p, const int32_t *heads) {
    const vrmi_rig_springs *springs = &p->rig->springs;
    vrmi_rig_lanes *lanes = &p->rig->lanes;
    vrmi_lane_level *levels = VRMI_TAKE(&p->rig->arena, vrmi_lane_level, p->level_count);
    int32_t *followers = VRMI_TAKE(&p->rig->arena, int32_t, springs->frame_count);
    int32_t *nodes = VRMI_TAKE(&p->rig->arena, int32_t, springs->moved_count);
    int32_t *movers = VRMI_TAKE(p->scratch, int32_t, p->gltf->node_count);
    uint32_t follower_count = 0, node_count = 0, group = 0, place = 0;
    if (levels == NULL || followers == NULL || nodes == NULL || movers == NULL) return false;
    for (uint32_t i = 0; i < springs->moved_count; ++i) {
        int32_t node = springs->moved_nodes[i], frame = springs->node_frames[node];
        movers[node] = frame != VRM_NONE ? p->movers[frame] : movers[p->gltf->nodes[node].parent];
    }
    for (uint32_t level = 0; level < p->level_count; ++level) {
        vrmi_lane_level *out = &levels[level];
        out->first_group = group;
        for (; group < lanes->group_count && chain_at(p, place)->level == level; ++group) {
            place += lanes->groups[group].lane_count;
            if (place == p->chain_count) {
                ++group;
                break;
            }
        }
        out->group_count = group - out->first_group;
        out->first_follower = follower_count;
        for (uint32_t i = springs->input_count; i < springs->frame_count; ++i) {
            int32_t mover = p->movers[i];
            if (springs->joints[mover].frame == (int32_t)i) continue;
            if (p->chains[p->chain_of[mover]].level == level) {
                followers[follower_count++] = (int32_t)i;
            }
        }
        out->follower_count = follower_count - out->first_follower;
        out->first_node = node_count;
        for (uint32_t i = 0; i < springs->moved_count; ++i) {
            int32_t node = springs->moved_nodes[i];
            if (heads[node] != VRM_NONE) continue;
            if (p->chains[p->chain_of[movers[node]]].level == level) nodes[node_count++] = node;
        }
        out->node_count = node_count - out->first_node;
    }
    lanes->levels = levels;
    lanes->level_count = p->level_count;
    lanes->followers = followers;
    lanes->nodes = nodes;
    return true;
}

/* The colliders of shared lists, each once, by the level that needs them first. */
static bool write_shapes(const planner *p) {
    vrmi_rig_lanes *lanes = &p->rig->lanes;
    vrmi_lane_level *levels = (vrmi_lane_level *)(uintptr_t)lanes->levels;
    uint32_t count = p->tables->collider_count, written = 0;
    int32_t *shapes = VRMI_TAKE(&p->rig->arena, int32_t, count);
    uint8_t *is_shared = VRMI_TAKE(p->scratch, uint8_t, count);
    if (shapes == NULL || is_shared == NULL) return false;
    if (count != 0) memset(is_shared, 0, count);
    for (uint32_t i = 0; i < lanes->group_count; ++i) {
        const vrmi_lane_group *group = &lanes->groups[i];
        for (uint32_t k = 0; group->is_shared && k < group->collider_count; ++k) {
            is_shared[lanes->shared_colliders[group->first_collider + k]] = 1;
        }
    }
    for (uint32_t level = 0; level < p->level_count; ++level) {
        levels[level].first_shape = written;
        for (uint32_t i = 0; i < count; ++i) {
            int32_t frame;
            if (!is_shared[i]) continue;
            frame = p->rig->springs.node_frames[p->tables->colliders[i].node];
            if (level_after(p, frame) == level) shapes[written++] = (int32_t)i;
        }
        levels[level].shape_count = written - levels[level].first_shape;
    }
    lanes->shapes = shapes;
    return true;
}

static bool write_collider_frames(const planner *p) {
    const vrmi_rig_springs *springs = &p->rig->springs;
    vrmi_rig_lanes *lanes = &p->rig->lanes;
    uint32_t count = 0;
    int32_t *frames;
    for (uint32_t i = 1; i < springs->frame_count; ++i) {
        count += springs->frames[i].collider_count != 0;
    }
    frames = VRMI_TAKE(&p->rig->arena, int32_t, count);
    if (frames == NULL) return false;
    lanes->collider_frames = frames;
    for (uint32_t i = 1; i < springs->frame_count; ++i) {
        if (springs->frames[i].collider_count == 0) continue;
        frames[lanes->collider_frame_count++] = (int32_t)i;
    }
    return true;
}

static void write_group(const planner *p, vrmi_lane_group *group, uint32_t first) {
    for (uint32_t lane = 0; lane < VRMI_LANES; ++lane) {
        const chain *one = chain_at(p, first + (lane < group->lane_count ? lane : 0));
        const vrmi_rig_joint *joint = &p->rig->springs.joints[one->first];
        group->parent_frames[lane] = joint->parent_frame;
        group->parent_nodes[lane] = p->gltf->nodes[joint->node].parent;
        group->springs[lane] = one->spring;
    }
}

static bool write_groups(const planner *p, const totals *sizes) {
    vrmi_rig_lanes *lanes = &p->rig->lanes;
    vrmi_arena *arena = &p->rig->arena;
    vrmi_lane_group *groups = VRMI_TAKE(arena, vrmi_lane_group, sizes->groups);
    vrmi_lane_row *rows = VRMI_TAKE(arena, vrmi_lane_row, sizes->rows);
    int32_t *shared = VRMI_TAKE(arena, int32_t, sizes->shared);
    vrmi_lane_collider *own = VRMI_TAKE(arena, vrmi_lane_collider, sizes->own);
    uint32_t *slots = VRMI_TAKE(arena, uint32_t, p->tables->joint_count);
    int32_t *heads = list_heads(p);
    totals at = {0, 0, 0, 0};
    if (groups == NULL || rows == NULL || shared == NULL || own == NULL || slots == NULL ||
        heads == NULL) {
        return false;
    }
    for (uint32_t first = 0, count; first < p->chain_count; first += count) {
        vrmi_lane_group *group = &groups[at.groups++];
        bool is_shared;
        count = fill_group(p, first, &is_shared);
        memset(group, 0, sizeof *group);
        group->lane_count = count;
        group->first_row = at.rows;
        group->row_count = longest(p, first, count);
        group->collider_count = chain_at(p, first)->collider_count;
        group->is_shared = is_shared;
        write_group(p, group, first);
        write_rows(p, group, first, rows, slots, heads);
        at.rows += group->row_count;
        if (is_shared) {
            group->first_collider = at.shared;
            list_colliders(p->tables, &p->tables->springs[group->springs[0]], shared + at.shared,
                           1);
            at.shared += group->collider_count;
            continue;
        }
        group->first_collider = at.own;
        if (!write_lane_colliders(p, group, own + at.own)) return false;
        at.own += group->collider_count;
        lanes->most_lane_colliders = greater(lanes->most_lane_colliders, group->collider_count);
    }
    lanes->rows = rows;
    lanes->groups = groups;
    lanes->shared_colliders = shared;
    lanes->lane_colliders = own;
    lanes->slots = slots;
    lanes->row_count = sizes->rows;
    lanes->group_count = sizes->groups;
    lanes->is_wide = true;
    return write_levels(p, heads) && write_shapes(p) && write_collider_frames(p);
}

/* Rows for the state alone, where the reference solver does the work. */
static bool write_plain_rows(const planner *p) {
    uint32_t count = p->tables->joint_count;
    uint32_t *slots = VRMI_TAKE(&p->rig->arena, uint32_t, count);
    if (slots == NULL) return false;
    for (uint32_t i = 0; i < count; ++i) slots[i] = i;
    p->rig->lanes.slots = slots;
    p->rig->lanes.row_count = count / VRMI_LANES + (count % VRMI_LANES != 0);
    return true;
}

bool vrmi_rig_lanes_build(vrmi_rig *rig, const vrm_gltf *gltf, const vrm_tables *tables,
                          vrmi_arena *scratch) {
    planner p;
    totals sizes;
    bool is_wide = !rig->springs.has_circle && tables->joint_count != 0;
    memset(&p, 0, sizeof p);
    p.rig = rig;
    p.gltf = gltf;
    p.tables = tables;
    p.scratch = scratch;
    if (!is_wide) return write_plain_rows(&p);
    if (!begin(&p)) return false;
    find_movers(&p);
    find_chains(&p);
    if (!find_levels(&p, &is_wide)) return false;
    find_published(&p);
    for (uint32_t i = 0; i < p.chain_count; ++i) {
        p.chains[i].collider_count = count_colliders(tables, &tables->springs[p.chains[i].spring]);
        if (p.chains[i].collider_count > MOST_COLLIDERS) is_wide = false;
    }
    if (!is_wide) return write_plain_rows(&p);
    sort_chains(&p);
    if (!count_groups(&p, &sizes)) return write_plain_rows(&p);
    return write_groups(&p, &sizes);
}
