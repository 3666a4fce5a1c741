/*
 * The weighted sum of the slots of a layer, and how it lies over what is below.
 *
 * Each bone, expression and part has a total of its own, because slots have masks and clips do not
 * say everything. What is missing to 1 comes from below.
 */
#include "motion/mixer.h"

#include <string.h>

/* What rounding leaves of weights that should be 1 together is not filled from below. */
#define LEAST_REST 1e-6f

static float rest_of(float total) {
    float rest = 1.0f - total;
    return rest > LEAST_REST ? rest : 0.0f;
}

/* --- Rotations --- */

static vrm_quat scaled(vrm_quat q, float s) {
    return vrm_quat_make(q.x * s, q.y * s, q.z * s, q.w * s);
}

/* a + w b, or a - w b: the shorter way. */
static vrm_quat add_weighted(vrm_quat a, vrm_quat b, float weight) {
    float w = vrmi_quat_dot(a, b) < 0.0f ? -weight : weight;
    return vrm_quat_make(a.x + b.x * w, a.y + b.y * w, a.z + b.z * w, a.w + b.w * w);
}

static vrmi_quats add_weighted_wide(vrmi_quats a, vrmi_quats b, vrmi_wide weight) {
    vrmi_wide w = vrmi_wide_with_sign(vrmi_quats_dot(a, b), weight);
    return vrmi_quats_add(a, vrmi_quats_scale(b, w));
}

static void add_bone(vrmi_mixer_sum *sum, int bone, vrm_quat rotation, float weight) {
    uint64_t bit = VRM_BONE_BIT(bone);
    vrm_quat *out = &sum->rotations[bone];
    if (((sum->alone | sum->summed) & bit) == 0) {
        *out = rotation;
        sum->alone |= bit;
        sum->totals[bone] = weight;
        return;
    }
    if ((sum->alone & bit) != 0) *out = scaled(*out, sum->totals[bone]);
    *out = add_weighted(*out, rotation, weight);
    sum->alone &= ~bit;
    sum->summed |= bit;
    sum->totals[bone] += weight;
}

/* Four bones of which all are new, or all were alone, or all are sums; otherwise false. */
static bool add_group(vrmi_mixer_sum *sum, int first, const vrm_quat *rotations, float weight) {
    const uint64_t group = (uint64_t)15 << first;
    const uint64_t alone = sum->alone & group, summed = sum->summed & group;
    vrm_quat *out = &sum->rotations[first];
    float *totals = &sum->totals[first];
    if ((alone | summed) == 0) {
        memcpy(out, rotations, VRMI_WIDE * sizeof *out);
        for (int i = 0; i < VRMI_WIDE; ++i) totals[i] = weight;
        sum->alone |= group;
        return true;
    }
    if (alone != group && summed != group) return false;
    {
        vrmi_quats so_far = vrmi_quats_load(out);
        if (alone != 0) so_far = vrmi_quats_scale(so_far, vrmi_wide_load(totals));
        vrmi_quats_store(
            out, add_weighted_wide(so_far, vrmi_quats_load(rotations), vrmi_wide_set(weight)));
    }
    for (int i = 0; i < VRMI_WIDE; ++i) totals[i] += weight;
    sum->alone &= ~group;
    sum->summed |= group;
    return true;
}

static void add_bones(vrmi_mixer_sum *sum, const vrmi_mixer_part *part) {
    for (int i = 0; i < VRM_BONE_COUNT; i += VRMI_WIDE) {
        int end = i + VRMI_WIDE < VRM_BONE_COUNT ? i + VRMI_WIDE : VRM_BONE_COUNT;
        uint64_t bits = part->bones >> i & 15;
        if (bits == 15 && add_group(sum, i, &part->pose->rotations[i], part->weight)) continue;
        for (int bone = i; bone < end && bits != 0; ++bone) {
            if ((part->bones & VRM_BONE_BIT(bone)) == 0) continue;
            add_bone(sum, bone, part->pose->rotations[bone], part->weight);
        }
    }
}

static vrm_quat end_bone(const vrmi_mixer_sum *sum, int bone, vrm_quat below) {
    float rest = rest_of(sum->totals[bone]);
    vrm_quat q = sum->rotations[bone];
    if ((sum->alone & VRM_BONE_BIT(bone)) != 0) {
        if (rest <= 0.0f) return q;
        q = scaled(q, sum->totals[bone]);
    }
    if (rest > 0.0f) q = add_weighted(q, below, rest);
    return vrmi_quat_normalize(q);
}

/* Four bones that are all alone or all sums, and that all have a rest or all have none. */
static bool end_group(const vrmi_mixer_sum *sum, int first, vrm_quat *below) {
    const uint64_t group = (uint64_t)15 << first;
    const bool is_alone = (sum->alone & group) == group;
    const vrm_quat *from = &sum->rotations[first];
    float rests[VRMI_WIDE];
    vrmi_quats q;
    int open = 0;
    if (!is_alone && (sum->summed & group) != group) return false;
    for (int i = 0; i < VRMI_WIDE; ++i) {
        rests[i] = rest_of(sum->totals[first + i]);
        open += rests[i] > 0.0f;
    }
    if (open != 0 && open != VRMI_WIDE) return false;
    if (is_alone && open == 0) {
        memcpy(below, from, VRMI_WIDE * sizeof *below);
        return true;
    }
    q = vrmi_quats_load(from);
    if (is_alone) q = vrmi_quats_scale(q, vrmi_wide_load(&sum->totals[first]));
    if (open != 0) q = add_weighted_wide(q, vrmi_quats_load(below), vrmi_wide_load(rests));
    if (!vrmi_quats_normalize(&q)) return false;
    vrmi_quats_store(below, q);
    return true;
}

static void end_bones(const vrmi_mixer_sum *sum, vrm_pose *below) {
    const uint64_t said = sum->alone | sum->summed;
    for (int i = 0; i < VRM_BONE_COUNT; i += VRMI_WIDE) {
        int end = i + VRMI_WIDE < VRM_BONE_COUNT ? i + VRMI_WIDE : VRM_BONE_COUNT;
        uint64_t bits = said >> i & 15;
        if (bits == 15 && end_group(sum, i, &below->rotations[i])) continue;
        for (int bone = i; bone < end && bits != 0; ++bone) {
            if ((said & VRM_BONE_BIT(bone)) == 0) continue;
            below->rotations[bone] = end_bone(sum, bone, below->rotations[bone]);
        }
    }
    below->bones |= said;
}

/* --- Numbers --- */

static vrm_vec3 add_vector(vrm_vec3 sum, vrm_vec3 v, float weight) {
    return vrmi_vec3_add(sum, vrmi_vec3_scale(v, weight));
}

static float end_number(float sum, float total, float below) {
    float rest = rest_of(total);
    return vrmi_to_finite(rest > 0.0f ? sum + below * rest : sum / total);
}

static vrm_vec3 end_vector(vrm_vec3 sum, float total, vrm_vec3 below) {
    return vrm_vec3_make(end_number(sum.x, total, below.x), end_number(sum.y, total, below.y),
                         end_number(sum.z, total, below.z));
}

/* --- Customs --- */

static void add_customs(vrmi_mixer_sum *sum, const vrmi_mixer_part *part, vrmi_mixer_pose *below) {
    const vrm_pose *from = part->pose;
    vrm_pose *to = below->pose;
    uint32_t capacity =
        to->custom_capacity < VRM_MIXER_CUSTOMS ? to->custom_capacity : VRM_MIXER_CUSTOMS;
    if (part->presets == 0 || from->customs == NULL || from->custom_count == 0) return;
    if (to->customs == NULL) return;
    if (to->custom_count == 0) {
        below->custom_clip = part->clip;
    } else if (below->custom_clip != part->clip || part->clip == NULL) {
        below->customs_are_mixed = true;
    }
    for (uint32_t i = 0; i < from->custom_count; ++i) {
        const vrm_custom_weight *custom = &from->customs[i];
        int32_t place = vrmi_customs_find(to->customs, to->custom_count, custom->name, i);
        if (place == VRM_NONE) {
            if (to->custom_count >= capacity) continue;
            place = (int32_t)to->custom_count++;
            to->customs[place] = *custom;
            to->customs[place].weight = 0.0f;
        }
        sum->custom_weights[place] += vrmi_saturate(custom->weight) * part->weight;
        sum->custom_totals[place] += part->weight;
    }
}

static void end_customs(const vrmi_mixer_sum *sum, vrm_pose *below) {
    for (uint32_t i = 0; i < below->custom_count && i < VRM_MIXER_CUSTOMS; ++i) {
        if (sum->custom_totals[i] <= 0.0f) continue;
        below->customs[i].weight = vrmi_saturate(
            end_number(sum->custom_weights[i], sum->custom_totals[i], below->customs[i].weight));
    }
}

/* --- Eyes --- */

static void add_gaze(vrmi_mixer_sum *sum, const vrmi_mixer_part *part) {
    vrmi_gaze gaze = vrmi_pose_gaze(part->pose);
    gaze.kind &= part->parts;
    if (gaze.kind == VRM_POSE_LOOK_AT_DEGREES) {
        sum->yaw_degrees += gaze.yaw_degrees * part->weight;
        sum->pitch_degrees += gaze.pitch_degrees * part->weight;
        sum->degrees_total += part->weight;
    } else if (gaze.kind == VRM_POSE_LOOK_AT_POINT) {
        sum->point = add_vector(sum->point, gaze.point, part->weight);
        sum->point_total += part->weight;
    }
}

/*
 * Of a direction and a point the one of greater weight is taken, and whole. Angles go to 0 where
 * nothing below says any; a point stays, because it can go nowhere.
 */
static void end_gaze(const vrmi_mixer_sum *sum, vrm_pose *below) {
    const vrmi_gaze before = vrmi_pose_gaze(below);
    const bool is_point = sum->point_total > sum->degrees_total;
    const float total = is_point ? sum->point_total : sum->degrees_total;
    vrmi_gaze gaze = before;
    gaze.kind = is_point ? VRM_POSE_LOOK_AT_POINT : VRM_POSE_LOOK_AT_DEGREES;
    if (total <= 0.0f) return;
    if (before.kind != gaze.kind && before.kind != 0 && rest_of(total) > total) return;
    if (before.kind == gaze.kind || (before.kind == 0 && !is_point)) {
        gaze.yaw_degrees = end_number(sum->yaw_degrees, total, before.yaw_degrees);
        gaze.pitch_degrees = end_number(sum->pitch_degrees, total, before.pitch_degrees);
        gaze.point = end_vector(sum->point, total, before.point);
    } else {
        gaze.yaw_degrees = sum->yaw_degrees / total;
        gaze.pitch_degrees = sum->pitch_degrees / total;
        gaze.point = vrmi_vec3_scale(sum->point, 1.0f / total);
    }
    vrmi_pose_set_gaze(below, gaze);
}

/* --- The whole --- */

void vrmi_mixer_sum_begin(vrmi_mixer_sum *sum) {
    /* Rotations and totals of bones are written before they are read. */
    sum->alone = sum->summed = 0;
    memset(sum->weights, 0, sizeof *sum - offsetof(vrmi_mixer_sum, weights));
}

void vrmi_mixer_sum_add(vrmi_mixer_sum *sum, const vrmi_mixer_part *part, vrmi_mixer_pose *below) {
    add_bones(sum, part);
    for (int i = 0; i < VRM_PRESET_COUNT && part->presets != 0; ++i) {
        if ((part->presets & part->pose->presets & (uint32_t)1 << i) == 0) continue;
        sum->weights[i] += vrmi_saturate(part->pose->weights[i]) * part->weight;
        sum->weight_totals[i] += part->weight;
        sum->presets |= (uint32_t)1 << i;
    }
    if ((part->parts & part->pose->parts & VRM_POSE_HIPS) != 0) {
        sum->hips = add_vector(sum->hips, part->pose->hips, part->weight);
        sum->root = add_vector(sum->root, part->root, part->weight);
        sum->hips_total += part->weight;
    }
    add_gaze(sum, part);
    add_customs(sum, part, below);
}

void vrmi_mixer_sum_end(const vrmi_mixer_sum *sum, vrmi_mixer_pose *below) {
    vrm_pose *pose = below->pose;
    end_bones(sum, pose);
    for (int i = 0; i < VRM_PRESET_COUNT && sum->presets != 0; ++i) {
        if (sum->weight_totals[i] <= 0.0f) continue;
        pose->weights[i] =
            vrmi_saturate(end_number(sum->weights[i], sum->weight_totals[i], pose->weights[i]));
    }
    pose->presets |= sum->presets;
    if (sum->hips_total > 0.0f) {
        pose->hips = end_vector(sum->hips, sum->hips_total, pose->hips);
        pose->parts |= VRM_POSE_HIPS;
        below->root = end_vector(sum->root, sum->hips_total, below->root);
    }
    end_gaze(sum, pose);
    end_customs(sum, pose);
}
