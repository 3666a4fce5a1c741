/*
 * types.h: vectors, quaternions, matrices, and the conventions of the whole library.
 *
 *   space        right-handed, +Y up, an avatar faces +Z
 *   units        metres, seconds, radians (gaze alone is in degrees; its names say so)
 *   quaternions  x, y, z, w; unit length; Hamilton product
 *   matrices     column-major, column vectors: translation in m[12], m[13], m[14]
 *   transforms   T * R * S
 *
 * All types are plain data without padding, so that arrays of them can be copied as bytes.
 */
#ifndef VRM_TYPES_H
#define VRM_TYPES_H

typedef struct vrm_vec2 {
    float x, y;
} vrm_vec2;

typedef struct vrm_vec3 {
    float x, y, z;
} vrm_vec3;

typedef struct vrm_vec4 {
    float x, y, z, w;
} vrm_vec4;

typedef struct vrm_quat {
    float x, y, z, w;
} vrm_quat;

typedef struct vrm_mat4 {
    float m[16];
} vrm_mat4;

typedef struct vrm_trs {
    vrm_vec3 translation;
    vrm_quat rotation;
    vrm_vec3 scale;
} vrm_trs;

static inline vrm_vec3 vrm_vec3_make(float x, float y, float z) {
    vrm_vec3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

static inline vrm_quat vrm_quat_make(float x, float y, float z, float w) {
    vrm_quat q;
    q.x = x;
    q.y = y;
    q.z = z;
    q.w = w;
    return q;
}

#endif
