/* What a written file changed: as a list for people, and as a member of a record. */
#ifndef VRM_KIT_CHANGES_H
#define VRM_KIT_CHANGES_H

#include "apps/kit/json/json_line.h"
#include "change_details.h"

#include <vrm/author/write.h>

/* What a person has to look at comes first: guesses, what was lost, what was narrowed. Equal
 * sentences of one kind are one line with their number. Kept things are only counted. `details` may
 * be NULL; a change that has one is a line. */
void changes_print(const vrm_written *file, const change_details *details);

/* The array "changes", with kind, code, from, to and text of each, and the details. */
void changes_add_json(json_line *line, const vrm_written *file, const change_details *details);

#endif
