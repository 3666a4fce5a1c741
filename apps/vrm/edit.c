/* vrm edit: values of a file, changed without touching anything else. */
#include "apps/kit/language.h"
#include "apps/kit/load.h"
#include "apps/kit/rewrite.h"
#include "command.h"
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
        value->problem = SAY("there are too many operations; --apply takes any number");
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

static vrm_result refuse(char *problem, size_t capacity, const char *sentence) {
    snprintf(problem, capacity, "%s", sentence);
    return VRM_ERROR_INVALID_ARGUMENT;
}

/* POINTER=VALUE; a pointer with "=" in it cannot be written so. */
static vrm_result run_set(vrm_edit *edit, const char *text, char *problem, size_t capacity) {
    char *pointer = copy_before(text, '=');
    char *json;
    vrm_result result;
    if (pointer == NULL) return refuse(problem, capacity, "--set needs POINTER=VALUE");
    json = json_of_value(strchr(text, '=') + 1);
    result = json != NULL ? vrm_edit_set(edit, pointer, json) : VRM_ERROR_OUT_OF_MEMORY;
    free(json);
    free(pointer);
    return result;
}

static vrm_result run_rename(vrm_edit *edit, const char *text, char *problem, size_t capacity) {
    char *from = copy_before(text, '=');
    vrm_result result;
    if (from == NULL) return refuse(problem, capacity, "--rename-expression needs FROM=TO");
    result = vrm_edit_rename_expression(edit, from, strchr(text, '=') + 1);
    free(from);
    return result;
}

/* The node of a name, as the file is now, after the steps before this one. */
static vrm_result find_named(vrm_edit *edit, const char *name, int32_t *out, char *problem,
                             size_t capacity) {
    size_t length = 0, index, count;
    const char *json = vrm_edit_get(edit, "/nodes", &length);
    yyjson_doc *document = json != NULL ? yyjson_read(json, length, YYJSON_READ_NOFLAG) : NULL;
    yyjson_val *node;
    int found = 0;
    yyjson_arr_foreach(yyjson_doc_get_root(document), index, count, node) {
        if (!yyjson_equals_str(yyjson_obj_get(node, "name"), name)) continue;
        *out = (int32_t)index;
        ++found;
    }
    yyjson_doc_free(document);
    if (found == 1) return VRM_OK;
    snprintf(problem, capacity,
             found == 0 ? "there is no node \"%.200s\""
                        : "there are several nodes \"%.200s\"; give the number of the one that is "
                          "meant",
             name);
    return VRM_ERROR_INVALID_ARGUMENT;
}

/* A number is an index; anything else is a name. */
static vrm_result find_node(vrm_edit *edit, const char *text, int32_t *out, char *problem,
                            size_t capacity) {
    const size_t length = strlen(text);
    if (length == 0 || length > 9 || strspn(text, "0123456789") != length) {
        return find_named(edit, text, out, problem, capacity);
    }
    *out = (int32_t)strtol(text, NULL, 10);
    return VRM_OK;
}

static vrm_result run_node(vrm_edit *edit, const step *at, char *problem, size_t capacity) {
    int32_t node = VRM_NONE;
    vrm_result result = find_node(edit, at->text, &node, problem, capacity);
    if (result != VRM_OK) return result;
    return at->kind == STEP_MERGE_NODE ? vrm_edit_merge_node(edit, node)
                                       : vrm_edit_remove_nodes(edit, &node, 1);
}

/* One operation of docs/diff.md. */
static vrm_result apply_one(vrm_edit *edit, yyjson_val *operation, char *problem, size_t capacity) {
    yyjson_val *op = yyjson_obj_get(operation, "op");
    const char *path = yyjson_get_str(yyjson_obj_get(operation, "path"));
    yyjson_val *value = yyjson_obj_get(operation, "value");
    vrm_result result;
    char *json;
    if (path != NULL && yyjson_equals_str(op, "remove")) return vrm_edit_remove(edit, path);
    if (path == NULL || !yyjson_equals_str(op, "set") || value == NULL) {
        return refuse(problem, capacity,
                      "the file of --apply has an operation that is neither set nor remove");
    }
    json = yyjson_val_write(value, YYJSON_WRITE_NOFLAG, NULL);
    result = json != NULL ? vrm_edit_set(edit, path, json) : VRM_ERROR_OUT_OF_MEMORY;
    free(json);
    return result;
}

static vrm_result run_apply(vrm_edit *edit, const step *at, char *problem, size_t capacity) {
    yyjson_val *root = yyjson_doc_get_root(at->patch);
    yyjson_val *list = yyjson_is_arr(root) ? root : yyjson_obj_get(root, "operations");
    yyjson_arr_iter each;
    yyjson_val *operation;
    vrm_result result = VRM_OK;
    if (!yyjson_is_arr(list)) {
        return refuse(problem, capacity, "the file of --apply has no list of operations");
    }
    /* A difference says all of extensionsUsed, too. */
    vrm_edit_keep_extensions_used(edit);
    yyjson_arr_iter_init(list, &each);
    while (result == VRM_OK && (operation = yyjson_arr_iter_next(&each)) != NULL) {
        result = apply_one(edit, operation, problem, capacity);
    }
    return result;
}

static vrm_result run_step(vrm_edit *edit, const step *at, char *problem, size_t capacity) {
    switch (at->kind) {
    case STEP_SET:
        return run_set(edit, at->text, problem, capacity);
    case STEP_REMOVE:
        return vrm_edit_remove(edit, at->text);
    case STEP_RENAME:
        return run_rename(edit, at->text, problem, capacity);
    case STEP_REMOVE_NODE:
    case STEP_MERGE_NODE:
        return run_node(edit, at, problem, capacity);
    default:
        return run_apply(edit, at, problem, capacity);
    }
}

static vrm_result run_steps(vrm_edit *edit, const char *path, char *problem, size_t capacity,
                            void *user) {
    const edit_options *options = user;
    vrm_result result = VRM_OK;
    (void)path;
    for (int i = 0; i < options->count && result == VRM_OK; ++i) {
        result = run_step(edit, &options->steps[i], problem, capacity);
    }
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
    const rewrite_command works = {
        .id = COMMAND_EDIT, .name = "edit", .edit = run_steps, .user = &options};
    int count = read_arguments(COMMAND_EDIT, argc, argv, read_option, &options), code;
    const char *unread;
    if (count < 0) return EXIT_USAGE;
    if (options.count == 0) {
        return usage_error(COMMAND_EDIT,
                           SAY("nothing is to be changed: an operation is needed, such as --set or "
                               "--remove"),
                           NULL);
    }
    unread = read_patches(&options);
    if (unread != NULL) {
        code = usage_error(COMMAND_EDIT, SAY("this is no file of operations:"), unread);
    } else {
        code = rewrite_files(&works, &options.rewrite, count, argv);
    }
    for (int i = 0; i < options.count; ++i) yyjson_doc_free(options.steps[i].patch);
    return code;
}

const command command_edit = {COMMAND_EDIT, run};
