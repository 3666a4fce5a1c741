#include "batch_options.h"
#include "apps/kit/program/language.h"
#include "apps/kit/system/mapped.h"

#include <stdio.h>
#include <string.h>

option_result file_option_read(option_value *value, file_options *out) {
    switch (value->option->id) {
    case OPTION_LIST:
        out->list = value->text;
        return OPTION_TAKEN;
    case OPTION_RESUME:
        out->resume = value->text;
        return OPTION_TAKEN;
    case OPTION_JOBS:
        out->batch.jobs = value->whole;
        return OPTION_TAKEN;
    case OPTION_ORDERED:
        out->batch.is_ordered = true;
        return OPTION_TAKEN;
    case OPTION_MAX_BYTES:
        out->batch.limits.max_bytes = value->bytes;
        return OPTION_TAKEN;
    case OPTION_MAX_MEMORY:
        out->batch.limits.max_memory = value->bytes;
        return OPTION_TAKEN;
    case OPTION_TIMEOUT:
        out->batch.limits.timeout = value->number;
        value->problem =
            SAY("this program was built for a system without threads and cannot give up "
                "a file");
        return batch_can_give_up() ? OPTION_TAKEN : OPTION_WRONG;
    default:
        return OPTION_NOT_READ;
    }
}

option_result output_option_read(option_value *value, output_options *out) {
    switch (value->option->id) {
    case OPTION_OUT:
        out->out = value->text;
        return OPTION_TAKEN;
    case OPTION_NAME:
        out->name = value->text;
        return OPTION_TAKEN;
    case OPTION_OVERWRITE:
        out->overwrites = true;
        return OPTION_TAKEN;
    case OPTION_SKIP_EXISTING:
        out->skips_existing = true;
        return OPTION_TAKEN;
    default:
        return OPTION_NOT_READ;
    }
}

/* Who hands over a file in memory that nobody can change any more waits for this process as a
 * whole, and can end it. A thread that watches over the work would take longer to start than most
 * files. */
static bool is_watched(const file_options *options, const input_options *from) {
    return options->batch.jobs <= 1 && !(options->batch.limits.timeout > 0.0) &&
           from->list == NULL && from->path_count == 1 && strcmp(from->paths[0], "-") == 0 &&
           is_standard_input_sealed();
}

/* Those of `from` that have no record yet; `resume` is ready. */
static int work_on_rest(command_id command, const file_options *options, input_options *from,
                        resume *resume, const batch_command *work) {
    batch_options settings = options->batch;
    inputs inputs;
    int code;
    from->resumed = resume;
    settings.is_alone = is_watched(options, from);
    if (!inputs_open(&inputs, from, command, &code)) return code;
    code = batch_run(&inputs, &settings, work);
    inputs_close(&inputs);
    return code == EXIT_LOADED && resume != NULL && resume->has_failures ? EXIT_NOT_LOADED : code;
}

int work_on_files(command_id command, const file_options *options, int path_count, char **paths,
                  input_kind kind, const batch_command *work) {
    input_options from = {
        .paths = paths, .path_count = path_count, .list = options->list, .kind = kind};
    resume former;
    int code;
    if (options->resume == NULL) return work_on_rest(command, options, &from, NULL, work);
    if (!resume_begin(&former, command, options->resume, &code)) return code;
    code = work_on_rest(command, options, &from, &former, work);
    resume_end(&former);
    return code;
}
