/*
 * A process of a program that does steps for jobs (serve.h), seen from the worker. Pictures are
 * drawn by one that lives for many jobs: what draws takes longer to load than most pictures to
 * draw. It has files of its own, so that one that was taken over cannot write into those of other
 * jobs: what it wrote is copied when it says that it is ready, and is looked at then.
 */
#ifndef VRM_WORK_HELPER_H
#define VRM_WORK_HELPER_H

#include "child.h"
#include "serve.h"

/* Jobs that a process draws for before it is replaced. */
enum { MOST_PICTURE_JOBS = 1000 };

typedef enum helper_state { HELPER_NONE, HELPER_STARTS, HELPER_READY, HELPER_BUSY } helper_state;

typedef struct helper {
    helper_state state;
    job_program program;
    pid_t process;
    int socket;
    step_files files;
    uint32_t jobs;     /* that it was given */
    uint32_t failures; /* to start, one after the other */
    double cpu;        /* that it had used when its job began, in milliseconds */
    double deadline;   /* of its start */
    jail jail;         /* what is in force in it */
    char identity[MOST_IDENTITY];
    char problem[MOST_IDENTITY]; /* why it did not start */
} helper;

/* How a program is locked in. */
typedef struct helper_bounds {
    bool is_jailed;
    job_limits limits;
} helper_bounds;

void helper_init(helper *helper, job_program program);

/* Starts a process; it is ready later. False: it cannot be started, and `problem` says why. */
bool helper_start(helper *helper, const helper_bounds *bounds);

/* Ends the process, if there is one. */
void helper_end(helper *helper);

/* Notes that the process has ended by itself. */
void helper_has_ended(helper *helper);

/* What a message on its socket means. */
typedef enum helper_news {
    HELPER_SAYS_NOTHING,
    HELPER_IS_READY,
    HELPER_CANNOT_START,
    HELPER_HAS_DONE,
    HELPER_IS_WRONG /* it says what it should not, or has closed its end: it must be ended */
} helper_news;
helper_news helper_hear(helper *helper);

/* Gives it some steps of a job. False: the order is too long, or nobody takes it. */
bool helper_give(helper *helper, const job *work, int first, int end, const work_input *input);

/* Whether it has reported so many steps. */
bool helper_has_reported(const helper *helper, int count);

/* Copies what it wrote behind what the job has; its first step is the job's step `first`. */
bool helper_take(const helper *helper, int first, const step_files *files);

/* What it has used since its job began. */
double helper_cpu_milliseconds(const helper *helper);
uint64_t helper_peak_bytes(const helper *helper);

#endif
