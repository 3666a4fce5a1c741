#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200112L
#endif

#include "progress.h"
#include "apps/kit/avatar/open.h"
#include "apps/kit/program/console.h"
#include "apps/kit/program/language.h"
#include "apps/kit/system/terminal.h"
#include "apps/kit/system/workers.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#endif

enum { BAR_COLUMNS = 16, MOST_NAME_COLUMNS = 40, LEAST_NAME_COLUMNS = 8, LINE_BYTES = 512 };

static work_lock lock = WORK_LOCK_INIT;

/* The bar on the screen, and what it names; NULL: there is none. */
static progress *shown;
static char shown_name[256];

double seconds_now(void) {
#if defined(_WIN32)
    LARGE_INTEGER now, frequency;
    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&frequency);
    return (double)now.QuadPart / (double)frequency.QuadPart;
#else
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
#endif
}

void progress_begin(progress *bar, uint32_t total) {
    memset(bar, 0, sizeof *bar);
    bar->total = total;
    bar->start = seconds_now();
    bar->is_shown = total != 1;
}

/* --- The line --- */

typedef struct bar_line {
    char text[LINE_BYTES];
    size_t length;
} bar_line;

static void add(bar_line *line, const char *text) {
    int written = snprintf(line->text + line->length, LINE_BYTES - line->length, "%s", text);
    line->length += (size_t)written;
    if (line->length >= LINE_BYTES) line->length = LINE_BYTES - 1;
}

/* A sentence with one number in it. */
static void add_said(bar_line *line, const char *english, const char *number) {
    char text[128];
    add(line, say_into(text, sizeof text, english, &number, 1));
}

static void add_boxes(bar_line *line, double fraction) {
    int filled = (int)(fraction * (double)BAR_COLUMNS);
    add(line, "[");
    for (int i = 0; i < BAR_COLUMNS; ++i) add(line, i < filled ? "█" : "·");
    add(line, "] ");
}

/* The part of the work that is done; 0: nobody knows. */
static double done_part(const progress *bar) {
    double part = bar->total > 0 ? (double)bar->done / (double)bar->total : bar->fraction;
    return part < 1.0 ? part : 1.0;
}

static void add_counts(bar_line *line, const progress *bar) {
    char text[64], number[32];
    if (bar->total > 0) {
        add_boxes(line, done_part(bar));
        snprintf(text, sizeof text, "%u/%u  ", (unsigned)bar->done, (unsigned)bar->total);
        add(line, text);
        return;
    }
    if (bar->fraction > 0.0) add_boxes(line, bar->fraction);
    add_said(line, bar->files == 1 ? SAY("{1} file") : SAY("{1} files"),
             with_commas(bar->files, number));
    add(line, "  ");
}

/* 25 seconds as 0:25, and an hour as 1:00:00. */
static const char *clock_time(double seconds, char out[32]) {
    unsigned long whole = seconds < 1e9 ? (unsigned long)(seconds + 0.5) : 1000000000ul;
    if (whole >= 3600) {
        snprintf(out, 32, "%lu:%02lu:%02lu", whole / 3600, whole / 60 % 60, whole % 60);
    } else {
        snprintf(out, 32, "%lu:%02lu", whole / 60, whole % 60);
    }
    return out;
}

/* Nothing is told of the first second: the first file may take longer than the others. */
static void add_speed(bar_line *line, const progress *bar, double now) {
    double seconds = now - bar->start, part = done_part(bar), rate;
    char number[32];
    if (seconds < 1.0) return;
    if (bar->files == 0) {
        add(line, clock_time(seconds, number));
        add(line, "  ");
        return;
    }
    rate = (double)bar->files / seconds;
    snprintf(number, sizeof number, "%.*f", rate < 10.0 ? 1 : 0, rate);
    add_said(line, SAY("{1}/s"), number);
    add(line, "  ");
    if (!(part > 0.0)) return;
    add_said(line, SAY("{1} left"), clock_time(seconds * (1.0 - part) / part, number));
    add(line, "  ");
}

static void add_errors(bar_line *line, const progress *bar) {
    char number[32];
    if (bar->errors == 0) return;
    add_said(line, bar->errors == 1 ? SAY("{1} error") : SAY("{1} errors"),
             with_commas(bar->errors, number));
    add(line, "  ");
}

/* In one line of the terminal: what does not fit would stay on the screen. */
static void draw(progress *bar, const char *what) {
    bar_line line = {.length = 0};
    double now = seconds_now();
    int room;
    if (now - bar->last < 0.05 && bar->last > 0.0) return;
    bar->last = now;
    add_counts(&line, bar);
    add_speed(&line, bar, now);
    add_errors(&line, bar);
    room = terminal_columns(stderr) - 1 - columns_of(line.text, line.length);
    fputs("\r\x1b[K", stderr);
    if (room >= 0) fputs(line.text, stderr);
    if (room > MOST_NAME_COLUMNS) room = MOST_NAME_COLUMNS;
    if (room >= LEAST_NAME_COLUMNS) print_name(stderr, from_text(what), room, 0);
    fflush(stderr);
}

/* --- What commands call --- */

void progress_set_fraction(progress *bar, double fraction) {
    if (!bar->is_shown) return;
    work_lock_take(&lock);
    bar->fraction = fraction;
    work_lock_give(&lock);
}

void progress_file_done(progress *bar, bool is_good) {
    work_lock_take(&lock);
    ++bar->files;
    if (!is_good) ++bar->errors;
    work_lock_give(&lock);
}

void progress_show(progress *bar, const char *what) {
    if (!bar->is_shown) return;
    work_lock_take(&lock);
    shown = bar;
    snprintf(shown_name, sizeof shown_name, "%s", what);
    draw(bar, what);
    work_lock_give(&lock);
}

void progress_tick(void) {
    work_lock_take(&lock);
    if (shown != NULL) draw(shown, shown_name);
    work_lock_give(&lock);
}

void progress_step(progress *bar) {
    work_lock_take(&lock);
    if (bar->total == 0 || bar->done < bar->total) ++bar->done;
    work_lock_give(&lock);
}

void progress_clear(progress *bar) {
    if (bar == NULL || !bar->is_shown) return;
    work_lock_take(&lock);
    shown = NULL;
    if (bar->last > 0.0) {
        fputs("\r\x1b[K", stderr);
        fflush(stderr);
        bar->last = 0.0;
    }
    work_lock_give(&lock);
}
