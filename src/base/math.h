/*
 * Deterministic math: the same bits from every compiler, optimization level and target.
 *
 * Only + - * / sqrt and comparisons are used, which IEEE 754 rounds in one way everywhere; sine,
 * cosine, arc functions and powers are polynomials of our own. That holds as long as the compiler
 * does not rearrange or fuse arithmetic, which the checks below and -ffp-contract=off see to, and
 * as long as the host leaves rounding to nearest. Operands are summed in the order in which they
 * are written; wide code that must give equal bits has to keep that order.
 *
 * Conventions are those of vrm/types.h and requirements 0.5. Functions take and return values;
 * nothing here allocates or keeps state. "Not finite" means NaN or an infinity.
 */
#ifndef VRMI_BASE_MATH_H
#define VRMI_BASE_MATH_H

#include "base/private_api.h"
#include "vrm/types.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

#if defined(__FAST_MATH__) || defined(_M_FP_FAST) || defined(__ASSOCIATIVE_MATH__) ||              \
    defined(__RECIPROCAL_MATH__)
#error "libvrm gives the same bits everywhere only without fast-math options"
#endif
#if defined(__FINITE_MATH_ONLY__)
#if __FINITE_MATH_ONLY__ > 0
#error "libvrm tests for NaN and infinities: compile it without -ffinite-math-only"
#endif
#endif
/* MSVC leaves the value out or says -1 (it may vary) while it computes in SSE registers. */
#if defined(FLT_EVAL_METHOD)
#if FLT_EVAL_METHOD != 0 && !(defined(_MSC_VER) && FLT_EVAL_METHOD == -1)
#error "libvrm needs float arithmetic in float precision (FLT_EVAL_METHOD 0; on x86: -mfpmath=sse)"
#endif
#elif !defined(_MSC_VER)
#error "libvrm needs float arithmetic in float precision, and FLT_EVAL_METHOD is not defined"
#endif

#define VRMI_PI 3.14159265358979323846f
#define VRMI_EPSILON_LENGTH 1e-6f /* EPS_LEN of the requirements, meters */
#define VRMI_EPSILON_DOT 1e-6f    /* EPS_DOT of the requirements */

/* How many numbers stand in a line where code takes several at a time (base/lanes.h). */
enum { VRMI_LANES = 8 };

/* ------------------------------------------------------------------------------------ numbers */

/*
 * Not fminf and fmaxf: those may answer either of +0 and -0. So may `a < b ? a : b`, which clang
 * for ARM64 turns into fminnm where it knows that b is no NaN. Adding 0 makes every zero +0; in
 * wide code this is minps, or whatever else takes the smaller, and one addition.
 *
 * If a is NaN the result is b (a signalling NaN may become a quiet one instead); b should be none.
 * Clamp has another form so that any NaN gives the lower bound, as requirements 6.6 asks of
 * weights.
 */
static inline float vrmi_min(float a, float b) { return (a < b ? a : b) + 0.0f; }
static inline float vrmi_max(float a, float b) { return (a > b ? a : b) + 0.0f; }
static inline float vrmi_clamp(float x, float low, float high) {
    return (x > low ? (x < high ? x : high) : low) + 0.0f;
}
static inline float vrmi_saturate(float x) { return vrmi_clamp(x, 0.0f, 1.0f); }

/* a + (b - a) t: exact at t = 0, within rounding of b at t = 1; t is not clamped. */
static inline float vrmi_lerp(float a, float b, float t) { return a + (b - a) * t; }

/* 0 up to `from`, 1 from `to` on, smooth between them. */
static inline float vrmi_smooth_step(float from, float to, float x) {
    float t = vrmi_saturate((x - from) / (to - from));
    return t * t * (3.0f - 2.0f * t);
}

static inline uint32_t vrmi_float_bits(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* Tested on the bits: the isfinite macro is assumed true under some compiler options. */
static inline bool vrmi_is_finite(float x) {
    return (vrmi_float_bits(x) & 0x7f800000u) != 0x7f800000u;
}

/* Brings infinities back to the end of the range of floats, and makes NaN 0: what a frame shows
 * where a file or an application asks for more than floats can hold (ER-014). Else x, bit for bit.
 */
static inline float vrmi_to_finite(float x) {
    if (vrmi_is_finite(x)) return x;
    return x > 0.0f ? FLT_MAX : x < 0.0f ? -FLT_MAX : 0.0f;
}

/* Through double, so that 180 degrees is exactly VRMI_PI, and the reverse exactly 180. */
static inline float vrmi_radians(float degrees) {
    return (float)((double)degrees * 0.017453292519943295);
}
static inline float vrmi_degrees(float radians) {
    return (float)((double)radians * 57.29577951308232);
}

/*
 * The functions below compute in double and round once to float. Double costs the same as float in
 * scalar code on every target that we have, makes the range reduction of sine short, and leaves an
 * error that is that of the last rounding; float polynomials would be off by 1 to 2 ulp.
 *
 * Maximum error against libm in double. One ulp is the distance of floats at the exact value;
 * 0.5 is the best possible. Measured over every float of the domain (sine and cosine: every float
 * from 0 up, the others being their mirror; atan2: 4e9 random pairs; vrmi_pow: 1e9 random pairs
 * with results in float's normal range). The tests assert 0.505 on sweeps of these.
 *
 *                        domain                    absolute     ulp
 *   vrmi_sin, vrmi_cos   all finite floats         3.0e-8       0.5003
 *   vrmi_atan2           all                       1.2e-7       0.5001
 *   vrmi_acos            [-1, 1]                   1.2e-7       0.5001
 *   vrmi_asin            [-1, 1]                   6.0e-8       0.5001
 *   vrmi_pow             base > 0                               0.5001
 *   vrmi_srgb_to_linear  [0, 1]                    3.0e-8       0.5001
 *   vrmi_linear_to_srgb  [0, 1]                    3.0e-8       0.5001
 */

/* Within [-1, 1]. If x is not finite: sine 0, cosine 1. The sign of zero is kept by sine. */
VRMI_API float vrmi_sin(float x);
float vrmi_cos(float x);
VRMI_API void vrmi_sincos(float x, float *sine, float *cosine);

/* As C's atan2f for signed zeros and infinities, in [-pi, pi]. 0 if either is NaN. */
VRMI_API float vrmi_atan2(float y, float x);

/* x is clamped to [-1, 1] first: rounding takes dot products past 1. 0 if x is NaN. */
VRMI_API float vrmi_acos(float x);
float vrmi_asin(float x);

/*
 * base to the exponent, for base > 0. Results above FLT_MAX become FLT_MAX. A base of 0 or less
 * gives 0 (1 if the exponent is 0), and so does NaN in either place.
 */
VRMI_API float vrmi_pow(float base, float exponent);

/*
 * The sRGB transfer curve (IEC 61966-2-1). Not clamped: above 1 the power goes on, below 0 the
 * straight part. An infinity counts as FLT_MAX with its sign; NaN gives 0.
 */
VRMI_API float vrmi_srgb_to_linear(float encoded);
VRMI_API float vrmi_linear_to_srgb(float linear);

/* ------------------------------------------------------------------------------------ vectors */

static inline vrm_vec2 vrmi_vec2_make(float x, float y) { return (vrm_vec2){x, y}; }
static inline vrm_vec2 vrmi_vec2_add(vrm_vec2 a, vrm_vec2 b) {
    return vrmi_vec2_make(a.x + b.x, a.y + b.y);
}
static inline vrm_vec2 vrmi_vec2_sub(vrm_vec2 a, vrm_vec2 b) {
    return vrmi_vec2_make(a.x - b.x, a.y - b.y);
}
static inline vrm_vec2 vrmi_vec2_scale(vrm_vec2 v, float s) {
    return vrmi_vec2_make(v.x * s, v.y * s);
}
static inline float vrmi_vec2_dot(vrm_vec2 a, vrm_vec2 b) { return a.x * b.x + a.y * b.y; }
static inline float vrmi_vec2_length(vrm_vec2 v) { return sqrtf(vrmi_vec2_dot(v, v)); }
static inline vrm_vec2 vrmi_vec2_lerp(vrm_vec2 a, vrm_vec2 b, float t) {
    return vrmi_vec2_make(vrmi_lerp(a.x, b.x, t), vrmi_lerp(a.y, b.y, t));
}
static inline vrm_vec2 vrmi_vec2_min(vrm_vec2 a, vrm_vec2 b) {
    return vrmi_vec2_make(vrmi_min(a.x, b.x), vrmi_min(a.y, b.y));
}
static inline vrm_vec2 vrmi_vec2_max(vrm_vec2 a, vrm_vec2 b) {
    return vrmi_vec2_make(vrmi_max(a.x, b.x), vrmi_max(a.y, b.y));
}

static inline vrm_vec3 vrmi_vec3_add(vrm_vec3 a, vrm_vec3 b) {
    return vrm_vec3_make(a.x + b.x, a.y + b.y, a.z + b.z);
}
static inline vrm_vec3 vrmi_vec3_sub(vrm_vec3 a, vrm_vec3 b) {
    return vrm_vec3_make(a.x - b.x, a.y - b.y, a.z - b.z);
}
static inline vrm_vec3 vrmi_vec3_scale(vrm_vec3 v, float s) {
    return vrm_vec3_make(v.x * s, v.y * s, v.z * s);
}
static inline vrm_vec3 vrmi_vec3_negate(vrm_vec3 v) { return vrm_vec3_make(-v.x, -v.y, -v.z); }
static inline float vrmi_vec3_dot(vrm_vec3 a, vrm_vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline vrm_vec3 vrmi_vec3_cross(vrm_vec3 a, vrm_vec3 b) {
    return vrm_vec3_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static inline vrm_vec3 vrmi_vec3_lerp(vrm_vec3 a, vrm_vec3 b, float t) {
    return vrm_vec3_make(vrmi_lerp(a.x, b.x, t), vrmi_lerp(a.y, b.y, t), vrmi_lerp(a.z, b.z, t));
}
static inline vrm_vec3 vrmi_vec3_min(vrm_vec3 a, vrm_vec3 b) {
    return vrm_vec3_make(vrmi_min(a.x, b.x), vrmi_min(a.y, b.y), vrmi_min(a.z, b.z));
}
static inline vrm_vec3 vrmi_vec3_max(vrm_vec3 a, vrm_vec3 b) {
    return vrm_vec3_make(vrmi_max(a.x, b.x), vrmi_max(a.y, b.y), vrmi_max(a.z, b.z));
}
static inline vrm_vec3 vrmi_vec3_to_finite(vrm_vec3 v) {
    return vrm_vec3_make(vrmi_to_finite(v.x), vrmi_to_finite(v.y), vrmi_to_finite(v.z));
}
static inline bool vrmi_vec3_is_finite(vrm_vec3 v) {
    return vrmi_is_finite(v.x) && vrmi_is_finite(v.y) && vrmi_is_finite(v.z);
}

/* The plain formula: lengths below 1e-19 come out as 0, those above 1.8e19 as infinity. */
static inline float vrmi_largest_scale(vrm_vec3 scale) {
    return vrmi_max(vrmi_max(fabsf(scale.x), fabsf(scale.y)), fabsf(scale.z));
}
static inline float vrmi_vec3_length(vrm_vec3 v) { return sqrtf(vrmi_vec3_dot(v, v)); }

/*
 * safe_normalize of requirements 6.1. The fallback also stands in for what is not finite or longer
 * than 1.8e19. One division and three products instead of three divisions: this is the inner loop
 * of springs, and costs one more rounding.
 */
static inline vrm_vec3 vrmi_vec3_safe_normalize(vrm_vec3 v, vrm_vec3 fallback) {
    float length = vrmi_vec3_length(v);
    if (!(length > VRMI_EPSILON_LENGTH && length <= FLT_MAX)) return fallback;
    return vrmi_vec3_scale(v, 1.0f / length);
}

/* -------------------------------------------------------------------------------- quaternions */

static inline vrm_quat vrmi_quat_identity(void) { return vrm_quat_make(0.0f, 0.0f, 0.0f, 1.0f); }
static inline vrm_quat vrmi_quat_negate(vrm_quat q) {
    return vrm_quat_make(-q.x, -q.y, -q.z, -q.w);
}
/* The inverse of a unit quaternion. */
static inline vrm_quat vrmi_quat_conjugate(vrm_quat q) {
    return vrm_quat_make(-q.x, -q.y, -q.z, q.w);
}
static inline float vrmi_quat_dot(vrm_quat a, vrm_quat b) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
static inline bool vrmi_quat_is_finite(vrm_quat q) {
    return vrmi_is_finite(q.x) && vrmi_is_finite(q.y) && vrmi_is_finite(q.z) && vrmi_is_finite(q.w);
}

/*
 * The Hamilton product: rotates by b, then by a. Not normalized: do that after a chain (6).
 * What is subtracted comes last in x, y and z on purpose. Where + and - alternate from one
 * component to the next, the vectoriser of gcc 12 with -mfma fuses them in spite of
 * -ffp-contract=off.
 */
static inline vrm_quat vrmi_quat_multiply(vrm_quat a, vrm_quat b) {
    return vrm_quat_make(a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                         a.w * b.y + a.y * b.w + a.z * b.x - a.x * b.z,
                         a.w * b.z + a.z * b.w + a.x * b.y - a.y * b.x,
                         a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z);
}

/* v rotated by the unit quaternion q: v + w t + u x t with u = (x, y, z), t = 2 u x v. */
static inline vrm_vec3 vrmi_quat_rotate(vrm_quat q, vrm_vec3 v) {
    vrm_vec3 u = vrm_vec3_make(q.x, q.y, q.z);
    vrm_vec3 t = vrmi_vec3_scale(vrmi_vec3_cross(u, v), 2.0f);
    return vrmi_vec3_add(vrmi_vec3_add(v, vrmi_vec3_scale(t, q.w)), vrmi_vec3_cross(u, t));
}

/* What a unit quaternion turns the three axes to: the columns of its matrix. */
static inline void vrmi_quat_axes(vrm_quat q, vrm_vec3 *x, vrm_vec3 *y, vrm_vec3 *z) {
    float x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
    float xx = q.x * x2, yy = q.y * y2, zz = q.z * z2;
    float xy = q.x * y2, xz = q.x * z2, yz = q.y * z2;
    float wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
    *x = vrm_vec3_make(1.0f - (yy + zz), xy + wz, xz - wy);
    *y = vrm_vec3_make(xy - wz, 1.0f - (xx + zz), yz + wx);
    *z = vrm_vec3_make(xz + wy, yz - wx, 1.0f - (xx + yy));
}

/* The part of vrmi_quat_normalize for lengths whose square overflows or underflows. */
VRMI_API vrm_quat vrmi_quat_normalize_extreme(vrm_quat q);

/* Unit length; the identity for zero and for what is not finite (ER-015). */
static inline vrm_quat vrmi_quat_normalize(vrm_quat q) {
    float square = vrmi_quat_dot(q, q);
    float inverse;
    if (!(square > 1e-20f && square < 1e20f)) return vrmi_quat_normalize_extreme(q);
    inverse = 1.0f / sqrtf(square);
    return vrm_quat_make(q.x * inverse, q.y * inverse, q.z * inverse, q.w * inverse);
}

/* The axis need not be a unit vector; one of at most VRMI_EPSILON_LENGTH gives the identity. */
VRMI_API vrm_quat vrmi_quat_from_axis_angle(vrm_vec3 axis, float angle);

/* from_to of requirements 6.1: the least rotation that takes direction a to direction b. */
VRMI_API vrm_quat vrmi_quat_from_to(vrm_vec3 a, vrm_vec3 b);

/* From +Y to a unit vector by the shortest arc; a half turn around X where that is -Y (SL-006). */
VRMI_API vrm_quat vrmi_quat_from_up(vrm_vec3 axis);

/* slerp of requirements 6.1 (NC-024): the shorter arc; t is clamped to [0, 1]. */
VRMI_API vrm_quat vrmi_quat_slerp(vrm_quat p, vrm_quat q, float t);

/* ----------------------------------------------------------------------------------- matrices */

VRMI_API vrm_mat4 vrmi_mat4_identity(void);
VRMI_API vrm_mat4 vrmi_mat4_multiply(const vrm_mat4 *a, const vrm_mat4 *b);

/* T * R * S; the rotation is taken as a unit quaternion. */
static inline vrm_mat4 vrmi_mat4_from_trs(const vrm_trs *trs) {
    vrm_vec3 t = trs->translation, s = trs->scale, x, y, z;
    vrmi_quat_axes(trs->rotation, &x, &y, &z);
    return (vrm_mat4){{x.x * s.x, x.y * s.x, x.z * s.x, 0.0f, /* 0 */
                       y.x * s.y, y.y * s.y, y.z * s.y, 0.0f, /* 1 */
                       z.x * s.z, z.y * s.z, z.z * s.z, 0.0f, /* 2 */
                       t.x, t.y, t.z, 1.0f}};
}

/* Four floats at a time, where the target has such registers and the compiler does not use them of
 * itself. */
#if defined(__SSE2__)
#define VRMI_HAS_FOUR 1
typedef __m128 vrmi_four;
static inline vrmi_four vrmi_four_load(const float *from) { return _mm_loadu_ps(from); }
static inline void vrmi_four_store(float *out, vrmi_four v) { _mm_storeu_ps(out, v); }
static inline vrmi_four vrmi_four_scale(vrmi_four v, float s) {
    return _mm_mul_ps(v, _mm_set1_ps(s));
}
static inline vrmi_four vrmi_four_add(vrmi_four a, vrmi_four b) { return _mm_add_ps(a, b); }
/* The first three; the fourth is 0. */
static inline vrmi_four vrmi_four_upper(vrmi_four v) {
    return _mm_and_ps(v, _mm_castsi128_ps(_mm_set_epi32(0, -1, -1, -1)));
}
#elif defined(__wasm_simd128__)
#define VRMI_HAS_FOUR 1
typedef v128_t vrmi_four;
static inline vrmi_four vrmi_four_load(const float *from) { return wasm_v128_load(from); }
static inline void vrmi_four_store(float *to, vrmi_four v) { wasm_v128_store(to, v); }
static inline vrmi_four vrmi_four_scale(vrmi_four v, float s) {
    return wasm_f32x4_mul(v, wasm_f32x4_splat(s));
}
static inline vrmi_four vrmi_four_add(vrmi_four a, vrmi_four b) { return wasm_f32x4_add(a, b); }
static inline vrmi_four vrmi_four_upper(vrmi_four v) {
    return wasm_v128_and(v, wasm_i32x4_const(-1, -1, -1, 0));
}
#endif

/*
 * parent * (T * R * S), where the parent's bottom row is 0 0 0 1: what places a node under another.
 * Sums go from left to right over the parent's columns, translation last; wide code keeps that
 * order. Where four floats fit into a register, a column is computed at once; compilers do not do
 * that of themselves, because the bottom row is not computed.
 */
#if defined(VRMI_HAS_FOUR)
static inline vrmi_four vrmi_mat4_column(const vrmi_four p[4], const float *l) {
    return vrmi_four_add(vrmi_four_add(vrmi_four_scale(p[0], l[0]), vrmi_four_scale(p[1], l[1])),
                         vrmi_four_scale(p[2], l[2]));
}
static inline vrm_mat4 vrmi_mat4_place(const vrm_mat4 *parent, const vrm_trs *trs) {
    const vrm_mat4 local = vrmi_mat4_from_trs(trs);
    vrmi_four p[4];
    vrm_mat4 out;
    for (int i = 0; i < 4; ++i) p[i] = vrmi_four_load(parent->m + 4 * i);
    for (int i = 0; i < 4; ++i) {
        vrmi_four column = vrmi_mat4_column(p, local.m + 4 * i);
        if (i == 3) column = vrmi_four_add(column, p[3]);
        vrmi_four_store(out.m + 4 * i, vrmi_four_upper(column));
    }
    out.m[15] = 1.0f;
    return out;
}
#else
static inline vrm_mat4 vrmi_mat4_place(const vrm_mat4 *parent, const vrm_trs *trs) {
    const vrm_mat4 local = vrmi_mat4_from_trs(trs);
    const float *p = parent->m, *l = local.m;
    vrm_mat4 out;
    for (int column = 0; column < 4; ++column, l += 4) {
        for (int row = 0; row < 3; ++row) {
            float sum = p[row] * l[0] + p[4 + row] * l[1] + p[8 + row] * l[2];
            out.m[4 * column + row] = column < 3 ? sum : sum + p[12 + row];
        }
        out.m[4 * column + 3] = column < 3 ? 0.0f : 1.0f;
    }
    return out;
}
#endif

static inline vrm_vec3 vrmi_mat4_translation(const vrm_mat4 *m) {
    return vrm_vec3_make(m->m[12], m->m[13], m->m[14]);
}

/* The upper 3x3 applied to v: without translation. */
static inline vrm_vec3 vrmi_mat4_transform_vector(const vrm_mat4 *m, vrm_vec3 v) {
    return vrm_vec3_make(m->m[0] * v.x + m->m[4] * v.y + m->m[8] * v.z,
                         m->m[1] * v.x + m->m[5] * v.y + m->m[9] * v.z,
                         m->m[2] * v.x + m->m[6] * v.y + m->m[10] * v.z);
}

/* With translation; the bottom row is taken as 0 0 0 1. */
static inline vrm_vec3 vrmi_mat4_transform_point(const vrm_mat4 *m, vrm_vec3 p) {
    return vrmi_vec3_add(vrmi_mat4_transform_vector(m, p), vrmi_mat4_translation(m));
}

/*
 * Of the upper 3x3. Beyond float's range: FLT_MAX with the sign of the determinant. 0 if an element
 * is not finite.
 */
VRMI_API float vrmi_mat4_determinant(const vrm_mat4 *m);

/*
 * The inverse of m, its bottom row taken as 0 0 0 1. Returns false and writes the identity if m is
 * singular: if an element is not finite, a column is zero, the columns divided by their lengths
 * have a determinant of at most VRMI_EPSILON_DOT, or the inverse does not fit into floats.
 * `out` may be `m`.
 */
VRMI_API bool vrmi_mat4_inverse(const vrm_mat4 *m, vrm_mat4 *out);
/* What that would return, for less. */
bool vrmi_mat4_has_inverse(const vrm_mat4 *m);

/* uniform_scale of requirements 6.1: the length of the longest of the three columns. */
VRMI_API float vrmi_mat4_uniform_scale(const vrm_mat4 *m);

/*
 * rot of requirements 6.1: the rotation that vrmi_trs_from_mat4 finds, always finite and of unit
 * length, whatever m holds.
 */
VRMI_API vrm_quat vrmi_mat4_rotation(const vrm_mat4 *m);

/* What vrmi_trs_from_mat4 found that a TRS cannot say (ER-016, TP-013). */
enum {
    VRMI_TRS_SHEARED = 1u << 0,    /* two columns are off a right angle by more than 1e-4 rad */
    VRMI_TRS_MIRRORED = 1u << 1,   /* negative determinant: scale.x is negative */
    VRMI_TRS_SINGULAR = 1u << 2,   /* a column is zero, or columns depend on each other */
    VRMI_TRS_NOT_FINITE = 1u << 3, /* an element is NaN or infinite */
    VRMI_TRS_NOT_AFFINE = 1u << 4  /* the bottom row is not 0 0 0 1; it is ignored */
};

/*
 * Takes a node matrix apart into T * R * S and returns VRMI_TRS_ flags. `out` is always finite and
 * its rotation of unit length:
 *
 *   scale        the lengths of the columns (at most FLT_MAX); x negative if mirrored
 *   rotation     from the columns divided by their scale. If they are sheared, the normalized
 *                result of the same formula, which is what other VRM runtimes use
 *   zero columns scale 0. One: the rotation has the cross product of the other two in its place.
 *                Two: the least rotation that takes the axis to the column left. Three: identity
 *   not finite   rotation identity and scale 1, or that component of the translation 0
 *
 * A mirrored matrix with a zero column cannot be distinguished from one that is not mirrored.
 */
VRMI_API uint32_t vrmi_trs_from_mat4(const vrm_mat4 *m, vrm_trs *out);

static inline bool vrmi_trs_is_finite(const vrm_trs *trs) {
    return vrmi_vec3_is_finite(trs->translation) && vrmi_quat_is_finite(trs->rotation) &&
           vrmi_vec3_is_finite(trs->scale);
}

static inline vrm_trs vrmi_trs_identity(void) {
    return (vrm_trs){{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 1.0f}, {1.0f, 1.0f, 1.0f}};
}

/* Whether the index is one of `count`. */
static inline bool vrmi_is_index(int32_t index, uint32_t count) {
    return index >= 0 && (uint32_t)index < count;
}

/* Half a turn about +Y: x and z change their signs (TP-023). */
static inline vrm_vec3 vrmi_half_turn(vrm_vec3 v) { return vrm_vec3_make(-v.x, v.y, -v.z); }
static inline vrm_quat vrmi_half_turn_rotation(vrm_quat q) {
    return vrm_quat_make(-q.x, q.y, -q.z, q.w);
}

#endif
