/*
 * Numbers of the maker. Every value that reaches a file comes from + - * / alone, in this order, so
 * that all machines and compilers write the same bytes; a system's libm differs from the next one's
 * in its last bits.
 */
#ifndef MAKER_NUMBER_H
#define MAKER_NUMBER_H

#include <stdint.h>

#define PI 3.14159265358979323846

typedef struct vec3 {
    double x, y, z;
} vec3;

typedef struct quat {
    double x, y, z, w;
} quat;

double square_root(double x);
double fifth_root(double x);
double twelfth_root(double x);
double sine(double turns); /* of an angle in whole turns */
double cosine(double turns);
double arc_tangent(double y, double x); /* the angle of (x, y) in turns, -0.5 to 0.5 */
double absolute(double x);
double lower(double a, double b);
double higher(double a, double b);
double clamp(double x, double low, double high);
double mix(double a, double b, double t);
double smooth_step(double low, double high, double x);
double power(double x, unsigned exponent);

/* To this many decimals, halves away from zero; never -0. */
double round_to(double x, int decimals);

/* Between an encoded and a linear color channel, both 0 to 1. */
double srgb_to_linear(double encoded);
double linear_to_srgb(double linear);

vec3 vec3_make(double x, double y, double z);
vec3 vec3_add(vec3 a, vec3 b);
vec3 vec3_sub(vec3 a, vec3 b);
vec3 vec3_scale(vec3 v, double k);
vec3 vec3_mix(vec3 a, vec3 b, double t);
vec3 vec3_cross(vec3 a, vec3 b);
double vec3_dot(vec3 a, vec3 b);
double vec3_length(vec3 v);
vec3 vec3_normalize(vec3 v); /* zero stays zero */

quat quat_identity(void);
quat quat_multiply(quat a, quat b);
quat quat_conjugate(quat q);
quat quat_normalize(quat q);
quat quat_about(vec3 unit_axis, double turns);
vec3 quat_rotate(quat q, vec3 v);

/* A sequence that its seed decides (mulberry32). */
typedef struct dice {
    uint32_t state;
} dice;

double dice_unit(dice *roll);                             /* 0 to 1 */
double dice_between(dice *roll, double a, double b);      /* a to b */
quat dice_rotation(dice *roll, double weight_of_nothing); /* the larger, the smaller the angle */

#endif
