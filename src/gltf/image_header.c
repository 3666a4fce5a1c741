#include "gltf/image_header.h"

#include <string.h>

enum { MOST_MARKERS = 4096 };

static uint32_t big_endian(const uint8_t *bytes, int count) {
    uint32_t value = 0;
    for (int i = 0; i < count; ++i) value = value << 8 | bytes[i];
    return value;
}

static uint32_t little_endian(const uint8_t *bytes, int count) {
    uint32_t value = 0;
    for (int i = count; i-- > 0;) value = value << 8 | bytes[i];
    return value;
}

/* Markers up to the first frame header. */
static void read_jpeg(const uint8_t *bytes, size_t size, vrm_image_header *out) {
    size_t at = 2;
    /* Pictures have some tens of markers; many images may share the bytes of one that has more. */
    for (int i = 0; i < MOST_MARKERS && size - at >= 4 && bytes[at] == 0xFF; ++i) {
        uint8_t marker = bytes[at + 1];
        size_t length = big_endian(bytes + at + 2, 2);
        if (marker == 0xFF) { /* fill */
            at += 1;
            continue;
        }
        if (length < 2 || length > size - at - 2) return;
        if (marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 &&
            marker != 0xCC) {
            if (length < 7) return;
            out->height = big_endian(bytes + at + 5, 2);
            out->width = big_endian(bytes + at + 7, 2);
            return;
        }
        at += 2 + length;
    }
}

static void read_webp(const uint8_t *bytes, size_t size, vrm_image_header *out) {
    if (size < 30) return;
    if (memcmp(bytes + 12, "VP8X", 4) == 0) {
        out->width = little_endian(bytes + 24, 3) + 1;
        out->height = little_endian(bytes + 27, 3) + 1;
    } else if (memcmp(bytes + 12, "VP8L", 4) == 0) {
        uint32_t bits = little_endian(bytes + 21, 4);
        out->width = (bits & 0x3FFF) + 1;
        out->height = (bits >> 14 & 0x3FFF) + 1;
    } else if (memcmp(bytes + 12, "VP8 ", 4) == 0) {
        out->width = little_endian(bytes + 26, 2) & 0x3FFF;
        out->height = little_endian(bytes + 28, 2) & 0x3FFF;
    }
}

vrm_image_header vrmi_image_header_read(const uint8_t *bytes, size_t size) {
    vrm_image_header header = {VRM_IMAGE_FORMAT_UNKNOWN, 0, 0};
    if (size >= 24 && memcmp(bytes, "\x89PNG\r\n\x1A\n", 8) == 0) {
        header.format = VRM_IMAGE_FORMAT_PNG;
        header.width = big_endian(bytes + 16, 4);
        header.height = big_endian(bytes + 20, 4);
    } else if (size >= 4 && memcmp(bytes, "\xFF\xD8\xFF", 3) == 0) {
        header.format = VRM_IMAGE_FORMAT_JPEG;
        read_jpeg(bytes, size, &header);
    } else if (size >= 16 && memcmp(bytes, "RIFF", 4) == 0 && memcmp(bytes + 8, "WEBP", 4) == 0) {
        header.format = VRM_IMAGE_FORMAT_WEBP;
        read_webp(bytes, size, &header);
    } else if (size >= 28 && memcmp(bytes, "\xABKTX 20\xBB", 8) == 0) {
        header.format = VRM_IMAGE_FORMAT_KTX2;
        header.width = little_endian(bytes + 20, 4);
        header.height = little_endian(bytes + 24, 4);
    }
    return header;
}
