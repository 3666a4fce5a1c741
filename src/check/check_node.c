/* Nodes and skins: scales, and what the older dialects demand of a normalised avatar. */
#include "base/math.h"
#include "check/check.h"

#include <string.h>

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

bool vrmi_demands_normalization(vrm_dialect dialect) {
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

/* --- Skeletons of skins --- */

/* Where nodes are at rest, found when they are first asked for. */
typedef struct rest_places {
    const vrm_node *nodes;
    vrm_vec3 *places;
    bool *is_known;
    int32_t *path; /* from a node up to the first that is known */
} rest_places;

static bool rest_places_init(rest_places *rest, const vrmi_check *check) {
    uint32_t count = check->gltf->node_count;
    rest->nodes = check->gltf->nodes;
    rest->places = VRMI_TAKE(check->scratch, vrm_vec3, count);
    rest->is_known = VRMI_TAKE(check->scratch, bool, count);
    rest->path = VRMI_TAKE(check->scratch, int32_t, count);
    if (rest->places == NULL || rest->is_known == NULL || rest->path == NULL) return false;
    memset(rest->is_known, 0, count * sizeof *rest->is_known);
    return true;
}

/* Of normalised nodes, translations add up. Skins may share long chains of nodes: each node is
 * visited once. */
static vrm_vec3 rest_place(rest_places *rest, int32_t node) {
    vrm_vec3 sum = vrm_vec3_make(0.0f, 0.0f, 0.0f);
    uint32_t length = 0;
    for (; node != VRM_NONE && !rest->is_known[node]; node = rest->nodes[node].parent) {
        rest->path[length++] = node;
    }
    if (node != VRM_NONE) sum = rest->places[node];
    while (length-- > 0) {
        int32_t at = rest->path[length];
        sum = vrmi_vec3_add(sum, rest->nodes[at].rest.translation);
        rest->places[at] = sum;
        rest->is_known[at] = true;
    }
    return sum;
}

static void check_skeleton(vrmi_check *check, rest_places *rest, int32_t index) {
    const vrm_skin *skin = &check->gltf->skins[index];
    vrmi_check_place place;
    float away;
    if (skin->skeleton == VRM_NONE) return;
    away = vrmi_vec3_length(rest_place(rest, skin->skeleton));
    if (away <= NORMAL_TOLERANCE) return;
    place = vrmi_at_element("skins", "skin", index, skin->name, "skeleton");
    vrmi_check_found(check, VRMI_SKELETON_NOT_AT_ORIGIN, &place, VRMI_WITH(vrmi_meters(away)));
}

/* The draft alone wants the skeleton of a skin at the origin [TP-017]. */
static void check_skeletons(vrmi_check *check) {
    rest_places rest;
    if (check->tables->dialect != VRM_DIALECT_1_DRAFT || !rest_places_init(&rest, check)) return;
    for (uint32_t i = 0; i < check->gltf->skin_count; ++i) check_skeleton(check, &rest, (int32_t)i);
}

void vrmi_check_nodes(vrmi_check *check) {
    for (uint32_t i = 0; i < check->gltf->node_count; ++i) check_scale(check, (int32_t)i);
    if (vrmi_demands_normalization(check->tables->dialect)) check_normalization(check);
    check_skeletons(check);
}
