#include "crowd_threads.h"

#include <pythread.h>
#if !defined(_WIN32)
#include <unistd.h>
#endif

/* A thread waits for `start`, takes ranges, and releases `done`. */
typedef struct worker {
    struct crowd_threads *threads;
    PyThread_type_lock start, done;
} worker;

typedef struct crowd_threads {
    long process; /* which has the threads: a fork does not */
    uint32_t count;
    bool is_over;
    vrm_range_fn *work; /* of the present call, as all that follows */
    void *context;
    int32_t end, step, range_count;
    atomic_int next; /* range */
    worker workers[];
} crowd_threads;

static const char capsule_name[] = "libvrm._core.crowd_threads";

static long this_process(void) {
#if defined(_WIN32)
    return 0;
#else
    return (long)getpid();
#endif
}

static void take_ranges(crowd_threads *threads) {
    int range;
    while ((range = atomic_fetch_add(&threads->next, 1)) < threads->range_count) {
        const int32_t begin = range * threads->step, rest = threads->end - begin;
        threads->work(begin, begin + (rest < threads->step ? rest : threads->step),
                      threads->context);
    }
}

static void run_worker(void *user) {
    worker *worker = user;
    for (;;) {
        PyThread_acquire_lock(worker->start, WAIT_LOCK);
        if (worker->threads->is_over) break;
        take_ranges(worker->threads);
        PyThread_release_lock(worker->done);
    }
    PyThread_release_lock(worker->done); /* nothing of it is used afterwards */
}

/* A few ranges for each thread: avatars take different times. */
static void divide(crowd_threads *threads, int32_t count, int32_t min_range) {
    const int32_t parts = 4 * ((int32_t)threads->count + 1);
    threads->step = count / parts > min_range ? count / parts : min_range;
    if (threads->step < 1) threads->step = 1;
    threads->end = count;
    threads->range_count = count / threads->step + (count % threads->step != 0);
}

void crowd_threads_run(int32_t count, int32_t min_range, vrm_range_fn *work, void *context,
                       void *user) {
    crowd_threads *threads = user;
    uint32_t wanted;
    if (count <= 0) return;
    divide(threads, count, min_range);
    if (threads->range_count < 2 || threads->process != this_process()) {
        work(0, count, context);
        return;
    }
    threads->work = work;
    threads->context = context;
    atomic_store(&threads->next, 0);
    wanted = (uint32_t)threads->range_count - 1;
    if (wanted > threads->count) wanted = threads->count;
    for (uint32_t i = 0; i < wanted; ++i) PyThread_release_lock(threads->workers[i].start);
    take_ranges(threads);
    for (uint32_t i = 0; i < wanted; ++i) {
        PyThread_acquire_lock(threads->workers[i].done, WAIT_LOCK);
    }
}

static void end_threads(crowd_threads *threads) {
    if (threads->process == this_process()) {
        threads->is_over = true;
        for (uint32_t i = 0; i < threads->count; ++i) {
            PyThread_release_lock(threads->workers[i].start);
            PyThread_acquire_lock(threads->workers[i].done, WAIT_LOCK);
            PyThread_free_lock(threads->workers[i].start);
            PyThread_free_lock(threads->workers[i].done);
        }
    }
    PyMem_Free(threads);
}

static void release_capsule(PyObject *capsule) {
    end_threads(PyCapsule_GetPointer(capsule, capsule_name));
}

static bool start_worker(crowd_threads *threads) {
    worker *worker = &threads->workers[threads->count];
    worker->threads = threads;
    worker->start = PyThread_allocate_lock();
    worker->done = PyThread_allocate_lock();
    if (worker->start != NULL && worker->done != NULL) {
        PyThread_acquire_lock(worker->start, WAIT_LOCK);
        PyThread_acquire_lock(worker->done, WAIT_LOCK);
        if (PyThread_start_new_thread(run_worker, worker) != (unsigned long)-1) {
            ++threads->count;
            return true;
        }
        PyThread_release_lock(worker->start);
        PyThread_release_lock(worker->done);
    }
    if (worker->start != NULL) PyThread_free_lock(worker->start);
    if (worker->done != NULL) PyThread_free_lock(worker->done);
    return false;
}

PyObject *crowd_threads_new(uint32_t count) {
    crowd_threads *threads = PyMem_Calloc(1, sizeof *threads + count * sizeof(worker));
    PyObject *capsule;
    if (threads == NULL) return PyErr_NoMemory();
    threads->process = this_process();
    while (threads->count + 1 < count) {
        if (!start_worker(threads)) {
            end_threads(threads);
            PyErr_SetString(PyExc_RuntimeError, "the threads of the crowd cannot be started");
            return NULL;
        }
    }
    capsule = PyCapsule_New(threads, capsule_name, release_capsule);
    if (capsule == NULL) end_threads(threads);
    return capsule;
}

void *crowd_threads_user(PyObject *capsule) { return PyCapsule_GetPointer(capsule, capsule_name); }
