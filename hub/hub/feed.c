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
    broker *broker;
    key_set dead;
    uint64_t queued, known, committed, buried, refused;
} feed;

static void say_refused(feed *feed, const char *path, const char *problem) {
    ledger_print_problem(path, problem);
    ++feed->refused;
}

/* A job that the server will never take is reported once, and becomes a dead letter: the next walk
 * finds it there. */
static void refuse(feed *feed, const ledger_entry *entry) {
    static const char problem[] = "the job is larger than the queue takes (max_payload)";
    const dead_letter about = {.key = entry->key,
                               .result = "refused",
                               .reason = problem,
                               .job = entry->job,
                               .length = entry->length};
    say_refused(feed, entry->path, problem);
    broker_bury(feed->broker, &about);
}

static bool gives_up(const feed *feed, double deadline) {
    if (seconds_now() < deadline && !broker_is_lost(feed->broker)) return false;
    fputs("vrm hub: ", stderr);
    say_to(stderr, "the queue at {1} does not answer; giving up\n", broker_name(feed->broker));
    return true;
}

/* Waits while the queue is full, and as long as the server does not answer: a job that may or may
 * not be in the queue is pushed again, which changes nothing where it is. */
static bool push_one(feed *feed, const ledger_entry *entry) {
    double deadline = seconds_now() + feed->options->wait;
    while (stop_requested() == 0) {
        switch (broker_push(feed->broker, entry->key, feed->options->is_back, entry->job,
                            entry->length)) {
        case PUSH_QUEUED:
            ++feed->queued;
            return true;
        case PUSH_KNOWN:
            ++feed->known;
            return true;
        case PUSH_REFUSED:
            refuse(feed, entry);
            return true;
        case PUSH_FULL:
            deadline = seconds_now() + feed->options->wait;
            break;
        case PUSH_FAILED:
            if (gives_up(feed, deadline)) return false;
            break;
        }
        stop_wait(50);
    }
    return false;
}

static bool is_dead(const feed *feed, const char *key) {
    text_key text = key_of(&feed->dead, key, strlen(key));
    return key_set_has(&feed->dead, &text);
}

static bool feed_entry(const ledger_entry *entry, void *user) {
    feed *feed = user;
    if (entry->problem != NULL) {
        say_refused(feed, entry->path, entry->problem);
        return true;
    }
    if (entry->committed != 0) {
        ++feed->committed;
        return true;
    }
    if (is_dead(feed, entry->key)) {
        if (!feed->options->takes_dead) {
            ++feed->buried;
            return true;
        }
        broker_unbury(feed->broker, entry->key);
    }
    return push_one(feed, entry);
}

static void add_dead(const char *key, void *user) {
    feed *feed = user;
    text_key text = key_of(&feed->dead, key, strlen(key));
    bool is_new;
    /* Without memory it is tried once more, and dies once more. */
    key_set_add(&feed->dead, &text, &is_new);
}

static void say_totals(const feed *feed) {
    const uint64_t numbers[] = {feed->queued, feed->known, feed->committed, feed->buried,
                                feed->refused};
    char texts[5][24];
    for (int i = 0; i < 5; ++i) {
        snprintf(texts[i], sizeof texts[i], "%llu", (unsigned long long)numbers[i]);
    }
    say_to(stdout, "queued {1}, already queued {2}, already done {3}, dead {4}, refused {5}\n",
           texts[0], texts[1], texts[2], texts[3], texts[4]);
    fflush(stdout);
}

/* Everything that was uploaded, once. */
static bool feed_all(feed *feed, ledger *from) {
    const double deadline = seconds_now() + feed->options->wait;
    bool is_good;
    feed->queued = feed->known = feed->committed = feed->buried = feed->refused = 0;
    key_set_release(&feed->dead);
    key_set_init(&feed->dead);
    while (!broker_list_dead(feed->broker, add_dead, feed)) {
        if (stop_requested() != 0 || gives_up(feed, deadline)) return false;
        stop_wait(200);
    }
    is_good = ledger_walk(from, feed_entry, feed);
    say_totals(feed);
    return is_good;
}

static int run(const hub_options *options) {
    feed feed = {.options = options};
    ledger *from = ledger_open(options);
    bool is_good = false;
    if (from == NULL) return EXIT_USAGE;
    key_set_init(&feed.dead);
    stop_begin();
    feed.broker = broker_open(options);
    if (feed.broker != NULL) {
        is_good = feed_all(&feed, from);
        while (is_good && options->every > 0.0) {
            if (options->metrics != NULL) status_write_metrics(options, feed.broker, from);
            stop_wait((int)(options->every * 1000.0));
            if (stop_requested() != 0) break;
            is_good = feed_all(&feed, from);
        }
    }
    key_set_release(&feed.dead);
    broker_close(feed.broker);
    ledger_close(from);
    return is_good && feed.refused == 0 ? EXIT_LOADED : EXIT_NOT_LOADED;
}

int hub_push(const hub_options *options) { return run(options); }

int hub_reconcile(const hub_options *options) { return run(options); }
