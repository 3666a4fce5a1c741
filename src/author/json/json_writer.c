#include "author/json/json_writer.h"

#include "base/checked.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

/* The longest number: a sign, 17 digits, a point and an exponent, or 20 digits; and a NUL. */
enum { NUMBER_ROOM = 32, FIRST_CAPACITY = 1024 };

void vrmi_json_writer_init(vrmi_json_writer *to, vrmi_memory *memory) {
    memset(to, 0, sizeof *to);
    to->memory = memory;
}

void vrmi_json_writer_release(vrmi_json_writer *to) {
    if (to->data != NULL) vrmi_memory_release(to->memory, to->data, to->capacity);
    vrmi_json_writer_init(to, to->memory);
}

vrm_string vrmi_json_writer_text(const vrmi_json_writer *to) {
    const vrm_string empty = {"", 0};
    const vrm_string text = {to->data, (uint32_t)to->length};
    return to->is_refused || to->data == NULL ? empty : text;
}

/* --- Room --- */

static bool refuse(vrmi_json_writer *to) {
    to->is_refused = true;
    return false;
}

/* Room for `more` bytes behind the text, at least twice of what there was. */
static bool make_room(vrmi_json_writer *to, size_t more) {
    size_t needed, capacity = to->capacity;
    char *data;
    if (to->is_refused) return false;
    if (!vrmi_add_size(to->length, more, &needed) || needed > UINT32_MAX) return refuse(to);
    if (needed <= capacity) return true;
    if (!vrmi_multiply_size(capacity, 2, &capacity)) return refuse(to);
    if (capacity < FIRST_CAPACITY) capacity = FIRST_CAPACITY;
    if (capacity < needed) capacity = needed;
    data = vrmi_memory_allocate(to->memory, capacity);
    if (data == NULL) return refuse(to);
    if (to->data != NULL) {
        memcpy(data, to->data, to->length);
        vrmi_memory_release(to->memory, to->data, to->capacity);
    }
    to->data = data;
    to->capacity = capacity;
    return true;
}

static void append(vrmi_json_writer *to, const char *bytes, size_t length) {
    if (length == 0 || !make_room(to, length)) return;
    memcpy(to->data + to->length, bytes, length);
    to->length += length;
}

static void append_char(vrmi_json_writer *to, char c) { append(to, &c, 1); }

/* Before a key, and before a value that has none. */
static void separate(vrmi_json_writer *to) {
    if (to->needs_comma) append_char(to, ',');
    to->needs_comma = true;
}

/* --- Containers and keys --- */

static void open(vrmi_json_writer *to, char bracket) {
    separate(to);
    append_char(to, bracket);
    to->needs_comma = false;
}

static void close(vrmi_json_writer *to, char bracket) {
    append_char(to, bracket);
    to->needs_comma = true;
}

void vrmi_put_object(vrmi_json_writer *to) { open(to, '{'); }

void vrmi_put_object_end(vrmi_json_writer *to) { close(to, '}'); }

void vrmi_put_array(vrmi_json_writer *to) { open(to, '['); }

void vrmi_put_array_end(vrmi_json_writer *to) { close(to, ']'); }

void vrmi_put_key_string(vrmi_json_writer *to, vrm_string key) {
    vrmi_put_string(to, key);
    append_char(to, ':');
    to->needs_comma = false;
}

void vrmi_put_key(vrmi_json_writer *to, const char *key) {
    vrmi_put_key_string(to, vrmi_string_from(key));
}

/* --- Values --- */

/* An escape is six bytes for a byte of the text at most: \u0000, or two of them for four bytes. */
void vrmi_put_string(vrmi_json_writer *to, vrm_string value) {
    size_t room;
    separate(to);
    if (!vrmi_multiply_size(value.length, 6, &room) || !vrmi_add_size(room, 3, &room)) {
        to->is_refused = true;
        return;
    }
    if (!make_room(to, room)) return;
    vrmi_text text = vrmi_text_make(to->data + to->length, room);
    vrmi_text_append_json_string(&text, value);
    to->length += text.length;
}

void vrmi_put_words(vrmi_json_writer *to, const char *value) {
    vrmi_put_string(to, vrmi_string_from(value));
}

void vrmi_put_integer(vrmi_json_writer *to, int64_t value) {
    char number[NUMBER_ROOM];
    vrmi_text text = vrmi_text_make(number, sizeof number);
    vrmi_text_append_i64(&text, value);
    separate(to);
    append(to, number, text.length);
}

void vrmi_put_bool(vrmi_json_writer *to, bool value) {
    separate(to);
    append(to, value ? "true" : "false", value ? 4 : 5);
}

void vrmi_put_float(vrmi_json_writer *to, float value) {
    char number[NUMBER_ROOM];
    vrmi_text text = vrmi_text_make(number, sizeof number);
    if (value == 0.0f && signbit(value)) {
        vrmi_text_append(&text, "-0.0"); /* without a point it is an integer, which has no sign */
    } else {
        vrmi_text_append_float(&text, isfinite(value) ? value : 0.0f);
    }
    separate(to);
    append(to, number, text.length);
}

void vrmi_put_floats(vrmi_json_writer *to, const float *values, size_t count) {
    vrmi_put_array(to);
    for (size_t i = 0; i < count; ++i) vrmi_put_float(to, values[i]);
    vrmi_put_array_end(to);
}

void vrmi_put_vec3(vrmi_json_writer *to, vrm_vec3 value) {
    const float values[3] = {value.x, value.y, value.z};
    vrmi_put_floats(to, values, 3);
}

void vrmi_put_integers(vrmi_json_writer *to, const int32_t *values, size_t count) {
    vrmi_put_array(to);
    for (size_t i = 0; i < count; ++i) vrmi_put_integer(to, values[i]);
    vrmi_put_array_end(to);
}

void vrmi_put_raw(vrmi_json_writer *to, vrm_string json) {
    separate(to);
    append(to, json.data, json.length);
}

/* --- Members --- */

void vrmi_put_object_of(vrmi_json_writer *to, const char *key) {
    vrmi_put_key(to, key);
    vrmi_put_object(to);
}

void vrmi_put_array_of(vrmi_json_writer *to, const char *key) {
    vrmi_put_key(to, key);
    vrmi_put_array(to);
}

void vrmi_put_string_of(vrmi_json_writer *to, const char *key, vrm_string value) {
    vrmi_put_key(to, key);
    vrmi_put_string(to, value);
}

void vrmi_put_words_of(vrmi_json_writer *to, const char *key, const char *value) {
    vrmi_put_key(to, key);
    vrmi_put_words(to, value);
}

void vrmi_put_integer_of(vrmi_json_writer *to, const char *key, int64_t value) {
    vrmi_put_key(to, key);
    vrmi_put_integer(to, value);
}

void vrmi_put_bool_of(vrmi_json_writer *to, const char *key, bool value) {
    vrmi_put_key(to, key);
    vrmi_put_bool(to, value);
}

void vrmi_put_float_of(vrmi_json_writer *to, const char *key, float value) {
    vrmi_put_key(to, key);
    vrmi_put_float(to, value);
}

void vrmi_put_floats_of(vrmi_json_writer *to, const char *key, const float *values, size_t count) {
    vrmi_put_key(to, key);
    vrmi_put_floats(to, values, count);
}

void vrmi_put_vec3_of(vrmi_json_writer *to, const char *key, vrm_vec3 value) {
    vrmi_put_key(to, key);
    vrmi_put_vec3(to, value);
}
