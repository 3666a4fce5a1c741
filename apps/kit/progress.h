/* How far a long command has come, on a terminal; and the time. */
#ifndef VRM_CLI_PROGRESS_H
#define VRM_CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/* Seconds since some moment. */
double seconds_now(void);

/* A bar on standard error, where that is a terminal; else nothing at all. Threads may share it. */
typedef struct progress {
    bool is_shown;
    uint32_t done, total;
    double last; /* when it was last drawn */
} progress;

/* `total` is 0 where nobody knows it. */
void progress_begin(progress *bar, uint32_t total);
/* What comes next: text of a stranger. */
void progress_show(progress *bar, const char *what);
/* One more is done. */
void progress_step(progress *bar);
/* Takes the bar away, so that a line can be printed; the next step draws it again. NULL is fine. */
void progress_clear(progress *bar);

#endif
