/* Wrong use: whom a load tells of it. Callers pay for it only where something is wrong. */
#ifndef VRMI_BASE_MISUSE_H
#define VRMI_BASE_MISUSE_H

#include "vrm/base.h"

#include <stdbool.h>
#include <stddef.h>

/* The callback of a load desc. */
typedef struct vrmi_misuse_hook {
    vrm_misuse_fn *call; /* NULL: wrong use is not reported */
    void *user;
} vrmi_misuse_hook;

static inline void vrmi_misuse_tell(vrmi_misuse_hook hook, const char *function,
                                    const char *problem) {
#ifdef VRM_NO_MISUSE /* a program that nobody tells leaves out the sentences */
    (void)hook, (void)function, (void)problem;
#else
    if (hook.call != NULL) hook.call(function, problem, hook.user);
#endif
}

#define VRMI_MISUSE_NULL "an argument is NULL"

#endif
