#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif

#include "support/workers.h"

#include "test.h"

#include <stdlib.h>

#if defined(VRM_TEST_THREADS)
#include <pthread.h>

enum { MOST = 16 };

typedef struct worker {
    workers *pool;
    int index;
} worker;

struct workers {
    pthread_t threads[MOST];
    worker seats[MOST];
    int count; /* without the thread that calls workers_parallel_for, whose index this is */
    pthread_mutex_t lock;
    pthread_cond_t begins, ends;
    bool is_over;
    unsigned round;
    /* Of this round. */
    vrm_range_fn *fn;
    void *context;
    int32_t size, length;
    int busy;
};

/*
 * Runs every range whose turn is this thread's. Which ranges a thread has does not depend on time,
 * and it takes no lock between them: ThreadSanitizer sees a lock as an order, and no race between
 * ranges that a fast thread runs one after another.
 */
static void run_ranges(const workers *w, int index) {
    int32_t step = w->length * (w->count + 1);
    for (int32_t begin = w->length * index; begin < w->size; begin += step) {
        w->fn(begin, w->size - begin > w->length ? begin + w->length : w->size, w->context);
    }
}

static void *work(void *user) {
    const worker *self = user;
    workers *w = self->pool;
    unsigned round = 0;
    pthread_mutex_lock(&w->lock);
    for (;;) {
        while (!w->is_over && w->round == round) pthread_cond_wait(&w->begins, &w->lock);
        if (w->is_over) break;
        round = w->round;
        pthread_mutex_unlock(&w->lock);
        run_ranges(w, self->index);
        pthread_mutex_lock(&w->lock);
        if (--w->busy == 0) pthread_cond_signal(&w->ends);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

workers *workers_start(int count) {
    workers *w = calloc(1, sizeof *w);
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->begins, NULL);
    pthread_cond_init(&w->ends, NULL);
    while (w->count < count - 1 && w->count < MOST) {
        worker *seat = &w->seats[w->count];
        seat->pool = w;
        seat->index = w->count;
        if (!CHECK(pthread_create(&w->threads[w->count], NULL, work, seat) == 0)) break;
        ++w->count;
    }
    return w;
}

void workers_stop(workers *w) {
    pthread_mutex_lock(&w->lock);
    w->is_over = true;
    pthread_cond_broadcast(&w->begins);
    pthread_mutex_unlock(&w->lock);
    for (int i = 0; i < w->count; ++i) pthread_join(w->threads[i], NULL);
    pthread_cond_destroy(&w->begins);
    pthread_cond_destroy(&w->ends);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

void workers_parallel_for(int32_t count, int32_t min_range, vrm_range_fn *fn, void *context,
                          void *user) {
    workers *w = user;
    pthread_mutex_lock(&w->lock);
    w->fn = fn;
    w->context = context;
    w->size = count;
    w->length = min_range;
    w->busy = w->count;
    ++w->round;
    pthread_cond_broadcast(&w->begins);
    pthread_mutex_unlock(&w->lock);
    run_ranges(w, w->count);
    pthread_mutex_lock(&w->lock);
    while (w->busy != 0) pthread_cond_wait(&w->ends, &w->lock);
    pthread_mutex_unlock(&w->lock);
}

#else

struct workers {
    int count;
};

workers *workers_start(int count) {
    workers *w = calloc(1, sizeof *w);
    w->count = count;
    return w;
}

void workers_stop(workers *w) { free(w); }

void workers_parallel_for(int32_t count, int32_t min_range, vrm_range_fn *fn, void *context,
                          void *user) {
    const workers *w = user;
    int32_t end = count, begin;
    if (w->count == 1) {
        fn(0, count, context);
        return;
    }
    while (end > 0) {
        begin = (end - 1) / min_range * min_range;
        fn(begin, end, context);
        end = begin;
    }
}

#endif
