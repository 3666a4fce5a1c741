/*
 * file.h: the parts of the library that use stdio. Everything else works on memory.
 *
 * Paths are UTF-8, on Windows too.
 */
#ifndef VRM_FILE_H
#define VRM_FILE_H

#include "vrm/model.h"
#include "vrm/report.h"

#include <stdio.h>

/*
 * Reads a file and loads it; see vrm_model_load. The model owns the bytes. A file that is larger
 * than max_file_bytes, or does not begin as a VRM file does, is refused without being read. `path`
 * may also name a pipe, which is read up to the limit.
 */
VRM_API vrm_result vrm_model_load_file(const char *path, const vrm_load_desc *desc,
                                       vrm_model **out_model, vrm_report **out_report);

/*
 * A resolver for the external buffers and images of a plain .gltf that reads files below `folder`
 * (borrowed for as long as the resolver is used; "" is the current one). It must be asked for: by
 * itself the library opens nothing (ER-019).
 *
 * It reads regular files alone, and follows no symbolic link below the folder (on Windows: no
 * reparse point). Where neither POSIX nor Windows is there, plain C cannot tell, and does both.
 * Any file below the folder can be named: give files from strangers a folder of their own.
 */
VRM_API void vrm_folder_resolver_init(vrm_resolver *resolver, const char *folder);

/* One line a diagnostic, and a remedy on the next where there is one. Without colours. */
VRM_API void vrm_report_print(const vrm_report *report, FILE *stream);

#endif
