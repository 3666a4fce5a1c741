/*
 * Whether two models move alike: the same poses, expressions and pushes of both, and how far apart
 * their vertices, normals, springs and eyes are. Nodes have the same indices in both; meshes and
 * skins need not.
 */
#ifndef VRM_TEST_MOVES_H
#define VRM_TEST_MOVES_H

#include <stdbool.h>
#include <vrm/vrm.h>

typedef struct moves {
    uint32_t vertices; /* that were compared, in each pose */
    uint32_t joints;   /* of springs */
    double rest;       /* the largest distance of a vertex at rest, in meters */
    double posed;      /* and in poses, with expressions */
    double normals;    /* the largest angle between normals in poses, in degrees */
    double springs;    /* the largest angle between bones of springs, in degrees */
    double turns;      /* the largest angle between the turns of nodes from rest, in degrees */
    double nodes;      /* the largest distance of nodes in poses, in meters */
    double eyes;       /* the largest distance of where the eyes are, in meters */
} moves;

/* False: they cannot be compared, because they have other nodes, vertices or springs. */
bool compare_moves(vrm_model *a, vrm_model *b, uint32_t poses, moves *out);

#endif
