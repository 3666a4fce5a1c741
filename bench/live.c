/*
 * What avatars that talk, and the protocol VMC, cost:
 *
 *   idle       vrm_companion_update, of a companion that waits
 *   speaking   the same, with an emotion and phonemes
 *   sound      vrm_companion_say_samples, of 1/60 second of a vowel, and vrm_companion_update
 *   voice      vrm_voice_add, of one second of a vowel
 *   encode     vrm_vmc_sender_write, of 55 bones and 52 custom weights in bundles
 *   decode     vrm_vmc_receiver_add, of its datagrams, and vrm_vmc_receiver_read_pose
 *
 * Microseconds of a processor's time; the lower tenth of 600 runs. With the name of a row, only
 * that is done: for valgrind --tool=callgrind --toggle-collect=FUNCTION.
 *
 *   live [FILE] [ROW]
 */
#include "vrm/live.h"
#include "clock.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FRAME INT64_C(16666667)
#define SAMPLES VRM_BENCH_SAMPLES "/character-1.0.vrm"

enum { RATE = 48000, BLOCK = RATE / 60, ROUNDS = 600, WEIGHTS = 52 };

typedef struct subject {
    vrm_model *model;
    vrm_avatar *avatar;
    vrm_companion *companion;
    vrm_voice *voice;
    vrm_speech *speech;
    vrm_vmc_sender *sender;
    vrm_vmc_receiver *receiver;
    vrm_pose pose;
    vrm_custom_weight weights[WEIGHTS], read_weights[WEIGHTS];
    float samples[RATE];
    int64_t now;
    int frame;
} subject;

/* --- What is measured; each returns how much it made: bytes, or weights --- */

static size_t update(subject *s) {
    s->now += FRAME;
    vrm_companion_update(s->companion, s->avatar, NULL, s->now);
    return 0;
}

static void begin_speech(subject *s) {
    const vrm_companion_tag tag = {VRM_COMPANION_TAG_EMOTION, VRM_PRESET_HAPPY, 0, 0.7f, 0};
    if (s->frame % 60 != 0) return;
    vrm_companion_be_silent(s->companion);
    vrm_companion_say(s->companion, s->speech, s->now);
    vrm_companion_cue(s->companion, &tag, s->now);
}

static size_t say(subject *s) {
    vrm_companion_say_samples(s->companion, s->voice, s->samples + s->frame % 60 * BLOCK, BLOCK);
    return update(s);
}

static size_t listen(subject *s) {
    vrm_voice_add(s->voice, s->samples, RATE);
    return 0;
}

static size_t encode(subject *s) {
    const uint32_t count = vrm_vmc_sender_write(s->sender, &s->pose, NULL, (float)s->frame / 60.0f);
    size_t all = 0, size;
    for (uint32_t i = 0; i < count; ++i) {
        vrm_vmc_sender_datagram(s->sender, i, &size);
        all += size;
    }
    return all;
}

static void begin_decode(subject *s) { encode(s); }

static size_t decode(subject *s) {
    vrm_pose pose;
    size_t size;
    const void *bytes;
    for (uint32_t i = 0; (bytes = vrm_vmc_sender_datagram(s->sender, i, &size)) != NULL; ++i) {
        vrm_vmc_receiver_add(s->receiver, bytes, size, s->now);
    }
    vrm_pose_init(&pose);
    pose.customs = s->read_weights;
    pose.custom_capacity = WEIGHTS;
    vrm_vmc_receiver_read_pose(s->receiver, &pose);
    return pose.custom_count;
}

static const struct {
    const char *name;
    void (*begin)(subject *s); /* not measured; NULL: nothing */
    size_t (*run)(subject *s);
} rows[] = {
    {"idle", NULL, update},  {"speaking", begin_speech, update}, {"sound", NULL, say},
    {"voice", NULL, listen}, {"encode", NULL, encode},           {"decode", begin_decode, decode},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* --- The subject --- */

/* 120 pulses per second through a resonance: as loud as a voice. */
static void make_vowel(float *samples) {
    float last = 0.0f, before = 0.0f;
    for (int i = 0; i < RATE; ++i) {
        const float value = (i % (RATE / 120) == 0 ? 0.5f : 0.0f) + 1.97f * last - 0.98f * before;
        before = last;
        last = value;
        samples[i] = 0.1f * value;
    }
}

static void make_pose(subject *s) {
    static char names[WEIGHTS][40];
    vrm_pose_init(&s->pose);
    for (int i = 0; i < VRM_BONE_COUNT; ++i) {
        s->pose.rotations[i] = (vrm_quat){0.1f, 0.1f + 0.01f * (float)i, 0.2f, 0.9f};
        s->pose.bones |= VRM_BONE_BIT(i);
    }
    for (int i = 0; i < WEIGHTS; ++i) {
        const char *name = vrm_face_shape_name(i);
        memcpy(names[i], name, strlen(name) + 1);
        s->weights[i].name = (vrm_string){names[i], (uint32_t)strlen(name)};
        s->weights[i].weight = 0.01f * (float)i;
        s->weights[i].custom = VRM_NONE;
    }
    s->pose.customs = s->weights;
    s->pose.custom_count = s->pose.custom_capacity = WEIGHTS;
}

static bool make_speech(subject *s) {
    static const char *const symbols[] = {"h", "ə", "l", "ˈoʊ", "m", "ˈaɪ", "p"};
    enum { COUNT = sizeof symbols / sizeof symbols[0] };
    vrm_phoneme phonemes[COUNT];
    vrm_speech_desc desc;
    memset(phonemes, 0, sizeof phonemes);
    for (int i = 0; i < COUNT; ++i) {
        phonemes[i].start = i * 8 * FRAME;
        phonemes[i].end = (i + 1) * 8 * FRAME;
        phonemes[i].symbol = (vrm_string){symbols[i], (uint32_t)strlen(symbols[i])};
    }
    vrm_speech_desc_init(&desc);
    desc.phonemes = phonemes;
    desc.phoneme_count = COUNT;
    return vrm_speech_create(&desc, &s->speech, NULL) == VRM_OK;
}

static bool open_subject(subject *s, const char *path) {
    vrm_voice_desc voice;
    memset(s, 0, sizeof *s);
    make_vowel(s->samples);
    make_pose(s);
    vrm_voice_desc_init(&voice);
    voice.rate = RATE;
    return vrm_model_load_file(path, NULL, &s->model, NULL) == VRM_OK &&
           vrm_avatar_create(s->model, NULL, &s->avatar, NULL) == VRM_OK &&
           vrm_companion_create(s->model, NULL, &s->companion, NULL) == VRM_OK &&
           vrm_voice_create(&voice, &s->voice, NULL) == VRM_OK && make_speech(s) &&
           vrm_vmc_sender_create(NULL, &s->sender, NULL) == VRM_OK &&
           vrm_vmc_receiver_create(NULL, &s->receiver, NULL) == VRM_OK;
}

static void close_subject(subject *s) {
    vrm_vmc_receiver_destroy(s->receiver);
    vrm_vmc_sender_destroy(s->sender);
    vrm_companion_destroy(s->companion);
    vrm_speech_destroy(s->speech);
    vrm_voice_destroy(s->voice);
    vrm_avatar_destroy(s->avatar);
    vrm_model_release(s->model);
}

/* Microseconds, and the bytes of the last one. */
static double run(subject *s, int row, size_t *bytes) {
    double start;
    if (rows[row].begin != NULL) rows[row].begin(s);
    start = bench_thread_now();
    *bytes = rows[row].run(s);
    return (bench_thread_now() - start) / 1000.0;
}

static void measure(subject *s, int row) {
    static double times[ROUNDS];
    const double rate = rows[row].run == listen ? 1.0 : 60.0;
    size_t bytes = 0;
    for (s->frame = 0; s->frame < ROUNDS; ++s->frame) times[s->frame] = run(s, row, &bytes);
    bench_median(times, ROUNDS);
    printf("%-9s %12.2f %9.3f %%", rows[row].name, times[ROUNDS / 10],
           times[ROUNDS / 10] * rate / 1e4);
    if (rows[row].run == encode) printf("   %zu bytes", bytes);
    if (rows[row].run == decode) printf("   %zu weights", bytes);
    printf("\n");
}

int main(int argc, char **argv) {
    static subject s;
    const bool is_open = open_subject(&s, argc > 1 ? argv[1] : SAMPLES);
    if (!is_open) fprintf(stderr, "live: the avatar cannot be loaded\n");
    if (is_open) printf("%-9s %12s %11s\n", "", "microseconds", "of a core");
    for (int row = 0; is_open && row < ROWS; ++row) {
        if (argc <= 2 || strcmp(argv[2], rows[row].name) == 0) measure(&s, row);
    }
    close_subject(&s);
    return is_open ? 0 : 1;
}
