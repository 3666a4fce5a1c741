/*
 * Where something is, which way it is turned, and how large: a transform with one scale for all
 * axes. Springs work with these instead of matrices, as scales of avatars are uniform (TP-013);
 * where one is not, its largest axis counts (6.1).
 */
#ifndef VRMI_AVATAR_SIMILARITY_H
#define VRMI_AVATAR_SIMILARITY_H

#include "base/math.h"

typedef struct vrmi_similarity {
    vrm_vec3 position;
    float scale;
    vrm_quat rotation; /* unit length */
} vrmi_similarity;

static inline vrmi_similarity vrmi_similarity_identity(void) {
    return (vrmi_similarity){{0.0f, 0.0f, 0.0f}, 1.0f, {0.0f, 0.0f, 0.0f, 1.0f}};
}

/* Of a matrix, by 6.1. */
static inline vrmi_similarity vrmi_similarity_from(const vrm_mat4 *m) {
    vrmi_similarity s;
    s.position = vrmi_mat4_translation(m);
    s.scale = vrmi_mat4_uniform_scale(m);
    s.rotation = vrmi_mat4_rotation(m);
    return s;
}

static inline float vrmi_largest_scale(vrm_vec3 scale) {
    return vrmi_max(vrmi_max(fabsf(scale.x), fabsf(scale.y)), fabsf(scale.z));
}

static inline vrm_vec3 vrmi_similarity_point(const vrmi_similarity *s, vrm_vec3 point) {
    return vrmi_vec3_add(s->position,
                         vrmi_quat_rotate(s->rotation, vrmi_vec3_scale(point, s->scale)));
}

/* The reverse. The scale is not 0. */
static inline vrm_vec3 vrmi_similarity_point_into(const vrmi_similarity *s, vrm_vec3 point) {
    vrm_vec3 turned =
        vrmi_quat_rotate(vrmi_quat_conjugate(s->rotation), vrmi_vec3_sub(point, s->position));
    return vrmi_vec3_scale(turned, 1.0f / s->scale);
}

/* Below `parent`, with a local transform. */
static inline vrmi_similarity vrmi_similarity_below(const vrmi_similarity *parent,
                                                    vrm_vec3 translation, vrm_quat rotation,
                                                    vrm_vec3 scale) {
    vrmi_similarity s;
    s.position = vrmi_similarity_point(parent, translation);
    s.rotation = vrmi_quat_normalize(vrmi_quat_multiply(parent->rotation, rotation));
    s.scale = parent->scale * vrmi_largest_scale(scale);
    return s;
}

/* Between two: position and scale linear, rotation by the shorter way and normalised (SB-042). */
static inline vrm_quat vrmi_quat_nlerp(vrm_quat a, vrm_quat b, float t) {
    float sign = vrmi_quat_dot(a, b) < 0.0f ? -1.0f : 1.0f;
    return vrmi_quat_normalize(
        vrm_quat_make(vrmi_lerp(a.x, b.x * sign, t), vrmi_lerp(a.y, b.y * sign, t),
                      vrmi_lerp(a.z, b.z * sign, t), vrmi_lerp(a.w, b.w * sign, t)));
}

static inline vrmi_similarity vrmi_similarity_between(const vrmi_similarity *a,
                                                      const vrmi_similarity *b, float t) {
    vrmi_similarity s;
    s.position = vrmi_vec3_lerp(a->position, b->position, t);
    s.scale = vrmi_lerp(a->scale, b->scale, t);
    s.rotation = vrmi_quat_nlerp(a->rotation, b->rotation, t);
    return s;
}

#endif
