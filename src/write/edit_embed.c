/* Buffers and images from data URIs and other files, brought into BIN. */
#include "base/checked.h"
#include "base/text.h"
#include "model/model.h"
#include "write/edit_operation.h"
#include "write/glb_write.h"

#include <string.h>

/* Where the bytes of each buffer lie in the new BIN. */
typedef struct embedding {
    uint32_t count;
    const vrmi_bytes *buffers;
    size_t *begins;
    size_t size;
} embedding;

static size_t used_bytes(const vrm_edit *edit, uint32_t buffer) {
    return (size_t)vrm_model_gltf(edit->model)->buffers[buffer].byte_length;
}

static vrm_result measure(vrm_edit *edit, embedding *e) {
    const vrm_gltf *gltf = vrm_model_gltf(edit->model);
    vrmi_value *table = vrmi_reference_table(&edit->tree, VRMI_REFERENCE_BUFFER);
    e->count = gltf->buffer_count;
    e->buffers = edit->model->document.buffer_bytes;
    e->begins = VRMI_TAKE(&edit->tree.arena, size_t, e->count);
    e->size = 0;
    if (e->begins == NULL) {
        edit->tree.is_refused = true;
        return vrmi_edit_refusal(edit);
    }
    if (vrmi_value_count(&edit->tree, table) != e->count) {
        return vrmi_operation_refuse_index(edit, "the file had ", (int32_t)e->count,
                                           " buffers when it was opened");
    }
    for (uint32_t i = 0; i < e->count; ++i) {
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
    if (buffer <= 0 || (uint32_t)buffer >= e->count || !(offset >= 0 && offset < 4e9)) return;
    vrmi_value_set_index(tree, object, "buffer", 0);
    vrmi_value_set_index(tree, object, "byteOffset", (uint64_t)offset + e->begins[buffer]);
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

/* The first buffer becomes BIN, and the others are gone. */
static void join_buffers(vrm_edit *edit, const embedding *e) {
    vrmi_tree *tree = &edit->tree;
    vrmi_value *table = vrmi_reference_table(tree, VRMI_REFERENCE_BUFFER);
    vrmi_value *first = vrmi_value_at(tree, table, 0);
    if (first == NULL) return;
    while (vrmi_value_count(tree, table) > 1 && !tree->is_refused) {
        vrmi_value_remove(tree, vrmi_value_at(tree, table, vrmi_value_count(tree, table) - 1));
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
        size_t size = used_bytes(edit, i);
        if (size > 0 && bin != NULL) memcpy(bin + e->begins[i], e->buffers[i].data, size);
    }
    vrmi_payload_release(edit);
    payload->bin = bin;
    payload->bin_size = payload->owned_bytes = e->size;
    payload->is_changed = true;
    payload->becomes_glb = !vrmi_is_glb(edit->bytes, edit->size);
    return true;
}

static void embed_images(vrm_edit *edit) {
    vrmi_tree *tree = &edit->tree;
    const uint32_t count = vrm_model_gltf(edit->model)->image_count;
    for (uint32_t i = 0; i < count && !tree->is_refused; ++i) {
        vrmi_value *image = vrmi_edit_element(edit, VRMI_REFERENCE_IMAGE, (int32_t)i);
        const uint8_t *bytes = NULL;
        size_t size = 0;
        if (vrmi_value_get(tree, image, "uri") == NULL) continue;
        if (vrm_model_get_image_bytes(edit->model, (int32_t)i, &bytes, &size) != VRM_OK) continue;
        vrm_edit_set_image(edit, (int32_t)i, bytes, size);
    }
    edit->problem[0] = '\0'; /* an image of a kind that glTF does not have stays outside */
}

vrm_result vrm_edit_embed(vrm_edit *edit) {
    static const vrm_string what = {"embed", 5};
    vrm_result result;
    embedding e;
    if (!vrmi_operation_begin(edit, &result)) return result;
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
