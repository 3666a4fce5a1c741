/* A contact sheet: pictures in rows, each with a caption below. */
#ifndef VRM_CLI_SHEET_H
#define VRM_CLI_SHEET_H

#include "apps/picture/text.h"

#include <vrm/base.h>

typedef struct contact_sheet {
    uint8_t *pixels;
    uint32_t width, height;
    uint32_t cell_width, cell_height, columns;
    text_fonts *fonts; /* of the captions; not its own */
} contact_sheet;

/* Room for `count` pictures of this size, about square as a whole. `is_transparent`: so is what
 * lies between them. False: there is not enough memory, or it would be too large. */
bool sheet_begin(contact_sheet *sheet, text_fonts *fonts, uint32_t cell_width, uint32_t cell_height,
                 uint32_t count, bool is_transparent);
/*
 * The caption is text from a file, of any length; what does not fit is cut. A name that the fonts
 * cannot show begins with `number` where that is not negative. False: there is not enough memory.
 */
bool sheet_put(contact_sheet *sheet, uint32_t index, const uint8_t *pixels, vrm_string caption,
               int32_t number);
void sheet_end(contact_sheet *sheet);

#endif
