/* Formats by name, and moving pictures of all of them. */
#include "animation.h"
#include "apps/kit/program/language.h"
#include "apps/kit/system/files.h"
#include "picture_file.h"
#include "picture_jpeg.h"

#include <stdlib.h>
#include <string.h>

/* --- Formats --- */

bool picture_format_of(const char *path, picture_format *out) {
    static const struct {
        const char *ending;
        picture_format format;
    } endings[] = {{".png", PICTURE_PNG},   {".jpg", PICTURE_JPEG}, {".jpeg", PICTURE_JPEG},
                   {".webp", PICTURE_WEBP}, {".gif", PICTURE_GIF},  {".mp4", PICTURE_MP4}};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; ++i) {
        if (!has_ending(path, endings[i].ending)) continue;
        *out = endings[i].format;
        return true;
    }
    return false;
}

const char *picture_format_ending(picture_format format) {
    static const char *const endings[PICTURE_FORMAT_COUNT] = {".png", ".jpg", ".webp", ".gif",
                                                              ".mp4"};
    return endings[format];
}

bool picture_format_moves(picture_format format) { return format >= PICTURE_WEBP; }

const char *picture_format_problem(picture_format format) {
    switch (format) {
    case PICTURE_PNG:
        return picture_can_write_png()
                   ? NULL
                   : WORDS("this program was built without libpng and cannot write .png files");
    case PICTURE_JPEG:
        return picture_jpeg_problem();
    case PICTURE_WEBP:
        return animation_webp_problem();
    case PICTURE_GIF:
        return animation_gif_problem();
    default:
        return animation_mp4_problem();
    }
}

/* --- Moving pictures --- */

struct picture_animation {
    const animation_writer *writer;
    void *state;
};

void picture_animation_options_init(picture_animation_options *options) {
    memset(options, 0, sizeof *options);
    options->format = PICTURE_WEBP;
    options->quality = PICTURE_QUALITY;
    options->effort = 2;
}

picture_animation *picture_animation_begin(const picture_animation_options *options,
                                           const char **out_problem) {
    static animation_begin_fn *const begins[PICTURE_FORMAT_COUNT] = {
        [PICTURE_WEBP] = animation_webp_begin,
        [PICTURE_GIF] = animation_gif_begin,
        [PICTURE_MP4] = animation_mp4_begin};
    picture_animation *animation = calloc(1, sizeof *animation);
    *out_problem = WORDS("there is not enough memory, or this format does not move");
    if (animation == NULL || begins[options->format] == NULL) {
        free(animation);
        return NULL;
    }
    animation->state = begins[options->format](options, &animation->writer, out_problem);
    if (animation->state != NULL) return animation;
    free(animation);
    return NULL;
}

bool picture_animation_add(picture_animation *animation, const uint8_t *pixels,
                           uint32_t milliseconds, const char **out_problem) {
    return animation->writer->add(animation->state, pixels, milliseconds, out_problem);
}

uint8_t *picture_animation_encode(picture_animation *animation, size_t *out_size,
                                  const char **out_problem) {
    return animation->writer->encode(animation->state, out_size, out_problem);
}

void picture_animation_end(picture_animation *animation) {
    if (animation == NULL) return;
    animation->writer->end(animation->state);
    free(animation);
}

bool picture_animation_write(picture_animation *animation, const char *path,
                             const char **out_problem) {
    size_t size = 0;
    uint8_t *bytes = picture_animation_encode(animation, &size, out_problem);
    bool is_written;
    if (bytes == NULL) return false;
    is_written = picture_write_file(path, bytes, size, out_problem);
    free(bytes);
    return is_written;
}

/* --- Still pictures --- */

/* A moving picture that has one frame is a still one. */
static uint8_t *encode_frame(picture_format format, const uint8_t *pixels, uint32_t width,
                             uint32_t height, float quality, size_t *out_size,
                             const char **out_problem) {
    picture_animation_options options;
    picture_animation *animation;
    uint8_t *bytes = NULL;
    picture_animation_options_init(&options);
    options.format = format;
    options.width = width;
    options.height = height;
    options.is_transparent = true;
    options.quality = quality;
    animation = picture_animation_begin(&options, out_problem);
    if (animation == NULL) return NULL;
    if (picture_animation_add(animation, pixels, 1000, out_problem)) {
        bytes = picture_animation_encode(animation, out_size, out_problem);
    }
    picture_animation_end(animation);
    return bytes;
}

uint8_t *picture_encode(picture_format format, const uint8_t *pixels, uint32_t width,
                        uint32_t height, int level, float quality, size_t *out_size,
                        const char **out_problem) {
    switch (format) {
    case PICTURE_PNG:
        return picture_encode_png(pixels, width, height, level, out_size, out_problem);
    case PICTURE_JPEG:
        return picture_encode_jpeg(pixels, width, height, false, quality, out_size, out_problem);
    default:
        return encode_frame(format, pixels, width, height, quality, out_size, out_problem);
    }
}
