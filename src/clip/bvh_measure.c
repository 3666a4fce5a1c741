/* What a unit of the file is, how high the hips are, and where the floor is. */
#include "clip/bvh_body.h"

#include "clip/diagnostics.h"

#include <assert.h>

static bool is_bone(const vrmi_bvh_body *body, uint32_t joint, vrm_bone left, vrm_bone right) {
    return (int32_t)joint == body->joints[left] || (int32_t)joint == body->joints[right];
}

/* From the hip joint to the ankle, along the leg. */
static float leg_length(const vrmi_bvh_body *body) {
    static const vrm_bone legs[2][3] = {
        {VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_LEFT_LOWER_LEG, VRM_BONE_LEFT_FOOT},
        {VRM_BONE_RIGHT_UPPER_LEG, VRM_BONE_RIGHT_LOWER_LEG, VRM_BONE_RIGHT_FOOT}};
    float sum = 0.0f;
    for (int i = 0; i < 2; ++i) {
        vrm_vec3 upper = vrm_vec3_make(0.0f, 0.0f, 0.0f), lower = upper;
        vrmi_bvh_tip(body, legs[i][0], legs[i][1], &upper);
        vrmi_bvh_tip(body, legs[i][1], legs[i][2], &lower);
        sum += vrmi_vec3_length(upper) + vrmi_vec3_length(lower);
    }
    return 0.5f * sum;
}

static bool is_leg_of_a_person(float metres) { return metres >= 0.4f && metres <= 1.3f; }

/* Meter, centimeter, inch, the unit of a large library of recordings, and millimeter. */
static float find_unit(vrmi_bvh_body *body, float leg) {
    static const float units[] = {1.0f, 0.01f, 0.0254f, 0.056444f, 0.001f};
    const float usual_leg = 0.85f;
    if (body->family->unit > 0.0f && is_leg_of_a_person(leg * body->family->unit)) {
        return body->family->unit;
    }
    for (size_t i = 0; i < sizeof units / sizeof units[0]; ++i) {
        if (is_leg_of_a_person(leg * units[i])) return units[i];
    }
    vrmi_load_found(body->load, VRMI_BVH_UNIT, NULL, VRMI_WITH(vrmi_number((double)leg)));
    return leg > 1e-6f ? usual_leg / leg : 1.0f;
}

/* Feet and all that hangs on them; or, without feet, shins. */
static bool is_sole(const vrmi_bvh_body *body, const bool *is_sole_of, uint32_t joint) {
    int32_t parent = body->bvh->joints[joint].parent;
    if (parent != VRM_NONE && is_sole_of[parent]) return true;
    if (body->joints[VRM_BONE_LEFT_FOOT] == VRM_NONE) {
        return is_bone(body, joint, VRM_BONE_LEFT_LOWER_LEG, VRM_BONE_RIGHT_LOWER_LEG);
    }
    return is_bone(body, joint, VRM_BONE_LEFT_FOOT, VRM_BONE_RIGHT_FOOT);
}

/* How high the lowest point of the soles of a figure is. */
static float lowest_of(const vrmi_bvh_body *body, const vrmi_bvh_figure *figure, vrm_quat turn,
                       const bool *is_sole_of) {
    float lowest = FLT_MAX;
    for (uint32_t i = 0; i < body->bvh->joint_count; ++i) {
        const vrmi_bvh_joint *joint = &body->bvh->joints[i];
        vrm_vec3 end;
        if (!is_sole_of[i]) continue;
        lowest = vrmi_min(lowest, vrmi_quat_rotate(turn, figure->places[i]).y);
        if (!joint->has_end) continue;
        end = vrmi_vec3_add(figure->places[i], vrmi_quat_rotate(figure->rotations[i], joint->end));
        lowest = vrmi_min(lowest, vrmi_quat_rotate(turn, end).y);
    }
    return lowest;
}

void vrmi_bvh_sort(float *values, uint32_t count) {
    for (uint32_t i = 1; i < count; ++i) {
        float value = values[i];
        uint32_t k = i;
        for (; k > 0 && values[k - 1] > value; --k) values[k] = values[k - 1];
        values[k] = value;
    }
}

/* How high the lowest sole is while the body stands: a quarter of the frames have it lower, and
 * three quarters higher. Some frames jump, and in some a toe goes through the floor. */
static float find_stand(const vrmi_bvh_body *body, const bool *is_sole_of) {
    float heights[VRMI_BVH_MOST_SAMPLES];
    uint32_t samples = vrmi_bvh_sample_count(body);
    assert(samples != 0); /* a file has a frame */
    for (uint32_t i = 0; i < samples; ++i) {
        vrmi_bvh_pose(body, vrmi_bvh_sample(body, i), &body->scratch);
        heights[i] = lowest_of(body, &body->scratch, body->turn, is_sole_of);
    }
    vrmi_bvh_sort(heights, samples);
    return heights[samples / 4];
}

bool vrmi_bvh_measure(vrmi_bvh_body *body) {
    const vrmi_bvh *bvh = body->bvh;
    const vrmi_bvh_figure t_pose = {body->t_pose, body->places};
    int32_t hips = body->joints[VRM_BONE_HIPS];
    float leg = leg_length(body), stand;
    bool *is_sole_of = VRMI_TAKE(body->load->scratch, bool, bvh->joint_count);
    if (is_sole_of == NULL) return vrmi_load_refused(body->load);
    for (uint32_t i = 0; i < bvh->joint_count; ++i) is_sole_of[i] = is_sole(body, is_sole_of, i);
    body->unit = find_unit(body, leg);
    body->hips_height =
        body->places[hips].y - lowest_of(body, &t_pose, vrmi_quat_identity(), is_sole_of);
    if (!(body->hips_height > 0.5f * leg)) body->hips_height = leg > 0.0f ? leg : 1.0f;
    /* As a rest, the hips of a standing body, where the clip begins. */
    stand = find_stand(body, is_sole_of);
    body->hips_rest.y = stand + body->hips_height;
    /* Most files have their floor at 0. Joints of feet are then as high above it as soles are
     * thick, and the height of the hips is that above the floor. */
    if (fabsf(stand) <= 0.1f * body->hips_height) body->hips_height += stand;
    vrmi_bvh_pose(body, 0, &body->scratch);
    body->hips_rest.x = vrmi_quat_rotate(body->turn, body->scratch.places[hips]).x;
    body->hips_rest.z = vrmi_quat_rotate(body->turn, body->scratch.places[hips]).z;
    return true;
}
