#include "check_fix.h"
#include "apps/kit/avatar/record.h"
#include "apps/kit/batch/new_file.h"
#include "apps/kit/options/help.h"
#include "apps/kit/program/console.h"
#include "apps/kit/program/language.h"

#include <stdio.h>
#include <string.h>

/* --- Places --- */

const char *fix_open(outputs *out, const fix_options *options, const input_options *from) {
    if (!options->is_on) {
        bool is_asked = options->output.out != NULL || options->output.name != NULL ||
                        options->output.overwrites || options->output.skips_existing ||
                        options->in_place;
        return is_asked ? SAY("output options and --in-place need --fix") : NULL;
    }
    if (options->in_place != (options->output.out == NULL)) {
        return SAY("--fix needs --out OUT or --in-place");
    }
    return options->in_place ? NULL : new_files_open(out, &options->output, from, false);
}

void fix_write(batch_file *file, const fix_options *options, outputs *places, check_fixed *fixed,
               file_notes *notes) {
    size_t size;
    const void *bytes = vrm_written_bytes(fixed->file, &size);
    if (fixed->file == NULL) return;
    if (!options->in_place) {
        new_file_write(file, places, bytes, size, &fixed->out, notes);
    } else if (vrm_written_change_count(fixed->file) > 0 || file->input.is_standard_input) {
        new_file_replace(file, bytes, size, &fixed->out, notes);
    }
}

/* --- Saying --- */

static bool is_first_of_code(const vrm_written *file, uint32_t index) {
    const char *code = vrm_written_change(file, index)->code;
    for (uint32_t i = 0; i < index; ++i) {
        if (strcmp(vrm_written_change(file, i)->code, code) == 0) return false;
    }
    return true;
}

static uint32_t count_of_code(const vrm_written *file, const char *code) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < vrm_written_change_count(file); ++i) {
        count += strcmp(vrm_written_change(file, i)->code, code) == 0;
    }
    return count;
}

/* One line for each code, with the first places. */
static void print_code(const vrm_written *file, uint32_t first) {
    enum { MOST_PLACES = 3, COLUMNS = 4 };
    const char *code = vrm_written_change(file, first)->code;
    uint32_t count = count_of_code(file, code), shown = 0;
    char text[512], number[32];
    printf("  - %s%s%s: ", style_on(stdout, STYLE_LABEL), code, style_off(stdout, STYLE_LABEL));
    snprintf(text, sizeof text, count > 1 ? "%s (%s)" : "%s", say_fix(code),
             with_commas(count, number));
    print_wrapped(stdout, text, COLUMNS + (int)strlen(code) + 2, COLUMNS);
    for (uint32_t i = first; i < vrm_written_change_count(file) && shown < MOST_PLACES; ++i) {
        const vrm_change *change = vrm_written_change(file, i);
        if (strcmp(change->code, code) != 0 || change->from[0] == '\0') continue;
        printf("    %s\n", vrm_written_fixed(file, i)->pointer);
        ++shown;
    }
    if (shown == MOST_PLACES && count > MOST_PLACES) fputs("    …\n", stdout);
}

void fix_print_text(const check_fixed *fixed) {
    const vrm_written *file = fixed->file;
    if (file == NULL) return;
    fputs("  ", stdout);
    if (vrm_written_change_count(file) == 0) {
        fputs(say("Nothing to fix."), stdout);
    } else if (fixed->out == NULL) {
        fputs(say("Fixable:"), stdout);
    } else {
        say_to(stdout, "Fixed in {1}:", fixed->out);
    }
    fputs("\n", stdout);
    for (uint32_t i = 0; i < vrm_written_change_count(file); ++i) {
        if (is_first_of_code(file, i)) print_code(file, i);
    }
}

void fix_print_json(json_line *line, const check_fixed *fixed) {
    json_object(line, "fix");
    if (fixed->out != NULL) json_path(line, "out", fixed->out);
    json_array(line, "fixes");
    for (uint32_t i = 0; i < vrm_written_change_count(fixed->file); ++i) {
        record_diagnostic(line, vrm_written_fixed(fixed->file, i));
    }
    json_close(line);
    json_close(line);
}
