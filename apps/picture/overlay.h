/* Lines over a picture: bones, and what springs are made of. */
#ifndef VRM_KIT_OVERLAY_H
#define VRM_KIT_OVERLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <vrm/render.h>

enum { SHOW_SKELETON = 1, SHOW_COLLIDERS = 2, SHOW_JOINTS = 4 };

/* Lines of SHOW_… over what has been drawn. False: there is not enough memory. */
bool overlay_draw(vrm_renderer *renderer, const vrm_view *view, const vrm_avatar *avatar,
                  uint32_t show);

/* Thick lines over everything, each with a shadow: colours as vrm_renderer_draw_lines takes them.
 * False: there is not enough memory. */
bool overlay_draw_lines(vrm_renderer *renderer, const vrm_view *view, const vrm_line *lines,
                        const float *colors, size_t count);

#endif
