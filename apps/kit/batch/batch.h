/*
 * Many files, some at a time. Workers take files one by one, work on them, and report what came of
 * each: one report at a time, as they are ready or in the order of the files. A file that takes too
 * long is given up, with the thread that works on it, and another worker goes on. No report is kept
 * but those of the files that are being worked on.
 *
 * A worker does, for each file:
 *
 *     batch_file *file = batch_take(worker);       NULL: there are no more
 *     …work…
 *     if (batch_hold(file)) …write an output…      false: it has been given up
 *     if (batch_begin_report(file)) …print…        false: it has been given up
 *     …free what is its own…
 *     batch_end_report(file, is_good);             in any case
 */
#ifndef VRM_KIT_BATCH_H
#define VRM_KIT_BATCH_H

#include "inputs.h"
#include "limits.h"
#include "progress.h"

typedef struct batch batch;
typedef struct batch_worker batch_worker;

typedef struct batch_options {
    uint32_t jobs;     /* workers at a time, 1 and up */
    bool is_ordered;   /* reports come in the order of the files */
    bool is_alone;     /* one file in memory, of a program that watches over this one: no threads */
    bool starts_alone; /* there is one worker until the first report: it shall come soon */
    file_limits limits;
    uint32_t steps;    /* of the progress, for each file; 1 and up */
    bool steps_itself; /* the command calls progress_step */
} batch_options;

typedef struct batch_file {
    input_file input;
    void *bytes; /* of standard input, once they are read; freed with the file */
    size_t size;
    bool is_mapped; /* the bytes (mapped.h) */
    void *data;     /* the command's own, by malloc; freed with the file */
    /* The batch's own. */
    batch_worker *worker;
    double deadline; /* 0: none */
    bool is_held, is_reporting, is_listed, is_left;
    atomic_bool is_given_up;
    struct batch_file *next;
} batch_file;

typedef struct batch_command {
    /* Called for each file in the order of the files, one at a time; NULL: nothing to do. */
    void (*begin)(batch_file *file, void *user);
    /* What a worker does until batch_take returns NULL. */
    void (*work)(batch_worker *worker, void *user);
    /* Reports a file that was given up. The worker may still be busy with it. */
    void (*report_late)(const batch_file *file, void *user);
    /* Called once, after the last report, also where a signal ends the program: what the output
     * needs at its end. NULL: nothing. */
    void (*finish)(bool is_interrupted, void *user);
    void *user;
} batch_command;

/* Whether files can be given up: this needs threads. */
bool batch_can_give_up(void);

/* Works on all files. Returns the exit code. A signal that asks the program to end ends it here,
 * as the signal does by itself, after temporary files are removed. */
int batch_run(inputs *inputs, const batch_options *options, const batch_command *command);

batch_file *batch_take(batch_worker *worker);

/* Whether the file has been given up, or the program is to end: long work asks this now and then.
 */
bool batch_is_late(const batch_file *file);

/* Whether its time is over, for a report that is being printed: nobody else can end that. */
bool batch_is_overdue(const batch_file *file);

/* From here on the file is not given up, until batch_go_on. */
bool batch_hold(batch_file *file);
void batch_go_on(batch_file *file);

bool batch_begin_report(batch_file *file);
void batch_end_report(batch_file *file, bool is_good);

/* Lets no worker take a further file, and makes the exit code 1: none could succeed. */
void batch_stop(batch_worker *worker);

/* Whether this is the first worker; others are there only if there is work for them. */
bool batch_is_first(const batch_worker *worker);
progress *batch_progress(batch_worker *worker);

#endif
