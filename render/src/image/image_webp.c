/*
 * WebP by libwebp: lossy and lossless, and the first frame of an animation. (Its own memory comes
 * from malloc. The pixels come from the allocator.)
 */
#include "image_codec.h"

#ifdef VRM_HAVE_WEBP

#include <string.h>

#include <webp/decode.h>
#include <webp/demux.h>

static int32_t result_of(VP8StatusCode status) {
    switch (status) {
    case VP8_STATUS_OK:
        return VRM_IMAGE_STATE_GOOD;
    case VP8_STATUS_OUT_OF_MEMORY:
        return VRMR_IMAGE_NO_MEMORY;
    case VP8_STATUS_UNSUPPORTED_FEATURE:
        return VRM_IMAGE_STATE_UNKNOWN;
    default:
        return VRM_IMAGE_STATE_DAMAGED;
    }
}

/* `into` of `canvas` is the first pixel. libwebp compares the size in the bytes with the room. */
static int32_t decode_at(const uint8_t *bytes, size_t size, const vrmr_image *canvas, size_t into) {
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config))
        return VRM_IMAGE_STATE_UNKNOWN; /* another version's library */
    config.output.colorspace = MODE_RGBA;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = canvas->pixels + into * 4;
    config.output.u.RGBA.stride = (int)(canvas->width * 4);
    config.output.u.RGBA.size = (size_t)vrmr_image_bytes(canvas) - into * 4;
    return result_of(WebPDecode(bytes, size, &config));
}

/* The first frame where the file puts it, on what is transparent. */
static int32_t decode_first_frame(const vrmr_source *source, const vrmr_image *canvas) {
    WebPData data;
    WebPDemuxer *demuxer;
    WebPIterator frame;
    int32_t result = VRM_IMAGE_STATE_DAMAGED;
    data.bytes = source->bytes;
    data.size = source->size;
    demuxer = WebPDemux(&data);
    if (demuxer == NULL) return VRM_IMAGE_STATE_DAMAGED;
    if (WebPDemuxGetFrame(demuxer, 1, &frame)) {
        uint32_t x = (uint32_t)frame.x_offset, y = (uint32_t)frame.y_offset;
        uint32_t width = (uint32_t)frame.width, height = (uint32_t)frame.height;
        if (frame.complete && x <= canvas->width && width <= canvas->width - x &&
            y <= canvas->height && height <= canvas->height - y) {
            memset(canvas->pixels, 0, (size_t)vrmr_image_bytes(canvas));
            result = decode_at(frame.fragment.bytes, frame.fragment.size, canvas,
                               (size_t)y * canvas->width + x);
        }
        WebPDemuxReleaseIterator(&frame);
    }
    WebPDemuxDelete(demuxer);
    return result;
}

static int32_t shrink(const vrmr_source *source, const vrmr_image *whole, uint32_t halvings,
                      vrmr_image *out) {
    const vrm_allocator *allocator = &source->allocator;
    vrmr_shrink shrinking;
    if (!vrmr_image_take(out, vrmr_halved(whole->width, halvings),
                         vrmr_halved(whole->height, halvings), allocator)) {
        return VRMR_IMAGE_NO_MEMORY;
    }
    if (!vrmr_shrink_begin(&shrinking, whole->width, whole->height, out, allocator)) {
        vrmr_shrink_end(&shrinking, allocator);
        vrmr_image_free(out, allocator);
        return VRMR_IMAGE_NO_MEMORY;
    }
    for (uint32_t y = 0; y < whole->height; ++y) {
        vrmr_shrink_add(&shrinking, whole->pixels + (size_t)y * whole->width * 4);
    }
    vrmr_shrink_end(&shrinking, allocator);
    return VRM_IMAGE_STATE_GOOD;
}

/* What is held at once: all pixels, those of the smaller image, and libwebp's own where it is not
 * known to be lossy (format 1), for lossless images refer back to any pixel. */
static uint64_t held_bytes(const WebPBitstreamFeatures *features, uint32_t halvings) {
    uint32_t width = (uint32_t)features->width, height = (uint32_t)features->height;
    uint64_t bytes = vrmr_rgba_bytes(width, height);
    if (features->format != 1) bytes *= 2;
    if (halvings != 0) {
        bytes += vrmr_rgba_bytes(vrmr_halved(width, halvings), vrmr_halved(height, halvings));
    }
    return bytes;
}

int32_t vrmr_webp_size(const vrmr_source *source, vrmr_image_size *out) {
    WebPBitstreamFeatures features;
    int32_t result = result_of(WebPGetFeatures(source->bytes, source->size, &features));
    if (result != VRM_IMAGE_STATE_GOOD) return result;
    out->width = (uint32_t)features.width;
    out->height = (uint32_t)features.height;
    out->pixel_work = 4;
    return VRM_IMAGE_STATE_GOOD;
}

/* What libwebp takes from malloc beside rows: all pixels of what may be lossless, or the alpha of a
 * lossy image as it is coded and as it becomes. */
static uint64_t library_bytes(const WebPBitstreamFeatures *features) {
    uint64_t pixels = (uint64_t)features->width * (uint64_t)features->height;
    if (features->format != 1) return pixels * 4;
    return features->has_alpha ? pixels * 2 : 0;
}

int32_t vrmr_webp_decode(const vrmr_source *source, vrmr_image *out) {
    WebPBitstreamFeatures features;
    vrmr_image whole;
    uint32_t width, height, halvings;
    int32_t result = result_of(WebPGetFeatures(source->bytes, source->size, &features));
    if (result != VRM_IMAGE_STATE_GOOD) return result;
    width = (uint32_t)features.width;
    height = (uint32_t)features.height;
    result = vrmr_source_check(source, width, height);
    if (result != VRM_IMAGE_STATE_GOOD) return result;
    halvings = vrmr_image_halvings(width, height, source->max_texture);
    if (held_bytes(&features, halvings) > source->max_bytes) return VRM_IMAGE_STATE_TOO_LARGE;

    if (!vrmr_source_goes_on(source))
        return VRM_IMAGE_STATE_TOO_LARGE; /* libwebp is not interrupted */
    if (!vrmr_image_take(&whole, width, height, &source->allocator)) return VRMR_IMAGE_NO_MEMORY;
    if (!vrmr_source_has_room(source, library_bytes(&features))) {
        vrmr_image_free(&whole, &source->allocator);
        return VRMR_IMAGE_NO_MEMORY;
    }
    result = features.has_animation ? decode_first_frame(source, &whole)
                                    : decode_at(source->bytes, source->size, &whole, 0);
    if (result == VRM_IMAGE_STATE_GOOD && halvings == 0) {
        *out = whole;
        return result;
    }
    if (result == VRM_IMAGE_STATE_GOOD) result = shrink(source, &whole, halvings, out);
    vrmr_image_free(&whole, &source->allocator);
    return result;
}

#endif
