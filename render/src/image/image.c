#include "image_codec.h"

#include <string.h>

/* Sums of the shrinking fit their types up to this size. */
enum { LARGEST_SIDE = 1 << 20 };

static vrm_allocator allocator_or_default(const vrm_allocator *allocator) {
    return allocator != NULL ? *allocator : vrmr_default_allocator();
}

int32_t vrmr_source_check(const vrmr_source *source, uint32_t width, uint32_t height) {
    if (width == 0 || height == 0) return VRM_IMAGE_STATE_DAMAGED;
    if (width > source->max_size || height > source->max_size) return VRM_IMAGE_STATE_TOO_LARGE;
    return VRM_IMAGE_STATE_GOOD;
}

uint32_t vrmr_image_halvings(uint32_t width, uint32_t height, uint32_t max_texture) {
    uint32_t longer = width > height ? width : height, halvings = 0;
    while (vrmr_halved(longer, halvings) > max_texture) halvings += 1;
    return halvings;
}

bool vrmr_image_take(vrmr_image *image, uint32_t width, uint32_t height,
                     const vrm_allocator *allocator) {
    const vrmr_image nothing = {NULL, 0, 0};
    uint64_t bytes = vrmr_rgba_bytes(width, height);
    *image = nothing;
    if (bytes > SIZE_MAX) return false;
    image->pixels = allocator->allocate((size_t)bytes, VRMR_ALIGNMENT, allocator->user);
    if (image->pixels == NULL) return false;
    image->width = width;
    image->height = height;
    return true;
}

/* ---- formats ---- */

static bool is_png(const uint8_t *bytes, size_t size) {
    return size >= 8 && memcmp(bytes, "\x89PNG\r\n\x1A\n", 8) == 0;
}

static bool is_jpeg(const uint8_t *bytes, size_t size) {
    return size >= 3 && memcmp(bytes, "\xFF\xD8\xFF", 3) == 0;
}

static bool is_webp(const uint8_t *bytes, size_t size) {
    return size >= 12 && memcmp(bytes, "RIFF", 4) == 0 && memcmp(bytes + 8, "WEBP", 4) == 0;
}

#if !defined(VRM_HAVE_PNG) && !defined(VRM_HAVE_DEFLATE)
int32_t vrmr_png_size(const vrmr_source *source, vrmr_image_size *out) {
    (void)source, (void)out;
    return VRM_IMAGE_STATE_UNKNOWN;
}
int32_t vrmr_png_decode(const vrmr_source *source, vrmr_image *out) {
    (void)source, (void)out;
    return VRM_IMAGE_STATE_UNKNOWN;
}
#endif
#ifndef VRM_HAVE_JPEG
int32_t vrmr_jpeg_size(const vrmr_source *source, vrmr_image_size *out) {
    (void)source, (void)out;
    return VRM_IMAGE_STATE_UNKNOWN;
}
int32_t vrmr_jpeg_decode(const vrmr_source *source, vrmr_image *out) {
    (void)source, (void)out;
    return VRM_IMAGE_STATE_UNKNOWN;
}
#endif
#ifndef VRM_HAVE_WEBP
int32_t vrmr_webp_size(const vrmr_source *source, vrmr_image_size *out) {
    (void)source, (void)out;
    return VRM_IMAGE_STATE_UNKNOWN;
}
int32_t vrmr_webp_decode(const vrmr_source *source, vrmr_image *out) {
    (void)source, (void)out;
    return VRM_IMAGE_STATE_UNKNOWN;
}
#endif

/* The source of bytes with the limits filled in. */
static vrmr_source source_of(const uint8_t *bytes, size_t size, const vrmr_image_limits *limits,
                             const vrm_allocator *allocator) {
    vrmr_source source;
    memset(&source, 0, sizeof source);
    source.bytes = bytes;
    source.size = size;
    if (limits != NULL) {
        source.max_size = limits->max_size;
        source.max_texture = limits->max_texture;
        source.max_bytes = limits->max_bytes;
    }
    if (source.max_size == 0) source.max_size = VRMR_LARGEST_SIDE;
    if (source.max_size > LARGEST_SIDE) source.max_size = LARGEST_SIDE;
    if (source.max_texture == 0) source.max_texture = 4096;
    if (source.max_bytes == 0) source.max_bytes = UINT64_C(1) << 30;
    source.allocator = allocator_or_default(allocator);
    return source;
}

int32_t vrmr_image_measure(const uint8_t *bytes, size_t size, const vrm_allocator *allocator,
                           vrmr_image_size *out) {
    vrmr_source source = source_of(bytes, size, NULL, allocator);
    int32_t result = VRM_IMAGE_STATE_UNKNOWN;
    memset(out, 0, sizeof *out);
    if (bytes == NULL || size == 0) return VRM_IMAGE_STATE_MISSING;
    if (is_png(bytes, size)) result = vrmr_png_size(&source, out);
    if (is_jpeg(bytes, size)) result = vrmr_jpeg_size(&source, out);
    if (is_webp(bytes, size)) result = vrmr_webp_size(&source, out);
    if (result != VRM_IMAGE_STATE_GOOD) return result;
    return vrmr_source_check(&source, out->width, out->height);
}

int32_t vrmr_image_decode_charged(const uint8_t *bytes, size_t size,
                                  const vrmr_image_limits *limits, vrmr_image_work *work,
                                  const vrm_allocator *allocator, vrmr_image *out) {
    const vrmr_image nothing = {NULL, 0, 0};
    vrmr_source source = source_of(bytes, size, limits, allocator);
    source.work = work;
    *out = nothing;
    if (bytes == NULL || size == 0) return VRM_IMAGE_STATE_MISSING;
    if (is_png(bytes, size)) return vrmr_png_decode(&source, out);
    if (is_jpeg(bytes, size)) return vrmr_jpeg_decode(&source, out);
    if (is_webp(bytes, size)) return vrmr_webp_decode(&source, out);
    return VRM_IMAGE_STATE_UNKNOWN;
}

int32_t vrmr_image_decode(const uint8_t *bytes, size_t size, const vrmr_image_limits *limits,
                          const vrm_allocator *allocator, vrmr_image *out) {
    return vrmr_image_decode_charged(bytes, size, limits, NULL, allocator, out);
}

void vrmr_image_free(vrmr_image *image, const vrm_allocator *allocator) {
    const vrmr_image nothing = {NULL, 0, 0};
    vrm_allocator from = allocator_or_default(allocator);
    if (image->pixels != NULL) {
        from.release(image->pixels, (size_t)vrmr_image_bytes(image), VRMR_ALIGNMENT, from.user);
    }
    *image = nothing;
}

/* ---- within a budget ---- */

/* Reading costs more than passing over pixels, but small files may be read as they are. */
enum { READ_WORK = 4, FREE_BYTES = 4096 };

uint64_t vrmr_image_cost(const vrmr_image_size *image, size_t size) {
    uint64_t pixels = (uint64_t)image->width * image->height * image->pixel_work;
    uint64_t reading = size > FREE_BYTES ? (uint64_t)size * READ_WORK : 0;
    return pixels > reading ? pixels : reading;
}

bool vrmr_image_work_spend(vrmr_image_work *work, uint64_t amount) {
    if (work->spent > work->most || amount > work->most - work->spent) return false;
    work->spent += amount;
    return true;
}

bool vrmr_source_goes_on(const vrmr_source *source) {
    const vrmr_image_work *work = source->work;
    return work == NULL || work->cancel == NULL || work->cancel(work->cancel_user) == 0;
}

bool vrmr_source_has_room(const vrmr_source *source, uint64_t bytes) {
    const vrm_allocator *allocator = &source->allocator;
    void *memory;
    if (bytes == 0) return true;
    if (bytes > SIZE_MAX) return false;
    memory = allocator->allocate((size_t)bytes, VRMR_ALIGNMENT, allocator->user);
    if (memory == NULL) return false;
    allocator->release(memory, (size_t)bytes, VRMR_ALIGNMENT, allocator->user);
    return true;
}

static int32_t decode_within(vrmr_image_work *work, const void *bytes, size_t size,
                             const vrmr_image_limits *limits, const vrm_allocator *allocator,
                             vrmr_image *out) {
    const vrmr_image nothing = {NULL, 0, 0};
    vrmr_image_size measured;
    int32_t state = vrmr_image_measure(bytes, size, allocator, &measured);
    *out = nothing;
    if (state == VRM_IMAGE_STATE_GOOD &&
        !vrmr_image_work_spend(work, vrmr_image_cost(&measured, size))) {
        state = VRM_IMAGE_STATE_TOO_LARGE;
    }
    if (state == VRM_IMAGE_STATE_GOOD) {
        state = vrmr_image_decode_charged(bytes, size, limits, work, allocator, out);
    }
    return state == VRMR_IMAGE_NO_MEMORY ? VRM_IMAGE_STATE_TOO_LARGE : state;
}

vrm_image_state vrmr_image_try_within(vrmr_image_work *work, const void *bytes, size_t size,
                                      uint64_t max_bytes, const vrm_allocator *allocator) {
    const vrmr_image_limits limits = {0, 0, max_bytes};
    vrmr_image image;
    int32_t state = decode_within(work, bytes, size, &limits, allocator, &image);
    vrmr_image_free(&image, allocator);
    return state;
}

vrm_image_state vrmr_image_decode_within(vrmr_image_work *work, const void *bytes, size_t size,
                                         uint64_t max_bytes, const vrm_allocator *allocator,
                                         vrm_pixels *out) {
    const vrmr_image_limits limits = {0, LARGEST_SIDE, max_bytes}; /* never made smaller */
    vrmr_image image;
    int32_t state = decode_within(work, bytes, size, &limits, allocator, &image);
    out->bytes = image.pixels;
    out->width = image.width;
    out->height = image.height;
    return state;
}

/* ---- one image ---- */

vrm_image_state vrm_image_try(const void *bytes, size_t size, uint64_t max_bytes,
                              const vrm_allocator *allocator) {
    vrmr_image_work work = {VRMR_MOST_IMAGE_WORK, 0, NULL, NULL};
    return vrmr_image_try_within(&work, bytes, size, max_bytes, allocator);
}

vrm_image_state vrm_image_decode(const void *bytes, size_t size, uint64_t max_bytes,
                                 const vrm_allocator *allocator, vrm_pixels *out) {
    vrmr_image_work work = {VRMR_MOST_IMAGE_WORK, 0, NULL, NULL};
    if (out == NULL) return VRM_IMAGE_STATE_MISSING;
    return vrmr_image_decode_within(&work, bytes, size, max_bytes, allocator, out);
}

void vrm_image_release(vrm_pixels *image, const vrm_allocator *allocator) {
    vrmr_image own;
    if (image == NULL) return;
    own.pixels = image->bytes;
    own.width = image->width;
    own.height = image->height;
    vrmr_image_free(&own, allocator);
    memset(image, 0, sizeof *image);
}
