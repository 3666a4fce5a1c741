/* A motion to compare formats with: every joint turns about all axes, by curves of its own. */
#include "motion.h"

#define LEFT(bone) VRM_BONE_LEFT_##bone

/* Degrees about y, x and z: the middle, and how far to both sides of it. Of the left. */
typedef struct range {
    double middle[3], reach[3];
} range;

static range range_of(int left_bone) {
    switch (left_bone) {
    case VRM_BONE_HIPS:
        return (range){{0, 0, 0}, {35, 15, 12}};
    case VRM_BONE_SPINE:
    case VRM_BONE_CHEST:
    case VRM_BONE_UPPER_CHEST:
        return (range){{0, 2, 0}, {14, 9, 8}};
    case VRM_BONE_NECK:
    case VRM_BONE_HEAD:
        return (range){{0, 0, 0}, {24, 16, 12}};
    case VRM_BONE_JAW:
        return (range){{0, 6, 0}, {2, 6, 1}};
    case LEFT(UPPER_LEG):
        return (range){{8, -25, 10}, {25, 55, 20}};
    case LEFT(LOWER_LEG):
        return (range){{0, 55, 0}, {12, 50, 3}};
    case LEFT(FOOT):
        return (range){{0, 0, 0}, {12, 25, 10}};
    case LEFT(TOES):
        return (range){{0, -10, 0}, {3, 18, 2}};
    case LEFT(SHOULDER):
        return (range){{0, 0, 0}, {10, 6, 12}};
    case LEFT(UPPER_ARM):
        return (range){{-10, 0, -5}, {55, 50, 75}};
    case LEFT(LOWER_ARM):
        return (range){{-62, 0, 0}, {58, 45, 6}};
    case LEFT(HAND):
        return (range){{0, 0, -5}, {20, 30, 45}};
    case LEFT(THUMB_METACARPAL):
    case LEFT(THUMB_PROXIMAL):
    case LEFT(THUMB_DISTAL):
        return (range){{10, 5, 0}, {18, 8, 10}};
    default: /* the other fingers */
        return (range){{0, 0, -38}, {7, 4, 36}};
    }
}

void motion_test(const motion_body *body, double phase, motion_pose *out) {
    pose_init(body, out);
    for (int i = 0; i < VRM_BONE_COUNT; ++i) {
        int left = skeleton_left(i);
        range r = range_of(left);
        double degrees[3];
        if (left == LEFT(EYE)) continue; /* lookAt is what moves eyes */
        for (int axis = 0; axis < 3; ++axis) {
            /* One to three times in a loop; steps of the golden ratio keep the beginnings apart. */
            int times = 1 + (i + axis) % 3;
            double begin = 0.618 * (i * 3 + axis);
            degrees[axis] = r.middle[axis] + r.reach[axis] * sine(phase * times + begin);
        }
        pose_set(out, left != i, left, turn_yxz(degrees[0], degrees[1], degrees[2]));
    }
    out->hips.x += 0.15 * sine(phase);
    out->hips.y += 0.06 * sine(phase * 2) - 0.04;
    out->hips.z += 0.20 * sine(phase + 0.25);
    for (int i = 0; i < MOTION_EXPRESSIONS; ++i) {
        out->weights[i] = (1 - cosine(phase * (1 + i % 3) + 0.1 * i)) / 2;
    }
    out->look_left = 25 * sine(phase * 2 + 0.1);
    out->look_up = 15 * sine(phase * 3);
}
