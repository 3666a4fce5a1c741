/* A dead letter: a job that nobody could do, and why. */
#ifndef VRM_HUB_LETTER_H
#define VRM_HUB_LETTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <yyjson.h>

typedef struct dead_letter {
    const char *key;
    const char *result, *reason;
    int tries;
    uint64_t deliveries;
    const char *job; /* not terminated */
    size_t length;
} dead_letter;

/* Its JSON, to be freed; NULL: there is not enough memory. Of a job that is too large for the
 * queue, the letter has the id alone (`is_whole` is false). */
char *letter_write(const dead_letter *letter, bool is_whole);

/* The id of a job, null unless it is one that `vrm work` takes: readers rely on its schema, and a
 * letter with the id alone has to be small. */
yyjson_mut_val *letter_copy_id(yyjson_mut_doc *line, yyjson_val *work);

#endif
