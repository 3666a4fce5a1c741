/* Vertices of a group in new accessors. */
#include "author/optimize/vertices.h"

#include "author/json/json_writer.h"
#include "base/bytes.h"
#include "base/math.h"

#include <string.h>

/* A vertex of the group: its current position in the pools. */
typedef struct old_vertex {
    uint32_t pool, vertex;
} old_vertex;

struct new_part;

typedef struct group_writer {
    vrmi_vertices *all;
    vrmi_optimize *work;
    const vrmi_pool *first; /* all pools of the group have the formats of its streams */
    vrmi_grid grid;         /* of its positions */
    int32_t base;           /* the stream that targets move */
    old_vertex *vertices;   /* the new ones, in their new order */
    uint32_t count;
    uint32_t old_count; /* vertices of the pools */
    struct new_part *parts;
    uint32_t part_count;
    vrmi_group_result *result;
} group_writer;

/* --- Numbers --- */

static uint32_t component_size(vrm_component component) {
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

static const char *element_name(vrm_element element) {
    static const char *const names[] = {"SCALAR", "VEC2", "VEC3", "VEC4"};
    return names[element];
}

static const uint8_t *bytes_of(const group_writer *w, uint32_t stream, uint32_t vertex) {
    const old_vertex *at = &w->vertices[vertex];
    const vrmi_elements *from = &w->all->pools[at->pool].streams[stream].elements;
    return from->bytes + (size_t)at->vertex * from->stride;
}

static bool begins_with(vrm_string key, const char *text) {
    size_t length = strlen(text);
    return key.length >= length && memcmp(key.data, text, length) == 0;
}

static bool is_key(vrm_string key, const char *text) {
    return key.length == strlen(text) && begins_with(key, text);
}

/* --- Accessors --- */

/* An array that is ready to be written. */
typedef struct packed {
    uint8_t *bytes;
    uint32_t stride; /* from one element to the next: a multiple of four for vertices */
    uint32_t components, count;
    vrm_component component;
    vrm_element element;
    bool is_normalized;
} packed;

/* The least and the most of each component, as integers and floats of the file are, not scaled. */
static void put_bounds(vrmi_json_writer *json, const packed *array) {
    float least[4] = {0}, most[4] = {0};
    uint32_t size = component_size(array->component);
    for (uint32_t i = 0; i < array->count; ++i) {
        for (uint32_t c = 0; c < array->components; ++c) {
            float value =
                vrmi_load_component(array->bytes + (size_t)i * array->stride + (size_t)c * size,
                                    array->component, false);
            value += 0.0f; /* -0 would be a bound or not by the order of the vertices */
            if (i == 0 || value < least[c]) least[c] = value;
            if (i == 0 || value > most[c]) most[c] = value;
        }
    }
    vrmi_put_floats_of(json, "min", least, array->components);
    vrmi_put_floats_of(json, "max", most, array->components);
}

/* Sparse replacements of zeros: views of the indices and of the values. */
typedef struct sparse_views {
    int32_t places, values;
    uint32_t count;
    vrm_component component; /* of the indices */
} sparse_views;

static int32_t add_accessor(group_writer *w, const packed *array, int32_t view,
                            const sparse_views *sparse, bool has_bounds) {
    vrmi_json_writer json;
    int32_t index;
    vrmi_json_writer_init(&json, &w->work->memory);
    vrmi_put_object(&json);
    if (view != VRM_NONE) vrmi_put_integer_of(&json, "bufferView", view);
    vrmi_put_integer_of(&json, "componentType", array->component);
    if (array->is_normalized) vrmi_put_bool_of(&json, "normalized", true);
    vrmi_put_integer_of(&json, "count", array->count);
    vrmi_put_words_of(&json, "type", element_name(array->element));
    if (has_bounds) put_bounds(&json, array);
    if (sparse != NULL) {
        vrmi_put_object_of(&json, "sparse");
        vrmi_put_integer_of(&json, "count", sparse->count);
        vrmi_put_object_of(&json, "indices");
        vrmi_put_integer_of(&json, "bufferView", sparse->places);
        vrmi_put_integer_of(&json, "componentType", sparse->component);
        vrmi_put_object_end(&json);
        vrmi_put_object_of(&json, "values");
        vrmi_put_integer_of(&json, "bufferView", sparse->values);
        vrmi_put_object_end(&json);
        vrmi_put_object_end(&json);
    }
    vrmi_put_object_end(&json);
    w->work->is_refused |= json.is_refused;
    index =
        vrmi_edit_add_element(w->work->edit, VRMI_REFERENCE_ACCESSOR, vrmi_json_writer_text(&json));
    vrmi_json_writer_release(&json);
    return index;
}

enum { TARGET_VERTICES = 34962, TARGET_INDICES = 34963 };

static int32_t add_dense(group_writer *w, const packed *array, bool has_bounds) {
    uint32_t size = array->components * component_size(array->component);
    int32_t view =
        vrmi_edit_add_view(w->work->edit, array->bytes, (size_t)array->count * array->stride,
                           size != array->stride ? array->stride : 0, TARGET_VERTICES);
    return add_accessor(w, array, view, NULL, has_bounds);
}

/* --- Sparse morph targets --- */

static bool is_zero(const uint8_t *bytes, uint32_t size) {
    for (uint32_t i = 0; i < size; ++i) {
        /* The sign of a zero has no meaning. -0 has the bytes 0, 0, 0 and 0x80. */
        if (bytes[i] != 0 && !(bytes[i] == 0x80 && i % 4 == 3)) return false;
    }
    return true;
}

static void store_place(uint8_t *out, vrm_component component, uint32_t place) {
    for (uint32_t i = 0; i < component_size(component); ++i) out[i] = (uint8_t)(place >> (8 * i));
}

/* The vertices that a target moves. False: it moves too many for a sparse list to be shorter, or it
 * holds other numbers than floats. */
static bool add_sparse(group_writer *w, const packed *array, bool has_bounds, int32_t *out) {
    uint32_t size = array->components * 4, moved = 0;
    sparse_views sparse;
    uint8_t *places, *values;
    if (array->component != VRM_COMPONENT_F32) return false;
    for (uint32_t i = 0; i < array->count; ++i) {
        moved += !is_zero(array->bytes + (size_t)i * array->stride, size);
    }
    sparse.count = moved;
    sparse.component = array->count <= 256     ? VRM_COMPONENT_U8
                       : array->count <= 65536 ? VRM_COMPONENT_U16
                                               : VRM_COMPONENT_U32;
    if ((uint64_t)moved * (size + component_size(sparse.component)) * 4 >
        (uint64_t)array->count * size * 3) {
        return false;
    }
    if (moved == 0) {
        *out = add_accessor(w, array, VRM_NONE, NULL, has_bounds);
        return true;
    }
    places = VRMI_OPTIMIZE_TAKE(w->work, uint8_t, (size_t)moved * 4);
    values = VRMI_OPTIMIZE_TAKE(w->work, uint8_t, (size_t)moved * size);
    if (places == NULL || values == NULL) return false;
    moved = 0;
    for (uint32_t i = 0; i < array->count; ++i) {
        const uint8_t *from = array->bytes + (size_t)i * array->stride;
        if (is_zero(from, size)) continue;
        store_place(places + (size_t)moved * component_size(sparse.component), sparse.component, i);
        memcpy(values + (size_t)moved * size, from, size);
        moved += 1;
    }
    sparse.places = vrmi_edit_add_view(w->work->edit, places,
                                       (size_t)moved * component_size(sparse.component), 0, 0);
    sparse.values = vrmi_edit_add_view(w->work->edit, values, (size_t)moved * size, 0, 0);
    *out = add_accessor(w, array, VRM_NONE, &sparse, has_bounds);
    return true;
}

/* --- Packing a stream --- */

static bool take_packed(group_writer *w, packed *array) {
    uint32_t size = array->components * component_size(array->component);
    array->stride = (size + 3) & ~3u;
    array->count = w->count;
    array->bytes = vrmi_optimize_take(w->work, array->count, array->stride);
    return array->bytes != NULL;
}

/* As the file has it. */
static bool pack_plain(group_writer *w, uint32_t stream, packed *array) {
    uint32_t size = array->components * component_size(array->component);
    if (!take_packed(w, array)) return false;
    for (uint32_t i = 0; i < w->count; ++i) {
        memcpy(array->bytes + (size_t)i * array->stride, bytes_of(w, stream, i), size);
    }
    return true;
}

/* Joints of 16 bits whose numbers fit into 8. */
static bool fits_bytes(const group_writer *w, uint32_t stream) {
    for (uint32_t i = 0; i < w->count; ++i) {
        const uint8_t *from = bytes_of(w, stream, i);
        if ((from[1] | from[3] | from[5] | from[7]) != 0) return false;
    }
    return true;
}

static bool pack_joints(group_writer *w, uint32_t stream, packed *array) {
    array->component = VRM_COMPONENT_U8;
    if (!take_packed(w, array)) return false;
    for (uint32_t i = 0; i < w->count; ++i) {
        const uint8_t *from = bytes_of(w, stream, i);
        for (uint32_t c = 0; c < 4; ++c) array->bytes[(size_t)i * 4 + c] = from[2 * c];
    }
    return true;
}

static float float_of(const group_writer *w, uint32_t stream, uint32_t vertex, uint32_t component) {
    return vrmi_load_component(bytes_of(w, stream, vertex) + (size_t)component * 4,
                               VRM_COMPONENT_F32, false);
}

static void store_16(uint8_t *out, uint32_t value) {
    out[0] = (uint8_t)value;
    out[1] = (uint8_t)(value >> 8);
}

/* Floats from -1 to 1 in 8 bits, or from 0 to 1 in 16. */
static void store_scaled(uint8_t *out, vrm_component component, float value) {
    if (component == VRM_COMPONENT_I8) {
        float scaled = vrmi_clamp(value, -1.0f, 1.0f) * 127.0f;
        out[0] = (uint8_t)(int8_t)(scaled < 0.0f ? scaled - 0.5f : scaled + 0.5f);
    } else {
        store_16(out, (uint32_t)(vrmi_clamp(value, 0.0f, 1.0f) * 65535.0f + 0.5f));
    }
}

static bool pack_scaled(group_writer *w, uint32_t stream, vrm_component component, packed *array) {
    uint32_t size = component_size(component);
    array->component = component;
    array->is_normalized = true;
    if (!take_packed(w, array)) return false;
    for (uint32_t i = 0; i < w->count; ++i) {
        for (uint32_t c = 0; c < array->components; ++c) {
            store_scaled(array->bytes + (size_t)i * array->stride + (size_t)c * size, component,
                         float_of(w, stream, i, c));
        }
    }
    return true;
}

/* Texture coordinates that repeat a texture do not fit between 0 and 1. */
static bool is_within_one(const group_writer *w, uint32_t stream, uint32_t components) {
    for (uint32_t i = 0; i < w->count; ++i) {
        for (uint32_t c = 0; c < components; ++c) {
            float value = float_of(w, stream, i, c);
            if (!(value >= 0.0f && value <= 1.0f)) return false;
        }
    }
    return true;
}

/* The type that a stream of floats is quantized to; VRM_COMPONENT_F32: none. Positions stay floats:
 * a skinned mesh has no transform that could scale integers back. */
static vrm_component quantized_type(const group_writer *w, uint32_t stream) {
    const vrmi_stream *from = &w->first->streams[stream];
    if ((w->work->desc.flags & VRM_OPTIMIZE_QUANTIZE) == 0 ||
        from->elements.component != VRM_COMPONENT_F32 || from->target != VRM_NONE) {
        return VRM_COMPONENT_F32;
    }
    if (is_key(from->key, "NORMAL") || is_key(from->key, "TANGENT")) return VRM_COMPONENT_I8;
    if ((begins_with(from->key, "TEXCOORD_") || begins_with(from->key, "WEIGHTS_")) &&
        is_within_one(w, stream, from->elements.components)) {
        return VRM_COMPONENT_U16;
    }
    return VRM_COMPONENT_F32;
}

/* --- Weights --- */

static bool comes_before(vrm_string a, vrm_string b) {
    if (a.length != b.length) return a.length < b.length; /* "WEIGHTS_9", "WEIGHTS_10" */
    return memcmp(a.data, b.data, a.length) < 0;
}

/* What each vertex has in the sets before this one. */
static double *sum_sets_before(const group_writer *w, uint32_t stream) {
    double *sums = VRMI_OPTIMIZE_TAKE(w->work, double, w->count);
    if (sums == NULL) return NULL;
    memset(sums, 0, w->count * sizeof *sums);
    for (uint32_t s = 0; s < w->first->stream_count; ++s) {
        const vrmi_stream *other = &w->first->streams[s];
        if (!begins_with(other->key, "WEIGHTS_") ||
            !comes_before(other->key, w->first->streams[stream].key) ||
            quantized_type(w, s) != VRM_COMPONENT_U16) {
            continue;
        }
        for (uint32_t i = 0; i < w->count; ++i) {
            for (uint32_t c = 0; c < other->elements.components; ++c) {
                sums[i] += (double)float_of(w, s, i, c);
            }
        }
    }
    return sums;
}

static uint32_t steps_to(double sum) { return (uint32_t)(sum * 65535.0 + 0.5); }

/*
 * Weights in 16 bits. Rounded one by one they may add up to a step more or less than before, which
 * is an error of glTF: so the sum is rounded as it grows from weight to weight, through all sets,
 * and a weight is the way from one sum to the next.
 */
static bool pack_weights(group_writer *w, uint32_t stream, packed *array) {
    double *sums = sum_sets_before(w, stream);
    array->component = VRM_COMPONENT_U16;
    array->is_normalized = true;
    if (sums == NULL || !take_packed(w, array)) return false;
    for (uint32_t i = 0; i < w->count; ++i) {
        for (uint32_t c = 0; c < array->components; ++c) {
            const double next = sums[i] + (double)float_of(w, stream, i, c);
            const uint32_t steps = steps_to(next) - steps_to(sums[i]);
            store_16(array->bytes + (size_t)i * array->stride + (size_t)c * 2,
                     steps < 65535 ? steps : 65535);
            sums[i] = next;
        }
    }
    return true;
}

/* --- Positions --- */

static void load_vector(const group_writer *w, uint32_t stream, uint32_t vertex, float *out) {
    const uint8_t *from = bytes_of(w, stream, vertex);
    for (uint32_t c = 0; c < 3; ++c) out[c] = vrmi_load_f32(from + (size_t)c * 4);
}

static bool can_round(const group_writer *w, uint32_t stream) {
    const vrmi_stream *from = &w->first->streams[stream];
    return w->grid.step > 0 && is_key(from->key, "POSITION") && from->element == VRM_ELEMENT_VEC3 &&
           from->elements.component == VRM_COMPONENT_F32;
}

/* False: it is packed as it is. */
static bool pack_rounded(group_writer *w, uint32_t stream, packed *array) {
    const bool moves = w->first->streams[stream].target != VRM_NONE;
    double error = 0;
    if (!can_round(w, stream) || !take_packed(w, array)) return false;
    for (uint32_t i = 0; i < w->count; ++i) {
        float base[3], move[3], rounded[3];
        load_vector(w, moves ? (uint32_t)w->base : stream, i, base);
        load_vector(w, stream, i, move);
        if (!vrmi_grid_round(&w->grid, base, moves ? move : NULL, rounded, &error)) return false;
        for (uint32_t c = 0; c < 3; ++c) {
            vrmi_store_f32(array->bytes + (size_t)i * array->stride + (size_t)c * 4, rounded[c]);
        }
    }
    w->result->rounded_streams += error > 0;
    if (error > w->result->position_error) w->result->position_error = error;
    return true;
}

/* Without positions of its own, a group has targets that move nothing. */
static void find_grid(group_writer *w, const vrmi_group *group) {
    w->base = VRM_NONE;
    for (uint32_t i = 0; i < w->first->stream_count; ++i) {
        const vrmi_stream *stream = &w->first->streams[i];
        if (stream->target == VRM_NONE && is_key(stream->key, "POSITION")) w->base = (int32_t)i;
    }
    if (w->base != VRM_NONE) w->grid = vrmi_grid_of_group(w->all, group);
}

/* --- One stream --- */

/* Whether the file has it as a list of the vertices that move already. */
static bool is_sparse(const group_writer *w, const vrmi_stream *stream) {
    const vrm_accessor *from = &vrm_model_gltf(w->work->edit->model)->accessors[stream->accessor];
    return from->sparse_count > 0 || from->buffer_view == VRM_NONE;
}

/* Whether two streams come from the same accessors, in all pools, and are written alike. */
static bool is_same_stream(const group_writer *w, uint32_t a, uint32_t b) {
    const vrmi_stream *x = &w->first->streams[a], *y = &w->first->streams[b];
    if ((x->target == VRM_NONE) != (y->target == VRM_NONE) || x->key.length != y->key.length ||
        memcmp(x->key.data, y->key.data, x->key.length) != 0) {
        return false;
    }
    for (const vrmi_pool *pool = w->first;; pool = &w->all->pools[pool->next]) {
        if (pool->streams[a].accessor != pool->streams[b].accessor) return false;
        if (pool->next == VRM_NONE) return true;
    }
}

/* An earlier stream that is the same; VRM_NONE: none. Targets often share what does not move. */
static int32_t find_same(const group_writer *w, uint32_t stream) {
    enum { LOOKED_AT = 256 }; /* keeps many targets from costing their square */
    for (uint32_t i = stream > LOOKED_AT ? stream - LOOKED_AT : 0; i < stream; ++i) {
        if (is_same_stream(w, i, stream)) return (int32_t)i;
    }
    return VRM_NONE;
}

static int32_t write_stream(group_writer *w, uint32_t stream) {
    const vrmi_stream *from = &w->first->streams[stream];
    packed array = {.components = from->elements.components,
                    .component = from->elements.component,
                    .element = from->element,
                    .is_normalized = from->is_normalized};
    bool is_position = is_key(from->key, "POSITION"), is_packed;
    vrm_component scaled = quantized_type(w, stream);
    int32_t accessor;
    if (scaled != VRM_COMPONENT_F32) {
        is_packed = begins_with(from->key, "WEIGHTS_") ? pack_weights(w, stream, &array)
                                                       : pack_scaled(w, stream, scaled, &array);
        w->result->quantized_streams += 1;
        w->result->needs_quantization |= scaled == VRM_COMPONENT_I8;
    } else if (begins_with(from->key, "JOINTS_") && array.component == VRM_COMPONENT_U16 &&
               array.components == 4 && fits_bytes(w, stream)) {
        is_packed = pack_joints(w, stream, &array);
        w->result->narrowed_streams += 1;
    } else {
        is_packed = pack_rounded(w, stream, &array);
        if (!is_packed && (int32_t)stream == w->base) w->grid.step = 0;
        is_packed = is_packed || pack_plain(w, stream, &array);
    }
    if (!is_packed) return VRM_NONE;
    if (from->target != VRM_NONE && add_sparse(w, &array, is_position, &accessor)) {
        w->result->sparse_streams += !is_sparse(w, from);
        return accessor;
    }
    return add_dense(w, &array, is_position);
}

/* --- Triangles --- */

/* A part of the group that is being written. */
typedef struct new_part {
    const vrmi_part *part;
    uint32_t *indices; /* of it and of those that are joined to it, by new vertices */
    uint32_t count;
} new_part;

/* New vertices get indices as they come. */
static void add_triangles(group_writer *w, const vrmi_part *part, new_part *new_part) {
    const vrmi_pool *pool = &w->all->pools[part->pool];
    for (uint32_t i = 0; i < part->index_count; ++i) {
        uint32_t old = part->indices[i];
        if (pool->places[old] == UINT32_MAX) {
            w->vertices[w->count].pool = part->pool;
            w->vertices[w->count].vertex = old;
            pool->places[old] = w->count++;
        }
        new_part->indices[new_part->count++] = pool->places[old];
    }
}

static bool collect(group_writer *w, const vrmi_part *head, new_part *part) {
    size_t count = head->index_count;
    for (int32_t i = head->next_joined; i != VRM_NONE; i = w->all->parts[i].next_joined) {
        count += w->all->parts[i].index_count;
    }
    if (count > UINT32_MAX) return false;
    part->part = head;
    part->indices = VRMI_OPTIMIZE_TAKE(w->work, uint32_t, count);
    if (part->indices == NULL) return false;
    add_triangles(w, head, part);
    for (int32_t i = head->next_joined; i != VRM_NONE; i = w->all->parts[i].next_joined) {
        add_triangles(w, &w->all->parts[i], part);
    }
    return true;
}

/* The vertices once more in the order of their first use, after triangles got another order. */
static bool renumber(group_writer *w) {
    uint32_t *places = VRMI_OPTIMIZE_TAKE(w->work, uint32_t, w->count), next = 0;
    old_vertex *vertices = VRMI_OPTIMIZE_TAKE(w->work, old_vertex, w->count);
    if (places == NULL || vertices == NULL) return false;
    memset(places, 0xFF, (size_t)w->count * sizeof *places);
    for (uint32_t i = 0; i < w->part_count; ++i) {
        for (uint32_t k = 0; k < w->parts[i].count; ++k) {
            uint32_t old = w->parts[i].indices[k];
            if (places[old] == UINT32_MAX) {
                vertices[next] = w->vertices[old];
                places[old] = next++;
            }
            w->parts[i].indices[k] = places[old];
        }
    }
    w->vertices = vertices;
    w->count = next;
    return true;
}

/* 65535 would restart a strip, so it is not an index of 16 bits. */
static int32_t write_indices(group_writer *w, const new_part *part) {
    packed array = {.components = 1, .count = part->count, .element = VRM_ELEMENT_SCALAR};
    const vrm_gltf *gltf = vrm_model_gltf(w->work->edit->model);
    int32_t old = gltf->meshes[part->part->mesh].primitives[part->part->primitive].indices, view;
    array.component = w->count <= 65535 ? VRM_COMPONENT_U16 : VRM_COMPONENT_U32;
    array.stride = component_size(array.component);
    if (old != VRM_NONE && gltf->accessors[old].component == VRM_COMPONENT_U32) {
        w->result->narrowed_streams += array.component == VRM_COMPONENT_U16;
    }
    array.bytes = vrmi_optimize_take(w->work, part->count, array.stride);
    if (array.bytes == NULL) return VRM_NONE;
    for (uint32_t i = 0; i < part->count; ++i) {
        store_place(array.bytes + (size_t)i * array.stride, array.component, part->indices[i]);
    }
    view = vrmi_edit_add_view(w->work->edit, array.bytes, (size_t)part->count * array.stride, 0,
                              TARGET_INDICES);
    return add_accessor(w, &array, view, NULL, false);
}

/* --- What a part refers to --- */

static void refer(vrmi_tree *tree, vrmi_value *object, const int32_t *accessors, uint32_t *next) {
    for (uint32_t i = 0; i < vrmi_value_count(tree, object); ++i) {
        vrmi_value_replace_index(tree, vrmi_value_at(tree, object, i),
                                 (uint64_t)accessors[(*next)++]);
    }
}

static void refer_part(group_writer *w, const vrmi_part *part, const int32_t *accessors,
                       int32_t indices) {
    vrmi_tree *tree = &w->work->edit->tree;
    vrmi_value *targets = vrmi_value_get(tree, part->value, "targets");
    uint32_t next = 0;
    refer(tree, vrmi_value_get(tree, part->value, "attributes"), accessors, &next);
    for (uint32_t i = 0; i < vrmi_value_count(tree, targets); ++i) {
        refer(tree, vrmi_value_at(tree, targets, i), accessors, &next);
    }
    vrmi_value_set_index(tree, part->value, "indices", (uint64_t)indices);
    vrmi_value_remove(tree, vrmi_value_get(tree, part->value, "mode"));
}

static bool prepare(group_writer *w, const vrmi_group *group) {
    if (group->pool == VRM_NONE || group->part == VRM_NONE) return false;
    w->first = &w->all->pools[group->pool];
    for (int32_t i = group->pool; i != VRM_NONE; i = w->all->pools[i].next) {
        vrmi_pool *pool = &w->all->pools[i];
        w->old_count += pool->vertex_count;
        pool->places = VRMI_OPTIMIZE_TAKE(w->work, uint32_t, pool->vertex_count);
        if (pool->places == NULL) return false;
        memset(pool->places, 0xFF, (size_t)pool->vertex_count * sizeof pool->places[0]);
    }
    for (int32_t i = group->part; i != VRM_NONE; i = w->all->parts[i].next) w->part_count += 1;
    w->vertices = VRMI_OPTIMIZE_TAKE(w->work, old_vertex, w->old_count);
    w->parts = VRMI_OPTIMIZE_TAKE(w->work, new_part, w->part_count);
    return w->vertices != NULL && w->parts != NULL;
}

static bool collect_all(group_writer *w, const vrmi_group *group) {
    uint32_t next = 0;
    for (int32_t i = group->part; i != VRM_NONE; i = w->all->parts[i].next) {
        if (!collect(w, &w->all->parts[i], &w->parts[next++])) return false;
    }
    for (uint32_t i = 0; w->work->tools.order_triangles != NULL && i < w->part_count; ++i) {
        if (vrmi_part_is_blended(w->all, w->parts[i].part)) continue;
        w->work->tools.order_triangles(w->parts[i].indices, w->parts[i].count, w->count,
                                       w->work->tools.user);
    }
    return renumber(w);
}

void vrmi_group_write(vrmi_vertices *all, uint32_t group, vrmi_group_result *result) {
    group_writer w = {.all = all, .work = all->work, .result = result};
    int32_t *accessors;
    memset(result, 0, sizeof *result);
    if (!prepare(&w, &all->groups[group]) || !collect_all(&w, &all->groups[group])) return;
    result->dropped_vertices = w.old_count - w.count;
    accessors = VRMI_OPTIMIZE_TAKE(all->work, int32_t, w.first->stream_count);
    if (accessors == NULL || w.count == 0) return;
    find_grid(&w, &all->groups[group]);
    for (uint32_t i = 0; i < w.first->stream_count && !all->work->is_refused; ++i) {
        int32_t same = find_same(&w, i);
        accessors[i] = same != VRM_NONE ? accessors[same] : write_stream(&w, i);
    }
    for (uint32_t i = 0; i < w.part_count && !all->work->is_refused; ++i) {
        refer_part(&w, w.parts[i].part, accessors, write_indices(&w, &w.parts[i]));
    }
}
