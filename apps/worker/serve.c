#if defined(__linux__)
#define _GNU_SOURCE
#else
#define _XOPEN_SOURCE 700
#endif
#define _FILE_OFFSET_BITS 64

#include "serve.h"
#include "jail.h"
#include "steps.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

bool serve_is_wanted(int argc, char **argv) {
    return argc == SERVE_ARGUMENTS + 2 && strcmp(argv[1], SERVE_WORD) == 0;
}

/* --- Orders --- */

/* The next order and its file, which becomes standard input: its descriptor is the lowest that is
 * free. Returns the bytes of the order; 0: there are no more. */
static size_t receive(char order[MOST_ORDER]) {
    struct iovec into = {order, MOST_ORDER};
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(sizeof(int))];
    } with;
    struct msghdr message = {.msg_iov = &into, .msg_iovlen = 1};
    const struct cmsghdr *sent;
    ssize_t got;
    int file = -1;
    close(STDIN_FILENO);
    do {
        message.msg_control = with.room;
        message.msg_controllen = sizeof with.room;
        got = recvmsg(STEP_SOCKET, &message, 0);
    } while (got < 0 && errno == EINTR);
    sent = got > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    if (sent == NULL || sent->cmsg_type != SCM_RIGHTS) return 0;
    memcpy(&file, CMSG_DATA(sent), sizeof file);
    return file == STDIN_FILENO && order[got - 1] == '\0' ? (size_t)got : 0;
}

/* --- The whole --- */

/* What is mapped before the first file comes: compilers of shaders map much, and use little. */
static uint64_t own_addresses(void) {
    char line[128] = "";
    FILE *file = fopen("/proc/self/statm", "r");
    bool is_known = file != NULL && fgets(line, sizeof line, file) != NULL;
    if (file != NULL) fclose(file);
    if (!is_known) return UINT64_C(4) << 30;
    return strtoull(line, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE);
}

static bool lock_in(const serve_program *program, char **numbers, serve_hello *hello) {
    const bool is_jailed = strcmp(numbers[0], "1") == 0;
    uint64_t memory = strtoull(numbers[1], NULL, 10), bytes = strtoull(numbers[2], NULL, 10);
    uint32_t parts = (is_jailed ? JAIL_ALL : JAIL_LIMITS) | JAIL_RECEIVES;
    jail_limits limits = {.file_bytes = memory,
                          .cpu_seconds = (uint32_t)strtoul(numbers[3], NULL, 10)};
    jail jail;
    if (program->makes_code) parts |= JAIL_MAKES_CODE;
    limits.address_bytes = own_addresses() + memory + bytes + (UINT64_C(256) << 20);
    if (!jail_prepare(&jail, parts, JAIL_ANY_LANDLOCK) ||
        !jail_enter(&jail, &limits, STEP_SOCKET)) {
        return false;
    }
    hello->jail_parts = jail.parts;
    hello->landlock_abi = jail.landlock_abi;
    return true;
}

int serve_steps(const serve_program *program, int argc, char **argv) {
    static char order[MOST_ORDER]; /* only one of these runs in a process */
    serve_hello hello;
    const char *problem;
    size_t size;
    (void)argc;
    memset(&hello, 0, sizeof hello);
    steps_speak_english();
    problem = program->ready(program->user, hello.text);
    if (problem == NULL && !lock_in(program, argv + 2, &hello))
        problem = "it cannot lock itself in";
    hello.is_ready = problem == NULL;
    if (problem != NULL) snprintf(hello.text, sizeof hello.text, "%s", problem);
    if (write(STEP_SOCKET, &hello, sizeof hello) != (ssize_t)sizeof hello || problem != NULL) {
        return 1;
    }
    while ((size = receive(order)) > 0) {
        rewind(stdin); /* it is another file now */
        if (!steps_follow(order, size, 0, program->run, program->user) ||
            write(STEP_SOCKET, "", 1) != 1)
            return 1;
    }
    return 0;
}
