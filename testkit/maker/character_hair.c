/* Hair of the character: a cap, a fringe, and what sways: side locks, two tails, a tuft on top. */
#include "character.h"

#include <string.h>

static const box hair_texture = {0, 0, 1, 1};
static const vec3 head_middle = {0, 1.350, -0.005};

/* --- Strands --- */

ring strand_ring(vec3 center, vec3 along, vec3 out, double width, double thick, double v,
                 skin_weights weights) {
    ring r;
    memset(&r, 0, sizeof r);
    out = vec3_normalize(vec3_sub(out, vec3_scale(along, vec3_dot(out, along))));
    r.center = center;
    r.side = vec3_scale(vec3_cross(out, along), width);
    r.front = vec3_scale(out, thick);
    r.back = vec3_scale(out, -thick * 0.6);
    r.v = v;
    r.weights = weights;
    return r;
}

void strand_add(avatar_part *p, const ring *rings, size_t count, int segments, box texture,
                character_detail d) {
    loft l;
    memset(&l, 0, sizeof l);
    l.rings = rings;
    l.count = count;
    l.segments = segments * d.around;
    l.spans = d.spans;
    l.is_end_pointed = true;
    l.is_mirrored = true;
    l.left = texture.left;
    l.right = texture.right;
    l.top = texture.top;
    l.bottom = texture.bottom;
    loft_add(p, &l);
}

void lock_add(avatar *a, avatar_part *p, const hair_lock *l, character_detail d) {
    enum { MOST = 12 };
    const chain *c = l->chain;
    vec3 path[MOST], last = c->places[c->count - 1];
    int nodes[MOST] = {a->bones[c->bone]};
    double starts[MOST] = {-1}, along[MOST] = {0};
    size_t count = 0, node_count = 1;
    ring rings[MOST];
    for (size_t i = 0; i < l->start_count; ++i) path[count++] = l->start[i];
    for (int i = 0; i < c->count; ++i) path[count++] = c->places[i];
    path[count++] = vec3_mix(last, chain_end(c), 0.55 * l->reach);
    path[count++] = vec3_mix(last, chain_end(c), l->reach);
    for (size_t i = l->start_count; i < count; ++i) {
        double down = (double)(i + 1 - l->start_count) / (double)(count - l->start_count);
        path[i] = vec3_add(path[i], vec3_scale(l->shift, smooth_step(0, 1, down)));
    }
    for (size_t i = 1; i < count; ++i) {
        along[i] = along[i - 1] + vec3_length(vec3_sub(path[i], path[i - 1]));
    }
    for (int i = 0; i < c->count; ++i) {
        char name[NAME_SIZE];
        set_name(name, "%s%s%d", l->prefix, c->name, i + 1);
        nodes[node_count] = avatar_find_node(a, name);
        starts[node_count++] = along[l->start_count + (size_t)i];
    }
    for (size_t i = 0; i < count; ++i) {
        size_t from = i > 0 ? i - 1 : 0, to = i + 1 < count ? i + 1 : i;
        vec3 direction = vec3_normalize(vec3_sub(path[to], path[from]));
        rings[i] = strand_ring(path[i], direction, l->out, l->widths[i], l->widths[i] * l->flatness,
                               along[i] / along[count - 1],
                               weights_along(nodes, starts, node_count, along[i], 0.02));
    }
    strand_add(p, rings, count, l->segments, l->texture, d);
}

/* --- The cap --- */

/* How far the hairline is from the middle of the front, in turns. */
static double hairline(double y) {
    return y > 1.420 ? 0
                     : 0.165 * square_root(clamp((1.420 - y) / 0.050, 0, 1)) +
                           0.034 * clamp((1.370 - y) / 0.13, 0, 1);
}

typedef struct cap {
    int head;
} cap;

static avatar_vertex cap_vertex(double s, double t, const void *user) {
    const cap *c = user;
    /* Rows: the rim's inside, then from the nape to the crown. */
    double up = clamp((t - 0.09) / 0.91, 0, 1);
    double y = up < 0.3 ? mix(1.235, 1.345, up / 0.3) : 1.345 + 0.1295 * sine((up - 0.3) / 2.8);
    double open = hairline(y), turns = mix(open, 1 - open, s);
    double lift = mix(0.021, 0.016, up) * (t < 0.04 ? 0.4 : 1);
    vec3 at = skull_point(turns, higher(y, 1.345), lift);
    avatar_vertex v;
    memset(&v, 0, sizeof v);
    if (y < 1.345) { /* falls straight, and a little inwards */
        double fall = (1.345 - y) / 0.14;
        at.x *= 1 - 0.10 * fall * fall;
        at.z *= 1 - 0.16 * fall * fall;
        /* Its hem is cut in points. */
        at.y = y + 0.022 * fall * fall * absolute(sine(s * 4.5));
    }
    if (up >= 1) at = vec3_make(0, 1.4915, -0.004);
    v.position = at;
    v.normal = vec3_normalize(vec3_sub(at, vec3_make(0, lower(at.y, 1.355), 0)));
    v.u = absolute(9 * s - 2 * (double)(int)(4.5 * s + 0.5)); /* to and fro, as on strands */
    v.v = mix(0.80, 0.02, up);
    v.joints[0] = c->head;
    v.weights[0] = 1;
    return v;
}

void character_add_cap(avatar *a, avatar_part *hair, character_detail d) {
    cap c = {a->bones[VRM_BONE_HEAD]};
    size_t first_vertex = hair->vertices.count, first_index = hair->indices.count;
    int columns = 27 * d.around, rows = 10 * d.around;
    patch_add(hair, columns, rows, cap_vertex, &c);
    part_smooth(hair, first_vertex, first_index, (size_t)columns + 1);
}

/* --- The fringe --- */

/* Wide in the upper half, pointed below. */
static double leaf(double t) {
    return t < 0.45 ? mix(0.70, 1, smooth_step(0, 0.45, t))
                    : higher(1 - power((t - 0.45) / 0.55, 3), 0);
}

typedef struct bang {
    double root, turns; /* where it begins and ends around the head */
    double tip;         /* height */
    double width, lift;
} bang;

/* One lock: along the skull from the crown to its tip, swung outwards on its way. */
static void add_bang(avatar *a, avatar_part *hair, const bang *b, character_detail d) {
    enum { COUNT = 7 };
    ring rings[COUNT];
    vec3 places[COUNT];
    double low = (b->tip - 1.350) / 0.1165, last = arc_tangent(square_root(1 - low * low), low);
    for (int i = 0; i < COUNT; ++i) {
        /* The way over a ball: even steps of its angle. */
        double t = (double)i / (COUNT - 1), y = 1.350 + 0.1165 * cosine(mix(0.035, last, t));
        double turns = mix(b->root, b->turns, smooth_step(0, 1, t * 0.9 + 0.1));
        /* Its root is under the cap. */
        double lift = mix(0.006, b->lift, smooth_step(0, 0.3, t));
        places[i] = skull_point(turns, y, lift + 0.0075 * 4 * t * (1 - t) - 0.004 * t * t);
    }
    for (int i = 0; i < COUNT; ++i) {
        double t = (double)i / (COUNT - 1);
        vec3 along =
            vec3_normalize(vec3_sub(places[i + 1 < COUNT ? i + 1 : i], places[i > 0 ? i - 1 : i]));
        rings[i] =
            strand_ring(places[i], along, vec3_sub(places[i], head_middle), b->width * leaf(t),
                        0.0085 * leaf(t), t * 0.86, weights_one(a->bones[VRM_BONE_HEAD]));
    }
    strand_add(hair, rings, COUNT, 6, hair_texture, d);
}

void character_add_fringe(avatar *a, avatar_part *hair, character_detail d) {
    /* From her right to her left, away from a parting on her left: hair that is the same on both
     * sides does not look grown. */
    static const bang bangs[] = {
        {-0.158, -0.182, 1.286, 0.0200, 0.0200}, {-0.126, -0.156, 1.318, 0.0225, 0.0155},
        {-0.088, -0.120, 1.340, 0.0225, 0.0205}, {-0.048, -0.080, 1.359, 0.0235, 0.0150},
        {-0.012, -0.038, 1.365, 0.0205, 0.0205}, {0.018, 0.002, 1.343, 0.0190, 0.0150},
        {0.044, 0.046, 1.367, 0.0180, 0.0205},   {0.074, 0.094, 1.356, 0.0235, 0.0150},
        {0.114, 0.140, 1.332, 0.0225, 0.0205},   {0.152, 0.180, 1.290, 0.0200, 0.0155},
    };
    for (size_t i = 0; i < sizeof bangs / sizeof bangs[0]; ++i) add_bang(a, hair, &bangs[i], d);
}

/* --- The back --- */

/* Tapered locks in two layers, which come out from under the cap and hang below it. */
static void add_back_lock(avatar *a, avatar_part *hair, const bang *b, character_detail d) {
    static const double widths[] = {0.70, 0.95, 1, 0.82, 0.50, 0};
    enum { COUNT = sizeof widths / sizeof widths[0] };
    ring rings[COUNT];
    for (int i = 0; i < COUNT; ++i) {
        double t = (double)i / (COUNT - 1), y = mix(1.320, b->tip, t), fall = (1.345 - y) / 0.14;
        vec3 at = skull_point(mix(b->root, b->turns, t * t), 1.345,
                              mix(0.008, b->lift, smooth_step(0, 0.45, t)));
        vec3 out = {at.x, 0, at.z}, along;
        at.x *= 1 - 0.10 * fall * fall;
        at.z *= 1 - 0.14 * fall * fall;
        at.y = y;
        along = vec3_normalize(vec3_make(-0.2 * fall * out.x, -0.14, -0.28 * fall * out.z));
        rings[i] = strand_ring(at, along, out, b->width * widths[i], 0.0075 * widths[i],
                               mix(0.60, 0.97, t), weights_one(a->bones[VRM_BONE_HEAD]));
    }
    strand_add(hair, rings, COUNT, 6, hair_texture, d);
}

void character_add_back(avatar *a, avatar_part *hair, character_detail d) {
    /* From her left around the back. The longest are in the middle, and no two neighbors end at
     * the same height. */
    static const bang locks[] = {
        {0.228, 0.236, 1.226, 0.0200, 0.0200}, {0.276, 0.284, 1.206, 0.0225, 0.0235},
        {0.322, 0.328, 1.219, 0.0215, 0.0185}, {0.364, 0.368, 1.190, 0.0235, 0.0240},
        {0.408, 0.412, 1.197, 0.0220, 0.0185}, {0.450, 0.452, 1.180, 0.0235, 0.0240},
        {0.496, 0.490, 1.185, 0.0220, 0.0185}, {0.540, 0.536, 1.176, 0.0240, 0.0240},
        {0.584, 0.580, 1.195, 0.0220, 0.0185}, {0.628, 0.622, 1.186, 0.0235, 0.0240},
        {0.672, 0.666, 1.215, 0.0215, 0.0185}, {0.718, 0.710, 1.200, 0.0225, 0.0235},
        {0.768, 0.760, 1.224, 0.0200, 0.0200},
    };
    for (size_t i = 0; i < sizeof locks / sizeof locks[0]; ++i)
        add_back_lock(a, hair, &locks[i], d);
}

/* --- What sways --- */

void character_add_locks(avatar *a, avatar_part *hair, character_detail d) {
    static const vec3 side_start[] = {{0.0800, 1.432, 0.0350}, {0.1030, 1.392, 0.0440}};
    static const double side_widths[] = {0.013, 0.019, 0.0205, 0.0195, 0.0165, 0.0115, 0};
    static const vec3 tail_start[] = {{0.0950, 1.4180, -0.0600}};
    static const double main_widths[] = {0.016, 0.017, 0.036, 0.044, 0.040, 0.031, 0.019, 0};
    static const double thin_widths[] = {0.010, 0.012, 0.021, 0.024, 0.021, 0.016, 0.010, 0};
    static const vec3 tuft_start[] = {{-0.004, 1.474, -0.034}};
    static const double tuft_widths[] = {0.0070, 0.0090, 0.0095, 0.0070, 0};
    const hair_lock top = {&chain_tuft, "",           tuft_start,
                           1,           tuft_widths,  0.5,
                           0.80,        {0, -0.4, 1}, {0.044, -0.050, 0.022},
                           4,           hair_texture};
    const hair_lock locks[] = {
        {&chain_side,
         "left",
         side_start,
         2,
         side_widths,
         0.50,
         1,
         {1, 0, 0.40},
         {-0.008, 0, 0.006},
         6,
         hair_texture},
        {&chain_tail,
         "left",
         tail_start,
         1,
         main_widths,
         0.80,
         1,
         {1, 0.2, -0.2},
         {0, 0, 0},
         7,
         hair_texture},
        {&chain_tail,
         "left",
         tail_start,
         1,
         thin_widths,
         0.75,
         0.85,
         {1, 0.2, 0.3},
         {0.034, 0.020, 0.022},
         5,
         hair_texture},
        {&chain_tail,
         "left",
         tail_start,
         1,
         thin_widths,
         0.75,
         0.70,
         {-0.2, 0.2, 1},
         {-0.026, 0.030, 0.012},
         5,
         hair_texture},
    };
    const character_detail finer = {d.around, d.spans * 2};
    size_t first_vertex, first_index;
    lock_add(a, hair, &top, finer);
    first_vertex = hair->vertices.count;
    first_index = hair->indices.count;
    for (size_t i = 0; i < sizeof locks / sizeof locks[0]; ++i) {
        lock_add(a, hair, &locks[i], i == 1 ? finer : d);
    }
    part_mirror(a, hair, first_vertex, first_index);
}

/* --- Bows and the clip --- */

/* A loop of a bow: from its knot to `way` from there, as thick as a pillow. */
static void add_loop(avatar_part *p, vec3 knot_at, vec3 way, vec3 out, double width, box texture,
                     skin_weights weights, character_detail d) {
    static const double shape[][2] = {{0, 0.22}, {0.20, 0.58}, {0.48, 0.95},
                                      {0.76, 1}, {0.94, 0.68}, {1, 0}};
    enum { COUNT = sizeof shape / sizeof shape[0] };
    vec3 along = vec3_normalize(way);
    ring rings[COUNT];
    loft l;
    for (int i = 0; i < COUNT; ++i) {
        rings[i] = strand_ring(vec3_add(knot_at, vec3_scale(way, shape[i][0])), along, out,
                               width * shape[i][1], width * 0.32 * shape[i][1],
                               (double)i / (COUNT - 1), weights);
    }
    l = loft_within(rings, COUNT, 8, texture, d);
    l.is_mirrored = true;
    l.is_end_pointed = true;
    loft_add(p, &l);
}

static void add_knot(avatar_part *p, vec3 at, vec3 along, vec3 out, double radius, box texture,
                     skin_weights weights, character_detail d) {
    static const double shape[][2] = {{-1, 0.45}, {-0.5, 0.95}, {0.5, 0.95}, {1, 0.45}};
    ring rings[4];
    loft l;
    for (int i = 0; i < 4; ++i) {
        rings[i] = strand_ring(vec3_add(at, vec3_scale(along, radius * shape[i][0])), along, out,
                               radius * shape[i][1], radius * shape[i][1], i / 3.0, weights);
        rings[i].back = vec3_scale(rings[i].front, -1);
    }
    l = loft_within(rings, 4, 6, texture, d);
    l.is_mirrored = true;
    l.is_start_cut = l.is_end_cut = true;
    loft_add(p, &l);
}

void character_add_ornaments(avatar *a, avatar_part *outfit, character_detail d) {
    const skin_weights head = weights_one(a->bones[VRM_BONE_HEAD]);
    const vec3 at = {0.1170, 1.4250, -0.0700}, out = {0.40, 0.05, 0.90};
    size_t first_vertex = outfit->vertices.count, first_index = outfit->indices.count;
    add_loop(outfit, at, vec3_make(0.004, 0.052, 0.008), out, 0.023, outfit_bow, head, d);
    add_loop(outfit, at, vec3_make(0.014, -0.046, 0.016), out, 0.022, outfit_bow, head, d);
    add_knot(outfit, at, vec3_normalize(vec3_make(0.02, 0.9, -0.35)), out, 0.0125, outfit_bow, head,
             d);
    part_mirror(a, outfit, first_vertex, first_index);
    { /* A raindrop that holds the fringe, on her left alone. */
        static const double shape[][2] = {{0, 0.55}, {0.18, 0.92}, {0.42, 1}, {0.70, 0.55}, {1, 0}};
        const vec3 low = skull_point(0.122, 1.3850, 0.0330),
                   high = skull_point(0.106, 1.4170, 0.0330);
        vec3 along = vec3_normalize(vec3_sub(high, low));
        ring rings[5];
        loft l;
        for (int i = 0; i < 5; ++i) {
            rings[i] =
                strand_ring(vec3_mix(low, high, shape[i][0]), along, vec3_sub(low, head_middle),
                            0.0105 * shape[i][1], 0.0065 * shape[i][1], 1 - shape[i][0], head);
        }
        l = loft_within(rings, 5, 8, outfit_clip, d);
        l.is_mirrored = true;
        l.is_start_cut = true;
        l.is_end_pointed = true;
        loft_add(outfit, &l);
    }
}

/* --- The ribbon at the collar --- */

void character_add_ribbon(avatar *a, avatar_part *outfit, character_detail d) {
    static const vec3 start[] = {{0.004, 1.142, 0.0660}};
    static const double widths[] = {0.006, 0.011, 0.0150, 0.0165, 0.0120};
    const skin_weights chest = weights_one(a->bones[VRM_BONE_UPPER_CHEST]);
    const vec3 at = {0, 1.144, 0.0700}, out = {0.15, 0.15, 1};
    const hair_lock tail = {&chain_ribbon, "left",        start,     1, widths,       0.18,
                            0.55,          {0.1, 0.3, 1}, {0, 0, 0}, 4, outfit_ribbon};
    size_t first_vertex = outfit->vertices.count, first_index = outfit->indices.count;
    add_loop(outfit, vec3_make(0.004, 1.143, 0.0670), vec3_make(0.046, 0.006, -0.004), out, 0.020,
             outfit_ribbon, chest, d);
    lock_add(a, outfit, &tail, d);
    part_mirror(a, outfit, first_vertex, first_index);
    add_knot(outfit, at, vec3_make(0, 1, 0), vec3_make(0, 0, 1), 0.0105, outfit_clip, chest, d);
}
