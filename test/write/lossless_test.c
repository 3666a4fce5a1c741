/*
 * Lossless, in a way that can fail: the edit of one value changes the bytes of that value, the two
 * lengths and the padding, and nothing else (GL-032).
 */
#include "author/document/file_edit.h"
#include "author/document/glb_write.h"
#include "corpus/corpus_files.h"
#include "support/compare_tables.h"
#include "support/fixture.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vrm/author.h>

static uint32_t next_random(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* A value without values in it, by a random way down. NULL: the way ended in an empty container. */
static vrmi_value *pick(vrmi_tree *tree, uint32_t *state) {
    vrmi_value *at = tree->root;
    while (at != NULL) {
        vrmi_value_kind kind = vrmi_value_get_kind(at);
        uint32_t count = vrmi_value_count(tree, at);
        if (kind != VRMI_VALUE_ARRAY && kind != VRMI_VALUE_OBJECT) return at;
        at = count > 0 ? vrmi_value_at(tree, at, next_random(state) % count) : NULL;
    }
    return NULL;
}

/* Another value of the same kind. */
static const char *other_value(const vrmi_value *value, uint32_t random) {
    static const char *const numbers[] = {"0.25", "7", "-1.5e-3", "123456789012"};
    static const char *const strings[] = {"\"\"", "\"edited\"", "\"\\u3042\\n\"", "\"long, long\""};
    switch (vrmi_value_get_kind(value)) {
    case VRMI_VALUE_NUMBER:
        return numbers[random % 4];
    case VRMI_VALUE_STRING:
        return strings[random % 4];
    case VRMI_VALUE_BOOL:
        return vrmi_value_is_true(value) ? "false" : "true";
    default:
        return "null";
    }
}

static uint32_t read_u32(const uint8_t *at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* What the file has to be, made without any of the code that is tested: the old bytes with others
 * in the place of [begin, end). */
static void check_bytes(const fixture *file, size_t begin, size_t end, const char *value,
                        const uint8_t *bytes, size_t size) {
    const bool is_glb = memcmp(file->bytes, "glTF", 4) == 0;
    size_t json_end = is_glb ? 20 + (size_t)read_u32(file->bytes + 12) : file->size;
    size_t text_end = json_end, length = strlen(value), at = begin + length;
    while (is_glb && (file->bytes[text_end - 1] == ' ' || file->bytes[text_end - 1] == 0)) {
        --text_end;
    }
    REQUIRE(size >= at + (text_end - end));
    CHECK(memcmp(bytes, file->bytes, is_glb ? 8 : begin) == 0);
    if (is_glb) CHECK(memcmp(bytes + 16, file->bytes + 16, begin - 16) == 0);
    CHECK(memcmp(bytes + begin, value, length) == 0);
    CHECK(memcmp(bytes + at, file->bytes + end, text_end - end) == 0);
    at += text_end - end;
    while (is_glb && at % 4 != 0 && at < size) CHECK_INT(bytes[at++], ' ');
    REQUIRE(CHECK_INT(size - at, file->size - json_end));
    CHECK(memcmp(bytes + at, file->bytes + json_end, size - at) == 0);
    if (!is_glb) return;
    CHECK_INT(read_u32(bytes + 12), at - 20);
    CHECK_INT(read_u32(bytes + 8), (size_t)read_u32(file->bytes + 8) + size - file->size);
}

static void check_one_edit(const fixture *file, uint32_t *state) {
    vrm_edit edit;
    vrm_written *out = NULL;
    vrmi_value *value = NULL;
    size_t begin, size;
    vrm_string text;
    const char *other;
    const uint8_t *bytes;
    if (vrmi_edit_open(&edit, file->bytes, file->size, NULL, NULL) != VRM_OK) return;
    for (int i = 0; i < 100 && value == NULL; ++i) value = pick(&edit.tree, state);
    if (CHECK(value != NULL)) {
        text = vrmi_value_text(&edit.tree, value);
        begin = (size_t)((const uint8_t *)text.data - file->bytes);
        other = other_value(value, next_random(state));
        vrmi_value_replace(&edit.tree, value, (vrm_string){other, (uint32_t)strlen(other)});
        if (CHECK_INT(vrmi_edit_write(&edit, &out), VRM_OK)) {
            bytes = vrm_written_bytes(out, &size);
            check_bytes(file, begin, begin + text.length, other, bytes, size);
        }
    }
    vrm_written_destroy(out);
    vrmi_edit_close(&edit);
}

enum { EDITS = 10 };

static void check_file(fixture file, uint32_t *state) {
    for (int i = 0; i < EDITS; ++i) check_one_edit(&file, state);
    fixture_free(&file);
}

TEST(gl_032_ten_random_edits_of_each_sample_change_nothing_else) {
    static const char *const samples[] = {"character-0.x.vrm",
                                          "character-1.0-beta.vrm",
                                          "character-1.0-draft.vrm",
                                          "character-1.0.vrm",
                                          "dance.vrma",
                                          "walk.vrma"};
    uint32_t state = 1;
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; ++i) {
        fixture file = fixture_sample(samples[i]);
        if (file.bytes == NULL) return;
        test_note("%s", samples[i]);
        check_file(file, &state);
    }
    test_note(NULL);
}

TEST(gl_032_ten_random_edits_of_each_file_of_the_corpus_change_nothing_else) {
    uint32_t state = 2, count = 0;
    if (test_option("corpus") == NULL) {
        test_skip(NO_CORPUS);
        return;
    }
    for (uint32_t i = 0; i < corpus_file_count(); ++i) {
        fixture file = fixture_corpus(corpus_file_path(i));
        if (file.bytes == NULL) continue;
        test_note("%s", corpus_file_path(i));
        check_file(file, &state);
        ++count;
    }
    test_note(NULL);
    CHECK(count > 0);
}

/* --- Odd files --- */

/* Keys that nobody knows, odd white space, odd numbers, escapes and doubled members, at all levels.
 */
#define ODD_VALUE                                                                                  \
    "\"odd\" :\t[ 1.0e+00 ,-0.0,1E5 , {\"\\u0061\":\"\\u00e9\\/\" , \"a\":1,\"a\" : 2 }\r\n]"
#define ODD ODD_VALUE ","
static const char odd_file[] =
    "\n { " ODD "\"asset\" : { " ODD "\"version\":\"2.0\"\t} ,\n"
    "\"extensionsUsed\":[ \"VRMC_vrm\",\"VRMC_springBone\" , \"ODD_extension\"],\n"
    "\"extensions\":{ " ODD " \"ODD_extension\":{ " ODD "\"x\":1.50 },\n"
    "\"VRMC_vrm\":{ " ODD "\"specVersion\":\"1.0\",\"meta\" : { " ODD
    "\"name\":\"N\\u0061me\",\"authors\":[\"a\" ],\"licenseUrl\":"
    "\"https://vrm.dev/licenses/1.0/\" },\n"
    "\"humanoid\":{ " ODD "\"humanBones\":{ " ODD "\"hips\":{ " ODD "\"node\":0.0e0 } } },\n"
    "\"expressions\":{ " ODD "\"custom\":{ " ODD "\"smile\":{ " ODD "\"morphTargetBinds\":[ { " ODD
    "\"node\":2,\"index\":0,\"weight\":1.0 } ] } } } },\n"
    "\"VRMC_springBone\":{ " ODD "\"specVersion\":\"1.0\",\"colliders\":[ { " ODD
    "\"node\":1,\"shape\":{ \"sphere\":{ " ODD "\"radius\":0.10 } } } ],\n"
    "\"colliderGroups\":[ { " ODD "\"colliders\":[ 0 ] } ],\n"
    "\"springs\":[ { " ODD "\"joints\":[ { " ODD "\"node\":1,\"stiffness\":1.00 } ,"
    "{\"node\":3} ] } ] } },\n"
    "\"nodes\":[ { " ODD "\"name\":\"hips\",\"children\":[ 1,2 , 3 ] },{ " ODD
    "\"translation\":[ 0,1.0,0 ] } , { " ODD "\"mesh\":0 },{ \"name\":\"last\"}],\n"
    "\"meshes\":[ { " ODD "\"primitives\":[ { " ODD
    "\"attributes\":{ },\"targets\":[ { } ] } ] } ],\n"
    "\"materials\":[ { " ODD "\"name\":\"m\" } ],\"scenes\":[ { " ODD "\"nodes\":[0] } ] } \n";

static uint32_t count_text(const char *text, size_t length, const char *what) {
    uint32_t count = 0;
    size_t size = strlen(what);
    for (size_t i = 0; i + size <= length; ++i) count += memcmp(text + i, what, size) == 0;
    return count;
}

static void check_survives(const vrm_edit *edit, const vrm_written *file, uint32_t lost) {
    size_t size;
    const char *text = vrm_written_bytes(file, &size);
    CHECK_TEXT(vrm_edit_problem(edit), "");
    CHECK_INT(count_text(text, size, ODD_VALUE),
              count_text(odd_file, sizeof odd_file - 1, ODD_VALUE) - lost);
}

typedef vrm_result operation(vrm_edit *edit);

static vrm_result set_name(vrm_edit *edit) {
    return vrm_edit_set(edit, "/extensions/VRMC_vrm/meta/name", "\"other\"");
}
static vrm_result remove_name(vrm_edit *edit) { return vrm_edit_remove(edit, "/nodes/3/name"); }
static vrm_result add_thumbnail(vrm_edit *edit) {
    static const uint8_t png[] = "\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\10\6\0\0\0";
    return vrm_edit_set_thumbnail(edit, png, sizeof png);
}
static vrm_result rename_smile(vrm_edit *edit) {
    return vrm_edit_rename_expression(edit, "smile", "happy");
}
static vrm_result bind(vrm_edit *edit) { return vrm_edit_bind_morph(edit, "smile", 2, 0, 0.5f); }
static vrm_result bind_color(vrm_edit *edit) {
    static const float red[4] = {1, 0, 0, 1};
    return vrm_edit_bind_color(edit, "smile", 0, VRM_COLOR_BIND_RIM, red);
}
static vrm_result unbind(vrm_edit *edit) {
    return vrm_edit_unbind(edit, "smile", VRM_BIND_MORPH, 0);
}
static vrm_result stiffen(vrm_edit *edit) {
    return vrm_edit_set_spring(edit, 0, VRM_ALL, VRM_SPRING_FIELD_STIFFNESS, 2);
}
static vrm_result add_collider(vrm_edit *edit) {
    vrm_spring_collider collider = {.node = 0, .shape = VRM_COLLIDER_PLANE};
    collider.tail.y = 1;
    return vrm_edit_add_collider(edit, &collider, 0, NULL);
}
static vrm_result remove_collider(vrm_edit *edit) { return vrm_edit_remove_collider(edit, 0); }
static vrm_result remove_node(vrm_edit *edit) {
    const int32_t node = 3;
    return vrm_edit_remove_nodes(edit, &node, 1);
}

static vrm_result merge_node(vrm_edit *edit) { return vrm_edit_merge_node(edit, 2); }

TEST(gl_032_odd_files_survive_each_operation) {
    static const struct {
        const char *name;
        operation *run;
        uint32_t lost; /* places with odd values that the operation removes */
    } operations[] = {
        {"set", set_name, 0},
        {"remove", remove_name, 0},
        {"thumbnail", add_thumbnail, 0},
        {"rename", rename_smile, 0},
        {"bind", bind, 1}, /* a bind that is set is written again */
        {"bind color", bind_color, 0},
        {"unbind", unbind, 1},
        {"spring", stiffen, 0},
        {"add collider", add_collider, 0},
        {"remove collider", remove_collider, 3}, /* its shape, and a group that is empty */
        {"remove node", remove_node, 0},
        {"merge node", merge_node, 1}, /* its own */
    };
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; ++i) {
        vrm_edit *edit = NULL;
        vrm_written *file = NULL;
        REQUIRE(vrm_edit_create(odd_file, sizeof odd_file - 1, NULL, &edit, NULL) == VRM_OK);
        test_note("%s", operations[i].name);
        CHECK_INT(operations[i].run(edit), VRM_OK);
        CHECK_INT(vrm_edit_write(edit, &file, NULL), VRM_OK);
        check_survives(edit, file, operations[i].lost);
        vrm_written_destroy(file);
        vrm_edit_destroy(edit);
    }
    test_note(NULL);
}

/* --- Tables --- */

TEST(the_tables_differ_in_just_the_edit) {
    fixture file = fixture_sample("character-1.0.vrm");
    vrm_edit *edit = NULL;
    vrm_written *out = NULL;
    vrm_model *before = NULL, *after = NULL;
    compared a, b;
    char report[2048];
    const void *bytes;
    size_t size;
    if (file.bytes == NULL) return;
    REQUIRE(vrm_edit_create(file.bytes, file.size, NULL, &edit, NULL) == VRM_OK);
    CHECK_INT(vrm_edit_set(edit, "/extensions/VRMC_vrm/meta/name", "\"Another\""), VRM_OK);
    CHECK_INT(vrm_edit_set_spring(edit, 0, 0, VRM_SPRING_FIELD_DRAG_FORCE, 0.125f), VRM_OK);
    REQUIRE(vrm_edit_write(edit, &out, NULL) == VRM_OK);
    bytes = vrm_written_bytes(out, &size);
    REQUIRE(vrm_model_load(file.bytes, file.size, NULL, &before, NULL) == VRM_OK);
    REQUIRE(vrm_model_load(bytes, size, NULL, &after, NULL) == VRM_OK);
    a = compared_model(before);
    b = compared_model(after);
    CHECK_INT(compare_tables(&a, &b, NULL, report, sizeof report), 2);
    CHECK(strstr(report, "meta.name") != NULL);
    CHECK(strstr(report, "spring_joints[0].drag_force") != NULL ||
          strstr(report, "drag_force") != NULL);
    vrm_model_release(before);
    vrm_model_release(after);
    vrm_written_destroy(out);
    vrm_edit_destroy(edit);
    fixture_free(&file);
}

TEST_SUITE(lossless, ENTRY(gl_032_ten_random_edits_of_each_sample_change_nothing_else),
           ENTRY(gl_032_ten_random_edits_of_each_file_of_the_corpus_change_nothing_else),
           ENTRY(gl_032_odd_files_survive_each_operation),
           ENTRY(the_tables_differ_in_just_the_edit));
