/* The worker, for the files that are parts of it. */
#ifndef VRM_WORK_WORKER_H
#define VRM_WORK_WORKER_H

#include "fork_server.h"
#include "intake.h"
#include "outcome.h"
#include "slot.h"
#include "store.h"

typedef struct work_options {
    const char *out; /* NULL: there is no folder, and results have the records in them */
    bool is_jailed;
    bool trusts_hashes;
    uint32_t jobs;
    job_limits limits;
} work_options;

typedef struct worker {
    const work_options *options;
    jail jail;
    fork_server forks;
    store store;
    intake intake;
    unsigned char *piece; /* of files that are read */
    slot *slots;
    uint32_t slot_count;
    uint32_t running; /* jobs */
    bool cannot_print;
} worker;

/* --- What came of jobs (results.c) --- */

/* A result without a process. */
void result_print_failure(worker *worker, const job *job, job_result result, const char *reason);

/* Whether a former run has the outputs already, and the result is printed. */
bool result_from_store(worker *worker, const job *job, const work_input *input);

/* All processes of a job have ended, or one has ended it: stores the outputs and prints. */
void result_of_slot(worker *to, slot *from);

/* --- Its way through processes (course.c) --- */

/* Begins with a job and its bytes in a slot that is free, which has them from here on. */
void course_begin(worker *worker, job *work, const work_input *input, slot *slot);

/* Goes on with jobs whose processes have ended. */
void course_reap(worker *worker);

/* Goes on where a program has said something. */
void course_hear(worker *worker, slot *slot, helper *from);

/* Kills processes whose time is over, and nothing else: for the middle of something long. */
void course_kill_late(worker *worker);

/* Ends what takes too long. Returns the milliseconds until the next may; -1: none will. */
int course_watch(worker *worker);

#endif
