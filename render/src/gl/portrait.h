/*
 * What portraits of apps/ ask of the renderer, and the interface of 0.3 has no room for.
 */
#ifndef VRMR_PORTRAIT_H
#define VRMR_PORTRAIT_H

#include <vrm/render.h>

/* Draws outlines whose width is in metres no wider than this; 0: as wide as the file has them. */
void vrmr_render_model_limit_outlines(vrm_render_model *model, float metres);

#endif
