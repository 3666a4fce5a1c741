/*
 * A job: a file, and verbs of the tool to be done with it. It is one line of JSON
 * (docs/vrm-work.schema.json):
 *
 *     {"id":"a1","in":{"path":"avatar.vrm"},"do":["check",{"verb":"migrate","options":{"to":"0.x"}}]}
 *
 * What a job may ask for is checked by the table of options before anything runs: options that name
 * files, and those that say how the tool runs, are the worker's own business.
 */
#ifndef VRM_WORK_JOB_H
#define VRM_WORK_JOB_H

#include "apps/kit/json/json_line.h"
#include "apps/kit/options/arguments.h"
#include "apps/kit/options/options.h"
#include "apps/kit/system/hash.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    MOST_STEPS = 16,
    MOST_ARGUMENTS = 64, /* of a step */
    MOST_JOB_BYTES = 1 << 20,
    MOST_ID = 256,
    MOST_STEP_NAME = 40,
    RECIPE_DIGITS = 32,
    MOST_STEP_WORDS = MOST_ARGUMENTS + 8,         /* of its command line */
    KEY_DIGITS = HASH_DIGITS + 1 + RECIPE_DIGITS, /* with a hyphen between them */
    MOST_PROBLEM = 480
};

/* Which program does it: this one, or one that loads more (serve.h). */
typedef enum job_program {
    PROGRAM_TOOL,
    PROGRAM_DRAW,
    PROGRAM_OPTIMIZE,
    PROGRAM_COUNT
} job_program;

/* What a verb takes and gives. */
typedef struct work_verb {
    command_id command;
    const char *name;
    job_program program;
    const char *word;      /* in front of the file: `vrm motion info FILE`; or NULL */
    bool writes;           /* it makes a new file */
    option_id writes_with; /* it does so with this option alone; OPTION_COUNT: there is none */
} work_verb;

/* NULL: no job can ask for it. */
const work_verb *work_verb_find(const char *name);

typedef struct job_step {
    const work_verb *verb;
    char name[MOST_STEP_NAME]; /* of its outputs; each step of a job has another */
    char **arguments;          /* owned; "--to=0.x", sorted */
    int argument_count;
    bool writes;
    const char *ending; /* of the file that it makes */
} job_step;

/* Bounds of a job: the worker's own, or lower ones of the job. */
typedef struct job_limits {
    double seconds;
    uint64_t max_bytes, max_memory;
} job_limits;

/* Takes an option that bounds all jobs: --max-bytes, --max-memory or --timeout, of the worker and
 * of the hub that starts it. */
option_result job_limits_take(job_limits *out, const option_value *value);

/* It is small: the memory of those that wait is what a child begins with, and must be copied. */
typedef struct job {
    char *id;                     /* owned; NULL: it has none */
    char *path;                   /* owned */
    const char *problem;          /* what is wrong with it; NULL: nothing */
    char sentence[MOST_PROBLEM];  /* of the problem: nothing has to be had to say it */
    char sha256[HASH_DIGITS + 1]; /* that the file shall have; "": the job does not say */
    bool is_live;                 /* goes before those that are not */
    job_limits limits;
    job_step *steps; /* owned */
    int step_count;
    char recipe[RECIPE_DIGITS + 1]; /* a hash of all that decides the outputs beside the bytes */
    struct job *next;
} job;

/* Reads a line. NULL: there is not enough memory. A job that is wrong has a problem. */
job *job_read(const char *line, size_t length, const job_limits *most);
void job_free(job *job);

/* Whether a program is needed for one of its steps. */
bool job_needs(const job *job, job_program program);

/* Finds the recipe, once it is known what draws its pictures: `identity` is that of the program
 * that draws, and is not used where nothing is drawn. False: there is a problem. */
bool job_find_recipe(job *job, const char *identity);

/* The command lines of some steps, as a person would write them, in the form of steps.h. Returns
 * the bytes; 0: there is no room for them. */
size_t job_write_order(const job *job, int first, int end, char *out, size_t capacity);

/* The member "do" of a line: the steps with their arguments in canonical form. */
void job_add_steps(const job *job, json_line *line);

#endif
