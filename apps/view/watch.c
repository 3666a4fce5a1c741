#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L /* st_mtim */
#endif
#include "watch.h"

#include <string.h>
#include <sys/stat.h>

static bool is_same(const file_stamp *a, const file_stamp *b) {
    return a->size == b->size && a->seconds == b->seconds && a->nanoseconds == b->nanoseconds;
}

/* A file that is not there has the size -1: programs that export put it aside for a moment. */
static file_stamp stamp_of(const char *path) {
    file_stamp stamp = {-1, 0, 0};
    struct stat info;
    if (stat(path, &info) != 0) return stamp;
    stamp.size = (int64_t)info.st_size;
    stamp.seconds = (int64_t)info.st_mtime;
#if defined(__linux__)
    stamp.nanoseconds = (int64_t)info.st_mtim.tv_nsec;
#endif
    return stamp;
}

void watch_begin(file_watch *watch, const char *path) {
    watch->read = watch->seen = stamp_of(path);
    watch->next_look = 0.0;
}

bool watch_has_changed(file_watch *watch, const char *path, double now) {
    file_stamp stamp;
    bool is_whole;
    if (now < watch->next_look) return false;
    watch->next_look = now + 0.5;
    stamp = stamp_of(path);
    is_whole = stamp.size >= 0 && is_same(&stamp, &watch->seen);
    watch->seen = stamp;
    if (!is_whole || is_same(&stamp, &watch->read)) return false;
    watch->read = stamp;
    return true;
}
