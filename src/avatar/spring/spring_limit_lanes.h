/*
 * Where the tails of eight joints may point: spring_limit.h in lanes. Cones and spherical limits
 * stand side by side in a row, and each lane takes what its own kind says.
 */
#ifndef VRMI_AVATAR_SPRING_LIMIT_LANES_H
#define VRMI_AVATAR_SPRING_LIMIT_LANES_H

#include "avatar/spring/spring_limit.h"
#include "base/lanes.h"

/* The limits of a row in this step. */
typedef struct row_limits {
    lanes_place above; /* the nodes above the heads */
    lanes_vec3 x, y, z;
    lanes cos_angle, sin_angle, cos_yaw, sin_yaw;
    lanes_mask has, is_cone;
} row_limits;

/* By row; NULL: there are none, or they are switched off. */
static inline const vrmi_lane_limit *limits_of(const vrm_avatar *avatar) {
    return vrmi_avatar_limits(avatar) != NULL ? avatar->rig->lanes.limits : NULL;
}

/* A row of limits, which all parts share. */
typedef struct limit_row {
    const vrmi_lane_limit *limit;
    uint32_t first; /* lane, as in parts_at */
} limit_row;

static inline lanes limit_line(const limit_row *row, int line) {
    return lanes_spread(row->limit->v[line] + FIRST_LANE(row));
}
static inline lanes_vec3 limit_vec3(const limit_row *row, int line) {
    return (lanes_vec3){limit_line(row, line), limit_line(row, line + 1),
                        limit_line(row, line + 2)};
}

LANES_APART row_limits load_limits(const vrmi_lane_limit *limit, uint32_t first,
                                   const lanes_place *above) {
    const lanes zero = lanes_set(0.0f);
    const limit_row row = {limit, first};
    row_limits out;
    out.above = *above; /* a copy: whose address is not taken stays in registers */
    out.x = limit_vec3(&row, VRMI_LIMIT_X);
    out.y = limit_vec3(&row, VRMI_LIMIT_Y);
    out.z = limit_vec3(&row, VRMI_LIMIT_Z);
    out.cos_angle = limit_line(&row, VRMI_LIMIT_COS_ANGLE);
    out.sin_angle = limit_line(&row, VRMI_LIMIT_SIN_ANGLE);
    out.cos_yaw = limit_line(&row, VRMI_LIMIT_COS_YAW);
    out.sin_yaw = limit_line(&row, VRMI_LIMIT_SIN_YAW);
    out.has = lanes_less(zero, limit_line(&row, VRMI_LIMIT_HAS));
    out.is_cone = lanes_less(zero, limit_line(&row, VRMI_LIMIT_IS_CONE));
    return out;
}

static inline lanes_mask lanes_either(lanes_mask a, lanes_mask b) {
    return lanes_not(lanes_and(lanes_not(a), lanes_not(b)));
}

/* vrmi_limit_cone; which lanes it limits. */
static inline lanes_mask limit_cones(const row_limits *limits, lanes_vec3 *d) {
    lanes across = lanes_sqrt(lanes_add(lanes_mul(d->x, d->x), lanes_mul(d->z, d->z)));
    lanes scale = lanes_div(limits->sin_angle, across);
    lanes_mask has_side = lanes_less(lanes_set(VRMI_LIMIT_TINY), across);
    lanes_mask is_limited = lanes_less(d->y, limits->cos_angle);
    d->x = lanes_select(has_side, lanes_mul(d->x, scale), lanes_set(0.0f));
    d->z = lanes_select(has_side, lanes_mul(d->z, scale), limits->sin_angle);
    d->y = limits->cos_angle;
    return is_limited;
}

/* vrmi_limit_spherical; which lanes it limits. */
static inline lanes_mask limit_spheres(const row_limits *limits, lanes_vec3 *d) {
    const lanes tiny = lanes_set(VRMI_LIMIT_TINY), zero = lanes_set(0.0f), one = lanes_set(1.0f);
    lanes cos_yaw = lanes_sqrt(lanes_add(lanes_mul(d->y, d->y), lanes_mul(d->z, d->z)));
    lanes scale = lanes_div(one, cos_yaw);
    lanes_mask has_pitch = lanes_less(tiny, cos_yaw);
    lanes cos_pitch = lanes_select(has_pitch, lanes_mul(d->y, scale), one);
    lanes sin_pitch = lanes_select(has_pitch, lanes_mul(d->z, scale), zero);
    lanes_mask is_beyond = lanes_less(cos_pitch, limits->cos_angle);
    lanes_mask is_aside = lanes_less(limits->sin_yaw, lanes_abs(d->x));
    lanes edge = lanes_select(lanes_less(sin_pitch, lanes_neg(tiny)), lanes_neg(limits->sin_angle),
                              limits->sin_angle);
    lanes side = lanes_select(lanes_less(d->x, zero), lanes_neg(limits->sin_yaw), limits->sin_yaw);
    cos_pitch = lanes_select(is_beyond, limits->cos_angle, cos_pitch);
    sin_pitch = lanes_select(is_beyond, edge, sin_pitch);
    cos_yaw = lanes_select(is_aside, limits->cos_yaw, cos_yaw);
    d->x = lanes_select(is_aside, side, d->x);
    d->y = lanes_mul(cos_yaw, cos_pitch);
    d->z = lanes_mul(cos_yaw, sin_pitch);
    return lanes_either(is_beyond, is_aside);
}

/* vrmi_limit_direction. Not inline: it is called wherever a tail gets its length back, and rows
 * without limits should not carry it. */
LANES_APART lanes_vec3 limit_directions(const row_limits *limits, lanes_vec3 direction) {
    lanes_vec3 local = lanes_place_direction_into(&limits->above, direction);
    lanes_vec3 cone = {lanes_vec3_dot(limits->x, local), lanes_vec3_dot(limits->y, local),
                       lanes_vec3_dot(limits->z, local)};
    lanes_vec3 d = cone;
    lanes_mask by_cone = limit_cones(limits, &cone), is_limited = limit_spheres(limits, &d);
    is_limited = lanes_either(lanes_and(limits->is_cone, by_cone),
                              lanes_and(lanes_not(limits->is_cone), is_limited));
    is_limited = lanes_and(is_limited, limits->has);
    if (lanes_bits(is_limited) == 0) return direction;
    d = lanes_vec3_select(limits->is_cone, cone, d);
    local = lanes_vec3_add(
        lanes_vec3_add(lanes_vec3_scale(limits->x, d.x), lanes_vec3_scale(limits->y, d.y)),
        lanes_vec3_scale(limits->z, d.z));
    return lanes_vec3_select(is_limited, lanes_place_direction(&limits->above, local), direction);
}

#endif
