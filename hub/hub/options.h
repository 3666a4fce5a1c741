/* What the command line of vrm-hub says. */
#ifndef VRM_HUB_OPTIONS_H
#define VRM_HUB_OPTIONS_H

#include "apps/kit/batch/job.h"

#include <stdbool.h>
#include <stdint.h>

/* In the order of command_verbs (apps/kit/options/options.h). */
typedef enum hub_verb {
    HUB_PUSH,      /* queue jobs */
    HUB_WORK,      /* take jobs from the queue, and let `vrm work` do them */
    HUB_RECONCILE, /* queue what was uploaded and has no outputs, again and again */
    HUB_STATUS,
    HUB_DEAD,  /* list the dead letters */
    HUB_PRUNE, /* remove outputs and dead letters that nobody needs */
    HUB_VERB_COUNT
} hub_verb;

typedef struct hub_options {
    hub_verb verb;
    const char *server; /* addresses of the broker, with commas between them */
    const char *name;   /* of the hub: that of its streams, and the beginning of its subjects */
    const char *out;    /* the folder of `vrm work` */
    const char *steps;  /* --do: verbs with commas between them, or the JSON of a job's "do" */
    const char *vrm;    /* the program that works */
    const char *metrics;
    uint32_t jobs, replicas, most_queued;
    double ack_wait, every;
    double wait;        /* seconds without an answer of the broker until it is given up */
    double older_than;  /* seconds; below 0: whatever its age */
    uint64_t max_total; /* bytes; UINT64_MAX: whatever their size */
    bool is_back, takes_dead, is_prometheus, is_dry_run;
    job_limits limits;
    char **paths; /* of uploads: files and folders; none: jobs come as lines */
    int path_count;
    bool has_uploads;                  /* prune: they decide; without them, age and size alone */
    const char *unfit[HUB_VERB_COUNT]; /* an option that was given and is none of this verb */
} hub_options;

/* Reads the arguments behind the name of the program. False: what is wrong was printed. */
bool hub_options_read(hub_options *out, int argc, char **argv);

#endif
