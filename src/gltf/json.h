/*
 * JSON behind a cursor that always knows where it is.
 *
 * A cursor is a value and the way to it: cursors link to their parents on the stack, so that a JSON
 * pointer costs nothing until a diagnostic needs one.
 *
 * Objects are read by a table of their fields (vrmi_json_field): the table is the schema, in one
 * place, and the reader does for every field what requirements ER-011, ER-012, ER-013, GL-033,
 * GL-034 and GL-035 ask.
 */
#ifndef VRMI_GLTF_JSON_H
#define VRMI_GLTF_JSON_H

#include "base/private_api.h"
#include "gltf/json_layout.h"
#include "gltf/session.h"

#include <float.h>
#include <string.h>
#include <yyjson.h>

typedef struct vrmi_json {
    const struct vrmi_json *parent; /* NULL: the root */
    yyjson_val *value;              /* NULL: the place is known, and nothing stands there */
    const char *key;                /* NULL: an element of an array */
    uint32_t key_length;
    uint32_t index;
} vrmi_json;

vrmi_json vrmi_json_root(yyjson_val *value);
/* The member `key` of an object; its value is NULL where the object lacks it. */
VRMI_API vrmi_json vrmi_json_member(const vrmi_json *object, const char *key);
/* Reports what is wrong with the member `key`; where the object lacks it, with the object. */
void vrmi_json_found(vrmi_load *load, vrmi_diagnostic_id id, const vrmi_json *object,
                     const char *key, const vrmi_argument *arguments);

/* The member that a field table found, or the place where it should have been. Inline, so that the
 * length of a literal costs nothing. */
static inline vrmi_json vrmi_json_at(const vrmi_json *object, const char *key, yyjson_val *value) {
    vrmi_json member = {object, value, key, (uint32_t)strlen(key), 0};
    return member;
}

/* Goes over an array or an object; anything else is empty. */
typedef struct vrmi_json_each {
    vrmi_json item;
    yyjson_val *next;
    uint32_t left;
} vrmi_json_each;

static inline vrmi_json_each vrmi_json_begin(const vrmi_json *container) {
    vrmi_json_each each;
    memset(&each, 0, sizeof each);
    each.item.parent = container;
    if (yyjson_is_ctn(container->value)) {
        each.left = (uint32_t)unsafe_yyjson_get_len(container->value);
        each.next = unsafe_yyjson_get_first(container->value);
        /* The first step of vrmi_json_next adds one. */
        each.item.index = UINT32_MAX;
    }
    return each;
}

static inline bool vrmi_json_next(vrmi_json_each *each) {
    if (each->left == 0) return false;
    each->left -= 1;
    each->item.index += 1;
    each->item.value = each->next;
    if (unsafe_yyjson_is_obj(each->item.parent->value)) {
        each->item.key = unsafe_yyjson_get_str(each->next);
        each->item.key_length = (uint32_t)unsafe_yyjson_get_len(each->next);
        each->item.value = vrmi_json_value_of(each->next);
    }
    each->next = unsafe_yyjson_get_next(each->item.value);
    return true;
}

/* The number of elements of an array; 0 for anything else. */
static inline uint32_t vrmi_json_size(const vrmi_json *array) {
    return (uint32_t)yyjson_arr_size(array->value);
}
VRMI_API vrm_string vrmi_json_key(const vrmi_json *item);

struct vrmi_text;
/* Appends the JSON pointer of a place: the way to it from the root. */
VRMI_API void vrmi_json_append_pointer(struct vrmi_text *text, const vrmi_json *at);

typedef enum vrmi_json_type {
    VRMI_JSON_BOOL,    /* int32_t 0 or 1 */
    VRMI_JSON_INTEGER, /* int32_t */
    VRMI_JSON_SIZE,    /* uint64_t */
    VRMI_JSON_FLOAT,   /* float */
    VRMI_JSON_FLOATS,  /* float[extra], at most VRMI_JSON_MAX_FLOATS */
    VRMI_JSON_STRING,  /* vrm_string, in the text of the JSON */
    VRMI_JSON_INDEX,   /* int32_t index into the table `extra` (a vrmi_table) */
    VRMI_JSON_TEXT,    /* int32_t, one of `choices`, by name */
    VRMI_JSON_NUMBER,  /* int32_t, one of `choices`, by number */
    VRMI_JSON_ARRAY,   /* yyjson_val *, an array; one that may not be empty where `extra` is 1 */
    VRMI_JSON_OBJECT,  /* yyjson_val *, an object */
    VRMI_JSON_ANY      /* yyjson_val * */
} vrmi_json_type;

#define VRMI_JSON_MAX_FLOATS 16

/* One of the values that a field can have. The list ends with a NULL name. */
typedef struct vrmi_json_choice {
    const char *name;
    int32_t value;
} vrmi_json_choice;

/* Required fields stand first in their table, which has at most VRMI_MAX_FIELDS. Keys are not
 * empty.
 */
typedef struct vrmi_json_field {
    const char *key;
    uint8_t key_length;
    uint8_t type;  /* a vrmi_json_type */
    uint8_t extra; /* see there */
    uint8_t is_required;
    uint16_t offset;   /* in the record */
    uint8_t has_range; /* of INTEGER, FLOAT and FLOATS; without one, any finite float is within */
    float min, max;
    const vrmi_json_choice *choices;
} vrmi_json_field;

#define VRMI_FIELD_OF(record, member, key, type, extra, required, min, max, choices)               \
    {                                                                                              \
        key, sizeof(key) - 1, VRMI_JSON_##type, extra, required, offsetof(record, member),         \
            (min) != 0 || (max) != 0, (min) != 0 || (max) != 0 ? (min) : -FLT_MAX,                 \
            (min) != 0 || (max) != 0 ? (max) : FLT_MAX, choices                                    \
    }

#define VRMI_FIELD(record, member, key, type)                                                      \
    VRMI_FIELD_OF(record, member, key, type, 0, 0, 0, 0, NULL)
/* `min` and `max` 0: any. */
#define VRMI_FIELD_RANGE(record, member, key, type, min, max)                                      \
    VRMI_FIELD_OF(record, member, key, type, 0, 0, min, max, NULL)
#define VRMI_FIELD_FLOATS(record, member, key, count, min, max)                                    \
    VRMI_FIELD_OF(record, member, key, FLOATS, count, 0, min, max, NULL)
#define VRMI_FIELD_INDEX(record, member, key, table, required)                                     \
    VRMI_FIELD_OF(record, member, key, INDEX, table, required, 0, 0, NULL)
/* glTF has no empty arrays; the extensions of VRM do. */
#define VRMI_FIELD_LIST(record, member, key, required)                                             \
    VRMI_FIELD_OF(record, member, key, ARRAY, 1, required, 0, 0, NULL)
#define VRMI_FIELD_CHOICE(record, member, key, type, choices, required)                            \
    VRMI_FIELD_OF(record, member, key, type, 0, required, 0, 0, choices)
#define VRMI_FIELD_REQUIRED(record, member, key, type)                                             \
    VRMI_FIELD_OF(record, member, key, type, 0, 1, 0, 0, NULL)

/*
 * Reads the fields of an object into `record`, which holds the defaults. Returns the fields that
 * were there and good, bit i for fields[i]; keys that the table does not have are
 * ignored (GL-031).
 *
 * Bit VRMI_JSON_INCOMPLETE: a required field is missing or bad, or this is not an object. The
 * diagnostic has been made; the caller leaves the element out.
 */
#define VRMI_JSON_INCOMPLETE 63
uint64_t vrmi_json_read(vrmi_load *load, const vrmi_json *object, const vrmi_json_field *fields,
                        uint32_t field_count, void *record);
#define VRMI_JSON_READ(load, object, fields, record)                                               \
    vrmi_json_read((load), (object), (fields), sizeof(fields) / sizeof(fields)[0], (record))

static inline bool vrmi_json_has(uint64_t found, uint32_t field) {
    return ((found >> field) & 1) != 0;
}

/* Arrays of plain values, into the arena of the load. Elements that cannot be used are left out,
 * with a diagnostic; `*out` is never NULL after VRM_OK. False: memory was refused. */
bool vrmi_json_read_indices(vrmi_load *load, const vrmi_json *array, vrmi_table table,
                            const int32_t **out, uint32_t *out_count);
bool vrmi_json_read_numbers(vrmi_load *load, const vrmi_json *array, const float **out,
                            uint32_t *out_count);
bool vrmi_json_read_strings(vrmi_load *load, const vrmi_json *array, const vrm_string **out,
                            uint32_t *out_count);

/* One index (GL-033, GL-034). False: it cannot be used, and the diagnostic has been made. (None is
 * made for null and -1 where the load says that they mean nothing.) */
bool vrmi_json_index(vrmi_load *load, const vrmi_json *at, vrmi_table table, int32_t *out);
/* The same for a list that is no glTF table: `count` elements, called `plural`. */
bool vrmi_json_index_below(vrmi_load *load, const vrmi_json *at, uint32_t count, const char *plural,
                           int32_t *out);

/* An array of exactly `count` numbers (ER-013). False: there is none, or it cannot be used, and the
 * diagnostic has been made. */
bool vrmi_json_vector(vrmi_load *load, const vrmi_json *at, uint32_t count, float *out);

/* The deepest that max_json_depth can ask for. */
#define VRMI_JSON_MAX_DEPTH 1024

/*
 * A parsed JSON chunk. yyjson parses in place: `text` is our copy of the chunk, in which strings
 * end up unescaped and ended by a NUL. They stay valid when the tree is let go.
 */
typedef struct vrmi_json_tree {
    yyjson_doc *tree;
    char *text;
    size_t text_bytes;
} vrmi_json_tree;

/* Parses within the limits of the load. False: the load has failed, and `out` is empty. */
bool vrmi_json_parse(vrmi_load *load, const char *text, size_t length, uint64_t byte_offset,
                     vrmi_json_tree *out);

/* Whether what a text nests is at most `limit` deep, before it is parsed. Slow. */
VRMI_API bool vrmi_json_text_depth_fits(const char *text, size_t length, uint32_t limit);

/* The memory behind the last value of the tree, which the parser allocated and did not use. The
 * caller may use it while the tree exists. NULL: there is none. */
void *vrmi_json_spare(const vrmi_json_tree *json, size_t *out_bytes);

void vrmi_json_release_tree(vrmi_json_tree *json);
void vrmi_json_release(vrmi_json_tree *json, vrmi_memory *memory);

#endif
