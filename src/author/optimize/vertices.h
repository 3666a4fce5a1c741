/*
 * The vertices of a file for the stage of vertices.
 *
 * Primitives that refer to the same accessors share a pool of vertices. Pools of primitives to join
 * form a group. Its vertices are those of its pools, one pool after the other.
 */
#ifndef VRMI_OPTIMIZE_VERTICES_H
#define VRMI_OPTIMIZE_VERTICES_H

#include "author/optimize/optimize.h"

/* One array of a pool: an attribute, or an attribute of a morph target. */
typedef struct vrmi_stream {
    vrm_string key;         /* "POSITION", "JOINTS_0" … */
    int32_t target;         /* VRM_NONE: the base mesh */
    int32_t accessor;       /* that it comes from */
    vrmi_elements elements; /* one for each vertex of the pool */
    vrm_element element;
    bool is_normalized;
} vrmi_stream;

typedef struct vrmi_pool {
    vrm_string key; /* the JSON of the attributes and targets, which identifies a pool */
    vrmi_stream *streams;
    uint32_t stream_count, target_count;
    uint32_t vertex_count;
    uint32_t group;   /* or a pool that leads to it, while parts are joined */
    int32_t next;     /* pool of the group */
    uint32_t *places; /* while its group is written: the new index of each vertex */
} vrmi_pool;

/* What is written together: the beginnings of lists. */
typedef struct vrmi_group {
    int32_t pool, part; /* VRM_NONE: none; parts that are joined to others are not in it */
} vrmi_group;

/* One primitive of the file. */
typedef struct vrmi_part {
    vrmi_value *value;
    uint32_t mesh, primitive, pool;
    int32_t material;
    uint32_t *indices; /* triangles, by vertices of the pool */
    uint32_t index_count;
    int32_t joined_to;   /* the part that has its triangles now; VRM_NONE: none */
    int32_t next_joined; /* the next one of those that are joined to the same; from that on */
    int32_t next;        /* part of the group */
    bool is_left;        /* it cannot be read, or is no triangles: it stays as it is */
} vrmi_part;

/* Multiples of a step, to which the positions of a mesh are rounded. */
typedef struct vrmi_grid {
    double step;    /* a power of two, in units of the mesh; 0: positions stay */
    double stretch; /* the most meters that a unit has in the rest pose */
} vrmi_grid;

typedef struct vrmi_vertices {
    vrmi_optimize *work;
    vrmi_grid *grids; /* by mesh; NULL: positions stay */
    vrmi_part *parts;
    vrmi_pool *pools;
    vrmi_group *groups; /* one for each pool; some are empty */
    uint32_t part_count, pool_count;
} vrmi_vertices;

/* Reads all primitives. False: there are none, or memory was refused. */
bool vrmi_vertices_read(vrmi_vertices *all, vrmi_optimize *work);

/* Joins parts of a mesh that have one material if `joins`, and makes the groups. Returns the number
 * of parts that were joined to others. */
uint32_t vrmi_vertices_join(vrmi_vertices *all, bool joins);

/* Whether its material is blended: its triangles are seen in their order. */
bool vrmi_part_is_blended(const vrmi_vertices *all, const vrmi_part *part);

/* Removes triangles until the file has about `triangles`. Returns the number of removed triangles.
 * */
uint32_t vrmi_vertices_simplify(vrmi_vertices *all, uint32_t triangles);

/* The grids of all meshes. NULL: memory was refused. */
vrmi_grid *vrmi_grids_find(vrmi_optimize *work);

/* A grid for all meshes of a group; its step is 0 if one has none. */
vrmi_grid vrmi_grid_of_group(const vrmi_vertices *all, const vrmi_group *group);

/* Rounds a position, or what a target moves it by if there is a `move`: the moved position is then
 * on the grid. Raises `error` to the distance in meters. False: it is not finite, or too far. */
bool vrmi_grid_round(const vrmi_grid *grid, const float *base, const float *move, float *out,
                     double *error);

/* What writing a group has saved. */
typedef struct vrmi_group_result {
    uint32_t dropped_vertices;
    uint32_t sparse_streams;
    uint32_t narrowed_streams;
    uint32_t quantized_streams;
    uint32_t rounded_streams;
    double position_error;   /* in meters */
    bool needs_quantization; /* KHR_mesh_quantization */
} vrmi_group_result;

/* Writes the vertices of a group that its parts use, in the order of their first use, and lets its
 * parts refer to them. Parts that are joined to others go. */
void vrmi_group_write(vrmi_vertices *all, uint32_t group, vrmi_group_result *result);

#endif
