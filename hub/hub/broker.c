#define _POSIX_C_SOURCE 200809L

#include "broker.h"
#include "apps/kit/batch/progress.h"
#include "apps/kit/program/language.h"
#include "apps/kit/system/stop.h"

#include <nats/nats.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vrm/vrm.h>

enum { MOST_SUBJECT = 192, MOST_SERVERS = 16, ANSWER_MILLISECONDS = 2000, LIVE = 0, BACK = 1 };

struct broker {
    const hub_options *options;
    natsConnection *connection;
    jsCtx *js;
    jsOptions wait; /* how long an answer may take */
    natsSubscription *queues[2];
    char jobs[64], dead[64]; /* the names of the streams */
    char shown[1024];        /* the addresses, without passwords */
    double last_setup;
    bool has_complained;
    /* Threads of the library set these. */
    atomic_int_fast64_t lost_since; /* milliseconds; 0: it is connected */
    atomic_bool is_closed, is_ending;
};

/* --- Names --- */

static void job_subject(const broker *broker, bool is_back, const char *key,
                        char out[MOST_SUBJECT]) {
    snprintf(out, MOST_SUBJECT, "%s.jobs.%s.%s", broker->options->name, is_back ? "back" : "live",
             key);
}

static void dead_subject(const broker *broker, const char *key, char out[MOST_SUBJECT]) {
    snprintf(out, MOST_SUBJECT, "%s.dead.%s", broker->options->name, key);
}

/* Anybody who may publish chooses subjects, also "*" and ">". A key is part of other subjects,
 * where these would mean all letters. */
static void take_key(const char *subject, char out[MOST_KEY]) {
    static const char plain[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";
    const char *last = strrchr(subject, '.');
    snprintf(out, MOST_KEY, "%s", last != NULL ? last + 1 : "");
    for (char *at = out + strspn(out, plain); *at != '\0'; at += strspn(at, plain)) *at = '_';
}

/* Said once: whoever waits has to know for what. */
static void say_that_it_waits(broker *broker, natsStatus status) {
    if (broker->has_complained) return;
    broker->has_complained = true;
    fputs("vrm hub: ", stderr);
    say_to(stderr, "waiting for the queue at {1}: {2}\n", broker->shown,
           natsStatus_GetText(status));
}

/* --- Streams --- */

static natsStatus add_stream(broker *broker, jsStreamConfig *wanted) {
    jsErrCode code = 0;
    natsStatus status = js_AddStream(NULL, broker->js, wanted, &broker->wait, &code);
    /* One that is there with other bounds is given those of this program. */
    if (code == JSStreamNameExistErr) {
        status = js_UpdateStream(NULL, broker->js, wanted, &broker->wait, &code);
    }
    return status;
}

static natsStatus add_streams(broker *broker) {
    char live[MOST_SUBJECT], back[MOST_SUBJECT], dead[MOST_SUBJECT];
    const char *job_subjects[2] = {live, back}, *dead_subjects[1] = {dead};
    jsStreamConfig wanted;
    natsStatus status;
    job_subject(broker, false, "*", live);
    job_subject(broker, true, "*", back);
    dead_subject(broker, "*", dead);
    jsStreamConfig_Init(&wanted);
    wanted.Name = broker->jobs;
    wanted.Subjects = job_subjects;
    wanted.SubjectsLen = 2;
    wanted.Retention = js_WorkQueuePolicy;
    wanted.Storage = js_FileStorage;
    wanted.Discard = js_DiscardNew;
    wanted.DiscardNewPerSubject = true;
    wanted.MaxMsgsPerSubject = 1;
    wanted.MaxMsgs = broker->options->most_queued;
    wanted.Replicas = broker->options->replicas;
    status = add_stream(broker, &wanted);
    if (status != NATS_OK) return status;
    jsStreamConfig_Init(&wanted);
    wanted.Name = broker->dead;
    wanted.Subjects = dead_subjects;
    wanted.SubjectsLen = 1;
    wanted.Storage = js_FileStorage;
    wanted.MaxMsgsPerSubject = 1;
    wanted.Replicas = broker->options->replicas;
    return add_stream(broker, &wanted);
}

/* Deliveries have no bound on the server: it would keep what is over it for ever, and tell nobody.
 * The pump counts them. */
static natsStatus add_consumer(broker *broker, int which) {
    static const char *const names[2] = {"live", "back"};
    char subject[MOST_SUBJECT];
    jsConsumerConfig wanted;
    jsErrCode code = 0;
    job_subject(broker, which == BACK, "*", subject);
    jsConsumerConfig_Init(&wanted);
    wanted.Durable = names[which];
    wanted.AckPolicy = js_AckExplicit;
    wanted.AckWait = (int64_t)(broker->options->ack_wait * 1e9);
    wanted.MaxAckPending = 20000;
    wanted.FilterSubject = subject;
    return js_AddConsumer(NULL, broker->js, broker->jobs, &wanted, &broker->wait, &code);
}

static natsStatus subscribe(broker *broker, int which) {
    static const char *const names[2] = {"live", "back"};
    char subject[MOST_SUBJECT];
    jsSubOptions how;
    natsStatus status = add_consumer(broker, which);
    if (status != NATS_OK || broker->queues[which] != NULL) return status;
    job_subject(broker, which == BACK, "*", subject);
    jsSubOptions_Init(&how);
    how.Stream = broker->jobs;
    how.Consumer = names[which];
    return js_PullSubscribe(&broker->queues[which], broker->js, subject, names[which],
                            &broker->wait, &how, NULL);
}

/* Makes what is not there, also in the middle of the work: a broker may come back empty. Not more
 * often than once a second. */
static natsStatus set_up(broker *broker) {
    natsStatus status;
    double now = seconds_now();
    if (now - broker->last_setup < 1.0) return NATS_ERR;
    broker->last_setup = now;
    status = add_streams(broker);
    for (int i = 0; status == NATS_OK && broker->options->verb == HUB_WORK && i < 2; ++i) {
        status = subscribe(broker, i);
    }
    if (status == NATS_OK) {
        broker->has_complained = false;
    } else if (atomic_load(&broker->lost_since) == 0) {
        say_that_it_waits(broker, status);
    }
    return status;
}

/* --- The connection --- */

/* `list` is cut into its addresses. */
static int split_servers(char *list, const char *out[MOST_SERVERS]) {
    int count = 0;
    for (char *at = list; at != NULL && count < MOST_SERVERS;) {
        char *comma = strchr(at, ',');
        if (comma != NULL) *comma++ = '\0';
        out[count++] = at;
        at = comma;
    }
    return count;
}

/* Disconnections are in the nature of things, and are not printed. */
static void on_error(natsConnection *connection, natsSubscription *subscription, natsStatus status,
                     void *closure) {
    (void)connection, (void)subscription, (void)status, (void)closure;
}

static int64_t milliseconds_now(void) { return (int64_t)(seconds_now() * 1e3) + 1; }

static void on_lost(natsConnection *connection, void *closure) {
    broker *broker = closure;
    (void)connection;
    if (atomic_load(&broker->is_ending)) return;
    atomic_store(&broker->lost_since, milliseconds_now());
    fputs("vrm hub: ", stderr);
    say_to(stderr, "connection to {1} lost; retrying\n", broker->shown);
}

static void on_back(natsConnection *connection, void *closure) {
    broker *broker = closure;
    (void)connection;
    atomic_store(&broker->lost_since, 0);
    fputs("vrm hub: ", stderr);
    say_to(stderr, "reconnected to {1}\n", broker->shown);
}

static void on_closed(natsConnection *connection, void *closure) {
    broker *broker = closure;
    (void)connection;
    atomic_store(&broker->is_closed, true);
}

bool broker_is_lost(broker *broker) {
    int64_t since = atomic_load(&broker->lost_since);
    if (atomic_load(&broker->is_closed)) return true;
    return since != 0 && (double)(milliseconds_now() - since) > broker->options->wait * 1e3;
}

const char *broker_name(const broker *broker) { return broker->shown; }

/* What stands before an @ is a name and a password, which do not belong into logs. */
static void show_servers(broker *broker) {
    const char *from = broker->options->server;
    size_t length = 0, address = 0;
    for (; *from != '\0' && length + 1 < sizeof broker->shown; ++from) {
        if (*from == '@') {
            length = address;
            continue;
        }
        broker->shown[length++] = *from;
        if (*from == '/' || *from == ',') address = length;
    }
    broker->shown[length] = '\0';
}

static natsStatus set_handlers(broker *broker, natsOptions *how) {
    natsStatus status = natsOptions_SetErrorHandler(how, on_error, NULL);
    if (status == NATS_OK) status = natsOptions_SetDisconnectedCB(how, on_lost, broker);
    if (status == NATS_OK) status = natsOptions_SetReconnectedCB(how, on_back, broker);
    if (status == NATS_OK) status = natsOptions_SetClosedCB(how, on_closed, broker);
    return status;
}

/* A server that knows better who may connect will not change its mind while it is asked. */
static bool is_hopeless(natsStatus status) {
    return status == NATS_CONNECTION_AUTH_FAILED || status == NATS_NOT_PERMITTED;
}

static natsStatus connect_to(broker *broker, double deadline) {
    char list[1024], name[64];
    const char *servers[MOST_SERVERS];
    natsOptions *how = NULL;
    natsStatus status = natsOptions_Create(&how);
    snprintf(list, sizeof list, "%s", broker->options->server);
    if (status == NATS_OK)
        status = natsOptions_SetServers(how, servers, split_servers(list, servers));
    snprintf(name, sizeof name, "vrm-hub %s", vrm_version());
    if (status == NATS_OK) status = natsOptions_SetName(how, name);
    if (status == NATS_OK) status = natsOptions_SetMaxReconnect(how, -1);
    if (status == NATS_OK) status = natsOptions_SetReconnectWait(how, 50);
    if (status == NATS_OK) status = natsOptions_SetReconnectJitter(how, 50, 50);
    if (status == NATS_OK) status = set_handlers(broker, how);
    if (status == NATS_OK) status = natsOptions_SetTimeout(how, ANSWER_MILLISECONDS);
    do {
        if (status == NATS_OK) status = natsConnection_Connect(&broker->connection, how);
        if (status == NATS_OK || is_hopeless(status)) break;
        say_that_it_waits(broker, status);
        stop_wait(200);
        if (seconds_now() > deadline) break;
        status = NATS_OK;
    } while (stop_requested() == 0);
    natsOptions_Destroy(how);
    return broker->connection != NULL || status != NATS_OK ? status : NATS_NO_SERVER;
}

broker *broker_open(const hub_options *options) {
    broker *broker = calloc(1, sizeof *broker);
    const double deadline = seconds_now() + options->wait;
    natsStatus status;
    if (broker == NULL) return NULL;
    broker->options = options;
    broker->last_setup = -10.0;
    snprintf(broker->jobs, sizeof broker->jobs, "%s-jobs", options->name);
    snprintf(broker->dead, sizeof broker->dead, "%s-dead", options->name);
    jsOptions_Init(&broker->wait);
    broker->wait.Wait = ANSWER_MILLISECONDS;
    show_servers(broker);
    status = connect_to(broker, deadline);
    if (status == NATS_OK)
        status = natsConnection_JetStream(&broker->js, broker->connection, &broker->wait);
    if (status == NATS_OK) status = set_up(broker);
    while (status != NATS_OK && broker->js != NULL && seconds_now() < deadline &&
           stop_requested() == 0) {
        say_that_it_waits(broker, status);
        stop_wait(200);
        status = set_up(broker);
    }
    if (status == NATS_OK) return broker;
    if (stop_requested() == 0) {
        fputs("vrm hub: ", stderr);
        say_to(stderr, "the queue at {1} cannot be used: {2}\n", broker->shown,
               natsStatus_GetText(status));
    }
    broker_close(broker);
    return NULL;
}

void broker_close(broker *broker) {
    if (broker == NULL) return;
    atomic_store(&broker->is_ending, true);
    for (int i = 0; i < 2; ++i) natsSubscription_Destroy(broker->queues[i]);
    jsCtx_Destroy(broker->js);
    natsConnection_Destroy(broker->connection);
    nats_CloseAndWait(ANSWER_MILLISECONDS); /* the handlers have ended then */
    free(broker);
}

/* --- Publishing --- */

/* The server has one code for both bounds, and says in words which it was. */
static push_result why_refused(natsStatus status, jsErrCode code) {
    natsStatus last;
    const char *said;
    if (status == NATS_OK) return PUSH_QUEUED;
    if (status == NATS_MAX_PAYLOAD || code == JSStreamMessageExceedsMaximumErr) return PUSH_REFUSED;
    if (code != JSStreamStoreFailedErr) return PUSH_FAILED;
    said = nats_GetLastError(&last);
    if (said == NULL) return PUSH_FAILED;
    if (strstr(said, "per subject") != NULL) return PUSH_KNOWN;
    return strstr(said, "maximum") != NULL ? PUSH_FULL : PUSH_FAILED;
}

static push_result publish(broker *broker, const char *subject, const char *data, size_t length) {
    jsErrCode code = 0;
    natsStatus status;
    push_result result;
    if (length > INT32_MAX) return PUSH_REFUSED;
    status = js_Publish(NULL, broker->js, subject, data, (int)length, NULL, &code);
    result = why_refused(status, code);
    /* Nobody answers to the subject: the stream is gone. */
    if (result == PUSH_FAILED && status != NATS_TIMEOUT) set_up(broker);
    return result;
}

/* Whether a message is stored. */
static bool is_stored(broker *broker, const char *stream, const char *subject) {
    natsMsg *message = NULL;
    bool is_there =
        js_GetLastMsg(&message, broker->js, stream, subject, &broker->wait, NULL) == NATS_OK;
    natsMsg_Destroy(message);
    return is_there;
}

/* A cluster refuses a second message of a subject also while the first is on its way to the other
 * servers, and may yet lose that one with its leader: it is known when it is stored. One that was
 * done meanwhile is queued once more, and answered from its manifest. */
push_result broker_push(broker *broker, const char *key, bool is_back, const char *line,
                        size_t length) {
    char subject[MOST_SUBJECT];
    push_result result;
    job_subject(broker, is_back, key, subject);
    result = publish(broker, subject, line, length);
    return result == PUSH_KNOWN && !is_stored(broker, broker->jobs, subject) ? PUSH_FAILED : result;
}

static push_result bury(broker *broker, const dead_letter *about, bool is_whole) {
    char subject[MOST_SUBJECT], *text = letter_write(about, is_whole);
    push_result result = PUSH_FAILED;
    dead_subject(broker, about->key, subject);
    if (text != NULL) result = publish(broker, subject, text, strlen(text));
    free(text);
    return result;
}

bool broker_bury(broker *broker, const dead_letter *about) {
    push_result result = bury(broker, about, true);
    if (result == PUSH_REFUSED) result = bury(broker, about, false);
    return result == PUSH_QUEUED;
}

bool broker_unbury(broker *broker, const char *key) {
    char subject[MOST_SUBJECT];
    jsOptions only = broker->wait;
    dead_subject(broker, key, subject);
    only.Stream.Purge.Subject = subject;
    return js_PurgeStream(broker->js, broker->dead, &only, NULL) == NATS_OK;
}

/* --- Taking --- */

static void take_message(delivery *out, natsMsg *message, bool is_back) {
    jsMsgMetaData *about = NULL;
    memset(out, 0, sizeof *out);
    out->message = message;
    out->job = natsMsg_GetData(message);
    out->length = (size_t)natsMsg_GetDataLength(message);
    out->is_back = is_back;
    out->count = 1;
    take_key(natsMsg_GetSubject(message), out->key);
    if (natsMsg_GetMetaData(&about, message) == NATS_OK) out->count = about->NumDelivered;
    jsMsgMetaData_Destroy(about);
}

static int take_from(broker *broker, int which, delivery *out, int most, bool waits) {
    natsMsgList list = {NULL, 0};
    jsFetchRequest wanted;
    natsStatus status;
    int count = 0;
    if (broker->queues[which] == NULL) return 0;
    jsFetchRequest_Init(&wanted);
    wanted.Batch = most;
    wanted.Expires = (int64_t)250 * 1000000;
    wanted.NoWait = !waits;
    status = natsSubscription_FetchRequest(&list, broker->queues[which], &wanted);
    for (int i = 0; i < list.Count; ++i) {
        take_message(&out[count++], list.Msgs[i], which == BACK);
        list.Msgs[i] = NULL;
    }
    natsMsgList_Destroy(&list);
    if (status != NATS_OK && status != NATS_TIMEOUT && status != NATS_NOT_FOUND) set_up(broker);
    return count;
}

int broker_take(broker *broker, delivery *out, int most, bool waits) {
    int count = take_from(broker, LIVE, out, most, false);
    if (count < most) count += take_from(broker, BACK, out + count, most - count, false);
    if (count > 0 || !waits) return count;
    count = take_from(broker, LIVE, out, most, true);
    /* The server says nothing of a consumer that is gone: it is looked after while there is
     * nothing else to do. */
    if (count == 0) set_up(broker);
    return count;
}

void delivery_go_on(delivery *delivery) { natsMsg_InProgress(delivery->message, NULL); }

bool delivery_end(broker *broker, delivery *delivery) {
    return natsMsg_AckSync(delivery->message, &broker->wait, NULL) == NATS_OK;
}

void delivery_return(delivery *delivery, double seconds) {
    natsMsg_NakWithDelay(delivery->message, (int64_t)(seconds * 1000.0), NULL);
}

void delivery_release(delivery *delivery) {
    natsMsg_Destroy(delivery->message);
    delivery->message = NULL;
}

/* --- Asking --- */

static bool count_messages(broker *broker, const char *stream, uint64_t *out) {
    jsStreamInfo *about = NULL;
    bool is_good = js_GetStreamInfo(&about, broker->js, stream, &broker->wait, NULL) == NATS_OK;
    if (is_good) *out = about->State.Msgs;
    jsStreamInfo_Destroy(about);
    return is_good;
}

bool broker_count(broker *broker, uint64_t *out_queued, uint64_t *out_dead) {
    return count_messages(broker, broker->jobs, out_queued) &&
           count_messages(broker, broker->dead, out_dead);
}

bool broker_list_dead(broker *broker, void (*each)(const char *key, void *user), void *user) {
    jsStreamInfo *about = NULL;
    jsOptions with_subjects = broker->wait;
    char key[MOST_KEY], subject[MOST_SUBJECT];
    bool is_good;
    with_subjects.Stream.Info.SubjectsFilter = ">";
    is_good = js_GetStreamInfo(&about, broker->js, broker->dead, &with_subjects, NULL) == NATS_OK;
    if (is_good && about->State.Subjects != NULL) {
        for (int i = 0; i < about->State.Subjects->Count; ++i) {
            const char *listed = about->State.Subjects->List[i].Subject;
            take_key(listed, key);
            dead_subject(broker, key, subject);
            if (strcmp(subject, listed) == 0) each(key, user); /* no letter has another */
        }
    }
    jsStreamInfo_Destroy(about);
    return is_good;
}

char *broker_read_dead(broker *broker, const char *key) {
    char subject[MOST_SUBJECT], *letter = NULL;
    natsMsg *message = NULL;
    dead_subject(broker, key, subject);
    if (js_GetLastMsg(&message, broker->js, broker->dead, subject, &broker->wait, NULL) ==
        NATS_OK) {
        size_t length = (size_t)natsMsg_GetDataLength(message);
        letter = malloc(length + 1);
        if (letter != NULL) {
            memcpy(letter, natsMsg_GetData(message), length);
            letter[length] = '\0';
        }
    }
    natsMsg_Destroy(message);
    return letter;
}
