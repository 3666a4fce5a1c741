/* Records of --json: what those of all commands have in common. docs/vrm-output.schema.json is
 * their schema, and docs/json.md says when its version changes. */
#ifndef VRM_KIT_RECORD_H
#define VRM_KIT_RECORD_H

#include "json_line.h"
#include "notes.h"

#define RECORD_SCHEMA "vrm-output/1"

/* Begins a record: its schema, its command and its file. */
void record_begin(json_line *line, const char *command, const char *path);

/* What came of the file. */
void record_result(json_line *line, const file_notes *notes);

/* All diagnostics, and how many there were. */
void record_diagnostics(json_line *line, const file_notes *notes);

/* A whole record of a file of which there is nothing else to say. False: as json_print. */
bool record_print_failure(const char *command, const char *path, const file_notes *notes);

#endif
