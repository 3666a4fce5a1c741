/**
 * @file migrate.h
 * Convert between VRM versions: 0.x, draft and beta to 1.0, and 1.0 to 0.x.
 *
 * @code
 * vrm_migrate_desc desc;
 * vrm_written *file;
 * vrm_migrate_desc_init(&desc);
 * desc.flags = VRM_MIGRATE_ACCEPT_LICENSE_MAPPING; // with the rights holder's consent
 * if (vrm_migrate(bytes, size, &desc, &file, NULL) == VRM_OK) {
 *     size_t new_size;
 *     const void *new_bytes = vrm_written_bytes(file, &new_size);
 *     // store them
 *     vrm_written_destroy(file);
 * }
 * @endcode
 *
 * - Everything else is preserved byte for byte: unknown extensions, extras, the order of members
 *   and the spelling of numbers.
 * - Permissions never become wider. Permissions that the new version cannot express become the most
 *   restrictive (MI-010).
 * - The meta of the old file is kept whole in the new one, in `extras` of its asset. Converting
 *   back restores it, if nothing was changed in between (MI-014).
 * - The list of changes contains what was converted, and what could not be kept.
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
     * The caller accepts that the permissions of the file have no exact equivalent in the other
     * version. For a file that becomes 1.0 the caller also accepts the license of `license_url`.
     * Get the rights holder's consent first: a program cannot decide this. Without this flag, such
     * a file is refused with VRM_ERROR_CONSENT (MI-011).
     */
    VRM_MIGRATE_ACCEPT_LICENSE_MAPPING = 1,
    /**
     * Uses the most restrictive permissions instead of those that the name of the old license
     * implies. For example, "CC_BY" implies that redistribution is allowed (ME-031).
     */
    VRM_MIGRATE_MOST_RESTRICTIVE = 2,
    /**
     * First moves the avatar to the T-pose and its soles to the ground, if a check finds them
     * elsewhere (vrm/author/normalize.h). 1.0 requires this, and many files of 0.x are a little
     * off. If the vertices cannot be read, the pose stays.
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
    /** The author, if the file names none: 1.0 requires one (ME-004). NULL: "(unknown)". */
    const char *author;
} vrm_migrate_desc;

/**
 * Converts a GLB file in memory to another VRM version.
 *
 * A file that has the version already is returned unchanged. An avatar whose nodes are rotated or
 * scaled is normalized before it becomes 0.x, which allows neither (vrm/author/normalize.h).
 *
 * @param bytes       The file. It is not changed, and not needed after the call.
 * @param size        The size of the file in bytes.
 * @param desc        Optional settings; NULL means the defaults.
 * @param out_file    Receives the new file; NULL on failure. With VRM_ERROR_CONSENT it receives a
 *                    file without bytes, whose changes list the fields that consent is needed for.
 * @param out_report  Receives the report of the load of the old file; may be NULL.
 * @return VRM_OK; VRM_ERROR_CONSENT; VRM_ERROR_VRM for a file without an avatar;
 * VRM_ERROR_UNSUPPORTED if the vertices are compressed; VRM_ERROR_NO_PAYLOAD if bytes of them are
 * missing; else why the file could not be loaded, as vrm_model_load returns it, or
 * VRM_ERROR_OUT_OF_MEMORY or VRM_ERROR_LIMIT.
 * @ownership The caller destroys the file with vrm_written_destroy, and the report with
 * vrm_report_destroy.
 * @task Convert between VRM versions
 * @threads any
 */
VRM_AUTHOR_API vrm_result vrm_migrate(const void *bytes, size_t size, const vrm_migrate_desc *desc,
                                      vrm_written **out_file, vrm_report **out_report);

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

#endif
