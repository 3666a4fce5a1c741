/* The builder of JSON text. */
#include "author/json/json_writer.h"
#include "base/text.h"
#include "support/fixture.h"
#include "test.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <yyjson.h>

/* Whether the text is just this. */
static bool is_text(const vrmi_json_writer *writer, const char *expected) {
    const vrm_string text = vrmi_json_writer_text(writer);
    return vrmi_string_equals(text, expected);
}

static void put_all(vrmi_json_writer *writer) {
    static const float numbers[] = {0.1f, -2.5f, 100.0f, 1e-7f};
    static const int32_t indices[] = {3, -1};
    vrmi_put_object(writer);
    vrmi_put_object_of(writer, "empty");
    vrmi_put_object_end(writer);
    vrmi_put_array_of(writer, "list");
    vrmi_put_integer(writer, -9007199254740993);
    vrmi_put_words(writer, "x");
    vrmi_put_array(writer);
    vrmi_put_array_end(writer);
    vrmi_put_object(writer);
    vrmi_put_bool_of(writer, "yes", true);
    vrmi_put_object_end(writer);
    vrmi_put_bool(writer, false);
    vrmi_put_array_end(writer);
    vrmi_put_floats_of(writer, "numbers", numbers, 4);
    vrmi_put_key(writer, "indices");
    vrmi_put_integers(writer, indices, 2);
    vrmi_put_vec3_of(writer, "place", vrm_vec3_make(1, 2, 3));
    vrmi_put_float_of(writer, "third", 1.0f / 3.0f);
    vrmi_put_integer_of(writer, "count", 7);
    vrmi_put_words_of(writer, "words", "a\"b\n");
    vrmi_put_string_of(writer, "string", (vrm_string){"c\0d", 3});
    vrmi_put_key(writer, "raw");
    vrmi_put_raw(writer, vrmi_string_from("[1 , 2]"));
    vrmi_put_key_string(writer, vrmi_string_from("\xE3\x81\x82\"key"));
    vrmi_put_raw(writer, vrmi_string_from("null"));
    vrmi_put_object_end(writer);
}

static const char all[] =
    "{\"empty\":{},\"list\":[-9007199254740993,\"x\",[],{\"yes\":true},false],"
    "\"numbers\":[0.1,-2.5,100,1e-7],\"indices\":[3,-1],\"place\":[1,2,3],\"third\":0.33333334,"
    "\"count\":7,\"words\":\"a\\\"b\\n\",\"string\":\"c\\u0000d\",\"raw\":[1 , 2],"
    "\"\xE3\x81\x82\\\"key\":null}";

TEST(commas_stand_between_what_was_put) {
    vrmi_memory memory;
    vrmi_json_writer writer;
    vrmi_memory_init(&memory, NULL);
    vrmi_json_writer_init(&writer, &memory);
    CHECK(is_text(&writer, ""));
    put_all(&writer);
    CHECK(!writer.is_refused);
    CHECK(is_text(&writer, all));
    vrmi_json_writer_release(&writer);
    CHECK_INT(memory.used_bytes, 0);
    vrmi_json_writer_release(&writer); /* again: nothing is there */
}

/* The same bits for any float, also by a reader that is not ours. */
TEST(floats_read_back_as_they_were) {
    static const float numbers[] = {0.1f,   1.0f / 3.0f, FLT_MAX, -FLT_MIN,
                                    1e-45f, 16777217.0f, 5e9f};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i) {
        vrmi_memory memory;
        vrmi_json_writer writer;
        vrm_string text;
        yyjson_doc *doc;
        float back;
        vrmi_memory_init(&memory, NULL);
        vrmi_json_writer_init(&writer, &memory);
        vrmi_put_float(&writer, numbers[i]);
        text = vrmi_json_writer_text(&writer);
        doc = yyjson_read(text.data, text.length, 0);
        REQUIRE(doc != NULL);
        back = (float)yyjson_get_num(yyjson_doc_get_root(doc));
        CHECK(memcmp(&back, &numbers[i], sizeof back) == 0);
        yyjson_doc_free(doc);
        vrmi_json_writer_release(&writer);
    }
}

TEST(what_is_no_number_of_json_becomes_0) {
    vrmi_memory memory;
    vrmi_json_writer writer;
    vrmi_memory_init(&memory, NULL);
    vrmi_json_writer_init(&writer, &memory);
    vrmi_put_array(&writer);
    vrmi_put_float(&writer, INFINITY);
    vrmi_put_float(&writer, -INFINITY);
    vrmi_put_float(&writer, NAN);
    vrmi_put_array_end(&writer);
    CHECK(is_text(&writer, "[0,0,0]"));
    vrmi_json_writer_release(&writer);
}

/* Every byte of a long text becomes an escape of six, and the text grows many times. */
TEST(a_text_grows_as_it_needs) {
    enum { LENGTH = 5000 };
    vrmi_memory memory;
    vrmi_json_writer writer;
    vrm_string text;
    char *controls = malloc(LENGTH);
    REQUIRE(controls != NULL);
    memset(controls, 1, LENGTH);
    vrmi_memory_init(&memory, NULL);
    vrmi_json_writer_init(&writer, &memory);
    vrmi_put_array(&writer);
    for (int i = 0; i < 10; ++i) vrmi_put_string(&writer, (vrm_string){controls, LENGTH});
    vrmi_put_array_end(&writer);
    text = vrmi_json_writer_text(&writer);
    CHECK_INT(text.length, 10 * (LENGTH * 6 + 2) + 9 + 2);
    CHECK(memcmp(text.data + text.length - 9, "\\u0001\"]", 8) != 0);
    CHECK(memcmp(text.data + text.length - 8, "\\u0001\"]", 8) == 0);
    vrmi_json_writer_release(&writer);
    free(controls);
}

/* One question at the end is enough: nothing is written behind a refusal. */
TEST(er_008_memory_may_be_refused_at_any_time) {
    for (uint64_t most = 0; most < 4096; most += 8) {
        vrmi_memory memory;
        vrmi_json_writer writer;
        vrmi_memory_init(&memory, NULL);
        memory.max_bytes = most;
        vrmi_json_writer_init(&writer, &memory);
        put_all(&writer);
        CHECK(is_text(&writer, writer.is_refused ? "" : all));
        CHECK(!writer.is_refused || most < 2048);
        vrmi_json_writer_release(&writer);
        CHECK_INT(memory.used_bytes, 0);
    }
}

TEST_SUITE(json_writer, ENTRY(commas_stand_between_what_was_put),
           ENTRY(floats_read_back_as_they_were), ENTRY(what_is_no_number_of_json_becomes_0),
           ENTRY(a_text_grows_as_it_needs), ENTRY(er_008_memory_may_be_refused_at_any_time));
