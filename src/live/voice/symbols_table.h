/* The symbols of each alphabet, and the sounds that they stand for. */
#ifndef VRMI_LIVE_VOICE_SYMBOLS_TABLE_H
#define VRMI_LIVE_VOICE_SYMBOLS_TABLE_H

#include "live/voice/sounds.h"

typedef struct vrmi_symbol {
    char text[8];
    uint8_t first, second; /* vrmi_sound; silence as the second: there is none */
} vrmi_symbol;

typedef struct vrmi_symbols {
    const vrmi_symbol *table;
    size_t count;
} vrmi_symbols;

extern const vrmi_symbols vrmi_symbols_ipa, vrmi_symbols_arpabet, vrmi_symbols_azure,
    vrmi_symbols_voicevox, vrmi_symbols_espeak, vrmi_symbols_rhubarb;

#endif
