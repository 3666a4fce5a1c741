/*
 * Elements that are equal to others become one. What is equal is decided by content: the JSON of an
 * element without its name, after everything that it refers to has become one, and the bytes of
 * images and accessors.
 */
#include "author/optimize/optimize.h"
#include "base/bytes.h"
#include "base/hash.h"

#include "base/sort.h"
#include "base/text.h"
#include "model/model.h"

#include <string.h>

/* What an element is compared by. */
typedef struct content {
    uint64_t hash;
    vrm_string text;
    const uint8_t *bytes; /* of an image */
    size_t size;
    vrmi_elements elements; /* of an accessor; `count` 0: of something else */
    uint32_t element_size;
    bool is_alone; /* it is never equal to another */
} content;

/* --- Comparing --- */

/* Four bytes at a time: images and accessors are nearly all of a file. */
static uint64_t hash_words(uint64_t sum, const uint8_t *bytes, size_t size) {
    for (; size >= 4; size -= 4, bytes += 4) sum = vrmi_hash_mixed(sum, vrmi_load_u32(bytes));
    return vrmi_hash_bytes(sum, bytes, size);
}

static void hash(content *content) {
    uint64_t sum = vrmi_hash_bytes(VRMI_HASH_START, content->text.data, content->text.length);
    sum = hash_words(sum, content->bytes, content->size);
    for (uint32_t i = 0; i < content->elements.count; ++i) {
        sum = hash_words(sum, content->elements.bytes + (size_t)i * content->elements.stride,
                         content->element_size);
    }
    content->hash = sum;
}

static bool is_equal(const content *a, const content *b) {
    if (a->hash != b->hash || a->is_alone || b->is_alone || a->text.length != b->text.length ||
        a->size != b->size || a->elements.count != b->elements.count ||
        a->element_size != b->element_size ||
        (a->text.length > 0 && memcmp(a->text.data, b->text.data, a->text.length) != 0) ||
        (a->size > 0 && memcmp(a->bytes, b->bytes, a->size) != 0)) {
        return false;
    }
    for (uint32_t i = 0; i < a->elements.count; ++i) {
        if (memcmp(a->elements.bytes + (size_t)i * a->elements.stride,
                   b->elements.bytes + (size_t)i * b->elements.stride, a->element_size) != 0) {
            return false;
        }
    }
    return true;
}

static bool comes_before(const void *context, uint32_t a, uint32_t b) {
    const content *all = context;
    return all[a].hash < all[b].hash;
}

/* Lets all references go to the first of equal elements, and removes the others. Returns how many
 * there were. */
static uint32_t merge(vrmi_optimize *work, vrmi_reference_kind kind, content *all, uint32_t count) {
    uint32_t *order, merged = 0;
    int32_t *map = VRMI_OPTIMIZE_TAKE(work, int32_t, count);
    uint8_t *keeps = VRMI_OPTIMIZE_TAKE(work, uint8_t, count);
    if (map == NULL || keeps == NULL || count < 2) return 0;
    for (uint32_t i = 0; i < count; ++i) hash(&all[i]);
    order = vrmi_sort_order(&work->arena, count, comes_before, all);
    if (order == NULL) {
        work->is_refused = true;
        return 0;
    }
    for (uint32_t i = 0, first = 0; i < count; ++i) {
        if (i > 0 && is_equal(&all[order[first]], &all[order[i]])) {
            map[order[i]] = (int32_t)order[first];
            merged += 1;
        } else {
            first = i;
            map[order[i]] = (int32_t)order[i];
            keeps[order[i]] = 1;
        }
    }
    if (merged == 0) return 0;
    vrmi_references_rewrite(&work->edit->tree, kind, map, count);
    vrmi_references_keep(&work->edit->tree, kind, keeps, NULL);
    return merged;
}

/* --- Text --- */

static bool is_skipped(vrm_string key, const char *const *skips) {
    for (; *skips != NULL; ++skips) {
        if (vrmi_string_equals(key, *skips)) return true;
    }
    return false;
}

/* The members of an object one after the other, without some. */
static bool add_text(vrmi_optimize *work, vrmi_value *object, const char *const *skips,
                     vrm_string *string) {
    vrmi_tree *tree = &work->edit->tree;
    uint32_t count = vrmi_value_count(tree, object);
    size_t length = string->length, at = string->length;
    char *text;
    for (uint32_t i = 0; i < count; ++i) {
        vrmi_value *member = vrmi_value_at(tree, object, i);
        length +=
            (size_t)vrmi_value_key(tree, member).length + vrmi_value_text(tree, member).length + 2;
    }
    text = VRMI_OPTIMIZE_TAKE(work, char, length + 1);
    if (text == NULL || length > UINT32_MAX) return false;
    if (at > 0) memcpy(text, string->data, at);
    for (uint32_t i = 0; i < count; ++i) {
        vrmi_value *member = vrmi_value_at(tree, object, i);
        vrm_string key = vrmi_value_key(tree, member), value;
        if (is_skipped(key, skips)) continue;
        value = vrmi_value_text(tree, member);
        memcpy(text + at, key.data, key.length);
        at += key.length;
        text[at++] = ':';
        if (value.length > 0) memcpy(text + at, value.data, value.length);
        at += value.length;
        text[at++] = ',';
    }
    string->data = text;
    string->length = (uint32_t)at;
    return true;
}

static const char *const names[] = {"name", NULL};

/* All elements of a table by their text. NULL: there are none, or memory was refused. */
static content *read_table(vrmi_optimize *work, vrmi_reference_kind kind, const char *const *skips,
                           uint32_t *out_count) {
    vrmi_tree *tree = &work->edit->tree;
    vrmi_value *table = vrmi_reference_table(tree, kind);
    content *all;
    *out_count = vrmi_value_count(tree, table);
    all = VRMI_OPTIMIZE_TAKE(work, content, *out_count);
    for (uint32_t i = 0; all != NULL && i < *out_count; ++i) {
        if (!add_text(work, vrmi_value_at(tree, table, i), skips, &all[i].text)) return NULL;
    }
    return *out_count > 0 ? all : NULL;
}

/* --- Kinds --- */

static uint32_t merge_plain(vrmi_optimize *work, vrmi_reference_kind kind) {
    uint32_t count;
    content *all = read_table(work, kind, names, &count);
    return all != NULL ? merge(work, kind, all, count) : 0;
}

static uint32_t merge_images(vrmi_optimize *work) {
    static const char *const skips[] = {"name", "bufferView", "uri", NULL};
    const vrm_model *model = work->edit->model;
    uint32_t count;
    content *all = read_table(work, VRMI_REFERENCE_IMAGE, skips, &count);
    if (all == NULL || count != vrm_model_gltf(model)->image_count) return 0;
    for (uint32_t i = 0; i < count; ++i) {
        all[i].is_alone =
            vrm_model_get_image_bytes(model, (int32_t)i, &all[i].bytes, &all[i].size) != VRM_OK;
        if (all[i].is_alone) all[i].size = 0;
    }
    return merge(work, VRMI_REFERENCE_IMAGE, all, count);
}

/* A material that an expression changes stays separate: nothing else may change with it. */
static void leave_bound_materials(const vrm_tables *tables, content *all, uint32_t count) {
    for (uint32_t i = 0; i < tables->expression_count; ++i) {
        const vrm_expression *expression = &tables->expressions[i];
        for (uint32_t k = 0; k < expression->color_bind_count; ++k) {
            if ((uint32_t)expression->color_binds[k].material < count) {
                all[expression->color_binds[k].material].is_alone = true;
            }
        }
        for (uint32_t k = 0; k < expression->uv_bind_count; ++k) {
            if ((uint32_t)expression->uv_binds[k].material < count) {
                all[expression->uv_binds[k].material].is_alone = true;
            }
        }
    }
}

static uint32_t merge_materials(vrmi_optimize *work) {
    static const vrm_string pointer = {"/extensions/VRM/materialProperties", 34};
    vrmi_tree *tree = &work->edit->tree;
    vrmi_value *properties = vrmi_tree_find(tree, pointer); /* of 0.x: what materials really are */
    uint32_t count;
    content *all = read_table(work, VRMI_REFERENCE_MATERIAL, names, &count);
    if (all == NULL) return 0;
    for (uint32_t i = 0; i < count; ++i) {
        if (!add_text(work, vrmi_value_at(tree, properties, i), names, &all[i].text)) return 0;
    }
    leave_bound_materials(vrm_model_tables(work->edit->model), all, count);
    return merge(work, VRMI_REFERENCE_MATERIAL, all, count);
}

/* The use of an accessor: glTF requires that views have one use. */
enum { FOR_VERTICES = 1, FOR_INDICES = 2, FOR_SKINS = 4, FOR_OTHERS = 8 };

typedef struct purposes {
    uint8_t *by_accessor;
    uint32_t count;
} purposes;

static void add_purpose(vrmi_tree *tree, vrmi_value *index, vrmi_reference_kind kind, void *user) {
    purposes *all = user;
    int32_t accessor = vrmi_value_to_index(tree, index);
    vrmi_value *parent = vrmi_value_parent(index);
    vrm_string key = vrmi_value_key(tree, index), above = vrmi_value_key(tree, parent);
    uint8_t purpose = FOR_OTHERS;
    (void)kind;
    if (accessor < 0 || (uint32_t)accessor >= all->count) return;
    if (vrmi_string_equals(above, "attributes") ||
        vrmi_value_get_kind(vrmi_value_parent(parent)) == VRMI_VALUE_ARRAY) {
        purpose = FOR_VERTICES; /* an attribute of a primitive, or of one of its targets */
    }
    if (vrmi_string_equals(key, "indices")) purpose = FOR_INDICES;
    if (vrmi_string_equals(key, "inverseBindMatrices")) purpose = FOR_SKINS;
    if (vrmi_string_equals(key, "input") || vrmi_string_equals(key, "output")) {
        purpose = FOR_OTHERS;
    }
    all->by_accessor[accessor] |= purpose;
}

static bool read_accessor(vrmi_optimize *work, uint32_t index, uint8_t purpose, content *out) {
    static const uint8_t sizes[] = {1, 1, 2, 2, 0, 4, 4};
    const vrmi_document *document = &work->edit->model->document;
    const vrm_accessor *accessor = &document->gltf.accessors[index];
    char *text;
    if ((accessor->element > VRM_ELEMENT_VEC4 && accessor->component != VRM_COMPONENT_F32) ||
        !vrmi_optimize_read(work, (int32_t)index, &out->elements)) {
        memset(&out->elements, 0, sizeof out->elements);
        return false;
    }
    out->element_size = out->elements.components * sizes[accessor->component - VRM_COMPONENT_I8];
    /* One with sparse replacements and one without stay apart: merged, they might be larger. */
    text = VRMI_OPTIMIZE_TAKE(work, char, (size_t)out->text.length + 2);
    if (text == NULL) return false;
    if (out->text.length > 0) memcpy(text, out->text.data, out->text.length);
    text[out->text.length] = (char)('0' + purpose);
    text[out->text.length + 1] = accessor->sparse_count > 0 ? 's' : 'd';
    out->text.data = text;
    out->text.length += 2;
    return true;
}

static uint32_t merge_accessors(vrmi_optimize *work) {
    static const char *const skips[] = {"name", "bufferView", "byteOffset", "sparse", NULL};
    purposes all_purposes;
    uint32_t count;
    content *all = read_table(work, VRMI_REFERENCE_ACCESSOR, skips, &count);
    all_purposes.by_accessor = VRMI_OPTIMIZE_TAKE(work, uint8_t, count);
    all_purposes.count = count;
    if (all == NULL || all_purposes.by_accessor == NULL ||
        count != vrm_model_gltf(work->edit->model)->accessor_count) {
        return 0;
    }
    vrmi_references_visit(&work->edit->tree, VRMI_REFERENCE_BIT(VRMI_REFERENCE_ACCESSOR),
                          add_purpose, &all_purposes);
    for (uint32_t i = 0; i < count; ++i) {
        all[i].is_alone = !read_accessor(work, i, all_purposes.by_accessor[i], &all[i]);
    }
    return merge(work, VRMI_REFERENCE_ACCESSOR, all, count);
}

/* 0.x and the draft bind morph targets, and show to cameras, by mesh: what they name stays. */
static void leave_named(vrmi_tree *tree, vrmi_value *index, vrmi_reference_kind kind, void *user) {
    purposes *named = user;
    int32_t mesh = vrmi_value_to_index(tree, index);
    (void)kind;
    if (mesh >= 0 && (uint32_t)mesh < named->count && vrmi_optimize_is_of_vrm(tree, index)) {
        named->by_accessor[mesh] = 1;
    }
}

static uint32_t merge_meshes(vrmi_optimize *work) {
    purposes named;
    uint32_t count;
    content *all = read_table(work, VRMI_REFERENCE_MESH, names, &count);
    named.by_accessor = VRMI_OPTIMIZE_TAKE(work, uint8_t, count);
    named.count = count;
    if (all == NULL || named.by_accessor == NULL) return 0;
    vrmi_references_visit(&work->edit->tree, VRMI_REFERENCE_BIT(VRMI_REFERENCE_MESH), leave_named,
                          &named);
    for (uint32_t i = 0; i < count; ++i) all[i].is_alone = named.by_accessor[i] != 0;
    return merge(work, VRMI_REFERENCE_MESH, all, count);
}

void vrmi_optimize_duplicates(vrmi_optimize *work) {
    vrmi_optimize_note_count(work, VRM_CHANGE_REMOVED, "images-equal", merge_images(work),
                             "image was equal to another", "images were equal to others");
    vrmi_optimize_note_count(work, VRM_CHANGE_REMOVED, "samplers-equal",
                             merge_plain(work, VRMI_REFERENCE_SAMPLER),
                             "sampler was equal to another", "samplers were equal to others");
    vrmi_optimize_note_count(work, VRM_CHANGE_REMOVED, "textures-equal",
                             merge_plain(work, VRMI_REFERENCE_TEXTURE),
                             "texture was equal to another", "textures were equal to others");
    vrmi_optimize_note_count(work, VRM_CHANGE_REMOVED, "materials-equal", merge_materials(work),
                             "material was equal to another", "materials were equal to others");
    vrmi_optimize_note_count(work, VRM_CHANGE_REMOVED, "accessors-equal", merge_accessors(work),
                             "accessor was equal to another", "accessors were equal to others");
    vrmi_optimize_note_count(work, VRM_CHANGE_REMOVED, "skins-equal",
                             merge_plain(work, VRMI_REFERENCE_SKIN), "skin was equal to another",
                             "skins were equal to others");
    vrmi_optimize_note_count(work, VRM_CHANGE_REMOVED, "meshes-equal", merge_meshes(work),
                             "mesh was equal to another", "meshes were equal to others");
}
