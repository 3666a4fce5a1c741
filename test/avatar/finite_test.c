/* Finite inputs give finite frames, however large they are (ER-014). */
#include "avatar/spring_scene.h"
#include "test.h"
#include "testkit/create.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DT (1.0f / 60.0f)

/* A head with hair, a collider and a center; an aim constraint; nodes that are turned and scaled.
 */
#define NODES                                                                                      \
    SCENE_HAIR ",{'children':[8],'scale':[2,1,0.5],'rotation':[0.6,0,0,0.8]},{'translation':"      \
               "[1,2,3],'extensions':{'VRMC_node_constraint':{'specVersion':'1.0','constraint':{"  \
               "'aim':{'source':6,'aimAxis':'PositiveX'}}}}}"
#define SPRINGS                                                                                    \
    "'colliders':[{'node':6,'shape':{'sphere':{'offset':[0,-0.2,-0.16],'radius':0.08}}}],"         \
    "'colliderGroups':[{'colliders':[0]}],'springs':[{'colliderGroups':[0]," SCENE_CHAIN(          \
        ",'hitRadius':0.02,'gravityPower':0.5") "}]"

static uint32_t next_bits(uint64_t *state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 32);
}

/* Of any size, 0 and the ends of the range among them; always finite. */
static float any_float(uint64_t *state) {
    static const float edges[] = {0,        -0.0f,   1,     -1,     FLT_MAX,
                                  -FLT_MAX, FLT_MIN, 1e30f, 1e-30f, 2e38f};
    uint32_t bits = next_bits(state);
    float value;
    if (bits % 3 == 0) return edges[bits / 3 % (sizeof edges / sizeof edges[0])];
    if (bits % 3 == 1) return (float)((int32_t)bits % 1000) * 0.003f;
    bits = next_bits(state);
    memcpy(&value, &bits, sizeof value);
    return isfinite(value) ? value : 1e10f;
}

static vrm_vec3 any_vec3(uint64_t *state) {
    float x = any_float(state), y = any_float(state);
    return vrm_vec3_make(x, y, any_float(state));
}

static vrm_trs any_trs(uint64_t *state) {
    vrm_trs trs = trs_at(0, 0, 0);
    trs.translation = any_vec3(state);
    trs.rotation = turn_about(1, 2, 3, (double)(next_bits(state) % 360));
    trs.scale = any_vec3(state);
    return trs;
}

static void act(vrm_avatar *avatar, uint64_t *state) {
    vrm_trs trs = any_trs(state);
    switch (next_bits(state) % 8) {
    case 0:
        vrm_avatar_set_root(avatar, &trs);
        break;
    case 1:
        vrm_avatar_teleport(avatar, &trs, next_bits(state) & 1);
        break;
    case 2:
        vrm_avatar_shift_origin_value(avatar, trs.translation);
        break;
    case 3:
        vrm_avatar_look_at(avatar, trs.translation);
        break;
    case 4:
        vrm_avatar_set_wind_value(avatar, trs.translation);
        break;
    case 5: {
        vrm_spring_collider ball = {VRM_NONE, VRM_COLLIDER_SPHERE, {0, 0, 0}, {0, 0, 0}, 0};
        ball.offset = trs.translation;
        ball.radius = trs.scale.x;
        vrm_avatar_set_collider(avatar, 0, &ball);
        break;
    }
    default:
        vrm_avatar_locals(avatar)[next_bits(state) % 9] = trs;
    }
}

static bool is_all_finite(const float *values, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        if (!isfinite(values[i])) return false;
    }
    return true;
}

static bool is_sound(const vrm_avatar *avatar) {
    vrm_vec3 eye;
    vrm_mat4 in_model;
    vrm_trs root;
    vrm_avatar_get_eye_position(avatar, &eye);
    vrm_avatar_get_node_in_model(avatar, 5, &in_model);
    vrm_avatar_get_root(avatar, &root);
    return is_all_finite((const void *)avatar->local, (size_t)avatar->gltf->node_count * 10) &&
           is_all_finite(avatar->world->m, (size_t)avatar->gltf->node_count * 16) &&
           is_all_finite((const void *)&eye, 3) && is_all_finite(in_model.m, 16) &&
           is_all_finite((const void *)&root, 10);
}

/* The avatar accepts what it has saved itself, after any input. */
static void check_own_save(vrm_avatar *avatar) {
    unsigned char bytes[16384];
    size_t size = vrm_avatar_save_size(avatar);
    REQUIRE(size <= sizeof bytes);
    CHECK_INT(vrm_avatar_save(avatar, bytes, size), VRM_OK);
    CHECK_INT(vrm_avatar_restore(avatar, bytes, size), VRM_OK);
}

enum { RUNS = 240, FRAMES = 12 };

TEST(er_014_extreme_inputs_give_finite_frames_and_the_same_bits_in_all_lanes) {
    vrm_avatar_desc desc;
    scene s;
    int bad = 0, moved = 0;
    vrm_avatar_desc_init(&desc);
    desc.collider_capacity = 1;
    s = scene_make(NODES, SPRINGS, &desc);
    REQUIRE(s.avatar != NULL && s.file.tables->spring_joint_count != 0);
    CHECK_INT(s.file.tables->constraint_count, 1);
    for (int run = 0; run < RUNS; ++run) {
        uint64_t state = (uint64_t)run * 77 + 1, same;
        vrm_avatar *scalar, *best;
        test_note("run %d", run);
        desc.lanes = VRM_LANES_SCALAR;
        scalar = create_avatar(s.file.model, &desc);
        desc.lanes = VRM_LANES_AUTO;
        best = create_avatar(s.file.model, &desc);
        for (int frame = 0; frame < FRAMES; ++frame) {
            same = state;
            act(scalar, &state);
            act(best, &same);
            vrm_avatar_update(scalar, DT);
            vrm_avatar_update(best, DT);
            bad += !is_sound(scalar) || !is_sound(best);
            CHECK(memcmp(scalar->world, best->world, sizeof(vrm_mat4) * s.frame.node_count) == 0);
            moved += fabsf(best->world[5].m[13]) > 1e30f;
            if (frame % 4 == 3) check_own_save(best);
        }
        vrm_avatar_destroy(scalar);
        vrm_avatar_destroy(best);
    }
    test_note(NULL);
    CHECK_INT(bad, 0);
    CHECK(moved > 100); /* the inputs are extreme indeed */
    scene_free(&s);
}

/* A file alone can do it: its frame is finite as soon as the avatar is made. */
TEST(er_014_nested_scales_saturate) {
    static const char nodes[] =
        "{'children':[1],'scale':[1e12,1e12,1e12],'translation':[0,1,0]},"
        "{'children':[2],'scale':[1e12,1e12,1e12],'translation':[0,1,0]},"
        "{'children':[3],'scale':[1e12,1e12,1e12],'translation':[0,-1,0]},"
        "{'children':[4],'scale':[1e12,1e12,1e12],'translation':[0,1,1],'rotation':[0,1,0,0]},"
        "{'translation':[0,-1,0]}";
    scene s = scene_make(nodes, "'springs':[]", NULL);
    CHECK(scene_is_finite(&s));
    CHECK(s.frame.world[1].m[0] == 1e12f * 1e12f);
    CHECK(s.frame.world[2].m[0] == 1e12f * 1e12f * 1e12f);
    CHECK(s.frame.world[3].m[0] == -FLT_MAX); /* 1e48, turned about y */
    CHECK(s.frame.world[3].m[5] == FLT_MAX);
    CHECK(s.frame.world[4].m[13] < -3e38f);
    vrm_avatar_update(s.avatar, DT);
    CHECK(scene_is_finite(&s));
    for (int i = 0; i < 4; ++i) vrm_avatar_locals(s.avatar)[i].scale = vrm_vec3_make(1, 1, 1);
    vrm_avatar_update(s.avatar, DT); /* when the inputs recover, so does the frame */
    CHECK_VEC3(vrmi_mat4_translation(&s.frame.world[4]), 0, 1, 1, 0);
    scene_free(&s);
}

TEST(er_014_a_root_at_the_end_of_the_range_can_be_shifted_and_scaled) {
    scene s = scene_make(SCENE_HAIR, SPRINGS, NULL);
    vrm_trs root = trs_at(2e38f, 0, 0);
    vrm_avatar_set_root(s.avatar, &root);
    vrm_avatar_update(s.avatar, DT);
    vrm_avatar_shift_origin_value(s.avatar, vrm_vec3_make(2e38f, 1, -FLT_MAX));
    CHECK(scene_is_finite(&s));
    vrm_avatar_get_root(s.avatar, &root);
    CHECK(root.translation.x == FLT_MAX && root.translation.y == 1);
    CHECK(root.translation.z == -FLT_MAX);
    vrm_avatar_update(s.avatar, DT);
    CHECK(scene_is_finite(&s));
    root = trs_at(0, 0, 0);
    root.scale = vrm_vec3_make(3.4e38f, 3.4e38f, 3.4e38f);
    root.rotation = turn_about(1, 2, 3, 77);
    vrm_avatar_set_root(s.avatar, &root);
    vrm_avatar_update(s.avatar, DT);
    CHECK(scene_is_finite(&s));
    vrm_avatar_warm_up(s.avatar, 0.1f);
    CHECK(scene_is_finite(&s));
    root = trs_at(1, 2, 3);
    vrm_avatar_teleport(s.avatar, &root, 1);
    vrm_avatar_update(s.avatar, DT);
    CHECK_VEC3(scene_head(&s, 0), 1, 3.6, 2.9, 1e-5);
    scene_free(&s);
}

TEST_SUITE(finite, ENTRY(er_014_extreme_inputs_give_finite_frames_and_the_same_bits_in_all_lanes),
           ENTRY(er_014_nested_scales_saturate),
           ENTRY(er_014_a_root_at_the_end_of_the_range_can_be_shifted_and_scaled));
