/**
 * @file live/companion.h
 * Run an avatar that talks with somebody: emotions, mouth, eyes, head and gestures in one object.
 *
 * A companion takes what a conversation produces: tags in the text of a language model, speech,
 * points to look at, actions. Each update writes one pose and one face into an avatar. It is built
 * on vrm/mixer.h, vrm/idle.h and the expression layers of vrm/avatar.h.
 *
 * @code
 * vrm_companion *companion;
 * vrm_companion_desc desc;
 * vrm_companion_desc_init(&desc);
 * if (vrm_companion_create(model, &desc, &companion, NULL) != VRM_OK) return;
 * vrm_companion_set_user(companion, &camera_position);
 * for (;;) {
 *     // text of the model: size = vrm_companion_read_text(…), tags: vrm_companion_cue(…)
 *     // a sentence that will be heard at `start`: vrm_companion_say(companion, speech, start)
 *     // or its sound: vrm_companion_say_samples(companion, voice, samples, count)
 *     vrm_companion_update(companion, avatar, NULL, now);
 *     vrm_avatar_update(avatar, dt);
 * }
 * @endcode
 *
 * - One clock: all times are nanoseconds of one clock of the application, best that of the sound
 *   which is heard. So speech that is streamed stays in step.
 * - Layers: emotions are in VRM_EXPRESSION_LAYER_EMOTION, the mouth in VRM_EXPRESSION_LAYER_VISEME,
 *   blinks in VRM_EXPRESSION_LAYER_BLINK, and weights of clips in VRM_EXPRESSION_LAYER_MOTION. The
 *   layer VRM_EXPRESSION_LAYER_APPLICATION is yours.
 * - While it talks, clips do not move the mouth, and an emotion that blocks the mouth yields.
 * - Bounds: with the default params, no emotion changes by more than 12 per second, and no weight
 * of the mouth by more than 20 per second.
 * - Memory: a companion allocates when it is created. Nothing else here allocates, logs or fails.
 * - Same bits: equal seeds, inputs and times give equal results on every compiler and processor.
 *
 * Experimental: may change in any minor release (docs/reference/abi.md).
 */
#ifndef VRM_LIVE_COMPANION_H
#define VRM_LIVE_COMPANION_H

#include "vrm/avatar.h"
#include "vrm/base.h"
#include "vrm/clip.h"
#include "vrm/live/voice.h"
#include "vrm/model.h"
#include "vrm/pose.h"
#include "vrm/types.h"

#include <stddef.h>

/* --- Create, update and destroy --- */

/** Drives one avatar in a conversation. It belongs to one thread at a time. */
typedef struct vrm_companion vrm_companion;

/** The largest number of actions of a companion. */
#define VRM_COMPANION_MOST_ACTIONS 256

/** The largest number of sentences that wait or are spoken; more are refused. */
#define VRM_COMPANION_SPEECHES 8

/** The largest number of cues that wait; more are refused. */
#define VRM_COMPANION_CUES 32

/**
 * How a companion behaves. Fill it with vrm_companion_params_init, then change what you need.
 * Values are clamped to the ranges below. A number that is not finite counts as the default.
 */
typedef struct vrm_companion_params {
    uint32_t struct_size; /**< Set by vrm_companion_params_init. */
    float strength;       /**< Of emotions without a number. 0 to 1. Default: 0.7. */
    float attack_seconds; /**< Of an emotion. 0.05 to 5. Default: 0.35. */
    float hold_seconds;   /**< Of an emotion without a time. 0 to 60. Default: 2.5. */
    float decay_seconds;  /**< An emotion has 37 % after it. 0.1 to 60. Default: 3. */
    float fatigue; /**< How much an emotion weakens that is repeated. 0 to 1. Default: 0.6. */
    float speech_emotion;     /**< The part of an emotion shown in speech. 0 to 1. Default: 0.7. */
    float mouth;              /**< How far speech moves the mouth. 0 to 1. Default: 1. */
    float blink;              /**< How far the eyes close. 0 to 1. Default: 1. */
    float blinks_per_minute;  /**< On average. 0 to 60. Default: 15. */
    float most_blink_seconds; /**< The longest time without a blink. 1 to 60. Default: 7. */
    float breath;             /**< 0 to 1. Default: 1. */
    float breaths_per_minute; /**< 0 to 60. Default: 15. */
    float sway;               /**< Shifts of weight. 0 to 1. Default: 0.8. */
    float eye_wander;         /**< How far eyes wander around their target. 0 to 1. Default: 0.4. */
    float idle_look_at; /**< Part of the time that it looks at the user. 0 to 1. Default: 0.6. */
    float listening_look_at; /**< Likewise, while it listens. Default: 0.85. */
    float thinking_look_at;  /**< Likewise, while it thinks. Default: 0.15. */
    float speaking_look_at;  /**< Likewise, while it speaks. Default: 0.65. */
    float away_degrees;      /**< How far it looks away. 0 to 40. Default: 13. */
    float head_share;        /**< Part of looking that the head does. 0 to 1. Default: 0.5. */
    float head_seconds;      /**< How long the head takes. 0.05 to 5. Default: 0.3. */
    float nod_degrees;       /**< Of nods at stressed syllables. 0 to 20. Default: 3.5. */
    float talk_motion;       /**< Motion of head and chest in speech. 0 to 1. Default: 1. */
    float posture;           /**< How much emotions move head and chest. 0 to 1. Default: 1. */
    float action_seconds;    /**< Of fades of actions. 0.05 to 5. Default: 0.3. */
} vrm_companion_params;

/** Something that a companion can do: a clip, an expression, or both. */
typedef struct vrm_companion_action {
    vrm_string name;      /**< In tags: "[wave]". Letters, digits, "_" and "-"; copied. */
    const vrm_clip *clip; /**< It plays once; the companion keeps a reference. NULL: none. */
    int64_t hold;         /**< Without a clip: how long it lasts, in ns. 0: 2 seconds. */
    uint64_t bones;       /**< VRM_BONE_BIT of the bones that it moves; 0: the upper body. */
    int32_t expression;   /**< An index into the expressions of vrm_tables; VRM_NONE: none. */
    float weight;         /**< Of the expression, 0 to 1. */
} vrm_companion_action;

/** Settings of a companion. Fill them with vrm_companion_desc_init, then change what you need. */
typedef struct vrm_companion_desc {
    uint32_t struct_size;                /**< Set by vrm_companion_desc_init. */
    uint32_t reserved;                   /**< Always 0. */
    const vrm_allocator *allocator;      /**< Copied. NULL: malloc and free. */
    const vrm_companion_action *actions; /**< Copied; needed only during creation. */
    uint32_t action_count;               /**< Of `actions`; at most VRM_COMPANION_MOST_ACTIONS. */
    uint32_t seed;                       /**< Any number; give each companion a different one. */
    const vrm_companion_params *params;  /**< Copied. NULL: the defaults. */
} vrm_companion_desc;

/**
 * Creates a companion.
 *
 * @param model          The model of its avatar; the companion holds a reference to it.
 * @param desc           Optional settings; NULL means the defaults.
 * @param out_companion  Receives the companion, or NULL on failure.
 * @param out_report     Receives the report; may be NULL. On failure it has the reason, also for a
 *                       NULL argument or a bad desc.
 * @return VRM_OK; VRM_ERROR_INVALID_ARGUMENT, also if an action has no name; or
 * VRM_ERROR_OUT_OF_MEMORY.
 * @ownership The caller destroys the companion with vrm_companion_destroy and the report with
 * vrm_report_destroy.
 * @task Run an avatar that talks with the user
 * @threads any
 */
VRM_LIVE_API vrm_result vrm_companion_create(vrm_model *model, const vrm_companion_desc *desc,
                                             vrm_companion **out_companion,
                                             vrm_report **out_report);

/**
 * Advances the time, and writes pose, expressions and lookAt of the avatar. Call vrm_avatar_update
 * after it.
 *
 * @param companion  A companion.
 * @param avatar     An avatar of the companion's model; always the same one.
 * @param body       Optional pose of this frame, of a clip or a mixer; NULL: a relaxed pose.
 * Actions lie over it. Its blinks and its lookAt are not shown, and its mouth only while nothing is
 * spoken.
 * @param now        The time, in nanoseconds. A smaller one than before lets no time pass.
 * @task Advance a companion by one frame
 * @threads one
 */
VRM_LIVE_API void vrm_companion_update(vrm_companion *companion, vrm_avatar *avatar,
                                       const vrm_pose *body, int64_t now);

/**
 * Destroys a companion. The avatar stays as the last update left it.
 *
 * @param companion  A companion, or NULL.
 * @threads one
 */
VRM_LIVE_API void vrm_companion_destroy(vrm_companion *companion);

/**
 * Fills in the default settings. Call it through the macro vrm_companion_desc_init.
 *
 * @param desc         Receives the defaults.
 * @param struct_size  Of the caller's vrm_companion_desc.
 * @threads any
 */
VRM_LIVE_API void vrm_companion_desc_init_sized(vrm_companion_desc *desc, size_t struct_size);
/** Calls vrm_companion_desc_init_sized with the size of the struct. */
#define vrm_companion_desc_init(desc) vrm_companion_desc_init_sized((desc), sizeof *(desc))

/* --- Show emotions and actions --- */

/** What a tag asks for. */
typedef int32_t vrm_companion_tag_kind;

enum {
    VRM_COMPANION_TAG_UNKNOWN = 0, /**< No emotion and no action has this name. */
    VRM_COMPANION_TAG_EMOTION = 1,
    VRM_COMPANION_TAG_ACTION = 2
};

/** A tag of a text: what it asks for, and where it was. */
typedef struct vrm_companion_tag {
    vrm_companion_tag_kind kind; /**< A VRM_COMPANION_TAG_ constant. */
    int32_t index;     /**< A VRM_PRESET_ constant, or the index of an action; else VRM_NONE. */
    int64_t hold;      /**< How long an emotion stays, in nanoseconds; 0: hold_seconds. */
    float strength;    /**< 0 to 1; less than 0: that of the params. */
    uint32_t position; /**< How many bytes of the text that was returned with it come before it. */
} vrm_companion_tag;

/** How many bytes a tag has at most, with its brackets. */
#define VRM_COMPANION_TAG_BYTES 64

/**
 * Reads a piece of a text, in any chunks, and removes its tags. A tag is `[name]`, `[name 0.7]` or
 * `[name 0.7 3s]`: what, how strong, how long. Names are those of emotions (happy, angry, sad,
 * relaxed, surprised, neutral, and joy, sorrow and fun of VRM 0.x) and of actions, in any case.
 * Brackets around anything else remain text.
 *
 * The tags do nothing by themselves: pass each to vrm_companion_cue, with the time at which its
 * words are heard.
 *
 * @param companion     A companion.
 * @param text          UTF-8.
 * @param length        Of the text in bytes. 0: the text ends, and an incomplete tag is returned.
 * @param out           Receives the text without tags, in the same bytes for any chunks.
 * @param capacity      Of `out`, at least length + VRM_COMPANION_TAG_BYTES; otherwise nothing is
 *                      read.
 * @param tags          Receives the tags of this piece, also unknown ones; may be NULL.
 * @param tag_capacity  Of `tags`; more are lost. There are at most (length + 64) / 3.
 * @param out_tag_count Receives the number of tags, which may be greater than the capacity; may be
 *                      NULL.
 * @return How many bytes `out` received.
 * @task Read emotions from the text of a language model
 * @threads one
 */
VRM_LIVE_API size_t vrm_companion_read_text(vrm_companion *companion, const char *text,
                                            size_t length, char *out, size_t capacity,
                                            vrm_companion_tag *tags, uint32_t tag_capacity,
                                            uint32_t *out_tag_count);

/**
 * Shows the emotion of a tag, or does its action, at a time.
 *
 * An emotion rises, stays, and decays; another one replaces it without a jump. An action replaces
 * the one before it, and afterwards pose and face are what they would be without it.
 *
 * @param companion  A companion.
 * @param tag        The tag. `position` does not matter.
 * @param time       When, in nanoseconds. A time in the past means now.
 * @return 1; 0 if it is unknown, or VRM_COMPANION_CUES are waiting.
 * @task Show an emotion that decays
 * @task Play a gesture with a face, and return
 * @threads one
 */
VRM_LIVE_API int32_t vrm_companion_cue(vrm_companion *companion, const vrm_companion_tag *tag,
                                       int64_t time);

/**
 * Overlays a pose on the upper body, such as the result of a motion generator. It fades in, and out
 * when it is removed.
 *
 * @param companion  A companion.
 * @param pose       Copied; set it in every frame in which it changes. NULL removes it.
 * @task Lay a generated motion over the upper body
 * @threads one
 */
VRM_LIVE_API void vrm_companion_set_gesture(vrm_companion *companion, const vrm_pose *pose);

/* --- Speak --- */

/**
 * Speaks a sentence at a time: moves the mouth, and nods at stressed syllables. Sentences may be
 * added while others are spoken.
 *
 * @param companion  A companion.
 * @param speech     Borrowed until the speech is no longer used: 0.35 seconds after its end, or
 *                   after vrm_companion_be_silent.
 * @param start      When the origin of its phonemes is heard, in nanoseconds.
 * @return 1; 0 if VRM_COMPANION_SPEECHES are waiting.
 * @task Speak with phonemes, also streamed
 * @threads one
 */
VRM_LIVE_API int32_t vrm_companion_say(vrm_companion *companion, const vrm_speech *speech,
                                       int64_t start);

/**
 * Sets the mouth, for speech with neither phonemes nor samples: from visemes or a tracker. It
 * counts beside vrm_companion_say, and closes if it is not set for 0.2 seconds.
 *
 * @param companion  A companion.
 * @param mouth      Copied. What is not finite counts as 0. NULL: the mouth closes.
 * @task Move the mouth of a companion with visemes or a tracker
 * @threads one
 */
VRM_LIVE_API void vrm_companion_set_mouth(vrm_companion *companion, const vrm_mouth *mouth);

/**
 * Speaks with samples: adds them to a voice, and sets the mouth to that of the voice. Call it
 * before each update, with the samples that were heard since the one before. The mouth is
 * VRM_VOICE_DELAY late: play the sound that much later. It closes if no samples come for 0.2
 * seconds.
 *
 * @param companion  A companion.
 * @param voice      Of the speaker, with the rate of the samples. The companion does not keep it.
 * @param samples    Mono, as for vrm_voice_add.
 * @param count      Of `samples`; 0 does nothing.
 * @task Move the mouth of a companion with sound
 * @threads one
 */
VRM_LIVE_API void vrm_companion_say_samples(vrm_companion *companion, vrm_voice *voice,
                                            const float *samples, uint32_t count);

/**
 * Stops speaking: forgets all sentences and cues, and closes the mouth.
 *
 * @param companion  A companion.
 * @task Interrupt a companion
 * @threads one
 */
VRM_LIVE_API void vrm_companion_be_silent(vrm_companion *companion);

/* --- Attend --- */

/** What a companion does while it does not speak. */
typedef int32_t vrm_companion_activity;

enum {
    VRM_COMPANION_WAITING = 0,
    VRM_COMPANION_LISTENING = 1, /**< Looks at the user, leans forward, nods now and then. */
    VRM_COMPANION_THINKING = 2   /**< Looks up and away, with the head tilted. */
};

/**
 * Sets what the companion does while it does not speak. Default: VRM_COMPANION_WAITING.
 *
 * @param companion  A companion.
 * @param activity   A VRM_COMPANION_ constant; any other value counts as VRM_COMPANION_WAITING.
 * @task Let a companion listen or think
 * @threads one
 */
VRM_LIVE_API void vrm_companion_set_activity(vrm_companion *companion,
                                             vrm_companion_activity activity);

/**
 * Sets where the user is: the camera, for example.
 *
 * @param companion  A companion.
 * @param position   In the world, in meters. NULL: straight ahead.
 * @task Look at the user and away, as people do
 * @threads one
 */
VRM_LIVE_API void vrm_companion_set_user(vrm_companion *companion, const vrm_vec3 *position);

/**
 * Looks at a point for a while, and then at the user again.
 *
 * @param companion  A companion.
 * @param target     In the world, in meters. NULL: looks at the user again.
 * @param until      Until when, in nanoseconds.
 * @task Glance at something
 * @threads one
 */
VRM_LIVE_API void vrm_companion_attend(vrm_companion *companion, const vrm_vec3 *target,
                                       int64_t until);

/* --- Inspect --- */

/** What a companion is doing: the result of its last update. */
typedef struct vrm_companion_status {
    float emotions[6];   /**< As shown: happy, angry, sad, relaxed, surprised, neutral. */
    vrm_mouth mouth;     /**< As shown. */
    float speaking;      /**< 0 to 1; rises shortly before speech begins. */
    int32_t action;      /**< The index of the action; VRM_NONE: none. */
    float action_weight; /**< Its fade, 0 to 1. */
    int32_t looks_away;  /**< 1: it looks neither at the user nor at a target. */
    float look_at_yaw; /**< Where it looks, against the chest, in degrees; positive to its left. */
    float look_at_pitch; /**< Likewise; positive downwards. */
    float head_yaw;      /**< The part of it that neck and head turn. */
    float head_pitch;    /**< Likewise. */
    float nod_degrees;   /**< Of the nod, if there is one. */
    uint32_t blinks;     /**< Blinks since the companion was created, also those of vrm_idle. */
} vrm_companion_status;

/**
 * Returns what a companion is doing.
 *
 * @param companion  A companion.
 * @param out        Receives the status.
 * @threads one
 */
VRM_LIVE_API void vrm_companion_get_status(const vrm_companion *companion,
                                           vrm_companion_status *out);

/* --- Settings as JSON --- */

/**
 * Changes the params of a companion. The next update uses them.
 *
 * @param companion  A companion.
 * @param params     Copied.
 * @threads one
 */
VRM_LIVE_API void vrm_companion_set_params(vrm_companion *companion,
                                           const vrm_companion_params *params);

/**
 * Reads params from JSON: an object whose keys are the names of fields. Others stay as they are,
 * and members that are not known are ignored. Its cost grows with the size alone.
 *
 * @param json    UTF-8.
 * @param size    In bytes; at most 65,536.
 * @param params  Prepared with vrm_companion_params_init; receives the fields.
 * @return VRM_OK; VRM_ERROR_PAYLOAD if it is not such an object; VRM_ERROR_INVALID_ARGUMENT.
 * Nothing is changed on failure.
 * @task Read the settings of a companion from JSON
 * @threads any
 */
VRM_LIVE_API vrm_result vrm_companion_params_read(const void *json, size_t size,
                                                  vrm_companion_params *params);

/**
 * Writes params as JSON that vrm_companion_params_read reads back, bit for bit.
 *
 * @param params    The params.
 * @param out       Receives the text, with a NUL byte; may be NULL.
 * @param capacity  Of `out` in bytes. If it is too small, nothing is written.
 * @return The size of the text in bytes, without the NUL byte.
 * @threads any
 */
VRM_LIVE_API size_t vrm_companion_params_write(const vrm_companion_params *params, char *out,
                                               size_t capacity);

/**
 * Fills in the default params. Call it through the macro vrm_companion_params_init.
 *
 * @param params       Receives the defaults.
 * @param struct_size  Of the caller's vrm_companion_params.
 * @threads any
 */
VRM_LIVE_API void vrm_companion_params_init_sized(vrm_companion_params *params, size_t struct_size);
/** Calls vrm_companion_params_init_sized with the size of the struct. */
#define vrm_companion_params_init(params)                                                          \
    vrm_companion_params_init_sized((params), sizeof *(params))

/* --- Save and restore --- */

/**
 * Returns how many bytes vrm_companion_save writes. It is the same for all companions of a version.
 *
 * @param companion  A companion.
 * @return Bytes.
 * @threads any
 */
VRM_LIVE_API size_t vrm_companion_save_size(const vrm_companion *companion);

/**
 * Saves everything that the next updates depend on, except for sentences: say them again after
 * vrm_companion_restore. Save the avatar too, with vrm_avatar_save. After vrm_avatar_restore, call
 * vrm_avatar_update with 0 before the next update: the eyes depend on the frame.
 *
 * @param companion  A companion.
 * @param out        Receives the bytes.
 * @param capacity   The size of `out` in bytes.
 * @return VRM_OK, VRM_ERROR_CAPACITY or VRM_ERROR_INVALID_ARGUMENT.
 * @task Save the state of a companion
 * @threads one
 */
VRM_LIVE_API vrm_result vrm_companion_save(const vrm_companion *companion, void *out,
                                           size_t capacity);

/**
 * Restores a saved state. Sentences are forgotten.
 *
 * @param companion  A companion with the same actions.
 * @param bytes      The saved bytes.
 * @param size       Their number.
 * @return VRM_OK; VRM_ERROR_MISMATCH for a save of another version or with other actions;
 * VRM_ERROR_PAYLOAD for bytes that are not a save, truncated, damaged or out of range. The
 * companion changes only on VRM_OK.
 * @threads one
 */
VRM_LIVE_API vrm_result vrm_companion_restore(vrm_companion *companion, const void *bytes,
                                              size_t size);

#endif
