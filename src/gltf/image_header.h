/* What the first bytes of an image file say about it. Nothing is decoded. */
#ifndef VRMI_GLTF_IMAGE_HEADER_H
#define VRMI_GLTF_IMAGE_HEADER_H

#include "base/private_api.h"
#include "vrm/model.h"

VRMI_API vrm_image_header vrmi_image_header_read(const uint8_t *bytes, size_t size);

#endif
