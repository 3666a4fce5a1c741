/* The edit of a program: opening, values by JSON pointers, writing. */
#include "vrm/author/edit.h"

#include "author/document/edit_operation.h"
#include "author/document/written.h"
#include "base/report.h"
#include "base/text.h"
#include "model/model.h"

#include <string.h>
#include <yyjson.h>

/* --- Opening --- */

vrm_result vrm_edit_create(const void *bytes, size_t size, const vrm_load_desc *desc,
                           vrm_edit **out_edit, vrm_report **out_report) {
    vrmi_load_settings settings;
    vrmi_memory memory;
    vrm_edit *edit;
    vrm_result result;
    if (out_edit == NULL) return vrm_model_load(bytes, size, desc, NULL, out_report);
    *out_edit = NULL;
    /* A desc that is not good is refused when the file is opened. */
    vrmi_memory_init(&memory,
                     vrmi_load_settings_read(&settings, desc) ? settings.desc.allocator : NULL);
    edit = vrmi_memory_allocate(&memory, sizeof *edit);
    if (edit == NULL) return vrmi_report_end(out_report, VRM_ERROR_OUT_OF_MEMORY);
    result = vrmi_edit_open(edit, bytes, size, desc, out_report);
    if (result == VRM_OK) {
        edit->misuse = vrmi_misuse_hook_of(&settings);
        *out_edit = edit;
    } else {
        vrmi_memory_release(&memory, edit, sizeof *edit);
    }
    return result;
}

void vrm_edit_destroy(vrm_edit *edit) {
    vrmi_memory memory;
    if (edit == NULL) return;
    vrmi_edit_close(edit);
    vrmi_memory_init(&memory, &edit->memory.allocator);
    vrmi_memory_release(&memory, edit, sizeof *edit);
}

/* --- Operations --- */

vrm_result vrmi_operation_result(const vrm_edit *edit) {
    if (edit->tree.is_refused) return vrmi_edit_refusal(edit);
    return edit->changes->is_refused ? vrmi_refusal_result(&edit->changes->memory) : VRM_OK;
}

/* What was not found for want of memory is no mistake of the caller's. */
static vrm_result refusal_of(const vrm_edit *edit) {
    vrm_result result = vrmi_operation_result(edit);
    if (result != VRM_OK) return result;
    vrmi_misuse_tell(edit->misuse, edit->function, edit->problem);
    return VRM_ERROR_INVALID_ARGUMENT;
}

bool vrmi_operation_begin_in(vrm_edit *edit, const char *function, bool has_arguments,
                             vrm_result *out) {
    vrmi_text text;
    *out = VRM_ERROR_INVALID_ARGUMENT;
    if (edit == NULL) return false;
    edit->function = function;
    text = vrmi_text_make(edit->problem, sizeof edit->problem);
    edit->view_uses.is_known = false;
    if (!has_arguments) {
        vrmi_text_append(&text, VRMI_MISUSE_NULL);
        *out = refusal_of(edit);
        return false;
    }
    if (!edit->tree.is_refused && !edit->changes->is_refused) return true;
    *out = vrmi_operation_result(edit);
    return false;
}

vrm_result vrmi_operation_refuse(vrm_edit *edit, const char *before, vrm_string what,
                                 const char *after) {
    vrmi_text text = vrmi_text_make(edit->problem, sizeof edit->problem);
    vrmi_text_append(&text, before);
    vrmi_text_append(&text, "\"");
    vrmi_text_append_printable(&text, what, 120);
    vrmi_text_append(&text, "\"");
    vrmi_text_append(&text, after);
    return refusal_of(edit);
}

vrm_result vrmi_operation_refuse_index(vrm_edit *edit, const char *before, int32_t index,
                                       const char *after) {
    vrmi_text text = vrmi_text_make(edit->problem, sizeof edit->problem);
    vrmi_text_append(&text, before);
    vrmi_text_append_i64(&text, index);
    vrmi_text_append(&text, after);
    return refusal_of(edit);
}

vrm_result vrmi_operation_end(vrm_edit *edit, vrm_change_kind kind, const char *code,
                              const vrmi_value *value, const char *text) {
    static const vrm_string nowhere = {"", 0};
    vrm_string at = value != NULL ? vrmi_value_pointer(&edit->tree, value) : nowhere;
    if (edit->tree.is_refused) return vrmi_edit_refusal(edit);
    vrmi_edit_changed(edit, kind, code, kind == VRM_CHANGE_ADDED ? nowhere : at,
                      kind == VRM_CHANGE_REMOVED ? nowhere : at, vrmi_string_from(text));
    return vrmi_operation_result(edit);
}

vrmi_value *vrmi_edit_vrm(vrm_edit *edit, bool *out_is_0) {
    const vrm_dialect dialect = vrm_model_tables(edit->model)->dialect;
    vrmi_value *extensions = vrmi_value_get(&edit->tree, edit->tree.root, "extensions");
    *out_is_0 = dialect == VRM_DIALECT_0;
    if (dialect == VRM_DIALECT_0) return vrmi_value_get(&edit->tree, extensions, "VRM");
    if (dialect != VRM_DIALECT_1 && dialect != VRM_DIALECT_1_BETA) return NULL;
    return vrmi_value_get(&edit->tree, extensions, "VRMC_vrm");
}

vrmi_value *vrmi_edit_element(vrm_edit *edit, vrmi_reference_kind kind, int32_t index) {
    vrmi_value *table = vrmi_reference_table(&edit->tree, kind);
    vrmi_value *element = index >= 0 ? vrmi_value_at(&edit->tree, table, (uint32_t)index) : NULL;
    return vrmi_value_get_kind(element) == VRMI_VALUE_OBJECT ? element : NULL;
}

vrmi_value *vrmi_value_below(vrmi_tree *tree, vrmi_value *from, const char *const *keys) {
    for (; *keys != NULL; ++keys) from = vrmi_value_get(tree, from, *keys);
    return from;
}

const char *vrm_edit_problem(const vrm_edit *edit) { return edit != NULL ? edit->problem : ""; }

/* --- Values --- */

const char *vrm_edit_get(vrm_edit *edit, const char *pointer, size_t *out_length) {
    vrm_result result;
    vrmi_value *value;
    vrm_string text = {NULL, 0};
    if (out_length != NULL) *out_length = 0;
    if (!vrmi_operation_begin(edit, pointer != NULL, &result)) return NULL;
    value = vrmi_tree_find(&edit->tree, vrmi_string_from(pointer));
    if (value != NULL) text = vrmi_value_text(&edit->tree, value);
    if (value == NULL || edit->tree.is_refused) return NULL;
    if (out_length != NULL) *out_length = text.length;
    return text.data;
}

/* The deepest bracket of a JSON text. */
static uint32_t depth_of(vrm_string json) {
    uint32_t depth = 0, deepest = 0;
    bool is_string = false;
    for (uint32_t i = 0; i < json.length; ++i) {
        char c = json.data[i];
        if (is_string) {
            if (c == '\\') ++i;
            is_string = c != '"';
        } else if (c == '"') {
            is_string = true;
        } else if (c == '{' || c == '[') {
            if (++depth > deepest) deepest = depth;
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    return deepest;
}

static uint32_t count_tokens(vrm_string pointer) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < pointer.length; ++i) count += pointer.data[i] == '/';
    return count;
}

static bool is_json(vrm_edit *edit, vrm_string json, bool *out_is_refused) {
    size_t bytes = yyjson_read_max_memory_usage(json.length, YYJSON_READ_NOFLAG) + 256;
    void *memory = vrmi_memory_allocate(&edit->memory, bytes);
    yyjson_alc pool;
    yyjson_doc *document = NULL;
    *out_is_refused = memory == NULL;
    if (memory == NULL) return false;
    if (yyjson_alc_pool_init(&pool, memory, bytes)) {
        /* Without YYJSON_READ_INSITU the text is not changed. */
        document = yyjson_read_opts((char *)(uintptr_t)json.data, json.length, YYJSON_READ_NOFLAG,
                                    &pool, NULL);
    }
    vrmi_memory_release(&edit->memory, memory, bytes);
    return document != NULL;
}

/* Without the white space around it. */
static vrm_string trim(vrm_string text) {
    while (text.length > 0 && strchr(" \t\r\n", text.data[0]) != NULL) {
        ++text.data;
        --text.length;
    }
    while (text.length > 0 && strchr(" \t\r\n", text.data[text.length - 1]) != NULL) --text.length;
    return text;
}

/* The last token of a pointer, unescaped into the arena, and the container that it is in. */
typedef struct target {
    vrmi_value *container;
    vrmi_value *value; /* NULL: it is not there */
    vrm_string key;
} target;

static bool read_key(vrm_edit *edit, vrm_string token, vrm_string *out) {
    char *key = VRMI_TAKE(&edit->tree.arena, char, token.length);
    uint32_t length = 0;
    if (key == NULL) {
        edit->tree.is_refused = true;
        return false;
    }
    for (uint32_t i = 0; i < token.length; ++i) {
        char c = token.data[i];
        if (c == '~') {
            char next = '\0';
            if (i + 1 < token.length) next = token.data[++i];
            if (next != '0' && next != '1') return false;
            c = '~';
            if (next == '1') c = '/';
        }
        key[length++] = c;
    }
    out->data = key;
    out->length = length;
    return vrmi_utf8_is_valid(key, length, NULL);
}

static vrm_result find_target(vrm_edit *edit, vrm_string pointer, target *out) {
    uint32_t slash = pointer.length;
    vrm_string parent = pointer, token;
    if (pointer.length == 0 || pointer.data[0] != '/') {
        return vrmi_operation_refuse(edit, "", pointer, " is no JSON pointer to a value");
    }
    while (pointer.data[slash - 1] != '/') --slash;
    parent.length = slash - 1;
    token.data = pointer.data + slash;
    token.length = pointer.length - slash;
    out->container = vrmi_tree_find(&edit->tree, parent);
    out->value = vrmi_tree_find(&edit->tree, pointer);
    if (!read_key(edit, token, &out->key)) {
        return vrmi_operation_refuse(edit, "", pointer, " is no JSON pointer to a value");
    }
    if (vrmi_value_get_kind(out->container) != VRMI_VALUE_OBJECT &&
        vrmi_value_get_kind(out->container) != VRMI_VALUE_ARRAY) {
        return vrmi_operation_refuse(edit, "there is no object or array that could have ", pointer,
                                     "");
    }
    return VRM_OK;
}

/* Whether names of extensions may be added or removed with a value at this location. */
static bool has_names(vrm_edit *edit, const target *at, vrm_string json) {
    static const char word[] = "\"extensions\"";
    const size_t length = sizeof word - 1;
    const vrmi_value *container = at->container;
    if (vrmi_value_parent(container) != NULL &&
        vrmi_value_get_kind(vrmi_value_parent(container)) == VRMI_VALUE_OBJECT &&
        vrmi_string_equals(vrmi_value_key(&edit->tree, container), "extensions")) {
        return true;
    }
    if (vrmi_string_equals(at->key, "extensions")) return true;
    for (size_t i = 0; i + length <= json.length; ++i) {
        if (json.data[i] == '"' && memcmp(json.data + i, word, length) == 0) return true;
    }
    return false;
}

static void note_names(vrm_edit *edit, const target *at, vrm_string json) {
    const vrmi_value_kind kind = vrmi_value_get_kind(at->value);
    const vrm_string empty = {"", 0};
    vrm_string old = empty;
    if (kind == VRMI_VALUE_ARRAY || kind == VRMI_VALUE_OBJECT) {
        old = vrmi_value_text(&edit->tree, at->value);
    }
    if (has_names(edit, at, json) || has_names(edit, at, old)) edit->names_changed = true;
}

/* Whether the key is the index after the last element. */
static bool is_next(vrm_edit *edit, const target *at) {
    uint64_t index;
    return vrmi_parse_u64(at->key, &index) && (at->key.length == 1 || at->key.data[0] != '0') &&
           index == vrmi_value_count(&edit->tree, at->container);
}

vrm_result vrm_edit_set(vrm_edit *edit, const char *pointer, const char *json) {
    vrm_string path, text;
    vrm_result result;
    target at;
    bool is_refused, is_there;
    vrmi_value *value;
    if (!vrmi_operation_begin(edit, pointer != NULL && json != NULL, &result)) return result;
    path = vrmi_string_from(pointer);
    text = trim(vrmi_string_from(json));
    if (!is_json(edit, text, &is_refused)) {
        if (is_refused) edit->tree.is_refused = true;
        return vrmi_operation_refuse(edit, "", text, " is no JSON value");
    }
    if (depth_of(text) + count_tokens(path) > edit->limits.max_json_depth) {
        return vrmi_operation_refuse(edit, "the JSON would be too deep at ", path, "");
    }
    result = find_target(edit, path, &at);
    if (result != VRM_OK) return result;
    is_there = at.value != NULL;
    if (!is_there && vrmi_value_get_kind(at.container) == VRMI_VALUE_ARRAY &&
        !vrmi_string_equals(at.key, "-") && !is_next(edit, &at)) {
        return vrmi_operation_refuse(edit, "the array has no element at ", path, "");
    }
    note_names(edit, &at, text);
    if (vrmi_value_get_kind(at.container) == VRMI_VALUE_OBJECT) {
        value = vrmi_value_set_string(&edit->tree, at.container, at.key, text);
    } else if (is_there) {
        vrmi_value_replace(&edit->tree, at.value, text);
        value = at.value;
    } else {
        value = vrmi_value_append(&edit->tree, at.container, text);
    }
    return vrmi_operation_end(edit, is_there ? VRM_CHANGE_SET : VRM_CHANGE_ADDED, "value", value,
                              is_there ? "A value was set" : "A value was added");
}

vrm_result vrm_edit_remove(vrm_edit *edit, const char *pointer) {
    static const vrm_string empty = {"", 0};
    vrm_string path;
    vrm_result result;
    target at;
    if (!vrmi_operation_begin(edit, pointer != NULL, &result)) return result;
    path = vrmi_string_from(pointer);
    result = find_target(edit, path, &at);
    if (result != VRM_OK) return result;
    if (at.value == NULL) return vrmi_operation_refuse(edit, "nothing is at ", path, "");
    note_names(edit, &at, empty);
    result = vrmi_operation_end(edit, VRM_CHANGE_REMOVED, "value", at.value, "A value was removed");
    if (result != VRM_OK) return result;
    vrmi_value_remove(&edit->tree, at.value);
    return vrmi_operation_result(edit);
}

/* --- Writing --- */

void vrm_edit_keep_extensions_used(vrm_edit *edit) {
    if (edit != NULL) edit->keeps_names = true;
}

vrm_result vrm_edit_write(vrm_edit *edit, vrm_written **out_file, vrm_report **out_report) {
    vrm_result result;
    if (out_file != NULL) *out_file = NULL;
    if (!vrmi_operation_begin(edit, out_file != NULL, &result)) {
        return vrmi_report_end(out_report, result);
    }
    if (edit->names_changed && !edit->keeps_names) vrmi_edit_complete_extensions(edit);
    edit->names_changed = false;
    return vrmi_report_end(out_report, vrmi_edit_write(edit, out_file));
}
