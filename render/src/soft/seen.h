/* What a picture shows of a model, before its images are decoded. */
#ifndef VRMR_SEEN_H
#define VRMR_SEEN_H

#include "render/src/gl/model.h"

/* As vrmr_shortcuts has it. */
bool vrmr_seen_find(vrm_render_model *model, const vrm_view *view, const vrm_frame *frame);

#endif
