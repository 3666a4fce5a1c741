/* Motions that are damaged, huge, or loaded without memory: refused or played, never worse. */
#include "clip/motion_fixture.h"
#include "support/avatar.h"
#include "support/refusals.h"
#include "test.h"
#include "testkit/check_clip.h"
#include "testkit/check_written.h"
#include "testkit/create.h"
#include "testkit/read_everything.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* --- A small file that has everything --- */

static const float times[] = {0.0f, 0.5f, 1.5f}, two_times[] = {0.0f, 0.0f};
static const float turns[] = {0, 0, 0, 1, 0.6f, 0, 0, 0.8f, 0, -0.6f, 0, -0.8f};
/* Three values a key: the tangent before it, the value, and the tangent behind it. */
static const float turn_spline[9][4] = {
    {0, 0, 0, 0},       {0, 0, 0, 1},    {0.1f, 0, 0, 0}, {0, 0.2f, 0, 0}, {0, 0, 1, 0},
    {0, 0.3f, 0, 0.1f}, {0, 0, 0, 0.2f}, {0, 1, 0, 0},    {0, 0, 0, 0},
};
static const float places[] = {0, 1, 0, 0.25f, 0.75f, 0.1f, -0.5f, 1.5f, 0.2f};
static const float place_spline[9][3] = {
    {0, 0, 0},        {0, 1, 0}, {1, 0, 0}, {0, 1, 0},    {0.5f, 1, 0},
    {0, 0.5f, 0.25f}, {0, 0, 0}, {1, 1, 1}, {0, 0.1f, 0},
};

static const motion_track rich_tracks[] = {
    {0, "rotation", NULL, 3, times, turns},
    {0, "translation", "STEP", 3, times, places},
    {1, "translation", "CUBICSPLINE", 3, times, place_spline[0]},
    {2, "rotation", "CUBICSPLINE", 3, times, turn_spline[0]},
    {3, "rotation", "STEP", 3, times, turns},
    {10, "rotation", "LINEAR", 2, two_times, turns},
    {16, "translation", NULL, 3, times, places},
    {17, "translation", "CUBICSPLINE", 3, times, place_spline[0]},
    {18, "rotation", NULL, 3, times, turns},
    {19, "rotation", NULL, 3, times, turns},
};

/* Bones in another order, a joint between, a node of two bones, expressions and lookAt. */
static fixture rich_motion(void) {
    const motion_file from = {
        NULL, "{},{},{},{'rotation':[0,0.6,0,0.8],'children':[20]},{'translation':[0,0.1,0]}",
        "'humanoid':{'humanBones':{" MOTION_BODY
        ",'chest':{'node':3},'leftEye':{'node':3},'jaw':{'node':20}}},'expressions':{'preset':{"
        "'happy':{'node':16},'lookUp':{'node':16}},'custom':{'own':{'node':17},'wink':{'node':16}}}"
        ",'lookAt':{'node':18,'offsetFromHeadBone':[0,0.06,0]}",
        rich_tracks, COUNT(rich_tracks)};
    return motion_bytes(&from);
}

/* One file in 64, by its bytes: to write and read each of them takes 25 times as long. */
static bool is_written(const void *bytes, size_t size) {
    uint32_t sum = 0;
    for (size_t i = 0; i < size; ++i) sum = sum * 31 + ((const unsigned char *)bytes)[i];
    return (sum ^ sum >> 16) % 64 == 0;
}

/* Loads, and checks everything that can be asked of the outcome. Whether it held. */
static bool try_bytes(const unsigned char *bytes, size_t size, const vrm_clip_desc *desc,
                      vrm_result *out_result) {
    vrm_clip *clip = NULL;
    vrm_report *report = NULL;
    vrm_result result = vrm_clip_load(bytes, size, desc, &clip, &report);
    const char *problem = check_report(report, result);
    if (problem == NULL && (result == VRM_OK) != (clip != NULL)) problem = "a clip or a failure";
    if (problem == NULL && result != VRM_OK && vrm_report_failure(report) == NULL) {
        problem = "the report of a failure says why";
    }
    if (problem == NULL && clip != NULL) problem = check_clip(clip);
    if (problem == NULL && clip != NULL && is_written(bytes, size)) problem = check_written(clip);
    vrm_clip_release(clip);
    vrm_report_destroy(report);
    if (out_result != NULL) *out_result = result;
    return problem == NULL || test_check(false, problem, __FILE__, __LINE__);
}

TEST(er_014_the_rich_motion_is_good) {
    fixture file = rich_motion();
    vrm_result result;
    CHECK(try_bytes(file.bytes, file.size, NULL, &result));
    CHECK_INT(result, VRM_OK);
    CHECK(file.size < 10000);
    fixture_free(&file);
}

/* --- Memory --- */

/* ER-020: all allocations fail from the n-th on, until the load succeeds. */
TEST(er_020_allocations_of_motions_may_fail) {
    fixture file = rich_motion();
    vrm_result result = VRM_ERROR_OUT_OF_MEMORY;
    int64_t n = 0;
    for (; result != VRM_OK && n < 1000; ++n) {
        counting counter;
        vrm_load_desc load;
        vrm_clip_desc desc;
        vrm_clip *clip = NULL;
        vrm_report *report = NULL;
        counting_init(&counter, n);
        vrm_load_desc_init(&load);
        vrm_clip_desc_init(&desc);
        desc.load = &load;
        load.allocator = &counter.allocator;
        test_note("allocation %d", (int)n);
        result = vrm_clip_load(file.bytes, file.size, &desc, &clip, n % 2 == 0 ? &report : NULL);
        CHECK_INT(clip != NULL, result == VRM_OK);
        if (result != VRM_OK) {
            CHECK_INT(result, VRM_ERROR_OUT_OF_MEMORY);
            if (n % 2 == 0 && CHECK(vrm_report_failure(report) != NULL)) {
                CHECK_TEXT(vrm_report_failure(report)->code, "out-of-memory");
            }
        } else {
            CHECK(check_clip(clip) == NULL);
            /* A clip is one block beside what a report has. */
            vrm_report_destroy(report);
            report = NULL;
            CHECK_INT(counter.live, 1);
        }
        vrm_clip_release(clip);
        vrm_report_destroy(report);
        CHECK_INT(counter.live, 0);
        CHECK(!counter.is_size_wrong);
    }
    test_note(NULL);
    CHECK(n > 3 && n < 1000);
    fixture_free(&file);
}

/* ER-020: nor is a single piece of an arena taken for granted. */
TEST(er_020_any_piece_of_a_motion_may_be_refused) {
    fixture file = rich_motion();
    int64_t pieces = INT64_MAX, failures = 0;
    if (!refusals_work()) {
        test_skip("this linker does not wrap symbols");
        pieces = 0;
    }
    for (int64_t refused = 0; refused < pieces && refused < 2000; ++refused) {
        counting counter;
        vrm_load_desc load;
        vrm_clip_desc desc;
        vrm_clip *clip = NULL;
        vrm_report *report = NULL;
        vrm_result result;
        counting_init(&counter, -1);
        vrm_load_desc_init(&load);
        vrm_clip_desc_init(&desc);
        desc.load = &load;
        load.allocator = &counter.allocator;
        test_note("piece %d", (int)refused);
        refuse_piece(refused);
        result = vrm_clip_load(file.bytes, file.size, &desc, &clip, &report);
        pieces = result == VRM_OK ? pieces_asked() : INT64_MAX;
        refuse_piece(-1);
        CHECK_INT(clip != NULL, result == VRM_OK);
        if (result != VRM_OK) {
            failures += 1;
            CHECK_INT(result, VRM_ERROR_OUT_OF_MEMORY);
            if (CHECK(vrm_report_failure(report) != NULL)) {
                CHECK_TEXT(vrm_report_failure(report)->code, "out-of-memory");
            }
        }
        vrm_clip_release(clip);
        vrm_report_destroy(report);
        CHECK_INT(counter.live, 0);
        CHECK(!counter.is_size_wrong);
    }
    test_note(NULL);
    if (refusals_work()) CHECK(failures > 20);
    fixture_free(&file);
}

static int32_t stop(void *user) {
    int *left = user;
    return (*left)-- == 0;
}

TEST(er_020_the_load_of_a_motion_can_be_cancelled) {
    fixture file = rich_motion();
    vrm_result result = VRM_ERROR_CANCELLED;
    int questions = 0;
    for (; result != VRM_OK && questions < 100; ++questions) {
        vrm_load_desc load;
        vrm_clip_desc desc;
        int left = questions;
        vrm_load_desc_init(&load);
        vrm_clip_desc_init(&desc);
        desc.load = &load;
        load.cancel = stop;
        load.cancel_user = &left;
        CHECK(try_bytes(file.bytes, file.size, &desc, &result));
        CHECK(result == VRM_OK || result == VRM_ERROR_CANCELLED);
    }
    CHECK(questions > 1 && questions < 100);
    fixture_free(&file);
}

/* --- Damage --- */

/* GL-003, ER-008 */
TEST(er_008_every_truncation_of_a_motion_is_refused) {
    fixture file = rich_motion();
    bool ok = true;
    for (size_t length = 0; ok && length < file.size; ++length) {
        fixture cut = fixture_bytes(file.bytes, length);
        vrm_result result;
        test_note("the first %d bytes", (int)length);
        ok = try_bytes(cut.bytes, cut.size, NULL, &result) && CHECK(result != VRM_OK);
        fixture_free(&cut);
    }
    test_note(NULL);
    fixture_free(&file);
}

/* ER-014: the JSON as it is, and fewer bytes behind it. */
TEST(er_014_motions_whose_payload_ends_early) {
    fixture file = rich_motion();
    const size_t json_end = 20 + (file.bytes[12] | (size_t)file.bytes[13] << 8);
    bool ok = true;
    for (size_t length = json_end + 8; ok && length < file.size; length += 4) {
        fixture cut = fixture_bytes(file.bytes, length);
        vrm_result result;
        test_note("ended at byte %d", (int)length);
        for (int k = 0; k < 4; ++k) {
            cut.bytes[8 + k] = (unsigned char)(length >> (8 * k));
            cut.bytes[json_end + (size_t)k] = (unsigned char)((length - json_end - 8) >> (8 * k));
        }
        ok = try_bytes(cut.bytes, cut.size, NULL, &result) && CHECK_INT(result, VRM_OK);
        fixture_free(&cut);
    }
    test_note(NULL);
    fixture_free(&file);
}

/* Builds with sanitizers are ten times as slow. */
#if defined(NDEBUG)
enum { CHANGES = 6 };
#else
enum { CHANGES = 1 };
#endif

/* ER-014: every byte changed, in several ways. */
TEST(er_014_every_byte_of_a_motion_changed) {
    static const unsigned char by[] = {0x80, 0x01, 0xff, 0x10, 0x7f, 0x20};
    fixture file = rich_motion();
    vrm_load_desc load;
    vrm_clip_desc desc;
    vrm_limits limits;
    uint32_t played = 0;
    bool ok = true;
    vrm_load_desc_init(&load);
    vrm_clip_desc_init(&desc);
    desc.load = &load;
    vrm_limits_init(&limits);
    load.limits = &limits;
    limits.max_elements = 1000;
    for (size_t i = 0; ok && i < file.size; ++i) {
        const unsigned char was = file.bytes[i];
        for (size_t change = 0; ok && change < CHANGES; ++change) {
            vrm_result result;
            file.bytes[i] = (unsigned char)(was ^ by[(change + i) % COUNT(by)]);
            test_note("byte %d is %d", (int)i, file.bytes[i]);
            ok = try_bytes(file.bytes, file.size, &desc, &result);
            played += result == VRM_OK;
        }
        file.bytes[i] = was;
    }
    test_note(NULL);
    CHECK(played > file.size / 4); /* the payload, at least */
    fixture_free(&file);
}

/* ER-014: floats of every kind in every place of the payload. */
TEST(er_014_every_number_of_a_motion_changed) {
    static const float numbers[] = {NAN,    INFINITY, -INFINITY, 3.4e38f, -3.4e38f,
                                    1e-45f, 1e30f,    -0.0f,     -1e-20f};
    fixture file = rich_motion();
    const size_t json_end = 20 + (file.bytes[12] | (size_t)file.bytes[13] << 8);
    bool ok = true;
    for (size_t i = json_end + 8; ok && i + 4 <= file.size; i += 4) {
        float was;
        memcpy(&was, file.bytes + i, sizeof was);
        for (size_t k = 0; ok && k < COUNT(numbers); ++k) {
            vrm_result result;
            memcpy(file.bytes + i, &numbers[k], sizeof was);
            test_note("the number at %d is %g", (int)i, (double)numbers[k]);
            ok = try_bytes(file.bytes, file.size, NULL, &result) && CHECK_INT(result, VRM_OK);
        }
        memcpy(file.bytes + i, &was, sizeof was);
    }
    test_note(NULL);
    fixture_free(&file);
}

/* ER-014: all numbers at once, so that sums of them are not finite either; also on an avatar. */
TEST(er_014_motions_of_huge_numbers) {
    loaded body = load_vrm1(NULL, NULL);
    vrm_avatar *avatar_of_body = create_avatar(body.model, NULL);
    REQUIRE(avatar_of_body != NULL);
    for (int kind = 0; kind < 4; ++kind) {
        fixture file = rich_motion();
        const size_t json_end = 20 + (file.bytes[12] | (size_t)file.bytes[13] << 8);
        vrm_clip *clip = NULL;
        const char *problem;
        for (size_t i = json_end + 8, n = 0; i + 4 <= file.size; i += 4, ++n) {
            const float huge = n % 3 == 1 ? -3e38f : 3e38f, small = n % 2 == 0 ? 1e-38f : -1e-30f;
            float number;
            memcpy(&number, file.bytes + i, sizeof number);
            if (kind == 0 && number != 0.0f) number = huge;
            if (kind == 1) number = number == 0.5f || number == 1.5f ? number : huge;
            if (kind == 2) number *= 1e30f;
            if (kind == 3) number = small;
            memcpy(file.bytes + i, &number, sizeof number);
        }
        test_note("kind %d", kind);
        CHECK_INT(vrm_clip_load(file.bytes, file.size, NULL, &clip, NULL), VRM_OK);
        problem = check_clip(clip);
        if (problem == NULL) problem = check_clip_on(clip, avatar_of_body);
        if (problem == NULL) problem = check_written(clip);
        if (problem != NULL) test_check(false, problem, __FILE__, __LINE__);
        vrm_clip_release(clip);
        fixture_free(&file);
    }
    test_note(NULL);
    vrm_avatar_destroy(avatar_of_body);
    unload(&body);
}

/* --- Size --- */

/* Nodes in one row: the first is the hips, the last the spine, and all of them turn by the same
 * keys. */
static fixture row_of_nodes(int count, int hips, int spine) {
    const size_t capacity = (size_t)count * 90 + 2000;
    static const float bin[] = {0, 0, 0, 0.00872654f, 0.99996192f}; /* 1 degree about z */
    char *json = malloc(capacity);
    size_t length = (size_t)snprintf(
        json, capacity,
        "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm_animation'],'extensions':{"
        "'VRMC_vrm_animation':{'specVersion':'1.0','humanoid':{'humanBones':{'hips':{'node':%d},"
        "'spine':{'node':%d}}}}},'buffers':[{'byteLength':20}],"
        "'bufferViews':[{'buffer':0,'byteLength':4},{'buffer':0,'byteOffset':4,'byteLength':16}],"
        "'accessors':[{'bufferView':0,'componentType':5126,'type':'SCALAR','count':1,'min':[0],"
        "'max':[0]},{'bufferView':1,'componentType':5126,'type':'VEC4','count':1}],'nodes':["
        "{'translation':[0,1,0],'children':[1]}",
        hips, spine);
    fixture made;
    for (int i = 1; i < count - 1; ++i) {
        length += (size_t)snprintf(json + length, capacity - length, ",{'children':[%d]}", i + 1);
    }
    length +=
        (size_t)snprintf(json + length, capacity - length,
                         ",{}],'animations':[{'samplers':[{'input':0,'output':1}],'channels':[");
    for (int i = 0; i < count; ++i) {
        length += (size_t)snprintf(json + length, capacity - length,
                                   "%s{'sampler':0,'target':{'node':%d,'path':'rotation'}}",
                                   i == 0 ? "" : ",", i);
    }
    snprintf(json + length, capacity - length, "]}]}");
    made = fixture_glb(json, bin, sizeof bin);
    free(json);
    return made;
}

static double degrees_about_z(vrm_quat q) {
    return 2 * atan2((double)q.z, (double)q.w) * 57.29577951308232;
}

/* ER-018: joints beyond the most that a clip has room for stay at rest. */
TEST(er_018_joints_between_bones) {
    static const struct {
        int nodes, hips, spine;
        double of_hips, of_spine;
    } cases[] = {
        {42, 0, 41, 1, 41},    /* 40 between */
        {66, 0, 65, 1, 65},    /* 64 */
        {72, 0, 71, 1, 65},    /* 70 */
        {42, 40, 41, 41, 1},   /* 40 above the hips */
        {172, 170, 171, 65, 1} /* 170 */
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        clip_file file =
            load_clip(row_of_nodes(cases[i].nodes, cases[i].hips, cases[i].spine), NULL);
        const bool is_too_much = cases[i].nodes > 66;
        vrm_pose pose = pose_at(&file, 0);
        test_note("case %zu", i);
        CHECK_INT(file.result, VRM_OK);
        CHECK_NEAR(degrees_about_z(pose.rotations[VRM_BONE_HIPS]), cases[i].of_hips, 1e-3);
        CHECK_NEAR(degrees_about_z(pose.rotations[VRM_BONE_SPINE]), cases[i].of_spine, 1e-3);
        CHECK_INT(motion_found(&file, "motion-joints"), is_too_much);
        CHECK(check_clip(file.clip) == NULL);
        unload_motion(&file);
    }
    test_note(NULL);
}

TEST(er_018_a_hundred_thousand_nodes_in_a_row) {
    enum { NODES = 100000 };
    static const int hips[] = {0, NODES - 2, NODES - 1, NODES / 2};
    for (size_t i = 0; i < COUNT(hips); ++i) {
        clip_file file =
            load_clip(row_of_nodes(NODES, hips[i], hips[i] == NODES - 1 ? 0 : NODES - 1), NULL);
        test_note("hips %d", hips[i]);
        CHECK_INT(file.result, VRM_OK);
        CHECK(motion_found(&file, "motion-joints"));
        CHECK(check_clip(file.clip) == NULL);
        CHECK(file.info.memory < 100000);
        unload_motion(&file);
    }
    test_note(NULL);
}

/* ER-018: what the limits of a load say. */
TEST(er_018_limits_hold_for_motions) {
    fixture file = rich_motion();
    for (int kind = 0; kind < 4; ++kind) {
        vrm_load_desc load;
        vrm_clip_desc desc;
        vrm_limits limits;
        vrm_result result;
        vrm_load_desc_init(&load);
        vrm_clip_desc_init(&desc);
        desc.load = &load;
        vrm_limits_init(&limits);
        load.limits = &limits;
        if (kind == 0) limits.max_expressions = 3;
        if (kind == 1) limits.max_memory_bytes = 20000;
        if (kind == 2) limits.max_allocations = 3;
        if (kind == 3) limits.max_file_bytes = 100;
        test_note("limit %d", kind);
        CHECK(try_bytes(file.bytes, file.size, &desc, &result));
        CHECK_INT(result, VRM_ERROR_LIMIT);
    }
    test_note(NULL);
    fixture_free(&file);
}

/* Arguments that cannot be used. */
TEST(er_018_misuse_of_clips) {
    fixture file = rich_motion();
    vrm_clip_desc desc;
    vrm_clip_info info;
    vrm_clip *clip = NULL;
    vrm_pose pose;
    vrm_clip_desc_init(&desc);
    desc.flags = 4;
    CHECK_INT(vrm_clip_load(file.bytes, file.size, &desc, &clip, NULL), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_clip_load(NULL, 7, NULL, &clip, NULL), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_clip_load(file.bytes, file.size, NULL, NULL, NULL), VRM_ERROR_INVALID_ARGUMENT);
    CHECK(vrm_clip_load(NULL, 0, NULL, &clip, NULL) != VRM_OK);
    CHECK(clip == NULL);
    vrm_clip_release(NULL);
    CHECK(vrm_clip_retain(NULL) == NULL);
    vrm_clip_info_init(&info);
    vrm_clip_get_info(NULL, &info);
    CHECK_TEXT(info.name.data, "");
    CHECK_INT(info.duration, 0);
    vrm_clip_get_info(NULL, NULL);
    CHECK_TEXT(vrm_clip_custom_name(NULL, 0), "");
    CHECK_INT(vrm_clip_wrap(NULL, 5), 0);
    CHECK_INT(vrm_clip_bind(NULL, NULL, NULL, 0), 0);
    vrm_pose_init(&pose);
    vrm_clip_sample(NULL, 0, &pose);
    CHECK_INT(vrm_clip_load(file.bytes, file.size, NULL, &clip, NULL), VRM_OK);
    vrm_clip_sample(clip, 0, NULL);
    CHECK_TEXT(vrm_clip_custom_name(clip, 0), "own");
    CHECK_TEXT(vrm_clip_custom_name(clip, 2), "");
    CHECK(vrm_clip_retain(clip) == clip);
    vrm_clip_release(clip);
    CHECK(check_clip(clip) == NULL); /* the second reference holds it */
    vrm_clip_release(clip);
    fixture_free(&file);
}

TEST_SUITE(clip_hostile, ENTRY(er_014_the_rich_motion_is_good),
           ENTRY(er_020_allocations_of_motions_may_fail),
           ENTRY(er_020_any_piece_of_a_motion_may_be_refused),
           ENTRY(er_020_the_load_of_a_motion_can_be_cancelled),
           ENTRY(er_008_every_truncation_of_a_motion_is_refused),
           ENTRY(er_014_motions_whose_payload_ends_early),
           ENTRY(er_014_every_byte_of_a_motion_changed),
           ENTRY(er_014_every_number_of_a_motion_changed), ENTRY(er_014_motions_of_huge_numbers),
           ENTRY(er_018_joints_between_bones), ENTRY(er_018_a_hundred_thousand_nodes_in_a_row),
           ENTRY(er_018_limits_hold_for_motions), ENTRY(er_018_misuse_of_clips));
