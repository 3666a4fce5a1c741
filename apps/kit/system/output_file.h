/*
 * Files that appear under their name only when they are whole. Bytes go into a temporary file in
 * the same folder, which is renamed at the end: a reader of the folder never sees a part of a file,
 * whatever ends the program. The temporary file of name.png is called .name.png.vrm-tmp-PID-N. It
 * is removed where writing fails, and by output_files_stop; a program that is killed leaves it.
 */
#ifndef VRM_KIT_OUTPUT_FILE_H
#define VRM_KIT_OUTPUT_FILE_H

#include "files.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The reason of output_file_put for a file that may not be replaced. */
#define OUTPUT_EXISTS "the file exists already"

/*
 * Writes a file. Folders that are missing are created. A file that exists already is replaced where
 * `replaces`, by one with its permissions, and is otherwise a failure, also if another process has
 * just written it. What is no regular file (a pipe, a terminal, /dev/null) is written to as it is.
 * False, with the system's reason, which is no sentence: the caller names the path.
 */
bool output_file_put(const char *path, const void *bytes, size_t size, bool replaces,
                     const char **out_reason);

/*
 * The same for a file that was read before, and whose new bytes come of the old ones: after a power
 * failure, too, there is the old file or the new one. It is a failure if the file is not the one of
 * `before` any longer, so that what another program has written meanwhile is not lost.
 */
bool output_file_replace(const char *path, const file_identity *before, const void *bytes,
                         size_t size, const char **out_reason);

/* Whether output_file_put will be able to begin, for programs that work long before they write: a
 * temporary file is created and removed. Missing folders are created. */
bool output_file_try(const char *path, const char **out_reason);

/* Whether a path of an output is fd:N, a file that the program was started with, where the system
 * has such: programs receive the record and the file apart, and no folder is involved. */
bool output_is_descriptor(const char *path);

/* Writes to standard output, which has no other text then. */
bool output_standard_put(const void *bytes, size_t size, const char **out_reason);

/* Whether there is something of that name. */
bool output_file_exists(const char *path);

/* Removes all temporary files of this program, and lets no further file appear: for the end of a
 * program some of whose threads have been given up. */
void output_files_stop(void);

#endif
