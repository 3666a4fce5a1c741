/* The system's fonts, by fontconfig and FreeType. */
#include "text_blend.h"
#include "text_shape.h"

#include <hb-ft.h>
#include <stdlib.h>
#include <string.h>

#include FT_OUTLINE_H

/* Hinted only upwards: letters keep their widths, and are sharp. */
enum { LOAD_FLAGS = FT_LOAD_TARGET_LIGHT | FT_LOAD_COLOR };

/* --- Finding --- */

/* All fonts by how well they go with plain text, without those that add no character. */
static FcFontSet *sort_fonts(FcConfig *config) {
    FcPattern *pattern = FcNameParse((const FcChar8 *)"sans-serif");
    FcFontSet *set = NULL;
    FcResult result;
    if (pattern == NULL) return NULL;
    FcConfigSubstitute(config, pattern, FcMatchPattern);
    FcDefaultSubstitute(pattern);
    set = FcFontSort(config, pattern, FcTrue, NULL, &result);
    FcPatternDestroy(pattern);
    return set;
}

static bool list_faces(text_faces *faces) {
    faces->items = calloc((size_t)faces->set->nfont + 1, sizeof *faces->items);
    if (faces->items == NULL) return false;
    for (int i = 0; i < faces->set->nfont; ++i) {
        text_face *face = &faces->items[faces->count];
        FcChar8 *file;
        FcCharSet *characters;
        if (FcPatternGetString(faces->set->fonts[i], FC_FILE, 0, &file) != FcResultMatch ||
            FcPatternGetInteger(faces->set->fonts[i], FC_INDEX, 0, &face->index) != FcResultMatch ||
            FcPatternGetCharSet(faces->set->fonts[i], FC_CHARSET, 0, &characters) !=
                FcResultMatch) {
            continue;
        }
        face->file = (const char *)file;
        face->characters = characters;
        ++faces->count;
    }
    return faces->count > 0;
}

bool text_faces_open(text_faces *faces) {
    memset(faces, 0, sizeof *faces);
    faces->config = FcInitLoadConfigAndFonts();
    faces->set = faces->config != NULL ? sort_fonts(faces->config) : NULL;
    faces->buffer = hb_buffer_create();
    if (faces->set != NULL && hb_buffer_allocation_successful(faces->buffer) &&
        FT_Init_FreeType(&faces->library) == 0 && list_faces(faces)) {
        return true;
    }
    text_faces_close(faces);
    return false;
}

void text_faces_close(text_faces *faces) {
    for (uint32_t i = 0; i < faces->count; ++i) {
        if (faces->items[i].shaper != NULL) hb_font_destroy(faces->items[i].shaper);
        if (faces->items[i].face != NULL) FT_Done_Face(faces->items[i].face);
    }
    free(faces->items);
    if (faces->library != NULL) FT_Done_FreeType(faces->library);
    if (faces->buffer != NULL) hb_buffer_destroy(faces->buffer);
    if (faces->set != NULL) FcFontSetDestroy(faces->set);
    if (faces->config != NULL) FcConfigDestroy(faces->config);
    memset(faces, 0, sizeof *faces);
}

bool text_face_has(const text_face *face, uint32_t character) {
    return FcCharSetHasChar(face->characters, character) != FcFalse;
}

/* --- Opening --- */

static bool open_face(FT_Library library, text_face *face) {
    face->is_opened = true;
    if (FT_New_Face(library, face->file, face->index, &face->face) != 0) {
        face->face = NULL;
        return false;
    }
    face->shaper = hb_ft_font_create_referenced(face->face);
    hb_ft_font_set_load_flags(face->shaper, LOAD_FLAGS);
    return true;
}

/* Fonts of pictures (colour emoji) have some sizes only: the smallest that is large enough. */
static int best_strike(FT_Face face, uint32_t size) {
    int best = 0;
    for (int i = 1; i < face->num_fixed_sizes; ++i) {
        FT_Pos height = face->available_sizes[i].y_ppem / 64;
        FT_Pos best_height = face->available_sizes[best].y_ppem / 64;
        bool is_enough = height >= (FT_Pos)size;
        if (best_height < (FT_Pos)size ? height > best_height : is_enough && height < best_height) {
            best = i;
        }
    }
    return best;
}

static bool set_size(text_face *face, uint32_t size) {
    if (face->size == size) return true;
    face->scale = 1.0;
    if (FT_IS_SCALABLE(face->face)) {
        if (FT_Set_Pixel_Sizes(face->face, 0, size) != 0) return false;
    } else {
        int strike;
        if (face->face->num_fixed_sizes == 0) return false;
        strike = best_strike(face->face, size);
        if (FT_Select_Size(face->face, strike) != 0 || face->face->size->metrics.y_ppem == 0) {
            return false;
        }
        face->scale = (double)size / face->face->size->metrics.y_ppem;
    }
    hb_ft_font_changed(face->shaper);
    face->size = size;
    return true;
}

text_face *text_face_use(text_faces *faces, uint32_t index, uint32_t size) {
    text_face *face = &faces->items[index];
    if (!face->is_opened) open_face(faces->library, face);
    return face->face != NULL && set_size(face, size) ? face : NULL;
}

/* --- Drawing --- */

typedef struct text_page {
    uint8_t *pixels;
    uint32_t width, height;
} text_page;

static void put(const text_page *page, int64_t x, int64_t y, const uint8_t color[4]) {
    if (x < 0 || y < 0 || x >= page->width || y >= page->height) return;
    text_blend(page->pixels + ((size_t)y * page->width + (size_t)x) * 4, color);
}

static uint8_t coverage(const FT_Bitmap *bitmap, uint32_t x, uint32_t y) {
    const uint8_t *row = bitmap->buffer + (ptrdiff_t)y * bitmap->pitch;
    if (bitmap->pixel_mode == FT_PIXEL_MODE_GRAY) return row[x];
    return row[x / 8] >> (7 - x % 8) & 1 ? 255 : 0; /* FT_PIXEL_MODE_MONO */
}

static void paint_letter(const FT_Bitmap *bitmap, int64_t left, int64_t top, const uint8_t color[4],
                         const text_page *page) {
    if (bitmap->pixel_mode != FT_PIXEL_MODE_GRAY && bitmap->pixel_mode != FT_PIXEL_MODE_MONO) {
        return;
    }
    for (uint32_t y = 0; y < bitmap->rows; ++y) {
        for (uint32_t x = 0; x < bitmap->width; ++x) {
            uint8_t ink[4] = {color[0], color[1], color[2], 0};
            ink[3] = (uint8_t)((coverage(bitmap, x, y) * color[3] + 127) / 255);
            if (ink[3] != 0) put(page, left + x, top + y, ink);
        }
    }
}

/* The average of the picture's pixels from (x0, y0) to (x1, y1), which are premultiplied blue,
 * green, red and alpha. */
static void average(const FT_Bitmap *bitmap, uint32_t x0, uint32_t y0, uint32_t x1, uint32_t y1,
                    uint8_t out[4]) {
    uint64_t sum[4] = {0, 0, 0, 0}, count = 0;
    for (uint32_t y = y0; y < y1; ++y) {
        const uint8_t *row = bitmap->buffer + (ptrdiff_t)y * bitmap->pitch;
        for (uint32_t x = x0; x < x1; ++x, ++count) {
            for (int c = 0; c < 4; ++c) sum[c] += row[4 * x + (uint32_t)c];
        }
    }
    memset(out, 0, 4);
    if (sum[3] == 0) return;
    for (int c = 0; c < 3; ++c) {
        uint64_t straight = (sum[2 - c] * 255 + sum[3] / 2) / sum[3];
        out[c] = (uint8_t)(straight < 255 ? straight : 255);
    }
    out[3] = (uint8_t)(sum[3] / count);
}

static void paint_picture(const FT_Bitmap *bitmap, int64_t left, int64_t top, double scale,
                          const text_page *page) {
    uint32_t width = (uint32_t)(bitmap->width * scale), rows = (uint32_t)(bitmap->rows * scale);
    if (bitmap->width == 0 || bitmap->rows == 0) return;
    for (uint32_t y = 0; y < rows; ++y) {
        uint32_t y0 = (uint32_t)((uint64_t)y * bitmap->rows / rows);
        uint32_t y1 = (uint32_t)((uint64_t)(y + 1) * bitmap->rows / rows);
        for (uint32_t x = 0; x < width; ++x) {
            uint32_t x0 = (uint32_t)((uint64_t)x * bitmap->width / width);
            uint32_t x1 = (uint32_t)((uint64_t)(x + 1) * bitmap->width / width);
            uint8_t color[4];
            average(bitmap, x0, y0, x1 > x0 ? x1 : x0 + 1, y1 > y0 ? y1 : y0 + 1, color);
            if (color[3] != 0) put(page, left + x, top + y, color);
        }
    }
}

void text_paint(text_faces *faces, const text_glyph *glyph, uint32_t size, const uint8_t color[4],
                uint8_t *pixels, uint32_t width, uint32_t height, uint32_t baseline) {
    text_face *face = text_face_use(faces, glyph->face, size);
    text_page page = {pixels, width, height};
    int64_t x = (int64_t)glyph->x, y = (int64_t)baseline - (int64_t)glyph->y;
    FT_GlyphSlot slot;
    if (glyph->x < (double)x) --x; /* down, also below 0 */
    if (face == NULL || FT_Load_Glyph(face->face, glyph->glyph, LOAD_FLAGS) != 0) return;
    slot = face->face->glyph;
    if (slot->format == FT_GLYPH_FORMAT_OUTLINE) {
        FT_Outline_Translate(&slot->outline, (FT_Pos)((glyph->x - (double)x) * 64.0), 0);
    }
    if (FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) != 0) return;
    if (slot->bitmap.pixel_mode == FT_PIXEL_MODE_BGRA) {
        paint_picture(&slot->bitmap, x + (int64_t)(slot->bitmap_left * face->scale),
                      y - (int64_t)(slot->bitmap_top * face->scale), face->scale, &page);
    } else {
        paint_letter(&slot->bitmap, x + slot->bitmap_left, y - slot->bitmap_top, color, &page);
    }
}
