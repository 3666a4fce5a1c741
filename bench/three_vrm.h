/* three-vrm, the peer that runs in Node: what its parse of a file costs, measured by a program of
 * its own (three_vrm_load.mjs). */
#ifndef VRM_BENCH_THREE_VRM_H
#define VRM_BENCH_THREE_VRM_H

#include <stdbool.h>

typedef struct three_vrm_times {
    bool is_measured;
    double median, best; /* ns */
    int rounds;
    char version[32];
    char problem[32]; /* where it is not measured: why, in a word or two */
} three_vrm_times;

/* `packages` is the folder whose node_modules has them; some seconds a file. */
three_vrm_times three_vrm_measure(const char *packages, const char *file);

#endif
