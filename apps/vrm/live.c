/* vrm live: its options, and the avatar. */
#include "live.h"
#include "apps/kit/avatar/open.h"
#include "apps/kit/program/language.h"
#include "apps/kit/system/files.h"
#include "command.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

static option_result read_option(option_value *value, void *settings) {
    live_options *out = settings;
    switch (value->option->id) {
    case OPTION_LISTEN:
        out->listen_port = value->whole;
        break;
    case OPTION_SEND:
        out->send = value->text;
        break;
    case OPTION_PORT:
        out->send_port = value->whole;
        break;
    case OPTION_ADDRESS:
        out->address = value->text;
        break;
    case OPTION_FPS:
        out->fps = value->number;
        break;
    case OPTION_FRAMES:
        out->frames = value->whole;
        break;
    case OPTION_WAIT:
        out->wait = value->number;
        break;
    case OPTION_OUT:
        out->out = value->text;
        break;
    default:
        return OPTION_NOT_READ;
    }
    return OPTION_TAKEN;
}

/* An avatar that is neither for a recording nor for a sender is one to look at. */
static bool is_shown(const live_options *options) {
    return options->avatar != NULL && options->send == NULL && options->out == NULL;
}

/* What a command line lacks or has too much of; NULL: nothing. */
static const char *find_problem(const live_options *options, int count) {
    if (count > 1) return SAY("only one avatar can be given");
    if (is_shown(options) && (options->frames > 0 || options->wait > 0.0)) {
        return SAY("the viewer runs until you close it: --frames and --wait need --out or --send");
    }
    if (options->out == NULL) return NULL;
    if (options->send != NULL) return SAY("--out cannot be used with --send");
    return has_ending(options->out, ".vrma") ? NULL : SAY("--out needs a .vrma file");
}

/* Shows it in the viewer, which listens. Returns its exit code. */
static int show(const live_options *options) {
    const char *const lang = language_option();
    char port[16];
    const char *const words[] = {"--listen",  port,
                                 "--address", options->address,
                                 "--lang",    lang != NULL ? lang : language_name(),
                                 "--",        options->avatar};
    enum { WORDS = sizeof words / sizeof words[0] };
    char *arguments[WORDS];
    snprintf(port, sizeof port, "%" PRIu32, options->listen_port);
    for (int i = 0; i < WORDS; ++i) arguments[i] = (char *)(uintptr_t)words[i];
    return run_viewer(WORDS, arguments,
                      say("'vrm live AVATAR -o OUT.vrma' records without a window.\n"));
}

static int run_live(int argc, char **argv) {
    live_options options = {0};
    const char *problem;
    vrm_model *model = NULL;
    int code;
    const int count = read_arguments(COMMAND_LIVE, argc, argv, read_option, &options);
    if (count < 0) return EXIT_USAGE;
    options.avatar = count > 0 ? argv[0] : NULL;
    problem = find_problem(&options, count);
    if (problem != NULL) return usage_error(COMMAND_LIVE, problem, NULL);
    if (is_shown(&options)) return show(&options);
    if (count == 1) {
        vrm_report *report = NULL;
        const vrm_result result = load_path(argv[0], 0, &model, &report);
        if (result != VRM_OK) print_failure(argv[0], result, report);
        vrm_report_destroy(report);
        if (result != VRM_OK) return EXIT_NOT_LOADED;
    }
    code = options.send != NULL ? live_send(&options, model) : live_listen(&options, model);
    vrm_model_release(model);
    return code;
}

const command command_live = {COMMAND_LIVE, run_live};
