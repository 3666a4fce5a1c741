/* Fewer keys: those that a straight way between others shows as well. */
#include "motion_write.h"

/* What nobody sees: of rotations, degrees; of places and weights, as they are. */
static const double turn_limit = 0.1, number_limit = 0.0005;

/* glTF's way between two rotations of the same sign: along the arc. */
static void turn_between_keys(const double *a, const double *b, double t, double out[4]) {
    double dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
    double angle = arc_tangent(square_root(higher(1 - dot * dot, 0)), dot), along = sine(angle);
    double from = along > 1e-6 ? sine(angle * (1 - t)) / along : 1 - t;
    double to = along > 1e-6 ? sine(angle * t) / along : t;
    for (int i = 0; i < 4; ++i) out[i] = a[i] * from + b[i] * to;
}

static double turn_degrees(const double *a, const double *b) {
    double dot = absolute(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]);
    return arc_tangent(square_root(higher(1 - dot * dot, 0)), dot) * 720;
}

static bool is_shown(const double *values, size_t width, size_t from, size_t to, size_t key) {
    double t = (double)(key - from) / (double)(to - from);
    const double *a = values + from * width, *b = values + to * width, *at = values + key * width;
    if (width == 4) {
        double between[4];
        turn_between_keys(a, b, t, between);
        return turn_degrees(between, at) <= turn_limit;
    }
    for (size_t i = 0; i < width; ++i) {
        if (absolute(mix(a[i], b[i], t) - at[i]) > number_limit) return false;
    }
    return true;
}

size_t motion_reduce(const double *values, size_t width, size_t keys, size_t *out_kept) {
    size_t count = 1, from = 0;
    out_kept[0] = 0;
    while (from + 1 < keys) {
        size_t to = from + 1;
        /* As far as all keys between are shown. */
        while (to + 1 < keys) {
            size_t key = from + 1;
            while (key <= to && is_shown(values, width, from, to + 1, key)) ++key;
            if (key <= to) break;
            ++to;
        }
        out_kept[count++] = from = to;
    }
    return count;
}
