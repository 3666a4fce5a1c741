/* Godot opens extensions with RTLD_DEEPBIND, which AddressSanitizer refuses. Preloaded before its
 * runtime, this dlopen removes the flag. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>

void *dlopen(const char *file, int mode) {
    void *(*next)(const char *, int);
    void *found = dlsym(RTLD_NEXT, "dlopen");
    memcpy(&next, &found, sizeof next);
    return next(file, mode & ~RTLD_DEEPBIND);
}
