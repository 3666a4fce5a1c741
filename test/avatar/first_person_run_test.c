/* What the first-person camera draws of a mesh (FP, GV-050, V0-025). */
#include "support/avatar.h"
#include "test.h"
#include "testkit/create.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/*
 * --- A file with skinned meshes ---
 *
 *   node 0   the root, with 1 and 3       skin 0   the joints 3, 1, 2: neck, head and hair
 *   node 1   the head, with 2             skin 1   the joints 3, 0: nothing of the head
 *   node 2   hair                         skin 2   the joint 2
 *   node 3   the neck
 *   node 4   mesh 0 with the skin that a test wants
 */
enum { HEAD = 1, HAIR = 2, NECK = 3, SKINNED = 4 };
enum { JOINT_NECK = 0, JOINT_HEAD = 1, JOINT_HAIR = 2 };

typedef struct maker {
    unsigned char bin[4096];
    size_t size;
    char views[4096];
    char accessors[4096];
    char primitives[4096];
    int count;
} maker;

static void append(char *text, size_t capacity, const char *format, ...) {
    size_t length = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + length, capacity - length, format, arguments);
    va_end(arguments);
}

static int add(maker *make, int component, const char *type, unsigned count, const void *bytes,
               size_t size) {
    const char *comma = make->count != 0 ? "," : "";
    make->size = (make->size + 3) / 4 * 4;
    append(make->views, sizeof make->views, "%s{'buffer':0,'byteOffset':%zu,'byteLength':%zu}",
           comma, make->size, size);
    append(make->accessors, sizeof make->accessors,
           "%s{'bufferView':%d,'componentType':%d,'count':%u,'type':'%s'}", comma, make->count,
           component, count, type);
    memcpy(make->bin + make->size, bytes, size);
    make->size += size;
    return make->count++;
}

static int add_positions(maker *make, unsigned count) {
    static const float zeros[3 * 32];
    return add(make, VRM_COMPONENT_F32, "VEC3", count, zeros, count * 3 * sizeof(float));
}

/* A vertex with up to four influences of one set. */
typedef struct influence {
    uint8_t joints[4];
    float weights[4];
} influence;

static void add_set(maker *make, char *attributes, size_t capacity, int set,
                    const influence *vertices, unsigned count) {
    uint8_t joints[32 * 4];
    float weights[32 * 4];
    int a, b;
    for (unsigned i = 0; i < count; ++i) {
        memcpy(&joints[4 * i], vertices[i].joints, 4);
        memcpy(&weights[4 * i], vertices[i].weights, 4 * sizeof(float));
    }
    a = add(make, VRM_COMPONENT_U8, "VEC4", count, joints, count * 4);
    b = add(make, VRM_COMPONENT_F32, "VEC4", count, weights, count * 4 * sizeof(float));
    append(attributes, capacity, ",'JOINTS_%d':%d,'WEIGHTS_%d':%d", set, a, set, b);
}

/* `second` may be NULL. `mode` is VRM_PRIMITIVE_MODE_…; no indices: index_count 0. */
static void add_primitive(maker *make, const influence *first, const influence *second,
                          unsigned vertex_count, const uint16_t *indices, unsigned index_count,
                          int mode) {
    char attributes[256] = "";
    append(attributes, sizeof attributes, "'POSITION':%d", add_positions(make, vertex_count));
    if (first != NULL) add_set(make, attributes, sizeof attributes, 0, first, vertex_count);
    if (second != NULL) add_set(make, attributes, sizeof attributes, 1, second, vertex_count);
    append(make->primitives, sizeof make->primitives, "%s{'mode':%d,'attributes':{%s}",
           make->primitives[0] != '\0' ? "," : "", mode, attributes);
    if (index_count != 0) {
        append(make->primitives, sizeof make->primitives, ",'indices':%d",
               add(make, VRM_COMPONENT_U16, "SCALAR", index_count, indices,
                   index_count * sizeof indices[0]));
    }
    append(make->primitives, sizeof make->primitives, "}");
}

static const char final_vrm[] = "'VRMC_vrm':{'specVersion':'1.0','humanoid':{'humanBones':{"
                                "'head':{'node':1},'neck':{'node':3}}}}";

static fixture finish(const maker *make, const char *vrm, int skin) {
    char *json = malloc(32768);
    fixture file;
    snprintf(json, 32768,
             "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm'],'extensions':{%s},"
             "'buffers':[{'byteLength':%zu}],'bufferViews':[%s],'accessors':[%s],"
             "'meshes':[{'primitives':[%s]}],'skins':[{'joints':[3,1,2]},{'joints':[3,0]},"
             "{'joints':[2]}],'nodes':[{'children':[1,3]},{'children':[2]},{},{},"
             "{'mesh':0,'skin':%d}]}",
             vrm, make->size, make->views, make->accessors, make->primitives, skin);
    file = fixture_glb(json, make->bin, make->size);
    free(json);
    return file;
}

static loaded load_made(const maker *make, int skin) {
    return load_fixture(finish(make, final_vrm, skin), NULL);
}

/* --- Influences and triangles --- */

#define ON(joint)                                                                                  \
    {                                                                                              \
        {joint, 0, 0, 0}, { 1, 0, 0, 0 }                                                           \
    }
#define NECK_VERTEX ON(JOINT_NECK)
#define HEAD_VERTEX ON(JOINT_HEAD)

/* GV-050: vertex 2 belongs to the hair by a thousandth. */
static const influence golden[] = {NECK_VERTEX, NECK_VERTEX, {{0, 0, 2, 1}, {0.999f, 0, 0.001f, 0}},
                                   NECK_VERTEX, NECK_VERTEX, NECK_VERTEX};
static const uint16_t golden_triangles[] = {0, 1, 2, 2, 3, 4, 3, 4, 5};

static maker make_golden(void) {
    maker make;
    memset(&make, 0, sizeof make);
    add_primitive(&make, golden, NULL, 6, golden_triangles, 9, VRM_PRIMITIVE_MODE_TRIANGLES);
    return make;
}

static void check_triangles(const loaded *file, int32_t node, int32_t primitive,
                            const uint32_t *expected, size_t count) {
    uint32_t out[96];
    size_t got = 99;
    CHECK_INT(
        vrm_model_read_first_person_triangles(file->model, node, primitive, out, COUNT(out), &got),
        VRM_OK);
    if (!CHECK_INT(got, count)) return;
    for (size_t i = 0; i < count; ++i) CHECK_INT(out[i], expected[i]);
}

#define CHECK_TRIANGLES(file, node, primitive, ...)                                                \
    check_triangles(file, node, primitive, (const uint32_t[]){__VA_ARGS__},                        \
                    sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))
#define CHECK_NO_TRIANGLES(file, node, primitive) check_triangles(file, node, primitive, NULL, 0)

/* --- By triangle --- */

/* GV-050 */
TEST(fp_005_one_vertex_of_the_head_hides_a_triangle) {
    maker make = make_golden();
    loaded file = load_made(&make, 0);
    CHECK_INT(vrm_model_first_person(file.model, SKINNED), VRM_FIRST_PERSON_SPLIT);
    CHECK_TRIANGLES(&file, SKINNED, 0, 3, 4, 5);
    unload(&file);
}

/* FP-010: all of it, or nothing. */
TEST(fp_005_lists_that_are_empty) {
    static const influence head[] = {HEAD_VERTEX, NECK_VERTEX, HEAD_VERTEX, NECK_VERTEX,
                                     HEAD_VERTEX};
    static const influence none[] = {
        NECK_VERTEX, {{1, 2, 0, 0}, {0, 0, 1, 0}}, ON(JOINT_NECK), {{1, 1, 1, 1}, {0, 0, 0, 0}}};
    static const uint16_t triangles[] = {0, 1, 2, 2, 3, 4, 1, 2, 3};
    maker make;
    loaded file;
    memset(&make, 0, sizeof make);
    add_primitive(&make, head, NULL, 5, triangles, 9, VRM_PRIMITIVE_MODE_TRIANGLES);
    file = load_made(&make, 0);
    CHECK_INT(vrm_model_first_person(file.model, SKINNED), VRM_FIRST_PERSON_THIRD_PERSON_ONLY);
    CHECK_NO_TRIANGLES(&file, SKINNED, 0);
    unload(&file);
    /* Joints of the head without weight. */
    memset(&make, 0, sizeof make);
    add_primitive(&make, none, NULL, 4, NULL, 0, VRM_PRIMITIVE_MODE_TRIANGLES);
    file = load_made(&make, 0);
    CHECK_INT(vrm_model_first_person(file.model, SKINNED), VRM_FIRST_PERSON_BOTH);
    CHECK_TRIANGLES(&file, SKINNED, 0, 0, 1, 2);
    unload(&file);
}

/* AMB-073: all below the head, not only its children; weights of integers. */
TEST(fp_005_the_head_and_all_below_it) {
    static const uint8_t joints[] = {0, 9, 9, 9, 0, 0, 0, 0, 0, 0, 0, 0};
    static const uint8_t weights[] = {1, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0};
    char json[2048];
    unsigned char bin[36 + 24] = {0};
    loaded file;
    memcpy(bin + 36, joints, 12);
    memcpy(bin + 48, weights, 12);
    for (int parent = 0; parent < 3; ++parent) {
        /* 0 above 1 above 2 above 3; the joint is 3, the head one of the others. */
        snprintf(json, sizeof json,
                 "{'asset':{'version':'2.0'},'extensions':{'VRMC_vrm':{'specVersion':'1.0',"
                 "'humanoid':{'humanBones':{'head':{'node':%d}}}}},'buffers':[{'byteLength':60}],"
                 "'bufferViews':[{'buffer':0,'byteLength':36},"
                 "{'buffer':0,'byteOffset':36,'byteLength':12},"
                 "{'buffer':0,'byteOffset':48,'byteLength':12}],"
                 "'accessors':[{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3'},"
                 "{'bufferView':1,'componentType':5121,'count':3,'type':'VEC4'},"
                 "{'bufferView':2,'componentType':5121,'count':3,'type':'VEC4','normalized':true}],"
                 "'meshes':[{'primitives':[{'attributes':{'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':2}}"
                 "]}],'skins':[{'joints':[3]}],'nodes':[{'children':[1]},{'children':[2]},"
                 "{'children':[3]},{},{'mesh':0,'skin':0}]}",
                 parent);
        file = load_json_bin(json, bin, sizeof bin);
        test_note("head %d", parent);
        CHECK_INT(vrm_model_first_person(file.model, 4), VRM_FIRST_PERSON_THIRD_PERSON_ONLY);
        CHECK_NO_TRIANGLES(&file, 4, 0);
        unload(&file);
    }
    test_note(NULL);
}

TEST(fp_015_all_sets_of_influences_count) {
    static const influence first[] = {NECK_VERTEX, NECK_VERTEX, NECK_VERTEX,
                                      NECK_VERTEX, NECK_VERTEX, NECK_VERTEX};
    static const influence second[] = {
        {{1, 2, 0, 0}, {0, 0, 0, 0}},     {{0, 0, 0, 0}, {0.5f, 0, 0, 0}},
        {{0, 0, 0, 0}, {0, 0, 0, 0.25f}}, {{0, 0, 0, 1}, {0, 0, 0, 0.25f}},
        {{0, 0, 0, 0}, {0, 0, 0, 0}},     {{0, 0, 0, 0}, {0, 0, 0, 0}},
    };
    maker make;
    loaded file;
    memset(&make, 0, sizeof make);
    add_primitive(&make, first, second, 6, NULL, 0, VRM_PRIMITIVE_MODE_TRIANGLES);
    file = load_made(&make, 0);
    CHECK_INT(vrm_model_first_person(file.model, SKINNED), VRM_FIRST_PERSON_SPLIT);
    CHECK_TRIANGLES(&file, SKINNED, 0, 0, 1, 2);
    unload(&file);
}

/* Out of range is not the head, even where joint 0 is. */
TEST(fp_005_joints_out_of_range) {
    static const influence vertices[] = {ON(7), ON(1), ON(255), ON(0), ON(3), ON(3)};
    maker make;
    loaded file;
    memset(&make, 0, sizeof make);
    add_primitive(&make, vertices, NULL, 6, NULL, 0, VRM_PRIMITIVE_MODE_TRIANGLES);
    file = load_made(&make, 2); /* its only joint is the hair */
    CHECK_INT(vrm_model_first_person(file.model, SKINNED), VRM_FIRST_PERSON_SPLIT);
    CHECK_TRIANGLES(&file, SKINNED, 0, 0, 1, 2);
    unload(&file);
}

TEST(fp_005_weights_without_joints_and_joints_without_weights) {
    static const influence vertices[] = {HEAD_VERTEX, HEAD_VERTEX, HEAD_VERTEX};
    static const char *const names[] = {"WEIGHTS_0", "JOINTS_0"};
    for (size_t i = 0; i < COUNT(names); ++i) {
        maker make;
        loaded file;
        char *at;
        memset(&make, 0, sizeof make);
        add_primitive(&make, vertices, NULL, 3, NULL, 0, VRM_PRIMITIVE_MODE_TRIANGLES);
        at = strstr(make.primitives, names[i]);
        REQUIRE(at != NULL);
        at[0] = '_'; /* an attribute of an application's own */
        file = load_made(&make, 0);
        test_note("without %s", names[i]);
        CHECK_INT(vrm_model_first_person(file.model, SKINNED), VRM_FIRST_PERSON_BOTH);
        CHECK_TRIANGLES(&file, SKINNED, 0, 0, 1, 2);
        unload(&file);
    }
    test_note(NULL);
}

/* --- Index lists --- */

TEST(fp_010_each_primitive_has_its_own_list_in_its_own_order) {
    static const influence body[] = {NECK_VERTEX, NECK_VERTEX, NECK_VERTEX};
    static const influence head[] = {HEAD_VERTEX, HEAD_VERTEX, HEAD_VERTEX};
    static const influence mixed[] = {NECK_VERTEX, HEAD_VERTEX, NECK_VERTEX, NECK_VERTEX,
                                      NECK_VERTEX};
    static const uint16_t triangles[] = {4, 3, 2, 0, 1, 2, 3, 2, 0, 2, 1, 3, 0, 2, 4, 0, 0, 0};
    maker make;
    loaded file;
    memset(&make, 0, sizeof make);
    add_primitive(&make, body, NULL, 3, NULL, 0, VRM_PRIMITIVE_MODE_TRIANGLES);
    add_primitive(&make, head, NULL, 3, NULL, 0, VRM_PRIMITIVE_MODE_TRIANGLES);
    add_primitive(&make, mixed, NULL, 5, triangles, 18, VRM_PRIMITIVE_MODE_TRIANGLES);
    add_primitive(&make, head, NULL, 3, NULL, 0, VRM_PRIMITIVE_MODE_POINTS);
    file = load_made(&make, 0);
    CHECK_INT(vrm_model_first_person(file.model, SKINNED), VRM_FIRST_PERSON_SPLIT);
    CHECK_TRIANGLES(&file, SKINNED, 0, 0, 1, 2);
    CHECK_NO_TRIANGLES(&file, SKINNED, 1);
    CHECK_TRIANGLES(&file, SKINNED, 2, 4, 3, 2, 3, 2, 0, 0, 2, 4, 0, 0, 0);
    CHECK_NO_TRIANGLES(&file, SKINNED, 3);
    CHECK_INT(vrm_model_read_first_person_triangles(file.model, SKINNED, 3, NULL, 0, NULL), VRM_OK);
    unload(&file);
}

/* The same vertices as a strip and as a fan; a vertex of the head takes three triangles along. */
TEST(fp_010_strips_and_fans_are_lists) {
    static const influence vertices[] = {NECK_VERTEX, NECK_VERTEX, NECK_VERTEX, NECK_VERTEX,
                                         HEAD_VERTEX, NECK_VERTEX, NECK_VERTEX};
    maker make;
    loaded file;
    memset(&make, 0, sizeof make);
    add_primitive(&make, vertices, NULL, 7, NULL, 0, VRM_PRIMITIVE_MODE_TRIANGLE_STRIP);
    add_primitive(&make, vertices, NULL, 7, NULL, 0, VRM_PRIMITIVE_MODE_TRIANGLE_FAN);
    file = load_made(&make, 0);
    CHECK_TRIANGLES(&file, SKINNED, 0, 0, 1, 2, 1, 3, 2);
    CHECK_TRIANGLES(&file, SKINNED, 1, 1, 2, 0, 2, 3, 0, 5, 6, 0);
    unload(&file);
}

TEST(fp_010_triangles_with_indices_out_of_range_are_neither) {
    static const influence vertices[] = {NECK_VERTEX, NECK_VERTEX, NECK_VERTEX, HEAD_VERTEX};
    static const uint16_t triangles[] = {0, 1, 4, 0, 1, 3, 65535, 1, 3};
    maker make;
    loaded file;
    memset(&make, 0, sizeof make);
    add_primitive(&make, vertices, NULL, 4, triangles, 9, VRM_PRIMITIVE_MODE_TRIANGLES);
    file = load_made(&make, 0);
    CHECK_INT(vrm_model_first_person(file.model, SKINNED), VRM_FIRST_PERSON_THIRD_PERSON_ONLY);
    CHECK_NO_TRIANGLES(&file, SKINNED, 0);
    unload(&file);
}

/* --- By annotation, and by place --- */

TEST(fp_002_fp_003_fp_004_annotations) {
    static const struct {
        const char *type;
        int32_t show;
        bool is_drawn;
    } cases[] = {
        {"thirdPersonOnly", VRM_FIRST_PERSON_THIRD_PERSON_ONLY, false}, /* FP-002 */
        {"firstPersonOnly", VRM_FIRST_PERSON_FIRST_PERSON_ONLY, true},  /* FP-003 */
        {"both", VRM_FIRST_PERSON_BOTH, true},                          /* FP-004 */
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        maker make = make_golden();
        char vrm[512];
        loaded file;
        snprintf(vrm, sizeof vrm,
                 "'VRMC_vrm':{'specVersion':'1.0','humanoid':{'humanBones':{'head':{'node':1}}},"
                 "'firstPerson':{'meshAnnotations':[{'node':4,'type':'%s'}]}}",
                 cases[i].type);
        file = load_fixture(finish(&make, vrm, 0), NULL);
        test_note("%s", cases[i].type);
        CHECK_INT(vrm_model_first_person(file.model, SKINNED), cases[i].show);
        if (cases[i].is_drawn) {
            CHECK_TRIANGLES(&file, SKINNED, 0, 0, 1, 2, 2, 3, 4, 3, 4, 5);
        } else {
            CHECK_NO_TRIANGLES(&file, SKINNED, 0);
        }
        unload(&file);
    }
    test_note(NULL);
}

/* A hat: meshes without a skin, on the head, below it, and elsewhere. */
TEST(fp_008_meshes_without_a_skin) {
    loaded file = load_json_bin(
        "{'asset':{'version':'2.0'},'extensions':{'VRMC_vrm':{'specVersion':'1.0','humanoid':{"
        "'humanBones':{'head':{'node':1}}}}},'buffers':[{'byteLength':36}],'bufferViews':[{"
        "'buffer':0,'byteLength':36}],'accessors':[{'bufferView':0,'componentType':5126,'count':3,"
        "'type':'VEC3'}],'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}],"
        "'nodes':[{'children':[1,4],'mesh':0},{'children':[2],'mesh':0},{'children':[3]},"
        "{'mesh':0},{'mesh':0}]}",
        "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 36);
    CHECK_INT(vrm_model_first_person(file.model, 0), VRM_FIRST_PERSON_BOTH);
    CHECK_INT(vrm_model_first_person(file.model, 1),
              VRM_FIRST_PERSON_THIRD_PERSON_ONLY); /* the head itself */
    CHECK_INT(vrm_model_first_person(file.model, 3), VRM_FIRST_PERSON_THIRD_PERSON_ONLY);
    CHECK_INT(vrm_model_first_person(file.model, 4), VRM_FIRST_PERSON_BOTH);
    CHECK_NO_TRIANGLES(&file, 1, 0);
    CHECK_NO_TRIANGLES(&file, 3, 0);
    CHECK_TRIANGLES(&file, 0, 0, 0, 1, 2);
    CHECK_TRIANGLES(&file, 4, 0, 0, 1, 2);
    unload(&file);
}

/* Shoes: no joint of the head, so that nothing has to be read. */
TEST(fp_009_skins_without_the_head) {
    maker make = make_golden();
    loaded file = load_made(&make, 1);
    CHECK_TRIANGLES(&file, SKINNED, 0, 0, 1, 2, 2, 3, 4, 3, 4, 5);
    vrm_model_drop_payload(file.model);
    CHECK_INT(vrm_model_first_person(file.model, SKINNED), VRM_FIRST_PERSON_BOTH);
    unload(&file);
}

/* GV-050 with the neck as the head of the camera: all of it is neck, or hangs from it. */
TEST(v0_025_fp_005_first_person_bone) {
    static const struct {
        const char *first_person;
        int32_t show;
    } cases[] = {
        {"'firstPersonBone':3", VRM_FIRST_PERSON_THIRD_PERSON_ONLY}, /* neck */
        {"'firstPersonBone':1", VRM_FIRST_PERSON_SPLIT},
        {"'firstPersonBone':2", VRM_FIRST_PERSON_SPLIT},
        {"'firstPersonBone':-1", VRM_FIRST_PERSON_SPLIT}, /* the head */
        {"", VRM_FIRST_PERSON_SPLIT},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        maker make = make_golden();
        char vrm[512];
        loaded file;
        snprintf(vrm, sizeof vrm,
                 "'VRM':{'specVersion':'0.0','humanoid':{'humanBones':["
                 "{'bone':'head','node':1},{'bone':'neck','node':3}]},'firstPerson':{%s}}",
                 cases[i].first_person);
        file = load_fixture(finish(&make, vrm, 0), NULL);
        test_note("%s", cases[i].first_person);
        CHECK_INT(file.tables != NULL ? file.tables->dialect : -1, VRM_DIALECT_0);
        CHECK_INT(vrm_model_first_person(file.model, SKINNED), cases[i].show);
        if (cases[i].show == VRM_FIRST_PERSON_SPLIT) {
            CHECK_TRIANGLES(&file, SKINNED, 0, 3, 4, 5);
        } else {
            CHECK_NO_TRIANGLES(&file, SKINNED, 0);
        }
        unload(&file);
    }
    test_note(NULL);
}

TEST(fp_005_without_a_head_all_is_drawn) {
    maker make = make_golden();
    loaded file = load_fixture(finish(&make, "'VRMC_vrm':{'specVersion':'1.0'}", 0), NULL);
    CHECK_INT(vrm_model_first_person(file.model, SKINNED), VRM_FIRST_PERSON_BOTH);
    unload(&file);
    file = load_fixture(finish(&make, "'A_b':{}", 0), NULL); /* no avatar */
    CHECK_INT(vrm_model_first_person(file.model, SKINNED), VRM_FIRST_PERSON_BOTH);
    CHECK_TRIANGLES(&file, SKINNED, 0, 0, 1, 2, 2, 3, 4, 3, 4, 5);
    unload(&file);
}

/* The camera is where the head takes the offset. */
TEST(fp_013_where_the_camera_is) {
    loaded file = load_vrm1("'lookAt':{'offsetFromHeadBone':[0.5,0.25,-1]}", NULL);
    vrm_avatar *avatar_of_it = create_avatar(file.model, NULL);
    vrm_trs root = {{0, 0, 10}, {0, 0, 0, 1}, {1, 1, 1}};
    vrm_vec3 eye = vrm_avatar_eye_position(avatar_of_it);
    CHECK_NEAR((double)eye.x, 0.5, 1e-6); /* the head is at (0, 1.6, 0) */
    CHECK_NEAR((double)eye.y, 1.85, 1e-6);
    CHECK_NEAR((double)eye.z, -1, 1e-6);
    vrm_avatar_set_root(avatar_of_it, &root);
    vrm_avatar_locals(avatar_of_it)[AVATAR_HEAD].rotation =
        vrm_quat_make(0, 0.70710678f, 0, 0.70710678f);
    vrm_avatar_update(avatar_of_it, 0.0f);
    eye = vrm_avatar_eye_position(avatar_of_it);
    CHECK_NEAR((double)eye.x, -1, 1e-6);
    CHECK_NEAR((double)eye.y, 1.85, 1e-6);
    CHECK_NEAR((double)eye.z, 9.5, 1e-5);
    vrm_avatar_destroy(avatar_of_it);
    unload(&file);
}

/* --- What cannot be read --- */

TEST(fp_005_without_payload_nothing_is_said_for_sure) {
    maker make = make_golden();
    loaded file = load_made(&make, 0);
    uint32_t out[9] = {7, 7, 7, 7, 7, 7, 7, 7, 7};
    size_t count = 99;
    vrm_model_drop_payload(file.model);
    CHECK_INT(vrm_model_first_person(file.model, SKINNED), VRM_FIRST_PERSON_SPLIT);
    CHECK_INT(vrm_model_read_first_person_triangles(file.model, SKINNED, 0, out, 9, &count),
              VRM_ERROR_NO_PAYLOAD);
    CHECK_INT(count, 0);
    CHECK_INT(out[0], 7);
    unload(&file);
}

TEST(fp_005_compressed_meshes_are_not_decided) {
    maker make = make_golden();
    loaded file;
    uint32_t out[9];
    size_t length = strlen(make.primitives);
    make.primitives[length - 1] = '\0';
    append(make.primitives, sizeof make.primitives,
           ",'extensions':{'KHR_draco_mesh_compression':{'bufferView':0,'attributes':{}}}}");
    file = load_made(&make, 0);
    REQUIRE(file.gltf != NULL && file.gltf->meshes[0].primitives[0].is_compressed);
    CHECK_INT(vrm_model_first_person(file.model, SKINNED), VRM_FIRST_PERSON_SPLIT);
    CHECK_INT(vrm_model_read_first_person_triangles(file.model, SKINNED, 0, out, 9, NULL),
              VRM_ERROR_UNSUPPORTED);
    unload(&file);
}

TEST(first_person_arguments) {
    maker make = make_golden();
    loaded file = load_made(&make, 0);
    uint32_t out[9] = {7, 7, 7, 7, 7, 7, 7, 7, 7};
    size_t count = 99;
    CHECK_INT(vrm_model_first_person(NULL, SKINNED), VRM_FIRST_PERSON_BOTH);
    CHECK_INT(vrm_model_first_person(file.model, -1), VRM_FIRST_PERSON_BOTH);
    CHECK_INT(vrm_model_first_person(file.model, 5), VRM_FIRST_PERSON_BOTH);
    CHECK_INT(vrm_model_first_person(file.model, HEAD), VRM_FIRST_PERSON_BOTH); /* it has no mesh */
#define READ(model, node, primitive, to, capacity)                                                 \
    vrm_model_read_first_person_triangles(model, node, primitive, to, capacity, &count)
    CHECK_INT(READ(NULL, SKINNED, 0, out, 9), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(count, 0);
    CHECK_INT(READ(file.model, 5, 0, out, 9), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(READ(file.model, HEAD, 0, out, 9), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(READ(file.model, SKINNED, -1, out, 9), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(READ(file.model, SKINNED, 1, out, 9), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(READ(file.model, SKINNED, 0, NULL, 9), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(READ(file.model, SKINNED, 0, out, 8), VRM_ERROR_CAPACITY);
    CHECK_INT(out[0], 7);
#undef READ
    CHECK_INT(vrm_model_read_first_person_triangles(file.model, SKINNED, 0, out, 9, NULL), VRM_OK);
    CHECK_INT(out[0], 3);
    unload(&file);
}

TEST(er_020_memory_that_is_refused) {
    maker make = make_golden();
    counting counter;
    vrm_load_desc desc;
    loaded file;
    int64_t live, needed;
    uint32_t out[9];
    size_t count;
    counting_init(&counter, -1);
    vrm_load_desc_init(&desc);
    desc.allocator = &counter.allocator;
    file = load_fixture(finish(&make, final_vrm, 0), &desc);
    REQUIRE(file.model != NULL);
    live = counter.live;
    counter.count = 0;
    CHECK_INT(vrm_model_read_first_person_triangles(file.model, SKINNED, 0, out, 9, &count),
              VRM_OK);
    needed = counter.count;
    CHECK(needed > 0);
    for (int64_t pass = 0; pass < needed; ++pass) {
        test_note("after %d", (int)pass);
        counter.count = 0;
        counter.fail_at = pass;
        CHECK_INT(vrm_model_read_first_person_triangles(file.model, SKINNED, 0, out, 9, &count),
                  VRM_ERROR_OUT_OF_MEMORY);
        CHECK_INT(count, 0);
        counter.count = 0;
        CHECK_INT(vrm_model_first_person(file.model, SKINNED), VRM_FIRST_PERSON_SPLIT);
        CHECK_INT(counter.live, live);
    }
    test_note(NULL);
    counter.fail_at = -1;
    CHECK_INT(vrm_model_first_person(file.model, SKINNED), VRM_FIRST_PERSON_SPLIT);
    CHECK_INT(counter.live, live);
    CHECK(!counter.is_size_wrong);
    unload(&file);
}

/* ER-018: a few bytes of JSON make a million vertices, all of them zeros. */
TEST(er_018_meshes_beyond_the_limit_of_memory) {
    static const char json[] =
        "{'asset':{'version':'2.0'},'extensions':{'VRMC_vrm':{'specVersion':'1.0','humanoid':{"
        "'humanBones':{'head':{'node':0}}}}},'accessors':["
        "{'componentType':5126,'count':999999,'type':'VEC3'},"
        "{'componentType':5121,'count':999999,'type':'VEC4'},"
        "{'componentType':5126,'count':999999,'type':'VEC4'}],'meshes':[{'primitives':[{"
        "'attributes':{'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':2}}]}],'skins':[{'joints':[0]}],"
        "'nodes':[{},{'mesh':0,'skin':0}]}";
    uint32_t *out = malloc(999999 * sizeof out[0]);
    vrm_load_desc desc;
    vrm_limits limits;
    loaded file = load_json(json);
    size_t count = 0;
    vrm_load_desc_init(&desc);
    vrm_limits_init(&limits);
    desc.limits = &limits;
    limits.max_memory_bytes = 4u << 20;
    CHECK_INT(vrm_model_first_person(file.model, 1), VRM_FIRST_PERSON_BOTH);
    CHECK_INT(vrm_model_read_first_person_triangles(file.model, 1, 0, out, 999999, &count), VRM_OK);
    CHECK_INT(count, 999999);
    unload(&file);
    file = load_fixture(fixture_glb(json, NULL, 0), &desc);
    REQUIRE(file.model != NULL);
    CHECK_INT(vrm_model_first_person(file.model, 1), VRM_FIRST_PERSON_SPLIT);
    CHECK_INT(vrm_model_read_first_person_triangles(file.model, 1, 0, out, 999999, &count),
              VRM_ERROR_LIMIT);
    CHECK_INT(count, 0);
    unload(&file);
    free(out);
}

/* --- Whole avatars --- */

/* Whether a vertex has an influence of the head, asked of the public face. */
static bool is_head_vertex(const loaded *file, int32_t skin, const uint16_t *joints,
                           const float *weights, uint32_t vertex) {
    for (uint32_t k = 4 * vertex; k < 4 * vertex + 4; ++k) {
        int32_t node = file->gltf->skins[skin].joints[joints[k]];
        if (!(weights[k] > 0)) continue;
        while (node != VRM_NONE && node != file->tables->first_person.head_node) {
            node = file->gltf->nodes[node].parent;
        }
        if (node != VRM_NONE) return true;
    }
    return false;
}

static void check_primitive(const loaded *file, int32_t node, int32_t index, int *heads,
                            int *bodies) {
    const vrm_node *at = &file->gltf->nodes[node];
    const vrm_primitive *primitive = &file->gltf->meshes[at->mesh].primitives[index];
    size_t capacity = (size_t)primitive->triangle_count * 3, all = 0, count = 0, expected = 0;
    size_t influences = (size_t)primitive->vertex_count * 4;
    uint32_t *triangles = malloc(capacity * 4), *shown = malloc(capacity * 4);
    uint16_t *joints = malloc(influences * 2);
    float *weights = malloc(influences * 4);
    bool same = true;
    CHECK_INT(vrm_model_read_triangles(file->model, at->mesh, index, triangles, capacity, &all),
              VRM_OK);
    CHECK_INT(
        vrm_model_read_joints(file->model, at->mesh, index, 0, at->skin, joints, influences, NULL),
        VRM_OK);
    CHECK_INT(vrm_model_read_vertices(file->model, at->mesh, index, VRM_ATTRIBUTE_WEIGHTS, 0, 4,
                                      weights, influences),
              VRM_OK);
    CHECK_INT(
        vrm_model_read_first_person_triangles(file->model, node, index, shown, capacity, &count),
        VRM_OK);
    for (size_t i = 0; i < all; i += 3) {
        bool is_head = false;
        for (size_t k = i; k < i + 3; ++k) {
            is_head = is_head || is_head_vertex(file, at->skin, joints, weights, triangles[k]);
        }
        *heads += is_head;
        *bodies += !is_head;
        if (is_head) continue;
        same = same && expected + 3 <= count &&
               memcmp(&shown[expected], &triangles[i], 3 * sizeof shown[0]) == 0;
        expected += 3;
    }
    CHECK(same);
    CHECK_INT(count, expected);
    free(triangles);
    free(shown);
    free(joints);
    free(weights);
}

TEST(fp_010_sample_avatars) {
    static const char *const names[] = {"character-0.x.vrm", "character-1.0-draft.vrm",
                                        "character-1.0-beta.vrm", "character-1.0.vrm"};
    const char *folder = test_option("samples");
    if (folder == NULL) {
        test_skip(NO_SAMPLES);
        return;
    }
    for (size_t i = 0; i < COUNT(names); ++i) {
        loaded file = {NULL, NULL, VRM_OK, NULL, {NULL, 0}, NULL};
        int skinned = 0;
        test_note("%s", names[i]);
        file.result = vrm_model_load_file(format_members("%s/%s", folder, names[i]), NULL,
                                          &file.model, &file.report);
        file.gltf = vrm_model_gltf(file.model);
        file.tables = vrm_model_tables(file.model);
        if (!CHECK_INT(file.result, VRM_OK)) continue;
        for (int32_t node = 0; node < (int32_t)file.gltf->node_count; ++node) {
            const vrm_node *at = &file.gltf->nodes[node];
            int heads = 0, bodies = 0;
            if (at->mesh == VRM_NONE || at->skin == VRM_NONE ||
                file.tables->first_person.types[node] != VRM_FIRST_PERSON_AUTO) {
                continue;
            }
            for (uint32_t k = 0; k < file.gltf->meshes[at->mesh].primitive_count; ++k) {
                check_primitive(&file, node, (int32_t)k, &heads, &bodies);
            }
            CHECK_INT(vrm_model_first_person(file.model, node),
                      heads == 0    ? VRM_FIRST_PERSON_BOTH
                      : bodies == 0 ? VRM_FIRST_PERSON_THIRD_PERSON_ONLY
                                    : VRM_FIRST_PERSON_SPLIT);
            ++skinned;
        }
        CHECK(skinned > 0);
        unload(&file);
    }
    test_note(NULL);
}

TEST_SUITE(first_person_run, ENTRY(fp_005_one_vertex_of_the_head_hides_a_triangle),
           ENTRY(fp_005_lists_that_are_empty), ENTRY(fp_005_the_head_and_all_below_it),
           ENTRY(fp_015_all_sets_of_influences_count), ENTRY(fp_005_joints_out_of_range),
           ENTRY(fp_005_weights_without_joints_and_joints_without_weights),
           ENTRY(fp_010_each_primitive_has_its_own_list_in_its_own_order),
           ENTRY(fp_010_strips_and_fans_are_lists),
           ENTRY(fp_010_triangles_with_indices_out_of_range_are_neither),
           ENTRY(fp_002_fp_003_fp_004_annotations), ENTRY(fp_008_meshes_without_a_skin),
           ENTRY(fp_009_skins_without_the_head), ENTRY(v0_025_fp_005_first_person_bone),
           ENTRY(fp_005_without_a_head_all_is_drawn), ENTRY(fp_013_where_the_camera_is),
           ENTRY(fp_005_without_payload_nothing_is_said_for_sure),
           ENTRY(fp_005_compressed_meshes_are_not_decided), ENTRY(first_person_arguments),
           ENTRY(er_020_memory_that_is_refused), ENTRY(er_018_meshes_beyond_the_limit_of_memory),
           ENTRY(fp_010_sample_avatars));
