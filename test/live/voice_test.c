/* The mouth of timed phonemes: sentences of espeak-ng in three languages, and any phonemes. */
#include "test.h"
#include "vrm/live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FRAME INT64_C(16666667) /* of 60 per second */
#define MS INT64_C(1000000)
#define MOST_PHONEMES 400

typedef struct sentence {
    char text[8192];
    vrm_phoneme phonemes[MOST_PHONEMES];
    vrm_phonemes_info info;
    vrm_speech *speech;
} sentence;

static vrm_speech *create(const vrm_phoneme *phonemes, uint32_t count, vrm_alphabet alphabet) {
    vrm_speech *speech;
    vrm_speech_desc desc;
    vrm_speech_desc_init(&desc);
    desc.phonemes = phonemes;
    desc.phoneme_count = count;
    desc.alphabet = alphabet;
    CHECK_INT(vrm_speech_create(&desc, &speech, NULL), VRM_OK);
    return speech;
}

/* The files lie beside this source. */
static bool open_sentence(const char *language, sentence *out) {
    const char *end = strstr(__FILE__, "voice_test.c");
    char path[1024];
    size_t size;
    FILE *file;
    snprintf(path, sizeof path, "%.*sspeech/%s.txt", end != NULL ? (int)(end - __FILE__) : 0,
             __FILE__, language);
    memset(out, 0, sizeof *out);
    file = fopen(path, "rb");
    if (file == NULL) {
        test_skip("no test/live/speech beside the sources");
        return false;
    }
    size = fread(out->text, 1, sizeof out->text, file);
    fclose(file);
    CHECK(size < sizeof out->text);
    CHECK_INT(vrm_phonemes_read(out->text, size, out->phonemes, MOST_PHONEMES, &out->info), VRM_OK);
    CHECK(out->info.count > 100 && out->info.count <= MOST_PHONEMES);
    CHECK_INT(out->info.alphabet, VRM_ALPHABET_ESPEAK);
    out->speech = create(out->phonemes, out->info.count, out->info.alphabet);
    return CHECK(out->speech != NULL);
}

static float sum(const vrm_mouth *m) { return m->aa + m->ih + m->ou + m->ee + m->oh; }

static const float *weights_of(const vrm_mouth *m) { return (const float *)(const void *)m; }

_Static_assert(sizeof(vrm_mouth) == 5 * sizeof(float), "vrm_mouth has padding");

static bool is_symbol(const vrm_phoneme *p, const char *symbol) {
    return p->symbol.length == strlen(symbol) &&
           memcmp(p->symbol.data, symbol, p->symbol.length) == 0;
}

/* The smallest sum of the frames within a time. They begin at `phase` nanoseconds. */
static float least_sum(const vrm_speech *speech, int64_t start, int64_t end, int64_t phase) {
    float least = 2.0f;
    for (int64_t t = (start - phase + FRAME - 1) / FRAME * FRAME + phase; t <= end; t += FRAME) {
        vrm_mouth mouth;
        vrm_speech_sample(speech, t, &mouth);
        if (sum(&mouth) < least) least = sum(&mouth);
    }
    return least;
}

static const char *const languages[] = {"en", "ja", "es"};

TEST(lv_031_lips_close_in_every_p_b_m) {
    static const int least_count[] = {45, 20, 30};
    for (int i = 0; i < 3; ++i) {
        static sentence s;
        int count = 0;
        if (!open_sentence(languages[i], &s)) return;
        for (uint32_t k = 0; k < s.info.count; ++k) {
            const vrm_phoneme *p = &s.phonemes[k];
            if (!is_symbol(p, "p") && !is_symbol(p, "b") && !is_symbol(p, "m")) continue;
            if (p->end - p->start < 30 * MS) continue;
            ++count;
            test_note("%s, %.3f s", languages[i], (double)p->start * 1e-9);
            for (int64_t phase = 0; phase < FRAME; phase += FRAME / 7) {
                CHECK(least_sum(s.speech, p->start, p->end, phase) <= 0.05f);
            }
        }
        test_note("%s: %d", languages[i], count);
        CHECK(count >= least_count[i]);
        CHECK(vrm_speech_get_info(s.speech)->closure_count >= (uint32_t)count);
        CHECK_INT(vrm_speech_get_info(s.speech)->unknown_count, 0);
        vrm_speech_destroy(s.speech);
    }
    test_note(NULL);
}

/* Written by hand: the viseme of each vowel, apart from the tables of the library. A diphthong has
 * that of its begin. -1: not a vowel. */
static int vowel_of(const vrm_phoneme *p) {
    static const struct {
        const char *symbols;
        int weight;
    } vowels[] = {{" a a# A: V aI aU ", 0}, {" @ @2 ", 0},      {" i i: I I# I2 ", 1},
                  {" u u: U U@ ", 2},       {" e E eI e@ ", 3}, {" o O: 0 O2 oU o@ OI 3 3: ", 4}};
    char wanted[16];
    snprintf(wanted, sizeof wanted, " %.*s ", (int)p->symbol.length, p->symbol.data);
    for (size_t i = 0; i < sizeof vowels / sizeof vowels[0]; ++i) {
        if (strstr(vowels[i].symbols, wanted) != NULL) return vowels[i].weight;
    }
    return -1;
}

static bool is_diphthong(const vrm_phoneme *p) {
    return p->symbol.length == 2 && strchr("IU@", p->symbol.data[1]) != NULL;
}

/* A short closure between vowels, with another short consonant behind it. */
static void check_short_closure(int64_t closure, const char *next, int64_t length) {
    const vrm_phoneme phonemes[] = {
        {0, 500 * MS, {"a", 1}, 1.0f, 0.0f},
        {500 * MS, 500 * MS + closure, {"p", 1}, 0.0f, 0.0f},
        {500 * MS + closure, 500 * MS + closure + length, {next, 1}, 0.0f, 0.0f},
        {500 * MS + closure + length, 1000 * MS, {"a", 1}, 1.0f, 0.0f}};
    vrm_speech *speech = create(phonemes, 4, VRM_ALPHABET_IPA);
    for (int64_t phase = 0; phase < FRAME; phase += MS / 4) {
        CHECK(least_sum(speech, 400 * MS, 700 * MS, phase) <= 0.05f);
    }
    vrm_speech_destroy(speech);
}

TEST(lv_031_the_next_sound_does_not_open_closed_lips) {
    static const int64_t lengths[] = {MS, 5 * MS, 10 * MS, 20 * MS, 80 * MS};
    static const char *const next[] = {"s", "f", "m", "a"};
    for (int i = 0; i < 100; ++i) {
        check_short_closure(lengths[i % 5] < 80 * MS ? lengths[i % 5] : 30 * MS, next[i / 5 % 4],
                            lengths[i / 20]);
    }
}

TEST(lv_032_each_vowel_has_its_own_weight) {
    static const int least_count[] = {65, 45, 55};
    for (int i = 0; i < 3; ++i) {
        static sentence s;
        int count = 0;
        if (!open_sentence(languages[i], &s)) return;
        for (uint32_t k = 0; k < s.info.count; ++k) {
            const vrm_phoneme *p = &s.phonemes[k];
            const int64_t length = p->end - p->start;
            const int vowel = vowel_of(p);
            vrm_mouth mouth;
            if (vowel < 0 || length < 60 * MS) continue;
            ++count;
            vrm_speech_sample(s.speech, p->start + (is_diphthong(p) ? length * 3 / 10 : length / 2),
                              &mouth);
            test_note("%s, %.3f s %.*s: %.2f %.2f %.2f %.2f %.2f", languages[i],
                      (double)p->start * 1e-9, (int)p->symbol.length, p->symbol.data,
                      (double)mouth.aa, (double)mouth.ih, (double)mouth.ou, (double)mouth.ee,
                      (double)mouth.oh);
            for (int other = 0; other < 5; ++other) {
                if (other == vowel) continue;
                CHECK(weights_of(&mouth)[vowel] > weights_of(&mouth)[other]);
            }
        }
        test_note("%s: %d", languages[i], count);
        CHECK(count >= least_count[i]);
        vrm_speech_destroy(s.speech);
    }
    test_note(NULL);
}

/* The largest change in a second, from samples this far apart. */
static float fastest(const vrm_speech *speech, int64_t step) {
    const vrm_speech_info *info = vrm_speech_get_info(speech);
    vrm_mouth last, mouth;
    float most = 0.0f;
    vrm_speech_sample(speech, info->start - 200 * MS, &last);
    for (int64_t t = info->start - 200 * MS; t <= info->end + 200 * MS; t += step) {
        vrm_speech_sample(speech, t, &mouth);
        for (int k = 0; k < 5; ++k) {
            float change = weights_of(&mouth)[k] - weights_of(&last)[k];
            if (change < 0.0f) change = -change;
            if (change > most) most = change;
        }
        last = mouth;
    }
    return most / ((float)step * 1e-9f);
}

TEST(lv_033_no_weight_changes_faster_than_12_per_second) {
    for (int i = 0; i < 3; ++i) {
        static sentence s;
        if (!open_sentence(languages[i], &s)) return;
        test_note("%s", languages[i]);
        CHECK(fastest(s.speech, FRAME) <= 12.0f);
        CHECK(fastest(s.speech, MS) <= 12.0f);
        CHECK(fastest(s.speech, FRAME) > 6.0f); /* it moves */
        vrm_speech_destroy(s.speech);
    }
    test_note(NULL);
}

/* --- Any phonemes --- */

static uint32_t random_state;

static uint32_t random_below(uint32_t limit) {
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) % limit;
}

/* Symbols of the alphabet, and some of others and of none. */
static const char *random_symbol(vrm_alphabet alphabet) {
    static const char *const own[VRM_ALPHABET_COUNT][12] = {
        {"p", "ˈaɪ", "m", "iː", "t͡ʃ", "ʊ", "b", "ə", "f", "w", "s", "oʊ"},
        {"P", "AY1", "M", "IY0", "CH", "UH2", "B", "AH0", "F", "W", "sil", "OW1"},
        {"ぱ", "こん", "キャ", "ん", "ー", "っ", "み", "ふ", "ウ", "、", "ぼう", "せ"},
        {"0", "21", "2", "6", "7", "4", "21", "8", "18", "16", "11", "15"},
        {"p", "a", "my", "i", "ch", "U", "b", "N", "f", "w", "pau", "o"},
        {"p", "aI", "m", "i:", "tS", "U", "b", "u~", "f", "w", "_:", "oU"},
        {"A", "B", "C", "D", "E", "F", "G", "H", "X", "A", "D", "A"}};
    static const char *const odd[] = {"", "\xff\xfe", "???", "a\xcc", "ぱぱぱぱぱぱぱぱぱぱぱぱ",
                                      "_"};
    if (random_below(12) == 0) return odd[random_below(6)];
    return own[alphabet][random_below(12)];
}

static uint32_t random_phonemes(vrm_alphabet alphabet, vrm_phoneme *out) {
    const uint32_t count = random_below(60);
    int64_t at = (int64_t)random_below(2000) * MS - 1000 * MS;
    for (uint32_t i = 0; i < count; ++i) {
        vrm_phoneme *p = &out[i];
        const char *symbol = random_symbol(alphabet);
        const uint32_t kind = random_below(8);
        int64_t length = (int64_t)random_below(kind == 0 ? 3 : kind == 1 ? 900 : 160) * MS;
        if (kind == 2) length = random_below(1000); /* nanoseconds */
        *p = (vrm_phoneme){at, at + length, {symbol, (uint32_t)strlen(symbol)}, 0.0f, 0.0f};
        if (random_below(3) == 0) p->loudness = (float)random_below(101) / 100.0f;
        if (random_below(3) == 0) p->stress = (float)random_below(101) / 100.0f;
        at += random_below(6) == 0 ? length / 2 : length; /* some overlap */
        if (random_below(8) == 0) at += (int64_t)random_below(300) * MS;
    }
    return count;
}

static void check_in_range(const vrm_mouth *mouth) {
    for (int k = 0; k < 5; ++k) {
        CHECK(weights_of(mouth)[k] >= 0.0f && weights_of(mouth)[k] <= 1.0f); /* no NaN either */
    }
    CHECK(sum(mouth) <= 1.00001f);
}

/* A speech without what begins later has the same bits. */
static void check_look_ahead(const vrm_speech *speech, const vrm_phoneme *phonemes, uint32_t count,
                             vrm_alphabet alphabet) {
    const vrm_speech_info *info = vrm_speech_get_info(speech);
    const int64_t length = info->end - info->start;
    for (int i = 0; i < 6 && count > 0; ++i) {
        const int64_t t = info->start + length * i / 6;
        static vrm_phoneme heard[64];
        vrm_mouth whole, part;
        vrm_speech *cut;
        uint32_t kept = 0;
        while (kept < count && phonemes[kept].start <= t + VRM_SPEECH_LOOK_AHEAD) ++kept;
        memcpy(heard, phonemes, kept * sizeof *heard);
        if (kept > 0 && kept < count && heard[kept - 1].end > phonemes[kept].start) {
            heard[kept - 1].end = phonemes[kept].start; /* an overlap ends it */
        }
        cut = create(heard, kept, alphabet);
        vrm_speech_sample(speech, t, &whole);
        vrm_speech_sample(cut, t, &part);
        CHECK(memcmp(&whole, &part, sizeof whole) == 0);
        vrm_speech_destroy(cut);
    }
}

TEST(lv_034_any_phonemes_give_a_mouth) {
    for (uint32_t seed = 1; seed <= 700; ++seed) {
        static vrm_phoneme phonemes[64];
        const vrm_alphabet alphabet = (vrm_alphabet)(seed % VRM_ALPHABET_COUNT);
        const vrm_speech_info *info;
        vrm_speech *speech, *again;
        uint32_t count;
        random_state = seed;
        count = random_phonemes(alphabet, phonemes);
        test_note("seed %u", seed);
        speech = create(phonemes, count, alphabet);
        again = create(phonemes, count, alphabet);
        REQUIRE(speech != NULL && again != NULL);
        info = vrm_speech_get_info(speech);
        for (int64_t t = info->start - 150 * MS; t < info->end + 150 * MS; t += 7 * MS) {
            vrm_mouth first, second;
            vrm_speech_sample(speech, t, &first);
            vrm_speech_sample(again, t, &second);
            check_in_range(&first);
            CHECK(memcmp(&first, &second, sizeof first) == 0);
        }
        CHECK(fastest(speech, FRAME) <= 12.0f);
        CHECK(fastest(speech, 3 * MS) <= 12.0f);
        check_look_ahead(speech, phonemes, count, alphabet);
        vrm_speech_destroy(speech);
        vrm_speech_destroy(again);
    }
    test_note(NULL);
}

/* Whether an n that is a mora closes the lips is not asked of a phoneme beyond the look-ahead. */
TEST(lv_034_a_long_mora_n_looks_no_further) {
    const vrm_phoneme phonemes[] = {{-200 * MS, 0, {"a", 1}, 1.0f, 0.0f},
                                    {0, 240 * MS, {"N", 1}, 0.0f, 0.0f},
                                    {240 * MS, 300 * MS, {"p", 1}, 0.0f, 0.0f}};
    vrm_speech *whole = create(phonemes, 3, VRM_ALPHABET_VOICEVOX);
    vrm_speech *cut = create(phonemes, 2, VRM_ALPHABET_VOICEVOX);
    vrm_mouth a, b;
    vrm_speech_sample(whole, -60 * MS, &a);
    vrm_speech_sample(cut, -60 * MS, &b);
    CHECK(a.aa > 0.9f && memcmp(&a, &b, sizeof a) == 0);
    vrm_speech_destroy(whole);
    vrm_speech_destroy(cut);
}

/* --- Alphabets --- */

/* The mouth of one symbol that lasts 300 ms, at this part of it. */
static vrm_mouth mouth_of(vrm_alphabet alphabet, const char *symbol, double part) {
    const vrm_phoneme p = {0, 300 * MS, {symbol, (uint32_t)strlen(symbol)}, 0.0f, 0.0f};
    vrm_speech *speech = create(&p, 1, alphabet);
    vrm_mouth mouth = {0};
    vrm_speech_sample(speech, (int64_t)(part * 300e6), &mouth);
    vrm_speech_destroy(speech);
    return mouth;
}

static int strongest(const vrm_mouth *mouth) {
    int best = 0;
    for (int k = 1; k < 5; ++k) {
        if (weights_of(mouth)[k] > weights_of(mouth)[best]) best = k;
    }
    return weights_of(mouth)[best] > 0.0f ? best : -1;
}

TEST(lv_035_alphabets_have_the_same_vowels) {
    static const struct {
        vrm_alphabet alphabet;
        const char *symbols[5]; /* aa ih ou ee oh */
    } rows[] = {{VRM_ALPHABET_IPA, {"ˈɑː", "iː", "ɯ", "ɛ", "o̞"}},
                {VRM_ALPHABET_IPA, {"aɪ", "ˌɪ", "ʊ", "eɪ", "əʊ"}},
                {VRM_ALPHABET_ARPABET, {"AA1", "iy0", "UW", "EH2", "AO1"}},
                {VRM_ALPHABET_ARPABET, {"AY1", "IH0", "UH1", "EY", "OY1"}},
                {VRM_ALPHABET_KANA, {"あ", "イ", "ウー", "え", "オ"}},
                {VRM_ALPHABET_AZURE, {"2", "6", "7", "4", "8"}},
                {VRM_ALPHABET_VOICEVOX, {"a", "I", "U", "e", "o"}},
                {VRM_ALPHABET_ESPEAK, {"'A:", "I2", "u:", "E", "O:"}},
                {VRM_ALPHABET_RHUBARB, {"D", "B", "F", "C", "E"}}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        for (int k = 0; k < 5; ++k) {
            const vrm_mouth mouth = mouth_of(rows[i].alphabet, rows[i].symbols[k], 0.3);
            test_note("%s", rows[i].symbols[k]);
            CHECK_INT(strongest(&mouth), k);
            CHECK(sum(&mouth) > 0.35f);
        }
    }
    test_note(NULL);
}

TEST(lv_035_alphabets_have_the_same_closures) {
    static const struct {
        vrm_alphabet alphabet;
        const char *symbols[3];
    } rows[] = {
        {VRM_ALPHABET_IPA, {"p", "bʰ", "m̩"}},     {VRM_ALPHABET_ARPABET, {"P", "B", "m"}},
        {VRM_ALPHABET_AZURE, {"21", "21", "21"}}, {VRM_ALPHABET_VOICEVOX, {"py", "b", "my"}},
        {VRM_ALPHABET_ESPEAK, {"p", "b", "m-"}},  {VRM_ALPHABET_RHUBARB, {"A", "A", "A"}}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        for (int k = 0; k < 3; ++k) {
            const char *symbol = rows[i].symbols[k];
            const vrm_phoneme p = {0, 80 * MS, {symbol, (uint32_t)strlen(symbol)}, 0.0f, 0.0f};
            vrm_speech *speech = create(&p, 1, rows[i].alphabet);
            test_note("%s", symbol);
            CHECK_INT(vrm_speech_get_info(speech)->closure_count, 1);
            CHECK_INT(vrm_speech_get_info(speech)->unknown_count, 0);
            vrm_speech_destroy(speech);
        }
    }
    test_note(NULL);
}

/* Closures, sounds and unknown symbols of one symbol. */
static void check_counts(vrm_alphabet alphabet, const char *symbol, uint32_t sounds,
                         uint32_t closures, uint32_t unknown) {
    const vrm_phoneme p = {0, 600 * MS, {symbol, (uint32_t)strlen(symbol)}, 0.0f, 0.0f};
    vrm_speech *speech = create(&p, 1, alphabet);
    const vrm_speech_info *info = vrm_speech_get_info(speech);
    test_note("%s", symbol);
    CHECK_INT(info->sound_count, sounds);
    CHECK_INT(info->closure_count, closures);
    CHECK_INT(info->unknown_count, unknown);
    vrm_speech_destroy(speech);
    test_note(NULL);
}

TEST(lv_035_symbols_may_have_several_sounds) {
    check_counts(VRM_ALPHABET_KANA, "きゃ", 2, 0, 0);
    check_counts(VRM_ALPHABET_KANA, "ファ", 2, 0, 0);
    check_counts(VRM_ALPHABET_KANA, "さんぽ", 5, 2, 0); /* n is m before p */
    check_counts(VRM_ALPHABET_KANA, "さんか", 5, 0, 0);
    check_counts(VRM_ALPHABET_KANA, "ラーメン", 6, 1, 0);
    check_counts(VRM_ALPHABET_KANA, "っ、ヴ", 4, 0, 0);
    check_counts(VRM_ALPHABET_KANA, "あx", 2, 0, 1);
    check_counts(VRM_ALPHABET_IPA, "ˈbʌmpt", 5, 3, 0);
    check_counts(VRM_ALPHABET_IPA, "t͡ʃiːz", 3, 0, 0);
    check_counts(VRM_ALPHABET_IPA, "a!b", 2, 0, 1);
    check_counts(VRM_ALPHABET_ARPABET, "NOPE", 1, 0, 1);
    check_counts(VRM_ALPHABET_ARPABET, "1", 1, 0, 1);
    check_counts(VRM_ALPHABET_ARPABET, "LONGSYMBOL", 1, 0, 1);
    check_counts(VRM_ALPHABET_AZURE, "22", 1, 0, 1);
    check_counts(VRM_ALPHABET_ESPEAK, "'", 0, 0, 0);
    check_counts(VRM_ALPHABET_ESPEAK, "~", 1, 0, 1);
    check_counts(VRM_ALPHABET_KANA, "ぱぱぱぱぱぱぱぱぱぱぱぱぱぱぱぱぱ", 32, 16, 1);
}

TEST(lv_035_stress_and_loudness_open_the_mouth) {
    vrm_phoneme p = {0, 300 * MS, {"a", 1}, 0.0f, 0.0f};
    float openings[5];
    for (int i = 0; i < 5; ++i) {
        static const float stress[] = {0.0f, 0.5f, 1.0f, 1.0f, 1.0f};
        static const float loudness[] = {0.0f, 0.0f, 0.0f, 0.5f, 0.1f};
        vrm_mouth mouth;
        vrm_speech *speech;
        p.stress = stress[i];
        p.loudness = loudness[i];
        speech = create(&p, 1, VRM_ALPHABET_IPA);
        vrm_speech_sample(speech, 150 * MS, &mouth);
        openings[i] = mouth.aa;
        vrm_speech_destroy(speech);
    }
    CHECK_NEAR(openings[0], 0.85, 1e-6);
    CHECK_NEAR(openings[1], 0.925, 1e-6);
    CHECK_NEAR(openings[2], 1.0, 1e-6);
    CHECK_NEAR(openings[3], 0.5, 1e-6);
    CHECK_NEAR(openings[4], 0.1, 1e-6);
}

TEST(lv_036_the_mouth_moves_before_the_sound) {
    const vrm_phoneme phonemes[] = {{0, 120 * MS, {"s", 1}, 0.0f, 0.0f},
                                    {120 * MS, 300 * MS, {"u", 1}, 0.0f, 0.0f},
                                    {300 * MS, 380 * MS, {"m", 1}, 0.0f, 0.0f}};
    vrm_speech *speech = create(phonemes, 3, VRM_ALPHABET_IPA);
    vrm_mouth mouth, later;
    vrm_speech_sample(speech, 60 * MS, &mouth); /* in the middle of s */
    CHECK(mouth.ou > 0.03f && mouth.ih > mouth.ou);
    vrm_speech_sample(speech, -30 * MS, &mouth); /* before the speech */
    CHECK(sum(&mouth) > 0.0f);
    vrm_speech_sample(speech, 270 * MS, &mouth);
    vrm_speech_sample(speech, 290 * MS, &later); /* the lips begin to close */
    CHECK(later.ou < mouth.ou);
    vrm_speech_sample(speech, INT64_MIN, &mouth);
    CHECK(sum(&mouth) == 0.0f);
    vrm_speech_sample(speech, INT64_MAX, &mouth);
    CHECK(sum(&mouth) == 0.0f);
    vrm_speech_destroy(speech);
}

/* --- Text --- */

static vrm_result read_text(const char *text, vrm_phoneme *out, uint32_t capacity,
                            vrm_phonemes_info *info) {
    return vrm_phonemes_read(text, strlen(text), out, capacity, info);
}

TEST(lv_037_text_has_one_phoneme_in_each_line) {
    vrm_phoneme p[8];
    vrm_phonemes_info info;
    CHECK_INT(read_text("\xEF\xBB\xBF# a comment\r\nalphabet voicevox\r\n\n0.5 k\n"
                        "0.75\t1.25\ta\t0.5\t.25\n1.5 2 N 1\n3 _",
                        p, 8, &info),
              VRM_OK);
    CHECK_INT(info.count, 4);
    CHECK_INT(info.alphabet, VRM_ALPHABET_VOICEVOX);
    CHECK_INT(info.line, 0);
    CHECK(p[0].start == 500 * MS && p[0].end == 750 * MS && is_symbol(&p[0], "k"));
    CHECK(p[1].start == 750 * MS && p[1].end == 1250 * MS && is_symbol(&p[1], "a"));
    CHECK(p[1].stress == 0.5f && p[1].loudness == 0.25f);
    CHECK(p[2].end == 2000 * MS && p[2].stress == 1.0f && p[2].loudness == 0.0f);
    CHECK(p[3].end == 3100 * MS);
    CHECK_INT(read_text("0 1 a\n1 2 b", p, 1, &info), VRM_OK); /* more than there is room for */
    CHECK_INT(info.count, 2);
    CHECK(is_symbol(&p[0], "a") && is_symbol(&p[1], "a") && p[1].start == 750 * MS);
    CHECK_INT(read_text("0.1234567891 a", p, 8, &info), VRM_OK);
    CHECK(p[0].start == 123456789 && info.alphabet == VRM_NONE);
    CHECK_INT(vrm_phonemes_read(NULL, 0, NULL, 0, &info), VRM_OK);
    CHECK_INT(info.count, 0);
}

TEST(lv_037_text_that_is_wrong_has_its_line) {
    static const char *const wrong[] = {
        "0 a\nx b",         "0 a\n-1 b",      "0 a\n1e3 b",        "0 a\n1",
        "0 a\n1 2 b 1 1 1", "0 a\n2 1 b",     "1 a\n0.5 b",        "0 a\n. b",
        "0 a\n1 2 b x",     "0 a\n1 2 b 1.5", "0 a\nalphabet ipa", "#\nalphabet x",
        "#\nalphabet",      "0 a\n1234567 b", "0 a\n1..2 b",       "0 a\n1 2 b 0 nan"};
    vrm_phonemes_info info;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        test_note("%s", wrong[i]);
        CHECK_INT(read_text(wrong[i], NULL, 0, &info), VRM_ERROR_PAYLOAD);
        CHECK_INT(info.line, 2);
    }
    test_note(NULL);
    CHECK_INT(vrm_phonemes_read(NULL, 1, NULL, 0, &info), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_phonemes_read("", 0, NULL, 0, NULL), VRM_ERROR_INVALID_ARGUMENT);
}

/* --- Creation --- */

static void *refuse(size_t size, size_t alignment, void *user) {
    (void)size, (void)alignment, (void)user;
    return NULL;
}

static void release_nothing(void *pointer, size_t size, size_t alignment, void *user) {
    (void)pointer, (void)size, (void)alignment, (void)user;
}

static void check_refused(const vrm_speech_desc *desc) {
    vrm_speech *speech;
    vrm_report *report;
    CHECK_INT(vrm_speech_create(desc, &speech, &report), VRM_ERROR_INVALID_ARGUMENT);
    CHECK(speech == NULL && report != NULL);
    vrm_report_destroy(report);
}

TEST(lv_038_creation_refuses_what_is_wrong) {
    static const float wrong[] = {-0.1f, 1.1f, 1e30f};
    const vrm_allocator allocator = {refuse, release_nothing, NULL};
    vrm_phoneme p[2] = {{0, 1, {"a", 1}, 0.0f, 0.0f}, {1, 2, {"b", 1}, 0.0f, 0.0f}};
    vrm_speech_desc desc;
    vrm_speech *speech;
    vrm_speech_desc_init(&desc);
    desc.phoneme_count = 2;
    check_refused(&desc); /* phonemes is NULL */
    desc.phonemes = p;
    desc.alphabet = VRM_ALPHABET_COUNT;
    check_refused(&desc);
    desc.alphabet = -1;
    check_refused(&desc);
    desc.alphabet = 0;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        p[1].stress = wrong[i];
        check_refused(&desc);
        p[1].stress = 0.0f;
        p[1].loudness = wrong[i];
        check_refused(&desc);
        p[1].loudness = 0.0f;
    }
    p[1].start = -1;
    check_refused(&desc); /* not in order */
    p[1].start = 3;
    check_refused(&desc); /* ends before it begins */
    p[1].start = 1;
    p[1].end = INT64_MAX;
    check_refused(&desc);
    p[1].end = 2;
    p[0].start = INT64_MIN;
    check_refused(&desc);
    p[0].start = 0;
    p[0].symbol = (vrm_string){NULL, 1};
    check_refused(&desc);
    p[0].symbol = (vrm_string){NULL, 0};
    desc.phoneme_count = VRM_SPEECH_MOST_PHONEMES + 1;
    check_refused(&desc);
    desc.phoneme_count = 2;
    CHECK_INT(vrm_speech_create(&desc, NULL, NULL), VRM_ERROR_INVALID_ARGUMENT);
    desc.allocator = &allocator;
    CHECK_INT(vrm_speech_create(&desc, &speech, NULL), VRM_ERROR_OUT_OF_MEMORY);
    CHECK(speech == NULL);
}

TEST(lv_038_nothing_does_nothing) {
    vrm_mouth mouth = {1.0f, 1.0f, 1.0f, 1.0f, 1.0f};
    vrm_speech *speech;
    vrm_pose pose;
    vrm_speech_destroy(NULL);
    vrm_speech_sample(NULL, 0, &mouth);
    CHECK(sum(&mouth) == 0.0f);
    CHECK(vrm_speech_get_info(NULL) == NULL);
    CHECK_INT(vrm_speech_create(NULL, &speech, NULL), VRM_OK); /* no phonemes */
    vrm_speech_sample(speech, 0, NULL);
    vrm_speech_sample(speech, 0, &mouth);
    CHECK(sum(&mouth) == 0.0f);
    vrm_speech_destroy(speech);
    vrm_pose_init(&pose);
    vrm_mouth_write_pose(NULL, &pose);
    vrm_mouth_write_pose(&mouth, NULL);
    CHECK_INT(pose.presets, 0);
    mouth.ou = 0.25f;
    vrm_mouth_write_pose(&mouth, &pose);
    CHECK(pose.weights[VRM_PRESET_OU] == 0.25f && pose.weights[VRM_PRESET_AA] == 0.0f);
    CHECK_INT(pose.presets, 1u << VRM_PRESET_AA | 1u << VRM_PRESET_IH | 1u << VRM_PRESET_OU |
                                1u << VRM_PRESET_EE | 1u << VRM_PRESET_OH);
}

TEST_SUITE(voice, ENTRY(lv_031_lips_close_in_every_p_b_m),
           ENTRY(lv_031_the_next_sound_does_not_open_closed_lips),
           ENTRY(lv_032_each_vowel_has_its_own_weight),
           ENTRY(lv_033_no_weight_changes_faster_than_12_per_second),
           ENTRY(lv_034_any_phonemes_give_a_mouth), ENTRY(lv_034_a_long_mora_n_looks_no_further),
           ENTRY(lv_035_alphabets_have_the_same_vowels),
           ENTRY(lv_035_alphabets_have_the_same_closures),
           ENTRY(lv_035_symbols_may_have_several_sounds),
           ENTRY(lv_035_stress_and_loudness_open_the_mouth),
           ENTRY(lv_036_the_mouth_moves_before_the_sound),
           ENTRY(lv_037_text_has_one_phoneme_in_each_line),
           ENTRY(lv_037_text_that_is_wrong_has_its_line),
           ENTRY(lv_038_creation_refuses_what_is_wrong), ENTRY(lv_038_nothing_does_nothing));
