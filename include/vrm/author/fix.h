/**
 * @file fix.h
 * Fix problems in a file, if the fix is lossless and invisible.
 *
 * A load repairs an avatar in memory, and the file stays as it is. A fix writes such repairs into a
 * new file for other applications. Only the JSON is edited, in place: everything else, also white
 * space and unknown members, is preserved byte for byte. Problems that a person has to decide are
 * not fixed; the report lists them.
 *
 * @code
 * vrm_written *file;
 * vrm_report *left;
 * if (vrm_fix(bytes, size, NULL, &file, &left) == VRM_OK) {
 *     uint32_t i;
 *     for (i = 0; i < vrm_written_change_count(file); ++i) {
 *         const vrm_change *change = vrm_written_change(file, i);
 *         printf("%s: %s\n", change->from, change->text);
 *     }
 *     // store the bytes of vrm_written_bytes
 * }
 * vrm_written_destroy(file);
 * vrm_report_destroy(left);
 * @endcode
 *
 * Experimental: may change in any minor release (docs/reference/abi.md).
 */
#ifndef VRM_FIX_H
#define VRM_FIX_H

#include "vrm/author/check.h"
#include "vrm/author/write.h"

/**
 * Fixes a GLB file (.vrm, .glb) or a plain .gltf file in memory.
 *
 * A load of the new file gives the same avatar as a load of the old one, with fewer diagnostics.
 * Fixing the new file again changes nothing. The file is checked several times, each time after the
 * diagnostics of the last check have been fixed; the limits and the cancel callback are those of
 * each check.
 *
 * The new file lists one change for each diagnostic that is gone, with the code of the diagnostic
 * and the sentence of vrm_fix_sentence; vrm_written_fixed returns the diagnostic. `from` is its
 * location before the round that fixed it, and `to` its location after that round. If nothing was
 * fixed, the list is empty and the bytes are those of the old file.
 *
 * @param bytes       The file. It is not changed, and not needed after the call.
 * @param size        The size of the file in bytes.
 * @param desc        Optional settings of the checks; NULL means the defaults.
 * @param out_file    Receives the new file; NULL on failure.
 * @param out_report  Receives the report of vrm_check about the new file: the remaining problems.
 *                    On failure, why the file could not be loaded. May be NULL.
 * @return VRM_OK, also if nothing was fixed; else why the file could not be loaded, as
 * vrm_model_load returns it, or VRM_ERROR_OUT_OF_MEMORY or VRM_ERROR_LIMIT.
 * @ownership The caller destroys the new file with vrm_written_destroy, and the report with
 * vrm_report_destroy.
 * @task Fix a file in memory
 * @threads any
 */
VRM_AUTHOR_API vrm_result vrm_fix(const void *bytes, size_t size, const vrm_check_desc *desc,
                                  vrm_written **out_file, vrm_report **out_report);

/**
 * Returns the diagnostic that one of the changes of vrm_fix has fixed. The old file had it; its
 * JSON pointer is the `from` of the change.
 *
 * @param file   A written file, or NULL.
 * @param index  From 0 to below vrm_written_change_count.
 * @return The diagnostic; NULL if there is none, or if another function wrote the file.
 * @ownership The diagnostic belongs to `file`.
 * @task List the diagnostics that were fixed
 * @threads any
 */
VRM_AUTHOR_API const vrm_diagnostic *vrm_written_fixed(const vrm_written *file, uint32_t index);

/**
 * Returns what vrm_fix does about diagnostics of one code.
 *
 * @param code  A diagnostic code, such as "field-range".
 * @return One sentence in English, without a full stop, which is static; NULL if vrm_fix does not
 * fix diagnostics of this code. It also skips single diagnostics whose fix would lose something.
 * @threads any
 */
VRM_AUTHOR_API const char *vrm_fix_sentence(const char *code);

#endif
