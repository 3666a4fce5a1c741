/*
 * Where the tail of a joint may point (SL). This is the reference; spring_limit_lanes.h is the same
 * for eight joints.
 *
 * Angles are never computed. A pitch is compared by its cosine, a yaw by its sine, and the edge of
 * a limit is known by the sines and cosines of its angles, which the rig has.
 */
#ifndef VRMI_AVATAR_SPRING_LIMIT_H
#define VRMI_AVATAR_SPRING_LIMIT_H

#include "avatar/spring/spring.h"

/* A part of a unit direction that is not longer than this has no direction of its own: the one
 * tolerance of all singular directions (SL-011). */
#define VRMI_LIMIT_TINY 1e-6f

/* 0: a program whose models have no limits, and which leaves out the code for them. */
#ifdef VRM_NO_SPRING_LIMITS
enum { VRMI_KNOWS_LIMITS = 0 };
#else
enum { VRMI_KNOWS_LIMITS = 1 };
#endif

/* By joint; NULL where the avatar has no limits, or does not regard them (SL-012). */
static inline const vrmi_limit *vrmi_avatar_limits(const vrm_avatar *avatar) {
    if (!VRMI_KNOWS_LIMITS || (avatar->flags & VRM_AVATAR_FLAG_NO_SPRING_LIMITS) != 0) return NULL;
    return avatar->rig->springs.limits;
}

/* A direction in the limit's space, as one of the space of the node above the head. */
static inline vrm_vec3 vrmi_limit_out(const vrmi_limit *limit, vrm_vec3 d) {
    return vrm_vec3_make(limit->x.x * d.x + limit->y.x * d.y + limit->z.x * d.z,
                         limit->x.y * d.x + limit->y.y * d.y + limit->z.y * d.z,
                         limit->x.z * d.x + limit->y.z * d.y + limit->z.z * d.z);
}

/* SL-008. False: it is within the cone. */
static inline bool vrmi_limit_cone(const vrmi_limit *limit, vrm_vec3 *d) {
    float across = sqrtf(d->x * d->x + d->z * d->z);
    float scale = limit->sin_angle / across; /* not used where there is nothing across */
    if (!(d->y < limit->cos_angle)) return false;
    *d = across > VRMI_LIMIT_TINY ? vrm_vec3_make(d->x * scale, limit->cos_angle, d->z * scale)
                                  : vrm_vec3_make(0.0f, limit->cos_angle, limit->sin_angle);
    return true;
}

/* SL-010, and SL-009 as that without yaw. False: both angles are within their limits. */
static inline bool vrmi_limit_spherical(const vrmi_limit *limit, vrm_vec3 *d) {
    float cos_yaw = sqrtf(d->y * d->y + d->z * d->z);
    float scale = 1.0f / cos_yaw;
    bool has_pitch = cos_yaw > VRMI_LIMIT_TINY; /* along X it has none: that counts as 0 */
    float cos_pitch = has_pitch ? d->y * scale : 1.0f;
    float sin_pitch = has_pitch ? d->z * scale : 0.0f;
    bool is_beyond = cos_pitch < limit->cos_angle;
    bool is_aside = fabsf(d->x) > limit->sin_yaw;
    if (!is_beyond && !is_aside) return false;
    if (is_beyond) {
        cos_pitch = limit->cos_angle;
        sin_pitch = sin_pitch < -VRMI_LIMIT_TINY ? -limit->sin_angle : limit->sin_angle;
    }
    if (is_aside) {
        d->x = d->x < 0.0f ? -limit->sin_yaw : limit->sin_yaw;
        cos_yaw = limit->cos_yaw;
    }
    d->y = cos_yaw * cos_pitch;
    d->z = cos_yaw * sin_pitch;
    return true;
}

/* Where the limit lets a direction of the world be; the same bits where it is allowed already. Its
 * space turns with the node above the joint, and not with the joint (SL-006). */
static inline vrm_vec3 vrmi_limit_direction(const vrmi_limit *limit, const vrmi_spring_place *above,
                                            vrm_vec3 direction) {
    vrm_vec3 local = vrmi_spring_place_direction_into(above, direction);
    vrm_vec3 d = {vrmi_vec3_dot(limit->x, local), vrmi_vec3_dot(limit->y, local),
                  vrmi_vec3_dot(limit->z, local)};
    bool is_limited = limit->kind == VRM_SPRING_LIMIT_CONE ? vrmi_limit_cone(limit, &d)
                                                           : vrmi_limit_spherical(limit, &d);
    return is_limited ? vrmi_spring_place_direction(above, vrmi_limit_out(limit, d)) : direction;
}

#endif
