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
    hub_status_counts *of = user;
    text_key text = key_of(&of->buried, key, strlen(key));
    bool is_new;
    key_set_add(&of->buried, &text, &is_new);
}

static void count_done(hub_status_counts *of, int64_t committed) {
    ++of->done;
    if (of->now - committed >= RATE_SECONDS) return;
    ++of->recent;
    if (of->first == 0 || committed < of->first) of->first = committed;
    if (committed > of->last) of->last = committed;
}

static void count_bad(hub_status_counts *of, const char *word) {
    int at = 0;
    if (word[0] == '\0') return;
    ++of->bad;
    while (at < of->kind_count && strcmp(of->kinds[at].word, word) != 0) ++at;
    if (at == MOST_KINDS) --at;
    if (at == of->kind_count) {
        snprintf(of->kinds[at].word, sizeof of->kinds[at].word, "%s",
                 at == MOST_KINDS - 1 ? "others" : word);
        ++of->kind_count;
    }
    ++of->kinds[at].count;
}

static bool count_entry(const ledger_entry *entry, void *user) {
    hub_status_counts *of = user;
    text_key text = key_of(&of->buried, entry->key, strlen(entry->key));
    ++of->uploaded;
    upload_set_add(&of->uploads, entry);
    if (entry->has_others) ++of->others;
    if (entry->problem != NULL) {
        ++of->unusable;
    } else if (entry->committed != 0) {
        count_done(of, entry->committed);
        count_bad(of, entry->bad);
    } else if (key_set_has(&of->buried, &text)) {
        ++of->dead;
    } else {
        ++of->waiting;
        if (entry->uploaded != 0 && (of->oldest == 0 || entry->uploaded < of->oldest)) {
            of->oldest = entry->uploaded;
        }
    }
    return true;
}

static bool count_unused(const output *found, void *user) {
    hub_status_counts *of = user;
    if (output_use_of(found, &of->uploads) == OUTPUT_NEEDED) return true;
    ++of->unused;
    of->unused_bytes += found->bytes;
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
static double rate_of(const hub_status_counts *of) {
    int64_t seconds = of->now - of->first;
    return of->recent == 0 ? 0.0 : (double)of->recent / (double)(seconds > 0 ? seconds : 1);
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

static void say_waiting(const hub_status_counts *of) {
    char number[24], age[64];
    if (of->waiting > 0 && of->oldest > 0) {
        say_to(stdout, "waiting    {1}, the oldest since {2}\n", number_text(of->waiting, number),
               say_duration((double)(of->now - of->oldest), age));
    } else {
        say_to(stdout, "waiting    {1}\n", number_text(of->waiting, number));
    }
}

static void say_rate(const hub_status_counts *of) {
    double rate = rate_of(of);
    char number[32], left[64];
    snprintf(number, sizeof number, "%.1f", rate);
    say_to(stdout, "rate       {1} a second in the last minute\n", number);
    if (of->waiting == 0) {
        say_to(stdout, "time left  none\n");
    } else if (rate > 0.0) {
        say_to(stdout, "time left  {1}\n", say_duration((double)of->waiting / rate, left));
    } else {
        say_to(stdout, "time left  not known: nothing was done in the last minute\n");
    }
}

/* "nothing-to-draw 16, not-gltf 4" */
static void say_bad(const hub_status_counts *of) {
    char number[24], list[1024] = "";
    size_t length = 0;
    if (of->bad == 0) {
        say_to(stdout, "bad        0\n");
        return;
    }
    for (int i = 0; i < of->kind_count && length < sizeof list; ++i) {
        length +=
            (size_t)snprintf(list + length, sizeof list - length, "%s%s %s", i > 0 ? ", " : "",
                             of->kinds[i].word, number_text(of->kinds[i].count, number));
    }
    say_to(stdout, "bad        {1} of these: {2}\n", number_text(of->bad, number), list);
}

static void print_status(const hub_status_counts *of) {
    char number[24], percent[16];
    snprintf(percent, sizeof percent, "%.1f",
             of->uploaded > 0 ? 100.0 * (double)of->done / (double)of->uploaded : 100.0);
    say_to(stdout, "uploaded   {1}\n", number_text(of->uploaded, number));
    say_to(stdout, "done       {1} ({2} %)\n", number_text(of->done, number), percent);
    say_bad(of);
    say_waiting(of);
    if (of->others > 0) {
        say_to(stdout, "others     {1} without these outputs have others: is --do that of push?\n",
               number_text(of->others, number));
    }
    if (of->dead > 0) {
        say_to(stdout, "dead       {1} (vrm-hub dead)\n", number_text(of->dead, number));
    } else {
        say_to(stdout, "dead       0\n");
    }
    if (of->unused > 0) {
        char bytes[24];
        say_to(stdout, "unused     {1} outputs ({2} bytes) that no upload needs (vrm-hub prune)\n",
               number_text(of->unused, number), number_text(of->unused_bytes, bytes));
    }
    if (of->unusable > 0) {
        say_to(stdout, "unusable   {1}\n", number_text(of->unusable, number));
    }
    say_rate(of);
    if (of->has_broker) {
        say_to(stdout, "queue      {1}, as the broker says\n", number_text(of->queued, number));
    } else {
        say_to(stdout, "queue      the broker does not answer\n");
    }
}

/* --- For machines --- */

static void print_metric(FILE *to, const char *name, const char *help, double value) {
    fprintf(to, "# HELP vrm_hub_%s %s\n# TYPE vrm_hub_%s gauge\nvrm_hub_%s %.17g\n", name, help,
            name, name, value);
}

static void print_metrics(FILE *to, const hub_status_counts *of) {
    print_metric(to, "uploaded", "Avatars that were uploaded.", (double)of->uploaded);
    print_metric(to, "done", "Uploads that have a manifest.", (double)of->done);
    print_metric(to, "waiting", "Uploads without a manifest that are not dead.",
                 (double)of->waiting);
    print_metric(to, "dead", "Uploads that are among the dead letters.", (double)of->dead);
    print_metric(to, "unusable", "Uploads for which there can be no job.", (double)of->unusable);
    print_metric(to, "bad", "Uploads that are done and cannot be used, or have errors.",
                 (double)of->bad);
    print_metric(to, "others", "Uploads without these outputs that have outputs of other steps.",
                 (double)of->others);
    print_metric(to, "unused_outputs", "Outputs that no upload needs.", (double)of->unused);
    print_metric(to, "unused_bytes", "Their bytes.", (double)of->unused_bytes);
    if (of->kind_count > 0) {
        fputs("# HELP vrm_hub_bad_uploads The same by reason.\n"
              "# TYPE vrm_hub_bad_uploads gauge\n",
              to);
    }
    for (int i = 0; i < of->kind_count; ++i) {
        fprintf(to, "vrm_hub_bad_uploads{reason=\"%s\"} %.17g\n", of->kinds[i].word,
                (double)of->kinds[i].count);
    }
    print_metric(to, "rate", "Manifests a second, in the last minute.", rate_of(of));
    print_metric(to, "oldest_seconds", "Age of the oldest upload that waits.",
                 of->oldest > 0 ? (double)(of->now - of->oldest) : 0.0);
    print_metric(to, "broker_up", "Whether the broker answers.", of->has_broker);
    print_metric(to, "broker_queued", "Jobs in the queue, as the broker says.", (double)of->queued);
    print_metric(to, "broker_dead", "Dead letters, as the broker says.", (double)of->letters);
    print_metric(to, "time_seconds", "When this was counted.", (double)of->now);
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
