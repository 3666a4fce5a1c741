/* The operations of vrm/author/edit.h: what they change, and what they refuse. */
#include "author/document/glb_write.h"
#include "support/opened.h"
#include "support/refusals.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <vrm/author.h>

#define HEAD "{'asset':{'version':'2.0'},"
#define BONES                                                                                      \
    "'nodes':[{'children':[1,2,3]},{},{'mesh':0,'children':[4]},{},{}],"                           \
    "'meshes':[{'primitives':[{'attributes':{},'targets':[{},{}]}]}],"                             \
    "'materials':[{'name':'a'},{'name':'b'},{'name':'b'}],"
#define VRM1(rest)                                                                                 \
    HEAD BONES                                                                                     \
        "'extensionsUsed':['VRMC_vrm'],'extensions':{'VRMC_vrm':{'specVersion':'1.0',"             \
        "'meta':{'name':'n','authors':['a'],'licenseUrl':"                                         \
        "'https://vrm.dev/licenses/1.0/'},'humanoid':{'humanBones':{'hips':{'node':0}}}" rest
#define VRM0(rest)                                                                                 \
    HEAD BONES "'extensions':{'VRM':{'meta':{'title':'t'},'humanoid':{'humanBones':["              \
               "{'bone':'hips','node':0},{'bone':'neck','node':1},{'bone':'jaw','node':3}]}" rest

/* Refused: the problem is reported, and nothing is changed. */
#define CHECK_REFUSED(edit, call, problem)                                                         \
    do {                                                                                           \
        size_t before_, after_;                                                                    \
        CHECK(vrm_edit_get(edit, "", &before_) != NULL);                                           \
        CHECK_INT(call, VRM_ERROR_INVALID_ARGUMENT);                                               \
        CHECK_TEXT(vrm_edit_problem(edit), problem);                                               \
        CHECK(vrm_edit_get(edit, "", &after_) != NULL);                                            \
        CHECK_INT(after_, before_);                                                                \
    } while (0)

TEST(values_are_set_and_removed) {
    opened o = open_json(HEAD "'a':{'b':[1,2],'c/d':3}}", NULL, 0);
    CHECK_INT(vrm_edit_set(o.edit, "/a/b/1", " 5 "), VRM_OK);
    CHECK_INT(vrm_edit_set(o.edit, "/a/b/-", "[0]"), VRM_OK);
    CHECK_INT(vrm_edit_set(o.edit, "/a/b/2/1", "7"), VRM_OK);
    check_json(o.edit, "/a/b/2", "[0,7]");
    CHECK_INT(vrm_edit_set(o.edit, "/a/b/2", "[]"), VRM_OK);
    CHECK_INT(vrm_edit_set(o.edit, "/a/c~1d", "true"), VRM_OK);
    CHECK_INT(vrm_edit_set(o.edit, "/a/e~0", "{\"x\":null}"), VRM_OK);
    check_json(o.edit, "/a", "{'b':[1,5,[]],'c/d':true,'e~':{'x':null}}");
    CHECK_INT(vrm_edit_remove(o.edit, "/a/b/0"), VRM_OK);
    CHECK_INT(vrm_edit_remove(o.edit, "/a/c~1d"), VRM_OK);
    check_json(o.edit, "/a", "{'b':[5,[]],'e~':{'x':null}}");
    check_json(o.edit, "/none", "nothing");
    CHECK_REFUSED(o.edit, vrm_edit_set(o.edit, "/a", "{"), "\"{\" is no JSON value");
    CHECK_REFUSED(o.edit, vrm_edit_set(o.edit, "/a", ""), "\"\" is no JSON value");
    CHECK_REFUSED(o.edit, vrm_edit_set(o.edit, "/a", "1 2"), "\"1 2\" is no JSON value");
    CHECK_REFUSED(o.edit, vrm_edit_set(o.edit, "", "1"), "\"\" is no JSON pointer to a value");
    CHECK_REFUSED(o.edit, vrm_edit_set(o.edit, "a", "1"), "\"a\" is no JSON pointer to a value");
    CHECK_REFUSED(o.edit, vrm_edit_set(o.edit, "/a/~2", "1"),
                  "\"/a/~2\" is no JSON pointer to a value");
    CHECK_REFUSED(o.edit, vrm_edit_set(o.edit, "/x/y", "1"),
                  "there is no object or array that could have \"/x/y\"");
    CHECK_REFUSED(o.edit, vrm_edit_set(o.edit, "/a/b/7", "1"),
                  "the array has no element at \"/a/b/7\"");
    CHECK_REFUSED(o.edit, vrm_edit_remove(o.edit, "/a/z"), "nothing is at \"/a/z\"");
    CHECK_REFUSED(o.edit, vrm_edit_remove(o.edit, ""), "\"\" is no JSON pointer to a value");
    close_json(&o);
}

TEST(json_that_is_too_deep_is_refused) {
    opened o = open_json(HEAD "'a':1}", NULL, 0);
    char deep[4096];
    memset(deep, '[', 2000);
    memset(deep + 2000, ']', 2000);
    deep[4000] = '\0';
    CHECK_INT(vrm_edit_set(o.edit, "/a", deep), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_TEXT(vrm_edit_problem(o.edit), "the JSON would be too deep at \"/a\"");
    close_json(&o);
}

TEST(gl_005_names_of_extensions_follow_values) {
    opened o = open_json(HEAD "'extensionsUsed':['VRM'],'extensions':{'KHR_x':{}},"
                              "'materials':[{}]}",
                         NULL, 0);
    vrm_written *file = NULL;
    /* A value that is no extension leaves the list alone. */
    CHECK_INT(vrm_edit_set(o.edit, "/extensions/KHR_x/y", "1"), VRM_OK);
    CHECK_INT(vrm_edit_write(o.edit, &file, NULL), VRM_OK);
    vrm_written_destroy(file);
    check_json(o.edit, "/extensionsUsed", "['VRM']");
    CHECK_INT(vrm_edit_set(o.edit, "/materials/0/extensions", "{\"KHR_materials_unlit\":{}}"),
              VRM_OK);
    CHECK_INT(vrm_edit_write(o.edit, &file, NULL), VRM_OK);
    vrm_written_destroy(file);
    check_json(o.edit, "/extensionsUsed", "['KHR_x','KHR_materials_unlit']");
    CHECK_INT(vrm_edit_remove(o.edit, "/materials/0"), VRM_OK);
    CHECK_INT(vrm_edit_write(o.edit, &file, NULL), VRM_OK);
    CHECK_INT(vrm_written_change_count(file), 3);
    CHECK_TEXT(vrm_written_change(file, 0)->to, "/extensions/KHR_x/y");
    CHECK_INT(vrm_written_change(file, 2)->kind, VRM_CHANGE_REMOVED);
    CHECK_TEXT(vrm_written_change(file, 2)->from, "/materials/0");
    vrm_written_destroy(file);
    check_json(o.edit, "/extensionsUsed", "['KHR_x']");
    vrm_edit_keep_extensions_used(o.edit);
    vrm_edit_keep_extensions_used(NULL);
    CHECK_INT(vrm_edit_remove(o.edit, "/extensions/KHR_x"), VRM_OK);
    CHECK_INT(vrm_edit_write(o.edit, &file, NULL), VRM_OK);
    vrm_written_destroy(file);
    check_json(o.edit, "/extensionsUsed", "['KHR_x']");
    close_json(&o);
}

/* --- Thumbnails --- */

static const uint8_t png[] = "\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\10\6\0\0\0.";
static const uint8_t jpeg[] = "\xFF\xD8\xFF\xE0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0..";
enum { PNG_BYTES = sizeof png, JPEG_BYTES = sizeof jpeg };

static void check_thumbnail(vrm_edit *edit, const void *expected, size_t size) {
    vrm_written *file = NULL;
    vrm_model *model = NULL;
    vrm_peek peek;
    const uint8_t *bytes;
    size_t length;
    vrm_peek_init(&peek);
    REQUIRE(CHECK_INT(vrm_edit_write(edit, &file, NULL), VRM_OK));
    bytes = vrm_written_bytes(file, &length);
    REQUIRE(CHECK_INT(vrm_model_peek(bytes, length, NULL, &peek, &model, NULL), VRM_OK));
    CHECK_INT(peek.thumbnail_bytes, size);
    CHECK(size == 0 || (peek.thumbnail_offset + size <= length &&
                        memcmp(bytes + peek.thumbnail_offset, expected, size) == 0));
    vrm_model_release(model);
    vrm_written_destroy(file);
}

TEST(a_thumbnail_comes_and_goes) {
    static const char *const files[] = {VRM1("}}}"), VRM0("}}}")};
    for (int i = 0; i < 2; ++i) {
        opened o = open_json(files[i], NULL, 0);
        CHECK_INT(vrm_edit_set_thumbnail(o.edit, NULL, 0), VRM_OK); /* there is none */
        CHECK_INT(vrm_edit_set_thumbnail(o.edit, png, PNG_BYTES), VRM_OK);
        check_thumbnail(o.edit, png, PNG_BYTES);
        CHECK_INT(vrm_edit_set_thumbnail(o.edit, jpeg, JPEG_BYTES), VRM_OK);
        check_thumbnail(o.edit, jpeg, JPEG_BYTES);
        check_json(o.edit, "/images",
                   "[{'name':'thumbnail','bufferView':0,'mimeType':'image/jpeg'}]");
        CHECK_REFUSED(o.edit, vrm_edit_set_thumbnail(o.edit, "GIF89a", 6),
                      "the \"thumbnail\" is neither a PNG nor a JPEG file");
        CHECK_INT(vrm_edit_set_thumbnail(o.edit, NULL, 0), VRM_OK);
        check_thumbnail(o.edit, NULL, 0);
        check_json(o.edit, "/images", "nothing");
        check_json(o.edit, "/textures", "nothing");
        check_json(o.edit, "/buffers", "nothing");
        close_json(&o);
    }
}

/* What the list of changes says of a PNG file of this size. */
static void check_size_said(uint32_t width, uint32_t height, const char *expected) {
    opened o = open_json(VRM1("}}}"), NULL, 0);
    vrm_written *file = NULL;
    uint8_t picture[PNG_BYTES];
    memcpy(picture, png, PNG_BYTES);
    for (int i = 0; i < 4; ++i) {
        picture[16 + i] = (uint8_t)(width >> (24 - 8 * i));
        picture[20 + i] = (uint8_t)(height >> (24 - 8 * i));
    }
    CHECK_INT(vrm_edit_set_thumbnail(o.edit, picture, PNG_BYTES), VRM_OK);
    REQUIRE(CHECK_INT(vrm_edit_write(o.edit, &file, NULL), VRM_OK));
    CHECK_TEXT(vrm_written_change(file, 0)->code, "thumbnail");
    CHECK_TEXT(vrm_written_change(file, 0)->text, expected);
    vrm_written_destroy(file);
    close_json(&o);
}

TEST(me_013_a_thumbnail_of_another_size_is_said) {
    check_size_said(1024, 1024, "The thumbnail is another one");
    check_size_said(512, 512,
                    "The thumbnail is another one, of 512 x 512 pixels: 1024 x 1024 are preferred");
    check_size_said(
        1024, 768, "The thumbnail is another one, of 1024 x 768 pixels: 1024 x 1024 are preferred");
}

TEST(an_image_that_a_material_uses_stays) {
    opened o = open_json(HEAD "'buffers':[{'byteLength':4}],'bufferViews':[{'buffer':0,"
                              "'byteLength':4}],'images':[{'bufferView':0,'mimeType':'image/png'}],"
                              "'textures':[{'source':0}],'extensions':{'VRM':{'meta':"
                              "{'texture':0},'materialProperties':[{'textureProperties':"
                              "{'_MainTex':0}}],'humanoid':{'humanBones':[]}}}}",
                         "abcd", 4);
    CHECK_INT(vrm_edit_set_thumbnail(o.edit, png, PNG_BYTES), VRM_OK);
    check_json(o.edit, "/extensions/VRM/meta/texture", "1");
    check_json(o.edit, "/textures", "[{'source':0},{'source':1}]");
    check_thumbnail(o.edit, png, PNG_BYTES);
    CHECK_INT(vrm_edit_set_thumbnail(o.edit, NULL, 0), VRM_OK);
    check_json(o.edit, "/textures", "[{'source':0}]");
    check_json(o.edit, "/bufferViews", "[{'buffer':0,'byteLength':4}]");
    close_json(&o);
}

#define OLD_THUMBNAIL(textures, material)                                                          \
    HEAD "'buffers':[{'byteLength':4}],'bufferViews':[{'buffer':0,'byteLength':4}],"               \
         "'images':[{'bufferView':0,'mimeType':'image/png'}],'textures':" textures                 \
         ",'materials':[{'name':'a'" material "}],'extensions':{'VRMC_vrm':{'specVersion':'1.0',"  \
         "'meta':{'name':'n','thumbnailImage':0},'humanoid':{'humanBones':{}}}}}"

/* A migration leaves the texture of the thumbnail, which nothing uses. */
TEST(ed_007_a_replaced_thumbnail_leaves_the_file) {
    static const char *const files[] = {
        OLD_THUMBNAIL("[{'source':0},{'source':0}]", ""),
        OLD_THUMBNAIL("[{'source':0}]",
                      ",'pbrMetallicRoughness':{'baseColorTexture':{'index':0}}")};
    static const char *const texts[] = {
        "The old thumbnail has left the file",
        "The old thumbnail stays in the file, because something else uses the image"};
    for (int i = 0; i < 2; ++i) {
        opened o = open_json(files[i], "abcd", 4);
        vrm_written *file = NULL;
        CHECK_INT(vrm_edit_set_thumbnail(o.edit, png, PNG_BYTES), VRM_OK);
        check_thumbnail(o.edit, png, PNG_BYTES);
        CHECK_INT(vrm_edit_write(o.edit, &file, NULL), VRM_OK);
        CHECK_INT(vrm_written_change_count(file), 2);
        CHECK_TEXT(vrm_written_change(file, 1)->text, texts[i]);
        vrm_written_destroy(file);
        check_json(o.edit, "/images/1",
                   i == 0 ? "nothing"
                          : "{'name':'thumbnail','bufferView':1,'mimeType':'image/png'}");
        check_json(o.edit, "/textures", i == 0 ? "nothing" : "[{'source':0}]");
        CHECK_INT(vrm_edit_set_thumbnail(o.edit, NULL, 0), VRM_OK);
        check_json(o.edit, "/images/0/bufferView", i == 0 ? "nothing" : "0");
        close_json(&o);
    }
}

TEST(a_file_without_an_avatar_has_no_thumbnail) {
    opened o = open_json(HEAD "'a':1}", NULL, 0);
    CHECK_REFUSED(o.edit, vrm_edit_set_thumbnail(o.edit, png, PNG_BYTES),
                  "the file has no meta of 0.x, 1.0-beta or 1.0 for a \"thumbnail\"");
    close_json(&o);
}

TEST(images_get_other_bytes) {
    opened o = open_json(HEAD "'images':[{'uri':'a.png','name':'a'},{'uri':'b.png'}]}", NULL, 0);
    CHECK_INT(vrm_edit_set_image(o.edit, 1, png, PNG_BYTES), VRM_OK);
    check_json(o.edit, "/images",
               "[{'uri':'a.png','name':'a'},{'bufferView':0,'mimeType':'image/png'}]");
    CHECK_REFUSED(o.edit, vrm_edit_set_image(o.edit, 2, png, PNG_BYTES), "there is no image 2");
    CHECK_REFUSED(o.edit, vrm_edit_set_image(o.edit, 0, "GIF89a", 6),
                  "the new bytes of image 0 are no PNG, JPEG or WebP file");
    CHECK_REFUSED(o.edit, vrm_edit_embed(o.edit), "bytes were changed before \"embed\"");
    close_json(&o);
}

TEST(a_plain_file_becomes_a_container) {
    static const char plain[] =
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":2,\"uri\":"
        "\"data:;base64,YWI=\"},{\"byteLength\":3,\"uri\":\"data:;base64,eHl6\"}],"
        "\"bufferViews\":[{\"buffer\":1,\"byteOffset\":1,\"byteLength\":2},{\"buffer\":0,"
        "\"byteLength\":2}],\"images\":[{\"uri\":\"data:image/"
        "png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAu\"},"
        "{\"uri\":\"outside.png\"}]}";
    fixture file = fixture_bytes(plain, sizeof plain - 1);
    vrm_edit *edit = NULL;
    vrm_written *out = NULL;
    const uint8_t *bytes, *bin;
    size_t size, bin_size;
    REQUIRE(vrm_edit_create(file.bytes, file.size, NULL, &edit, NULL) == VRM_OK);
    CHECK_INT(vrm_edit_embed(edit), VRM_OK);
    REQUIRE(CHECK_INT(vrm_edit_write(edit, &out, NULL), VRM_OK));
    check_json(edit, "",
               HEAD "'buffers':[{'byteLength':38}],'bufferViews':[{'buffer':0,'byteOffset':5,"
                    "'byteLength':2},{'buffer':0,'byteLength':2},{'buffer':0,'byteLength':30,"
                    "'byteOffset':8}],'images':[{'bufferView':2,'mimeType':'image/png'},"
                    "{'uri':'outside.png'}]}");
    bytes = vrm_written_bytes(out, &size);
    bin = vrmi_written_bin(bytes, size, &bin_size);
    CHECK_INT(bin_size, 40);
    CHECK(bin != NULL && memcmp(bin, "ab\0\0xyz\0\x89PNG\r\n\x1A\n", 16) == 0);
    vrm_written_destroy(out);
    vrm_edit_destroy(edit);
    fixture_free(&file);
}

/* --- Expressions --- */

#define EXPRESSIONS1                                                                               \
    ",'expressions':{'preset':{'aa':{}},'custom':{'smile':{'morphTargetBinds':[{'node':2,"         \
    "'index':0,'weight':1}]},'x':{}}}}}}"
#define EXPRESSIONS0                                                                               \
    ",'blendShapeMaster':{'blendShapeGroups':[{'name':'Joy','presetName':'joy','binds':["          \
    "{'mesh':0,'index':0,'weight':100}]},{'name':'x','presetName':'unknown'}]}}}}"

TEST(expressions_are_renamed) {
    opened o = open_json(VRM1(EXPRESSIONS1), NULL, 0);
    CHECK_INT(vrm_edit_rename_expression(o.edit, "x", "y\"z"), VRM_OK);
    CHECK_INT(vrm_edit_rename_expression(o.edit, "smile", "happy"), VRM_OK);
    check_json(o.edit, "/extensions/VRMC_vrm/expressions",
               "{'preset':{'aa':{},'happy':{'morphTargetBinds':[{'node':2,'index':0,'weight':1}]}"
               "},'custom':{'y\\'z':{}}}");
    CHECK_REFUSED(o.edit, vrm_edit_rename_expression(o.edit, "none", "a"),
                  "there is no expression \"none\" in an avatar of 0.x, 1.0-beta or 1.0");
    CHECK_REFUSED(o.edit, vrm_edit_rename_expression(o.edit, "aa", "happy"),
                  "there is an expression \"happy\" already");
    CHECK_REFUSED(o.edit, vrm_edit_rename_expression(o.edit, "aa", ""), "\"\" is no name");
    close_json(&o);
    o = open_json(VRM0(EXPRESSIONS0), NULL, 0);
    CHECK_INT(vrm_edit_rename_expression(o.edit, "Joy", "Smile"), VRM_OK);
    CHECK_INT(vrm_edit_rename_expression(o.edit, "x", "joy"), VRM_OK);
    check_json(o.edit, "/extensions/VRM/blendShapeMaster/blendShapeGroups",
               "[{'name':'Smile','presetName':'unknown','binds':[{'mesh':0,'index':0,"
               "'weight':100}]},{'name':'joy','presetName':'joy'}]");
    close_json(&o);
}

TEST(expressions_are_bound) {
    static const float color[4] = {1, 0.5f, 0, 1};
    const vrm_vec2 scale = {0.5f, 0.25f}, offset = {0.125f, 0.5f};
    opened o = open_json(VRM1(EXPRESSIONS1), NULL, 0);
    CHECK_INT(vrm_edit_bind_morph(o.edit, "smile", 2, 1, 0.25f), VRM_OK);
    CHECK_INT(vrm_edit_bind_morph(o.edit, "smile", 2, 0, 0.5f), VRM_OK);
    CHECK_INT(vrm_edit_bind_color(o.edit, "aa", 1, VRM_COLOR_BIND_SHADE, color), VRM_OK);
    CHECK_INT(vrm_edit_bind_color(o.edit, "aa", 1, VRM_COLOR_BIND_MATCAP, color), VRM_OK);
    CHECK_INT(vrm_edit_bind_uv(o.edit, "aa", 1, &scale, &offset), VRM_OK);
    CHECK_INT(vrm_edit_bind_uv(o.edit, "aa", 1, &offset, &offset), VRM_OK);
    check_json(o.edit, "/extensions/VRMC_vrm/expressions",
               "{'preset':{'aa':{'materialColorBinds':[{'material':1,'type':'shadeColor',"
               "'targetValue':[1,0.5,0,1]},{'material':1,'type':'matcapColor','targetValue':"
               "[1,0.5,0,1]}],'textureTransformBinds':[{'material':1,'scale':[0.125,0.5],"
               "'offset':[0.125,0.5]}]}},'custom':{'smile':{'morphTargetBinds':[{'node':2,"
               "'index':0,'weight':0.5},{'node':2,'index':1,'weight':0.25}]},'x':{}}}");
    CHECK_REFUSED(o.edit, vrm_edit_bind_morph(o.edit, "smile", 1, 0, 1),
                  "node 1 has no mesh with that morph target");
    CHECK_REFUSED(o.edit, vrm_edit_bind_morph(o.edit, "smile", 2, 2, 1),
                  "node 2 has no mesh with that morph target");
    CHECK_REFUSED(o.edit, vrm_edit_bind_morph(o.edit, "smile", 2, 0, NAN),
                  "the weight of a bind of \"smile\" is not from 0 to 1");
    CHECK_REFUSED(o.edit, vrm_edit_bind_color(o.edit, "aa", 9, VRM_COLOR_BIND_RIM, color),
                  "there is no material 9");
    CHECK_REFUSED(o.edit, vrm_edit_bind_color(o.edit, "aa", 0, 6, color),
                  "the VRM version has no color of type 6");
    CHECK_INT(vrm_edit_unbind(o.edit, "smile", VRM_BIND_MORPH, 0), VRM_OK);
    CHECK_INT(vrm_edit_unbind(o.edit, "smile", VRM_BIND_MORPH, 0), VRM_OK);
    CHECK_INT(vrm_edit_unbind(o.edit, "aa", VRM_BIND_COLOR, VRM_ALL), VRM_OK);
    check_json(o.edit, "/extensions/VRMC_vrm/expressions/custom/smile", "{}"); /* EX-038 */
    CHECK_REFUSED(o.edit, vrm_edit_unbind(o.edit, "smile", VRM_BIND_MORPH, 0),
                  "\"smile\" has no such bind");
    CHECK_REFUSED(o.edit, vrm_edit_unbind(o.edit, "smile", 3, 0), "there is no kind of binds 3");
    close_json(&o);
}

TEST(expressions_of_0_x_are_bound) {
    static const float color[4] = {1, 0, 0, 0.5f}, grey[4] = {0.5f, 0.5f, 0.5f, 1};
    const vrm_vec2 scale = {0.5f, 0.25f}, offset = {0.125f, 0.5f};
    opened o = open_json(VRM0(EXPRESSIONS0), NULL, 0);
    CHECK_INT(vrm_edit_bind_morph(o.edit, "Joy", 2, 1, 0.25f), VRM_OK);
    CHECK_INT(vrm_edit_bind_color(o.edit, "x", 0, VRM_COLOR_BIND_RIM, color), VRM_OK);
    CHECK_INT(vrm_edit_bind_color(o.edit, "x", 0, VRM_COLOR_BIND_EMISSION, grey), VRM_OK);
    CHECK_INT(vrm_edit_bind_uv(o.edit, "x", 0, &scale, &offset), VRM_OK);
    check_json(o.edit, "/extensions/VRM/blendShapeMaster/blendShapeGroups",
               "[{'name':'Joy','presetName':'joy','binds':[{'mesh':0,'index':0,'weight':100},"
               "{'mesh':0,'index':1,'weight':25}]},{'name':'x','presetName':'unknown',"
               "'materialValues':[{'materialName':'a','propertyName':'_RimColor','targetValue':"
               "[1,0,0,0.5]},{'materialName':'a','propertyName':'_EmissionColor','targetValue':"
               "[0.5,0.5,0.5,1]},{'materialName':'a','propertyName':'_MainTex_ST','targetValue':"
               "[0.5,0.25,0.125,0.25]}]}]");
    CHECK_REFUSED(o.edit, vrm_edit_bind_color(o.edit, "x", 1, VRM_COLOR_BIND_RIM, color),
                  "0.x binds materials by name, and material 1 has none of its own");
    CHECK_REFUSED(o.edit, vrm_edit_bind_color(o.edit, "x", 0, VRM_COLOR_BIND_MATCAP, color),
                  "the VRM version has no color of type 3");
    close_json(&o);
}

/* --- Springs --- */

#define SPRINGS                                                                                    \
    "},'VRMC_springBone':{'specVersion':'1.0','colliders':[{'node':1,'shape':{'sphere':"           \
    "{'radius':1}},'extras':7}],'colliderGroups':[{'colliders':[0]}],'springs':[{'joints':["       \
    "{'node':2},{'node':4,'stiffness':3}],'colliderGroups':[0]}]}}}"

TEST(springs_get_numbers) {
    const vrm_vec3 down = {0, -1, 0}, nowhere = {0, 0, 0};
    opened o = open_json(VRM1(SPRINGS), NULL, 0);
    CHECK_INT(vrm_edit_set_spring(o.edit, 0, VRM_ALL, VRM_SPRING_FIELD_STIFFNESS, 0.5f), VRM_OK);
    CHECK_INT(vrm_edit_set_spring(o.edit, 0, 1, VRM_SPRING_FIELD_HIT_RADIUS, 0.25f), VRM_OK);
    CHECK_INT(vrm_edit_set_gravity_dir(o.edit, 0, 0, &down), VRM_OK);
    check_json(o.edit, "/extensions/VRMC_springBone/springs/0/joints",
               "[{'node':2,'stiffness':0.5,'gravityDir':[0,-1,0]},"
               "{'node':4,'stiffness':0.5,'hitRadius':0.25}]");
    CHECK_REFUSED(o.edit, vrm_edit_set_spring(o.edit, 1, 0, VRM_SPRING_FIELD_STIFFNESS, 1),
                  "there is no spring 1 in an avatar of 0.x, 1.0-beta or 1.0");
    CHECK_REFUSED(o.edit, vrm_edit_set_spring(o.edit, 0, 2, VRM_SPRING_FIELD_STIFFNESS, 1),
                  "the spring has no joint 2");
    CHECK_REFUSED(o.edit, vrm_edit_set_spring(o.edit, 0, 0, VRM_SPRING_FIELD_DRAG_FORCE, 1.5f),
                  "the value is out of range for \"dragForce\"");
    CHECK_REFUSED(o.edit, vrm_edit_set_spring(o.edit, 0, 0, 4, 1), "springs have no number 4");
    CHECK_REFUSED(o.edit, vrm_edit_set_gravity_dir(o.edit, 0, 0, &nowhere),
                  "the value is no direction for \"gravityDir\"");
    close_json(&o);
    o = open_json(VRM0(",'secondaryAnimation':{'boneGroups':[{'stiffiness':1,'bones':[2]}]}}}}"),
                  NULL, 0);
    CHECK_INT(vrm_edit_set_spring(o.edit, 0, VRM_ALL, VRM_SPRING_FIELD_STIFFNESS, 0.5f), VRM_OK);
    CHECK_INT(vrm_edit_set_gravity_dir(o.edit, 0, VRM_ALL, &down), VRM_OK);
    check_json(o.edit, "/extensions/VRM/secondaryAnimation/boneGroups/0",
               "{'stiffiness':0.5,'bones':[2],'gravityDir':{'x':0,'y':-1,'z':0}}");
    CHECK_REFUSED(o.edit, vrm_edit_set_spring(o.edit, 0, 0, VRM_SPRING_FIELD_STIFFNESS, 1),
                  "the spring has no joint 0 of its own: 0.x sets all at once");
    close_json(&o);
}

TEST(colliders_come_change_and_go) {
    vrm_spring_collider plane = {.node = 2, .shape = VRM_COLLIDER_PLANE};
    vrm_spring_collider sphere = {.node = 3, .shape = VRM_COLLIDER_SPHERE, .radius = 0.5f};
    vrm_written *file = NULL;
    int32_t index = 9;
    opened o = open_json(VRM1(SPRINGS), NULL, 0);
    plane.tail.y = 1;
    CHECK_INT(vrm_edit_add_collider(o.edit, &plane, 0, &index), VRM_OK);
    CHECK_INT(index, 1);
    check_json(o.edit, "/extensions/VRMC_springBone/colliders/1", /* EC-021, EC-025 */
               "{'node':2,'shape':{'sphere':{'offset':[0,-1000,0],'radius':1000}},'extensions':"
               "{'VRMC_springBone_extended_collider':{'specVersion':'1.0','shape':{'plane':"
               "{'offset':[0,0,0],'normal':[0,1,0]}}}}}");
    check_json(o.edit, "/extensions/VRMC_springBone/colliderGroups", "[{'colliders':[0,1]}]");
    CHECK_INT(vrm_edit_write(o.edit, &file, NULL), VRM_OK);
    vrm_written_destroy(file);
    check_json(o.edit, "/extensionsUsed", /* EC-023 */
               "['VRMC_vrm','VRMC_springBone','VRMC_springBone_extended_collider']");
    CHECK_INT(vrm_edit_set_collider(o.edit, 1, &sphere), VRM_OK);
    CHECK_INT(vrm_edit_set_collider(o.edit, 0, &sphere), VRM_OK);
    check_json(o.edit, "/extensions/VRMC_springBone/colliders",
               "[{'node':3,'shape':{'sphere':{'offset':[0,0,0],'radius':0.5}},'extras':7},"
               "{'node':3,'shape':{'sphere':{'offset':[0,0,0],'radius':0.5}}}]");
    CHECK_INT(vrm_edit_remove_collider(o.edit, 0), VRM_OK);
    CHECK_INT(vrm_edit_remove_collider(o.edit, 0), VRM_OK);
    check_json(o.edit, "/extensions/VRMC_springBone",
               "{'specVersion':'1.0','springs':[{'joints':[{'node':2},{'node':4,'stiffness':3}]}"
               "]}");
    CHECK_REFUSED(o.edit, vrm_edit_remove_collider(o.edit, 0), "there is no collider 0");
    CHECK_REFUSED(o.edit, vrm_edit_set_collider(o.edit, 0, &sphere), "there is no collider 0");
    sphere.radius = -1;
    CHECK_REFUSED(o.edit, vrm_edit_add_collider(o.edit, &sphere, VRM_NONE, NULL),
                  "a number is out of range of a \"collider\"");
    sphere.node = 9;
    CHECK_REFUSED(o.edit, vrm_edit_add_collider(o.edit, &sphere, VRM_NONE, NULL),
                  "there is no node 9");
    plane.shape = 0;
    CHECK_REFUSED(o.edit, vrm_edit_add_collider(o.edit, &plane, VRM_NONE, NULL),
                  "there is no shape of colliders 0");
    plane.shape = VRM_COLLIDER_PLANE;
    CHECK_REFUSED(o.edit, vrm_edit_add_collider(o.edit, &plane, 0, NULL),
                  "there is no group of colliders 0");
    close_json(&o);
    o = open_json(VRM1("}}}"), NULL, 0); /* a file without springs */
    CHECK_INT(vrm_edit_add_collider(o.edit, &plane, VRM_NONE, &index), VRM_OK);
    CHECK_INT(index, 0);
    close_json(&o);
    o = open_json(VRM0("}}}"), NULL, 0);
    CHECK_REFUSED(o.edit, vrm_edit_add_collider(o.edit, &plane, VRM_NONE, NULL),
                  "the file is no avatar of 1.0, which has a list of \"colliders\"");
    close_json(&o);
}

/* --- Nodes --- */

TEST(nodes_are_removed_with_what_is_below_them) {
    const int32_t mesh_node = 2, hips = 0, jaw = 3, neck = 1, none = 7;
    opened o = open_json(VRM1(EXPRESSIONS1), NULL, 0);
    CHECK_REFUSED(o.edit, vrm_edit_remove_nodes(o.edit, &hips, 1),
                  "one of the nodes is the required bone \"hips\"");
    CHECK_REFUSED(o.edit, vrm_edit_remove_nodes(o.edit, &none, 1), "there is no node 7");
    CHECK_INT(vrm_edit_remove_nodes(o.edit, &mesh_node, 1), VRM_OK);
    check_json(o.edit, "/nodes", "[{'children':[1,2]},{},{}]");
    check_json(o.edit, "/extensions/VRMC_vrm/expressions/custom/smile", "{}");
    close_json(&o);
    o = open_json(VRM0("}}}"), NULL, 0);
    CHECK_REFUSED(o.edit, vrm_edit_remove_nodes(o.edit, &neck, 1),
                  "one of the nodes is the required bone \"neck\"");
    CHECK_INT(vrm_edit_remove_nodes(o.edit, &jaw, 1), VRM_OK);
    check_json(o.edit, "/extensions/VRM/humanoid/humanBones",
               "[{'bone':'hips','node':0},{'bone':'neck','node':1}]");
    close_json(&o);
    o = open_json(HEAD "'nodes':[{},{}],'skins':[{'joints':[1]}]}", NULL, 0);
    CHECK_REFUSED(o.edit, vrm_edit_remove_nodes(o.edit, &neck, 1), "a skin has joints in node 1");
    CHECK_INT(vrm_edit_remove_nodes(o.edit, &hips, 1), VRM_OK);
    check_json(o.edit, "/skins", "[{'joints':[0]}]");
    close_json(&o);
}

/* --- Misuse and memory --- */

TEST(null_is_refused) {
    vrm_edit *edit = NULL;
    vrm_written *file = NULL;
    vrm_report *report = NULL;
    opened o = open_json(HEAD "'a':1}", NULL, 0);
    CHECK_INT(vrm_edit_create(NULL, 1, NULL, &edit, &report), VRM_ERROR_INVALID_ARGUMENT);
    CHECK(edit == NULL && report != NULL);
    vrm_report_destroy(report);
    CHECK_INT(vrm_edit_create("", 0, NULL, NULL, NULL), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_edit_set(NULL, "/a", "1"), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_edit_set(o.edit, NULL, "1"), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_edit_set(o.edit, "/a", NULL), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_edit_remove(o.edit, NULL), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_edit_merge_node(NULL, 0), VRM_ERROR_INVALID_ARGUMENT);
    CHECK(vrm_edit_get(NULL, "", NULL) == NULL);
    CHECK(vrm_edit_get(o.edit, NULL, NULL) == NULL);
    CHECK_INT(vrm_edit_write(o.edit, NULL, NULL), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_edit_write(NULL, &file, NULL), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_TEXT(vrm_edit_problem(NULL), "");
    vrm_edit_destroy(NULL);
    close_json(&o);
}

/* The piece of an arena that is refused; negative: none. */
static int64_t refused_piece = -1;

/* Memory that was refused in an operation, or in one before it, is its result (ED-004). */
static bool is_done(vrm_result result) {
    if (refused_piece >= 0 && pieces_asked() > refused_piece) {
        CHECK(result == VRM_ERROR_OUT_OF_MEMORY || result == VRM_ERROR_LIMIT);
    }
    return result == VRM_OK;
}

static bool write_once(vrm_edit *edit) {
    vrm_written *out = NULL;
    bool is_good = is_done(vrm_edit_write(edit, &out, NULL));
    vrm_written_destroy(out);
    return is_good;
}

/* All operations, one after the other; those after a refusal do nothing. */
static bool run_operations(vrm_edit *edit) {
    const int32_t node = 4;
    const vrm_vec3 down = {0, -1, 0};
    const vrm_vec2 two = {2, 2};
    vrm_spring_collider plane = {.node = 0, .shape = VRM_COLLIDER_PLANE};
    static const float color[4] = {1, 1, 1, 1};
    bool is_good = true;
    plane.tail.y = 1;
    is_good &= is_done(vrm_edit_set(edit, "/asset/extras", "{ \"a\":[1],\"b\":2}"));
    is_good &= is_done(vrm_edit_remove(edit, "/asset/extras/a"));
    is_good &= is_done(vrm_edit_set_thumbnail(edit, png, PNG_BYTES));
    is_good &= is_done(vrm_edit_bind_color(edit, "x", 0, VRM_COLOR_BIND_COLOR, color));
    is_good &= is_done(vrm_edit_bind_uv(edit, "x", 0, &two, &two));
    is_good &= is_done(vrm_edit_unbind(edit, "x", VRM_BIND_UV, 0));
    is_good &= is_done(vrm_edit_rename_expression(edit, "x", "happy"));
    is_good &= is_done(vrm_edit_set_spring(edit, 0, VRM_ALL, VRM_SPRING_FIELD_DRAG_FORCE, 1));
    is_good &= is_done(vrm_edit_set_gravity_dir(edit, 0, VRM_ALL, &down));
    is_good &= is_done(vrm_edit_add_collider(edit, &plane, 0, NULL));
    is_good &= is_done(vrm_edit_set_collider(edit, 0, &plane));
    is_good &= is_done(vrm_edit_remove_collider(edit, 1));
    is_good &= is_done(vrm_edit_remove_nodes(edit, &node, 1));
    is_good &= is_done(vrm_edit_set_thumbnail(edit, jpeg, JPEG_BYTES));
    is_good &= is_done(vrm_edit_set_image(edit, 0, png, PNG_BYTES));
    if (!is_good || !write_once(edit)) return false;
    is_good &= is_done(vrm_edit_set_thumbnail(edit, NULL, 0));
    return write_once(edit) && is_good;
}

static bool run_all(const fixture *file, const vrm_load_desc *desc) {
    vrm_edit *edit = NULL;
    bool is_good = vrm_edit_create(file->bytes, file->size, desc, &edit, NULL) == VRM_OK &&
                   run_operations(edit);
    vrm_edit_destroy(edit);
    return is_good;
}

typedef struct failing {
    int64_t left, blocks;
} failing;

static void *allocate(size_t size, size_t alignment, void *user) {
    failing *state = user;
    void *block;
    (void)alignment; /* that of malloc is enough */
    if (state->left == 0) return NULL;
    state->left -= 1;
    block = malloc(size);
    if (block != NULL) state->blocks += 1;
    return block;
}

static void release(void *pointer, size_t size, size_t alignment, void *user) {
    failing *state = user;
    (void)size;
    (void)alignment;
    if (pointer != NULL) state->blocks -= 1;
    free(pointer);
}

static const char refusal_file[] = VRM1(
    ",'expressions':{'custom':{'x':{}}}},'VRMC_springBone':{'specVersion':'1.0','colliders':["
    "{'node':1,'shape':{'sphere':{}}}],'colliderGroups':[{'colliders':[0]}],'springs':[{'joints':["
    "{'node':2},{'node':4}],'colliderGroups':[0]}]}}}");

TEST(every_allocation_may_fail) {
    fixture file = fixture_glb(refusal_file, NULL, 0);
    failing state = {0, 0};
    const vrm_allocator allocator = {allocate, release, &state};
    vrm_load_desc desc;
    int64_t fails = 0;
    vrm_load_desc_init(&desc);
    desc.allocator = &allocator;
    for (;; ++fails) {
        bool is_good;
        state.left = fails;
        is_good = run_all(&file, &desc);
        CHECK_INT(state.blocks, 0);
        if (is_good || fails > 10000) break;
    }
    CHECK(fails > 10 && fails < 10000);
    fixture_free(&file);
}

TEST(ed_004_every_piece_of_an_arena_may_be_refused) {
    fixture file = fixture_glb(refusal_file, NULL, 0);
    int64_t number = 0;
    if (!refusals_work()) {
        test_skip("the linker cannot stand between");
        fixture_free(&file);
        return;
    }
    for (;; ++number) {
        bool is_good;
        refuse_piece(refused_piece = number);
        is_good = run_all(&file, NULL);
        if (pieces_asked() <= number) {
            CHECK(is_good);
            break;
        }
    }
    refuse_piece(refused_piece = -1);
    CHECK(number > 100);
    fixture_free(&file);
}

TEST_SUITE(edit, ENTRY(values_are_set_and_removed), ENTRY(json_that_is_too_deep_is_refused),
           ENTRY(gl_005_names_of_extensions_follow_values), ENTRY(a_thumbnail_comes_and_goes),
           ENTRY(me_013_a_thumbnail_of_another_size_is_said),
           ENTRY(an_image_that_a_material_uses_stays),
           ENTRY(ed_007_a_replaced_thumbnail_leaves_the_file),
           ENTRY(a_file_without_an_avatar_has_no_thumbnail), ENTRY(images_get_other_bytes),
           ENTRY(a_plain_file_becomes_a_container), ENTRY(expressions_are_renamed),
           ENTRY(expressions_are_bound), ENTRY(expressions_of_0_x_are_bound),
           ENTRY(springs_get_numbers), ENTRY(colliders_come_change_and_go),
           ENTRY(nodes_are_removed_with_what_is_below_them), ENTRY(null_is_refused),
           ENTRY(every_allocation_may_fail), ENTRY(ed_004_every_piece_of_an_arena_may_be_refused));
