/*
 * Bones by shape, if names do not identify them. A body is two pairs of limbs that mirror each
 * other, on a row of joints in the middle: legs at one end, arms at the other, a head beyond them.
 *
 * Only joints count. The parent of a joint is the nearest joint above it.
 */
#include "author/make/make.h"
#include "author/make/shape_limits.h"

#include <string.h>

enum {
    MOST_JOINTS = 2048, /* what follows compares the children of a joint with each other */
    MOST_CHAIN = 32,
    MOST_LIMBS = 64,
    MOST_FINGERS = 8
};

typedef struct joint {
    int32_t node;
    int32_t parent;  /* a joint before this one; VRM_NONE: none */
    int32_t partner; /* its mirror image; itself: it is in the middle; VRM_NONE: it has none */
    int32_t next;    /* the child through which the longest way down leads */
    uint32_t child_count;
    int32_t first_child, last_child, sibling;
    float reach;      /* how long that way is */
    float top;        /* how high what hangs on it leads, along `up` of the shape */
    vrm_vec3 at, tip; /* its position, and the end of that path */
} joint;

typedef struct limb {
    int32_t joint;  /* the first of the limb, on the side of larger coordinates */
    int32_t attach; /* the joint in the middle that it hangs on */
    int32_t chain[MOST_CHAIN];
    uint32_t count;
    bool has_more; /* the joint that it hangs on leads on in the middle: to a neck */
} limb;

typedef struct shape {
    vrmi_make *make;
    joint *joints;
    uint32_t count;
    float size;  /* the largest extent of all joints */
    int axis;    /* from side to side: 0 x, 1 y, 2 z */
    float plane; /* the position of the mirror on it */
    limb limbs[MOST_LIMBS];
    uint32_t limb_count;
    vrm_vec3 up, forward, left;
} shape;

static float along(vrm_vec3 v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

static float distance(const shape *s, int32_t a, int32_t b) {
    return vrmi_vec3_length(vrmi_vec3_sub(s->joints[a].at, s->joints[b].at));
}

/* --- The tree of joints --- */

static bool take_joints(shape *s) {
    const vrmi_make *make = s->make;
    const uint32_t nodes = make->gltf->node_count;
    int32_t *of_node;
    uint32_t total = 0;
    for (uint32_t i = 0; i < nodes; ++i) total += make->is_joint[i];
    if (total < LEAST_JOINTS || total > MOST_JOINTS) return false;
    s->joints = VRMI_TAKE(&s->make->arena, joint, total);
    of_node = VRMI_TAKE(&s->make->arena, int32_t, nodes);
    if (s->joints == NULL || of_node == NULL) {
        s->make->is_refused = true;
        return false;
    }
    for (uint32_t i = 0; i < nodes; ++i) {
        const int32_t node = make->forest.order[i], above = make->gltf->nodes[node].parent;
        of_node[node] = above != VRM_NONE ? of_node[above] : VRM_NONE;
        if (!make->is_joint[node]) continue;
        /* Controls of a rig stand about without being a part of the body. */
        if (vrmi_make_read_words(make->gltf->nodes[node].name).part == VRMI_PART_NO_BONE &&
            make->weights[node] == 0.0f) {
            continue;
        }
        s->joints[s->count] = (joint){.node = node,
                                      .parent = of_node[node],
                                      .partner = VRM_NONE,
                                      .next = VRM_NONE,
                                      .first_child = VRM_NONE,
                                      .last_child = VRM_NONE,
                                      .sibling = VRM_NONE,
                                      .at = vrmi_make_position(make, node)};
        if (!vrmi_vec3_is_finite(s->joints[s->count].at)) return false;
        of_node[node] = (int32_t)s->count++;
    }
    return s->count >= LEAST_JOINTS;
}

static void link_joints(shape *s) {
    vrm_vec3 low = s->joints[0].at, high = low;
    for (uint32_t i = 0; i < s->count; ++i) {
        joint *j = &s->joints[i];
        low = vrmi_vec3_min(low, j->at);
        high = vrmi_vec3_max(high, j->at);
        if (j->parent == VRM_NONE) continue;
        if (s->joints[j->parent].last_child == VRM_NONE) {
            s->joints[j->parent].first_child = (int32_t)i;
        } else {
            s->joints[s->joints[j->parent].last_child].sibling = (int32_t)i;
        }
        s->joints[j->parent].last_child = (int32_t)i;
        s->joints[j->parent].child_count += 1;
    }
    low = vrmi_vec3_sub(high, low);
    s->size = vrmi_max(low.x, vrmi_max(low.y, low.z));
    for (uint32_t i = s->count; i-- > 0;) {
        joint *j = &s->joints[i], *above;
        float reach;
        j->tip = j->next != VRM_NONE ? s->joints[j->next].tip : j->at;
        if (j->parent == VRM_NONE) continue;
        above = &s->joints[j->parent];
        reach = j->reach + distance(s, (int32_t)i, j->parent);
        if (above->next != VRM_NONE && reach < above->reach) continue;
        above->reach = reach;
        above->next = (int32_t)i;
    }
}

/* --- Mirror images --- */

static float mirror_distance(vrm_vec3 p, vrm_vec3 image, int axis, float plane) {
    if (axis == 0) p.x = 2.0f * plane - p.x;
    if (axis == 1) p.y = 2.0f * plane - p.y;
    if (axis == 2) p.z = 2.0f * plane - p.z;
    return vrmi_vec3_length(vrmi_vec3_sub(p, image));
}

/* The child of `parent` that is the mirror image of a joint; a root if there is no parent. A joint
 * that is clearly on one side is not its own image. One in the middle is, unless another has the
 * same position and leads to the other side. */
static int32_t find_image(const shape *s, int32_t node, int32_t parent, int axis, float plane) {
    const joint *j = &s->joints[node];
    const float near = NEAR_IMAGE * s->size, middle = NEAR_MIDDLE * s->size;
    const bool is_middle = fabsf(along(j->at, axis) - plane) < middle;
    const bool leads_aside = fabsf(along(j->tip, axis) - plane) > middle;
    int32_t best = VRM_NONE, at = parent != VRM_NONE ? s->joints[parent].first_child : 0;
    float least = near;
    while (at != VRM_NONE && at < (int32_t)s->count) {
        const joint *other = &s->joints[at];
        const float d = is_middle ? mirror_distance(j->tip, other->tip, axis, plane)
                                  : mirror_distance(j->at, other->at, axis, plane);
        const bool can_be =
            !is_middle || (leads_aside && mirror_distance(j->at, other->at, axis, plane) < near);
        if (other->parent == parent && at != node && can_be && d < least) {
            least = d;
            best = at;
        }
        at = parent != VRM_NONE ? other->sibling : at + 1;
    }
    return best == VRM_NONE && is_middle ? node : best;
}

/* Finds images with the mirror on an axis; returns how many joints have another as theirs. */
static uint32_t find_images(shape *s, int axis, float plane) {
    uint32_t pairs = 0;
    for (uint32_t i = 0; i < s->count; ++i) {
        joint *j = &s->joints[i];
        const int32_t above = j->parent != VRM_NONE ? s->joints[j->parent].partner : VRM_NONE;
        j->partner = VRM_NONE;
        if (j->parent != VRM_NONE && above == VRM_NONE) continue;
        j->partner = find_image(s, (int32_t)i, above, axis, plane);
    }
    for (uint32_t i = 0; i < s->count; ++i) {
        joint *j = &s->joints[i];
        if (j->partner == VRM_NONE) continue;
        if (s->joints[j->partner].partner != (int32_t)i) j->partner = VRM_NONE;
        if (j->partner != VRM_NONE && j->partner != (int32_t)i) pairs += 1;
    }
    return pairs;
}

static float mean_along(const shape *s, int axis) {
    double sum = 0.0;
    for (uint32_t i = 0; i < s->count; ++i) sum += (double)along(s->joints[i].at, axis);
    return (float)(sum / (double)s->count);
}

/* The axis with the most pairs. The mirror goes through the middle of them, or through the root. */
static bool find_mirror(shape *s) {
    uint32_t most = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const float planes[3] = {mean_along(s, axis), along(s->joints[0].at, axis), 0.0f};
        for (int i = 0; i < 3; ++i) {
            const uint32_t pairs = find_images(s, axis, planes[i]);
            if (pairs <= most) continue;
            most = pairs;
            s->axis = axis;
            s->plane = planes[i];
        }
    }
    if (most < LEAST_PAIRS) return false;
    find_images(s, s->axis, s->plane);
    return true;
}

/* --- Limbs --- */

static bool has_middle_child(const shape *s, int32_t parent) {
    for (int32_t at = s->joints[parent].first_child; at != VRM_NONE; at = s->joints[at].sibling) {
        if (s->joints[at].partner == at) return true;
    }
    return false;
}

static void find_limbs(shape *s) {
    for (uint32_t i = 0; i < s->count && s->limb_count < MOST_LIMBS; ++i) {
        const joint *j = &s->joints[i];
        limb *l = &s->limbs[s->limb_count];
        if (j->partner == VRM_NONE || j->partner == (int32_t)i || j->parent == VRM_NONE) continue;
        if (s->joints[j->parent].partner != j->parent) continue;
        if (along(j->at, s->axis) + along(j->tip, s->axis) < 2.0f * s->plane) continue;
        l->joint = (int32_t)i;
        l->attach = j->parent;
        l->has_more = has_middle_child(s, j->parent);
        l->count = 0;
        for (int32_t at = (int32_t)i; at != VRM_NONE && l->count < MOST_CHAIN;
             at = s->joints[at].next) {
            if (s->joints[at].partner == VRM_NONE) break; /* no image: not a part of the body */
            l->chain[l->count++] = at;
        }
        if (l->count >= 3 && j->reach > LEAST_LIMB * s->size) s->limb_count += 1;
    }
}

static vrm_vec3 limb_end(const shape *s, const limb *l) {
    return s->joints[l->chain[l->count - 1]].at;
}

static float lowest(const shape *s, vrm_vec3 up) {
    float least = vrmi_vec3_dot(s->joints[0].at, up);
    for (uint32_t i = 1; i < s->count; ++i) {
        least = vrmi_min(least, vrmi_vec3_dot(s->joints[i].at, up));
    }
    return least;
}

static bool is_above_joint(const shape *s, int32_t upper, int32_t lower) {
    while (lower != VRM_NONE && lower != upper) lower = s->joints[lower].parent;
    return lower == upper;
}

/* From the joint of the legs to that of the arms, without joints that lead to a side. */
static vrm_vec3 up_between(const shape *s, const limb *legs, const limb *arms) {
    vrm_vec3 up = vrmi_vec3_sub(s->joints[arms->attach].at, s->joints[legs->attach].at);
    if (s->axis == 0) up.x = 0.0f;
    if (s->axis == 1) up.y = 0.0f;
    if (s->axis == 2) up.z = 0.0f;
    return vrmi_vec3_safe_normalize(up, vrm_vec3_make(0.0f, 0.0f, 0.0f));
}

/* How much two limbs are like legs and arms; 0: not at all. */
static float judge_limbs(const shape *s, const limb *legs, const limb *arms) {
    const vrm_vec3 up = up_between(s, legs, arms);
    const vrm_vec3 leg = vrmi_vec3_sub(limb_end(s, legs), s->joints[legs->joint].at);
    const float leg_length = s->joints[legs->joint].reach,
                arm_length = s->joints[arms->joint].reach;
    float points = (leg_length + arm_length) / s->size, down, above_ground;
    if (legs->attach == arms->attach || !(vrmi_vec3_length(up) > 0.0f)) return 0.0f;
    down = -vrmi_vec3_dot(leg, up);
    if (down < LEAST_LEG_DOWN * leg_length) return 0.0f;
    above_ground = vrmi_vec3_dot(limb_end(s, legs), up) - lowest(s, up);
    points -= LIMBS_ABOVE_GROUND * above_ground / s->size;
    if (arms->has_more) points += LIMBS_BELOW_NECK;
    if (is_above_joint(s, legs->attach, arms->attach)) points += LIMBS_ON_TRUNK;
    /* The middle of a hand has fingers. */
    for (uint32_t i = 0; i < arms->count; ++i) {
        if (s->joints[arms->chain[i]].child_count >= LEAST_FINGERS) points += LIMBS_WITH_HAND;
    }
    return points;
}

static bool choose_limbs(shape *s, const limb **legs, const limb **arms) {
    float most = 0.0f;
    for (uint32_t i = 0; i < s->limb_count; ++i) {
        for (uint32_t k = 0; k < s->limb_count; ++k) {
            float points;
            if (i == k) continue;
            points = judge_limbs(s, &s->limbs[i], &s->limbs[k]);
            if (points <= most) continue;
            most = points;
            *legs = &s->limbs[i];
            *arms = &s->limbs[k];
        }
    }
    if (*legs == NULL || *arms == NULL) return false;
    s->up = up_between(s, *legs, *arms);
    return true;
}

/* --- Joints of a limb --- */

typedef struct limb_joints {
    uint32_t upper, lower, end; /* of the chain */
} limb_joints;

static float way(const shape *s, const limb *l, uint32_t from, uint32_t to) {
    float sum = 0.0f;
    for (uint32_t i = from; i < to; ++i) sum += distance(s, l->chain[i], l->chain[i + 1]);
    return sum;
}

/* Whether the chain turns at a joint as much as at an ankle. */
static bool bends_at(const shape *s, const limb *l, uint32_t at) {
    vrm_vec3 in, out;
    if (at == 0 || at + 1 >= l->count) return false;
    in = vrmi_vec3_sub(s->joints[l->chain[at]].at, s->joints[l->chain[at - 1]].at);
    out = vrmi_vec3_sub(s->joints[l->chain[at + 1]].at, s->joints[l->chain[at]].at);
    return vrmi_vec3_dot(in, out) < ANKLE_COSINE * vrmi_vec3_length(in) * vrmi_vec3_length(out);
}

static float judge_joints(const shape *s, const limb *l, limb_joints j, bool is_arm) {
    const float first = way(s, l, j.upper, j.lower), second = way(s, l, j.lower, j.end);
    const float whole = way(s, l, 0, l->count - 1);
    const joint *end = &s->joints[l->chain[j.end]];
    float points;
    if (!(first > 0.0f && second > 0.0f)) return 0.0f;
    points = (first + second) / whole +
             JOINTS_EQUAL_PARTS * vrmi_min(first, second) / vrmi_max(first, second) -
             JOINTS_SKIPPED * (float)j.upper;
    if (j.end + 1 == l->count && s->make->weights[end->node] == 0.0f) points -= JOINTS_MOVE_NOTHING;
    /* Joints that move nothing help others. */
    if (s->make->weights[s->joints[l->chain[j.upper]].node] == 0.0f) points -= JOINTS_MOVE_NOTHING;
    if (s->make->weights[s->joints[l->chain[j.lower]].node] == 0.0f) points -= JOINTS_MOVE_NOTHING;
    if (is_arm) {
        const float inner = fabsf(along(s->joints[l->chain[0]].at, s->axis) - s->plane);
        if (end->child_count >= LEAST_FINGERS) points += JOINTS_WITH_HAND;
        /* A collar bone begins near the middle. */
        if (j.upper == 1) {
            const float outer = fabsf(along(s->joints[l->chain[1]].at, s->axis) - s->plane);
            if (inner < COLLAR_INNER * outer) points += JOINTS_WITH_COLLAR;
        }
    } else if (bends_at(s, l, j.end)) {
        points += JOINTS_WITH_ANKLE;
    }
    return points;
}

static limb_joints choose_joints(const shape *s, const limb *l, bool is_arm) {
    limb_joints best = {0, 1, 2};
    float most = 0.0f;
    const uint32_t count = l->count < MOST_TRIED ? l->count : MOST_TRIED;
    for (uint32_t u = 0; u + 2 < count && u <= MOST_SKIPPED; ++u) {
        for (uint32_t k = u + 1; k + 1 < count; ++k) {
            for (uint32_t e = k + 1; e < count; ++e) {
                const limb_joints j = {u, k, e};
                const float points = judge_joints(s, l, j, is_arm);
                if (points <= most) continue;
                most = points;
                best = j;
            }
        }
    }
    return best;
}

/* --- Left and right --- */

typedef struct foot_sum {
    const vrmi_make *make;
    int32_t feet[2];
    vrm_vec3 sum;
    float count;
} foot_sum;

static void add_foot(void *user, const vrmi_make_vertex *vertex) {
    foot_sum *sum = user;
    for (uint32_t i = 0; i < vertex->count; ++i) {
        for (int side = 0; side < 2; ++side) {
            if (vertex->weights[i] < FOOT_WEIGHT ||
                !vrmi_make_is_below(sum->make, vertex->nodes[i], sum->feet[side])) {
                continue;
            }
            sum->sum = vrmi_vec3_add(
                sum->sum,
                vrmi_vec3_sub(vertex->place, vrmi_make_position(sum->make, sum->feet[side])));
            sum->count += 1.0f;
        }
    }
}

static vrm_vec3 level(const shape *s, vrm_vec3 v) {
    v = vrmi_vec3_sub(v, vrmi_vec3_scale(s->up, vrmi_vec3_dot(v, s->up)));
    if (s->axis == 0) v.x = 0.0f;
    if (s->axis == 1) v.y = 0.0f;
    if (s->axis == 2) v.z = 0.0f;
    return v;
}

/* Feet point forward: their joints, or else their vertices. If neither does, glTF faces +Z. */
static void find_forward(shape *s, const limb *legs, limb_joints j) {
    const int32_t foot = legs->chain[j.end], tip = legs->chain[legs->count - 1];
    vrm_vec3 ahead = level(s, vrmi_vec3_sub(s->joints[tip].at, s->joints[foot].at));
    if (foot == tip || vrmi_vec3_length(ahead) < LEAST_FOOT * s->size) {
        foot_sum sum = {s->make,
                        {s->joints[foot].node, s->joints[s->joints[foot].partner].node},
                        {0.0f, 0.0f, 0.0f},
                        0.0f};
        vrmi_make_vertices(s->make, add_foot, &sum);
        ahead = level(s, sum.sum);
        if (vrmi_vec3_length(ahead) < LEAST_FOOT_VERTICES * s->size * sum.count) {
            ahead = level(s, vrm_vec3_make(0.0f, 0.0f, 1.0f));
        }
    }
    s->forward = vrmi_vec3_safe_normalize(ahead, vrm_vec3_make(0.0f, 0.0f, 1.0f));
    s->left = vrmi_vec3_cross(s->up, s->forward);
}

/* Names may still identify the sides: then they are right. */
static int told_side(const shape *s, const limb *l) {
    for (uint32_t i = 0; i < l->count; ++i) {
        const int32_t node = s->joints[l->chain[i]].node;
        const int side = vrmi_make_read_words(s->make->gltf->nodes[node].name).side;
        if (side != 0) return side;
    }
    return 0;
}

static bool is_left(const shape *s, const limb *l) {
    const int told = told_side(s, l);
    vrm_vec3 side = {0.0f, 0.0f, 0.0f};
    if (told != 0) return told > 0;
    if (s->axis == 0) side.x = 1.0f;
    if (s->axis == 1) side.y = 1.0f;
    if (s->axis == 2) side.z = 1.0f;
    return vrmi_vec3_dot(side, s->left) > 0.0f;
}

/* --- Setting bones --- */

static void set(shape *s, vrm_bone bone, int32_t j) {
    if (j != VRM_NONE) vrmi_make_set_bone(s->make, bone, s->joints[j].node, VRMI_SURE_SHAPE);
}

/* A bone of the given joint's side, and that of its image. `bone` is of the left. */
static void set_pair(shape *s, bool first_is_left, vrm_bone left, vrm_bone right, int32_t j) {
    set(s, first_is_left ? left : right, j);
    set(s, first_is_left ? right : left, s->joints[j].partner);
}

static void set_legs(shape *s, const limb *legs, limb_joints j) {
    const bool first_is_left = is_left(s, legs);
    set_pair(s, first_is_left, VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_RIGHT_UPPER_LEG,
             legs->chain[j.upper]);
    set_pair(s, first_is_left, VRM_BONE_LEFT_LOWER_LEG, VRM_BONE_RIGHT_LOWER_LEG,
             legs->chain[j.lower]);
    set_pair(s, first_is_left, VRM_BONE_LEFT_FOOT, VRM_BONE_RIGHT_FOOT, legs->chain[j.end]);
    if (j.end + 1 >= legs->count) return;
    if (s->make->weights[s->joints[legs->chain[j.end + 1]].node] == 0.0f) return;
    set_pair(s, first_is_left, VRM_BONE_LEFT_TOES, VRM_BONE_RIGHT_TOES, legs->chain[j.end + 1]);
}

typedef struct finger {
    int32_t joints[4];
    uint32_t count;
    vrm_vec3 direction;
    float away; /* how unlike those of the others its direction is; how far it is from the thumb */
} finger;

static bool is_no_bone(const shape *s, int32_t j) {
    const vrm_string name = s->make->gltf->nodes[s->joints[j].node].name;
    return vrmi_make_read_words(name).part == VRMI_PART_NO_BONE;
}

static uint32_t take_fingers(const shape *s, int32_t hand, finger out[MOST_FINGERS]) {
    uint32_t count = 0;
    for (int32_t at = s->joints[hand].first_child; at != VRM_NONE && count < MOST_FINGERS;
         at = s->joints[at].sibling) {
        finger *f = &out[count];
        int32_t end = at;
        f->count = 0;
        for (int32_t i = at; i != VRM_NONE && f->count < 4; i = s->joints[i].next) {
            f->joints[f->count++] = i;
            end = i;
        }
        if (f->count < 2 || is_no_bone(s, at)) continue;
        f->direction = vrmi_vec3_safe_normalize(vrmi_vec3_sub(s->joints[end].at, s->joints[at].at),
                                                vrm_vec3_make(0.0f, 0.0f, 0.0f));
        count += 1;
    }
    return count;
}

static void swap_fingers(finger *a, finger *b) {
    const finger swap = *a;
    *a = *b;
    *b = swap;
}

/* The thumb points elsewhere than the others; they follow it by how far they are from it. */
static void order_fingers(const shape *s, finger *fingers, uint32_t count) {
    uint32_t thumb = 0;
    for (uint32_t i = 0; i < count; ++i) {
        fingers[i].away = 0.0f;
        for (uint32_t k = 0; k < count; ++k) {
            fingers[i].away -= vrmi_vec3_dot(fingers[i].direction, fingers[k].direction);
        }
        if (fingers[i].away > fingers[thumb].away) thumb = i;
    }
    swap_fingers(&fingers[0], &fingers[thumb]);
    for (uint32_t i = 1; i < count; ++i) {
        fingers[i].away = distance(s, fingers[0].joints[0], fingers[i].joints[0]);
        for (uint32_t k = i; k > 1 && fingers[k].away < fingers[k - 1].away; --k) {
            swap_fingers(&fingers[k], &fingers[k - 1]);
        }
    }
}

/* Whether each finger is the one that its name identifies, if it does. */
static bool agrees_with_names(const shape *s, const finger *fingers, uint32_t count,
                              vrm_bone thumb) {
    for (uint32_t i = 0; i < count; ++i) {
        const vrm_bone first = thumb + 3 * (vrm_bone)i;
        const int32_t node = s->joints[fingers[i].joints[0]].node;
        const int32_t named = s->make->bones[first].node;
        if (s->make->bone_of[node] != VRM_NONE && s->make->bone_of[node] != first) return false;
        if (named != VRM_NONE && !vrmi_make_is_below(s->make, named, node)) return false;
    }
    return true;
}

/* Fingers that names identify stay as they are. */
static void set_fingers(shape *s, int32_t hand, vrm_bone thumb) {
    finger fingers[MOST_FINGERS];
    const uint32_t count = take_fingers(s, hand, fingers);
    if (count < LEAST_FINGERS || count > 5) return;
    order_fingers(s, fingers, count);
    if (!agrees_with_names(s, fingers, count, thumb)) return;
    for (uint32_t i = 0; i < count; ++i) {
        int32_t nodes[4];
        if (s->make->bones[thumb + 3 * (vrm_bone)i].node != VRM_NONE) continue;
        for (uint32_t k = 0; k < fingers[i].count; ++k) {
            nodes[k] = s->joints[fingers[i].joints[k]].node;
        }
        vrmi_make_set_finger(s->make, thumb + 3 * (vrm_bone)i, nodes, fingers[i].count,
                             VRMI_SURE_SHAPE);
    }
}

static void set_arms(shape *s, const limb *arms, limb_joints j) {
    const bool first_is_left = is_left(s, arms);
    const int32_t hand = arms->chain[j.end];
    if (j.upper > 0) {
        set_pair(s, first_is_left, VRM_BONE_LEFT_SHOULDER, VRM_BONE_RIGHT_SHOULDER,
                 arms->chain[j.upper - 1]);
    }
    set_pair(s, first_is_left, VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_RIGHT_UPPER_ARM,
             arms->chain[j.upper]);
    set_pair(s, first_is_left, VRM_BONE_LEFT_LOWER_ARM, VRM_BONE_RIGHT_LOWER_ARM,
             arms->chain[j.lower]);
    set_pair(s, first_is_left, VRM_BONE_LEFT_HAND, VRM_BONE_RIGHT_HAND, hand);
    set_fingers(s, hand,
                first_is_left ? VRM_BONE_LEFT_THUMB_METACARPAL : VRM_BONE_RIGHT_THUMB_METACARPAL);
    set_fingers(s, s->joints[hand].partner,
                first_is_left ? VRM_BONE_RIGHT_THUMB_METACARPAL : VRM_BONE_LEFT_THUMB_METACARPAL);
}

static void set_trunk(shape *s, int32_t hips, int32_t chest) {
    int32_t path[MOST_CHAIN];
    uint32_t count = 0;
    for (int32_t at = chest; at != VRM_NONE && at != hips; at = s->joints[at].parent) {
        if (count == MOST_CHAIN) return;
        path[count++] = at;
    }
    for (uint32_t i = 0; i < count / 2; ++i) {
        const int32_t swap = path[i];
        path[i] = path[count - 1 - i];
        path[count - 1 - i] = swap;
    }
    for (uint32_t i = 0; i < count; ++i) path[i] = s->joints[path[i]].node;
    vrmi_make_set_trunk(s->make, path, count, VRMI_SURE_SHAPE);
}

/* How high each joint leads: a backpack ends below the head. */
static void find_tops(shape *s) {
    for (uint32_t i = 0; i < s->count; ++i)
        s->joints[i].top = vrmi_vec3_dot(s->joints[i].at, s->up);
    for (uint32_t i = s->count; i-- > 0;) {
        const int32_t above = s->joints[i].parent;
        if (above == VRM_NONE) continue;
        s->joints[above].top = vrmi_max(s->joints[above].top, s->joints[i].top);
    }
}

/* The joint in the middle above another, which leads furthest up. */
static int32_t middle_child(const shape *s, int32_t parent, float least_rise) {
    int32_t best = VRM_NONE;
    for (int32_t at = s->joints[parent].first_child; at != VRM_NONE; at = s->joints[at].sibling) {
        const vrm_vec3 way_up = vrmi_vec3_sub(s->joints[at].at, s->joints[parent].at);
        const float rise = vrmi_vec3_dot(way_up, s->up);
        if (s->joints[at].partner != at || rise <= 0.0f ||
            rise < least_rise * vrmi_vec3_length(way_up)) {
            continue;
        }
        if (best == VRM_NONE || s->joints[at].top > s->joints[best].top) best = at;
    }
    return best;
}

/* Neck and head: what leads up beyond the arms. A last joint that moves nothing is an end. */
static void set_head(shape *s, int32_t chest) {
    int32_t row[4];
    uint32_t count = 0;
    /* A neck may lean; what a head leads to is straight above it, or it is a jaw. */
    for (int32_t at = middle_child(s, chest, NECK_RISE); at != VRM_NONE && count < 4;
         at = middle_child(s, at, count < 2 ? NECK_RISE : HEAD_RISE)) {
        row[count++] = at;
        if (s->joints[at].child_count >= LEAST_FACE_JOINTS) break; /* eyes, jaw, hair */
    }
    if (count > 1 && s->joints[row[count - 1]].child_count == 0 &&
        s->make->weights[s->joints[row[count - 1]].node] == 0.0f) {
        count -= 1;
    }
    if (count == 0) return;
    set(s, VRM_BONE_HEAD, row[count > 1 ? (count > 2 ? count - 1 : 1) : 0]);
    if (count > 1) set(s, VRM_BONE_NECK, row[0]);
}

/* NULL: there are not enough joints, too many, or no memory. */
static shape *begin_shape(vrmi_make *make) {
    shape *s = VRMI_TAKE(&make->arena, shape, 1);
    if (s == NULL) {
        make->is_refused = true;
        return NULL;
    }
    memset(s, 0, sizeof *s);
    s->make = make;
    if (!take_joints(s)) return NULL;
    link_joints(s);
    return s->size > 0.0f ? s : NULL;
}

static bool has_all_fingers(const vrmi_make *make, vrm_bone thumb) {
    for (vrm_bone i = 0; i < 5; ++i) {
        if (make->bones[thumb + 3 * i].node == VRM_NONE) return false;
    }
    return true;
}

void vrmi_make_fingers_by_shape(vrmi_make *make) {
    static const vrm_bone hands[2][2] = {{VRM_BONE_LEFT_HAND, VRM_BONE_LEFT_THUMB_METACARPAL},
                                         {VRM_BONE_RIGHT_HAND, VRM_BONE_RIGHT_THUMB_METACARPAL}};
    shape *s = NULL;
    if (has_all_fingers(make, hands[0][1]) && has_all_fingers(make, hands[1][1])) return;
    s = begin_shape(make);
    for (uint32_t i = 0; s != NULL && i < s->count; ++i) {
        for (int side = 0; side < 2; ++side) {
            if (s->joints[i].node != make->bones[hands[side][0]].node) continue;
            set_fingers(s, (int32_t)i, hands[side][1]);
        }
    }
}

void vrmi_make_bones_by_shape(vrmi_make *make) {
    shape *s = begin_shape(make);
    const limb *legs = NULL, *arms = NULL;
    limb_joints leg, arm;
    int32_t hips;
    if (s == NULL || !find_mirror(s)) return;
    find_limbs(s);
    if (!choose_limbs(s, &legs, &arms)) return;
    leg = choose_joints(s, legs, false);
    arm = choose_joints(s, arms, true);
    find_forward(s, legs, leg);
    find_tops(s);
    hips = legs->attach;
    while (hips != VRM_NONE && !is_above_joint(s, hips, arms->attach)) {
        hips = s->joints[hips].parent;
    }
    if (hips == VRM_NONE) return;
    set(s, VRM_BONE_HIPS, hips);
    set_legs(s, legs, leg);
    set_arms(s, arms, arm);
    set_trunk(s, hips, arms->attach);
    set_head(s, arms->attach);
}
