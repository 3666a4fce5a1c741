/* Counts of a file that the tables do not hold: for `vrm info`, and for the budgets of `vrm check`.
 */
#ifndef VRM_KIT_TOTALS_H
#define VRM_KIT_TOTALS_H

#include <stdbool.h>
#include <stdint.h>
#include <vrm/vrm.h>

typedef struct totals {
    uint64_t triangles;
    uint64_t vertices;
    uint32_t primitives;
    uint32_t targets;
    uint32_t joints;
    uint32_t channels;
    uint64_t image_bytes;
    uint64_t payload_bytes;
    uint32_t depth;
} totals;

totals count_totals(const vrm_model *model);
/* Those of one mesh; the others are 0. */
totals count_mesh(const vrm_mesh *mesh);

/* How many of these joints have a limit, and of which kinds. */
typedef struct limit_counts {
    uint32_t all;
    uint32_t cone, hinge, spherical;
} limit_counts;

limit_counts count_limits(const vrm_spring_joint *joints, uint32_t joint_count);

/* What it costs to draw and to run the avatar. */
typedef struct costs {
    uint64_t draw_calls;     /* primitives, as often as nodes show their meshes */
    uint64_t skinned_meshes; /* nodes whose mesh has a skin or morph targets */
    uint64_t rigid_meshes;   /* nodes whose mesh has neither */
    uint64_t bones;          /* nodes that are joints of at least one skin */
    uint64_t spring_nodes; /* joints of springs as a file lists them: heads and tails, once each */
    uint64_t texture_pixels;   /* of all images that materials use */
    uint64_t image_side;       /* the longest side of these images, in pixels */
    uint64_t collision_checks; /* joints of springs, each with all colliders of its spring */
} costs;

/* False: there is not enough memory. */
bool count_costs(const vrm_model *model, costs *out);

#endif
