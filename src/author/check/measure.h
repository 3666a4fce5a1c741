/*
 * The avatar as it stands at rest, measured once for all rules about its looks: where its vertices
 * are, which bones move them, what expressions move, and what its triangles cover.
 */
#ifndef VRMI_CHECK_MEASURE_H
#define VRMI_CHECK_MEASURE_H

#include "author/check/check.h"
#include "model/skinning.h"

/* A vertex that no humanoid bone moves, also not from above; and one whose weights name no joint,
 * which other rules say. */
enum { VRMI_NO_BONE = 255, VRMI_NO_JOINT = 254 };
_Static_assert((int)VRM_BONE_COUNT < (int)VRMI_NO_JOINT, "bones fit a byte");

/* What a morph target moves at weight 1, in the space of the model. */
typedef struct vrmi_moved {
    int32_t target;
    uint32_t count;
    const uint32_t *vertices; /* rising */
    const vrm_vec3 *deltas;
    bool changes_normals; /* looked at where it moves nothing */
} vrmi_moved;

/* Weights on limbs of one side of vertices that lie at the other one. */
typedef struct vrmi_other_side {
    uint32_t count, first;
    vrm_bone bone; /* of the first */
} vrmi_other_side;

/* The vertices of a primitive as a node shows it. Primitives that share vertices share this. */
typedef struct vrmi_cloud {
    int32_t node, mesh, primitive; /* the first with these vertices */
    uint32_t count;
    vrm_vec3 *positions; /* skinned, at rest, turned to face +Z */
    vrm_vec2 *uvs;       /* TEXCOORD_0; NULL: there is none */
    uint8_t *bones;      /* the humanoid bone at or above the joint of the largest weight */
    uint8_t *is_drawn;   /* a triangle has it */
    vrmi_moved *moved;   /* by the morph targets that expressions drive */
    uint32_t moved_count;
    bool lacks_joints; /* although its node has a skin: a load says so */
    vrmi_other_side other_side;
} vrmi_cloud;

/* A primitive as a node shows it. */
typedef struct vrmi_shown {
    const vrmi_cloud *cloud;
    int32_t primitive, material;
    uint32_t triangle_count;
    vrm_vec3 least, most;
    double area;    /* in square meters */
    double uv_area; /* of TEXCOORD_0, before the transform of a texture */
} vrmi_shown;

/* Of the drawn vertices of which one bone, or any, is the first. */
typedef struct vrmi_extent {
    uint32_t count;
    vrm_vec3 least, most, middle;
} vrmi_extent;

typedef struct vrmi_measure {
    vrmi_check *check;
    vrmi_memory *memory; /* for what is needed of one cloud at a time */
    uint64_t steps_left; /* elements that may still be read: a file can name its bytes many times */
    bool is_complete;    /* all that can be drawn was measured */
    float scale;         /* the avatar's height, in parts of 1.6 m */
    vrm_mat4 *world;     /* by node, at rest, turned to face +Z */
    const vrm_mat4 **skin_matrices; /* by skin; NULL: not made yet */
    uint8_t *node_bones;            /* by node: the humanoid bone at or above it */
    uint32_t *first_target; /* by node: its first place in `is_driven`, and one behind the last */
    uint8_t *is_driven;     /* by morph target of a node: an expression has it */
    uint8_t *is_moving;     /* likewise: it moves something, or changes its shading */
    vrmi_cloud *clouds;
    vrmi_shown *shown;
    uint32_t cloud_count, shown_count;
    vrmi_extent extents[VRM_BONE_COUNT];
    vrmi_extent whole;
} vrmi_measure;

/* False: memory was refused or the check was cancelled: there is no result. */
bool vrmi_measure_avatar(vrmi_check *check, vrmi_measure *out);

/* Takes steps off what is left. False: there are not so many, and the measure is incomplete. */
bool vrmi_take_steps(vrmi_measure *measure, uint64_t count);

/* Finds weights on the limbs of the other side (looks_weights.c). */
void vrmi_measure_sides(const vrmi_measure *measure, const vrmi_skinning *skinning,
                        vrmi_cloud *cloud);

/* Reads what the morph targets that expressions drive move (measure_morph.c). */
bool vrmi_measure_morphs(vrmi_measure *measure, const vrmi_skinning *skinning, vrmi_cloud *cloud);
/* Adds morph targets to positions which have a weight at rest that no expression sets to 0. */
bool vrmi_add_rest_morphs(vrmi_measure *measure, const vrmi_cloud *cloud, float *positions);

/* How far one vertex is moved. */
typedef struct vrmi_travel {
    uint32_t vertex;
    vrm_vec3 delta;
} vrmi_travel;

/* What an expression moves of a cloud at weight 1, all of its binds together. Of the arena; the
 * count is 0 where it moves nothing. */
uint32_t vrmi_measure_expression(vrmi_measure *measure, const vrmi_cloud *cloud,
                                 const vrm_expression *expression, vrmi_arena *arena,
                                 const vrmi_travel **out);

#endif
