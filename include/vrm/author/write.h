/**
 * @file write.h
 * Write files: clips as .vrma files, which play in every application that reads VRMC_vrm_animation;
 * and avatars as .vrm files of any VRM version, from their tables.
 *
 * @code
 * vrm_written *file;
 * if (vrm_clip_write_vrma(clip, NULL, &file, NULL) == VRM_OK) {
 *     size_t size;
 *     const void *bytes = vrm_written_bytes(file, &size);
 *     // store them
 *     vrm_written_destroy(file);
 * }
 * @endcode
 *
 * - Same bits: equal clips and settings give equal bytes on every compiler and processor. A clip of
 *   the written file has the rotations and weights of the original clip, bit for bit (AN-060), and
 *   writing that clip again gives the same file (AN-061), unless the settings reduce it.
 * - Memory: the written file does not depend on the clip.
 *
 * Experimental: may change in any minor release (docs/reference/abi.md).
 */
#ifndef VRM_WRITE_H
#define VRM_WRITE_H

#include "vrm/base.h"
#include "vrm/clip.h"
#include "vrm/model.h"
#include "vrm/tables.h"

/** A file in memory that the library has written. */
typedef struct vrm_written vrm_written;

/** Bits of the flags of vrm_write_desc: VRM_WRITE_ constants. */
typedef uint32_t vrm_write_flags;

enum {
    /**
     * Writes only bones that the clip sets. Without this flag, a file with bones has all 15 that
     * the specification requires (AN-007): those that the clip does not set are at rest.
     */
    VRM_WRITE_ANIMATED_BONES_ONLY = 1,
    /**
     * Writes rotations with 16 bits per number: half of the bytes. The error is at most 0.0035
     * degrees. It has no effect on splines, or if max_degrees is smaller than that.
     */
    VRM_WRITE_SHORT_ROTATIONS = 2
};

/** Settings of writing. Fill them with vrm_write_desc_init, then change what you need. */
typedef struct vrm_write_desc {
    uint32_t struct_size;  /**< Set by vrm_write_desc_init. */
    vrm_write_flags flags; /**< VRM_WRITE_ bits. Default: 0. */
    /** Allocator, limits, cancellation and flags of the whole call. NULL: the defaults. */
    const vrm_load_desc *load;
    /** Of tracks that have to be sampled (AN-028). Default: 30. Keys of the clip are kept too. */
    float keys_per_second;
    /**
     * Removes keys of rotations, as long as the error of each bone and of the eyes is not larger
     * than this, at every original key. Default: 0, all keys stay. 0.1 is invisible.
     */
    float max_degrees;
    float max_meters; /**< The same for the hips, in meters of the clip. 0.0005 is invisible. */
    float max_weight; /**< The same for weights of expressions. 0.01 is invisible. */
} vrm_write_desc;

/**
 * Writes a clip as a .vrma file.
 *
 * The file has a T-pose of usual proportions, without rotations, and with the hips height of the
 * clip. Tracks keep their times and their interpolation, and tracks with the same times share them.
 * A constant track becomes one key, or none if it is at rest. Some things are written in another
 * form, or are omitted; vrm_written_get_info returns which of them the clip had:
 *
 * - Bones that joints in between turn too, and hips below moving joints, are sampled
 *   (VRM_WRITTEN_SAMPLED).
 * - A lookAt point becomes the direction in which a body of usual proportions sees it, because
 *   other applications refuse files with a point (VRM_WRITTEN_LOOK_AT_POINT).
 * - Omitted, because such a file must not contain them (VRM_WRITTEN_NOT_ALLOWED): eye bones and the
 *   presets lookUp, lookDown, lookLeft and lookRight (AN-006, AN-019), customs with the name of a
 *   preset (AN-020), and second customs with the same name.
 *
 * @param clip        A clip.
 * @param desc        Optional settings; NULL means the defaults.
 * @param out_file    Receives the file; NULL on failure.
 * @param out_report  Receives the report; may be NULL. On failure it has the reason, also for a
 *                    NULL argument or a bad desc.
 * @return VRM_OK; VRM_ERROR_INVALID_ARGUMENT; VRM_ERROR_OUT_OF_MEMORY; or VRM_ERROR_LIMIT if the
 * file would need more memory than the limit, or be larger than a GLB can be.
 * @ownership The caller destroys the file with vrm_written_destroy and the report with
 * vrm_report_destroy.
 * @task Write a motion as a .vrma file
 * @threads any
 */
VRM_AUTHOR_API vrm_result vrm_clip_write_vrma(const vrm_clip *clip, const vrm_write_desc *desc,
                                              vrm_written **out_file, vrm_report **out_report);

/** Settings of writing an avatar. Fill them with vrm_write_avatar_desc_init, then change what you
 * need. */
typedef struct vrm_write_avatar_desc {
    uint32_t struct_size; /**< Set by vrm_write_avatar_desc_init. */
    uint32_t reserved;    /**< Always 0. */
    /** Allocator, limits, cancellation and flags of the whole call. NULL: the defaults. */
    const vrm_load_desc *load;
    vrm_dialect dialect; /**< VRM_DIALECT_0 to VRM_DIALECT_1. Default: VRM_DIALECT_1. */
    /** asset.generator: the program that writes the file. NULL: libvrm with its version. */
    const char *generator;
} vrm_write_avatar_desc;

/**
 * Writes a whole avatar as a .vrm file: from the tables of a model or of your program, and the
 * bytes of the buffers.
 *
 * The file is a GLB with one buffer. Every element keeps its index. Values that the VRM version
 * cannot express are omitted or approximated; vrm_written_change lists them. Data that the tables
 * do not have, such as unknown extensions and extras, animations, cameras and tangents, is not
 * written. To change a file and keep everything else, edit it instead (vrm/author/edit.h).
 *
 * Values are written unchanged: an avatar of 0.x or the draft has to face -Z, and its vectors too.
 * A name and an author are written even if the tables have none. The caller provides the license.
 *
 * @param gltf        The glTF tables. Its materials are not read; those of `tables` are.
 * @param tables      The VRM tables. Their VRM version may differ from that of the written file.
 * @param buffers     One pointer for each buffer of `gltf`, to at least byte_length bytes.
 * @param desc        Optional settings; NULL means the defaults.
 * @param out_file    Receives the file; NULL on failure.
 * @param out_report  Receives the report; may be NULL. On failure it has the reason, also for a
 *                    NULL argument or a bad desc.
 * @return VRM_OK; VRM_ERROR_INVALID_ARGUMENT, also for tables with a wrong index or count;
 * VRM_ERROR_NO_PAYLOAD if bytes are missing: of a buffer, or of an image in a data URI, or of a
 * compressed mesh; VRM_ERROR_OUT_OF_MEMORY; or VRM_ERROR_LIMIT if the file would need more memory
 * than the limit, or be larger than a GLB can be.
 * @ownership The caller destroys the file with vrm_written_destroy, which does not need the tables,
 * and the report with vrm_report_destroy.
 * @task Write an avatar from tables
 * @threads any
 */
VRM_AUTHOR_API vrm_result vrm_write_avatar(const vrm_gltf *gltf, const vrm_tables *tables,
                                           const void *const *buffers,
                                           const vrm_write_avatar_desc *desc,
                                           vrm_written **out_file, vrm_report **out_report);

/**
 * Destroys a written file.
 *
 * @param file  A written file, or NULL.
 * @threads one at a time for each file
 */
VRM_AUTHOR_API void vrm_written_destroy(vrm_written *file);

/** Differences of a written file from its clip: bits of vrm_written_info.changes. */
typedef uint32_t vrm_written_changes;

enum {
    VRM_WRITTEN_SAMPLED = 1,       /**< Bones, or the hips, were sampled. */
    VRM_WRITTEN_LOOK_AT_POINT = 2, /**< A point to look at became a direction. */
    VRM_WRITTEN_NOT_ALLOWED = 4,   /**< Eyes, presets or customs were omitted. */
    VRM_WRITTEN_BONES_ADDED = 8    /**< Required bones that the clip does not set are at rest. */
};

/** Properties of a written file. Fields may be added at the end. */
typedef struct vrm_written_info {
    uint32_t struct_size;        /**< Set by vrm_written_info_init. */
    vrm_written_changes changes; /**< VRM_WRITTEN_ bits. */
    uint32_t node_count;         /**< Bones, expressions and lookAt. */
    uint32_t channel_count;      /**< Of its animation. */
    uint32_t input_count;        /**< Lists of times; channels share them. */
    float error_degrees;         /**< The largest error of a bone, at the original keys. */
    uint64_t key_count;          /**< Of all channels together. */
    uint64_t clip_key_count;     /**< The same before keys were removed. */
    float error_meters;          /**< The same of the hips. */
    float error_weight;          /**< The same of the weights. */
} vrm_written_info;

/** Prepares a vrm_written_info. */
#define vrm_written_info_init(info) ((info)->struct_size = (uint32_t)sizeof *(info))

/**
 * Returns the properties of a written file.
 *
 * @param file  A written file, or NULL.
 * @param out   Prepared with vrm_written_info_init; receives the properties.
 * @threads any
 */
VRM_AUTHOR_API void vrm_written_get_info(const vrm_written *file, vrm_written_info *out);

/**
 * Returns the bytes of a written file.
 *
 * @param file      A written file, or NULL.
 * @param out_size  Receives their number; 0 for NULL.
 * @return The bytes; NULL for NULL.
 * @ownership The bytes belong to `file`.
 * @task Get the bytes of a new file
 * @threads any
 */
VRM_AUTHOR_API const void *vrm_written_bytes(const vrm_written *file, size_t *out_size);

/** The kind of a change between a file and the file that was written from it: VRM_CHANGE_
 * constants. */
typedef int32_t vrm_change_kind;

enum {
    VRM_CHANGE_KEPT = 0,      /**< Unchanged in meaning, in another form. */
    VRM_CHANGE_CONVERTED = 1, /**< Another value means the same, or nearly the same. */
    VRM_CHANGE_NARROWED = 2,  /**< It has no exact equivalent, and is narrower now. */
    VRM_CHANGE_LOST = 3,      /**< It could not be kept. */
    VRM_CHANGE_ADDED = 4,     /**< It was missing, and is required or was requested. */
    VRM_CHANGE_REMOVED = 5,   /**< It had no effect, or its removal was requested. */
    VRM_CHANGE_GUESSED = 6,   /**< It is a guess that a person should check. */
    VRM_CHANGE_SET = 7        /**< It has a new value that was requested. */
};

/**
 * Returns the name of a kind of change: "kept", "converted", "narrowed", "lost", "added",
 * "removed", "guessed" or "set".
 *
 * @param kind  A VRM_CHANGE_ constant.
 * @return A static string; "" for any other value.
 * @threads any
 */
VRM_AUTHOR_API const char *vrm_change_kind_name(vrm_change_kind kind);

/** One change between a file and the file that was written from it. Fields may be added. */
typedef struct vrm_change {
    vrm_change_kind kind; /**< VRM_CHANGE_… */
    const char *code;     /**< Such as "meta-license": for programs, and never reworded. */
    const char *from;     /**< JSON pointer in the old file; "" if there was nothing. */
    const char *to;       /**< JSON pointer in the new file; "" if there is nothing. */
    const char *text;     /**< One sentence in English, without a full stop. */
} vrm_change;

/**
 * Returns how many changes a written file lists.
 *
 * @param file  A written file, or NULL.
 * @return The number; 0 for NULL.
 * @threads any
 */
VRM_AUTHOR_API uint32_t vrm_written_change_count(const vrm_written *file);

/**
 * Returns one of the changes that a written file lists.
 *
 * @param file   A written file, or NULL.
 * @param index  From 0 to below vrm_written_change_count.
 * @return The change; NULL if there is none.
 * @ownership The change belongs to `file`.
 * @task List the changes of a new file
 * @threads any
 */
VRM_AUTHOR_API const vrm_change *vrm_written_change(const vrm_written *file, uint32_t index);

/**
 * Fills in the default settings of writing. Call it through the macro vrm_write_desc_init.
 *
 * @param desc         Receives the defaults.
 * @param struct_size  Of the caller's vrm_write_desc.
 * @threads any
 */
VRM_AUTHOR_API void vrm_write_desc_init_sized(vrm_write_desc *desc, size_t struct_size);
/** Calls vrm_write_desc_init_sized with the size of the struct. */
#define vrm_write_desc_init(desc) vrm_write_desc_init_sized((desc), sizeof *(desc))

/**
 * Fills in the default settings of writing an avatar. Call it through the macro
 * vrm_write_avatar_desc_init.
 *
 * @param desc         Receives the defaults.
 * @param struct_size  Of the caller's vrm_write_avatar_desc.
 * @threads any
 */
VRM_AUTHOR_API void vrm_write_avatar_desc_init_sized(vrm_write_avatar_desc *desc,
                                                     size_t struct_size);
/** Calls vrm_write_avatar_desc_init_sized with the size of the struct. */
#define vrm_write_avatar_desc_init(desc) vrm_write_avatar_desc_init_sized((desc), sizeof *(desc))

#endif
