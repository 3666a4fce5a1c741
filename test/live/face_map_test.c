/* Faces on avatars: presets, Perfect Sync, head and eyes; calibration and smoothing. */
#include "base/math.h"
#include "support/avatar.h"
#include "test.h"
#include "vrm/live/face.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void set(vrm_face *face, vrm_face_shape shape, float weight) {
    face->shapes |= VRM_FACE_BIT(shape);
    face->weights[shape] = weight;
}

/* A face of which everything is known, at rest. */
static vrm_face rest_face(void) {
    vrm_face face;
    vrm_face_init(&face);
    face.shapes = VRM_FACE_BIT(VRM_FACE_SHAPE_COUNT) - 1;
    return face;
}

static vrm_quat turn(float x, float y, float z, float degrees) {
    return vrmi_quat_from_axis_angle(vrm_vec3_make(x, y, z), vrmi_radians(degrees));
}

/* A pose with room for custom expressions. */
typedef struct result {
    vrm_custom_weight customs[64];
    vrm_pose pose;
} result;

static void show(const vrm_face_map *map, const vrm_face *face, result *out) {
    vrm_pose_init(&out->pose);
    out->pose.customs = out->customs;
    out->pose.custom_capacity = 64;
    vrm_face_map_apply(map, face, &out->pose);
}

static float preset(const result *r, vrm_preset preset) {
    return (r->pose.presets >> preset & 1) != 0 ? r->pose.weights[preset] : -1.0f;
}

/* -1: it is not set. */
static float custom(const result *r, const char *name) {
    for (uint32_t i = 0; i < r->pose.custom_count; ++i) {
        const vrm_string found = r->pose.customs[i].name;
        if (found.length == strlen(name) && memcmp(found.data, name, found.length) == 0) {
            return r->pose.customs[i].weight;
        }
    }
    return -1.0f;
}

/* --- Presets --- */

TEST(lv_024_each_vowel_by_its_own_mouth) {
    static const struct {
        vrm_preset vowel;
        float open, stretch, pucker, funnel;
    } mouths[] = {
        {VRM_PRESET_AA, 0.6f, 0.0f, 0.0f, 0.0f},  {VRM_PRESET_IH, 0.2f, 0.5f, 0.0f, 0.0f},
        {VRM_PRESET_OU, 0.1f, 0.0f, 0.8f, 0.2f},  {VRM_PRESET_EE, 0.4f, 0.3f, 0.0f, 0.0f},
        {VRM_PRESET_OH, 0.4f, 0.0f, 0.35f, 0.6f}, {VRM_PRESET_AA, 0.3f, 0.0f, 0.0f, 0.0f}};
    vrm_face_map map;
    vrm_face_map_init(&map, NULL);
    for (size_t i = 0; i < sizeof mouths / sizeof mouths[0]; ++i) {
        vrm_face face = rest_face();
        float sum = 0.0f;
        result r;
        set(&face, VRM_FACE_JAW_OPEN, mouths[i].open);
        set(&face, VRM_FACE_MOUTH_STRETCH_LEFT, mouths[i].stretch);
        set(&face, VRM_FACE_MOUTH_STRETCH_RIGHT, mouths[i].stretch);
        set(&face, VRM_FACE_MOUTH_PUCKER, mouths[i].pucker);
        set(&face, VRM_FACE_MOUTH_FUNNEL, mouths[i].funnel);
        show(&map, &face, &r);
        test_note("mouth %zu", i);
        for (vrm_preset k = VRM_PRESET_AA; k <= VRM_PRESET_OH; ++k) {
            const float weight = preset(&r, k);
            sum += weight;
            CHECK(weight >= 0.0f);
            if (k != mouths[i].vowel) CHECK(weight < 0.25f * preset(&r, mouths[i].vowel));
        }
        CHECK(sum <= 1.0f + 1e-6f && preset(&r, mouths[i].vowel) > (i < 5 ? 0.6f : 0.35f));
    }
    test_note(NULL);
}

TEST(lv_024_closed_lips_say_nothing) {
    vrm_face_map map;
    vrm_face face = rest_face();
    result r;
    vrm_face_map_init(&map, NULL);
    set(&face, VRM_FACE_MOUTH_SMILE_LEFT, 0.8f);
    set(&face, VRM_FACE_MOUTH_SMILE_RIGHT, 0.8f);
    set(&face, VRM_FACE_JAW_OPEN, 0.5f); /* behind lips that are closed */
    set(&face, VRM_FACE_MOUTH_CLOSE, 0.5f);
    show(&map, &face, &r);
    for (vrm_preset k = VRM_PRESET_AA; k <= VRM_PRESET_OH; ++k) CHECK(preset(&r, k) == 0.0f);
    CHECK(preset(&r, VRM_PRESET_HAPPY) > 0.8f);
    map.emotions = 0.0f;
    show(&map, &face, &r);
    CHECK(preset(&r, VRM_PRESET_HAPPY) == -1.0f);
}

TEST(lv_024_emotions_begin_late) {
    vrm_face_map map;
    vrm_face face = rest_face();
    result r;
    vrm_face_map_init(&map, NULL);
    for (int i = 0; i < VRM_FACE_SHAPE_COUNT; ++i) face.weights[i] = 0.3f; /* noise */
    show(&map, &face, &r);
    for (vrm_preset k = VRM_PRESET_HAPPY; k <= VRM_PRESET_SURPRISED; ++k) {
        CHECK(preset(&r, k) <= 0.0f);
    }
    face = rest_face();
    set(&face, VRM_FACE_BROW_DOWN_LEFT, 0.9f);
    set(&face, VRM_FACE_BROW_DOWN_RIGHT, 0.9f);
    show(&map, &face, &r);
    CHECK(preset(&r, VRM_PRESET_ANGRY) == 1.0f && preset(&r, VRM_PRESET_HAPPY) == 0.0f);
    face = rest_face();
    set(&face, VRM_FACE_MOUTH_FROWN_LEFT, 0.9f);
    set(&face, VRM_FACE_MOUTH_FROWN_RIGHT, 0.9f);
    show(&map, &face, &r);
    CHECK(preset(&r, VRM_PRESET_SAD) == 1.0f);
    CHECK(preset(&r, VRM_PRESET_RELAXED) == -1.0f && preset(&r, VRM_PRESET_NEUTRAL) == -1.0f);
}

TEST(lv_024_lids) {
    vrm_face_map map;
    vrm_face face = rest_face();
    result r;
    vrm_face_map_init(&map, NULL);
    set(&face, VRM_FACE_EYE_BLINK_LEFT, 0.85f);
    show(&map, &face, &r); /* a wink */
    CHECK(preset(&r, VRM_PRESET_BLINK_LEFT) == 1.0f && preset(&r, VRM_PRESET_BLINK_RIGHT) == 0.0f);
    CHECK(preset(&r, VRM_PRESET_BLINK) == 0.0f);
    map.presets = 1u << VRM_PRESET_BLINK;
    show(&map, &face, &r);
    CHECK(preset(&r, VRM_PRESET_BLINK) == 0.5f && preset(&r, VRM_PRESET_BLINK_LEFT) == 0.0f);
    /* Eyes that look down are no blink. */
    face = rest_face();
    set(&face, VRM_FACE_EYE_BLINK_LEFT, 0.4f);
    set(&face, VRM_FACE_EYE_LOOK_DOWN_LEFT, 0.6f);
    vrm_face_map_init(&map, NULL);
    show(&map, &face, &r);
    CHECK(preset(&r, VRM_PRESET_BLINK_LEFT) == 0.0f);
    map.lid_follow = 0.0f;
    show(&map, &face, &r);
    CHECK_NEAR(preset(&r, VRM_PRESET_BLINK_LEFT), 1.0 / 3.0, 1e-6);
}

/* --- Head and eyes --- */

TEST(lv_026_eyes_turn_once) {
    static const uint64_t eyes = VRM_BONE_BIT(VRM_BONE_LEFT_EYE) | VRM_BONE_BIT(VRM_BONE_RIGHT_EYE);
    vrm_face_map map;
    vrm_face face = rest_face();
    result r;
    vrm_face_map_init(&map, NULL);
    set(&face, VRM_FACE_EYE_LOOK_OUT_LEFT, 0.4f); /* to the person's left */
    set(&face, VRM_FACE_EYE_LOOK_IN_RIGHT, 0.4f);
    set(&face, VRM_FACE_EYE_LOOK_DOWN_LEFT, 0.2f);
    set(&face, VRM_FACE_EYE_LOOK_DOWN_RIGHT, 0.2f);
    show(&map, &face, &r);
    CHECK_NEAR(r.pose.yaw_degrees, 14.0, 1e-4);
    CHECK_NEAR(r.pose.pitch_degrees, 7.0, 1e-4);
    CHECK((r.pose.bones & eyes) == 0);
    for (vrm_preset k = VRM_PRESET_LOOK_UP; k <= VRM_PRESET_LOOK_RIGHT; ++k) {
        CHECK(preset(&r, k) == -1.0f);
    }
    /* Angles come before shapes. */
    face.parts = VRM_FACE_EYES;
    face.eye_yaw_degrees[0] = -10.0f;
    face.eye_yaw_degrees[1] = -6.0f;
    show(&map, &face, &r);
    CHECK(r.pose.yaw_degrees == -8.0f && r.pose.pitch_degrees == 0.0f);
    CHECK_INT(r.pose.parts, VRM_POSE_LOOK_AT_DEGREES);
    map.look_at = VRM_FACE_LOOK_AT_OFF;
    show(&map, &face, &r);
    CHECK_INT(r.pose.parts, 0);
}

TEST(lv_026_neck_and_head_turn_as_one_head) {
    vrm_face_map map;
    vrm_face face = rest_face();
    result r;
    vrm_face_map_init(&map, NULL);
    face.head = vrmi_quat_multiply(turn(0, 1, 0, 50.0f), turn(1, 0, 0, -20.0f));
    face.parts = VRM_FACE_HEAD;
    show(&map, &face, &r);
    const vrm_quat both =
        vrmi_quat_multiply(r.pose.rotations[VRM_BONE_NECK], r.pose.rotations[VRM_BONE_HEAD]);
    CHECK_NEAR(vrmi_quat_dot(both, face.head), 1.0, 1e-6);
    CHECK(r.pose.bones == (VRM_BONE_BIT(VRM_BONE_NECK) | VRM_BONE_BIT(VRM_BONE_HEAD)));
    /* The neck takes two fifths: cos of a fifth of the angle. */
    CHECK_NEAR(r.pose.rotations[VRM_BONE_NECK].w, vrmi_cos(0.4f * acosf(face.head.w)), 2e-3);
    map.neck_share = 0.0f;
    face.head = vrmi_quat_negate(face.head);
    show(&map, &face, &r);
    CHECK_INT((int)r.pose.bones, (int)VRM_BONE_BIT(VRM_BONE_HEAD));
    face.head = (vrm_quat){0, 0, 0, 0};
    show(&map, &face, &r);
    CHECK(r.pose.bones == 0);
}

/* --- Avatars --- */

/* All 52 as custom expressions, in the spelling of VRM 0.x, which 1.0 avatars keep. */
static loaded load_perfect(const char *more) {
    char json[16384];
    size_t length = (size_t)snprintf(json, sizeof json, "%s'expressions':{'custom':{", more);
    for (vrm_face_shape i = 0; i < VRM_FACE_SHAPE_COUNT; ++i) {
        const char *name = vrm_face_shape_name(i);
        length +=
            (size_t)snprintf(json + length, sizeof json - length,
                             "%s'%c%s':{'morphTargetBinds':[{'node':16,'index':0,'weight':1}]}",
                             i > 0 ? "," : "", name[0] - 'a' + 'A', name + 1);
    }
    snprintf(json + length, sizeof json - length,
             "},'preset':{'aa':{'morphTargetBinds':[{'node':16,'index':1,'weight':1}]}}}");
    return load_vrm1(json, NULL);
}

TEST(lv_027_perfect_sync_takes_the_place_of_presets) {
    loaded file = load_perfect("'lookAt':{'type':'bone'},");
    vrm_face_map map;
    vrm_face face = rest_face();
    result r;
    REQUIRE(file.result == VRM_OK);
    vrm_face_map_init(&map, file.model);
    CHECK(map.customs == VRM_FACE_BIT(VRM_FACE_SHAPE_COUNT) - 1);
    CHECK(map.has_lids == 1 && map.has_mouth == 1 && map.look_at == VRM_FACE_LOOK_AT_POSE);
    CHECK(map.neck_share == 0.0f && map.lid_follow == 0.0f); /* no neck; eyes by bones */
    for (int i = 0; i < VRM_FACE_SHAPE_COUNT; ++i) face.weights[i] = (float)(i + 1) / 64.0f;
    show(&map, &face, &r);
    CHECK_INT(r.pose.custom_count, VRM_FACE_SHAPE_COUNT);
    CHECK(custom(&r, "JawOpen") == (float)(VRM_FACE_JAW_OPEN + 1) / 64.0f);
    CHECK(custom(&r, "EyeBlinkLeft") == 1.0f / 64.0f);
    CHECK(custom(&r, "EyeLookOutLeft") == 0.0f); /* lookAt turns the eyes */
    CHECK((r.pose.parts & VRM_POSE_LOOK_AT_DEGREES) != 0);
    for (vrm_preset k = VRM_PRESET_AA; k <= VRM_PRESET_BLINK_RIGHT; ++k) {
        CHECK(preset(&r, k) == 0.0f); /* those of other layers fade */
    }
    CHECK(preset(&r, VRM_PRESET_HAPPY) == -1.0f);
    /* Once more into the same pose: nothing is there twice. */
    vrm_face_map_apply(&map, &face, &r.pose);
    CHECK_INT(r.pose.custom_count, VRM_FACE_SHAPE_COUNT);
    r.pose.custom_count = 0;
    r.pose.custom_capacity = 3;
    vrm_face_map_apply(&map, &face, &r.pose);
    CHECK_INT(r.pose.custom_count, 3);
    unload(&file);
    /* Without lookAt the shapes turn the eyes. */
    file = load_perfect("");
    vrm_face_map_init(&map, file.model);
    CHECK_INT(map.look_at, VRM_FACE_LOOK_AT_SHAPES);
    show(&map, &face, &r);
    CHECK(custom(&r, "EyeLookOutLeft") > 0.0f && (r.pose.parts & VRM_POSE_LOOK_AT_DEGREES) == 0);
    unload(&file);
}

TEST(lv_027_an_expression_without_binds_is_absent) {
    loaded file =
        load_vrm1("'expressions':{'custom':{'JawOpen':{},'mouthFunnel':{},'MouthPucker':{},"
                  "'eyeBlink_L':{'morphTargetBinds':[{'node':16,'index':0,'weight':1}]}},"
                  "'preset':{'blink':{'morphTargetBinds':[{'node':16,'index':0,'weight':1}]"
                  "},'blinkLeft':{}}}",
                  NULL);
    vrm_face_map map;
    vrm_face face = rest_face();
    result r;
    REQUIRE(file.result == VRM_OK);
    vrm_face_map_init(&map, file.model);
    CHECK(map.customs == VRM_FACE_BIT(VRM_FACE_EYE_BLINK_LEFT) && map.has_mouth == 0);
    CHECK(map.has_lids == 0 && map.presets == 1u << VRM_PRESET_BLINK);
    set(&face, VRM_FACE_EYE_BLINK_LEFT, 0.9f);
    set(&face, VRM_FACE_EYE_BLINK_RIGHT, 0.9f);
    show(&map, &face, &r);
    CHECK(preset(&r, VRM_PRESET_BLINK) == 1.0f && custom(&r, "eyeBlink_L") == 0.0f);
    unload(&file);
}

/* --- Visemes --- */

TEST(lv_025_visemes_close_lips) {
    float weights[VRM_VISEME_COUNT];
    vrm_pose pose;
    for (vrm_viseme i = 0; i < VRM_VISEME_COUNT; ++i) {
        float sum = 0.0f;
        memset(weights, 0, sizeof weights);
        weights[i] = 1.0f;
        vrm_pose_init(&pose);
        vrm_viseme_apply(weights, VRM_VISEME_COUNT, &pose);
        CHECK(pose.presets == 31u << VRM_PRESET_AA);
        for (vrm_preset k = VRM_PRESET_AA; k <= VRM_PRESET_OH; ++k) sum += pose.weights[k];
        test_note("viseme %d", i);
        CHECK(i > VRM_VISEME_PP ? sum > 0.2f && sum <= 1.0f : sum == 0.0f);
    }
    test_note(NULL);
    CHECK(pose.weights[VRM_PRESET_OU] == 1.0f);
    for (int i = 0; i < VRM_VISEME_COUNT; ++i) weights[i] = 1.0f; /* PP among all */
    vrm_viseme_apply(weights, VRM_VISEME_COUNT, &pose);
    for (vrm_preset k = VRM_PRESET_AA; k <= VRM_PRESET_OH; ++k) CHECK(pose.weights[k] == 0.0f);
    for (int i = 0; i < VRM_VISEME_COUNT; ++i) weights[i] = NAN;
    weights[VRM_VISEME_AA] = 3.0f;
    vrm_viseme_apply(weights, VRM_VISEME_COUNT, &pose);
    CHECK(pose.weights[VRM_PRESET_AA] == 1.0f);
    vrm_viseme_apply(weights, 3, &pose);
    CHECK(pose.weights[VRM_PRESET_AA] == 0.0f);
    vrm_viseme_apply(NULL, 3, &pose);
    vrm_viseme_apply(weights, 3, NULL);
}

/* --- Calibration and smoothing --- */

TEST(lv_028_rest_becomes_zero) {
    vrm_face_calibration calibration;
    vrm_face face = rest_face(), out;
    vrm_face_calibration_init(&calibration);
    face.parts = VRM_FACE_HEAD | VRM_FACE_HEAD_POSITION | VRM_FACE_EYES;
    face.head = turn(1, 0, 0, -20.0f);
    face.head_position = vrm_vec3_make(0.1f, 0.2f, -0.6f);
    face.eye_pitch_degrees[0] = face.eye_pitch_degrees[1] = 5.0f;
    vrm_face_calibrate(&calibration, &face, &out); /* nothing was added: nothing changes */
    CHECK(memcmp(out.weights, face.weights, sizeof out.weights) == 0);
    CHECK_NEAR(vrmi_quat_dot(out.head, face.head), 1.0, 1e-6);
    CHECK(out.eye_pitch_degrees[0] == 5.0f && out.head_position.z == -0.6f);
    for (int i = 0; i < 30; ++i) {
        set(&face, VRM_FACE_JAW_OPEN, i % 2 == 0 ? 0.0f : 0.2f);
        vrm_face_calibration_add(&calibration, &face);
    }
    CHECK_INT(calibration.count, 30);
    CHECK_NEAR(calibration.rest[VRM_FACE_JAW_OPEN], 0.1, 1e-6);
    set(&face, VRM_FACE_JAW_OPEN, 0.55f);
    vrm_face_calibrate(&calibration, &face, &out);
    CHECK_NEAR(out.weights[VRM_FACE_JAW_OPEN], 0.5, 1e-6);
    CHECK_NEAR(out.head.w, 1.0, 1e-6);
    CHECK_NEAR(vrmi_vec3_length(out.head_position), 0.0, 1e-6);
    CHECK_NEAR(out.eye_pitch_degrees[0], 0.0, 1e-5);
    /* A turn to the side is one, also if the camera is below. */
    face.head = vrmi_quat_multiply(turn(1, 0, 0, -20.0f), turn(0, 1, 0, 30.0f));
    vrm_face_calibrate(&calibration, &face, &face);
    CHECK_NEAR(vrmi_quat_dot(face.head, turn(0, 1, 0, 30.0f)), 1.0, 1e-6);
    face.is_found = 0;
    vrm_face_calibration_add(&calibration, &face);
    CHECK_INT(calibration.count, 30);
}

/* What moves steadily is late by the time that the filter has. */
static void check_delay(float dt) {
    vrm_face_filter filter;
    vrm_face face = rest_face(), out;
    vrm_face_filter_init(&filter);
    filter.shape_seconds = 0.1f;
    for (int i = 0; (float)i * dt < 2.0f; ++i) {
        set(&face, VRM_FACE_JAW_OPEN, (float)i * dt * 0.4f);
        set(&face, VRM_FACE_EYE_BLINK_LEFT, (float)i * dt * 0.4f);
        vrm_face_filter_update(&filter, &face, dt, &out);
    }
    CHECK_NEAR(face.weights[VRM_FACE_JAW_OPEN] - out.weights[VRM_FACE_JAW_OPEN], 0.04, 1e-5);
    CHECK(out.weights[VRM_FACE_EYE_BLINK_LEFT] == face.weights[VRM_FACE_EYE_BLINK_LEFT]);
}

TEST(lv_029_the_delay_is_the_time_of_the_filter) {
    check_delay(1.0f / 30.0f);
    check_delay(1.0f / 60.0f);
    check_delay(1.0f / 144.0f);
}

TEST(lv_029_a_filter_holds) {
    vrm_face_filter filter;
    vrm_face face = rest_face(), out;
    vrm_face_filter_init(&filter);
    vrm_face_init(&face);
    face.is_found = 0;
    vrm_face_filter_update(&filter, &face, 0.1f, &out);
    CHECK(out.is_found == 0 && out.shapes == 0); /* nothing was seen so far */
    face = rest_face();
    set(&face, VRM_FACE_JAW_OPEN, 0.5f);
    face.parts = VRM_FACE_HEAD;
    face.head = turn(0, 1, 0, 40.0f);
    vrm_face_filter_update(&filter, &face, 0.0f, &out);
    CHECK(out.weights[VRM_FACE_JAW_OPEN] == 0.5f && out.is_found == 1);
    CHECK_NEAR(vrmi_quat_dot(out.head, face.head), 1.0, 1e-6);
    vrm_face_init(&face);
    face.is_found = 0;
    vrm_face_filter_update(&filter, &face, 0.1f, &out);
    CHECK(out.weights[VRM_FACE_JAW_OPEN] == 0.5f && out.is_found == 1);
    /* Numbers that are not finite move nothing. */
    face = rest_face();
    face.shapes = VRM_FACE_BIT(VRM_FACE_JAW_OPEN);
    set(&face, VRM_FACE_JAW_OPEN, NAN);
    face.parts = VRM_FACE_HEAD | VRM_FACE_EYES;
    face.head = (vrm_quat){NAN, 0, 0, 1};
    face.eye_yaw_degrees[0] = INFINITY;
    vrm_face_filter_update(&filter, &face, NAN, &out);
    CHECK(out.weights[VRM_FACE_JAW_OPEN] == 0.5f);
    CHECK(vrmi_quat_is_finite(out.head) && vrmi_is_finite(out.eye_yaw_degrees[0]));
}

TEST(lv_024_wrong_calls_do_nothing) {
    vrm_face_map map;
    vrm_face face = rest_face();
    vrm_face_calibration calibration;
    vrm_face_filter filter;
    result r;
    vrm_face_map_init(&map, NULL);
    map.look_at_degrees = map.lid_follow = map.emotions = map.neck_share = NAN;
    for (int i = 0; i < VRM_FACE_SHAPE_COUNT; ++i) face.weights[i] = i % 2 == 0 ? NAN : 9.0f;
    face.parts = VRM_FACE_HEAD | VRM_FACE_EYES;
    face.head = (vrm_quat){NAN, 0, 0, 1};
    face.eye_yaw_degrees[1] = INFINITY;
    show(&map, &face, &r);
    CHECK(r.pose.bones == 0 && r.pose.parts == 0);
    for (vrm_preset k = 0; k < VRM_PRESET_COUNT; ++k) {
        CHECK(vrmi_is_finite(r.pose.weights[k]) && r.pose.weights[k] >= 0.0f &&
              r.pose.weights[k] <= 1.0f);
    }
    vrm_face_calibration_init(&calibration);
    vrm_face_filter_init(&filter);
    vrm_face_init(NULL);
    vrm_face_calibration_init(NULL);
    vrm_face_calibration_add(NULL, &face);
    vrm_face_calibration_add(&calibration, NULL);
    vrm_face_calibrate(NULL, &face, &face);
    vrm_face_calibrate(&calibration, NULL, &face);
    vrm_face_calibrate(&calibration, &face, NULL);
    vrm_face_filter_init(NULL);
    vrm_face_filter_update(NULL, &face, 0.1f, &face);
    vrm_face_filter_update(&filter, NULL, 0.1f, &face);
    vrm_face_filter_update(&filter, &face, 0.1f, NULL);
    vrm_face_map_init(NULL, NULL);
    vrm_face_map_apply(NULL, &face, &r.pose);
    vrm_face_map_apply(&map, NULL, &r.pose);
    vrm_face_map_apply(&map, &face, NULL);
    CHECK_INT(calibration.count + (uint32_t)filter.has_last, 0);
}

TEST_SUITE(face_map, ENTRY(lv_024_each_vowel_by_its_own_mouth),
           ENTRY(lv_024_closed_lips_say_nothing), ENTRY(lv_024_emotions_begin_late),
           ENTRY(lv_024_lids), ENTRY(lv_026_eyes_turn_once),
           ENTRY(lv_026_neck_and_head_turn_as_one_head),
           ENTRY(lv_027_perfect_sync_takes_the_place_of_presets),
           ENTRY(lv_027_an_expression_without_binds_is_absent), ENTRY(lv_025_visemes_close_lips),
           ENTRY(lv_028_rest_becomes_zero), ENTRY(lv_029_the_delay_is_the_time_of_the_filter),
           ENTRY(lv_029_a_filter_holds), ENTRY(lv_024_wrong_calls_do_nothing));
