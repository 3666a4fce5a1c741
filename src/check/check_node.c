/* Nodes and skins: scales, and what the older dialects demand of a normalised avatar. */
#include "base/math.h"
#include "check/check.h"

static const float SCALE_TOLERANCE = 1e-4f, NORMAL_TOLERANCE = 1e-4f;

static bool is_uniform(vrm_vec3 scale) {
    float most = SCALE_TOLERANCE * fabsf(scale.x);
    return scale.x > 0.0f && fabsf(scale.y - scale.x) <= most && fabsf(scale.z - scale.x) <= most;
}

/* Bones with a scale of zero or less have a diagnostic of their own [HU-011]. */
static void check_scale(vrmi_check *check, int32_t node) {
    vrm_vec3 scale = check->gltf->nodes[node].rest.scale;
    vrmi_check_place place;
    bool is_positive = scale.x > 0.0f && scale.y > 0.0f && scale.z > 0.0f;
    if (is_uniform(scale)) return;
    if (!is_positive && vrm_model_bone_of_node(check->model, node) != VRM_NONE) return;
    place = vrmi_at_node(check, node, "scale");
    vrmi_check_found(check, VRMI_NODE_SCALE, &place, NULL);
}

static bool is_normalized(const vrm_trs *rest) {
    return fabsf(rest->scale.x - 1.0f) <= NORMAL_TOLERANCE &&
           fabsf(rest->scale.y - 1.0f) <= NORMAL_TOLERANCE &&
           fabsf(rest->scale.z - 1.0f) <= NORMAL_TOLERANCE &&
           fabsf(rest->rotation.x) <= NORMAL_TOLERANCE &&
           fabsf(rest->rotation.y) <= NORMAL_TOLERANCE &&
           fabsf(rest->rotation.z) <= NORMAL_TOLERANCE;
}

static bool demands_normalization(vrm_dialect dialect) {
    return dialect == VRM_DIALECT_0 || dialect == VRM_DIALECT_1_DRAFT;
}

/* One for all: where one node has a rotation, most of them do [TP-015]. */
static void check_normalization(vrmi_check *check) {
    uint32_t count = 0;
    int32_t first = VRM_NONE;
    vrmi_check_place place;
    for (uint32_t i = 0; i < check->gltf->node_count; ++i) {
        if (is_normalized(&check->gltf->nodes[i].rest)) continue;
        if (count++ == 0) first = (int32_t)i;
    }
    if (count == 0) return;
    place = vrmi_at_node(check, first, NULL);
    vrmi_check_found(check, VRMI_NODE_NOT_NORMALIZED, &place, VRMI_WITH(vrmi_unsigned(count)));
}

/* Sixteen numbers, column by column. */
static bool is_translation(const float *matrix) {
    for (int i = 0; i < 16; ++i) {
        float wanted = i % 5 == 0 ? 1.0f : 0.0f;
        if (i >= 12 && i < 15) continue;
        if (!(fabsf(matrix[i] - wanted) <= NORMAL_TOLERANCE)) return false;
    }
    return true;
}

static void check_binds(vrmi_check *check, int32_t index) {
    const vrm_skin *skin = &check->gltf->skins[index];
    float *matrices;
    size_t count;
    uint32_t bad = 0;
    vrmi_check_place place;
    if (skin->inverse_binds == VRM_NONE || (check->desc->flags & VRM_CHECK_NO_PAYLOAD) != 0) return;
    count = check->gltf->accessors[skin->inverse_binds].count;
    matrices = VRMI_TAKE(check->scratch, float, count * 16);
    if (matrices == NULL ||
        vrm_model_read_floats(check->model, skin->inverse_binds, matrices, count * 16) != VRM_OK) {
        return; /* the payload has diagnostics of its own */
    }
    for (size_t i = 0; i < count && i < skin->joint_count; ++i) {
        bad += !is_translation(matrices + i * 16);
    }
    if (bad == 0) return;
    place = vrmi_at_element("skins", "skin", index, skin->name, "inverseBindMatrices");
    vrmi_check_found(check, VRMI_BIND_NOT_TRANSLATION, &place, VRMI_WITH(vrmi_unsigned(bad)));
}

/* Of normalised nodes, translations add up. */
static float distance_from_origin(const vrmi_check *check, int32_t node) {
    vrm_vec3 sum = vrm_vec3_make(0.0f, 0.0f, 0.0f);
    for (; node != VRM_NONE; node = check->gltf->nodes[node].parent) {
        sum = vrmi_vec3_add(sum, check->gltf->nodes[node].rest.translation);
    }
    return vrmi_vec3_length(sum);
}

static void check_skeleton(vrmi_check *check, int32_t index) {
    const vrm_skin *skin = &check->gltf->skins[index];
    vrmi_check_place place;
    float away;
    if (skin->skeleton == VRM_NONE) return;
    away = distance_from_origin(check, skin->skeleton);
    if (away <= NORMAL_TOLERANCE) return;
    place = vrmi_at_element("skins", "skin", index, skin->name, "skeleton");
    vrmi_check_found(check, VRMI_SKELETON_NOT_AT_ORIGIN, &place, VRMI_WITH(vrmi_meters(away)));
}

void vrmi_check_nodes(vrmi_check *check) {
    for (uint32_t i = 0; i < check->gltf->node_count; ++i) check_scale(check, (int32_t)i);
    if (!demands_normalization(check->tables->dialect)) return;
    check_normalization(check);
    for (uint32_t i = 0; i < check->gltf->skin_count; ++i) {
        check_binds(check, (int32_t)i);
        if (check->tables->dialect == VRM_DIALECT_1_DRAFT) check_skeleton(check, (int32_t)i);
    }
}
