/* Arms and legs that reach for points. */
#include "base/math.h"
#include "motion/actor.h"
#include "motion/made_clip.h"
#include "motion/random_pose.h"
#include "test.h"

#include <vrm/limb.h>

static const struct {
    vrm_limb limb;
    vrm_bone upper;
} limbs[] = {{VRM_LIMB_LEFT_ARM, VRM_BONE_LEFT_UPPER_ARM},
             {VRM_LIMB_RIGHT_ARM, VRM_BONE_RIGHT_UPPER_ARM},
             {VRM_LIMB_LEFT_LEG, VRM_BONE_LEFT_UPPER_LEG},
             {VRM_LIMB_RIGHT_LEG, VRM_BONE_RIGHT_UPPER_LEG}};

static vrm_vec3 place(const vrm_pose *pose, const vrm_model *model, vrm_bone bone) {
    vrm_vec3 at = {0, 0, 0};
    CHECK_INT(vrm_pose_get_bone_transform(pose, model, bone, &at, NULL), 1);
    return at;
}

static vrm_quat turned(const vrm_pose *pose, const vrm_model *model, vrm_bone bone) {
    vrm_quat q = {0, 0, 0, 1};
    CHECK_INT(vrm_pose_get_bone_transform(pose, model, bone, NULL, &q), 1);
    return q;
}

static double apart(vrm_vec3 a, vrm_vec3 b) {
    vrm_vec3 d = vrmi_vec3_sub(a, b);
    return sqrt((double)vrmi_vec3_dot(d, d));
}

/* Poses of a body: moderate turns of all bones. */
static vrm_pose body_pose(uint64_t seed) {
    vrm_pose pose = random_pose(seed);
    for (int i = 0; i < VRM_BONE_COUNT; ++i) {
        vrm_quat q = pose.rotations[i];
        pose.rotations[i] =
            vrmi_quat_slerp(vrmi_quat_identity(), q.w < 0 ? vrmi_quat_negate(q) : q, 0.3f);
    }
    pose.hips = vrmi_vec3_scale(pose.hips, 0.2f);
    return pose;
}

/* Where the library says that bones are is where an avatar of any dialect has them. */
TEST(ik_001_places_are_those_of_avatars) {
    for (int k = 0; k < 4; ++k) {
        actor a = actor_of_sample(actor_dialects[k]);
        if (a.avatar == NULL) return;
        for (uint64_t seed = 1; seed <= 5; ++seed) {
            vrm_pose pose = body_pose(seed);
            pose.parts = VRM_POSE_HIPS;
            vrm_avatar_apply_pose(a.avatar, &pose, NULL);
            vrm_avatar_update_pose(a.avatar);
            for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
                vrm_vec3 at;
                if (vrm_model_bone_node(a.file.model, bone) == VRM_NONE) {
                    CHECK_INT(vrm_pose_get_bone_transform(&pose, a.file.model, bone, &at, NULL), 0);
                    continue;
                }
                CHECK_NEAR(apart(place(&pose, a.file.model, bone),
                                 vrm_avatar_bone_position(a.avatar, bone)),
                           0, 1e-5);
            }
        }
        actor_free(&a);
    }
}

/* Without the chest and the shoulders, which are in the pose: their rotations are not lost. */
TEST(ik_001_missing_bones_count) {
    made_body body = made_body_default();
    actor a;
    body.bones &= ~(VRM_BONE_BIT(VRM_BONE_CHEST) | VRM_BONE_BIT(VRM_BONE_LEFT_SHOULDER) |
                    VRM_BONE_BIT(VRM_BONE_RIGHT_SHOULDER) | VRM_BONE_BIT(VRM_BONE_NECK));
    a = actor_of(made_avatar(&body));
    for (uint64_t seed = 1; seed <= 5; ++seed) {
        vrm_pose pose = body_pose(seed);
        vrm_vec3 target;
        pose.parts = VRM_POSE_HIPS;
        target = vrm_vec3_make(0.25f, 1.5f, 0.3f);
        target = vrmi_vec3_add(target, vrmi_vec3_scale(pose.hips, 1.0f));
        vrm_pose_reach(&pose, a.file.model, VRM_LIMB_LEFT_ARM, &target, NULL, NULL, 1.0f);
        vrm_avatar_apply_pose(a.avatar, &pose, NULL);
        vrm_avatar_update_pose(a.avatar);
        for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
            if (vrm_model_bone_node(a.file.model, bone) == VRM_NONE) continue;
            CHECK_NEAR(
                apart(place(&pose, a.file.model, bone), vrm_avatar_bone_position(a.avatar, bone)),
                0, 1e-5);
        }
    }
    actor_free(&a);
}

TEST(ik_002_limbs_reach_points) {
    const made_body body = made_body_default();
    loaded file = made_avatar(&body);
    int reached = 0;
    for (uint64_t seed = 1; seed <= 200; ++seed) {
        for (int k = 0; k < 4; ++k) {
            vrm_pose pose = body_pose(seed), before = pose;
            vrm_vec3 root = place(&pose, file.model, limbs[k].upper), target, middle;
            vrm_quat foot = turned(&pose, file.model, limbs[k].upper + 2);
            float length = k < 2 ? 0.5f : 0.9f, missing, far;
            vrm_vec3 way = {random_number(seed, 500), random_number(seed, 501),
                            random_number(seed, 502)};
            target = vrmi_vec3_add(root, vrmi_vec3_scale(way, 0.8f * length));
            far = (float)apart(target, root);
            missing = vrm_pose_reach(&pose, file.model, limbs[k].limb, &target, NULL, NULL, 1.0f);
            CHECK_NEAR(apart(place(&pose, file.model, limbs[k].upper + 2), target), (double)missing,
                       3e-6);
            /* Bones keep their lengths, and what is not of the limb its bits. */
            middle = place(&pose, file.model, limbs[k].upper + 1);
            CHECK_NEAR(apart(place(&pose, file.model, limbs[k].upper), root), 0, 1e-6);
            CHECK_NEAR(apart(middle, root),
                       apart(place(&before, file.model, limbs[k].upper + 1), root), 2e-6);
            if (far < length * 0.99f && far > 0.05f) {
                CHECK(missing < 2e-3f); /* arms of unequal bones do not reach their own shoulder */
                ++reached;
            }
            /* A foot stays as it is turned, a hand goes along. */
            if (k >= 2) {
                CHECK_NEAR(rotation_error(turned(&pose, file.model, limbs[k].upper + 2), foot), 0,
                           1e-3);
            } else {
                CHECK_NEAR(rotation_error(pose.rotations[limbs[k].upper + 2],
                                          before.rotations[limbs[k].upper + 2]),
                           0, 1e-3);
            }
            for (int i = 0; i < 3; ++i) {
                before.rotations[limbs[k].upper + i] = pose.rotations[limbs[k].upper + i];
            }
            CHECK(pose_is_same(&before, &pose));
        }
    }
    CHECK(reached > 600);
    unload(&file);
}

TEST(ik_003_a_limb_that_is_there_stays) {
    const made_body body = made_body_default();
    loaded file = made_avatar(&body);
    for (uint64_t seed = 1; seed <= 50; ++seed) {
        for (int k = 0; k < 4; ++k) {
            vrm_pose pose = body_pose(seed), before = pose;
            vrm_vec3 target = place(&pose, file.model, limbs[k].upper + 2);
            CHECK(vrm_pose_reach(&pose, file.model, limbs[k].limb, &target, NULL, NULL, 1.0f) <
                  1e-5f);
            CHECK_NEAR(apart(place(&pose, file.model, limbs[k].upper + 1),
                             place(&before, file.model, limbs[k].upper + 1)),
                       0, 2e-3);
            /* At weight 0 not a bit changes. */
            pose = before;
            target.y += 0.1f;
            vrm_pose_reach(&pose, file.model, limbs[k].limb, &target, NULL, NULL, 0.0f);
            CHECK(pose_is_same(&before, &pose));
            /* And half of the weight is between. */
            vrm_pose_reach(&pose, file.model, limbs[k].limb, &target, NULL, NULL, 0.5f);
            CHECK(!pose_is_same(&before, &pose));
        }
    }
    unload(&file);
}

TEST(ik_004_elbows_and_knees_point_where_they_are_told) {
    const made_body body = made_body_default();
    loaded file = made_avatar(&body);
    const vrm_vec3 up = {0, 1, 0};
    const vrm_quat flat = vrmi_quat_from_axis_angle(vrm_vec3_make(0, 1, 0), 0.5f);
    vrm_vec3 target, middle, root;
    vrm_pose pose;
    vrm_pose_init(&pose);
    /* A straight leg that is shortened: the knee goes forward, the elbow of an arm goes back. */
    target = vrm_vec3_make(0.1f, 0.3f, 0);
    CHECK(vrm_pose_reach(&pose, file.model, VRM_LIMB_LEFT_LEG, &target, NULL, NULL, 1.0f) < 1e-6f);
    CHECK(place(&pose, file.model, VRM_BONE_LEFT_LOWER_LEG).z > 0.25f);
    root = place(&pose, file.model, VRM_BONE_LEFT_UPPER_ARM);
    target = vrmi_vec3_add(root, vrm_vec3_make(0.3f, 0, 0));
    vrm_pose_reach(&pose, file.model, VRM_LIMB_LEFT_ARM, &target, NULL, NULL, 1.0f);
    middle = place(&pose, file.model, VRM_BONE_LEFT_LOWER_ARM);
    CHECK(middle.z < -0.15f);
    /* Told: upwards; and the hand as told. */
    vrm_pose_reach(&pose, file.model, VRM_LIMB_LEFT_ARM, &target, &up, &flat, 1.0f);
    middle = place(&pose, file.model, VRM_BONE_LEFT_LOWER_ARM);
    CHECK(middle.y > root.y + 0.15f && fabsf(middle.z - root.z) < 1e-5f);
    CHECK_NEAR(apart(place(&pose, file.model, VRM_BONE_LEFT_HAND), target), 0, 1e-6);
    CHECK_NEAR(rotation_error(turned(&pose, file.model, VRM_BONE_LEFT_HAND), flat), 0, 1e-4);
    /* Out of reach: stretched towards it. */
    target = vrmi_vec3_add(root, vrm_vec3_make(0, 0, 2));
    CHECK_NEAR(
        (double)vrm_pose_reach(&pose, file.model, VRM_LIMB_LEFT_ARM, &target, NULL, NULL, 1.0f),
        1.5, 1e-4);
    CHECK_NEAR((double)place(&pose, file.model, VRM_BONE_LEFT_HAND).z, (double)root.z + 0.5, 1e-4);
    unload(&file);
}

TEST(ik_005_what_cannot_be_is_refused) {
    made_body body = made_body_default();
    loaded file = made_avatar(&body);
    vrm_pose pose = body_pose(1), before = pose;
    vrm_vec3 target = {(float)NAN, 0, 0}, inside;
    vrm_quat bad = {0, 0, 0, (float)INFINITY};
    CHECK(vrm_pose_reach(&pose, file.model, VRM_LIMB_LEFT_ARM, &target, NULL, NULL, 1) == -1.0f);
    target.x = 0;
    CHECK(vrm_pose_reach(&pose, file.model, VRM_LIMB_COUNT, &target, NULL, NULL, 1) == -1.0f);
    CHECK(vrm_pose_reach(&pose, file.model, VRM_NONE, &target, NULL, NULL, 1) == -1.0f);
    CHECK(vrm_pose_reach(NULL, file.model, VRM_LIMB_LEFT_ARM, &target, NULL, NULL, 1) == -1.0f);
    CHECK(vrm_pose_reach(&pose, NULL, VRM_LIMB_LEFT_ARM, &target, NULL, NULL, 1) == -1.0f);
    CHECK(vrm_pose_reach(&pose, file.model, VRM_LIMB_LEFT_ARM, NULL, NULL, NULL, 1) == -1.0f);
    CHECK(vrm_pose_reach(&pose, file.model, VRM_LIMB_LEFT_ARM, &target, NULL, &bad, 1) == -1.0f);
    CHECK(pose_is_same(&pose, &before));
    CHECK_INT(vrm_pose_get_bone_transform(&pose, file.model, VRM_BONE_JAW, &target, NULL), 0);
    CHECK_INT(vrm_pose_get_bone_transform(&pose, file.model, VRM_BONE_COUNT, &target, NULL), 0);
    CHECK_INT(vrm_pose_get_bone_transform(NULL, file.model, VRM_BONE_HEAD, &target, NULL), 0);
    /* A target in the joint itself, and far beyond all numbers. */
    inside = place(&pose, file.model, VRM_BONE_LEFT_UPPER_LEG);
    vrm_pose_reach(&pose, file.model, VRM_LIMB_LEFT_LEG, &inside, NULL, NULL, 1.0f);
    target = vrm_vec3_make(3e38f, 3e38f, 0);
    vrm_pose_reach(&pose, file.model, VRM_LIMB_RIGHT_LEG, &target, NULL, NULL, 1.0f);
    for (int i = 0; i < VRM_BONE_COUNT; ++i) CHECK(vrmi_quat_is_finite(pose.rotations[i]));
    unload(&file);
}

TEST_SUITE(limb, ENTRY(ik_001_places_are_those_of_avatars), ENTRY(ik_001_missing_bones_count),
           ENTRY(ik_002_limbs_reach_points), ENTRY(ik_003_a_limb_that_is_there_stays),
           ENTRY(ik_004_elbows_and_knees_point_where_they_are_told),
           ENTRY(ik_005_what_cannot_be_is_refused));
