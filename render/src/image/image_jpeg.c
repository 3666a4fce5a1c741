/*
 * JPEG by libjpeg-turbo. (Its memory comes from malloc: there is no way to give it another. The
 * pixels come from the allocator.)
 */
#include "image_codec.h"

#ifdef VRM_HAVE_JPEG

#include <setjmp.h>
#include <stdio.h> /* jpeglib.h needs it */
#include <string.h>

#include <jerror.h>
#include <jpeglib.h>

enum {
    MOST_SCANS = 200, /* encoders make about 10 */
    MOST_DCT_HALVINGS = 3,
    ROWS_AT_ONCE = 8
};

typedef struct jpeg_job {
    const vrmr_source *source;
    int32_t result; /* once libjpeg has failed */
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    vrmr_image image;
    uint32_t halvings; /* after those within the DCT */
    int scan;          /* the last one whose work was spent */
    uint8_t *rows;     /* ROWS_AT_ONCE, where rows do not go straight into the image */
    size_t rows_bytes;
    vrmr_shrink shrink;
    jmp_buf failed;
} jpeg_job;

static _Noreturn void fail(jpeg_job *job, int32_t result) {
    job->result = result;
    longjmp(job->failed, 1);
}

/* ---- what libjpeg calls ---- */

static int32_t result_of(int code) {
    switch (code) {
    case JERR_OUT_OF_MEMORY:
        return VRMR_IMAGE_NO_MEMORY;
    case JERR_IMAGE_TOO_BIG:
        return VRM_IMAGE_STATE_TOO_LARGE;
    /* Kinds of JPEG that this library was built without: 12 bits, lossless, arithmetic coding,
     * colors that have no meaning. */
    case JERR_ARITH_NOTIMPL:
    case JERR_BAD_PRECISION:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_SOF_UNSUPPORTED:
        return VRM_IMAGE_STATE_UNKNOWN;
    default:
        return VRM_IMAGE_STATE_DAMAGED;
    }
}

static void on_error(j_common_ptr jpeg) { fail(jpeg->client_data, result_of(jpeg->err->msg_code)); }

/* libjpeg goes on after warnings, with gray in place of what is missing. */
static void on_warning(j_common_ptr jpeg, int level) {
    if (level >= 0) return;
    switch (jpeg->err->msg_code) {
    case JWRN_ADOBE_XFORM: /* oddities that change no pixel */
    case JWRN_BOGUS_PROGRESSION:
    case JWRN_EXTRANEOUS_DATA:
    case JWRN_JFIF_MAJOR:
    case JWRN_NOT_SEQUENTIAL:
    case JWRN_TOO_MUCH_DATA:
        break;
    default:
        fail(jpeg->client_data, VRM_IMAGE_STATE_DAMAGED);
    }
}

static void on_message(j_common_ptr jpeg) { (void)jpeg; }

/* A scan is few bytes and goes over all blocks of its components. For each block, it costs about as
 * much as 16 coefficients, and a coefficient half as much as a byte of a PNG. */
static uint64_t scan_work(const struct jpeg_decompress_struct *jpeg) {
    enum { BLOCK = 16 };
    uint64_t blocks = 0;
    for (int i = 0; i < jpeg->comps_in_scan; ++i) {
        const jpeg_component_info *component = jpeg->cur_comp_info[i];
        blocks += (uint64_t)component->width_in_blocks * component->height_in_blocks;
    }
    return blocks * (uint64_t)(BLOCK + jpeg->Se - jpeg->Ss + 1) / 2;
}

/* Called for each row of blocks, in each scan and in the end. */
static void on_progress(j_common_ptr common) {
    jpeg_job *job = common->client_data;
    const struct jpeg_decompress_struct *jpeg = &job->jpeg;
    vrmr_image_work *work = job->source->work;
    if (jpeg->input_scan_number > MOST_SCANS) fail(job, VRM_IMAGE_STATE_DAMAGED);
    if (!vrmr_source_goes_on(job->source)) fail(job, VRM_IMAGE_STATE_TOO_LARGE);
    if (work == NULL || job->scan == jpeg->input_scan_number) return;
    job->scan = jpeg->input_scan_number;
    if (jpeg_has_multiple_scans(&job->jpeg) && !vrmr_image_work_spend(work, scan_work(jpeg))) {
        fail(job, VRM_IMAGE_STATE_TOO_LARGE);
    }
}

/* ---- decoding ---- */

static void read_header(jpeg_job *job) {
    size_t size = job->source->size < INT32_MAX ? job->source->size : INT32_MAX; /* fits a long */
    jpeg_create_decompress(&job->jpeg);
    job->jpeg.progress = &job->progress;
    jpeg_mem_src(&job->jpeg, job->source->bytes, (unsigned long)size);
    jpeg_read_header(&job->jpeg, TRUE);
}

/* All coefficients are held where they come in several scans. */
static uint64_t coefficient_bytes(jpeg_job *job) {
    uint64_t bytes = 0;
    if (!jpeg_has_multiple_scans(&job->jpeg)) return 0;
    for (int i = 0; i < job->jpeg.num_components; ++i) {
        const jpeg_component_info *component = &job->jpeg.comp_info[i];
        bytes +=
            (uint64_t)component->width_in_blocks * component->height_in_blocks * sizeof(JBLOCK);
    }
    return bytes;
}

static bool is_cmyk(const jpeg_job *job) { return job->jpeg.out_color_space == JCS_CMYK; }

static void choose_output(jpeg_job *job) {
    struct jpeg_decompress_struct *jpeg = &job->jpeg;
    uint32_t halvings, within;
    int32_t result = vrmr_source_check(job->source, jpeg->image_width, jpeg->image_height);
    uint64_t bytes;
    if (result != VRM_IMAGE_STATE_GOOD) fail(job, result);
    halvings = vrmr_image_halvings(jpeg->image_width, jpeg->image_height, job->source->max_texture);
    bytes = vrmr_rgba_bytes(vrmr_halved(jpeg->image_width, halvings),
                            vrmr_halved(jpeg->image_height, halvings));
    if (bytes + coefficient_bytes(job) > job->source->max_bytes)
        fail(job, VRM_IMAGE_STATE_TOO_LARGE);
    within = halvings < MOST_DCT_HALVINGS ? halvings : MOST_DCT_HALVINGS;
    job->halvings = halvings - within;
    jpeg->scale_num = 1;
    jpeg->scale_denom = 1u << within;
    jpeg->out_color_space = jpeg->num_components == 4 ? JCS_CMYK : JCS_EXT_RGBA;
    jpeg_calc_output_dimensions(jpeg);
}

static void take_memory(jpeg_job *job) {
    const vrm_allocator *allocator = &job->source->allocator;
    uint32_t width = job->jpeg.output_width, height = job->jpeg.output_height;
    if (!vrmr_image_take(&job->image, vrmr_halved(width, job->halvings),
                         vrmr_halved(height, job->halvings), allocator)) {
        fail(job, VRMR_IMAGE_NO_MEMORY);
    }
    if (!vrmr_source_has_room(job->source, coefficient_bytes(job))) fail(job, VRMR_IMAGE_NO_MEMORY);
    if (job->halvings == 0) return;
    job->rows_bytes = (size_t)width * 4 * ROWS_AT_ONCE;
    job->rows = allocator->allocate(job->rows_bytes, VRMR_ALIGNMENT, allocator->user);
    if (job->rows == NULL ||
        !vrmr_shrink_begin(&job->shrink, width, height, &job->image, allocator)) {
        fail(job, VRMR_IMAGE_NO_MEMORY);
    }
}

static uint8_t times(uint32_t a, uint32_t b) {
    uint32_t product = a * b + 128;
    return (uint8_t)((product + (product >> 8)) >> 8); /* a * b / 255, rounded */
}

/* Four inks as RGBA, in place. Adobe's programs write them inverted, and say that they wrote it. */
static void convert_cmyk(uint8_t *row, uint32_t width, bool is_inverted) {
    uint8_t flip = is_inverted ? 0 : 0xFF;
    for (uint32_t x = 0; x < width; ++x, row += 4) {
        uint8_t key = row[3] ^ flip;
        for (int c = 0; c < 3; ++c) row[c] = times((uint8_t)(row[c] ^ flip), key);
        row[3] = 0xFF;
    }
}

static void finish_rows(jpeg_job *job, uint8_t *rows, uint32_t count) {
    size_t stride = (size_t)job->jpeg.output_width * 4;
    for (uint32_t i = 0; i < count; ++i, rows += stride) {
        if (is_cmyk(job)) {
            convert_cmyk(rows, job->jpeg.output_width, job->jpeg.saw_Adobe_marker);
        }
        if (job->halvings != 0) vrmr_shrink_add(&job->shrink, rows);
    }
}

static void read_rows(jpeg_job *job) {
    size_t stride = (size_t)job->jpeg.output_width * 4;
    JSAMPROW pointers[ROWS_AT_ONCE];
    while (job->jpeg.output_scanline < job->jpeg.output_height) {
        uint32_t first = job->jpeg.output_scanline, left = job->jpeg.output_height - first, count;
        uint8_t *rows = job->halvings != 0 ? job->rows : job->image.pixels + first * stride;
        if (left > ROWS_AT_ONCE) left = ROWS_AT_ONCE;
        for (uint32_t i = 0; i < left; ++i) pointers[i] = rows + i * stride;
        count = jpeg_read_scanlines(&job->jpeg, pointers, left);
        if (count == 0) fail(job, VRM_IMAGE_STATE_DAMAGED);
        finish_rows(job, rows, count);
    }
}

static int32_t run(jpeg_job *job) {
    if (setjmp(job->failed) != 0) return job->result;
    read_header(job);
    choose_output(job);
    take_memory(job);
    jpeg_start_decompress(&job->jpeg);
    read_rows(job);
    return VRM_IMAGE_STATE_GOOD;
}

static int32_t run_header(jpeg_job *job) {
    if (setjmp(job->failed) != 0) return job->result;
    read_header(job);
    return VRM_IMAGE_STATE_GOOD;
}

static void begin(jpeg_job *job, const vrmr_source *source) {
    memset(job, 0, sizeof *job);
    job->source = source;
    job->jpeg.err = jpeg_std_error(&job->errors);
    job->errors.error_exit = on_error;
    job->errors.emit_message = on_warning;
    job->errors.output_message = on_message;
    job->progress.progress_monitor = on_progress;
    job->jpeg.client_data = job;
}

int32_t vrmr_jpeg_size(const vrmr_source *source, vrmr_image_size *out) {
    jpeg_job job;
    int32_t result;
    begin(&job, source);
    result = run_header(&job);
    if (result == VRM_IMAGE_STATE_GOOD) {
        out->width = job.jpeg.image_width;
        out->height = job.jpeg.image_height;
        out->pixel_work = 4;
    }
    jpeg_destroy_decompress(&job.jpeg);
    return result;
}

int32_t vrmr_jpeg_decode(const vrmr_source *source, vrmr_image *out) {
    const vrm_allocator *allocator = &source->allocator;
    jpeg_job job;
    int32_t result;
    begin(&job, source);
    result = run(&job);
    jpeg_destroy_decompress(&job.jpeg);
    vrmr_shrink_end(&job.shrink, allocator);
    if (job.rows != NULL)
        allocator->release(job.rows, job.rows_bytes, VRMR_ALIGNMENT, allocator->user);
    if (result == VRM_IMAGE_STATE_GOOD) {
        *out = job.image;
    } else {
        vrmr_image_free(&job.image, allocator);
    }
    return result;
}

#endif
