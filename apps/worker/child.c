#if defined(__linux__)
#define _GNU_SOURCE /* prctl */
#else
#define _XOPEN_SOURCE 700
#endif
#define _FILE_OFFSET_BITS 64

#include "child.h"
#include "steps.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/prctl.h>
#endif
#if defined(__GLIBC__)
#include <malloc.h>
#endif

/* The program itself, its libraries and what the C library keeps, in addresses. */
static const uint64_t PROGRAM_BYTES = UINT64_C(256) << 20;

void step_files_init(step_files *out, uint64_t new_bytes) {
    out->new_bytes = new_bytes;
    for (int i = 0; i < CHILD_FILE_COUNT; ++i) out->files[i] = out->writers[i] = -1;
}

bool step_files_open(step_files *files) {
    const uint64_t sizes[CHILD_FILE_COUNT] = {
        [CHILD_RECORDS] = MOST_RECORD_BYTES,
        [CHILD_SAID] = MOST_SAID_BYTES,
        [CHILD_FILES] = files->new_bytes,
        [CHILD_REPORTS] = MOST_STEPS * sizeof(step_report),
    };
    for (int i = 0; i < CHILD_FILE_COUNT; ++i) {
        files->files[i] = memory_file_create(sizes[i]);
        if (files->files[i] < 0) return false;
        files->writers[i] = memory_file_open_writer(files->files[i]);
        if (files->writers[i] < 0) return false;
    }
    return true;
}

void step_files_close(step_files *files) {
    for (int i = 0; i < CHILD_FILE_COUNT; ++i) {
        if (files->files[i] >= 0) close(files->files[i]);
        if (files->writers[i] >= 0) close(files->writers[i]);
        files->files[i] = files->writers[i] = -1;
    }
}

bool step_files_clear(step_files *files) {
    bool is_good = true;
    for (int i = 0; i < CHILD_FILE_COUNT; ++i) {
        if (files->files[i] >= 0 && !memory_file_clear(files->files[i], files->writers[i]))
            is_good = false;
    }
    if (is_good) return true;
    step_files_close(files);
    return step_files_open(files);
}

uint64_t step_files_written(const step_files *files, int which) {
    off_t size = lseek(files->files[which], 0, SEEK_END);
    off_t at = lseek(files->writers[which], 0, SEEK_CUR);
    if (at > size) at = size;
    return at > 0 ? (uint64_t)at : 0;
}

bool socket_pair_open(int pair[2]) {
    int moved;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair) != 0) return false;
    for (int i = 0; i < 2; ++i) {
        moved = fcntl(pair[i], F_DUPFD_CLOEXEC, FIRST_OWN_DESCRIPTOR);
        close(pair[i]);
        pair[i] = moved;
    }
    if (pair[0] >= 0 && pair[1] >= 0) return true;
    for (int i = 0; i < 2; ++i) {
        if (pair[i] >= 0) close(pair[i]);
    }
    return false;
}

/* --- In the child --- */

bool step_files_take(const step_files *files) {
    for (int i = 0; i < CHILD_FILE_COUNT; ++i) {
        if (dup2(files->writers[i], i + 1) < 0) return false;
    }
    return true;
}

bool child_belongs_to(pid_t parent) {
#if defined(__linux__)
    return prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) == 0 && getppid() == parent;
#else
    (void)parent;
    return true;
#endif
}

bool child_leaves_terminal(void) { return setpgid(0, 0) == 0; }

static int run_verb(void *user, int argc, char **argv) {
    const verb_table *verbs = user;
    const command_text *named = command_find(argv[0]);
    for (size_t i = 0; named != NULL && i < verbs->count; ++i) {
        if (verbs->commands[i]->id == named->id) {
            return verbs->commands[i]->run(argc - 1, argv + 1);
        }
    }
    return EXIT_USAGE;
}

/* A process whose steps make no new file has records alone to write. */
static uint64_t most_file_bytes(const job *job, int first, int end, uint64_t memory) {
    for (int i = first; i < end; ++i) {
        if (job->steps[i].writes) return memory;
    }
    return MOST_RECORD_BYTES;
}

child_order child_order_of(const job *job, int first, int end, const work_input *input) {
    uint64_t memory = job->limits.max_memory;
    uint64_t most = UINT64_MAX / 4;
    child_order told = {.first = (uint32_t)first};
    if (memory > most) memory = most;
    told.limits.address_bytes = PROGRAM_BYTES + memory + input->size;
    told.limits.file_bytes = most_file_bytes(job, first, end, memory);
    told.limits.cpu_seconds = (uint32_t)job->limits.seconds + 2; /* the watchdog comes first */
    return told;
}

void child_keep_memory(void) {
#if defined(__GLIBC__)
    mallopt(M_MMAP_THRESHOLD, 1 << 25);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    mallopt(M_TOP_PAD, 1 << 19);
#endif
}

_Noreturn void child_work(const child_order *told, char *words, size_t size,
                          const verb_table *verbs) {
    steps_follow(words, size, told->first, run_verb, (void *)(uintptr_t)verbs);
    _exit(0);
}

/* --- In the parent --- */

/* How the child that tries a jail ended. */
static int try_jail_once(const jail *jail) {
    const jail_limits limits = {.address_bytes = PROGRAM_BYTES, .file_bytes = 0, .cpu_seconds = 2};
    pid_t process = fork();
    int status = CHILD_NOT_JAILED << 8;
    if (process == 0) _exit(jail_enter(jail, &limits, STDERR_FILENO) ? 0 : CHILD_NOT_JAILED);
    if (process < 0) return status;
    while (waitpid(process, &status, 0) < 0) {
        if (errno != EINTR) break;
    }
    return status;
}

/* A child that somebody killed has not said anything about the jail. */
bool child_try_jail(const jail *jail) {
    int status = try_jail_once(jail);
    for (int i = 0; i < 5 && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL; ++i) {
        status = try_jail_once(jail);
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
