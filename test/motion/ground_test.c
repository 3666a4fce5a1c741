/*
 * Soles on the ground: standing, walking and squatting on bodies of many proportions.
 *
 * The motions are made here, on a body of their own whose feet stand exactly: so it is known when a
 * foot stands, and where.
 */
#include "base/math.h"
#include "motion/made_clip.h"
#include "motion/random_pose.h"
#include "test.h"

#include <vrm/limb.h>
#include <vrm/mixer.h>

#include <stdlib.h>

#define PI 3.14159265358979323846

enum { STAND, WALK, SQUAT, MOTIONS };
enum { KEYS = 121 }; /* of one second */

static vrm_quat about_x(double degrees) {
    return vrmi_quat_from_axis_angle(vrm_vec3_make(1, 0, 0), vrmi_radians((float)degrees));
}

static double ease(double t) {
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return t * t * (3 - 2 * t);
}

/* A foot by the ball of the foot, in leg lengths from where it rests, and how far its heel is up.
 */
typedef struct step {
    double forward, up, pitch;
    bool stands;
} step;

/* A walk: a foot stands for 0.6 of a loop, from 0.45 on its ball alone, and begins on its heel. */
static step walking(double phase, double offset) {
    const double stride = 1.1;
    double turns = phase - offset, along = turns < 0 ? turns + 1 : turns;
    double first = (turns - along + offset + 0.27) * stride;
    step s = {first, 0, 0, true};
    if (along < 0.6) {
        s.pitch = 35 * ease((along - 0.45) / 0.15);
    } else {
        double swing = (along - 0.6) / 0.4;
        s.stands = false;
        s.forward += stride * ease(swing);
        s.up = 0.1 * sin(PI * swing) * sin(PI * swing);
        s.pitch = 35 * (1 - ease(swing * 1.5));
    }
    return s;
}

static step step_of(int motion, double phase, int side) {
    step still = {0, 0, 0, true};
    return motion == WALK ? walking(phase, side == 0 ? 0 : 0.5) : still;
}

/* The pose of a motion on the body that it is made for. */
static vrm_pose pose_of(int motion, double phase, const made_body *body, const vrm_model *model) {
    const vrm_vec3 hips = body->places[VRM_BONE_HIPS];
    const double leg = (double)(hips.y - body->places[VRM_BONE_LEFT_FOOT].y);
    vrm_pose pose;
    vrm_pose_init(&pose);
    pose.bones = body->bones;
    pose.parts = VRM_POSE_HIPS;
    if (motion == STAND) {
        pose.hips = vrm_vec3_make((float)(0.015 * sin(2 * PI * phase)), -0.02f, 0);
    } else if (motion == WALK) {
        pose.hips = vrm_vec3_make((float)(0.02 * cos(2 * PI * phase)),
                                  (float)(-0.06 - 0.012 * cos(4 * PI * phase)),
                                  (float)(1.1 * leg / (double)hips.y * phase));
        pose.rotations[VRM_BONE_HIPS] = about_x(3);
    } else {
        double depth = ease(0.5 - 0.5 * cos(2 * PI * phase));
        pose.hips = vrm_vec3_make(0, (float)(-0.02 - 0.38 * depth), (float)(-0.12 * depth));
        pose.rotations[VRM_BONE_HIPS] = about_x(25 * depth);
    }
    for (int side = 0; side < 2; ++side) {
        const vrm_bone foot = side == 0 ? VRM_BONE_LEFT_FOOT : VRM_BONE_RIGHT_FOOT;
        const step s = step_of(motion, phase, side);
        const vrm_quat turn = about_x(s.pitch);
        vrm_vec3 ball = body->places[foot + 1], ankle;
        ball.y = 0;
        ankle = vrmi_quat_rotate(turn, vrmi_vec3_sub(body->places[foot], ball));
        ball.y += (float)(s.up * leg);
        ball.z += (float)(s.forward * leg);
        ankle = vrmi_vec3_add(ankle, ball);
        CHECK(vrm_pose_reach(&pose, model, side == 0 ? VRM_LIMB_LEFT_LEG : VRM_LIMB_RIGHT_LEG,
                             &ankle, NULL, &turn, 1.0f) < 1e-4f);
    }
    return pose;
}

static vrm_clip *motion_clip(int motion) {
    const made_body body = made_body_default();
    loaded file = made_avatar(&body);
    vrm_pose *keys = calloc(KEYS, sizeof *keys);
    float times[KEYS];
    vrm_clip *clip;
    for (int i = 0; i < KEYS; ++i) {
        times[i] = (float)i / (KEYS - 1);
        keys[i] = pose_of(motion, (double)i / (KEYS - 1), &body, file.model);
    }
    clip = made_clip(keys, times, KEYS, &body);
    free(keys);
    unload(&file);
    return clip;
}

/* --- Measuring --- */

typedef struct measure {
    double off;   /* how far a standing sole is from the ground, meters */
    double slide; /* how far it goes from where it began to stand */
    double jump;  /* how far a foot goes in a frame, at most */
} measure;

static vrm_vec3 ball_of(const vrm_pose *pose, const vrm_model *model, const made_body *body,
                        vrm_bone foot) {
    vrm_vec3 at = {0, 0, 0}, from = vrmi_vec3_sub(body->places[foot + 1], body->places[foot]);
    vrm_quat turn = vrmi_quat_identity();
    from.y = -body->places[foot].y;
    CHECK_INT(vrm_pose_get_bone_transform(pose, model, foot, &at, &turn), 1);
    return vrmi_vec3_add(at, vrmi_quat_rotate(turn, from));
}

/* Plays four seconds of a motion with its root, and looks at the feet that stand. */
static measure play(vrm_clip *clip, int motion, const made_body *body, vrm_ground *ground,
                    int rate) {
    loaded file = made_avatar(body);
    measure m = {0, 0, 0};
    vrm_vec3 began[2], last[2];
    bool stood[2] = {false, false};
    vrm_trs root = vrm_trs_identity();
    vrm_mixer mixer;
    vrm_pose pose;
    vrm_pose_init(&pose);
    vrm_mixer_init(&mixer);
    vrm_mixer_play(&mixer, 0, clip, VRM_SLOT_LOOP | VRM_SLOT_ROOT_MOTION, 0);
    for (int frame = 0; frame < 4 * rate; ++frame) {
        double phase;
        vrm_trs moved;
        vrm_mixer_update(&mixer, SECOND / rate, &pose, &moved, NULL, 0);
        root.translation = vrmi_vec3_add(
            root.translation, vrmi_vec3_scale(moved.translation, body->places[VRM_BONE_HIPS].y));
        if (ground != NULL) {
            vrm_ground_update(ground, file.model, &pose, &root, SECOND / rate);
        }
        phase = (double)mixer.slots[0].time * 1e-9;
        for (int side = 0; side < 2; ++side) {
            const vrm_bone foot = side == 0 ? VRM_BONE_LEFT_FOOT : VRM_BONE_RIGHT_FOOT;
            vrm_vec3 at = vrmi_vec3_add(ball_of(&pose, file.model, body, foot), root.translation);
            vrm_vec3 d;
            if (frame > 0) {
                d = vrmi_vec3_sub(at, last[side]);
                m.jump = fmax(m.jump, sqrt((double)vrmi_vec3_dot(d, d)));
            }
            last[side] = at;
            if (!step_of(motion, phase, side).stands) {
                stood[side] = false;
                continue;
            }
            if (!stood[side]) began[side] = at;
            stood[side] = true;
            d = vrmi_vec3_sub(at, began[side]);
            m.off = fmax(m.off, fabs((double)at.y));
            m.slide = fmax(m.slide, sqrt((double)(d.x * d.x + d.z * d.z)));
        }
    }
    unload(&file);
    return m;
}

static vrm_ground ground_for(const vrm_clip *clip, bool with_source) {
    vrm_ground ground;
    vrm_ground_init(&ground);
    if (with_source) ground.has_source = vrm_clip_get_legs(clip, &ground.source);
    CHECK(!with_source || ground.has_source == 1);
    return ground;
}

TEST(gc_001_bodies_of_one_proportion_need_no_help) {
    static const float sizes[] = {0.3f, 0.5f, 0.9f, 1.2f};
    for (int motion = 0; motion < MOTIONS; ++motion) {
        vrm_clip *clip = motion_clip(motion);
        for (int k = 0; k < 4; ++k) {
            float leg = sizes[k];
            const made_body body = made_body_of(leg * 0.5f, leg * 0.5f, leg / 9.0f);
            measure m = play(clip, motion, &body, NULL, 60);
            test_note("motion %d, leg %g: %g off", motion, (double)leg, m.off);
            CHECK(m.off < 0.01 * (double)leg);
        }
        vrm_clip_release(clip);
    }
    test_note(NULL);
}

TEST(gc_002_soles_stand_whatever_the_proportions) {
    static const float sizes[] = {0.3f, 0.6f, 0.9f, 1.2f};
    static const float ratios[] = {0.8f, 1.0f, 1.2f}; /* thigh : shin */
    static const float heels[] = {-0.05f, 0.0f, 0.05f};
    static const int rates[] = {30, 60, 240};
    double raw = 0, raw_slide = 0;
    for (int motion = 0; motion < MOTIONS; ++motion) {
        vrm_clip *clip = motion_clip(motion);
        for (int i = 0; i < 4 * 3 * 3; ++i) {
            float leg = sizes[i % 4], ratio = ratios[i / 4 % 3], heel = heels[i / 12];
            float shin = leg / (1.0f + ratio), ankle = leg / 9.0f + heel;
            const made_body body = made_body_of(leg - shin, shin, vrmi_max(ankle, 0.01f));
            vrm_ground ground = ground_for(clip, true);
            measure m = play(clip, motion, &body, &ground, rates[i % 3]);
            measure without = play(clip, motion, &body, NULL, 60);
            raw = fmax(raw, without.off);
            raw_slide = fmax(raw_slide, without.slide);
            test_note("motion %d, leg %g, thigh:shin %g, heel %g: %g off, %g slide", motion,
                      (double)leg, (double)ratio, (double)heel, m.off, m.slide);
            CHECK(m.off < 0.002);
            CHECK(m.slide < 0.002);
        }
        vrm_clip_release(clip);
    }
    test_note("without: %g off, %g slide", raw, raw_slide);
    CHECK(raw > 0.02); /* else there was nothing to do */
    test_note(NULL);
}

/* Nobody knows what body the motion was made for, and the floor slides away under the avatar: what
 * stands stays where it is, and goes along when it is pulled too far. */
TEST(gc_003_soles_that_slide_are_held) {
    const made_body body = made_body_default();
    vrm_clip *clip = motion_clip(STAND);
    loaded file = made_avatar(&body);
    vrm_ground ground = ground_for(clip, false);
    vrm_trs root = vrm_trs_identity();
    vrm_vec3 began = {0, 0, 0}, last = {0, 0, 0};
    double slide = 0, jump = 0, ended = 0;
    for (int frame = 0; frame < 600; ++frame) {
        vrm_pose pose;
        vrm_vec3 at, d;
        vrm_pose_init(&pose);
        vrm_clip_sample(clip, frame * SECOND / 60 % SECOND, &pose);
        root.translation.x = 0.05f * (float)frame / 60.0f;
        vrm_ground_update(&ground, file.model, &pose, &root, SECOND / 60);
        at = vrmi_vec3_add(ball_of(&pose, file.model, &body, VRM_BONE_LEFT_FOOT), root.translation);
        CHECK(fabsf(at.y) < 0.002f);
        d = vrmi_vec3_sub(at, last);
        if (frame > 2) jump = fmax(jump, sqrt((double)vrmi_vec3_dot(d, d)));
        last = at;
        if (frame == 2) began = at;
        if (frame > 2 && ground.feet[0].is_held != 0 && ended == 0) {
            d = vrmi_vec3_sub(at, began);
            slide = fmax(slide, sqrt((double)vrmi_vec3_dot(d, d)));
        } else if (frame > 2 && ended == 0) {
            ended = (double)frame / 60;
        }
    }
    CHECK(slide < 0.002);
    CHECK_NEAR(ended, 3.0, 0.2); /* 15 cm at 5 cm a second */
    CHECK(jump < 0.025);         /* 15 cm within 0.2 seconds, gently, and not at once */
    unload(&file);
    vrm_clip_release(clip);
}

TEST(gc_004_holds_begin_and_end_without_a_jump) {
    vrm_clip *clip = motion_clip(WALK);
    const made_body body = made_body_of(0.5f, 0.4f, 0.1f);
    vrm_ground known = ground_for(clip, true), unknown = ground_for(clip, false);
    measure raw = play(clip, WALK, &body, NULL, 60);
    measure m = play(clip, WALK, &body, &known, 60);
    CHECK(m.jump < 1.1 * raw.jump);
    m = play(clip, WALK, &body, &unknown, 60);
    CHECK(m.jump < 1.3 * raw.jump);
    vrm_clip_release(clip);
}

TEST(gc_005_hips_come_down_to_legs_that_are_too_short) {
    const made_body body = made_body_default();
    loaded file = made_avatar(&body);
    vrm_ground ground;
    vrm_pose pose;
    vrm_vec3 at;
    vrm_ground_init(&ground);
    for (int i = 0; i < 30; ++i) {
        vrm_pose_init(&pose);
        vrm_pose_fill(&pose, NULL);
        pose.hips.y = 0.02f;
        vrm_ground_update(&ground, file.model, &pose, NULL, SECOND / 60);
    }
    at = ball_of(&pose, file.model, &body, VRM_BONE_LEFT_FOOT);
    CHECK_NEAR((double)at.y, 0, 1e-4);
    CHECK_NEAR((double)pose.hips.y, 0, 1e-3);
    /* A ground that is higher, under a root that stands on it. */
    {
        vrm_trs root = vrm_trs_identity();
        vrm_ground_init(&ground);
        ground.height = 2.5f;
        root.translation.y = 2.5f;
        for (int i = 0; i < 30; ++i) {
            vrm_pose_init(&pose);
            vrm_pose_fill(&pose, NULL);
            pose.hips.y = 0.02f;
            vrm_ground_update(&ground, file.model, &pose, &root, SECOND / 60);
        }
        CHECK_NEAR((double)pose.hips.y, 0, 1e-3);
    }
    unload(&file);
}

TEST(gc_006_what_cannot_stand_is_left_alone) {
    made_body body = made_body_default();
    loaded file = made_avatar(&body), half;
    vrm_pose pose = random_pose(1), before = pose;
    vrm_trs root = vrm_trs_identity();
    vrm_leg_shape legs;
    vrm_ground ground;
    vrm_ground_init(&ground);
    vrm_ground_init(NULL);
    vrm_ground_update(NULL, file.model, &pose, NULL, 1);
    vrm_ground_update(&ground, NULL, &pose, NULL, 1);
    vrm_ground_update(&ground, file.model, NULL, NULL, 1);
    ground.weight = 0.0f;
    vrm_ground_update(&ground, file.model, &pose, NULL, SECOND);
    CHECK(pose_is_same(&pose, &before));
    /* A scale of nothing, and numbers that are none. */
    ground.weight = 1.0f;
    root.scale.x = 0.0f;
    vrm_ground_update(&ground, file.model, &pose, &root, SECOND / 60);
    root.scale.x = (float)NAN;
    pose.hips.x = (float)INFINITY;
    vrm_ground_update(&ground, file.model, &pose, &root, SECOND / 60);
    vrm_ground_update(&ground, file.model, &pose, &root, INT64_MIN);
    for (int i = 0; i < VRM_BONE_COUNT; ++i) CHECK(vrmi_quat_is_finite(pose.rotations[i]));
    /* A body without its left foot. */
    body.bones &= ~(VRM_BONE_BIT(VRM_BONE_LEFT_FOOT) | VRM_BONE_BIT(VRM_BONE_LEFT_TOES));
    half = made_avatar(&body);
    pose = before;
    vrm_ground_update(&ground, half.model, &pose, NULL, SECOND / 60);
    CHECK(pose_is_same(&pose, &before));
    CHECK_INT(vrm_clip_get_legs(NULL, &legs), 0);
    unload(&half);
    unload(&file);
}

TEST_SUITE(ground, ENTRY(gc_001_bodies_of_one_proportion_need_no_help),
           ENTRY(gc_002_soles_stand_whatever_the_proportions),
           ENTRY(gc_003_soles_that_slide_are_held),
           ENTRY(gc_004_holds_begin_and_end_without_a_jump),
           ENTRY(gc_005_hips_come_down_to_legs_that_are_too_short),
           ENTRY(gc_006_what_cannot_stand_is_left_alone));
