/* What came of a job: taken from a child that has ended, or from the manifest of a former run. */
#ifndef VRM_WORK_OUTCOME_H
#define VRM_WORK_OUTCOME_H

#include "slot.h"

#include <stdint.h>

/* What a result line says came of a job. Only `done` is committed. */
typedef enum job_result {
    JOB_DONE,
    JOB_WRONG,       /* the job itself: nothing was tried */
    JOB_NO_INPUT,    /* its file cannot be read, or is too large */
    JOB_WRONG_HASH,  /* its file has another hash than the job says */
    JOB_CRASHED,     /* its child ended by a signal, or without a word */
    JOB_OVERRAN,     /* its child took too long, and was ended */
    JOB_NO_RECORD,   /* a verb left no record that can be read */
    JOB_NOT_WRITTEN, /* its outputs could not be stored */
    JOB_RETURNED     /* it was not begun, because the worker ends */
} job_result;

const char *job_result_word(job_result result);

/* What came of a step. */
typedef struct step_outcome {
    int exit_code;
    char *record;    /* owned: one object of JSON, without line breaks */
    char result[64]; /* of the record: "ok", or why the file could not be used */
    bool has_file;
    uint64_t file_begin, file_end; /* in the file of the child */
    char file_sha256[HASH_DIGITS + 1];
    uint64_t file_bytes;
} step_outcome;

typedef struct outcome {
    job_result result;
    char reason[MOST_PROBLEM]; /* "": none */
    bool is_cached;
    step_outcome steps[MOST_STEPS];
    int step_count;
    double milliseconds, cpu_milliseconds;
    uint64_t peak_bytes;
} outcome;

void outcome_init(outcome *out);
void outcome_release(outcome *outcome);

/* A result without steps. */
void outcome_fail(outcome *out, job_result result, const char *reason);

/* What the processes of a job left behind. Their reports are checked: lengths lie within the files,
 * and records are JSON. */
void outcome_of_slot(outcome *out, const slot *from);

/* What a manifest says of the steps. False: it is damaged. */
bool outcome_of_manifest(outcome *out, const char *text, size_t length);

/* The name of the file that a step makes. */
void outcome_file_name(const job_step *step, char out[MOST_STEP_NAME + 8]);

/* The member "steps" of a line. `has_records`: with the records in it. */
void outcome_add_steps(const outcome *outcome, const job *work, json_line *line, bool has_records);

#endif
