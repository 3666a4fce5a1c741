/*
 * The T-pose, told from the bones at rest [TP-002 to TP-011, TP-021, TP-026, TP-027]. All places
 * are in the space of the model, turned so that models of 0.x, which look along -Z, are judged
 * alike [TP-025].
 */
#include "author/check/check.h"
#include "base/math.h"
#include "model/poser.h"
#include "model/t_pose.h"

static bool has(const vrmi_check *check, vrm_bone bone) {
    return check->tables->humanoid.nodes[bone] != VRM_NONE;
}

static vrm_vec3 position(const vrmi_check *check, vrm_bone bone) {
    return vrm_model_bone_rest_position(check->model, bone);
}

/* The rules of the T-pose are those of 1.0 and its drafts. 0.x requires that the avatar is
 * normalized and looks along -Z; the rest was advice, and good avatars of that time differ from it.
 * The draft alone requires straight legs, a straight trunk and a root at the origin. */
static bool is_required(const vrmi_check *check, vrmi_diagnostic_id id) {
    vrm_dialect dialect = check->tables->dialect;
    if (id == VRMI_POSE_LEG || id == VRMI_POSE_TRUNK || id == VRMI_POSE_ROOT) {
        return dialect == VRM_DIALECT_1_DRAFT;
    }
    return dialect != VRM_DIALECT_0 || id == VRMI_POSE_FACING;
}

static void found_in_pose(vrmi_check *check, vrmi_diagnostic_id id, const vrmi_check_place *place,
                          const vrmi_argument *arguments) {
    if (is_required(check, id)) {
        vrmi_check_found(check, id, place, arguments);
    } else {
        vrmi_check_warn(check, id, place, arguments);
    }
}

static void found_at_bone(vrmi_check *check, vrmi_diagnostic_id id, vrm_bone bone,
                          const vrmi_argument *arguments) {
    vrmi_check_place place = vrmi_at_node(check, check->tables->humanoid.nodes[bone], NULL);
    found_in_pose(check, id, &place, arguments);
}

/* --- Facing --- */

/* Which way the body looks at rest; zero if that is unclear. Bones are turned to look along
 * +Z already where the model was found to look along -Z, so that this is the deviation from the
 * nearer of the two. */
static vrm_vec3 facing(const vrmi_check *check) {
    static const vrm_bone pairs[][2] = {{VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_RIGHT_UPPER_LEG},
                                        {VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_RIGHT_UPPER_ARM}};
    vrm_vec3 zero = vrm_vec3_make(0.0f, 0.0f, 0.0f), up;
    if (!has(check, VRM_BONE_HEAD) || !has(check, VRM_BONE_HIPS)) return zero;
    up = vrmi_vec3_sub(position(check, VRM_BONE_HEAD), position(check, VRM_BONE_HIPS));
    for (int i = 0; i < 2; ++i) {
        vrm_vec3 left, forward;
        if (!has(check, pairs[i][0]) || !has(check, pairs[i][1])) continue;
        left = vrmi_vec3_sub(position(check, pairs[i][0]), position(check, pairs[i][1]));
        forward = vrmi_vec3_cross(left, up);
        if (vrmi_vec3_length(forward) > 1e-9f) return forward;
    }
    return zero;
}

static void check_facing(vrmi_check *check) {
    vrm_vec3 forward = facing(check);
    float degrees;
    if (vrmi_vec3_length(forward) == 0.0f) return;
    degrees = vrmi_degrees_between(forward, vrm_vec3_make(0.0f, 0.0f, 1.0f));
    if ((check->tables->humanoid.faces_minus_z != 0) !=
        vrmi_should_face_minus_z(check->tables->dialect)) {
        degrees = 180.0f - degrees;
    }
    if (degrees <= VRMI_POSE_FACING_DEGREES) return;
    found_at_bone(check, VRMI_POSE_FACING, VRM_BONE_HIPS, VRMI_WITH(vrmi_whole_degrees(degrees)));
}

/* --- Symmetry --- */

float vrmi_check_height(const vrmi_check *check) {
    float y = has(check, VRM_BONE_HEAD) ? position(check, VRM_BONE_HEAD).y : 0.0f;
    return y > 0.0f ? y * 1.1f : VRMI_POSE_NORMAL_HEIGHT;
}

static void check_middle(vrmi_check *check, float most) {
    static const vrm_bone bones[] = {VRM_BONE_HIPS, VRM_BONE_SPINE, VRM_BONE_HEAD};
    for (size_t i = 0; i < sizeof bones / sizeof bones[0]; ++i) {
        float x = has(check, bones[i]) ? fabsf(position(check, bones[i]).x) : 0.0f;
        if (x <= most) continue;
        found_at_bone(check, VRMI_POSE_OFF_CENTER, bones[i],
                      VRMI_WITH(vrmi_words(vrm_bone_name(bones[i])), vrmi_meters(x)));
    }
}

/* The worst pair alone: where one arm is lower, all bones of it are. */
static void check_mirrored(vrmi_check *check, float most) {
    static const vrm_bone pairs[][2] = {{VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_RIGHT_UPPER_LEG},
                                        {VRM_BONE_LEFT_LOWER_LEG, VRM_BONE_RIGHT_LOWER_LEG},
                                        {VRM_BONE_LEFT_FOOT, VRM_BONE_RIGHT_FOOT},
                                        {VRM_BONE_LEFT_SHOULDER, VRM_BONE_RIGHT_SHOULDER},
                                        {VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_RIGHT_UPPER_ARM},
                                        {VRM_BONE_LEFT_LOWER_ARM, VRM_BONE_RIGHT_LOWER_ARM},
                                        {VRM_BONE_LEFT_HAND, VRM_BONE_RIGHT_HAND},
                                        {VRM_BONE_LEFT_EYE, VRM_BONE_RIGHT_EYE}};
    float worst = most;
    const vrm_bone *pair = NULL;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; ++i) {
        vrm_vec3 left, right;
        float apart;
        if (!has(check, pairs[i][0]) || !has(check, pairs[i][1])) continue;
        left = position(check, pairs[i][0]);
        right = position(check, pairs[i][1]);
        right.x = -right.x;
        apart = vrmi_vec3_length(vrmi_vec3_sub(left, right));
        if (!(apart > worst)) continue;
        worst = apart;
        pair = pairs[i];
    }
    if (pair == NULL) return;
    found_at_bone(check, VRMI_POSE_ASYMMETRIC, pair[0],
                  VRMI_WITH(vrmi_words(vrm_bone_name(pair[0])), vrmi_words(vrm_bone_name(pair[1])),
                            vrmi_meters(worst)));
}

static void check_lean(vrmi_check *check) {
    float feet, apart;
    if (!has(check, VRM_BONE_LEFT_FOOT) || !has(check, VRM_BONE_RIGHT_FOOT) ||
        !has(check, VRM_BONE_HEAD)) {
        return;
    }
    feet = 0.5f * (position(check, VRM_BONE_LEFT_FOOT).z + position(check, VRM_BONE_RIGHT_FOOT).z);
    apart = fabsf(position(check, VRM_BONE_HEAD).z - feet);
    if (apart <= VRMI_POSE_LEAN_METERS * vrmi_check_height(check) / VRMI_POSE_NORMAL_HEIGHT) return;
    found_at_bone(check, VRMI_POSE_LEANS, VRM_BONE_HEAD, VRMI_WITH(vrmi_meters(apart)));
}

/* --- Limbs --- */

/* From one bone to another; zero where one of them is not there. */
static vrm_vec3 along(const vrmi_check *check, vrm_bone from, vrm_bone to) {
    if (!has(check, from) || !has(check, to)) return vrm_vec3_make(0.0f, 0.0f, 0.0f);
    return vrmi_vec3_sub(position(check, to), position(check, from));
}

/* Whether a bone points where it should; says so where it does not. */
static bool points_along(vrmi_check *check, vrmi_diagnostic_id id, vrm_bone bone, vrm_vec3 is,
                         vrm_vec3 should, float most_degrees) {
    float degrees;
    if (!(vrmi_vec3_length(is) > 1e-6f)) return true;
    degrees = vrmi_degrees_between(is, should);
    if (degrees <= most_degrees) return true;
    found_at_bone(check, id, bone,
                  VRMI_WITH(vrmi_words(vrm_bone_name(bone)), vrmi_whole_degrees(degrees)));
    return false;
}

/* From the hips to the head, bone by bone; those that are missing are passed over. The worst alone:
 * if the avatar lies, all of them are off. */
static bool check_trunk(vrmi_check *check) {
    static const vrm_bone bones[] = {VRM_BONE_SPINE, VRM_BONE_CHEST, VRM_BONE_UPPER_CHEST,
                                     VRM_BONE_NECK, VRM_BONE_HEAD};
    const vrm_vec3 up = {0.0f, 1.0f, 0.0f};
    vrm_bone from = VRM_BONE_HIPS, worst = from;
    vrm_vec3 worst_way = up;
    for (size_t i = 0; i < sizeof bones / sizeof bones[0]; ++i) {
        vrm_vec3 way = along(check, from, bones[i]);
        if (!has(check, bones[i])) continue;
        if (vrmi_degrees_between(way, up) > vrmi_degrees_between(worst_way, up)) {
            worst = from;
            worst_way = way;
        }
        from = bones[i];
    }
    return points_along(check, VRMI_POSE_TRUNK, worst, worst_way, up, VRMI_POSE_TRUNK_DEGREES);
}

static void check_leg(vrmi_check *check, vrm_bone upper_leg) {
    const vrm_vec3 down = {0.0f, -1.0f, 0.0f};
    vrm_bone lower_leg = upper_leg + 1;
    if (points_along(check, VRMI_POSE_LEG, upper_leg, along(check, upper_leg, lower_leg), down,
                     VRMI_POSE_LEG_DEGREES)) {
        points_along(check, VRMI_POSE_LEG, lower_leg, along(check, lower_leg, lower_leg + 1), down,
                     VRMI_POSE_LEG_DEGREES);
    }
}

/* Legs of an avatar that is askew as a whole are not judged. */
static void check_body(vrmi_check *check) {
    if (!check_trunk(check)) return;
    check_leg(check, VRM_BONE_LEFT_UPPER_LEG);
    check_leg(check, VRM_BONE_RIGHT_UPPER_LEG);
}

/* Feet slope down to the toes: seen from above alone. */
static void check_foot(vrmi_check *check, vrm_bone foot) {
    vrm_vec3 is = along(check, foot, foot + 1);
    is.y = 0.0f;
    points_along(check, VRMI_POSE_FEET, foot, is, vrm_vec3_make(0.0f, 0.0f, 1.0f),
                 VRMI_POSE_FOOT_DEGREES);
}

/* A hand, and then its fingers, are compared with the direction of what they hang on, where that is
 * not as it should be: an avatar with its arms down has one fault and not twenty. Thumbs are judged
 * on a straight arm alone. `side` is 1 for the left, which is +X. */
static void check_arm(vrmi_check *check, float side, vrm_bone upper_arm, vrm_bone thumb) {
    vrm_bone lower_arm = upper_arm + 1, hand = upper_arm + 2, index = thumb + 3, middle = thumb + 6;
    vrm_vec3 aside = vrm_vec3_make(side, 0.0f, 0.0f), direction = aside;
    bool is_straight =
        points_along(check, VRMI_POSE_ARM, upper_arm, along(check, upper_arm, lower_arm), aside,
                     VRMI_POSE_ARM_DEGREES);
    is_straight = points_along(check, VRMI_POSE_ARM, lower_arm, along(check, lower_arm, hand),
                               aside, VRMI_POSE_ARM_DEGREES) &&
                  is_straight;
    if (!is_straight) direction = along(check, lower_arm, hand);
    if (!points_along(check, VRMI_POSE_HAND, hand, along(check, hand, middle), direction,
                      VRMI_POSE_HAND_DEGREES)) {
        is_straight = false;
        direction = along(check, hand, middle);
    }
    if (is_straight) {
        points_along(check, VRMI_POSE_THUMB, thumb + 1, along(check, thumb + 1, thumb + 2),
                     vrm_vec3_make(side, 0.0f, 1.0f), VRMI_POSE_THUMB_DEGREES);
    }
    /* Index, middle, ring and little finger follow the thumb, three bones each. */
    for (vrm_bone finger = index; finger < index + 12; finger += 3) {
        if (points_along(check, VRMI_POSE_FINGER, finger, along(check, finger, finger + 1),
                         direction, VRMI_POSE_FINGER_DEGREES)) {
            points_along(check, VRMI_POSE_FINGER, finger + 1, along(check, finger + 1, finger + 2),
                         direction, VRMI_POSE_FINGER_DEGREES);
        }
    }
}

/* --- The root --- */

static void check_root(vrmi_check *check) {
    int32_t node = check->tables->humanoid.nodes[VRM_BONE_HIPS];
    vrmi_check_place place;
    float away;
    if (node == VRM_NONE || check->gltf->nodes[node].parent == VRM_NONE) return;
    while (check->gltf->nodes[node].parent != VRM_NONE) node = check->gltf->nodes[node].parent;
    away = vrmi_vec3_length(check->gltf->nodes[node].rest.translation);
    if (away <= VRMI_POSE_ROOT_METERS) return;
    place = vrmi_at_node(check, node, "translation");
    found_in_pose(check, VRMI_POSE_ROOT, &place, VRMI_WITH(vrmi_meters(away)));
}

void vrmi_check_pose(vrmi_check *check) {
    float most = VRMI_POSE_EVEN_METERS * vrmi_check_height(check) / VRMI_POSE_NORMAL_HEIGHT;
    check_facing(check);
    check_middle(check, most);
    check_mirrored(check, most);
    check_lean(check);
    check_body(check);
    check_foot(check, VRM_BONE_LEFT_FOOT);
    check_foot(check, VRM_BONE_RIGHT_FOOT);
    check_arm(check, 1.0f, VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_LEFT_THUMB_METACARPAL);
    check_arm(check, -1.0f, VRM_BONE_RIGHT_UPPER_ARM, VRM_BONE_RIGHT_THUMB_METACARPAL);
    check_root(check);
}
