/* What the operations of vrm/author/edit.h refuse: whatever is refused says why, and changes
 * nothing. */
#include "support/opened.h"
#include "support/refusals.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <vrm/author.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define HEAD "{'asset':{'version':'2.0'},"
#define BODY                                                                                       \
    "'nodes':[{'children':[1,2,3]},{},{'mesh':0,'children':[4]},{},{}],"                           \
    "'meshes':[{'primitives':[{'attributes':{},'targets':[{},{}],'material':1}]}],"                \
    "'materials':[{'name':'a'},{'name':'b'},{'name':'bb'},{}],"
#define AVATAR_1                                                                                   \
    HEAD BODY                                                                                      \
        "'extensionsUsed':['VRMC_vrm','VRMC_springBone'],'extensions':{'VRMC_vrm':{"               \
        "'specVersion':'1.0','humanoid':{'humanBones':{'hips':{'node':0},'jaw':{'node':99}}},"     \
        "'expressions':{'preset':{'aa':{'morphTargetBinds':7}},'custom':{'x':{'morphTargetBinds':" \
        "[{'node':2,'index':0,'weight':1}]}}}},'VRMC_springBone':{'specVersion':'1.0',"            \
        "'colliders':[{'node':1,'shape':{'sphere':{'radius':1}},'extensions':{'X':{}}}],"          \
        "'colliderGroups':[{'colliders':[0]}],'springs':[{'joints':[{'node':2},{'node':4}]}]}}}"
#define AVATAR_0                                                                                   \
    HEAD BODY                                                                                      \
        "'extensions':{'VRM':{'meta':{'title':'t'},'humanoid':{'humanBones':[{'bone':'hips',"      \
        "'node':0}]},'blendShapeMaster':{'blendShapeGroups':[{'name':'x','presetName':'unknown',"  \
        "'binds':[{'mesh':0,'index':0,'weight':100}],'materialValues':[{'materialName':'b',"       \
        "'propertyName':'_Color','targetValue':[1,1,1,1]},{'materialName':'a','propertyName':"     \
        "'_ShadeColor','targetValue':[1,1,1,1]}]}]},'materialProperties':[{'name':'a'},"           \
        "{'name':'b'},{'name':'bb'},{}],'secondaryAnimation':{'boneGroups':[{'bones':[2]}]}}}}"

static const float white[4] = {1, 1, 1, 1};
static const vrm_vec2 two = {2, 2};
static const vrm_vec3 down = {0, -1, 0};

static vrm_spring_collider a_sphere(void) {
    vrm_spring_collider sphere = {.node = 3, .shape = VRM_COLLIDER_SPHERE, .radius = 0.5f};
    return sphere;
}

/* The file as it stands now, to be freed. */
static char *text_of(vrm_edit *edit) {
    size_t length;
    const char *text = vrm_edit_get(edit, "", &length);
    char *copy = text != NULL ? malloc(length + 1) : NULL;
    if (!CHECK(copy != NULL)) return NULL;
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

/* Refused, with a problem; and the file is what it was. */
#define CHECK_REFUSED(edit, call)                                                                  \
    do {                                                                                           \
        char *before_ = text_of(edit), *after_;                                                    \
        CHECK_INT(call, VRM_ERROR_INVALID_ARGUMENT);                                               \
        CHECK(vrm_edit_problem(edit)[0] != '\0');                                                  \
        after_ = text_of(edit);                                                                    \
        CHECK_TEXT(after_, before_);                                                               \
        free(before_);                                                                             \
        free(after_);                                                                              \
    } while (0)

static bool write_edit(vrm_edit *edit) {
    vrm_written *out = NULL;
    const bool is_written = vrm_edit_write(edit, &out, NULL) == VRM_OK;
    vrm_written_destroy(out);
    return is_written;
}

TEST(every_operation_refuses_null) {
    const vrm_result refused = VRM_ERROR_INVALID_ARGUMENT;
    const vrm_spring_collider sphere = a_sphere();
    const int32_t node = 4;
    opened o = open_json(AVATAR_1, NULL, 0);
    CHECK_INT(vrm_edit_remove(NULL, "/a"), refused);
    CHECK_INT(vrm_edit_set_thumbnail(NULL, "a", 1), refused);
    CHECK_INT(vrm_edit_set_image(NULL, 0, "a", 1), refused);
    CHECK_INT(vrm_edit_set_image(o.edit, 0, NULL, 1), refused);
    CHECK_INT(vrm_edit_embed(NULL), refused);
    CHECK_INT(vrm_edit_rename_expression(NULL, "x", "y"), refused);
    CHECK_INT(vrm_edit_rename_expression(o.edit, NULL, "y"), refused);
    CHECK_INT(vrm_edit_rename_expression(o.edit, "x", NULL), refused);
    CHECK_INT(vrm_edit_bind_morph(NULL, "x", 2, 0, 1), refused);
    CHECK_INT(vrm_edit_bind_morph(o.edit, NULL, 2, 0, 1), refused);
    CHECK_INT(vrm_edit_bind_color(NULL, "x", 0, 0, white), refused);
    CHECK_INT(vrm_edit_bind_color(o.edit, NULL, 0, 0, white), refused);
    CHECK_INT(vrm_edit_bind_color(o.edit, "x", 0, 0, NULL), refused);
    CHECK_INT(vrm_edit_bind_uv(NULL, "x", 0, &two, &two), refused);
    CHECK_INT(vrm_edit_bind_uv(o.edit, NULL, 0, &two, &two), refused);
    CHECK_INT(vrm_edit_bind_uv(o.edit, "x", 0, NULL, &two), refused);
    CHECK_INT(vrm_edit_bind_uv(o.edit, "x", 0, &two, NULL), refused);
    CHECK_INT(vrm_edit_unbind(NULL, "x", VRM_BIND_MORPH, 0), refused);
    CHECK_INT(vrm_edit_unbind(o.edit, NULL, VRM_BIND_MORPH, 0), refused);
    CHECK_INT(vrm_edit_set_spring(NULL, 0, 0, VRM_SPRING_FIELD_STIFFNESS, 1), refused);
    CHECK_INT(vrm_edit_set_gravity_dir(NULL, 0, 0, &down), refused);
    CHECK_INT(vrm_edit_set_gravity_dir(o.edit, 0, 0, NULL), refused);
    CHECK_INT(vrm_edit_add_collider(NULL, &sphere, VRM_NONE, NULL), refused);
    CHECK_INT(vrm_edit_add_collider(o.edit, NULL, VRM_NONE, NULL), refused);
    CHECK_INT(vrm_edit_set_collider(NULL, 0, &sphere), refused);
    CHECK_INT(vrm_edit_set_collider(o.edit, 0, NULL), refused);
    CHECK_INT(vrm_edit_remove_collider(NULL, 0), refused);
    CHECK_INT(vrm_edit_remove_nodes(NULL, &node, 1), refused);
    CHECK_INT(vrm_edit_remove_nodes(o.edit, NULL, 1), refused);
    CHECK_INT(vrm_edit_remove_nodes(o.edit, NULL, 0), VRM_OK); /* no nodes are none to remove */
    vrm_edit_keep_extensions_used(NULL);
    CHECK(vrm_edit_get(o.edit, "/asset/version", NULL) != NULL); /* the length is optional */
    close_json(&o);
}

/* No operation takes an index that means nothing. */
TEST(indices_out_of_range_are_refused) {
    static const int32_t bad[] = {VRM_NONE, -3, 7, INT32_MAX, INT32_MIN};
    const vrm_spring_collider sphere = a_sphere();
    static const char *const files[] = {AVATAR_1, AVATAR_0};
    for (size_t f = 0; f < COUNT(files); ++f) {
        opened o = open_json(files[f], NULL, 0);
        for (size_t i = 0; i < COUNT(bad); ++i) {
            const int32_t b = bad[i];
            vrm_spring_collider elsewhere = a_sphere(), shapeless = a_sphere();
            elsewhere.node = shapeless.shape = b;
            test_note("file %d, index %d", (int)f, (int)b);
            CHECK_REFUSED(o.edit, vrm_edit_set_image(o.edit, b, white, sizeof white));
            CHECK_REFUSED(o.edit, vrm_edit_bind_morph(o.edit, "x", b, 0, 1));
            CHECK_REFUSED(o.edit, vrm_edit_bind_morph(o.edit, "x", 2, b, 1));
            CHECK_REFUSED(o.edit, vrm_edit_bind_color(o.edit, "x", b, 0, white));
            CHECK_REFUSED(o.edit, vrm_edit_bind_color(o.edit, "x", 0, b, white));
            CHECK_REFUSED(o.edit, vrm_edit_bind_uv(o.edit, "x", b, &two, &two));
            CHECK_REFUSED(o.edit, vrm_edit_unbind(o.edit, "x", b, 0));
            CHECK_REFUSED(o.edit, vrm_edit_unbind(o.edit, "x", VRM_BIND_MORPH, b));
            CHECK_REFUSED(o.edit, vrm_edit_set_spring(o.edit, b, 0, VRM_SPRING_FIELD_STIFFNESS, 1));
            CHECK_REFUSED(o.edit, vrm_edit_set_spring(o.edit, 0, b, VRM_SPRING_FIELD_STIFFNESS, 1));
            CHECK_REFUSED(o.edit, vrm_edit_set_spring(o.edit, 0, VRM_ALL, b, 1));
            CHECK_REFUSED(o.edit, vrm_edit_set_gravity_dir(o.edit, b, VRM_ALL, &down));
            CHECK_REFUSED(o.edit, vrm_edit_add_collider(o.edit, &elsewhere, VRM_NONE, NULL));
            CHECK_REFUSED(o.edit, vrm_edit_add_collider(o.edit, &shapeless, VRM_NONE, NULL));
            CHECK_REFUSED(o.edit, vrm_edit_set_collider(o.edit, b, &sphere));
            CHECK_REFUSED(o.edit, vrm_edit_set_collider(o.edit, 0, &elsewhere));
            CHECK_REFUSED(o.edit, vrm_edit_remove_collider(o.edit, b));
            CHECK_REFUSED(o.edit, vrm_edit_remove_nodes(o.edit, &b, 1));
        }
        test_note(NULL);
        CHECK_REFUSED(o.edit, vrm_edit_unbind(o.edit, "aa", VRM_BIND_MORPH, 0)); /* 7 is no list */
        close_json(&o);
    }
}

/* No operation writes a number that JSON or the specification does not have. */
TEST(numbers_out_of_range_are_refused) {
    const float bad[] = {NAN, INFINITY, -INFINITY, -1};
    opened o = open_json(AVATAR_1, NULL, 0);
    for (size_t i = 0; i < COUNT(bad); ++i) {
        const bool is_finite = i == 3;
        test_note("number %d", (int)i);
        CHECK_REFUSED(o.edit, vrm_edit_bind_morph(o.edit, "x", 2, 0, bad[i]));
        for (vrm_spring_field n = VRM_SPRING_FIELD_HIT_RADIUS; n <= VRM_SPRING_FIELD_DRAG_FORCE;
             ++n) {
            CHECK_REFUSED(o.edit, vrm_edit_set_spring(o.edit, 0, 0, n, bad[i]));
        }
        for (int k = 0; k < 4; ++k) {
            float four[4] = {1, 1, 1, 1};
            four[k] = bad[i];
            const vrm_vec2 scale = {four[0], four[1]}, offset = {four[2], four[3]};
            const vrm_vec3 way = {four[0], four[1], four[2]};
            vrm_spring_collider offside = a_sphere(), long_one = a_sphere(), wide = a_sphere();
            offside.offset = long_one.tail = way;
            wide.radius = bad[i];
            CHECK_REFUSED(o.edit, vrm_edit_add_collider(o.edit, &wide, VRM_NONE, NULL));
            if (is_finite) continue;
            CHECK_REFUSED(o.edit, vrm_edit_bind_color(o.edit, "x", 0, 0, four));
            CHECK_REFUSED(o.edit, vrm_edit_bind_uv(o.edit, "x", 0, &scale, &offset));
            if (k == 3) continue;
            CHECK_REFUSED(o.edit, vrm_edit_set_gravity_dir(o.edit, 0, 0, &way));
            CHECK_REFUSED(o.edit, vrm_edit_add_collider(o.edit, &offside, VRM_NONE, NULL));
            CHECK_REFUSED(o.edit, vrm_edit_set_collider(o.edit, 0, &long_one));
        }
    }
    test_note(NULL);
    CHECK_REFUSED(o.edit, vrm_edit_bind_morph(o.edit, "x", 2, 0, 1.5f));
    CHECK_REFUSED(o.edit, vrm_edit_rename_expression(o.edit, "x", "\xff\xfe")); /* no UTF-8 */
    for (int k = 0; k < 3; ++k) { /* a direction needs one axis, whichever it is */
        const vrm_vec3 way = {k == 0 ? 1.0f : 0.0f, k == 1 ? 1.0f : 0.0f, k == 2 ? 1.0f : 0.0f};
        CHECK_INT(vrm_edit_set_gravity_dir(o.edit, 0, 0, &way), VRM_OK);
    }
    close_json(&o);
}

/* An array takes the index behind its last element, written as JSON pointers write it. */
TEST(pointers_that_name_no_element_are_refused) {
    static const char *const bad[] = {
        "/a/x", "/a/03", "/a/012", "/a/1x", "/a/13",
        "/a/~", "/a/~2", "/a/",    "/a/+1", "/a/99999999999999999999"};
    opened o = open_json(HEAD "'a':[0,1,2,3,4,5,6,7,8,9,10,11],'b':[]}", NULL, 0);
    for (size_t i = 0; i < COUNT(bad); ++i) {
        test_note("%s", bad[i]);
        CHECK_REFUSED(o.edit, vrm_edit_set(o.edit, bad[i], "7"));
        CHECK_REFUSED(o.edit, vrm_edit_remove(o.edit, bad[i]));
    }
    test_note(NULL);
    CHECK_INT(vrm_edit_set(o.edit, "/b/0", "[\"\\\"]]]\",[],[]]"), VRM_OK);
    CHECK_INT(vrm_edit_set(o.edit, "/a/12", "12"), VRM_OK);
    CHECK_INT(vrm_edit_remove(o.edit, "/a/0"), VRM_OK);
    check_json(o.edit, "/a", "[1,2,3,4,5,6,7,8,9,10,11,12]");
    close_json(&o);
}

static void *allocate_nothing(size_t size, size_t alignment, void *user) {
    (void)size, (void)alignment, (void)user;
    return NULL;
}

static void release_nothing(void *pointer, size_t size, size_t alignment, void *user) {
    (void)pointer, (void)size, (void)alignment, (void)user;
}

/* Without memory there is a report all the same; a desc of no known size is refused. */
TEST(edits_that_cannot_be_opened_say_why) {
    const vrm_allocator nothing = {allocate_nothing, release_nothing, NULL};
    fixture file = fixture_glb(HEAD "'scenes':[]}", NULL, 0);
    vrm_load_desc desc;
    vrm_report *report = NULL;
    vrm_edit *edit = NULL;
    vrm_load_desc_init(&desc);
    desc.allocator = &nothing;
    CHECK_INT(vrm_edit_create(file.bytes, file.size, &desc, &edit, &report),
              VRM_ERROR_OUT_OF_MEMORY);
    CHECK(edit == NULL && vrm_report_count(report) == 1);
    vrm_report_destroy(report);
    CHECK_INT(vrm_edit_create(file.bytes, file.size, &desc, &edit, NULL), VRM_ERROR_OUT_OF_MEMORY);
    desc.struct_size = 1;
    CHECK_INT(vrm_edit_create(file.bytes, file.size, &desc, &edit, NULL),
              VRM_ERROR_INVALID_ARGUMENT);
    CHECK(edit == NULL);
    fixture_free(&file);
}

/* A second bind of the same replaces the first, and no other; a bind of 0.x needs a name. */
TEST(binds_replace_their_own_kind) {
    opened o = open_json(AVATAR_1, NULL, 0);
    CHECK_INT(vrm_edit_bind_color(o.edit, "x", 1, VRM_COLOR_BIND_COLOR, white), VRM_OK);
    CHECK_INT(vrm_edit_bind_color(o.edit, "x", 0, VRM_COLOR_BIND_COLOR, white), VRM_OK);
    CHECK_INT(vrm_edit_bind_color(o.edit, "x", 0, VRM_COLOR_BIND_COLOR, white), VRM_OK);
    CHECK_INT(vrm_edit_bind_uv(o.edit, "x", 1, &two, &two), VRM_OK);
    CHECK_INT(vrm_edit_bind_uv(o.edit, "x", 0, &two, &two), VRM_OK);
    check_json(o.edit, "/extensions/VRMC_vrm/expressions/custom/x/materialColorBinds",
               "[{'material':1,'type':'color','targetValue':[1,1,1,1]},"
               "{'material':0,'type':'color','targetValue':[1,1,1,1]}]");
    CHECK_INT(vrm_edit_rename_expression(o.edit, "aa", "other"), VRM_OK);
    check_json(o.edit, "/extensions/VRMC_vrm/expressions/custom/other", "{'morphTargetBinds':7}");
    close_json(&o);
    o = open_json(AVATAR_0, NULL, 0);
    CHECK_INT(vrm_edit_bind_color(o.edit, "x", 1, VRM_COLOR_BIND_COLOR, white), VRM_OK);
    CHECK_INT(vrm_edit_bind_color(o.edit, "x", 0, VRM_COLOR_BIND_COLOR, white), VRM_OK);
    CHECK_INT(vrm_edit_bind_color(o.edit, "x", 2, VRM_COLOR_BIND_COLOR, white), VRM_OK);
    check_json(o.edit, "/extensions/VRM/blendShapeMaster/blendShapeGroups/0/materialValues",
               "[{'materialName':'b','propertyName':'_Color','targetValue':[1,1,1,1]},"
               "{'materialName':'a','propertyName':'_ShadeColor','targetValue':[1,1,1,1]},"
               "{'materialName':'a','propertyName':'_Color','targetValue':[1,1,1,1]},"
               "{'materialName':'bb','propertyName':'_Color','targetValue':[1,1,1,1]}]");
    CHECK_REFUSED(o.edit, vrm_edit_bind_color(o.edit, "x", 3, VRM_COLOR_BIND_COLOR, white));
    CHECK_INT(vrm_edit_unbind(o.edit, "x", VRM_BIND_MORPH, 0), VRM_OK);
    check_json(o.edit, "/extensions/VRM/blendShapeMaster/blendShapeGroups/0/binds", "[]");
    close_json(&o);
}

/* Another shape leaves extensions that it does not know. */
TEST(colliders_keep_what_they_have_beside_a_shape) {
    vrm_spring_collider sphere = a_sphere(), plane = a_sphere();
    int32_t index = 9;
    opened o = open_json(AVATAR_1, NULL, 0);
    plane.shape = VRM_COLLIDER_PLANE;
    plane.tail.y = 1;
    CHECK_INT(vrm_edit_set_collider(o.edit, 0, &plane), VRM_OK);
    CHECK_INT(vrm_edit_set_collider(o.edit, 0, &sphere), VRM_OK);
    check_json(o.edit, "/extensions/VRMC_springBone/colliders",
               "[{'node':3,'shape':{'sphere':{'offset':[0,0,0],'radius':0.5}},"
               "'extensions':{'X':{}}}]");
    CHECK_INT(vrm_edit_add_collider(o.edit, &sphere, 0, &index), VRM_OK);
    CHECK_INT(index, 1);
    close_json(&o);
}

/* Files whose indices mean nothing lose the node all the same, with what is below it. */
TEST(nodes_of_broken_files_are_removed) {
    const int32_t twice[] = {1, 1};
    opened o = open_json(HEAD "'nodes':[{},{'children':[2,99,-1,1]},{'children':[1]}],"
                              "'skins':[{'joints':[-1,99,0]}],'extensions':{'VRMC_vrm':{"
                              "'specVersion':'1.0','humanoid':{'humanBones':{'hips':{'node':0},"
                              "'jaw':{'node':99},'head':{'node':-1},'leftEye':{}}}}}}",
                         NULL, 0);
    if (o.edit != NULL) {
        CHECK_INT(vrm_edit_remove_nodes(o.edit, twice, 2), VRM_OK);
        check_json(o.edit, "/nodes", "[{}]");
        check_json(o.edit, "/skins", "[{'joints':[-1,99,0]}]");
    }
    close_json(&o);
}

/* --- Thumbnails --- */

static const uint8_t png[24] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0, 13,
                                'I',  'H', 'D', 'R', 0,  0,  4,  0,  0, 0, 4, 0};
static const char webp[] = "RIFF\x16\0\0\0WEBPVP8X\x0A\0\0\0\0\0\0\0\x0F\0\0\x0F\0\0";

/* Two textures have the image of the thumbnail; something uses one of them, or nothing. */
#define THUMBNAILS(used)                                                                           \
    HEAD "'buffers':[{'byteLength':4}],'bufferViews':[{'buffer':0,'byteLength':4}],'images':["     \
         "{'bufferView':0,'mimeType':'image/png'},{'uri':'outside.png'}],'textures':["             \
         "{'source':0},{'source':0},{'source':1}],'materials':[{'pbrMetallicRoughness':{"          \
         "'baseColorTexture':{'index':" used "}}}],'extensions':{'VRM':{'meta':{'texture':0}}}}"

TEST(ed_007_an_image_that_something_uses_stays) {
    opened o = open_json(THUMBNAILS("1"), "abcd", 4);
    CHECK_REFUSED(o.edit, vrm_edit_set_thumbnail(o.edit, webp, sizeof webp));
    CHECK_INT(vrm_edit_set_thumbnail(o.edit, NULL, 0), VRM_OK);
    check_json(o.edit, "/images/0", "{'bufferView':0,'mimeType':'image/png'}");
    check_json(o.edit, "/textures", "[{'source':0},{'source':1}]");
    CHECK_INT(vrm_edit_set_image(o.edit, 1, webp, sizeof webp), VRM_OK);
    check_json(o.edit, "/images/1/mimeType", "'image/webp'");
    CHECK(write_edit(o.edit));
    close_json(&o);
    o = open_json(THUMBNAILS("2"), "abcd", 4);
    CHECK_INT(vrm_edit_set_thumbnail(o.edit, NULL, 0), VRM_OK);
    check_json(o.edit, "/images", "[{'uri':'outside.png'}]");
    check_json(o.edit, "/textures", "[{'source':0}]");
    CHECK(write_edit(o.edit));
    close_json(&o);
}

/* --- Embedding --- */

#define FAR                                                                                        \
    "'buffers':[{'byteLength':2,'uri':'data:;base64,YWI='},{'byteLength':3,'uri':"                 \
    "'data:;base64,eHl6'}],'bufferViews':[{'buffer':1,'byteLength':3},{'buffer':9,'byteLength':"   \
    "1},{'buffer':1,'byteLength':1,'byteOffset':-4},{'buffer':1,'byteLength':1,'byteOffset':"      \
    "5e9},{'buffer':0,'byteLength':2,'extensions':{'EXT_meshopt_compression':{'buffer':1,"         \
    "'byteLength':2,'byteOffset':1}}}]}"

TEST(views_of_embedded_buffers_follow) {
    opened o = open_json(HEAD FAR, NULL, 0);
    REQUIRE(o.edit != NULL);
    CHECK_INT(vrm_edit_embed(o.edit), VRM_OK);
    check_json(o.edit, "/buffers", "[{'byteLength':8}]");
    check_json(o.edit, "/bufferViews/0", "{'buffer':0,'byteLength':3,'byteOffset':4}");
    check_json(o.edit, "/bufferViews/1", "{'buffer':9,'byteLength':1}");
    check_json(o.edit, "/bufferViews/4/extensions/EXT_meshopt_compression",
               "{'buffer':0,'byteLength':2,'byteOffset':5}");
    CHECK_REFUSED(o.edit, vrm_edit_embed(o.edit)); /* its bytes have changed */
    close_json(&o);
}

#define STAND_IN "'extensions':{'EXT_meshopt_compression':{'fallback':true}}"
#define COMPRESSED(buffer)                                                                         \
    "'extensions':{'KHR_meshopt_compression':{'buffer':" buffer ",'byteLength':2}}"

/* ED-009: they move behind BIN. */
TEST(buffers_that_stand_in_for_compressed_views_stay) {
    opened o = open_json(
        HEAD "'buffers':[{'byteLength':9,'name':'s'," STAND_IN "},{'byteLength':3,'uri':'data:;"
             "base64,eHl6'},{'byteLength':7},{'byteLength':2,'uri':'data:;base64,YWI='}],"
             "'bufferViews':[{'buffer':0,'byteLength':4,'byteOffset':4," COMPRESSED(
                 "3") "},"
                      "{'buffer':1,'byteLength':3},{'buffer':2,'byteLength':6,'byteOffset':"
                      "1," COMPRESSED("1") "}]}",
        NULL, 0);
    REQUIRE(o.edit != NULL);
    CHECK_INT(vrm_edit_embed(o.edit), VRM_OK);
    check_json(o.edit, "/buffers",
               "[{'byteLength':8},{'byteLength':9,'name':'s'," STAND_IN "},{'byteLength':7}]");
    check_json(o.edit, "/bufferViews",
               "[{'buffer':1,'byteLength':4,'byteOffset':4,'extensions':{'KHR_meshopt_compression':"
               "{'buffer':0,'byteLength':2,'byteOffset':4}}},{'buffer':0,'byteLength':3},"
               "{'buffer':2,'byteLength':6,'byteOffset':1," COMPRESSED("0") "}]");
    close_json(&o);
    /* Views without compression need its bytes; and there is no BIN. */
    o = open_json(HEAD "'buffers':[{'byteLength':1,'uri':'data:;base64,YWI='},{'byteLength':9}],"
                       "'bufferViews':[{'buffer':1,'byteLength':4," COMPRESSED(
                           "0") "},"
                                "{'buffer':1,'byteLength':3}]}",
                  NULL, 0);
    CHECK_REFUSED(o.edit, vrm_edit_embed(o.edit));
    close_json(&o);
    o = open_json(HEAD "'buffers':[{'byteLength':9," STAND_IN "}]}", NULL, 0);
    CHECK_REFUSED(o.edit, vrm_edit_embed(o.edit));
    close_json(&o);
}

TEST(buffers_without_bytes_are_not_embedded) {
    static const char *const files[] = {
        HEAD "'buffers':[{'byteLength':2,'uri':'elsewhere.bin'}]}",
        HEAD "'buffers':[{'byteLength':9,'uri':'data:;base64,YWI='}]}",
    };
    for (size_t i = 0; i < COUNT(files); ++i) {
        opened o = open_json(files[i], NULL, 0);
        test_note("file %d", (int)i);
        CHECK_REFUSED(o.edit, vrm_edit_embed(o.edit));
        close_json(&o);
    }
    test_note(NULL);
    {
        opened o =
            open_json(HEAD "'buffers':[{'byteLength':2,'uri':'data:;base64,YWI='}]}", NULL, 0);
        CHECK_INT(vrm_edit_set(o.edit, "/buffers/-", "{\"byteLength\":1}"), VRM_OK);
        CHECK_REFUSED(o.edit, vrm_edit_embed(o.edit)); /* a buffer that was not opened */
        close_json(&o);
        o = open_json(HEAD "'scenes':[]}", NULL, 0);
        CHECK_INT(vrm_edit_embed(o.edit), VRM_OK); /* nothing to embed */
        close_json(&o);
    }
}

#define PICTURE "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAYAAACqaXGg"
#define PLAIN                                                                                      \
    HEAD "'images':[{'uri':'x.png'},{'uri':'" PICTURE "'},{'uri':'x.png'},{'uri':'y.png'},"        \
         "{'uri':'text'},{'uri':'text'},{'uri':'none'},{'bufferView':0,'mimeType':'image/png'},"   \
         "{'uri':'xx.png'}],'buffers':[{'byteLength':2,'uri':'data:;base64,YWI='},{'byteLength':"  \
         "3,'uri':'data:;base64,eHl6','name':'lost'},{'byteLength':1,'uri':'data:;base64,eA=='}"   \
         "],'bufferViews':[{'buffer':0,'byteLength':2}]}"

/* Files whose names end in .png are one; "text" is no image. */
static vrm_result find_file(const char *uri, uint64_t max_bytes, const void **out_bytes,
                            size_t *out_size, void *user) {
    (void)max_bytes, (void)user;
    *out_bytes = strstr(uri, ".png") != NULL ? (const void *)png : "text";
    *out_size = strstr(uri, ".png") != NULL ? sizeof png : 4;
    return strcmp(uri, "none") == 0 ? VRM_ERROR_FILE : VRM_OK;
}

static uint32_t count_lost(const vrm_written *file) {
    uint32_t lost = 0;
    for (uint32_t i = 0; i < vrm_written_change_count(file); ++i) {
        lost += vrm_written_change(file, i)->kind == VRM_CHANGE_LOST;
    }
    return lost;
}

/* Images of one file share a view; what is no image, and what is not there, stays outside and is
 * listed, as is the name of a buffer. */
TEST(ed_009_images_of_one_file_share_its_bytes) {
    const vrm_resolver resolver = {find_file, NULL, NULL};
    fixture bytes = fixture_glb(PLAIN, NULL, 0);
    vrm_load_desc desc;
    vrm_edit *edit = NULL;
    vrm_written *file = NULL;
    vrm_load_desc_init(&desc);
    desc.resolver = &resolver;
    REQUIRE(vrm_edit_create(bytes.bytes, bytes.size, &desc, &edit, NULL) == VRM_OK);
    CHECK_INT(vrm_edit_embed(edit), VRM_OK);
    check_json(edit, "/images/0", "{'bufferView':1,'mimeType':'image/png'}");
    check_json(edit, "/images/1", "{'bufferView':2,'mimeType':'image/png'}");
    check_json(edit, "/images/2", "{'bufferView':1,'mimeType':'image/png'}");
    check_json(edit, "/images/3", "{'bufferView':3,'mimeType':'image/png'}");
    check_json(edit, "/images/5", "{'uri':'text'}");
    check_json(edit, "/images/6", "{'uri':'none'}");
    check_json(edit, "/images/8", "{'bufferView':4,'mimeType':'image/png'}");
    if (CHECK_INT(vrm_edit_write(edit, &file, NULL), VRM_OK)) CHECK_INT(count_lost(file), 4);
    vrm_written_destroy(file);
    vrm_edit_destroy(edit);
    fixture_free(&bytes);
}

/* New bytes of a plain file become a data URI, whatever the rest of their size is. */
TEST(images_of_plain_files_have_their_bytes) {
    static const char json[] = "{\"asset\":{\"version\":\"2.0\"},\"images\":[{\"uri\":\"a.png\"}]}";
    uint8_t bytes[sizeof png + 3] = {0};
    memcpy(bytes, png, sizeof png);
    for (size_t size = sizeof png; size <= sizeof bytes; ++size) {
        fixture file = fixture_bytes(json, sizeof json - 1);
        vrm_edit *edit = NULL;
        vrm_written *out = NULL;
        const uint8_t *got = NULL;
        const void *written;
        size_t got_size = 0, written_size = 0;
        loaded again;
        REQUIRE(vrm_edit_create(file.bytes, file.size, NULL, &edit, NULL) == VRM_OK);
        CHECK_INT(vrm_edit_set_image(edit, 0, bytes, size), VRM_OK);
        CHECK_INT(vrm_edit_write(edit, &out, NULL), VRM_OK);
        written = vrm_written_bytes(out, &written_size);
        again = load_fixture(fixture_bytes(written, written_size), NULL);
        test_note("%zu bytes", size);
        CHECK_INT(vrm_model_get_image_bytes(again.model, 0, &got, &got_size), VRM_OK);
        CHECK(got_size == size && memcmp(got, bytes, size) == 0);
        unload(&again);
        vrm_written_destroy(out);
        vrm_edit_destroy(edit);
        fixture_free(&file);
    }
    test_note(NULL);
}

/* --- Memory --- */

static bool embed_all(vrm_edit *edit) { return vrm_edit_embed(edit) == VRM_OK && write_edit(edit); }

static bool change_old(vrm_edit *edit) {
    const int32_t node = 4;
    return vrm_edit_bind_color(edit, "x", 0, VRM_COLOR_BIND_COLOR, white) == VRM_OK &&
           vrm_edit_bind_uv(edit, "x", 2, &two, &two) == VRM_OK &&
           vrm_edit_rename_expression(edit, "x", "joy") == VRM_OK &&
           vrm_edit_set_gravity_dir(edit, 0, VRM_ALL, &down) == VRM_OK &&
           vrm_edit_set(edit, "/asset/extras~1a", "{\"\\u0061\":[1]}") == VRM_OK &&
           vrm_edit_remove_nodes(edit, &node, 1) == VRM_OK && write_edit(edit);
}

static bool change_thumbnail(vrm_edit *edit) {
    return vrm_edit_set_thumbnail(edit, png, sizeof png) == VRM_OK &&
           vrm_edit_set_image(edit, 0, png, sizeof png) == VRM_OK && write_edit(edit) &&
           vrm_edit_set_thumbnail(edit, NULL, 0) == VRM_OK && write_edit(edit);
}

/* Whatever is refused, an operation fails or the file is written whole (ED-004). */
TEST(ed_004_refused_pieces_end_every_operation) {
    static const struct {
        const char *json;
        bool (*run)(vrm_edit *edit);
    } cases[] = {{HEAD FAR, embed_all},
                 {AVATAR_0, change_old},
                 {THUMBNAILS("1"), change_thumbnail},
                 {THUMBNAILS("2"), change_thumbnail}};
    if (!refusals_work()) {
        test_skip("the linker cannot stand between");
        return;
    }
    for (size_t i = 0; i < COUNT(cases); ++i) {
        fixture file = fixture_glb(cases[i].json, "abcd", 4);
        for (int64_t number = 0;; ++number) {
            vrm_edit *edit = NULL;
            bool is_good, is_refused;
            refuse_piece(number);
            is_good = vrm_edit_create(file.bytes, file.size, NULL, &edit, NULL) == VRM_OK;
            /* A load continues after a note. */
            is_refused = pieces_asked() > number;
            if (is_good) {
                bool is_done = cases[i].run(edit);
                bool is_refused_now = !is_refused && pieces_asked() > number;
                test_note("file %d, piece %d", (int)i, (int)number);
                CHECK(is_done != is_refused_now || is_refused);
            }
            vrm_edit_destroy(edit);
            is_good = pieces_asked() <= number;
            refuse_piece(-1);
            if (is_good) break;
        }
        fixture_free(&file);
    }
    test_note(NULL);
}

TEST_SUITE(edit_refusal, ENTRY(every_operation_refuses_null),
           ENTRY(indices_out_of_range_are_refused), ENTRY(numbers_out_of_range_are_refused),
           ENTRY(pointers_that_name_no_element_are_refused),
           ENTRY(edits_that_cannot_be_opened_say_why), ENTRY(binds_replace_their_own_kind),
           ENTRY(colliders_keep_what_they_have_beside_a_shape),
           ENTRY(nodes_of_broken_files_are_removed),
           ENTRY(ed_007_an_image_that_something_uses_stays),
           ENTRY(views_of_embedded_buffers_follow), ENTRY(buffers_without_bytes_are_not_embedded),
           ENTRY(buffers_that_stand_in_for_compressed_views_stay),
           ENTRY(ed_009_images_of_one_file_share_its_bytes),
           ENTRY(images_of_plain_files_have_their_bytes),
           ENTRY(ed_004_refused_pieces_end_every_operation));
