/* Writing a report. The face for reading one is vrm/report.h. */
#ifndef VRMI_BASE_REPORT_H
#define VRMI_BASE_REPORT_H

#include "base/private_api.h"
#include "vrm/report.h"

#include <stdbool.h>

typedef enum vrmi_kind { VRMI_NOTE, VRMI_WARNING, VRMI_REPAIR, VRMI_FATAL } vrmi_kind;

/* An entry of a table of diagnostics (gltf/diagnostics.h says how they are written). */
typedef struct vrmi_message {
    vrm_diagnostic_info info;
    vrmi_kind kind;
    vrm_result result; /* of a call that it makes fail */
} vrmi_message;

/* Without texts, what they say is looked up by the code: docs/reference/diagnostics.md, or a table
 * of the program's. A check judges by the requirement, which it therefore has. */
#if defined(VRM_NO_DIAGNOSTIC_TEXT) && defined(VRM_NO_AUTHOR)
#define VRMI_MESSAGE_TEXTS(requirement, sentence, remedy) "", "", ""
#elif defined(VRM_NO_DIAGNOSTIC_TEXT)
#define VRMI_MESSAGE_TEXTS(requirement, sentence, remedy) requirement, "", ""
#else
#define VRMI_MESSAGE_TEXTS(requirement, sentence, remedy) requirement, sentence, remedy
#endif

#define VRMI_MESSAGE(name, code, kind, impact, result, requirement, arguments, sentence, remedy)   \
    {{code, VRMI_MESSAGE_TEXTS(requirement, sentence, remedy),                                     \
      VRMI_##kind == VRMI_FATAL  ? VRM_SEVERITY_ERROR                                              \
      : VRMI_##kind == VRMI_NOTE ? VRM_SEVERITY_NOTE                                               \
                                 : VRM_SEVERITY_WARNING,                                           \
      VRM_IMPACT_##impact, VRMI_##kind == VRMI_REPAIR, arguments},                                 \
     VRMI_##kind,                                                                                  \
     result},

/*
 * What the elements at a place of the JSON are called. In `path`, which begins at the root, *
 * stands for any key or index, and # for an index. An element that has a key is named by it; one of
 * an array by its member `name`, or by `other_name` where that is empty. Both may be NULL.
 */
typedef struct vrmi_subject {
    const char *path;
    const char *kind; /* "material" */
    const char *name, *other_name;
} vrmi_subject;

/* Names a diagnostic across rooms: each room has a range of its own. */
typedef int vrmi_diagnostic_id;

/* The diagnostics of one room, with ids from `first` on; `end` is not among them. */
typedef struct vrmi_diagnostics {
    const vrmi_message *messages;
    const vrmi_subject *subjects; /* up to one without a path */
    vrmi_diagnostic_id first, end;
} vrmi_diagnostics;

/* What replaces a {} of a sentence. */
typedef enum vrmi_argument_kind {
    VRMI_ARGUMENT_END = 0,
    VRMI_ARGUMENT_INTEGER,
    VRMI_ARGUMENT_UNSIGNED,
    VRMI_ARGUMENT_NUMBER,
    VRMI_ARGUMENT_WORDS,    /* our own words, as they are */
    VRMI_ARGUMENT_QUOTED,   /* text of the file: quoted, harmless, cut when long */
    VRMI_ARGUMENT_REFERENCE /* an element of the file: its index and its name */
} vrmi_argument_kind;

typedef struct vrmi_argument {
    vrmi_argument_kind kind;
    union {
        int64_t integer;
        uint64_t whole;
        double number;
        vrm_string text;
        struct {
            const char *subject; /* "node", as in vrmi_subject */
            int64_t index;
            vrm_string name; /* may be empty */
        } reference;
    } as;
} vrmi_argument;

/* Inline: a call that returns such a record by memory and copies it from there takes more code than
 * writing it, and there are hundreds of them. */
static inline vrmi_argument vrmi_integer(int64_t value) {
    return (vrmi_argument){VRMI_ARGUMENT_INTEGER, {.integer = value}};
}
static inline vrmi_argument vrmi_unsigned(uint64_t value) {
    return (vrmi_argument){VRMI_ARGUMENT_UNSIGNED, {.whole = value}};
}
static inline vrmi_argument vrmi_number(double value) {
    return (vrmi_argument){VRMI_ARGUMENT_NUMBER, {.number = value}};
}
static inline vrmi_argument vrmi_quoted(vrm_string text) {
    return (vrmi_argument){VRMI_ARGUMENT_QUOTED, {.text = text}};
}
VRMI_API vrmi_argument vrmi_words(const char *text);
static inline vrmi_argument vrmi_reference(const char *subject, int64_t index, vrm_string name) {
    return (vrmi_argument){VRMI_ARGUMENT_REFERENCE, {.reference = {subject, index, name}}};
}

/* Arguments in the order of the sentence's {}; NULL where it has none. */
#define VRMI_WITH(...) ((const vrmi_argument[]){__VA_ARGS__, {VRMI_ARGUMENT_END, {0}}})

/* `max_diagnostics` 0: the default. NULL where memory is refused. */
VRMI_API vrm_report *vrmi_report_create(const vrm_allocator *allocator, uint32_t max_diagnostics);

/*
 * What any call may report, a load or not. These diagnostics are the first of gltf/diagnostics.h,
 * which says what an entry is. Without arguments, so that a report of one of them is constant.
 */
/* clang-format off */
#define VRMI_CALL_DIAGNOSTICS(X)                                                                                       \
    X(OUT_OF_MEMORY, "out-of-memory", FATAL, VISIBLE, VRM_ERROR_OUT_OF_MEMORY, "ER-020", 0,                            \
      "there is not enough memory", "")                                                                                \
    X(INVALID_ARGUMENT, "invalid-argument", FATAL, VISIBLE, VRM_ERROR_INVALID_ARGUMENT, "", 0,                         \
      "invalid argument: NULL, a value out of range, or a desc that was not initialized, has unknown flags or only half an allocator",                                                                        \
      "initialize descs with their _init macros; the comment of the function lists the rules")                                 \
    X(CANCELLED, "cancelled", FATAL, VISIBLE, VRM_ERROR_CANCELLED, "ER-018", 0,                                        \
      "the call was cancelled", "")                                                                                    \
    X(LIMIT_EXCEEDED, "limit-exceeded", FATAL, VISIBLE, VRM_ERROR_LIMIT, "ER-018", 0,                                  \
      "the result would exceed the limits of the call, or the size limit of GLB files",                                     \
      "raise the limits of the call if you trust the file")                                                            \
    X(MEMORY_TOO_SMALL, "memory-too-small", FATAL, VISIBLE, VRM_ERROR_CAPACITY, "", 0,                                 \
      "the provided memory is too small, or not aligned to 16 bytes",                                                  \
      "provide the number of bytes that vrm_avatar_size returns for the same model and desc")                                  \
    X(BYTES_MISSING, "bytes-missing", FATAL, VISIBLE, VRM_ERROR_NO_PAYLOAD, "", 0,                                     \
      "bytes that the tables refer to are missing: a buffer, an image or a compressed mesh",                        \
      "pass the bytes of every buffer, and the tables of a model with its payload")
/* clang-format on */

/*
 * Ends a call that has nothing to report but its result: VRM_OK, or the result of one of
 * VRMI_CALL_DIAGNOSTICS. `*out_report` receives a constant report; destroying it is harmless.
 * `out_report` may be NULL. Returns the result.
 */
VRMI_API vrm_result vrmi_report_end(vrm_report **out_report, vrm_result result);

/* Whether another entry, or error, would be kept: where not, its place need not be worked out. */
bool vrmi_report_keeps(const vrm_report *report, bool is_error);

/* Where a diagnostic was found. */
typedef struct vrmi_place {
    vrm_string pointer; /* a JSON pointer; empty: the whole file */
    uint64_t byte_offset;
    const char *subject;     /* NULL: not known */
    vrm_string subject_name; /* text of the file, made printable and cut when it is kept */
    int32_t subject_index;   /* VRM_NONE: not known, or it stands under a key */
} vrmi_place;

/*
 * Adds an entry. The first error is always kept, even when no memory is left. `as_error` makes a
 * repair an error (strict). `place` may be NULL: the whole file. Does nothing without a report.
 */
VRMI_API void vrmi_report_add(vrm_report *report, const vrmi_message *message, bool as_error,
                              const vrmi_place *place, const vrmi_argument *arguments);

/* Makes errors of the warnings with this code that the report keeps. */
VRMI_API void vrmi_report_raise(vrm_report *report, const char *code);

/* Adds a copy of an entry of another report; it makes nothing fail. */
VRMI_API void vrmi_report_copy(vrm_report *report, const vrm_diagnostic *entry);

#endif
