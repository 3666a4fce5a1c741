/*
 * Phonemes as text, or as records of the bytes, and the mouth that they give. The first byte is the
 * alphabet, and records instead of text (128); the second is which allocation fails (0: none).
 */
#include "fuzz.h"

#include <vrm/live.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { VOICE_HEADER = 2, VOICE_RECORDS = 128, VOICE_MOST = 256, VOICE_RECORD = 28 };
#define VOICE_STEP INT64_C(5000000)

static void voice_check_step(const vrm_mouth *from, const vrm_mouth *to) {
    const float a[] = {from->aa, from->ih, from->ou, from->ee, from->oh};
    const float b[] = {to->aa, to->ih, to->ou, to->ee, to->oh};
    for (int i = 0; i < 5; ++i) {
        const float change = b[i] > a[i] ? b[i] - a[i] : a[i] - b[i];
        if (!(b[i] >= 0.0f && b[i] <= 1.0f)) fuzz_fail("weights are from 0 to 1");
        if (!(change <= 12.0f * 0.005f)) fuzz_fail("no weight changes faster than 12 per second");
    }
    if (!(b[0] + b[1] + b[2] + b[3] + b[4] <= 1.00001f)) fuzz_fail("the sum is at most 1");
}

/* Around the start of some phonemes, and at the ends of time. */
static void voice_sample(const vrm_speech *speech, const vrm_phoneme *phonemes, uint32_t count) {
    static const int64_t ends[] = {INT64_MIN, INT64_MIN + 1, -1, 0, INT64_MAX - 1, INT64_MAX};
    const vrm_mouth closed = {0};
    vrm_mouth last, mouth;
    if (vrm_speech_get_info(speech)->end < vrm_speech_get_info(speech)->start) {
        fuzz_fail("a speech ends after its start");
    }
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; ++i) {
        vrm_speech_sample(speech, ends[i], &mouth);
        voice_check_step(&mouth, &mouth);
    }
    vrm_speech_sample(speech, INT64_MAX, &mouth);
    voice_check_step(&closed, &mouth);
    for (uint32_t i = 0; i < count; i += 1 + count / 16) {
        vrm_speech_sample(speech, phonemes[i].start - 20 * VOICE_STEP, &last);
        for (int k = -19; k < 20; ++k) {
            vrm_speech_sample(speech, phonemes[i].start + k * VOICE_STEP, &mouth);
            voice_check_step(&last, &mouth);
            last = mouth;
        }
    }
}

static void voice_speak(const vrm_phoneme *phonemes, uint32_t count, vrm_alphabet alphabet,
                        int64_t fail_at, bool is_good) {
    fuzz_memory memory = {fail_at, 0, 0};
    const vrm_allocator allocator = {fuzz_allocate, fuzz_release, &memory};
    vrm_speech_desc desc;
    vrm_speech *speech;
    vrm_report *report;
    vrm_result result;
    vrm_speech_desc_init(&desc);
    desc.allocator = &allocator;
    desc.phonemes = phonemes;
    desc.phoneme_count = count;
    desc.alphabet = alphabet;
    result = vrm_speech_create(&desc, &speech, &report);
    if ((result == VRM_OK) != (speech != NULL)) fuzz_fail("a speech or a failure");
    if (is_good && result == VRM_ERROR_INVALID_ARGUMENT) fuzz_fail("what was read is right");
    if (report == NULL) fuzz_fail("there is a report");
    vrm_report_destroy(report);
    if (speech != NULL) voice_sample(speech, phonemes, count);
    vrm_speech_destroy(speech);
    if (memory.live != 0) fuzz_fail("all memory is released");
}

static void voice_read(const uint8_t *text, size_t size, vrm_alphabet alphabet, int64_t fail_at) {
    vrm_phoneme phonemes[VOICE_MOST];
    vrm_phonemes_info info, counted;
    const vrm_result result = vrm_phonemes_read(text, size, phonemes, VOICE_MOST, &info);
    const vrm_result again = vrm_phonemes_read(text, size, NULL, 0, &counted);
    if (result != again || info.count != counted.count || info.line != counted.line) {
        fuzz_fail("the capacity changes nothing else");
    }
    if ((result == VRM_OK) != (info.line == 0)) fuzz_fail("a failure has its line");
    if (info.count > VOICE_MOST) info.count = VOICE_MOST;
    if (info.alphabet != VRM_NONE) alphabet = info.alphabet;
    if (result == VRM_OK) voice_speak(phonemes, info.count, alphabet, fail_at, true);
}

/* Records of a start, an end, stress, loudness, and four bytes of a symbol. */
static void voice_read_records(const uint8_t *bytes, size_t size, vrm_alphabet alphabet,
                               int64_t fail_at) {
    vrm_phoneme phonemes[VOICE_MOST];
    uint32_t count = 0;
    for (; size >= VOICE_RECORD && count < VOICE_MOST; size -= VOICE_RECORD, ++count) {
        vrm_phoneme *p = &phonemes[count];
        memcpy(&p->start, bytes, 8);
        memcpy(&p->end, bytes + 8, 8);
        memcpy(&p->stress, bytes + 16, 4);
        memcpy(&p->loudness, bytes + 20, 4);
        p->symbol = (vrm_string){(const char *)bytes + 24, 4};
        bytes += VOICE_RECORD;
    }
    voice_speak(phonemes, count, alphabet, fail_at, false);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    vrm_alphabet alphabet;
    int64_t fail_at;
    if (size < VOICE_HEADER) return 0;
    alphabet = (vrm_alphabet)(data[0] & ~VOICE_RECORDS) % VRM_ALPHABET_COUNT;
    fail_at = data[1] != 0 ? data[1] - 1 : -1;
    if ((data[0] & VOICE_RECORDS) != 0) {
        voice_read_records(data + VOICE_HEADER, size - VOICE_HEADER, alphabet, fail_at);
    } else {
        voice_read(data + VOICE_HEADER, size - VOICE_HEADER, alphabet, fail_at);
    }
    return 0;
}
