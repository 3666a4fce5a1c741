/*
 * The payload: numbers that glTF forbids in accessors and skins [GL-037, GL-038, GL-044]. One
 * diagnostic stands for all faults of a kind at one place: a mesh that is broken is broken in
 * thousands of vertices. A good file is read once, in check/scan.h, and where a rule of vertices
 * needs several attributes together, once more.
 */
#include "author/check/payload.h"
#include "author/check/scan.h"
#include "base/bytes.h"
#include "base/math.h"
#include "gltf/accessor.h"
#include "model/model.h"

#include <string.h>

static const float BOUND_TOLERANCE = 1e-6f, ROW_TOLERANCE = 1e-6f, BIND_TOLERANCE = 1e-4f;

/* Good files read each byte of their buffers three times at most. */
enum { READS_OF_A_BYTE = 16, FREE_BYTES = 1 << 20 };

uint64_t vrmi_payload_budget(const vrm_model *model) {
    return vrmi_read_budget(&model->document, READS_OF_A_BYTE, FREE_BYTES);
}

bool vrmi_payload_spend(vrmi_payload *payload, int32_t accessor) {
    if (payload->left_out != VRM_NONE) return false;
    if (vrmi_read_spend(&payload->check->model->document, accessor, &payload->bytes_left)) {
        return true;
    }
    payload->left_out = accessor;
    return false;
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

static void check_bounds(vrmi_check *check, int32_t index, const vrmi_range *range) {
    const vrm_accessor *accessor = &check->gltf->accessors[index];
    uint32_t components = vrmi_element_components(accessor->element);
    if (!accessor->has_bounds || components > 4) return;
    for (uint32_t k = 0; k < components; ++k) {
        check_bound(check, index, "min", accessor->min[k], range->least[k]);
        check_bound(check, index, "max", accessor->max[k], range->most[k]);
    }
}

/* The zeros that sparse values do not replace. */
static void join_zero(vrmi_range *range) {
    for (size_t k = 0; k < 4; ++k) {
        range->least[k] = vrmi_min(range->least[k], 0.0f);
        range->most[k] = vrmi_max(range->most[k], 0.0f);
    }
}

/* False: there is nothing to read, or nobody asks. */
static bool find_range(vrmi_payload *payload, int32_t index, vrmi_arena *arena, vrmi_range *out) {
    const vrmi_document *document = &payload->check->model->document;
    const vrm_accessor *accessor = &payload->check->gltf->accessors[index];
    bool is_of_floats = accessor->component == VRM_COMPONENT_F32;
    bool is_of_zeros = accessor->buffer_view == VRM_NONE;
    vrmi_elements elements;
    if (!is_of_floats && !accessor->has_bounds) return false;
    /* Morph targets are often zeros with a few replacements, which are read without a copy. */
    if (is_of_zeros ? !vrmi_find_replacements(document, index, &elements)
                    : !vrmi_payload_spend(payload, index) ||
                          !vrmi_read_elements(document, index, arena, &elements)) {
        return false;
    }
    *out = is_of_floats ? vrmi_scan_floats(&elements) : vrmi_scan_integers(&elements);
    if (is_of_zeros && elements.count < accessor->count) join_zero(out);
    return true;
}

static void check_accessor(vrmi_payload *payload, int32_t index) {
    vrmi_check *check = payload->check;
    vrmi_arena arena;
    vrmi_range range;
    vrmi_check_place place;
    bool is_found;
    vrmi_arena_init(&arena, payload->memory, 0);
    is_found = find_range(payload, index, &arena, &range);
    vrmi_arena_release(&arena);
    if (!is_found) return;
    if (range.is_finite) {
        check_bounds(check, index, &range);
        return;
    }
    payload->accessors[index].has_fault = true;
    place =
        vrmi_at_element("accessors", "accessor", index, check->gltf->accessors[index].name, NULL);
    vrmi_check_found(
        check, VRMI_ACCESSOR_NOT_FINITE, &place,
        VRMI_WITH(vrmi_unsigned(vrmi_count_not_finite(&check->model->document, index))));
}

/* --- Skins --- */

static bool is_affine(const uint8_t *matrix) {
    return fabsf(vrmi_load_f32(matrix + 12)) <= ROW_TOLERANCE &&
           fabsf(vrmi_load_f32(matrix + 28)) <= ROW_TOLERANCE &&
           fabsf(vrmi_load_f32(matrix + 44)) <= ROW_TOLERANCE &&
           fabsf(vrmi_load_f32(matrix + 60) - 1.0f) <= ROW_TOLERANCE;
}

static bool is_translation(const uint8_t *matrix) {
    for (size_t i = 0; i < 16; ++i) {
        float wanted = i % 5 == 0 ? 1.0f : 0.0f;
        if (i >= 12 && i < 15) continue;
        if (!(fabsf(vrmi_load_f32(matrix + i * 4) - wanted) <= BIND_TOLERANCE)) return false;
    }
    return true;
}

static void found_in_skin(vrmi_check *check, vrmi_diagnostic_id id, int32_t index, uint64_t count) {
    const vrmi_check_place place = vrmi_at_element(
        "skins", "skin", index, check->gltf->skins[index].name, "inverseBindMatrices");
    if (count != 0) vrmi_check_found(check, id, &place, VRMI_WITH(vrmi_unsigned(count)));
}

/* A matrix that is not affine is no translation either, which is then not said [TP-016]. */
static void check_binds(vrmi_payload *payload, int32_t index) {
    const vrm_skin *skin = &payload->check->gltf->skins[index];
    vrmi_elements matrices;
    bool may_only_move = vrmi_demands_normalization(payload->check->tables->dialect);
    uint64_t not_affine = 0, turned = 0;
    if (skin->inverse_binds == VRM_NONE || payload->accessors[skin->inverse_binds].has_fault ||
        !vrmi_payload_spend(payload, skin->inverse_binds) ||
        !vrmi_find_elements(&payload->check->model->document, skin->inverse_binds, &matrices)) {
        return;
    }
    for (size_t i = 0; i < matrices.count; ++i) {
        const uint8_t *matrix = matrices.bytes + i * matrices.stride;
        if (!is_affine(matrix)) {
            ++not_affine;
        } else if (may_only_move && i < skin->joint_count && !is_translation(matrix)) {
            ++turned;
        }
    }
    found_in_skin(payload->check, VRMI_BIND_LAST_ROW, index, not_affine);
    found_in_skin(payload->check, VRMI_BIND_NOT_TRANSLATION, index, turned);
}

/* --- All of it --- */

static void report_left_out(vrmi_check *check, int32_t accessor) {
    const vrmi_check_place place = vrmi_at_element("accessors", "accessor", accessor,
                                                   check->gltf->accessors[accessor].name, NULL);
    vrmi_check_found(check, VRMI_PAYLOAD_SHARED, &place, VRMI_WITH(vrmi_unsigned(READS_OF_A_BYTE)));
}

void vrmi_check_payload(vrmi_check *check) {
    vrmi_payload payload = {check, check->load->memory, NULL, 0, VRM_NONE};
    const vrm_gltf *gltf = check->gltf;
    payload.accessors = VRMI_TAKE(check->scratch, vrmi_accessor_state, gltf->accessor_count);
    if (payload.accessors == NULL) return;
    memset(payload.accessors, 0, gltf->accessor_count * sizeof *payload.accessors);
    payload.bytes_left = vrmi_payload_budget(check->model);
    for (uint32_t i = 0; i < gltf->accessor_count && vrmi_check_goes_on(check); ++i) {
        check_accessor(&payload, (int32_t)i);
    }
    vrmi_check_primitives(&payload);
    for (uint32_t i = 0; i < gltf->skin_count && vrmi_check_goes_on(check); ++i) {
        check_binds(&payload, (int32_t)i);
    }
    if (payload.left_out != VRM_NONE) report_left_out(check, payload.left_out);
}
