#include "write/vrma_fixture.h"

#include "base/math.h"
#include "clip/clip.h"
#include "test.h"

#include <string.h>

clip_file write_and_load(const vrm_clip *clip, const vrm_write_desc *desc) {
    vrm_written *file = NULL;
    clip_file none;
    size_t size;
    const void *bytes;
    CHECK_INT(vrm_clip_write_vrma(clip, desc, &file, NULL), VRM_OK);
    bytes = vrm_written_bytes(file, &size);
    memset(&none, 0, sizeof none);
    if (bytes != NULL) none = load_clip(fixture_bytes(bytes, size), NULL);
    vrm_written_destroy(file);
    return none;
}

enum { KEYS = 7 };

static float noise(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) / 8388608.0f - 1.0f;
}

static void fill_turns(float *values, size_t count, uint32_t seed) {
    for (size_t i = 0; i < count; ++i) {
        vrm_quat q = vrm_quat_make(noise(&seed), noise(&seed), noise(&seed), 1.5f);
        q = vrmi_quat_normalize(q);
        values[4 * i] = q.x, values[4 * i + 1] = q.y, values[4 * i + 2] = q.z;
        values[4 * i + 3] = q.w;
    }
}

static void fill(float *values, size_t count, uint32_t seed) {
    for (size_t i = 0; i < count; ++i) values[i] = noise(&seed);
}

clip_file load_everything(void) {
    static const float even[KEYS] = {0.0f, 0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f};
    static const float odd[KEYS] = {0.05f, 0.07f, 0.31f, 0.5f, 0.77f, 0.9f, 1.25f};
    float turns[5][KEYS * 12], moves[4][KEYS * 9];
    const motion_track tracks[] = {{1, "rotation", "LINEAR", KEYS, even, turns[0]},
                                   {2, "rotation", "LINEAR", KEYS, even, turns[1]},
                                   {3, "rotation", "STEP", KEYS, even, turns[2]},
                                   {5, "rotation", "CUBICSPLINE", KEYS, odd, turns[3]},
                                   {6, "rotation", NULL, 1, even, turns[1]}, /* a constant */
                                   {1, "translation", "CUBICSPLINE", KEYS, odd, moves[0]},
                                   {16, "translation", "LINEAR", KEYS, odd, moves[1]},
                                   {17, "translation", "STEP", KEYS, even, moves[2]},
                                   {18, "translation", "CUBICSPLINE", KEYS, even, moves[3]},
                                   {19, "translation", NULL, 1, even, moves[1]},
                                   {20, "rotation", "LINEAR", KEYS, even, turns[4]}};
    const motion_file from = {NULL, "{},{},{},{},{}",
                              MOTION_HUMANOID
                              ",'expressions':{'preset':{'happy':{'node':16},'blink':{'node':17}},"
                              "'custom':{'a \\\"b\\\"':{'node':18},'Smile':{'node':19}}},"
                              "'lookAt':{'node':20,'offsetFromHeadBone':[0,0.06,0.09]}",
                              tracks, sizeof tracks / sizeof tracks[0]};
    for (uint32_t i = 0; i < 5; ++i) fill_turns(turns[i], (size_t)KEYS * 3, i + 1);
    for (uint32_t i = 0; i < 4; ++i) fill(moves[i], (size_t)KEYS * 9, i + 11);
    return load_motion(&from, NULL);
}

/* --- Comparing --- */

static bool have_same_bits(const vrm_pose *a, const vrm_pose *b) {
    return memcmp(a->rotations, b->rotations, sizeof a->rotations) == 0 &&
           memcmp(a->weights, b->weights, sizeof a->weights) == 0;
}

static void check_at(const clip_file *a, const clip_file *b, double seconds) {
    enum { CUSTOMS = 8 };
    vrm_custom_weight customs[2][CUSTOMS];
    vrm_pose one, two;
    vrm_pose_init(&one);
    vrm_pose_init(&two);
    one.customs = customs[0], two.customs = customs[1];
    one.custom_capacity = two.custom_capacity = CUSTOMS;
    vrmi_clip_sample(a->clip, seconds, &one);
    vrmi_clip_sample(b->clip, seconds, &two);
    test_note("at %.9g s", seconds);
    CHECK(have_same_bits(&one, &two));
    CHECK_INT(one.parts, two.parts);
    CHECK_INT(one.presets, two.presets);
    CHECK_INT(one.custom_count, two.custom_count);
    for (uint32_t i = 0; i < one.custom_count && i < two.custom_count; ++i) {
        CHECK_TEXT(customs[1][i].name.data, customs[0][i].name.data);
        CHECK(customs[1][i].weight == customs[0][i].weight);
    }
    CHECK_NEAR(two.hips.x, one.hips.x, 1e-6);
    CHECK_NEAR(two.hips.y, one.hips.y, 1e-6);
    CHECK_NEAR(two.hips.z, one.hips.z, 1e-6);
    CHECK_NEAR(two.yaw_degrees, one.yaw_degrees, 1e-6);
    CHECK_NEAR(two.pitch_degrees, one.pitch_degrees, 1e-6);
    test_note(NULL);
}

void check_same_motion(const clip_file *a, const clip_file *b) {
    uint32_t state = 7;
    const double duration = (double)a->info.duration * 1e-9;
    CHECK_INT(a->info.duration, b->info.duration);
    CHECK_NEAR(a->info.hips_height, b->info.hips_height, 1e-7);
    CHECK_TEXT(b->info.name.data, a->info.name.data);
    CHECK_INT(a->info.has_eye_offset, b->info.has_eye_offset);
    CHECK_NEAR(b->info.eye_offset.y, a->info.eye_offset.y, 0);
    for (uint32_t s = 0; s < a->clip->set_count; ++s) {
        const vrmi_clip_set *set = &a->clip->sets[s];
        for (uint32_t k = 0; k < set->key_count; ++k) check_at(a, b, (double)set->times[k]);
    }
    for (int i = 0; i < 500; ++i) check_at(a, b, ((double)noise(&state) + 1) * 0.55 * duration);
}
