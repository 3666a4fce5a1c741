/*
 * What the files of companions share.
 *
 * State is data of fixed width without pointers or padding, so that a save is its bytes. What
 * belongs to the model, the caller or a frame stands beside it in vrm_companion.
 */
#ifndef VRMI_LIVE_COMPANION_H
#define VRMI_LIVE_COMPANION_H

#include "base/chance.h"
#include "base/memory.h"
#include "vrm/idle.h"
#include "vrm/live/companion.h"
#include "vrm/mixer.h"

enum {
    VRMI_EMOTIONS = 6,
    VRMI_COMPANION_VOWELS = 5,
    /* Slots of the mixer. Actions alternate, so that one fades out while another fades in. */
    VRMI_SLOT_ACTIONS = 4,
    VRMI_SLOT_GESTURE = VRMI_SLOT_ACTIONS,
    VRMI_SLOT_HEAD,
    VRMI_SLOTS
};

/* Streams of chance. Those of vrm_idle, with the same seed, are others: it has fewer than 64. */
typedef enum vrmi_companion_channel {
    VRMI_CHANCE_LOOK_AT_KIND = 64,
    VRMI_CHANCE_LOOK_AT_TIME,
    VRMI_CHANCE_LOOK_AT_YAW,
    VRMI_CHANCE_LOOK_AT_PITCH,
    VRMI_CHANCE_LOOK_AT_BLINK,
    VRMI_CHANCE_NOD,
    VRMI_CHANCE_NOD_WAIT,
    VRMI_CHANCE_TALK_PITCH,
    VRMI_CHANCE_TALK_YAW,
    VRMI_CHANCE_TALK_ROLL,
    VRMI_CHANCE_TALK_CHEST
} vrmi_companion_channel;

/* A value that follows a target without a jump in value or speed. */
typedef struct vrmi_follow {
    float value;
    float speed;
} vrmi_follow;

/* Moves it by `dt` seconds; `seconds` is about how late it is. It neither jumps nor overshoots, and
 * is never faster than the distance divided by `seconds`. */
void vrmi_follow_pass(vrmi_follow *follow, float target, float seconds, float dt);

typedef struct vrmi_emotion {
    vrmi_follow shown;
    float target; /* decays after the hold */
    float hold;   /* seconds that are left */
    float tired;  /* 0 to 1: how much of it there was lately */
    int32_t reserved;
} vrmi_emotion;

typedef struct vrmi_companion_look_at {
    uint64_t saccade_age; /* nanoseconds */
    int64_t wait;         /* until it decides again, in nanoseconds */
    float from[2];        /* yaw and pitch against the chest, in degrees */
    float wanted[2];
    float now[2];
    float away[2]; /* against the user */
    float saccade_seconds;
    int32_t is_away;
    uint32_t decisions;
    int32_t doing; /* an activity, or that it speaks */
} vrmi_companion_look_at;

typedef struct vrmi_head {
    vrmi_follow yaw, pitch, roll; /* degrees */
    vrmi_follow chest_pitch;
    int64_t nod_age;  /* nanoseconds since the last nod began */
    int64_t nod_wait; /* until it nods as a listener */
    float nod;        /* its height in degrees */
    uint32_t nods;
} vrmi_head;

typedef struct vrmi_action_state {
    int64_t age; /* nanoseconds */
    int64_t time;
    int64_t loops;
    uint64_t mixer[16]; /* the private state of its slot */
    float weight;
    int32_t action; /* VRM_NONE: none yet */
} vrmi_action_state;

typedef struct vrmi_companion_state {
    vrm_idle idle;
    int64_t now;
    int64_t passed; /* nanoseconds of updates */
    int64_t since_blink;
    int64_t since_mouth; /* since vrm_companion_set_mouth */
    int64_t attend_until;
    vrmi_companion_look_at look_at;
    vrmi_head head;
    vrmi_action_state slots[VRMI_SLOT_ACTIONS + 1]; /* and the gesture */
    vrm_companion_tag cues[VRM_COMPANION_CUES];
    int64_t cue_times[VRM_COMPANION_CUES];
    vrmi_emotion emotions[VRMI_EMOTIONS];
    vrmi_follow speaking, listening, thinking, wander;
    float input[VRMI_COMPANION_VOWELS]; /* of vrm_companion_set_mouth */
    float mouth[VRMI_COMPANION_VOWELS]; /* as shown */
    vrm_vec3 user, target;
    int32_t has_user;
    int32_t has_target;
    int32_t has_begun;
    int32_t activity;
    int32_t mouth_was_open;
    int32_t reserved;
    int32_t lids_were_closed;
    uint32_t blinks;
    uint32_t cue_count;
    int32_t action; /* the slot of the action that is on; VRM_NONE */
    int32_t has_gesture;
    uint32_t text_length;
    char text[VRM_COMPANION_TAG_BYTES]; /* what may become a tag */
    uint64_t seed;
} vrmi_companion_state;

/* What an emotion needs of its expression. */
typedef struct vrmi_face_part {
    int32_t expression; /* VRM_NONE: the avatar lacks it */
    float in_speech;    /* the part of it that may be shown in speech */
    int32_t blocks_blink;
} vrmi_face_part;

typedef struct vrmi_action {
    const char *name; /* lower case */
    uint32_t length;
    vrm_clip *clip;
    int64_t duration;
    uint64_t bones;
    int32_t expression;
    float in_speech; /* the part of it that may be shown in speech */
    float weight;
} vrmi_action;

typedef struct vrmi_sentence {
    const vrm_speech *speech;
    int64_t start;
} vrmi_sentence;

struct vrm_companion {
    vrmi_memory memory;
    size_t bytes;
    vrm_model *model;
    vrmi_action *actions;
    uint32_t action_count;
    uint32_t sentence_count;
    int32_t blink;        /* the expression by which lids are seen; VRM_NONE */
    uint64_t fingerprint; /* of the actions */
    vrmi_face_part faces[VRMI_EMOTIONS];
    vrmi_sentence sentences[VRM_COMPANION_SPEECHES];
    vrm_companion_params params;
    vrm_mixer mixer;
    vrm_pose relaxed, body, gesture, head_pose, mixed;
    vrm_custom_weight customs[VRM_MIXER_CUSTOMS];
    vrm_companion_status status;
    vrmi_companion_state state;
};

/* Seconds, of a time in nanoseconds. */
static inline float vrmi_companion_seconds(int64_t time) { return (float)((double)time * 1e-9); }

/* --- Emotions (emotion.c) --- */

/* The presets in the order of vrm_companion_status. */
extern const vrm_preset vrmi_emotion_presets[VRMI_EMOTIONS];
void vrmi_emotion_prepare(vrm_companion *c);
vrmi_face_part vrmi_emotion_part(const vrm_companion *c, int32_t expression);
void vrmi_emotion_set(vrm_companion *c, const vrm_companion_tag *tag);
void vrmi_emotion_pass(vrm_companion *c, float dt);
/* The part of an emotion that is shown, which is less than it has while it speaks. */
float vrmi_emotion_shown(const vrm_companion *c, int emotion);
/* Whether one that blocks blinks waits for the end of speech: the eyes blink before it is shown. */
bool vrmi_emotion_waits(const vrm_companion *c);

/* The factor of an expression of which speech allows this part. */
float vrmi_emotion_in_speech(const vrm_companion *c, float in_speech);
/* Whether an emotion is shown that blocks blinks, and whether it closes the eyes itself. */
bool vrmi_emotion_blocks_blinks(const vrm_companion *c);
bool vrmi_emotion_closes_eyes(const vrm_companion *c);

/* --- LookAt (look_at.c) --- */

/* Decides where to look, and writes the lookAt of the avatar. */
void vrmi_companion_look_at_pass(vrm_companion *c, vrm_avatar *avatar, int64_t elapsed);

/* --- Head (head.c) --- */

/* Nods at stress: 0 for none. */
void vrmi_head_stress(vrm_companion *c, float stress);
/* Moves neck, head and chest: writes the pose that is added to the body. */
void vrmi_head_pass(vrm_companion *c, int64_t elapsed);

/* --- Tags (tags.c) --- */

/* The preset of an emotion's name, or VRM_NONE. */
int32_t vrmi_tag_preset(const char *name, uint32_t length);

/* --- Params (params.c) --- */

void vrmi_params_copy(vrm_companion_params *to, const vrm_companion_params *from);

#endif
