#include "author/document/payload_edit.h"

#include "author/document/file_edit.h"
#include "author/json/json_writer.h"
#include "base/checked.h"
#include "gltf/accessor.h"

#include <float.h>
#include <math.h>
#include <string.h>

static void refuse(vrm_edit *edit) { edit->tree.is_refused = true; }

/* --- New bytes --- */

/* What grows stays in the arena: all that it ever had is no more than twice what it has. */
static bool reserve(vrm_edit *edit) {
    vrmi_payload *payload = &edit->payload;
    uint32_t capacity = payload->capacity != 0 ? payload->capacity : 8;
    vrmi_new_view *views;
    if (payload->count < payload->capacity) return true;
    if (capacity > UINT32_MAX / 2) return false;
    capacity *= 2;
    views = VRMI_TAKE(&edit->tree.arena, vrmi_new_view, capacity);
    if (views == NULL) return false;
    if (payload->count > 0) memcpy(views, payload->views, payload->count * sizeof views[0]);
    payload->views = views;
    payload->capacity = capacity;
    return true;
}

void vrmi_edit_put_bytes(vrm_edit *edit, vrmi_value *view, const void *bytes, size_t size) {
    vrmi_payload *payload = &edit->payload;
    uint8_t *copy = VRMI_TAKE(&edit->tree.arena, uint8_t, size);
    if (copy == NULL || !reserve(edit)) {
        refuse(edit);
        return;
    }
    if (size > 0) memcpy(copy, bytes, size);
    payload->views[payload->count++] = (vrmi_new_view){view, copy, size};
}

static vrmi_value *view_at(vrm_edit *edit, int32_t index) {
    vrmi_value *table = vrmi_reference_table(&edit->tree, VRMI_REFERENCE_BUFFER_VIEW);
    return index >= 0 ? vrmi_value_at(&edit->tree, table, (uint32_t)index) : NULL;
}

static int32_t add_json(vrm_edit *edit, vrmi_reference_kind kind, vrmi_json_writer *json) {
    int32_t index = VRM_NONE;
    if (json->is_refused) {
        refuse(edit);
    } else {
        index = vrmi_edit_add_element(edit, kind, vrmi_json_writer_text(json));
    }
    vrmi_json_writer_release(json);
    return index;
}

int32_t vrmi_edit_add_view(vrm_edit *edit, const void *bytes, size_t size, uint32_t stride,
                           int32_t target) {
    vrmi_json_writer json;
    int32_t index;
    vrmi_json_writer_init(&json, &edit->memory);
    vrmi_put_object(&json);
    vrmi_put_integer_of(&json, "buffer", 0); /* its offset is set by the layout */
    vrmi_put_integer_of(&json, "byteLength", (int64_t)size);
    if (stride != 0) vrmi_put_integer_of(&json, "byteStride", (int64_t)stride);
    if (target != 0) vrmi_put_integer_of(&json, "target", target);
    vrmi_put_object_end(&json);
    index = add_json(edit, VRMI_REFERENCE_BUFFER_VIEW, &json);
    if (index == VRM_NONE) return VRM_NONE;
    vrmi_value_mark(view_at(edit, index), true);
    vrmi_edit_put_bytes(edit, view_at(edit, index), bytes, size);
    return edit->tree.is_refused ? VRM_NONE : index;
}

/* Its own buffer may be one without bytes: the new ones go to BIN. */
static void drop_compression(vrm_edit *edit, vrmi_value *view) {
    static const char *const names[] = {"EXT_meshopt_compression", "KHR_meshopt_compression"};
    vrmi_tree *tree = &edit->tree;
    vrmi_value *extensions = vrmi_value_get(tree, view, "extensions");
    for (size_t i = 0; i < 2; ++i) {
        vrmi_value *extension = vrmi_value_get(tree, extensions, names[i]);
        if (extension == NULL) continue;
        vrmi_value_remove(tree, extension);
        vrmi_value_set_index(tree, view, "buffer", 0);
        vrmi_value_mark(view, true);
        edit->names_changed = true;
    }
    if (extensions != NULL && vrmi_value_count(tree, extensions) == 0) {
        vrmi_value_remove(tree, extensions);
    }
}

void vrmi_edit_replace_view(vrm_edit *edit, int32_t view, const void *bytes, size_t size) {
    vrmi_value *object = view_at(edit, view);
    if (vrmi_value_get_kind(object) != VRMI_VALUE_OBJECT) return;
    drop_compression(edit, object);
    vrmi_edit_put_bytes(edit, object, bytes, size);
}

static bool reserve_cut(vrm_edit *edit) {
    vrmi_payload *payload = &edit->payload;
    uint32_t capacity = payload->cut_capacity != 0 ? payload->cut_capacity : 8;
    vrmi_cut *cuts;
    if (payload->cut_count < payload->cut_capacity) return true;
    if (capacity > UINT32_MAX / 2) return false;
    capacity *= 2;
    cuts = VRMI_TAKE(&edit->tree.arena, vrmi_cut, capacity);
    if (cuts == NULL) return false;
    if (payload->cut_count > 0) memcpy(cuts, payload->cuts, payload->cut_count * sizeof cuts[0]);
    payload->cuts = cuts;
    payload->cut_capacity = capacity;
    return true;
}

static void cut_out(vrm_edit *edit, vrmi_value *view) {
    vrmi_tree *tree = &edit->tree;
    double begin = vrmi_value_number(tree, vrmi_value_get(tree, view, "byteOffset"), 0);
    double length = vrmi_value_number(tree, vrmi_value_get(tree, view, "byteLength"), 0);
    if (vrmi_value_to_index(tree, vrmi_value_get(tree, view, "buffer")) != 0 ||
        vrmi_value_is_marked(view) || !(begin >= 0 && length > 0) ||
        begin + length > (double)edit->payload.bin_size) {
        return;
    }
    if (!reserve_cut(edit)) {
        refuse(edit);
        return;
    }
    edit->payload.cuts[edit->payload.cut_count++] =
        (vrmi_cut){(size_t)begin, (size_t)begin + (size_t)length};
}

void vrmi_edit_drop_views(vrm_edit *edit, const uint8_t *keeps) {
    vrmi_value *views = vrmi_reference_table(&edit->tree, VRMI_REFERENCE_BUFFER_VIEW);
    uint32_t count = vrmi_value_count(&edit->tree, views);
    for (uint32_t i = 0; i < count; ++i) {
        /* If something still refers to it, it stays with its bytes. */
        if (keeps[i] == 0) cut_out(edit, vrmi_value_at(&edit->tree, views, i));
    }
    vrmi_references_keep(&edit->tree, VRMI_REFERENCE_BUFFER_VIEW, keeps, NULL);
}

void vrmi_edit_drop_view(vrm_edit *edit, int32_t view) {
    vrmi_tree *tree = &edit->tree;
    vrmi_value *object = view_at(edit, view);
    uint32_t count = vrmi_value_count(tree, vrmi_value_parent(object));
    uint8_t *keeps = VRMI_TAKE(&tree->arena, uint8_t, count);
    if (object == NULL) return;
    if (keeps == NULL) {
        refuse(edit);
        return;
    }
    memset(keeps, 1, count);
    keeps[view] = 0;
    vrmi_edit_drop_views(edit, keeps);
}

void vrmi_edit_repack(vrm_edit *edit) { edit->payload.repacks = true; }

/* --- Accessors --- */

/* A component as a number. Bytes may lie anywhere. */
static double read_component(const uint8_t *at, vrm_component component) {
    uint32_t bits = 0;
    float number;
    for (uint32_t i = 0; i < vrmi_component_size(component); ++i) {
        bits |= (uint32_t)at[i] << (8 * i);
    }
    switch (component) {
    case VRM_COMPONENT_I8:
        return (double)(bits < 0x80 ? (int32_t)bits : (int32_t)bits - 0x100);
    case VRM_COMPONENT_I16:
        return (double)(bits < 0x8000 ? (int32_t)bits : (int32_t)bits - 0x10000);
    case VRM_COMPONENT_F32:
        memcpy(&number, &bits, sizeof number);
        return (double)number;
    default:
        return (double)bits;
    }
}

enum { MOST_COMPONENTS = 16 };

/* False: there are values that JSON has no numbers for. Matrices have no bounds here: their
 * columns may be padded, and nobody asks for them. */
static bool measure(vrm_component component, vrm_element element, uint32_t count,
                    const uint8_t *values, double *min, double *max) {
    const uint32_t size = vrmi_component_size(component);
    const uint32_t components = vrmi_element_components(element);
    if (count == 0 || element > VRM_ELEMENT_VEC4) return false;
    for (uint32_t c = 0; c < components; ++c) {
        min[c] = DBL_MAX;
        max[c] = -DBL_MAX;
    }
    for (size_t i = 0; i < (size_t)count * components; ++i) {
        double number = read_component(values + i * size, component);
        uint32_t c = (uint32_t)(i % components);
        if (!(number >= -FLT_MAX && number <= FLT_MAX)) return false;
        if (number < min[c]) min[c] = number;
        if (number > max[c]) max[c] = number;
    }
    return true;
}

static void put_bounds(vrmi_json_writer *json, const char *key, vrm_component component,
                       const double *bounds, uint32_t components) {
    vrmi_put_array_of(json, key);
    for (uint32_t c = 0; c < components; ++c) {
        if (component == VRM_COMPONENT_F32) {
            vrmi_put_float(json, (float)bounds[c]);
        } else {
            vrmi_put_integer(json, (int64_t)bounds[c]);
        }
    }
    vrmi_put_array_end(json);
}

static int32_t add_rows(vrm_edit *edit, const void *values, uint32_t count, uint32_t row,
                        int32_t target) {
    const uint32_t stride = (row + 3) / 4 * 4;
    const uint8_t *from = values;
    size_t size;
    uint8_t *rows;
    int32_t view;
    if (target != 34962 || row == stride) {
        if (!vrmi_multiply_size(count, row, &size)) return VRM_NONE;
        return vrmi_edit_add_view(edit, values, size, 0, target);
    }
    if (!vrmi_multiply_size(count, stride, &size)) return VRM_NONE;
    rows = vrmi_memory_allocate(&edit->memory, size != 0 ? size : 1);
    if (rows == NULL) {
        refuse(edit);
        return VRM_NONE;
    }
    memset(rows, 0, size);
    for (uint32_t i = 0; i < count; ++i)
        memcpy(rows + (size_t)i * stride, from + (size_t)i * row, row);
    view = vrmi_edit_add_view(edit, rows, size, stride, target);
    vrmi_memory_release(&edit->memory, rows, size != 0 ? size : 1);
    return view;
}

int32_t vrmi_edit_add_accessor(vrm_edit *edit, vrm_component component, vrm_element element,
                               bool is_normalized, uint32_t count, const void *values,
                               int32_t target, bool has_bounds) {
    static const char *const types[] = {"SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"};
    double min[MOST_COMPONENTS] = {0}, max[MOST_COMPONENTS] = {0};
    const uint32_t components = vrmi_element_components(element);
    vrmi_json_writer json;
    int32_t view = add_rows(edit, values, count, vrmi_element_size(element, component), target);
    if (view == VRM_NONE) {
        refuse(edit);
        return VRM_NONE;
    }
    vrmi_json_writer_init(&json, &edit->memory);
    vrmi_put_object(&json);
    vrmi_put_integer_of(&json, "bufferView", view);
    vrmi_put_integer_of(&json, "componentType", component);
    if (is_normalized) vrmi_put_bool_of(&json, "normalized", true);
    vrmi_put_integer_of(&json, "count", count);
    vrmi_put_words_of(&json, "type", types[element]);
    if (has_bounds && measure(component, element, count, values, min, max)) {
        put_bounds(&json, "min", component, min, components);
        put_bounds(&json, "max", component, max, components);
    }
    vrmi_put_object_end(&json);
    return add_json(edit, VRMI_REFERENCE_ACCESSOR, &json);
}
