/*
 * Faults of the file system, planted on purpose: loaded before a program by LD_PRELOAD, it counts
 * the calls that change files. At the call with the number that VRM_FAULT_WRITE has, from 1 on, the
 * program ends as in a crash (VRM_FAULT_KIND is "crash"), half of the bytes are written and then it
 * ends ("half"), or the call fails because the disk is full ("full"). VRM_FAULT_LOG is a file that
 * receives the names of the calls. With the kind "slow", a program that ends itself by a signal
 * takes a while for it, as on a busy machine.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { EXIT_OF_CRASH = 99 };

/* Other names of this library are hidden. */
#define SEEN __attribute__((visibility("default")))

typedef void any_function(void);

/* A pointer to a function out of one to data, which C does not convert. */
static any_function *real(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    any_function *function;
    memcpy(&function, &found, sizeof function);
    return function;
}

static int calls;

static void note_call(const char *name) {
    const char *log = getenv("VRM_FAULT_LOG");
    FILE *file = log != NULL ? fopen(log, "ae") : NULL;
    if (file == NULL) return;
    unsetenv("VRM_FAULT_LOG"); /* these calls are not noted */
    fprintf(file, "%s\n", name);
    fclose(file);
    setenv("VRM_FAULT_LOG", log, 1);
}

/* Whether this call is to fail; it does not return where the program is to end. */
static bool is_faulty(const char *name) {
    const char *number = getenv("VRM_FAULT_WRITE"), *kind = getenv("VRM_FAULT_KIND");
    note_call(name);
    if (number == NULL || kind == NULL) return false;
    calls += 1;
    if (calls != atoi(number)) return false;
    if (strcmp(kind, "crash") == 0) _exit(EXIT_OF_CRASH);
    errno = ENOSPC;
    return true;
}

static bool is_file(int file) {
    struct stat found;
    return fstat(file, &found) == 0 && S_ISREG(found.st_mode);
}

static bool is_half(void) {
    const char *kind = getenv("VRM_FAULT_KIND");
    return kind != NULL && strcmp(kind, "half") == 0;
}

SEEN ssize_t write(int file, const void *bytes, size_t size) {
    ssize_t (*next)(int, const void *, size_t) =
        (ssize_t(*)(int, const void *, size_t))real("write");
    if (file > STDERR_FILENO && is_file(file) && is_faulty("write")) {
        if (!is_half()) return -1;
        next(file, bytes, size / 2);
        _exit(EXIT_OF_CRASH);
    }
    return next(file, bytes, size);
}

SEEN int close(int file) {
    int (*next)(int) = (int (*)(int))real("close");
    if (file > STDERR_FILENO && is_file(file) && is_faulty("close")) {
        next(file);
        if (is_half()) _exit(EXIT_OF_CRASH);
        return -1;
    }
    return next(file);
}

SEEN int fchmod(int file, mode_t mode) {
    int (*next)(int, mode_t) = (int (*)(int, mode_t))real("fchmod");
    if (is_faulty("fchmod")) {
        if (is_half()) _exit(EXIT_OF_CRASH);
        return -1;
    }
    return next(file, mode);
}

SEEN int rename(const char *from, const char *to) {
    int (*next)(const char *, const char *) = (int (*)(const char *, const char *))real("rename");
    if (is_faulty("rename")) {
        if (is_half()) _exit(EXIT_OF_CRASH);
        return -1;
    }
    return next(from, to);
}

SEEN int link(const char *from, const char *to) {
    int (*next)(const char *, const char *) = (int (*)(const char *, const char *))real("link");
    if (is_faulty("link")) {
        if (is_half()) _exit(EXIT_OF_CRASH);
        return -1;
    }
    return next(from, to);
}

SEEN int unlink(const char *path) {
    int (*next)(const char *) = (int (*)(const char *))real("unlink");
    if (is_faulty("unlink")) {
        if (is_half()) _exit(EXIT_OF_CRASH);
        return -1;
    }
    return next(path);
}

SEEN int fsync(int file) {
    int (*next)(int) = (int (*)(int))real("fsync");
    if (is_faulty(is_file(file) ? "fsync file" : "fsync folder")) {
        if (is_half()) _exit(EXIT_OF_CRASH);
        return -1;
    }
    return next(file);
}

SEEN int raise(int number) {
    int (*next)(int) = (int (*)(int))real("raise");
    const char *kind = getenv("VRM_FAULT_KIND");
    const struct timespec a_while = {.tv_nsec = 300000000};
    if (kind != NULL && strcmp(kind, "slow") == 0) nanosleep(&a_while, NULL);
    return next(number);
}
