/*
 * Reads JSON that another process wrote without building a tree: a tree takes ten times the memory
 * of its text, and the text may be as dense as its writer likes. Memory is constant here, and time
 * grows with the length.
 */
#ifndef VRM_WORK_JSON_TEXT_H
#define VRM_WORK_JSON_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* A part of a text. */
typedef struct json_span {
    const char *at, *end;
} json_span;

/* Whether the text is one object, in UTF-8, at most 256 levels deep, with nothing around it. */
bool json_is_object(json_span text);

/*
 * The next member of an object or element of an array in a text that json_is_object accepted.
 * `rest` begins as the object or array. `out_key` is a key without its quotes and with its escapes;
 * NULL for arrays. False: there is none.
 */
bool json_next(json_span *rest, json_span *out_key, json_span *out_value);

/* Whether a key, or any other part of a text, is this word. */
bool json_is_word(json_span part, const char *word);

/* Copies a string that has no escapes, without its quotes. False: it is none, has escapes, or is
 * longer than `capacity` - 1. */
bool json_copy_plain(json_span value, char *out, size_t capacity);

#endif
