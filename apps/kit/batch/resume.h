/*
 * Going on with a batch that was interrupted (--resume): the records of the former run stay, a last
 * line that is not whole is cut off, files that have a record are left out, and further records are
 * written behind the others. It holds 21 to 43 bytes for each path, whatever its length.
 *
 * Paths are compared as records write them, in JSON: one encoder writes both.
 */
#ifndef VRM_KIT_RESUME_H
#define VRM_KIT_RESUME_H

#include "apps/kit/options/options.h"
#include "key_set.h"

typedef struct resume {
    key_set paths; /* that have a record, or are being worked on */
    uint64_t records;
    bool has_failures; /* among the records: the exit code is 1 whatever comes */
} resume;

/*
 * Reads the records of a former run of the command, if the file is there, and makes standard output
 * write behind them. Nothing is changed if the file is not one of such records, or if another
 * process writes to it. False: standard error says why, and the exit code is `*out_code`.
 */
bool resume_begin(resume *resume, command_id command, const char *path, int *out_code);

/* Whether the file has no record yet; from here on it is held to have one. One thread at a time.
 * Without memory it is true: a file is rather worked on twice than left out. */
bool resume_wants(resume *resume, const char *path);

void resume_end(resume *resume);

#endif
