#include "gltf/json.h"

#include "base/math.h"
#include "base/text.h"
#include "gltf/json_fast.h"

#include <float.h>
#include <string.h>

/* --- Cursor --- */

vrmi_json vrmi_json_root(yyjson_val *value) {
    vrmi_json root = {NULL, value, NULL, 0, 0};
    return root;
}

vrmi_json vrmi_json_member(const vrmi_json *object, const char *key) {
    vrmi_json member = vrmi_json_at(object, key, NULL);
    vrmi_json_each each = vrmi_json_begin(object);
    if (!yyjson_is_obj(object->value)) return member;
    while (vrmi_json_next(&each)) { /* the last one counts, as for fields */
        if (each.item.key_length == member.key_length &&
            memcmp(each.item.key, key, member.key_length) == 0) {
            member.value = each.item.value;
        }
    }
    return member;
}

void vrmi_json_found(vrmi_load *load, vrmi_diagnostic_id id, const vrmi_json *object,
                     const char *key, const vrmi_argument *arguments) {
    const vrmi_json member = vrmi_json_member(object, key);
    vrmi_load_found(load, id, member.value != NULL ? &member : object, arguments);
}

vrm_string vrmi_json_key(const vrmi_json *item) {
    vrm_string key = {item->key, item->key_length};
    return key;
}

/* --- Values --- */

static const char *type_words(const yyjson_val *value) {
    switch (unsafe_yyjson_get_type((void *)(uintptr_t)value)) {
    case YYJSON_TYPE_NULL:
        return "null";
    case YYJSON_TYPE_BOOL:
        return "a boolean";
    case YYJSON_TYPE_NUM:
        return "a number";
    case YYJSON_TYPE_STR:
        return "a string";
    case YYJSON_TYPE_ARR:
        return "an array";
    case YYJSON_TYPE_OBJ:
        return "an object";
    default:
        return "something else";
    }
}

/* A null is no expected type and so comes here too: where null
 * means absent, nothing is reported (V0-049). The check costs nothing on the fast path. */
bool vrmi_json_wrong_type(vrmi_load *load, const vrmi_json *at, const char *expected) {
    if (load->null_is_absent && unsafe_yyjson_is_null(at->value)) return false;
    vrmi_load_found(load, VRMI_FIELD_TYPE, at,
                    VRMI_WITH(vrmi_words(expected), vrmi_words(type_words(at->value))));
    return false;
}

/* Half a step above FLT_MAX: what is below it rounds to FLT_MAX, which is often written as
 * 3.40282347e+38. */
static const double float_end = 3.4028235677973366e38;

/* A finite float (GL-035). */
static bool read_float(vrmi_load *load, const vrmi_json *at, float *out) {
    double number;
    if (!unsafe_yyjson_is_num(at->value)) return vrmi_json_wrong_type(load, at, "a number");
    number = unsafe_yyjson_get_num(at->value);
    if (!(number > -float_end && number < float_end)) {
        vrmi_load_found(load, VRMI_FIELD_NOT_FINITE, at, NULL);
        return false;
    }
    if (number > (double)FLT_MAX) number = (double)FLT_MAX;
    if (number < -(double)FLT_MAX) number = -(double)FLT_MAX;
    *out = (float)number;
    return true;
}

/* A whole number; 3.0 and 3e0 count (GL-034). Beyond int64_t it is taken to its ends, which are out
 * of range for every use that we have. */
static bool read_integer(vrmi_load *load, const vrmi_json *at, int64_t *out) {
    double number;
    if (unsafe_yyjson_is_uint(at->value)) {
        uint64_t whole = unsafe_yyjson_get_uint(at->value);
        *out = whole > INT64_MAX ? INT64_MAX : (int64_t)whole;
        return true;
    }
    if (unsafe_yyjson_is_sint(at->value)) {
        *out = unsafe_yyjson_get_sint(at->value);
        return true;
    }
    if (!unsafe_yyjson_is_real(at->value)) return vrmi_json_wrong_type(load, at, "a whole number");
    number = unsafe_yyjson_get_real(at->value);
    if (!(number >= -DBL_MAX && number <= DBL_MAX)) {
        vrmi_load_found(load, VRMI_FIELD_NOT_FINITE, at, NULL);
        return false;
    }
    if (number >= 9.2e18 || number <= -9.2e18) {
        *out = number > 0 ? INT64_MAX : INT64_MIN;
        return true;
    }
    if ((double)(int64_t)number != number) {
        vrmi_load_found(load, VRMI_FIELD_NOT_INTEGER, at, VRMI_WITH(vrmi_number(number)));
        return false;
    }
    *out = (int64_t)number;
    return true;
}

/* The number as the file has it, where `value` is what was read of it. */
static vrmi_argument as_written(const vrmi_json *at, int64_t value) {
    if (unsafe_yyjson_is_uint(at->value) && unsafe_yyjson_get_uint(at->value) > INT64_MAX) {
        return vrmi_unsigned(unsafe_yyjson_get_uint(at->value));
    }
    if (unsafe_yyjson_is_real(at->value)) return vrmi_number(unsafe_yyjson_get_real(at->value));
    return vrmi_integer(value);
}

bool vrmi_json_index_below(vrmi_load *load, const vrmi_json *at, uint32_t count, const char *plural,
                           int32_t *out) {
    int64_t index = 0;
    if (!read_integer(load, at, &index)) return false;
    if (index < 0) {
        /* In 0.x an index of -1 means that there is none (V0-012). */
        if (load->null_is_absent && index == VRM_NONE) return false;
        vrmi_load_found(load, VRMI_INDEX_NEGATIVE, at, VRMI_WITH(as_written(at, index)));
        return false;
    }
    if (index >= (int64_t)count) {
        vrmi_load_found(load, VRMI_INDEX_OUT_OF_RANGE, at,
                        VRMI_WITH(as_written(at, index), vrmi_words(plural), vrmi_unsigned(count)));
        return false;
    }
    *out = (int32_t)index;
    return true;
}

bool vrmi_json_index(vrmi_load *load, const vrmi_json *at, vrmi_table table, int32_t *out) {
    return vrmi_json_index_below(load, at, load->counts[table], vrmi_table_name(table), out);
}

/* Reports a number outside the range of its field. FLT_MAX and -FLT_MAX are not shown as bounds. */
static void found_out_of_range(vrmi_load *load, const vrmi_json *at, const vrmi_json_field *field,
                               vrmi_argument number) {
    char words[64];
    vrmi_text text = vrmi_text_make(words, sizeof words);
    bool has_min = field->min > -FLT_MAX, has_max = field->max < FLT_MAX;
    if (!has_max) vrmi_text_append(&text, "at least ");
    if (!has_min) vrmi_text_append(&text, "at most ");
    if (has_min) vrmi_text_append_float(&text, field->min);
    if (has_min && has_max) vrmi_text_append(&text, " to ");
    if (has_max) vrmi_text_append_float(&text, field->max);
    vrmi_load_found(load, VRMI_FIELD_RANGE, at, VRMI_WITH(vrmi_words(text.data), number));
}

static float into_range(vrmi_load *load, const vrmi_json *at, const vrmi_json_field *field,
                        float value) {
    if (!field->has_range || (value >= field->min && value <= field->max)) return value;
    load->used_number = (double)vrmi_clamp(value, field->min, field->max);
    found_out_of_range(load, at, field, vrmi_number((double)value));
    return (float)load->used_number;
}

static int32_t into_integer_range(vrmi_load *load, const vrmi_json *at,
                                  const vrmi_json_field *field, int64_t value) {
    int64_t min = field->has_range ? (int64_t)field->min : INT32_MIN;
    int64_t max = field->has_range ? (int64_t)field->max : INT32_MAX;
    if (value >= min && value <= max) return (int32_t)value;
    load->used_number = (double)(value < min ? min : max);
    if (field->has_range) {
        found_out_of_range(load, at, field, as_written(at, value));
    } else {
        vrmi_load_found(load, VRMI_FIELD_RANGE, at,
                        VRMI_WITH(vrmi_words("a number of 32 bits"), as_written(at, value)));
    }
    return (int32_t)load->used_number;
}

/* One by one, with words about what is wrong. */
static bool read_vector_slowly(vrmi_load *load, const vrmi_json *at, const vrmi_json_field *field,
                               float *out) {
    float vector[VRMI_JSON_MAX_FLOATS];
    uint32_t size = vrmi_json_size(at), count = field->extra;
    vrmi_json_each each;
    if (!unsafe_yyjson_is_arr(at->value))
        return vrmi_json_wrong_type(load, at, "an array of numbers");
    if (size != count) {
        load->used_number = (double)count;
        vrmi_load_found(load, size < count ? VRMI_FIELD_VECTOR_SHORT : VRMI_FIELD_VECTOR_LONG, at,
                        VRMI_WITH(vrmi_unsigned(size), vrmi_unsigned(count)));
        if (size < count) return false;
    }
    each = vrmi_json_begin(at);
    for (uint32_t i = 0; i < count && vrmi_json_next(&each); ++i) {
        if (!read_float(load, &each.item, &vector[i])) return false;
        vector[i] = into_range(load, &each.item, field, vector[i]);
    }
    memcpy(out, vector, count * sizeof vector[0]);
    return true;
}

static bool read_vector(vrmi_load *load, const vrmi_json *at, const vrmi_json_field *field,
                        float *out) {
    return vrmi_json_good_vector(at->value, field, out) || read_vector_slowly(load, at, field, out);
}

bool vrmi_json_vector(vrmi_load *load, const vrmi_json *at, uint32_t count, float *out) {
    const vrmi_json_field field = {"", 0, VRMI_JSON_FLOATS, (uint8_t)count, 0,
                                   0,  0, -FLT_MAX,         FLT_MAX,        NULL};
    return at->value != NULL && read_vector(load, at, &field, out);
}

static bool read_string(vrmi_load *load, const vrmi_json *at, vrm_string *out) {
    if (!unsafe_yyjson_is_str(at->value)) return vrmi_json_wrong_type(load, at, "a string");
    out->data = unsafe_yyjson_get_str(at->value);
    out->length = (uint32_t)unsafe_yyjson_get_len(at->value);
    return true;
}

static bool read_choice(vrmi_load *load, const vrmi_json *at, const vrmi_json_field *field,
                        int32_t *out) {
    const vrmi_json_choice *choice = vrmi_json_find_choice(field, at->value);
    int64_t number;
    if (field->type == VRMI_JSON_TEXT) {
        if (!unsafe_yyjson_is_str(at->value)) return vrmi_json_wrong_type(load, at, "a string");
        if (choice->name == NULL) {
            const vrm_string text = {unsafe_yyjson_get_str(at->value),
                                     (uint32_t)unsafe_yyjson_get_len(at->value)};
            vrmi_load_found(load, VRMI_FIELD_ENUM, at, VRMI_WITH(vrmi_quoted(text)));
            return false;
        }
    } else if (choice->name == NULL) { /* perhaps it is 4.0 */
        if (!read_integer(load, at, &number)) return false;
        choice = field->choices;
        while (choice->name != NULL && choice->value != number) ++choice;
        if (choice->name == NULL) {
            vrmi_load_found(load, VRMI_FIELD_ENUM, at, VRMI_WITH(as_written(at, number)));
            return false;
        }
    }
    *out = choice->value;
    return true;
}

bool vrmi_json_read_field(vrmi_load *load, const vrmi_json *at, const vrmi_json_field *field,
                          void *target) {
    int64_t whole = 0;
    float number = 0;
    switch ((vrmi_json_type)field->type) {
    case VRMI_JSON_BOOL:
        if (!unsafe_yyjson_is_bool(at->value)) return vrmi_json_wrong_type(load, at, "a boolean");
        *(int32_t *)target = unsafe_yyjson_get_bool(at->value) ? 1 : 0;
        return true;
    case VRMI_JSON_INTEGER:
        if (!read_integer(load, at, &whole)) return false;
        *(int32_t *)target = into_integer_range(load, at, field, whole);
        return true;
    case VRMI_JSON_SIZE:
        if (!read_integer(load, at, &whole)) return false;
        if (whole < 0) return vrmi_json_wrong_type(load, at, "0 or more");
        *(uint64_t *)target = (uint64_t)whole;
        return true;
    case VRMI_JSON_FLOAT:
        if (!read_float(load, at, &number)) return false;
        *(float *)target = into_range(load, at, field, number);
        return true;
    case VRMI_JSON_FLOATS:
        return read_vector(load, at, field, target);
    case VRMI_JSON_STRING:
        return read_string(load, at, target);
    case VRMI_JSON_INDEX:
        return vrmi_json_index(load, at, (vrmi_table)field->extra, target);
    case VRMI_JSON_TEXT:
    case VRMI_JSON_NUMBER:
        return read_choice(load, at, field, target);
    case VRMI_JSON_ARRAY:
        if (!unsafe_yyjson_is_arr(at->value)) return vrmi_json_wrong_type(load, at, "an array");
        if (field->extra != 0 && unsafe_yyjson_get_len(at->value) == 0) {
            vrmi_load_found(load, VRMI_ARRAY_EMPTY, at, NULL);
            return false;
        }
        *(yyjson_val **)target = at->value;
        return true;
    case VRMI_JSON_OBJECT:
        if (!unsafe_yyjson_is_obj(at->value)) return vrmi_json_wrong_type(load, at, "an object");
        *(yyjson_val **)target = at->value;
        return true;
    case VRMI_JSON_ANY:
        *(yyjson_val **)target = at->value;
        return true;
    }
    return false;
}

/* --- Arrays of plain values --- */

bool vrmi_json_read_indices(vrmi_load *load, const vrmi_json *array, vrmi_table table,
                            const int32_t **out, uint32_t *out_count) {
    int32_t *indices = VRMI_TAKE(load->arena, int32_t, vrmi_json_size(array));
    vrmi_json_each each;
    uint32_t count = 0;
    if (indices == NULL) return vrmi_load_refused(load);
    *out = indices;
    *out_count = vrmi_json_size(array);
    if (vrmi_json_good_indices(array->value, *out_count, load->counts[table], indices)) return true;
    each = vrmi_json_begin(array);
    while (vrmi_json_next(&each)) {
        if (vrmi_json_index(load, &each.item, table, &indices[count])) ++count;
    }
    *out_count = count;
    return true;
}

bool vrmi_json_read_numbers(vrmi_load *load, const vrmi_json *array, const float **out,
                            uint32_t *out_count) {
    float *numbers = VRMI_TAKE(load->arena, float, vrmi_json_size(array));
    vrmi_json_each each = vrmi_json_begin(array);
    uint32_t count = 0;
    if (numbers == NULL) return vrmi_load_refused(load);
    while (vrmi_json_next(&each)) {
        /* A bad one is 0: leaving it out would move the others. */
        if (!read_float(load, &each.item, &numbers[count])) numbers[count] = 0;
        ++count;
    }
    *out = numbers;
    *out_count = count;
    return true;
}

bool vrmi_json_read_strings(vrmi_load *load, const vrmi_json *array, const vrm_string **out,
                            uint32_t *out_count) {
    static const vrm_string empty = {"", 0};
    vrm_string *strings = VRMI_TAKE(load->arena, vrm_string, vrmi_json_size(array));
    vrmi_json_each each = vrmi_json_begin(array);
    uint32_t count = 0;
    if (strings == NULL) return vrmi_load_refused(load);
    while (vrmi_json_next(&each)) {
        strings[count] = empty;
        read_string(load, &each.item, &strings[count]);
        ++count;
    }
    *out = strings;
    *out_count = count;
    return true;
}
