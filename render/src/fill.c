#include "fill.h"
#include "program.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Nearer ones are cut off: the picture is in front of the eye. */
#define LEAST_W 1e-6f

/* Sums rows of matrices, three of four floats each, by weight. */
static void blend(const vrmr_geometry *geometry, size_t vertex, const float *matrices,
                  float out[VRMR_MATRIX_FLOATS]) {
    memset(out, 0, VRMR_MATRIX_FLOATS * sizeof *out);
    for (uint32_t i = 0; i < geometry->influences; ++i) {
        const vrmr_influences *set = &geometry->skin[vertex * geometry->skin_sets + i / 4];
        float weight = set->weights[i % 4];
        uint32_t joint = set->joints[i % 4];
        const float *m = matrices + (size_t)joint * VRMR_MATRIX_FLOATS;
        if (weight == 0.0f || joint >= geometry->joint_count) continue;
        for (int k = 0; k < VRMR_MATRIX_FLOATS; ++k) out[k] += weight * m[k];
    }
}

void vrmr_fill_corners(const vrmr_geometry *geometry, const float *base, const float *matrices,
                       const float view_projection[16], vrmr_corner *out) {
    const float *v = view_projection;
    float blended[VRMR_MATRIX_FLOATS];
    for (size_t i = 0; i < geometry->vertex_count; ++i, base += 6) {
        const float *m = matrices;
        float p[3];
        if (geometry->skin != NULL) {
            blend(geometry, i, matrices, blended);
            m = blended;
        }
        for (int r = 0; r < 3; ++r) {
            p[r] =
                m[4 * r] * base[0] + m[4 * r + 1] * base[1] + m[4 * r + 2] * base[2] + m[4 * r + 3];
        }
        out[i].x = v[0] * p[0] + v[4] * p[1] + v[8] * p[2] + v[12];
        out[i].y = v[1] * p[0] + v[5] * p[1] + v[9] * p[2] + v[13];
        out[i].w = v[3] * p[0] + v[7] * p[1] + v[11] * p[2] + v[15];
    }
}

/* The part of a triangle that is in front of the eye: up to four corners. */
static int cut(const vrmr_corner *const triangle[3], vrmr_corner out[4]) {
    int count = 0;
    for (int i = 0; i < 3; ++i) {
        const vrmr_corner *a = triangle[i], *b = triangle[(i + 1) % 3];
        bool a_is_in = a->w > LEAST_W, b_is_in = b->w > LEAST_W;
        if (a_is_in) out[count++] = *a;
        if (a_is_in != b_is_in) {
            float t = (LEAST_W - a->w) / (b->w - a->w);
            out[count].x = a->x + t * (b->x - a->x);
            out[count].y = a->y + t * (b->y - a->y);
            out[count++].w = LEAST_W;
        }
    }
    return count;
}

static float within(float x) { return x > -1.0f ? (x < 1.0f ? x : 1.0f) : -1.0f; }

static float lesser(float a, float b) { return a < b ? a : b; }

static float greater(float a, float b) { return a > b ? a : b; }

/* Viewports that a triangle fills: its own area, or that of the box around what is seen of it,
 * whichever is less. */
static double area(const vrmr_corner *const triangle[3], int facing) {
    vrmr_corner corners[4];
    float least_x = 1.0f, least_y = 1.0f, most_x = -1.0f, most_y = -1.0f;
    double twice = 0.0, box, own;
    int count = cut(triangle, corners);
    if (count < 3) return 0.0;
    for (int i = 0; i < count; ++i) {
        float x = corners[i].x /= corners[i].w, y = corners[i].y /= corners[i].w;
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
    return 0.25 * (own < box ? own : box); /* the viewport is 2 by 2 */
}

/* Whether a triangle is beside the viewport in one direction, given how far its corners reach. */
static bool is_beside(const float at[3], const float reach[3]) {
    return (at[0] - reach[0] > 1.0f && at[1] - reach[1] > 1.0f && at[2] - reach[2] > 1.0f) ||
           (at[0] + reach[0] < -1.0f && at[1] + reach[1] < -1.0f && at[2] + reach[2] < -1.0f);
}

/* False: nothing of it can be in the picture. GL rounds corners to fractions of a pixel, so that
 * very small triangles may turn the other way there: they count as seen. */
static bool may_be_seen(const vrmr_fill *of, const vrmr_corner *const triangle[3]) {
    const float least_area = 1e-6f; /* twice that of a triangle, where a viewport has 4 */
    float x[3], y[3], reach[3], twice;
    for (int i = 0; i < 3; ++i) {
        const vrmr_corner *corner = triangle[i];
        if (!(corner->w > LEAST_W)) return true;
        x[i] = corner->x / corner->w;
        y[i] = corner->y / corner->w;
        reach[i] = of->margin + of->margin_by_w / corner->w;
    }
    if (is_beside(x, reach) || is_beside(y, reach)) return false;
    if (of->facing == 0 || of->margin > 0.0f || of->margin_by_w > 0.0f) return true;
    twice = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
    return of->facing > 0 ? !(twice < -least_area) : !(twice > least_area);
}

uint32_t vrmr_fill_take(vrmr_fill *of, const uint32_t *indices, uint32_t count, uint32_t *kept,
                        uint32_t *kept_count) {
    *kept_count = 0;
    for (uint32_t i = 0; i + 2 < count; i += 3) {
        const vrmr_corner *const triangle[3] = {
            &of->corners[indices[i]], &of->corners[indices[i + 1]], &of->corners[indices[i + 2]]};
        double filled;
        if (!may_be_seen(of, triangle)) continue;
        filled = area(triangle, of->facing);
        if (filled > of->left) return i;
        of->left -= filled;
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

void vrmr_fill_measure(const vrmr_fill *of, const uint32_t *indices, uint32_t count,
                       const float *uv, vrmr_seen *seen) {
    for (uint32_t i = 0; i + 2 < count; i += 3) {
        const vrmr_corner *const triangle[3] = {
            &of->corners[indices[i]], &of->corners[indices[i + 1]], &of->corners[indices[i + 2]]};
        double filled;
        if (!may_be_seen(of, triangle)) continue;
        seen->any = true;
        filled = area(triangle, 0);
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
