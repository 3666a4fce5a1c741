#if !defined(_WIN32)
#define _POSIX_C_SOURCE 199309L
#endif

#include "clock.h"

#include <stdlib.h>
#include <time.h>

double bench_now(void) {
#if defined(_WIN32)
    struct timespec time;
    timespec_get(&time, TIME_UTC);
#else
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
#endif
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_median(double *times, size_t count) {
    qsort(times, count, sizeof times[0], compare);
    return times[count / 2];
}
