/* Animated WebP by libwebp and libwebpmux. */
#include "animation.h"
#include "apps/kit/program/language.h"

#include <stdlib.h>
#include <string.h>

#ifdef VRM_HAVE_WEBP_WRITER

#include <webp/encode.h>
#include <webp/mux.h>

typedef struct webp_animation {
    WebPAnimEncoder *encoder;
    WebPConfig config;
    uint32_t width, height;
    int at; /* milliseconds: when the next frame begins */
    bool is_ended;
} webp_animation;

const char *animation_webp_problem(void) { return NULL; }

static bool set_up(webp_animation *animation, const picture_animation_options *options) {
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
    /* The bytes are the same with threads, which a process that draws for a worker does not have.
     */
    animation->config.thread_level = 0;
    if (!WebPValidateConfig(&animation->config)) return false;
    encoding.anim_params.loop_count = (int)options->repeat;
    /* A frame now and then that needs no other: for players that seek. */
    encoding.kmin = 30;
    encoding.kmax = 60;
    animation->encoder = WebPAnimEncoderNew((int)options->width, (int)options->height, &encoding);
    return animation->encoder != NULL;
}

static void end(void *state) {
    webp_animation *animation = state;
    WebPAnimEncoderDelete(animation->encoder);
    free(animation);
}

static bool add(void *state, const uint8_t *pixels, uint32_t milliseconds,
                const char **out_problem) {
    webp_animation *animation = state;
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
        *out_problem = WORDS("a frame could not be added to the animation");
        return false;
    }
    animation->at += (int)milliseconds;
    return true;
}

static uint8_t *encode(void *state, size_t *out_size, const char **out_problem) {
    webp_animation *animation = state;
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
        *out_problem =
            WORDS("the animation could not be encoded: it has no frames, or memory is short");
    } else {
        memcpy(bytes, data.bytes, data.size);
        *out_size = data.size;
    }
    WebPDataClear(&data);
    return bytes;
}

void *animation_webp_begin(const picture_animation_options *options,
                           const animation_writer **out_writer, const char **out_problem) {
    static const animation_writer writer = {add, encode, end};
    webp_animation *animation = calloc(1, sizeof *animation);
    *out_writer = &writer;
    if (animation != NULL && set_up(animation, options)) return animation;
    if (animation != NULL) end(animation);
    *out_problem =
        WORDS("the animation cannot be started: WebP allows at most 16,383 pixels per side");
    return NULL;
}

#else

const char *animation_webp_problem(void) {
    return WORDS("this program was built without libwebp and cannot write .webp files");
}

void *animation_webp_begin(const picture_animation_options *options,
                           const animation_writer **out_writer, const char **out_problem) {
    (void)options, (void)out_writer;
    *out_problem = animation_webp_problem();
    return NULL;
}

#endif
