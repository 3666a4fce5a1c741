/* The vrm_model_read_ functions: what they refuse, and what they leave alone. */
#include "support/accessors.h"
#include "test.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const double square[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
static const double ramp[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                              16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};

static void check_floats(const float *got, const double *expected, size_t count) {
    for (size_t i = 0; i < count; ++i) CHECK_NEAR(got[i], expected[i], 0);
}

/* --- A file with everything, for what all reads have in common --- */

#define PNG_BYTES "\x89PNG\r\n\x1a\n0123"

static fixture make_full(void) {
    static const double indices[] = {0, 1, 2, 0, 2, 3}, joints[16] = {0, 1, 1, 0};
    accessor_maker make = {{0}, 0, "", "", 0};
    double image[12];
    for (int i = 0; i < 12; ++i) image[i] = (unsigned char)PNG_BYTES[i];
    add_floats(&make, "VEC3", 4, 12, square);
    add_floats(&make, "VEC3", 4, 12, ramp);
    add_accessor(&make, VRM_COMPONENT_U8, "VEC4", 4, 16, joints, "");
    add_accessor(&make, VRM_COMPONENT_U16, "SCALAR", 6, 6, indices, "");
    add_floats(&make, "MAT4", 2, 32, ramp);
    add_accessor(&make, VRM_COMPONENT_U8, "SCALAR", 12, 12, image, ""); /* view 5 */
    return finish_accessors(
        &make, ",'meshes':[{'primitives':[{'attributes':{'POSITION':0,'NORMAL':1,"
               "'JOINTS_0':2},'indices':3,'targets':[{'POSITION':1}]}]}],'nodes':[{},{}],"
               "'skins':[{'joints':[0,1],'inverseBindMatrices':4}],"
               "'images':[{'bufferView':5,'mimeType':'image/png'}]");
}

typedef struct reads {
    vrm_result floats, triangles, vertices, joints, target, binds, image;
} reads;

/* Each kind of read once, with the capacity that it needs less `missing`. Checks that the elements
 * behind the capacity stay. */
static reads read_each(const vrm_model *model, size_t missing) {
    float floats[13], vertices[13], target[13];
    uint32_t triangles[7];
    uint16_t joints[17];
    vrm_mat4 binds[3];
    unsigned char all = 0xEE;
    const uint8_t *image = NULL;
    size_t image_size = 0;
    reads result;
    memset(floats, 0xEE, sizeof floats);
    memset(vertices, 0xEE, sizeof vertices);
    memset(target, 0xEE, sizeof target);
    memset(triangles, 0xEE, sizeof triangles);
    memset(joints, 0xEE, sizeof joints);
    memset(binds, 0xEE, sizeof binds);
    result.floats = vrm_model_read_floats(model, 0, floats, 12 - missing);
    result.triangles = vrm_model_read_triangles(model, 0, 0, triangles, 6 - missing, NULL);
    result.vertices =
        vrm_model_read_vertices(model, 0, 0, VRM_ATTRIBUTE_POSITION, 0, 3, vertices, 12 - missing);
    result.joints = vrm_model_read_joints(model, 0, 0, 0, 0, joints, 16 - missing, NULL);
    result.target =
        vrm_model_read_morph_target(model, 0, 0, 0, VRM_ATTRIBUTE_POSITION, target, 12 - missing);
    result.binds = vrm_model_read_inverse_binds(model, 0, binds, 2 - missing);
    result.image = vrm_model_get_image_bytes(model, 0, &image, &image_size);
    for (size_t i = missing == 0 ? 12 : 0; i < 13; ++i) {
        CHECK(memcmp(&floats[i], "\xEE\xEE\xEE\xEE", 4) == 0);
        CHECK(memcmp(&vertices[i], "\xEE\xEE\xEE\xEE", 4) == 0);
        CHECK(memcmp(&target[i], "\xEE\xEE\xEE\xEE", 4) == 0);
    }
    for (size_t i = missing == 0 ? 6 : 0; i < 7; ++i) CHECK_INT(triangles[i], 0xEEEEEEEEu);
    for (size_t i = missing == 0 ? 16 : 0; i < 17; ++i) CHECK_INT(joints[i], 0xEEEE);
    for (size_t i = missing == 0 ? 2 : 0; i < 3; ++i) {
        for (size_t k = 0; k < sizeof binds[0]; ++k) {
            all = (unsigned char)(all & ((const unsigned char *)&binds[i])[k]);
        }
    }
    CHECK_INT(all, 0xEE);
    if (result.image == VRM_OK) {
        CHECK_INT(image_size, 12);
        CHECK(memcmp(image, PNG_BYTES, 12) == 0);
    } else {
        CHECK(image == NULL && image_size == 0);
    }
    return result;
}

static void check_all(reads got, vrm_result expected) {
    CHECK_INT(got.floats, expected);
    CHECK_INT(got.triangles, expected);
    CHECK_INT(got.vertices, expected);
    CHECK_INT(got.joints, expected);
    CHECK_INT(got.target, expected);
    CHECK_INT(got.binds, expected);
}

TEST(too_small_a_capacity_writes_nothing) {
    loaded file = load_fixture(make_full(), NULL);
    check_all(read_each(file.model, 0), VRM_OK);
    check_all(read_each(file.model, 1), VRM_ERROR_CAPACITY);
    check_all(read_each(file.model, 2), VRM_ERROR_CAPACITY);
    unload(&file);
}

TEST(arguments_out_of_range_are_refused) {
    static const int32_t bad[] = {-1, 1, 100, INT32_MAX, INT32_MIN};
    float floats[64];
    uint32_t triangles[8];
    uint16_t joints[16];
    vrm_mat4 binds[2];
    const uint8_t *bytes = NULL;
    size_t size = 0;
    loaded file = load_fixture(make_full(), NULL);
    const vrm_model *model = file.model;
    const vrm_result refused = VRM_ERROR_INVALID_ARGUMENT;
    for (size_t i = 0; i < COUNT(bad); ++i) {
        int32_t b = bad[i];
        test_note("index %d", (int)b);
        CHECK_INT(vrm_model_read_floats(model, b == 1 ? 6 : b, floats, 64), refused);
        CHECK_INT(vrm_model_accessor_floats(model, b == 1 ? 6 : b), 0);
        CHECK_INT(vrm_model_read_triangles(model, b, 0, triangles, 8, &size), refused);
        CHECK_INT(vrm_model_read_triangles(model, 0, b, triangles, 8, &size), refused);
        CHECK_INT(vrm_model_read_vertices(model, b, 0, 0, 0, 3, floats, 64), refused);
        CHECK_INT(vrm_model_read_vertices(model, 0, b, 0, 0, 3, floats, 64), refused);
        CHECK_INT(vrm_model_read_vertices(model, 0, 0, 0, 0, b, floats, 64), refused);
        CHECK_INT(vrm_model_read_joints(model, b, 0, 0, 0, joints, 16, &size), refused);
        CHECK_INT(vrm_model_read_joints(model, 0, b, 0, 0, joints, 16, &size), refused);
        CHECK_INT(vrm_model_read_joints(model, 0, 0, 0, b, joints, 16, &size), refused);
        CHECK_INT(vrm_model_read_morph_target(model, b, 0, 0, 0, floats, 64), refused);
        CHECK_INT(vrm_model_read_morph_target(model, 0, b, 0, 0, floats, 64), refused);
        CHECK_INT(vrm_model_read_morph_target(model, 0, 0, b, 0, floats, 64), refused);
        CHECK_INT(vrm_model_read_inverse_binds(model, b, binds, 2), refused);
        CHECK_INT(vrm_model_get_image_bytes(model, b, &bytes, &size), refused);
    }
    test_note(NULL);
    /* JOINTS are no floats; a morph target has neither JOINTS nor TANGENT. */
    CHECK_INT(vrm_model_read_vertices(model, 0, 0, VRM_ATTRIBUTE_JOINTS, 0, 4, floats, 64),
              refused);
    CHECK_INT(vrm_model_read_vertices(model, 0, 0, 0, 0, 5, floats, 64), refused);
    CHECK_INT(vrm_model_read_morph_target(model, 0, 0, 0, VRM_ATTRIBUTE_TANGENT, floats, 64),
              refused);
    CHECK_INT(vrm_model_read_morph_target(model, 0, 0, 0, -1, floats, 64), refused);
    unload(&file);
}

TEST(null_is_harmless) {
    float floats[64];
    uint32_t triangles[8];
    uint16_t joints[16];
    vrm_mat4 binds[2];
    const uint8_t *bytes = NULL;
    size_t size = 0;
    loaded file = load_fixture(make_full(), NULL);
    const vrm_result refused = VRM_ERROR_INVALID_ARGUMENT;
    CHECK_INT(vrm_model_accessor_floats(NULL, 0), 0);
    CHECK_INT(vrm_model_read_floats(NULL, 0, floats, 64), refused);
    CHECK_INT(vrm_model_read_floats(file.model, 0, NULL, 64), refused);
    CHECK_INT(vrm_model_read_triangles(NULL, 0, 0, triangles, 8, NULL), refused);
    CHECK_INT(vrm_model_read_triangles(file.model, 0, 0, NULL, 8, NULL), refused);
    CHECK_INT(vrm_model_read_vertices(NULL, 0, 0, 0, 0, 3, floats, 64), refused);
    CHECK_INT(vrm_model_read_vertices(file.model, 0, 0, 0, 0, 3, NULL, 64), refused);
    CHECK_INT(vrm_model_read_joints(NULL, 0, 0, 0, 0, joints, 16, NULL), refused);
    CHECK_INT(vrm_model_read_joints(file.model, 0, 0, 0, 0, NULL, 16, NULL), refused);
    CHECK_INT(vrm_model_read_morph_target(NULL, 0, 0, 0, 0, floats, 64), refused);
    CHECK_INT(vrm_model_read_morph_target(file.model, 0, 0, 0, 0, NULL, 64), refused);
    CHECK_INT(vrm_model_read_inverse_binds(NULL, 0, binds, 2), refused);
    CHECK_INT(vrm_model_read_inverse_binds(file.model, 0, NULL, 2), refused);
    CHECK_INT(vrm_model_get_image_bytes(NULL, 0, &bytes, &size), refused);
    CHECK_INT(vrm_model_get_image_bytes(file.model, 0, NULL, &size), refused);
    CHECK_INT(vrm_model_get_image_bytes(file.model, 0, &bytes, NULL), refused);
    unload(&file);
}

TEST(a_dropped_payload_is_not_there) {
    loaded file = load_fixture(make_full(), NULL);
    reads got;
    vrm_model_drop_payload(file.model);
    fixture_free(&file.file); /* ASan sees whoever looks all the same */
    got = read_each(file.model, 0);
    check_all(got, VRM_ERROR_NO_PAYLOAD);
    CHECK_INT(got.image, VRM_ERROR_NO_PAYLOAD);
    /* The tables stay, and dropping twice is harmless. */
    CHECK_INT(file.gltf->meshes[0].primitives[0].vertex_count, 4);
    vrm_model_drop_payload(file.model);
    vrm_model_drop_payload(NULL);
    unload(&file);
}

TEST(a_copied_payload_outlives_the_file) {
    vrm_load_desc desc;
    loaded file;
    reads got;
    vrm_load_desc_init(&desc);
    desc.flags = VRM_LOAD_ANY_GLTF | VRM_LOAD_COPY_PAYLOAD;
    file = load_fixture(make_full(), &desc);
    memset(file.file.bytes, 0xEE, file.file.size);
    fixture_free(&file.file);
    got = read_each(file.model, 0);
    check_all(got, VRM_OK);
    CHECK_INT(got.image, VRM_OK);
    vrm_model_drop_payload(file.model);
    check_all(read_each(file.model, 0), VRM_ERROR_NO_PAYLOAD);
    unload(&file);
}

TEST(er_019_a_file_without_its_bin_loads) {
    fixture whole = make_full();
    size_t json_end = 20 + whole.bytes[12] + whole.bytes[13] * 256u;
    loaded file;
    reads got;
    whole.size = json_end;
    for (int i = 0; i < 4; ++i) whole.bytes[8 + i] = (unsigned char)(json_end >> (8 * i));
    file = load_fixture(whole, NULL);
    CHECK_INT(file.result, VRM_OK);
    CHECK(found(&file, "buffer-missing", "/buffers/0"));
    CHECK_INT(file.gltf->buffers[0].is_available, 0);
    got = read_each(file.model, 0);
    check_all(got, VRM_ERROR_NO_PAYLOAD);
    CHECK_INT(got.image, VRM_ERROR_NO_PAYLOAD);
    unload(&file);
}

/* The BIN holds the first two views, and the half of the third. */
TEST(er_008_a_bin_cut_short_gives_what_it_has) {
    static const double numbers[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    accessor_maker make = {{0}, 0, "", "", 0};
    float out[12];
    const uint8_t *bytes;
    size_t size;
    loaded file;
    for (int i = 0; i < 4; ++i) add_floats(&make, "SCALAR", 4, 4, numbers + 2 * i);
    file = load_fixture(
        finish_cut(&make, ",'images':[{'bufferView':1},{'bufferView':2},{'bufferView':3}]", 40),
        NULL);
    CHECK_INT(file.result, VRM_OK);
    CHECK(found(&file, "buffer-short", "/buffers/0"));
    CHECK_INT(file.gltf->buffers[0].is_available, 0);
    CHECK_INT(vrm_model_read_floats(file.model, 0, out, 4), VRM_OK);
    check_floats(out, numbers, 4);
    CHECK_INT(vrm_model_read_floats(file.model, 1, out, 4), VRM_OK);
    check_floats(out, numbers + 2, 4);
    CHECK_INT(vrm_model_read_floats(file.model, 2, out, 4), VRM_ERROR_PAYLOAD);
    CHECK_INT(vrm_model_read_floats(file.model, 3, out, 4), VRM_ERROR_PAYLOAD);
    CHECK_INT(vrm_model_get_image_bytes(file.model, 0, &bytes, &size), VRM_OK);
    CHECK_INT(size, 16);
    CHECK_INT(vrm_model_get_image_bytes(file.model, 1, &bytes, &size), VRM_ERROR_PAYLOAD);
    CHECK_INT(vrm_model_get_image_bytes(file.model, 2, &bytes, &size), VRM_ERROR_PAYLOAD);
    unload(&file);
}

TEST(compressed_primitives_are_not_read) {
    accessor_maker make = {{0}, 0, "", "", 0};
    float floats[12];
    uint32_t triangles[6];
    uint16_t joints[16];
    size_t count = 99;
    loaded file;
    add_floats(&make, "VEC3", 4, 12, square);
    file = load_made(&make, ",'extensionsUsed':['KHR_draco_mesh_compression'],'nodes':[{}],"
                            "'skins':[{'joints':[0]}],'meshes':[{'primitives':[{'attributes':"
                            "{'POSITION':0},'targets':[{'POSITION':0}],'extensions':"
                            "{'KHR_draco_mesh_compression':{'bufferView':0}}}]}]");
    CHECK_INT(vrm_model_read_triangles(file.model, 0, 0, triangles, 6, &count),
              VRM_ERROR_UNSUPPORTED);
    CHECK_INT(count, 0);
    CHECK_INT(vrm_model_read_vertices(file.model, 0, 0, 0, 0, 3, floats, 12),
              VRM_ERROR_UNSUPPORTED);
    CHECK_INT(vrm_model_read_joints(file.model, 0, 0, 0, 0, joints, 16, &count),
              VRM_ERROR_UNSUPPORTED);
    CHECK_INT(vrm_model_read_morph_target(file.model, 0, 0, 0, 0, floats, 12),
              VRM_ERROR_UNSUPPORTED);
    unload(&file);
}

TEST_SUITE(payload_refusal, ENTRY(too_small_a_capacity_writes_nothing),
           ENTRY(arguments_out_of_range_are_refused), ENTRY(null_is_harmless),
           ENTRY(a_dropped_payload_is_not_there), ENTRY(a_copied_payload_outlives_the_file),
           ENTRY(er_019_a_file_without_its_bin_loads),
           ENTRY(er_008_a_bin_cut_short_gives_what_it_has),
           ENTRY(compressed_primitives_are_not_read));
