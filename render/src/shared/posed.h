/* Vertices in the present frame of an avatar, skinned on the CPU. */
#ifndef VRMR_POSED_H
#define VRMR_POSED_H

#include <stdbool.h>
#include <stdint.h>
#include <vrm/avatar.h>
#include <vrm/frame.h>
#include <vrm/model.h>

/* Of one primitive of a node. Morph targets are left out. */
typedef struct vrmr_posed {
    float *positions, *weights; /* three and four for each vertex */
    uint16_t *joints;           /* four for each */
    uint32_t count;             /* 0: they cannot be read, for the file may be damaged there */
    uint32_t capacity;          /* vertices that there is memory for */
    bool is_missing;            /* the payload was dropped, or is in a file that is not there */
    bool is_skinned;            /* else the node moves all of them */
} vrmr_posed;

/* False: there is not enough memory. */
bool vrmr_posed_read(const vrm_model *model, int32_t node, int32_t primitive,
                     const vrm_allocator *allocator, vrmr_posed *out);
void vrmr_posed_release(vrmr_posed *posed, const vrm_allocator *allocator);

/* The matrices of a skin's joints, inverse binds within, joint_count of them, to be released with
 * vrmr_posed_release_matrices. NULL with *out_good: there is no such skin, or it cannot be read. */
vrm_mat4 *vrmr_posed_matrices(const vrm_avatar *avatar, int32_t skin,
                              const vrm_allocator *allocator, bool *out_good);
void vrmr_posed_release_matrices(const vrm_avatar *avatar, int32_t skin,
                                 const vrm_allocator *allocator, vrm_mat4 *matrices);

/* A point by a matrix of 4 x 4. */
vrm_vec3 vrmr_posed_transform(const vrm_mat4 *matrix, const float point[3]);

/* A vertex in the world, of vertices that are skinned. False: nothing holds it. */
bool vrmr_posed_vertex(const vrmr_posed *posed, const vrm_mat4 *matrices, uint32_t index,
                       vrm_vec3 *out);

#endif
