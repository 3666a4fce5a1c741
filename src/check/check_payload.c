/*
 * The payload: numbers that glTF forbids in meshes and skins [GL-037 to GL-044]. Every accessor,
 * primitive and skin is read once. One diagnostic stands for all faults of a kind at one place: a
 * mesh that is broken is broken in thousands of vertices.
 */
#include "base/math.h"
#include "base/text.h"
#include "check/check.h"
#include "gltf/accessor.h"
#include "gltf/unpack.h"
#include "model/model.h"

#include <string.h>

static const float SUM_TOLERANCE = 2e-3f, LENGTH_TOLERANCE = 6.7e-3f, BOUND_TOLERANCE = 1e-6f,
                   ROW_TOLERANCE = 1e-6f;
enum { MOST_SETS = 16 };

/* Memory that every place uses in turn. */
typedef struct payload_check {
    vrmi_check *check;
    vrmi_memory *memory;
    float *floats;
    size_t float_capacity;
} payload_check;

/* Room for so many floats; NULL: memory was refused. What was in it before is gone. */
static float *room_for(payload_check *p, size_t count) {
    if (count <= p->float_capacity) return p->floats;
    vrmi_memory_release(p->memory, p->floats, p->float_capacity * sizeof *p->floats);
    p->float_capacity = 0;
    p->floats = count <= SIZE_MAX / sizeof *p->floats
                    ? vrmi_memory_allocate(p->memory, count * sizeof *p->floats)
                    : NULL;
    if (p->floats != NULL) p->float_capacity = count;
    return p->floats;
}

/* --- Accessors --- */

static void check_bound(vrmi_check *check, int32_t accessor, const char *which, float says,
                        float is) {
    vrmi_check_place place;
    if (fabsf(says - is) <= BOUND_TOLERANCE * vrmi_max(fabsf(is), 1.0f)) return;
    place = vrmi_at_element("accessors", "accessor", accessor,
                            check->gltf->accessors[accessor].name, which);
    vrmi_check_found(
        check, VRMI_ACCESSOR_BOUNDS, &place,
        VRMI_WITH(vrmi_words(which), vrmi_number((double)says), vrmi_number((double)is)));
}

static void check_bounds(payload_check *p, int32_t index) {
    const vrm_accessor *accessor = &p->check->gltf->accessors[index];
    size_t total = vrm_model_accessor_floats(p->check->model, index);
    uint32_t components = vrmi_element_components(accessor->element);
    const float *values;
    if (!accessor->has_bounds || accessor->count == 0 || components > 4 ||
        accessor->is_normalized) {
        return;
    }
    values = room_for(p, total);
    if (values == NULL ||
        vrm_model_read_floats(p->check->model, index, p->floats, total) != VRM_OK) {
        return;
    }
    for (uint32_t k = 0; k < components; ++k) {
        float least = values[k], most = values[k];
        for (size_t i = 1; i < accessor->count; ++i) {
            least = vrmi_min(least, values[i * components + k]);
            most = vrmi_max(most, values[i * components + k]);
        }
        check_bound(p->check, index, "min", accessor->min[k], least);
        check_bound(p->check, index, "max", accessor->max[k], most);
    }
}

static void check_accessor(payload_check *p, int32_t index) {
    vrmi_check *check = p->check;
    uint64_t not_finite = vrmi_count_not_finite(&check->model->document, index);
    vrmi_check_place place;
    if (not_finite == 0) {
        check_bounds(p, index);
        return;
    }
    place =
        vrmi_at_element("accessors", "accessor", index, check->gltf->accessors[index].name, NULL);
    vrmi_check_found(check, VRMI_ACCESSOR_NOT_FINITE, &place, VRMI_WITH(vrmi_unsigned(not_finite)));
}

/* --- Primitives --- */

typedef struct primitive_place {
    int32_t mesh, primitive;
} primitive_place;

static vrmi_check_place place_in(const vrmi_check *check, primitive_place at, const char *member) {
    char tail[64];
    vrmi_text text = vrmi_text_make(tail, sizeof tail);
    vrmi_text_append(&text, "primitives/");
    vrmi_text_append_i64(&text, at.primitive);
    vrmi_text_append(&text, "/");
    vrmi_text_append(&text, member);
    return vrmi_at_element("meshes", "mesh", at.mesh, check->gltf->meshes[at.mesh].name, tail);
}

static const vrm_primitive *primitive_of(const vrmi_check *check, primitive_place at) {
    return &check->gltf->meshes[at.mesh].primitives[at.primitive];
}

static uint32_t restart_value(vrm_component component) {
    return component == VRM_COMPONENT_U8    ? UINT8_MAX
           : component == VRM_COMPONENT_U16 ? UINT16_MAX
                                            : UINT32_MAX;
}

static void check_indices(payload_check *p, primitive_place at) {
    const vrm_primitive *primitive = primitive_of(p->check, at);
    const vrm_accessor *accessor;
    uint32_t *indices, restart;
    uint64_t beyond = 0, restarts = 0;
    vrmi_check_place place;
    _Static_assert(sizeof(uint32_t) == sizeof(float), "the room for floats holds indices too");
    if (primitive->indices == VRM_NONE || primitive->is_compressed) return;
    accessor = &p->check->gltf->accessors[primitive->indices];
    indices = (void *)room_for(p, accessor->count);
    if (indices == NULL || vrmi_unpack_indices(&p->check->model->document, primitive->indices,
                                               accessor->count, indices) != VRM_OK) {
        return;
    }
    restart = restart_value(accessor->component);
    for (uint32_t i = 0; i < accessor->count; ++i) {
        if (indices[i] == restart) {
            ++restarts;
        } else if (indices[i] >= primitive->vertex_count) {
            ++beyond;
        }
    }
    place = place_in(p->check, at, "indices");
    if (restarts != 0) {
        vrmi_check_found(p->check, VRMI_INDICES_RESTART, &place,
                         VRMI_WITH(vrmi_unsigned(restarts)));
    }
    if (beyond != 0) {
        vrmi_check_found(p->check, VRMI_INDICES_OUT_OF_RANGE, &place,
                         VRMI_WITH(vrmi_unsigned(primitive->vertex_count), vrmi_unsigned(beyond)));
    }
}

static const vrm_attribute *find_attribute(const vrm_primitive *primitive,
                                           vrm_attribute_semantic semantic, int32_t set) {
    for (uint32_t i = 0; i < primitive->attribute_count; ++i) {
        const vrm_attribute *attribute = &primitive->attributes[i];
        if (attribute->semantic == semantic && attribute->set == set) return attribute;
    }
    return NULL;
}

/* The raw numbers of an attribute: vrm_model_read_vertices would mend normals. */
static const float *read_attribute(payload_check *p, const vrm_primitive *primitive,
                                   const vrm_attribute *attribute, uint32_t components) {
    size_t count = (size_t)primitive->vertex_count * components;
    float *out = room_for(p, count);
    if (out == NULL || vrmi_unpack_floats(&p->check->model->document, attribute->accessor,
                                          primitive->vertex_count, components, out) != VRM_OK) {
        return NULL;
    }
    return out;
}

static void check_lengths(payload_check *p, primitive_place at, vrm_attribute_semantic semantic,
                          const char *member, const char *word) {
    const vrm_primitive *primitive = primitive_of(p->check, at);
    const vrm_attribute *attribute = find_attribute(primitive, semantic, 0);
    uint32_t components = semantic == VRM_ATTRIBUTE_TANGENT ? 4 : 3;
    uint64_t bad = 0;
    const float *v;
    vrmi_check_place place;
    if (attribute == NULL) return;
    v = read_attribute(p, primitive, attribute, components);
    for (uint32_t i = 0; v != NULL && i < primitive->vertex_count; ++i, v += components) {
        float length = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        bool is_good = fabsf(length - 1.0f) <= LENGTH_TOLERANCE;
        if (components == 4 && fabsf(v[3]) != 1.0f) is_good = false;
        bad += !is_good;
    }
    if (bad == 0) return;
    place = place_in(p->check, at, member);
    vrmi_check_found(p->check, VRMI_NORMALS_LENGTH, &place,
                     VRMI_WITH(vrmi_words(word), vrmi_unsigned(bad)));
}

/* --- Weights --- */

/* Adds one set of weights to the sums of the vertices. */
static void add_weights(const float *weights, uint32_t count, float *sums, uint64_t *negative) {
    for (uint32_t i = 0; i < count; ++i) {
        for (size_t k = 0; k < 4; ++k) {
            *negative += weights[(size_t)i * 4 + k] < 0.0f;
            sums[i] += weights[(size_t)i * 4 + k];
        }
    }
}

static void check_weights(payload_check *p, primitive_place at) {
    const vrm_primitive *primitive = primitive_of(p->check, at);
    uint32_t count = primitive->vertex_count, first = 0;
    uint64_t negative = 0, bad = 0;
    bool is_read = false;
    vrmi_check_place place;
    float *sums;
    if (find_attribute(primitive, VRM_ATTRIBUTE_WEIGHTS, 0) == NULL) return;
    sums = vrmi_memory_allocate(p->memory, (size_t)count * sizeof *sums);
    if (sums == NULL) return;
    memset(sums, 0, (size_t)count * sizeof *sums);
    for (int32_t set = 0; set < MOST_SETS; ++set) {
        const vrm_attribute *attribute = find_attribute(primitive, VRM_ATTRIBUTE_WEIGHTS, set);
        const float *weights =
            attribute != NULL ? read_attribute(p, primitive, attribute, 4) : NULL;
        if (weights == NULL) continue;
        add_weights(weights, count, sums, &negative);
        is_read = true;
    }
    for (uint32_t i = 0; is_read && i < count; ++i) {
        if (fabsf(sums[i] - 1.0f) <= SUM_TOLERANCE) continue;
        if (bad++ == 0) first = i;
    }
    vrmi_memory_release(p->memory, sums, (size_t)count * sizeof *sums);
    place = place_in(p->check, at, "attributes/WEIGHTS_0");
    if (negative != 0) {
        vrmi_check_found(p->check, VRMI_WEIGHTS_NEGATIVE, &place,
                         VRMI_WITH(vrmi_unsigned(negative)));
    }
    if (bad != 0) {
        vrmi_check_found(p->check, VRMI_WEIGHTS_SUM, &place,
                         VRMI_WITH(vrmi_unsigned(bad), vrmi_unsigned(first)));
    }
}

/* --- Joints --- */

static bool repeats(const uint16_t *joints, const float *weights) {
    for (int a = 0; a < 4; ++a) {
        for (int b = a + 1; b < 4; ++b) {
            if (joints[a] == joints[b] && weights[a] != 0.0f && weights[b] != 0.0f) return true;
        }
    }
    return false;
}

/* Whether a joint stands twice in the first set, which is where exporters go wrong. */
static void check_repeats(payload_check *p, primitive_place at, const uint16_t *joints) {
    const vrm_primitive *primitive = primitive_of(p->check, at);
    const vrm_attribute *attribute = find_attribute(primitive, VRM_ATTRIBUTE_WEIGHTS, 0);
    const float *weights = attribute != NULL ? read_attribute(p, primitive, attribute, 4) : NULL;
    uint64_t bad = 0;
    vrmi_check_place place;
    if (weights == NULL) return;
    for (uint32_t i = 0; i < primitive->vertex_count; ++i) {
        bad += repeats(joints + (size_t)i * 4, weights + (size_t)i * 4);
    }
    if (bad == 0) return;
    place = place_in(p->check, at, "attributes/JOINTS_0");
    vrmi_check_found(p->check, VRMI_JOINTS_REPEAT, &place, VRMI_WITH(vrmi_unsigned(bad)));
}

static void check_joints(payload_check *p, primitive_place at, int32_t set, int32_t skin) {
    const vrm_primitive *primitive = primitive_of(p->check, at);
    const vrm_attribute *attribute = find_attribute(primitive, VRM_ATTRIBUTE_JOINTS, set);
    const vrm_skin *of = &p->check->gltf->skins[skin];
    size_t count = (size_t)primitive->vertex_count * 4;
    uint16_t *joints;
    uint64_t beyond = 0;
    char member[32];
    vrmi_text text = vrmi_text_make(member, sizeof member);
    vrmi_check_place place;
    if (attribute == NULL) return;
    joints = vrmi_memory_allocate(p->memory, count * sizeof *joints);
    if (joints == NULL) return;
    if (vrmi_unpack_joints(&p->check->model->document, attribute->accessor, primitive->vertex_count,
                           joints) == VRM_OK) {
        for (size_t i = 0; i < count; ++i) beyond += joints[i] >= of->joint_count;
        if (beyond != 0) {
            vrmi_text_append(&text, "attributes/JOINTS_");
            vrmi_text_append_i64(&text, set);
            place = place_in(p->check, at, member);
            vrmi_check_found(p->check, VRMI_JOINTS_OUT_OF_RANGE, &place,
                             VRMI_WITH(vrmi_unsigned(of->joint_count),
                                       vrmi_reference("skin", skin, of->name),
                                       vrmi_unsigned(beyond)));
        }
        if (set == 0) check_repeats(p, at, joints);
    }
    vrmi_memory_release(p->memory, joints, count * sizeof *joints);
}

/* --- All of it --- */

static void check_position_bounds(vrmi_check *check, primitive_place at) {
    const vrm_attribute *attribute =
        find_attribute(primitive_of(check, at), VRM_ATTRIBUTE_POSITION, 0);
    vrmi_check_place place;
    if (attribute == NULL || check->gltf->accessors[attribute->accessor].has_bounds) return;
    place = vrmi_at_element("accessors", "accessor", attribute->accessor,
                            check->gltf->accessors[attribute->accessor].name, NULL);
    vrmi_check_found(check, VRMI_POSITION_NO_BOUNDS, &place, NULL);
}

static void check_mesh(payload_check *p, int32_t mesh) {
    for (uint32_t i = 0; i < p->check->gltf->meshes[mesh].primitive_count; ++i) {
        const primitive_place at = {mesh, (int32_t)i};
        const vrm_primitive *primitive = primitive_of(p->check, at);
        /* One without vertices has a diagnostic already. */
        if (primitive->is_compressed || primitive->vertex_count == 0) continue;
        check_position_bounds(p->check, at);
        check_indices(p, at);
        check_lengths(p, at, VRM_ATTRIBUTE_NORMAL, "attributes/NORMAL", "normals");
        check_lengths(p, at, VRM_ATTRIBUTE_TANGENT, "attributes/TANGENT", "tangents");
        check_weights(p, at);
    }
}

/* Nodes that show a mesh with the same skin are looked at once. */
static bool is_first_use(const vrmi_check *check, const uint8_t *seen_meshes, int32_t node) {
    const vrm_node *at = &check->gltf->nodes[node];
    return at->mesh != VRM_NONE && at->skin != VRM_NONE && !seen_meshes[at->mesh];
}

static void check_skinned(payload_check *p) {
    const vrm_gltf *gltf = p->check->gltf;
    uint8_t *seen = VRMI_TAKE(p->check->scratch, uint8_t, gltf->mesh_count);
    if (seen == NULL) return;
    memset(seen, 0, gltf->mesh_count);
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        const vrm_node *node = &gltf->nodes[i];
        if (!is_first_use(p->check, seen, (int32_t)i)) continue;
        seen[node->mesh] = 1;
        for (uint32_t k = 0; k < gltf->meshes[node->mesh].primitive_count; ++k) {
            const primitive_place at = {node->mesh, (int32_t)k};
            if (primitive_of(p->check, at)->is_compressed) continue;
            for (int32_t set = 0; set < MOST_SETS; ++set) check_joints(p, at, set, node->skin);
        }
    }
}

static void check_binds(payload_check *p, int32_t index) {
    const vrm_skin *skin = &p->check->gltf->skins[index];
    size_t total;
    uint64_t bad = 0;
    vrmi_check_place place;
    if (skin->inverse_binds == VRM_NONE) return;
    total = vrm_model_accessor_floats(p->check->model, skin->inverse_binds);
    if (room_for(p, total) == NULL ||
        vrm_model_read_floats(p->check->model, skin->inverse_binds, p->floats, total) != VRM_OK) {
        return;
    }
    for (size_t i = 0; i + 16 <= total; i += 16) {
        const float *m = p->floats + i;
        bad += !(fabsf(m[3]) <= ROW_TOLERANCE && fabsf(m[7]) <= ROW_TOLERANCE &&
                 fabsf(m[11]) <= ROW_TOLERANCE && fabsf(m[15] - 1.0f) <= ROW_TOLERANCE);
    }
    if (bad == 0) return;
    place = vrmi_at_element("skins", "skin", index, skin->name, "inverseBindMatrices");
    vrmi_check_found(p->check, VRMI_BIND_LAST_ROW, &place, VRMI_WITH(vrmi_unsigned(bad)));
}

void vrmi_check_payload(vrmi_check *check, vrmi_memory *memory) {
    payload_check p = {check, memory, NULL, 0};
    if ((check->flags & VRM_CHECK_NO_PAYLOAD) != 0) return;
    for (uint32_t i = 0; i < check->gltf->accessor_count; ++i) check_accessor(&p, (int32_t)i);
    for (uint32_t i = 0; i < check->gltf->mesh_count; ++i) check_mesh(&p, (int32_t)i);
    check_skinned(&p);
    for (uint32_t i = 0; i < check->gltf->skin_count; ++i) check_binds(&p, (int32_t)i);
    vrmi_memory_release(memory, p.floats, p.float_capacity * sizeof *p.floats);
}
