/* Bones that are off the T-pose by more than a check allows are turned to it (TP-004 to TP-011). A
 * turn is the shortest one: nothing is rolled about its own length. */
#include "model/t_pose.h"
#include "normalize/bake.h"

/* No rule of a check speaks of legs, but those of an avatar that sits or stands astride are no
 * T-pose. */
static const float LEG_DEGREES = 15.0f;

typedef struct poser {
    const vrm_gltf *gltf;
    const vrmi_forest *forest;
    const int32_t *bones;
    vrm_trs *rests;
    vrm_mat4 *world;
    vrm_quat facing; /* of the whole model */
    float side;      /* of +X: 1 where that is left of the avatar, else -1 */
    uint64_t turned;
} poser;

static bool has(const poser *p, vrm_bone bone) { return p->bones[bone] != VRM_NONE; }

static vrm_vec3 place(const poser *p, vrm_bone bone) {
    return vrmi_mat4_translation(&p->world[p->bones[bone]]);
}

static void place_all(poser *p) {
    const vrm_trs turn = {{0.0f, 0.0f, 0.0f}, p->facing, {1.0f, 1.0f, 1.0f}};
    const vrm_mat4 top = vrmi_mat4_from_trs(&turn);
    for (uint32_t i = 0; i < p->gltf->node_count; ++i) {
        int32_t node = p->forest->order[i], parent = p->gltf->nodes[node].parent;
        p->world[node] =
            vrmi_mat4_place(parent == VRM_NONE ? &top : &p->world[parent], &p->rests[node]);
    }
}

/* Zero where one of them is not there. */
static vrm_vec3 along(const poser *p, vrm_bone from, vrm_bone to) {
    if (!has(p, from) || !has(p, to)) return vrm_vec3_make(0.0f, 0.0f, 0.0f);
    return vrmi_vec3_sub(place(p, to), place(p, from));
}

static float degrees_between(vrm_vec3 a, vrm_vec3 b) {
    float lengths = vrmi_vec3_length(a) * vrmi_vec3_length(b);
    if (!(lengths > 1e-6f)) return 0.0f;
    return vrmi_degrees(vrmi_acos(vrmi_clamp(vrmi_vec3_dot(a, b) / lengths, -1.0f, 1.0f)));
}

/* Turns a bone, and all below it, in the space of the model. */
static void turn_bone(poser *p, vrm_bone bone, vrm_quat turn) {
    int32_t node = p->bones[bone], parent = p->gltf->nodes[node].parent;
    vrm_quat above = parent != VRM_NONE ? vrmi_mat4_rotation(&p->world[parent]) : p->facing;
    vrm_quat local =
        vrmi_quat_multiply(vrmi_quat_conjugate(above), vrmi_quat_multiply(turn, above));
    p->rests[node].rotation =
        vrmi_quat_normalize(vrmi_quat_multiply(local, p->rests[node].rotation));
    p->turned |= UINT64_C(1) << bone;
    place_all(p);
}

/* Makes a bone point to another one in a direction, if it is off by more than so many degrees. */
static void point(poser *p, vrm_bone bone, vrm_bone to, vrm_vec3 should, float most_degrees) {
    vrm_vec3 is = along(p, bone, to);
    if (degrees_between(is, should) <= most_degrees) return;
    turn_bone(p, bone, vrmi_quat_from_to(is, should));
}

/* --- Facing --- */

static void find_facing(poser *p, bool faces_minus_z) {
    static const vrm_bone pairs[][2] = {{VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_RIGHT_UPPER_LEG},
                                        {VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_RIGHT_UPPER_ARM}};
    vrm_vec3 should = {0.0f, 0.0f, faces_minus_z ? -1.0f : 1.0f};
    vrm_vec3 up = along(p, VRM_BONE_HIPS, VRM_BONE_HEAD);
    for (int i = 0; i < 2; ++i) {
        vrm_vec3 is = vrmi_vec3_cross(along(p, pairs[i][1], pairs[i][0]), up);
        if (!(vrmi_vec3_length(is) > 1e-9f)) continue;
        if (degrees_between(is, should) <= VRMI_POSE_FACING_DEGREES) return;
        is.y = 0.0f;
        if (!(vrmi_vec3_length(is) > 1e-6f)) return;
        /* About +Y, also where it looks the other way. */
        p->facing =
            vrmi_quat_from_axis_angle(vrm_vec3_make(0.0f, 1.0f, 0.0f),
                                      vrmi_atan2(should.x, should.z) - vrmi_atan2(is.x, is.z));
        place_all(p);
        return;
    }
}

/* --- Limbs --- */

static void straighten_spine(poser *p) {
    vrm_vec3 is = along(p, VRM_BONE_SPINE, VRM_BONE_HEAD), should = is;
    float feet, height;
    if (!has(p, VRM_BONE_LEFT_FOOT) || !has(p, VRM_BONE_RIGHT_FOOT) || !has(p, VRM_BONE_SPINE) ||
        !has(p, VRM_BONE_HEAD)) {
        return;
    }
    feet = 0.5f * (place(p, VRM_BONE_LEFT_FOOT).z + place(p, VRM_BONE_RIGHT_FOOT).z);
    height = place(p, VRM_BONE_HEAD).y * 1.1f;
    if (!(height > 0.0f)) height = VRMI_POSE_NORMAL_HEIGHT;
    if (fabsf(place(p, VRM_BONE_HEAD).z - feet) <=
        VRMI_POSE_LEAN_METERS * height / VRMI_POSE_NORMAL_HEIGHT) {
        return;
    }
    should.z = 0.0f;
    should.y = sqrtf(is.y * is.y + is.z * is.z);
    turn_bone(p, VRM_BONE_SPINE, vrmi_quat_from_to(is, should));
}

static void straighten_leg(poser *p, vrm_bone upper_leg) {
    const vrm_vec3 down = {0.0f, -1.0f, 0.0f};
    vrm_bone lower_leg = upper_leg + 1, foot = upper_leg + 2;
    vrm_vec3 is;
    float degrees;
    point(p, upper_leg, lower_leg, down, LEG_DEGREES);
    point(p, lower_leg, foot, down, LEG_DEGREES);
    /* Feet slope down to the toes: seen from above alone. */
    is = along(p, foot, foot + 1);
    is.y = 0.0f;
    degrees = degrees_between(is, vrm_vec3_make(0.0f, 0.0f, p->side));
    if (degrees <= VRMI_POSE_FOOT_DEGREES) return;
    turn_bone(p, foot,
              vrmi_quat_from_axis_angle(vrm_vec3_make(0.0f, 1.0f, 0.0f),
                                        vrmi_atan2(0.0f, p->side) - vrmi_atan2(is.x, is.z)));
}

/* `side` is 1 for the left. Where one half of the arm is off, both are turned. */
static void straighten_arm(poser *p, float side, vrm_bone upper_arm, vrm_bone thumb) {
    vrm_bone lower_arm = upper_arm + 1, hand = upper_arm + 2, index = thumb + 3, middle = thumb + 6;
    vrm_vec3 aside = {side * p->side, 0.0f, 0.0f};
    vrm_vec3 ahead = {side * p->side, 0.0f, p->side};
    if (degrees_between(along(p, upper_arm, lower_arm), aside) > VRMI_POSE_ARM_DEGREES ||
        degrees_between(along(p, lower_arm, hand), aside) > VRMI_POSE_ARM_DEGREES) {
        point(p, upper_arm, lower_arm, aside, 0.0f);
        point(p, lower_arm, hand, aside, 0.0f);
    }
    point(p, hand, middle, aside, VRMI_POSE_HAND_DEGREES);
    point(p, thumb + 1, thumb + 2, ahead, VRMI_POSE_THUMB_DEGREES);
    for (vrm_bone finger = index; finger < index + 12; finger += 3) {
        point(p, finger, finger + 1, aside, VRMI_POSE_FINGER_DEGREES);
        point(p, finger + 1, finger + 2, aside, VRMI_POSE_FINGER_DEGREES);
    }
}

bool vrmi_pose_to_t(vrmi_arena *arena, const vrm_gltf *gltf, const int32_t *bones,
                    bool faces_minus_z, vrm_trs *rests, uint64_t *out_turned,
                    vrm_quat *out_facing) {
    vrmi_forest forest;
    poser p = {gltf, &forest, bones, rests, NULL, {0.0f, 0.0f, 0.0f, 1.0f}, 1.0f, 0};
    p.world = VRMI_TAKE(arena, vrm_mat4, gltf->node_count);
    if (p.world == NULL || !vrmi_forest_take(arena, gltf->nodes, gltf->node_count, &forest)) {
        return false;
    }
    if (faces_minus_z) p.side = -1.0f;
    place_all(&p);
    find_facing(&p, faces_minus_z);
    straighten_spine(&p);
    straighten_leg(&p, VRM_BONE_LEFT_UPPER_LEG);
    straighten_leg(&p, VRM_BONE_RIGHT_UPPER_LEG);
    straighten_arm(&p, 1.0f, VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_LEFT_THUMB_METACARPAL);
    straighten_arm(&p, -1.0f, VRM_BONE_RIGHT_UPPER_ARM, VRM_BONE_RIGHT_THUMB_METACARPAL);
    *out_turned = p.turned;
    *out_facing = p.facing;
    return true;
}
