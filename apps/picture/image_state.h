/* What is said of an image of a file that is drawn in grey. */
#ifndef VRM_KIT_IMAGE_STATE_H
#define VRM_KIT_IMAGE_STATE_H

#include "apps/kit/avatar/notes.h"

#include <stdbool.h>
#include <vrm/render.h>

/* False: the image is drawn as it is. */
bool image_state_diagnostic(vrm_image_state state, tool_diagnostic *out);

#endif
