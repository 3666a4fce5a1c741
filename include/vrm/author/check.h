/**
 * @file check.h
 * Check a file against the specification.
 *
 * A load reports only problems that matter to run the avatar. A check also finds problems for other
 * applications and for people: bones in the wrong order, a rest pose that is not a T-pose, numbers
 * that the specification forbids. Its report has the diagnostics of the load and those of its own
 * rules.
 *
 * Experimental: may change in any minor release (docs/reference/abi.md).
 */
#ifndef VRM_CHECK_H
#define VRM_CHECK_H

#include "vrm/model.h"
#include "vrm/report.h"

/** Bits of the flags of a check: VRM_CHECK_ constants. */
typedef uint32_t vrm_check_flags;

enum {
    /** Do not read the payload: vertices, indices, matrices and images are not checked. */
    VRM_CHECK_NO_PAYLOAD = 1,
    /** Do not run the avatar: the behavior of springs, lookAt, expressions and materials is not
     * checked. */
    VRM_CHECK_NO_BEHAVIOR = 2
};

/** Settings of a check. Fill them with vrm_check_desc_init, then change what you need. */
typedef struct vrm_check_desc {
    uint32_t struct_size;  /**< Set by vrm_check_desc_init. */
    vrm_check_flags flags; /**< VRM_CHECK_ bits. Default: 0. */
    /** Allocator, limits, cancellation and flags of the whole call. NULL: the defaults. */
    const vrm_load_desc *load;
    /**
     * Called for each image whose header is valid, and once for images that share a buffer view,
     * without pixels to fill in. NULL: only the headers of images are checked.
     */
    vrm_decode_image_fn *decode_image;
    void *decode_image_user; /**< Passed to `decode_image`. */
} vrm_check_desc;

/**
 * Checks a GLB file (.vrm, .glb) or a plain .gltf file in memory.
 *
 * In the report of a check, severity follows the requirement of a diagnostic: a violated MUST is an
 * error, even if a load repairs it; a violated SHOULD is a warning.
 *
 * @param bytes       The file. It is not needed after the call.
 * @param size        The size of the file in bytes.
 * @param desc        Optional settings; NULL means the defaults.
 * @param out_report  Receives the report, on success and on failure.
 * @return VRM_OK if the whole file was checked, with or without problems; else why it could not be
 * loaded, as vrm_model_load returns it. The report then has the diagnostics up to that point.
 * @ownership The caller destroys the report with vrm_report_destroy.
 * @task Check a file in memory
 * @threads any
 */
VRM_AUTHOR_API vrm_result vrm_check(const void *bytes, size_t size, const vrm_check_desc *desc,
                                    vrm_report **out_report);

/**
 * Checks a loaded model. The diagnostics of its load are in the report of that load and are not
 * repeated. A model does not have the JSON of its file: rules about members that only the JSON has
 * are skipped. vrm_check applies all rules.
 *
 * @param model       A model.
 * @param desc        Optional settings; NULL means the defaults. Of `load`, the resolver is not
 *                    called, and the limits of memory, allocations and diagnostics apply to the
 *                    check itself.
 * @param out_report  Receives the report, on success and on failure.
 * @return VRM_OK if all of the model was checked, with or without problems; VRM_ERROR_CANCELLED,
 * VRM_ERROR_OUT_OF_MEMORY, VRM_ERROR_LIMIT or VRM_ERROR_INVALID_ARGUMENT.
 * @ownership The caller destroys the report with vrm_report_destroy.
 * @task Check a loaded model
 * @threads any
 */
VRM_AUTHOR_API vrm_result vrm_check_model(const vrm_model *model, const vrm_check_desc *desc,
                                          vrm_report **out_report);

/**
 * Returns how many diagnostic codes libvrm and libvrm-author have together: those of loads and of
 * clips (vrm_diagnostic_info_count), of checks, and of vrm_make.
 *
 * @return The count.
 * @threads any
 */
VRM_AUTHOR_API uint32_t vrm_author_diagnostic_info_count(void);

/**
 * Returns one entry of the list of all diagnostic codes, for translations and for documentation.
 * The list begins with that of vrm_diagnostic_info_get.
 *
 * @param index  Below vrm_author_diagnostic_info_count.
 * @return The entry, which is static; NULL if the index is out of range.
 * @threads any
 */
VRM_AUTHOR_API const vrm_diagnostic_info *vrm_author_diagnostic_info_get(uint32_t index);

/**
 * Fills in the default settings of a check. Call it through the macro vrm_check_desc_init.
 *
 * @param desc         Receives the defaults.
 * @param struct_size  The size of the caller's struct.
 * @threads any
 */
VRM_AUTHOR_API void vrm_check_desc_init_sized(vrm_check_desc *desc, size_t struct_size);
/** Fills in the default settings of a check. */
#define vrm_check_desc_init(desc) vrm_check_desc_init_sized((desc), sizeof *(desc))

#endif
