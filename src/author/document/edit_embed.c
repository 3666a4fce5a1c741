/* Buffers and images from data URIs and other files, brought into BIN. */
#include "author/document/compression_edit.h"
#include "author/document/edit_operation.h"
#include "author/document/glb_write.h"
#include "base/checked.h"
#include "base/sort.h"
#include "base/text.h"
#include "model/model.h"

#include <string.h>

/* Where the bytes of each buffer go: most into BIN. Buffers that stand in for compressed views have
 * none, and stay behind it. */
typedef struct embedding {
    uint32_t count, first; /* the first buffer with bytes becomes BIN */
    const vrmi_bytes *buffers;
    size_t *begins;    /* in BIN; 0 for those that stay */
    uint32_t *targets; /* the new index of each buffer: 0, or that of one that stays */
    uint8_t *stays;
    size_t size;
} embedding;

static size_t used_bytes(const vrm_edit *edit, uint32_t buffer) {
    return (size_t)vrm_model_gltf(edit->model)->buffers[buffer].byte_length;
}

static bool take_arrays(vrm_edit *edit, embedding *e) {
    const vrm_gltf *gltf = vrm_model_gltf(edit->model);
    e->count = e->first = gltf->buffer_count;
    e->buffers = edit->model->document.buffer_bytes;
    e->begins = VRMI_TAKE(&edit->tree.arena, size_t, e->count);
    e->targets = VRMI_TAKE(&edit->tree.arena, uint32_t, e->count);
    e->stays = VRMI_TAKE(&edit->tree.arena, uint8_t, e->count);
    e->size = 0;
    if (e->begins != NULL && e->targets != NULL && e->stays != NULL) return true;
    edit->tree.is_refused = true;
    return false;
}

/* Buffers that stay, behind BIN. Without other buffers there is no BIN, and none stays. */
static void find_places(vrm_edit *edit, embedding *e) {
    uint32_t next = 1;
    vrmi_edit_find_stand_ins(edit, e->stays, e->count);
    for (uint32_t i = 0; i < e->count; ++i) {
        e->stays[i] = e->stays[i] && e->buffers[i].data == NULL;
        if (!e->stays[i] && e->first == e->count) e->first = i;
    }
    for (uint32_t i = 0; i < e->count; ++i) {
        e->begins[i] = 0;
        e->stays[i] = e->stays[i] && e->first != e->count;
        e->targets[i] = e->stays[i] ? next++ : 0;
    }
}

static vrm_result measure(vrm_edit *edit, embedding *e) {
    vrmi_value *table = vrmi_reference_table(&edit->tree, VRMI_REFERENCE_BUFFER);
    if (!take_arrays(edit, e)) return vrmi_edit_refusal(edit);
    if (vrmi_value_count(&edit->tree, table) != e->count) {
        return vrmi_operation_refuse_index(edit, "the file had ", (int32_t)e->count,
                                           " buffers when it was opened");
    }
    find_places(edit, e);
    for (uint32_t i = 0; i < e->count; ++i) {
        if (e->stays[i]) continue;
        if (e->buffers[i].data == NULL || e->buffers[i].size < used_bytes(edit, i)) {
            return vrmi_operation_refuse_index(edit, "the bytes are not there of buffer ",
                                               (int32_t)i, "");
        }
        e->begins[i] = e->size;
        if (!vrmi_add_size(e->size, used_bytes(edit, i), &e->size) || e->size > UINT32_MAX - 4) {
            return vrmi_operation_refuse_index(edit, "a GLB is too small for buffer ", (int32_t)i,
                                               "");
        }
        e->size = (e->size + 3) / 4 * 4;
    }
    return VRM_OK;
}

static void move_view(vrm_edit *edit, const embedding *e, vrmi_value *object) {
    vrmi_tree *tree = &edit->tree;
    int32_t buffer = vrmi_value_to_index(tree, vrmi_value_get(tree, object, "buffer"));
    double offset = vrmi_value_number(tree, vrmi_value_get(tree, object, "byteOffset"), 0);
    if (buffer < 0 || (uint32_t)buffer >= e->count || !(offset >= 0 && offset < 4e9)) return;
    if (e->targets[buffer] != (uint32_t)buffer) {
        vrmi_value_set_index(tree, object, "buffer", e->targets[buffer]);
    }
    if (e->begins[buffer] != 0) {
        vrmi_value_set_index(tree, object, "byteOffset", (uint64_t)offset + e->begins[buffer]);
    }
}

static void move_views(vrm_edit *edit, const embedding *e) {
    vrmi_tree *tree = &edit->tree;
    vrmi_value *views = vrmi_reference_table(tree, VRMI_REFERENCE_BUFFER_VIEW);
    uint32_t count = vrmi_value_count(tree, views);
    for (uint32_t i = 0; i < count; ++i) {
        vrmi_value *view = vrmi_value_at(tree, views, i);
        vrmi_value *extensions = vrmi_value_get(tree, view, "extensions");
        uint32_t extension_count = vrmi_value_count(tree, extensions);
        move_view(edit, e, view);
        for (uint32_t k = 0; k < extension_count; ++k) {
            move_view(edit, e, vrmi_value_at(tree, extensions, k));
        }
    }
}

/* Lists what does not come along of an element. */
static void note_lost(vrm_edit *edit, const char *table, uint32_t index, const char *code,
                      const char *sentence) {
    static const vrm_string nowhere = {"", 0};
    char pointer[40];
    vrmi_text text = vrmi_text_make(pointer, sizeof pointer);
    vrmi_text_append(&text, table);
    vrmi_text_append_u64(&text, index);
    vrmi_edit_changed(edit, VRM_CHANGE_LOST, code, vrmi_string_from(pointer), nowhere,
                      vrmi_string_from(sentence));
}

/* Whether a buffer has more members than the two that locate its bytes. */
static bool has_more(vrmi_tree *tree, vrmi_value *buffer) {
    uint32_t known = 0;
    if (vrmi_value_get(tree, buffer, "uri") != NULL) known += 1;
    if (vrmi_value_get(tree, buffer, "byteLength") != NULL) known += 1;
    return vrmi_value_count(tree, buffer) > known;
}

/* The first buffer becomes BIN. Others are gone, but for those that stay: they move behind it. */
static void join_buffers(vrm_edit *edit, const embedding *e) {
    vrmi_tree *tree = &edit->tree;
    vrmi_value *table = vrmi_reference_table(tree, VRMI_REFERENCE_BUFFER);
    vrmi_value *first = vrmi_value_at(tree, table, e->first);
    if (first == NULL) return;
    for (uint32_t i = 0; i < e->count && !tree->is_refused; ++i) {
        if (!e->stays[i]) continue;
        vrmi_value_append(tree, table, vrmi_value_text(tree, vrmi_value_at(tree, table, i)));
    }
    for (uint32_t last = e->count; last-- > 0 && !tree->is_refused;) {
        vrmi_value *buffer = vrmi_value_at(tree, table, last);
        if (last == e->first) continue;
        if (!e->stays[last] && has_more(tree, buffer)) {
            note_lost(edit, "/buffers/", last, "buffer",
                      "The name, extras or extensions of a buffer: a GLB has one buffer");
        }
        vrmi_value_remove(tree, buffer);
    }
    vrmi_value_remove(tree, vrmi_value_get(tree, first, "uri"));
    vrmi_value_set_index(tree, first, "byteLength", e->size);
}

static bool copy_buffers(vrm_edit *edit, const embedding *e) {
    vrmi_payload *payload = &edit->payload;
    uint8_t *bin = e->size > 0 ? vrmi_memory_allocate(&edit->memory, e->size) : NULL;
    if (e->size > 0 && bin == NULL) {
        edit->tree.is_refused = true;
        return false;
    }
    if (bin != NULL) memset(bin, 0, e->size);
    for (uint32_t i = 0; i < e->count; ++i) {
        size_t size = e->stays[i] ? 0 : used_bytes(edit, i);
        if (size > 0 && bin != NULL) memcpy(bin + e->begins[i], e->buffers[i].data, size);
    }
    vrmi_payload_release(edit);
    payload->bin = bin;
    payload->bin_size = payload->owned_bytes = e->size;
    payload->is_changed = true;
    payload->becomes_glb = !vrmi_is_glb(edit->bytes, edit->size);
    return true;
}

static bool uris_come_before(const void *context, uint32_t a, uint32_t b) {
    const vrm_image *images = context;
    const vrm_string x = images[a].uri, y = images[b].uri;
    const uint32_t least = x.length < y.length ? x.length : y.length;
    const int order = least > 0 ? memcmp(x.data, y.data, least) : 0;
    if (order != 0) return order < 0;
    return x.length != y.length ? x.length < y.length : a < b;
}

/* The first image of the same file, for each image; NULL: memory was refused. */
static uint32_t *find_first_images(vrm_edit *edit, const vrm_gltf *gltf) {
    const uint32_t count = gltf->image_count;
    const uint32_t *order =
        vrmi_sort_order(&edit->tree.arena, count, uris_come_before, gltf->images);
    uint32_t *firsts = VRMI_TAKE(&edit->tree.arena, uint32_t, count);
    if (order == NULL || firsts == NULL) return NULL;
    for (uint32_t i = 0; i < count; ++i) {
        const vrm_string uri = gltf->images[order[i]].uri;
        const vrm_string last = i > 0 ? gltf->images[order[i - 1]].uri : uri;
        const bool is_same = i > 0 && uri.length > 0 && uri.length == last.length &&
                             memcmp(uri.data, last.data, uri.length) == 0;
        firsts[order[i]] = is_same ? firsts[order[i - 1]] : order[i];
    }
    return firsts;
}

/* Gives an image the bytes that another one has in BIN. */
static bool share_image(vrm_edit *edit, uint32_t from, vrmi_value *image) {
    vrmi_tree *tree = &edit->tree;
    vrmi_value *first = vrmi_edit_element(edit, VRMI_REFERENCE_IMAGE, (int32_t)from);
    const int32_t view = vrmi_value_to_index(tree, vrmi_value_get(tree, first, "bufferView"));
    if (view < 0 || vrmi_value_get(tree, first, "uri") != NULL) return false;
    vrmi_value_set_index(tree, image, "bufferView", (uint64_t)view);
    vrmi_value_set(tree, image, "mimeType",
                   vrmi_value_text(tree, vrmi_value_get(tree, first, "mimeType")));
    vrmi_value_remove(tree, vrmi_value_get(tree, image, "uri"));
    return true;
}

static bool embed_image(vrm_edit *edit, uint32_t image) {
    const uint8_t *bytes = NULL;
    size_t size = 0;
    return vrm_model_get_image_bytes(edit->model, (int32_t)image, &bytes, &size) == VRM_OK &&
           vrmi_edit_put_image(edit, (int32_t)image, bytes, size);
}

/* Images of one file share its bytes: a .gltf of a few kilobytes could name a large one a thousand
 * times. */
static void embed_images(vrm_edit *edit) {
    const vrm_gltf *gltf = vrm_model_gltf(edit->model);
    const uint32_t *firsts = find_first_images(edit, gltf);
    if (firsts == NULL) edit->tree.is_refused = true;
    for (uint32_t i = 0; i < gltf->image_count && !edit->tree.is_refused; ++i) {
        vrmi_value *image = vrmi_edit_element(edit, VRMI_REFERENCE_IMAGE, (int32_t)i);
        if (vrmi_value_get(&edit->tree, image, "uri") == NULL) continue;
        if (firsts[i] != i ? share_image(edit, firsts[i], image) : embed_image(edit, i)) continue;
        note_lost(edit, "/images/", i, "image",
                  "An image is not in the file: it was not loaded, or is not a PNG, JPEG or WebP");
    }
}

vrm_result vrm_edit_embed(vrm_edit *edit) {
    static const vrm_string what = {"embed", 5};
    vrm_result result;
    embedding e;
    if (!vrmi_operation_begin(edit, true, &result)) return result;
    if (edit->payload.is_changed || edit->payload.count > 0 || edit->payload.cut_count > 0) {
        return vrmi_operation_refuse(edit, "bytes were changed before ", what, "");
    }
    result = measure(edit, &e);
    if (result != VRM_OK) return result;
    if (!copy_buffers(edit, &e)) return vrmi_edit_refusal(edit);
    move_views(edit, &e);
    join_buffers(edit, &e);
    embed_images(edit);
    return vrmi_operation_end(edit, VRM_CHANGE_KEPT, "embedded", NULL,
                              "Buffers and images are in the file");
}
