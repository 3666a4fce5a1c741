/* The settings of a load, which every function that takes them keeps in the same way (ER-026). */
#include "clip/motion_fixture.h"
#include "make/rigged_body.h"
#include "support/avatar.h"
#include "support/rewritten.h"
#include "test.h"

#include <string.h>
#include <vrm/author.h>

/* What the functions work on. */
typedef struct inputs {
    loaded avatar;
    const void *buffer; /* of the avatar */
    fixture body;       /* a rigged file without an avatar */
    clip_file motion;
} inputs;

static inputs open_inputs(void) {
    static const float times[] = {0, 1}, turns[] = {0, 0, 0, 1, 0, 0.17364818f, 0, 0.98480775f};
    static const motion_track tracks[] = {{2, "rotation", NULL, 2, times, turns}};
    const body b = {.names = NAMES_MIXAMO, .unit = 1, .has_arms_down = true};
    inputs inputs = {0};
    inputs.avatar = load_vrm1("'lookAt':{'type':'bone'}", NULL);
    inputs.buffer = file_buffer(&inputs.avatar);
    inputs.body = make_body(&b);
    inputs.motion = load_motion(&(motion_file){NULL, NULL, NULL, tracks, 1}, NULL);
    return inputs;
}

static void close_inputs(inputs *inputs) {
    unload(&inputs->avatar);
    fixture_free(&inputs->body);
    unload_motion(&inputs->motion);
}

/* --- The functions --- */

static vrm_result try_load(const inputs *inputs, const vrm_load_desc *load) {
    const fixture *file = &inputs->avatar.file;
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    vrm_result result = vrm_model_load(file->bytes, file->size, load, &model, &report);
    vrm_model_release(model);
    vrm_report_destroy(report);
    return result;
}

static vrm_result try_clip(const inputs *inputs, const vrm_load_desc *load) {
    const fixture *file = &inputs->motion.file;
    vrm_clip_desc desc;
    vrm_clip *clip = NULL;
    vrm_report *report = NULL;
    vrm_result result;
    vrm_clip_desc_init(&desc);
    desc.load = load;
    result = vrm_clip_load(file->bytes, file->size, &desc, &clip, &report);
    vrm_clip_release(clip);
    vrm_report_destroy(report);
    return result;
}

static vrm_result try_check(const inputs *inputs, const vrm_load_desc *load) {
    const fixture *file = &inputs->avatar.file;
    vrm_check_desc desc;
    vrm_report *report = NULL;
    vrm_result result;
    vrm_check_desc_init(&desc);
    desc.load = load;
    result = vrm_check(file->bytes, file->size, &desc, &report);
    vrm_report_destroy(report);
    return result;
}

static vrm_result try_check_model(const inputs *inputs, const vrm_load_desc *load) {
    vrm_check_desc desc;
    vrm_report *report = NULL;
    vrm_result result;
    vrm_check_desc_init(&desc);
    desc.load = load;
    result = vrm_check_model(inputs->avatar.model, &desc, &report);
    vrm_report_destroy(report);
    return result;
}

static vrm_result try_fix(const inputs *inputs, const vrm_load_desc *load) {
    const fixture *file = &inputs->avatar.file;
    vrm_check_desc desc;
    vrm_written *written = NULL;
    vrm_report *report = NULL;
    vrm_result result;
    vrm_check_desc_init(&desc);
    desc.load = load;
    result = vrm_fix(file->bytes, file->size, &desc, &written, &report);
    vrm_written_destroy(written);
    vrm_report_destroy(report);
    return result;
}

static vrm_result try_edit(const inputs *inputs, const vrm_load_desc *load) {
    const fixture *file = &inputs->avatar.file;
    vrm_edit *edit = NULL;
    vrm_report *report = NULL;
    vrm_result result = vrm_edit_create(file->bytes, file->size, load, &edit, &report);
    vrm_edit_destroy(edit);
    vrm_report_destroy(report);
    return result;
}

static vrm_result try_migrate(const inputs *inputs, const vrm_load_desc *load) {
    const fixture *file = &inputs->avatar.file;
    vrm_migrate_desc desc;
    vrm_written *written = NULL;
    vrm_report *report = NULL;
    vrm_result result;
    vrm_migrate_desc_init(&desc);
    desc.load = load;
    desc.to = VRM_DIALECT_0;
    desc.flags = VRM_MIGRATE_ACCEPT_LICENSE_MAPPING;
    result = vrm_migrate(file->bytes, file->size, &desc, &written, &report);
    vrm_written_destroy(written);
    vrm_report_destroy(report);
    return result;
}

static vrm_result try_normalize(const inputs *inputs, const vrm_load_desc *load) {
    const fixture *file = &inputs->avatar.file;
    vrm_normalize_desc desc;
    vrm_written *written = NULL;
    vrm_report *report = NULL;
    vrm_result result;
    vrm_normalize_desc_init(&desc);
    desc.load = load;
    result = vrm_normalize(file->bytes, file->size, &desc, &written, &report);
    vrm_written_destroy(written);
    vrm_report_destroy(report);
    return result;
}

static vrm_result try_optimize(const inputs *inputs, const vrm_load_desc *load) {
    const fixture *file = &inputs->avatar.file;
    vrm_optimize_desc desc;
    vrm_written *written = NULL;
    vrm_report *report = NULL;
    vrm_result result;
    vrm_optimize_desc_init(&desc);
    desc.load = load;
    result = vrm_optimize(file->bytes, file->size, &desc, &written, &report);
    vrm_written_destroy(written);
    vrm_report_destroy(report);
    return result;
}

static vrm_result try_make(const inputs *inputs, const vrm_load_desc *load) {
    vrm_make_desc desc;
    vrm_written *written = NULL, *guesses = NULL;
    vrm_report *report = NULL;
    vrm_result result;
    vrm_make_desc_init(&desc);
    desc.load = load;
    result = vrm_make(inputs->body.bytes, inputs->body.size, &desc, &written, &guesses, &report);
    vrm_written_destroy(written);
    vrm_written_destroy(guesses);
    vrm_report_destroy(report);
    return result;
}

static vrm_result try_diff(const inputs *inputs, const vrm_load_desc *load) {
    vrm_diff_desc desc;
    vrm_diff *diff = NULL;
    vrm_result result;
    vrm_diff_desc_init(&desc);
    desc.load = load;
    result = vrm_diff_create(inputs->avatar.model, inputs->avatar.model, &desc, &diff, NULL);
    vrm_diff_destroy(diff);
    return result;
}

static vrm_result try_write_vrma(const inputs *inputs, const vrm_load_desc *load) {
    vrm_write_desc desc;
    vrm_written *written = NULL;
    vrm_result result;
    vrm_write_desc_init(&desc);
    desc.load = load;
    result = vrm_clip_write_vrma(inputs->motion.clip, &desc, &written, NULL);
    vrm_written_destroy(written);
    return result;
}

static vrm_result try_write_avatar(const inputs *inputs, const vrm_load_desc *load) {
    vrm_write_avatar_desc desc;
    vrm_written *written = NULL;
    vrm_result result;
    vrm_write_avatar_desc_init(&desc);
    desc.load = load;
    result = vrm_write_avatar(inputs->avatar.gltf, inputs->avatar.tables, &inputs->buffer, &desc,
                              &written, NULL);
    vrm_written_destroy(written);
    return result;
}

static const struct {
    const char *name;
    vrm_result (*call)(const inputs *inputs, const vrm_load_desc *load);
    bool reads_avatar; /* its file, and not tables of a model */
} verbs[] = {
    {"vrm_model_load", try_load, true},
    {"vrm_clip_load", try_clip, false},
    {"vrm_check", try_check, true},
    {"vrm_check_model", try_check_model, false},
    {"vrm_fix", try_fix, true},
    {"vrm_edit_create", try_edit, true},
    {"vrm_migrate", try_migrate, true},
    {"vrm_normalize", try_normalize, true},
    {"vrm_optimize", try_optimize, true},
    {"vrm_make", try_make, false},
    {"vrm_diff_create", try_diff, false},
    {"vrm_clip_write_vrma", try_write_vrma, false},
    {"vrm_write_avatar", try_write_avatar, false},
};

enum { VERBS = sizeof verbs / sizeof verbs[0] };

/* --- The settings --- */

TEST(er_026_the_allocator_serves_the_whole_call) {
    inputs inputs = open_inputs();
    for (size_t i = 0; i < VERBS; ++i) {
        counting counter;
        vrm_load_desc load;
        vrm_load_desc_init(&load);
        load.allocator = &counter.allocator;
        test_note("%s", verbs[i].name);
        counting_init(&counter, -1);
        CHECK_INT(verbs[i].call(&inputs, &load), VRM_OK);
        CHECK(counter.count > 0);
        CHECK_INT(counter.live, 0);
        CHECK(!counter.is_size_wrong);
        counting_init(&counter, 0);
        CHECK_INT(verbs[i].call(&inputs, &load), VRM_ERROR_OUT_OF_MEMORY);
        CHECK_INT(counter.live, 0);
    }
    close_inputs(&inputs);
}

TEST(er_026_limits_hold_for_the_whole_call) {
    inputs inputs = open_inputs();
    for (size_t i = 0; i < VERBS; ++i) {
        vrm_limits limits;
        vrm_load_desc load;
        vrm_limits_init(&limits);
        vrm_load_desc_init(&load);
        load.limits = &limits;
        test_note("%s", verbs[i].name);
        limits.max_memory_bytes = 2048;
        CHECK_INT(verbs[i].call(&inputs, &load), VRM_ERROR_LIMIT);
    }
    close_inputs(&inputs);
}

static int32_t stop(void *user) {
    *(int *)user += 1;
    return 1;
}

TEST(er_026_every_call_can_be_cancelled) {
    inputs inputs = open_inputs();
    for (size_t i = 0; i < VERBS; ++i) {
        vrm_load_desc load;
        int asked = 0;
        vrm_load_desc_init(&load);
        load.cancel = stop;
        load.cancel_user = &asked;
        test_note("%s", verbs[i].name);
        CHECK_INT(verbs[i].call(&inputs, &load), VRM_ERROR_CANCELLED);
        CHECK(asked > 0);
    }
    close_inputs(&inputs);
}

TEST(er_026_flags_mean_the_same_everywhere) {
    inputs inputs = open_inputs();
    unload(&inputs.avatar);
    inputs.avatar = load_vrm1("'lookAt':{'type':7}", NULL);
    for (size_t i = 0; i < VERBS; ++i) {
        vrm_load_desc load;
        vrm_load_desc_init(&load);
        test_note("%s", verbs[i].name);
        if (verbs[i].reads_avatar) {
            CHECK_INT(verbs[i].call(&inputs, &load), VRM_OK);
            load.flags = VRM_LOAD_STRICT;
            CHECK(verbs[i].call(&inputs, &load) != VRM_OK);
        }
        load.flags = 1u << 31;
        CHECK_INT(verbs[i].call(&inputs, &load), VRM_ERROR_INVALID_ARGUMENT);
    }
    close_inputs(&inputs);
}

TEST_SUITE(load_settings, ENTRY(er_026_the_allocator_serves_the_whole_call),
           ENTRY(er_026_limits_hold_for_the_whole_call), ENTRY(er_026_every_call_can_be_cancelled),
           ENTRY(er_026_flags_mean_the_same_everywhere));
