/* Avatars to measure: a figure of boxes with chains, colliders, constraints and lookAt by number.
 */
#ifndef MAKER_PARAMETRIC_H
#define MAKER_PARAMETRIC_H

#include "avatar.h"
#include "skeleton.h"
#include "write.h"

enum { CONSTRAINTS_ROLL = 1, CONSTRAINTS_AIM = 2, CONSTRAINTS_ROTATION = 4 };

/* NONE: spheres and capsules in turn, then the extended ones, as far as the dialect has them. */
enum { SHAPE_MIX = NONE };

/* What there is of both unless more is asked for. */
enum { PARAMETRIC_TARGETS = 6, PARAMETRIC_EXPRESSIONS = 9, PARAMETRIC_MOST_TARGETS = 1000 };

typedef struct parametric_options {
    dialect dialect;
    bone_set bones;
    int chains, joints; /* joints: heads, without the tail */
    int colliders;      /* a chain; of all chains together where they are shared */
    int shape;          /* VRM_COLLIDER_…, SHAPE_MIX */
    int parent, center; /* VRM_BONE_… */
    int constraints;    /* CONSTRAINTS_… */
    int targets;        /* of the face */
    int expressions;    /* presets and custom ones together */
    int look_at;        /* VRM_LOOK_AT_…, NONE */
    int limit;          /* VRM_SPRING_LIMIT_…: of all joints */
    bool has_shared_colliders;
    bool has_random_rest;
    bool has_holders;     /* a node between the bone and each chain */
    bool is_sparse;       /* a node that is no joint between each two joints */
    bool hangs_on_chains; /* chains in threes: the second on the first, the third on the second */
    bool is_uniform;      /* one set of parameters for all joints of a chain, as in 0.x */
    bool has_expressions;
    bool is_mtoon;
    bool has_maps;
    avatar_range_map maps[4];
    double root_scale, segment, hit_radius;
    vec3 gravity;
    uint32_t seed;
    size_t ballast;
} parametric_options;

void parametric_init(parametric_options *out);

/* Ends the program where the dialect cannot express the options. */
void parametric_build(avatar *a, const parametric_options *options);

#endif
