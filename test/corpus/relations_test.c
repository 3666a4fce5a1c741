/*
 * What gltf-validator finds in files and this library with it
 * (tools/compare/compare-gltf-validator), where parts of a file contradict each other: views and
 * what is in them, materials and vertices, skins and nodes.
 */
#include "support/fixture.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

/* Views of a buffer of 1,024 bytes: 0 for vertices, 1 for indices, 2 to 5 for anything. */
#define VIEWS                                                                                      \
    "'buffers':[{'byteLength':1024}],'bufferViews':[{'buffer':0,'byteLength':120,'target':34962}," \
    "{'buffer':0,'byteOffset':120,'byteLength':120,'target':34963},"                               \
    "{'buffer':0,'byteOffset':240,'byteLength':128},{'buffer':0,'byteOffset':368,'byteLength':"    \
    "128},"                                                                                        \
    "{'buffer':0,'byteOffset':496,'byteLength':128},{'buffer':0,'byteOffset':624,'byteLength':"    \
    "128}"

static loaded load(const char *json) {
    static const unsigned char bin[1024] = {0};
    return load_json_bin(json, bin, sizeof bin);
}

typedef struct broken {
    const char *json; /* behind the asset */
    const char *code, *pointer;
} broken;

/* Each file has the finding, and no other; strict refuses it where it is a repair. */
static void check_each(const broken *files, size_t count, bool is_repair) {
    for (size_t i = 0; i < count; ++i) {
        char json[4096];
        loaded file;
        const vrm_diagnostic *entry;
        snprintf(json, sizeof json, "{'asset':{'version':'2.0'},%s}", files[i].json);
        file = load(json);
        test_note("%s at %s", files[i].code, files[i].pointer);
        CHECK_INT(file.result, VRM_OK);
        CHECK_INT(vrm_report_count(file.report), 1);
        entry = vrm_report_get(file.report, 0);
        CHECK_TEXT(entry != NULL ? entry->code : NULL, files[i].code);
        CHECK_TEXT(entry != NULL ? entry->pointer : NULL, files[i].pointer);
        CHECK(entry != NULL && entry->severity == VRM_SEVERITY_WARNING);
        CHECK_INT(entry != NULL && entry->is_repair, is_repair);
        unload(&file);
        file = load_json_strict(json);
        if (is_repair) CHECK_INT(file.result, VRM_ERROR_GLTF);
        unload(&file);
    }
    test_note(NULL);
}

#define COUNT(files) (sizeof(files) / sizeof(files)[0])

/* --- Views --- */

#define VERTICES(view) "{'bufferView':" view ",'componentType':5126,'type':'VEC3','count':3}"
#define INDICES(view) "{'bufferView':" view ",'componentType':5125,'type':'SCALAR','count':3}"
#define TIMES(view) "{'bufferView':" view ",'componentType':5126,'type':'SCALAR','count':3}"
#define TRIANGLE                                                                                   \
    "'meshes':[{'primitives':[{'attributes':{'POSITION':0},'indices':1}]}],'nodes':[{'mesh':0}]"
#define TRACK                                                                                      \
    "'animations':[{'samplers':[{'input':2,'output':3}],"                                          \
    "'channels':[{'sampler':0,'target':{'node':0,'path':'translation'}}]}]"

TEST(er_008_views_hold_one_kind_of_data) {
    static const broken files[] = {
        {VIEWS "],'accessors':[" VERTICES("2") "," INDICES("2") "]," TRIANGLE, "view-mixed",
         "/bufferViews/2"},
        {VIEWS "],'accessors':[" VERTICES("2") "," INDICES(
             "1") "]," TRIANGLE ",'images':[{'bufferView':2,'mimeType':'image/png'}]",
         "view-mixed", "/bufferViews/2"},
        {VIEWS "],'accessors':[" VERTICES("0") "," INDICES("1") "," TIMES("3") "," VERTICES(
             "3") "]," TRIANGLE "," TRACK ",'images':[{'bufferView':3,'mimeType':'image/png'}]",
         "view-mixed", "/bufferViews/3"},
        {VIEWS "],'accessors':[" VERTICES("1") "," INDICES("2") "]," TRIANGLE, "view-target",
         "/bufferViews/1"},
        {VIEWS "],'accessors':[" VERTICES("0") "," INDICES("0") "]," TRIANGLE, "view-mixed",
         "/bufferViews/0"},
        {VIEWS "],'images':[{'bufferView':0,'mimeType':'image/png'}]", "view-target",
         "/bufferViews/0"},
    };
    loaded file = load("{'asset':{'version':'2.0'}," VIEWS "],'accessors':[" VERTICES(
        "0") "," INDICES("1") "," TIMES("3") "," VERTICES("3") "]," TRIANGLE "," TRACK "}");
    CHECK_INT(file.result, VRM_OK);
    CHECK_INT(vrm_report_count(file.report), 0);
    unload(&file);
    check_each(files, COUNT(files), false);
}

TEST(er_008_strides_are_for_vertices) {
    static const broken files[] = {
        {VIEWS
         ",{'buffer':0,'byteOffset':800,'byteLength':64,'byteStride':4}],'accessors':[" VERTICES(
             "0") "," INDICES("6") "]," TRIANGLE,
         "view-stride-use", "/bufferViews/6"},
        {VIEWS ",{'buffer':0,'byteOffset':800,'byteLength':64,'byteStride':4}],"
               "'images':[{'bufferView':6,'mimeType':'image/png'}]",
         "view-stride-use", "/bufferViews/6"},
        {VIEWS ",{'buffer':0,'byteOffset':800,'byteLength':64,'byteStride':64}],'accessors':["
               "{'bufferView':6,'componentType':5126,'type':'MAT4','count':1}],"
               "'skins':[{'joints':[0],'inverseBindMatrices':0}],'nodes':[{}]",
         "view-stride-use", "/bufferViews/6"},
        {VIEWS "],'accessors':[" VERTICES("0") "," INDICES("1") "," VERTICES(
             "0") "],"
                  "'meshes':[{'primitives':[{'attributes':{'POSITION':0,'NORMAL':2},'indices':1}]}"
                  "]",
         "view-stride-missing", "/bufferViews/0"},
    };
    loaded file = load(
        "{'asset':{'version':'2.0'}," VIEWS ",{'buffer':0,'byteOffset':800,'byteLength':96,"
        "'byteStride':24}],'accessors':[{'bufferView':6,'componentType':5126,'type':'VEC3',"
        "'count':3},{'bufferView':6,'byteOffset':12,'componentType':5126,'type':'VEC3','count':3}],"
        "'meshes':[{'primitives':[{'attributes':{'POSITION':0,'NORMAL':1}}]},"
        "{'primitives':[{'attributes':{'POSITION':0},'targets':[{'POSITION':0}]}]}]}");
    CHECK_INT(vrm_report_count(file.report), 0);
    unload(&file);
    check_each(files, COUNT(files), false);
}

TEST(er_008_alignment_of_vertices_and_matrices) {
    static const broken files[] = {
        {VIEWS "],'accessors':[" VERTICES(
             "0") ",{'bufferView':2,'byteOffset':2,'normalized':true,"
                  "'componentType':5123,'type':'VEC2','count':3}],"
                  "'meshes':[{'primitives':[{'attributes':{'POSITION':0,'TEXCOORD_0':1}}]}]",
         "attribute-alignment", "/meshes/0/primitives/0/attributes/TEXCOORD_0"},
        {VIEWS "],'extensionsUsed':['KHR_mesh_quantization'],'accessors':["
               "{'bufferView':2,'componentType':5122,'type':'VEC3','count':3}],"
               "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}]", /* 6 bytes apart */
         "attribute-alignment", "/meshes/0/primitives/0/attributes/POSITION"},
        {VIEWS "],'accessors':[{'bufferView':2,'byteOffset':2,'componentType':5121,'type':'MAT2',"
               "'count':1}]",
         "accessor-matrix-alignment", "/accessors/0"},
    };
    check_each(files, COUNT(files), false);
}

/* --- Images, materials, extensions, asset --- */

TEST(gl_033_images_have_one_source_and_a_type) {
    static const broken files[] = {
        {VIEWS "],'images':[{'bufferView':2,'uri':'data:image/png;base64,AAAA'}]",
         "image-two-sources", "/images/0"},
        {VIEWS "],'images':[{'bufferView':2}]", "image-mime-missing", "/images/0"},
        {VIEWS "],'images':[{'bufferView':2,'mimeType':'image/gif'}]", "image-mime",
         "/images/0/mimeType"},
        {"'images':[{'uri':'data:text/plain;base64,AAAA'}]", "image-mime", "/images/0/mimeType"},
    };
    check_each(files, COUNT(files), false);
}

TEST(gl_033_materials_find_their_texture_coordinates) {
    static const broken files[] = {
        {VIEWS "],'images':[{'uri':'data:image/png;base64,AAAA'}],'textures':[{'source':0}],"
               "'materials':[{'emissiveTexture':{'index':0,'texCoord':1}}],'accessors':["
               "{'componentType':5126,'type':'VEC3','count':3},"
               "{'componentType':5126,'type':'VEC2','count':3}],'meshes':[{'primitives':["
               "{'attributes':{'POSITION':0,'TEXCOORD_0':1,'TEXCOORD_1':1},'material':0},"
               "{'attributes':{'POSITION':0,'TEXCOORD_0':1,'TEXCOORD_1':1},'material':0}]},"
               "{'primitives':[{'attributes':{'POSITION':0,'TEXCOORD_0':1},'material':0}]}]",
         "attribute-texcoord", "/meshes/1/primitives/0/material"},
    };
    check_each(files, COUNT(files), false);
}

/* Once for each extension, at its first use. */
TEST(gl_004_used_extensions_are_listed) {
    loaded file = load("{'asset':{'version':'2.0'},'materials':["
                       "{'extensions':{'KHR_materials_unlit':{}}},"
                       "{'extensions':{'KHR_materials_unlit':{},"
                       "'KHR_materials_emissive_strength':{},'ACME_paint':{}}}],"
                       "'extensionsUsed':['KHR_materials_emissive_strength']}");
    CHECK_INT(vrm_report_count(file.report), 1);
    CHECK(found(&file, "extension-undeclared", "/materials/0/extensions/KHR_materials_unlit"));
    CHECK_INT(file.gltf->materials[1].is_unlit, 1);
    unload(&file);
    file = load("{'asset':{'version':'2.0'},'images':[{'uri':'data:image/webp;base64,AAAA'}],"
                "'textures':[{'extensions':{'EXT_texture_webp':{'source':0}}}],"
                "'materials':[{'emissiveTexture':{'index':0,'extensions':{'KHR_texture_transform':"
                "{}}}}]}");
    CHECK_INT(vrm_report_count(file.report), 2);
    CHECK(found(&file, "extension-undeclared", "/textures/0/extensions/EXT_texture_webp"));
    CHECK(found(&file, "extension-undeclared",
                "/materials/0/emissiveTexture/extensions/KHR_texture_transform"));
    unload(&file);
}

TEST(gl_001_a_newer_version_that_is_asked_for) {
    static const struct {
        const char *asset;
        uint32_t findings;
    } cases[] = {
        {"'version':'2.0','minVersion':'2.0'", 0},
        {"'version':'2.1','minVersion':'2.0'", 0},
        {"'version':'2.1','minVersion':'2.1'", 1},
        {"'version':'2.0','minVersion':'2.x'", 1},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char json[128];
        loaded file;
        snprintf(json, sizeof json, "{'asset':{%s}}", cases[i].asset);
        file = load(json);
        test_note("%s", cases[i].asset);
        CHECK_INT(file.result, VRM_OK);
        CHECK_INT(vrm_report_count(file.report), cases[i].findings);
        CHECK_INT(found(&file, "asset-min-version", "/asset"), cases[i].findings);
        unload(&file);
    }
}

TEST(gl_033_lists_that_must_not_be_empty) {
    static const broken files[] = {
        {"'meshes':[{'primitives':[]}]", "array-empty", "/meshes/0/primitives"},
        {"'animations':[{'channels':[],'samplers':[{'input':0,'output':0}]}],"
         "'accessors':[{'componentType':5126,'type':'SCALAR','count':1}]",
         "array-empty", "/animations/0/channels"},
        {"'extensionsUsed':[]", "array-empty", "/extensionsUsed"},
        {"'extensionsRequired':[]", "array-empty", "/extensionsRequired"},
    };
    check_each(files, COUNT(files), true);
}

/* --- Nodes and skins --- */

#define SKINNED                                                                                    \
    "'accessors':[{'componentType':5126,'type':'VEC3','count':3},"                                 \
    "{'componentType':5121,'type':'VEC4','count':3},"                                              \
    "{'componentType':5126,'type':'VEC4','count':3}],'meshes':[{'primitives':[{'attributes':{"     \
    "'POSITION':0}},{'attributes':{'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':2}}]},"                   \
    "{'primitives':[{'attributes':{'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':2}}]},"                   \
    "{'primitives':[{'attributes':{'POSITION':0}}]}],'nodes':["                                    \
    "{'children':[1,2]},{'children':[3]},{},{},{'mesh':1,'skin':0},{'mesh':2}],"

TEST(gl_033_skins_and_nodes_agree) {
    static const broken files[] = {
        {SKINNED "'skins':[{'joints':[1,5]}]", "skin-root", "/skins/0/joints"},
        {SKINNED "'skins':[{'joints':[1,3,2],'skeleton':1}]", "skin-skeleton", "/skins/0/skeleton"},
        {SKINNED "'skins':[{'joints':[1],'skeleton':3}]", "skin-skeleton", "/skins/0/skeleton"},
        {SKINNED "'skins':[{'joints':[1],'skeleton':5}]", "skin-skeleton", "/skins/0/skeleton"},
        {SKINNED "'skins':[{'joints':[1]}],'scenes':[{'nodes':[4]}]", "node-skin-scene",
         "/nodes/4"},
    };
    static const char *const good[] = {
        "'skins':[{'joints':[1,2,3],'skeleton':0}],'scenes':[{'nodes':[0,4]}]",
        "'skins':[{'joints':[3,1],'skeleton':1}]",
        "'skins':[{'joints':[3],'skeleton':3}],'scenes':[{'nodes':[5]}]",
        "'skins':[{'joints':[3,2]},{'joints':[5]}]",
    };
    for (size_t i = 0; i < COUNT(good); ++i) {
        char json[4096];
        loaded file;
        snprintf(json, sizeof json, "{'asset':{'version':'2.0'}," SKINNED "%s}", good[i]);
        file = load(json);
        test_note("%s", good[i]);
        CHECK_INT(file.result, VRM_OK);
        /* The first mesh has primitives of two kinds, which is reported too (GL-026). */
        CHECK_INT(vrm_report_count(file.report), 1);
        CHECK(found(&file, "primitive-attributes", NULL));
        unload(&file);
    }
    test_note(NULL);
    for (size_t i = 0; i < COUNT(files); ++i) {
        char json[4096];
        loaded file;
        snprintf(json, sizeof json, "{'asset':{'version':'2.0'},%s}", files[i].json);
        file = load(json);
        test_note("%s", files[i].json + sizeof SKINNED - 1);
        CHECK_INT(vrm_report_count(file.report), 2);
        CHECK(found(&file, files[i].code, files[i].pointer));
        unload(&file);
    }
}

TEST(gl_033_a_skin_needs_a_skinned_mesh) {
    loaded file = load("{'asset':{'version':'2.0'},'accessors':["
                       "{'componentType':5126,'type':'VEC3','count':3}],"
                       "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}],"
                       "'skins':[{'joints':[0]}],'nodes':[{'mesh':0,'skin':0}]}");
    CHECK_INT(vrm_report_count(file.report), 1);
    CHECK(found(&file, "node-skin-unskinned", "/nodes/0"));
    unload(&file);
}

/* A bad joint is one finding: what stands in for it is ours. */
TEST(gl_033_a_replaced_joint_is_not_a_repeated_one) {
    loaded file = load("{'asset':{'version':'2.0'},'skins':[{'joints':[9,1,0,-1,0]}],"
                       "'nodes':[{'children':[1]},{}]}");
    REQUIRE(file.gltf != NULL);
    CHECK_INT(file.gltf->skins[0].joint_count, 5);
    CHECK_INT(file.gltf->skins[0].joints[0], 1);
    CHECK_INT(file.gltf->skins[0].joints[3], 1);
    CHECK_INT(vrm_report_count(file.report), 4);
    CHECK(found(&file, "index-out-of-range", "/skins/0/joints/0"));
    CHECK(found(&file, "index-negative", "/skins/0/joints/3"));
    CHECK(found(&file, "skin-joints", "/skins/0/joints"));
    CHECK(found(&file, "skin-joint-twice", "/skins/0/joints/4"));
    unload(&file);
}

TEST(er_016_the_last_row_of_a_matrix) {
    static const broken files[] = {
        {"'nodes':[{'matrix':[1,0,0,0.5,0,1,0,0,0,0,1,0,0,0,0,1]}]", "node-matrix-row",
         "/nodes/0/matrix"},
        {"'nodes':[{'matrix':[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,2]}]", "node-matrix-row",
         "/nodes/0/matrix"},
    };
    check_each(files, COUNT(files), true);
}

/* --- Animations --- */

#define ANIMATED(channels, output)                                                                 \
    "'accessors':[{'componentType':5126,'type':'SCALAR','count':2}," output "],'nodes':[{},{}],"   \
    "'animations':[{'samplers':[{'input':0,'output':1}],'channels':[" channels "]}]"
#define CHANNEL(node, path) "{'sampler':0,'target':{'node':" #node ",'path':'" path "'}}"
#define FLOATS(type) "{'componentType':5126,'type':'" type "','count':2}"

TEST(gl_033_channels_have_values_that_fit_and_targets_of_their_own) {
    static const broken files[] = {
        {ANIMATED(CHANNEL(0, "translation") "," CHANNEL(1, "translation") "," CHANNEL(
                      0, "scale") "," CHANNEL(0, "translation"),
                  FLOATS("VEC3")),
         "channel-unusable", "/animations/0/channels/3"},
        {ANIMATED(CHANNEL(0, "translation"),
                  "{'componentType':5122,'type':'VEC3','count':2,'normalized':true}"),
         "channel-unusable", "/animations/0/channels/0"},
        {ANIMATED(CHANNEL(0, "rotation"), "{'componentType':5122,'type':'VEC4','count':2}"),
         "channel-unusable", "/animations/0/channels/0"},
    };
    loaded file;
    file = load("{'asset':{'version':'2.0'}," ANIMATED(
        CHANNEL(0, "rotation"),
        "{'componentType':5122,'type':'VEC4','count':2,'normalized':true}") "}");
    CHECK_INT(vrm_report_count(file.report), 0);
    unload(&file);
    /* Another animation may have the same target. */
    file = load(
        "{'asset':{'version':'2.0'},'accessors':[{'componentType':5126,'type':'SCALAR',"
        "'count':2}," FLOATS(
            "VEC3") "],'nodes':[{}],'animations':["
                    "{'samplers':[{'input':0,'output':1}],'channels':[" CHANNEL(
                        0, "scale") "]},"
                                    "{'samplers':[{'input':0,'output':1}],'channels':[" CHANNEL(
                                        0, "scale") "]}]}");
    CHECK_INT(vrm_report_count(file.report), 0);
    CHECK_INT(file.gltf->animations[1].channel_count, 1);
    unload(&file);
    check_each(files, COUNT(files), true);
}

TEST_SUITE(relations, ENTRY(er_008_views_hold_one_kind_of_data),
           ENTRY(er_008_strides_are_for_vertices), ENTRY(er_008_alignment_of_vertices_and_matrices),
           ENTRY(gl_033_images_have_one_source_and_a_type),
           ENTRY(gl_033_materials_find_their_texture_coordinates),
           ENTRY(gl_004_used_extensions_are_listed),
           ENTRY(gl_001_a_newer_version_that_is_asked_for),
           ENTRY(gl_033_lists_that_must_not_be_empty), ENTRY(gl_033_skins_and_nodes_agree),
           ENTRY(gl_033_a_skin_needs_a_skinned_mesh),
           ENTRY(gl_033_a_replaced_joint_is_not_a_repeated_one),
           ENTRY(er_016_the_last_row_of_a_matrix),
           ENTRY(gl_033_channels_have_values_that_fit_and_targets_of_their_own));
