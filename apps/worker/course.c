/*
 * The way of a job through processes. Steps that follow each other and are of the same program are
 * done by one process: a child of the worker for its own verbs, a program that lives on for
 * pictures, and one that ends with its job for images. When it has done them, the next begins.
 */
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE /* wait4 */
#if defined(__APPLE__)
#define _DARWIN_C_SOURCE
#endif

#include "apps/kit/batch/progress.h"
#include "worker.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>

/* Starts that may fail one after the other. */
enum { MOST_FAILED_STARTS = 3 };

static void next_steps(worker *of, slot *in);

static void end_job(worker *of, slot *in) {
    slot_clear(in);
    --of->running;
}

static void finish(worker *of, slot *in, int status) {
    in->status = status;
    result_of_slot(of, in);
    end_job(of, in);
}

/* It is another worker's: this one has no process for it. */
static void give_back(worker *of, slot *in, const char *reason) {
    result_print_failure(of, in->of, JOB_RETURNED, reason);
    end_job(of, in);
}

/* --- Programs --- */

static void weaken(jail *of, const jail *by) {
    of->parts = (of->parts & by->parts) | ((of->parts | by->parts) & JAIL_MAKES_CODE);
    if (by->landlock_abi < of->landlock_abi) of->landlock_abi = by->landlock_abi;
}

static void give_steps(worker *of, slot *in) {
    helper *to = in->by;
    weaken(&in->in, &to->in);
    if (helper_give(to, in->of, in->first, in->end, &in->input)) return;
    helper_end(to);
    give_back(of, in, "its steps could not be given to a process");
}

/* The key of a job with pictures depends on what draws them. */
static void begin_with_key(worker *of, slot *in) {
    double now = seconds_now();
    in->waits_for_key = false;
    if (!job_find_recipe(in->of, in->by->identity)) {
        result_print_failure(of, in->of, JOB_WRONG, in->of->problem);
        end_job(of, in);
    } else if (result_from_store(of, in->of, &in->input)) {
        end_job(of, in);
    } else {
        in->by = NULL;
        in->start = now;
        in->deadline = now + in->of->limits.seconds;
        next_steps(of, in);
    }
}

static void use_ready(worker *of, slot *in) {
    if (in->waits_for_key) {
        begin_with_key(of, in);
    } else {
        in->deadline += seconds_now() - in->waiting_since; /* its time is not that of the start */
        give_steps(of, in);
    }
}

static bool start_program(const worker *of, helper *started) {
    const helper_bounds bounds = {of->options->is_jailed, of->options->limits};
    return helper_start(started, &bounds);
}

static void use_program(worker *of, slot *in, job_program which) {
    in->by = &in->programs[which];
    in->waiting_since = seconds_now();
    /* One that speaks before it is told to is not to be trusted with another file. */
    if (in->by->state == HELPER_READY && helper_hear(in->by) != HELPER_SAYS_NOTHING) {
        helper_end(in->by);
    }
    if (in->by->state == HELPER_READY) {
        use_ready(of, in);
    } else if (in->by->state == HELPER_NONE && !start_program(of, in->by)) {
        give_back(of, in, in->by->problem);
    }
}

/* Its program did not become ready. */
static void start_again(worker *of, slot *in, helper *failed, bool is_hopeless) {
    if (in->by != failed) return;
    if (is_hopeless || failed->failures >= MOST_FAILED_STARTS) {
        failed->failures = 0;
        give_back(of, in, failed->problem);
    } else if (!start_program(of, failed)) {
        give_back(of, in, failed->problem);
    }
}

/* What the program wrote and used is the job's. False: what it wrote cannot be read. */
static bool take_work(slot *in, const helper *from) {
    uint64_t peak = helper_peak_bytes(from);
    if (peak > in->peak_bytes) in->peak_bytes = peak;
    in->cpu_milliseconds += helper_cpu_milliseconds(from);
    return helper_take(from, in->first, &in->files);
}

/*
 * A program that was busy failed, and is ended. Where it has drawn other files before, one of these
 * may have taken it over, and this file is tried once more by a new one: what a process does that
 * has seen one file alone is that file's doing.
 */
static void program_failed(worker *of, slot *in, helper *failed, int status) {
    bool is_spoilt = failed->jobs > 1 && !in->was_late && !in->was_tried_again;
    if (!is_spoilt) take_work(in, failed);
    helper_end(failed);
    if (is_spoilt) {
        in->was_tried_again = true;
        in->deadline = seconds_now() + in->of->limits.seconds;
        use_program(of, in, failed->program);
    } else {
        finish(of, in, status);
    }
}

static void steps_are_done(worker *of, slot *in, helper *by) {
    const int as_ended_by_itself = 1 << 8;
    if (!helper_has_reported(by, in->end - in->first) || !take_work(in, by)) {
        program_failed(of, in, by, as_ended_by_itself);
        return;
    }
    in->by = NULL;
    if (by->program != PROGRAM_DRAW || by->jobs >= MOST_PICTURE_JOBS) helper_end(by);
    next_steps(of, in);
}

/* How a process ended that is ended now, if it has not done so by itself just before. */
static int end_process(helper *of) {
    int status = 0;
    kill(of->process, SIGKILL);
    while (waitpid(of->process, &status, 0) < 0 && errno == EINTR) continue;
    of->process = 0;
    return status;
}

/* It said what it should not, or nothing more will come of it. */
static void program_is_wrong(worker *of, slot *in, helper *wrong) {
    int status = end_process(wrong);
    if (in->by == wrong && wrong->state == HELPER_BUSY) {
        program_failed(of, in, wrong, status);
    } else {
        bool was_starting = wrong->state == HELPER_STARTS;
        helper_has_ended(wrong);
        if (was_starting) start_again(of, in, wrong, false);
    }
}

void course_hear(worker *of, slot *in, helper *from) {
    switch (helper_hear(from)) {
    case HELPER_SAYS_NOTHING:
        break;
    case HELPER_IS_READY:
        if (in->by == from) use_ready(of, in);
        break;
    case HELPER_HAS_DONE:
        steps_are_done(of, in, from);
        break;
    case HELPER_CANNOT_START:
        helper_end(from);
        start_again(of, in, from, true);
        break;
    case HELPER_IS_WRONG:
        program_is_wrong(of, in, from);
        break;
    }
}

/* The process of a program has ended, and was waited for. */
static void program_has_ended(worker *of, slot *in, helper *ended, int status) {
    ended->process = 0; /* there is nothing to end any more */
    if (ended->state == HELPER_BUSY && in->by == ended) {
        if (helper_hear(ended) == HELPER_HAS_DONE) { /* it did so before */
            steps_are_done(of, in, ended);
            helper_end(ended);
        } else {
            program_failed(of, in, ended, status);
        }
    } else {
        bool was_starting = ended->state == HELPER_STARTS;
        helper_has_ended(ended);
        if (was_starting) start_again(of, in, ended, false);
    }
}

/* --- Steps --- */

static void next_steps(worker *of, slot *in) {
    const job *work = in->of;
    job_program program;
    if (in->end == work->step_count) {
        finish(of, in, 0);
        return;
    }
    in->first = in->end;
    program = work->steps[in->first].verb->program;
    while (in->end < work->step_count && work->steps[in->end].verb->program == program) ++in->end;
    if (program != PROGRAM_TOOL) {
        use_program(of, in, program);
        return;
    }
    in->process = fork_server_ask(&of->forks, work, in->first, in->end, &in->input, &in->files);
    if (in->process > 0) return;
    in->process = 0;
    give_back(of, in, "no process could be started");
}

void course_begin(worker *of, job *work, const work_input *input, slot *in) {
    in->of = work;
    in->input = *input;
    in->in = of->jail;
    ++of->running;
    if (job_needs(work, PROGRAM_DRAW)) {
        in->waits_for_key = true;
        use_program(of, in, PROGRAM_DRAW);
    } else {
        in->start = seconds_now();
        in->deadline = in->start + work->limits.seconds;
        next_steps(of, in);
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

static void child_has_ended(worker *of, slot *in, int status, const struct rusage *used) {
    in->process = 0;
    in->cpu_milliseconds += milliseconds_of(used);
    if (peak_of(used) > in->peak_bytes) in->peak_bytes = peak_of(used);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && !in->was_late) {
        next_steps(of, in); /* whether all of them have a report is seen at the end */
    } else {
        finish(of, in, status);
    }
}

/* Whose process it was. */
static void process_has_ended(worker *of, pid_t process, int status, const struct rusage *used) {
    if (of->forks.process == process) of->forks.process = 0; /* the next job starts another one */
    for (uint32_t i = 0; i < of->options->jobs; ++i) {
        slot *in = &of->slots[i];
        if (in->process == process) {
            child_has_ended(of, in, status, used);
            return;
        }
        for (int k = 0; k < PROGRAM_COUNT; ++k) {
            if (in->programs[k].process == process) {
                program_has_ended(of, in, &in->programs[k], status);
                return;
            }
        }
    }
}

void course_reap(worker *of) {
    struct rusage used;
    int status;
    pid_t process;
    while ((process = wait4(-1, &status, WNOHANG, &used)) > 0) {
        process_has_ended(of, process, status, &used);
    }
}

/* --- Time --- */

static void end_late(worker *of, slot *in) {
    if (in->by != NULL && in->by->state == HELPER_STARTS) {
        helper *late = in->by;
        helper_end(late);
        ++late->failures;
        snprintf(late->problem, sizeof late->problem, "a program took too long to start");
        start_again(of, in, late, false);
        return;
    }
    in->was_late = true;
    if (in->process > 0) {
        kill(in->process, SIGKILL); /* it is reaped like others */
    } else if (in->by != NULL) {
        program_failed(of, in, in->by, SIGKILL);
    }
}

/* The process that works on a slot's job; 0: none does. */
static pid_t process_of(const slot *in) {
    if (in->of == NULL) return 0;
    if (in->process > 0) return in->process;
    return in->by != NULL && in->by->state == HELPER_BUSY ? in->by->process : 0;
}

/* Their ends are noticed as all others are. */
void course_kill_late(worker *of) {
    const double now = seconds_now();
    for (uint32_t i = 0; i < of->slot_count; ++i) {
        slot *in = &of->slots[i];
        pid_t process = process_of(in);
        if (process <= 0 || in->was_late || in->deadline > now) continue;
        in->was_late = true;
        kill(process, SIGKILL);
    }
}

int course_watch(worker *of) {
    double now = seconds_now(), wait = -1.0;
    for (uint32_t i = 0; i < of->options->jobs; ++i) {
        slot *in = &of->slots[i];
        bool starts = in->by != NULL && in->by->state == HELPER_STARTS;
        double deadline = starts ? in->by->deadline : in->deadline;
        if (in->of == NULL || in->was_late) continue;
        if (deadline <= now) {
            end_late(of, in);
            if (in->of == NULL) wait = 0.0; /* a job can begin */
        } else if (wait < 0.0 || deadline - now < wait) {
            wait = deadline - now;
        }
    }
    return wait < 0.0 ? -1 : wait < 1e6 ? (int)(wait * 1000.0) + 1 : 1000000000;
}
