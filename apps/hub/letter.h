/* A dead letter: a job that nobody could do, and why. */
#ifndef VRM_HUB_LETTER_H
#define VRM_HUB_LETTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
char *letter_write(const dead_letter *of, bool is_whole);

#endif
