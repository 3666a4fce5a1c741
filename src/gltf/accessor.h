/* The shape of accessors: sizes of components and elements, with the padding of small matrices. */
#ifndef VRMI_GLTF_ACCESSOR_H
#define VRMI_GLTF_ACCESSOR_H

#include "base/private_api.h"
#include "gltf/document.h"

VRMI_API uint32_t vrmi_component_size(int32_t component);
VRMI_API uint32_t vrmi_element_components(int32_t element);

/* Bytes of one element, with the padding that starts each column of a matrix at a multiple of 4. */
VRMI_API uint32_t vrmi_element_size(int32_t element, int32_t component);

/* An accessor that can be read: it is one, and its range has been found good. */
static inline bool vrmi_accessor_is_usable(const vrm_gltf *gltf, int32_t accessor) {
    return accessor >= 0 && (uint32_t)accessor < gltf->accessor_count &&
           gltf->accessors[accessor].count > 0;
}

#endif
