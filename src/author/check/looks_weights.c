/*
 * Weights that a person sees at once when the avatar moves: on a limb of the other side [BH-038],
 * or on nothing that moves [BH-039].
 */
#include "author/check/looks.h"
#include "base/math.h"
#include "base/text.h"

#include <string.h>

/* A smaller part of a vertex is smoothed over. */
static const float OTHER_SIDE_WEIGHT = 0.25f;
/* How far from the bones of a limb its vertices are, of an avatar 1.6 m high. */
static const float LIMB_METERS = 0.2f;

/* --- Limbs --- */

typedef enum limb { NO_LIMB, LEFT_ARM, RIGHT_ARM, LEFT_LEG, RIGHT_LEG, LIMB_COUNT } limb;

/* The bones at which a limb begins and bends. */
static const vrm_bone limb_bones[LIMB_COUNT][3] = {
    [LEFT_ARM] = {VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_LEFT_LOWER_ARM, VRM_BONE_LEFT_HAND},
    [RIGHT_ARM] = {VRM_BONE_RIGHT_UPPER_ARM, VRM_BONE_RIGHT_LOWER_ARM, VRM_BONE_RIGHT_HAND},
    [LEFT_LEG] = {VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_LEFT_LOWER_LEG, VRM_BONE_LEFT_FOOT},
    [RIGHT_LEG] = {VRM_BONE_RIGHT_UPPER_LEG, VRM_BONE_RIGHT_LOWER_LEG, VRM_BONE_RIGHT_FOOT},
};

static limb limb_of(uint8_t bone) {
    for (int i = LEFT_ARM; i < LIMB_COUNT; ++i) {
        for (int k = 0; k < 3; ++k) {
            if (limb_bones[i][k] == (vrm_bone)bone) return (limb)i;
        }
    }
    return NO_LIMB;
}

static limb opposite(limb limb) {
    return limb == LEFT_ARM    ? RIGHT_ARM
           : limb == RIGHT_ARM ? LEFT_ARM
           : limb == LEFT_LEG  ? RIGHT_LEG
                               : LEFT_LEG;
}

/* --- The other side --- */

static float distance_to_segment(vrm_vec3 at, vrm_vec3 from, vrm_vec3 to) {
    vrm_vec3 along = vrmi_vec3_sub(to, from), away = vrmi_vec3_sub(at, from);
    float length = vrmi_vec3_dot(along, along);
    float t = length > 0.0f ? vrmi_saturate(vrmi_vec3_dot(away, along) / length) : 0.0f;
    return vrmi_vec3_length(vrmi_vec3_sub(away, vrmi_vec3_scale(along, t)));
}

/* Whether a vertex lies at a limb: farther from the middle than where it begins, and near it. */
static bool lies_at(const vrmi_measure *measure, limb limb, vrm_vec3 at) {
    const vrm_model *model = measure->check->model;
    vrm_vec3 a = vrm_model_bone_rest_position(model, limb_bones[limb][0]);
    vrm_vec3 b = vrm_model_bone_rest_position(model, limb_bones[limb][1]);
    vrm_vec3 c = vrm_model_bone_rest_position(model, limb_bones[limb][2]);
    float most = LIMB_METERS * measure->scale;
    if (a.x == 0.0f || at.x / a.x < 1.0f) return false;
    return distance_to_segment(at, a, b) <= most || distance_to_segment(at, b, c) <= most;
}

/* The weights of a vertex on each limb; returns the limb of the other side that has too much. */
static limb find_other_side(const vrmi_measure *measure, const vrmi_skinning *skinning,
                            const vrmi_cloud *cloud, uint32_t vertex) {
    float on[LIMB_COUNT] = {0.0f};
    for (int32_t set = 0; set < skinning->set_count; ++set) {
        for (size_t i = (size_t)vertex * 4; i < (size_t)vertex * 4 + 4; ++i) {
            uint16_t joint = skinning->joints[set][i];
            if (!(skinning->weights[set][i] > 0.0f) || joint >= skinning->skin->joint_count) {
                continue;
            }
            on[limb_of(measure->node_bones[skinning->skin->joints[joint]])] +=
                skinning->weights[set][i];
        }
    }
    for (int i = LEFT_ARM; i < LIMB_COUNT; ++i) {
        if (on[i] >= OTHER_SIDE_WEIGHT &&
            lies_at(measure, opposite((limb)i), cloud->positions[vertex])) {
            return (limb)i;
        }
    }
    return NO_LIMB;
}

void vrmi_measure_sides(const vrmi_measure *measure, const vrmi_skinning *skinning,
                        vrmi_cloud *cloud) {
    for (uint32_t i = 0; i < cloud->count; ++i) {
        limb found = find_other_side(measure, skinning, cloud, i);
        if (found == NO_LIMB) continue;
        if (cloud->other_side.count++ > 0) continue;
        cloud->other_side.first = i;
        cloud->other_side.bone = limb_bones[found][0];
    }
}

static vrmi_check_place place_in(const vrmi_check *check, const vrmi_cloud *cloud,
                                 const char *member) {
    char tail[64];
    vrmi_text text = vrmi_text_make(tail, sizeof tail);
    vrmi_text_append(&text, "primitives/");
    vrmi_text_append_i64(&text, cloud->primitive);
    vrmi_text_append(&text, "/attributes/");
    vrmi_text_append(&text, member);
    return vrmi_at_element("meshes", "mesh", cloud->mesh, check->gltf->meshes[cloud->mesh].name,
                           tail);
}

static void check_side(vrmi_check *check, const vrmi_cloud *cloud) {
    const vrmi_other_side *found = &cloud->other_side;
    vrmi_check_place place;
    if (found->count == 0) return;
    place = place_in(check, cloud, "WEIGHTS_0");
    vrmi_check_found(check, VRMI_WEIGHTS_OTHER_SIDE, &place,
                     VRMI_WITH(vrmi_words(vrm_bone_name(found->bone)), vrmi_unsigned(found->count),
                               vrmi_unsigned(found->first)));
}

/* --- Nothing that moves --- */

static uint32_t count_left(const vrmi_cloud *cloud) {
    uint32_t left = 0;
    if (cloud->lacks_joints) return 0;
    for (uint32_t i = 0; i < cloud->count; ++i) {
        left += cloud->is_drawn[i] && cloud->bones[i] == VRMI_NO_BONE;
    }
    return left;
}

/* Clouds of a mesh follow each other: the first of a node speaks for all of them. */
static void check_follows(vrmi_check *check, const vrmi_measure *measure, uint32_t first) {
    const vrmi_cloud *cloud = &measure->clouds[first], *found = NULL;
    uint32_t left = 0;
    vrmi_check_place place;
    if (first > 0 && measure->clouds[first - 1].node == cloud->node) return;
    for (uint32_t i = first; i < measure->cloud_count; ++i) {
        uint32_t count;
        if (measure->clouds[i].node != cloud->node) break;
        count = count_left(&measure->clouds[i]);
        if (left == 0 && count != 0) found = &measure->clouds[i];
        left += count;
    }
    if (found == NULL) return;
    place = check->gltf->nodes[cloud->node].skin != VRM_NONE
                ? place_in(check, found, "JOINTS_0")
                : vrmi_at_node(check, cloud->node, NULL);
    vrmi_check_found(check, VRMI_VERTICES_FOLLOW_NOTHING, &place, VRMI_WITH(vrmi_unsigned(left)));
}

void vrmi_look_at_weights(vrmi_check *check, const vrmi_measure *measure) {
    if (check->tables->humanoid.nodes[VRM_BONE_HIPS] == VRM_NONE) return;
    for (uint32_t i = 0; i < measure->cloud_count; ++i) {
        check_side(check, &measure->clouds[i]);
        check_follows(check, measure, i);
    }
}
