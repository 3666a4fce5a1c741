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

/* Reports a value of the wrong type. A null is no expected type and so comes here too: where null
 * means absent, nothing is reported (V0-049). The check costs nothing on the fast path. */
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
        /* In 0.x an index of -1 means that there is none (V0-012). */
        if (load->null_is_absent && index == VRM_NONE) return false;
        vrmi_load_found(load, VRMI_INDEX_NEGATIVE, at, VRMI_WITH(vrmi_integer(index)));
        return false;
    }
    if (index >= (int64_t)count) {
        vrmi_load_found(load, VRMI_INDEX_OUT_OF_RANGE, at,
                        VRMI_WITH(vrmi_integer(index), vrmi_words(plural), vrmi_unsigned(count)));
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
    found_out_of_range(load, at, field, vrmi_number((double)value));
    return vrmi_clamp(value, field->min, field->max);
}

static int32_t into_integer_range(vrmi_load *load, const vrmi_json *at,
                                  const vrmi_json_field *field, int64_t value) {
    int64_t min = field->has_range ? (int64_t)field->min : INT32_MIN;
    int64_t max = field->has_range ? (int64_t)field->max : INT32_MAX;
    if (value >= min && value <= max) return (int32_t)value;
    if (field->has_range) {
        found_out_of_range(load, at, field, vrmi_integer(value));
    } else {
        vrmi_load_found(load, VRMI_FIELD_RANGE, at,
                        VRMI_WITH(vrmi_words("a number of 32 bits"), vrmi_integer(value)));
    }
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

/* False: it is no number, or not within. */
static inline bool read_good_number(yyjson_val *value, double low, double high, float *out) {
    double number =
        unsafe_yyjson_is_real(value) ? unsafe_yyjson_get_real(value) : unsafe_yyjson_get_num(value);
    if (!unsafe_yyjson_is_num(value) || !(number >= low && number <= high)) return false;
    *out = (float)number;
    return true;
}

/*
 * Vectors are half of what a file's nodes say. False: not a good one, and nothing is written. Those
 * of three stay in registers: from an array they would be copied 8 bytes at once, which has to wait
 * until two stores of 4 have reached the cache.
 */
static inline bool read_good_vector(yyjson_val *value, const vrmi_json_field *field, float *out) {
    float vector[VRMI_JSON_MAX_FLOATS], x, y, z;
    uint32_t count = field->extra;
    double low = (double)field->min, high = (double)field->max;
    if (!unsafe_yyjson_is_arr(value) || unsafe_yyjson_get_len(value) != count) return false;
    if (count == 3) {
        if (!read_good_number(value + 1, low, high, &x) ||
            !read_good_number(value + 2, low, high, &y) ||
            !read_good_number(value + 3, low, high, &z)) {
            return false;
        }
        out[0] = x;
        out[1] = y;
        out[2] = z;
        return true;
    }
    for (uint32_t i = 0; i < count; ++i) {
        if (!read_good_number(value + 1 + i, low, high, &vector[i])) return false;
    }
    memcpy(out, vector, count * sizeof vector[0]);
    return true;
}

static bool read_vector(vrmi_load *load, const vrmi_json *at, const vrmi_json_field *field,
                        float *out) {
    return read_good_vector(at->value, field, out) || read_vector_slowly(load, at, field, out);
}

bool vrmi_json_vector(vrmi_load *load, const vrmi_json *at, uint32_t count, float *out) {
    const vrmi_json_field field = {"", 0, VRMI_JSON_FLOATS, (uint8_t)count, 0,
                                   0,  0, -FLT_MAX,         FLT_MAX,        NULL};
    return at->value != NULL && read_vector(load, at, &field, out);
}

static bool read_string(vrmi_load *load, const vrmi_json *at, vrm_string *out) {
    if (!unsafe_yyjson_is_str(at->value)) return wrong_type(load, at, "a string");
    out->data = unsafe_yyjson_get_str(at->value);
    out->length = (uint32_t)unsafe_yyjson_get_len(at->value);
    return true;
}

/* Names are short, and their lengths not known. The text may have NULs of its own. */
static bool is_named(const vrmi_json_choice *choice, const char *text, size_t length) {
    size_t i = 0;
    while (i < length && choice->name[i] == text[i] && text[i] != '\0') ++i;
    return i == length && choice->name[i] == '\0';
}

/* The one at the end of the list, without a name: the value is none of them, or is written in a way
 * that read_choice has to look at. */
static const vrmi_json_choice *find_choice(const vrmi_json_field *field, yyjson_val *value) {
    const vrmi_json_choice *choice = field->choices;
    if (unsafe_yyjson_is_str(value) && field->type == VRMI_JSON_TEXT) {
        const char *text = unsafe_yyjson_get_str(value);
        size_t length = unsafe_yyjson_get_len(value);
        while (choice->name != NULL && !is_named(choice, text, length)) ++choice;
    } else if (unsafe_yyjson_is_uint(value) && field->type == VRMI_JSON_NUMBER) {
        uint64_t number = unsafe_yyjson_get_uint(value);
        while (choice->name != NULL && (uint64_t)choice->value != number) ++choice;
    } else {
        while (choice->name != NULL) ++choice;
    }
    return choice;
}

static bool read_choice(vrmi_load *load, const vrmi_json *at, const vrmi_json_field *field,
                        int32_t *out) {
    const vrmi_json_choice *choice = find_choice(field, at->value);
    int64_t number;
    if (field->type == VRMI_JSON_TEXT) {
        if (!unsafe_yyjson_is_str(at->value)) return wrong_type(load, at, "a string");
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

/* --- Objects --- */

/* Out of the way of the loop that reads good fields. */
#if defined(__GNUC__)
#define VRMI_RARE __attribute__((noinline))
#else
#define VRMI_RARE
#endif

/* What a field held before it was read: the default. */
typedef union field_value {
    int32_t integer;
    uint64_t size;
    float number;
    float numbers[VRMI_JSON_MAX_FLOATS];
    vrm_string string;
    yyjson_val *value;
} field_value;

static size_t field_bytes(const vrmi_json_field *field) {
    switch ((vrmi_json_type)field->type) {
    case VRMI_JSON_SIZE:
        return sizeof(uint64_t);
    case VRMI_JSON_FLOATS:
        return field->extra * sizeof(float);
    case VRMI_JSON_STRING:
        return sizeof(vrm_string);
    case VRMI_JSON_ARRAY:
    case VRMI_JSON_OBJECT:
    case VRMI_JSON_ANY:
        return sizeof(yyjson_val *);
    default:
        return sizeof(int32_t);
    }
}

/*
 * What most fields are, when they are good, without a cursor, which only diagnostics need. Returns
 * the value behind it, which is known of a good one: to ask each value for its size would make the
 * processor wait for one after the other. NULL: nothing is written, and read_field has to look.
 */
static inline yyjson_val *read_good_field(const vrmi_load *load, yyjson_val *value,
                                          const vrmi_json_field *field, void *target,
                                          field_value *before) {
    const vrmi_json_choice *choice;
    double number;
    switch ((vrmi_json_type)field->type) {
    case VRMI_JSON_FLOAT:
        if (!unsafe_yyjson_is_real(value)) break;
        number = unsafe_yyjson_get_real(value);
        if (!(number >= (double)field->min && number <= (double)field->max)) break;
        before->number = *(float *)target;
        *(float *)target = (float)number;
        return value + 1;
    case VRMI_JSON_FLOATS:
        if (field->extra == 3) {
            memcpy(before, target, 3 * sizeof(float)); /* of a known size, it is no call */
        } else {
            memcpy(before, target, field->extra * sizeof(float));
        }
        if (!read_good_vector(value, field, target)) break;
        return value + 1 + field->extra;
    case VRMI_JSON_INDEX:
        if (!unsafe_yyjson_is_uint(value) ||
            unsafe_yyjson_get_uint(value) >= load->counts[field->extra]) {
            break;
        }
        before->integer = *(int32_t *)target;
        *(int32_t *)target = (int32_t)unsafe_yyjson_get_uint(value);
        return value + 1;
    case VRMI_JSON_STRING:
        if (!unsafe_yyjson_is_str(value)) break;
        before->string = *(vrm_string *)target;
        ((vrm_string *)target)->data = unsafe_yyjson_get_str(value);
        ((vrm_string *)target)->length = (uint32_t)unsafe_yyjson_get_len(value);
        return value + 1;
    case VRMI_JSON_ARRAY:
        if (!unsafe_yyjson_is_arr(value) || unsafe_yyjson_get_len(value) == 0) break;
        before->value = *(yyjson_val **)target;
        *(yyjson_val **)target = value;
        return unsafe_yyjson_get_next(value);
    case VRMI_JSON_OBJECT:
        if (!unsafe_yyjson_is_obj(value)) break;
        before->value = *(yyjson_val **)target;
        *(yyjson_val **)target = value;
        return unsafe_yyjson_get_next(value);
    case VRMI_JSON_ANY:
        before->value = *(yyjson_val **)target;
        *(yyjson_val **)target = value;
        return unsafe_yyjson_get_next(value);
    case VRMI_JSON_SIZE:
        if (!unsafe_yyjson_is_uint(value) || unsafe_yyjson_get_uint(value) > INT64_MAX) break;
        before->size = *(uint64_t *)target;
        *(uint64_t *)target = unsafe_yyjson_get_uint(value);
        return value + 1;
    case VRMI_JSON_TEXT:
    case VRMI_JSON_NUMBER:
        choice = find_choice(field, value);
        if (choice->name == NULL) break;
        before->integer = *(int32_t *)target;
        *(int32_t *)target = choice->value;
        return value + 1;
    case VRMI_JSON_BOOL:
    case VRMI_JSON_INTEGER:
        break;
    }
    return NULL;
}

static inline uint64_t load_8(const char *text) {
    uint64_t word;
    memcpy(&word, text, sizeof word);
    return word;
}

static inline uint32_t load_4(const char *text) {
    uint32_t word;
    memcpy(&word, text, sizeof word);
    return word;
}

/* Keys are short: two words that overlap do for most, without a call. */
static inline bool is_same_text(const char *a, const char *b, size_t length) {
    if (length >= 8 && length <= 16) {
        return ((load_8(a) ^ load_8(b)) | (load_8(a + length - 8) ^ load_8(b + length - 8))) == 0;
    }
    if (length >= 4 && length < 8) {
        return ((load_4(a) ^ load_4(b)) | (load_4(a + length - 4) ^ load_4(b + length - 4))) == 0;
    }
    if (length < 4) { /* keys are not empty */
        return a[0] == b[0] && a[length / 2] == b[length / 2] && a[length - 1] == b[length - 1];
    }
    return memcmp(a, b, length) == 0;
}

static inline bool is_field(const vrmi_json_field *field, const char *key, size_t length) {
    return field->key_length == length && is_same_text(field->key, key, length);
}

static VRMI_RARE void begin_order(vrmi_key_order *order, const vrmi_json_field *fields,
                                  uint32_t count) {
    order->fields = fields;
    order->count = count;
    order->required = 0;
    order->next[0] = 0;
    for (uint32_t i = 0; i < count; ++i) {
        /* Required fields stand first. */
        assert(i == 0 || fields[i - 1].is_required >= fields[i].is_required);
        if (fields[i].is_required) order->required |= UINT64_C(1) << i;
        order->next[i + 1] = (uint8_t)(i + 1 < count ? i + 1 : 0);
    }
}

/* Exporters write keys in the same order each time, but each in its own: what came last time is
 * tried first. Tables that share a place take turns, and lose nothing but time. */
static inline vrmi_key_order *find_order(vrmi_load *load, const vrmi_json_field *fields,
                                         uint32_t count) {
    uintptr_t place = (uintptr_t)fields / sizeof *fields;
    vrmi_key_order *order = &load->key_orders[place % VRMI_KEY_ORDERS];
    if (order->fields != fields || order->count != count) begin_order(order, fields, count);
    return order;
}

/* `count`: the table does not have it. */
static VRMI_RARE uint32_t find_field(const vrmi_json_field *fields, uint32_t count, uint32_t start,
                                     const char *key, size_t length) {
    for (uint32_t i = start; i < count; ++i) {
        if (is_field(&fields[i], key, length)) return i;
    }
    for (uint32_t i = 0; i < start; ++i) {
        if (is_field(&fields[i], key, length)) return i;
    }
    return count;
}

/* Of a key that is there twice the last one counts, as it does for every other reader of glTF that
 * we know: also where that one is bad. */
static VRMI_RARE void forget_field(vrmi_load *load, const vrmi_json *object,
                                   const vrmi_json_field *field, bool was_good, void *target,
                                   const field_value *before) {
    vrmi_json at = {object, NULL, field->key, field->key_length, 0};
    vrmi_load_found(load, VRMI_JSON_DUPLICATE_KEY, &at, VRMI_WITH(vrmi_quoted(vrmi_json_key(&at))));
    if (was_good) memcpy(target, before, field_bytes(field));
}

static VRMI_RARE bool read_field_slowly(vrmi_load *load, const vrmi_json *object, yyjson_val *value,
                                        const vrmi_json_field *field, void *target,
                                        field_value *before) {
    vrmi_json at = {object, value, field->key, field->key_length, 0};
    memcpy(before, target, field_bytes(field));
    return read_field(load, &at, field, target);
}

/* Bad ones have been reported. */
static VRMI_RARE void report_missing(vrmi_load *load, const vrmi_json *object,
                                     const vrmi_json_field *fields, uint64_t missing) {
    for (uint32_t i = 0; i < VRMI_MAX_FIELDS; ++i) {
        if (!vrmi_json_has(missing, i)) continue;
        vrmi_load_found(load, VRMI_FIELD_MISSING, object, VRMI_WITH(vrmi_words(fields[i].key)));
    }
}

uint64_t vrmi_json_read(vrmi_load *load, const vrmi_json *object, const vrmi_json_field *fields,
                        uint32_t field_count, void *record) {
    field_value before[VRMI_MAX_FIELDS]; /* of fields that were good */
    uint64_t good = 0, bad = 0;
    vrmi_key_order *order;
    uint8_t *next;
    yyjson_val *key;
    if (!yyjson_is_obj(object->value)) {
        if (object->value != NULL) wrong_type(load, object, "an object");
        return UINT64_C(1) << VRMI_JSON_INCOMPLETE;
    }
    assert(field_count > 0 && field_count <= VRMI_MAX_FIELDS);
    order = find_order(load, fields, field_count);
    next = order->next;
    key = unsafe_yyjson_get_first(object->value);
    for (size_t left = unsafe_yyjson_get_len(object->value); left != 0; --left) {
        const char *text = unsafe_yyjson_get_str(key);
        size_t length = unsafe_yyjson_get_len(key);
        yyjson_val *value = key + 1;
        uint32_t index = *next;
        const vrmi_json_field *field = &fields[index];
        uint64_t bit;
        void *target;
        if (!is_field(field, text, length)) {
            index = find_field(fields, field_count, index, text, length);
            if (index == field_count) {
                key = unsafe_yyjson_get_next(value);
                continue;
            }
            *next = (uint8_t)index;
            field = &fields[index];
        }
        next = &order->next[index + 1];
        target = (char *)record + field->offset;
        bit = UINT64_C(1) << index;
        if (((good | bad) & bit) != 0) {
            forget_field(load, object, field, (good & bit) != 0, target, &before[index]);
            good &= ~bit;
        }
        key = read_good_field(load, value, field, target, &before[index]);
        if (key == NULL) {
            key = unsafe_yyjson_get_next(value);
            if (!read_field_slowly(load, object, value, field, target, &before[index])) {
                bad |= bit;
                continue;
            }
        }
        good |= bit;
    }
    if ((good & order->required) != order->required) {
        report_missing(load, object, fields, order->required & ~(good | bad));
        good |= UINT64_C(1) << VRMI_JSON_INCOMPLETE;
    }
    return good;
}

/* --- Arrays of plain values --- */

/* Most lists are good, and are read without a cursor an element. */
static bool read_good_indices(const yyjson_val *array, uint32_t size, uint32_t count,
                              int32_t *indices) {
    for (uint32_t i = 0; i < size; ++i) {
        yyjson_val *value = (yyjson_val *)(uintptr_t)array + 1 + i;
        if (!unsafe_yyjson_is_uint(value) || unsafe_yyjson_get_uint(value) >= count) return false;
        indices[i] = (int32_t)unsafe_yyjson_get_uint(value);
    }
    return true;
}

bool vrmi_json_read_indices(vrmi_load *load, const vrmi_json *array, vrmi_table table,
                            const int32_t **out, uint32_t *out_count) {
    int32_t *indices = VRMI_TAKE(load->arena, int32_t, vrmi_json_size(array));
    vrmi_json_each each;
    uint32_t count = 0;
    if (indices == NULL) return vrmi_load_refused(load);
    *out = indices;
    *out_count = vrmi_json_size(array);
    if (read_good_indices(array->value, *out_count, load->counts[table], indices)) return true;
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
