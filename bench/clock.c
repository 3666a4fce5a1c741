#if !defined(_WIN32)
#define _POSIX_C_SOURCE 199309L
#endif

#include "clock.h"

#include <stdlib.h>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

double bench_now(void) {
    LARGE_INTEGER count, frequency;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&frequency);
    return (double)count.QuadPart * (1e9 / (double)frequency.QuadPart);
}

double bench_thread_now(void) { return bench_now(); }
#else
#include <time.h>

double bench_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

double bench_thread_now(void) {
#if defined(CLOCK_THREAD_CPUTIME_ID)
    struct timespec time;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0) {
        return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
    }
#endif
    return bench_now();
}
#endif

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_median(double *times, size_t count) {
    qsort(times, count, sizeof times[0], compare);
    return times[count / 2];
}
