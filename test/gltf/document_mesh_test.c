/* Meshes: attributes and their formats, indices, modes, morph targets and their names. */
#include "support/fixture.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define ASSET "'asset':{'version':'2.0'}"

/* Accessors without a view are zeros, and as good as any. */
#define ACCESSORS                                                                                  \
    "'accessors':["                                                                                \
    "{'componentType':5126,'type':'VEC3','count':6},"   /* 0: positions */                         \
    "{'componentType':5126,'type':'VEC3','count':6},"   /* 1: positions, others */                 \
    "{'componentType':5126,'type':'VEC3','count':5},"   /* 2: another number of them */            \
    "{'componentType':5126,'type':'VEC2','count':6},"   /* 3: texture coordinates */               \
    "{'componentType':5121,'type':'VEC4','count':6},"   /* 4: joints */                            \
    "{'componentType':5126,'type':'VEC4','count':6},"   /* 5: weights, tangents */                 \
    "{'componentType':5123,'type':'SCALAR','count':9}," /* 6: indices */                           \
    "{'componentType':5126,'type':'SCALAR','count':9}," /* 7: no indices */                        \
    "{'componentType':5126,'type':'VEC3','count':0}]"   /* 8: unusable */

/* A file with one mesh, given what stands between its braces. */
static loaded load_mesh(const char *mesh) {
    char json[2048];
    snprintf(json, sizeof json, "{" ASSET "," ACCESSORS ",'materials':[{}],'meshes':[{%s}]}", mesh);
    return load_json(json);
}

/* The accessor of an attribute, or VRM_NONE. */
static int32_t attribute_of(const vrm_primitive *primitive, int32_t semantic, int32_t set) {
    for (uint32_t i = 0; i < primitive->attribute_count; ++i) {
        if (primitive->attributes[i].semantic == semantic && primitive->attributes[i].set == set) {
            return primitive->attributes[i].accessor;
        }
    }
    return VRM_NONE;
}

TEST(a_whole_mesh) {
    loaded file = load_mesh(
        "'name':'Body','weights':[0.25,1],'primitives':[{'attributes':{'POSITION':0,'NORMAL':1,"
        "'TANGENT':5,'TEXCOORD_0':3,'TEXCOORD_3':3,'COLOR_0':5,'JOINTS_0':4,'WEIGHTS_0':5,"
        "'_CUSTOM':3},'indices':6,'material':0,'targets':[{'POSITION':1},{'NORMAL':1}]}]");
    const vrm_mesh *mesh;
    const vrm_primitive *primitive;
    REQUIRE(file.gltf != NULL);
    CHECK_INT(vrm_report_count(file.report), 1); /* the unusable accessor 8 */
    mesh = &file.gltf->meshes[0];
    CHECK_TEXT(mesh->name.data, "Body");
    CHECK_INT(mesh->primitive_count, 1);
    CHECK_INT(mesh->target_count, 2);
    CHECK_INT(mesh->weight_count, 2);
    CHECK_NEAR(mesh->weights[0], 0.25, 0);
    CHECK_NEAR(mesh->weights[1], 1, 0);
    CHECK_INT(mesh->target_name_count, 0);
    primitive = &mesh->primitives[0];
    CHECK_INT(primitive->vertex_count, 6);
    CHECK_INT(primitive->triangle_count, 3);
    CHECK_INT(primitive->mode, VRM_PRIMITIVE_MODE_TRIANGLES);
    CHECK_INT(primitive->indices, 6);
    CHECK_INT(primitive->material, 0);
    CHECK_INT(primitive->is_compressed, 0);
    CHECK_INT(primitive->attribute_count, 8);
    CHECK_INT(attribute_of(primitive, VRM_ATTRIBUTE_POSITION, 0), 0);
    CHECK_INT(attribute_of(primitive, VRM_ATTRIBUTE_NORMAL, 0), 1);
    CHECK_INT(attribute_of(primitive, VRM_ATTRIBUTE_TANGENT, 0), 5);
    CHECK_INT(attribute_of(primitive, VRM_ATTRIBUTE_TEXCOORD, 0), 3);
    CHECK_INT(attribute_of(primitive, VRM_ATTRIBUTE_TEXCOORD, 3), 3);
    CHECK_INT(attribute_of(primitive, VRM_ATTRIBUTE_TEXCOORD, 1), VRM_NONE);
    CHECK_INT(attribute_of(primitive, VRM_ATTRIBUTE_COLOR, 0), 5);
    CHECK_INT(attribute_of(primitive, VRM_ATTRIBUTE_JOINTS, 0), 4);
    CHECK_INT(attribute_of(primitive, VRM_ATTRIBUTE_WEIGHTS, 0), 5);
    unload(&file);
}

TEST(attribute_names) {
    static const struct {
        const char *name;
        int semantic; /* VRM_NONE: not known */
        int set;
    } cases[] = {
        {"TEXCOORD_0", VRM_ATTRIBUTE_TEXCOORD, 0},
        {"TEXCOORD_15", VRM_ATTRIBUTE_TEXCOORD, 15},
        {"TEXCOORD_16", VRM_NONE, 0},
        {"TEXCOORD", VRM_NONE, 0},
        {"TEXCOORD_", VRM_NONE, 0},
        {"TEXCOORD_-1", VRM_NONE, 0},
        {"TEXCOORD_1x", VRM_NONE, 0},
        {"TEXCOORDS_1", VRM_NONE, 0},
        {"texcoord_0", VRM_NONE, 0},
        {"POSITIONS", VRM_NONE, 0},
        {"POSITION_0", VRM_NONE, 0},
        {"TEXCOORD_99999999999999999999", VRM_NONE, 0},
        {"", VRM_NONE, 0},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char mesh[256];
        loaded file;
        bool is_known = cases[i].semantic != VRM_NONE;
        test_note("%s", cases[i].name);
        snprintf(mesh, sizeof mesh, "'primitives':[{'attributes':{'POSITION':0,'%s':3}}]",
                 cases[i].name);
        file = load_mesh(mesh);
        REQUIRE(file.gltf != NULL);
        CHECK_INT(file.gltf->meshes[0].primitives[0].attribute_count, is_known ? 2 : 1);
        CHECK_INT(count_code(&file, "attribute-unknown"), !is_known);
        if (is_known) {
            CHECK_INT(
                attribute_of(&file.gltf->meshes[0].primitives[0], cases[i].semantic, cases[i].set),
                3);
        } else {
            CHECK_INT(find_diagnostic(&file, "attribute-unknown")->severity, VRM_SEVERITY_NOTE);
        }
        unload(&file);
    }
}

/* --- Formats --- */

enum {
    I8 = 1,
    U8 = 2,
    I16 = 4,
    U16 = 8,
    U32 = 16,
    F32 = 32,
    N8 = 64,
    NU8 = 128,
    N16 = 256,
    NU16 = 512
};

static const struct {
    int bit, component;
    bool is_normalized;
} formats[] = {
    {I8, VRM_COMPONENT_I8, false},   {U8, VRM_COMPONENT_U8, false},
    {I16, VRM_COMPONENT_I16, false}, {U16, VRM_COMPONENT_U16, false},
    {U32, VRM_COMPONENT_U32, false}, {F32, VRM_COMPONENT_F32, false},
    {N8, VRM_COMPONENT_I8, true},    {NU8, VRM_COMPONENT_U8, true},
    {N16, VRM_COMPONENT_I16, true},  {NU16, VRM_COMPONENT_U16, true},
};

static const char *const types[] = {"SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"};

/* From the specification of glTF 2.0 (3.7.2.1) and KHR_mesh_quantization. */
static const struct {
    const char *name; /* with a set; * in front: a morph target's */
    const char *semantic;
    const char *types;
    int plain, quantized;
} rules[] = {
    {"POSITION", "POSITION", "VEC3", F32, I8 | U8 | I16 | U16 | N8 | NU8 | N16 | NU16},
    {"NORMAL", "NORMAL", "VEC3", F32, N8 | N16},
    {"TANGENT", "TANGENT", "VEC4", F32, N8 | N16},
    {"TEXCOORD_1", "TEXCOORD", "VEC2", F32 | NU8 | NU16, I8 | N8 | U8 | I16 | N16 | U16},
    {"COLOR_0", "COLOR", "VEC3 VEC4", F32 | NU8 | NU16, 0},
    {"JOINTS_0", "JOINTS", "VEC4", U8 | U16, 0},
    {"WEIGHTS_0", "WEIGHTS", "VEC4", F32 | NU8 | NU16, 0},
    {"*POSITION", "POSITION", "VEC3", F32, I8 | I16 | N8 | N16},
    {"*NORMAL", "NORMAL", "VEC3", F32, N8 | N16},
};

static loaded load_format(size_t rule, size_t format, const char *type, bool is_listed) {
    char json[512], attribute[64];
    const char *name = rules[rule].name;
    bool is_target = name[0] == '*';
    bool is_position = strcmp(name, "POSITION") == 0;
    snprintf(attribute, sizeof attribute, "'%s':0", name + is_target);
    snprintf(json, sizeof json,
             "{" ASSET "%s,'accessors':[{'componentType':%d,'type':'%s','count':4%s},"
             "{'componentType':5126,'type':'VEC3','count':4}],"
             "'meshes':[{'primitives':[{'attributes':{%s%s%s},'mode':0%s%s%s}]}]}",
             is_listed ? ",'extensionsUsed':['KHR_mesh_quantization']" : "",
             formats[format].component, type,
             formats[format].is_normalized ? ",'normalized':true" : "",
             is_position ? "" : "'POSITION':1", is_position || is_target ? "" : ",",
             is_target ? "" : attribute, is_target ? ",'targets':[{" : "",
             is_target ? attribute : "", is_target ? "}]" : "");
    return load_json(json);
}

TEST(gl_018_er_008_formats_of_attributes) {
    for (size_t r = 0; r < COUNT(rules); ++r) {
        for (size_t f = 0; f < COUNT(formats); ++f) {
            for (size_t t = 0; t < COUNT(types); ++t) {
                for (int is_listed = 0; is_listed < 2; ++is_listed) {
                    loaded file = load_format(r, f, types[t], is_listed);
                    const vrm_primitive *primitive;
                    bool is_type = strstr(rules[r].types, types[t]) != NULL;
                    bool is_plain = is_type && (rules[r].plain & formats[f].bit) != 0;
                    bool is_quantized = is_type && (rules[r].quantized & formats[f].bit) != 0;
                    bool is_used = is_plain || is_quantized, is_there;
                    char message[128];
                    test_note("%s: %s of %d %d, listed %d", rules[r].name, types[t],
                              formats[f].component, formats[f].is_normalized, is_listed);
                    REQUIRE(file.gltf != NULL);
                    primitive = &file.gltf->meshes[0].primitives[0];
                    if (rules[r].name[0] == '*') {
                        is_there = primitive->targets[0].position == 0 ||
                                   primitive->targets[0].normal == 0;
                    } else {
                        is_there =
                            primitive->attribute_count > 0 &&
                            primitive->attributes[primitive->attribute_count - 1].accessor == 0;
                    }
                    CHECK_INT(is_there, is_used);
                    CHECK_INT(count_code(&file, "attribute-format"), !is_used);
                    CHECK_INT(count_code(&file, "attribute-quantized"), is_quantized && !is_listed);
                    if (!is_used) {
                        snprintf(message, sizeof message,
                                 "the format of the accessor is not allowed for %s; the attribute "
                                 "is ignored",
                                 rules[r].semantic);
                        CHECK_TEXT(message_of(&file, "attribute-format"), message);
                    }
                    unload(&file);
                }
            }
        }
    }
}

TEST(er_008_attributes_need_as_many_elements_as_position) {
    loaded file = load_mesh("'primitives':[{'attributes':{'NORMAL':2,'POSITION':0,'TEXCOORD_0':3},"
                            "'targets':[{'POSITION':2,'NORMAL':1}]}]");
    const vrm_primitive *primitive;
    REQUIRE(file.gltf != NULL);
    primitive = &file.gltf->meshes[0].primitives[0];
    CHECK_INT(primitive->vertex_count, 6);
    CHECK_INT(primitive->attribute_count, 2);
    CHECK_INT(attribute_of(primitive, VRM_ATTRIBUTE_NORMAL, 0), VRM_NONE);
    CHECK_INT(attribute_of(primitive, VRM_ATTRIBUTE_TEXCOORD, 0), 3);
    CHECK_INT(primitive->target_count, 1);
    CHECK_INT(primitive->targets[0].position, VRM_NONE);
    CHECK_INT(primitive->targets[0].normal, 1);
    CHECK_INT(count_code(&file, "attribute-count"), 2);
    CHECK(found(&file, "attribute-count", "/meshes/0/primitives/0"));
    CHECK(found(&file, "attribute-count", "/meshes/0/primitives/0/targets/0/POSITION"));
    CHECK_TEXT(message_of(&file, "attribute-count"),
               "NORMAL has 5 elements but POSITION has 6; the attribute is ignored");
    unload(&file);
}

TEST(joints_and_weights_come_in_pairs) {
    static const struct {
        const char *attributes;
        const char *message;
    } cases[] = {
        {"'JOINTS_0':4,'WEIGHTS_0':5", NULL},
        {"'JOINTS_0':4,'WEIGHTS_0':5,'JOINTS_1':4,'WEIGHTS_1':5", NULL},
        {"'JOINTS_0':4", "the numbers of sets of JOINTS (1) and WEIGHTS (0) differ"},
        {"'WEIGHTS_0':5", "the numbers of sets of JOINTS (0) and WEIGHTS (1) differ"},
        {"'JOINTS_0':4,'JOINTS_1':4,'WEIGHTS_0':5",
         "the numbers of sets of JOINTS (2) and WEIGHTS (1) differ"},
        /* A key that stands twice is one attribute. */
        {"'JOINTS_0':4,'JOINTS_0':4,'WEIGHTS_0':5", NULL},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char mesh[256];
        loaded file;
        test_note("%s", cases[i].attributes);
        snprintf(mesh, sizeof mesh, "'primitives':[{'attributes':{'POSITION':0,%s}}]",
                 cases[i].attributes);
        file = load_mesh(mesh);
        REQUIRE(file.gltf != NULL);
        CHECK_INT(count_code(&file, "attribute-skin-pair"), cases[i].message != NULL);
        if (cases[i].message != NULL) {
            CHECK_TEXT(message_of(&file, "attribute-skin-pair"), cases[i].message);
            CHECK(found(&file, "attribute-skin-pair", "/meshes/0/primitives/0/attributes"));
        }
        unload(&file);
    }
}

/* The same key twice, or the same set written in two ways: the last one counts. */
TEST(gl_031_attributes_that_stand_twice) {
    loaded file = load_mesh("'primitives':[{'attributes':{'POSITION':0,'POSITION':1,"
                            "'TEXCOORD_1':3,'TEXCOORD_01':3}}]");
    REQUIRE(file.gltf != NULL);
    CHECK_INT(file.gltf->meshes[0].primitives[0].attribute_count, 2);
    CHECK_INT(attribute_of(&file.gltf->meshes[0].primitives[0], VRM_ATTRIBUTE_POSITION, 0), 1);
    CHECK_INT(count_code(&file, "json-duplicate-key"), 2);
    CHECK(found(&file, "json-duplicate-key", "/meshes/0/primitives/0/attributes/TEXCOORD_01"));
    unload(&file);
}

/* --- Primitives --- */

TEST(gl_033_a_primitive_without_position_is_not_drawn) {
    static const char *const attributes[] = {"", "'NORMAL':1", "'POSITION':99", "'POSITION':8",
                                             "'POSITION':3"};
    for (size_t i = 0; i < COUNT(attributes); ++i) {
        char mesh[128];
        loaded file;
        test_note("%s", attributes[i]);
        snprintf(mesh, sizeof mesh,
                 "'primitives':[{'attributes':{%s},'indices':6,'targets':[{'POSITION':1}]}]",
                 attributes[i]);
        file = load_mesh(mesh);
        REQUIRE(file.gltf != NULL);
        CHECK_INT(file.gltf->meshes[0].primitive_count, 1);
        CHECK_INT(file.gltf->meshes[0].primitives[0].vertex_count, 0);
        CHECK_INT(file.gltf->meshes[0].primitives[0].triangle_count, 0);
        CHECK(found(&file, "primitive-position", "/meshes/0/primitives/0"));
        /* What follows from it is not said. */
        CHECK_INT(count_code(&file, "attribute-format"), i == 4);
        CHECK_INT(count_code(&file, "attribute-count"), 0);
        unload(&file);
    }
}

TEST(triangles_of_every_mode) {
    for (int mode = 0; mode <= 6; ++mode) {
        for (int count = 1; count <= 7; ++count) {
            for (int is_indexed = 0; is_indexed < 2; ++is_indexed) {
                char json[512];
                loaded file;
                const vrm_primitive *primitive;
                int triangles = mode == 4 ? count / 3 : mode > 4 && count > 2 ? count - 2 : 0;
                test_note("mode %d, count %d, indexed %d", mode, count, is_indexed);
                snprintf(json, sizeof json,
                         "{" ASSET ",'accessors':[{'componentType':5126,'type':'VEC3','count':%d},"
                         "{'componentType':5125,'type':'SCALAR','count':%d}],'meshes':["
                         "{'primitives':[{'attributes':{'POSITION':0},'mode':%d%s}]}]}",
                         is_indexed ? 3 : count, count, mode, is_indexed ? ",'indices':1" : "");
                file = load_json(json);
                REQUIRE(file.gltf != NULL);
                primitive = &file.gltf->meshes[0].primitives[0];
                CHECK_INT(primitive->mode, mode);
                CHECK_INT(primitive->vertex_count, is_indexed ? 3 : count);
                CHECK_INT(primitive->indices, is_indexed ? 1 : VRM_NONE);
                CHECK_INT(primitive->triangle_count, triangles);
                CHECK_INT(count_code(&file, "primitive-index-count"), mode == 4 && count % 3 != 0);
                unload(&file);
            }
        }
    }
}

/* Without its indices a primitive would be another shape: it is not drawn. */
TEST(gl_033_indices_that_cannot_be_used) {
    static const struct {
        const char *indices;
        const char *code;
        const char *pointer;
    } cases[] = {
        {"7", "primitive-indices", "/meshes/0/primitives/0"},
        {"3", "primitive-indices", "/meshes/0/primitives/0"},
        {"99", "index-out-of-range", "/meshes/0/primitives/0/indices"},
        {"'6'", "field-type", "/meshes/0/primitives/0/indices"},
        {"8", "accessor-count", "/accessors/8"},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char mesh[128];
        loaded file;
        test_note("%s", cases[i].indices);
        snprintf(mesh, sizeof mesh, "'primitives':[{'attributes':{'POSITION':0},'indices':%s}]",
                 cases[i].indices);
        file = load_mesh(mesh);
        REQUIRE(file.gltf != NULL);
        CHECK(found(&file, cases[i].code, cases[i].pointer));
        CHECK_INT(file.gltf->meshes[0].primitives[0].vertex_count, 0);
        CHECK_INT(file.gltf->meshes[0].primitives[0].triangle_count, 0);
        CHECK_INT(file.gltf->meshes[0].primitives[0].indices, VRM_NONE);
        unload(&file);
    }
}

TEST(formats_of_indices) {
    for (size_t f = 0; f < COUNT(formats); ++f) {
        char json[512];
        bool is_good = (formats[f].bit & (U8 | U16 | U32)) != 0;
        loaded file;
        test_note("%d %d", formats[f].component, formats[f].is_normalized);
        snprintf(json, sizeof json,
                 "{" ASSET ",'accessors':[{'componentType':5126,'type':'VEC3','count':3},"
                 "{'componentType':%d,'type':'SCALAR','count':3,'normalized':%s}],"
                 "'meshes':[{'primitives':[{'attributes':{'POSITION':0},'indices':1}]}]}",
                 formats[f].component, formats[f].is_normalized ? "true" : "false");
        file = load_json(json);
        REQUIRE(file.gltf != NULL);
        CHECK_INT(file.gltf->meshes[0].primitives[0].triangle_count, is_good ? 1 : 0);
        CHECK_INT(count_code(&file, "primitive-indices"), !is_good);
        unload(&file);
    }
}

TEST(draco_is_named_and_not_drawn) {
    loaded file = load_mesh("'primitives':[{'attributes':{'POSITION':0},'indices':6,'extensions':{"
                            "'KHR_draco_mesh_compression':{'bufferView':0,'attributes':{}}}},"
                            "{'attributes':{},'extensions':{'KHR_draco_mesh_compression':{}}}]");
    REQUIRE(file.gltf != NULL);
    CHECK_INT(file.gltf->meshes[0].primitives[0].is_compressed, 1);
    CHECK_INT(file.gltf->meshes[0].primitives[0].vertex_count, 0);
    CHECK_INT(file.gltf->meshes[0].primitives[0].triangle_count, 0);
    CHECK(found(&file, "primitive-compressed", "/meshes/0/primitives/0"));
    CHECK(found(&file, "primitive-compressed", "/meshes/0/primitives/1"));
    CHECK_INT(count_code(&file, "primitive-position"), 0);
    unload(&file);
}

/* --- Morph targets --- */

/* TANGENT is not imported, whatever it is; NORMAL is. */
TEST(gl_012_gl_029_what_a_morph_target_holds) {
    loaded file = load_mesh("'primitives':[{'attributes':{'POSITION':0},'targets':["
                            "{'POSITION':1,'NORMAL':0,'TANGENT':99},{'TANGENT':'x'},{'NORMAL':1},"
                            "{'POSITION':8}, 5]}]");
    const vrm_primitive *primitive;
    REQUIRE(file.gltf != NULL);
    primitive = &file.gltf->meshes[0].primitives[0];
    CHECK_INT(primitive->target_count, 5);
    CHECK_INT(primitive->targets[0].position, 1);
    CHECK_INT(primitive->targets[0].normal, 0); /* GL-029 */
    CHECK_INT(primitive->targets[1].position, VRM_NONE);
    CHECK_INT(primitive->targets[1].normal, VRM_NONE);
    CHECK_INT(primitive->targets[2].normal, 1);
    CHECK_INT(primitive->targets[3].position, VRM_NONE);
    CHECK_INT(primitive->targets[4].position, VRM_NONE);
    CHECK_INT(vrm_report_count(file.report), 2); /* accessor 8, and the 5 */
    CHECK(found(&file, "field-type", "/meshes/0/primitives/0/targets/4"));
    unload(&file);
}

TEST(gl_026_gl_027_primitives_of_a_mesh_are_alike) {
    loaded file = load_mesh("'primitives':[{'attributes':{'POSITION':0,'NORMAL':1},"
                            "'targets':[{'POSITION':1},{}]},"
                            "{'attributes':{'NORMAL':0,'POSITION':1},'targets':[{},{}]},"
                            "{'attributes':{'POSITION':0},'targets':[{}]}]");
    REQUIRE(file.gltf != NULL);
    CHECK_INT(file.gltf->meshes[0].target_count, 2);
    CHECK_INT(file.gltf->meshes[0].primitives[2].target_count, 1);
    CHECK_INT(count_code(&file, "morph-count"), 1);
    CHECK(found(&file, "morph-count", "/meshes/0/primitives/2"));
    CHECK_TEXT(message_of(&file, "morph-count"),
               "primitives of one mesh have different numbers of morph targets: 1 and 2");
    CHECK_TEXT(find_diagnostic(&file, "morph-count")->requirement, "GL-027");
    CHECK_INT(count_code(&file, "primitive-attributes"), 1);
    CHECK(found(&file, "primitive-attributes", "/meshes/0/primitives/2"));
    CHECK_TEXT(find_diagnostic(&file, "primitive-attributes")->requirement, "GL-026");
    unload(&file);
    /* Another set is another attribute. */
    file = load_mesh("'primitives':[{'attributes':{'POSITION':0,'TEXCOORD_0':3}},"
                     "{'attributes':{'POSITION':0,'TEXCOORD_1':3}}]");
    CHECK(found(&file, "primitive-attributes", "/meshes/0/primitives/1"));
    unload(&file);
}

/* One vertex buffer for all primitives, or one for each: the same tables. */
TEST(gl_028_primitives_may_share_their_accessors) {
    loaded file = load_mesh(
        "'primitives':["
        "{'attributes':{'POSITION':0,'NORMAL':1},'indices':6,'targets':[{'POSITION':1}]},"
        "{'attributes':{'POSITION':0,'NORMAL':1},'indices':6,'targets':[{'POSITION':1}]},"
        "{'attributes':{'POSITION':1,'NORMAL':0},'indices':6,'targets':[{'POSITION':0}]}]");
    REQUIRE(file.gltf != NULL);
    CHECK_INT(vrm_report_count(file.report), 1); /* the unusable accessor 8 */
    for (uint32_t i = 0; i < 3; ++i) {
        const vrm_primitive *primitive = &file.gltf->meshes[0].primitives[i];
        test_note("%u", (unsigned)i);
        CHECK_INT(primitive->vertex_count, 6);
        CHECK_INT(primitive->triangle_count, 3);
        CHECK_INT(primitive->attribute_count, 2);
        CHECK_INT(attribute_of(primitive, VRM_ATTRIBUTE_POSITION, 0), i < 2 ? 0 : 1);
        CHECK_INT(primitive->targets[0].position, i < 2 ? 1 : 0);
    }
    unload(&file);
}

TEST(gl_014_gl_015_names_of_morph_targets) {
    static const struct {
        const char *mesh_extras, *primitive_extras;
        int count;
        const char *names[3];
        const char *pointer; /* of morph-names; NULL: no diagnostic */
    } cases[] = {
        {"{'targetNames':['A','B']}", "null", 2, {"A", "B"}, NULL},
        {"null", "{'targetNames':['A','B']}", 2, {"A", "B"}, NULL}, /* GL-015 */
        {"{'targetNames':['A','B']}", "{'targetNames':['C','D']}", 2, {"A", "B"}, NULL},
        {"{}", "{'targetNames':['C','D']}", 2, {"C", "D"}, NULL},
        {"{'targetNames':'A'}", "{'targetNames':['C','D']}", 2, {"C", "D"}, NULL},
        {"null", "null", 0, {NULL}, NULL},
        {"[1]", "'x'", 0, {NULL}, NULL},
        {"{'targetNames':['A']}", "null", 2, {"A", ""}, "/meshes/0/extras/targetNames"},
        {"{'targetNames':[]}", "null", 2, {"", ""}, "/meshes/0/extras/targetNames"},
        {"{'targetNames':['A','B','C']}", "null", 2, {"A", "B"}, "/meshes/0/extras/targetNames"},
        {"null",
         "{'targetNames':['A']}",
         2,
         {"A", ""},
         "/meshes/0/primitives/0/extras/targetNames"},
        {"{'targetNames':['A',7]}", "null", 2, {"A", ""}, NULL},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char mesh[256];
        loaded file;
        test_note("%s, %s", cases[i].mesh_extras, cases[i].primitive_extras);
        snprintf(mesh, sizeof mesh,
                 "'extras':%s,'primitives':[{'attributes':{'POSITION':0},'extras':%s,"
                 "'targets':[{},{}]}]",
                 cases[i].mesh_extras, cases[i].primitive_extras);
        file = load_mesh(mesh);
        REQUIRE(file.gltf != NULL);
        CHECK_INT(file.gltf->meshes[0].target_name_count, cases[i].count);
        for (int k = 0; k < cases[i].count; ++k) {
            CHECK_TEXT(file.gltf->meshes[0].target_names[k].data, cases[i].names[k]);
        }
        CHECK_INT(count_code(&file, "morph-names"), cases[i].pointer != NULL);
        if (cases[i].pointer != NULL) CHECK(found(&file, "morph-names", cases[i].pointer));
        unload(&file);
    }
}

TEST(gl_033_weights_at_rest) {
    static const struct {
        const char *mesh_weights, *node_weights;
        int mesh_count, node_count, findings;
    } cases[] = {
        {"[0.5,1]", "[0,0.25]", 2, 2, 0},
        {"[0.5]", "[0,0.25,1]", 0, 0, 2},
        {"[]", "[0,0.25]", 0, 2, 0},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char json[2048];
        loaded file;
        test_note("%s %s", cases[i].mesh_weights, cases[i].node_weights);
        snprintf(json, sizeof json,
                 "{" ASSET "," ACCESSORS ",'meshes':[{'weights':%s,'primitives':[{'attributes':"
                 "{'POSITION':0},'targets':[{},{}]}]}],'nodes':[{'mesh':0,'weights':%s},"
                 "{'weights':[1]}]}",
                 cases[i].mesh_weights, cases[i].node_weights);
        file = load_json(json);
        REQUIRE(file.gltf != NULL);
        CHECK_INT(file.gltf->meshes[0].weight_count, cases[i].mesh_count);
        CHECK_INT(file.gltf->nodes[0].weight_count, cases[i].node_count);
        CHECK_INT(file.gltf->nodes[1].weight_count, 0); /* weights of what? */
        CHECK_INT(count_code(&file, "morph-weights"), cases[i].findings + 1);
        CHECK(found(&file, "morph-weights", "/nodes/1/weights"));
        if (cases[i].mesh_count == 2) CHECK_NEAR(file.gltf->meshes[0].weights[0], 0.5, 0);
        if (cases[i].node_count == 2) CHECK_NEAR(file.gltf->nodes[0].weights[1], 0.25, 0);
        unload(&file);
    }
}

TEST_SUITE(document_mesh, ENTRY(a_whole_mesh), ENTRY(attribute_names),
           ENTRY(gl_018_er_008_formats_of_attributes),
           ENTRY(er_008_attributes_need_as_many_elements_as_position),
           ENTRY(joints_and_weights_come_in_pairs), ENTRY(gl_031_attributes_that_stand_twice),
           ENTRY(gl_033_a_primitive_without_position_is_not_drawn), ENTRY(triangles_of_every_mode),
           ENTRY(gl_033_indices_that_cannot_be_used), ENTRY(formats_of_indices),
           ENTRY(draco_is_named_and_not_drawn), ENTRY(gl_012_gl_029_what_a_morph_target_holds),
           ENTRY(gl_026_gl_027_primitives_of_a_mesh_are_alike),
           ENTRY(gl_028_primitives_may_share_their_accessors),
           ENTRY(gl_014_gl_015_names_of_morph_targets), ENTRY(gl_033_weights_at_rest));
