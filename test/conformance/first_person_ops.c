/* firstPerson auto (6.7), through a skinned mesh. */
#include "conformance/vectors.h"
#include "support/fixture.h"

#include "test.h"

#include <stdio.h>
#include <string.h>

enum { VERTICES = 6, TRIANGLES = 3, INDICES = TRIANGLES * 3, MESH_NODE = 3 };

/* The BIN: positions, joints, weights, indices. */
typedef struct skinned {
    float positions[VERTICES][3];
    uint8_t joints[VERTICES][4];
    float weights[VERTICES][4];
    uint16_t indices[INDICES];
} skinned;

static int node_of_part(const char *part) {
    static const char *const parts[] = {"body", "head", "below_head"};
    for (int i = 0; part != NULL && i < 3; ++i) {
        if (strcmp(parts[i], part) == 0) return i;
    }
    CHECK_TEXT(part, "a part of the body");
    return 0;
}

static void read_vertices(yyjson_val *input, skinned *out) {
    yyjson_val *vertex;
    size_t i, n;
    CHECK_INT(yyjson_arr_size(input_list(input, "vertices")), VERTICES);
    CHECK_INT(yyjson_arr_size(input_list(input, "triangles")), TRIANGLES);
    yyjson_arr_foreach(input_list(input, "vertices"), i, n, vertex) {
        double joints[4], weights[4];
        input_numbers(vertex, "joints", joints, 4);
        input_numbers(vertex, "weights", weights, 4);
        for (int k = 0; i < VERTICES && k < 4; ++k) {
            out->joints[i][k] = (uint8_t)joints[k];
            out->weights[i][k] = (float)weights[k];
        }
    }
    yyjson_arr_foreach(input_list(input, "triangles"), i, n, vertex) {
        for (size_t k = 0; i < TRIANGLES && k < 3; ++k) {
            out->indices[i * 3 + k] = (uint16_t)yyjson_get_uint(yyjson_arr_get(vertex, k));
        }
    }
}

/* Little endian, as all our targets are. */
static fixture skinned_file(yyjson_val *input) {
    static const char json[] =
        "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm'],'extensions':{'VRMC_vrm':"
        "{'specVersion':'1.0','humanoid':{'humanBones':{'head':{'node':1}}}}},"
        "'nodes':[{'children':[1]},{'children':[2]},{},{'mesh':0,'skin':0}],"
        "'skins':[{'joints':[%d,%d,%d]}],'buffers':[{'byteLength':%d}],'bufferViews':["
        "{'buffer':0,'byteLength':72},{'buffer':0,'byteOffset':72,'byteLength':24},"
        "{'buffer':0,'byteOffset':96,'byteLength':96},"
        "{'buffer':0,'byteOffset':192,'byteLength':18}],'accessors':["
        "{'bufferView':0,'componentType':5126,'type':'VEC3','count':6,'min':[0,0,0],"
        "'max':[0,0,0]},{'bufferView':1,'componentType':5121,'type':'VEC4','count':6},"
        "{'bufferView':2,'componentType':5126,'type':'VEC4','count':6},"
        "{'bufferView':3,'componentType':5123,'type':'SCALAR','count':9}],"
        "'meshes':[{'primitives':[{'attributes':{'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':2},"
        "'indices':3}]}]}";
    char text[sizeof json + 64];
    yyjson_val *parts = input_list(input, "joint_parts");
    int nodes[3];
    skinned data;
    memset(&data, 0, sizeof data);
    read_vertices(input, &data);
    CHECK_INT(yyjson_arr_size(parts), 3);
    for (size_t i = 0; i < 3; ++i) {
        nodes[i] = node_of_part(yyjson_get_str(yyjson_arr_get(parts, i)));
    }
    snprintf(text, sizeof text, json, nodes[0], nodes[1], nodes[2], (int)sizeof data);
    return fixture_glb(text, &data, sizeof data);
}

static bool is_in(const uint32_t *triangle, const uint32_t *list, size_t index_count) {
    for (size_t i = 0; i + 2 < index_count; i += 3) {
        if (memcmp(triangle, list + i, sizeof *triangle * 3) == 0) return true;
    }
    return false;
}

void op_first_person_split(yyjson_val *input, answers *answers) {
    loaded file = load_fixture(skinned_file(input), NULL);
    uint32_t all[INDICES] = {0}, body[INDICES] = {0};
    size_t all_count = 0, body_count = 0;
    CHECK_INT(vrm_model_first_person(file.model, MESH_NODE), VRM_FIRST_PERSON_SPLIT);
    CHECK_INT(vrm_model_read_triangles(file.model, 0, 0, all, INDICES, &all_count), VRM_OK);
    CHECK_INT(
        vrm_model_read_first_person_triangles(file.model, MESH_NODE, 0, body, INDICES, &body_count),
        VRM_OK);
    CHECK_INT(all_count, INDICES);
    for (size_t i = 0; i + 2 < all_count && i + 2 < INDICES; i += 3) {
        const char *list = is_in(&all[i], body, body_count) ? "body_triangles" : "head_triangles";
        for (size_t k = 0; k < 3; ++k) answer_number(answers, list, (double)all[i + k]);
    }
    unload(&file);
}
