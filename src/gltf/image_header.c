#include "gltf/image_header.h"
#include "base/bytes.h"

#include <string.h>

enum { MOST_MARKERS = 4096 };

/* Markers up to the first frame header. */
static void read_jpeg(const uint8_t *bytes, size_t size, vrm_image_header *out) {
    size_t at = 2;
    /* Pictures have some tens of markers; many images may share the bytes of one that has more. */
    for (int i = 0; i < MOST_MARKERS && size - at >= 4 && bytes[at] == 0xFF; ++i) {
        uint8_t marker = bytes[at + 1];
        size_t length = vrmi_load_u16_big(bytes + at + 2);
        if (marker == 0xFF) { /* fill */
            at += 1;
            continue;
        }
        if (length < 2 || length > size - at - 2) return;
        if (marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 &&
            marker != 0xCC) {
            if (length < 7) return;
            out->height = vrmi_load_u16_big(bytes + at + 5);
            out->width = vrmi_load_u16_big(bytes + at + 7);
            return;
        }
        at += 2 + length;
    }
}

static void read_webp(const uint8_t *bytes, size_t size, vrm_image_header *out) {
    if (size < 30) return;
    if (memcmp(bytes + 12, "VP8X", 4) == 0) {
        out->width = vrmi_load_u24(bytes + 24) + 1;
        out->height = vrmi_load_u24(bytes + 27) + 1;
    } else if (memcmp(bytes + 12, "VP8L", 4) == 0) {
        uint32_t bits = vrmi_load_u32(bytes + 21);
        out->width = (bits & 0x3FFF) + 1;
        out->height = (bits >> 14 & 0x3FFF) + 1;
    } else if (memcmp(bytes + 12, "VP8 ", 4) == 0) {
        out->width = vrmi_load_u16(bytes + 26) & 0x3FFF;
        out->height = vrmi_load_u16(bytes + 28) & 0x3FFF;
    }
}

vrm_image_header vrmi_image_header_read(const uint8_t *bytes, size_t size) {
    vrm_image_header header = {VRM_IMAGE_FORMAT_UNKNOWN, 0, 0};
    if (size >= 24 && memcmp(bytes, "\x89PNG\r\n\x1A\n", 8) == 0) {
        header.format = VRM_IMAGE_FORMAT_PNG;
        header.width = vrmi_load_u32_big(bytes + 16);
        header.height = vrmi_load_u32_big(bytes + 20);
    } else if (size >= 4 && memcmp(bytes, "\xFF\xD8\xFF", 3) == 0) {
        header.format = VRM_IMAGE_FORMAT_JPEG;
        read_jpeg(bytes, size, &header);
    } else if (size >= 16 && memcmp(bytes, "RIFF", 4) == 0 && memcmp(bytes + 8, "WEBP", 4) == 0) {
        header.format = VRM_IMAGE_FORMAT_WEBP;
        read_webp(bytes, size, &header);
    } else if (size >= 28 && memcmp(bytes, "\xABKTX 20\xBB", 8) == 0) {
        header.format = VRM_IMAGE_FORMAT_KTX2;
        header.width = vrmi_load_u32(bytes + 20);
        header.height = vrmi_load_u32(bytes + 24);
    }
    return header;
}
