/* The skull, and where its surface is. */
#include "character.h"

#include <string.h>

/* From the chin to the crown: half the width, and on Z the front, where it is widest, the back. */
static const knot sides[] = {{1.217, 0.009},  {1.2195, 0.020}, {1.226, 0.032},  {1.236, 0.046},
                             {1.250, 0.061},  {1.266, 0.0755}, {1.284, 0.0875}, {1.304, 0.0960},
                             {1.330, 0.1015}, {1.360, 0.1025}, {1.390, 0.100},  {1.415, 0.093},
                             {1.437, 0.081},  {1.455, 0.064},  {1.468, 0.041},  {1.475, 0.014}};
static const knot fronts[] = {{1.217, 0.075},  {1.2195, 0.083}, {1.226, 0.0885}, {1.236, 0.0910},
                              {1.250, 0.0920}, {1.266, 0.0935}, {1.284, 0.0945}, {1.304, 0.0945},
                              {1.330, 0.0955}, {1.360, 0.0965}, {1.390, 0.0925}, {1.415, 0.084},
                              {1.437, 0.070},  {1.455, 0.052},  {1.468, 0.031},  {1.475, 0.010}};
static const knot middles[] = {{1.217, 0.066}, {1.226, 0.048},  {1.236, 0.036}, {1.250, 0.025},
                               {1.266, 0.015}, {1.284, 0.007},  {1.304, 0.002}, {1.330, 0.000},
                               {1.390, 0.000}, {1.437, -0.004}, {1.475, -0.004}};
static const knot backs[] = {{1.217, 0.057},  {1.2195, 0.040}, {1.226, 0.012},  {1.236, -0.018},
                             {1.250, -0.044}, {1.266, -0.064}, {1.284, -0.080}, {1.304, -0.092},
                             {1.330, -0.102}, {1.360, -0.106}, {1.390, -0.104}, {1.415, -0.096},
                             {1.437, -0.082}, {1.455, -0.062}, {1.468, -0.037}, {1.475, -0.012}};
#define CURVE(knots, y) curve_at(knots, sizeof(knots) / sizeof(knots)[0], y)

/* Half an ellipse, a little squared: a face is flatter than a ball. */
static double section(double across) {
    double a = clamp(absolute(across), 0, 1), a2 = a * a;
    return mix(square_root(1 - a2), square_root(square_root(1 - a2 * a2)), 0.30);
}

static double nose(double x, double y) {
    double dx = x / 0.0115, dy = (y - 1.2765) / (y < 1.2765 ? 0.0085 : 0.024);
    double d = dx * dx + dy * dy;
    return d < 1 ? 0.0085 * (1 - d) * (1 - d) : 0;
}

static double face_depth(double x, double y) {
    double middle = CURVE(middles, y), across = clamp(x / CURVE(sides, y), -0.995, 0.995);
    return mix(middle, CURVE(fronts, y), section(across)) + nose(x, y);
}

vec3 head_normal(vec3 at) {
    const vec3 middle = {0, 1.345, -0.012};
    vec3 from = vec3_sub(at, middle);
    return vec3_normalize(vec3_make(from.x / 1.05, from.y / 1.9, from.z));
}

vec3 face_point(double x, double y, double lift) {
    vec3 at = vec3_make(x, y, face_depth(x, y));
    return vec3_add(at, vec3_scale(head_normal(at), lift));
}

vec3 skull_point(double turns, double y, double lift) {
    double s = sine(turns), c = cosine(turns), middle = CURVE(middles, y);
    vec3 at = vec3_make(CURVE(sides, y) * s, y,
                        c >= 0 ? mix(middle, CURVE(fronts, y), section(s))
                               : mix(middle, CURVE(backs, y), -c));
    vec3 out = vec3_normalize(vec3_sub(at, vec3_make(0, 1.350, -0.005)));
    return vec3_add(at, vec3_scale(out, lift));
}

/* Rows from the chin upwards, denser at the nose. Above the last is hair alone. */
static const knot rows[] = {{0, 1.217},  {1, 1.2195}, {2, 1.226},  {3, 1.236}, {4, 1.249},
                            {5, 1.261},  {6, 1.2695}, {7, 1.2765}, {8, 1.286}, {9, 1.302},
                            {10, 1.330}, {11, 1.365}, {12, 1.405}};
enum { ROWS = 12, COLUMNS = 24 };

typedef struct head_maker {
    int bone;
} head_maker;

static avatar_vertex head_vertex(double s, double t, const void *user) {
    const head_maker *m = user;
    /* From the back around; columns crowd at the middle of the front, where the nose is. */
    double k = s * 2 - 1, turns = 0.5 * k * (0.36 + 0.64 * k * k),
           y = CURVE(rows, t * (double)ROWS);
    avatar_vertex v;
    memset(&v, 0, sizeof v);
    v.position = skull_point(turns, y, 0);
    if (v.position.z > 0.03) v.position.z += nose(v.position.x, y);
    v.normal = head_normal(v.position);
    face_texture(v.position.x, y, &v.u, &v.v);
    v.joints[0] = m->bone;
    v.weights[0] = 1;
    return v;
}

static avatar_vertex chin_vertex(double s, double t, const void *user) {
    avatar_vertex v = head_vertex(s, 0, user);
    v.position = vec3_mix(vec3_make(0, 1.2165, 0.066), v.position, t);
    v.normal = head_normal(v.position);
    return v;
}

void character_add_head(avatar *a, avatar_part *skin, character_detail d) {
    const head_maker m = {a->bones[VRM_BONE_HEAD]};
    patch_add(skin, COLUMNS * d.around, ROWS * d.around, head_vertex, &m);
    disc_add(skin, 12 * d.around, 1, chin_vertex, &m);
}
