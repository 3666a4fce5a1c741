/* Samples with something changed, and what a check says of them. */
#ifndef TEST_SUPPORT_EDITED_H
#define TEST_SUPPORT_EDITED_H

#include "support/fixture.h"

typedef struct edit {
    const char *pointer, *value; /* NULL: removed */
} edit;

/* A file with some values of its JSON changed. */
fixture edited(const fixture *file, const edit *edits, uint32_t count);

/* Checks the model of a sample with some values of its JSON changed. `expected` is all that the
 * rules say: "severity code pointer", separated by "; ". */
void check_edited(const char *sample, const edit *edits, uint32_t count, const char *expected);

/* Checks the file itself, in which the place of everything is known. */
void check_edited_file(const char *sample, const edit *edits, uint32_t count, const char *expected);

#endif
