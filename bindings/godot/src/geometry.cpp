#include "geometry.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace vrm_godot {

namespace {

/* Nodes that the scene shows. Without a scene, all are. */
std::vector<bool> shown_nodes(const vrm_gltf *gltf) {
    if (gltf->scene == VRM_NONE) return std::vector<bool>(gltf->node_count, true);
    std::vector<bool> shown(gltf->node_count, false);
    const vrm_scene &scene = gltf->scenes[gltf->scene];
    std::vector<int32_t> open(scene.roots, scene.roots + scene.root_count);
    while (!open.empty()) {
        const auto node = static_cast<size_t>(open.back());
        open.pop_back();
        if (shown[node]) continue;
        shown[node] = true;
        const vrm_node &n = gltf->nodes[node];
        open.insert(open.end(), n.children, n.children + n.child_count);
    }
    return shown;
}

/* The engine has each blend shape of a mesh in each surface: `shapes` is the count of the mesh, not
 * that of the primitive. At most 2^32 of each factor, and 2^20 shapes: this does not overflow. */
uint64_t primitive_bytes(const vrm_primitive &p, uint64_t shapes) {
    constexpr uint64_t vertex = 4 * (3 + 3 + 2 + 2 + 4 + 8 + 8), shape = 4 * 6,
                       triangle = 4 * 3 * 2;
    const uint64_t each = vertex + shapes * shape;
    const uint64_t triangles = p.triangle_count * triangle;
    if (p.vertex_count > (UINT64_MAX - triangles) / each) return UINT64_MAX;
    return p.vertex_count * each + triangles;
}

std::vector<int32_t> drawn_primitives(const vrm_mesh &mesh) {
    std::vector<int32_t> out;
    for (uint32_t p = 0; p < mesh.primitive_count && out.size() < most_surfaces; ++p) {
        const vrm_primitive &primitive = mesh.primitives[p];
        if (primitive.is_compressed || primitive.vertex_count == 0) continue;
        if (primitive.triangle_count > 0) out.push_back(static_cast<int32_t>(p));
    }
    return out;
}

/* Adds a size to a sum that stays within a limit. */
bool take(uint64_t *taken, uint64_t amount, uint64_t limit) {
    if (amount > limit - *taken) return false;
    *taken += amount;
    return true;
}

} // namespace

bool find_mesh_nodes(const vrm_model *model, const geometry_limits &limits,
                     std::vector<mesh_node> *out) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    const std::vector<bool> shown = shown_nodes(gltf);
    uint64_t taken = 0;
    for (uint32_t n = 0; n < gltf->node_count; ++n) {
        const vrm_node &node = gltf->nodes[n];
        if (!shown[n] || node.mesh == VRM_NONE) continue;
        const auto index = static_cast<int32_t>(n);
        const vrm_mesh &mesh = gltf->meshes[node.mesh];
        mesh_node found = {index, node.mesh, node.skin, vrm_model_first_person(model, index),
                           drawn_primitives(mesh)};
        if (found.primitives.empty()) continue;
        for (const int32_t p : found.primitives) {
            const uint64_t amount = primitive_bytes(mesh.primitives[p], mesh.target_count);
            if (!take(&taken, amount, limits.bytes)) return false;
        }
        if (out->size() >= limits.mesh_nodes) return false;
        out->push_back(std::move(found));
    }
    return true;
}

namespace {

class reader {
  public:
    reader(const vrm_model *model, const mesh_node &drawn, int32_t primitive)
        : model_(model), drawn_(drawn), index_(primitive),
          primitive_(vrm_model_gltf(model)->meshes[drawn.mesh].primitives[primitive]),
          count_(primitive_.vertex_count) {}
    bool read(surface *out);

  private:
    const vrm_model *model_;
    const mesh_node &drawn_;
    int32_t index_;
    const vrm_primitive &primitive_;
    size_t count_;

    bool attribute(vrm_attribute_semantic semantic, int32_t set, int32_t components,
                   std::vector<float> *out);
    void influences(surface *out);
    bool influence_set(int32_t set, std::vector<float> *weights, std::vector<uint16_t> *joints);
    bool triangles(bool first_person, std::vector<int32_t> *out);
    bool shapes(surface *out);
    bool differences(int32_t target, vrm_attribute_semantic semantic, std::vector<float> *out);
};

bool reader::attribute(vrm_attribute_semantic semantic, int32_t set, int32_t components,
                       std::vector<float> *out) {
    out->resize(count_ * static_cast<size_t>(components));
    if (vrm_model_read_vertices(model_, drawn_.mesh, index_, semantic, set, components, out->data(),
                                out->size()) == VRM_OK) {
        return true;
    }
    out->clear();
    return false;
}

struct influence {
    float weight;
    int32_t joint;
};

/* The greatest weights of a vertex, so that their sum is 1. */
void write_influences(std::vector<influence> &influences, uint32_t most, int32_t *bones,
                      float *weights) {
    std::stable_sort(influences.begin(), influences.end(),
                     [](const influence &a, const influence &b) { return a.weight > b.weight; });
    float sum = 0.0f;
    for (uint32_t i = 0; i < most && i < influences.size(); ++i) sum += influences[i].weight;
    for (uint32_t i = 0; i < most; ++i) {
        const bool used = i < influences.size() && sum > 0.0f;
        bones[i] = used ? influences[i].joint : 0;
        weights[i] = used ? influences[i].weight / sum : 0.0f;
    }
    if (!(sum > 0.0f)) weights[0] = 1.0f;
}

bool reader::influence_set(int32_t set, std::vector<float> *weights,
                           std::vector<uint16_t> *joints) {
    joints->resize(count_ * 4);
    return vrm_model_read_joints(model_, drawn_.mesh, index_, set, drawn_.skin, joints->data(),
                                 joints->size(), nullptr) == VRM_OK &&
           attribute(VRM_ATTRIBUTE_WEIGHTS, set, 4, weights);
}

/* A mesh without a skin, and a vertex without weights, follow the first bind. */
void reader::influences(surface *out) {
    std::vector<std::vector<float>> weights(1);
    std::vector<std::vector<uint16_t>> joints(1);
    constexpr int32_t most_sets = 4;
    int32_t sets = 0;
    while (drawn_.skin != VRM_NONE && sets < most_sets &&
           influence_set(sets, &weights[static_cast<size_t>(sets)],
                         &joints[static_cast<size_t>(sets)])) {
        ++sets;
        weights.emplace_back();
        joints.emplace_back();
    }
    out->influences = sets > 1 ? 8 : 4;
    out->bones.resize(count_ * out->influences);
    out->weights.resize(count_ * out->influences);
    std::vector<influence> vertex;
    for (size_t v = 0; v < count_; ++v) {
        vertex.clear();
        for (size_t s = 0; s < static_cast<size_t>(sets); ++s) {
            for (size_t i = v * 4; i < v * 4 + 4; ++i) {
                const float weight = std::min(std::max(weights[s][i], 0.0f), 1.0f);
                vertex.push_back({weight, joints[s][i]});
            }
        }
        write_influences(vertex, out->influences, &out->bones[v * out->influences],
                         &out->weights[v * out->influences]);
    }
}

bool reader::triangles(bool first_person, std::vector<int32_t> *out) {
    std::vector<uint32_t> read(static_cast<size_t>(primitive_.triangle_count) * 3);
    size_t count = 0;
    const vrm_result result =
        first_person ? vrm_model_read_first_person_triangles(model_, drawn_.node, index_,
                                                             read.data(), read.size(), &count)
                     : vrm_model_read_triangles(model_, drawn_.mesh, index_, read.data(),
                                                read.size(), &count);
    if (result != VRM_OK) return false;
    out->resize(count);
    for (size_t i = 0; i + 2 < count; i += 3) {
        (*out)[i] = static_cast<int32_t>(read[i]);
        (*out)[i + 1] = static_cast<int32_t>(read[i + 2]);
        (*out)[i + 2] = static_cast<int32_t>(read[i + 1]);
    }
    return true;
}

bool reader::differences(int32_t target, vrm_attribute_semantic semantic, std::vector<float> *out) {
    out->resize(count_ * 3);
    return vrm_model_read_morph_target(model_, drawn_.mesh, index_, target, semantic, out->data(),
                                       out->size()) == VRM_OK;
}

void add(const std::vector<float> &base, std::vector<float> *sum) {
    for (size_t i = 0; i < base.size(); ++i) (*sum)[i] += base[i];
}

void normalize(std::vector<float> *vectors) {
    for (size_t i = 0; i + 2 < vectors->size(); i += 3) {
        float *n = &(*vectors)[i];
        const float length = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        if (!(length > 0.0f) || !std::isfinite(length)) {
            n[0] = 0.0f, n[1] = 1.0f, n[2] = 0.0f;
        } else {
            for (int k = 0; k < 3; ++k) n[k] /= length;
        }
    }
}

bool reader::shapes(surface *out) {
    for (uint32_t t = 0; t < primitive_.target_count; ++t) {
        const auto target = static_cast<int32_t>(t);
        blend_shape shape;
        if (!differences(target, VRM_ATTRIBUTE_POSITION, &shape.positions)) return false;
        add(out->positions, &shape.positions);
        if (!out->normals.empty()) {
            if (!differences(target, VRM_ATTRIBUTE_NORMAL, &shape.normals)) return false;
            add(out->normals, &shape.normals);
            normalize(&shape.normals);
        }
        out->shapes.push_back(std::move(shape));
    }
    return true;
}

bool reader::read(surface *out) {
    if (!attribute(VRM_ATTRIBUTE_POSITION, 0, 3, &out->positions)) return false;
    if (!triangles(false, &out->triangles) || out->triangles.empty()) return false;
    if (drawn_.first_person == VRM_FIRST_PERSON_SPLIT && !triangles(true, &out->first_person)) {
        return false;
    }
    attribute(VRM_ATTRIBUTE_NORMAL, 0, 3, &out->normals);
    attribute(VRM_ATTRIBUTE_TEXCOORD, 0, 2, &out->uv);
    attribute(VRM_ATTRIBUTE_TEXCOORD, 1, 2, &out->uv2);
    attribute(VRM_ATTRIBUTE_COLOR, 0, 4, &out->colors);
    influences(out);
    return shapes(out);
}

/* Replaces what the engine refuses in names of bones and shapes. */
std::string clean_name(const vrm_string &name) {
    std::string out(name.data, name.length);
    for (char &c : out) {
        if (c == ':' || c == '/' || c == '\0') c = '_';
    }
    return out;
}

class unique_names {
  public:
    std::string add(std::string wanted, const char *otherwise) {
        if (wanted.empty()) wanted = otherwise;
        std::string out = wanted;
        while (!used_.insert(out).second) out = wanted + "_" + std::to_string(++next_);
        return out;
    }

  private:
    std::unordered_set<std::string> used_;
    uint64_t next_ = 1; /* never reused, so that equal names do not cost their square */
};

} // namespace

bool read_surface(const vrm_model *model, const mesh_node &drawn, int32_t primitive, surface *out) {
    *out = surface();
    return reader(model, drawn, primitive).read(out);
}

std::vector<std::string> bone_names(const vrm_gltf *gltf) {
    std::vector<std::string> out;
    unique_names names;
    out.reserve(gltf->node_count);
    for (uint32_t n = 0; n < gltf->node_count; ++n) {
        out.push_back(names.add(clean_name(gltf->nodes[n].name), "node"));
    }
    return out;
}

std::vector<std::string> shape_names(const vrm_mesh *mesh) {
    std::vector<std::string> out;
    unique_names names;
    for (uint32_t t = 0; t < mesh->target_count; ++t) {
        const bool named = t < mesh->target_name_count;
        out.push_back(names.add(named ? clean_name(mesh->target_names[t]) : "", "shape"));
    }
    return out;
}

} // namespace vrm_godot
