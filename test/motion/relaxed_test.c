/* The relaxed pose. */
#include "avatar/body_fixture.h"
#include "motion/actor.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

/* The bone of the other side, by name; VRM_NONE for one that is not of the left. */
static int32_t find_right(int32_t bone) {
    char name[64];
    if (strncmp(vrm_bone_name((vrm_bone)bone), "left", 4) != 0) return VRM_NONE;
    snprintf(name, sizeof name, "right%s", vrm_bone_name((vrm_bone)bone) + 4);
    return vrm_bone_find(name);
}

/* How far below the horizontal a limb points, in degrees. */
static double slope(point from, point to) {
    point d = point_sub(to, from);
    return atan2(-d.y, sqrt(d.x * d.x + d.z * d.z)) * 57.29577951308232;
}

TEST(hands_hang_beside_the_hips_in_every_dialect) {
    for (int i = 0; i < 4; ++i) {
        actor a = actor_of_sample(actor_dialects[i]);
        point shoulder, elbow, hand, hips, foot, toes;
        if (a.avatar == NULL) return;
        test_note("%s", actor_dialects[i]);
        relax(a.avatar);
        vrm_avatar_update(a.avatar, 0);
        shoulder = actor_place(&a, VRM_BONE_LEFT_UPPER_ARM);
        elbow = actor_place(&a, VRM_BONE_LEFT_LOWER_ARM);
        hand = actor_place(&a, VRM_BONE_LEFT_HAND);
        hips = actor_place(&a, VRM_BONE_HIPS);
        /* The arm points down, outwards and forward; the elbow bends forward. */
        CHECK_NEAR(slope(shoulder, elbow), 73.53, 0.01);
        CHECK(elbow.x > shoulder.x + 0.04 && elbow.x < shoulder.x + 0.06);
        CHECK(elbow.z > shoulder.z && elbow.z < shoulder.z + 0.02);
        CHECK(hand.z > elbow.z + 0.05 && hand.z < elbow.z + 0.08);
        /* The hand is below the shoulder by the length of the arm, 0.38 m, but for its bends; at
         * the height of the hips, 0.83 m; 0.2 m from the middle, beside the coat. */
        CHECK_NEAR(shoulder.y - hand.y, 0.357, 0.005);
        CHECK_NEAR(hand.y, hips.y - 0.056, 0.01);
        CHECK_NEAR(hand.x, 0.192, 0.002);
        /* Feet stay, and stay flat; toes go out by 4 degrees. */
        foot = actor_place(&a, VRM_BONE_LEFT_FOOT);
        toes = actor_place(&a, VRM_BONE_LEFT_TOES);
        CHECK_NEAR(distance_between(foot, point_make(0.066, 0.082, 0)), 0, 1e-5);
        CHECK_NEAR(toes.y, 0.025, 1e-5);
        CHECK_NEAR(toes.x, 0.066 + 0.080 * sin(4 / 57.29577951308232), 1e-5);
        CHECK_NEAR(hips.y, 0.83, 1e-6);
        actor_free(&a);
    }
    test_note(NULL);
}

TEST(both_sides_are_mirror_images) {
    for (int i = 0; i < 4; ++i) {
        actor a = actor_of_sample(actor_dialects[i]);
        int pairs = 0;
        if (a.avatar == NULL) return;
        relax(a.avatar);
        vrm_avatar_update(a.avatar, 0);
        for (int32_t bone = 0; bone < VRM_BONE_COUNT; ++bone) {
            int32_t right = find_right(bone);
            point l = actor_place(&a, (vrm_bone)bone), r;
            turn q = actor_turn(&a, (vrm_bone)bone);
            if (right == VRM_NONE) continue;
            test_note("%s %s", actor_dialects[i], vrm_bone_name((vrm_bone)bone));
            r = actor_place(&a, (vrm_bone)right);
            CHECK_NEAR(distance_between(point_make(-l.x, l.y, l.z), r), 0, 1e-5);
            q.y = -q.y;
            q.z = -q.z;
            CHECK_NEAR(turn_difference(q, actor_turn(&a, (vrm_bone)right)), 0, 1e-6);
            ++pairs;
        }
        CHECK_INT(pairs, 24);
        actor_free(&a);
    }
    test_note(NULL);
}

/* Whatever rest rotations and facing the file has. */
TEST(every_avatar_has_the_same_turns) {
    body plain = body_plain(), twisted = body_twisted(), old = body_plain();
    actor actors[3];
    old.faces_minus_z = true;
    actors[0] = actor_of(load_body(&plain));
    actors[1] = actor_of(load_body(&twisted));
    actors[2] = actor_of(load_body(&old));
    for (int i = 0; i < 3; ++i) relax(actors[i].avatar);
    for (int32_t bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        turn expected = actor_turn(&actors[0], (vrm_bone)bone);
        test_note("%s", vrm_bone_name((vrm_bone)bone));
        CHECK_NEAR(turn_difference(actor_turn(&actors[1], (vrm_bone)bone), expected), 0, 1e-6);
        CHECK_NEAR(turn_difference(actor_turn(&actors[2], (vrm_bone)bone), expected), 0, 1e-6);
    }
    test_note(NULL);
    CHECK_TURN(vrm_avatar_bone_rotation(actors[1].avatar, VRM_BONE_LEFT_SHOULDER), turn_z(-4),
               1e-6);
    CHECK_TURN(vrm_avatar_bone_rotation(actors[1].avatar, VRM_BONE_RIGHT_LOWER_ARM), turn_y(16),
               1e-6);
    CHECK_TURN(vrm_avatar_bone_rotation(actors[1].avatar, VRM_BONE_LEFT_UPPER_ARM),
               turn_times(turn_x(-4), turn_times(turn_z(-70), turn_x(10))), 1e-6);
    CHECK_TURN(vrm_avatar_bone_rotation(actors[1].avatar, VRM_BONE_HEAD), turn_none(), 1e-6);
    for (int i = 0; i < 3; ++i) actor_free(&actors[i]);
}

TEST(fingers_curl_and_thumbs_lie_beside_them) {
    static const vrm_bone tips[] = {VRM_BONE_LEFT_INDEX_DISTAL, VRM_BONE_LEFT_MIDDLE_DISTAL,
                                    VRM_BONE_LEFT_RING_DISTAL, VRM_BONE_LEFT_LITTLE_DISTAL};
    actor a = actor_of_sample("1.0");
    double last = 0;
    point thumb, index;
    if (a.avatar == NULL) return;
    relax(a.avatar);
    /* With the arm as in the T-pose: palm down, so that curling is downwards. */
    vrm_avatar_set_bone_rotation_value(a.avatar, VRM_BONE_LEFT_SHOULDER, vrm_quat_make(0, 0, 0, 1));
    vrm_avatar_set_bone_rotation_value(a.avatar, VRM_BONE_LEFT_UPPER_ARM,
                                       vrm_quat_make(0, 0, 0, 1));
    vrm_avatar_set_bone_rotation_value(a.avatar, VRM_BONE_LEFT_LOWER_ARM,
                                       vrm_quat_make(0, 0, 0, 1));
    vrm_avatar_set_bone_rotation_value(a.avatar, VRM_BONE_LEFT_HAND, vrm_quat_make(0, 0, 0, 1));
    vrm_avatar_update(a.avatar, 0);
    for (int i = 0; i < 4; ++i) {
        vrm_bone proximal = (vrm_bone)(tips[i] - 2);
        double down = slope(actor_place(&a, proximal), actor_place(&a, tips[i]));
        test_note("%s", vrm_bone_name(tips[i]));
        CHECK(down > last + 2 && down < 45);
        last = down;
    }
    test_note(NULL);
    thumb = point_sub(actor_place(&a, VRM_BONE_LEFT_THUMB_DISTAL),
                      actor_place(&a, VRM_BONE_LEFT_THUMB_METACARPAL));
    index = actor_place(&a, VRM_BONE_LEFT_INDEX_PROXIMAL);
    CHECK(thumb.x > thumb.z && thumb.z > 0); /* from 45 degrees towards the fingers */
    CHECK(thumb.y < -0.005);                 /* and below the palm */
    CHECK(actor_place(&a, VRM_BONE_LEFT_THUMB_DISTAL).z > index.z); /* but not under them */
    actor_free(&a);
}

/* The whole humanoid pose: what was there before leaves nothing behind. */
TEST(it_replaces_any_pose) {
    body twisted = body_twisted();
    actor a = actor_of(load_body(&twisted)), b = actor_of(load_body(&twisted));
    for (int32_t bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        vrm_avatar_set_bone_rotation_value(a.avatar, (vrm_bone)bone,
                                           vrm_quat_make(0.6f, 0, 0, 0.8f));
    }
    vrm_avatar_set_hips_position_value(a.avatar, vrm_vec3_make(1, 2, 3));
    relax(a.avatar);
    relax(b.avatar);
    CHECK(memcmp(vrm_avatar_locals(a.avatar), vrm_avatar_locals(b.avatar),
                 BODY_NODE_COUNT * sizeof(vrm_trs)) == 0);
    CHECK_NEAR(
        distance_between(point_of(vrm_avatar_hips_position(a.avatar)),
                         point_of(vrm_model_bone_rest_position(a.file.model, VRM_BONE_HIPS))),
        0, 1e-6);
    /* Other nodes are not its own. */
    vrm_avatar_locals(a.avatar)[BODY_FACE].translation.x = 7;
    relax(a.avatar);
    CHECK_NEAR((double)vrm_avatar_locals(a.avatar)[BODY_FACE].translation.x, 7, 0);
    actor_free(&a);
    actor_free(&b);
}

/* 15 bones, and no model at all. */
TEST(what_is_missing_is_left_out) {
    actor a = actor_of(load_vrm1(NULL, NULL));
    vrm_pose pose;
    vrm_pose_relaxed(a.file.model, &pose);
    CHECK(pose.bones == VRM_REQUIRED_BONES && pose.parts == VRM_POSE_HIPS && pose.presets == 0);
    CHECK_TURN(pose.rotations[VRM_BONE_LEFT_SHOULDER], turn_none(), 0);
    vrm_avatar_apply_pose(a.avatar, &pose, NULL);
    vrm_avatar_update(a.avatar, 0);
    CHECK_NEAR(
        slope(actor_place(&a, VRM_BONE_LEFT_UPPER_ARM), actor_place(&a, VRM_BONE_LEFT_LOWER_ARM)),
        69.62, 0.01); /* 70 degrees down and 4 forward */
    vrm_pose_relaxed(a.file.model, NULL);
    vrm_pose_relaxed(NULL, &pose);
    CHECK(pose.bones == 0 && pose.parts == 0 && pose.customs == NULL);
    actor_free(&a);
}

/* A file in an A-pose: its arms are lowered by what is missing. */
TEST(arms_that_hang_already_are_not_crossed) {
    fixture file = fixture_corpus("blender-addon/2.93/blend_rest_a_pose_t_position_rest.vrm");
    point shoulder, elbow;
    actor a;
    if (file.bytes == NULL) {
        test_skip(NO_CORPUS);
        return;
    }
    a = actor_of(load_avatar_file(file, NULL));
    relax(a.avatar);
    vrm_avatar_update(a.avatar, 0);
    shoulder = actor_place(&a, VRM_BONE_LEFT_UPPER_ARM);
    elbow = actor_place(&a, VRM_BONE_LEFT_LOWER_ARM);
    CHECK_NEAR(slope(shoulder, elbow), 72, 3);
    CHECK(elbow.x > shoulder.x);
    actor_free(&a);
}

TEST_SUITE(relaxed, ENTRY(hands_hang_beside_the_hips_in_every_dialect),
           ENTRY(both_sides_are_mirror_images), ENTRY(every_avatar_has_the_same_turns),
           ENTRY(fingers_curl_and_thumbs_lie_beside_them), ENTRY(it_replaces_any_pose),
           ENTRY(what_is_missing_is_left_out), ENTRY(arms_that_hang_already_are_not_crossed));
