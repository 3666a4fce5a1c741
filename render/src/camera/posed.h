/* Skinning on the processor: where the vertices of a mesh are in the present frame of an avatar. */
#ifndef VRM_KIT_SKIN_H
#define VRM_KIT_SKIN_H

#include <stdbool.h>
#include <stdint.h>
#include <vrm/vrm.h>

/* Of one primitive of a node. Morph targets are left out. */
typedef struct skin_vertices {
    float *positions, *weights; /* three and four for each vertex */
    uint16_t *joints;           /* four for each */
    uint32_t count;             /* 0: they cannot be read, for the file may be damaged there */
    bool is_skinned;            /* else the node moves all of them */
} skin_vertices;

/* False: there is not enough memory. */
bool skin_vertices_read(const vrm_model *model, int32_t node, int32_t primitive,
                        skin_vertices *out);
void skin_vertices_release(skin_vertices *v);

/* The matrices of a skin's joints, inverse binds within, to be freed with free. NULL with
 * *out_good: there is no such skin, or it cannot be read. */
vrm_mat4 *skin_matrices(const vrm_avatar *avatar, int32_t skin, bool *out_good);

/* A point by a matrix of 4 x 4. */
vrm_vec3 skin_transform(const vrm_mat4 *matrix, const float point[3]);

/* A vertex in the world, of vertices that are skinned. False: nothing holds it. */
bool skin_vertex(const skin_vertices *v, const vrm_mat4 *matrices, uint32_t index, vrm_vec3 *out);

#endif
