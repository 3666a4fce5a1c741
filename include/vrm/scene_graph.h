/**
 * @file scene_graph.h
 * Copy transforms between an avatar and your engine's scene graph, in the space of the engine.
 *
 * The rules of avatar.h hold here too.
 *
 * Stable (docs/reference/abi.md).
 */
#ifndef VRM_SCENE_GRAPH_H
#define VRM_SCENE_GRAPH_H

#include "vrm/avatar.h"

/**
 * The space of an engine: which axis of the library each axis of the engine is, and how many units
 * a meter has. Frozen. The library's own space is right-handed, +Y up, avatars face +Z.
 */
typedef struct vrm_space {
    vrm_axis x;            /**< The engine's x axis: which axis of the library it is. */
    vrm_axis y;            /**< Likewise the engine's y axis. */
    vrm_axis z;            /**< Likewise the engine's z axis. */
    float units_per_meter; /**< 1 for meters, 100 for centimeters. */
} vrm_space;

/** Returns the library's own space, which is glTF's and Godot's: right-handed, Y up, meters. */
static inline vrm_space vrm_space_gltf(void) {
    vrm_space s = {VRM_AXIS_POSITIVE_X, VRM_AXIS_POSITIVE_Y, VRM_AXIS_POSITIVE_Z, 1.0f};
    return s;
}

/** Returns Unity's space: left-handed, Y up, meters; avatars face +Z. */
static inline vrm_space vrm_space_unity(void) {
    vrm_space s = {VRM_AXIS_NEGATIVE_X, VRM_AXIS_POSITIVE_Y, VRM_AXIS_POSITIVE_Z, 1.0f};
    return s;
}

/** Returns Unreal's space: left-handed, Z up, centimeters; avatars face +X. */
static inline vrm_space vrm_space_unreal(void) {
    vrm_space s = {VRM_AXIS_POSITIVE_Z, VRM_AXIS_NEGATIVE_X, VRM_AXIS_POSITIVE_Y, 100.0f};
    return s;
}

/** Returns Blender's space: right-handed, Z up, meters; avatars face -Y. */
static inline vrm_space vrm_space_blender(void) {
    vrm_space s = {VRM_AXIS_POSITIVE_X, VRM_AXIS_NEGATIVE_Z, VRM_AXIS_POSITIVE_Y, 1.0f};
    return s;
}

/** The local transforms of a host's scene graph, in any memory layout. */
typedef struct vrm_node_array {
    uint32_t struct_size;   /**< Set by vrm_node_array_init. */
    uint32_t count;         /**< Of `translation`, `rotation`, `scale` and `nodes`. */
    void *translation;      /**< Three floats; the n-th at translation + n * stride. May be NULL. */
    void *rotation;         /**< Four floats, x y z w; at rotation + n * stride. May be NULL. */
    void *scale;            /**< Three floats; at scale + n * stride. May be NULL. */
    size_t stride;          /**< In bytes. */
    const int32_t *nodes;   /**< The node of the n-th; VRM_NONE skips it. NULL: the n-th node. */
    const vrm_space *space; /**< The space of the host; NULL: the library's own. */
} vrm_node_array;

/**
 * Reads a host's transforms into the pose.
 *
 * A host may pass back everything that vrm_avatar_scatter wrote, and nothing changes: gather skips
 * rotations that a stage writes at present. If the stage is off, gather reads the rotation: that of
 * an eye while lookAt is off, and that of a joint whose spring is VRM_SPRING_MODE_OFF or
 * VRM_SPRING_MODE_TRACK or has a weight of 0. This begins with the first update with the stage off:
 * until then the host may still pass back what the stage wrote.
 *
 * @param avatar  An avatar.
 * @param from    The host's transforms; they are only read.
 * @task Read the pose from my engine's nodes
 * @threads one
 */
VRM_API void vrm_avatar_gather(vrm_avatar *avatar, const vrm_node_array *from);

/**
 * Writes local transforms of the frame into a host's scene graph.
 *
 * The host's graph is below the avatar's root: root * the host's transforms is frame.world. For a
 * 0.x model, which faces -Z in its file, the half turn that makes it face +Z is a part of the
 * host's transforms of nodes without a parent. If you build your graph from the file, call scatter
 * with VRM_WRITER_ALL once at first, or create the avatar with VRM_AVATAR_FLAG_AS_FILE.
 *
 * @param avatar   An avatar.
 * @param to       The host's transforms.
 * @param writers  VRM_WRITER_ bits: only nodes whose rotation one of these may write.
 *                 VRM_WRITER_ALL: all nodes. Other bits are misuse, and nothing is written.
 * @task Write the result to my engine's nodes
 * @threads one
 */
VRM_API void vrm_avatar_scatter(const vrm_avatar *avatar, const vrm_node_array *to,
                                vrm_writers writers);

/**
 * Prepares a vrm_node_array. Call it through the macro vrm_node_array_init.
 *
 * @param array        Receives zeros and its size.
 * @param struct_size  The size of the caller's struct.
 * @threads any
 */
VRM_API void vrm_node_array_init_sized(vrm_node_array *array, size_t struct_size);
/** Prepares a vrm_node_array. */
#define vrm_node_array_init(array) vrm_node_array_init_sized((array), sizeof *(array))

#endif
