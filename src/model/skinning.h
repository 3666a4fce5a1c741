/* Vertices of a skinned mesh: which joints move them, and the matrix that takes them to their
 * place.
 */
#ifndef VRMI_MODEL_SKINNING_H
#define VRMI_MODEL_SKINNING_H

#include "base/private_api.h"
#include "gltf/document.h"

/* The accessor of an attribute; VRM_NONE: the primitive does not have it. */
VRMI_API int32_t vrmi_attribute_accessor(const vrm_primitive *primitive,
                                         vrm_attribute_semantic semantic, int32_t set);

/* The joints and weights of one primitive, up to sixteen for a vertex. */
enum { VRMI_MOST_SETS = 4 };
typedef struct vrmi_skinning {
    const vrm_mat4 *matrices; /* by joint: to the space of the model */
    const vrm_skin *skin;     /* NULL: the node alone moves it, by matrices[0] */
    const uint16_t *joints[VRMI_MOST_SETS];
    const float *weights[VRMI_MOST_SETS];
    int32_t set_count;
} vrmi_skinning;

/* Whether the primitive has the next set of joints and weights: that of the number `set_count`. */
VRMI_API bool vrmi_skinning_has_next(const vrmi_skinning *skinning, const vrm_primitive *primitive);

/* Reads the next set, of which there has to be one. False: there are too many sets, it cannot be
 * read, or memory was refused. */
VRMI_API bool vrmi_skinning_read_next(vrmi_skinning *skinning, const vrmi_document *document,
                                      const vrm_primitive *primitive, vrmi_arena *arena);

/* What takes a vertex to its place, and the joint of its largest weight, or VRM_NONE. A matrix that
 * is the mean of several is made in `room`. */
VRMI_API const vrm_mat4 *vrmi_skinning_matrix(const vrmi_skinning *skinning, uint32_t vertex,
                                              vrm_mat4 *room, int32_t *out_joint);

#endif
