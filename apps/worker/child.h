/*
 * One child process for the steps of a job that this program does: it is forked, locks itself in,
 * runs the verbs one after the other, and ends (steps.h).
 */
#ifndef VRM_WORK_CHILD_H
#define VRM_WORK_CHILD_H

#include "apps/kit/batch/job.h"
#include "apps/kit/options/command.h"
#include "jail.h"
#include "memory_file.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* What a process of a job writes to: 1 and up in it. They are emptied between jobs. Their sizes are
 * bounds, so that all of them together take no more than `new_bytes` and 10 MiB. */
enum { CHILD_RECORDS, CHILD_SAID, CHILD_FILES, CHILD_REPORTS, CHILD_FILE_COUNT };
enum { MOST_RECORD_BYTES = 8 << 20, MOST_SAID_BYTES = 1 << 20 };
typedef struct step_files {
    int files[CHILD_FILE_COUNT];   /* for the worker; -1: there is none */
    int writers[CHILD_FILE_COUNT]; /* of the same files, for the process */
    uint64_t new_bytes;            /* the most that new files may have together */
} step_files;

void step_files_init(step_files *out, uint64_t new_bytes);
/* Opens files that are closed. */
bool step_files_open(step_files *files);
void step_files_close(step_files *files);
/* Empties them. */
bool step_files_clear(step_files *files);
/* How much a process has written to one of them. It may lie, but not beyond the end of the file. */
uint64_t step_files_written(const step_files *files, int which);
/* In a process that was just forked: they become descriptors 1 and up. */
bool step_files_take(const step_files *files);
/* Nothing of the worker outlives it, also where it is killed. In a process that was just forked. */
bool child_belongs_to(pid_t parent);
/* What a terminal sends to the worker is not for its children, nor for theirs. */
bool child_leaves_terminal(void);
/* Two ends for messages, out of the way of what a process is given. */
bool socket_pair_open(int pair[2]);

/* The commands that run verbs. */
typedef struct verb_table {
    const command *const *commands;
    size_t count;
} verb_table;

/* Why a child ended before its first step. */
enum { CHILD_NOT_JAILED = 120, CHILD_NOT_READY = 121 };

/* What a child is told, beside the words of its steps. */
typedef struct child_order {
    uint32_t first; /* the number of its first step */
    jail_limits limits;
} child_order;
child_order child_order_of(const job *job, int first, int end, const work_input *input);

/* The rest of the life of a child: its files are as in steps.h, and it is locked in. */
_Noreturn void child_work(const child_order *told, char *words, size_t size,
                          const verb_table *verbs);

/* Memory that a process for jobs gives back to the system it would have to ask for again. */
void child_keep_memory(void);

/* Whether a jail can be entered at all: tried by a child that does nothing else. */
bool child_try_jail(const jail *jail);

#endif
