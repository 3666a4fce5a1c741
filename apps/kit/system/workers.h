/* Threads, where the system has POSIX ones; elsewhere there is only the one that runs. */
#ifndef VRM_KIT_WORKERS_H
#define VRM_KIT_WORKERS_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__unix__) || defined(__APPLE__)
#define HAS_THREADS 1
#include <pthread.h>
typedef pthread_mutex_t work_lock;
typedef pthread_cond_t work_condition;
typedef pthread_t work_thread;
#define WORK_LOCK_INIT PTHREAD_MUTEX_INITIALIZER
#define WORK_CONDITION_INIT PTHREAD_COND_INITIALIZER
#else
#define HAS_THREADS 0
typedef struct work_lock {
    int unused;
} work_lock;
typedef work_lock work_condition;
typedef work_lock work_thread;
#define WORK_LOCK_INIT                                                                             \
    { 0 }
#define WORK_CONDITION_INIT                                                                        \
    { 0 }
#endif

enum { MOST_WORKERS = 64 };

void work_lock_take(work_lock *lock);
void work_lock_give(work_lock *lock);

/* Gives the lock back until work_condition_wake is called, or for at most that many milliseconds.
 */
void work_condition_wait(work_condition *condition, work_lock *lock, uint32_t milliseconds);
void work_condition_wake(work_condition *condition);

/* How many threads the processor runs at a time; 1 where there are no threads. */
uint32_t processor_count(void);

/* Calls `work` on a thread of its own. False: there is none to be had. */
bool work_thread_start(work_thread *out, void *(*work)(void *user), void *user);
/* Waits for its end; or lets it go on until the program ends. */
void work_thread_join(work_thread *thread);
void work_thread_leave(work_thread *thread);

#endif
