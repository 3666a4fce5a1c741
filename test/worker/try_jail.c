/*
 * Proves the sandbox of `vrm work` (WK-008). A separate process tries each act of acts.c: first
 * without a sandbox, where it must succeed, and then in sandboxes of several parts, which must
 * refuse it. An act that does not succeed without a sandbox proves nothing, and is a failure.
 *
 * With --forget PART (landlock, filter or limits), that part is never used: acts must then be found
 * that nothing refuses, and the program must fail. This shows that it can.
 */
#define _GNU_SOURCE

#include "acts.h"
#include "apps/worker/jail.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum { REFUSED = 1, NOT_JAILED = 120, MOST_FILE = 1 << 20 };

#if defined(__SANITIZE_ADDRESS__)
#define LIMITS_MEMORY 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) ||                         \
    __has_feature(thread_sanitizer)
#define LIMITS_MEMORY 0
#endif
#endif
#if !defined(LIMITS_MEMORY)
#define LIMITS_MEMORY 1
#endif

/* --- The scene --- */

static const char *in_scene(const act_scene *scene, const char *name, char path[300]) {
    snprintf(path, 300, "%s/%s", scene->folder, name);
    return path;
}

static void put_file(const act_scene *scene, const char *name) {
    char path[300];
    int file = open(in_scene(scene, name, path), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || write(file, "some bytes", 10) != 10) exit(2);
    close(file);
}

/* Acts change it, so that each has a new one. */
static void set_scene(const act_scene *scene) {
    static const char *const names[] = {"file", "link",   "new",     "other",
                                        "pipe", "linked", "pointer", "made"};
    char path[300];
    mkdir(scene->folder, 0700);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        remove(in_scene(scene, names[i], path));
    }
    mkdir(in_scene(scene, "empty", path), 0700);
    put_file(scene, "file");
    if (symlink("file", in_scene(scene, "link", path)) != 0) exit(2);
}

static void listen_for_acts(act_scene *scene) {
    struct sockaddr_in address = {.sin_family = AF_INET};
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    socklen_t size = sizeof address;
    int tcp = socket(AF_INET, SOCK_STREAM, 0), local = socket(AF_UNIX, SOCK_STREAM, 0);
    size_t length;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(tcp, (struct sockaddr *)(void *)&address, sizeof address) != 0 ||
        listen(tcp, 64) != 0 || getsockname(tcp, (struct sockaddr *)(void *)&address, &size) != 0) {
        perror("listening on loopback");
        exit(2);
    }
    scene->tcp_port = ntohs(address.sin_port);
    length = (size_t)snprintf(scene->socket_name, sizeof scene->socket_name, "vrm-jail-%ld",
                              (long)getpid());
    memcpy(name.sun_path + 1, scene->socket_name, length);
    if (bind(local, (struct sockaddr *)(void *)&name,
             (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length)) != 0 ||
        listen(local, 64) != 0) {
        perror("listening on an abstract socket");
        exit(2);
    }
}

/* --- One act --- */

typedef enum act_end { ACT_DONE, ACT_REFUSED, ACT_BROKEN } act_end;

static const jail_limits act_limits = {
    .address_bytes = UINT64_C(4) << 30, .file_bytes = MOST_FILE, .cpu_seconds = 10};

static _Noreturn void do_act(const act *act, const act_scene *scene, const jail *jail) {
    int output = memfd_create("output", 0);
    if (output < 0 || dup2(output, STDOUT_FILENO) < 0) _exit(NOT_JAILED);
    if (jail != NULL && !jail_enter(jail, &act_limits, STDERR_FILENO)) _exit(NOT_JAILED);
    _exit(act->run(scene) ? 0 : REFUSED);
}

/* As processes of jobs are made: by one that has entered the first part, and is their brother. */
static _Noreturn void do_act_behind(const act *act, const act_scene *scene, const jail *jail,
                                    int answer) {
    int output = memfd_create("output", 0);
    pid_t process;
    if (output < 0 || dup2(output, STDOUT_FILENO) < 0 || !jail_enter_ahead(jail)) _exit(NOT_JAILED);
    process = (pid_t)syscall(SYS_clone, JAIL_FORK_FLAGS, 0, 0, 0, 0);
    if (process != 0) {
        _exit(write(answer, &process, sizeof process) == (ssize_t)sizeof process ? 0 : NOT_JAILED);
    }
    if (!jail_enter_behind(jail, &act_limits, STDERR_FILENO)) _exit(NOT_JAILED);
    _exit(act->run(scene) ? 0 : REFUSED);
}

static pid_t start_behind(const act *act, const act_scene *scene, const jail *jail) {
    int answer[2], status = 0;
    pid_t forks, process = -1;
    if (pipe(answer) != 0) return -1;
    forks = fork();
    if (forks == 0) do_act_behind(act, scene, jail, answer[1]);
    close(answer[1]);
    if (read(answer[0], &process, sizeof process) != (ssize_t)sizeof process) process = -1;
    close(answer[0]);
    if (forks < 0 || waitpid(forks, &status, 0) != forks || status != 0) return -1;
    return process;
}

static pid_t start_act(const act *act, const act_scene *scene, const jail *jail) {
    pid_t process;
    if (jail != NULL && (jail->parts & JAIL_FORKS) != 0) return start_behind(act, scene, jail);
    process = fork();
    if (process == 0) do_act(act, scene, jail);
    return process;
}

static act_end try_act(const act *act, const act_scene *scene, const jail *jail) {
    int status = 0;
    pid_t process;
    set_scene(scene);
    fflush(stdout);
    process = start_act(act, scene, jail);
    if (process < 0 || waitpid(process, &status, 0) != process) return ACT_BROKEN;
    if (WIFSIGNALED(status)) {
        return WTERMSIG(status) == SIGSYS || WTERMSIG(status) == SIGXFSZ ? ACT_REFUSED : ACT_BROKEN;
    }
    if (WIFSTOPPED(status)) return ACT_BROKEN;
    return WEXITSTATUS(status) == 0         ? ACT_DONE
           : WEXITSTATUS(status) == REFUSED ? ACT_REFUSED
                                            : ACT_BROKEN;
}

/* Whether the parts of a sandbox have to refuse an act. */
static bool is_refused_by(const act *act, const jail *jail) {
    if (act->is_by_limits && act->run == acts[act_count - 3].run && !LIMITS_MEMORY) return false;
    if (act->is_by_limits) return (jail->parts & JAIL_LIMITS) != 0;
    if (act->is_drawing && (jail->parts & JAIL_MAKES_CODE) != 0) return false;
    if ((jail->parts & JAIL_FILTER) != 0) return true;
    return act->landlock > 0 && jail->landlock_abi >= act->landlock;
}

/* `expected` says what is refused, and `entered` is what the acts are tried in. */
static int try_all(const act_scene *scene, const char *name, const jail *expected,
                   const jail *entered) {
    static const char *const words[] = {"was done", "was refused", "broke the process"};
    int failures = 0, tried = 0;
    for (size_t i = 0; i < act_count; ++i) {
        act_end wanted = expected == NULL ? ACT_DONE : ACT_REFUSED, end;
        if (expected != NULL && !is_refused_by(&acts[i], expected)) continue;
        end = try_act(&acts[i], scene, entered);
        ++tried;
        if (end == wanted) continue;
        printf("%s: '%s' %s\n", name, acts[i].name, words[end]);
        ++failures;
    }
    printf("%s: %d acts, %d wrong\n", name, tried, failures);
    return failures;
}

/* All parts together, and some of them by themselves; landlock at each level that the kernel has.
 */
typedef struct jail_kind {
    const char *name;
    uint32_t parts;
    int landlock;
} jail_kind;

/* -1: the kernel has not what is asked for. */
static int try_jail(const act_scene *scene, const jail_kind *kind, uint32_t forgotten) {
    jail prepared, entered;
    char name[80];
    int failures = -1;
    if (!jail_prepare(&prepared, kind->parts, kind->landlock)) return -1;
    if (kind->parts != JAIL_LANDLOCK || prepared.landlock_abi == kind->landlock) {
        entered = prepared;
        entered.parts &= ~forgotten;
        if ((forgotten & JAIL_LANDLOCK) != 0) entered.ruleset = -1;
        snprintf(name, sizeof name, "%s (landlock %d)", kind->name, prepared.landlock_abi);
        failures = try_all(scene, name, &prepared, &entered);
    }
    jail_release(&prepared);
    return failures;
}

static int try_jails(const act_scene *scene, uint32_t forgotten) {
    static const jail_kind jails[] = {
        {"all parts", JAIL_ALL, JAIL_ANY_LANDLOCK},
        {"as on an older kernel", JAIL_ALL, 2},
        {"without landlock", JAIL_LIMITS | JAIL_FILTER, 0},
        {"limits alone", JAIL_LIMITS, 0},
        {"of a process that draws", JAIL_ALL | JAIL_RECEIVES | JAIL_MAKES_CODE, JAIL_ANY_LANDLOCK},
        {"of such a one without landlock",
         JAIL_LIMITS | JAIL_FILTER | JAIL_RECEIVES | JAIL_MAKES_CODE, 0},
        {"of a program for images", JAIL_ALL | JAIL_RECEIVES, JAIL_ANY_LANDLOCK},
        {"in two parts", JAIL_ALL | JAIL_FORKS, JAIL_ANY_LANDLOCK},
        {"in two parts, without landlock", JAIL_LIMITS | JAIL_FILTER | JAIL_FORKS, 0},
    };
    int failures = 0, level = 1;
    for (size_t i = 0; i < sizeof jails / sizeof jails[0]; ++i) {
        int more = try_jail(scene, &jails[i], forgotten);
        if (more < 0) {
            printf("%s: the kernel has no filter of calls\n", jails[i].name);
            return 1;
        }
        failures += more;
    }
    for (;; ++level) {
        const jail_kind alone = {"landlock alone", JAIL_LANDLOCK, level};
        int more = try_jail(scene, &alone, forgotten);
        if (more < 0) break;
        failures += more;
    }
    if (level == 1) printf("landlock alone: skipped, the kernel has none\n");
    return failures;
}

int main(int argc, char **argv) {
    act_scene scene;
    uint32_t forgotten = 0;
    int failures;
    if (argc == 4 && strcmp(argv[2], "--forget") == 0) {
        forgotten = strcmp(argv[3], "landlock") == 0 ? JAIL_LANDLOCK
                    : strcmp(argv[3], "filter") == 0 ? JAIL_FILTER
                                                     : JAIL_LIMITS;
    } else if (argc != 2) {
        fprintf(stderr, "usage: vrm-try-jail FOLDER [--forget landlock|filter|limits]\n");
        return 2;
    }
    snprintf(scene.folder, sizeof scene.folder, "%s", argv[1]);
    listen_for_acts(&scene);
    failures = try_all(&scene, "no jail", NULL, NULL);
    failures += try_jails(&scene, forgotten);
    return failures > 0 ? 1 : 0;
}
