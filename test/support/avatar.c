#include "support/avatar.h"

#include "support/long_text.h"
#include "test.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Text that is valid for a while --- */

enum { STORE_COUNT = 16, STORE_BYTES = 1 << 16 };

static char *next_store(void) {
    static char store[STORE_COUNT][STORE_BYTES];
    static int next;
    next = (next + 1) % STORE_COUNT;
    return store[next];
}

const char *format_members(const char *format, ...) {
    char *out = next_store();
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(out, STORE_BYTES, format, arguments);
    va_end(arguments);
    return out;
}

/* --- The body --- */

static const struct {
    const char *bone; /* NULL: none */
    int parent;
    float x, y, z;
    const char *more;
} body[AVATAR_NODE_COUNT] = {
    {NULL, -1, 0, 0, 0, ""},
    {"hips", 0, 0, 1, 0, ""},
    {"spine", 1, 0, 0.1f, 0, ""},
    {"head", 2, 0, 0.5f, 0, ""},
    {"leftUpperLeg", 1, 0.1f, -0.1f, 0, ""},
    {"leftLowerLeg", 4, 0, -0.4f, 0, ""},
    {"leftFoot", 5, 0, -0.4f, 0, ""},
    {"rightUpperLeg", 1, -0.1f, -0.1f, 0, ""},
    {"rightLowerLeg", 7, 0, -0.4f, 0, ""},
    {"rightFoot", 8, 0, -0.4f, 0, ""},
    {"leftUpperArm", 2, 0.2f, 0.4f, 0, ""},
    {"leftLowerArm", 10, 0.25f, 0, 0, ""},
    {"leftHand", 11, 0.25f, 0, 0, ""},
    {"rightUpperArm", 2, -0.2f, 0.4f, 0, ""},
    {"rightLowerArm", 13, -0.25f, 0, 0, ""},
    {"rightHand", 14, -0.25f, 0, 0, ""},
    {NULL, AVATAR_HEAD, 0, 0, 0, ",'mesh':0"},
    {NULL, 0, 0, 0, 0, ",'mesh':0"},
    {NULL, 0, 0, 0, 0, ",'mesh':1"},
    {NULL, AVATAR_HEAD, 0.03f, 0.06f, 0.02f, ""},
    {NULL, AVATAR_HEAD, -0.03f, 0.06f, 0.02f, ""},
    {NULL, 0, 0, 1, 0, ""},
    {NULL, 21, 0, -0.1f, 0, ""},
    {NULL, 22, 0, -0.1f, 0, ""},
};

static void append_nodes(long_text *json, const avatar *from) {
    bool is_minus_z = from->dialect == VRM_DIALECT_0 || from->dialect == VRM_DIALECT_1_DRAFT;
    float turn = is_minus_z ? -1.0f : 1.0f;
    append(json, "'nodes':[");
    for (int i = 0; i < AVATAR_NODE_COUNT; ++i) {
        const char *comma = "";
        append(json, "%s{'name':'%s','translation':[%g,%g,%g]%s", i == 0 ? "" : ",",
               body[i].bone != NULL ? body[i].bone : "part", (double)(turn * body[i].x),
               (double)body[i].y, (double)(turn * body[i].z), body[i].more);
        for (int child = 0; child < AVATAR_NODE_COUNT; ++child) {
            if (body[child].parent != i) continue;
            append(json, "%s%d", comma[0] == '\0' ? ",'children':[" : comma, child);
            comma = ",";
        }
        append(json, comma[0] == '\0' ? "}" : "]}");
    }
    if (from->nodes != NULL && from->nodes[0] != '\0') append(json, ",%s", from->nodes);
    append(json, "],");
}

const char *humanoid_members(const char *without, const char *more) {
    long_text json = {NULL, 0, 0};
    const char *result;
    append(&json, "'humanoid':{'humanBones':{");
    for (int i = 0; i < AVATAR_NODE_COUNT; ++i) {
        if (body[i].bone == NULL) continue;
        if (without != NULL && strcmp(body[i].bone, without) == 0) continue;
        append(&json, "'%s':{'node':%d},", body[i].bone, i);
    }
    if (more != NULL && more[0] != '\0') append(&json, "%s,", more);
    json.data[json.length - 1] = '\0'; /* the last comma */
    result = format_members("%s}}", json.data);
    free(json.data);
    return result;
}

const char *meta_members(const char *more) {
    return format_members("'meta':{'name':'Test','authors':['Tester'],"
                          "'licenseUrl':'https://vrm.dev/licenses/1.0/'%s%s}",
                          more != NULL && more[0] != '\0' ? "," : "", more != NULL ? more : "");
}

/* 0.x has chest and neck too: nodes that stand for both are the eyes here. */
static const char *old_humanoid(void) {
    long_text json = {NULL, 0, 0};
    const char *result;
    append(&json, "'humanoid':{'humanBones':[");
    for (int i = 0; i < AVATAR_NODE_COUNT; ++i) {
        if (body[i].bone != NULL) append(&json, "{'bone':'%s','node':%d},", body[i].bone, i);
    }
    result = format_members("%s{'bone':'chest','node':22},{'bone':'neck','node':23}]}", json.data);
    free(json.data);
    return result;
}

/* --- The file --- */

static bool has_member(const char *members, const char *key) {
    char quoted[64];
    snprintf(quoted, sizeof quoted, "'%s':", key);
    return members != NULL && strstr(members, quoted) != NULL;
}

static void append_default(long_text *json, const char *given, const char *key,
                           const char *member) {
    if (!has_member(given, key)) append(json, "%s,", member);
}

static void append_vrm(long_text *json, const avatar *from) {
    const char *vrm = from->vrm;
    append(json, from->dialect == VRM_DIALECT_0 ? "'VRM':{" : "'VRMC_vrm':{");
    switch (from->dialect) {
    case VRM_DIALECT_0:
        append_default(json, vrm, "specVersion", "'specVersion':'0.0'");
        append_default(json, vrm, "meta",
                       "'meta':{'title':'Test','author':'Tester','allowedUserName':'OnlyAuthor',"
                       "'licenseName':'Other'}");
        append_default(json, vrm, "humanoid", old_humanoid());
        break;
    case VRM_DIALECT_1_DRAFT:
        append_default(json, vrm, "specVersion", "'specVersion':'1.0'");
        append_default(json, vrm, "meta", "'meta':{'title':'Test','author':'Tester'}");
        append_default(json, vrm, "humanoid", humanoid_members(NULL, NULL));
        break;
    default:
        append_default(json, vrm, "specVersion",
                       from->dialect == VRM_DIALECT_1_BETA ? "'specVersion':'1.0-beta'"
                                                           : "'specVersion':'1.0'");
        append_default(json, vrm, "meta", meta_members(NULL));
        append_default(json, vrm, "humanoid", humanoid_members(NULL, NULL));
        break;
    }
    if (vrm != NULL && vrm[0] != '\0') {
        append(json, "%s}", vrm);
    } else {
        append(json, "'extras':{}}");
    }
}

/* Three positions, and three images behind them. */
enum { BIN_BYTES = 36 + 12 };

fixture avatar_file(const avatar *from) {
    static const char primitive[] = "'attributes':{'POSITION':0},'targets':[{'POSITION':0}";
    unsigned char bin[BIN_BYTES];
    long_text json = {NULL, 0, 0};
    fixture file;
    memset(bin, 0, 36);
    memcpy(bin + 36, "PNGPNG.1JPEG", 12);
    append(&json, "{'asset':{'version':'2.0'},'extensions':{");
    append_vrm(&json, from);
    if (from->extensions != NULL && from->extensions[0] != '\0') {
        append(&json, ",%s", from->extensions);
    }
    append(&json, "},'buffers':[{'byteLength':48}],'bufferViews':[{'buffer':0,'byteLength':36},"
                  "{'buffer':0,'byteOffset':36,'byteLength':3},"
                  "{'buffer':0,'byteOffset':39,'byteLength':5},"
                  "{'buffer':0,'byteOffset':44,'byteLength':4}],"
                  "'accessors':[{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3',"
                  "'min':[0,0,0],'max':[0,0,0]}],");
    append_default(&json, from->root, "extensionsUsed",
                   from->dialect == VRM_DIALECT_0
                       ? "'extensionsUsed':['VRM']"
                       : "'extensionsUsed':['VRMC_vrm','VRMC_springBone','VRMC_node_constraint',"
                         "'VRMC_springBone_extended_collider','VRMC_springBone_limit',"
                         "'VRMC_materials_mtoon',"
                         "'VRMC_materials_hdr_emissiveMultiplier','KHR_texture_transform',"
                         "'KHR_materials_unlit','KHR_materials_emissive_strength']");
    append_default(&json, from->root, "images",
                   "'images':[{'bufferView':1,'mimeType':'image/png'},"
                   "{'bufferView':2,'mimeType':'image/png'},"
                   "{'bufferView':3,'mimeType':'image/jpeg'}]");
    append_default(&json, from->root, "textures",
                   "'textures':[{'source':0},{'source':1},{'source':2},{'source':1}]");
    append_default(&json, from->root, "materials",
                   "'materials':[{'name':'skin'},{'name':'cloth','alphaMode':'BLEND'}]");
    if (!has_member(from->root, "meshes")) {
        append(&json, "'meshes':[{'primitives':[{%s,{'POSITION':0}]}]},", primitive);
        append(&json, "{'primitives':[{%s]}]}],", primitive);
    }
    if (!has_member(from->root, "nodes")) append_nodes(&json, from);
    if (from->root != NULL && from->root[0] != '\0') {
        append(&json, "%s}", from->root);
    } else {
        append(&json, "'extras':{}}");
    }
    file = fixture_glb(json.data, bin, sizeof bin);
    free(json.data);
    return file;
}

loaded load_avatar(const avatar *from) { return load_avatar_file(avatar_file(from), NULL); }

loaded load_avatar_strict(const avatar *from) {
    vrm_load_desc desc;
    vrm_load_desc_init(&desc);
    desc.flags = VRM_LOAD_STRICT;
    return load_avatar_file(avatar_file(from), &desc);
}

static loaded load_dialect(vrm_dialect dialect, const char *vrm, const char *root) {
    const avatar from = {dialect, vrm, root, NULL, NULL};
    return load_avatar(&from);
}

loaded load_vrm1(const char *vrm, const char *root) {
    return load_dialect(VRM_DIALECT_1, vrm, root);
}

loaded load_beta(const char *vrm, const char *root) {
    return load_dialect(VRM_DIALECT_1_BETA, vrm, root);
}

loaded load_draft(const char *vrm, const char *root) {
    return load_dialect(VRM_DIALECT_1_DRAFT, vrm, root);
}

loaded load_old_vrm(const char *vrm, const char *root) {
    return load_dialect(VRM_DIALECT_0, vrm, root);
}

loaded load_vrm1_strict(const char *vrm, const char *root) {
    const avatar from = {VRM_DIALECT_1, vrm, root, NULL, NULL};
    return load_avatar_strict(&from);
}

loaded load_vrm1_springs(const char *members) {
    avatar from = {VRM_DIALECT_1, NULL, NULL, NULL, NULL};
    from.extensions = format_members("'VRMC_springBone':{'specVersion':'1.0',%s}", members);
    return load_avatar(&from);
}

/* --- The result --- */

int count_findings(const loaded *file) {
    return (int)(vrm_report_found(file->report, VRM_SEVERITY_WARNING) +
                 vrm_report_found(file->report, VRM_SEVERITY_ERROR));
}
