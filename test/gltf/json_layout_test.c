/* What json_layout.h takes for granted of yyjson's memory, by yyjson's own functions. */
#include "gltf/json_layout.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

/* --- The order of values --- */

static yyjson_doc *read_text(const char *text, const yyjson_alc *allocator) {
    /* Not in place, so that literals will do; the tree is the same. */
    return yyjson_read_opts((char *)(uintptr_t)text, strlen(text), YYJSON_READ_NOFLAG, allocator,
                            NULL);
}

/* Checks a container and everything in it; the texts below are not deep. Returns the
 * value behind it. */
static yyjson_val *check_order(yyjson_val *value) {
    yyjson_val *expected = value + 1;
    if (yyjson_is_arr(value)) {
        yyjson_arr_iter each = yyjson_arr_iter_with(value);
        CHECK(unsafe_yyjson_get_first(value) == value + 1);
        for (yyjson_val *item; (item = yyjson_arr_iter_next(&each)) != NULL;) {
            CHECK(item == expected);
            expected = check_order(item);
        }
    } else if (yyjson_is_obj(value)) {
        yyjson_obj_iter each = yyjson_obj_iter_with(value);
        CHECK(unsafe_yyjson_get_first(value) == value + 1);
        for (yyjson_val *key; (key = yyjson_obj_iter_next(&each)) != NULL;) {
            CHECK(key == expected);
            CHECK(yyjson_obj_iter_get_val(key) == key + 1);
            CHECK(vrmi_json_value_of(key) == key + 1);
            expected = check_order(key + 1);
        }
    }
    CHECK(unsafe_yyjson_get_next(value) == expected);
    return expected;
}

TEST(values_stand_in_the_order_of_the_text) {
    static const char *const texts[] = {
        "1",
        "[]",
        "{}",
        "[1,-2,3.5,true,false,null,\"text\",\"\"]",
        "{\"a\":1,\"b\":[1,2,3],\"c\":{\"d\":\"e\",\"f\":{}},\"g\":[[],[[1]],{\"h\":[2]}],\"i\":0}",
        "[[[1,2],[3,4]],[{\"a\":[]},{\"b\":{\"c\":[1,{\"d\":2}]}}],5]",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        yyjson_doc *doc = read_text(texts[i], NULL);
        yyjson_val *root = yyjson_doc_get_root(doc);
        test_note("%s", texts[i]);
        REQUIRE(doc != NULL);
        CHECK_INT(check_order(root) - root, yyjson_doc_get_val_count(doc));
        yyjson_doc_free(doc);
    }
}

/* --- Memory --- */

typedef struct meter {
    size_t used, most, first;
    int live_blocks;
    const void *last_freed;
} meter;

static void count(meter *m, size_t size) {
    if (m->first == 0) m->first = size;
    m->used += size;
    m->live_blocks += 1;
    if (m->used > m->most) m->most = m->used;
}

enum { HEADER = 16 };

static void *take(void *context, size_t size) {
    unsigned char *block = malloc(size + HEADER);
    if (block == NULL) return NULL;
    memcpy(block, &size, sizeof size);
    count(context, size);
    return block + HEADER;
}

static void give(void *context, void *pointer) {
    meter *m = context;
    unsigned char *block = (unsigned char *)pointer - HEADER;
    size_t size;
    memcpy(&size, block, sizeof size);
    m->used -= size;
    m->live_blocks -= 1;
    m->last_freed = pointer;
    free(block);
}

/* As json_parse.c does: the old block is there until the new one has been filled. */
static void *take_again(void *context, void *pointer, size_t old_size, size_t size) {
    void *moved = take(context, size);
    if (moved == NULL) return NULL;
    memcpy(moved, pointer, old_size < size ? old_size : size);
    give(context, pointer);
    return moved;
}

/* `[1,1,…]` has the most values for its length, except nesting, which has the same number. */
static char *dense_text(size_t count_of_values) {
    char *text = malloc(count_of_values * 2 + 2);
    char *out = text;
    *out++ = '[';
    for (size_t i = 0; i < count_of_values; ++i) {
        *out++ = '1';
        *out++ = i + 1 < count_of_values ? ',' : ']';
    }
    *out = 0;
    return text;
}

TEST(the_parser_takes_no_more_memory_than_allowed) {
    static const size_t counts[] = {1, 2, 10, 100, 1000, 4096, 20000, 100000};
    CHECK_INT(sizeof(yyjson_val), VRMI_YYJSON_VALUE_BYTES);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; ++i) {
        char *text = dense_text(counts[i]);
        size_t length = strlen(text);
        /* In place, which takes no copy of the text. */
        char *padded = calloc(length + YYJSON_PADDING_SIZE, 1);
        meter m = {0};
        yyjson_alc allocator = {take, take_again, give, &m};
        yyjson_doc *doc;
        memcpy(padded, text, length);
        doc = yyjson_read_opts(padded, length, YYJSON_READ_INSITU, &allocator, NULL);
        test_note("%d values", (int)counts[i]);
        REQUIRE(doc != NULL);
        CHECK_INT(yyjson_doc_get_val_count(doc), counts[i] + 1);
        CHECK(m.first <= vrmi_yyjson_first_bytes(length));
        CHECK(m.most <= vrmi_yyjson_most_bytes(length, counts[i] + 1) + 4096);
        yyjson_doc_free(doc);
        CHECK_INT(m.live_blocks, 0);
        free(padded);
        free(text);
    }
}

TEST(a_document_is_one_block) {
    char *text = dense_text(1000);
    meter m = {0};
    yyjson_alc allocator = {take, take_again, give, &m};
    size_t length = strlen(text);
    char *padded = calloc(length + YYJSON_PADDING_SIZE, 1);
    yyjson_doc *doc;
    yyjson_val *root;
    memcpy(padded, text, length);
    doc = yyjson_read_opts(padded, length, YYJSON_READ_INSITU, &allocator, NULL);
    REQUIRE(doc != NULL);
    root = yyjson_doc_get_root(doc);
    CHECK_INT(m.live_blocks, 1);
    CHECK((uintptr_t)root > (uintptr_t)doc);
    CHECK((uintptr_t)unsafe_yyjson_get_next(root) <= (uintptr_t)doc + m.used);
    yyjson_doc_free(doc);
    CHECK(m.last_freed == doc);
    free(padded);
    free(text);
}

/* --- Versions --- */

TEST(the_fast_reader_is_on_for_versions_that_were_tested) {
#if defined(VRM_JSON_PLAIN)
    CHECK_INT(VRMI_JSON_FAST, 0);
#elif YYJSON_VERSION_HEX >= 0x000A00 && YYJSON_VERSION_HEX < 0x000D00
    CHECK_INT(VRMI_JSON_FAST, 1);
#else
    CHECK_INT(VRMI_JSON_FAST, 0);
#endif
}

TEST_SUITE(json_layout, ENTRY(values_stand_in_the_order_of_the_text),
           ENTRY(the_parser_takes_no_more_memory_than_allowed), ENTRY(a_document_is_one_block),
           ENTRY(the_fast_reader_is_on_for_versions_that_were_tested));
