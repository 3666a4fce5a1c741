/* Body and clothes of the character: trunk, arms, hands, legs, boots. */
#include "character.h"

#include <string.h>

static loft loft_of(const ring *rings, size_t count, int segments, box place, character_detail d) {
    const double margin = 0.012; /* three pixels, so that neighbours do not shine through */
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

static const box whole = {0, 0, 1, 1};

/* --- Helpers for constraints --- */

void character_add_helpers(avatar *a) {
    static const struct {
        const char *names[2];
        int parents[2], sources[2];
        vec3 place; /* of the left one */
        int kind, axis;
        double weight;
    } helpers[] = {
        /* Half of the hand's twist for the forearm, so that the cuff does not wring. */
        {{"leftForearmTwist", "rightForearmTwist"},
         {VRM_BONE_LEFT_LOWER_ARM, VRM_BONE_RIGHT_LOWER_ARM},
         {VRM_BONE_LEFT_HAND, VRM_BONE_RIGHT_HAND},
         {0.400, 1.100, 0},
         VRM_CONSTRAINT_ROLL,
         VRM_AXIS_POSITIVE_X,
         0.5},
        /* The top of the sleeve looks half way to the elbow. */
        {{"leftSleeve", "rightSleeve"},
         {VRM_BONE_LEFT_SHOULDER, VRM_BONE_RIGHT_SHOULDER},
         {VRM_BONE_LEFT_LOWER_ARM, VRM_BONE_RIGHT_LOWER_ARM},
         {0.085, 1.100, 0},
         VRM_CONSTRAINT_AIM,
         VRM_AXIS_POSITIVE_X,
         0.5},
        /* The coat follows the leg. */
        {{"leftCoat", "rightCoat"},
         {VRM_BONE_HIPS, VRM_BONE_HIPS},
         {VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_RIGHT_UPPER_LEG},
         {0.072, 0.770, 0},
         VRM_CONSTRAINT_ROTATION,
         VRM_AXIS_POSITIVE_X,
         0.8},
    };
    for (size_t i = 0; i < sizeof helpers / sizeof helpers[0]; ++i) {
        for (int side = 0; side < 2; ++side) {
            vec3 place = helpers[i].place;
            int axis = helpers[i].axis, node;
            if (side == 1) place.x = -place.x;
            if (side == 1 && helpers[i].kind == VRM_CONSTRAINT_AIM) axis = VRM_AXIS_NEGATIVE_X;
            node = avatar_add_node(a, helpers[i].names[side], a->bones[helpers[i].parents[side]],
                                   place);
            avatar_add_constraint(a, node, a->bones[helpers[i].sources[side]], helpers[i].kind,
                                  axis, helpers[i].weight);
        }
    }
}

/* --- Trunk --- */

static skin_weights trunk_weights(const avatar *a, double y) {
    const int nodes[] = {a->bones[VRM_BONE_HIPS], a->bones[VRM_BONE_SPINE],
                         a->bones[VRM_BONE_CHEST], a->bones[VRM_BONE_UPPER_CHEST],
                         a->bones[VRM_BONE_NECK]};
    static const double starts[] = {0.800, 0.870, 0.960, 1.050, 1.150};
    return weights_along(nodes, starts, 5, y, 0.03);
}

/* Below the waist the coat belongs to its helpers, the more the lower. */
static void weigh_coat(const avatar *a, avatar_part *p, size_t first) {
    int left = avatar_find_node(a, "leftCoat"), right = avatar_find_node(a, "rightCoat");
    for (size_t i = first; i < p->vertices.count; ++i) {
        avatar_vertex *v = &p->vertices.items[i];
        double low = 0.85 * smooth_step(0.80, 0.66, v->position.y);
        skin_weights hips = weights_one(a->bones[VRM_BONE_HIPS]), sides, mixed;
        if (low <= 0) continue;
        sides = weights_two(right, left, smooth_step(-0.06, 0.06, v->position.x));
        mixed = weights_mix(&hips, &sides, low);
        memcpy(v->joints, mixed.joints, sizeof v->joints);
        memcpy(v->weights, mixed.values, sizeof v->weights);
    }
}

static void add_coat(avatar *a, avatar_part *p, character_detail d) {
    /* Height, half width, depth to the front and to the back. */
    static const double table[][4] = {
        {1.142, 0.040, 0.036, 0.040}, {1.132, 0.056, 0.048, 0.050}, {1.118, 0.080, 0.058, 0.058},
        {1.098, 0.098, 0.066, 0.064}, {1.065, 0.104, 0.075, 0.068}, {1.020, 0.100, 0.080, 0.068},
        {0.970, 0.097, 0.080, 0.070}, {0.920, 0.100, 0.083, 0.076}, {0.870, 0.109, 0.090, 0.086},
        {0.820, 0.121, 0.101, 0.098}, {0.765, 0.136, 0.115, 0.112}, {0.705, 0.152, 0.131, 0.128},
        {0.650, 0.166, 0.144, 0.141}, {0.638, 0.167, 0.145, 0.142}, {0.634, 0.160, 0.138, 0.135},
        {0.660, 0.130, 0.110, 0.108},
    };
    enum { COUNT = sizeof table / sizeof table[0] };
    ring rings[COUNT];
    size_t first = p->vertices.count;
    loft l;
    for (size_t i = 0; i < COUNT; ++i) {
        rings[i] = ring_y(0, table[i][0], 0, table[i][1], table[i][2], table[i][3]);
        rings[i].v = clamp((1.142 - table[i][0]) / (1.142 - 0.638), 0, 1);
        rings[i].weights = trunk_weights(a, table[i][0]);
    }
    l = loft_of(rings, COUNT, 22, outfit_coat, d);
    l.is_end_cut = true;
    loft_add(p, &l);
    weigh_coat(a, p, first);
}

/* Rolled around the neck, thick at the back. */
static void add_hood(avatar *a, avatar_part *p, character_detail d) {
    enum { COUNT = 11 };
    ring rings[COUNT];
    loft l;
    for (int i = 0; i < COUNT; ++i) {
        double t = (double)i / (COUNT - 1);
        double turns = mix(0.07, 0.93, t); /* from the front over the left to the front again */
        double back = 0.5 - 0.5 * cosine(t), thick = mix(0.010, 0.030, back);
        vec3 out = vec3_make(sine(turns), 0, cosine(turns));
        memset(&rings[i], 0, sizeof rings[i]);
        rings[i].center = vec3_make(out.x * mix(0.052, 0.068, back), mix(1.122, 1.142, back),
                                    out.z * 0.056 - 0.012 * back);
        rings[i].side = vec3_scale(out, thick * (i == 0 || i + 1 == COUNT ? 0.05 : 1));
        rings[i].front = vec3_make(0, thick * (i == 0 || i + 1 == COUNT ? 0.05 : 0.8), 0);
        rings[i].v = t;
        rings[i].weights = weights_one(a->bones[VRM_BONE_UPPER_CHEST]);
    }
    l = loft_of(rings, COUNT, 8, outfit_hood, d);
    l.is_start_cut = l.is_end_cut = true;
    loft_add(p, &l);
}

static void add_neck(avatar *a, avatar_part *p, character_detail d) {
    static const double heights[] = {1.090, 1.140, 1.170, 1.205, 1.235};
    ring rings[5];
    loft l;
    for (int i = 0; i < 5; ++i) {
        rings[i] = ring_y(0, heights[i], -0.006, i == 0 ? 0.048 : 0.035, 0.034, 0.034);
        rings[i].v = 0.5;
        rings[i].weights = weights_two(a->bones[VRM_BONE_NECK], a->bones[VRM_BONE_HEAD],
                                       smooth_step(1.15, 1.21, heights[i]));
        if (i == 0) rings[i].weights = weights_one(a->bones[VRM_BONE_UPPER_CHEST]);
    }
    l = loft_of(rings, 5, 12, whole, d);
    loft_add(p, &l);
}

/* --- Arms and hands: the left, to be mirrored --- */

static void add_sleeve(avatar *a, avatar_part *p, character_detail d) {
    static const double table[][2] = {
        {0.060, 0.036}, {0.088, 0.044}, {0.125, 0.046}, {0.200, 0.041},
        {0.282, 0.040}, {0.328, 0.041}, {0.400, 0.047}, {0.466, 0.055},
        {0.474, 0.054}, {0.472, 0.046}, {0.450, 0.036},
    };
    enum { COUNT = sizeof table / sizeof table[0] };
    const int nodes[] = {a->bones[VRM_BONE_LEFT_SHOULDER], avatar_find_node(a, "leftSleeve"),
                         a->bones[VRM_BONE_LEFT_UPPER_ARM], a->bones[VRM_BONE_LEFT_LOWER_ARM],
                         avatar_find_node(a, "leftForearmTwist")};
    static const double starts[] = {0.025, 0.078, 0.125, 0.305, 0.400};
    ring rings[COUNT];
    loft l;
    for (size_t i = 0; i < COUNT; ++i) {
        rings[i] = ring_x(table[i][0], 1.098, 0, table[i][1], table[i][1] * 1.02);
        rings[i].v = (double)i / (COUNT - 1);
        rings[i].weights = weights_along(nodes, starts, 5, table[i][0], 0.035);
        if (i > 7) rings[i].weights = rings[7].weights; /* the cuff's inside */
    }
    l = loft_of(rings, COUNT, 10, outfit_sleeve, d);
    l.is_end_cut = true;
    loft_add(p, &l);
}

static void add_palm(avatar *a, avatar_part *p, character_detail d) {
    static const double table[][3] = {{0.440, 0.017, 0.020}, {0.490, 0.016, 0.021},
                                      {0.515, 0.016, 0.029}, {0.545, 0.015, 0.034},
                                      {0.568, 0.013, 0.034}, {0.577, 0.007, 0.028}};
    ring rings[6];
    loft l;
    for (int i = 0; i < 6; ++i) {
        rings[i] = ring_x(table[i][0], 1.100, 0, table[i][1], table[i][2]);
        rings[i].v = 0.5;
        rings[i].weights =
            weights_two(avatar_find_node(a, "leftForearmTwist"), a->bones[VRM_BONE_LEFT_HAND],
                        smooth_step(0.44, 0.50, table[i][0]));
    }
    l = loft_of(rings, 6, 10, whole, d);
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
    vec3 first = skeleton_place(bone), last = skeleton_place(bone + 2);
    vec3 along = vec3_normalize(vec3_sub(last, first)), up = {0, 1, 0};
    double length = vec3_length(vec3_sub(last, first));
    double middle = vec3_length(vec3_sub(skeleton_place(bone + 1), first));
    const double starts[] = {-0.1, 0, middle, length};
    const double stations[] = {-0.012, middle, length, length + tip * 0.75, length + tip};
    const double widths[] = {1.0, 0.97, 0.90, 0.70, 0.20};
    ring rings[5];
    loft l;
    for (int i = 0; i < 5; ++i) {
        memset(&rings[i], 0, sizeof rings[i]);
        rings[i].center = vec3_add(first, vec3_scale(along, stations[i]));
        rings[i].side = vec3_scale(vec3_cross(along, up), radius * widths[i]);
        rings[i].front = vec3_scale(up, radius * widths[i]);
        rings[i].v = 0.5;
        rings[i].weights = weights_along(nodes, starts, node_count, stations[i], 0.005);
    }
    l = loft_of(rings, 5, 6, whole, d);
    l.is_end_cut = true;
    loft_add(p, &l);
}

/* --- Legs and boots: the left, to be mirrored --- */

static void add_leg(avatar *a, avatar_part *p, character_detail d) {
    static const double table[][2] = {{0.790, 0.050}, {0.730, 0.062}, {0.650, 0.061},
                                      {0.550, 0.055}, {0.475, 0.049}, {0.430, 0.047},
                                      {0.385, 0.047}, {0.300, 0.046}, {0.190, 0.038}};
    enum { COUNT = sizeof table / sizeof table[0] };
    const int nodes[] = {a->bones[VRM_BONE_LEFT_UPPER_LEG], a->bones[VRM_BONE_LEFT_LOWER_LEG]};
    static const double starts[] = {-0.770, -0.430};
    ring rings[COUNT];
    loft l;
    for (size_t i = 0; i < COUNT; ++i) {
        rings[i] = ring_y(0.072, table[i][0], 0, table[i][1], table[i][1], table[i][1]);
        rings[i].v = (double)i / (COUNT - 1);
        rings[i].weights = weights_along(nodes, starts, 2, -table[i][0], 0.05);
    }
    l = loft_of(rings, COUNT, 12, outfit_leg, d);
    loft_add(p, &l);
}

static void add_boot_shaft(avatar *a, avatar_part *p, character_detail d) {
    static const double table[][2] = {{0.212, 0.040}, {0.222, 0.049}, {0.215, 0.054},
                                      {0.150, 0.049}, {0.085, 0.045}, {0.035, 0.041}};
    ring rings[6];
    loft l;
    for (int i = 0; i < 6; ++i) {
        rings[i] = ring_y(0.072, table[i][0], -0.002, table[i][1] * 0.96, table[i][1], table[i][1]);
        rings[i].v = i < 3 ? 0 : 0.5 * (0.222 - table[i][0]) / 0.19;
        rings[i].weights =
            weights_two(a->bones[VRM_BONE_LEFT_FOOT], a->bones[VRM_BONE_LEFT_LOWER_LEG],
                        smooth_step(0.05, 0.12, table[i][0]));
    }
    l = loft_of(rings, 6, 12, outfit_boot, d);
    loft_add(p, &l);
}

/* From heel to toe; every ring touches the ground. */
static void add_boot_foot(avatar *a, avatar_part *p, character_detail d) {
    static const double table[][3] = {
        {-0.062, 0.014, 0.040}, {-0.056, 0.030, 0.066}, {-0.035, 0.041, 0.088},
        {0.000, 0.043, 0.098},  {0.040, 0.046, 0.088},  {0.080, 0.050, 0.072},
        {0.112, 0.047, 0.062},  {0.134, 0.034, 0.048},  {0.142, 0.014, 0.030}};
    enum { COUNT = sizeof table / sizeof table[0] };
    ring rings[COUNT];
    loft l;
    for (size_t i = 0; i < COUNT; ++i) {
        rings[i] = ring_z(0.072, table[i][2] / 2, table[i][0], table[i][1], table[i][2] / 2);
        rings[i].v = mix(0.5, 1, (double)i / (COUNT - 1));
        rings[i].weights = weights_two(a->bones[VRM_BONE_LEFT_FOOT], a->bones[VRM_BONE_LEFT_TOES],
                                       smooth_step(0.055, 0.110, table[i][0]));
    }
    l = loft_of(rings, COUNT, 10, outfit_boot, d);
    l.is_start_cut = l.is_end_cut = true;
    l.squareness = 0.35;
    loft_add(p, &l);
}

void character_add_body(avatar *a, avatar_part *skin, avatar_part *outfit, character_detail d) {
    static const struct {
        int bone;
        double radius, tip;
    } fingers[] = {{VRM_BONE_LEFT_THUMB_METACARPAL, 0.0100, 0.018},
                   {VRM_BONE_LEFT_INDEX_PROXIMAL, 0.0086, 0.018},
                   {VRM_BONE_LEFT_MIDDLE_PROXIMAL, 0.0088, 0.019},
                   {VRM_BONE_LEFT_RING_PROXIMAL, 0.0086, 0.018},
                   {VRM_BONE_LEFT_LITTLE_PROXIMAL, 0.0078, 0.016}};
    size_t first_vertex, first_index;
    add_neck(a, skin, d);
    first_vertex = skin->vertices.count;
    first_index = skin->indices.count;
    add_palm(a, skin, d);
    for (size_t i = 0; i < sizeof fingers / sizeof fingers[0]; ++i) {
        add_finger(a, skin, fingers[i].bone, fingers[i].radius, fingers[i].tip, d);
    }
    part_mirror(a, skin, first_vertex, first_index);
    add_coat(a, outfit, d);
    add_hood(a, outfit, d);
    first_vertex = outfit->vertices.count;
    first_index = outfit->indices.count;
    add_sleeve(a, outfit, d);
    add_leg(a, outfit, d);
    add_boot_shaft(a, outfit, d);
    add_boot_foot(a, outfit, d);
    part_mirror(a, outfit, first_vertex, first_index);
}
