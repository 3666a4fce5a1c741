/* An avatar that is turned about Y: exact, whatever its nodes are and however its numbers lie. */
#include "migrate/migrated.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { ACCEPT = VRM_MIGRATE_ACCEPT_LICENSE_MAPPING };

/* --- A file with everything that can be turned --- */

enum {
    PLACE_INTERLEAVED = 0, /* positions and normals of three vertices, one after the other */
    PLACE_BINDS = 72,      /* a matrix */
    PLACE_SHORTS = 136,    /* normals in normalized integers, 8 bytes each */
    PLACE_SHARED = 160,    /* three vectors that are places and colors */
    PLACE_INDEX = 196,     /* of a sparse replacement */
    PLACE_VALUE = 200,     /* likewise */
    PLACE_KEYS = 212,      /* two times, a rotation each */
    BIN_SIZE = 252
};

static const char json[] =
    "{'asset':{'version':'2.0'},'extensionsUsed':['VRM','VRMC_node_constraint'],"
    "'scene':0,'scenes':[{'nodes':[0,1]}],'nodes':[{'name':'a','children':[2],"
    "'translation':[1.50,2,-3],'rotation':[0.5,-0.5,0.5,0.5],'scale':[1,2,3],"
    "'mesh':0,'skin':0},{'name':'b','matrix':[0,0,-1,0, 1,0,0,0, 0,-1,0,0, 4,5,6,1]},"
    "{'name':'c','extensions':{'VRMC_node_constraint':{'specVersion':'1.0',"
    "'constraint':{'aim':{'source':1,'aimAxis':'PositiveX'}}}}}],'skins':[{'joints':[0],"
    "'inverseBindMatrices':2}],'meshes':[{'primitives':["
    "{'attributes':{'POSITION':0,'NORMAL':1},'targets':[{'POSITION':6}]},"
    "{'attributes':{'POSITION':5,'NORMAL':3,'COLOR_0':4},'targets':[{'POSITION':6}]}]}],"
    "'animations':[{'samplers':[{'input':7,'output':8}],'channels':["
    "{'sampler':0,'target':{'node':0,'path':'rotation'}}]}],'accessors':["
    "{'bufferView':0,'byteOffset':0,'componentType':5126,'count':3,'type':'VEC3','min':[-1,2,"
    "3.0],'max':[7,8,9]},"
    "{'bufferView':0,'byteOffset':12,'componentType':5126,'count':3,'type':'VEC3'},"
    "{'bufferView':1,'byteOffset':0,'componentType':5126,'count':1,'type':'MAT4'},"
    "{'bufferView':2,'byteOffset':0,'componentType':5122,'count':3,'type':'VEC3',"
    "'normalized':true,'min':[0,0,-32768],'max':[32767,32767,0]},"
    "{'bufferView':3,'byteOffset':0,'componentType':5126,'count':3,'type':'VEC3'},"
    "{'bufferView':3,'byteOffset':0,'componentType':5126,'count':3,'type':'VEC3','min':[0,0,0],"
    "'max':[1,1,1]},{'componentType':5126,'count':3,'type':'VEC3','min':[0,0,0],"
    "'max':[1,2,3],'sparse':{'count':1,'indices':{'bufferView':4,'componentType':5123},"
    "'values':{'bufferView':5}}},"
    "{'bufferView':6,'byteOffset':0,'componentType':5126,'count':2,'type':'SCALAR','min':[0],"
    "'max':[1]},"
    "{'bufferView':6,'byteOffset':8,'componentType':5126,'count':2,'type':'VEC4'}],"
    "'bufferViews':[{'buffer':0,'byteLength':72,'byteStride':24,'target':34962},"
    "{'buffer':0,'byteOffset':72,'byteLength':64},"
    "{'buffer':0,'byteOffset':136,'byteLength':24,'byteStride':8,'target':34962},"
    "{'buffer':0,'byteOffset':160,'byteLength':36,'target':34962},"
    "{'buffer':0,'byteOffset':196,'byteLength':2},"
    "{'buffer':0,'byteOffset':200,'byteLength':12},"
    "{'buffer':0,'byteOffset':212,'byteLength':40}],'buffers':[{'byteLength':252}],"
    "'extensions':{'VRM':{'specVersion':'0.0','meta':{'title':'T','author':'A'}}}}";

static void put_floats(uint8_t *out, const float *values, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        for (int k = 0; k < 4; ++k) *out++ = (uint8_t)(bits >> (8 * k));
    }
}

static const float vertices[18] = {-1, 2, 3,   0,     1, 0, 7, 5,    9,
                                   1,  0, 0.f, 0.25f, 8, 4, 0, 0.6f, 0.8f};
static const float binds[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 1};
static const float shared[9] = {0, 0, 1, 0.5f, 1, 0.25f, 1, 0, 0.125f};
static const float delta[3] = {1, 2, 3};
static const float keys[10] = {0, 1, 0.5f, -0.5f, 0.5f, 0.5f, 0, 1, 0, 0};
static const int16_t shorts[9] = {32767, 0, 0, 0, 32767, 0, 0, 0, -32768};

static fixture make_file(void) {
    uint8_t bin[BIN_SIZE];
    memset(bin, 0, sizeof bin);
    put_floats(bin + PLACE_INTERLEAVED, vertices, 18);
    put_floats(bin + PLACE_BINDS, binds, 16);
    for (int i = 0; i < 9; ++i) {
        uint8_t *at = bin + PLACE_SHORTS + 8 * (i / 3) + 2 * (i % 3);
        at[0] = (uint8_t)((uint16_t)shorts[i] & 0xFF);
        at[1] = (uint8_t)((uint16_t)shorts[i] >> 8);
    }
    put_floats(bin + PLACE_SHARED, shared, 9);
    bin[PLACE_INDEX] = 2;
    put_floats(bin + PLACE_VALUE, delta, 3);
    put_floats(bin + PLACE_KEYS, keys, 10);
    return fixture_glb(json, bin, sizeof bin);
}

/* `now` are vectors of `count`, turned from `before`, `stride` floats from one to the next. */
static void check_turned(const float *now, const float *before, int count, int stride) {
    for (int i = 0; i < count; ++i) {
        CHECK_NEAR(now[3 * i], 0 - before[stride * i], 0);
        CHECK_NEAR(now[3 * i + 1], before[stride * i + 1], 0);
        CHECK_NEAR(now[3 * i + 2], 0 - before[stride * i + 2], 0);
    }
}

TEST(mi_003_vertices_turn_wherever_they_lie) {
    migrated file = migrate(make_file(), VRM_DIALECT_1, ACCEPT);
    const vrm_model *model = file.now.model;
    const vrm_accessor *bounds;
    float out[16];
    REQUIRE(file.result == VRM_OK);
    /* Interleaved, in place. */
    REQUIRE(vrm_model_read_vertices(model, 0, 0, VRM_ATTRIBUTE_POSITION, 0, 3, out, 9) == VRM_OK);
    check_turned(out, vertices, 3, 6);
    REQUIRE(vrm_model_read_vertices(model, 0, 0, VRM_ATTRIBUTE_NORMAL, 0, 3, out, 9) == VRM_OK);
    check_turned(out, vertices + 3, 3, 6);
    /* Bytes that are colors too stay as they are for these. */
    REQUIRE(vrm_model_read_vertices(model, 0, 1, VRM_ATTRIBUTE_COLOR, 0, 3, out, 9) == VRM_OK);
    for (int i = 0; i < 9; ++i) CHECK_NEAR(out[i], shared[i], 0);
    REQUIRE(vrm_model_read_vertices(model, 0, 1, VRM_ATTRIBUTE_POSITION, 0, 3, out, 9) == VRM_OK);
    check_turned(out, shared, 3, 3);
    /* Integers become floats: -32768 has no negative. */
    REQUIRE(vrm_model_read_vertices(model, 0, 1, VRM_ATTRIBUTE_NORMAL, 0, 3, out, 9) == VRM_OK);
    CHECK_NEAR(out[0], -1, 0);
    CHECK_NEAR(out[4], 1, 0);
    CHECK_NEAR(out[8], 1, 0);
    /* Sparse. */
    REQUIRE(vrm_model_read_morph_target(model, 0, 0, 0, VRM_ATTRIBUTE_POSITION, out, 9) == VRM_OK);
    CHECK_NEAR(out[0], 0, 0);
    check_turned(out + 6, delta, 1, 3);
    /* The bounds go along. */
    bounds = &file.now.gltf->accessors[0];
    CHECK_NEAR(bounds->min[0], -7, 0);
    CHECK_NEAR(bounds->max[0], 1, 0);
    CHECK_NEAR(bounds->min[1], 2, 0);
    CHECK_NEAR(bounds->min[2], -9, 0);
    CHECK_NEAR(bounds->max[2], -3, 0);
    /* Those of integers become those of floats. */
    bounds = &file.now.gltf->accessors[3];
    CHECK_NEAR(bounds->min[0], -1, 0);
    CHECK_NEAR(bounds->max[0], 0, 0);
    CHECK_NEAR(bounds->max[1], 1, 0);
    CHECK_NEAR(bounds->min[2], 0, 0);
    CHECK_NEAR(bounds->max[2], 1, 0);
    migrated_free(&file);
}

TEST(mi_003_binds_and_keys_turn) {
    migrated file = migrate(make_file(), VRM_DIALECT_1, ACCEPT);
    vrm_mat4 bind;
    float out[8];
    REQUIRE(file.result == VRM_OK);
    REQUIRE(vrm_model_read_inverse_binds(file.now.model, 0, &bind, 1) == VRM_OK);
    for (int i = 0; i < 16; ++i) {
        bool is_negated = (i % 2 != 0) != (i / 4 % 2 != 0);
        CHECK_NEAR(bind.m[i], is_negated ? 0 - binds[i] : binds[i], 0);
    }
    REQUIRE(vrm_model_read_floats(file.now.model, 8, out, 8) == VRM_OK);
    for (int i = 0; i < 8; ++i) {
        CHECK_NEAR(out[i], i % 4 % 2 == 0 && i % 4 != 3 ? 0 - keys[2 + i] : keys[2 + i], 0);
    }
    migrated_free(&file);
}

/* Nodes with rotations, scales and matrices need no baking: R L R⁻¹ is exact. */
TEST(mi_003_nodes_turn_with_their_digits) {
    static const char *const texts[] = {
        "\"translation\":[-1.50,2,3]", "\"rotation\":[-0.5,-0.5,-0.5,0.5]",
        "\"scale\":[1,2,3]",           "\"matrix\":[0,0,-1,0, -1,0,0,0, 0,1,0,0, -4,5,-6,1]",
        "\"aimAxis\":\"NegativeX\"",
    };
    migrated file = migrate(make_file(), VRM_DIALECT_1, ACCEPT);
    char *now;
    REQUIRE(file.result == VRM_OK);
    now = json_of_written(file.file);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        test_note("%s", texts[i]);
        CHECK(strstr(now, texts[i]) != NULL);
    }
    test_note(NULL);
    free(now);
    migrated_free(&file);
}

/* --- A sample --- */

static void check_vec3_turned(vrm_vec3 now, vrm_vec3 before) {
    CHECK_NEAR(now.x, 0 - before.x, 0);
    CHECK_NEAR(now.y, before.y, 0);
    CHECK_NEAR(now.z, 0 - before.z, 0);
}

static void check_skins_turned(const loaded *before, const loaded *now) {
    static vrm_mat4 a[256], b[256];
    REQUIRE(before->gltf->skin_count > 0 && before->gltf->skin_count == now->gltf->skin_count);
    for (uint32_t i = 0; i < before->gltf->skin_count; ++i) {
        const vrm_skin *skin = &before->gltf->skins[i];
        REQUIRE(skin->joint_count <= 256 && skin->joint_count == now->gltf->skins[i].joint_count);
        CHECK(memcmp(skin->joints, now->gltf->skins[i].joints,
                     skin->joint_count * sizeof *skin->joints) == 0);
        REQUIRE(vrm_model_read_inverse_binds(before->model, (int32_t)i, a, 256) == VRM_OK);
        REQUIRE(vrm_model_read_inverse_binds(now->model, (int32_t)i, b, 256) == VRM_OK);
        for (uint32_t k = 0; k < skin->joint_count; ++k) {
            for (int j = 0; j < 12; ++j) CHECK_NEAR(b[k].m[j], j % 5 == 0 ? 1 : 0, 0);
            check_turned(&b[k].m[12], &a[k].m[12], 1, 3);
        }
    }
}

/* Positions, normals and deltas are turned; the weights of the skin are as they were. */
static void check_primitive_turned(const loaded *before, const loaded *now, int32_t mesh,
                                   int32_t index) {
    const vrm_mesh *from = &before->gltf->meshes[mesh];
    const int32_t count = (int32_t)from->primitives[index].vertex_count;
    const size_t size = (size_t)count * 4;
    float *a = malloc(size * sizeof *a), *b = malloc(size * sizeof *b);
    REQUIRE(a != NULL && b != NULL);
    for (vrm_attribute_semantic what = VRM_ATTRIBUTE_POSITION; what <= VRM_ATTRIBUTE_NORMAL;
         ++what) {
        CHECK(vrm_model_read_vertices(before->model, mesh, index, what, 0, 3, a, size) == VRM_OK);
        CHECK(vrm_model_read_vertices(now->model, mesh, index, what, 0, 3, b, size) == VRM_OK);
        check_turned(b, a, count, 3);
    }
    for (int32_t i = 0; i < (int32_t)from->target_count; ++i) {
        CHECK(vrm_model_read_morph_target(before->model, mesh, index, i, VRM_ATTRIBUTE_POSITION, a,
                                          size) == VRM_OK);
        CHECK(vrm_model_read_morph_target(now->model, mesh, index, i, VRM_ATTRIBUTE_POSITION, b,
                                          size) == VRM_OK);
        check_turned(b, a, count, 3);
    }
    CHECK(vrm_model_read_vertices(before->model, mesh, index, VRM_ATTRIBUTE_WEIGHTS, 0, 4, a,
                                  size) == VRM_OK);
    CHECK(vrm_model_read_vertices(now->model, mesh, index, VRM_ATTRIBUTE_WEIGHTS, 0, 4, b, size) ==
          VRM_OK);
    CHECK(memcmp(a, b, size * sizeof *a) == 0);
    free(a);
    free(b);
}

static void check_tables_turned(const vrm_tables *before, const vrm_tables *now) {
    REQUIRE(before->spring_collider_count > 0 && before->spring_joint_count > 0);
    CHECK_INT(before->humanoid.faces_minus_z, 1);
    CHECK_INT(now->humanoid.faces_minus_z, 0);
    check_vec3_turned(now->look_at.offset_from_head_bone, before->look_at.offset_from_head_bone);
    for (uint32_t i = 0; i < before->spring_collider_count; ++i) {
        check_vec3_turned(now->spring_colliders[i].offset, before->spring_colliders[i].offset);
    }
    for (uint32_t i = 0; i < before->spring_joint_count; ++i) {
        check_vec3_turned(now->spring_joints[i].gravity_dir, before->spring_joints[i].gravity_dir);
    }
}

/* A model that is normalized looks the other way when x and z of everything in it are negated. */
TEST(tp_024_a_sample_of_0x_is_rewritten_to_face_plus_z) {
    loaded before = load_fixture(fixture_sample("character-0.x.vrm"), NULL);
    migrated file;
    if (before.model == NULL) {
        unload(&before);
        return;
    }
    file = migrate(fixture_sample("character-0.x.vrm"), VRM_DIALECT_1, ACCEPT);
    REQUIRE(file.result == VRM_OK && file.now.model != NULL);
    REQUIRE(file.now.gltf->node_count >= before.gltf->node_count);
    for (uint32_t i = 0; i < before.gltf->node_count; ++i) {
        const vrm_trs *rest = &file.now.gltf->nodes[i].rest;
        check_vec3_turned(rest->translation, before.gltf->nodes[i].rest.translation);
        CHECK(rest->rotation.x == 0 && rest->rotation.y == 0 && rest->rotation.z == 0);
    }
    check_skins_turned(&before, &file.now);
    for (int32_t i = 0; i < (int32_t)before.gltf->mesh_count; ++i) {
        for (int32_t k = 0; k < (int32_t)before.gltf->meshes[i].primitive_count; ++k) {
            check_primitive_turned(&before, &file.now, i, k);
        }
    }
    check_tables_turned(before.tables, file.now.tables);
    migrated_free(&file);
    unload(&before);
}

TEST_SUITE(migrate_turn, ENTRY(mi_003_vertices_turn_wherever_they_lie),
           ENTRY(mi_003_binds_and_keys_turn), ENTRY(mi_003_nodes_turn_with_their_digits),
           ENTRY(tp_024_a_sample_of_0x_is_rewritten_to_face_plus_z));
