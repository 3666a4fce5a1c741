/* Poses on avatars: what vrm_avatar_apply_pose writes, and what vrm_avatar_read_pose reads. */
#include "avatar/body_fixture.h"
#include "clip/motion_fixture.h"
#include "motion/actor.h"
#include "motion/random_pose.h"
#include "test.h"
#include "testkit/create.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* GV-060's N, and what a model that faces -Z has for it (GV-064). */
static const turn gv_060 = {-0.243210, 0, 0.088521, 0.965926};
static const turn gv_064 = {0.243210, 0, -0.088521, 0.965926};

static vrm_pose pose_with(vrm_bone bone, turn rotation) {
    vrm_pose pose;
    vrm_pose_init(&pose);
    pose.bones = VRM_BONE_BIT(bone);
    pose.rotations[bone] = turn_float(rotation);
    return pose;
}

static void apply_with(vrm_avatar *avatar, const vrm_pose *pose, vrm_apply_flags flags) {
    vrm_apply_desc desc;
    vrm_apply_desc_init(&desc);
    desc.flags = flags;
    vrm_avatar_apply_pose(avatar, pose, &desc);
}

static uint64_t bones_of(const loaded *file) {
    uint64_t bones = 0;
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        if (file->tables->humanoid.nodes[bone] != VRM_NONE) bones |= VRM_BONE_BIT(bone);
    }
    return bones;
}

/* --- Bones --- */

/* What a pose writes is what the calls for single bones write, bit for bit. */
static void check_same_bits(loaded *file, uint32_t flags) {
    vrm_avatar *whole, *single;
    vrm_avatar_desc desc;
    vrm_avatar_desc_init(&desc);
    desc.flags = flags;
    whole = create_avatar(file->model, &desc);
    single = create_avatar(file->model, &desc);
    for (uint64_t seed = 0; seed < 50; ++seed) {
        vrm_pose pose = random_pose(seed);
        pose.bones &= bones_of(file);
        pose.rotations[seed % VRM_BONE_COUNT] =
            vrm_quat_make(0.0f, 3.0f, 0.0f, 4.0f); /* of another length */
        apply_with(whole, &pose, VRM_APPLY_NO_EXPRESSIONS | VRM_APPLY_NO_LOOK_AT);
        for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
            vrm_avatar_set_bone_rotation(single, bone, &pose.rotations[bone]);
        }
        for (uint32_t node = 0; node < file->gltf->node_count; ++node) {
            CHECK(memcmp(&vrm_avatar_locals(whole)[node].rotation,
                         &vrm_avatar_locals(single)[node].rotation, sizeof(vrm_quat)) == 0);
        }
    }
    vrm_avatar_destroy(whole);
    vrm_avatar_destroy(single);
}

TEST(an_030_a_pose_writes_the_bits_of_single_bones) {
    for (size_t i = 0; i < COUNT(actor_dialects); ++i) {
        actor a = actor_of_sample(actor_dialects[i]);
        if (a.avatar == NULL) return;
        test_note("%s", actor_dialects[i]);
        check_same_bits(&a.file, 0);
        actor_free(&a);
    }
    for (int i = 0; i < STANCE_COUNT; ++i) {
        stance s = get_stance(i);
        body from = body_in(s);
        loaded file = load_body(&from);
        check_same_bits(&file, stance_flags(s));
        unload(&file);
    }
    test_note(NULL);
}

/* AN-013: what the pose does not say is at rest, or stays with VRM_APPLY_KEEP. */
TEST(an_013_bones_that_are_not_said) {
    const body from = body_plain();
    vrm_pose pose = pose_with(VRM_BONE_SPINE, turn_x(20));
    const vrm_vec3 place = {0.5f, 0.75f, 0.25f};
    figure s;
    REQUIRE(open_figure(&s, &from, 0));
    vrm_avatar_set_bone_rotation_value(s.avatar, VRM_BONE_CHEST, turn_float(turn_y(30)));
    vrm_avatar_set_hips_position(s.avatar, &place);
    apply_with(s.avatar, &pose, VRM_APPLY_KEEP);
    CHECK_TURN(vrm_avatar_bone_rotation(s.avatar, VRM_BONE_SPINE), turn_x(20), 1e-6);
    CHECK_TURN(vrm_avatar_bone_rotation(s.avatar, VRM_BONE_CHEST), turn_y(30), 1e-6);
    CHECK_POINT(vrm_avatar_hips_position(s.avatar), point_of(place), 1e-6);
    vrm_avatar_apply_pose(s.avatar, &pose, NULL);
    CHECK_TURN(vrm_avatar_bone_rotation(s.avatar, VRM_BONE_SPINE), turn_x(20), 1e-6);
    CHECK_TURN(vrm_avatar_bone_rotation(s.avatar, VRM_BONE_CHEST), turn_none(), 0);
    CHECK_POINT(vrm_avatar_hips_position(s.avatar), body_position(VRM_BONE_HIPS), 1e-6);
    close_figure(&s);
}

/* AN-014, GV-063: a bone that the avatar lacks turns all that hang from it. */
TEST(an_014_gv_063_bones_that_the_avatar_lacks) {
    const turn gv_063 = {0.085832, 0.172987, 0.015134, 0.981060};
    vrm_pose pose = pose_with(VRM_BONE_UPPER_CHEST, turn_x(10));
    pose.bones |= VRM_BONE_BIT(VRM_BONE_NECK);
    pose.rotations[VRM_BONE_NECK] = turn_float(turn_y(20));
    for (int i = 0; i < STANCE_COUNT; ++i) {
        stance st = get_stance(i);
        body from = body_in(st);
        figure s;
        from.is_absent[VRM_BONE_UPPER_CHEST] = true;
        REQUIRE(open_figure(&s, &from, stance_flags(st)));
        for (int keeps = 0; keeps < 2; ++keeps) {
            apply_with(s.avatar, &pose, keeps ? VRM_APPLY_KEEP : 0);
            CHECK_TURN(vrm_avatar_bone_rotation(s.avatar, VRM_BONE_NECK), gv_063, 2e-6);
            CHECK_TURN(vrm_avatar_bone_rotation(s.avatar, VRM_BONE_CHEST), turn_none(), 1e-6);
            if (keeps) continue;
            /* Shoulders that the pose does not say turn too: they hang from what is missing. */
            CHECK_TURN(vrm_avatar_bone_rotation(s.avatar, VRM_BONE_LEFT_SHOULDER), turn_x(10),
                       2e-6);
            CHECK_TURN(vrm_avatar_bone_rotation(s.avatar, VRM_BONE_RIGHT_SHOULDER), turn_x(10),
                       2e-6);
        }
        close_figure(&s);
    }
    test_note(NULL);
}

/* AN-014: several in a row, from the top; toes and other last bones are lost. */
TEST(an_014_several_missing_bones_in_a_row) {
    body from = body_plain();
    vrm_pose pose = pose_with(VRM_BONE_CHEST, turn_x(10));
    figure s;
    from.is_absent[VRM_BONE_CHEST] = from.is_absent[VRM_BONE_UPPER_CHEST] =
        from.is_absent[VRM_BONE_NECK] = from.is_absent[VRM_BONE_LEFT_TOES] = true;
    REQUIRE(open_figure(&s, &from, 0));
    pose.bones = VRM_ALL_BONES;
    pose.rotations[VRM_BONE_UPPER_CHEST] = turn_float(turn_y(20));
    pose.rotations[VRM_BONE_NECK] = turn_float(turn_z(30));
    pose.rotations[VRM_BONE_HEAD] = turn_float(turn_x(40));
    pose.rotations[VRM_BONE_LEFT_TOES] = turn_float(turn_x(50));
    vrm_avatar_apply_pose(s.avatar, &pose, NULL);
    CHECK_TURN(vrm_avatar_bone_rotation(s.avatar, VRM_BONE_HEAD),
               turn_times(turn_times(turn_x(10), turn_y(20)), turn_times(turn_z(30), turn_x(40))),
               2e-6);
    CHECK_TURN(vrm_avatar_bone_rotation(s.avatar, VRM_BONE_RIGHT_SHOULDER),
               turn_times(turn_x(10), turn_y(20)), 2e-6);
    CHECK_TURN(vrm_avatar_bone_rotation(s.avatar, VRM_BONE_LEFT_FOOT), turn_none(), 1e-6);
    close_figure(&s);
}

/* AN-025, GV-064: rotations and the way of the hips for a model that faces -Z. */
TEST(an_025_gv_064_models_that_face_minus_z) {
    vrm_pose pose = pose_with(VRM_BONE_SPINE, gv_060);
    pose.parts = VRM_POSE_HIPS;
    pose.hips = vrm_vec3_make(0.2f, -0.1f, 0.1f);
    for (int as_file = 0; as_file < 2; ++as_file) {
        body from = body_plain();
        figure s;
        from.faces_minus_z = true;
        REQUIRE(open_figure(&s, &from, as_file ? VRM_AVATAR_FLAG_AS_FILE : 0));
        vrm_avatar_apply_pose(s.avatar, &pose, NULL);
        CHECK_TURN(vrm_avatar_locals(s.avatar)[1 + VRM_BONE_SPINE].rotation, gv_064, 2e-6);
        CHECK_POINT(vrm_avatar_locals(s.avatar)[1 + VRM_BONE_HIPS].translation,
                    point_make(-0.2, 0.9, -0.1), 1e-6);
        CHECK_POINT(vrm_avatar_hips_position(s.avatar), point_make(0.2, 0.9, 0.1), 1e-6);
        close_figure(&s);
    }
}

/* AN-015, GV-065: the way of the hips is scaled by the height of the hips. */
TEST(an_015_gv_065_hips_of_another_height) {
    actor a = actor_of(load_vrm1(
        NULL,
        "'nodes':[{},{'translation':[0,0.8,0.02]},{},{},{},{},{},{},{},{},{},{},{},{},{},{}]"));
    vrm_pose pose;
    REQUIRE(a.avatar != NULL);
    vrm_pose_init(&pose);
    pose.parts = VRM_POSE_HIPS;
    pose.hips = vrm_vec3_make(0.2f, -0.1f, 0.1f);
    vrm_avatar_apply_pose(a.avatar, &pose, NULL);
    CHECK_POINT(vrm_avatar_hips_position(a.avatar), point_make(0.16, 0.72, 0.10), 1e-6);
    apply_with(a.avatar, &pose, VRM_APPLY_IN_PLACE);
    CHECK_POINT(vrm_avatar_hips_position(a.avatar), point_make(0, 0.72, 0.02), 1e-6);
    actor_free(&a);
}

/* --- Face --- */

#define FACE                                                                                       \
    "'lookAt':{'type':'bone','offsetFromHeadBone':[0,0.06,0],"                                     \
    "'rangeMapHorizontalInner':{'inputMaxValue':90,'outputScale':10},"                             \
    "'rangeMapHorizontalOuter':{'inputMaxValue':90,'outputScale':10},"                             \
    "'rangeMapVerticalDown':{'inputMaxValue':90,'outputScale':10},"                                \
    "'rangeMapVerticalUp':{'inputMaxValue':90,'outputScale':10}},"                                 \
    "'expressions':{'preset':{'happy':{'morphTargetBinds':[{'node':56,'index':0,'weight':1}]},"    \
    "'sad':{'morphTargetBinds':[{'node':56,'index':1,'weight':1}]}},"                              \
    "'custom':{'Smile':{'morphTargetBinds':[{'node':56,'index':1,'weight':0.5}]}}}"

static bool open_face(figure *out, bool faces_minus_z, uint32_t flags) {
    body from = body_plain();
    from.faces_minus_z = faces_minus_z;
    from.vrm = FACE;
    return open_figure(out, &from, flags);
}

static double weight_of(const figure *s, const char *name, vrm_expression_layer layer) {
    int32_t expression = vrm_model_find_expression(s->file.model, name);
    CHECK(expression != VRM_NONE);
    return (double)vrm_avatar_layer_expression(s->avatar, layer, expression);
}

static void check_same_frame(const figure *a, const figure *b) {
    const vrm_frame *p = vrm_avatar_frame(a->avatar), *q = vrm_avatar_frame(b->avatar);
    CHECK(memcmp(p->world, q->world, p->node_count * sizeof *p->world) == 0);
    CHECK(memcmp(p->morph_weights, q->morph_weights,
                 p->morph_weight_count * sizeof *p->morph_weights) == 0);
}

/* AN-022, AN-025, AN-030: the direction of the eyes goes through the range maps of the avatar, to
 * its own left whichever way it faces, in the update that follows. */
TEST(an_022_an_025_an_030_the_eyes_turn_in_the_next_update) {
    for (int minus_z = 0; minus_z < 2; ++minus_z) {
        vrm_pose pose;
        figure a, b;
        REQUIRE(open_face(&a, minus_z != 0, 0));
        REQUIRE(open_face(&b, minus_z != 0, 0));
        vrm_pose_init(&pose);
        pose.parts = VRM_POSE_LOOK_AT_DEGREES;
        pose.yaw_degrees = 18.0f;
        pose.pitch_degrees = 9.0f;
        vrm_avatar_apply_pose(a.avatar, &pose, NULL);
        check_same_frame(&a, &b); /* nothing is shown before the update */
        vrm_avatar_update(a.avatar, 0.0f);
        vrm_avatar_set_look_at_degrees(b.avatar, 18.0f, 9.0f);
        vrm_avatar_update(b.avatar, 0.0f);
        check_same_frame(&a, &b);
        /* 18 and 9 of 90 degrees; the eyes turn 10 of them. */
        CHECK_TURN(vrm_avatar_frame(a.avatar)->local[1 + VRM_BONE_LEFT_EYE].rotation,
                   minus_z ? turn_mirrored(turn_times(turn_y(2), turn_x(1)))
                           : turn_times(turn_y(2), turn_x(1)),
                   1e-5);
        close_figure(&a);
        close_figure(&b);
    }
}

/* AN-030, AN-033: a point is seen from where the head is in the same frame. */
TEST(an_030_an_033_the_eyes_look_at_a_point) {
    vrm_pose pose = pose_with(VRM_BONE_NECK, turn_y(30));
    const vrm_trs root = {{1, 2, 3}, {0, 0.70710678f, 0, 0.70710678f}, {2, 2, 2}};
    const vrm_vec3 target = {1.0f + 2.0f * 3.0f, 2.0f + 2.0f * 1.5f, 3.0f - 2.0f * 0.5f};
    figure a, b;
    REQUIRE(open_face(&a, false, 0));
    REQUIRE(open_face(&b, false, 0));
    vrm_avatar_set_root(a.avatar, &root);
    vrm_avatar_set_root(b.avatar, &root);
    pose.parts = VRM_POSE_LOOK_AT_POINT;
    pose.look_at = vrm_vec3_make(0.5f, 1.5f, 3.0f); /* hips heights of 1 m, before the root */
    vrm_avatar_apply_pose(a.avatar, &pose, NULL);
    vrm_avatar_set_bone_rotation(b.avatar, VRM_BONE_NECK, &pose.rotations[VRM_BONE_NECK]);
    vrm_avatar_set_look_at_target(b.avatar, &target);
    vrm_avatar_update(a.avatar, 0.0f);
    vrm_avatar_update(b.avatar, 0.0f);
    for (vrm_bone eye = VRM_BONE_LEFT_EYE; eye <= VRM_BONE_RIGHT_EYE; ++eye) {
        CHECK_TURN(vrm_avatar_frame(a.avatar)->local[1 + eye].rotation,
                   turn_of(vrm_avatar_frame(b.avatar)->local[1 + eye].rotation), 1e-6);
        CHECK(degrees_between(turn_of(vrm_avatar_frame(a.avatar)->local[1 + eye].rotation),
                              turn_none()) > 1);
    }
    close_figure(&a);
    close_figure(&b);
}

/* AN-025, AN-033: to the avatar's own left and down, whichever way it faces and is shown. */
TEST(an_025_an_033_a_point_is_where_the_avatar_faces) {
    for (int i = 0; i < 4; ++i) {
        vrm_look_at_state state;
        vrm_pose pose;
        figure s;
        test_note("case %d", i);
        REQUIRE(open_face(&s, (i & 1) != 0, (i & 2) != 0 ? VRM_AVATAR_FLAG_AS_FILE : 0));
        vrm_look_at_state_init(&state);
        vrm_pose_init(&pose);
        pose.parts = VRM_POSE_LOOK_AT_POINT;
        pose.look_at = vrm_vec3_make(1.0f, 0.5f, 1.0f); /* the eyes are 1.56 m high */
        vrm_avatar_apply_pose(s.avatar, &pose, NULL);
        vrm_avatar_update(s.avatar, 0.0f);
        vrm_avatar_get_look_at(s.avatar, &state);
        CHECK_NEAR(state.yaw_degrees, 45, 1e-3);
        CHECK_NEAR(state.pitch_degrees, 36.8528, 1e-3); /* atan(1.06 / sqrt(2)) */
        vrm_avatar_read_pose(s.avatar, &pose);
        CHECK_POINT(pose.look_at, point_make(1, 0.5, 1), 1e-6);
        close_figure(&s);
    }
    test_note(NULL);
}

/* AN-027: what the pose does not say stays as the application has it. */
TEST(an_027_faces_that_are_not_said) {
    vrm_look_at_state state;
    vrm_pose pose;
    figure s;
    REQUIRE(open_face(&s, false, 0));
    vrm_look_at_state_init(&state);
    vrm_pose_init(&pose);
    vrm_avatar_set_look_at_degrees(s.avatar, 12.0f, 0.0f);
    vrm_avatar_set_expression(s.avatar, vrm_model_find_expression(s.file.model, "happy"), 0.5f);
    pose.presets = 1u << VRM_PRESET_SAD;
    pose.weights[VRM_PRESET_SAD] = 0.25f;
    vrm_avatar_apply_pose(s.avatar, &pose, NULL);
    vrm_avatar_get_look_at(s.avatar, &state);
    CHECK_INT(state.mode, VRM_LOOK_AT_MODE_DEGREES);
    CHECK_NEAR(state.set_yaw_degrees, 12, 0);
    CHECK_NEAR(weight_of(&s, "happy", VRM_EXPRESSION_LAYER_APPLICATION), 0.5, 0);
    CHECK_NEAR(weight_of(&s, "sad", VRM_EXPRESSION_LAYER_MOTION), 0.25, 0);
    /* A pose without it takes back what the layer had; with the flag, it does not. */
    pose.presets = 0;
    apply_with(s.avatar, &pose, VRM_APPLY_NO_EXPRESSIONS);
    CHECK_NEAR(weight_of(&s, "sad", VRM_EXPRESSION_LAYER_MOTION), 0.25, 0);
    vrm_avatar_apply_pose(s.avatar, &pose, NULL);
    CHECK_NEAR(weight_of(&s, "sad", VRM_EXPRESSION_LAYER_MOTION), 0, 0);
    CHECK_NEAR(weight_of(&s, "happy", VRM_EXPRESSION_LAYER_APPLICATION), 0.5, 0);
    pose.parts = VRM_POSE_LOOK_AT_DEGREES;
    pose.yaw_degrees = -40.0f;
    apply_with(s.avatar, &pose, VRM_APPLY_NO_LOOK_AT);
    vrm_avatar_get_look_at(s.avatar, &state);
    CHECK_NEAR(state.set_yaw_degrees, 12, 0);
    close_figure(&s);
}

/* AN-034: names are compared as they are; with bindings, by their place in the clip. */
TEST(an_034_custom_expressions) {
    static const float times[] = {0}, values[] = {0.75f, 0, 0}, others[] = {0.5f, 0, 0};
    const motion_track tracks[] = {{16, "translation", NULL, 1, times, others},
                                   {17, "translation", NULL, 1, times, values}};
    const motion_file from = {NULL, "{},{}",
                              MOTION_HUMANOID ",'expressions':{'preset':{'angry':{'node':16}},"
                                              "'custom':{'smile':{'node':16},'Smile':{'node':17}}}",
                              tracks, 2};
    clip_file file = load_motion(&from, NULL);
    vrm_custom_weight customs[4];
    int32_t bindings[2] = {7, 7};
    vrm_apply_desc desc;
    vrm_pose pose;
    figure s;
    REQUIRE(open_face(&s, false, 0));
    CHECK_INT(vrm_clip_bind(file.clip, s.file.model, NULL, 0), 2);
    CHECK_INT(vrm_clip_bind(file.clip, s.file.model, bindings, 1), 2);
    CHECK_INT(bindings[1], 7);
    CHECK_INT(vrm_clip_bind(file.clip, s.file.model, bindings, 2), 2);
    CHECK_INT(bindings[0], VRM_NONE);
    CHECK_INT(bindings[1], vrm_model_find_expression(s.file.model, "Smile"));
    vrm_pose_init(&pose);
    pose.customs = customs;
    pose.custom_capacity = 4;
    vrm_clip_sample(file.clip, 0, &pose);
    CHECK_INT(pose.custom_count, 2);
    vrm_apply_desc_init(&desc);
    for (int is_bound = 0; is_bound < 2; ++is_bound) {
        if (is_bound) desc.custom_bindings = bindings, desc.custom_binding_count = 2;
        vrm_avatar_clear_expression_layer(s.avatar, VRM_EXPRESSION_LAYER_MOTION);
        vrm_avatar_apply_pose(s.avatar, &pose, &desc);
        CHECK_NEAR(weight_of(&s, "Smile", VRM_EXPRESSION_LAYER_MOTION), 0.75, 0);
        CHECK_NEAR(weight_of(&s, "happy", VRM_EXPRESSION_LAYER_MOTION), 0, 0);
    }
    /* A binding that is no expression of this model moves nothing. */
    bindings[1] = 1000;
    vrm_avatar_apply_pose(s.avatar, &pose, &desc);
    CHECK_NEAR(weight_of(&s, "Smile", VRM_EXPRESSION_LAYER_MOTION), 0, 0);
    /* Another layer. */
    desc.custom_bindings = NULL;
    desc.layer = VRM_EXPRESSION_LAYER_APPLICATION;
    vrm_avatar_apply_pose(s.avatar, &pose, &desc);
    CHECK_NEAR(weight_of(&s, "Smile", VRM_EXPRESSION_LAYER_APPLICATION), 0.75, 0);
    unload_motion(&file);
    close_figure(&s);
}

/* --- Misuse, numbers that are none, sleep, and back --- */

/* Numbers that are none count as rest. */
TEST(an_030_numbers_that_are_not_finite) {
    const float nan = nanf(""), infinite = INFINITY;
    vrm_pose pose = random_pose(5);
    vrm_look_at_state state;
    figure s;
    REQUIRE(open_face(&s, false, 0));
    vrm_look_at_state_init(&state);
    vrm_avatar_set_look_at_degrees(s.avatar, 12.0f, 3.0f);
    pose.rotations[VRM_BONE_SPINE].y = nan;
    pose.rotations[VRM_BONE_HEAD].w = infinite;
    pose.hips.z = infinite;
    pose.weights[VRM_PRESET_HAPPY] = nan;
    pose.weights[VRM_PRESET_SAD] = infinite;
    pose.yaw_degrees = nan;
    vrm_avatar_apply_pose(s.avatar, &pose, NULL);
    CHECK_TURN(vrm_avatar_bone_rotation(s.avatar, VRM_BONE_SPINE), turn_none(), 0);
    CHECK_TURN(vrm_avatar_bone_rotation(s.avatar, VRM_BONE_HEAD), turn_none(), 0);
    CHECK_TURN(vrm_avatar_bone_rotation(s.avatar, VRM_BONE_CHEST),
               turn_of(pose.rotations[VRM_BONE_CHEST]), 1e-6);
    CHECK_POINT(vrm_avatar_hips_position(s.avatar), body_position(VRM_BONE_HIPS), 1e-6);
    CHECK_NEAR(weight_of(&s, "happy", VRM_EXPRESSION_LAYER_MOTION), 0, 0);
    CHECK_NEAR(weight_of(&s, "sad", VRM_EXPRESSION_LAYER_MOTION), 1, 0);
    vrm_avatar_get_look_at(s.avatar, &state);
    CHECK_NEAR(state.set_yaw_degrees, 12, 0);
    vrm_avatar_update(s.avatar, 0.02f);
    for (uint32_t i = 0; i < s.frame.node_count; ++i) {
        for (int k = 0; k < 16; ++k) CHECK(isfinite(vrm_avatar_frame(s.avatar)->world[i].m[k]));
    }
    close_figure(&s);
}

TEST(an_030_a_desc_that_cannot_be_used_changes_nothing) {
    vrm_pose pose = pose_with(VRM_BONE_SPINE, turn_x(20));
    vrm_apply_desc desc;
    figure s;
    REQUIRE(open_face(&s, false, 0));
    for (int i = 0; i < 4; ++i) {
        vrm_apply_desc_init(&desc);
        if (i == 0) desc.flags = 16;
        if (i == 1) desc.layer = VRM_EXPRESSION_LAYER_COUNT;
        if (i == 2) desc.layer = VRM_EXPRESSION_LAYER_LOOK_AT;
        if (i == 3) desc.struct_size = 0;
        vrm_avatar_apply_pose(s.avatar, &pose, &desc);
        CHECK_TURN(vrm_avatar_bone_rotation(s.avatar, VRM_BONE_SPINE), turn_none(), 0);
    }
    vrm_avatar_apply_pose(NULL, &pose, NULL);
    vrm_avatar_apply_pose(s.avatar, NULL, NULL);
    vrm_avatar_read_pose(s.avatar, NULL);
    close_figure(&s);
}

/* An avatar that sleeps wakes for another pose, and shows it. */
TEST(an_030_avatars_that_sleep) {
    vrm_pose pose = pose_with(VRM_BONE_SPINE, turn_x(20));
    figure s;
    REQUIRE(open_face(&s, false, VRM_AVATAR_FLAG_SLEEP));
    vrm_avatar_apply_pose(s.avatar, &pose, NULL);
    for (int i = 0; i < 200; ++i) vrm_avatar_update(s.avatar, 0.02f);
    CHECK_TURN(vrm_avatar_frame(s.avatar)->local[1 + VRM_BONE_SPINE].rotation, turn_x(20), 1e-6);
    pose.rotations[VRM_BONE_SPINE] = turn_float(turn_y(35));
    pose.presets = 1u << VRM_PRESET_HAPPY;
    pose.weights[VRM_PRESET_HAPPY] = 0.5f;
    vrm_avatar_apply_pose(s.avatar, &pose, NULL);
    vrm_avatar_update(s.avatar, 0.02f);
    CHECK_TURN(vrm_avatar_frame(s.avatar)->local[1 + VRM_BONE_SPINE].rotation, turn_y(35), 1e-6);
    CHECK_NEAR(
        vrm_avatar_expression_weight(s.avatar, vrm_model_find_expression(s.file.model, "happy")),
        0.5, 1e-6);
    close_figure(&s);
}

/* A pose that one avatar has is that of another, of another dialect and size. */
TEST(an_012_a_pose_goes_from_one_avatar_to_another) {
    const vrm_vec3 place = {0.1f, 0.6f, -0.2f};
    vrm_custom_weight customs[2];
    body large = body_twisted();
    vrm_pose given = random_pose(9), pose;
    figure a, b;
    REQUIRE(open_face(&a, true, 0));
    large.vrm = FACE;
    REQUIRE(open_figure(&b, &large, 0));
    given.presets = 1u << VRM_PRESET_SAD;
    vrm_avatar_apply_pose(a.avatar, &given, NULL);
    vrm_avatar_set_hips_position(a.avatar, &place);
    vrm_avatar_set_expression(a.avatar, vrm_model_find_expression(a.file.model, "Smile"), 0.375f);
    memset(&pose, 0xff, sizeof pose);
    pose.customs = customs;
    pose.custom_capacity = 2;
    vrm_avatar_read_pose(a.avatar, &pose);
    CHECK(pose.bones == VRM_ALL_BONES);
    CHECK_INT(pose.parts, VRM_POSE_HIPS | VRM_POSE_LOOK_AT_DEGREES);
    CHECK_INT(pose.custom_count, 1);
    CHECK_TEXT(customs[0].name.data, "Smile");
    CHECK_NEAR(customs[0].weight, 0.375, 0);
    CHECK_NEAR(pose.weights[VRM_PRESET_SAD], (double)given.weights[VRM_PRESET_SAD], 0);
    CHECK_NEAR(pose.yaw_degrees, (double)given.yaw_degrees, 0);
    CHECK_NEAR(pose.hips.y, -0.4, 1e-6);
    vrm_avatar_apply_pose(b.avatar, &pose, NULL);
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        CHECK_TURN(vrm_avatar_bone_rotation(b.avatar, bone), turn_of(given.rotations[bone]), 3e-6);
    }
    CHECK_NEAR(weight_of(&b, "Smile", VRM_EXPRESSION_LAYER_MOTION), 0.375, 0);
    CHECK_NEAR(weight_of(&b, "sad", VRM_EXPRESSION_LAYER_MOTION),
               (double)given.weights[VRM_PRESET_SAD], 0);
    /* And back again: hips in hips heights, whatever the size is. */
    vrm_avatar_read_pose(b.avatar, &pose);
    CHECK_NEAR(pose.hips.x, 0.1, 2e-6);
    CHECK_NEAR(pose.hips.y, -0.4, 2e-6);
    CHECK_NEAR(pose.hips.z, -0.2, 2e-6);
    close_figure(&a);
    close_figure(&b);
}

/* A target in the world is a point under the root in a pose, and comes back as it was. */
TEST(an_033_a_target_goes_into_a_pose_and_back) {
    const vrm_trs root = {{1, 2, 3}, {0, 0.70710678f, 0, 0.70710678f}, {2, 2, 2}};
    const vrm_vec3 target = {4.0f, 3.0f, 2.0f};
    vrm_look_at_state state;
    vrm_pose pose;
    figure s;
    REQUIRE(open_face(&s, false, 0));
    vrm_look_at_state_init(&state);
    vrm_avatar_set_root(s.avatar, &root);
    vrm_avatar_set_look_at_target(s.avatar, &target);
    vrm_pose_init(&pose);
    vrm_avatar_read_pose(s.avatar, &pose);
    CHECK((pose.parts & VRM_POSE_LOOK_AT_POINT) != 0);
    CHECK_POINT(pose.look_at, point_make(0.5, 0.5, 1.5), 1e-6);
    vrm_avatar_set_look_at_off(s.avatar);
    vrm_avatar_apply_pose(s.avatar, &pose, NULL);
    vrm_avatar_get_look_at(s.avatar, &state);
    CHECK_INT(state.mode, VRM_LOOK_AT_MODE_TARGET);
    CHECK_POINT(state.target, point_of(target), 1e-5);
    close_figure(&s);
}

TEST_SUITE(apply, ENTRY(an_030_a_pose_writes_the_bits_of_single_bones),
           ENTRY(an_013_bones_that_are_not_said), ENTRY(an_014_gv_063_bones_that_the_avatar_lacks),
           ENTRY(an_014_several_missing_bones_in_a_row),
           ENTRY(an_025_gv_064_models_that_face_minus_z),
           ENTRY(an_015_gv_065_hips_of_another_height),
           ENTRY(an_022_an_025_an_030_the_eyes_turn_in_the_next_update),
           ENTRY(an_030_an_033_the_eyes_look_at_a_point),
           ENTRY(an_025_an_033_a_point_is_where_the_avatar_faces),
           ENTRY(an_027_faces_that_are_not_said), ENTRY(an_034_custom_expressions),
           ENTRY(an_030_numbers_that_are_not_finite),
           ENTRY(an_030_a_desc_that_cannot_be_used_changes_nothing),
           ENTRY(an_030_avatars_that_sleep), ENTRY(an_012_a_pose_goes_from_one_avatar_to_another),
           ENTRY(an_033_a_target_goes_into_a_pose_and_back));
