/**
 * @file mixer.h
 * Mix several clips and poses into one pose.
 *
 * A mixer has slots. Each slot plays a clip, or holds a pose of the application, and has a weight,
 * a mask and a layer. An update advances the time and returns the pose of this frame:
 *
 * @code
 * vrm_mixer mixer;
 * vrm_mixer_init(&mixer);
 * vrm_mixer_play(&mixer, 0, idle, VRM_SLOT_LOOP, 0);
 * for (;;) {
 *     // Once, when walking begins: vrm_mixer_play restarts the clip at each call.
 *     if (begins_to_walk) vrm_mixer_play(&mixer, 1, walk, VRM_SLOT_LOOP, vrm_ns(0.3));
 *     vrm_mixer_update(&mixer, vrm_ns(dt), &pose, NULL, NULL, 0);
 *     vrm_avatar_apply_pose(avatar, &pose, NULL);
 *     vrm_avatar_update(avatar, dt);
 * }
 * @endcode
 *
 * - Sum: the slots of a layer form one weighted sum, computed in slot order and normalized once.
 *   The order in which you fill them does not matter. If their weights add up to less than 1, the
 *   rest comes from the layers below and the base. If they add up to more, they are divided by
 *   their sum. This holds for each bone: a mask lets the layers below through.
 * - Additive slots are added to the sum of their layer, one after another.
 * - Settings are the fields of vrm_mixer_slot. They may be read and written between updates; its
 *   `state` is private. To keep a slot, copy it as a whole.
 * - Time: whole nanoseconds, and speeds are fractions of 2^20. The same total time gives the same
 *   state at every frame rate, and a loop is exact after a million rounds.
 * - Memory: a mixer is plain data of the caller that may be copied as bytes. It borrows clips and
 *   poses, which must stay valid as long as a slot has them. Nothing here allocates, logs or fails.
 * - There is no state machine: the application decides which clip comes next.
 *
 * Experimental: may change in any minor release (docs/reference/abi.md).
 */
#ifndef VRM_MIXER_H
#define VRM_MIXER_H

#include "vrm/base.h"
#include "vrm/clip.h"
#include "vrm/pose.h"
#include "vrm/types.h"

/** The number of slots of a mixer. */
#define VRM_MIXER_SLOTS 16

/** The largest number of custom expressions in the poses of one mixer; more are ignored. */
#define VRM_MIXER_CUSTOMS 64

/** Bits of the flags of a slot: VRM_SLOT_ constants. */
typedef uint32_t vrm_slot_flags;

enum {
    /** The clip restarts at its end. Without this flag, it stays at its last pose. */
    VRM_SLOT_LOOP = 1,
    /** The difference of the clip from its reference pose is added to the other slots. */
    VRM_SLOT_ADDITIVE = 2,
    /** The hips stay at their first position in x and z: the body moves in place. */
    VRM_SLOT_IN_PLACE = 4,
    /** Likewise, and the motion of the hips in x and z is returned as motion of the root. */
    VRM_SLOT_ROOT_MOTION = 8
};

/** A time of a clip at which something happens: a foot comes down, for example. */
typedef struct vrm_marker {
    int64_t time; /**< In nanoseconds, 0 to the duration. */
    int32_t id;   /**< Any number of the application; its events have it. */
} vrm_marker;

/** A slot of a mixer. */
typedef struct vrm_mixer_slot {
    const vrm_clip *clip;      /**< What it plays; NULL: nothing, or `pose`. */
    const vrm_pose *pose;      /**< Without a clip: a pose of this frame; or NULL. */
    const vrm_pose *reference; /**< Of an additive slot. NULL: the clip's first pose, and rest for
                                  `pose`, which is then taken as a difference. */
    const vrm_marker *markers; /**< Of the clip, in any order; NULL: none. */
    int64_t time;              /**< The time in the clip, in nanoseconds, from 0 to its duration. */
    int64_t loops;             /**< How often it has restarted; less than 0 backwards. */
    /** For a loop that does not close: its last nanoseconds, of this length, blend into its start.
     * Default: 0. */
    int64_t seam;
    /** Mask: VRM_BONE_BIT of the bones that it moves. Default: all. The position of the hips
     * belongs to the bone. */
    uint64_t bones;
    uint32_t presets;      /**< Mask: 1 << VRM_PRESET_, and customs with any. Default: all. */
    vrm_pose_parts parts;  /**< Mask: VRM_POSE_ bits. Default: all. */
    vrm_slot_flags flags;  /**< VRM_SLOT_ bits. */
    int32_t layer;         /**< Greater layers lie over lesser ones. Default: 0. */
    uint32_t marker_count; /**< Of `markers`. */
    float weight;          /**< 0 to 1. At 0 its time stands still. */
    float speed;           /**< -64 to 64; less than 0 is backwards. Default: 1. */
    uint64_t state[16];    /**< Private: fades, and what root motion remembers. */
} vrm_mixer_slot;

/** A mixer. Prepare it with vrm_mixer_init. */
typedef struct vrm_mixer {
    /** The pose below all layers; NULL: the T-pose. Entries that it does not set are at rest. */
    const vrm_pose *base;
    vrm_mixer_slot slots[VRM_MIXER_SLOTS]; /**< By index, 0 to VRM_MIXER_SLOTS - 1. */
} vrm_mixer;

/** The kind of an event in an update. */
typedef int32_t vrm_mixer_event_kind;

enum {
    VRM_MIXER_EVENT_LOOP = 0,   /**< A loop has restarted. */
    VRM_MIXER_EVENT_END = 1,    /**< A clip that does not loop has reached its end. */
    VRM_MIXER_EVENT_MARKER = 2, /**< A marker was passed. */
    VRM_MIXER_EVENT_FADE = 3    /**< A fade has ended. */
};

/** An event in an update. */
typedef struct vrm_mixer_event {
    vrm_mixer_event_kind kind; /**< A VRM_MIXER_EVENT_ constant. */
    int32_t slot;              /**< The index of the slot. */
    int32_t id;                /**< Of the marker; 0 for other kinds. */
    uint32_t count;            /**< How often in this update; at most 2^32 - 1. */
    int64_t ago;               /**< How long ago it last happened, in nanoseconds of the update. */
} vrm_mixer_event;

/**
 * Prepares a mixer without clips: all slots have their defaults and the weight 0.
 *
 * @param mixer  Receives the mixer.
 * @threads any
 */
VRM_API void vrm_mixer_init(vrm_mixer *mixer);

/**
 * Advances the time and returns the pose of the frame.
 *
 * If only some slots of a layer set an expression or a lookAt direction, it counts as 0 in the
 * layers below: it fades to 0 and does not disappear at once. A lookAt point stays until its slot
 * has the weight 0. Between a direction and a point, the one with the greater weight is taken.
 *
 * @param mixer           A mixer.
 * @param elapsed         Since the last update, in nanoseconds; less than 0 counts as 0.
 * @param out             Prepared with vrm_pose_init; receives the pose, which sets all bones and
 *                        the hips. Customs go to its array. It must not be the base or the pose of
 *                        a slot: these would be mixed again in each frame.
 * @param out_root        Receives the motion of the root in this update, from the slots with
 *                        VRM_SLOT_ROOT_MOTION; may be NULL. It is in the space of the avatar and in
 *                        hips heights; its rotation and scale are the identity.
 * @param events          Receives the events, by slot; NULL with a capacity of 0.
 * @param event_capacity  Of the array.
 * @return The number of events, which may be greater than the capacity.
 * @task Mix several motions into one pose
 * @threads one
 */
VRM_API uint32_t vrm_mixer_update(vrm_mixer *mixer, int64_t elapsed, vrm_pose *out,
                                  vrm_trs *out_root, vrm_mixer_event *events,
                                  uint32_t event_capacity);

/**
 * Plays a clip in a slot from its beginning (from its end if the speed is less than 0), and fades
 * to it like vrm_mixer_crossfade. Speed, masks, layer, markers, reference and seam stay.
 *
 * To change from one clip to another, alternate between two slots: a slot that is still visible
 * would jump.
 *
 * @param mixer  A mixer.
 * @param slot   0 to VRM_MIXER_SLOTS - 1.
 * @param clip   The clip. Borrowed until the slot plays another; NULL empties the slot.
 * @param flags  VRM_SLOT_ bits.
 * @param fade   In nanoseconds; 0: at once.
 * @task Play a motion with a crossfade
 * @threads one
 */
VRM_API void vrm_mixer_play(vrm_mixer *mixer, int32_t slot, const vrm_clip *clip,
                            vrm_slot_flags flags, int64_t fade);

/**
 * Fades a slot to a weight, with a smooth start and end. After the fade the weight is exact.
 *
 * @param mixer   A mixer.
 * @param slot    0 to VRM_MIXER_SLOTS - 1.
 * @param weight  0 to 1; clamped.
 * @param fade    In nanoseconds; 0: at once.
 * @task Fade a motion in or out
 * @threads one
 */
VRM_API void vrm_mixer_fade(vrm_mixer *mixer, int32_t slot, float weight, int64_t fade);

/**
 * Fades a slot to 1, and all others of its layer that are not additive to 0. If the sum of their
 * weights was 1, it stays 1. An additive slot is faded alone.
 *
 * @param mixer  A mixer.
 * @param slot   0 to VRM_MIXER_SLOTS - 1.
 * @param fade   In nanoseconds; 0: at once.
 * @threads one
 */
VRM_API void vrm_mixer_crossfade(vrm_mixer *mixer, int32_t slot, int64_t fade);

#endif
