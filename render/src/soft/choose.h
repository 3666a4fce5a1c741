/* Which triangles of draw calls GL gets. */
#ifndef VRMR_CHOOSE_H
#define VRMR_CHOOSE_H

#include "render/src/gl/call.h"

/* As vrmr_shortcuts has it. The indices are also in `renderer->indices`. */
void vrmr_choose(vrm_renderer *renderer, vrmr_call_list *list);

#endif
