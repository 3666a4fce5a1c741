#include "shape.h"

#include <string.h>

/* --- Weights --- */

skin_weights weights_one(int node) {
    skin_weights w = {{node, 0, 0, 0}, {1, 0, 0, 0}};
    return w;
}

skin_weights weights_two(int a, int b, double part_of_b) {
    skin_weights first = weights_one(a), second = weights_one(b);
    return weights_mix(&first, &second, part_of_b);
}

static void add_weight(skin_weights *weights, int *count, int node, double value) {
    int at = 0;
    if (value <= 0) return;
    while (at < *count && weights->joints[at] != node) ++at;
    if (at == WEIGHTS) die("a vertex has too many joints", NULL);
    weights->joints[at] = node;
    weights->values[at] += value;
    if (at == *count) ++*count;
}

skin_weights weights_mix(const skin_weights *a, const skin_weights *b, double part_of_b) {
    skin_weights w = {{0, 0, 0, 0}, {0, 0, 0, 0}};
    int count = 0;
    for (int i = 0; i < WEIGHTS; ++i)
        add_weight(&w, &count, a->joints[i], a->values[i] * (1 - part_of_b));
    for (int i = 0; i < WEIGHTS; ++i)
        add_weight(&w, &count, b->joints[i], b->values[i] * part_of_b);
    return w;
}

skin_weights weights_along(const int *nodes, const double *starts, size_t count, double at,
                           double blend) {
    size_t i = 0;
    while (i + 1 < count && starts[i + 1] + blend < at) ++i;
    if (i + 1 == count) return weights_one(nodes[i]);
    return weights_two(nodes[i], nodes[i + 1],
                       smooth_step(starts[i + 1] - blend, starts[i + 1] + blend, at));
}

/* --- Rings --- */

ring ring_y(double x, double y, double z, double side, double front, double back) {
    ring r;
    memset(&r, 0, sizeof r);
    r.center = vec3_make(x, y, z);
    r.side.x = side;
    r.front.z = front;
    r.back.z = -back;
    return r;
}

ring ring_x(double x, double y, double z, double up, double front) {
    ring r;
    memset(&r, 0, sizeof r);
    r.center = vec3_make(x, y, z);
    r.side.z = front;
    r.front.y = up;
    r.back.y = -up;
    return r;
}

ring ring_z(double x, double y, double z, double side, double up) {
    ring r;
    memset(&r, 0, sizeof r);
    r.center = vec3_make(x, y, z);
    r.side.x = side;
    r.front.y = up;
    r.back.y = -up;
    return r;
}

/* Catmull and Rom's curve through b and c. */
static double curve(double a, double b, double c, double d, double t) {
    double t2 = t * t, t3 = t2 * t;
    return 0.5 *
           (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t2 + (3 * b - a - 3 * c + d) * t3);
}

static vec3 curve3(vec3 a, vec3 b, vec3 c, vec3 d, double t) {
    return vec3_make(curve(a.x, b.x, c.x, d.x, t), curve(a.y, b.y, c.y, d.y, t),
                     curve(a.z, b.z, c.z, d.z, t));
}

static ring ring_between(const loft *l, size_t index, double t) {
    const ring *b = &l->rings[index], *c = index + 1 < l->count ? b + 1 : b;
    const ring *a = index > 0 ? b - 1 : b, *d = index + 2 < l->count ? c + 1 : c;
    ring r;
    r.center = curve3(a->center, b->center, c->center, d->center, t);
    r.side = curve3(a->side, b->side, c->side, d->side, t);
    r.front = curve3(a->front, b->front, c->front, d->front, t);
    r.back = curve3(a->back, b->back, c->back, d->back, t);
    r.v = mix(b->v, c->v, t);
    r.weights = weights_mix(&b->weights, &c->weights, t);
    return r;
}

double curve_at(const knot *knots, size_t count, double x) {
    size_t at = 0;
    double width, t, t2, t3, before, after;
    const knot *a, *b, *c, *d;
    x = clamp(x, knots[0].x, knots[count - 1].x);
    while (at + 2 < count && knots[at + 1].x < x) ++at;
    b = &knots[at];
    c = b + 1;
    a = at > 0 ? b - 1 : b;
    d = at + 2 < count ? c + 1 : c;
    width = c->x - b->x;
    before = (c->y - a->y) / (c->x - a->x) * width;
    after = (d->y - b->y) / (d->x - b->x) * width;
    t = (x - b->x) / width;
    t2 = t * t;
    t3 = t2 * t;
    return (2 * t3 - 3 * t2 + 1) * b->y + (t3 - 2 * t2 + t) * before + (3 * t2 - 2 * t3) * c->y +
           (t3 - t2) * after;
}

/* --- Lofts --- */

static void set_weights(avatar_vertex *v, const skin_weights *w) {
    memcpy(v->joints, w->joints, sizeof v->joints);
    memcpy(v->weights, w->values, sizeof v->weights);
}

/* From the back over +side, the front and -side to the back again: a seam is out of sight. */
static vec3 ring_point(const ring *r, double turns, double squareness) {
    double along_side = cosine(turns - 0.25), along_front = sine(turns - 0.25);
    double stretch = mix(1, 1 / higher(absolute(along_side), absolute(along_front)), squareness);
    vec3 back = vec3_length(r->back) > 0 ? r->back : vec3_scale(r->front, -1);
    vec3 depth = along_front >= 0 ? vec3_scale(r->front, along_front * stretch)
                                  : vec3_scale(back, -along_front * stretch);
    return vec3_add(r->center, vec3_add(vec3_scale(r->side, along_side * stretch), depth));
}

static size_t ring_width(const loft *l) { return (size_t)l->segments + (l->is_mirrored ? 0 : 1); }

static void add_ring(avatar_part *p, const loft *l, const ring *r) {
    for (int i = 0; i < (int)ring_width(l); ++i) {
        avatar_vertex *v = LIST_ADD(&p->vertices);
        double around = (double)i / l->segments;
        v->position = ring_point(r, around, l->squareness);
        if (l->is_mirrored) around = 1 - absolute(2 * around - 1);
        v->u = mix(l->left, l->right, around);
        v->v = mix(l->top, l->bottom, r->v);
        set_weights(v, &r->weights);
    }
}

static void add_triangle(avatar_part *p, size_t a, size_t b, size_t c) {
    *LIST_ADD(&p->indices) = (uint32_t)a;
    *LIST_ADD(&p->indices) = (uint32_t)b;
    *LIST_ADD(&p->indices) = (uint32_t)c;
}

/* A disc, or a point, behind the ring whose vertices begin at `first`. */
static void add_cap(avatar_part *p, const loft *l, const ring *r, size_t first, bool is_start) {
    size_t middle = p->vertices.count;
    avatar_vertex *v = LIST_ADD(&p->vertices);
    v->position = r->center;
    v->u = mix(l->left, l->right, l->is_mirrored ? 0.8 : 0.5);
    v->v = mix(l->top, l->bottom, r->v);
    set_weights(v, &r->weights);
    for (int i = 0; i < l->segments; ++i) {
        size_t a = first + (size_t)i, b = first + ((size_t)i + 1) % ring_width(l);
        add_triangle(p, middle, is_start ? a : b, is_start ? b : a);
    }
}

static vec3 face_normal(const avatar_part *p, size_t index) {
    const uint32_t *at = &p->indices.items[index];
    vec3 a = p->vertices.items[at[0]].position;
    return vec3_cross(vec3_sub(p->vertices.items[at[1]].position, a),
                      vec3_sub(p->vertices.items[at[2]].position, a));
}

/* A shape whose faces look inwards has a negative volume. */
static void look_outwards(avatar_part *p, size_t first_vertex, size_t first_index) {
    vec3 middle = {0, 0, 0};
    double volume = 0;
    for (size_t i = first_vertex; i < p->vertices.count; ++i) {
        middle = vec3_add(middle, p->vertices.items[i].position);
    }
    middle = vec3_scale(middle, 1 / (double)(p->vertices.count - first_vertex));
    for (size_t i = first_index; i < p->indices.count; i += 3) {
        vec3 corner = p->vertices.items[p->indices.items[i]].position;
        volume += vec3_dot(face_normal(p, i), vec3_sub(corner, middle));
    }
    for (size_t i = first_index; volume < 0 && i < p->indices.count; i += 3) {
        uint32_t held = p->indices.items[i + 1];
        p->indices.items[i + 1] = p->indices.items[i + 2];
        p->indices.items[i + 2] = held;
    }
}

static bool is_same_place(vec3 a, vec3 b) {
    return absolute(a.x - b.x) < 1e-7 && absolute(a.y - b.y) < 1e-7 && absolute(a.z - b.z) < 1e-7;
}

/* The mean of the faces around a place, larger faces counting more. Vertices in one place share it:
 * those of a seam are a ring's width apart, those of a tip next to each other. */
void part_smooth(avatar_part *p, size_t first_vertex, size_t first_index, size_t reach) {
    vec3 *sums = take_memory((p->vertices.count - first_vertex) * sizeof *sums);
    for (size_t i = first_index; i < p->indices.count; i += 3) {
        vec3 normal = face_normal(p, i);
        for (size_t k = 0; k < 3; ++k) {
            vec3 *sum = &sums[p->indices.items[i + k] - first_vertex];
            *sum = vec3_add(*sum, normal);
        }
    }
    for (size_t i = first_vertex; i < p->vertices.count; ++i) {
        size_t low = i > first_vertex + reach ? i - reach : first_vertex;
        size_t high = i + reach < p->vertices.count ? i + reach + 1 : p->vertices.count;
        vec3 sum = {0, 0, 0};
        for (size_t k = low; k < high; ++k) {
            if (is_same_place(p->vertices.items[i].position, p->vertices.items[k].position)) {
                sum = vec3_add(sum, sums[k - first_vertex]);
            }
        }
        p->vertices.items[i].normal =
            vec3_length(sum) > 0 ? vec3_normalize(sum) : vec3_make(0, 1, 0);
    }
    release_memory(sums);
}

void loft_add(avatar_part *p, const loft *l) {
    size_t first_vertex = p->vertices.count, first_index = p->indices.count;
    size_t width = ring_width(l), last;
    int spans = l->spans > 1 ? l->spans : 1;
    ring r = l->rings[0];
    add_ring(p, l, &r);
    for (size_t i = 0; i + 1 < l->count; ++i) {
        for (int k = 1; k <= spans; ++k) {
            size_t above = p->vertices.count - width, below = p->vertices.count;
            r = k == spans ? l->rings[i + 1] : ring_between(l, i, (double)k / spans);
            if (l->is_end_pointed && i + 2 == l->count && k == spans) break;
            add_ring(p, l, &r);
            for (size_t s = 0; s < (size_t)l->segments; ++s) {
                size_t next = (s + 1) % width;
                add_triangle(p, above + s, below + s, below + next);
                add_triangle(p, above + s, below + next, above + next);
            }
        }
    }
    last = p->vertices.count - width;
    if (l->is_start_cut) add_cap(p, l, &l->rings[0], first_vertex, true);
    if (l->is_end_cut || l->is_end_pointed) add_cap(p, l, &r, last, false);
    look_outwards(p, first_vertex, first_index);
    part_smooth(p, first_vertex, first_index, width);
}

/* --- Patches --- */

static void look_along_normals(avatar_part *p, size_t first_index) {
    double facing = 0;
    for (size_t i = first_index; i < p->indices.count; i += 3) {
        facing += vec3_dot(face_normal(p, i), p->vertices.items[p->indices.items[i]].normal);
    }
    for (size_t i = first_index; facing < 0 && i < p->indices.count; i += 3) {
        uint32_t held = p->indices.items[i + 1];
        p->indices.items[i + 1] = p->indices.items[i + 2];
        p->indices.items[i + 2] = held;
    }
}

size_t patch_add(avatar_part *p, int columns, int rows, patch_function *at, const void *user) {
    size_t first = p->vertices.count, width = (size_t)columns + 1, first_index = p->indices.count;
    for (int row = 0; row <= rows; ++row) {
        for (int column = 0; column <= columns; ++column) {
            avatar_vertex v = at((double)column / columns, (double)row / rows, user);
            *LIST_ADD(&p->vertices) = v;
        }
    }
    for (size_t row = 0; row < (size_t)rows; ++row) {
        for (size_t column = 0; column < (size_t)columns; ++column) {
            size_t corner = first + row * width + column;
            /* A row may be drawn together to a point. */
            if (!is_same_place(p->vertices.items[corner + width].position,
                               p->vertices.items[corner + width + 1].position)) {
                add_triangle(p, corner, corner + width, corner + width + 1);
            }
            if (!is_same_place(p->vertices.items[corner].position,
                               p->vertices.items[corner + 1].position)) {
                add_triangle(p, corner, corner + width + 1, corner + 1);
            }
        }
    }
    look_along_normals(p, first_index);
    return first;
}

void disc_add(avatar_part *p, int segments, int rings, patch_function *at, const void *user) {
    size_t middle = p->vertices.count, first_index = p->indices.count, width = (size_t)segments;
    *LIST_ADD(&p->vertices) = at(0, 0, user);
    for (int i = 1; i <= rings; ++i) {
        for (int k = 0; k < segments; ++k) {
            avatar_vertex v = at((double)k / segments, (double)i / rings, user);
            *LIST_ADD(&p->vertices) = v;
        }
    }
    for (size_t i = 0; i < (size_t)rings; ++i) {
        size_t inner = middle + 1 + (i - 1) * width, outer = middle + 1 + i * width;
        for (size_t k = 0; k < width; ++k) {
            size_t next = (k + 1) % width;
            add_triangle(p, i == 0 ? middle : inner + k, outer + k, outer + next);
            if (i > 0) add_triangle(p, inner + k, outer + next, inner + next);
        }
    }
    look_along_normals(p, first_index);
}

/* --- Others --- */

void box_add(avatar_part *p, vec3 low, vec3 high, int node) {
    /* For each side: the axis that it looks along, and the two that it spans. */
    static const int axes[3][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}};
    const double ends[2][3] = {{low.x, low.y, low.z}, {high.x, high.y, high.z}};
    const skin_weights weights = weights_one(node);
    for (int axis = 0; axis < 3; ++axis) {
        for (int end = 0; end < 2; ++end) {
            size_t first = p->vertices.count;
            for (int corner = 0; corner < 4; ++corner) {
                avatar_vertex *v = LIST_ADD(&p->vertices);
                double place[3], normal[3] = {0, 0, 0};
                place[axes[axis][0]] = ends[end][axes[axis][0]];
                place[axes[axis][1]] = ends[corner & 1][axes[axis][1]];
                place[axes[axis][2]] = ends[corner >> 1][axes[axis][2]];
                normal[axis] = end ? 1 : -1;
                v->position = vec3_make(place[0], place[1], place[2]);
                v->normal = vec3_make(normal[0], normal[1], normal[2]);
                v->u = corner & 1;
                v->v = corner >> 1;
                set_weights(v, &weights);
            }
            add_triangle(p, first, first + (end ? 1 : 3), first + (end ? 3 : 1));
            add_triangle(p, first, first + (end ? 3 : 2), first + (end ? 2 : 3));
        }
    }
}

static int other_side(const avatar *a, int at) {
    const char *name = a->nodes.items[at].name;
    char mirrored[NAME_SIZE];
    int found;
    if (strncmp(name, "left", 4) != 0) return at;
    set_name(mirrored, "right%s", name + 4);
    found = avatar_find_node(a, mirrored);
    if (found == NONE) die("there is no node", mirrored);
    return found;
}

void part_mirror(const avatar *a, avatar_part *p, size_t first_vertex, size_t first_index) {
    size_t end_vertex = p->vertices.count, end_index = p->indices.count;
    size_t shift = end_vertex - first_vertex;
    for (size_t i = first_vertex; i < end_vertex; ++i) {
        avatar_vertex v = p->vertices.items[i];
        v.position.x = -v.position.x;
        v.normal.x = -v.normal.x;
        for (int k = 0; k < WEIGHTS; ++k) {
            if (v.weights[k] > 0) v.joints[k] = other_side(a, v.joints[k]);
        }
        *LIST_ADD(&p->vertices) = v;
    }
    for (size_t i = first_index; i < end_index; i += 3) {
        add_triangle(p, p->indices.items[i] + shift, p->indices.items[i + 2] + shift,
                     p->indices.items[i + 1] + shift);
    }
}
