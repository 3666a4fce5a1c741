/* A picture of what differs between two avatars: each view of both, and the difference. */
#ifndef VRM_DRAW_DIFF_PAGE_H
#define VRM_DRAW_DIFF_PAGE_H

#include "apps/diff/diff_picture.h"
#include "apps/picture/text.h"

#include <stdbool.h>
#include <stdint.h>

/* The size of one picture of a view. */
enum { DIFF_WIDTH = 384, DIFF_HEIGHT = 512 };

typedef struct diff_page {
    text_fonts *fonts;
    uint8_t *pixels; /* red, green, blue, alpha; the top row first; to be freed */
    uint32_t width, height;
} diff_page;

/* Room for so many views, with the names of both files above. False: there is not enough memory. */
bool diff_page_begin(diff_page *page, text_fonts *fonts, uint32_t view_count, const char *a,
                     const char *b);

/* Puts the pictures of a view into a row: of both, and where they differ. */
bool diff_page_put(diff_page *page, uint32_t row, const diff_view *view, const uint8_t *a,
                   const uint8_t *b);

#endif
