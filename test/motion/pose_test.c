/* Poses: completing, masking, blending, differences and mirrors. */
#include "model/model.h"
#include "motion/pose.h"
#include "motion/random_pose.h"
#include "test.h"

static vrm_quat about(float x, float y, float z, float degrees) {
    return vrmi_quat_from_axis_angle(vrm_vec3_make(x, y, z), vrmi_radians(degrees));
}

static vrm_string text(const char *name) { return (vrm_string){name, (uint32_t)strlen(name)}; }

TEST(po_001_a_new_pose_says_nothing) {
    vrm_pose pose, rest;
    memset(&pose, 0xA5, sizeof pose);
    vrm_pose_init(&pose);
    CHECK(pose.bones == 0);
    CHECK_INT(pose.presets, 0);
    CHECK_INT(pose.parts, 0);
    CHECK(pose.customs == NULL);
    for (int i = 0; i < VRM_BONE_COUNT; ++i) {
        CHECK(is_same_rotation(pose.rotations[i], vrmi_quat_identity()));
    }
    rest = pose;
    vrm_pose_fill(&pose, NULL);
    CHECK(pose.bones == VRM_ALL_BONES);
    CHECK_INT(pose.parts, VRM_POSE_HIPS);
    CHECK_INT(pose.presets, 0);
    pose.bones = 0;
    pose.parts = 0;
    CHECK(pose_is_same(&pose, &rest));
    vrm_pose_init(NULL);
    vrm_pose_fill(NULL, &pose);
    vrm_pose_mask(NULL, 0, 0, 0);
    vrm_pose_mirror(NULL);
    vrm_pose_blend(NULL, &pose, 0.5f, &pose);
    vrm_pose_add(&pose, NULL, 0.5f, &pose);
    vrm_pose_subtract(&pose, &pose, NULL);
    CHECK(pose_is_same(&pose, &rest));
}

TEST(po_002_a_pose_is_completed_by_another) {
    const vrm_pose full = random_pose(1);
    const uint64_t arms = vrm_bone_group_bones(VRM_BONE_GROUP_LEFT_ARM);
    vrm_pose pose = random_pose(2), before, filled;
    vrm_pose_mask(&pose, arms, 1u << VRM_PRESET_AA, VRM_POSE_HIPS);
    before = pose;
    vrm_pose_fill(&pose, &full);
    CHECK(pose.bones == VRM_ALL_BONES);
    CHECK(pose.presets == VRM_ALL_PRESETS);
    CHECK_INT(pose.parts, VRM_POSE_HIPS | VRM_POSE_LOOK_AT_DEGREES);
    CHECK(memcmp(&pose.hips, &before.hips, sizeof pose.hips) == 0);
    CHECK(pose.yaw_degrees == full.yaw_degrees && pose.pitch_degrees == full.pitch_degrees);
    for (int i = 0; i < VRM_BONE_COUNT; ++i) {
        bool is_own = (arms & VRM_BONE_BIT(i)) != 0;
        CHECK(is_same_rotation(pose.rotations[i], (is_own ? &before : &full)->rotations[i]));
    }
    for (int i = 0; i < VRM_PRESET_COUNT; ++i) {
        CHECK(pose.weights[i] == (i == VRM_PRESET_AA ? &before : &full)->weights[i]);
    }
    filled = pose;
    vrm_pose_fill(&pose, &pose);
    vrm_pose_fill(&pose, &before);
    CHECK(pose_is_same(&pose, &filled));
    /* A point of the base does not come to a direction that the pose has. */
    before = full;
    before.parts = VRM_POSE_LOOK_AT_POINT;
    before.look_at = vrm_vec3_make(1, 2, 3);
    vrm_pose_fill(&pose, &before);
    CHECK(pose_is_same(&pose, &filled));
    vrm_pose_init(&pose);
    vrm_pose_fill(&pose, &before);
    CHECK_INT(pose.parts, VRM_POSE_LOOK_AT_POINT);
    CHECK(pose.look_at.z == 3.0f && pose.yaw_degrees == 0.0f);
}

TEST(po_003_masks_take_away) {
    const uint64_t upper = vrm_bone_group_bones(VRM_BONE_GROUP_UPPER_BODY);
    vrm_pose pose = random_pose(3), before = pose, rest;
    vrm_pose_mask(&pose, upper, 1u << VRM_PRESET_BLINK, VRM_POSE_LOOK_AT_DEGREES);
    CHECK(pose.bones == upper);
    CHECK_INT(pose.parts, VRM_POSE_LOOK_AT_DEGREES);
    CHECK(pose.hips.y == 0.0f);
    CHECK(is_same_rotation(pose.rotations[VRM_BONE_HIPS], vrmi_quat_identity()));
    CHECK(is_same_rotation(pose.rotations[VRM_BONE_RIGHT_TOES], vrmi_quat_identity()));
    CHECK(is_same_rotation(pose.rotations[VRM_BONE_LEFT_SHOULDER],
                           before.rotations[VRM_BONE_LEFT_SHOULDER]));
    CHECK(pose.weights[VRM_PRESET_BLINK] == before.weights[VRM_PRESET_BLINK]);
    CHECK(pose.weights[VRM_PRESET_AA] == 0.0f);
    pose.custom_count = 1;
    vrm_pose_mask(&pose, VRM_ALL_BONES, VRM_ALL_PRESETS, VRM_POSE_ALL_PARTS);
    CHECK_INT(pose.custom_count, 1);
    vrm_pose_mask(&pose, 0, 0, 0);
    CHECK_INT(pose.custom_count, 0);
    vrm_pose_init(&rest);
    CHECK(pose_is_same(&pose, &rest));
}

TEST(po_003_groups_of_bones_are_the_body) {
    uint64_t seen = 0;
    for (int i = VRM_BONE_GROUP_HIPS; i <= VRM_BONE_GROUP_RIGHT_FINGERS; ++i) {
        CHECK((seen & vrm_bone_group_bones(i)) == 0);
        seen |= vrm_bone_group_bones(i);
    }
    CHECK(seen == VRM_ALL_BONES);
    CHECK(vrm_bone_group_bones(VRM_BONE_GROUP_UPPER_BODY) ==
          (VRM_ALL_BONES & ~vrm_bone_group_bones(VRM_BONE_GROUP_LOWER_BODY)));
    CHECK(vrm_bone_group_bones(VRM_BONE_GROUP_LOWER_BODY) ==
          (vrm_bone_group_bones(VRM_BONE_GROUP_HIPS) |
           vrm_bone_group_bones(VRM_BONE_GROUP_LEFT_LEG) |
           vrm_bone_group_bones(VRM_BONE_GROUP_RIGHT_LEG)));
    CHECK(vrm_bone_group_bones(VRM_BONE_GROUP_HEAD) ==
          (VRM_BONE_BIT(VRM_BONE_NECK) | VRM_BONE_BIT(VRM_BONE_HEAD) |
           VRM_BONE_BIT(VRM_BONE_LEFT_EYE) | VRM_BONE_BIT(VRM_BONE_RIGHT_EYE) |
           VRM_BONE_BIT(VRM_BONE_JAW)));
    CHECK((vrm_bone_group_bones(VRM_BONE_GROUP_LEFT_ARM) & VRM_BONE_BIT(VRM_BONE_LEFT_SHOULDER)) !=
          0);
    CHECK((vrm_bone_group_bones(VRM_BONE_GROUP_RIGHT_LEG) & VRM_BONE_BIT(VRM_BONE_RIGHT_TOES)) !=
          0);
    CHECK(vrm_bone_group_bones(VRM_BONE_GROUP_COUNT) == 0);
    CHECK(vrm_bone_group_bones(VRM_NONE) == 0);
}

TEST(po_004_a_blend_is_the_weighted_sum) {
    vrm_pose a, b, out, turned;
    double most = 0, at_45 = 0;
    vrm_pose_init(&a);
    vrm_pose_fill(&a, NULL);
    b = a;
    a.presets = b.presets = 1u << VRM_PRESET_HAPPY;
    b.weights[VRM_PRESET_HAPPY] = 0.5f;
    b.hips = vrm_vec3_make(0.5f, -0.25f, 1.0f);
    b.rotations[VRM_BONE_HEAD] = about(0, 1, 0, 90);
    b.rotations[VRM_BONE_NECK] = vrmi_quat_negate(about(0, 1, 0, 90));
    b.rotations[VRM_BONE_RIGHT_LITTLE_DISTAL] = about(1, 0, 0, 45);
    vrm_pose_init(&out);
    vrm_pose_blend(&a, &b, 0.5f, &out);
    CHECK_NEAR(rotation_error(out.rotations[VRM_BONE_HEAD], about(0, 1, 0, 45)), 0, 1e-4);
    CHECK_NEAR(rotation_error(out.rotations[VRM_BONE_NECK], about(0, 1, 0, 45)), 0, 1e-4);
    CHECK(out.weights[VRM_PRESET_HAPPY] == 0.25f);
    CHECK(out.hips.x == 0.25f && out.hips.y == -0.125f && out.hips.z == 0.5f);
    CHECK(is_same_rotation(out.rotations[VRM_BONE_HIPS], vrmi_quat_identity()));
    for (int i = 0; i <= 100; ++i) {
        float weight = (float)i / 100.0f;
        vrm_pose_blend(&a, &b, weight, &out);
        most =
            fmax(most, rotation_error(out.rotations[VRM_BONE_HEAD], about(0, 1, 0, 90 * weight)));
        at_45 = fmax(at_45, rotation_error(out.rotations[VRM_BONE_RIGHT_LITTLE_DISTAL],
                                           about(1, 0, 0, 45 * weight)));
    }
    CHECK(most < 0.93 && most > 0.9);
    CHECK(at_45 < 0.12 && at_45 > 0.1);
    /* Which one comes first does not matter. */
    a = random_pose(5);
    b = random_pose(6);
    vrm_pose_blend(&a, &b, 0.25f, &out);
    vrm_pose_blend(&b, &a, 0.75f, &turned);
    CHECK(pose_error(&out, &turned) < 1e-4);
    for (int i = 0; i < VRM_PRESET_COUNT; ++i) CHECK(out.weights[i] == turned.weights[i]);
    for (int i = 0; i < VRM_BONE_COUNT; ++i) {
        CHECK_NEAR((double)vrmi_quat_dot(out.rotations[i], out.rotations[i]), 1, 1e-6);
    }
}

/* Four bones at a time, or one by one because another bone is missing: the bits are the same. */
TEST(po_004_bones_do_not_depend_on_each_other) {
    const vrm_pose a = random_pose(7), b = random_pose(8);
    vrm_pose all, one, part, sum, difference;
    vrm_pose_init(&all);
    vrm_pose_init(&difference);
    vrm_pose_subtract(&a, &b, &difference);
    vrm_pose_init(&one);
    vrm_pose_init(&sum);
    vrm_pose_blend(&a, &b, 0.375f, &all);
    vrm_pose_add(&b, &a, 0.375f, &sum);
    for (int i = 0; i < VRM_BONE_COUNT; ++i) {
        part = a;
        vrm_pose_mask(&part, VRM_BONE_BIT(i), 0, 0);
        vrm_pose_blend(&part, &b, 0.375f, &one);
        CHECK(is_same_rotation(one.rotations[i], all.rotations[i]));
        CHECK(is_same_rotation(one.rotations[(i + 1) % VRM_BONE_COUNT],
                               b.rotations[(i + 1) % VRM_BONE_COUNT]));
        vrm_pose_add(&b, &part, 0.375f, &one);
        CHECK(is_same_rotation(one.rotations[i], sum.rotations[i]));
        vrm_pose_subtract(&part, &b, &one);
        CHECK(is_same_rotation(one.rotations[i], difference.rotations[i]));
    }
}

TEST(po_005_bits_stay_at_the_ends) {
    const vrm_pose a = random_pose(9), b = random_pose(10);
    vrm_pose out, lower = a, upper = b, expected;
    vrm_pose_init(&out);
    vrm_pose_blend(&a, &b, 0.0f, &out);
    CHECK(pose_is_same(&out, &a));
    vrm_pose_blend(&a, &b, 1.0f, &out);
    CHECK(pose_is_same(&out, &b));
    vrm_pose_blend(&a, &b, -3.0f, &out);
    CHECK(pose_is_same(&out, &a));
    vrm_pose_blend(&a, &b, 7.0f, &out);
    CHECK(pose_is_same(&out, &b));
    vrm_pose_blend(&a, &b, (float)NAN, &out);
    CHECK(pose_is_same(&out, &a));
    /* Alone: at any weight. */
    vrm_pose_mask(&lower, vrm_bone_group_bones(VRM_BONE_GROUP_LOWER_BODY), 3, VRM_POSE_HIPS);
    vrm_pose_mask(&upper, vrm_bone_group_bones(VRM_BONE_GROUP_UPPER_BODY), 4,
                  VRM_POSE_LOOK_AT_DEGREES);
    expected = lower;
    vrm_pose_fill(&expected, &upper);
    for (int i = 0; i <= 4; ++i) {
        vrm_pose_blend(&lower, &upper, (float)i / 4.0f, &out);
        CHECK(pose_is_same(&out, &expected));
    }
}

TEST(po_006_a_direction_is_not_a_point) {
    vrm_pose a = random_pose(11), b = random_pose(12), out;
    b.parts = VRM_POSE_HIPS | VRM_POSE_LOOK_AT_POINT;
    b.look_at = vrm_vec3_make(0.5f, 1.0f, 2.0f);
    vrm_pose_init(&out);
    vrm_pose_blend(&a, &b, 0.49f, &out);
    CHECK_INT(out.parts, VRM_POSE_HIPS | VRM_POSE_LOOK_AT_DEGREES);
    CHECK(out.yaw_degrees == a.yaw_degrees && out.look_at.z == 0.0f);
    vrm_pose_blend(&a, &b, 0.5f, &out);
    CHECK_INT(out.parts, VRM_POSE_HIPS | VRM_POSE_LOOK_AT_POINT);
    CHECK(out.yaw_degrees == 0.0f && out.look_at.z == 2.0f);
    a.parts = VRM_POSE_LOOK_AT_POINT;
    a.look_at = vrm_vec3_make(1.5f, 1.0f, -2.0f);
    vrm_pose_blend(&a, &b, 0.5f, &out);
    CHECK(out.look_at.x == 1.0f && out.look_at.y == 1.0f && out.look_at.z == 0.0f);
    a.parts = 0;
    vrm_pose_blend(&a, &b, 0.25f, &out);
    CHECK_INT(out.parts, VRM_POSE_HIPS | VRM_POSE_LOOK_AT_POINT);
    CHECK(out.look_at.x == 0.5f);
    /* Both bits are not allowed: the direction is taken. */
    a.parts = VRM_POSE_LOOK_AT_DEGREES | VRM_POSE_LOOK_AT_POINT;
    vrm_pose_mask(&a, 0, 0, VRM_POSE_ALL_PARTS);
    CHECK_INT(a.parts, VRM_POSE_LOOK_AT_DEGREES);
}

TEST(po_007_customs_are_blended_by_name) {
    vrm_custom_weight of_a[3] = {{text("ears"), 1.0f, 0}, {text("tail"), 0.5f, 1}};
    vrm_custom_weight of_b[3] = {{text("tail"), 0.25f, 0}, {text("wings"), 0.75f, 1}};
    vrm_custom_weight of_out[3];
    vrm_pose a, b, out;
    vrm_pose_init(&a);
    vrm_pose_init(&b);
    vrm_pose_init(&out);
    a.customs = of_a;
    b.customs = of_b;
    a.custom_count = b.custom_count = 2;
    a.custom_capacity = b.custom_capacity = 3;
    vrm_pose_blend(&a, &b, 0.5f, &out);
    CHECK_INT(out.custom_count, 0);
    out.customs = of_out;
    out.custom_capacity = 3;
    vrm_pose_blend(&a, &b, 0.5f, &out);
    REQUIRE(out.custom_count == 3);
    CHECK_TEXT(of_out[0].name.data, "ears");
    CHECK(of_out[0].weight == 1.0f && of_out[0].custom == VRM_NONE);
    CHECK_TEXT(of_out[1].name.data, "tail");
    CHECK(of_out[1].weight == 0.375f && of_out[1].custom == VRM_NONE);
    CHECK_TEXT(of_out[2].name.data, "wings");
    CHECK(of_out[2].weight == 0.75f && of_out[2].custom == VRM_NONE);
    out.custom_capacity = 1;
    vrm_pose_blend(&a, &b, 0.5f, &out);
    CHECK_INT(out.custom_count, 1);
    out.custom_capacity = 3;
    /* Of one clip: places stay, as they do where the other pose has no customs. */
    of_b[0].name = text("ears");
    of_b[1].name = text("tail");
    vrm_pose_blend(&a, &b, 1.0f, &out);
    REQUIRE(out.custom_count == 2);
    CHECK(of_out[0].weight == 0.25f && of_out[0].custom == 0);
    CHECK(of_out[1].weight == 0.75f && of_out[1].custom == 1);
    b.custom_count = 0;
    vrm_pose_blend(&b, &a, 0.25f, &out);
    REQUIRE(out.custom_count == 2);
    CHECK(of_out[1].weight == 0.5f && of_out[1].custom == 1);
    /* Into the array of the second. */
    b.custom_count = 1;
    of_b[0] = (vrm_custom_weight){text("tail"), 0.0f, 5};
    vrm_pose_blend(&a, &b, 0.5f, &b);
    REQUIRE(b.custom_count == 2);
    CHECK_TEXT(of_b[0].name.data, "tail");
    CHECK(of_b[0].weight == 0.25f);
    CHECK_TEXT(of_b[1].name.data, "ears");
    CHECK(of_b[1].weight == 1.0f);
    /* Differences, and what is added. */
    vrm_pose_subtract(&a, &b, &out);
    REQUIRE(out.custom_count == 2);
    CHECK(of_out[0].weight == 0.0f && of_out[1].weight == 0.25f);
    of_out[0].weight = -0.5f;
    vrm_pose_add(&a, &out, 0.5f, &a);
    REQUIRE(a.custom_count == 2);
    CHECK(of_a[0].weight == 0.75f && of_a[1].weight == 0.625f);
    of_a[0].name = text("hat");
    vrm_pose_subtract(&a, &out, &out);
    REQUIRE(out.custom_count == 1);
    CHECK_TEXT(of_out[0].name.data, "tail");
    vrm_pose_fill(&a, &b);
    REQUIRE(a.custom_count == 3);
    CHECK_TEXT(of_a[2].name.data, "ears");
}

TEST(po_008_differences_are_added) {
    const vrm_pose reference = random_pose(13), pose = random_pose(14);
    vrm_pose difference, sum, other, base;
    vrm_pose_init(&difference);
    vrm_pose_init(&sum);
    vrm_pose_subtract(&pose, &reference, &difference);
    vrm_pose_add(&reference, &difference, 1.0f, &sum);
    CHECK(pose_error(&sum, &pose) < 1e-4);
    for (int i = 0; i < VRM_PRESET_COUNT; ++i) {
        CHECK_NEAR((double)sum.weights[i], (double)pose.weights[i], 1e-6);
    }
    CHECK_NEAR((double)sum.hips.x, (double)pose.hips.x, 1e-6);
    CHECK_NEAR((double)sum.yaw_degrees, (double)pose.yaw_degrees, 1e-5);
    /* Of what both say. */
    other = reference;
    vrm_pose_mask(&other, VRM_BONE_BIT(VRM_BONE_HEAD), 1, 0);
    vrm_pose_subtract(&pose, &other, &difference);
    CHECK(difference.bones == VRM_BONE_BIT(VRM_BONE_HEAD));
    CHECK_INT(difference.presets, 1);
    CHECK_INT(difference.parts, 0);
    CHECK(is_same_rotation(difference.rotations[VRM_BONE_NECK], vrmi_quat_identity()));
    /* A nod is about the axis of the ears, wherever the head has turned; half of it is half. */
    vrm_pose_init(&base);
    vrm_pose_init(&difference);
    base.bones = difference.bones = VRM_BONE_BIT(VRM_BONE_HEAD);
    base.rotations[VRM_BONE_HEAD] = about(0, 1, 0, 80);
    difference.rotations[VRM_BONE_HEAD] = about(1, 0, 0, 20);
    vrm_pose_add(&base, &difference, 0.5f, &sum);
    CHECK_NEAR(rotation_error(sum.rotations[VRM_BONE_HEAD],
                              vrmi_quat_multiply(about(0, 1, 0, 80), about(1, 0, 0, 10))),
               0, 1e-4);
    /* What the pose does not say begins at rest. */
    base.bones = 0;
    base.rotations[VRM_BONE_HEAD] = vrmi_quat_identity();
    difference.parts = VRM_POSE_HIPS | VRM_POSE_LOOK_AT_DEGREES;
    difference.hips.y = 0.5f;
    difference.pitch_degrees = 8.0f;
    vrm_pose_add(&base, &difference, 0.5f, &sum);
    CHECK(sum.bones == VRM_BONE_BIT(VRM_BONE_HEAD));
    CHECK_NEAR(rotation_error(sum.rotations[VRM_BONE_HEAD], about(1, 0, 0, 10)), 0, 1e-4);
    CHECK_INT(sum.parts, VRM_POSE_HIPS | VRM_POSE_LOOK_AT_DEGREES);
    CHECK(sum.hips.y == 0.25f && sum.pitch_degrees == 4.0f);
    /* A point moves only where there is one. */
    difference.parts = VRM_POSE_LOOK_AT_POINT;
    difference.look_at = vrm_vec3_make(0, 1, 0);
    vrm_pose_add(&base, &difference, 1.0f, &sum);
    CHECK_INT(sum.parts, 0);
    base.parts = VRM_POSE_LOOK_AT_POINT;
    base.look_at = vrm_vec3_make(1, 1, 4);
    vrm_pose_add(&base, &difference, 0.5f, &sum);
    CHECK_INT(sum.parts, VRM_POSE_LOOK_AT_POINT);
    CHECK(sum.look_at.x == 1.0f && sum.look_at.y == 1.5f && sum.look_at.z == 4.0f);
    /* The difference of a direction and a point is none. */
    vrm_pose_subtract(&base, &pose, &sum);
    CHECK_INT(sum.parts, 0);
}

TEST(po_009_sums_stay_in_range) {
    vrm_pose base = random_pose(15), difference, out;
    vrm_pose_init(&difference);
    vrm_pose_init(&out);
    difference.presets = 3;
    difference.weights[0] = 0.5f;
    difference.weights[1] = -1.0f;
    base.weights[0] = 0.8f;
    base.weights[1] = 0.25f;
    vrm_pose_add(&base, &difference, 1.0f, &out);
    CHECK(out.weights[0] == 1.0f && out.weights[1] == 0.0f);
    CHECK(out.weights[2] == base.weights[2]);
    vrm_pose_add(&base, &difference, 0.0f, &out);
    CHECK(pose_is_same(&out, &base));
    difference = random_pose(16);
    vrm_pose_add(&base, &difference, -1.0f, &out);
    CHECK(pose_is_same(&out, &base));
    /* Nothing added is nothing changed. */
    vrm_pose_subtract(&base, &base, &difference);
    vrm_pose_add(&base, &difference, 1.0f, &out);
    CHECK(pose_is_same(&out, &base));
    vrm_pose_add(&base, &difference, 0.3f, &out);
    CHECK(pose_is_same(&out, &base));
}

TEST(po_010_mirrors) {
    vrm_pose pose = random_pose(17), once, twice;
    pose.bones &= ~VRM_BONE_BIT(VRM_BONE_LEFT_HAND);
    pose.rotations[VRM_BONE_LEFT_HAND] = vrmi_quat_identity();
    pose.presets = 1u << VRM_PRESET_BLINK_LEFT | 1u << VRM_PRESET_LOOK_RIGHT;
    for (int i = 0; i < VRM_PRESET_COUNT; ++i) {
        if ((pose.presets >> i & 1) == 0) pose.weights[i] = 0.0f;
    }
    once = pose;
    vrm_pose_mirror(&once);
    CHECK(once.bones == (VRM_ALL_BONES & ~VRM_BONE_BIT(VRM_BONE_RIGHT_HAND)));
    CHECK_INT(once.presets, 1u << VRM_PRESET_BLINK_RIGHT | 1u << VRM_PRESET_LOOK_LEFT);
    CHECK(once.weights[VRM_PRESET_BLINK_RIGHT] == pose.weights[VRM_PRESET_BLINK_LEFT]);
    CHECK(once.weights[VRM_PRESET_LOOK_LEFT] == pose.weights[VRM_PRESET_LOOK_RIGHT]);
    CHECK(once.hips.x == -pose.hips.x && once.hips.y == pose.hips.y);
    CHECK(once.yaw_degrees == -pose.yaw_degrees && once.pitch_degrees == pose.pitch_degrees);
    for (int32_t i = 0; i < VRM_BONE_COUNT; ++i) {
        const char *name = vrm_bone_name(i);
        const char *other = vrm_bone_name(vrmi_bone_mirror(i));
        vrm_vec3 v = vrm_vec3_make(0.3f, -0.7f, 0.5f), seen, mirrored;
        /* By names: left is exchanged with right, and nothing else. */
        if (strncmp(name, "left", 4) == 0) {
            CHECK(strncmp(other, "right", 5) == 0 && strcmp(name + 4, other + 5) == 0);
        } else if (strncmp(name, "right", 5) == 0) {
            CHECK(strncmp(other, "left", 4) == 0 && strcmp(name + 5, other + 4) == 0);
        } else {
            CHECK_TEXT(other, name);
        }
        /* What a bone does to a point, seen in the mirror. */
        seen = vrmi_quat_rotate(pose.rotations[vrmi_bone_mirror(i)], vrm_vec3_make(-v.x, v.y, v.z));
        mirrored = vrmi_quat_rotate(once.rotations[i], v);
        CHECK_NEAR((double)mirrored.x, -(double)seen.x, 1e-6);
        CHECK_NEAR((double)mirrored.y, (double)seen.y, 1e-6);
        CHECK_NEAR((double)mirrored.z, (double)seen.z, 1e-6);
    }
    twice = once;
    vrm_pose_mirror(&twice);
    CHECK(pose_is_same(&twice, &pose));
    CHECK_INT(vrmi_bone_mirror(VRM_NONE), VRM_NONE);
}

TEST(po_011_the_result_may_be_one_of_the_two) {
    const vrm_pose a = random_pose(18), b = random_pose(19);
    vrm_pose apart, in_a, in_b;
    vrm_pose_init(&apart);
    for (int weight = 0; weight <= 4; ++weight) {
        float w = (float)weight / 4.0f;
        in_a = a;
        in_b = b;
        vrm_pose_blend(&a, &b, w, &apart);
        vrm_pose_blend(&in_a, &b, w, &in_a);
        vrm_pose_blend(&a, &in_b, w, &in_b);
        CHECK(pose_is_same(&apart, &in_a) && pose_is_same(&apart, &in_b));
        in_a = a;
        in_b = b;
        vrm_pose_add(&a, &b, w, &apart);
        vrm_pose_add(&in_a, &b, w, &in_a);
        vrm_pose_add(&a, &in_b, w, &in_b);
        CHECK(pose_is_same(&apart, &in_a) && pose_is_same(&apart, &in_b));
    }
    in_a = a;
    in_b = b;
    vrm_pose_subtract(&a, &b, &apart);
    vrm_pose_subtract(&in_a, &b, &in_a);
    vrm_pose_subtract(&a, &in_b, &in_b);
    CHECK(pose_is_same(&apart, &in_a) && pose_is_same(&apart, &in_b));
}

TEST(po_012_what_is_not_finite_counts_as_rest) {
    vrm_pose a = random_pose(20), b = random_pose(21), out, expected;
    vrm_pose_init(&out);
    vrm_pose_init(&expected);
    vrm_pose_blend(&a, &b, 0.5f, &expected);
    a.rotations[VRM_BONE_NECK].y = (float)NAN;
    b.rotations[VRM_BONE_RIGHT_LITTLE_DISTAL] = vrm_quat_make(0, 0, 0, (float)INFINITY);
    b.hips.z = (float)NAN;
    a.weights[2] = (float)NAN;
    vrm_pose_blend(&a, &b, 0.5f, &out);
    CHECK(is_same_rotation(out.rotations[VRM_BONE_NECK], vrmi_quat_identity()));
    CHECK(vrmi_quat_is_finite(out.rotations[VRM_BONE_RIGHT_LITTLE_DISTAL]));
    CHECK(out.hips.z == 0.0f && out.hips.x == expected.hips.x);
    CHECK(out.weights[2] == 0.0f);
    /* Its neighbors are as they were. */
    CHECK(is_same_rotation(out.rotations[VRM_BONE_HEAD], expected.rotations[VRM_BONE_HEAD]));
    CHECK(is_same_rotation(out.rotations[VRM_BONE_HIPS], expected.rotations[VRM_BONE_HIPS]));
    /* Two that cancel each other out. */
    a.rotations[VRM_BONE_JAW] = vrm_quat_make(0, 0, 0, 0);
    b.rotations[VRM_BONE_JAW] = vrm_quat_make(0, 0, 0, 0);
    vrm_pose_blend(&a, &b, 0.5f, &out);
    CHECK(is_same_rotation(out.rotations[VRM_BONE_JAW], vrmi_quat_identity()));
}

TEST_SUITE(pose, ENTRY(po_001_a_new_pose_says_nothing),
           ENTRY(po_002_a_pose_is_completed_by_another), ENTRY(po_003_masks_take_away),
           ENTRY(po_003_groups_of_bones_are_the_body), ENTRY(po_004_a_blend_is_the_weighted_sum),
           ENTRY(po_004_bones_do_not_depend_on_each_other), ENTRY(po_005_bits_stay_at_the_ends),
           ENTRY(po_006_a_direction_is_not_a_point), ENTRY(po_007_customs_are_blended_by_name),
           ENTRY(po_008_differences_are_added), ENTRY(po_009_sums_stay_in_range),
           ENTRY(po_010_mirrors), ENTRY(po_011_the_result_may_be_one_of_the_two),
           ENTRY(po_012_what_is_not_finite_counts_as_rest));
