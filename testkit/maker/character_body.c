/* Neck, hands, legs and boots of the character. */
#include "character.h"

#include <string.h>

loft loft_within(const ring *rings, size_t count, int segments, box place, character_detail d) {
    const double margin = 0.006; /* three pixels, so that neighbors do not shine through */
    loft l;
    memset(&l, 0, sizeof l);
    l.rings = rings;
    l.count = count;
    l.segments = segments * d.around;
    l.spans = d.spans;
    l.left = place.left + margin;
    l.right = place.right - margin;
    l.top = place.top + margin;
    l.bottom = place.bottom - margin;
    return l;
}

static void add_neck(avatar *a, avatar_part *p, character_detail d) {
    static const double table[][3] = {{1.125, 0.050, 0},
                                      {1.165, 0.036, -0.004},
                                      {1.190, 0.0325, -0.006},
                                      {1.250, 0.0325, -0.006}};
    ring rings[4];
    loft l;
    for (int i = 0; i < 4; ++i) {
        double y = table[i][0], radius = table[i][1];
        rings[i] = ring_y(0, y, table[i][2], radius, radius * 0.96, radius);
        rings[i].v = (1.250 - y) / 0.125;
        rings[i].weights = weights_two(a->bones[VRM_BONE_NECK], a->bones[VRM_BONE_HEAD],
                                       smooth_step(1.16, 1.22, y));
        if (i == 0) rings[i].weights = weights_one(a->bones[VRM_BONE_UPPER_CHEST]);
    }
    l = loft_within(rings, 4, 12, skin_neck, d);
    l.is_mirrored = true;
    loft_add(p, &l);
}

/* --- Hands: the left, to be mirrored --- */

static void add_palm(avatar *a, avatar_part *p, character_detail d) {
    /* Along X: half thickness, and half width with its middle on Z. */
    static const double table[][4] = {
        {0.428, 0.0155, 0.0175, 0},     {0.474, 0.0140, 0.0180, 0},
        {0.498, 0.0145, 0.0255, 0.003}, {0.526, 0.0135, 0.0310, 0.002},
        {0.547, 0.0110, 0.0315, 0.001}, {0.555, 0.0060, 0.0270, 0.001}};
    ring rings[6];
    loft l;
    for (int i = 0; i < 6; ++i) {
        rings[i] = ring_x(table[i][0], 1.136, table[i][3], table[i][1], table[i][2]);
        rings[i].v = 0.6 * i / 5.0;
        rings[i].weights =
            weights_two(avatar_find_node(a, "leftForearmTwist"), a->bones[VRM_BONE_LEFT_HAND],
                        smooth_step(0.43, 0.485, table[i][0]));
    }
    l = loft_within(rings, 6, 8, skin_hand, d);
    l.is_mirrored = true;
    l.is_end_cut = true;
    l.squareness = 0.25;
    loft_add(p, &l);
}

/* From before the first bone to beyond the last, in the direction of the finger. */
static void add_finger(avatar *a, avatar_part *p, int bone, double radius, double tip,
                       character_detail d) {
    const int nodes[] = {a->bones[VRM_BONE_LEFT_HAND], a->bones[bone], a->bones[bone + 1],
                         a->bones[bone + 2]};
    size_t node_count = nodes[1] != NONE ? 4 : 1; /* fingers without bones are stiff */
    vec3 first = character_place(bone), last = character_place(bone + 2);
    vec3 along = vec3_normalize(vec3_sub(last, first)), up = {0, 1, 0};
    double length = vec3_length(vec3_sub(last, first));
    double middle = vec3_length(vec3_sub(character_place(bone + 1), first));
    const double starts[] = {-0.1, 0, middle, length};
    const double stations[] = {-0.012, middle, length, length + tip * 0.72, length + tip};
    const double widths[] = {1.08, 1.0, 0.92, 0.66, 0};
    ring rings[5];
    loft l;
    for (int i = 0; i < 5; ++i) {
        memset(&rings[i], 0, sizeof rings[i]);
        rings[i].center = vec3_add(first, vec3_scale(along, stations[i]));
        rings[i].side = vec3_scale(vec3_cross(along, up), radius * widths[i]);
        rings[i].front = vec3_scale(up, radius * widths[i]);
        rings[i].v = mix(0.5, 1, i / 4.0);
        rings[i].weights = weights_along(nodes, starts, node_count, stations[i], 0.005);
    }
    l = loft_within(rings, 5, 5, skin_hand, d);
    l.is_mirrored = true;
    l.is_end_pointed = true;
    loft_add(p, &l);
}

void character_add_body(avatar *a, avatar_part *skin, character_detail d) {
    static const struct {
        int bone;
        double radius, tip;
    } fingers[] = {{VRM_BONE_LEFT_THUMB_METACARPAL, 0.0098, 0.019},
                   {VRM_BONE_LEFT_INDEX_PROXIMAL, 0.0080, 0.019},
                   {VRM_BONE_LEFT_MIDDLE_PROXIMAL, 0.0082, 0.020},
                   {VRM_BONE_LEFT_RING_PROXIMAL, 0.0080, 0.019},
                   {VRM_BONE_LEFT_LITTLE_PROXIMAL, 0.0072, 0.017}};
    size_t first_vertex, first_index;
    add_neck(a, skin, d);
    first_vertex = skin->vertices.count;
    first_index = skin->indices.count;
    add_palm(a, skin, d);
    for (size_t i = 0; i < sizeof fingers / sizeof fingers[0]; ++i) {
        add_finger(a, skin, fingers[i].bone, fingers[i].radius, fingers[i].tip, d);
    }
    part_mirror(a, skin, first_vertex, first_index);
}

/* --- Legs and boots: the left, to be mirrored --- */

static void add_leg(avatar *a, avatar_part *p, character_detail d) {
    /* Height, middle on X, half width, and on Z the front and the back: the knee is in front of the
     * line of the leg, the calf is behind it and bulges outwards. Rings are close at the knee,
     * which keeps its volume when it bends. */
    static const double table[][5] = {
        {0.720, 0.0660, 0.0550, 0.0610, -0.0600}, {0.650, 0.0660, 0.0590, 0.0640, -0.0590},
        {0.585, 0.0655, 0.0530, 0.0590, -0.0510}, {0.530, 0.0645, 0.0450, 0.0515, -0.0420},
        {0.492, 0.0640, 0.0388, 0.0450, -0.0355}, {0.468, 0.0635, 0.0358, 0.0428, -0.0318},
        {0.448, 0.0635, 0.0348, 0.0436, -0.0302}, {0.430, 0.0635, 0.0338, 0.0414, -0.0306},
        {0.410, 0.0640, 0.0338, 0.0358, -0.0350}, {0.382, 0.0655, 0.0372, 0.0312, -0.0452},
        {0.345, 0.0670, 0.0412, 0.0296, -0.0528}, {0.305, 0.0670, 0.0396, 0.0290, -0.0512},
        {0.260, 0.0662, 0.0330, 0.0276, -0.0420}, {0.215, 0.0660, 0.0270, 0.0260, -0.0310}};
    enum { COUNT = sizeof table / sizeof table[0] };
    const int nodes[] = {a->bones[VRM_BONE_LEFT_UPPER_LEG], a->bones[VRM_BONE_LEFT_LOWER_LEG]};
    static const double starts[] = {-0.795, -0.440};
    ring rings[COUNT];
    loft l;
    for (size_t i = 0; i < COUNT; ++i) {
        double y = table[i][0], middle = (table[i][3] + table[i][4]) / 2;
        double depth = table[i][3] - middle;
        rings[i] = ring_y(table[i][1], y, middle, table[i][2], depth, depth);
        rings[i].v = (0.720 - y) / 0.500;
        rings[i].weights = weights_along(nodes, starts, 2, -y, 0.045);
    }
    l = loft_within(rings, COUNT, 12, outfit_leg, d);
    l.is_mirrored = true;
    loft_add(p, &l);
}

static void add_boot_shaft(avatar *a, avatar_part *p, character_detail d) {
    /* A wide mouth, which narrows below the calf to the ankle. */
    static const double table[][3] = {
        {0.236, 0.034, -0.009},  {0.254, 0.0480, -0.010}, {0.247, 0.0525, -0.010},
        {0.220, 0.0500, -0.009}, {0.176, 0.0435, -0.007}, {0.132, 0.0375, -0.004},
        {0.095, 0.0360, -0.001}, {0.070, 0.0380, 0.000},  {0.040, 0.0400, 0.002}};
    enum { COUNT = sizeof table / sizeof table[0] };
    ring rings[COUNT];
    loft l;
    for (size_t i = 0; i < COUNT; ++i) {
        double y = table[i][0], r = table[i][1];
        rings[i] = ring_y(0.066, y, table[i][2], r * 0.97, r, r * 1.02);
        rings[i].v = i < 2 ? 0 : (0.254 - y) / 0.254;
        rings[i].weights =
            weights_two(a->bones[VRM_BONE_LEFT_FOOT], a->bones[VRM_BONE_LEFT_LOWER_LEG],
                        smooth_step(0.05, 0.12, y));
    }
    l = loft_within(rings, COUNT, 12, outfit_boot, d);
    l.is_mirrored = true;
    loft_add(p, &l);
}

/* From heel to toe. */
static void add_boot_foot(avatar *a, avatar_part *p, character_detail d) {
    static const double table[][3] = {
        {-0.054, 0.016, 0.040}, {-0.049, 0.031, 0.066}, {-0.030, 0.0395, 0.086},
        {0.004, 0.0405, 0.096}, {0.036, 0.0415, 0.088}, {0.072, 0.0435, 0.076},
        {0.102, 0.0400, 0.068}, {0.122, 0.0300, 0.058}, {0.132, 0.0140, 0.042}};
    enum { COUNT = sizeof table / sizeof table[0] };
    ring rings[COUNT];
    loft l;
    for (size_t i = 0; i < COUNT; ++i) {
        /* Toes point a little outwards. */
        double x = 0.066 + 0.004 * smooth_step(0, 0.13, table[i][0]);
        double height = table[i][2] - 0.018;
        rings[i] = ring_z(x, 0.018 + height / 2, table[i][0], table[i][1], height / 2);
        rings[i].v = (double)i / (COUNT - 1);
        rings[i].weights = weights_two(a->bones[VRM_BONE_LEFT_FOOT], a->bones[VRM_BONE_LEFT_TOES],
                                       smooth_step(0.050, 0.105, table[i][0]));
    }
    l = loft_within(rings, COUNT, 10, outfit_boot, d);
    l.top = l.bottom = mix(outfit_boot.top, outfit_boot.bottom, 0.9);
    l.is_mirrored = true;
    l.is_start_cut = l.is_end_cut = true;
    l.squareness = 0.45;
    loft_add(p, &l);
}

/* A slab, wider than the foot. */
static void add_sole(avatar *a, avatar_part *p, character_detail d) {
    static const double table[][2] = {{0.030, 0.90}, {0.026, 1.0}, {0.004, 1.0}, {0, 0.96}};
    ring rings[4];
    size_t first = p->vertices.count;
    loft l;
    for (int i = 0; i < 4; ++i) {
        double k = table[i][1];
        rings[i] = ring_y(0.0675, table[i][0], 0.030, 0.0480 * k, 0.110 * k, 0.090 * k);
        rings[i].v = i / 3.0;
        rings[i].weights = weights_one(a->bones[VRM_BONE_LEFT_FOOT]);
    }
    l = loft_within(rings, 4, 14, outfit_sole, d);
    l.is_mirrored = true;
    l.is_start_cut = true;
    l.is_end_cut = true;
    l.squareness = 0.40;
    loft_add(p, &l);
    for (size_t i = first; i < p->vertices.count; ++i) { /* bends with the toes */
        avatar_vertex *v = &p->vertices.items[i];
        skin_weights w = weights_two(a->bones[VRM_BONE_LEFT_FOOT], a->bones[VRM_BONE_LEFT_TOES],
                                     smooth_step(0.050, 0.105, v->position.z));
        memcpy(v->joints, w.joints, sizeof v->joints);
        memcpy(v->weights, w.values, sizeof v->weights);
    }
}

void character_add_boots(avatar *a, avatar_part *outfit, character_detail d) {
    size_t first_vertex = outfit->vertices.count, first_index = outfit->indices.count;
    add_leg(a, outfit, d);
    add_boot_shaft(a, outfit, d);
    add_boot_foot(a, outfit, d);
    add_sole(a, outfit, d);
    part_mirror(a, outfit, first_vertex, first_index);
}
