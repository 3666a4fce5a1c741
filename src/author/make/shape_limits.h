/*
 * The limits that decide which joints are which bones if names do not identify them (bone_shape.c).
 * Lengths are parts of the largest extent of all joints.
 *
 * There is no record of the file from which each value came. So each was multiplied by 0, 0.25,
 * 0.5, 2 and 4, on 260 of the maker's bodies without names (test/tool/check_makes.c). The comments
 * have the nearest factors at which bodies lose bones, and the families of those bodies. "None":
 * none of these bodies needs the value; it can only decide in other files, such as those of
 * docs/guides/make.md.
 */
#ifndef VRMI_MAKE_SHAPE_LIMITS_H
#define VRMI_MAKE_SHAPE_LIMITS_H

enum {
    LEAST_JOINTS = 10,     /* a body has more. × 2: wisconsin, the family with the fewest joints */
    LEAST_PAIRS = 8,       /* joints that have a mirror image. × 2: wisconsin */
    LEAST_FINGERS = 3,     /* a hand of HVGirl.glb has three */
    LEAST_FACE_JOINTS = 3, /* children of a head: eyes, jaw, hair */
    MOST_TRIED = 12,       /* joints of a limb that are tried as its joints */
    MOST_SKIPPED = 2       /* joints before the upper one: a collar bone, and one that helps it */
};

/* How far an image may be from its mirrored position. × 0: all families. */
#define NEAR_IMAGE 0.06f
/* How far from the mirror a joint in the middle may be. × 0 and × 4: all families. */
#define NEAR_MIDDLE 0.02f
/* The length of a limb: fingers, ears and straps are shorter. × 4: 149 bodies, mixamo
 * first. */
#define LEAST_LIMB 0.12f
/* The part of its length by which a leg leads down. × 2: 235 bodies, of all families. */
#define LEAST_LEG_DOWN 0.5f

/* Points for two pairs of limbs as legs and arms. A point is the length of the body. */
#define LIMBS_ABOVE_GROUND 2.0f /* less, for each length of the legs above the ground. None */
#define LIMBS_BELOW_NECK 0.5f   /* more, if the trunk goes on beyond the arms. None */
#define LIMBS_ON_TRUNK 0.5f     /* more, if the arms hang below the joint that has the legs. None */
#define LIMBS_WITH_HAND 0.3f    /* more, for a joint of the arm that branches. None */

/* Points for three joints of a limb as its upper, lower and end joint. A point is the length of the
 * limb. */
#define JOINTS_EQUAL_PARTS 0.8f  /* more, the nearer in length both parts are. None */
#define JOINTS_SKIPPED 0.3f      /* less, for each joint before the upper one. × 2: cmu, daz */
#define JOINTS_MOVE_NOTHING 0.5f /* less, for a joint without vertices. × 0.5: cmu, daz */
#define JOINTS_WITH_HAND 1.0f   /* more, if an arm ends in fingers. × 0: vrm, daz, vroid, unreal */
#define JOINTS_WITH_COLLAR 0.6f /* more, for a collar bone before the arm. × 0.25: all families */
#define JOINTS_WITH_ANKLE 0.6f  /* more, if the leg bends at its end. None */

/* The cosine of 40 degrees: an ankle bends more, a knee at rest less. None. */
#define ANKLE_COSINE 0.766f
/* How near the middle a collar bone begins, as a part of the distance of the arm. × 0.25: all
 * families. */
#define COLLAR_INNER 0.55f

/* A vertex belongs to a foot from this weight on. × 4, which is no vertex: wisconsin, makehuman. */
#define FOOT_WEIGHT 0.5f
/* How far the joints of a foot, or the mean of its vertices, lead ahead to show the front. None. */
#define LEAST_FOOT 0.02f
#define LEAST_FOOT_VERTICES 0.005f

/* The part of its length by which a joint above the arms leads up: a neck may lean (× 2: mmd), and
 * what a head leads to is straight above it, or it is a jaw (× 0.5: vrm; × 2: cmu, mocopi, rigify,
 * makehuman). */
#define NECK_RISE 0.5f
#define HEAD_RISE 0.9f

#endif
