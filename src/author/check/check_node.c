/* Nodes and skins: scales, and what the older dialects demand of a normalized avatar. */
#include "author/check/check.h"
#include "base/math.h"

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

/* Where a node is at rest, found when it is first asked for. */
typedef struct rest_place {
    vrm_vec3 place;
    bool is_known;
    int32_t next; /* while it is looked for: the node below it on the way */
} rest_place;

/* Of normalized nodes, translations add up. Skins may share long chains of nodes: each node is
 * visited once. */
static vrm_vec3 find_rest_place(const vrmi_check *check, rest_place *places, int32_t node) {
    const vrm_node *nodes = check->gltf->nodes;
    vrm_vec3 sum = vrm_vec3_make(0.0f, 0.0f, 0.0f);
    int32_t below = VRM_NONE;
    for (; node != VRM_NONE && !places[node].is_known; node = nodes[node].parent) {
        places[node].next = below;
        below = node;
    }
    if (node != VRM_NONE) sum = places[node].place;
    for (; below != VRM_NONE; below = places[below].next) {
        sum = vrmi_vec3_add(sum, nodes[below].rest.translation);
        places[below].place = sum;
        places[below].is_known = true;
    }
    return sum;
}

static void check_skeleton(vrmi_check *check, rest_place *places, int32_t index) {
    const vrm_skin *skin = &check->gltf->skins[index];
    vrmi_check_place place;
    float away;
    if (skin->skeleton == VRM_NONE) return;
    away = vrmi_vec3_length(find_rest_place(check, places, skin->skeleton));
    if (away <= NORMAL_TOLERANCE) return;
    place = vrmi_at_element("skins", "skin", index, skin->name, "skeleton");
    vrmi_check_found(check, VRMI_SKELETON_NOT_AT_ORIGIN, &place, VRMI_WITH(vrmi_meters(away)));
}

/* The draft alone wants the skeleton of a skin at the origin [TP-017]. */
static void check_skeletons(vrmi_check *check) {
    uint32_t count = check->gltf->node_count;
    rest_place *places = VRMI_TAKE(check->scratch, rest_place, count);
    if (places == NULL) return;
    memset(places, 0, count * sizeof *places);
    for (uint32_t i = 0; i < check->gltf->skin_count; ++i) {
        check_skeleton(check, places, (int32_t)i);
    }
}

void vrmi_check_nodes(vrmi_check *check) {
    for (uint32_t i = 0; i < check->gltf->node_count; ++i) check_scale(check, (int32_t)i);
    if (vrmi_demands_normalization(check->tables->dialect)) check_normalization(check);
    if (check->tables->dialect == VRM_DIALECT_1_DRAFT) check_skeletons(check);
}
