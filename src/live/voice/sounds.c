#include "live/voice/sounds.h"

#include "base/text.h"
#include "live/voice/symbols_table.h"

#include <string.h>

/*
 * Weights aa, ih, ou, ee, oh. Consonants have a little of the nearest vowels, never as much as a
 * vowel, and the sum is at most 1. A closure has none: its limit closes the lips, and its context
 * keeps the vowels beside it from sinking early.
 */
const vrmi_sound_shape vrmi_sound_shapes[VRMI_SOUND_COUNT] = {
    [VRMI_SOUND_SILENCE] = {{0.0f}, 0.0f, 1.0f, 2, false},
    [VRMI_SOUND_PP] = {{0.0f}, 1.0f, 0.0f, 2, false},
    [VRMI_SOUND_FF] = {{0.0f, 0.25f}, 0.5f, 0.25f, 2, false},
    [VRMI_SOUND_TH] = {{0.1f, 0.3f}, 0.4f, 0.6f, 2, false},
    [VRMI_SOUND_DD] = {{0.1f, 0.3f}, 0.5f, 0.6f, 2, false},
    [VRMI_SOUND_KK] = {{0.2f, 0.25f}, 0.6f, 1.0f, 2, false},
    [VRMI_SOUND_CH] = {{0.0f, 0.2f, 0.35f}, 0.2f, 0.6f, 2, false},
    [VRMI_SOUND_SS] = {{0.0f, 0.4f, 0.0f, 0.1f}, 0.2f, 0.6f, 2, false},
    [VRMI_SOUND_NN] = {{0.1f, 0.2f}, 0.5f, 1.0f, 2, false},
    [VRMI_SOUND_RR] = {{0.0f, 0.0f, 0.3f, 0.0f, 0.2f}, 0.3f, 1.0f, 2, false},
    [VRMI_SOUND_AA] = {{1.0f}, 0.0f, 1.0f, 3, true},
    [VRMI_SOUND_E] = {{0.0f, 0.0f, 0.0f, 0.9f}, 0.0f, 1.0f, 3, true},
    [VRMI_SOUND_IH] = {{0.0f, 1.0f}, 0.0f, 1.0f, 3, true},
    [VRMI_SOUND_OH] = {{0.0f, 0.0f, 0.0f, 0.0f, 1.0f}, 0.0f, 1.0f, 3, true},
    [VRMI_SOUND_OU] = {{0.0f, 0.0f, 1.0f}, 0.0f, 1.0f, 3, true},
    [VRMI_SOUND_AE] = {{0.2f, 0.0f, 0.0f, 0.7f}, 0.0f, 1.0f, 3, true},
    [VRMI_SOUND_SCHWA] = {{0.6f}, 0.0f, 1.0f, 3, true},
    [VRMI_SOUND_ER] = {{0.0f, 0.0f, 0.0f, 0.0f, 0.7f}, 0.0f, 1.0f, 3, true},
    [VRMI_SOUND_TEETH] = {{0.0f, 0.45f}, 0.0f, 1.0f, 3, false},
    [VRMI_SOUND_WEAK_IH] = {{0.0f, 0.55f}, 0.0f, 1.0f, 3, true},
    [VRMI_SOUND_WEAK_OU] = {{0.0f, 0.0f, 0.55f}, 0.0f, 1.0f, 3, true},
    [VRMI_SOUND_GLIDE_IH] = {{0.0f, 0.7f}, 0.0f, 1.0f, 2, false},
    [VRMI_SOUND_GLIDE_OU] = {{0.0f, 0.0f, 0.7f}, 0.0f, 1.0f, 2, false},
    [VRMI_SOUND_GLIDE_SCHWA] = {{0.4f}, 0.0f, 1.0f, 2, false},
    [VRMI_SOUND_H] = {{0.0f}, 1.0f, 1.0f, 2, false},
    [VRMI_SOUND_W] = {{0.0f, 0.0f, 0.7f}, 0.1f, 0.7f, 2, false},
    [VRMI_SOUND_Y] = {{0.0f, 0.6f}, 0.1f, 1.0f, 2, false},
    [VRMI_SOUND_BETA] = {{0.0f}, 1.0f, 0.15f, 2, false},
    [VRMI_SOUND_MORA_N] = {{0.0f, 0.0f, 0.3f}, 0.2f, 1.0f, 3, false},
};

void vrmi_sounds_add(vrmi_sounds *out, vrmi_sound sound) {
    if (out->count == VRMI_MOST_SOUNDS) {
        out->is_unknown = true;
        return;
    }
    out->sounds[out->count++] = (uint8_t)sound;
}

static void add_entry(vrmi_sounds *out, const vrmi_symbol *entry) {
    vrmi_sounds_add(out, (vrmi_sound)entry->first);
    if (entry->second != VRMI_SOUND_SILENCE) vrmi_sounds_add(out, (vrmi_sound)entry->second);
}

/* The longest entry that the text begins with, or NULL. */
static const vrmi_symbol *find(const vrmi_symbol *table, size_t count, const char *text,
                               size_t length) {
    const vrmi_symbol *best = NULL;
    for (size_t i = 0; i < count; ++i) {
        const size_t size = strlen(table[i].text);
        if (size > length || memcmp(table[i].text, text, size) != 0) continue;
        if (best == NULL || size > strlen(best->text)) best = &table[i];
    }
    return best;
}

/* --- Alphabets whose symbols stand for themselves --- */

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static void read_whole(const vrmi_symbols *symbols, const char *text, size_t length,
                       vrmi_sounds *out) {
    const vrmi_symbol *entry = find(symbols->table, symbols->count, text, length);
    if (entry != NULL && strlen(entry->text) == length) {
        add_entry(out, entry);
        return;
    }
    out->is_unknown = true;
    vrmi_sounds_add(out, VRMI_SOUND_H);
}

/* A digit at the end is the stress. */
static void read_arpabet(const char *text, size_t length, vrmi_sounds *out) {
    char upper[8];
    if (length > 1 && is_digit(text[length - 1])) {
        --length;
        out->stress = text[length] == '1' ? 1.0f : text[length] == '2' ? 0.5f : 0.0f;
    }
    if (length > sizeof upper) {
        read_whole(&vrmi_symbols_arpabet, "", 0, out);
        return;
    }
    for (size_t i = 0; i < length; ++i) {
        upper[i] = (char)(text[i] >= 'a' && text[i] <= 'z' ? text[i] - 'a' + 'A' : text[i]);
    }
    read_whole(&vrmi_symbols_arpabet, upper, length, out);
}

/* --- Alphabets with marks: the longest entry at each position --- */

static void read_parts(const vrmi_symbols *symbols, const char *text, size_t length,
                       vrmi_sounds *out) {
    while (length > 0) {
        const vrmi_symbol *entry = find(symbols->table, symbols->count, text, length);
        if (entry == NULL) {
            out->is_unknown = true;
            vrmi_sounds_add(out, VRMI_SOUND_H);
            return;
        }
        add_entry(out, entry);
        text += strlen(entry->text);
        length -= strlen(entry->text);
    }
}

/* Marks that change no mouth: combining characters, length, ties, spacing modifiers. */
static bool is_mark(uint32_t point) {
    return (point >= 0x0300 && point <= 0x036F) || (point >= 0x02B0 && point <= 0x02FF) ||
           (point >= 0x1D2C && point <= 0x1DBF && point != 0x1D7B) ||
           (point >= 0x2070 && point <= 0x209C) || point == '.' || point == '-' || point == ' ' ||
           point == '|' || point == 0x203F || (point >= 0x02E5 && point <= 0x02E9) || point == ':';
}

enum { PRIMARY = 0x02C8, SECONDARY = 0x02CC, MOST_SYMBOL_BYTES = 128 };

static void raise_stress(vrmi_sounds *out, float stress) {
    if (stress > out->stress) out->stress = stress;
}

/* Copies the text without its marks, and reads that. */
static void read_ipa(vrm_string symbol, vrmi_sounds *out) {
    char plain[MOST_SYMBOL_BYTES];
    size_t size = 0, step;
    for (size_t i = 0; i < symbol.length; i += step) {
        uint32_t point;
        step = vrmi_utf8_decode(symbol.data + i, symbol.length - i, &point);
        if (step == 0) break;
        if (point == PRIMARY || point == '\'') raise_stress(out, 1.0f);
        if (point == SECONDARY || point == ',') raise_stress(out, 0.5f);
        if (is_mark(point) || point == '\'' || point == ',') continue;
        if (size + step > sizeof plain) {
            out->is_unknown = true;
            break;
        }
        memcpy(plain + size, symbol.data + i, step);
        size += step;
    }
    read_parts(&vrmi_symbols_ipa, plain, size, out);
}

/* Its names end in digits and signs for variants: "I2", "a#", "l^", "i:". */
static void read_espeak(vrm_string symbol, vrmi_sounds *out) {
    const vrmi_symbol *entry;
    const char *text = symbol.data;
    size_t length = symbol.length;
    while (length > 0 && (*text == '\'' || *text == ',' || *text == '%' || *text == '=')) {
        raise_stress(out, *text == '\'' ? 1.0f : *text == ',' ? 0.5f : 0.0f);
        ++text;
        --length;
    }
    if (length == 0) return;
    entry = find(vrmi_symbols_espeak.table, vrmi_symbols_espeak.count, text, length);
    if (entry != NULL) {
        add_entry(out, entry); /* what follows is a variant */
        return;
    }
    out->is_unknown = true;
    vrmi_sounds_add(out, VRMI_SOUND_H);
}

void vrmi_sounds_read(vrm_alphabet alphabet, vrm_string symbol, vrmi_sounds *out) {
    memset(out, 0, sizeof *out);
    if (symbol.data == NULL || symbol.length == 0) return;
    if (symbol.length == 1 && *symbol.data == '_') return;
    switch (alphabet) {
    case VRM_ALPHABET_ARPABET:
        read_arpabet(symbol.data, symbol.length, out);
        break;
    case VRM_ALPHABET_KANA:
        vrmi_kana_read(symbol, out);
        break;
    case VRM_ALPHABET_AZURE:
        read_whole(&vrmi_symbols_azure, symbol.data, symbol.length, out);
        break;
    case VRM_ALPHABET_VOICEVOX:
        read_whole(&vrmi_symbols_voicevox, symbol.data, symbol.length, out);
        break;
    case VRM_ALPHABET_ESPEAK:
        read_espeak(symbol, out);
        break;
    case VRM_ALPHABET_RHUBARB:
        read_whole(&vrmi_symbols_rhubarb, symbol.data, symbol.length, out);
        break;
    default:
        read_ipa(symbol, out);
        break;
    }
}
