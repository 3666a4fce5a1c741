/*
 * A builder of compact JSON text, in memory of a vrmi_memory that grows as it is needed.
 *
 * Each function appends one thing, and commas come by themselves. Nothing is returned: where memory
 * is refused, or the text would be longer than its 32 bits can say, `is_refused` is set and all
 * further calls do nothing, so that one question at the end is enough. The caller puts keys before
 * the members of objects and closes what it opened.
 */
#ifndef VRMI_WRITE_JSON_WRITER_H
#define VRMI_WRITE_JSON_WRITER_H

#include "base/memory.h"
#include "vrm/types.h"

typedef struct vrmi_json_writer {
    vrmi_memory *memory;
    char *data;      /* not ended by a NUL */
    size_t length;   /* in bytes */
    size_t capacity; /* of `data` */
    bool is_refused;
    bool needs_comma; /* before the next key, or the next value of an array */
} vrmi_json_writer;

/* An empty text. Nothing is allocated before something is put. */
void vrmi_json_writer_init(vrmi_json_writer *writer, vrmi_memory *memory);
void vrmi_json_writer_release(vrmi_json_writer *writer);

/* What has been written; empty where memory was refused. It belongs to the writer. */
vrm_string vrmi_json_writer_text(const vrmi_json_writer *writer);

/* --- Containers and keys --- */

void vrmi_put_object(vrmi_json_writer *writer);
void vrmi_put_object_end(vrmi_json_writer *writer);
void vrmi_put_array(vrmi_json_writer *writer);
void vrmi_put_array_end(vrmi_json_writer *writer);
void vrmi_put_key(vrmi_json_writer *writer, const char *key);
void vrmi_put_key_string(vrmi_json_writer *writer, vrm_string key);

/* --- Values --- */

void vrmi_put_string(vrmi_json_writer *writer, vrm_string value);
void vrmi_put_words(vrmi_json_writer *writer, const char *value); /* text up to its NUL */
void vrmi_put_integer(vrmi_json_writer *writer, int64_t value);
void vrmi_put_bool(vrmi_json_writer *writer, bool value);
/* The shortest decimal that reads back as the same float. JSON has no other numbers than finite
 * ones: the rest becomes 0. */
void vrmi_put_float(vrmi_json_writer *writer, float value);
void vrmi_put_floats(vrmi_json_writer *writer, const float *values, size_t count); /* an array */
void vrmi_put_vec3(vrmi_json_writer *writer, vrm_vec3 value);                      /* an array */
void vrmi_put_integers(vrmi_json_writer *writer, const int32_t *values, size_t count);
/* JSON text that is a value. It is copied as it is. */
void vrmi_put_raw(vrmi_json_writer *writer, vrm_string json);

/* --- Members: a key and its value --- */

void vrmi_put_object_of(vrmi_json_writer *writer, const char *key);
void vrmi_put_array_of(vrmi_json_writer *writer, const char *key);
void vrmi_put_string_of(vrmi_json_writer *writer, const char *key, vrm_string value);
void vrmi_put_words_of(vrmi_json_writer *writer, const char *key, const char *value);
void vrmi_put_integer_of(vrmi_json_writer *writer, const char *key, int64_t value);
void vrmi_put_bool_of(vrmi_json_writer *writer, const char *key, bool value);
void vrmi_put_float_of(vrmi_json_writer *writer, const char *key, float value);
void vrmi_put_floats_of(vrmi_json_writer *writer, const char *key, const float *values,
                        size_t count);
void vrmi_put_vec3_of(vrmi_json_writer *writer, const char *key, vrm_vec3 value);

#endif
