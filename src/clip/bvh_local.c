/*
 * The T-pose of files that show none. Programs that animate by bones write each offset in the space
 * of its own bone, so that all of them lie along one axis, +X as a rule. Without rotations such a
 * file is a stick, and no frame of it need be a T-pose.
 *
 * What a bone points along is known from its offset, and so is where it points to in a T-pose. How
 * far it is turned about itself is not. Elbows and knees are hinges, though: over a clip they bend
 * about one axis, and to one side. In a T-pose the axis of an elbow is vertical and that of a knee
 * goes from side to side, which leaves one rotation for each limb (AN-042).
 */
#include "clip/bvh_body.h"

#include "clip/diagnostics.h"

#define COS_2_DEGREES 0.99939083f
#define COS_30_DEGREES 0.86602540f
#define COS_60_DEGREES 0.5f

static vrm_vec3 axis_x(void) { return vrm_vec3_make(1.0f, 0.0f, 0.0f); }
static vrm_vec3 axis_y(void) { return vrm_vec3_make(0.0f, 1.0f, 0.0f); }
static vrm_vec3 axis_z(void) { return vrm_vec3_make(0.0f, 0.0f, 1.0f); }

/* --- Limbs --- */

typedef struct local_limb {
    vrm_bone upper, lower, end;
    vrm_vec3 target; /* of a T-pose */
    vrm_vec3 hinge;  /* the axis about which it bends, there */
} local_limb;

enum { LIMB_COUNT = 4 };

static void list_limbs(local_limb out[LIMB_COUNT]) {
    const vrm_vec3 x = axis_x(), y = axis_y();
    const vrm_vec3 right = vrmi_vec3_negate(x), down = vrmi_vec3_negate(y);
    /* Forearms go forward and shins back. */
    out[0] =
        (local_limb){VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_LEFT_LOWER_ARM, VRM_BONE_LEFT_HAND, x, down};
    out[1] = (local_limb){VRM_BONE_RIGHT_UPPER_ARM, VRM_BONE_RIGHT_LOWER_ARM, VRM_BONE_RIGHT_HAND,
                          right, y};
    out[2] =
        (local_limb){VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_LEFT_LOWER_LEG, VRM_BONE_LEFT_FOOT, down, x};
    out[3] = (local_limb){VRM_BONE_RIGHT_UPPER_LEG, VRM_BONE_RIGHT_LOWER_LEG, VRM_BONE_RIGHT_FOOT,
                          down, x};
}

/* What a bone points along, in its own space: an axis where it is nearly one. */
static bool find_direction(const vrmi_bvh_body *body, vrm_bone bone, vrm_bone next, vrm_vec3 *out) {
    vrm_vec3 axis;
    if (!vrmi_bvh_tip(body, bone, next, out)) return false;
    *out = vrmi_vec3_safe_normalize(*out, axis_x());
    axis = vrmi_bvh_nearest_axis(*out);
    if (vrmi_bvh_cosine(axis, *out) > COS_30_DEGREES) *out = axis;
    return true;
}

/* Whether all parts of limbs lie along one axis of their own spaces, forwards or backwards. */
static bool is_local(const vrmi_bvh_body *body, const local_limb limbs[LIMB_COUNT]) {
    vrm_vec3 common = vrm_vec3_make(0.0f, 0.0f, 0.0f);
    for (int i = 0; i < LIMB_COUNT * 2; ++i) {
        const local_limb *limb = &limbs[i / 2];
        bool is_upper = i % 2 == 0;
        vrm_vec3 tip, axis;
        if (!vrmi_bvh_tip(body, is_upper ? limb->upper : limb->lower,
                          is_upper ? limb->lower : limb->end, &tip)) {
            if (is_upper) return false;
            continue;
        }
        axis = vrmi_bvh_nearest_axis(tip);
        if (vrmi_bvh_cosine(axis, tip) < COS_2_DEGREES) return false;
        if (i == 0) common = axis;
        if (fabsf(vrmi_vec3_dot(axis, common)) < 0.5f) return false;
    }
    return true;
}

/* --- Hinges --- */

/* The rotation of a joint in a frame, in the space of a joint above it. */
static vrm_quat rotation_under(const vrmi_bvh *bvh, int32_t joint, int32_t above, uint32_t frame) {
    vrm_quat q = vrmi_quat_identity();
    for (; joint != VRM_NONE && joint != above; joint = bvh->joints[joint].parent) {
        q = vrmi_quat_multiply(vrmi_bvh_rotation(bvh, (uint32_t)joint, frame), q);
    }
    return vrmi_quat_normalize(q);
}

/*
 * The axis about which a limb bends, in the space of its upper part: of all directions at right
 * angles to the limb the one that the bends of the clip have in common, with the sign that they
 * have. False: it does not bend in this clip, by 2 degrees or so.
 */
static bool find_hinge(const vrmi_bvh_body *body, const local_limb *limb, vrm_vec3 along,
                       vrm_vec3 *out) {
    vrm_vec3 one = vrmi_vec3_cross(along, fabsf(along.x) < 0.8f ? axis_x() : axis_y()), other;
    vrm_vec3 lower, sum = vrm_vec3_make(0.0f, 0.0f, 0.0f);
    float xx = 0.0f, xy = 0.0f, yy = 0.0f, angle, s, c;
    uint32_t samples = vrmi_bvh_sample_count(body);
    one = vrmi_vec3_safe_normalize(one, axis_x());
    other = vrmi_vec3_cross(along, one);
    if (!find_direction(body, limb->lower, limb->end, &lower)) lower = along;
    for (uint32_t i = 0; i < samples; ++i) {
        vrm_quat bend =
            rotation_under(body->bvh, body->joints[limb->lower], body->joints[limb->upper],
                           (uint32_t)vrmi_bvh_sample(body, i));
        vrm_vec3 axis = vrmi_vec3_cross(along, vrmi_quat_rotate(bend, lower));
        float x = vrmi_vec3_dot(axis, one), y = vrmi_vec3_dot(axis, other);
        xx += x * x;
        xy += x * y;
        yy += y * y;
        sum = vrmi_vec3_add(sum, axis);
    }
    if (xx + yy < 1e-3f * (float)samples) return false;
    angle = 0.5f * vrmi_atan2(2.0f * xy, xx - yy);
    vrmi_sincos(angle, &s, &c);
    *out = vrmi_vec3_add(vrmi_vec3_scale(one, c), vrmi_vec3_scale(other, s));
    if (vrmi_vec3_dot(*out, sum) < 0.0f) *out = vrmi_vec3_negate(*out);
    return true;
}

/* The rotation that takes two directions at right angles to two others. */
static vrm_quat rotation_of(vrm_vec3 a, vrm_vec3 b, vrm_vec3 to_a, vrm_vec3 to_b) {
    const vrmi_bvh_stance from = {b, a, vrmi_vec3_cross(a, b)};
    const vrmi_bvh_stance to = {to_b, to_a, vrmi_vec3_cross(to_a, to_b)};
    return vrmi_quat_normalize(
        vrmi_quat_multiply(vrmi_quat_conjugate(vrmi_bvh_turn_of(&to)), vrmi_bvh_turn_of(&from)));
}

/* A rotation, turned further by the shortest way so that a direction points to a target. */
static vrm_quat aim(vrm_quat rotation, vrm_vec3 direction, vrm_vec3 target) {
    return vrmi_quat_normalize(vrmi_quat_multiply(
        vrmi_quat_from_to(vrmi_quat_rotate(rotation, direction), target), rotation));
}

/* The same for the last bone of a limb, whose End Site may point anywhere: 60 degrees are as
 * much as a hand or a head can be off its limb. */
static vrm_quat aim_end(vrm_quat rotation, vrm_vec3 direction, vrm_vec3 target) {
    vrm_vec3 now = vrmi_quat_rotate(rotation, direction);
    return vrmi_bvh_cosine(now, target) > COS_60_DEGREES ? aim(rotation, direction, target)
                                                         : rotation;
}

/* --- Feet --- */

static vrm_vec3 in_our_space(const vrmi_bvh_body *body, vrm_vec3 v) {
    return vrmi_quat_rotate(body->turn, v);
}

/* How steeply the feet of the clip point down while their toes are low. */
typedef struct local_slopes {
    float values[2 * VRMI_BVH_MOST_SAMPLES];
    uint32_t count;
} local_slopes;

static void find_slopes(const vrmi_bvh_body *body, vrm_bone foot, vrm_bone toes, float leg,
                        local_slopes *out) {
    float heights[VRMI_BVH_MOST_SAMPLES], slopes[VRMI_BVH_MOST_SAMPLES], lowest = FLT_MAX;
    uint32_t samples = vrmi_bvh_sample_count(body);
    int32_t joint = body->joints[foot];
    vrm_vec3 tip;
    if (!vrmi_bvh_tip(body, foot, toes, &tip)) return;
    for (uint32_t i = 0; i < samples; ++i) {
        vrm_vec3 along;
        vrmi_bvh_pose(body, vrmi_bvh_sample(body, i), &body->scratch);
        along = in_our_space(body, vrmi_quat_rotate(body->scratch.rotations[joint], tip));
        heights[i] = in_our_space(body, body->scratch.places[joint]).y + along.y;
        slopes[i] = -vrmi_bvh_cosine(along, axis_y());
        lowest = vrmi_min(lowest, heights[i]);
    }
    for (uint32_t i = 0; i < samples; ++i) {
        if (heights[i] <= lowest + 0.02f * leg) out->values[out->count++] = slopes[i];
    }
}

/*
 * The sine of the slope from ankle to toes of a foot whose sole is on the floor: the median of the
 * frames in which toes are lowest. A clip stands on its feet now and then.
 */
static float find_slope(const vrmi_bvh_body *body, float leg) {
    local_slopes slopes;
    slopes.count = 0;
    find_slopes(body, VRM_BONE_LEFT_FOOT, VRM_BONE_LEFT_TOES, leg, &slopes);
    find_slopes(body, VRM_BONE_RIGHT_FOOT, VRM_BONE_RIGHT_TOES, leg, &slopes);
    if (slopes.count == 0) return 0.5f;
    vrmi_bvh_sort(slopes.values, slopes.count);
    return vrmi_clamp(slopes.values[slopes.count / 2], 0.0f, 0.9f);
}

static vrm_vec3 slope_direction(float sine) {
    return vrm_vec3_make(0.0f, -sine, sqrtf(1.0f - sine * sine));
}

/* --- The body --- */

/* Up in the file: where the trunk points on the whole. */
static vrm_vec3 find_up(const vrmi_bvh_body *body) {
    static const vrm_bone ends[4] = {VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_RIGHT_UPPER_ARM,
                                     VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_RIGHT_UPPER_LEG};
    vrm_vec3 sum = vrm_vec3_make(0.0f, 0.0f, 0.0f);
    uint32_t samples = vrmi_bvh_sample_count(body);
    for (uint32_t i = 0; i < samples; ++i) {
        vrm_vec3 trunk = vrm_vec3_make(0.0f, 0.0f, 0.0f);
        vrmi_bvh_pose(body, vrmi_bvh_sample(body, i), &body->scratch);
        for (int k = 0; k < 4; ++k) {
            vrm_vec3 place = body->scratch.places[body->joints[ends[k]]];
            trunk = vrmi_vec3_add(trunk, k < 2 ? place : vrmi_vec3_negate(place));
        }
        sum = vrmi_vec3_add(sum, vrmi_vec3_safe_normalize(trunk, axis_y()));
    }
    return vrmi_bvh_nearest_axis(sum);
}

static const vrm_bone trunk_bones[] = {VRM_BONE_HIPS,        VRM_BONE_SPINE, VRM_BONE_CHEST,
                                       VRM_BONE_UPPER_CHEST, VRM_BONE_NECK,  VRM_BONE_HEAD};
enum { TRUNK_COUNT = sizeof trunk_bones / sizeof trunk_bones[0] };

/* The bone of the trunk above one; VRM_NONE: the file has none. */
static vrm_bone next_of(const vrmi_bvh_body *body, int place) {
    for (++place; place < TRUNK_COUNT; ++place) {
        if (body->joints[trunk_bones[place]] != VRM_NONE) return trunk_bones[place];
    }
    return VRM_NONE;
}

/* False: legs and spine do not say how the hips are turned. */
static bool find_hips(const vrmi_bvh_body *body, vrm_quat *out) {
    vrm_vec3 up, left, right, axis;
    if (!find_direction(body, VRM_BONE_HIPS, next_of(body, 0), &up) ||
        !vrmi_bvh_tip(body, VRM_BONE_HIPS, VRM_BONE_LEFT_UPPER_LEG, &left) ||
        !vrmi_bvh_tip(body, VRM_BONE_HIPS, VRM_BONE_RIGHT_UPPER_LEG, &right)) {
        return false;
    }
    left = vrmi_vec3_sub(left, right);
    axis = vrmi_bvh_nearest_axis(left);
    if (vrmi_bvh_cosine(axis, left) > COS_30_DEGREES) left = axis;
    left = vrmi_vec3_sub(left, vrmi_vec3_scale(up, vrmi_vec3_dot(left, up)));
    if (vrmi_vec3_length(left) < 1e-3f) return false;
    *out = rotation_of(up, vrmi_vec3_safe_normalize(left, axis_x()), axis_y(), axis_x());
    return true;
}

/* What is known of a T-pose before the joints are gone through. */
typedef struct local_t_pose {
    vrm_quat hips;
    vrm_quat uppers[LIMB_COUNT]; /* of limbs with a hinge */
    bool has_hinge[LIMB_COUNT];
    float slope; /* of the feet, as a sine */
} local_t_pose;

static vrm_quat rotation_of_trunk(const vrmi_bvh_body *body, int place, vrm_quat above) {
    vrm_vec3 direction;
    vrm_bone next = next_of(body, place);
    if (!find_direction(body, trunk_bones[place], next, &direction)) return above;
    return next != VRM_NONE ? aim(above, direction, axis_y()) : aim_end(above, direction, axis_y());
}

static vrm_quat rotation_of_limb(const vrmi_bvh_body *body, const local_limb *limb,
                                 const local_t_pose *known, int index, bool is_upper,
                                 vrm_quat above) {
    vrm_vec3 direction;
    if (is_upper && known->has_hinge[index]) return known->uppers[index];
    if (!find_direction(body, is_upper ? limb->upper : limb->lower,
                        is_upper ? limb->lower : limb->end, &direction)) {
        return above;
    }
    /* Between the two there may be joints that share their turn about themselves. */
    if (known->has_hinge[index]) above = known->uppers[index];
    return aim(above, direction, limb->target);
}

/* Shoulders and joints between bones have no direction that all bodies have in common, and move
 * little: in a T-pose they are as they are on the whole. */
static vrm_quat rotation_on_the_whole(const vrmi_bvh_body *body, int32_t joint, vrm_quat above) {
    vrm_quat first = vrmi_bvh_rotation(body->bvh, (uint32_t)joint, 0);
    vrm_quat sum = vrm_quat_make(0.0f, 0.0f, 0.0f, 0.0f);
    uint32_t samples = vrmi_bvh_sample_count(body);
    for (uint32_t i = 0; i < samples; ++i) {
        vrm_quat q =
            vrmi_bvh_rotation(body->bvh, (uint32_t)joint, (uint32_t)vrmi_bvh_sample(body, i));
        if (vrmi_quat_dot(q, first) < 0.0f) q = vrmi_quat_negate(q);
        sum = vrm_quat_make(sum.x + q.x, sum.y + q.y, sum.z + q.z, sum.w + q.w);
    }
    return vrmi_quat_normalize(vrmi_quat_multiply(above, vrmi_quat_normalize(sum)));
}

/* A hand is in one line with its arm, up to the middle finger; fingers are straight, and the thumb
 * goes forward by half a right angle. */
static vrm_quat rotation_of_hand(const vrmi_bvh_body *body, bool is_left, int32_t joint,
                                 vrm_vec3 target, vrm_quat above) {
    vrm_bone hand = is_left ? VRM_BONE_LEFT_HAND : VRM_BONE_RIGHT_HAND;
    vrm_bone thumb = is_left ? VRM_BONE_LEFT_THUMB_METACARPAL : VRM_BONE_RIGHT_THUMB_METACARPAL;
    vrm_vec3 tip;
    if (joint == body->joints[hand]) {
        vrm_bone middle = is_left ? VRM_BONE_LEFT_MIDDLE_PROXIMAL : VRM_BONE_RIGHT_MIDDLE_PROXIMAL;
        return vrmi_bvh_tip(body, hand, middle, &tip) ? aim_end(above, tip, target) : above;
    }
    for (vrm_bone bone = thumb; bone < thumb + 15; ++bone) {
        bool is_last = (bone - thumb) % 3 == 2;
        if (joint != body->joints[bone]) continue;
        if (!vrmi_bvh_tip(body, bone, is_last ? VRM_NONE : bone + 1, &tip)) return above;
        return aim_end(above, tip, bone < thumb + 3 ? vrmi_vec3_add(target, axis_z()) : target);
    }
    return above;
}

static bool is_bone(const vrmi_bvh_body *body, int32_t joint) {
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        if (body->joints[bone] == joint) return true;
    }
    return false;
}

static vrm_quat rotation_of_joint(const vrmi_bvh_body *body, const local_limb limbs[LIMB_COUNT],
                                  const local_t_pose *known, int32_t joint, vrm_quat above) {
    static const vrm_bone shoulders[2] = {VRM_BONE_LEFT_SHOULDER, VRM_BONE_RIGHT_SHOULDER};
    static const vrm_bone feet[2] = {VRM_BONE_LEFT_FOOT, VRM_BONE_RIGHT_FOOT};
    static const vrm_bone toes[2] = {VRM_BONE_LEFT_TOES, VRM_BONE_RIGHT_TOES};
    vrm_vec3 direction;
    if (body->is_above_hips[joint] || !body->is_needed[joint]) {
        return joint == body->joints[VRM_BONE_HIPS] ? known->hips : above;
    }
    if (!is_bone(body, joint)) return rotation_on_the_whole(body, joint, above);
    for (int i = 1; i < TRUNK_COUNT; ++i) {
        if (joint == body->joints[trunk_bones[i]]) return rotation_of_trunk(body, i, above);
    }
    for (int i = 0; i < LIMB_COUNT; ++i) {
        bool is_upper = joint == body->joints[limbs[i].upper];
        if (!is_upper && joint != body->joints[limbs[i].lower]) continue;
        return rotation_of_limb(body, &limbs[i], known, i, is_upper, above);
    }
    for (int i = 0; i < 2; ++i) {
        if (joint == body->joints[shoulders[i]]) {
            return rotation_on_the_whole(body, joint, above);
        }
        if (joint == body->joints[feet[i]] && find_direction(body, feet[i], toes[i], &direction)) {
            return aim(above, direction, slope_direction(known->slope));
        }
        if (joint == body->joints[toes[i]] && find_direction(body, toes[i], VRM_NONE, &direction)) {
            return aim(above, direction, axis_z());
        }
    }
    above = rotation_of_hand(body, true, joint, limbs[0].target, above);
    return rotation_of_hand(body, false, joint, limbs[1].target, above);
}

static float leg_length(const vrmi_bvh_body *body, const local_limb *leg) {
    vrm_vec3 upper = vrm_vec3_make(0.0f, 0.0f, 0.0f), lower = upper;
    vrmi_bvh_tip(body, leg->upper, leg->lower, &upper);
    vrmi_bvh_tip(body, leg->lower, leg->end, &lower);
    return vrmi_vec3_length(upper) + vrmi_vec3_length(lower);
}

bool vrmi_bvh_find_local_t_pose(vrmi_bvh_body *body) {
    const vrmi_bvh *bvh = body->bvh;
    local_limb limbs[LIMB_COUNT];
    local_t_pose known;
    uint32_t stiff = 0;
    list_limbs(limbs);
    if (!is_local(body, limbs) || !find_hips(body, &known.hips)) return false;
    body->turn = vrmi_quat_from_to(find_up(body), axis_y());
    for (int i = 0; i < LIMB_COUNT; ++i) {
        vrm_vec3 along, hinge;
        known.has_hinge[i] = find_direction(body, limbs[i].upper, limbs[i].lower, &along) &&
                             find_hinge(body, &limbs[i], along, &hinge);
        stiff += !known.has_hinge[i];
        if (!known.has_hinge[i]) continue;
        known.uppers[i] = rotation_of(along, hinge, limbs[i].target, limbs[i].hinge);
    }
    known.slope = find_slope(body, leg_length(body, &limbs[2]));
    for (uint32_t i = 0; i < bvh->joint_count; ++i) {
        int32_t parent = bvh->joints[i].parent;
        vrm_quat above = parent != VRM_NONE ? body->t_pose[parent] : vrmi_quat_identity();
        body->t_pose[i] = rotation_of_joint(body, limbs, &known, (int32_t)i, above);
    }
    vrmi_load_found(body->load, VRMI_BVH_NO_REST, NULL, NULL);
    if (stiff != 0) {
        vrmi_load_found(body->load, VRMI_BVH_STIFF_LIMBS, NULL, VRMI_WITH(vrmi_unsigned(stiff)));
    }
    return true;
}
