#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200112L
#endif

#include "workers.h"

#if !defined(_WIN32)

#include <stdbool.h>
#include <unistd.h>

void work_lock_take(work_lock *lock) { pthread_mutex_lock(lock); }

void work_lock_give(work_lock *lock) { pthread_mutex_unlock(lock); }

uint32_t processor_count(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 1 ? (uint32_t)count : 1;
}

typedef struct one_worker {
    pthread_t thread;
    uint32_t index;
    void (*work)(uint32_t worker, void *user);
    void *user;
} one_worker;

static void *start(void *argument) {
    const one_worker *worker = argument;
    worker->work(worker->index, worker->user);
    return NULL;
}

void run_workers(uint32_t count, void (*work)(uint32_t worker, void *user), void *user) {
    one_worker others[MOST_WORKERS];
    uint32_t started = 0;
    if (count > MOST_WORKERS) count = MOST_WORKERS;
    for (; started + 1 < count; ++started) {
        one_worker *next = &others[started];
        next->index = started + 1;
        next->work = work;
        next->user = user;
        if (pthread_create(&next->thread, NULL, start, next) != 0) break;
    }
    work(0, user);
    for (uint32_t i = 0; i < started; ++i) pthread_join(others[i].thread, NULL);
}

#else

void work_lock_take(work_lock *lock) { (void)lock; }

void work_lock_give(work_lock *lock) { (void)lock; }

uint32_t processor_count(void) { return 1; }

void run_workers(uint32_t count, void (*work)(uint32_t worker, void *user), void *user) {
    (void)count;
    work(0, user);
}

#endif
