/*
 * Poses and avatars: a pose into the inputs of an avatar, and back. Eight bones are taken at a
 * time, with the arithmetic of vrm_avatar_set_bone_rotation in its order, so that both give the
 * same bits.
 */
#define VRMI_LANES_BASELINE
#include "avatar/bone.h"
#include "avatar/sleep.h"
#include "base/desc.h"
#include "base/floats.h"
#include "base/lanes.h"
#include "vrm/pose.h"

#include <string.h>

void vrm_apply_desc_init_sized(vrm_apply_desc *desc, size_t struct_size) {
    vrm_apply_desc defaults;
    if (desc == NULL || struct_size < sizeof desc->struct_size) return;
    vrmi_desc_init(&defaults, sizeof defaults);
    defaults.layer = VRM_EXPRESSION_LAYER_MOTION;
    vrmi_desc_init(desc, struct_size);
    vrmi_sized_write(desc, sizeof desc->struct_size, &defaults, sizeof defaults);
}

static bool read_desc(const vrm_apply_desc *desc, vrm_apply_desc *out) {
    vrm_apply_desc_init(out);
    return desc == NULL ||
           vrmi_sized_read(out, sizeof *out, VRMI_SIZE_UP_TO(vrm_apply_desc, layer), desc);
}

/* --- Bones --- */

/* Bones that have others below them: the rotation of such a one must not be lost. */
static bool has_children(vrm_bone bone) {
    switch (bone) {
    case VRM_BONE_HEAD:
    case VRM_BONE_LEFT_EYE:
    case VRM_BONE_RIGHT_EYE:
    case VRM_BONE_JAW:
    case VRM_BONE_LEFT_TOES:
    case VRM_BONE_RIGHT_TOES:
        return false;
    default:
        return true;
    }
}

/*
 * Rotations of bones that the avatar lacks go to the next bones below them (AN-014): N'_child =
 * N_missing … N_child. Parents come before their children, whichever number they have: each bone
 * asks those above it, up to one that the avatar has. The hips have nothing above them.
 */
static void push_down(const vrm_pose *pose, uint64_t has, uint64_t missing, vrm_quat *out) {
    memcpy(out, pose->rotations, sizeof pose->rotations);
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        vrm_bone above = vrmi_bone_parent(bone);
        if ((has & VRM_BONE_BIT(bone)) == 0) continue;
        for (; above != VRM_NONE && (has & VRM_BONE_BIT(above)) == 0;
             above = vrmi_bone_parent(above)) {
            if ((missing & VRM_BONE_BIT(above)) == 0) continue;
            out[bone] = vrmi_quat_normalize(vrmi_quat_multiply(
                vrmi_quat_normalize(pose->rotations[above]), vrmi_quat_normalize(out[bone])));
        }
    }
}

/* Which bones of the pose the avatar lacks, and others hang below. */
static uint64_t find_missing(const vrm_pose *pose, uint64_t has) {
    uint64_t missing = pose->bones & VRM_ALL_BONES & ~has;
    for (vrm_bone bone = 0; missing != 0 && bone < VRM_BONE_COUNT; ++bone) {
        if (!has_children(bone)) missing &= ~VRM_BONE_BIT(bone);
    }
    return missing & ~VRM_BONE_BIT(VRM_BONE_HIPS);
}

static inline lanes_vec3 rotate(lanes_quat q, lanes_vec3 v) {
    lanes_vec3 u = {q.x, q.y, q.z};
    lanes_vec3 t = lanes_vec3_scale(lanes_vec3_cross(u, v), lanes_set(2.0f));
    return lanes_vec3_add(lanes_vec3_add(v, lanes_vec3_scale(t, q.w)), lanes_vec3_cross(u, t));
}

/* vrmi_bone_local_from_normalised: L0 W0⁻¹ N W0. `sign` is -1 for a model that is turned. */
static inline lanes_quat local_from_normalised(const vrmi_bone_row *row, lanes_quat n, lanes sign) {
    const lanes_quat rest = lanes_quat_load(row->v[0]), to_bone = lanes_quat_load(row->v[4]);
    lanes_vec3 axis = {lanes_mul(n.x, sign), n.y, lanes_mul(n.z, sign)};
    axis = rotate(to_bone, axis);
    return lanes_quat_normalize(
        lanes_quat_multiply(rest, (lanes_quat){axis.x, axis.y, axis.z, n.w}));
}

/* What is not finite counts as rest. */
static bool are_finite(const vrm_quat *rotations) {
    float sum = 0.0f;
    for (int i = 0; i < VRM_BONE_COUNT; ++i) {
        sum += rotations[i].x * 0.0f + rotations[i].y * 0.0f + rotations[i].z * 0.0f +
               rotations[i].w * 0.0f;
    }
    return sum == 0.0f;
}

static void make_finite(vrm_quat *rotations) {
    for (int i = 0; i < VRM_BONE_COUNT; ++i) {
        if (!vrmi_quat_is_finite(rotations[i])) rotations[i] = vrmi_quat_identity();
    }
}

static void apply_bones(vrm_avatar *avatar, const vrm_pose *pose, bool keeps) {
    static const vrm_quat identity = {0.0f, 0.0f, 0.0f, 1.0f};
    const vrmi_rig_bones *rig = &avatar->rig->bones;
    const uint64_t missing = find_missing(pose, rig->has);
    const lanes sign = lanes_set(vrmi_is_turned(avatar) ? -1.0f : 1.0f);
    const vrm_quat *rotations = pose->rotations;
    vrm_quat own[VRM_BONE_COUNT];
    uint64_t said = pose->bones;
    if (!are_finite(rotations)) {
        vrm_pose finite = *pose;
        make_finite(finite.rotations);
        apply_bones(avatar, &finite, keeps);
        return;
    }
    if (missing != 0) {
        push_down(pose, rig->has, missing, own);
        rotations = own;
        said = keeps ? said : VRM_ALL_BONES;
    }
    vrmi_touch_pose(avatar);
    for (uint32_t i = 0; i < rig->row_count; ++i) {
        const vrmi_bone_row *row = &rig->rows[i];
        const float *from[VRMI_LANES];
        float *to[VRMI_LANES], nowhere[4] = {0.0f, 0.0f, 0.0f, 0.0f};
        lanes lines[4];
        lanes_quat q;
        for (int k = 0; k < VRMI_LANES; ++k) {
            const int32_t bone = row->bones[k];
            const bool is_said = bone != VRM_NONE && (said >> bone & 1) != 0;
            from[k] = is_said ? vrmi_quat_floats(&rotations[bone]) : vrmi_quat_floats(&identity);
            to[k] = bone != VRM_NONE && (is_said || !keeps)
                        ? vrmi_quat_out(&avatar->pose[row->nodes[k]].rotation)
                        : nowhere;
        }
        lanes_gather4(from, 0, lines);
        q = lanes_quat_normalize((lanes_quat){lines[0], lines[1], lines[2], lines[3]});
        q = local_from_normalised(row, q, sign);
        lines[0] = q.x, lines[1] = q.y, lines[2] = q.z, lines[3] = q.w;
        lanes_scatter4(to, lines);
    }
}

static void apply_hips(vrm_avatar *avatar, const vrm_pose *pose, vrm_apply_flags flags) {
    const vrmi_rig_bones *rig = &avatar->rig->bones;
    vrm_vec3 position = rig->hips_rest;
    if ((pose->parts & VRM_POSE_HIPS) != 0) {
        vrm_vec3 moved = vrmi_vec3_scale(pose->hips, rig->hips_height);
        if ((flags & VRM_APPLY_IN_PLACE) != 0) moved.x = moved.z = 0.0f;
        if (vrmi_vec3_is_finite(moved)) position = vrmi_vec3_add(position, moved);
    } else if ((flags & VRM_APPLY_KEEP) != 0) {
        return;
    }
    vrm_avatar_set_hips_position(avatar, &position);
}

/* --- Face --- */

static void set_weight(vrm_avatar *avatar, vrm_expression_layer layer, int32_t expression,
                       float weight) {
    float own = vrmi_saturate(weight);
    vrmi_set_input(avatar, vrmi_face_input(avatar, layer, expression), &own, sizeof own);
}

/* The expression that a custom weight moves. */
static int32_t find_custom(const vrm_avatar *avatar, const vrm_apply_desc *desc,
                           const vrm_custom_weight *custom) {
    if (desc->custom_bindings != NULL &&
        vrmi_is_index(custom->custom, desc->custom_binding_count)) {
        int32_t expression = desc->custom_bindings[custom->custom];
        return vrmi_is_index(expression, avatar->tables->expression_count) ? expression : VRM_NONE;
    }
    return vrmi_find_custom(avatar->tables, custom->name);
}

static void apply_expressions(vrm_avatar *avatar, const vrm_pose *pose,
                              const vrm_apply_desc *desc) {
    const vrmi_rig_bones *rig = &avatar->rig->bones;
    uint32_t said = pose->presets & VRM_ALL_PRESETS;
    const float *inputs = vrmi_face_input(avatar, desc->layer, 0);
    for (uint32_t i = 0; i < avatar->tables->expression_count; ++i) {
        const vrm_preset preset = avatar->tables->expressions[i].preset;
        if (inputs[i] == 0.0f || (preset != VRM_NONE && (said >> preset & 1) != 0)) continue;
        set_weight(avatar, desc->layer, (int32_t)i, 0.0f);
    }
    for (vrm_preset preset = 0; said != 0; ++preset, said >>= 1) {
        if ((said & 1) == 0 || rig->preset_expressions[preset] == VRM_NONE) continue;
        set_weight(avatar, desc->layer, rig->preset_expressions[preset], pose->weights[preset]);
    }
    for (uint32_t i = 0; pose->customs != NULL && i < pose->custom_count; ++i) {
        int32_t expression = find_custom(avatar, desc, &pose->customs[i]);
        if (expression == VRM_NONE) continue;
        set_weight(avatar, desc->layer, expression, pose->customs[i].weight);
    }
}

/* A point of a pose, in meters under the root, and back. The avatar of a pose faces +Z; one that is
 * shown as its file has it may face -Z (AN-025). */
static vrm_vec3 facing_as_shown(const vrm_avatar *avatar, vrm_vec3 point) {
    return vrmi_is_turned(avatar) && !vrmi_has_half_turn(avatar) ? vrmi_half_turn(point) : point;
}

static void apply_look_at(vrm_avatar *avatar, const vrm_pose *pose) {
    if ((pose->parts & VRM_POSE_LOOK_AT_DEGREES) != 0) {
        vrm_avatar_set_look_at_degrees(avatar, pose->yaw_degrees, pose->pitch_degrees);
    } else if ((pose->parts & VRM_POSE_LOOK_AT_POINT) != 0) {
        vrm_vec3 point = vrmi_vec3_scale(pose->look_at, avatar->rig->bones.hips_height);
        const vrm_mat4 root = vrmi_mat4_from_trs(&avatar->root);
        point = vrmi_mat4_transform_point(&root, facing_as_shown(avatar, point));
        vrm_avatar_set_look_at_target(avatar, &point);
    }
}

void vrm_avatar_apply_pose(vrm_avatar *avatar, const vrm_pose *pose, const vrm_apply_desc *desc) {
    vrm_apply_desc own;
    if (avatar == NULL || !vrmi_is_given(avatar, __func__, pose)) return;
    if (!read_desc(desc, &own) || (own.flags & ~(vrm_apply_flags)VRM_APPLY_ALL) != 0 ||
        !vrmi_is_index(own.layer, VRM_EXPRESSION_LAYER_COUNT) ||
        own.layer == VRM_EXPRESSION_LAYER_LOOK_AT) {
        vrmi_misuse(avatar, __func__, "the desc cannot be used");
        return;
    }
    apply_bones(avatar, pose, (own.flags & VRM_APPLY_KEEP) != 0);
    apply_hips(avatar, pose, own.flags);
    if ((own.flags & VRM_APPLY_NO_EXPRESSIONS) == 0 && avatar->tables->expression_count != 0) {
        apply_expressions(avatar, pose, &own);
    }
    if ((own.flags & VRM_APPLY_NO_LOOK_AT) == 0) apply_look_at(avatar, pose);
}

/* --- And back --- */

/* The greatest weight that any layer gives, as an update has it; but not that of lookAt. */
static float input_of(const vrm_avatar *avatar, int32_t expression) {
    float greatest = 0.0f;
    for (vrm_expression_layer layer = 0; layer < VRM_EXPRESSION_LAYER_COUNT; ++layer) {
        if (layer == VRM_EXPRESSION_LAYER_LOOK_AT) continue;
        greatest = vrmi_max(greatest, *vrmi_face_input(avatar, layer, expression) *
                                          avatar->face.layer_weights[layer]);
    }
    return greatest;
}

static void get_expressions(const vrm_avatar *avatar, vrm_pose *out) {
    for (uint32_t i = 0; i < avatar->tables->expression_count; ++i) {
        const vrm_expression *expression = &avatar->tables->expressions[i];
        const float weight = input_of(avatar, (int32_t)i);
        if (expression->preset != VRM_NONE) {
            out->presets |= UINT32_C(1) << expression->preset;
            out->weights[expression->preset] = weight;
        } else if (out->customs != NULL && out->custom_count < out->custom_capacity) {
            out->customs[out->custom_count++] =
                (vrm_custom_weight){expression->name, weight, VRM_NONE};
        }
    }
}

/* A point of the world, in hips heights under the root. */
static vrm_vec3 under_root(const vrm_avatar *avatar, vrm_vec3 point) {
    const vrm_mat4 root = vrmi_mat4_from_trs(&avatar->root);
    vrm_mat4 inverse;
    vrmi_mat4_inverse(&root, &inverse);
    point = facing_as_shown(avatar, vrmi_mat4_transform_point(&inverse, point));
    return vrmi_vec3_to_finite(vrmi_vec3_scale(point, 1.0f / avatar->rig->bones.hips_height));
}

static void get_look_at(const vrm_avatar *avatar, vrm_pose *out) {
    vrm_look_at_state state;
    vrm_look_at_state_init(&state);
    vrm_avatar_get_look_at(avatar, &state);
    if (state.mode == VRM_LOOK_AT_MODE_DEGREES) {
        out->parts |= VRM_POSE_LOOK_AT_DEGREES;
        out->yaw_degrees = state.set_yaw_degrees;
        out->pitch_degrees = state.set_pitch_degrees;
    } else if (state.mode == VRM_LOOK_AT_MODE_TARGET) {
        out->parts |= VRM_POSE_LOOK_AT_POINT;
        out->look_at = under_root(avatar, state.target);
    }
}

void vrm_avatar_read_pose(const vrm_avatar *avatar, vrm_pose *out) {
    vrm_custom_weight *customs;
    uint32_t capacity;
    vrm_vec3 hips;
    if (!vrmi_is_given(avatar, __func__, out)) return;
    customs = out->customs;
    capacity = out->custom_capacity;
    vrm_pose_init(out);
    out->customs = customs;
    out->custom_capacity = capacity;
    if (avatar == NULL) return;
    out->bones = avatar->rig->bones.has;
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        vrm_avatar_get_bone_rotation(avatar, bone, &out->rotations[bone]);
    }
    if ((out->bones & VRM_BONE_BIT(VRM_BONE_HIPS)) != 0) {
        vrm_avatar_get_hips_position(avatar, &hips);
        out->parts |= VRM_POSE_HIPS;
        out->hips =
            vrmi_vec3_to_finite(vrmi_vec3_scale(vrmi_vec3_sub(hips, avatar->rig->bones.hips_rest),
                                                1.0f / avatar->rig->bones.hips_height));
    }
    get_expressions(avatar, out);
    get_look_at(avatar, out);
}
