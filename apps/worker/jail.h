/*
 * The jail of a child process that works on a stranger's file. What runs in it can compute, use
 * memory up to a bound, read the file and write its results; it can open nothing, reach no network,
 * start nothing, and see no other process.
 *
 * It is made of parts that do not rely on each other: limits of resources, no capabilities,
 * landlock for files (and for TCP, signals and abstract sockets where the kernel knows that), and a
 * list of the calls to the system that are allowed, with their arguments where these matter
 * (seccomp). Linux has all of them; elsewhere there are the limits of resources alone, and
 * jail_describe says so.
 */
#ifndef VRM_WORK_JAIL_H
#define VRM_WORK_JAIL_H

#include "apps/kit/json/json_line.h"

#include <stdbool.h>
#include <stdint.h>

/* Which parts are wanted. */
typedef enum jail_parts {
    JAIL_LIMITS = 1,
    JAIL_LANDLOCK = 2, /* as far as the kernel has it */
    JAIL_FILTER = 4,   /* of calls to the system */
    JAIL_ALL = JAIL_LIMITS | JAIL_LANDLOCK | JAIL_FILTER,
    /* What the filter lets through beside what all need (serve.h). */
    JAIL_RECEIVES = 8,    /* orders, from the socket that is open already */
    JAIL_MAKES_CODE = 16, /* memory that was written can become executable, for shaders */
    JAIL_FORKS = 32       /* as JAIL_RECEIVES, and it may fork processes that lock themselves in */
} jail_parts;

/* All that such a process may pass to clone: CLONE_PARENT and SIGCHLD. Its parent, which is the
 * worker, is that of the new one too. */
enum { JAIL_FORK_FLAGS = 0x8000 | 17 };

typedef struct jail {
    uint32_t parts;   /* that will be in force */
    int landlock_abi; /* of the kernel; 0: there is none */
    int ruleset;      /* of landlock, a file descriptor; -1: none */
} jail;

/* What a child may use. */
typedef struct jail_limits {
    uint64_t address_bytes; /* of its memory, mapped files included */
    uint64_t file_bytes;    /* of each file that it writes */
    uint32_t cpu_seconds;
} jail_limits;

/* Finds out what the system has of the parts that are wanted. Of landlock no more than a level is
 * used: JAIL_ANY_LANDLOCK, or a lower one for trying what older kernels have. False: the filter is
 * wanted, and there is none. */
enum { JAIL_ANY_LANDLOCK = 1000 };
bool jail_prepare(jail *out, uint32_t wanted, int most_landlock);
void jail_release(jail *jail);

/*
 * Locks the calling process in, which has one thread. The descriptors 0 up to `kept` stay open and
 * all others are closed. False: a part of it failed, and the process must end.
 */
bool jail_enter(const jail *jail, const jail_limits *limits, int kept);

/*
 * The same in two parts, for a process that forks many: most of a jail is inherited, and takes
 * longer to enter than many a file takes. What forks enters `ahead`, and what it has forked enters
 * the rest `behind`, before it looks at a stranger's bytes.
 */
bool jail_enter_ahead(const jail *jail);
bool jail_enter_behind(const jail *jail, const jail_limits *limits, int kept);

/* Closes all descriptors from one on. */
void jail_close_from(int first);

/* The member "jail" of a line: what is in force. */
void jail_describe(const jail *jail, json_line *line);

#endif
