/*
 * three-vrm, the peer that runs in Node, measured by programs of their own (three_vrm_load.mjs,
 * three_vrm_springs.mjs). Each call starts a new process for one file: what a process has done
 * before changes how fast it runs.
 */
#ifndef VRM_BENCH_THREE_VRM_H
#define VRM_BENCH_THREE_VRM_H

#include <stdbool.h>

typedef struct three_vrm_times {
    bool is_measured;
    double best, median; /* ns */
    char version[32];
    char problem[32]; /* where it is not measured: why, in a word or two */
} three_vrm_times;

/* A parse of a file, its pictures not decoded. `packages` is the folder whose node_modules has
 * three-vrm. Some seconds. */
three_vrm_times three_vrm_load(const char *packages, const char *file);

/* An update of springs, for each joint; `best` is the lower tenth. Some seconds. */
three_vrm_times three_vrm_springs(const char *packages, const char *file, double rate);

/* Of two runs, the better times; what could not be measured does not count. */
void three_vrm_keep_best(three_vrm_times *best, const three_vrm_times *run);

#endif
