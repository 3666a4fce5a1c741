/* The report of guesses: the list of changes, and the reason if no avatar could be made. */
#ifndef VRMI_MAKE_MAKE_REPORT_H
#define VRMI_MAKE_MAKE_REPORT_H

#include "author/document/file_edit.h"
#include "author/make/make.h"
#include "base/report.h"

/* Adds everything that was guessed, and what was done, to the changes of the edit. */
void vrmi_make_say_changes(const vrmi_make *make, const vrm_tables *tables, vrm_edit *edit);

/* Lists that a bone has another parent now. */
void vrmi_make_say_move(const vrmi_make *make, const vrmi_move *move, vrm_edit *edit);

/* Reports the missing required bones, and the nodes that may be one of them. */
void vrmi_make_say_missing(const vrmi_make *make, vrm_report *report);

#endif
