/* How far a long command has come, on a terminal; and the time. */
#ifndef VRM_CLI_PROGRESS_H
#define VRM_CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/* Seconds since some moment. */
double seconds_now(void);

/* A bar on standard error, where that is a terminal; else nothing at all: files, files a second,
 * time left, and files with errors so far. Threads may share it. */
typedef struct progress {
    bool is_shown;
    uint32_t done, total; /* steps */
    uint64_t files, errors;
    double fraction; /* of the whole work, where `total` is not known; 0: nobody knows it */
    double start;
    double last; /* when it was last drawn */
} progress;

/* Where standard error is a terminal. `total` is 0 where nobody knows it. Without this, nothing is
 * shown. */
void progress_begin(progress *bar, uint32_t total);
/* What part of the work has been taken, from 0 to 1, for a bar without a total. */
void progress_set_fraction(progress *bar, double fraction);
/* What comes next: text of a stranger. */
void progress_show(progress *bar, const char *what);
/* A command that takes long for one file is still at work: draws the bar again, with the time since
 * it began, while one is shown. */
void progress_tick(void);
/* One more step is done. */
void progress_step(progress *bar);
/* One more file is done, well or with an error. */
void progress_file_done(progress *bar, bool is_good);
/* Takes the bar away, so that a line can be printed; the next step draws it again. NULL is fine. */
void progress_clear(progress *bar);

#endif
