/* PNG in few bytes: fewer channels or a palette where that loses nothing, and the better of two
 * ways to filter rows. */
#ifndef VRM_OPTIMIZE_PNG_SMALL_H
#define VRM_OPTIMIZE_PNG_SMALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How much is done for a small file. Fast is about a third larger than best, in a tenth of the
 * time. Quick never takes long: for pixels of some patterns, zlib takes 50 times as long for best.
 * libdeflate's level 8 stands for zlib's 9: about as small, in a fifth of the time. */
typedef enum png_effort {
    PNG_EFFORT_FAST = 1,
    PNG_EFFORT_QUICK = 6,
    PNG_EFFORT_BEST = 9
} png_effort;

typedef struct png_small_settings {
    bool has_alpha; /* otherwise alpha is left out */
    png_effort effort;
    int32_t (*cancel)(void *user); /* asked for each row; NULL: never */
    void *cancel_user;
} png_small_settings;

/* The bytes are to be freed with free; NULL: it cannot be encoded, it was stopped, or memory is
 * short. */
uint8_t *png_small_encode(const uint8_t *pixels, uint32_t width, uint32_t height,
                          const png_small_settings *settings, size_t *out_size);

#endif
