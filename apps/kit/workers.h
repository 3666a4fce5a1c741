/* Threads, where the system has POSIX ones; elsewhere one after the other. */
#ifndef VRM_CLI_WORKERS_H
#define VRM_CLI_WORKERS_H

#include <stdint.h>

#if !defined(_WIN32)
#include <pthread.h>
typedef pthread_mutex_t work_lock;
#define WORK_LOCK_INIT PTHREAD_MUTEX_INITIALIZER
#else
typedef int work_lock;
#define WORK_LOCK_INIT 0
#endif

enum { MOST_WORKERS = 64 };

void work_lock_take(work_lock *lock);
void work_lock_give(work_lock *lock);

/* How many threads the processor runs at a time; 1 where there are no threads. */
uint32_t processor_count(void);

/* Calls `work` once for each worker, the first one on this thread, and waits for all. There may be
 * fewer than `count`: threads are refused, or there are none. */
void run_workers(uint32_t count, void (*work)(uint32_t worker, void *user), void *user);

#endif
