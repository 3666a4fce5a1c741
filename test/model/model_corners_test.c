/* Finding and reading what is not there. */
#include "support/avatar.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

TEST(nothing_is_found_in_nothing) {
    loaded file = load_json("{'asset':{'version':'2.0'}}");
    int user = 0;
    vrm_load_desc desc;
    REQUIRE(file.model != NULL);
    for (int i = 0; i < 2; ++i) {
        const vrm_model *model = i == 0 ? NULL : file.model;
        CHECK_INT(vrm_model_find_node(model, "x"), VRM_NONE);
        CHECK_INT(vrm_model_find_spring(model, "x"), VRM_NONE);
        CHECK_INT(vrm_model_find_material(model, "x"), VRM_NONE);
        CHECK_INT(vrm_model_find_expression(model, "x"), VRM_NONE);
        CHECK_INT(vrm_model_bone_node(model, VRM_BONE_HEAD), VRM_NONE);
        CHECK_INT(vrm_model_bone_of_node(model, 0), VRM_NONE);
        CHECK_TEXT(vrm_model_name(model), "");
        CHECK(vrm_model_user(model) == NULL);
    }
    unload(&file);
    vrm_load_desc_init(&desc);
    desc.user = &user;
    file = load_fixture(fixture_glb("{'asset':{'version':'2.0'}}", NULL, 0), &desc);
    CHECK(vrm_model_user(file.model) == &user);
    unload(&file);
}

/* Points have no triangles: there is nothing to read, and no room is needed for it. */
TEST(reading_what_is_not_there) {
    static const float bin[9] = {0};
    loaded file = load_json_bin(
        "{'asset':{'version':'2.0'},'buffers':[{'byteLength':36}],'bufferViews':[{'buffer':0,"
        "'byteLength':36}],'accessors':[{'bufferView':0,'componentType':5126,'count':3,"
        "'type':'VEC3','min':[0,0,0],'max':[0,0,0]}],'meshes':[{'primitives':[{'mode':0,"
        "'attributes':{'POSITION':0}},{'attributes':{'POSITION':0}}]}]}",
        bin, sizeof bin);
    float floats[9];
    uint32_t triangles[3];
    size_t count = 7;
    REQUIRE(file.model != NULL);
    CHECK_INT(vrm_model_read_triangles(file.model, 0, 0, NULL, 0, &count), VRM_OK);
    CHECK_INT(count, 0);
    CHECK_INT(vrm_model_read_triangles(file.model, 0, 1, NULL, 0, &count),
              VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_model_read_triangles(file.model, 0, 1, triangles, 3, &count), VRM_OK);
    CHECK_INT(count, 3);
    CHECK_INT(
        vrm_model_read_vertices(file.model, 0, 0, VRM_ATTRIBUTE_POSITION - 1, 0, 3, floats, 9),
        VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_model_read_vertices(file.model, 0, 0, VRM_ATTRIBUTE_POSITION, 0, 3, floats, 9),
              VRM_OK);
    unload(&file);
}

/* Accessors that cannot be used: their primitive has no vertices, and says so when it is read. */
TEST(vertices_that_cannot_be_used) {
    loaded file = load_json(
        "{'asset':{'version':'2.0'},'accessors':[{'bufferView':4,'componentType':5126,'count':3,"
        "'type':'VEC3'},{'bufferView':4,'componentType':5121,'count':3,'type':'VEC4'}],"
        "'nodes':[{}],'skins':[{'joints':[0]}],"
        "'meshes':[{'primitives':[{'attributes':{'POSITION':0,'JOINTS_0':1}}]}]}");
    float floats[9];
    uint16_t joints[12];
    REQUIRE(file.model != NULL);
    CHECK_INT(file.gltf->meshes[0].primitives[0].vertex_count, 0);
    CHECK(vrm_model_read_vertices(file.model, 0, 0, VRM_ATTRIBUTE_POSITION, 0, 3, floats, 9) !=
          VRM_OK);
    CHECK(vrm_model_read_joints(file.model, 0, 0, 0, 0, joints, 12, NULL) != VRM_OK);
    unload(&file);
}

/* Meshes with all triangles on the head, or none; the payload may be gone. */
TEST(first_person_of_whole_meshes) {
    static const struct {
        unsigned char joints[6]; /* 1: the head */
        vrm_first_person_type visibility;
    } cases[] = {{{1, 1, 1, 1, 1, 1}, VRM_FIRST_PERSON_THIRD_PERSON_ONLY},
                 {{0, 0, 0, 0, 0, 0}, VRM_FIRST_PERSON_BOTH},
                 {{0, 0, 0, 1, 1, 1}, VRM_FIRST_PERSON_SPLIT}};
    for (size_t i = 0; i < 3; ++i) {
        unsigned char bin[160] = {0};
        loaded file;
        for (int k = 0; k < 6; ++k) {
            bin[72 + 4 * k] = cases[i].joints[k];
            bin[96 + 4 * k] = 255;
        }
        file = load_json_bin(
            "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm'],'extensions':{'VRMC_vrm':{"
            "'specVersion':'1.0','humanoid':{'humanBones':{'head':{'node':1}}}}},"
            "'buffers':[{'byteLength':160}],'bufferViews':[{'buffer':0,'byteLength':72},{"
            "'buffer':0,'byteOffset':72,'byteLength':24},{'buffer':0,'byteOffset':96,"
            "'byteLength':24}],'accessors':[{'bufferView':0,'componentType':5126,'count':3,"
            "'type':'VEC3','min':[0,0,0],'max':[0,0,0]},{'bufferView':1,'componentType':5121,"
            "'count':3,'type':'VEC4'},{'bufferView':2,'componentType':5121,'normalized':true,"
            "'count':3,'type':'VEC4'},{'bufferView':1,'byteOffset':12,'componentType':5121,"
            "'count':3,'type':'VEC4'}],'meshes':[{'primitives':["
            "{'attributes':{'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':2}},"
            "{'mode':0,'attributes':{'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':2}},"
            "{'attributes':{'POSITION':0,'JOINTS_0':3,'WEIGHTS_0':2}}]}],"
            "'nodes':[{'children':[1]},{},{'mesh':0,'skin':0}],'skins':[{'joints':[0,1]}]}",
            bin, sizeof bin);
        test_note("case %d", (int)i);
        REQUIRE(file.model != NULL);
        CHECK_INT(vrm_model_first_person(file.model, 2), cases[i].visibility);
        /* What cannot be read is not known to be all of one kind. */
        vrm_model_drop_payload(file.model);
        CHECK_INT(vrm_model_first_person(file.model, 2), VRM_FIRST_PERSON_SPLIT);
        unload(&file);
    }
    test_note(NULL);
}

/* The picture of an avatar in a buffer that is not the first cannot be found by a peek. */
TEST(me_010_a_thumbnail_in_another_buffer) {
    static const char json[] =
        "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm'],'buffers':[{'byteLength':4},{"
        "'byteLength':4,'uri':'x.bin'}],'bufferViews':[{'buffer':1,'byteLength':4},{'buffer':0,"
        "'byteLength':4}],'images':[{'bufferView':0,'mimeType':'image/png'},{'bufferView':1,"
        "'mimeType':'image/png'}],'extensions':{'VRMC_vrm':{'specVersion':'1.0','meta':{'name':'n',"
        "'authors':['a'],'licenseUrl':'https://vrm.dev/licenses/1.0/','thumbnailImage':%d}}}}";
    for (int image = 0; image < 2; ++image) {
        char text[1024];
        fixture file;
        vrm_model *model = NULL;
        vrm_peek peek;
        snprintf(text, sizeof text, json, image);
        file = fixture_glb(text, "PNG.", 4);
        vrm_peek_init(&peek);
        CHECK_INT(vrm_model_peek(file.bytes, file.size, NULL, &peek, &model, NULL), VRM_OK);
        CHECK_INT(peek.thumbnail_bytes, image == 0 ? 0 : 4);
        vrm_model_release(model);
        fixture_free(&file);
    }
}

TEST_SUITE(model_corners, ENTRY(nothing_is_found_in_nothing), ENTRY(reading_what_is_not_there),
           ENTRY(vertices_that_cannot_be_used), ENTRY(first_person_of_whole_meshes),
           ENTRY(me_010_a_thumbnail_in_another_buffer));
