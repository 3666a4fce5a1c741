/* Quaternions in double, for loading: keys are computed in double and rounded once. */
#ifndef VRMI_CLIP_QUAT64_H
#define VRMI_CLIP_QUAT64_H

#include "base/math.h"

typedef struct vrmi_quat64 {
    double x, y, z, w;
} vrmi_quat64;

static inline vrmi_quat64 vrmi_quat64_identity(void) { return (vrmi_quat64){0, 0, 0, 1}; }

static inline vrmi_quat64 vrmi_quat64_from(vrm_quat q) {
    return (vrmi_quat64){(double)q.x, (double)q.y, (double)q.z, (double)q.w};
}

static inline vrmi_quat64 vrmi_quat64_multiply(vrmi_quat64 a, vrmi_quat64 b) {
    return (vrmi_quat64){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                         a.w * b.y + a.y * b.w + a.z * b.x - a.x * b.z,
                         a.w * b.z + a.z * b.w + a.x * b.y - a.y * b.x,
                         a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

static inline vrmi_quat64 vrmi_quat64_conjugate(vrmi_quat64 q) {
    return (vrmi_quat64){-q.x, -q.y, -q.z, q.w};
}

static inline double vrmi_quat64_dot(vrmi_quat64 a, vrmi_quat64 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

static inline vrmi_quat64 vrmi_quat64_scale(vrmi_quat64 q, double factor) {
    return (vrmi_quat64){q.x * factor, q.y * factor, q.z * factor, q.w * factor};
}

/* The identity for zero. */
static inline vrmi_quat64 vrmi_quat64_normalize(vrmi_quat64 q) {
    double length = sqrt(vrmi_quat64_dot(q, q));
    return length > 0 ? vrmi_quat64_scale(q, 1 / length) : vrmi_quat64_identity();
}

/* Finite, and +0 for both zeros, so that a product with the identity has the bits that it had. */
static inline float vrmi_narrow(double x) { return vrmi_to_finite((float)x) + 0.0f; }

/* A component that turns nothing anyone could see is 0. Exporters write sines of half turns as
 * 1e-17, and the squares of their differences would be denormal numbers, which take many times as
 * long. */
static inline float vrmi_narrow_component(double x) {
    return fabs(x) < 1e-10 ? 0.0f : vrmi_narrow(x);
}

static inline vrm_quat vrmi_quat64_narrow(vrmi_quat64 q) {
    return vrm_quat_make(vrmi_narrow(q.x), vrmi_narrow(q.y), vrmi_narrow(q.z), vrmi_narrow(q.w));
}

#endif
