/* The process of `vrm work` that a pump drives: lines in, lines out. */
#ifndef VRM_HUB_WORKER_PROCESS_H
#define VRM_HUB_WORKER_PROCESS_H

#include "options.h"

#include <stddef.h>
#include <sys/types.h>

typedef struct worker_process {
    pid_t process; /* 0: there is none */
    int to, from;  /* its standard input and output */
    char *text;    /* lines that are not whole yet */
    size_t length, capacity;
    char *waiting; /* lines that it has not taken yet */
    size_t waiting_begin, waiting_end, waiting_capacity;
} worker_process;

/* False: it cannot be started. */
bool worker_start(worker_process *out, const hub_options *options);

/* Queues a line, which has a newline at its end, and never waits: a worker that writes a result may
 * not be reading. worker_read writes the rest. False: there is not enough memory. */
bool worker_give(worker_process *process, const char *line, size_t length);

/* Waits at most that long for output, and calls `each` with every whole line of it. False: the
 * worker is gone. */
bool worker_read(worker_process *process, int milliseconds,
                 void (*each)(const char *line, size_t length, void *user), void *user);

/* Lets it finish what it has begun. */
void worker_drain(const worker_process *process);

/* Closes its input, waits for its end, and frees what it held. Returns its exit code; -1: a signal
 * ended it, or there is none. */
int worker_end(worker_process *process);

#endif
