/* How far points and rotations are apart, in double precision: for comparing avatars, not for
 * frames. */
#ifndef VRMI_BASE_MEASURE_H
#define VRMI_BASE_MEASURE_H

#include <math.h>

#include "vrm/types.h"

static inline double vrmi_metres_between(vrm_vec3 a, vrm_vec3 b) {
    double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y;
    double z = (double)a.z - (double)b.z;
    return sqrt(x * x + y * y + z * z);
}

/* The sine and the cosine of half the angle between two rotations. Take the angle by both: the
 * cosine of a small angle has no digits left. */
static inline void vrmi_half_angle(vrm_quat a, vrm_quat b, double *out_sine, double *out_cosine) {
    double x = (double)a.w * (double)b.x - (double)a.x * (double)b.w - (double)a.y * (double)b.z +
               (double)a.z * (double)b.y;
    double y = (double)a.w * (double)b.y + (double)a.x * (double)b.z - (double)a.y * (double)b.w -
               (double)a.z * (double)b.x;
    double z = (double)a.w * (double)b.z - (double)a.x * (double)b.y + (double)a.y * (double)b.x -
               (double)a.z * (double)b.w;
    double w = (double)a.w * (double)b.w + (double)a.x * (double)b.x + (double)a.y * (double)b.y +
               (double)a.z * (double)b.z;
    *out_sine = sqrt(x * x + y * y + z * z);
    *out_cosine = fabs(w);
}

#endif
