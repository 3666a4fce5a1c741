/* The page of `vrm check --picture`: numbers over the avatar, and the list beside it. */
#include "apps/kit/program/language.h"
#include "check_picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    COLUMN = 560, /* of the list */
    MARGIN = 20,
    INDENT = 34, /* of words, beside their number */
    TITLE_SIZE = 20,
    CODE_SIZE = 15,
    WORD_SIZE = 14,
    MOST_LINES = 4,      /* of one sentence */
    MOST_WITH_REMEDY = 8 /* entries: a longer list has no room for remedies */
};
static const float RADIUS = 10.0f;
static const uint8_t INK[4] = {40, 45, 55, 255}, WHITE[4] = {255, 255, 255, 255};

typedef struct page_writer {
    text_fonts *fonts;
    check_page *page;
    int32_t x, y; /* where the next line comes */
    bool is_good;
} page_writer;

/* --- Points and discs --- */

static void blend(const check_page *page, int32_t x, int32_t y, const float color[4], float share) {
    uint8_t *pixel;
    if (x < 0 || y < 0 || (uint32_t)x >= page->width || (uint32_t)y >= page->height) return;
    pixel = page->pixels + ((size_t)y * page->width + (size_t)x) * 4;
    for (int i = 0; i < 3; ++i) {
        pixel[i] = (uint8_t)((float)pixel[i] * (1.0f - share) + 255.0f * color[i] * share + 0.5f);
    }
    pixel[3] = 255;
}

/* With a smooth edge. */
static void put_disc(const check_page *page, float x, float y, float radius, const float color[4]) {
    int32_t reach = (int32_t)radius + 2, left = (int32_t)x - reach, top = (int32_t)y - reach;
    for (int32_t row = top; row <= top + 2 * reach; ++row) {
        for (int32_t column = left; column <= left + 2 * reach; ++column) {
            float a = (float)column - x, b = (float)row - y;
            float share = radius + 0.5f - sqrtf(a * a + b * b);
            if (share > 0.0f) blend(page, column, row, color, fminf(share, 1.0f));
        }
    }
}

static void put_line(const check_page *page, float x0, float y0, float x1, float y1,
                     const float color[4]) {
    int32_t steps = (int32_t)(fabsf(x1 - x0) + fabsf(y1 - y0)) + 1;
    for (int32_t i = 0; i <= steps; ++i) {
        float share = (float)i / (float)steps;
        put_disc(page, x0 + (x1 - x0) * share, y0 + (y1 - y0) * share, 0.6f, color);
    }
}

static void put_number(page_writer *w, float x, float y, uint32_t number, const float color[4]) {
    static const float white[4] = {1.0f, 1.0f, 1.0f, 1.0f};
    char text[16];
    text_line line;
    snprintf(text, sizeof text, "%u", (unsigned)number);
    put_disc(w->page, x, y, RADIUS + 1.5f, white);
    put_disc(w->page, x, y, RADIUS, color);
    w->is_good = w->is_good && text_line_make(w->fonts, text, strlen(text), 13, 0, WHITE, &line);
    if (!w->is_good) return;
    text_line_put(&line, w->page->pixels, w->page->width, w->page->height,
                  (int32_t)(x - (float)line.width * 0.5f + 0.5f),
                  (int32_t)(y - (float)line.height * 0.5f + 0.5f));
    text_line_release(&line);
}

/* --- Numbers over the avatar --- */

typedef struct number_place {
    float x, y;
} number_place;

static bool is_free(const number_place *placed, uint32_t count, float x, float y) {
    const float apart = 2.0f * RADIUS + 3.0f;
    for (uint32_t i = 0; i < count; ++i) {
        float a = placed[i].x - x, b = placed[i].y - y;
        if (a * a + b * b < apart * apart) return false;
    }
    return true;
}

/* The nearest place that no other number has: on its part, or on rings about it. */
static number_place find_place(const number_place *placed, uint32_t count, const check_spot *spot) {
    number_place best = {spot->x, spot->y};
    for (int ring = 0; ring < 8; ++ring) {
        for (int step = 0; step < 12; ++step) {
            float angle = 0.5235988f * (float)step, away = 14.0f * (float)ring;
            float x = spot->x + away * cosf(angle), y = spot->y + away * sinf(angle);
            if (!is_free(placed, count, x, y)) continue;
            best.x = x;
            best.y = y;
            return best;
        }
    }
    return best;
}

static void put_numbers(page_writer *w, const check_marks *marks) {
    number_place placed[CHECK_SPOTS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < marks->spot_count; ++i) {
        const check_spot *spot = &marks->spots[i];
        const float *color = check_color(marks->groups->groups[spot->entry].items[0]->severity);
        number_place at;
        if (!spot->is_seen) continue;
        at = find_place(placed, count, spot);
        put_line(w->page, spot->x, spot->y, at.x, at.y, color);
        put_number(w, at.x, at.y, check_number(marks, spot->entry), color);
        placed[count++] = at;
    }
}

/* --- Words --- */

static bool is_boundary(const char *text, size_t at) {
    return ((unsigned char)text[at] & 0xC0) != 0x80; /* of UTF-8 */
}

/* How many bytes of a text fit into a line: up to a space, if there is one in its second half. Not
 * all scripts have spaces. */
static size_t fit(page_writer *w, const char *text, size_t length, uint32_t size, uint32_t width) {
    size_t fits = 0, space = 0;
    for (size_t at = 1; at <= length; ++at) {
        if (at < length && !is_boundary(text, at)) continue;
        if (at < length && text[at] != ' ' && at - fits < 6) continue; /* measuring takes long */
        if (text_width(w->fonts, text, at, size) > width) break;
        fits = at;
        if (at == length || text[at] == ' ') space = at;
    }
    if (2 * space > fits) return space;
    return fits > 0 ? fits : length;
}

static void write_line(page_writer *w, const char *text, size_t length, uint32_t size,
                       const uint8_t color[4]) {
    uint32_t width = w->page->width - (uint32_t)w->x - MARGIN;
    text_line line;
    w->is_good = w->is_good && text_line_make(w->fonts, text, length, size, width, color, &line);
    if (!w->is_good) return;
    text_line_put(&line, w->page->pixels, w->page->width, w->page->height, w->x, w->y);
    text_line_release(&line);
    w->y += (int32_t)text_line_height(size) + 1;
}

static void write_wrapped(page_writer *w, const char *text, uint32_t size, uint32_t most_lines) {
    uint32_t width = w->page->width - (uint32_t)w->x - MARGIN;
    size_t length = strlen(text);
    for (uint32_t i = 0; i < most_lines && length > 0; ++i) {
        size_t count = i + 1 < most_lines ? fit(w, text, length, size, width) : length;
        write_line(w, text, count, size, INK);
        while (count < length && text[count] == ' ') ++count;
        text += count;
        length -= count;
    }
}

/* --- The list --- */

static void bytes_of(const float color[4], uint8_t out[4]) {
    for (int i = 0; i < 3; ++i) out[i] = (uint8_t)(255.0f * color[i] + 0.5f);
    out[3] = 255;
}

/* "warning: 2 × pose-thumb", as on the terminal. */
static void write_code(const diagnostic_group *group, char *out, size_t capacity) {
    const vrm_diagnostic *first = group->items[0];
    char number[16], code[128];
    const char *arguments[2] = {number, first->code};
    snprintf(number, sizeof number, "%u", (unsigned)group->count);
    say_into(code, sizeof code, group->count > 1 ? SAY("{1} × {2}") : "{2}", arguments, 2);
    snprintf(out, capacity, "%s: %s", severity_word(first->severity), code);
}

static void write_entry(page_writer *w, const check_marks *marks, uint32_t entry) {
    const diagnostic_group *group = &marks->groups->groups[entry];
    const vrm_diagnostic *first = group->items[0];
    const float *color = check_color(first->severity);
    const uint32_t number = check_number(marks, entry);
    const char *remedy = say_remedy(first);
    uint8_t ink[4];
    char line[1024];
    bytes_of(color, ink);
    if (number > 0) {
        put_number(w, (float)w->x + RADIUS + 2.0f, (float)w->y + RADIUS, number, color);
    }
    w->x += INDENT;
    write_code(group, line, sizeof line);
    write_line(w, line, strlen(line), CODE_SIZE, ink);
    diagnostic_line(first, line, sizeof line);
    write_wrapped(w, line, WORD_SIZE, MOST_LINES);
    if (remedy[0] != '\0' && marks->groups->count <= MOST_WITH_REMEDY) {
        say_into(line, sizeof line, SAY("remedy: {1}"), &remedy, 1);
        write_wrapped(w, line, WORD_SIZE, MOST_LINES);
    }
    w->x -= INDENT;
    w->y += 8;
}

static void write_rest(page_writer *w, uint32_t count) {
    char number[16], text[128];
    const char *arguments[1] = {number};
    if (count == 0) return;
    snprintf(number, sizeof number, "%u", (unsigned)count);
    say_into(text, sizeof text, SAY("and {1} more"), arguments, 1);
    write_line(w, text, strlen(text), WORD_SIZE, INK);
}

/* The number of diagnostics, or that there are none. */
static void write_summary(page_writer *w, const diagnostic_groups *groups) {
    static const char *const one[] = {SAY("{1} note"), SAY("{1} warning"), SAY("{1} error")};
    static const char *const many[] = {SAY("{1} notes"), SAY("{1} warnings"), SAY("{1} errors")};
    uint32_t counts[3] = {0};
    char text[256] = "";
    for (uint32_t i = 0; i < groups->count; ++i) {
        counts[groups->groups[i].items[0]->severity] += groups->groups[i].count;
    }
    for (int severity = VRM_SEVERITY_ERROR; severity >= VRM_SEVERITY_NOTE; --severity) {
        char number[16], part[80];
        const char *argument = number;
        const size_t length = strlen(text);
        if (counts[severity] == 0) continue;
        snprintf(number, sizeof number, "%u", (unsigned)counts[severity]);
        say_into(part, sizeof part, counts[severity] == 1 ? one[severity] : many[severity],
                 &argument, 1);
        snprintf(text + length, sizeof text - length, "%s%s", length > 0 ? say(", ") : "", part);
    }
    if (groups->count == 0) snprintf(text, sizeof text, "%s", say("no problems found"));
    write_line(w, text, strlen(text), WORD_SIZE, INK);
}

/* What the numbers are, and why an entry has none. */
static void write_legend(page_writer *w, const check_marks *marks, uint32_t shown) {
    uint32_t numbered = 0;
    for (uint32_t i = 0; i < shown; ++i) numbered += check_number(marks, i) > 0;
    if (numbered == 0) return;
    w->y += 8;
    write_wrapped(w,
                  numbered < shown ? say("Numbers mark parts of the avatar. Entries without a "
                                         "number have no position on it.")
                                   : say("Numbers mark parts of the avatar."),
                  WORD_SIZE, MOST_LINES);
}

static void write_list(page_writer *w, const char *title, const check_marks *marks) {
    uint32_t entry = 0;
    write_line(w, title, strlen(title), TITLE_SIZE, INK);
    write_summary(w, marks->groups);
    w->y += 10;
    while (entry < marks->entry_count &&
           w->y + (MOST_LINES + 6) * (int32_t)text_line_height(WORD_SIZE) <
               (int32_t)w->page->height) {
        write_entry(w, marks, entry++);
    }
    write_rest(w, marks->groups->count - entry);
    write_legend(w, marks, entry);
}

bool check_page_make(text_fonts *fonts, const char *title, const check_marks *marks,
                     const uint8_t *scene, uint32_t width, uint32_t height, check_page *out) {
    page_writer w = {fonts, out, (int32_t)width + MARGIN, MARGIN, true};
    out->width = width + COLUMN;
    out->height = height;
    out->pixels = malloc((size_t)out->width * height * 4);
    if (out->pixels == NULL) return false;
    memset(out->pixels, 255, (size_t)out->width * height * 4);
    for (uint32_t row = 0; row < height; ++row) {
        memcpy(out->pixels + (size_t)row * out->width * 4, scene + (size_t)row * width * 4,
               (size_t)width * 4);
    }
    put_numbers(&w, marks);
    write_list(&w, title, marks);
    if (w.is_good) return true;
    free(out->pixels);
    memset(out, 0, sizeof *out);
    return false;
}
