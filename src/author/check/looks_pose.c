/*
 * The pose as it is seen, measured on vertices. If the bones are wrong already, check_pose.c has
 * reported it, and nothing is reported here.
 */
#include "author/check/looks.h"
#include "base/math.h"
#include "model/t_pose.h"

/* Of an avatar 1.6 m high. */
static const float SIDES_METERS = 0.1f, BONE_SIDES_METERS = 0.02f, BEHIND_METERS = 0.02f;
static const float ARM_DEGREES = 30.0f, ARM_BONE_DEGREES = 15.0f;
/* Fewer vertices say nothing about a limb. */
enum { FEW_VERTICES = 8 };

static vrm_vec3 position(const vrmi_check *check, vrm_bone bone) {
    return vrm_model_bone_rest_position(check->model, bone);
}

/* Of several bones together. */
static vrmi_extent extent_of(const vrmi_measure *measure, vrm_bone first, int count) {
    vrmi_extent sum = {0, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    for (vrm_bone bone = first; bone < first + count; ++bone) {
        const vrmi_extent *one = &measure->extents[bone];
        float part;
        if (one->count == 0) continue;
        sum.least = sum.count == 0 ? one->least : vrmi_vec3_min(sum.least, one->least);
        sum.most = sum.count == 0 ? one->most : vrmi_vec3_max(sum.most, one->most);
        sum.count += one->count;
        part = (float)one->count / (float)sum.count;
        sum.middle = vrmi_vec3_lerp(sum.middle, one->middle, part);
    }
    return sum;
}

/* --- Soles --- */

/* The node that shows the lowest vertex of a foot. */
static int32_t lowest_node(const vrmi_measure *measure, float lowest) {
    for (uint32_t i = 0; i < measure->cloud_count; ++i) {
        const vrmi_cloud *cloud = &measure->clouds[i];
        for (uint32_t k = 0; k < cloud->count; ++k) {
            if (cloud->is_drawn[k] && cloud->positions[k].y == lowest) return cloud->node;
        }
    }
    return VRM_NONE;
}

/* A skirt, hair or a tail may reach below the soles, and a board may be below the feet: either the
 * soles or the lowest vertex of all is to be on the ground. */
static void check_soles(vrmi_check *check, const vrmi_measure *measure) {
    vrmi_extent left = extent_of(measure, VRM_BONE_LEFT_FOOT, 2);
    vrmi_extent right = extent_of(measure, VRM_BONE_RIGHT_FOOT, 2);
    float lowest = vrmi_min(left.least.y, right.least.y);
    vrmi_check_place place;
    if (left.count == 0 || right.count == 0 || fabsf(lowest) <= VRMI_POSE_SOLE_METERS ||
        fabsf(measure->whole.least.y) <= VRMI_POSE_SOLE_METERS) {
        return;
    }
    place = vrmi_at_node(check, lowest_node(measure, lowest), NULL);
    /* A warning although the text says must: it is the shape that breaks the rule, and no field. */
    vrmi_check_warn(check, VRMI_POSE_SOLES, &place, VRMI_WITH(vrmi_meters(lowest)));
}

/* --- Arms --- */

/* Vertices of a bone that is missing, or shared, count as those of another. */
static bool has_limbs(const vrmi_check *check) {
    static const vrm_bone bones[] = {VRM_BONE_LEFT_UPPER_ARM,  VRM_BONE_LEFT_LOWER_ARM,
                                     VRM_BONE_LEFT_HAND,       VRM_BONE_RIGHT_UPPER_ARM,
                                     VRM_BONE_RIGHT_LOWER_ARM, VRM_BONE_RIGHT_HAND,
                                     VRM_BONE_LEFT_LOWER_LEG,  VRM_BONE_LEFT_FOOT,
                                     VRM_BONE_RIGHT_LOWER_LEG, VRM_BONE_RIGHT_FOOT};
    for (size_t i = 0; i < sizeof bones / sizeof bones[0]; ++i) {
        int32_t node = check->tables->humanoid.nodes[bones[i]];
        if (node == VRM_NONE || vrm_model_bone_of_node(check->model, node) != bones[i]) {
            return false;
        }
    }
    return true;
}

static float degrees_aside(vrm_vec3 direction, float side) {
    float length = vrmi_vec3_length(direction);
    if (!(length > 1e-6f)) return 0.0f;
    return vrmi_degrees(vrmi_acos(vrmi_clamp(direction.x * side / length, -1.0f, 1.0f)));
}

/* `side` is 1 for the left, which is +X. The hand comes with its fingers. */
static void check_arm(vrmi_check *check, const vrmi_measure *measure, float side,
                      vrm_bone upper_arm) {
    vrm_bone hand = upper_arm + 2;
    vrmi_extent shoulder = measure->extents[upper_arm], end = measure->extents[hand];
    vrmi_check_place place;
    float degrees;
    if (shoulder.count < FEW_VERTICES || end.count < FEW_VERTICES) return;
    if (degrees_aside(vrmi_vec3_sub(position(check, hand), position(check, upper_arm)), side) >
        ARM_BONE_DEGREES) {
        return;
    }
    degrees = degrees_aside(vrmi_vec3_sub(end.middle, shoulder.middle), side);
    if (degrees <= ARM_DEGREES) return;
    place = vrmi_at_node(check, check->tables->humanoid.nodes[hand], NULL);
    vrmi_check_found(check, VRMI_MESH_ARM, &place,
                     VRMI_WITH(vrmi_words(vrm_bone_name(hand)), vrmi_whole_degrees(degrees)));
}

/* --- Sides --- */

static float apart_when_mirrored(vrm_vec3 left, vrm_vec3 right) {
    right.x = -right.x;
    return vrmi_vec3_length(vrmi_vec3_sub(left, right));
}

static void check_sides(vrmi_check *check, const vrmi_measure *measure) {
    static const vrm_bone pairs[][2] = {{VRM_BONE_LEFT_HAND, VRM_BONE_RIGHT_HAND},
                                        {VRM_BONE_LEFT_LOWER_ARM, VRM_BONE_RIGHT_LOWER_ARM},
                                        {VRM_BONE_LEFT_FOOT, VRM_BONE_RIGHT_FOOT},
                                        {VRM_BONE_LEFT_LOWER_LEG, VRM_BONE_RIGHT_LOWER_LEG}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; ++i) {
        const vrmi_extent *left = &measure->extents[pairs[i][0]];
        const vrmi_extent *right = &measure->extents[pairs[i][1]];
        vrmi_check_place place;
        float apart;
        if (left->count < FEW_VERTICES || right->count < FEW_VERTICES ||
            apart_when_mirrored(position(check, pairs[i][0]), position(check, pairs[i][1])) >
                BONE_SIDES_METERS * measure->scale) {
            continue;
        }
        apart = apart_when_mirrored(left->middle, right->middle);
        if (apart <= SIDES_METERS * measure->scale) continue;
        place = vrmi_at_node(check, check->tables->humanoid.nodes[pairs[i][0]], NULL);
        vrmi_check_found(check, VRMI_MESH_ASYMMETRIC, &place,
                         VRMI_WITH(vrmi_words(vrm_bone_name(pairs[i][0])),
                                   vrmi_words(vrm_bone_name(pairs[i][1])), vrmi_meters(apart)));
        return;
    }
}

/* --- The face --- */

/* Where the eyes are, by what a blink moves; false: unknown. */
static bool find_eyes(vrmi_check *check, vrmi_measure *measure, vrm_vec3 *out) {
    int32_t blink = vrm_model_find_preset(check->model, VRM_PRESET_BLINK);
    vrmi_motion motion;
    if (blink == VRM_NONE) return false;
    motion = vrmi_measure_motion(measure, &check->tables->expressions[blink]);
    *out = motion.middle;
    return motion.count >= FEW_VERTICES;
}

/* The bone of the head, and not the middle of its vertices: hair and snouts would move that. */
static void check_face(vrmi_check *check, vrmi_measure *measure) {
    vrmi_check_place place;
    vrm_vec3 eyes;
    float behind;
    if ((check->tables->humanoid.faces_minus_z != 0) !=
        vrmi_should_face_minus_z(check->tables->dialect)) {
        return;
    }
    if (check->tables->humanoid.nodes[VRM_BONE_HEAD] == VRM_NONE ||
        !find_eyes(check, measure, &eyes)) {
        return;
    }
    behind = position(check, VRM_BONE_HEAD).z - eyes.z;
    if (behind <= BEHIND_METERS * measure->scale) return;
    place = vrmi_at_node(check, check->tables->humanoid.nodes[VRM_BONE_HEAD], NULL);
    vrmi_check_found(check, VRMI_MESH_FACING, &place, VRMI_WITH(vrmi_meters(behind)));
}

void vrmi_look_at_pose(vrmi_check *check, vrmi_measure *measure) {
    check_soles(check, measure);
    if (has_limbs(check)) {
        check_arm(check, measure, 1.0f, VRM_BONE_LEFT_UPPER_ARM);
        check_arm(check, measure, -1.0f, VRM_BONE_RIGHT_UPPER_ARM);
        check_sides(check, measure);
    }
    check_face(check, measure);
}
