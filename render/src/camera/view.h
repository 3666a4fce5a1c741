/* The eye and the light, as shaders take them. */
#ifndef VRMR_VIEW_H
#define VRMR_VIEW_H

#include <stdbool.h>
#include <vrm/render.h>

/* The View of common.glsl. */
typedef struct vrmr_view_block {
    float view_projection[16];
    float eye[4];
    float light[4];
    float light_color[4];
    float sky[4];
    float ground[4];
    float right[4];
    float up[4];
} vrmr_view_block;

/* Whether it was initialized. Later versions will take shorter ones of this version. */
bool vrmr_view_is_valid(const vrm_view *view);
void vrmr_view_fill(const vrm_view *view, vrmr_view_block *out);
/* The point of the world that a view sees at a point of eye space. The view may be scaled. */
vrm_vec3 vrmr_view_unproject(const vrm_mat4 *view, vrm_vec3 seen);
vrm_mat4 vrmr_multiply(const vrm_mat4 *a, const vrm_mat4 *b);

#endif
