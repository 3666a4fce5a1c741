/*
 * The wide solver. Included once by each spring_wide_….c, which chooses the lanes and the name.
 *
 * It reads like spring.c, line by line: same arithmetic, same order, eight joints. Where that file
 * branches, this one computes both ways and selects, or skips when no lane needs it.
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
    float t;         /* of the way from the last step to this one, that the frame shows */
} work;

/* Three columns and a place, of eight nodes. */
typedef struct lanes_matrix {
    lanes_vec3 x, y, z, place;
} lanes_matrix;

/* Chains of a group in this step. */
typedef struct group_now {
    const vrmi_lane_group *group;
    lanes_place parent; /* of the row at work */
    lanes_place center;
    lanes_mask has_center;
    uint32_t center_bits;
    lanes_vec3 wind;
} group_now;

/* A row in this step; see joint_now of spring.c. */
typedef struct row_now {
    lanes_vec3 head;
    lanes_quat rotation;
    lanes_vec3 rest;
    lanes scale;
    lanes length;
    lanes hit_radius;
    lanes_vec3 tail; /* from the head */
    lanes_vec3 direction;
} row_now;

static lanes_place load_places(const vrmi_similarity *const at[VRMI_LANES]) {
    const float *from[VRMI_LANES];
    lanes a[4], b[4];
    for (int i = 0; i < VRMI_LANES; ++i) from[i] = &at[i]->position.x;
    lanes_gather4(from, 0, a);
    lanes_gather4(from, 4, b);
    return (lanes_place){{a[0], a[1], a[2]}, a[3], {b[0], b[1], b[2], b[3]}};
}

static lanes_place load_rig_places(const vrm_avatar *avatar, const int32_t places[VRMI_LANES]) {
    const vrmi_similarity *at[VRMI_LANES];
    for (int i = 0; i < VRMI_LANES; ++i) at[i] = &avatar->springs.places[places[i]];
    return load_places(at);
}

/* The centers; lanes without one get any place, and are masked. */
static void load_centers(const work *w, group_now *now) {
    const vrm_avatar *avatar = w->avatar;
    const vrmi_similarity *at[VRMI_LANES];
    vrmi_similarity own[VRMI_LANES];
    float has[VRMI_LANES];
    now->center_bits = 0;
    now->center = now->parent; /* never used without bits, which gcc at -O2 cannot see */
    now->has_center = lanes_less(lanes_set(0.0f), lanes_set(0.0f));
    if ((w->traits & VRMI_TRAIT_HAS_CENTER) == 0) return;
    for (uint32_t i = 0; i < VRMI_LANES; ++i) {
        int32_t index = now->group->springs[i], center = avatar->springs.springs[index].center;
        const vrm_spring *spring = &avatar->tables->springs[index];
        const vrmi_rig_joint *first = &avatar->rig->springs.joints[spring->first_joint];
        has[i] = center != VRM_NONE ? 1.0f : 0.0f;
        at[i] = &avatar->springs.places[center != VRM_NONE ? center : 0];
        if (center == VRM_NONE) continue;
        now->center_bits |= 1u << i;
        if (center == first->place) { /* the first joint, with its rest rotation (AMB-040) */
            const vrm_trs *local = &avatar->local[first->node];
            own[i] = vrmi_similarity_below(&avatar->springs.places[first->parent_place],
                                           local->translation, first->rest, local->scale);
            at[i] = &own[i];
        }
    }
    if (now->center_bits == 0) return;
    now->has_center = lanes_less(lanes_set(0.0f), lanes_load(has));
    now->center = load_places(at);
}

static lanes_vec3 load_wind(const work *w, const vrmi_lane_group *group) {
    const float *from[VRMI_LANES];
    lanes wind[4];
    if ((w->traits & VRMI_TRAIT_HAS_WIND) == 0) return w->wind;
    for (int i = 0; i < VRMI_LANES; ++i) {
        from[i] = &w->avatar->springs.springs[group->springs[i]].wind.x;
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
    return lanes_bits(lanes_less(far, lanes_vec3_dot(delta, delta))) == 0xff;
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

/* Each lane meets one of its own. */
static inline void collide_own(row_now *row, const vrmi_lane_collider *collider,
                               const float *shape) {
    lanes_vec3 b = lanes_vec3_load(shape + 3 * VRMI_LANES), delta, plane_delta, direction;
    lanes radius = lanes_load(shape + 6 * VRMI_LANES), length, distance, zero = lanes_set(0.0f);
    lanes_mask is_active = lanes_less(zero, lanes_load(shape + 7 * VRMI_LANES));
    lanes_mask is_inside = lanes_less(zero, lanes_load(collider->is_inside)), hit;
    delta = lanes_vec3_sub(row->tail, lanes_vec3_sub(lanes_vec3_load(shape), row->head));
    plane_delta = delta;
    if (!collider->has_plane && !collider->has_inside) {
        lanes reach = lanes_load(shape + 8 * VRMI_LANES);
        if (are_far(delta, reach, row->hit_radius)) return;
    }
    if (collider->has_capsule) {
        lanes square = lanes_vec3_dot(b, b);
        lanes_mask is_long =
            lanes_less(lanes_set(VRMI_EPSILON_LENGTH * VRMI_EPSILON_LENGTH), square);
        is_long = lanes_and(is_long, lanes_less(zero, lanes_load(collider->is_capsule)));
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
        lanes_mask is_plane = lanes_less(zero, lanes_load(collider->is_plane));
        distance = lanes_select(
            is_plane, lanes_sub(lanes_vec3_dot(plane_delta, b), row->hit_radius), distance);
        direction = lanes_vec3_select(is_plane, b, direction);
        hit = lanes_not(lanes_and(lanes_not(hit), lanes_not(is_plane)));
    }
    hit = lanes_and(lanes_and(hit, is_active), lanes_less(distance, zero));
    push(row, hit, direction, distance);
}

/* vrmi_shape_of for eight colliders; their nodes are not stretched (vrmi_can_step_wide). */
static void place_own_shapes(const work *w, const vrmi_lane_group *group) {
    const vrmi_lane_collider *colliders = &w->rig->lane_colliders[group->first_collider];
    float *out = w->avatar->springs.lane_shapes;
    for (uint32_t i = 0; i < group->collider_count; ++i, out += VRMI_SHAPE_LINES * VRMI_LANES) {
        const vrmi_lane_collider *collider = &colliders[i];
        lanes zero = lanes_set(0.0f), one = lanes_set(1.0f), radius = lanes_load(collider->radius);
        lanes_place at = load_rig_places(w->avatar, collider->places);
        lanes_vec3 a = lanes_place_point(&at, lanes_vec3_load(collider->offset[0]));
        lanes_vec3 tail = lanes_vec3_load(collider->tail[0]), b = {zero, zero, zero};
        lanes_mask has_size = lanes_less(zero, at.scale), is_plane, is_open;
        if (!w->is_literal) radius = lanes_mul(radius, at.scale);
        if (collider->has_capsule) b = lanes_vec3_sub(lanes_place_point(&at, tail), a);
        is_plane = lanes_less(zero, lanes_load(collider->is_plane));
        if (collider->has_plane) {
            b = lanes_vec3_select(is_plane, lanes_quat_rotate(at.rotation, tail), b);
        }
        /* Without size a sphere or capsule is a point, and other shapes are inert (SB-047). */
        is_open = lanes_and(lanes_not(is_plane),
                            lanes_not(lanes_less(zero, lanes_load(collider->is_inside))));
        lanes_vec3_store(out, a);
        lanes_vec3_store(out + 3 * VRMI_LANES, b);
        lanes_store(out + 6 * VRMI_LANES, lanes_select(has_size, radius, zero));
        lanes_store(out + 7 * VRMI_LANES,
                    lanes_select(has_size, one, lanes_select(is_open, one, zero)));
        lanes_store(out + 8 * VRMI_LANES, reach_of(b, radius));
    }
}

static void collide_all(const work *w, const group_now *now, row_now *row) {
    const vrmi_lane_group *group = now->group;
    const vrm_avatar *avatar = w->avatar;
    const vrmi_shape *own = &avatar->springs.shapes[avatar->tables->spring_collider_count];
    for (uint32_t i = 0; i < group->collider_count; ++i) {
        if (group->is_shared) {
            int32_t index = w->rig->shared_colliders[group->first_collider + i];
            collide_shared(row, &avatar->springs.shapes[index]);
        } else {
            collide_own(row, &w->rig->lane_colliders[group->first_collider + i],
                        avatar->springs.lane_shapes + (size_t)i * VRMI_SHAPE_LINES * VRMI_LANES);
        }
    }
    for (uint32_t i = 0; i < avatar->collider_capacity; ++i) collide_shared(row, &own[i]);
}

/* aim_bone of spring.c */
static inline lanes_quat aim_bones(const vrmi_lane_row *rig, const row_now *row, lanes_quat rest,
                                   lanes_vec3 axis) {
    lanes_vec3 to = lanes_quat_rotate(lanes_quat_conjugate(row->rotation), row->direction);
    lanes dot = lanes_vec3_dot(axis, to);
    lanes_vec3 across = lanes_vec3_cross(axis, to);
    lanes_mask is_opposite = lanes_at_most(dot, lanes_set(-1.0f + VRMI_EPSILON_DOT));
    lanes_quat turn = {across.x, across.y, across.z, lanes_add(lanes_set(1.0f), dot)};
    if (lanes_bits(is_opposite) != 0) {
        lanes_vec3 half = lanes_vec3_load(rig->turn_axis[0]);
        turn = lanes_quat_select(is_opposite, (lanes_quat){half.x, half.y, half.z, lanes_set(0.0f)},
                                 turn);
    }
    return lanes_quat_normalize(lanes_quat_multiply(rest, turn));
}

static lanes_mask is_finite(lanes_vec3 v) {
    lanes most = lanes_set(FLT_MAX);
    return lanes_and(
        lanes_and(lanes_at_most(lanes_abs(v.x), most), lanes_at_most(lanes_abs(v.y), most)),
        lanes_at_most(lanes_abs(v.z), most));
}

static void publish(vrm_avatar *avatar, const vrmi_lane_row *rig, const lanes_place *place) {
    const lanes a[4] = {place->position.x, place->position.y, place->position.z, place->scale};
    const lanes b[4] = {place->rotation.x, place->rotation.y, place->rotation.z, place->rotation.w};
    float *to[VRMI_LANES];
    for (uint32_t i = 0; i < VRMI_LANES; ++i) {
        int32_t joint = rig->joints[i] != VRM_NONE ? rig->joints[i] : rig->joints[0];
        to[i] = &avatar->springs.places[avatar->rig->springs.joints[joint].place].position.x;
    }
    lanes_scatter4(to, 0, a, rig->published);
    lanes_scatter4(to, 4, b, rig->published);
}

/* --- Into the frame --- */

static lanes_matrix load_matrices(const vrm_avatar *avatar, const int32_t nodes[VRMI_LANES]) {
    const float *from[VRMI_LANES];
    lanes c[4][4];
    for (int i = 0; i < VRMI_LANES; ++i) {
        from[i] = nodes[i] != VRM_NONE ? avatar->world[nodes[i]].m : avatar->root_world.m;
    }
    for (size_t i = 0; i < 4; ++i) lanes_gather4(from, 4 * i, c[i]);
    return (lanes_matrix){{c[0][0], c[0][1], c[0][2]},
                          {c[1][0], c[1][1], c[1][2]},
                          {c[2][0], c[2][1], c[2][2]},
                          {c[3][0], c[3][1], c[3][2]}};
}

static inline void store_matrices(vrm_avatar *avatar, const int32_t nodes[VRMI_LANES],
                                  uint32_t bits, const lanes_matrix *m) {
    lanes zero = lanes_set(0.0f), one = lanes_set(1.0f);
    const lanes x[4] = {m->x.x, m->x.y, m->x.z, zero}, y[4] = {m->y.x, m->y.y, m->y.z, zero};
    const lanes z[4] = {m->z.x, m->z.y, m->z.z, zero};
    const lanes place[4] = {m->place.x, m->place.y, m->place.z, one};
    float *to[VRMI_LANES];
    for (uint32_t i = 0; i < VRMI_LANES; ++i) {
        to[i] = avatar->world[nodes[i] != VRM_NONE ? nodes[i] : 0].m;
    }
    lanes_scatter4(to, 0, x, bits);
    lanes_scatter4(to, 4, y, bits);
    lanes_scatter4(to, 8, z, bits);
    lanes_scatter4(to, 12, place, bits);
}

static inline lanes_vec3 transform(const lanes_matrix *m, lanes_vec3 v) {
    return lanes_vec3_add(lanes_vec3_add(lanes_vec3_scale(m->x, v.x), lanes_vec3_scale(m->y, v.y)),
                          lanes_vec3_scale(m->z, v.z));
}

/* vrmi_mat4_place */
static inline lanes_matrix place_nodes(const lanes_matrix *parent, lanes_vec3 t, lanes_quat q,
                                       lanes_vec3 s) {
    lanes one = lanes_set(1.0f);
    lanes x2 = lanes_add(q.x, q.x), y2 = lanes_add(q.y, q.y), z2 = lanes_add(q.z, q.z);
    lanes xx = lanes_mul(q.x, x2), yy = lanes_mul(q.y, y2), zz = lanes_mul(q.z, z2);
    lanes xy = lanes_mul(q.x, y2), xz = lanes_mul(q.x, z2), yz = lanes_mul(q.y, z2);
    lanes wx = lanes_mul(q.w, x2), wy = lanes_mul(q.w, y2), wz = lanes_mul(q.w, z2);
    lanes_vec3 x = {lanes_sub(one, lanes_add(yy, zz)), lanes_add(xy, wz), lanes_sub(xz, wy)};
    lanes_vec3 y = {lanes_sub(xy, wz), lanes_sub(one, lanes_add(xx, zz)), lanes_add(yz, wx)};
    lanes_vec3 z = {lanes_add(xz, wy), lanes_sub(yz, wx), lanes_sub(one, lanes_add(xx, yy))};
    return (lanes_matrix){transform(parent, lanes_vec3_scale(x, s.x)),
                          transform(parent, lanes_vec3_scale(y, s.y)),
                          transform(parent, lanes_vec3_scale(z, s.z)),
                          lanes_vec3_add(transform(parent, t), parent->place)};
}

/* Translations and scales of eight heads. */
typedef struct row_locals {
    lanes_vec3 translation, scale;
} row_locals;

static inline row_locals gather_locals(const vrm_avatar *avatar, const vrmi_lane_row *rig) {
    const float *from[VRMI_LANES];
    lanes first[4], last[4];
    for (int i = 0; i < VRMI_LANES; ++i) from[i] = &avatar->local[rig->nodes[i]].translation.x;
    lanes_gather4(from, 0, first); /* translation, and one more */
    lanes_gather4(from, 6, last);  /* one more, and scale */
    return (row_locals){{first[0], first[1], first[2]}, {last[1], last[2], last[3]}};
}

/* Rotations of eight heads into the frame, and matrices of them and of the nodes that end their
 * chains. */
static void show_row(vrm_avatar *avatar, const vrmi_lane_row *rig, lanes_quat q,
                     const row_locals *locals, lanes_matrix *parent) {
    float *to[VRMI_LANES];
    for (int i = 0; i < VRMI_LANES; ++i) to[i] = &avatar->local[rig->nodes[i]].translation.x;
    lanes_scatter4(to, 3, (const lanes[4]){q.x, q.y, q.z, q.w}, rig->active);
    *parent = place_nodes(parent, locals->translation, q, locals->scale);
    store_matrices(avatar, rig->nodes, rig->active, parent);
    if (rig->ends != 0) {
        const float *from[VRMI_LANES];
        lanes head[4], middle[4], tail[4];
        lanes_matrix end;
        for (uint32_t i = 0; i < VRMI_LANES; ++i) {
            int32_t node = rig->ends >> i & 1 ? rig->end_nodes[i] : rig->nodes[0];
            from[i] = &avatar->local[node].translation.x;
        }
        lanes_gather4(from, 0, head);
        lanes_gather4(from, 3, middle);
        lanes_gather4(from, 6, tail);
        end = place_nodes(parent, (lanes_vec3){head[0], head[1], head[2]},
                          (lanes_quat){middle[0], middle[1], middle[2], middle[3]},
                          (lanes_vec3){tail[1], tail[2], tail[3]});
        store_matrices(avatar, rig->end_nodes, rig->ends, &end);
    }
}

static void write_row(vrm_avatar *avatar, uint32_t index, float t, const row_locals *locals,
                      lanes_matrix *parent) {
    const vrmi_lane_row *rig = &avatar->rig->lanes.rows[index];
    const vrmi_row *state = &avatar->springs.rows[index];
    lanes_quat q = lanes_quat_load(state->v[VRMI_ROW_ROTATION]);
    row_locals own;
    if (t < 1.0f) {
        q = lanes_quat_nlerp(lanes_quat_load(state->v[VRMI_ROW_BEFORE]), q, lanes_set(t));
    }
    if (locals == NULL) own = gather_locals(avatar, rig);
    show_row(avatar, rig, q, locals != NULL ? locals : &own, parent);
}

/* `locals` are those of the first rows, which a step has just gathered. */
static void write_group(vrm_avatar *avatar, const vrmi_lane_group *group, float t,
                        const row_locals *locals, uint32_t locals_count) {
    lanes_matrix parent = load_matrices(avatar, group->parent_nodes);
    for (uint32_t i = 0; i < group->row_count; ++i) {
        write_row(avatar, group->first_row + i, t, i < locals_count ? &locals[i] : NULL, &parent);
    }
}

/* --- A step --- */

static void step_row(const work *w, group_now *now, uint32_t index, row_locals *locals) {
    const vrmi_lane_row *rig = &w->rig->rows[index];
    vrmi_row *state = &w->avatar->springs.rows[index];
    lanes time;
    lanes_quat rest = lanes_quat_load(rig->rest[0]), turned, old;
    lanes_vec3 axis = lanes_vec3_load(rig->axis[0]), kept, before, current, previous, force, place;
    lanes_mask can_move, is_good;
    uint32_t bad;
    row_now row;
    *locals = gather_locals(w->avatar, rig);
    row.head = lanes_place_point(&now->parent, locals->translation);
    row.rotation = lanes_quat_multiply(now->parent.rotation, rest);
    row.rest = lanes_quat_rotate(row.rotation, axis);
    row.scale = lanes_mul(now->parent.scale,
                          largest_scale(locals->scale.x, locals->scale.y, locals->scale.z));
    row.length = lanes_mul(lanes_load(rig->length), row.scale);
    row.hit_radius = lanes_load(state->v[VRMI_ROW_HIT_RADIUS]);
    if (!w->is_literal) row.hit_radius = lanes_mul(row.hit_radius, row.scale);
    can_move = lanes_and(lanes_less(lanes_set(VRMI_EPSILON_LENGTH), row.length),
                         lanes_at_most(row.length, lanes_set(FLT_MAX)));
    kept = lanes_vec3_load(state->v[VRMI_ROW_CURRENT]);
    before = lanes_vec3_load(state->v[VRMI_ROW_PREVIOUS]);
    current = kept;
    previous = before;
    if (now->center_bits != 0) {
        current =
            lanes_vec3_select(now->has_center, lanes_place_point(&now->center, current), current);
        previous =
            lanes_vec3_select(now->has_center, lanes_place_point(&now->center, previous), previous);
    }
    /* integrate */
    time = w->is_literal ? w->dt : lanes_mul(w->dt, row.scale);
    previous =
        lanes_vec3_scale(lanes_vec3_sub(current, previous),
                         lanes_sub(lanes_set(1.0f), lanes_load(state->v[VRMI_ROW_DRAG_FORCE])));
    force = lanes_vec3_scale(lanes_vec3_load(state->v[VRMI_ROW_GRAVITY_DIR]),
                             lanes_load(state->v[VRMI_ROW_GRAVITY_POWER]));
    force = lanes_vec3_scale(lanes_vec3_add(force, now->wind), time);
    current = lanes_vec3_add(lanes_vec3_sub(current, row.head), previous);
    current = lanes_vec3_add(
        current,
        lanes_vec3_scale(row.rest, lanes_mul(time, lanes_load(state->v[VRMI_ROW_STIFFNESS]))));
    keep_length(&row, lanes_vec3_add(current, force), &row.tail, &row.direction);
    collide_all(w, now, &row);
    place = lanes_vec3_add(row.head, row.tail);
    if (now->center_bits != 0) {
        place =
            lanes_vec3_select(now->has_center, lanes_place_point_into(&now->center, place), place);
    }
    lanes_vec3_store(state->v[VRMI_ROW_PREVIOUS], lanes_vec3_select(can_move, kept, before));
    lanes_vec3_store(state->v[VRMI_ROW_CURRENT], lanes_vec3_select(can_move, place, kept));
    is_good = lanes_and(can_move, is_finite(place));
    bad = lanes_bits(can_move) & ~lanes_bits(is_good) & rig->active;
    for (uint32_t i = 0; bad != 0 && i < VRMI_LANES; ++i) { /* SB-048 */
        if (bad >> i & 1) w->avatar->springs.is_new[rig->joints[i]] = 1;
    }
    turned = lanes_quat_select(is_good, aim_bones(rig, &row, rest, axis), rest);
    old = lanes_quat_load(state->v[VRMI_ROW_ROTATION]);
    lanes_quat_store(state->v[VRMI_ROW_BEFORE], old);
    lanes_quat_store(state->v[VRMI_ROW_ROTATION], turned);
    now->parent.rotation = lanes_quat_normalize(lanes_quat_multiply(now->parent.rotation, turned));
    now->parent.position = row.head;
    now->parent.scale = row.scale;
    if (rig->published != 0) publish(w->avatar, rig, &now->parent);
}

static void step_group(const work *w, const vrmi_lane_group *group) {
    enum { MOST_LOCALS = 16 };          /* rows whose local transforms are kept for the frame */
    row_locals locals[MOST_LOCALS + 1]; /* and one for all others */
    group_now now;
    now.group = group;
    now.parent = load_rig_places(w->avatar, group->parent_places);
    load_centers(w, &now);
    now.wind = load_wind(w, group);
    if (!group->is_shared) place_own_shapes(w, group);
    for (uint32_t i = 0; i < group->row_count; ++i) {
        step_row(w, &now, group->first_row + i, &locals[i < MOST_LOCALS ? i : MOST_LOCALS]);
    }
    if (w->shows) write_group(w->avatar, group, w->t, locals, MOST_LOCALS);
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
    w.t = t;
    for (uint32_t i = 0; i < rig->level_count; ++i) {
        const vrmi_lane_level *level = &rig->levels[i];
        for (uint32_t k = 0; k < level->shape_count; ++k) {
            vrmi_springs_place_shape(avatar, rig->shapes[level->first_shape + k]);
        }
        for (uint32_t k = 0; k < level->group_count; ++k) {
            step_group(&w, &rig->groups[level->first_group + k]);
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
        for (uint32_t k = 0; k < level->group_count; ++k) {
            write_group(avatar, &rig->groups[level->first_group + k], t, NULL, 0);
        }
        vrmi_place_nodes(avatar, rig->nodes + level->first_node, level->node_count);
    }
}

/* --- Whether the frame is finite --- */

/* vrmi_is_frame_finite. A matrix is two of our vectors; which numbers are added up to which does
 * not matter. */
static bool is_frame_finite(const vrm_avatar *avatar) {
    const vrmi_rig *rig = avatar->rig;
    lanes first = lanes_set(0.0f), second = lanes_set(0.0f);
    float sums[VRMI_LANES], sum = 0.0f;
    for (uint32_t i = 0; i < rig->leaf_count; ++i) {
        const float *m = avatar->world[rig->leaf_nodes[i]].m;
        first = lanes_add(first, lanes_load(m));
        second = lanes_add(second, lanes_load(m + VRMI_LANES));
    }
    lanes_store(sums, lanes_add(first, second));
    for (int i = 0; i < VRMI_LANES; ++i) sum += sums[i];
    return vrmi_is_finite(sum);
}

const vrmi_wide VRMI_WIDE_NAME = {step, write_frame, is_frame_finite};
