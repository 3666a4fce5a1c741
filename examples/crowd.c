/*
 * crowd: many avatars in one call, on threads of the host. The threads here are a small pool; an
 * engine hands the work to its own job system instead. Where there are no POSIX threads, the work
 * is done on the calling thread. The result does not depend on it: one avatar of the crowd is
 * compared, byte for byte, with the same avatar alone.
 *
 * usage: crowd FILE.vrm
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <string.h>
#include <vrm/vrm.h>

enum { AVATARS = 64, UPDATES = 120, WATCHED = 7 };

#if defined(__unix__) || defined(__APPLE__)
#include <pthread.h>

enum { THREADS = 3 }; /* beside the calling thread */

typedef struct pool {
    pthread_mutex_t lock;
    pthread_cond_t work_came, work_done;
    pthread_t threads[THREADS];
    vrm_range_fn *work;
    void *context;
    int32_t next, count, step; /* what is not yet taken, the end, and how much one takes */
    int running, threads_started, quit;
} pool;

/* Takes ranges until there are none. Called with the lock held. */
static void take_ranges(pool *p) {
    while (p->next < p->count) {
        const int32_t begin = p->next;
        const int32_t end = p->count - begin > p->step ? begin + p->step : p->count;
        p->next = end;
        ++p->running;
        pthread_mutex_unlock(&p->lock);
        p->work(begin, end, p->context);
        pthread_mutex_lock(&p->lock);
        --p->running;
    }
}

static void *thread_main(void *user) {
    pool *p = (pool *)user;
    pthread_mutex_lock(&p->lock);
    while (!p->quit) {
        take_ranges(p);
        if (p->running == 0) pthread_cond_signal(&p->work_done);
        if (!p->quit) pthread_cond_wait(&p->work_came, &p->lock);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

/* A vrm_parallel_for: covers 0 to count in ranges, and returns when all of it is done. */
static void parallel_for(int32_t count, int32_t min_range, vrm_range_fn *work, void *context,
                         void *user) {
    pool *p = (pool *)user;
    pthread_mutex_lock(&p->lock);
    p->work = work;
    p->context = context;
    p->next = 0;
    p->count = count;
    p->step = min_range > 1 ? min_range : 1;
    pthread_cond_broadcast(&p->work_came);
    take_ranges(p);
    while (p->running > 0) pthread_cond_wait(&p->work_done, &p->lock);
    pthread_mutex_unlock(&p->lock);
}

static void pool_start(pool *p, vrm_crowd_desc *desc) {
    memset(p, 0, sizeof *p);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->work_came, NULL);
    pthread_cond_init(&p->work_done, NULL);
    while (p->threads_started < THREADS &&
           pthread_create(&p->threads[p->threads_started], NULL, thread_main, p) == 0) {
        ++p->threads_started;
    }
    desc->parallel_for = parallel_for;
    desc->parallel_user = p;
}

static void pool_stop(pool *p) {
    pthread_mutex_lock(&p->lock);
    p->quit = 1;
    pthread_cond_broadcast(&p->work_came);
    pthread_mutex_unlock(&p->lock);
    while (p->threads_started > 0) pthread_join(p->threads[--p->threads_started], NULL);
}
#else
typedef struct pool {
    int unused;
} pool;
static void pool_start(pool *p, vrm_crowd_desc *desc) { (void)p, (void)desc; }
static void pool_stop(pool *p) { (void)p; }
#endif

/* The input of one avatar in one frame: each of them turns at its own pace. */
static void steer(vrm_avatar *avatar, int number, int frame) {
    vrm_avatar_set_look_at_degrees(avatar, (float)((frame * (number + 3)) % 40 - 20), 0.0f);
    vrm_avatar_set_wind_value(avatar, vrm_vec3_make((float)(number % 5) * 0.1f, 0.0f, 0.0f));
}

int main(int argc, char **argv) {
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    vrm_avatar *members[AVATARS], *alone;
    vrm_crowd_desc desc;
    vrm_crowd *crowd;
    pool threads;
    int i, frame, same;
    if (argc < 2 || vrm_model_load_file(argv[1], NULL, &model, &report) != VRM_OK) {
        vrm_report_print(report, stderr);
        vrm_report_destroy(report);
        return 1;
    }
    vrm_crowd_desc_init(&desc);
    pool_start(&threads, &desc);
    vrm_crowd_create(&desc, &crowd, NULL);
    vrm_avatar_create(model, NULL, &alone, NULL);
    for (i = 0; i < AVATARS; ++i) vrm_crowd_add(crowd, model, NULL, &members[i], NULL);
    for (frame = 0; frame < UPDATES; ++frame) {
        for (i = 0; i < AVATARS; ++i) steer(members[i], i, frame);
        vrm_crowd_update(crowd, 1.0f / 60.0f);
        steer(alone, WATCHED, frame);
        vrm_avatar_update(alone, 1.0f / 60.0f);
    }
    same = memcmp(vrm_avatar_frame(alone)->world, vrm_avatar_frame(members[WATCHED])->world,
                  vrm_avatar_frame(alone)->node_count * sizeof(vrm_mat4)) == 0;
    printf("%u avatars, %d updates, same bits as alone: %s\n", (unsigned)vrm_crowd_count(crowd),
           UPDATES, same ? "yes" : "no");
    vrm_avatar_destroy(alone);
    vrm_crowd_destroy(crowd);
    pool_stop(&threads);
    vrm_report_destroy(report);
    vrm_model_release(model);
    return same ? 0 : 1;
}
