/* Expressions against each other: isBinary and overrides (§6.6, the first half). */
#include "avatar/face.h"
#include "test.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define EPS 1e-6

static const char *const preset_names[VRM_PRESET_COUNT] = {
#define X(name, text) text,
    VRM_PRESETS(X)
#undef X
};

/* The classes of §3.5, written out: by vrm_preset. */
static const int32_t preset_classes[VRM_PRESET_COUNT] = {
    VRM_EXPRESSION_CLASS_NONE,    VRM_EXPRESSION_CLASS_NONE,    VRM_EXPRESSION_CLASS_NONE,
    VRM_EXPRESSION_CLASS_NONE,    VRM_EXPRESSION_CLASS_NONE,    VRM_EXPRESSION_CLASS_MOUTH,
    VRM_EXPRESSION_CLASS_MOUTH,   VRM_EXPRESSION_CLASS_MOUTH,   VRM_EXPRESSION_CLASS_MOUTH,
    VRM_EXPRESSION_CLASS_MOUTH,   VRM_EXPRESSION_CLASS_BLINK,   VRM_EXPRESSION_CLASS_BLINK,
    VRM_EXPRESSION_CLASS_BLINK,   VRM_EXPRESSION_CLASS_LOOK_AT, VRM_EXPRESSION_CLASS_LOOK_AT,
    VRM_EXPRESSION_CLASS_LOOK_AT, VRM_EXPRESSION_CLASS_LOOK_AT, VRM_EXPRESSION_CLASS_NONE,
};

/* --- isBinary --- */

/* GV-040 */
TEST(ex_006_binary_expressions_are_on_or_off) {
    static const float inputs[] = {0.0f, 0.5f, 0.500001f, 1.0f};
    static const double expected[2][4] = {{0, 0, 1, 1}, {0, 1, 1, 1}};
    face faces[3];
    faces[0] = face_make("'happy':{'isBinary':true}", NULL, NULL);
    faces[1] = face_of(
        load_draft("'blendShape':{'blendShapeGroups':[{'preset':'joy','isBinary':true}]}", NULL),
        NULL);
    faces[2] = face_of(load_old_vrm("'blendShapeMaster':{'blendShapeGroups':[{'name':'Joy',"
                                    "'presetName':'joy','isBinary':true}]}",
                                    NULL),
                       NULL);
    for (int i = 0; i < 3; ++i) {
        for (size_t k = 0; k < COUNT(inputs); ++k) {
            test_note("file %d, %g", i, (double)inputs[k]);
            face_set(&faces[i], "happy", inputs[k]);
            face_update(&faces[i]);
            CHECK_NEAR(face_weight(&faces[i], "happy"), expected[i == 1][k], 0);
        }
    }
    test_note(NULL);
    for (int i = 0; i < 3; ++i) face_free(&faces[i]);
}

/* The threshold is for what the layers make together. */
TEST(ex_006_layers_come_before_binary) {
    face f = face_make("'happy':{'isBinary':true}", NULL, NULL);
    face_set_in(&f, VRM_EXPRESSION_LAYER_EMOTION, "happy", 1.0f);
    vrm_avatar_set_expression_layer_weight(f.avatar, VRM_EXPRESSION_LAYER_EMOTION, 0.5f);
    face_update(&f);
    CHECK_NEAR(face_weight(&f, "happy"), 0, 0);
    vrm_avatar_set_expression_layer_weight(f.avatar, VRM_EXPRESSION_LAYER_EMOTION, 0.6f);
    face_update(&f);
    CHECK_NEAR(face_weight(&f, "happy"), 1, 0);
    face_free(&f);
}

/* --- Overrides --- */

/* Every setting against every preset. */
TEST(ex_008_ex_011_each_override_acts_on_its_class) {
    static const char *const settings[] = {"overrideBlink", "overrideLookAt", "overrideMouth"};
    for (int32_t setting = 0; setting < 3; ++setting) {
        for (int preset = 0; preset < VRM_PRESET_COUNT; ++preset) {
            bool is_hit = preset_classes[preset] == setting + VRM_EXPRESSION_CLASS_BLINK;
            face f =
                face_make(format_members("'%s':{}", preset_names[preset]),
                          format_members("'block':{'%s':'block'},'blend':{'%s':'blend'},"
                                         "'none':{'%s':'none'}",
                                         settings[setting], settings[setting], settings[setting]),
                          NULL);
            test_note("%s on %s", settings[setting], preset_names[preset]);
            face_set(&f, preset_names[preset], 0.8f);
            face_update(&f);
            CHECK_NEAR(face_weight(&f, preset_names[preset]), 0.8, EPS);
            face_set(&f, "none", 1.0f);
            face_update(&f);
            CHECK_NEAR(face_weight(&f, preset_names[preset]), 0.8, EPS);
            face_set(&f, "blend", 0.25f);
            face_update(&f);
            CHECK_NEAR(face_weight(&f, preset_names[preset]), is_hit ? 0.6 : 0.8, EPS);
            face_set(&f, "block", 0.25f);
            face_update(&f);
            CHECK_NEAR(face_weight(&f, preset_names[preset]), is_hit ? 0 : 0.8, EPS);
            face_set(&f, "block", 0.0f);
            face_set(&f, "blend", 0.0f);
            face_update(&f);
            CHECK_NEAR(face_weight(&f, preset_names[preset]), 0.8, EPS);
            face_free(&f);
        }
    }
    test_note(NULL);
}

/* GV-041 */
TEST(ex_009_block) {
    face f = face_make("'happy':{'overrideBlink':'block'},'blink':{}", NULL, NULL);
    face_set(&f, "happy", 0.001f);
    face_set(&f, "blink", 0.7f);
    face_update(&f);
    CHECK_NEAR(face_weight(&f, "blink"), 0, 0);
    CHECK_NEAR(face_weight(&f, "happy"), 0.001, 1e-9);
    face_set(&f, "happy", 0.0f);
    face_update(&f);
    CHECK_NEAR(face_weight(&f, "blink"), 0.7, EPS);
    face_free(&f);
}

/* GV-042; AMB-069: block and blend together */
TEST(ex_010_blend) {
    face f = face_make("'happy':{'overrideBlink':'blend'},'angry':{'overrideBlink':'blend'},"
                       "'sad':{'overrideBlink':'block'},'blink':{}",
                       NULL, NULL);
    face_set(&f, "happy", 0.3f);
    face_set(&f, "angry", 0.4f);
    face_set(&f, "blink", 1.0f);
    face_update(&f);
    CHECK_NEAR(face_weight(&f, "blink"), 0.3, EPS);
    face_set(&f, "blink", 0.5f);
    face_update(&f);
    CHECK_NEAR(face_weight(&f, "blink"), 0.15, EPS);
    face_set(&f, "happy", 0.8f);
    face_update(&f);
    CHECK_NEAR(face_weight(&f, "blink"), 0, 0);
    face_set(&f, "happy", 0.0f);
    face_set(&f, "sad", 0.01f);
    face_update(&f);
    CHECK_NEAR(face_weight(&f, "blink"), 0, 0);
    CHECK_NEAR(face_weight(&f, "angry"), 0.4, EPS);
    face_free(&f);
}

/* GV-043 */
TEST(ex_012_an_override_of_the_same_class_is_ignored) {
    face f = face_make("'blink':{'overrideBlink':'block','overrideLookAt':'blend'},"
                       "'blinkLeft':{'overrideBlink':'blend'},'lookUp':{'overrideLookAt':'block'},"
                       "'lookLeft':{},'aa':{'overrideMouth':'block'},'oh':{}",
                       NULL, NULL);
    face_set(&f, "blink", 0.5f);
    face_set(&f, "blinkLeft", 0.6f);
    face_set(&f, "lookUp", 1.0f);
    face_set(&f, "lookLeft", 0.8f);
    face_set(&f, "aa", 0.2f);
    face_set(&f, "oh", 0.3f);
    face_update(&f);
    CHECK_NEAR(face_weight(&f, "blink"), 0.5, EPS);
    CHECK_NEAR(face_weight(&f, "blinkLeft"), 0.6, EPS);
    CHECK_NEAR(face_weight(&f, "lookUp"), 0.5, EPS); /* its other override counts */
    CHECK_NEAR(face_weight(&f, "lookLeft"), 0.4, EPS);
    CHECK_NEAR(face_weight(&f, "aa"), 0.2, EPS);
    CHECK_NEAR(face_weight(&f, "oh"), 0.3, EPS);
    face_free(&f);
}

TEST(ex_013_any_expression_of_another_class_overrides) {
    for (int preset = 0; preset <= VRM_PRESET_COUNT; ++preset) {
        bool is_custom = preset == VRM_PRESET_COUNT;
        const char *name = is_custom ? "mine" : preset_names[preset];
        int32_t own = is_custom ? VRM_EXPRESSION_CLASS_NONE : preset_classes[preset];
        const char *victim = own == VRM_EXPRESSION_CLASS_BLINK ? "lookDown" : "blinkRight";
        const char *body = format_members("'%s':{'overrideBlink':'blend','overrideLookAt':'blend',"
                                          "'overrideMouth':'blend'}",
                                          name);
        face f =
            face_make(format_members("%s%s'%s':{}", is_custom ? "" : body,
                                     is_custom || strcmp(name, victim) == 0 ? "" : ",", victim),
                      is_custom ? body : NULL, NULL);
        test_note("%s", name);
        face_set(&f, victim, 0.8f);
        face_set(&f, name, 0.75f);
        face_update(&f);
        CHECK_NEAR(face_weight(&f, name), 0.75, EPS);
        CHECK_NEAR(face_weight(&f, victim), 0.2, EPS);
        face_free(&f);
    }
    test_note(NULL);
}

/* GV-044 */
TEST(ex_014_a_binary_expression_overrides_by_its_output) {
    face f = face_make("'happy':{'isBinary':true,'overrideBlink':'blend'},"
                       "'sad':{'isBinary':true,'overrideMouth':'block'},'blink':{},'aa':{}",
                       NULL, NULL);
    face_set(&f, "blink", 0.8f);
    face_set(&f, "aa", 0.8f);
    face_set(&f, "happy", 0.5f);
    face_set(&f, "sad", 0.5f);
    face_update(&f);
    CHECK_NEAR(face_weight(&f, "blink"), 0.8, EPS);
    CHECK_NEAR(face_weight(&f, "aa"), 0.8, EPS);
    face_set(&f, "happy", 0.51f);
    face_set(&f, "sad", 0.51f);
    face_update(&f);
    CHECK_NEAR(face_weight(&f, "blink"), 0, 0);
    CHECK_NEAR(face_weight(&f, "aa"), 0, 0);
    CHECK_NEAR(face_weight(&f, "happy"), 1, 0);
    face_free(&f);
}

/* GV-045 */
TEST(ex_015_a_binary_expression_is_overridden_as_a_whole) {
    face f = face_make("'happy':{'overrideBlink':'blend'},'blink':{'isBinary':true}", NULL, NULL);
    face_set(&f, "happy", 0.01f);
    face_set(&f, "blink", 1.0f);
    face_update(&f);
    CHECK_NEAR(face_weight(&f, "blink"), 0, 0);
    face_set(&f, "happy", 0.0f);
    face_set(&f, "blink", 0.6f);
    face_update(&f);
    CHECK_NEAR(face_weight(&f, "blink"), 1, 0);
    face_free(&f);
}

TEST(ex_016_what_is_overridden_still_overrides) {
    face f = face_make("'happy':{'overrideBlink':'block'},"
                       "'blink':{'overrideLookAt':'block','overrideMouth':'blend'},"
                       "'lookLeft':{'overrideMouth':'block'},'aa':{'overrideBlink':'blend'}",
                       NULL, NULL);
    face_set(&f, "happy", 1.0f);
    face_set(&f, "blink", 0.5f);
    face_set(&f, "lookLeft", 1.0f);
    face_update(&f);
    CHECK_NEAR(face_weight(&f, "blink"), 0, 0);
    CHECK_NEAR(face_weight(&f, "lookLeft"), 0, 0);
    /* Two that override each other. */
    face_set(&f, "happy", 0.0f);
    face_set(&f, "lookLeft", 0.0f);
    face_set(&f, "aa", 0.4f);
    face_update(&f);
    CHECK_NEAR(face_weight(&f, "blink"), 0.5 * (1 - 0.4), EPS);
    CHECK_NEAR(face_weight(&f, "aa"), 0.4 * (1 - 0.5), EPS);
    face_free(&f);
}

TEST(ex_017_custom_expressions_can_be_put_into_a_class) {
    face f = face_make("'happy':{'overrideBlink':'blend'},'blink':{},'angry':{}",
                       "'wink':{'overrideBlink':'block','overrideMouth':'block'}", NULL);
    int32_t wink = face_find(&f, "wink"), angry = face_find(&f, "angry");
    face_set(&f, "wink", 0.8f);
    face_set(&f, "happy", 0.5f);
    face_set(&f, "blink", 0.6f);
    face_update(&f);
    CHECK_NEAR(face_weight(&f, "wink"), 0.8, EPS);
    CHECK_NEAR(face_weight(&f, "blink"), 0, 0);
    vrm_avatar_set_expression_class(f.avatar, wink, VRM_EXPRESSION_CLASS_BLINK);
    face_update(&f);
    CHECK_NEAR(face_weight(&f, "wink"), 0.4, EPS);
    CHECK_NEAR(face_weight(&f, "blink"), 0.3, EPS); /* EX-012: of its own class now */
    vrm_avatar_set_expression_class(f.avatar, wink, 4);
    vrm_avatar_set_expression_class(f.avatar, wink, -1);
    face_update(&f);
    CHECK_NEAR(face_weight(&f, "wink"), 0.4, EPS); /* no such classes */
    vrm_avatar_set_expression_class(f.avatar, wink, VRM_EXPRESSION_CLASS_MOUTH);
    face_update(&f);
    CHECK_NEAR(face_weight(&f, "wink"), 0.8, EPS);
    CHECK_NEAR(face_weight(&f, "blink"), 0, 0);
    vrm_avatar_set_expression_class(f.avatar, wink, VRM_EXPRESSION_CLASS_BLINK);
    vrm_avatar_set_expression_class(f.avatar, wink, VRM_EXPRESSION_CLASS_NONE);
    face_update(&f);
    CHECK_NEAR(face_weight(&f, "wink"), 0.8, EPS);
    /* Presets stay where they are. */
    vrm_avatar_set_expression_class(f.avatar, angry, VRM_EXPRESSION_CLASS_BLINK);
    vrm_avatar_set_expression_class(f.avatar, face_find(&f, "blink"), VRM_EXPRESSION_CLASS_NONE);
    face_set(&f, "wink", 0.0f);
    face_set(&f, "angry", 1.0f);
    face_update(&f);
    CHECK_NEAR(face_weight(&f, "angry"), 1, 0);
    CHECK_NEAR(face_weight(&f, "blink"), 0.3, EPS);
    face_free(&f);
}

TEST(ex_041_gaze_goes_the_same_way) {
    face f = face_make("'lookLeft':{'isBinary':true},'lookRight':{},"
                       "'happy':{'overrideLookAt':'blend'}",
                       NULL, NULL);
    float *left =
        vrmi_face_input(f.avatar, VRM_EXPRESSION_LAYER_LOOK_AT, face_find(&f, "lookLeft"));
    float *right =
        vrmi_face_input(f.avatar, VRM_EXPRESSION_LAYER_LOOK_AT, face_find(&f, "lookRight"));
    *left = 0.5f;
    *right = 0.4f;
    face_update(&f);
    CHECK_NEAR(face_weight(&f, "lookLeft"), 0, 0);
    CHECK_NEAR(face_weight(&f, "lookRight"), 0.4, EPS);
    *left = 0.6f;
    face_update(&f);
    CHECK_NEAR(face_weight(&f, "lookLeft"), 1, 0);
    face_set(&f, "happy", 0.25f);
    face_update(&f);
    CHECK_NEAR(face_weight(&f, "lookLeft"), 0, 0);
    CHECK_NEAR(face_weight(&f, "lookRight"), 0.3, EPS);
    face_free(&f);
}

/* How much lookAt by bones may be weakened, read before the stage (the option of LA-027). */
TEST(the_rate_of_overrides_can_be_asked_for) {
    face f = face_make("'happy':{'overrideLookAt':'blend'},'aa':{'overrideLookAt':'blend'},"
                       "'sad':{'overrideLookAt':'block','isBinary':true},"
                       "'lookUp':{'overrideLookAt':'block','overrideMouth':'block'}",
                       NULL, NULL);
    *vrmi_face_input(f.avatar, VRM_EXPRESSION_LAYER_LOOK_AT, face_find(&f, "lookUp")) = 1.0f;
    CHECK_NEAR((double)vrmi_override_rate(f.avatar, VRM_EXPRESSION_CLASS_LOOK_AT), 0, 0);
    CHECK_NEAR((double)vrmi_override_rate(f.avatar, VRM_EXPRESSION_CLASS_MOUTH), 1, 0);
    face_set(&f, "happy", 0.25f);
    face_set(&f, "aa", 0.5f); /* overridden itself, and counts all the same (EX-016) */
    face_set(&f, "sad", 0.5f);
    CHECK_NEAR((double)vrmi_override_rate(f.avatar, VRM_EXPRESSION_CLASS_LOOK_AT), 0.75, EPS);
    face_set(&f, "aa", 1.0f);
    CHECK_NEAR((double)vrmi_override_rate(f.avatar, VRM_EXPRESSION_CLASS_LOOK_AT), 1, 0);
    face_set(&f, "aa", 0.0f);
    face_set(&f, "sad", 0.6f);
    CHECK_NEAR((double)vrmi_override_rate(f.avatar, VRM_EXPRESSION_CLASS_LOOK_AT), 1, 0);
    CHECK_NEAR((double)vrmi_override_rate(f.avatar, VRM_EXPRESSION_CLASS_BLINK), 0, 0);
    CHECK_NEAR((double)vrmi_override_rate(f.avatar, VRM_EXPRESSION_CLASS_NONE), 0, 0);
    face_free(&f);
}

/* --- All of it against §6.6, written out once more --- */

static uint32_t random_state;

static uint32_t next_random(uint32_t below) {
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) % below;
}

enum { RANDOM_CUSTOM = 4, RANDOM_COUNT = VRM_PRESET_COUNT + RANDOM_CUSTOM };

typedef struct rules {
    bool is_binary;
    int override[3]; /* of blink, lookAt, mouth: 0 none, 1 block, 2 blend */
    int its_class;   /* 0 none, 1 blink, 2 lookAt, 3 mouth */
    double input;
} rules;

static double sat(double x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

static void evaluate(const rules *all, int count, double *out) {
    double before[RANDOM_COUNT];
    for (int i = 0; i < count; ++i) {
        before[i] = all[i].is_binary ? (all[i].input > 0.5 ? 1 : 0) : all[i].input;
    }
    for (int i = 0; i < count; ++i) {
        double sum = 0;
        for (int k = 0; k < count && all[i].its_class != 0; ++k) {
            int setting = all[k].override[all[i].its_class - 1];
            if (all[k].its_class == all[i].its_class) continue;
            sum += setting == 1 ? (before[k] > 0 ? 1 : 0) : setting == 2 ? before[k] : 0;
        }
        out[i] = all[i].is_binary ? (sat(sum) > 0 ? 0 : before[i]) : before[i] * (1 - sat(sum));
    }
}

static void check_random_face(void) {
    static const char *const modes[] = {"none", "block", "blend"};
    rules all[RANDOM_COUNT];
    const char *bodies[2] = {"", ""};
    face f;
    for (int i = 0; i < RANDOM_COUNT; ++i) {
        bool is_custom = i >= VRM_PRESET_COUNT;
        const char **body = &bodies[is_custom];
        all[i].is_binary = next_random(4) == 0;
        /* Few blocks, or little would be left to be seen. */
        for (int k = 0; k < 3; ++k) {
            all[i].override[k] = next_random(3) != 0 ? 0 : next_random(8) == 0 ? 1 : 2;
        }
        all[i].its_class = is_custom ? (int)next_random(4) : preset_classes[i];
        *body = format_members("%s%s'%s':{'isBinary':%s,'overrideBlink':'%s','overrideLookAt':'%s',"
                               "'overrideMouth':'%s'}",
                               *body, (*body)[0] == '\0' ? "" : ",",
                               is_custom ? format_members("c%d", i - VRM_PRESET_COUNT)
                                         : preset_names[i],
                               all[i].is_binary ? "true" : "false", modes[all[i].override[0]],
                               modes[all[i].override[1]], modes[all[i].override[2]]);
    }
    f = face_make(bodies[0], bodies[1], NULL);
    REQUIRE(f.avatar != NULL && f.frame.expression_count == RANDOM_COUNT);
    for (int i = VRM_PRESET_COUNT; i < RANDOM_COUNT; ++i) {
        vrm_avatar_set_expression_class(f.avatar, i, all[i].its_class);
    }
    for (int step = 0; step < 20; ++step) {
        double expected[RANDOM_COUNT];
        for (int i = 0; i < RANDOM_COUNT; ++i) {
            all[i].input = next_random(2) == 0 ? 0 : next_random(33) / 32.0;
            vrm_avatar_set_expression(f.avatar, i, (float)all[i].input);
        }
        face_update(&f);
        evaluate(all, RANDOM_COUNT, expected);
        for (int i = 0; i < RANDOM_COUNT; ++i) {
            CHECK_NEAR((double)f.frame.expression_weights[i], expected[i], EPS);
        }
    }
    face_free(&f);
}

TEST(ex_008_ex_013_random_faces) {
    random_state = 12345;
    for (int i = 0; i < 100; ++i) {
        test_note("face %d", i);
        check_random_face();
    }
    test_note(NULL);
}

/* --- The Consortium's own files --- */

typedef struct uv {
    double scale_x, scale_y, offset_x, offset_y;
} uv;

static uv mix(uv base, uv a, double a_weight, uv b, double b_weight) {
    uv out;
    out.scale_x = base.scale_x + a_weight * (a.scale_x - base.scale_x) +
                  b_weight * (b.scale_x - base.scale_x);
    out.scale_y = base.scale_y + a_weight * (a.scale_y - base.scale_y) +
                  b_weight * (b.scale_y - base.scale_y);
    out.offset_x = base.offset_x + a_weight * (a.offset_x - base.offset_x) +
                   b_weight * (b.offset_x - base.offset_x);
    out.offset_y = base.offset_y + a_weight * (a.offset_y - base.offset_y) +
                   b_weight * (b.offset_y - base.offset_y);
    return out;
}

static void check_uv(const face *f, int material, int slot, uv expected) {
    const vrm_material_values *values = &f->frame.materials[material];
    CHECK_NEAR((double)values->uv_scale[slot].x, expected.scale_x, EPS);
    CHECK_NEAR((double)values->uv_scale[slot].y, expected.scale_y, EPS);
    CHECK_NEAR((double)values->uv_offset[slot].x, expected.offset_x, EPS);
    CHECK_NEAR((double)values->uv_offset[slot].y, expected.offset_y, EPS);
}

/* Which mark the window shows, and where the two meters stand. Numbers are the files'. */
static void check_official(const face *f, double happy, double blink) {
    const uv window = {0.125, 0.125, 0, 0}, meter = {0.498046875, 0, 0.5009765625, 0};
    const uv happy_window = {0.125, 0.125, 0.875, 0}, blink_window = {0.125, 0.125, 0, 0.875};
    const uv full = {0.498046875, 0, 0.0009765625, 0};
    CHECK_NEAR(face_weight(f, "happy"), happy, EPS);
    CHECK_NEAR(face_weight(f, "blink"), blink, EPS);
    check_uv(f, 0, VRM_TEXTURE_SLOT_BASE_COLOR,
             mix(window, happy_window, happy, blink_window, blink));
    check_uv(f, 2, VRM_TEXTURE_SLOT_BASE_COLOR, mix(meter, full, happy, full, 0));
    check_uv(f, 3, VRM_TEXTURE_SLOT_BASE_COLOR, mix(meter, full, 0, full, blink));
}

static void check_official_file(const char *path, bool is_happy_binary) {
    fixture file = fixture_corpus(path);
    face f;
    if (file.bytes == NULL) {
        test_skip(NO_CORPUS);
        return;
    }
    f = face_of(load_avatar_file(file, NULL), NULL);
    REQUIRE(f.avatar != NULL && f.frame.material_count == 4);
    for (int i = 0; i <= 100; ++i) {
        for (int k = 0; k <= 100; ++k) {
            /* 50 is .5 without rounding, which is not more than .5. */
            float happy = (float)i / 100.0f, blink = (float)k / 100.0f;
            double happy_out = is_happy_binary ? (i > 50 ? 1 : 0) : (double)happy;
            double blink_out = is_happy_binary ? (double)blink * (1 - happy_out)
                               : happy_out > 0 ? 0
                                               : (k > 50 ? 1 : 0);
            test_note("%s: happy %g, blink %g", path, (double)happy, (double)blink);
            face_set(&f, "happy", happy);
            face_set(&f, "blink", blink);
            vrm_avatar_update(f.avatar, 1.0f / 60.0f);
            check_official(&f, happy_out, blink_out);
        }
    }
    test_note(NULL);
    face_free(&f);
}

/* happy is binary and weakens blink. */
TEST(ex_014_the_official_file_with_a_binary_expression_that_overrides) {
    check_official_file("official/VRMC_vrm_expressions_isBinary_Overrides.vrm", true);
}

/* happy weakens blink, which is binary. */
TEST(ex_015_the_official_file_with_a_binary_expression_that_is_overridden) {
    check_official_file("official/VRMC_vrm_expressions_isBinary_Overridden.vrm", false);
}

TEST_SUITE(expression_weight, ENTRY(ex_006_binary_expressions_are_on_or_off),
           ENTRY(ex_006_layers_come_before_binary),
           ENTRY(ex_008_ex_011_each_override_acts_on_its_class), ENTRY(ex_009_block),
           ENTRY(ex_010_blend), ENTRY(ex_012_an_override_of_the_same_class_is_ignored),
           ENTRY(ex_013_any_expression_of_another_class_overrides),
           ENTRY(ex_014_a_binary_expression_overrides_by_its_output),
           ENTRY(ex_015_a_binary_expression_is_overridden_as_a_whole),
           ENTRY(ex_016_what_is_overridden_still_overrides),
           ENTRY(ex_017_custom_expressions_can_be_put_into_a_class),
           ENTRY(ex_041_gaze_goes_the_same_way), ENTRY(the_rate_of_overrides_can_be_asked_for),
           ENTRY(ex_008_ex_013_random_faces),
           ENTRY(ex_014_the_official_file_with_a_binary_expression_that_overrides),
           ENTRY(ex_015_the_official_file_with_a_binary_expression_that_is_overridden));
