#include "build.hpp"

#include "geometry.hpp"
#include "space.hpp"

namespace vrm_godot {

namespace {

constexpr transform identity = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}};
/* The half turn of a model that faces -Z (0.x). It is the skeleton's, so that bones have the file's
 * transforms. */
constexpr transform half_turn = {{-1, 0, 0, 0, 1, 0, 0, 0, -1}, {0, 0, 0}};

transform rest_of(const vrm_trs &t) {
    const vrm_quat &q = t.rotation;
    const vrm_vec3 &s = t.scale;
    return {{(1 - 2 * (q.y * q.y + q.z * q.z)) * s.x, 2 * (q.x * q.y - q.z * q.w) * s.y,
             2 * (q.x * q.z + q.y * q.w) * s.z, 2 * (q.x * q.y + q.z * q.w) * s.x,
             (1 - 2 * (q.x * q.x + q.z * q.z)) * s.y, 2 * (q.y * q.z - q.x * q.w) * s.z,
             2 * (q.x * q.z - q.y * q.w) * s.x, 2 * (q.y * q.z + q.x * q.w) * s.y,
             (1 - 2 * (q.x * q.x + q.y * q.y)) * s.z},
            {t.translation.x, t.translation.y, t.translation.z}};
}

class builder {
  public:
    builder(vrm_model *model, const load_options &options)
        : model_(model), options_(options), gltf_(vrm_model_gltf(model)),
          textures_(model, options.textures), materials_(model, &textures_) {}
    avatar *build(const value &data, std::vector<std::string> lines, std::string *problem);

  private:
    vrm_model *model_;
    const load_options &options_;
    const vrm_gltf *gltf_;
    textures textures_;
    material_maker materials_;
    value skeleton_;
    uint32_t skipped_surfaces_ = 0;

    void make_skeleton();
    value make_skin(const mesh_node &drawn) const;
    value make_mesh(const mesh_node &drawn, bool first_person);
    bool add_surface(const value &mesh, const mesh_node &drawn, int32_t primitive,
                     bool first_person);
    void add_instance(const mesh_node &drawn, const value &skin, bool first_person,
                      uint32_t layers);
    void add_meshes(const std::vector<mesh_node> &nodes);
};

/* Bones have the indices of the file's nodes. */
void builder::make_skeleton() {
    skeleton_ = create("Skeleton3D");
    call(skeleton_, "set_name", "Skeleton3D");
    const std::vector<std::string> names = bone_names(gltf_);
    for (const std::string &n : names) call(skeleton_, "add_bone", n);
    for (uint32_t n = 0; n < gltf_->node_count; ++n) {
        const vrm_node &node = gltf_->nodes[n];
        if (node.parent != VRM_NONE) call(skeleton_, "set_bone_parent", n, node.parent);
        call(skeleton_, "set_bone_rest", n, rest_of(node.rest));
    }
    if (vrm_model_tables(model_)->humanoid.faces_minus_z) {
        call(skeleton_, "set_transform", half_turn);
    }
}

/* A mesh without a skin follows its node. */
value builder::make_skin(const mesh_node &drawn) const {
    const value out = create("Skin");
    if (drawn.skin == VRM_NONE) {
        call(out, "add_bind", drawn.node, identity);
        return out;
    }
    const vrm_skin &skin = gltf_->skins[drawn.skin];
    std::vector<vrm_mat4> binds(skin.joint_count, vrm_mat4_identity());
    vrm_model_read_inverse_binds(model_, drawn.skin, binds.data(), binds.size());
    for (uint32_t j = 0; j < skin.joint_count; ++j) {
        call(out, "add_bind", skin.joints[j], to_transform(binds[j]));
    }
    return out;
}

enum {
    array_vertex = 0,
    array_normal = 1,
    array_color = 3,
    array_uv = 4,
    array_uv2 = 5,
    array_bones = 10,
    array_weights = 11,
    array_index = 12,
    array_max = 13,
    primitive_triangles = 3,
    blend_shapes_normalized = 0,
    flag_8_bone_weights = 1 << 27
};

value empty_array(int size) {
    value out = value::empty(GDEXTENSION_VARIANT_TYPE_ARRAY);
    call(out, "resize", size);
    return out;
}

void put(const value &arrays, int index, const value &packed) {
    call(arrays, "set", index, packed);
}

value surface_arrays(const surface &s, bool first_person) {
    value out = empty_array(array_max);
    const size_t vertices = s.positions.size() / 3;
    put(out, array_vertex, packed_vector3(s.positions.data(), vertices));
    if (!s.normals.empty()) put(out, array_normal, packed_vector3(s.normals.data(), vertices));
    if (!s.colors.empty()) put(out, array_color, packed_color(s.colors.data(), vertices));
    if (!s.uv.empty()) put(out, array_uv, packed_vector2(s.uv.data(), vertices));
    if (!s.uv2.empty()) put(out, array_uv2, packed_vector2(s.uv2.data(), vertices));
    put(out, array_bones, packed_int32(s.bones.data(), s.bones.size()));
    put(out, array_weights, packed_float32(s.weights.data(), s.weights.size()));
    const std::vector<int32_t> &triangles = first_person ? s.first_person : s.triangles;
    put(out, array_index, packed_int32(triangles.data(), triangles.size()));
    return out;
}

/* The engine requires each blend shape of the mesh in each surface. */
value shape_arrays(const surface &s, uint32_t count) {
    value out = empty_array(0);
    const size_t vertices = s.positions.size() / 3;
    for (uint32_t t = 0; t < count; ++t) {
        const bool has = t < s.shapes.size();
        const value shape = empty_array(array_max);
        put(shape, array_vertex,
            packed_vector3((has ? s.shapes[t].positions : s.positions).data(), vertices));
        if (!s.normals.empty()) {
            put(shape, array_normal,
                packed_vector3((has ? s.shapes[t].normals : s.normals).data(), vertices));
        }
        call(out, "append", shape);
    }
    return out;
}

bool builder::add_surface(const value &mesh, const mesh_node &drawn, int32_t primitive,
                          bool first_person) {
    surface s;
    if (!read_surface(model_, drawn, primitive, &s)) return false;
    if (first_person && s.first_person.empty()) return true;
    const uint32_t shapes = gltf_->meshes[drawn.mesh].target_count;
    const int64_t before = call(mesh, "get_surface_count").as_int();
    call(mesh, "add_surface_from_arrays", primitive_triangles, surface_arrays(s, first_person),
         shape_arrays(s, shapes), dictionary(), s.influences == 8 ? flag_8_bone_weights : 0);
    if (call(mesh, "get_surface_count").as_int() == before) return false;
    const int32_t material = gltf_->meshes[drawn.mesh].primitives[primitive].material;
    const material_use use = {!s.normals.empty(), !s.colors.empty()};
    call(mesh, "surface_set_material", before, materials_.get(material, use));
    return true;
}

value builder::make_mesh(const mesh_node &drawn, bool first_person) {
    const value out = create("ArrayMesh");
    call(out, "set_blend_shape_mode", blend_shapes_normalized);
    for (const std::string &n : shape_names(&gltf_->meshes[drawn.mesh])) {
        call(out, "add_blend_shape", n);
    }
    for (const int32_t p : drawn.primitives) {
        if (!add_surface(out, drawn, p, first_person)) ++skipped_surfaces_;
    }
    return out;
}

void builder::add_instance(const mesh_node &drawn, const value &skin, bool first_person,
                           uint32_t layers) {
    const value out = create("MeshInstance3D");
    const std::string suffix = first_person ? "_first_person" : "";
    call(out, "set_name", "Mesh" + std::to_string(drawn.node) + suffix);
    call(out, "set_mesh", make_mesh(drawn, first_person));
    call(out, "set_skin", skin);
    call(out, "set_skeleton_path", "..");
    call(out, "set_meta", node_key, drawn.node);
    if (layers != 0) call(out, "set_layer_mask", layers);
    call(skeleton_, "add_child", out);
}

/* Without layers, one camera sees all that is not for first person alone. */
void builder::add_meshes(const std::vector<mesh_node> &nodes) {
    const uint32_t first = options_.first_person_layers, third = options_.third_person_layers;
    const bool has_layers = first != 0 && third != 0;
    for (const mesh_node &n : nodes) {
        const value skin = make_skin(n);
        uint32_t layers = has_layers ? first | third : 0;
        if (n.first_person == VRM_FIRST_PERSON_FIRST_PERSON_ONLY) {
            if (!has_layers) continue;
            layers = first;
        } else if (n.first_person != VRM_FIRST_PERSON_BOTH && has_layers) {
            layers = third;
        }
        add_instance(n, skin, false, layers);
        if (n.first_person == VRM_FIRST_PERSON_SPLIT && has_layers) {
            add_instance(n, skin, true, first);
        }
    }
}

avatar *builder::build(const value &data, std::vector<std::string> lines, std::string *problem) {
    std::vector<mesh_node> nodes;
    if (!find_mesh_nodes(model_, geometry_limits(), &nodes)) {
        *problem = "the meshes of the file need more memory than the limits of the extension";
        return nullptr;
    }
    make_skeleton();
    add_meshes(nodes);
    vrm_model_drop_payload(model_);
    if (skipped_surfaces_ > 0) {
        lines.push_back(
            "warning: the engine refused surfaces of meshes: " + std::to_string(skipped_surfaces_) +
            " [godot-surfaces]\n    export the file again with a current exporter\n");
    }
    textures_.report(&lines);
    avatar *out = avatar::make();
    const value node = value::object(out->object());
    vrm_model_retain(model_);
    out->set_model(model::make(model_, data, lines));
    out->own_materials();
    out->set_sleep(options_.sleep);
    call(node, "add_child", skeleton_);
    if (out->running() == nullptr) {
        *problem = "there is not enough memory for the avatar";
        call(node, "free");
        return nullptr;
    }
    const std::string named = vrm_model_name(model_);
    if (!named.empty()) call(node, "set_name", named);
    out->advance(0.0);
    return out;
}

} // namespace

avatar *build_avatar(vrm_model *model, const value &data, const std::vector<std::string> &lines,
                     const load_options &options, std::string *problem) {
    avatar *out = builder(model, options).build(data, lines, problem);
    vrm_model_release(model);
    return out;
}

} // namespace vrm_godot
