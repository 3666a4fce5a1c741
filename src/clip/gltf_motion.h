/* What the two halves of the reader of glTF motions share: vrma.c says which nodes stand for what,
 * gltf_motion.c how they move. */
#ifndef VRMI_CLIP_GLTF_MOTION_H
#define VRMI_CLIP_GLTF_MOTION_H

#include "clip/clip.h"
#include "gltf/json.h"
#include "model/model.h"

/* An expression that a node stands for. */
typedef struct vrmi_motion_expression {
    vrm_preset preset;
    vrm_string name;
    int32_t node;
} vrmi_motion_expression;

/* What the file says of its humanoid. */
typedef struct vrmi_motion_map {
    int32_t bone_nodes[VRM_BONE_COUNT]; /* VRM_NONE: it does not have the bone */
    vrmi_motion_expression *expressions;
    uint32_t expression_count;
    int32_t look_at_node;
    vrm_vec3 eye_offset;
    bool has_eye_offset;
} vrmi_motion_map;

/* Reads VRMC_vrm_animation. False: memory was refused. */
bool vrmi_read_vrma(vrmi_load *load, const vrmi_json *extension, vrmi_motion_map *out);

#endif
