#define _GNU_SOURCE /* pipe2 */

#include "worker_process.h"
#include "apps/kit/program/language.h"
#include "apps/kit/program/program.h"
#include "apps/kit/system/stop.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PIECE = 1 << 16, MOST_LINE = 1 << 28 };

static _Noreturn void run_worker(const hub_options *options, const char *program, int input,
                                 int out) {
    char jobs[16], bytes[32], memory[32], timeout[40];
    snprintf(jobs, sizeof jobs, "%u", (unsigned)options->jobs);
    snprintf(bytes, sizeof bytes, "%llu", (unsigned long long)options->limits.max_bytes);
    snprintf(memory, sizeof memory, "%llu", (unsigned long long)options->limits.max_memory);
    snprintf(timeout, sizeof timeout, "%.0fms", options->limits.seconds * 1000.0);
    dup2(input, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    execl(program, "vrm", "work", "--out", options->out, "--jobs", jobs, "--max-bytes", bytes,
          "--max-memory", memory, "--timeout", timeout, (char *)NULL);
    fprintf(stderr, "vrm hub: %s: %s: %s\n", say("the program cannot be started"), program,
            strerror(errno));
    _exit(127);
}

bool worker_start(worker_process *out, const hub_options *options) {
    char program[MAX_PROGRAM_PATH];
    int jobs[2], results[2];
    memset(out, 0, sizeof *out);
    if (options->vrm != NULL) {
        snprintf(program, sizeof program, "%s", options->vrm);
    } else if (!program_find("vrm", program)) {
        fprintf(stderr, "vrm hub: %s\n", say("the program vrm was not found"));
        return false;
    }
    if (pipe2(jobs, O_CLOEXEC) != 0) return false;
    if (pipe2(results, O_CLOEXEC) != 0) {
        close(jobs[0]);
        close(jobs[1]);
        return false;
    }
    out->process = fork();
    if (out->process == 0) run_worker(options, program, jobs[0], results[1]);
    close(jobs[0]);
    close(results[1]);
    out->to = jobs[1];
    out->from = results[0];
    fcntl(out->from, F_SETFL, O_NONBLOCK);
    fcntl(out->to, F_SETFL, O_NONBLOCK);
    if (out->process > 0) return true;
    close(out->to);
    close(out->from);
    out->process = 0;
    return false;
}

/* Writes as much as the worker takes now. What one that is gone does not take is dropped with it.
 */
static void write_waiting(worker_process *process) {
    while (process->waiting_begin < process->waiting_end) {
        ssize_t count = write(process->to, process->waiting + process->waiting_begin,
                              process->waiting_end - process->waiting_begin);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && errno == EAGAIN) return;
        if (count < 0) break;
        process->waiting_begin += (size_t)count;
    }
    process->waiting_begin = process->waiting_end = 0;
}

bool worker_give(worker_process *process, const char *line, size_t length) {
    size_t size = process->waiting_end - process->waiting_begin;
    if (process->waiting_begin > 0)
        memmove(process->waiting, process->waiting + process->waiting_begin, size);
    process->waiting_begin = 0;
    process->waiting_end = size;
    if (length > process->waiting_capacity - size) {
        char *grown = realloc(process->waiting, size + length);
        if (grown == NULL) return false;
        process->waiting = grown;
        process->waiting_capacity = size + length;
    }
    memcpy(process->waiting + size, line, length);
    process->waiting_end += length;
    write_waiting(process);
    return true;
}

static bool grow(worker_process *process) {
    char *grown;
    if (process->capacity - process->length >= PIECE) return true;
    if (process->length > MOST_LINE) return false;
    grown = realloc(process->text, 2 * process->capacity + PIECE);
    if (grown == NULL) return false;
    process->text = grown;
    process->capacity = 2 * process->capacity + PIECE;
    return true;
}

static void take_lines(worker_process *process,
                       void (*each)(const char *line, size_t length, void *user), void *user) {
    char *begin = process->text, *end = process->text + process->length, *newline;
    while (begin < end && (newline = memchr(begin, '\n', (size_t)(end - begin))) != NULL) {
        each(begin, (size_t)(newline - begin), user);
        begin = newline + 1;
    }
    process->length = (size_t)(end - begin);
    if (process->length > 0) memmove(process->text, begin, process->length);
}

bool worker_read(worker_process *process, int milliseconds,
                 void (*each)(const char *line, size_t length, void *user), void *user) {
    const bool writes = process->waiting_begin < process->waiting_end;
    struct pollfd ready[3] = {
        {process->from, POLLIN, 0}, {stop_descriptor(), POLLIN, 0}, {process->to, POLLOUT, 0}};
    bool is_there = true;
    poll(ready, writes ? 3 : 2, milliseconds);
    write_waiting(process);
    for (;;) {
        ssize_t count;
        if (!grow(process)) return false;
        count = read(process->from, process->text + process->length, PIECE);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) {
            is_there = count < 0 && errno == EAGAIN;
            break;
        }
        process->length += (size_t)count;
    }
    take_lines(process, each, user);
    return is_there;
}

void worker_drain(const worker_process *process) {
    if (process->process > 0) kill(process->process, SIGTERM);
}

int worker_end(worker_process *process) {
    int state = 0;
    bool is_known = true;
    if (process->process == 0) return -1;
    close(process->to);
    close(process->from);
    while (waitpid(process->process, &state, 0) < 0 && is_known) is_known = errno == EINTR;
    free(process->text);
    free(process->waiting);
    memset(process, 0, sizeof *process);
    return is_known && WIFEXITED(state) ? WEXITSTATUS(state) : -1;
}
