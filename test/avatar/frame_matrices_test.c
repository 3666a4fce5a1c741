/* What integrators read of a frame beside its arrays: matrices of skins and bones, and bounds. */
#include "avatar/spring_scene.h"
#include "support/avatar.h"
#include "test.h"
#include "testkit/create.h"

#include <math.h>
#include <string.h>

/* --- Matrices --- */

/* The product in double precision, written independently. */
static void check_product(const vrm_mat4 *got, const vrm_mat4 *a, const vrm_mat4 *b) {
    for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 4; ++row) {
            double sum = 0;
            for (int k = 0; k < 4; ++k) {
                sum += (double)a->m[k * 4 + row] * (double)b->m[column * 4 + k];
            }
            CHECK_NEAR((double)got->m[column * 4 + row], sum, 1e-5);
        }
    }
}

static const char skinned_json[] =
    "{'asset':{'version':'2.0'},'nodes':[{'translation':[1,2,3],'children':[1]},"
    "{'translation':[0,1,0],'rotation':[0,0,0.70710678,0.70710678],'children':[2]},"
    "{'translation':[0,1,0],'scale':[2,2,2]}],"
    "'skins':[{'joints':[2,0]},{'joints':[1,2,0]}]}";

TEST(skin_matrices_are_world_times_inverse_bind) {
    loaded file = load_json(skinned_json);
    vrm_avatar *who = create_avatar(file.model, NULL);
    vrm_mat4 binds[3], out[4];
    vrm_trs root = trs_at(5, 0, -1);
    const vrm_frame *frame;
    REQUIRE(who != NULL);
    for (int i = 0; i < 3; ++i) {
        binds[i] = vrm_mat4_identity();
        for (int k = 0; k < 3; ++k) binds[i].m[12 + k] = (float)(i + k + 1);
        binds[i].m[4] = 0.5f;
    }
    root.rotation = turn_about(0, 1, 0, 30);
    root.scale = vrm_vec3_make(2, 2, 2);
    vrm_avatar_set_root(who, &root);
    vrm_avatar_locals(who)[1].rotation = turn_about(1, 0, 0, 20);
    vrm_avatar_update(who, 0);
    frame = vrm_avatar_frame(who);
    for (int32_t skin = 0; skin < 2; ++skin) {
        const vrm_skin *model_skin = &file.gltf->skins[skin];
        memset(out, 0x5A, sizeof out);
        CHECK_INT(vrm_avatar_get_skin_matrices(who, skin, binds, out, model_skin->joint_count),
                  VRM_OK);
        for (uint32_t i = 0; i < model_skin->joint_count; ++i) {
            check_product(&out[i], &frame->world[model_skin->joints[i]], &binds[i]);
        }
        CHECK_INT(((unsigned char *)out)[model_skin->joint_count * sizeof out[0]], 0x5A);
    }
    /* By hand: without a root and at rest, the joint 2 of skin 0 with the identity is its world. */
    vrm_avatar_reset_pose(who);
    root = vrm_trs_identity();
    vrm_avatar_set_root(who, &root);
    vrm_avatar_update(who, 0);
    binds[0] = binds[1] = vrm_mat4_identity();
    CHECK_INT(vrm_avatar_get_skin_matrices(who, 0, binds, out, 2), VRM_OK);
    {
        static const float at_2[16] = {0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 0, 3, 3, 1};
        static const float at_0[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1};
        for (int k = 0; k < 16; ++k) {
            CHECK_NEAR((double)out[0].m[k], (double)at_2[k], 1e-6);
            CHECK_NEAR((double)out[1].m[k], (double)at_0[k], 0);
        }
    }
    vrm_avatar_destroy(who);
    unload(&file);
}

TEST(skin_matrices_check_their_arguments) {
    loaded file = load_json(skinned_json);
    vrm_avatar *who = create_avatar(file.model, NULL);
    vrm_mat4 binds[3], out[3];
    static const int32_t bad[] = {VRM_NONE, VRM_ALL, 2, INT32_MAX, INT32_MIN};
    REQUIRE(who != NULL);
    for (int i = 0; i < 3; ++i) binds[i] = vrm_mat4_identity();
    memset(out, 0x5A, sizeof out);
    CHECK_INT(vrm_avatar_get_skin_matrices(who, 0, binds, out, 1), VRM_ERROR_CAPACITY);
    CHECK_INT(vrm_avatar_get_skin_matrices(who, 1, binds, out, 2), VRM_ERROR_CAPACITY);
    CHECK_INT(vrm_avatar_get_skin_matrices(who, 1, binds, out, 0), VRM_ERROR_CAPACITY);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        CHECK_INT(vrm_avatar_get_skin_matrices(who, bad[i], binds, out, 3),
                  VRM_ERROR_INVALID_ARGUMENT);
    }
    CHECK_INT(vrm_avatar_get_skin_matrices(NULL, 0, binds, out, 3), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_avatar_get_skin_matrices(who, 0, NULL, out, 3), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_avatar_get_skin_matrices(who, 0, binds, NULL, 3), VRM_ERROR_INVALID_ARGUMENT);
    for (size_t i = 0; i < sizeof out; ++i) {
        if (((unsigned char *)out)[i] != 0x5A) CHECK(false); /* nothing was written */
    }
    CHECK_INT(vrm_avatar_get_skin_matrices(who, 0, binds, out, 3), VRM_OK);
    vrm_avatar_destroy(who);
    unload(&file);
}

TEST(the_matrix_of_a_bone_is_that_of_its_node) {
    loaded file = load_vrm1(NULL, NULL);
    vrm_avatar *who = create_avatar(file.model, NULL);
    vrm_mat4 got, identity = vrm_mat4_identity();
    vrm_trs root = trs_at(1, 2, 3);
    static const vrm_bone absent[] = {VRM_BONE_JAW, VRM_NONE, VRM_ALL, VRM_BONE_COUNT, INT32_MAX};
    REQUIRE(who != NULL);
    vrm_avatar_set_root(who, &root);
    vrm_avatar_set_bone_rotation_value(who, VRM_BONE_HEAD, turn_about(0, 1, 0, 90));
    vrm_avatar_update(who, 0);
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        int32_t node = vrm_model_bone_node(file.model, bone);
        if (node == VRM_NONE) continue;
        vrm_avatar_get_bone_matrix(who, bone, &got);
        CHECK(memcmp(&got, &vrm_avatar_frame(who)->world[node], sizeof got) == 0);
    }
    /* By hand: the head is at (0, 1.6, 0) and looks along +X. */
    vrm_avatar_get_bone_matrix(who, VRM_BONE_HEAD, &got);
    CHECK_VEC3(vrm_vec3_make(got.m[12], got.m[13], got.m[14]), 1, 3.6, 3, 1e-6);
    CHECK_VEC3(vrm_vec3_make(got.m[8], got.m[9], got.m[10]), 1, 0, 0, 1e-6);
    for (size_t i = 0; i < sizeof absent / sizeof absent[0]; ++i) {
        memset(&got, 0x5A, sizeof got);
        vrm_avatar_get_bone_matrix(who, absent[i], &got);
        CHECK(memcmp(&got, &identity, sizeof got) == 0);
    }
    memset(&got, 0x5A, sizeof got);
    vrm_avatar_get_bone_matrix(NULL, VRM_BONE_HEAD, &got);
    CHECK(memcmp(&got, &identity, sizeof got) == 0);
    vrm_avatar_get_bone_matrix(who, VRM_BONE_HEAD, NULL);
    vrm_avatar_destroy(who);
    unload(&file);
}

/* --- Bounds --- */

/* A box of 1 x 2 x 4 m about the origin of mesh 0, three vertices; mesh 1 says nothing of how large
 * it is. */
#define MESHES                                                                                     \
    "'buffers':[{'byteLength':36}],'bufferViews':[{'buffer':0,'byteLength':36}],"                  \
    "'accessors':[{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3',"                   \
    "'min':[-0.5,-1,-2],'max':[0.5,1,2]},"                                                         \
    "{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3'}],"                              \
    "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]},"                                    \
    "{'primitives':[{'attributes':{'POSITION':1}}]}]"

static loaded load_boxes(const char *members) {
    static const float bin[9];
    return load_json_bin(format_members("{'asset':{'version':'2.0'}," MESHES ",%s}", members), bin,
                         sizeof bin);
}

static void check_box(const vrm_avatar *who, vrm_vec3 least, vrm_vec3 most) {
    vrm_vec3 low = {9, 9, 9}, high = {9, 9, 9};
    CHECK_INT(vrm_avatar_get_bounds(who, &low, &high), 1);
    CHECK_VEC3(low, (double)least.x, (double)least.y, (double)least.z, 0);
    CHECK_VEC3(high, (double)most.x, (double)most.y, (double)most.z, 0);
}

/* The box of the nodes, grown on all sides by the farthest that a mesh reaches beyond it: 2 m. */
TEST(bounds_of_a_mesh_at_a_node) {
    loaded file = load_boxes("'nodes':[{'translation':[1,2,3],'mesh':0},{'translation':[9,9,9]}]");
    vrm_avatar *who = create_avatar(file.model, NULL);
    vrm_trs root = trs_at(10, 0, -10);
    REQUIRE(who != NULL);
    check_box(who, vrm_vec3_make(-1, 0, 1), vrm_vec3_make(3, 4, 5));
    vrm_avatar_locals(who)[0].translation = vrm_vec3_make(0, 0, 0);
    vrm_avatar_update(who, 0);
    check_box(who, vrm_vec3_make(-2, -2, -2), vrm_vec3_make(2, 2, 2));
    vrm_avatar_set_root(who, &root);
    vrm_avatar_update(who, 0);
    check_box(who, vrm_vec3_make(8, -2, -12), vrm_vec3_make(12, 2, -8));
    root.scale = vrm_vec3_make(3, 3, 3);
    vrm_avatar_set_root(who, &root);
    vrm_avatar_update(who, 0);
    check_box(who, vrm_vec3_make(4, -6, -16), vrm_vec3_make(16, 6, -4));
    vrm_avatar_destroy(who);
    unload(&file);
}

TEST(bounds_of_two_meshes) {
    loaded file = load_boxes("'nodes':[{'translation':[-4,0,0],'mesh':0},"
                             "{'translation':[4,0,1],'mesh':0}]");
    vrm_avatar *who = create_avatar(file.model, NULL);
    REQUIRE(who != NULL);
    /* Nodes: (-4, 0, 0) to (4, 0, 1). A mesh is measured at its first node: it reaches 2 m beyond
     * the nodes at z = -2. */
    check_box(who, vrm_vec3_make(-6, -2, -2), vrm_vec3_make(6, 2, 3));
    vrm_avatar_destroy(who);
    unload(&file);
}

/* A skinned mesh is where its joints are, whatever its own node says (GL-020). */
TEST(bounds_of_a_skinned_mesh) {
    loaded file = load_boxes("'skins':[{'joints':[1,2]}],'nodes':[{'translation':[100,0,0],"
                             "'mesh':0,'skin':0},{'children':[2]},{'translation':[0,1,0]}]");
    vrm_avatar *who = create_avatar(file.model, NULL);
    REQUIRE(who != NULL);
    check_box(who, vrm_vec3_make(-2, -2, -2), vrm_vec3_make(2, 3, 2));
    vrm_avatar_locals(who)[2].translation = vrm_vec3_make(0, 5, 0);
    vrm_avatar_update(who, 0);
    check_box(who, vrm_vec3_make(-2, -2, -2), vrm_vec3_make(2, 7, 2));
    vrm_avatar_destroy(who);
    unload(&file);
}

/* 25 cm where the file does not say. */
TEST(bounds_of_a_mesh_of_unknown_size) {
    loaded file = load_boxes("'nodes':[{'translation':[1,2,3],'mesh':1}]");
    vrm_avatar *who = create_avatar(file.model, NULL);
    REQUIRE(who != NULL);
    check_box(who, vrm_vec3_make(0.75f, 1.75f, 2.75f), vrm_vec3_make(1.25f, 2.25f, 3.25f));
    vrm_avatar_destroy(who);
    unload(&file);
}

TEST(no_bounds_where_nothing_is_drawn) {
    loaded file = load_boxes("'nodes':[{'translation':[1,2,3]}]");
    vrm_avatar *who = create_avatar(file.model, NULL);
    vrm_trs root = trs_at(4, 5, 6);
    vrm_vec3 low, high;
    REQUIRE(who != NULL);
    vrm_avatar_set_root(who, &root);
    vrm_avatar_update(who, 0);
    CHECK_INT(vrm_avatar_get_bounds(who, &low, &high), 0);
    CHECK_VEC3(low, 4, 5, 6, 0);
    CHECK_VEC3(high, 4, 5, 6, 0);
    CHECK_INT(vrm_avatar_get_bounds(NULL, &low, &high), 0);
    CHECK_INT(vrm_avatar_get_bounds(who, NULL, &high), 0);
    CHECK_INT(vrm_avatar_get_bounds(who, &low, NULL), 0);
    vrm_avatar_destroy(who);
    unload(&file);
}

/* Bounds of a file that lies: they are finite, and not larger than any avatar is. */
TEST(er_014_bounds_are_finite) {
    static const float bin[9];
    loaded file = load_json_bin(
        "{'asset':{'version':'2.0'},'buffers':[{'byteLength':36}],"
        "'bufferViews':[{'buffer':0,'byteLength':36}],'accessors':[{'bufferView':0,"
        "'componentType':5126,'count':3,'type':'VEC3','min':[-1e30,-1,-2],'max':[3e38,1,2]}],"
        "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}],'nodes':[{'mesh':0}]}",
        bin, sizeof bin);
    vrm_avatar *who = create_avatar(file.model, NULL);
    REQUIRE(who != NULL);
    check_box(who, vrm_vec3_make(-100, -100, -100), vrm_vec3_make(100, 100, 100));
    vrm_avatar_destroy(who);
    unload(&file);
}

/* What goes beyond the range of floats stops at its end, as in the frame. */
TEST(er_014_at_the_end_of_the_range_of_floats) {
    loaded file = load_boxes("'skins':[{'joints':[0]}],'nodes':[{'mesh':0}]");
    vrm_avatar *who = create_avatar(file.model, NULL);
    vrm_trs root = trs_at(3.4e38f, -3.4e38f, 0);
    vrm_vec3 low, high;
    vrm_mat4 bind = vrm_mat4_identity(), out;
    REQUIRE(who != NULL);
    root.scale = vrm_vec3_make(1e38f, 1e38f, 1e38f);
    vrm_avatar_set_root(who, &root);
    vrm_avatar_update(who, 0);
    CHECK_INT(vrm_avatar_get_bounds(who, &low, &high), 1);
    CHECK(isfinite(low.x) && isfinite(low.y) && isfinite(low.z));
    CHECK(isfinite(high.x) && isfinite(high.y) && isfinite(high.z));
    CHECK(low.x <= high.x && low.y <= high.y && low.z <= high.z);
    bind.m[0] = bind.m[12] = 1e30f;
    bind.m[13] = -1e30f;
    CHECK_INT(vrm_avatar_get_skin_matrices(who, 0, &bind, &out, 1), VRM_OK);
    for (int k = 0; k < 16; ++k) CHECK(isfinite(out.m[k]));
    vrm_avatar_destroy(who);
    unload(&file);
}

TEST_SUITE(frame_matrices, ENTRY(skin_matrices_are_world_times_inverse_bind),
           ENTRY(skin_matrices_check_their_arguments),
           ENTRY(the_matrix_of_a_bone_is_that_of_its_node), ENTRY(bounds_of_a_mesh_at_a_node),
           ENTRY(bounds_of_two_meshes), ENTRY(bounds_of_a_skinned_mesh),
           ENTRY(bounds_of_a_mesh_of_unknown_size), ENTRY(no_bounds_where_nothing_is_drawn),
           ENTRY(er_014_bounds_are_finite), ENTRY(er_014_at_the_end_of_the_range_of_floats));
