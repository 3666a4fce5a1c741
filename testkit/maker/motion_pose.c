/* Bodies and poses: what motions are made with. */
#include "motion.h"

#include "character.h"
#include "motion_vmd.h"

#define LEFT(bone) VRM_BONE_LEFT_##bone

/* --- Bodies --- */

/* The figure, as large as its legs ask for. */
static vec3 mmd_place(int bone) {
    static const struct {
        int bone;
        double y, z;
    } leg[] = {{LEFT(UPPER_LEG), VMD_HIP_HEIGHT, 0},
               {LEFT(LOWER_LEG), VMD_KNEE_HEIGHT, 0},
               {LEFT(FOOT), VMD_ANKLE_HEIGHT, 0},
               {LEFT(TOES), VMD_BALL_HEIGHT, VMD_BALL_AHEAD}};
    int left = skeleton_left(bone);
    double side = left == bone ? 1 : -1;
    double larger = VMD_HIP_HEIGHT * VMD_UNIT / skeleton_place(LEFT(UPPER_LEG)).y;
    for (size_t i = 0; i < sizeof leg / sizeof leg[0]; ++i) {
        if (leg[i].bone != left) continue;
        return vec3_scale(vec3_make(VMD_HIP_ASIDE * side, leg[i].y, leg[i].z), VMD_UNIT);
    }
    if (bone == VRM_BONE_HIPS) return vec3_make(0, VMD_HIPS_HEIGHT * VMD_UNIT, 0);
    return vec3_scale(skeleton_place(bone), larger);
}

void motion_body_init(motion_body *out, int kind) {
    for (int i = 0; i < VRM_BONE_COUNT; ++i) {
        switch (kind) {
        case BODY_CHARACTER:
            out->places[i] = character_place(i);
            break;
        case BODY_MMD:
            out->places[i] = mmd_place(i);
            break;
        default:
            out->places[i] = skeleton_place(i);
            break;
        }
    }
}

double body_leg(const motion_body *body) {
    const vec3 *at = body->places;
    return vec3_length(vec3_sub(at[LEFT(LOWER_LEG)], at[LEFT(UPPER_LEG)])) +
           vec3_length(vec3_sub(at[LEFT(FOOT)], at[LEFT(LOWER_LEG)]));
}

static double body_arm(const motion_body *body) {
    const vec3 *at = body->places;
    return vec3_length(vec3_sub(at[LEFT(LOWER_ARM)], at[LEFT(UPPER_ARM)])) +
           vec3_length(vec3_sub(at[LEFT(HAND)], at[LEFT(LOWER_ARM)]));
}

vec3 body_tip(const motion_body *body, int bone) {
    vec3 at = body->places[bone], before = body->places[skeleton_parent(bone)];
    double side = bone == skeleton_left(bone) ? 1 : -1;
    switch (skeleton_left(bone)) {
    case VRM_BONE_HEAD:
        return vec3_add(at, vec3_make(0, 0.2, 0));
    case VRM_BONE_JAW:
        return vec3_add(at, vec3_make(0, -0.02, 0.05));
    case LEFT(FOOT):
        return vec3_add(at, vec3_make(0, -0.055, 0.085));
    case LEFT(TOES):
        return vec3_add(at, vec3_make(0, 0, 0.05));
    case LEFT(HAND):
        return vec3_add(at, vec3_make(0.08 * side, 0, 0));
    default: /* as far as the last part of a finger */
        return vec3_add(at, vec3_scale(vec3_sub(at, before), 0.8));
    }
}

/* --- Rotations --- */

quat turn_x(double degrees) { return quat_about(vec3_make(1, 0, 0), degrees / 360); }

quat turn_y(double degrees) { return quat_about(vec3_make(0, 1, 0), degrees / 360); }

quat turn_z(double degrees) { return quat_about(vec3_make(0, 0, 1), degrees / 360); }

quat turn_yxz(double y, double x, double z) {
    return quat_multiply(turn_y(y), quat_multiply(turn_x(x), turn_z(z)));
}

quat turn_mirror(quat q) {
    quat mirrored = {q.x, -q.y, -q.z, q.w};
    return mirrored;
}

static vec3 vec3_mirror(vec3 v, bool is_right) { return is_right ? vec3_make(-v.x, v.y, v.z) : v; }

/* --- Poses --- */

void pose_init(const motion_body *body, motion_pose *out) {
    for (int i = 0; i < VRM_BONE_COUNT; ++i) out->turns[i] = quat_identity();
    for (int i = 0; i < MOTION_EXPRESSIONS; ++i) out->weights[i] = 0;
    out->hips = body->places[VRM_BONE_HIPS];
    out->look_left = out->look_up = 0;
}

void pose_model_turns(const motion_pose *pose, quat out[VRM_BONE_COUNT]) {
    /* Parents stand before their children. */
    for (int i = 0; i < VRM_BONE_COUNT; ++i) {
        int parent = skeleton_parent(i);
        out[i] = parent == NONE ? pose->turns[i] : quat_multiply(out[parent], pose->turns[i]);
    }
}

quat pose_model_turn(const motion_pose *pose, int bone) {
    int parent = skeleton_parent(bone);
    if (parent == NONE) return pose->turns[bone];
    return quat_multiply(pose_model_turn(pose, parent), pose->turns[bone]);
}

vec3 pose_place(const motion_body *body, const motion_pose *pose, int bone) {
    int parent = skeleton_parent(bone);
    vec3 offset;
    if (parent == NONE) return pose->hips;
    offset = vec3_sub(body->places[bone], body->places[parent]);
    return vec3_add(pose_place(body, pose, parent),
                    quat_rotate(pose_model_turn(pose, parent), offset));
}

static int on_side(bool is_right, int left_bone) {
    return is_right ? skeleton_right(left_bone) : left_bone;
}

void pose_set(motion_pose *pose, bool is_right, int left_bone, quat left_turn) {
    pose->turns[on_side(is_right, left_bone)] = is_right ? turn_mirror(left_turn) : left_turn;
}

void pose_fingers(motion_pose *pose, bool is_right, const double curls[5]) {
    static const double joints[3] = {75, 95, 65};
    for (int part = 0; part < 3; ++part) {
        double thumb = curls[0] * 45;
        for (int finger = 1; finger < 5; ++finger) {
            pose_set(pose, is_right, LEFT(INDEX_PROXIMAL) + (finger - 1) * 3 + part,
                     turn_z(-curls[finger] * joints[part]));
        }
        /* The thumb closes across the palm, not about the axis of the fingers. */
        pose_set(pose, is_right, LEFT(THUMB_METACARPAL) + part,
                 part == 0 ? turn_yxz(thumb * 0.6, thumb * 0.5, -thumb * 0.4) : turn_y(thumb));
    }
}

void pose_arm_hang(motion_pose *pose, bool is_right, double down, double forward, double elbow) {
    pose_set(pose, is_right, LEFT(UPPER_ARM), quat_multiply(turn_x(-forward), turn_z(-down)));
    pose_set(pose, is_right, LEFT(LOWER_ARM), turn_y(-elbow));
}

/* --- Limbs of two bones --- */

/* The rotation that takes three axes at right angles to three others. */
static quat turn_between(const vec3 from[3], const vec3 to[3]) {
    double m[3][3], trace, s;
    quat q;
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            m[row][column] = 0;
            for (int k = 0; k < 3; ++k) {
                const double t[3] = {to[k].x, to[k].y, to[k].z};
                const double f[3] = {from[k].x, from[k].y, from[k].z};
                m[row][column] += t[row] * f[column];
            }
        }
    }
    trace = m[0][0] + m[1][1] + m[2][2];
    if (trace > 0) {
        s = square_root(trace + 1) * 2;
        q = (quat){(m[2][1] - m[1][2]) / s, (m[0][2] - m[2][0]) / s, (m[1][0] - m[0][1]) / s,
                   s / 4};
    } else if (m[0][0] > m[1][1] && m[0][0] > m[2][2]) {
        s = square_root(1 + m[0][0] - m[1][1] - m[2][2]) * 2;
        q = (quat){s / 4, (m[0][1] + m[1][0]) / s, (m[0][2] + m[2][0]) / s,
                   (m[2][1] - m[1][2]) / s};
    } else if (m[1][1] > m[2][2]) {
        s = square_root(1 + m[1][1] - m[0][0] - m[2][2]) * 2;
        q = (quat){(m[0][1] + m[1][0]) / s, s / 4, (m[1][2] + m[2][1]) / s,
                   (m[0][2] - m[2][0]) / s};
    } else {
        s = square_root(1 + m[2][2] - m[0][0] - m[1][1]) * 2;
        q = (quat){(m[0][2] + m[2][0]) / s, (m[1][2] + m[2][1]) / s, s / 4,
                   (m[1][0] - m[0][1]) / s};
    }
    return quat_normalize(q);
}

quat turn_of_axes(const vec3 axes[3]) {
    const vec3 world[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    return turn_between(world, axes);
}

/* The part of a vector at right angles to a direction, of length 1. */
static vec3 across(vec3 v, vec3 direction) {
    return vec3_normalize(vec3_sub(v, vec3_scale(direction, vec3_dot(v, direction))));
}

static quat aim(vec3 rest_along, vec3 rest_bend, vec3 along, vec3 hinge) {
    vec3 rest_hinge = vec3_cross(rest_along, rest_bend);
    const vec3 from[3] = {rest_along, rest_bend, rest_hinge};
    const vec3 to[3] = {along, vec3_cross(hinge, along), hinge};
    return turn_between(from, to);
}

typedef struct limb {
    int bones[3];    /* the last is its end */
    vec3 rest_along; /* both bones, at rest */
    vec3 rest_bend;  /* where the joint between them points when it is bent */
} limb;

/* The joint between turns about one axis alone. What is too far away is reached for. */
static void solve_limb(const motion_body *body, motion_pose *pose, const limb *l, vec3 target,
                       vec3 bend) {
    const vec3 *at = body->places;
    double first = vec3_length(vec3_sub(at[l->bones[1]], at[l->bones[0]]));
    double second = vec3_length(vec3_sub(at[l->bones[2]], at[l->bones[1]]));
    quat above = pose_model_turn(pose, skeleton_parent(l->bones[0])), upper, lower;
    vec3 start = pose_place(body, pose, l->bones[0]), to = vec3_sub(target, start);
    vec3 direction = vec3_normalize(to), side = across(bend, direction), joint;
    double distance =
        clamp(vec3_length(to), absolute(first - second) + 1e-6, first + second - 1e-9);
    double cosine_at = clamp(
        (first * first + distance * distance - second * second) / (2 * first * distance), -1, 1);
    double sine_at = square_root(1 - cosine_at * cosine_at);
    vec3 hinge = vec3_cross(direction, side);
    vec3 end = vec3_scale(direction, distance);
    joint = vec3_add(vec3_scale(direction, first * cosine_at), vec3_scale(side, first * sine_at));
    upper = aim(l->rest_along, l->rest_bend, vec3_normalize(joint), hinge);
    lower = aim(l->rest_along, l->rest_bend, vec3_normalize(vec3_sub(end, joint)), hinge);
    pose->turns[l->bones[0]] = quat_multiply(quat_conjugate(above), upper);
    pose->turns[l->bones[1]] = quat_multiply(quat_conjugate(upper), lower);
}

void pose_arm_reach(const motion_body *body, motion_pose *pose, bool is_right, vec3 wrist,
                    vec3 elbow) {
    limb l = {{on_side(is_right, LEFT(UPPER_ARM)), on_side(is_right, LEFT(LOWER_ARM)),
               on_side(is_right, LEFT(HAND))},
              vec3_make(is_right ? -1 : 1, 0, 0),
              vec3_make(0, 0, -1)};
    quat chest = pose_model_turn(pose, VRM_BONE_UPPER_CHEST);
    vec3 reach = quat_rotate(chest, vec3_scale(vec3_mirror(wrist, is_right), body_arm(body)));
    solve_limb(body, pose, &l, vec3_add(pose_place(body, pose, l.bones[0]), reach),
               quat_rotate(chest, vec3_mirror(elbow, is_right)));
}

void pose_leg_reach(const motion_body *body, motion_pose *pose, bool is_right, vec3 ankle,
                    quat foot, quat toes) {
    limb l = {{on_side(is_right, LEFT(UPPER_LEG)), on_side(is_right, LEFT(LOWER_LEG)),
               on_side(is_right, LEFT(FOOT))},
              vec3_make(0, -1, 0),
              vec3_make(0, 0, 1)};
    vec3 knee = quat_rotate(foot, vec3_make(0, 0, 1));
    knee.y = 0;
    solve_limb(body, pose, &l, ankle, knee);
    pose->turns[l.bones[2]] =
        quat_multiply(quat_conjugate(pose_model_turn(pose, l.bones[1])), foot);
    pose->turns[on_side(is_right, LEFT(TOES))] = quat_multiply(quat_conjugate(foot), toes);
}

void pose_foot(const motion_body *body, motion_pose *pose, bool is_right, foot_place at) {
    vec3 rest = body->places[on_side(is_right, LEFT(TOES))];
    vec3 to_ankle = vec3_sub(body->places[on_side(is_right, LEFT(FOOT))], rest);
    quat out = turn_y(is_right ? -at.out : at.out);
    quat foot = quat_multiply(out, turn_x(at.pitch));
    quat toes = quat_multiply(out, turn_x(at.pitch * (1 - at.level)));
    vec3 ball = vec3_add(rest, vec3_mirror(at.ball, is_right));
    pose_leg_reach(body, pose, is_right, vec3_add(ball, quat_rotate(foot, to_ankle)), foot, toes);
}
