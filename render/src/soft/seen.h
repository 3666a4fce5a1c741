/* What a picture shows of a model, before its images are decoded. */
#ifndef VRMR_SEEN_H
#define VRMR_SEEN_H

#include "render/src/gl/model.h"

/*
 * Finds which materials a view shows, and how much of a texture falls on a pixel. It needs what is
 * kept where overdraw is bounded, and knows nothing elsewhere: then all materials are as they were,
 * which means that all of them may be seen, at any size, and false is returned.
 */
bool vrmr_seen_find(vrm_render_model *model, const vrm_view *view, const vrm_frame *frame);

#endif
