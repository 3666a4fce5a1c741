/* Writing a report. The face for reading one is vrm/report.h. */
#ifndef VRMI_BASE_REPORT_H
#define VRMI_BASE_REPORT_H

#include "base/diagnostics.h"
#include "vrm/report.h"

#include <stdbool.h>

typedef enum vrmi_kind { VRMI_NOTE, VRMI_WARNING, VRMI_REPAIR, VRMI_FATAL } vrmi_kind;

typedef struct vrmi_message {
    const char *code;
    const char *requirement;
    const char *sentence;
    const char *remedy;
    vrmi_kind kind;
    vrm_result result;
} vrmi_message;

/* The entry of the table; never NULL for an id below VRMI_DIAGNOSTIC_COUNT. */
const vrmi_message *vrmi_message_get(vrmi_diagnostic_id id);

/* What replaces a {} of a sentence. */
typedef enum vrmi_argument_kind {
    VRMI_ARGUMENT_END = 0,
    VRMI_ARGUMENT_INTEGER,
    VRMI_ARGUMENT_UNSIGNED,
    VRMI_ARGUMENT_NUMBER,
    VRMI_ARGUMENT_WORDS, /* our own words, as they are */
    VRMI_ARGUMENT_QUOTED /* text of the file: quoted, harmless, cut when long */
} vrmi_argument_kind;

typedef struct vrmi_argument {
    vrmi_argument_kind kind;
    union {
        int64_t integer;
        uint64_t whole;
        double number;
        vrm_string text;
    } as;
} vrmi_argument;

vrmi_argument vrmi_integer(int64_t value);
vrmi_argument vrmi_unsigned(uint64_t value);
vrmi_argument vrmi_number(double value);
vrmi_argument vrmi_words(const char *text);
vrmi_argument vrmi_quoted(vrm_string text);

/* Arguments in the order of the sentence's {}; NULL where it has none. */
#define VRMI_WITH(...) ((const vrmi_argument[]){__VA_ARGS__, {VRMI_ARGUMENT_END, {0}}})

/* `max_diagnostics` 0: the default. NULL where memory is refused. */
vrm_report *vrmi_report_create(const vrm_allocator *allocator, uint32_t max_diagnostics);

/* Constant reports: "out of memory", for when even a report cannot be had, and "invalid argument",
 * for when the settings of one cannot be read. Destroying them is harmless. */
vrm_report *vrmi_report_out_of_memory(void);
vrm_report *vrmi_report_invalid_argument(void);

/* Whether another entry, or error, would be kept: where not, its place need not be worked out. */
bool vrmi_report_keeps(const vrm_report *report, bool is_error);

/*
 * Adds an entry. The first error is always kept, even when no memory is left. `pointer` is a JSON
 * pointer; `as_error` makes a repair an error (strict). Does nothing without a report.
 */
void vrmi_report_add(vrm_report *report, vrmi_diagnostic_id id, bool as_error, vrm_string pointer,
                     uint64_t byte_offset, const vrmi_argument *arguments);

#endif
