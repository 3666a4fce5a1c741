#include "author/json/json_writer.h"

#include "base/checked.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

/* The longest number: a sign, 17 digits, a point and an exponent, or 20 digits; and a NUL. */
enum { NUMBER_ROOM = 32, FIRST_CAPACITY = 1024 };

void vrmi_json_writer_init(vrmi_json_writer *writer, vrmi_memory *memory) {
    memset(writer, 0, sizeof *writer);
    writer->memory = memory;
}

void vrmi_json_writer_release(vrmi_json_writer *writer) {
    if (writer->data != NULL) vrmi_memory_release(writer->memory, writer->data, writer->capacity);
    vrmi_json_writer_init(writer, writer->memory);
}

vrm_string vrmi_json_writer_text(const vrmi_json_writer *writer) {
    const vrm_string empty = {"", 0};
    const vrm_string text = {writer->data, (uint32_t)writer->length};
    return writer->is_refused || writer->data == NULL ? empty : text;
}

/* --- Room --- */

static bool refuse(vrmi_json_writer *writer) {
    writer->is_refused = true;
    return false;
}

/* Room for `more` bytes behind the text, at least twice of what there was. */
static bool make_room(vrmi_json_writer *writer, size_t more) {
    size_t needed, capacity = writer->capacity;
    char *data;
    if (writer->is_refused) return false;
    if (!vrmi_add_size(writer->length, more, &needed) || needed > UINT32_MAX) return refuse(writer);
    if (needed <= capacity) return true;
    if (!vrmi_multiply_size(capacity, 2, &capacity)) return refuse(writer);
    if (capacity < FIRST_CAPACITY) capacity = FIRST_CAPACITY;
    if (capacity < needed) capacity = needed;
    data = vrmi_memory_allocate(writer->memory, capacity);
    if (data == NULL) return refuse(writer);
    if (writer->data != NULL) {
        memcpy(data, writer->data, writer->length);
        vrmi_memory_release(writer->memory, writer->data, writer->capacity);
    }
    writer->data = data;
    writer->capacity = capacity;
    return true;
}

static void append(vrmi_json_writer *writer, const char *bytes, size_t length) {
    if (length == 0 || !make_room(writer, length)) return;
    memcpy(writer->data + writer->length, bytes, length);
    writer->length += length;
}

static void append_char(vrmi_json_writer *writer, char c) { append(writer, &c, 1); }

/* Before a key, and before a value that has none. */
static void separate(vrmi_json_writer *writer) {
    if (writer->needs_comma) append_char(writer, ',');
    writer->needs_comma = true;
}

/* --- Containers and keys --- */

static void open(vrmi_json_writer *writer, char bracket) {
    separate(writer);
    append_char(writer, bracket);
    writer->needs_comma = false;
}

static void close(vrmi_json_writer *writer, char bracket) {
    append_char(writer, bracket);
    writer->needs_comma = true;
}

void vrmi_put_object(vrmi_json_writer *writer) { open(writer, '{'); }

void vrmi_put_object_end(vrmi_json_writer *writer) { close(writer, '}'); }

void vrmi_put_array(vrmi_json_writer *writer) { open(writer, '['); }

void vrmi_put_array_end(vrmi_json_writer *writer) { close(writer, ']'); }

void vrmi_put_key_string(vrmi_json_writer *writer, vrm_string key) {
    vrmi_put_string(writer, key);
    append_char(writer, ':');
    writer->needs_comma = false;
}

void vrmi_put_key(vrmi_json_writer *writer, const char *key) {
    vrmi_put_key_string(writer, vrmi_string_from(key));
}

/* --- Values --- */

/* An escape is six bytes for a byte of the text at most: \u0000, or two of them for four bytes. */
void vrmi_put_string(vrmi_json_writer *writer, vrm_string value) {
    size_t room;
    separate(writer);
    if (!vrmi_multiply_size(value.length, 6, &room) || !vrmi_add_size(room, 3, &room)) {
        writer->is_refused = true;
        return;
    }
    if (!make_room(writer, room)) return;
    vrmi_text text = vrmi_text_make(writer->data + writer->length, room);
    vrmi_text_append_json_string(&text, value);
    writer->length += text.length;
}

void vrmi_put_words(vrmi_json_writer *writer, const char *value) {
    vrmi_put_string(writer, vrmi_string_from(value));
}

void vrmi_put_integer(vrmi_json_writer *writer, int64_t value) {
    char number[NUMBER_ROOM];
    vrmi_text text = vrmi_text_make(number, sizeof number);
    vrmi_text_append_i64(&text, value);
    separate(writer);
    append(writer, number, text.length);
}

void vrmi_put_bool(vrmi_json_writer *writer, bool value) {
    separate(writer);
    append(writer, value ? "true" : "false", value ? 4 : 5);
}

void vrmi_put_float(vrmi_json_writer *writer, float value) {
    char number[NUMBER_ROOM];
    vrmi_text text = vrmi_text_make(number, sizeof number);
    if (value == 0.0f && signbit(value)) {
        vrmi_text_append(&text, "-0.0"); /* without a point it is an integer, which has no sign */
    } else {
        vrmi_text_append_float(&text, isfinite(value) ? value : 0.0f);
    }
    separate(writer);
    append(writer, number, text.length);
}

void vrmi_put_floats(vrmi_json_writer *writer, const float *values, size_t count) {
    vrmi_put_array(writer);
    for (size_t i = 0; i < count; ++i) vrmi_put_float(writer, values[i]);
    vrmi_put_array_end(writer);
}

void vrmi_put_vec3(vrmi_json_writer *writer, vrm_vec3 value) {
    const float values[3] = {value.x, value.y, value.z};
    vrmi_put_floats(writer, values, 3);
}

void vrmi_put_integers(vrmi_json_writer *writer, const int32_t *values, size_t count) {
    vrmi_put_array(writer);
    for (size_t i = 0; i < count; ++i) vrmi_put_integer(writer, values[i]);
    vrmi_put_array_end(writer);
}

void vrmi_put_raw(vrmi_json_writer *writer, vrm_string json) {
    separate(writer);
    append(writer, json.data, json.length);
}

/* --- Members --- */

void vrmi_put_object_of(vrmi_json_writer *writer, const char *key) {
    vrmi_put_key(writer, key);
    vrmi_put_object(writer);
}

void vrmi_put_array_of(vrmi_json_writer *writer, const char *key) {
    vrmi_put_key(writer, key);
    vrmi_put_array(writer);
}

void vrmi_put_string_of(vrmi_json_writer *writer, const char *key, vrm_string value) {
    vrmi_put_key(writer, key);
    vrmi_put_string(writer, value);
}

void vrmi_put_words_of(vrmi_json_writer *writer, const char *key, const char *value) {
    vrmi_put_key(writer, key);
    vrmi_put_words(writer, value);
}

void vrmi_put_integer_of(vrmi_json_writer *writer, const char *key, int64_t value) {
    vrmi_put_key(writer, key);
    vrmi_put_integer(writer, value);
}

void vrmi_put_bool_of(vrmi_json_writer *writer, const char *key, bool value) {
    vrmi_put_key(writer, key);
    vrmi_put_bool(writer, value);
}

void vrmi_put_float_of(vrmi_json_writer *writer, const char *key, float value) {
    vrmi_put_key(writer, key);
    vrmi_put_float(writer, value);
}

void vrmi_put_floats_of(vrmi_json_writer *writer, const char *key, const float *values,
                        size_t count) {
    vrmi_put_key(writer, key);
    vrmi_put_floats(writer, values, count);
}

void vrmi_put_vec3_of(vrmi_json_writer *writer, const char *key, vrm_vec3 value) {
    vrmi_put_key(writer, key);
    vrmi_put_vec3(writer, value);
}
