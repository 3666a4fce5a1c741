/* What is wrong with a file that is being drawn: said on standard error at once, and kept for
 * --json. */
#ifndef VRM_CLI_NOTES_H
#define VRM_CLI_NOTES_H

#include <stdbool.h>
#include <stdint.h>
#include <vrm/vrm.h>

typedef struct file_note {
    char code[40];
    bool is_error; /* there is no picture; else a warning */
    char pointer[80];
    char message[240];
} file_note;

typedef struct file_notes {
    file_note *items;
    uint32_t count, capacity;
} file_notes;

/* `pointer`: where in the file's JSON, or "". */
void notes_add(file_notes *notes, const char *path, bool is_error, const char *code,
               const char *pointer, const char *message);
/* Why it was not loaded. */
void notes_add_failure(file_notes *notes, const char *path, vrm_result result,
                       const vrm_report *report);
void notes_release(file_notes *notes);

#endif
