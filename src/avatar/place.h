/*
 * Where something is for springs: the columns of its world matrix, and one scale for all axes.
 *
 * Scales of avatars are uniform (TP-013). Then the columns are those of the node's matrix in the
 * frame, bit for bit, and springs hand them to the frame as they are. Where a scale is not uniform
 * or is negative, its largest axis counts (6.1): the columns are those of a rotation with that
 * scale, and differ from the matrix (`is_exact` is 0).
 */
#ifndef VRMI_AVATAR_PLACE_H
#define VRMI_AVATAR_PLACE_H

#include "base/math.h"

#include <assert.h>

typedef struct vrmi_spring_place {
    vrm_vec3 x; /* the columns are at right angles, and as long as `scale` */
    float scale;
    vrm_vec3 y;
    float is_exact; /* 1: the node's matrix has these columns; else 0 */
    vrm_vec3 z;
    float unused; /* 0 */
    vrm_vec3 position;
    float unused_too;
} vrmi_spring_place;

static_assert(sizeof(vrmi_spring_place) == 16 * sizeof(float), "vrmi_spring_place has padding");

/* Its columns, four floats each. */
static inline const float *vrmi_spring_place_floats(const vrmi_spring_place *place) {
    return (const void *)place;
}

static inline bool vrmi_is_uniform_scale(vrm_vec3 scale) {
    return scale.x == scale.y && scale.x == scale.z && scale.x > 0.0f;
}

static inline vrmi_spring_place vrmi_spring_place_make(vrm_vec3 position, vrm_quat rotation,
                                                       float scale) {
    vrmi_spring_place p;
    vrmi_quat_axes(rotation, &p.x, &p.y, &p.z);
    p.x = vrmi_vec3_scale(p.x, scale);
    p.y = vrmi_vec3_scale(p.y, scale);
    p.z = vrmi_vec3_scale(p.z, scale);
    p.position = position;
    p.scale = scale;
    p.is_exact = 0.0f;
    p.unused = 0.0f;
    p.unused_too = 0.0f;
    return p;
}

static inline vrmi_spring_place vrmi_spring_place_identity(void) {
    return vrmi_spring_place_make(vrm_vec3_make(0.0f, 0.0f, 0.0f), vrmi_quat_identity(), 1.0f);
}

/* Of a matrix of any kind, by 6.1. */
static inline vrmi_spring_place vrmi_spring_place_from(const vrm_mat4 *m) {
    return vrmi_spring_place_make(vrmi_mat4_translation(m), vrmi_mat4_rotation(m),
                                  vrmi_mat4_uniform_scale(m));
}

/* Of a matrix that is a rotation with this scale. */
static inline vrmi_spring_place vrmi_spring_place_exactly(const vrm_mat4 *m, float scale) {
    vrmi_spring_place p;
    p.x = vrm_vec3_make(m->m[0], m->m[1], m->m[2]);
    p.y = vrm_vec3_make(m->m[4], m->m[5], m->m[6]);
    p.z = vrm_vec3_make(m->m[8], m->m[9], m->m[10]);
    p.position = vrmi_mat4_translation(m);
    p.scale = scale;
    p.is_exact = 1.0f;
    p.unused = 0.0f;
    p.unused_too = 0.0f;
    return p;
}

/* The matrix applied to a vector: without translation. In the order of vrmi_mat4_place. */
static inline vrm_vec3 vrmi_spring_place_vector(const vrmi_spring_place *p, vrm_vec3 v) {
    return vrm_vec3_make(p->x.x * v.x + p->y.x * v.y + p->z.x * v.z,
                         p->x.y * v.x + p->y.y * v.y + p->z.y * v.z,
                         p->x.z * v.x + p->y.z * v.y + p->z.z * v.z);
}

static inline vrm_vec3 vrmi_spring_place_point(const vrmi_spring_place *p, vrm_vec3 v) {
    return vrmi_vec3_add(vrmi_spring_place_vector(p, v), p->position);
}

/* Unit vectors stay unit vectors. The scale is not 0, as for the two below. */
static inline vrm_vec3 vrmi_spring_place_direction(const vrmi_spring_place *p, vrm_vec3 v) {
    return vrmi_vec3_scale(vrmi_spring_place_vector(p, v), 1.0f / p->scale);
}

/* The reverses. */
static inline vrm_vec3 vrmi_spring_place_direction_into(const vrmi_spring_place *p, vrm_vec3 v) {
    vrm_vec3 turned = {vrmi_vec3_dot(p->x, v), vrmi_vec3_dot(p->y, v), vrmi_vec3_dot(p->z, v)};
    return vrmi_vec3_scale(turned, 1.0f / p->scale);
}

static inline vrm_vec3 vrmi_spring_place_point_into(const vrmi_spring_place *p, vrm_vec3 v) {
    vrm_vec3 turned = vrmi_spring_place_direction_into(p, vrmi_vec3_sub(v, p->position));
    return vrmi_vec3_scale(turned, 1.0f / p->scale);
}

/* Below `parent`, with a local transform. */
static inline vrmi_spring_place vrmi_spring_place_below(const vrmi_spring_place *parent,
                                                        vrm_vec3 translation, vrm_quat rotation,
                                                        vrm_vec3 scale) {
    float largest = vrmi_largest_scale(scale);
    vrm_vec3 x, y, z;
    vrmi_spring_place p;
    vrmi_quat_axes(rotation, &x, &y, &z);
    p.x = vrmi_spring_place_vector(parent, vrmi_vec3_scale(x, largest));
    p.y = vrmi_spring_place_vector(parent, vrmi_vec3_scale(y, largest));
    p.z = vrmi_spring_place_vector(parent, vrmi_vec3_scale(z, largest));
    p.position = vrmi_spring_place_point(parent, translation);
    p.scale = parent->scale * largest;
    p.is_exact = vrmi_is_uniform_scale(scale) ? parent->is_exact : 0.0f;
    p.unused = 0.0f;
    p.unused_too = 0.0f;
    return p;
}

/* The rotation; the identity where the scale is 0. */
static inline vrm_quat vrmi_spring_place_rotation(const vrmi_spring_place *p) {
    float inverse = 1.0f / p->scale;
    vrm_vec3 x = vrmi_vec3_scale(p->x, inverse), y = vrmi_vec3_scale(p->y, inverse);
    vrm_vec3 z = vrmi_vec3_scale(p->z, inverse);
    /* Four times the squares of w, x, y and z, less 1; the largest of them divides the others. */
    float w4 = x.x + y.y + z.z, x4 = x.x - y.y - z.z, y4 = y.y - x.x - z.z, z4 = z.z - x.x - y.y;
    if (w4 >= x4 && w4 >= y4 && w4 >= z4) {
        return vrmi_quat_normalize(vrm_quat_make(y.z - z.y, z.x - x.z, x.y - y.x, 1.0f + w4));
    }
    if (x4 >= y4 && x4 >= z4) {
        return vrmi_quat_normalize(vrm_quat_make(1.0f + x4, x.y + y.x, z.x + x.z, y.z - z.y));
    }
    if (y4 >= z4) {
        return vrmi_quat_normalize(vrm_quat_make(x.y + y.x, 1.0f + y4, y.z + z.y, z.x - x.z));
    }
    return vrmi_quat_normalize(vrm_quat_make(z.x + x.z, y.z + z.y, 1.0f + z4, x.y - y.x));
}

/* Between two rotations: by the shorter way, and normalized (SB-042). */
static inline vrm_quat vrmi_quat_nlerp(vrm_quat a, vrm_quat b, float t) {
    float sign = vrmi_quat_dot(a, b) < 0.0f ? -1.0f : 1.0f;
    return vrmi_quat_normalize(
        vrm_quat_make(vrmi_lerp(a.x, b.x * sign, t), vrmi_lerp(a.y, b.y * sign, t),
                      vrmi_lerp(a.z, b.z * sign, t), vrmi_lerp(a.w, b.w * sign, t)));
}

/* Between two places: position and scale linear, rotation as above (SB-042). To mix the axes and
 * put them at right angles again is no substitute: where the body turns fast, that is another
 * rotation, and hair at 30 updates a second came out visibly different. */
static inline vrmi_spring_place vrmi_spring_place_between(const vrmi_spring_place *a,
                                                          const vrmi_spring_place *b, float t) {
    return vrmi_spring_place_make(
        vrmi_vec3_lerp(a->position, b->position, t),
        vrmi_quat_nlerp(vrmi_spring_place_rotation(a), vrmi_spring_place_rotation(b), t),
        vrmi_lerp(a->scale, b->scale, t));
}

#endif
