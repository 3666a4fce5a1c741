#include "skin.h"
#include "render/src/gl/program.h"

#include <math.h>
#include <string.h>

/* Sums rows of matrices, three of four floats each, by weight. */
static void blend(const vrmr_geometry *geometry, size_t vertex, const float *matrices,
                  float out[VRMR_MATRIX_FLOATS]) {
    memset(out, 0, VRMR_MATRIX_FLOATS * sizeof *out);
    for (uint32_t i = 0; i < geometry->influences; ++i) {
        const vrmr_influences *set = &geometry->skin[vertex * geometry->skin_sets + i / 4];
        float weight = set->weights[i % 4];
        uint32_t joint = set->joints[i % 4];
        const float *m;
        if (weight == 0.0f) break; /* the strongest come first */
        if (joint >= geometry->joint_count) continue;
        m = matrices + (size_t)joint * VRMR_MATRIX_FLOATS;
        for (int k = 0; k < VRMR_MATRIX_FLOATS; ++k) out[k] += weight * m[k];
    }
}

static void cross(const float *a, const float *b, float out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static float dot(const float *a, const float *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/* By the inverse transpose, as normal_to_world of vertex.glsl. A normal that has no length points
 * up [ER-002]. */
static void move_normal(const float *m, const float normal[3], float out[3]) {
    float x[3], y[3], z[3], square, scale;
    cross(m + 4, m + 8, x);
    cross(m + 8, m, y);
    cross(m, m + 4, z);
    out[0] = dot(x, normal);
    out[1] = dot(y, normal);
    out[2] = dot(z, normal);
    square = dot(out, out);
    if (!(square > 0.0f)) {
        out[0] = out[2] = 0.0f;
        out[1] = 1.0f;
        return;
    }
    scale = 1.0f / sqrtf(square);
    if (dot(m, x) < 0.0f) scale = -scale;
    for (int k = 0; k < 3; ++k) out[k] *= scale;
}

void vrmr_skin_move(const vrmr_geometry *geometry, const float *base, const float *matrices,
                    float *out) {
    float blended[VRMR_MATRIX_FLOATS];
    const float *m = matrices;
    for (size_t i = 0; i < geometry->vertex_count; ++i, base += 6, out += 6) {
        float position[3], normal[3];
        if (geometry->skin != NULL) {
            blend(geometry, i, matrices, blended);
            m = blended;
        }
        for (int r = 0; r < 3; ++r) position[r] = dot(m + 4 * r, base) + m[4 * r + 3];
        move_normal(m, base + 3, normal);
        memcpy(out, position, sizeof position);
        memcpy(out + 3, normal, sizeof normal);
    }
}
