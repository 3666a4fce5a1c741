/* A rigged body without an avatar in it, as games and programs write them: what `vrm make` is for.
 */
#ifndef MAKER_BODY_RIG_H
#define MAKER_BODY_RIG_H

#include "glb.h"
#include "motion_rig.h"

typedef struct body_family {
    const char *name;
    const char *prefix; /* of all names */
    rig_table table;
} body_family;

/* A table, with an end whose name is NULL. */
extern const body_family body_families[];
int body_family_find(const char *name); /* NONE */

enum { BODY_POSE_T, BODY_POSE_A, BODY_POSE_HANGING, BODY_POSE_WALK };
enum { BODY_AXES_PLAIN, BODY_AXES_ALONG, BODY_AXES_ROTATED };

typedef struct body_rig_options {
    int family;
    int pose;           /* of the nodes: BODY_POSE_… */
    int axes;           /* of the joints: BODY_AXES_… */
    double unit;        /* meters of one unit: 1, or 0.01 for centimeters */
    bool is_z_up;       /* the body stands along +Z and faces -Y, and nothing turns it */
    bool has_armature;  /* a node above with a scale and a rotation that make it right again */
    bool faces_back;    /* it looks along -Z */
    bool is_nameless;   /* names say nothing: "n17" */
    bool is_bound_in_t; /* the skin was bound in a T-pose, whatever the nodes are in */
    bool has_face;      /* morph targets with the names of ARKit */
    bool has_chains;    /* a tail and two locks of hair */
} body_rig_options;

void body_rig_options_init(body_rig_options *out);

/* The file. `out_bones` receives the node of each bone that it has, and NONE; it may be NULL. */
bytes body_rig_write(const body_rig_options *options, int out_bones[VRM_BONE_COUNT]);

#endif
