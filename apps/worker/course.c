/*
 * The way of a job through processes. Steps that follow each other and are of the same program are
 * done by one process: a child of the worker for its own verbs, a program that lives on for
 * pictures, and one that ends with its job for images. When it has done them, the next begins.
 */
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE /* wait4 */

#include "apps/kit/batch/progress.h"
#include "worker.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>

/* Starts that may fail one after the other. */
enum { MOST_FAILED_STARTS = 3 };

static void next_steps(worker *worker, slot *slot);

static void end_job(worker *worker, slot *slot) {
    slot_clear(slot);
    --worker->running;
}

static void finish(worker *worker, slot *slot, int status) {
    slot->status = status;
    result_of_slot(worker, slot);
    end_job(worker, slot);
}

/* It is another worker's: this one has no process for it. */
static void give_back(worker *worker, slot *slot, const char *reason) {
    result_print_failure(worker, slot->job, JOB_RETURNED, reason);
    end_job(worker, slot);
}

/* --- Programs --- */

static void weaken(jail *weakest, const jail *jail) {
    weakest->parts =
        (weakest->parts & jail->parts) | ((weakest->parts | jail->parts) & JAIL_MAKES_CODE);
    if (jail->landlock_abi < weakest->landlock_abi) weakest->landlock_abi = jail->landlock_abi;
}

static void give_steps(worker *worker, slot *slot) {
    helper *helper = slot->helper;
    weaken(&slot->jail, &helper->jail);
    if (helper_give(helper, slot->job, slot->first, slot->end, &slot->input)) return;
    helper_end(helper);
    give_back(worker, slot, "its steps could not be given to a process");
}

/* The key of a job with pictures depends on what draws them. */
static void begin_with_key(worker *worker, slot *slot) {
    double now = seconds_now();
    slot->waits_for_key = false;
    if (!job_find_recipe(slot->job, slot->helper->identity)) {
        result_print_failure(worker, slot->job, JOB_WRONG, slot->job->problem);
        end_job(worker, slot);
    } else if (result_from_store(worker, slot->job, &slot->input)) {
        end_job(worker, slot);
    } else {
        slot->helper = NULL;
        slot->start = now;
        slot->deadline = now + slot->job->limits.seconds;
        next_steps(worker, slot);
    }
}

static void use_ready(worker *worker, slot *slot) {
    if (slot->waits_for_key) {
        begin_with_key(worker, slot);
    } else {
        slot->deadline +=
            seconds_now() - slot->waiting_since; /* its time is not that of the start */
        give_steps(worker, slot);
    }
}

static bool start_program(const worker *worker, helper *started) {
    const helper_bounds bounds = {worker->options->is_jailed, worker->options->limits};
    return helper_start(started, &bounds);
}

static void use_program(worker *worker, slot *slot, job_program which) {
    slot->helper = &slot->programs[which];
    slot->waiting_since = seconds_now();
    /* One that speaks before it is told to is not to be trusted with another file. */
    if (slot->helper->state == HELPER_READY && helper_hear(slot->helper) != HELPER_SAYS_NOTHING) {
        helper_end(slot->helper);
    }
    if (slot->helper->state == HELPER_READY) {
        use_ready(worker, slot);
    } else if (slot->helper->state == HELPER_NONE && !start_program(worker, slot->helper)) {
        give_back(worker, slot, slot->helper->problem);
    }
}

/* Its program did not become ready. */
static void start_again(worker *worker, slot *slot, helper *failed, bool is_hopeless) {
    if (slot->helper != failed) return;
    if (is_hopeless || failed->failures >= MOST_FAILED_STARTS) {
        failed->failures = 0;
        give_back(worker, slot, failed->problem);
    } else if (!start_program(worker, failed)) {
        give_back(worker, slot, failed->problem);
    }
}

/* What the program wrote and used is the job's. False: what it wrote cannot be read. */
static bool take_work(slot *slot, const helper *from) {
    uint64_t peak = helper_peak_bytes(from);
    if (peak > slot->peak_bytes) slot->peak_bytes = peak;
    slot->cpu_milliseconds += helper_cpu_milliseconds(from);
    return helper_take(from, slot->first, &slot->files);
}

/*
 * A program that was busy failed, and is ended. Where it has drawn other files before, one of these
 * may have taken it over, and this file is tried once more by a new one: what a process does that
 * has seen one file alone is that file's doing.
 */
static void program_failed(worker *worker, slot *slot, helper *failed, int status) {
    bool is_spoilt = failed->jobs > 1 && !slot->was_late && !slot->was_tried_again;
    if (!is_spoilt) take_work(slot, failed);
    helper_end(failed);
    if (is_spoilt) {
        slot->was_tried_again = true;
        slot->deadline = seconds_now() + slot->job->limits.seconds;
        use_program(worker, slot, failed->program);
    } else {
        finish(worker, slot, status);
    }
}

static void steps_are_done(worker *worker, slot *slot, helper *helper) {
    const int as_ended_by_itself = 1 << 8;
    if (!helper_has_reported(helper, slot->end - slot->first) || !take_work(slot, helper)) {
        program_failed(worker, slot, helper, as_ended_by_itself);
        return;
    }
    slot->helper = NULL;
    if (helper->program != PROGRAM_DRAW || helper->jobs >= MOST_PICTURE_JOBS) helper_end(helper);
    next_steps(worker, slot);
}

/* How a process ended that is ended now, if it has not done so by itself just before. */
static int end_process(helper *helper) {
    int status = 0;
    kill(helper->process, SIGKILL);
    while (waitpid(helper->process, &status, 0) < 0 && errno == EINTR) continue;
    helper->process = 0;
    return status;
}

/* It said what it should not, or nothing more will come of it. */
static void program_is_wrong(worker *worker, slot *slot, helper *wrong) {
    int status = end_process(wrong);
    if (slot->helper == wrong && wrong->state == HELPER_BUSY) {
        program_failed(worker, slot, wrong, status);
    } else {
        bool was_starting = wrong->state == HELPER_STARTS;
        helper_has_ended(wrong);
        if (was_starting) start_again(worker, slot, wrong, false);
    }
}

void course_hear(worker *worker, slot *slot, helper *from) {
    switch (helper_hear(from)) {
    case HELPER_SAYS_NOTHING:
        break;
    case HELPER_IS_READY:
        if (slot->helper == from) use_ready(worker, slot);
        break;
    case HELPER_HAS_DONE:
        steps_are_done(worker, slot, from);
        break;
    case HELPER_CANNOT_START:
        helper_end(from);
        start_again(worker, slot, from, true);
        break;
    case HELPER_IS_WRONG:
        program_is_wrong(worker, slot, from);
        break;
    }
}

/* The process of a program has ended, and was waited for. */
static void program_has_ended(worker *worker, slot *slot, helper *ended, int status) {
    ended->process = 0; /* there is nothing to end any more */
    if (ended->state == HELPER_BUSY && slot->helper == ended) {
        if (helper_hear(ended) == HELPER_HAS_DONE) { /* it did so before */
            steps_are_done(worker, slot, ended);
            helper_end(ended);
        } else {
            program_failed(worker, slot, ended, status);
        }
    } else {
        bool was_starting = ended->state == HELPER_STARTS;
        helper_has_ended(ended);
        if (was_starting) start_again(worker, slot, ended, false);
    }
}

/* --- Steps --- */

static void next_steps(worker *worker, slot *slot) {
    const job *work = slot->job;
    job_program program;
    if (slot->end == work->step_count) {
        finish(worker, slot, 0);
        return;
    }
    slot->first = slot->end;
    program = work->steps[slot->first].verb->program;
    while (slot->end < work->step_count && work->steps[slot->end].verb->program == program)
        ++slot->end;
    if (program != PROGRAM_TOOL) {
        use_program(worker, slot, program);
        return;
    }
    slot->process =
        fork_server_ask(&worker->forks, work, slot->first, slot->end, &slot->input, &slot->files);
    if (slot->process > 0) return;
    slot->process = 0;
    give_back(worker, slot, "no process could be started");
}

void course_begin(worker *worker, job *work, const work_input *input, slot *slot) {
    slot->job = work;
    slot->input = *input;
    slot->jail = worker->jail;
    ++worker->running;
    if (job_needs(work, PROGRAM_DRAW)) {
        slot->waits_for_key = true;
        use_program(worker, slot, PROGRAM_DRAW);
    } else {
        slot->start = seconds_now();
        slot->deadline = slot->start + work->limits.seconds;
        next_steps(worker, slot);
    }
}

/* --- Ends --- */

static double milliseconds_of(const struct rusage *used) {
    return 1e3 * ((double)used->ru_utime.tv_sec + (double)used->ru_stime.tv_sec) +
           1e-3 * ((double)used->ru_utime.tv_usec + (double)used->ru_stime.tv_usec);
}

static uint64_t peak_of(const struct rusage *used) {
#if defined(__APPLE__)
    return (uint64_t)used->ru_maxrss;
#else
    return (uint64_t)used->ru_maxrss * 1024;
#endif
}

static void child_has_ended(worker *worker, slot *slot, int status, const struct rusage *used) {
    slot->process = 0;
    slot->cpu_milliseconds += milliseconds_of(used);
    if (peak_of(used) > slot->peak_bytes) slot->peak_bytes = peak_of(used);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && !slot->was_late) {
        next_steps(worker, slot); /* whether all of them have a report is seen at the end */
    } else {
        finish(worker, slot, status);
    }
}

/* Whose process it was. */
static void process_has_ended(worker *worker, pid_t process, int status,
                              const struct rusage *used) {
    if (worker->forks.process == process)
        worker->forks.process = 0; /* the next job starts another one */
    for (uint32_t i = 0; i < worker->options->jobs; ++i) {
        slot *slot = &worker->slots[i];
        if (slot->process == process) {
            child_has_ended(worker, slot, status, used);
            return;
        }
        for (int k = 0; k < PROGRAM_COUNT; ++k) {
            if (slot->programs[k].process == process) {
                program_has_ended(worker, slot, &slot->programs[k], status);
                return;
            }
        }
    }
}

void course_reap(worker *worker) {
    struct rusage used;
    int status;
    pid_t process;
    while ((process = wait4(-1, &status, WNOHANG, &used)) > 0) {
        process_has_ended(worker, process, status, &used);
    }
}

/* --- Time --- */

static void end_late(worker *worker, slot *slot) {
    if (slot->helper != NULL && slot->helper->state == HELPER_STARTS) {
        helper *late = slot->helper;
        helper_end(late);
        ++late->failures;
        snprintf(late->problem, sizeof late->problem, "a program took too long to start");
        start_again(worker, slot, late, false);
        return;
    }
    slot->was_late = true;
    if (slot->process > 0) {
        kill(slot->process, SIGKILL); /* it is reaped like others */
    } else if (slot->helper != NULL) {
        program_failed(worker, slot, slot->helper, SIGKILL);
    }
}

/* The process that works on a slot's job; 0: none does. */
static pid_t process_of(const slot *slot) {
    if (slot->job == NULL) return 0;
    if (slot->process > 0) return slot->process;
    return slot->helper != NULL && slot->helper->state == HELPER_BUSY ? slot->helper->process : 0;
}

/* Their ends are noticed as all others are. */
void course_kill_late(worker *worker) {
    const double now = seconds_now();
    for (uint32_t i = 0; i < worker->slot_count; ++i) {
        slot *slot = &worker->slots[i];
        pid_t process = process_of(slot);
        if (process <= 0 || slot->was_late || slot->deadline > now) continue;
        slot->was_late = true;
        kill(process, SIGKILL);
    }
}

int course_watch(worker *worker) {
    double now = seconds_now(), wait = -1.0;
    for (uint32_t i = 0; i < worker->options->jobs; ++i) {
        slot *slot = &worker->slots[i];
        bool starts = slot->helper != NULL && slot->helper->state == HELPER_STARTS;
        double deadline = starts ? slot->helper->deadline : slot->deadline;
        if (slot->job == NULL || slot->was_late) continue;
        if (deadline <= now) {
            end_late(worker, slot);
            if (slot->job == NULL) wait = 0.0; /* a job can begin */
        } else if (wait < 0.0 || deadline - now < wait) {
            wait = deadline - now;
        }
    }
    return wait < 0.0 ? -1 : wait < 1e6 ? (int)(wait * 1000.0) + 1 : 1000000000;
}
