/* BVH as text: its grammar, its numbers, and what is wrong with real files. */
#include "clip/bvh.h"
#include "clip/bvh_fixture.h"
#include "support/refusals.h"
#include "test.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* --- Numbers --- */

static bool read_number(const char *text, double *out) {
    vrmi_bvh_text rest = {text, text, text + strlen(text)};
    return vrmi_bvh_number(&rest, out) && rest.at == rest.end;
}

TEST(an_040_numbers_are_read_as_strtod_reads_them) {
    static const char *const texts[] = {
        "0",
        "-0",
        "+1",
        "1.",
        ".5",
        "-.0083333",
        "1e-17",
        "-1.0557e-17",
        "12.5E+2",
        "40.303406",
        "0.00000000",
        "179.9999999",
        "-33.489071",
        "1234567890.25",
        "3.14159265358979323846264338",
        "0.1",
        "1e11",
        "000123.4500",
        "9007199254740993",
        "1e-300",
        "1E-400",
    };
    double got = 1;
    for (size_t i = 0; i < COUNT(texts); ++i) {
        double expected = strtod(texts[i], NULL);
        test_note("%s", texts[i]);
        CHECK(read_number(texts[i], &got));
        CHECK((copysign(1, got) < 0) == (copysign(1, expected) < 0)); /* of zeros, too */
        if (fabs(expected) > 1e-60) {
            CHECK(fabs(got - expected) <= 2 * DBL_EPSILON * fabs(expected) ||
                  fabs(expected) > 1e12);
        } else {
            CHECK(fabs(got) < 1e-60);
        }
    }
    test_note(NULL);
    /* What a figure cannot be: numbers whose squares a float does not hold. */
    CHECK(read_number("1e30", &got) && got == 1e12);
    CHECK(read_number("-1e99999999999", &got) && got == -1e12);
    CHECK(read_number("0e99999999999", &got) && got == 0);
}

TEST(an_040_numbers_that_are_none) {
    static const char *const texts[] = {"",     "-",   "+",   ".",      "-.",   "e5",  "1e", "1e+",
                                        "1.5x", "nan", "inf", "1.#IND", "0x10", "1,5", "--1"};
    for (size_t i = 0; i < COUNT(texts); ++i) {
        double got;
        test_note("%s", texts[i]);
        CHECK(!read_number(texts[i], &got));
    }
    test_note(NULL);
}

/* Many numbers of the form that files have. */
TEST(an_040_numbers_of_files_are_right_to_the_last_bit_of_a_float) {
    uint32_t state = 1;
    for (int i = 0; i < 20000; ++i) {
        char text[40];
        double got = 0;
        state = state * 1664525u + 1013904223u;
        snprintf(text, sizeof text, i % 2 ? "%.6f" : "%.9g", ((double)state - 2147483648.0) * 1e-7);
        if (!read_number(text, &got) || (float)got != strtof(text, NULL)) {
            test_note("%s", text);
            CHECK((float)got == strtof(text, NULL));
        }
    }
    test_note(NULL);
}

/* --- Grammar --- */

/* As untidy as files are. */
#define UNTIDY_HEAD                                                                                \
    "\xEF\xBB\xBF\r\n\t\r\nhierarchy\r\nRoot my figure:Hips\r\n{\r\n\tOffset\t0 0 0\r\n"           \
    "\tchannels 6 XPOSITION yposition Zposition zrotation Xrotation YROTATION\r\n"                 \
    "Joint my figure:Left Up Leg {OFFSET .1 -0 1e-17 CHANNELS 3 Zrotation Xrotation Yrotation\n"   \
    "JOINT my figure:LeftLeg\n{ OFFSET 0 -.4 0 CHANNELS 3 Zrotation Xrotation Yrotation\n"         \
    "JOINT my figure:LeftFoot\n{ OFFSET +0 -.4 0 CHANNELS 3 Zrotation Xrotation Yrotation\n"       \
    "end site {\nOFFSET 0 -.1 .1}}}}\n"                                                            \
    "JOINT my figure:RightUpLeg { OFFSET -.1 0 0 CHANNELS 3 Zrotation Xrotation Yrotation\n"       \
    "JOINT my figure:RightLeg { OFFSET 0 -.4 0 CHANNELS 3 Zrotation Xrotation Yrotation\n"         \
    "JOINT my figure:RightFoot { OFFSET 0 -.4 0 CHANNELS 3 Zrotation Xrotation Yrotation\n"        \
    "End Site\n{\nOFFSET 0 -.1 .1 }\n}}}\n"                                                        \
    "JOINT my figure:LeftArm { OFFSET .2 .5 0 CHANNELS 3 Zrotation Xrotation Yrotation\n"          \
    "JOINT my figure:LeftForeArm { OFFSET .2 0 0 CHANNELS 3 Zrotation Xrotation Yrotation\n"       \
    "JOINT nothing { OFFSET 0 0 0 CHANNELS 0\nEnd Site { OFFSET .2 0 0 }}}}\n"                     \
    "JOINT my figure:RightArm { OFFSET -.2 .5 0 CHANNELS 3 Zrotation Xrotation Yrotation\n"        \
    "JOINT my figure:RightForeArm { OFFSET -.2 0 0 CHANNELS 3 Zrotation Xrotation Yrotation\n"     \
    "End Site { OFFSET -.2 0 0 }}}}\nMotion\n"
/* Hips of one frame, then 27 numbers of the other joints but one, then the one. */
#define ZEROS "0 0 0 0 0 0 0 0 0\r\n0 0 0 0 0 0 -0 0 1e-17 0 0 0 0 0 0 0 0 0 "

TEST(an_040_grammar_of_untidy_files) {
    bvh_read read;
    const vrmi_source_joint *hips, *leg;
    const float *q;
    bvh_open(&read, UNTIDY_HEAD "frames : 2\r\nFRAME\tTIME:.0083333\r\n"
                                "1 2 3 90 0 0 " ZEROS "0 0 0\r\n"
                                "4 5 6 0 90 0 " ZEROS "0 0 60 \r\n\r\n");
    CHECK(read.ok);
    if (read.ok) {
        CHECK_INT(read.motion.format, VRM_CLIP_FORMAT_BVH);
        CHECK_INT(read.motion.joint_count, 12);
        CHECK_INT(vrm_report_count(read.load.report), 0);
        CHECK_TEXT(read.motion.skeleton.data, "humanik");
        hips = bvh_joint(&read, VRM_BONE_HIPS);
        leg = bvh_joint(&read, VRM_BONE_LEFT_UPPER_LEG);
        CHECK(hips != NULL && leg != NULL);
        CHECK_INT(leg->name.length, strlen("my figure:Left Up Leg"));
        CHECK(leg->rest.translation.x == 0.1f && leg->rest.translation.z == 1e-17f);
        CHECK_INT(read.motion.tracks[hips->rotation_track].count, 2);
        CHECK(read.motion.tracks[hips->rotation_track].times[0] == 0);
        CHECK(read.motion.tracks[hips->rotation_track].times[1] == 0.0083333f);
        /* All tracks have the times of one array. */
        CHECK(read.motion.tracks[leg->rotation_track].times ==
              read.motion.tracks[hips->translation_track].times);
        q = read.motion.tracks[hips->rotation_track].values;
        CHECK_NEAR(q[2], sqrt(0.5), 1e-7);
        CHECK_NEAR(q[3], sqrt(0.5), 1e-7);
        CHECK_NEAR(q[4], sqrt(0.5), 1e-7);
        q = read.motion.tracks[hips->translation_track].values;
        CHECK(q[0] == 1 && q[1] == 2 && q[2] == 3 && q[3] == 4 && q[4] == 5 && q[5] == 6);
        q = read.motion.tracks[bvh_joint(&read, VRM_BONE_RIGHT_LOWER_ARM)->rotation_track].values;
        CHECK_NEAR(q[4 + 1], 0.5, 1e-7);
        CHECK_NEAR(q[4 + 3], sqrt(0.75), 1e-7);
    }
    bvh_close(&read);
}

TEST(an_040_content_decides) {
    CHECK(vrmi_is_bvh((const uint8_t *)"HIERARCHY\n", 10));
    CHECK(vrmi_is_bvh((const uint8_t *)"\xEF\xBB\xBF\n\r\n  Hierarchy", 17));
    CHECK(!vrmi_is_bvh((const uint8_t *)"HIERARCHYS", 10));
    CHECK(!vrmi_is_bvh((const uint8_t *)"glTF", 4));
    CHECK(!vrmi_is_bvh((const uint8_t *)"", 0));
}

#define FIRST "1 2 3 90 0 0 " ZEROS "0 0 0\n"

TEST(an_040_frames_that_are_there_are_played) {
    static const struct {
        const char *head, *tail;
        int frames;
        const char *code;
    } cases[] = {
        {"Frames: 1\nFrame Time: 0.1\n", FIRST, 1, NULL},
        {"Frames: 3\nFrame Time: 0.1\n", FIRST FIRST, 2, "bvh-frames"},
        {"Frames: 1\nFrame Time: 0.1\n", FIRST FIRST FIRST, 3, "bvh-frames"},
        {"Frames: 2000000000\nFrame Time: 0.1\n", FIRST, 1, "bvh-frames"},
        {"Frames: 2\nFrame Time: 0.1\n", FIRST "1 2 3", 1, "bvh-frames"}, /* cut short */
        {"Frames: 1\nFrame Time: 0.1\n", FIRST "} that is all\n", 1, NULL},
        {"Frames: 0\nFrame Time: 0.1\n", FIRST, 1, "bvh-frames"},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char text[8192];
        bvh_read read;
        test_note("case %d", (int)i);
        snprintf(text, sizeof text, "%s%s%s", UNTIDY_HEAD, cases[i].head, cases[i].tail);
        bvh_open(&read, text);
        CHECK(read.ok);
        if (read.ok) CHECK_INT(read.motion.tracks[0].count, cases[i].frames);
        CHECK_INT(vrm_report_count(read.load.report), cases[i].code != NULL);
        if (cases[i].code != NULL) CHECK(bvh_said(&read, cases[i].code));
        bvh_close(&read);
    }
    test_note(NULL);
}

TEST(an_040_times_and_numbers_that_cannot_be_used) {
    bvh_read read;
    bvh_open(&read, UNTIDY_HEAD "Frames: 2\nFrame Time: 0\n"
                                "1 2 3 90 0 0 " ZEROS "0 0 0\n"
                                "nan -1.#IND 3 inf 0 0 " ZEROS "0 0 0\n");
    CHECK(read.ok);
    if (read.ok) {
        const vrmi_source_joint *hips = bvh_joint(&read, VRM_BONE_HIPS);
        const float *place = read.motion.tracks[hips->translation_track].values;
        CHECK(read.motion.tracks[0].times[1] == (float)(1 / 30.0));
        CHECK(place[3] == 1 && place[4] == 2 && place[5] == 3); /* of the frame before */
        CHECK_TEXT(bvh_sentence(&read, "bvh-numbers"),
                   "values that are not numbers: 3; the value of the previous frame is used");
        CHECK_TEXT(bvh_sentence(&read, "bvh-frame-time"), "a frame lasts 0 seconds; 1/30 is used");
    }
    bvh_close(&read);
}

TEST(an_040_texts_that_are_no_bvh) {
    static const struct {
        const char *text, *expected, *there;
    } cases[] = {
        {"HIERARCHY\nJOINT x {}", "ROOT, MOTION", "JOINT"},
        {"HIERARCHY\nROOT x\n{ OFFSET 1 2 z", "OFFSET x y z", "z"},
        {"HIERARCHY\nROOT x\n{ CHANNELS 13", "CHANNELS n", ""},
        {"HIERARCHY\nROOT x\n{ CHANNELS 2 a }", "Xrotation", ""},
        {"HIERARCHY\nROOT x\n{ ROOT y { } }", "}", "y"},
        {"HIERARCHY\nROOT x\n{ End Site { End Site {", "JOINT", "Site"},
        {"HIERARCHY\nROOT x\n}", "{", "}"},
        {"HIERARCHY\nROOT x\n{ what }", "JOINT, End Site, OFFSET, CHANNELS, }", "what"},
        {"HIERARCHY\nROOT x\n{", "MOTION", ""},
        {"HIERARCHY\nROOT x\n{ }\nMOTION\nframe", "Frames:", "frame"},
        {"HIERARCHY\nROOT x\n{ }\nMOTION\nFrames: x", "Frames: n", "x"},
        {"HIERARCHY\nROOT x\n{ }\nMOTION\nFrames: 1 Frame Time 1", "Frame Time:", "1"},
        {"HIERARCHY\nROOT x\n{ }\nMOTION\nFrames: 1 Frame Time: s", "Frame Time: s", "s"},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char sentence[200];
        bvh_read read;
        test_note("case %d", (int)i);
        bvh_open(&read, cases[i].text);
        CHECK(!read.ok);
        CHECK_INT(vrm_report_count(read.load.report), 1);
        snprintf(sentence, sizeof sentence,
                 "this BVH file cannot be read from here on: expected %s, found \"%s\"",
                 cases[i].expected, cases[i].there);
        CHECK_TEXT(bvh_sentence(&read, "bvh-syntax"), sentence);
        bvh_close(&read);
    }
    test_note(NULL);
}

TEST(an_040_files_without_frames_are_refused) {
    static const char *const texts[] = {
        "HIERARCHY\nMOTION\nFrames: 1\nFrame Time: 1\n1", UNTIDY_HEAD "Frames: 1\nFrame Time: 1\n",
        UNTIDY_HEAD "Frames: 1\nFrame Time: 1\nnone of these words is a number of the first frame, "
                    "and there are enough bytes for one"};
    for (size_t i = 0; i < COUNT(texts); ++i) {
        bvh_read read;
        bvh_open(&read, texts[i]);
        CHECK_INT(read.load.result, VRM_ERROR_UNSUPPORTED);
        CHECK(bvh_said(&read, "bvh-no-frames"));
        bvh_close(&read);
    }
}

/* The offset of what is wrong, in bytes. */
TEST(an_040_errors_say_where_they_are) {
    bvh_read read;
    bvh_open(&read, "HIERARCHY\nROOT x\n{\n  OFSET 1 2 3\n}");
    CHECK_INT(vrm_report_get(read.load.report, 0)->byte_offset, 21);
    CHECK_INT(read.load.result, VRM_ERROR_CONTAINER);
    bvh_close(&read);
}

/* --- Several skeletons --- */

TEST(an_040_first_body_among_several_skeletons) {
    char text[8192];
    bvh_read read;
    snprintf(text, sizeof text, "HIERARCHY\nROOT camera\n{ OFFSET 0 0 0 CHANNELS 1 Xposition }\n%s",
             strstr(UNTIDY_HEAD, "Root my"));
    strcat(text, "Frames: 1\nFrame Time: 0.1\n7 1 2 3 90 0 0 " ZEROS "0 0 0\n");
    bvh_open(&read, text);
    CHECK(read.ok);
    if (read.ok) {
        const vrmi_source_joint *hips = bvh_joint(&read, VRM_BONE_HIPS);
        CHECK_INT(read.motion.joint_count, 12);
        CHECK(hips == read.motion.joints);
        CHECK_INT(hips->parent, VRM_NONE);
        CHECK(read.motion.tracks[hips->translation_track].values[0] == 1);
        CHECK_TEXT(bvh_sentence(&read, "bvh-roots"),
                   "the file has 2 skeletons; the one of \"my figure:Hips\" is used");
    }
    bvh_close(&read);
}

/* --- Names that are not known --- */

TEST(an_041_unknown_skeletons_are_refused_with_their_joints) {
    bvh_read read;
    bvh_open(&read,
             "HIERARCHY\nROOT thing\n{ OFFSET 0 0 0 CHANNELS 3 Xrotation Yrotation Zrotation\n"
             "JOINT wheel one\n{ OFFSET 1 0 0 }\nJOINT \x1b[31mwheel\n{ OFFSET 2 0 0 }\n}\n"
             "MOTION\nFrames: 1\nFrame Time: 1\n0 0 0\n");
    CHECK(!read.ok);
    CHECK_INT(read.load.result, VRM_ERROR_UNSUPPORTED);
    CHECK_TEXT(bvh_sentence(&read, "bvh-skeleton"),
               "the skeleton of 3 joints is not recognized; its first joints are \"thing, wheel "
               "one, \\x1b[31mwheel\"");
    bvh_close(&read);
}

/* However many there are, the sentence is short. */
TEST(an_041_the_list_of_joints_is_bounded) {
    static char text[100000];
    size_t length = 0;
    bvh_read read;
    length += (size_t)sprintf(text, "HIERARCHY\nROOT r\n{ CHANNELS 1 Xrotation\n");
    for (int i = 0; i < 1000; ++i) {
        length += (size_t)sprintf(text + length, "JOINT a-rather-long-name-of-a-joint-%d { }\n", i);
    }
    sprintf(text + length, "}\nMOTION\nFrames: 1\nFrame Time: 1\n0\n");
    bvh_open(&read, text);
    CHECK(!read.ok);
    CHECK(strlen(bvh_sentence(&read, "bvh-skeleton")) < 250);
    CHECK(strstr(bvh_sentence(&read, "bvh-skeleton"), "1,001 joints") != NULL);
    bvh_close(&read);
}

/* --- Limits --- */

TEST(an_040_depth_and_counts_have_limits) {
    static char text[20000];
    size_t length = (size_t)sprintf(text, "HIERARCHY\nROOT r {\n");
    bvh_read read;
    for (int i = 0; i < 256; ++i) length += (size_t)sprintf(text + length, "JOINT j {\n");
    bvh_open(&read, text);
    CHECK_INT(read.load.result, VRM_ERROR_LIMIT);
    CHECK_TEXT(bvh_sentence(&read, "bvh-depth"), "the joints are nested more than 256 deep");
    bvh_close(&read);

    bvh_begin(&read);
    read.load.limits.max_nodes = 11;
    strcpy(text, UNTIDY_HEAD "Frames: 3\nFrame Time: 0.1\n" FIRST FIRST FIRST);
    bvh_run(&read, text, strlen(text));
    CHECK_TEXT(bvh_sentence(&read, "limit-count"), "the number of elements is 12; the limit is 11");
    bvh_close(&read);

    bvh_begin(&read);
    read.load.limits.max_elements = 2;
    bvh_run(&read, text, strlen(text));
    CHECK_TEXT(bvh_sentence(&read, "limit-count"), "the number of elements is 3; the limit is 2");
    bvh_close(&read);
}

static int32_t cancel_at_once(void *user) {
    (void)user;
    return 1;
}

TEST(an_040_reading_can_be_cancelled) {
    bvh_read read;
    bvh_begin(&read);
    read.load.desc.cancel = cancel_at_once;
    bvh_run(&read, UNTIDY_HEAD, strlen(UNTIDY_HEAD));
    CHECK(!read.ok);
    CHECK_INT(read.load.result, VRM_ERROR_CANCELLED);
    bvh_close(&read);
}

TEST(an_040_refused_memory_is_an_error) {
    const char *text = UNTIDY_HEAD "Frames: 3\nFrame Time: 0.1\n" FIRST FIRST FIRST;
    int64_t pieces;
    bvh_read read;
    if (!refusals_work()) {
        test_skip("this linker does not let memory be refused");
        return;
    }
    refuse_piece(INT64_MAX);
    bvh_open(&read, text);
    pieces = pieces_asked();
    CHECK(read.ok && pieces > 10);
    bvh_close(&read);
    for (int64_t i = 0; i < pieces; ++i) {
        refuse_piece(i);
        bvh_open(&read, text);
        refuse_piece(-1);
        CHECK(!read.ok);
        CHECK_INT(read.load.result, VRM_ERROR_OUT_OF_MEMORY);
        bvh_close(&read);
    }
}

/* Whatever is cut off, a text ends in a result. */
TEST(an_040_every_beginning_of_a_text_ends_in_a_result) {
    const char *text = UNTIDY_HEAD "Frames: 3\nFrame Time: 0.1\n" FIRST FIRST FIRST;
    size_t size = strlen(text);
    for (size_t i = 0; i < size; ++i) {
        char *copy = malloc(i + 1); /* of its size, so that a read behind it is seen */
        bvh_read read;
        if (copy == NULL) return;
        memcpy(copy, text, i);
        bvh_begin(&read);
        bvh_run(&read, copy, i);
        CHECK(read.ok == (read.load.result == VRM_OK));
        CHECK(read.ok || vrm_report_count(read.load.report) != 0);
        bvh_close(&read);
        free(copy);
    }
}

TEST_SUITE(bvh_text, ENTRY(an_040_numbers_are_read_as_strtod_reads_them),
           ENTRY(an_040_numbers_that_are_none),
           ENTRY(an_040_numbers_of_files_are_right_to_the_last_bit_of_a_float),
           ENTRY(an_040_grammar_of_untidy_files), ENTRY(an_040_content_decides),
           ENTRY(an_040_frames_that_are_there_are_played),
           ENTRY(an_040_times_and_numbers_that_cannot_be_used), ENTRY(an_040_texts_that_are_no_bvh),
           ENTRY(an_040_files_without_frames_are_refused), ENTRY(an_040_errors_say_where_they_are),
           ENTRY(an_040_first_body_among_several_skeletons),
           ENTRY(an_041_unknown_skeletons_are_refused_with_their_joints),
           ENTRY(an_041_the_list_of_joints_is_bounded), ENTRY(an_040_depth_and_counts_have_limits),
           ENTRY(an_040_reading_can_be_cancelled), ENTRY(an_040_refused_memory_is_an_error),
           ENTRY(an_040_every_beginning_of_a_text_ends_in_a_result));
