#include "fill.h"
#include "program.h"

#include <math.h>
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

uint32_t vrmr_fill_take(const vrmr_corner *corners, const uint32_t *indices, uint32_t count,
                        int facing, double *left) {
    for (uint32_t i = 0; i + 2 < count; i += 3) {
        const vrmr_corner *const triangle[3] = {&corners[indices[i]], &corners[indices[i + 1]],
                                                &corners[indices[i + 2]]};
        double filled = area(triangle, facing);
        if (filled > *left) return i;
        *left -= filled;
    }
    return count;
}
