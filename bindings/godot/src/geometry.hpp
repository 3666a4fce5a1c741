/* Geometry of a model in the layout of the engine. It needs no engine, and is tested without one.
 */
#ifndef VRM_GODOT_GEOMETRY_HPP
#define VRM_GODOT_GEOMETRY_HPP

#include <vrm/vrm.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace vrm_godot {

/* Absolute positions and normals, as the engine's normalized blend shapes need them. */
struct blend_shape {
    std::vector<float> positions, normals;
};

/* A primitive: arrays by vertex. Empty arrays are not in the file. */
struct surface {
    std::vector<float> positions, normals, uv, uv2, colors;
    std::vector<int32_t>
        bones; /* `influences` for each vertex: indices into the binds of the skin */
    std::vector<float> weights;
    std::vector<int32_t> triangles;    /* front faces are clockwise */
    std::vector<int32_t> first_person; /* those that the first-person camera draws */
    std::vector<blend_shape> shapes;
    uint32_t influences = 4; /* or 8 */
};

/* A node with a mesh that can be drawn. */
struct mesh_node {
    int32_t node, mesh, skin;
    vrm_first_person_type first_person;
    std::vector<int32_t>
        primitives; /* those that have triangles, and that the engine has room for */
};

/* What the geometry of a model may take. */
struct geometry_limits {
    uint64_t bytes = 512u << 20; /* of vertices, blend shapes and triangles */
    uint32_t mesh_nodes = 16384;
};

constexpr size_t most_surfaces = 256; /* of a mesh of the engine */

/* The nodes with meshes below the roots of the scene. Returns false if they exceed the limits. */
bool find_mesh_nodes(const vrm_model *model, const geometry_limits &limits,
                     std::vector<mesh_node> *out);

/* Reads a primitive of a node. Returns false if it cannot be read. */
bool read_surface(const vrm_model *model, const mesh_node &drawn, int32_t primitive, surface *out);

/* Names of all nodes for a skeleton: those of the file, made unique, never empty, without the
 * characters that paths of the engine use. */
std::vector<std::string> bone_names(const vrm_gltf *gltf);
/* Names of the morph targets of a mesh, unique and never empty. */
std::vector<std::string> shape_names(const vrm_mesh *mesh);

} // namespace vrm_godot

#endif
