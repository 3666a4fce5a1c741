/* An avatar as a file: its tables, given to the library. */
#include <vrm/author/write.h> /* first: names of ours are parameters there */

#include "write.h"

#include <string.h>

static const char *const dialect_names[] = {"1.0", "1.0-beta", "1.0-draft", "0.x"};

bool dialect_find(const char *name, dialect *out) {
    for (int i = 0; i < 4; ++i) {
        if (strcmp(dialect_names[i], name) != 0) continue;
        *out = (dialect)i;
        return true;
    }
    return false;
}

const char *dialect_name(dialect d) { return dialect_names[d]; }

bool dialect_is_old(dialect d) { return d == DIALECT_DRAFT || d == DIALECT_0; }

/* --- For the makers of tables --- */

void *take_items(writer *w, size_t count, size_t size) {
    void *memory = take_memory(count * size);
    *LIST_ADD(&w->owned) = memory;
    return memory;
}

float to_float(double value) { return (float)round_to(value, 6); }

vrm_string to_string(const char *text) {
    vrm_string string = {text != NULL ? text : "", text != NULL ? (uint32_t)strlen(text) : 0};
    return string;
}

vec3 file_vector(const writer *w, vec3 v) {
    return dialect_is_old(w->dialect) ? vec3_make(-v.x, v.y, -v.z) : v;
}

quat file_rotation(const writer *w, quat q) {
    quat turned = {-q.x, q.y, -q.z, q.w};
    return dialect_is_old(w->dialect) ? turned : q;
}

vrm_vec3 to_vec3(vec3 v) {
    vrm_vec3 out = {to_float(v.x), to_float(v.y), to_float(v.z)};
    return out;
}

/* --- The whole --- */

static void release_writer(writer *w) {
    for (size_t i = 0; i < w->owned.count; ++i) release_memory(w->owned.items[i]);
    LIST_FREE(&w->owned);
    LIST_FREE(&w->views);
    LIST_FREE(&w->accessors);
    LIST_FREE(&w->bin);
    release_memory(w->indices);
}

static bytes write_file(const avatar *a, dialect d) {
    static const vrm_dialect dialects[] = {VRM_DIALECT_1, VRM_DIALECT_1_BETA, VRM_DIALECT_1_DRAFT,
                                           VRM_DIALECT_0};
    vrm_write_avatar_desc desc;
    vrm_written *written;
    bytes out = {NULL, 0, 0};
    const void *data, *buffer;
    size_t size;
    writer w;
    if (a->meta.thumbnail != NONE && a->meta.thumbnail != (int)a->images.count - 1) {
        die("the thumbnail has to be the last image: textures have the indices of images", NULL);
    }
    memset(&w, 0, sizeof w);
    w.a = a;
    w.dialect = d;
    fill_gltf(&w);
    fill_materials(&w);
    fill_vrm(&w);
    buffer = w.bin.items;
    vrm_write_avatar_desc_init(&desc);
    desc.dialect = dialects[d];
    desc.generator = "libvrm vrm-maker";
    if (vrm_write_avatar(&w.gltf, &w.tables, &buffer, &desc, &written, NULL) != VRM_OK) {
        die("the avatar cannot be written", NULL);
    }
    data = vrm_written_bytes(written, &size);
    bytes_append(&out, data, size);
    vrm_written_destroy(written);
    release_writer(&w);
    return out;
}

void avatar_write(const avatar *a, const write_options *options, glb *out) {
    bytes file = write_file(a, options->dialect);
    glb_read(&file, out);
    LIST_FREE(&file);
    if (options->dialect == DIALECT_DRAFT && options->uses_prose) use_prose(out);
    if (options->dialect == DIALECT_BETA && options->has_old_thumbs) use_old_thumbs(out);
}

bytes avatar_file(const avatar *a, const write_options *options) {
    bytes out;
    glb file;
    if (!options->uses_prose && !options->has_old_thumbs) return write_file(a, options->dialect);
    avatar_write(a, options, &file);
    out = glb_assemble(&file);
    glb_release(&file);
    return out;
}
