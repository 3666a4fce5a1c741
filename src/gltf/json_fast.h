/*
 * Good fields, read quickly by the layout of yyjson's memory (json_layout.h). What is not plainly
 * good is left to the reader of json.c, which reports. With VRMI_JSON_FAST 0 nothing is plainly
 * good, and that reader reads everything.
 */
#ifndef VRMI_GLTF_JSON_FAST_H
#define VRMI_GLTF_JSON_FAST_H

#include "gltf/json.h"

/* --- json_fast.c --- */

/* A vector of as many numbers as the field has, all within its range. False: nothing is written. */
bool vrmi_json_good_vector(yyjson_val *value, const vrmi_json_field *field, float *out);

/* `size` indices below `count`. False: some are not, and `indices` may have been written. */
bool vrmi_json_good_indices(yyjson_val *array, uint32_t size, uint32_t count, int32_t *indices);

/* The choice that the value names. The one at the end of the list, without a name: the value is
 * none of them, or is written in a way that the reader of json.c has to look at. */
const vrmi_json_choice *vrmi_json_find_choice(const vrmi_json_field *field, yyjson_val *value);

/* --- json.c --- */

/* Reads a field in any way that it may be written. False: it is bad, and was reported. */
bool vrmi_json_read_field(vrmi_load *load, const vrmi_json *at, const vrmi_json_field *field,
                          void *target);

/* Reports a value of the wrong type. Returns false. */
bool vrmi_json_wrong_type(vrmi_load *load, const vrmi_json *at, const char *expected);

#endif
