#include "hostile/hostile_files.h"

#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(_WIN32)
#include <windows.h>
#endif

/* A skinned square with two morph targets (one of them sparse), a texture and an animation. */
static const char skinned_json[] =
    "{'asset':{'version':'2.0','generator':'hostile'},'scene':0,"
    "'buffers':[{'byteLength':384}],"
    "'bufferViews':["
    "{'buffer':0,'byteLength':96,'byteStride':24,'target':34962},"
    "{'buffer':0,'byteOffset':96,'byteLength':48},"
    "{'buffer':0,'byteOffset':144,'byteLength':12,'target':34963},"
    "{'buffer':0,'byteOffset':156,'byteLength':4},"
    "{'buffer':0,'byteOffset':160,'byteLength':24},"
    "{'buffer':0,'byteOffset':184,'byteLength':128},"
    "{'buffer':0,'byteOffset':312,'byteLength':56},"
    "{'buffer':0,'byteOffset':368,'byteLength':16}],"
    "'accessors':["
    "{'bufferView':0,'componentType':5126,'count':4,'type':'VEC3','min':[0,0,0],'max':[1,1,0]},"
    "{'bufferView':0,'byteOffset':12,'componentType':5126,'count':4,'type':'VEC3'},"
    "{'bufferView':1,'componentType':5123,'count':4,'type':'VEC2','normalized':true},"
    "{'bufferView':1,'byteOffset':16,'componentType':5121,'count':4,'type':'VEC4'},"
    "{'bufferView':1,'byteOffset':32,'componentType':5121,'normalized':true,'count':4,"
    "'type':'VEC4'},"
    "{'bufferView':2,'componentType':5123,'count':6,'type':'SCALAR'},"
    "{'componentType':5126,'count':4,'type':'VEC3','sparse':{'count':2,"
    "'indices':{'bufferView':3,'componentType':5121},"
    "'values':{'bufferView':4,'byteOffset':0}}},"
    "{'bufferView':5,'componentType':5126,'count':2,'type':'MAT4'},"
    "{'bufferView':6,'componentType':5126,'count':2,'type':'SCALAR','min':[0],'max':[1]},"
    "{'bufferView':6,'byteOffset':8,'componentType':5126,'count':2,'type':'VEC4'},"
    "{'bufferView':6,'byteOffset':40,'componentType':5126,'count':4,'type':'SCALAR'}],"
    "'images':[{'bufferView':7,'mimeType':'image/png','name':'skin'}],"
    "'samplers':[{'magFilter':9729,'minFilter':9987,'wrapS':33071,'wrapT':10497}],"
    "'textures':[{'source':0,'sampler':0,'extensions':{'EXT_texture_webp':{'source':0}}}],"
    "'materials':[{'name':'m','pbrMetallicRoughness':{'baseColorFactor':[1,0.5,0,1],"
    "'baseColorTexture':{'index':0,'texCoord':0,'extensions':{'KHR_texture_transform':"
    "{'offset':[0.5,0],'scale':[2,2],'rotation':0.1}}},'metallicFactor':0},"
    "'normalTexture':{'index':0,'scale':2},'alphaMode':'MASK','alphaCutoff':0.3,"
    "'doubleSided':true,'extensions':{'KHR_materials_unlit':{},"
    "'KHR_materials_emissive_strength':{'emissiveStrength':3}}}],"
    "'meshes':[{'name':'body','weights':[0.5,0],'extras':{'targetNames':['smile','\\u00e9']},"
    "'primitives':[{'attributes':{'POSITION':0,'NORMAL':1,'TEXCOORD_0':2,'JOINTS_0':3,"
    "'WEIGHTS_0':4},'indices':5,'material':0,'mode':4,"
    "'targets':[{'POSITION':6},{'POSITION':1,'NORMAL':6}]}]}],"
    "'skins':[{'joints':[1,2],'inverseBindMatrices':7,'skeleton':1}],"
    "'nodes':[{'name':'root','children':[1,3]},{'children':[2],'translation':[0,1,0]},"
    "{'rotation':[0,0.6,0,0.8],'scale':[1,2,1]},{'mesh':0,'skin':0,'weights':[0,1]},"
    "{'matrix':[1,0,0,0,0,1,0,0,0,0,1,0,1,2,3,1]}],"
    "'scenes':[{'name':'s','nodes':[0,4]}],"
    "'animations':[{'name':'wave','channels':["
    "{'sampler':0,'target':{'node':2,'path':'rotation'}},"
    "{'sampler':1,'target':{'node':3,'path':'weights'}}],"
    "'samplers':[{'input':8,'output':9,'interpolation':'STEP'},{'input':8,'output':10}]}]}";

static void put_floats(unsigned char *out, size_t count, const float *values) {
    for (size_t i = 0; i < count; ++i) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        for (int k = 0; k < 4; ++k) out[i * 4 + (size_t)k] = (unsigned char)(bits >> (8 * k));
    }
}

static fixture make_skinned(void) {
    static const float vertices[24] = {0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1,
                                       1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0};
    static const float values[6] = {0, 0.1f, 0, 0, 0.2f, 0};
    static const float binds[32] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1,
                                    1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1};
    static const float keys[14] = {0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 1, 0};
    static const unsigned char indices[12] = {0, 0, 1, 0, 2, 0, 0, 0, 2, 0, 3, 0};
    unsigned char bin[384];
    memset(bin, 0, sizeof bin);
    put_floats(bin, 24, vertices);
    for (size_t i = 0; i < 4; ++i) {
        bin[96 + 4 * i] = 0xFF;
        bin[112 + 4 * i] = (unsigned char)(i % 2);
        bin[128 + 4 * i] = 255;
    }
    memcpy(bin + 144, indices, sizeof indices);
    bin[157] = 3; /* sparse indices 0 and 3 */
    put_floats(bin + 160, 6, values);
    put_floats(bin + 184, 32, binds);
    put_floats(bin + 312, 14, keys);
    memcpy(bin + 368, "\x89PNG\r\n\x1a\n", 8);
    return fixture_glb(skinned_json, bin, sizeof bin);
}

/* An avatar in VRM 1.0's words, without payload, with values that need a word here and there. */
static const char vrm_json[] =
    "{'asset':{'version':'2.0','minVersion':'2.0','copyright':'\\u00a9 \\ud83d\\ude00'},"
    "'extensionsUsed':['VRMC_vrm','VRMC_springBone','VRMC_materials_mtoon',"
    "'KHR_mesh_quantization','VRMC_node_constraint'],"
    "'extensionsRequired':['KHR_mesh_quantization'],"
    "'extensions':{'VRMC_vrm':{'specVersion':'1.0','meta':{'name':'A','version':'1',"
    "'authors':['B'],'licenseUrl':'https://vrm.dev/licenses/1.0/','thumbnailImage':0,"
    "'avatarPermission':'everyone'},'humanoid':{'humanBones':{'hips':{'node':0},"
    "'spine':{'node':1},'head':{'node':2}}},'expressions':{'preset':{'happy':"
    "{'isBinary':true,'morphTargetBinds':[{'node':2,'index':0,'weight':1.0}],"
    "'materialColorBinds':[{'material':0,'type':'color','targetValue':[1,0,0,1]}]}}},"
    "'lookAt':{'type':'bone','offsetFromHeadBone':[0,0.06,0]}},"
    "'VRMC_springBone':{'specVersion':'1.0','colliders':[{'node':1,'shape':{'sphere':"
    "{'offset':[0,0,0],'radius':0.1}}}],'springs':[{'joints':[{'node':1,'hitRadius':0.02},"
    "{'node':2}],'colliderGroups':[]}]}},"
    "'scene':0,'scenes':[{'nodes':[0]}],"
    "'nodes':[{'name':'hips','children':[1],'translation':[0,1,0]},"
    "{'name':'spine','children':[2],'extensions':{'VRMC_node_constraint':{'specVersion':'1.0',"
    "'constraint':{'roll':{'source':2,'rollAxis':'X','weight':0.5}}}}},"
    "{'name':'head','mesh':0,'rotation':[0,0,0,2],'scale':[1,1,-1],'camera':0,"
    "'weights':[1e-3]}],"
    "'cameras':[{'type':'perspective'}],"
    "'accessors':[{'componentType':5122,'normalized':true,'count':3,'type':'VEC3'},"
    "{'componentType':5126,'count':3.0,'type':'VEC2'}],"
    "'meshes':[{'name':'face','primitives':[{'attributes':{'POSITION':0,'TEXCOORD_0':1,"
    "'_CUSTOM':1},'targets':[{'POSITION':0}],'material':0,'extras':{'targetNames':['a']}}]}],"
    "'images':[{'uri':'textures/a%20b.png'},{'name':'none'}],"
    "'textures':[{'source':0},{}],"
    "'materials':[{'emissiveFactor':[0,0,2],'alphaMode':'BLEND','occlusionTexture':"
    "{'index':0,'strength':0.5},'extensions':{'VRMC_materials_mtoon':{'specVersion':'1.0',"
    "'shadeColorFactor':[1,1,1],'outlineWidthMode':'none'}}}],"
    "'samplers':[{'magFilter':1}],"
    "'skins':[{'joints':[1,1,7]}],"
    "'animations':[{'channels':[{'sampler':0,'target':{'path':'pointer'}}],'samplers':[]}]}";

/* A plain .gltf: data URIs for a buffer and an image, a strip, an external file. */
static const char gltf_json[] =
    "{\n  \"asset\": {\"version\": \"2.0\"},\n"
    "  \"buffers\": [{\"byteLength\": 44, \"uri\": \"data:application/octet-stream;base64,"
    "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAABAAIAAQA=\"},\n"
    "    {\"byteLength\": 8, \"uri\": \"more.bin\"}],\n"
    "  \"bufferViews\": [{\"buffer\": 0, \"byteLength\": 36},"
    " {\"buffer\": 0, \"byteOffset\": 36, \"byteLength\": 8}],\n"
    "  \"accessors\": [{\"bufferView\": 0, \"componentType\": 5126, \"count\": 3,"
    " \"type\": \"VEC3\"},\n"
    "    {\"bufferView\": 1, \"componentType\": 5123, \"count\": 4, \"type\": \"SCALAR\"}],\n"
    "  \"images\": [{\"uri\": \"data:image/png;base64,iVBORw0KGgo=\"}],\n"
    "  \"meshes\": [{\"primitives\": [{\"attributes\": {\"POSITION\": 0}, \"indices\": 1,"
    " \"mode\": 5}]}],\n"
    "  \"nodes\": [{\"mesh\": 0}, {\"matrix\": [1,0,0,0,0,-1,0,0,0,0,1,0,0,0,0,1]}],\n"
    "  \"scenes\": [{\"nodes\": [0, 1]}]\n}\n";

static size_t u32_at(const unsigned char *bytes) {
    return bytes[0] | (size_t)bytes[1] << 8 | (size_t)bytes[2] << 16 | (size_t)bytes[3] << 24;
}

/* An avatar of each dialect, from the seeds of fuzz_document, behind its two bytes of options. */
static fixture read_seed(const char *name) {
    const char *folder = test_option("seeds");
    fixture file = {NULL, 0};
    char path[1024], json[32768];
    FILE *stream;
    size_t length;
    snprintf(path, sizeof path, "%s/fuzz_document/%s", folder != NULL ? folder : "", name);
    stream = folder != NULL ? fopen(path, "rb") : NULL;
    if (stream == NULL) return file;
    length = fread(json, 1, sizeof json - 1, stream);
    fclose(stream);
    json[length] = '\0';
    return fixture_glb(json + 2, NULL, 0);
}

hostile_file hostile_file_make(int index) {
    static const char *const corpus[] = {
        "usd/fixtures/minimal.vrm",          "usd/fixtures/materials.vrm",
        "usd/fixtures/multiskin_ibm.vrm",    "usd/fixtures/springbone.vrm",
        "usd/fixtures/constraints.vrm",      "usd/fixtures/expressions.vrm",
        "usd/fixtures/vrm0_expressions.vrm", "usd/fixtures/vrm0_frontbake.vrm",
    };
    static const char *const avatars[] = {"avatar-1.0",
                                          "avatar-1.0-beta",
                                          "avatar-1.0-beta-made",
                                          "avatar-1.0-beta-thumbs",
                                          "avatar-1.0-draft",
                                          "avatar-1.0-draft-schema",
                                          "avatar-1.0-draft-prose",
                                          "avatar-0.x"};
    hostile_file made = {"skinned", {NULL, 0}, 0, 0, true};
    if (index == 0) {
        made.file = make_skinned();
    } else if (index == 1) {
        made.name = "vrm";
        made.file = fixture_glb(vrm_json, NULL, 0);
    } else if (index == 2) {
        made.name = "gltf";
        made.file = fixture_bytes(gltf_json, sizeof gltf_json - 1);
        made.is_glb = false;
    } else if (index < HOSTILE_AVATARS) {
        made.name = corpus[index - HOSTILE_MADE];
        made.file = fixture_corpus(made.name);
    } else {
        made.name = avatars[index - HOSTILE_AVATARS];
        made.file = read_seed(made.name);
    }
    made.json_begin = made.is_glb ? 20 : 0;
    made.json_end = made.file.size;
    if (made.is_glb && made.file.size >= 20) made.json_end = 20 + u32_at(made.file.bytes + 12);
    return made;
}

void hostile_file_free(hostile_file *file) { fixture_free(&file->file); }

static void put_u32(unsigned char *out, size_t value) {
    for (int i = 0; i < 4; ++i) out[i] = (unsigned char)(value >> (8 * i));
}

fixture hostile_file_replace(const hostile_file *file, size_t begin, size_t end, const char *text) {
    size_t length = strlen(text), json_length, rest = file->file.size - file->json_end;
    size_t padding = 0;
    fixture made;
    unsigned char *at;
    json_length = file->json_end - file->json_begin - (end - begin) + length;
    if (file->is_glb) padding = (4 - json_length % 4) % 4;
    made.size = file->json_begin + json_length + padding + rest;
    made.bytes = malloc(made.size != 0 ? made.size : 1);
    memcpy(made.bytes, file->file.bytes, begin);
    at = made.bytes + begin;
    memcpy(at, text, length);
    at += length;
    memcpy(at, file->file.bytes + end, file->json_end - end);
    at += file->json_end - end;
    memset(at, ' ', padding);
    memcpy(at + padding, file->file.bytes + file->json_end, rest);
    if (file->is_glb) {
        put_u32(made.bytes + 8, made.size);
        put_u32(made.bytes + 12, json_length + padding);
    }
    return made;
}

static size_t string_end(const unsigned char *text, size_t at, size_t end) {
    for (++at; at < end && text[at] != '"'; ++at) at += text[at] == '\\';
    return at + 1;
}

size_t hostile_value_end(const hostile_file *file, size_t at) {
    const unsigned char *text = file->file.bytes;
    size_t before = at, i = at, depth = 0;
    while (before > file->json_begin && text[before - 1] <= ' ') --before;
    if (before > file->json_begin && strchr("{[,:", text[before - 1]) == NULL) return at;
    if (strchr(" \t\r\n]},:", text[at]) != NULL) return at;
    if (text[at] == '"') return string_end(text, at, file->json_end);
    if (text[at] != '{' && text[at] != '[') {
        while (i < file->json_end && strchr(" \t\r\n]},:", text[i]) == NULL) ++i;
        return i;
    }
    do {
        if (text[i] == '"') {
            i = string_end(text, i, file->json_end);
            continue;
        }
        depth += text[i] == '{' || text[i] == '[';
        depth -= text[i] == '}' || text[i] == ']';
        ++i;
    } while (depth > 0 && i < file->json_end);
    return i;
}

/* Of the processor: others may have it in between. On Windows clock() is the time of the wall. */
double hostile_seconds(void) {
#if defined(_WIN32)
    FILETIME created, ended, kernel, user;
    GetProcessTimes(GetCurrentProcess(), &created, &ended, &kernel, &user);
    return ((double)user.dwHighDateTime * 4294967296.0 + (double)user.dwLowDateTime) * 1e-7 +
           ((double)kernel.dwHighDateTime * 4294967296.0 + (double)kernel.dwLowDateTime) * 1e-7;
#else
    return (double)clock() / CLOCKS_PER_SEC;
#endif
}

/* The yardstick: a good file of 4,000 nodes. */
double hostile_slowness(void) {
    static double slowness = 0;
    static const char node[] = "{'name':'a node','translation':[0,0.25,1e-3],'scale':[1,1,1]},";
    static const double reference = 0.0012; /* seconds, measured */
    const size_t length = sizeof node - 1, count = 4000;
    char *json;
    fixture file;
    if (slowness > 0) return slowness;
    json = malloc(64 + length * count);
    strcpy(json, "{'asset':{'version':'2.0'},'nodes':[");
    for (size_t i = 0; i < count; ++i) memcpy(json + 36 + length * i, node, length);
    strcpy(json + 36 + length * count, "{}]}");
    file = fixture_glb(json, NULL, 0);
    free(json);
    slowness = 1e9;
    for (int i = 0; i < 5; ++i) { /* the best of five: others use the machine too */
        vrm_model *model = NULL;
        vrm_load_desc desc;
        double start = hostile_seconds(), seconds;
        vrm_load_desc_init(&desc);
        desc.flags = VRM_LOAD_ANY_GLTF;
        vrm_model_load(file.bytes, file.size, &desc, &model, NULL);
        seconds = hostile_seconds() - start;
        vrm_model_release(model);
        if (seconds / reference < slowness) slowness = seconds / reference;
    }
    fixture_free(&file);
    if (slowness < 1) slowness = 1;
    /* Under valgrind what else the machine does slows the test down more than the yardstick. */
    if (test_option("patience") != NULL) slowness *= atof(test_option("patience"));
    return slowness;
}

uint32_t hostile_random(uint64_t *state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33);
}
