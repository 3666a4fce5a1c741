#include "gltf/accessor.h"

#include "base/checked.h"

#include <float.h>
#include <string.h>

/* The most frequent first. */
static const vrmi_json_choice components[] = {
    {"float", VRM_COMPONENT_F32},
    {"unsigned short", VRM_COMPONENT_U16},
    {"unsigned int", VRM_COMPONENT_U32},
    {"unsigned byte", VRM_COMPONENT_U8},
    {"short", VRM_COMPONENT_I16},
    {"byte", VRM_COMPONENT_I8},
    {NULL, 0},
};

static const vrmi_json_choice index_components[] = {
    {"unsigned byte", VRM_COMPONENT_U8},
    {"unsigned short", VRM_COMPONENT_U16},
    {"unsigned int", VRM_COMPONENT_U32},
    {NULL, 0},
};

static const vrmi_json_choice elements[] = {
    {"VEC3", VRM_ELEMENT_VEC3}, {"SCALAR", VRM_ELEMENT_SCALAR},
    {"VEC4", VRM_ELEMENT_VEC4}, {"VEC2", VRM_ELEMENT_VEC2},
    {"MAT4", VRM_ELEMENT_MAT4}, {"MAT3", VRM_ELEMENT_MAT3},
    {"MAT2", VRM_ELEMENT_MAT2}, {NULL, 0},
};

uint32_t vrmi_component_size(int32_t component) {
    switch (component) {
    case VRM_COMPONENT_I8:
    case VRM_COMPONENT_U8:
        return 1;
    case VRM_COMPONENT_I16:
    case VRM_COMPONENT_U16:
        return 2;
    default:
        return 4;
    }
}

uint32_t vrmi_element_components(int32_t element) {
    static const uint8_t counts[] = {1, 2, 3, 4, 4, 9, 16};
    return counts[element];
}

uint32_t vrmi_element_size(int32_t element, int32_t component) {
    uint32_t size = vrmi_component_size(component);
    uint32_t rows = element == VRM_ELEMENT_MAT2   ? 2
                    : element == VRM_ELEMENT_MAT3 ? 3
                    : element == VRM_ELEMENT_MAT4 ? 4
                                                  : 0;
    if (rows == 0) return vrmi_element_components(element) * size;
    return rows * ((rows * size + 3) / 4 * 4);
}

typedef struct accessor_record {
    vrm_accessor accessor;
    yyjson_val *sparse;
    yyjson_val *min;
    yyjson_val *max;
    uint64_t count;
} accessor_record;

enum { ACCESSOR_BUFFER_VIEW = 3 };

static const vrmi_json_field accessor_fields[] = {
    VRMI_FIELD_CHOICE(accessor_record, accessor.component, "componentType", NUMBER, components, 1),
    VRMI_FIELD_REQUIRED(accessor_record, count, "count", SIZE),
    VRMI_FIELD_CHOICE(accessor_record, accessor.element, "type", TEXT, elements, 1),
    [ACCESSOR_BUFFER_VIEW] = VRMI_FIELD_INDEX(accessor_record, accessor.buffer_view, "bufferView",
                                              VRMI_TABLE_BUFFER_VIEWS, 0),
    VRMI_FIELD(accessor_record, accessor.byte_offset, "byteOffset", SIZE),
    VRMI_FIELD(accessor_record, max, "max", ARRAY),
    VRMI_FIELD(accessor_record, min, "min", ARRAY),
    VRMI_FIELD(accessor_record, accessor.is_normalized, "normalized", BOOL),
    VRMI_FIELD(accessor_record, accessor.name, "name", STRING),
    VRMI_FIELD(accessor_record, sparse, "sparse", OBJECT),
};

typedef struct sparse_record {
    uint64_t count;
    yyjson_val *indices;
    yyjson_val *values;
} sparse_record;

static const vrmi_json_field sparse_fields[] = {
    VRMI_FIELD_REQUIRED(sparse_record, count, "count", SIZE),
    VRMI_FIELD_REQUIRED(sparse_record, indices, "indices", OBJECT),
    VRMI_FIELD_REQUIRED(sparse_record, values, "values", OBJECT),
};

static const vrmi_json_field sparse_index_fields[] = {
    VRMI_FIELD_INDEX(vrm_accessor, sparse_index_view, "bufferView", VRMI_TABLE_BUFFER_VIEWS, 1),
    VRMI_FIELD_CHOICE(vrm_accessor, sparse_index_component, "componentType", NUMBER,
                      index_components, 1),
    VRMI_FIELD(vrm_accessor, sparse_index_offset, "byteOffset", SIZE),
};

static const vrmi_json_field sparse_value_fields[] = {
    VRMI_FIELD_INDEX(vrm_accessor, sparse_value_view, "bufferView", VRMI_TABLE_BUFFER_VIEWS, 1),
    VRMI_FIELD(vrm_accessor, sparse_value_offset, "byteOffset", SIZE),
};

static bool fits_view(const vrm_gltf *gltf, int32_t view, uint64_t offset, uint64_t stride,
                      uint64_t count, uint32_t size) {
    return view != VRM_NONE && gltf->buffer_views[view].buffer != VRM_NONE &&
           vrmi_elements_fit(offset, stride, count, size, gltf->buffer_views[view].byte_length);
}

static void read_sparse(vrmi_load *load, const vrmi_json *at, const vrm_gltf *gltf,
                        vrm_accessor *accessor) {
    sparse_record record = {0, NULL, NULL};
    vrm_accessor sparse = *accessor;
    vrmi_json indices, values;
    uint32_t index_size, value_size = vrmi_element_size(accessor->element, accessor->component);
    const char *problem = NULL;
    uint64_t good = VRMI_JSON_READ(load, at, sparse_fields, &record);
    if (vrmi_json_has(good, VRMI_JSON_INCOMPLETE)) return;
    indices = vrmi_json_at(at, "indices", record.indices);
    values = vrmi_json_at(at, "values", record.values);
    good = VRMI_JSON_READ(load, &indices, sparse_index_fields, &sparse);
    good |= VRMI_JSON_READ(load, &values, sparse_value_fields, &sparse);
    if (vrmi_json_has(good, VRMI_JSON_INCOMPLETE)) return;
    index_size = vrmi_component_size(sparse.sparse_index_component);
    if (record.count == 0 || record.count > accessor->count) {
        problem = "its count is 0, or more than the accessor's";
    } else if (!fits_view(gltf, sparse.sparse_index_view, sparse.sparse_index_offset, index_size,
                          record.count, index_size)) {
        problem = "its indices do not fit into their buffer view";
    } else if (!fits_view(gltf, sparse.sparse_value_view, sparse.sparse_value_offset, value_size,
                          record.count, value_size)) {
        problem = "its values do not fit into their buffer view";
    }
    if (problem != NULL) {
        vrmi_load_found(load, VRMI_ACCESSOR_SPARSE, at, VRMI_WITH(vrmi_words(problem)));
        return;
    }
    sparse.sparse_count = (uint32_t)record.count;
    *accessor = sparse;
}

/* The first four numbers of an array, which follow it one by one. False: it has another size, or
 * not only floats. */
static bool read_bound(yyjson_val *array, uint32_t count, float out[4]) {
    if (unsafe_yyjson_get_len(array) != count) return false;
    for (uint32_t i = 0; i < count && i < 4; ++i) {
        yyjson_val *value = array + 1 + i;
        double number;
        if (!unsafe_yyjson_is_num(value)) return false;
        number = unsafe_yyjson_is_real(value) ? unsafe_yyjson_get_real(value)
                                              : unsafe_yyjson_get_num(value);
        if (!(number >= -(double)FLT_MAX && number <= (double)FLT_MAX)) return false;
        out[i] = (float)number;
    }
    return true;
}

/* Bounds are a hint: what is wrong with them is not reported here. */
static void read_bounds(const accessor_record *record, vrm_accessor *accessor) {
    uint32_t count = vrmi_element_components(accessor->element);
    float low[4] = {0}, high[4] = {0};
    if (!read_bound(record->min, count, low) || !read_bound(record->max, count, high)) return;
    memcpy(accessor->min, low, sizeof low);
    memcpy(accessor->max, high, sizeof high);
    accessor->has_bounds = 1;
}

static bool has_bytes(const vrmi_document *document, int32_t view) {
    const vrm_gltf *gltf = &document->gltf;
    int32_t buffer = view != VRM_NONE ? gltf->buffer_views[view].buffer : VRM_NONE;
    if (buffer == VRM_NONE) return false;
    if (document->view_bytes != NULL && document->view_bytes[view].data != NULL) return true;
    return gltf->buffers[buffer].is_available;
}

/* Whether the accessor's own elements are where it says (ER-008). */
static bool check_range(vrmi_load *load, const vrmi_json *at, const vrmi_document *document,
                        const accessor_record *record) {
    const vrm_gltf *gltf = &document->gltf;
    const vrm_accessor *accessor = &record->accessor;
    uint32_t size = vrmi_element_size(accessor->element, accessor->component);
    uint32_t component_size = vrmi_component_size(accessor->component);
    uint64_t stride, start;
    /* Zeros, and bytes that are not there, cost the file nothing: what it can make a reader
     * allocate has its own limit. */
    uint64_t limit =
        has_bytes(document, accessor->buffer_view) ? INT32_MAX : load->limits.max_elements;
    if (record->count == 0 || record->count > limit) {
        vrmi_load_found(load, VRMI_ACCESSOR_COUNT, at, VRMI_WITH(vrmi_unsigned(record->count)));
        return false;
    }
    if (accessor->buffer_view == VRM_NONE) return true;
    stride = gltf->buffer_views[accessor->buffer_view].byte_stride;
    if (stride == 0) stride = size;
    if (stride < size || !fits_view(gltf, accessor->buffer_view, accessor->byte_offset, stride,
                                    record->count, size)) {
        vrmi_load_found(load, VRMI_ACCESSOR_RANGE, at, VRMI_WITH(vrmi_unsigned(record->count)));
        return false;
    }
    start = gltf->buffer_views[accessor->buffer_view].byte_offset + accessor->byte_offset;
    if ((start & (component_size - 1)) != 0) { /* 1, 2 or 4 */
        vrmi_load_found(load, VRMI_ACCESSOR_ALIGNMENT, at,
                        VRMI_WITH(vrmi_unsigned(start), vrmi_unsigned(component_size)));
    } else if (accessor->element >= VRM_ELEMENT_MAT2 && start % 4 != 0) {
        vrmi_load_found(load, VRMI_ACCESSOR_MATRIX_ALIGNMENT, at, VRMI_WITH(vrmi_unsigned(start)));
    }
    return true;
}

bool vrmi_read_accessors(vrmi_load *load, const vrmi_json *array, vrmi_document *document) {
    uint32_t count = load->counts[VRMI_TABLE_ACCESSORS];
    vrm_accessor *accessors = VRMI_TAKE(load->arena, vrm_accessor, count);
    vrmi_json_each each = vrmi_json_begin(array);
    accessor_record none;
    if (accessors == NULL) return vrmi_load_refused(load);
    memset(&none, 0, sizeof none);
    none.accessor.name.data = "";
    none.accessor.buffer_view = VRM_NONE;
    none.accessor.sparse_index_view = VRM_NONE;
    none.accessor.sparse_value_view = VRM_NONE;
    none.accessor.component = VRM_COMPONENT_F32;
    while (vrmi_json_next(&each)) {
        vrm_accessor *accessor = &accessors[each.item.index];
        accessor_record record = none;
        yyjson_val *view_value;
        uint64_t good;
        if (!vrmi_load_goes_on(load)) return false;
        good = VRMI_JSON_READ(load, &each.item, accessor_fields, &record);
        /* A view that could not be used is not the same as none, which means zeros. */
        view_value = vrmi_json_has(good, ACCESSOR_BUFFER_VIEW)
                         ? NULL
                         : yyjson_obj_get(each.item.value, "bufferView");
        if (vrmi_json_has(good, VRMI_JSON_INCOMPLETE) || view_value != NULL ||
            !check_range(load, &each.item, document, &record)) {
            *accessor = none.accessor;
            continue;
        }
        *accessor = record.accessor;
        accessor->count = (uint32_t)record.count;
        if (accessor->is_normalized && (accessor->component == VRM_COMPONENT_F32 ||
                                        accessor->component == VRM_COMPONENT_U32)) {
            vrmi_load_found(load, VRMI_ACCESSOR_NORMALIZED, &each.item, NULL);
            accessor->is_normalized = 0;
        }
        if (record.min != NULL && record.max != NULL) read_bounds(&record, accessor);
        if (record.sparse != NULL) {
            vrmi_json sparse = vrmi_json_at(&each.item, "sparse", record.sparse);
            read_sparse(load, &sparse, &document->gltf, accessor);
        }
    }
    document->gltf.accessors = accessors;
    document->gltf.accessor_count = count;
    return true;
}
