/* The mouth of sound: vowels of a simple synthesizer, any samples, and what is learned. */
#include "base/math.h"
#include "live/sound.h"
#include "test.h"
#include "vrm/live.h"

#include <float.h>
#include <string.h>

/* Hashes of the mouths of lv_042: they change with every change of the network or the features. */
#define GOLDEN_LOW UINT64_C(0x815c41fd45e10a56)
#define GOLDEN_HIGH UINT64_C(0x82125b91f1a521f5)

/* --- Listening --- */

static vrm_voice *create(uint32_t rate) {
    vrm_voice_desc desc;
    vrm_voice *voice;
    vrm_voice_desc_init(&desc);
    desc.rate = rate;
    CHECK_INT(vrm_voice_create(&desc, &voice, NULL), VRM_OK);
    return voice;
}

static float weight_of(const vrm_mouth *m, int vowel) {
    const float weights[SOUND_VOWELS] = {m->aa, m->ih, m->ou, m->ee, m->oh};
    return weights[vowel];
}

static float sum(const vrm_mouth *m) { return m->aa + m->ih + m->ou + m->ee + m->oh; }

static int largest(const vrm_mouth *m) {
    int best = 0;
    for (int i = 1; i < SOUND_VOWELS; ++i) {
        if (weight_of(m, i) > weight_of(m, best)) best = i;
    }
    return best;
}

static void check_mouth(const vrm_mouth *m) {
    for (int i = 0; i < SOUND_VOWELS; ++i)
        CHECK(weight_of(m, i) >= 0.0f && weight_of(m, i) <= 1.0f);
    CHECK(sum(m) <= 1.000001f);
}

static vrm_mouth listen(vrm_voice *voice, const float *samples, uint32_t count) {
    vrm_mouth mouth;
    vrm_voice_add(voice, samples, count);
    vrm_voice_get_mouth(voice, &mouth);
    check_mouth(&mouth);
    return mouth;
}

/* The largest weight in the middle of each of the vowels, after all of them were heard once. */
static int count_right(uint32_t rate) {
    sound s = sound_create(rate);
    vrm_voice *voice = create(rate);
    int right = 0;
    for (int round = 0; round < 2; ++round) {
        for (int vowel = 0; vowel < SOUND_VOWELS; ++vowel) {
            vrm_mouth mouth;
            s.count = 0;
            sound_add_silence(&s, 0.1f);
            sound_add_vowel(&s, vowel, 0.4f);
            mouth = listen(voice, s.samples, s.count);
            if (round == 1) right += largest(&mouth) == vowel && sum(&mouth) > 0.4f;
        }
    }
    vrm_voice_destroy(voice);
    sound_free(&s);
    return right;
}

TEST(lv_041_synthetic_vowels_open_the_mouth_at_every_rate) {
    static const uint32_t rates[] = {16000, 22050, 24000, 44100, 48000};
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; ++i) {
        CHECK_INT(count_right(rates[i]), SOUND_VOWELS);
    }
}

TEST(lv_041_silence_closes_the_mouth) {
    sound s = sound_create(16000);
    vrm_voice *voice = create(16000);
    vrm_mouth mouth;
    sound_add_vowel(&s, 0, 0.5f);
    mouth = listen(voice, s.samples, s.count);
    CHECK(sum(&mouth) > 0.4f);
    s.count = 0;
    sound_add_silence(&s, 0.2f);
    mouth = listen(voice, s.samples, s.count);
    CHECK(sum(&mouth) == 0.0f);
    vrm_voice_destroy(voice);
    sound_free(&s);
}

/* --- The same result --- */

static sound make_sequence(uint32_t rate) {
    sound s = sound_create(rate);
    for (int i = 0; i < 8; ++i) {
        sound_add_vowel(&s, (i * 3) % SOUND_VOWELS, 0.17f);
        if (i % 3 == 2) sound_add_silence(&s, 0.11f);
    }
    return s;
}

/* A hash of the mouth after each 10 ms. */
static uint64_t hash_of(const sound *s, uint32_t most_block, uint32_t seed) {
    vrm_voice *voice = create(s->rate);
    const uint32_t step = s->rate / 100;
    uint64_t hash = UINT64_C(14695981039346656037);
    for (uint32_t at = 0; at + step <= s->count; at += step) {
        vrm_mouth mouth;
        for (uint32_t done = 0; done < step;) {
            uint32_t block = most_block;
            if (seed != 0) block = 1 + (seed = seed * 1664525u + 1013904223u) % most_block;
            if (block > step - done) block = step - done;
            vrm_voice_add(voice, s->samples + at + done, block);
            done += block;
        }
        vrm_voice_get_mouth(voice, &mouth);
        for (int i = 0; i < SOUND_VOWELS; ++i) {
            hash = (hash ^ vrmi_float_bits(weight_of(&mouth, i))) * UINT64_C(1099511628211);
        }
    }
    vrm_voice_destroy(voice);
    return hash;
}

TEST(lv_042_any_block_size_gives_the_same_bits) {
    static const uint32_t rates[] = {16000, 44100, 48000};
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; ++i) {
        const sound s = make_sequence(rates[i]);
        const uint64_t whole = hash_of(&s, UINT32_MAX, 0);
        CHECK(hash_of(&s, 1, 0) == whole);
        CHECK(hash_of(&s, 7, 3) == whole);
        CHECK(hash_of(&s, 1000, 5) == whole);
        sound_free(&s);
    }
}

/* Of 16,000 and of 48,000 samples per second, on every processor. */
TEST(lv_042_the_bits_are_those_of_every_processor) {
    const sound low = make_sequence(16000), high = make_sequence(48000);
    CHECK(hash_of(&low, 160, 0) == GOLDEN_LOW);
    CHECK(hash_of(&high, 480, 0) == GOLDEN_HIGH);
    sound_free(&low);
    sound_free(&high);
}

TEST(lv_042_a_reset_forgets_the_sound_alone) {
    const sound s = make_sequence(16000);
    vrm_voice *voice = create(16000);
    vrm_voice_calibration before, after;
    vrm_mouth first, second;
    listen(voice, s.samples, s.count);
    vrm_voice_get_calibration(voice, &before);
    vrm_voice_reset(voice);
    vrm_voice_get_mouth(voice, &first);
    CHECK(sum(&first) == 0.0f);
    vrm_voice_get_calibration(voice, &after);
    CHECK(memcmp(&before, &after, sizeof before) == 0 && after.seconds > 0.5f);
    first = listen(voice, s.samples, 5000);
    vrm_voice_reset(voice);
    CHECK_INT(vrm_voice_set_calibration(voice, &before), 1);
    second = listen(voice, s.samples, 5000);
    CHECK(memcmp(&first, &second, sizeof first) == 0);
    vrm_voice_destroy(voice);
    sound_free(&s);
}

/* --- Any samples --- */

TEST(lv_043_hostile_samples_are_harmless) {
    const float wrong[] = {
        (float)NAN, (float)INFINITY, -(float)INFINITY, FLT_MAX, -FLT_MAX, 1e-45f, 0.0f, 1.0f,
        -1.0f};
    const sound s = make_sequence(16000);
    vrm_voice *voice = create(16000);
    vrm_voice_calibration calibration;
    uint32_t seed = 9;
    vrm_mouth mouth;
    for (int i = 0; i < 40000; ++i) {
        const float sample = wrong[(seed = seed * 1664525u + 1013904223u) / 477218589u];
        if (i % 100 == 0) mouth = listen(voice, &sample, 1);
        vrm_voice_add(voice, &sample, 1);
    }
    vrm_voice_get_calibration(voice, &calibration);
    CHECK_INT(vrm_voice_set_calibration(voice, &calibration), 1);
    for (int i = 0; i < 30; ++i) mouth = listen(voice, s.samples, s.count);
    CHECK(sum(&mouth) >= 0.0f);
    vrm_voice_destroy(voice);
    sound_free(&s);
}

/* Pieces of 20 to 200 ms: a vowel at any loudness, noise or silence. */
static void add_random_piece(sound *s, uint32_t *seed) {
    const uint32_t kind = (*seed = *seed * 1664525u + 1013904223u) >> 29, from = s->count;
    const float seconds = 0.02f * (float)(1 + (*seed >> 16) % 10);
    const float loudness = 0.05f + 0.95f * (float)(*seed >> 8 & 255) / 255.0f;
    if (kind < SOUND_VOWELS) {
        sound_add_vowel(s, (int)kind, seconds);
    } else {
        sound_add_silence(s, seconds);
    }
    for (uint32_t i = from; i < s->count; ++i) {
        *seed = *seed * 1664525u + 1013904223u;
        if (kind == SOUND_VOWELS) s->samples[i] = (float)(int32_t)*seed / 2147483648.0f;
        s->samples[i] *= loudness;
    }
}

/* A speaker whose other vowels all sound like ou: the network cannot tell them apart. */
static void learn_one_sound(vrm_voice *voice) {
    for (int vowel = 0; vowel < SOUND_VOWELS; ++vowel) {
        sound s = sound_create(16000);
        sound_add_vowel(&s, vowel == 0 ? 0 : 2, 2.0f);
        vrm_voice_set_vowel(voice, (vrm_preset)(VRM_PRESET_AA + vowel));
        listen(voice, s.samples, s.count);
        sound_free(&s);
    }
    vrm_voice_set_vowel(voice, VRM_NONE);
}

/* Twenty seconds each, looked at every 10 ms: whatever vowel follows another. */
TEST(lv_043_the_weights_of_any_sounds_have_a_sum_of_1_at_most) {
    for (uint32_t seed = 1; seed <= 4; ++seed) {
        sound s = sound_create(16000);
        vrm_voice *voice = create(16000);
        uint32_t state = seed, full = 0;
        if (seed % 2 == 0) learn_one_sound(voice);
        while (s.count < 320000) add_random_piece(&s, &state);
        for (uint32_t at = 0; at + 160 <= s.count; at += 160) {
            const vrm_mouth mouth = listen(voice, s.samples + at, 160);
            full += sum(&mouth) > 0.95f;
        }
        CHECK(full > 20);
        vrm_voice_destroy(voice);
        sound_free(&s);
    }
}

/* --- Calibration --- */

/* A person whose oh sounds like another's ou: it is learned in two seconds, and kept. */
TEST(lv_044_a_vowel_is_learned_stored_and_loaded) {
    sound s = sound_create(16000);
    vrm_voice *voice = create(16000), *next = create(16000);
    vrm_voice_calibration stored;
    vrm_mouth before, learned, loaded;
    sound_add_vowel(&s, 2, 2.0f);
    before = listen(voice, s.samples, s.count);
    CHECK_INT(largest(&before), 2);
    vrm_voice_set_vowel(voice, VRM_PRESET_OH);
    listen(voice, s.samples, s.count);
    vrm_voice_set_vowel(voice, VRM_NONE);
    learned = listen(voice, s.samples, s.count);
    CHECK_INT(largest(&learned), 4);
    vrm_voice_get_calibration(voice, &stored);
    CHECK_NEAR(stored.vowel_seconds[4], 1.97, 0.05);
    CHECK(stored.vowel_seconds[2] == 0.0f && stored.seconds > 3.0f);
    CHECK_INT(vrm_voice_set_calibration(next, &stored), 1);
    loaded = listen(next, s.samples, s.count);
    CHECK_INT(largest(&loaded), 4);
    CHECK_INT(vrm_voice_set_calibration(next, NULL), 1);
    vrm_voice_reset(next);
    loaded = listen(next, s.samples, s.count);
    CHECK_INT(largest(&loaded), 2);
    vrm_voice_destroy(voice);
    vrm_voice_destroy(next);
    sound_free(&s);
}

TEST(lv_044_a_wrong_calibration_is_refused) {
    vrm_voice *voice = create(16000);
    vrm_voice_calibration good, bad;
    vrm_voice_get_calibration(voice, &good);
    CHECK_INT(vrm_voice_set_calibration(voice, &good), 1);
    bad = good;
    bad.version += 1;
    CHECK_INT(vrm_voice_set_calibration(voice, &bad), 0);
    for (int i = 0; i < VRM_VOICE_CALIBRATION_VALUES; ++i) {
        bad = good;
        bad.values[i] = (float)NAN;
        CHECK_INT(vrm_voice_set_calibration(voice, &bad), 0);
        bad.values[i] = 1e9f;
        CHECK_INT(vrm_voice_set_calibration(voice, &bad), 0);
    }
    bad = good;
    bad.values[0] = -1.0f;
    CHECK_INT(vrm_voice_set_calibration(voice, &bad), 0);
    vrm_voice_destroy(voice);
}

TEST(lv_045_a_voice_that_cannot_be_is_refused) {
    static const uint32_t wrong[] = {0, 7999, 192001, UINT32_MAX};
    vrm_voice *voice = create(192000);
    vrm_voice_desc desc;
    vrm_report *report;
    vrm_mouth mouth = {1.0f, 1.0f, 1.0f, 1.0f, 1.0f};
    vrm_voice_destroy(voice);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        vrm_voice_desc_init(&desc);
        desc.rate = wrong[i];
        CHECK_INT(vrm_voice_create(&desc, &voice, &report), VRM_ERROR_INVALID_ARGUMENT);
        CHECK(voice == NULL && report != NULL);
        vrm_report_destroy(report);
    }
    vrm_voice_desc_init(&desc);
    desc.reserved2 = 1;
    CHECK_INT(vrm_voice_create(&desc, &voice, NULL), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_voice_create(NULL, NULL, NULL), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_voice_create(NULL, &voice, NULL), VRM_OK);
    vrm_voice_add(voice, NULL, 5);
    vrm_voice_set_vowel(voice, VRM_PRESET_HAPPY);
    vrm_voice_destroy(voice);
    vrm_voice_add(NULL, &mouth.aa, 1);
    vrm_voice_get_mouth(NULL, &mouth);
    CHECK(sum(&mouth) == 0.0f);
    vrm_voice_reset(NULL);
    vrm_voice_set_vowel(NULL, VRM_NONE);
    vrm_voice_get_calibration(NULL, NULL);
    CHECK_INT(vrm_voice_set_calibration(NULL, NULL), 0);
    vrm_voice_destroy(NULL);
}

TEST_SUITE(voice_sound, ENTRY(lv_041_synthetic_vowels_open_the_mouth_at_every_rate),
           ENTRY(lv_041_silence_closes_the_mouth), ENTRY(lv_042_any_block_size_gives_the_same_bits),
           ENTRY(lv_042_the_bits_are_those_of_every_processor),
           ENTRY(lv_042_a_reset_forgets_the_sound_alone),
           ENTRY(lv_043_hostile_samples_are_harmless),
           ENTRY(lv_043_the_weights_of_any_sounds_have_a_sum_of_1_at_most),
           ENTRY(lv_044_a_vowel_is_learned_stored_and_loaded),
           ENTRY(lv_044_a_wrong_calibration_is_refused),
           ENTRY(lv_045_a_voice_that_cannot_be_is_refused));
