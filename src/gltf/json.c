#include "gltf/json.h"

#include "base/math.h"
#include "base/text.h"

#include <assert.h>
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

uint32_t vrmi_json_size(const vrmi_json *array) { return (uint32_t)yyjson_arr_size(array->value); }

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

/* A field that is null is of no type that we expect, and so comes here: where null means absent,
 * that is all there is to it (V0-049), and good files pay nothing for the question. */
static bool wrong_type(vrmi_load *load, const vrmi_json *at, const char *expected) {
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
    if (!unsafe_yyjson_is_num(at->value)) return wrong_type(load, at, "a number");
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
    if (!unsafe_yyjson_is_real(at->value)) return wrong_type(load, at, "a whole number");
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

bool vrmi_json_index_below(vrmi_load *load, const vrmi_json *at, uint32_t count, const char *plural,
                           int32_t *out) {
    int64_t index = 0;
    if (!read_integer(load, at, &index)) return false;
    if (index < 0) {
        if (load->null_is_absent && index == VRM_NONE) return false; /* V0-012 */
        vrmi_load_found(load, VRMI_INDEX_NEGATIVE, at, VRMI_WITH(vrmi_integer(index)));
        return false;
    }
    if (index >= (int64_t)count) {
        vrmi_load_found(load, VRMI_INDEX_OUT_OF_RANGE, at,
                        VRMI_WITH(vrmi_integer(index), vrmi_unsigned(count), vrmi_words(plural)));
        return false;
    }
    *out = (int32_t)index;
    return true;
}

bool vrmi_json_index(vrmi_load *load, const vrmi_json *at, vrmi_table table, int32_t *out) {
    return vrmi_json_index_below(load, at, load->counts[table], vrmi_table_name(table), out);
}

static float into_range(vrmi_load *load, const vrmi_json *at, const vrmi_json_field *field,
                        float value) {
    if ((field->min == 0 && field->max == 0) || (value >= field->min && value <= field->max)) {
        return value;
    }
    vrmi_load_found(load, VRMI_FIELD_RANGE, at,
                    VRMI_WITH(vrmi_number((double)value), vrmi_number((double)field->min),
                              vrmi_number((double)field->max)));
    return vrmi_clamp(value, field->min, field->max);
}

static int32_t into_integer_range(vrmi_load *load, const vrmi_json *at,
                                  const vrmi_json_field *field, int64_t value) {
    bool has_range = field->min != 0 || field->max != 0;
    int64_t min = has_range ? (int64_t)field->min : INT32_MIN;
    int64_t max = has_range ? (int64_t)field->max : INT32_MAX;
    if (value >= min && value <= max) return (int32_t)value;
    vrmi_load_found(load, VRMI_FIELD_RANGE, at,
                    VRMI_WITH(vrmi_integer(value), vrmi_integer(min), vrmi_integer(max)));
    return (int32_t)(value < min ? min : max);
}

/* One by one, with words about what is wrong. */
static bool read_vector_slowly(vrmi_load *load, const vrmi_json *at, const vrmi_json_field *field,
                               float *out) {
    float vector[VRMI_JSON_MAX_FLOATS];
    uint32_t size = vrmi_json_size(at), count = field->extra;
    vrmi_json_each each;
    if (!unsafe_yyjson_is_arr(at->value)) return wrong_type(load, at, "an array of numbers");
    if (size != count) {
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

/* Vectors are half of what a file's nodes say: good ones are read without a cursor an element. */
static bool read_vector(vrmi_load *load, const vrmi_json *at, const vrmi_json_field *field,
                        float *out) {
    float vector[VRMI_JSON_MAX_FLOATS];
    uint32_t count = field->extra;
    bool has_range = field->min != 0 || field->max != 0;
    double low = has_range ? (double)field->min : -(double)FLT_MAX;
    double high = has_range ? (double)field->max : (double)FLT_MAX;
    yyjson_val *element = at->value + 1;
    if (!unsafe_yyjson_is_arr(at->value) || unsafe_yyjson_get_len(at->value) != count) {
        return read_vector_slowly(load, at, field, out);
    }
    for (uint32_t i = 0; i < count; ++i, ++element) {
        double number = unsafe_yyjson_is_real(element) ? unsafe_yyjson_get_real(element)
                                                       : unsafe_yyjson_get_num(element);
        if (!unsafe_yyjson_is_num(element) || !(number >= low && number <= high)) {
            return read_vector_slowly(load, at, field, out);
        }
        vector[i] = (float)number;
    }
    memcpy(out, vector, count * sizeof vector[0]);
    return true;
}

bool vrmi_json_vector(vrmi_load *load, const vrmi_json *at, uint32_t count, float *out) {
    const vrmi_json_field field = {"", 0, VRMI_JSON_FLOATS, (uint8_t)count, 0, 0, 0, 0, NULL};
    return at->value != NULL && read_vector(load, at, &field, out);
}

static bool read_string(vrmi_load *load, const vrmi_json *at, vrm_string *out) {
    if (!unsafe_yyjson_is_str(at->value)) return wrong_type(load, at, "a string");
    out->data = unsafe_yyjson_get_str(at->value);
    out->length = (uint32_t)unsafe_yyjson_get_len(at->value);
    return true;
}

static bool read_choice(vrmi_load *load, const vrmi_json *at, const vrmi_json_field *field,
                        int32_t *out) {
    const vrmi_json_choice *choice = field->choices;
    if (field->type == VRMI_JSON_TEXT) {
        vrm_string text;
        if (!unsafe_yyjson_is_str(at->value)) return wrong_type(load, at, "a string");
        text.data = unsafe_yyjson_get_str(at->value);
        text.length = (uint32_t)unsafe_yyjson_get_len(at->value);
        while (choice->name != NULL &&
               (choice->name[0] != text.data[0] || !vrmi_string_equals(text, choice->name))) {
            ++choice;
        }
        if (choice->name == NULL) {
            vrmi_load_found(load, VRMI_FIELD_ENUM, at, VRMI_WITH(vrmi_quoted(text)));
            return false;
        }
    } else {
        int64_t number;
        if (!read_integer(load, at, &number)) return false;
        while (choice->name != NULL && choice->value != number) ++choice;
        if (choice->name == NULL) {
            vrmi_load_found(load, VRMI_FIELD_ENUM, at, VRMI_WITH(vrmi_integer(number)));
            return false;
        }
    }
    *out = choice->value;
    return true;
}

static bool read_field(vrmi_load *load, const vrmi_json *at, const vrmi_json_field *field,
                       void *target) {
    int64_t whole = 0;
    float number = 0;
    switch ((vrmi_json_type)field->type) {
    case VRMI_JSON_BOOL:
        if (!unsafe_yyjson_is_bool(at->value)) return wrong_type(load, at, "a boolean");
        *(int32_t *)target = unsafe_yyjson_get_bool(at->value) ? 1 : 0;
        return true;
    case VRMI_JSON_INTEGER:
        if (!read_integer(load, at, &whole)) return false;
        *(int32_t *)target = into_integer_range(load, at, field, whole);
        return true;
    case VRMI_JSON_SIZE:
        if (!read_integer(load, at, &whole)) return false;
        if (whole < 0) return wrong_type(load, at, "0 or more");
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
        if (!unsafe_yyjson_is_arr(at->value)) return wrong_type(load, at, "an array");
        if (field->extra != 0 && unsafe_yyjson_get_len(at->value) == 0) {
            vrmi_load_found(load, VRMI_ARRAY_EMPTY, at, NULL);
            return false;
        }
        *(yyjson_val **)target = at->value;
        return true;
    case VRMI_JSON_OBJECT:
        if (!unsafe_yyjson_is_obj(at->value)) return wrong_type(load, at, "an object");
        *(yyjson_val **)target = at->value;
        return true;
    case VRMI_JSON_ANY:
        *(yyjson_val **)target = at->value;
        return true;
    }
    return false;
}

static bool is_field(const vrmi_json_field *field, const char *key, size_t length) {
    return field->key_length == length && field->key[0] == key[0] &&
           memcmp(field->key, key, length) == 0;
}

/* Exporters write keys in the same order each time: the search begins behind the last hit. */
static uint32_t find_field(const vrmi_json_field *fields, uint32_t count, uint32_t start,
                           const char *key, size_t length) {
    for (uint32_t i = start; i < count; ++i) {
        if (is_field(&fields[i], key, length)) return i;
    }
    for (uint32_t i = 0; i < start; ++i) {
        if (is_field(&fields[i], key, length)) return i;
    }
    return count;
}

uint64_t vrmi_json_read(vrmi_load *load, const vrmi_json *object, const vrmi_json_field *fields,
                        uint32_t field_count, void *record) {
    uint64_t seen = 0, good = 0;
    uint32_t start = 0;
    vrmi_json_each each;
    if (!yyjson_is_obj(object->value)) {
        if (object->value != NULL) wrong_type(load, object, "an object");
        return UINT64_C(1) << VRMI_JSON_INCOMPLETE;
    }
    each = vrmi_json_begin(object);
    while (vrmi_json_next(&each)) {
        const vrmi_json *at = &each.item;
        uint32_t field = find_field(fields, field_count, start, at->key, at->key_length);
        if (field == field_count) continue;
        start = field + 1;
        if (vrmi_json_has(seen, field)) {
            /* The last one counts, as it does for every other reader of glTF that we know. */
            vrmi_load_found(load, VRMI_JSON_DUPLICATE_KEY, at,
                            VRMI_WITH(vrmi_quoted(vrmi_json_key(at))));
        }
        seen |= UINT64_C(1) << field;
        if (read_field(load, at, &fields[field], (char *)record + fields[field].offset)) {
            good |= UINT64_C(1) << field;
        }
    }
    for (uint32_t field = 1; field < field_count; ++field) {
        assert(fields[field - 1].is_required >= fields[field].is_required);
    }
    for (uint32_t field = 0; field < field_count && fields[field].is_required; ++field) {
        if (vrmi_json_has(good, field)) continue;
        good |= UINT64_C(1) << VRMI_JSON_INCOMPLETE;
        if (!vrmi_json_has(seen, field)) {
            vrmi_load_found(load, VRMI_FIELD_MISSING, object,
                            VRMI_WITH(vrmi_words(fields[field].key)));
        }
    }
    return good;
}

/* --- Arrays of plain values --- */

bool vrmi_json_read_indices(vrmi_load *load, const vrmi_json *array, vrmi_table table,
                            const int32_t **out, uint32_t *out_count) {
    int32_t *indices = VRMI_TAKE(load->arena, int32_t, vrmi_json_size(array));
    vrmi_json_each each = vrmi_json_begin(array);
    uint32_t count = 0;
    if (indices == NULL) return vrmi_load_refused(load);
    while (vrmi_json_next(&each)) {
        yyjson_val *value = each.item.value;
        if (unsafe_yyjson_is_uint(value) && unsafe_yyjson_get_uint(value) < load->counts[table]) {
            indices[count++] = (int32_t)unsafe_yyjson_get_uint(value);
        } else if (vrmi_json_index(load, &each.item, table, &indices[count])) {
            ++count;
        }
    }
    *out = indices;
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
