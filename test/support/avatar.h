/*
 * Small avatars, complete and without fault, to which a test adds what it wants to see.
 *
 *   loaded file = load_vrm1("'lookAt':{'type':'bone'}", NULL);
 *
 * The body is a T-pose of the 15 required bones. 1.0 faces +Z; the draft and 0.x face -Z.
 *
 *   node 0           the root; nodes without a bone hang from it unless said otherwise
 *   node 1 … 15      hips, spine, head, leftUpperLeg, leftLowerLeg, leftFoot, right…, leftUpperArm,
 *                    leftLowerArm, leftHand, right…
 *   node 16, 17      mesh 0, with 2 morph targets; 16 hangs from the head
 *   node 18          mesh 1, with 1 morph target
 *   node 19, 20      eyes, 3 cm to the left and right of (0, .06, .02) of the head
 *   node 21, 22, 23  a chain of 10 cm downwards
 *
 *   materials        "skin", opaque; "cloth", which blends
 *   textures         0 to 3, with the images 0, 1, 2, 1
 *   images           0 to 2 in BIN: 3, 5 and 4 bytes: "PNG", "PNG.1", "JPEG"
 */
#ifndef VRM_TEST_AVATAR_H
#define VRM_TEST_AVATAR_H

#include "support/fixture.h"

enum {
    AVATAR_ROOT = 0,
    AVATAR_HIPS = 1,
    AVATAR_SPINE = 2,
    AVATAR_HEAD = 3,
    AVATAR_FACE = 16,
    AVATAR_FACE_2 = 17,
    AVATAR_CLOTH = 18,
    AVATAR_LEFT_EYE = 19,
    AVATAR_RIGHT_EYE = 20,
    AVATAR_CHAIN = 21,
    AVATAR_NODE_COUNT = 24
};

typedef struct avatar {
    vrm_dialect dialect;    /* 0, 1_DRAFT, 1_BETA, 1; which keys the defaults have */
    const char *vrm;        /* members of VRMC_vrm or VRM; those named here replace the defaults */
    const char *root;       /* members of the file, likewise */
    const char *extensions; /* further members of the root's extensions */
    const char *nodes;      /* further nodes, from 24 on */
} avatar;

/* The default members that are replaced: specVersion, meta and humanoid of the VRM; extensionsUsed,
 * materials, meshes, nodes, textures, images of the file. An empty string as `vrm` and the like is
 * as good as NULL. */
fixture avatar_file(const avatar *from);
loaded load_avatar(const avatar *from);
loaded load_avatar_strict(const avatar *from);

/* What is loaded has no finding but what the members bring. */
loaded load_vrm1(const char *vrm, const char *root);
loaded load_beta(const char *vrm, const char *root);
loaded load_draft(const char *vrm, const char *root);
loaded load_old_vrm(const char *vrm, const char *root);
loaded load_vrm1_strict(const char *vrm, const char *root);
/* With these members of VRMC_springBone, beside its version. */
loaded load_vrm1_springs(const char *members);

/*
 * "'humanoid':{'humanBones':{…}}" with the 15 bones, but `without` (NULL: all), and with `more`
 * members behind them (NULL: none). The text lives until the sixteenth call from now.
 */
const char *humanoid_members(const char *without, const char *more);
/* The members of a meta of 1.0 that has everything it must have, with `more` behind them. Likewise.
 */
const char *meta_members(const char *more);
/* snprintf into the same store. */
const char *format_members(const char *format, ...);

/* The number of diagnostics, without notes. */
int count_findings(const loaded *file);

#endif
