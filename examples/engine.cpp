// engine: a renderer without libvrm-render (docs/guides/own-renderer.md). Morph targets, skinning,
// springs in the wind, an expression, MToon's two colors, textures, and both cameras: the right
// half of the picture is what the avatar sees of itself. usage: engine FILE.vrm [OUT.png]
#include "png.h"
#include "vec3.hpp"

#include <vector>
#include <vrm/vrm.h>

struct Camera {
    vec3 eye, up, back; // +x is to the right
    float focal, left;  // left: a column of the picture
};
struct Vertex {
    vec3 position, normal, uv;
};
struct Part { // a primitive of a node, in the world
    const vrm_material *material;
    const vrm_mtoon *mtoon;
    const vrm_material_values *values; // what expressions change
    std::vector<Vertex> vertices;
    std::vector<uint32_t> triangles[2] = {}; // by camera
};

static const int SIZE = 960, HALF = SIZE / 2; // twice as large as it is written
static std::vector<vec3> pixels(SIZE *SIZE, vec3{0.8f, 0.83f, 0.88f});
static std::vector<float> depths(SIZE *SIZE, 1e9f);
static std::vector<png_image> images; // by texture
static const vec3 to_light = unit({-0.45f, 0.65f, 1}), light = {0.8f, 0.79f, 0.77f};

// An engine reads a primitive once, and adds morph targets and skins on the GPU.
static Part pose(const vrm_avatar *avatar, int32_t node, int32_t index) {
    const vrm_model *model = vrm_avatar_model(avatar);
    const vrm_gltf *gltf = vrm_model_gltf(model);
    const vrm_frame *frame = vrm_avatar_frame(avatar);
    const int32_t mesh = gltf->nodes[node].mesh, skin = gltf->nodes[node].skin;
    const vrm_primitive &primitive = gltf->meshes[mesh].primitives[index];
    const int32_t material = primitive.material; // VRM_NONE: glTF's default material
    const size_t count = primitive.vertex_count, most = size_t(primitive.triangle_count) * 3;
    Part part = {vrm_model_material(model, material), vrm_model_mtoon(model, material),
                 vrm_avatar_material_values(avatar, material), std::vector<Vertex>(count)};
    std::vector<float> positions(count * 3), normals(count * 3), uvs(count * 2), more(count * 4);
    auto read = [&](int32_t what, int32_t set, uint32_t size, std::vector<float> &out) {
        return vrm_model_read_vertices(model, mesh, index, what, set, size, &out[0], out.size());
    };
    read(VRM_ATTRIBUTE_POSITION, 0, 3, positions);
    read(VRM_ATTRIBUTE_NORMAL, 0, 3, normals);
    read(VRM_ATTRIBUTE_TEXCOORD, part.material->base_color_texture.tex_coord, 2, uvs);
    for (uint32_t t = 0; t < primitive.target_count; ++t) {
        const float weight = frame->morph_weights[frame->morph_offsets[node] + t];
        if (weight == 0) continue;
        vrm_model_read_morph_target(model, mesh, index, int32_t(t), VRM_ATTRIBUTE_POSITION,
                                    &more[0], count * 3);
        for (size_t i = 0; i < count * 3; ++i) positions[i] += weight * more[i];
    }
    auto move = [&](size_t v, const float *m, float weight) {
        const float *p = &positions[v * 3], *n = &normals[v * 3];
        const vec3 x = vec(m) * weight, y = vec(m + 4) * weight, z = vec(m + 8) * weight;
        Vertex &out = part.vertices[v];
        out.position = out.position + x * p[0] + y * p[1] + z * p[2] + vec(m + 12) * weight;
        out.normal = out.normal + x * n[0] + y * n[1] + z * n[2];
        out.uv = {uvs[v * 2], uvs[v * 2 + 1], 0};
    };
    // The node moves a mesh without a skin; joints alone move one with a skin.
    for (size_t v = 0; v < count && skin < 0; ++v) move(v, frame->world[node].m, 1);
    const size_t joint_count = skin < 0 ? 0 : gltf->skins[skin].joint_count;
    std::vector<vrm_mat4> binds(joint_count), bones(joint_count);
    std::vector<uint16_t> joints(count * 4);
    vrm_model_read_inverse_binds(model, skin, binds.data(), joint_count);
    vrm_avatar_get_skin_matrices(avatar, skin, binds.data(), bones.data(), joint_count);
    for (int32_t set = 0; read(VRM_ATTRIBUTE_WEIGHTS, set, 4, more) == VRM_OK; ++set) {
        if (vrm_model_read_joints(model, mesh, index, set, skin, &joints[0], count * 4, 0)) break;
        for (size_t i = 0; i < count * 4; ++i) move(i / 4, bones[joints[i]].m, more[i]);
    }
    for (int eyes = 0; eyes < 2; ++eyes) { // the second camera draws no head
        const auto list = eyes ? vrm_model_read_first_person_triangles : vrm_model_read_triangles;
        size_t used = 0;
        part.triangles[eyes].resize(most);
        list(model, eyes ? node : mesh, index, &part.triangles[eyes][0], most, &used);
        part.triangles[eyes].resize(used);
    }
    return part;
}

// The color of a point, and its alpha. MToon steps from one color to another.
static vec3 shade(const Part &part, vec3 normal, vec3 uv, float *alpha) {
    auto sample = [&](const vrm_texture_info &info, const float *factor) {
        float texel[4] = {1, 1, 1, 1};
        if (info.texture >= 0) png_sample(&images[size_t(info.texture)], uv.x, uv.y, texel);
        *alpha = texel[3];
        return vec(factor) * vec(texel);
    };
    const vrm_mtoon &mtoon = *part.mtoon;
    const vec3 dark = sample(mtoon.shade_multiply_texture, part.values->shade_color);
    const vec3 base = sample(part.material->base_color_texture, part.values->base_color);
    const float facing = dot(normal, to_light), width = 1 - mtoon.shading_toony_factor + 1e-5f;
    const float lit = clamp((facing + mtoon.shading_shift_factor + width) / (2 * width));
    *alpha *= part.values->base_color[3];
    if (part.material->alpha_mode == VRM_ALPHA_OPAQUE) *alpha = 1;
    if (part.material->alpha_mode == VRM_ALPHA_MASK) *alpha = *alpha >= part.material->alpha_cutoff;
    if (mtoon.is_present) return mix(dark, base, lit) * light + base * 0.2f;
    return part.material->is_unlit ? base : base * light * clamp(facing) + base * 0.2f;
}

static void draw(const Part &part, const std::vector<uint32_t> &triangles, const Camera &camera) {
    for (size_t t = 0; t < triangles.size(); t += 3) {
        const Vertex *v[3];
        vec3 p[3]; // column, row, distance
        for (size_t k = 0; k < 3; ++k) {
            v[k] = &part.vertices[triangles[t + k]];
            const vec3 d = v[k]->position - camera.eye;
            const float z = -dot(d, camera.back), scale = camera.focal / z;
            p[k] = {camera.left + HALF / 2 + d.x * scale, HALF - dot(d, camera.up) * scale, z};
        }
        const float whole = area(p[0], p[1], p[2]); // rows go down: front faces are below 0
        const bool is_seen = whole < 0 || (whole > 0 && part.material->is_double_sided);
        const vec3 low = max(min(p[0], min(p[1], p[2])), {camera.left, 0, -1});
        const vec3 high = min(max(p[0], max(p[1], p[2])), {camera.left + HALF, SIZE, 1e9f});
        if (!is_seen || low.z < 0.01f) continue; // an engine clips
        for (int y = int(low.y); float(y) < high.y; ++y) {
            for (int x = int(low.x); float(x) < high.x; ++x) {
                const vec3 here = {float(x) + 0.5f, float(y) + 0.5f, 0};
                const float a = area(p[1], p[2], here) / whole, b = area(p[2], p[0], here) / whole;
                const vec3 q = {a / p[0].z, b / p[1].z, (1 - a - b) / p[2].z}; // perspective
                const float z = 1 / (q.x + q.y + q.z), side = whole < 0 ? 1.0f : -1.0f;
                const size_t i = size_t(y) * SIZE + size_t(x);
                if (a < 0 || b < 0 || a + b > 1 || z >= depths[i]) continue;
                const vec3 normal = v[0]->normal * q.x + v[1]->normal * q.y + v[2]->normal * q.z;
                const vec3 uv = (v[0]->uv * q.x + v[1]->uv * q.y + v[2]->uv * q.z) * z;
                float alpha = 1;
                const vec3 color = shade(part, unit(normal) * side, uv, &alpha);
                pixels[i] = mix(pixels[i], color, alpha);
                if (part.material->alpha_mode != VRM_ALPHA_BLEND && alpha > 0) depths[i] = z;
            }
        }
    }
}

int main(int argc, char **argv) {
    vrm_model *model = nullptr;
    if (argc < 2 || vrm_model_load_file(argv[1], nullptr, &model, nullptr) != VRM_OK) return 1;
    const vrm_gltf *gltf = vrm_model_gltf(model);
    for (uint32_t i = 0; i < gltf->texture_count; ++i) {
        const uint8_t *bytes = nullptr;
        size_t size = 0;
        vrm_model_get_image_bytes(model, gltf->textures[i].image, &bytes, &size);
        images.push_back(png_read(bytes, size));
    }
    vrm_avatar *avatar = nullptr;
    vrm_avatar_create(model, nullptr, &avatar, nullptr);
    vrm_pose relaxed;
    vrm_pose_relaxed(model, &relaxed);
    vrm_avatar_apply_pose(avatar, &relaxed, nullptr);
    vrm_avatar_set_expression(avatar, vrm_model_find_preset(model, VRM_PRESET_HAPPY), 1);
    vrm_avatar_set_wind_value(avatar, {1, 0, 0});
    for (int i = 0; i < 60; ++i) vrm_avatar_update(avatar, 1.0f / 60);
    std::vector<Part> parts;
    for (int32_t n = 0; n < int32_t(gltf->node_count); ++n) {
        const int32_t mesh = gltf->nodes[n].mesh;
        const uint32_t count = mesh < 0 ? 0 : gltf->meshes[mesh].primitive_count;
        for (uint32_t i = 0; i < count; ++i) parts.push_back(pose(avatar, n, int32_t(i)));
    }
    std::stable_sort(parts.begin(), parts.end(), [](const Part &a, const Part &b) {
        return a.material->alpha_mode < b.material->alpha_mode; // what blends is drawn last
    });
    vec3 least, most, eyes = vrm_avatar_eye_position(avatar);
    vrm_avatar_get_bounds(avatar, &least, &most);
    const vec3 front = mix(least, most, 0.5f) + vec3{0, 0, 3 * (most.y - least.y)};
    size_t drawn[2] = {};
    for (const Part &part : parts) {
        draw(part, part.triangles[0], {front, {0, 1, 0}, {0, 0, 1}, 2.6f * SIZE, 0});
        draw(part, part.triangles[1], {eyes, {0, 0.6f, 0.8f}, {0, 0.8f, -0.6f}, HALF / 2, HALF});
        for (int i = 0; i < 2; ++i) drawn[i] += part.triangles[i].size() / 3;
    }
    printf("%zu triangles, %zu in first person\n", drawn[0], drawn[1]);
    for (png_image &image : images) free(image.rgba);
    vrm_avatar_destroy(avatar);
    vrm_model_release(model);
    return argc > 2 && !png_write_half(argv[2], SIZE, SIZE, &pixels[0].x);
}
