/* What is said of guesses: the list of changes, and why no avatar could be made. */
#ifndef VRMI_MAKE_MAKE_REPORT_H
#define VRMI_MAKE_MAKE_REPORT_H

#include "author/document/file_edit.h"
#include "author/make/make.h"
#include "base/report.h"

/* Adds everything that was guessed, and what was done, to the changes of the edit. */
void vrmi_make_say_changes(const vrmi_make *make, const vrm_tables *tables, vrm_edit *edit);

/* Says that a bone hangs on another node now. */
void vrmi_make_say_move(const vrmi_make *make, const vrmi_move *move, vrm_edit *edit);

/* Says which required bones are missing, and which nodes may be one of them. */
void vrmi_make_say_missing(const vrmi_make *make, vrm_report *report);

#endif
