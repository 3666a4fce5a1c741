/* Avatars without springs, size, time or memory, and functions that are given nothing. */
#include "avatar/spring_scene.h"
#include "support/avatar.h"
#include "test.h"
#include "testkit/create.h"

#include <float.h>
#include <math.h>
#include <stdalign.h>
#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define DT (1.0f / 60.0f)

typedef struct complaints {
    int count;
} complaints;

static void complain(const char *function, const char *problem, void *user) {
    complaints *heard = user;
    (void)function, (void)problem;
    heard->count += 1;
}

/* A body with two expressions, and a chain with a center. */
static const avatar whole = {
    VRM_DIALECT_1,
    "'expressions':{'preset':{'happy':{'morphTargetBinds':[{'node':16,'index':0,'weight':1}]},"
    "'blink':{}}},'lookAt':{'type':'bone'}",
    NULL,
    "'VRMC_springBone':{'specVersion':'1.0','colliders':[{'node':3,'shape':{'sphere':{"
    "'radius':0.1}}}],'colliderGroups':[{'colliders':[0]}],'springs':[{'joints':[{'node':21},"
    "{'node':22},{'node':23}],'center':0,'colliderGroups':[0]}]}",
    NULL};

static vrm_avatar *create_heard(loaded *file, complaints *heard) {
    vrm_avatar_desc desc;
    vrm_load_desc load;
    memset(heard, 0, sizeof *heard);
    vrm_load_desc_init(&load);
    load.misuse = complain;
    load.misuse_user = heard;
    load_again(file, &load);
    vrm_avatar_desc_init(&desc);
    desc.collider_capacity = 1;
    return create_avatar(file->model, &desc);
}

/* Without an avatar, or without what a setter is given, nothing happens; getters give the value of
 * nothing. */
TEST(no_avatar_is_no_trouble) {
    const vrm_vec3 up = {0, 1, 0};
    const vrm_quat turn = {0, 0, 0, 1};
    vrm_vec3 place = {1, 2, 3};
    vrm_mat4 matrix;
    vrm_trs root = trs_at(1, 2, 3);
    vrm_spring_joint_settings joint = {1, 1, 1, 1, {1, 1, 1}};
    vrm_spring_collider collider = {VRM_NONE, VRM_COLLIDER_SPHERE, {0, 0, 0}, {0, 0, 0}, 1};
    vrm_node_array array;
    int user = 0;
    vrm_node_array_init(&array);
    vrm_avatar_set_user(NULL, &user);
    CHECK(vrm_avatar_user(NULL) == NULL);
    vrm_avatar_set_root(NULL, &root);
    vrm_avatar_get_root(NULL, &root);
    CHECK_NEAR(root.translation.x, 1, 0); /* left as it was */
    CHECK(vrm_avatar_locals(NULL) == NULL);
    vrm_avatar_reset_pose(NULL);
    vrm_avatar_update(NULL, DT);
    vrm_avatar_update_pose(NULL);
    vrm_avatar_update_springs(NULL, DT);
    vrm_avatar_warm_up(NULL, 1);
    vrm_avatar_set_bone_rotation(NULL, VRM_BONE_HEAD, &turn);
    vrm_avatar_set_look_at_target(NULL, &up);
    vrm_avatar_teleport(NULL, &root, 1);
    vrm_avatar_shift_origin(NULL, &up);
    vrm_avatar_get_bone_position(NULL, VRM_BONE_HEAD, &place);
    CHECK_VEC3(place, 0, 0, 0, 0);
    vrm_avatar_get_bone_position(NULL, VRM_BONE_HEAD, NULL);
    vrm_avatar_get_node_in_model(NULL, 0, &matrix);
    CHECK_NEAR(matrix.m[0], 1, 0);
    CHECK_NEAR(matrix.m[12], 0, 0);
    vrm_avatar_get_node_in_model(NULL, 0, NULL);
    CHECK_NEAR(vrm_avatar_layer_expression(NULL, VRM_EXPRESSION_LAYER_APPLICATION, 0), 0, 0);
    CHECK_NEAR(vrm_avatar_expression_layer_weight(NULL, VRM_EXPRESSION_LAYER_APPLICATION), 0, 0);
    vrm_avatar_reset_springs(NULL, VRM_ALL);
    vrm_avatar_set_wind(NULL, &up);
    vrm_avatar_get_wind(NULL, &place);
    CHECK_VEC3(place, 0, 0, 0, 0);
    vrm_avatar_get_wind(NULL, NULL);
    place.x = 5;
    vrm_avatar_get_spring_wind(NULL, 0, &place);
    CHECK_VEC3(place, 0, 0, 0, 0);
    vrm_avatar_get_spring_wind(NULL, 0, NULL);
    CHECK_INT(vrm_avatar_spring_mode(NULL, 0), VRM_SPRING_MODE_OFF);
    CHECK_NEAR(vrm_avatar_spring_weight(NULL, 0), 0, 0);
    CHECK_INT(vrm_avatar_spring_center(NULL, 0), VRM_NONE);
    vrm_avatar_set_spring_center(NULL, 0, 0);
    vrm_avatar_set_spring_joint(NULL, 0, &joint);
    vrm_avatar_get_spring_joint(NULL, 0, &joint);
    CHECK_NEAR(joint.stiffness, 0, 0);
    vrm_avatar_get_spring_joint(NULL, 0, NULL);
    vrm_avatar_set_collider(NULL, 0, &collider);
    CHECK_INT(vrm_avatar_debug_lines(NULL, NULL, 0), 0);
    vrm_avatar_gather(NULL, &array);
    vrm_avatar_scatter(NULL, &array, VRM_WRITER_ALL);
    CHECK_INT(vrm_crowd_count(NULL), 0);
    CHECK(vrm_crowd_get(NULL, 0) == NULL);
}

TEST(nothing_given_is_nothing_set) {
    loaded file = load_avatar(&whole);
    complaints heard;
    vrm_avatar *who;
    vrm_trs root = trs_at(1, 2, 3);
    vrm_vec3 hips;
    REQUIRE(file.model != NULL);
    who = create_heard(&file, &heard);
    REQUIRE(who != NULL);
    vrm_avatar_set_root(who, &root);
    vrm_avatar_set_root(who, NULL);
    vrm_avatar_teleport(who, NULL, 0);
    vrm_avatar_shift_origin(who, NULL);
    vrm_avatar_get_root(who, NULL);
    root = trs_at(0, 0, 0);
    vrm_avatar_get_root(who, &root);
    CHECK_VEC3(root.translation, 1, 2, 3, 0);
    vrm_avatar_set_bone_rotation(who, VRM_BONE_HEAD, NULL);
    vrm_avatar_set_hips_position(who, NULL);
    vrm_avatar_get_hips_position(who, &hips);
    CHECK_VEC3(hips, 0, 1, 0, 1e-6);
    vrm_avatar_set_look_at_target(who, NULL);
    vrm_avatar_set_wind(who, NULL);
    vrm_avatar_gather(who, NULL);
    vrm_avatar_scatter(who, NULL, VRM_WRITER_ALL);
    CHECK_INT(heard.count, 10); /* each of them */
    vrm_avatar_destroy(who);
    unload(&file);
}

/* EC-015: each way to have no normal. */
TEST(ec_015_planes_of_the_application) {
    loaded file = load_avatar(&whole);
    const struct {
        vrm_vec3 normal;
        size_t lines;
    } cases[] = {{{0, 0, 0}, 0}, {{2, 0, 0}, 5}, {{0, 2, 0}, 5}, {{0, 0, 2}, 5}};
    complaints heard;
    vrm_avatar *who;
    size_t without;
    REQUIRE(file.model != NULL);
    who = create_heard(&file, &heard);
    without = vrm_avatar_debug_lines(who, NULL, 0);
    for (size_t i = 0; i < COUNT(cases); ++i) {
        vrm_spring_collider plane = {VRM_NONE, VRM_COLLIDER_PLANE, {0, 0, 0}, {0, 0, 0}, 0};
        plane.tail = cases[i].normal;
        test_note("case %d", (int)i);
        vrm_avatar_set_collider(who, 0, &plane);
        CHECK_INT(vrm_avatar_debug_lines(who, NULL, 0), without + cases[i].lines);
        vrm_avatar_update(who, DT);
    }
    test_note(NULL);
    vrm_avatar_destroy(who);
    unload(&file);
}

/* A collider that is squeezed flat has no normal any more; one that is stretched has another. */
TEST(ec_015_planes_of_stretched_nodes) {
    const struct {
        vrm_vec3 scale, normal;
        size_t lines;
    } cases[] = {{{1, 1, 1}, {1, 0, 0}, 5}, {{1, 1, 2}, {0, 0, 1}, 5}, {{1, 0, 1}, {0, 1, 0}, 0},
                 {{0, 1, 1}, {0, 1, 0}, 0}, {{1, 1, 0}, {0, 0, 1}, 0}, {{2, 1, 1}, {0, 1, 0}, 5},
                 {{1, 3, 1}, {0, 0, 1}, 5}};
    loaded file = load_avatar(&whole);
    complaints heard;
    vrm_avatar *who;
    vrm_line lines[512];
    size_t without;
    REQUIRE(file.model != NULL);
    who = create_heard(&file, &heard);
    without = vrm_avatar_debug_lines(who, NULL, 0);
    for (size_t i = 0; i < COUNT(cases); ++i) {
        vrm_spring_collider plane = {AVATAR_FACE_2, VRM_COLLIDER_PLANE, {0, 0, 0}, {0, 0, 0}, 0};
        size_t count;
        plane.tail = cases[i].normal;
        vrm_avatar_locals(who)[AVATAR_FACE_2].scale = cases[i].scale;
        vrm_avatar_set_collider(who, 0, &plane);
        vrm_avatar_update(who, DT);
        test_note("case %d", (int)i);
        count = vrm_avatar_debug_lines(who, lines, COUNT(lines));
        CHECK_INT(count, without + cases[i].lines);
        if (cases[i].lines != 0 && count == without + 5) {
            /* The last line is the normal, 25 cm long. */
            vrm_vec3 from = lines[count - 1].from, to = lines[count - 1].to;
            CHECK_NEAR(distance_of(from, to), 0.25, 1e-6);
            CHECK_NEAR((to.x - from.x) * cases[i].normal.x + (to.y - from.y) * cases[i].normal.y +
                           (to.z - from.z) * cases[i].normal.z,
                       0.25, 1e-6);
        }
    }
    test_note(NULL);
    vrm_avatar_destroy(who);
    unload(&file);
}

/* Lines of each shape; shapes that keep tails inside look like the others. */
TEST(lines_of_every_shape) {
    loaded file = load_avatar(&whole);
    complaints heard;
    vrm_avatar *who;
    size_t without, sphere, capsule;
    vrm_spring_collider shape = {VRM_NONE, VRM_COLLIDER_SPHERE, {0, 0, 0}, {0, 1, 0}, 0.5f};
    REQUIRE(file.model != NULL);
    who = create_heard(&file, &heard);
    without = vrm_avatar_debug_lines(who, NULL, 0);
    vrm_avatar_set_collider(who, 0, &shape);
    sphere = vrm_avatar_debug_lines(who, NULL, 0) - without;
    shape.shape = VRM_COLLIDER_INSIDE_SPHERE;
    vrm_avatar_set_collider(who, 0, &shape);
    CHECK_INT(vrm_avatar_debug_lines(who, NULL, 0) - without, sphere);
    shape.shape = VRM_COLLIDER_CAPSULE;
    vrm_avatar_set_collider(who, 0, &shape);
    capsule = vrm_avatar_debug_lines(who, NULL, 0) - without;
    CHECK_INT(capsule, 2 * sphere + 4);
    shape.shape = VRM_COLLIDER_INSIDE_CAPSULE;
    vrm_avatar_set_collider(who, 0, &shape);
    CHECK_INT(vrm_avatar_debug_lines(who, NULL, 0) - without, capsule);
    vrm_avatar_destroy(who);
    unload(&file);
}

/* What springs do where there are none, and a shift where the application has no collider. */
TEST(an_avatar_without_springs) {
    loaded file = load_vrm1(NULL, NULL);
    complaints heard;
    vrm_avatar *who;
    const vrm_vec3 offset = {10, 0, 0};
    vrm_vec3 hips;
    vrm_trs root = trs_at(1, 0, 0);
    REQUIRE(file.model != NULL);
    who = create_heard(&file, &heard);
    vrm_avatar_warm_up(who, 1.0f);
    vrm_avatar_update(who, DT);
    vrm_avatar_teleport(who, &root, 1);
    vrm_avatar_shift_origin(who, &offset);
    vrm_avatar_update(who, DT);
    vrm_avatar_get_bone_position(who, VRM_BONE_HIPS, &hips);
    CHECK_VEC3(hips, 11, 1, 0, 1e-5);
    CHECK_INT(heard.count, 0);
    vrm_avatar_destroy(who);
    unload(&file);
}

/* A center, or a world, that has no size: the springs start again. */
TEST(er_014_a_center_without_size) {
    scene s = scene_make(SCENE_HAIR, "'springs':[{'center':0," SCENE_CHAIN("") "}]", NULL);
    REQUIRE(s.avatar != NULL);
    scene_update(&s, 30, DT);
    vrm_avatar_locals(s.avatar)[0].scale = vrm_vec3_make(0, 0, 0);
    scene_update(&s, 2, DT);
    CHECK(scene_is_finite(&s));
    vrm_avatar_set_spring_center(s.avatar, 0, VRM_NONE); /* from a place that has no size */
    CHECK_INT(vrm_avatar_spring_center(s.avatar, 0), VRM_NONE);
    scene_update(&s, 2, DT);
    vrm_avatar_set_spring_center(s.avatar, 0, 0); /* and into one */
    CHECK_INT(vrm_avatar_spring_center(s.avatar, 0), 0);
    vrm_avatar_locals(s.avatar)[0].scale = vrm_vec3_make(1, 1, 1);
    scene_update(&s, 120, DT);
    CHECK(scene_is_finite(&s));
    CHECK_NEAR(distance_of(scene_head(&s, 0), scene_tail(&s, 0)), 0.1, 1e-5);
    vrm_avatar_locals(s.avatar)[0].scale = vrm_vec3_make(3e38f, 3e38f, 3e38f);
    vrm_avatar_locals(s.avatar)[1].scale = vrm_vec3_make(3e38f, 3e38f, 3e38f);
    scene_update(&s, 2, DT);
    CHECK(scene_is_finite(&s));
    scene_free(&s);
}

/* A crowd skips avatars that it does not have, and frozen ones. */
TEST(a_crowd_and_others) {
    loaded file = load_avatar(&whole);
    vrm_crowd *crowd = create_crowd(NULL);
    vrm_avatar *a, *b, *stranger;
    REQUIRE(file.model != NULL && crowd != NULL);
    a = add_avatar(crowd, file.model, NULL);
    b = add_avatar(crowd, file.model, NULL);
    stranger = create_avatar(file.model, NULL);
    CHECK_INT(vrm_crowd_count(crowd), 2);
    CHECK(vrm_crowd_get(crowd, 2) == NULL);
    vrm_crowd_set_detail(crowd, stranger, VRM_CROWD_DETAIL_FROZEN);
    vrm_crowd_set_detail(crowd, a, VRM_CROWD_DETAIL_FULL - 1);
    vrm_crowd_set_detail(crowd, a, VRM_CROWD_DETAIL_FROZEN + 1);
    vrm_avatar_locals(a)[AVATAR_HIPS].translation.y = 5;
    vrm_avatar_locals(b)[AVATAR_HIPS].translation.y = 5;
    vrm_crowd_set_detail(crowd, b, VRM_CROWD_DETAIL_FROZEN);
    vrm_crowd_set_detail(crowd, b, VRM_CROWD_DETAIL_FROZEN); /* again */
    vrm_crowd_update(crowd, DT);
    CHECK_NEAR(vrm_avatar_frame(a)->world[AVATAR_HIPS].m[13], 5, 1e-6);
    CHECK_NEAR(vrm_avatar_frame(b)->world[AVATAR_HIPS].m[13], 1, 1e-6);
    /* Time that is none is not waited for. */
    vrm_crowd_set_detail(crowd, b, VRM_CROWD_DETAIL_HALF);
    vrm_crowd_update(crowd, 0.0f);
    vrm_crowd_update(crowd, INFINITY);
    CHECK_NEAR(vrm_avatar_frame(b)->world[AVATAR_HIPS].m[13], 1, 1e-6);
    vrm_crowd_update(crowd, DT);
    vrm_crowd_update(crowd, DT);
    CHECK_NEAR(vrm_avatar_frame(b)->world[AVATAR_HIPS].m[13], 5, 1e-6);
    vrm_avatar_destroy(stranger);
    vrm_crowd_destroy(crowd);
    unload(&file);
}

/* A chain of more joints than the lanes keep at once, and states without a direction: every way to
 * compute springs gives the bits of the reference. */
TEST(er_014_long_chains_and_damaged_states_in_lanes) {
    static const vrm_lanes kinds[] = {VRM_LANES_SCALAR, VRM_LANES_PLAIN, VRM_LANES_SSE2,
                                      VRM_LANES_AVX2,   VRM_LANES_NEON,  VRM_LANES_WASM};
    enum { JOINTS = 20 };
    static vrm_mat4 reference[JOINTS + 1];
    char nodes[2048] = "", joints[1024] = "", springs[1200];
    size_t at = 0, end = 0;
    for (int i = 0; i <= JOINTS; ++i) {
        at += (size_t)snprintf(nodes + at, sizeof nodes - at, "%s{'translation':[0,-0.1,0]",
                               i == 0 ? "" : ",");
        at += i < JOINTS
                  ? (size_t)snprintf(nodes + at, sizeof nodes - at, ",'children':[%d]}", i + 1)
                  : (size_t)snprintf(nodes + at, sizeof nodes - at, "}");
        end += (size_t)snprintf(joints + end, sizeof joints - end, "%s{'node':%d}",
                                i == 0 ? "" : ",", i);
    }
    snprintf(springs, sizeof springs, "'springs':[{'joints':[%s]}]", joints);
    for (size_t k = 0; k < COUNT(kinds); ++k) {
        vrm_avatar_desc desc;
        scene s;
        vrm_avatar_desc_init(&desc);
        desc.lanes = kinds[k];
        if (!vrm_lanes_supported(kinds[k])) continue;
        s = scene_make(nodes, springs, &desc);
        test_note("%s", vrm_lanes_name(kinds[k]));
        REQUIRE(s.avatar != NULL && s.file.tables->spring_joint_count == JOINTS);
        scene_update(&s, 5, DT);
        for (uint32_t i = 0; i < JOINTS; i += 3) {
            const vrm_quat none = {0, 0, 0, 0};
            vrmi_set_joint_quat(s.avatar, i, vrmi_row_rotation(s.avatar), none);
            vrmi_set_joint_quat(s.avatar, i, vrmi_row_rotation_before(s.avatar), none);
        }
        for (int i = 0; i < 5; ++i) {
            scene_set_root(&s, 0.1f * (float)i, 0, 0);
            scene_update(&s, 1, 0.01f);
        }
        CHECK(scene_is_finite(&s));
        if (k == 0) memcpy(reference, s.frame.world, sizeof reference);
        CHECK(memcmp(reference, s.frame.world, sizeof reference) == 0);
        scene_free(&s);
    }
    test_note(NULL);
}

/* A center of 0.x may be anywhere, and lose its size while the chain keeps its own. */
TEST(er_014_a_center_elsewhere_without_size) {
    static const float scales[] = {0.0f, 3e38f};
    const avatar from = {VRM_DIALECT_0,
                         "'secondaryAnimation':{'colliderGroups':[],'boneGroups':[{'bones':[21],"
                         "'center':25,'stiffiness':1,'dragForce':0.5}]}",
                         NULL, NULL, "{'children':[25]},{}"};
    for (size_t i = 0; i < COUNT(scales); ++i) {
        loaded file = load_avatar(&from);
        vrm_avatar *who;
        vrm_vec3 scale = {0, 0, 0};
        REQUIRE(file.model != NULL && file.tables->spring_joint_count > 0);
        CHECK_INT(file.tables->springs[0].center, 25);
        who = create_avatar(file.model, NULL);
        for (int k = 0; k < 30; ++k) vrm_avatar_update(who, DT);
        scale.x = scale.y = scale.z = scales[i];
        vrm_avatar_locals(who)[24].scale = scale;
        vrm_avatar_locals(who)[25].scale = scale;
        for (int k = 0; k < 3; ++k) vrm_avatar_update(who, DT);
        for (uint32_t k = 0; k < file.gltf->node_count; ++k) {
            for (int m = 0; m < 16; ++m) CHECK(isfinite(vrm_avatar_frame(who)->world[k].m[m]));
        }
        vrm_avatar_destroy(who);
        unload(&file);
    }
}

/* From the world into a place that has no size, and colliders of nodes that are mirrored. */
TEST(er_014_places_without_size_and_mirrored_ones) {
    scene s = scene_make(SCENE_HAIR,
                         "'colliders':[{'node':6,'shape':{'sphere':{'radius':0.05}}}],"
                         "'colliderGroups':[{'colliders':[0]}],"
                         "'springs':[{'colliderGroups':[0]," SCENE_CHAIN("") "}]",
                         NULL);
    REQUIRE(s.avatar != NULL);
    scene_update(&s, 30, DT);
    vrm_avatar_locals(s.avatar)[6].scale = vrm_vec3_make(-1, -1, -1);
    scene_update(&s, 5, DT);
    CHECK(scene_is_finite(&s));
    vrm_avatar_locals(s.avatar)[0].scale = vrm_vec3_make(0, 0, 0);
    scene_update(&s, 1, DT);
    vrm_avatar_set_spring_center(s.avatar, 0, 0);
    CHECK_INT(vrm_avatar_spring_center(s.avatar, 0), 0);
    vrm_avatar_locals(s.avatar)[0].scale = vrm_vec3_make(1, 1, 1);
    scene_update(&s, 60, DT);
    CHECK(scene_is_finite(&s));
    CHECK_NEAR(distance_of(scene_head(&s, 0), scene_tail(&s, 0)), 0.1, 1e-5);
    scene_free(&s);
}

/* Small things: a file of nothing, memory for no model, an index that is none. */
TEST(avatars_of_nothing) {
    loaded file = load_json("{'asset':{'version':'2.0'}}");
    alignas(16) unsigned char memory[64];
    vrm_node_array array;
    vrm_avatar *who, *none;
    vrm_spring_joint_settings joint = {1, 1, 1, 1, {1, 1, 1}};
    REQUIRE(file.model != NULL);
    who = create_avatar(file.model, NULL);
    REQUIRE(who != NULL);
    vrm_node_array_init(&array);
    vrm_avatar_gather(who, &array);
    vrm_avatar_update(who, DT);
    vrm_avatar_get_spring_joint(who, 0, &joint);
    CHECK_NEAR(joint.stiffness, 0, 0);
    CHECK_INT(vrm_avatar_init(memory, sizeof memory, NULL, NULL, &none, NULL),
              VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_avatar_init(memory, sizeof memory, file.model, NULL, &none, NULL),
              VRM_ERROR_CAPACITY);
    CHECK(none == NULL);
    vrm_avatar_destroy(who);
    unload(&file);
}

/* A collider that is none stays where it is when the world moves; one in the world goes with it. */
TEST(colliders_of_a_world_that_moves) {
    loaded file = load_avatar(&whole);
    complaints heard;
    const vrm_vec3 offset = {10, 0, 0};
    vrm_spring_collider none = {VRM_NONE, VRM_COLLIDER_NONE, {1, 2, 3}, {0, 0, 0}, 1};
    vrm_spring_collider ball = {VRM_NONE, VRM_COLLIDER_SPHERE, {1, 2, 3}, {0, 0, 0}, 1};
    vrm_avatar *who;
    REQUIRE(file.model != NULL);
    who = create_heard(&file, &heard);
    vrm_avatar_set_collider(who, 0, &none);
    vrm_avatar_shift_origin(who, &offset);
    CHECK_VEC3(who->springs.colliders[0].offset, 1, 2, 3, 0);
    vrm_avatar_set_collider(who, 0, &ball);
    vrm_avatar_shift_origin(who, &offset);
    CHECK_VEC3(who->springs.colliders[0].offset, 11, 2, 3, 0);
    CHECK_INT(heard.count, 0);
    vrm_avatar_destroy(who);
    unload(&file);
}

/* Hips of a small parent, at the end of the range of floats: they stay where they are. */
TEST(er_014_hips_beyond_all_measure) {
    const avatar small = {VRM_DIALECT_1, humanoid_members("hips", "'hips':{'node':25}"), NULL, NULL,
                          "{'scale':[1e-3,1e-3,1e-3],'children':[25]},{'translation':[0,1000,0]}"};
    loaded file = load_avatar(&small);
    const vrm_vec3 far_away = {3e38f, 0, 0};
    vrm_avatar *who;
    vrm_vec3 before;
    REQUIRE(file.model != NULL);
    who = create_avatar(file.model, NULL);
    before = vrm_avatar_locals(who)[25].translation;
    vrm_avatar_set_hips_position(who, &far_away);
    CHECK(isfinite(vrm_avatar_locals(who)[25].translation.x));
    CHECK_NEAR(vrm_avatar_locals(who)[25].translation.y, before.y, 0);
    vrm_avatar_destroy(who);
    unload(&file);
}

/* One that sleeps is no reason to fetch the next. */
TEST(a_crowd_that_sleeps) {
    loaded file = load_avatar(&whole);
    vrm_crowd *crowd = create_crowd(NULL);
    vrm_avatar_desc desc;
    vrm_avatar *a, *b;
    vrm_avatar_desc_init(&desc);
    desc.flags = VRM_AVATAR_FLAG_SLEEP;
    REQUIRE(file.model != NULL && crowd != NULL);
    a = add_avatar(crowd, file.model, &desc);
    b = add_avatar(crowd, file.model, NULL);
    for (int i = 0; i < 1200; ++i) vrm_crowd_update(crowd, DT);
    CHECK_INT(a->sleep.is_asleep, 1);
    vrm_avatar_locals(b)[AVATAR_HIPS].translation.y = 3;
    vrm_crowd_update(crowd, DT);
    CHECK_NEAR(vrm_avatar_frame(b)->world[AVATAR_HIPS].m[13], 3, 1e-6);
    CHECK_NEAR(vrm_avatar_frame(a)->world[AVATAR_HIPS].m[13], 1, 1e-6);
    vrm_crowd_destroy(crowd);
    unload(&file);
}

TEST_SUITE(avatar_corners, ENTRY(no_avatar_is_no_trouble), ENTRY(nothing_given_is_nothing_set),
           ENTRY(ec_015_planes_of_the_application), ENTRY(ec_015_planes_of_stretched_nodes),
           ENTRY(lines_of_every_shape), ENTRY(an_avatar_without_springs),
           ENTRY(er_014_a_center_without_size), ENTRY(a_crowd_and_others),
           ENTRY(er_014_long_chains_and_damaged_states_in_lanes),
           ENTRY(er_014_a_center_elsewhere_without_size),
           ENTRY(er_014_places_without_size_and_mirrored_ones), ENTRY(avatars_of_nothing),
           ENTRY(colliders_of_a_world_that_moves), ENTRY(er_014_hips_beyond_all_measure),
           ENTRY(a_crowd_that_sleeps));
