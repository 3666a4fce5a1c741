/*
 * Poses: blending, adding and subtracting.
 *
 * Rotations are taken four at a time where both poses say all four, which is the rule; the scalar
 * functions say what is computed, and give the same bits.
 */
#include "motion/pose.h"
#include "motion/quat_wide.h"

/* What the result takes from which pose: bits of bones, or of presets. */
typedef struct shares {
    uint64_t both;
    uint64_t a;
    uint64_t b;
} shares;

/* At weight 0 and 1 nothing is blended, so that bits stay as they are. */
static shares share(uint64_t a, uint64_t b, float weight, uint64_t all) {
    shares shares;
    a &= all;
    b &= all;
    shares.both = weight > 0.0f && weight < 1.0f ? a & b : 0;
    shares.a = weight <= 0.0f ? a : a & ~b;
    shares.b = weight >= 1.0f ? b : b & ~a;
    return shares;
}

/* --- Rotations --- */

static vrm_quat blend_rotation(vrm_quat a, vrm_quat b, float weight) {
    float of_a = 1.0f - weight, of_b = vrmi_quat_dot(a, b) < 0.0f ? -weight : weight;
    return vrmi_quat_normalize(vrm_quat_make(a.x * of_a + b.x * of_b, a.y * of_a + b.y * of_b,
                                             a.z * of_a + b.z * of_b, a.w * of_a + b.w * of_b));
}

/* False: the scalar function has to do it. */
static inline bool blend_quats(vrmi_quats a, vrmi_quats b, float weight, vrmi_quats *out) {
    vrmi_wide of_b = vrmi_wide_with_sign(vrmi_quats_dot(a, b), vrmi_wide_set(weight));
    *out = vrmi_quats_add(vrmi_quats_scale(a, vrmi_wide_set(1.0f - weight)),
                          vrmi_quats_scale(b, of_b));
    return vrmi_quats_normalize(out);
}

static bool blend_rotations(const vrm_quat *a, const vrm_quat *b, float weight, vrm_quat *out) {
    vrmi_quats sum;
    if (!blend_quats(vrmi_quats_load(a), vrmi_quats_load(b), weight, &sum)) return false;
    vrmi_quats_store(out, sum);
    return true;
}

vrm_quat vrmi_pose_blend_rotation(vrm_quat a, vrm_quat b, float weight) {
    return weight >= 1.0f ? b : blend_rotation(a, b, weight);
}

/*
 * base ((1 - w) + w d), normalized once: a product is linear, so that the difference need not have
 * a length of 1. Squares of what is left of a small difference are not looked at: a component is 0
 * or it is not.
 */
static vrm_quat add_rotation(vrm_quat base, vrm_quat difference, float weight) {
    float of_d = difference.w < 0.0f ? -weight : weight;
    vrm_quat turn = vrm_quat_make(difference.x * of_d, difference.y * of_d, difference.z * of_d,
                                  (1.0f - weight) + difference.w * of_d);
    /* A bone that does not move keeps its bits. */
    if (fabsf(difference.x) + fabsf(difference.y) + fabsf(difference.z) == 0.0f) return base;
    return vrmi_quat_normalize(vrmi_quat_multiply(base, turn));
}

static bool add_rotations(const vrm_quat *base, const vrm_quat *difference, float weight,
                          vrm_quat *out) {
    vrmi_quats from = vrmi_quats_load(base), d = vrmi_quats_load(difference), product;
    vrmi_wide of_d = vrmi_wide_with_sign(d.w, vrmi_wide_set(weight));
    vrmi_wide moved =
        vrmi_wide_add(vrmi_wide_add(vrmi_wide_abs(d.x), vrmi_wide_abs(d.y)), vrmi_wide_abs(d.z));
    d = vrmi_quats_scale(d, of_d);
    d.w = vrmi_wide_add(vrmi_wide_set(1.0f - weight), d.w);
    product = vrmi_quats_multiply(from, d);
    if (!vrmi_quats_normalize(&product)) return false;
    vrmi_quats_store(out, vrmi_quats_select_zero(moved, from, product));
    return true;
}

static vrm_quat rotation_of(const vrm_pose *a, const vrm_pose *b, int bone, shares shares,
                            float weight) {
    if ((shares.both & VRM_BONE_BIT(bone)) != 0) {
        return blend_rotation(a->rotations[bone], b->rotations[bone], weight);
    }
    if ((shares.a & VRM_BONE_BIT(bone)) != 0) return a->rotations[bone];
    if ((shares.b & VRM_BONE_BIT(bone)) != 0) return b->rotations[bone];
    return vrmi_quat_identity();
}

static void blend_bones(const vrm_pose *a, const vrm_pose *b, float weight, vrm_pose *out) {
    shares shares = share(a->bones, b->bones, weight, VRM_ALL_BONES);
    uint64_t bones = (a->bones | b->bones) & VRM_ALL_BONES;
    for (int i = 0; i < VRM_BONE_COUNT; i += VRMI_WIDE) {
        int end = i + VRMI_WIDE < VRM_BONE_COUNT ? i + VRMI_WIDE : VRM_BONE_COUNT;
        if ((shares.both >> i & 15) == 15 &&
            blend_rotations(&a->rotations[i], &b->rotations[i], weight, &out->rotations[i])) {
            continue;
        }
        for (int bone = i; bone < end; ++bone) {
            out->rotations[bone] = rotation_of(a, b, bone, shares, weight);
        }
    }
    out->bones = bones;
}

/* --- All the rest --- */

static float blend_number(float a, float b, float weight) {
    return a * (1.0f - weight) + b * weight;
}

static vrm_vec3 blend_vector(vrm_vec3 a, vrm_vec3 b, float weight) {
    return vrmi_vec3_to_finite(vrm_vec3_make(blend_number(a.x, b.x, weight),
                                             blend_number(a.y, b.y, weight),
                                             blend_number(a.z, b.z, weight)));
}

static void blend_presets(const vrm_pose *a, const vrm_pose *b, float weight, vrm_pose *out) {
    shares shares = share(a->presets, b->presets, weight, VRM_ALL_PRESETS);
    uint32_t presets = (a->presets | b->presets) & VRM_ALL_PRESETS;
    for (int i = 0; i < VRM_PRESET_COUNT; ++i) {
        float value = 0.0f;
        if ((shares.both >> i & 1) != 0) {
            value = vrmi_saturate(blend_number(a->weights[i], b->weights[i], weight));
        } else if ((shares.a >> i & 1) != 0) {
            value = a->weights[i];
        } else if ((shares.b >> i & 1) != 0) {
            value = b->weights[i];
        }
        out->weights[i] = value;
    }
    out->presets = presets;
}

static vrmi_gaze blend_gaze(vrmi_gaze a, vrmi_gaze b, float weight) {
    if (b.kind == 0) return a;
    if (a.kind == 0) return b;
    if (a.kind != b.kind) return weight < 0.5f ? a : b;
    a.yaw_degrees = blend_number(a.yaw_degrees, b.yaw_degrees, weight);
    a.pitch_degrees = blend_number(a.pitch_degrees, b.pitch_degrees, weight);
    a.point = blend_vector(a.point, b.point, weight);
    return a;
}

static void blend_parts(const vrm_pose *a, const vrm_pose *b, float weight, vrm_pose *out) {
    shares shares = share(a->parts, b->parts, weight, VRM_POSE_HIPS);
    vrmi_gaze gaze = blend_gaze(vrmi_pose_gaze(a), vrmi_pose_gaze(b), weight);
    vrm_vec3 hips = vrm_vec3_make(0.0f, 0.0f, 0.0f);
    vrm_pose_parts parts = (a->parts | b->parts) & VRM_POSE_HIPS;
    if (shares.both != 0) {
        hips = blend_vector(a->hips, b->hips, weight);
    } else if (shares.a != 0) {
        hips = a->hips;
    } else if (shares.b != 0) {
        hips = b->hips;
    }
    out->parts = parts;
    out->hips = hips;
    vrmi_pose_set_gaze(out, gaze);
}

void vrm_pose_blend(const vrm_pose *a, const vrm_pose *b, float weight, vrm_pose *out) {
    vrmi_customs_rule rule = {0.0f, 0.0f, 1.0f, 1.0f, false};
    if (a == NULL || b == NULL || out == NULL) return;
    weight = vrmi_saturate(weight);
    rule.a = 1.0f - weight;
    rule.b = weight;
    vrmi_pose_mix_customs(a, b, rule, out);
    blend_bones(a, b, weight, out);
    blend_presets(a, b, weight, out);
    blend_parts(a, b, weight, out);
}

/* --- Differences --- */

static vrmi_gaze add_gaze(vrmi_gaze base, vrmi_gaze difference, float weight) {
    /* A difference of angles is a direction if none is set; one of points is no point. */
    if (base.kind == 0 && difference.kind == VRM_POSE_LOOK_AT_DEGREES) {
        base.kind = VRM_POSE_LOOK_AT_DEGREES;
        base.yaw_degrees = base.pitch_degrees = 0.0f;
    }
    if (base.kind != difference.kind) return base;
    base.yaw_degrees += weight * difference.yaw_degrees;
    base.pitch_degrees += weight * difference.pitch_degrees;
    base.point = vrmi_vec3_add(base.point, vrmi_vec3_scale(difference.point, weight));
    return base;
}

static void add_bones(const vrm_pose *base, const vrm_pose *difference, float weight,
                      vrm_pose *out) {
    uint64_t turned = difference->bones & VRM_ALL_BONES, bones = base->bones | turned;
    for (int i = 0; i < VRM_BONE_COUNT; i += VRMI_WIDE) {
        int end = i + VRMI_WIDE < VRM_BONE_COUNT ? i + VRMI_WIDE : VRM_BONE_COUNT;
        if ((turned >> i & 15) == 15 &&
            add_rotations(&base->rotations[i], &difference->rotations[i], weight,
                          &out->rotations[i])) {
            continue;
        }
        for (int bone = i; bone < end; ++bone) {
            vrm_quat rotation = base->rotations[bone];
            if ((turned & VRM_BONE_BIT(bone)) != 0) {
                rotation = add_rotation(rotation, difference->rotations[bone], weight);
            }
            out->rotations[bone] = rotation;
        }
    }
    out->bones = bones;
}

void vrm_pose_add(const vrm_pose *base, const vrm_pose *difference, float weight, vrm_pose *out) {
    vrmi_customs_rule rule = {1.0f, 0.0f, 1.0f, 0.0f, false};
    vrmi_gaze gaze;
    vrm_vec3 hips;
    vrm_pose_parts parts;
    uint32_t presets;
    if (base == NULL || difference == NULL || out == NULL) return;
    weight = vrmi_saturate(weight);
    if (weight <= 0.0f) {
        /* A pose that says nothing takes the place of the difference. */
        vrm_pose nothing;
        vrm_pose_init(&nothing);
        vrm_pose_blend(base, &nothing, 0.0f, out);
        return;
    }
    rule.b = rule.only_b = weight;
    vrmi_pose_mix_customs(base, difference, rule, out);
    presets = difference->presets & VRM_ALL_PRESETS;
    add_bones(base, difference, weight, out);
    for (int i = 0; i < VRM_PRESET_COUNT; ++i) {
        out->weights[i] = (presets >> i & 1) != 0
                              ? vrmi_saturate(base->weights[i] + weight * difference->weights[i])
                              : base->weights[i];
    }
    presets |= base->presets;
    gaze = add_gaze(vrmi_pose_gaze(base), vrmi_pose_gaze(difference), weight);
    hips = (difference->parts & VRM_POSE_HIPS) != 0
               ? vrmi_vec3_to_finite(
                     vrmi_vec3_add(base->hips, vrmi_vec3_scale(difference->hips, weight)))
               : base->hips;
    parts = (base->parts | difference->parts) & VRM_POSE_HIPS;
    out->presets = presets;
    out->hips = hips;
    out->parts = parts;
    vrmi_pose_set_gaze(out, gaze);
}

static vrmi_gaze subtract_gaze(vrmi_gaze pose, vrmi_gaze reference) {
    if (pose.kind != reference.kind) pose.kind = 0;
    pose.yaw_degrees -= reference.yaw_degrees;
    pose.pitch_degrees -= reference.pitch_degrees;
    pose.point = vrmi_vec3_sub(pose.point, reference.point);
    return pose;
}

static vrm_quat subtract_rotation(vrm_quat pose, vrm_quat reference) {
    return vrmi_quat_normalize(vrmi_quat_multiply(vrmi_quat_conjugate(reference), pose));
}

static bool subtract_rotations(const vrm_quat *pose, const vrm_quat *reference, vrm_quat *out) {
    vrmi_quats q = vrmi_quats_multiply(vrmi_quats_conjugate(vrmi_quats_load(reference)),
                                       vrmi_quats_load(pose));
    if (!vrmi_quats_normalize(&q)) return false;
    vrmi_quats_store(out, q);
    return true;
}

static void subtract_bones(const vrm_pose *pose, const vrm_pose *reference, vrm_pose *out) {
    uint64_t bones = pose->bones & reference->bones & VRM_ALL_BONES;
    for (int i = 0; i < VRM_BONE_COUNT; i += VRMI_WIDE) {
        int end = i + VRMI_WIDE < VRM_BONE_COUNT ? i + VRMI_WIDE : VRM_BONE_COUNT;
        if ((bones >> i & 15) == 15 &&
            subtract_rotations(&pose->rotations[i], &reference->rotations[i], &out->rotations[i])) {
            continue;
        }
        for (int bone = i; bone < end; ++bone) {
            bool is_said = (bones & VRM_BONE_BIT(bone)) != 0;
            out->rotations[bone] =
                is_said ? subtract_rotation(pose->rotations[bone], reference->rotations[bone])
                        : vrmi_quat_identity();
        }
    }
    out->bones = bones;
}

void vrm_pose_subtract(const vrm_pose *pose, const vrm_pose *reference, vrm_pose *out) {
    static const vrmi_customs_rule rule = {1.0f, -1.0f, 0.0f, 0.0f, true};
    uint32_t presets;
    vrmi_gaze gaze;
    bool has_hips;
    if (pose == NULL || reference == NULL || out == NULL) return;
    vrmi_pose_mix_customs(pose, reference, rule, out);
    presets = pose->presets & reference->presets & VRM_ALL_PRESETS;
    has_hips = (pose->parts & reference->parts & VRM_POSE_HIPS) != 0;
    gaze = subtract_gaze(vrmi_pose_gaze(pose), vrmi_pose_gaze(reference));
    subtract_bones(pose, reference, out);
    for (int i = 0; i < VRM_PRESET_COUNT; ++i) {
        out->weights[i] = (presets >> i & 1) != 0
                              ? vrmi_clamp(pose->weights[i] - reference->weights[i], -1.0f, 1.0f)
                              : 0.0f;
    }
    out->hips = has_hips ? vrmi_vec3_to_finite(vrmi_vec3_sub(pose->hips, reference->hips))
                         : vrm_vec3_make(0.0f, 0.0f, 0.0f);
    out->presets = presets;
    out->parts = has_hips ? VRM_POSE_HIPS : 0;
    vrmi_pose_set_gaze(out, gaze);
}
