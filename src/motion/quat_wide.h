/*
 * Rotations four at a time: a number is four floats, one of each rotation. Each operation rounds as
 * the scalar operator does, so that the same arithmetic in the same order gives the same bits.
 */
#ifndef VRMI_MOTION_QUAT_WIDE_H
#define VRMI_MOTION_QUAT_WIDE_H

#if !defined(VRMI_LANES_BASELINE)
#define VRMI_LANES_BASELINE
#endif
#include "base/floats.h"
#include "base/lanes_half.h"

enum { VRMI_WIDE = 4 };

typedef lanes_half vrmi_wide;

static inline vrmi_wide vrmi_wide_set(float x) { return HALF_SET(x); }
static inline vrmi_wide vrmi_wide_load(const float *from) { return HALF_LOAD(from); }
static inline vrmi_wide vrmi_wide_add(vrmi_wide a, vrmi_wide b) { return HALF_ADD(a, b); }
static inline vrmi_wide vrmi_wide_sub(vrmi_wide a, vrmi_wide b) { return HALF_SUB(a, b); }
static inline vrmi_wide vrmi_wide_mul(vrmi_wide a, vrmi_wide b) { return HALF_MUL(a, b); }
static inline vrmi_wide vrmi_wide_div(vrmi_wide a, vrmi_wide b) { return HALF_DIV(a, b); }
static inline vrmi_wide vrmi_wide_sqrt(vrmi_wide a) { return HALF_SQRT(a); }
static inline vrmi_wide vrmi_wide_neg(vrmi_wide a) { return HALF_NEG(a); }
static inline vrmi_wide vrmi_wide_abs(vrmi_wide a) { return HALF_ABS(a); }
/* b, or -b where a is below 0. */
static inline vrmi_wide vrmi_wide_with_sign(vrmi_wide a, vrmi_wide b) {
    return HALF_SELECT(HALF_LESS(a, HALF_SET(0.0f)), HALF_NEG(b), b);
}
/* Whether all four are between two numbers. NaN is not. */
static inline bool vrmi_wide_all_between(vrmi_wide a, float low, float high) {
    return HALF_BITS(HALF_AND(HALF_LESS(HALF_SET(low), a), HALF_LESS(a, HALF_SET(high)))) == 15;
}

typedef struct vrmi_quats {
    vrmi_wide x;
    vrmi_wide y;
    vrmi_wide z;
    vrmi_wide w;
} vrmi_quats;

static inline vrmi_quats vrmi_quats_load(const vrm_quat *from) {
    lanes_half r[4];
    for (int i = 0; i < 4; ++i) r[i] = HALF_LOAD(vrmi_quat_floats(&from[i]));
    lanes_half_transpose(r);
    return (vrmi_quats){r[0], r[1], r[2], r[3]};
}
static inline void vrmi_quats_store(vrm_quat *out, vrmi_quats q) {
    lanes_half r[4] = {q.x, q.y, q.z, q.w};
    lanes_half_transpose(r);
    for (int i = 0; i < 4; ++i) HALF_STORE(vrmi_quat_out(&out[i]), r[i]);
}

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

/* `a` where `x` is 0 in a lane, else `b`. */
static inline vrmi_quats vrmi_quats_select_zero(vrmi_wide x, vrmi_quats a, vrmi_quats b) {
    lanes_half_mask is_more = HALF_LESS(HALF_SET(0.0f), x);
    return (vrmi_quats){HALF_SELECT(is_more, b.x, a.x), HALF_SELECT(is_more, b.y, a.y),
                        HALF_SELECT(is_more, b.z, a.z), HALF_SELECT(is_more, b.w, a.w)};
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
