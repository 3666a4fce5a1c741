#define _XOPEN_SOURCE 700
#define _FILE_OFFSET_BITS 64

#include "outcome.h"
#include "apps/kit/batch/manifest.h"
#include "apps/kit/json/json_text.h"
#include "steps.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

const char *job_result_word(job_result result) {
    static const char *const words[] = {"done",         "wrong-job",   "no-input",
                                        "wrong-sha256", "crashed",     "overran",
                                        "no-record",    "not-written", "returned"};
    return words[result];
}

void outcome_init(outcome *out) { memset(out, 0, sizeof *out); }

void outcome_release(outcome *outcome) {
    for (int i = 0; i < MOST_STEPS; ++i) free(outcome->steps[i].record);
    outcome_init(outcome);
}

void outcome_fail(outcome *out, job_result result, const char *reason) {
    out->result = result;
    snprintf(out->reason, sizeof out->reason, "%s", reason);
}

void outcome_file_name(const job_step *step, char out[MOST_STEP_NAME + 8]) {
    snprintf(out, MOST_STEP_NAME + 8, "%s%s", step->name, step->ending);
}

/* --- A record --- */

/* A record that a child wrote, which may be anything: it stands on a line of its own and is one
 * object of JSON without control characters, or nothing of it is taken. The line break at its end
 * is left out. */
static bool is_one_line(char *text, size_t *length) {
    if (*length == 0 || text[*length - 1] != '\n') return false;
    *length -= 1;
    for (size_t i = 0; i < *length; ++i) {
        if ((unsigned char)text[i] < 0x20) return false;
    }
    text[*length] = '\0';
    return true;
}

/* Its word for what came of it goes to `result`. */
static bool check_record(char *text, size_t length, char result[64]) {
    json_span rest = {text, NULL}, key, value;
    if (!is_one_line(text, &length)) return false;
    rest.end = text + length;
    if (!json_is_object(rest)) return false;
    snprintf(result, 64, "ok");
    while (json_next(&rest, &key, &value)) {
        if (!json_is_word(key, "result")) continue;
        return json_copy_plain(value, result, 64) &&
               result[strspn(result, "abcdefghijklmnopqrstuvwxyz0123456789-")] == '\0';
    }
    return true;
}

/* --- A child --- */

static uint64_t size_of(int file) {
    off_t end = lseek(file, 0, SEEK_END);
    return end > 0 ? (uint64_t)end : 0;
}

/* What is said to people, harmless and on one line. */
static void take_said(const slot *from, uint64_t begin, char *out, size_t capacity) {
    char bytes[MOST_PROBLEM / 2];
    uint64_t size = size_of(from->files.files[CHILD_SAID]);
    vrm_string text = {bytes, 0};
    out[0] = '\0';
    if (begin >= size) return;
    text.length = (uint32_t)(size - begin < sizeof bytes ? size - begin : sizeof bytes);
    if (!read_exactly(from->files.files[CHILD_SAID], bytes, text.length, begin)) return;
    for (uint32_t i = 0; i < text.length; ++i) {
        if (bytes[i] == '\n' || bytes[i] == '\0') text.length = i;
    }
    vrm_string_printable(text, out, capacity);
}

/* False: there is no record that can be read. */
static bool take_record(step_outcome *out, const slot *from, uint64_t begin, uint64_t end) {
    size_t length = (size_t)(end - begin);
    if (end > MOST_RECORD_BYTES) return false; /* all records of a job together */
    out->record = malloc(length + 1);
    return out->record != NULL &&
           read_exactly(from->files.files[CHILD_RECORDS], out->record, length, begin) &&
           check_record(out->record, length, out->result);
}

/* Where files of the child end, and how far they have been looked at. */
typedef struct child_ends {
    uint64_t records, said, files;
} child_ends;

static bool is_within(uint64_t before, uint64_t end, uint64_t size) {
    return end >= before && end <= size;
}

static void fail_in_step(outcome *out, const slot *from, int index, job_result result,
                         const char *what) {
    const char *name = index < from->job->step_count ? from->job->steps[index].name : "";
    char reason[MOST_PROBLEM];
    snprintf(reason, sizeof reason, "%s%s%s", what, name[0] != '\0' ? ", in the step " : "", name);
    outcome_fail(out, result, reason);
}

/* Why a step has no record: what it said itself, where it said something. */
static void fail_without_record(outcome *out, const slot *from, int index,
                                const step_report *report, const child_ends *before) {
    char said[MOST_PROBLEM / 2];
    take_said(from, before->said, said, sizeof said);
    if (report->exit_code == EXIT_USAGE) {
        outcome_fail(out, JOB_WRONG, said);
    } else if (report->records_end >= MOST_RECORD_BYTES) {
        fail_in_step(out, from, index, JOB_NO_RECORD, "its records are larger than 8 MiB");
    } else {
        fail_in_step(out, from, index, JOB_NO_RECORD,
                     said[0] != '\0' ? said : "there is no record that can be read");
    }
}

/* One step. False: it did not end, or its report cannot be true. */
static bool take_step(outcome *out, const slot *from, int index, child_ends *before,
                      const child_ends *sizes) {
    step_outcome *step = &out->steps[index];
    const job_step *job_step = &from->job->steps[index];
    step_report report;
    if (!read_exactly(from->files.files[CHILD_REPORTS], &report, sizeof report,
                      (uint64_t)index * sizeof report) ||
        report.step != (uint32_t)index + 1 ||
        !is_within(before->records, report.records_end, sizes->records) ||
        !is_within(before->said, report.said_end, sizes->said) ||
        !is_within(before->files, report.files_end, sizes->files)) {
        return false;
    }
    step->exit_code = report.exit_code;
    if (!take_record(step, from, before->records, report.records_end)) {
        fail_without_record(out, from, index, &report, before);
    }
    step->has_file = job_step->writes && report.files_end > before->files;
    step->file_begin = before->files;
    step->file_end = report.files_end;
    *before = (child_ends){report.records_end, report.said_end, report.files_end};
    return true;
}

static void take_end(outcome *out, const slot *from, int index, int status) {
    char text[96];
    int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (from->was_late || number == SIGXCPU) {
        snprintf(text, sizeof text, "it took longer than %.0f ms",
                 from->job->limits.seconds * 1000.0);
        fail_in_step(out, from, index, JOB_OVERRAN, text);
    } else if (number == SIGSYS) {
        fail_in_step(out, from, index, JOB_CRASHED,
                     "it made a call to the system that is not allowed");
    } else if (number == SIGXFSZ) {
        fail_in_step(out, from, index, JOB_CRASHED,
                     "it wrote more than the limit: records above 8 MiB, or more than the limit of "
                     "memory");
    } else if (number != 0) {
        snprintf(text, sizeof text, "it ended by signal %d", number);
        fail_in_step(out, from, index, JOB_CRASHED, text);
    } else if (WEXITSTATUS(status) == CHILD_NOT_JAILED) {
        outcome_fail(out, JOB_CRASHED, "its process could not be sandboxed");
    } else {
        fail_in_step(out, from, index, JOB_CRASHED, "it ended without a report");
    }
}

void outcome_of_slot(outcome *out, const slot *from) {
    child_ends before = {0, 0, 0};
    const child_ends sizes = {size_of(from->files.files[CHILD_RECORDS]),
                              size_of(from->files.files[CHILD_SAID]),
                              size_of(from->files.files[CHILD_FILES])};
    bool ended_well = WIFEXITED(from->status) && WEXITSTATUS(from->status) == 0 && !from->was_late;
    while (out->step_count < from->job->step_count && out->result == JOB_DONE &&
           take_step(out, from, out->step_count, &before, &sizes)) {
        ++out->step_count;
    }
    if (out->result == JOB_DONE && (!ended_well || out->step_count < from->job->step_count)) {
        take_end(out, from, out->step_count, from->status);
    }
}

/* --- A manifest --- */

bool outcome_of_manifest(outcome *out, const char *text, size_t length) {
    manifest_step steps[MOST_STEPS];
    int count = manifest_read(text, length, steps);
    for (int i = 0; i < count; ++i) {
        step_outcome *step = &out->steps[i];
        step->exit_code = steps[i].exit_code;
        memcpy(step->result, steps[i].result, sizeof step->result);
        step->has_file = steps[i].has_file;
        step->file_bytes = steps[i].file_bytes;
        memcpy(step->file_sha256, steps[i].file_sha256, sizeof step->file_sha256);
    }
    out->step_count = count > 0 ? count : 0;
    out->is_cached = count >= 0;
    return out->is_cached;
}

/* --- Saying --- */

void outcome_add_steps(const outcome *outcome, const job *work, json_line *line, bool has_records) {
    json_array(line, "steps");
    for (int i = 0; i < outcome->step_count && i < work->step_count; ++i) {
        const step_outcome *step = &outcome->steps[i];
        json_object(line, NULL);
        json_word(line, "as", work->steps[i].name);
        json_word(line, "verb", work->steps[i].verb->name);
        json_integer(line, "exit", step->exit_code);
        json_word(line, "result", step->result);
        if (step->has_file && step->file_sha256[0] != '\0') {
            char name[MOST_STEP_NAME + 8];
            outcome_file_name(&work->steps[i], name);
            json_object(line, "file");
            json_word(line, "name", name);
            json_word(line, "sha256", step->file_sha256);
            json_unsigned(line, "bytes", step->file_bytes);
            json_close(line);
        }
        if (has_records && step->record != NULL) json_raw(line, "record", step->record);
        json_close(line);
    }
    json_close(line);
}
