#include "image_state.h"

bool image_state_diagnostic(vrm_image_state state, tool_diagnostic *out) {
    static const tool_diagnostic states[] = {
        [VRM_IMAGE_STATE_MISSING] = TOOL_IMAGE_MISSING,
        [VRM_IMAGE_STATE_UNKNOWN] = TOOL_IMAGE_UNKNOWN,
        [VRM_IMAGE_STATE_DAMAGED] = TOOL_IMAGE_DAMAGED,
        [VRM_IMAGE_STATE_TOO_LARGE] = TOOL_IMAGE_TOO_LARGE,
    };
    if (state <= VRM_IMAGE_STATE_GOOD || state > VRM_IMAGE_STATE_TOO_LARGE) return false;
    *out = states[state];
    return true;
}
