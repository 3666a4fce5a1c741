/*
 * What we take for granted of yyjson's memory, in one place. test/gltf/json_layout_test.c asserts
 * all of it; to admit another version of yyjson, run that test with it and raise the bound below.
 *
 * A tree is one array of values in the order of the text: a container stands before what is in it,
 * a key before its value. So
 *   - the first value in a container is at container + 1,
 *   - the value of a key is at key + 1,
 *   - what follows a value that is no container is at value + 1,
 *   - the document and its values are one block of memory, which is freed as a whole.
 */
#ifndef VRMI_GLTF_JSON_LAYOUT_H
#define VRMI_GLTF_JSON_LAYOUT_H

#include <stdint.h>
#include <yyjson.h>

/* The versions with which all of this was tested: 0.10, 0.11 and 0.12. */
#define VRMI_YYJSON_IS_TESTED (YYJSON_VERSION_HEX >= 0x000A00 && YYJSON_VERSION_HEX < 0x000D00)

/*
 * 1: good fields are read by that layout, and what the parser did not need of its block is used
 * (vrmi_json_spare). 0: everything goes through yyjson's functions and the reader that reports,
 * which gives the same tables and diagnostics, and takes longer. So with versions that were not
 * tested, and with VRM_JSON_PLAIN.
 */
#if defined(VRM_JSON_PLAIN) || !VRMI_YYJSON_IS_TESTED
#define VRMI_JSON_FAST 0
#else
#define VRMI_JSON_FAST 1
#endif

/* The value of a key of an object. */
static inline yyjson_val *vrmi_json_value_of(yyjson_val *key) {
#if VRMI_JSON_FAST
    return key + 1;
#else
    return yyjson_obj_iter_get_val(key);
#endif
}

/*
 * How much memory the parser takes. It begins with one value for each 6 bytes of text, and some for
 * its header. Where that is too few it grows by half, and the old block is there until then: for n
 * values that is 2.5 n at most.
 */
enum {
    VRMI_YYJSON_VALUE_BYTES = 16,
    VRMI_YYJSON_TEXT_PER_VALUE = 6,
    VRMI_YYJSON_HEADER_VALUES = 64,
    VRMI_YYJSON_GROWN_BYTES_PER_VALUE = 40 /* 2.5 values */
};

/* What it asks for at first. */
static inline uint64_t vrmi_yyjson_first_bytes(uint64_t text_length) {
    return (text_length / VRMI_YYJSON_TEXT_PER_VALUE + VRMI_YYJSON_HEADER_VALUES) *
           VRMI_YYJSON_VALUE_BYTES;
}

/* What it has at most, for so many values. */
static inline uint64_t vrmi_yyjson_most_bytes(uint64_t text_length, uint64_t value_count) {
    uint64_t first = vrmi_yyjson_first_bytes(text_length);
    uint64_t grown = value_count * VRMI_YYJSON_GROWN_BYTES_PER_VALUE;
    return first > grown ? first : grown;
}

#endif
