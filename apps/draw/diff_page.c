#include "diff_page.h"
#include "apps/kit/program/language.h"
#include "apps/picture/ssim.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAP = 8, LETTERS = 15, COLUMNS = 3, PAPER = 246 };

static uint32_t caption_height(void) { return text_line_height(LETTERS) + GAP; }

static uint32_t row_top(uint32_t row) {
    return GAP + caption_height() + row * (DIFF_HEIGHT + caption_height() + GAP);
}

static uint32_t column_left(uint32_t column) { return GAP + column * (DIFF_WIDTH + GAP); }

static bool write_line(diff_page *page, const char *text, uint32_t x, uint32_t y, uint32_t width) {
    static const uint8_t ink[4] = {52, 58, 70, 255};
    text_line line;
    if (!text_line_make(page->fonts, text, strlen(text), LETTERS, width, ink, &line)) return false;
    text_line_put(&line, page->pixels, page->width, page->height, (int32_t)x, (int32_t)y);
    text_line_release(&line);
    return true;
}

bool diff_page_begin(diff_page *page, text_fonts *fonts, uint32_t view_count, const char *a,
                     const char *b) {
    memset(page, 0, sizeof *page);
    page->fonts = fonts;
    page->width = column_left(COLUMNS);
    page->height = row_top(view_count);
    page->pixels = malloc((size_t)page->width * page->height * 4);
    if (page->pixels == NULL) return false;
    memset(page->pixels, 255, (size_t)page->width * page->height * 4);
    return write_line(page, a, column_left(0), GAP, DIFF_WIDTH) &&
           write_line(page, b, column_left(1), GAP, DIFF_WIDTH) &&
           write_line(page, say("difference"), column_left(2), GAP, DIFF_WIDTH);
}

/* A pixel on paper. */
static void put_plain(const uint8_t *from, uint8_t *to) {
    double alpha = from[3] / 255.0;
    for (int c = 0; c < 3; ++c) to[c] = (uint8_t)(from[c] * alpha + PAPER * (1.0 - alpha) + 0.5);
}

/* The first picture, pale, and what differs in red: a quarter of the range is all of it. */
static void put_difference(const uint8_t *a, const uint8_t *b, uint8_t *out) {
    static const double red[3] = {208.0, 16.0, 32.0};
    double most = 0.0, part, grey = 0.0;
    for (int c = 0; c < 3; ++c) {
        double apart = fabs(picture_over_grey(a, c) - picture_over_grey(b, c));
        if (apart > most) most = apart;
        grey += a[3] > 0 ? a[c] / 3.0 : PAPER / 3.0;
    }
    part = most * 4.0 / 255.0;
    if (part > 1.0) part = 1.0;
    if (most > 0.5 && part < 0.15) part = 0.15; /* so that it is seen at all */
    grey = PAPER - (PAPER - grey) * 0.25;
    for (int c = 0; c < 3; ++c) out[c] = (uint8_t)(grey + (red[c] - grey) * part + 0.5);
}

bool diff_page_put(diff_page *page, uint32_t row, const diff_view *view, const uint8_t *a,
                   const uint8_t *b) {
    char caption[160], ssim[32], largest[32];
    const char *arguments[3];
    for (uint32_t y = 0; y < DIFF_HEIGHT; ++y) {
        for (uint32_t x = 0; x < DIFF_WIDTH; ++x) {
            size_t from = ((size_t)y * DIFF_WIDTH + x) * 4;
            uint8_t *to =
                page->pixels + ((size_t)(row_top(row) + y) * page->width + column_left(0) + x) * 4;
            put_plain(a + from, to);
            put_plain(b + from, to + (size_t)(column_left(1) - column_left(0)) * 4);
            put_difference(a + from, b + from, to + (size_t)(column_left(2) - column_left(0)) * 4);
        }
    }
    snprintf(ssim, sizeof ssim, "%.4f", view->ssim);
    snprintf(largest, sizeof largest, "%u", (unsigned)view->largest);
    arguments[0] = say(view->name);
    arguments[1] = ssim;
    arguments[2] = largest;
    say_into(caption, sizeof caption, SAY("{1}: SSIM {2}, largest difference {3} of 255"),
             arguments, 3);
    return write_line(page, caption, column_left(0), row_top(row) + DIFF_HEIGHT + 2,
                      page->width - 2 * GAP);
}
