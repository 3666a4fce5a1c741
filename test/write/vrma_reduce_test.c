/* Fewer keys within a stated error. */
#include "base/math.h"
#include "clip/clip.h"
#include "support/refusals.h"
#include "test.h"
#include "write/vrma_fixture.h"

#include <string.h>

enum { KEYS = 300 };

/* Curves of a motion that a body could make, 60 times a second. */
typedef struct made {
    float times[KEYS];
    float spine[KEYS * 4], head[KEYS * 4], still[KEYS * 4], even[KEYS * 4];
    float hips[KEYS * 3], weight[KEYS * 3], step[KEYS * 3];
} made;

static void put(float *out, int key, vrm_quat q) {
    out[4 * key] = q.x, out[4 * key + 1] = q.y, out[4 * key + 2] = q.z, out[4 * key + 3] = q.w;
}

static vrm_quat about(float x, float y, float z, float degrees) {
    return vrmi_quat_from_axis_angle(vrm_vec3_make(x, y, z), vrmi_radians(degrees));
}

static void make(made *m) {
    memset(m, 0, sizeof *m);
    for (int k = 0; k < KEYS; ++k) {
        const float t = (float)k / 60.0f;
        m->times[k] = t;
        put(m->spine, k, about(0.6f, 0, 0.8f, 20.0f * vrmi_sin(2.0f * t)));
        put(m->head, k,
            vrmi_quat_multiply(about(0, 1, 0, 40.0f * vrmi_sin(3.0f * t)),
                               about(1, 0, 0, 10.0f * vrmi_sin(7.0f * t))));
        put(m->still, k, about(0, 1, 0, k % 2 != 0 ? 0.02f : -0.02f));
        put(m->even, k, about(0, 0, 1, 8.0f * t));
        m->hips[3 * k] = 0.3f * t;
        m->hips[3 * k + 1] = 1.0f + 0.03f * vrmi_sin(9.0f * t);
        m->weight[3 * k] = 0.5f + 0.5f * vrmi_sin(4.0f * t);
        m->step[3 * k] = k < 100 ? 0.0f : 1.0f;
    }
}

static clip_file load_made(const made *m) {
    const motion_track tracks[] = {{2, "rotation", NULL, KEYS, m->times, m->spine},
                                   {3, "rotation", NULL, KEYS, m->times, m->head},
                                   {5, "rotation", NULL, KEYS, m->times, m->still},
                                   {10, "rotation", NULL, KEYS, m->times, m->even},
                                   {1, "translation", NULL, KEYS, m->times, m->hips},
                                   {16, "translation", NULL, KEYS, m->times, m->weight},
                                   {17, "translation", "STEP", KEYS, m->times, m->step}};
    const motion_file from = {NULL, "{},{}",
                              MOTION_HUMANOID ",'expressions':{'preset':{'aa':{'node':16},"
                                              "'blink':{'node':17}}}",
                              tracks, sizeof tracks / sizeof tracks[0]};
    return load_motion(&from, NULL);
}

static double degrees_between(vrm_quat a, vrm_quat b) {
    const vrm_quat d = vrmi_quat_multiply(vrmi_quat_conjugate(a), b);
    const double x = (double)d.x, y = (double)d.y, z = (double)d.z;
    return 2 * atan2(sqrt(x * x + y * y + z * z), fabs((double)d.w)) * 57.29577951308232;
}

typedef struct errors {
    double degrees, metres, weight;
} errors;

/* A function that keeps the largest, and no fmax: gcc 12 for ARM64 fails on loops of those. */
static void keep_largest(double *largest, double value) {
    if (value > *largest) *largest = value;
}

/* The largest differences at all keys of the first clip. */
static errors errors_between(const clip_file *a, const clip_file *b, const float *times) {
    errors worst = {0, 0, 0};
    for (int k = 0; k < KEYS; ++k) {
        vrm_pose one, two;
        vrm_pose_init(&one);
        vrm_pose_init(&two);
        vrmi_clip_sample(a->clip, (double)times[k], &one);
        vrmi_clip_sample(b->clip, (double)times[k], &two);
        for (int bone = 0; bone < VRM_BONE_COUNT; ++bone) {
            keep_largest(&worst.degrees, degrees_between(one.rotations[bone], two.rotations[bone]));
        }
        keep_largest(&worst.metres, (double)vrmi_vec3_length(vrmi_vec3_sub(one.hips, two.hips)));
        for (int i = 0; i < VRM_PRESET_COUNT; ++i) {
            keep_largest(&worst.weight, fabs((double)(one.weights[i] - two.weights[i])));
        }
    }
    return worst;
}

static vrm_write_desc reducing(float degrees, float metres, float weight, vrm_write_flags flags) {
    vrm_write_desc desc;
    vrm_write_desc_init(&desc);
    desc.max_degrees = degrees;
    desc.max_meters = metres;
    desc.max_weight = weight;
    desc.flags = flags;
    return desc;
}

static vrm_written_info write_info(const vrm_clip *clip, const vrm_write_desc *desc, size_t *size) {
    vrm_written *file = NULL;
    vrm_written_info info;
    CHECK_INT(vrm_clip_write_vrma(clip, desc, &file, NULL), VRM_OK);
    vrm_written_info_init(&info);
    vrm_written_get_info(file, &info);
    vrm_written_bytes(file, size);
    vrm_written_destroy(file);
    return info;
}

TEST(an_067_keys_are_removed_within_the_error) {
    static made m;
    static const float limits[][3] = {
        {0.1f, 0.0005f, 0.01f}, {1.0f, 0.01f, 0.1f}, {0.01f, 0.0001f, 0.001f}};
    static const uint32_t shares[] = {35, 15, 70}; /* of keys and bytes, in per cent */
    clip_file clip;
    make(&m);
    clip = load_made(&m);
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; ++i) {
        const vrm_write_desc desc = reducing(limits[i][0], limits[i][1], limits[i][2], 0);
        clip_file second = write_and_load(clip.clip, &desc);
        const errors worst = errors_between(&clip, &second, m.times);
        size_t size, whole;
        const vrm_written_info info = write_info(clip.clip, &desc, &size);
        write_info(clip.clip, NULL, &whole);
        test_note("%g degrees", (double)limits[i][0]);
        CHECK(worst.degrees <= (double)limits[i][0] * 1.001);
        CHECK(worst.metres <= (double)limits[i][1] * 1.001);
        CHECK(worst.weight <= (double)limits[i][2] * 1.001);
        CHECK_NEAR(info.error_degrees, worst.degrees, 2e-4);
        CHECK_NEAR(info.error_meters, worst.metres, 1e-6);
        CHECK_NEAR(info.error_weight, worst.weight, 1e-6);
        CHECK_INT(info.clip_key_count, 7 * KEYS);
        CHECK(info.key_count < info.clip_key_count * shares[i] / 100);
        CHECK(size < whole * shares[i] / 100);
        CHECK_INT(second.info.duration, clip.info.duration);
        CHECK_INT(vrm_report_count(second.report), 0);
        test_note(NULL);
        unload_motion(&second);
    }
    unload_motion(&clip);
}

/* What turns evenly needs keys so far apart as the bound of the cost allows; a jump two; noise
 * below the error none. */
TEST(an_067_what_is_even_needs_few_keys) {
    static made m;
    const vrm_write_desc desc = reducing(0.1f, 0.0005f, 0.01f, 0);
    clip_file clip, second;
    make(&m);
    clip = load_made(&m);
    second = write_and_load(clip.clip, &desc);
    REQUIRE(second.clip != NULL);
    CHECK((second.info.bones & VRM_BONE_BIT(VRM_BONE_LEFT_LOWER_LEG)) != 0);
    CHECK((second.info.moving_bones & VRM_BONE_BIT(VRM_BONE_LEFT_LOWER_LEG)) == 0);
    CHECK_NEAR(pose_at(&second, 1).rotations[VRM_BONE_LEFT_LOWER_LEG].w, 1, 0);
    for (uint32_t i = 0; i < second.clip->set_count; ++i) {
        const vrmi_clip_set *set = &second.clip->sets[i];
        if (set->group_count == 1 && set->groups[0].targets[0] == VRM_BONE_LEFT_UPPER_ARM) {
            CHECK_INT(set->key_count, 4);
        }
        if (set->interpolation == VRM_INTERPOLATION_STEP) CHECK_INT(set->key_count, 3);
    }
    unload_motion(&clip);
    unload_motion(&second);
}

/* AN-061: a reduced file, written as it is, has the same bytes. */
TEST(an_061_an_067_a_reduced_file_is_written_again_with_the_same_bytes) {
    static made m;
    const vrm_write_desc desc = reducing(0.5f, 0.001f, 0.01f, 0);
    clip_file clip, second, third;
    make(&m);
    clip = load_made(&m);
    second = write_and_load(clip.clip, &desc);
    third = write_and_load(second.clip, NULL);
    CHECK(second.file.size == third.file.size &&
          memcmp(second.file.bytes, third.file.bytes, second.file.size) == 0);
    unload_motion(&clip);
    unload_motion(&second);
    unload_motion(&third);
}

TEST(an_068_short_rotations_are_half_as_long) {
    static made m;
    const vrm_write_desc whole = reducing(0, 0, 0, VRM_WRITE_SHORT_ROTATIONS);
    const vrm_write_desc both = reducing(0.1f, 0.0005f, 0.01f, VRM_WRITE_SHORT_ROTATIONS);
    const vrm_write_desc fine = reducing(0.001f, 0, 0, VRM_WRITE_SHORT_ROTATIONS);
    clip_file clip, second;
    errors worst;
    size_t plain, size;
    vrm_written_info info;
    make(&m);
    clip = load_made(&m);
    write_info(clip.clip, NULL, &plain);
    second = write_and_load(clip.clip, &whole);
    worst = errors_between(&clip, &second, m.times);
    info = write_info(clip.clip, &whole, &size);
    CHECK(worst.degrees > 1e-4 && worst.degrees <= 0.0036);
    CHECK_NEAR(info.error_degrees, worst.degrees, 2e-4);
    CHECK_INT(plain - size > 4 * KEYS * 8 - 200, 1); /* four rotations */
    CHECK_INT(info.key_count, 7 * KEYS);
    unload_motion(&second);
    second = write_and_load(clip.clip, &both);
    worst = errors_between(&clip, &second, m.times);
    write_info(clip.clip, &both, &size);
    CHECK(worst.degrees <= 0.1001);
    CHECK(size * 10 < plain * 4);
    unload_motion(&second);
    /* A smaller error than short numbers have: they stay long. */
    second = write_and_load(clip.clip, &fine);
    worst = errors_between(&clip, &second, m.times);
    CHECK(worst.degrees <= 0.0011);
    unload_motion(&second);
    unload_motion(&clip);
}

/* A dense spline is sampled and reduced; one with few keys is smaller as it is. */
TEST(an_067_splines_stay_where_they_are_smaller) {
    static float times[KEYS], dense[KEYS * 12], places[KEYS * 9];
    vrm_quat a = about(1, 0, 0, 40), b = about(0, 0, 1, 30);
    const float sparse_times[] = {0.0f, 4.0f};
    const float sparse[] = {0, 0,    0, 0, a.x, a.y, a.z, a.w, 0, 0, 0.3f, 0,
                            0, 0.2f, 0, 0, b.x, b.y, b.z, b.w, 0, 0, 0,    0};
    const motion_track tracks[] = {{2, "rotation", "CUBICSPLINE", KEYS, times, dense},
                                   {3, "rotation", "CUBICSPLINE", 2, sparse_times, sparse},
                                   {1, "translation", "CUBICSPLINE", KEYS, times, places}};
    const motion_file from = {NULL, NULL, NULL, tracks, 3};
    const vrm_write_desc desc = reducing(0.1f, 0.0005f, 0, 0);
    clip_file clip, second;
    bool has_spline = false;
    for (int k = 0; k < KEYS; ++k) {
        const float t = (float)k / 60.0f;
        times[k] = t;
        put(dense, 3 * k + 1, about(0, 1, 0, 20.0f * vrmi_sin(t)));
        places[9 * k + 4] = 1.0f + 0.01f * vrmi_sin(t);
    }
    clip = load_motion(&from, NULL);
    second = write_and_load(clip.clip, &desc);
    REQUIRE(second.clip != NULL);
    for (uint32_t i = 0; i < second.clip->set_count; ++i) {
        const vrmi_clip_set *set = &second.clip->sets[i];
        if (set->interpolation != VRM_INTERPOLATION_CUBIC_SPLINE) continue;
        has_spline = true;
        CHECK_INT(set->key_count, 2);
        CHECK_INT(set->groups[0].targets[0], VRM_BONE_HEAD);
    }
    CHECK(has_spline);
    CHECK(second.file.size * 4 < clip.file.size);
    for (int k = 0; k < 100; ++k) {
        const vrm_pose one = pose_at(&clip, k / 20.0), two = pose_at(&second, k / 20.0);
        CHECK(degrees_between(one.rotations[VRM_BONE_SPINE], two.rotations[VRM_BONE_SPINE]) < 0.11);
        CHECK(memcmp(&one.rotations[VRM_BONE_HEAD], &two.rotations[VRM_BONE_HEAD],
                     sizeof(vrm_quat)) == 0);
        CHECK_NEAR(two.hips.y, one.hips.y, 0.00055);
    }
    unload_motion(&clip);
    unload_motion(&second);
}

/* Keys with tangents of 0: between them, a bone lags behind and catches up. */
TEST(an_067_splines_are_followed_between_their_keys) {
    static float times[KEYS], turns[KEYS * 12], places[KEYS * 9];
    const motion_track tracks[] = {{2, "rotation", "CUBICSPLINE", KEYS, times, turns},
                                   {1, "translation", "CUBICSPLINE", KEYS, times, places}};
    const motion_file from = {NULL, NULL, NULL, tracks, 2};
    const vrm_write_desc desc = reducing(0.1f, 0.0005f, 0, 0);
    clip_file clip, second;
    for (int k = 0; k < KEYS; ++k) {
        const float t = (float)k / 60.0f;
        times[k] = t;
        put(turns, 3 * k + 1, about(0, 1, 0, 60.0f * vrmi_sin(8.0f * t)));
        places[9 * k + 4] = 1.0f + 0.1f * vrmi_sin(8.0f * t);
    }
    clip = load_motion(&from, NULL);
    second = write_and_load(clip.clip, &desc);
    REQUIRE(second.clip != NULL);
    CHECK(second.file.size < clip.file.size);
    for (int k = 0; k < 1000; ++k) {
        const vrm_pose one = pose_at(&clip, k / 203.0), two = pose_at(&second, k / 203.0);
        CHECK(degrees_between(one.rotations[VRM_BONE_SPINE], two.rotations[VRM_BONE_SPINE]) < 0.12);
        CHECK_NEAR(two.hips.y, one.hips.y, 0.0006);
    }
    unload_motion(&clip);
    unload_motion(&second);
}

TEST(an_067_errors_that_cannot_be_used_are_refused) {
    static made m;
    const float bad[] = {-1, (float)HUGE_VAL, (float)NAN};
    clip_file clip;
    make(&m);
    clip = load_made(&m);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        vrm_write_desc desc = reducing(bad[i], 0, 0, 0);
        vrm_written *file = NULL;
        CHECK_INT(vrm_clip_write_vrma(clip.clip, &desc, &file, NULL), VRM_ERROR_INVALID_ARGUMENT);
        desc = reducing(0, bad[i], 0, 0);
        CHECK_INT(vrm_clip_write_vrma(clip.clip, &desc, &file, NULL), VRM_ERROR_INVALID_ARGUMENT);
        desc = reducing(0, 0, bad[i], 0);
        CHECK_INT(vrm_clip_write_vrma(clip.clip, &desc, &file, NULL), VRM_ERROR_INVALID_ARGUMENT);
    }
    unload_motion(&clip);
}

TEST(er_020_any_piece_of_reducing_may_be_refused) {
    static made m;
    const vrm_write_desc desc = reducing(0.1f, 0.001f, 0.01f, VRM_WRITE_SHORT_ROTATIONS);
    vrm_result result = VRM_ERROR_OUT_OF_MEMORY;
    int64_t refused = 0;
    clip_file clip;
    make(&m);
    clip = load_made(&m);
    if (!refusals_work()) test_skip("this linker does not wrap symbols");
    for (; refusals_work() && result != VRM_OK && refused < 300; ++refused) {
        vrm_written *file = NULL;
        refuse_piece(refused);
        result = vrm_clip_write_vrma(clip.clip, &desc, &file, NULL);
        CHECK_INT(result, pieces_asked() > refused ? VRM_ERROR_OUT_OF_MEMORY : VRM_OK);
        refuse_piece(-1);
        vrm_written_destroy(file);
    }
    if (refusals_work()) CHECK(result == VRM_OK && refused > 20);
    unload_motion(&clip);
}

/* Every compiler and processor writes the same bytes: those of the payload, as the JSON has the
 * version of the library. */
TEST(an_063_written_bytes_are_the_same_everywhere) {
    static made m;
    const vrm_write_desc desc = reducing(0.1f, 0.001f, 0.01f, VRM_WRITE_SHORT_ROTATIONS);
    uint64_t hash = UINT64_C(14695981039346656037);
    clip_file clip, second;
    size_t at;
    make(&m);
    clip = load_made(&m);
    second = write_and_load(clip.clip, &desc);
    REQUIRE(second.clip != NULL);
    at = 20 + (size_t)second.file.bytes[12] + ((size_t)second.file.bytes[13] << 8);
    for (; at < second.file.size; ++at) {
        hash = (hash ^ second.file.bytes[at]) * UINT64_C(1099511628211);
    }
    CHECK_INT((int64_t)hash, (int64_t)UINT64_C(0xb10a02ebbd685077));
    unload_motion(&clip);
    unload_motion(&second);
}

TEST_SUITE(write_vrma_reduce, ENTRY(an_067_keys_are_removed_within_the_error),
           ENTRY(an_067_what_is_even_needs_few_keys),
           ENTRY(an_061_an_067_a_reduced_file_is_written_again_with_the_same_bytes),
           ENTRY(an_068_short_rotations_are_half_as_long),
           ENTRY(an_067_splines_stay_where_they_are_smaller),
           ENTRY(an_067_splines_are_followed_between_their_keys),
           ENTRY(an_067_errors_that_cannot_be_used_are_refused),
           ENTRY(er_020_any_piece_of_reducing_may_be_refused),
           ENTRY(an_063_written_bytes_are_the_same_everywhere));
