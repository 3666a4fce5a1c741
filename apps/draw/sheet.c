#include "sheet.h"
#include "apps/picture/font.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GAP = 8, MOST_SIDE = 30000 };

/* Letters are as large as leaves room for some twenty of them. */
static uint32_t letter_scale(const contact_sheet *sheet) {
    uint32_t scale = sheet->cell_width / 110;
    return scale > 0 ? scale : 1;
}

static uint32_t caption_height(const contact_sheet *sheet) {
    return (FONT_HEIGHT + 4) * letter_scale(sheet);
}

bool sheet_begin(contact_sheet *sheet, uint32_t cell_width, uint32_t cell_height, uint32_t count,
                 bool is_transparent) {
    uint64_t width, height;
    uint32_t rows, full;
    memset(sheet, 0, sizeof *sheet);
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

/* As much of the text as fits. */
static void fit(char *text, uint32_t most) {
    size_t length = strlen(text);
    while (font_width(text) > most && length > 0) {
        do {
            text[--length] = '\0';
        } while (length > 0 && ((unsigned char)text[length - 1] & 0xC0) == 0x80);
    }
}

void sheet_put(contact_sheet *sheet, uint32_t index, const uint8_t *pixels, const char *caption) {
    static const uint8_t ink[4] = {52, 58, 70, 255};
    uint32_t scale = letter_scale(sheet);
    uint32_t x = GAP + index % sheet->columns * (sheet->cell_width + GAP);
    uint32_t y = GAP + index / sheet->columns * (sheet->cell_height + caption_height(sheet) + GAP);
    char text[128];
    for (uint32_t row = 0; row < sheet->cell_height; ++row) {
        memcpy(sheet->pixels + ((size_t)(y + row) * sheet->width + x) * 4,
               pixels + (size_t)row * sheet->cell_width * 4, (size_t)sheet->cell_width * 4);
    }
    strncpy(text, caption, sizeof text - 1);
    text[sizeof text - 1] = '\0';
    if (font_width(text) * scale > sheet->cell_width && scale > 1) --scale;
    fit(text, sheet->cell_width / scale);
    font_draw(sheet->pixels, sheet->width, sheet->height,
              x + (sheet->cell_width - font_width(text) * scale) / 2,
              y + sheet->cell_height + 3 * scale, scale, text, ink);
}

void sheet_end(contact_sheet *sheet) {
    free(sheet->pixels);
    memset(sheet, 0, sizeof *sheet);
}
