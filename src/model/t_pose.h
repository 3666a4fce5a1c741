/* How far the bones of an avatar may be off the T-pose: what a check says, and what a normalization
 * turns back. */
#ifndef VRMI_MODEL_T_POSE_H
#define VRMI_MODEL_T_POSE_H

#include "vrm/tables.h"

#include <stdbool.h>

/* In degrees (TP-002, TP-005, TP-007, TP-009 to TP-011, TP-026, TP-027). */
#define VRMI_POSE_FACING_DEGREES 25.84f /* a cosine of 0.9 */
#define VRMI_POSE_TRUNK_DEGREES 45.0f
#define VRMI_POSE_LEG_DEGREES 15.0f
#define VRMI_POSE_FOOT_DEGREES 15.0f
#define VRMI_POSE_ARM_DEGREES 15.0f
#define VRMI_POSE_HAND_DEGREES 30.0f
#define VRMI_POSE_FINGER_DEGREES 30.0f
#define VRMI_POSE_THUMB_DEGREES 25.0f

/* In meters, of an avatar of the normal height (TP-003, TP-004); in meters (TP-006, TP-021). */
#define VRMI_POSE_EVEN_METERS 0.02f
#define VRMI_POSE_LEAN_METERS 0.15f
#define VRMI_POSE_NORMAL_HEIGHT 1.6f
#define VRMI_POSE_SOLE_METERS 0.02f
#define VRMI_POSE_ROOT_METERS 1e-4f

/* Whether avatars of a dialect look along -Z at rest (TP-022). */
static inline bool vrmi_should_face_minus_z(vrm_dialect dialect) {
    return dialect == VRM_DIALECT_0 || dialect == VRM_DIALECT_1_DRAFT;
}

#endif
