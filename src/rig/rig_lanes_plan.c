/* Chains into lanes: which eight go together, and in which order. */
#include "base/sort.h"
#include "rig/rig_lanes.h"

#include <string.h>

enum {
    MOST_LANE_COLLIDERS = 32,    /* of chains with different ones that share a group */
    MOST_UNEVEN_COLLIDERS = 8,   /* of chains with more or fewer of them that share a group */
    MOST_LANE_ENTRIES = 1 << 15, /* of colliders by lane, of all groups together: 12 MB */
    MOST_CROWDED_ROWS = 8,       /* of a model whose avatars are taken together */
    MOST_CROWDED_ENTRIES = 64,   /* of colliders by lane, of such a model: 26 KB */
    MOST_SPARSE_ROWS = 4096      /* of which three quarters are empty: 5 MB with their state */
};

static uint32_t greater(uint32_t a, uint32_t b) { return a > b ? a : b; }

/* --- Chains --- */

static void find_movers(const vrmi_lane_plan *p) {
    const vrmi_rig_springs *springs = &p->rig->springs;
    for (uint32_t i = 0; i < springs->place_count; ++i) p->movers[i] = VRM_NONE;
    for (uint32_t i = 0; i < p->tables->spring_joint_count; ++i) {
        const vrmi_rig_joint *joint = &springs->joints[i];
        p->movers[joint->place] = (int32_t)i;
        for (uint32_t k = 0; k < joint->follower_count; ++k) {
            p->movers[springs->followers[joint->first_follower + k]] = (int32_t)i;
        }
    }
}

/* A joint goes on the chain of its parent if that is a head of the same spring; else it starts one.
 * The heads of a spring lie below each other, so that no two ask for the same parent. */
static void find_chains(vrmi_lane_plan *p) {
    const vrmi_rig_joint *joints = p->rig->springs.joints;
    for (uint32_t i = 0; i < p->tables->spring_joint_count; ++i) p->next[i] = VRM_NONE;
    for (uint32_t i = 0; i < p->tables->spring_joint_count; ++i) {
        int32_t above = p->movers[joints[i].parent_place];
        p->chain_of[i] = 1; /* for now: starts a chain */
        if (above == VRM_NONE || joints[above].place != joints[i].parent_place) continue;
        if (joints[above].spring != joints[i].spring) continue;
        p->next[above] = (int32_t)i;
        p->chain_of[i] = 0;
    }
    for (uint32_t i = 0; i < p->tables->spring_joint_count; ++i) {
        vrmi_chain *one;
        if (p->chain_of[i] == 0) continue;
        one = &p->chains[p->chain_count++];
        memset(one, 0, sizeof *one);
        one->first = (int32_t)i;
        one->spring = joints[i].spring;
        one->level = p->prepared->joint_levels[i];
        one->met = p->prepared->met[one->spring];
        p->level_count = greater(p->level_count, one->level + 1);
    }
    for (uint32_t c = 0; c < p->chain_count; ++c) {
        for (int32_t j = p->chains[c].first; j != VRM_NONE; j = p->next[j]) {
            p->chain_of[j] = c;
            ++p->chains[c].length;
        }
    }
}

static void find_published(const vrmi_lane_plan *p) {
    const vrmi_rig_springs *springs = &p->rig->springs;
    for (uint32_t i = springs->input_count; i < springs->place_count; ++i) {
        bool is_head = springs->joints[p->movers[i]].place == (int32_t)i;
        if (!is_head || springs->places[i].collider_count != 0) {
            p->chains[p->chain_of[p->movers[i]]].is_published = true;
        }
    }
    for (uint32_t i = 0; i < p->chain_count; ++i) {
        int32_t above = p->movers[springs->joints[p->chains[i].first].parent_place];
        if (above != VRM_NONE) p->chains[p->chain_of[above]].is_published = true;
        if (p->level_count > 1) p->chains[i].is_published = true; /* may be a center, later */
    }
}

/* --- Groups --- */

static bool have_same_colliders(const vrmi_chain *a, const vrmi_chain *b) {
    return a->met.count == b->met.count && (a->met.count == 0 || a->met.first == b->met.first);
}

/* By level, number of colliders, lists of them, length (longest first), place in the file. */
static bool comes_before(const void *context, uint32_t x, uint32_t y) {
    const vrmi_lane_plan *p = context;
    const vrmi_chain *a = &p->chains[x], *b = &p->chains[y];
    if (a->level != b->level) return a->level < b->level;
    if (a->met.count != b->met.count) return a->met.count < b->met.count;
    if (!have_same_colliders(a, b)) return a->met.first < b->met.first;
    return a->length > b->length;
}

/* By place in `sorted`: how many chains with the same colliders there are from it on. */
static void count_runs(const vrmi_lane_plan *p) {
    for (uint32_t i = p->chain_count; i-- > 0;) {
        const vrmi_chain *own = vrmi_chain_at(p, i);
        bool goes_on = i + 1 < p->chain_count && vrmi_chain_at(p, i + 1)->level == own->level &&
                       have_same_colliders(own, vrmi_chain_at(p, i + 1));
        p->runs[i] = goes_on ? p->runs[i + 1] + 1 : 1;
    }
}

/* Whether chains with other colliders join a group. */
static bool can_join(const vrmi_lane_plan *p, const vrmi_lane_set *set, uint32_t place) {
    uint32_t count = vrmi_chain_at(p, place)->met.count;
    if (count == vrmi_chain_at(p, set->first)->met.count) {
        return count <= MOST_LANE_COLLIDERS && !(set->is_shared && set->count > VRMI_LANES / 2);
    }
    /* With more of them (they are sorted so), if that leaves fewer groups in the end. The lanes
     * that have fewer colliders meet none in their place. */
    return count <= MOST_UNEVEN_COLLIDERS && p->runs[place] % VRMI_LANES != 0 &&
           p->runs[place] % VRMI_LANES <= VRMI_LANES - set->count;
}

/* The chains from `first` on that make a group. */
static vrmi_lane_set fill_set(const vrmi_lane_plan *p, uint32_t first) {
    const vrmi_chain *own = vrmi_chain_at(p, first);
    vrmi_lane_set set = {first, 1, own->length, own->met.count, true};
    while (set.count < VRMI_LANES && first + set.count < p->chain_count) {
        uint32_t place = first + set.count;
        const vrmi_chain *other = vrmi_chain_at(p, place);
        if (other->level != own->level) break;
        if (!have_same_colliders(vrmi_chain_at(p, place - 1), other)) {
            if (!can_join(p, &set, place)) break;
            set.is_shared = false;
        }
        set.row_count = greater(set.row_count, other->length);
        set.collider_count = other->met.count;
        ++set.count;
    }
    return set;
}

static bool fill_sets(vrmi_lane_plan *p) {
    for (uint32_t first = 0; first < p->chain_count; first += p->sets[p->set_count++].count) {
        vrmi_lane_set set = fill_set(p, first);
        p->sets[p->set_count] = set;
        p->row_count += set.row_count;
        if (set.is_shared) continue;
        p->lane_collider_count += set.collider_count;
        if (p->lane_collider_count > MOST_LANE_ENTRIES) return false;
    }
    return true;
}

/* Whether an avatar is so small that several of them fill lanes that one leaves empty. Then all
 * colliders are needed by lane, which is little memory for a small one. */
static void find_crowdable(vrmi_lane_plan *p) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->set_count; ++i) count += p->sets[i].collider_count;
    p->is_crowdable = p->row_count <= MOST_CROWDED_ROWS &&
                      p->tables->spring_joint_count <= p->row_count * VRMI_LANES &&
                      count <= MOST_CROWDED_ENTRIES;
    if (p->is_crowdable) p->lane_collider_count = count;
}

/* Lanes that are mostly empty, as those of one long chain or of springs on springs, save no time
 * and take up to eight times the memory. */
static bool is_sparse(const vrmi_lane_plan *p) {
    return p->row_count > MOST_SPARSE_ROWS &&
           p->row_count > p->tables->spring_joint_count / (VRMI_LANES / 4);
}

bool vrmi_plan_lanes(vrmi_lane_plan *p, bool *out_is_wide) {
    uint32_t joints = p->tables->spring_joint_count;
    p->movers = VRMI_TAKE(p->scratch, int32_t, p->rig->springs.place_count);
    p->next = VRMI_TAKE(p->scratch, int32_t, joints);
    p->chain_of = VRMI_TAKE(p->scratch, uint32_t, joints);
    p->chains = VRMI_TAKE(p->scratch, vrmi_chain, joints);
    if (p->movers == NULL || p->next == NULL || p->chain_of == NULL || p->chains == NULL) {
        return false;
    }
    find_movers(p);
    find_chains(p);
    find_published(p);
    p->sorted = vrmi_sort_order(p->scratch, p->chain_count, comes_before, p);
    p->sets = VRMI_TAKE(p->scratch, vrmi_lane_set, p->chain_count);
    p->runs = VRMI_TAKE(p->scratch, uint32_t, p->chain_count);
    if (p->sorted == NULL || p->sets == NULL || p->runs == NULL) return false;
    count_runs(p);
    *out_is_wide = fill_sets(p) && !is_sparse(p);
    if (*out_is_wide) find_crowdable(p);
    return true;
}
