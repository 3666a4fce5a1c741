#include "new_file.h"
#include "apps/kit/program/language.h"
#include "apps/kit/system/files.h"
#include "apps/kit/system/output_file.h"
#include "load.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct new_place {
    char path[MAX_OUTPUT_PATH];
    const char *problem; /* with its name; NULL: it has one */
    file_identity input; /* of a file that is replaced: as it was before it was read */
} new_place;

const char *new_files_open(outputs *out, const output_options *options, const input_options *from,
                           bool may_be_standard) {
    static const char *const endings[] = {".vrm", ".glb", ".gltf", NULL};
    const char *problem = outputs_open(out, options, from, endings);
    if (problem != NULL) return problem;
    if (out->kind == OUTPUT_STANDARD && !may_be_standard) {
        return SAY("new files must be written to a file or a folder, not to standard output");
    }
    if (out->kind == OUTPUT_FOLDER && !make_folder(options->out)) {
        snprintf(out->problem, sizeof out->problem, "the folder of --out cannot be created: %s",
                 strerror(errno));
        return out->problem;
    }
    return NULL;
}

/* A file in a folder keeps its ending: a .gltf is no .vrm, whatever it is called. */
static void keep_ending(const input_file *input, const outputs *places, char *path) {
    static const char *const kept[] = {".glb", ".gltf"};
    size_t length = strlen(path), stem = length - strlen(".vrm");
    if (places->kind != OUTPUT_FOLDER || places->options.name != NULL || input->path == NULL)
        return;
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; ++i) {
        if (has_ending(input->path, kept[i]) && stem + strlen(kept[i]) < MAX_OUTPUT_PATH) {
            memcpy(path + stem, kept[i], strlen(kept[i]) + 1);
        }
    }
}

static void choose_name(outputs *places, const input_file *input, const char *hash,
                        new_place *place) {
    place->problem = outputs_name(places, input, hash, place->path);
    if (place->problem == NULL) keep_ending(input, places, place->path);
}

void new_file_begin(batch_file *file, outputs *places) {
    new_place *place = malloc(sizeof *place);
    file->data = place;
    if (place == NULL) return;
    place->problem = NULL;
    place->path[0] = '\0';
    if (file->input.problem != NULL || outputs_need_hash(places)) return;
    choose_name(places, &file->input, NULL, place);
}

void new_file_begin_in_place(batch_file *file) {
    new_place *place = calloc(1, sizeof *place);
    file->data = place;
    if (place == NULL || file->input.path == NULL || file->input.is_standard_input) return;
    place->input = file_identity_of(file->input.path);
}

/* --- Writing --- */

static void note_not_written(const batch_file *file, const char *path, const char *reason,
                             file_notes *notes) {
    const vrm_diagnostic_argument said[2] = {note_words(path), note_words(reason)};
    bool exists = strcmp(reason, OUTPUT_EXISTS) == 0;
    notes_add(notes, file->input.path, exists ? TOOL_OUTPUT_EXISTS : TOOL_WRITE_FAILED, NULL, said);
}

/* NULL, or why the file cannot be written. */
static const char *put(outputs *places, const char *path, const void *bytes, size_t size) {
    const char *reason = NULL;
    if (places->kind == OUTPUT_STANDARD) {
        output_standard_put(bytes, size, &reason);
    } else {
        output_file_put(path, bytes, size, outputs_replace(places), &reason);
    }
    return reason;
}

/* NULL, or why the file cannot be written. */
static const char *write_new(batch_file *file, outputs *places, const void *bytes, size_t size,
                             const char **out_path) {
    new_place *place = file->data;
    char hash[HASH_DIGITS + 1];
    const char *reason;
    if (place == NULL) return WORDS("there is not enough memory");
    if (outputs_need_hash(places)) {
        if (!hash_loaded(file, hash, &place->problem)) return place->problem;
        choose_name(places, &file->input, hash, place);
    }
    if (place->problem != NULL) return place->problem;
    if (!file->input.is_standard_input && is_same_file(file->input.path, place->path)) {
        return WORDS("it is the file itself, which only --in-place replaces");
    }
    if (places->options.skips_existing && output_file_exists(place->path)) return NULL;
    reason = put(places, place->path, bytes, size);
    if (reason == NULL) *out_path = place->path;
    return reason;
}

void new_file_write(batch_file *file, outputs *places, const void *bytes, size_t size,
                    const char **out_path, file_notes *notes) {
    const new_place *place = file->data;
    const char *reason;
    *out_path = NULL;
    if (!batch_hold(file)) return;
    reason = write_new(file, places, bytes, size, out_path);
    batch_go_on(file);
    if (reason == NULL && *out_path != NULL && outputs_shorten(places, &file->input)) {
        const vrm_diagnostic_argument name = note_words(base_name(*out_path));
        notes_add(notes, file->input.path, TOOL_NAME_SHORTENED, NULL, &name);
    }
    if (reason == NULL) return;
    note_not_written(file, place != NULL ? place->path : file->input.path, reason, notes);
}

void new_file_replace(batch_file *file, const void *bytes, size_t size, const char **out_path,
                      file_notes *notes) {
    const new_place *place = file->data;
    const char *reason = WORDS("standard input cannot be changed in place");
    *out_path = NULL;
    if (!batch_hold(file)) return;
    if (place == NULL) {
        reason = WORDS("there is not enough memory");
    } else if (!file->input.is_standard_input) {
        reason = NULL;
        output_file_replace(file->input.path, &place->input, bytes, size, &reason);
    }
    batch_go_on(file);
    if (reason == NULL) {
        *out_path = file->input.path;
    } else {
        note_not_written(file, file->input.path, reason, notes);
    }
}
