/* Which triangles of draw calls GL gets, where it runs on the processor. */
#ifndef VRMR_CHOOSE_H
#define VRMR_CHOOSE_H

#include "render/src/gl/call.h"

/*
 * Chooses triangles of all calls, whose corners are known: those that may be seen, as many as the
 * bound on overdraw allows, and of these such as nothing hides. Their indices are then in
 * `renderer->indices`, and calls point to them. Without memory for it nothing is drawn.
 */
void vrmr_choose(vrm_renderer *renderer, vrmr_call_list *list);

#endif
