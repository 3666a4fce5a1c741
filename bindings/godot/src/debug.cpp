/* Lines that show springs and colliders. */
#include "avatar.hpp"

namespace vrm_godot {

namespace {

constexpr float colors[][4] = {
    {1.0f, 0.8f, 0.2f, 1.0f}, /* joints */
    {0.4f, 0.9f, 0.4f, 1.0f}, /* tails */
    {0.3f, 0.7f, 1.0f, 1.0f}, /* colliders */
    {1.0f, 0.4f, 0.6f, 1.0f}, /* limits */
};
constexpr const char *mesh_name = "VRMDebugLines";

value new_line_mesh() {
    const value material = create("StandardMaterial3D");
    constexpr int unshaded = 0, albedo_from_vertex_color = 1;
    call(material, "set_shading_mode", unshaded);
    call(material, "set_flag", albedo_from_vertex_color, true);
    constexpr int no_depth_test = 0;
    call(material, "set_flag", no_depth_test, true);
    const value out = create("MeshInstance3D");
    call(out, "set_name", mesh_name);
    call(out, "set_mesh", create("ArrayMesh"));
    call(out, "set_material_override", material);
    call(out, "set_as_top_level", true); /* lines are in world space */
    return out;
}

} // namespace

void avatar::set_debug_draw(bool on) {
    debug_draw_ = on;
    if (on) return;
    const void *lines = engine.object_get_instance_from_id(debug_mesh_);
    if (lines != nullptr) call(value::object(lines), "queue_free");
    debug_mesh_ = 0;
}

int64_t avatar::get_debug_line_count() {
    if (running() == nullptr) return 0;
    return static_cast<int64_t>(vrm_avatar_debug_lines(avatar_, nullptr, 0));
}

void avatar::show_lines() {
    const void *present = engine.object_get_instance_from_id(debug_mesh_);
    value instance = present != nullptr ? value::object(present) : new_line_mesh();
    if (present == nullptr) {
        constexpr int internal_back = 2;
        call(value::object(object_), "add_child", instance, false, internal_back);
        debug_mesh_ = engine.object_get_instance_id(any(instance.as_object()));
    }
    std::vector<vrm_line> lines(vrm_avatar_debug_lines(avatar_, nullptr, 0));
    vrm_avatar_debug_lines(avatar_, lines.data(), lines.size());
    const value drawn = call(instance, "get_mesh");
    call(drawn, "clear_surfaces");
    if (lines.empty()) return;
    std::vector<float> points, tints;
    for (const vrm_line &line : lines) {
        const float *tint = colors[line.kind >= 0 && line.kind < 4 ? line.kind : 0];
        for (const vrm_vec3 &end : {line.from, line.to}) {
            points.insert(points.end(), {end.x, end.y, end.z});
            tints.insert(tints.end(), tint, tint + 4);
        }
    }
    constexpr int array_vertex = 0, array_color = 3, array_max = 13, primitive_lines = 1;
    const array arrays;
    call(arrays, "resize", array_max);
    call(arrays, "set", array_vertex, packed_vector3(points.data(), points.size() / 3));
    call(arrays, "set", array_color, packed_color(tints.data(), tints.size() / 4));
    call(drawn, "add_surface_from_arrays", primitive_lines, arrays);
}

} // namespace vrm_godot
