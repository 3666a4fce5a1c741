#include "model/poser.h"

static void place_from(vrmi_poser *poser, uint32_t begin, uint32_t end) {
    const vrm_trs turn = {{0.0f, 0.0f, 0.0f}, poser->top, {1.0f, 1.0f, 1.0f}};
    const vrm_mat4 top = vrmi_mat4_from_trs(&turn);
    for (uint32_t i = begin; i < end; ++i) {
        int32_t node = poser->forest->order[i], parent = poser->gltf->nodes[node].parent;
        poser->world[node] =
            vrmi_mat4_place(parent == VRM_NONE ? &top : &poser->world[parent], &poser->rests[node]);
    }
}

void vrmi_poser_place(vrmi_poser *poser) { place_from(poser, 0, poser->gltf->node_count); }

vrm_vec3 vrmi_poser_along(const vrmi_poser *poser, vrm_bone from, vrm_bone to) {
    if (!vrmi_poser_has(poser, from) || !vrmi_poser_has(poser, to)) {
        return vrm_vec3_make(0.0f, 0.0f, 0.0f);
    }
    return vrmi_vec3_sub(vrmi_poser_position(poser, to), vrmi_poser_position(poser, from));
}

void vrmi_poser_turn(vrmi_poser *poser, vrm_bone bone, vrm_quat turn) {
    int32_t node = poser->bones[bone], parent = poser->gltf->nodes[node].parent;
    vrm_quat above = parent != VRM_NONE ? vrmi_mat4_rotation(&poser->world[parent]) : poser->top;
    vrm_quat local =
        vrmi_quat_multiply(vrmi_quat_conjugate(above), vrmi_quat_multiply(turn, above));
    poser->rests[node].rotation =
        vrmi_quat_normalize(vrmi_quat_multiply(local, poser->rests[node].rotation));
    poser->turned |= VRM_BONE_BIT(bone);
    place_from(poser, poser->forest->place[node], poser->forest->end[node]);
}

void vrmi_poser_aim(vrmi_poser *poser, vrm_bone bone, vrm_bone to, vrm_vec3 should,
                    float most_degrees) {
    vrm_vec3 is = vrmi_poser_along(poser, bone, to);
    if (vrmi_degrees_between(is, should) <= most_degrees) return;
    vrmi_poser_turn(poser, bone, vrmi_quat_from_to(is, should));
}

float vrmi_degrees_between(vrm_vec3 a, vrm_vec3 b) {
    float lengths = vrmi_vec3_length(a) * vrmi_vec3_length(b);
    if (!(lengths > 1e-6f)) return 0.0f;
    return vrmi_degrees(vrmi_acos(vrmi_clamp(vrmi_vec3_dot(a, b) / lengths, -1.0f, 1.0f)));
}

vrm_quat vrmi_quat_upright(vrm_vec3 up, vrm_vec3 forward) {
    const vrm_vec3 left = vrmi_vec3_cross(up, forward);
    /* These are its rows. */
    const vrm_mat4 m = {{left.x, up.x, forward.x, 0.0f, left.y, up.y, forward.y, 0.0f, left.z, up.z,
                         forward.z, 0.0f, 0.0f, 0.0f, 0.0f, 1.0f}};
    return vrmi_mat4_rotation(&m);
}
