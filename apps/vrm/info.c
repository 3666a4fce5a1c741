/* vrm info: what is in a file. */
#include "info.h"
#include "apps/kit/avatar/open.h"
#include "apps/kit/batch/batch_options.h"
#include "apps/kit/batch/load.h"
#include "command.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <vrm/vrm.h>

/* --- The command --- */

/* An image whose first bytes are those of no format that is drawn. Loading looks at no image. */
static void check_images(const char *path, const vrm_model *model, file_notes *notes) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    for (uint32_t i = 0; i < gltf->image_count; ++i) {
        char pointer[24];
        const note_place place = {pointer, "image", (int32_t)i, gltf->images[i].name};
        vrm_image_header header;
        if (vrm_model_get_image_header(model, (int32_t)i, &header) != VRM_OK) continue;
        if (header.width != 0) continue;
        snprintf(pointer, sizeof pointer, "/images/%u", (unsigned)i);
        notes_add(notes, path, TOOL_IMAGE_UNKNOWN, &place, NULL);
    }
}

/* What the workers share. */
typedef struct info_job {
    const info_options *chosen;
    bool has_shown; /* a file: an empty line comes before the next */
} info_job;

static bool show(const batch_file *file, const vrm_model *model, const file_notes *notes,
                 info_job *job) {
    const info_options *chosen = job->chosen;
    const char *path = file->input.path;
    if (chosen->is_json) return print_json(file, model, notes, chosen);
    if (model == NULL) return true; /* standard error says why */
    if (chosen->is_brief) {
        print_brief(path, model, notes->report);
        return true;
    }
    if (job->has_shown) printf("\n");
    job->has_shown = true;
    print_file(path, model, notes, chosen);
    return true;
}

static void show_file(batch_file *file, memory_budget *budget, info_job *job) {
    const info_options *chosen = job->chosen;
    uint32_t flags =
        (chosen->takes_any ? VRM_LOAD_ANY_GLTF : 0u) | (chosen->is_strict ? VRM_LOAD_STRICT : 0u);
    file_notes notes = {0};
    vrm_model *model;
    bool is_good = load_file(file, flags, &chosen->files.batch.limits, budget, &model, &notes);
    if (is_good && !chosen->is_brief) {
        tell_of_vertices(file->input.path, model, &notes);
        check_images(file->input.path, model, &notes);
    }
    if (batch_begin_report(file) && !show(file, model, &notes, job)) is_good = false;
    vrm_model_release(model);
    notes_release(&notes);
    batch_end_report(file, is_good);
}

static void work(batch_worker *worker, void *user) {
    memory_budget budget;
    batch_file *file;
    memory_budget_init(&budget);
    while ((file = batch_take(worker)) != NULL) show_file(file, &budget, user);
}

static void report_late(const batch_file *file, void *user) {
    const info_options *chosen = ((const info_job *)user)->chosen;
    print_late("info", file, &chosen->files.batch.limits, chosen->is_json);
}

static option_result read_option(option_value *value, void *settings) {
    info_options *out = settings;
    switch (value->option->id) {
    case OPTION_JSON:
        out->is_json = true;
        break;
    case OPTION_BRIEF:
        out->is_brief = true;
        break;
    case OPTION_NODES:
        out->shows_nodes = true;
        break;
    case OPTION_ANY:
        out->takes_any = true;
        break;
    case OPTION_MAP_LICENCE:
        out->maps_license = true;
        break;
    case OPTION_STRICT:
        out->is_strict = true;
        break;
    default:
        return file_option_read(value, &out->files);
    }
    return OPTION_TAKEN;
}

static int run_info(int argc, char **argv) {
    info_options chosen = {.files.batch.steps = 1};
    info_job job = {&chosen, false};
    const batch_command works = {.work = work, .report_late = report_late, .user = &job};
    int file_count = read_arguments(COMMAND_INFO, argc, argv, read_option, &chosen);
    if (file_count < 0) return EXIT_USAGE;
    return work_on_files(COMMAND_INFO, &chosen.files, file_count, argv,
                         chosen.takes_any ? INPUT_ANY_GLTF : INPUT_AVATARS, &works);
}

const command command_info = {COMMAND_INFO, run_info};
