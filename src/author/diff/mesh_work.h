/* What comparing meshes needs: room for numbers, and a bound on how many are read. */
#ifndef VRMI_DIFF_MESH_WORK_H
#define VRMI_DIFF_MESH_WORK_H

#include "author/diff/diff.h"

typedef struct vrmi_mesh_work {
    vrm_diff *pair;
    float *a, *b; /* room for the numbers of one attribute */
    uint64_t room;
    uint64_t left; /* numbers that may still be read */
    bool was_left_out;
    bool has_same_vertices; /* of all primitives of the mesh, with their morph targets by index */
} vrmi_mesh_work;

/* Makes room for this many numbers of each file. False: the mesh is too large, or there is not
 * enough memory; the work records which. */
bool vrmi_mesh_need(vrmi_mesh_work *work, uint64_t count);

/* How many numbers of an attribute are compared. */
uint32_t vrmi_mesh_components(vrm_attribute_semantic semantic);

/* The attribute of a primitive that means the same; NULL: it has none. */
const vrm_attribute *vrmi_mesh_find_attribute(const vrm_primitive *primitive,
                                              const vrm_attribute *like);

bool vrmi_mesh_read_attribute(const vrm_model *model, int32_t mesh, int32_t primitive,
                              const vrm_attribute *attribute, float *out, uint64_t count);

typedef enum vrmi_mesh_likeness {
    VRMI_MESH_SAME,
    VRMI_MESH_REORDERED,
    VRMI_MESH_DIFFERENT
} vrmi_mesh_likeness;

/*
 * Whether two primitives have the same triangles, corner by corner, with all attributes and morph
 * targets: in the same order, or in another one, as programs leave them that arrange vertices for
 * the graphics card. Vertices that no triangle uses do not count.
 */
vrmi_mesh_likeness vrmi_mesh_compare_content(vrmi_mesh_work *work, int32_t mesh, int32_t other,
                                             int32_t primitive);

#endif
