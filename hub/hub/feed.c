#include "feed.h"
#include "apps/kit/batch/key_set.h"
#include "apps/kit/batch/progress.h"
#include "apps/kit/options/arguments.h"
#include "apps/kit/program/language.h"
#include "apps/kit/system/stop.h"
#include "ledger.h"
#include "status.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What became of the entries of one walk. */
typedef struct feed {
    const hub_options *options;
    broker *to;
    key_set dead;
    uint64_t queued, known, committed, buried, refused;
} feed;

static void say_refused(feed *of, const char *path, const char *problem) {
    ledger_print_problem(path, problem);
    ++of->refused;
}

/* A job that the server will never take is reported once, and becomes a dead letter: the next walk
 * finds it there. */
static void refuse(feed *of, const ledger_entry *entry) {
    static const char problem[] = "the job is larger than the queue takes (max_payload)";
    const dead_letter about = {.key = entry->key,
                               .result = "refused",
                               .reason = problem,
                               .job = entry->job,
                               .length = entry->length};
    say_refused(of, entry->path, problem);
    broker_bury(of->to, &about);
}

static bool gives_up(const feed *of, double deadline) {
    if (seconds_now() < deadline && !broker_is_lost(of->to)) return false;
    fputs("vrm hub: ", stderr);
    say_to(stderr, "the queue at {1} does not answer; giving up\n", broker_name(of->to));
    return true;
}

/* Waits while the queue is full, and as long as the server does not answer: a job that may or may
 * not be in the queue is pushed again, which changes nothing where it is. */
static bool push_one(feed *of, const ledger_entry *entry) {
    double deadline = seconds_now() + of->options->wait;
    while (stop_requested() == 0) {
        switch (broker_push(of->to, entry->key, of->options->is_back, entry->job, entry->length)) {
        case PUSH_QUEUED:
            ++of->queued;
            return true;
        case PUSH_KNOWN:
            ++of->known;
            return true;
        case PUSH_REFUSED:
            refuse(of, entry);
            return true;
        case PUSH_FULL:
            deadline = seconds_now() + of->options->wait;
            break;
        case PUSH_FAILED:
            if (gives_up(of, deadline)) return false;
            break;
        }
        stop_wait(50);
    }
    return false;
}

static bool is_dead(const feed *of, const char *key) {
    text_key text = key_of(&of->dead, key, strlen(key));
    return key_set_has(&of->dead, &text);
}

static bool feed_entry(const ledger_entry *entry, void *user) {
    feed *of = user;
    if (entry->problem != NULL) {
        say_refused(of, entry->path, entry->problem);
        return true;
    }
    if (entry->committed != 0) {
        ++of->committed;
        return true;
    }
    if (is_dead(of, entry->key)) {
        if (!of->options->takes_dead) {
            ++of->buried;
            return true;
        }
        broker_unbury(of->to, entry->key);
    }
    return push_one(of, entry);
}

static void add_dead(const char *key, void *user) {
    feed *of = user;
    text_key text = key_of(&of->dead, key, strlen(key));
    bool is_new;
    /* Without memory it is tried once more, and dies once more. */
    key_set_add(&of->dead, &text, &is_new);
}

static void say_totals(const feed *of) {
    const uint64_t numbers[] = {of->queued, of->known, of->committed, of->buried, of->refused};
    char texts[5][24];
    for (int i = 0; i < 5; ++i) {
        snprintf(texts[i], sizeof texts[i], "%llu", (unsigned long long)numbers[i]);
    }
    say_to(stdout, "queued {1}, waiting already {2}, done already {3}, dead {4}, refused {5}\n",
           texts[0], texts[1], texts[2], texts[3], texts[4]);
    fflush(stdout);
}

/* Everything that was uploaded, once. */
static bool feed_all(feed *of, ledger *from) {
    const double deadline = seconds_now() + of->options->wait;
    bool is_good;
    of->queued = of->known = of->committed = of->buried = of->refused = 0;
    key_set_release(&of->dead);
    key_set_init(&of->dead);
    while (!broker_list_dead(of->to, add_dead, of)) {
        if (stop_requested() != 0 || gives_up(of, deadline)) return false;
        stop_wait(200);
    }
    is_good = ledger_walk(from, feed_entry, of);
    say_totals(of);
    return is_good;
}

static int run(const hub_options *options) {
    feed of = {.options = options};
    ledger *from = ledger_open(options);
    bool is_good = false;
    if (from == NULL) return EXIT_USAGE;
    key_set_init(&of.dead);
    stop_begin();
    of.to = broker_open(options);
    if (of.to != NULL) {
        is_good = feed_all(&of, from);
        while (is_good && options->every > 0.0) {
            if (options->metrics != NULL) status_write_metrics(options, of.to, from);
            stop_wait((int)(options->every * 1000.0));
            if (stop_requested() != 0) break;
            is_good = feed_all(&of, from);
        }
    }
    key_set_release(&of.dead);
    broker_close(of.to);
    ledger_close(from);
    return is_good && of.refused == 0 ? EXIT_LOADED : EXIT_NOT_LOADED;
}

int hub_push(const hub_options *options) { return run(options); }

int hub_reconcile(const hub_options *options) { return run(options); }
