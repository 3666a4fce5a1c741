/* Normalization of a mesh (6.9), through a file with one vertex. */
#include "conformance/living.h"
#include "conformance/vectors.h"

#include "test.h"

#include <string.h>

/* position, normal, and the deltas of both */
enum { VERTEX_FLOATS = 12 };

static void put(float *at, vrm_vec3 v) {
    at[0] = v.x;
    at[1] = v.y;
    at[2] = v.z;
}

static fixture one_vertex(yyjson_val *input) {
    yyjson_val *node = input_object(input, "node");
    float bin[VERTEX_FLOATS];
    const char *accessors = "";
    const char *json;
    put(bin, input_vec3(input, "position"));
    put(bin + 3, input_vec3(input, "normal"));
    put(bin + 6, input_vec3(input, "position_delta"));
    put(bin + 9, input_vec3(input, "normal_delta"));
    for (int i = 0; i < 4; ++i) {
        const double x = (double)bin[3 * i], y = (double)bin[3 * i + 1], z = (double)bin[3 * i + 2];
        accessors =
            format_members("%s%s{'bufferView':0,'byteOffset':%d,'componentType':5126,'count':1,"
                           "'type':'VEC3','min':[%.9g,%.9g,%.9g],'max':[%.9g,%.9g,%.9g]}",
                           accessors, i > 0 ? "," : "", 12 * i, x, y, z, x, y, z);
    }
    json = format_members("{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm'],'extensions':{"
                          "'VRMC_vrm':{'specVersion':'1.0'}},'buffers':[{'byteLength':48}],"
                          "'bufferViews':[{'buffer':0,'byteLength':48}],'accessors':[%s],'meshes':["
                          "{'primitives':[{'mode':0,'attributes':{'POSITION':0,'NORMAL':1},"
                          "'targets':[{'POSITION':2,'NORMAL':3}]}]}],'nodes':[{'mesh':0,",
                          accessors);
    json = format_members("%s'translation':%s,'rotation':%s,'scale':%s}]}", json,
                          input_json(node, "translation"), input_json(node, "rotation"),
                          input_json(node, "scale"));
    return fixture_glb(json, bin, sizeof bin);
}

static void answer_vertex(answers *answers, const vrm_model *model) {
    float v[VERTEX_FLOATS];
    memset(v, 0, sizeof v);
    CHECK(vrm_model_read_vertices(model, 0, 0, VRM_ATTRIBUTE_POSITION, 0, 3, v, 3) == VRM_OK);
    CHECK(vrm_model_read_vertices(model, 0, 0, VRM_ATTRIBUTE_NORMAL, 0, 3, v + 3, 3) == VRM_OK);
    CHECK(vrm_model_read_morph_target(model, 0, 0, 0, VRM_ATTRIBUTE_POSITION, v + 6, 3) == VRM_OK);
    CHECK(vrm_model_read_morph_target(model, 0, 0, 0, VRM_ATTRIBUTE_NORMAL, v + 9, 3) == VRM_OK);
    answer_floats(answers, "position", v, 3);
    answer_floats(answers, "normal", v + 3, 3);
    answer_floats(answers, "position_delta", v + 6, 3);
    answer_floats(answers, "normal_delta", v + 9, 3);
}

void op_bake_vertex(yyjson_val *input, answers *answers) {
    loaded file = load_fixture(written_as(one_vertex(input), WRITING_NORMALIZED), NULL);
    if (CHECK(file.model != NULL) && CHECK_INT(file.gltf->node_count, 1)) {
        answer_vertex(answers, file.model);
        answer_vec3(answers, "node_translation", file.gltf->nodes[0].rest.translation);
    }
    unload(&file);
}
