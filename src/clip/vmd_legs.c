/*
 * Legs that follow targets. Most dances have keys for where the ankles are, and none for legs:
 * the program bends hips and knees so that they get there, and points the foot to its second
 * target. Where that is depends on the legs of a model that the file does not have; a standard leg
 * stands in for them, and what results are rotations, which fit any leg (AN-047).
 */
#include "clip/vmd.h"

#include "base/math.h"

#define UPPER_LENGTH (VRMI_VMD_HIP_HEIGHT - VRMI_VMD_KNEE_HEIGHT)
#define LOWER_LENGTH (VRMI_VMD_KNEE_HEIGHT - VRMI_VMD_ANKLE_HEIGHT)

/* A place and a rotation in the space of the file. */
typedef struct vmd_frame {
    vrm_vec3 place;
    vrm_quat rotation;
} vmd_frame;

static uint32_t bone_of(int side, vrmi_vmd_side bone) {
    return (uint32_t)bone + (side == 0 ? (uint32_t)VRMI_VMD_LEFT : (uint32_t)VRMI_VMD_RIGHT);
}

/* A bone below another: at its rest from there, then moved and turned by its keys. */
static vmd_frame below(const vrmi_vmd *vmd, vmd_frame above, vrm_vec3 rest, uint32_t bone,
                       double frame) {
    vrmi_vmd_key key = vrmi_vmd_sample(vmd, bone, frame);
    vmd_frame out;
    out.place = vrmi_vec3_add(above.place,
                              vrmi_quat_rotate(above.rotation, vrmi_vec3_add(rest, key.place)));
    out.rotation = vrmi_quat_normalize(vrmi_quat_multiply(above.rotation, key.rotation));
    return out;
}

static vmd_frame origin(void) { return (vmd_frame){{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 1.0f}}; }

static vmd_frame pose_hips(const vrmi_vmd *vmd, double frame) {
    const vrm_vec3 none = {0.0f, 0.0f, 0.0f}, up = {0.0f, VRMI_VMD_HIPS_HEIGHT, 0.0f};
    vmd_frame at = below(vmd, origin(), none, VRMI_VMD_ALL, frame);
    at = below(vmd, at, up, VRMI_VMD_CENTER, frame);
    at = below(vmd, at, none, VRMI_VMD_GROOVE, frame);
    at = below(vmd, at, none, VRMI_VMD_WAIST, frame);
    return below(vmd, at, none, VRMI_VMD_LOWER, frame);
}

/* Whether a target is followed at a frame: 0 that of the foot, 1 that of the toes. */
static bool is_followed(const vrmi_vmd *vmd, int side, int which, double frame) {
    uint32_t low = 0, high = vmd->switch_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if ((double)vmd->switches[middle].frame <= frame) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low == 0 || !vmd->switches[low - 1].is_off[side][which];
}

bool vrmi_vmd_leg_is_led(const vrmi_vmd *vmd, int side) {
    if (!vrmi_vmd_has(vmd, bone_of(side, VRMI_VMD_FOOT_IK)) &&
        !vrmi_vmd_has(vmd, bone_of(side, VRMI_VMD_IK_PARENT))) {
        return false;
    }
    if (is_followed(vmd, side, 0, 0.0)) return true;
    for (uint32_t i = 0; i < vmd->switch_count; ++i) {
        if (!vmd->switches[i].is_off[side][0]) return true;
    }
    return false;
}

static vrm_quat about_x(float radians) {
    return vrmi_quat_from_axis_angle(vrm_vec3_make(1.0f, 0.0f, 0.0f), radians);
}

/* The angle at a corner of a triangle, between sides `a` and `b`. */
static float corner(float a, float b, float opposite) {
    return vrmi_acos((a * a + b * b - opposite * opposite) / (2.0f * a * b));
}

/*
 * Bends a leg so that its ankle is as near to a target as it gets. `rest` is the rotation of the
 * straight leg, whose knee bends about its own X, forward of the line from hip to ankle.
 */
static void reach(vrm_quat rest, vrm_vec3 to_target, vrm_quat *upper, vrm_quat *lower) {
    const float longest = UPPER_LENGTH + LOWER_LENGTH;
    float distance = vrmi_clamp(vrmi_vec3_length(to_target), 0.05f * longest, longest);
    float knee = VRMI_PI - corner(UPPER_LENGTH, LOWER_LENGTH, distance);
    float forward = corner(UPPER_LENGTH, distance, LOWER_LENGTH);
    vrm_vec3 down = vrmi_quat_rotate(rest, vrm_vec3_make(0.0f, -1.0f, 0.0f));
    vrm_quat aimed = vrmi_quat_multiply(vrmi_quat_from_to(down, to_target), rest);
    *upper = vrmi_quat_normalize(vrmi_quat_multiply(aimed, about_x(-forward)));
    *lower = vrmi_quat_normalize(vrmi_quat_multiply(*upper, about_x(knee)));
}

/* The foot points from the ankle to its own target, and is turned about itself as that is. */
static vrm_quat point_foot(const vrmi_vmd *vmd, int side, vmd_frame target, vrm_vec3 ankle,
                           double frame) {
    const vrm_vec3 ball = {0.0f, VRMI_VMD_BALL_HEIGHT - VRMI_VMD_ANKLE_HEIGHT, VRMI_VMD_BALL_AHEAD};
    vmd_frame toes = below(vmd, target, ball, bone_of(side, VRMI_VMD_TOE_IK), frame);
    vrm_vec3 now = vrmi_quat_rotate(target.rotation, ball);
    return vrmi_quat_normalize(vrmi_quat_multiply(
        vrmi_quat_from_to(now, vrmi_vec3_sub(toes.place, ankle)), target.rotation));
}

/* As its own keys are. */
static vrmi_vmd_leg own_pose(const vrmi_vmd *vmd, int side, double frame) {
    vrmi_vmd_leg leg;
    leg.upper = vrmi_vmd_sample(vmd, bone_of(side, VRMI_VMD_LEG), frame).rotation;
    leg.lower = vrmi_vmd_sample(vmd, bone_of(side, VRMI_VMD_KNEE), frame).rotation;
    leg.foot = vrmi_vmd_sample(vmd, bone_of(side, VRMI_VMD_ANKLE), frame).rotation;
    return leg;
}

static vrm_quat under(vrm_quat above, vrm_quat rotation) {
    return vrmi_quat_normalize(vrmi_quat_multiply(vrmi_quat_conjugate(above), rotation));
}

vrmi_vmd_leg vrmi_vmd_pose_leg(const vrmi_vmd *vmd, int side, double frame) {
    const float aside = side == 0 ? VRMI_VMD_HIP_ASIDE : -VRMI_VMD_HIP_ASIDE;
    const vrm_vec3 none = {0.0f, 0.0f, 0.0f};
    const vrm_vec3 hip_rest = {aside, VRMI_VMD_HIP_HEIGHT - VRMI_VMD_HIPS_HEIGHT, 0.0f};
    const vrm_vec3 ankle_rest = {aside, VRMI_VMD_ANKLE_HEIGHT, 0.0f};
    vrmi_vmd_leg leg = own_pose(vmd, side, frame);
    vmd_frame hips, target;
    vrm_vec3 hip, to_target;
    vrm_quat upper, lower;
    if (!is_followed(vmd, side, 0, frame)) return leg;
    hips = pose_hips(vmd, frame);
    target = below(vmd, origin(), none, VRMI_VMD_ALL, frame);
    target = below(vmd, target, none, bone_of(side, VRMI_VMD_IK_PARENT), frame);
    target = below(vmd, target, ankle_rest, bone_of(side, VRMI_VMD_FOOT_IK), frame);
    hip = vrmi_vec3_add(hips.place, vrmi_quat_rotate(hips.rotation, hip_rest));
    to_target = vrmi_vec3_sub(target.place, hip);
    reach(vrmi_quat_normalize(vrmi_quat_multiply(hips.rotation, leg.upper)), to_target, &upper,
          &lower);
    if (is_followed(vmd, side, 1, frame)) {
        leg.foot = under(lower, point_foot(vmd, side, target, target.place, frame));
    }
    leg.upper = under(hips.rotation, upper);
    leg.lower = under(upper, lower);
    return leg;
}
