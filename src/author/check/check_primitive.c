/*
 * Vertices and indices of primitives [GL-038 to GL-043]. Primitives of a mesh often share their
 * attributes: an accessor is checked once, and its faults are reported at its first use.
 */
#include "author/check/payload.h"
#include "author/check/scan.h"
#include "base/bytes.h"
#include "base/math.h"
#include "base/text.h"
#include "gltf/accessor.h"
#include "model/model.h"

#include <string.h>

/* Squares of lengths are compared, which saves the roots: 1 + or - 6.7e-3. */
static const float LEAST_SQUARE = 0.9933f * 0.9933f, MOST_SQUARE = 1.0067f * 1.0067f,
                   SUM_TOLERANCE = 2e-3f;
enum { MOST_SETS = 16 };

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

static const vrm_attribute *find_attribute(const vrm_primitive *primitive,
                                           vrm_attribute_semantic semantic, int32_t set) {
    for (uint32_t i = 0; i < primitive->attribute_count; ++i) {
        const vrm_attribute *attribute = &primitive->attributes[i];
        if (attribute->semantic == semantic && attribute->set == set) return attribute;
    }
    return NULL;
}

/* --- Reading attributes --- */

/* One attribute of all vertices. */
typedef struct vertex_reader {
    vrmi_elements elements;
    size_t component_size;
    bool is_of_floats, is_normalized;
} vertex_reader;

/* False: it cannot be read, its numbers are not finite, or enough has been read. */
static bool begin_reading(vrmi_payload *payload, const vrm_attribute *attribute, vrmi_arena *arena,
                          vertex_reader *out) {
    const vrm_accessor *accessor;
    if (attribute == NULL || payload->accessors[attribute->accessor].has_fault ||
        !vrmi_payload_spend(payload, attribute->accessor) ||
        !vrmi_read_elements(&payload->check->model->document, attribute->accessor, arena,
                            &out->elements)) {
        return false;
    }
    accessor = &payload->check->gltf->accessors[attribute->accessor];
    out->component_size = vrmi_component_size(accessor->component);
    out->is_of_floats = accessor->component == VRM_COMPONENT_F32;
    out->is_normalized = accessor->is_normalized != 0;
    return true;
}

static inline void read_vertex(const vertex_reader *reader, size_t index, size_t components,
                               float *out) {
    const uint8_t *bytes = reader->elements.bytes + index * reader->elements.stride;
    for (size_t k = 0; k < components; ++k) {
        out[k] = reader->is_of_floats
                     ? vrmi_load_f32(bytes + k * 4)
                     : vrmi_load_component(bytes + k * reader->component_size,
                                           reader->elements.component, reader->is_normalized);
    }
}

/* Four unsigned integers of 8 or 16 bits. */
static inline void read_joints(const vertex_reader *reader, size_t index, uint32_t *out) {
    const uint8_t *bytes = reader->elements.bytes + index * reader->elements.stride;
    for (size_t k = 0; k < 4; ++k) {
        out[k] = reader->component_size == 1 ? bytes[k] : vrmi_load_u16(bytes + k * 2);
    }
}

/* Whether an accessor is used as this for the first time. */
static bool is_first_use(vrmi_payload *payload, int32_t accessor, uint8_t use) {
    vrmi_accessor_state *state = &payload->accessors[accessor];
    if ((state->looked_at & use) != 0) return false;
    state->looked_at = (uint8_t)(state->looked_at | use);
    return true;
}

/* The largest of the unsigned integers of an accessor; 0 where they cannot be read. */
static uint32_t largest_of(vrmi_payload *payload, int32_t accessor, vrmi_arena *arena) {
    vrmi_accessor_state *state = &payload->accessors[accessor];
    vrmi_elements elements;
    if (!state->has_largest && vrmi_payload_spend(payload, accessor) &&
        vrmi_read_elements(&payload->check->model->document, accessor, arena, &elements)) {
        state->largest = vrmi_scan_largest(&elements);
    }
    state->has_largest = true;
    return state->largest;
}

static uint64_t count_between(vrmi_payload *payload, int32_t accessor, vrmi_arena *arena,
                              uint32_t least, uint32_t most) {
    vrmi_elements elements;
    if (least > most || !vrmi_payload_spend(payload, accessor) ||
        !vrmi_read_elements(&payload->check->model->document, accessor, arena, &elements)) {
        return 0;
    }
    return vrmi_count_between(&elements, least, most);
}

/* --- Indices --- */

static uint32_t restart_value(vrm_component component) {
    return component == VRM_COMPONENT_U8    ? UINT8_MAX
           : component == VRM_COMPONENT_U16 ? UINT16_MAX
                                            : UINT32_MAX;
}

static void check_indices(vrmi_payload *payload, primitive_place at, vrmi_arena *arena) {
    const vrm_primitive *primitive = primitive_of(payload->check, at);
    vrm_component component;
    uint32_t restart, largest;
    uint64_t beyond, restarts;
    vrmi_check_place place;
    if (primitive->indices == VRM_NONE) return;
    component = payload->check->gltf->accessors[primitive->indices].component;
    restart = restart_value(component);
    largest = largest_of(payload, primitive->indices, arena);
    if (largest < primitive->vertex_count && largest != restart) return;
    restarts = count_between(payload, primitive->indices, arena, restart, restart);
    beyond =
        count_between(payload, primitive->indices, arena, primitive->vertex_count, restart - 1);
    place = place_in(payload->check, at, "indices");
    if (restarts != 0) {
        vrmi_check_found(payload->check, VRMI_INDICES_RESTART, &place,
                         VRMI_WITH(vrmi_unsigned(restarts)));
    }
    if (beyond != 0) {
        vrmi_check_found(payload->check, VRMI_INDICES_OUT_OF_RANGE, &place,
                         VRMI_WITH(vrmi_unsigned(primitive->vertex_count), vrmi_unsigned(beyond)));
    }
}

/* --- Positions, normals and tangents --- */

static void check_position_bounds(vrmi_payload *payload, int32_t accessor) {
    const vrm_accessor *positions = &payload->check->gltf->accessors[accessor];
    vrmi_check_place place;
    if (!is_first_use(payload, accessor, VRMI_USED_AS_POSITIONS) || positions->has_bounds) return;
    place = vrmi_at_element("accessors", "accessor", accessor, positions->name, NULL);
    vrmi_check_found(payload->check, VRMI_POSITION_NO_BOUNDS, &place, NULL);
}

/* Those of morph targets need bounds too. */
static void check_positions(vrmi_payload *payload, const vrm_primitive *primitive) {
    const vrm_attribute *attribute = find_attribute(primitive, VRM_ATTRIBUTE_POSITION, 0);
    check_position_bounds(payload, attribute->accessor);
    for (uint32_t i = 0; i < primitive->target_count; ++i) {
        int32_t positions = primitive->targets[i].position;
        if (positions != VRM_NONE) check_position_bounds(payload, positions);
    }
}

static uint64_t count_bad_lengths(const vertex_reader *reader, size_t components) {
    uint64_t good = 0;
    for (size_t i = 0; i < reader->elements.count; ++i) {
        float v[4] = {0, 0, 0, 1}, square;
        read_vertex(reader, i, components, v);
        square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
        good += square >= LEAST_SQUARE && square <= MOST_SQUARE && fabsf(v[3]) == 1.0f;
    }
    return reader->elements.count - good;
}

static void check_lengths(vrmi_payload *payload, primitive_place at, vrmi_arena *arena,
                          vrm_attribute_semantic semantic) {
    bool is_tangent = semantic == VRM_ATTRIBUTE_TANGENT;
    const vrm_attribute *attribute = find_attribute(primitive_of(payload->check, at), semantic, 0);
    uint64_t bad;
    vertex_reader reader;
    vrmi_check_place place;
    if (attribute == NULL ||
        !is_first_use(payload, attribute->accessor,
                      is_tangent ? VRMI_USED_AS_TANGENTS : VRMI_USED_AS_NORMALS) ||
        !begin_reading(payload, attribute, arena, &reader)) {
        return;
    }
    bad = is_tangent ? count_bad_lengths(&reader, 4) : count_bad_lengths(&reader, 3);
    if (bad == 0) return;
    place = place_in(payload->check, at, is_tangent ? "attributes/TANGENT" : "attributes/NORMAL");
    vrmi_check_found(
        payload->check, VRMI_NORMALS_LENGTH, &place,
        VRMI_WITH(vrmi_words(is_tangent ? "tangents" : "normals"), vrmi_unsigned(bad)));
}

/* --- Morph targets --- */

/* The draft wants a morph target to have the same attributes in all primitives [GL-027]. */
static void check_targets(vrmi_check *check, primitive_place at) {
    const vrm_primitive *primitive = primitive_of(check, at);
    const vrm_primitive *first = &check->gltf->meshes[at.mesh].primitives[0];
    for (uint32_t i = 0; i < primitive->target_count && i < first->target_count; ++i) {
        const vrm_morph_target *target = &primitive->targets[i], *other = &first->targets[i];
        vrmi_check_place place;
        if ((target->position == VRM_NONE) == (other->position == VRM_NONE) &&
            (target->normal == VRM_NONE) == (other->normal == VRM_NONE)) {
            continue;
        }
        place = place_in(check, at, "targets");
        vrmi_check_found(check, VRMI_TARGETS_DIFFER, &place, VRMI_WITH(vrmi_unsigned(i)));
        return;
    }
}

/* --- Weights and joints --- */

/* All sets of a primitive. */
typedef struct weight_sets {
    vertex_reader weights[MOST_SETS];
    int32_t count;
    vertex_reader joints; /* of the first set, where exporters go wrong */
    bool has_joints;
} weight_sets;

typedef struct weight_faults {
    uint64_t negative, bad_sums, repeats;
    uint32_t first_bad_sum;
} weight_faults;

static inline bool repeats(const uint32_t *joints, const float *weights) {
    bool found = false;
    for (int a = 0; a < 3; ++a) {
        for (int b = a + 1; b < 4; ++b) {
            found |= (joints[a] == joints[b]) & (weights[a] != 0.0f) & (weights[b] != 0.0f);
        }
    }
    return found;
}

static weight_faults find_weight_faults(const weight_sets *sets) {
    weight_faults faults = {0, 0, 0, 0};
    uint32_t count = sets->weights[0].elements.count;
    for (uint32_t i = 0; i < count; ++i) {
        float sum = 0.0f, weights[4] = {0};
        uint32_t joints[4];
        for (int32_t set = sets->count - 1; set >= 0; --set) {
            read_vertex(&sets->weights[set], i, 4, weights);
            for (int k = 0; k < 4; ++k) faults.negative += weights[k] < 0.0f;
            sum += weights[0] + weights[1] + weights[2] + weights[3];
        }
        if (sets->has_joints) {
            read_joints(&sets->joints, i, joints);
            faults.repeats += repeats(joints, weights);
        }
        if (fabsf(sum - 1.0f) <= SUM_TOLERANCE) continue;
        if (faults.bad_sums++ == 0) faults.first_bad_sum = i;
    }
    return faults;
}

static void report_weight_faults(vrmi_check *check, primitive_place at,
                                 const weight_faults *faults) {
    vrmi_check_place place = place_in(check, at, "attributes/WEIGHTS_0");
    if (faults->negative != 0) {
        vrmi_check_found(check, VRMI_WEIGHTS_NEGATIVE, &place,
                         VRMI_WITH(vrmi_unsigned(faults->negative)));
    }
    if (faults->bad_sums != 0) {
        vrmi_check_found(
            check, VRMI_WEIGHTS_SUM, &place,
            VRMI_WITH(vrmi_unsigned(faults->bad_sums), vrmi_unsigned(faults->first_bad_sum)));
    }
    if (faults->repeats != 0) {
        place = place_in(check, at, "attributes/JOINTS_0");
        vrmi_check_found(check, VRMI_JOINTS_REPEAT, &place,
                         VRMI_WITH(vrmi_unsigned(faults->repeats)));
    }
}

static void check_weights(vrmi_payload *payload, primitive_place at, vrmi_arena *arena) {
    const vrm_primitive *primitive = primitive_of(payload->check, at);
    const vrm_attribute *first = find_attribute(primitive, VRM_ATTRIBUTE_WEIGHTS, 0);
    weight_sets sets;
    weight_faults faults;
    if (first == NULL || !is_first_use(payload, first->accessor, VRMI_USED_AS_WEIGHTS)) return;
    sets.count = 0;
    for (int32_t set = 0; set < MOST_SETS; ++set) {
        const vrm_attribute *attribute = find_attribute(primitive, VRM_ATTRIBUTE_WEIGHTS, set);
        if (attribute == NULL) continue;
        /* Without one of them, the sums are not known. */
        if (!begin_reading(payload, attribute, arena, &sets.weights[sets.count++])) return;
    }
    sets.has_joints = begin_reading(payload, find_attribute(primitive, VRM_ATTRIBUTE_JOINTS, 0),
                                    arena, &sets.joints);
    faults = find_weight_faults(&sets);
    report_weight_faults(payload->check, at, &faults);
}

/* Joints of a primitive, for the skin with which the mesh is shown. */
static void check_joints(vrmi_payload *payload, primitive_place at, vrmi_arena *arena, int32_t skin,
                         const vrm_attribute *attribute) {
    const vrm_skin *model_skin = &payload->check->gltf->skins[skin];
    char member[32];
    vrmi_text text = vrmi_text_make(member, sizeof member);
    vrmi_check_place place;
    uint64_t beyond;
    if (largest_of(payload, attribute->accessor, arena) < model_skin->joint_count ||
        !is_first_use(payload, attribute->accessor, VRMI_USED_AS_JOINTS)) {
        return;
    }
    beyond =
        count_between(payload, attribute->accessor, arena, model_skin->joint_count, UINT32_MAX);
    if (beyond == 0) return;
    vrmi_text_append(&text, "attributes/JOINTS_");
    vrmi_text_append_i64(&text, attribute->set);
    place = place_in(payload->check, at, member);
    vrmi_check_found(payload->check, VRMI_JOINTS_NOT_IN_SKIN, &place,
                     VRMI_WITH(vrmi_unsigned(model_skin->joint_count),
                               vrmi_reference("skin", skin, model_skin->name),
                               vrmi_unsigned(beyond)));
}

/* --- All of it --- */

/* By mesh: of the skins with which nodes show it, the one with the fewest joints; else VRM_NONE. */
static int32_t *find_skins(const vrmi_check *check) {
    const vrm_gltf *gltf = check->gltf;
    int32_t *skins = VRMI_TAKE(check->scratch, int32_t, gltf->mesh_count);
    if (skins == NULL) return NULL;
    for (uint32_t i = 0; i < gltf->mesh_count; ++i) skins[i] = VRM_NONE;
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        const vrm_node *node = &gltf->nodes[i];
        int32_t *skin;
        if (node->mesh == VRM_NONE || node->skin == VRM_NONE) continue;
        skin = &skins[node->mesh];
        if (*skin == VRM_NONE ||
            gltf->skins[node->skin].joint_count < gltf->skins[*skin].joint_count) {
            *skin = node->skin;
        }
    }
    return skins;
}

static void check_primitive(vrmi_payload *payload, primitive_place at, int32_t skin) {
    const vrm_primitive *primitive = primitive_of(payload->check, at);
    vrmi_arena arena;
    /* One without vertices has a diagnostic already. */
    if (primitive->is_compressed || primitive->vertex_count == 0) return;
    if (payload->check->tables->dialect == VRM_DIALECT_1_DRAFT) check_targets(payload->check, at);
    vrmi_arena_init(&arena, payload->memory, 0);
    check_positions(payload, primitive);
    check_indices(payload, at, &arena);
    check_lengths(payload, at, &arena, VRM_ATTRIBUTE_NORMAL);
    check_lengths(payload, at, &arena, VRM_ATTRIBUTE_TANGENT);
    check_weights(payload, at, &arena);
    for (uint32_t i = 0; skin != VRM_NONE && i < primitive->attribute_count; ++i) {
        const vrm_attribute *attribute = &primitive->attributes[i];
        if (attribute->semantic == VRM_ATTRIBUTE_JOINTS) {
            check_joints(payload, at, &arena, skin, attribute);
        }
    }
    vrmi_arena_release(&arena);
}

void vrmi_check_primitives(vrmi_payload *payload) {
    const vrm_gltf *gltf = payload->check->gltf;
    const int32_t *skins = find_skins(payload->check);
    if (skins == NULL) return;
    for (uint32_t mesh = 0; mesh < gltf->mesh_count; ++mesh) {
        for (uint32_t i = 0; i < gltf->meshes[mesh].primitive_count; ++i) {
            const primitive_place at = {(int32_t)mesh, (int32_t)i};
            if (!vrmi_check_goes_on(payload->check)) return;
            check_primitive(payload, at, skins[mesh]);
        }
    }
}
