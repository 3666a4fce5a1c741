/*
 * The file of guesses: a JSON text with everything that was guessed, which a person corrects and
 * gives back. docs/guides/make.md describes it.
 */
#ifndef VRMI_MAKE_GUESSES_H
#define VRMI_MAKE_GUESSES_H

#include "author/json/json_writer.h"
#include "author/make/make.h"

/* What is wrong with a guesses file, and the location. */
typedef struct vrmi_guesses_problem {
    const char *what; /* NULL: nothing */
    char where[96];
} vrmi_guesses_problem;

/*
 * Sets what a person defined: bones, stance, expressions, springs, name and author. The text is
 * copied as far as it is needed. False: it cannot be used, and `problem` has the reason; or an
 * allocation failed.
 */
bool vrmi_make_read_guesses(vrmi_make *make, const char *text, size_t length,
                            vrmi_guesses_problem *problem);

/* Puts the whole text, with lines and indents for people. */
void vrmi_make_write_guesses(const vrmi_make *make, vrmi_json_writer *writer);

/* The words for how a guess came about ("names", "shape"), and for what hangs ("hair"). */
const char *vrmi_sureness_name(vrmi_sureness sureness);
const char *vrmi_hanging_name(vrmi_hanging kind);

#endif
