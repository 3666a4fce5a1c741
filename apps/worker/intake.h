/* Jobs as they come in: lines of standard input, and those that wait for a child. */
#ifndef VRM_WORK_INTAKE_H
#define VRM_WORK_INTAKE_H

#include "apps/kit/batch/job.h"

#include <stdbool.h>
#include <stddef.h>

/* How many jobs are read ahead: among these, live ones go first. */
enum { MOST_WAITING = 64 };

typedef struct job_list {
    job *first, *last;
} job_list;

typedef struct intake {
    job_limits limits;
    char *bytes;        /* owned; what was read and is no job yet */
    size_t begin, size; /* of what is left of it */
    size_t scanned;     /* there is no end of a line before it */
    size_t capacity;
    bool is_skipping; /* the rest of a line that is too long */
    bool has_ended;
    job_list live, back;
    int waiting;
} intake;

void intake_init(intake *intake, const job_limits *limits);
void intake_release(intake *intake);

/* Makes jobs of lines, as many as may wait. False: there is not enough memory. */
bool intake_fill(intake *intake);

/* Whether intake_fill would make another job now. */
bool intake_has_line(const intake *input);

/* Whether more should be read. */
bool intake_wants(const intake *intake);

/* Whether no further job will come. */
bool intake_is_done(const intake *intake);

/* Reads once from a file that is ready. False: there is not enough memory. */
bool intake_read(intake *intake, int file);

/* The next job, which is the caller's; NULL: none waits. */
job *intake_take(intake *intake);

#endif
