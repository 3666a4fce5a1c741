/* The container around a changed JSON text. */
#include "author/document/glb_write.h"
#include "test.h"

#include <string.h>

/* A JSON chunk of `{}  `, a BIN chunk of 4 bytes, and a chunk that nobody knows. */
static const uint8_t glb[] = "glTF\2\0\0\0\x2C\0\0\0\x04\0\0\0JSON{}  \x04\0\0\0BIN\0\1\2\3\4"
                             "\0\0\0\0ODD!";
enum { GLB_BYTES = 44 };

static void check_written(const uint8_t *bytes, size_t size, const char *json, size_t length,
                          unsigned changes, const char *expected, size_t expected_size) {
    vrmi_memory memory;
    vrmi_written out;
    vrmi_memory_init(&memory, NULL);
    REQUIRE(vrmi_glb_write(&memory, bytes, size, json, length, changes, &out));
    CHECK_INT(out.size, expected_size);
    CHECK(out.size == expected_size && memcmp(out.bytes, expected, out.size) == 0);
    vrmi_memory_release(&memory, out.bytes, out.size);
    CHECK_INT(memory.used_bytes, 0);
}

#define CHECK_WRITTEN(bytes, json, changes, expected)                                              \
    check_written((const uint8_t *)(bytes), sizeof(bytes) - 1, json, sizeof(json) - 1, changes,    \
                  expected, sizeof(expected) - 1)

TEST(a_container_keeps_all_behind_its_json) {
    CHECK_WRITTEN(glb, "{\"a\":123}", 0,
                  "glTF\2\0\0\0\x34\0\0\0\x0C\0\0\0JSON{\"a\":123}   \x04\0\0\0BIN\0\1\2\3\4"
                  "\0\0\0\0ODD!");
    /* Spaces and zeros that filled the chunk up are no part of the text. */
    CHECK_WRITTEN(glb, "{}  \0\0", 0,
                  "glTF\2\0\0\0\x2C\0\0\0\x04\0\0\0JSON{}  \x04\0\0\0BIN\0\1\2\3\4"
                  "\0\0\0\0ODD!");
    /* A text of spaces alone. */
    CHECK_WRITTEN(glb, "   ", 0,
                  "glTF\2\0\0\0\x28\0\0\0\0\0\0\0JSON\x04\0\0\0BIN\0\1\2\3\4"
                  "\0\0\0\0ODD!");
    /* A plain .gltf. */
    CHECK_WRITTEN("{} \n", "{\"a\":1} \n", 0, "{\"a\":1} \n");
}

TEST(chunks_are_padded_and_the_end_is_cut_where_that_is_asked_for) {
    static const char odd[] = "glTF\2\0\0\0\x29\0\0\0\x02\0\0\0JSON{}\x03\0\0\0BIN\0\1\2\3"
                              "\0\0\0\0ODD!\0\0\0";
    CHECK_WRITTEN(odd, "{}", 0,
                  "glTF\2\0\0\0\x2B\0\0\0\x04\0\0\0JSON{}  \x03\0\0\0BIN\0\1\2\3"
                  "\0\0\0\0ODD!\0\0\0");
    CHECK_WRITTEN(odd, "{}", VRMI_WRITE_PAD_BIN,
                  "glTF\2\0\0\0\x2C\0\0\0\x04\0\0\0JSON{}  \x04\0\0\0BIN\0\1\2\3\0"
                  "\0\0\0\0ODD!\0\0\0");
    CHECK_WRITTEN(odd, "{}", VRMI_WRITE_PAD_BIN | VRMI_WRITE_CUT_END,
                  "glTF\2\0\0\0\x2C\0\0\0\x04\0\0\0JSON{}  \x04\0\0\0BIN\0\1\2\3\0"
                  "\0\0\0\0ODD!");
    CHECK(vrmi_ends_in_zeros((const uint8_t *)odd, sizeof odd - 1));
    CHECK(vrmi_ends_in_zeros(glb, GLB_BYTES));
    /* Bytes behind the container stay behind it. */
    CHECK_WRITTEN("glTF\2\0\0\0\x18\0\0\0\x04\0\0\0JSON{}  tail", "{\"a\":1}", 0,
                  "glTF\2\0\0\0\x1C\0\0\0\x08\0\0\0JSON{\"a\":1} tail");
    CHECK(!vrmi_ends_in_zeros((const uint8_t *)"glTF\2\0\0\0\x18\0\0\0\x04\0\0\0JSON{}  tail", 28));
    /* Without a BIN chunk there is nothing to pad. */
    CHECK_WRITTEN("glTF\2\0\0\0\x18\0\0\0\x04\0\0\0JSON{}  ", "{}", VRMI_WRITE_PAD_BIN,
                  "glTF\2\0\0\0\x18\0\0\0\x04\0\0\0JSON{}  ");
}

/* Before BIN a chunk that nobody knows, and behind it four bytes that are none. */
TEST(chunks_in_an_order_that_nobody_writes) {
    static const char odd[] = "glTF\2\0\0\0\x2F\0\0\0\x04\0\0\0JSON{}  \0\0\0\0ODD!"
                              "\x03\0\0\0BIN\0\1\2\3rest";
    CHECK_WRITTEN(odd, "{}", VRMI_WRITE_PAD_BIN,
                  "glTF\2\0\0\0\x30\0\0\0\x04\0\0\0JSON{}  \0\0\0\0ODD!"
                  "\x04\0\0\0BIN\0\1\2\3\0rest");
    CHECK(!vrmi_ends_in_zeros((const uint8_t *)odd, sizeof odd - 1));
}

TEST_SUITE(glb_write, ENTRY(a_container_keeps_all_behind_its_json),
           ENTRY(chunks_are_padded_and_the_end_is_cut_where_that_is_asked_for),
           ENTRY(chunks_in_an_order_that_nobody_writes));
