#include "options.h"
#include "apps/kit/arguments.h"
#include "apps/kit/workers.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vrm/vrm.h>

static const char usage[] =
    "usage: vrm-hub VERB [OPTIONS] [FILE OR FOLDER…]\n"
    "\n"
    "Drives `vrm work` by a queue of NATS JetStream. docs/hub.md has the whole recipe.\n"
    "\n"
    "  push       queue a job for each avatar of the files and folders; without any, the jobs are\n"
    "             lines of standard input. Waits while the queue is full. With --out, what has a\n"
    "             manifest already is left out\n"
    "  work       take jobs from the queue and let `vrm work --out` do them; print its results.\n"
    "             SIGTERM finishes what has begun\n"
    "  reconcile  compare what was uploaded with what has a manifest, and queue the difference;\n"
    "             with --every again and again\n"
    "  status     say how much is done, waiting and dead\n"
    "  dead       print the dead letters, one line of JSON each\n"
    "\n"
    "  --server URL,…     the broker (nats://127.0.0.1:4222)\n"
    "  --name NAME        of the hub; several can share a broker (vrm)\n"
    "  --out FOLDER       where outputs are, as for `vrm work`\n"
    "  --do VERBS         what is done with each avatar: check,info, or the JSON of a job's "
    "\"do\"\n"
    "                     (check,info)\n"
    "  --back             push, reconcile: behind all uploads of the day, as the back-catalogue\n"
    "  --again            push, reconcile: also what is among the dead letters\n"
    "  --every SECONDS    reconcile: do so for ever, with this pause\n"
    "  --metrics FILE     reconcile: write what status --prometheus prints into this file\n"
    "  --prometheus       status: for machines\n"
    "  --jobs N           work: at a time (1)\n"
    "  --vrm PROGRAM      work: the tool (vrm, beside this program or in PATH)\n"
    "  --ack-wait SECONDS work: after so long without a sign of life, a job is another worker's\n"
    "                     (30). Must be the same for all workers of a hub\n"
    "  --max-queued N     jobs that the queue takes before a publisher has to wait (100000)\n"
    "  --replicas N       servers of a cluster that keep each job: 1, 3 or 5 (1)\n"
    "  --max-bytes N, --max-memory N, --timeout SECONDS\n"
    "                     as for `vrm work`, in plain numbers; the first two are a part of the\n"
    "                     names of outputs, and must be the same everywhere\n";

typedef enum hub_kind {
    TAKES_TEXT,
    TAKES_NUMBER,
    TAKES_COUNT,
    TAKES_BYTES,
    TAKES_NOTHING
} hub_kind;

static const struct {
    const char *name;
    hub_kind kind;
    size_t offset;
    double least, most;
} rows[] = {
    {"--server", TAKES_TEXT, offsetof(hub_options, server), 0, 0},
    {"--name", TAKES_TEXT, offsetof(hub_options, name), 0, 0},
    {"--out", TAKES_TEXT, offsetof(hub_options, out), 0, 0},
    {"--do", TAKES_TEXT, offsetof(hub_options, steps), 0, 0},
    {"--vrm", TAKES_TEXT, offsetof(hub_options, vrm), 0, 0},
    {"--metrics", TAKES_TEXT, offsetof(hub_options, metrics), 0, 0},
    {"--jobs", TAKES_COUNT, offsetof(hub_options, jobs), 1, MOST_WORKERS},
    {"--replicas", TAKES_COUNT, offsetof(hub_options, replicas), 1, 5},
    {"--max-queued", TAKES_COUNT, offsetof(hub_options, most_queued), 1, 1e9},
    {"--ack-wait", TAKES_NUMBER, offsetof(hub_options, ack_wait), 0.5, 3600},
    {"--every", TAKES_NUMBER, offsetof(hub_options, every), 0.1, 86400},
    {"--timeout", TAKES_NUMBER, offsetof(hub_options, limits.seconds), 0.001, 1e6},
    {"--max-bytes", TAKES_BYTES, offsetof(hub_options, limits.max_bytes), 1, 1e15},
    {"--max-memory", TAKES_BYTES, offsetof(hub_options, limits.max_memory), 1, 1e15},
    {"--back", TAKES_NOTHING, offsetof(hub_options, is_back), 0, 0},
    {"--again", TAKES_NOTHING, offsetof(hub_options, takes_dead), 0, 0},
    {"--prometheus", TAKES_NOTHING, offsetof(hub_options, is_prometheus), 0, 0},
};

enum { ROWS = sizeof rows / sizeof rows[0] };

static int refuse(const char *problem, const char *about) {
    fprintf(stderr, "vrm-hub: %s%s%s; see vrm-hub --help\n", problem, about[0] != '\0' ? " " : "",
            about);
    return EXIT_USAGE;
}

static bool take_number(void *to, hub_kind kind, double least, double most, const char *text) {
    char *end;
    double number = strtod(text, &end);
    bool is_whole = number >= 0.0 && number <= 1e15 && number == (double)(uint64_t)number;
    if (end == text || *end != '\0' || !(number >= least) || !(number <= most)) return false;
    if (kind != TAKES_NUMBER && !is_whole) return false;
    if (kind == TAKES_NUMBER) memcpy(to, &number, sizeof number);
    if (kind == TAKES_COUNT) memcpy(to, &(uint32_t){(uint32_t)number}, sizeof(uint32_t));
    if (kind == TAKES_BYTES) memcpy(to, &(uint64_t){(uint64_t)number}, sizeof(uint64_t));
    return true;
}

/* Takes the option at argv[at]. Returns how many arguments it took; 0: it is none; -1: it is wrong.
 */
static int take_option(hub_options *out, int argc, char **argv, int at) {
    int row = 0;
    void *to;
    while (row < ROWS && strcmp(rows[row].name, argv[at]) != 0) ++row;
    if (row == ROWS) return 0;
    to = (char *)out + rows[row].offset;
    if (rows[row].kind == TAKES_NOTHING) {
        memcpy(to, &(bool){true}, sizeof(bool));
        return 1;
    }
    if (at + 1 == argc) return -1;
    if (rows[row].kind == TAKES_TEXT) {
        const char *text = argv[at + 1];
        memcpy(to, &text, sizeof text);
        return 2;
    }
    return take_number(to, rows[row].kind, rows[row].least, rows[row].most, argv[at + 1]) ? 2 : -1;
}

static bool is_name(const char *text) {
    return text[0] != '\0' && strlen(text) <= 32 &&
           text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789")] == '\0';
}

static int check(const hub_options *chosen) {
    bool needs_out =
        chosen->verb == HUB_WORK || chosen->verb == HUB_RECONCILE || chosen->verb == HUB_STATUS;
    if (needs_out && chosen->out == NULL) return refuse("--out is missing", "");
    if (!is_name(chosen->name))
        return refuse("--name has small letters and digits, not", chosen->name);
    if (chosen->every > 0.0 && chosen->path_count == 0) {
        return refuse("--every needs files or folders: standard input can be read once", "");
    }
    if ((chosen->verb == HUB_WORK || chosen->verb == HUB_DEAD) && chosen->path_count > 0) {
        return refuse("no files are expected:", chosen->paths[0]);
    }
    return -1;
}

int hub_options_read(hub_options *out, int argc, char **argv) {
    static const char *const verbs[HUB_VERB_COUNT] = {"push", "work", "reconcile", "status",
                                                      "dead"};
    int verb = 0;
    *out = (hub_options){.server = "nats://127.0.0.1:4222",
                         .name = "vrm",
                         .steps = "check,info",
                         .jobs = 1,
                         .replicas = 1,
                         .most_queued = 100000,
                         .ack_wait = 30.0,
                         .limits = {.seconds = 2.0, .max_bytes = 512 << 20, .max_memory = 1 << 30},
                         .paths = argv};
    if (argc >= 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        fputs(usage, stdout);
        return EXIT_LOADED;
    }
    if (argc >= 2 && strcmp(argv[1], "--version") == 0) {
        printf("vrm-hub %s\n", vrm_version());
        return EXIT_LOADED;
    }
    if (argc < 2) return refuse("a verb is missing", "");
    while (verb < HUB_VERB_COUNT && strcmp(verbs[verb], argv[1]) != 0) ++verb;
    if (verb == HUB_VERB_COUNT) return refuse("there is no verb", argv[1]);
    out->verb = (hub_verb)verb;
    for (int i = 2; i < argc;) {
        int taken = take_option(out, argc, argv, i);
        if (taken < 0 || (taken == 0 && argv[i][0] == '-'))
            return refuse("wrong option or value:", argv[i]);
        if (taken == 0) out->paths[out->path_count++] = argv[i], taken = 1;
        i += taken;
    }
    return check(out);
}
