/*
 * A .wav file, and the mouth of its sound. The first byte is the size of blocks (0: 256), the
 * second is which allocation fails (0: none); bit 128 of it makes the rest raw floats.
 */
#include "apps/vrm/wav.h"
#include "fuzz.h"

#include <vrm/live.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SOUND_HEADER = 2, SOUND_RAW = 128, SOUND_MOST = 20000, SOUND_BLOCK = 256 };

static void sound_check(const vrm_voice *voice) {
    vrm_mouth m;
    vrm_voice_get_mouth(voice, &m);
    const float weights[] = {m.aa, m.ih, m.ou, m.ee, m.oh};
    for (int i = 0; i < 5; ++i) {
        if (!(weights[i] >= 0.0f && weights[i] <= 1.0f)) fuzz_fail("weights are from 0 to 1");
    }
    if (!(m.aa + m.ih + m.ou + m.ee + m.oh <= 1.00001f)) fuzz_fail("the sum is at most 1");
}

/* Blocks of one size, and one sample at a time, give the same. */
static void sound_listen(vrm_voice *voice, const float *samples, uint32_t count, uint32_t block) {
    static const vrm_preset vowels[] = {VRM_NONE, VRM_PRESET_AA, VRM_PRESET_OH};
    vrm_voice_calibration calibration, again;
    vrm_mouth first, second;
    for (uint32_t at = 0; at < count; at += block) {
        vrm_voice_set_vowel(voice, vowels[at / 4096 % 3]);
        vrm_voice_add(voice, samples + at, count - at < block ? count - at : block);
        sound_check(voice);
    }
    vrm_voice_set_vowel(voice, VRM_NONE);
    vrm_voice_get_calibration(voice, &calibration);
    if (vrm_voice_set_calibration(voice, &calibration) != 1) fuzz_fail("what was learned is valid");
    vrm_voice_reset(voice);
    vrm_voice_add(voice, samples, count);
    vrm_voice_get_mouth(voice, &first);
    vrm_voice_reset(voice);
    if (vrm_voice_set_calibration(voice, &calibration) != 1) fuzz_fail("it stays valid");
    for (uint32_t i = 0; i < count; ++i) vrm_voice_add(voice, samples + i, 1);
    vrm_voice_get_mouth(voice, &second);
    vrm_voice_get_calibration(voice, &again);
    if (memcmp(&first, &second, sizeof first) != 0) fuzz_fail("the size of blocks changes nothing");
}

static void sound_run(const float *samples, uint32_t count, uint32_t rate, uint32_t block,
                      int64_t fail_at) {
    fuzz_memory memory = {fail_at, 0, 0};
    const vrm_allocator allocator = {fuzz_allocate, fuzz_release, &memory};
    vrm_voice_desc desc;
    vrm_voice *voice;
    vrm_result result;
    vrm_voice_desc_init(&desc);
    desc.allocator = &allocator;
    desc.rate = rate;
    result = vrm_voice_create(&desc, &voice, NULL);
    if ((result == VRM_OK) != (voice != NULL)) fuzz_fail("a voice or a failure");
    if (result == VRM_ERROR_INVALID_ARGUMENT) fuzz_fail("what was read is right");
    if (voice != NULL) sound_listen(voice, samples, count, block);
    vrm_voice_destroy(voice);
    if (memory.live != 0) fuzz_fail("all memory is released");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static float samples[SOUND_MOST];
    uint32_t count = 0, block, rate = 16000;
    int64_t fail_at;
    wav_sound sound;
    if (size < SOUND_HEADER) return 0;
    block = data[0] != 0 ? data[0] : SOUND_BLOCK;
    fail_at = (data[1] & ~SOUND_RAW) != 0 ? (data[1] & ~SOUND_RAW) - 1 : -1;
    if ((data[1] & SOUND_RAW) != 0) {
        size = (size - SOUND_HEADER) / sizeof(float);
        count = size < SOUND_MOST ? (uint32_t)size : SOUND_MOST;
        if (count > 0) memcpy(samples, data + SOUND_HEADER, count * sizeof(float));
    } else {
        if (!wav_open(data + SOUND_HEADER, size - SOUND_HEADER, &sound)) return 0;
        rate = sound.rate;
        for (; count < sound.count && count < SOUND_MOST; ++count) {
            samples[count] = wav_sample(&sound, count);
        }
    }
    sound_run(samples, count, rate, block, fail_at);
    return 0;
}
