#include "record.h"

void record_begin_alone(json_line *line, const char *command) {
    json_begin(line);
    json_word(line, "schema", RECORD_SCHEMA);
    json_word(line, "command", command);
}

void record_begin(json_line *line, const char *command, const char *path) {
    record_begin_alone(line, command);
    json_path(line, "file", path);
}

/* Numbers as numbers, and texts as the message shows them, without their quotes. */
static void add_argument(json_line *line, const vrm_diagnostic_argument *argument) {
    static const char *const kinds[] = {"integer", "number", "text", "word", "reference"};
    json_object(line, NULL);
    json_word(line, "kind", kinds[argument->kind]);
    if (argument->kind == VRM_ARGUMENT_REFERENCE) {
        json_word(line, "subject", argument->subject);
        json_integer(line, "index", argument->integer);
        json_word(line, "name", argument->name);
    } else if (argument->kind == VRM_ARGUMENT_INTEGER) {
        json_integer(line, "value", argument->integer);
    } else if (argument->kind == VRM_ARGUMENT_NUMBER) {
        /* Numbers of files are floats, which 7.1 is shown of, and not 7.0999999046. */
        json_float(line, "value", (float)argument->number);
    } else {
        json_word(line, "value", argument->text);
    }
    json_close(line);
}

const char *record_severity(vrm_severity severity) {
    static const char *const words[] = {"note", "warning", "error"};
    return words[severity];
}

const char *record_impact(vrm_impact impact) {
    static const char *const words[] = {"visible", "elsewhere", "exporter"};
    return words[impact];
}

void record_diagnostic(json_line *line, const vrm_diagnostic *entry) {
    json_object(line, NULL);
    json_word(line, "code", entry->code);
    json_word(line, "severity", record_severity(entry->severity));
    json_word(line, "impact", record_impact(entry->impact));
    json_word(line, "pointer", entry->pointer);
    json_word(line, "subject", entry->subject);
    json_word(line, "name", entry->subject_name);
    if (entry->subject_index != VRM_NONE) {
        json_integer(line, "index", entry->subject_index);
    } else {
        json_null(line, "index");
    }
    json_word(line, "message", entry->message);
    json_array(line, "arguments");
    for (uint32_t i = 0; i < entry->argument_count; ++i) add_argument(line, &entry->arguments[i]);
    json_close(line);
    json_word(line, "remedy", entry->remedy);
    json_word(line, "requirement", entry->requirement);
    json_flag(line, "repaired", entry->is_repair != 0);
    if (entry->byte_offset != VRM_NO_OFFSET) {
        json_unsigned(line, "byte_offset", entry->byte_offset);
    } else {
        json_null(line, "byte_offset");
    }
    json_close(line);
}

void record_result(json_line *line, const file_notes *notes) {
    json_word(line, "result", notes_result(notes));
}

void record_counts(json_line *line, const char *key, const uint64_t counts[3]) {
    json_object(line, key);
    json_unsigned(line, "error", counts[VRM_SEVERITY_ERROR]);
    json_unsigned(line, "warning", counts[VRM_SEVERITY_WARNING]);
    json_unsigned(line, "note", counts[VRM_SEVERITY_NOTE]);
    json_close(line);
}

void record_diagnostics(json_line *line, const file_notes *notes) {
    uint32_t count = notes_count(notes);
    uint64_t counts[3];
    for (int i = 0; i < 3; ++i) counts[i] = notes_found(notes, (vrm_severity)i);
    record_counts(line, "diagnostic_counts", counts);
    json_array(line, "diagnostics");
    for (uint32_t i = 0; i < count; ++i) record_diagnostic(line, notes_get(notes, i));
    json_close(line);
}

bool record_print_failure(const char *command, const char *path, const file_notes *notes) {
    json_line line;
    record_begin(&line, command, path);
    record_result(&line, notes);
    record_diagnostics(&line, notes);
    return json_print(&line);
}
