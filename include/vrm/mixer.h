/**
 * @file mixer.h
 * The mixer: several clips and poses become one pose.
 *
 * A mixer has slots. Each slot plays a clip, or holds a pose that comes from elsewhere, and has a
 * weight, a mask and a layer. An update lets time pass and gives the pose of this frame:
 *
 * @code
 * vrm_mixer mixer;
 * vrm_mixer_init(&mixer);
 * vrm_mixer_play(&mixer, 0, idle, VRM_SLOT_LOOP, 0);
 * for (;;) {
 *     // Once, when walking begins: vrm_mixer_play starts the clip anew at each call.
 *     if (begins_to_walk) vrm_mixer_play(&mixer, 1, walk, VRM_SLOT_LOOP, vrm_ns(0.3));
 *     vrm_mixer_update(&mixer, vrm_ns(dt), &pose, NULL, NULL, 0);
 *     vrm_avatar_apply_pose(avatar, &pose, NULL);
 *     vrm_avatar_update(avatar, dt);
 * }
 * @endcode
 *
 * - Sum: the slots of a layer are one weighted sum, made in the order of the slots and normalised
 *   once; in which order they were filled does not matter. Where their weights are less than 1
 *   together, the rest is what lies below: the layers below, and the base. Where they are more,
 *   they are divided by their sum. This holds bone by bone: a mask lets the rest through.
 * - Additive slots are added to the sum of their layer, one after another.
 * - Settings are the fields of vrm_mixer_slot. They may be read and written between updates; its
 *   `state` is private. To keep a slot, copy it as a whole.
 * - Time: whole nanoseconds, and speeds are fractions of 2^20: the same total time gives the same
 *   state at every frame rate, and a loop is exact after a million of its rounds.
 * - Memory: a mixer is the caller's, plain data that may be copied as bytes. It borrows clips and
 *   poses, which must live as long as a slot has them. Nothing here allocates, logs or fails.
 * - Which clip comes next is for the application to decide: there is no state machine here.
 *
 * Experimental: may change in any minor release (docs/reference/abi.md).
 */
#ifndef VRM_MIXER_H
#define VRM_MIXER_H

#include "vrm/base.h"
#include "vrm/clip.h"
#include "vrm/pose.h"
#include "vrm/types.h"

/** Slots of a mixer. */
#define VRM_MIXER_SLOTS 16

/** Names of custom expressions in the poses of one mixer; further ones are left out. */
#define VRM_MIXER_CUSTOMS 64

/** Bits of the flags of a slot: VRM_SLOT_ constants. */
typedef uint32_t vrm_slot_flags;

enum {
    /** The clip begins anew at its end. Without it, it stays at its last pose. */
    VRM_SLOT_LOOP = 1,
    /** What the clip does beyond its reference pose is added to the other slots. */
    VRM_SLOT_ADDITIVE = 2,
    /** The hips stay where the clip begins, in x and z: the body moves in place. */
    VRM_SLOT_IN_PLACE = 4,
    /** Likewise, and what the hips move in x and z is given as movement of the root. */
    VRM_SLOT_ROOT_MOTION = 8
};

/** A time of a clip at which something happens: a foot comes down, for example. */
typedef struct vrm_marker {
    int64_t time; /**< In nanoseconds, 0 to the duration. */
    int32_t id;   /**< Whatever the application wants to be told. */
} vrm_marker;

/** A slot of a mixer. */
typedef struct vrm_mixer_slot {
    const vrm_clip *clip;      /**< What it plays; NULL: nothing, or `pose`. */
    const vrm_pose *pose;      /**< Without a clip: a pose of this frame; or NULL. */
    const vrm_pose *reference; /**< Of an additive slot. NULL: the clip's first pose, and rest for
                                  `pose`, which is then taken as a difference. */
    const vrm_marker *markers; /**< Of the clip, in any order; NULL: none. */
    int64_t time;              /**< Where the clip is, in nanoseconds, from 0 to its duration. */
    int64_t loops;             /**< How often it has begun anew; less than 0 backwards. */
    int64_t seam;              /**< Of a loop whose last pose is not its first: in the last
                                  nanoseconds, so many, the difference is made up for. Default: 0. */
    uint64_t bones;            /**< Mask: VRM_BONE_BIT of the bones that it moves. Default: all. The
                                  place of the hips belongs to the bone. */
    uint32_t presets;          /**< Mask: 1 << VRM_PRESET_, and customs with any. Default: all. */
    vrm_pose_parts parts;      /**< Mask: VRM_POSE_ bits. Default: all. */
    vrm_slot_flags flags;      /**< VRM_SLOT_ bits. */
    int32_t layer;             /**< Greater layers lie over lesser ones. Default: 0. */
    uint32_t marker_count;     /**< Of `markers`. */
    float weight;              /**< 0 to 1. At 0 the slot rests: its time stands still. */
    float speed;               /**< -64 to 64; less than 0 is backwards. Default: 1. */
    uint64_t state[16];        /**< Private: fades, and what root motion remembers. */
} vrm_mixer_slot;

/** A mixer. Prepare it with vrm_mixer_init. */
typedef struct vrm_mixer {
    const vrm_pose *base; /**< What lies below all layers; NULL: the T-pose. What it does not say is
                             rest. */
    vrm_mixer_slot slots[VRM_MIXER_SLOTS]; /**< By index, 0 to VRM_MIXER_SLOTS - 1. */
} vrm_mixer;

/** What has happened in an update. */
typedef int32_t vrm_mixer_event_kind;

enum {
    VRM_MIXER_EVENT_LOOP = 0,   /**< A loop has begun anew. */
    VRM_MIXER_EVENT_END = 1,    /**< A clip that is no loop has come to its end. */
    VRM_MIXER_EVENT_MARKER = 2, /**< A marker was passed. */
    VRM_MIXER_EVENT_FADE = 3    /**< A fade has come to its end. */
};

/** One thing that has happened in an update. */
typedef struct vrm_mixer_event {
    vrm_mixer_event_kind kind; /**< A VRM_MIXER_EVENT_ constant. */
    int32_t slot;              /**< In which slot. */
    int32_t id;                /**< Of the marker; 0 for other kinds. */
    uint32_t count;            /**< How often in this update; at most 2^32 - 1. */
    int64_t ago;               /**< For how long, the last time, in nanoseconds of the update. */
} vrm_mixer_event;

/**
 * Prepares a mixer without clips: all slots have their defaults and the weight 0.
 *
 * @param mixer  Receives the mixer.
 * @threads any
 */
VRM_API void vrm_mixer_init(vrm_mixer *mixer);

/**
 * Lets a slot play a clip from its beginning (from its end, where the speed is less than 0), and
 * fades to it as vrm_mixer_crossfade does. Speed, masks, layer, markers, reference and seam stay.
 *
 * To go from one clip to another, take two slots in turn: a slot that is still seen would jump.
 *
 * @param mixer  A mixer.
 * @param slot   0 to VRM_MIXER_SLOTS - 1.
 * @param clip   The clip. Borrowed until the slot plays another; NULL empties the slot.
 * @param flags  VRM_SLOT_ bits.
 * @param fade   In nanoseconds; 0: at once.
 * @threads one
 */
VRM_API void vrm_mixer_play(vrm_mixer *mixer, int32_t slot, const vrm_clip *clip,
                            vrm_slot_flags flags, int64_t fade);

/**
 * Fades a slot to a weight, gently at both ends. At its end the weight is exact.
 *
 * @param mixer   A mixer.
 * @param slot    0 to VRM_MIXER_SLOTS - 1.
 * @param weight  0 to 1; clamped.
 * @param fade    In nanoseconds; 0: at once.
 * @threads one
 */
VRM_API void vrm_mixer_fade(vrm_mixer *mixer, int32_t slot, float weight, int64_t fade);

/**
 * Fades a slot to 1, and all others of its layer that are not additive to 0, so that the sum of
 * their weights stays what it was if it was 1. An additive slot is faded alone.
 *
 * @param mixer  A mixer.
 * @param slot   0 to VRM_MIXER_SLOTS - 1.
 * @param fade   In nanoseconds; 0: at once.
 * @threads one
 */
VRM_API void vrm_mixer_crossfade(vrm_mixer *mixer, int32_t slot, int64_t fade);

/**
 * Lets time pass, and gives the pose that is then to be seen.
 *
 * Expressions that only some slots of a layer say count as 0 in what lies below, and so does a
 * direction of lookAt: what is faded out goes to 0 and not away at once. A point of lookAt stays
 * until its slot has the weight 0. The greater weight decides between a direction and a point.
 *
 * @param mixer           A mixer.
 * @param elapsed         Since the last update, in nanoseconds; less than 0 counts as 0.
 * @param out             Prepared with vrm_pose_init; receives the pose, which says all bones and
 *                        the hips. Customs go to its array. Neither the base nor the pose of a slot
                        may be this one: they would be mixed anew in each frame.
 * @param out_root        Receives how the root moves in this update, in the space of the avatar and
 *                        in hips heights, of the slots with VRM_SLOT_ROOT_MOTION; may be NULL. Its
 *                        rotation and scale are those that change nothing.
 * @param events          Receives what has happened, by slot; NULL with a capacity of 0.
 * @param event_capacity  Of the array.
 * @return The number of events, which may be greater than the capacity.
 * @threads one
 */
VRM_API uint32_t vrm_mixer_update(vrm_mixer *mixer, int64_t elapsed, vrm_pose *out,
                                  vrm_trs *out_root, vrm_mixer_event *events,
                                  uint32_t event_capacity);

#endif
