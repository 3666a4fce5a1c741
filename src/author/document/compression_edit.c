#include "author/document/compression_edit.h"

#include "author/json/json_writer.h"
#include "base/text.h"
#include "model/model.h"

#include <string.h>

#define COMPRESSION "EXT_meshopt_compression"
#define KHR_COMPRESSION "KHR_meshopt_compression"

static bool is_decoded(const vrm_edit *edit, uint32_t view) {
    const vrmi_document *document = &edit->model->document;
    return document->view_bytes != NULL && document->view_bytes[view].data != NULL;
}

uint32_t vrmi_edit_count_compressed(const vrm_edit *edit) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < edit->model->document.gltf.buffer_view_count; ++i) {
        count += is_decoded(edit, i);
    }
    return count;
}

void vrmi_edit_decode_views(vrm_edit *edit) {
    const vrmi_document *document = &edit->model->document;
    for (uint32_t i = 0; i < document->gltf.buffer_view_count; ++i) {
        if (!is_decoded(edit, i)) continue;
        vrmi_edit_replace_view(edit, (int32_t)i, document->view_bytes[i].data,
                               document->view_bytes[i].size);
    }
    vrmi_edit_complete_extensions(edit);
    vrmi_edit_repack(edit);
}

vrm_result vrmi_edit_decode(vrm_edit *edit, const vrm_load_desc *desc) {
    size_t size;
    vrm_result result;
    if (vrmi_edit_count_compressed(edit) == 0) return VRM_OK;
    vrmi_edit_decode_views(edit);
    vrmi_edit_note_decoded(edit);
    result = vrmi_edit_step(edit, &size);
    return result == VRM_OK ? vrmi_edit_accept(edit, desc) : result;
}

/* A view, or a buffer that stands in for one. */
static bool is_compressed(vrmi_tree *tree, vrmi_value *object) {
    vrmi_value *extensions = vrmi_value_get(tree, object, "extensions");
    return vrmi_value_get(tree, extensions, COMPRESSION) != NULL ||
           vrmi_value_get(tree, extensions, KHR_COMPRESSION) != NULL;
}

/* Views that will be written: a repacked file has only those that something refers to. */
static uint32_t count_left(vrm_edit *edit) {
    vrmi_tree *tree = &edit->tree;
    vrmi_value *views = vrmi_reference_table(tree, VRMI_REFERENCE_BUFFER_VIEW);
    const uint32_t count = vrmi_value_count(tree, views);
    uint32_t *uses = VRMI_TAKE(&tree->arena, uint32_t, count), left = 0;
    if (uses == NULL) {
        tree->is_refused = true;
        return 0;
    }
    vrmi_references_count(tree, VRMI_REFERENCE_BUFFER_VIEW, uses, count);
    for (uint32_t i = 0; i < count; ++i) {
        left += (uses[i] > 0 || !edit->payload.repacks) &&
                is_compressed(tree, vrmi_value_at(tree, views, i));
    }
    return left;
}

void vrmi_edit_note_decoded(vrm_edit *edit) {
    static const vrm_string nothing = {"", 0};
    uint32_t count = vrmi_edit_count_compressed(edit), left;
    char sentence[100];
    vrmi_text text = vrmi_text_make(sentence, sizeof sentence);
    if (count == 0) return;
    left = count_left(edit);
    if (left >= count) return;
    count -= left;
    vrmi_text_append_grouped(&text, count);
    vrmi_text_append(&text, count == 1 ? " compressed array is stored without compression"
                                       : " compressed arrays are stored without compression");
    vrmi_edit_changed(edit, VRM_CHANGE_CONVERTED, "views-decoded", nothing, nothing,
                      vrmi_string_from(sentence));
}

/* --- Compressing --- */

int32_t vrmi_edit_add_stand_in(vrm_edit *edit, size_t size) {
    vrmi_json_writer json;
    int32_t index = VRM_NONE;
    vrmi_json_writer_init(&json, &edit->memory);
    vrmi_put_object(&json);
    vrmi_put_integer_of(&json, "byteLength", (int64_t)size);
    vrmi_put_object_of(&json, "extensions");
    vrmi_put_object_of(&json, COMPRESSION);
    vrmi_put_bool_of(&json, "fallback", true);
    vrmi_put_object_end(&json);
    vrmi_put_object_end(&json);
    vrmi_put_object_end(&json);
    if (json.is_refused) {
        edit->tree.is_refused = true;
    } else {
        index = vrmi_edit_add_element(edit, VRMI_REFERENCE_BUFFER, vrmi_json_writer_text(&json));
    }
    vrmi_json_writer_release(&json);
    return index;
}

static void put_extension(vrm_edit *edit, vrmi_value *extensions,
                          const vrmi_compressed *compressed) {
    vrmi_json_writer json;
    vrmi_value *extension = NULL;
    vrmi_json_writer_init(&json, &edit->memory);
    vrmi_put_object(&json);
    vrmi_put_integer_of(&json, "buffer", 0); /* its offset is set by the layout */
    vrmi_put_integer_of(&json, "byteLength", (int64_t)compressed->size);
    vrmi_put_integer_of(&json, "byteStride", (int64_t)compressed->stride);
    vrmi_put_words_of(&json, "mode", compressed->mode);
    if (compressed->filter != NULL) vrmi_put_words_of(&json, "filter", compressed->filter);
    vrmi_put_integer_of(&json, "count", (int64_t)compressed->count);
    vrmi_put_object_end(&json);
    if (!json.is_refused) {
        extension =
            vrmi_value_set(&edit->tree, extensions, COMPRESSION, vrmi_json_writer_text(&json));
    }
    vrmi_json_writer_release(&json);
    if (extension == NULL) {
        edit->tree.is_refused = true;
        return;
    }
    vrmi_value_mark(extension, true);
    vrmi_edit_put_bytes(edit, extension, compressed->bytes, compressed->size);
}

void vrmi_edit_compress_view(vrm_edit *edit, int32_t view, int32_t stand_in, size_t offset,
                             const vrmi_compressed *compressed) {
    vrmi_tree *tree = &edit->tree;
    vrmi_value *table = vrmi_reference_table(tree, VRMI_REFERENCE_BUFFER_VIEW);
    vrmi_value *object = view >= 0 ? vrmi_value_at(tree, table, (uint32_t)view) : NULL;
    vrmi_value *extensions, *other;
    if (vrmi_value_get_kind(object) != VRMI_VALUE_OBJECT || stand_in < 0) return;
    vrmi_value_set_index(tree, object, "buffer", (uint64_t)stand_in);
    vrmi_value_set_index(tree, object, "byteOffset", offset);
    extensions = vrmi_value_make(tree, object, "extensions", VRMI_VALUE_OBJECT);
    /* A view has one of the two. What could not be decoded is in `compressed` from other bytes. */
    other = vrmi_value_get(tree, extensions, KHR_COMPRESSION);
    edit->names_changed |= other != NULL;
    vrmi_value_remove(tree, other);
    put_extension(edit, extensions, compressed);
}

/* --- Stand-ins --- */

void vrmi_edit_find_stand_ins(vrm_edit *edit, uint8_t *out, uint32_t count) {
    enum { HAS_COMPRESSED = 1, HAS_OTHERS = 2 };
    vrmi_tree *tree = &edit->tree;
    vrmi_value *buffers = vrmi_reference_table(tree, VRMI_REFERENCE_BUFFER);
    vrmi_value *views = vrmi_reference_table(tree, VRMI_REFERENCE_BUFFER_VIEW);
    if (count == 0) return;
    memset(out, 0, count);
    for (uint32_t i = 0; i < vrmi_value_count(tree, views); ++i) {
        vrmi_value *view = vrmi_value_at(tree, views, i);
        const int32_t buffer = vrmi_value_to_index(tree, vrmi_value_get(tree, view, "buffer"));
        if (buffer < 0 || (uint32_t)buffer >= count) continue;
        out[buffer] |= is_compressed(tree, view) ? HAS_COMPRESSED : HAS_OTHERS;
    }
    for (uint32_t i = 0; i < count; ++i) {
        vrmi_value *buffer = vrmi_value_at(tree, buffers, i);
        out[i] = vrmi_value_get(tree, buffer, "uri") == NULL &&
                 (out[i] == HAS_COMPRESSED || is_compressed(tree, buffer));
    }
}

void vrmi_edit_drop_stand_ins(vrm_edit *edit) {
    vrmi_tree *tree = &edit->tree;
    vrmi_value *buffers = vrmi_reference_table(tree, VRMI_REFERENCE_BUFFER);
    const uint32_t count = vrmi_value_count(tree, buffers);
    uint32_t *counts;
    uint8_t *keeps;
    bool drops = false;
    if (count < 2) return; /* the first one is BIN */
    counts = VRMI_TAKE(&tree->arena, uint32_t, count);
    keeps = VRMI_TAKE(&tree->arena, uint8_t, count);
    if (counts == NULL || keeps == NULL) {
        tree->is_refused = true;
        return;
    }
    vrmi_references_count(tree, VRMI_REFERENCE_BUFFER, counts, count);
    for (uint32_t i = 0; i < count; ++i) {
        vrmi_value *buffer = vrmi_value_at(tree, buffers, i);
        keeps[i] = i == 0 || counts[i] > 0 || !is_compressed(tree, buffer);
        drops = drops || !keeps[i];
    }
    if (drops) vrmi_references_keep(tree, VRMI_REFERENCE_BUFFER, keeps, NULL);
}
