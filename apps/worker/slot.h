/* A place for one job at a time, with the processes that do its steps. */
#ifndef VRM_WORK_SLOT_H
#define VRM_WORK_SLOT_H

#include "helper.h"

typedef struct slot {
    job *job; /* owned; NULL: it is free */
    work_input input;
    step_files files;   /* what its steps wrote */
    int first, end;     /* of the steps that are being done; those before are done */
    pid_t process;      /* of a child that does them; 0: none */
    helper *helper;     /* the program that does them, or shall; NULL: none */
    bool waits_for_key; /* until it is known what draws, its key is not known */
    double start, deadline;
    double waiting_since; /* for a program that starts */
    bool was_late;        /* its process was ended when its time was over */
    bool was_tried_again; /* in a new process, because another file may have spoilt the old one */
    int status;           /* of the process that ended last, as of waitpid */
    double cpu_milliseconds;
    uint64_t peak_bytes;
    jail jail;                      /* the weakest that one of its processes was in */
    helper programs[PROGRAM_COUNT]; /* that of the tool itself is not used */
} slot;

/* `new_bytes`: the most that new files of a job may have. */
bool slot_open(slot *out, uint64_t new_bytes);
void slot_close(slot *slot);

/* Frees the job, and empties the files. The programs go on. */
void slot_clear(slot *slot);

#endif
