/* A file that is edited: what is untouched stays, views get bytes, and lists of extensions follow.
 */
#include "support/fixture.h"
#include "test.h"
#include "write/file_edit.h"
#include "write/glb_write.h"

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
               "{'buffer':0,'byteLength':4,'extensions':{},'byteOffset':12}]}",
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

TEST_SUITE(file_edit, ENTRY(an_edit_without_changes_gives_the_same_bytes),
           ENTRY(what_is_no_gltf_is_not_opened), ENTRY(new_views_come_behind_the_others),
           ENTRY(a_file_without_bin_gets_one), ENTRY(a_replaced_view_stays_in_its_place),
           ENTRY(a_view_that_shares_its_bytes_gets_others),
           ENTRY(repacking_leaves_out_what_nothing_refers_to),
           ENTRY(compressed_bytes_of_views_move_with_them), ENTRY(a_plain_file_stays_plain),
           ENTRY(accessors_have_bounds_and_rows),
           ENTRY(gl_005_extensions_used_is_what_stands_in_the_file),
           ENTRY(changes_go_with_the_file));
