/*
 * Turns the numbers of accessors in place.
 *
 * Floats change their sign within a copy of their buffer. Strides, and other data in the buffer
 * views, stay as they are. Accessors and views may share bytes: each word of a buffer is marked as
 * turned or as unchanged, and an accessor that needs a word in the other state gets its own view.
 * So do integers, because the least one has no negative.
 */
#include "author/migrate/turn_parts.h"
#include "base/checked.h"
#include "base/math.h"
#include "gltf/accessor.h"
#include "model/model.h"

#include <string.h>

enum { WORD_FREE, WORD_TURNED, WORD_KEPT };

/* A buffer with turned words; made when the first accessor needs it. */
struct vrmi_turned_buffer {
    uint8_t *bytes; /* a copy; NULL: nothing in it is turned */
    uint8_t *marks; /* WORD_ constants, one for 4 bytes */
    size_t size;
};

/* Elements of four-byte words in a buffer. */
typedef struct word_range {
    size_t offset, stride; /* `offset` from the beginning of the buffer */
    uint32_t count, components;
    int32_t buffer, view;
    vrm_element element;
} word_range;

/* Whether R changes the sign of a component. Matrices are stored column by column. */
static bool is_negated(vrm_element element, uint32_t component) {
    if (element == VRM_ELEMENT_MAT4) return ((component ^ (component / 4)) & 1) != 0;
    return component == 0 || component == 2;
}

static bool make_buffer(vrmi_turning *turning, int32_t index) {
    vrmi_turned_buffer *buffer = &turning->buffers[index];
    const vrmi_bytes *from = &turning->edit->model->document.buffer_bytes[index];
    if (buffer->bytes != NULL) return true;
    buffer->marks = VRMI_TAKE(&turning->arena, uint8_t, from->size / 4 + 1);
    buffer->bytes = VRMI_TAKE(&turning->arena, uint8_t, from->size + 1);
    if (buffer->marks == NULL || buffer->bytes == NULL) {
        turning->result = VRM_ERROR_OUT_OF_MEMORY;
        return false;
    }
    buffer->size = from->size;
    memset(buffer->marks, WORD_FREE, from->size / 4 + 1);
    if (from->size != 0) memcpy(buffer->bytes, from->data, from->size);
    return true;
}

/* The words of an accessor: those before its sparse replacements, or those of the replacements. Its
 * buffer is VRM_NONE if it has no bytes. */
static word_range range_of(const vrm_gltf *gltf, const vrm_accessor *accessor, bool is_sparse) {
    word_range range = {.buffer = VRM_NONE};
    const vrm_buffer_view *view;
    range.view = is_sparse ? accessor->sparse_value_view : accessor->buffer_view;
    if (range.view == VRM_NONE) return range;
    view = &gltf->buffer_views[range.view];
    range.buffer = view->buffer;
    range.offset = (size_t)(view->byte_offset +
                            (is_sparse ? accessor->sparse_value_offset : accessor->byte_offset));
    range.stride = !is_sparse && view->byte_stride != 0
                       ? view->byte_stride
                       : vrmi_element_size(accessor->element, accessor->component);
    range.components = vrmi_element_components(accessor->element);
    range.count = is_sparse ? accessor->sparse_count : accessor->count;
    range.element = accessor->element;
    return range;
}

static bool is_in_words(const word_range *range) {
    return range->offset % 4 == 0 && range->stride % 4 == 0;
}

/* --- Words that keep their value --- */

/* Of an accessor that is not turned, in a buffer with others that are. */
static void keep_range(vrmi_turning *turning, const vrm_accessor *accessor, bool is_sparse) {
    word_range range = range_of(turning->gltf, accessor, is_sparse);
    size_t element = vrmi_element_size(accessor->element, accessor->component);
    const vrmi_turned_buffer *buffer;
    if (range.buffer == VRM_NONE || turning->buffers[range.buffer].bytes == NULL) return;
    buffer = &turning->buffers[range.buffer];
    if (!vrmi_elements_fit(range.offset, range.stride, range.count, element, buffer->size)) return;
    for (uint32_t i = 0; i < range.count; ++i) {
        size_t first = range.offset + i * range.stride;
        for (size_t byte = first; byte < first + element; byte += 4) {
            buffer->marks[byte / 4] = WORD_KEPT;
        }
        buffer->marks[(first + element - 1) / 4] = WORD_KEPT;
    }
}

static void keep_others(vrmi_turning *turning) {
    const vrm_gltf *gltf = turning->gltf;
    for (uint32_t i = 0; i < gltf->accessor_count; ++i) {
        if (turning->is_turned[i] || !vrmi_accessor_is_usable(gltf, (int32_t)i)) continue;
        keep_range(turning, &gltf->accessors[i], false);
        if (gltf->accessors[i].sparse_count != 0) keep_range(turning, &gltf->accessors[i], true);
    }
}

/* --- Words that are turned --- */

/* Whether no word of the range is needed in the other way. */
static bool can_turn(const vrmi_turning *turning, const word_range *range) {
    const uint8_t *marks = turning->buffers[range->buffer].marks;
    for (uint32_t i = 0; i < range->count; ++i) {
        size_t word = (range->offset + i * range->stride) / 4;
        for (uint32_t k = 0; k < range->components; ++k) {
            uint8_t other = is_negated(range->element, k) ? WORD_KEPT : WORD_TURNED;
            if (marks[word + k] == other) return false;
        }
    }
    return true;
}

/* The sign of a little-endian float is in its last byte; every zero becomes +0. */
static void negate_word(uint8_t *bytes) {
    bool is_zero = (bytes[0] | bytes[1] | bytes[2] | (bytes[3] & 0x7F)) == 0;
    bytes[3] = is_zero ? 0 : (uint8_t)(bytes[3] ^ 0x80);
}

static void turn_range(vrmi_turning *turning, const word_range *range) {
    const vrmi_turned_buffer *buffer = &turning->buffers[range->buffer];
    turning->is_view_turned[range->view] = 1;
    for (uint32_t i = 0; i < range->count; ++i) {
        size_t word = (range->offset + i * range->stride) / 4;
        for (uint32_t k = 0; k < range->components; ++k) {
            uint8_t *mark = &buffer->marks[word + k];
            if (!is_negated(range->element, k)) {
                *mark = WORD_KEPT;
            } else if (*mark != WORD_TURNED) {
                *mark = WORD_TURNED;
                negate_word(buffer->bytes + 4 * (word + k));
            }
        }
    }
}

static void put_floats(const float *values, size_t count, uint8_t *out) {
    for (size_t i = 0; i < count; ++i) {
        const uint32_t bits = vrmi_float_bits(values[i]);
        for (int k = 0; k < 4; ++k) *out++ = (uint8_t)(bits >> (8 * k) & 0xFF);
    }
}

/* The bounds of normalized integers are those integers; floats have their values. */
static void measure_bounds(vrmi_turning *turning, vrmi_value *json, const float *values,
                           size_t count, uint32_t components) {
    vrmi_tree *tree = &turning->edit->tree;
    float least[4], most[4];
    if (vrmi_value_get(tree, json, "min") == NULL || vrmi_value_get(tree, json, "max") == NULL ||
        components > 4 || count < components) {
        return;
    }
    memcpy(least, values, components * sizeof *least);
    memcpy(most, values, components * sizeof *most);
    for (size_t i = components; i < count; ++i) {
        least[i % components] = vrmi_min(least[i % components], values[i]);
        most[i % components] = vrmi_max(most[i % components], values[i]);
    }
    vrmi_value_set_floats(tree, json, "min", least, components);
    vrmi_value_set_floats(tree, json, "max", most, components);
}

/* If its words do not allow that: the same values as floats in a separate view. */
static bool move_accessor(vrmi_turning *turning, int32_t index) {
    vrm_edit *edit = turning->edit;
    const vrm_accessor *accessor = &turning->gltf->accessors[index];
    size_t count = vrm_model_accessor_floats(edit->model, index);
    uint32_t components = vrmi_element_components(accessor->element);
    vrmi_value *json = vrmi_value_at(
        &edit->tree, vrmi_value_get(&edit->tree, edit->tree.root, "accessors"), (uint32_t)index);
    float *values = VRMI_TAKE(&turning->arena, float, count);
    uint8_t *bytes = VRMI_TAKE(&turning->arena, uint8_t, count * sizeof(float));
    int32_t target = accessor->buffer_view != VRM_NONE
                         ? turning->gltf->buffer_views[accessor->buffer_view].target
                         : 0;
    int32_t view;
    if (values == NULL || bytes == NULL) {
        turning->result = VRM_ERROR_OUT_OF_MEMORY;
        return false;
    }
    turning->result = vrm_model_read_floats(edit->model, index, values, count);
    if (turning->result != VRM_OK) return false;
    if (accessor->is_normalized) measure_bounds(turning, json, values, count, components);
    for (size_t i = 0; i < count; ++i) {
        if (is_negated(accessor->element, (uint32_t)(i % components))) values[i] = 0.0f - values[i];
    }
    put_floats(values, count, bytes);
    view = vrmi_edit_add_view(edit, bytes, count * sizeof(float), 0, target);
    if (view == VRM_NONE) {
        turning->result = VRM_ERROR_OUT_OF_MEMORY;
        return false;
    }
    vrmi_value_set_index(&edit->tree, json, "bufferView", (uint64_t)view);
    vrmi_value_set_index(&edit->tree, json, "componentType", VRM_COMPONENT_F32);
    vrmi_value_remove(&edit->tree, vrmi_value_get(&edit->tree, json, "byteOffset"));
    vrmi_value_remove(&edit->tree, vrmi_value_get(&edit->tree, json, "normalized"));
    vrmi_value_remove(&edit->tree, vrmi_value_get(&edit->tree, json, "sparse"));
    return true;
}

/* The ranges of an accessor that can be turned in place: its own, and that of its replacements. */
static uint32_t get_ranges(const vrmi_turning *turning, int32_t index, word_range ranges[2]) {
    const vrm_accessor *accessor = &turning->gltf->accessors[index];
    uint32_t count = 0;
    if (accessor->component != VRM_COMPONENT_F32) return 0;
    if (accessor->buffer_view != VRM_NONE)
        ranges[count++] = range_of(turning->gltf, accessor, false);
    if (accessor->sparse_count != 0) ranges[count++] = range_of(turning->gltf, accessor, true);
    for (uint32_t i = 0; i < count; ++i) {
        if (!is_in_words(&ranges[i])) return 0;
    }
    return count;
}

static bool make_buffers_of(vrmi_turning *turning, int32_t index) {
    word_range ranges[2];
    uint32_t count = get_ranges(turning, index, ranges);
    for (uint32_t i = 0; i < count; ++i) {
        if (ranges[i].buffer == VRM_NONE) {
            turning->result = VRM_ERROR_NO_PAYLOAD;
            return false;
        }
        if (!make_buffer(turning, ranges[i].buffer)) return false;
        if (!vrmi_elements_fit(ranges[i].offset, ranges[i].stride, ranges[i].count,
                               4 * (uint64_t)ranges[i].components,
                               turning->buffers[ranges[i].buffer].size)) {
            turning->result = VRM_ERROR_NO_PAYLOAD;
            return false;
        }
    }
    return true;
}

static bool turn_accessor(vrmi_turning *turning, int32_t index) {
    const vrm_accessor *accessor = &turning->gltf->accessors[index];
    word_range ranges[2];
    uint32_t count = get_ranges(turning, index, ranges);
    bool fits = count != 0;
    if (accessor->buffer_view == VRM_NONE && accessor->sparse_count == 0) return true; /* zeros */
    for (uint32_t i = 0; i < count; ++i) fits = fits && can_turn(turning, &ranges[i]);
    if (!fits) return move_accessor(turning, index);
    for (uint32_t i = 0; i < count; ++i) turn_range(turning, &ranges[i]);
    return true;
}

static void replace_views(vrmi_turning *turning) {
    for (uint32_t i = 0; i < turning->gltf->buffer_view_count; ++i) {
        const vrm_buffer_view *view = &turning->gltf->buffer_views[i];
        const vrmi_turned_buffer *buffer;
        if (!turning->is_view_turned[i]) continue;
        buffer = &turning->buffers[view->buffer];
        if (!vrmi_range_fits(view->byte_offset, view->byte_length, buffer->size)) continue;
        vrmi_edit_replace_view(turning->edit, (int32_t)i, buffer->bytes + view->byte_offset,
                               (size_t)view->byte_length);
    }
}

bool vrmi_turn_payload(vrmi_turning *turning) {
    const vrm_gltf *gltf = turning->gltf;
    turning->buffers = VRMI_TAKE(&turning->arena, vrmi_turned_buffer, gltf->buffer_count);
    turning->is_view_turned = VRMI_TAKE(&turning->arena, uint8_t, gltf->buffer_view_count);
    if (turning->buffers == NULL || turning->is_view_turned == NULL) {
        turning->result = VRM_ERROR_OUT_OF_MEMORY;
        return false;
    }
    memset(turning->buffers, 0, gltf->buffer_count * sizeof *turning->buffers);
    memset(turning->is_view_turned, 0, gltf->buffer_view_count);
    for (uint32_t i = 0; i < gltf->accessor_count; ++i) {
        if (turning->is_turned[i] && !make_buffers_of(turning, (int32_t)i)) return false;
    }
    keep_others(turning);
    for (uint32_t i = 0; i < gltf->accessor_count; ++i) {
        if (turning->is_turned[i] && !turn_accessor(turning, (int32_t)i)) return false;
    }
    replace_views(turning);
    return true;
}
