#if defined(__linux__)
#define _GNU_SOURCE /* prctl */
#else
#define _XOPEN_SOURCE 700
#endif
#define _FILE_OFFSET_BITS 64

#include "child.h"
#include "apps/kit/language.h"
#include "apps/kit/progress.h"
#include "apps/kit/stop.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/mman.h>
#include <sys/prctl.h>
#endif
#if defined(__GLIBC__)
#include <malloc.h>
#endif

/* The program itself, its libraries and what the C library keeps, in addresses. */
static const uint64_t PROGRAM_BYTES = UINT64_C(256) << 20;
enum { REPORT_FILE = 4, MEMORY_OF_A_FILE = 1 << 17 };

bool child_open(child *of) {
    memset(of, 0, sizeof *of);
    of->input.file = -1;
    for (int i = 0; i < CHILD_FILE_COUNT; ++i) of->files[i] = -1;
    for (int i = 0; i < CHILD_FILE_COUNT; ++i) {
        of->files[i] = memory_file_create(false);
        if (of->files[i] < 0) return false;
    }
    return true;
}

void child_close(child *of) {
    child_clear(of);
    for (int i = 0; i < CHILD_FILE_COUNT; ++i) {
        if (of->files[i] >= 0) close(of->files[i]);
        of->files[i] = -1;
    }
}

void child_clear(child *of) {
    for (int i = 0; i < CHILD_FILE_COUNT; ++i) {
        if (of->files[i] < 0 || lseek(of->files[i], 0, SEEK_END) == 0) continue;
        if (ftruncate(of->files[i], 0) != 0 || lseek(of->files[i], 0, SEEK_SET) != 0) {
            close(of->files[i]);
            of->files[i] = memory_file_create(false);
        }
    }
    work_input_close(&of->input);
    job_free(of->of);
    of->of = NULL;
    of->process = 0;
}

/* --- In the child --- */

static const command *find_command(const verb_table *verbs, command_id id) {
    for (size_t i = 0; i < verbs->count; ++i) {
        if (verbs->commands[i]->id == id) return verbs->commands[i];
    }
    return NULL;
}

/* The command line of a step, as a person would write it. */
static int run_step(const job *of, const job_step *step, const verb_table *verbs) {
    const command *runs = find_command(verbs, step->verb->command);
    char *argv[MOST_ARGUMENTS + 8];
    char input[] = "-", json[] = "--json", out[] = "--out=fd:3", word[16];
    char max_bytes[48], max_memory[48];
    int argc = 0;
    if (runs == NULL) return EXIT_USAGE;
    snprintf(max_bytes, sizeof max_bytes, "--max-bytes=%llu",
             (unsigned long long)of->limits.max_bytes);
    snprintf(max_memory, sizeof max_memory, "--max-memory=%llu",
             (unsigned long long)of->limits.max_memory);
    if (step->verb->word != NULL) {
        snprintf(word, sizeof word, "%s", step->verb->word);
        argv[argc++] = word;
    }
    argv[argc++] = input;
    argv[argc++] = json;
    argv[argc++] = max_bytes;
    argv[argc++] = max_memory;
    if (step->writes) argv[argc++] = out;
    for (int i = 0; i < step->argument_count; ++i) argv[argc++] = step->arguments[i];
    argv[argc] = NULL;
    rewind(stdin); /* where it is read, and not mapped */
    return runs->run(argc, argv);
}

static uint64_t end_of(int file) {
    off_t end = lseek(file, 0, SEEK_CUR);
    return end > 0 ? (uint64_t)end : 0;
}

static void run_steps(const job *of, const verb_table *verbs) {
    for (int i = 0; i < of->step_count; ++i) {
        step_report report = {.step = (uint32_t)i};
        report.exit_code = run_step(of, &of->steps[i], verbs);
        if (fflush(stdout) != 0 || fflush(stderr) != 0)
            return; /* the parent sees what is missing */
        report.records_end = end_of(STDOUT_FILENO);
        report.said_end = end_of(STDERR_FILENO);
        report.files_end = end_of(3);
        if (!write_wholly(REPORT_FILE, &report, sizeof report)) return;
    }
}

/* Nothing of the worker outlives it, also where it is killed; and what a terminal sends to it is
 * not for its children. */
static bool belong_to(pid_t parent) {
#if defined(__linux__)
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0 || getppid() != parent) return false;
#else
    (void)parent;
#endif
    return setpgid(0, 0) == 0;
}

static bool take_files(const child *of) {
    if (dup2(of->input.file, STDIN_FILENO) < 0) return false;
    for (int i = 0; i < CHILD_FILE_COUNT; ++i) {
        if (dup2(of->files[i], i + 1) < 0) return false;
    }
    return lseek(STDIN_FILENO, 0, SEEK_SET) == 0;
}

static jail_limits limits_of(const child *of, const job *work) {
    uint64_t memory = work->limits.max_memory;
    uint64_t most = UINT64_MAX / 4;
    jail_limits limits;
    if (memory > most) memory = most;
    limits.address_bytes = PROGRAM_BYTES + memory + of->input.size;
    limits.file_bytes = memory;
    limits.cpu_seconds = (uint32_t)work->limits.seconds + 2; /* the watchdog comes first */
    return limits;
}

/* Memory that almost every file needs comes in one call, and not by a fault for each page. Where
 * the kernel does not know this call, it comes as ever. */
static void take_memory(void) {
#if defined(__linux__)
    enum { PAGE = 4096, POPULATE_FOR_WRITING = 23 };
    char *memory = malloc(MEMORY_OF_A_FILE);
    if (memory == NULL) return;
    madvise((void *)(((uintptr_t)memory + PAGE) & ~(uintptr_t)(PAGE - 1)),
            MEMORY_OF_A_FILE - 2 * PAGE, POPULATE_FOR_WRITING);
    free(memory);
#endif
}

/* A child lives for a moment: memory that it gives back to the system it would have to ask for
 * again, page by page. */
static void keep_memory(void) {
#if defined(__GLIBC__)
    mallopt(M_MMAP_THRESHOLD, 1 << 25);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    mallopt(M_TOP_PAD, 1 << 19);
#endif
    take_memory();
}

static _Noreturn void be_child(const child *of, const job *work, const jail *in,
                               const verb_table *verbs, pid_t parent) {
    jail_limits limits = limits_of(of, work);
    char name[] = "vrm", chosen[] = "--lang=en";
    char *english[] = {name, chosen, NULL};
    stop_end();                                             /* its signals are its own */
    if (!language_is_english()) language_begin(2, english); /* of what a result line may quote */
    if (!belong_to(parent) || !take_files(of)) _exit(CHILD_NOT_READY);
    if (!jail_enter(in, &limits, REPORT_FILE)) _exit(CHILD_NOT_JAILED);
    keep_memory();
    run_steps(work, verbs);
    _exit(0);
}

/* --- In the parent --- */

bool child_start(child *of, job *work, const work_input *input, const jail *in,
                 const verb_table *verbs) {
    const work_input before = of->input;
    pid_t parent = getpid();
    of->input = *input;
    of->process = fork();
    if (of->process == 0) be_child(of, work, in, verbs, parent);
    if (of->process < 0) {
        of->process = 0;
        of->input = before;
        return false;
    }
    of->of = work;
    of->start = seconds_now();
    of->deadline = of->start + work->limits.seconds;
    of->was_late = false;
    return true;
}

/* How the child that tries a jail ended. */
static int try_jail_once(const jail *in) {
    const jail_limits limits = {.address_bytes = PROGRAM_BYTES, .file_bytes = 0, .cpu_seconds = 2};
    pid_t process = fork();
    int status = CHILD_NOT_JAILED << 8;
    if (process == 0) _exit(jail_enter(in, &limits, STDERR_FILENO) ? 0 : CHILD_NOT_JAILED);
    if (process < 0) return status;
    while (waitpid(process, &status, 0) < 0) {
        if (errno != EINTR) break;
    }
    return status;
}

/* A child that somebody killed has not said anything about the jail. */
bool child_try_jail(const jail *in) {
    int status = try_jail_once(in);
    for (int i = 0; i < 5 && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL; ++i) {
        status = try_jail_once(in);
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
