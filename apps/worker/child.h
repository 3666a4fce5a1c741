/*
 * One child process for each job: it is forked, locks itself in, runs the verbs of the job one
 * after the other, and ends. Its files are open before it begins:
 *
 *     0  the bytes of the job          3  new files that verbs make, one after the other
 *     1  records, one after the other  4  a report for each step that has ended
 *     2  what is said to people
 *
 * Whatever it writes is a stranger's word: only lengths that fit, and records that are JSON, are
 * taken from it (outcome.h).
 */
#ifndef VRM_WORK_CHILD_H
#define VRM_WORK_CHILD_H

#include "apps/kit/command.h"
#include "jail.h"
#include "job.h"
#include "memory_file.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { CHILD_RECORDS, CHILD_SAID, CHILD_FILES, CHILD_REPORTS, CHILD_FILE_COUNT };

/* What a child reports of a step that has ended. Ends are offsets in its files. */
typedef struct step_report {
    int32_t exit_code;
    uint32_t step;
    uint64_t records_end, said_end, files_end;
} step_report;

/* A place for one child at a time. */
typedef struct child {
    pid_t process; /* 0: none runs */
    job *of;       /* owned while it runs */
    work_input input;
    int files[CHILD_FILE_COUNT]; /* CHILD_…; they are emptied between children */
    double start, deadline;
    bool was_late; /* it was killed when its time was over */
} child;

/* The commands that run verbs. */
typedef struct verb_table {
    const command *const *commands;
    size_t count;
} verb_table;

/* Why a child ended before its first step. */
enum { CHILD_NOT_JAILED = 120, CHILD_NOT_READY = 121 };

bool child_open(child *of);
void child_close(child *of);

/* Starts a child with a job and its bytes, which are its own from here on. False: there can be no
 * further process now; nothing has been taken. */
bool child_start(child *of, job *work, const work_input *input, const jail *in,
                 const verb_table *verbs);

/* Empties its files, and frees the job. */
void child_clear(child *of);

/* Whether a jail can be entered at all: tried by a child that does nothing else. */
bool child_try_jail(const jail *in);

#endif
