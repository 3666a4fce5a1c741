/* Time for benchmarks. */
#ifndef VRM_BENCH_CLOCK_H
#define VRM_BENCH_CLOCK_H

#include <stddef.h>

/* Nanoseconds from some moment on. */
double bench_now(void);

/* The median; `times` is sorted in place. */
double bench_median(double *times, size_t count);

#endif
