/* vrm --version: what this program is, what it was built with, and which limits are in force. */
#include "version.h"
#include "apps/kit/avatar/record.h"
#include "apps/kit/options/options.h"
#include "apps/kit/program/program.h"
#include "pages.h"

#include <stdio.h>
#include <string.h>
#include <vrm/lanes.h>
#include <vrm/vrm.h>
#include <yyjson.h>

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#elif defined(_MSC_VER)
#define TEXT_OF(number) #number
#define NUMBER_TEXT(number) TEXT_OF(number)
#define COMPILER "MSVC " NUMBER_TEXT(_MSC_FULL_VER)
#else
#define COMPILER "unknown"
#endif

/* What a build has or has not. CMake gives those that are there as VRM_FEATURES, with bars between
 * them; the programs that draw are of the same build. */
static const struct {
    const char *name, *program, *what;
} features[] = {
    {"pictures", "vrm-draw", "vrm render and vrm thumb"},
    {"view", "vrm-view", "vrm view"},
    {"png", "vrm-draw", "reads and writes PNG (libpng)"},
    {"deflate", "vrm-draw", "reads and writes PNG faster (libdeflate)"},
    {"jpeg", "vrm-draw", "reads and writes JPEG (libjpeg-turbo)"},
    {"webp", "vrm-draw", "reads WebP (libwebp)"},
    {"webp-writer", "vrm-draw", "writes WebP (libwebpmux)"},
    {"gif", "vrm-draw", "writes GIF (giflib)"},
    {"mp4", "vrm-draw", "writes MP4 (FFmpeg's libraries)"},
    {"meshopt", "vrm", "reads compressed meshes (meshoptimizer)"},
    {"meshoptimizer", "vrm-optimize", "leaves out triangles (meshoptimizer)"},
    {"sha256", "vrm",
     "names of outputs and keys of jobs by hashes (nettle, or the system's library)"},
    {"index", "vrm-index", "vrm index (SQLite)"},
    {"live", "vrm", "vrm live (sockets, libvrm-live)"},
    {"hub", "vrm-hub", "jobs from a queue of NATS JetStream (libnats)"},
    {"text-shaping", "vrm-draw", "names in any script (FreeType, HarfBuzz, FriBidi, fontconfig)"},
};

static void add_features(json_line *line) {
    json_array(line, "features");
    for (size_t i = 0; i < sizeof features / sizeof features[0]; ++i) {
        const char *name = features[i].name;
        json_object(line, NULL);
        json_word(line, "name", name);
        json_flag(line, "built", words_find(VRM_FEATURES, name, strlen(name)) >= 0);
        json_word(line, "program", features[i].program);
        json_word(line, "what", features[i].what);
        json_close(line);
    }
    json_close(line);
}

/* Where the programs that draw are, if they are there. */
static void add_programs(json_line *line) {
    static const char *const names[] = {"vrm-draw", "vrm-view", "vrm-index", "vrm-hub"};
    json_array(line, "programs");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        char path[MAX_PROGRAM_PATH];
        bool is_there = program_find(names[i], path);
        json_object(line, NULL);
        json_word(line, "name", names[i]);
        json_flag(line, "found", is_there);
        if (is_there) json_path(line, "path", path);
        json_close(line);
    }
    json_close(line);
}

static void add_lanes(json_line *line) {
    json_array(line, "lanes");
    for (vrm_lanes i = VRM_LANES_AUTO + 1; vrm_lanes_name(i)[0] != '\0'; ++i) {
        if (vrm_lanes_supported(i)) json_word(line, NULL, vrm_lanes_name(i));
    }
    json_close(line);
}

static void add_build(json_line *line) {
    static const char lang[] = "--lang";
    json_object(line, "build");
    json_word(line, "compiler", COMPILER);
    json_word(line, "type", VRM_BUILD_TYPE);
    json_word(line, "system", VRM_BUILD_SYSTEM);
    json_word(line, "processor", VRM_BUILD_PROCESSOR);
    json_word(line, "yyjson", YYJSON_VERSION_STRING);
    add_lanes(line);
    json_words(line, "languages", option_find(COMMAND_TOOL, lang, sizeof lang - 1)->words);
    json_close(line);
}

/* Those of a load (vrm/model.h), by their names there. */
static void add_load_limits(json_line *line) {
    vrm_limits limits;
    vrm_limits_init(&limits);
    json_object(line, "load");
    json_unsigned(line, "max_file_bytes", limits.max_file_bytes);
    json_unsigned(line, "max_json_bytes", limits.max_json_bytes);
    json_unsigned(line, "max_memory_bytes", limits.max_memory_bytes);
    json_unsigned(line, "max_external_bytes", limits.max_external_bytes);
    json_unsigned(line, "max_allocations", limits.max_allocations);
    json_unsigned(line, "max_json_values", limits.max_json_values);
    json_unsigned(line, "max_json_depth", limits.max_json_depth);
    json_unsigned(line, "max_nodes", limits.max_nodes);
    json_unsigned(line, "max_elements", limits.max_elements);
    json_unsigned(line, "max_diagnostics", limits.max_diagnostics);
    json_unsigned(line, "max_expressions", limits.max_expressions);
    json_unsigned(line, "max_binds", limits.max_binds);
    json_unsigned(line, "max_joints", limits.max_joints);
    json_unsigned(line, "max_colliders", limits.max_colliders);
    json_unsigned(line, "max_collider_tests", limits.max_collider_tests);
    json_unsigned(line, "max_morph_weights", limits.max_morph_weights);
    json_unsigned(line, "max_materials", limits.max_materials);
    json_unsigned(line, "max_decoded_bytes", limits.max_decoded_bytes);
    json_close(line);
}

/* The ranges of options are limits too: what a number may be, by command and option. */
static void add_option_limits(json_line *line) {
    json_object(line, "options");
    for (int i = COMMAND_TOOL + 1; i < COMMAND_COUNT; ++i) {
        const command_text *command = command_of((command_id)i);
        json_object(line, command->name);
        for (const option *row = option_next(command->id, NULL); row != NULL;
             row = option_next(command->id, row)) {
            if (!(row->most > row->least) || row->kind == VALUE_NUMBERS) continue;
            json_object(line, row->name);
            json_number(line, "least", row->least);
            json_number(line, "most", row->most);
            json_close(line);
        }
        json_close(line);
    }
    json_close(line);
}

void version_print(void) { printf("vrm %s\n", vrm_version()); }

bool version_print_json(void) {
    json_line line;
    record_begin_alone(&line, "version");
    json_word(&line, "version", vrm_version());
    add_build(&line);
    add_features(&line);
    add_programs(&line);
    json_object(&line, "limits");
    add_load_limits(&line);
    add_option_limits(&line);
    json_close(&line);
    return json_print(&line);
}
