/* Objects, by tables of their fields; and what of their fields is good, quickly. */
#include "gltf/json_fast.h"

#include <assert.h>
#include <string.h>

/* --- Good values --- */

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

bool vrmi_json_good_vector(yyjson_val *value, const vrmi_json_field *field, float *out) {
    return VRMI_JSON_FAST && read_good_vector(value, field, out);
}

/* Most lists are good, and are read without a cursor an element. */
bool vrmi_json_good_indices(yyjson_val *array, uint32_t size, uint32_t count, int32_t *indices) {
    if (!VRMI_JSON_FAST) return false;
    for (uint32_t i = 0; i < size; ++i) {
        yyjson_val *value = array + 1 + i;
        if (!unsafe_yyjson_is_uint(value) || unsafe_yyjson_get_uint(value) >= count) return false;
        indices[i] = (int32_t)unsafe_yyjson_get_uint(value);
    }
    return true;
}

/* Names are short, and their lengths not known. The text may have NULs of its own. */
static bool is_named(const vrmi_json_choice *choice, const char *text, size_t length) {
    size_t i = 0;
    while (i < length && choice->name[i] == text[i] && text[i] != '\0') ++i;
    return i == length && choice->name[i] == '\0';
}

const vrmi_json_choice *vrmi_json_find_choice(const vrmi_json_field *field, yyjson_val *value) {
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
 * processor wait for one after the other. NULL: nothing is written, and the reader of json.c has to
 * look.
 */
static inline yyjson_val *read_good_field(const vrmi_load *load, yyjson_val *value,
                                          const vrmi_json_field *field, void *target,
                                          field_value *before) {
    const vrmi_json_choice *choice;
    double number;
    if (!VRMI_JSON_FAST) return NULL;
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
        choice = vrmi_json_find_choice(field, value);
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
    return vrmi_json_read_field(load, &at, field, target);
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
        if (object->value != NULL) vrmi_json_wrong_type(load, object, "an object");
        return UINT64_C(1) << VRMI_JSON_INCOMPLETE;
    }
    assert(field_count > 0 && field_count <= VRMI_MAX_FIELDS);
    order = find_order(load, fields, field_count);
    next = order->next;
    key = unsafe_yyjson_get_first(object->value);
    for (size_t left = unsafe_yyjson_get_len(object->value); left != 0; --left) {
        const char *text = unsafe_yyjson_get_str(key);
        size_t length = unsafe_yyjson_get_len(key);
        yyjson_val *value = vrmi_json_value_of(key);
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
