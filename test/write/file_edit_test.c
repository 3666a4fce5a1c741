/* A file that is edited: what is untouched stays, views get bytes, and lists of extensions follow.
 */
#include "author/document/file_edit.h"
#include "author/document/glb_write.h"
#include "support/fixture.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static vrm_string words(const char *text) {
    vrm_string string = {text, (uint32_t)strlen(text)};
    return string;
}

/* Opens JSON that is written with ' for ". */
static fixture open_file(vrm_edit *edit, const char *json, const void *bin, size_t bin_size) {
    fixture file = fixture_glb(json, bin, bin_size);
    CHECK_INT(vrmi_edit_open(edit, file.bytes, file.size, NULL, NULL), VRM_OK);
    return file;
}

static char *json_of(const vrm_written *file) {
    size_t size;
    const uint8_t *bytes = vrm_written_bytes(file, &size);
    vrm_string json = vrmi_written_json(bytes, size);
    char *text = malloc((size_t)json.length + 1);
    if (text == NULL) return NULL;
    memcpy(text, json.data, json.length);
    text[json.length] = '\0';
    for (char *c = text; *c != '\0'; ++c) {
        if (*c == '"') *c = '\'';
    }
    return text;
}

/* The file as it would be written now. */
static void check_file(vrm_edit *edit, const char *json, const void *bin, size_t bin_size) {
    vrm_written *file = NULL;
    size_t size, got_size;
    const uint8_t *bytes, *got;
    char *text;
    REQUIRE(CHECK_INT(vrmi_edit_write(edit, &file), VRM_OK));
    bytes = vrm_written_bytes(file, &size);
    text = json_of(file);
    CHECK_TEXT(text, json);
    got = vrmi_written_bin(bytes, size, &got_size);
    CHECK_INT(got_size, (bin_size + 3) / 4 * 4);
    CHECK(bin_size == 0 || (got != NULL && memcmp(got, bin, bin_size) == 0));
    free(text);
    vrm_written_destroy(file);
}

#define ASSET "'asset':{'version':'2.0'}"

TEST(an_edit_without_changes_gives_the_same_bytes) {
    static const char plain[] = "\xEF\xBB\xBF \t{\"asset\":{\"version\":\"2.0\"},\"a\":1.0e+00}\n ";
    fixture file = fixture_bytes(plain, sizeof plain - 1);
    vrm_edit edit;
    vrm_written *out = NULL;
    size_t size;
    const void *bytes;
    REQUIRE(vrmi_edit_open(&edit, file.bytes, file.size, NULL, NULL) == VRM_OK);
    REQUIRE(CHECK_INT(vrmi_edit_write(&edit, &out), VRM_OK));
    CHECK(memcmp(vrm_written_bytes(out, &size), plain, sizeof plain - 1) == 0);
    CHECK_INT(size, sizeof plain - 1);
    vrm_written_destroy(out);
    /* A change leaves the byte order mark and all white space where they are. */
    vrmi_value_set(&edit.tree, edit.tree.root, "a", words("2"));
    REQUIRE(CHECK_INT(vrmi_edit_write(&edit, &out), VRM_OK));
    bytes = vrm_written_bytes(out, &size);
    CHECK_INT(size, sizeof plain - 1 - 6);
    CHECK(memcmp(bytes, "\xEF\xBB\xBF \t{\"asset\":{\"version\":\"2.0\"},\"a\":2}\n ", size) == 0);
    vrm_written_destroy(out);
    vrmi_edit_close(&edit);
    fixture_free(&file);
}

TEST(what_is_no_gltf_is_not_opened) {
    vrm_edit edit;
    vrm_report *report = NULL;
    CHECK_INT(vrmi_edit_open(&edit, "no", 2, NULL, &report), VRM_ERROR_CONTAINER);
    CHECK(vrm_report_count(report) > 0);
    vrm_report_destroy(report);
    CHECK_INT(vrmi_edit_open(&edit, NULL, 2, NULL, NULL), VRM_ERROR_INVALID_ARGUMENT);
}

TEST(new_views_come_behind_the_others) {
    vrm_edit edit;
    fixture file = open_file(&edit,
                             "{" ASSET ",'buffers':[{'byteLength':5}],'bufferViews':"
                             "[{'buffer':0,'byteLength':5}]}",
                             "abcde", 5);
    CHECK_INT(vrmi_edit_add_view(&edit, "xyz", 3, 0, 34963), 1);
    CHECK_INT(vrmi_edit_add_view(&edit, "12", 2, 4, 0), 2);
    for (int i = 0; i < 2; ++i) { /* writing again gives the same */
        check_file(&edit,
                   "{" ASSET ",'buffers':[{'byteLength':14}],'bufferViews':"
                   "[{'buffer':0,'byteLength':5},"
                   "{'buffer':0,'byteLength':3,'target':34963,'byteOffset':8},"
                   "{'buffer':0,'byteLength':2,'byteStride':4,'byteOffset':12}]}",
                   "abcde\0\0\0xyz\0"
                   "12",
                   14);
    }
    vrmi_edit_close(&edit);
    fixture_free(&file);
}

TEST(a_file_without_bin_gets_one) {
    vrm_edit edit;
    fixture file = open_file(&edit, "{" ASSET "}", NULL, 0);
    CHECK_INT(vrmi_edit_add_view(&edit, "xyz", 3, 0, 0), 0);
    check_file(&edit,
               "{" ASSET ",'bufferViews':[{'buffer':0,'byteLength':3}],"
               "'buffers':[{'byteLength':3}]}",
               "xyz", 3);
    vrmi_edit_close(&edit);
    fixture_free(&file);
}

#define THREE                                                                                      \
    "{'buffer':0,'byteLength':4},{'buffer':0,'byteOffset':4,'byteLength':3},"                      \
    "{'buffer':0,'byteOffset':8,'byteLength':2}"

TEST(a_replaced_view_stays_in_its_place) {
    vrm_edit edit;
    fixture file =
        open_file(&edit, "{" ASSET ",'buffers':[{'byteLength':12}],'bufferViews':[" THREE "]}",
                  "aaaabbb.cc..", 12);
    vrmi_edit_replace_view(&edit, 1, "BBB", 3); /* as long: nothing moves, and no JSON changes */
    check_file(&edit, "{" ASSET ",'buffers':[{'byteLength':12}],'bufferViews':[" THREE "]}",
               "aaaaBBB.cc..", 12);
    vrmi_edit_replace_view(&edit, 1, "longer", 6);
    check_file(&edit,
               "{" ASSET ",'buffers':[{'byteLength':16}],'bufferViews':["
               "{'buffer':0,'byteLength':4},{'buffer':0,'byteOffset':4,'byteLength':6},"
               "{'buffer':0,'byteOffset':12,'byteLength':2}]}",
               "aaaalonger\0.cc..", 16);
    vrmi_edit_replace_view(&edit, 1, "", 0);
    vrmi_edit_replace_view(&edit, 3, "none", 4); /* there is none */
    vrmi_edit_replace_view(&edit, -1, "none", 4);
    check_file(&edit,
               "{" ASSET ",'buffers':[{'byteLength':12}],'bufferViews':["
               "{'buffer':0,'byteLength':4},{'buffer':0,'byteOffset':4,'byteLength':0},"
               "{'buffer':0,'byteOffset':8,'byteLength':2}]}",
               "aaaa\0\0\0.cc..", 12);
    vrmi_edit_close(&edit);
    fixture_free(&file);
}

TEST(a_view_that_shares_its_bytes_gets_others) {
    vrm_edit edit;
    fixture file = open_file(&edit,
                             "{" ASSET ",'buffers':[{'byteLength':4}],'bufferViews':["
                             "{'buffer':0,'byteLength':4},"
                             "{'buffer':0,'byteOffset':2,'byteLength':2}]}",
                             "abcd", 4);
    vrmi_edit_replace_view(&edit, 1, "xx", 2);
    check_file(&edit,
               "{" ASSET ",'buffers':[{'byteLength':6}],'bufferViews':["
               "{'buffer':0,'byteLength':4},{'buffer':0,'byteOffset':4,'byteLength':2}]}",
               "abcdxx", 6);
    vrmi_edit_close(&edit);
    fixture_free(&file);
}

TEST(repacking_leaves_out_what_nothing_refers_to) {
    vrm_edit edit;
    fixture file = open_file(&edit,
                             "{" ASSET ",'buffers':[{'byteLength':12}],'images':["
                             "{'bufferView':2}],'bufferViews':[" THREE "]}",
                             "aaaabbb.cc..", 12);
    vrmi_edit_repack(&edit);
    check_file(&edit,
               "{" ASSET ",'buffers':[{'byteLength':2}],'images':[{'bufferView':0}],"
               "'bufferViews':[{'buffer':0,'byteLength':2}]}",
               "cc", 2);
    vrmi_value_remove(&edit.tree, vrmi_tree_find(&edit.tree, words("/images")));
    vrmi_edit_repack(&edit);
    check_file(&edit, "{" ASSET "}", NULL, 0);
    vrmi_edit_close(&edit);
    fixture_free(&file);
}

TEST(compressed_bytes_of_views_move_with_them) {
    vrm_edit edit;
    fixture file =
        open_file(&edit,
                  "{" ASSET ",'buffers':[{'byteLength':8},{'byteLength':40}],'bufferViews':["
                  "{'buffer':0,'byteLength':4},"
                  "{'buffer':1,'byteLength':40,'extensions':{'EXT_meshopt_compression':"
                  "{'buffer':0,'byteOffset':4,'byteLength':4}}}]}",
                  "aaaabbbb", 8);
    vrmi_edit_replace_view(&edit, 0, "longer..", 8);
    check_file(&edit,
               "{" ASSET ",'buffers':[{'byteLength':12},{'byteLength':40}],'bufferViews':["
               "{'buffer':0,'byteLength':8},"
               "{'buffer':1,'byteLength':40,'extensions':{'EXT_meshopt_compression':"
               "{'buffer':0,'byteOffset':8,'byteLength':4}}}]}",
               "longer..bbbb", 12);
    /* New bytes are not compressed. */
    vrmi_edit_replace_view(&edit, 1, "new!", 4);
    check_file(&edit,
               "{" ASSET ",'buffers':[{'byteLength':16},{'byteLength':40}],'bufferViews':["
               "{'buffer':0,'byteLength':8},"
               "{'buffer':0,'byteLength':4,'byteOffset':12}]}",
               "longer..bbbbnew!", 16);
    vrmi_edit_close(&edit);
    fixture_free(&file);
}

TEST(a_plain_file_stays_plain) {
    static const char plain[] = "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":2,"
                                "\"uri\":\"data:;base64,YWI=\"}]}";
    fixture file = fixture_bytes(plain, sizeof plain - 1);
    vrm_edit edit;
    vrm_written *out = NULL;
    char *text;
    REQUIRE(vrmi_edit_open(&edit, file.bytes, file.size, NULL, NULL) == VRM_OK);
    CHECK_INT(vrmi_edit_add_view(&edit, "abcd", 4, 0, 0), 0);
    CHECK_INT(vrmi_edit_add_view(&edit, "e", 1, 0, 0), 1);
    REQUIRE(CHECK_INT(vrmi_edit_write(&edit, &out), VRM_OK));
    text = json_of(out);
    CHECK_TEXT(text, "{" ASSET ",'buffers':[{'byteLength':2,'uri':'data:;base64,YWI='},"
                     "{'uri':'data:application/octet-stream;base64,YWJjZGUAAAA=',"
                     "'byteLength':8}],'bufferViews':["
                     "{'buffer':1,'byteLength':4,'byteOffset':0},"
                     "{'buffer':1,'byteLength':1,'byteOffset':4}]}");
    free(text);
    vrm_written_destroy(out);
    vrmi_edit_close(&edit);
    fixture_free(&file);
}

TEST(accessors_have_bounds_and_rows) {
    static const float points[] = {1, -2, 0.5f, 0, 4, -1};
    static const int8_t small[] = {-3, 2, 1, 127, -128, 0};
    vrm_edit edit;
    fixture file = open_file(&edit, "{" ASSET "}", NULL, 0);
    vrm_written *out = NULL;
    char *text;
    CHECK_INT(vrmi_edit_add_accessor(&edit, VRM_COMPONENT_F32, VRM_ELEMENT_VEC3, false, 2, points,
                                     34962, true),
              0);
    CHECK_INT(vrmi_edit_add_accessor(&edit, VRM_COMPONENT_I8, VRM_ELEMENT_VEC3, true, 2, small,
                                     34962, true),
              1);
    REQUIRE(CHECK_INT(vrmi_edit_write(&edit, &out), VRM_OK));
    text = json_of(out);
    CHECK_TEXT(text,
               "{" ASSET ",'bufferViews':[{'buffer':0,'byteLength':24,'target':34962},"
               "{'buffer':0,'byteLength':8,'byteStride':4,'target':34962,'byteOffset':24}],"
               "'accessors':[{'bufferView':0,'componentType':5126,'count':2,'type':'VEC3',"
               "'min':[0,-2,-1],'max':[1,4,0.5]},{'bufferView':1,'componentType':5120,"
               "'normalized':true,'count':2,'type':'VEC3','min':[-3,-128,0],'max':[127,2,1]}],"
               "'buffers':[{'byteLength':32}]}");
    free(text);
    vrm_written_destroy(out);
    vrmi_edit_close(&edit);
    fixture_free(&file);
}

static void check_extensions(const char *json, const char *expected) {
    vrm_edit edit;
    fixture file = open_file(&edit, json, NULL, 0);
    vrmi_edit_complete_extensions(&edit);
    check_file(&edit, expected, NULL, 0);
    vrmi_edit_close(&edit);
    fixture_free(&file);
}

TEST(gl_005_extensions_used_is_what_stands_in_the_file) {
    check_extensions("{" ASSET ",'extensionsUsed':['KHR_mesh_quantization','VRMC_vrm','ODD',"
                     "'KHR_materials_unlit','KHR_materials_unlit'],"
                     "'extensionsRequired':['KHR_materials_unlit','VRMC_vrm'],"
                     "'extras':{'extensions':{'NOT':1}},"
                     "'materials':[{'extensions':{'KHR_materials_unlit':{}},"
                     "'normalTexture':{'index':0,'extensions':{'KHR_texture_transform':{}}}}]}",
                     "{" ASSET ",'extensionsUsed':['KHR_mesh_quantization','ODD',"
                     "'KHR_materials_unlit','KHR_texture_transform'],"
                     "'extensionsRequired':['KHR_materials_unlit'],"
                     "'extras':{'extensions':{'NOT':1}},"
                     "'materials':[{'extensions':{'KHR_materials_unlit':{}},"
                     "'normalTexture':{'index':0,'extensions':{'KHR_texture_transform':{}}}}]}");
    check_extensions("{" ASSET ",'extensionsRequired':['VRM']}", "{" ASSET "}");
    check_extensions("{" ASSET ",'extensions':{'VRMC_springBone':{'colliders':[{'extensions':"
                     "{'VRMC_springBone_extended_collider':{}}}]}}}",
                     "{" ASSET ",'extensions':{'VRMC_springBone':{'colliders':[{'extensions':"
                     "{'VRMC_springBone_extended_collider':{}}}]}},"
                     "'extensionsUsed':['VRMC_springBone','VRMC_springBone_extended_collider']}");
}

TEST(changes_go_with_the_file) {
    vrm_edit edit;
    fixture file = open_file(&edit, "{" ASSET "}", NULL, 0);
    vrm_written *out = NULL;
    vrmi_edit_changed(&edit, VRM_CHANGE_ADDED, "thing", words(""), words("/a"), words("a thing"));
    REQUIRE(CHECK_INT(vrmi_edit_write(&edit, &out), VRM_OK));
    CHECK_INT(vrm_written_change_count(out), 1);
    CHECK_TEXT(vrm_written_change(out, 0)->to, "/a");
    vrm_written_destroy(out);
    vrmi_edit_close(&edit);
    fixture_free(&file);
}

/* Bounds are exact for every type that has them; where a number is not finite there are none. */
TEST(accessors_have_bounds_of_every_type) {
    static const int16_t shorts[] = {-32768, 32767, -1, 5};
    static const uint32_t large[] = {4294967295u, 0, 7, 8};
    static const float broken[] = {1, -INFINITY, INFINITY, NAN}, matrix[16] = {1};
    static const struct {
        vrm_component component;
        vrm_element element;
        uint32_t count;
        const void *values;
        const char *expected;
    } cases[] = {
        {VRM_COMPONENT_I16, VRM_ELEMENT_VEC2, 2, shorts, ",'min':[-32768,5],'max':[-1,32767]"},
        {VRM_COMPONENT_U32, VRM_ELEMENT_SCALAR, 4, large, ",'min':[0],'max':[4294967295]"},
        {VRM_COMPONENT_F32, VRM_ELEMENT_SCALAR, 2, broken, ""},
        {VRM_COMPONENT_F32, VRM_ELEMENT_SCALAR, 2, broken + 2, ""},
        {VRM_COMPONENT_F32, VRM_ELEMENT_SCALAR, 1, broken + 3, ""},
        {VRM_COMPONENT_F32, VRM_ELEMENT_MAT4, 1, matrix, ""},
        {VRM_COMPONENT_U8, VRM_ELEMENT_VEC3, 0, matrix, ""},
        {VRM_COMPONENT_U32, VRM_ELEMENT_SCALAR, 0, matrix, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        vrm_edit edit;
        fixture file = open_file(&edit, "{" ASSET "}", NULL, 0);
        vrmi_value *accessor;
        vrm_string text;
        test_note("case %d", (int)i);
        CHECK_INT(vrmi_edit_add_accessor(&edit, cases[i].component, cases[i].element, false,
                                         cases[i].count, cases[i].values, 34962, true),
                  0);
        accessor = vrmi_tree_find(&edit.tree, words("/accessors/0"));
        text = vrmi_value_text(&edit.tree, accessor);
        if (CHECK(text.length > strlen(cases[i].expected) + 1)) {
            const size_t length = strlen(cases[i].expected);
            const char *end = text.data + text.length - 1 - length;
            for (size_t k = 0; k < length; ++k) {
                CHECK_INT(end[k], cases[i].expected[k] == '\'' ? '"' : cases[i].expected[k]);
            }
            CHECK((vrmi_value_get(&edit.tree, accessor, "min") != NULL) == (length != 0));
        }
        vrmi_edit_close(&edit);
        fixture_free(&file);
    }
    test_note(NULL);
}

/* --- Views that lie anywhere --- */

enum { VIEWS = 8, BIN_BYTES = 64 };

typedef struct placed {
    size_t offset, length;
    uint8_t bytes[32]; /* that it has to have in the end */
    bool is_gone;
} placed;

static uint32_t next_random(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 16;
}

static fixture place_views(vrm_edit *edit, placed *views, const uint8_t *bin, uint32_t *state) {
    char json[2048];
    size_t length = (size_t)snprintf(
        json, sizeof json, "{" ASSET ",'buffers':[{'byteLength':%d}],'bufferViews':[", BIN_BYTES);
    for (int i = 0; i < VIEWS; ++i) {
        placed *v = &views[i];
        v->length = 1 + next_random(state) % 20;
        v->offset = next_random(state) % (BIN_BYTES - v->length + 1);
        v->is_gone = false;
        memcpy(v->bytes, bin + v->offset, v->length);
        length += (size_t)snprintf(json + length, sizeof json - length,
                                   "%s{'name':'v%d','buffer':0,'byteOffset':%zu,'byteLength':%zu}",
                                   i == 0 ? "" : ",", i, v->offset, v->length);
    }
    snprintf(json + length, sizeof json - length, "]}");
    return open_file(edit, json, bin, BIN_BYTES);
}

static void change_views(vrm_edit *edit, placed *views, uint32_t *state) {
    for (int i = VIEWS; i-- > 0;) { /* from behind, so that indices stay */
        placed *v = &views[i];
        const uint32_t what = next_random(state) % 4;
        if (what == 0) {
            vrmi_edit_drop_view(edit, i);
            v->is_gone = true;
        } else if (what == 1) {
            v->length = 1 + next_random(state) % 30;
            for (size_t k = 0; k < v->length; ++k) v->bytes[k] = (uint8_t)next_random(state);
            vrmi_edit_replace_view(edit, i, v->bytes, v->length);
        }
    }
    if (next_random(state) % 2 == 0) vrmi_edit_repack(edit);
    if (next_random(state) % 2 == 0) vrmi_edit_add_view(edit, "new", 3, 0, 0);
}

static void check_view(vrm_edit *again, const uint8_t *bin, size_t bin_size, vrmi_value *view,
                       const placed *v) {
    vrmi_tree *tree = &again->tree;
    const size_t offset =
        (size_t)vrmi_value_number(tree, vrmi_value_get(tree, view, "byteOffset"), 0);
    CHECK(!v->is_gone);
    CHECK_INT((size_t)vrmi_value_number(tree, vrmi_value_get(tree, view, "byteLength"), 0),
              v->length);
    if (CHECK(bin != NULL && v->length <= bin_size && offset <= bin_size - v->length)) {
        CHECK(memcmp(bin + offset, v->bytes, v->length) == 0);
    }
}

/* Views lie over each other as they like; some get other bytes, some go: all that stay have the
 * bytes that they should. */
TEST(gl_032_views_have_their_bytes_wherever_they_lie) {
    for (uint32_t seed = 0; seed < 300; ++seed) {
        uint32_t state = seed * 2654435761u;
        uint8_t bin[BIN_BYTES];
        placed views[VIEWS];
        vrm_edit edit, again;
        fixture file;
        vrm_written *out = NULL;
        const uint8_t *bytes, *new_bin;
        size_t size, bin_size;
        vrmi_value *table;
        for (int i = 0; i < BIN_BYTES; ++i) bin[i] = (uint8_t)next_random(&state);
        file = place_views(&edit, views, bin, &state);
        change_views(&edit, views, &state);
        test_note("seed %u", seed);
        REQUIRE(CHECK_INT(vrmi_edit_write(&edit, &out), VRM_OK));
        bytes = vrm_written_bytes(out, &size);
        new_bin = vrmi_written_bin(bytes, size, &bin_size);
        REQUIRE(CHECK_INT(vrmi_edit_open(&again, bytes, size, NULL, NULL), VRM_OK));
        table = vrmi_value_get(&again.tree, again.tree.root, "bufferViews");
        for (uint32_t i = 0; i < vrmi_value_count(&again.tree, table); ++i) {
            vrmi_value *view = vrmi_value_at(&again.tree, table, i);
            const vrm_string name =
                vrmi_value_string(&again.tree, vrmi_value_get(&again.tree, view, "name"));
            if (name.length != 2) continue; /* the new one */
            check_view(&again, new_bin, bin_size, view, &views[name.data[1] - '0']);
        }
        vrmi_edit_close(&again);
        vrm_written_destroy(out);
        vrmi_edit_close(&edit);
        fixture_free(&file);
    }
    test_note(NULL);
}

/* Views that reach out of BIN, or whose numbers mean nothing, stay as they are. */
TEST(gl_032_views_of_broken_files_stay) {
    static const char *const views[] = {
        "{'buffer':0,'byteLength':99}",
        "{'buffer':0,'byteOffset':-4,'byteLength':0}",
        "{'buffer':0,'byteOffset':5e9,'byteLength':1}",
        "{'buffer':1,'byteLength':4}",
        "{'buffer':0,'byteLength':-1}",
        "{'buffer':0,'byteLength':4,'extensions':{'X':{}}}",
    };
    for (size_t i = 0; i < sizeof views / sizeof views[0]; ++i) {
        for (int drops = 0; drops < 2; ++drops) {
            char json[600], expected[200];
            vrm_edit edit;
            vrm_written *out = NULL;
            fixture file;
            snprintf(json, sizeof json,
                     "{" ASSET ",'buffers':[{'byteLength':8}],'bufferViews':[%s,{'buffer':0,"
                     "'byteOffset':4,'byteLength':4}]}",
                     views[i]);
            file = open_file(&edit, json, "abcdefgh", 8);
            test_note("view %d, %d", (int)i, drops);
            if (drops) vrmi_edit_drop_view(&edit, 0);
            vrmi_edit_replace_view(&edit, drops ? 0 : 1, "ABCD", 4);
            CHECK_INT(vrmi_edit_write(&edit, &out), VRM_OK);
            if (!drops) {
                vrm_string text = vrmi_value_text(
                    &edit.tree, vrmi_tree_find(&edit.tree, words("/bufferViews/0")));
                snprintf(expected, sizeof expected, "%s", views[i]);
                CHECK_INT(text.length, strlen(expected));
            }
            vrm_written_destroy(out);
            vrmi_edit_close(&edit);
            fixture_free(&file);
        }
    }
    test_note(NULL);
}

/* More extensions than anyone has, or one with a very long name: lists only grow by what is known.
 */
TEST(gl_005_very_many_extensions_stay) {
    static char json[16384];
    static char name[700];
    size_t length = (size_t)snprintf(json, sizeof json,
                                     "{" ASSET ",'extensionsRequired':['VRM'],'extensionsUsed':"
                                     "['VRM','VRMC_vrm'],'extensions':{");
    vrm_edit edit;
    fixture file;
    memset(name, 'n', sizeof name - 1);
    for (int i = 0; i < 300; ++i) {
        length += (size_t)snprintf(json + length, sizeof json - length, "%s'X_%d':{}",
                                   i == 0 ? "" : ",", i);
    }
    snprintf(json + length, sizeof json - length, "}}");
    file = open_file(&edit, json, NULL, 0);
    CHECK(vrmi_edit_count_unknown(&edit) >= 200);
    vrmi_edit_complete_extensions(&edit);
    CHECK_INT(
        vrmi_value_count(&edit.tree, vrmi_tree_find(&edit.tree, words("/extensionsRequired"))), 1);
    vrmi_edit_close(&edit);
    fixture_free(&file);
    snprintf(json, sizeof json, "{" ASSET ",'extensions':{'%s':{}}}", name);
    check_extensions(json, json);
}

TEST_SUITE(file_edit, ENTRY(an_edit_without_changes_gives_the_same_bytes),
           ENTRY(what_is_no_gltf_is_not_opened), ENTRY(new_views_come_behind_the_others),
           ENTRY(a_file_without_bin_gets_one), ENTRY(a_replaced_view_stays_in_its_place),
           ENTRY(a_view_that_shares_its_bytes_gets_others),
           ENTRY(repacking_leaves_out_what_nothing_refers_to),
           ENTRY(compressed_bytes_of_views_move_with_them), ENTRY(a_plain_file_stays_plain),
           ENTRY(accessors_have_bounds_and_rows),
           ENTRY(gl_005_extensions_used_is_what_stands_in_the_file),
           ENTRY(changes_go_with_the_file), ENTRY(accessors_have_bounds_of_every_type),
           ENTRY(gl_032_views_have_their_bytes_wherever_they_lie),
           ENTRY(gl_032_views_of_broken_files_stay), ENTRY(gl_005_very_many_extensions_stay));
