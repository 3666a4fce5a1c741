/* A tree over JSON text: what is not changed is written as it was. */
#include "author/json/json_tree.h"
#include "support/refusals.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static vrm_string words(const char *text) {
    vrm_string string = {text, (uint32_t)strlen(text)};
    return string;
}

static bool equals(vrm_string string, const char *text) {
    return string.length == strlen(text) && memcmp(string.data, text, string.length) == 0;
}

typedef struct fixture {
    vrmi_memory memory;
    vrmi_tree tree;
} fixture;

static void open_tree(fixture *f, const char *text) {
    vrmi_memory_init(&f->memory, NULL);
    REQUIRE(vrmi_tree_open(&f->tree, &f->memory, text, strlen(text)));
}

static void close_tree(fixture *f) {
    vrmi_tree_release(&f->tree);
    CHECK_INT(f->memory.used_bytes, 0);
}

static void check_written(fixture *f, const char *expected) {
    char *text;
    size_t length;
    REQUIRE(vrmi_tree_write(&f->tree, &f->memory, &text, &length));
    CHECK_INT(length, strlen(expected));
    CHECK(length == strlen(expected) && memcmp(text, expected, length) == 0);
    vrmi_memory_release(&f->memory, text, length);
}

static const char odd[] =
    "\xEF\xBB\xBF \n{ \"a\" : [ 1.0e+00 ,-0.0, 1E5\t] ,\r\n"
    "  \"b\\u0063\":{\"x\" :null , \"x\": true},\"\xE3\x81\x82\":\"\\u3042\\n\""
    " , \"e\":[ ] ,\"f\":{ }\n } \n";

TEST(a_tree_that_is_looked_at_is_written_as_it_was) {
    fixture f;
    vrmi_value *list, *object;
    open_tree(&f, odd);
    CHECK_INT(vrmi_value_count(&f.tree, f.tree.root), 5);
    list = vrmi_value_get(&f.tree, f.tree.root, "a");
    CHECK_INT(vrmi_value_get_kind(list), VRMI_VALUE_ARRAY);
    CHECK_INT(vrmi_value_count(&f.tree, list), 3);
    CHECK(vrmi_value_number(&f.tree, vrmi_value_at(&f.tree, list, 2), 0.0) == 1e5);
    CHECK_INT(vrmi_value_to_index(&f.tree, vrmi_value_at(&f.tree, list, 0)), 1);
    CHECK(vrmi_value_at(&f.tree, list, 3) == NULL);
    object = vrmi_value_get(&f.tree, f.tree.root, "bc");
    CHECK_INT(vrmi_value_index(object), 1);
    CHECK(equals(vrmi_value_key(&f.tree, object), "bc"));
    /* Of two members of one name, the last is read. */
    CHECK(vrmi_value_is_true(vrmi_value_get(&f.tree, object, "x")));
    CHECK(equals(vrmi_value_string(&f.tree, vrmi_tree_find(&f.tree, words("/\xE3\x81\x82"))),
                 "\xE3\x81\x82\n"));
    CHECK(vrmi_tree_find(&f.tree, words("/a/1")) == vrmi_value_at(&f.tree, list, 1));
    CHECK(vrmi_tree_find(&f.tree, words("/a/01")) == NULL);
    CHECK(vrmi_tree_find(&f.tree, words("/a/-")) == NULL);
    CHECK(vrmi_tree_find(&f.tree, words("a")) == NULL);
    CHECK(vrmi_tree_find(&f.tree, words("")) == f.tree.root);
    CHECK_INT(vrmi_value_count(&f.tree, vrmi_tree_find(&f.tree, words("/e"))), 0);
    CHECK(!vrmi_tree_is_changed(&f.tree));
    check_written(&f, odd);
    close_tree(&f);
}

TEST(gl_032_a_change_leaves_every_other_byte) {
    fixture f;
    open_tree(&f, odd);
    vrmi_value_replace(&f.tree, vrmi_tree_find(&f.tree, words("/a/1")), words("7"));
    vrmi_value_append(&f.tree, vrmi_tree_find(&f.tree, words("/e")), words("[2]"));
    vrmi_value_set_index(&f.tree, vrmi_tree_find(&f.tree, words("/f")), "g", 3);
    vrmi_value_set_floats(&f.tree, f.tree.root, "h", (const float[]){0.1f, -2.0f}, 2);
    CHECK(vrmi_tree_is_changed(&f.tree));
    check_written(&f, "\xEF\xBB\xBF \n{ \"a\" : [ 1.0e+00 ,7, 1E5\t] ,\r\n"
                      "  \"b\\u0063\":{\"x\" :null , \"x\": true},\"\xE3\x81\x82\":\"\\u3042\\n\""
                      " , \"e\":[[2] ] ,\"f\":{\"g\":3 },\"h\":[0.1,-2]\n } \n");
    close_tree(&f);
}

TEST(new_members_look_like_their_neighbours) {
    fixture f;
    vrmi_value *nodes;
    open_tree(&f, "{\n  \"nodes\": [\n    {},\n    {}\n  ]\n}\n");
    nodes = vrmi_value_get(&f.tree, f.tree.root, "nodes");
    CHECK_INT(vrmi_value_index(vrmi_value_append(&f.tree, nodes, words("{\"mesh\":0}"))), 2);
    /* What is new can be changed in its turn. */
    vrmi_value_set_words(&f.tree, vrmi_value_at(&f.tree, nodes, 2), "name", words("a\"\n"));
    vrmi_value_set(&f.tree, f.tree.root, "x/y", words("null"));
    CHECK(vrmi_tree_find(&f.tree, words("/x~1y")) != NULL);
    check_written(&f,
                  "{\n  \"nodes\": [\n    {},\n    {},\n    {\"mesh\":0,\"name\":\"a\\\"\\n\"}\n"
                  "  ],\n  \"x/y\": null\n}\n");
    close_tree(&f);
}

TEST(values_are_removed_with_their_commas) {
    fixture f;
    vrmi_value *list;
    open_tree(&f, "{\"a\": [ 0, 1 , 2, 3 ], \"b\": 1, \"c\": 2 }");
    list = vrmi_value_get(&f.tree, f.tree.root, "a");
    vrmi_value_remove(&f.tree, vrmi_value_at(&f.tree, list, 3));
    vrmi_value_remove(&f.tree, vrmi_value_at(&f.tree, list, 0));
    CHECK_INT(vrmi_value_index(vrmi_value_at(&f.tree, list, 1)), 1);
    vrmi_value_remove(&f.tree, vrmi_value_get(&f.tree, f.tree.root, "c"));
    check_written(&f, "{\"a\": [ 1 , 2 ], \"b\": 1 }");
    vrmi_value_keep(&f.tree, list, (const uint8_t[]){0, 0});
    vrmi_value_remove(&f.tree, vrmi_value_get(&f.tree, f.tree.root, "b"));
    check_written(&f, "{\"a\": [ ] }");
    close_tree(&f);
    /* The space behind a bracket stays there. */
    open_tree(&f, "{\"a\":[1,\t2, 3], \"b\":1, \"a\": [ ]}");
    vrmi_value_remove(&f.tree, vrmi_value_get(&f.tree, f.tree.root, "a"));
    check_written(&f, "{\"b\":1}");
    close_tree(&f);
    open_tree(&f, "[1,\t2, 3]");
    vrmi_value_keep(&f.tree, f.tree.root, (const uint8_t[]){0, 0, 1});
    check_written(&f, "[3]");
    close_tree(&f);
}

TEST(members_are_renamed_and_doubles_go) {
    fixture f;
    open_tree(&f, "{ \"a\" : 1, \"b\":2, \"a\" : 3}");
    vrmi_value_rename(&f.tree, vrmi_value_get(&f.tree, f.tree.root, "b"), words("\"c"));
    vrmi_value_set(&f.tree, f.tree.root, "a", words("4"));
    check_written(&f, "{ \"\\\"c\":2, \"a\" : 4}");
    close_tree(&f);
}

TEST(a_member_is_removed_with_its_doubles) {
    fixture f;
    open_tree(&f, "{\"a\":1,\"b\":2,\"\\u0061\":[3],\"c\":4,\"a\":5}");
    vrmi_value_remove(&f.tree, vrmi_value_get(&f.tree, f.tree.root, "a"));
    CHECK(vrmi_value_get(&f.tree, f.tree.root, "a") == NULL);
    check_written(&f, "{\"b\":2,\"c\":4}");
    close_tree(&f);
}

TEST(a_value_has_the_text_that_would_be_written) {
    fixture f;
    vrmi_value *made;
    open_tree(&f, "{\"a\":{ \"b\": [1,2] }}");
    CHECK(
        equals(vrmi_value_text(&f.tree, vrmi_tree_find(&f.tree, words("/a"))), "{ \"b\": [1,2] }"));
    vrmi_value_replace_index(&f.tree, vrmi_tree_find(&f.tree, words("/a/b/1")), 5);
    CHECK(
        equals(vrmi_value_text(&f.tree, vrmi_tree_find(&f.tree, words("/a"))), "{ \"b\": [1,5] }"));
    made = vrmi_value_make(&f.tree, f.tree.root, "a", VRMI_VALUE_OBJECT);
    CHECK(made == vrmi_tree_find(&f.tree, words("/a")));
    made = vrmi_value_make(&f.tree, f.tree.root, "a", VRMI_VALUE_ARRAY);
    CHECK_INT(vrmi_value_count(&f.tree, made), 0);
    vrmi_value_replace(&f.tree, f.tree.root, words("[1]"));
    CHECK_INT(vrmi_value_count(&f.tree, f.tree.root), 1);
    check_written(&f, "[1]");
    close_tree(&f);
}

/* Nothing of a tree crashes where memory is refused; it cannot be written then. */
TEST(a_tree_without_memory_is_not_written) {
    for (uint64_t most = 1; most < 40; ++most) {
        vrmi_memory memory;
        vrmi_tree tree;
        char *text = NULL;
        size_t length = 0;
        vrmi_memory_init(&memory, NULL);
        memory.max_bytes = most * 256;
        if (vrmi_tree_open(&tree, &memory, odd, strlen(odd))) {
            vrmi_value_set_floats(&tree, tree.root, "h", (const float[]){0.1f, -2.0f}, 2);
            vrmi_value_replace(&tree, vrmi_tree_find(&tree, words("/a/1")), words("7"));
            vrmi_value_rename(&tree, vrmi_tree_find(&tree, words("/a")), words("z"));
            if (vrmi_tree_write(&tree, &memory, &text, &length)) {
                CHECK(length > strlen(odd));
                vrmi_memory_release(&memory, text, length);
            }
        }
        vrmi_tree_release(&tree);
        CHECK_INT(memory.used_bytes, 0);
    }
}

/* Pointers find what they name, and nothing else. */
TEST(pointers_find_values) {
    static const char *const none[] = {
        "a",     "/z",   "/a/",  "/a/01", "/a/12345678901", "/a/9999999999",
        "/a/1:", "/a/-", "/a/2", "/a/~",  "/a/~2",          "/b/0",
        "/~"};
    fixture f;
    open_tree(&f, "{\"a\":[10,11],\"b\":true,\"c~\":5,\"d/\":6,\"\":7}");
    for (size_t i = 0; i < sizeof none / sizeof none[0]; ++i) {
        test_note("%s", none[i]);
        CHECK(vrmi_tree_find(&f.tree, words(none[i])) == NULL);
    }
    test_note(NULL);
    CHECK_INT(vrmi_value_to_index(&f.tree, vrmi_tree_find(&f.tree, words("/a/1"))), 11);
    CHECK_INT(vrmi_value_to_index(&f.tree, vrmi_tree_find(&f.tree, words("/c~0"))), 5);
    CHECK_INT(vrmi_value_to_index(&f.tree, vrmi_tree_find(&f.tree, words("/d~1"))), 6);
    CHECK_INT(vrmi_value_to_index(&f.tree, vrmi_tree_find(&f.tree, words("/"))), 7);
    close_tree(&f);
}

/* Numbers as long as they like; those that are no index are none. */
TEST(numbers_are_read_whatever_their_form) {
    fixture f;
    char text[200];
    snprintf(text, sizeof text, "[1%0100d,3e9,-1,1.5,1e999,\"1\",true,false,2.0]", 0);
    open_tree(&f, text);
    CHECK_NEAR(vrmi_value_number(&f.tree, vrmi_value_at(&f.tree, f.tree.root, 0), 0) / 1e100, 1.0,
               1e-9);
    for (uint32_t i = 0; i < 8; ++i) {
        CHECK_INT(vrmi_value_to_index(&f.tree, vrmi_value_at(&f.tree, f.tree.root, i)), VRM_NONE);
        CHECK(vrmi_value_is_true(vrmi_value_at(&f.tree, f.tree.root, i)) == (i == 6));
    }
    CHECK_INT(vrmi_value_to_index(&f.tree, vrmi_value_at(&f.tree, f.tree.root, 8)), 2);
    CHECK_NEAR(vrmi_value_number(&f.tree, NULL, 4), 4, 0);
    close_tree(&f);
}

/* Keys mean the same with escapes and without, however long they are. */
TEST(keys_are_compared_by_their_meaning) {
    fixture f;
    char text[1200], key[301];
    memset(key, 'k', 300);
    key[300] = '\0';
    snprintf(text, sizeof text, "{\"\\u006b%s\":1,\"\\u0062\":2}", key + 1);
    open_tree(&f, text);
    CHECK_INT(vrmi_value_to_index(&f.tree, vrmi_value_get(&f.tree, f.tree.root, key)), 1);
    CHECK_INT(vrmi_value_to_index(&f.tree, vrmi_value_get(&f.tree, f.tree.root, "b")), 2);
    CHECK(vrmi_value_get(&f.tree, f.tree.root, "a") == NULL);
    CHECK(equals(vrmi_value_key(&f.tree, vrmi_value_at(&f.tree, f.tree.root, 1)), "b"));
    CHECK(equals(vrmi_value_key(&f.tree, NULL), ""));
    CHECK(equals(vrmi_value_key(&f.tree, f.tree.root), ""));
    close_tree(&f);
}

/* What is no member has no key, and nothing that is not there changes anything. */
TEST(nothing_changes_where_nothing_is) {
    fixture f;
    open_tree(&f, "{\"a\":[1,2]}");
    vrmi_value_rename(&f.tree, NULL, words("b"));
    vrmi_value_rename(&f.tree, f.tree.root, words("b"));
    vrmi_value_rename(&f.tree, vrmi_tree_find(&f.tree, words("/a/0")), words("b"));
    vrmi_value_replace(&f.tree, NULL, words("7"));
    vrmi_value_remove(&f.tree, NULL);
    CHECK(vrmi_value_parent(NULL) == NULL && vrmi_value_index(NULL) == 0);
    CHECK(!vrmi_tree_is_changed(&f.tree));
    check_written(&f, "{\"a\":[1,2]}");
    close_tree(&f);
}

static void change_everything(vrmi_tree *tree) {
    static const uint8_t keeps[] = {0, 1, 1, 1}; /* one for each element */
    char long_number[120];
    snprintf(long_number, sizeof long_number, "1%0100d", 0);
    vrmi_value_set_floats(tree, tree->root, "h", (const float[]){0.1f, -2.0f}, 2);
    vrmi_value_set_words(tree, tree->root, "w", words("\"quoted\""));
    vrmi_value_set(tree, tree->root, "n", words(long_number));
    vrmi_value_number(tree, vrmi_value_get(tree, tree->root, "n"), 0);
    vrmi_value_key(tree, vrmi_value_at(tree, tree->root, 1));
    vrmi_tree_find(tree, words("/a~1b"));
    vrmi_value_replace(tree, vrmi_tree_find(tree, words("/a/1")), words("7"));
    vrmi_value_text(tree, vrmi_tree_find(tree, words("/a")));
    vrmi_value_append(tree, vrmi_tree_find(tree, words("/a")), words("8"));
    vrmi_value_keep(tree, vrmi_tree_find(tree, words("/a")), keeps);
    vrmi_value_remove(tree, vrmi_tree_find(tree, words("/e")));
    vrmi_value_rename(tree, vrmi_tree_find(tree, words("/a")), words("z"));
    vrmi_value_make(tree, tree->root, "m", VRMI_VALUE_OBJECT);
}

/* Whichever piece of the arena is refused, the tree is not written (ED-004). */
TEST(ed_004_a_refused_piece_is_noticed) {
    if (!refusals_work()) {
        test_skip("the linker cannot stand between");
        return;
    }
    for (int64_t number = 0;; ++number) {
        vrmi_memory memory;
        vrmi_tree tree;
        char *text = NULL;
        size_t length = 0;
        bool is_refused;
        vrmi_memory_init(&memory, NULL);
        refuse_piece(number);
        if (vrmi_tree_open(&tree, &memory, odd, strlen(odd))) change_everything(&tree);
        is_refused = pieces_asked() > number;
        test_note("piece %d", (int)number);
        CHECK(vrmi_tree_write(&tree, &memory, &text, &length) != is_refused);
        refuse_piece(-1);
        if (text != NULL) vrmi_memory_release(&memory, text, length);
        if (is_refused && tree.root != NULL) {
            CHECK_INT(vrmi_value_text(&tree, tree.root).length, 0);
        }
        vrmi_tree_release(&tree);
        CHECK_INT(memory.used_bytes, 0);
        if (!is_refused) break;
    }
    test_note(NULL);
}

TEST_SUITE(json_tree, ENTRY(a_tree_that_is_looked_at_is_written_as_it_was),
           ENTRY(gl_032_a_change_leaves_every_other_byte),
           ENTRY(new_members_look_like_their_neighbours),
           ENTRY(values_are_removed_with_their_commas), ENTRY(members_are_renamed_and_doubles_go),
           ENTRY(a_member_is_removed_with_its_doubles),
           ENTRY(a_value_has_the_text_that_would_be_written),
           ENTRY(a_tree_without_memory_is_not_written), ENTRY(pointers_find_values),
           ENTRY(numbers_are_read_whatever_their_form), ENTRY(keys_are_compared_by_their_meaning),
           ENTRY(nothing_changes_where_nothing_is), ENTRY(ed_004_a_refused_piece_is_noticed));
