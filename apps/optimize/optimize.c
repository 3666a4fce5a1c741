/* vrm optimize: smaller files. */
#include "optimize.h"
#include "aim.h"
#include "apps/kit/batch/progress.h"
#include "apps/kit/batch/rewrite.h"
#include "apps/kit/options/command.h"
#include "apps/kit/options/help.h"
#include "apps/kit/program/console.h"
#include "apps/kit/program/language.h"
#include "figures.h"
#include "image_tool.h"
#include "mesh_tool.h"

#include <stdio.h>
#include <string.h>

typedef struct optimize_options {
    rewrite_options files;
    vrm_optimize_flags flags;
    uint32_t max_texture, triangles;
    float jpeg_quality, webp_quality;
    profile aim; /* without a name: none */
} optimize_options;

/* What came of the file that a thread works on: it is made and reported by the same thread. */
typedef struct outcome {
    figures before, after;
    budget limits;
    bool has_shared; /* materials have got an atlas */
    bool is_old;     /* of a version whose materials get none */
    bool is_good;
} outcome;

static _Thread_local outcome current;

/* --- One file --- */

/* Everything but fewer triangles waits for the last round: images take most of the time. */
static uint64_t try_triangles(const void *bytes, size_t size, const vrm_optimize_desc *desc) {
    vrm_optimize_desc quick = *desc;
    vrm_written *file = NULL;
    figures found = {0};
    const void *smaller;
    quick.flags |= VRM_OPTIMIZE_KEEP_IMAGES;
    quick.flags &= ~(vrm_optimize_flags)(VRM_OPTIMIZE_ATLAS | VRM_OPTIMIZE_COMPRESS);
    if (vrm_optimize(bytes, size, &quick, &file, NULL) != VRM_OK) return 0;
    smaller = vrm_written_bytes(file, &size);
    if (!figures_take(smaller, size, desc->load, NULL, &found, NULL)) found.triangles = 0;
    vrm_written_destroy(file);
    return found.triangles;
}

/* A simplifier leaves out about as many triangles as it is asked to: rounds with a lower aim come
 * until the limit is kept, or a round is of no use. */
static void aim_at_triangles(const profile *profile, const void *bytes, size_t size,
                             vrm_optimize_desc *desc) {
    enum { MOST_ROUNDS = 8 };
    uint64_t least = UINT64_MAX;
    for (uint32_t i = 0; i < MOST_ROUNDS && desc->triangles != 0; ++i) {
        uint64_t triangles = try_triangles(bytes, size, desc);
        uint32_t next = aim_lower(profile, triangles, desc->triangles);
        if (next == 0 || triangles >= least) return;
        least = triangles;
        desc->triangles = next;
    }
}

static void aim(const optimize_options *options, const void *bytes, size_t size,
                vrm_optimize_desc *desc) {
    vrm_load_desc load = *desc->load;
    vrm_model *model = NULL;
    load.flags = VRM_LOAD_ANY_GLTF;
    if (options->aim.name == NULL || vrm_model_load(bytes, size, &load, &model, NULL) != VRM_OK) {
        return;
    }
    aim_for(&options->aim, model, desc);
    current.is_old = vrm_model_tables(model)->dialect == VRM_DIALECT_0 ||
                     vrm_model_tables(model)->dialect == VRM_DIALECT_1_DRAFT;
    vrm_model_release(model);
    /* What this build cannot do is left, and the limits say what is not reached. */
    if (mesh_tool_problem() != NULL) desc->triangles = 0;
    if (image_tool_problem() != NULL) desc->max_texture = 0;
    if (options->triangles == 0) aim_at_triangles(&options->aim, bytes, size, desc);
}

/* The tools, with a sign of life: they take nearly all of the time. */
static int32_t encode(const vrm_pixels *pixels, vrm_image_use use, vrm_encoded_image *out,
                      void *user) {
    progress_tick();
    return image_tool_encode(pixels, use, out, user);
}

static uint32_t simplify(const vrm_simplify_task *task, uint32_t *out_indices, void *user) {
    progress_tick();
    return mesh_tool_simplify(task, out_indices, user);
}

static void choose_tools(vrm_optimize_tools *tools) {
    if (image_tool_problem() == NULL) {
        tools->decode_image = image_tool_decode;
        tools->release_pixels = image_tool_release_pixels;
        tools->encode_image = encode;
    }
    if (mesh_tool_problem() == NULL) {
        tools->simplify = simplify;
        tools->order_triangles = mesh_tool_order;
    }
    if (mesh_tool_compress_problem() == NULL) tools->compress = mesh_tool_compress;
}

static void take_figures(const void *bytes, size_t size, const vrm_load_desc *settings,
                         const profile *profile, const vrm_written *file) {
    size_t smaller_size;
    const void *smaller = vrm_written_bytes(file, &smaller_size);
    for (uint32_t i = 0; i < vrm_written_change_count(file); ++i) {
        current.has_shared |= strcmp(vrm_written_change(file, i)->code, "materials-shared") == 0;
    }
    current.is_good =
        figures_take(bytes, size, settings, NULL, &current.before, NULL) &&
        figures_take(smaller, smaller_size, settings, profile, &current.after, &current.limits);
}

static vrm_result make(const void *bytes, size_t size, const vrm_load_desc *settings,
                       vrm_written **out_file, vrm_report **out_report, void *user) {
    const optimize_options *options = user;
    image_tool images;
    vrm_optimize_tools tools = {.user = &images};
    vrm_optimize_desc desc;
    vrm_result result;
    memset(&current, 0, sizeof current);
    image_tool_init(&images, settings, size);
    images.jpeg_quality = options->jpeg_quality;
    images.webp_quality = options->webp_quality;
    vrm_optimize_desc_init(&desc);
    desc.flags = options->flags;
    desc.load = settings;
    desc.tools = &tools;
    desc.max_texture = options->max_texture;
    desc.triangles = options->triangles;
    choose_tools(&tools);
    aim(options, bytes, size, &desc);
    result = vrm_optimize(bytes, size, &desc, out_file, out_report);
    image_tool_release(&images);
    if (result == VRM_OK) {
        take_figures(bytes, size, settings, options->aim.name != NULL ? &options->aim : NULL,
                     *out_file);
    }
    return result;
}

/* --- Saying --- */

/* Why a limit was missed. */
static const char *reason_of(budget_measure which) {
    switch (which) {
    case MEASURE_TRIANGLES:
        if (mesh_tool_problem() != NULL) return mesh_tool_problem();
        return SAY("fewer triangles would open gaps between the parts of a mesh");
    case MEASURE_MATERIALS:
    case MEASURE_DRAW_CALLS:
        if (image_tool_problem() != NULL) return image_tool_problem();
        if (current.is_old) {
            return SAY("atlases need VRM 1.0: convert the file with vrm migrate first");
        }
        return current.has_shared
                   ? SAY("the other materials differ in more than their textures")
                   : SAY("no atlas was made: the materials differ in more than their textures");
    case MEASURE_IMAGE_SIDE:
    case MEASURE_TEXTURE_BYTES:
    case MEASURE_COMPRESSED_TEXTURE_BYTES:
        if (image_tool_problem() != NULL) return image_tool_problem();
        return SAY("textures are not shrunk below 128 pixels");
    default:
        return SAY("vrm optimize removes only unused ones");
    }
}

static bool misses_limits(void *user) {
    (void)user;
    for (uint32_t i = 0; current.is_good && i < current.limits.count; ++i) {
        if (budget_is_over(&current.limits.rows[i])) return true;
    }
    return false;
}

static void print_limits(const budget *limits) {
    char value[32], limit[32], missed[256], text[1024];
    for (uint32_t i = 0; i < limits->count; ++i) {
        const budget_row *row = &limits->rows[i];
        if (!budget_is_over(row)) continue;
        const char *arguments[4] = {say(measure_words(row->which)), with_commas(row->value, value),
                                    limits->profile->name, with_commas(row->limit, limit)};
        say_into(missed, sizeof missed, SAY("{1}: {2}, but {3} allows {4}"), arguments, 4);
        snprintf(text, sizeof text, "%s (%s)", missed, say(reason_of(row->which)));
        fputs("  ", stdout);
        print_fitted(stdout, text, 2, 4);
    }
}

/* What a person who wants small images should see, though nothing changed. */
static void print_undecoded(const vrm_written *file) {
    for (uint32_t i = 0; i < vrm_written_change_count(file); ++i) {
        const vrm_change *change = vrm_written_change(file, i);
        if (strcmp(change->code, "images-not-decoded") != 0) continue;
        char said[1024];
        fputs("  - ", stdout);
        print_fitted(stdout, say_change(change->text, said, sizeof said), 4, 4);
    }
}

static void print(const vrm_written *file, void *user) {
    bool is_over = misses_limits(user);
    print_undecoded(file);
    if (!current.is_good) return;
    figures_print(&current.before, &current.after);
    if (current.limits.profile == NULL) return;
    if (is_over) {
        say_to(stdout, "limits of {1} that were not met:", current.limits.profile->name);
    } else {
        say_to(stdout, "all limits of {1} are met", current.limits.profile->name);
    }
    fputs("\n", stdout);
    if (is_over) print_limits(&current.limits);
}

static void add_json(json_line *line, const vrm_written *file, void *user) {
    (void)file, (void)user;
    if (!current.is_good) return;
    figures_add_json(line, "before", &current.before);
    figures_add_json(line, "after", &current.after);
    if (current.limits.profile == NULL) return;
    json_word(line, "profile", current.limits.profile->name);
    json_array(line, "limits");
    for (uint32_t i = 0; i < current.limits.count; ++i) {
        const budget_row *row = &current.limits.rows[i];
        json_object(line, NULL);
        json_word(line, "measure", measure_key(row->which));
        json_unsigned(line, "value", row->value);
        json_unsigned(line, "limit", row->limit);
        json_flag(line, "is_over", budget_is_over(row));
        if (budget_is_over(row)) json_word(line, "reason", reason_of(row->which));
        json_close(line);
    }
    json_close(line);
}

/* --- The command --- */

static option_result refuse_where(const char *problem, option_value *value) {
    if (problem == NULL) return OPTION_TAKEN;
    value->problem = problem;
    return OPTION_WRONG;
}

static option_result read_profile(option_value *value, profile *out) {
    static char problem[PROFILE_PROBLEM];
    profile_release(out);
    return profile_load(value->text, out, problem) ? OPTION_TAKEN : refuse_where(problem, value);
}

static option_result read_option(option_value *value, void *settings) {
    optimize_options *out = settings;
    switch (value->option->id) {
    case OPTION_MAX_TEXTURE:
        out->max_texture = value->whole;
        return refuse_where(image_tool_problem(), value);
    case OPTION_JPEG:
        out->jpeg_quality = (float)value->number;
        return refuse_where(image_tool_jpeg_problem(), value);
    case OPTION_WEBP:
        out->webp_quality = (float)value->number;
        return refuse_where(image_tool_webp_problem(), value);
    case OPTION_TRIANGLES:
        out->triangles = value->whole;
        return refuse_where(mesh_tool_problem(), value);
    case OPTION_QUANTIZE:
        out->flags |= VRM_OPTIMIZE_QUANTIZE;
        return OPTION_TAKEN;
    case OPTION_COMPRESS:
        out->flags |= VRM_OPTIMIZE_COMPRESS;
        return refuse_where(mesh_tool_compress_problem(), value);
    case OPTION_DECOMPRESS:
        out->flags |= VRM_OPTIMIZE_DECOMPRESS;
        return refuse_where(mesh_tool_compress_problem(), value);
    case OPTION_ATLAS:
        out->flags |= VRM_OPTIMIZE_ATLAS;
        return refuse_where(image_tool_problem(), value);
    case OPTION_KEEP: /* the words are in the order of the flags */
        out->flags |= value->word_set;
        return OPTION_TAKEN;
    case OPTION_PROFILE:
        return read_profile(value, &out->aim);
    default:
        return rewrite_option_read(value, &out->files);
    }
}

static int run_optimize(int argc, char **argv) {
    optimize_options options;
    const rewrite_command works = {.id = COMMAND_OPTIMIZE,
                                   .name = "optimize",
                                   .make = make,
                                   .add_json = add_json,
                                   .print = print,
                                   .misses = misses_limits,
                                   .user = &options};
    int count, code;
    memset(&options, 0, sizeof options);
    mesh_tool_begin();
    count = read_arguments(COMMAND_OPTIMIZE, argc, argv, read_option, &options);
    code = count < 0 ? EXIT_USAGE : rewrite_files(&works, &options.files, count, argv);
    profile_release(&options.aim);
    return code;
}

const command command_optimize = {COMMAND_OPTIMIZE, run_optimize};
