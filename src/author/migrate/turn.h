/*
 * Turns an avatar by 180 degrees about Y: it then faces the other way (TP-024, MI-003).
 *
 * With R the half turn, every local transform L of a node becomes R L R⁻¹, every vertex v becomes R
 * v, and every inverse bind matrix B becomes R B R⁻¹. The world transform of each node is then R W
 * R⁻¹, and each vertex is R times what it was, in every pose that is turned alike. R only changes
 * signs, so nothing is rounded, and nodes that are rotated or scaled at rest need not be baked.
 * Turning twice gives the same file.
 */
#ifndef VRMI_MIGRATE_TURN_H
#define VRMI_MIGRATE_TURN_H

#include "author/document/file_edit.h"

/* R v: x and z change their sign; 0 stays +0. */
static inline vrm_vec3 vrmi_turn_vector(vrm_vec3 v) {
    return vrm_vec3_make(0.0f - v.x, v.y, 0.0f - v.z);
}

/* R q R⁻¹. */
static inline vrm_quat vrmi_turn_rotation(vrm_quat q) {
    return vrm_quat_make(0.0f - q.x, q.y, 0.0f - q.z, q.w);
}

/*
 * Turns the nodes, meshes, skins and animations of the file, and the axes of its constraints. The
 * caller turns the VRM blocks. VRM_ERROR_UNSUPPORTED: the vertices are compressed.
 * VRM_ERROR_NO_PAYLOAD: bytes of vertices are missing.
 */
vrm_result vrmi_turn_geometry(vrm_edit *edit);

/* Turns the node transforms of expressions (EX-043), once the blocks are in their places. False: an
 * allocation failed. */
bool vrmi_turn_node_binds(vrm_edit *edit);

/* Turns the tables, which are copies, like the file. Changed arrays are in the arena. False: an
 * allocation failed. */
bool vrmi_turn_tables(vrmi_arena *arena, vrm_gltf *gltf, vrm_tables *tables);

#endif
