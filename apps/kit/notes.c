#include "notes.h"
#include "open.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Without memory for it, a note has been said all the same. */
static void keep(file_notes *notes, bool is_error, const char *code, const char *pointer,
                 const char *message) {
    file_note *note;
    if (notes->count == notes->capacity) {
        uint32_t capacity = notes->capacity > 0 ? notes->capacity * 2 : 8;
        file_note *grown = realloc(notes->items, capacity * sizeof *grown);
        if (grown == NULL) return;
        notes->items = grown;
        notes->capacity = capacity;
    }
    note = &notes->items[notes->count++];
    note->is_error = is_error;
    snprintf(note->code, sizeof note->code, "%s", code);
    snprintf(note->pointer, sizeof note->pointer, "%s", pointer);
    snprintf(note->message, sizeof note->message, "%s", message);
}

void notes_add(file_notes *notes, const char *path, bool is_error, const char *code,
               const char *pointer, const char *message) {
    print_problem(path, message);
    keep(notes, is_error, code, pointer, message);
}

void notes_add_failure(file_notes *notes, const char *path, vrm_result result,
                       const vrm_report *report) {
    const vrm_diagnostic *failure = vrm_report_failure(report);
    print_failure(path, result, report);
    if (failure != NULL) {
        keep(notes, true, failure->code, failure->pointer, failure->message);
    } else {
        keep(notes, true, "not-loaded", "", vrm_result_name(result));
    }
}

void notes_release(file_notes *notes) {
    free(notes->items);
    memset(notes, 0, sizeof *notes);
}
