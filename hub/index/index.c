#include "index.h"
#include "apps/kit/batch/batch_options.h"
#include "apps/kit/batch/load.h"
#include "apps/kit/program/console.h"
#include "apps/kit/program/language.h"
#include "table.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

typedef struct index_options {
    file_options files;
    const char *out;
    bool hashes_files;
} index_options;

/* What the workers share. */
typedef struct index_job {
    const index_options *chosen;
    index_table *table;
    atomic_uint_fast64_t added, failed, known;
    bool is_closed_well;
    char reason[MOST_REASON];
} index_job;

/* --- One file --- */

static bool put(index_job *job, const index_entry *entry) {
    if (!table_put(job->table, entry)) return false;
    atomic_fetch_add(entry->model != NULL ? &job->added : &job->failed, 1);
    return entry->model != NULL;
}

static void read_entry(batch_file *file, index_job *job, memory_budget *budget,
                       entry_buffer *buffer, index_entry *entry, int from) {
    file_notes notes = {0};
    load_bounds bounds;
    load_begin(file, &job->chosen->files.batch.limits, budget, &bounds, &notes);
    entry_read(entry, from, &bounds.desc, job->chosen->hashes_files, buffer);
    notes_release(&notes);
}

static void index_file(batch_file *file, index_job *job, memory_budget *budget,
                       entry_buffer *buffer) {
    index_entry entry;
    int from;
    bool is_good = true, is_known = false;
    if (entry_open(&entry, file, &from)) {
        is_known = table_knows(job->table, &entry, job->chosen->hashes_files, &is_good);
        if (is_known) {
            entry_close(from);
            atomic_fetch_add(&job->known, 1);
        } else {
            read_entry(file, job, budget, buffer, &entry, from);
        }
    }
    if (batch_begin_report(file) && !is_known) is_good = put(job, &entry);
    if (table_has_failed(job->table)) batch_stop(file->worker);
    entry_release(&entry);
    batch_end_report(file, is_good);
}

static void work(batch_worker *worker, void *user) {
    entry_buffer buffer = {NULL, 0, 0};
    memory_budget budget;
    batch_file *file;
    memory_budget_init(&budget);
    while ((file = batch_take(worker)) != NULL) index_file(file, user, &budget, &buffer);
    entry_buffer_release(&buffer);
}

static void report_late(const batch_file *file, void *user) {
    index_entry entry = {.path = file->input.path != NULL ? file->input.path : ""};
    entry_fail(&entry, "timeout", "gave up on the file after the time of --timeout");
    put(user, &entry);
}

/* Also where a signal ends the program: what is read so far is kept. */
static void finish(bool is_interrupted, void *user) {
    index_job *job = user;
    (void)is_interrupted;
    job->is_closed_well = table_close(job->table, job->reason);
    job->table = NULL;
}

/* --- The command --- */

static option_result read_option(option_value *value, void *settings) {
    index_options *out = settings;
    switch (value->option->id) {
    case OPTION_OUT:
        out->out = value->text;
        break;
    case OPTION_HASH_FILES:
        out->hashes_files = true;
        break;
    default:
        return file_option_read(value, &out->files);
    }
    return OPTION_TAKEN;
}

static int refuse(const char *path, const char *problem) {
    char name[1024];
    vrm_string_printable((vrm_string){path, (uint32_t)strlen(path)}, name, sizeof name);
    fprintf(stderr, "%s: %s: %s\n", name, say("the index cannot be written"), problem);
    return EXIT_NOT_LOADED;
}

static void say_totals(index_job *job) {
    char added[32], failed[32], known[32];
    snprintf(added, sizeof added, "%llu", (unsigned long long)atomic_load(&job->added));
    snprintf(failed, sizeof failed, "%llu", (unsigned long long)atomic_load(&job->failed));
    snprintf(known, sizeof known, "%llu", (unsigned long long)atomic_load(&job->known));
    say_to(stdout, "{1} avatars indexed, {2} files that cannot be used, {3} unchanged\n", added,
           failed, known);
}

static int run_index(int argc, char **argv) {
    index_options chosen = {.files.batch.steps = 1};
    index_job job = {.chosen = &chosen};
    const batch_command works = {
        .work = work, .report_late = report_late, .finish = finish, .user = &job};
    int file_count = read_arguments(COMMAND_INDEX, argc, argv, read_option, &chosen), code;
    if (file_count < 0) return EXIT_USAGE;
    if (chosen.out == NULL) {
        return usage_error(COMMAND_INDEX, SAY("--out is required: the path of the index"), NULL);
    }
    for (int i = 0; i < file_count; ++i) {
        if (strcmp(argv[i], "-") == 0) {
            return usage_error(COMMAND_INDEX,
                               SAY("an index needs paths, and standard input has none:"), argv[i]);
        }
    }
    job.table = table_open(chosen.out, job.reason);
    if (job.table == NULL) return refuse(chosen.out, job.reason);
    code = work_on_files(COMMAND_INDEX, &chosen.files, file_count, argv, INPUT_AVATARS, &works);
    if (job.table != NULL) finish(false, &job); /* there were no files */
    if (!job.is_closed_well) return refuse(chosen.out, job.reason);
    if (code != EXIT_USAGE) say_totals(&job);
    return code;
}

const command command_index = {COMMAND_INDEX, run_index};
