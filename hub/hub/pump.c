#define _POSIX_C_SOURCE 200809L

#include "pump.h"
#include "apps/kit/batch/job.h"
#include "apps/kit/batch/progress.h"
#include "apps/kit/options/arguments.h"
#include "apps/kit/program/language.h"
#include "apps/kit/system/stop.h"
#include "broker.h"
#include "worker_process.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yyjson.h>

/* `vrm work` reads 64 lines ahead. */
enum { MOST_IN_FLIGHT = 64, READ_AHEAD = 6 };

typedef enum slot_state {
    SLOT_FREE,
    SLOT_RUNNING, /* the worker has it */
    SLOT_DYING,   /* its letter has to be stored */
    SLOT_ENDING   /* the server has to be told that it is done */
} slot_state;

typedef struct slot {
    slot_state state;
    delivery job;
    uint64_t deliveries; /* and how often a worker was killed that had it */
    int tries;
    char word[32], reason[480]; /* of the last result */
    double next;                /* not before this, after an answer that did not come */
} slot;

typedef struct pump {
    const hub_options *options;
    broker *from;
    worker_process worker;
    slot slots[MOST_IN_FLIGHT];
    int window, busy;          /* busy: not free */
    double last_sign, started; /* signs of life; and when the worker was started */
    bool is_draining, cannot_print, has_worked, has_said_sandbox;
} pump;

/* --- Slots --- */

static void free_slot(pump *pump, slot *which) {
    delivery_release(&which->job);
    memset(which, 0, sizeof *which);
    --pump->busy;
}

/* A worker that ends gives its jobs to others at once. Where there is no room on the disk, or no
 * program for a step, there will be none a moment later either. */
static void give_back(pump *pump, slot *which) {
    delivery_return(&which->job, pump->is_draining ? 0.0 : pump->options->ack_wait);
    free_slot(pump, which);
}

/* --- Lines --- */

/* The id of a job for the worker is the number of its slot; results get their own back. */
static char *write_line(const pump *pump, const slot *which, size_t *out_length) {
    yyjson_doc *read = yyjson_read(which->job.job, which->job.length, YYJSON_READ_NOFLAG);
    yyjson_mut_doc *line = read != NULL ? yyjson_doc_mut_copy(read, NULL) : NULL;
    yyjson_mut_val *root = yyjson_mut_doc_get_root(line);
    char number[16], *text = NULL;
    if (yyjson_mut_is_obj(root)) {
        snprintf(number, sizeof number, "%d", (int)(which - pump->slots));
        yyjson_mut_obj_put(root, yyjson_mut_str(line, "id"), yyjson_mut_strcpy(line, number));
        yyjson_mut_obj_put(root, yyjson_mut_str(line, "queue"),
                           yyjson_mut_str(line, which->job.is_back ? "back" : "live"));
        text = yyjson_mut_write(line, YYJSON_WRITE_NEWLINE_AT_END, out_length);
    }
    yyjson_mut_doc_free(line);
    yyjson_doc_free(read);
    return text;
}

static yyjson_mut_val *copy_id(yyjson_mut_doc *document, const slot *which) {
    yyjson_doc *read = yyjson_read(which->job.job, which->job.length, YYJSON_READ_NOFLAG);
    yyjson_mut_val *copy = letter_copy_id(document, yyjson_doc_get_root(read));
    yyjson_doc_free(read);
    return copy;
}

/* What the worker said, with the id of the publisher and how often it was tried. */
static void print_result(pump *pump, const slot *which, yyjson_doc *result) {
    yyjson_mut_doc *line = yyjson_doc_mut_copy(result, NULL);
    yyjson_mut_val *root = yyjson_mut_doc_get_root(line);
    char *text = NULL;
    if (root != NULL) {
        yyjson_mut_obj_put(root, yyjson_mut_str(line, "id"), copy_id(line, which));
        yyjson_mut_obj_add_uint(line, root, "deliveries", which->deliveries);
        text = yyjson_mut_write(line, YYJSON_WRITE_NEWLINE_AT_END, NULL);
    }
    if (text != NULL && (fputs(text, stdout) == EOF || fflush(stdout) != 0))
        pump->cannot_print = true;
    free(text);
    yyjson_mut_doc_free(line);
}

/* The first result of a process says which protection jobs have. */
static void say_sandbox(pump *pump, yyjson_val *result) {
    yyjson_val *jail = yyjson_obj_get(result, "jail");
    char level[16];
    if (pump->has_said_sandbox || jail == NULL) return;
    pump->has_said_sandbox = true;
    snprintf(level, sizeof level, "%d", yyjson_get_int(yyjson_obj_get(jail, "landlock")));
    fputs("vrm hub: ", stderr);
    say_to(stderr, "sandbox of jobs: landlock {1}, seccomp\n", level);
}

/* --- Dead letters --- */

static void die(slot *which, const char *word, const char *reason) {
    snprintf(which->word, sizeof which->word, "%s", word);
    snprintf(which->reason, sizeof which->reason, "%s", reason);
    which->state = SLOT_DYING;
}

/* --- Running --- */

/* What the worker does not take, because it is gone, is given to the next one. */
static void run_slot(pump *pump, slot *which) {
    size_t length = 0;
    char *line = write_line(pump, which, &length);
    if (line == NULL) {
        die(which, "wrong-job", "the message is no job");
    } else if (length > MOST_JOB_BYTES) {
        /* The worker would not read its id. Numbers can be longer than in the message. */
        die(which, "wrong-job", "the job is longer than 1 MiB");
    } else {
        which->state = SLOT_RUNNING;
        if (!worker_give(&pump->worker, line, length)) give_back(pump, which);
    }
    free(line);
}

static void begin_slot(pump *pump, const delivery *given) {
    slot *which = pump->slots;
    while (which->state != SLOT_FREE) ++which;
    ++pump->busy;
    which->job = *given;
    which->deliveries = given->count;
    if (which->deliveries > MOST_DELIVERIES) {
        die(which, "lost",
            "it was handed out 20 times, and each time its worker was gone before it was done");
        return;
    }
    run_slot(pump, which);
}

static bool is_one_of(const char *word, const char *const *words) {
    while (*words != NULL && strcmp(*words, word) != 0) ++words;
    return *words != NULL;
}

static void take_failure(pump *pump, slot *which, const char *word, const char *reason) {
    static const char *const hopeless[] = {"wrong-job", "no-input", "wrong-sha256", NULL};
    static const char *const unlucky[] = {"not-written", "returned", NULL};
    bool is_hopeless = is_one_of(word, hopeless), is_unlucky = is_one_of(word, unlucky);
    if (!is_hopeless && !is_unlucky) ++which->tries;
    if (is_hopeless || which->tries >= MOST_TRIES) {
        die(which, word, reason);
    } else if (is_unlucky || pump->is_draining) {
        give_back(pump, which);
    } else {
        run_slot(pump, which);
    }
}

/* The number of a slot that a result says; -1: none. */
static int slot_of(const char *id) {
    char *end;
    long number;
    if (id == NULL || id[0] < '0' || id[0] > '9') return -1;
    number = strtol(id, &end, 10);
    return *end == '\0' && number < MOST_IN_FLIGHT ? (int)number : -1;
}

static void take_result(const char *line, size_t length, void *user) {
    pump *pump = user;
    yyjson_doc *result = yyjson_read(line, length, YYJSON_READ_NOFLAG);
    yyjson_val *root = yyjson_doc_get_root(result);
    const char *id = yyjson_get_str(yyjson_obj_get(root, "id"));
    const char *word = yyjson_get_str(yyjson_obj_get(root, "result"));
    const char *reason = yyjson_get_str(yyjson_obj_get(root, "reason"));
    int index = slot_of(id);
    if (word != NULL && index >= 0 && pump->slots[index].state == SLOT_RUNNING) {
        slot *which = &pump->slots[index];
        pump->has_worked = true;
        print_result(pump, which, result);
        say_sandbox(pump, root);
        if (strcmp(word, "done") == 0) {
            which->state = SLOT_ENDING;
        } else {
            take_failure(pump, which, word, reason != NULL ? reason : "");
        }
    }
    yyjson_doc_free(result);
}

/* A worker that is gone took no try of its jobs: it may have been killed. One that ends by itself
 * before there was any result has said why, and so would the next one. */
static bool replace_worker(pump *pump) {
    bool is_refused = worker_end(&pump->worker) > 0 && !pump->has_worked;
    if (pump->is_draining) {
        for (int i = 0; i < MOST_IN_FLIGHT; ++i) {
            if (pump->slots[i].state == SLOT_RUNNING) give_back(pump, &pump->slots[i]);
        }
        return true;
    }
    if (is_refused) return false;
    /* One that cannot even begin is not started a thousand times a second. */
    if (seconds_now() - pump->started < 0.2) stop_wait(200);
    pump->started = seconds_now();
    if (!worker_start(&pump->worker, pump->options)) return false;
    for (int i = 0; i < MOST_IN_FLIGHT; ++i) {
        slot *which = &pump->slots[i];
        if (which->state != SLOT_RUNNING) continue;
        if (++which->deliveries > MOST_DELIVERIES) {
            die(which, "lost", "20 workers were gone before it was done");
        } else {
            run_slot(pump, which);
        }
    }
    return true;
}

/* --- The server's word --- */

/* Without an answer it is asked again after a moment; the job may be handed out again meanwhile,
 * and is then answered from its manifest. Whoever ends leaves a letter that the server does not
 * take to the next worker. */
static void end_slot(pump *pump, slot *which) {
    if (which->next > seconds_now()) return;
    if (which->state == SLOT_DYING) {
        const dead_letter about = {which->job.key,   which->word,       which->reason,
                                   which->tries,     which->deliveries, which->job.job,
                                   which->job.length};
        if (!broker_bury(pump->from, &about)) {
            which->next = seconds_now() + 0.2;
            if (pump->is_draining) give_back(pump, which);
            return;
        }
        which->state = SLOT_ENDING;
    }
    if (delivery_end(pump->from, &which->job)) {
        free_slot(pump, which);
    } else {
        which->next = seconds_now() + 0.2;
    }
}

static void end_slots(pump *pump) {
    for (int i = 0; i < MOST_IN_FLIGHT; ++i) {
        slot *which = &pump->slots[i];
        if (which->state == SLOT_DYING || which->state == SLOT_ENDING) end_slot(pump, which);
    }
}

static void show_life(pump *pump) {
    double now = seconds_now();
    if (now - pump->last_sign < pump->options->ack_wait / 3.0) return;
    pump->last_sign = now;
    for (int i = 0; i < MOST_IN_FLIGHT; ++i) {
        if (pump->slots[i].state != SLOT_FREE) delivery_go_on(&pump->slots[i].job);
    }
}

static void take_jobs(pump *pump) {
    delivery taken[MOST_IN_FLIGHT];
    int count;
    if (pump->is_draining || pump->busy > pump->window / 2) return;
    count = broker_take(pump->from, taken, pump->window - pump->busy, pump->busy == 0);
    for (int i = 0; i < count; ++i) begin_slot(pump, &taken[i]);
}

static bool has_running(const pump *pump) {
    for (int i = 0; i < MOST_IN_FLIGHT; ++i) {
        if (pump->slots[i].state == SLOT_RUNNING) return true;
    }
    return false;
}

/* What is not acknowledged is handed out again. */
static bool say_lost(const pump *pump) {
    fputs("vrm hub: ", stderr);
    say_to(stderr, "the queue at {1} does not answer; giving up\n", broker_name(pump->from));
    return false;
}

static void say_connected(const pump *pump) {
    fputs("vrm hub: ", stderr);
    say_to(stderr, "connected to {1}\n", broker_name(pump->from));
}

static bool pump_jobs(pump *pump) {
    while (!pump->is_draining || pump->busy > 0) {
        if (!pump->is_draining && (stop_requested() != 0 || pump->cannot_print)) {
            pump->is_draining = true;
            worker_drain(&pump->worker);
        }
        if (broker_is_lost(pump->from)) return say_lost(pump);
        take_jobs(pump);
        if (pump->worker.process != 0 &&
            !worker_read(&pump->worker, has_running(pump) ? 100 : 0, take_result, pump) &&
            !replace_worker(pump)) {
            return false;
        }
        end_slots(pump);
        show_life(pump);
        if (pump->is_draining && pump->worker.process == 0 && !has_running(pump) && pump->busy > 0)
            stop_wait(50);
    }
    return !pump->cannot_print;
}

int hub_work(const hub_options *options) {
    pump pump = {.options = options};
    bool is_good;
    if (!stop_begin()) return EXIT_NOT_LOADED;
    signal(SIGPIPE, SIG_IGN);
    pump.window = (int)(2 * options->jobs) + READ_AHEAD;
    if (pump.window > MOST_IN_FLIGHT) pump.window = MOST_IN_FLIGHT;
    if (!worker_start(&pump.worker, options)) return EXIT_NOT_LOADED;
    pump.from = broker_open(options);
    if (pump.from != NULL) say_connected(&pump);
    is_good = pump.from != NULL ? pump_jobs(&pump) : stop_requested() != 0;
    worker_end(&pump.worker);
    broker_close(pump.from);
    return is_good ? EXIT_LOADED : EXIT_NOT_LOADED;
}
