/* vrm meta: shows what a file says of its avatar, and changes it. */
#include "apps/kit/avatar/open.h"
#include "apps/kit/avatar/record.h"
#include "apps/kit/batch/load.h"
#include "apps/kit/batch/rewrite.h"
#include "apps/kit/program/console.h"
#include "apps/kit/program/language.h"
#include "apps/kit/program/program.h"
#include "apps/kit/system/files.h"
#include "command.h"
#include "edit_places.h"
#include "edit_values.h"
#include "meta_fields.h"
#include "whole_file.h"

#include <stdlib.h>
#include <string.h>
#include <yyjson.h>

enum { MOST_FIELDS = 64 };

typedef struct meta_options {
    rewrite_options rewrite;
    const char *set[MOST_FIELDS], *removed[MOST_FIELDS], *authors[MOST_FIELDS];
    int set_count, removed_count, author_count;
    const char *thumbnail; /* a file, "auto" or "none"; NULL: it stays */
} meta_options;

static option_result add(option_value *value, const char **list, int *count) {
    if (*count == MOST_FIELDS) {
        value->problem = SAY("given too many times");
        return OPTION_WRONG;
    }
    list[(*count)++] = value->text;
    return OPTION_TAKEN;
}

static option_result read_option(option_value *value, void *settings) {
    meta_options *out = settings;
    switch (value->option->id) {
    case OPTION_SET:
        return add(value, out->set, &out->set_count);
    case OPTION_REMOVE:
        return add(value, out->removed, &out->removed_count);
    case OPTION_AUTHOR:
        return add(value, out->authors, &out->author_count);
    case OPTION_THUMBNAIL:
        out->thumbnail = value->text;
        return OPTION_TAKEN;
    default:
        return rewrite_option_read(value, &out->rewrite);
    }
}

/* --- Changing --- */

static vrm_result refuse(char *problem, size_t capacity, const char *sentence, const char *what) {
    snprintf(problem, capacity, "%s %s", sentence, what);
    return VRM_ERROR_INVALID_ARGUMENT;
}

static vrm_result refuse_field(edit_places *places, bool is_0, const char *key) {
    const char *near = meta_field_nearest(is_0, key);
    snprintf(places->problem, places->capacity, "VRM %s has no field '%.100s'%s%s%s",
             is_0 ? "0.x" : "1.0", key, near != NULL ? "; did you mean " : "",
             near != NULL ? near : "", near != NULL ? "?" : "");
    return VRM_ERROR_INVALID_ARGUMENT;
}

static vrm_result set_field(edit_places *places, const char *meta, bool is_0, const char *text) {
    char *key = copy_before(text, '='), *json = NULL;
    const meta_field *field = key != NULL ? meta_field_find(is_0, key) : NULL;
    char pointer[128];
    vrm_result result;
    if (key == NULL) {
        return refuse(places->problem, places->capacity, "--set needs KEY=VALUE:", text);
    }
    if (field == NULL) {
        result = refuse_field(places, is_0, key);
    } else if (!meta_field_json(field, strchr(text, '=') + 1, &json)) {
        snprintf(places->problem, places->capacity, "%s is not %s but %s", key,
                 strchr(text, '=') + 1, field->allowed);
        result = VRM_ERROR_INVALID_ARGUMENT;
    } else if (json == NULL) {
        result = VRM_ERROR_OUT_OF_MEMORY;
    } else {
        snprintf(pointer, sizeof pointer, "%s/%s", meta, field->key);
        result = edit_places_set(places, pointer, json);
    }
    free(json);
    free(key);
    return result;
}

static vrm_result remove_field(edit_places *places, const char *meta, bool is_0, const char *key) {
    const meta_field *field = meta_field_find(is_0, key);
    char pointer[128];
    if (field == NULL) return refuse_field(places, is_0, key);
    if (field->is_required) {
        return refuse(places->problem, places->capacity, "the specification requires", key);
    }
    snprintf(pointer, sizeof pointer, "%s/%s", meta, field->key);
    return edit_places_remove(places, pointer);
}

/* A list in 1.0, and one text in 0.x. */
static vrm_result set_authors(edit_places *places, const char *meta, bool is_0,
                              const meta_options *options) {
    char *json = is_0 ? meta_authors_joined(options->authors, options->author_count)
                      : meta_authors_list(options->authors, options->author_count);
    char pointer[128];
    vrm_result result;
    snprintf(pointer, sizeof pointer, "%s/%s", meta, is_0 ? "author" : "authors");
    result = json != NULL ? edit_places_set(places, pointer, json) : VRM_ERROR_OUT_OF_MEMORY;
    free(json);
    return result;
}

/* The limits as options of vrm thumb: "--timeout=1.5". Returns their number. */
static int write_limits(const file_limits *limits, char out[3][64], char *arguments[3]) {
    int count = 0;
    if (limits->max_bytes != 0) {
        snprintf(out[count++], 64, "--max-bytes=%llu", (unsigned long long)limits->max_bytes);
    }
    if (limits->max_memory != 0) {
        snprintf(out[count++], 64, "--max-memory=%llu", (unsigned long long)limits->max_memory);
    }
    if (limits->timeout > 0.0) snprintf(out[count++], 64, "--timeout=%.3f", limits->timeout);
    for (int i = 0; i < count; ++i) arguments[i] = out[i];
    return count;
}

/* Draws the avatar as vrm thumb does, in the size that the specification prefers (ME-013). */
static bool draw_thumbnail(const char *path, const file_limits *limits, whole_file *out) {
    const char *folder = getenv("TMPDIR");
    char picture[1024], bounds[3][64];
    char *arguments[8] = {(char *)(uintptr_t) "thumb", (char *)(uintptr_t)path,
                          (char *)(uintptr_t) "--out", picture, (char *)(uintptr_t) "--size=1024"};
    const int count = 5 + write_limits(limits, bounds, arguments + 5);
    bool is_drawn;
    if (folder == NULL) folder = getenv("TEMP");
    if (folder == NULL) folder = "/tmp";
    /* Of several programs at a time, each has memory of its own at another place. */
    snprintf(picture, sizeof picture, "%s/vrm-thumbnail-%llx.png", folder,
             (unsigned long long)(uintptr_t)&is_drawn);
    is_drawn = program_wait("vrm-draw", count, arguments) == 0 && whole_file_read(picture, out);
    remove(picture);
    return is_drawn;
}

static vrm_result set_thumbnail(vrm_edit *edit, const char *path, const meta_options *options,
                                char *problem, size_t capacity) {
    const file_limits *limits = &options->rewrite.files.batch.limits;
    const char *thumbnail = options->thumbnail;
    whole_file picture;
    vrm_result result;
    if (strcmp(thumbnail, "none") == 0) return vrm_edit_set_thumbnail(edit, NULL, 0);
    if (strcmp(thumbnail, "auto") == 0) {
        if (path == NULL || !draw_thumbnail(path, limits, &picture)) {
            return refuse(problem, capacity, "the avatar could not be drawn by", "vrm-draw");
        }
    } else if (!whole_file_read(thumbnail, &picture)) {
        return refuse(problem, capacity, "the thumbnail cannot be read:", thumbnail);
    }
    result = vrm_edit_set_thumbnail(edit, picture.bytes, picture.size);
    whole_file_release(&picture);
    return result;
}

static vrm_result change(vrm_edit *edit, const char *path, change_details *details, char *problem,
                         size_t capacity, void *user) {
    const meta_options *options = user;
    edit_places places = {
        .edit = edit, .details = details, .problem = problem, .capacity = capacity};
    const char *meta = meta_pointer(edit);
    const bool is_0 = meta != NULL && strcmp(meta, META_0) == 0;
    vrm_result result = VRM_OK;
    if (meta == NULL) return refuse(problem, capacity, "it has no avatar with", "meta");
    for (int i = 0; i < options->set_count && result == VRM_OK; ++i) {
        result = set_field(&places, meta, is_0, options->set[i]);
    }
    for (int i = 0; i < options->removed_count && result == VRM_OK; ++i) {
        result = remove_field(&places, meta, is_0, options->removed[i]);
    }
    if (options->author_count > 0 && result == VRM_OK) {
        result = set_authors(&places, meta, is_0, options);
    }
    if (options->thumbnail != NULL && result == VRM_OK) {
        result = set_thumbnail(edit, path, options, problem, capacity);
    }
    edit_places_release(&places);
    return result;
}

/* --- Showing --- */

static void print_value(yyjson_val *value) {
    if (yyjson_is_str(value)) {
        vrm_string text = {yyjson_get_str(value), (uint32_t)yyjson_get_len(value)};
        print_name(stdout, text, 4000, 0);
    } else if (yyjson_is_arr(value)) {
        yyjson_arr_iter each;
        yyjson_val *item;
        bool is_first = true;
        yyjson_arr_iter_init(value, &each);
        while ((item = yyjson_arr_iter_next(&each)) != NULL) {
            if (!is_first) fputs(", ", stdout);
            is_first = false;
            print_value(item);
        }
    } else {
        char *json = yyjson_val_write(value, YYJSON_WRITE_ESCAPE_UNICODE, NULL);
        fputs(json != NULL ? json : "?", stdout);
        free(json);
    }
}

/* Keys are those of the file, for everybody who looks them up in the specification. */
static void print_meta(const char *path, yyjson_val *meta) {
    yyjson_obj_iter each;
    yyjson_val *key;
    print_name(stdout, from_text(path), 400, 0);
    fputs("\n", stdout);
    yyjson_obj_iter_init(meta, &each);
    while ((key = yyjson_obj_iter_next(&each)) != NULL) {
        vrm_string name = {yyjson_get_str(key), (uint32_t)yyjson_get_len(key)};
        fputs("  ", stdout);
        print_name(stdout, name, 34, 1);
        fputs(" ", stdout);
        print_value(yyjson_obj_iter_get_val(key));
        fputs("\n", stdout);
    }
}

static bool print_json(const char *path, bool is_0, yyjson_val *meta, file_notes *notes) {
    json_line line;
    char *json = yyjson_val_write(meta, YYJSON_WRITE_ESCAPE_UNICODE, NULL);
    record_begin(&line, "meta", path);
    record_result(&line, notes);
    json_word(&line, "pointer", is_0 ? META_0 : META_1);
    json_raw(&line, "meta", json != NULL ? json : "null");
    record_diagnostics(&line, notes);
    free(json);
    return json_print(&line);
}

static bool show(const char *path, vrm_edit *edit, bool is_json, file_notes *notes) {
    const char *pointer = meta_pointer(edit);
    size_t length = 0;
    const char *text = pointer != NULL ? vrm_edit_get(edit, pointer, &length) : NULL;
    yyjson_doc *document =
        text != NULL ? yyjson_read(text, length, YYJSON_READ_ALLOW_INVALID_UNICODE) : NULL;
    yyjson_val *meta = yyjson_doc_get_root(document);
    bool is_good = yyjson_is_obj(meta);
    if (!is_good) {
        const vrm_diagnostic_argument problem = note_words("it has no avatar with meta");
        notes_add(notes, path, TOOL_EDIT_REFUSED, NULL, &problem);
    } else if (is_json) {
        is_good = print_json(path, strcmp(pointer, META_0) == 0, meta, notes);
    } else {
        print_meta(path, meta);
    }
    yyjson_doc_free(document);
    return is_good;
}

static bool show_path(const char *path, bool is_json) {
    file_notes notes = {0};
    whole_file file;
    vrm_edit *edit = NULL;
    vrm_report *report = NULL;
    vrm_result result = VRM_ERROR_FILE;
    bool is_good = false;
    if (whole_file_read(path, &file)) {
        result = vrm_edit_create(file.bytes, file.size, NULL, &edit, &report);
        notes_add_report(&notes, path, result, report);
    } else {
        const vrm_diagnostic_argument problem = note_words(unreadable_words(path));
        notes_add(&notes, path, TOOL_NO_INPUT, NULL, &problem);
    }
    if (result == VRM_OK) is_good = show(path, edit, is_json, &notes);
    if (!is_good && is_json) record_print_failure("meta", path, &notes);
    vrm_edit_destroy(edit);
    whole_file_release(&file);
    notes_release(&notes);
    return is_good;
}

/* --- The command --- */

static int run(int argc, char **argv) {
    meta_options options = {0};
    const rewrite_command works = {.id = COMMAND_META,
                                   .name = "meta",
                                   .checks = REWRITE_CHECKED,
                                   .edit = change,
                                   .user = &options};
    int count = read_arguments(COMMAND_META, argc, argv, read_option, &options);
    int code = EXIT_LOADED;
    bool changes;
    if (count < 0) return EXIT_USAGE;
    changes = options.set_count + options.removed_count + options.author_count > 0 ||
              options.thumbnail != NULL;
    if (changes) return rewrite_files(&works, &options.rewrite, count, argv);
    if (options.rewrite.in_place || options.rewrite.output.out != NULL) {
        return usage_error(COMMAND_META,
                           SAY("no change was given: use --set, --remove, --author or --thumbnail"),
                           NULL);
    }
    if (count == 0) return usage_error(COMMAND_META, SAY("no file was given"), NULL);
    for (int i = 0; i < count; ++i) {
        if (!show_path(argv[i], options.rewrite.is_json)) code = EXIT_NOT_LOADED;
    }
    return code;
}

const command command_meta = {COMMAND_META, run};
