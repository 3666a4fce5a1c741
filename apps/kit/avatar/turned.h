/* By how much nodes turn. */
#ifndef VRM_KIT_TURNED_H
#define VRM_KIT_TURNED_H

#include "base/measure.h"

/* The angle between two rotations. */
static inline double degrees_between(vrm_quat a, vrm_quat b) {
    double sine, cosine;
    if (a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w) return 0.0;
    vrmi_half_angle(a, b, &sine, &cosine);
    return 2.0 * atan2(sine, cosine) * (180.0 / 3.14159265358979323846);
}

#endif
