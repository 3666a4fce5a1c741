/*
 * Every message that the load of a glTF file can give, once: the least file that brings it about.
 * The table is held against the one of gltf/diagnostics.h, so that no entry goes without. Those of
 * avatars are in dialect/avatar_diagnostics_test.c.
 */
#include "gltf/diagnostics.h"
#include "support/check_message.h"
#include "support/fixture.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* --- Fixtures that need more than JSON --- */

typedef loaded loader(uint32_t flags);

static vrm_load_desc desc_with(uint32_t flags) {
    vrm_load_desc desc;
    vrm_load_desc_init(&desc);
    desc.flags = VRM_LOAD_ANY_GLTF | flags;
    return desc;
}

static vrm_load_desc desc_limited(uint32_t flags, vrm_limits *limits) {
    vrm_load_desc desc = desc_with(flags);
    vrm_limits_init(limits);
    desc.limits = limits;
    return desc;
}

static loaded load_text(const char *json, const vrm_load_desc *desc) {
    return load_fixture(fixture_glb(json, NULL, 0), desc);
}

static loaded load_raw(const void *bytes, size_t size, uint32_t flags) {
    vrm_load_desc desc = desc_with(flags);
    return load_fixture(fixture_bytes(bytes, size), &desc);
}

#define LEAST "{'asset':{'version':'2.0'}}"

static loaded out_of_memory(uint32_t flags) {
    static counting counter; /* outlives the report */
    vrm_load_desc desc = desc_with(flags);
    counting_init(&counter, 3);
    desc.allocator = &counter.allocator;
    return load_text(LEAST, &desc);
}

static int32_t always(void *user) {
    (void)user;
    return 1;
}

static loaded cancelled(uint32_t flags) {
    vrm_load_desc desc = desc_with(flags);
    desc.cancel = always;
    return load_text(LEAST, &desc);
}

static loaded limit_file_bytes(uint32_t flags) {
    vrm_limits limits;
    vrm_load_desc desc = desc_limited(flags, &limits);
    limits.max_file_bytes = 40;
    return load_text(LEAST, &desc);
}

static loaded limit_json_bytes(uint32_t flags) {
    vrm_limits limits;
    vrm_load_desc desc = desc_limited(flags, &limits);
    limits.max_json_bytes = 20;
    return load_text(LEAST, &desc);
}

static loaded limit_json_depth(uint32_t flags) {
    vrm_limits limits;
    vrm_load_desc desc = desc_limited(flags, &limits);
    limits.max_json_depth = 20;
    return load_text("{'asset':{'version':'2.0'},'x':[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]}",
                     &desc);
}

static loaded limit_json_values(uint32_t flags) {
    enum { VALUES = 100000 };
    vrm_limits limits;
    vrm_load_desc desc = desc_limited(flags, &limits);
    char *json = malloc(2 * VALUES + 16);
    loaded file;
    strcpy(json, "{'x':[");
    for (int i = 0; i < VALUES; ++i) memcpy(json + 6 + 2 * i, i < VALUES - 1 ? "1," : "1]", 2);
    strcpy(json + 6 + 2 * VALUES, "}");
    limits.max_json_values = 1000;
    file = load_text(json, &desc);
    free(json);
    return file;
}

static loaded limit_memory_bytes(uint32_t flags) {
    vrm_limits limits;
    vrm_load_desc desc = desc_limited(flags, &limits);
    limits.max_memory_bytes = 3000;
    return load_text(LEAST, &desc);
}

static loaded limit_allocations(uint32_t flags) {
    vrm_limits limits;
    vrm_load_desc desc = desc_limited(flags, &limits);
    limits.max_allocations = 1;
    return load_text(LEAST, &desc);
}

static loaded limit_count(uint32_t flags) {
    vrm_limits limits;
    vrm_load_desc desc = desc_limited(flags, &limits);
    limits.max_nodes = 2;
    return load_text("{'asset':{'version':'2.0'},'nodes':[{},{},{}]}", &desc);
}

static loaded invalid_argument(uint32_t flags) {
    vrm_load_desc desc = desc_with(flags | UINT32_C(1) << 31); /* a flag that there is not */
    return load_text(LEAST, &desc);
}

/* Not of a load: functions that create have these (test/model/create_test.c). */
static loaded without_load(vrm_result result) {
    loaded file = {NULL, NULL, VRM_OK, NULL, {NULL, 0}, NULL};
    file.result = vrmi_report_end(&file.report, result);
    return file;
}

static loaded limit_exceeded(uint32_t flags) {
    (void)flags;
    return without_load(VRM_ERROR_LIMIT);
}

static loaded memory_too_small(uint32_t flags) {
    (void)flags;
    return without_load(VRM_ERROR_CAPACITY);
}

static loaded bytes_missing(uint32_t flags) {
    (void)flags;
    return without_load(VRM_ERROR_NO_PAYLOAD);
}

/* Of libraries on top of libvrm. */
static loaded made_by_others(const char *code) {
    loaded file = {NULL, NULL, VRM_OK, NULL, {NULL, 0}, NULL};
    file.result = vrm_report_create(code, "a reason", NULL, &file.report);
    return file;
}

static loaded renderer_desc(uint32_t flags) {
    (void)flags;
    return made_by_others("renderer-desc");
}

static loaded gl_unsupported(uint32_t flags) {
    (void)flags;
    return made_by_others("gl-unsupported");
}

static loaded file_unreadable(uint32_t flags) {
    vrm_load_desc desc = desc_with(flags);
    loaded file = {NULL, NULL, VRM_OK, NULL, {NULL, 0}, NULL};
    file.result =
        vrm_model_load_file("no-such-folder/no-such-file.vrm", &desc, &file.model, &file.report);
    return file;
}

static loaded incomplete(uint32_t flags) {
    vrm_load_desc desc = desc_with(flags);
    vrm_peek peek;
    loaded file = {NULL, NULL, VRM_OK, NULL, {NULL, 0}, NULL};
    vrm_peek_init(&peek);
    file.file = fixture_glb(LEAST, NULL, 0);
    file.result = vrm_model_peek(file.file.bytes, file.file.size - 1, &desc, &peek, &file.model,
                                 &file.report);
    return file;
}

static vrm_result nine_bytes(const char *uri, uint64_t max_bytes, const void **out_bytes,
                             size_t *out_size, void *user) {
    (void)uri;
    (void)user;
    if (max_bytes < 9) return VRM_ERROR_LIMIT;
    *out_bytes = "123456789";
    *out_size = 9;
    return VRM_OK;
}

static loaded external_limit(uint32_t flags) {
    const vrm_resolver resolver = {nine_bytes, NULL, NULL};
    vrm_limits limits;
    vrm_load_desc desc = desc_limited(flags, &limits);
    desc.resolver = &resolver;
    limits.max_external_bytes = 8;
    return load_text("{'asset':{'version':'2.0'},'buffers':[{'byteLength':1,'uri':'a'}]}", &desc);
}

/* A view with a compression that the decoder refuses, or whose filter it lacks. */
static int32_t decode_nothing(void *out, size_t count, size_t stride, const uint8_t *bytes,
                              size_t size) {
    (void)out, (void)count, (void)stride, (void)bytes, (void)size;
    return -2;
}

static loaded load_compressed(const char *filter, uint64_t most, uint32_t flags) {
    vrm_meshopt_decoder decoder;
    vrm_limits limits;
    vrm_load_desc desc = desc_limited(flags, &limits);
    char json[700];
    vrm_meshopt_decoder_init(&decoder);
    decoder.decode_vertices = decode_nothing;
    desc.meshopt = &decoder;
    limits.max_decoded_bytes = most;
    snprintf(json, sizeof json,
             "{'asset':{'version':'2.0'},'extensionsUsed':['EXT_meshopt_compression'],'buffers':[{"
             "'uri':'data:application/octet-stream;base64,AAAA','byteLength':3},{'byteLength':12}],"
             "'bufferViews':[{'buffer':1,'byteLength':12,'extensions':{'EXT_meshopt_compression':{"
             "'buffer':0,'byteLength':3,'byteStride':4,'count':3,'mode':'ATTRIBUTES',"
             "'filter':'%s'}}}]}",
             filter);
    return load_text(json, &desc);
}

static loaded view_compression(uint32_t flags) { return load_compressed("NONE", 0, flags); }
static loaded view_decoder(uint32_t flags) { return load_compressed("OCTAHEDRAL", 0, flags); }
static loaded decoded_limit(uint32_t flags) { return load_compressed("NONE", 11, flags); }

static loaded file_empty(uint32_t flags) { return load_raw("", 0, flags); }
static loaded not_gltf(uint32_t flags) { return load_raw("what?", 5, flags); }
static loaded not_gltf_but(uint32_t flags) { return load_raw("\x89PNG", 4, flags); }

/* The least GLB, with bytes changed at `offset` and cut to, or filled up with zeros to, `size`. */
static loaded load_glb(size_t offset, const char *change, size_t length, size_t size,
                       uint32_t flags) {
    fixture whole = fixture_glb(LEAST, NULL, 0); /* 48 bytes */
    unsigned char bytes[64] = {0};
    memcpy(bytes, whole.bytes, whole.size);
    memcpy(bytes + offset, change, length);
    fixture_free(&whole);
    return load_raw(bytes, size, flags);
}

static loaded glb_truncated(uint32_t flags) { return load_glb(0, "", 0, 40, flags); }
static loaded glb_version(uint32_t flags) { return load_glb(4, "\3", 1, 48, flags); }
static loaded glb_chunk_overrun(uint32_t flags) { return load_glb(12, "\x40", 1, 48, flags); }
static loaded glb_no_json(uint32_t flags) { return load_glb(16, "NOSJ", 4, 48, flags); }
static loaded glb_trailing_bytes(uint32_t flags) { return load_glb(0, "", 0, 50, flags); }
static loaded glb_json_padding(uint32_t flags) { return load_glb(47, "\0", 1, 48, flags); }
static loaded glb_unknown_chunk(uint32_t flags) {
    return load_glb(8, "\x38", 1, 56, flags); /* a chunk without a name or bytes */
}
static loaded glb_chunk_alignment(uint32_t flags) {
    return load_glb(8, "\x2F\0\0\0\x1B", 5, 47, flags);
}

/* --- The table --- */

#define FILE_WITH(members) "{'asset':{'version':'2.0'}," members "}"
/* A buffer of 256 bytes, which are there, and one view of it. */
#define BUFFER "'buffers':[{'byteLength':256}],"
#define VIEW BUFFER "'bufferViews':[{'buffer':0,'byteLength':256}],"
#define VIEW_WITH(members) BUFFER "'bufferViews':[{'buffer':0,'byteLength':256," members "}],"
/* Accessors: 0 positions, 1 joints, 2 weights, 3 scalars. */
#define ACCESSORS                                                                                  \
    "'accessors':[{'componentType':5126,'type':'VEC3','count':3},"                                 \
    "{'componentType':5121,'type':'VEC4','count':3},"                                              \
    "{'componentType':5126,'type':'VEC4','count':3},"                                              \
    "{'componentType':5126,'type':'SCALAR','count':3}]"
#define MESH_WITH(members) FILE_WITH(ACCESSORS ",'meshes':[{" members "}]")
#define PRIMITIVE_WITH(members)                                                                    \
    MESH_WITH("'primitives':[{'attributes':{'POSITION':0}," members "}]")
#define ATTRIBUTE_WITH(member) MESH_WITH("'primitives':[{'attributes':{'POSITION':0," member "}}]")
#define NODE_WITH(members) FILE_WITH("'nodes':[{" members "}]")
#define SKINNED_MESH                                                                               \
    ACCESSORS ",'meshes':[{'primitives':[{'attributes':{'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':2"   \
              "}}]}]"
#define PNG "'uri':'data:image/png;base64,AAAA'"

static const struct {
    const char *code;
    const char *json;
    loader *load; /* where JSON is not enough */
} cases[] = {
    {"out-of-memory", NULL, out_of_memory},
    {"cancelled", NULL, cancelled},
    {"limit-file-bytes", NULL, limit_file_bytes},
    {"limit-json-bytes", NULL, limit_json_bytes},
    {"limit-json-depth", NULL, limit_json_depth},
    {"limit-json-values", NULL, limit_json_values},
    {"limit-memory-bytes", NULL, limit_memory_bytes},
    {"limit-allocations", NULL, limit_allocations},
    {"limit-count", NULL, limit_count},
    {"invalid-argument", NULL, invalid_argument},
    {"renderer-desc", NULL, renderer_desc},
    {"gl-unsupported", NULL, gl_unsupported},
    {"limit-exceeded", NULL, limit_exceeded},
    {"memory-too-small", NULL, memory_too_small},
    {"bytes-missing", NULL, bytes_missing},
    {"file-unreadable", NULL, file_unreadable},
    {"file-empty", NULL, file_empty},
    {"not-gltf", NULL, not_gltf},
    {"not-gltf-but", NULL, not_gltf_but},
    {"incomplete", NULL, incomplete},
    {"glb-truncated", NULL, glb_truncated},
    {"glb-version", NULL, glb_version},
    {"glb-chunk-overrun", NULL, glb_chunk_overrun},
    {"glb-no-json", NULL, glb_no_json},
    {"glb-trailing-bytes", NULL, glb_trailing_bytes},
    {"glb-chunk-alignment", NULL, glb_chunk_alignment},
    {"glb-json-padding", NULL, glb_json_padding},
    {"glb-unknown-chunk", NULL, glb_unknown_chunk},
    {"json-syntax", "{'asset'}", NULL},
    {"json-not-object", "[]", NULL},
    {"json-bom", "\xEF\xBB\xBF" LEAST, NULL},
    {"json-utf8", "{'asset':{'version':'2.0','generator':'\xFF'}}", NULL},
    {"json-duplicate-key", "{'asset':{'version':'2.0','version':'2.0'}}", NULL},
    {"field-type", NODE_WITH("'name':7"), NULL},
    {"field-enum", FILE_WITH("'samplers':[{'wrapS':1}]"), NULL},
    {"field-vector-short", NODE_WITH("'scale':[1,1]"), NULL},
    {"field-vector-long", NODE_WITH("'scale':[1,1,1,1]"), NULL},
    {"field-not-finite", NODE_WITH("'scale':[1,1,1e200]"), NULL},
    {"field-not-integer", NODE_WITH("'mesh':0.5"), NULL},
    {"field-range", FILE_WITH("'materials':[{'emissiveFactor':[2,0,0]}]"), NULL},
    {"field-missing", FILE_WITH("'buffers':[{}]"), NULL},
    {"index-out-of-range", NODE_WITH("'mesh':0"), NULL},
    {"index-negative", NODE_WITH("'mesh':-1"), NULL},
    {"array-empty", FILE_WITH("'nodes':[]"), NULL},
    {"asset-version", "{'asset':{'version':'1.0'}}", NULL},
    {"asset-version-missing", "{'asset':{}}", NULL},
    {"asset-min-version", "{'asset':{'version':'2.1','minVersion':'2.1'}}", NULL},
    {"extension-required", FILE_WITH("'extensionsUsed':['ACME'],'extensionsRequired':['ACME']"),
     NULL},
    {"extension-unlisted", FILE_WITH("'extensionsRequired':['VRMC_vrm']"), NULL},
    {"extension-undeclared", FILE_WITH("'materials':[{'extensions':{'KHR_materials_unlit':{}}}]"),
     NULL},
    {"buffer-compressed",
     FILE_WITH("'extensionsUsed':['EXT_meshopt_compression'],'buffers':[{'byteLength':1},"
               "{'byteLength':1,'extensions':{'EXT_meshopt_compression':{'fallback':true}}}]"),
     NULL},
    {"buffer-fallback",
     FILE_WITH("'extensionsUsed':['EXT_meshopt_compression'],'bufferViews':[{'buffer':1,"
               "'byteLength':1}],'buffers':[{'byteLength':1},{'byteLength':1,'extensions':{"
               "'EXT_meshopt_compression':{'fallback':true}}}]"),
     NULL},
    {"buffer-missing", FILE_WITH("'buffers':[{'byteLength':1},{'byteLength':1}]"), NULL},
    {"buffer-unresolved", FILE_WITH("'buffers':[{'byteLength':1,'uri':'a.bin'}]"), NULL},
    {"external-limit", NULL, external_limit},
    {"buffer-short", FILE_WITH("'buffers':[{'byteLength':257}]"), NULL},
    {"uri-unsafe", FILE_WITH("'buffers':[{'byteLength':1,'uri':'../a.bin'}]"), NULL},
    {"data-uri", FILE_WITH("'buffers':[{'byteLength':1,'uri':'data:a'}]"), NULL},
    {"view-range", FILE_WITH(BUFFER "'bufferViews':[{'buffer':0,'byteLength':257}]"), NULL},
    {"view-compression", NULL, view_compression},
    {"view-decoder", NULL, view_decoder},
    {"limit-decoded-bytes", NULL, decoded_limit},
    {"view-stride", FILE_WITH(VIEW_WITH("'byteStride':5") "'scenes':[{}]"), NULL},
    {"view-stride-use",
     FILE_WITH(VIEW_WITH("'byteStride':4") "'images':[{'bufferView':0,'mimeType':'image/png'}]"),
     NULL},
    {"view-stride-missing",
     FILE_WITH(VIEW
               "'accessors':[{'componentType':5126,'type':'VEC3','count':3,'bufferView':0},"
               "{'componentType':5126,'type':'VEC3','count':3,'bufferView':0,'byteOffset':36}],"
               "'meshes':[{'primitives':[{'attributes':{'POSITION':0,'NORMAL':1}}]}]"),
     NULL},
    {"view-target",
     FILE_WITH(VIEW_WITH("'target':34963") "'accessors':[{'componentType':5126,'type':'VEC3',"
                                           "'count':3,'bufferView':0}],'meshes':[{'primitives':["
                                           "{'attributes':{'POSITION':0}}]}]"),
     NULL},
    {"view-mixed",
     FILE_WITH(VIEW "'accessors':[{'componentType':5126,'type':'VEC3','count':3,'bufferView':0}],"
                    "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}],"
                    "'images':[{'bufferView':0,'mimeType':'image/png'}]"),
     NULL},
    {"accessor-range",
     FILE_WITH(VIEW
               "'accessors':[{'componentType':5126,'type':'SCALAR','count':65,'bufferView':0}]"),
     NULL},
    {"accessor-count", FILE_WITH("'accessors':[{'componentType':5126,'type':'SCALAR','count':0}]"),
     NULL},
    {"accessor-alignment",
     FILE_WITH(VIEW "'accessors':[{'componentType':5126,'type':'SCALAR','count':1,'bufferView':0,"
                    "'byteOffset':2}]"),
     NULL},
    {"accessor-matrix-alignment",
     FILE_WITH(VIEW "'accessors':[{'componentType':5121,'type':'MAT2','count':1,'bufferView':0,"
                    "'byteOffset':2}]"),
     NULL},
    {"accessor-normalized",
     FILE_WITH("'accessors':[{'componentType':5126,'type':'SCALAR','count':1,'normalized':true}]"),
     NULL},
    {"accessor-sparse",
     FILE_WITH(VIEW "'accessors':[{'componentType':5126,'type':'SCALAR','count':1,'sparse':{"
                    "'count':2,'indices':{'bufferView':0,'componentType':5121},"
                    "'values':{'bufferView':0}}}]"),
     NULL},
    {"image-source", FILE_WITH("'images':[{}]"), NULL},
    {"image-two-sources",
     FILE_WITH(VIEW "'images':[{'bufferView':0,'mimeType':'image/png'," PNG "}]"), NULL},
    {"image-mime-missing", FILE_WITH(VIEW "'images':[{'bufferView':0}]"), NULL},
    {"image-mime", FILE_WITH(VIEW "'images':[{'bufferView':0,'mimeType':'image/gif'}]"), NULL},
    {"image-unresolved", FILE_WITH("'images':[{'uri':'a.png'}]"), NULL},
    {"texture-source", FILE_WITH("'textures':[{}]"), NULL},
    {"texture-compressed",
     FILE_WITH(VIEW "'extensionsUsed':['KHR_texture_basisu'],"
                    "'images':[{'bufferView':0,'mimeType':'image/ktx2'}],"
                    "'textures':[{'extensions':{'KHR_texture_basisu':{'source':0}}}]"),
     NULL},
    {"node-second-parent", FILE_WITH("'nodes':[{'children':[2]},{'children':[2]},{}]"), NULL},
    {"node-cycle", NODE_WITH("'children':[0]"), NULL},
    {"node-root-has-parent", FILE_WITH("'nodes':[{'children':[1]},{}],'scenes':[{'nodes':[0,1]}]"),
     NULL},
    {"node-root-twice", FILE_WITH("'nodes':[{}],'scenes':[{'nodes':[0,0]}]"), NULL},
    {"node-rotation-zero", NODE_WITH("'rotation':[0,0,0,0]"), NULL},
    {"node-rotation-unit", NODE_WITH("'rotation':[0,0,0,2]"), NULL},
    {"node-matrix-and-trs", NODE_WITH("'matrix':[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],'scale':[1,1,1]"),
     NULL},
    {"node-matrix-shear", NODE_WITH("'matrix':[1,0,0,0,1,1,0,0,0,0,1,0,0,0,0,1]"), NULL},
    {"node-matrix-mirrored", NODE_WITH("'matrix':[-1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]"), NULL},
    {"node-matrix-singular", NODE_WITH("'matrix':[1,0,0,0,0,1,0,0,0,0,0,0,0,0,0,1]"), NULL},
    {"node-matrix-row", NODE_WITH("'matrix':[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,2]"), NULL},
    {"node-skin-without-mesh", FILE_WITH("'nodes':[{'skin':0}],'skins':[{'joints':[0]}]"), NULL},
    {"node-skin-unskinned",
     FILE_WITH(ACCESSORS ",'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}],"
                         "'nodes':[{'mesh':0,'skin':0}],'skins':[{'joints':[0]}]"),
     NULL},
    {"node-skin-scene",
     FILE_WITH(SKINNED_MESH ",'nodes':[{'mesh':0,'skin':0},{}],'skins':[{'joints':[1]}],"
                            "'scenes':[{'nodes':[0]}]"),
     NULL},
    {"skin-root", FILE_WITH("'nodes':[{},{}],'skins':[{'joints':[0,1]}]"), NULL},
    {"skin-skeleton", FILE_WITH("'nodes':[{},{}],'skins':[{'joints':[0],'skeleton':1}]"), NULL},
    {"skin-empty", FILE_WITH("'nodes':[{}],'skins':[{'joints':[9]}]"), NULL},
    {"skin-joints", FILE_WITH("'nodes':[{}],'skins':[{'joints':[0,9]}]"), NULL},
    {"skin-joint-twice", FILE_WITH("'nodes':[{}],'skins':[{'joints':[0,0]}]"), NULL},
    {"skin-inverse-binds",
     FILE_WITH(ACCESSORS ",'nodes':[{}],'skins':[{'joints':[0],'inverseBindMatrices':0}]"), NULL},
    {"primitive-position", MESH_WITH("'primitives':[{'attributes':{'NORMAL':0}}]"), NULL},
    {"primitive-compressed", PRIMITIVE_WITH("'extensions':{'KHR_draco_mesh_compression':{}}"),
     NULL},
    {"primitive-indices", PRIMITIVE_WITH("'indices':3"), NULL},
    {"primitive-index-count",
     FILE_WITH("'accessors':[{'componentType':5126,'type':'VEC3','count':4}],"
               "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}]"),
     NULL},
    {"attribute-unknown", ATTRIBUTE_WITH("'ACME':0"), NULL},
    {"attribute-format", ATTRIBUTE_WITH("'NORMAL':2"), NULL},
    {"attribute-quantized",
     FILE_WITH("'accessors':[{'componentType':5122,'type':'VEC3','count':3}],"
               "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}]"),
     NULL},
    {"attribute-count",
     FILE_WITH("'accessors':[{'componentType':5126,'type':'VEC3','count':3},"
               "{'componentType':5126,'type':'VEC3','count':4}],"
               "'meshes':[{'primitives':[{'attributes':{'POSITION':0,'NORMAL':1}}]}]"),
     NULL},
    {"attribute-alignment",
     FILE_WITH(VIEW_WITH("'byteOffset':0") "'accessors':[{'componentType':5126,'type':'VEC3',"
                                           "'count':3},{'componentType':5121,'type':'VEC3',"
                                           "'normalized':true,'count':3,'bufferView':0}],"
                                           "'meshes':[{'primitives':[{'attributes':{'POSITION':0,"
                                           "'COLOR_0':1}}]}]"),
     NULL},
    {"attribute-texcoord",
     FILE_WITH(ACCESSORS ",'images':[{" PNG "}],'textures':[{'source':0}],"
                         "'materials':[{'normalTexture':{'index':0}}],'meshes':[{'primitives':["
                         "{'attributes':{'POSITION':0},'material':0}]}]"),
     NULL},
    {"attribute-skin-pair", ATTRIBUTE_WITH("'JOINTS_0':1"), NULL},
    {"morph-count",
     MESH_WITH("'primitives':[{'attributes':{'POSITION':0},'targets':[{'POSITION':0}]},"
               "{'attributes':{'POSITION':0}}]"),
     NULL},
    {"primitive-attributes",
     MESH_WITH("'primitives':[{'attributes':{'POSITION':0,'NORMAL':0}},"
               "{'attributes':{'POSITION':0}}]"),
     NULL},
    {"morph-weights", NODE_WITH("'weights':[1]"), NULL},
    {"morph-names",
     MESH_WITH("'primitives':[{'attributes':{'POSITION':0},'targets':[{'POSITION':0}]}],"
               "'extras':{'targetNames':['a','b']}"),
     NULL},
    {"channel-unusable",
     FILE_WITH(ACCESSORS ",'nodes':[{}],'animations':[{'channels':[{'sampler':0,'target':{'node':0,"
                         "'path':'rotation'}}],'samplers':[{'input':3,'output':0}]}]"),
     NULL},
};

static loaded load_case(size_t i, uint32_t flags) {
    static const unsigned char bin[256];
    vrm_load_desc desc = desc_with(flags);
    if (cases[i].load != NULL) return cases[i].load(flags);
    return load_fixture(fixture_glb(cases[i].json, bin, sizeof bin), &desc);
}

static const char *get_code(size_t i) { return cases[i].code; }

static const char *const followers[][2] = {{"skin-empty", "index-out-of-range"},
                                           {"skin-joints", "index-out-of-range"}};

static const message_fixtures fixtures = {&vrmi_gltf_diagnostics,
                                          COUNT(cases),
                                          get_code,
                                          load_case,
                                          followers,
                                          COUNT(followers),
                                          "test/gltf/diagnostics_test.c",
                                          "testkit/maker/faults/gltf.json"};

TEST(er_010_every_message_has_a_fixture) { check_messages_have_fixtures(&fixtures); }

TEST(er_010_every_message_is_reported_as_its_kind_says) { check_messages_are_reported(&fixtures); }

/* A fixture is the smallest file that causes its message: nothing else is reported, except the
 * diagnostic that some of them follow from. */
TEST(er_010_fixtures_say_nothing_else) { check_messages_stand_alone(&fixtures); }

/* --- Subjects --- */

static void check_subject(const char *json, const char *code, const char *subject,
                          const char *name) {
    loaded file = load_json(json);
    const vrm_diagnostic *entry = find_diagnostic(&file, code);
    test_note("%s", json);
    if (CHECK(entry != NULL)) {
        CHECK_TEXT(entry->subject, subject);
        CHECK_TEXT(entry->subject_name, name);
    }
    unload(&file);
    test_note(NULL);
}

TEST(er_010_a_diagnostic_names_the_element_around_it) {
    check_subject(NODE_WITH("'name':'Root','scale':[1,1]"), "field-vector-short", "node", "Root");
    check_subject(NODE_WITH("'scale':[1,1]"), "field-vector-short", "node", "");
    check_subject(NODE_WITH("'scale':[1,1],'name':''"), "field-vector-short", "node", "");
    check_subject(NODE_WITH("'name':7"), "field-type", "node", "");
    check_subject(NODE_WITH("'name':'a\\u001bb','scale':[1,1]"), "field-vector-short", "node",
                  "a\\x1bb");
    /* Of equal keys the last one counts, here too. */
    check_subject(NODE_WITH("'name':'a','scale':[1,1],'name':'b'"), "field-vector-short", "node",
                  "b");
    /* A place that is known by its index alone. */
    check_subject(FILE_WITH("'nodes':[{},{'name':'Loop','children':[1]}]"), "node-cycle", "node",
                  "Loop");
    check_subject(MESH_WITH("'name':'Face','primitives':[{'attributes':{'POSITION':0},"
                            "'material':4}]"),
                  "index-out-of-range", "mesh", "Face");
    check_subject(FILE_WITH("'materials':[{'name':'Skin','alphaCutoff':'a'}]"), "field-type",
                  "material", "Skin");
    check_subject(FILE_WITH("'images':[{'name':'Eye'}]"), "image-source", "image", "Eye");
    check_subject(FILE_WITH("'images':[{'uri':'eye.png'}]"), "image-unresolved", "image",
                  "eye.png");
    check_subject(FILE_WITH("'textures':[{'name':'Tex'}]"), "texture-source", "texture", "Tex");
    check_subject(FILE_WITH("'samplers':[{'name':'S','wrapS':1}]"), "field-enum", "sampler", "S");
    check_subject(FILE_WITH("'accessors':[{'name':'A','componentType':1,'type':'VEC3','count':3}]"),
                  "field-enum", "accessor", "A");
    check_subject(FILE_WITH("'buffers':[{'name':'B'}]"), "field-missing", "buffer", "B");
    check_subject(FILE_WITH("'bufferViews':[{'name':'V'}]"), "field-missing", "buffer view", "V");
    check_subject(FILE_WITH("'skins':[{'name':'Skin','joints':[7]}]"), "index-out-of-range", "skin",
                  "Skin");
    check_subject(FILE_WITH("'scenes':[{'name':'Scene','nodes':[7]}]"), "index-out-of-range",
                  "scene", "Scene");
    /* What belongs to no element. */
    check_subject("{'asset':{'version':2}}", "field-type", "", "");
    check_subject(FILE_WITH("'extensionsUsed':['X'],'extensionsRequired':['X']"),
                  "extension-required", "", "");
}

/* However many diagnostics are kept: finding their names has an end, and only names are missing. */
TEST(er_018_finding_names_has_an_end) {
    enum { DIAGNOSTICS = 3000, KEYS = 2000 };
    size_t size = 64 + DIAGNOSTICS * 4 + KEYS * 12, length = 0;
    char *json = malloc(size);
    vrm_load_desc desc;
    vrm_limits limits;
    loaded file;
    desc = desc_limited(0, &limits);
    limits.max_diagnostics = DIAGNOSTICS;
    REQUIRE(json != NULL);
    length += (size_t)snprintf(json, size, "{'asset':{'version':'2.0'},'nodes':[{'name':'Many'");
    for (int i = 0; i < KEYS; ++i) {
        length += (size_t)snprintf(json + length, size - length, ",'k%d':0", i);
    }
    length += (size_t)snprintf(json + length, size - length, ",'children':[-2");
    for (int i = 1; i < DIAGNOSTICS; ++i) {
        length += (size_t)snprintf(json + length, size - length, ",-2");
    }
    snprintf(json + length, size - length, "]}]}");
    file = load_text(json, &desc);
    free(json);
    if (CHECK_INT(vrm_report_count(file.report), DIAGNOSTICS)) {
        CHECK_TEXT(vrm_report_get(file.report, 0)->subject_name, "Many");
        CHECK_TEXT(vrm_report_get(file.report, 500)->subject_name, "Many");
        CHECK_TEXT(vrm_report_get(file.report, 600)->subject, "node");
        CHECK_TEXT(vrm_report_get(file.report, 600)->subject_name, "");
    }
    unload(&file);
}

TEST_SUITE(diagnostics, ENTRY(er_010_every_message_has_a_fixture),
           ENTRY(er_010_every_message_is_reported_as_its_kind_says),
           ENTRY(er_010_fixtures_say_nothing_else),
           ENTRY(er_010_a_diagnostic_names_the_element_around_it),
           ENTRY(er_018_finding_names_has_an_end));
