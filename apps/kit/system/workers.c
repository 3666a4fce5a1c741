#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif

#include "workers.h"

#if HAS_THREADS

#include <time.h>
#include <unistd.h>

void work_lock_take(work_lock *lock) { pthread_mutex_lock(lock); }

void work_lock_give(work_lock *lock) { pthread_mutex_unlock(lock); }

void work_condition_wait(work_condition *condition, work_lock *lock, uint32_t milliseconds) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += (time_t)(milliseconds / 1000);
    until.tv_nsec += (long)(milliseconds % 1000) * 1000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec += 1;
        until.tv_nsec -= 1000000000;
    }
    pthread_cond_timedwait(condition, lock, &until);
}

void work_condition_wake(work_condition *condition) { pthread_cond_broadcast(condition); }

uint32_t processor_count(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 1 ? (uint32_t)count : 1;
}

bool work_thread_start(work_thread *out, void *(*work)(void *user), void *user) {
    return pthread_create(out, NULL, work, user) == 0;
}

void work_thread_join(work_thread *thread) { pthread_join(*thread, NULL); }

void work_thread_leave(work_thread *thread) { pthread_detach(*thread); }

#else

void work_lock_take(work_lock *lock) { (void)lock; }

void work_lock_give(work_lock *lock) { (void)lock; }

void work_condition_wait(work_condition *condition, work_lock *lock, uint32_t milliseconds) {
    (void)condition, (void)lock, (void)milliseconds;
}

void work_condition_wake(work_condition *condition) { (void)condition; }

uint32_t processor_count(void) { return 1; }

bool work_thread_start(work_thread *out, void *(*work)(void *user), void *user) {
    (void)out, (void)work, (void)user;
    return false;
}

void work_thread_join(work_thread *thread) { (void)thread; }

void work_thread_leave(work_thread *thread) { (void)thread; }

#endif
