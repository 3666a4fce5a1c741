/* Loading a file of a batch, within its limits. */
#ifndef VRM_KIT_LOAD_FILE_H
#define VRM_KIT_LOAD_FILE_H

#include "apps/kit/avatar/notes.h"
#include "apps/kit/system/hash.h"
#include "batch.h"

/* Lets nothing be said of a file once it has been given up. */
void notes_follow(file_notes *notes, const batch_file *file);

/*
 * Loads the file, and says what is wrong with it (notes). It may come from standard input. The load
 * ends when the file is given up. The budget counts its memory; it outlives the model. The size and
 * the first bytes are looked at before the rest is read. False: there is no model.
 */
bool load_file(batch_file *file, uint32_t flags, const file_limits *limits, memory_budget *budget,
               vrm_model **out_model, file_notes *notes);

/* The same for a motion. `flags`: VRM_CLIP_…; `animation`: which one of a glTF file. */
bool load_clip(batch_file *file, vrm_load_flags flags, int32_t animation, const file_limits *limits,
               memory_budget *budget, vrm_clip **out_clip, file_notes *notes);

/* What a file of a batch may cost, as the library takes it. The desc points to the others. */
typedef struct load_bounds {
    vrm_limits limits;
    vrm_allocator allocator;
    vrm_load_desc desc;
} load_bounds;

/* Loads a motion within bounds, from wherever the file is. Standard input may have been read in
 * part. */
vrm_result load_clip_of(batch_file *file, const load_bounds *bounds, vrm_load_flags flags,
                        int32_t animation, vrm_clip **out_clip, vrm_report **out_report);

/* How load_file begins, for commands that read a file in another way. False: there is no file, and
 * the notes say why. */
bool load_begin(batch_file *file, const file_limits *limits, memory_budget *budget,
                load_bounds *out, file_notes *notes);

/* Reads a file that is neither an avatar nor a motion into the bytes of the file, which stay as
 * long as it does. False: it cannot be read, and the notes say why. */
bool load_text(batch_file *file, const file_limits *limits, memory_budget *budget,
               load_bounds *out_bounds, file_notes *notes);

/* Reads standard input into the bytes of the file, which stay as long as it does. One byte more
 * than the limit is read, by which the library sees that there are too many. Where the first bytes
 * cannot be those of a VRM, nothing more is read, and the report says so. */
vrm_result read_standard_input(batch_file *file, const vrm_load_desc *desc,
                               vrm_report **out_report);

/* Whether a batch_file has been given up: a cancel callback. */
int32_t load_is_late(void *file);

/* Says why nothing could be read, where the tool says it and not the report. False: the report
 * does. */
bool load_failed(const batch_file *file, const file_limits *limits, const memory_budget *budget,
                 vrm_result result, file_notes *notes);

/* Says that there was not enough memory, and whether the limit is the reason. */
void note_no_memory(file_notes *notes, const char *path, const file_limits *limits,
                    const memory_budget *budget);

/* SHA-256 of the bytes of the file, after it was loaded. False, with the reason. */
bool hash_loaded(const batch_file *file, char out[HASH_DIGITS + 1], const char **out_reason);

/* Says that the time of a file is over. */
void note_late(file_notes *notes, const char *path, const file_limits *limits);
/* Reports a file that was given up. */
void print_late(const char *command, const batch_file *file, const file_limits *limits,
                bool is_json);

#endif
