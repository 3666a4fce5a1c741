#include "pick.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct pixel {
    float x, y;
} pixel;

static void multiply(const vrm_mat4 *matrix, const float input[4], float out[4]) {
    for (int row = 0; row < 4; ++row) {
        out[row] = 0.0f;
        for (int column = 0; column < 4; ++column) {
            out[row] += matrix->m[4 * column + row] * input[column];
        }
    }
}

/* False: it is behind the camera. */
static bool project(const vrm_view *view, vrm_vec3 point, pixel *out) {
    const float world[4] = {point.x, point.y, point.z, 1.0f};
    float eye[4], clip[4];
    multiply(&view->view, world, eye);
    multiply(&view->projection, eye, clip);
    if (!(clip[3] > 0.0f)) return false;
    out->x = (0.5f + 0.5f * clip[0] / clip[3]) * (float)view->width;
    out->y = (0.5f - 0.5f * clip[1] / clip[3]) * (float)view->height;
    return true;
}

/* From a point to a line between two others. */
static float distance(pixel p, pixel a, pixel b) {
    float x = b.x - a.x, y = b.y - a.y, length = x * x + y * y, share = 0.0f;
    if (length > 0.0f) share = ((p.x - a.x) * x + (p.y - a.y) * y) / length;
    share = fminf(fmaxf(share, 0.0f), 1.0f);
    return hypotf(a.x + share * x - p.x, a.y + share * y - p.y);
}

int32_t pick_spring(const vrm_view *view, const vrm_avatar *avatar, float x, float y, float reach) {
    const vrm_tables *tables = vrm_model_tables(vrm_avatar_model(avatar));
    size_t count = vrm_avatar_debug_lines(avatar, NULL, 0);
    vrm_line *lines = malloc((count + 1) * sizeof *lines);
    int32_t found = VRM_NONE;
    const pixel hand = {x, y};
    if (lines == NULL) return VRM_NONE;
    vrm_avatar_debug_lines(avatar, lines, count);
    for (size_t i = 0; i < count; ++i) {
        pixel from, to;
        float away;
        if (lines[i].kind != VRM_LINE_KIND_JOINT) continue;
        if (!project(view, lines[i].from, &from) || !project(view, lines[i].to, &to)) continue;
        away = distance(hand, from, to);
        if (!(away <= reach)) continue;
        reach = away;
        found = tables->spring_joints[lines[i].index].spring;
    }
    free(lines);
    return found;
}
