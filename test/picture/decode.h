/* Reads pictures back with the libraries of their formats. A build without one reads none: its
 * tests are skipped before. */
#ifndef VRM_TEST_PICTURE_DECODE_H
#define VRM_TEST_PICTURE_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct decoded {
    uint8_t *pixels; /* of all frames, RGBA */
    uint32_t width, height, count;
    uint32_t milliseconds; /* that all of it takes */
    bool is_endless;       /* GIF: it is shown again and again */
    bool has_index_first;  /* MP4 */
} decoded;

bool decode_gif(const uint8_t *bytes, size_t size, decoded *out);
bool decode_webp(const uint8_t *bytes, size_t size, decoded *out);
bool decode_mp4(const uint8_t *bytes, size_t size, decoded *out);
bool decode_jpeg(const uint8_t *bytes, size_t size, decoded *out);
void decoded_release(decoded *movie);

#endif
