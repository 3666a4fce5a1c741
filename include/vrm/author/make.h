/**
 * @file make.h
 * Make an avatar from any rigged glTF file: scanned or generated meshes, game characters.
 *
 * @code
 * vrm_make_desc desc;
 * vrm_written *file, *guesses;
 * vrm_make_desc_init(&desc);
 * desc.author = "me";
 * if (vrm_make(bytes, size, &desc, &file, &guesses, NULL) == VRM_OK) {
 *     size_t new_size;
 *     const void *new_bytes = vrm_written_bytes(file, &new_size); // VRM 1.0
 *     // store them
 * }
 * // guesses is a JSON text that a person can correct: desc.guesses takes it
 * vrm_written_destroy(guesses);
 * vrm_written_destroy(file);
 * @endcode
 *
 * - Bones are detected by joint names, or by their position in the body if names do not help
 *   (MK-001 to MK-004).
 * - The avatar stands upright on the ground in a T-pose, faces +Z and is in meters. Only nodes
 *   change; vertices and everything else are preserved byte for byte.
 * - The list of changes contains all guesses, with their confidence.
 * - Permissions are the most restrictive ones, because a program cannot decide otherwise (MK-013).
 *
 * Experimental: may change in any minor release (docs/reference/abi.md).
 */
#ifndef VRM_MAKE_H
#define VRM_MAKE_H

#include "vrm/author/write.h"
#include "vrm/model.h"

/** Bits of the flags of vrm_make_desc: VRM_MAKE_ constants. */
typedef uint32_t vrm_make_flags;

enum {
    /** Keeps the pose of the file: no T-pose is made. */
    VRM_MAKE_KEEP_POSE = 1
};

/** Settings of making. Fill them with vrm_make_desc_init, then change what you need. */
typedef struct vrm_make_desc {
    uint32_t struct_size; /**< Set by vrm_make_desc_init. */
    vrm_make_flags flags; /**< VRM_MAKE_ bits. Default: 0. */
    /** Allocator, limits, cancellation and flags of the whole call. NULL: the defaults. */
    const vrm_load_desc *load;
    const char *name;   /**< Of the avatar. NULL: a guess. */
    const char *author; /**< Of the avatar. NULL: that of the guesses, or "(unknown)". */
    /** The name if nothing else gives one, such as the name of the file. NULL: none. */
    const char *default_name;
    const char *guesses; /**< JSON of vrm_make that a person has corrected; NULL: none. */
    size_t guesses_size; /**< Of `guesses`, in bytes. */
} vrm_make_desc;

/**
 * Makes a VRM 1.0 file from a GLB file, or a plain .gltf file, in memory.
 *
 * @param bytes        The file. It is not changed, and not needed after the call.
 * @param size         The size of the file in bytes.
 * @param desc         Optional settings; NULL means the defaults.
 * @param out_file     Receives the new file; NULL on failure.
 * @param out_guesses  Receives a JSON text with all guesses (docs/guides/make.md), also if bones
 *                     were not found; NULL if the file could not be loaded. May be NULL.
 * @param out_report   Receives the report of the load, and why no avatar could be made. May be
 *                     NULL.
 * @return VRM_OK; VRM_ERROR_VRM if required bones were not found, or the file is an avatar already;
 * VRM_ERROR_JSON if the guesses cannot be used; else as vrm_model_load.
 * @ownership The caller destroys both files with vrm_written_destroy, and the report with
 * vrm_report_destroy.
 * @task Make an avatar from a rigged mesh
 * @threads any
 */
VRM_AUTHOR_API vrm_result vrm_make(const void *bytes, size_t size, const vrm_make_desc *desc,
                                   vrm_written **out_file, vrm_written **out_guesses,
                                   vrm_report **out_report);

/**
 * Fills in the default settings. Call it through the macro vrm_make_desc_init.
 *
 * @param desc         Receives the defaults.
 * @param struct_size  Of the caller's vrm_make_desc.
 * @threads any
 */
VRM_AUTHOR_API void vrm_make_desc_init_sized(vrm_make_desc *desc, size_t struct_size);
/** Calls vrm_make_desc_init_sized with the size of the struct. */
#define vrm_make_desc_init(desc) vrm_make_desc_init_sized((desc), sizeof *(desc))

#endif
