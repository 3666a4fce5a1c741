#include "gltf/unpack.h"

#include "base/bytes.h"
#include "base/checked.h"
#include "base/math.h"
#include "gltf/accessor.h"

#include <assert.h>
#include <string.h>

vrm_result vrmi_view_bytes(const vrmi_document *document, int32_t view, const uint8_t **out_bytes,
                           size_t *out_size) {
    const vrm_buffer_view *found = &document->gltf.buffer_views[view];
    const vrmi_bytes *bytes;
    if (found->buffer == VRM_NONE) return VRM_ERROR_PAYLOAD;
    if (document->view_bytes != NULL && document->view_bytes[view].data != NULL) {
        *out_bytes = document->view_bytes[view].data;
        *out_size = document->view_bytes[view].size;
        return VRM_OK;
    }
    bytes = &document->buffer_bytes[found->buffer];
    if (bytes->data == NULL) return VRM_ERROR_NO_PAYLOAD;
    /* The view fits the length that the buffer declares; a cut file has less. */
    if (!vrmi_range_fits(found->byte_offset, found->byte_length, bytes->size)) {
        return VRM_ERROR_PAYLOAD;
    }
    *out_bytes = bytes->data + (size_t)found->byte_offset;
    *out_size = (size_t)found->byte_length;
    return VRM_OK;
}

/* What is not finite becomes 0. */
static float load_finite(const uint8_t *bytes) {
    float value = vrmi_load_f32(bytes);
    return vrmi_is_finite(value) ? value : 0;
}

static uint32_t load_integer(const uint8_t *bytes, int32_t component) {
    switch (component) {
    case VRM_COMPONENT_U8:
        return bytes[0];
    case VRM_COMPONENT_U16:
        return vrmi_load_u16(bytes);
    default:
        return vrmi_load_u32(bytes);
    }
}

float vrmi_load_component(const uint8_t *bytes, int32_t component, bool is_normalized) {
    switch (component) {
    case VRM_COMPONENT_I8: {
        float value = (float)(int8_t)bytes[0];
        return is_normalized ? vrmi_max(value / 127.0f, -1.0f) : value;
    }
    case VRM_COMPONENT_U8:
        return is_normalized ? (float)bytes[0] / 255.0f : (float)bytes[0];
    case VRM_COMPONENT_I16: {
        float value = (float)(int16_t)(uint16_t)vrmi_load_u16(bytes);
        return is_normalized ? vrmi_max(value / 32767.0f, -1.0f) : value;
    }
    case VRM_COMPONENT_U16: {
        float value = (float)vrmi_load_u16(bytes);
        return is_normalized ? value / 65535.0f : value;
    }
    case VRM_COMPONENT_U32:
        return (float)vrmi_load_u32(bytes);
    default:
        return load_finite(bytes);
    }
}

/* How the components of one element lie in the file: matrices have padded columns. */
typedef struct element_shape {
    int32_t component;
    bool is_normalized;
    uint32_t size;        /* bytes of an element */
    uint32_t components;  /* of an element */
    uint32_t rows;        /* components of a column, or of the whole vector */
    uint32_t column_size; /* bytes from one column to the next */
    uint32_t component_size;
} element_shape;

static element_shape shape_of(const vrm_accessor *accessor) {
    element_shape shape;
    uint32_t columns = accessor->element == VRM_ELEMENT_MAT2   ? 2
                       : accessor->element == VRM_ELEMENT_MAT3 ? 3
                       : accessor->element == VRM_ELEMENT_MAT4 ? 4
                                                               : 1;
    shape.component = accessor->component;
    shape.is_normalized = accessor->is_normalized != 0;
    shape.size = vrmi_element_size(accessor->element, accessor->component);
    shape.components = vrmi_element_components(accessor->element);
    shape.rows = shape.components / columns;
    shape.column_size = shape.size / columns;
    shape.component_size = vrmi_component_size(accessor->component);
    return shape;
}

static const uint8_t *component_at(const element_shape *shape, const uint8_t *element,
                                   uint32_t index) {
    return element + index / shape->rows * shape->column_size +
           index % shape->rows * shape->component_size;
}

/* What is written to, and as what. One of the pointers is set. */
typedef struct unpack_target {
    float *floats;
    uint32_t *integers;
    uint16_t *shorts;
    uint32_t components;
} unpack_target;

static void store_element(const unpack_target *target, const element_shape *shape, size_t index,
                          const uint8_t *element) {
    uint32_t given =
        shape->components < target->components ? shape->components : target->components;
    size_t first = index * target->components;
    for (uint32_t i = 0; i < given; ++i) {
        const uint8_t *at = component_at(shape, element, i);
        if (target->floats != NULL) {
            target->floats[first + i] =
                vrmi_load_component(at, shape->component, shape->is_normalized);
        } else if (target->integers != NULL) {
            target->integers[first + i] = load_integer(at, shape->component);
        } else {
            assert(target->shorts != NULL);
            target->shorts[first + i] = (uint16_t)load_integer(at, shape->component);
        }
    }
}

/* Zeros, and a one in the fourth place that the file does not give. */
static void fill(const unpack_target *target, size_t count, uint32_t given) {
    size_t total = count * target->components;
    if (target->integers != NULL) memset(target->integers, 0, total * sizeof target->integers[0]);
    if (target->shorts != NULL) memset(target->shorts, 0, total * sizeof target->shorts[0]);
    if (target->floats == NULL) return;
    memset(target->floats, 0, total * sizeof target->floats[0]);
    for (size_t i = 0; given < 4 && target->components == 4 && i < count; ++i) {
        target->floats[i * 4 + 3] = 1;
    }
}

/* The most common case by far: floats that fill the target. */
static void copy_floats(const uint8_t *source, size_t stride, size_t element, size_t count,
                        float *out) {
    for (size_t i = 0; i < count; ++i) {
        for (size_t k = 0; k < element; ++k) out[i * element + k] = load_finite(source + k * 4);
        source += stride;
    }
}

/* The same of scalars as integers: `component` is a constant where this is called. */
static inline void copy_integers(const uint8_t *source, size_t stride, size_t count,
                                 int32_t component, uint32_t *out) {
    for (size_t i = 0; i < count; ++i) out[i] = load_integer(source + i * stride, component);
}

static void copy_indices(const uint8_t *source, size_t stride, size_t count, int32_t component,
                         uint32_t *out) {
    switch (component) {
    case VRM_COMPONENT_U8:
        copy_integers(source, stride, count, VRM_COMPONENT_U8, out);
        break;
    case VRM_COMPONENT_U16:
        copy_integers(source, stride, count, VRM_COMPONENT_U16, out);
        break;
    default:
        copy_integers(source, stride, count, VRM_COMPONENT_U32, out);
        break;
    }
}

/* Joints: four for each vertex. */
static inline void copy_fours(const uint8_t *source, size_t stride, size_t count, int32_t component,
                              uint16_t *out) {
    const size_t size = component == VRM_COMPONENT_U8 ? 1 : 2;
    for (size_t i = 0; i < count; ++i, source += stride) {
        for (size_t k = 0; k < 4; ++k) {
            out[i * 4 + k] = (uint16_t)load_integer(source + k * size, component);
        }
    }
}

static void copy_joints(const uint8_t *source, size_t stride, size_t count, int32_t component,
                        uint16_t *out) {
    if (component == VRM_COMPONENT_U8) {
        copy_fours(source, stride, count, VRM_COMPONENT_U8, out);
    } else {
        copy_fours(source, stride, count, VRM_COMPONENT_U16, out);
    }
}

static vrm_result unpack_base(const vrmi_document *document, const vrm_accessor *accessor,
                              const element_shape *shape, uint32_t count,
                              const unpack_target *target) {
    const uint8_t *bytes;
    size_t size, stride;
    vrm_result result = vrmi_view_bytes(document, accessor->buffer_view, &bytes, &size);
    if (result != VRM_OK) return result;
    stride = document->gltf.buffer_views[accessor->buffer_view].byte_stride;
    if (stride == 0) stride = shape->size;
    /* Known from load; the promise of this file is not to depend on it. */
    if (!vrmi_elements_fit(accessor->byte_offset, stride, count, shape->size, size)) {
        return VRM_ERROR_PAYLOAD;
    }
    bytes += (size_t)accessor->byte_offset;
    if (target->floats != NULL && shape->component == VRM_COMPONENT_F32 &&
        target->components == shape->components) {
        copy_floats(bytes, stride, shape->components, count, target->floats);
        return VRM_OK;
    }
    if (target->integers != NULL && shape->components == 1) {
        copy_indices(bytes, stride, count, shape->component, target->integers);
        return VRM_OK;
    }
    /* (Four in one column: the columns of a matrix are padded.) */
    if (target->shorts != NULL && target->components == 4 && shape->rows == 4 &&
        shape->components == 4) {
        copy_joints(bytes, stride, count, shape->component, target->shorts);
        return VRM_OK;
    }
    for (uint32_t i = 0; i < count; ++i) store_element(target, shape, i, bytes + i * stride);
    return VRM_OK;
}

static vrm_result unpack_sparse(const vrmi_document *document, const vrm_accessor *accessor,
                                const element_shape *shape, uint32_t count,
                                const unpack_target *target) {
    const uint8_t *indices, *values;
    size_t index_bytes, value_bytes;
    uint32_t index_size = vrmi_component_size(accessor->sparse_index_component);
    vrm_result result =
        vrmi_view_bytes(document, accessor->sparse_index_view, &indices, &index_bytes);
    if (result != VRM_OK) return result;
    result = vrmi_view_bytes(document, accessor->sparse_value_view, &values, &value_bytes);
    if (result != VRM_OK) return result;
    if (!vrmi_elements_fit(accessor->sparse_index_offset, index_size, accessor->sparse_count,
                           index_size, index_bytes) ||
        !vrmi_elements_fit(accessor->sparse_value_offset, shape->size, accessor->sparse_count,
                           shape->size, value_bytes)) {
        return VRM_ERROR_PAYLOAD;
    }
    indices += (size_t)accessor->sparse_index_offset;
    values += (size_t)accessor->sparse_value_offset;
    for (uint32_t i = 0; i < accessor->sparse_count; ++i) {
        uint32_t index =
            load_integer(indices + (size_t)i * index_size, accessor->sparse_index_component);
        /* One that is out of range replaces nothing. */
        if (index < count) store_element(target, shape, index, values + (size_t)i * shape->size);
    }
    return VRM_OK;
}

static vrm_result unpack(const vrmi_document *document, const vrm_accessor *accessor,
                         uint32_t count, const unpack_target *target) {
    element_shape shape = shape_of(accessor);
    vrm_result result = VRM_OK;
    if (accessor->buffer_view == VRM_NONE || shape.components < target->components) {
        fill(target, count, shape.components);
    }
    if (accessor->buffer_view != VRM_NONE) {
        result = unpack_base(document, accessor, &shape, count, target);
    }
    if (result == VRM_OK && accessor->sparse_count != 0) {
        result = unpack_sparse(document, accessor, &shape, count, target);
    }
    return result;
}

vrm_result vrmi_unpack_floats(const vrmi_document *document, int32_t accessor, uint32_t count,
                              uint32_t components, float *out) {
    unpack_target target = {out, NULL, NULL, components};
    if (!vrmi_accessor_is_usable(&document->gltf, accessor)) return VRM_ERROR_PAYLOAD;
    if (count > document->gltf.accessors[accessor].count) return VRM_ERROR_INVALID_ARGUMENT;
    return unpack(document, &document->gltf.accessors[accessor], count, &target);
}

static bool is_unsigned(int32_t component) {
    return component == VRM_COMPONENT_U8 || component == VRM_COMPONENT_U16 ||
           component == VRM_COMPONENT_U32;
}

vrm_result vrmi_unpack_indices(const vrmi_document *document, int32_t accessor, uint32_t count,
                               uint32_t *out) {
    unpack_target target = {NULL, out, NULL, 1};
    const vrm_accessor *found = &document->gltf.accessors[accessor];
    if (!vrmi_accessor_is_usable(&document->gltf, accessor) || !is_unsigned(found->component)) {
        return VRM_ERROR_PAYLOAD;
    }
    if (count > found->count) return VRM_ERROR_INVALID_ARGUMENT;
    return unpack(document, found, count, &target);
}

vrm_result vrmi_unpack_joints(const vrmi_document *document, int32_t accessor, uint32_t count,
                              uint16_t *out) {
    unpack_target target = {NULL, NULL, out, 4};
    const vrm_accessor *found = &document->gltf.accessors[accessor];
    if (!vrmi_accessor_is_usable(&document->gltf, accessor) || !is_unsigned(found->component) ||
        found->component == VRM_COMPONENT_U32) {
        return VRM_ERROR_PAYLOAD;
    }
    if (count > found->count) return VRM_ERROR_INVALID_ARGUMENT;
    return unpack(document, found, count, &target);
}

/* --- Elements where they lie --- */

/* `count` elements of a view, from `offset` on; a stride of 0 is that of the view. */
static bool find_in_view(const vrmi_document *document, const vrm_accessor *accessor, int32_t view,
                         uint64_t offset, size_t stride, uint32_t count, vrmi_elements *out) {
    uint32_t element = vrmi_element_size(accessor->element, accessor->component);
    const uint8_t *bytes;
    size_t size;
    if (view == VRM_NONE || count == 0 ||
        vrmi_view_bytes(document, view, &bytes, &size) != VRM_OK) {
        return false;
    }
    if (stride == 0) stride = document->gltf.buffer_views[view].byte_stride;
    if (stride == 0) stride = element;
    if (!vrmi_elements_fit(offset, stride, count, element, size)) return false;
    out->bytes = bytes + (size_t)offset;
    out->stride = stride;
    out->count = count;
    out->component = accessor->component;
    out->components = vrmi_element_components(accessor->element);
    return true;
}

bool vrmi_find_elements(const vrmi_document *document, int32_t accessor, vrmi_elements *out) {
    const vrm_accessor *from;
    if (!vrmi_accessor_is_usable(&document->gltf, accessor)) return false;
    from = &document->gltf.accessors[accessor];
    return find_in_view(document, from, from->buffer_view, from->byte_offset, 0, from->count, out);
}

bool vrmi_find_replacements(const vrmi_document *document, int32_t accessor, vrmi_elements *out) {
    const vrm_accessor *from;
    if (!vrmi_accessor_is_usable(&document->gltf, accessor)) return false;
    from = &document->gltf.accessors[accessor];
    return find_in_view(document, from, from->sparse_value_view, from->sparse_value_offset,
                        vrmi_element_size(from->element, from->component), from->sparse_count, out);
}

bool vrmi_unpack_sparse_indices(const vrmi_document *document, int32_t accessor, uint32_t *out) {
    const vrm_accessor *from = &document->gltf.accessors[accessor];
    uint32_t index_size = vrmi_component_size(from->sparse_index_component);
    const uint8_t *indices;
    size_t index_bytes;
    if (vrmi_view_bytes(document, from->sparse_index_view, &indices, &index_bytes) != VRM_OK ||
        !vrmi_elements_fit(from->sparse_index_offset, index_size, from->sparse_count, index_size,
                           index_bytes)) {
        return false;
    }
    indices += (size_t)from->sparse_index_offset;
    for (size_t i = 0; i < from->sparse_count; ++i) {
        out[i] = load_integer(indices + i * index_size, from->sparse_index_component);
        if (out[i] >= from->count) return false;
    }
    return true;
}

/* Puts sparse replacements over copied elements, as unpack_sparse does. */
static bool replace_elements(const vrmi_document *document, const vrm_accessor *accessor,
                             uint8_t *copy, size_t element, const vrmi_elements *values) {
    const uint8_t *indices;
    size_t index_bytes;
    uint32_t index_size = vrmi_component_size(accessor->sparse_index_component);
    if (vrmi_view_bytes(document, accessor->sparse_index_view, &indices, &index_bytes) != VRM_OK ||
        !vrmi_elements_fit(accessor->sparse_index_offset, index_size, accessor->sparse_count,
                           index_size, index_bytes)) {
        return false;
    }
    indices += (size_t)accessor->sparse_index_offset;
    for (size_t i = 0; i < accessor->sparse_count; ++i) {
        uint32_t index = load_integer(indices + i * index_size, accessor->sparse_index_component);
        if (index >= accessor->count) continue;
        memcpy(copy + index * element, values->bytes + i * values->stride, element);
    }
    return true;
}

bool vrmi_read_elements(const vrmi_document *document, int32_t accessor, vrmi_arena *arena,
                        vrmi_elements *out) {
    const vrm_accessor *from;
    vrmi_elements values, base;
    bool has_values = vrmi_find_replacements(document, accessor, &values);
    size_t element;
    uint8_t *copy;
    if (!vrmi_accessor_is_usable(&document->gltf, accessor)) return false;
    from = &document->gltf.accessors[accessor];
    if (!has_values && from->sparse_count != 0) return false; /* they are not zeros */
    if (!has_values && from->buffer_view != VRM_NONE) {
        return vrmi_find_elements(document, accessor, out);
    }
    element = vrmi_element_size(from->element, from->component);
    copy = vrmi_arena_take(arena, from->count, element, 4);
    if (copy == NULL) return false;
    if (from->buffer_view == VRM_NONE) {
        memset(copy, 0, from->count * element);
    } else if (!vrmi_find_elements(document, accessor, &base)) {
        return false;
    } else {
        for (size_t i = 0; i < base.count; ++i) {
            memcpy(copy + i * element, base.bytes + i * base.stride, element);
        }
    }
    out->bytes = copy;
    out->stride = element;
    out->count = from->count;
    out->components = vrmi_element_components(from->element);
    out->component = from->component;
    return !has_values || replace_elements(document, from, copy, element, &values);
}

/* --- How much is read --- */

uint64_t vrmi_read_budget(const vrmi_document *document, uint32_t times, uint64_t more) {
    uint64_t bytes = document->decoded.size;
    for (uint32_t i = 0; i < document->gltf.buffer_count; ++i) {
        bytes += document->buffer_bytes[i].size;
    }
    return bytes * times + more;
}

bool vrmi_read_spend(const vrmi_document *document, int32_t accessor, uint64_t *budget) {
    const vrm_accessor *from = &document->gltf.accessors[accessor];
    uint64_t bytes = (uint64_t)from->count * vrmi_element_size(from->element, from->component);
    if (bytes > *budget) return false;
    *budget -= bytes;
    return true;
}

/* --- Numbers that are not finite --- */

/* Floats that lie one behind the other. All bits of the exponent are set in those that are not
 * finite. Compilers make lanes of the inner loop: it is half of what showing a large file takes. */
static size_t count_in_floats(const uint8_t *bytes, size_t count) {
    enum { AT_ONCE = 4096 };
    const uint32_t exponent = 0x7F800000u;
    size_t found = 0;
    while (count > 0) {
        size_t some = count < AT_ONCE ? count : AT_ONCE;
        uint32_t here = 0;
        for (size_t i = 0; i < some; ++i) {
            here += (vrmi_load_u32(bytes + 4 * i) & exponent) == exponent ? 1u : 0u;
        }
        found += here;
        bytes += 4 * some;
        count -= some;
    }
    return found;
}

/* Matrices of floats have no padding. */
static size_t count_in_elements(const vrmi_elements *elements) {
    size_t found = 0;
    if (elements->stride == elements->components * sizeof(float)) {
        return count_in_floats(elements->bytes, (size_t)elements->count * elements->components);
    }
    for (uint32_t i = 0; i < elements->count; ++i) {
        found += count_in_floats(elements->bytes + i * elements->stride, elements->components);
    }
    return found;
}

size_t vrmi_count_not_finite(const vrmi_document *document, int32_t accessor) {
    vrmi_elements elements;
    size_t found = 0;
    if (!vrmi_accessor_is_usable(&document->gltf, accessor) ||
        document->gltf.accessors[accessor].component != VRM_COMPONENT_F32) {
        return 0;
    }
    if (vrmi_find_elements(document, accessor, &elements)) found = count_in_elements(&elements);
    if (vrmi_find_replacements(document, accessor, &elements)) {
        found += count_in_elements(&elements);
    }
    return found;
}
