/**
 * @file types.h
 * Vectors, quaternions, matrices, and the conventions of the whole library.
 *
 * - Space: right-handed, +Y is up, an avatar faces +Z.
 * - Units: meters, seconds, radians. Only lookAt angles are in degrees, as in the specification;
 *   their names end in `_degrees`.
 * - Quaternions: x, y, z, w; unit length; Hamilton product.
 * - Matrices: column-major, for column vectors; the translation is m[12], m[13], m[14].
 * - Transforms: translation * rotation * scale.
 * - Colors: linear, unless a comment states otherwise.
 *
 * All types are plain data without padding: arrays of them can be copied as bytes. They are frozen:
 * they never change.
 *
 * Stable (docs/reference/abi.md).
 */
#ifndef VRM_TYPES_H
#define VRM_TYPES_H

/** Two floats: texture coordinates, for example. */
typedef struct vrm_vec2 {
    float x; /**< Component x. */
    float y; /**< Component y. */
} vrm_vec2;

/** Three floats: a position, a direction or a scale. */
typedef struct vrm_vec3 {
    float x; /**< Component x. */
    float y; /**< Component y. */
    float z; /**< Component z. */
} vrm_vec3;

/** Four floats. */
typedef struct vrm_vec4 {
    float x; /**< Component x. */
    float y; /**< Component y. */
    float z; /**< Component z. */
    float w; /**< Component w. */
} vrm_vec4;

/** A rotation as a unit quaternion. */
typedef struct vrm_quat {
    float x; /**< Component x. */
    float y; /**< Component y. */
    float z; /**< Component z. */
    float w; /**< Component w. */
} vrm_quat;

/** A 4 × 4 matrix, column by column. */
typedef struct vrm_mat4 {
    float m[16]; /**< Column by column. */
} vrm_mat4;

/** A transform: scale first, then rotation, then translation. */
typedef struct vrm_trs {
    vrm_vec3 translation; /**< In meters. */
    vrm_quat rotation;    /**< A unit quaternion. */
    vrm_vec3 scale;       /**< 1 keeps the size. */
} vrm_trs;

/** Returns the vector (x, y). */
static inline vrm_vec2 vrm_vec2_make(float x, float y) {
    vrm_vec2 v;
    v.x = x;
    v.y = y;
    return v;
}

/** Returns the vector (x, y, z). */
static inline vrm_vec3 vrm_vec3_make(float x, float y, float z) {
    vrm_vec3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

/** Returns the quaternion (x, y, z, w). It is not normalized. */
static inline vrm_quat vrm_quat_make(float x, float y, float z, float w) {
    vrm_quat q;
    q.x = x;
    q.y = y;
    q.z = z;
    q.w = w;
    return q;
}

/** Returns the identity rotation. */
static inline vrm_quat vrm_quat_identity(void) { return vrm_quat_make(0.0f, 0.0f, 0.0f, 1.0f); }

/** Returns the identity transform. */
static inline vrm_trs vrm_trs_identity(void) {
    vrm_trs t;
    t.translation = vrm_vec3_make(0.0f, 0.0f, 0.0f);
    t.rotation = vrm_quat_identity();
    t.scale = vrm_vec3_make(1.0f, 1.0f, 1.0f);
    return t;
}

/** Returns the identity matrix. */
static inline vrm_mat4 vrm_mat4_identity(void) {
    vrm_mat4 m = {{1.0f, 0.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f,
                   0.0f, 0.0f, 1.0f}};
    return m;
}

#endif
