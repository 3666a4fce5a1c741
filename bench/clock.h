/* Time for benchmarks. */
#ifndef VRM_BENCH_CLOCK_H
#define VRM_BENCH_CLOCK_H

#include <stddef.h>

/* Nanoseconds from some moment on. */
double bench_now(void);

/* The same of the processor's time that this thread has had: others on a busy machine do not count,
 * but for what they leave of caches and bandwidth. Reading it takes longer. Where a system has no
 * such clock, it is bench_now. */
double bench_thread_now(void);

/* The median; `times` is sorted in place. */
double bench_median(double *times, size_t count);

#endif
