/* The phases of MToon's UV animation. */
#include "avatar/face.h"
#include "test.h"
#include "testkit/create.h"

#include <math.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define TURN 6.283185307179586

/* A material with these members in its MToon. */
#define MTOON(members) "{'extensions':{'VRMC_materials_mtoon':{'specVersion':'1.0'" members "}}}"
#define SCROLL_X(speed) ",'uvAnimationScrollXSpeedFactor':" #speed
#define SCROLL_Y(speed) ",'uvAnimationScrollYSpeedFactor':" #speed
#define ROTATION(speed) ",'uvAnimationRotationSpeedFactor':" #speed
#define MASK ",'uvAnimationMaskTexture':{'index':0}"

static face make(const char *materials) {
    return face_make("'happy':{'materialColorBinds':[{'material':0,'type':'shadeColor',"
                     "'targetValue':[1,1,1,1]}]}",
                     NULL, format_members("'materials':[%s]", materials));
}

static void pass(const face *f, int frames, float dt) {
    for (int i = 0; i < frames; ++i) vrm_avatar_update_expressions(f->avatar, dt);
}

static const vrm_material_values *material(const face *f, uint32_t index) {
    static const vrm_material_values none;
    return CHECK(index < f->frame.material_count) ? &f->frame.materials[index] : &none;
}

/* The distance of two angles on the circle. */
static double turned(double a, double b) { return fabs(remainder(a - b, TURN)); }

TEST(mt_033_speeds_are_units_and_radians_a_second) {
    face f = make(
        MTOON(SCROLL_X(1)) "," MTOON(SCROLL_Y(-0.5)) "," MTOON(ROTATION(1.5)) "," MTOON("") ",{}");
    CHECK_NEAR((double)material(&f, 0)->uv_scroll.x, 0, 0);
    pass(&f, 60, 1.0f / 60.0f);
    CHECK_NEAR((double)material(&f, 0)->uv_scroll.x, 1, 1e-6);
    CHECK_NEAR((double)material(&f, 0)->uv_scroll.y, 0, 0);
    CHECK_NEAR((double)material(&f, 0)->uv_rotation, 0, 0);
    CHECK_NEAR((double)material(&f, 1)->uv_scroll.x, 0, 0);
    CHECK_NEAR((double)material(&f, 1)->uv_scroll.y, -0.5, 1e-6);
    CHECK_NEAR((double)material(&f, 2)->uv_rotation, 1.5, 1e-6);
    for (uint32_t i = 3; i < 5; ++i) {
        CHECK_NEAR((double)material(&f, i)->uv_scroll.x, 0, 0);
        CHECK_NEAR((double)material(&f, i)->uv_scroll.y, 0, 0);
        CHECK_NEAR((double)material(&f, i)->uv_rotation, 0, 0);
    }
    face_free(&f);
}

/* A frame's worth, whatever the frame: only the time counts. */
TEST(mt_032_phases_do_not_depend_on_the_frame_rate) {
    static const int rates[] = {1, 15, 60, 144, 1000};
    for (size_t i = 0; i < COUNT(rates); ++i) {
        face f = make(MTOON(SCROLL_X(0.3) SCROLL_Y(-2) ROTATION(0.5)));
        test_note("%d fps", rates[i]);
        pass(&f, 10 * rates[i], 1.0f / (float)rates[i]);
        CHECK_NEAR((double)material(&f, 0)->uv_scroll.x, 3, 1e-5);
        CHECK_NEAR((double)material(&f, 0)->uv_scroll.y, -20, 1e-5);
        CHECK_NEAR((double)material(&f, 0)->uv_rotation, 5, 1e-5);
        face_free(&f);
    }
    test_note(NULL);
}

/* Each phase is speed times time after ten hours too, and none is moved by another. */
TEST(mt_032_ten_hours_at_sixty_frames_a_second) {
    enum { FRAMES = 10 * 3600 * 60 };
    const float dt = 1.0f / 60.0f;
    const double seconds = FRAMES * (double)dt;
    face f = make(MTOON(SCROLL_X(0.1) SCROLL_Y(-0.25) ROTATION(1)) "," MTOON(ROTATION(-0.7)));
    double *phases;
    REQUIRE(f.avatar != NULL);
    phases = f.avatar->face.uv_phases;
    pass(&f, FRAMES, dt);
    CHECK_NEAR(seconds, 36000, 1e-2);
    CHECK_NEAR(phases[0], (double)0.1f * seconds, 1e-6);
    CHECK_NEAR(phases[1], -0.25 * seconds, 1e-6);
    /* In the frame as near as a float comes: 1/4096 and 1/1024 at these numbers. */
    CHECK_NEAR((double)material(&f, 0)->uv_scroll.x, (double)0.1f * seconds, 1.0 / 8192);
    CHECK_NEAR((double)material(&f, 0)->uv_scroll.y, -0.25 * seconds, 1.0 / 2048);
    /* An angle does not lose its digits. */
    CHECK_NEAR(turned((double)material(&f, 0)->uv_rotation, seconds), 0, 1e-6);
    CHECK_NEAR(turned((double)material(&f, 1)->uv_rotation, (double)-0.7f * seconds), 0, 1e-6);
    /* Nor has it become faster. */
    {
        double before = (double)material(&f, 0)->uv_rotation, y = phases[1];
        pass(&f, 60, dt);
        CHECK_NEAR(turned((double)material(&f, 0)->uv_rotation, before + 60 * (double)dt), 0, 1e-6);
        CHECK_NEAR(phases[1] - y, -0.25 * 60 * (double)dt, 1e-9);
    }
    face_free(&f);
}

TEST(mt_032_an_angle_stays_within_a_turn) {
    face f = make(MTOON(ROTATION(3)) "," MTOON(ROTATION(-3)));
    double angles[] = {0, 0};
    REQUIRE(f.avatar != NULL);
    f.avatar->face.uv_phases[2] = TURN - 1e-9; /* as a float it is a whole turn */
    vrmi_expressions_apply(f.avatar);
    CHECK_NEAR((double)material(&f, 0)->uv_rotation, 0, 0);
    f.avatar->face.uv_phases[2] = 0;
    for (int i = 0; i < 1000; ++i) {
        pass(&f, 1, 0.25f);
        for (int k = 0; k < 2; ++k) {
            float angle = material(&f, (uint32_t)k)->uv_rotation;
            angles[k] += k == 0 ? 0.75 : -0.75;
            CHECK(angle >= 0.0f && angle < (float)TURN);
            CHECK_NEAR(turned((double)angle, angles[k]), 0, 1e-6);
        }
    }
    face_free(&f);
}

/* A mask of 8 bits multiplies the angle (MT-027), and sees no seam either. */
TEST(mt_032_an_angle_under_a_mask_goes_on) {
    face f = make(MTOON(ROTATION(2) MASK));
    double angle = 0;
    int seams = 0;
    for (int i = 0; i < 10000; ++i) { /* 20,000 radians; 255 turns are 1,602 */
        double before = (double)material(&f, 0)->uv_rotation, after;
        pass(&f, 1, 1.0f);
        after = (double)material(&f, 0)->uv_rotation;
        angle += 2;
        seams += after < before;
        CHECK(after >= 0 && after < 255 * TURN);
        CHECK_NEAR(turned(after, angle), 0, 2e-4);
        if (after >= before) continue;
        for (int mask = 0; mask <= 255; ++mask) {
            CHECK_NEAR(turned(after * mask / 255, before * mask / 255 + 2.0 * mask / 255), 0, 5e-4);
        }
    }
    CHECK_INT(seams, 12);
    face_free(&f);
}

TEST(uo_010_phases_advance_once_an_update) {
    static const float still[] = {0.0f,       -0.0f,           -1.0f,
                                  (float)NAN, (float)INFINITY, (float)-INFINITY};
    face f = make(MTOON(SCROLL_X(1) SCROLL_Y(2) ROTATION(3)));
    vrm_material_values before;
    vrm_avatar_update(f.avatar, 0.25f);
    CHECK_NEAR((double)material(&f, 0)->uv_scroll.x, 0.25, 0);
    CHECK_NEAR((double)material(&f, 0)->uv_scroll.y, 0.5, 0);
    CHECK_NEAR((double)material(&f, 0)->uv_rotation, 0.75, 0);
    vrm_avatar_update_pose(f.avatar);
    vrm_avatar_update_look_at(f.avatar);
    vrm_avatar_update_constraints(f.avatar);
    vrm_avatar_update_springs(f.avatar, 0.25f);
    CHECK_NEAR((double)material(&f, 0)->uv_scroll.x, 0.25, 0);
    before = *material(&f, 0);
    for (size_t i = 0; i < COUNT(still); ++i) {
        test_note("dt %g", (double)still[i]);
        vrm_avatar_update(f.avatar, still[i]);
        CHECK(memcmp(material(&f, 0), &before, sizeof before) == 0);
    }
    test_note(NULL);
    vrmi_expressions_apply(f.avatar); /* the frame again, with no time passing */
    CHECK(memcmp(material(&f, 0), &before, sizeof before) == 0);
    /* Expressions change the same material, and leave the phases alone. */
    face_set(&f, "happy", 0.5f);
    vrm_avatar_update(f.avatar, 0.25f);
    CHECK_NEAR((double)material(&f, 0)->shade_color[0], 0.5, 1e-6);
    CHECK_NEAR((double)material(&f, 0)->uv_scroll.x, 0.5, 0);
    CHECK_NEAR((double)material(&f, 0)->uv_rotation, 1.5, 0);
    face_free(&f);
}

/* Two avatars of one model have phases of their own. */
TEST(uo_010_each_avatar_has_its_own_phases) {
    face f = make(MTOON(SCROLL_X(1)));
    vrm_avatar *second = create_avatar(f.file.model, NULL);
    vrm_frame frame;
    frame = *vrm_avatar_frame(second);
    pass(&f, 3, 0.5f);
    vrm_avatar_update(second, 0.25f);
    CHECK_NEAR((double)material(&f, 0)->uv_scroll.x, 1.5, 0);
    if (CHECK(second != NULL)) CHECK_NEAR((double)frame.materials[0].uv_scroll.x, 0.25, 0);
    vrm_avatar_destroy(second);
    face_free(&f);
}

TEST(speeds_beyond_reason_give_finite_frames) {
    static const float steps[] = {1e-30f, 1.0f, 1e30f, 3e38f};
    face f = make(MTOON(SCROLL_X(3e38) SCROLL_Y(-3e38) ROTATION(3e38)) "," MTOON(
        SCROLL_X(1e-38) ROTATION(-3e38) MASK) "," MTOON(ROTATION(-1e-30)));
    for (size_t i = 0; i < COUNT(steps); ++i) {
        pass(&f, 100, steps[i]);
        CHECK(face_is_finite(&f));
        for (uint32_t k = 0; k < 3; ++k) {
            float angle = material(&f, k)->uv_rotation;
            CHECK(angle >= 0.0f && angle < (float)(k == 1 ? 255 * TURN : TURN));
        }
    }
    face_free(&f);
}

/* The Consortium's own file: one material for each of the three. */
TEST(mt_033_the_official_file) {
    fixture file = fixture_corpus("official/VRMC_materials_mtoon_UV_Animation_Test.vrm");
    face f;
    if (file.bytes == NULL) {
        test_skip(NO_CORPUS);
        return;
    }
    f = face_of(load_avatar_file(file, NULL), NULL);
    for (int i = 0; i < 150; ++i) vrm_avatar_update(f.avatar, 1.0f / 60.0f);
    CHECK_NEAR((double)material(&f, 0)->uv_scroll.x, 2.5, 1e-6);
    CHECK_NEAR((double)material(&f, 1)->uv_scroll.y, 2.5, 1e-6);
    CHECK_NEAR((double)material(&f, 2)->uv_rotation, 2.5, 1e-6);
    CHECK_NEAR((double)material(&f, 0)->uv_scroll.y, 0, 0);
    CHECK_NEAR((double)material(&f, 2)->uv_scroll.x, 0, 0);
    face_free(&f);
}

TEST_SUITE(uv_animation, ENTRY(mt_033_speeds_are_units_and_radians_a_second),
           ENTRY(mt_032_phases_do_not_depend_on_the_frame_rate),
           ENTRY(mt_032_ten_hours_at_sixty_frames_a_second),
           ENTRY(mt_032_an_angle_stays_within_a_turn), ENTRY(mt_032_an_angle_under_a_mask_goes_on),
           ENTRY(uo_010_phases_advance_once_an_update),
           ENTRY(uo_010_each_avatar_has_its_own_phases),
           ENTRY(speeds_beyond_reason_give_finite_frames), ENTRY(mt_033_the_official_file));
