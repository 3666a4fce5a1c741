/* A tree over JSON text: what is not changed is written as it was. */
#include "test.h"
#include "write/json_tree.h"

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

TEST_SUITE(json_tree, ENTRY(a_tree_that_is_looked_at_is_written_as_it_was),
           ENTRY(gl_032_a_change_leaves_every_other_byte),
           ENTRY(new_members_look_like_their_neighbours),
           ENTRY(values_are_removed_with_their_commas), ENTRY(members_are_renamed_and_doubles_go),
           ENTRY(a_member_is_removed_with_its_doubles),
           ENTRY(a_value_has_the_text_that_would_be_written),
           ENTRY(a_tree_without_memory_is_not_written));
