#include "prune.h"
#include "apps/kit/options/arguments.h"
#include "apps/kit/program/language.h"
#include "apps/kit/system/stop.h"
#include "outputs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <yyjson.h>

/* An output that may be removed. */
typedef struct candidate {
    char place[MOST_PLACE];
    output_use use;
    int64_t time;
    uint64_t bytes;
} candidate;

typedef struct pruning {
    const hub_options *options;
    upload_set uploads;
    int64_t start; /* what is newer may be of an upload that came after the walk */
    candidate *list;
    size_t count, capacity;
    uint64_t total; /* bytes of all outputs that are there */
    uint64_t kept, removed, removed_bytes, letters;
    bool has_failed;
    broker *from;
} pruning;

/* --- Finding --- */

static bool is_of_age(const pruning *work, int64_t written) {
    double age = (double)(work->start - written);
    return age > work->options->older_than && age > 0.0;
}

static bool add_candidate(pruning *work, const output *found, output_use use) {
    candidate *added;
    if (work->count == work->capacity) {
        size_t larger = work->capacity > 0 ? 2 * work->capacity : 256;
        candidate *grown = realloc(work->list, larger * sizeof *grown);
        if (grown == NULL) return false;
        work->list = grown;
        work->capacity = larger;
    }
    added = &work->list[work->count++];
    *added = (candidate){.use = use, .time = found->time, .bytes = found->bytes};
    snprintf(added->place, sizeof added->place, "%s", found->place);
    return true;
}

static bool consider(const output *found, void *user) {
    pruning *work = user;
    output_use use = OUTPUT_NEEDED;
    work->total += found->bytes;
    ++work->kept;
    if (work->options->has_uploads) {
        use = output_use_of(found, &work->uploads);
        if (use == OUTPUT_NEEDED) return true;
    }
    return !is_of_age(work, found->time) || add_candidate(work, found, use);
}

/* The oldest first; of the same age, by name. */
static int compare(const void *a, const void *b) {
    const candidate *left = a, *right = b;
    if (left->time != right->time) return left->time < right->time ? -1 : 1;
    return strcmp(left->place, right->place);
}

/* --- Removing --- */

static void remove_output(pruning *work, const candidate *which) {
    static const char *const reasons[] = {[OUTPUT_NEEDED] = SAY("over the limit"),
                                          [OUTPUT_GONE] = SAY("its upload is gone"),
                                          [OUTPUT_OLD] = SAY("from an older version")};
    if (!work->options->is_dry_run && !outputs_remove(work->options->out, which->place)) {
        fprintf(stderr, "vrm hub: %s/%s: %s\n", work->options->out, which->place, strerror(errno));
        work->has_failed = true;
        return;
    }
    printf("%s/%s: %s\n", work->options->out, which->place, say(reasons[which->use]));
    work->total -= which->bytes;
    --work->kept;
    ++work->removed;
    work->removed_bytes += which->bytes;
}

static void remove_outputs(pruning *work) {
    const uint64_t bound = work->options->max_total;
    if (work->count > 0) qsort(work->list, work->count, sizeof *work->list, compare);
    for (size_t i = 0; i < work->count && stop_requested() == 0; ++i) {
        if (bound != UINT64_MAX && work->total <= bound) break;
        remove_output(work, &work->list[i]);
    }
}

/* When a letter was written; 0: there is none. */
static int64_t letter_time(broker *from, const char *key) {
    char *letter = broker_read_dead(from, key);
    yyjson_doc *read = letter != NULL ? yyjson_read(letter, strlen(letter), 0) : NULL;
    int64_t written = yyjson_get_sint(yyjson_obj_get(yyjson_doc_get_root(read), "time"));
    yyjson_doc_free(read);
    free(letter);
    return written;
}

/* Letters are small: --max-total does not concern them. */
static void prune_letter(const char *key, void *user) {
    pruning *work = user;
    int64_t written;
    if (work->options->has_uploads && upload_set_has(&work->uploads, key)) return;
    if (!work->options->has_uploads && work->options->older_than < 0.0) return;
    written = letter_time(work->from, key);
    if (written == 0 || !is_of_age(work, written)) return;
    if (!work->options->is_dry_run && !broker_unbury(work->from, key)) {
        work->has_failed = true;
        return;
    }
    ++work->letters;
}

static void say_totals(const pruning *work) {
    const uint64_t numbers[] = {work->removed, work->removed_bytes, work->letters, work->kept,
                                work->total};
    char texts[5][24];
    for (int i = 0; i < 5; ++i) {
        snprintf(texts[i], sizeof texts[i], "%llu", (unsigned long long)numbers[i]);
    }
    say_to(stdout,
           work->options->is_dry_run
               ? SAY("to remove: {1} outputs ({2} bytes), {3} dead letters; kept: {4} outputs "
                     "({5} bytes)\n")
               : SAY("removed: {1} outputs ({2} bytes), {3} dead letters; kept: {4} outputs "
                     "({5} bytes)\n"),
           texts[0], texts[1], texts[2], texts[3], texts[4]);
}

/* --- The verb --- */

static bool add_upload(const ledger_entry *entry, void *user) {
    if (entry->problem != NULL) ledger_print_problem(entry->path, entry->problem);
    upload_set_add(user, entry);
    return true;
}

/* An upload that is not known would lose its outputs, and a folder that is not mounted is empty. */
static bool read_uploads(pruning *work) {
    const char *problem = NULL;
    ledger *uploads = work->options->has_uploads ? ledger_open(work->options) : NULL;
    if (!work->options->has_uploads) return true;
    if (uploads == NULL || !ledger_walk(uploads, add_upload, &work->uploads)) {
        problem = SAY("the uploads cannot be listed, so nothing is removed");
    } else if (!work->uploads.is_whole) {
        problem = SAY("some uploads cannot be read, so nothing is removed");
    } else if (work->uploads.all.count == 0) {
        problem = SAY("there are no uploads, so nothing is removed");
    }
    if (problem != NULL) fprintf(stderr, "vrm hub: %s\n", say(problem));
    ledger_close(uploads);
    return problem == NULL;
}

static void prune(pruning *work) {
    if (!outputs_walk(work->options->out, consider, work)) {
        fprintf(stderr, "vrm hub: %s: %s\n", work->options->out,
                say(SAY("the folder cannot be read")));
        work->has_failed = true;
        return;
    }
    remove_outputs(work);
    work->from = broker_open(work->options); /* without it, outputs are removed all the same */
    if (work->from == NULL || !broker_list_dead(work->from, prune_letter, work))
        work->has_failed = true;
    broker_close(work->from);
    say_totals(work);
}

int hub_prune(const hub_options *options) {
    pruning work = {.options = options, .start = (int64_t)time(NULL)};
    stop_begin();
    upload_set_init(&work.uploads);
    if (read_uploads(&work)) {
        prune(&work);
    } else {
        work.has_failed = true;
    }
    upload_set_release(&work.uploads);
    free(work.list);
    return work.has_failed || stop_requested() != 0 ? EXIT_NOT_LOADED : EXIT_LOADED;
}
