#if defined(__linux__)
#define _GNU_SOURCE /* syscall */
#else
#define _XOPEN_SOURCE 700
#endif

#include "jail.h"
#include "jail_filter.h"

#include <errno.h>
#include <string.h>

#if defined(__unix__) || defined(__APPLE__)

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

/* --- Limits of resources --- */

/* How many files it can have open: those it is given, and the two ends of a pipe. */
enum { MOST_OPEN = 16 };

#if defined(__GLIBC__) && defined(__USE_GNU)
typedef __rlimit_resource_t resource_id; /* an enumeration, where others have a number */
#else
typedef int resource_id;
#endif

static bool limit(resource_id which, uint64_t most) {
    struct rlimit now, wanted;
    if (getrlimit(which, &now) != 0) return false;
    wanted.rlim_cur = now.rlim_max != RLIM_INFINITY && (uint64_t)now.rlim_max < most ? now.rlim_max
                                                                                     : (rlim_t)most;
    wanted.rlim_max = wanted.rlim_cur;
    return setrlimit(which, &wanted) == 0;
}

/* The shadow memory of sanitizers takes terabytes of addresses. */
#if defined(__SANITIZE_ADDRESS__)
#define LIMITS_ADDRESSES 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) ||                         \
    __has_feature(thread_sanitizer)
#define LIMITS_ADDRESSES 0
#endif
#endif
#if !defined(LIMITS_ADDRESSES)
#define LIMITS_ADDRESSES 1
#endif

static bool limit_resources(const jail_limits *limits) {
    bool is_good = limit(RLIMIT_CPU, limits->cpu_seconds) &&
                   limit(RLIMIT_FSIZE, limits->file_bytes) && limit(RLIMIT_NOFILE, MOST_OPEN) &&
                   limit(RLIMIT_CORE, 0);
#if defined(RLIMIT_NPROC)
    is_good = is_good && limit(RLIMIT_NPROC, 0);
#endif
#if LIMITS_ADDRESSES && defined(RLIMIT_AS)
    is_good = is_good && limit(RLIMIT_AS, limits->address_bytes);
#endif
    return is_good;
}

static void close_one_by_one(int first) {
    long most = sysconf(_SC_OPEN_MAX);
    for (int i = first; i < most && i < 65536; ++i) close(i);
}

#endif

#if defined(__linux__)

#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

/* Newer than the headers of some systems; the numbers are the same on all processors. */
enum { CALL_LANDLOCK_CREATE = 444, CALL_LANDLOCK_RESTRICT = 446, CALL_CLOSE_RANGE = 436 };

/* --- Landlock --- */

/* What landlock of each level can refuse; the kernel takes as much of the record as it knows. */
typedef struct landlock_rights {
    uint64_t files, network, scopes;
} landlock_rights;

enum { LANDLOCK_VERSION = 1 };

static int find_landlock(void) {
    long abi = syscall(CALL_LANDLOCK_CREATE, NULL, (size_t)0, LANDLOCK_VERSION);
    return abi > 0 ? (int)abi : 0;
}

/* A set without a single rule: whatever it handles is refused everywhere. */
static int create_ruleset(int abi) {
    landlock_rights rights = {.files = (UINT64_C(1) << 13) - 1};
    size_t size = sizeof rights.files;
    int ruleset, moved;
    if (abi >= 2) rights.files |= UINT64_C(1) << 13; /* links and renames between folders */
    if (abi >= 3) rights.files |= UINT64_C(1) << 14; /* cutting files */
    if (abi >= 4) {
        rights.network = 3; /* bind and connect of TCP */
        size += sizeof rights.network;
    }
    if (abi >= 5) rights.files |= UINT64_C(1) << 15; /* ioctl of devices */
    if (abi >= 6) {
        rights.scopes = 3; /* abstract sockets and signals */
        size += sizeof rights.scopes;
    }
    ruleset = (int)syscall(CALL_LANDLOCK_CREATE, &rights, size, 0u);
    if (ruleset < 0) return -1;
    moved = fcntl(ruleset, F_DUPFD_CLOEXEC, 10); /* out of the way of what a child is given */
    close(ruleset);
    return moved;
}

/* --- The whole --- */

bool jail_prepare(jail *out, uint32_t wanted, int most_landlock) {
    *out = (jail){.parts = wanted, .ruleset = -1};
    if ((wanted & JAIL_LANDLOCK) != 0) {
        out->landlock_abi = find_landlock();
        if (out->landlock_abi > most_landlock) out->landlock_abi = most_landlock;
        if (out->landlock_abi > 0) out->ruleset = create_ruleset(out->landlock_abi);
        if (out->ruleset < 0) {
            out->landlock_abi = 0;
            out->parts &= ~(uint32_t)JAIL_LANDLOCK;
        }
    }
    return (wanted & JAIL_FILTER) == 0 || jail_filter_exists();
}

void jail_release(jail *jail) {
    if (jail->ruleset >= 0) close(jail->ruleset);
    jail->ruleset = -1;
}

/* What root could do with what is left, and being looked at by others of the same user. */
static bool drop_powers(void) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[2];
    memset(none, 0, sizeof none);
    return syscall(SYS_capset, &header, none) == 0 && prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0;
}

void jail_close_from(int first) {
    if (syscall(CALL_CLOSE_RANGE, (unsigned)first, ~0u, 0u) != 0) close_one_by_one(first);
}

/* What is inherited, beside the filter. */
static bool lock_ahead(const jail *jail) {
    const bool is_locked = (jail->parts & (JAIL_LANDLOCK | JAIL_FILTER)) != 0;
    if (is_locked && (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || !drop_powers())) return false;
    return jail->ruleset < 0 || syscall(CALL_LANDLOCK_RESTRICT, jail->ruleset, 0u) == 0;
}

/* What is not: open files, and limits that are those of one job. */
static bool lock_behind(const jail *jail, const jail_limits *limits, int kept) {
    jail_close_from(kept + 1);
    return (jail->parts & JAIL_LIMITS) == 0 || limit_resources(limits);
}

bool jail_enter(const jail *jail, const jail_limits *limits, int kept) {
    if (!lock_ahead(jail) || !lock_behind(jail, limits, kept)) return false;
    return (jail->parts & JAIL_FILTER) == 0 || jail_filter_enter(jail->parts);
}

bool jail_enter_ahead(const jail *jail) {
    if (!lock_ahead(jail)) return false;
    return (jail->parts & JAIL_FILTER) == 0 || jail_filter_enter(jail->parts | JAIL_FORKS);
}

bool jail_enter_behind(const jail *jail, const jail_limits *limits, int kept) {
    if (!lock_behind(jail, limits, kept)) return false;
    return (jail->parts & JAIL_FILTER) == 0 || jail_filter_enter_behind();
}

#elif defined(__unix__) || defined(__APPLE__)

bool jail_prepare(jail *out, uint32_t wanted, int most_landlock) {
    (void)most_landlock;
    *out = (jail){.parts = wanted & JAIL_LIMITS, .ruleset = -1};
    return (wanted & JAIL_FILTER) == 0;
}

void jail_release(jail *jail) { (void)jail; }

bool jail_enter(const jail *jail, const jail_limits *limits, int kept) {
    close_one_by_one(kept + 1);
    return (jail->parts & JAIL_LIMITS) == 0 || limit_resources(limits);
}

#endif

#if defined(__unix__) || defined(__APPLE__)

void jail_describe(const jail *jail, json_line *line) {
    json_object(line, "jail");
    json_flag(line, "limits", (jail->parts & JAIL_LIMITS) != 0);
    json_integer(line, "landlock", jail->landlock_abi);
    json_flag(line, "seccomp", (jail->parts & JAIL_FILTER) != 0);
    json_flag(line, "network", (jail->parts & JAIL_FILTER) == 0);
    json_flag(line, "code",
              (jail->parts & JAIL_FILTER) == 0 || (jail->parts & JAIL_MAKES_CODE) != 0);
    json_close(line);
}

#endif
