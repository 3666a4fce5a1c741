/**
 * @file clip.h
 * Clips: load motions from files, sample them for any avatar, and record motions.
 *
 * A clip is loaded from a .vrma file, a glTF file with an animated humanoid (bones named as in VRM,
 * Mixamo and others), a BVH file or a VMD file. The format is detected from the contents. The load
 * normalizes the motion: one clip moves every avatar.
 *
 * @code
 * vrm_clip *clip;
 * vrm_pose pose;
 * vrm_pose_init(&pose);
 * if (vrm_clip_load(bytes, size, NULL, &clip, NULL) == VRM_OK) {
 *     vrm_clip_sample(clip, vrm_ns(1.5), &pose); // at 1.5 seconds
 *     vrm_avatar_apply_pose(avatar, &pose, NULL);
 *     vrm_clip_release(clip);
 * }
 * @endcode
 *
 * - Memory: a clip is immutable and reference-counted. It does not need the bytes of the file.
 * - Threads: any number of threads may sample one clip at the same time.
 * - Time: whole nanoseconds. A loop never drifts.
 *
 * Experimental: may change in any minor release (docs/reference/abi.md).
 */
#ifndef VRM_CLIP_H
#define VRM_CLIP_H

#include "vrm/base.h"
#include "vrm/model.h"
#include "vrm/pose.h"
#include "vrm/report.h"

/** A motion, immutable and reference-counted. */
typedef struct vrm_clip vrm_clip;

/** The source format of a clip. */
typedef int32_t vrm_clip_format;

enum {
    VRM_CLIP_FORMAT_VRMA = 0, /**< glTF with VRMC_vrm_animation. */
    VRM_CLIP_FORMAT_GLTF = 1, /**< glTF whose nodes have the names of a known skeleton. */
    VRM_CLIP_FORMAT_BVH = 2,
    VRM_CLIP_FORMAT_VMD = 3,
    VRM_CLIP_FORMAT_POSES = 4 /**< Poses that an application recorded. */
};

/** Bits of the flags of vrm_clip_desc: VRM_CLIP_ constants. */
typedef uint32_t vrm_clip_flags;

enum {
    /** Joints between mapped bones do not move, exactly as .vrma specifies (AN-026). */
    VRM_CLIP_MAPPED_JOINTS_ONLY = 1
};

/** Settings of a load. Fill them with vrm_clip_desc_init, then change what you need. */
typedef struct vrm_clip_desc {
    uint32_t struct_size; /**< Set by vrm_clip_desc_init. */
    vrm_clip_flags flags; /**< VRM_CLIP_ bits. Default: 0. */
    /** Allocator, limits, cancellation and flags of the whole call. NULL: the defaults. */
    const vrm_load_desc *load;
    int32_t animation; /**< Of a glTF file: the index of the animation. Default: 0 (AN-003). */
    uint32_t reserved; /**< Always 0. */
} vrm_clip_desc;

/**
 * Loads a clip from a file in memory.
 *
 * @param bytes       The file. They are not needed after the call.
 * @param size        The size of the file in bytes.
 * @param desc        Optional settings; NULL means the defaults.
 * @param out_clip    Receives the clip, or NULL on failure.
 * @param out_report  Receives the report, on success and on failure; may be NULL.
 * @return VRM_OK; VRM_ERROR_UNSUPPORTED if the file has no motion of a humanoid, or is a BVH file
 * with an unknown skeleton (the report lists its joints); else as vrm_model_load.
 * @ownership The caller releases the clip with vrm_clip_release and destroys the report with
 * vrm_report_destroy.
 * @task Load a motion (.vrma, glTF, BVH or VMD) from memory
 * @threads any
 */
VRM_API vrm_result vrm_clip_load(const void *bytes, size_t size, const vrm_clip_desc *desc,
                                 vrm_clip **out_clip, vrm_report **out_report);

/**
 * Adds a reference to a clip.
 *
 * @param clip  A clip, or NULL.
 * @return The same clip.
 * @ownership The caller releases the reference with vrm_clip_release.
 * @threads any
 */
VRM_API vrm_clip *vrm_clip_retain(vrm_clip *clip);

/**
 * Releases a reference to a clip. The last release destroys the clip.
 *
 * @param clip  A clip, or NULL.
 * @threads any
 */
VRM_API void vrm_clip_release(vrm_clip *clip);

/** Properties of a clip. Fields may be added at the end. */
typedef struct vrm_clip_info {
    uint32_t struct_size;     /**< Set by vrm_clip_info_init. */
    vrm_clip_format format;   /**< A VRM_CLIP_FORMAT_ constant. */
    int64_t duration;         /**< From 0 to the last key, in nanoseconds. */
    uint64_t bones;           /**< VRM_BONE_BIT of the bones that the clip sets. */
    uint64_t moving_bones;    /**< Of those: bones whose rotation changes. */
    uint32_t presets;         /**< 1 << VRM_PRESET_ of the presets that it sets. */
    vrm_pose_parts parts;     /**< VRM_POSE_ bits. */
    uint32_t custom_count;    /**< Custom expressions. */
    uint32_t key_count;       /**< Of all tracks together. */
    uint32_t track_count;     /**< Tracks that change. */
    uint32_t animation_count; /**< Animations of the file. */
    float keys_per_second;    /**< Of its densest track; 0 if there is no second key. */
    float hips_height;        /**< Of the source at rest, in meters: 1 hips height. */
    float unit;               /**< Meters for each unit of the file. */
    float seam_degrees;       /**< The largest turn of a bone from the last key to the first. */
    float seam_hips;          /**< How far the hips jump there, in hips heights. */
    vrm_string name;          /**< Of the animation; valid until the clip is released. */
    vrm_string skeleton;      /**< The family of skeletons, such as "mixamo"; "" for .vrma. */
    size_t memory;            /**< Bytes of memory that the clip uses. */
    vrm_vec3 eye_offset;      /**< Of the source's eyes from its head, in meters (AN-023). */
    int32_t has_eye_offset;   /**< 1: the file defines it. */
} vrm_clip_info;

/** Prepares a vrm_clip_info. */
#define vrm_clip_info_init(info) ((info)->struct_size = (uint32_t)sizeof *(info))

/**
 * Returns the properties of a clip.
 *
 * @param clip  A clip.
 * @param out   Prepared with vrm_clip_info_init; receives the properties.
 * @threads any
 */
VRM_API void vrm_clip_get_info(const vrm_clip *clip, vrm_clip_info *out);

/**
 * Returns the name of a custom expression of a clip.
 *
 * @param clip    A clip.
 * @param custom  0 to custom_count - 1.
 * @return The name; "" for any other index. Never NULL.
 * @ownership The name belongs to the clip.
 * @threads any
 */
VRM_API const char *vrm_clip_custom_name(const vrm_clip *clip, uint32_t custom);

/**
 * Samples a clip: returns its pose at a time. It has no state: any time costs the same, in any
 * order.
 *
 * @param clip  A clip.
 * @param time  In nanoseconds. A time before the first key gives the first pose, and a time after
 *              the last key the last pose (AN-005). For a loop, see vrm_clip_wrap.
 * @param out   Prepared with vrm_pose_init; receives the pose. Customs go to its array.
 * @task Get the pose of a motion at a time
 * @threads any
 */
VRM_API void vrm_clip_sample(const vrm_clip *clip, int64_t time, vrm_pose *out);

/**
 * Wraps a time into the loop of a clip. The result is exact after any number of loops.
 *
 * @param clip  A clip.
 * @param time  In nanoseconds; negative times run backwards.
 * @return 0 to the duration, the duration itself excluded; 0 for a clip without a duration.
 * @task Loop a motion
 * @threads any
 */
VRM_API int64_t vrm_clip_wrap(const vrm_clip *clip, int64_t time);

/**
 * Finds the custom expressions of a clip in a model, once for many frames.
 *
 * @param clip      A clip.
 * @param model     A model.
 * @param bindings  Receives, for each custom of the clip, its index into the expressions of
 *                  vrm_tables; VRM_NONE: the model does not have it (AN-034).
 * @param capacity  Of the array.
 * @return The number of customs of the clip, which may be greater than the capacity.
 * @threads any
 */
VRM_API uint32_t vrm_clip_bind(const vrm_clip *clip, const vrm_model *model, int32_t *bindings,
                               uint32_t capacity);

/**
 * The legs of a body at rest, in units of its hips height. The origin is on the ground below the
 * hips, which are at (0, 1, 0). Arrays hold left and right.
 */
typedef struct vrm_leg_shape {
    vrm_vec3 upper[2]; /**< The upper ends of the upper legs. */
    vrm_vec3 lower[2]; /**< Knees. */
    vrm_vec3 foot[2];  /**< Ankles. */
    vrm_vec3 toes[2];  /**< Balls of the feet. */
} vrm_leg_shape;

/**
 * Returns the legs of the body that a motion was made for. vrm_ground_update needs them.
 *
 * @param clip  A clip.
 * @param out   Receives the legs.
 * @return 1; 0 if the motion has no complete legs, or they do not stand. Nothing is written then.
 * @threads any
 */
VRM_API int32_t vrm_clip_get_legs(const vrm_clip *clip, vrm_leg_shape *out);

/**
 * Fills in the default settings of a load. Call it through the macro vrm_clip_desc_init.
 *
 * @param desc         Receives the defaults.
 * @param struct_size  Of the caller's vrm_clip_desc.
 * @threads any
 */
VRM_API void vrm_clip_desc_init_sized(vrm_clip_desc *desc, size_t struct_size);
/** Calls vrm_clip_desc_init_sized with the size of the struct. */
#define vrm_clip_desc_init(desc) vrm_clip_desc_init_sized((desc), sizeof *(desc))

/* --- Record motions --- */

/**
 * Records poses and makes a clip from them. It allocates all of its memory when it is created:
 * adding a pose allocates nothing.
 *
 * @code
 * vrm_recorder *recorder;
 * if (vrm_recorder_create(NULL, &recorder, NULL) != VRM_OK) return;
 * for (;;) { // in every frame
 *     vrm_avatar_read_pose(avatar, &pose);
 *     vrm_recorder_add(recorder, now, &pose);
 * }
 * vrm_recorder_make_clip(recorder, &clip, NULL);
 * vrm_recorder_destroy(recorder);
 * @endcode
 */
typedef struct vrm_recorder vrm_recorder;

/** Settings of a recorder. Fill them with vrm_recorder_desc_init, then change what you need. */
typedef struct vrm_recorder_desc {
    uint32_t struct_size;           /**< Set by vrm_recorder_desc_init. */
    uint32_t reserved;              /**< Always 0. */
    const vrm_allocator *allocator; /**< Copied; of the clips too. NULL: malloc and free. */
    uint32_t pose_capacity;         /**< A pose takes 1 KB. Default: 3,600; at most 10,000,000. */
    uint32_t custom_capacity; /**< Different custom expressions. Default: 64; at most 1,024. */
    float hips_height;        /**< Of the body that moves, in meters. Default: 1. */
    uint32_t reserved_2;      /**< Always 0. */
} vrm_recorder_desc;

/**
 * Creates an empty recorder.
 *
 * @param desc          Optional settings; NULL means the defaults.
 * @param out_recorder  Receives the recorder, or NULL on failure.
 * @param out_report    Receives the report; may be NULL. On failure it has the reason, also for a
 *                      NULL argument or a bad desc.
 * @return VRM_OK, VRM_ERROR_INVALID_ARGUMENT or VRM_ERROR_OUT_OF_MEMORY.
 * @ownership The caller destroys the recorder with vrm_recorder_destroy and the report with
 * vrm_report_destroy.
 * @task Record the motion of an avatar
 * @threads any
 */
VRM_API vrm_result vrm_recorder_create(const vrm_recorder_desc *desc, vrm_recorder **out_recorder,
                                       vrm_report **out_report);

/**
 * Destroys a recorder. Its clips stay valid.
 *
 * @param recorder  A recorder, or NULL.
 * @threads one at a time for each recorder
 */
VRM_API void vrm_recorder_destroy(vrm_recorder *recorder);

/**
 * Appends a pose. It copies the pose with the names of its customs. It does not record customs with
 * names of more than 63 bytes, or beyond the capacity.
 *
 * @param recorder  A recorder.
 * @param time      In nanoseconds, from any origin: that of the first pose becomes 0. A pose at the
 *                  time of the last one replaces it.
 * @param pose      The pose.
 * @return VRM_OK; VRM_ERROR_LIMIT if the recorder is full; VRM_ERROR_INVALID_ARGUMENT if the time
 * is before that of the last pose, or an argument is NULL.
 * @threads one at a time for each recorder
 */
VRM_API vrm_result vrm_recorder_add(vrm_recorder *recorder, int64_t time, const vrm_pose *pose);

/**
 * Returns how many poses a recorder has.
 *
 * @param recorder  A recorder, or NULL.
 * @return Their number; 0 for NULL.
 * @threads one at a time for each recorder
 */
VRM_API uint32_t vrm_recorder_count(const vrm_recorder *recorder);

/**
 * Removes all poses and the names of customs.
 *
 * @param recorder  A recorder, or NULL.
 * @threads one at a time for each recorder
 */
VRM_API void vrm_recorder_clear(vrm_recorder *recorder);

/**
 * Makes a clip from the recorded poses, with VRM_CLIP_FORMAT_POSES and LINEAR interpolation. A bone
 * or weight has keys only at the poses that set it. If some poses have a lookAt direction and
 * others a point, the clip has the directions.
 *
 * @param recorder    A recorder; it keeps its poses.
 * @param out_clip    Receives the clip, or NULL on failure.
 * @param out_report  Receives the report, on success and on failure; may be NULL.
 * @return VRM_OK; VRM_ERROR_UNSUPPORTED if no pose sets anything; VRM_ERROR_OUT_OF_MEMORY;
 * VRM_ERROR_INVALID_ARGUMENT.
 * @ownership The caller releases the clip with vrm_clip_release and destroys the report with
 * vrm_report_destroy.
 * @task Make a clip from recorded poses
 * @threads one at a time for each recorder
 */
VRM_API vrm_result vrm_recorder_make_clip(const vrm_recorder *recorder, vrm_clip **out_clip,
                                          vrm_report **out_report);

/**
 * Fills in the default settings of a recorder. Call it through the macro vrm_recorder_desc_init.
 *
 * @param desc         Receives the defaults.
 * @param struct_size  Of the caller's vrm_recorder_desc.
 * @threads any
 */
VRM_API void vrm_recorder_desc_init_sized(vrm_recorder_desc *desc, size_t struct_size);
/** Calls vrm_recorder_desc_init_sized with the size of the struct. */
#define vrm_recorder_desc_init(desc) vrm_recorder_desc_init_sized((desc), sizeof *(desc))

#endif
