/* Whether a file has changed since it was read. */
#ifndef VRM_VIEW_WATCH_H
#define VRM_VIEW_WATCH_H

#include <stdbool.h>
#include <stdint.h>

/* What is compared: a file with the same size and time counts as the same. */
typedef struct file_stamp {
    int64_t size, seconds, nanoseconds;
} file_stamp;

typedef struct file_watch {
    file_stamp read; /* when it was read last, whether that went well or not */
    file_stamp seen; /* at the last look */
    double next_look;
} file_watch;

/* Before a file is read: it may be written meanwhile. */
void watch_begin(file_watch *watch, const char *path);

/* True once after each change, when the file has stayed the same from one look to the next: by then
 * it is whole. Looks twice a second; `now` in seconds. */
bool watch_has_changed(file_watch *watch, const char *path, double now);

#endif
