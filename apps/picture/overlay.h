/* Lines over a picture: bones, and what springs are made of. */
#ifndef VRM_KIT_OVERLAY_H
#define VRM_KIT_OVERLAY_H

#include <stdbool.h>
#include <stdint.h>
#include <vrm/render.h>

enum { SHOW_SKELETON = 1, SHOW_COLLIDERS = 2, SHOW_JOINTS = 4 };

/* Lines of SHOW_… over what has been drawn. False: there is not enough memory. */
bool overlay_draw(vrm_renderer *renderer, const vrm_view *view, const vrm_avatar *avatar,
                  uint32_t show);

#endif
