/* Operations of a fix: changes of a JSON text that leave every other byte as it is. */
#include "author/fix/fix.h"
#include "support/fixture.h"
#include "support/refusals.h"
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

/* --- Asking by pointers --- */

typedef struct asked {
    vrmi_fix_kind kind;
    const char *pointer; /* of ADD: of the container */
    const char *key, *json;
} asked;

static asked set(const char *pointer, const char *json) {
    return (asked){VRMI_FIX_REPLACE, pointer, "", json};
}

static asked added(const char *pointer, const char *key, const char *json) {
    return (asked){VRMI_FIX_ADD, pointer, key, json};
}

static asked without(const char *pointer) { return (asked){VRMI_FIX_REMOVE, pointer, "", ""}; }

static asked renamed(const char *pointer, const char *key) {
    return (asked){VRMI_FIX_RENAME, pointer, key, ""};
}

static asked kept_once(const char *pointer) { return (asked){VRMI_FIX_KEEP_LAST, pointer, "", ""}; }

static void ask(vrmi_fix *fix, const asked *one) {
    vrmi_value *value =
        one->pointer[0] != '\0' ? vrmi_fix_find(fix, text_of(one->pointer)) : fix->tree.root;
    switch (one->kind) {
    case VRMI_FIX_REPLACE:
        vrmi_fix_replace(fix, value, one->json);
        break;
    case VRMI_FIX_REMOVE:
        vrmi_fix_remove(fix, value);
        break;
    case VRMI_FIX_RENAME:
        vrmi_fix_rename(fix, value, one->key);
        break;
    case VRMI_FIX_KEEP_LAST:
        vrmi_fix_keep_last(fix, value);
        break;
    default:
        if (one->key[0] != '\0') {
            vrmi_fix_set(fix, value, one->key, one->json);
        } else {
            vrmi_fix_append(fix, value, one->json);
        }
        break;
    }
}

static bool begin(vrmi_fix *fix, vrmi_memory *memory, const char *text, size_t length) {
    memset(fix, 0, sizeof *fix);
    fix->steps = 1 << 20;
    vrmi_arena_init(&fix->arena, memory, 0);
    return vrmi_tree_open(&fix->tree, memory, text, length);
}

static void end(vrmi_fix *fix, vrmi_memory *memory) {
    vrmi_tree_release(&fix->tree);
    vrmi_arena_release(&fix->arena);
    CHECK_INT(memory->used_bytes, 0);
}

/* `states` has a letter for each operation: d for done, o for done once and s for skipped. */
static void check_operations(const char *text, const asked *list, uint32_t count,
                             const char *expected, const char *states) {
    static const char letters[] = "?dos";
    vrmi_memory memory;
    vrmi_fix fix;
    char *out = NULL, *copy, found[64] = "";
    size_t length = 0;
    vrmi_memory_init(&memory, NULL);
    REQUIRE(begin(&fix, &memory, text, strlen(text)));
    for (uint32_t i = 0; i < count; ++i) ask(&fix, &list[i]);
    vrmi_fix_apply(&fix);
    CHECK(!fix.is_refused);
    REQUIRE(vrmi_tree_write(&fix.tree, &memory, &out, &length));
    copy = calloc(1, length + 1);
    memcpy(copy, out, length);
    CHECK_TEXT(copy, expected);
    for (uint32_t i = 0; i < fix.operation_count && i < sizeof found - 1; ++i) {
        found[i] = letters[fix.operations[i].state];
    }
    if (states != NULL) CHECK_TEXT(found, states);
    free(copy);
    vrmi_memory_release(&memory, out, length);
    end(&fix, &memory);
}

#define CHECK_DONE(text, expected, ...)                                                            \
    do {                                                                                           \
        const asked list[] = {__VA_ARGS__};                                                        \
        check_operations(text, list, COUNT(list), expected, NULL);                                 \
    } while (0)
#define CHECK_STATES(text, expected, states, ...)                                                  \
    do {                                                                                           \
        const asked list[] = {__VA_ARGS__};                                                        \
        check_operations(text, list, COUNT(list), expected, states);                               \
    } while (0)

TEST(a_value_is_set_and_nothing_else_changes) {
    CHECK_DONE("{\"a\":1}", "{\"a\":2}", set("/a", "2"));
    CHECK_DONE(" { \"a\" : 1e+00 , \"b\":\t[1.50,\"\\u0041\\/\"] } \n",
               " { \"a\" : 1e+00 , \"b\":\t[true,\"\\u0041\\/\"] } \n", set("/b/0", "true"));
    CHECK_DONE("\xEF\xBB\xBF[0,[1,{\"x\":[]}],2]", "\xEF\xBB\xBF[0,[1,{\"x\":{}}],9]",
               set("/2", "9"), set("/1/1/x", "{}"));
    CHECK_DONE("{\"a/b\":{\"m~n\":{\"\":0}}}", "{\"a/b\":{\"m~n\":{\"\":1}}}",
               set("/a~1b/m~0n/", "1"));
    /* Keys are what their escapes mean; they stay as they were written. */
    CHECK_DONE("{\"\\u0061\\n\\ud83d\\ude00\":0,\"a\":1}",
               "{\"\\u0061\\n\\ud83d\\ude00\":5,\"a\":1}", set("/a\n\xF0\x9F\x98\x80", "5"));
    /* Brackets and quotes in strings are none. */
    CHECK_DONE("[\"]}\\\"[\",{\"k\":\"\\\\\"},3]", "[\"]}\\\"[\",{\"k\":\"\\\\\"},4]",
               set("/2", "4"));
    CHECK_DONE("{\"a\":5}", "{\"a\":5}", set("/a/b", "1"), added("/a", "b", "1"), set("/b", "1"));
}

/* New members come in the order of their keys, and new elements as they were asked for. */
TEST(what_is_added_looks_like_the_last_one) {
    CHECK_DONE("{}", "{\"a\":1}", added("", "a", "1"));
    CHECK_DONE("{ }", "{\"a\":1 }", added("", "a", "1"));
    CHECK_DONE("{\n  \"a\": 1\n}", "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}",
               added("", "c", "3"), added("", "b", "2"));
    CHECK_DONE("{\"list\":[\n 1,\n 2 ]}", "{\"list\":[\n 1,\n 2,\n 4,\n 3 ]}",
               added("/list", "", "4"), added("/list", "", "3"));
    CHECK_DONE("[]", "[0,1]", added("", "", "0"), added("", "", "1"));
    CHECK_DONE("{\"a\":{\"b\":{}}}", "{\"a\":{\"b\":{\"c\":null}}}", added("/a/b", "c", "null"));
}

TEST(what_is_removed_goes_with_one_comma) {
    CHECK_DONE("{\"a\":1}", "{}", without("/a"));
    CHECK_DONE("{ \"a\":1 }", "{ }", without("/a"));
    CHECK_DONE("{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}", "{\n  \"b\": 2,\n  \"c\": 3\n}",
               without("/a"));
    CHECK_DONE("{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}", "{\n  \"a\": 1,\n  \"b\": 2\n}",
               without("/c"));
    CHECK_DONE("[0,1,2,3,4]", "[2]", without("/0"), without("/1"), without("/3"), without("/4"));
    CHECK_DONE("[0,1,2]", "[]", without("/0"), without("/1"), without("/2"));
    /* All places are those of the text before. */
    CHECK_DONE("[0,1,2]", "[7,9]", without("/0"), set("/1", "7"), without("/2"),
               added("", "", "9"));
    CHECK_DONE("{\"a\":1,\"b\":2}", "{\"c\":3}", without("/a"), without("/b"), added("", "c", "3"));
    CHECK_DONE("[[1,2],[3]]", "[[2],[]]", without("/0/0"), without("/1/0"));
    CHECK_DONE("{\"o\":[{\"x\":1,\"y\":2},3,4]}", "{\"o\":[{\"y\":2},4]}", without("/o/1"),
               without("/o/0/x"));
}

/* Readers differ in which of several members of one name counts: where one is set, the others go.
 * Operations that reach into one go into the last, which is the one that the library reads. */
TEST(members_of_the_same_name) {
    CHECK_DONE("{\"a\":1,\"b\":2,\"a\":3}", "{\"a\":9,\"b\":2}", set("/a", "9"));
    CHECK_DONE("{\"a\":1,\"b\":2,\"\\u0061\":3}", "{\"b\":2}", without("/a"));
    CHECK_DONE("{\"a\":{\"x\":1},\"a\":{\"x\":2}}", "{\"a\":{\"x\":1},\"a\":{\"x\":9}}",
               set("/a/x", "9"));
    CHECK_DONE("{\"a\":1, \"b\":2, \"a\":1, \"a\":3}", "{\"b\":2, \"a\":3}", kept_once("/a"));
    CHECK_DONE("{\"a\":1}", "{\"a\":1}", kept_once("/a"));
    CHECK_DONE("{\"o\":{\"a\":1,\"a\":1,\"a\":1},\"o\":{\"a\":2,\"a\":3}}",
               "{\"o\":{\"a\":1,\"a\":1,\"a\":1},\"o\":{\"a\":3}}", kept_once("/o/a"));
    /* Several names of one object, each of them twice. */
    CHECK_DONE("{\"a\":1,\"b\":1,\"c\":1,\"a\":2,\"b\":2,\"c\":2}", "{\"c\":9,\"b\":2}",
               without("/a"), kept_once("/b"), set("/c", "9"));
    CHECK_DONE("{ \"a\" :1,\"b\": [2 ] }", "{ \"a\" :1,\"c\\\"\": [2 ] }", renamed("/b", "c\""));
    CHECK_DONE("{\"a\":1,\"x\":0,\"a\":2}", "{\"b\":1,\"x\":0,\"b\":2}", renamed("/a", "b"));
}

/* Of several operations at one place the first is done, and none within a value that changes. */
TEST(operations_that_get_in_each_others_way) {
    CHECK_STATES("{\"a\":1}", "{\"a\":2}", "dos", set("/a", "2"), set("/a", "2"), without("/a"));
    CHECK_STATES("{\"a\":{\"b\":1}}", "{\"a\":2}", "sd", set("/a/b", "3"), set("/a", "2"));
    CHECK_STATES("{\"a\":[{\"b\":1,\"b\":1}]}", "{}", "ssd", kept_once("/a/0/b"),
                 added("/a/0", "c", "1"), without("/a"));
    CHECK_STATES("{\"a\":{\"x\":1}}", "{\"b\":{\"x\":1}}", "ssd", set("/a/x", "2"),
                 added("/a", "y", "2"), renamed("/a", "b"));
    CHECK_STATES("{\"a\":[]}", "{}", "sd", added("/a", "", "1"), without("/a"));
    CHECK_STATES("{}", "{\"a\":1,\"b\":1}", "dods", added("", "b", "1"), added("", "b", "1"),
                 added("", "a", "1"), added("", "a", "2"));
    CHECK_STATES("{\"a\":1}", "{\"b\":1}", "ds", renamed("/a", "b"), renamed("/a", "c"));
    CHECK_STATES("{\"a\":{\"b\":1}}", "{\"a\":2}", "sdo", set("/a/b", "3"), set("/a", "2"),
                 set("/a", "2"));
}

/* --- Equal values --- */

static bool are_equal(const char *a, const char *b) {
    vrmi_memory memory;
    vrmi_fix fix;
    char text[8192];
    bool is_equal;
    vrmi_memory_init(&memory, NULL);
    snprintf(text, sizeof text, "[%s,%s]", a, b);
    CHECK(begin(&fix, &memory, text, strlen(text)));
    is_equal = vrmi_fix_are_equal(&fix, vrmi_value_at(&fix.tree, fix.tree.root, 0),
                                  vrmi_value_at(&fix.tree, fix.tree.root, 1));
    end(&fix, &memory);
    return is_equal;
}

/* Values are equal whatever white space is in them, and however a scalar is spelled. */
TEST(er_022_values_that_are_equal) {
    static const char *const equal[][2] = {
        {"{}", "{ }"},    {"[1, 2]", "[1,2 ]"}, {"{\"a\":[1]}", "{ \"a\" : [ 1 ] }"},
        {"1.0", "1.00"},  {"1e1", "10.0"},      {"\"a\\u0062\"", "\"\\u0061b\""},
        {"null", "null"}, {"\" \"", "\" \""},   {"{\"\\u0061\":1}", "{\"\\u0061\":1}"},
    };
    static const char *const other[][2] = {
        {"{}", "[]"},
        {"[1,2]", "[1]"},
        {"[]", "[[]]"},
        {"[[],1]", "[[1]]"},
        {"[1,2]", "[12]"},
        {"[\"a\"]", "\"a\""},
        {"1", "1.0"},
        {"0", "-0"},
        {"1", "2"},
        {"1", "\"1\""},
        {"null", "0"},
        {"true", "false"},
        {"\"a\"", "\"ab\""},
        {"\"a \"", "\"a\""},
        {"\"a\\n\"", "\"b\\n\""},
        {"{\"a\":1}", "{\"b\":1}"},
        {"{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}"},
    };
    char a[2048], b[2048];
    for (uint32_t i = 0; i < COUNT(equal); ++i) {
        test_note("%s, %s", equal[i][0], equal[i][1]);
        CHECK(are_equal(equal[i][0], equal[i][1]) && are_equal(equal[i][1], equal[i][0]));
    }
    for (uint32_t i = 0; i < COUNT(other); ++i) {
        test_note("%s, %s", other[i][0], other[i][1]);
        CHECK(!are_equal(other[i][0], other[i][1]) && !are_equal(other[i][1], other[i][0]));
    }
    test_note(NULL);
    /* Long ones are compared as they are spelled. */
    snprintf(a, sizeof a, "\"%01000d\"", 0);
    snprintf(b, sizeof b, "\"\\u0030%0999d\"", 0);
    CHECK(are_equal(a, a) && !are_equal(a, b));
}

/* --- Memory --- */

static bool change_everything(vrmi_memory *memory) {
    static const char text[] = "{\"a\":1,\"b\":[],\"\\u0063\":2,\"c\":3,\"d~\":0}";
    const asked list[] = {added("/b", "", "2"), without("/a"),          renamed("/c", "e"),
                          added("", "f", "1"),  set("/d~0", "\"new\""), added("", "f", "1")};
    vrmi_fix fix;
    char *out;
    size_t length;
    bool is_good = begin(&fix, memory, text, sizeof text - 1);
    for (uint32_t i = 0; is_good && i < 20; ++i) ask(&fix, &list[i % COUNT(list)]);
    if (is_good) vrmi_fix_apply(&fix);
    is_good = is_good && !fix.is_refused && vrmi_tree_write(&fix.tree, memory, &out, &length);
    if (is_good) vrmi_memory_release(memory, out, length);
    end(&fix, memory);
    return is_good;
}

TEST(er_020_memory_may_be_refused_to_operations) {
    for (uint64_t most = 0;; ++most) {
        vrmi_memory memory;
        vrmi_memory_init(&memory, NULL);
        memory.max_allocations = most;
        if (change_everything(&memory)) break;
        REQUIRE(most < 100);
    }
    for (int64_t at = 0; refusals_work(); ++at) {
        vrmi_memory memory;
        bool is_good, is_refused;
        vrmi_memory_init(&memory, NULL);
        refuse_piece(at);
        is_good = change_everything(&memory);
        is_refused = pieces_asked() > at;
        refuse_piece(-1);
        CHECK(is_good != is_refused);
        if (!is_refused) break;
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
    const asked edit = set(pointer, mark);
    vrmi_memory memory;
    vrmi_fix fix;
    char *out;
    size_t out_length;
    yyjson_doc *before, *after;
    size_t front, back;
    vrmi_memory_init(&memory, NULL);
    REQUIRE(begin(&fix, &memory, json, length));
    ask(&fix, &edit);
    vrmi_fix_apply(&fix);
    REQUIRE(vrmi_tree_write(&fix.tree, &memory, &out, &out_length));
    before = yyjson_read(json, length, YYJSON_READ_NOFLAG);
    after = yyjson_read(out, out_length, YYJSON_READ_NOFLAG);
    REQUIRE(before != NULL && after != NULL);
    compare_ends(json, length, out, out_length, &front, &back);
    /* What differs is the value, and no more. */
    CHECK(out_length - front - back <= sizeof mark - 1);
    if (!yyjson_equals_str(yyjson_doc_ptr_get(after, pointer), "~~edited~~")) {
        CHECK_TEXT(pointer, "a place that has the new value");
    }
    yyjson_doc_free(before);
    yyjson_doc_free(after);
    vrmi_memory_release(&memory, out, out_length);
    end(&fix, &memory);
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

TEST_SUITE(operations, ENTRY(a_value_is_set_and_nothing_else_changes),
           ENTRY(what_is_added_looks_like_the_last_one), ENTRY(what_is_removed_goes_with_one_comma),
           ENTRY(members_of_the_same_name), ENTRY(operations_that_get_in_each_others_way),
           ENTRY(er_022_values_that_are_equal), ENTRY(er_020_memory_may_be_refused_to_operations),
           ENTRY(random_edits_of_samples_change_one_value));
