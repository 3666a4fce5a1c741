/* vrm edit: values of a file, changed without touching anything else. */
#include "apps/kit/batch/load.h"
#include "apps/kit/batch/rewrite.h"
#include "apps/kit/program/language.h"
#include "command.h"
#include "edit_places.h"
#include "edit_values.h"
#include "whole_file.h"

#include <stdlib.h>
#include <string.h>
#include <yyjson.h>

typedef enum step_kind {
    STEP_SET,
    STEP_REMOVE,
    STEP_APPLY,
    STEP_RENAME,
    STEP_REMOVE_NODE,
    STEP_MERGE_NODE
} step_kind;

/* One option, in the order of the command line. */
typedef struct step {
    step_kind kind;
    const char *text;
    yyjson_doc *patch; /* of --apply */
} step;

enum { MOST_STEPS = 1024 };

typedef struct edit_options {
    rewrite_options rewrite;
    step steps[MOST_STEPS];
    int count;
} edit_options;

static option_result add_step(option_value *value, edit_options *out, step_kind kind) {
    if (out->count == MOST_STEPS) {
        value->problem = SAY("too many operations; --apply takes any number");
        return OPTION_WRONG;
    }
    out->steps[out->count].kind = kind;
    out->steps[out->count++].text = value->text;
    return OPTION_TAKEN;
}

static option_result read_option(option_value *value, void *settings) {
    edit_options *out = settings;
    switch (value->option->id) {
    case OPTION_SET:
        return add_step(value, out, STEP_SET);
    case OPTION_REMOVE:
        return add_step(value, out, STEP_REMOVE);
    case OPTION_APPLY:
        return add_step(value, out, STEP_APPLY);
    case OPTION_RENAME_EXPRESSION:
        return add_step(value, out, STEP_RENAME);
    case OPTION_REMOVE_NODE:
        return add_step(value, out, STEP_REMOVE_NODE);
    case OPTION_MERGE_NODE:
        return add_step(value, out, STEP_MERGE_NODE);
    default:
        return rewrite_option_read(value, &out->rewrite);
    }
}

/* --- Steps --- */

/* POINTER=VALUE; a pointer with "=" in it cannot be written so. */
static vrm_result run_set(edit_places *places, const char *text) {
    char *pointer = copy_before(text, '=');
    char *json;
    vrm_result result;
    if (pointer == NULL) return edit_places_refuse(places, "--set needs POINTER=VALUE");
    json = json_of_value(strchr(text, '=') + 1);
    result = json != NULL ? edit_places_set(places, pointer, json) : VRM_ERROR_OUT_OF_MEMORY;
    free(json);
    free(pointer);
    return result;
}

static vrm_result run_rename(edit_places *places, const char *text) {
    char *from = copy_before(text, '=');
    vrm_result result;
    if (from == NULL) return edit_places_refuse(places, "--rename-expression needs FROM=TO");
    result = vrm_edit_rename_expression(places->edit, from, strchr(text, '=') + 1);
    free(from);
    return result;
}

/* One operation of docs/reference/diff.md. Its detail stays empty: the library lists the place. */
static vrm_result apply_one(edit_places *places, yyjson_val *operation) {
    yyjson_val *op = yyjson_obj_get(operation, "op");
    const char *path = yyjson_get_str(yyjson_obj_get(operation, "path"));
    yyjson_val *value = yyjson_obj_get(operation, "value");
    vrm_result result;
    char *json;
    if (change_details_add(places->details) == NULL) return VRM_ERROR_OUT_OF_MEMORY;
    if (path != NULL && yyjson_equals_str(op, "remove")) return vrm_edit_remove(places->edit, path);
    if (path == NULL || !yyjson_equals_str(op, "set") || value == NULL) {
        return edit_places_refuse(
            places, WORDS("the file of --apply has an operation that is neither set nor remove"));
    }
    json = yyjson_val_write(value, YYJSON_WRITE_NOFLAG, NULL);
    result = json != NULL ? vrm_edit_set(places->edit, path, json) : VRM_ERROR_OUT_OF_MEMORY;
    free(json);
    return result;
}

static vrm_result run_apply(edit_places *places, const step *at) {
    yyjson_val *root = yyjson_doc_get_root(at->patch);
    yyjson_val *list = yyjson_is_arr(root) ? root : yyjson_obj_get(root, "operations");
    yyjson_arr_iter each;
    yyjson_val *operation;
    vrm_result result = VRM_OK;
    if (!yyjson_is_arr(list)) {
        return edit_places_refuse(places, WORDS("the file of --apply has no list of operations"));
    }
    /* A difference says all of extensionsUsed, too. */
    vrm_edit_keep_extensions_used(places->edit);
    yyjson_arr_iter_init(list, &each);
    while (result == VRM_OK && (operation = yyjson_arr_iter_next(&each)) != NULL) {
        result = apply_one(places, operation);
    }
    return result;
}

/* Names of nodes mean the input, as numbers do. */
static vrm_result find_nodes(edit_places *places, const edit_options *options, int32_t *out) {
    for (int i = 0; i < options->count; ++i) {
        const step_kind kind = options->steps[i].kind;
        if (kind != STEP_REMOVE_NODE && kind != STEP_MERGE_NODE) continue;
        out[i] = edit_places_find_node(places, options->steps[i].text);
        if (out[i] == VRM_NONE) return VRM_ERROR_INVALID_ARGUMENT;
    }
    return VRM_OK;
}

static vrm_result run_values(edit_places *places, const edit_options *options) {
    vrm_result result = VRM_OK;
    for (int i = 0; i < options->count && result == VRM_OK; ++i) {
        const step *at = &options->steps[i];
        if (at->kind == STEP_SET) result = run_set(places, at->text);
        if (at->kind == STEP_REMOVE) result = edit_places_remove(places, at->text);
        if (at->kind == STEP_RENAME) result = run_rename(places, at->text);
    }
    return result;
}

/* Nodes that are removed one after the other are removed at once, so that their order means
 * nothing. */
static vrm_result run_nodes(edit_places *places, const edit_options *options,
                            const int32_t *nodes) {
    int32_t run[MOST_STEPS];
    uint32_t count = 0;
    vrm_result result = VRM_OK;
    for (int i = 0; i < options->count && result == VRM_OK; ++i) {
        if (options->steps[i].kind == STEP_REMOVE_NODE) run[count++] = nodes[i];
        if (options->steps[i].kind != STEP_MERGE_NODE) continue;
        if (count > 0) result = edit_places_remove_nodes(places, run, count);
        count = 0;
        if (result == VRM_OK) result = edit_places_merge_node(places, nodes[i]);
    }
    if (count > 0 && result == VRM_OK) result = edit_places_remove_nodes(places, run, count);
    return result;
}

/* Patches make the file that all other options mean. Nodes come last: what refers to them goes with
 * them, and other places move then (ED-005). */
static vrm_result run_steps(vrm_edit *edit, const char *path, change_details *details,
                            char *problem, size_t capacity, void *user) {
    const edit_options *options = user;
    edit_places places = {
        .edit = edit, .details = details, .problem = problem, .capacity = capacity};
    int32_t nodes[MOST_STEPS];
    vrm_result result = VRM_OK;
    (void)path;
    for (int i = 0; i < options->count && result == VRM_OK; ++i) {
        if (options->steps[i].kind == STEP_APPLY) result = run_apply(&places, &options->steps[i]);
    }
    if (result == VRM_OK) result = find_nodes(&places, options, nodes);
    if (result == VRM_OK) result = run_values(&places, options);
    if (result == VRM_OK) result = run_nodes(&places, options, nodes);
    edit_places_release(&places);
    return result;
}

/* --- The command --- */

/* Files of operations are read once. NULL, or the one that could not be. */
static const char *read_patches(edit_options *options) {
    for (int i = 0; i < options->count; ++i) {
        step *at = &options->steps[i];
        whole_file file;
        if (at->kind != STEP_APPLY) continue;
        if (!whole_file_read(at->text, &file)) return at->text;
        /* Numbers stay as they are spelled. */
        at->patch =
            yyjson_read_opts((char *)file.bytes, file.size, YYJSON_READ_NUMBER_AS_RAW, NULL, NULL);
        whole_file_release(&file);
        if (at->patch == NULL) return at->text;
    }
    return NULL;
}

static int run(int argc, char **argv) {
    static edit_options options; /* too large for the stack of some systems */
    const rewrite_command works = {.id = COMMAND_EDIT,
                                   .name = "edit",
                                   .checks = REWRITE_CHECKED,
                                   .edit = run_steps,
                                   .user = &options};
    int count = read_arguments(COMMAND_EDIT, argc, argv, read_option, &options), code;
    const char *unread;
    if (count < 0) return EXIT_USAGE;
    if (options.count == 0) {
        return usage_error(COMMAND_EDIT, SAY("no operation was given, such as --set or --remove"),
                           NULL);
    }
    unread = read_patches(&options);
    if (unread != NULL) {
        code = usage_error(COMMAND_EDIT, SAY("not a file of operations:"), unread);
    } else {
        code = rewrite_files(&works, &options.rewrite, count, argv);
    }
    for (int i = 0; i < options.count; ++i) yyjson_doc_free(options.steps[i].patch);
    return code;
}

const command command_edit = {COMMAND_EDIT, run};
