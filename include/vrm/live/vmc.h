/**
 * @file live/vmc.h
 * Receive and send motion by the VMC protocol: OSC messages in UDP datagrams.
 *
 * A receiver takes datagrams and returns poses. A sender takes poses and returns datagrams. Both
 * work on bytes: your program opens the socket.
 *
 * @code
 * vrm_vmc_receiver *receiver;
 * if (vrm_vmc_receiver_create(NULL, &receiver, NULL) != VRM_OK) return;
 * for (;;) {
 *     while ((size = read_datagram(bytes)) > 0) vrm_vmc_receiver_add(receiver, bytes, size, now);
 *     vrm_vmc_receiver_read_pose(receiver, &pose); // the last value of everything
 *     vrm_avatar_apply_pose(avatar, &pose, NULL);
 *     vrm_avatar_update(avatar, dt);
 * }
 * @endcode
 *
 * - Frames: senders put a frame into one bundle, into several, or into one datagram for each
 *   message, with the clock first or last. A frame ends at a second clock, or at a bone that it
 *   already has from another datagram.
 * - Held: what a frame does not have keeps its last value. A pose never falls back to the T-pose.
 * - Positions: those of bones are ignored, except that of the hips. Some senders send zeros: the
 *   position of the hips counts only if it is not zero.
 * - Names: expressions may have their names of VRM 0.x or 1.0, in any case.
 * - Untrusted: every datagram is checked. What is wrong is counted and ignored.
 * - Memory: nothing here allocates, logs or fails after creation.
 *
 * Experimental: may change in any minor release (docs/reference/abi.md).
 */
#ifndef VRM_LIVE_VMC_H
#define VRM_LIVE_VMC_H

#include "vrm/base.h"
#include "vrm/model.h"
#include "vrm/pose.h"
#include "vrm/types.h"

#include <stddef.h>

/** The UDP port on which programs that show avatars listen. */
#define VRM_VMC_PORT 39539

/** The UDP port on which programs that track people listen for helpers. */
#define VRM_VMC_PERFORMER_PORT 39540

/** The largest number of bytes in the name of a custom expression; messages with longer names are
 * refused. */
#define VRM_VMC_NAME_BYTES 63

/* --- Receive --- */

/** Makes poses of datagrams. It belongs to one thread at a time. */
typedef struct vrm_vmc_receiver vrm_vmc_receiver;

/** Settings of a receiver. Fill them with vrm_vmc_receiver_desc_init, then change what you need. */
typedef struct vrm_vmc_receiver_desc {
    uint32_t struct_size;           /**< Set by vrm_vmc_receiver_desc_init. */
    uint32_t reserved;              /**< Always 0. */
    const vrm_allocator *allocator; /**< Copied. NULL: malloc and free. */
    /** The avatar of the sender; it is needed only during creation. Rotations are then relative to
     * its nodes, as VMC recommends for VRM 1.0. NULL: rotations are normalized, as those of VRM 0.x
     * are. */
    const vrm_model *model;
    /** Of the sender's avatar, in meters. Default: that of `model`; without a model, the height of
     * the first hips that are not zero. */
    float hips_height;
    uint32_t custom_capacity; /**< Different custom expressions. Default: 64; at most 1,024. */
} vrm_vmc_receiver_desc;

/** What a receiver has counted since it was created or reset. */
typedef struct vrm_vmc_counts {
    uint64_t datagrams;         /**< All of them. */
    uint64_t refused_datagrams; /**< They are not OSC. */
    uint64_t messages;          /**< In datagrams that were not refused. */
    /** Not OSC, too few arguments, arguments of a wrong type, numbers that are not finite,
     * rotations of length 0, names that are too long. */
    uint64_t refused_messages;
    uint64_t ignored_messages; /**< Of an address that has no effect here: devices, cameras. */
    uint64_t unknown_bones;    /**< Messages with the name of no bone. */
    uint64_t lost_customs;     /**< Messages with a custom expression beyond the capacity. */
    uint64_t unread_arguments; /**< Arguments behind those that are known. */
    uint64_t frames;           /**< Frames that ended. */
    uint64_t duplicates;       /**< Datagrams with the clock of a frame that ended or was whole. */
    uint64_t late_datagrams;   /**< Their clock is less than a second before that of the frame. */
    uint64_t restarts;         /**< The clock went back by a second or more. */
} vrm_vmc_counts;

/** A frame of a sender. */
typedef struct vrm_vmc_frame {
    int64_t time;      /**< When its first datagram came: what the caller passed. */
    float clock;       /**< The time of the sender, in seconds; 0 without one. */
    int32_t is_timed;  /**< 1: it has a clock. */
    uint64_t bones;    /**< VRM_BONE_BIT of the bones that it has itself; others are held. */
    vrm_trs root;      /**< The root of the avatar, from the last message that set it. */
    int32_t is_loaded; /**< 1: the sender reports an avatar; 0: it reports none. Default: 1. */
    /** -1: not reported; 0: not calibrated; 1: waiting; 2: calibrating; 3: calibrated. */
    int32_t calibration;
} vrm_vmc_frame;

/**
 * Creates a receiver.
 *
 * @param desc          Optional settings; NULL means the defaults.
 * @param out_receiver  Receives the receiver, or NULL on failure.
 * @param out_report    Receives the report; may be NULL. On failure it has the reason, also for a
 *                      NULL argument or a bad desc.
 * @return VRM_OK, VRM_ERROR_INVALID_ARGUMENT or VRM_ERROR_OUT_OF_MEMORY.
 * @ownership The caller destroys the receiver with vrm_vmc_receiver_destroy and the report with
 * vrm_report_destroy.
 * @task Receive motion by VMC
 * @threads any
 */
VRM_LIVE_API vrm_result vrm_vmc_receiver_create(const vrm_vmc_receiver_desc *desc,
                                                vrm_vmc_receiver **out_receiver,
                                                vrm_report **out_report);

/**
 * Destroys a receiver. Names in poses that it filled are then invalid.
 *
 * @param receiver  A receiver, or NULL.
 * @threads one
 */
VRM_LIVE_API void vrm_vmc_receiver_destroy(vrm_vmc_receiver *receiver);

/**
 * Reads one datagram.
 *
 * @param receiver  A receiver.
 * @param bytes     The datagram.
 * @param size      Of the datagram, in bytes.
 * @param time      When it came, in nanoseconds from any origin.
 * @return How many frames ended: usually 0 or 1. Of several, the last one is kept.
 * @task Read a VMC datagram
 * @threads one
 */
VRM_LIVE_API uint32_t vrm_vmc_receiver_add(vrm_vmc_receiver *receiver, const void *bytes,
                                           size_t size, int64_t time);

/**
 * Ends the frame that has begun, if there is one. Call it after the last datagram.
 *
 * @param receiver  A receiver.
 * @return 1 if a frame ended, otherwise 0.
 * @threads one
 */
VRM_LIVE_API uint32_t vrm_vmc_receiver_end_frame(vrm_vmc_receiver *receiver);

/**
 * Returns the newest values: of the frame that has begun, and of earlier ones for what it does not
 * have. Use it to show an avatar with the least delay.
 *
 * @param receiver  A receiver.
 * @param out       Prepared with vrm_pose_init; receives the pose. Its customs go to its own array,
 *                  with names of the receiver.
 * @task Get the newest pose of a VMC sender
 * @threads one
 */
VRM_LIVE_API void vrm_vmc_receiver_read_pose(const vrm_vmc_receiver *receiver, vrm_pose *out);

/**
 * Returns the pose of the last frame that ended. Use it to record: its values are of one time.
 *
 * @param receiver  A receiver.
 * @param out       Prepared with vrm_pose_init; receives the pose. Its customs go to its own array,
 *                  with names of the receiver.
 * @task Get the last whole frame of a VMC sender
 * @threads one
 */
VRM_LIVE_API void vrm_vmc_receiver_read_frame(const vrm_vmc_receiver *receiver, vrm_pose *out);

/**
 * Returns the facts of the last frame that ended.
 *
 * @param receiver  A receiver.
 * @return The frame; before the first one, its fields are 0, and its root is the identity. NULL
 * only if `receiver` is NULL.
 * @ownership The frame belongs to the receiver.
 * @threads one
 */
VRM_LIVE_API const vrm_vmc_frame *vrm_vmc_receiver_frame(const vrm_vmc_receiver *receiver);

/**
 * Returns what a receiver has counted.
 *
 * @param receiver  A receiver.
 * @return The counts. NULL only if `receiver` is NULL.
 * @ownership The counts belong to the receiver.
 * @threads one
 */
VRM_LIVE_API const vrm_vmc_counts *vrm_vmc_receiver_counts(const vrm_vmc_receiver *receiver);

/**
 * Forgets everything that a receiver has read, as after its creation: for another sender.
 *
 * @param receiver  A receiver.
 * @threads one
 */
VRM_LIVE_API void vrm_vmc_receiver_reset(vrm_vmc_receiver *receiver);

/**
 * Fills in the default settings of a receiver. Call it through the macro
 * vrm_vmc_receiver_desc_init.
 *
 * @param desc         Receives the defaults.
 * @param struct_size  Of the caller's vrm_vmc_receiver_desc.
 * @threads any
 */
VRM_LIVE_API void vrm_vmc_receiver_desc_init_sized(vrm_vmc_receiver_desc *desc, size_t struct_size);
/** Calls vrm_vmc_receiver_desc_init_sized with the size of the struct. */
#define vrm_vmc_receiver_desc_init(desc) vrm_vmc_receiver_desc_init_sized((desc), sizeof *(desc))

/* --- Send --- */

/** Makes datagrams of poses. It belongs to one thread at a time. */
typedef struct vrm_vmc_sender vrm_vmc_sender;

/** Bits of the flags of a sender: VRM_VMC_SEND_ constants. */
typedef uint32_t vrm_vmc_sender_flags;

enum {
    /** One datagram for each message, with the clock last, instead of bundles. */
    VRM_VMC_SEND_SINGLE = 1,
    /** Expressions have the names of VRM 1.0. Without this flag they have those of VRM 0.x, which
     * all receivers know. */
    VRM_VMC_SEND_NEW_NAMES = 2
};

/** Settings of a sender. Fill them with vrm_vmc_sender_desc_init, then change what you need. */
typedef struct vrm_vmc_sender_desc {
    uint32_t struct_size;           /**< Set by vrm_vmc_sender_desc_init. */
    vrm_vmc_sender_flags flags;     /**< VRM_VMC_SEND_ bits. Default: 0. */
    const vrm_allocator *allocator; /**< Copied. NULL: malloc and free. */
    /** The avatar; it is needed only during creation. Positions of bones are those of its nodes,
     * and rotations are relative to them. NULL: positions are 0 except that of the hips, and
     * rotations are normalized. Receivers that apply positions need a model. */
    const vrm_model *model;
    float hips_height;        /**< In meters. Default: that of `model`, or 1. */
    uint32_t datagram_bytes;  /**< The largest datagram. Default: 1,472; 256 to 65,504. */
    uint32_t custom_capacity; /**< Custom expressions in a pose. Default: 64; at most 1,024. */
    uint32_t reserved;        /**< Always 0. */
} vrm_vmc_sender_desc;

/**
 * Creates a sender.
 *
 * @param desc        Optional settings; NULL means the defaults.
 * @param out_sender  Receives the sender, or NULL on failure.
 * @param out_report  Receives the report; may be NULL. On failure it has the reason, also for a
 *                    NULL argument or a bad desc.
 * @return VRM_OK, VRM_ERROR_INVALID_ARGUMENT or VRM_ERROR_OUT_OF_MEMORY.
 * @ownership The caller destroys the sender with vrm_vmc_sender_destroy and the report with
 * vrm_report_destroy.
 * @task Send motion by VMC
 * @threads any
 */
VRM_LIVE_API vrm_result vrm_vmc_sender_create(const vrm_vmc_sender_desc *desc,
                                              vrm_vmc_sender **out_sender, vrm_report **out_report);

/**
 * Destroys a sender.
 *
 * @param sender  A sender, or NULL.
 * @threads one
 */
VRM_LIVE_API void vrm_vmc_sender_destroy(vrm_vmc_sender *sender);

/**
 * Makes the datagrams of one frame. They have what the pose sets: bones, the hips, presets and
 * customs. LookAt has no message in VMC.
 *
 * @param sender  A sender.
 * @param pose    The pose. Values that are not finite are sent as those of rest. Customs with empty
 *                names, names of more than VRM_VMC_NAME_BYTES bytes, or beyond the capacity are not
 *                sent.
 * @param root    The root of the avatar; its scale is not sent. NULL means the identity.
 * @param clock   The time of the frame in seconds. It must grow with each frame.
 * @return How many datagrams there are.
 * @task Make the VMC datagrams of a pose
 * @threads one
 */
VRM_LIVE_API uint32_t vrm_vmc_sender_write(vrm_vmc_sender *sender, const vrm_pose *pose,
                                           const vrm_trs *root, float clock);

/**
 * Returns a datagram of the last frame. Send them in their order.
 *
 * @param sender    A sender.
 * @param index     Below the result of vrm_vmc_sender_write.
 * @param out_size  Receives its size in bytes.
 * @return Its bytes; NULL if there is no such datagram.
 * @ownership The bytes belong to the sender, until vrm_vmc_sender_write.
 * @threads one
 */
VRM_LIVE_API const void *vrm_vmc_sender_datagram(const vrm_vmc_sender *sender, uint32_t index,
                                                 size_t *out_size);

/**
 * Fills in the default settings of a sender. Call it through the macro vrm_vmc_sender_desc_init.
 *
 * @param desc         Receives the defaults.
 * @param struct_size  Of the caller's vrm_vmc_sender_desc.
 * @threads any
 */
VRM_LIVE_API void vrm_vmc_sender_desc_init_sized(vrm_vmc_sender_desc *desc, size_t struct_size);
/** Calls vrm_vmc_sender_desc_init_sized with the size of the struct. */
#define vrm_vmc_sender_desc_init(desc) vrm_vmc_sender_desc_init_sized((desc), sizeof *(desc))

#endif
