/*
 * The process that forks a child for each job. It is this program, executed anew: so it has nothing
 * of what the worker has read, and its addresses and stack canary are its own. It is replaced after
 * a number of jobs, because its children have these too: what a file learns of them helps no file
 * that comes later. It enters at once what its children are sandboxed with, as far as that is
 * inherited: no child pays for it. It never sees a byte of a file. Its children are the worker's,
 * which waits for them and ends them as it does with all processes.
 *
 * An order is one message: child_order, and the words of the steps (steps.h). The files of the
 * child come with it, and become its descriptors 0 to 4, because nothing else is open there. The
 * answer is the child.
 *
 * Where there is no Linux, the worker forks by itself.
 */
#ifndef VRM_WORK_FORK_SERVER_H
#define VRM_WORK_FORK_SERVER_H

#include "child.h"

/* Jobs that one process forks for. */
enum { MOST_FORKS = 500 };

typedef struct fork_server {
    const jail *jail;
    verb_table verbs;
    pid_t process; /* 0: there is none */
    int socket;    /* -1: there is none */
    uint32_t forks;
} fork_server;

void fork_server_init(fork_server *server, const jail *jail, const verb_table *verbs);

/* Starts it. False: there can be no further process now. */
bool fork_server_start(fork_server *server);

/* Whether a command line of `vrm work` is that of such a process; and its whole life. */
bool fork_server_is_wanted(int argc, char **argv);
int fork_server_run(char **argv, const verb_table *verbs);
void fork_server_end(fork_server *server);

/*
 * Starts a child that does some steps of a job. Returns it, or -1: there can be no further process
 * now. If the server has forked enough, another one takes its place. Where somebody
 * has ended it, another one is started, and the files are made anew: a
 * child that nobody knows of may have the old ones.
 */
pid_t fork_server_ask(fork_server *server, const job *work, int first, int end,
                      const work_input *input, step_files *files);

#endif
