/*
 * Motions with one fault each, or with something that a careless reader stumbles over. They are
 * data, in motion_faults.json, which is built into the maker: a name, the format, what is wrong,
 * and edits of a small valid file.
 */
#ifndef MAKER_MOTION_FAULTS_H
#define MAKER_MOTION_FAULTS_H

#include "glb.h"

typedef struct motion_fault_table {
    yyjson_doc *doc;
    yyjson_val *list;
} motion_fault_table;

void motion_faults_open(motion_fault_table *out);
void motion_faults_close(motion_fault_table *table);

size_t motion_fault_count(const motion_fault_table *table);
const char *motion_fault_name(const motion_fault_table *table, size_t index);
const char *motion_fault_format(const motion_fault_table *table, size_t index); /* of --as */

/* To the standard output, a line for each: name, format, what is wrong. */
void motion_faults_list(const motion_fault_table *table);

/* The file; free it with LIST_FREE. */
bytes motion_fault_make(const motion_fault_table *table, size_t index);

/* --- For the files that make them --- */

/* What no list of edits can say, by name. Each gives false where it has none of this name. */
bool motion_fault_gltf(glb *file, const char *name, int number);
bool motion_fault_bytes(bytes *file, const char *name, int number);

#endif
