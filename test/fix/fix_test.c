/*
 * Repairs: each on the least file that needs it. The new file must mean the same as the old one,
 * have the diagnostic no longer, and stay as it is when it is fixed again.
 */
#include "author/fix/repairs.h"
#include "support/avatar.h"
#include "support/compare_tables.h"
#include "support/refusals.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vrm/author/fix.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

#define AVATAR(dialect, vrm, root, extensions, nodes)                                              \
    { VRM_DIALECT_##dialect, vrm, root, extensions, nodes }
#define VRM1(members) AVATAR(1, members, NULL, NULL, NULL)
#define ROOT(members) AVATAR(1, NULL, members, NULL, NULL)
#define NODES(nodes) AVATAR(1, NULL, NULL, NULL, nodes)
#define VRM0(members) AVATAR(0, members, NULL, NULL, NULL)
#define SPRING_BONE(members)                                                                       \
    AVATAR(1, NULL, "'extensionsUsed':['VRMC_vrm','VRMC_springBone']",                             \
           "'VRMC_springBone':{'specVersion':'1.0'," members "}", NULL)
#define SHAPE(shape)                                                                               \
    AVATAR(1, NULL,                                                                                \
           "'extensionsUsed':['VRMC_vrm','VRMC_springBone','VRMC_springBone_extended_collider']",  \
           "'VRMC_springBone':{'specVersion':'1.0','colliders':[{'node':3,'shape':{'sphere':{"     \
           "'radius':1}},'extensions':{'VRMC_springBone_extended_collider':{'specVersion':'1.0',"  \
           "'shape':{" shape "}}}}]}",                                                             \
           NULL)
#define LIMIT(kind)                                                                                \
    AVATAR(1, NULL, "'extensionsUsed':['VRMC_vrm','VRMC_springBone','VRMC_springBone_limit']",     \
           "'VRMC_springBone':{'specVersion':'1.0','springs':[{'joints':[{'node':3,'extensions':{" \
           "'VRMC_springBone_limit':{'specVersion':'1.0-draft','limit':{" kind "}}}},{'node':4}]"  \
           "}]}",                                                                                  \
           NULL)
#define ROLL(axis)                                                                                 \
    AVATAR(1, NULL, "'extensionsUsed':['VRMC_vrm','VRMC_node_constraint']", NULL,                  \
           "{'extensions':{'VRMC_node_constraint':{'specVersion':'1.0','constraint':{'roll':{"     \
           "'source':1," axis "}}}}}")
#define MATERIAL(members) ROOT("'materials':[{" members "}]")
#define MTOON(members)                                                                             \
    ROOT("'extensionsUsed':['VRMC_vrm','VRMC_materials_mtoon'],'materials':[{'extensions':{"       \
         "'VRMC_materials_mtoon':{'specVersion':'1.0'," members "}}}]")

/* --- One case --- */

typedef struct fixed_file {
    vrm_written *fixed;
    vrm_report *left;
    const unsigned char *bytes;
    size_t size;
} fixed_file;

static fixed_file fix(const void *bytes, size_t size) {
    fixed_file out = {NULL, NULL, NULL, 0};
    CHECK_INT(vrm_fix(bytes, size, NULL, &out.fixed, &out.left), VRM_OK);
    out.bytes = vrm_written_bytes(out.fixed, &out.size);
    return out;
}

static void fixed_free(fixed_file *file) {
    vrm_written_destroy(file->fixed);
    vrm_report_destroy(file->left);
}

static int count_of(const vrm_report *report, const char *code) {
    int count = 0;
    for (uint32_t i = 0; i < vrm_report_count(report); ++i) {
        count += strcmp(vrm_report_get(report, i)->code, code) == 0;
    }
    return count;
}

static int count_fixed(const vrm_written *file, const char *code) {
    int count = 0;
    for (uint32_t i = 0; i < vrm_written_change_count(file); ++i) {
        const vrm_change *change = vrm_written_change(file, i);
        const vrm_diagnostic *diagnostic = vrm_written_fixed(file, i);
        CHECK_TEXT(change->code, diagnostic->code);
        CHECK_TEXT(change->from, diagnostic->pointer);
        CHECK_TEXT(change->text, vrm_fix_sentence(change->code));
        count += strcmp(change->code, code) == 0;
    }
    return count;
}

/* Whether bytes hold a text that is written with ' for ". */
static bool holds(const unsigned char *bytes, size_t size, const char *text) {
    size_t length = strlen(text);
    for (size_t i = 0; i + length <= size; ++i) {
        size_t k = 0;
        while (k < length && bytes[i + k] == (text[k] == '\'' ? '"' : (unsigned char)text[k])) ++k;
        if (k == length) return true;
    }
    return false;
}

static void check_same_meaning(const fixture *before, const fixed_file *after) {
    vrm_model *a = NULL, *b = NULL;
    compared left, right;
    char text[1024];
    REQUIRE(vrm_model_load(before->bytes, before->size, NULL, &a, NULL) == VRM_OK);
    REQUIRE(vrm_model_load(after->bytes, after->size, NULL, &b, NULL) == VRM_OK);
    left = compared_model(a);
    right = compared_model(b);
    if (!CHECK_INT(compare_tables(&left, &right, NULL, text, sizeof text), 0)) puts(text);
    for (uint32_t i = 0; i < left.node_count; ++i) {
        CHECK(memcmp(&vrm_model_gltf(a)->nodes[i].rest, &vrm_model_gltf(b)->nodes[i].rest,
                     sizeof(vrm_trs)) == 0);
    }
    vrm_model_release(a);
    vrm_model_release(b);
}

static void check_fixed_point(const fixed_file *file) {
    fixed_file again = fix(file->bytes, file->size);
    CHECK_INT(vrm_written_change_count(again.fixed), 0);
    CHECK(again.size == file->size && memcmp(again.bytes, file->bytes, file->size) == 0);
    fixed_free(&again);
}

/* `code` is fixed `count` times, `left` times it is left; the file then holds `text`. */
static void check_fix(fixture file, const char *code, int count, int left, const char *text) {
    fixed_file out = fix(file.bytes, file.size);
    test_note("%s, %s", code, text);
    if (out.fixed != NULL) {
        CHECK_INT(count_fixed(out.fixed, code), count);
        CHECK_INT(count_of(out.left, code), left);
        CHECK(holds(out.bytes, out.size, text));
        if (count == 0) CHECK(out.size == file.size);
        check_same_meaning(&file, &out);
        check_fixed_point(&out);
    }
    fixed_free(&out);
    fixture_free(&file);
}

typedef struct fix_case {
    const char *code;
    avatar from;
    const char *after;
} fix_case;

static void check_cases(const fix_case *cases, size_t count, int is_fixed) {
    for (size_t i = 0; i < count; ++i) {
        check_fix(avatar_file(&cases[i].from), cases[i].code, is_fixed, !is_fixed, cases[i].after);
    }
}

/* --- The tables --- */

static const fix_case fixed_cases[] = {
    {"json-duplicate-key", NODES("{'name':'a','name':'a'}"), "{'name':'a'}"},
    {"json-duplicate-key",
     NODES("{'translation':[1,2,0.5],'rotation':[0,0,0,1],'translation':[1,2,0.5]}"),
     "{'rotation':[0,0,0,1],'translation':[1,2,0.5]}"},
    {"field-range", MATERIAL("'pbrMetallicRoughness':{'metallicFactor':1.5}"),
     "{'metallicFactor':1}"},
    {"field-range", MATERIAL("'alphaMode':'MASK','alphaCutoff' : -0.25"), "'alphaCutoff' : 0"},
    {"field-range", SPRING_BONE("'springs':[{'joints':[{'node':21,'dragForce':7},{'node':22}]}]"),
     "{'node':21,'dragForce':1}"},
    {"field-vector-long", NODES("{'translation':[1,2,3,1]}"), "{'translation':[1,2,3]}"},
    {"index-negative", NODES("{'name':'x','mesh':-1}"), "{'name':'x'}"},
    {"index-negative", NODES("{'children':[-1,25]},{}"), "{'children':[25]},{}"},
    {"array-empty", AVATAR(1, NULL, NULL, NULL, "{'mesh':0,'weights':[]}"), "{'mesh':0}"},
    {"array-empty", ROOT("'animations':[]"), "'asset'"},
    {"array-empty", SPRING_BONE("'colliders':[ ]"), "'VRMC_springBone':{'specVersion':'1.0'}"},
    {"asset-version-missing", ROOT("'asset':{'generator':'x'}"),
     "{'generator':'x','version':'2.0'}"},
    {"asset-version-missing", ROOT("'asset':{'version':''}"), "{'version':'2.0'}"},
    {"extension-unlisted", ROOT("'extensionsRequired':['VRMC_odd']"), "'VRMC_odd'],"},
    {"extension-undeclared",
     AVATAR(1, NULL, "'extensionsUsed':['VRMC_vrm']", "'VRMC_springBone':{'specVersion':'1.0'}",
            NULL),
     "['VRMC_vrm','VRMC_springBone']"},
    {"node-rotation-zero", NODES("{'name':'x','rotation':[0,0,0,0]}"), "{'name':'x'}"},
    {"node-rotation-unit", NODES("{'rotation':[0,0,0,2]}"), "{'rotation':[0,0,0,1]}"},
    {"node-rotation-unit", NODES("{'rotation':[0.3,-0.4,0.7,0.9]}"), "{'rotation':[0.2"},
    {"node-matrix-and-trs",
     NODES("{'matrix':[1,0,0,0,0,1,0,0,0,0,1,0,1,2,3,1],'rotation':[0,0,0,1],'name':'m',"
           "'scale':[1,1,1]}"),
     "{'matrix':[1,0,0,0,0,1,0,0,0,0,1,0,1,2,3,1],'name':'m'}"},
    {"node-matrix-row", NODES("{'matrix':[1,0,0,1e-6,0,1,0,0,0,0,1,0,1,2,3,0.9999]}"),
     "{'matrix':[1,0,0,0,0,1,0,0,0,0,1,0,1,2,3,1]}"},
    {"spec-version-missing",
     AVATAR(1, NULL, "'extensionsUsed':['VRMC_vrm','VRMC_springBone']", "'VRMC_springBone':{}",
            NULL),
     "'VRMC_springBone':{'specVersion':'1.0'}"},
    {"spring-root-twice", VRM0("'secondaryAnimation':{'boneGroups':[{'bones':[21,16,21]}]}"),
     "{'bones':[21,16]}"},
    {"collider-palne", SHAPE("'palne' : {'normal':[0,1,0]}"), "{'plane' : {'normal':[0,1,0]}}"},
    {"collider-normal", SHAPE("'plane':{'normal':[0,-2,0]}"), "{'normal':[0,-1,0]}"},
    {"spring-limit-rotation", LIMIT("'hinge':{'rotation':[0,0,0,-2],'angle':0.25}"),
     "{'hinge':{'rotation':[0,0,0,-1],'angle':0.25}}"},
    {"spring-limit-rotation-zero", LIMIT("'cone':{'angle':0.25,'rotation':[0,0,0,0]}"),
     "{'cone':{'angle':0.25}}"},
    {"constraint-axis-case", ROLL("'rollAxis':'y'"), "'rollAxis':'Y'"},
    {"constraint-axis-case", ROLL("'rollAxis':'z'"), "'rollAxis':'Z'"},
    {"bind-color-alpha",
     VRM1("'expressions':{'preset':{'happy':{'materialColorBinds':[{'material':0,'type':'color',"
          "'targetValue':[1,0.5,1]}]}}}"),
     "'targetValue':[1,0.5,1,1]"},
    {"annotation-no-mesh",
     VRM1("'firstPerson':{'meshAnnotations':[{'node':1,'type':'both'},{'node':18,'type':'both'}]}"),
     "[{'node':18,'type':'both'}]"},
    {"annotation-no-mesh",
     VRM1("'firstPerson':{'x':0,'meshAnnotations':[{'node':1,'type':'both'}]}"),
     "'firstPerson':{'x':0}"},
    {"annotation-twice",
     VRM1("'firstPerson':{'meshAnnotations':[{'node':18,'type':'both'},{'node':18,'type':'both'}"
          "]}"),
     "[{'node':18,'type':'both'}]"},
    {"render-queue", MTOON("'renderQueueOffsetNumber':4"), "'renderQueueOffsetNumber':0"},
};

/* The code can be fixed, but here something would be lost. */
static const fix_case left_alone[] = {
    {"json-duplicate-key", NODES("{'name':'a','name':'b'}"), "{'name':'a','name':'b'}"},
    {"json-duplicate-key", NODES("{'name':'a','name':'ab'}"), "{'name':'a','name':'ab'}"},
    {"json-duplicate-key", NODES("{'children':[],'children':[25]},{}"),
     "{'children':[],'children':[25]}"},
    {"json-duplicate-key", AVATAR(1, NULL, NULL, NULL, "{'mesh':0,'weights':[],'weights':[1]}"),
     "'weights':[],'weights':[1]"},
    {"json-duplicate-key", NODES("{'translation':[1,2,3,1],'translation':[1,2,3]}"),
     "{'translation':[1,2,3,1],'translation':[1,2,3]}"},
    {"json-duplicate-key", NODES("{'mesh':0,'mesh':1.5}"), "{'mesh':0,'mesh':1.5}"},
    {"json-duplicate-key", NODES("{'mesh':0,'mesh':1}"), "{'mesh':0,'mesh':1}"},
    {"field-range", MATERIAL("'emissiveFactor':[2,0,0]"), "[2,0,0]"},
    {"field-vector-long", NODES("{'translation':[1,2,3,4]}"), "[1,2,3,4]"},
    {"field-vector-long", NODES("{'translation':[1,2,3,'1']}"), "[1,2,3,'1']"},
    {"index-negative", MATERIAL("'normalTexture':{'index':-1}"), "{'index':-1}"},
    {"index-negative", ROOT("'skins':[{'joints':[-1,3]}]"), "[-1,3]"},
    {"index-negative", NODES("{'children':[-1]}"), "{'children':[-1]}"},
    {"array-empty", ROOT("'skins':[{'joints':[]}]"), "{'joints':[]}"},
    {"array-empty", SPRING_BONE("'colliderGroups':[{'colliders':[]}]"), "[{'colliders':[]}]"},
    {"asset-version-missing", ROOT("'asset':{'version':true}"), "{'version':true}"},
    {"node-matrix-and-trs",
     NODES("{'matrix':[1,0,0,0,0,1,0,0,0,0,1,0,1,2,3,1],'translation':[1,2,3]}"),
     "'translation':[1,2,3]"},
    {"node-matrix-row", NODES("{'matrix':[1,0,0,0.5,0,1,0,0,0,0,1,0,1,2,3,1]}"), "[1,0,0,0.5"},
    {"node-skin-without-mesh",
     AVATAR(1, NULL, "'skins':[{'joints':[3]}]", NULL, "{'skin':0,'mesh':99}"), "'skin':0"},
    {"spec-version-missing",
     ROOT("'extensionsUsed':['VRMC_vrm','VRMC_materials_mtoon'],'materials':[{'extensions':{"
          "'VRMC_materials_mtoon':{}}}]"),
     "'VRMC_materials_mtoon':{}"},
    {"spring-root-twice",
     VRM0("'secondaryAnimation':{'boneGroups':[{'bones':[21]},{'bones':[21]}]}"),
     "[{'bones':[21]},{'bones':[21]}]"},
    {"annotation-no-mesh",
     AVATAR(1, "'firstPerson':{'meshAnnotations':[{'node':24,'type':'both'}]}", NULL, NULL,
            "{'mesh':99}"),
     "[{'node':24,'type':'both'}]"},
    {"annotation-twice",
     VRM1("'firstPerson':{'meshAnnotations':[{'node':18,'type':'both'},{'node':18,'type':'auto'}"
          "]}"),
     "{'node':18,'type':'auto'}"},
};

TEST(er_022_what_loses_nothing_is_fixed) { check_cases(fixed_cases, COUNT(fixed_cases), 1); }

TEST(er_022_what_would_lose_something_is_left) { check_cases(left_alone, COUNT(left_alone), 0); }

/* --- Whole files --- */

#define VRM "'extensionsUsed':['VRMC_vrm'],'extensions':{'VRMC_vrm':{'specVersion':'1.0'}}"
#define FILE_WITH(members) "{'asset':{'version':'2.0'}," members "," VRM "}"

TEST(er_022_roots_of_scenes_are_listed_once) {
    check_fix(
        fixture_glb(FILE_WITH("'scenes':[{'nodes':[0,2,0, 2,0]}],'nodes':[{},{},{}]"), NULL, 0),
        "node-root-twice", 3, 0, "[0,2]");
    check_fix(
        fixture_glb(FILE_WITH("'scenes':[{'nodes':[1,0,2]}],'nodes':[{'children':[1]},{},{}]"),
                    NULL, 0),
        "node-root-has-parent", 1, 0, "[0,2]");
    /* Its root is not shown: what was meant is not known. */
    check_fix(fixture_glb(FILE_WITH("'scenes':[{'nodes':[1,2]}],'nodes':[{'children':[1]},{},{}]"),
                          NULL, 0),
              "node-root-has-parent", 0, 1, "[1,2]");
}

/* No list becomes empty. */
TEST(er_022_the_last_annotation_goes_with_its_list) {
    const avatar none = VRM1("'firstPerson':{'meshAnnotations':[{'node':1,'type':'both'},{'node':2,"
                             "'type':'both'},{'node':3,'type':'both'}]}");
    const avatar one = VRM1("'firstPerson':{'meshAnnotations':[{'node':1,'type':'both'},{'node':2,"
                            "'type':'both'},{'node':18,'type':'both'}]}");
    check_fix(avatar_file(&none), "annotation-no-mesh", 3, 0, "'firstPerson':{}");
    check_fix(avatar_file(&one), "annotation-no-mesh", 2, 0, "[{'node':18,'type':'both'}]");
}

/* Each repair may uncover the next: an index, then the list that it leaves empty. */
TEST(er_022_repairs_that_wait_for_others) {
    check_fix(fixture_glb("{'nodes':[{},{'rotation':[0,0,0,0],'rotation':[0,0,0,0]}],"
                          "'extensions':{'VRMC_vrm':{'specVersion':'1.0'},'VRMC_springBone':{"
                          "'specVersion':'1.0'}},'extensionsUsed':[]}",
                          NULL, 0),
              "extension-undeclared", 2, 0, "'extensionsUsed':['VRMC_springBone','VRMC_vrm']");
    check_fix(fixture_glb("{'extensions':{'VRMC_vrm':{'specVersion':'1.0'}},"
                          "'extensionsRequired':['A','B','A']}",
                          NULL, 0),
              "asset-version-missing", 1, 0, "'extensionsUsed':['A','B','VRMC_vrm']");
}

static const unsigned char
    payload[] = {0,    0,   128, 63,  0,  0,  0,  64, 0, 0, 64,  64,  /* 1, 2, 3 */
                 0,    0,   0,   0,   0,  0,  0,  65, 0, 0, 128, 191, /* 0, 8, -1 */
                 0,    0,   0,   0,   0,  0,  0,  65, 0, 0, 128, 191, 0,   0,   1,   0,
                 2,    0,   0,   0, /* indices */
                 0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0,   13,  'I', 'H', 'D', 'R',
                 0,    0,   0,   1,   0,  0,  0,  1,  8, 2, 0,   0,   0,   0,   0,   0};
#define PAYLOAD_FILE(position, indices, views, images)                                             \
    FILE_WITH("'buffers':[{'byteLength':76}],'bufferViews':[{'buffer':0,'byteLength':36},{"        \
              "'buffer':0,'byteOffset':36,'byteLength':6" views "},{'buffer':0,'byteOffset':44,"   \
              "'byteLength':32}],'accessors':[{'bufferView':0,'componentType':5126,'count':3,"     \
              "'type':'VEC3'" position "},{'bufferView':1,'componentType':5123,'count':3,"         \
              "'type':'SCALAR'" indices "}],'images':[{'bufferView':2" images "}],'nodes':[{"      \
              "'mesh':0}],'meshes':[{'primitives':[{'attributes':{'POSITION':0},'indices':1}]}]")
#define BOUNDS ",'min':[0,2,-1],'max':[1,8,3]"
#define PNG ",'mimeType':'image/png'"

static void check_payload_fix(const char *json, const char *code, int count, const char *text) {
    check_fix(fixture_glb(json, payload, sizeof payload), code, count, 0, text);
}

TEST(er_022_what_the_payload_tells_is_written) {
    check_payload_fix(PAYLOAD_FILE("", "", "", PNG), "position-no-bounds", 1,
                      ",'max':[1,8,3],'min':[0,2,-1]");
    check_payload_fix(PAYLOAD_FILE(",'min':[0,0,0],'max':[1,8,3]", "", "", PNG), "accessor-bounds",
                      2, BOUNDS);
    check_payload_fix(PAYLOAD_FILE(",'min':[0,2,-1],'max':[9,9,3]", "", "", PNG), "accessor-bounds",
                      2, BOUNDS);
    check_payload_fix(PAYLOAD_FILE(BOUNDS, ",'min':[0],'max':[3]", "", PNG), "accessor-bounds", 1,
                      "'max':[2]");
    check_payload_fix(PAYLOAD_FILE(BOUNDS ",'normalized':true", "", "", PNG), "accessor-normalized",
                      1, "'type':'VEC3'" BOUNDS "}");
    check_payload_fix(PAYLOAD_FILE(BOUNDS, "", ",'target':34962", PNG), "view-target", 1,
                      "'byteLength':6},");
    check_payload_fix(PAYLOAD_FILE(BOUNDS, "", "", ""), "image-mime-missing", 1,
                      "{'bufferView':2,'mimeType':'image/png'}");
    check_payload_fix(PAYLOAD_FILE(BOUNDS, "", "", ",'mimeType':'image/jpeg'"),
                      "image-not-mime-type", 1, "{'bufferView':2,'mimeType':'image/png'}");
}

#define SMALL_JSON                                                                                 \
    "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"VRMC_vrm\"],\"extensions\":{\"VRMC_"   \
    "vrm\":{\"specVersion\":\"1.0\"}}}"

/* A GLB with the chunks as they are given, without padding. */
static fixture container(const char *json, size_t json_size, const char *bin, size_t bin_size,
                         const char *tail, size_t tail_size) {
    unsigned char bytes[512];
    uint32_t size = (uint32_t)(12 + 8 + json_size + 8 + bin_size);
    const uint32_t head[5] = {0x46546C67, 2, size, (uint32_t)json_size, 0x4E4F534A};
    const uint32_t chunk[2] = {(uint32_t)bin_size, 0x004E4942};
    unsigned char *out = bytes;
    for (int i = 0; i < 20; ++i) *out++ = (unsigned char)(head[i / 4] >> (i % 4 * 8));
    memcpy(out, json, json_size);
    out += json_size;
    for (int i = 0; i < 8; ++i) *out++ = (unsigned char)(chunk[i / 4] >> (i % 4 * 8));
    memcpy(out, bin, bin_size);
    out += bin_size;
    memcpy(out, tail, tail_size);
    return fixture_bytes(bytes, size + tail_size);
}

TEST(er_022_containers_are_fixed) {
    static const char even[] = SMALL_JSON "   ", odd[] = SMALL_JSON "  ";
    static const char zeros[] = SMALL_JSON "\0\0\0", bom[] = "\xEF\xBB\xBF" SMALL_JSON;
    CHECK_INT(strlen(even) % 4, 0);
    check_fix(container(even, sizeof even - 1, "abcd", 4, "\0\0", 2), "glb-trailing-bytes", 1, 0,
              "abcd");
    check_fix(container(even, sizeof even - 1, "abcd", 4, "\0x", 2), "glb-trailing-bytes", 0, 1,
              "abcd");
    check_fix(container(odd, sizeof odd - 1, "abc", 3, "", 0), "glb-chunk-alignment", 2, 0, "abc");
    check_fix(container(zeros, sizeof zeros - 1, "abcd", 4, "", 0), "glb-json-padding", 1, 0,
              "}}}   ");
    check_fix(container(bom, sizeof bom - 1, "abcd", 4, "", 0), "json-bom", 1, 0, "JSON{");
    check_fix(fixture_bytes(bom, sizeof bom - 1), "json-bom", 1, 0, SMALL_JSON);
}

/* A file with more than a few faults. */
TEST(er_022_forty_faults_are_fixed) {
    char json[2048] = "{'asset':{'version':'2.0'}," VRM ",'nodes':[{}";
    for (int i = 0; i < 40; ++i) strcat(json, ",{'rotation':[0,0,0,0]}");
    strcat(json, "]}");
    check_fix(fixture_glb(json, NULL, 0), "node-rotation-zero", 40, 0, "[{},{},{},{}");
}

/* One pass lists 64 extensions, and the next one the others. */
TEST(er_022_seventy_extensions_are_listed) {
    char json[2048] = "{'asset':{'version':'2.0'}," VRM ",'extensionsRequired':['A0'";
    for (int i = 1; i < 70; ++i) {
        size_t length = strlen(json);
        snprintf(json + length, sizeof json - length, ",'A%d'", i);
    }
    strcat(json, "]}");
    check_fix(fixture_glb(json, NULL, 0), "extension-unlisted", 70, 0,
              "'A67','A68','A69','A7','A8','A9']");
}

/* --- The call --- */

static int32_t count_images(const void *bytes, size_t size, vrm_image_format format,
                            vrm_pixels *out, void *user) {
    (void)bytes, (void)size, (void)format, (void)out;
    *(int *)user += 1;
    return 1;
}

/* The passes do without images; the last check has them decoded, where the caller asks for it. */
TEST(er_022_images_are_decoded_once) {
    fixture file = fixture_glb(PAYLOAD_FILE(BOUNDS, "", "", ""), payload, sizeof payload);
    vrm_written *fixed = NULL;
    vrm_check_desc desc;
    int calls = 0;
    vrm_check_desc_init(&desc);
    desc.flags = VRM_CHECK_NO_BEHAVIOR;
    desc.decode_image = count_images;
    desc.decode_image_user = &calls;
    CHECK_INT(vrm_fix(file.bytes, file.size, &desc, &fixed, NULL), VRM_OK);
    CHECK_INT(calls, 1);
    CHECK(vrm_written_bytes(fixed, NULL) != NULL);
    vrm_written_destroy(fixed);
    fixture_free(&file);
}

/* A report that has no room for a diagnostic: the fault is fixed all the same. */
TEST(er_022_er_018_limits_of_a_fix) {
    fixture file = fixture_glb(FILE_WITH("'scenes':[{'nodes':[0,0]}],'nodes':[{'rotation':[0,0,0,"
                                         "0]},{'rotation':[0,0,0,0]},{'rotation':[0,0,0,0]}]"),
                               NULL, 0);
    vrm_load_desc load;
    vrm_check_desc desc;
    vrm_limits limits;
    vrm_written *fixed = NULL;
    vrm_result result = VRM_ERROR_LIMIT;
    size_t size;
    const unsigned char *bytes;
    vrm_load_desc_init(&load);
    vrm_check_desc_init(&desc);
    desc.load = &load;
    vrm_limits_init(&limits);
    load.limits = &limits;
    limits.max_diagnostics = 1;
    REQUIRE(vrm_fix(file.bytes, file.size, &desc, &fixed, NULL) == VRM_OK);
    CHECK_INT(vrm_written_change_count(fixed), 1);
    bytes = vrm_written_bytes(fixed, &size);
    CHECK(!holds(bytes, size, "rotation"));
    vrm_written_destroy(fixed);
    vrm_limits_init(&limits);
    for (uint64_t most = 256; result != VRM_OK && most < 1 << 20; most += 256) {
        vrm_report *report = NULL;
        limits.max_memory_bytes = most;
        result = vrm_fix(file.bytes, file.size, &desc, &fixed, &report);
        CHECK(result == VRM_OK || result == VRM_ERROR_LIMIT);
        CHECK((fixed != NULL) == (result == VRM_OK));
        CHECK(result == VRM_OK || count_of(report, "limit-memory-bytes") == 1);
        vrm_report_destroy(report);
    }
    CHECK_INT(result, VRM_OK);
    vrm_written_destroy(fixed);
    fixture_free(&file);
}

/* A load does not copy BIN; the new file is made in memory. */
TEST(er_018_the_new_file_counts_as_memory) {
    enum { BYTES = 1 << 20 };
    void *bin = calloc(1, BYTES);
    fixture file = fixture_glb(FILE_WITH("'buffers':[{'byteLength':1048576}],'nodes':[{'rotation':["
                                         "0,0,0,0]}]"),
                               bin, BYTES);
    vrm_load_desc load;
    vrm_check_desc desc;
    vrm_limits limits;
    vrm_written *fixed = NULL;
    vrm_report *report = NULL;
    vrm_load_desc_init(&load);
    vrm_check_desc_init(&desc);
    desc.load = &load;
    vrm_limits_init(&limits);
    load.limits = &limits;
    limits.max_memory_bytes = BYTES;
    CHECK_INT(vrm_check(file.bytes, file.size, &desc, &report), VRM_OK);
    vrm_report_destroy(report);
    CHECK_INT(vrm_fix(file.bytes, file.size, &desc, &fixed, &report), VRM_ERROR_LIMIT);
    CHECK(fixed == NULL);
    CHECK_INT(count_of(report, "limit-memory-bytes"), 1);
    vrm_report_destroy(report);
    fixture_free(&file);
    free(bin);
}

TEST(er_022_text_that_is_not_utf_8_is_left) {
    static const char json[] = "{\"asset\":{\"version\":\"2.0\",\"x\xFF\":0},\"extensionsUsed\":[],"
                               "\"extensions\":{\"VRMC_vrm\":{\"specVersion\":\"1.0\"}}}";
    static const char padded[] =
        "{\"asset\":{\"version\":\"2.0\",\"x\xFF\":0},\"extensionsUsed\":[],"
        "\"extensions\":{\"VRMC_vrm\":{\"specVersion\":\"1.0\"}}}   ";
    check_fix(fixture_bytes(json, sizeof json - 1), "array-empty", 0, 1, "'extensionsUsed':[]");
    /* What is wrong with the container can be fixed. */
    check_fix(container(padded, (sizeof padded - 1) / 4 * 4, "abcd", 4, "\0\0", 2),
              "glb-trailing-bytes", 1, 0, "'extensionsUsed':[]");
}

static int32_t always(void *user) {
    (void)user;
    return 1;
}

TEST(er_022_what_cannot_be_loaded_is_not_fixed) {
    fixture file = fixture_glb("{'asset':{'version':'2.0'}}", NULL, 0);
    vrm_written *fixed = (vrm_written *)&file;
    vrm_report *report = NULL;
    vrm_load_desc load;
    vrm_check_desc desc;
    vrm_limits limits;
    size_t size = 7;
    CHECK_INT(vrm_fix(file.bytes, file.size, NULL, &fixed, &report), VRM_ERROR_VRM);
    CHECK(fixed == NULL);
    CHECK_TEXT(vrm_report_failure(report)->code, "no-vrm");
    vrm_report_destroy(report);
    CHECK_INT(vrm_fix(NULL, 0, NULL, &fixed, NULL), VRM_ERROR_CONTAINER);
    CHECK_INT(vrm_fix(NULL, 1, NULL, &fixed, &report), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_TEXT(vrm_report_failure(report)->code, "invalid-argument");
    CHECK_INT(vrm_fix(file.bytes, file.size, NULL, NULL, NULL), VRM_ERROR_INVALID_ARGUMENT);
    vrm_load_desc_init(&load);
    vrm_check_desc_init(&desc);
    desc.load = &load;
    load.cancel = always;
    CHECK_INT(vrm_fix(file.bytes, file.size, &desc, &fixed, NULL), VRM_ERROR_CANCELLED);
    load.cancel = NULL;
    desc.flags = 1u << 31;
    CHECK_INT(vrm_fix(file.bytes, file.size, &desc, &fixed, NULL), VRM_ERROR_INVALID_ARGUMENT);
    desc.flags = 0;
    vrm_limits_init(&limits);
    limits.max_memory_bytes = 64;
    load.limits = &limits;
    CHECK_INT(vrm_fix(file.bytes, file.size, &desc, &fixed, NULL), VRM_ERROR_LIMIT);
    CHECK(vrm_written_bytes(NULL, &size) == NULL);
    CHECK_INT(size, 0);
    CHECK(vrm_written_fixed(NULL, 0) == NULL);
    vrm_written_destroy(NULL);
    fixture_free(&file);
}

static const char FAULTY[] = FILE_WITH(
    "'scenes':[{'nodes':[0,0]}],'nodes':[{'rotation':[0,0,0,2]},{'name':'a','name':'a'}]");

/* Every allocation, and every piece of an arena, is refused once. */
static void refuse_everywhere(fixture file) {
    for (int64_t at = 0;; ++at) {
        counting counter;
        vrm_load_desc load;
        vrm_check_desc desc;
        vrm_written *fixed = NULL;
        vrm_report *report = NULL;
        vrm_result result;
        vrm_load_desc_init(&load);
        vrm_check_desc_init(&desc);
        desc.load = &load;
        counting_init(&counter, at);
        load.allocator = &counter.allocator;
        result = vrm_fix(file.bytes, file.size, &desc, &fixed, &report);
        CHECK(result == VRM_OK ? fixed != NULL : fixed == NULL && report != NULL);
        vrm_written_destroy(fixed);
        vrm_report_destroy(report);
        CHECK_INT(counter.live, 0);
        CHECK(!counter.is_size_wrong);
        if (result == VRM_OK && counter.count < at) break;
        REQUIRE(result == VRM_OK || result == VRM_ERROR_OUT_OF_MEMORY);
    }
    for (int64_t at = 0; refusals_work(); ++at) {
        vrm_written *fixed = NULL;
        vrm_result result;
        refuse_piece(at);
        result = vrm_fix(file.bytes, file.size, NULL, &fixed, NULL);
        if (pieces_asked() <= at) {
            refuse_piece(-1);
            CHECK_INT(result, VRM_OK);
            vrm_written_destroy(fixed);
            break;
        }
        refuse_piece(-1);
        vrm_written_destroy(fixed);
        REQUIRE(result == VRM_OK || result == VRM_ERROR_OUT_OF_MEMORY);
    }
    fixture_free(&file);
}

/* A file with faults, one without, and one whose payload has to be read. */
TEST(er_020_memory_may_be_refused_to_a_fix) {
    refuse_everywhere(fixture_glb(FAULTY, NULL, 0));
    refuse_everywhere(fixture_glb(FILE_WITH("'nodes':[{}]"), NULL, 0));
    refuse_everywhere(fixture_glb(PAYLOAD_FILE("", "", "", PNG), payload, sizeof payload));
}

/* What became of each place, and where it is now. */
TEST(er_022_changes_say_what_became_of_each_place) {
    static const struct {
        const char *code, *from, *to;
        vrm_change_kind kind;
    } expected[] = {
        {"json-duplicate-key", "/nodes/1/name", "/nodes/1/name", VRM_CHANGE_KEPT},
        {"index-negative", "/nodes/0/children/0", "", VRM_CHANGE_REMOVED},
        {"asset-version-missing", "/asset", "/asset/version", VRM_CHANGE_ADDED},
        {"node-rotation-unit", "/nodes/1/rotation", "/nodes/1/rotation", VRM_CHANGE_CONVERTED},
    };
    fixture file = fixture_glb("{'asset':{},'nodes':[{'children':[-1,1]},{'name':'a','name':'a',"
                               "'rotation':[0,0,0,2]}]," VRM "}",
                               NULL, 0);
    fixed_file out = fix(file.bytes, file.size);
    REQUIRE(out.fixed != NULL);
    REQUIRE(vrm_written_change_count(out.fixed) == COUNT(expected));
    for (uint32_t i = 0; i < COUNT(expected); ++i) {
        const vrm_change *change = vrm_written_change(out.fixed, i);
        CHECK_TEXT(change->code, expected[i].code);
        CHECK_TEXT(change->from, expected[i].from);
        CHECK_TEXT(change->to, expected[i].to);
        CHECK_INT(change->kind, expected[i].kind);
    }
    CHECK(vrm_written_fixed(out.fixed, COUNT(expected)) == NULL);
    fixed_free(&out);
    fixture_free(&file);
}

TEST(every_repair_has_a_sentence) {
    uint32_t with = 0, count = 0;
#define X(id, name, sentence) ++count;
    VRMI_REPAIRS(X)
#undef X
    for (uint32_t i = 0; i < vrm_author_diagnostic_info_count(); ++i) {
        with += vrm_fix_sentence(vrm_author_diagnostic_info_get(i)->code) != NULL;
    }
    CHECK_INT(with, count);
    CHECK_TEXT(vrm_fix_sentence("json-bom"), "the byte order mark is removed");
    CHECK(vrm_fix_sentence("no-vrm") == NULL);
    CHECK(vrm_fix_sentence("no such code") == NULL);
    CHECK(vrm_fix_sentence(NULL) == NULL);
}

TEST_SUITE(
    fix, ENTRY(er_022_what_loses_nothing_is_fixed), ENTRY(er_022_what_would_lose_something_is_left),
    ENTRY(er_022_roots_of_scenes_are_listed_once), ENTRY(er_022_repairs_that_wait_for_others),
    ENTRY(er_022_the_last_annotation_goes_with_its_list),
    ENTRY(er_022_what_the_payload_tells_is_written), ENTRY(er_022_containers_are_fixed),
    ENTRY(er_022_forty_faults_are_fixed), ENTRY(er_022_images_are_decoded_once),
    ENTRY(er_022_er_018_limits_of_a_fix), ENTRY(er_022_seventy_extensions_are_listed),
    ENTRY(er_018_the_new_file_counts_as_memory), ENTRY(er_022_text_that_is_not_utf_8_is_left),
    ENTRY(er_022_what_cannot_be_loaded_is_not_fixed), ENTRY(er_020_memory_may_be_refused_to_a_fix),
    ENTRY(er_022_changes_say_what_became_of_each_place), ENTRY(every_repair_has_a_sentence));
