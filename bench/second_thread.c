#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif

#include "second_thread.h"

#include "clock.h"

#include <stdbool.h>
#include <stdlib.h>

#if VRM_BENCH_THREADS

#include <pthread.h>
#include <stdatomic.h>

/* A second thread that waits for work, and takes pieces of it beside the first. */
struct bench_thread {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    vrm_range_fn *fn;
    void *context;
    int32_t count, piece;
    atomic_int next, finished, round;
    double busy;   /* ns of a processor, in the last round */
    double busier; /* of both */
    int stop;
};

/* Returns the processor's time that it took. */
static double take_pieces(bench_thread *h, bool is_second) {
    double start = bench_thread_now();
    for (;;) {
        int32_t begin = atomic_fetch_add(&h->next, h->piece);
        int32_t end = begin + h->piece < h->count ? begin + h->piece : h->count;
        if (begin >= h->count) return bench_thread_now() - start;
        h->fn(begin, end, h->context);
        if (is_second) h->busy = bench_thread_now() - start;
        atomic_fetch_add(&h->finished, end - begin);
    }
}

static void *help(void *user) {
    bench_thread *h = user;
    int seen = 0;
    for (;;) {
        pthread_mutex_lock(&h->lock);
        while (atomic_load(&h->round) == seen && !h->stop) pthread_cond_wait(&h->wake, &h->lock);
        seen = atomic_load(&h->round);
        pthread_mutex_unlock(&h->lock);
        if (h->stop) return NULL;
        take_pieces(h, true);
    }
}

void bench_parallel(bench_thread *h, int32_t count, int32_t piece, vrm_range_fn *fn,
                    void *context) {
    double busy;
    if (h == NULL) {
        fn(0, count, context);
        return;
    }
    pthread_mutex_lock(&h->lock);
    h->fn = fn;
    h->context = context;
    h->count = count;
    h->piece = piece;
    h->busy = 0.0;
    atomic_store(&h->finished, 0);
    atomic_store(&h->next, 0);
    atomic_fetch_add(&h->round, 1);
    pthread_cond_signal(&h->wake);
    pthread_mutex_unlock(&h->lock);
    busy = take_pieces(h, false);
    while (atomic_load(&h->finished) != count) { /* the last piece of the other thread */
    }
    h->busier = h->busy > busy ? h->busy : busy;
}

bench_thread *bench_thread_start(void) {
    bench_thread *h = calloc(1, sizeof *h);
    if (h == NULL) return NULL;
    pthread_mutex_init(&h->lock, NULL);
    pthread_cond_init(&h->wake, NULL);
    h->count = 0;
    return pthread_create(&h->thread, NULL, help, h) == 0 ? h : NULL;
}

double bench_busier_thread(const bench_thread *h) { return h != NULL ? h->busier : 0.0; }

#else

bench_thread *bench_thread_start(void) { return NULL; }

void bench_parallel(bench_thread *h, int32_t count, int32_t piece, vrm_range_fn *fn,
                    void *context) {
    (void)h;
    (void)piece;
    fn(0, count, context);
}

double bench_busier_thread(const bench_thread *h) {
    (void)h;
    return 0.0;
}

#endif
