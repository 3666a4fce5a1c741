#define _XOPEN_SOURCE 700

#include "work.h"
#include "apps/kit/batch/batch_options.h"
#include "apps/kit/batch/progress.h"
#include "apps/kit/program/language.h"
#include "apps/kit/system/stop.h"
#include "worker.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- Jobs --- */

/* A slot that is free; for pictures one with a process that can draw, and for other jobs one
 * without, so that there are no more of these than are needed. */
static slot *free_slot(const worker *worker, bool draws) {
    slot *found = NULL;
    for (uint32_t i = 0; i < worker->options->jobs; ++i) {
        slot *slot = &worker->slots[i];
        bool can_draw = slot->programs[PROGRAM_DRAW].state == HELPER_READY;
        if (slot->job != NULL) continue;
        if (can_draw == draws) return slot;
        found = slot;
    }
    return found;
}

static void start_job(worker *worker, job *work) {
    const char *known =
        worker->options->trusts_hashes && work->sha256[0] != '\0' ? work->sha256 : NULL;
    const char *problem = NULL;
    const bool draws = job_needs(work, PROGRAM_DRAW);
    work_input input = {.file = -1};
    job_result result = JOB_WRONG;
    if (work->problem != NULL) {
        problem = work->problem;
    } else {
        result = JOB_NO_INPUT;
        problem = work_input_open(&input, work->path, work->limits.max_bytes, known, worker->piece);
    }
    if (problem == NULL && work->sha256[0] != '\0' && strcmp(work->sha256, input.sha256) != 0) {
        result = JOB_WRONG_HASH;
        problem = "the bytes have another hash than the job says";
    }
    if (problem != NULL) {
        result_print_failure(worker, work, result, problem);
    } else if (draws || !result_from_store(worker, work, &input)) {
        course_begin(worker, work, &input, free_slot(worker, draws));
        return;
    }
    work_input_close(&input);
    job_free(work);
}

/* Gives jobs to slots until there is no more of one of them. */
static void start_jobs(worker *worker) {
    job *work;
    while (!worker->cannot_print && stop_requested() == 0 &&
           worker->running < worker->options->jobs &&
           (work = intake_take(&worker->intake)) != NULL) {
        start_job(worker, work);
    }
}

static void return_jobs(worker *worker) {
    job *work;
    while ((work = intake_take(&worker->intake)) != NULL) {
        if (!worker->cannot_print)
            result_print_failure(worker, work, JOB_RETURNED, "the worker ends");
        job_free(work);
    }
}

/* What is waited for: a signal, lines, and what programs say. */
typedef struct waited {
    struct pollfd files[2 + MOST_WORKERS * PROGRAM_COUNT];
    slot *slots[2 + MOST_WORKERS * PROGRAM_COUNT];
    helper *programs[2 + MOST_WORKERS * PROGRAM_COUNT];
    nfds_t count;
} waited;

static void add_waited(waited *waited, int file, slot *slot, helper *from) {
    waited->files[waited->count] = (struct pollfd){file, POLLIN, 0};
    waited->slots[waited->count] = slot;
    waited->programs[waited->count++] = from;
}

static void add_programs(waited *waited, const worker *worker) {
    for (uint32_t i = 0; i < worker->options->jobs; ++i) {
        for (int k = 0; k < PROGRAM_COUNT; ++k) {
            helper *one = &worker->slots[i].programs[k];
            if (one->state != HELPER_NONE) add_waited(waited, one->socket, &worker->slots[i], one);
        }
    }
}

/* Waits for lines, for the end of a child, for a program, for a signal, or until a job has taken
 * too long. */
static bool wait_for_something(worker *worker, bool takes_jobs) {
    waited on;
    const bool reads = takes_jobs && intake_wants(&worker->intake);
    int wait = course_watch(worker), count;
    on.count = 0;
    add_waited(&on, stop_descriptor(), NULL, NULL);
    if (reads) add_waited(&on, STDIN_FILENO, NULL, NULL);
    add_programs(&on, worker);
    count = poll(on.files, on.count, wait);
    if (count > 0 && (on.files[0].revents & POLLIN) != 0) stop_wait(0);
    for (nfds_t i = 1; count > 0 && i < on.count; ++i) {
        helper *from = on.programs[i];
        bool is_there = from != NULL && from->state != HELPER_NONE &&
                        from->socket == on.files[i].fd; /* and was not ended just now */
        if (on.files[i].revents != 0 && is_there) course_hear(worker, on.slots[i], from);
    }
    if (count <= 0 || !reads || on.files[1].revents == 0) return true;
    return intake_read(&worker->intake, STDIN_FILENO);
}

/* Returns whether it ended as it should. */
static bool work_on_jobs(worker *worker) {
    bool has_memory = true;
    for (;;) {
        bool takes_jobs = has_memory && !worker->cannot_print && stop_requested() == 0;
        course_reap(worker);
        if (takes_jobs) has_memory = intake_fill(&worker->intake);
        start_jobs(worker);
        /* Answers from the store are printed by start_jobs: whoever reads them may be gone now. */
        if (worker->cannot_print) takes_jobs = false;
        if (worker->running == 0 && (!takes_jobs || intake_is_done(&worker->intake))) break;
        /* Jobs that needed no process have made room: there is nothing to wait for. */
        if (takes_jobs && intake_has_line(&worker->intake)) continue;
        if (!wait_for_something(worker, takes_jobs)) has_memory = false;
    }
    return_jobs(worker);
    if (!has_memory) fprintf(stderr, "vrm: %s\n", say("there is not enough memory"));
    return has_memory && !worker->cannot_print;
}

/* --- The command --- */

static option_result read_option(option_value *value, void *settings) {
    work_options *out = settings;
    switch (value->option->id) {
    case OPTION_OUT:
        out->out = value->text;
        break;
    case OPTION_JAIL:
        out->is_jailed = value->word == 0;
        break;
    case OPTION_TRUST_SHA256:
        out->trusts_hashes = true;
        break;
    case OPTION_JOBS:
        out->jobs = value->whole;
        break;
    default:
        return job_limits_take(&out->limits, value);
    }
    return OPTION_TAKEN;
}

static int refuse(const char *problem, const char *reason) {
    fprintf(stderr, "vrm work: %s%s%s\n", say(problem), reason[0] != '\0' ? ": " : "", reason);
    return EXIT_NOT_LOADED;
}

static bool open_slots(worker *worker) {
    worker->piece = input_piece_create();
    if (worker->piece == NULL) return false;
    worker->slots = calloc(worker->options->jobs, sizeof *worker->slots);
    if (worker->slots == NULL) return false;
    for (uint32_t i = 0; i < worker->options->jobs; ++i) {
        ++worker->slot_count; /* it is closed, whatever comes of it */
        if (!slot_open(&worker->slots[i], worker->options->limits.max_memory)) return false;
    }
    return true;
}

static void close_worker(worker *worker) {
    for (uint32_t i = 0; i < worker->slot_count; ++i) slot_close(&worker->slots[i]);
    free(worker->slots);
    fork_server_end(&worker->forks);
    input_piece_release(worker->piece);
    intake_release(&worker->intake);
    if (worker->options->out != NULL) store_close(&worker->store);
    jail_release(&worker->jail);
}

static void watch_clocks(void *user) { course_kill_late(user); }

static int run_worker(worker *worker) {
    const char *problem;
    bool is_good;
    if (!hash_is_available()) {
        return refuse(SAY("this program was built without nettle, which it needs for SHA-256"), "");
    }
    if (!jail_prepare(&worker->jail, worker->options->is_jailed ? JAIL_ALL : JAIL_LIMITS,
                      JAIL_ANY_LANDLOCK) ||
        !child_try_jail(&worker->jail)) {
        return refuse(
            SAY("this system has no sandbox; --jail off runs without one, for trusted files"), "");
    }
#if defined(__linux__)
    if (access("/proc/self/exe", X_OK) != 0) {
        return refuse(SAY("this system has no /proc, which is needed to start job processes"), "");
    }
#endif
    if (worker->options->is_jailed && worker->jail.landlock_abi == 0) {
        fprintf(stderr, "vrm work: %s\n",
                say(SAY("this kernel has no landlock: only seccomp protects files")));
    }
    problem =
        worker->options->out != NULL ? store_open(&worker->store, worker->options->out) : NULL;
    if (problem != NULL) return refuse(SAY("the --out folder cannot be used"), problem);
    if (!open_slots(worker) || !stop_begin()) {
        return refuse(SAY("there is not enough memory"), "");
    }
    if (!fork_server_start(&worker->forks)) return refuse(SAY("there is not enough memory"), "");
    stop_watch_children();
    memory_file_between_pieces(watch_clocks, worker);
    is_good = work_on_jobs(worker);
    stop_end();
    return is_good ? EXIT_LOADED : EXIT_NOT_LOADED;
}

int work_run(int argc, char **argv, const command *const *commands, size_t count) {
    work_options options = {0};
    const verb_table verbs = {commands, count};
    worker worker = {.options = &options};
    int operands, code;
    if (fork_server_is_wanted(argc, argv)) return fork_server_run(argv, &verbs);
    operands = read_arguments(COMMAND_WORK, argc, argv, read_option, &options);
    if (operands < 0) return EXIT_USAGE;
    if (operands > 0) {
        return usage_error(COMMAND_WORK, SAY("jobs are read from standard input, not from"),
                           argv[0]);
    }
    worker.store = (store){.folder = -1, .temporary = -1, .lock = -1};
    worker.jail.ruleset = -1;
    fork_server_init(&worker.forks, &worker.jail, &verbs);
    intake_init(&worker.intake, &options.limits);
    code = run_worker(&worker);
    close_worker(&worker);
    return code;
}
