#include "sheet.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAP = 8, MOST_SIDE = 30000 };

/* Letters are as large as leaves room for some twenty of them. */
static uint32_t letter_size(const contact_sheet *sheet) {
    uint32_t size = sheet->cell_width / 14;
    return size > 9 ? size : 9;
}

static uint32_t caption_height(const contact_sheet *sheet) {
    return text_line_height(letter_size(sheet)) + 4;
}

bool sheet_begin(contact_sheet *sheet, text_fonts *fonts, uint32_t cell_width, uint32_t cell_height,
                 uint32_t count, bool is_transparent) {
    uint64_t width, height;
    uint32_t rows, full;
    memset(sheet, 0, sizeof *sheet);
    sheet->fonts = fonts;
    sheet->cell_width = cell_width;
    sheet->cell_height = cell_height;
    full = cell_height + caption_height(sheet) + GAP;
    sheet->columns =
        (uint32_t)ceil(sqrt((double)count * (double)full / ((double)cell_width + GAP)) - 0.01);
    if (sheet->columns > count) sheet->columns = count;
    if (sheet->columns == 0) sheet->columns = 1;
    rows = (count + sheet->columns - 1) / sheet->columns;
    width = GAP + (uint64_t)sheet->columns * (cell_width + GAP);
    height = GAP + (uint64_t)rows * full;
    if (width > MOST_SIDE || height > MOST_SIDE) return false;
    sheet->width = (uint32_t)width;
    sheet->height = (uint32_t)height;
    sheet->pixels = malloc((size_t)width * (size_t)height * 4);
    if (sheet->pixels == NULL) return false;
    memset(sheet->pixels, is_transparent ? 0 : 255, (size_t)width * (size_t)height * 4);
    return true;
}

static bool make_caption(const contact_sheet *sheet, const char *text, size_t length,
                         text_line *out) {
    static const uint8_t ink[4] = {52, 58, 70, 255};
    return text_line_make(sheet->fonts, text, length, letter_size(sheet), sheet->cell_width, ink,
                          out);
}

/* The same with the number before it. */
static bool make_numbered(const contact_sheet *sheet, vrm_string caption, int32_t number,
                          text_line *out) {
    char text[TEXT_MOST_BYTES];
    size_t length;
    snprintf(text, sizeof text, "%d: ", (int)number);
    length = strlen(text);
    length += vrm_string_printable(caption, text + length, sizeof text - length);
    return make_caption(sheet, text, length, out);
}

bool sheet_put(contact_sheet *sheet, uint32_t index, const uint8_t *pixels, vrm_string caption,
               int32_t number) {
    uint32_t x = GAP + index % sheet->columns * (sheet->cell_width + GAP);
    uint32_t y = GAP + index / sheet->columns * (sheet->cell_height + caption_height(sheet) + GAP);
    text_line line;
    for (uint32_t row = 0; row < sheet->cell_height; ++row) {
        memcpy(sheet->pixels + ((size_t)(y + row) * sheet->width + x) * 4,
               pixels + (size_t)row * sheet->cell_width * 4, (size_t)sheet->cell_width * 4);
    }
    if (!make_caption(sheet, caption.data, caption.length, &line)) return false;
    if ((line.missing > 0 || line.width == 0) && number >= 0) {
        text_line_release(&line);
        if (!make_numbered(sheet, caption, number, &line)) return false;
    }
    if (line.width > 0) {
        text_line_put(&line, sheet->pixels, sheet->width, sheet->height,
                      (int32_t)(x + (sheet->cell_width - line.width) / 2),
                      (int32_t)(y + sheet->cell_height + 2));
    }
    text_line_release(&line);
    return true;
}

void sheet_end(contact_sheet *sheet) {
    free(sheet->pixels);
    memset(sheet, 0, sizeof *sheet);
}
