/*
 * PNG in one piece: libdeflate inflates all of it at once, several times as fast as zlib does it in
 * pieces, and rows become pixels four at a time. (libdeflate takes its tables from malloc; all that
 * grows with the image comes from the allocator.)
 */
#include "image_png.h"

#if defined(VRM_HAVE_DEFLATE)

#include "base/bytes.h"
#include "png_filter.h"

#include <libdeflate.h>
#include <string.h>

enum {
    CHUNK_SIZE = 12, /* its length, type and checksum */
    MOST_WINDOW_BITS = 15,
    MOST_EXPANSION = 1 << 10, /* of deflate, where libpng bounds it too */
    MOST_SKIPPED_BYTES = 1 << 20
};

/* What is inflated at once: 4096 x 4096 pixels. Larger images take less memory by libpng. */
#define MOST_WHOLE_BYTES (UINT64_C(65) << 20)

typedef struct whole_job {
    const vrmr_source *source;
    uint32_t width, height, channels, halvings;
    const uint8_t *first; /* chunk with pixels */
    uint32_t chunk_count; /* of those */
    size_t deflated_size; /* of them together */
    uint8_t *deflated;    /* where there are several */
    uint8_t *filtered;    /* all rows */
    size_t filtered_size;
    uint8_t *band; /* pixels: the row above, and the rows after it */
    size_t band_size;
    vrmr_image image;
    vrmr_shrink shrink;
} whole_job;

static void *take(const whole_job *job, size_t size) {
    const vrm_allocator *allocator = &job->source->allocator;
    return allocator->allocate(size, VRMR_ALIGNMENT, allocator->user);
}

static void give_back(const whole_job *job, void *memory, size_t size) {
    const vrm_allocator *allocator = &job->source->allocator;
    if (memory != NULL) allocator->release(memory, size, VRMR_ALIGNMENT, allocator->user);
}

/* ---- chunks ---- */

typedef struct chunk {
    const uint8_t *bytes; /* its length, its type, and so on */
    size_t size;          /* of its data */
} chunk;

static bool is_chunk(const chunk *one, const char type[4]) {
    return memcmp(one->bytes + 4, type, 4) == 0;
}

/* One that a reader may skip: its type begins with a small letter. Transparency is not skipped. */
static bool is_skipped(const chunk *one) {
    for (int i = 4; i < 8; ++i) {
        uint8_t letter = one->bytes[i] | 0x20;
        if (letter < 'a' || letter > 'z') return false;
    }
    return (one->bytes[4] & 0x20) != 0 && !is_chunk(one, "tRNS") && one->size <= MOST_SKIPPED_BYTES;
}

static bool has_checksum(const chunk *one) {
    return libdeflate_crc32(0, one->bytes + 4, one->size + 4) ==
           vrmi_load_u32_big(one->bytes + 8 + one->size);
}

static bool next_chunk(const vrmr_source *source, size_t *at, chunk *out) {
    size_t left = source->size - *at;
    if (left < CHUNK_SIZE) return false;
    out->bytes = source->bytes + *at;
    out->size = vrmi_load_u32_big(out->bytes);
    if (out->size > left - CHUNK_SIZE) return false;
    *at += out->size + CHUNK_SIZE;
    return true;
}

/* Finds the pixels. False: there is a chunk that is not known here, is damaged or out of order. */
static bool find_pixels(whole_job *job) {
    const vrmr_source *source = job->source;
    size_t at = VRMR_PNG_HEADER_SIZE;
    const chunk header = {source->bytes + 8, VRMR_PNG_HEADER_SIZE - 8 - CHUNK_SIZE};
    bool has_other = false; /* after the pixels */
    if (!has_checksum(&header) || memcmp(header.bytes + 18, "\0\0\0", 3) != 0) return false;
    for (;;) {
        chunk one;
        if (!next_chunk(source, &at, &one) || !has_checksum(&one)) return false;
        if (is_chunk(&one, "IDAT")) {
            if (has_other) return false;
            if (job->chunk_count == 0) job->first = one.bytes;
            job->chunk_count += 1;
            job->deflated_size += one.size;
        } else if (is_chunk(&one, "IEND")) {
            return job->chunk_count != 0;
        } else {
            if (!is_skipped(&one)) return false;
            has_other = job->chunk_count != 0;
        }
    }
}

/* ---- memory ---- */

static bool take_memory(whole_job *job) {
    const vrm_allocator *allocator = &job->source->allocator;
    uint32_t width = vrmr_halved(job->width, job->halvings);
    uint32_t height = vrmr_halved(job->height, job->halvings);
    uint64_t row = 1 + (uint64_t)job->width * job->channels, filtered = row * job->height;
    uint64_t band = vrmr_rgba_bytes(job->width, 1 + VRMR_FILTER_ROWS), held;
    if (filtered > MOST_WHOLE_BYTES || job->deflated_size > filtered + MOST_EXPANSION) return false;
    held = vrmr_rgba_bytes(width, height) + filtered + VRMR_FILTER_PADDING + band;
    if (job->chunk_count > 1) held += job->deflated_size;
    if (held > job->source->max_bytes) return false;
    job->filtered_size = (size_t)filtered;
    job->band_size = (size_t)band;
    job->filtered = take(job, job->filtered_size + VRMR_FILTER_PADDING);
    job->band = take(job, job->band_size);
    if (job->chunk_count > 1) {
        job->deflated = take(job, job->deflated_size);
        if (job->deflated == NULL) return false;
    }
    return job->filtered != NULL && job->band != NULL &&
           vrmr_image_take(&job->image, width, height, allocator) &&
           (job->halvings == 0 ||
            vrmr_shrink_begin(&job->shrink, job->width, job->height, &job->image, allocator));
}

static void release(whole_job *job) {
    give_back(job, job->filtered, job->filtered_size + VRMR_FILTER_PADDING);
    give_back(job, job->band, job->band_size);
    give_back(job, job->deflated, job->deflated_size);
    vrmr_shrink_end(&job->shrink, &job->source->allocator);
}

/* ---- pixels ---- */

/* The data of all chunks with pixels, one after the other. */
static const uint8_t *join_chunks(whole_job *job) {
    size_t at = (size_t)(job->first - job->source->bytes), filled = 0;
    if (job->deflated == NULL) return job->first + 8;
    for (uint32_t i = 0; i < job->chunk_count; ++i) {
        chunk one;
        if (!next_chunk(job->source, &at, &one)) return NULL;
        memcpy(job->deflated + filled, one.bytes + 8, one.size);
        filled += one.size;
    }
    return job->deflated;
}

/* libdeflate does not check how far back bytes are copied from, which the size of the window
 * bounds. Where all of them fit the window, there is nothing to check. */
static bool has_wide_window(const whole_job *job, const uint8_t *bytes) {
    uint32_t bits = 8 + (bytes[0] >> 4);
    return bits == MOST_WINDOW_BITS || job->filtered_size <= (size_t)1 << bits;
}

static bool inflate_rows(whole_job *job, const uint8_t *bytes) {
    struct libdeflate_decompressor *inflater = libdeflate_alloc_decompressor();
    enum libdeflate_result result;
    if (inflater == NULL) return false;
    result = libdeflate_zlib_decompress(inflater, bytes, job->deflated_size, job->filtered,
                                        job->filtered_size, NULL);
    libdeflate_free_decompressor(inflater);
    memset(job->filtered + job->filtered_size, 0, VRMR_FILTER_PADDING);
    return result == LIBDEFLATE_SUCCESS;
}

static int32_t make_pixels(whole_job *job) {
    vrmr_filtered from = {job->filtered, job->width, job->channels};
    size_t row = (size_t)job->width * 4;
    const uint8_t *above = job->band;
    memset(job->band, 0, row);
    for (uint32_t y = 0; y < job->height; y += VRMR_FILTER_ROWS) {
        uint32_t left = job->height - y, count = left < VRMR_FILTER_ROWS ? left : VRMR_FILTER_ROWS;
        uint8_t *out = job->halvings == 0 ? job->image.pixels + y * row : job->band + row;
        if (!vrmr_source_goes_on(job->source)) return VRM_IMAGE_STATE_TOO_LARGE;
        if (!vrmr_unfilter(&from, count, above, out)) return VRM_IMAGE_STATE_UNKNOWN;
        from.rows += count * (1 + (size_t)job->width * job->channels);
        if (job->halvings == 0) {
            above = out + (count - 1) * row;
            continue;
        }
        for (uint32_t i = 0; i < count; ++i) vrmr_shrink_add(&job->shrink, out + i * row);
        memcpy(job->band, out + (count - 1) * row, row);
    }
    return VRM_IMAGE_STATE_GOOD;
}

static int32_t decode(whole_job *job) {
    vrmr_image_work *work = job->source->work;
    const uint8_t *bytes;
    int32_t result = VRM_IMAGE_STATE_UNKNOWN;
    if (!find_pixels(job) || !take_memory(job)) return result;
    bytes = join_chunks(job);
    if (bytes == NULL || job->deflated_size == 0 || !has_wide_window(job, bytes)) return result;
    if (inflate_rows(job, bytes)) result = make_pixels(job);
    if (result != VRM_IMAGE_STATE_UNKNOWN) return result;
    /* libpng goes over all pixels again, which counts as work too. */
    if (work != NULL && !vrmr_image_work_spend(work, job->filtered_size)) {
        return VRM_IMAGE_STATE_TOO_LARGE;
    }
    return result;
}

int32_t vrmr_png_decode_whole(const vrmr_source *source, const vrmr_png_header *header,
                              uint32_t halvings, vrmr_image *out) {
    whole_job job;
    int32_t result;
    bool is_known = header->color_type == VRMR_PNG_RGB || header->color_type == VRMR_PNG_RGBA;
    if (!is_known || header->depth != 8 || header->is_interlaced ||
        header->width < VRMR_FILTER_WIDTH) {
        return VRM_IMAGE_STATE_UNKNOWN;
    }
    memset(&job, 0, sizeof job);
    job.source = source;
    job.width = header->width;
    job.height = header->height;
    job.channels = header->packed_bits / 8;
    job.halvings = halvings;
    result = decode(&job);
    release(&job);
    if (result == VRM_IMAGE_STATE_GOOD) {
        *out = job.image;
    } else {
        vrmr_image_free(&job.image, &source->allocator);
    }
    return result;
}

#else

int32_t vrmr_png_decode_whole(const vrmr_source *source, const vrmr_png_header *header,
                              uint32_t halvings, vrmr_image *out) {
    (void)source, (void)header, (void)halvings, (void)out;
    return VRM_IMAGE_STATE_UNKNOWN;
}

#endif
