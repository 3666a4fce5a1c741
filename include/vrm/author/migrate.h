/**
 * @file migrate.h
 * An avatar of one dialect of VRM as a file of another: 0.x, draft and beta as 1.0, and 1.0 as 0.x.
 *
 * @code
 * vrm_migrate_desc desc;
 * vrm_written *file;
 * vrm_migrate_desc_init(&desc);
 * desc.flags = VRM_MIGRATE_ACCEPT_LICENSE_MAPPING; // after you have asked who may decide that
 * if (vrm_migrate(bytes, size, &desc, &file, NULL) == VRM_OK) {
 *     size_t new_size;
 *     const void *new_bytes = vrm_written_bytes(file, &new_size);
 *     // store them
 *     vrm_written_destroy(file);
 * }
 * @endcode
 *
 * - What has no part in it stays as it was, byte for byte: extensions that nobody knows, extras,
 * the order of members and the spelling of numbers.
 * - Permissions never become wider. What the new dialect has no words for is the most restrictive
 *   (MI-010).
 * - The meta of the old file is kept whole in the new one, in `extras` of its asset. To migrate
 *   back restores it, if nothing was changed in between (MI-014).
 * - The list of changes says what became of each thing, and what could not be kept.
 *
 * Experimental: may change in any minor release (docs/reference/abi.md).
 */
#ifndef VRM_MIGRATE_H
#define VRM_MIGRATE_H

#include "vrm/author/write.h"
#include "vrm/model.h"

/** Bits of the flags of vrm_migrate_desc: VRM_MIGRATE_ constants. */
typedef uint32_t vrm_migrate_flags;

enum {
    /**
     * The caller accepts that the permissions of the file are said in the words of the other
     * dialect, where these are not the same. For a file that becomes 1.0 this says, too, that the
     * avatar may be put under the licence of `license_url`. Ask the person who may decide that: a
     * program cannot. Without it, such a file is refused with VRM_ERROR_CONSENT (MI-011).
     */
    VRM_MIGRATE_ACCEPT_LICENSE_MAPPING = 1,
    /**
     * Takes the most restrictive permissions instead of what the name of the old licence means, as
     * "CC_BY" means that redistribution is allowed (ME-031).
     */
    VRM_MIGRATE_MOST_RESTRICTIVE = 2,
    /**
     * Brings the avatar to the T-pose and its soles to the ground first, where a check says that
     * they are not (vrm/author/normalize.h). 1.0 demands that, and many files of 0.x are a little
     * off. Where the vertices cannot be read, the pose stays.
     */
    VRM_MIGRATE_T_POSE = 4
};

/** Settings of a migration. Fill them with vrm_migrate_desc_init, then change what you need. */
typedef struct vrm_migrate_desc {
    uint32_t struct_size;    /**< Set by vrm_migrate_desc_init. */
    vrm_migrate_flags flags; /**< VRM_MIGRATE_ bits. Default: 0. */
    /** Allocator, limits, cancellation and flags of the whole call. NULL: the defaults. */
    const vrm_load_desc *load;
    vrm_dialect to;    /**< VRM_DIALECT_1, which is the default, or VRM_DIALECT_0. */
    uint32_t reserved; /**< Always 0. */
    /** `licenseUrl` of a file that becomes 1.0 and has none. NULL: the VRM Public License,
     * https://vrm.dev/licenses/1.0/, which is the only one that 1.0 allows (ME-014). */
    const char *license_url;
    /** Of a file that names no author, which 1.0 demands (ME-004). NULL: "(unknown)". */
    const char *author;
} vrm_migrate_desc;

/**
 * Fills in the default settings of a migration. Call it through the macro vrm_migrate_desc_init.
 *
 * @param desc         Receives the defaults.
 * @param struct_size  Of the caller's vrm_migrate_desc.
 * @threads any
 */
VRM_AUTHOR_API void vrm_migrate_desc_init_sized(vrm_migrate_desc *desc, size_t struct_size);
/** Calls vrm_migrate_desc_init_sized with the size of the struct. */
#define vrm_migrate_desc_init(desc) vrm_migrate_desc_init_sized((desc), sizeof *(desc))

/**
 * Makes a file of another dialect from a GLB file in memory.
 *
 * A file that is in the dialect already is given back as it is. An avatar whose nodes are rotated
 * or scaled is normalised before it becomes 0.x, which allows neither (vrm/author/normalize.h).
 *
 * @param bytes       The file. Nothing keeps or changes them.
 * @param size        The size of the file in bytes.
 * @param desc        Optional settings; NULL means the defaults.
 * @param out_file    Receives the new file; NULL on failure. With VRM_ERROR_CONSENT it receives a
 * file without bytes, whose changes list the fields that consent is needed for.
 * @param out_report  Receives what the load of the old file reports; may be NULL.
 * @return VRM_OK; VRM_ERROR_CONSENT; VRM_ERROR_VRM for a file without an avatar;
 * VRM_ERROR_UNSUPPORTED if the vertices are compressed; VRM_ERROR_NO_PAYLOAD if bytes of them are
 * missing; else why the file could not be loaded, as vrm_model_load returns it, or
 * VRM_ERROR_OUT_OF_MEMORY or VRM_ERROR_LIMIT.
 * @ownership The caller destroys the file with vrm_written_destroy, and the report with
 * vrm_report_destroy.
 * @threads any
 */
VRM_AUTHOR_API vrm_result vrm_migrate(const void *bytes, size_t size, const vrm_migrate_desc *desc,
                                      vrm_written **out_file, vrm_report **out_report);

#endif
