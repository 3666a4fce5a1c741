/* Arms and legs that reach for a point. */
#include "motion/limb.h"
#include "model/model.h"

/* --- Where bones are --- */

/* The bones from the hips down to a bone; the deepest finger is the tenth. */
enum { MAX_CHAIN = 12 };

static int chain_of(vrm_bone bone, vrm_bone *out) {
    vrm_bone up[MAX_CHAIN];
    int count = 0;
    for (; bone >= 0 && count < MAX_CHAIN; bone = vrmi_bone_parent(bone)) up[count++] = bone;
    for (int i = 0; i < count; ++i) out[i] = up[count - 1 - i];
    return count;
}

static float hips_height_of(const vrm_model *model) {
    vrm_vec3 rest = vrm_model_bone_rest_position(model, VRM_BONE_HIPS);
    return rest.y > 1e-4f ? rest.y : 1.0f; /* AN-016 */
}

/*
 * The rotation of a bone that the avatar lacks goes to those below it (AN-014), so that all
 * rotations count, and only places are those of bones that are there. `turns` and `places` are by
 * bone; places of missing bones are those of what they hang from.
 */
static void follow_chain(const vrm_pose *pose, const vrm_model *model, const vrm_bone *chain,
                         int count, vrm_quat *turns, vrm_vec3 *places) {
    vrm_quat turn = vrmi_quat_identity(), there_turn = turn;
    vrm_vec3 place = {0.0f, 0.0f, 0.0f}, there_rest = place;
    for (int i = 0; i < count; ++i) {
        bool is_there = vrm_model_bone_node(model, chain[i]) != VRM_NONE;
        turn = vrmi_quat_normalize(vrmi_quat_multiply(turn, vrmi_pose_rotation(pose, chain[i])));
        if (is_there) {
            vrm_vec3 rest = vrm_model_bone_rest_position(model, chain[i]);
            if (chain[i] == VRM_BONE_HIPS) {
                vrm_vec3 moved = (pose->parts & VRM_POSE_HIPS) != 0
                                     ? vrmi_vec3_to_finite(pose->hips)
                                     : vrm_vec3_make(0.0f, 0.0f, 0.0f);
                place = vrmi_vec3_add(rest, vrmi_vec3_scale(moved, hips_height_of(model)));
            } else {
                place = vrmi_vec3_add(
                    place, vrmi_quat_rotate(there_turn, vrmi_vec3_sub(rest, there_rest)));
            }
            there_turn = turn;
            there_rest = rest;
        }
        turns[i] = turn;
        places[i] = place;
    }
}

int32_t vrm_pose_get_bone_transform(const vrm_pose *pose, const vrm_model *model, vrm_bone bone,
                                    vrm_vec3 *out_position, vrm_quat *out_rotation) {
    vrm_bone chain[MAX_CHAIN];
    vrm_quat turns[MAX_CHAIN];
    vrm_vec3 places[MAX_CHAIN];
    int count;
    if (pose == NULL || model == NULL) {
        vrmi_model_misuse(model, __func__, VRMI_MISUSE_NULL);
        return 0;
    }
    if (!vrmi_is_index(bone, VRM_BONE_COUNT)) {
        if (bone != VRM_NONE) vrmi_model_misuse(model, __func__, "there is no such bone");
        return 0;
    }
    if (vrm_model_bone_node(model, bone) == VRM_NONE) return 0;
    count = chain_of(bone, chain);
    follow_chain(pose, model, chain, count, turns, places);
    if (out_position != NULL) *out_position = places[count - 1];
    if (out_rotation != NULL) *out_rotation = turns[count - 1];
    return 1;
}

/* --- Two bones --- */

static vrm_vec3 across(vrm_vec3 v, vrm_vec3 unit) {
    return vrmi_vec3_sub(v, vrmi_vec3_scale(unit, vrmi_vec3_dot(v, unit)));
}

/* Any direction at right angles to another. */
static vrm_vec3 any_across(vrm_vec3 unit) {
    vrm_vec3 axis =
        fabsf(unit.x) < 0.7f ? vrm_vec3_make(1.0f, 0.0f, 0.0f) : vrm_vec3_make(0.0f, 1.0f, 0.0f);
    return vrmi_vec3_safe_normalize(across(axis, unit), axis);
}

static vrm_vec3 unit_across(vrm_vec3 v, vrm_vec3 unit) {
    return vrmi_vec3_safe_normalize(across(v, unit), any_across(unit));
}

/*
 * To which side the middle of a limb points. What a limb that is nearly straight says is little, so
 * that a thousandth of its length of the usual direction is added.
 */
static vrm_vec3 side_of(const vrmi_limb *limb, vrm_vec3 axis, float length, vrm_vec3 straight) {
    vrm_vec3 side = across(vrmi_vec3_sub(limb->middle, limb->root), axis);
    vrm_vec3 usual = vrmi_vec3_scale(unit_across(straight, axis), 1e-3f * length);
    return unit_across(vrmi_vec3_add(side, usual), axis);
}

/* The rotation that takes the direction a to b, and then, about b, the normal of the one plane to
 * that of the other: so the hinge of the middle stays where it is in the upper bone. */
static vrm_quat turn_frame(vrm_vec3 a, vrm_vec3 a_normal, vrm_vec3 b, vrm_vec3 b_normal) {
    vrm_quat swing = vrmi_quat_from_to(a, b);
    vrm_vec3 n = vrmi_quat_rotate(swing, a_normal);
    float angle =
        vrmi_atan2(vrmi_vec3_dot(vrmi_vec3_cross(n, b_normal), b), vrmi_vec3_dot(n, b_normal));
    return vrmi_quat_multiply(vrmi_quat_from_axis_angle(b, angle), swing);
}

float vrmi_limb_reach(vrmi_limb *limb, vrm_vec3 target, const vrm_vec3 *bend, vrm_vec3 straight) {
    const vrm_vec3 down = {0.0f, -1.0f, 0.0f};
    vrm_vec3 upper = vrmi_vec3_sub(limb->middle, limb->root);
    vrm_vec3 lower = vrmi_vec3_sub(limb->end, limb->middle);
    float first = vrmi_vec3_length(upper), second = vrmi_vec3_length(lower);
    vrm_vec3 axis = vrmi_vec3_safe_normalize(vrmi_vec3_sub(limb->end, limb->root), down);
    vrm_vec3 to = vrmi_vec3_sub(target, limb->root), way, side, new_side, middle, end, normal;
    float distance = vrmi_vec3_length(to), length, along, height;
    vrm_quat turn, rest;
    if (!(first > VRMI_EPSILON_LENGTH && second > VRMI_EPSILON_LENGTH && distance <= FLT_MAX)) {
        return -1.0f;
    }
    way = vrmi_vec3_safe_normalize(to, axis);
    length =
        vrmi_clamp(distance, vrmi_max(fabsf(first - second), VRMI_EPSILON_LENGTH), first + second);
    side = side_of(limb, axis, first + second, straight);
    new_side = bend != NULL
                   ? unit_across(*bend, way)
                   : unit_across(vrmi_quat_rotate(vrmi_quat_from_to(axis, way), side), way);
    along = (first * first - second * second + length * length) / (2.0f * length);
    height = sqrtf(vrmi_max(first * first - along * along, 0.0f));
    middle = vrmi_vec3_add(
        limb->root, vrmi_vec3_add(vrmi_vec3_scale(way, along), vrmi_vec3_scale(new_side, height)));
    end = vrmi_vec3_add(limb->root, vrmi_vec3_scale(way, length));
    upper = vrmi_vec3_scale(upper, 1.0f / first);
    normal = unit_across(vrmi_vec3_cross(axis, side), upper);
    turn =
        turn_frame(upper, normal, vrmi_vec3_safe_normalize(vrmi_vec3_sub(middle, limb->root), way),
                   vrmi_vec3_cross(way, new_side));
    rest = vrmi_quat_from_to(vrmi_quat_rotate(turn, lower), vrmi_vec3_sub(end, middle));
    limb->upper = vrmi_quat_normalize(vrmi_quat_multiply(turn, limb->upper));
    limb->lower =
        vrmi_quat_normalize(vrmi_quat_multiply(rest, vrmi_quat_multiply(turn, limb->lower)));
    limb->middle = middle;
    limb->end = end;
    return fabsf(distance - length);
}

static vrm_quat under(vrm_quat parent, vrm_quat child) {
    return vrmi_quat_normalize(vrmi_quat_multiply(vrmi_quat_conjugate(parent), child));
}

void vrmi_limb_write(const vrmi_limb *limb, vrm_bone bone, float weight, vrm_pose *pose) {
    const vrm_quat rotations[3] = {under(limb->above, limb->upper), under(limb->upper, limb->lower),
                                   under(limb->lower, limb->tip)};
    for (int i = 0; i < 3; ++i) {
        pose->rotations[bone + i] =
            vrmi_pose_blend_rotation(vrmi_pose_rotation(pose, bone + i), rotations[i], weight);
        pose->bones |= VRM_BONE_BIT(bone + i);
    }
}

/* --- Reaching --- */

static vrm_bone upper_bone(vrm_limb limb) {
    switch (limb) {
    case VRM_LIMB_LEFT_ARM:
        return VRM_BONE_LEFT_UPPER_ARM;
    case VRM_LIMB_RIGHT_ARM:
        return VRM_BONE_RIGHT_UPPER_ARM;
    case VRM_LIMB_LEFT_LEG:
        return VRM_BONE_LEFT_UPPER_LEG;
    default:
        return VRM_BONE_RIGHT_UPPER_LEG;
    }
}

/* NULL, or what is wrong with the arguments of a reach. */
static const char *find_problem(const vrm_pose *pose, vrm_limb limb, const vrm_vec3 *target,
                                const vrm_vec3 *bend, const vrm_quat *end) {
    if (pose == NULL || target == NULL) return VRMI_MISUSE_NULL;
    if (!vrmi_is_index(limb, VRM_LIMB_COUNT)) return "there is no such limb";
    if (!vrmi_vec3_is_finite(*target) || (bend != NULL && !vrmi_vec3_is_finite(*bend)) ||
        (end != NULL && !vrmi_quat_is_finite(*end))) {
        return "the target, the bend or the end is not finite";
    }
    return NULL;
}

float vrm_pose_reach(vrm_pose *pose, const vrm_model *model, vrm_limb limb, const vrm_vec3 *target,
                     const vrm_vec3 *bend, const vrm_quat *end, float weight) {
    vrm_bone chain[MAX_CHAIN], first;
    vrm_quat turns[MAX_CHAIN], local;
    vrm_vec3 places[MAX_CHAIN], straight;
    vrmi_limb own;
    float missing;
    int count;
    bool is_arm = limb < VRM_LIMB_LEFT_LEG;
    const char *problem = find_problem(pose, limb, target, bend, end);
    if (problem != NULL) vrmi_model_misuse(model, __func__, problem);
    if (problem != NULL || model == NULL) return -1.0f;
    first = upper_bone(limb);
    for (int i = 0; i < 3; ++i) {
        if (vrm_model_bone_node(model, first + i) == VRM_NONE) return -1.0f;
    }
    count = chain_of(first + 2, chain);
    follow_chain(pose, model, chain, count, turns, places);
    own.root = places[count - 3];
    own.middle = places[count - 2];
    own.end = places[count - 1];
    own.above = turns[count - 4];
    own.upper = turns[count - 3];
    own.lower = turns[count - 2];
    own.tip = turns[count - 1];
    local = under(own.lower, own.tip);
    straight = vrmi_quat_rotate(own.upper, vrm_vec3_make(0.0f, 0.0f, is_arm ? -1.0f : 1.0f));
    missing = vrmi_limb_reach(&own, *target, bend, straight);
    weight = vrmi_saturate(weight);
    if (missing < 0.0f || weight <= 0.0f) return missing;
    if (end != NULL) {
        own.tip = vrmi_quat_normalize(*end);
    } else if (is_arm) {
        own.tip = vrmi_quat_multiply(own.lower, local);
    }
    vrmi_limb_write(&own, first, weight, pose);
    return missing;
}
