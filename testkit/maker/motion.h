/*
 * Motions: what a body does, as functions of time. Every format of motion is written from these.
 *
 * A pose is normalized: all rotations are identity in a T-pose, in the axes of an avatar that faces
 * +Z with its left at +X, and each is relative to the bone above. Positions are in meters.
 */
#ifndef MAKER_MOTION_H
#define MAKER_MOTION_H

#include "skeleton.h"

#include <stdbool.h>

/* --- Bodies --- */

typedef struct motion_body {
    vec3 places[VRM_BONE_COUNT]; /* at rest, a T-pose with the soles at y = 0 */
} motion_body;

/* The figure of boxes; the sample character, for which the dance has been made; the figure with the
 * legs that files of VMD are for; and that one for VMD, else the first. */
enum { BODY_FIGURE, BODY_CHARACTER, BODY_MMD, BODY_OF_FORMAT };

void motion_body_init(motion_body *out, int kind);

double body_leg(const motion_body *body); /* from hip joint to ankle */

/* Where a bone without children ends: fingertips, the tip of the toes, the crown of the head. */
vec3 body_tip(const motion_body *body, int bone);

/* --- Poses --- */

/* Presets, and one custom expression, which the sample character has. */
#define MOTION_EXPRESSION_LIST(X)                                                                  \
    X(HAPPY, "happy")                                                                              \
    X(RELAXED, "relaxed")                                                                          \
    X(AA, "aa")                                                                                    \
    X(OH, "oh")                                                                                    \
    X(BLINK, "blink")                                                                              \
    X(BLUSH, "blush")

enum {
#define X(name, text) MOTION_##name,
    MOTION_EXPRESSION_LIST(X)
#undef X
        MOTION_EXPRESSIONS
};

const char *motion_expression_name(int expression);
bool motion_expression_is_custom(int expression);

typedef struct motion_pose {
    quat turns[VRM_BONE_COUNT];
    vec3 hips; /* in the space of the model */
    double weights[MOTION_EXPRESSIONS];
    double look_left, look_up; /* degrees, seen from the head */
} motion_pose;

/* The rotations of all bones in the space of the model, and where they are. */
void pose_model_turns(const motion_pose *pose, quat out[VRM_BONE_COUNT]);
vec3 pose_place(const motion_body *body, const motion_pose *pose, int bone);
quat pose_model_turn(const motion_pose *pose, int bone);

/* --- For those who make motions --- */

void pose_init(const motion_body *body, motion_pose *out); /* at rest */

/* About one axis, in degrees. */
quat turn_x(double degrees);
quat turn_y(double degrees);
quat turn_z(double degrees);
quat turn_yxz(double y, double x, double z); /* about z first */

/* The rotation that takes X, Y and Z to these axes. */
quat turn_of_axes(const vec3 axes[3]);

/* The same rotation on the other side of the body. */
quat turn_mirror(quat q);

/* Sets a bone of the left, or its mirror image on the right. */
void pose_set(motion_pose *pose, bool is_right, int left_bone, quat left_turn);

/* Fingers from straight (0) to a fist (1): thumb, index, middle, ring, little. */
void pose_fingers(motion_pose *pose, bool is_right, const double curls[5]);

/* An arm that hangs: degrees down from the T-pose, swung forward, the elbow bent. */
void pose_arm_hang(motion_pose *pose, bool is_right, double down, double forward, double elbow);

/*
 * An arm whose wrist is at a place: in the space of upperChest from the upper arm's joint, in
 * lengths of the arm, x outwards. The elbow points to `elbow`, alike.
 */
void pose_arm_reach(const motion_body *body, motion_pose *pose, bool is_right, vec3 wrist,
                    vec3 elbow);

/* A leg whose ankle is at a place in the space of the model; `foot` and `toes` are rotations there.
 * The knee points where the foot does. Trunk and hips have to be set before. */
void pose_leg_reach(const motion_body *body, motion_pose *pose, bool is_right, vec3 ankle,
                    quat foot, quat toes);

/*
 * A foot by its ball, the joint of the toes: `ball` is moved from rest, the foot is turned `out`
 * and its heel lifted by `pitch`, degrees; the toes stay level for as much as `level` says, 0 to 1.
 */
typedef struct foot_place {
    vec3 ball;
    double out, pitch, level;
} foot_place;

void pose_foot(const motion_body *body, motion_pose *pose, bool is_right, foot_place at);

/* --- Motions --- */

typedef struct motion {
    const char *name;
    double seconds;       /* in halves, so that the last time is exact in every format */
    double travel;        /* along +Z in a loop, in lengths of the leg */
    unsigned expressions; /* bits: 1 << MOTION_… */
    bool has_look_at;
    /* At a phase of the loop, 0 to 1. All motions close. */
    void (*at)(const motion_body *body, double phase, motion_pose *out);
} motion;

/* A table, with an end whose name is NULL. */
extern const motion motions[];
const motion *motion_find(const char *name);

void motion_stand(const motion_body *body, double phase, motion_pose *out);
void motion_walk(const motion_body *body, double phase, motion_pose *out);
void motion_squat(const motion_body *body, double phase, motion_pose *out);
void motion_dance(const motion_body *body, double phase, motion_pose *out);
void motion_test(const motion_body *body, double phase, motion_pose *out);

/* Keys of one loop, the first again at the end: `fps` a second. */
int motion_key_count(const motion *m, int fps);
void motion_key(const motion *m, const motion_body *body, int fps, int key, motion_pose *out);

#endif
