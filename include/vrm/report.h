/**
 * @file report.h
 * Diagnostics: the problems that the library reports about a file.
 *
 * A report is written by one call and read-only afterwards, so any number of threads may read it.
 * It owns all of its text, and it may outlive the file's bytes and the model.
 *
 * Stable (docs/reference/abi.md).
 */
#ifndef VRM_REPORT_H
#define VRM_REPORT_H

#include "vrm/base.h"

/** The severity of a diagnostic. */
typedef int32_t vrm_severity;

enum {
    VRM_SEVERITY_NOTE = 0,    /**< Information; nothing is wrong. */
    VRM_SEVERITY_WARNING = 1, /**< The file violates the specification, but it loads. */
    VRM_SEVERITY_ERROR = 2    /**< The file is refused. */
};

/** Who will notice the problem of a diagnostic. */
typedef int32_t vrm_impact;

enum {
    VRM_IMPACT_VISIBLE = 0,   /**< It is visible on the avatar, here and elsewhere. */
    VRM_IMPACT_ELSEWHERE = 1, /**< It loads well here, but other applications may differ. */
    VRM_IMPACT_EXPORTER = 2   /**< It concerns only the author of the exporter. */
};

/** What an argument of a diagnostic holds. */
typedef int32_t vrm_argument_kind;

enum {
    VRM_ARGUMENT_INTEGER = 0,  /**< See `integer`. */
    VRM_ARGUMENT_NUMBER = 1,   /**< See `number`. */
    VRM_ARGUMENT_TEXT = 2,     /**< See `text`: text of the file, made printable. */
    VRM_ARGUMENT_WORD = 3,     /**< See `text`: a word of the library or of the specification. */
    VRM_ARGUMENT_REFERENCE = 4 /**< See `subject`, `integer` and `name`: an element of the file. */
};

/** The value that replaces one {} of a diagnostic's sentence. */
typedef struct vrm_diagnostic_argument {
    vrm_argument_kind kind; /**< What it holds. */
    int32_t reserved;       /**< Always 0. */
    int64_t integer;        /**< For VRM_ARGUMENT_INTEGER; for VRM_ARGUMENT_REFERENCE the index of
                                 the element in the list of the file; else 0. */
    double number;          /**< For VRM_ARGUMENT_NUMBER; else 0. */
    /** For all kinds: the argument as the message shows it, but without the quotes around
     * VRM_ARGUMENT_TEXT. A reference is shown with its name: 22 "hair_03". */
    const char *text;
    const char *subject; /**< For VRM_ARGUMENT_REFERENCE: what it is, such as "node", in the words
                              of vrm_diagnostic.subject; else "". */
    /** For VRM_ARGUMENT_REFERENCE: its name, made printable; else, and if it has none, "". */
    const char *name;
} vrm_diagnostic_argument;

/**
 * One diagnostic. All strings end in a NUL byte, are never NULL, and hold no control characters, so
 * they can be printed as they are. Fields may be added at the end.
 */
typedef struct vrm_diagnostic {
    const char *code; /**< Stable and unique, such as "index-out-of-range". */
    /** A requirement ID of docs/evidence/requirements.md, such as "GL-033"; "" if none applies. */
    const char *requirement;
    const char *pointer; /**< JSON pointer (RFC 6901) to the element; "" is the whole file. */
    /** The kind of the element: "node", "material", "expression", "spring", "bone", "mesh" …; "" if
     * unknown. */
    const char *subject;
    const char *subject_name; /**< Its name in the file, made printable; "" if it has none. */
    const char *message;      /**< One sentence in English, without a full stop. */
    const char *remedy;       /**< What to do about it; may be empty. */
    /** The message before its arguments were filled in: each {} stands for one argument. Together
     * with `code` and `arguments` it is all that a translation needs. */
    const char *sentence;
    const vrm_diagnostic_argument *arguments; /**< `argument_count` of them. */
    uint64_t byte_offset;    /**< Position in the file, in bytes; VRM_NO_OFFSET if unknown. */
    uint32_t argument_count; /**< Of `arguments`. */
    vrm_severity severity;   /**< A VRM_SEVERITY_ constant. */
    vrm_impact impact;       /**< Who will notice it. */
    int32_t is_repair;       /**< 1: the load changed or skipped something to go on. */
    /** Of the subject in its list of the file, such as 22 of /nodes/22; VRM_NONE if unknown, or if
     * the subject has a key instead. */
    int32_t subject_index;
} vrm_diagnostic;

/** The byte offset of a diagnostic whose position in the file is unknown. */
#define VRM_NO_OFFSET UINT64_MAX

/** A list of diagnostics. */
typedef struct vrm_report vrm_report;

/**
 * Creates a report with one error, for a library on top of libvrm such as vrm-render.
 *
 * @param error       The code of an error of vrm_diagnostic_info_get; NULL: a report without
 *                    diagnostics.
 * @param text        Replaces the {} of its sentence; may be NULL.
 * @param allocator   Optional; NULL means malloc and free. Copied.
 * @param out_report  Receives the report; may be NULL.
 * @return The result of the error, such as VRM_ERROR_UNSUPPORTED; VRM_OK if `error` is NULL;
 * VRM_ERROR_INVALID_ARGUMENT, also in the report, if no error has the code.
 * @ownership The caller destroys the report with vrm_report_destroy.
 * @threads any
 */
VRM_API vrm_result vrm_report_create(const char *error, const char *text,
                                     const vrm_allocator *allocator, vrm_report **out_report);

/**
 * Destroys a report and all of its diagnostics.
 *
 * @param report  A report, or NULL.
 * @threads one at a time for each report
 */
VRM_API void vrm_report_destroy(vrm_report *report);

/**
 * Returns how many diagnostics a report holds.
 *
 * @param report  A report, or NULL.
 * @return The count; at most the `max_diagnostics` of the load.
 * @threads any
 */
VRM_API uint32_t vrm_report_count(const vrm_report *report);

/**
 * Returns one diagnostic of a report. Diagnostics are in the order in which they were found.
 *
 * @param report  A report, or NULL.
 * @param index   Below vrm_report_count.
 * @return The diagnostic; NULL if the index is out of range.
 * @ownership The diagnostic belongs to the report.
 * @task Read the diagnostics of a report
 * @threads any
 */
VRM_API const vrm_diagnostic *vrm_report_get(const vrm_report *report, uint32_t index);

/**
 * Returns how many diagnostics of one severity were found, including those that the report does not
 * hold because there were more than `max_diagnostics`.
 *
 * @param report    A report, or NULL.
 * @param severity  A VRM_SEVERITY_ constant.
 * @return The count; UINT32_MAX if there were more.
 * @threads any
 */
VRM_API uint32_t vrm_report_found(const vrm_report *report, vrm_severity severity);

/**
 * Returns the diagnostic that made the call fail: the first error.
 *
 * @param report  A report, or NULL.
 * @return The diagnostic; NULL if the call did not fail.
 * @ownership The diagnostic belongs to the report.
 * @task Get the reason why a call failed
 * @threads any
 */
VRM_API const vrm_diagnostic *vrm_report_failure(const vrm_report *report);

/**
 * Writes a diagnostic as text: a line with severity, location, message and code, and a second line
 * with the remedy if there is one. Each line ends in a newline.
 *
 * @param diagnostic  The diagnostic.
 * @param out         Receives the text with a NUL byte at the end; may be NULL if capacity is 0.
 * @param capacity    The size of `out` in bytes. Text that does not fit is cut.
 * @return The length of the whole text without the NUL byte, whether or not it fits.
 * @threads any
 */
VRM_API size_t vrm_diagnostic_text(const vrm_diagnostic *diagnostic, char *out, size_t capacity);

/**
 * Writes all diagnostics of a report as text, one after the other, and a last line that counts
 * those that the report does not hold.
 *
 * @param report    A report, or NULL, which gives an empty text.
 * @param out       Receives the text with a NUL byte at the end; may be NULL if capacity is 0.
 * @param capacity  The size of `out` in bytes. Text that does not fit is cut.
 * @return The length of the whole text without the NUL byte, whether or not it fits.
 * @task Get a report as text
 * @threads any
 */
VRM_API size_t vrm_report_text(const vrm_report *report, char *out, size_t capacity);

/** What the library may report: one entry for each diagnostic code. */
typedef struct vrm_diagnostic_info {
    const char *code;        /**< Stable and unique. */
    const char *requirement; /**< Of docs/evidence/requirements.md; "" if none applies. */
    const char *sentence;    /**< Each {} stands for one argument. */
    const char *remedy;      /**< What to do about it; may be empty. */
    vrm_severity severity;   /**< In a lenient load; a strict load makes repairs errors. */
    vrm_impact impact;       /**< Who will notice it. */
    int32_t is_repair;       /**< 1: the load changes or skips something to go on. */
    uint32_t argument_count; /**< How many {} the sentence has. */
} vrm_diagnostic_info;

/**
 * Returns how many diagnostic codes libvrm has. libvrm-author has more
 * (vrm_author_diagnostic_info_count).
 *
 * @return The count.
 * @threads any
 */
VRM_API uint32_t vrm_diagnostic_info_count(void);

/**
 * Returns one entry of the list of all diagnostic codes, for translations and for documentation.
 *
 * @param index  Below vrm_diagnostic_info_count.
 * @return The entry, which is static; NULL if the index is out of range.
 * @task List all diagnostic codes
 * @threads any
 */
VRM_API const vrm_diagnostic_info *vrm_diagnostic_info_get(uint32_t index);

#endif
