/*
 * The wide solver. Included once by each spring_wide_….c, which chooses the lanes and the name.
 *
 * It reads like spring_step.c, function by function: same arithmetic, same order, eight joints.
 * Where that file branches, this one computes both ways and selects, or skips when no lane needs
 * it.
 */
#include "avatar/spring/spring_limit_lanes.h"
#include "avatar/spring/spring_wide_rows.h"

#include <string.h>

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

static inline void keep_length(row_now *row, lanes_vec3 tail) {
    row->direction = safe_normalize(tail, row->rest);
    row->tail = lanes_vec3_scale(row->direction, row->length);
}

/* Pushes the lanes of `hit` along `direction`, and keeps their lengths and limits (SL-007). */
static inline void push(row_now *row, const row_limits *limits, lanes_mask hit,
                        lanes_vec3 direction, lanes distance) {
    lanes_vec3 way;
    if (lanes_bits(hit) == 0) return;
    way =
        safe_normalize(lanes_vec3_sub(row->tail, lanes_vec3_scale(direction, distance)), row->rest);
    if (limits != NULL) way = limit_directions(limits, way);
    row->direction = lanes_vec3_select(hit, way, row->direction);
    row->tail = lanes_vec3_select(hit, lanes_vec3_scale(way, row->length), row->tail);
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
LANES_INLINE void collide_shared(row_now *row, const row_limits *limits, const vrmi_shape *shape) {
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
        push(row, limits, lanes_less(distance, lanes_set(0.0f)), normal, distance);
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
    push(row, limits, hit, delta, distance);
}

/* One collider for each lane, the same for all parts. */
typedef struct colliders_at {
    const vrmi_lane_collider *rig;
    uint32_t first; /* lane, as in parts_at */
} colliders_at;

#define COLLIDER_LINE(at, name) lanes_spread((at)->rig->name + FIRST_LANE(at))
#define COLLIDER_VEC3(at, name)                                                                    \
    (lanes_vec3) {                                                                                 \
        COLLIDER_LINE(at, name[0]), COLLIDER_LINE(at, name[1]), COLLIDER_LINE(at, name[2])         \
    }

static inline colliders_at own_colliders(const vrmi_rig_lanes *rig, const parts_at *parts,
                                         uint32_t index) {
    return (colliders_at){&rig->lane_colliders[parts->group->first_lane_collider + index],
                          FIRST_LANE(parts)};
}

/* Each lane meets one of its own. */
static inline void collide_own(row_now *row, const row_limits *limits, const colliders_at *at,
                               const float *shape) {
    const vrmi_lane_collider *collider = at->rig;
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
    is_inside = lanes_less(zero, COLLIDER_LINE(at, is_inside));
    if (collider->has_capsule) {
        lanes square = lanes_vec3_dot(b, b);
        lanes_mask is_long =
            lanes_less(lanes_set(VRMI_EPSILON_LENGTH * VRMI_EPSILON_LENGTH), square);
        is_long = lanes_and(is_long, lanes_less(zero, COLLIDER_LINE(at, is_capsule)));
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
        lanes_mask is_plane = lanes_less(zero, COLLIDER_LINE(at, is_plane));
        distance = lanes_select(
            is_plane, lanes_sub(lanes_vec3_dot(plane_delta, b), row->hit_radius), distance);
        direction = lanes_vec3_select(is_plane, b, direction);
        hit = lanes_not(lanes_and(lanes_not(hit), lanes_not(is_plane)));
    }
    hit = lanes_and(lanes_and(hit, is_active), lanes_less(distance, zero));
    push(row, limits, hit, direction, distance);
}

/* vrmi_shape_of for a collider of each lane; their nodes are not stretched (vrmi_can_step_wide). */
static void place_own_shapes(const work *w, const parts_at *parts) {
    float *out = parts->avatar[0]->springs.lane_shapes;
    for (uint32_t i = 0; i < parts->group->collider_count;
         ++i, out += VRMI_SHAPE_LINES * LANES_COUNT) {
        const colliders_at own = own_colliders(w->rig, parts, i);
        const vrmi_lane_collider *collider = own.rig;
        const vrmi_spring_place *places[LANES_COUNT];
        lanes zero = lanes_set(0.0f), one = lanes_set(1.0f), is_active;
        lanes radius = COLLIDER_LINE(&own, radius);
        lanes_vec3 a, b = {zero, zero, zero}, tail = COLLIDER_VEC3(&own, tail);
        lanes_mask has_size, is_plane, is_open;
        lanes_place at;
        bool is_exact;
        for (uint32_t k = 0; k < LANES_COUNT; ++k) {
            int32_t place = collider->places[FIRST_LANE(parts) + k % PART_LANES];
            places[k] = &parts->avatar[k / PART_LANES]->springs.places[place];
        }
        at = load_places(places, &is_exact);
        a = lanes_place_point(&at, COLLIDER_VEC3(&own, offset));
        has_size = lanes_less(zero, at.scale);
        if (!w->is_literal) radius = lanes_mul(radius, at.scale);
        if (collider->has_capsule) b = lanes_vec3_sub(lanes_place_point(&at, tail), a);
        is_plane = lanes_less(zero, COLLIDER_LINE(&own, is_plane));
        if (collider->has_plane) {
            b = lanes_vec3_select(is_plane, lanes_place_direction(&at, tail), b);
        }
        /* Without size a sphere or capsule is a point, and other shapes are inert (SB-047). */
        is_open = lanes_and(lanes_not(is_plane),
                            lanes_not(lanes_less(zero, COLLIDER_LINE(&own, is_inside))));
        is_active = lanes_select(has_size, one, lanes_select(is_open, one, zero));
        if (collider->has_gap) { /* nothing is there, and far away */
            lanes_mask is_there = lanes_less(zero, COLLIDER_LINE(&own, is_there));
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

/* Whether shapes are lines, one for each lane: of several avatars they always are. */
static inline bool has_lane_shapes(const work *w, const parts_at *parts) {
    return w->is_crowded || !parts->group->is_shared;
}

static inline bool has_limits(const work *w) { return VRMI_KNOWS_LIMITS && w->limits != NULL; }

/* Whether a tail that has its length back may have to move once more. */
static inline bool is_constrained(const work *w, const group_now *now) {
    return has_limits(w) ||
           (now->parts.group->collider_count | vrmi_host_shapes(now->parts.avatar[0])) != 0;
}

/* All colliders; `limits` NULL: there are none. */
LANES_INLINE void collide_all(const work *w, const group_now *now, const row_limits *limits,
                              row_now *row) {
    const vrmi_lane_group *group = now->parts.group;
    const vrm_avatar *avatar = now->parts.avatar[0];
    const vrmi_shape *own = &avatar->springs.shapes[avatar->tables->spring_collider_count];
    bool is_own = has_lane_shapes(w, &now->parts);
    for (uint32_t i = 0; i < group->collider_count; ++i) {
        if (!is_own) {
            int32_t index = w->rig->shared_colliders[group->first_collider + i];
            collide_shared(row, limits, &avatar->springs.shapes[index]);
        } else {
            const colliders_at collider = own_colliders(w->rig, &now->parts, i);
            collide_own(row, limits, &collider,
                        avatar->springs.lane_shapes + (size_t)i * VRMI_SHAPE_LINES * LANES_COUNT);
        }
    }
    /* Avatars that share rows have none. */
    for (uint32_t i = 0; i < vrmi_host_shapes(avatar); ++i) collide_shared(row, limits, &own[i]);
}

/* Twice, so that avatars without limits do not pay for them. */
LANES_APART void collide(const work *w, const group_now *now, row_now *row) {
    collide_all(w, now, NULL, row);
}
LANES_APART void limit_and_collide(const work *w, const group_now *now, const row_at *at,
                                   row_now *row) {
    const row_limits limits =
        load_limits(&w->limits[at->rig - w->rig->rows], FIRST_LANE(at), &now->parent);
    row->direction = limit_directions(&limits, row->direction);
    row->tail = lanes_vec3_scale(row->direction, row->length);
    collide_all(w, now, &limits, row);
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

static void publish(const parts_at *parts, const row_at *at, const lanes_place *place,
                    bool is_exact) {
    lanes zero = lanes_set(0.0f), exact = lanes_set(is_exact ? 1.0f : 0.0f);
    const lanes numbers[16] = {
        place->x.x,        place->x.y,        place->x.z,        place->scale,
        place->y.x,        place->y.y,        place->y.z,        exact,
        place->z.x,        place->z.y,        place->z.z,        zero,
        place->position.x, place->position.y, place->position.z, zero};
    uint32_t bytes[LANES_COUNT];
    lanes_offsets offsets;
    for (uint32_t i = 0; i < LANES_COUNT; ++i) {
        int32_t joint =
            at->published >> i & 1 ? at->rig->joints[FIRST_LANE(at) + i % PART_LANES] : 0;
        int32_t index = parts->avatar[0]->rig->springs.joints[joint].place;
        bytes[i] = (uint32_t)index * (uint32_t)sizeof(vrmi_spring_place);
    }
    for (uint32_t i = 0; i < LANES_PARTS; ++i) {
        offsets.start[i] = (unsigned char *)parts->avatar[i]->springs.places;
        offsets.bytes[i] = bytes + i * PART_LANES;
    }
    lanes_scatter16_at(&offsets, numbers, at->published);
}

/* --- Into the frame --- */

/* Matrices of the nodes above the chains, as the frame has them. */
static lanes_place load_matrices(const parts_at *parts) {
    const float *from[LANES_COUNT];
    lanes c[4][4];
    lanes_place p;
    for (uint32_t i = 0; i < LANES_COUNT; ++i) {
        const vrm_avatar *avatar = parts->avatar[i / PART_LANES];
        int32_t node = parts->group->parent_nodes[FIRST_LANE(parts) + i % PART_LANES];
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

static inline void store_matrices(const lanes_offsets *offsets, uint32_t bits,
                                  const lanes_place *m) {
    lanes zero = lanes_set(0.0f);
    const lanes numbers[16] = {
        m->x.x, m->x.y, m->x.z, zero, m->y.x,        m->y.y,        m->y.z,        zero,
        m->z.x, m->z.y, m->z.z, zero, m->position.x, m->position.y, m->position.z, lanes_set(1.0f)};
    lanes_scatter16_at(offsets, numbers, bits);
}

/* Translations and scales of the heads. */
typedef struct row_locals {
    lanes_vec3 translation, scale;
} row_locals;

/* The heads in local transforms, and in world matrices. */
static inline lanes_offsets locals_of(const parts_at *parts, const row_at *at) {
    lanes_offsets offsets;
    for (int i = 0; i < LANES_PARTS; ++i) {
        offsets.start[i] = (unsigned char *)parts->avatar[i]->local;
        offsets.bytes[i] = at->rig->local_bytes + FIRST_LANE(at);
    }
    return offsets;
}
static inline lanes_offsets worlds_of(const parts_at *parts, const row_at *at) {
    lanes_offsets offsets;
    for (int i = 0; i < LANES_PARTS; ++i) {
        offsets.start[i] = (unsigned char *)parts->avatar[i]->world;
        offsets.bytes[i] = at->rig->world_bytes + FIRST_LANE(at);
    }
    return offsets;
}

enum {
    ROTATION_AT = offsetof(vrm_trs, rotation) / sizeof(float),
    SCALE_AT = offsetof(vrm_trs, scale) / sizeof(float)
};

static inline row_locals gather_locals(const parts_at *parts, const row_at *at) {
    const lanes_offsets heads = locals_of(parts, at);
    lanes first[4], last[4];
    lanes_gather4_at(&heads, 0, first);           /* translation and one more */
    lanes_gather4_at(&heads, SCALE_AT - 1, last); /* one more and scale */
    return (row_locals){{first[0], first[1], first[2]}, {last[1], last[2], last[3]}};
}

/* The rotations that the stages before have left in the frame. */
static inline lanes_quat gather_rotations(const parts_at *parts, const row_at *at) {
    const lanes_offsets heads = locals_of(parts, at);
    lanes q[4];
    lanes_gather4_at(&heads, ROTATION_AT, q);
    return (lanes_quat){q[0], q[1], q[2], q[3]};
}

/* The nodes that end the chains here. */
static void show_ends(const parts_at *parts, const row_at *at, const lanes_place *parent) {
    const float *from[LANES_COUNT];
    uint32_t bytes[LANES_COUNT];
    lanes head[4], middle[4], tail[4];
    lanes_offsets to;
    lanes_place end;
    for (uint32_t i = 0; i < LANES_COUNT; ++i) {
        int32_t node = at->ends >> i & 1 ? at->rig->end_nodes[FIRST_LANE(at) + i % PART_LANES]
                                         : at->rig->nodes[0];
        from[i] = &parts->avatar[i / PART_LANES]->local[node].translation.x;
        bytes[i] = (uint32_t)node * (uint32_t)sizeof(vrm_mat4);
    }
    for (uint32_t i = 0; i < LANES_PARTS; ++i) {
        to.start[i] = (unsigned char *)parts->avatar[i]->world;
        to.bytes[i] = bytes + i * PART_LANES;
    }
    lanes_gather4(from, 0, head);
    lanes_gather4(from, ROTATION_AT, middle);
    lanes_gather4(from, SCALE_AT - 1, tail);
    end = lanes_place_below(parent, (lanes_vec3){head[0], head[1], head[2]},
                            (lanes_quat){middle[0], middle[1], middle[2], middle[3]},
                            (lanes_vec3){tail[1], tail[2], tail[3]});
    store_matrices(&to, at->ends, &end);
}

/* Rotations of the heads into the frame, and matrices of them and of the nodes that end their
 * chains. */
static inline void show_row(const parts_at *parts, const row_at *at, lanes_quat q,
                            const lanes_place *place) {
    const lanes_offsets local = locals_of(parts, at), world = worlds_of(parts, at);
    const lanes rotation[4] = {q.x, q.y, q.z, q.w};
    lanes_scatter4_at(&local, ROTATION_AT, rotation, at->active);
    store_matrices(&world, at->active, place);
    if (at->ends != 0) show_ends(parts, at, place);
}

/* A row as it is between the last two steps; `t` below 0: as the pose has it. `above` has the
 * matrices above it, and gets its own. */
static void show_between(const parts_at *parts, const row_at *at, float t, const row_locals *locals,
                         lanes_place *above) {
    lanes_quat q = t < 0.0f ? gather_rotations(parts, at) : load_rotations(at->now);
    if (t >= 0.0f && t < 1.0f) q = lanes_quat_nlerp(load_rotations(at->before), q, lanes_set(t));
    *above = lanes_place_below(above, locals->translation, q, locals->scale);
    show_row(parts, at, q, above);
}

/* --- A step --- */

/* The same arithmetic for the engine and for the bare kernel of the benchmarks, which has its
 * numbers elsewhere. */
typedef struct row_settings {
    lanes hit_radius, stiffness, gravity_power, drag_force;
    lanes_vec3 gravity_dir;
} row_settings;

static inline row_settings load_settings(const row_at *at) {
    return (row_settings){load_setting(at, VRMI_ROW_HIT_RADIUS),
                          load_setting(at, VRMI_ROW_STIFFNESS),
                          load_setting(at, VRMI_ROW_GRAVITY_POWER),
                          load_setting(at, VRMI_ROW_DRAG_FORCE),
                          {load_setting(at, VRMI_ROW_GRAVITY_DIR),
                           load_setting(at, VRMI_ROW_GRAVITY_DIR + 1),
                           load_setting(at, VRMI_ROW_GRAVITY_DIR + 2)}};
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
static inline void restart(const parts_at *parts, const row_at *at, uint32_t bad) {
    for (uint32_t i = 0; bad != 0 && i < LANES_COUNT; ++i) {
        int32_t joint = at->rig->joints[FIRST_LANE(at) + i % PART_LANES];
        if ((bad >> i & 1) == 0) continue;
        parts->avatar[i / PART_LANES]->springs.is_new[joint] = 1;
    }
}

/* The rotations after this step. The parents become the heads. */
LANES_INLINE lanes_quat step_row(const work *w, group_now *now, const row_at *at,
                                 const row_locals *locals) {
    const row_settings settings = load_settings(at);
    lanes_vec3 kept, before, place;
    lanes_quat turned;
    lanes_mask moves, is_good;
    row_now row;
    begin_row(&row, &now->parent, at, locals, settings.hit_radius, w->is_literal);
    moves = can_move(&row);
    kept = load_tails(at->before);
    before = load_tails(at->now); /* of the step before the last one, until this one is over */
    place = integrate(&row, &settings, from_center(now, kept), from_center(now, before), now->wind,
                      w->is_literal ? w->dt : lanes_mul(w->dt, row.scale));
    keep_length(&row, place);
    if (is_constrained(w, now)) {
        row_now met = row; /* whose address is taken: the row itself stays in registers */
        if (has_limits(w)) {
            limit_and_collide(w, now, at, &met);
        } else {
            collide(w, now, &met);
        }
        row.tail = met.tail;
        row.direction = met.direction;
    }
    place = into_center(now, lanes_vec3_add(row.head, row.tail));
    store_tails(at->now, lanes_vec3_select(moves, place, kept));
    is_good = lanes_and(moves, is_finite(place));
    restart(&now->parts, at, lanes_bits(moves) & ~lanes_bits(is_good) & at->active);
    turned = aim_bones(at, &now->parent, &row, is_good);
    store_rotations(at->now, turned);
    move_parent(&now->parent, &row, locals, turned);
    return turned;
}

/* Whether there are chains from the first lane on. A number that holds a whole line is taken once.
 */
static inline bool has_lanes(const parts_at *parts) {
    return VRMI_NUMBER_LANES == 4 ? parts->first < parts->group->lane_count : parts->first == 0;
}

static void step_parts(const work *w, const parts_at *parts) {
    const uint32_t row_count = parts->group->row_count;
    uint32_t shown = w->hands_over ? row_count : 0; /* rows whose matrices are handed over */
    lanes_place above, center;                      /* above: of the first row that is not */
    group_now now;
    now.parts = *parts;
    now.parent = load_parents(parts, &now.is_exact);
    load_centers(w, &now, &center);
    now.wind = load_wind(w, parts);
    if (has_lane_shapes(w, parts)) place_own_shapes(w, parts);
    if (w->shows && (shown == 0 || !now.is_exact)) {
        shown = 0;
        above = load_matrices(parts);
    }
    for (uint32_t i = 0; i < row_count; ++i) {
        const row_at at = row_of(parts, i);
        const row_locals locals = gather_locals(parts, &at);
        lanes_quat turned;
        if (i < shown && !are_uniform(locals.scale)) {
            shown = i;
            above = now.parent;
        }
        now.is_exact = i < shown;
        turned = step_row(w, &now, &at, &locals);
        if (at.published != 0) publish(parts, &at, &now.parent, now.is_exact);
        if (i < shown) {
            show_row(parts, &at, turned, &now.parent);
        } else if (w->shows) {
            show_between(parts, &at, w->t, &locals, &above);
        }
    }
}

/* --- The same group of several avatars --- */

#if defined(VRMI_CROWDED_NAME) && !defined(VRM_NO_CROWDED_LANES)

void VRMI_CROWDED_NAME(const vrmi_crowded *crowd, uint32_t group) {
    work w;
    w.rig = &crowd->avatars[0]->rig->lanes;
    w.limits = limits_of(crowd->avatars[0]); /* they all have the same flags */
    w.dt = lanes_set(crowd->dt);
    w.is_literal = (crowd->avatars[0]->flags & VRM_AVATAR_FLAG_LITERAL_SCALE) != 0;
    w.is_crowded = true;
    w.traits = crowd->traits;
    w.shows = w.hands_over = crowd->shows;
    w.t = 1.0f;
    for (uint32_t first = 0; first < crowd->count; first += LANES_PARTS) {
        parts_at parts;
        parts.group = &w.rig->groups[group];
        parts.count = crowd->count - first < LANES_PARTS ? crowd->count - first : LANES_PARTS;
        for (uint32_t i = 0; i < LANES_PARTS; ++i) {
            parts.avatar[i] = crowd->avatars[first + (i < parts.count ? i : 0)];
        }
        for (parts.first = 0; has_lanes(&parts); parts.first += LANES_COUNT) step_parts(&w, &parts);
    }
}

#endif

/* --- One avatar --- */

#if defined(VRMI_WIDE_NAME)

static inline parts_at part_of(vrm_avatar *avatar, uint32_t group) {
    return (parts_at){&avatar->rig->lanes.groups[group], {avatar}, 1, 0};
}

static void step(vrm_avatar *avatar, float dt, bool shows, float t) {
    const vrmi_rig_lanes *rig = &avatar->rig->lanes;
    work w;
    w.rig = rig;
    w.limits = limits_of(avatar);
    w.dt = lanes_set(dt);
    w.is_literal = (avatar->flags & VRM_AVATAR_FLAG_LITERAL_SCALE) != 0;
    w.is_crowded = false;
    w.traits = avatar->springs.traits;
    w.shows = shows;
    w.hands_over = shows && !(t < 1.0f) && avatar->springs.are_places_present;
    w.t = t;
    avatar->springs.turn = 1 - avatar->springs.turn;
    for (uint32_t i = 0; i < rig->level_count; ++i) {
        const vrmi_lane_level *level = &rig->levels[i];
        for (uint32_t k = 0; k < level->shape_count; ++k) {
            vrmi_springs_place_shape(avatar, rig->shapes[level->first_shape + k]);
        }
        for (uint32_t k = 0; k < level->group_count; ++k) {
            parts_at parts = part_of(avatar, level->first_group + k);
            for (; has_lanes(&parts); parts.first += LANES_COUNT) step_parts(&w, &parts);
        }
        for (uint32_t k = 0; k < level->follower_count; ++k) {
            vrmi_springs_place_follower(avatar, rig->followers[level->first_follower + k]);
        }
        if (shows) vrmi_place_nodes(avatar, rig->nodes + level->first_node, level->node_count);
    }
}

static void write_parts(const parts_at *parts, float t) {
    lanes_place above = load_matrices(parts);
    for (uint32_t i = 0; i < parts->group->row_count; ++i) {
        const row_at at = row_of(parts, i);
        const row_locals locals = gather_locals(parts, &at);
        show_between(parts, &at, t, &locals, &above);
    }
}

/* The frame without a step. */
static void write_frame(vrm_avatar *avatar, float t) {
    const vrmi_rig_lanes *rig = &avatar->rig->lanes;
    for (uint32_t i = 0; i < rig->level_count; ++i) {
        const vrmi_lane_level *level = &rig->levels[i];
        for (uint32_t k = 0; k < level->group_count; ++k) {
            parts_at parts = part_of(avatar, level->first_group + k);
            for (; has_lanes(&parts); parts.first += LANES_COUNT) write_parts(&parts, t);
        }
        vrmi_place_nodes(avatar, rig->nodes + level->first_node, level->node_count);
    }
}

static void write_pose(vrm_avatar *avatar) { write_frame(avatar, -1.0f); }

#include "avatar/spring/spring_wide_finite.h"

const vrmi_wide VRMI_WIDE_NAME = {step, write_frame, write_pose, is_frame_finite};
#endif
