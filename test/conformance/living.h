/* A file made in memory, and an avatar of it. */
#ifndef VRM_TEST_CONFORMANCE_LIVING_H
#define VRM_TEST_CONFORMANCE_LIVING_H

#include "support/fixture.h"
#include "vrm/author.h"

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

/* What the library does to a file before an op asks about it. */
typedef enum writing {
    WRITING_NOTHING,    /* it is the one that the op made */
    WRITING_EDITED,     /* a value is added that nobody knows */
    WRITING_NORMALIZED, /* as vrm_normalize does */
    WRITING_MIGRATED,   /* to the other dialect: 1.0, or 0.x if it is 1.0 */
    WRITING_BACK,       /* to the other dialect and back */
    WRITING_TABLES,     /* the tables of its model, in its dialect */
    WRITING_COUNT
} writing;

/* The written file, which takes the place of the fixture. One that is not written fails the test,
 * and stays as it is. */
fixture written_as(fixture file, writing how);

/* Files of `live` and `load_members` are written so, from now on. */
void write_files(writing how);
/* Of the way in which they are written, for messages: ", migrated"; "" for nothing. */
const char *written_name(void);

#endif
