/* The thumbnail: into a file, and out of it. */
#include "author/document/edit_operation.h"
#include "base/text.h"
#include "gltf/image_header.h"

#include <string.h>

/* The location of the thumbnail's index: of an image, or in 0.x of a texture. */
typedef struct thumbnail {
    vrmi_value *meta; /* NULL: there is none */
    const char *key;
    bool is_0;
    int32_t texture; /* of 0.x; VRM_NONE */
    int32_t image;   /* VRM_NONE: there is no thumbnail */
} thumbnail;

static thumbnail find_thumbnail(vrm_edit *edit) {
    vrmi_tree *tree = &edit->tree;
    thumbnail at = {.texture = VRM_NONE, .image = VRM_NONE};
    vrmi_value *vrm = vrmi_edit_vrm(edit, &at.is_0), *texture;
    int32_t index;
    at.meta = vrmi_value_get(tree, vrm, "meta");
    if (vrmi_value_get_kind(at.meta) != VRMI_VALUE_OBJECT) at.meta = NULL;
    at.key = at.is_0 ? "texture" : "thumbnailImage";
    index = vrmi_value_to_index(tree, vrmi_value_get(tree, at.meta, at.key));
    if (at.is_0) {
        texture = vrmi_edit_element(edit, VRMI_REFERENCE_TEXTURE, index);
        at.texture = texture != NULL ? index : VRM_NONE;
        index = vrmi_value_to_index(tree, vrmi_value_get(tree, texture, "source"));
    }
    if (vrmi_edit_element(edit, VRMI_REFERENCE_IMAGE, index) != NULL) at.image = index;
    return at;
}

/* How often something refers to an element. */
static uint32_t count_uses(vrm_edit *edit, vrmi_reference_kind kind, int32_t index) {
    vrmi_tree *tree = &edit->tree;
    uint32_t count = vrmi_value_count(tree, vrmi_reference_table(tree, kind));
    uint32_t *counts = VRMI_TAKE(&tree->arena, uint32_t, count);
    if (counts == NULL) tree->is_refused = true;
    if (counts == NULL || index < 0 || (uint32_t)index >= count) return 0;
    vrmi_references_count(tree, kind, counts, count);
    return counts[index];
}

static void remove_element(vrm_edit *edit, vrmi_reference_kind kind, int32_t index) {
    vrmi_tree *tree = &edit->tree;
    uint32_t count = vrmi_value_count(tree, vrmi_reference_table(tree, kind));
    uint8_t *keeps = VRMI_TAKE(&tree->arena, uint8_t, count);
    if (keeps == NULL) {
        tree->is_refused = true;
        return;
    }
    memset(keeps, 1, count);
    keeps[index] = 0;
    vrmi_references_keep(tree, kind, keeps, NULL);
}

/* --- Out --- */

/* Removes an image that nothing needs any longer, with its bytes. */
static void remove_image(vrm_edit *edit, int32_t image) {
    vrmi_value *object = vrmi_edit_element(edit, VRMI_REFERENCE_IMAGE, image);
    int32_t view =
        vrmi_value_to_index(&edit->tree, vrmi_value_get(&edit->tree, object, "bufferView"));
    bool is_alone = count_uses(edit, VRMI_REFERENCE_BUFFER_VIEW, view) == 1;
    remove_element(edit, VRMI_REFERENCE_IMAGE, image);
    if (is_alone) vrmi_edit_drop_view(edit, view);
}

/* Removes unused textures that show the image: a migration leaves them. */
static void drop_idle_textures(vrm_edit *edit, int32_t image) {
    vrmi_tree *tree = &edit->tree;
    vrmi_value *table = vrmi_reference_table(tree, VRMI_REFERENCE_TEXTURE);
    const uint32_t count = image != VRM_NONE ? vrmi_value_count(tree, table) : 0;
    uint32_t *uses = count > 0 ? VRMI_TAKE(&tree->arena, uint32_t, count) : NULL;
    uint8_t *keeps = count > 0 ? VRMI_TAKE(&tree->arena, uint8_t, count) : NULL;
    bool keeps_all = true;
    if (count == 0) return;
    if (uses == NULL || keeps == NULL) {
        tree->is_refused = true;
        return;
    }
    vrmi_references_count(tree, VRMI_REFERENCE_TEXTURE, uses, count);
    for (uint32_t i = 0; i < count; ++i) {
        vrmi_value *source = vrmi_value_get(tree, vrmi_value_at(tree, table, i), "source");
        keeps[i] = uses[i] > 0 || vrmi_value_to_index(tree, source) != image;
        keeps_all = keeps_all && keeps[i] != 0;
    }
    if (!keeps_all) vrmi_references_keep(tree, VRMI_REFERENCE_TEXTURE, keeps, NULL);
}

static vrm_result say_old(vrm_edit *edit, int32_t image, bool goes) {
    vrmi_value *table = vrmi_reference_table(&edit->tree, VRMI_REFERENCE_IMAGE);
    vrmi_value *old = image != VRM_NONE ? vrmi_value_at(&edit->tree, table, (uint32_t)image) : NULL;
    return goes ? vrmi_operation_end(edit, VRM_CHANGE_REMOVED, "old-thumbnail", old,
                                     "The old thumbnail has left the file")
                : vrmi_operation_end(
                      edit, VRM_CHANGE_SET, "old-thumbnail", old,
                      "The old thumbnail stays in the file, because something else uses the image");
}

/* Removes what the thumbnail was, unless something else uses it. */
static vrm_result drop_old(vrm_edit *edit, const thumbnail *at) {
    vrm_result result;
    bool goes;
    drop_idle_textures(edit, at->image);
    goes = count_uses(edit, VRMI_REFERENCE_IMAGE, at->image) == 0;
    result = say_old(edit, at->image, goes);
    if (result != VRM_OK || !goes) return result;
    remove_image(edit, at->image);
    return vrmi_operation_result(edit);
}

static vrm_result take_out(vrm_edit *edit, const thumbnail *at) {
    vrmi_value *member = vrmi_value_get(&edit->tree, at->meta, at->key);
    vrm_result result;
    if (member == NULL || at->image == VRM_NONE) return VRM_OK;
    result = vrmi_operation_end(edit, VRM_CHANGE_REMOVED, "thumbnail", member,
                                "The thumbnail was taken out");
    if (result != VRM_OK) return result;
    vrmi_value_remove(&edit->tree, member);
    return drop_old(edit, at);
}

/* --- In --- */

/* The type of an image by its first bytes; NULL: not a type that glTF has. */
static const char *mime_of(const void *bytes, size_t size) {
    switch (vrmi_image_header_read(bytes, size).format) {
    case VRM_IMAGE_FORMAT_PNG:
        return "image/png";
    case VRM_IMAGE_FORMAT_JPEG:
        return "image/jpeg";
    case VRM_IMAGE_FORMAT_WEBP:
        return "image/webp";
    default:
        return NULL;
    }
}

static int32_t add_image(vrm_edit *edit, const void *bytes, size_t size, const char *mime) {
    int32_t view = vrmi_edit_add_view(edit, bytes, size, 0, 0);
    char json[128];
    vrmi_text text = vrmi_text_make(json, sizeof json);
    vrm_string element = {json, 0};
    vrmi_text_append(&text, "{\"name\":\"thumbnail\",\"bufferView\":");
    vrmi_text_append_i64(&text, view);
    vrmi_text_append(&text, ",\"mimeType\":\"");
    vrmi_text_append(&text, mime);
    vrmi_text_append(&text, "\"}");
    element.length = (uint32_t)text.length;
    return view != VRM_NONE ? vrmi_edit_add_element(edit, VRMI_REFERENCE_IMAGE, element) : VRM_NONE;
}

/* Room for a view more of each image. Both counts are of JSON values, which take more memory than
 * this. False: memory was refused. */
static bool reserve_uses(vrm_edit *edit, uint32_t view_count) {
    vrmi_view_uses *uses = &edit->view_uses;
    vrmi_value *images = vrmi_reference_table(&edit->tree, VRMI_REFERENCE_IMAGE);
    uint32_t capacity = view_count + vrmi_value_count(&edit->tree, images);
    if (uses->counts != NULL && capacity <= uses->capacity) return true;
    vrmi_memory_release(&edit->memory, uses->counts, uses->capacity * sizeof uses->counts[0]);
    uses->counts = vrmi_memory_allocate(&edit->memory, capacity * sizeof uses->counts[0]);
    uses->capacity = uses->counts != NULL ? capacity : 0;
    if (uses->counts == NULL) edit->tree.is_refused = true;
    return uses->counts != NULL;
}

static void count_view_uses(vrm_edit *edit) {
    vrmi_view_uses *uses = &edit->view_uses;
    vrmi_value *views = vrmi_reference_table(&edit->tree, VRMI_REFERENCE_BUFFER_VIEW);
    uses->count = vrmi_value_count(&edit->tree, views);
    if (!reserve_uses(edit, uses->count)) return;
    vrmi_references_count(&edit->tree, VRMI_REFERENCE_BUFFER_VIEW, uses->counts, uses->count);
    uses->is_known = true;
}

/* Whether a view is there and something refers to it once. */
static bool is_used_once(vrm_edit *edit, int32_t view) {
    const vrmi_view_uses *uses = &edit->view_uses;
    if (vrmi_edit_element(edit, VRMI_REFERENCE_BUFFER_VIEW, view) == NULL) return false;
    if (!uses->is_known) count_view_uses(edit);
    return uses->is_known && (uint32_t)view < uses->count && uses->counts[view] == 1;
}

/* An image refers to a new view instead of `old`. */
static void move_use(vrmi_view_uses *uses, int32_t old, int32_t view) {
    uses->is_known =
        uses->is_known && (uint32_t)view == uses->count && uses->count < uses->capacity;
    if (!uses->is_known) return;
    if (old >= 0 && (uint32_t)old < uses->count) uses->counts[old] -= 1;
    uses->counts[uses->count++] = 1;
}

/* Other bytes for an image that nothing else uses. */
static void replace_image(vrm_edit *edit, int32_t image, const void *bytes, size_t size,
                          const char *mime) {
    vrmi_tree *tree = &edit->tree;
    vrmi_value *object = vrmi_edit_element(edit, VRMI_REFERENCE_IMAGE, image);
    vrmi_value *old = vrmi_value_get(tree, object, "mimeType");
    const int32_t old_view = vrmi_value_to_index(tree, vrmi_value_get(tree, object, "bufferView"));
    if (is_used_once(edit, old_view)) {
        vrmi_edit_replace_view(edit, old_view, bytes, size);
    } else {
        const int32_t view = vrmi_edit_add_view(edit, bytes, size, 0, 0);
        if (view == VRM_NONE) return;
        vrmi_value_set_index(tree, object, "bufferView", (uint64_t)view);
        move_use(&edit->view_uses, old_view, view);
    }
    vrmi_value_remove(tree, vrmi_value_get(tree, object, "uri"));
    if (!vrmi_string_equals(vrmi_value_string(tree, old), mime)) {
        vrmi_value_set_words(tree, object, "mimeType", vrmi_string_from(mime));
    }
}

/* The sentence for a new thumbnail. It has the size if that is not the one that the specification
 * prefers (ME-013). */
static const char *say_size(const void *bytes, size_t size, vrmi_text *text) {
    const uint32_t preferred = 1024;
    const vrm_image_header header = vrmi_image_header_read(bytes, size);
    vrmi_text_append(text, "The thumbnail is another one");
    if (header.width != preferred || header.height != preferred) {
        vrmi_text_append(text, ", of ");
        vrmi_text_append_i64(text, header.width);
        vrmi_text_append(text, " x ");
        vrmi_text_append_i64(text, header.height);
        vrmi_text_append(text, " pixels: 1024 x 1024 are preferred");
    }
    return text->data;
}

/* An image that only the avatar's meta names, by itself or through a texture. */
static bool is_own_image(vrm_edit *edit, const thumbnail *at) {
    if (at->image == VRM_NONE || count_uses(edit, VRMI_REFERENCE_IMAGE, at->image) != 1) {
        return false;
    }
    return !at->is_0 || count_uses(edit, VRMI_REFERENCE_TEXTURE, at->texture) == 1;
}

static void name_image(vrm_edit *edit, const thumbnail *at, int32_t image) {
    char json[32];
    vrmi_text text = vrmi_text_make(json, sizeof json);
    vrm_string element = {json, 0};
    int32_t index = image;
    if (at->is_0) {
        vrmi_text_append(&text, "{\"source\":");
        vrmi_text_append_i64(&text, image);
        vrmi_text_append(&text, "}");
        element.length = (uint32_t)text.length;
        index = vrmi_edit_add_element(edit, VRMI_REFERENCE_TEXTURE, element);
    }
    if (index != VRM_NONE) vrmi_value_set_index(&edit->tree, at->meta, at->key, (uint64_t)index);
}

bool vrmi_edit_put_image(vrm_edit *edit, int32_t image, const void *bytes, size_t size) {
    const char *mime = mime_of(bytes, size);
    if (mime != NULL) replace_image(edit, image, bytes, size, mime);
    return mime != NULL;
}

vrm_result vrm_edit_set_image(vrm_edit *edit, int32_t image, const void *bytes, size_t size) {
    vrm_result result;
    vrmi_value *object;
    bool has_uses;
    if (edit == NULL) return VRM_ERROR_INVALID_ARGUMENT;
    has_uses = edit->view_uses.is_known;
    if (!vrmi_operation_begin(edit, bytes != NULL, &result)) return result;
    edit->view_uses.is_known = has_uses;
    object = vrmi_edit_element(edit, VRMI_REFERENCE_IMAGE, image);
    if (object == NULL) return vrmi_operation_refuse_index(edit, "there is no image ", image, "");
    if (!vrmi_edit_put_image(edit, image, bytes, size)) {
        return vrmi_operation_refuse_index(edit, "the new bytes of image ", image,
                                           " are no PNG, JPEG or WebP file");
    }
    return vrmi_operation_end(edit, VRM_CHANGE_SET, "image", object, "An image has other bytes");
}

vrm_result vrm_edit_set_thumbnail(vrm_edit *edit, const void *bytes, size_t size) {
    static const vrm_string what = {"thumbnail", 9};
    thumbnail at;
    const char *mime;
    vrm_result result;
    int32_t image;
    bool is_own;
    char sentence[128];
    vrmi_text text = vrmi_text_make(sentence, sizeof sentence);
    if (!vrmi_operation_begin(edit, true, &result)) return result;
    at = find_thumbnail(edit);
    if (at.meta == NULL) {
        return vrmi_operation_refuse(edit, "the file has no meta of 0.x, 1.0-beta or 1.0 for a ",
                                     what, "");
    }
    if (bytes == NULL) return take_out(edit, &at);
    mime = mime_of(bytes, size);
    if (mime == NULL || strcmp(mime, "image/webp") == 0) {
        return vrmi_operation_refuse(edit, "the ", what, " is neither a PNG nor a JPEG file");
    }
    drop_idle_textures(edit, at.image);
    at = find_thumbnail(edit);
    is_own = is_own_image(edit, &at);
    if (is_own) {
        replace_image(edit, at.image, bytes, size, mime);
        edit->view_uses.is_known = false; /* what follows does not keep them right */
    } else {
        image = add_image(edit, bytes, size, mime);
        if (image != VRM_NONE) name_image(edit, &at, image);
        if (at.image != VRM_NONE) drop_idle_textures(edit, at.image);
    }
    result = vrmi_operation_end(edit, at.image != VRM_NONE ? VRM_CHANGE_SET : VRM_CHANGE_ADDED,
                                "thumbnail", vrmi_value_get(&edit->tree, at.meta, at.key),
                                say_size(bytes, size, &text));
    return result == VRM_OK && at.image != VRM_NONE ? say_old(edit, at.image, is_own) : result;
}
