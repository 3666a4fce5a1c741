#include "prune.h"
#include "apps/kit/arguments.h"
#include "apps/kit/language.h"
#include "apps/kit/stop.h"
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

static bool is_of_age(const pruning *of, int64_t written) {
    double age = (double)(of->start - written);
    return age > of->options->older_than && age > 0.0;
}

static bool add_candidate(pruning *of, const output *found, output_use use) {
    candidate *to;
    if (of->count == of->capacity) {
        size_t larger = of->capacity > 0 ? 2 * of->capacity : 256;
        candidate *grown = realloc(of->list, larger * sizeof *grown);
        if (grown == NULL) return false;
        of->list = grown;
        of->capacity = larger;
    }
    to = &of->list[of->count++];
    *to = (candidate){.use = use, .time = found->time, .bytes = found->bytes};
    snprintf(to->place, sizeof to->place, "%s", found->place);
    return true;
}

static bool consider(const output *found, void *user) {
    pruning *of = user;
    output_use use = OUTPUT_NEEDED;
    of->total += found->bytes;
    ++of->kept;
    if (of->options->has_uploads) {
        use = output_use_of(found, &of->uploads);
        if (use == OUTPUT_NEEDED) return true;
    }
    return !is_of_age(of, found->time) || add_candidate(of, found, use);
}

/* The oldest first; of the same age, by name. */
static int compare(const void *a, const void *b) {
    const candidate *left = a, *right = b;
    if (left->time != right->time) return left->time < right->time ? -1 : 1;
    return strcmp(left->place, right->place);
}

/* --- Removing --- */

static void remove_output(pruning *of, const candidate *which) {
    static const char *const reasons[] = {[OUTPUT_NEEDED] = SAY("over the bound"),
                                          [OUTPUT_GONE] = SAY("its upload is gone"),
                                          [OUTPUT_OLD] = SAY("of an older version")};
    if (!of->options->is_dry_run && !store_remove(of->options->out, which->place)) {
        fprintf(stderr, "vrm hub: %s/%s: %s\n", of->options->out, which->place, strerror(errno));
        of->has_failed = true;
        return;
    }
    printf("%s/%s: %s\n", of->options->out, which->place, say(reasons[which->use]));
    of->total -= which->bytes;
    --of->kept;
    ++of->removed;
    of->removed_bytes += which->bytes;
}

static void remove_outputs(pruning *of) {
    const uint64_t bound = of->options->max_total;
    if (of->count > 0) qsort(of->list, of->count, sizeof *of->list, compare);
    for (size_t i = 0; i < of->count && stop_requested() == 0; ++i) {
        if (bound != UINT64_MAX && of->total <= bound) break;
        remove_output(of, &of->list[i]);
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
    pruning *of = user;
    int64_t written;
    if (of->options->has_uploads && upload_set_has(&of->uploads, key)) return;
    if (!of->options->has_uploads && of->options->older_than < 0.0) return;
    written = letter_time(of->from, key);
    if (written == 0 || !is_of_age(of, written)) return;
    if (!of->options->is_dry_run && !broker_unbury(of->from, key)) {
        of->has_failed = true;
        return;
    }
    ++of->letters;
}

static void say_totals(const pruning *of) {
    const uint64_t numbers[] = {of->removed, of->removed_bytes, of->letters, of->kept, of->total};
    char texts[5][24];
    for (int i = 0; i < 5; ++i) {
        snprintf(texts[i], sizeof texts[i], "%llu", (unsigned long long)numbers[i]);
    }
    say_to(stdout,
           of->options->is_dry_run
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
static bool read_uploads(pruning *of) {
    const char *problem = NULL;
    ledger *uploads = of->options->has_uploads ? ledger_open(of->options) : NULL;
    if (!of->options->has_uploads) return true;
    if (uploads == NULL || !ledger_walk(uploads, add_upload, &of->uploads)) {
        problem = SAY("the uploads cannot be listed, so nothing is removed");
    } else if (!of->uploads.is_whole) {
        problem = SAY("some uploads cannot be read, so nothing is removed");
    } else if (of->uploads.all.count == 0) {
        problem = SAY("there are no uploads, so nothing is removed");
    }
    if (problem != NULL) fprintf(stderr, "vrm hub: %s\n", say(problem));
    ledger_close(uploads);
    return problem == NULL;
}

static void prune(pruning *of) {
    if (!outputs_walk(of->options->out, consider, of)) {
        fprintf(stderr, "vrm hub: %s: %s\n", of->options->out,
                say(SAY("the folder cannot be read")));
        of->has_failed = true;
        return;
    }
    remove_outputs(of);
    of->from = broker_open(of->options); /* without it, outputs are removed all the same */
    if (of->from == NULL || !broker_list_dead(of->from, prune_letter, of)) of->has_failed = true;
    broker_close(of->from);
    say_totals(of);
}

int hub_prune(const hub_options *options) {
    pruning of = {.options = options, .start = (int64_t)time(NULL)};
    stop_begin();
    upload_set_init(&of.uploads);
    if (read_uploads(&of)) {
        prune(&of);
    } else {
        of.has_failed = true;
    }
    upload_set_release(&of.uploads);
    free(of.list);
    return of.has_failed || stop_requested() != 0 ? EXIT_NOT_LOADED : EXIT_LOADED;
}
