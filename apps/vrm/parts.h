/* The parts of a GLB, and the names that they have in a folder (docs/guides/edit.md). */
#ifndef VRM_TOOL_PARTS_H
#define VRM_TOOL_PARTS_H

#include "whole_file.h"

#define PARTS_JSON "document.json"
#define PARTS_BIN "document.bin"
#define PARTS_REST "rest.bin"
#define PARTS_LIST "extract.json"
#define PARTS_IMAGES "images"
#define PARTS_FORMAT "vrm-extract/1"

typedef struct glb_parts {
    const uint8_t *json;
    size_t json_size; /* without what fills the chunk up */
    const uint8_t *bin;
    size_t bin_size;
    bool has_bin;
    const uint8_t *rest; /* chunks behind BIN that nobody knows, and bytes behind the container */
    size_t rest_size;
    size_t behind; /* how many of the rest are behind the container */
} glb_parts;

/* Of a file that has been loaded. False: it is no GLB. */
bool glb_split(const uint8_t *bytes, size_t size, glb_parts *out);

/* A GLB of the parts, to be released. False: there is no memory, or it would be too large. */
bool glb_join(const glb_parts *parts, whole_file *out);

#endif
