/* Comparing values of JSON: the order of keys, white space and the spelling of numbers mean
 * nothing. Nothing here goes deeper than a load allows (vrm_limits.max_json_depth). */
#ifndef VRMI_DIFF_JSON_COMPARE_H
#define VRMI_DIFF_JSON_COMPARE_H

#include "author/diff/list.h"

#include <stdbool.h>
#include <stddef.h>
#include <yyjson.h>

/* The members of two objects, side by side, in the order of their keys. Of equal keys, the last
 * counts. */
typedef struct vrmi_member_pair {
    const char *key;
    size_t key_length;
    yyjson_val *a, *b; /* NULL: this object does not have it */
} vrmi_member_pair;

/* An allocator of yyjson; `memory` outlives it. */
yyjson_alc vrmi_diff_yyjson(vrmi_memory *memory);

/* For vrmi_diff_drop. NULL: memory was refused. Values that are no objects have no members. It
 * takes n log n steps. */
vrmi_member_pair *vrmi_pair_members(vrmi_memory *memory, yyjson_val *a, yyjson_val *b,
                                    size_t *out_count);

/* Whether two values are equal; NULL equals nothing but NULL. False also if memory is
 * refused. */
bool vrmi_is_same_json(vrmi_memory *memory, yyjson_val *a, yyjson_val *b);

/* A value as text on one line, in ASCII, for vrmi_diff_drop; NULL: memory was refused. Numbers
 * are spelled as in the file. */
char *vrmi_json_value_text(vrmi_memory *memory, yyjson_val *value);

/* --- Pointers (RFC 6901) --- */

typedef struct vrmi_diff_pointer {
    vrmi_memory *memory;
    char *text;
    size_t length, capacity;
} vrmi_diff_pointer;

/* Adds a step, and returns the length before, for vrmi_pointer_cut. */
size_t vrmi_pointer_add_key(vrmi_diff_pointer *pointer, const char *key, size_t length);
size_t vrmi_pointer_add_index(vrmi_diff_pointer *pointer, size_t index);
void vrmi_pointer_cut(vrmi_diff_pointer *pointer, size_t length);
/* Never NULL. */
const char *vrmi_pointer_text(const vrmi_diff_pointer *pointer);
void vrmi_pointer_release(vrmi_diff_pointer *pointer);

/* --- Operations --- */

/* Lists the operations that turn the values of one document into those of another; apply them in
 * order. A value of NULL removes. `visitor` may be NULL: they are only counted. The memory records
 * whether an allocation failed. */
void vrmi_list_operations(vrmi_memory *memory, yyjson_val *a, yyjson_val *b,
                          const vrm_diff_visitor *visitor, uint64_t *out_count);

#endif
