/* Rotations in double precision, written independently: the runtime's own math is compared with
 * them. */
#ifndef VRM_TEST_REFERENCE_H
#define VRM_TEST_REFERENCE_H

#include <math.h>
#include <vrm/types.h>

typedef struct point {
    double x, y, z;
} point;

typedef struct turn {
    double x, y, z, w;
} turn;

static inline point point_make(double x, double y, double z) { return (point){x, y, z}; }
static inline point point_of(vrm_vec3 v) {
    return point_make((double)v.x, (double)v.y, (double)v.z);
}
static inline point point_add(point a, point b) {
    return point_make(a.x + b.x, a.y + b.y, a.z + b.z);
}
static inline point point_sub(point a, point b) {
    return point_make(a.x - b.x, a.y - b.y, a.z - b.z);
}
static inline point point_scale(point a, double s) { return point_make(a.x * s, a.y * s, a.z * s); }
static inline vrm_vec3 point_float(point a) {
    return vrm_vec3_make((float)a.x, (float)a.y, (float)a.z);
}

static inline turn turn_none(void) { return (turn){0, 0, 0, 1}; }
static inline turn turn_of(vrm_quat q) {
    return (turn){(double)q.x, (double)q.y, (double)q.z, (double)q.w};
}
static inline vrm_quat turn_float(turn a) {
    return vrm_quat_make((float)a.x, (float)a.y, (float)a.z, (float)a.w);
}
static inline turn turn_inverse(turn a) { return (turn){-a.x, -a.y, -a.z, a.w}; }

/* First b, then a. */
static inline turn turn_times(turn a, turn b) {
    return (turn){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                  a.w * b.y + a.y * b.w + a.z * b.x - a.x * b.z,
                  a.w * b.z + a.z * b.w + a.x * b.y - a.y * b.x,
                  a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

static inline point turn_point(turn a, point p) {
    turn v = {p.x, p.y, p.z, 0};
    v = turn_times(turn_times(a, v), turn_inverse(a));
    return point_make(v.x, v.y, v.z);
}

static inline turn turn_about(double x, double y, double z, double degrees) {
    double half = degrees * 3.14159265358979323846 / 360, length = sqrt(x * x + y * y + z * z);
    double s = sin(half) / length;
    return (turn){x * s, y * s, z * s, cos(half)};
}
static inline turn turn_x(double degrees) { return turn_about(1, 0, 0, degrees); }
static inline turn turn_y(double degrees) { return turn_about(0, 1, 0, degrees); }
static inline turn turn_z(double degrees) { return turn_about(0, 0, 1, degrees); }

/* The same rotation about axes that a half turn about Y has turned. */
static inline turn turn_mirrored(turn a) { return (turn){-a.x, a.y, -a.z, a.w}; }

/* 0 where both are the same rotation; about half the angle between them in radians. */
static inline double turn_difference(turn a, turn b) {
    double dot = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w, sign = dot < 0 ? -1 : 1;
    double x = a.x - sign * b.x, y = a.y - sign * b.y, z = a.z - sign * b.z, w = a.w - sign * b.w;
    return sqrt(x * x + y * y + z * z + w * w);
}

#endif
