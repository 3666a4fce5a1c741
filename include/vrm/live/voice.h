/**
 * @file live/voice.h
 * Move the mouth of an avatar with speech: from phonemes and their times, or from sound.
 *
 * Whatever makes a voice usually reports its phonemes: espeak-ng its events, Azure its viseme IDs,
 * VOICEVOX its moras, Piper and Kokoro IPA. A speech takes them once, and returns the weights of
 * the five mouth presets (aa, ih, ou, ee, oh) at any time.
 *
 * @code
 * vrm_speech *speech;
 * vrm_speech_desc desc;
 * vrm_mouth mouth;
 * vrm_speech_desc_init(&desc);
 * desc.alphabet = VRM_ALPHABET_IPA;
 * desc.phonemes = phonemes; // times in nanoseconds from the begin of the sound
 * desc.phoneme_count = count;
 * if (vrm_speech_create(&desc, &speech, NULL) != VRM_OK) return;
 * for (;;) { // in every frame
 *     vrm_speech_sample(speech, time_of_sound, &mouth);
 *     vrm_mouth_write_pose(&mouth, &pose);
 * }
 * @endcode
 *
 * Without phonemes, a vrm_voice listens to samples. It is late by VRM_VOICE_DELAY, and it makes
 * mistakes that phonemes do not (docs/evidence/voice.md).
 *
 * Of speeches:
 *
 * - Lips: they are closed in every p, b and m, in one frame of 60 per second at least.
 * - Speed: no weight changes by more than 12 per second, so short vowels open the mouth less.
 * - Look-ahead: weights depend on phonemes that begin up to VRM_SPEECH_LOOK_AHEAD later. Lips begin
 *   to close and to round before the sound. If phonemes overlap, each ends when the next one
 * begins.
 * - Memory: a speech allocates when it is created. It does not need the phonemes after that.
 * - Same bits: equal phonemes and times give equal weights on every compiler and processor.
 *
 * Experimental: may change in any minor release (docs/reference/abi.md).
 */
#ifndef VRM_LIVE_VOICE_H
#define VRM_LIVE_VOICE_H

#include "vrm/base.h"
#include "vrm/pose.h"
#include "vrm/types.h"

#include <stddef.h>

/* --- Speech --- */

/** The mouth that belongs to timed phonemes. It is immutable. */
typedef struct vrm_speech vrm_speech;

/** How the symbols of phonemes are written. */
typedef int32_t vrm_alphabet;

enum {
    VRM_ALPHABET_IPA = 0,      /**< "ˈaɪ", "tʃ"; stress marks count. */
    VRM_ALPHABET_ARPABET = 1,  /**< "AY1", "CH"; digits are stress. */
    VRM_ALPHABET_KANA = 2,     /**< "こん", "キャ": hiragana and katakana. */
    VRM_ALPHABET_AZURE = 3,    /**< Viseme IDs, "0" to "21". */
    VRM_ALPHABET_VOICEVOX = 4, /**< Consonants and vowels of moras: "ky", "a", "N", "cl", "pau". */
    VRM_ALPHABET_ESPEAK = 5,   /**< Phonemes of events of espeak-ng: "aI", "t#", "_:". */
    VRM_ALPHABET_RHUBARB = 6   /**< Mouth shapes, "A" to "H" and "X". */
};

/** The number of alphabets. */
#define VRM_ALPHABET_COUNT 7

/** How far a speech looks ahead, in nanoseconds: 250 ms. */
#define VRM_SPEECH_LOOK_AHEAD 250000000

/** The largest number of phonemes in a speech or a text. */
#define VRM_SPEECH_MOST_PHONEMES 1000000

/** The latest time in a speech or a text, in nanoseconds: 1,000,000 seconds. The earliest one is as
 * far before the origin. */
#define VRM_SPEECH_LAST_TIME INT64_C(1000000000000000)

/** A phoneme and its time. A symbol may also have several: they share the time. */
typedef struct vrm_phoneme {
    int64_t start;     /**< In nanoseconds, from any origin. */
    int64_t end;       /**< Not before its start. It ends with the start of the next one at last. */
    vrm_string symbol; /**< In the alphabet. Without one, it is silence. */
    float stress;      /**< 1: primary; 0.5: secondary; 0: what the symbol has, if anything. */
    float loudness;    /**< Above 0 to 1: how far the mouth opens; 0: not given, as 1. */
} vrm_phoneme;

/** Settings of a speech. Fill them with vrm_speech_desc_init, then change what you need. */
typedef struct vrm_speech_desc {
    uint32_t struct_size;           /**< Set by vrm_speech_desc_init. */
    uint32_t reserved;              /**< Always 0. */
    const vrm_allocator *allocator; /**< Copied. NULL: malloc and free. */
    const vrm_phoneme *phonemes;    /**< In the order of time. */
    uint32_t phoneme_count;         /**< Of `phonemes`; at most VRM_SPEECH_MOST_PHONEMES. */
    vrm_alphabet alphabet;          /**< A VRM_ALPHABET_ constant. Default: VRM_ALPHABET_IPA. */
} vrm_speech_desc;

/** The facts of a speech. */
typedef struct vrm_speech_info {
    int64_t start;          /**< Of the first phoneme, in nanoseconds. */
    int64_t end;            /**< Of the last phoneme, in nanoseconds. */
    uint32_t sound_count;   /**< Of all phonemes; a diphthong has two, a kana usually too. */
    uint32_t closure_count; /**< Of those, sounds that close the lips. */
    uint32_t unknown_count; /**< Phonemes with a part that the alphabet does not have. It is
                             * ignored, or a sound that keeps the mouth as it is. */
    uint32_t first_unknown; /**< The index of the first of these phonemes. */
} vrm_speech_info;

/** Weights of the mouth's presets, each from 0 to 1. Their sum is at most 1, within rounding. */
typedef struct vrm_mouth {
    float aa; /**< Of VRM_PRESET_AA. */
    float ih; /**< Of VRM_PRESET_IH. */
    float ou; /**< Of VRM_PRESET_OU. */
    float ee; /**< Of VRM_PRESET_EE. */
    float oh; /**< Of VRM_PRESET_OH. */
} vrm_mouth;

/**
 * Creates a speech.
 *
 * @param desc        The phonemes. NULL means no phonemes: the mouth is always closed.
 * @param out_speech  Receives the speech, or NULL on failure.
 * @param out_report  Receives the report; may be NULL. On failure it has the reason, also for a
 *                    NULL argument or a bad desc.
 * @return VRM_OK; VRM_ERROR_INVALID_ARGUMENT if phonemes do not begin in order, end before they
 * begin, are beyond VRM_SPEECH_LAST_TIME, or have a stress or loudness that is not
 * from 0 to 1; VRM_ERROR_OUT_OF_MEMORY.
 * @ownership The caller destroys the speech with vrm_speech_destroy and the report with
 * vrm_report_destroy.
 * @task Move the mouth with phonemes
 * @threads any
 */
VRM_LIVE_API vrm_result vrm_speech_create(const vrm_speech_desc *desc, vrm_speech **out_speech,
                                          vrm_report **out_report);

/**
 * Destroys a speech.
 *
 * @param speech  A speech, or NULL.
 * @threads one
 */
VRM_LIVE_API void vrm_speech_destroy(vrm_speech *speech);

/**
 * Returns the mouth at a time. It has no state: any time costs the same, in any order.
 *
 * @param speech  A speech.
 * @param time    In nanoseconds, from the origin of the phonemes.
 * @param out     Receives the weights; 0 before and after the speech.
 * @task Get the mouth of a speech at a time
 * @threads any
 */
VRM_LIVE_API void vrm_speech_sample(const vrm_speech *speech, int64_t time, vrm_mouth *out);

/**
 * Returns the facts of a speech.
 *
 * @param speech  A speech.
 * @return The facts. NULL only if `speech` is NULL.
 * @ownership The facts belong to the speech.
 * @threads any
 */
VRM_LIVE_API const vrm_speech_info *vrm_speech_get_info(const vrm_speech *speech);

/**
 * Sets the five presets of the mouth in a pose. Other entries stay.
 *
 * @param mouth  The weights. What is not finite counts as 0.
 * @param pose   Prepared with vrm_pose_init; receives the weights.
 * @task Put the mouth of a speech into a pose
 * @threads any
 */
VRM_LIVE_API void vrm_mouth_write_pose(const vrm_mouth *mouth, vrm_pose *pose);

/**
 * Fills in the default settings of a speech. Call it through the macro vrm_speech_desc_init.
 *
 * @param desc         Receives the defaults.
 * @param struct_size  Of the caller's vrm_speech_desc.
 * @threads any
 */
VRM_LIVE_API void vrm_speech_desc_init_sized(vrm_speech_desc *desc, size_t struct_size);
/** Calls vrm_speech_desc_init_sized with the size of the struct. */
#define vrm_speech_desc_init(desc) vrm_speech_desc_init_sized((desc), sizeof *(desc))

/* --- Sound --- */

/** Listens to the samples of a voice. The memory is allocated when it is created. */
typedef struct vrm_voice vrm_voice;

/** How late a mouth is, in nanoseconds: it belongs to the sound that was added this long ago. */
#define VRM_VOICE_DELAY 60000000

/** The lowest rate of samples, per second. */
#define VRM_VOICE_LEAST_RATE 8000

/** The highest rate of samples, per second. */
#define VRM_VOICE_MOST_RATE 192000

/** The number of `values` in a calibration. */
#define VRM_VOICE_CALIBRATION_VALUES 80

/** Settings of a voice. Fill them with vrm_voice_desc_init, then change what you need. */
typedef struct vrm_voice_desc {
    uint32_t struct_size;           /**< Set by vrm_voice_desc_init. */
    uint32_t reserved;              /**< Always 0. */
    const vrm_allocator *allocator; /**< Copied. NULL: malloc and free. */
    uint32_t rate;                  /**< Samples per second. Default: 16000. */
    uint32_t reserved2;             /**< Always 0. */
} vrm_voice_desc;

/** What was learned about a speaker. It is plain data that you may store as it is. */
typedef struct vrm_voice_calibration {
    uint32_t version;       /**< Of the data. A voice refuses that of another version. */
    float seconds;          /**< Of speech that was heard. */
    float vowel_seconds[5]; /**< Of these, with a known vowel: aa, ih, ou, ee, oh. */
    float values[VRM_VOICE_CALIBRATION_VALUES]; /**< Sums, for the library only. */
} vrm_voice_calibration;

/**
 * Creates a voice that has heard nothing.
 *
 * @param desc        The settings. NULL means the defaults.
 * @param out_voice   Receives the voice, or NULL on failure.
 * @param out_report  Receives the report; may be NULL. On failure it has the reason, also for a
 *                    NULL argument or a bad desc.
 * @return VRM_OK; VRM_ERROR_INVALID_ARGUMENT if the rate is not one of VRM_VOICE_LEAST_RATE to
 * VRM_VOICE_MOST_RATE; VRM_ERROR_OUT_OF_MEMORY.
 * @ownership The caller destroys the voice with vrm_voice_destroy and the report with
 * vrm_report_destroy.
 * @task Move the mouth with sound
 * @threads any
 */
VRM_LIVE_API vrm_result vrm_voice_create(const vrm_voice_desc *desc, vrm_voice **out_voice,
                                         vrm_report **out_report);

/**
 * Destroys a voice.
 *
 * @param voice  A voice, or NULL.
 * @threads one
 */
VRM_LIVE_API void vrm_voice_destroy(vrm_voice *voice);

/**
 * Adds samples. The size of blocks changes nothing: a mouth depends on all samples before it.
 *
 * @param voice    A voice.
 * @param samples  Mono, from -1 to 1. Louder ones are clipped; what is not finite counts as 0.
 * @param count    Of `samples`.
 * @task Move the mouth with sound
 * @threads one
 */
VRM_LIVE_API void vrm_voice_add(vrm_voice *voice, const float *samples, uint32_t count);

/**
 * Returns the mouth of the sound that was added VRM_VOICE_DELAY ago. It changes every 10 ms. In
 * these, no weight rises by more than 0.2 or falls by more than 0.4.
 *
 * @param voice  A voice.
 * @param out    Receives the weights; 0 without sound.
 * @task Move the mouth with sound
 * @threads one
 */
VRM_LIVE_API void vrm_voice_get_mouth(const vrm_voice *voice, vrm_mouth *out);

/**
 * Forgets the sound, but not what was learned about the speaker: for a pause, or another place in a
 * recording.
 *
 * @param voice  A voice.
 * @threads one
 */
VRM_LIVE_API void vrm_voice_reset(vrm_voice *voice);

/**
 * Sets the vowel that the samples added from now on have. A voice learns the speaker from them. Two
 * seconds of each vowel are enough: let a person hold them one after another, or use recorded
 * speech with known phonemes.
 *
 * @param voice  A voice.
 * @param vowel  VRM_PRESET_AA, VRM_PRESET_IH, VRM_PRESET_OU, VRM_PRESET_EE or VRM_PRESET_OH;
 *               VRM_NONE: any speech, which is the default. Other values do nothing.
 * @task Calibrate a voice to a speaker
 * @threads one
 */
VRM_LIVE_API void vrm_voice_set_vowel(vrm_voice *voice, vrm_preset vowel);

/**
 * Returns what a voice has learned about its speaker, with the calibration that it began with.
 *
 * @param voice  A voice.
 * @param out    Receives the calibration.
 * @task Calibrate a voice to a speaker
 * @threads one
 */
VRM_LIVE_API void vrm_voice_get_calibration(const vrm_voice *voice, vrm_voice_calibration *out);

/**
 * Replaces what a voice has learned about its speaker.
 *
 * @param voice        A voice.
 * @param calibration  Of vrm_voice_get_calibration, also of an earlier run. NULL: nothing is known.
 * @return 1; 0 if the version is another one, or a value is out of range. Nothing changes then.
 * @task Calibrate a voice to a speaker
 * @threads one
 */
VRM_LIVE_API int32_t vrm_voice_set_calibration(vrm_voice *voice,
                                               const vrm_voice_calibration *calibration);

/**
 * Fills in the default settings of a voice. Call it through the macro vrm_voice_desc_init.
 *
 * @param desc         Receives the defaults.
 * @param struct_size  Of the caller's vrm_voice_desc.
 * @threads any
 */
VRM_LIVE_API void vrm_voice_desc_init_sized(vrm_voice_desc *desc, size_t struct_size);
/** Calls vrm_voice_desc_init_sized with the size of the struct. */
#define vrm_voice_desc_init(desc) vrm_voice_desc_init_sized((desc), sizeof *(desc))

/* --- Phonemes as text --- */

/** What vrm_phonemes_read found. */
typedef struct vrm_phonemes_info {
    uint32_t count;        /**< Phonemes in the text. */
    vrm_alphabet alphabet; /**< That the text names; VRM_NONE: none. */
    uint32_t line;         /**< On failure: the line that is wrong, from 1. Otherwise 0. */
    uint32_t reserved;     /**< Always 0. */
} vrm_phonemes_info;

/**
 * Reads phonemes from text in UTF-8. Each line has a start in seconds, an end in seconds, a symbol,
 * and optionally stress and loudness, with spaces or tabs between them:
 *
 *     alphabet ipa
 *     0.000 0.085 h
 *     0.085 0.300 ˈaɪ 1 0.8
 *     0.300 _
 *
 * A line with two fields has a start and a symbol: the phoneme ends when the next one starts, the
 * last one after 0.1 seconds. "alphabet" sets the alphabet: ipa, arpabet, kana, azure, voicevox,
 * espeak or rhubarb. The symbol "_" is silence. Empty lines and lines that begin with "#" are
 * ignored.
 *
 * @param bytes     The text.
 * @param size      The size of the text in bytes.
 * @param out       Receives the phonemes; may be NULL. Their symbols point into the text.
 * @param capacity  Of the array.
 * @param out_info  Receives the number of phonemes, which may be greater than the capacity.
 * @return VRM_OK; VRM_ERROR_PAYLOAD if a line is wrong, or begins before the line above it;
 * VRM_ERROR_INVALID_ARGUMENT.
 * @task Read phonemes from text
 * @threads any
 */
VRM_LIVE_API vrm_result vrm_phonemes_read(const void *bytes, size_t size, vrm_phoneme *out,
                                          uint32_t capacity, vrm_phonemes_info *out_info);

#endif
