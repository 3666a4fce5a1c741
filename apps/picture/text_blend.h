/* One colour over another; for text. */
#ifndef VRM_KIT_TEXT_BLEND_H
#define VRM_KIT_TEXT_BLEND_H

#include <stdint.h>

/* Both have straight alpha. */
static inline void text_blend(uint8_t under[4], const uint8_t over[4]) {
    uint32_t a = over[3], rest = (255 - a) * under[3], whole = a * 255 + rest; /* of 255 * 255 */
    if (whole == 0) return;
    for (int c = 0; c < 3; ++c) {
        under[c] = (uint8_t)((over[c] * a * 255 + under[c] * rest + whole / 2) / whole);
    }
    under[3] = (uint8_t)((whole + 127) / 255);
}

#endif
