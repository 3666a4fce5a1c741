/* What an avatar was told, carried over to one of another file; and matrices and bounds of a frame.
 */
#include "avatar/spring_scene.h"
#include "support/avatar.h"
#include "test.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DT (1.0f / 60.0f)

/* Two exports of one avatar: the second has its expressions and springs in another order, one more
 * of each, and a node of the chain under another name. */
static const avatar first = {
    VRM_DIALECT_1,
    "'expressions':{'preset':{'happy':{},'blink':{}},'custom':{'a':{},'b':{},'gone':{}}}", NULL,
    "'VRMC_springBone':{'specVersion':'1.0','springs':[{'name':'hair','joints':[{'node':21},"
    "{'node':22}]},{'name':'tail','joints':[{'node':24},{'node':25}]},{'joints':[{'node':26},"
    "{'node':27}]},{'name':'lost','joints':[{'node':28},{'node':29}]}]}",
    "{'name':'ribbon','children':[25]},{'translation':[0,1,0]},{'children':[27]},"
    "{'name':'gone','translation':[0,1,0]},{'children':[29]},{'translation':[0,1,0]},"
    "{'name':'spine2'}"};
static const avatar second = {
    VRM_DIALECT_1,
    "'expressions':{'preset':{'happy':{},'angry':{},'blink':{}},'custom':{'b':{},'a':{},'new':{}}}",
    NULL,
    "'VRMC_springBone':{'specVersion':'1.0','springs':[{'name':'new','joints':[{'node':26},"
    "{'node':27}]},{'name':'tail','joints':[{'node':24},{'node':25}]},{'name':'hair','joints':["
    "{'node':21},{'node':22}]}]}",
    "{'name':'ribbon','translation':[5,0,0],'rotation':[0,0.6,0,0.8],'children':[25]},"
    "{'translation':[0,1,0]},{'children':[27]},{'translation':[0,1,0]}"};

static vrm_avatar *create(loaded *file) {
    return file->model != NULL ? vrm_avatar_create(file->model, NULL) : NULL;
}

TEST(settings_go_by_name) {
    loaded a = load_avatar(&first), b = load_avatar(&second);
    vrm_avatar *from = create(&a), *to = create(&b);
    vrm_trs root = trs_at(1, 2, 3), got;
    const vrm_quat turn = turn_about(0, 1, 0, 30);
    const vrm_vec3 wind = {1, 0, 0}, own = {0, 2, 0}, target = {7, 8, 9}, hips = {0, 1.5f, 0};
    vrm_vec3 vector;
    vrm_quat rotation;
    vrm_look_at_state look_at;
    int user = 0;
    REQUIRE(from != NULL && to != NULL);
    vrm_avatar_set_root(from, &root);
    vrm_avatar_set_bone_rotation(from, VRM_BONE_HEAD, &turn);
    vrm_avatar_set_hips_position(from, &hips);
    vrm_avatar_pose(from)[24].translation = vrm_vec3_make(0, 0.5f, 0);
    vrm_avatar_pose(from)[24].scale = vrm_vec3_make(2, 2, 2);
    vrm_avatar_pose(from)[25].translation.y = 9; /* without a name */
    vrm_avatar_pose(from)[27].translation.y = 9; /* a name that the other does not have */
    vrm_avatar_set_look_at_target(from, &target);
    vrm_avatar_set_expression(from, vrm_model_find_expression(a.model, "a"), 0.25f);
    vrm_avatar_set_expression(from, vrm_model_find_expression(a.model, "b"), 0.5f);
    vrm_avatar_set_expression(from, vrm_model_find_expression(a.model, "gone"), 1);
    vrm_avatar_set_expression(from, vrm_model_find_expression(a.model, "blink"), 0.75f);
    vrm_avatar_set_layer_weight(from, VRM_LAYER_APPLICATION, 0.5f);
    vrm_avatar_set_wind(from, &wind);
    vrm_avatar_set_spring_wind(from, 0, &own);
    vrm_avatar_set_spring_mode(from, 0, VRM_SPRING_HOLD);
    vrm_avatar_set_spring_weight(from, 1, 0.25f);
    vrm_avatar_set_spring_weight(from, 2, 0.125f); /* without a name */
    vrm_avatar_set_user(from, &user);
    vrm_avatar_update(from, DT);

    vrm_avatar_carry_over(to, from);
    vrm_avatar_update(to, DT);
    vrm_avatar_get_root(to, &got);
    CHECK_VEC3(got.translation, 1, 2, 3, 0);
    vrm_avatar_get_bone_rotation(to, VRM_BONE_HEAD, &rotation);
    CHECK_NEAR(angle_of(rotation, turn), 0, 1e-3);
    vrm_avatar_get_hips_position(to, &vector);
    CHECK_VEC3(vector, 0, 1.5, 0, 1e-6);
    /* Moved from its own rest as the other was from its. */
    CHECK_VEC3(vrm_avatar_pose(to)[24].translation, 5, 0.5, 0, 1e-6);
    CHECK_NEAR(vrm_avatar_pose(to)[24].rotation.y, 0.6, 1e-6);
    CHECK_VEC3(vrm_avatar_pose(to)[24].scale, 2, 2, 2, 0);
    CHECK_VEC3(vrm_avatar_pose(to)[25].translation, 0, 1, 0, 0);
    CHECK_VEC3(vrm_avatar_pose(to)[27].translation, 0, 1, 0, 0);
    vrm_look_at_state_init(&look_at);
    vrm_avatar_get_look_at(to, &look_at);
    CHECK_INT(look_at.mode, VRM_LOOK_AT_MODE_TARGET);
    CHECK_VEC3(look_at.target, 7, 8, 9, 0);
    for (int i = 0; i < 5; ++i) {
        static const char *const names[] = {"a", "b", "new", "blink", "angry"};
        static const double weights[] = {0.25, 0.5, 0, 0.75, 0};
        test_note("%s", names[i]);
        CHECK_NEAR(vrm_avatar_layer_expression(to, VRM_LAYER_APPLICATION,
                                               vrm_model_find_expression(b.model, names[i])),
                   weights[i], 0);
    }
    test_note(NULL);
    CHECK_NEAR(vrm_avatar_layer_weight(to, VRM_LAYER_APPLICATION), 0.5, 0);
    vrm_avatar_get_wind(to, &vector);
    CHECK_VEC3(vector, 1, 0, 0, 0);
    CHECK_INT(vrm_avatar_spring_mode(to, 2), VRM_SPRING_HOLD);
    vrm_avatar_get_spring_wind(to, 2, &vector);
    CHECK_VEC3(vector, 0, 2, 0, 0);
    CHECK_NEAR(vrm_avatar_spring_weight(to, 1), 0.25, 0);
    CHECK_NEAR(vrm_avatar_spring_weight(to, 0), 1, 0);
    CHECK_INT(vrm_avatar_spring_mode(to, 0), VRM_SPRING_RUN);
    CHECK(vrm_avatar_user(to) == &user);
    vrm_avatar_destroy(from);
    vrm_avatar_destroy(to);
    unload(&a);
    unload(&b);
}

TEST(look_at_is_carried_in_every_mode) {
    loaded a = load_avatar(&first), b = load_avatar(&second);
    vrm_avatar *from = create(&a), *to = create(&b);
    vrm_look_at_state state;
    REQUIRE(from != NULL && to != NULL);
    vrm_look_at_state_init(&state);
    vrm_avatar_set_look_at_degrees(from, 10, -5);
    vrm_avatar_carry_over(to, from);
    vrm_avatar_get_look_at(to, &state);
    CHECK_INT(state.mode, VRM_LOOK_AT_MODE_DEGREES);
    CHECK_NEAR(state.yaw_degrees, 10, 0);
    CHECK_NEAR(state.pitch_degrees, -5, 0);
    vrm_avatar_set_look_at_off(from);
    vrm_avatar_carry_over(to, from);
    vrm_avatar_get_look_at(to, &state);
    CHECK_INT(state.mode, VRM_LOOK_AT_MODE_OFF);
    /* Nothing to carry, or nobody to carry it to. */
    vrm_avatar_carry_over(NULL, from);
    vrm_avatar_carry_over(to, NULL);
    vrm_avatar_set_look_at_degrees(to, 20, 0);
    vrm_avatar_carry_over(to, to);
    vrm_avatar_get_look_at(to, &state);
    CHECK_NEAR(state.yaw_degrees, 20, 0);
    vrm_avatar_destroy(from);
    vrm_avatar_destroy(to);
    unload(&a);
    unload(&b);
}

/* To a file of nothing, and from one. A node whose name is that of a bone there is left out. */
TEST(files_that_have_nothing_in_common) {
    loaded whole = load_avatar(&first), none = load_json("{'asset':{'version':'2.0'}}");
    loaded other = load_json("{'asset':{'version':'2.0'},'nodes':[{'name':'head'},{'name':'x'}]}");
    vrm_avatar *a = create(&whole), *b = create(&none), *c = create(&other);
    vrm_vec3 hips;
    REQUIRE(a != NULL && b != NULL && c != NULL);
    vrm_avatar_carry_over(b, a);
    vrm_avatar_update(b, DT);
    vrm_avatar_carry_over(a, b);
    vrm_avatar_pose(c)[0].translation.y = 5;
    vrm_avatar_pose(c)[1].translation.y = 5;
    vrm_avatar_carry_over(a, c);
    vrm_avatar_update(a, DT);
    vrm_avatar_get_hips_position(a, &hips);
    CHECK_VEC3(hips, 0, 1, 0, 1e-6);
    CHECK_VEC3(vrm_avatar_pose(a)[AVATAR_HEAD].translation, 0, 0.5, 0, 0);
    vrm_avatar_destroy(a);
    vrm_avatar_destroy(b);
    vrm_avatar_destroy(c);
    unload(&whole);
    unload(&none);
    unload(&other);
}

/* Names of two large files are compared a bounded number of times. */
TEST(names_of_large_files_cost_little) {
    enum { NODES = 3000 };
    char *json = malloc(NODES * 32 + 64);
    loaded a, b;
    vrm_avatar *from, *to;
    for (int k = 0; k < 2; ++k) {
        size_t size = (size_t)sprintf(json, "{'asset':{'version':'2.0'},'nodes':[{}");
        for (int i = 0; i < NODES; ++i) {
            size += (size_t)sprintf(json + size, ",{'name':'%c%06d'}", k == 0 ? 'a' : 'b', i);
        }
        strcpy(json + size, "]}");
        if (k == 0) a = load_json(json);
        if (k == 1) b = load_json(json);
    }
    free(json);
    from = create(&a);
    to = create(&b);
    REQUIRE(from != NULL && to != NULL);
    for (uint32_t i = 0; i <= NODES; ++i) vrm_avatar_pose(from)[i].translation.x = 1;
    vrm_avatar_carry_over(to, from);
    for (uint32_t i = 0; i <= NODES; ++i) {
        if (!CHECK_NEAR(vrm_avatar_pose(to)[i].translation.x, 0, 0)) break;
    }
    vrm_avatar_destroy(from);
    vrm_avatar_destroy(to);
    unload(&a);
    unload(&b);
}

/* --- Matrices and bounds --- */

#define SKINNED                                                                                    \
    "{'asset':{'version':'2.0'},'accessors':[{'componentType':5126,'count':3,'type':'VEC3',"       \
    "'min':[-1,0,0],'max':[1,2,0]}],'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}],"    \
    "'nodes':[{'translation':[0,1,0],'children':[1]},{'translation':[0,1,0]},{'mesh':0,'skin':0}]" \
    ","                                                                                            \
    "'skins':[{'joints':[0,1]}]}"

TEST(skin_matrices) {
    loaded file = load_json(SKINNED);
    vrm_avatar *who = create(&file);
    vrm_mat4 binds[2], out[2];
    REQUIRE(who != NULL);
    CHECK_INT(vrm_model_read_inverse_binds(file.model, 0, binds, 2), VRM_OK);
    binds[1].m[13] = -2; /* as bound at rest */
    vrm_avatar_pose(who)[0].translation.x = 3;
    vrm_avatar_update(who, DT);
    CHECK_INT(vrm_avatar_get_skin_matrices(who, 0, binds, out, 2), VRM_OK);
    CHECK_NEAR(out[0].m[12], 3, 1e-6);
    CHECK_NEAR(out[0].m[13], 1, 1e-6);
    CHECK_NEAR(out[1].m[12], 3, 1e-6);
    CHECK_NEAR(out[1].m[13], 0, 1e-6);
    CHECK_INT(vrm_avatar_get_skin_matrices(who, 0, binds, out, 1), VRM_ERROR_CAPACITY);
    CHECK_INT(vrm_avatar_get_skin_matrices(who, 1, binds, out, 2), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_avatar_get_skin_matrices(who, 0, NULL, out, 2), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_avatar_get_skin_matrices(who, 0, binds, NULL, 2), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_avatar_get_skin_matrices(NULL, 0, binds, out, 2), VRM_ERROR_INVALID_ARGUMENT);
    vrm_avatar_destroy(who);
    unload(&file);
}

TEST(matrices_of_bones) {
    loaded file = load_vrm1(NULL, NULL);
    vrm_avatar *who = create(&file);
    vrm_mat4 matrix;
    REQUIRE(who != NULL);
    vrm_avatar_get_bone_matrix(who, VRM_BONE_SPINE, &matrix);
    CHECK_NEAR(matrix.m[13], 1.1, 1e-6);
    vrm_avatar_get_bone_matrix(who, VRM_BONE_JAW, &matrix); /* it has none */
    CHECK_NEAR(matrix.m[13], 0, 0);
    CHECK_NEAR(matrix.m[0], 1, 0);
    vrm_avatar_get_bone_matrix(NULL, VRM_BONE_SPINE, &matrix);
    CHECK_NEAR(matrix.m[13], 0, 0);
    vrm_avatar_get_bone_matrix(who, VRM_BONE_SPINE, NULL);
    vrm_avatar_destroy(who);
    unload(&file);
}

TEST(bounds_follow_the_root) {
    loaded file = load_json(SKINNED), none = load_json("{'asset':{'version':'2.0'},'nodes':[{}]}");
    vrm_avatar *who = create(&file), *nobody = create(&none);
    vrm_trs root = trs_at(10, 0, 0);
    vrm_vec3 least, most;
    REQUIRE(who != NULL && nobody != NULL);
    /* Joints at y = 1 and 2; the mesh is 1 m wide to either side, and its feet are at 0. */
    CHECK_INT(vrm_avatar_get_bounds(who, &least, &most), 1);
    CHECK_VEC3(least, -1, 0, -1, 1e-6);
    CHECK_VEC3(most, 1, 3, 1, 1e-6);
    vrm_avatar_set_root(who, &root);
    vrm_avatar_update(who, DT);
    CHECK_INT(vrm_avatar_get_bounds(who, &least, &most), 1);
    CHECK_VEC3(least, 9, 0, -1, 1e-5);
    root.scale = vrm_vec3_make(3e38f, 3e38f, 3e38f);
    vrm_avatar_set_root(who, &root);
    vrm_avatar_update(who, DT);
    CHECK_INT(vrm_avatar_get_bounds(who, &least, &most), 1);
    CHECK(!isnan(least.x) && !isnan(most.y));
    root = trs_at(4, 5, 6);
    vrm_avatar_set_root(nobody, &root);
    CHECK_INT(vrm_avatar_get_bounds(nobody, &least, &most), 0);
    CHECK_VEC3(least, 4, 5, 6, 0);
    CHECK_VEC3(most, 4, 5, 6, 0);
    CHECK_INT(vrm_avatar_get_bounds(NULL, &least, &most), 0);
    CHECK_INT(vrm_avatar_get_bounds(who, NULL, &most), 0);
    CHECK_INT(vrm_avatar_get_bounds(who, &least, NULL), 0);
    vrm_avatar_destroy(who);
    vrm_avatar_destroy(nobody);
    unload(&file);
    unload(&none);
}

TEST_SUITE(carry_corners, ENTRY(settings_go_by_name), ENTRY(look_at_is_carried_in_every_mode),
           ENTRY(files_that_have_nothing_in_common), ENTRY(names_of_large_files_cost_little),
           ENTRY(skin_matrices), ENTRY(matrices_of_bones), ENTRY(bounds_follow_the_root));
