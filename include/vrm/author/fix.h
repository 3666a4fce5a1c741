/**
 * @file fix.h
 * Mend what is wrong in a file, where that loses nothing and changes nothing that can be seen.
 *
 * A load repairs an avatar in memory, and the file stays as it is. A fix writes such repairs into a
 * new file, so that other applications need not repair it again. Only the JSON is edited, in place:
 * everything else, also white space and members that nobody knows, stays as it is byte for byte.
 * What a person has to decide is left alone, and the report of what is left says it.
 */
#ifndef VRM_FIX_H
#define VRM_FIX_H

#include "vrm/author/check.h"

/** A file in memory that vrm_fix has written, and the list of what it has mended. */
typedef struct vrm_fixed vrm_fixed;

/**
 * Mends a GLB file (.vrm, .glb) or a plain .gltf file in memory.
 *
 * A load of the new file gives the same avatar as a load of the old one, with fewer diagnostics. To
 * fix the new file again changes nothing. The file is checked several times, each time after what
 * was found has been mended; the limits and the cancel callback are those of each check.
 *
 * @param bytes       The file. Nothing keeps or changes them.
 * @param size        The size of the file in bytes.
 * @param desc        Optional settings of the checks; NULL means the defaults.
 * @param out_fixed   Receives the new file; NULL on failure.
 * @param out_report  Receives what vrm_check says of the new file: what is left. On failure, it
 * says why the file could not be loaded. May be NULL.
 * @return VRM_OK, also where nothing was mended; else why the file could not be loaded, as
 * vrm_model_load returns it, or VRM_ERROR_OUT_OF_MEMORY or VRM_ERROR_LIMIT.
 * @ownership The caller destroys the new file with vrm_fixed_destroy, and the report with
 * vrm_report_destroy.
 * @threads any
 */
VRM_AUTHOR_API vrm_result vrm_fix(const void *bytes, size_t size, const vrm_check_desc *desc,
                                  vrm_fixed **out_fixed, vrm_report **out_report);

/**
 * Returns the bytes of a fixed file. Where nothing was mended, they equal those that were given.
 *
 * @param fixed     The result of vrm_fix, or NULL.
 * @param out_size  Receives their number; 0 for NULL.
 * @return The bytes; NULL for NULL.
 * @ownership The bytes belong to `fixed`.
 * @threads any
 */
VRM_AUTHOR_API const void *vrm_fixed_bytes(const vrm_fixed *fixed, size_t *out_size);

/**
 * Returns what was mended: the diagnostics that the file had and has no longer, with the codes and
 * the JSON pointers of a check. A pointer is that of the file before this repair.
 *
 * @param fixed  The result of vrm_fix, or NULL.
 * @return The report; it is empty where nothing was mended, and NULL for NULL.
 * @ownership The report belongs to `fixed`.
 * @threads any
 */
VRM_AUTHOR_API const vrm_report *vrm_fixed_mended(const vrm_fixed *fixed);

/**
 * Destroys a fixed file: its bytes, and the report of what was mended.
 *
 * @param fixed  The result of vrm_fix, or NULL.
 * @threads one at a time for each fixed file
 */
VRM_AUTHOR_API void vrm_fixed_destroy(vrm_fixed *fixed);

/**
 * Returns what vrm_fix does about diagnostics of one code.
 *
 * @param code  A diagnostic code, such as "field-range".
 * @return One sentence in English, without a full stop, which is static; NULL if vrm_fix leaves
 * diagnostics of this code alone. A code that has a sentence may still be left in places where the
 * repair would lose something.
 * @threads any
 */
VRM_AUTHOR_API const char *vrm_fix_sentence(const char *code);

#endif
