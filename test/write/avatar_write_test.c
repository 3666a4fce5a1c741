/* Whole avatars out of their tables. */
#include "support/avatar.h"
#include "support/compare_tables.h"
#include "support/fixture.h"
#include "support/rewritten.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Samples --- */

static const char *const samples[] = {"character-0.x.vrm", "character-1.0-draft.vrm",
                                      "character-1.0-beta.vrm", "character-1.0.vrm"};

/* The tables of a sample, written in its own dialect and loaded again, have the same bits. */
TEST(di_001_samples_are_written_out_of_their_tables) {
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; ++i) {
        loaded file = load_fixture(fixture_sample(samples[i]), NULL), again;
        compared a, b;
        char report[1024];
        uint32_t losses;
        if (file.tables == NULL) {
            unload(&file);
            return;
        }
        again = rewrite_avatar(&file, file.tables->dialect, &losses);
        test_note("%s", samples[i]);
        if (CHECK_INT(again.result, VRM_OK)) {
            a = compared_model(file.model);
            b = compared_model(again.model);
            if (!CHECK_INT(compare_tables(&a, &b, NULL, report, sizeof report), 0)) puts(report);
            CHECK_INT(count_findings(&again), count_findings(&file));
        }
        test_note(NULL);
        unload(&again);
        unload(&file);
    }
}

/* --- What is in the file --- */

/* The JSON text of a written file, with ' for "; for the caller to free. */
static char *written_json(const loaded *file, vrm_dialect dialect) {
    const void *buffer = file_buffer(file);
    vrm_write_avatar_desc desc;
    vrm_written *written = NULL;
    const unsigned char *bytes;
    size_t size, length;
    char *json;
    vrm_write_avatar_desc_init(&desc);
    desc.dialect = dialect;
    desc.generator = "a test";
    if (!CHECK_INT(vrm_write_avatar(file->gltf, file->tables, &buffer, &desc, &written, NULL),
                   VRM_OK)) {
        return NULL;
    }
    bytes = vrm_written_bytes(written, &size);
    CHECK(memcmp(bytes, "glTF\2\0\0\0", 8) == 0); /* GL-002 */
    length = bytes[12] + 256u * bytes[13] + 65536u * bytes[14];
    json = malloc(length + 1);
    memcpy(json, bytes + 20, length);
    json[length] = '\0';
    for (char *c = json; *c != '\0'; ++c) {
        if (*c == '"') *c = '\'';
    }
    vrm_written_destroy(written);
    return json;
}

/* GL-002, GL-005, GL-006: a GLB whose list of extensions is exact, and who wrote it. */
TEST(gl_002_gl_005_gl_006_container_extensions_and_generator) {
    loaded file = load_vrm1(NULL, NULL);
    char *json;
    REQUIRE(file.tables != NULL);
    json = written_json(&file, VRM_DIALECT_1);
    REQUIRE(json != NULL);
    CHECK(strstr(json, "{'asset':{'version':'2.0','generator':'a test'},") == json);
    CHECK(strstr(json, "'extensionsUsed':['VRMC_vrm']}") != NULL);
    CHECK(strstr(json, "extensionsRequired") == NULL);
    CHECK(strstr(json, "exporterVersion") == NULL); /* not in the block */
    free(json);
    json = written_json(&file, VRM_DIALECT_0);
    REQUIRE(json != NULL);
    CHECK(strstr(json, "'extensionsUsed':['VRM']}") != NULL);
    CHECK(strstr(json, "'VRM':{'exporterVersion':'a test','specVersion':'0.0',") != NULL);
    free(json);
    unload(&file);
}

/* GL-008, GL-009, GL-011, GL-013, GL-014: no tangents, no animations, no cameras; names of targets
 * on the mesh. */
TEST(gl_011_gl_013_no_tangents_and_no_animations) {
    static const float zeros[12];
    loaded file = load_json_bin(
        "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm'],'extensions':{'VRMC_vrm':{"
        "'specVersion':'1.0','meta':{'name':'n','authors':['a'],'licenseUrl':"
        "'https://vrm.dev/licenses/1.0/'},'humanoid':{'humanBones':{'hips':{'node':0}}}}},"
        "'cameras':[{'type':'perspective','perspective':{'yfov':1,'znear':1}}],"
        "'nodes':[{'mesh':0},{'camera':0}],'scenes':[{'nodes':[0,1]}],'scene':0,"
        "'animations':[{'channels':[{'sampler':0,'target':{'node':0,'path':'translation'}}],"
        "'samplers':[{'input':1,'output':0}]}],"
        "'meshes':[{'primitives':[{'attributes':{'POSITION':0,'TANGENT':2},'targets':["
        "{'POSITION':0,'TANGENT':0}],'mode':0}],'extras':{'targetNames':['smile']}}],"
        "'accessors':[{'bufferView':0,'componentType':5126,'count':1,'type':'VEC3','min':[0,0,0],"
        "'max':[0,0,0]},{'bufferView':0,'componentType':5126,'count':1,'type':'SCALAR','min':[0],"
        "'max':[0]},{'bufferView':0,'componentType':5126,'count':1,'type':'VEC4'}],"
        "'bufferViews':[{'buffer':0,'byteLength':48}],'buffers':[{'byteLength':48}]}",
        zeros, sizeof zeros);
    char *json;
    REQUIRE(file.tables != NULL);
    json = written_json(&file, VRM_DIALECT_1);
    REQUIRE(json != NULL);
    CHECK(strstr(json, "TANGENT") == NULL);
    CHECK(strstr(json, "animations") == NULL);
    CHECK(strstr(json, "camera") == NULL);
    CHECK(strstr(json,
                 "'meshes':[{'primitives':[{'attributes':{'POSITION':0},'mode':0,"
                 "'targets':[{'POSITION':0}]}],'extras':{'targetNames':['smile']}}]") != NULL);
    free(json);
    json = written_json(&file, VRM_DIALECT_0); /* GL-015 */
    REQUIRE(json != NULL);
    CHECK(strstr(json, "'targets':[{'POSITION':0}],'extras':{'targetNames':['smile']}}]}]") !=
          NULL);
    free(json);
    unload(&file);
}

/* DI-008: whatever dialect the tables are from, 1.0 has final names and values alone. */
TEST(di_008_files_of_1_0_have_no_older_names) {
    static const char *const older[] = {"blendShape", "firstPersonFlag",   "lookAtHorizontal",
                                        "shapeType",  "ThumbIntermediate", "ignoreBlink",
                                        "stiffiness", "litFactor"};
    for (size_t i = 0; i < 3; ++i) {
        loaded file = load_fixture(fixture_sample(samples[i]), NULL), again;
        char *json;
        if (file.tables == NULL) {
            unload(&file);
            return;
        }
        json = written_json(&file, VRM_DIALECT_1);
        REQUIRE(json != NULL);
        for (size_t k = 0; k < sizeof older / sizeof older[0]; ++k) {
            test_note("%s: %s", samples[i], older[k]);
            CHECK(strstr(json, older[k]) == NULL);
        }
        test_note("%s", samples[i]);
        again = rewrite_avatar(&file, VRM_DIALECT_1, NULL);
        if (CHECK(again.tables != NULL)) {
            CHECK_INT(again.tables->dialect, VRM_DIALECT_1);
            CHECK_INT(count_code(&again, "alias-used"), 0);
        }
        test_note(NULL);
        unload(&again);
        free(json);
        unload(&file);
    }
}

/* --- What cannot be written --- */

static vrm_result write_with(const vrm_gltf *gltf, const vrm_tables *tables) {
    static const char bytes[64];
    const void *buffers[2] = {bytes, bytes};
    vrm_written *written;
    const vrm_result result = vrm_write_avatar(gltf, tables, buffers, NULL, &written, NULL);
    CHECK((written != NULL) == (result == VRM_OK));
    vrm_written_destroy(written);
    return result;
}

/* ER-008: every index of tables that a program made is checked. */
TEST(er_008_wrong_tables_are_refused) {
    loaded file = load_vrm1(NULL, NULL);
    vrm_tables tables;
    vrm_gltf gltf;
    vrm_node nodes[AVATAR_NODE_COUNT];
    vrm_constraint constraint = {1, 99, VRM_CONSTRAINT_ROLL, 0, 1};
    int32_t ring[1] = {0};
    REQUIRE(file.tables != NULL && file.gltf->node_count == AVATAR_NODE_COUNT);
    tables = *file.tables;
    gltf = *file.gltf;
    CHECK_INT(write_with(&gltf, &tables), VRM_OK);
    tables.humanoid.nodes[VRM_BONE_HIPS] = AVATAR_NODE_COUNT;
    CHECK_INT(write_with(&gltf, &tables), VRM_ERROR_INVALID_ARGUMENT);
    tables = *file.tables;
    tables.meta.permissions.modification = 3;
    CHECK_INT(write_with(&gltf, &tables), VRM_ERROR_INVALID_ARGUMENT);
    tables = *file.tables;
    tables.constraints = &constraint;
    tables.constraint_count = 1;
    CHECK_INT(write_with(&gltf, &tables), VRM_ERROR_INVALID_ARGUMENT);
    tables = *file.tables;
    tables.material_count = 1;
    CHECK_INT(write_with(&gltf, &tables), VRM_ERROR_INVALID_ARGUMENT);
    tables = *file.tables;
    memcpy(nodes, file.gltf->nodes, sizeof nodes);
    gltf.nodes = nodes;
    nodes[0].parent = 23; /* a ring */
    nodes[23].children = ring;
    nodes[23].child_count = 1;
    CHECK_INT(write_with(&gltf, &tables), VRM_ERROR_INVALID_ARGUMENT);
    nodes[0].parent = VRM_NONE; /* a second parent */
    CHECK_INT(write_with(&gltf, &tables), VRM_ERROR_INVALID_ARGUMENT);
    unload(&file);
}

TEST(arguments_and_bytes_have_to_be_there) {
    loaded file = load_vrm1(NULL, NULL);
    vrm_write_avatar_desc desc;
    vrm_written *written;
    REQUIRE(file.tables != NULL);
    vrm_write_avatar_desc_init(&desc);
    CHECK_INT(vrm_write_avatar(NULL, file.tables, NULL, NULL, &written, NULL),
              VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_write_avatar(file.gltf, NULL, NULL, NULL, &written, NULL),
              VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_write_avatar(file.gltf, file.tables, NULL, NULL, NULL, NULL),
              VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_write_avatar(file.gltf, file.tables, NULL, &desc, &written, NULL),
              VRM_ERROR_NO_PAYLOAD);
    desc.dialect = VRM_DIALECT_ANIMATION;
    CHECK_INT(vrm_write_avatar(file.gltf, file.tables, NULL, &desc, &written, NULL),
              VRM_ERROR_INVALID_ARGUMENT);
    CHECK(written == NULL);
    unload(&file);
}

/* A file may give its buffer any length. */
TEST(missing_bytes_are_reported_whatever_their_length) {
    loaded file = load_vrm1(NULL, NULL);
    const void *buffer = file_buffer(&file);
    vrm_written *written;
    vrm_gltf gltf;
    vrm_buffer large;
    REQUIRE(file.tables != NULL && buffer != NULL && file.gltf->buffer_count == 1);
    gltf = *file.gltf;
    large = gltf.buffers[0];
    large.byte_length = INT64_MAX;
    gltf.buffers = &large;
    CHECK_INT(vrm_write_avatar(&gltf, file.tables, NULL, NULL, &written, NULL),
              VRM_ERROR_NO_PAYLOAD);
    CHECK_INT(vrm_write_avatar(&gltf, file.tables, &buffer, NULL, &written, NULL), VRM_ERROR_LIMIT);
    CHECK(written == NULL);
    unload(&file);
}

TEST(memory_may_be_refused_to_a_file_at_any_time) {
    static const vrm_dialect dialects[] = {VRM_DIALECT_0, VRM_DIALECT_1_DRAFT, VRM_DIALECT_1};
    loaded file = load_vrm1(NULL, NULL);
    const void *buffer = file_buffer(&file);
    REQUIRE(file.tables != NULL && buffer != NULL);
    for (size_t i = 0; i < sizeof dialects / sizeof dialects[0]; ++i) {
        for (int64_t most = 0; most < 1000; ++most) {
            vrm_load_desc load;
            vrm_write_avatar_desc desc;
            vrm_written *written;
            vrm_result result;
            counting counter;
            counting_init(&counter, most);
            vrm_load_desc_init(&load);
            vrm_write_avatar_desc_init(&desc);
            desc.load = &load;
            load.allocator = &counter.allocator;
            desc.dialect = dialects[i];
            result = vrm_write_avatar(file.gltf, file.tables, &buffer, &desc, &written, NULL);
            vrm_written_destroy(written);
            CHECK_INT(counter.live, 0);
            CHECK(!counter.is_size_wrong);
            if (result == VRM_OK) {
                CHECK(most >= 5);
                break;
            }
            REQUIRE(result == VRM_ERROR_OUT_OF_MEMORY && most < 999);
        }
    }
    unload(&file);
}

TEST_SUITE(avatar_write, ENTRY(di_001_samples_are_written_out_of_their_tables),
           ENTRY(gl_002_gl_005_gl_006_container_extensions_and_generator),
           ENTRY(gl_011_gl_013_no_tangents_and_no_animations),
           ENTRY(di_008_files_of_1_0_have_no_older_names), ENTRY(er_008_wrong_tables_are_refused),
           ENTRY(arguments_and_bytes_have_to_be_there),
           ENTRY(missing_bytes_are_reported_whatever_their_length),
           ENTRY(memory_may_be_refused_to_a_file_at_any_time));
