/* Edits of a JSON text that leave every other byte as it is. */
#include "author/json/json_patch.h"
#include "support/fixture.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yyjson.h>

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof(array)[0]))

static vrm_string text_of(const char *text) {
    vrm_string string = {text, (uint32_t)strlen(text)};
    return string;
}

static vrmi_patch_operation set(const char *pointer, const char *value) {
    return (vrmi_patch_operation){VRMI_PATCH_SET, text_of(pointer), text_of(value),
                                  VRMI_PATCH_DONE};
}

static vrmi_patch_operation without(const char *pointer) {
    return (vrmi_patch_operation){VRMI_PATCH_REMOVE, text_of(pointer), {"", 0}, VRMI_PATCH_DONE};
}

static vrmi_patch_operation renamed(const char *pointer, const char *key) {
    return (vrmi_patch_operation){VRMI_PATCH_RENAME, text_of(pointer), text_of(key),
                                  VRMI_PATCH_DONE};
}

static vrmi_patch_operation kept_once(const char *pointer) {
    return (vrmi_patch_operation){VRMI_PATCH_KEEP_LAST, text_of(pointer), {"", 0}, VRMI_PATCH_DONE};
}

static const char *const problem_words[] = {"done",      "done once", "no memory", "bad pointer",
                                            "not there", "overlap",   "not JSON"};

/* The first operation that has a problem; `count` where none has. */
static unsigned problem_of(const vrmi_patch_operation *operations, uint32_t count) {
    uint32_t i = 0;
    while (i < count && operations[i].problem <= VRMI_PATCH_DONE_ONCE) ++i;
    return (unsigned)i;
}

/* The patched text, or the problem and its operation in words; for the caller to free. */
static char *patched(const char *text, vrmi_patch_operation *operations, uint32_t count) {
    vrmi_memory memory;
    vrmi_patched out;
    vrmi_patch_problem problem;
    char *copy;
    vrmi_memory_init(&memory, NULL);
    problem = vrmi_json_patch(&memory, text, strlen(text), operations, count, false, &out);
    copy = malloc(out.length + 64);
    if (problem == VRMI_PATCH_DONE) {
        memcpy(copy, out.text, out.length);
        copy[out.length] = '\0';
    } else {
        snprintf(copy, 64, "%s: %u", problem_words[problem], problem_of(operations, count));
    }
    if (out.text != NULL) vrmi_memory_release(&memory, out.text, out.length);
    CHECK_INT(memory.used_bytes, 0);
    return copy;
}

static void check_patch(const char *text, vrmi_patch_operation *operations, uint32_t count,
                        const char *expected) {
    char *got = patched(text, operations, count);
    CHECK_TEXT(got, expected);
    free(got);
}

#define CHECK_PATCH(text, expected, ...)                                                           \
    do {                                                                                           \
        vrmi_patch_operation list[] = {__VA_ARGS__};                                               \
        check_patch(text, list, COUNT(list), expected);                                            \
    } while (0)

TEST(a_value_is_set_and_nothing_else_changes) {
    CHECK_PATCH("{\"a\":1}", "{\"a\":2}", set("/a", "2"));
    CHECK_PATCH(" { \"a\" : 1e+00 , \"b\":\t[1.50,\"\\u0041\\/\"] } \n",
                " { \"a\" : 1e+00 , \"b\":\t[true,\"\\u0041\\/\"] } \n", set("/b/0", "true"));
    CHECK_PATCH("\xEF\xBB\xBF[0,[1,{\"x\":[]}],2]", "\xEF\xBB\xBF[0,[1,{\"x\":{}}],9]",
                set("/2", "9"), set("/1/1/x", "{}"));
    CHECK_PATCH("{\"a/b\":{\"m~n\":{\"\":0}}}", "{\"a/b\":{\"m~n\":{\"\":1}}}",
                set("/a~1b/m~0n/", "1"));
    /* Keys are what their escapes mean; they stay as they were written. */
    CHECK_PATCH("{\"\\u0061\\n\\ud83d\\ude00\":0,\"a\":1}",
                "{\"\\u0061\\n\\ud83d\\ude00\":5,\"a\":1}", set("/a\n\xF0\x9F\x98\x80", "5"));
    /* Brackets and quotes in strings are none. */
    CHECK_PATCH("[\"]}\\\"[\",{\"k\":\"\\\\\"},3]", "[\"]}\\\"[\",{\"k\":\"\\\\\"},4]",
                set("/2", "4"));
}

TEST(a_member_is_added_in_the_style_of_the_last_one) {
    CHECK_PATCH("{}", "{\"a\":1}", set("/a", "1"));
    CHECK_PATCH("{ }", "{\"a\":1 }", set("/a", "1"));
    CHECK_PATCH("{\"a\":1}", "{\"a\":1,\"q\\\"\\\\\\u0001\":2}", set("/q\"\\\x01", "2"));
    CHECK_PATCH("{\n  \"a\": 1\n}", "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}", set("/b", "2"),
                set("/c", "3"));
    CHECK_PATCH("{\"list\":[\n 1,\n 2 ]}", "{\"list\":[\n 1,\n 2,\n 3,\n 4 ]}", set("/list/-", "3"),
                set("/list/-", "4"));
    CHECK_PATCH("[]", "[0,1]", set("/-", "0"), set("/-", "1"));
    CHECK_PATCH("{\"a\":{\"b\":{}}}", "{\"a\":{\"b\":{\"c\":null}}}", set("/a/b/c", "null"));
}

TEST(a_member_is_removed_with_one_comma) {
    CHECK_PATCH("{\"a\":1}", "{}", without("/a"));
    CHECK_PATCH("{ \"a\":1 }", "{ }", without("/a"));
    CHECK_PATCH("{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}", "{\n  \"b\": 2,\n  \"c\": 3\n}",
                without("/a"));
    CHECK_PATCH("{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}", "{\n  \"a\": 1,\n  \"c\": 3\n}",
                without("/b"));
    CHECK_PATCH("{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}", "{\n  \"a\": 1,\n  \"b\": 2\n}",
                without("/c"));
    CHECK_PATCH("[0,1,2,3,4]", "[2]", without("/0"), without("/1"), without("/3"), without("/4"));
    CHECK_PATCH("[0,1,2]", "[]", without("/0"), without("/1"), without("/2"));
    /* All places are those of the text before. */
    CHECK_PATCH("[0,1,2]", "[7,9]", without("/0"), set("/1", "7"), without("/2"), set("/-", "9"));
    CHECK_PATCH("{\"a\":1,\"b\":2}", "{\"c\":3}", without("/a"), without("/b"), set("/c", "3"));
    CHECK_PATCH("[[1,2],[3]]", "[[2],[]]", without("/0/0"), without("/1/0"));
}

/* Readers differ in which of several members of one name counts: where one is set, the others go.
 * Operations that reach into one go into the last, which is the one that the library reads. */
TEST(members_of_the_same_name) {
    CHECK_PATCH("{\"a\":1,\"b\":2,\"a\":3}", "{\"a\":9,\"b\":2}", set("/a", "9"));
    CHECK_PATCH("{\"a\":1,\"b\":2,\"a\":3}", "{\"b\":2}", without("/a"));
    CHECK_PATCH("{\"a\":{\"x\":1},\"a\":{\"x\":2}}", "{\"a\":{\"x\":1},\"a\":{\"x\":9}}",
                set("/a/x", "9"));
    CHECK_PATCH("{\"a\":{},\"a\":{\"b\":{},\"b\":{\"c\":1},\"b\":[5]}}",
                "{\"a\":{},\"a\":{\"b\":{},\"b\":{\"c\":1},\"b\":[6]}}", set("/a/b/0", "6"));
}

TEST(problems_name_their_operation) {
    CHECK_PATCH("{}", "bad pointer: 0", set("", "1"));
    CHECK_PATCH("{}", "bad pointer: 1", set("/a", "1"), set("b", "1"));
    CHECK_PATCH("{}", "bad pointer: 0", set("/a~2", "1"));
    CHECK_PATCH("{}", "bad pointer: 0", set("/a~", "1"));
    CHECK_PATCH("{}", "not there: 0", without("/a"));
    CHECK_PATCH("{}", "not there: 0", set("/a/b", "1"));
    CHECK_PATCH("{\"a\":5}", "not there: 0", set("/a/b", "1"));
    CHECK_PATCH("[1]", "not there: 0", set("/1", "1"));
    CHECK_PATCH("[1]", "not there: 0", set("/00", "1"));
    CHECK_PATCH("[1]", "not there: 0", without("/-"));
    CHECK_PATCH("7", "not there: 0", set("/a", "1"));
    CHECK_PATCH("{\"a\":1}", "overlap: 1", set("/a", "1"), without("/a"));
    CHECK_PATCH("{\"a\":{}}", "overlap: 0", set("/a/b", "1"), set("/a", "1"));
    CHECK_PATCH("{}", "overlap: 1", set("/-", "1"), set("/-", "2"));
    CHECK_PATCH("{\"a\":1", "not JSON: 1", set("/a", "2"));
    CHECK_PATCH("{\"a\" 1}", "not JSON: 1", set("/a", "2"));
    CHECK_PATCH("[1 2]", "not JSON: 1", set("/1", "2"));
    CHECK_PATCH("[\"", "not JSON: 1", set("/0", "2"));
    CHECK_PATCH("{\"a\\", "not JSON: 1", set("/a", "2"));
    check_patch("{\"a\":1} ", NULL, 0, "{\"a\":1} ");
}

TEST(memory_may_be_refused_at_any_time) {
    vrmi_patch_operation list[] = {set("/b/-", "2"), without("/a")};
    static const char text[] = "{\"a\":1,\"b\":[]}";
    for (uint64_t most = 0;; ++most) {
        vrmi_memory memory;
        vrmi_patched out;
        vrmi_patch_problem problem;
        vrmi_memory_init(&memory, NULL);
        memory.max_allocations = most;
        problem = vrmi_json_patch(&memory, text, sizeof text - 1, list, COUNT(list), false, &out);
        if (problem == VRMI_PATCH_DONE) {
            CHECK(most >= 2);
            vrmi_memory_release(&memory, out.text, out.length);
            break;
        }
        REQUIRE(problem == VRMI_PATCH_NO_MEMORY && most < 100);
        CHECK(out.text == NULL);
        CHECK_INT(memory.used_bytes, 0);
    }
}

/* --- A real file --- */

static uint32_t next_random(uint32_t *state) { return *state = *state * 1664525u + 1013904223u; }

/* A pointer to a scalar of the document, chosen by chance. */
static bool choose_scalar(yyjson_val *value, uint32_t *state, char *out, size_t capacity) {
    const char *name;
    size_t length = 0;
    while (yyjson_is_ctn(value) && yyjson_get_len(value) > 0) {
        size_t pick = (next_random(state) >> 8) % yyjson_get_len(value);
        if (yyjson_is_arr(value)) {
            length += (size_t)snprintf(out + length, capacity - length, "/%zu", pick);
            value = yyjson_arr_get(value, pick);
        } else {
            yyjson_obj_iter each = yyjson_obj_iter_with(value);
            yyjson_val *key = yyjson_obj_iter_next(&each);
            while (pick-- > 0) key = yyjson_obj_iter_next(&each);
            name = yyjson_get_str(key);
            if (name == NULL || strpbrk(name, "/~") != NULL) return false;
            length += (size_t)snprintf(out + length, capacity - length, "/%s", name);
            value = yyjson_obj_iter_get_val(key);
        }
        if (length >= capacity) return false;
    }
    return length > 0 && !yyjson_is_ctn(value);
}

/* How many bytes two texts have in common, at the beginning and at the end. */
static void compare_ends(const char *a, size_t a_length, const char *b, size_t b_length,
                         size_t *out_front, size_t *out_back) {
    size_t most = a_length < b_length ? a_length : b_length, front = 0, back = 0;
    while (front < most && a[front] == b[front]) ++front;
    while (back < most - front && a[a_length - 1 - back] == b[b_length - 1 - back]) ++back;
    *out_front = front;
    *out_back = back;
}

static void check_one_edit(const char *json, size_t length, const char *pointer) {
    static const char mark[] = "\"~~edited~~\"";
    vrmi_patch_operation edit = set(pointer, mark);
    vrmi_memory memory;
    vrmi_patched out;
    yyjson_doc *before, *after;
    size_t front, back;
    vrmi_memory_init(&memory, NULL);
    REQUIRE(vrmi_json_patch(&memory, json, length, &edit, 1, false, &out) == VRMI_PATCH_DONE);
    before = yyjson_read(json, length, YYJSON_READ_NOFLAG);
    after = yyjson_read(out.text, out.length, YYJSON_READ_NOFLAG);
    REQUIRE(before != NULL && after != NULL);
    compare_ends(json, length, out.text, out.length, &front, &back);
    /* What differs is the value, and no more. */
    CHECK(out.length - front - back <= sizeof mark - 1);
    if (!yyjson_equals_str(yyjson_doc_ptr_get(after, pointer), "~~edited~~")) {
        CHECK_TEXT(pointer, "a place that has the new value");
    }
    yyjson_doc_free(before);
    yyjson_doc_free(after);
    vrmi_memory_release(&memory, out.text, out.length);
}

TEST(random_edits_of_samples_change_one_value) {
    static const char *const names[] = {"character-0.x.vrm", "character-1.0.vrm"};
    for (uint32_t f = 0; f < COUNT(names); ++f) {
        fixture file = fixture_sample(names[f]);
        uint32_t state = 7 + f, done = 0;
        const char *json;
        size_t length;
        yyjson_doc *document;
        char pointer[512];
        if (file.bytes == NULL) return;
        json = (const char *)file.bytes + 20;
        length = (size_t)file.bytes[12] | (size_t)file.bytes[13] << 8 |
                 (size_t)file.bytes[14] << 16 | (size_t)file.bytes[15] << 24;
        document = yyjson_read(json, length, YYJSON_READ_NOFLAG);
        REQUIRE(document != NULL);
        while (done < 100) {
            if (!choose_scalar(yyjson_doc_get_root(document), &state, pointer, sizeof pointer)) {
                continue;
            }
            check_one_edit(json, length, pointer);
            ++done;
        }
        yyjson_doc_free(document);
        fixture_free(&file);
    }
}

/* A key that is renamed keeps its place, its value and all white space. */
TEST(a_key_is_renamed) {
    CHECK_PATCH("{ \"a\" :1,\"b\": [2 ] }", "{ \"a\" :1,\"c\\\"\": [2 ] }", renamed("/b", "c\""));
    CHECK_PATCH("{\"a\":1,\"x\":0,\"a\":2}", "{\"b\":1,\"x\":0,\"b\":2}", renamed("/a", "b"));
    CHECK_PATCH("{}", "not there: 0", renamed("/a", "b"));
    CHECK_PATCH("[1]", "not there: 0", renamed("/0", "b"));
}

TEST(of_members_of_one_name_the_last_is_kept) {
    CHECK_PATCH("{\"a\":1, \"b\":2, \"a\":1, \"a\":3}", "{\"b\":2, \"a\":3}", kept_once("/a"));
    CHECK_PATCH("{\"a\":1}", "{\"a\":1}", kept_once("/a"));
    /* Members of an object that does not count are not met. */
    CHECK_PATCH("{\"o\":{\"a\":1,\"a\":1,\"a\":1},\"o\":{\"a\":2,\"a\":3}}",
                "{\"o\":{\"a\":1,\"a\":1,\"a\":1},\"o\":{\"a\":3}}", kept_once("/o/a"));
    CHECK_PATCH("{\"o\":{\"p\":{\"a\":1},\"p\":{\"a\":1}},\"o\":{\"p\":{\"a\":2}}}",
                "{\"o\":{\"p\":{\"a\":1},\"p\":{\"a\":1}},\"o\":{\"p\":{\"a\":9}}}",
                set("/o/p/a", "9"));
}

/* The text should have been parsed; where it was not, the patch ends with a problem. */
TEST(a_text_that_is_no_json) {
    CHECK_PATCH("", "not JSON: 1", set("/a", "1"));
    CHECK_PATCH("{\"a\":1,", "not JSON: 1", set("/a", "1"));
    CHECK_PATCH("{\"a\":1,b}", "not JSON: 1", set("/a", "1"));
    CHECK_PATCH("{\"a\":", "not JSON: 1", set("/b", "1"));
    CHECK_PATCH("{\"a\":[1,2", "not JSON: 1", set("/b", "1"));
    CHECK_PATCH("{\"a\":[\"x", "not JSON: 1", set("/b", "1"));
}

/* Keys with escapes are read, but for those that can be no part of a pointer. */
TEST(keys_with_escapes) {
    CHECK_PATCH("{\"\\u0061\":1,\"b\":2}", "{\"\\u0061\":3,\"b\":2}", set("/a", "3"));
    CHECK_PATCH("{\"\\n0123456789012345\":1,\"b\":2}", "{\"\\n0123456789012345\":1,\"b\":3}",
                set("/b", "3"));
    CHECK_PATCH("{\"\\q\":1,\"b\":2}", "{\"\\q\":1,\"b\":3}", set("/b", "3"));
    CHECK_PATCH("{\r\n\t\"a\":1\r\n}", "{\r\n\t\"a\":2\r\n}", set("/a", "2"));
    CHECK_PATCH("{\"a\":1,\"b\":2}", "{\"b\":2}", without("/a"), without("/a"));
}

/* Operations that cannot be done say so, and the others are done. */
TEST(operations_with_a_problem_can_be_left_out) {
    static const char text[] = "{\"a\":{\"b\":1},\"list\":[0],\"n\":5}";
    vrmi_patch_operation list[] = {set("/a", "2"),      set("/a/b", "3"),    set("/a", "2"),
                                   set("/x/y", "4"),    set("bad", "5"),     set("/bad~", "6"),
                                   set("/list/-", "7"), set("/list/-", "7"), without("/list/9"),
                                   set("/n/b/c", "8"),  set("/n/d", "8"),    without("/list/0")};
    static const vrmi_patch_problem problems[] = {
        VRMI_PATCH_DONE,        VRMI_PATCH_OVERLAP,     VRMI_PATCH_DONE_ONCE, VRMI_PATCH_NOT_THERE,
        VRMI_PATCH_BAD_POINTER, VRMI_PATCH_BAD_POINTER, VRMI_PATCH_DONE,      VRMI_PATCH_DONE,
        VRMI_PATCH_NOT_THERE,   VRMI_PATCH_NOT_THERE,   VRMI_PATCH_NOT_THERE, VRMI_PATCH_DONE};
    vrmi_memory memory;
    vrmi_patched out;
    vrmi_memory_init(&memory, NULL);
    REQUIRE(vrmi_json_patch(&memory, text, sizeof text - 1, list, COUNT(list), true, &out) ==
            VRMI_PATCH_DONE);
    CHECK_INT(out.length, strlen("{\"a\":2,\"list\":[7,7],\"n\":5}"));
    CHECK(memcmp(out.text, "{\"a\":2,\"list\":[7,7],\"n\":5}", out.length) == 0);
    for (uint32_t i = 0; i < COUNT(list); ++i) CHECK_INT(list[i].problem, problems[i]);
    vrmi_memory_release(&memory, out.text, out.length);
    REQUIRE(vrmi_json_patch(&memory, "7", 1, list, COUNT(list), true, &out) == VRMI_PATCH_DONE);
    CHECK_INT(out.length, 1);
    CHECK_INT(list[0].problem, VRMI_PATCH_NOT_THERE);
    vrmi_memory_release(&memory, out.text, out.length);
}

TEST_SUITE(json_patch, ENTRY(a_value_is_set_and_nothing_else_changes),
           ENTRY(a_member_is_added_in_the_style_of_the_last_one),
           ENTRY(a_member_is_removed_with_one_comma), ENTRY(members_of_the_same_name),
           ENTRY(problems_name_their_operation), ENTRY(memory_may_be_refused_at_any_time),
           ENTRY(random_edits_of_samples_change_one_value), ENTRY(a_key_is_renamed),
           ENTRY(of_members_of_one_name_the_last_is_kept), ENTRY(a_text_that_is_no_json),
           ENTRY(keys_with_escapes), ENTRY(operations_with_a_problem_can_be_left_out));
