/*
 * Where tests draw: a GL context without a window (EGL, surfaceless), and a framebuffer that is
 * read back.
 */
#ifndef VRM_TEST_RENDER_STAGE_H
#define VRM_TEST_RENDER_STAGE_H

#include "render/picture.h"

#include <vrm/render.h>

/*
 * The renderer of the one context that the tests share; made by the first call. OpenGL ES 3.0, or
 * 3.3 core with `--data gl=core`. NULL: there is none, which skips the test, or fails it where
 * $CI is set.
 */
vrm_renderer *stage_renderer(void);

/* Clears a framebuffer of the view's size with an encoded color, draws, and reads it back as it
 * is. A GL error fails the test. */
picture stage_draw(const vrm_view *view, const vrm_draw *draws, uint32_t count,
                   const float background[4]);
/* The same by another renderer of this context. */
picture stage_draw_by(vrm_renderer *renderer, const vrm_view *view, const vrm_draw *draws,
                      uint32_t count, const float background[4]);

/* For the desc of such a renderer, once stage_renderer has made the context. Flags as `--data
 * programs=many` or few has them. */
void *stage_get_proc(const char *name, void *user);
uint32_t stage_flags(void);
/* With many programs no bound on overdraw, as on a GPU: there, shaders have the skin. */
uint32_t stage_overdraw(void);

#endif
