/*
 * Copies the settings of an avatar to an avatar of another model: a file that was exported again
 * replaces the old one. Everything goes through the functions that an application uses.
 */
#include "avatar/sleep.h"
#include "base/math.h"

#include <string.h>

/* Names are looked for from where the last one was found, so that lists in the same order cost as
 * much as they are long. A hostile pair of files could still ask for the product of both lengths:
 * after so many comparisons for each name, names count as not found. */
enum { COMPARISONS_A_NAME = 64 };

typedef struct name_list {
    const unsigned char *first; /* a vrm_string at the beginning of each record */
    size_t stride;
    uint32_t count;
    uint32_t next;
    uint64_t budget;
} name_list;

static name_list make_list(const vrm_string *first, size_t stride, uint32_t count,
                           uint32_t question_count) {
    name_list list = {(const unsigned char *)first, stride, count, 0, 0};
    list.budget = (uint64_t)COMPARISONS_A_NAME * question_count + count;
    return list;
}

static int32_t find(name_list *list, vrm_string name) {
    for (uint32_t i = 0; i < list->count && list->budget != 0; ++i) {
        vrm_string found;
        list->budget -= 1;
        memcpy(&found, list->first + list->stride * list->next, sizeof found);
        if (found.length == name.length && memcmp(found.data, name.data, name.length) == 0) {
            uint32_t at = list->next;
            list->next = at + 1 < list->count ? at + 1 : 0;
            return (int32_t)at;
        }
        list->next = list->next + 1 < list->count ? list->next + 1 : 0;
    }
    return VRM_NONE;
}

static void carry_bones(vrm_avatar *to, const vrm_avatar *from) {
    vrm_vec3 moved = vrmi_vec3_sub(vrm_avatar_hips_position(from),
                                   vrm_model_bone_rest_position(from->model, VRM_BONE_HIPS));
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        vrm_quat rotation;
        if (vrmi_bone_node(from, bone) == VRM_NONE) continue;
        vrm_avatar_get_bone_rotation(from, bone, &rotation);
        vrm_avatar_set_bone_rotation(to, bone, &rotation);
    }
    if (vrmi_bone_node(from, VRM_BONE_HIPS) == VRM_NONE) return;
    vrm_avatar_set_hips_position_value(
        to, vrmi_vec3_add(vrm_model_bone_rest_position(to->model, VRM_BONE_HIPS), moved));
}

static bool is_posed(const vrm_avatar *avatar, uint32_t node) {
    return !vrmi_is_same(&avatar->pose[node], &avatar->gltf->nodes[node].rest, sizeof(vrm_trs));
}

/* How far the pose of a node is from its rest, put onto the rest of the other. */
static vrm_trs carry_pose(const vrm_trs *pose, const vrm_trs *rest, const vrm_trs *other_rest) {
    vrm_trs out = *other_rest;
    out.translation =
        vrmi_vec3_add(other_rest->translation, vrmi_vec3_sub(pose->translation, rest->translation));
    out.rotation = vrmi_quat_normalize(vrmi_quat_multiply(
        other_rest->rotation,
        vrmi_quat_multiply(vrmi_quat_conjugate(rest->rotation), pose->rotation)));
    if (!vrmi_is_same(&pose->scale, &rest->scale, sizeof pose->scale)) out.scale = pose->scale;
    return out;
}

static void carry_nodes(vrm_avatar *to, const vrm_avatar *from) {
    vrm_trs *pose = vrm_avatar_locals(to);
    name_list names;
    if (to->gltf->node_count == 0) return;
    names = make_list(&to->gltf->nodes[0].name, sizeof to->gltf->nodes[0], to->gltf->node_count,
                      from->gltf->node_count);
    for (uint32_t i = 0; i < from->gltf->node_count; ++i) {
        const vrm_node *node = &from->gltf->nodes[i];
        int32_t other;
        if (node->name.length == 0 || !is_posed(from, i)) continue;
        if (vrm_model_bone_of_node(from->model, (int32_t)i) != VRM_NONE) continue;
        other = find(&names, node->name);
        if (other == VRM_NONE || vrm_model_bone_of_node(to->model, other) != VRM_NONE) continue;
        pose[other] = carry_pose(&from->pose[i], &node->rest, &to->gltf->nodes[other].rest);
    }
}

static void carry_look_at(vrm_avatar *to, const vrm_avatar *from) {
    vrm_look_at_state state;
    vrm_look_at_state_init(&state);
    vrm_avatar_get_look_at(from, &state);
    if (state.mode == VRM_LOOK_AT_MODE_TARGET) {
        vrm_avatar_set_look_at_target(to, &state.target);
    } else if (state.mode == VRM_LOOK_AT_MODE_DEGREES) {
        vrm_avatar_set_look_at_degrees(to, state.yaw_degrees, state.pitch_degrees);
    } else {
        vrm_avatar_set_look_at_off(to);
    }
}

static void carry_expressions(vrm_avatar *to, const vrm_avatar *from) {
    uint32_t count = from->tables->expression_count;
    name_list names;
    for (vrm_expression_layer layer = 0; layer < VRM_EXPRESSION_LAYER_COUNT; ++layer) {
        vrm_avatar_set_expression_layer_weight(to, layer,
                                               vrm_avatar_expression_layer_weight(from, layer));
    }
    if (to->tables->expression_count == 0) return;
    names = make_list(&to->tables->expressions[0].name, sizeof to->tables->expressions[0],
                      to->tables->expression_count, count);
    for (uint32_t i = 0; i < count; ++i) {
        int32_t mine = (int32_t)i, other = find(&names, from->tables->expressions[i].name);
        if (other == VRM_NONE) continue;
        vrm_avatar_set_expression_class(to, other, from->face.classes[i]);
        for (vrm_expression_layer layer = 0; layer < VRM_EXPRESSION_LAYER_COUNT; ++layer) {
            if (layer == VRM_EXPRESSION_LAYER_LOOK_AT) continue;
            vrm_avatar_set_layer_expression(to, layer, other,
                                            vrm_avatar_layer_expression(from, layer, mine));
        }
    }
}

static void carry_springs(vrm_avatar *to, const vrm_avatar *from) {
    uint32_t count = from->tables->spring_count;
    name_list names;
    vrm_vec3 wind;
    vrm_avatar_get_wind(from, &wind);
    vrm_avatar_set_wind(to, &wind);
    if (to->tables->spring_count == 0) return;
    names = make_list(&to->tables->springs[0].name, sizeof to->tables->springs[0],
                      to->tables->spring_count, count);
    for (uint32_t i = 0; i < count; ++i) {
        int32_t mine = (int32_t)i, other;
        if (from->tables->springs[i].name.length == 0) continue;
        other = find(&names, from->tables->springs[i].name);
        if (other == VRM_NONE) continue;
        vrm_avatar_set_spring_mode(to, other, vrm_avatar_spring_mode(from, mine));
        vrm_avatar_set_spring_weight(to, other, vrm_avatar_spring_weight(from, mine));
        vrm_avatar_get_spring_wind(from, mine, &wind);
        vrm_avatar_set_spring_wind(to, other, &wind);
    }
    vrm_avatar_reset_springs(to, VRM_ALL);
}

void vrm_avatar_carry_over(vrm_avatar *to, const vrm_avatar *from) {
    if (!vrmi_is_given(from, __func__, to) || !vrmi_is_given(to, __func__, from) || to == from) {
        return;
    }
    vrm_avatar_teleport(to, &from->root, 0);
    vrm_avatar_reset_pose(to);
    carry_bones(to, from);
    carry_nodes(to, from);
    carry_look_at(to, from);
    carry_expressions(to, from);
    carry_springs(to, from);
    vrm_avatar_set_user(to, vrm_avatar_user(from));
}
