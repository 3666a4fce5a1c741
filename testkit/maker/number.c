#include "number.h"

#include <float.h>
#include <string.h>

#if defined(__FAST_MATH__) || FLT_EVAL_METHOD != 0
#error "the same bytes everywhere need IEEE arithmetic: no -ffast-math, no x87"
#endif

/* --- Roots and angles --- */

/* Newton's method from a guess that is right in its exponent; six steps reach the last bit. */
double square_root(double x) {
    uint64_t bits;
    double root;
    if (!(x > 0)) return 0;
    memcpy(&bits, &x, sizeof bits);
    bits = (bits >> 1) + (UINT64_C(1023) << 51);
    memcpy(&root, &bits, sizeof root);
    for (int i = 0; i < 6; ++i) root = (root + x / root) / 2;
    return root;
}

/* Of numbers from 0 to about 1, from above, where each step of Newton's falls. */
static double whole_root(double x, unsigned degree) {
    double root = x > 1 ? x : 1;
    if (!(x > 0)) return 0;
    for (int i = 0; i < 200; ++i) {
        double next = ((degree - 1) * root + x / power(root, degree - 1)) / degree;
        if (next >= root) break;
        root = next;
    }
    return root;
}

double fifth_root(double x) { return whole_root(x, 5); }

double twelfth_root(double x) { return square_root(square_root(whole_root(x, 3))); }

/* Taylor's series, for at most an eighth of a turn. */
static double small_sine(double radians) {
    double square = radians * radians, term = radians, sum = radians;
    for (int i = 2; i < 18; i += 2) {
        term = -term * square / (i * (i + 1));
        sum += term;
    }
    return sum;
}

static double small_cosine(double radians) {
    double square = radians * radians, term = 1, sum = 1;
    for (int i = 1; i < 18; i += 2) {
        term = -term * square / (i * (i + 1));
        sum += term;
    }
    return sum;
}

double sine(double turns) {
    double eighths, rest;
    int octant;
    turns -= (double)(int64_t)turns;
    if (turns < 0) turns += 1;
    eighths = turns * 8;
    octant = (int)eighths;
    rest = (eighths - octant) * PI / 4;
    switch (octant) {
    case 0:
        return small_sine(rest);
    case 1:
        return small_cosine(PI / 4 - rest);
    case 2:
        return small_cosine(rest);
    case 3:
        return small_sine(PI / 4 - rest);
    default:
        return -sine(turns - 0.5);
    }
}

double cosine(double turns) { return sine(turns + 0.25); }

/* Halving the angle three times leaves a slope so small that few terms are enough. */
double arc_tangent(double y, double x) {
    double radius = square_root(x * x + y * y), slope, sum = 0, term;
    double factor = 8;
    if (radius == 0) return 0;
    if (x < 0 && absolute(y) < -x) return arc_tangent(-y, -x) + (y < 0 ? -0.5 : 0.5);
    slope = y / (radius + x); /* of half the angle */
    for (int i = 0; i < 2; ++i) slope = slope / (1 + square_root(1 + slope * slope));
    term = slope;
    for (int i = 1; i < 40; i += 2) {
        sum += term / i;
        term = -term * slope * slope;
    }
    return sum * factor / (2 * PI);
}

/* --- Small things --- */

double absolute(double x) { return x < 0 ? -x : x; }

double lower(double a, double b) { return a < b ? a : b; }

double higher(double a, double b) { return a > b ? a : b; }

double clamp(double x, double low, double high) { return x < low ? low : x > high ? high : x; }

double mix(double a, double b, double t) { return a + (b - a) * t; }

double smooth_step(double low, double high, double x) {
    double t = clamp((x - low) / (high - low), 0, 1);
    return t * t * (3 - 2 * t);
}

double power(double x, unsigned exponent) {
    double product = 1;
    for (unsigned i = 0; i < exponent; ++i) product *= x;
    return product;
}

double round_to(double x, int decimals) {
    double scale = power(10, (unsigned)decimals);
    double whole = (double)(int64_t)(absolute(x) * scale + 0.5);
    return whole == 0 ? 0 : x < 0 ? -whole / scale : whole / scale;
}

/* The exponents of the curve, 2.4 and its inverse, are 12/5 and 5/12. */
double srgb_to_linear(double encoded) {
    if (encoded <= 0.04045) return encoded / 12.92;
    return power(fifth_root((encoded + 0.055) / 1.055), 12);
}

double linear_to_srgb(double linear) {
    if (linear <= 0.0031308) return linear * 12.92;
    return 1.055 * power(twelfth_root(linear), 5) - 0.055;
}

/* --- Vectors --- */

vec3 vec3_make(double x, double y, double z) {
    vec3 v = {x, y, z};
    return v;
}

vec3 vec3_add(vec3 a, vec3 b) { return vec3_make(a.x + b.x, a.y + b.y, a.z + b.z); }

vec3 vec3_sub(vec3 a, vec3 b) { return vec3_make(a.x - b.x, a.y - b.y, a.z - b.z); }

vec3 vec3_scale(vec3 v, double k) { return vec3_make(v.x * k, v.y * k, v.z * k); }

vec3 vec3_mix(vec3 a, vec3 b, double t) {
    return vec3_make(mix(a.x, b.x, t), mix(a.y, b.y, t), mix(a.z, b.z, t));
}

vec3 vec3_cross(vec3 a, vec3 b) {
    return vec3_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

double vec3_dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

double vec3_length(vec3 v) { return square_root(vec3_dot(v, v)); }

vec3 vec3_normalize(vec3 v) {
    double length = vec3_length(v);
    return length > 0 ? vec3_scale(v, 1 / length) : v;
}

/* --- Quaternions --- */

quat quat_identity(void) {
    quat q = {0, 0, 0, 1};
    return q;
}

quat quat_multiply(quat a, quat b) {
    quat q = {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
              a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
              a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
              a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
    return q;
}

quat quat_conjugate(quat q) {
    quat conjugate = {-q.x, -q.y, -q.z, q.w};
    return conjugate;
}

quat quat_normalize(quat q) {
    double length = square_root(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    quat unit = {q.x / length, q.y / length, q.z / length, q.w / length};
    return unit;
}

quat quat_about(vec3 unit_axis, double turns) {
    double s = sine(turns / 2);
    quat q = {unit_axis.x * s, unit_axis.y * s, unit_axis.z * s, cosine(turns / 2)};
    return q;
}

vec3 quat_rotate(quat q, vec3 v) {
    vec3 axis = vec3_make(q.x, q.y, q.z);
    vec3 t = vec3_scale(vec3_cross(axis, v), 2);
    return vec3_add(vec3_add(v, vec3_scale(t, q.w)), vec3_cross(axis, t));
}

/* --- Chance --- */

double dice_unit(dice *roll) {
    uint32_t t;
    roll->state += UINT32_C(0x6D2B79F5);
    t = roll->state;
    t = (t ^ t >> 15) * (t | 1);
    t ^= t + (t ^ t >> 7) * (t | 61);
    return (t ^ t >> 14) / 4294967296.0;
}

double dice_between(dice *roll, double a, double b) { return mix(a, b, dice_unit(roll)); }

quat dice_rotation(dice *roll, double weight_of_nothing) {
    quat q;
    q.x = dice_unit(roll) - 0.5;
    q.y = dice_unit(roll) - 0.5;
    q.z = dice_unit(roll) - 0.5;
    q.w = weight_of_nothing;
    return quat_normalize(q);
}
