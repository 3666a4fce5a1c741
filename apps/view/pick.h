/* What is under the cursor. */
#ifndef VRM_VIEW_PICK_H
#define VRM_VIEW_PICK_H

#include <vrm/render.h>
#include <vrm/vrm.h>

/* The spring whose chain is nearest to a pixel of the picture, from its upper left, and not farther
 * than `reach` pixels; VRM_NONE: there is none. */
int32_t pick_spring(const vrm_view *view, const vrm_avatar *avatar, float x, float y, float reach);

#endif
