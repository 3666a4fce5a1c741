/* Where the new file goes that a command makes of a file: one for each file of a batch. */
#ifndef VRM_KIT_NEW_FILE_H
#define VRM_KIT_NEW_FILE_H

#include "apps/kit/avatar/notes.h"
#include "batch.h"
#include "output.h"

/* Opens a file or a folder for new files. NULL, or one sentence that says what is wrong. Standard
 * output is refused unless `may_be_standard`. */
const char *new_files_open(outputs *out, const output_options *options, const input_options *from,
                           bool may_be_standard);

/* Chooses the name of the new file, in the order of the files. In a folder, .glb and .gltf keep
 * their endings. */
void new_file_begin(batch_file *file, outputs *places);

/* For a file that will be replaced: notes what it is before it is read. */
void new_file_begin_in_place(batch_file *file);

/* Writes the new file, or says why that cannot be done. `out_path` receives where it was written
 * to; NULL: nowhere. */
void new_file_write(batch_file *file, outputs *places, const void *bytes, size_t size,
                    const char **out_path, file_notes *notes);

/* Puts other bytes in the place of the file itself, if nothing has changed it since
 * new_file_begin_in_place (ED-008). */
void new_file_replace(batch_file *file, const void *bytes, size_t size, const char **out_path,
                      file_notes *notes);

#endif
