/* Errors of libpng come by longjmp: the function that calls setjmp has no variables of its own, and
 * what is taken is in a record that outlives the jump. */
#include "png_small.h"

#include <stdlib.h>
#include <string.h>

#include <png.h>
#include <setjmp.h>

/* --- What the pixels need --- */

/* The colours of a picture that has few. */
typedef struct palette {
    uint32_t colors[256]; /* as they lie in memory */
    uint16_t slots[1024]; /* where a colour is, by its hash, plus 1; 0: nothing */
    uint32_t count;       /* 257: there are too many */
} palette;

static uint32_t color_of(const uint8_t *pixel, bool has_alpha) {
    return pixel[0] | (uint32_t)pixel[1] << 8 | (uint32_t)pixel[2] << 16 |
           (has_alpha ? (uint32_t)pixel[3] << 24 : 0xFF000000u);
}

/* The place of a colour, which is added if it is new; 256: there is no room. */
static uint32_t palette_find(palette *of, uint32_t color) {
    uint32_t slot = (color * 2654435761u) >> 22;
    while (of->slots[slot] != 0) {
        if (of->colors[of->slots[slot] - 1] == color) return of->slots[slot] - 1u;
        slot = (slot + 1) & 1023u;
    }
    if (of->count >= 256) return 256;
    of->colors[of->count] = color;
    of->slots[slot] = (uint16_t)++of->count;
    return of->count - 1;
}

static bool fill_palette(palette *of, const uint8_t *pixels, size_t count, bool has_alpha) {
    memset(of, 0, sizeof *of);
    for (size_t i = 0; i < count; ++i) {
        if (palette_find(of, color_of(pixels + 4 * i, has_alpha)) == 256) return false;
    }
    return true;
}

static bool is_gray(const uint8_t *pixels, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        const uint8_t *at = pixels + 4 * i;
        if (at[0] != at[1] || at[0] != at[2]) return false;
    }
    return true;
}

/* --- Writing --- */

typedef struct png_writing {
    const uint8_t *pixels;
    uint32_t width, height;
    bool has_alpha, is_gray;
    palette *colors; /* NULL: no palette */
    int filters, level;
    png_structp png;
    png_infop info;
    uint8_t *row;
    uint8_t *bytes;
    size_t size, capacity;
    jmp_buf failed;
} png_writing;

static _Noreturn void on_error(png_structp png, png_const_charp message) {
    png_writing *writing = png_get_error_ptr(png);
    (void)message;
    longjmp(writing->failed, 1);
}

static void ignore(png_structp png, png_const_charp message) { (void)png, (void)message; }

static void append(png_structp png, png_bytep bytes, size_t size) {
    png_writing *writing = png_get_io_ptr(png);
    if (size > writing->capacity - writing->size) {
        size_t capacity = (writing->size + size) * 2;
        uint8_t *larger = realloc(writing->bytes, capacity);
        if (larger == NULL) png_error(png, "memory");
        writing->bytes = larger;
        writing->capacity = capacity;
    }
    memcpy(writing->bytes + writing->size, bytes, size);
    writing->size += size;
}

static void flush(png_structp png) { (void)png; }

static int color_type(const png_writing *writing) {
    if (writing->colors != NULL) return PNG_COLOR_TYPE_PALETTE;
    if (writing->is_gray) {
        return writing->has_alpha ? PNG_COLOR_TYPE_GRAY_ALPHA : PNG_COLOR_TYPE_GRAY;
    }
    return writing->has_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB;
}

static void set_palette(png_writing *writing) {
    png_color colors[256];
    png_byte alphas[256];
    for (uint32_t i = 0; i < writing->colors->count; ++i) {
        uint32_t color = writing->colors->colors[i];
        colors[i].red = (png_byte)color;
        colors[i].green = (png_byte)(color >> 8);
        colors[i].blue = (png_byte)(color >> 16);
        alphas[i] = (png_byte)(color >> 24);
    }
    png_set_PLTE(writing->png, writing->info, colors, (int)writing->colors->count);
    if (writing->has_alpha) {
        png_set_tRNS(writing->png, writing->info, alphas, (int)writing->colors->count, NULL);
    }
}

static void fill_row(const png_writing *writing, const uint8_t *from) {
    uint8_t *to = writing->row;
    for (uint32_t x = 0; x < writing->width; ++x, from += 4) {
        if (writing->colors != NULL) {
            *to++ = (uint8_t)palette_find(writing->colors, color_of(from, writing->has_alpha));
            continue;
        }
        *to++ = from[0];
        if (!writing->is_gray) {
            *to++ = from[1];
            *to++ = from[2];
        }
        if (writing->has_alpha) *to++ = from[3];
    }
}

static void write_png(png_writing *writing) {
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, writing, on_error, ignore);
    if (png == NULL) longjmp(writing->failed, 1);
    writing->png = png;
    writing->info = png_create_info_struct(png);
    if (writing->info == NULL) png_error(png, "memory");
    png_set_write_fn(png, writing, append, flush);
    png_set_IHDR(png, writing->info, writing->width, writing->height, 8, color_type(writing),
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (writing->colors != NULL) set_palette(writing);
    png_set_compression_level(png, writing->level);
    png_set_compression_mem_level(png, 9);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, writing->filters);
    png_write_info(png, writing->info);
    for (uint32_t y = 0; y < writing->height; ++y) {
        fill_row(writing, writing->pixels + (size_t)y * writing->width * 4);
        png_write_row(png, writing->row);
    }
    png_write_end(png, NULL);
}

static bool run_write(png_writing *writing) {
    if (setjmp(writing->failed) != 0) return false;
    write_png(writing);
    return true;
}

/* The picture with these filters. NULL: it cannot be written. */
static uint8_t *encode_with(const png_writing *settings, int filters, int level, size_t *out_size) {
    png_writing writing = *settings;
    bool is_written;
    writing.filters = filters;
    writing.level = level;
    is_written = run_write(&writing);
    png_destroy_write_struct(&writing.png, &writing.info);
    if (is_written) {
        *out_size = writing.size;
        return writing.bytes;
    }
    free(writing.bytes);
    return NULL;
}

/* Which filters make the middle of a picture smaller: trying them on all of it takes twice as
 * long. */
static int choose_filters(const png_writing *settings) {
    enum { ROWS = 96, FAST = 4 };
    png_writing some = *settings;
    size_t adaptive_size = SIZE_MAX, up_size = SIZE_MAX;
    if (some.height > ROWS) {
        some.pixels += (size_t)((some.height - ROWS) / 2) * some.width * 4;
        some.height = ROWS;
    }
    free(encode_with(&some, PNG_ALL_FILTERS, FAST, &adaptive_size));
    free(encode_with(&some, PNG_FILTER_UP, FAST, &up_size));
    return up_size < adaptive_size ? PNG_FILTER_UP : PNG_ALL_FILTERS;
}

uint8_t *png_small_encode(const uint8_t *pixels, uint32_t width, uint32_t height, bool has_alpha,
                          bool is_fast, size_t *out_size) {
    png_writing writing;
    palette colors;
    size_t count = (size_t)width * height;
    uint8_t *bytes;
    int filters = PNG_FILTER_NONE;
    memset(&writing, 0, sizeof writing);
    writing.pixels = pixels;
    writing.width = width;
    writing.height = height;
    writing.has_alpha = has_alpha;
    writing.is_gray = is_gray(pixels, count);
    writing.row = malloc((size_t)width * 4);
    if (writing.row == NULL) return NULL;
    if ((!writing.is_gray || has_alpha) && fill_palette(&colors, pixels, count, has_alpha)) {
        writing.colors = &colors;
    } else {
        filters = is_fast ? PNG_FILTER_UP : choose_filters(&writing);
    }
    bytes = encode_with(&writing, filters, is_fast ? 1 : 9, out_size);
    free(writing.row);
    return bytes;
}
