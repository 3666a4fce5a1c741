#include "options.h"
#include "apps/kit/options/arguments.h"
#include "apps/kit/program/language.h"
#include "apps/kit/system/terminal.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum {
    BY_PUSH = 1 << HUB_PUSH,
    BY_WORK = 1 << HUB_WORK,
    BY_RECONCILE = 1 << HUB_RECONCILE,
    BY_STATUS = 1 << HUB_STATUS,
    BY_PRUNE = 1 << HUB_PRUNE,
    BY_ALL = (1 << HUB_VERB_COUNT) - 1
};

/* The verbs that an option is for. */
static int verbs_of(option_id id) {
    switch (id) {
    case OPTION_DO:
        return BY_PUSH | BY_RECONCILE | BY_STATUS | BY_PRUNE;
    case OPTION_BACK:
    case OPTION_AGAIN:
        return BY_PUSH | BY_RECONCILE;
    case OPTION_EVERY:
    case OPTION_METRICS:
        return BY_RECONCILE;
    case OPTION_PROMETHEUS:
        return BY_STATUS;
    case OPTION_OLDER_THAN:
    case OPTION_MAX_TOTAL:
    case OPTION_DRY_RUN:
        return BY_PRUNE;
    case OPTION_JOBS:
    case OPTION_VRM:
        return BY_WORK;
    default: /* those that say which hub it is are the same for all */
        return BY_ALL;
    }
}

/* An option may stand before the verb, so that it is known at the end whether it fits. */
static void note_verbs(hub_options *out, const option *given) {
    for (int i = 0; i < HUB_VERB_COUNT; ++i) {
        bool fits = (verbs_of(given->id) & 1 << i) != 0;
        if (!fits && out->unfit[i] == NULL) out->unfit[i] = given->name;
    }
}

static option_result read_name(option_value *value, hub_options *out) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    size_t length = strlen(value->text);
    if (length == 0 || length > 32 || value->text[strspn(value->text, letters)] != '\0') {
        return OPTION_WRONG;
    }
    out->name = value->text;
    return OPTION_TAKEN;
}

/* What `vrm work` has too. */
static option_result read_work_option(const option_value *value, hub_options *out) {
    switch (value->option->id) {
    case OPTION_OUT:
        out->out = value->text;
        break;
    case OPTION_JOBS:
        out->jobs = value->whole;
        break;
    case OPTION_VRM:
        out->vrm = value->text;
        break;
    default:
        return job_limits_take(&out->limits, value);
    }
    return OPTION_TAKEN;
}

static option_result read_option(option_value *value, void *settings) {
    hub_options *out = settings;
    if (!value->is_default) note_verbs(out, value->option);
    switch (value->option->id) {
    case OPTION_SERVER:
        out->server = value->text;
        break;
    case OPTION_NAME:
        return read_name(value, out);
    case OPTION_DO:
        out->steps = value->text;
        break;
    case OPTION_BACK:
        out->is_back = true;
        break;
    case OPTION_AGAIN:
        out->takes_dead = true;
        break;
    case OPTION_EVERY:
        out->every = value->number;
        break;
    case OPTION_METRICS:
        out->metrics = value->text;
        break;
    case OPTION_PROMETHEUS:
        out->is_prometheus = true;
        break;
    case OPTION_ACK_WAIT:
        out->ack_wait = value->number;
        break;
    case OPTION_WAIT:
        out->wait = value->number;
        break;
    case OPTION_OLDER_THAN:
        out->older_than = value->number;
        break;
    case OPTION_MAX_TOTAL:
        out->max_total = value->bytes;
        break;
    case OPTION_DRY_RUN:
        out->is_dry_run = true;
        break;
    case OPTION_MAX_QUEUED:
        out->most_queued = value->whole;
        break;
    case OPTION_REPLICAS:
        out->replicas = 2 * (uint32_t)value->word + 1;
        break;
    default:
        return read_work_option(value, out);
    }
    return OPTION_TAKEN;
}

/* Without uploads, age and size alone decide what is removed. */
static bool has_bound(const hub_options *chosen) {
    return chosen->older_than >= 0.0 || chosen->max_total != UINT64_MAX;
}

static bool check(const hub_options *chosen) {
    bool needs_out = chosen->verb != HUB_PUSH && chosen->verb != HUB_DEAD;
    bool reads_files = chosen->verb != HUB_WORK && chosen->verb != HUB_DEAD;
    const char *problem = NULL, *about = NULL, *unfit = chosen->unfit[chosen->verb];
    char sentence[256];
    if (unfit != NULL) {
        problem = say_into(sentence, sizeof sentence, SAY("this subcommand has no option --{1}"),
                           &unfit, 1);
    } else if (needs_out && chosen->out == NULL) {
        problem = SAY("--out is required: the output folder");
    } else if (chosen->verb == HUB_PRUNE && !chosen->has_uploads && !has_bound(chosen)) {
        problem =
            SAY("prune needs uploads, - for jobs on standard input, --older-than or --max-total");
    } else if (reads_files && chosen->path_count == 0 && chosen->verb != HUB_PRUNE &&
               is_terminal(stdin)) {
        problem = SAY("no file was given, and standard input is a terminal");
    } else if (chosen->every > 0.0 && chosen->path_count == 0) {
        problem = SAY("--every needs files or folders: standard input can be read only once");
    } else if (chosen->metrics != NULL && !(chosen->every > 0.0)) {
        problem = SAY("--metrics needs --every; for one run, use status --prometheus");
    } else if (!reads_files && chosen->path_count > 0) {
        problem = SAY("this subcommand takes no files:"), about = chosen->paths[0];
    }
    if (problem != NULL) usage_error(COMMAND_HUB, problem, about);
    return problem == NULL;
}

/* Services wait for ever, and people do not. */
static double default_wait(const hub_options *chosen) {
    if (chosen->verb == HUB_WORK || chosen->every > 0.0) return 1e12;
    return chosen->verb == HUB_PUSH || chosen->verb == HUB_RECONCILE ? 30.0 : 2.0;
}

bool hub_options_read(hub_options *out, int argc, char **argv) {
    const char *verbs = command_verbs(command_of(COMMAND_HUB));
    int count, verb;
    *out = (hub_options){.older_than = -1.0, .max_total = UINT64_MAX};
    count = read_arguments(COMMAND_HUB, argc, argv, read_option, out);
    if (count < 0) return false;
    verb = count > 0 ? words_find(verbs, argv[0], strlen(argv[0])) : -1;
    if (verb < 0) {
        usage_error(
            COMMAND_HUB,
            SAY("the first argument must be push, work, reconcile, status, dead or prune, not"),
            count > 0 ? argv[0] : "");
        return false;
    }
    out->verb = (hub_verb)verb;
    out->paths = argv + 1;
    out->path_count = count - 1;
    out->has_uploads = out->path_count > 0;
    if (verb == HUB_PRUNE && out->path_count == 1 && strcmp(argv[1], "-") == 0) out->path_count = 0;
    if (!(out->wait > 0.0)) out->wait = default_wait(out);
    return check(out);
}
