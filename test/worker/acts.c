#define _GNU_SOURCE /* process_vm_readv, memfd_create, unshare, getdents64 */

#include "acts.h"
#include "apps/worker/jail.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- Files --- */

static const char *in(const act_scene *scene, const char *name, char path[300]) {
    snprintf(path, 300, "%s/%s", scene->folder, name);
    return path;
}

static bool open_as(const char *path, int flags) { return open(path, flags, 0600) >= 0; }

static bool read_file(const act_scene *scene) {
    char path[300];
    return open_as(in(scene, "file", path), O_RDONLY);
}

static bool create_file(const act_scene *scene) {
    char path[300];
    return open_as(in(scene, "new", path), O_WRONLY | O_CREAT);
}

static bool append_to_file(const act_scene *scene) {
    char path[300];
    return open_as(in(scene, "file", path), O_WRONLY | O_APPEND);
}

static bool cut_file(const act_scene *scene) {
    char path[300];
    return truncate(in(scene, "file", path), 1) == 0;
}

static bool remove_file(const act_scene *scene) {
    char path[300];
    return unlink(in(scene, "file", path)) == 0;
}

static bool rename_file(const act_scene *scene) {
    char path[300], out[300];
    return rename(in(scene, "file", path), in(scene, "other", out)) == 0;
}

static bool make_folder(const act_scene *scene) {
    char path[300];
    return mkdir(in(scene, "made", path), 0700) == 0;
}

static bool remove_folder(const act_scene *scene) {
    char path[300];
    return rmdir(in(scene, "empty", path)) == 0;
}

static bool link_file(const act_scene *scene) {
    char path[300], out[300];
    return link(in(scene, "file", path), in(scene, "linked", out)) == 0;
}

static bool make_symbolic_link(const act_scene *scene) {
    char path[300];
    return symlink("file", in(scene, "pointer", path)) == 0;
}

static bool read_link(const act_scene *scene) {
    char path[300], out[300];
    return readlink(in(scene, "link", path), out, sizeof out) > 0;
}

static bool list_folder(const act_scene *scene) {
    DIR *folder = opendir(scene->folder);
    return folder != NULL && readdir(folder) != NULL;
}

static bool ask_for_size(const act_scene *scene) {
    char path[300];
    struct stat found;
    return stat(in(scene, "file", path), &found) == 0;
}

static bool ask_for_access(const act_scene *scene) {
    char path[300];
    return access(in(scene, "file", path), R_OK) == 0;
}

static bool ask_for_disk(const act_scene *scene) {
    struct statfs found;
    return statfs(scene->folder, &found) == 0;
}

static bool change_mode(const act_scene *scene) {
    char path[300];
    return chmod(in(scene, "file", path), 0666) == 0;
}

static bool change_owner(const act_scene *scene) {
    char path[300];
    return chown(in(scene, "file", path), getuid(), getgid()) == 0;
}

static bool change_times(const act_scene *scene) {
    char path[300];
    return utimensat(AT_FDCWD, in(scene, "file", path), NULL, 0) == 0;
}

static bool make_named_pipe(const act_scene *scene) {
    char path[300];
    return mkfifo(in(scene, "pipe", path), 0600) == 0;
}

static bool change_folder(const act_scene *scene) { return chdir(scene->folder) == 0; }

static bool ask_for_folder(const act_scene *scene) {
    char path[4096];
    (void)scene;
    return getcwd(path, sizeof path) != NULL;
}

static bool read_process_files(const act_scene *scene) {
    (void)scene;
    return open_as("/proc/self/maps", O_RDONLY);
}

static bool open_device(const act_scene *scene) {
    (void)scene;
    return open_as("/dev/null", O_WRONLY);
}

static bool lock_output(const act_scene *scene) {
    (void)scene;
    return flock(STDOUT_FILENO, LOCK_EX | LOCK_NB) == 0;
}

static bool cut_output(const act_scene *scene) {
    (void)scene;
    return ftruncate(STDOUT_FILENO, 0) == 0;
}

static bool change_flags(const act_scene *scene) {
    (void)scene;
    return fcntl(STDOUT_FILENO, F_SETFL, O_NONBLOCK | O_APPEND) == 0;
}

static bool change_umask(const act_scene *scene) {
    (void)scene;
    umask(0);
    return true;
}

/* --- Network --- */

static struct sockaddr_in loopback(int port) {
    struct sockaddr_in address;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons((uint16_t)port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

static bool connect_tcp(const act_scene *scene) {
    struct sockaddr_in address = loopback(scene->tcp_port);
    int socket_of = socket(AF_INET, SOCK_STREAM, 0);
    return socket_of >= 0 &&
           connect(socket_of, (struct sockaddr *)(void *)&address, sizeof address) == 0;
}

static bool listen_on_tcp(const act_scene *scene) {
    struct sockaddr_in address = loopback(0);
    int socket_of = socket(AF_INET, SOCK_STREAM, 0);
    (void)scene;
    return socket_of >= 0 &&
           bind(socket_of, (struct sockaddr *)(void *)&address, sizeof address) == 0 &&
           listen(socket_of, 1) == 0;
}

static bool send_udp(const act_scene *scene) {
    struct sockaddr_in address = loopback(scene->tcp_port);
    int socket_of = socket(AF_INET, SOCK_DGRAM, 0);
    return socket_of >= 0 &&
           sendto(socket_of, "x", 1, 0, (struct sockaddr *)(void *)&address, sizeof address) == 1;
}

static bool connect_abstract(const act_scene *scene) {
    struct sockaddr_un address;
    size_t length = strlen(scene->socket_name);
    int socket_of = socket(AF_UNIX, SOCK_STREAM, 0);
    memset(&address, 0, sizeof address);
    address.sun_family = AF_UNIX;
    memcpy(address.sun_path + 1, scene->socket_name, length);
    return socket_of >= 0 &&
           connect(socket_of, (struct sockaddr *)(void *)&address,
                   (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length)) == 0;
}

static bool make_socket_pair(const act_scene *scene) {
    int both[2];
    (void)scene;
    return socketpair(AF_UNIX, SOCK_STREAM, 0, both) == 0;
}

static bool open_netlink(const act_scene *scene) {
    (void)scene;
    return socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE) >= 0;
}

/* --- Processes --- */

static bool fork_process(const act_scene *scene) {
    int status;
    pid_t process = fork();
    (void)scene;
    if (process == 0) _exit(0);
    return process > 0 && waitpid(process, &status, 0) == process;
}

/* What the process may do that forks those of jobs, and these may not. */
static bool fork_beside(const act_scene *scene) {
    long process = syscall(SYS_clone, JAIL_FORK_FLAGS, 0, 0, 0, 0);
    (void)scene;
    if (process == 0) _exit(0);
    return process > 0;
}

static bool ask_for_parent(const act_scene *scene) {
    (void)scene;
    return syscall(SYS_getppid) >= 0;
}

static bool close_files(const act_scene *scene) {
    const long close_range_call = 436;
    (void)scene;
    return syscall(close_range_call, 100u, 200u, 0u) == 0;
}

static bool ask_for_filters(const act_scene *scene) {
    const uint32_t action = SECCOMP_RET_KILL_PROCESS;
    (void)scene;
    return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0u, &action) == 0;
}

static void *do_nothing(void *user) { return user; }

static bool start_thread(const act_scene *scene) {
    pthread_t thread;
    (void)scene;
    return pthread_create(&thread, NULL, do_nothing, NULL) == 0;
}

/* `true` ends with 0, which stands for success here too. */
static bool execute_program(const act_scene *scene) {
    (void)scene;
    execl("/bin/true", "true", (char *)NULL);
    return false;
}

static bool signal_parent(const act_scene *scene) {
    (void)scene;
    return kill(getppid(), 0) == 0;
}

static bool be_traced(const act_scene *scene) {
    (void)scene;
    return ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0;
}

static bool read_memory_of_process(const act_scene *scene) {
    char from = 'x', to = 0;
    struct iovec here = {&to, 1}, there = {&from, 1};
    (void)scene;
    return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == 1;
}

static bool hold_process(const act_scene *scene) {
    (void)scene;
    return syscall(SYS_pidfd_open, getppid(), 0) >= 0;
}

static bool begin_session(const act_scene *scene) {
    (void)scene;
    return setsid() > 0;
}

static bool change_priority(const act_scene *scene) {
    (void)scene;
    return setpriority(PRIO_PROCESS, 0, 19) == 0;
}

static bool choose_processor(const act_scene *scene) {
    cpu_set_t set;
    (void)scene;
    return sched_getaffinity(0, sizeof set, &set) == 0 &&
           sched_setaffinity(0, sizeof set, &set) == 0;
}

static bool change_limits(const act_scene *scene) {
    struct rlimit limit = {64, 64};
    (void)scene;
    return setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

static bool change_name(const act_scene *scene) {
    (void)scene;
    return prctl(PR_SET_NAME, "other", 0, 0, 0) == 0;
}

static bool leave_namespace(const act_scene *scene) {
    (void)scene;
    return unshare(CLONE_FS | CLONE_FILES) == 0;
}

static bool change_user(const act_scene *scene) {
    (void)scene;
    return setresuid(getuid(), getuid(), getuid()) == 0;
}

static bool change_personality(const act_scene *scene) {
    (void)scene;
    return personality(0xFFFFFFFFul) >= 0;
}

/* --- Memory and the kernel --- */

static bool map_code(const act_scene *scene) {
    (void)scene;
    return mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                0) != MAP_FAILED;
}

static bool make_code(const act_scene *scene) {
    void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    (void)scene;
    return memory != MAP_FAILED && mprotect(memory, 4096, PROT_READ | PROT_EXEC) == 0;
}

static bool make_writable_code(const act_scene *scene) {
    const int all = PROT_READ | PROT_WRITE | PROT_EXEC;
    void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    (void)scene;
    return memory != MAP_FAILED && mprotect(memory, 4096, all) == 0;
}

static bool make_memory_file(const act_scene *scene) {
    (void)scene;
    return memfd_create("x", 0) >= 0;
}

static bool share_memory(const act_scene *scene) {
    int id = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
    (void)scene;
    return id >= 0 && shmctl(id, IPC_RMID, NULL) == 0;
}

static bool make_message_queue(const act_scene *scene) {
    int id = msgget(IPC_PRIVATE, IPC_CREAT | 0600);
    (void)scene;
    return id >= 0 && msgctl(id, IPC_RMID, NULL) == 0;
}

static bool make_semaphore(const act_scene *scene) {
    int id = semget(IPC_PRIVATE, 1, IPC_CREAT | 0600);
    (void)scene;
    return id >= 0 && semctl(id, 0, IPC_RMID) == 0;
}

static bool watch_files(const act_scene *scene) {
    (void)scene;
    return inotify_init1(0) >= 0;
}

static bool make_epoll(const act_scene *scene) {
    (void)scene;
    return epoll_create1(0) >= 0;
}

static bool make_event(const act_scene *scene) {
    (void)scene;
    return eventfd(0, 0) >= 0;
}

static bool make_timer(const act_scene *scene) {
    (void)scene;
    return timerfd_create(CLOCK_MONOTONIC, 0) >= 0;
}

static bool make_signal_file(const act_scene *scene) {
    sigset_t set;
    (void)scene;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    return signalfd(-1, &set, 0) >= 0;
}

static bool set_alarm(const act_scene *scene) {
    struct itimerval later = {{0, 0}, {100, 0}};
    (void)scene;
    return setitimer(ITIMER_REAL, &later, NULL) == 0;
}

static bool ask_for_system(const act_scene *scene) {
    struct utsname name;
    (void)scene;
    return uname(&name) == 0;
}

static bool ask_for_load(const act_scene *scene) {
    struct sysinfo info;
    (void)scene;
    return sysinfo(&info) == 0;
}

/* --- Resources --- */

static bool take_much_memory(const act_scene *scene) {
    (void)scene;
    return mmap(NULL, (size_t)64 << 30, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) != MAP_FAILED;
}

static bool write_much(const act_scene *scene) {
    (void)scene;
    signal(SIGXFSZ, SIG_IGN);
    return lseek(STDOUT_FILENO, 1 << 24, SEEK_SET) >= 0 && write(STDOUT_FILENO, "x", 1) == 1;
}

static bool open_many(const act_scene *scene) {
    (void)scene;
    for (int i = 0; i < 64; ++i) {
        if (dup(STDOUT_FILENO) < 0) return false;
    }
    return true;
}

const act acts[] = {
    {"read a file", read_file, 1, false, false},
    {"create a file", create_file, 1, false, false},
    {"append to a file", append_to_file, 1, false, false},
    {"cut a file", cut_file, 3, false, false},
    {"remove a file", remove_file, 1, false, false},
    {"rename a file", rename_file, 1, false, false},
    {"make a folder", make_folder, 1, false, false},
    {"remove a folder", remove_folder, 1, false, false},
    {"link a file", link_file, 1, false, false},
    {"make a symbolic link", make_symbolic_link, 1, false, false},
    {"read a symbolic link", read_link, 0, false, false},
    {"list a folder", list_folder, 1, false, false},
    {"ask for the size of a file", ask_for_size, 0, false, false},
    {"ask whether a file may be read", ask_for_access, 0, false, false},
    {"ask for the space of a disk", ask_for_disk, 0, false, false},
    {"change the mode of a file", change_mode, 0, false, false},
    {"change the owner of a file", change_owner, 0, false, false},
    {"change the times of a file", change_times, 0, false, false},
    {"make a named pipe", make_named_pipe, 1, false, false},
    {"change the folder", change_folder, 0, false, false},
    {"ask for the folder", ask_for_folder, 0, false, false},
    {"read files of a process", read_process_files, 1, false, false},
    {"open a device", open_device, 1, false, false},
    {"lock the output", lock_output, 0, false, false},
    {"cut the output", cut_output, 0, false, false},
    {"change the flags of the output", change_flags, 0, false, false},
    {"change the mode of new files", change_umask, 0, false, false},
    {"connect by TCP", connect_tcp, 4, false, false},
    {"listen on TCP", listen_on_tcp, 4, false, false},
    {"send by UDP", send_udp, 0, false, false},
    {"connect to an abstract socket", connect_abstract, 6, false, false},
    {"make a pair of sockets", make_socket_pair, 0, false, false},
    {"talk to the kernel by netlink", open_netlink, 0, false, false},
    {"fork", fork_process, 0, false, false},
    {"fork beside itself", fork_beside, 0, false, false},
    {"ask for the parent", ask_for_parent, 0, false, false},
    {"close files that it has not", close_files, 0, false, false},
    {"ask for filters of calls", ask_for_filters, 0, false, false},
    {"start a thread", start_thread, 0, false, false},
    {"execute a program", execute_program, 1, false, false},
    {"signal the parent", signal_parent, 6, false, false},
    {"be traced", be_traced, 0, false, false},
    {"read the memory of a process", read_memory_of_process, 0, false, false},
    {"hold another process", hold_process, 0, false, false},
    {"begin a session", begin_session, 0, false, false},
    {"change the priority", change_priority, 0, false, false},
    {"choose the processor", choose_processor, 0, false, false},
    {"change its limits", change_limits, 0, false, false},
    {"change its name", change_name, 0, false, false},
    {"leave what it shares", leave_namespace, 0, false, false},
    {"set the user", change_user, 0, false, false},
    {"ask for the personality", change_personality, 0, false, false},
    {"map code", map_code, 0, false, false},
    {"make memory executable", make_code, 0, false, true},
    {"make memory writable and executable", make_writable_code, 0, false, false},
    {"make a file in memory", make_memory_file, 0, false, false},
    {"share memory", share_memory, 0, false, false},
    {"make a queue of messages", make_message_queue, 0, false, false},
    {"make a semaphore", make_semaphore, 0, false, false},
    {"watch files", watch_files, 0, false, false},
    {"wait by epoll", make_epoll, 0, false, false},
    {"make an event", make_event, 0, false, false},
    {"make a timer", make_timer, 0, false, false},
    {"read signals", make_signal_file, 0, false, false},
    {"set an alarm", set_alarm, 0, false, false},
    {"ask for the name of the system", ask_for_system, 0, false, false},
    {"ask for the load of the system", ask_for_load, 0, false, false},
    {"take 64 GiB of memory", take_much_memory, 0, true, false},
    {"write more than the limit", write_much, 0, true, false},
    {"open many files", open_many, 0, true, false},
};
const size_t act_count = sizeof acts / sizeof acts[0];
