/*
 * The wide solver. Included once by each spring_wide_….c, which chooses the lanes and the name.
 *
 * It reads like spring_step.c, function by function: same arithmetic, same order, eight joints, or
 * sixteen of two groups. Where that file branches, this one computes both ways and selects, or
 * skips when no lane needs it.
 */
#include "avatar/spring/lanes.h"
#include "avatar/spring/spring_wide.h"

#include <string.h>

typedef struct work {
    vrm_avatar *avatar;
    const vrmi_rig_lanes *rig;
    lanes dt;
    lanes_vec3 wind;
    bool is_literal; /* VRM_AVATAR_LITERAL_SCALE */
    uint32_t traits; /* VRMI_TRAIT_… */
    bool shows;      /* the frame is written along with the step */
    bool hands_over; /* and shows just what the step computes: its matrices are the frame's */
    float t;         /* of the way from the last step to this one, that the frame shows */
    int current, previous, rotation; /* lines of the state, as they are after this step */
} work;

/* The groups that are taken together: one for each part of a number. */
typedef struct groups_at {
    const vrmi_lane_group *part[LANES_PARTS];
    bool is_alone; /* all parts are the same group: only the first one counts */
} groups_at;

/* Chains in this step. */
typedef struct group_now {
    groups_at groups;
    lanes_place parent;        /* of the row at work */
    const lanes_place *center; /* if there are bits */
    lanes_mask has_center;
    uint32_t center_bits;
    lanes_vec3 wind;
    bool is_exact; /* the matrices of the frame are those of `parent`, so far */
} group_now;

/* The n-th row of these groups. A group that has no such row any more takes part with one of the
 * first group, and nobody looks at what comes of it. */
typedef struct row_at {
    const vrmi_lane_row *rig[LANES_PARTS];
    vrmi_row *state[LANES_PARTS];
    uint32_t active, published, ends; /* bits of all lanes */
} row_at;

/* A row in this step; see joint_now of spring_step.c. */
typedef struct row_now {
    lanes_vec3 head;
    lanes_vec3 rest;
    lanes scale;
    lanes length;
    lanes hit_radius;
    lanes_vec3 tail; /* from the head */
    lanes_vec3 direction;
} row_now;

enum { LAST_PART = LANES_PARTS - 1 };

static inline row_at row_of(const vrm_avatar *avatar, const groups_at *groups, uint32_t index) {
    const vrmi_lane_row *rows = avatar->rig->lanes.rows;
    row_at at;
    at.active = at.published = at.ends = 0;
    for (uint32_t i = 0; i < LANES_PARTS; ++i) {
        bool is_there = i == 0 || (!groups->is_alone && index < groups->part[i]->row_count);
        uint32_t row = groups->part[is_there ? i : 0]->first_row + index;
        at.rig[i] = &rows[row];
        at.state[i] = &avatar->springs.rows[row];
        if (!is_there) continue;
        at.active |= rows[row].active << i * VRMI_LANES;
        at.published |= rows[row].published << i * VRMI_LANES;
        at.ends |= rows[row].ends << i * VRMI_LANES;
    }
    return at;
}

/* Lines of the rig's rows and of the state. */
static inline lanes rig_line(const row_at *at, int line) {
    return lanes_load_parts(at->rig[0]->v[line], at->rig[LAST_PART]->v[line]);
}
static inline lanes_vec3 rig_vec3(const row_at *at, int line) {
    return lanes_vec3_load_parts(at->rig[0]->v[line], at->rig[LAST_PART]->v[line]);
}
static inline lanes_quat rig_quat(const row_at *at, int line) {
    return lanes_quat_load_parts(at->rig[0]->v[line], at->rig[LAST_PART]->v[line]);
}
static inline lanes state_line(const row_at *at, int line) {
    return lanes_load_parts(at->state[0]->v[line], at->state[LAST_PART]->v[line]);
}
static inline lanes_vec3 state_vec3(const row_at *at, int line) {
    return lanes_vec3_load_parts(at->state[0]->v[line], at->state[LAST_PART]->v[line]);
}
static inline lanes_quat state_quat(const row_at *at, int line) {
    return lanes_quat_load_parts(at->state[0]->v[line], at->state[LAST_PART]->v[line]);
}
static inline void set_state_vec3(const row_at *at, int line, lanes_vec3 v) {
    lanes_vec3_store_parts(at->state[0]->v[line], at->state[LAST_PART]->v[line], v);
}
static inline void set_state_quat(const row_at *at, int line, lanes_quat q) {
    lanes_quat_store_parts(at->state[0]->v[line], at->state[LAST_PART]->v[line], q);
}

/* `out_is_exact`: whether all of them have the matrices of their nodes. */
static inline lanes_place load_places(const vrmi_spring_place *const at[LANES_COUNT],
                                      bool *out_is_exact) {
    const float *from[LANES_COUNT];
    lanes c[4][4];
    lanes_place p;
    for (int i = 0; i < LANES_COUNT; ++i) from[i] = &at[i]->x.x;
    for (size_t i = 0; i < 4; ++i) lanes_gather4(from, 4 * i, c[i]);
    p.x = (lanes_vec3){c[0][0], c[0][1], c[0][2]};
    p.y = (lanes_vec3){c[1][0], c[1][1], c[1][2]};
    p.z = (lanes_vec3){c[2][0], c[2][1], c[2][2]};
    p.position = (lanes_vec3){c[3][0], c[3][1], c[3][2]};
    p.scale = c[0][3];
    p.inverse = lanes_div(lanes_set(1.0f), p.scale);
    *out_is_exact = lanes_bits(lanes_less(lanes_set(0.0f), c[1][3])) == LANES_ALL;
    return p;
}

static lanes_place load_parents(const vrm_avatar *avatar, const groups_at *groups,
                                bool *out_is_exact) {
    const vrmi_spring_place *at[LANES_COUNT];
    for (uint32_t i = 0; i < LANES_COUNT; ++i) {
        int32_t place = groups->part[i / VRMI_LANES]->parent_places[i % VRMI_LANES];
        at[i] = &avatar->springs.places[place];
    }
    return load_places(at, out_is_exact);
}

/* The centers; lanes without one get any place, and are masked. */
static void load_centers(const work *w, group_now *now, lanes_place *center_place) {
    const vrm_avatar *avatar = w->avatar;
    const vrmi_spring_place *at[LANES_COUNT];
    vrmi_spring_place own[LANES_COUNT];
    float has[LANES_COUNT];
    bool is_exact;
    now->center_bits = 0;
    now->center = center_place;
    now->has_center = lanes_less(lanes_set(0.0f), lanes_set(0.0f));
    if ((w->traits & VRMI_TRAIT_HAS_CENTER) == 0) return;
    for (uint32_t i = 0; i < LANES_COUNT; ++i) {
        int32_t index = now->groups.part[i / VRMI_LANES]->springs[i % VRMI_LANES];
        int32_t center = avatar->springs.springs[index].center;
        const vrm_spring *spring = &avatar->tables->springs[index];
        const vrmi_rig_joint *first = &avatar->rig->springs.joints[spring->first_joint];
        has[i] = center != VRM_NONE ? 1.0f : 0.0f;
        at[i] = &avatar->springs.places[center != VRM_NONE ? center : 0];
        if (center == VRM_NONE) continue;
        now->center_bits |= 1u << i;
        if (center == first->place) { /* the first joint, with its rest rotation (AMB-040) */
            const vrm_trs *local = &avatar->local[first->node];
            own[i] = vrmi_spring_place_below(&avatar->springs.places[first->parent_place],
                                             local->translation, first->rest, local->scale);
            at[i] = &own[i];
        }
    }
    if (now->center_bits == 0) return;
    now->has_center = lanes_less(lanes_set(0.0f), lanes_load(has));
    *center_place = load_places(at, &is_exact);
}

static lanes_vec3 load_wind(const work *w, const groups_at *groups) {
    const float *from[LANES_COUNT];
    lanes wind[4];
    if ((w->traits & VRMI_TRAIT_HAS_WIND) == 0) return w->wind;
    for (uint32_t i = 0; i < LANES_COUNT; ++i) {
        int32_t spring = groups->part[i / VRMI_LANES]->springs[i % VRMI_LANES];
        from[i] = &w->avatar->springs.springs[spring].wind.x;
    }
    lanes_gather4(from, 0, wind);
    return lanes_vec3_add(w->wind, (lanes_vec3){wind[0], wind[1], wind[2]});
}

static inline lanes largest_scale(lanes x, lanes y, lanes z) {
    return lanes_max(lanes_max(lanes_abs(x), lanes_abs(y)), lanes_abs(z));
}

/* vrmi_vec3_safe_normalize */
static inline lanes_vec3 safe_normalize(lanes_vec3 v, lanes_vec3 fallback) {
    lanes length = lanes_sqrt(lanes_vec3_dot(v, v));
    lanes_mask is_good = lanes_and(lanes_less(lanes_set(VRMI_EPSILON_LENGTH), length),
                                   lanes_at_most(length, lanes_set(FLT_MAX)));
    return lanes_vec3_select(is_good, lanes_vec3_scale(v, lanes_div(lanes_set(1.0f), length)),
                             fallback);
}

static inline void keep_length(row_now *row, lanes_vec3 tail, lanes_vec3 *out_tail,
                               lanes_vec3 *out_direction) {
    *out_direction = safe_normalize(tail, row->rest);
    *out_tail = lanes_vec3_scale(*out_direction, row->length);
}

/* Pushes the lanes of `hit` along `direction`, and keeps their lengths. */
static inline void push(row_now *row, lanes_mask hit, lanes_vec3 direction, lanes distance) {
    lanes_vec3 tail, way;
    if (lanes_bits(hit) == 0) return;
    keep_length(row, lanes_vec3_sub(row->tail, lanes_vec3_scale(direction, distance)), &tail, &way);
    row->tail = lanes_vec3_select(hit, tail, row->tail);
    row->direction = lanes_vec3_select(hit, way, row->direction);
}

/* From the nearest point of a segment; where `is_long` is not set, from its one end. */
static inline lanes_vec3 from_segment(lanes_vec3 delta, lanes_vec3 b, lanes square,
                                      lanes_mask is_long) {
    lanes along = lanes_vec3_dot(b, delta);
    lanes_mask is_past = lanes_at_most(square, along);
    lanes_mask is_within = lanes_and(is_long, lanes_less(lanes_set(0.0f), along));
    lanes_vec3 end = lanes_vec3_sub(delta, b);
    lanes_vec3 middle = lanes_vec3_sub(delta, lanes_vec3_scale(b, lanes_div(along, square)));
    return lanes_vec3_select(is_within, lanes_vec3_select(is_past, end, middle), delta);
}

/* Whether all lanes are so far from a shape that no rounding below could bring them near: spares a
 * square root and a division, nearly always. `reach` is how far the shape goes from its `a`. */
static inline bool are_far(lanes_vec3 delta, lanes reach, lanes hit_radius) {
    lanes both = lanes_add(reach, hit_radius);
    lanes far = lanes_mul(lanes_mul(both, both), lanes_set(1.00001f));
    return lanes_bits(lanes_less(far, lanes_vec3_dot(delta, delta))) == LANES_ALL;
}

static inline lanes reach_of(lanes_vec3 b, lanes radius) {
    return lanes_add(lanes_sqrt(lanes_vec3_dot(b, b)), radius);
}

/* All lanes meet the same shape. */
static inline void collide_shared(row_now *row, const vrmi_shape *shape) {
    lanes_vec3 a = lanes_vec3_sub(lanes_vec3_set(shape->a), row->head), delta;
    lanes length, distance;
    lanes_mask hit;
    bool is_inside =
        shape->kind == VRM_COLLIDER_INSIDE_SPHERE || shape->kind == VRM_COLLIDER_INSIDE_CAPSULE;
    bool is_capsule =
        shape->kind == VRM_COLLIDER_CAPSULE || shape->kind == VRM_COLLIDER_INSIDE_CAPSULE;
    float square = is_capsule ? vrmi_vec3_dot(shape->b, shape->b) : 0.0f;
    if (shape->kind == VRM_COLLIDER_NONE) return;
    delta = lanes_vec3_sub(row->tail, a);
    if (shape->kind == VRM_COLLIDER_PLANE) {
        lanes_vec3 normal = lanes_vec3_set(shape->b);
        distance = lanes_sub(lanes_vec3_dot(delta, normal), row->hit_radius);
        push(row, lanes_less(distance, lanes_set(0.0f)), normal, distance);
        return;
    }
    if (!is_inside && are_far(delta, lanes_set(sqrtf(square) + shape->radius), row->hit_radius)) {
        return;
    }
    if (square > VRMI_EPSILON_LENGTH * VRMI_EPSILON_LENGTH) {
        lanes_mask all = lanes_at_most(lanes_set(0.0f), lanes_set(0.0f));
        delta = from_segment(delta, lanes_vec3_set(shape->b), lanes_set(square), all);
    }
    length = lanes_sqrt(lanes_vec3_dot(delta, delta));
    if (is_inside) {
        lanes room =
            lanes_max(lanes_set(0.0f), lanes_sub(lanes_set(shape->radius), row->hit_radius));
        distance = lanes_sub(room, length);
    } else {
        distance = lanes_sub(lanes_sub(length, lanes_set(shape->radius)), row->hit_radius);
    }
    hit = lanes_and(lanes_less(lanes_set(VRMI_EPSILON_LENGTH), length),
                    lanes_less(distance, lanes_set(0.0f)));
    if (lanes_bits(hit) == 0) return;
    delta = lanes_vec3_scale(delta, lanes_div(lanes_set(1.0f), length));
    if (is_inside) delta = (lanes_vec3){lanes_neg(delta.x), lanes_neg(delta.y), lanes_neg(delta.z)};
    push(row, hit, delta, distance);
}

/* One collider for each lane, of all parts. */
typedef struct colliders_at {
    const vrmi_lane_collider *part[LANES_PARTS];
    bool has_plane, has_capsule, has_inside, has_gap;
} colliders_at;

#define COLLIDER_LINE(at, name) lanes_load_parts((at)->part[0]->name, (at)->part[LAST_PART]->name)
#define COLLIDER_VEC3(at, name)                                                                    \
    lanes_vec3_load_parts((at)->part[0]->name[0], (at)->part[LAST_PART]->name[0])

static inline colliders_at own_colliders(const vrmi_rig_lanes *rig, const groups_at *groups,
                                         uint32_t index) {
    colliders_at at;
    at.has_plane = at.has_capsule = at.has_inside = at.has_gap = false;
    for (uint32_t i = 0; i < LANES_PARTS; ++i) {
        const vrmi_lane_collider *one =
            &rig->lane_colliders[groups->part[i]->first_collider + index];
        at.part[i] = one;
        at.has_plane = at.has_plane || one->has_plane != 0;
        at.has_capsule = at.has_capsule || one->has_capsule != 0;
        at.has_inside = at.has_inside || one->has_inside != 0;
        at.has_gap = at.has_gap || one->has_gap != 0;
    }
    return at;
}

/* Each lane meets one of its own. */
static inline void collide_own(row_now *row, const colliders_at *collider, const float *shape) {
    lanes_vec3 b = lanes_vec3_load(shape + 3 * LANES_COUNT), delta, plane_delta, direction;
    lanes radius = lanes_load(shape + 6 * LANES_COUNT), length, distance, zero = lanes_set(0.0f);
    lanes_mask is_active = lanes_less(zero, lanes_load(shape + 7 * LANES_COUNT));
    lanes_mask is_inside, hit;
    delta = lanes_vec3_sub(row->tail, lanes_vec3_sub(lanes_vec3_load(shape), row->head));
    plane_delta = delta;
    if (!collider->has_plane && !collider->has_inside) {
        lanes reach = lanes_load(shape + 8 * LANES_COUNT);
        if (are_far(delta, reach, row->hit_radius)) return;
    }
    is_inside = lanes_less(zero, COLLIDER_LINE(collider, is_inside));
    if (collider->has_capsule) {
        lanes square = lanes_vec3_dot(b, b);
        lanes_mask is_long =
            lanes_less(lanes_set(VRMI_EPSILON_LENGTH * VRMI_EPSILON_LENGTH), square);
        is_long = lanes_and(is_long, lanes_less(zero, COLLIDER_LINE(collider, is_capsule)));
        delta = from_segment(delta, b, square, is_long);
    }
    length = lanes_sqrt(lanes_vec3_dot(delta, delta));
    distance = lanes_select(is_inside,
                            lanes_sub(lanes_max(zero, lanes_sub(radius, row->hit_radius)), length),
                            lanes_sub(lanes_sub(length, radius), row->hit_radius));
    hit = lanes_less(lanes_set(VRMI_EPSILON_LENGTH), length);
    if (!collider->has_plane &&
        lanes_bits(lanes_and(lanes_and(hit, is_active), lanes_less(distance, zero))) == 0) {
        return;
    }
    direction = lanes_vec3_scale(delta, lanes_div(lanes_set(1.0f), length));
    direction = lanes_vec3_select(
        is_inside,
        (lanes_vec3){lanes_neg(direction.x), lanes_neg(direction.y), lanes_neg(direction.z)},
        direction);
    if (collider->has_plane) {
        lanes_mask is_plane = lanes_less(zero, COLLIDER_LINE(collider, is_plane));
        distance = lanes_select(
            is_plane, lanes_sub(lanes_vec3_dot(plane_delta, b), row->hit_radius), distance);
        direction = lanes_vec3_select(is_plane, b, direction);
        hit = lanes_not(lanes_and(lanes_not(hit), lanes_not(is_plane)));
    }
    hit = lanes_and(lanes_and(hit, is_active), lanes_less(distance, zero));
    push(row, hit, direction, distance);
}

/* vrmi_shape_of for a collider of each lane; their nodes are not stretched (vrmi_can_step_wide). */
static void place_own_shapes(const work *w, const groups_at *groups) {
    float *out = w->avatar->springs.lane_shapes;
    for (uint32_t i = 0; i < groups->part[0]->collider_count;
         ++i, out += VRMI_SHAPE_LINES * LANES_COUNT) {
        const colliders_at collider = own_colliders(w->rig, groups, i);
        const vrmi_spring_place *places[LANES_COUNT];
        lanes zero = lanes_set(0.0f), one = lanes_set(1.0f), is_active;
        lanes radius = COLLIDER_LINE(&collider, radius);
        lanes_vec3 a, b = {zero, zero, zero}, tail = COLLIDER_VEC3(&collider, tail);
        lanes_mask has_size, is_plane, is_open;
        lanes_place at;
        bool is_exact;
        for (uint32_t k = 0; k < LANES_COUNT; ++k) {
            int32_t place = collider.part[k / VRMI_LANES]->places[k % VRMI_LANES];
            places[k] = &w->avatar->springs.places[place];
        }
        at = load_places(places, &is_exact);
        a = lanes_place_point(&at, COLLIDER_VEC3(&collider, offset));
        has_size = lanes_less(zero, at.scale);
        if (!w->is_literal) radius = lanes_mul(radius, at.scale);
        if (collider.has_capsule) b = lanes_vec3_sub(lanes_place_point(&at, tail), a);
        is_plane = lanes_less(zero, COLLIDER_LINE(&collider, is_plane));
        if (collider.has_plane) {
            b = lanes_vec3_select(is_plane, lanes_place_direction(&at, tail), b);
        }
        /* Without size a sphere or capsule is a point, and other shapes are inert (SB-047). */
        is_open = lanes_and(lanes_not(is_plane),
                            lanes_not(lanes_less(zero, COLLIDER_LINE(&collider, is_inside))));
        is_active = lanes_select(has_size, one, lanes_select(is_open, one, zero));
        if (collider.has_gap) { /* nothing is there, and far away */
            lanes_mask is_there = lanes_less(zero, COLLIDER_LINE(&collider, is_there));
            is_active = lanes_select(is_there, is_active, zero);
            a.y = lanes_select(is_there, a.y, lanes_set(1e18f));
        }
        lanes_vec3_store(out, a);
        lanes_vec3_store(out + 3 * LANES_COUNT, b);
        lanes_store(out + 6 * LANES_COUNT, lanes_select(has_size, radius, zero));
        lanes_store(out + 7 * LANES_COUNT, is_active);
        lanes_store(out + 8 * LANES_COUNT, reach_of(b, radius));
    }
}

static void collide_all(const work *w, const group_now *now, row_now *row) {
    const vrmi_lane_group *group = now->groups.part[0];
    const vrm_avatar *avatar = w->avatar;
    const vrmi_shape *own = &avatar->springs.shapes[avatar->tables->spring_collider_count];
    for (uint32_t i = 0; i < group->collider_count; ++i) {
        if (group->is_shared) {
            int32_t index = w->rig->shared_colliders[group->first_collider + i];
            collide_shared(row, &avatar->springs.shapes[index]);
        } else {
            const colliders_at collider = own_colliders(w->rig, &now->groups, i);
            collide_own(row, &collider,
                        avatar->springs.lane_shapes + (size_t)i * VRMI_SHAPE_LINES * LANES_COUNT);
        }
    }
    for (uint32_t i = 0; i < avatar->collider_capacity; ++i) collide_shared(row, &own[i]);
}

/* aim_bone of spring_step.c; lanes that are not good stay at rest. */
static inline lanes_quat aim_bones(const row_at *at, const lanes_place *parent, const row_now *row,
                                   lanes_mask is_good) {
    lanes_quat rest = rig_quat(at, VRMI_LANE_REST);
    lanes_vec3 axis = rig_vec3(at, VRMI_LANE_REST_AXIS);
    lanes_vec3 to = lanes_place_direction_into(parent, row->direction);
    lanes dot = lanes_vec3_dot(axis, to);
    lanes_vec3 across = lanes_vec3_cross(axis, to);
    lanes_mask is_opposite = lanes_at_most(dot, lanes_set(-1.0f + VRMI_EPSILON_DOT));
    lanes_quat turn = {across.x, across.y, across.z, lanes_add(lanes_set(1.0f), dot)};
    if (lanes_bits(is_opposite) != 0) {
        lanes_vec3 half = rig_vec3(at, VRMI_LANE_TURN_AXIS);
        turn = lanes_quat_select(is_opposite, (lanes_quat){half.x, half.y, half.z, lanes_set(0.0f)},
                                 turn);
    }
    return lanes_quat_select(is_good, lanes_quat_normalize(lanes_quat_multiply(turn, rest)), rest);
}

static inline lanes_mask is_finite(lanes_vec3 v) {
    lanes most = lanes_set(FLT_MAX);
    return lanes_and(
        lanes_and(lanes_at_most(lanes_abs(v.x), most), lanes_at_most(lanes_abs(v.y), most)),
        lanes_at_most(lanes_abs(v.z), most));
}

static void publish(vrm_avatar *avatar, const row_at *at, const lanes_place *place, bool is_exact) {
    lanes zero = lanes_set(0.0f);
    const lanes numbers[16] = {
        place->x.x,        place->x.y,        place->x.z,        place->scale,
        place->y.x,        place->y.y,        place->y.z,        lanes_set(is_exact ? 1.0f : 0.0f),
        place->z.x,        place->z.y,        place->z.z,        zero,
        place->position.x, place->position.y, place->position.z, zero};
    uint32_t bytes[LANES_COUNT];
    for (uint32_t i = 0; i < LANES_COUNT; ++i) {
        const vrmi_lane_row *rig = at->rig[i / VRMI_LANES];
        int32_t joint = at->published >> i & 1 ? rig->joints[i % VRMI_LANES] : 0;
        int32_t index = avatar->rig->springs.joints[joint].place;
        bytes[i] = (uint32_t)index * (uint32_t)sizeof(vrmi_spring_place);
    }
    lanes_scatter16_at((unsigned char *)avatar->springs.places,
                       (lanes_offsets){bytes, bytes + LAST_PART * VRMI_LANES}, numbers,
                       at->published);
}

/* --- Into the frame --- */

/* Matrices of the nodes above the chains, as the frame has them. */
static lanes_place load_matrices(const vrm_avatar *avatar, const groups_at *groups) {
    const float *from[LANES_COUNT];
    lanes c[4][4];
    lanes_place p;
    for (uint32_t i = 0; i < LANES_COUNT; ++i) {
        int32_t node = groups->part[i / VRMI_LANES]->parent_nodes[i % VRMI_LANES];
        from[i] = node != VRM_NONE ? avatar->world[node].m : avatar->root_world.m;
    }
    for (size_t i = 0; i < 4; ++i) lanes_gather4(from, 4 * i, c[i]);
    p.x = (lanes_vec3){c[0][0], c[0][1], c[0][2]};
    p.y = (lanes_vec3){c[1][0], c[1][1], c[1][2]};
    p.z = (lanes_vec3){c[2][0], c[2][1], c[2][2]};
    p.position = (lanes_vec3){c[3][0], c[3][1], c[3][2]};
    p.scale = p.inverse = lanes_set(1.0f); /* not used */
    return p;
}

static inline void store_matrices(const vrm_avatar *avatar, lanes_offsets to, uint32_t bits,
                                  const lanes_place *m) {
    lanes zero = lanes_set(0.0f);
    const lanes numbers[16] = {
        m->x.x, m->x.y, m->x.z, zero, m->y.x,        m->y.y,        m->y.z,        zero,
        m->z.x, m->z.y, m->z.z, zero, m->position.x, m->position.y, m->position.z, lanes_set(1.0f)};
    lanes_scatter16_at((unsigned char *)avatar->world, to, numbers, bits);
}

/* Translations and scales of the heads. */
typedef struct row_locals {
    lanes_vec3 translation, scale;
} row_locals;

static inline row_locals gather_locals(const vrm_avatar *avatar, const row_at *at) {
    const lanes_offsets heads = {at->rig[0]->local_bytes, at->rig[LAST_PART]->local_bytes};
    const unsigned char *local = (const unsigned char *)avatar->local;
    lanes first[4], last[4];
    /* Translation and one more; one more and scale. */
    lanes_gather4_at(local + offsetof(vrm_trs, translation), heads, first);
    lanes_gather4_at(local + offsetof(vrm_trs, scale) - sizeof(float), heads, last);
    return (row_locals){{first[0], first[1], first[2]}, {last[1], last[2], last[3]}};
}

/* The nodes that end the chains here. */
static void show_ends(const vrm_avatar *avatar, const row_at *at, const lanes_place *parent) {
    const float *from[LANES_COUNT];
    uint32_t bytes[LANES_COUNT];
    lanes head[4], middle[4], tail[4];
    lanes_place end;
    for (uint32_t i = 0; i < LANES_COUNT; ++i) {
        int32_t node = at->ends >> i & 1 ? at->rig[i / VRMI_LANES]->end_nodes[i % VRMI_LANES]
                                         : at->rig[0]->nodes[0];
        from[i] = &avatar->local[node].translation.x;
        bytes[i] = (uint32_t)node * (uint32_t)sizeof(vrm_mat4);
    }
    lanes_gather4(from, 0, head);
    lanes_gather4(from, 3, middle);
    lanes_gather4(from, 6, tail);
    end = lanes_place_below(parent, (lanes_vec3){head[0], head[1], head[2]},
                            (lanes_quat){middle[0], middle[1], middle[2], middle[3]},
                            (lanes_vec3){tail[1], tail[2], tail[3]});
    store_matrices(avatar, (lanes_offsets){bytes, bytes + LAST_PART * VRMI_LANES}, at->ends, &end);
}

/* Rotations of the heads into the frame, and matrices of them and of the nodes that end their
 * chains. */
static inline void show_row(const vrm_avatar *avatar, const row_at *at, lanes_quat q,
                            const lanes_place *place) {
    const lanes_offsets local = {at->rig[0]->local_bytes, at->rig[LAST_PART]->local_bytes};
    const lanes_offsets world = {at->rig[0]->world_bytes, at->rig[LAST_PART]->world_bytes};
    const lanes rotation[4] = {q.x, q.y, q.z, q.w};
    lanes_scatter4_at((unsigned char *)avatar->local + offsetof(vrm_trs, rotation), local, rotation,
                      at->active);
    store_matrices(avatar, world, at->active, place);
    if (at->ends != 0) show_ends(avatar, at, place);
}

/* The rows from `first` on; `parent` has the matrices above that row. */
static void write_rows(vrm_avatar *avatar, const groups_at *groups, float t, uint32_t first,
                       lanes_place parent) {
    for (uint32_t i = first; i < groups->part[0]->row_count; ++i) {
        const row_at at = row_of(avatar, groups, i);
        const row_locals locals = gather_locals(avatar, &at);
        lanes_quat q = state_quat(&at, vrmi_row_rotation(avatar));
        if (t < 1.0f) {
            q = lanes_quat_nlerp(state_quat(&at, vrmi_row_rotation_before(avatar)), q,
                                 lanes_set(t));
        }
        parent = lanes_place_below(&parent, locals.translation, q, locals.scale);
        show_row(avatar, &at, q, &parent);
    }
}

/* --- A step --- */

/* The same arithmetic for the engine and for the bare kernel of the benchmarks, which has its
 * numbers elsewhere. */
typedef struct row_settings {
    lanes hit_radius, stiffness, gravity_power, drag_force;
    lanes_vec3 gravity_dir;
} row_settings;

static inline row_settings load_settings(const row_at *at) {
    return (row_settings){state_line(at, VRMI_ROW_HIT_RADIUS), state_line(at, VRMI_ROW_STIFFNESS),
                          state_line(at, VRMI_ROW_GRAVITY_POWER),
                          state_line(at, VRMI_ROW_DRAG_FORCE),
                          state_vec3(at, VRMI_ROW_GRAVITY_DIR)};
}

/* Where the heads are under their parents, at rest. */
static inline void begin_row(row_now *row, const lanes_place *parent, const row_at *at,
                             const row_locals *locals, lanes hit_radius, bool is_literal) {
    row->head = lanes_place_point(parent, locals->translation);
    row->rest = lanes_place_direction(parent, rig_vec3(at, VRMI_LANE_REST_AXIS));
    row->scale =
        lanes_mul(parent->scale, largest_scale(locals->scale.x, locals->scale.y, locals->scale.z));
    row->length = lanes_mul(rig_line(at, VRMI_LANE_LENGTH), row->scale);
    row->hit_radius = is_literal ? hit_radius : lanes_mul(hit_radius, row->scale);
}

/* Which lanes have a length. That springs are on, and centers have a size, is asked beforehand
 * (spring_wide.c). */
static inline lanes_mask can_move(const row_now *row) {
    return lanes_and(lanes_less(lanes_set(VRMI_EPSILON_LENGTH), row->length),
                     lanes_at_most(row->length, lanes_set(FLT_MAX)));
}

static inline lanes_vec3 from_center(const group_now *now, lanes_vec3 at) {
    if (now->center_bits == 0) return at;
    return lanes_vec3_select(now->has_center, lanes_place_point(now->center, at), at);
}

static inline lanes_vec3 into_center(const group_now *now, lanes_vec3 at) {
    if (now->center_bits == 0) return at;
    return lanes_vec3_select(now->has_center, lanes_place_point_into(now->center, at), at);
}

static inline lanes_vec3 integrate(const row_now *row, const row_settings *settings,
                                   lanes_vec3 current, lanes_vec3 previous, lanes_vec3 wind,
                                   lanes time) {
    lanes_vec3 inertia = lanes_vec3_scale(lanes_vec3_sub(current, previous),
                                          lanes_sub(lanes_set(1.0f), settings->drag_force));
    lanes_vec3 force = lanes_vec3_scale(settings->gravity_dir, settings->gravity_power);
    force = lanes_vec3_scale(lanes_vec3_add(force, wind), time);
    current = lanes_vec3_add(lanes_vec3_sub(current, row->head), inertia);
    current =
        lanes_vec3_add(current, lanes_vec3_scale(row->rest, lanes_mul(time, settings->stiffness)));
    return lanes_vec3_add(current, force);
}

/* The heads are the parents of the next row. */
static inline void move_parent(lanes_place *parent, const row_now *row, const row_locals *locals,
                               lanes_quat turned) {
    lanes largest = largest_scale(locals->scale.x, locals->scale.y, locals->scale.z);
    *parent = lanes_place_below(parent, locals->translation, turned,
                                (lanes_vec3){largest, largest, largest});
    parent->scale = row->scale;
    parent->inverse = lanes_div(lanes_set(1.0f), row->scale);
}

/* vrmi_is_uniform_scale, of all lanes */
static inline bool are_uniform(lanes_vec3 scale) {
    lanes least = lanes_select(lanes_less(scale.y, scale.x), scale.y, scale.x);
    lanes most = lanes_select(lanes_less(scale.y, scale.x), scale.x, scale.y);
    lanes_mask are_equal = lanes_and(lanes_at_most(most, scale.z), lanes_at_most(scale.z, least));
    return lanes_bits(lanes_and(are_equal, lanes_less(lanes_set(0.0f), least))) == LANES_ALL;
}

/* Joints whose state is not finite start anew from rest (SB-048). */
static inline void restart(const work *w, const row_at *at, uint32_t bad) {
    for (uint32_t i = 0; bad != 0 && i < LANES_COUNT; ++i) {
        if (bad >> i & 1) {
            w->avatar->springs.is_new[at->rig[i / VRMI_LANES]->joints[i % VRMI_LANES]] = 1;
        }
    }
}

/* The rotations after this step. The parents become the heads. */
static inline lanes_quat step_row(const work *w, group_now *now, const row_at *at,
                                  const row_locals *locals) {
    const row_settings settings = load_settings(at);
    lanes_vec3 kept, before, place;
    lanes_quat turned;
    lanes_mask moves, is_good;
    row_now row;
    begin_row(&row, &now->parent, at, locals, settings.hit_radius, w->is_literal);
    moves = can_move(&row);
    kept = state_vec3(at, w->previous);
    before = state_vec3(at, w->current);
    place = integrate(&row, &settings, from_center(now, kept), from_center(now, before), now->wind,
                      w->is_literal ? w->dt : lanes_mul(w->dt, row.scale));
    keep_length(&row, place, &row.tail, &row.direction);
    collide_all(w, now, &row);
    place = into_center(now, lanes_vec3_add(row.head, row.tail));
    set_state_vec3(at, w->current, lanes_vec3_select(moves, place, kept));
    is_good = lanes_and(moves, is_finite(place));
    restart(w, at, lanes_bits(moves) & ~lanes_bits(is_good) & at->active);
    turned = aim_bones(at, &now->parent, &row, is_good);
    set_state_quat(at, w->rotation, turned);
    move_parent(&now->parent, &row, locals, turned);
    return turned;
}

static void step_groups(const work *w, const groups_at *groups) {
    const uint32_t row_count = groups->part[0]->row_count;
    uint32_t shown = w->hands_over ? row_count : 0; /* rows whose matrices are handed over */
    lanes_place above, center;                      /* above: of the first row that is not */
    group_now now;
    now.groups = *groups;
    now.parent = load_parents(w->avatar, groups, &now.is_exact);
    load_centers(w, &now, &center);
    now.wind = load_wind(w, groups);
    if (!groups->part[0]->is_shared) place_own_shapes(w, groups);
    if (w->shows && (shown == 0 || !now.is_exact)) {
        shown = 0;
        above = load_matrices(w->avatar, groups);
    }
    for (uint32_t i = 0; i < row_count; ++i) {
        const row_at at = row_of(w->avatar, groups, i);
        const row_locals locals = gather_locals(w->avatar, &at);
        lanes_quat turned;
        if (i < shown && !are_uniform(locals.scale)) {
            shown = i;
            above = now.parent;
        }
        now.is_exact = i < shown;
        turned = step_row(w, &now, &at, &locals);
        if (at.published != 0) publish(w->avatar, &at, &now.parent, now.is_exact);
        if (i < shown) show_row(w->avatar, &at, turned, &now.parent);
    }
    if (w->shows && shown < row_count) write_rows(w->avatar, groups, w->t, shown, above);
}

/* The groups of a level, or its pairs. */
static inline uint32_t count_of(const vrmi_lane_level *level) {
    return LANES_PARTS == 1 ? level->group_count : level->pair_count;
}
static inline groups_at groups_of(const vrmi_rig_lanes *rig, const vrmi_lane_level *level,
                                  uint32_t index) {
    groups_at groups;
#if defined(VRMI_LANES_AVX512)
    const vrmi_lane_pair *pair = &rig->pairs[level->first_pair + index];
    groups.part[0] = &rig->groups[pair->first];
    groups.part[1] = &rig->groups[pair->second];
    groups.is_alone = pair->first == pair->second;
#else
    groups.part[0] = &rig->groups[level->first_group + index];
    groups.is_alone = true;
#endif
    return groups;
}

static void step(vrm_avatar *avatar, float dt, bool shows, float t) {
    const vrmi_rig_lanes *rig = &avatar->rig->lanes;
    work w;
    w.avatar = avatar;
    w.rig = rig;
    w.dt = lanes_set(dt);
    w.wind = lanes_vec3_set(avatar->springs.wind);
    w.is_literal = (avatar->flags & VRM_AVATAR_LITERAL_SCALE) != 0;
    w.traits = avatar->springs.traits;
    w.shows = shows;
    w.hands_over = shows && !(t < 1.0f) && avatar->springs.are_places_present;
    w.t = t;
    avatar->springs.turn = 1 - avatar->springs.turn;
    w.current = vrmi_row_current(avatar);
    w.previous = vrmi_row_previous(avatar);
    w.rotation = vrmi_row_rotation(avatar);
    for (uint32_t i = 0; i < rig->level_count; ++i) {
        const vrmi_lane_level *level = &rig->levels[i];
        for (uint32_t k = 0; k < level->shape_count; ++k) {
            vrmi_springs_place_shape(avatar, rig->shapes[level->first_shape + k]);
        }
        for (uint32_t k = 0; k < count_of(level); ++k) {
            const groups_at groups = groups_of(rig, level, k);
            step_groups(&w, &groups);
        }
        for (uint32_t k = 0; k < level->follower_count; ++k) {
            vrmi_springs_place_follower(avatar, rig->followers[level->first_follower + k]);
        }
        if (shows) vrmi_place_nodes(avatar, rig->nodes + level->first_node, level->node_count);
    }
}

/* --- The frame without a step --- */

static void write_frame(vrm_avatar *avatar, float t) {
    const vrmi_rig_lanes *rig = &avatar->rig->lanes;
    for (uint32_t i = 0; i < rig->level_count; ++i) {
        const vrmi_lane_level *level = &rig->levels[i];
        for (uint32_t k = 0; k < count_of(level); ++k) {
            const groups_at groups = groups_of(rig, level, k);
            write_rows(avatar, &groups, t, 0, load_matrices(avatar, &groups));
        }
        vrmi_place_nodes(avatar, rig->nodes + level->first_node, level->node_count);
    }
}

/* --- Whether the frame is finite --- */

/* vrmi_is_frame_finite. Which numbers are added up to which does not matter. */
static bool is_frame_finite(const vrm_avatar *avatar) {
    enum { STEPS = 16 / LANES_COUNT }; /* a matrix is so many of our numbers */
    const vrmi_rig *rig = avatar->rig;
    lanes total[STEPS];
    float sums[LANES_COUNT], sum = 0.0f;
    for (int i = 0; i < STEPS; ++i) total[i] = lanes_set(0.0f);
    for (uint32_t i = 0; i < rig->leaf_count; ++i) {
        const float *m = avatar->world[rig->leaf_nodes[i]].m;
        for (int k = 0; k < STEPS; ++k) {
            total[k] = lanes_add(total[k], lanes_load(m + k * LANES_COUNT));
        }
    }
    for (int i = 1; i < STEPS; ++i) total[0] = lanes_add(total[0], total[i]);
    lanes_store(sums, total[0]);
    for (int i = 0; i < LANES_COUNT; ++i) sum += sums[i];
    return vrmi_is_finite(sum);
}

const vrmi_wide VRMI_WIDE_NAME = {step, write_frame, is_frame_finite};
