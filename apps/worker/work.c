#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE /* wait4 */
#if defined(__APPLE__)
#define _DARWIN_C_SOURCE
#endif

#include "work.h"
#include "apps/kit/batch_options.h"
#include "apps/kit/console.h"
#include "apps/kit/language.h"
#include "apps/kit/progress.h"
#include "apps/kit/stop.h"
#include "child.h"
#include "intake.h"
#include "outcome.h"
#include "store.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct work_options {
    const char *out; /* NULL: there is no folder, and results have the records in them */
    bool is_jailed;
    bool trusts_hashes;
    uint32_t jobs;
    job_limits limits;
} work_options;

typedef struct worker {
    const work_options *options;
    verb_table verbs;
    jail jail;
    store store;
    intake intake;
    unsigned char *piece; /* of files that are read */
    child *children;
    uint32_t running;
    bool cannot_print;
} worker;

/* --- Results --- */

/* What of a result depends on the job alone, and is the same whoever computes it. */
static void add_identity(json_line *line, const job *of, const work_input *input) {
    char key[KEY_DIGITS + 1];
    snprintf(key, sizeof key, "%s-%s", input->sha256, of->recipe);
    json_word(line, "key", key);
    json_word(line, "sha256", input->sha256);
    json_unsigned(line, "bytes", input->size);
}

static char *write_manifest(const job *of, const work_input *input, const outcome *came) {
    json_line line;
    json_begin(&line);
    json_word(&line, "schema", "vrm-work/1");
    json_word(&line, "version", vrm_version());
    add_identity(&line, of, input);
    job_add_steps(of, &line);
    outcome_add_steps(came, of, &line, true);
    return json_take(&line);
}

/* `input` is NULL where there were no bytes; `in`: where no child was tried. */
static void print_result(worker *to, const job *of, const work_input *input, const outcome *came,
                         const jail *in) {
    json_line line;
    int error;
    json_begin(&line);
    json_word(&line, "schema", "vrm-work/1");
    if (of->id != NULL) {
        json_word(&line, "id", of->id);
    } else {
        json_null(&line, "id");
    }
    json_word(&line, "result", job_result_word(came->result));
    if (came->reason[0] != '\0') json_word(&line, "reason", came->reason);
    if (input != NULL) add_identity(&line, of, input);
    if (input != NULL && to->options->out != NULL && came->result == JOB_DONE) {
        char place[MOST_STORE_PATH];
        store_place(input->sha256, of->recipe, place);
        json_word(&line, "folder", place);
        json_flag(&line, "cached", came->is_cached);
    }
    if (came->result == JOB_DONE) {
        outcome_add_steps(came, of, &line, to->options->out == NULL);
    }
    if (in != NULL) {
        jail_describe(in, &line);
        json_milliseconds(&line, "ms", came->milliseconds);
        json_milliseconds(&line, "cpu_ms", came->cpu_milliseconds);
        json_unsigned(&line, "peak_bytes", came->peak_bytes);
    }
    if (!json_print(&line)) to->cannot_print = true;
    error = console_flush();
    if (error == 0) return;
    if (error != EPIPE) console_say_unwritten(error);
    to->cannot_print = true; /* whoever reads the results is gone: nothing more is begun */
}

static void print_failure(worker *to, const job *of, job_result result, const char *reason) {
    outcome came;
    outcome_init(&came);
    outcome_fail(&came, result, reason);
    print_result(to, of, NULL, &came, NULL);
}

/* --- The folder --- */

static bool store_files(worker *to, const child *from, outcome *came, const char *place,
                        bool *has_files) {
    for (int i = 0; i < came->step_count; ++i) {
        step_outcome *step = &came->steps[i];
        char name[MOST_STEP_NAME + 8];
        if (!step->has_file) continue;
        outcome_file_name(&from->of->steps[i], name);
        if (!store_put(&to->store, place, name, from->files[CHILD_FILES], step->file_begin,
                       step->file_end, step->file_sha256)) {
            return false;
        }
        step->file_bytes = step->file_end - step->file_begin;
        *has_files = true;
    }
    return true;
}

static void commit(worker *to, const child *from, outcome *came) {
    char place[MOST_STORE_PATH], reason[MOST_PROBLEM];
    char *manifest = NULL;
    bool has_files = false, is_good;
    store_place(from->input.sha256, from->of->recipe, place);
    errno = 0;
    is_good = store_begin(&to->store, place) && store_files(to, from, came, place, &has_files);
    if (is_good) manifest = write_manifest(from->of, &from->input, came);
    is_good = is_good && manifest != NULL && store_commit(&to->store, place, manifest, has_files);
    if (!is_good) {
        snprintf(reason, sizeof reason, "its outputs cannot be stored: %s",
                 errno != 0 ? strerror(errno) : "there is not enough memory");
        outcome_fail(came, JOB_NOT_WRITTEN, reason);
    }
    free(manifest);
}

/* Without a folder, a new file is only looked at. */
static void hash_files(const child *from, outcome *came) {
    unsigned char piece[1 << 14];
    for (int i = 0; i < came->step_count; ++i) {
        step_outcome *step = &came->steps[i];
        hash_pieces *hash;
        if (!step->has_file) continue;
        hash = hash_begin();
        for (uint64_t at = step->file_begin; at < step->file_end;) {
            uint64_t left = step->file_end - at;
            size_t size = left < sizeof piece ? (size_t)left : sizeof piece;
            if (!read_exactly(from->files[CHILD_FILES], piece, size, at)) break;
            hash_add(hash, piece, size);
            at += size;
        }
        step->file_bytes = step->file_end - step->file_begin;
        if (!hash_end(hash, step->file_sha256)) step->has_file = false;
    }
}

/* Whether a former run has the outputs already, and the result is printed. */
static bool answer_from_store(worker *to, const job *of, const work_input *input) {
    char place[MOST_STORE_PATH], *manifest;
    size_t length = 0;
    outcome came;
    bool is_known;
    if (to->options->out == NULL) return false;
    store_place(input->sha256, of->recipe, place);
    manifest = store_find(&to->store, place, &length);
    if (manifest == NULL) return false;
    outcome_init(&came);
    is_known = outcome_of_manifest(&came, manifest, length);
    free(manifest);
    if (is_known) print_result(to, of, input, &came, NULL);
    outcome_release(&came);
    return is_known;
}

/* --- Children --- */

static child *free_child(worker *of) {
    for (uint32_t i = 0; i < of->options->jobs; ++i) {
        if (of->children[i].process == 0) return &of->children[i];
    }
    return NULL;
}

static void add_usage(outcome *came, const struct rusage *used) {
    came->cpu_milliseconds =
        1e3 * ((double)used->ru_utime.tv_sec + (double)used->ru_stime.tv_sec) +
        1e-3 * ((double)used->ru_utime.tv_usec + (double)used->ru_stime.tv_usec);
#if defined(__APPLE__)
    came->peak_bytes = (uint64_t)used->ru_maxrss;
#else
    came->peak_bytes = (uint64_t)used->ru_maxrss * 1024;
#endif
}

static void end_child(worker *of, child *ended, int status, const struct rusage *used) {
    outcome came;
    outcome_init(&came);
    outcome_of_child(&came, ended, status);
    if (came.result == JOB_DONE && of->options->out != NULL) {
        commit(of, ended, &came);
    } else if (came.result == JOB_DONE) {
        hash_files(ended, &came);
    }
    came.milliseconds = 1e3 * (seconds_now() - ended->start);
    add_usage(&came, used);
    print_result(of, ended->of, &ended->input, &came, &of->jail);
    outcome_release(&came);
    child_clear(ended);
    --of->running;
}

static void reap(worker *of) {
    struct rusage used;
    int status;
    pid_t process;
    while (of->running > 0 && (process = wait4(-1, &status, WNOHANG, &used)) > 0) {
        for (uint32_t i = 0; i < of->options->jobs; ++i) {
            if (of->children[i].process == process) {
                end_child(of, &of->children[i], status, &used);
            }
        }
    }
}

/* Ends what takes too long. Returns the milliseconds until the next child may; -1: none will. */
static int watch(worker *of) {
    double now = seconds_now(), wait = -1.0;
    for (uint32_t i = 0; i < of->options->jobs; ++i) {
        child *one = &of->children[i];
        if (one->process == 0 || one->was_late) continue;
        if (one->deadline <= now) {
            one->was_late = true;
            kill(one->process, SIGKILL);
        } else if (wait < 0.0 || one->deadline - now < wait) {
            wait = one->deadline - now;
        }
    }
    return wait < 0.0 ? -1 : wait < 1e6 ? (int)(wait * 1000.0) + 1 : 1000000000;
}

/* --- Jobs --- */

/* False: no process can be started now, and the job is still the caller's. */
static bool start_job(worker *of, job *work, child *in) {
    const char *known = of->options->trusts_hashes && work->sha256[0] != '\0' ? work->sha256 : NULL;
    const char *problem = NULL;
    work_input input = {.file = -1};
    job_result result = JOB_WRONG;
    if (work->problem != NULL) {
        problem = work->problem;
    } else {
        result = JOB_NO_INPUT;
        problem = work_input_open(&input, work->path, work->limits.max_bytes, known, of->piece);
    }
    if (problem == NULL && work->sha256[0] != '\0' && strcmp(work->sha256, input.sha256) != 0) {
        result = JOB_WRONG_HASH;
        problem = "the bytes have another hash than the job says";
    }
    if (problem != NULL) {
        print_failure(of, work, result, problem);
    } else if (!answer_from_store(of, work, &input)) {
        if (child_start(in, work, &input, &of->jail, &of->verbs)) {
            ++of->running;
            return true;
        }
        work_input_close(&input);
        return false;
    }
    work_input_close(&input);
    job_free(work);
    return true;
}

/* Gives jobs to children until there is no more of one of them. */
static void start_jobs(worker *of) {
    child *in;
    job *work;
    while (!of->cannot_print && stop_requested() == 0 && (in = free_child(of)) != NULL &&
           (work = intake_take(&of->intake)) != NULL) {
        if (start_job(of, work, in)) continue;
        print_failure(of, work, JOB_RETURNED, "no process could be started");
        job_free(work);
    }
}

static void return_jobs(worker *of) {
    job *work;
    while ((work = intake_take(&of->intake)) != NULL) {
        if (!of->cannot_print) print_failure(of, work, JOB_RETURNED, "the worker ends");
        job_free(work);
    }
}

/* Waits for lines, for the end of a child, for a signal, or until a child has taken too long. */
static bool wait_for_something(worker *of, bool takes_jobs) {
    struct pollfd ready[2] = {{stop_descriptor(), POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
    bool reads = takes_jobs && intake_wants(&of->intake);
    int count = poll(ready, reads ? 2 : 1, watch(of));
    if (count > 0 && (ready[0].revents & POLLIN) != 0) stop_wait(0);
    if (count <= 0 || !reads || ready[1].revents == 0) return true;
    return intake_read(&of->intake, STDIN_FILENO);
}

/* Returns whether it ended as it should. */
static bool work_on_jobs(worker *of) {
    bool has_memory = true;
    for (;;) {
        bool takes_jobs = has_memory && !of->cannot_print && stop_requested() == 0;
        reap(of);
        if (takes_jobs) has_memory = intake_fill(&of->intake);
        start_jobs(of);
        if (of->running == 0 && (!takes_jobs || intake_is_done(&of->intake))) break;
        if (!wait_for_something(of, takes_jobs)) has_memory = false;
    }
    return_jobs(of);
    if (!has_memory) fprintf(stderr, "vrm: there is not enough memory\n");
    return has_memory && !of->cannot_print;
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
    case OPTION_MAX_BYTES:
        out->limits.max_bytes = value->bytes;
        break;
    case OPTION_MAX_MEMORY:
        out->limits.max_memory = value->bytes;
        break;
    case OPTION_TIMEOUT:
        out->limits.seconds = value->number;
        break;
    default:
        return OPTION_NOT_READ;
    }
    return OPTION_TAKEN;
}

static int refuse(const char *problem, const char *reason) {
    fprintf(stderr, "vrm work: %s%s%s\n", say(problem), reason[0] != '\0' ? ": " : "", reason);
    return EXIT_NOT_LOADED;
}

static bool open_children(worker *of) {
    of->piece = input_piece_create();
    if (of->piece == NULL) return false;
    of->children = calloc(of->options->jobs, sizeof *of->children);
    if (of->children == NULL) return false;
    for (uint32_t i = 0; i < of->options->jobs; ++i) {
        if (!child_open(&of->children[i])) return false;
    }
    return true;
}

static void close_worker(worker *of) {
    for (uint32_t i = 0; of->children != NULL && i < of->options->jobs; ++i) {
        child_close(&of->children[i]);
    }
    free(of->children);
    input_piece_release(of->piece);
    intake_release(&of->intake);
    if (of->options->out != NULL) store_close(&of->store);
    jail_release(&of->jail);
}

static int run_worker(worker *of) {
    const char *problem;
    bool is_good;
    if (!hash_is_available()) {
        return refuse(SAY("this program was built without a library for SHA-256"), "");
    }
    if (!jail_prepare(&of->jail, of->options->is_jailed ? JAIL_ALL : JAIL_LIMITS,
                      JAIL_ANY_LANDLOCK) ||
        !child_try_jail(&of->jail)) {
        return refuse(SAY("this system cannot lock processes in; --jail off works without, for "
                          "files that are trusted"),
                      "");
    }
    problem = of->options->out != NULL ? store_open(&of->store, of->options->out) : NULL;
    if (problem != NULL) return refuse(SAY("the folder of --out cannot be used"), problem);
    if (!open_children(of) || !stop_begin()) {
        return refuse(SAY("there is not enough memory"), "");
    }
    stop_watch_children();
    is_good = work_on_jobs(of);
    stop_end();
    return is_good ? EXIT_LOADED : EXIT_NOT_LOADED;
}

int work_run(int argc, char **argv, const command *const *commands, size_t count) {
    work_options options = {0};
    worker of = {.options = &options, .verbs = {commands, count}};
    int operands = read_arguments(COMMAND_WORK, argc, argv, read_option, &options), code;
    if (operands < 0) return EXIT_USAGE;
    if (operands > 0) {
        return usage_error(COMMAND_WORK, SAY("jobs come from standard input, and not as"), argv[0]);
    }
    of.store = (store){.folder = -1, .temporary = -1, .lock = -1};
    of.jail.ruleset = -1;
    intake_init(&of.intake, &options.limits);
    code = run_worker(&of);
    close_worker(&of);
    return code;
}
