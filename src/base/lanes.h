/*
 * Eight floats at a time, on whatever the target has: AVX2, SSE2, NEON, WebAssembly SIMD, or plain
 * C. Which one is chosen by the file that includes this, with VRMI_LANES_AVX2 and so on, or
 * VRMI_LANES_BASELINE for what every machine of the target has; without any it is plain C. Where
 * registers hold four floats, VRMI_NUMBER_LANES 4 makes numbers of four: half the code, at the
 * price of going twice through what all lanes share.
 *
 * What lies in memory are lines of eight (VRMI_LANES). A number is one such line, or one half of it
 * where numbers have four lanes. In a crowd it is made of parts: the first four lanes, or the first
 * one, of the lines of several avatars, where these have no more chains (VRMI_PART_LANES).
 *
 * Each operation rounds as the scalar operator does, so that the same arithmetic in the same order
 * gives the same bits. There is no fused multiply-add here, no estimate of 1/x or of square roots,
 * and no min or max instruction, which differ from each other on zeros and NaN.
 *
 * Comparisons with NaN are false, as in C. A mask has all bits of a lane set, or none.
 */
#ifndef VRMI_BASE_LANES_H
#define VRMI_BASE_LANES_H

#include "base/lanes_half.h"

#include <stddef.h>

#if !defined(VRMI_PART_LANES)
#define VRMI_PART_LANES 8
#endif
#if !defined(VRMI_NUMBER_LANES)
#define VRMI_NUMBER_LANES 8
#endif
enum {
    LANES_COUNT = VRMI_NUMBER_LANES,
    PART_LANES = VRMI_PART_LANES < LANES_COUNT ? VRMI_PART_LANES : LANES_COUNT,
    LANES_PARTS = LANES_COUNT / PART_LANES
};
#define LANES_ALL ((1u << LANES_COUNT) - 1u)

/* The lane of a line that the first lane of a number is: the member `first` of what is given, where
 * numbers are half a line. */
#if VRMI_NUMBER_LANES == 4
#define FIRST_LANE(of) ((of)->first)
#else
#define FIRST_LANE(of) 0u
#endif

/* For functions that compilers would leave alone for their size, so that numbers would go through
 * memory to get there; and for rare ones that should take no registers from the others. */
#if defined(__GNUC__)
#define LANES_INLINE static inline __attribute__((always_inline))
#define LANES_APART static __attribute__((noinline))
#elif defined(_MSC_VER)
#define LANES_INLINE static __forceinline
#define LANES_APART static __declspec(noinline)
#else
#define LANES_INLINE static inline
#define LANES_APART static
#endif

/* Places of the lanes: bytes from the start of an array, for each part. */
typedef struct lanes_offsets {
    unsigned char *start[LANES_PARTS];
    const uint32_t *bytes[LANES_PARTS];
} lanes_offsets;

static inline float *lanes_at(const lanes_offsets *at, int lane) {
    int part = lane / PART_LANES;
    return (float *)(void *)(at->start[part] + at->bytes[part][lane % PART_LANES]);
}

#if defined(VRMI_LANES_AVX2)

#include <immintrin.h>

typedef __m256 lanes;
typedef __m256 lanes_mask;

static inline lanes lanes_load(const float *p) { return _mm256_loadu_ps(p); }
static inline void lanes_store(float *p, lanes a) { _mm256_storeu_ps(p, a); }
static inline lanes lanes_set(float x) { return _mm256_set1_ps(x); }
static inline lanes lanes_add(lanes a, lanes b) { return _mm256_add_ps(a, b); }
static inline lanes lanes_sub(lanes a, lanes b) { return _mm256_sub_ps(a, b); }
static inline lanes lanes_mul(lanes a, lanes b) { return _mm256_mul_ps(a, b); }
static inline lanes lanes_div(lanes a, lanes b) { return _mm256_div_ps(a, b); }
static inline lanes lanes_sqrt(lanes a) { return _mm256_sqrt_ps(a); }
static inline lanes lanes_neg(lanes a) { return _mm256_xor_ps(a, _mm256_set1_ps(-0.0f)); }
static inline lanes lanes_abs(lanes a) { return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a); }
static inline lanes_mask lanes_less(lanes a, lanes b) { return _mm256_cmp_ps(a, b, _CMP_LT_OQ); }
static inline lanes_mask lanes_at_most(lanes a, lanes b) { return _mm256_cmp_ps(a, b, _CMP_LE_OQ); }
static inline lanes_mask lanes_and(lanes_mask a, lanes_mask b) { return _mm256_and_ps(a, b); }
static inline lanes_mask lanes_not(lanes_mask a) {
    return _mm256_xor_ps(a, _mm256_castsi256_ps(_mm256_set1_epi32(-1)));
}
static inline uint32_t lanes_bits(lanes_mask a) { return (uint32_t)_mm256_movemask_ps(a); }
/* Where the mask is set `a`, else `b`. */
static inline lanes lanes_select(lanes_mask mask, lanes a, lanes b) {
    return _mm256_blendv_ps(b, a, mask);
}

/* Four floats from each of eight places, and into the places that `bits` names: transposed. */
static inline void lanes_gather4(const float *const from[VRMI_LANES], size_t offset, lanes out[4]) {
    __m256 r[4], a, b, c, d;
    for (int i = 0; i < 4; ++i) {
        r[i] = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(from[i] + offset)),
                                    _mm_loadu_ps(from[i + 4] + offset), 1);
    }
    a = _mm256_unpacklo_ps(r[0], r[1]);
    b = _mm256_unpackhi_ps(r[0], r[1]);
    c = _mm256_unpacklo_ps(r[2], r[3]);
    d = _mm256_unpackhi_ps(r[2], r[3]);
    out[0] = _mm256_shuffle_ps(a, c, 0x44);
    out[1] = _mm256_shuffle_ps(a, c, 0xee);
    out[2] = _mm256_shuffle_ps(b, d, 0x44);
    out[3] = _mm256_shuffle_ps(b, d, 0xee);
}
/* A number from the beginnings of lines of all parts, and back. Where parts are one line in memory,
 * the first of them is what remains in it. */
static inline lanes lanes_load_parts(const float *const at[LANES_PARTS]) {
#if VRMI_PART_LANES == 8
    return lanes_load(at[0]);
#elif VRMI_PART_LANES == 4
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(at[0])), _mm_loadu_ps(at[1]),
                                1);
#else
    return _mm256_set_ps(*at[7], *at[6], *at[5], *at[4], *at[3], *at[2], *at[1], *at[0]);
#endif
}
static inline void lanes_store_parts(float *const at[LANES_PARTS], lanes a) {
#if VRMI_PART_LANES == 8
    lanes_store(at[0], a);
#elif VRMI_PART_LANES == 4
    _mm_storeu_ps(at[1], _mm256_extractf128_ps(a, 1));
    _mm_storeu_ps(at[0], _mm256_castps256_ps128(a));
#else
    float each[LANES_COUNT];
    lanes_store(each, a);
    for (int i = LANES_COUNT; i-- > 0;) *at[i] = each[i];
#endif
}
/* The beginning of one line for all parts. */
static inline lanes lanes_spread(const float *line) {
#if VRMI_PART_LANES == 8
    return lanes_load(line);
#elif VRMI_PART_LANES == 4
    return _mm256_broadcast_ps((const __m128 *)(const void *)line);
#else
    return _mm256_broadcast_ss(line);
#endif
}
static inline void lanes_gather4_at(const lanes_offsets *at, size_t offset, lanes out[4]) {
    const float *from[LANES_COUNT];
    for (int i = 0; i < LANES_COUNT; ++i) from[i] = lanes_at(at, i);
    lanes_gather4(from, offset, out);
}
/* Four floats for each place that `bits` names. */
static inline void lanes_scatter4_at(const lanes_offsets *at, size_t offset, const lanes lanes[4],
                                     uint32_t bits) {
    __m256 a = _mm256_unpacklo_ps(lanes[0], lanes[1]), b = _mm256_unpackhi_ps(lanes[0], lanes[1]);
    __m256 c = _mm256_unpacklo_ps(lanes[2], lanes[3]), d = _mm256_unpackhi_ps(lanes[2], lanes[3]);
    __m256 r[4] = {_mm256_shuffle_ps(a, c, 0x44), _mm256_shuffle_ps(a, c, 0xee),
                   _mm256_shuffle_ps(b, d, 0x44), _mm256_shuffle_ps(b, d, 0xee)};
    if (bits == LANES_ALL) { /* nearly always, and worth its own code */
        for (int i = 0; i < 4; ++i) {
            _mm_storeu_ps(lanes_at(at, i) + offset, _mm256_castps256_ps128(r[i]));
            _mm_storeu_ps(lanes_at(at, i + 4) + offset, _mm256_extractf128_ps(r[i], 1));
        }
        return;
    }
    for (int i = 0; i < 4; ++i) {
        if (bits >> i & 1) {
            _mm_storeu_ps(lanes_at(at, i) + offset, _mm256_castps256_ps128(r[i]));
        }
        if (bits >> (i + 4) & 1) {
            _mm_storeu_ps(lanes_at(at, i + 4) + offset, _mm256_extractf128_ps(r[i], 1));
        }
    }
}
/* Sixteen floats for each, in two halves. */
static inline void lanes_scatter16_at(const lanes_offsets *at, const lanes values[16],
                                      uint32_t bits) {
    for (int half = 0; half < 2; ++half, values += 8) {
        lanes r[8];
        for (int i = 0; i < 2; ++i) {
            lanes a = _mm256_unpacklo_ps(values[4 * i], values[4 * i + 1]);
            lanes b = _mm256_unpackhi_ps(values[4 * i], values[4 * i + 1]);
            lanes c = _mm256_unpacklo_ps(values[4 * i + 2], values[4 * i + 3]);
            lanes d = _mm256_unpackhi_ps(values[4 * i + 2], values[4 * i + 3]);
            r[4 * i] = _mm256_shuffle_ps(a, c, 0x44);
            r[4 * i + 1] = _mm256_shuffle_ps(a, c, 0xee);
            r[4 * i + 2] = _mm256_shuffle_ps(b, d, 0x44);
            r[4 * i + 3] = _mm256_shuffle_ps(b, d, 0xee);
        }
        for (int i = 0; i < 4; ++i) {
            lanes low = _mm256_permute2f128_ps(r[i], r[i + 4], 0x20);
            lanes high = _mm256_permute2f128_ps(r[i], r[i + 4], 0x31);
            if (bits == LANES_ALL) {
                _mm256_storeu_ps(lanes_at(at, i) + 8 * half, low);
                _mm256_storeu_ps(lanes_at(at, i + 4) + 8 * half, high);
                continue;
            }
            if (bits >> i & 1) _mm256_storeu_ps(lanes_at(at, i) + 8 * half, low);
            if (bits >> (i + 4) & 1) _mm256_storeu_ps(lanes_at(at, i + 4) + 8 * half, high);
        }
    }
}

#elif VRMI_NUMBER_LANES == 4

typedef lanes_half lanes;
typedef lanes_half_mask lanes_mask;

static inline lanes lanes_load(const float *p) { return HALF_LOAD(p); }
static inline void lanes_store(float *p, lanes a) { HALF_STORE(p, a); }
static inline lanes lanes_set(float x) { return HALF_SET(x); }
static inline lanes lanes_add(lanes a, lanes b) { return HALF_ADD(a, b); }
static inline lanes lanes_sub(lanes a, lanes b) { return HALF_SUB(a, b); }
static inline lanes lanes_mul(lanes a, lanes b) { return HALF_MUL(a, b); }
static inline lanes lanes_div(lanes a, lanes b) { return HALF_DIV(a, b); }
static inline lanes lanes_sqrt(lanes a) { return HALF_SQRT(a); }
static inline lanes lanes_neg(lanes a) { return HALF_NEG(a); }
static inline lanes lanes_abs(lanes a) { return HALF_ABS(a); }
static inline lanes_mask lanes_less(lanes a, lanes b) { return HALF_LESS(a, b); }
static inline lanes_mask lanes_at_most(lanes a, lanes b) { return HALF_AT_MOST(a, b); }
static inline lanes_mask lanes_and(lanes_mask a, lanes_mask b) { return HALF_AND(a, b); }
static inline lanes_mask lanes_not(lanes_mask a) { return HALF_NOT(a); }
static inline uint32_t lanes_bits(lanes_mask a) { return HALF_BITS(a); }
static inline lanes lanes_select(lanes_mask mask, lanes a, lanes b) {
    return HALF_SELECT(mask, a, b);
}
/* Four floats from each of four places, transposed. */
static inline void lanes_gather4(const float *const from[LANES_COUNT], size_t offset,
                                 lanes out[4]) {
    for (int i = 0; i < 4; ++i) out[i] = HALF_LOAD(from[i] + offset);
    lanes_half_transpose(out);
}
/* Four floats for each place that `bits` names. */
static inline void lanes_scatter4_at(const lanes_offsets *at, size_t offset, const lanes in[4],
                                     uint32_t bits) {
    lanes r[4] = {in[0], in[1], in[2], in[3]};
    lanes_half_transpose(r);
    for (int i = 0; i < 4; ++i) {
        if (bits >> i & 1) HALF_STORE(lanes_at(at, i) + offset, r[i]);
    }
}

#elif defined(VRMI_LANES_SSE2) || defined(VRMI_LANES_NEON) || defined(VRMI_LANES_WASM)

/* Two halves of four. */
typedef struct lanes {
    lanes_half low, high;
} lanes;
typedef struct lanes_mask {
    lanes_half_mask low, high;
} lanes_mask;

#define LANES_2(name, op)                                                                          \
    static inline lanes name(lanes a, lanes b) {                                                   \
        return (lanes){op(a.low, b.low), op(a.high, b.high)};                                      \
    }
#define LANES_1(name, op)                                                                          \
    static inline lanes name(lanes a) { return (lanes){op(a.low), op(a.high)}; }
#define LANES_COMPARE(name, op)                                                                    \
    static inline lanes_mask name(lanes a, lanes b) {                                              \
        return (lanes_mask){op(a.low, b.low), op(a.high, b.high)};                                 \
    }
static inline lanes lanes_load(const float *p) { return (lanes){HALF_LOAD(p), HALF_LOAD(p + 4)}; }
static inline void lanes_store(float *p, lanes a) {
    HALF_STORE(p, a.low);
    HALF_STORE(p + 4, a.high);
}
static inline lanes lanes_set(float x) { return (lanes){HALF_SET(x), HALF_SET(x)}; }
LANES_2(lanes_add, HALF_ADD)
LANES_2(lanes_sub, HALF_SUB)
LANES_2(lanes_mul, HALF_MUL)
LANES_2(lanes_div, HALF_DIV)
LANES_1(lanes_sqrt, HALF_SQRT)
LANES_1(lanes_neg, HALF_NEG)
LANES_1(lanes_abs, HALF_ABS)
LANES_COMPARE(lanes_less, HALF_LESS)
LANES_COMPARE(lanes_at_most, HALF_AT_MOST)
static inline lanes_mask lanes_and(lanes_mask a, lanes_mask b) {
    return (lanes_mask){HALF_AND(a.low, b.low), HALF_AND(a.high, b.high)};
}
static inline lanes_mask lanes_not(lanes_mask a) {
    return (lanes_mask){HALF_NOT(a.low), HALF_NOT(a.high)};
}
static inline uint32_t lanes_bits(lanes_mask a) {
    return HALF_BITS(a.low) | HALF_BITS(a.high) << 4;
}
static inline lanes lanes_select(lanes_mask mask, lanes a, lanes b) {
    return (lanes){HALF_SELECT(mask.low, a.low, b.low), HALF_SELECT(mask.high, a.high, b.high)};
}
/* Four floats from each of eight places, transposed, and all of them back. */
static inline void lanes_gather4(const float *const from[VRMI_LANES], size_t offset, lanes out[4]) {
    lanes_half low[4], high[4];
    for (int i = 0; i < 4; ++i) {
        low[i] = HALF_LOAD(from[i] + offset);
        high[i] = HALF_LOAD(from[i + 4] + offset);
    }
    lanes_half_transpose(low);
    lanes_half_transpose(high);
    for (int i = 0; i < 4; ++i) out[i] = (lanes){low[i], high[i]};
}
static inline void lanes_scatter4(float *const to[VRMI_LANES], const lanes in[4]) {
    lanes_half low[4], high[4];
    for (int i = 0; i < 4; ++i) low[i] = in[i].low, high[i] = in[i].high;
    lanes_half_transpose(low);
    lanes_half_transpose(high);
    for (int i = 0; i < 4; ++i) {
        HALF_STORE(to[i], low[i]);
        HALF_STORE(to[i + 4], high[i]);
    }
}

#else /* plain C */

typedef struct lanes {
    float v[VRMI_LANES];
} lanes;
typedef struct lanes_mask {
    bool v[VRMI_LANES];
} lanes_mask;

#define LANES_EACH(type, expression)                                                               \
    type r;                                                                                        \
    for (int i = 0; i < VRMI_LANES; ++i) r.v[i] = (expression);                                    \
    return r
static inline lanes lanes_load(const float *p) { LANES_EACH(lanes, p[i]); }
static inline void lanes_store(float *p, lanes a) {
    for (int i = 0; i < VRMI_LANES; ++i) p[i] = a.v[i];
}
static inline lanes lanes_set(float x) { LANES_EACH(lanes, x); }
static inline lanes lanes_add(lanes a, lanes b) { LANES_EACH(lanes, a.v[i] + b.v[i]); }
static inline lanes lanes_sub(lanes a, lanes b) { LANES_EACH(lanes, a.v[i] - b.v[i]); }
static inline lanes lanes_mul(lanes a, lanes b) { LANES_EACH(lanes, a.v[i] * b.v[i]); }
static inline lanes lanes_div(lanes a, lanes b) { LANES_EACH(lanes, a.v[i] / b.v[i]); }
static inline lanes lanes_sqrt(lanes a) { LANES_EACH(lanes, sqrtf(a.v[i])); }
static inline lanes lanes_neg(lanes a) { LANES_EACH(lanes, -a.v[i]); }
static inline lanes lanes_abs(lanes a) { LANES_EACH(lanes, fabsf(a.v[i])); }
static inline lanes_mask lanes_less(lanes a, lanes b) { LANES_EACH(lanes_mask, a.v[i] < b.v[i]); }
static inline lanes_mask lanes_at_most(lanes a, lanes b) {
    LANES_EACH(lanes_mask, a.v[i] <= b.v[i]);
}
static inline lanes_mask lanes_and(lanes_mask a, lanes_mask b) {
    LANES_EACH(lanes_mask, a.v[i] && b.v[i]);
}
static inline lanes_mask lanes_not(lanes_mask a) { LANES_EACH(lanes_mask, !a.v[i]); }
static inline uint32_t lanes_bits(lanes_mask a) {
    uint32_t bits = 0;
    for (int i = 0; i < VRMI_LANES; ++i) bits |= (uint32_t)a.v[i] << i;
    return bits;
}
static inline lanes lanes_select(lanes_mask mask, lanes a, lanes b) {
    LANES_EACH(lanes, mask.v[i] ? a.v[i] : b.v[i]);
}
/* Four floats from each of eight places, transposed, and all of them back. Through rows: where gcc
 * 12 writes the numbers themselves one by one, springs have other bits at -O2. */
static inline void lanes_gather4(const float *const from[VRMI_LANES], size_t offset, lanes out[4]) {
    float rows[4][VRMI_LANES];
    for (int i = 0; i < VRMI_LANES; ++i) {
        for (int k = 0; k < 4; ++k) rows[k][i] = from[i][offset + (size_t)k];
    }
    for (int k = 0; k < 4; ++k) out[k] = lanes_load(rows[k]);
}
static inline void lanes_scatter4(float *const to[VRMI_LANES], const lanes in[4]) {
    float rows[4][VRMI_LANES];
    for (int k = 0; k < 4; ++k) lanes_store(rows[k], in[k]);
    for (int i = 0; i < VRMI_LANES; ++i) {
        for (int k = 0; k < 4; ++k) to[i][k] = rows[k][i];
    }
}

#endif

#if !defined(VRMI_LANES_AVX2)
/* A number from the beginnings of lines of all parts, and back. Where parts are one line in memory,
 * the first of them is what remains in it. */
static inline lanes lanes_load_parts(const float *const at[LANES_PARTS]) {
#if VRMI_PART_LANES == 8
    return lanes_load(at[0]);
#else
    float each[LANES_COUNT];
    for (int i = 0; i < LANES_COUNT; ++i) each[i] = at[i / PART_LANES][i % PART_LANES];
    return lanes_load(each);
#endif
}
static inline void lanes_store_parts(float *const at[LANES_PARTS], lanes a) {
#if VRMI_PART_LANES == 8
    lanes_store(at[0], a);
#else
    float each[LANES_COUNT];
    lanes_store(each, a);
    for (int i = LANES_COUNT; i-- > 0;) at[i / PART_LANES][i % PART_LANES] = each[i];
#endif
}
/* The beginning of one line for all parts. */
static inline lanes lanes_spread(const float *line) {
    const float *at[LANES_PARTS];
    for (int i = 0; i < LANES_PARTS; ++i) at[i] = line;
    return lanes_load_parts(at);
}
static inline void lanes_gather4_at(const lanes_offsets *at, size_t offset, lanes out[4]) {
    const float *from[LANES_COUNT];
    for (int i = 0; i < LANES_COUNT; ++i) from[i] = lanes_at(at, i);
    lanes_gather4(from, offset, out);
}
#if VRMI_NUMBER_LANES != 4
/* Four floats for each place that `bits` names. */
static inline void lanes_scatter4_at(const lanes_offsets *at, size_t offset, const lanes in[4],
                                     uint32_t bits) {
    float rows[4][LANES_COUNT];
    for (int k = 0; k < 4; ++k) lanes_store(rows[k], in[k]);
    for (int i = 0; i < LANES_COUNT; ++i) {
        float *to = lanes_at(at, i) + offset;
        if ((bits >> i & 1) == 0) continue;
        for (int k = 0; k < 4; ++k) to[k] = rows[k][i];
    }
}
#endif
/* Sixteen floats for each. */
static inline void lanes_scatter16_at(const lanes_offsets *at, const lanes in[16], uint32_t bits) {
    for (size_t i = 0; i < 4; ++i) lanes_scatter4_at(at, 4 * i, in + 4 * i, bits);
}
#endif

/* --- The same for all targets --- */

/* vrmi_max: zeros come out as +0. */
static inline lanes lanes_max(lanes a, lanes b) {
    return lanes_add(lanes_select(lanes_less(b, a), a, b), lanes_set(0.0f));
}
static inline lanes lanes_lerp(lanes a, lanes b, lanes t) {
    return lanes_add(a, lanes_mul(lanes_sub(b, a), t));
}

typedef struct lanes_vec3 {
    lanes x, y, z;
} lanes_vec3;
typedef struct lanes_quat {
    lanes x, y, z, w;
} lanes_quat;
/* Columns and position of a world matrix, its scale, and one over that (place.h). */
typedef struct lanes_place {
    lanes_vec3 x, y, z, position;
    lanes scale, inverse;
} lanes_place;

static inline lanes_vec3 lanes_vec3_add(lanes_vec3 a, lanes_vec3 b) {
    return (lanes_vec3){lanes_add(a.x, b.x), lanes_add(a.y, b.y), lanes_add(a.z, b.z)};
}
static inline lanes_vec3 lanes_vec3_sub(lanes_vec3 a, lanes_vec3 b) {
    return (lanes_vec3){lanes_sub(a.x, b.x), lanes_sub(a.y, b.y), lanes_sub(a.z, b.z)};
}
static inline lanes_vec3 lanes_vec3_scale(lanes_vec3 a, lanes s) {
    return (lanes_vec3){lanes_mul(a.x, s), lanes_mul(a.y, s), lanes_mul(a.z, s)};
}
static inline lanes lanes_vec3_dot(lanes_vec3 a, lanes_vec3 b) {
    return lanes_add(lanes_add(lanes_mul(a.x, b.x), lanes_mul(a.y, b.y)), lanes_mul(a.z, b.z));
}
static inline lanes_vec3 lanes_vec3_cross(lanes_vec3 a, lanes_vec3 b) {
    return (lanes_vec3){lanes_sub(lanes_mul(a.y, b.z), lanes_mul(a.z, b.y)),
                        lanes_sub(lanes_mul(a.z, b.x), lanes_mul(a.x, b.z)),
                        lanes_sub(lanes_mul(a.x, b.y), lanes_mul(a.y, b.x))};
}
static inline lanes_vec3 lanes_vec3_select(lanes_mask mask, lanes_vec3 a, lanes_vec3 b) {
    return (lanes_vec3){lanes_select(mask, a.x, b.x), lanes_select(mask, a.y, b.y),
                        lanes_select(mask, a.z, b.z)};
}
/* Whole numbers that follow each other. */
static inline lanes_vec3 lanes_vec3_load(const float *lines) {
    return (lanes_vec3){lanes_load(lines), lanes_load(lines + LANES_COUNT),
                        lanes_load(lines + 2 * LANES_COUNT)};
}
static inline void lanes_vec3_store(float *lines, lanes_vec3 a) {
    lanes_store(lines, a.x);
    lanes_store(lines + LANES_COUNT, a.y);
    lanes_store(lines + 2 * LANES_COUNT, a.z);
}
static inline lanes_vec3 lanes_vec3_set(vrm_vec3 v) {
    return (lanes_vec3){lanes_set(v.x), lanes_set(v.y), lanes_set(v.z)};
}

static inline lanes_quat lanes_quat_load(const float *lines) {
    return (lanes_quat){lanes_load(lines), lanes_load(lines + LANES_COUNT),
                        lanes_load(lines + 2 * LANES_COUNT), lanes_load(lines + 3 * LANES_COUNT)};
}
static inline void lanes_quat_store(float *lines, lanes_quat a) {
    lanes_store(lines, a.x);
    lanes_store(lines + LANES_COUNT, a.y);
    lanes_store(lines + 2 * LANES_COUNT, a.z);
    lanes_store(lines + 3 * LANES_COUNT, a.w);
}
static inline lanes_quat lanes_quat_select(lanes_mask mask, lanes_quat a, lanes_quat b) {
    return (lanes_quat){lanes_select(mask, a.x, b.x), lanes_select(mask, a.y, b.y),
                        lanes_select(mask, a.z, b.z), lanes_select(mask, a.w, b.w)};
}
static inline lanes lanes_quat_dot(lanes_quat a, lanes_quat b) {
    return lanes_add(
        lanes_add(lanes_add(lanes_mul(a.x, b.x), lanes_mul(a.y, b.y)), lanes_mul(a.z, b.z)),
        lanes_mul(a.w, b.w));
}
/* vrmi_quat_multiply, in its order. */
static inline lanes_quat lanes_quat_multiply(lanes_quat a, lanes_quat b) {
    return (lanes_quat){lanes_sub(lanes_add(lanes_add(lanes_mul(a.w, b.x), lanes_mul(a.x, b.w)),
                                            lanes_mul(a.y, b.z)),
                                  lanes_mul(a.z, b.y)),
                        lanes_sub(lanes_add(lanes_add(lanes_mul(a.w, b.y), lanes_mul(a.y, b.w)),
                                            lanes_mul(a.z, b.x)),
                                  lanes_mul(a.x, b.z)),
                        lanes_sub(lanes_add(lanes_add(lanes_mul(a.w, b.z), lanes_mul(a.z, b.w)),
                                            lanes_mul(a.x, b.y)),
                                  lanes_mul(a.y, b.x)),
                        lanes_sub(lanes_sub(lanes_sub(lanes_mul(a.w, b.w), lanes_mul(a.x, b.x)),
                                            lanes_mul(a.y, b.y)),
                                  lanes_mul(a.z, b.z))};
}
/* vrmi_quat_normalize; lengths whose square overflows or underflows go through its own code, which
 * only lanes without a joint and damaged states ever need. */
static inline lanes_quat lanes_quat_normalize(lanes_quat q) {
    lanes square = lanes_quat_dot(q, q);
    lanes_mask is_easy =
        lanes_and(lanes_less(lanes_set(1e-20f), square), lanes_less(square, lanes_set(1e20f)));
    lanes inverse = lanes_div(lanes_set(1.0f), lanes_sqrt(square));
    uint32_t hard = lanes_bits(is_easy) ^ LANES_ALL;
    lanes_quat out = {lanes_mul(q.x, inverse), lanes_mul(q.y, inverse), lanes_mul(q.z, inverse),
                      lanes_mul(q.w, inverse)};
    if (hard != 0) {
        float from[4][LANES_COUNT], to[4][LANES_COUNT];
        lanes_quat_store(from[0], q);
        lanes_quat_store(to[0], out);
        for (uint32_t i = 0; i < LANES_COUNT; ++i) {
            vrm_quat one;
            if ((hard >> i & 1) == 0) continue;
            one = vrmi_quat_normalize_extreme(
                vrm_quat_make(from[0][i], from[1][i], from[2][i], from[3][i]));
            to[0][i] = one.x, to[1][i] = one.y, to[2][i] = one.z, to[3][i] = one.w;
        }
        out = lanes_quat_load(to[0]);
    }
    return out;
}
/* vrmi_quat_nlerp */
static inline lanes_quat lanes_quat_nlerp(lanes_quat a, lanes_quat b, lanes t) {
    lanes sign = lanes_select(lanes_less(lanes_quat_dot(a, b), lanes_set(0.0f)), lanes_set(-1.0f),
                              lanes_set(1.0f));
    return lanes_quat_normalize((lanes_quat){
        lanes_lerp(a.x, lanes_mul(b.x, sign), t), lanes_lerp(a.y, lanes_mul(b.y, sign), t),
        lanes_lerp(a.z, lanes_mul(b.z, sign), t), lanes_lerp(a.w, lanes_mul(b.w, sign), t)});
}

/* The functions of place.h, in their order. */
static inline lanes_vec3 lanes_place_vector(const lanes_place *p, lanes_vec3 v) {
    return lanes_vec3_add(lanes_vec3_add(lanes_vec3_scale(p->x, v.x), lanes_vec3_scale(p->y, v.y)),
                          lanes_vec3_scale(p->z, v.z));
}
static inline lanes_vec3 lanes_place_point(const lanes_place *p, lanes_vec3 v) {
    return lanes_vec3_add(lanes_place_vector(p, v), p->position);
}
static inline lanes_vec3 lanes_place_direction(const lanes_place *p, lanes_vec3 v) {
    return lanes_vec3_scale(lanes_place_vector(p, v), p->inverse);
}
static inline lanes_vec3 lanes_place_direction_into(const lanes_place *p, lanes_vec3 v) {
    lanes_vec3 turned = {lanes_vec3_dot(p->x, v), lanes_vec3_dot(p->y, v), lanes_vec3_dot(p->z, v)};
    return lanes_vec3_scale(turned, p->inverse);
}
static inline lanes_vec3 lanes_place_point_into(const lanes_place *p, lanes_vec3 v) {
    lanes_vec3 turned = lanes_place_direction_into(p, lanes_vec3_sub(v, p->position));
    return lanes_vec3_scale(turned, p->inverse);
}
/* Below `parent`, and the scales of the three axes. */
static inline lanes_place lanes_place_below(const lanes_place *parent, lanes_vec3 t, lanes_quat q,
                                            lanes_vec3 s) {
    lanes one = lanes_set(1.0f);
    lanes x2 = lanes_add(q.x, q.x), y2 = lanes_add(q.y, q.y), z2 = lanes_add(q.z, q.z);
    lanes xx = lanes_mul(q.x, x2), yy = lanes_mul(q.y, y2), zz = lanes_mul(q.z, z2);
    lanes xy = lanes_mul(q.x, y2), xz = lanes_mul(q.x, z2), yz = lanes_mul(q.y, z2);
    lanes wx = lanes_mul(q.w, x2), wy = lanes_mul(q.w, y2), wz = lanes_mul(q.w, z2);
    lanes_vec3 x = {lanes_sub(one, lanes_add(yy, zz)), lanes_add(xy, wz), lanes_sub(xz, wy)};
    lanes_vec3 y = {lanes_sub(xy, wz), lanes_sub(one, lanes_add(xx, zz)), lanes_add(yz, wx)};
    lanes_vec3 z = {lanes_add(xz, wy), lanes_sub(yz, wx), lanes_sub(one, lanes_add(xx, yy))};
    lanes_place p;
    p.x = lanes_place_vector(parent, lanes_vec3_scale(x, s.x));
    p.y = lanes_place_vector(parent, lanes_vec3_scale(y, s.y));
    p.z = lanes_place_vector(parent, lanes_vec3_scale(z, s.z));
    p.position = lanes_place_point(parent, t);
    p.scale = p.inverse = one; /* the caller's */
    return p;
}

#endif
