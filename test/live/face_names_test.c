/* Names of faces in the spellings of trackers and avatars. */
#include "test.h"
#include "vrm/live/face.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* As trackers and avatars write them, by the constants of vrm_face_shape. */
static const char *const camel[VRM_FACE_SHAPE_COUNT] = {
    "eyeBlinkLeft",      "eyeLookDownLeft",    "eyeLookInLeft",
    "eyeLookOutLeft",    "eyeLookUpLeft",      "eyeSquintLeft",
    "eyeWideLeft",       "eyeBlinkRight",      "eyeLookDownRight",
    "eyeLookInRight",    "eyeLookOutRight",    "eyeLookUpRight",
    "eyeSquintRight",    "eyeWideRight",       "jawForward",
    "jawLeft",           "jawRight",           "jawOpen",
    "mouthClose",        "mouthFunnel",        "mouthPucker",
    "mouthLeft",         "mouthRight",         "mouthSmileLeft",
    "mouthSmileRight",   "mouthFrownLeft",     "mouthFrownRight",
    "mouthDimpleLeft",   "mouthDimpleRight",   "mouthStretchLeft",
    "mouthStretchRight", "mouthRollLower",     "mouthRollUpper",
    "mouthShrugLower",   "mouthShrugUpper",    "mouthPressLeft",
    "mouthPressRight",   "mouthLowerDownLeft", "mouthLowerDownRight",
    "mouthUpperUpLeft",  "mouthUpperUpRight",  "browDownLeft",
    "browDownRight",     "browInnerUp",        "browOuterUpLeft",
    "browOuterUpRight",  "cheekPuff",          "cheekSquintLeft",
    "cheekSquintRight",  "noseSneerLeft",      "noseSneerRight",
    "tongueOut"};
static const char *const short_sides[VRM_FACE_SHAPE_COUNT] = {
    "eyeBlink_L",     "eyeLookDown_L",  "eyeLookIn_L",      "eyeLookOut_L",     "eyeLookUp_L",
    "eyeSquint_L",    "eyeWide_L",      "eyeBlink_R",       "eyeLookDown_R",    "eyeLookIn_R",
    "eyeLookOut_R",   "eyeLookUp_R",    "eyeSquint_R",      "eyeWide_R",        "jawForward",
    "jawLeft",        "jawRight",       "jawOpen",          "mouthClose",       "mouthFunnel",
    "mouthPucker",    "mouthLeft",      "mouthRight",       "mouthSmile_L",     "mouthSmile_R",
    "mouthFrown_L",   "mouthFrown_R",   "mouthDimple_L",    "mouthDimple_R",    "mouthStretch_L",
    "mouthStretch_R", "mouthRollLower", "mouthRollUpper",   "mouthShrugLower",  "mouthShrugUpper",
    "mouthPress_L",   "mouthPress_R",   "mouthLowerDown_L", "mouthLowerDown_R", "mouthUpperUp_L",
    "mouthUpperUp_R", "browDown_L",     "browDown_R",       "browInnerUp",      "browOuterUp_L",
    "browOuterUp_R",  "cheekPuff",      "cheekSquint_L",    "cheekSquint_R",    "noseSneer_L",
    "noseSneer_R",    "tongueOut"};
/* In the order of MediaPipe's face landmarker. */
static const char *const media_pipe[] = {
    "_neutral",         "browDownLeft",      "browDownRight",      "browInnerUp",
    "browOuterUpLeft",  "browOuterUpRight",  "cheekPuff",          "cheekSquintLeft",
    "cheekSquintRight", "eyeBlinkLeft",      "eyeBlinkRight",      "eyeLookDownLeft",
    "eyeLookDownRight", "eyeLookInLeft",     "eyeLookInRight",     "eyeLookOutLeft",
    "eyeLookOutRight",  "eyeLookUpLeft",     "eyeLookUpRight",     "eyeSquintLeft",
    "eyeSquintRight",   "eyeWideLeft",       "eyeWideRight",       "jawForward",
    "jawLeft",          "jawOpen",           "jawRight",           "mouthClose",
    "mouthDimpleLeft",  "mouthDimpleRight",  "mouthFrownLeft",     "mouthFrownRight",
    "mouthFunnel",      "mouthLeft",         "mouthLowerDownLeft", "mouthLowerDownRight",
    "mouthPressLeft",   "mouthPressRight",   "mouthPucker",        "mouthRight",
    "mouthRollLower",   "mouthRollUpper",    "mouthShrugLower",    "mouthShrugUpper",
    "mouthSmileLeft",   "mouthSmileRight",   "mouthStretchLeft",   "mouthStretchRight",
    "mouthUpperUpLeft", "mouthUpperUpRight", "noseSneerLeft",      "noseSneerRight"};

static vrm_face_shape find(const char *name) { return vrm_face_find_shape(name, strlen(name)); }

/* eyeBlinkLeft as eye_blink_left. */
static void write_snake(const char *name, char out[64]) {
    size_t length = 0;
    for (; *name != '\0'; ++name) {
        if (isupper((unsigned char)*name)) out[length++] = '_';
        out[length++] = (char)tolower((unsigned char)*name);
    }
    out[length] = '\0';
}

TEST(lv_021_every_shape_in_every_spelling) {
    for (vrm_face_shape i = 0; i < VRM_FACE_SHAPE_COUNT; ++i) {
        char other[64];
        test_note("%s", camel[i]);
        CHECK_TEXT(vrm_face_shape_name(i), camel[i]);
        CHECK_INT(find(camel[i]), i);
        CHECK_INT(find(short_sides[i]), i);
        snprintf(other, sizeof other, "%s", camel[i]);
        other[0] = (char)toupper((unsigned char)other[0]);
        CHECK_INT(find(other), i); /* EyeBlinkLeft */
        for (char *c = other; *c != '\0'; ++c) *c = (char)toupper((unsigned char)*c);
        CHECK_INT(find(other), i); /* EYEBLINKLEFT */
        write_snake(camel[i], other);
        CHECK_INT(find(other), i); /* eye_blink_left */
        snprintf(other, sizeof other, "%s", short_sides[i]);
        char *line = strchr(other, '_');
        if (line != NULL) memmove(line, line + 1, strlen(line));
        CHECK_INT(find(other), i); /* eyeBlinkL */
    }
    test_note(NULL);
}

TEST(lv_021_media_pipe_by_name) {
    vrm_face face;
    CHECK_INT(sizeof media_pipe / sizeof media_pipe[0], 52);
    vrm_face_init(&face);
    for (size_t i = 0; i < sizeof media_pipe / sizeof media_pipe[0]; ++i) {
        const int32_t is_set =
            vrm_face_set(&face, media_pipe[i], strlen(media_pipe[i]), (float)i / 100.0f);
        CHECK_INT(is_set, i != 0); /* _neutral is no shape */
        if (i != 0) CHECK(face.weights[find(media_pipe[i])] == (float)i / 100.0f);
    }
    /* It has no tongue. */
    CHECK(face.shapes ==
          (VRM_FACE_BIT(VRM_FACE_SHAPE_COUNT) - 1 - VRM_FACE_BIT(VRM_FACE_TONGUE_OUT)));
}

TEST(lv_021_what_is_no_shape) {
    static const char *const wrong[] = {
        "",
        "_",
        "_neutral",
        "l",
        "r",
        "left",
        "eyeBlink",
        "eyeBlinkLeftLeft",
        "eyeBlink_",
        "eyeBlink_LL",
        "mouthSmile",
        "blinkLeft",
        "hapihapi",
        "jawOpen ",
        "jaw-open",
        "aa",
        "browInnerUp_L",
        "a very long name that no tracker would ever send to anybody"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        test_note("%s", wrong[i]);
        CHECK_INT(find(wrong[i]), strcmp(wrong[i], "jawOpen ") == 0 ? VRM_FACE_JAW_OPEN : VRM_NONE);
    }
    test_note(NULL);
    CHECK_INT(vrm_face_find_shape(NULL, 3), VRM_NONE);
    CHECK_INT(vrm_face_find_shape("eyeBlinkLeft and more", 12), VRM_FACE_EYE_BLINK_LEFT);
    CHECK_TEXT(vrm_face_shape_name(-1), "");
    CHECK_TEXT(vrm_face_shape_name(VRM_FACE_SHAPE_COUNT), "");
}

TEST(lv_025_visemes_in_every_spelling) {
    static const char *const names[VRM_VISEME_COUNT] = {
        "sil", "PP", "FF", "TH", "DD", "kk", "CH", "SS", "nn", "RR", "aa", "E", "ih", "oh", "ou"};
    static const char *const prefixes[] = {"", "viseme_", "vrc.v_", "VISEME_"};
    for (vrm_viseme i = 0; i < VRM_VISEME_COUNT; ++i) {
        for (size_t k = 0; k < sizeof prefixes / sizeof prefixes[0]; ++k) {
            char name[32];
            snprintf(name, sizeof name, "%s%s", prefixes[k], names[i]);
            test_note("%s", name);
            CHECK_INT(vrm_face_find_viseme(name, strlen(name)), i);
            for (char *c = name; *c != '\0'; ++c) *c = (char)tolower((unsigned char)*c);
            CHECK_INT(vrm_face_find_viseme(name, strlen(name)), i);
        }
    }
    test_note(NULL);
    CHECK_INT(vrm_face_find_viseme("viseme_I", 8), VRM_VISEME_IH);
    CHECK_INT(vrm_face_find_viseme("viseme_O", 8), VRM_VISEME_OH);
    CHECK_INT(vrm_face_find_viseme("viseme_U", 8), VRM_VISEME_OU);
    CHECK_INT(vrm_face_find_viseme("viseme_", 7), VRM_NONE);
    CHECK_INT(vrm_face_find_viseme("x", 1), VRM_NONE);
    CHECK_INT(vrm_face_find_viseme(NULL, 1), VRM_NONE);
}

TEST_SUITE(face_names, ENTRY(lv_021_every_shape_in_every_spelling),
           ENTRY(lv_021_media_pipe_by_name), ENTRY(lv_021_what_is_no_shape),
           ENTRY(lv_025_visemes_in_every_spelling));
