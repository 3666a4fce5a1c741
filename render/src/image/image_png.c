/* PNG: the header, the choice of a decoder, and the one by libpng. */
#include "image_png.h"
#include "base/bytes.h"

#if defined(VRM_HAVE_PNG) || defined(VRM_HAVE_DEFLATE)

#include <string.h>

/* Deflate makes at most so many bytes of one. */
enum { MOST_DEFLATE_RATIO = 1032 };

bool vrmr_png_read_header(const vrmr_source *source, vrmr_png_header *out) {
    static const uint8_t channels[7] = {1, 0, 3, 1, 2, 0, 4};
    const uint8_t *bytes = source->bytes;
    if (source->size < VRMR_PNG_HEADER_SIZE) return false;
    if (memcmp(bytes, "\x89PNG\r\n\x1A\n\0\0\0\15IHDR", 16) != 0) return false;
    out->width = vrmi_load_u32_big(bytes + 16);
    out->height = vrmi_load_u32_big(bytes + 20);
    out->is_interlaced = bytes[28] == 1;
    if (bytes[25] > 6) return false;
    out->depth = bytes[24];
    out->color_type = bytes[25];
    out->packed_bits = (uint32_t)channels[bytes[25]] * bytes[24];
    out->packed_bytes = (uint64_t)out->width * out->height * out->packed_bits / 8;
    return true;
}

/* What is held at once: the image, and all of a larger one where rows do not come in order. */
static uint64_t held_bytes(const vrmr_png_header *header, uint32_t halvings) {
    uint64_t bytes = vrmr_rgba_bytes(vrmr_halved(header->width, halvings),
                                     vrmr_halved(header->height, halvings));
    if (halvings != 0 && header->is_interlaced) {
        bytes += vrmr_rgba_bytes(header->width, header->height);
    }
    return bytes;
}

/* Pixels as they are packed, or as they become. The seven passes of Adam7 write all of them twice:
 * libpng spreads each row of a pass over a whole row. */
int32_t vrmr_png_size(const vrmr_source *source, vrmr_image_size *out) {
    vrmr_png_header header;
    if (!vrmr_png_read_header(source, &header)) return VRM_IMAGE_STATE_DAMAGED;
    out->width = header.width;
    out->height = header.height;
    out->pixel_work = header.packed_bits > 32 ? header.packed_bits / 8 : 4;
    if (header.is_interlaced) out->pixel_work *= 2;
    return VRM_IMAGE_STATE_GOOD;
}

int32_t vrmr_png_decode(const vrmr_source *source, vrmr_image *out) {
    vrmr_png_header header;
    uint32_t halvings;
    int32_t result;
    if (!vrmr_png_read_header(source, &header)) return VRM_IMAGE_STATE_DAMAGED;
    result = vrmr_source_check(source, header.width, header.height);
    if (result != VRM_IMAGE_STATE_GOOD) return result;
    halvings = vrmr_image_halvings(header.width, header.height, source->max_texture);
    if (held_bytes(&header, halvings) > source->max_bytes) return VRM_IMAGE_STATE_TOO_LARGE;
    if (header.packed_bytes / MOST_DEFLATE_RATIO > source->size) return VRM_IMAGE_STATE_DAMAGED;
    result = vrmr_png_decode_whole(source, &header, halvings, out);
    if (result != VRM_IMAGE_STATE_UNKNOWN) return result;
    return vrmr_png_decode_rows(source, &header, halvings, out);
}

#endif

#ifdef VRM_HAVE_PNG

#include <png.h>
#include <setjmp.h>

typedef struct png_job {
    const vrmr_source *source;
    vrmr_png_header header;
    size_t at; /* what libpng has read of the source */
    uint32_t halvings;
    int32_t result; /* if libpng fails */
    png_structp png;
    png_infop info;
    vrmr_image whole; /* at full size, where an image is both interlaced and too large */
    vrmr_image image;
    uint8_t *row;
    vrmr_shrink shrink;
    jmp_buf failed;
} png_job;

/* ---- what libpng calls ---- */

static _Noreturn void fail(png_structp png, png_const_charp message) {
    png_job *job = png_get_error_ptr(png);
    (void)message;
    longjmp(job->failed, 1);
}

static void ignore(png_structp png, png_const_charp message) { (void)png, (void)message; }

static void read_bytes(png_structp png, png_bytep out, size_t size) {
    png_job *job = png_get_io_ptr(png);
    if (size > job->source->size - job->at) png_error(png, "cut short");
    memcpy(out, job->source->bytes + job->at, size);
    job->at += size;
}

/* libpng does not tell the size when it frees; it is kept in front. */
typedef union memory_header {
    size_t size;
    max_align_t align;
} memory_header;

static png_voidp take(png_structp png, png_alloc_size_t size) {
    png_job *job = png_get_mem_ptr(png);
    const vrm_allocator *allocator = &job->source->allocator;
    memory_header *block = NULL;
    if (size <= SIZE_MAX - sizeof *block) {
        block = allocator->allocate(size + sizeof *block, VRMR_ALIGNMENT, allocator->user);
    }
    if (block == NULL) {
        job->result = VRMR_IMAGE_NO_MEMORY;
        return NULL;
    }
    block->size = size + sizeof *block;
    return block + 1;
}

static void give_back(png_structp png, png_voidp memory) {
    png_job *job = png_get_mem_ptr(png);
    const vrm_allocator *allocator = &job->source->allocator;
    memory_header *block = memory;
    if (block == NULL) return;
    block -= 1;
    allocator->release(block, block->size, VRMR_ALIGNMENT, allocator->user);
}

/* ---- decoding ---- */

/* Everything as RGBA, 8 bits. What would change colors is skipped, and so is what could be large.
 * Left are IHDR, PLTE, tRNS, IDAT and IEND. */
static void set_transformations(png_structp png) {
    static const png_byte skipped[] = "bKGD\0cHRM\0eXIf\0gAMA\0hIST\0iCCP\0iTXt\0oFFs\0pCAL\0"
                                      "pHYs\0sBIT\0sCAL\0sPLT\0sRGB\0tEXt\0tIME\0zTXt";
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, skipped, (int)(sizeof skipped / 5));
    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
}

static void begin(png_job *job) {
    job->png =
        png_create_read_struct_2(PNG_LIBPNG_VER_STRING, job, fail, ignore, job, take, give_back);
    if (job->png == NULL) longjmp(job->failed, 1);
    job->info = png_create_info_struct(job->png);
    if (job->info == NULL) png_error(job->png, "memory");
    png_set_read_fn(job->png, job, read_bytes);
    png_set_user_limits(job->png, job->source->max_size, job->source->max_size);
    set_transformations(job->png);
    png_read_info(job->png, job->info);
}

static _Noreturn void refuse(png_job *job) {
    job->result = VRMR_IMAGE_NO_MEMORY;
    png_error(job->png, "memory");
}

static void take_memory(png_job *job) {
    const vrm_allocator *allocator = &job->source->allocator;
    uint32_t width = job->header.width, height = job->header.height;
    if (!vrmr_image_take(&job->image, vrmr_halved(width, job->halvings),
                         vrmr_halved(height, job->halvings), allocator)) {
        refuse(job);
    }
    if (job->halvings == 0) return;
    if (!vrmr_shrink_begin(&job->shrink, width, height, &job->image, allocator)) refuse(job);
    if (job->header.is_interlaced) {
        if (!vrmr_image_take(&job->whole, width, height, allocator)) refuse(job);
    } else {
        job->row = allocator->allocate((size_t)width * 4, VRMR_ALIGNMENT, allocator->user);
        if (job->row == NULL) refuse(job);
    }
}

static void go_on(png_job *job) {
    if (vrmr_source_goes_on(job->source)) return;
    job->result = VRM_IMAGE_STATE_TOO_LARGE;
    png_error(job->png, "stopped");
}

static void read_rows(png_job *job) {
    uint32_t height = job->header.height;
    size_t stride = (size_t)job->header.width * 4;
    uint8_t *pixels = job->halvings == 0 ? job->image.pixels : job->whole.pixels;
    int passes = png_set_interlace_handling(job->png);
    png_read_update_info(job->png, job->info);
    if (png_get_rowbytes(job->png, job->info) != stride) png_error(job->png, "not RGBA");
    if (job->row != NULL) {
        for (uint32_t y = 0; y < height; ++y) {
            go_on(job);
            png_read_row(job->png, job->row, NULL);
            vrmr_shrink_add(&job->shrink, job->row);
        }
        return;
    }
    for (int pass = 0; pass < passes; ++pass) {
        for (uint32_t y = 0; y < height; ++y) {
            go_on(job);
            png_read_row(job->png, pixels + y * stride, NULL);
        }
    }
    for (uint32_t y = 0; job->halvings != 0 && y < height; ++y) {
        go_on(job);
        vrmr_shrink_add(&job->shrink, pixels + y * stride);
    }
}

static int32_t run(png_job *job) {
    if (setjmp(job->failed) != 0) return job->result;
    begin(job);
    take_memory(job);
    read_rows(job);
    png_read_end(job->png, NULL); /* for the checksum of the last piece */
    return VRM_IMAGE_STATE_GOOD;
}

int32_t vrmr_png_decode_rows(const vrmr_source *source, const vrmr_png_header *header,
                             uint32_t halvings, vrmr_image *out) {
    const vrm_allocator *allocator = &source->allocator;
    png_job job;
    int32_t result;
    memset(&job, 0, sizeof job);
    job.source = source;
    job.result = VRM_IMAGE_STATE_DAMAGED;
    job.header = *header;
    job.halvings = halvings;
    result = run(&job);
    png_destroy_read_struct(&job.png, &job.info, NULL);
    vrmr_shrink_end(&job.shrink, allocator);
    vrmr_image_free(&job.whole, allocator);
    if (job.row != NULL) {
        allocator->release(job.row, (size_t)job.header.width * 4, VRMR_ALIGNMENT, allocator->user);
    }
    if (result == VRM_IMAGE_STATE_GOOD) {
        *out = job.image;
    } else {
        vrmr_image_free(&job.image, allocator);
    }
    return result;
}

#elif defined(VRM_HAVE_DEFLATE)

int32_t vrmr_png_decode_rows(const vrmr_source *source, const vrmr_png_header *header,
                             uint32_t halvings, vrmr_image *out) {
    (void)source, (void)header, (void)halvings, (void)out;
    return VRM_IMAGE_STATE_UNKNOWN;
}

#endif
