/* Poses by bones, and questions about bones (HU, TP). */
#include "avatar/body_fixture.h"
#include "test.h"
#include "testkit/create.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* GV-060's N, and what a model that faces -Z has for it (GV-064). */
static const turn gv_060 = {-0.243210, 0, 0.088521, 0.965926};
static const turn gv_064 = {0.243210, 0, -0.088521, 0.965926};

static bool open_stance(figure *out, stance s) {
    body from = body_in(s);
    return open_figure(out, &from, stance_flags(s));
}

/* A rotation for each bone, all different. */
static turn some_turn(int bone) {
    return turn_times(turn_y(3 * bone - 40), turn_times(turn_x(50 - 2 * bone), turn_z(bone * 5)));
}

/* --- The normalized pose --- */

/* A spine under hips with this rest rotation, and with one of its own. */
static bool open_spine(figure *out, turn parent, turn local, bool faces_minus_z) {
    body from = body_plain();
    from.faces_minus_z = faces_minus_z;
    from.rest[1 + VRM_BONE_HIPS] = parent;
    from.rest[1 + VRM_BONE_SPINE] = local;
    return open_figure(out, &from, 0);
}

TEST(tp_020_gv_060_to_normalised) {
    figure s;
    REQUIRE(open_spine(&s, turn_z(90), turn_x(20), false));
    vrm_avatar_set_bone_local_rotation_value(s.avatar, VRM_BONE_SPINE,
                                             turn_float(turn_times(turn_x(20), turn_y(30))));
    CHECK_TURN(vrm_avatar_bone_rotation(s.avatar, VRM_BONE_SPINE), gv_060, 2e-6);
    close_figure(&s);
}

TEST(tp_020_gv_061_gv_062_from_normalised) {
    const turn gv_061 = {-0.108965, 0.009533, 0.317863, 0.941806};
    const vrm_trs *pose;
    figure s;
    REQUIRE(open_spine(&s, turn_y(-45), turn_z(10), false));
    pose = vrm_avatar_locals(s.avatar);
    vrm_avatar_set_bone_rotation_value(s.avatar, VRM_BONE_SPINE, turn_float(gv_060));
    CHECK_TURN(pose[1 + VRM_BONE_SPINE].rotation, gv_061, 2e-6);
    vrm_avatar_set_bone_rotation_value(s.avatar, VRM_BONE_SPINE, vrm_quat_make(0, 0, 0, 1));
    CHECK_TURN(pose[1 + VRM_BONE_SPINE].rotation, turn_z(10), 1e-6);
    CHECK_NEAR((double)pose[1 + VRM_BONE_SPINE].rotation.z, 0.087156, 1e-6);
    close_figure(&s);
}

/* For a model that faces -Z, x and z of rotations change their signs. */
TEST(tp_023_gv_064_a_model_that_faces_minus_z) {
    for (int as_file = 0; as_file < 2; ++as_file) {
        body from = body_plain();
        figure s;
        from.faces_minus_z = true;
        REQUIRE(open_figure(&s, &from, as_file ? VRM_AVATAR_FLAG_AS_FILE : 0));
        CHECK_INT(s.file.tables->humanoid.faces_minus_z, 1);
        vrm_avatar_set_bone_rotation_value(s.avatar, VRM_BONE_SPINE, turn_float(gv_060));
        CHECK_TURN(vrm_avatar_locals(s.avatar)[1 + VRM_BONE_SPINE].rotation, gv_064, 2e-6);
        CHECK_TURN(vrm_avatar_bone_rotation(s.avatar, VRM_BONE_SPINE), gv_060, 2e-6);
        close_figure(&s);
    }
    {
        /* And with rest rotations: N for the model's own axes is GV-060's. */
        figure s;
        REQUIRE(open_spine(&s, turn_z(90), turn_x(20), true));
        vrm_avatar_set_bone_local_rotation_value(s.avatar, VRM_BONE_SPINE,
                                                 turn_float(turn_times(turn_x(20), turn_y(30))));
        CHECK_TURN(vrm_avatar_bone_rotation(s.avatar, VRM_BONE_SPINE), gv_064, 2e-6);
        close_figure(&s);
    }
}

/* One pose, and every avatar takes the same stand, whatever is in its file. */
TEST(tp_014_tp_020_tp_023_one_pose_for_all_avatars) {
    for (int i = 0; i < STANCE_COUNT; ++i) {
        turn world[VRM_BONE_COUNT];
        point place[VRM_BONE_COUNT];
        stance st = get_stance(i);
        figure s;
        REQUIRE(open_stance(&s, st));
        CHECK_INT(s.file.tables->humanoid.faces_minus_z, st.faces_minus_z);
        for (int bone = 0; bone < VRM_BONE_COUNT; ++bone) {
            CHECK_POINT(vrm_avatar_bone_position(s.avatar, (vrm_bone)bone),
                        in_world(st, body_position((vrm_bone)bone)), 2e-6);
            vrm_avatar_set_bone_rotation_value(s.avatar, (vrm_bone)bone,
                                               turn_float(some_turn(bone)));
            CHECK_TURN(vrm_avatar_bone_rotation(s.avatar, (vrm_bone)bone), some_turn(bone), 1e-6);
        }
        vrm_avatar_update(s.avatar, 0);
        for (int bone = 0; bone < VRM_BONE_COUNT; ++bone) {
            int parent = body_parent((vrm_bone)bone);
            world[bone] = some_turn(bone);
            place[bone] = body_position((vrm_bone)bone);
            if (parent != -1) {
                point way = point_sub(place[bone], body_position((vrm_bone)parent));
                world[bone] = turn_times(world[parent], world[bone]);
                place[bone] = point_add(place[parent], turn_point(world[parent], way));
            }
            CHECK_POINT(vrm_avatar_bone_position(s.avatar, (vrm_bone)bone),
                        in_world(st, place[bone]), 5e-6);
        }
        close_figure(&s);
    }
    test_note(NULL);
}

TEST(tp_020_rotations_are_made_unit_and_what_is_not_finite_is_ignored) {
    const vrm_quat bad[] = {{NAN, 0, 0, 1}, {0, INFINITY, 0, 1}, {0, 0, 0, -INFINITY}};
    const vrm_quat twice = turn_float((turn){0, 1, 0, sqrt(3)}); /* 60 degrees about Y */
    vrm_trs *pose;
    vrm_quat kept;
    figure s;
    body from = body_plain();
    from.rest[1 + VRM_BONE_JAW] = turn_about(1, 2, 3, 100);
    REQUIRE(open_figure(&s, &from, 0));
    pose = vrm_avatar_locals(s.avatar);
    vrm_avatar_set_bone_rotation_value(s.avatar, VRM_BONE_HEAD, twice);
    CHECK_TURN(pose[1 + VRM_BONE_HEAD].rotation, turn_y(60), 1e-6);
    vrm_avatar_set_bone_local_rotation_value(s.avatar, VRM_BONE_NECK, twice);
    CHECK_TURN(pose[1 + VRM_BONE_NECK].rotation, turn_y(60), 1e-6);
    kept = pose[1 + VRM_BONE_HEAD].rotation;
    for (size_t i = 0; i < COUNT(bad); ++i) {
        vrm_avatar_set_bone_rotation_value(s.avatar, VRM_BONE_HEAD, bad[i]);
        vrm_avatar_set_bone_local_rotation_value(s.avatar, VRM_BONE_HEAD, bad[i]);
        CHECK(memcmp(&kept, &pose[1 + VRM_BONE_HEAD].rotation, sizeof kept) == 0);
    }
    /* Lengths do not matter, and none is none. */
    vrm_avatar_set_bone_rotation_value(s.avatar, VRM_BONE_JAW, vrm_quat_make(3e38f, 0, 0, 3e38f));
    CHECK_TURN(vrm_avatar_bone_rotation(s.avatar, VRM_BONE_JAW), turn_x(90), 1e-6);
    vrm_avatar_set_bone_rotation_value(s.avatar, VRM_BONE_HEAD, vrm_quat_make(3e38f, 0, 0, 3e38f));
    CHECK_TURN(pose[1 + VRM_BONE_HEAD].rotation, turn_x(90), 1e-6);
    vrm_avatar_set_bone_rotation_value(s.avatar, VRM_BONE_HEAD,
                                       vrm_quat_make(0, 0, 1e-30f, 1e-30f));
    CHECK_TURN(pose[1 + VRM_BONE_HEAD].rotation, turn_z(90), 1e-6);
    vrm_avatar_set_bone_rotation_value(s.avatar, VRM_BONE_HEAD, vrm_quat_make(0, 0, 0, 0));
    CHECK_TURN(pose[1 + VRM_BONE_HEAD].rotation, turn_none(), 0);
    /* What an application writes into the pose is read back as a unit rotation too. */
    pose[1 + VRM_BONE_HEAD].rotation = vrm_quat_make(0, 3, 0, 3);
    CHECK_TURN(vrm_avatar_bone_rotation(s.avatar, VRM_BONE_HEAD), turn_y(90), 1e-6);
    close_figure(&s);
}

TEST(tp_020_a_bone_that_is_not_there) {
    body from = body_plain();
    vrm_trs before[BODY_NODE_COUNT];
    vrm_quat out = {1, 2, 3, 4};
    vrm_vec3 hips = {1, 2, 3};
    figure s;
    from.is_absent[VRM_BONE_JAW] = true;
    from.is_absent[VRM_BONE_HIPS] = true;
    REQUIRE(open_figure(&s, &from, 0));
    memcpy(before, vrm_avatar_locals(s.avatar), sizeof before);
    vrm_avatar_set_bone_rotation_value(s.avatar, VRM_BONE_JAW, turn_float(turn_x(30)));
    vrm_avatar_set_bone_local_rotation_value(s.avatar, VRM_BONE_JAW, turn_float(turn_x(30)));
    vrm_avatar_set_bone_rotation_value(s.avatar, VRM_BONE_COUNT, turn_float(turn_x(30)));
    vrm_avatar_set_bone_local_rotation_value(s.avatar, (vrm_bone)1000, turn_float(turn_x(30)));
    vrm_avatar_set_hips_position_value(s.avatar, hips);
    CHECK(memcmp(before, vrm_avatar_locals(s.avatar), sizeof before) == 0);
    CHECK_TURN(vrm_avatar_bone_rotation(s.avatar, VRM_BONE_JAW), turn_none(), 0);
    CHECK_TURN(vrm_avatar_bone_rotation(s.avatar, VRM_BONE_COUNT), turn_none(), 0);
    vrm_avatar_get_bone_rotation(s.avatar, VRM_BONE_JAW, &out);
    CHECK_TURN(out, turn_none(), 0);
    CHECK_POINT(vrm_avatar_hips_position(s.avatar), point_make(0, 0, 0), 0);
    vrm_avatar_get_hips_position(s.avatar, &hips);
    CHECK_POINT(hips, point_make(0, 0, 0), 0);
    /* Nor is there an avatar, or a place for the answer. */
    vrm_avatar_set_bone_rotation_value(NULL, VRM_BONE_HEAD, out);
    vrm_avatar_set_bone_local_rotation_value(NULL, VRM_BONE_HEAD, out);
    vrm_avatar_set_hips_position_value(NULL, hips);
    vrm_avatar_get_bone_rotation(s.avatar, VRM_BONE_HEAD, NULL);
    vrm_avatar_get_hips_position(s.avatar, NULL);
    CHECK_TURN(vrm_avatar_bone_rotation(NULL, VRM_BONE_HEAD), turn_none(), 0);
    CHECK_POINT(vrm_avatar_hips_position(NULL), point_make(0, 0, 0), 0);
    close_figure(&s);
}

/* --- Translation --- */

TEST(hu_013_only_hips_move) {
    const point p = {0.3, 0.8, -0.2};
    for (int i = 0; i < STANCE_COUNT; ++i) {
        stance st = get_stance(i);
        figure s;
        const vrm_trs *pose;
        REQUIRE(open_stance(&s, st));
        pose = vrm_avatar_locals(s.avatar);
        /* At rest: where the rest has them. */
        CHECK_POINT(vrm_avatar_hips_position(s.avatar), body_position(VRM_BONE_HIPS), 1e-6);
        CHECK_POINT(vrm_model_bone_rest_position(s.file.model, VRM_BONE_HIPS),
                    body_position(VRM_BONE_HIPS), 1e-6);
        vrm_avatar_set_hips_position_value(s.avatar, point_float(p));
        CHECK_POINT(vrm_avatar_hips_position(s.avatar), p, 1e-6);
        for (int bone = 0; bone < VRM_BONE_COUNT; ++bone) {
            vrm_avatar_set_bone_rotation_value(s.avatar, (vrm_bone)bone,
                                               turn_float(some_turn(bone)));
        }
        for (int node = 0; node < BODY_NODE_COUNT; ++node) {
            const vrm_trs *rest = &s.file.gltf->nodes[node].rest;
            if (node == 1 + VRM_BONE_HIPS) continue;
            CHECK(memcmp(&pose[node].translation, &rest->translation, sizeof(vrm_vec3)) == 0);
            CHECK(memcmp(&pose[node].scale, &rest->scale, sizeof(vrm_vec3)) == 0);
        }
        vrm_avatar_update(s.avatar, 0);
        CHECK_POINT(vrm_avatar_bone_position(s.avatar, VRM_BONE_HIPS), in_world(st, p), 1e-6);
        /* Under the root: it moves the hips in the world, and not here. */
        {
            vrm_trs root = {{5, 0, 0}, {0, 0, 0, 1}, {2, 2, 2}};
            point q = in_world(st, p);
            vrm_avatar_set_root(s.avatar, &root);
            vrm_avatar_update(s.avatar, 0);
            CHECK_POINT(vrm_avatar_hips_position(s.avatar), p, 1e-6);
            CHECK_POINT(vrm_avatar_bone_position(s.avatar, VRM_BONE_HIPS),
                        point_make(5 + 2 * q.x, 2 * q.y, 2 * q.z), 2e-6);
        }
        vrm_avatar_set_hips_position_value(s.avatar, vrm_vec3_make(0, NAN, 0));
        vrm_avatar_set_hips_position_value(s.avatar, vrm_vec3_make(INFINITY, 0, 0));
        CHECK_POINT(vrm_avatar_hips_position(s.avatar), p, 1e-6);
        close_figure(&s);
    }
    test_note(NULL);
}

TEST(hu_013_rest_positions) {
    for (int i = 0; i < STANCE_COUNT / 2; ++i) {
        stance st = get_stance(i);
        body from = body_in(st);
        loaded file;
        vrm_vec3 out;
        from.is_absent[VRM_BONE_JAW] = true;
        file = load_body(&from);
        for (int bone = 0; bone < VRM_BONE_COUNT; ++bone) {
            point expected = body_position((vrm_bone)bone);
            if (bone == VRM_BONE_JAW) expected = point_make(0, 0, 0);
            CHECK_POINT(vrm_model_bone_rest_position(file.model, (vrm_bone)bone), expected, 2e-6);
        }
        vrm_model_get_bone_rest_position(file.model, VRM_BONE_HEAD, &out);
        CHECK_POINT(out, body_position(VRM_BONE_HEAD), 2e-6);
        vrm_model_get_bone_rest_position(file.model, VRM_BONE_COUNT, &out);
        CHECK_POINT(out, point_make(0, 0, 0), 0);
        vrm_model_get_bone_rest_position(file.model, VRM_BONE_HEAD, NULL);
        CHECK_POINT(vrm_model_bone_rest_position(NULL, VRM_BONE_HEAD), point_make(0, 0, 0), 0);
        unload(&file);
    }
    test_note(NULL);
}

/* --- Rest, and the frame --- */

TEST(tp_001_animate_and_reset_gives_the_bits_of_rest) {
    body from = body_twisted();
    vrm_trs rest[BODY_NODE_COUNT];
    vrm_mat4 world[BODY_NODE_COUNT];
    figure s;
    REQUIRE(open_figure(&s, &from, 0));
    for (int i = 0; i < BODY_NODE_COUNT; ++i) rest[i] = s.file.gltf->nodes[i].rest;
    memcpy(world, s.frame.world, sizeof world);
    CHECK(memcmp(rest, vrm_avatar_locals(s.avatar), sizeof rest) == 0);
    CHECK(memcmp(rest, s.frame.local, sizeof rest) == 0);
    for (int frame = 0; frame < 100; ++frame) {
        for (int bone = 0; bone < VRM_BONE_COUNT; ++bone) {
            vrm_avatar_set_bone_rotation_value(s.avatar, (vrm_bone)bone,
                                               turn_float(some_turn(bone + frame)));
        }
        vrm_avatar_set_hips_position_value(s.avatar, vrm_vec3_make(0.1f, (float)frame, 0));
        vrm_avatar_update(s.avatar, 1.0f / 60);
    }
    CHECK(memcmp(rest, s.frame.local, sizeof rest) != 0);
    vrm_avatar_reset_pose(s.avatar);
    CHECK(memcmp(rest, vrm_avatar_locals(s.avatar), sizeof rest) == 0);
    vrm_avatar_update(s.avatar, 1.0f / 60);
    CHECK(memcmp(rest, s.frame.local, sizeof rest) == 0);
    CHECK(memcmp(world, s.frame.world, sizeof world) == 0);
    for (int i = 0; i < BODY_NODE_COUNT; ++i) { /* the snapshot has not changed either */
        CHECK(memcmp(&rest[i], &s.file.gltf->nodes[i].rest, sizeof rest[i]) == 0);
    }
    close_figure(&s);
}

/* Stage 1 takes the pose into the frame, the verbs do not: root motion included. */
TEST(uo_001_verbs_write_the_pose_and_the_first_stage_the_frame) {
    body from = body_twisted();
    vrm_mat4 world[BODY_NODE_COUNT];
    vrm_trs root = {{1, 2, 3}, {0, 0, 0, 1}, {1, 1, 1}};
    figure s;
    REQUIRE(open_figure(&s, &from, 0));
    memcpy(world, s.frame.world, sizeof world);
    vrm_avatar_set_bone_rotation_value(s.avatar, VRM_BONE_HIPS, turn_float(turn_y(90)));
    vrm_avatar_set_bone_local_rotation_value(s.avatar, VRM_BONE_HEAD, turn_float(turn_y(90)));
    vrm_avatar_set_hips_position_value(s.avatar, vrm_vec3_make(0, 0.5f, 0));
    vrm_avatar_set_root(s.avatar, &root);
    CHECK(memcmp(world, s.frame.world, sizeof world) == 0);
    vrm_avatar_update_pose(s.avatar);
    CHECK(memcmp(s.frame.local, vrm_avatar_locals(s.avatar), sizeof(vrm_trs) * BODY_NODE_COUNT) ==
          0);
    CHECK_POINT(vrm_avatar_bone_position(s.avatar, VRM_BONE_HIPS), point_make(1, 2.5, 3), 2e-6);
    /* leftHand was .7 to the left and .4 above the hips: a quarter turn takes it to -Z. */
    CHECK_POINT(vrm_avatar_bone_position(s.avatar, VRM_BONE_LEFT_HAND), point_make(1, 2.9, 2.3),
                2e-6);
    close_figure(&s);
}

TEST(gl_020_the_root_does_not_move_what_is_in_the_model) {
    for (int i = 0; i < STANCE_COUNT; ++i) {
        stance st = get_stance(i);
        vrm_mat4 before[BODY_NODE_COUNT], after;
        vrm_trs root = {{100, -3, 7}, {0, 0, 0, 1}, {0.3f, 0.3f, 0.3f}};
        figure s;
        root.rotation = turn_float(turn_about(1, 2, 3, 77));
        REQUIRE(open_stance(&s, st));
        vrm_avatar_set_bone_rotation_value(s.avatar, VRM_BONE_SPINE, turn_float(turn_x(20)));
        vrm_avatar_update(s.avatar, 0);
        for (int n = 0; n < BODY_NODE_COUNT; ++n) {
            vrm_avatar_get_node_in_model(s.avatar, n, &before[n]);
        }
        vrm_avatar_set_root(s.avatar, &root);
        vrm_avatar_update(s.avatar, 0);
        for (int n = 0; n < BODY_NODE_COUNT; ++n) {
            point own, world;
            vrm_avatar_get_node_in_model(s.avatar, n, &after);
            CHECK(memcmp(&before[n], &after, sizeof after) == 0);
            /* GL-021: world = root * model, with the half turn between them. */
            own = point_make((double)after.m[12], (double)after.m[13], (double)after.m[14]);
            if (st.faces_minus_z && !st.is_as_file) own = point_make(-own.x, own.y, -own.z);
            world = point_scale(turn_point(turn_of(root.rotation), own), 0.3);
            world = point_add(world, point_of(root.translation));
            CHECK_POINT(vrm_vec3_make(s.frame.world[n].m[12], s.frame.world[n].m[13],
                                      s.frame.world[n].m[14]),
                        world, 2e-5);
        }
        CHECK_POINT(vrm_model_bone_rest_position(s.file.model, VRM_BONE_HEAD),
                    body_position(VRM_BONE_HEAD), 2e-6);
        close_figure(&s);
    }
    test_note(NULL);
}

/* --- Questions --- */

/* The table of the specification, by name, written down a second time. */
static const char *const parents[VRM_BONE_COUNT][2] = {
    {"hips", ""},
    {"spine", "hips"},
    {"chest", "spine"},
    {"upperChest", "chest"},
    {"neck", "upperChest"},
    {"head", "neck"},
    {"leftEye", "head"},
    {"rightEye", "head"},
    {"jaw", "head"},
    {"leftUpperLeg", "hips"},
    {"leftLowerLeg", "leftUpperLeg"},
    {"leftFoot", "leftLowerLeg"},
    {"leftToes", "leftFoot"},
    {"rightUpperLeg", "hips"},
    {"rightLowerLeg", "rightUpperLeg"},
    {"rightFoot", "rightLowerLeg"},
    {"rightToes", "rightFoot"},
    {"leftShoulder", "upperChest"},
    {"leftUpperArm", "leftShoulder"},
    {"leftLowerArm", "leftUpperArm"},
    {"leftHand", "leftLowerArm"},
    {"rightShoulder", "upperChest"},
    {"rightUpperArm", "rightShoulder"},
    {"rightLowerArm", "rightUpperArm"},
    {"rightHand", "rightLowerArm"},
    {"leftThumbMetacarpal", "leftHand"},
    {"leftThumbProximal", "leftThumbMetacarpal"},
    {"leftThumbDistal", "leftThumbProximal"},
    {"leftIndexProximal", "leftHand"},
    {"leftIndexIntermediate", "leftIndexProximal"},
    {"leftIndexDistal", "leftIndexIntermediate"},
    {"leftMiddleProximal", "leftHand"},
    {"leftMiddleIntermediate", "leftMiddleProximal"},
    {"leftMiddleDistal", "leftMiddleIntermediate"},
    {"leftRingProximal", "leftHand"},
    {"leftRingIntermediate", "leftRingProximal"},
    {"leftRingDistal", "leftRingIntermediate"},
    {"leftLittleProximal", "leftHand"},
    {"leftLittleIntermediate", "leftLittleProximal"},
    {"leftLittleDistal", "leftLittleIntermediate"},
    {"rightThumbMetacarpal", "rightHand"},
    {"rightThumbProximal", "rightThumbMetacarpal"},
    {"rightThumbDistal", "rightThumbProximal"},
    {"rightIndexProximal", "rightHand"},
    {"rightIndexIntermediate", "rightIndexProximal"},
    {"rightIndexDistal", "rightIndexIntermediate"},
    {"rightMiddleProximal", "rightHand"},
    {"rightMiddleIntermediate", "rightMiddleProximal"},
    {"rightMiddleDistal", "rightMiddleIntermediate"},
    {"rightRingProximal", "rightHand"},
    {"rightRingIntermediate", "rightRingProximal"},
    {"rightRingDistal", "rightRingIntermediate"},
    {"rightLittleProximal", "rightHand"},
    {"rightLittleIntermediate", "rightLittleProximal"},
    {"rightLittleDistal", "rightLittleIntermediate"},
};

TEST(hu_017_parents_of_all_bones_with_random_subsets) {
    uint32_t random = 1;
    for (int round = 0; round < 40; ++round) {
        body from = body_plain();
        loaded file;
        for (int bone = 0; bone < VRM_BONE_COUNT; ++bone) {
            random = random * 1664525u + 1013904223u;
            from.is_absent[bone] = round != 0 && (random >> 16) % 4 < (unsigned)round % 4;
        }
        file = load_body(&from);
        REQUIRE(file.model != NULL);
        for (int bone = 0; bone < VRM_BONE_COUNT; ++bone) {
            const char *expected = parents[bone][1];
            int32_t got = vrm_model_bone_parent(file.model, (vrm_bone)bone);
            while (expected[0] != '\0' && from.is_absent[vrm_bone_find(expected)]) {
                expected = parents[vrm_bone_find(expected)][1];
            }
            test_note("round %d, %s", round, parents[bone][0]);
            CHECK_TEXT(vrm_bone_name((vrm_bone)bone), parents[bone][0]);
            CHECK_TEXT(got == VRM_NONE ? "" : vrm_bone_name((vrm_bone)got), expected);
        }
        CHECK_INT(vrm_model_bone_parent(file.model, VRM_BONE_COUNT), VRM_NONE);
        unload(&file);
    }
    test_note(NULL);
    CHECK_INT(vrm_model_bone_parent(NULL, VRM_BONE_HEAD), VRM_NONE);
}

/* x along the bone, y the fixed axis, z across; for a body that faces +Z. Rows for arms and hands
 * are written for the other side (AMB-042): of those that have a sign of X or Z, hands are turned.
 * Facing -Z, the rows for hands are as written, and those for legs and fingers are turned. */
static const struct {
    vrm_bone bone;
    point along, axis;
} axes[] = {
    {VRM_BONE_HIPS, {0, 1, 0}, {1, 0, 0}},
    {VRM_BONE_SPINE, {0, 0.1, 0.01}, {1, 0, 0}},
    {VRM_BONE_NECK, {0, 0.05, 0.01}, {1, 0, 0}},
    {VRM_BONE_LEFT_UPPER_LEG, {0, -0.4, 0.01}, {-1, 0, 0}},
    {VRM_BONE_RIGHT_UPPER_LEG, {0, -0.4, 0.01}, {-1, 0, 0}},
    {VRM_BONE_LEFT_FOOT, {0, -0.08, 0.1}, {-1, 0, 0}},
    {VRM_BONE_LEFT_SHOULDER, {1, 0, 0}, {0, 1, 0}},
    {VRM_BONE_LEFT_UPPER_ARM, {1, 0, 0}, {0, 1, 0}},
    {VRM_BONE_RIGHT_LOWER_ARM, {-1, 0, 0}, {0, 1, 0}},
    {VRM_BONE_LEFT_HAND, {1, 0, 0}, {0, 0, 1}},
    {VRM_BONE_RIGHT_HAND, {-1, 0, 0}, {0, 0, -1}},
    {VRM_BONE_LEFT_INDEX_PROXIMAL, {1, 0, 0}, {0, 0, 1}},
    {VRM_BONE_RIGHT_LITTLE_INTERMEDIATE, {-1, 0, 0}, {0, 0, -1}},
    {VRM_BONE_LEFT_THUMB_METACARPAL, {1, 0, 1}, {0, 1, 0}},
    {VRM_BONE_RIGHT_THUMB_PROXIMAL, {-1, 0, 1}, {0, -1, 0}},
};

static point unit(point p) { return point_scale(p, 1 / sqrt(p.x * p.x + p.y * p.y + p.z * p.z)); }

static point cross(point a, point b) {
    return point_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

TEST(hu_016_axes_of_bones) {
    static const vrm_bone without[] = {
        VRM_BONE_HEAD,      VRM_BONE_LEFT_EYE,          VRM_BONE_RIGHT_EYE, VRM_BONE_JAW,
        VRM_BONE_LEFT_TOES, VRM_BONE_LEFT_INDEX_DISTAL, VRM_BONE_COUNT};
    for (int i = 0; i < STANCE_COUNT / 2; ++i) {
        stance st = get_stance(i);
        body from = body_in(st);
        vrm_vec3 got[3];
        loaded file;
        file = load_body(&from);
        for (size_t k = 0; k < COUNT(axes); ++k) {
            point x = unit(axes[k].along), y = axes[k].axis;
            bool is_torso = axes[k].bone <= VRM_BONE_HEAD;
            if (st.faces_minus_z) x = point_make(-x.x, x.y, -x.z);
            if (st.faces_minus_z && !is_torso) y = point_make(-y.x, y.y, -y.z);
            CHECK_INT(vrm_model_get_bone_axes(file.model, axes[k].bone, got), 1);
            CHECK_POINT(got[0], x, 1e-4);
            CHECK_POINT(got[1], y, 1e-4);
            CHECK_POINT(got[2], cross(x, y), 1e-4);
        }
        for (size_t k = 0; k < COUNT(without); ++k) {
            CHECK_INT(vrm_model_get_bone_axes(file.model, without[k], got), 0);
        }
        CHECK_INT(vrm_model_get_bone_axes(file.model, VRM_BONE_SPINE, NULL), 0);
        unload(&file);
    }
    test_note(NULL);
    CHECK_INT(vrm_model_get_bone_axes(NULL, VRM_BONE_SPINE, (vrm_vec3[3]){{0, 0, 0}}), 0);
}

/* A bone that lacks the next one leads to the one after it; without any it has no length. */
TEST(hu_016_axes_with_bones_missing) {
    vrm_vec3 got[3];
    body from = body_plain();
    loaded file;
    from.is_absent[VRM_BONE_CHEST] = true;
    from.is_absent[VRM_BONE_UPPER_CHEST] = true;
    from.is_absent[VRM_BONE_LEFT_MIDDLE_PROXIMAL] = true;
    from.is_absent[VRM_BONE_LEFT_MIDDLE_INTERMEDIATE] = true;
    from.is_absent[VRM_BONE_RIGHT_MIDDLE_PROXIMAL] = true;
    from.is_absent[VRM_BONE_RIGHT_MIDDLE_INTERMEDIATE] = true;
    from.is_absent[VRM_BONE_RIGHT_MIDDLE_DISTAL] = true;
    from.is_absent[VRM_BONE_LEFT_TOES] = true;
    file = load_body(&from);
    CHECK_INT(vrm_model_get_bone_axes(file.model, VRM_BONE_SPINE, got), 1);
    CHECK_POINT(got[0], unit(point_make(0, 0.35, -0.01)), 1e-5);
    CHECK_INT(vrm_model_get_bone_axes(file.model, VRM_BONE_LEFT_HAND, got), 1);
    CHECK_POINT(got[0], point_make(1, 0, 0), 1e-5);
    CHECK_INT(vrm_model_get_bone_axes(file.model, VRM_BONE_RIGHT_HAND, got), 0);
    CHECK_INT(vrm_model_get_bone_axes(file.model, VRM_BONE_LEFT_FOOT, got), 0);
    CHECK_INT(vrm_model_get_bone_axes(file.model, VRM_BONE_CHEST, got), 0);
    unload(&file);
}

/* 6.10: a bone along its own fixed axis takes its parent's, if that is another. */
TEST(hu_016_a_bone_along_its_axis) {
    static const char nodes[] =
        "'nodes':[{'children':[1]},{'children':[2],'translation':[0,1,0]},"
        "{'children':[3],'translation':[0.5,0,0]},{'children':[4],'translation':[0.5,0,0]},"
        "{'children':[5],'translation':[0.6,-0.8,0]},{'translation':[0,0,0.5]}]";
    static const char bones[] = "'humanoid':{'humanBones':{'hips':{'node':1},'spine':{'node':2},"
                                "'leftLowerArm':{'node':3},'leftHand':{'node':4},"
                                "'leftMiddleProximal':{'node':5}}}";
    loaded file = load_vrm1(bones, nodes);
    vrm_vec3 got[3];
    CHECK_INT(vrm_model_get_bone_axes(file.model, VRM_BONE_HIPS, got), 0); /* none above it */
    CHECK_INT(vrm_model_get_bone_axes(file.model, VRM_BONE_LEFT_HAND, got), 1);
    CHECK_POINT(got[0], point_make(0, 0, 1), 1e-6);
    CHECK_POINT(got[1], point_make(0, 1, 0), 1e-6); /* the lower arm's */
    CHECK_POINT(got[2], point_make(-1, 0, 0), 1e-6);
    /* One that leans: its axis is set upright on it. */
    CHECK_INT(vrm_model_get_bone_axes(file.model, VRM_BONE_LEFT_LOWER_ARM, got), 1);
    CHECK_POINT(got[0], point_make(0.6, -0.8, 0), 1e-6);
    CHECK_POINT(got[1], point_make(0.8, 0.6, 0), 1e-6);
    CHECK_POINT(got[2], point_make(0, 0, 1), 1e-6);
    unload(&file);
}

TEST(writers_of_nodes_with_and_without_an_avatar) {
    body from = body_plain();
    int32_t before[BODY_NODE_COUNT];
    vrm_avatar *running;
    loaded file;
    from.vrm = "'lookAt':{'type':'bone'}";
    from.extensions = "'VRMC_springBone':{'specVersion':'1.0','springs':[{'joints':["
                      "{'node':12},{'node':13}]}]}";
    from.members[1 + VRM_BONE_LEFT_HAND] =
        "'extensions':{'VRMC_node_constraint':{'specVersion':'1.0','constraint':{'rotation':"
        "{'source':2}}}}";
    file = load_body(&from);
    for (int i = 0; i < BODY_NODE_COUNT; ++i) before[i] = vrm_model_node_writers(file.model, i);
    CHECK_INT(before[1 + VRM_BONE_LEFT_EYE], VRM_WRITER_LOOK_AT);
    CHECK_INT(before[1 + VRM_BONE_RIGHT_EYE], VRM_WRITER_LOOK_AT);
    CHECK_INT(before[1 + VRM_BONE_LEFT_HAND], VRM_WRITER_CONSTRAINT);
    CHECK_INT(before[12], VRM_WRITER_SPRING);
    CHECK_INT(before[13], 0); /* a tail alone */
    CHECK_INT(before[1 + VRM_BONE_HEAD], 0);
    running = create_avatar(file.model, NULL);
    for (int i = 0; i < BODY_NODE_COUNT; ++i) {
        CHECK_INT(vrm_model_node_writers(file.model, i), before[i]);
    }
    CHECK_INT(vrm_model_node_writers(file.model, -1), 0);
    CHECK_INT(vrm_model_node_writers(file.model, BODY_NODE_COUNT), 0);
    CHECK_INT(vrm_model_node_writers(NULL, 0), 0);
    vrm_avatar_destroy(running);
    unload(&file);
    /* LookAt by expressions turns no node, and neither does a file without lookAt. */
    for (int i = 0; i < 2; ++i) {
        from.vrm = i == 0 ? "'lookAt':{'type':'expression'}" : NULL;
        file = load_body(&from);
        CHECK_INT(vrm_model_node_writers(file.model, 1 + VRM_BONE_LEFT_EYE), 0);
        unload(&file);
    }
}

TEST_SUITE(humanoid_pose, ENTRY(tp_020_gv_060_to_normalised),
           ENTRY(tp_020_gv_061_gv_062_from_normalised),
           ENTRY(tp_023_gv_064_a_model_that_faces_minus_z),
           ENTRY(tp_014_tp_020_tp_023_one_pose_for_all_avatars),
           ENTRY(tp_020_rotations_are_made_unit_and_what_is_not_finite_is_ignored),
           ENTRY(tp_020_a_bone_that_is_not_there), ENTRY(hu_013_only_hips_move),
           ENTRY(hu_013_rest_positions), ENTRY(tp_001_animate_and_reset_gives_the_bits_of_rest),
           ENTRY(uo_001_verbs_write_the_pose_and_the_first_stage_the_frame),
           ENTRY(gl_020_the_root_does_not_move_what_is_in_the_model),
           ENTRY(hu_017_parents_of_all_bones_with_random_subsets), ENTRY(hu_016_axes_of_bones),
           ENTRY(hu_016_axes_with_bones_missing), ENTRY(hu_016_a_bone_along_its_axis),
           ENTRY(writers_of_nodes_with_and_without_an_avatar));
