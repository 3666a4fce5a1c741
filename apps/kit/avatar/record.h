/* Records of --json: what those of all commands have in common. docs/vrm-output.schema.json is
 * their schema, and docs/reference/json.md says when its version changes. */
#ifndef VRM_KIT_RECORD_H
#define VRM_KIT_RECORD_H

#include "apps/kit/json/json_line.h"
#include "notes.h"

#define RECORD_SCHEMA "vrm-output/1"

/* Begins a record of no file: its schema and its command. */
void record_begin_alone(json_line *line, const char *command);

/* Begins a record: its schema, its command and its file. */
void record_begin(json_line *line, const char *command, const char *path);

/* The words of records for how bad a diagnostic is and who will notice it. */
const char *record_severity(vrm_severity severity);
const char *record_impact(vrm_impact impact);

/* What came of the file. */
void record_result(json_line *line, const file_notes *notes);

/* How many diagnostics there were, by severity; one of them, as an element of an array. */
void record_counts(json_line *line, const char *key, const uint64_t counts[3]);
void record_diagnostic(json_line *line, const vrm_diagnostic *entry);

/* All diagnostics, and how many there were. */
void record_diagnostics(json_line *line, const file_notes *notes);

/* A whole record of a file of which there is nothing else to say. False: as json_print. */
bool record_print_failure(const char *command, const char *path, const file_notes *notes);

#endif
