#include "png_small.h"

#include "apps/picture/png_whole.h"

#include <stdlib.h>
#include <string.h>

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
static uint32_t palette_find(palette *palette, uint32_t color) {
    uint32_t slot = (color * 2654435761u) >> 22;
    while (palette->slots[slot] != 0) {
        if (palette->colors[palette->slots[slot] - 1] == color) return palette->slots[slot] - 1u;
        slot = (slot + 1) & 1023u;
    }
    if (palette->count >= 256) return 256;
    palette->colors[palette->count] = color;
    palette->slots[slot] = (uint16_t)++palette->count;
    return palette->count - 1;
}

static bool fill_palette(palette *palette, const uint8_t *pixels, size_t count, bool has_alpha) {
    memset(palette, 0, sizeof *palette);
    for (size_t i = 0; i < count; ++i) {
        if (palette_find(palette, color_of(pixels + 4 * i, has_alpha)) == 256) return false;
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

typedef struct small_picture {
    const uint8_t *pixels;
    uint32_t width, height;
    const png_small_settings *settings;
    bool has_alpha, is_gray;
    palette *colors; /* NULL: no palette */
    int filters, level;
    uint8_t *row;
} small_picture;

static int color_type(const small_picture *picture) {
    if (picture->colors != NULL) return PNG_COLOR_TYPE_PALETTE;
    if (picture->is_gray)
        return picture->has_alpha ? PNG_COLOR_TYPE_GRAY_ALPHA : PNG_COLOR_TYPE_GRAY;
    return picture->has_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB;
}

static void set_palette(const small_picture *picture, png_structp png, png_infop info) {
    png_color colors[256];
    png_byte alphas[256];
    for (uint32_t i = 0; i < picture->colors->count; ++i) {
        uint32_t color = picture->colors->colors[i];
        colors[i].red = (png_byte)color;
        colors[i].green = (png_byte)(color >> 8);
        colors[i].blue = (png_byte)(color >> 16);
        alphas[i] = (png_byte)(color >> 24);
    }
    png_set_PLTE(png, info, colors, (int)picture->colors->count);
    if (picture->has_alpha) png_set_tRNS(png, info, alphas, (int)picture->colors->count, NULL);
}

static void fill_row(void *context, uint32_t y, uint8_t *pixel) {
    const small_picture *picture = context;
    const uint8_t *from = picture->pixels + (size_t)y * picture->width * 4;
    for (uint32_t x = 0; x < picture->width; ++x, from += 4) {
        if (picture->colors != NULL) {
            *pixel++ = (uint8_t)palette_find(picture->colors, color_of(from, picture->has_alpha));
            continue;
        }
        *pixel++ = from[0];
        if (!picture->is_gray) {
            *pixel++ = from[1];
            *pixel++ = from[2];
        }
        if (picture->has_alpha) *pixel++ = from[3];
    }
}

static bool is_stopped(const png_small_settings *settings) {
    return settings->cancel != NULL && settings->cancel(settings->cancel_user) != 0;
}

static void tell_header(png_structp png, png_infop info, void *context) {
    const small_picture *picture = context;
    png_set_IHDR(png, info, picture->width, picture->height, 8, color_type(picture),
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (picture->colors != NULL) set_palette(picture, png, info);
    png_write_info(png, info);
}

static void tell_small(png_structp png, png_infop info, void *context) {
    const small_picture *picture = context;
    png_set_compression_level(png, picture->level);
    png_set_compression_mem_level(png, 9);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, picture->filters);
    tell_header(png, info, context);
    for (uint32_t y = 0; y < picture->height; ++y) {
        if (is_stopped(picture->settings)) png_error(png, "stopped");
        fill_row(context, y, picture->row);
        png_write_row(png, picture->row);
    }
    png_write_end(png, NULL);
}

/* The picture with these filters. NULL: it cannot be written. */
static uint8_t *encode_with(const small_picture *settings, int filters, int level,
                            size_t *out_size) {
    enum { WHOLE_BEST = 8 }; /* of libdeflate: as few bytes as zlib's 9 */
    static const uint32_t channels[] = {[PNG_COLOR_TYPE_GRAY] = 1,
                                        [PNG_COLOR_TYPE_RGB] = 3,
                                        [PNG_COLOR_TYPE_PALETTE] = 1,
                                        [PNG_COLOR_TYPE_GRAY_ALPHA] = 2,
                                        [PNG_COLOR_TYPE_RGB_ALPHA] = 4};
    small_picture picture = *settings;
    const png_whole whole = {.width = picture.width,
                             .height = picture.height,
                             .channels = channels[color_type(&picture)],
                             .filters = filters,
                             .level = level == PNG_EFFORT_BEST ? WHOLE_BEST : level,
                             .tell_header = tell_header,
                             .fill_row = fill_row,
                             .cancel = picture.settings->cancel,
                             .cancel_user = picture.settings->cancel_user,
                             .context = &picture};
    uint8_t *bytes = png_whole_encode(&whole, out_size);
    picture.filters = filters;
    picture.level = level;
    return bytes != NULL ? bytes : png_write_bytes(tell_small, &picture, out_size);
}

/* Which filters make the middle of a picture smaller: trying them on all of it takes twice as
 * long. */
static int choose_filters(const small_picture *settings) {
    enum { ROWS = 96, FAST = 4 };
    small_picture some = *settings;
    size_t adaptive_size = SIZE_MAX, up_size = SIZE_MAX;
    if (some.height > ROWS) {
        some.pixels += (size_t)((some.height - ROWS) / 2) * some.width * 4;
        some.height = ROWS;
    }
    free(encode_with(&some, PNG_ALL_FILTERS, FAST, &adaptive_size));
    free(encode_with(&some, PNG_FILTER_UP, FAST, &up_size));
    return up_size < adaptive_size ? PNG_FILTER_UP : PNG_ALL_FILTERS;
}

uint8_t *png_small_encode(const uint8_t *pixels, uint32_t width, uint32_t height,
                          const png_small_settings *settings, size_t *out_size) {
    bool has_alpha = settings->has_alpha;
    small_picture small;
    palette colors;
    size_t count = (size_t)width * height;
    uint8_t *bytes;
    int filters = PNG_FILTER_NONE;
    memset(&small, 0, sizeof small);
    small.pixels = pixels;
    small.width = width;
    small.height = height;
    small.settings = settings;
    small.has_alpha = has_alpha;
    small.is_gray = is_gray(pixels, count);
    small.row = malloc((size_t)width * 4);
    if (small.row == NULL) return NULL;
    if ((!small.is_gray || has_alpha) && fill_palette(&colors, pixels, count, has_alpha)) {
        small.colors = &colors;
    } else {
        filters = settings->effort == PNG_EFFORT_FAST ? PNG_FILTER_UP : choose_filters(&small);
    }
    bytes = encode_with(&small, filters, (int)settings->effort, out_size);
    free(small.row);
    return bytes;
}
