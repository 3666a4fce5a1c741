/*
 * A whole body: all 55 bones in a T-pose, which may face either way and have any rest rotations.
 *
 *   node 0           the root
 *   node 1 + bone    the bones, each below its parent in the specification's tree
 *   node 56          mesh 0, below the head
 */
#ifndef VRM_TEST_BODY_FIXTURE_H
#define VRM_TEST_BODY_FIXTURE_H

#include "avatar/reference.h"
#include "support/avatar.h"

enum { BODY_FACE = 1 + VRM_BONE_COUNT, BODY_NODE_COUNT = 2 + VRM_BONE_COUNT };

typedef struct body {
    bool is_old; /* 0.x, without thumbs: they have other names */
    bool faces_minus_z;
    bool is_absent[VRM_BONE_COUNT]; /* its node is no bone */
    vrm_trs root;                   /* of node 0; the scale is uniform */
    turn rest[BODY_NODE_COUNT];     /* rotations below the parent; of node 0 too */
    const char *vrm;                /* as in support/avatar.h */
    const char *extensions;
    const char *members[BODY_NODE_COUNT]; /* further members of nodes; NULL: none */
} body;

/* A 1.0 file that faces +Z, without rotations. */
body body_plain(void);
/* The same with a rotation in every node, and a root that is turned, moved and scaled. */
body body_twisted(void);

loaded load_body(const body *from);

/* Where a bone is in a body that faces +Z, in the model. */
point body_position(vrm_bone bone);
/* Its parent in the specification's table; -1: hips. */
int body_parent(vrm_bone bone);
/* Rotation at rest in the model. */
turn body_rotation(const body *from, vrm_bone bone);

/* --- An avatar of it --- */

typedef struct figure {
    body from;
    loaded file;
    vrm_avatar *avatar;
    vrm_frame frame;
} figure;

bool open_figure(figure *out, const body *from, uint32_t flags);
void close_figure(figure *s);

/* Every way a body can stand in a file and in the world. */
typedef struct stance {
    bool is_twisted, faces_minus_z, is_as_file;
} stance;

enum { STANCE_COUNT = 8 };

/* The i-th, which it notes for the failures that follow; those shown as in the file come last. */
stance get_stance(int i);
body body_in(stance s);
uint32_t stance_flags(stance s);
/* What a point of an avatar that faces +Z is in the world. */
point in_world(stance s, point p);

/* --- Checks --- */

/* Checks with a message that says what differs. */
bool check_point(vrm_vec3 got, point expected, double tolerance, const char *file, int line);
bool check_turn(vrm_quat got, turn expected, double tolerance, const char *file, int line);
#define CHECK_POINT(got, expected, tolerance)                                                      \
    check_point((got), (expected), (tolerance), __FILE__, __LINE__)
#define CHECK_TURN(got, expected, tolerance)                                                       \
    check_turn((got), (expected), (tolerance), __FILE__, __LINE__)

#endif
