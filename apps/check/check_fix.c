#include "check_fix.h"
#include "apps/kit/console.h"
#include "apps/kit/files.h"
#include "apps/kit/help.h"
#include "apps/kit/language.h"
#include "apps/kit/load.h"
#include "apps/kit/output_file.h"
#include "apps/kit/record.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Places --- */

typedef struct fix_place {
    char path[MAX_OUTPUT_PATH];
    const char *problem; /* with its name; NULL: it has one */
} fix_place;

const char *fix_open(outputs *out, const fix_options *options, const input_options *from) {
    static const char *const endings[] = {".vrm", ".glb", ".gltf", NULL};
    const char *problem;
    if (!options->is_on) {
        bool is_asked = options->output.out != NULL || options->output.name != NULL ||
                        options->output.overwrites || options->output.skips_existing ||
                        options->in_place;
        return is_asked ? SAY("the options for outputs and --in-place need --fix") : NULL;
    }
    if (options->in_place != (options->output.out == NULL)) {
        return SAY("--fix needs one of --out OUT and --in-place");
    }
    if (options->in_place) return NULL;
    problem = outputs_open(out, &options->output, from, endings);
    if (problem != NULL) return problem;
    if (out->kind == OUTPUT_STANDARD) {
        return SAY("--fix writes to a file or a folder, and not to standard output");
    }
    if (out->kind == OUTPUT_FOLDER && !make_folder(options->output.out)) {
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
                        fix_place *place) {
    place->problem = outputs_name(places, input, hash, place->path);
    if (place->problem == NULL) keep_ending(input, places, place->path);
}

void fix_begin_file(batch_file *file, outputs *places) {
    fix_place *place = malloc(sizeof *place);
    file->data = place;
    if (place == NULL) return;
    place->problem = NULL;
    place->path[0] = '\0';
    if (file->input.problem != NULL || outputs_need_hash(places)) return;
    choose_name(places, &file->input, NULL, place);
}

/* --- Writing --- */

static void note_not_written(const batch_file *file, const char *path, const char *reason,
                             file_notes *notes) {
    const vrm_diagnostic_argument said[2] = {note_words(path), note_words(reason)};
    bool exists = strcmp(reason, OUTPUT_EXISTS) == 0;
    notes_add(notes, file->input.path, exists ? TOOL_OUTPUT_EXISTS : TOOL_WRITE_FAILED, NULL, said);
}

/* NULL, or why it cannot be written. */
static const char *put(const char *path, const vrm_fixed *fixed, bool replaces) {
    const char *reason = NULL;
    size_t size;
    const void *bytes = vrm_fixed_bytes(fixed, &size);
    output_file_put(path, bytes, size, replaces, &reason);
    return reason;
}

/* NULL, or why the file cannot be replaced. */
static const char *replace(batch_file *file, check_fixed *fixed) {
    const char *reason;
    if (file->input.is_standard_input) return "standard input has no place";
    if (vrm_report_count(vrm_fixed_mended(fixed->file)) == 0) return NULL;
    reason = put(file->input.path, fixed->file, true);
    if (reason == NULL) fixed->out = file->input.path;
    return reason;
}

/* NULL, or why the file cannot be written. */
static const char *write_new(batch_file *file, outputs *places, check_fixed *fixed) {
    fix_place *place = file->data;
    char hash[HASH_DIGITS + 1];
    const char *reason;
    if (place == NULL) return "there is not enough memory";
    if (outputs_need_hash(places)) {
        if (!hash_loaded(file, hash, &place->problem)) return place->problem;
        choose_name(places, &file->input, hash, place);
    }
    if (place->problem != NULL) return place->problem;
    if (!file->input.is_standard_input && is_same_file(file->input.path, place->path)) {
        return "it is the file itself, which only --in-place replaces";
    }
    if (places->options.skips_existing && output_file_exists(place->path)) return NULL;
    reason = put(place->path, fixed->file, outputs_replace(places));
    if (reason == NULL) fixed->out = place->path;
    return reason;
}

void fix_write(batch_file *file, const fix_options *options, outputs *places, check_fixed *fixed,
               file_notes *notes) {
    const fix_place *place = file->data;
    const char *reason, *path;
    if (fixed->file == NULL || !batch_hold(file)) return;
    reason = options->in_place ? replace(file, fixed) : write_new(file, places, fixed);
    batch_go_on(file);
    if (reason == NULL) return;
    path = options->in_place || place == NULL ? file->input.path : place->path;
    note_not_written(file, path, reason, notes);
}

/* --- Saying --- */

static bool is_first_of_code(const vrm_report *mended, uint32_t index) {
    const char *code = vrm_report_get(mended, index)->code;
    for (uint32_t i = 0; i < index; ++i) {
        if (strcmp(vrm_report_get(mended, i)->code, code) == 0) return false;
    }
    return true;
}

static uint32_t count_of_code(const vrm_report *mended, const char *code) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < vrm_report_count(mended); ++i) {
        count += strcmp(vrm_report_get(mended, i)->code, code) == 0;
    }
    return count;
}

/* One line for each code, with the first places. */
static void print_code(const vrm_report *mended, uint32_t first) {
    enum { MOST_PLACES = 3, COLUMNS = 4 };
    const char *code = vrm_report_get(mended, first)->code;
    uint32_t count = count_of_code(mended, code), shown = 0;
    char text[512], number[32];
    printf("  - %s%s%s: ", style_on(stdout, STYLE_LABEL), code, style_off(stdout, STYLE_LABEL));
    snprintf(text, sizeof text, count > 1 ? "%s (%s)" : "%s", say_fix(code),
             with_commas(count, number));
    print_wrapped(stdout, text, COLUMNS + (int)strlen(code) + 2, COLUMNS);
    for (uint32_t i = first; i < vrm_report_count(mended) && shown < MOST_PLACES; ++i) {
        const vrm_diagnostic *item = vrm_report_get(mended, i);
        if (strcmp(item->code, code) != 0 || item->pointer[0] == '\0') continue;
        printf("    %s\n", item->pointer);
        ++shown;
    }
    if (shown == MOST_PLACES && count > MOST_PLACES) fputs("    …\n", stdout);
}

void fix_print_text(const check_fixed *fixed) {
    const vrm_report *mended;
    if (fixed->file == NULL) return;
    mended = vrm_fixed_mended(fixed->file);
    fputs("  ", stdout);
    if (vrm_report_count(mended) == 0) {
        fputs(say("There was nothing to mend."), stdout);
    } else if (fixed->out == NULL) {
        fputs(say("This could be mended:"), stdout);
    } else {
        say_to(stdout, "This was mended, in {1}:", fixed->out);
    }
    fputs("\n", stdout);
    for (uint32_t i = 0; i < vrm_report_count(mended); ++i) {
        if (is_first_of_code(mended, i)) print_code(mended, i);
    }
}

void fix_print_json(json_line *line, const check_fixed *fixed) {
    const vrm_report *mended = vrm_fixed_mended(fixed->file);
    json_object(line, "fix");
    if (fixed->out != NULL) json_path(line, "out", fixed->out);
    json_array(line, "mended");
    for (uint32_t i = 0; i < vrm_report_count(mended); ++i) {
        record_diagnostic(line, vrm_report_get(mended, i));
    }
    json_close(line);
    json_close(line);
}
