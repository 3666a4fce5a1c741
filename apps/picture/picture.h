/*
 * Pictures as files: PNG, JPEG and WebP; and moving ones: WebP, GIF and MP4. Pixels are red, green,
 * blue and straight alpha, sRGB bytes, the top row first, rows without gaps.
 *
 * Functions that can fail return false or NULL and then give one sentence, static, that says why;
 * `out_problem` may not be NULL. A build without the library says that.
 */
#ifndef VRM_KIT_PICTURE_H
#define VRM_KIT_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --- Formats --- */

typedef enum picture_format {
    PICTURE_PNG,
    PICTURE_JPEG,
    PICTURE_WEBP,
    PICTURE_GIF,
    PICTURE_MP4,
    PICTURE_FORMAT_COUNT
} picture_format;

/* By the ending of a name: .png, .jpg or .jpeg, .webp, .gif, .mp4. Case does not matter. False: it
 * has none of these. */
bool picture_format_of(const char *path, picture_format *out);
/* ".jpg" */
const char *picture_format_ending(picture_format format);
/* Whether it can move. */
bool picture_format_moves(picture_format format);
/* NULL, or one sentence that says what this build lacks to write it. */
const char *picture_format_problem(picture_format format);

/* How much time zlib takes, 0 (none: stored) to 9. At 1 a portrait costs a few milliseconds; at 6
 * it is about a fifth smaller. */
enum { PICTURE_FAST = 1, PICTURE_SMALL = 6 };

enum { PICTURE_QUALITY = 80 }; /* where nothing else is asked for */

/*
 * A still picture in memory, to be freed with free. `level` is for PNG, `quality` (0 to 100) for
 * JPEG and WebP. JPEG has no transparency: what is behind it is white. MP4 is none of them.
 */
uint8_t *picture_encode(picture_format format, const uint8_t *pixels, uint32_t width,
                        uint32_t height, int level, float quality, size_t *out_size,
                        const char **out_problem);

bool picture_can_write_png(void);

/* Leaves no file behind where it fails. A picture without transparency is written without alpha. */
bool picture_write_png(const char *path, const uint8_t *pixels, uint32_t width, uint32_t height,
                       int level, const char **out_problem);

/* The same in memory, to be freed with free. */
uint8_t *picture_encode_png(const uint8_t *pixels, uint32_t width, uint32_t height, int level,
                            size_t *out_size, const char **out_problem);

/* Reads a PNG of any kind back, to be freed with free. For pictures of our own. */
uint8_t *picture_read_png(const char *path, uint32_t *out_width, uint32_t *out_height,
                          const char **out_problem);

/* --- Animations --- */

typedef struct picture_animation picture_animation;

/* Fill with picture_animation_options_init. */
typedef struct picture_animation_options {
    picture_format format; /* PICTURE_WEBP, or another that moves */
    uint32_t width, height;
    bool is_transparent; /* GIF: frames may be transparent, and each has all that is seen. MP4 never
                            is: what is behind it is white. */
    float quality;       /* 0 to 100; 80. GIF has none */
    int effort;          /* time against size, 0 to 6; 2. WebP alone */
    bool is_exact;       /* WebP: every byte as it was given, but colours where alpha is 0 */
    uint32_t repeat;     /* times that WebP and GIF are shown; 0 without end */
} picture_animation_options;

void picture_animation_options_init(picture_animation_options *options);

picture_animation *picture_animation_begin(const picture_animation_options *options,
                                           const char **out_problem);
/* The next frame, shown for `milliseconds`. The pixels are not kept. GIF counts hundredths of a
 * second: the sum of all is right, and no frame is shorter than two. */
bool picture_animation_add(picture_animation *animation, const uint8_t *pixels,
                           uint32_t milliseconds, const char **out_problem);
/* Leaves no file behind where it fails. */
bool picture_animation_write(picture_animation *animation, const char *path,
                             const char **out_problem);
/* In memory, to be freed with free. */
uint8_t *picture_animation_encode(picture_animation *animation, size_t *out_size,
                                  const char **out_problem);
void picture_animation_end(picture_animation *animation); /* NULL is fine */

#endif
