/*
 * The queue: two streams of NATS JetStream.
 *
 * NAME-jobs has one message for each job that waits. Its subject ends with the key of the job, and
 * the server takes no second message of a subject, so that a job is in the queue once, however
 * often it is pushed, and without a window of time that could pass. NAME-dead has one letter for
 * each job that nobody could do.
 *
 * Nothing here is believed: the server may lose everything, say that a job waits that is done, or
 * hand out one twice. Outputs are what counts, and the reconciler compares them.
 */
#ifndef VRM_HUB_BROKER_H
#define VRM_HUB_BROKER_H

#include "letter.h"
#include "options.h"

#include <stddef.h>

typedef struct broker broker;
typedef struct delivery delivery;

enum { MOST_KEY = KEY_DIGITS + 1 };

/* Connects, and waits until the streams are there: as long as --wait says. NULL: standard error
 * says why. */
broker *broker_open(const hub_options *options);
void broker_close(broker *broker);

/* Its addresses, without passwords. */
const char *broker_name(const broker *broker);

/* Whether the server has been away for longer than --wait, or has thrown this program out. */
bool broker_is_lost(broker *broker);

typedef enum push_result {
    PUSH_QUEUED,
    PUSH_KNOWN, /* it waits already */
    PUSH_FULL,
    PUSH_REFUSED, /* for good: it is larger than the server takes */
    PUSH_FAILED   /* no answer, or a refusal: it may be in the queue or not */
} push_result;

push_result broker_push(broker *broker, const char *key, bool is_back, const char *line,
                        size_t length);

/* Puts a letter in place of a former one of its key. True: it is stored. */
bool broker_bury(broker *broker, const dead_letter *about);
/* Takes it out again. */
bool broker_unbury(broker *broker, const char *key);

/* A job that was handed out. It is another's after the time of --ack-wait, unless delivery_go_on is
 * called again and again. */
struct delivery {
    void *message;
    const char *job; /* not terminated */
    size_t length;
    char key[MOST_KEY];
    uint64_t count; /* how often it was handed out, this time included */
    bool is_back;
};

/* Takes up to `most` jobs, live ones first. Waits for a moment if there are none and `waits` is
 * set. */
int broker_take(broker *broker, delivery *out, int most, bool waits);

void delivery_go_on(delivery *delivery);
/* Asks the server to forget the job, and waits for its word. False: it did not answer. */
bool delivery_end(broker *broker, delivery *delivery);
/* Gives it back, to be handed out again after so many seconds. */
void delivery_return(delivery *delivery, double seconds);
void delivery_release(delivery *delivery);

/* What the server says of the queue; false: it does not answer. */
bool broker_count(broker *broker, uint64_t *out_queued, uint64_t *out_dead);

/* Calls `each` with the key of every dead letter. False: the server does not answer. */
bool broker_list_dead(broker *broker, void (*each)(const char *key, void *user), void *user);
/* A letter, to be freed; NULL: there is none. */
char *broker_read_dead(broker *broker, const char *key);

#endif
