#include "batch.h"
#include "apps/kit/avatar/open.h"
#include "apps/kit/options/arguments.h"
#include "apps/kit/program/console.h"
#include "apps/kit/program/language.h"
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
    batch *batch;
    work_thread thread;
    bool is_first, is_given_up, has_ended;
    struct batch_worker *next;
};

struct batch {
    const batch_options *options;
    const batch_command *command;
    work_lock taking; /* of `inputs`: reading them may take long */
    inputs *inputs;
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

progress *batch_progress(batch_worker *worker) { return &worker->batch->bar; }

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
    batch *batch = worker->batch;
    bool may;
    work_lock_take(&batch->lock);
    may = !batch->is_stopping && !batch->has_ended && !worker->is_given_up && stop_requested() == 0;
    work_lock_give(&batch->lock);
    return may;
}

/* Lists a file as being worked on, and asks for another worker. */
static void list_file(batch_worker *worker, batch_file *file) {
    batch *batch = worker->batch;
    double timeout = batch->options->limits.timeout;
    work_lock_take(&batch->lock);
    file->worker = worker;
    file->deadline = timeout > 0.0 ? seconds_now() + timeout : 0.0;
    file->is_listed = true;
    file->next = batch->files;
    batch->files = file;
    batch->wants_worker = batch->active < batch->most_active &&
                          (batch->reported > 0 || !batch->options->starts_alone);
    if (batch->wants_worker) stop_wake();
    work_lock_give(&batch->lock);
}

static batch_file *take_next(batch_worker *worker) {
    batch *batch = worker->batch;
    batch_file *file = calloc(1, sizeof *file);
    if (file != NULL && inputs_next(batch->inputs, &file->input)) {
        atomic_init(&file->is_given_up, false);
        list_file(worker, file);
        if (batch->command->begin != NULL) batch->command->begin(file, batch->command->user);
        progress_set_fraction(&batch->bar, inputs_fraction(batch->inputs));
        progress_show(&batch->bar, file->input.path != NULL ? file->input.path : "");
        return file;
    }
    if (file == NULL) {
        fprintf(stderr, "vrm: %s\n", say("there is not enough memory"));
        batch_stop(worker);
    }
    free(file);
    work_lock_take(&batch->lock);
    batch->has_ended = true;
    work_lock_give(&batch->lock);
    return NULL;
}

batch_file *batch_take(batch_worker *worker) {
    batch_file *file;
    work_lock_take(&worker->batch->taking);
    file = may_take(worker) ? take_next(worker) : NULL;
    work_lock_give(&worker->batch->taking);
    return file;
}

bool batch_is_late(const batch_file *file) {
    return atomic_load(&file->is_given_up) || stop_requested() != 0;
}

bool batch_is_overdue(const batch_file *file) {
    return stop_requested() != 0 || (file->deadline > 0.0 && seconds_now() > file->deadline);
}

bool batch_hold(batch_file *file) {
    batch *batch = file->worker->batch;
    bool is_held;
    work_lock_take(&batch->lock);
    is_held = !atomic_load(&file->is_given_up) && !batch->is_stopping;
    file->is_held = is_held;
    work_lock_give(&batch->lock);
    return is_held;
}

void batch_go_on(batch_file *file) {
    batch *batch = file->worker->batch;
    work_lock_take(&batch->lock);
    file->is_held = false;
    work_lock_give(&batch->lock);
}

/* A request to stop leaves what is being reported, and nothing else. */
void batch_stop(batch_worker *worker) {
    batch *batch = worker->batch;
    work_lock_take(&batch->lock);
    batch->has_ended = true;
    batch->all_good = false;
    work_lock_give(&batch->lock);
}

/* --- Reports --- */

/* Takes the right to report; the lock is held. False: the program is to end. */
static bool take_report(batch *batch, const batch_file *file) {
    while (!batch->is_stopping && stop_requested() == 0 &&
           (batch->is_reporting ||
            (batch->options->is_ordered && file != NULL && file->input.number != batch->turn))) {
        work_condition_wait(&batch->changed, &batch->lock, 100);
    }
    if (batch->is_stopping || stop_requested() != 0) return false;
    batch->is_reporting = true;
    return true;
}

/* Standard output as far as it is written, or what that leads to. Called without the lock. */
static bool flush_report(batch *batch) {
    int error = console_flush();
    if (error == 0) return true;
    if (error == EPIPE && stop_by_pipe()) return false;
    console_say_unwritten(error);
    work_lock_take(&batch->lock);
    batch->has_ended = true; /* whoever reads the reports has not got this one */
    work_lock_give(&batch->lock);
    return false;
}

static void step_progress(batch *batch, bool is_good) {
    progress_file_done(&batch->bar, is_good);
    if (batch->options->steps_itself) return;
    for (uint32_t i = 0; i < batch->options->steps; ++i) progress_step(&batch->bar);
}

static batch_file *next_late(const batch *batch) {
    batch_file *file = batch->late;
    while (file != NULL && batch->options->is_ordered && file->input.number != batch->turn) {
        file = file->next;
    }
    return file;
}

/* Reports what was given up and is next. The lock is held, and so is the right to report. */
static void report_late_files(batch *batch) {
    batch_file *file;
    while ((file = next_late(batch)) != NULL) {
        unlist(&batch->late, file);
        batch->all_good = false;
        ++batch->turn;
        ++batch->reported;
        work_lock_give(&batch->lock);
        progress_clear(&batch->bar);
        batch->command->report_late(file, batch->command->user);
        flush_report(batch);
        step_progress(batch, false);
        work_lock_take(&batch->lock);
        file->is_listed = false;
        if (file->is_left) free_file(file);
    }
}

static void give_report(batch *batch) {
    batch->is_reporting = false;
    work_condition_wake(&batch->changed);
}

bool batch_begin_report(batch_file *file) {
    batch *batch = file->worker->batch;
    work_lock_take(&batch->lock);
    if (!atomic_load(&file->is_given_up)) {
        file->is_held = true;
        file->is_reporting = take_report(batch, file);
    }
    work_lock_give(&batch->lock);
    if (file->is_reporting) progress_clear(&batch->bar);
    return file->is_reporting;
}

void batch_end_report(batch_file *file, bool is_good) {
    batch *batch = file->worker->batch;
    if (file->is_reporting) {
        if (!flush_report(batch)) is_good = false;
        step_progress(batch, is_good);
    }
    work_lock_take(&batch->lock);
    if (file->is_reporting) {
        if (!is_good) batch->all_good = false;
        ++batch->turn;
        ++batch->reported;
        report_late_files(batch);
        give_report(batch);
    }
    if (!atomic_load(&file->is_given_up)) {
        unlist(&batch->files, file);
        file->is_listed = false;
    }
    file->is_left = true; /* what is still to be reported is freed then */
    if (!file->is_listed) free_file(file);
    work_lock_give(&batch->lock);
}

/* --- Workers --- */

static void end_worker(batch_worker *worker) {
    batch *batch = worker->batch;
    work_lock_take(&batch->lock);
    worker->has_ended = true;
    if (worker->is_given_up) {
        --batch->stuck;
    } else {
        --batch->active;
        /* It could not work: further ones could not either. */
        if (!batch->has_ended && !batch->is_stopping && stop_requested() == 0) {
            batch->most_active = batch->active;
        }
    }
    stop_wake();
    work_lock_give(&batch->lock);
}

static void *run_worker(void *user) {
    batch_worker *worker = user;
    const batch_command *command = worker->batch->command;
    command->work(worker, command->user);
    end_worker(worker);
    return NULL;
}

/* A worker, without its thread. The lock is held. */
static batch_worker *add_worker(batch *batch) {
    batch_worker *worker = calloc(1, sizeof *worker);
    if (worker == NULL) return NULL;
    worker->batch = batch;
    worker->is_first = batch->workers == NULL;
    worker->next = batch->workers;
    batch->workers = worker;
    ++batch->active;
    return worker;
}

/* The lock is held. */
static bool start_worker(batch *batch) {
    batch_worker *worker = add_worker(batch);
    if (worker == NULL) return false;
    if (work_thread_start(&worker->thread, run_worker, worker)) return true;
    batch->workers = worker->next;
    --batch->active;
    free(worker);
    return false;
}

/* Whether a thread was given up and is still at work. */
static bool is_stuck(batch *batch, const batch_worker *worker) {
    bool is;
    work_lock_take(&batch->lock);
    is = worker->is_given_up && !worker->has_ended;
    work_lock_give(&batch->lock);
    return is;
}

/* Waits for all threads but those that are stuck. Whether there were such: they may end at any
 * moment, and use the batch until then. */
static bool join_workers(batch *batch) {
    bool has_left = false;
    while (batch->workers != NULL) {
        batch_worker *worker = batch->workers;
        batch->workers = worker->next;
        if (is_stuck(batch, worker)) {
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
static void give_up(batch *batch, batch_file *file) {
    unlist(&batch->files, file);
    atomic_store(&file->is_given_up, true);
    file->worker->is_given_up = true;
    --batch->active;
    ++batch->stuck;
    file->next = batch->late;
    batch->late = file;
}

/* Gives up what has taken too long. Returns the milliseconds until the next file may have; -1: none
 * will. The lock is held. */
static int check_deadlines(batch *batch) {
    double now = seconds_now(), timeout = batch->options->limits.timeout, wait = timeout;
    if (!(timeout > 0.0)) return -1;
    for (batch_file *file = batch->files, *next; file != NULL; file = next) {
        next = file->next;
        if (file->is_held || file->deadline <= 0.0) continue;
        if (file->deadline <= now) {
            give_up(batch, file);
        } else if (file->deadline - now < wait) {
            wait = file->deadline - now;
        }
    }
    if (batch->late != NULL && take_report(batch, NULL)) {
        report_late_files(batch);
        give_report(batch);
    }
    return wait < 1e6 ? (int)(wait * 1000.0) + 1 : INT_MAX;
}

static void finish(const batch *batch, bool is_interrupted) {
    if (batch->command->finish != NULL)
        batch->command->finish(is_interrupted, batch->command->user);
}

/* As a signal demands: what is being reported is printed to its end, and nothing else. */
static _Noreturn void end_by_signal(batch *batch) {
    int number = stop_requested();
    double until = seconds_now() + 0.001 * (double)LAST_REPORT_MS;
    work_lock_take(&batch->lock);
    batch->is_stopping = true;
    while (batch->is_reporting && seconds_now() < until) {
        work_condition_wait(&batch->changed, &batch->lock, 20);
    }
    output_files_stop();
    if (!batch->is_reporting) {
        progress_clear(&batch->bar);
        finish(batch, true);
        console_flush();
    }
    stop_program(number);
}

/* Starts workers as they are wanted. False: all is done. The lock is held. */
static bool keep_working(batch *batch) {
    if (batch->stuck > MOST_STUCK && !batch->has_ended) {
        fprintf(stderr, "vrm: %s\n",
                say("too many files took too long: the remaining files are skipped"));
        batch->has_ended = true;
        batch->all_good = false;
    }
    if (batch->wants_worker && batch->active < batch->most_active && !batch->has_ended &&
        !start_worker(batch)) {
        batch->most_active = batch->active;
    }
    batch->wants_worker = false;
    if (batch->active > 0) return true;
    if (batch->has_ended) return false;
    if (batch->most_active > 0 && start_worker(batch)) return true;
    fprintf(stderr, "vrm: %s\n",
            say("no worker could be started: the remaining files are skipped"));
    batch->all_good = false;
    return false;
}

static void supervise(batch *batch) {
    bool goes_on;
    do {
        int wait;
        if (stop_requested() != 0) end_by_signal(batch);
        work_lock_take(&batch->lock);
        wait = check_deadlines(batch);
        goes_on = stop_requested() != 0 || keep_working(batch);
        work_lock_give(&batch->lock);
        if (goes_on && stop_requested() == 0) stop_wait(wait);
    } while (goes_on);
}

/* Without threads. */
static void work_alone(batch *batch) {
    batch_worker *worker = add_worker(batch);
    if (worker == NULL) {
        batch->all_good = false;
        return;
    }
    batch->command->work(worker, batch->command->user);
    free(worker);
    batch->workers = NULL;
    if (stop_requested() != 0) end_by_signal(batch);
}

int batch_run(inputs *inputs, const batch_options *options, const batch_command *command) {
    batch *run = calloc(1, sizeof *run);
    bool has_threads, has_left, all_good;
    if (run == NULL || !stop_begin()) {
        fprintf(stderr, "vrm: %s\n", say("there is not enough memory"));
        free(run);
        return EXIT_NOT_LOADED;
    }
    *run = (batch){
        .options = options, .command = command, .inputs = inputs, .turn = 1, .all_good = true};
    run->taking = run->lock = (work_lock)WORK_LOCK_INIT;
    run->changed = (work_condition)WORK_CONDITION_INIT;
    run->most_active = options->jobs > 0 ? options->jobs : 1;
    /* Each path is looked at for their count: not where nobody sees the bar. */
    if (is_terminal(stderr)) {
        progress_begin(&run->bar, inputs_known_count(&inputs->options) * options->steps);
    }
    /* Threads wake this one by the descriptor. */
    has_threads = HAS_THREADS && !options->is_alone && stop_descriptor() >= 0 && start_worker(run);
    if (has_threads) supervise(run);
    if (!has_threads) work_alone(run);
    progress_clear(&run->bar);
    work_lock_take(&run->lock);
    all_good = run->all_good;
    work_lock_give(&run->lock);
    has_left = has_threads && join_workers(run);
    finish(run, false);
    if (has_left) {
        output_files_stop();
        leave_program(console_end(all_good ? EXIT_LOADED : EXIT_NOT_LOADED));
    }
    stop_end();
    free(run);
    return all_good ? EXIT_LOADED : EXIT_NOT_LOADED;
}
