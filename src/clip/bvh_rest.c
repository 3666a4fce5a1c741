/* The T-pose of files that show one: in their offsets, or in their first frame. */
#include "clip/bvh_body.h"

#include "clip/diagnostics.h"
#include "model/model.h"

/* Cosines of what counts as a T. */
#define COS_5_DEGREES 0.99619470f
#define COS_10_DEGREES 0.98480775f
#define COS_15_DEGREES 0.96592583f
#define COS_30_DEGREES 0.86602540f
#define COS_45_DEGREES 0.70710678f

/* --- Figures --- */

void vrmi_bvh_pose(const vrmi_bvh_body *body, int32_t frame, const vrmi_bvh_figure *out) {
    const vrmi_bvh *bvh = body->bvh;
    for (uint32_t i = 0; i < bvh->joint_count; ++i) {
        const vrmi_bvh_joint *joint = &bvh->joints[i];
        vrm_quat rotation = vrmi_quat_identity();
        vrm_vec3 place = joint->offset;
        if (frame != VRMI_BVH_OFFSETS_ALONE) {
            if (body->is_needed[i]) rotation = vrmi_bvh_rotation(bvh, i, (uint32_t)frame);
            if (body->is_above_hips[i]) place = vrmi_bvh_place(bvh, i, (uint32_t)frame);
        }
        if (joint->parent != VRM_NONE) {
            vrm_quat above = out->rotations[joint->parent];
            rotation = vrmi_quat_normalize(vrmi_quat_multiply(above, rotation));
            place = vrmi_vec3_add(out->places[joint->parent], vrmi_quat_rotate(above, place));
        }
        out->rotations[i] = rotation;
        out->places[i] = place;
    }
}

/* A look at a frame costs what its joints cost; all looks together cost about as much as a second
 * of a film of a crowd. */
uint32_t vrmi_bvh_sample_count(const vrmi_bvh_body *body) {
    const uint32_t most_joints = 1u << 20, most = VRMI_BVH_MOST_SAMPLES, least = 8;
    uint32_t count = most_joints / body->bvh->joint_count;
    count = count > most ? most : count < least ? least : count;
    return count < body->bvh->frame_count ? count : body->bvh->frame_count;
}

int32_t vrmi_bvh_sample(const vrmi_bvh_body *body, uint32_t sample) {
    return (int32_t)((uint64_t)sample * body->bvh->frame_count / vrmi_bvh_sample_count(body));
}

static vrm_vec3 unit_of(vrm_vec3 v) {
    return vrmi_vec3_safe_normalize(v, vrm_vec3_make(0.0f, 0.0f, 0.0f));
}

float vrmi_bvh_cosine(vrm_vec3 a, vrm_vec3 b) { return vrmi_vec3_dot(unit_of(a), unit_of(b)); }

vrm_vec3 vrmi_bvh_nearest_axis(vrm_vec3 v) {
    float x = fabsf(v.x), y = fabsf(v.y), z = fabsf(v.z);
    /* Of equal ones, +Y is what most files have. */
    if (y >= x && y >= z) return vrm_vec3_make(0.0f, v.y < 0.0f ? -1.0f : 1.0f, 0.0f);
    if (z >= x) return vrm_vec3_make(0.0f, 0.0f, v.z < 0.0f ? -1.0f : 1.0f);
    return vrm_vec3_make(v.x < 0.0f ? -1.0f : 1.0f, 0.0f, 0.0f);
}

vrm_quat vrmi_bvh_turn_of(const vrmi_bvh_stance *stance) {
    const vrm_vec3 x = stance->left, y = stance->up, z = stance->forward;
    const vrm_mat4 rows = {{x.x, y.x, z.x, 0, x.y, y.y, z.y, 0, x.z, y.z, z.z, 0, 0, 0, 0, 1}};
    return vrmi_mat4_rotation(&rows);
}

bool vrmi_bvh_tip(const vrmi_bvh_body *body, vrm_bone bone, vrm_bone next, vrm_vec3 *out) {
    const vrmi_bvh *bvh = body->bvh;
    int32_t joint = body->joints[bone], tip = next != VRM_NONE ? body->joints[next] : VRM_NONE;
    if (joint == VRM_NONE) return false;
    *out = vrm_vec3_make(0.0f, 0.0f, 0.0f);
    if (tip != VRM_NONE) {
        for (; tip != VRM_NONE && tip != joint; tip = bvh->joints[tip].parent) {
            *out = vrmi_vec3_add(*out, bvh->joints[tip].offset);
        }
        if (tip == VRM_NONE) return false; /* it does not hang on this one */
    } else if (bvh->joints[joint].has_end) {
        *out = bvh->joints[joint].end;
    } else if ((uint32_t)joint + 1 < bvh->joint_count && bvh->joints[joint + 1].parent == joint) {
        *out = bvh->joints[joint + 1].offset;
    }
    return vrmi_vec3_length(*out) > 0.0f;
}

/* --- Limbs --- */

typedef struct bvh_limb {
    vrm_bone upper, lower, end;
    bool is_left, is_arm;
} bvh_limb;

static const bvh_limb limbs[] = {
    {VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_LEFT_LOWER_ARM, VRM_BONE_LEFT_HAND, true, true},
    {VRM_BONE_RIGHT_UPPER_ARM, VRM_BONE_RIGHT_LOWER_ARM, VRM_BONE_RIGHT_HAND, false, true},
    {VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_LEFT_LOWER_LEG, VRM_BONE_LEFT_FOOT, true, false},
    {VRM_BONE_RIGHT_UPPER_LEG, VRM_BONE_RIGHT_LOWER_LEG, VRM_BONE_RIGHT_FOOT, false, false},
};
enum { LIMB_COUNT = sizeof limbs / sizeof limbs[0] };

/* Where the two parts of a limb point, in a figure. The lower one may have no tip: then 0. */
typedef struct bvh_directions {
    vrm_vec3 upper, lower, whole;
} bvh_directions;

static vrm_vec3 place_of(const vrmi_bvh_body *body, const vrmi_bvh_figure *figure, vrm_bone bone) {
    return figure->places[body->joints[bone]];
}

static bvh_directions directions_of(const vrmi_bvh_body *body, const vrmi_bvh_figure *figure,
                                    const bvh_limb *limb) {
    bvh_directions out;
    vrm_vec3 tip;
    out.upper =
        vrmi_vec3_sub(place_of(body, figure, limb->lower), place_of(body, figure, limb->upper));
    out.lower = vrm_vec3_make(0.0f, 0.0f, 0.0f);
    if (vrmi_bvh_tip(body, limb->lower, limb->end, &tip)) {
        /* Joints between two bones do not turn here, or turn both. */
        out.lower = vrmi_quat_rotate(figure->rotations[body->joints[limb->lower]], tip);
    }
    out.whole = vrmi_vec3_add(out.upper, out.lower);
    return out;
}

static vrm_vec3 target_of(const bvh_limb *limb, const vrmi_bvh_stance *stance) {
    if (!limb->is_arm) return vrmi_vec3_negate(stance->up);
    return limb->is_left ? stance->left : vrmi_vec3_negate(stance->left);
}

/* Whether a limb of a figure is that of a T: as a whole, and with nearly straight parts. Knees and
 * elbows of real bodies are not on a straight line, and are in a T-pose nevertheless. */
static bool is_in_t(const vrmi_bvh_body *body, const vrmi_bvh_figure *figure, const bvh_limb *limb,
                    const vrmi_bvh_stance *stance, float cosine) {
    bvh_directions d = directions_of(body, figure, limb);
    vrm_vec3 target = target_of(limb, stance);
    if (vrmi_bvh_cosine(d.upper, target) < vrmi_min(cosine, COS_15_DEGREES)) return false;
    if (vrmi_vec3_length(d.lower) > 0.0f &&
        vrmi_bvh_cosine(d.lower, target) < vrmi_min(cosine, COS_15_DEGREES)) {
        return false;
    }
    return vrmi_bvh_cosine(d.whole, target) >= cosine;
}

static bool is_t(const vrmi_bvh_body *body, const vrmi_bvh_figure *figure,
                 const vrmi_bvh_stance *stance, float arms, float legs) {
    for (int i = 0; i < LIMB_COUNT; ++i) {
        float cosine = limbs[i].is_arm ? arms : legs;
        if (!is_in_t(body, figure, &limbs[i], stance, cosine)) return false;
    }
    return true;
}

/* --- Up, left and forward --- */

static vrm_vec3 across(const vrmi_bvh_body *body, const vrmi_bvh_figure *figure, vrm_bone left,
                       vrm_bone right) {
    return vrmi_vec3_sub(place_of(body, figure, left), place_of(body, figure, right));
}

static vrm_vec3 middle(const vrmi_bvh_body *body, const vrmi_bvh_figure *figure, vrm_bone left,
                       vrm_bone right) {
    return vrmi_vec3_scale(
        vrmi_vec3_add(place_of(body, figure, left), place_of(body, figure, right)), 0.5f);
}

/* From the hip joints to the shoulders. */
static vrm_vec3 trunk_of(const vrmi_bvh_body *body, const vrmi_bvh_figure *figure) {
    return vrmi_vec3_sub(middle(body, figure, VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_RIGHT_UPPER_ARM),
                         middle(body, figure, VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_RIGHT_UPPER_LEG));
}

/* The toes point forward: the sum of both sides. 0: the file does not say where they are. */
static vrm_vec3 toes_of(const vrmi_bvh_body *body, const vrmi_bvh_figure *figure) {
    static const vrm_bone feet[2][2] = {{VRM_BONE_LEFT_FOOT, VRM_BONE_LEFT_TOES},
                                        {VRM_BONE_RIGHT_FOOT, VRM_BONE_RIGHT_TOES}};
    vrm_vec3 sum = vrm_vec3_make(0.0f, 0.0f, 0.0f), tip;
    for (int i = 0; i < 2; ++i) {
        if (!vrmi_bvh_tip(body, feet[i][0], feet[i][1], &tip)) continue;
        tip = vrmi_quat_rotate(figure->rotations[body->joints[feet[i][0]]], tip);
        sum = vrmi_vec3_add(sum, unit_of(tip));
    }
    return sum;
}

/* Knees bend so that the shin goes back, whatever the names of sides say. The sum over the clip of
 * how far shins go forward, as the figure at rest sees it. */
static vrm_vec3 knees_of(const vrmi_bvh_body *body, const vrmi_bvh_figure *rest) {
    vrm_vec3 sum = vrm_vec3_make(0.0f, 0.0f, 0.0f);
    uint32_t samples = vrmi_bvh_sample_count(body);
    for (uint32_t i = 0; i < samples; ++i) {
        uint32_t frame = (uint32_t)vrmi_bvh_sample(body, i);
        for (int k = 2; k < LIMB_COUNT; ++k) {
            int32_t knee = body->joints[limbs[k].lower];
            vrm_quat bend = vrmi_bvh_rotation(body->bvh, (uint32_t)knee, frame);
            vrm_vec3 straight, bent;
            if (!vrmi_bvh_tip(body, limbs[k].lower, limbs[k].end, &straight)) continue;
            bent = vrmi_vec3_sub(unit_of(straight), unit_of(vrmi_quat_rotate(bend, straight)));
            sum = vrmi_vec3_add(sum, vrmi_quat_rotate(rest->rotations[knee], bent));
        }
    }
    return vrmi_vec3_scale(sum, 1.0f / (float)(2 * samples));
}

static vrm_vec3 without(vrm_vec3 v, vrm_vec3 axis) {
    return vrmi_vec3_sub(v, vrmi_vec3_scale(axis, vrmi_vec3_dot(v, axis)));
}

/* Left and right change places: the file is a mirror image of what its names say. */
static void swap_sides(vrmi_bvh_body *body) {
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        vrm_bone other = vrmi_bone_mirror(bone);
        int32_t joint = body->joints[bone];
        if (other <= bone) continue; /* it has no side, or its turn was before */
        body->joints[bone] = body->joints[other];
        body->joints[other] = joint;
    }
    vrmi_load_found(body->load, VRMI_BVH_MIRRORED, NULL, NULL);
}

/* What points forward without asking for names; 0: nothing does. */
static vrm_vec3 forward_of(const vrmi_bvh_body *body, const vrmi_bvh_figure *figure, vrm_vec3 up) {
    vrm_vec3 toes = without(toes_of(body, figure), up);
    vrm_vec3 knees;
    if (vrmi_vec3_length(toes) > 0.3f) return toes;
    knees = without(knees_of(body, figure), up);
    if (vrmi_vec3_length(knees) > 0.05f) return knees; /* 3 degrees as a mean */
    return vrm_vec3_make(0.0f, 0.0f, 0.0f);
}

/*
 * How a figure stands, and false if it is none: the head above the hips, the feet below them, the
 * left side not at the right. Sides are corrected where toes and knees know better than names.
 */
static bool find_stance(vrmi_bvh_body *body, const vrmi_bvh_figure *figure, vrmi_bvh_stance *out) {
    vrm_vec3 trunk = trunk_of(body, figure);
    vrm_vec3 left;
    out->up = vrmi_bvh_nearest_axis(trunk);
    if (vrmi_bvh_cosine(trunk, out->up) < COS_45_DEGREES) return false;
    for (int i = 2; i < LIMB_COUNT; ++i) {
        bvh_directions d = directions_of(body, figure, &limbs[i]);
        if (vrmi_bvh_cosine(d.upper, out->up) > -COS_45_DEGREES) return false;
    }
    left = vrmi_vec3_add(across(body, figure, VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_RIGHT_UPPER_LEG),
                         across(body, figure, VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_RIGHT_UPPER_ARM));
    if (vrmi_vec3_length(left) < 0.05f * vrmi_vec3_length(trunk)) return false;
    if (fabsf(vrmi_bvh_cosine(left, out->up)) > COS_45_DEGREES) return false;
    left = unit_of(without(left, out->up));
    if (vrmi_bvh_cosine(vrmi_vec3_cross(left, out->up), forward_of(body, figure, out->up)) <
        -0.5f) {
        left = vrmi_vec3_negate(left);
        swap_sides(body);
    }
    out->left = left;
    out->forward = vrmi_vec3_cross(left, out->up);
    return true;
}

/* Offsets lie along axes; what is a little off them is rounding, or hips that are not quite alike
 * on both sides. */
static void snap_to_axes(vrmi_bvh_stance *stance) {
    vrm_vec3 axis = vrmi_bvh_nearest_axis(stance->left);
    if (vrmi_bvh_cosine(axis, stance->left) < COS_15_DEGREES) return;
    stance->left = axis;
    stance->forward = vrmi_vec3_cross(axis, stance->up);
}

/* --- The T-pose of a figure --- */

/* What one joint turns in addition to its parent, so that a figure becomes a T. */
static vrm_quat correction_of(const vrmi_bvh_body *body, const vrmi_bvh_figure *figure,
                              const vrmi_bvh_stance *stance, int32_t joint, vrm_quat above,
                              const bool *is_bent) {
    for (int i = 0; i < LIMB_COUNT; ++i) {
        bvh_directions d;
        vrm_vec3 from;
        if (!is_bent[i]) continue;
        if (joint != body->joints[limbs[i].upper] && joint != body->joints[limbs[i].lower]) {
            continue;
        }
        d = directions_of(body, figure, &limbs[i]);
        from = joint == body->joints[limbs[i].upper] ? d.upper : d.lower;
        if (vrmi_vec3_length(from) == 0.0f) return vrmi_quat_identity();
        return vrmi_quat_from_to(vrmi_quat_rotate(above, unit_of(from)),
                                 target_of(&limbs[i], stance));
    }
    return vrmi_quat_identity();
}

static bool is_foot(const vrmi_bvh_body *body, int32_t joint) {
    return joint == body->joints[VRM_BONE_LEFT_FOOT] || joint == body->joints[VRM_BONE_RIGHT_FOOT];
}

/*
 * Limbs that are off the T are turned to it by the shortest way, hands and fingers with their arms.
 * Feet stay flat on the floor. The trunk stays as it is.
 */
static void make_t(vrmi_bvh_body *body, const vrmi_bvh_figure *figure,
                   const vrmi_bvh_stance *stance) {
    const vrmi_bvh *bvh = body->bvh;
    vrm_quat *corrections = body->t_pose; /* until they are applied */
    bool is_bent[LIMB_COUNT];
    for (int i = 0; i < LIMB_COUNT; ++i) {
        is_bent[i] = !is_in_t(body, figure, &limbs[i], stance,
                              limbs[i].is_arm ? COS_5_DEGREES : COS_10_DEGREES);
    }
    body->turn = vrmi_bvh_turn_of(stance);
    for (uint32_t i = 0; i < bvh->joint_count; ++i) {
        int32_t parent = bvh->joints[i].parent;
        vrm_quat above = parent != VRM_NONE ? corrections[parent] : vrmi_quat_identity();
        if (is_foot(body, (int32_t)i)) above = vrmi_quat_identity();
        corrections[i] = vrmi_quat_multiply(
            correction_of(body, figure, stance, (int32_t)i, above, is_bent), above);
    }
    for (uint32_t i = 0; i < bvh->joint_count; ++i) {
        vrm_quat rotation = vrmi_quat_multiply(corrections[i], figure->rotations[i]);
        body->t_pose[i] = vrmi_quat_normalize(vrmi_quat_multiply(body->turn, rotation));
    }
}

static bool try_offsets(vrmi_bvh_body *body, bool must_be_t) {
    vrmi_bvh_stance stance;
    vrmi_bvh_pose(body, VRMI_BVH_OFFSETS_ALONE, &body->scratch);
    if (!find_stance(body, &body->scratch, &stance)) return false;
    snap_to_axes(&stance);
    if (must_be_t && !is_t(body, &body->scratch, &stance, COS_5_DEGREES, COS_10_DEGREES)) {
        return false;
    }
    make_t(body, &body->scratch, &stance);
    return true;
}

static bool try_first_frame(vrmi_bvh_body *body, float arms, float legs) {
    vrmi_bvh_stance stance;
    vrmi_bvh_pose(body, 0, &body->scratch);
    if (!find_stance(body, &body->scratch, &stance)) return false;
    if (!is_t(body, &body->scratch, &stance, arms, legs)) return false;
    make_t(body, &body->scratch, &stance);
    return true;
}

static void place_t_pose(vrmi_bvh_body *body) {
    const vrmi_bvh *bvh = body->bvh;
    for (uint32_t i = 0; i < bvh->joint_count; ++i) {
        int32_t parent = bvh->joints[i].parent;
        body->places[i] = vrm_vec3_make(0.0f, 0.0f, 0.0f);
        if (parent == VRM_NONE) continue;
        body->places[i] = vrmi_vec3_add(
            body->places[parent], vrmi_quat_rotate(body->t_pose[parent], bvh->joints[i].offset));
    }
}

bool vrmi_bvh_find_t_pose(vrmi_bvh_body *body) {
    bool is_found = false;
    if (body->family->first_frame_is_t_pose) {
        is_found = try_first_frame(body, COS_30_DEGREES, COS_30_DEGREES);
    }
    is_found = is_found || try_offsets(body, true) ||
               try_first_frame(body, COS_10_DEGREES, COS_15_DEGREES) || try_offsets(body, false) ||
               vrmi_bvh_find_local_t_pose(body);
    if (is_found) place_t_pose(body);
    return is_found;
}

/* The largest turn of a limb from one frame to the next, as 1 - cosine. */
static float jump_of(const vrmi_bvh_body *body, int32_t frame) {
    bvh_directions before[LIMB_COUNT];
    float most = 0.0f;
    vrmi_bvh_pose(body, frame, &body->scratch);
    for (int i = 0; i < LIMB_COUNT; ++i) {
        before[i] = directions_of(body, &body->scratch, &limbs[i]);
    }
    vrmi_bvh_pose(body, frame + 1, &body->scratch);
    for (int i = 0; i < LIMB_COUNT; ++i) {
        bvh_directions after = directions_of(body, &body->scratch, &limbs[i]);
        most = vrmi_max(most, 1.0f - vrmi_bvh_cosine(before[i].whole, after.whole));
    }
    return most;
}

bool vrmi_bvh_jumps_from_t_pose(vrmi_bvh_body *body) {
    vrmi_bvh_stance stance;
    float jump;
    if (body->bvh->frame_count < 3) return false;
    vrmi_bvh_pose(body, 0, &body->scratch);
    if (!find_stance(body, &body->scratch, &stance)) return false;
    if (!is_t(body, &body->scratch, &stance, COS_10_DEGREES, COS_15_DEGREES)) return false;
    jump = jump_of(body, 0);
    /* A clip with few keys has large steps everywhere. A third of an angle is a ninth of this. */
    return jump > 1.0f - COS_15_DEGREES && jump_of(body, 1) < jump / 9.0f;
}
