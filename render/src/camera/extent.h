/* What framing knows of an avatar beside what vrm_extent shows. */
#ifndef VRMR_EXTENT_H
#define VRMR_EXTENT_H

#include "render/src/base/memory.h"

#include <stdbool.h>
#include <vrm/camera.h>

typedef struct vrmr_extent {
    vrm_extent shown; /* first: programs have its address */
    vrm_allocator allocator;
    vrmr_scratch points; /* vrm_vec3 */
    uint32_t point_count;
    bool has_portrait; /* the head is near its bone, and not all there is */
} vrmr_extent;

#endif
