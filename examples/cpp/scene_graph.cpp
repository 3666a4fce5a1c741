/*
 * scene_graph: an engine that owns the transforms. The nodes here stand for an engine's own scene
 * graph in a left-handed space (Unity's). Each frame the engine animates the neck, hands its local
 * transforms to the avatar (gather), and takes back the nodes that lookAt, constraints and springs
 * moved (scatter). At the end, positions of the engine's graph are compared with the avatar's.
 *
 * usage: scene_graph FILE.vrm
 */
#include <cmath>
#include <cstdio>
#include <vector>
#include <vrm/vrm.hpp>

// A node of the engine: the library reads and writes these fields where they are.
struct EngineNode {
    vrm::vec3 position;
    vrm::quat rotation;
    vrm::vec3 scale;
    int32_t parent;
};

static vrm::vec3 rotate(vrm::quat q, vrm::vec3 v) {
    const float tx = 2.0f * (q.y * v.z - q.z * v.y);
    const float ty = 2.0f * (q.z * v.x - q.x * v.z);
    const float tz = 2.0f * (q.x * v.y - q.y * v.x);
    return {v.x + q.w * tx + q.y * tz - q.z * ty, v.y + q.w * ty + q.z * tx - q.x * tz,
            v.z + q.w * tz + q.x * ty - q.y * tx};
}

// Where a node is in the engine's world. The engine's root has no transform of its own here. (The
// half turn of a model that faces -Z is in the transforms of its nodes without a parent.)
static vrm::vec3 world_position(const std::vector<EngineNode> &nodes, int32_t node) {
    vrm::vec3 p = {0.0f, 0.0f, 0.0f};
    while (node != VRM_NONE) {
        const EngineNode &n = nodes[size_t(node)];
        p = rotate(n.rotation, {p.x * n.scale.x, p.y * n.scale.y, p.z * n.scale.z});
        p = {p.x + n.position.x, p.y + n.position.y, p.z + n.position.z};
        node = n.parent;
    }
    return p;
}

// Which way the z axis of a node points in the engine's world.
static vrm::vec3 world_front(const std::vector<EngineNode> &nodes, int32_t node) {
    vrm::vec3 front = {0.0f, 0.0f, 1.0f};
    for (; node != VRM_NONE; node = nodes[size_t(node)].parent) {
        front = rotate(nodes[size_t(node)].rotation, front);
    }
    return front;
}

static int run(const vrm::model &model, vrm::avatar &avatar) {
    const int32_t neck = model.bone_node(vrm::bone::neck);
    const vrm::space space = vrm_space_unity();
    std::vector<EngineNode> nodes(model.gltf().node_count);
    for (size_t i = 0; i < nodes.size(); ++i) nodes[i].parent = model.gltf().nodes[i].parent;

    vrm::node_array array;
    array.count = uint32_t(nodes.size());
    array.translation = &nodes[0].position;
    array.rotation = &nodes[0].rotation;
    array.scale = &nodes[0].scale;
    array.stride = sizeof(EngineNode);
    array.space = &space;
    avatar.update(0.0f);
    avatar.scatter(array, vrm::writers::all); // once: the rest pose in the engine's space

    for (int frame = 0; frame < 60; ++frame) {
        const float half = 0.3f * std::sin(float(frame) * 0.1f);
        // A sample avatar's neck has no rest rotation; an engine multiplies with its own.
        if (neck != VRM_NONE) {
            nodes[size_t(neck)].rotation = {0.0f, std::sin(half), 0.0f, std::cos(half)};
        }
        avatar.gather(array);
        avatar.update(1.0f / 60.0f);
        avatar.scatter(array,
                       vrm::writers::look_at | vrm::writers::constraint | vrm::writers::spring);
    }
    float worst = 0.0f;
    int32_t node = 0;
    for (const vrm::mat4 &matrix : vrm::views::world(avatar.frame())) {
        const float *m = matrix.m;
        const vrm::vec3 p = world_position(nodes, node++);
        const float x = p.x + m[12], y = p.y - m[13], z = p.z - m[14]; // Unity's x is our -x
        worst = std::fmax(worst, std::sqrt(x * x + y * y + z * z));
    }
    std::printf("%u nodes, head at %.3f m, graphs differ by %s\n", unsigned(nodes.size()),
                avatar.bone_position(vrm::bone::head).y,
                worst < 1e-4f ? "less than 0.1 mm" : "too much");
    // Both spaces have an avatar that faces +Z, and its left is +X here, but -X in Unity. The last
    // turn of the neck was 2 * 0.3 * sin(5.9) = -0.224 radians about Unity's up: to the left.
    if (neck != VRM_NONE) {
        const int32_t hand = model.bone_node(vrm::bone::left_hand);
        std::printf("left hand at x = %.3f in the engine, %.3f in the library\n",
                    world_position(nodes, hand).x, avatar.bone_position(vrm::bone::left_hand).x);
        std::printf("neck turned to x = %.3f in the engine, %.3f in the library\n",
                    world_front(nodes, neck).x, avatar.bone_matrix(vrm::bone::neck).m[8]);
    }
    return worst < 1e-4f ? 0 : 1;
}

int main(int argc, char **argv) {
    auto model = vrm::model::load_file(argc > 1 ? argv[1] : "avatar.vrm");
    if (!model) {
        model.report().print(stderr);
        return 1;
    }
    auto avatar = vrm::avatar::create(*model);
    return avatar ? run(*model, *avatar) : 1;
}
