#if defined(__linux__)
#define _GNU_SOURCE
#else
#define _XOPEN_SOURCE 700
#endif
#define _FILE_OFFSET_BITS 64

#include "fork_server.h"
#include "apps/kit/system/stop.h"
#include "steps.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

void fork_server_init(fork_server *server, const jail *jail, const verb_table *verbs) {
    *server = (fork_server){.jail = jail, .verbs = *verbs, .socket = -1};
}

#if defined(__linux__)

#include <sys/prctl.h>
#include <sys/syscall.h>

/* What one message carries. */
typedef struct order_message {
    child_order told;
    char words[MOST_ORDER];
} order_message;

enum { FILES_OF_CHILD = 1 + CHILD_FILE_COUNT, ANSWER_SECONDS = 20 };

typedef union file_room {
    struct cmsghdr head;
    char room[CMSG_SPACE(FILES_OF_CHILD * sizeof(int))];
} file_room;

/* --- In the server --- */

/* The next order, in memory that children read as it is; its files become descriptors 0 to 4.
 * Returns the bytes of its words; 0: the worker is gone. */
static size_t receive(order_message *order) {
    struct iovec into = {order, sizeof *order};
    file_room with;
    struct msghdr message = {.msg_iov = &into, .msg_iovlen = 1};
    const struct cmsghdr *sent;
    ssize_t got;
    do {
        message.msg_control = with.room;
        message.msg_controllen = sizeof with.room;
        got = recvmsg(STEP_SOCKET, &message, 0);
    } while (got < 0 && errno == EINTR);
    sent = got > (ssize_t)sizeof order->told ? CMSG_FIRSTHDR(&message) : NULL;
    if (sent == NULL || sent->cmsg_len != CMSG_LEN(FILES_OF_CHILD * sizeof(int))) return 0;
    return (size_t)got - sizeof order->told;
}

/* In a child that was just forked. */
static _Noreturn void be_child(const fork_server *server, pid_t worker, order_message *order,
                               size_t size) {
    if (!child_belongs_to(worker)) _exit(CHILD_NOT_READY);
    if (!jail_enter_behind(server->jail, &order->told.limits, STEP_REPORTS))
        _exit(CHILD_NOT_JAILED);
    child_work(&order->told, order->words, size, &server->verbs);
}

/* A fork whose child is the worker's. The C library's own cannot do that; what it does beside, such
 * as with locks, a process with one thread does not need. */
static pid_t fork_beside(void) { return (pid_t)syscall(SYS_clone, JAIL_FORK_FLAGS, 0, 0, 0, 0); }

static _Noreturn void serve(const fork_server *server, pid_t worker, order_message *order) {
    size_t size;
    while ((size = receive(order)) > 0) {
        pid_t child = fork_beside();
        if (child == 0) be_child(server, worker, order, size);
        for (int i = 0; i < FILES_OF_CHILD; ++i) close(i);
        if (write(STEP_SOCKET, &child, sizeof child) != (ssize_t)sizeof child) break;
    }
    _exit(0);
}

/* The words of its command line: this one, the parts of its jail, the level of landlock, and the
 * worker. */
#define FORK_WORD "serve-forks"
enum { FORK_WORDS = 4 };

bool fork_server_is_wanted(int argc, char **argv) {
    return argc == FORK_WORDS && strcmp(argv[0], FORK_WORD) == 0;
}

int fork_server_run(char **argv, const verb_table *verbs) {
    const pid_t worker = (pid_t)strtol(argv[3], NULL, 10);
    order_message *order = malloc(sizeof *order);
    fork_server server;
    jail jail;
    fork_server_init(&server, &jail, verbs);
    prctl(PR_SET_NAME, "vrm", 0, 0, 0); /* it would be "exe" in lists of processes */
    stop_leave_to_parent();
    steps_speak_english();
    child_keep_memory();
    if (order == NULL || !child_belongs_to(worker)) _exit(CHILD_NOT_READY);
    if (!jail_prepare(&jail, (uint32_t)strtoul(argv[1], NULL, 10),
                      (int)strtol(argv[2], NULL, 10)) ||
        !jail_enter_ahead(&jail)) {
        _exit(CHILD_NOT_JAILED);
    }
    for (int i = 0; i < STEP_SOCKET; ++i) close(i);
    jail_close_from(STEP_SOCKET + 1);
    serve(&server, worker, order);
}

/* In a process that was just forked. */
static _Noreturn void be_server(const fork_server *server, int socket, pid_t worker) {
    char tool[] = "vrm", verb[] = "work", word[] = FORK_WORD, numbers[FORK_WORDS - 1][32];
    const long values[FORK_WORDS - 1] = {(long)server->jail->parts, server->jail->landlock_abi,
                                         (long)worker};
    char *argv[] = {tool, verb, word, numbers[0], numbers[1], numbers[2], NULL};
    for (int i = 0; i < FORK_WORDS - 1; ++i) {
        snprintf(numbers[i], sizeof numbers[i], "%ld", values[i]);
    }
    stop_end(); /* its signals are its own */
    if (child_belongs_to(worker) && child_leaves_terminal() && dup2(socket, STEP_SOCKET) >= 0) {
        execv("/proc/self/exe", argv);
    }
    _exit(CHILD_NOT_READY);
}

/* --- In the worker --- */

static void set_patience(int socket) {
    const struct timeval patience = {.tv_sec = ANSWER_SECONDS};
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
}

bool fork_server_start(fork_server *server) {
    int pair[2];
    pid_t worker = getpid();
    if (!socket_pair_open(pair)) return false;
    server->process = fork();
    if (server->process == 0) be_server(server, pair[1], worker);
    close(pair[1]);
    server->socket = pair[0];
    server->forks = 0;
    set_patience(server->socket);
    if (server->process > 0) return true;
    fork_server_end(server);
    return false;
}

void fork_server_end(fork_server *server) {
    int status;
    if (server->socket >= 0) close(server->socket);
    server->socket = -1;
    if (server->process > 0) {
        kill(server->process, SIGKILL);
        while (waitpid(server->process, &status, 0) < 0 && errno == EINTR) continue;
    }
    server->process = 0;
}

static bool send_order(const fork_server *server, const child_order *told, struct iovec words,
                       const work_input *input, const step_files *step_files) {
    struct iovec parts[2] = {{.iov_base = (void *)(uintptr_t)told, .iov_len = sizeof *told}, words};
    file_room with;
    struct msghdr message = {.msg_iov = parts,
                             .msg_iovlen = 2,
                             .msg_control = with.room,
                             .msg_controllen = sizeof with.room};
    int files[FILES_OF_CHILD] = {input->file};
    memcpy(files + 1, step_files->writers, sizeof step_files->writers);
    memset(&with, 0, sizeof with);
    with.head.cmsg_level = SOL_SOCKET;
    with.head.cmsg_type = SCM_RIGHTS;
    with.head.cmsg_len = CMSG_LEN(sizeof files);
    memcpy(CMSG_DATA(&with.head), files, sizeof files);
    return sendmsg(server->socket, &message, MSG_NOSIGNAL) ==
           (ssize_t)(sizeof *told + words.iov_len);
}

/* 0: the server is gone. */
static pid_t hear_child(const fork_server *server) {
    pid_t child;
    ssize_t got;
    do {
        got = recv(server->socket, &child, sizeof child, 0);
    } while (got < 0 && errno == EINTR);
    return got == (ssize_t)sizeof child ? child : 0;
}

pid_t fork_server_ask(fork_server *server, const job *work, int first, int end,
                      const work_input *input, step_files *files) {
    char text[MOST_ORDER];
    child_order told = child_order_of(work, first, end, input);
    struct iovec words = {text, job_write_order(work, first, end, text, sizeof text)};
    if (words.iov_len == 0 || lseek(input->file, 0, SEEK_SET) != 0) return -1;
    if (server->forks >= MOST_FORKS) fork_server_end(server);
    for (int tries = 0; tries < 2; ++tries) {
        pid_t child = 0;
        if (server->socket < 0 && !fork_server_start(server)) return -1;
        if (send_order(server, &told, words, input, files)) child = hear_child(server);
        ++server->forks;
        if (child != 0) return child;
        fork_server_end(server);
        step_files_close(files);
        if (!step_files_open(files) || first > 0) break; /* what former steps wrote is gone */
    }
    return -1;
}

#else

bool fork_server_start(fork_server *server) {
    (void)server;
    return true;
}

void fork_server_end(fork_server *server) { (void)server; }

bool fork_server_is_wanted(int argc, char **argv) {
    (void)argc, (void)argv;
    return false;
}

int fork_server_run(char **argv, const verb_table *verbs) {
    (void)argv, (void)verbs;
    return EXIT_USAGE;
}

pid_t fork_server_ask(fork_server *server, const job *work, int first, int end,
                      const work_input *input, step_files *files) {
    pid_t parent = getpid(), process = fork();
    child_order told;
    char words[MOST_ORDER];
    size_t size;
    if (process != 0) return process;
    told = child_order_of(work, first, end, input);
    stop_end(); /* its signals are its own */
    stop_leave_to_parent();
    steps_speak_english();
    child_keep_memory();
    size = job_write_order(work, first, end, words, sizeof words);
    if (size == 0 || !child_belongs_to(parent) || !child_leaves_terminal() ||
        dup2(input->file, STDIN_FILENO) < 0 || lseek(STDIN_FILENO, 0, SEEK_SET) != 0 ||
        !step_files_take(files)) {
        _exit(CHILD_NOT_READY);
    }
    if (!jail_enter(server->jail, &told.limits, STEP_REPORTS)) _exit(CHILD_NOT_JAILED);
    child_work(&told, words, size, &server->verbs);
}

#endif
