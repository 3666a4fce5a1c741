/**
 * @file file.h
 * Load models and clips by path. All other headers of the runtime work on memory.
 *
 * Paths are UTF-8, on Windows too. A library that was built with VRM_BUILD_FILE off does not have
 * these functions. If you define VRM_NO_STDIO before you include vrm/vrm.h, it skips this header,
 * and with it stdio.
 *
 * Stable (docs/reference/abi.md).
 */
#ifndef VRM_FILE_H
#define VRM_FILE_H

#include "vrm/clip.h"
#include "vrm/model.h"
#include "vrm/report.h"

#include <stdio.h>

/**
 * Reads a file and loads it. The size and the first bytes of the file are checked before the rest
 * is read. The model owns the bytes.
 *
 * @param path        The path, UTF-8.
 * @param desc        Optional settings; NULL means the defaults.
 * @param out_model   Receives the model, or NULL on failure.
 * @param out_report  Receives the report, on success and on failure; may be NULL.
 * @return VRM_OK; VRM_ERROR_FILE if the file cannot be read; else as vrm_model_load.
 * @ownership The caller releases the model with vrm_model_release and destroys the report with
 * vrm_report_destroy.
 * @task Load an avatar from a path
 * @threads any
 */
VRM_API vrm_result vrm_model_load_file(const char *path, const vrm_load_desc *desc,
                                       vrm_model **out_model, vrm_report **out_report);

/**
 * Reads a file and loads a clip from it, like vrm_clip_load. The size and the first bytes of the
 * file are checked before the rest is read, and the bytes are freed when the call returns.
 * Experimental: may change in any minor release.
 *
 * @param path        The path, UTF-8.
 * @param desc        Optional settings; NULL means the defaults.
 * @param out_clip    Receives the clip, or NULL on failure.
 * @param out_report  Receives the report, on success and on failure; may be NULL.
 * @return VRM_OK; VRM_ERROR_FILE if the file cannot be read; else as vrm_clip_load.
 * @ownership The caller releases the clip with vrm_clip_release and destroys the report with
 * vrm_report_destroy.
 * @task Load a motion from a path
 * @threads any
 */
VRM_API vrm_result vrm_clip_load_file(const char *path, const vrm_clip_desc *desc,
                                      vrm_clip **out_clip, vrm_report **out_report);

/**
 * Fills in a resolver that reads the external buffers and images of a plain .gltf file from one
 * folder. It opens regular files below that folder only, and follows no symbolic links. Without it
 * the library opens no external file (ER-019). A file can name any file below the folder: put each
 * untrusted file into its own folder. On systems with neither POSIX nor Windows, it cannot
 * distinguish regular files from links and others.
 *
 * @param resolver  Receives the resolver.
 * @param folder    The folder; "" is the current one. Borrowed until the resolver is no longer
 *                  used.
 * @task Load the external files of a .gltf file
 * @threads any
 */
VRM_API void vrm_folder_resolver_init(vrm_resolver *resolver, const char *folder);

/**
 * Prints a report to a stream, as vrm_report_text writes it. It is inline: no FILE crosses the
 * boundary of a shared library.
 *
 * @param report  A report, or NULL.
 * @param stream  The stream to print to.
 * @task Print a report
 * @threads any
 */
static inline void vrm_report_print(const vrm_report *report, FILE *stream) {
    char text[2048];
    const uint32_t count = vrm_report_count(report);
    unsigned long found = 0;
    uint32_t i;
    for (i = 0; i < count; ++i) {
        vrm_diagnostic_text(vrm_report_get(report, i), text, sizeof text);
        fputs(text, stream);
    }
    for (i = 0; i < 3; ++i) found += vrm_report_found(report, (vrm_severity)i);
    if (found > count) fprintf(stream, "diagnostics that are not shown: %lu\n", found - count);
}

#endif
