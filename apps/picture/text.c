#include "text.h"
#include "font.h"
#include "text_blend.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <vrm/base.h>

#ifdef VRM_HAVE_TEXT
#include "text_shape.h"

#include <fribidi.h>
#endif

struct text_fonts {
    const char *problem; /* there are no faces */
#ifdef VRM_HAVE_TEXT
    text_faces faces;
    uint32_t characters[MOST_CHARACTERS]; /* of the line that is being made */
    uint32_t count;
    shaped_text shaped;
#endif
};

/* --- Lines --- */

uint32_t text_line_height(uint32_t size) { return size + (2 * size + 4) / 5; }

/* Rows above the base line: high enough for accents on capitals and for Devanagari. */
static uint32_t baseline_of(uint32_t size) { return size + size / 20; }

static uint32_t bounded_size(uint32_t size) {
    return size < 1 ? 1 : size > TEXT_MOST_SIZE ? TEXT_MOST_SIZE : size;
}

void text_line_release(text_line *line) {
    free(line->pixels);
    memset(line, 0, sizeof *line);
}

static bool begin_line(text_line *line, uint32_t width, uint32_t size) {
    memset(line, 0, sizeof *line);
    line->width = width;
    line->height = text_line_height(size);
    line->baseline = baseline_of(size);
    if (width == 0) return true;
    line->pixels = calloc((size_t)width * line->height, 4);
    return line->pixels != NULL;
}

void text_line_put(const text_line *line, uint8_t *pixels, uint32_t width, uint32_t height,
                   int32_t x, int32_t y) {
    for (uint32_t row = 0; row < line->height; ++row) {
        int64_t to_y = (int64_t)y + row;
        if (to_y < 0 || to_y >= height) continue;
        for (uint32_t column = 0; column < line->width; ++column) {
            int64_t to_x = (int64_t)x + column;
            if (to_x < 0 || to_x >= width) continue;
            text_blend(pixels + ((size_t)to_y * width + (size_t)to_x) * 4,
                       line->pixels + ((size_t)row * line->width + column) * 4);
        }
    }
}

/* What is drawn: harmless, and bounded; it may end in "…". */
static void make_harmless(const char *text, size_t length, char out[TEXT_MOST_BYTES]) {
    /* More bytes than that do not fit, whatever they are. */
    vrm_text_to_printable(text, length < TEXT_MOST_BYTES ? length : TEXT_MOST_BYTES, out,
                          TEXT_MOST_BYTES);
}

/* --- With letters of ASCII alone --- */

static uint32_t plain_scale(uint32_t size) {
    uint32_t scale = size / FONT_HEIGHT;
    return scale > 0 ? scale : 1;
}

static uint32_t count_boxes(const char *text) {
    uint32_t count = 0;
    for (; *text != '\0'; ++text) {
        bool is_ellipsis = strncmp(text, "\xE2\x80\xA6", 3) == 0;
        count += ((unsigned char)*text & 0xC0) == 0xC0 && !is_ellipsis;
    }
    return count;
}

/* Cuts the text so that it fits with the "…" that it then ends in. */
static void plain_cut(char text[TEXT_MOST_BYTES + 4], uint32_t scale, uint32_t most_width) {
    static const char ellipsis[] = "\xE2\x80\xA6";
    size_t length = strlen(text);
    do {
        while (length > 0 && ((unsigned char)text[--length] & 0xC0) == 0x80) continue;
        memcpy(text + length, ellipsis, sizeof ellipsis);
    } while (length > 0 && font_width(text) * scale > most_width);
}

static bool plain_line(char text[TEXT_MOST_BYTES + 4], uint32_t size, uint32_t most_width,
                       const uint8_t color[4], text_line *out) {
    uint32_t scale = plain_scale(size), rows = FONT_HEIGHT_ABOVE * scale;
    bool is_cut = font_width(text) * scale > most_width;
    if (is_cut) plain_cut(text, scale, most_width);
    if (!begin_line(out, font_width(text) * scale, size)) return false;
    out->missing = count_boxes(text);
    out->is_cut = is_cut;
    font_draw(out->pixels, out->width, out->height, 0,
              out->baseline > rows ? out->baseline - rows : 0, scale, text, color);
    return true;
}

/* --- With the system's fonts --- */

#ifdef VRM_HAVE_TEXT

static bool shape(text_fonts *fonts, uint32_t count, uint32_t size) {
    return text_shape(&fonts->faces, fonts->characters, count, size, &fonts->shaped);
}

static uint32_t shaped_width(const text_fonts *fonts) {
    return (uint32_t)ceil(fonts->shaped.width > 0.0 ? fonts->shaped.width : 0.0);
}

static bool shape_text(text_fonts *fonts, const char *text, uint32_t size) {
    fonts->count = (uint32_t)fribidi_charset_to_unicode(
        FRIBIDI_CHAR_SET_UTF8, text, (FriBidiStrIndex)strlen(text), fonts->characters);
    return shape(fonts, fonts->count, size);
}

/* Shapes the first `count` characters with "…" behind them, in the place of the next. */
static bool shape_cut(text_fonts *fonts, uint32_t count, uint32_t size) {
    uint32_t keep = fonts->characters[count];
    bool is_good;
    fonts->characters[count] = 0x2026;
    is_good = shape(fonts, count + 1, size);
    fonts->characters[count] = keep;
    return is_good;
}

/* The end of the last whole character, marks and all, within the first `count`. */
static uint32_t whole_end(const text_fonts *fonts, uint32_t count) {
    while (count > 0 && text_is_attached(fonts->characters, count)) --count;
    return count;
}

/* As many characters as fit, found by halves: at most eleven times the cost of the line. */
static bool cut_text(text_fonts *fonts, uint32_t size, uint32_t most_width) {
    uint32_t fits = 0, too_many = fonts->count;
    while (too_many - fits > 1) {
        uint32_t middle = fits + (too_many - fits) / 2;
        if (!shape_cut(fonts, whole_end(fonts, middle), size)) return false;
        if (shaped_width(fonts) <= most_width) {
            fits = middle;
        } else {
            too_many = middle;
        }
    }
    return shape_cut(fonts, whole_end(fonts, fits), size);
}

static bool shaped_line(text_fonts *fonts, const char *text, uint32_t size, uint32_t most_width,
                        const uint8_t color[4], text_line *out) {
    bool is_cut;
    if (!shape_text(fonts, text, size)) return false;
    is_cut = shaped_width(fonts) > most_width;
    if (is_cut && !cut_text(fonts, size, most_width)) return false;
    if (!begin_line(out, shaped_width(fonts), size)) return false;
    out->missing = fonts->shaped.missing;
    out->is_cut = is_cut;
    for (uint32_t i = 0; i < fonts->shaped.count; ++i) {
        text_paint(&fonts->faces, &fonts->shaped.glyphs[i], size, color, out->pixels, out->width,
                   out->height, out->baseline);
    }
    return true;
}

#endif

/* --- The fonts --- */

text_fonts *text_fonts_open(void) {
    text_fonts *fonts = calloc(1, sizeof *fonts);
    if (fonts == NULL) return NULL;
#ifdef VRM_HAVE_TEXT
    if (!text_faces_open(&fonts->faces)) {
        fonts->problem = "fontconfig found no font, so that only ASCII letters can be drawn";
    }
#else
    fonts->problem = "this program was built without FreeType, HarfBuzz, FriBidi and fontconfig, "
                     "so that only ASCII letters can be drawn";
#endif
    return fonts;
}

void text_fonts_close(text_fonts *fonts) {
    if (fonts == NULL) return;
#ifdef VRM_HAVE_TEXT
    text_faces_close(&fonts->faces);
#endif
    free(fonts);
}

const char *text_fonts_problem(const text_fonts *fonts) { return fonts->problem; }

uint32_t text_width(text_fonts *fonts, const char *text, size_t length, uint32_t size) {
    char harmless[TEXT_MOST_BYTES + 4];
    size = bounded_size(size);
    make_harmless(text, length, harmless);
#ifdef VRM_HAVE_TEXT
    if (fonts->problem == NULL) return shape_text(fonts, harmless, size) ? shaped_width(fonts) : 0;
#endif
    (void)fonts;
    return font_width(harmless) * plain_scale(size);
}

bool text_line_make(text_fonts *fonts, const char *text, size_t length, uint32_t size,
                    uint32_t most_width, const uint8_t color[4], text_line *out) {
    char harmless[TEXT_MOST_BYTES + 4];
    memset(out, 0, sizeof *out);
    if (most_width == 0 || most_width > TEXT_MOST_WIDTH) most_width = TEXT_MOST_WIDTH;
    size = bounded_size(size);
    make_harmless(text, length, harmless);
#ifdef VRM_HAVE_TEXT
    if (fonts->problem == NULL) {
        return shaped_line(fonts, harmless, size, most_width, color, out);
    }
#endif
    (void)fonts;
    return plain_line(harmless, size, most_width, color, out);
}
