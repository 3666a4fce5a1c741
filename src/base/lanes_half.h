/*
 * Four floats at a time, on whatever every machine of the target has: SSE2, NEON, WebAssembly SIMD,
 * or plain C. Eight of base/lanes.h are two of these, and rotations are taken in fours where a pose
 * has them side by side (motion/quat_wide.h).
 *
 * Which one is chosen by the file that includes this, with VRMI_LANES_SSE2 and so on, or
 * VRMI_LANES_BASELINE for the target's own; without any it is plain C. Each operation rounds as the
 * scalar operator does. A mask has all bits of a lane set, or none.
 */
#ifndef VRMI_BASE_LANES_HALF_H
#define VRMI_BASE_LANES_HALF_H

#include "base/math.h"

#if defined(VRMI_LANES_BASELINE)
#if defined(__SSE2__) || defined(_M_X64)
#define VRMI_LANES_SSE2
#elif defined(__aarch64__) || defined(_M_ARM64)
#define VRMI_LANES_NEON
#elif defined(__wasm_simd128__)
#define VRMI_LANES_WASM
#endif
#endif

#if defined(VRMI_LANES_SSE2)
#include <emmintrin.h>
typedef __m128 lanes_half;
typedef __m128 lanes_half_mask;
#define HALF_LOAD(p) _mm_loadu_ps(p)
#define HALF_STORE(p, a) _mm_storeu_ps(p, a)
#define HALF_SET(x) _mm_set1_ps(x)
#define HALF_ADD(a, b) _mm_add_ps(a, b)
#define HALF_SUB(a, b) _mm_sub_ps(a, b)
#define HALF_MUL(a, b) _mm_mul_ps(a, b)
#define HALF_DIV(a, b) _mm_div_ps(a, b)
#define HALF_SQRT(a) _mm_sqrt_ps(a)
#define HALF_NEG(a) _mm_xor_ps(a, _mm_set1_ps(-0.0f))
#define HALF_ABS(a) _mm_andnot_ps(_mm_set1_ps(-0.0f), a)
#define HALF_LESS(a, b) _mm_cmplt_ps(a, b)
#define HALF_AT_MOST(a, b) _mm_cmple_ps(a, b)
#define HALF_AND(a, b) _mm_and_ps(a, b)
#define HALF_NOT(a) _mm_xor_ps(a, _mm_castsi128_ps(_mm_set1_epi32(-1)))
#define HALF_BITS(a) (uint32_t) _mm_movemask_ps(a)
#define HALF_SELECT(m, a, b) _mm_or_ps(_mm_and_ps(m, a), _mm_andnot_ps(m, b))
/* The first and the second two of two numbers, one by one; and the first and the second halves. */
#define HALF_ZIP_LOW(a, b) _mm_unpacklo_ps(a, b)
#define HALF_ZIP_HIGH(a, b) _mm_unpackhi_ps(a, b)
#define HALF_JOIN_LOW(a, b) _mm_movelh_ps(a, b)
#define HALF_JOIN_HIGH(a, b) _mm_movehl_ps(b, a)
#elif defined(VRMI_LANES_NEON)
#include <arm_neon.h>
typedef float32x4_t lanes_half;
typedef uint32x4_t lanes_half_mask;
#define HALF_LOAD(p) vld1q_f32(p)
#define HALF_STORE(p, a) vst1q_f32(p, a)
#define HALF_SET(x) vdupq_n_f32(x)
#define HALF_ADD(a, b) vaddq_f32(a, b)
#define HALF_SUB(a, b) vsubq_f32(a, b)
#define HALF_MUL(a, b) vmulq_f32(a, b)
#define HALF_DIV(a, b) vdivq_f32(a, b)
#define HALF_SQRT(a) vsqrtq_f32(a)
#define HALF_NEG(a) vnegq_f32(a)
#define HALF_ABS(a) vabsq_f32(a)
#define HALF_LESS(a, b) vcltq_f32(a, b)
#define HALF_AT_MOST(a, b) vcleq_f32(a, b)
#define HALF_AND(a, b) vandq_u32(a, b)
#define HALF_NOT(a) vmvnq_u32(a)
static inline uint32_t lanes_half_bits(uint32x4_t a) {
    static const uint32_t bits[4] = {1, 2, 4, 8};
    return vaddvq_u32(vandq_u32(a, vld1q_u32(bits)));
}
#define HALF_BITS(a) lanes_half_bits(a)
#define HALF_SELECT(m, a, b) vbslq_f32(m, a, b)
#define HALF_ZIP_LOW(a, b) vzip1q_f32(a, b)
#define HALF_ZIP_HIGH(a, b) vzip2q_f32(a, b)
#define HALF_JOIN_LOW(a, b) vcombine_f32(vget_low_f32(a), vget_low_f32(b))
#define HALF_JOIN_HIGH(a, b) vcombine_f32(vget_high_f32(a), vget_high_f32(b))
#elif defined(VRMI_LANES_WASM)
#include <wasm_simd128.h>
typedef v128_t lanes_half;
typedef v128_t lanes_half_mask;
#define HALF_LOAD(p) wasm_v128_load(p)
#define HALF_STORE(p, a) wasm_v128_store(p, a)
#define HALF_SET(x) wasm_f32x4_splat(x)
#define HALF_ADD(a, b) wasm_f32x4_add(a, b)
#define HALF_SUB(a, b) wasm_f32x4_sub(a, b)
#define HALF_MUL(a, b) wasm_f32x4_mul(a, b)
#define HALF_DIV(a, b) wasm_f32x4_div(a, b)
#define HALF_SQRT(a) wasm_f32x4_sqrt(a)
#define HALF_NEG(a) wasm_f32x4_neg(a)
#define HALF_ABS(a) wasm_f32x4_abs(a)
#define HALF_LESS(a, b) wasm_f32x4_lt(a, b)
#define HALF_AT_MOST(a, b) wasm_f32x4_le(a, b)
#define HALF_AND(a, b) wasm_v128_and(a, b)
#define HALF_NOT(a) wasm_v128_not(a)
#define HALF_BITS(a) (uint32_t) wasm_i32x4_bitmask(a)
#define HALF_SELECT(m, a, b) wasm_v128_bitselect(a, b, m)
#define HALF_ZIP_LOW(a, b) wasm_i32x4_shuffle(a, b, 0, 4, 1, 5)
#define HALF_ZIP_HIGH(a, b) wasm_i32x4_shuffle(a, b, 2, 6, 3, 7)
#define HALF_JOIN_LOW(a, b) wasm_i32x4_shuffle(a, b, 0, 1, 4, 5)
#define HALF_JOIN_HIGH(a, b) wasm_i32x4_shuffle(a, b, 2, 3, 6, 7)
#else
typedef struct lanes_half {
    float v[4];
} lanes_half;
typedef struct lanes_half_mask {
    bool v[4];
} lanes_half_mask;
#define HALF_EACH(type, expression)                                                                \
    type r;                                                                                        \
    for (int i = 0; i < 4; ++i) r.v[i] = (expression);                                             \
    return r
static inline lanes_half HALF_LOAD(const float *p) { HALF_EACH(lanes_half, p[i]); }
static inline void HALF_STORE(float *p, lanes_half a) {
    for (int i = 0; i < 4; ++i) p[i] = a.v[i];
}
static inline lanes_half HALF_SET(float x) { HALF_EACH(lanes_half, x); }
static inline lanes_half HALF_ADD(lanes_half a, lanes_half b) {
    HALF_EACH(lanes_half, a.v[i] + b.v[i]);
}
static inline lanes_half HALF_SUB(lanes_half a, lanes_half b) {
    HALF_EACH(lanes_half, a.v[i] - b.v[i]);
}
static inline lanes_half HALF_MUL(lanes_half a, lanes_half b) {
    HALF_EACH(lanes_half, a.v[i] * b.v[i]);
}
static inline lanes_half HALF_DIV(lanes_half a, lanes_half b) {
    HALF_EACH(lanes_half, a.v[i] / b.v[i]);
}
static inline lanes_half HALF_SQRT(lanes_half a) { HALF_EACH(lanes_half, sqrtf(a.v[i])); }
static inline lanes_half HALF_NEG(lanes_half a) { HALF_EACH(lanes_half, -a.v[i]); }
static inline lanes_half HALF_ABS(lanes_half a) { HALF_EACH(lanes_half, fabsf(a.v[i])); }
static inline lanes_half_mask HALF_LESS(lanes_half a, lanes_half b) {
    HALF_EACH(lanes_half_mask, a.v[i] < b.v[i]);
}
static inline lanes_half_mask HALF_AND(lanes_half_mask a, lanes_half_mask b) {
    HALF_EACH(lanes_half_mask, a.v[i] && b.v[i]);
}
static inline uint32_t HALF_BITS(lanes_half_mask a) {
    uint32_t bits = 0;
    for (int i = 0; i < 4; ++i) bits |= (uint32_t)a.v[i] << i;
    return bits;
}
static inline lanes_half HALF_SELECT(lanes_half_mask m, lanes_half a, lanes_half b) {
    HALF_EACH(lanes_half, m.v[i] ? a.v[i] : b.v[i]);
}
#endif

#if defined(VRMI_LANES_SSE2) || defined(VRMI_LANES_NEON) || defined(VRMI_LANES_WASM)
/* Four numbers of four, transposed. */
static inline void lanes_half_transpose(lanes_half r[4]) {
    lanes_half a = HALF_ZIP_LOW(r[0], r[1]), b = HALF_ZIP_HIGH(r[0], r[1]);
    lanes_half c = HALF_ZIP_LOW(r[2], r[3]), d = HALF_ZIP_HIGH(r[2], r[3]);
    r[0] = HALF_JOIN_LOW(a, c), r[1] = HALF_JOIN_HIGH(a, c);
    r[2] = HALF_JOIN_LOW(b, d), r[3] = HALF_JOIN_HIGH(b, d);
}
#else
static inline void lanes_half_transpose(lanes_half r[4]) {
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < i; ++k) {
            float swapped = r[i].v[k];
            r[i].v[k] = r[k].v[i];
            r[k].v[i] = swapped;
        }
    }
}
#endif

#endif
