#include "matrices.h"
#include "program.h"

/* The upper three rows of world * inverse bind. */
static void joint_matrix(const vrm_mat4 *a, const vrm_mat4 *b, float *out) {
    for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 4; ++c) {
            out[r * 4 + c] = a->m[r] * b->m[c * 4] + a->m[4 + r] * b->m[c * 4 + 1] +
                             a->m[8 + r] * b->m[c * 4 + 2] + (c == 3 ? a->m[12 + r] : 0.0f);
        }
    }
}

void vrmr_matrices_fill(const vrm_render_model *model, const vrm_frame *frame, float *out) {
    for (uint32_t s = 0; s < model->gltf->skin_count; ++s) {
        const vrmr_skin *skin = &model->skins[s];
        float *matrix = out + (size_t)skin->matrix * VRMR_MATRIX_FLOATS;
        if (skin->inverse_binds == NULL) continue;
        for (uint32_t j = 0; j < model->gltf->skins[s].joint_count;
             ++j, matrix += VRMR_MATRIX_FLOATS) {
            joint_matrix(&frame->world[model->gltf->skins[s].joints[j]], &skin->inverse_binds[j],
                         matrix);
        }
    }
    for (uint32_t i = 0; i < model->item_count; ++i) {
        int32_t node = model->items[i].node;
        uint32_t place = model->node_matrices[node];
        if (place == 0) continue;
        for (int r = 0; r < 3; ++r) {
            for (int c = 0; c < 4; ++c) {
                out[(size_t)(place - 1) * VRMR_MATRIX_FLOATS + (size_t)(r * 4 + c)] =
                    frame->world[node].m[c * 4 + r];
            }
        }
    }
}

bool vrmr_frame_fits(const vrm_render_model *model, const vrm_frame *frame) {
    return frame->world != NULL && frame->morph_offsets != NULL &&
           (frame->materials != NULL || frame->material_count == 0) &&
           frame->node_count == model->gltf->node_count &&
           frame->material_count == model->gltf->material_count;
}
