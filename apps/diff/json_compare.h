/* Comparing values of JSON: the order of keys, white space and the spelling of numbers mean
 * nothing. Nothing here goes deeper than a load allows (vrm_limits.max_json_depth). */
#ifndef VRM_DIFF_JSON_COMPARE_H
#define VRM_DIFF_JSON_COMPARE_H

#include "apps/kit/json_line.h"

#include <stdbool.h>
#include <stddef.h>
#include <yyjson.h>

/* The members of two objects, side by side, in the order of their keys. Of equal keys, the last
 * counts. */
typedef struct member_pair {
    const char *key;
    size_t key_length;
    yyjson_val *a, *b; /* NULL: this object does not have it */
} member_pair;

/* To be freed. NULL: there is not enough memory. Values that are no objects have no members. It
 * takes n log n steps. */
member_pair *pair_members(yyjson_val *a, yyjson_val *b, size_t *out_count);

/* Whether two values are equal; NULL equals nothing but NULL. False also where there is not enough
 * memory. */
bool is_same_json(yyjson_val *a, yyjson_val *b);

/* A value as text on one line, in ASCII, to be freed; NULL: there is not enough memory. Numbers
 * are spelled as in the file. */
char *json_value_text(yyjson_val *value);

/* --- Pointers (RFC 6901) --- */

typedef struct json_pointer {
    char *text;
    size_t length, capacity;
    bool has_no_memory;
} json_pointer;

/* Adds a step, and returns the length before, for pointer_cut. */
size_t pointer_add_key(json_pointer *pointer, const char *key, size_t length);
size_t pointer_add_index(json_pointer *pointer, size_t index);
void pointer_cut(json_pointer *pointer, size_t length);
/* Never NULL. */
const char *pointer_text(const json_pointer *pointer);
void pointer_release(json_pointer *pointer);

/* --- Operations --- */

typedef struct operation_counts {
    size_t set, removed;
} operation_counts;

/*
 * Writes what turns the values of one document into those of another, as elements of an array of a
 * line: {"op": "set", "path": …, "value": …} and {"op": "remove", "path": …}. They are to be done
 * in their order. `line` may be NULL: they are only counted. False: there is not enough memory.
 */
bool write_operations(yyjson_val *a, yyjson_val *b, json_line *line, operation_counts *out_counts);

#endif
