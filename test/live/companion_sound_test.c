/* Companions that speak with samples. */
#include "live/companion_stage.h"
#include "live/sound.h"
#include "test.h"

#include <string.h>

enum { RATE = 16000, VOWEL_FRAMES = 24, ROUND_FRAMES = 6 * VOWEL_FRAMES };

static vrm_voice *create(uint32_t rate, const vrm_allocator *allocator) {
    vrm_voice_desc desc;
    vrm_voice *voice;
    vrm_voice_desc_init(&desc);
    desc.rate = rate;
    desc.allocator = allocator;
    CHECK_INT(vrm_voice_create(&desc, &voice, NULL), VRM_OK);
    return voice;
}

/* Five vowels and silence, 0.4 seconds each, twice. */
static sound make_sound(uint32_t rate) {
    sound s = sound_create(rate);
    for (int round = 0; round < 2; ++round) {
        for (int vowel = 0; vowel < SOUND_VOWELS; ++vowel) sound_add_vowel(&s, vowel, 0.4f);
        sound_add_silence(&s, 0.4f);
    }
    return s;
}

/* How many samples are heard before a frame of 60 per second. */
static uint32_t heard(const sound *s, uint32_t frame) {
    const uint32_t count = (uint32_t)((uint64_t)frame * s->rate / 60);
    return count < s->count ? count : s->count;
}

static int largest(const vrm_mouth *m) {
    const float weights[SOUND_VOWELS] = {m->aa, m->ih, m->ou, m->ee, m->oh};
    int best = 0;
    for (int i = 1; i < SOUND_VOWELS; ++i) {
        if (weights[i] > weights[best]) best = i;
    }
    return best;
}

/* The samples of a frame, in blocks of at most this size. */
static void say_frame(stage *s, vrm_voice *voice, const sound *vowels, uint32_t frame,
                      uint32_t most) {
    const uint32_t end = heard(vowels, frame + 1);
    for (uint32_t at = heard(vowels, frame); at < end;) {
        const uint32_t count = end - at < most ? end - at : most;
        vrm_companion_say_samples(s->companion, voice, vowels->samples + at, count);
        at += count;
    }
    stage_step(s, NULL);
}

static void check_vowels(uint32_t rate) {
    sound vowels = make_sound(rate);
    vrm_voice *voice = create(rate, NULL);
    stage s;
    int right = 0;
    if (stage_open(&s, "1.0", 1)) {
        for (uint32_t frame = 0; frame < 2 * ROUND_FRAMES; ++frame) {
            const int vowel = (int)(frame % ROUND_FRAMES / VOWEL_FRAMES);
            vrm_mouth mouth;
            say_frame(&s, voice, &vowels, frame, UINT32_MAX);
            vrm_voice_get_mouth(voice, &mouth);
            CHECK(stage_sum(&s.status.mouth) <= 1.000001f);
            if (frame % VOWEL_FRAMES != VOWEL_FRAMES - 1) continue;
            CHECK_NEAR(stage_sum(&s.status.mouth), stage_sum(&mouth), 0.1);
            CHECK_NEAR(stage_shown_mouth(&s), stage_sum(&s.status.mouth), 1e-5);
            if (vowel == SOUND_VOWELS) {
                CHECK(stage_sum(&s.status.mouth) == 0.0f);
                continue;
            }
            CHECK(s.status.speaking > 0.5f);
            CHECK(stage_sum(&s.status.mouth) > 0.4f);
            right += largest(&s.status.mouth) == vowel;
        }
        CHECK(right >= 2 * SOUND_VOWELS - 2); /* the first ones are those of a stranger */
        stage_close(&s);
    }
    vrm_voice_destroy(voice);
    sound_free(&vowels);
}

TEST(lv_075_samples_move_the_mouth_and_silence_closes_it) {
    check_vowels(RATE);
    check_vowels(48000);
}

TEST(lv_075_any_blocks_give_the_same_bits) {
    sound vowels = make_sound(RATE);
    vrm_voice *first = create(RATE, NULL), *second = create(RATE, NULL);
    stage a, b;
    uint64_t hash = 0, other = 0;
    if (stage_open(&a, "1.0", 7)) {
        REQUIRE(stage_open(&b, "1.0", 7));
        for (uint32_t frame = 0; frame < ROUND_FRAMES; ++frame) {
            say_frame(&a, first, &vowels, frame, UINT32_MAX);
            say_frame(&b, second, &vowels, frame, 1 + frame % 97);
            hash = stage_hash(&a, hash);
            other = stage_hash(&b, other);
        }
        CHECK(hash == other);
        stage_close(&a);
        stage_close(&b);
    }
    vrm_voice_destroy(first);
    vrm_voice_destroy(second);
    sound_free(&vowels);
}

/* The microphone is switched off in the middle of a vowel, or somebody interrupts. */
TEST(lv_075_the_mouth_closes_when_samples_end) {
    sound vowels = make_sound(RATE);
    vrm_voice *voice = create(RATE, NULL);
    stage s;
    if (stage_open(&s, "0.x", 1)) {
        for (uint32_t frame = 0; frame < 20; ++frame) {
            say_frame(&s, voice, &vowels, frame, UINT32_MAX);
        }
        CHECK(stage_sum(&s.status.mouth) > 0.4f);
        vrm_companion_say_samples(s.companion, voice, vowels.samples, 0);
        vrm_companion_say_samples(s.companion, voice, NULL, 100);
        vrm_companion_say_samples(s.companion, NULL, vowels.samples, 100);
        vrm_companion_say_samples(NULL, voice, vowels.samples, 100);
        stage_run(&s, 0.3);
        CHECK(stage_sum(&s.status.mouth) == 0.0f);
        for (uint32_t frame = 0; frame < 20; ++frame) {
            say_frame(&s, voice, &vowels, frame, UINT32_MAX);
        }
        CHECK(stage_sum(&s.status.mouth) > 0.4f);
        vrm_companion_be_silent(s.companion);
        stage_run(&s, 0.1);
        CHECK(stage_sum(&s.status.mouth) == 0.0f);
        stage_close(&s);
    }
    vrm_voice_destroy(voice);
    sound_free(&vowels);
}

TEST(lv_074_samples_allocate_nothing) {
    sound vowels = make_sound(48000);
    counting counter;
    vrm_companion_desc desc;
    vrm_companion *companion;
    vrm_voice *voice;
    stage s;
    int64_t allocations;
    counting_init(&counter, -1);
    if (stage_open(&s, "1.0", 1)) {
        vrm_companion_desc_init(&desc);
        desc.allocator = &counter.allocator;
        CHECK_INT(vrm_companion_create(s.actor.file.model, &desc, &companion, NULL), VRM_OK);
        voice = create(48000, &counter.allocator);
        allocations = counter.count;
        for (uint32_t frame = 0; frame < ROUND_FRAMES; ++frame) {
            const uint32_t at = heard(&vowels, frame);
            vrm_companion_say_samples(companion, voice, vowels.samples + at,
                                      heard(&vowels, frame + 1) - at);
            vrm_companion_update(companion, s.actor.avatar, NULL, s.now + frame * STAGE_FRAME);
        }
        CHECK_INT(counter.count, allocations);
        vrm_voice_destroy(voice);
        vrm_companion_destroy(companion);
        CHECK_INT(counter.live, 0);
        stage_close(&s);
    }
    sound_free(&vowels);
}

TEST_SUITE(companion_sound, ENTRY(lv_075_samples_move_the_mouth_and_silence_closes_it),
           ENTRY(lv_075_any_blocks_give_the_same_bits),
           ENTRY(lv_075_the_mouth_closes_when_samples_end), ENTRY(lv_074_samples_allocate_nothing));
