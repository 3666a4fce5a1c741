/*
 * One child process for the steps of a job that this program does: it is forked, locks itself in,
 * runs the verbs one after the other, and ends (steps.h).
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

/* What a process of a job writes to: 1 and up in it. They are emptied between jobs. */
enum { CHILD_RECORDS, CHILD_SAID, CHILD_FILES, CHILD_REPORTS, CHILD_FILE_COUNT };
typedef struct step_files {
    int files[CHILD_FILE_COUNT]; /* -1: there is none */
} step_files;

bool step_files_open(step_files *out);
void step_files_close(step_files *of);
void step_files_clear(step_files *of);
/* In a process that was just forked: they become descriptors 1 and up. */
bool step_files_take(const step_files *of);
/* Nothing of the worker outlives it, also where it is killed; and what a terminal sends to it is
 * not for its children. In a process that was just forked. */
bool child_belongs_to(pid_t parent);

/* The commands that run verbs. */
typedef struct verb_table {
    const command *const *commands;
    size_t count;
} verb_table;

/* Why a child ended before its first step. */
enum { CHILD_NOT_JAILED = 120, CHILD_NOT_READY = 121 };

/* Starts a child that does some steps of a job. Returns it, or -1: there can be no further process
 * now. */
pid_t child_start(const job *of, int first, int end, const work_input *input, const step_files *to,
                  const jail *in, const verb_table *verbs);

/* Whether a jail can be entered at all: tried by a child that does nothing else. */
bool child_try_jail(const jail *in);

#endif
