/*
 * The list of allowed calls. It is short: what a verb needs that reads bytes in memory and writes
 * to files that are open already. A call that is not in the list ends the process at once, so that
 * whoever tries something has one try. Calls that the C library makes by itself, and can do
 * without, only fail.
 *
 * The kernel runs the program once for each call number when it is installed, to remember which are
 * always allowed, so that a search by halves is worth its while there too.
 */
#if defined(__linux__)
#define _GNU_SOURCE /* syscall */
#endif

#include "jail_filter.h"
#include "jail.h"
#include "steps.h"

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define THIS_PROCESSOR AUDIT_ARCH_X86_64
#else
#define THIS_PROCESSOR AUDIT_ARCH_AARCH64
#endif

enum { CALL_CLONE3 = 435, CALL_CLOSE_RANGE = 436 };

#ifndef F_GET_SEALS
#define F_GET_SEALS 1034
#endif

typedef enum call_rule {
    CALL_ALLOWED,
    CALL_FAILS,         /* with EPERM */
    CALL_NO_TERMINAL,   /* fails with ENOTTY */
    CALL_NO_CODE,       /* memory is never made executable */
    CALL_OF_FILE,       /* fcntl: flags and seals of an open file */
    CALL_SIGNAL_ITSELF, /* tgkill: what abort does */
    CALL_OF_SOCKET,     /* recvmsg: of the socket of orders */
    CALL_NEVER_BOTH,    /* mprotect: memory is not writable and executable at the same time */
    CALL_FORKS,         /* clone: makes a process beside this one, and fails otherwise */
    CALL_ENDS           /* the process is ended; what is not in a list has this rule */
} call_rule;

typedef struct call {
    uint32_t number;
    call_rule rule;
} call;

/* Of all processes. */
static const call calls[] = {
    {__NR_read, CALL_ALLOWED},
    {__NR_write, CALL_ALLOWED},
    {__NR_writev, CALL_ALLOWED},
    {__NR_close, CALL_ALLOWED},
    {__NR_lseek, CALL_ALLOWED},
    {__NR_dup, CALL_ALLOWED},
    {__NR_pipe2, CALL_ALLOWED},
    {__NR_ppoll, CALL_ALLOWED},
    {__NR_fcntl, CALL_OF_FILE},
    {__NR_mmap, CALL_NO_CODE},
    {__NR_mprotect, CALL_NO_CODE},
    {__NR_munmap, CALL_ALLOWED},
    {__NR_mremap, CALL_ALLOWED},
    {__NR_madvise, CALL_ALLOWED},
    {__NR_brk, CALL_ALLOWED},
    {__NR_futex, CALL_ALLOWED},
    {__NR_getrandom, CALL_ALLOWED},
    {__NR_clock_gettime, CALL_ALLOWED},
    {__NR_gettid, CALL_ALLOWED},
    {__NR_getpid, CALL_ALLOWED},
    {__NR_tgkill, CALL_SIGNAL_ITSELF},
    {__NR_rt_sigaction, CALL_ALLOWED},
    {__NR_rt_sigprocmask, CALL_ALLOWED},
    {__NR_rt_sigreturn, CALL_ALLOWED},
    {__NR_sigaltstack, CALL_ALLOWED}, /* sanitizers ask for it before a process ends */
    {__NR_restart_syscall, CALL_ALLOWED},
    {__NR_exit, CALL_ALLOWED},
    {__NR_exit_group, CALL_ALLOWED},
    /* A verb then works without threads, without a terminal, and without asking for the sizes of
     * buffers. */
    {__NR_clone, CALL_FAILS},
    {CALL_CLONE3, CALL_FAILS},
    {__NR_ioctl, CALL_NO_TERMINAL},
    {__NR_openat, CALL_FAILS},
    {__NR_newfstatat, CALL_FAILS},
    {__NR_fstat, CALL_FAILS},
    {__NR_sysinfo, CALL_FAILS}, /* qsort of the GNU C library asks once how much memory there is */
#if defined(__x86_64__)         /* those that other processors never had */
    {__NR_pipe, CALL_ALLOWED},
    {__NR_poll, CALL_ALLOWED},
    {__NR_open, CALL_FAILS},
    {__NR_stat, CALL_FAILS},
    {__NR_lstat, CALL_FAILS},
#endif
};

/* Of programs that are given orders. */
static const call receiving_calls[] = {{__NR_recvmsg, CALL_OF_SOCKET}};

/* Of one that forks processes for jobs, and of these until they have locked themselves in wholly:
 * they inherit its filter, and add one that takes back what is allowed here (behind_calls). */
static const call forking_calls[] = {
    {__NR_clone, CALL_FORKS},       {CALL_CLOSE_RANGE, CALL_ALLOWED}, {__NR_prctl, CALL_ALLOWED},
    {__NR_prlimit64, CALL_ALLOWED}, {__NR_seccomp, CALL_ALLOWED},     {__NR_getppid, CALL_ALLOWED},
    {__NR_tgkill, CALL_ALLOWED},
};

/* The other way round: what is not in this list is left to the filter that is there already. */
static const call behind_calls[] = {
    {__NR_clone, CALL_FAILS},          {CALL_CLOSE_RANGE, CALL_ENDS}, {__NR_prctl, CALL_ENDS},
    {__NR_prlimit64, CALL_ENDS},       {__NR_seccomp, CALL_ENDS},     {__NR_getppid, CALL_ENDS},
    {__NR_tgkill, CALL_SIGNAL_ITSELF}, {__NR_recvmsg, CALL_ENDS},
};

/* Of those that translate shaders: LLVM writes code to memory that it then makes executable. A rule
 * here takes the place of the one above. */
static const call code_calls[] = {{__NR_mprotect, CALL_NEVER_BOTH}};

enum {
    MOST_CALLS =
        (sizeof calls + sizeof receiving_calls + sizeof code_calls + sizeof forking_calls) /
        sizeof calls[0],
    MOST_INSTRUCTIONS = 2 * MOST_CALLS + 40,
    MOST_JUMP = 255, /* a branch has eight bits for it */
    RULE_COUNT = CALL_ENDS + 1
};

/* All branches that lead to an end lead to one place, behind the search: the kernel translates the
 * program for each process, and takes longer for a longer one. */
typedef struct program {
    struct sock_filter instructions[MOST_INSTRUCTIONS];
    uint8_t
        ends[MOST_INSTRUCTIONS]; /* of a leaf of the search, 1 and up: the rule that it leads to */
    uint32_t count;
    call_rule others; /* the rule of calls that are not in the list */
    uint32_t process;
    bool is_broken;
} program;

static void emit(program *program, uint16_t code, uint8_t is_true, uint8_t is_false,
                 uint32_t value) {
    if (program->count == MOST_INSTRUCTIONS) {
        program->is_broken = true;
        return;
    }
    program->ends[program->count] = 0;
    program->instructions[program->count++] = (struct sock_filter){code, is_true, is_false, value};
}

static void emit_return(program *program, uint32_t action) {
    emit(program, BPF_RET | BPF_K, 0, 0, action);
}

static void emit_load(program *program, size_t offset) {
    emit(program, BPF_LD | BPF_W | BPF_ABS, 0, 0, (uint32_t)offset);
}

/* The lower half of an argument; both processors have it first. */
static void emit_load_argument(program *program, unsigned index) {
    emit_load(program, offsetof(struct seccomp_data, args) + index * sizeof(uint64_t));
}

/* Every way through these ends in a return. */
static void emit_end(program *program, call_rule end) {
    switch (end) {
    case CALL_ALLOWED:
        emit_return(program, SECCOMP_RET_ALLOW);
        break;
    case CALL_FAILS:
        emit_return(program, SECCOMP_RET_ERRNO | EPERM);
        break;
    case CALL_NO_TERMINAL:
        emit_return(program, SECCOMP_RET_ERRNO | ENOTTY);
        break;
    case CALL_NO_CODE:
        emit_load_argument(program, 2);
        emit(program, BPF_JMP | BPF_JSET | BPF_K, 0, 1, PROT_EXEC);
        emit_return(program, SECCOMP_RET_KILL_PROCESS);
        emit_return(program, SECCOMP_RET_ALLOW);
        break;
    case CALL_OF_FILE:
        emit_load_argument(program, 1);
        emit(program, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, F_GET_SEALS);
        emit(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, F_SETFD);
        emit_return(program, SECCOMP_RET_ALLOW);
        emit_return(program, SECCOMP_RET_ERRNO | EPERM);
        break;
    case CALL_SIGNAL_ITSELF:
    case CALL_OF_SOCKET:
        emit_load_argument(program, 0);
        emit(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 1,
             end == CALL_OF_SOCKET ? (uint32_t)STEP_SOCKET : program->process);
        emit_return(program, SECCOMP_RET_ALLOW);
        emit_return(program, SECCOMP_RET_KILL_PROCESS);
        break;
    case CALL_NEVER_BOTH:
        emit_load_argument(program, 2);
        emit(program, BPF_JMP | BPF_JSET | BPF_K, 0, 2, PROT_EXEC);
        emit(program, BPF_JMP | BPF_JSET | BPF_K, 0, 1, PROT_WRITE);
        emit_return(program, SECCOMP_RET_KILL_PROCESS);
        emit_return(program, SECCOMP_RET_ALLOW);
        break;
    case CALL_FORKS:
        emit_load_argument(program, 0);
        emit(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, JAIL_FORK_FLAGS);
        emit_return(program, SECCOMP_RET_ALLOW);
        emit_return(program, SECCOMP_RET_ERRNO | EPERM);
        break;
    case CALL_ENDS:
        emit_return(program, SECCOMP_RET_KILL_PROCESS);
        break;
    }
}

static uint8_t jump_over(program *program, uint32_t from, uint32_t to) {
    uint32_t between = to - from - 1;
    if (between > MOST_JUMP) program->is_broken = true;
    return (uint8_t)between;
}

/* A search by halves among calls that are sorted: `count` is 1 and up. Nothing of it is deep: there
 * are some forty. */
static void emit_search(program *program, const call *sorted, uint32_t count) {
    uint32_t half = count / 2, branch = program->count;
    if (count == 1) {
        emit(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 0, sorted->number);
        program->ends[branch] = (uint8_t)(sorted->rule + 1);
        return;
    }
    emit(program, BPF_JMP | BPF_JGE | BPF_K, 0, 0, sorted[half].number);
    emit_search(program, sorted, half);
    program->instructions[branch].jt = jump_over(program, branch, program->count);
    emit_search(program, sorted + half, count - half);
}

static bool leads_to(const program *program, uint32_t searched, call_rule end) {
    for (uint32_t i = 0; i < searched; ++i) {
        if (program->ends[i] == end + 1) return true;
    }
    return end == program->others;
}

/* The ends that are needed, and the branches that lead to them. */
static void emit_ends(program *program) {
    uint32_t places[RULE_COUNT] = {0}, searched = program->count;
    for (uint32_t end = 0; end < RULE_COUNT; ++end) {
        places[end] = program->count;
        if (leads_to(program, searched, (call_rule)end)) emit_end(program, (call_rule)end);
    }
    for (uint32_t i = 0; i < searched; ++i) {
        if (program->ends[i] == 0) continue;
        program->instructions[i].jt = jump_over(program, i, places[program->ends[i] - 1]);
        program->instructions[i].jf = jump_over(program, i, places[program->others]);
    }
}

/* Calls by their numbers; a later rule takes the place of an earlier one. */
typedef struct call_list {
    call sorted[MOST_CALLS];
    uint32_t count;
} call_list;

static void add_call(call_list *list, call added) {
    uint32_t at = 0;
    while (at < list->count && list->sorted[at].number < added.number) ++at;
    if (at == list->count || list->sorted[at].number != added.number) {
        for (uint32_t i = list->count++; i > at; --i) list->sorted[i] = list->sorted[i - 1];
    }
    list->sorted[at] = added;
}

static void add_calls(call_list *list, const call *added, size_t count) {
    for (size_t i = 0; i < count; ++i) add_call(list, added[i]);
}

#define ADD_CALLS(to, added) add_calls((to), (added), sizeof(added) / sizeof(added)[0])

static void list_calls(call_list *out, uint32_t parts) {
    ADD_CALLS(out, calls);
    if ((parts & (JAIL_RECEIVES | JAIL_FORKS)) != 0) ADD_CALLS(out, receiving_calls);
    if ((parts & JAIL_MAKES_CODE) != 0) ADD_CALLS(out, code_calls);
    if ((parts & JAIL_FORKS) != 0) ADD_CALLS(out, forking_calls);
}

static void begin(program *out, call_rule others) {
    out->count = 0;
    out->is_broken = false;
    out->others = others;
    out->process = (uint32_t)getpid();
}

static void build(program *out, uint32_t parts) {
    call_list list = {.count = 0};
    list_calls(&list, parts);
    begin(out, CALL_ENDS);
    emit_load(out, offsetof(struct seccomp_data, arch));
    emit(out, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, THIS_PROCESSOR);
    emit_return(out, SECCOMP_RET_KILL_PROCESS);
    emit_load(out, offsetof(struct seccomp_data, nr));
    emit_search(out, list.sorted, list.count); /* numbers of x32 are above all of them */
    emit_ends(out);
}

/* The filter that is there already has looked at the processor. */
static void build_behind(program *out) {
    call_list list = {.count = 0};
    ADD_CALLS(&list, behind_calls);
    begin(out, CALL_ALLOWED);
    emit_load(out, offsetof(struct seccomp_data, nr));
    emit_search(out, list.sorted, list.count);
    emit_ends(out);
}

static bool install(program *program) {
    struct sock_fprog installed = {.len = (unsigned short)program->count,
                                   .filter = program->instructions};
    return !program->is_broken &&
           syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0u, &installed) == 0;
}

bool jail_filter_exists(void) {
    const uint32_t action = SECCOMP_RET_KILL_PROCESS;
    return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0u, &action) == 0;
}

bool jail_filter_enter(uint32_t parts) {
    program program;
    build(&program, parts);
    return install(&program);
}

bool jail_filter_enter_behind(void) {
    program program;
    build_behind(&program);
    return install(&program);
}

#else

bool jail_filter_exists(void) { return false; }

bool jail_filter_enter(uint32_t parts) {
    (void)parts;
    return false;
}

bool jail_filter_enter_behind(void) { return false; }

#endif
