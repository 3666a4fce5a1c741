/* VMD files: their bytes and their curves. */
#include "clip/vmd.h"
#include "clip/vmd_fixture.h"
#include "support/refusals.h"
#include "test.h"

#include <stdlib.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* --- The format --- */

TEST(an_046_keys_are_converted_to_our_axes) {
    vmd_file f;
    vmd_clip c;
    vrm_pose pose;
    begin(&f);
    add_turn(&f, HEAD, 0, 'x', 20);
    add_turn(&f, HEAD, 30, 'y', 40);
    add_turn(&f, UPPER, 0, 'z', 10);
    add_place(&f, CENTER, 0, 1, 2, 3);
    c = load(&f);
    CHECK_INT(c.result, VRM_OK);
    CHECK_INT(c.info.format, VRM_CLIP_FORMAT_VMD);
    CHECK_TEXT(c.info.skeleton.data, "mmd");
    CHECK_INT(c.info.duration, 1000000000);
    CHECK_NEAR(c.info.unit, 0.08, 1e-7);
    CHECK_INT(vrm_report_count(c.report), 0);
    pose = pose_at(&c, 0);
    CHECK_NEAR(off(&pose, VRM_BONE_HEAD, 'x', 20), 0, 1e-4);
    CHECK_NEAR(off(&pose, VRM_BONE_SPINE, 'z', 10), 0, 1e-4);
    CHECK_NEAR(pose.hips.x, 1 / 11.2, 1e-6);
    CHECK_NEAR(pose.hips.y, 2 / 11.2, 1e-6);
    CHECK_NEAR(pose.hips.z, 3 / 11.2, 1e-6);
    pose = pose_at(&c, 30);
    CHECK_NEAR(off(&pose, VRM_BONE_HEAD, 'y', 40), 0, 1e-4);
    /* Bones without keys are not said. */
    CHECK(c.info.bones == (VRM_BONE_BIT(VRM_BONE_HIPS) | VRM_BONE_BIT(VRM_BONE_SPINE) |
                           VRM_BONE_BIT(VRM_BONE_HEAD)));
    unload(&c);
}

TEST(an_046_content_decides) {
    CHECK(vrmi_is_vmd((const uint8_t *)"Vocaloid Motion Data 0002", 25));
    CHECK(vrmi_is_vmd((const uint8_t *)"Vocaloid Motion Data file", 25));
    CHECK(!vrmi_is_vmd((const uint8_t *)"Vocaloid Motion Data 0003", 25));
    CHECK(!vrmi_is_vmd((const uint8_t *)"Vocaloid Motion Data 000", 24));
}

/* The older signature has a shorter name of the model. */
TEST(an_046_the_older_signature_is_read) {
    vmd_file f, old;
    vmd_clip c;
    vrm_pose pose;
    begin(&f);
    add_turn(&f, HEAD, 0, 'x', 20);
    memset(&old, 0, sizeof old);
    put_name(&old, "Vocaloid Motion Data file", 30);
    put_name(&old, "someone", 10);
    put(&old, f.bytes + 50, f.size - 50);
    c = load(&old);
    CHECK_INT(c.result, VRM_OK);
    pose = pose_at(&c, 0);
    CHECK_NEAR(off(&pose, VRM_BONE_HEAD, 'x', 20), 0, 1e-4);
    unload(&c);
}

/* Keys stand in any order; of two at one frame, the last one counts. */
TEST(an_046_keys_are_sorted) {
    vmd_file f;
    vmd_clip c;
    vrm_pose pose;
    begin(&f);
    add_turn(&f, HEAD, 20, 'x', 40);
    add_turn(&f, HEAD, 10, 'x', 77);
    add_turn(&f, UPPER, 5, 'y', 5);
    add_turn(&f, HEAD, 0, 'x', 0);
    add_turn(&f, HEAD, 10, 'x', 20);
    c = load(&f);
    CHECK_INT(c.result, VRM_OK);
    for (int i = 0; i <= 20; i += 5) {
        pose = pose_at(&c, i);
        CHECK_NEAR(off(&pose, VRM_BONE_HEAD, 'x', 2 * i), 0, 1e-4);
    }
    unload(&c);
}

TEST(an_046_files_that_are_cut_short_play_what_is_there) {
    static const size_t cuts[] = {10, 111 + 10};
    for (size_t i = 0; i < COUNT(cuts); ++i) {
        vmd_file f;
        vmd_clip c;
        begin(&f);
        for (uint32_t k = 0; k < 3; ++k) add_turn(&f, HEAD, 10 * k, 'x', 10 * k);
        f.size -= cuts[i];
        c = load(&f);
        CHECK_INT(c.result, VRM_OK);
        CHECK_NEAR((double)c.info.duration, i == 0 ? 1e9 / 3 : 0, 100);
        CHECK_TEXT(said(&c, "vmd-cut"), "the file is truncated; the available part is played");
        unload(&c);
    }
}

/* Any count, any length: a result, and no read behind the end. */
TEST(an_046_every_beginning_of_a_file_ends_in_a_result) {
    vmd_file f;
    begin(&f);
    add_turn(&f, HEAD, 0, 'x', 20);
    add_place(&f, LEFT FOOT_IK, 10, 0, 1, 0);
    begin_section(&f);
    add_morph(&f, AA, 0, 1);
    for (int i = 0; i < 3; ++i) put_u32(&f, 0);
    begin_section(&f);
    add_switch(&f, 0, 1);
    for (size_t size = 0; size <= f.size; ++size) {
        uint8_t *exact = malloc(size != 0 ? size : 1);
        vmd_clip c;
        if (exact == NULL) return;
        memcpy(exact, f.bytes, size);
        c = load_bytes(exact, size);
        test_note("%d bytes", (int)size);
        CHECK((c.result == VRM_OK) == (c.clip != NULL));
        CHECK(size < f.size || vrm_report_count(c.report) == 1); /* legs */
        unload(&c);
        free(exact);
    }
    test_note(NULL);
}

TEST(an_046_counts_beyond_the_file) {
    vmd_file f;
    vmd_clip c;
    begin(&f);
    add_turn(&f, HEAD, 0, 'x', 20);
    memset(f.bytes + 50, 0xFF, 4);
    c = load(&f);
    CHECK_INT(c.result, VRM_OK);
    CHECK(*said(&c, "vmd-cut") != '\0');
    unload(&c);
}

TEST(an_046_values_that_cannot_be_used) {
    vmd_file f;
    vmd_clip c;
    vrm_pose pose;
    begin(&f);
    add_curved(&f, HEAD, 0, 0, 0, 0, (turn){'x', NAN}, line);
    add_place(&f, CENTER, 0, INFINITY, 1, 0);
    add_turn(&f, HEAD, 4294967295u, 'x', 20);
    add_turn(&f, "unknown", 0, 'x', 20);
    c = load(&f);
    CHECK_INT(c.result, VRM_OK);
    CHECK_TEXT(said(&c, "vmd-numbers"),
               "keys with values that are not numbers: 2; they are set to rest");
    CHECK_TEXT(said(&c, "vmd-late-keys"), "keys after more than a day: 1; they are skipped");
    CHECK_TEXT(said(&c, "vmd-unknown"),
               "keys for bones and morphs that avatars lack: 1; they are ignored");
    CHECK_INT(vrm_report_count(c.report), 3);
    CHECK_INT(c.info.duration, 0);
    pose = pose_at(&c, 0);
    CHECK_NEAR(off(&pose, VRM_BONE_HEAD, 'x', 0), 0, 1e-4);
    CHECK(pose.hips.x < 1e6f);
    unload(&c);
}

TEST(an_046_files_of_cameras_are_refused) {
    vmd_file f;
    vmd_clip c;
    begin(&f);
    put_u32(&f, 0); /* morphs */
    put_u32(&f, 1);
    put_name(&f, "", 30);
    put_name(&f, "", 31);
    c = load(&f);
    CHECK_INT(c.result, VRM_ERROR_UNSUPPORTED);
    CHECK_TEXT(said(&c, "vmd-no-keys"), "this VMD file moves no body and no face");
    unload(&c);
}

/* --- Curves --- */

/* The curve in double, by bisection. */
static double curve_at(const uint8_t curve[4], double time) {
    double low = 0, high = 1, p[4], s, r;
    for (int i = 0; i < 4; ++i) p[i] = curve[i] / 127.0;
    for (int i = 0; i < 60; ++i) {
        s = (low + high) / 2;
        r = 1 - s;
        if (3 * r * r * s * p[0] + 3 * r * s * s * p[2] + s * s * s < time) {
            low = s;
        } else {
            high = s;
        }
    }
    s = (low + high) / 2;
    r = 1 - s;
    return 3 * r * r * s * p[1] + 3 * r * s * s * p[3] + s * s * s;
}

/* The curve of a key leads to it. At whole frames, and between them. */
TEST(an_046_curves_are_followed) {
    static const uint8_t curves[][4] = {{20, 20, 107, 107},
                                        {64, 0, 64, 127},
                                        {0, 127, 0, 127},
                                        {127, 0, 127, 0},
                                        {100, 30, 20, 90}};
    for (size_t i = 0; i < COUNT(curves); ++i) {
        for (uint32_t frames = 20; frames <= 90; frames += 70) {
            vmd_file f;
            vmd_clip c;
            test_note("curve %d, %d frames", (int)i, (int)frames);
            begin(&f);
            add_curved(&f, HEAD, 0, 0, 0, 0, (turn){'x', 0}, curves[0]);
            add_curved(&f, HEAD, frames, 0, 0, 0, (turn){'x', 60}, curves[i]);
            add_curved(&f, CENTER, 0, 0, 0, 0, (turn){'x', 0}, curves[0]);
            add_curved(&f, CENTER, frames, 0, 0, 5, (turn){'x', 0}, curves[i]);
            c = load(&f);
            REQUIRE(c.clip != NULL);
            for (uint32_t k = 0; k <= frames; ++k) {
                vrm_pose pose = pose_at(&c, k);
                double way = curve_at(curves[i], (double)k / frames);
                CHECK_NEAR(off(&pose, VRM_BONE_HEAD, 'x', 60 * way), 0, 0.1);
                CHECK_NEAR(pose.hips.z * 11.2, 5 * way, 2e-3);
            }
            unload(&c);
        }
    }
    test_note(NULL);
}

/* Lines need no keys in between. */
TEST(an_046_lines_have_no_further_keys) {
    static const uint8_t eased[4] = {64, 0, 64, 127};
    for (int is_curved = 0; is_curved < 2; ++is_curved) {
        vmd_file f;
        vmd_clip c;
        begin(&f);
        add_turn(&f, HEAD, 0, 'x', 0);
        add_curved(&f, HEAD, 30, 0, 0, 0, (turn){'x', 60}, is_curved ? eased : line);
        c = load(&f);
        if (is_curved) {
            CHECK(c.info.key_count > 10 && c.info.key_count <= 31);
        } else {
            CHECK_INT(c.info.key_count, 2);
        }
        unload(&c);
    }
}

/* A file that asks for millions of frames gets fewer, and its keys all the same. */
TEST(an_046_curves_have_a_limit) {
    static const uint8_t steep[4] = {0, 127, 0, 127};
    enum { KEYS = 30000, BYTES = 50 + 4 + 111 * KEYS };
    vmd_file one;
    uint8_t *bytes = malloc(BYTES);
    vmd_clip c;
    vrm_pose pose;
    if (bytes == NULL) return;
    begin(&one);
    add_curved(&one, HEAD, 0, 0, 0, 0, (turn){'x', 0}, steep);
    add_curved(&one, HEAD, 0, 0, 0, 0, (turn){'x', 170}, steep);
    memcpy(bytes, one.bytes, 54);
    for (uint32_t i = 0; i < KEYS; ++i) {
        uint8_t *key = bytes + 54 + 111 * (size_t)i;
        uint32_t frame = 100 * i;
        memcpy(key, one.bytes + 54 + (i % 2 ? 111 : 0), 111);
        for (int k = 0; k < 4; ++k) key[15 + k] = (uint8_t)(frame >> (8 * k));
    }
    for (int k = 0; k < 4; ++k) bytes[50 + k] = (uint8_t)((uint32_t)KEYS >> (8 * k));
    c = load_bytes(bytes, BYTES);
    CHECK_INT(c.result, VRM_OK);
    CHECK(*said(&c, "vmd-curves") != '\0');
    CHECK(c.info.key_count >= KEYS && c.info.key_count <= 500000 + 4 * KEYS);
    pose = pose_at(&c, 100);
    CHECK_NEAR(off(&pose, VRM_BONE_HEAD, 'x', 170), 0, 1e-3);
    pose = pose_at(&c, 200);
    CHECK_NEAR(off(&pose, VRM_BONE_HEAD, 'x', 0), 0, 1e-3);
    unload(&c);
    free(bytes);
}

/* --- Memory --- */

TEST(an_046_refused_memory_is_an_error) {
    vmd_file f;
    vmd_clip c;
    int64_t pieces;
    int played = 0;
    if (!refusals_work()) {
        test_skip("this linker does not let memory be refused");
        return;
    }
    begin(&f);
    add_turn(&f, HEAD, 9, 'x', 20);
    add_turn(&f, HEAD, 0, 'x', 10);
    add_place(&f, LEFT FOOT_IK, 3, 0, 1, 0);
    add_turn(&f, EYES, 0, 'y', 3);
    begin_section(&f);
    add_morph(&f, AA, 0, 1);
    for (int i = 0; i < 3; ++i) put_u32(&f, 0);
    begin_section(&f);
    add_switch(&f, 9, 1);
    add_switch(&f, 0, 1);
    refuse_piece(INT64_MAX);
    c = load(&f);
    pieces = pieces_asked();
    CHECK_INT(c.result, VRM_OK);
    CHECK(pieces > 20);
    unload(&c);
    for (int64_t i = 0; i < pieces; ++i) {
        refuse_piece(i);
        c = load(&f);
        refuse_piece(-1);
        test_note("piece %d", (int)i);
        /* The note of the legs takes a piece as well, and without it the motion is complete. */
        if (c.result == VRM_OK) {
            CHECK_INT(vrm_report_count(c.report), 0);
            ++played;
        } else {
            CHECK_INT(c.result, VRM_ERROR_OUT_OF_MEMORY);
            CHECK(c.clip == NULL);
        }
        unload(&c);
    }
    test_note(NULL);
    CHECK_INT(played, 1);
}

TEST_SUITE(vmd, ENTRY(an_046_keys_are_converted_to_our_axes), ENTRY(an_046_content_decides),
           ENTRY(an_046_the_older_signature_is_read), ENTRY(an_046_keys_are_sorted),
           ENTRY(an_046_files_that_are_cut_short_play_what_is_there),
           ENTRY(an_046_every_beginning_of_a_file_ends_in_a_result),
           ENTRY(an_046_counts_beyond_the_file), ENTRY(an_046_values_that_cannot_be_used),
           ENTRY(an_046_files_of_cameras_are_refused), ENTRY(an_046_curves_are_followed),
           ENTRY(an_046_lines_have_no_further_keys), ENTRY(an_046_curves_have_a_limit),
           ENTRY(an_046_refused_memory_is_an_error));
