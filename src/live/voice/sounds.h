/* Sounds: what symbols of all alphabets become, and what each does to the mouth. */
#ifndef VRMI_LIVE_VOICE_SOUNDS_H
#define VRMI_LIVE_VOICE_SOUNDS_H

#include "vrm/live/voice.h"

#include <stdbool.h>
#include <stdint.h>

/* The order of the weights: that of vrm_mouth and of the presets. */
enum { VRMI_AA, VRMI_IH, VRMI_OU, VRMI_EE, VRMI_OH, VRMI_VOWELS };

/*
 * The classes. Those up to OU are the fifteen visemes of OVR LipSync; the others are what they lack
 * or do not tell apart.
 */
typedef enum vrmi_sound {
    VRMI_SOUND_SILENCE,
    VRMI_SOUND_PP, /* p b m: closed lips */
    VRMI_SOUND_FF, /* f v: the lip at the teeth */
    VRMI_SOUND_TH,
    VRMI_SOUND_DD, /* t d */
    VRMI_SOUND_KK, /* k g */
    VRMI_SOUND_CH,
    VRMI_SOUND_SS,
    VRMI_SOUND_NN, /* n l */
    VRMI_SOUND_RR,
    VRMI_SOUND_AA,
    VRMI_SOUND_E,
    VRMI_SOUND_IH,
    VRMI_SOUND_OH,
    VRMI_SOUND_OU,
    VRMI_SOUND_AE,      /* cat: between E and aa */
    VRMI_SOUND_SCHWA,   /* a half-open aa */
    VRMI_SOUND_ER,      /* bird: slightly round */
    VRMI_SOUND_TEETH,   /* shape B of Rhubarb: teeth together, or a narrow vowel */
    VRMI_SOUND_WEAK_IH, /* whispered vowels of Japanese */
    VRMI_SOUND_WEAK_OU,
    VRMI_SOUND_GLIDE_IH, /* ends of diphthongs */
    VRMI_SOUND_GLIDE_OU,
    VRMI_SOUND_GLIDE_SCHWA,
    VRMI_SOUND_H,      /* h, glottal stops: the mouth of the vowels around it */
    VRMI_SOUND_W,      /* w: an ou that does not last */
    VRMI_SOUND_Y,      /* y */
    VRMI_SOUND_BETA,   /* lips that nearly close */
    VRMI_SOUND_MORA_N, /* the n of Japanese that is a mora: m before p, b and m */
    VRMI_SOUND_COUNT
} vrmi_sound;

typedef struct vrmi_sound_shape {
    float weights[VRMI_VOWELS];
    float context; /* 0 to 1: how much of it is the mouth of the vowels around it */
    float most;    /* no weight is above this in its middle; 1: no such limit */
    uint8_t share; /* of the time of a symbol with several sounds */
    bool is_vowel;
} vrmi_sound_shape;

extern const vrmi_sound_shape vrmi_sound_shapes[VRMI_SOUND_COUNT];

enum { VRMI_MOST_SOUNDS = 32 }; /* of one symbol */

/* The sounds of one symbol. */
typedef struct vrmi_sounds {
    uint8_t sounds[VRMI_MOST_SOUNDS];
    uint32_t count;
    float stress;    /* from marks in the symbol: 0, 0.5, 1 */
    bool is_unknown; /* a part of it is not in the alphabet, or it has too many sounds */
} vrmi_sounds;

void vrmi_sounds_read(vrm_alphabet alphabet, vrm_string symbol, vrmi_sounds *out);

/* For the readers of alphabets. */
void vrmi_sounds_add(vrmi_sounds *out, vrmi_sound sound);
void vrmi_kana_read(vrm_string symbol, vrmi_sounds *out);

#endif
