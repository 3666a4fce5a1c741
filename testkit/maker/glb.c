#include "glb.h"
#include "base/bytes.h"

#include <stdlib.h>
#include <string.h>

void glb_init(glb *out) {
    json *asset;
    memset(out, 0, sizeof *out);
    out->doc = yyjson_mut_doc_new(NULL);
    if (out->doc == NULL) die("there is not enough memory", NULL);
    out->root = yyjson_mut_obj(out->doc);
    yyjson_mut_doc_set_root(out->doc, out->root);
    asset = put_object(out, out->root, "asset");
    put_text(out, asset, "version", "2.0");
    put_text(out, asset, "generator", "libvrm vrm-maker");
}

void glb_read(const bytes *file, glb *out) {
    const unsigned char *chunk = file->items + 12, *bin = chunk + 8 + vrmi_load_u32(chunk);
    yyjson_doc *doc = yyjson_read((const char *)chunk + 8, vrmi_load_u32(chunk), 0);
    json *buffers;
    memset(out, 0, sizeof *out);
    if (doc != NULL) out->doc = yyjson_doc_mut_copy(doc, NULL);
    yyjson_doc_free(doc);
    if (out->doc == NULL) die("there is not enough memory", NULL);
    out->root = yyjson_mut_doc_get_root(out->doc);
    buffers = yyjson_mut_obj_get(out->root, "buffers");
    if (buffers == NULL) return;
    /* As long as the buffer: what fills the chunk up is added when it is assembled. */
    bytes_append(&out->bin, bin + 8,
                 (size_t)yyjson_mut_get_uint(
                     yyjson_mut_obj_get(yyjson_mut_arr_get_first(buffers), "byteLength")));
}

void glb_release(glb *file) {
    yyjson_mut_doc_free(file->doc);
    LIST_FREE(&file->bin);
}

bytes glb_assemble(const glb *file) {
    bytes out = {NULL, 0, 0}, text = {NULL, 0, 0}, bin = {NULL, 0, 0};
    size_t length;
    char *written = yyjson_mut_write(file->doc, YYJSON_WRITE_NOFLAG, &length);
    if (written == NULL) die("the JSON cannot be written", NULL);
    bytes_append(&text, written, length);
    free(written);
    bytes_pad(&text, 4, ' ');
    bytes_append(&bin, file->bin.items, file->bin.count);
    bytes_pad(&bin, 4, 0);
    bytes_append(&out, "glTF", 4);
    bytes_u32(&out, 2);
    bytes_u32(&out, (uint32_t)(20 + text.count + (bin.count != 0 ? 8 + bin.count : 0)));
    bytes_u32(&out, (uint32_t)text.count);
    bytes_append(&out, "JSON", 4);
    bytes_append(&out, text.items, text.count);
    if (bin.count != 0) {
        bytes_u32(&out, (uint32_t)bin.count);
        bytes_append(&out, "BIN\0", 4);
        bytes_append(&out, bin.items, bin.count);
    }
    LIST_FREE(&text);
    LIST_FREE(&bin);
    return out;
}

/* --- Payload --- */

int glb_add_view(glb *file, const bytes *data, int target, int stride) {
    json *views = root_array(file, "bufferViews");
    json *view = append_object(file, views);
    bytes_pad(&file->bin, 4, 0);
    put_index(file, view, "buffer", 0);
    put_index(file, view, "byteOffset", (int)file->bin.count);
    put_index(file, view, "byteLength", (int)data->count);
    if (stride != 0) put_index(file, view, "byteStride", stride);
    if (target != 0) put_index(file, view, "target", target);
    bytes_append(&file->bin, data->items, data->count);
    return (int)yyjson_mut_arr_size(views) - 1;
}

int glb_add_accessor(glb *file, const accessor *described) {
    json *accessors = root_array(file, "accessors");
    json *at = append_object(file, accessors);
    if (described->view >= 0) put_index(file, at, "bufferView", described->view);
    put_index(file, at, "componentType", described->component);
    if (described->is_normalized) put_bool(file, at, "normalized", true);
    put_index(file, at, "count", (int)described->count);
    put_text(file, at, "type", described->type);
    if (described->min != NULL) put_numbers(file, at, "min", described->min, 3);
    if (described->max != NULL) put_numbers(file, at, "max", described->max, 3);
    return (int)yyjson_mut_arr_size(accessors) - 1;
}

json *glb_accessor(const glb *file, int index) {
    return yyjson_mut_arr_get(yyjson_mut_obj_get(file->root, "accessors"), (size_t)index);
}

/* --- JSON --- */

static void put(glb *file, json *parent, const char *key, json *value) {
    if (!yyjson_mut_obj_add(parent, yyjson_mut_str(file->doc, key), value)) {
        die("there is not enough memory", NULL);
    }
}

static json *number(glb *file, double value) {
    double rounded = round_to(value, 6);
    int64_t whole = (int64_t)rounded;
    return (double)whole == rounded ? yyjson_mut_sint(file->doc, whole)
                                    : yyjson_mut_real(file->doc, rounded);
}

json *put_object(glb *file, json *parent, const char *key) {
    json *object = yyjson_mut_obj(file->doc);
    put(file, parent, key, object);
    return object;
}

json *put_array(glb *file, json *parent, const char *key) {
    json *array = yyjson_mut_arr(file->doc);
    put(file, parent, key, array);
    return array;
}

void put_text(glb *file, json *parent, const char *key, const char *text) {
    put(file, parent, key, yyjson_mut_str(file->doc, text));
}

void put_number(glb *file, json *parent, const char *key, double value) {
    put(file, parent, key, number(file, value));
}

void put_index(glb *file, json *parent, const char *key, int value) {
    put(file, parent, key, yyjson_mut_sint(file->doc, value));
}

void put_bool(glb *file, json *parent, const char *key, bool value) {
    put(file, parent, key, yyjson_mut_bool(file->doc, value));
}

void put_numbers(glb *file, json *parent, const char *key, const double *values, size_t count) {
    json *array = put_array(file, parent, key);
    for (size_t i = 0; i < count; ++i) append_number(file, array, values[i]);
}

void put_vec3(glb *file, json *parent, const char *key, vec3 value) {
    const double values[3] = {value.x, value.y, value.z};
    put_numbers(file, parent, key, values, 3);
}

json *append_object(glb *file, json *parent) {
    json *object = yyjson_mut_obj(file->doc);
    if (!yyjson_mut_arr_append(parent, object)) die("there is not enough memory", NULL);
    return object;
}

void append_number(glb *file, json *parent, double value) {
    yyjson_mut_arr_append(parent, number(file, value));
}

void append_index(glb *file, json *parent, int value) {
    yyjson_mut_arr_append(parent, yyjson_mut_sint(file->doc, value));
}

void append_text(glb *file, json *parent, const char *text) {
    yyjson_mut_arr_append(parent, yyjson_mut_str(file->doc, text));
}

json *root_array(glb *file, const char *key) {
    json *found = yyjson_mut_obj_get(file->root, key);
    return found != NULL ? found : put_array(file, file->root, key);
}

json *root_object(glb *file, const char *key) {
    json *found = yyjson_mut_obj_get(file->root, key);
    return found != NULL ? found : put_object(file, file->root, key);
}

void use_extension(glb *file, const char *name) {
    json *used = root_array(file, "extensionsUsed");
    size_t index, count;
    json *item;
    yyjson_mut_arr_foreach(used, index, count, item) {
        if (yyjson_mut_equals_str(item, name)) return;
    }
    append_text(file, used, name);
}
