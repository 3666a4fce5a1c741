/**
 * @file file.h
 * Check and fix files by path. All other headers of libvrm-author work on memory.
 *
 * Experimental: may change in any minor release. Paths are UTF-8, on Windows too. A library that
 * was built with VRM_BUILD_FILE off does not have these functions.
 */
#ifndef VRM_AUTHOR_FILE_H
#define VRM_AUTHOR_FILE_H

#include "vrm/author/check.h"
#include "vrm/author/fix.h"

/**
 * Reads a file and checks it, as vrm_check does. The size and the first bytes of the file are
 * checked before the rest is read.
 *
 * @param path        The path, UTF-8.
 * @param desc        Optional settings; NULL means the defaults.
 * @param out_report  Receives the report, on success and on failure.
 * @return VRM_OK if the whole file was checked, with or without problems; VRM_ERROR_FILE if it
 * cannot be read; else as vrm_check.
 * @ownership The caller destroys the report with vrm_report_destroy.
 * @task Check a file by path
 * @threads any
 */
VRM_AUTHOR_API vrm_result vrm_check_file(const char *path, const vrm_check_desc *desc,
                                         vrm_report **out_report);

/**
 * Reads a file and fixes it in memory, as vrm_fix does. The file itself stays as it is.
 *
 * @param path        The path, UTF-8.
 * @param desc        Optional settings of the checks; NULL means the defaults.
 * @param out_file    Receives the new file; NULL on failure.
 * @param out_report  Receives the remaining problems, or the reason of the failure. May be NULL.
 * @return VRM_OK, also if nothing was fixed; VRM_ERROR_FILE if the file cannot be read; else as
 * vrm_fix.
 * @ownership The caller destroys the new file with vrm_written_destroy, and the report with
 * vrm_report_destroy.
 * @task Fix a file by path
 * @threads any
 */
VRM_AUTHOR_API vrm_result vrm_fix_file(const char *path, const vrm_check_desc *desc,
                                       vrm_written **out_file, vrm_report **out_report);

#endif
