/* The raincoat, its hood and sleeves, and the skirt under it. */
#include "character.h"

#include <stddef.h>
#include <string.h>

static skin_weights trunk_weights(const avatar *a, double y) {
    const int nodes[] = {a->bones[VRM_BONE_HIPS], a->bones[VRM_BONE_SPINE],
                         a->bones[VRM_BONE_CHEST], a->bones[VRM_BONE_UPPER_CHEST],
                         a->bones[VRM_BONE_NECK]};
    static const double starts[] = {0.830, 0.900, 0.995, 1.085, 1.190};
    return weights_along(nodes, starts, 5, y, 0.03);
}

/*
 * Below the waist cloth follows the legs, the more the lower. Its front belongs to the legs
 * themselves, which would come through it otherwise. Its back belongs to the helpers, which turn
 * less: it hangs behind a raised leg.
 */
static skin_weights cloth_weights(const avatar *a, vec3 at) {
    double low = smooth_step(0.84, 0.70, at.y), left = smooth_step(-0.045, 0.045, at.x);
    skin_weights trunk = trunk_weights(a, at.y), front, back;
    if (low <= 0) return trunk;
    trunk = weights_one(a->bones[VRM_BONE_HIPS]);
    front =
        weights_two(a->bones[VRM_BONE_RIGHT_UPPER_LEG], a->bones[VRM_BONE_LEFT_UPPER_LEG], left);
    back = weights_two(avatar_find_node(a, "rightCoat"), avatar_find_node(a, "leftCoat"), left);
    /* All front or all back where both sides meet: a vertex has four joints at most. */
    back = weights_mix(&back, &front, smooth_step(-0.06, 0.04, at.z));
    return weights_mix(&trunk, &back, low);
}

/* --- Tubes around the trunk --- */

/* Height, half width, depth to the front and to the back, and how far down the texture. */
typedef struct tube_row {
    double y, side, front, back, v;
} tube_row;

typedef struct tube {
    const avatar *a;
    const tube_row *rows;
    int count;
    int folds;
    double fold_top, fold_bottom; /* heights between which they deepen */
    double fold_depth;            /* for the radius, at the bottom */
    box texture;
} tube;

static double row_value(const tube *u, double at, size_t offset) {
    knot knots[16];
    for (int i = 0; i < u->count; ++i) {
        knots[i].x = i;
        memcpy(&knots[i].y, (const char *)&u->rows[i] + offset, sizeof(double));
    }
    return curve_at(knots, (size_t)u->count, at);
}

/* From the middle of the back around her left to the front, and on. */
static avatar_vertex tube_vertex(double s, double t, const void *user) {
    const tube *u = user;
    const double margin = 0.004;
    double row = t * (u->count - 1), c = -cosine(s), across = sine(s);
    double y = row_value(u, row, offsetof(tube_row, y));
    double depth = row_value(u, row, c > 0 ? offsetof(tube_row, front) : offsetof(tube_row, back));
    double fold =
        1 + u->fold_depth * smooth_step(u->fold_top, u->fold_bottom, y) * cosine(s * u->folds);
    skin_weights w;
    avatar_vertex v;
    memset(&v, 0, sizeof v);
    v.position =
        vec3_make(row_value(u, row, offsetof(tube_row, side)) * across * fold, y, depth * c * fold);
    v.normal = vec3_make(across, 0, c);
    v.u = mix(u->texture.left + margin, u->texture.right - margin, s);
    v.v = mix(u->texture.top + margin, u->texture.bottom - margin,
              clamp(row_value(u, row, offsetof(tube_row, v)), 0, 1));
    w = cloth_weights(u->a, v.position);
    memcpy(v.joints, w.joints, sizeof v.joints);
    memcpy(v.weights, w.values, sizeof v.weights);
    return v;
}

static void add_tube(avatar_part *p, const tube *u, int columns, character_detail d) {
    size_t first_vertex = p->vertices.count, first_index = p->indices.count;
    patch_add(p, columns * d.around, (u->count - 1) * d.spans, tube_vertex, u);
    part_smooth(p, first_vertex, first_index, (size_t)(columns * d.around) + 1);
}

static void add_coat(avatar *a, avatar_part *p, character_detail d) {
    static const tube_row rows[] = {
        {1.188, 0.035, 0.036, 0.040, 0.00},  {1.182, 0.050, 0.044, 0.047, 0.02},
        {1.175, 0.075, 0.050, 0.053, 0.05},  {1.163, 0.094, 0.056, 0.058, 0.08},
        {1.140, 0.100, 0.062, 0.062, 0.11},  {1.095, 0.097, 0.070, 0.065, 0.18},
        {1.045, 0.092, 0.075, 0.063, 0.27},  {0.985, 0.082, 0.070, 0.060, 0.39},
        {0.930, 0.086, 0.073, 0.068, 0.50},  {0.870, 0.104, 0.088, 0.086, 0.62},
        {0.800, 0.130, 0.111, 0.111, 0.76},  {0.728, 0.156, 0.135, 0.135, 0.91},
        {0.690, 0.168, 0.146, 0.146, 0.985}, {0.686, 0.163, 0.141, 0.141, 1.00},
        {0.725, 0.140, 0.118, 0.118, 1.00},
    };
    const tube coat = {a, rows, sizeof rows / sizeof rows[0], 6, 0.93, 0.69, 0.07, outfit_coat};
    add_tube(p, &coat, 24, d);
}

static void add_skirt(avatar *a, avatar_part *p, character_detail d) {
    static const tube_row rows[] = {{0.750, 0.126, 0.107, 0.107, 0.00},
                                    {0.636, 0.154, 0.134, 0.134, 0.98},
                                    {0.640, 0.142, 0.122, 0.122, 1.00}};
    const tube skirt = {a, rows, sizeof rows / sizeof rows[0], 14, 0.77, 0.64, 0.045, outfit_skirt};
    add_tube(p, &skirt, 28, d);
}

/* Lies around the neck, and hangs behind it. */
static void add_hood(avatar *a, avatar_part *p, character_detail d) {
    enum { COUNT = 11 };
    ring rings[COUNT];
    loft l;
    for (int i = 0; i < COUNT; ++i) {
        double t = (double)i / (COUNT - 1);
        double turns = mix(0.075, 0.925, t); /* from the front over the left to the front again */
        double back = smooth_step(0, 1, 0.5 - 0.5 * cosine(t));
        double end = i == 0 || i + 1 == COUNT ? 0.25 : 1;
        vec3 out = vec3_make(sine(turns), 0, cosine(turns)), lean;
        memset(&rings[i], 0, sizeof rings[i]);
        rings[i].center = vec3_make(out.x * mix(0.052, 0.072, back), mix(1.172, 1.150, back),
                                    out.z * mix(0.063, 0.060, back) - 0.026 * back);
        /* Its upper edge leans outwards at the back. */
        lean = vec3_normalize(vec3_add(vec3_make(0, 1, 0), vec3_scale(out, 0.35 * back)));
        rings[i].side = vec3_scale(vec3_normalize(vec3_cross(lean, vec3_cross(out, lean))),
                                   end * mix(0.011, 0.030, back));
        rings[i].front = vec3_scale(lean, end * mix(0.014, 0.054, back));
        rings[i].v = t;
        rings[i].weights = weights_one(a->bones[VRM_BONE_UPPER_CHEST]);
    }
    l = loft_within(rings, COUNT, 8, outfit_hood, d);
    l.is_start_cut = l.is_end_cut = true;
    loft_add(p, &l);
}

/* --- Sleeves: the left, to be mirrored --- */

static void add_sleeve(avatar *a, avatar_part *p, character_detail d) {
    /* Along X: radius, radius upwards, and how far down the texture. The shoulder is rounded. */
    static const double table[][4] = {
        {0.052, 0.0300, 0.034, 0.00}, {0.074, 0.0330, 0.041, 0.05},  {0.092, 0.0370, 0.045, 0.09},
        {0.110, 0.0400, 0.047, 0.13}, {0.130, 0.0405, 0.046, 0.17},  {0.154, 0.0395, 0.042, 0.22},
        {0.200, 0.0370, 0.037, 0.32}, {0.272, 0.0360, 0.036, 0.48},  {0.320, 0.0380, 0.038, 0.58},
        {0.390, 0.0450, 0.045, 0.75}, {0.448, 0.0525, 0.0525, 0.93}, {0.456, 0.0520, 0.052, 0.97},
        {0.454, 0.0450, 0.045, 1.00}, {0.420, 0.0340, 0.034, 1.00},
    };
    enum { COUNT = sizeof table / sizeof table[0] };
    const int nodes[] = {a->bones[VRM_BONE_LEFT_SHOULDER], avatar_find_node(a, "leftSleeve"),
                         a->bones[VRM_BONE_LEFT_UPPER_ARM], a->bones[VRM_BONE_LEFT_LOWER_ARM],
                         avatar_find_node(a, "leftForearmTwist")};
    static const double starts[] = {0.025, 0.092, 0.132, 0.294, 0.386};
    ring rings[COUNT];
    loft l;
    for (size_t i = 0; i < COUNT; ++i) {
        /* The wide end hangs. */
        double hang = 0.008 * smooth_step(0.30, 0.45, table[i][0]), r = table[i][1];
        rings[i] = ring_x(table[i][0], 1.135 - hang, 0, r, r);
        rings[i].front.y = table[i][2];
        rings[i].v = table[i][3];
        rings[i].weights = weights_along(nodes, starts, 5, table[i][0], i < 6 ? 0.022 : 0.035);
        if (i > 10) rings[i].weights = rings[10].weights; /* the cuff's inside */
    }
    l = loft_within(rings, COUNT, 11, outfit_sleeve, d);
    l.is_mirrored = true;
    l.is_end_cut = true;
    loft_add(p, &l);
}

void character_add_clothes(avatar *a, avatar_part *outfit, character_detail d) {
    size_t first_vertex, first_index;
    add_coat(a, outfit, d);
    add_skirt(a, outfit, d);
    add_hood(a, outfit, d);
    first_vertex = outfit->vertices.count;
    first_index = outfit->indices.count;
    add_sleeve(a, outfit, d);
    part_mirror(a, outfit, first_vertex, first_index);
}
