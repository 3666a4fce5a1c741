/* What the first bytes of an image file say about it. Nothing is decoded. */
#ifndef VRM_CLI_IMAGE_HEADER_H
#define VRM_CLI_IMAGE_HEADER_H

#include <stddef.h>
#include <stdint.h>

typedef struct image_header {
    const char *format; /* "PNG", "JPEG", "WebP", "KTX2"; "unknown" */
    uint32_t width;     /* 0: not known */
    uint32_t height;
} image_header;

image_header image_header_read(const uint8_t *bytes, size_t size);

#endif
