/* Animated WebP by libwebp and libwebpmux. */
#include "picture.h"

#include "picture_file.h"

#include <stdlib.h>
#include <string.h>

void picture_animation_options_init(picture_animation_options *options) {
    memset(options, 0, sizeof *options);
    options->quality = 80.0f;
    options->effort = 2;
}

#ifdef VRM_HAVE_WEBP_WRITER

#include <webp/encode.h>
#include <webp/mux.h>

struct picture_animation {
    WebPAnimEncoder *encoder;
    WebPConfig config;
    uint32_t width, height;
    int at; /* milliseconds: when the next frame begins */
    bool is_ended;
};

bool picture_can_write_webp(void) { return true; }

static bool set_up(picture_animation *animation, const picture_animation_options *options) {
    WebPAnimEncoderOptions encoding;
    if (options->width == 0 || options->width > WEBP_MAX_DIMENSION || options->height == 0 ||
        options->height > WEBP_MAX_DIMENSION) {
        return false;
    }
    animation->width = options->width;
    animation->height = options->height;
    if (!WebPConfigInit(&animation->config) || !WebPAnimEncoderOptionsInit(&encoding)) return false;
    animation->config.lossless = options->is_exact;
    animation->config.quality = options->quality;
    animation->config.method = options->effort;
    animation->config.thread_level = 1;
    if (!WebPValidateConfig(&animation->config)) return false;
    encoding.anim_params.loop_count = (int)options->repeat;
    /* A frame now and then that needs no other: for players that seek. */
    encoding.kmin = 30;
    encoding.kmax = 60;
    animation->encoder = WebPAnimEncoderNew((int)options->width, (int)options->height, &encoding);
    return animation->encoder != NULL;
}

picture_animation *picture_animation_begin(const picture_animation_options *options,
                                           const char **out_problem) {
    picture_animation *animation = calloc(1, sizeof *animation);
    if (animation != NULL && set_up(animation, options)) return animation;
    picture_animation_end(animation);
    *out_problem = "the animation cannot be started: WebP allows at most 16,383 pixels per side";
    return NULL;
}

bool picture_animation_add(picture_animation *animation, const uint8_t *pixels,
                           uint32_t milliseconds, const char **out_problem) {
    WebPPicture picture;
    bool is_added = false;
    if (!animation->is_ended && milliseconds < 1u << 24 && animation->at < 1 << 30 &&
        WebPPictureInit(&picture)) {
        picture.use_argb = 1;
        picture.width = (int)animation->width;
        picture.height = (int)animation->height;
        is_added =
            WebPPictureImportRGBA(&picture, pixels, (int)animation->width * 4) &&
            WebPAnimEncoderAdd(animation->encoder, &picture, animation->at, &animation->config);
        WebPPictureFree(&picture);
    }
    if (!is_added) {
        *out_problem = "a frame could not be added to the animation";
        return false;
    }
    animation->at += (int)milliseconds;
    return true;
}

uint8_t *picture_animation_encode(picture_animation *animation, size_t *out_size,
                                  const char **out_problem) {
    uint8_t *bytes = NULL;
    WebPData data;
    WebPDataInit(&data);
    if (!animation->is_ended) {
        animation->is_ended =
            WebPAnimEncoderAdd(animation->encoder, NULL, animation->at, NULL) != 0;
    }
    if (animation->is_ended && WebPAnimEncoderAssemble(animation->encoder, &data)) {
        bytes = malloc(data.size);
    }
    if (bytes == NULL) {
        *out_problem = "the animation could not be encoded: it has no frames, or memory is short";
    } else {
        memcpy(bytes, data.bytes, data.size);
        *out_size = data.size;
    }
    WebPDataClear(&data);
    return bytes;
}

void picture_animation_end(picture_animation *animation) {
    if (animation == NULL) return;
    WebPAnimEncoderDelete(animation->encoder);
    free(animation);
}

#else

bool picture_can_write_webp(void) { return false; }

picture_animation *picture_animation_begin(const picture_animation_options *options,
                                           const char **out_problem) {
    (void)options;
    *out_problem = "this program was built without libwebp";
    return NULL;
}

bool picture_animation_add(picture_animation *animation, const uint8_t *pixels,
                           uint32_t milliseconds, const char **out_problem) {
    (void)animation, (void)pixels, (void)milliseconds;
    *out_problem = "this program was built without libwebp";
    return false;
}

uint8_t *picture_animation_encode(picture_animation *animation, size_t *out_size,
                                  const char **out_problem) {
    (void)animation, (void)out_size;
    *out_problem = "this program was built without libwebp";
    return NULL;
}

void picture_animation_end(picture_animation *animation) { (void)animation; }

#endif

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
