#include "notes.h"
#include "open.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NOTES = 256, POINTER_SIZE = 80, NAME_SIZE = 81, TEXT_SIZE = 512, MESSAGE_SIZE = 1200 };

/* A diagnostic and its texts. */
typedef struct tool_note {
    vrm_diagnostic diagnostic;
    vrm_diagnostic_argument arguments[TOOL_MOST_ARGUMENTS];
    char pointer[POINTER_SIZE], name[NAME_SIZE], message[MESSAGE_SIZE];
    char texts[TOOL_MOST_ARGUMENTS][TEXT_SIZE];
} tool_note;

static const vrm_diagnostic_info infos[] = {
#define X(name, code, severity, impact, arguments, sentence, remedy)                               \
    {code, "", sentence, remedy, VRM_SEVERITY_##severity, VRM_IMPACT_##impact, 0, arguments},
    TOOL_DIAGNOSTICS(X)
#undef X
};

const vrm_diagnostic_info *tool_diagnostic_info(tool_diagnostic which) { return &infos[which]; }

/* --- Arguments --- */

vrm_diagnostic_argument note_count(uint64_t count) {
    vrm_diagnostic_argument argument = {.kind = VRM_ARGUMENT_INTEGER, .subject = "", .name = ""};
    argument.integer = count < INT64_MAX ? (int64_t)count : INT64_MAX;
    return argument;
}

vrm_diagnostic_argument note_words(const char *words) {
    vrm_diagnostic_argument argument = {
        .kind = VRM_ARGUMENT_WORD, .text = words, .subject = "", .name = ""};
    return argument;
}

vrm_diagnostic_argument note_text(const char *text) {
    vrm_diagnostic_argument argument = {
        .kind = VRM_ARGUMENT_TEXT, .text = text, .subject = "", .name = ""};
    return argument;
}

static void write_argument(const vrm_diagnostic_argument *argument, char out[TEXT_SIZE]) {
    if (argument->kind == VRM_ARGUMENT_INTEGER) {
        snprintf(out, TEXT_SIZE, "%lld", (long long)argument->integer);
    } else {
        vrm_string_printable(from_text(argument->text), out, TEXT_SIZE);
    }
}

static void write_message(tool_note *note) {
    const char *rest = note->diagnostic.sentence;
    size_t used = 0;
    for (uint32_t i = 0; i < note->diagnostic.argument_count; ++i) {
        const char *hole = strstr(rest, "{}");
        const char *quote = note->arguments[i].kind == VRM_ARGUMENT_TEXT ? "\"" : "";
        used += (size_t)snprintf(note->message + used, MESSAGE_SIZE - used, "%.*s%s%s%s",
                                 (int)(hole - rest), rest, quote, note->texts[i], quote);
        rest = hole + 2;
    }
    snprintf(note->message + used, MESSAGE_SIZE - used, "%s", rest);
}

/* --- The list --- */

static void fill(tool_note *note, const vrm_diagnostic_info *info, const note_place *place,
                 const vrm_diagnostic_argument *arguments) {
    vrm_diagnostic *out = &note->diagnostic;
    memset(note, 0, sizeof *note);
    out->code = info->code;
    out->requirement = info->requirement;
    out->pointer = note->pointer;
    out->subject = place != NULL ? place->subject : "";
    out->subject_name = note->name;
    out->message = note->message;
    out->remedy = info->remedy;
    out->sentence = info->sentence;
    out->arguments = note->arguments;
    out->argument_count = info->argument_count;
    out->byte_offset = VRM_NO_OFFSET;
    out->severity = info->severity;
    out->impact = info->impact;
    out->subject_index = place != NULL ? place->index : VRM_NONE;
    if (place != NULL) {
        snprintf(note->pointer, sizeof note->pointer, "%s", place->pointer);
        vrm_string_printable(place->name, note->name, sizeof note->name);
    }
    for (uint32_t i = 0; i < info->argument_count; ++i) {
        note->arguments[i] = arguments[i];
        write_argument(&arguments[i], note->texts[i]);
        note->arguments[i].text = note->texts[i];
    }
    write_message(note);
}

/* Copies a text behind those that are there already. */
static const char *copy_text(char **at, const char *text) {
    char *copy = *at;
    size_t size = strlen(text) + 1;
    memcpy(copy, text, size);
    *at += size;
    return copy;
}

/* One block: the diagnostic, its arguments, its texts. */
static vrm_diagnostic *copy(const tool_note *note) {
    uint32_t count = note->diagnostic.argument_count;
    size_t fixed = sizeof(vrm_diagnostic) + count * sizeof(vrm_diagnostic_argument);
    size_t size = fixed + strlen(note->pointer) + strlen(note->name) + strlen(note->message) + 3;
    vrm_diagnostic *out;
    vrm_diagnostic_argument *arguments;
    char *at;
    for (uint32_t i = 0; i < count; ++i) size += strlen(note->texts[i]) + 1;
    out = malloc(size);
    if (out == NULL) return NULL;
    *out = note->diagnostic;
    arguments = (vrm_diagnostic_argument *)(void *)(out + 1);
    at = (char *)out + fixed;
    out->pointer = copy_text(&at, note->pointer);
    out->subject_name = copy_text(&at, note->name);
    out->message = copy_text(&at, note->message);
    for (uint32_t i = 0; i < count; ++i) {
        arguments[i] = note->arguments[i];
        arguments[i].text = copy_text(&at, note->texts[i]);
    }
    out->arguments = arguments;
    return out;
}

/* Without memory for it, a note has been said all the same. */
static void keep(file_notes *notes, const tool_note *note) {
    vrm_diagnostic *made;
    if (notes->count == MOST_NOTES) return;
    if (notes->count == notes->capacity) {
        uint32_t capacity = notes->capacity > 0 ? notes->capacity * 2 : 8;
        vrm_diagnostic **grown = realloc(notes->items, capacity * sizeof(vrm_diagnostic *));
        if (grown == NULL) return;
        notes->items = grown;
        notes->capacity = capacity;
    }
    made = copy(note);
    if (made != NULL) notes->items[notes->count++] = made;
}

static bool is_silent(const file_notes *notes) {
    return notes->is_silent != NULL && notes->is_silent(notes->silent_of);
}

void notes_add(file_notes *notes, const char *path, tool_diagnostic which, const note_place *place,
               const vrm_diagnostic_argument *arguments) {
    const vrm_diagnostic_info *info = &infos[which];
    tool_note note;
    fill(&note, info, place, arguments);
    if (!is_silent(notes)) print_diagnostic(path, &note.diagnostic);
    keep(notes, &note);
    notes->found[info->severity] += 1;
    if (info->severity != VRM_SEVERITY_ERROR) return;
    if (notes->result == NULL) notes->result = info->code;
    notes->was_said = true;
}

void notes_keep(file_notes *notes, tool_diagnostic which, vrm_severity severity,
                const vrm_diagnostic_argument *arguments) {
    tool_note note;
    fill(&note, &infos[which], NULL, arguments);
    note.diagnostic.severity = severity;
    keep(notes, &note);
    notes->found[severity] += 1;
}

/* The names of an avatar's expressions, as many as fit. */
static void list_expressions(const vrm_tables *tables, char out[TEXT_SIZE]) {
    size_t used = 0;
    out[0] = '\0';
    for (uint32_t i = 0; i < tables->expression_count; ++i) {
        char name[NAME_SIZE];
        vrm_string_printable(tables->expressions[i].name, name, sizeof name);
        if (used + strlen(name) + sizeof ", …" >= TEXT_SIZE) {
            snprintf(out + used, TEXT_SIZE - used, ", …");
            return;
        }
        used += (size_t)snprintf(out + used, TEXT_SIZE - used, "%s%s", i > 0 ? ", " : "", name);
    }
    if (used == 0) snprintf(out, TEXT_SIZE, "none");
}

void notes_add_no_expression(file_notes *notes, const char *path, const vrm_model *model,
                             const char *name) {
    char names[TEXT_SIZE];
    vrm_diagnostic_argument arguments[2];
    list_expressions(vrm_model_tables(model), names);
    arguments[0] = note_text(name);
    arguments[1] = note_words(names);
    notes_add(notes, path, TOOL_NO_SUCH_EXPRESSION, NULL, arguments);
}

/* --- The report --- */

/* By vrm_result; the words are those of the schema. */
static const char *result_word(vrm_result result) {
    static const char *const words[] = {
        [VRM_OK] = NULL,
        [VRM_ERROR_INVALID_ARGUMENT] = "invalid-argument",
        [VRM_ERROR_OUT_OF_MEMORY] = "out-of-memory",
        [VRM_ERROR_LIMIT] = "limit-exceeded",
        [VRM_ERROR_CANCELLED] = "cancelled",
        [VRM_ERROR_FILE] = "not-readable",
        [VRM_ERROR_CONTAINER] = "not-gltf",
        [VRM_ERROR_JSON] = "bad-json",
        [VRM_ERROR_GLTF] = "bad-gltf",
        [VRM_ERROR_UNSUPPORTED] = "unsupported",
        [VRM_ERROR_NO_PAYLOAD] = "no-payload",
        [VRM_ERROR_PAYLOAD] = "bad-payload",
        [VRM_ERROR_VRM] = "not-vrm",
    };
    bool is_known = result >= 0 && (size_t)result < sizeof words / sizeof words[0];
    if (result == VRM_OK) return NULL;
    return is_known && words[result] != NULL ? words[result] : "failed";
}

void notes_set_report(file_notes *notes, vrm_result result, vrm_report *report) {
    vrm_report_destroy(notes->report);
    notes->report = report;
    if (notes->result == NULL) notes->result = result_word(result);
}

void notes_add_report(file_notes *notes, const char *path, vrm_result result, vrm_report *report) {
    notes_set_report(notes, result, report);
    if (result == VRM_OK) return;
    if (!is_silent(notes)) print_failure(path, result, report);
    notes->was_said = true;
}

/* --- Reading --- */

const char *notes_result(const file_notes *notes) {
    return notes->result != NULL ? notes->result : "ok";
}

uint32_t notes_count(const file_notes *notes) {
    return vrm_report_count(notes->report) + notes->count;
}

const vrm_diagnostic *notes_get(const file_notes *notes, uint32_t index) {
    uint32_t before = vrm_report_count(notes->report);
    if (index < before) return vrm_report_get(notes->report, index);
    return index - before < notes->count ? notes->items[index - before] : NULL;
}

uint64_t notes_found(const file_notes *notes, vrm_severity severity) {
    return (uint64_t)vrm_report_found(notes->report, severity) + notes->found[severity];
}

void notes_release(file_notes *notes) {
    vrm_report_destroy(notes->report);
    for (uint32_t i = 0; i < notes->count; ++i) free(notes->items[i]);
    free(notes->items);
    memset(notes, 0, sizeof *notes);
}
