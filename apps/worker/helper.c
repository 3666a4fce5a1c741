#if defined(__linux__)
#define _GNU_SOURCE /* F_DUPFD_CLOEXEC */
#else
#define _XOPEN_SOURCE 700
#endif
#define _FILE_OFFSET_BITS 64

#include "helper.h"
#include "apps/kit/batch/progress.h"
#include "apps/kit/program/program.h"
#include "apps/kit/system/stop.h"
#include "steps.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

void helper_init(helper *helper, job_program program) {
    memset(helper, 0, sizeof *helper);
    helper->program = program;
    helper->socket = -1;
    step_files_init(&helper->files, 0);
}

#if defined(__linux__)

/* How long a program may take to start: it compiles shaders, and the machine may be busy. */
static const double START_SECONDS = 60.0;
enum { PIECE = 1 << 16 };

static void release(helper *helper) {
    if (helper->socket >= 0) close(helper->socket);
    helper->socket = -1;
    step_files_close(&helper->files);
    helper->process = 0;
    helper->state = HELPER_NONE;
}

/* --- Starting --- */

static bool open_pair(int pair[2]) {
    if (!socket_pair_open(pair)) return false;
    if (fcntl(pair[0], F_SETFL, O_NONBLOCK) == 0) return true;
    for (int i = 0; i < 2; ++i) close(pair[i]);
    return false;
}

static const char *program_name(const helper *helper) {
    return helper->program == PROGRAM_DRAW ? "vrm-draw" : "vrm-optimize";
}

/* Processor time is counted for the whole life of a process. */
static uint64_t life_seconds(const helper *helper, const helper_bounds *bounds) {
    double jobs = helper->program == PROGRAM_DRAW ? MOST_PICTURE_JOBS : 1.0;
    double seconds = START_SECONDS + jobs * (bounds->limits.seconds + 2.0);
    return seconds < 1e9 ? (uint64_t)seconds : UINT64_C(1000000000);
}

static _Noreturn void be_program(const helper *helper, int socket, const helper_bounds *bounds,
                                 const char *path, pid_t parent) {
    char word[] = SERVE_WORD, name[MAX_PROGRAM_NAME], numbers[SERVE_ARGUMENTS][32];
    char *argv[SERVE_ARGUMENTS + 3] = {name, word};
    uint64_t values[SERVE_ARGUMENTS] = {bounds->is_jailed, bounds->limits.max_memory,
                                        bounds->limits.max_bytes, life_seconds(helper, bounds)};
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    snprintf(name, sizeof name, "%s", program_name(helper));
    for (int i = 0; i < SERVE_ARGUMENTS; ++i) {
        snprintf(numbers[i], sizeof numbers[i], "%llu", (unsigned long long)values[i]);
        argv[i + 2] = numbers[i];
    }
    stop_end();
    if (child_belongs_to(parent) && child_leaves_terminal() && nothing >= 0 &&
        dup2(nothing, STDIN_FILENO) >= 0 && step_files_take(&helper->files) &&
        dup2(socket, STEP_SOCKET) >= 0) {
        execv(path, argv);
    }
    _exit(CHILD_NOT_READY);
}

bool helper_start(helper *helper, const helper_bounds *bounds) {
    char path[MAX_PROGRAM_PATH];
    pid_t parent = getpid();
    int pair[2] = {-1, -1};
    snprintf(helper->problem, sizeof helper->problem, "the program %s was not found",
             program_name(helper));
    if (!program_find(program_name(helper), path)) return false;
    snprintf(helper->problem, sizeof helper->problem, "no process could be started");
    step_files_init(&helper->files, bounds->limits.max_memory);
    if (!step_files_open(&helper->files) || !open_pair(pair)) {
        release(helper);
        return false;
    }
    helper->process = fork();
    if (helper->process == 0) be_program(helper, pair[1], bounds, path, parent);
    close(pair[1]);
    helper->socket = pair[0];
    if (helper->process < 0) {
        release(helper);
        return false;
    }
    helper->state = HELPER_STARTS;
    helper->jobs = 0;
    helper->deadline = seconds_now() + START_SECONDS;
    return true;
}

void helper_end(helper *helper) {
    int status;
    if (helper->process > 0) {
        kill(helper->process, SIGKILL);
        while (waitpid(helper->process, &status, 0) < 0 && errno == EINTR) continue;
    }
    release(helper);
}

void helper_has_ended(helper *helper) {
    if (helper->state == HELPER_STARTS) {
        ++helper->failures;
        snprintf(helper->problem, sizeof helper->problem,
                 "the program %s ended before it was ready", program_name(helper));
    }
    release(helper);
}

/* --- Messages --- */

static helper_news hear_hello(helper *helper, const serve_hello *hello, ssize_t size) {
    if (size != (ssize_t)sizeof *hello || hello->text[MOST_IDENTITY - 1] != '\0') {
        return HELPER_IS_WRONG;
    }
    if (!hello->is_ready) {
        ++helper->failures;
        memcpy(helper->problem, hello->text, sizeof helper->problem);
        return HELPER_CANNOT_START;
    }
    helper->failures = 0;
    helper->jail =
        (jail){.parts = hello->jail_parts, .landlock_abi = hello->landlock_abi, .ruleset = -1};
    memcpy(helper->identity, hello->text, sizeof helper->identity);
    step_files_clear(&helper->files); /* of what it said and wrote to ready itself */
    helper->state = HELPER_READY;
    return HELPER_IS_READY;
}

helper_news helper_hear(helper *helper) {
    serve_hello said;
    ssize_t size = recv(helper->socket, &said, sizeof said, 0);
    if (size < 0 && (errno == EAGAIN || errno == EINTR)) return HELPER_SAYS_NOTHING;
    if (helper->state == HELPER_STARTS && size > 0) return hear_hello(helper, &said, size);
    if (helper->state != HELPER_BUSY || size != 1) return HELPER_IS_WRONG;
    helper->state = HELPER_READY;
    return HELPER_HAS_DONE;
}

bool helper_give(helper *helper, const job *work, int first, int end, const work_input *input) {
    char order[MOST_ORDER];
    struct iovec from = {order, job_write_order(work, first, end, order, sizeof order)};
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(sizeof(int))];
    } with;
    struct msghdr message = {.msg_iov = &from,
                             .msg_iovlen = 1,
                             .msg_control = with.room,
                             .msg_controllen = sizeof with.room};
    memset(&with, 0, sizeof with);
    if (from.iov_len == 0) return false;
    with.head.cmsg_level = SOL_SOCKET;
    with.head.cmsg_type = SCM_RIGHTS;
    with.head.cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(&with.head), &input->file, sizeof input->file);
    step_files_clear(&helper->files);
    helper->cpu = 0.0;
    helper->cpu = helper_cpu_milliseconds(helper);
    if (sendmsg(helper->socket, &message, MSG_NOSIGNAL) != (ssize_t)from.iov_len) return false;
    helper->state = HELPER_BUSY;
    ++helper->jobs;
    return true;
}

/* --- What it wrote --- */

bool helper_has_reported(const helper *helper, int count) {
    return step_files_written(&helper->files, CHILD_REPORTS) ==
           (uint64_t)count * sizeof(step_report);
}

static bool append(int from, uint64_t size, int to) {
    unsigned char piece[PIECE];
    for (uint64_t at = 0; at < size;) {
        size_t part = size - at < sizeof piece ? (size_t)(size - at) : sizeof piece;
        if (!read_exactly(from, piece, part, at) || !write_wholly(to, piece, part)) return false;
        at += part;
    }
    return true;
}

/* An end that lies beyond the file lies beyond every file. */
static uint64_t moved(uint64_t end, uint64_t size, uint64_t distance) {
    return end <= size ? end + distance : UINT64_MAX;
}

bool helper_take(const helper *helper, int first, const step_files *files) {
    uint64_t sizes[CHILD_FILE_COUNT], before[CHILD_FILE_COUNT], count;
    for (int i = 0; i < CHILD_FILE_COUNT; ++i) {
        sizes[i] = step_files_written(&helper->files, i);
        before[i] = step_files_written(files, i);
        if (i != CHILD_REPORTS && !append(helper->files.files[i], sizes[i], files->writers[i])) {
            return false;
        }
    }
    count = sizes[CHILD_REPORTS] / sizeof(step_report);
    for (uint64_t i = 0; i < count && i < MOST_STEPS; ++i) {
        step_report report;
        if (!read_exactly(helper->files.files[CHILD_REPORTS], &report, sizeof report,
                          i * sizeof report)) {
            return false;
        }
        report.step += (uint32_t)first;
        report.records_end = moved(report.records_end, sizes[CHILD_RECORDS], before[CHILD_RECORDS]);
        report.said_end = moved(report.said_end, sizes[CHILD_SAID], before[CHILD_SAID]);
        report.files_end = moved(report.files_end, sizes[CHILD_FILES], before[CHILD_FILES]);
        if (!write_wholly(files->writers[CHILD_REPORTS], &report, sizeof report)) return false;
    }
    return true;
}

double helper_cpu_milliseconds(const helper *helper) {
    clockid_t id;
    struct timespec used;
    if (helper->process <= 0 || clock_getcpuclockid(helper->process, &id) != 0 ||
        clock_gettime(id, &used) != 0) {
        return 0.0;
    }
    return 1e3 * (double)used.tv_sec + 1e-6 * (double)used.tv_nsec - helper->cpu;
}

/* The system's own word, not that of the process. */
uint64_t helper_peak_bytes(const helper *helper) {
    char path[64], line[128];
    unsigned long long kilobytes = 0;
    FILE *file;
    snprintf(path, sizeof path, "/proc/%ld/status", (long)helper->process);
    file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "VmHWM:", 6) == 0) kilobytes = strtoull(line + 6, NULL, 10);
    }
    if (file != NULL) fclose(file);
    return kilobytes * 1024;
}

#else /* Programs that lock themselves in are there on Linux alone. */

bool helper_start(helper *helper, const helper_bounds *bounds) {
    (void)bounds;
    snprintf(helper->problem, sizeof helper->problem,
             "this system has no programs for pictures and images");
    return false;
}

void helper_end(helper *helper) { (void)helper; }

void helper_has_ended(helper *helper) { (void)helper; }

helper_news helper_hear(helper *helper) {
    (void)helper;
    return HELPER_SAYS_NOTHING;
}

bool helper_give(helper *helper, const job *work, int first, int end, const work_input *input) {
    (void)helper, (void)work, (void)first, (void)end, (void)input;
    return false;
}

bool helper_has_reported(const helper *helper, int count) {
    (void)helper, (void)count;
    return false;
}

bool helper_take(const helper *helper, int first, const step_files *files) {
    (void)helper, (void)first, (void)files;
    return false;
}

double helper_cpu_milliseconds(const helper *helper) {
    (void)helper;
    return 0.0;
}

uint64_t helper_peak_bytes(const helper *helper) {
    (void)helper;
    return 0;
}

#endif
