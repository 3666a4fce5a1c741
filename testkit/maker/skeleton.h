/* The humanoid: where each of the 55 bones lies in a T-pose of 1.5 m (TP-002 … TP-011). */
#ifndef MAKER_SKELETON_H
#define MAKER_SKELETON_H

#include "avatar.h"

typedef enum bone_set {
    BONES_BASIC,  /* the 15 required ones, chest, neck and eyes: 19 */
    BONES_BODY,   /* also upperChest, shoulders and toes: 24 */
    BONES_NO_JAW, /* also fingers: 54 */
    BONES_ALL     /* 55 */
} bone_set;

/* Adds the root, "Root", and the bones of the set below it; fills `bones`. Nodes have the names
 * that 1.0 gives to bones. */
void skeleton_build(avatar *a, bone_set set);

vec3 skeleton_place(int bone);
int skeleton_parent(int bone);            /* NONE: of hips */
int skeleton_left(int bone);              /* of one on the right, that on the left; else the same */
int skeleton_right(int bone);             /* likewise the other way round */
int skeleton_find(const char *bone_name); /* VRM_BONE_…; NONE */
const char *skeleton_name(int bone);

#endif
