#include "image_tool.h"

#include <stdlib.h>
#include <string.h>

#ifdef VRM_HAVE_RENDER

#include "apps/picture/picture_jpeg.h"
#include "png_small.h"

#include <vrm/render.h>

#ifdef VRM_HAVE_WEBP
#include <webp/encode.h>
#endif

/* --- Decoding --- */

int32_t image_tool_decode(const void *bytes, size_t size, vrm_image_format format, vrm_pixels *out,
                          void *user) {
    image_tool *tool = user;
    (void)format;
    if (vrmr_image_decode_within(&tool->work, bytes, size, VRMR_MOST_IMAGE_BYTES, tool->allocator,
                                 out) != VRM_IMAGE_STATE_GOOD) {
        return 0;
    }
    tool->read_bytes += size;
    tool->new_bytes += size;
    return 1;
}

void image_tool_release_pixels(vrm_pixels *pixels, void *user) {
    const image_tool *tool = user;
    vrm_image_release(pixels, tool->allocator);
}

/* --- What encoding may cost --- */

/* An image whose bytes the file has for it alone may take the time that the best encoding takes, if
 * it does not become very many pixels. Others are encoded quickly, and out of the budget. */
static bool is_paid_for(const image_tool *tool, const vrm_pixels *pixels) {
    enum { MOST_PIXEL_BYTES = 32 }; /* for each byte of the image */
    uint64_t bytes = (uint64_t)pixels->width * pixels->height * 4;
    return tool->read_bytes <= tool->file_bytes && bytes / MOST_PIXEL_BYTES <= tool->new_bytes;
}

/* Whether an encoder may take so many bytes of memory for each pixel, and so many bytes of work. */
static bool may_encode(image_tool *tool, const vrm_pixels *pixels, uint32_t memory, uint32_t work) {
    const uint64_t most = UINT64_C(400) << 20, count = (uint64_t)pixels->width * pixels->height;
    const vrm_allocator *allocator = tool->allocator;
    size_t bytes = (size_t)(count * memory);
    void *room;
    if (count > most / memory) return false;
    room = allocator->allocate(bytes, 16, allocator->user); /* encoders take theirs from malloc */
    if (room == NULL) return false;
    allocator->release(room, bytes, 16, allocator->user);
    return is_paid_for(tool, pixels) || vrmr_image_work_spend(&tool->work, count * work);
}

/* --- Encoding --- */

/* An image in one of the formats. */
typedef struct candidate {
    uint8_t *bytes;
    size_t size;
    const char *mime_type;
} candidate;

/* Takes the smaller one of two, and frees the other. */
static void take_smaller(candidate *best, uint8_t *bytes, size_t size, const char *mime_type) {
    if (bytes == NULL || size == 0 || (best->bytes != NULL && best->size <= size)) {
        free(bytes);
        return;
    }
    free(best->bytes);
    best->bytes = bytes;
    best->size = size;
    best->mime_type = mime_type;
}

/* Where another format is there already, a fast try tells first whether a PNG could be smaller at
 * all: the best one takes longer than everything else. */
static void try_png(image_tool *tool, const vrm_pixels *pixels, bool has_alpha, candidate *best) {
#ifdef VRM_HAVE_PNG
    png_small_settings settings = {has_alpha, PNG_EFFORT_FAST, tool->work.cancel,
                                   tool->work.cancel_user};
    size_t size = 0;
    uint8_t *bytes;
    if (!may_encode(tool, pixels, 1, 4)) return;
    if (best->bytes != NULL) {
        bytes = png_small_encode(pixels->bytes, pixels->width, pixels->height, &settings, &size);
        free(bytes);
        if (bytes == NULL || size / 2 > best->size) return;
    }
    settings.effort = is_paid_for(tool, pixels) ? PNG_EFFORT_BEST : PNG_EFFORT_QUICK;
    bytes = png_small_encode(pixels->bytes, pixels->width, pixels->height, &settings, &size);
    take_smaller(best, bytes, size, "image/png");
#else
    (void)tool, (void)pixels, (void)has_alpha, (void)best;
#endif
}

/* Alpha that is not seen may be anything. */
static void try_jpeg(image_tool *tool, const vrm_pixels *pixels, candidate *best) {
    const char *problem = NULL;
    size_t size = 0;
    uint8_t *bytes;
    if (!may_encode(tool, pixels, 6, 4)) return; /* libjpeg holds all coefficients */
    bytes = picture_encode_jpeg(pixels->bytes, pixels->width, pixels->height, true,
                                tool->jpeg_quality, &size, &problem);
    take_smaller(best, bytes, size, "image/jpeg");
}

#ifdef VRM_HAVE_WEBP

static int go_on(int percent, const WebPPicture *picture) {
    const vrmr_image_work *work = picture->user_data;
    (void)percent;
    return work->cancel == NULL || work->cancel(work->cancel_user) == 0;
}

/* As WebPEncodeRGBA and WebPEncodeLosslessRGBA do it, but so that it can be stopped. */
static bool encode_webp(const image_tool *tool, const vrm_pixels *pixels, bool is_lossless,
                        WebPMemoryWriter *out) {
    const float lossless_quality = 70.0f;
    WebPConfig config;
    WebPPicture picture;
    bool is_good;
    if (!WebPConfigPreset(&config, WEBP_PRESET_DEFAULT,
                          is_lossless ? lossless_quality : tool->webp_quality) ||
        !WebPPictureInit(&picture)) {
        return false;
    }
    config.lossless = picture.use_argb = is_lossless;
    picture.width = (int)pixels->width;
    picture.height = (int)pixels->height;
    picture.writer = WebPMemoryWrite;
    picture.custom_ptr = out;
    picture.progress_hook = go_on;
    picture.user_data = (void *)(uintptr_t)&tool->work;
    is_good = WebPPictureImportRGBA(&picture, pixels->bytes, (int)pixels->width * 4) &&
              WebPEncode(&config, &picture);
    WebPPictureFree(&picture);
    return is_good;
}

/* libwebp has a way of its own to free. */
static void try_webp(image_tool *tool, const vrm_pixels *pixels, bool is_color, candidate *best) {
    enum { LOSSY_MEMORY = 6, LOSSLESS_MEMORY = 24, WORK = 64 }; /* of a pixel */
    WebPMemoryWriter encoded;
    uint8_t *bytes = NULL;
    if (pixels->width > WEBP_MAX_DIMENSION || pixels->height > WEBP_MAX_DIMENSION ||
        !may_encode(tool, pixels, is_color ? LOSSY_MEMORY : LOSSLESS_MEMORY, WORK)) {
        return;
    }
    WebPMemoryWriterInit(&encoded);
    if (encode_webp(tool, pixels, !is_color, &encoded)) bytes = malloc(encoded.size);
    if (bytes != NULL) memcpy(bytes, encoded.mem, encoded.size);
    take_smaller(best, bytes, encoded.size, "image/webp");
    WebPMemoryWriterClear(&encoded);
}

const char *image_tool_webp_problem(void) { return NULL; }

#else

static void try_webp(image_tool *tool, const vrm_pixels *pixels, bool is_color, candidate *best) {
    (void)tool, (void)pixels, (void)is_color, (void)best;
}

const char *image_tool_webp_problem(void) { return "this program was built without libwebp"; }

#endif

const char *image_tool_jpeg_problem(void) { return picture_jpeg_problem(); }

const char *image_tool_problem(void) { return NULL; }

int32_t image_tool_encode(const vrm_pixels *pixels, vrm_image_use use, vrm_encoded_image *out,
                          void *user) {
    image_tool *tool = user;
    candidate best = {NULL, 0, NULL};
    bool is_color = (use & VRM_IMAGE_USE_COLOR) != 0, has_alpha = (use & VRM_IMAGE_USE_ALPHA) != 0;
    if (tool->jpeg_quality > 0.0f && is_color && !has_alpha) {
        try_jpeg(tool, pixels, &best);
    }
    if (tool->webp_quality > 0.0f && (use & VRM_IMAGE_USE_PICTURE) == 0) {
        try_webp(tool, pixels, is_color, &best);
    }
    try_png(tool, pixels, has_alpha, &best);
    tool->new_bytes = 0;
    free(tool->encoded);
    tool->encoded = best.bytes;
    out->bytes = best.bytes;
    out->size = best.size;
    out->mime_type = best.mime_type;
    return best.bytes != NULL;
}

#else

static const char *const nothing = "this program was built without the renderer's image decoders";

int32_t image_tool_decode(const void *bytes, size_t size, vrm_image_format format, vrm_pixels *out,
                          void *user) {
    (void)bytes, (void)size, (void)format, (void)out, (void)user;
    return 0;
}

void image_tool_release_pixels(vrm_pixels *pixels, void *user) { (void)pixels, (void)user; }

int32_t image_tool_encode(const vrm_pixels *pixels, vrm_image_use use, vrm_encoded_image *out,
                          void *user) {
    (void)pixels, (void)use, (void)out, (void)user;
    return 0;
}

const char *image_tool_problem(void) { return nothing; }
const char *image_tool_jpeg_problem(void) { return nothing; }
const char *image_tool_webp_problem(void) { return nothing; }

#endif

void image_tool_init(image_tool *tool, const vrm_load_desc *settings, uint64_t file_bytes) {
    memset(tool, 0, sizeof *tool);
    tool->allocator = settings->allocator;
    tool->file_bytes = file_bytes;
#ifdef VRM_HAVE_RENDER
    tool->work.most = VRMR_MOST_IMAGE_WORK;
    tool->work.cancel = settings->cancel;
    tool->work.cancel_user = settings->cancel_user;
#endif
}

void image_tool_release(image_tool *tool) {
    free(tool->encoded);
    tool->encoded = NULL;
}
