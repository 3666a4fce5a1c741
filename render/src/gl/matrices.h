/* Matrices of a frame, as shaders take them: the upper three rows. */
#ifndef VRMR_MATRICES_H
#define VRMR_MATRICES_H

#include "model.h"

/* Those of all skins, and of nodes with meshes that have none: VRMR_MATRIX_FLOATS for each of
 * `matrix_count`. What belongs to nothing is left as it is. */
void vrmr_matrices_fill(const vrm_render_model *model, const vrm_frame *frame, float *out);

/* Whether a frame is one of this model's avatars. */
bool vrmr_frame_fits(const vrm_render_model *model, const vrm_frame *frame);

#endif
