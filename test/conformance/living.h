/* A file made in memory, and an avatar of it. */
#ifndef VRM_TEST_CONFORMANCE_LIVING_H
#define VRM_TEST_CONFORMANCE_LIVING_H

#include "support/fixture.h"

typedef struct living {
    loaded file;
    vrm_avatar *avatar; /* NULL where the file did not load, which has failed the test */
    vrm_frame frame;    /* its arrays stay; their values change with each update */
} living;

/* `extensions` are members of the root's; `members` those of the file. ' stands for ". */
living live(const char *extensions, const char *members, uint32_t flags);
void end_life(living *one);

/* Of support/avatar.h, which cannot be included beside the library's own headers: they call many a
 * parameter `avatar`, which there is a type. */
const char *format_members(const char *format, ...);

/* Only loads: for what tables say. */
loaded load_members(const char *extensions, const char *members);

#endif
