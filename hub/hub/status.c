#define _POSIX_C_SOURCE 200809L

#include "status.h"
#include "apps/kit/batch/key_set.h"
#include "apps/kit/options/arguments.h"
#include "apps/kit/program/language.h"
#include "apps/kit/system/files.h"
#include "apps/kit/system/stop.h"
#include "outputs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <yyjson.h>

/* The rate is that of the last minute. */
enum { RATE_SECONDS = 60 };

/* What is wrong with uploads, by the word of their results; the last kind has all words that there
 * is no room for. */
enum { MOST_KINDS = 24 };
typedef struct bad_kind {
    char word[64];
    uint64_t count;
} bad_kind;

typedef struct hub_status_counts {
    uint64_t uploaded, done, dead, waiting, unusable;
    uint64_t recent;     /* manifests of the last minute */
    int64_t first, last; /* when the first and the last of these was written */
    int64_t oldest;      /* upload of those that wait; 0: none, or it is not known */
    int64_t now;
    bool has_broker;
    uint64_t queued, letters; /* as the broker says */
    uint64_t others;          /* without these outputs, and with others */
    uint64_t bad;             /* done, and their outputs say that something is wrong with them */
    bad_kind kinds[MOST_KINDS];
    int kind_count;
    uint64_t unused, unused_bytes; /* outputs that no upload needs */
    key_set buried;
    upload_set uploads;
} hub_status_counts;

static void add_dead(const char *key, void *user) {
    hub_status_counts *counts = user;
    text_key text = key_of(&counts->buried, key, strlen(key));
    bool is_new;
    key_set_add(&counts->buried, &text, &is_new);
}

static void count_done(hub_status_counts *counts, int64_t committed) {
    ++counts->done;
    if (counts->now - committed >= RATE_SECONDS) return;
    ++counts->recent;
    if (counts->first == 0 || committed < counts->first) counts->first = committed;
    if (committed > counts->last) counts->last = committed;
}

static void count_bad(hub_status_counts *counts, const char *word) {
    int at = 0;
    if (word[0] == '\0') return;
    ++counts->bad;
    while (at < counts->kind_count && strcmp(counts->kinds[at].word, word) != 0) ++at;
    if (at == MOST_KINDS) --at;
    if (at == counts->kind_count) {
        snprintf(counts->kinds[at].word, sizeof counts->kinds[at].word, "%s",
                 at == MOST_KINDS - 1 ? "others" : word);
        ++counts->kind_count;
    }
    ++counts->kinds[at].count;
}

static bool count_entry(const ledger_entry *entry, void *user) {
    hub_status_counts *counts = user;
    text_key text = key_of(&counts->buried, entry->key, strlen(entry->key));
    ++counts->uploaded;
    upload_set_add(&counts->uploads, entry);
    if (entry->has_others) ++counts->others;
    if (entry->problem != NULL) {
        ++counts->unusable;
    } else if (entry->committed != 0) {
        count_done(counts, entry->committed);
        count_bad(counts, entry->bad);
    } else if (key_set_has(&counts->buried, &text)) {
        ++counts->dead;
    } else {
        ++counts->waiting;
        if (entry->uploaded != 0 && (counts->oldest == 0 || entry->uploaded < counts->oldest)) {
            counts->oldest = entry->uploaded;
        }
    }
    return true;
}

static bool count_unused(const output *found, void *user) {
    hub_status_counts *counts = user;
    if (output_use_of(found, &counts->uploads) == OUTPUT_NEEDED) return true;
    ++counts->unused;
    counts->unused_bytes += found->bytes;
    return true;
}

static bool count_all(hub_status_counts *out, const hub_options *options, broker *from,
                      ledger *uploads) {
    bool is_good;
    memset(out, 0, sizeof *out);
    key_set_init(&out->buried);
    upload_set_init(&out->uploads);
    out->now = (int64_t)time(NULL);
    out->has_broker = from != NULL && broker_count(from, &out->queued, &out->letters) &&
                      broker_list_dead(from, add_dead, out);
    is_good = ledger_walk(uploads, count_entry, out);
    if (is_good) outputs_walk(options->out, count_unused, out); /* a new hub has no folder yet */
    upload_set_release(&out->uploads);
    key_set_release(&out->buried);
    return is_good;
}

/* Jobs a second: over the last minute, or since the first of them where that is less. */
static double rate_of(const hub_status_counts *counts) {
    int64_t seconds = counts->now - counts->first;
    return counts->recent == 0 ? 0.0 : (double)counts->recent / (double)(seconds > 0 ? seconds : 1);
}

/* --- For people --- */

static const char *say_duration(double seconds, char out[64]) {
    char number[32];
    const char *argument = number, *text = SAY("{1} s");
    double count = seconds;
    int digits = 0;
    if (seconds >= 172800.0) {
        text = SAY("{1} days"), count /= 86400.0, digits = 1;
    } else if (seconds >= 7200.0) {
        text = SAY("{1} h"), count /= 3600.0, digits = 1;
    } else if (seconds >= 120.0) {
        text = SAY("{1} min"), count /= 60.0;
    }
    snprintf(number, sizeof number, "%.*f", digits, count);
    return say_into(out, 64, text, &argument, 1);
}

static const char *number_text(uint64_t number, char out[24]) {
    snprintf(out, 24, "%llu", (unsigned long long)number);
    return out;
}

static void say_waiting(const hub_status_counts *counts) {
    char number[24], age[64];
    if (counts->waiting > 0 && counts->oldest > 0) {
        say_to(stdout, "waiting    {1}, the oldest since {2}\n",
               number_text(counts->waiting, number),
               say_duration((double)(counts->now - counts->oldest), age));
    } else {
        say_to(stdout, "waiting    {1}\n", number_text(counts->waiting, number));
    }
}

static void say_rate(const hub_status_counts *counts) {
    double rate = rate_of(counts);
    char number[32], left[64];
    snprintf(number, sizeof number, "%.1f", rate);
    say_to(stdout, "rate       {1} per second in the last minute\n", number);
    if (counts->waiting == 0) {
        say_to(stdout, "time left  none\n");
    } else if (rate > 0.0) {
        say_to(stdout, "time left  {1}\n", say_duration((double)counts->waiting / rate, left));
    } else {
        say_to(stdout, "time left  unknown: nothing was done in the last minute\n");
    }
}

/* "nothing-to-draw 16, not-gltf 4" */
static void say_bad(const hub_status_counts *counts) {
    char number[24], list[1024] = "";
    size_t length = 0;
    if (counts->bad == 0) {
        say_to(stdout, "bad        0\n");
        return;
    }
    for (int i = 0; i < counts->kind_count && length < sizeof list; ++i) {
        length +=
            (size_t)snprintf(list + length, sizeof list - length, "%s%s %s", i > 0 ? ", " : "",
                             counts->kinds[i].word, number_text(counts->kinds[i].count, number));
    }
    say_to(stdout, "bad        {1} of these: {2}\n", number_text(counts->bad, number), list);
}

static void print_status(const hub_status_counts *counts) {
    char number[24], percent[16];
    snprintf(percent, sizeof percent, "%.1f",
             counts->uploaded > 0 ? 100.0 * (double)counts->done / (double)counts->uploaded
                                  : 100.0);
    say_to(stdout, "uploaded   {1}\n", number_text(counts->uploaded, number));
    say_to(stdout, "done       {1} ({2} %)\n", number_text(counts->done, number), percent);
    say_bad(counts);
    say_waiting(counts);
    if (counts->others > 0) {
        say_to(stdout, "others     {1} have other outputs: is --do the same as for push?\n",
               number_text(counts->others, number));
    }
    if (counts->dead > 0) {
        say_to(stdout, "dead       {1} (vrm-hub dead)\n", number_text(counts->dead, number));
    } else {
        say_to(stdout, "dead       0\n");
    }
    if (counts->unused > 0) {
        char bytes[24];
        say_to(stdout, "unused     {1} outputs ({2} bytes) that no upload needs (vrm-hub prune)\n",
               number_text(counts->unused, number), number_text(counts->unused_bytes, bytes));
    }
    if (counts->unusable > 0) {
        say_to(stdout, "unusable   {1}\n", number_text(counts->unusable, number));
    }
    say_rate(counts);
    if (counts->has_broker) {
        say_to(stdout, "queue      {1}, reported by the broker\n",
               number_text(counts->queued, number));
    } else {
        say_to(stdout, "queue      the broker does not answer\n");
    }
}

/* --- For machines --- */

static void print_metric(FILE *stream, const char *name, const char *help, double value) {
    fprintf(stream, "# HELP vrm_hub_%s %s\n# TYPE vrm_hub_%s gauge\nvrm_hub_%s %.17g\n", name, help,
            name, name, value);
}

static void print_metrics(FILE *stream, const hub_status_counts *counts) {
    print_metric(stream, "uploaded", "Avatars that were uploaded.", (double)counts->uploaded);
    print_metric(stream, "done", "Uploads that have a manifest.", (double)counts->done);
    print_metric(stream, "waiting", "Uploads without a manifest that are not dead.",
                 (double)counts->waiting);
    print_metric(stream, "dead", "Uploads that are among the dead letters.", (double)counts->dead);
    print_metric(stream, "unusable", "Uploads for which there can be no job.",
                 (double)counts->unusable);
    print_metric(stream, "bad", "Uploads that are done and cannot be used, or have errors.",
                 (double)counts->bad);
    print_metric(stream, "others",
                 "Uploads without these outputs that have outputs of other steps.",
                 (double)counts->others);
    print_metric(stream, "unused_outputs", "Outputs that no upload needs.", (double)counts->unused);
    print_metric(stream, "unused_bytes", "Their bytes.", (double)counts->unused_bytes);
    if (counts->kind_count > 0) {
        fputs("# HELP vrm_hub_bad_uploads The same by reason.\n"
              "# TYPE vrm_hub_bad_uploads gauge\n",
              stream);
    }
    for (int i = 0; i < counts->kind_count; ++i) {
        fprintf(stream, "vrm_hub_bad_uploads{reason=\"%s\"} %.17g\n", counts->kinds[i].word,
                (double)counts->kinds[i].count);
    }
    print_metric(stream, "rate", "Manifests a second, in the last minute.", rate_of(counts));
    print_metric(stream, "oldest_seconds", "Age of the oldest upload that waits.",
                 counts->oldest > 0 ? (double)(counts->now - counts->oldest) : 0.0);
    print_metric(stream, "broker_up", "Whether the broker answers.", counts->has_broker);
    print_metric(stream, "broker_queued", "Jobs in the queue, as the broker says.",
                 (double)counts->queued);
    print_metric(stream, "broker_dead", "Dead letters, as the broker says.",
                 (double)counts->letters);
    print_metric(stream, "time_seconds", "When this was counted.", (double)counts->now);
}

void status_write_metrics(const hub_options *options, broker *from, ledger *uploads) {
    hub_status_counts counts;
    char path[MAX_OUTPUT_PATH];
    FILE *to;
    bool is_good;
    if (!count_all(&counts, options, from, uploads)) return;
    snprintf(path, sizeof path, "%s.%ld", options->metrics, (long)getpid());
    to = fopen(path, "w");
    if (to != NULL) print_metrics(to, &counts);
    is_good = to != NULL && ferror(to) == 0;
    if (to != NULL && fclose(to) != 0) is_good = false;
    if (!is_good || rename(path, options->metrics) != 0) {
        fprintf(stderr, "vrm hub: %s: %s\n", options->metrics, say("the file cannot be written"));
        if (to != NULL) remove(path);
    }
}

/* --- The verbs --- */

int hub_status(const hub_options *options) {
    hub_status_counts counts;
    ledger *uploads = ledger_open(options);
    broker *from;
    bool is_good;
    if (uploads == NULL) return EXIT_USAGE;
    stop_begin();
    from = broker_open(options); /* without it, manifests are counted all the same */
    is_good = count_all(&counts, options, from, uploads);
    if (is_good && options->is_prometheus) print_metrics(stdout, &counts);
    if (is_good && !options->is_prometheus) print_status(&counts);
    broker_close(from);
    ledger_close(uploads);
    return is_good && counts.has_broker ? EXIT_LOADED : EXIT_NOT_LOADED;
}

/* Others may publish to the subject of letters too: what is not JSON is not printed, and what is
 * becomes one line. */
static void print_letter(const char *key, void *user) {
    char *letter = broker_read_dead(user, key);
    yyjson_doc *read = letter != NULL ? yyjson_read(letter, strlen(letter), 0) : NULL;
    char *line = yyjson_is_obj(yyjson_doc_get_root(read)) ? yyjson_write(read, 0, NULL) : NULL;
    if (line != NULL) puts(line);
    free(line);
    yyjson_doc_free(read);
    free(letter);
}

int hub_list_dead(const hub_options *options) {
    broker *from;
    bool is_good;
    stop_begin();
    from = broker_open(options);
    is_good = from != NULL && broker_list_dead(from, print_letter, from);
    broker_close(from);
    return is_good ? EXIT_LOADED : EXIT_NOT_LOADED;
}
