/* `vrm work` where processes cannot fork, or where there was nothing to build its jail with. */
#include "work.h"

#if !defined(VRM_HAVE_FORK)

#include <stdio.h>

int work_run(int argc, char **argv, const command *const *commands, size_t count) {
    (void)argc, (void)argv, (void)commands, (void)count;
    fputs("vrm work: this build of vrm does not have it\n", stderr);
    return EXIT_NOT_LOADED;
}

#else

typedef int work_is_elsewhere; /* a file of C is not empty */

#endif
