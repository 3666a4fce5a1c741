#include "manifest.h"
#include "apps/kit/json/json_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <yyjson.h>

void manifest_folder(const char *sha256, const char *recipe, char out[MOST_MANIFEST_FOLDER]) {
    snprintf(out, MOST_MANIFEST_FOLDER, "%.2s/%.2s/%s/%s", sha256, sha256 + 2, sha256, recipe);
}

/* The member "file" is short, whatever the records beside it are. */
static bool read_file(json_span given, manifest_step *out) {
    yyjson_doc *data = yyjson_read(given.at, (size_t)(given.end - given.at), YYJSON_READ_NOFLAG);
    yyjson_val *file = yyjson_doc_get_root(data);
    const char *hash = yyjson_get_str(yyjson_obj_get(file, "sha256"));
    out->has_file = true;
    out->file_bytes = yyjson_get_uint(yyjson_obj_get(file, "bytes"));
    snprintf(out->file_sha256, sizeof out->file_sha256, "%s", hash != NULL ? hash : "");
    yyjson_doc_free(data);
    return hash != NULL;
}

static bool read_step(json_span given, manifest_step *out) {
    bool has_result = false, has_record = false, is_good = true;
    json_span key, value;
    *out = (manifest_step){0};
    while (is_good && json_next(&given, &key, &value)) {
        if (json_is_word(key, "exit")) {
            out->exit_code = (int)strtol(value.at, NULL, 10);
        } else if (json_is_word(key, "result")) {
            is_good = has_result = json_copy_plain(value, out->result, sizeof out->result);
        } else if (json_is_word(key, "record")) {
            has_record = *value.at == '{';
        } else if (json_is_word(key, "file")) {
            is_good = read_file(value, out);
        }
    }
    return is_good && has_result && has_record;
}

static int read_steps(json_span given, manifest_step out[MOST_STEPS]) {
    json_span value;
    int count = 0;
    if (*given.at != '[') return -1;
    while (json_next(&given, NULL, &value)) {
        if (count == MOST_STEPS || *value.at != '{' || !read_step(value, &out[count])) return -1;
        ++count;
    }
    return count;
}

int manifest_read(const char *text, size_t length, manifest_step out[MOST_STEPS]) {
    json_span rest = {text, text + length}, key, value;
    if (!json_is_object(rest)) return -1;
    while (json_next(&rest, &key, &value)) {
        if (json_is_word(key, "steps")) return read_steps(value, out);
    }
    return -1;
}
