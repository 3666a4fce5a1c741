/* VMD files: what stands in for the model that they do not have. */
#include "clip/vmd_fixture.h"
#include "test.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* --- The body --- */

/* Arms hang by 35 degrees when the file says nothing else. */
TEST(an_046_arms_hang_at_rest) {
    vmd_file f;
    vmd_clip c;
    vrm_pose pose;
    begin(&f);
    add_turn(&f, LEFT ARM, 0, 'z', 0);
    add_turn(&f, RIGHT ARM, 0, 'z', -35); /* raised to level */
    add_turn(&f, LEFT ELBOW, 0, 'z', 0);
    c = load(&f);
    pose = pose_at(&c, 0);
    CHECK_NEAR(off(&pose, VRM_BONE_LEFT_UPPER_ARM, 'z', -35), 0, 1e-4);
    CHECK_NEAR(off(&pose, VRM_BONE_RIGHT_UPPER_ARM, 'z', 0), 0, 1e-4);
    CHECK_NEAR(off(&pose, VRM_BONE_LEFT_LOWER_ARM, 'z', 0), 0, 1e-4);
    unload(&c);
}

/* Whichever bones of an arm have keys: without a turn, the upper arm alone hangs by 35 degrees. */
TEST(an_046_parts_of_an_arm) {
    static const struct {
        const char *left, *right;
        vrm_bone bone;
    } parts[] = {{LEFT SHOULDER, RIGHT SHOULDER, VRM_BONE_LEFT_SHOULDER},
                 {LEFT ARM, RIGHT ARM, VRM_BONE_LEFT_UPPER_ARM},
                 {LEFT ARM_TWIST, RIGHT ARM_TWIST, VRM_BONE_LEFT_UPPER_ARM},
                 {LEFT ELBOW, RIGHT ELBOW, VRM_BONE_LEFT_LOWER_ARM},
                 {LEFT HAND_TWIST, RIGHT HAND_TWIST, VRM_BONE_LEFT_LOWER_ARM},
                 {LEFT WRIST, RIGHT WRIST, VRM_BONE_LEFT_HAND},
                 {LEFT INDEX, RIGHT INDEX, VRM_BONE_LEFT_INDEX_PROXIMAL}};
    static const vrm_bone rights[] = {VRM_BONE_RIGHT_SHOULDER,      VRM_BONE_RIGHT_UPPER_ARM,
                                      VRM_BONE_RIGHT_UPPER_ARM,     VRM_BONE_RIGHT_LOWER_ARM,
                                      VRM_BONE_RIGHT_LOWER_ARM,     VRM_BONE_RIGHT_HAND,
                                      VRM_BONE_RIGHT_INDEX_PROXIMAL};
    for (uint32_t set = 1; set < 1u << COUNT(parts); ++set) {
        uint64_t bones = VRM_BONE_BIT(VRM_BONE_HIPS);
        vmd_file f;
        vmd_clip c;
        vrm_pose pose;
        begin(&f);
        for (uint32_t i = 0; i < COUNT(parts); ++i) {
            if ((set >> i & 1) == 0) continue;
            add_turn(&f, parts[i].left, 0, 'z', 0);
            add_turn(&f, parts[i].right, 0, 'z', 0);
            bones |= VRM_BONE_BIT(parts[i].bone) | VRM_BONE_BIT(rights[i]);
        }
        c = load(&f);
        CHECK(c.info.bones == bones);
        pose = pose_at(&c, 0);
        for (uint32_t i = 0; i < COUNT(parts); ++i) {
            double down = parts[i].bone == VRM_BONE_LEFT_UPPER_ARM ? 35 : 0;
            if ((set >> i & 1) == 0) continue;
            CHECK_NEAR(off(&pose, parts[i].bone, 'z', -down), 0, 1e-4);
            CHECK_NEAR(off(&pose, rights[i], 'z', down), 0, 1e-4);
        }
        unload(&c);
    }
}

/* A bend of one bone alone, about an axis of the hanging arm, is what it is below a keyed arm. */
TEST(an_046_parts_of_an_arm_bend_as_the_whole) {
    static const struct {
        const char *name;
        vrm_bone bone;
    } parts[] = {{LEFT ELBOW, VRM_BONE_LEFT_LOWER_ARM},
                 {LEFT WRIST, VRM_BONE_LEFT_HAND},
                 {LEFT INDEX, VRM_BONE_LEFT_INDEX_PROXIMAL}};
    for (uint32_t i = 0; i < COUNT(parts); ++i) {
        vrm_quat turns[2];
        for (int has_arm = 0; has_arm < 2; ++has_arm) {
            vmd_file f;
            vmd_clip c;
            vrm_pose pose;
            begin(&f);
            if (has_arm) add_turn(&f, LEFT ARM, 0, 'y', 20);
            add_turn(&f, parts[i].name, 0, 'x', 50);
            c = load(&f);
            pose = pose_at(&c, 0);
            turns[has_arm] = pose.rotations[parts[i].bone];
            unload(&c);
        }
        CHECK_NEAR(turns[0].x, turns[1].x, 1e-6);
        CHECK_NEAR(turns[0].y, turns[1].y, 1e-6);
        CHECK_NEAR(turns[0].z, turns[1].z, 1e-6);
        CHECK_NEAR(turns[0].w, turns[1].w, 1e-6);
        /* x of the hanging arm, raised by 35 degrees. */
        CHECK_NEAR(turns[0].x, sin(25 / DEGREES) * cos(35 / DEGREES), 1e-6);
        CHECK_NEAR(turns[0].y, sin(25 / DEGREES) * sin(35 / DEGREES), 1e-6);
    }
}

/* Several bones of MMD that are one: hips of five, and twists behind arms. */
TEST(an_046_bones_that_are_one_are_composed) {
    vmd_file f;
    vmd_clip c;
    vrm_pose pose;
    begin(&f);
    add_curved(&f, ALL, 0, 2, 0, 0, (turn){'y', 90}, line);
    add_curved(&f, CENTER, 0, 0, 0, 3, (turn){'y', 10}, line);
    add_curved(&f, GROOVE, 0, 0, 1, 0, (turn){'y', 5}, line);
    add_turn(&f, WAIST, 0, 'y', 4);
    add_turn(&f, LOWER, 0, 'y', 3);
    add_turn(&f, UPPER, 0, 'y', 0);
    add_turn(&f, RIGHT ARM, 0, 'z', -35);
    add_turn(&f, RIGHT ARM_TWIST, 0, 'y', 0);
    c = load(&f);
    pose = pose_at(&c, 0);
    CHECK_NEAR(off(&pose, VRM_BONE_HIPS, 'y', 112), 0, 1e-4);
    /* 上半身 hangs on the waist and not on the hips. */
    CHECK_NEAR(off(&pose, VRM_BONE_SPINE, 'y', -3), 0, 1e-4);
    CHECK_NEAR(pose.hips.x, (2 + 3) / 11.2, 1e-6);
    CHECK_NEAR(pose.hips.y, 1 / 11.2, 1e-6);
    CHECK_NEAR(pose.hips.z, 0, 1e-6);
    unload(&c);
    begin(&f);
    add_turn(&f, RIGHT ARM, 0, 'z', -35);
    add_turn(&f, RIGHT ARM_TWIST, 0, 'x', 50); /* about x of a space that hangs by 35 degrees */
    add_turn(&f, RIGHT ARM_TWIST, 10, 'z', 35);
    c = load(&f);
    pose = pose_at(&c, 10);
    CHECK_NEAR(off(&pose, VRM_BONE_RIGHT_UPPER_ARM, 'z', 35), 0, 1e-4);
    unload(&c);
}

/* Without 親指０, the first bone of a thumb is 親指１. */
TEST(an_046_thumbs_of_two_and_of_three_bones) {
    for (int has_first = 0; has_first < 2; ++has_first) {
        vmd_file f;
        vmd_clip c;
        uint64_t thumb = VRM_BONE_BIT(VRM_BONE_LEFT_THUMB_METACARPAL) |
                         VRM_BONE_BIT(VRM_BONE_LEFT_THUMB_PROXIMAL);
        begin(&f);
        if (has_first) add_turn(&f, LEFT THUMB "\x4f", 0, 'x', 1);
        add_turn(&f, LEFT THUMB "\x50", 0, 'x', 2);
        add_turn(&f, LEFT THUMB "\x51", 0, 'x', 3);
        if (has_first) thumb |= VRM_BONE_BIT(VRM_BONE_LEFT_THUMB_DISTAL);
        c = load(&f);
        CHECK(c.info.bones == (thumb | VRM_BONE_BIT(VRM_BONE_HIPS)));
        unload(&c);
    }
}

/* --- The face --- */

/* Morphs that are one preset: the greatest. ウィンク is the left eye. */
TEST(an_046_morphs_are_presets) {
    vmd_file f;
    vmd_clip c;
    vrm_pose pose;
    begin(&f);
    begin_section(&f);
    add_morph(&f, BLINK, 0, 0);
    add_morph(&f, BLINK, 10, 1);
    add_morph(&f, LAUGH, 0, 0.5);
    add_morph(&f, WINK, 0, 1.5);
    add_morph(&f, WINK RIGHT, 0, -1);
    add_morph(&f, AA, 0, 0.25);
    c = load(&f);
    CHECK_INT(c.result, VRM_OK);
    pose = pose_at(&c, 0);
    CHECK_NEAR(pose.weights[VRM_PRESET_BLINK], 0.5, 1e-6);
    CHECK_NEAR(pose.weights[VRM_PRESET_BLINK_LEFT], 1, 1e-6);
    CHECK_NEAR(pose.weights[VRM_PRESET_BLINK_RIGHT], 0, 1e-6);
    CHECK_NEAR(pose.weights[VRM_PRESET_AA], 0.25, 1e-6);
    pose = pose_at(&c, 10);
    CHECK_NEAR(pose.weights[VRM_PRESET_BLINK], 1, 1e-6);
    CHECK_INT(c.info.presets, 1u << VRM_PRESET_BLINK | 1u << VRM_PRESET_BLINK_LEFT |
                                  1u << VRM_PRESET_BLINK_RIGHT | 1u << VRM_PRESET_AA);
    unload(&c);
}

TEST(an_046_eyes_are_the_direction_of_look_at) {
    vmd_file f;
    vmd_clip c;
    vrm_pose pose;
    begin(&f);
    add_turn(&f, EYES, 0, 'y', 12);
    c = load(&f);
    pose = pose_at(&c, 0);
    CHECK((pose.parts & VRM_POSE_LOOK_AT_DEGREES) != 0);
    CHECK_NEAR(pose.yaw_degrees, 12, 1e-3);
    CHECK_NEAR(pose.pitch_degrees, 0, 1e-3);
    unload(&c);
}

/* --- Legs --- */

typedef struct point {
    double x, y, z;
} point;

static point turned(vrm_quat q, point v) {
    point t = {2 * (q.y * v.z - q.z * v.y), 2 * (q.z * v.x - q.x * v.z),
               2 * (q.x * v.y - q.y * v.x)};
    point out = {v.x + q.w * t.x + q.y * t.z - q.z * t.y, v.y + q.w * t.y + q.z * t.x - q.x * t.z,
                 v.z + q.w * t.z + q.x * t.y - q.y * t.x};
    return out;
}

static point sum(point a, point b) {
    point out = {a.x + b.x, a.y + b.y, a.z + b.z};
    return out;
}

/* The left ankle of the standard body in a pose, in units of the file. */
static point ankle_of(const vrm_pose *pose) {
    const vrm_quat *q = pose->rotations;
    point shin = {0, -4.8, 0}, hip = {0.9, -0.4, 0};
    point hips = {pose->hips.x * 11.2, 11.2 + pose->hips.y * 11.2, pose->hips.z * 11.2};
    point leg = sum(shin, turned(q[VRM_BONE_LEFT_LOWER_LEG], shin));
    leg = turned(q[VRM_BONE_LEFT_UPPER_LEG], leg);
    return sum(hips, turned(q[VRM_BONE_HIPS], sum(hip, leg)));
}

#define CHECK_POINT(p, px, py, pz, tolerance)                                                      \
    do {                                                                                           \
        CHECK_NEAR((p).x, px, tolerance);                                                          \
        CHECK_NEAR((p).y, py, tolerance);                                                          \
        CHECK_NEAR((p).z, pz, tolerance);                                                          \
    } while (0)

/* A body goes down, leans and turns; its left foot stands, then goes elsewhere. */
TEST(an_047_ankles_are_at_their_targets) {
    vmd_file f;
    vmd_clip c;
    begin(&f);
    add_place(&f, LEFT FOOT_IK, 0, 0, 0, 0);
    add_curved(&f, LEFT FOOT_IK, 30, 1, 2, 3, (turn){'x', 20}, line);
    add_place(&f, CENTER, 0, 0, 0, 0);
    add_curved(&f, CENTER, 10, 0.5, -2, 1, (turn){'y', 25}, line);
    add_turn(&f, LOWER, 0, 'x', 10);
    c = load(&f);
    CHECK_INT(c.result, VRM_OK);
    CHECK(*said(&c, "vmd-legs") != '\0');
    for (int i = 0; i <= 60; ++i) {
        double frame = i / 2.0, way = frame / 30;
        vrm_pose pose = pose_at(&c, frame);
        point ankle = ankle_of(&pose);
        test_note("frame %g", frame);
        /* In the first frames the target is farther away than the leg is long. */
        if (frame >= 4) CHECK_POINT(ankle, 0.9 + way, 1.2 + 2 * way, 3 * way, i % 2 ? 0.02 : 2e-4);
    }
    test_note(NULL);
    unload(&c);
}

/* The knee bends forward, and the foot is as its target is. */
TEST(an_047_knees_bend_forward_and_feet_stay_flat) {
    const double bend = acos((9.6 - 3) / 9.6) * DEGREES;
    vmd_file f;
    vmd_clip c;
    vrm_pose pose;
    begin(&f);
    add_place(&f, LEFT FOOT_IK, 0, 0, 0, 0);
    add_place(&f, CENTER, 0, 0, -3, 0);
    c = load(&f);
    pose = pose_at(&c, 0);
    CHECK_NEAR(off(&pose, VRM_BONE_LEFT_UPPER_LEG, 'x', -bend), 0, 1e-3);
    CHECK_NEAR(off(&pose, VRM_BONE_LEFT_LOWER_LEG, 'x', 2 * bend), 0, 1e-3);
    CHECK_NEAR(off(&pose, VRM_BONE_LEFT_FOOT, 'x', -bend), 0, 1e-3);
    CHECK((c.info.bones & VRM_BONE_BIT(VRM_BONE_RIGHT_UPPER_LEG)) == 0);
    unload(&c);
}

/* A target that is too far away: a straight leg that points to it. */
TEST(an_047_legs_get_no_longer) {
    vmd_file f;
    vmd_clip c;
    vrm_pose pose;
    begin(&f);
    add_place(&f, LEFT FOOT_IK, 0, 0, -50, 0);
    c = load(&f);
    pose = pose_at(&c, 0);
    CHECK_NEAR(off(&pose, VRM_BONE_LEFT_UPPER_LEG, 'x', 0), 0, 0.1);
    CHECK_NEAR(off(&pose, VRM_BONE_LEFT_LOWER_LEG, 'x', 0), 0, 0.1);
    unload(&c);
}

/* The second target turns the foot: from the ankle to where the ball is. */
TEST(an_047_toes_have_a_target_of_their_own) {
    vmd_file f;
    vmd_clip c;
    vrm_pose pose;
    begin(&f);
    add_place(&f, LEFT FOOT_IK, 0, 0, 0, 0);
    /* The ball is 0.9 below the ankle and 1.2 before it: the toes go up by 36.87 degrees. */
    add_place(&f, LEFT TOE_IK, 0, 0, 0.9, 0.3);
    c = load(&f);
    pose = pose_at(&c, 0);
    CHECK_NEAR(off(&pose, VRM_BONE_LEFT_FOOT, 'x', -atan2(0.9, 1.2) * DEGREES), 0, 1e-2);
    unload(&c);
}

/* Targets can be switched off: then legs have keys of their own. */
TEST(an_047_targets_are_followed_while_they_are_on) {
    vmd_file f;
    vmd_clip c;
    vrm_pose pose;
    begin(&f);
    add_place(&f, LEFT FOOT_IK, 0, 0, 3, 0);
    add_turn(&f, LEFT LEG, 0, 'x', -33);
    add_turn(&f, LEFT KNEE, 0, 'x', 44);
    add_turn(&f, LEFT LEG, 40, 'x', -33);
    begin_section(&f);
    for (int i = 0; i < 3; ++i) put_u32(&f, 0);
    begin_section(&f);
    add_switch(&f, 20, 0);
    c = load(&f);
    pose = pose_at(&c, 10);
    CHECK_POINT(ankle_of(&pose), 0.9, 4.2, 0, 1e-3);
    pose = pose_at(&c, 30);
    CHECK_NEAR(off(&pose, VRM_BONE_LEFT_UPPER_LEG, 'x', -33), 0, 1e-3);
    CHECK_NEAR(off(&pose, VRM_BONE_LEFT_LOWER_LEG, 'x', 44), 0, 1e-3);
    unload(&c);
    /* From the beginning on. */
    f.bytes[f.counted + 4] = 0;
    c = load(&f);
    CHECK_TEXT(said(&c, "vmd-legs"), "");
    pose = pose_at(&c, 10);
    CHECK_NEAR(off(&pose, VRM_BONE_LEFT_UPPER_LEG, 'x', -33), 0, 1e-3);
    unload(&c);
}

TEST_SUITE(vmd_body, ENTRY(an_046_arms_hang_at_rest), ENTRY(an_046_parts_of_an_arm),
           ENTRY(an_046_parts_of_an_arm_bend_as_the_whole),
           ENTRY(an_046_bones_that_are_one_are_composed),
           ENTRY(an_046_thumbs_of_two_and_of_three_bones), ENTRY(an_046_morphs_are_presets),
           ENTRY(an_046_eyes_are_the_direction_of_look_at),
           ENTRY(an_047_ankles_are_at_their_targets),
           ENTRY(an_047_knees_bend_forward_and_feet_stay_flat), ENTRY(an_047_legs_get_no_longer),
           ENTRY(an_047_toes_have_a_target_of_their_own),
           ENTRY(an_047_targets_are_followed_while_they_are_on));
