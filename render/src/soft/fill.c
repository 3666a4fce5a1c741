#include "fill.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

vrmr_corner vrmr_fill_project(float x, float y, float z, float w) {
    vrmr_corner out = {x, y, z, w};
    if (w > VRMR_LEAST_W) {
        out.x /= w;
        out.y /= w;
        out.z /= w;
    }
    return out;
}

void vrmr_fill_corners(const float *vertices, size_t count, const float view_projection[16],
                       vrmr_corner *out) {
    const float *v = view_projection;
    for (size_t i = 0; i < count; ++i) {
        const float *p = vertices + 6 * i;
        out[i] = vrmr_fill_project(v[0] * p[0] + v[4] * p[1] + v[8] * p[2] + v[12],
                                   v[1] * p[0] + v[5] * p[1] + v[9] * p[2] + v[13],
                                   v[2] * p[0] + v[6] * p[1] + v[10] * p[2] + v[14],
                                   v[3] * p[0] + v[7] * p[1] + v[11] * p[2] + v[15]);
    }
}

static bool is_in_front(const vrmr_corner *corner) { return corner->w > VRMR_LEAST_W; }

/* Back to clip space. */
static vrmr_corner clip_of(const vrmr_corner *corner) {
    vrmr_corner out = *corner;
    if (is_in_front(corner)) {
        out.x *= out.w;
        out.y *= out.w;
    }
    return out;
}

/* The part of a triangle that is in front of the eye: up to four corners. */
static int cut(const vrmr_corner *const triangle[3], vrmr_corner out[4]) {
    int count = 0;
    for (int i = 0; i < 3; ++i) {
        vrmr_corner a = clip_of(triangle[i]), b = clip_of(triangle[(i + 1) % 3]);
        if (is_in_front(&a)) out[count++] = *triangle[i];
        if (is_in_front(&a) != is_in_front(&b)) {
            float t = (VRMR_LEAST_W - a.w) / (b.w - a.w);
            out[count].x = (a.x + t * (b.x - a.x)) / VRMR_LEAST_W;
            out[count++].y = (a.y + t * (b.y - a.y)) / VRMR_LEAST_W;
        }
    }
    return count;
}

static float within(float x) { return x > -1.0f ? (x < 1.0f ? x : 1.0f) : -1.0f; }

static float lesser(float a, float b) { return a < b ? a : b; }

static float greater(float a, float b) { return a > b ? a : b; }

static bool is_inside(const vrmr_corner *corner) {
    return is_in_front(corner) && fabsf(corner->x) <= 1.0f && fabsf(corner->y) <= 1.0f;
}

/* Twice the area as it is seen, which is negative for triangles that turn clockwise. */
static float turn(const vrmr_corner *a, const vrmr_corner *b, const vrmr_corner *c) {
    return (b->x - a->x) * (c->y - a->y) - (c->x - a->x) * (b->y - a->y);
}

/* Viewports that a triangle fills: its own area, or that of the box around what is seen of it,
 * whichever is less. */
static double area(const vrmr_corner *const triangle[3], int facing) {
    vrmr_corner corners[4];
    float least_x = 1.0f, least_y = 1.0f, most_x = -1.0f, most_y = -1.0f;
    double twice = 0.0, box, own;
    int count = 3;
    if (is_inside(triangle[0]) && is_inside(triangle[1]) && is_inside(triangle[2])) {
        twice = (double)turn(triangle[0], triangle[1], triangle[2]);
        if ((facing > 0 && twice < 0.0) || (facing < 0 && twice > 0.0)) return 0.0;
        return 0.125 * fabs(twice); /* the viewport is 2 by 2 */
    }
    if (is_in_front(triangle[0]) && is_in_front(triangle[1]) && is_in_front(triangle[2])) {
        for (int i = 0; i < 3; ++i) corners[i] = *triangle[i];
    } else {
        count = cut(triangle, corners);
    }
    if (count < 3) return 0.0;
    for (int i = 0; i < count; ++i) {
        float x = corners[i].x, y = corners[i].y;
        if (x != x || y != y) return 0.0; /* GL draws nothing either */
        least_x = lesser(least_x, within(x));
        least_y = lesser(least_y, within(y));
        most_x = greater(most_x, within(x));
        most_y = greater(most_y, within(y));
    }
    for (int i = 1; i + 1 < count; ++i) {
        const vrmr_corner *a = &corners[0], *b = &corners[i], *c = &corners[i + 1];
        twice += ((double)b->x - a->x) * ((double)c->y - a->y) -
                 ((double)c->x - a->x) * ((double)b->y - a->y);
    }
    if ((facing > 0 && twice < 0.0) || (facing < 0 && twice > 0.0)) return 0.0;
    box = ((double)most_x - least_x) * ((double)most_y - least_y);
    own = 0.5 * fabs(twice);
    return 0.25 * (own < box ? own : box);
}

static float dot(const float *a, const float *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/* As vertex.glsl does it (MT-023). */
static vrmr_corner widest_of(const vrmr_outline *outline, size_t vertex) {
    const float *p = outline->vertices + 6 * vertex, *n = p + 3;
    const float *v = outline->view->view_projection;
    const float *right = outline->view->right, *up = outline->view->up;
    float clip[4], moved[3] = {p[0], p[1], p[2]};
    if (outline->mode == VRM_OUTLINE_WORLD_COORDINATES) {
        for (int k = 0; k < 3; ++k) moved[k] += n[k] * outline->width;
    }
    for (int r = 0; r < 4; ++r) {
        clip[r] = v[r] * moved[0] + v[4 + r] * moved[1] + v[8 + r] * moved[2] + v[12 + r];
    }
    if (outline->mode == VRM_OUTLINE_SCREEN_COORDINATES) {
        float x = dot(right, n), y = dot(up, n);
        float shift = 2.0f * outline->width * clip[3] * sqrtf(x * x + y * y);
        clip[0] += shift * x * right[3];
        clip[1] += shift * y * up[3];
    }
    return vrmr_fill_project(clip[0], clip[1], clip[2], clip[3]);
}

static void find_triangle(const vrmr_fill *fill, const uint32_t *indices, vrmr_triangle *out) {
    out->count = fill->outline != NULL ? 6 : 3;
    for (int i = 0; i < 3; ++i) {
        out->at[i] = &fill->corners[indices[i]];
        if (fill->outline == NULL) continue;
        if (fill->widest != NULL) {
            out->at[3 + i] = &fill->widest[indices[i]];
        } else {
            out->widest[i] = widest_of(fill->outline, indices[i]);
            out->at[3 + i] = &out->widest[i];
        }
    }
}

void vrmr_fill_widest(const vrmr_outline *outline, size_t count, vrmr_corner *out) {
    for (size_t i = 0; i < count; ++i) out[i] = widest_of(outline, i);
}

/*
 * Whether a triangle is culled wherever an outline has its corners. Times its three w, the area is
 * linear in the way of each corner; so it has its sign everywhere if it has it at the eight ends.
 * GL rounds corners to fractions of a pixel, so that very small triangles may turn the other way
 * there: they count as seen.
 */
static bool is_culled(const vrmr_fill *fill, const vrmr_triangle *t) {
    const float least_area = 1e-6f; /* where a viewport has 8 */
    int ends = t->count == 6 ? 8 : 1;
    if (fill->facing == 0 || fill->margin > 0.0f) return false;
    for (int i = 0; i < ends; ++i) {
        float twice = turn(t->at[(i & 1) != 0 ? 3 : 0], t->at[(i & 2) != 0 ? 4 : 1],
                           t->at[(i & 4) != 0 ? 5 : 2]);
        if (fill->facing > 0 ? !(twice < -least_area) : !(twice > least_area)) return false;
    }
    return true;
}

/* Whether all corners are beside the viewport, on the same side. */
static bool is_beside(const vrmr_triangle *t, float edge) {
    int left = 0, right = 0, above = 0, below = 0;
    for (int i = 0; i < t->count; ++i) {
        left += t->at[i]->x < -edge;
        right += t->at[i]->x > edge;
        below += t->at[i]->y < -edge;
        above += t->at[i]->y > edge;
    }
    return left == t->count || right == t->count || below == t->count || above == t->count;
}

/* False: nothing of it can be in the picture. */
static bool may_be_seen(const vrmr_fill *fill, const vrmr_triangle *t) {
    for (int i = 0; i < t->count; ++i) {
        if (!is_in_front(t->at[i])) return true;
    }
    return !is_beside(t, 1.0f + fill->margin) && !is_culled(fill, t);
}

uint32_t vrmr_fill_take(vrmr_fill *fill, const uint32_t *indices, uint32_t count, uint32_t *kept,
                        uint32_t *kept_count) {
    *kept_count = 0;
    for (uint32_t i = 0; i + 2 < count; i += 3) {
        vrmr_triangle t;
        double filled;
        find_triangle(fill, indices + i, &t);
        if (!may_be_seen(fill, &t)) continue;
        if (fill->occlusion != NULL && vrmr_occlusion_hides(fill->occlusion, &t)) continue;
        filled = area(t.at, fill->facing);
        if (filled > fill->left) return i;
        fill->left -= filled;
        memcpy(kept + *kept_count, indices + i, 3 * sizeof *kept);
        *kept_count += 3;
    }
    return count;
}

static double uv_area(const float *uv, const uint32_t *triangle) {
    const float *a = uv + 2 * (size_t)triangle[0], *b = uv + 2 * (size_t)triangle[1];
    const float *c = uv + 2 * (size_t)triangle[2];
    return 0.5 * fabs(((double)b[0] - a[0]) * ((double)c[1] - a[1]) -
                      ((double)c[0] - a[0]) * ((double)b[1] - a[1]));
}

/* The least of a class. */
static double squares_of(int rank) {
    double squares = 1.0;
    for (; rank > VRMR_SEEN_UNIT; --rank) squares *= 2.0;
    for (; rank < VRMR_SEEN_UNIT; ++rank) squares *= 0.5;
    return squares;
}

static int class_of(double squares) {
    int rank = VRMR_SEEN_UNIT;
    while (rank < VRMR_SEEN_CLASSES - 1 && squares >= 2.0) {
        squares *= 0.5;
        ++rank;
    }
    while (rank > 0 && !(squares >= 1.0)) { /* also what is no number */
        squares *= 2.0;
        --rank;
    }
    return rank;
}

/* Indices: of more, some are measured. */
enum { MEASURED = 3 * 8192 };

void vrmr_fill_measure(const vrmr_fill *fill, const uint32_t *indices, uint32_t count,
                       const float *uv, vrmr_seen *seen) {
    const uint32_t step = count > MEASURED ? count / MEASURED * 3 : 3;
    for (uint32_t i = 0; i + 2 < count; i += seen->any ? step : 3) {
        vrmr_triangle t;
        double filled;
        find_triangle(fill, indices + i, &t);
        if (!may_be_seen(fill, &t)) continue;
        seen->any = true;
        filled = area(t.at, 0);
        if (filled > 0.0) seen->areas[class_of(uv_area(uv, indices + i) / filled)] += filled;
    }
}

double vrmr_seen_squares(const vrmr_seen *seen) {
    double all = 0.0, below = 0.0;
    for (int i = 0; i < VRMR_SEEN_CLASSES; ++i) all += seen->areas[i];
    for (int i = 0; i < VRMR_SEEN_CLASSES; ++i) {
        below += seen->areas[i];
        if (below > 0.1 * all) return squares_of(i);
    }
    return 0.0;
}

/* --- Order --- */

enum { CLUSTER = 3 * 32 }; /* indices */

typedef struct cluster {
    float depth;
    uint32_t first;
} cluster;

static int compare_clusters(const void *left, const void *right) {
    const cluster *a = left, *b = right;
    if (a->depth != b->depth) return a->depth < b->depth ? -1 : 1;
    return a->first < b->first ? -1 : 1;
}

static uint32_t size_of(uint32_t first, uint32_t count) {
    return count - first < CLUSTER ? count - first : CLUSTER;
}

static float mean_depth(const vrmr_corner *corners, const uint32_t *indices, uint32_t count) {
    float sum = 0.0f;
    for (uint32_t i = 0; i < count; ++i) sum += corners[indices[i]].w;
    sum /= (float)count;
    return sum == sum ? sum : 0.0f; /* what is no number is drawn nowhere */
}

void vrmr_fill_sort(const vrmr_corner *corners, uint32_t *indices, uint32_t count,
                    vrmr_scratch *memory, const vrm_allocator *allocator) {
    size_t cluster_count = (count + CLUSTER - 1) / CLUSTER, at = 0;
    size_t room = cluster_count * sizeof(cluster);
    cluster *clusters;
    uint32_t *copy;
    if (cluster_count < 2) return;
    clusters = vrmr_scratch_need(memory, allocator, room + count * sizeof *copy, 0);
    if (clusters == NULL) return;
    copy = (uint32_t *)(void *)(clusters + cluster_count);
    memcpy(copy, indices, count * sizeof *copy);
    for (size_t i = 0; i < cluster_count; ++i) {
        uint32_t first = (uint32_t)i * CLUSTER;
        clusters[i].first = first;
        clusters[i].depth = mean_depth(corners, copy + first, size_of(first, count));
    }
    qsort(clusters, cluster_count, sizeof *clusters, compare_clusters);
    for (size_t i = 0; i < cluster_count; ++i) {
        uint32_t size = size_of(clusters[i].first, count);
        memcpy(indices + at, copy + clusters[i].first, size * sizeof *indices);
        at += size;
    }
}
