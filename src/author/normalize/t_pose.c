/* Bones that are off the T-pose by more than a check allows are turned to it (TP-004 to TP-011,
 * TP-026). A turn is the shortest one: nothing is rolled about its own length. */
#include "model/t_pose.h"
#include "author/normalize/bake.h"

/* --- Limbs --- */

static void straighten_spine(vrmi_poser *p) {
    vrm_vec3 is = vrmi_poser_along(p, VRM_BONE_SPINE, VRM_BONE_HEAD), should = is, head;
    float feet, height;
    if (!vrmi_poser_has(p, VRM_BONE_LEFT_FOOT) || !vrmi_poser_has(p, VRM_BONE_RIGHT_FOOT) ||
        !vrmi_poser_has(p, VRM_BONE_SPINE) || !vrmi_poser_has(p, VRM_BONE_HEAD)) {
        return;
    }
    head = vrmi_poser_position(p, VRM_BONE_HEAD);
    feet = 0.5f * (vrmi_poser_position(p, VRM_BONE_LEFT_FOOT).z +
                   vrmi_poser_position(p, VRM_BONE_RIGHT_FOOT).z);
    height = head.y > 0.0f ? head.y * 1.1f : VRMI_POSE_NORMAL_HEIGHT;
    if (fabsf(head.z - feet) <= VRMI_POSE_LEAN_METERS * height / VRMI_POSE_NORMAL_HEIGHT) return;
    should.z = 0.0f;
    should.y = sqrtf(is.y * is.y + is.z * is.z);
    vrmi_poser_turn(p, VRM_BONE_SPINE, vrmi_quat_from_to(is, should));
}

/* `ahead` is the direction that the avatar faces: 1 for +Z, -1 for -Z. */
static void straighten_leg(vrmi_poser *p, float ahead, vrm_bone upper_leg) {
    const vrm_vec3 down = {0.0f, -1.0f, 0.0f};
    vrm_bone lower_leg = upper_leg + 1, foot = upper_leg + 2;
    vrm_vec3 is;
    float degrees;
    vrmi_poser_aim(p, upper_leg, lower_leg, down, VRMI_POSE_LEG_DEGREES);
    vrmi_poser_aim(p, lower_leg, foot, down, VRMI_POSE_LEG_DEGREES);
    /* Feet slope down to the toes: seen from above alone. */
    is = vrmi_poser_along(p, foot, foot + 1);
    is.y = 0.0f;
    degrees = vrmi_degrees_between(is, vrm_vec3_make(0.0f, 0.0f, ahead));
    if (degrees <= VRMI_POSE_FOOT_DEGREES) return;
    vrmi_poser_turn(p, foot,
                    vrmi_quat_from_axis_angle(vrm_vec3_make(0.0f, 1.0f, 0.0f),
                                              vrmi_atan2(0.0f, ahead) - vrmi_atan2(is.x, is.z)));
}

/* `side` is the side of the arm: 1 for +X, -1 for -X. If one half of the arm is off, both are
 * turned. */
static void straighten_arm(vrmi_poser *p, float side, float ahead, vrm_bone upper_arm,
                           vrm_bone thumb) {
    vrm_bone lower_arm = upper_arm + 1, hand = upper_arm + 2, index = thumb + 3, middle = thumb + 6;
    vrm_vec3 aside = {side, 0.0f, 0.0f}, between = {side, 0.0f, ahead};
    if (vrmi_degrees_between(vrmi_poser_along(p, upper_arm, lower_arm), aside) >
            VRMI_POSE_ARM_DEGREES ||
        vrmi_degrees_between(vrmi_poser_along(p, lower_arm, hand), aside) > VRMI_POSE_ARM_DEGREES) {
        vrmi_poser_aim(p, upper_arm, lower_arm, aside, 0.0f);
        vrmi_poser_aim(p, lower_arm, hand, aside, 0.0f);
    }
    vrmi_poser_aim(p, hand, middle, aside, VRMI_POSE_HAND_DEGREES);
    vrmi_poser_aim(p, thumb + 1, thumb + 2, between, VRMI_POSE_THUMB_DEGREES);
    for (vrm_bone finger = index; finger < index + 12; finger += 3) {
        vrmi_poser_aim(p, finger, finger + 1, aside, VRMI_POSE_FINGER_DEGREES);
        vrmi_poser_aim(p, finger + 1, finger + 2, aside, VRMI_POSE_FINGER_DEGREES);
    }
}

bool vrmi_pose_to_t(vrmi_arena *arena, const vrm_gltf *gltf, const int32_t *bones,
                    bool faces_minus_z, vrm_trs *rests, uint64_t *out_turned, vrm_quat *out_turn) {
    vrmi_forest forest;
    vrmi_poser p = {gltf, &forest, bones, rests, NULL, {0.0f, 0.0f, 0.0f, 1.0f}, 0};
    float ahead = faces_minus_z ? -1.0f : 1.0f; /* its left is there on X, too */
    p.world = VRMI_TAKE(arena, vrm_mat4, gltf->node_count);
    if (p.world == NULL || !vrmi_forest_take(arena, gltf->nodes, gltf->node_count, &forest)) {
        return false;
    }
    vrmi_poser_place(&p);
    p.top = vrmi_find_upright(&p, faces_minus_z);
    vrmi_poser_place(&p);
    straighten_spine(&p);
    straighten_leg(&p, ahead, VRM_BONE_LEFT_UPPER_LEG);
    straighten_leg(&p, ahead, VRM_BONE_RIGHT_UPPER_LEG);
    straighten_arm(&p, ahead, ahead, VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_LEFT_THUMB_METACARPAL);
    straighten_arm(&p, -ahead, ahead, VRM_BONE_RIGHT_UPPER_ARM, VRM_BONE_RIGHT_THUMB_METACARPAL);
    *out_turned = p.turned;
    *out_turn = p.top;
    return true;
}
