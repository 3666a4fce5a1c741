/* Hair of the character: a cap, a fringe, and what sways: side locks, two tails, one tuft on top.
 */
#include "character.h"

#include <string.h>

/* --- Chains ---
 *
 * A dialect with chains of root bones puts a virtual tail 7 cm beyond the last joint, in the
 * direction from the joint before it (V0-041). The ends here are at those places, so that all
 * dialects sway alike.
 */

typedef struct chain {
    const char *name;
    int count;
    vec3 places[4];
    double hit_radius, stiffness, gravity_power, drag_force;
} chain;

static const chain chains[] = {
    {"HairSide",
     3,
     {{0.1120, 1.335, 0.0500}, {0.1140, 1.265, 0.0515}, {0.1160, 1.195, 0.0530}},
     0.015,
     0.9,
     0.15,
     0.4},
    {"HairTail",
     4,
     {{0.1280, 1.372, -0.0760},
      {0.1630, 1.318, -0.0940},
      {0.1800, 1.240, -0.1020},
      {0.1870, 1.158, -0.1050}},
     0.025,
     0.7,
     0.25,
     0.35},
};

static const chain tuft = {"hairTuft", 2,  {{0, 1.464, -0.012}, {0, 1.490, 0.002}}, 0.01, 1.2,
                           0.05,       0.3};

static vec3 end_of(const chain *c) {
    vec3 last = c->places[c->count - 1], before = c->places[c->count - 2];
    return vec3_add(last, vec3_scale(vec3_normalize(vec3_sub(last, before)), 0.07));
}

static void add_chain(avatar *a, const chain *c, const char *prefix, double side, const int *groups,
                      size_t group_count) {
    avatar_spring *s = LIST_ADD(&a->springs);
    int parent = a->bones[VRM_BONE_HEAD];
    set_name(s->name, "%s%s", prefix, c->name);
    s->center = NONE;
    for (int i = 0; i <= c->count; ++i) {
        vec3 place = i < c->count ? c->places[i] : end_of(c);
        avatar_joint *j = LIST_ADD(&s->joints);
        char name[NAME_SIZE];
        if (i < c->count) {
            set_name(name, "%s%s%d", prefix, c->name, i + 1);
        } else {
            set_name(name, "%s%sEnd", prefix, c->name);
        }
        place.x *= side;
        parent = avatar_add_node(a, name, parent, place);
        a->nodes.items[parent].is_end = i == c->count;
        j->node = parent;
        j->hit_radius = c->hit_radius;
        j->stiffness = c->stiffness;
        j->gravity_power = c->gravity_power;
        j->drag_force = c->drag_force;
        j->gravity_dir = vec3_make(0, -1, 0);
    }
    for (size_t i = 0; i < group_count; ++i) *LIST_ADD(&s->groups) = groups[i];
}

/* Spheres alone, and a group for each node: what all dialects can say. */
static void add_group(avatar *a, const char *name, int bone, vec3 offset, double radius) {
    avatar_group *group;
    int index = avatar_add_collider(a, a->bones[bone], VRM_COLLIDER_SPHERE, offset, offset, radius);
    group = LIST_ADD(&a->groups);
    set_name(group->name, "%s", name);
    *LIST_ADD(&group->colliders) = index;
}

enum { GROUP_HEAD, GROUP_CHEST, GROUP_LEFT, GROUP_RIGHT };

void character_add_colliders(avatar *a) {
    add_group(a, "head", VRM_BONE_HEAD, vec3_make(0, 0.130, -0.005), 0.100);
    add_group(a, "chest", VRM_BONE_UPPER_CHEST, vec3_make(0, 0.010, 0), 0.080);
    add_group(a, "leftShoulder", VRM_BONE_LEFT_UPPER_ARM, vec3_make(0.010, 0, 0), 0.045);
    add_group(a, "rightShoulder", VRM_BONE_RIGHT_UPPER_ARM, vec3_make(-0.010, 0, 0), 0.045);
}

void character_add_chains(avatar *a) {
    const int left_groups[] = {GROUP_HEAD, GROUP_CHEST, GROUP_LEFT};
    const int right_groups[] = {GROUP_HEAD, GROUP_CHEST, GROUP_RIGHT};
    for (size_t i = 0; i < sizeof chains / sizeof chains[0]; ++i) {
        add_chain(a, &chains[i], "left", 1, left_groups, 3);
        add_chain(a, &chains[i], "right", -1, right_groups, 3);
    }
    add_chain(a, &tuft, "", 1, left_groups, 1);
}

/* --- The cap --- */

typedef struct cap {
    int head;
} cap;

/* How far the hairline is from the middle of the front, in turns. */
static double hairline(double y) {
    return y > 1.402 ? 0
                     : 0.172 * square_root(clamp((1.402 - y) / 0.050, 0, 1)) +
                           0.030 * clamp((1.352 - y) / 0.15, 0, 1);
}

static avatar_vertex cap_vertex(double s, double t, const void *user) {
    const cap *c = user;
    /* Rows: the rim's inside, then from the nape to the crown. */
    double up = clamp((t - 0.08) / 0.92, 0, 1),
           y = mix(1.196, 1.457, 1 - (1 - up) * (1 - up) * (1 - 0.25 * up));
    double open = hairline(y), turns = mix(open, 1 - open, s);
    double lift = mix(0.020, 0.015, up) * (t < 0.04 ? 0.4 : 1);
    vec3 at = skull_point(turns, higher(y, 1.325), lift);
    avatar_vertex v;
    memset(&v, 0, sizeof v);
    if (y < 1.325) { /* falls straight, and a little inwards */
        double fall = (1.325 - y) / 0.13;
        at.x *= 1 - 0.05 * fall * fall;
        at.z *= 1 - 0.10 * fall * fall;
        /* Its hem is cut in points. */
        at.y = y + 0.016 * fall * fall * absolute(sine(s * 4.5));
    }
    if (up >= 1) at = vec3_make(0, 1.474, -0.002);
    v.position = at;
    v.normal = vec3_normalize(vec3_sub(at, vec3_make(0, lower(at.y, 1.335), 0)));
    v.u = s;
    v.v = mix(0.95, 0.02, up);
    v.joints[0] = c->head;
    v.weights[0] = 1;
    return v;
}

static void add_cap(avatar *a, avatar_part *hair, character_detail d) {
    cap c = {a->bones[VRM_BONE_HEAD]};
    size_t first_vertex = hair->vertices.count, first_index = hair->indices.count;
    int columns = 28 * d.around, rows = 13 * d.around;
    patch_add(hair, columns, rows, cap_vertex, &c);
    part_smooth(hair, first_vertex, first_index, (size_t)columns + 1);
}

/* --- Strands --- */

/* A ring at `center`, flat against the head: `out` points away from it. */
static ring strand_ring(vec3 center, vec3 along, vec3 out, double width, double thick, double v,
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

static void add_strand(avatar_part *hair, const ring *rings, size_t count, int segments,
                       character_detail d) {
    loft l;
    memset(&l, 0, sizeof l);
    l.rings = rings;
    l.count = count;
    l.segments = segments * d.around;
    l.spans = d.spans;
    l.is_start_cut = l.is_end_cut = true;
    l.left = 0.25;
    l.right = 0.75;
    l.bottom = 1;
    loft_add(hair, &l);
}

/* Wide in the upper half, pointed below. */
static double leaf(double t) {
    return t < 0.5 ? mix(0.80, 1, smooth_step(0, 0.5, t))
                   : higher(1 - power((t - 0.5) / 0.5, 3), 0.04);
}

/* One lock of the fringe: along the skull from the crown to its tip. */
static void add_bang(avatar *a, avatar_part *hair, double turns, double tip, double width,
                     double lift, character_detail d) {
    enum { COUNT = 7 };
    ring rings[COUNT];
    vec3 places[COUNT + 1];
    for (int i = 0; i <= COUNT; ++i) {
        double t = (double)i / (COUNT - 1), y = mix(1.449, tip, t * mix(t, 1, 0.45));
        places[i] =
            skull_point(turns * mix(0.62, 1.06, t), y, lift + 0.010 * t * (1 - t) * 4 * 0.6);
    }
    for (int i = 0; i < COUNT; ++i) {
        double t = (double)i / (COUNT - 1);
        vec3 along = vec3_normalize(
            vec3_sub(places[i + 1 < COUNT ? i + 1 : i], places[i + 1 < COUNT ? i : i - 1]));
        vec3 out = vec3_sub(places[i], vec3_make(0, 1.33, 0));
        rings[i] = strand_ring(places[i], along, out, width * leaf(t), 0.0075 * leaf(t), t,
                               weights_one(a->bones[VRM_BONE_HEAD]));
    }
    add_strand(hair, rings, COUNT, 6, d);
}

/* A lock that sways: from the places of `start` through the joints of a chain to its end. */
typedef struct lock {
    const chain *chain;
    const char *prefix;
    const vec3 *start;
    size_t start_count;
    const double *widths; /* one for each place: of start, joints, half way to the end, end */
    double flatness;      /* thickness for width */
    double reach;         /* how much of the way from the last joint to the end it takes */
    vec3 out;             /* away from the head */
} lock;

static void add_lock(avatar *a, avatar_part *hair, const lock *l, character_detail d) {
    enum { MOST = 12 };
    const chain *c = l->chain;
    vec3 path[MOST], last = c->places[c->count - 1];
    int nodes[MOST] = {a->bones[VRM_BONE_HEAD]};
    double starts[MOST] = {-1}, along[MOST] = {0};
    size_t count = 0, node_count = 1;
    ring rings[MOST];
    for (size_t i = 0; i < l->start_count; ++i) path[count++] = l->start[i];
    for (int i = 0; i < c->count; ++i) path[count++] = c->places[i];
    path[count++] = vec3_mix(last, end_of(c), 0.55 * l->reach);
    path[count++] = vec3_mix(last, end_of(c), l->reach);
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
        size_t from = i + 1 < count ? i : i - 1;
        vec3 direction = vec3_normalize(vec3_sub(path[from + 1], path[from]));
        rings[i] = strand_ring(path[i], direction, l->out, l->widths[i], l->widths[i] * l->flatness,
                               (double)i / (double)(count - 1),
                               weights_along(nodes, starts, node_count, along[i], 0.02));
    }
    add_strand(hair, rings, count, 8, d);
}

/* --- All of it --- */

static void add_bobble(avatar *a, avatar_part *outfit, character_detail d) {
    enum { COUNT = 6 };
    const vec3 center = {0.1185, 1.3760, -0.0710};
    const double radius = 0.0215;
    ring rings[COUNT];
    loft l;
    for (int i = 0; i < COUNT; ++i) {
        double turns = mix(0.02, 0.48, (double)i / (COUNT - 1));
        double wide = radius * sine(turns);
        rings[i] = ring_y(center.x, center.y + radius * cosine(turns), center.z, wide, wide, wide);
        rings[i].v = (double)i / (COUNT - 1);
        rings[i].weights = weights_one(a->bones[VRM_BONE_HEAD]);
    }
    memset(&l, 0, sizeof l);
    l.rings = rings;
    l.count = COUNT;
    l.segments = 10 * d.around;
    l.spans = d.spans;
    l.is_start_cut = l.is_end_cut = true;
    l.left = outfit_bobble.left;
    l.right = outfit_bobble.right;
    l.top = outfit_bobble.top;
    l.bottom = outfit_bobble.bottom;
    loft_add(outfit, &l);
}

void character_add_fringe(avatar *a, avatar_part *hair, character_detail d) {
    static const struct {
        double turns, tip, width, lift;
    } bangs[] = {{0.048, 1.331, 0.0250, 0.0168},
                 {0.095, 1.316, 0.0260, 0.0150},
                 {0.138, 1.288, 0.0240, 0.0168}};
    size_t first_vertex, first_index;
    add_cap(a, hair, d);
    add_bang(a, hair, 0, 1.338, 0.0230, 0.0150, d);
    first_vertex = hair->vertices.count;
    first_index = hair->indices.count;
    for (size_t i = 0; i < sizeof bangs / sizeof bangs[0]; ++i) {
        add_bang(a, hair, bangs[i].turns, bangs[i].tip, bangs[i].width, bangs[i].lift, d);
    }
    part_mirror(a, hair, first_vertex, first_index);
}

void character_add_locks(avatar *a, avatar_part *hair, avatar_part *outfit, character_detail d) {
    static const vec3 side_start[] = {{0.0830, 1.418, 0.0420}, {0.1050, 1.378, 0.0490}};
    static const double side_widths[] = {0.016, 0.022, 0.022, 0.019, 0.015, 0.010, 0.001};
    static const vec3 tail_start[] = {{0.1000, 1.372, -0.0600}};
    static const double tail_widths[] = {0.010, 0.020, 0.036, 0.042, 0.033, 0.018, 0.001};
    static const vec3 tuft_start[] = {{0, 1.450, -0.020}};
    static const double tuft_widths[] = {0.006, 0.0095, 0.0105, 0.0075, 0.001};
    const lock top = {&tuft, "", tuft_start, 1, tuft_widths, 0.5, 0.75, {0, -0.5, 1}};
    const lock side = {&chains[0], "left", side_start, 2, side_widths, 0.55, 1, {1, 0, 0.45}};
    const lock tail = {&chains[1], "left", tail_start, 1, tail_widths, 0.85, 1, {1, 0.2, -0.4}};
    const character_detail finer = {d.around, d.spans * 2};
    size_t first_vertex, first_index;
    add_lock(a, hair, &top, d);
    first_vertex = hair->vertices.count;
    first_index = hair->indices.count;
    add_lock(a, hair, &side, d);
    add_lock(a, hair, &tail, finer);
    part_mirror(a, hair, first_vertex, first_index);
    first_vertex = outfit->vertices.count;
    first_index = outfit->indices.count;
    add_bobble(a, outfit, d);
    part_mirror(a, outfit, first_vertex, first_index);
}
