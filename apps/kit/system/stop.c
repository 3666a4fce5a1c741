#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif

#include "stop.h"

#include <stdatomic.h>
#include <stdlib.h>

#if defined(__unix__) || defined(__APPLE__)

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static const int stop_signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { STOP_SIGNALS = sizeof stop_signals / sizeof stop_signals[0] };

/* Signals are the process's, and their handlers take no argument. An atomic_int has no lock. */
static atomic_int requested;
static int wake_pipe[2] = {-1, -1};
static bool pipe_ends_program, is_left_to_parent;

void stop_wake(void) {
    int error = errno;
    char byte = 0;
    ssize_t done = write(wake_pipe[1], &byte, 1); /* a full pipe wakes all the same */
    (void)done;
    errno = error;
}

static void on_signal(int number) {
    atomic_store(&requested, number);
    stop_wake();
}

static void on_child(int number) {
    (void)number;
    stop_wake();
}

static void set_action(int number, void (*handler)(int)) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    /* A second one ends the program. */
    action.sa_flags = handler == on_signal  ? (int)(SA_RESTART | SA_RESETHAND)
                      : handler == on_child ? SA_RESTART | SA_NOCLDSTOP
                                            : 0;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

static bool is_default(int number) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_DFL;
}

int stop_descriptor(void) { return wake_pipe[0]; }

void stop_watch_children(void) { set_action(SIGCHLD, on_child); }

void stop_leave_to_parent(void) { is_left_to_parent = true; }

bool stop_begin(void) {
    if (is_left_to_parent) return true;
    if (pipe(wake_pipe) != 0) return false;
    for (int i = 0; i < 2; ++i) {
        fcntl(wake_pipe[i], F_SETFD, FD_CLOEXEC);
        fcntl(wake_pipe[i], F_SETFL, O_NONBLOCK);
    }
    /* What the parent ignores stays ignored: nohup. */
    for (int i = 0; i < STOP_SIGNALS; ++i) {
        if (is_default(stop_signals[i])) set_action(stop_signals[i], on_signal);
    }
    pipe_ends_program = is_default(SIGPIPE);
    set_action(SIGPIPE, SIG_IGN);
    return true;
}

void stop_end(void) {
    struct sigaction action;
    if (is_left_to_parent) return;
    for (int i = 0; i < STOP_SIGNALS; ++i) {
        if (sigaction(stop_signals[i], NULL, &action) == 0 && action.sa_handler == on_signal) {
            set_action(stop_signals[i], SIG_DFL);
        }
    }
    if (sigaction(SIGCHLD, NULL, &action) == 0 && action.sa_handler == on_child) {
        set_action(SIGCHLD, SIG_DFL);
    }
    if (pipe_ends_program) set_action(SIGPIPE, SIG_DFL);
    atomic_store(&requested, 0); /* what a child process does next was not asked to end */
    close(wake_pipe[0]);
    close(wake_pipe[1]);
    wake_pipe[0] = wake_pipe[1] = -1;
}

int stop_requested(void) { return atomic_load(&requested); }

bool stop_by_pipe(void) {
    if (!pipe_ends_program) return false;
    atomic_store(&requested, SIGPIPE);
    stop_wake();
    return true;
}

void stop_wait(int milliseconds) {
    struct pollfd wait = {wake_pipe[0], POLLIN, 0};
    char bytes[64];
    if (poll(&wait, 1, milliseconds) <= 0) return;
    while (read(wake_pipe[0], bytes, sizeof bytes) == (ssize_t)sizeof bytes) continue;
}

_Noreturn void stop_program(int signal_number) {
    set_action(signal_number, SIG_DFL);
    raise(signal_number);
    _exit(128 + signal_number); /* the first process of a container is not ended by signals */
}

_Noreturn void leave_program(int code) { _exit(code); }

#else /* no threads: a command looks at the request between files */

#if defined(__wasi__) /* nor signals */
static atomic_int requested; /* 0 */

static void note_signals(void) {}
#else
#include <signal.h>

static atomic_int requested;

static void on_signal(int number) { atomic_store(&requested, number); }

static void note_signals(void) {
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
}
#endif

bool stop_begin(void) {
    note_signals();
    return true;
}

void stop_end(void) {}

void stop_leave_to_parent(void) {}

int stop_requested(void) { return atomic_load(&requested); }

bool stop_by_pipe(void) { return false; }

void stop_wait(int milliseconds) { (void)milliseconds; }

void stop_wake(void) {}

int stop_descriptor(void) { return -1; }

void stop_watch_children(void) {}

_Noreturn void stop_program(int signal_number) { leave_program(128 + signal_number); }

_Noreturn void leave_program(int code) { _Exit(code); }

#endif
