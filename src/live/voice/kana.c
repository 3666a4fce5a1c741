/* Kana: each is a mora, with the sounds of its consonant and its vowel. */
#include "base/text.h"
#include "live/voice/sounds.h"

enum { FIRST_KANA = 0x3041, LAST_KANA = 0x3096, LONG = 0x30FC };
enum { FIRST_KATAKANA = 0x30A1, LAST_KATAKANA = 0x30F6, KATAKANA_SHIFT = 0x60 };

/*
 * Hiragana from U+3041 to U+3096, two characters each: its consonant (S: sh, ch and j; T: ts; q: a
 * stop; x: a small kana, which changes the vowel before it; .: none) and its vowel.
 */
static const char kana[] = "xa.axi.ixu.uxe.exo.okagakigikugu"
                           "kegekogosazaSiSisuzusezesozotada"
                           "SiSiq.TuTutedetodonaninunenohaba"
                           "pahibipifubupuhebepehobopomamimu"
                           "memoxayaxuyuxoyorarirureroxawa.i"
                           ".e.on.fukake";

_Static_assert(sizeof kana == 2 * (LAST_KANA - FIRST_KANA + 1) + 1, "one pair for each kana");

static vrmi_sound vowel_sound(char vowel) {
    switch (vowel) {
    case 'a':
        return VRMI_SOUND_AA;
    case 'i':
        return VRMI_SOUND_IH;
    case 'u':
        return VRMI_SOUND_OU;
    case 'e':
        return VRMI_SOUND_E;
    default:
        return VRMI_SOUND_OH;
    }
}

/* Silence: there is none. */
static vrmi_sound consonant_sound(char consonant) {
    static const char names[] = "kgsztdnhbpmyrwSTqf";
    static const uint8_t sounds[] = {
        VRMI_SOUND_KK, VRMI_SOUND_KK, VRMI_SOUND_SS, VRMI_SOUND_SS, VRMI_SOUND_DD, VRMI_SOUND_DD,
        VRMI_SOUND_NN, VRMI_SOUND_H,  VRMI_SOUND_PP, VRMI_SOUND_PP, VRMI_SOUND_PP, VRMI_SOUND_Y,
        VRMI_SOUND_DD, VRMI_SOUND_W,  VRMI_SOUND_CH, VRMI_SOUND_SS, VRMI_SOUND_H,  VRMI_SOUND_BETA};
    _Static_assert(sizeof names == sizeof sounds + 1, "one sound for each consonant");
    for (size_t i = 0; i < sizeof sounds; ++i) {
        if (names[i] == consonant) return (vrmi_sound)sounds[i];
    }
    return VRMI_SOUND_SILENCE;
}

static bool ends_in_vowel(const vrmi_sounds *out) {
    return out->count > 0 && vrmi_sound_shapes[out->sounds[out->count - 1]].is_vowel;
}

static void add_kana(const char *pair, vrmi_sounds *out) {
    const vrmi_sound consonant = consonant_sound(pair[0]);
    if (pair[0] == 'n' && pair[1] == '.') {
        vrmi_sounds_add(out, VRMI_SOUND_MORA_N);
        return;
    }
    if (pair[0] == 'x' && ends_in_vowel(out)) --out->count;
    if (consonant != VRMI_SOUND_SILENCE) vrmi_sounds_add(out, consonant);
    if (pair[1] != '.') vrmi_sounds_add(out, vowel_sound(pair[1]));
}

static void add_point(uint32_t point, vrmi_sounds *out) {
    if (point >= FIRST_KATAKANA && point <= LAST_KATAKANA) point -= KATAKANA_SHIFT;
    if (point >= FIRST_KANA && point <= LAST_KANA) {
        add_kana(kana + 2 * (point - FIRST_KANA), out);
    } else if (point == LONG && ends_in_vowel(out)) {
        vrmi_sounds_add(out, (vrmi_sound)out->sounds[out->count - 1]);
    } else if (point == 0x3001 || point == 0x3002) { /* comma and full stop */
        vrmi_sounds_add(out, VRMI_SOUND_SILENCE);
    } else if (point != '\'' && point != '/' && point != ' ') { /* marks of accent phrases */
        out->is_unknown = true;
        vrmi_sounds_add(out, VRMI_SOUND_H);
    }
}

void vrmi_kana_read(vrm_string symbol, vrmi_sounds *out) {
    size_t step;
    for (size_t i = 0; i < symbol.length; i += step) {
        uint32_t point;
        step = vrmi_utf8_decode(symbol.data + i, symbol.length - i, &point);
        if (step == 0) break;
        add_point(point, out);
    }
}
