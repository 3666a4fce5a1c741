/*
 * A program that does steps of jobs for `vrm work`, because what it needs takes longer to load than
 * the tool itself: vrm-draw for pictures, vrm-optimize for images. The worker starts it, with files
 * as in steps.h and one end of a pair of sockets. It readies itself, locks itself in, says hello,
 * and only then is given a stranger's bytes. It lives for as many jobs as the worker gives it.
 *
 * An order (steps.h) is one message; the open file comes with it, and becomes standard input. When
 * all steps have ended, the program says so by one message of one byte.
 */
#ifndef VRM_WORK_SERVE_H
#define VRM_WORK_SERVE_H

#include <stdbool.h>
#include <stdint.h>

enum { MOST_IDENTITY = 200 }; /* of what decides outputs beside the job */

/* The first word of the command line of such a program, in front of SERVE_ARGUMENTS numbers:
 * whether it is locked in, and the bounds of memory, of bytes of a file and of processor time. */
#define SERVE_WORD "serve-steps"
enum { SERVE_ARGUMENTS = 4 };

/* What it says first. */
typedef struct serve_hello {
    uint32_t is_ready;
    uint32_t jail_parts; /* that are in force */
    int32_t landlock_abi;
    char text[MOST_IDENTITY]; /* its identity; or why it is not ready */
} serve_hello;

typedef struct serve_program {
    bool makes_code; /* it translates shaders while it runs */
    /* What can be done before it is locked in. NULL, or why it cannot work. */
    const char *(*ready)(void *user, char identity[MOST_IDENTITY]);
    /* One step: the verb, and its arguments. Returns an exit code. */
    int (*run)(void *user, int argc, char **argv);
    void *user;
} serve_program;

/* Whether a command line asks for this. */
bool serve_is_wanted(int argc, char **argv);

/* Does steps until the worker is gone, and returns an exit code. */
int serve_steps(const serve_program *program, int argc, char **argv);

#endif
