/*
 * A few threads that serve as an application's job system. Where there are no threads
 * (WebAssembly), ranges are done one by one, last first.
 */
#ifndef VRM_TEST_WORKERS_H
#define VRM_TEST_WORKERS_H

#include <vrm/crowd.h>

typedef struct workers workers;

/* `count` threads in all, with the one that calls parallel_for. */
workers *workers_start(int count);
void workers_stop(workers *threads);

/* A vrm_parallel_for; `user` is the workers. */
void workers_parallel_for(int32_t count, int32_t min_range, vrm_range_fn *fn, void *context,
                          void *user);

#endif
