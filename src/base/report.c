#include "base/report.h"

#include "base/memory.h"
#include "base/text.h"

#include <assert.h>
#include <float.h>
#include <string.h>

enum {
    FIRST_CAPACITY = 16,
    DEFAULT_MAX_DIAGNOSTICS = 256,
    SENTENCE_CAPACITY = 512,
    QUOTED_CAPACITY = 80,
    POINTER_BYTES = 512
};

/* The first error must not get lost when there is no memory for its text. */
typedef struct failure_texts {
    char message[SENTENCE_CAPACITY];
    char pointer[POINTER_BYTES];
    char name[QUOTED_CAPACITY + 1];
} failure_texts;

struct vrm_report {
    vrmi_memory memory;
    vrmi_arena texts;
    vrm_diagnostic *entries; /* one more than `capacity`: the last is for the first error */
    uint32_t count;
    uint32_t capacity;
    uint32_t max_count; /* 0: the report is constant */
    int32_t failure;    /* index of the first error, or -1 */
    uint32_t found[3];
    failure_texts *failure_texts;
};

/* A report and what it needs in one block. */
typedef struct report_block {
    vrm_report report;
    failure_texts failure_texts;
} report_block;

vrmi_argument vrmi_words(const char *text) {
    return (vrmi_argument){VRMI_ARGUMENT_WORDS, {.text = vrmi_string_from(text)}};
}

static void append_quoted(vrmi_text *text, vrm_string quoted) {
    vrmi_text_append(text, "\"");
    vrmi_text_append_printable(text, quoted, QUOTED_CAPACITY);
    vrmi_text_append(text, "\"");
}

/* As a float has it, which is how most are read; only beyond its range as a double has it. */
static void append_number(vrmi_text *text, double number) {
    if (number >= -(double)FLT_MAX && number <= (double)FLT_MAX) {
        vrmi_text_append_float(text, (float)number);
    } else {
        vrmi_text_append_double(text, number);
    }
}

static void append_argument(vrmi_text *text, const vrmi_argument *argument) {
    switch (argument->kind) {
    case VRMI_ARGUMENT_INTEGER:
        vrmi_text_append_i64(text, argument->as.integer);
        break;
    case VRMI_ARGUMENT_UNSIGNED:
        vrmi_text_append_grouped(text, argument->as.whole);
        break;
    case VRMI_ARGUMENT_NUMBER:
        append_number(text, argument->as.number);
        break;
    case VRMI_ARGUMENT_WORDS:
        vrmi_text_append_string(text, argument->as.text);
        break;
    case VRMI_ARGUMENT_QUOTED:
        append_quoted(text, argument->as.text);
        break;
    case VRMI_ARGUMENT_REFERENCE:
        vrmi_text_append_i64(text, argument->as.reference.index);
        if (argument->as.reference.name.length == 0) break;
        vrmi_text_append(text, " ");
        append_quoted(text, argument->as.reference.name);
        break;
    case VRMI_ARGUMENT_END:
        break;
    }
}

/* Where the next argument goes: "{}". strstr is made for long texts, and takes 2 KB of a module for
 * the web. */
static const char *find_hole(const char *sentence) {
    for (; sentence[0] != '\0'; ++sentence) {
        if (sentence[0] == '{' && sentence[1] == '}') return sentence;
    }
    return NULL;
}

static void append_sentence(vrmi_text *text, const char *sentence, const vrmi_argument *arguments) {
    for (const char *hole = find_hole(sentence); hole != NULL; hole = find_hole(sentence)) {
        vrmi_text_append_bytes(text, sentence, (size_t)(hole - sentence));
        if (arguments != NULL && arguments->kind != VRMI_ARGUMENT_END) {
            append_argument(text, arguments++);
        }
        sentence = hole + 2;
    }
    vrmi_text_append(text, sentence);
}

vrm_report *vrmi_report_create(const vrm_allocator *allocator, uint32_t max_diagnostics) {
    vrmi_memory memory;
    report_block *block;
    vrm_report *report;
    vrmi_memory_init(&memory, allocator);
    block = vrmi_memory_allocate(&memory, sizeof *block);
    if (block == NULL) return NULL;
    memset(block, 0, sizeof *block);
    report = &block->report;
    report->failure_texts = &block->failure_texts;
    report->entries =
        vrmi_memory_allocate(&memory, (FIRST_CAPACITY + 1) * sizeof report->entries[0]);
    if (report->entries == NULL) {
        vrmi_memory_release(&memory, block, sizeof *block);
        return NULL;
    }
    report->memory = memory;
    report->capacity = FIRST_CAPACITY;
    report->max_count = max_diagnostics != 0 ? max_diagnostics : DEFAULT_MAX_DIAGNOSTICS;
    report->failure = -1;
    vrmi_arena_init(&report->texts, &report->memory, 0);
    return report;
}

/* --- Constant reports --- */

#if defined(VRM_NO_DIAGNOSTIC_TEXT)
#define CALL_TEXT(text) ""
#else
#define CALL_TEXT(text) text
#endif

#define CALL_INDEX(name, ...) INDEX_##name,
enum { VRMI_CALL_DIAGNOSTICS(CALL_INDEX) };

#define CALL_ENTRY(name, a_code, kind, an_impact, result, a_requirement, arguments, text,          \
                   a_remedy)                                                                       \
    {.code = (a_code),                                                                             \
     .requirement = CALL_TEXT(a_requirement),                                                      \
     .pointer = "",                                                                                \
     .subject = "",                                                                                \
     .subject_name = "",                                                                           \
     .message = CALL_TEXT(text),                                                                   \
     .remedy = CALL_TEXT(a_remedy),                                                                \
     .sentence = CALL_TEXT(text),                                                                  \
     .byte_offset = VRM_NO_OFFSET,                                                                 \
     .severity = VRM_SEVERITY_ERROR,                                                               \
     .impact = VRM_IMPACT_##an_impact,                                                             \
     .subject_index = VRM_NONE},
static const vrm_diagnostic call_entries[] = {VRMI_CALL_DIAGNOSTICS(CALL_ENTRY)};

#define CALL_REPORT(name, code, kind, impact, a_result, requirement, arguments, sentence, remedy)  \
    {a_result,                                                                                     \
     {.entries = (vrm_diagnostic *)&call_entries[INDEX_##name],                                    \
      .count = 1,                                                                                  \
      .failure = 0,                                                                                \
      .found = {0, 0, 1}}},
static const struct call_report {
    vrm_result result;
    vrm_report report;
} call_reports[] = {{VRM_OK, {.failure = -1}}, VRMI_CALL_DIAGNOSTICS(CALL_REPORT)};

vrm_result vrmi_report_end(vrm_report **out_report, vrm_result result) {
    size_t i = 0, last = sizeof call_reports / sizeof call_reports[0] - 1;
    if (out_report == NULL) return result;
    while (i < last && call_reports[i].result != result) ++i;
    assert(call_reports[i].result == result);
    *out_report = (vrm_report *)&call_reports[i].report;
    return result;
}

static bool is_constant(const vrm_report *report) { return report->max_count == 0; }

bool vrmi_report_keeps(const vrm_report *report, bool is_error) {
    return report != NULL &&
           (report->count < report->max_count || (is_error && report->failure < 0));
}

static bool report_reserve(vrm_report *report) {
    vrm_diagnostic *entries;
    size_t old_size = ((size_t)report->capacity + 1) * sizeof *entries;
    uint32_t capacity = report->capacity * 2;
    if (report->count < report->capacity) return true;
    if (capacity < report->capacity) return false;
    entries = vrmi_memory_allocate(&report->memory, ((size_t)capacity + 1) * sizeof *entries);
    if (entries == NULL) return false;
    memcpy(entries, report->entries, report->count * sizeof *entries);
    vrmi_memory_release(&report->memory, report->entries, old_size);
    report->entries = entries;
    report->capacity = capacity;
    return true;
}

static vrm_argument_kind public_kind(vrmi_argument_kind kind) {
    switch (kind) {
    case VRMI_ARGUMENT_INTEGER:
    case VRMI_ARGUMENT_UNSIGNED:
        return VRM_ARGUMENT_INTEGER;
    case VRMI_ARGUMENT_NUMBER:
        return VRM_ARGUMENT_NUMBER;
    case VRMI_ARGUMENT_QUOTED:
        return VRM_ARGUMENT_TEXT;
    case VRMI_ARGUMENT_REFERENCE:
        return VRM_ARGUMENT_REFERENCE;
    case VRMI_ARGUMENT_WORDS:
    case VRMI_ARGUMENT_END:
        break;
    }
    return VRM_ARGUMENT_WORD;
}

static const char *keep_text(vrm_report *report, const vrmi_text *text) {
    if (text->length == 0) return "";
    return vrmi_arena_copy_string(&report->texts, text->data, text->length).data;
}

static bool copy_argument(vrm_report *report, vrm_diagnostic_argument *out,
                          const vrmi_argument *argument) {
    char buffer[SENTENCE_CAPACITY];
    vrmi_text text = vrmi_text_make(buffer, sizeof buffer);
    memset(out, 0, sizeof *out);
    out->kind = public_kind(argument->kind);
    out->subject = out->name = "";
    if (argument->kind == VRMI_ARGUMENT_QUOTED) {
        vrmi_text_append_printable(&text, argument->as.text, QUOTED_CAPACITY);
    } else {
        append_argument(&text, argument);
    }
    if (argument->kind == VRMI_ARGUMENT_INTEGER) out->integer = argument->as.integer;
    if (argument->kind == VRMI_ARGUMENT_UNSIGNED) {
        out->integer = argument->as.whole < INT64_MAX ? (int64_t)argument->as.whole : INT64_MAX;
    }
    if (argument->kind == VRMI_ARGUMENT_NUMBER) out->number = argument->as.number;
    if (argument->kind == VRMI_ARGUMENT_REFERENCE) {
        char name_buffer[QUOTED_CAPACITY + 1];
        vrmi_text name = vrmi_text_make(name_buffer, sizeof name_buffer);
        vrmi_text_append_printable(&name, argument->as.reference.name, QUOTED_CAPACITY);
        out->integer = argument->as.reference.index;
        out->subject = argument->as.reference.subject;
        out->name = keep_text(report, &name);
        if (out->name == NULL) return false;
    }
    out->text = vrmi_arena_copy_string(&report->texts, text.data, text.length).data;
    return out->text != NULL;
}

/* Where memory is refused, the entry has its message all the same, and no arguments. */
static void copy_arguments(vrm_report *report, vrm_diagnostic *entry,
                           const vrmi_argument *arguments) {
    vrm_diagnostic_argument *copies;
    uint32_t count = 0;
    if (arguments == NULL) return;
    while (arguments[count].kind != VRMI_ARGUMENT_END) ++count;
    copies = VRMI_TAKE(&report->texts, vrm_diagnostic_argument, count);
    if (copies == NULL) return;
    for (uint32_t i = 0; i < count; ++i) {
        if (!copy_argument(report, &copies[i], &arguments[i])) return;
    }
    entry->arguments = copies;
    entry->argument_count = count;
}

/* The texts of an entry, before they are where they stay. */
typedef struct entry_texts {
    vrmi_text message, pointer, name;
    char message_buffer[SENTENCE_CAPACITY];
    char pointer_buffer[POINTER_BYTES];
    char name_buffer[QUOTED_CAPACITY + 1];
} entry_texts;

static void write_texts(entry_texts *texts, const vrmi_message *message, const vrmi_place *place,
                        const vrmi_argument *arguments) {
    texts->message = vrmi_text_make(texts->message_buffer, sizeof texts->message_buffer);
    texts->pointer = vrmi_text_make(texts->pointer_buffer, sizeof texts->pointer_buffer);
    texts->name = vrmi_text_make(texts->name_buffer, sizeof texts->name_buffer);
    append_sentence(&texts->message, message->info.sentence, arguments);
    if (place == NULL) return;
    /* Keys of the file's objects are in it: harmless too (see vrm_diagnostic). */
    vrmi_text_append_printable(&texts->pointer, place->pointer, POINTER_BYTES - 1);
    vrmi_text_append_printable(&texts->name, place->subject_name, QUOTED_CAPACITY);
}

static bool keep_texts(vrm_report *report, vrm_diagnostic *entry, const entry_texts *texts) {
    entry->message = keep_text(report, &texts->message);
    entry->pointer = keep_text(report, &texts->pointer);
    entry->subject_name = keep_text(report, &texts->name);
    return entry->message != NULL && entry->pointer != NULL && entry->subject_name != NULL;
}

static void keep_failure_texts(vrm_report *report, vrm_diagnostic *entry,
                               const entry_texts *texts) {
    failure_texts *own = report->failure_texts;
    memcpy(own->message, texts->message.data, texts->message.length + 1);
    memcpy(own->pointer, texts->pointer.data, texts->pointer.length + 1);
    memcpy(own->name, texts->name.data, texts->name.length + 1);
    entry->message = own->message;
    entry->pointer = own->pointer;
    entry->subject_name = own->name;
}

void vrmi_report_add(vrm_report *report, const vrmi_message *message, bool as_error,
                     const vrmi_place *place, const vrmi_argument *arguments) {
    vrm_severity severity = as_error ? VRM_SEVERITY_ERROR : message->info.severity;
    entry_texts texts;
    vrm_diagnostic entry;
    bool is_failure;
    if (report == NULL || is_constant(report)) return;
    if (report->found[severity] < UINT32_MAX) report->found[severity] += 1;
    is_failure = severity == VRM_SEVERITY_ERROR && report->failure < 0;
    if (!is_failure && (report->count >= report->max_count || !report_reserve(report))) return;

    write_texts(&texts, message, place, arguments);
    memset(&entry, 0, sizeof entry);
    entry.code = message->info.code;
    entry.requirement = message->info.requirement;
    entry.remedy = message->info.remedy;
    entry.sentence = message->info.sentence;
    entry.subject = place != NULL && place->subject != NULL ? place->subject : "";
    entry.subject_index = place != NULL ? place->subject_index : VRM_NONE;
    entry.byte_offset = place != NULL ? place->byte_offset : VRM_NO_OFFSET;
    entry.severity = severity;
    entry.impact = message->info.impact;
    entry.is_repair = message->kind == VRMI_REPAIR && severity != VRM_SEVERITY_ERROR;
    if (is_failure) {
        keep_failure_texts(report, &entry, &texts);
        report_reserve(report); /* where it fails, the spare entry is used */
        report->failure = (int32_t)report->count;
    } else {
        if (!keep_texts(report, &entry, &texts)) return;
        if (report->count >= report->capacity) return; /* the spare entry has been used */
    }
    copy_arguments(report, &entry, arguments);
    report->entries[report->count++] = entry;
}

void vrmi_report_raise(vrm_report *report, const char *code) {
    for (uint32_t i = 0; i < vrm_report_count(report); ++i) {
        vrm_diagnostic *entry = &report->entries[i];
        if (entry->severity != VRM_SEVERITY_WARNING || strcmp(entry->code, code) != 0) continue;
        entry->severity = VRM_SEVERITY_ERROR;
        entry->is_repair = 0;
        report->found[VRM_SEVERITY_WARNING] -= 1;
        report->found[VRM_SEVERITY_ERROR] += 1;
        if (report->failure < 0 || (int32_t)i < report->failure) report->failure = (int32_t)i;
    }
}

static bool copy_text(vrm_report *report, const char **text) {
    *text = vrmi_arena_copy_string(&report->texts, *text, strlen(*text)).data;
    return *text != NULL;
}

void vrmi_report_copy(vrm_report *report, const vrm_diagnostic *entry) {
    vrm_diagnostic copy = *entry;
    vrm_diagnostic_argument *arguments;
    if (report->found[entry->severity] < UINT32_MAX) report->found[entry->severity] += 1;
    if (report->count >= report->max_count || !report_reserve(report)) return;
    arguments = VRMI_TAKE(&report->texts, vrm_diagnostic_argument, entry->argument_count);
    if (arguments == NULL || !copy_text(report, &copy.pointer) ||
        !copy_text(report, &copy.subject_name) || !copy_text(report, &copy.message)) {
        return;
    }
    for (uint32_t i = 0; i < entry->argument_count; ++i) {
        arguments[i] = entry->arguments[i];
        if (!copy_text(report, &arguments[i].text) || !copy_text(report, &arguments[i].name)) {
            return;
        }
    }
    copy.arguments = entry->argument_count > 0 ? arguments : NULL;
    report->entries[report->count++] = copy;
}

uint32_t vrm_report_count(const vrm_report *report) { return report != NULL ? report->count : 0; }

const vrm_diagnostic *vrm_report_get(const vrm_report *report, uint32_t index) {
    return report != NULL && index < report->count ? &report->entries[index] : NULL;
}

uint32_t vrm_report_found(const vrm_report *report, vrm_severity severity) {
    if (report == NULL || severity < VRM_SEVERITY_NOTE || severity > VRM_SEVERITY_ERROR) return 0;
    return report->found[severity];
}

const vrm_diagnostic *vrm_report_failure(const vrm_report *report) {
    return report != NULL && report->failure >= 0 ? &report->entries[report->failure] : NULL;
}

void vrm_report_destroy(vrm_report *report) {
    vrmi_memory memory;
    if (report == NULL || is_constant(report)) return;
    vrmi_arena_release(&report->texts);
    memory = report->memory;
    vrmi_memory_release(&memory, report->entries,
                        ((size_t)report->capacity + 1) * sizeof report->entries[0]);
    vrmi_memory_release(&memory, report, sizeof(report_block));
}

/* --- As text --- */

/* Counts what does not fit, as snprintf does. */
typedef struct counted_text {
    char *out;
    size_t capacity;
    size_t length;
} counted_text;

static void append_counted(counted_text *text, const char *words) {
    for (; *words != '\0'; ++words) {
        if (text->length + 1 < text->capacity) text->out[text->length] = *words;
        text->length += 1;
    }
}

static size_t end_counted(const counted_text *text) {
    if (text->capacity != 0) {
        size_t end = text->length < text->capacity ? text->length : text->capacity - 1;
        text->out[end] = '\0';
    }
    return text->length;
}

static void append_diagnostic(counted_text *text, const vrm_diagnostic *diagnostic) {
    static const char *const severities[] = {"note", "warning", "error"};
    append_counted(text, severities[diagnostic->severity]);
    append_counted(text, ": ");
    if (diagnostic->pointer[0] != '\0') {
        append_counted(text, diagnostic->pointer);
        append_counted(text, ": ");
    }
    if (diagnostic->subject_name[0] != '\0') {
        append_counted(text, diagnostic->subject);
        append_counted(text, " \"");
        append_counted(text, diagnostic->subject_name);
        append_counted(text, "\": ");
    }
    append_counted(text, diagnostic->message);
    append_counted(text, " [");
    append_counted(text, diagnostic->code);
    append_counted(text, "]\n");
    if (diagnostic->remedy[0] != '\0') {
        append_counted(text, "    ");
        append_counted(text, diagnostic->remedy);
        append_counted(text, "\n");
    }
}

size_t vrm_diagnostic_text(const vrm_diagnostic *diagnostic, char *out, size_t capacity) {
    counted_text text = {out, out != NULL ? capacity : 0, 0};
    if (diagnostic != NULL) append_diagnostic(&text, diagnostic);
    return end_counted(&text);
}

static void append_rest(counted_text *text, const vrm_report *report) {
    char buffer[64];
    vrmi_text number = vrmi_text_make(buffer, sizeof buffer);
    uint64_t found = 0;
    for (int severity = 0; severity < 3; ++severity) found += report->found[severity];
    if (found <= report->count) return;
    vrmi_text_append(&number, "diagnostics that are not shown: ");
    vrmi_text_append_u64(&number, found - report->count);
    vrmi_text_append(&number, "\n");
    append_counted(text, number.data);
}

size_t vrm_report_text(const vrm_report *report, char *out, size_t capacity) {
    counted_text text = {out, out != NULL ? capacity : 0, 0};
    if (report != NULL) {
        for (uint32_t i = 0; i < report->count; ++i) append_diagnostic(&text, &report->entries[i]);
        append_rest(&text, report);
    }
    return end_counted(&text);
}
