/* A contact sheet: pictures in rows, each with a caption below. */
#ifndef VRM_CLI_SHEET_H
#define VRM_CLI_SHEET_H

#include <stdbool.h>
#include <stdint.h>

typedef struct contact_sheet {
    uint8_t *pixels;
    uint32_t width, height;
    uint32_t cell_width, cell_height, columns;
} contact_sheet;

/* Room for `count` pictures of this size, about square as a whole. `is_transparent`: so is what
 * lies between them. False: there is not enough memory, or it would be too large. */
bool sheet_begin(contact_sheet *sheet, uint32_t cell_width, uint32_t cell_height, uint32_t count,
                 bool is_transparent);
/* UTF-8; letters that do not fit are left out. */
void sheet_put(contact_sheet *sheet, uint32_t index, const uint8_t *pixels, const char *caption);
void sheet_end(contact_sheet *sheet);

#endif
