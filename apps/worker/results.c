/* What came of jobs: the folder of outputs, and lines of results. */
#define _XOPEN_SOURCE 700

#include "apps/kit/batch/progress.h"
#include "apps/kit/program/console.h"
#include "worker.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Results --- */

/* What of a result depends on the job alone, and is the same whoever computes it. */
static void add_identity(json_line *line, const job *job, const work_input *input) {
    char key[KEY_DIGITS + 1];
    snprintf(key, sizeof key, "%s-%s", input->sha256, job->recipe);
    json_word(line, "key", key);
    json_word(line, "sha256", input->sha256);
    json_unsigned(line, "bytes", input->size);
}

static char *write_manifest(const job *job, const work_input *input, const outcome *came) {
    json_line line;
    json_begin(&line);
    json_word(&line, "schema", "vrm-work/1");
    json_word(&line, "version", vrm_version());
    add_identity(&line, job, input);
    job_add_steps(job, &line);
    outcome_add_steps(came, job, &line, true);
    return json_take(&line);
}

/* `input` is NULL where there were no bytes; `jail`: where no child was tried. */
static void print_result(worker *worker, const job *job, const work_input *input,
                         const outcome *came, const jail *jail) {
    json_line line;
    int error;
    json_begin(&line);
    json_word(&line, "schema", "vrm-work/1");
    if (job->id != NULL) {
        json_word(&line, "id", job->id);
    } else {
        json_null(&line, "id");
    }
    json_word(&line, "result", job_result_word(came->result));
    if (came->reason[0] != '\0') json_word(&line, "reason", came->reason);
    if (input != NULL) add_identity(&line, job, input);
    if (input != NULL && worker->options->out != NULL && came->result == JOB_DONE) {
        char place[MOST_MANIFEST_FOLDER];
        manifest_folder(input->sha256, job->recipe, place);
        json_word(&line, "folder", place);
        json_flag(&line, "cached", came->is_cached);
    }
    if (came->result == JOB_DONE) {
        outcome_add_steps(came, job, &line, worker->options->out == NULL);
    }
    if (jail != NULL) {
        jail_describe(jail, &line);
        json_milliseconds(&line, "ms", came->milliseconds);
        json_milliseconds(&line, "cpu_ms", came->cpu_milliseconds);
        json_unsigned(&line, "peak_bytes", came->peak_bytes);
    }
    if (!json_print(&line)) worker->cannot_print = true;
    error = console_flush();
    if (error == 0) return;
    if (error != EPIPE) console_say_unwritten(error);
    worker->cannot_print = true; /* whoever reads the results is gone: nothing more is begun */
}

void result_print_failure(worker *worker, const job *job, job_result result, const char *reason) {
    outcome came;
    outcome_init(&came);
    outcome_fail(&came, result, reason);
    print_result(worker, job, NULL, &came, NULL);
}

/* --- The folder --- */

static bool store_files(worker *to, const slot *from, outcome *came, const char *place,
                        bool *has_files) {
    for (int i = 0; i < came->step_count; ++i) {
        step_outcome *step = &came->steps[i];
        char name[MOST_STEP_NAME + 8];
        if (!step->has_file) continue;
        outcome_file_name(&from->job->steps[i], name);
        if (!store_put(&to->store, place, name, from->files.files[CHILD_FILES], step->file_begin,
                       step->file_end, step->file_sha256)) {
            return false;
        }
        step->file_bytes = step->file_end - step->file_begin;
        *has_files = true;
    }
    return true;
}

static void commit(worker *to, const slot *from, outcome *came) {
    char place[MOST_MANIFEST_FOLDER], reason[MOST_PROBLEM];
    char *manifest = NULL;
    bool has_files = false, is_good;
    manifest_folder(from->input.sha256, from->job->recipe, place);
    errno = 0;
    is_good = store_begin(&to->store, place) && store_files(to, from, came, place, &has_files);
    if (is_good) manifest = write_manifest(from->job, &from->input, came);
    is_good = is_good && manifest != NULL && store_commit(&to->store, place, manifest, has_files);
    if (!is_good) {
        snprintf(reason, sizeof reason, "its outputs cannot be stored: %s",
                 errno != 0 ? strerror(errno) : "there is not enough memory");
        outcome_fail(came, JOB_NOT_WRITTEN, reason);
    }
    free(manifest);
}

/* Without a folder, a new file is only looked at. */
static void hash_files(const slot *from, outcome *came) {
    unsigned char piece[1 << 14];
    for (int i = 0; i < came->step_count; ++i) {
        step_outcome *step = &came->steps[i];
        hash_pieces *hash;
        if (!step->has_file) continue;
        hash = hash_begin();
        for (uint64_t at = step->file_begin; at < step->file_end;) {
            uint64_t left = step->file_end - at;
            size_t size = left < sizeof piece ? (size_t)left : sizeof piece;
            if (!read_exactly(from->files.files[CHILD_FILES], piece, size, at)) break;
            hash_add(hash, piece, size);
            at += size;
        }
        step->file_bytes = step->file_end - step->file_begin;
        if (!hash_end(hash, step->file_sha256)) step->has_file = false;
    }
}

bool result_from_store(worker *worker, const job *job, const work_input *input) {
    char place[MOST_MANIFEST_FOLDER], *manifest;
    size_t length = 0;
    outcome came;
    bool is_known;
    if (worker->options->out == NULL) return false;
    manifest_folder(input->sha256, job->recipe, place);
    manifest = store_find(&worker->store, place, &length);
    if (manifest == NULL) return false;
    outcome_init(&came);
    is_known = outcome_of_manifest(&came, manifest, length);
    free(manifest);
    if (is_known) print_result(worker, job, input, &came, NULL);
    outcome_release(&came);
    return is_known;
}

void result_of_slot(worker *to, slot *from) {
    outcome came;
    outcome_init(&came);
    outcome_of_slot(&came, from);
    if (came.result == JOB_DONE && to->options->out != NULL) {
        commit(to, from, &came);
    } else if (came.result == JOB_DONE) {
        hash_files(from, &came);
    }
    came.milliseconds = 1e3 * (seconds_now() - from->start);
    came.cpu_milliseconds = from->cpu_milliseconds;
    came.peak_bytes = from->peak_bytes;
    print_result(to, from->job, &from->input, &came, &from->jail);
    outcome_release(&came);
}
