/**
 * @file normalize.h
 * Normalize an avatar: bake node rotations and scales into its meshes. Appearance and motion stay
 * the same.
 *
 * 0.x and the draft of 1.0 require this form, and many applications that read them rely on it. 1.0
 * does not, but tools that edit avatars are simpler with it.
 *
 * @code
 * vrm_written *file;
 * vrm_report *report;
 * if (vrm_normalize(bytes, size, NULL, &file, &report) == VRM_OK) {
 *     size_t new_size;
 *     const void *new_bytes = vrm_written_bytes(file, &new_size);
 *     // store them; vrm_written_change lists the changes
 *     vrm_written_destroy(file);
 * }
 * vrm_report_destroy(report);
 * @endcode
 *
 * Experimental: may change in any minor release (docs/reference/abi.md).
 */
#ifndef VRM_NORMALIZE_H
#define VRM_NORMALIZE_H

#include "vrm/author/write.h"
#include "vrm/model.h"

/** Bits of the flags of vrm_normalize_desc: VRM_NORMALIZE_ constants. */
typedef uint32_t vrm_normalize_flags;

enum {
    /**
     * First turns arms, hands, fingers, legs, feet and spine to the T-pose, if they are off by more
     * than a check allows. Turns the whole avatar upright and to the front of its VRM version
     * (NO-010).
     */
    VRM_NORMALIZE_T_POSE = 1,
    /**
     * Puts the soles on the ground, the hips in the middle and the root at the origin, if a check
     * finds them elsewhere (NO-011).
     */
    VRM_NORMALIZE_GROUND = 2,
    /**
     * Removes all rotations. A constraint that needs the rotations of its nodes is dropped; without
     * this flag, such nodes keep them (NO-006).
     */
    VRM_NORMALIZE_LOSE_CONSTRAINTS = 4,
    /**
     * Keeps radii, stiffness and gravity of springs if nodes lose their scale. The new file then
     * moves as before in applications that ignore scales, like the pseudo-code of the specification
     * (VRM_AVATAR_FLAG_LITERAL_SCALE). Without this flag, scales are multiplied into them, and the
     * file moves as before in libvrm (NO-005).
     */
    VRM_NORMALIZE_LITERAL_SCALE = 8
};

/** Settings of vrm_normalize. Fill them with vrm_normalize_desc_init, then change what you need. */
typedef struct vrm_normalize_desc {
    uint32_t struct_size;      /**< Set by vrm_normalize_desc_init. */
    vrm_normalize_flags flags; /**< VRM_NORMALIZE_ bits. Default: 0. */
    /** Allocator, limits, cancellation and flags of the whole call. NULL: the defaults. */
    const vrm_load_desc *load;
} vrm_normalize_desc;

/**
 * Normalizes an avatar of any VRM version; the new file has the same version.
 *
 * Every node keeps only its translation. Meshes without a skin are turned and scaled by their
 * nodes. Skinned meshes are skinned once in the rest pose, and their inverse bind matrices become
 * translations. Colliders, springs, limits, lookAt and constraints are converted to the new axes.
 * Everything else is preserved byte for byte. Normalizing the new file again changes nothing.
 *
 * vrm_written_change lists all changes, also what could not be kept: nonuniform scales, meshes that
 * were bound in another pose than the rest pose, the directions of cameras and lights, and
 * animations, which have no meaning in an avatar.
 *
 * @param bytes       The file: GLB or plain glTF. It is not changed, and not needed after the call.
 * @param size        The size of the file in bytes.
 * @param desc        Optional settings; NULL means the defaults.
 * @param out_file    Receives the new file; NULL on failure.
 * @param out_report  Receives the report of the load; may be NULL. There is one on failure, too.
 * @return VRM_OK, also if nothing had to be changed; why the file could not be loaded, as
 * vrm_model_load returns it; VRM_ERROR_VRM for a file without an avatar; VRM_ERROR_NO_PAYLOAD or
 * VRM_ERROR_PAYLOAD if meshes cannot be read; VRM_ERROR_UNSUPPORTED if they are compressed, or have
 * more than sixteen joints a vertex; VRM_ERROR_OUT_OF_MEMORY or VRM_ERROR_LIMIT.
 * @ownership The caller destroys the file with vrm_written_destroy, and the report with
 * vrm_report_destroy.
 * @task Remove node rotations and scales
 * @threads any
 */
VRM_AUTHOR_API vrm_result vrm_normalize(const void *bytes, size_t size,
                                        const vrm_normalize_desc *desc, vrm_written **out_file,
                                        vrm_report **out_report);

/**
 * Fills in the default settings. Call it through the macro vrm_normalize_desc_init.
 *
 * @param desc         Receives the defaults.
 * @param struct_size  Of the caller's vrm_normalize_desc.
 * @threads any
 */
VRM_AUTHOR_API void vrm_normalize_desc_init_sized(vrm_normalize_desc *desc, size_t struct_size);
/** Calls vrm_normalize_desc_init_sized with the size of the struct. */
#define vrm_normalize_desc_init(desc) vrm_normalize_desc_init_sized((desc), sizeof *(desc))

#endif
