/* Time in steps (SB-041, SB-042): the same motion at every frame rate. */
#include "avatar/spring_scene.h"
#include "support/lanes.h"
#include "test.h"
#include "vrm/file.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define DT (1.0f / 60.0f)
#define HAIR "'springs':[{" SCENE_CHAIN(",'gravityPower':0.2,'stiffness':0.5,'dragForce':0.3") "}]"

static scene make(uint32_t flags) {
    vrm_avatar_desc desc;
    vrm_avatar_desc_init(&desc);
    desc.flags = flags;
    return scene_make(SCENE_HAIR, HAIR, &desc);
}

static void turn_head(scene *s, double degrees) {
    vrm_avatar_locals(s->avatar)[0].rotation = turn_about(0.2f, 1, 0, degrees);
}

TEST(sb_041_no_time_changes_no_state) {
    static const float none[] = {0, -0.0f, -1, NAN, INFINITY, -INFINITY};
    scene s = make(0);
    unsigned char before[8192], after[8192];
    size_t size = vrm_avatar_save_size(s.avatar);
    REQUIRE(size <= sizeof before);
    turn_head(&s, 20);
    scene_update(&s, 10, DT);
    turn_head(&s, 50);
    vrm_avatar_save(s.avatar, before, sizeof before);
    for (size_t i = 0; i < sizeof none / sizeof none[0]; ++i) {
        scene_update(&s, 2, none[i]);
        vrm_avatar_save(s.avatar, after, sizeof after);
        CHECK(memcmp(before, after, size) == 0);
        CHECK(scene_is_finite(&s));
    }
    scene_free(&s);
}

/* At exactly 60 updates a second the default is the formula itself, bit for bit. */
TEST(sb_042_at_60_updates_a_second_it_is_the_literal_formula) {
    scene a = make(0), b = make(VRM_AVATAR_FLAG_LITERAL_TIME);
    for (int i = 0; i < 300; ++i) {
        turn_head(&a, 40 * sin(i * 0.2));
        turn_head(&b, 40 * sin(i * 0.2));
        scene_update(&a, 1, DT);
        scene_update(&b, 1, DT);
        CHECK(memcmp(a.frame.local, b.frame.local, sizeof(vrm_trs) * a.frame.node_count) == 0);
        CHECK(memcmp(a.frame.world, b.frame.world, sizeof(vrm_mat4) * a.frame.node_count) == 0);
    }
    scene_free(&a);
    scene_free(&b);
}

/* Two updates of 1/120 s with steady inputs are one of 1/60 s, and the first shows the step half
 * done. */
TEST(sb_042_between_steps_the_last_two_are_mixed) {
    scene a = make(0), b = make(0);
    vrm_quat before, half;
    scene_update(&a, 1, DT);
    scene_update(&b, 1, DT);
    turn_head(&a, 90);
    turn_head(&b, 90);
    before = a.frame.local[1].rotation;
    scene_update(&a, 1, DT);
    scene_update(&b, 1, DT / 2);
    half = b.frame.local[1].rotation;
    scene_update(&b, 1, DT / 2);
    CHECK_NEAR(angle_of(before, half), angle_of(before, a.frame.local[1].rotation) / 2, 0.01);
    CHECK_NEAR(angle_of(a.frame.local[1].rotation, b.frame.local[1].rotation), 0, 1e-3);
    scene_free(&a);
    scene_free(&b);
}

/* Inputs between updates: a head that turns steadily is the same at 60 and at 15 updates. */
TEST(sb_042_steps_see_the_inputs_of_their_own_time) {
    scene fast = make(0), slow = make(0);
    double most = 0;
    for (int i = 0; i <= 120; ++i) {
        double angle = i * 0.5;
        turn_head(&fast, angle);
        scene_update(&fast, 1, DT);
        if (i % 4 != 0) continue;
        turn_head(&slow, angle);
        scene_update(&slow, 1, i == 0 ? DT : 4 * DT);
        for (int32_t n = 1; n < 5; ++n) {
            most = fmax(most, angle_of(fast.frame.local[n].rotation, slow.frame.local[n].rotation));
        }
    }
    CHECK_NEAR(most, 0, 0.05);
    scene_free(&fast);
    scene_free(&slow);
}

TEST(sb_042_ten_seconds_at_once_stay_finite_and_small) {
    scene s = make(0);
    scene_update(&s, 5, DT);
    turn_head(&s, 90);
    scene_set_root(&s, 3, 0, 0);
    for (int i = 0; i < 5; ++i) {
        scene_update(&s, 1, 10);
        CHECK(scene_is_finite(&s));
        CHECK(s.avatar->springs.ahead == 0);
    }
    scene_update(&s, 200, DT);
    CHECK(scene_swing(&s, 1) < 20);
    scene_free(&s);
}

/* No time is lost at 15 updates a second, and surplus beyond eight steps is. */
TEST(sb_042_at_most_eight_steps) {
    scene a = make(0), b = make(0), c = make(0);
    scene_update(&a, 1, DT);
    scene_update(&b, 1, DT);
    scene_update(&c, 1, DT);
    for (scene *const *s = (scene *const[]){&a, &b, &c, NULL}; *s != NULL; ++s) {
        vrm_avatar_set_wind_value((*s)->avatar, vrm_vec3_make(5, 0, 0));
    }
    scene_update(&a, 8, DT);
    scene_update(&b, 1, 8 * DT);
    scene_update(&c, 1, 20 * DT);
    CHECK_NEAR(angle_of(a.frame.local[1].rotation, b.frame.local[1].rotation), 0, 1e-3);
    CHECK_NEAR(angle_of(a.frame.local[1].rotation, c.frame.local[1].rotation), 0, 1e-3);
    CHECK(scene_swing(&a, 1) > 5);
    scene_free(&a);
    scene_free(&b);
    scene_free(&c);
}

TEST(sb_042_literal_mode_takes_at_most_a_twentieth) {
    scene a = make(VRM_AVATAR_FLAG_LITERAL_TIME), b = make(VRM_AVATAR_FLAG_LITERAL_TIME);
    vrm_avatar_set_wind_value(a.avatar, vrm_vec3_make(1, 0, 0));
    vrm_avatar_set_wind_value(b.avatar, vrm_vec3_make(1, 0, 0));
    scene_update(&a, 3, 0.05f);
    scene_update(&b, 3, 7);
    CHECK(memcmp(a.frame.local, b.frame.local, sizeof(vrm_trs) * a.frame.node_count) == 0);
    scene_free(&a);
    scene_free(&b);
}

/*
 * The character's hair after a turn of the head, at eight frame rates: how far it swings, and when
 * it has come to rest (below a tenth of the peak for good), both read between frames.
 */
typedef struct swing {
    double peak_degrees;
    double settle_seconds;
} swing;

/* The angle between the hair's direction and where it comes to rest, seen from the head. */
static double hair_angle(const vrm_frame *frame, const vrm_tables *tables, int32_t head,
                         int32_t joint, vrm_vec3 rest) {
    const vrm_spring_joint *spring_joint = &tables->spring_joints[joint];
    vrm_mat4 inverse;
    vrm_vec3 tail =
        vrmi_mat4_transform_point(&frame->world[spring_joint->node], spring_joint->tail_offset);
    vrm_vec3 base = vrmi_mat4_translation(&frame->world[spring_joint->node]);
    vrm_vec3 way = vrmi_vec3_safe_normalize(vrmi_vec3_sub(tail, base), rest);
    vrmi_mat4_inverse(&frame->world[head], &inverse);
    way = vrmi_vec3_safe_normalize(vrmi_mat4_transform_vector(&inverse, way), rest);
    return vrmi_vec3_length(vrmi_vec3_sub(way, rest)) * 57.29577951308232;
}

static vrm_vec3 hair_way(const vrm_frame *frame, const vrm_tables *tables, int32_t head,
                         int32_t joint) {
    const vrm_spring_joint *spring_joint = &tables->spring_joints[joint];
    vrm_mat4 inverse;
    vrm_vec3 tail =
        vrmi_mat4_transform_point(&frame->world[spring_joint->node], spring_joint->tail_offset);
    vrm_vec3 base = vrmi_mat4_translation(&frame->world[spring_joint->node]);
    vrmi_mat4_inverse(&frame->world[head], &inverse);
    return vrmi_vec3_safe_normalize(vrmi_mat4_transform_vector(&inverse, vrmi_vec3_sub(tail, base)),
                                    vrm_vec3_make(0, 1, 0));
}

/* The greatest value, read between frames: of the parabola through it and its neighbors. */
static double peak_of(const double *values, int count) {
    int top = 1;
    double before, after, bend;
    for (int i = 1; i + 1 < count; ++i) {
        if (values[i] > values[top]) top = i;
    }
    before = values[top - 1], after = values[top + 1];
    bend = before - 2 * values[top] + after;
    if (bend >= 0) return values[top];
    return values[top] - (after - before) * (after - before) / (8 * bend);
}

/* The head turns by 60 degrees in 0.2 s, the same at every frame rate. */
static swing measure(vrm_model *model, int fps, uint32_t flags, int32_t joint) {
    const vrm_tables *tables = vrm_model_tables(model);
    int32_t head = tables->humanoid.nodes[VRM_BONE_HEAD];
    vrm_avatar_desc desc;
    vrm_avatar *avatar;
    vrm_frame frame;
    vrm_vec3 rest;
    swing result = {0, 0};
    double angles[240 * 4 + 1] = {0};
    vrm_avatar_desc_init(&desc);
    desc.flags = flags;
    avatar = create_with_lanes(model, &desc);
    frame = *vrm_avatar_frame(avatar);
    /* Where it comes to rest after the turn. */
    vrm_avatar_set_bone_rotation_value(avatar, VRM_BONE_HEAD, turn_about(0, 1, 0, 60));
    for (int i = 0; i < 6 * fps; ++i) vrm_avatar_update(avatar, 1.0f / (float)fps);
    rest = hair_way(&frame, tables, head, joint);
    vrm_avatar_set_bone_rotation_value(avatar, VRM_BONE_HEAD, turn_about(0, 1, 0, 0));
    for (int i = 0; i < 6 * fps; ++i) vrm_avatar_update(avatar, 1.0f / (float)fps);
    for (int i = 0; i <= 4 * fps; ++i) {
        double t = fmin(i / (double)fps / 0.2, 1);
        vrm_avatar_set_bone_rotation_value(avatar, VRM_BONE_HEAD, turn_about(0, 1, 0, 60 * t));
        vrm_avatar_update(avatar, 1.0f / (float)fps);
        angles[i] = hair_angle(&frame, tables, head, joint, rest);
    }
    result.peak_degrees = peak_of(angles, 4 * fps + 1);
    for (int i = 4 * fps; i > 0; --i) {
        double limit = result.peak_degrees / 10;
        if (angles[i - 1] < limit) continue;
        result.settle_seconds =
            (i - 1 + (angles[i - 1] - limit) / (angles[i - 1] - angles[i])) / fps;
        break;
    }
    vrm_avatar_destroy(avatar);
    return result;
}

/* The joint of the model's hair that swings most: below the head, longest chain's middle. */
static int32_t find_hair(const vrm_tables *tables) {
    int32_t best = 0;
    uint32_t longest = 0;
    for (uint32_t i = 0; i < tables->spring_count; ++i) {
        if (tables->springs[i].joint_count <= longest) continue;
        longest = tables->springs[i].joint_count;
        best = (int32_t)(tables->springs[i].first_joint + longest - 1);
    }
    return best;
}

TEST(sb_042_settle_time_and_swing_do_not_depend_on_the_frame_rate) {
    static const int rates[] = {15, 24, 30, 60, 72, 90, 144, 240};
    char path[1024];
    vrm_model *model = NULL;
    swing at_60, literal_low, literal_high;
    int32_t joint;
    if (test_option("samples") == NULL) {
        test_skip(NO_SAMPLES);
        return;
    }
    snprintf(path, sizeof path, "%s/character-1.0.vrm", test_option("samples"));
    CHECK_INT(vrm_model_load_file(path, NULL, &model, NULL), VRM_OK);
    REQUIRE(model != NULL);
    joint = find_hair(vrm_model_tables(model));
    at_60 = measure(model, 60, 0, joint);
    CHECK(at_60.peak_degrees > 5 && at_60.settle_seconds > 0.2);
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; ++i) {
        swing found = measure(model, rates[i], 0, joint);
        test_note("%d fps: peak %.2f, settled after %.3f s", rates[i], found.peak_degrees,
                  found.settle_seconds);
        CHECK_NEAR(found.peak_degrees / at_60.peak_degrees, 1, 0.03);
        CHECK_NEAR(found.settle_seconds / at_60.settle_seconds, 1, 0.03);
        if (test_option("table") != NULL) {
            swing literal = measure(model, rates[i], VRM_AVATAR_FLAG_LITERAL_TIME, joint);
            printf("| %d | %.1f | %.2f | %.1f | %.2f |\n", rates[i], found.peak_degrees,
                   found.settle_seconds, literal.peak_degrees, literal.settle_seconds);
        }
    }
    test_note(NULL);
    /* Which is not so of the literal mode: the reason for the steps. */
    literal_low = measure(model, 24, VRM_AVATAR_FLAG_LITERAL_TIME, joint);
    literal_high = measure(model, 240, VRM_AVATAR_FLAG_LITERAL_TIME, joint);
    CHECK(literal_low.settle_seconds > 1.5 * literal_high.settle_seconds);
    vrm_model_release(model);
}

TEST_SUITE(spring_time, ENTRY(sb_041_no_time_changes_no_state),
           ENTRY(sb_042_at_60_updates_a_second_it_is_the_literal_formula),
           ENTRY(sb_042_between_steps_the_last_two_are_mixed),
           ENTRY(sb_042_steps_see_the_inputs_of_their_own_time),
           ENTRY(sb_042_ten_seconds_at_once_stay_finite_and_small),
           ENTRY(sb_042_at_most_eight_steps), ENTRY(sb_042_literal_mode_takes_at_most_a_twentieth),
           ENTRY(sb_042_settle_time_and_swing_do_not_depend_on_the_frame_rate));
