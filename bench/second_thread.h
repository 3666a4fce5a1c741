/* Two threads for benchmarks: the caller's, and one that waits for work. */
#ifndef VRM_BENCH_SECOND_THREAD_H
#define VRM_BENCH_SECOND_THREAD_H

#include "vrm/crowd.h"

/* NULL where there are no threads. It lives until the program ends. */
typedef struct bench_thread bench_thread;
bench_thread *bench_thread_start(void);

/* Has both threads take pieces of `piece` of the work; with NULL, the caller's alone. */
void bench_parallel(bench_thread *second, int32_t count, int32_t piece, vrm_range_fn *fn,
                    void *context);

/* Of the last work that two threads shared: the processor's time of the one that had more. */
double bench_busier_thread(const bench_thread *second);

#endif
