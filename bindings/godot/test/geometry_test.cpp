/* The part of the extension that needs no engine: geometry in the engine's layout. usage:
 * vrm-godot-test FILE… [--hostile FILE…] [--large FILE…] */
#include "geometry.hpp"

#include <cmath>
#include <cstdio>
#include <set>

using namespace vrm_godot;

static int failures = 0;

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            ++failures;                                                                            \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, current, #condition);           \
        }                                                                                          \
    } while (0)

static const char *current = "";

static bool all_finite(const std::vector<float> &values) {
    for (const float v : values) {
        if (!std::isfinite(v)) return false;
    }
    return true;
}

static bool all_below(const std::vector<int32_t> &values, size_t limit) {
    for (const int32_t v : values) {
        if (v < 0 || static_cast<size_t>(v) >= limit) return false;
    }
    return true;
}

/* GO-003: weights of a vertex add up to 1, whatever the file has. */
static void go_003_check_weights(const surface &s, size_t binds) {
    CHECK(all_below(s.bones, binds));
    for (size_t i = 0; i < s.weights.size(); i += s.influences) {
        float sum = 0.0f;
        for (size_t k = 0; k < s.influences; ++k) sum += s.weights[i + k];
        CHECK(std::fabs(sum - 1.0f) < 1e-5f);
    }
}

/* The area vector of a triangle, against which its normals point: front faces are clockwise. */
static float winding(const surface &s, size_t triangle) {
    const float *p[3];
    for (size_t k = 0; k < 3; ++k) {
        p[k] = &s.positions[static_cast<size_t>(s.triangles[triangle * 3 + k]) * 3];
    }
    float a[3], b[3];
    for (int k = 0; k < 3; ++k) a[k] = p[1][k] - p[0][k], b[k] = p[2][k] - p[0][k];
    const float *n = &s.normals[static_cast<size_t>(s.triangles[triangle * 3]) * 3];
    return n[0] * (a[1] * b[2] - a[2] * b[1]) + n[1] * (a[2] * b[0] - a[0] * b[2]) +
           n[2] * (a[0] * b[1] - a[1] * b[0]);
}

/* GO-003: most triangles of an avatar are clockwise seen from the side of their normals. */
static void go_003_check_winding(const surface &s) {
    size_t clockwise = 0;
    const size_t count = s.triangles.size() / 3;
    if (s.normals.empty()) return;
    for (size_t t = 0; t < count; ++t) clockwise += winding(s, t) <= 0.0f;
    CHECK(clockwise * 2 > count);
}

static void check_surface(const surface &s, size_t binds, bool is_sample) {
    const size_t vertices = s.positions.size() / 3;
    CHECK(vertices > 0 && !s.triangles.empty() && s.triangles.size() % 3 == 0);
    CHECK(all_below(s.triangles, vertices) && all_below(s.first_person, vertices));
    CHECK(s.first_person.size() <= s.triangles.size());
    CHECK(s.bones.size() == vertices * s.influences && s.weights.size() == s.bones.size());
    CHECK(all_finite(s.positions) && all_finite(s.normals) && all_finite(s.weights));
    go_003_check_weights(s, binds);
    for (const blend_shape &shape : s.shapes) {
        CHECK(shape.positions.size() == s.positions.size());
        CHECK(shape.normals.size() == s.normals.size() && all_finite(shape.normals));
    }
    if (is_sample) go_003_check_winding(s);
}

/* GO-002: names of bones are unique, and have no character that paths of the engine use. */
static void go_002_check_names(const vrm_gltf *gltf) {
    const std::vector<std::string> names = bone_names(gltf);
    CHECK(names.size() == gltf->node_count);
    CHECK(std::set<std::string>(names.begin(), names.end()).size() == names.size());
    for (const std::string &n : names) {
        CHECK(!n.empty() && n.find_first_of(std::string(":/\0", 3)) == std::string::npos);
    }
}

/* GO-004: a model whose geometry exceeds the limits is refused before it is read. */
static void go_004_check_limits(const vrm_model *model, size_t nodes) {
    std::vector<mesh_node> found;
    geometry_limits few;
    few.bytes = 1;
    CHECK(nodes == 0 || !find_mesh_nodes(model, few, &found));
    few = geometry_limits();
    few.mesh_nodes = 0;
    found.clear();
    CHECK(nodes == 0 || !find_mesh_nodes(model, few, &found));
}

/* Samples have to load within the limits, hostile files may be refused, and large ones must be. */
enum class kind { sample, hostile, large };

static void check_model(const vrm_model *model, kind file) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    const bool is_sample = file == kind::sample;
    std::vector<mesh_node> nodes;
    go_002_check_names(gltf);
    const bool is_within = find_mesh_nodes(model, geometry_limits(), &nodes);
    CHECK(is_within ? file != kind::large : !is_sample);
    if (!is_within) {
        printf("%s: beyond the limits\n", current);
        return;
    }
    CHECK(!is_sample || !nodes.empty());
    go_004_check_limits(model, nodes.size());
    size_t surfaces = 0;
    for (const mesh_node &n : nodes) {
        const size_t binds = n.skin == VRM_NONE ? 1 : gltf->skins[n.skin].joint_count;
        for (const int32_t p : n.primitives) {
            surface s;
            if (!read_surface(model, n, p, &s)) continue;
            check_surface(s, binds, is_sample);
            ++surfaces;
        }
    }
    CHECK(!is_sample || surfaces > 0);
    printf("%s: %zu surfaces\n", current, surfaces);
}

int main(int argc, char **argv) {
    kind file = kind::sample;
    for (int i = 1; i < argc; ++i) {
        current = argv[i];
        if (std::string(current) == "--hostile" || std::string(current) == "--large") {
            file = std::string(current) == "--large" ? kind::large : kind::hostile;
            continue;
        }
        vrm_model *model = nullptr;
        const vrm_result result = vrm_model_load_file(current, nullptr, &model, nullptr);
        CHECK(result == VRM_OK || file == kind::hostile);
        if (model != nullptr) check_model(model, file);
        vrm_model_release(model);
    }
    return failures > 0;
}
