/* The skull, and where its surface is. */
#include "character.h"

#include <string.h>

typedef struct profile {
    double y, side, front, middle, back; /* side: half width; the others: places on Z */
} profile;

/* From the chin to the crown; `middle` is where the head is widest. */
static const profile skull[] = {
    {1.183, 0.010, 0.081, 0.072, 0.062},   {1.187, 0.028, 0.089, 0.062, 0.036},
    {1.197, 0.049, 0.095, 0.046, 0.000},   {1.213, 0.067, 0.099, 0.030, -0.037},
    {1.232, 0.082, 0.102, 0.018, -0.063},  {1.252, 0.093, 0.104, 0.009, -0.082},
    {1.275, 0.101, 0.105, 0.003, -0.097},  {1.302, 0.107, 0.106, 0.000, -0.108},
    {1.332, 0.110, 0.105, 0.000, -0.114},  {1.362, 0.109, 0.101, 0.000, -0.115},
    {1.390, 0.103, 0.093, -0.002, -0.110}, {1.415, 0.091, 0.080, -0.003, -0.098},
    {1.436, 0.071, 0.062, -0.004, -0.077}, {1.450, 0.046, 0.040, -0.005, -0.050},
    {1.457, 0.018, 0.014, -0.005, -0.022},
};
enum { SKULL_COUNT = sizeof skull / sizeof skull[0] };

static double slope(double y0, double a, double y1, double b) { return (b - a) / (y1 - y0); }

/* A cubic with the slopes of the neighbours. */
static double between(const double y[4], const double f[4], double at) {
    double width = y[2] - y[1], t = (at - y[1]) / width;
    double m1 = slope(y[0], f[0], y[2], f[2]) * width, m2 = slope(y[1], f[1], y[3], f[3]) * width;
    double t2 = t * t, t3 = t2 * t;
    return (2 * t3 - 3 * t2 + 1) * f[1] + (t3 - 2 * t2 + t) * m1 + (3 * t2 - 2 * t3) * f[2] +
           (t3 - t2) * m2;
}

static profile profile_at(double y) {
    profile p = {y, 0, 0, 0, 0};
    double ys[4], sides[4], fronts[4], middles[4], backs[4];
    size_t at = 0;
    y = clamp(y, skull[0].y, skull[SKULL_COUNT - 1].y);
    while (at + 2 < SKULL_COUNT && skull[at + 1].y < y) ++at;
    for (size_t i = 0; i < 4; ++i) {
        size_t k = at + i < 1 ? 0 : at + i - 1 < SKULL_COUNT ? at + i - 1 : SKULL_COUNT - 1;
        ys[i] = skull[k].y;
        sides[i] = skull[k].side;
        fronts[i] = skull[k].front;
        middles[i] = skull[k].middle;
        backs[i] = skull[k].back;
    }
    p.side = between(ys, sides, y);
    p.front = between(ys, fronts, y);
    p.middle = between(ys, middles, y);
    p.back = between(ys, backs, y);
    return p;
}

static double nose(double x, double y) {
    double dx = x / 0.0135, dy = (y - 1.2505) / (y < 1.2505 ? 0.011 : 0.024);
    double d = dx * dx + dy * dy;
    return d < 1 ? 0.0085 * (1 - d) * (1 - d) : 0;
}

static double face_depth(double x, double y) {
    profile p = profile_at(y);
    double across = clamp(x / p.side, -0.99, 0.99);
    return mix(p.middle, p.front, square_root(1 - across * across)) + nose(x, y);
}

vec3 face_normal_at(double x, double y) {
    const double step = 0.002;
    double dx = (face_depth(x + step, y) - face_depth(x - step, y)) / (2 * step);
    double dy = (face_depth(x, y + step) - face_depth(x, y - step)) / (2 * step);
    return vec3_normalize(vec3_make(-dx, -dy, 1));
}

vec3 face_point(double x, double y, double lift) {
    return vec3_add(vec3_make(x, y, face_depth(x, y)), vec3_scale(face_normal_at(x, y), lift));
}

vec3 skull_point(double turns, double y, double lift) {
    profile p = profile_at(y);
    double s = sine(turns), c = cosine(turns);
    vec3 at = vec3_make(p.side * s, y, mix(p.middle, c >= 0 ? p.front : p.back, absolute(c)));
    vec3 out = vec3_normalize(vec3_sub(at, vec3_make(0, 1.335, -0.005)));
    return vec3_add(at, vec3_scale(out, lift));
}

static ring skull_ring(profile p) {
    return ring_y(0, p.y, p.middle, p.side, p.front - p.middle, p.middle - p.back);
}

void character_add_head(avatar *a, avatar_part *skin, character_detail d) {
    static const double extra[] = {1.242, 1.262}; /* for the nose */
    ring rings[SKULL_COUNT + 2];
    size_t first_vertex = skin->vertices.count, first_index = skin->indices.count, at = 0, e = 0;
    loft l;
    for (size_t i = 0; i < SKULL_COUNT; ++i) {
        if (skull[i].y > 1.42 && i + 1 < SKULL_COUNT) continue; /* under the hair */
        while (e < 2 && extra[e] < skull[i].y) {
            rings[at++] = skull_ring(profile_at(extra[e++]));
        }
        rings[at++] = skull_ring(skull[i]);
    }
    for (size_t i = 0; i < at; ++i) {
        rings[i].v = (double)i / (double)(at - 1);
        rings[i].weights = weights_one(a->bones[VRM_BONE_HEAD]);
    }
    memset(&l, 0, sizeof l);
    l.rings = rings;
    l.count = at;
    l.segments = 32 * d.around;
    l.spans = d.spans;
    l.is_start_cut = l.is_end_cut = true;
    l.right = l.bottom = 1;
    loft_add(skin, &l);
    for (size_t i = first_vertex; i < skin->vertices.count; ++i) {
        vec3 *p = &skin->vertices.items[i].position;
        if (p->z > 0.05) p->z += nose(p->x, p->y);
    }
    part_smooth(skin, first_vertex, first_index, (size_t)l.segments + 1);
}
