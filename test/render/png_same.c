#include "render/png_same.h"
#include "render/src/image/image_png.h"

#include <string.h>

#if defined(VRM_HAVE_DEFLATE)

#include "base/bytes.h"

#include <zlib.h>

enum { MOST_SIDE = 2048, MOST_BYTES = 64 << 20, HEADER = 8, CHUNK = 12 };

/* Puts the data of the chunks with pixels, one after the other, through zlib. */
static bool is_refused_by_zlib(const uint8_t *bytes, size_t size) {
    uint8_t out[4096];
    z_stream stream;
    int result = Z_OK;
    memset(&stream, 0, sizeof stream);
    if (inflateInit(&stream) != Z_OK) return false;
    for (size_t at = HEADER; result == Z_OK && size - at >= CHUNK;) {
        const uint32_t length = vrmi_load_u32_big(bytes + at);
        if (length > size - at - CHUNK) break;
        if (memcmp(bytes + at + 4, "IDAT", 4) == 0) {
            stream.next_in = (Bytef *)(uintptr_t)(bytes + at + 8);
            stream.avail_in = length;
            do {
                stream.next_out = out;
                stream.avail_out = sizeof out;
                result = inflate(&stream, Z_NO_FLUSH);
            } while (result == Z_OK && stream.avail_out == 0);
            if (result == Z_BUF_ERROR) result = Z_OK; /* it wants the next chunk */
        }
        at += CHUNK + length;
    }
    inflateEnd(&stream);
    return result == Z_DATA_ERROR;
}

static const char *compare(const vrmr_source *source, const vrmr_image *whole, int32_t state,
                           const vrmr_image *rows) {
    if (state != VRM_IMAGE_STATE_GOOD) {
        return is_refused_by_zlib(source->bytes, source->size)
                   ? NULL
                   : "libpng refuses what libdeflate decodes";
    }
    if (whole->width != rows->width || whole->height != rows->height) return "sizes";
    if (memcmp(whole->pixels, rows->pixels, (size_t)vrmr_image_bytes(whole)) != 0) return "pixels";
    return NULL;
}

const char *png_difference(const uint8_t *bytes, size_t size, uint32_t max_texture,
                           bool *out_is_whole) {
    const vrm_allocator allocator = vrmr_default_allocator();
    const vrmr_source source = {.bytes = bytes,
                                .size = size,
                                .max_size = MOST_SIDE,
                                .max_texture = max_texture,
                                .max_bytes = MOST_BYTES,
                                .allocator = allocator};
    vrmr_image whole = {0}, rows = {0};
    vrmr_png_header header;
    const char *difference = NULL;
    uint32_t halvings;
    *out_is_whole = false;
    if (!vrmr_png_read_header(&source, &header) ||
        vrmr_source_check(&source, header.width, header.height) != VRM_IMAGE_STATE_GOOD) {
        return NULL;
    }
    halvings = vrmr_image_halvings(header.width, header.height, max_texture);
    if (vrmr_png_decode_whole(&source, &header, halvings, &whole) == VRM_IMAGE_STATE_GOOD) {
        *out_is_whole = true;
        difference = compare(&source, &whole,
                             vrmr_png_decode_rows(&source, &header, halvings, &rows), &rows);
    }
    vrmr_image_free(&whole, &allocator);
    vrmr_image_free(&rows, &allocator);
    return difference;
}

#else

const char *png_difference(const uint8_t *bytes, size_t size, uint32_t max_texture,
                           bool *out_is_whole) {
    (void)bytes, (void)size, (void)max_texture;
    *out_is_whole = false;
    return NULL;
}

#endif
