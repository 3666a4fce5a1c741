/* Compressed buffer views: EXT_meshopt_compression and KHR_meshopt_compression (GL-048). */
#ifndef VRMI_GLTF_COMPRESSION_H
#define VRMI_GLTF_COMPRESSION_H

#include "gltf/document.h"

/* The extension of a buffer or of a buffer view; its value is NULL if it has none. If it has both,
 * that of KHR. */
vrmi_json vrmi_find_compression(const vrmi_json *extensions);

/* Decodes the compressed views, of which there are `count`, and reports buffers without bytes that
 * other views need. `array` is that of the views. False: the load has failed. */
bool vrmi_decode_views(vrmi_load *load, const vrmi_json *array, uint32_t count,
                       vrmi_document *document);

#endif
