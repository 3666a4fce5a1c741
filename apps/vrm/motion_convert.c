/* vrm motion convert: any motion as a .vrma file. */
#include "apps/kit/avatar/meshopt.h"
#include "apps/kit/avatar/open.h"
#include "apps/kit/avatar/record.h"
#include "apps/kit/batch/load.h"
#include "apps/kit/options/arguments.h"
#include "apps/kit/program/console.h"
#include "apps/kit/program/language.h"
#include "apps/kit/system/output_file.h"
#include "motion.h"

#include <stdio.h>
#include <string.h>

typedef struct conversion {
    batch_file *input;
    memory_budget *budget;
    const char *from, *to;
    vrm_clip *clip;
    vrm_written *file;
    vrm_written_info info;
    size_t size;
    file_notes notes;
} conversion;

/* What a .vrma file cannot have as other formats have it. */
typedef struct change_words {
    vrm_written_changes change;
    const char *key, *sentence;
} change_words;

static const change_words changes[] = {
    {VRM_WRITTEN_SAMPLED, "sampled",
     SAY("bones that other joints move too were resampled at the rate of --fps")},
    {VRM_WRITTEN_LOOK_AT_POINT, "look-at-point", SAY("the lookAt point became a direction")},
    {VRM_WRITTEN_NOT_ALLOWED, "not-allowed",
     SAY("eyes, presets or custom expressions that .vrma does not allow were dropped")},
    {VRM_WRITTEN_BONES_ADDED, "bones-added",
     SAY("required bones that the motion lacks were added at rest")},
};

enum { CHANGE_COUNT = sizeof changes / sizeof changes[0] };

static bool load_motion(batch_file *file, memory_budget *budget, const motion_options *options,
                        vrm_clip **out_clip, file_notes *notes) {
    return load_clip(file, options->is_strict ? VRM_LOAD_STRICT : 0u, options->animation,
                     &options->files.batch.limits, budget, out_clip, notes);
}

static bool write(conversion *c, const motion_options *options) {
    const file_limits *limits = &options->files.batch.limits;
    const vrm_allocator allocator = memory_budget_allocator(c->budget);
    vrm_load_desc load;
    vrm_write_desc desc;
    load_desc_init(&load);
    load.allocator = &allocator;
    vrm_write_desc_init(&desc);
    desc.load = &load;
    if (options->fps > 0.0) desc.keys_per_second = (float)options->fps;
    if (options->is_small) desc.flags |= VRM_WRITE_SHORT_ROTATIONS;
    /* What is seen as little of one as of the other: 0.1 degrees, half a millimetre, a hundredth.
     */
    desc.max_degrees = (float)options->reduce;
    desc.max_meters = 0.005f * (float)options->reduce;
    desc.max_weight = 0.1f * (float)options->reduce;
    if (vrm_clip_write_vrma(c->clip, &desc, &c->file, NULL) != VRM_OK) {
        note_no_memory(&c->notes, c->from, limits, c->budget);
        return false;
    }
    vrm_written_info_init(&c->info);
    vrm_written_get_info(c->file, &c->info);
    return true;
}

static bool put(conversion *c) {
    const void *bytes = vrm_written_bytes(c->file, &c->size);
    vrm_diagnostic_argument said[2];
    const char *reason;
    bool is_good;
    if (!batch_hold(c->input)) return false; /* it was given up, and somebody says so */
    is_good = strcmp(c->to, "-") == 0 ? output_standard_put(bytes, c->size, &reason)
                                      : output_file_put(c->to, bytes, c->size, true, &reason);
    if (is_good) return true;
    said[0] = note_words(c->to);
    said[1] = note_words(reason);
    notes_add(&c->notes, c->from, TOOL_WRITE_FAILED, NULL, said);
    return false;
}

static bool print_json(const conversion *c) {
    json_line line;
    record_begin(&line, "motion", c->from);
    record_result(&line, &c->notes);
    json_path(&line, "out", c->to);
    json_unsigned(&line, "bytes", c->size);
    json_unsigned(&line, "keys", c->info.key_count);
    json_array(&line, "changes");
    for (int i = 0; i < CHANGE_COUNT; ++i) {
        if ((c->info.changes & changes[i].change) != 0) json_word(&line, NULL, changes[i].key);
    }
    json_close(&line);
    record_diagnostics(&line, &c->notes);
    return json_print(&line);
}

static void print_text(const conversion *c) {
    char keys[32], bytes[32];
    print_name(stdout, from_text(c->from), 400, 0);
    fputs(" → ", stdout);
    print_name(stdout, from_text(c->to), 400, 0);
    fputs("  ", stdout);
    say_to(stdout, "{1} keys, {2} bytes", with_commas(c->info.key_count, keys),
           with_commas(c->size, bytes));
    fputs("\n", stdout);
    for (int i = 0; i < CHANGE_COUNT; ++i) {
        if ((c->info.changes & changes[i].change) != 0) printf("  %s\n", say(changes[i].sentence));
    }
}

/* False: the record could not be printed. */
static bool report(const conversion *c, bool is_good, const motion_options *options) {
    if (strcmp(c->to, "-") == 0 && is_good) return true; /* standard output has the file */
    if (options->is_json) {
        return is_good ? print_json(c) : record_print_failure("motion", c->from, &c->notes);
    }
    if (is_good) print_text(c);
    return true;
}

void motion_write(batch_file *from, memory_budget *budget, const char *to,
                  const motion_options *options, motion_loader *load) {
    conversion c = {.input = from, .budget = budget, .from = from->input.path, .to = to};
    bool is_good = load(from, budget, options, &c.clip, &c.notes) && write(&c, options) && put(&c);
    if (batch_begin_report(from) && !report(&c, is_good, options)) is_good = false;
    vrm_written_destroy(c.file);
    vrm_clip_release(c.clip);
    notes_release(&c.notes);
    batch_end_report(from, is_good);
}

void motion_convert(batch_file *from, memory_budget *budget, const char *to,
                    const motion_options *options) {
    motion_write(from, budget, to, options, load_motion);
}
