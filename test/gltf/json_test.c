/* The rules for fields, each through fields of real glTF objects. */
#include "support/fixture.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define ASSET "'asset':{'version':'2.0'}"

/*
 * A file with these members and, of each table that they do not have, one element: index 0 is good
 * everywhere, and index 1 nowhere.
 */
static const char *with_tables(const char *members) {
    static const char *const tables[][2] = {
        {"'buffers':[", "{'byteLength':64}"},
        {"'bufferViews':[", "{'buffer':0,'byteLength':64}"},
        {"'accessors':[", "{'componentType':5126,'type':'SCALAR','count':1,'bufferView':0}"},
        {"'images':[", "{'bufferView':0}"},
        {"'samplers':[", "{}"},
        {"'textures':[", "{'source':0}"},
        {"'materials':[", "{}"},
        {"'scenes':[", "{}"},
    };
    static char json[2048];
    size_t used = (size_t)snprintf(json, sizeof json, "{" ASSET ",%s", members);
    for (size_t i = 0; i < COUNT(tables); ++i) {
        if (strstr(members, tables[i][0]) != NULL) continue;
        used +=
            (size_t)snprintf(json + used, sizeof json - used, ",%s%s]", tables[i][0], tables[i][1]);
    }
    snprintf(json + used, sizeof json - used, "}");
    return json;
}

/* --- ER-011 --- */

enum { NUL = 1, BOOL = 2, NUMBER = 4, STRING = 8, ARRAY = 16, OBJECT = 32 };

static const struct {
    int bit;
    const char *text;
    const char *words;
} values[] = {
    {NUL, "null", "null"},      {BOOL, "true", "a boolean"}, {NUMBER, "0", "a number"},
    {STRING, "''", "a string"}, {ARRAY, "[]", "an array"},   {OBJECT, "{}", "an object"},
};

/* Every kind of field with a value of every type. */
TEST(er_011_wrong_types_are_ignored) {
    static const struct {
        const char *json; /* %s: the value */
        const char *pointer;
        const char *expected;
        int good; /* types that are not wrong here */
    } fields[] = {
        {"'materials':[{'doubleSided':%s}]", "/materials/0/doubleSided", "a boolean", BOOL},
        {"'materials':[{'normalTexture':{'index':0,'texCoord':%s}}],'textures':[{}]",
         "/materials/0/normalTexture/texCoord", "a whole number", NUMBER},
        {"'buffers':[{'byteLength':%s}]", "/buffers/0/byteLength", "a whole number", NUMBER},
        {"'materials':[{'alphaCutoff':%s}]", "/materials/0/alphaCutoff", "a number", NUMBER},
        {"'nodes':[{'translation':%s}]", "/nodes/0/translation", "an array of numbers", ARRAY},
        {"'nodes':[{'translation':[0,%s,0]}]", "/nodes/0/translation/1", "a number", NUMBER},
        {"'nodes':[{'name':%s}]", "/nodes/0/name", "a string", STRING},
        {"'nodes':[{'mesh':%s}],'meshes':[{'primitives':[]}]", "/nodes/0/mesh", "a whole number",
         NUMBER},
        {"'nodes':[{'children':[%s]},{}]", "/nodes/0/children/0", "a whole number", NUMBER},
        {"'nodes':[{'weights':[%s]}]", "/nodes/0/weights/0", "a number", NUMBER},
        {"'materials':[{'alphaMode':%s}]", "/materials/0/alphaMode", "a string", STRING},
        {"'samplers':[{'wrapS':%s}]", "/samplers/0/wrapS", "a whole number", NUMBER},
        {"'nodes':[{'children':%s}]", "/nodes/0/children", "an array", ARRAY},
        {"'materials':[{'pbrMetallicRoughness':%s}]", "/materials/0/pbrMetallicRoughness",
         "an object", OBJECT},
        {"'materials':[{'extensions':%s}]", "/materials/0/extensions", "an object", OBJECT},
        {"'materials':[{'extensions':{'KHR_materials_emissive_strength':%s}}]",
         "/materials/0/extensions/KHR_materials_emissive_strength", "an object", OBJECT},
        {"'materials':[{'extensions':{'KHR_materials_unlit':%s}}]",
         "/materials/0/extensions/KHR_materials_unlit", "an object", OBJECT},
        {"'nodes':[%s]", "/nodes/0", "an object", OBJECT},
        {"'extensionsUsed':[%s]", "/extensionsUsed/0", "a string", STRING},
        {"'extensionsUsed':%s", "/extensionsUsed", "an array", ARRAY},
        {"'scene':%s,'scenes':[{}]", "/scene", "a whole number", NUMBER},
        {"'buffers':%s", "/buffers", "an array", ARRAY},
        {"'nodes':%s", "/nodes", "an array", ARRAY},
        {"'cameras':%s", "/cameras", "an array", ARRAY},
        {"'animations':%s", "/animations", "an array", ARRAY},
    };
    for (size_t f = 0; f < COUNT(fields); ++f) {
        for (size_t v = 0; v < COUNT(values); ++v) {
            char part[256], json[512], message[128];
            loaded file;
            test_note("%s = %s", fields[f].pointer, values[v].text);
            snprintf(part, sizeof part, fields[f].json, values[v].text);
            snprintf(json, sizeof json, "{" ASSET ",%s}", part);
            if ((fields[f].good & values[v].bit) != 0) {
                file = load_json(json);
                CHECK_INT(file.result, VRM_OK);
                CHECK_INT(count_code(&file, "field-type"), 0);
                unload(&file);
                continue;
            }
            file = load_repaired(json, "field-type", fields[f].pointer);
            snprintf(message, sizeof message, "this should be %s but is %s; it is ignored",
                     fields[f].expected, values[v].words);
            CHECK_TEXT(message_of(&file, "field-type"), message);
            CHECK_TEXT(requirement_of(&file, "field-type"), "ER-011");
            unload(&file);
        }
    }
}

/* Ignored means that the default stands, and the good fields beside it too. */
TEST(er_011_defaults_stand_in) {
    loaded file =
        load_json("{" ASSET ",'nodes':[{'name':7,'translation':[1,2,'3'],'scale':[2,2,2],"
                  "'children':'x'}, 5, {'name':'last'}],"
                  "'materials':[{'alphaCutoff':'1','alphaMode':'MASK','doubleSided':0}]}");
    REQUIRE(file.gltf != NULL);
    CHECK_INT(file.gltf->node_count, 3);
    CHECK_TEXT(file.gltf->nodes[0].name.data, "");
    CHECK_NEAR(file.gltf->nodes[0].rest.translation.x, 0, 0);
    CHECK_NEAR(file.gltf->nodes[0].rest.translation.y, 0, 0);
    CHECK_NEAR(file.gltf->nodes[0].rest.scale.x, 2, 0);
    CHECK_INT(file.gltf->nodes[0].child_count, 0);
    /* An element that is no object keeps its place, empty. */
    CHECK_TEXT(file.gltf->nodes[1].name.data, "");
    CHECK_NEAR(file.gltf->nodes[1].rest.rotation.w, 1, 0);
    CHECK_NEAR(file.gltf->nodes[1].rest.scale.z, 1, 0);
    CHECK_INT(file.gltf->nodes[1].parent, VRM_NONE);
    CHECK_TEXT(file.gltf->nodes[2].name.data, "last");
    CHECK_NEAR(file.gltf->materials[0].alpha_cutoff, 0.5, 0);
    CHECK_INT(file.gltf->materials[0].alpha_mode, VRM_ALPHA_MASK);
    CHECK_INT(file.gltf->materials[0].is_double_sided, 0);
    unload(&file);
}

/* What should be an object, and is a number, keeps its place and does nothing. */
TEST(er_011_elements_that_are_no_objects) {
    static const struct {
        const char *json, *pointer;
    } cases[] = {
        {"'buffers':[7]", "/buffers/0"},
        {"'bufferViews':[7]", "/bufferViews/0"},
        {"'accessors':[7]", "/accessors/0"},
        {"'images':[7]", "/images/0"},
        {"'samplers':[7]", "/samplers/0"},
        {"'textures':[7]", "/textures/0"},
        {"'materials':[7]", "/materials/0"},
        {"'meshes':[7]", "/meshes/0"},
        {"'skins':[7]", "/skins/0"},
        {"'nodes':[7]", "/nodes/0"},
        {"'scenes':[7]", "/scenes/0"},
        {"'animations':[7]", "/animations/0"},
        {"'meshes':[{'primitives':[7]}]", "/meshes/0/primitives/0"},
        {"'meshes':[{'primitives':[{'attributes':{},'targets':[7]}]}]",
         "/meshes/0/primitives/0/targets/0"},
        {"'animations':[{'channels':[7],'samplers':[{'input':0,'output':0}]}]",
         "/animations/0/channels/0"},
        {"'animations':[{'channels':[{'sampler':0,'target':{'node':0,'path':'scale'}}],"
         "'samplers':[7]}],'nodes':[{}]",
         "/animations/0/samplers/0"},
        {"'accessors':[{'componentType':5126,'type':'SCALAR','count':1,'sparse':{'count':1,"
         "'indices':7,'values':7}}]",
         "/accessors/0/sparse/indices"},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        loaded file = load_json(with_tables(cases[i].json));
        test_note("%s", cases[i].json);
        CHECK_INT(file.result, VRM_OK);
        CHECK(found(&file, "field-type", cases[i].pointer));
        unload(&file);
    }
}

/* --- ER-012 --- */

TEST(er_012_unknown_enum_values) {
    static const struct {
        const char *json;
        const char *pointer;
        const char *message;
    } cases[] = {
        {"'materials':[{'alphaMode':'opaque'}]", "/materials/0/alphaMode",
         "\"opaque\" is not an allowed value here; it is ignored"},
        {"'materials':[{'alphaMode':'MASKED'}]", "/materials/0/alphaMode",
         "\"MASKED\" is not an allowed value here; it is ignored"},
        {"'materials':[{'alphaMode':''}]", "/materials/0/alphaMode",
         "\"\" is not an allowed value here; it is ignored"},
        {"'samplers':[{'wrapS':10496}]", "/samplers/0/wrapS",
         "10496 is not an allowed value here; it is ignored"},
        {"'samplers':[{'wrapT':-1}]", "/samplers/0/wrapT", NULL},
        {"'samplers':[{'magFilter':9987}]", "/samplers/0/magFilter", NULL},
        {"'samplers':[{'minFilter':9988}]", "/samplers/0/minFilter", NULL},
        {"'buffers':[{'byteLength':4}],'bufferViews':[{'buffer':0,'byteLength':4,'target':1}]",
         "/bufferViews/0/target", NULL},
        {"'meshes':[{'primitives':[{'attributes':{},'mode':7}]}]", "/meshes/0/primitives/0/mode",
         NULL},
        {"'animations':[{'channels':[],'samplers':[{'input':0,'output':0,'interpolation':'linear'}]"
         "}],'accessors':[{'componentType':5126,'type':'SCALAR','count':1}]",
         "/animations/0/samplers/0/interpolation", NULL},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char json[512];
        loaded file;
        test_note("%s", cases[i].json);
        snprintf(json, sizeof json, "{" ASSET ",%s}", cases[i].json);
        file = load_repaired(json, "field-enum", cases[i].pointer);
        REQUIRE(file.gltf != NULL);
        CHECK_TEXT(requirement_of(&file, "field-enum"), "ER-012");
        if (cases[i].message != NULL) {
            CHECK_TEXT(message_of(&file, "field-enum"), cases[i].message);
        }
        if (file.gltf->material_count) CHECK_INT(file.gltf->materials[0].alpha_mode, 0);
        if (file.gltf->sampler_count) {
            CHECK_INT(file.gltf->samplers[0].wrap_s, 10497);
            CHECK_INT(file.gltf->samplers[0].wrap_t, 10497);
            CHECK_INT(file.gltf->samplers[0].mag_filter, 0);
            CHECK_INT(file.gltf->samplers[0].min_filter, 0);
        }
        if (file.gltf->buffer_view_count) CHECK_INT(file.gltf->buffer_views[0].target, 0);
        if (file.gltf->mesh_count) {
            CHECK_INT(file.gltf->meshes[0].primitives[0].mode, VRM_PRIMITIVE_MODE_TRIANGLES);
        }
        unload(&file);
    }
}

/* An enum that is required and has no default drops what it stands in. */
TEST(er_012_required_enums_drop_their_element) {
    static const struct {
        const char *json;
        const char *pointer;
    } cases[] = {
        {"{'componentType':5124,'type':'SCALAR','count':1}", "/accessors/0/componentType"},
        {"{'componentType':5126,'type':'VEC5','count':1}", "/accessors/0/type"},
        {"{'componentType':5126,'type':'scalar','count':1}", "/accessors/0/type"},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char json[512];
        loaded file;
        test_note("%s", cases[i].json);
        snprintf(json, sizeof json,
                 "{" ASSET ",'accessors':[%s,{'componentType':5123,'type':'VEC2','count':9}]}",
                 cases[i].json);
        file = load_repaired(json, "field-enum", cases[i].pointer);
        REQUIRE(file.gltf != NULL);
        CHECK_INT(file.gltf->accessors[0].count, 0);
        CHECK_INT(file.gltf->accessors[1].count, 9);
        CHECK_INT(file.gltf->accessors[1].component, VRM_COMPONENT_U16);
        CHECK_INT(file.gltf->accessors[1].element, VRM_ELEMENT_VEC2);
        unload(&file);
    }
}

/* --- ER-013 --- */

static const float *read_vector(const vrm_gltf *gltf, int which) {
    switch (which) {
    case 0:
        return (const void *)&gltf->nodes[0].rest.translation;
    case 1:
        return (const void *)&gltf->nodes[0].rest.rotation;
    case 2:
        return (const void *)&gltf->nodes[0].rest.scale;
    case 3:
        return gltf->materials[0].base_color_factor;
    case 4:
        return gltf->materials[0].emissive_factor;
    case 5:
        return (const void *)&gltf->materials[0].normal_texture.offset;
    default:
        return (const void *)&gltf->materials[0].normal_texture.scale;
    }
}

TEST(er_013_vectors_too_short_or_too_long) {
    static const struct {
        const char *json; /* %s: the numbers */
        const char *pointer;
        int size;
        float numbers[4], defaults[4];
    } fields[] = {
        {"'nodes':[{'translation':[%s]}]", "/nodes/0/translation", 3, {.1f, .2f, .3f}, {0}},
        {"'nodes':[{'rotation':[%s]}]",
         "/nodes/0/rotation",
         4,
         {0.5f, 0.5f, 0.5f, 0.5f},
         {0, 0, 0, 1}},
        {"'nodes':[{'scale':[%s]}]", "/nodes/0/scale", 3, {.1f, .2f, .3f}, {1, 1, 1}},
        {"'materials':[{'pbrMetallicRoughness':{'baseColorFactor':[%s]}}]",
         "/materials/0/pbrMetallicRoughness/baseColorFactor",
         4,
         {.1f, .2f, .3f, .4f},
         {1, 1, 1, 1}},
        {"'materials':[{'emissiveFactor':[%s]}]",
         "/materials/0/emissiveFactor",
         3,
         {.1f, .2f, .3f},
         {0}},
        {"'textures':[{}],'materials':[{'normalTexture':{'index':0,'extensions':{"
         "'KHR_texture_transform':{'offset':[%s]}}}}]",
         "/materials/0/normalTexture/extensions/KHR_texture_transform/offset",
         2,
         {.1f, .2f},
         {0}},
        {"'textures':[{}],'materials':[{'normalTexture':{'index':0,'extensions':{"
         "'KHR_texture_transform':{'scale':[%s]}}}}]",
         "/materials/0/normalTexture/extensions/KHR_texture_transform/scale",
         2,
         {.1f, .2f},
         {1, 1}},
    };
    for (size_t f = 0; f < COUNT(fields); ++f) {
        int size = fields[f].size;
        for (int given = 0; given <= size + 2; ++given) {
            char numbers[64] = "", part[256], json[512], message[128];
            loaded file;
            const float *got;
            test_note("%s with %d numbers", fields[f].pointer, given);
            for (int i = 0; i < given; ++i) {
                size_t used = strlen(numbers);
                snprintf(numbers + used, sizeof numbers - used, "%s%.1f", i > 0 ? "," : "",
                         i < size ? (double)fields[f].numbers[i] : 9.0);
            }
            snprintf(part, sizeof part, fields[f].json, numbers);
            snprintf(json, sizeof json, "{" ASSET ",%s}", part);
            if (given == size) {
                file = load_json(json);
                CHECK_INT(count_code(&file, "field-vector-short"), 0);
                CHECK_INT(count_code(&file, "field-vector-long"), 0);
            } else {
                const char *code = given < size ? "field-vector-short" : "field-vector-long";
                file = load_repaired(json, code, fields[f].pointer);
                snprintf(message, sizeof message, "wrong number of values: %d instead of %d; %s",
                         given, size, given < size ? "they are ignored" : "the rest is ignored");
                CHECK_TEXT(message_of(&file, code), message);
                CHECK_TEXT(requirement_of(&file, code), "ER-013");
            }
            REQUIRE(file.gltf != NULL);
            got = read_vector(file.gltf, (int)f);
            for (int i = 0; i < size; ++i) {
                float expected = given < size ? fields[f].defaults[i] : fields[f].numbers[i];
                CHECK_NEAR((double)got[i], (double)expected, 1e-7);
            }
            unload(&file);
        }
    }
}

TEST(er_013_a_matrix_of_another_length) {
    loaded file =
        load_repaired("{" ASSET ",'nodes':[{'matrix':[1,0,0,0, 0,1,0,0, 0,0,1,0, 5,6,7]}]}",
                      "field-vector-short", "/nodes/0/matrix");
    REQUIRE(file.gltf != NULL);
    CHECK_NEAR(file.gltf->nodes[0].rest.translation.x, 0, 0);
    unload(&file);
    file = load_repaired("{" ASSET ",'nodes':[{'matrix':[1,0,0,0, 0,1,0,0, 0,0,1,0, 5,6,7,1, 8]}]}",
                         "field-vector-long", "/nodes/0/matrix");
    REQUIRE(file.gltf != NULL);
    CHECK_NEAR(file.gltf->nodes[0].rest.translation.x, 5, 0);
    CHECK_NEAR(file.gltf->nodes[0].rest.translation.z, 7, 0);
    unload(&file);
}

/* --- GL-033 --- */

/* Index fields of every kind: out of range, negative, and what a good index gives. */
TEST(gl_033_every_index_field) {
    static const struct {
        const char *json; /* %s: the index */
        const char *pointer;
        const char *table;
    } fields[] = {
        {"'nodes':[{'mesh':%s}],'meshes':[{'primitives':[]}]", "/nodes/0/mesh", "meshes"},
        {"'nodes':[{'mesh':0,'skin':%s}],'meshes':[{'primitives':[]}],'skins':[{'joints':[0]}]",
         "/nodes/0/skin", "skins"},
        {"'nodes':[{'children':[%s]}]", "/nodes/0/children/0", "nodes"},
        {"'nodes':[{}],'skins':[{'joints':[0,%s]}]", "/skins/0/joints/1", "nodes"},
        {"'nodes':[{}],'skins':[{'joints':[0],'skeleton':%s}]", "/skins/0/skeleton", "nodes"},
        {"'nodes':[{}],'skins':[{'joints':[0],'inverseBindMatrices':%s}]",
         "/skins/0/inverseBindMatrices", "accessors"},
        {"'nodes':[{}],'scenes':[{'nodes':[%s]}]", "/scenes/0/nodes/0", "nodes"},
        {"'scene':%s", "/scene", "scenes"},
        {"'bufferViews':[{'buffer':%s,'byteLength':4}]", "/bufferViews/0/buffer", "buffers"},
        {"'accessors':[{'componentType':5126,'type':'SCALAR','count':1,'bufferView':%s}]",
         "/accessors/0/bufferView", "bufferViews"},
        {"'accessors':[{'componentType':5126,'type':'SCALAR','count':1,'sparse':{'count':1,"
         "'indices':{'bufferView':%s,'componentType':5121},'values':{'bufferView':0}}}]",
         "/accessors/0/sparse/indices/bufferView", "bufferViews"},
        {"'accessors':[{'componentType':5126,'type':'SCALAR','count':1,'sparse':{'count':1,"
         "'indices':{'bufferView':0,'componentType':5121},'values':{'bufferView':%s}}}]",
         "/accessors/0/sparse/values/bufferView", "bufferViews"},
        {"'images':[{'bufferView':%s}]", "/images/0/bufferView", "bufferViews"},
        {"'textures':[{'source':%s}]", "/textures/0/source", "images"},
        {"'textures':[{'sampler':%s,'source':0}]", "/textures/0/sampler", "samplers"},
        {"'textures':[{'extensions':{'EXT_texture_webp':{'source':%s}}}]",
         "/textures/0/extensions/EXT_texture_webp/source", "images"},
        {"'materials':[{'pbrMetallicRoughness':{'baseColorTexture':{'index':%s}}}]",
         "/materials/0/pbrMetallicRoughness/baseColorTexture/index", "textures"},
        {"'materials':[{'pbrMetallicRoughness':{'metallicRoughnessTexture':{'index':%s}}}]",
         "/materials/0/pbrMetallicRoughness/metallicRoughnessTexture/index", "textures"},
        {"'materials':[{'normalTexture':{'index':%s}}]", "/materials/0/normalTexture/index",
         "textures"},
        {"'materials':[{'occlusionTexture':{'index':%s}}]", "/materials/0/occlusionTexture/index",
         "textures"},
        {"'materials':[{'emissiveTexture':{'index':%s}}]", "/materials/0/emissiveTexture/index",
         "textures"},
        {"'meshes':[{'primitives':[{'attributes':{'POSITION':%s}}]}]",
         "/meshes/0/primitives/0/attributes/POSITION", "accessors"},
        {"'meshes':[{'primitives':[{'attributes':{},'indices':%s}]}]",
         "/meshes/0/primitives/0/indices", "accessors"},
        {"'meshes':[{'primitives':[{'attributes':{},'material':%s}]}]",
         "/meshes/0/primitives/0/material", "materials"},
        {"'meshes':[{'primitives':[{'attributes':{},'targets':[{'POSITION':%s}]}]}]",
         "/meshes/0/primitives/0/targets/0/POSITION", "accessors"},
        {"'meshes':[{'primitives':[{'attributes':{},'targets':[{'NORMAL':%s}]}]}]",
         "/meshes/0/primitives/0/targets/0/NORMAL", "accessors"},
        {"'animations':[{'channels':[],'samplers':[{'input':%s,'output':0}]}]",
         "/animations/0/samplers/0/input", "accessors"},
        {"'animations':[{'channels':[],'samplers':[{'input':0,'output':%s}]}]",
         "/animations/0/samplers/0/output", "accessors"},
        {"'nodes':[{}],'animations':[{'channels':[{'sampler':0,'target':{'path':'scale','node':%s}}"
         "],'samplers':[{'input':0,'output':0}]}]",
         "/animations/0/channels/0/target/node", "nodes"},
    };
    for (size_t f = 0; f < COUNT(fields); ++f) {
        char part[512], message[128];
        loaded file;
        test_note("%s", fields[f].pointer);
        snprintf(part, sizeof part, fields[f].json, "1");
        file = load_repaired(with_tables(part), "index-out-of-range", fields[f].pointer);
        snprintf(message, sizeof message,
                 "index 1 is out of range: the number of %s is 1; it is ignored", fields[f].table);
        CHECK_TEXT(message_of(&file, "index-out-of-range"), message);
        CHECK_TEXT(requirement_of(&file, "index-out-of-range"), "GL-033");
        unload(&file);

        snprintf(part, sizeof part, fields[f].json, "-1");
        file = load_repaired(with_tables(part), "index-negative", fields[f].pointer);
        CHECK_TEXT(message_of(&file, "index-negative"), "-1 is not an index; it is ignored");
        unload(&file);

        snprintf(part, sizeof part, fields[f].json, "0");
        file = load_json(with_tables(part));
        CHECK_INT(file.result, VRM_OK);
        CHECK_INT(count_code(&file, "index-out-of-range"), 0);
        CHECK_INT(count_code(&file, "index-negative"), 0);
        unload(&file);
    }
}

TEST(gl_033_out_of_range_indices_leave_none) {
    loaded file = load_json(
        with_tables("'nodes':[{'mesh':9,'skin':9,'children':[5,1,-2]},{}],"
                    "'materials':[{'normalTexture':{'index':4,'scale':2}}],"
                    "'textures':[{'sampler':3,'source':8}],"
                    "'meshes':[{'primitives':[{'attributes':{'POSITION':6},'material':1}]}],"
                    "'scene':44"));
    REQUIRE(file.gltf != NULL);
    CHECK_INT(file.gltf->nodes[0].mesh, VRM_NONE);
    CHECK_INT(file.gltf->nodes[0].skin, VRM_NONE);
    CHECK_INT(file.gltf->nodes[0].child_count, 1);
    CHECK_INT(file.gltf->nodes[0].children[0], 1);
    CHECK_INT(file.gltf->materials[0].normal_texture.texture, VRM_NONE);
    CHECK_NEAR(file.gltf->materials[0].normal_texture.strength, 1, 0);
    CHECK_INT(file.gltf->textures[0].sampler, VRM_NONE);
    CHECK_INT(file.gltf->textures[0].image, VRM_NONE);
    CHECK_INT(file.gltf->meshes[0].primitives[0].material, VRM_NONE);
    CHECK_INT(file.gltf->meshes[0].primitives[0].attribute_count, 0);
    CHECK_INT(file.gltf->meshes[0].primitives[0].vertex_count, 0);
    CHECK_INT(file.gltf->scene, 0); /* the first one is shown */
    unload(&file);
}

TEST(gl_033_a_required_field_that_is_missing) {
    static const struct {
        const char *json;
        const char *pointer;
        const char *field;
    } cases[] = {
        {"'buffers':[{}]", "/buffers/0", "byteLength"},
        {"'bufferViews':[{'byteLength':4}]", "/bufferViews/0", "buffer"},
        {"'bufferViews':[{'buffer':0}]", "/bufferViews/0", "byteLength"},
        {"'accessors':[{'type':'SCALAR','count':1}]", "/accessors/0", "componentType"},
        {"'accessors':[{'componentType':5126,'count':1}]", "/accessors/0", "type"},
        {"'accessors':[{'componentType':5126,'type':'SCALAR'}]", "/accessors/0", "count"},
        {"'meshes':[{}]", "/meshes/0", "primitives"},
        {"'meshes':[{'primitives':[{}]}]", "/meshes/0/primitives/0", "attributes"},
        {"'skins':[{}]", "/skins/0", "joints"},
        {"'animations':[{'samplers':[]}]", "/animations/0", "channels"},
        {"'animations':[{'channels':[]}]", "/animations/0", "samplers"},
        {"'materials':[{'normalTexture':{}}]", "/materials/0/normalTexture", "index"},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char message[128];
        loaded file;
        test_note("%s %s", cases[i].pointer, cases[i].field);
        file = load_repaired(with_tables(cases[i].json), "field-missing", cases[i].pointer);
        snprintf(message, sizeof message,
                 "the required %s is missing; anything that needs it is skipped", cases[i].field);
        CHECK_TEXT(message_of(&file, "field-missing"), message);
        unload(&file);
    }
}

TEST_SUITE(json, ENTRY(er_011_wrong_types_are_ignored), ENTRY(er_011_defaults_stand_in),
           ENTRY(er_011_elements_that_are_no_objects), ENTRY(er_012_unknown_enum_values),
           ENTRY(er_012_required_enums_drop_their_element),
           ENTRY(er_013_vectors_too_short_or_too_long), ENTRY(er_013_a_matrix_of_another_length),
           ENTRY(gl_033_every_index_field), ENTRY(gl_033_out_of_range_indices_leave_none),
           ENTRY(gl_033_a_required_field_that_is_missing));
