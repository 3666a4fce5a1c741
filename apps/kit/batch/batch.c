#include "batch.h"
#include "apps/kit/avatar/open.h"
#include "apps/kit/options/arguments.h"
#include "apps/kit/program/console.h"
#include "apps/kit/system/mapped.h"
#include "apps/kit/system/output_file.h"
#include "apps/kit/system/stop.h"
#include "apps/kit/system/terminal.h"
#include "apps/kit/system/workers.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Threads that were given up and have not come back. Each has the memory of a file. */
enum { MOST_STUCK = 16 };
/* How long a report may take to be printed once the program is to end, in milliseconds. */
enum { LAST_REPORT_MS = 500 };

struct batch_worker {
    batch *of;
    work_thread thread;
    bool is_first, is_given_up, has_ended;
    struct batch_worker *next;
};

struct batch {
    const batch_options *options;
    const batch_command *command;
    work_lock taking; /* of `in`: reading it may take long */
    inputs *in;
    progress bar;
    /* Behind `lock`. */
    work_lock lock;
    work_condition changed;
    batch_file *files;     /* that are being worked on */
    batch_file *late;      /* given up, and not yet reported */
    batch_worker *workers; /* all that there were */
    uint32_t active, stuck, most_active;
    uint64_t turn; /* the file that is reported next, where they come in order */
    uint64_t reported;
    bool has_ended; /* the inputs */
    bool is_stopping, is_reporting, wants_worker, all_good;
};

bool batch_can_give_up(void) { return HAS_THREADS; }

bool batch_is_first(const batch_worker *worker) { return worker->is_first; }

progress *batch_progress(batch_worker *worker) { return &worker->of->bar; }

/* --- Files --- */

static void unlist(batch_file **list, batch_file *file) {
    while (*list != NULL && *list != file) list = &(*list)->next;
    if (*list == file) *list = file->next;
}

static void free_file(batch_file *file) {
    input_file_release(&file->input);
    if (file->is_mapped) {
        mapped_release(file->bytes, file->size);
    } else {
        free(file->bytes);
    }
    free(file->data);
    free(file);
}

static bool may_take(batch_worker *worker) {
    batch *of = worker->of;
    bool may;
    work_lock_take(&of->lock);
    may = !of->is_stopping && !of->has_ended && !worker->is_given_up && stop_requested() == 0;
    work_lock_give(&of->lock);
    return may;
}

/* Lists a file as being worked on, and asks for another worker. */
static void list_file(batch_worker *worker, batch_file *file) {
    batch *of = worker->of;
    double timeout = of->options->limits.timeout;
    work_lock_take(&of->lock);
    file->worker = worker;
    file->deadline = timeout > 0.0 ? seconds_now() + timeout : 0.0;
    file->is_listed = true;
    file->next = of->files;
    of->files = file;
    of->wants_worker =
        of->active < of->most_active && (of->reported > 0 || !of->options->starts_alone);
    if (of->wants_worker) stop_wake();
    work_lock_give(&of->lock);
}

static batch_file *take_next(batch_worker *worker) {
    batch *of = worker->of;
    batch_file *file = calloc(1, sizeof *file);
    if (file != NULL && inputs_next(of->in, &file->input)) {
        atomic_init(&file->is_given_up, false);
        list_file(worker, file);
        if (of->command->begin != NULL) of->command->begin(file, of->command->user);
        progress_set_fraction(&of->bar, inputs_fraction(of->in));
        progress_show(&of->bar, file->input.path != NULL ? file->input.path : "");
        return file;
    }
    if (file == NULL) {
        fprintf(stderr, "vrm: there is not enough memory\n");
        batch_stop(worker);
    }
    free(file);
    work_lock_take(&of->lock);
    of->has_ended = true;
    work_lock_give(&of->lock);
    return NULL;
}

batch_file *batch_take(batch_worker *worker) {
    batch_file *file;
    work_lock_take(&worker->of->taking);
    file = may_take(worker) ? take_next(worker) : NULL;
    work_lock_give(&worker->of->taking);
    return file;
}

bool batch_is_late(const batch_file *file) {
    return atomic_load(&file->is_given_up) || stop_requested() != 0;
}

bool batch_is_overdue(const batch_file *file) {
    return stop_requested() != 0 || (file->deadline > 0.0 && seconds_now() > file->deadline);
}

bool batch_hold(batch_file *file) {
    batch *of = file->worker->of;
    bool is_held;
    work_lock_take(&of->lock);
    is_held = !atomic_load(&file->is_given_up) && !of->is_stopping;
    file->is_held = is_held;
    work_lock_give(&of->lock);
    return is_held;
}

void batch_go_on(batch_file *file) {
    batch *of = file->worker->of;
    work_lock_take(&of->lock);
    file->is_held = false;
    work_lock_give(&of->lock);
}

/* A request to stop leaves what is being reported, and nothing else. */
void batch_stop(batch_worker *worker) {
    batch *of = worker->of;
    work_lock_take(&of->lock);
    of->has_ended = true;
    of->all_good = false;
    work_lock_give(&of->lock);
}

/* --- Reports --- */

/* Takes the right to report; the lock is held. False: the program is to end. */
static bool take_report(batch *of, const batch_file *file) {
    while (!of->is_stopping && stop_requested() == 0 &&
           (of->is_reporting ||
            (of->options->is_ordered && file != NULL && file->input.number != of->turn))) {
        work_condition_wait(&of->changed, &of->lock, 100);
    }
    if (of->is_stopping || stop_requested() != 0) return false;
    of->is_reporting = true;
    return true;
}

/* Standard output as far as it is written, or what that leads to. Called without the lock. */
static bool flush_report(batch *of) {
    int error = console_flush();
    if (error == 0) return true;
    if (error == EPIPE && stop_by_pipe()) return false;
    console_say_unwritten(error);
    work_lock_take(&of->lock);
    of->has_ended = true; /* whoever reads the reports has not got this one */
    work_lock_give(&of->lock);
    return false;
}

static void step_progress(batch *of, bool is_good) {
    progress_file_done(&of->bar, is_good);
    if (of->options->steps_itself) return;
    for (uint32_t i = 0; i < of->options->steps; ++i) progress_step(&of->bar);
}

static batch_file *next_late(const batch *of) {
    batch_file *file = of->late;
    while (file != NULL && of->options->is_ordered && file->input.number != of->turn) {
        file = file->next;
    }
    return file;
}

/* Reports what was given up and is next. The lock is held, and so is the right to report. */
static void report_late_files(batch *of) {
    batch_file *file;
    while ((file = next_late(of)) != NULL) {
        unlist(&of->late, file);
        of->all_good = false;
        ++of->turn;
        ++of->reported;
        work_lock_give(&of->lock);
        progress_clear(&of->bar);
        of->command->report_late(file, of->command->user);
        flush_report(of);
        step_progress(of, false);
        work_lock_take(&of->lock);
        file->is_listed = false;
        if (file->is_left) free_file(file);
    }
}

static void give_report(batch *of) {
    of->is_reporting = false;
    work_condition_wake(&of->changed);
}

bool batch_begin_report(batch_file *file) {
    batch *of = file->worker->of;
    work_lock_take(&of->lock);
    if (!atomic_load(&file->is_given_up)) {
        file->is_held = true;
        file->is_reporting = take_report(of, file);
    }
    work_lock_give(&of->lock);
    if (file->is_reporting) progress_clear(&of->bar);
    return file->is_reporting;
}

void batch_end_report(batch_file *file, bool is_good) {
    batch *of = file->worker->of;
    if (file->is_reporting) {
        if (!flush_report(of)) is_good = false;
        step_progress(of, is_good);
    }
    work_lock_take(&of->lock);
    if (file->is_reporting) {
        if (!is_good) of->all_good = false;
        ++of->turn;
        ++of->reported;
        report_late_files(of);
        give_report(of);
    }
    if (!atomic_load(&file->is_given_up)) {
        unlist(&of->files, file);
        file->is_listed = false;
    }
    file->is_left = true; /* what is still to be reported is freed then */
    if (!file->is_listed) free_file(file);
    work_lock_give(&of->lock);
}

/* --- Workers --- */

static void end_worker(batch_worker *worker) {
    batch *of = worker->of;
    work_lock_take(&of->lock);
    worker->has_ended = true;
    if (worker->is_given_up) {
        --of->stuck;
    } else {
        --of->active;
        /* It could not work: further ones could not either. */
        if (!of->has_ended && !of->is_stopping && stop_requested() == 0) {
            of->most_active = of->active;
        }
    }
    stop_wake();
    work_lock_give(&of->lock);
}

static void *run_worker(void *user) {
    batch_worker *worker = user;
    const batch_command *command = worker->of->command;
    command->work(worker, command->user);
    end_worker(worker);
    return NULL;
}

/* A worker, without its thread. The lock is held. */
static batch_worker *add_worker(batch *of) {
    batch_worker *worker = calloc(1, sizeof *worker);
    if (worker == NULL) return NULL;
    worker->of = of;
    worker->is_first = of->workers == NULL;
    worker->next = of->workers;
    of->workers = worker;
    ++of->active;
    return worker;
}

/* The lock is held. */
static bool start_worker(batch *of) {
    batch_worker *worker = add_worker(of);
    if (worker == NULL) return false;
    if (work_thread_start(&worker->thread, run_worker, worker)) return true;
    of->workers = worker->next;
    --of->active;
    free(worker);
    return false;
}

/* Whether a thread was given up and is still at work. */
static bool is_stuck(batch *of, const batch_worker *worker) {
    bool is;
    work_lock_take(&of->lock);
    is = worker->is_given_up && !worker->has_ended;
    work_lock_give(&of->lock);
    return is;
}

/* Waits for all threads but those that are stuck. Whether there were such: they may end at any
 * moment, and use the batch until then. */
static bool join_workers(batch *of) {
    bool has_left = false;
    while (of->workers != NULL) {
        batch_worker *worker = of->workers;
        of->workers = worker->next;
        if (is_stuck(of, worker)) {
            work_thread_leave(&worker->thread);
            has_left = true;
        } else {
            work_thread_join(&worker->thread);
            free(worker);
        }
    }
    return has_left;
}

/* --- The supervisor --- */

/* The lock is held. */
static void give_up(batch *of, batch_file *file) {
    unlist(&of->files, file);
    atomic_store(&file->is_given_up, true);
    file->worker->is_given_up = true;
    --of->active;
    ++of->stuck;
    file->next = of->late;
    of->late = file;
}

/* Gives up what has taken too long. Returns the milliseconds until the next file may have; -1: none
 * will. The lock is held. */
static int check_deadlines(batch *of) {
    double now = seconds_now(), timeout = of->options->limits.timeout, wait = timeout;
    if (!(timeout > 0.0)) return -1;
    for (batch_file *file = of->files, *next; file != NULL; file = next) {
        next = file->next;
        if (file->is_held || file->deadline <= 0.0) continue;
        if (file->deadline <= now) {
            give_up(of, file);
        } else if (file->deadline - now < wait) {
            wait = file->deadline - now;
        }
    }
    if (of->late != NULL && take_report(of, NULL)) {
        report_late_files(of);
        give_report(of);
    }
    return wait < 1e6 ? (int)(wait * 1000.0) + 1 : INT_MAX;
}

static void finish(const batch *of, bool is_interrupted) {
    if (of->command->finish != NULL) of->command->finish(is_interrupted, of->command->user);
}

/* As a signal demands: what is being reported is printed to its end, and nothing else. */
static _Noreturn void end_by_signal(batch *of) {
    int number = stop_requested();
    double until = seconds_now() + 0.001 * LAST_REPORT_MS;
    work_lock_take(&of->lock);
    of->is_stopping = true;
    while (of->is_reporting && seconds_now() < until) {
        work_condition_wait(&of->changed, &of->lock, 20);
    }
    output_files_stop();
    if (!of->is_reporting) {
        progress_clear(&of->bar);
        finish(of, true);
        console_flush();
    }
    stop_program(number);
}

/* Starts workers as they are wanted. False: all is done. The lock is held. */
static bool keep_working(batch *of) {
    if (of->stuck > MOST_STUCK && !of->has_ended) {
        fprintf(stderr, "vrm: too many files took too long: the remaining files are left out\n");
        of->has_ended = true;
        of->all_good = false;
    }
    if (of->wants_worker && of->active < of->most_active && !of->has_ended && !start_worker(of)) {
        of->most_active = of->active;
    }
    of->wants_worker = false;
    if (of->active > 0) return true;
    if (of->has_ended) return false;
    if (of->most_active > 0 && start_worker(of)) return true;
    fprintf(stderr, "vrm: no worker could be started: the remaining files are left out\n");
    of->all_good = false;
    return false;
}

static void supervise(batch *of) {
    bool goes_on;
    do {
        int wait;
        if (stop_requested() != 0) end_by_signal(of);
        work_lock_take(&of->lock);
        wait = check_deadlines(of);
        goes_on = stop_requested() != 0 || keep_working(of);
        work_lock_give(&of->lock);
        if (goes_on && stop_requested() == 0) stop_wait(wait);
    } while (goes_on);
}

/* Without threads. */
static void work_alone(batch *of) {
    batch_worker *worker = add_worker(of);
    if (worker == NULL) {
        of->all_good = false;
        return;
    }
    of->command->work(worker, of->command->user);
    free(worker);
    of->workers = NULL;
    if (stop_requested() != 0) end_by_signal(of);
}

int batch_run(inputs *in, const batch_options *options, const batch_command *command) {
    batch *of = calloc(1, sizeof *of);
    bool has_threads, has_left, all_good;
    if (of == NULL || !stop_begin()) {
        fprintf(stderr, "vrm: there is not enough memory\n");
        free(of);
        return EXIT_NOT_LOADED;
    }
    *of = (batch){.options = options, .command = command, .in = in, .turn = 1, .all_good = true};
    of->taking = of->lock = (work_lock)WORK_LOCK_INIT;
    of->changed = (work_condition)WORK_CONDITION_INIT;
    of->most_active = options->jobs > 0 ? options->jobs : 1;
    /* Each path is looked at for their count: not where nobody sees the bar. */
    if (is_terminal(stderr)) {
        progress_begin(&of->bar, inputs_known_count(&in->options) * options->steps);
    }
    /* Threads wake this one by the descriptor. */
    has_threads = HAS_THREADS && !options->is_alone && stop_descriptor() >= 0 && start_worker(of);
    if (has_threads) supervise(of);
    if (!has_threads) work_alone(of);
    progress_clear(&of->bar);
    work_lock_take(&of->lock);
    all_good = of->all_good;
    work_lock_give(&of->lock);
    has_left = has_threads && join_workers(of);
    finish(of, false);
    if (has_left) {
        output_files_stop();
        leave_program(console_end(all_good ? EXIT_LOADED : EXIT_NOT_LOADED));
    }
    stop_end();
    free(of);
    return all_good ? EXIT_LOADED : EXIT_NOT_LOADED;
}
