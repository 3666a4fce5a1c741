#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200112L
#endif

#include "progress.h"
#include "console.h"
#include "open.h"
#include "workers.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <io.h>
#include <windows.h>
#define is_terminal(stream) (_isatty(_fileno(stream)) != 0)
#else
#include <unistd.h>
#define is_terminal(stream) (isatty(fileno(stream)) != 0)
#endif

enum { BAR_COLUMNS = 24, NAME_COLUMNS = 40 };

static work_lock lock = WORK_LOCK_INIT;

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
    bar->is_shown = total != 1 && is_terminal(stderr);
}

static void draw(progress *bar, const char *what) {
    uint32_t filled;
    double now = seconds_now();
    if (now - bar->last < 0.05 && bar->last > 0.0) return;
    bar->last = now;
    fputs("\r\x1b[K", stderr);
    if (bar->total > 0) {
        filled = (uint32_t)((uint64_t)bar->done * BAR_COLUMNS / bar->total);
        fputs("[", stderr);
        for (uint32_t i = 0; i < BAR_COLUMNS; ++i) fputs(i < filled ? "█" : "·", stderr);
        fprintf(stderr, "] %u/%u ", (unsigned)bar->done, (unsigned)bar->total);
    } else {
        fprintf(stderr, "[%u] ", (unsigned)bar->done);
    }
    print_name(stderr, from_text(what), NAME_COLUMNS, 0);
    fflush(stderr);
}

void progress_show(progress *bar, const char *what) {
    if (!bar->is_shown) return;
    work_lock_take(&lock);
    draw(bar, what);
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
    if (bar->last > 0.0) {
        fputs("\r\x1b[K", stderr);
        fflush(stderr);
        bar->last = 0.0;
    }
    work_lock_give(&lock);
}
