/* Two files that are compared: which element of one is which of the other, and what differs. */
#ifndef VRM_DIFF_PAIR_H
#define VRM_DIFF_PAIR_H

#include "changes.h"
#include "diff_file.h"
#include "match.h"

typedef struct diff_pair {
    diff_file a, b;
    const diff_bounds *bounds;
    diff_changes changes;
    /* One faces -Z and the other +Z, as avatars of 0.x and 1.0 do. What has a direction is compared
     * after the first file was turned around. */
    bool turns;
    diff_match nodes, meshes, materials, images, expressions, springs, colliders, groups;
    /* By image: a number that only images with the same bytes have; VRM_NONE: they are not there.
     */
    int32_t *content_a, *content_b;
} diff_pair;

/* Opens both files and matches them. False: a file could not be used, and standard error says why;
 * `*out_failed` is that file, or NULL where there is not enough memory. */
bool pair_open(diff_pair *pair, const char *a, const char *b, const diff_bounds *bounds,
               const diff_file **out_failed);
void pair_close(diff_pair *pair);

/* Fills in the matches; pair_open calls it. False: there is not enough memory. */
bool pair_match(diff_pair *pair);

/* Whether what an index of the first file names is what an index of the second names. */
bool is_same_index(const diff_match *match, int32_t a, int32_t b);

/* A vector of the first file in the axes of the second. */
vrm_vec3 pair_turn(const diff_pair *pair, vrm_vec3 v);
/* The same of a rotation, seen from axes that are turned around. */
vrm_quat pair_turn_rotation(const diff_pair *pair, vrm_quat q);

/* How far two points are apart, in metres; two rotations, in degrees. */
double distance_between(vrm_vec3 a, vrm_vec3 b);
double degrees_between(vrm_quat a, vrm_quat b);

/* The name of a node, quoted; "(none)" for VRM_NONE. */
const char *node_text(diff_changes *list, const diff_file *file, int32_t node);

/* --- The parts. Each adds what differs to the changes. --- */

void diff_facts(diff_pair *pair); /* the file: dialect, exporter, extensions */
void diff_meta(diff_pair *pair);
void diff_nodes(diff_pair *pair); /* and bones */
void diff_skins(diff_pair *pair);
void diff_expressions(diff_pair *pair);
void diff_look_at(diff_pair *pair);
void diff_first_person(diff_pair *pair);
void diff_springs(diff_pair *pair);
void diff_colliders(diff_pair *pair);
void diff_constraints(diff_pair *pair);
void diff_materials(diff_pair *pair);
void diff_images(diff_pair *pair);
void diff_meshes(diff_pair *pair);
void diff_animations(diff_pair *pair);
void diff_other(diff_pair *pair); /* JSON that no other part speaks of */

#endif
