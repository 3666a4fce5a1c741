/*
 * Four rotations at a time: with SSE2, which every x86-64 has, and plain C elsewhere. A number is
 * four floats, one of each rotation. Each operation rounds as the scalar operator does, so that the
 * same arithmetic in the same order gives the same bits.
 */
#ifndef VRMI_MOTION_QUAT_WIDE_H
#define VRMI_MOTION_QUAT_WIDE_H

#include "base/math.h"

enum { VRMI_WIDE = 4 };

#if defined(__SSE2__)

typedef __m128 vrmi_wide;

static inline vrmi_wide vrmi_wide_set(float x) { return _mm_set1_ps(x); }
static inline vrmi_wide vrmi_wide_load(const float *from) { return _mm_loadu_ps(from); }
static inline vrmi_wide vrmi_wide_add(vrmi_wide a, vrmi_wide b) { return _mm_add_ps(a, b); }
static inline vrmi_wide vrmi_wide_sub(vrmi_wide a, vrmi_wide b) { return _mm_sub_ps(a, b); }
static inline vrmi_wide vrmi_wide_mul(vrmi_wide a, vrmi_wide b) { return _mm_mul_ps(a, b); }
static inline vrmi_wide vrmi_wide_div(vrmi_wide a, vrmi_wide b) { return _mm_div_ps(a, b); }
static inline vrmi_wide vrmi_wide_sqrt(vrmi_wide a) { return _mm_sqrt_ps(a); }
static inline vrmi_wide vrmi_wide_neg(vrmi_wide a) { return _mm_xor_ps(a, _mm_set1_ps(-0.0f)); }
/* b, or -b where a is below 0. */
static inline vrmi_wide vrmi_wide_with_sign(vrmi_wide a, vrmi_wide b) {
    __m128 is_negative = _mm_cmplt_ps(a, _mm_setzero_ps());
    return _mm_xor_ps(b, _mm_and_ps(is_negative, _mm_set1_ps(-0.0f)));
}
/* Whether all four are between two numbers. NaN is not. */
static inline bool vrmi_wide_all_between(vrmi_wide a, float low, float high) {
    return _mm_movemask_ps(_mm_and_ps(_mm_cmpgt_ps(a, _mm_set1_ps(low)),
                                      _mm_cmplt_ps(a, _mm_set1_ps(high)))) == 15;
}

#else

typedef struct vrmi_wide {
    float of[VRMI_WIDE];
} vrmi_wide;

#define VRMI_WIDE_EACH(value)                                                                      \
    vrmi_wide out;                                                                                 \
    for (int i = 0; i < VRMI_WIDE; ++i) out.of[i] = (value);                                       \
    return out
static inline vrmi_wide vrmi_wide_set(float x) { VRMI_WIDE_EACH(x); }
static inline vrmi_wide vrmi_wide_load(const float *from) { VRMI_WIDE_EACH(from[i]); }
static inline vrmi_wide vrmi_wide_add(vrmi_wide a, vrmi_wide b) {
    VRMI_WIDE_EACH(a.of[i] + b.of[i]);
}
static inline vrmi_wide vrmi_wide_sub(vrmi_wide a, vrmi_wide b) {
    VRMI_WIDE_EACH(a.of[i] - b.of[i]);
}
static inline vrmi_wide vrmi_wide_mul(vrmi_wide a, vrmi_wide b) {
    VRMI_WIDE_EACH(a.of[i] * b.of[i]);
}
static inline vrmi_wide vrmi_wide_div(vrmi_wide a, vrmi_wide b) {
    VRMI_WIDE_EACH(a.of[i] / b.of[i]);
}
static inline vrmi_wide vrmi_wide_sqrt(vrmi_wide a) { VRMI_WIDE_EACH(sqrtf(a.of[i])); }
static inline vrmi_wide vrmi_wide_neg(vrmi_wide a) { VRMI_WIDE_EACH(-a.of[i]); }
static inline vrmi_wide vrmi_wide_with_sign(vrmi_wide a, vrmi_wide b) {
    VRMI_WIDE_EACH(a.of[i] < 0.0f ? -b.of[i] : b.of[i]);
}
#undef VRMI_WIDE_EACH
static inline bool vrmi_wide_all_between(vrmi_wide a, float low, float high) {
    bool all = true;
    for (int i = 0; i < VRMI_WIDE; ++i) all = all && a.of[i] > low && a.of[i] < high;
    return all;
}

#endif

typedef struct vrmi_quats {
    vrmi_wide x;
    vrmi_wide y;
    vrmi_wide z;
    vrmi_wide w;
} vrmi_quats;

#if defined(__SSE2__)

static inline vrmi_quats vrmi_quats_turned(__m128 a, __m128 b, __m128 c, __m128 d) {
    _MM_TRANSPOSE4_PS(a, b, c, d);
    return (vrmi_quats){a, b, c, d};
}
static inline vrmi_quats vrmi_quats_load(const vrm_quat *from) {
    return vrmi_quats_turned(_mm_loadu_ps(&from[0].x), _mm_loadu_ps(&from[1].x),
                             _mm_loadu_ps(&from[2].x), _mm_loadu_ps(&from[3].x));
}
static inline void vrmi_quats_store(vrm_quat *to, vrmi_quats q) {
    vrmi_quats each = vrmi_quats_turned(q.x, q.y, q.z, q.w);
    _mm_storeu_ps(&to[0].x, each.x);
    _mm_storeu_ps(&to[1].x, each.y);
    _mm_storeu_ps(&to[2].x, each.z);
    _mm_storeu_ps(&to[3].x, each.w);
}

#else

static inline vrmi_quats vrmi_quats_load(const vrm_quat *from) {
    vrmi_quats q;
    for (int i = 0; i < VRMI_WIDE; ++i) {
        q.x.of[i] = from[i].x;
        q.y.of[i] = from[i].y;
        q.z.of[i] = from[i].z;
        q.w.of[i] = from[i].w;
    }
    return q;
}
static inline void vrmi_quats_store(vrm_quat *to, vrmi_quats q) {
    for (int i = 0; i < VRMI_WIDE; ++i) {
        to[i] = vrm_quat_make(q.x.of[i], q.y.of[i], q.z.of[i], q.w.of[i]);
    }
}

#endif

static inline vrmi_wide vrmi_quats_dot(vrmi_quats a, vrmi_quats b) {
    vrmi_wide sum = vrmi_wide_add(vrmi_wide_mul(a.x, b.x), vrmi_wide_mul(a.y, b.y));
    sum = vrmi_wide_add(sum, vrmi_wide_mul(a.z, b.z));
    return vrmi_wide_add(sum, vrmi_wide_mul(a.w, b.w));
}

static inline vrmi_quats vrmi_quats_scale(vrmi_quats q, vrmi_wide s) {
    return (vrmi_quats){vrmi_wide_mul(q.x, s), vrmi_wide_mul(q.y, s), vrmi_wide_mul(q.z, s),
                        vrmi_wide_mul(q.w, s)};
}

static inline vrmi_quats vrmi_quats_add(vrmi_quats a, vrmi_quats b) {
    return (vrmi_quats){vrmi_wide_add(a.x, b.x), vrmi_wide_add(a.y, b.y), vrmi_wide_add(a.z, b.z),
                        vrmi_wide_add(a.w, b.w)};
}

static inline vrmi_quats vrmi_quats_conjugate(vrmi_quats q) {
    return (vrmi_quats){vrmi_wide_neg(q.x), vrmi_wide_neg(q.y), vrmi_wide_neg(q.z), q.w};
}

/* As vrmi_quat_multiply, sum by sum. */
static inline vrmi_quats vrmi_quats_multiply(vrmi_quats a, vrmi_quats b) {
#define TERMS(p1, p2, p3, p4, q1, q2, q3, q4)                                                      \
    vrmi_wide_sub(vrmi_wide_add(vrmi_wide_add(vrmi_wide_mul(p1, q1), vrmi_wide_mul(p2, q2)),       \
                                vrmi_wide_mul(p3, q3)),                                            \
                  vrmi_wide_mul(p4, q4))
    vrmi_quats out;
    out.x = TERMS(a.w, a.x, a.y, a.z, b.x, b.w, b.z, b.y);
    out.y = TERMS(a.w, a.y, a.z, a.x, b.y, b.w, b.x, b.z);
    out.z = TERMS(a.w, a.z, a.x, a.y, b.z, b.w, b.y, b.x);
#undef TERMS
    out.w = vrmi_wide_sub(vrmi_wide_mul(a.w, b.w), vrmi_wide_mul(a.x, b.x));
    out.w = vrmi_wide_sub(out.w, vrmi_wide_mul(a.y, b.y));
    out.w = vrmi_wide_sub(out.w, vrmi_wide_mul(a.z, b.z));
    return out;
}

/*
 * As vrmi_quat_normalize. Returns false, and leaves them as they are, where a length is so small or
 * so great that the scalar function has a way of its own.
 */
static inline bool vrmi_quats_normalize(vrmi_quats *q) {
    vrmi_wide square = vrmi_quats_dot(*q, *q);
    if (!vrmi_wide_all_between(square, 1e-20f, 1e20f)) return false;
    *q = vrmi_quats_scale(*q, vrmi_wide_div(vrmi_wide_set(1.0f), vrmi_wide_sqrt(square)));
    return true;
}

#endif
