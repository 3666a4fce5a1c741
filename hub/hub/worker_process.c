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

static _Noreturn void run_worker(const hub_options *options, const char *program, int in, int out) {
    char jobs[16], bytes[32], memory[32], timeout[40];
    snprintf(jobs, sizeof jobs, "%u", (unsigned)options->jobs);
    snprintf(bytes, sizeof bytes, "%llu", (unsigned long long)options->limits.max_bytes);
    snprintf(memory, sizeof memory, "%llu", (unsigned long long)options->limits.max_memory);
    snprintf(timeout, sizeof timeout, "%.0fms", options->limits.seconds * 1000.0);
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    execl(program, "vrm", "work", "--out", options->out, "--jobs", jobs, "--max-bytes", bytes,
          "--max-memory", memory, "--timeout", timeout, (char *)NULL);
    fprintf(stderr, "vrm hub: %s: %s: %s\n", say("the program cannot be started"), program,
            strerror(errno));
    _exit(127);
}

bool worker_start(worker_process *out, const hub_options *options) {
    char program[MAX_PROGRAM_PATH];
    int in[2], results[2];
    memset(out, 0, sizeof *out);
    if (options->vrm != NULL) {
        snprintf(program, sizeof program, "%s", options->vrm);
    } else if (!program_find("vrm", program)) {
        fprintf(stderr, "vrm hub: %s\n", say("the program vrm was not found"));
        return false;
    }
    if (pipe2(in, O_CLOEXEC) != 0) return false;
    if (pipe2(results, O_CLOEXEC) != 0) {
        close(in[0]);
        close(in[1]);
        return false;
    }
    out->process = fork();
    if (out->process == 0) run_worker(options, program, in[0], results[1]);
    close(in[0]);
    close(results[1]);
    out->to = in[1];
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
static void write_waiting(worker_process *of) {
    while (of->waiting_begin < of->waiting_end) {
        ssize_t count =
            write(of->to, of->waiting + of->waiting_begin, of->waiting_end - of->waiting_begin);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && errno == EAGAIN) return;
        if (count < 0) break;
        of->waiting_begin += (size_t)count;
    }
    of->waiting_begin = of->waiting_end = 0;
}

bool worker_give(worker_process *of, const char *line, size_t length) {
    size_t size = of->waiting_end - of->waiting_begin;
    if (of->waiting_begin > 0) memmove(of->waiting, of->waiting + of->waiting_begin, size);
    of->waiting_begin = 0;
    of->waiting_end = size;
    if (length > of->waiting_capacity - size) {
        char *grown = realloc(of->waiting, size + length);
        if (grown == NULL) return false;
        of->waiting = grown;
        of->waiting_capacity = size + length;
    }
    memcpy(of->waiting + size, line, length);
    of->waiting_end += length;
    write_waiting(of);
    return true;
}

static bool grow(worker_process *of) {
    char *grown;
    if (of->capacity - of->length >= PIECE) return true;
    if (of->length > MOST_LINE) return false;
    grown = realloc(of->text, 2 * of->capacity + PIECE);
    if (grown == NULL) return false;
    of->text = grown;
    of->capacity = 2 * of->capacity + PIECE;
    return true;
}

static void take_lines(worker_process *of,
                       void (*each)(const char *line, size_t length, void *user), void *user) {
    char *begin = of->text, *end = of->text + of->length, *newline;
    while (begin < end && (newline = memchr(begin, '\n', (size_t)(end - begin))) != NULL) {
        each(begin, (size_t)(newline - begin), user);
        begin = newline + 1;
    }
    of->length = (size_t)(end - begin);
    if (of->length > 0) memmove(of->text, begin, of->length);
}

bool worker_read(worker_process *of, int milliseconds,
                 void (*each)(const char *line, size_t length, void *user), void *user) {
    const bool writes = of->waiting_begin < of->waiting_end;
    struct pollfd ready[3] = {
        {of->from, POLLIN, 0}, {stop_descriptor(), POLLIN, 0}, {of->to, POLLOUT, 0}};
    bool is_there = true;
    poll(ready, writes ? 3 : 2, milliseconds);
    write_waiting(of);
    for (;;) {
        ssize_t count;
        if (!grow(of)) return false;
        count = read(of->from, of->text + of->length, PIECE);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) {
            is_there = count < 0 && errno == EAGAIN;
            break;
        }
        of->length += (size_t)count;
    }
    take_lines(of, each, user);
    return is_there;
}

void worker_drain(const worker_process *of) {
    if (of->process > 0) kill(of->process, SIGTERM);
}

int worker_end(worker_process *of) {
    int state = 0;
    bool is_known = true;
    if (of->process == 0) return -1;
    close(of->to);
    close(of->from);
    while (waitpid(of->process, &state, 0) < 0 && is_known) is_known = errno == EINTR;
    free(of->text);
    free(of->waiting);
    memset(of, 0, sizeof *of);
    return is_known && WIFEXITED(state) ? WEXITSTATUS(state) : -1;
}
