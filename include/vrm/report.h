/*
 * report.h: what the library has to say about a file.
 *
 * A report is written by one call and read-only afterwards: any number of threads may read it. It
 * owns all of its text, and outlives the file's bytes and the model.
 */
#ifndef VRM_REPORT_H
#define VRM_REPORT_H

#include "vrm/base.h"

typedef enum vrm_severity {
    VRM_SEVERITY_NOTE = 0,    /* worth knowing; nothing is wrong */
    VRM_SEVERITY_WARNING = 1, /* the file departs from the specification, and loads */
    VRM_SEVERITY_ERROR = 2    /* the file is refused */
} vrm_severity;

/* One finding. Strings never hold control characters: they can be printed as they are. */
typedef struct vrm_diagnostic {
    const char *code;        /* stable and unique, such as "index-out-of-range" */
    const char *requirement; /* of docs/requirements.md, such as "GL-033"; "" where none applies */
    vrm_string pointer;      /* JSON pointer (RFC 6901) to the place; empty: the file as a whole */
    vrm_string message;      /* one sentence */
    vrm_string remedy;       /* what to do about it; may be empty */
    uint64_t byte_offset;    /* of the place in the file; VRM_NO_OFFSET where it is not known */
    int32_t severity;        /* a vrm_severity */
    int32_t is_repair;       /* 1: something was changed or left out so that loading could go on */
} vrm_diagnostic;

#define VRM_NO_OFFSET UINT64_MAX

typedef struct vrm_report vrm_report;

/* How many diagnostics are held, and each of them, in the order of discovery; NULL past the end. */
VRM_API uint32_t vrm_report_count(const vrm_report *report);
VRM_API const vrm_diagnostic *vrm_report_get(const vrm_report *report, uint32_t index);

/* How many were found of one severity, whether they are held or not: a report keeps the first
 * `max_diagnostics` of the load desc, and counts the rest. */
VRM_API uint64_t vrm_report_found(const vrm_report *report, vrm_severity severity);

/* The diagnostic that made the call fail (the first error), or NULL. */
VRM_API const vrm_diagnostic *vrm_report_failure(const vrm_report *report);

VRM_API void vrm_report_destroy(vrm_report *report);

#endif
