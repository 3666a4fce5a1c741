#include "colliders.hpp"

#include "space.hpp"

#include <cmath>

namespace vrm_godot {

void scene_colliders::set(const array &paths) {
    paths_ = paths;
    list_.clear();
    const int64_t count = call(paths, "size").as_int();
    for (int64_t i = 0; i < count && i < most_colliders; ++i) {
        const value path = call(paths, "get", i);
        if (path.is(GDEXTENSION_VARIANT_TYPE_NODE_PATH)) list_.push_back(path);
    }
    nodes_.assign(list_.size(), 0);
    shapes_.clear();
}

namespace {

vrm_vec3 to_world(const transform &t, float x, float y, float z) {
    const float *r = t.rows;
    return vrm_vec3_make(r[0] * x + r[1] * y + r[2] * z + t.origin.x,
                         r[3] * x + r[4] * y + r[5] * z + t.origin.y,
                         r[6] * x + r[7] * y + r[8] * z + t.origin.z);
}

/* The engine's shapes do not scale unevenly: the mean of the axes is enough. */
float scale_of(const transform &t) {
    const vrm_vec3 s = decompose(t).scale;
    return (s.x + s.y + s.z) / 3.0f;
}

vrm_spring_collider read_shape(const value &node) {
    vrm_spring_collider out{};
    out.node = VRM_NONE;
    const value shape = call(node, "get_shape");
    if (shape.as_object() == nullptr || call(node, "is_disabled").as_bool()) return out;
    const transform place = call(node, "get_global_transform").as_transform();
    const std::string kind = call(shape, "get_class").as_string();
    const auto number = [&shape](const char *getter) {
        return static_cast<float>(call(shape, getter).as_float());
    };
    if (kind == "SphereShape3D") {
        out.shape = VRM_COLLIDER_SPHERE;
        out.offset = to_world(place, 0.0f, 0.0f, 0.0f);
        out.radius = number("get_radius") * scale_of(place);
    } else if (kind == "CapsuleShape3D") {
        const float radius = number("get_radius");
        const float half = std::fmax(number("get_height") * 0.5f - radius, 0.0f);
        out.shape = VRM_COLLIDER_CAPSULE;
        out.offset = to_world(place, 0.0f, -half, 0.0f);
        out.tail = to_world(place, 0.0f, half, 0.0f);
        out.radius = radius * scale_of(place);
    } else if (kind == "WorldBoundaryShape3D") { /* the plane y = 0 of its node */
        const vrm_vec3 a = to_world(place, 0.0f, 0.0f, 0.0f), b = to_world(place, 0.0f, 1.0f, 0.0f);
        const float x = b.x - a.x, y = b.y - a.y, z = b.z - a.z;
        const float length = std::sqrt(x * x + y * y + z * z);
        if (!(length > 0.0f)) return out;
        out.shape = VRM_COLLIDER_PLANE;
        out.offset = a;
        out.tail = vrm_vec3_make(x / length, y / length, z / length);
    }
    return out;
}

} // namespace

const std::vector<vrm_spring_collider> &scene_colliders::read(void *root) {
    shapes_.assign(list_.size(), vrm_spring_collider{});
    if (list_.empty()) return shapes_;
    const value self = value::object(root);
    for (size_t i = 0; i < list_.size(); ++i) {
        const void *found = engine.object_get_instance_from_id(nodes_[i]);
        value node =
            found != nullptr ? value::object(found) : call(self, "get_node_or_null", list_[i]);
        if (node.as_object() == nullptr) continue;
        if (found == nullptr) {
            if (!call(node, "is_class", "CollisionShape3D").as_bool()) continue;
            nodes_[i] = engine.object_get_instance_id(any(node.as_object()));
        }
        if (call(node, "is_inside_tree").as_bool()) shapes_[i] = read_shape(node);
    }
    return shapes_;
}

} // namespace vrm_godot
