/* Triangles for an optimisation, by meshoptimizer. */
#ifndef VRM_OPTIMIZE_MESH_TOOL_H
#define VRM_OPTIMIZE_MESH_TOOL_H

#include <vrm/author/optimize.h>

/* NULL, or one sentence that says what this build lacks. */
const char *mesh_tool_problem(void);

/* The functions of vrm_optimize_tools. They need no `user`. */
uint32_t mesh_tool_simplify(const vrm_simplify_task *task, uint32_t *out_indices, void *user);
void mesh_tool_order(uint32_t *indices, uint32_t index_count, uint32_t vertex_count, void *user);

/* The same for compression: NULL, or why there is none. */
const char *mesh_tool_compress_problem(void);
size_t mesh_tool_compress(const vrm_meshopt_task *task, uint8_t *out, size_t capacity, void *user);
/* Before the first file. */
void mesh_tool_begin(void);

#endif
