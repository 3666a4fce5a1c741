#include "materials.hpp"

#include <cmath>
#include <cstring>
#include <mutex>

extern "C" {
extern const unsigned char vrm_godot_shader[];
extern const size_t vrm_godot_shader_size;
}

namespace vrm_godot {

namespace {

struct texture_use {
    const char *parameter, *define;
    const vrm_texture_info *info;
    int slot; /* -1: the matcap, which has no UV */
};

/* The textures that a kind of material uses. */
std::vector<texture_use> textures_of(const vrm_material &m, const vrm_mtoon &t) {
    std::vector<texture_use> out = {
        {"base_texture", "BASE_TEXTURE", &m.base_color_texture, VRM_TEXTURE_SLOT_BASE_COLOR}};
    if (m.is_unlit && !t.is_present) return out;
    out.push_back({"normal_texture", "NORMAL_TEXTURE", &m.normal_texture, VRM_TEXTURE_SLOT_NORMAL});
    out.push_back(
        {"emissive_texture", "EMISSIVE_TEXTURE", &m.emissive_texture, VRM_TEXTURE_SLOT_EMISSIVE});
    if (!t.is_present) {
        out.push_back({"metallic_roughness_texture", "METALLIC_ROUGHNESS_TEXTURE",
                       &m.metallic_roughness_texture, VRM_TEXTURE_SLOT_METALLIC_ROUGHNESS});
        out.push_back({"occlusion_texture", "OCCLUSION_TEXTURE", &m.occlusion_texture,
                       VRM_TEXTURE_SLOT_OCCLUSION});
        return out;
    }
    out.push_back({"shade_texture", "SHADE_TEXTURE", &t.shade_multiply_texture,
                   VRM_TEXTURE_SLOT_SHADE_MULTIPLY});
    out.push_back({"shift_texture", "SHIFT_TEXTURE", &t.shading_shift_texture,
                   VRM_TEXTURE_SLOT_SHADING_SHIFT});
    out.push_back({"matcap_texture", "MATCAP_TEXTURE", &t.matcap_texture, -1});
    out.push_back(
        {"rim_texture", "RIM_TEXTURE", &t.rim_multiply_texture, VRM_TEXTURE_SLOT_RIM_MULTIPLY});
    out.push_back({"outline_texture", "OUTLINE_TEXTURE", &t.outline_width_multiply_texture,
                   VRM_TEXTURE_SLOT_OUTLINE_WIDTH_MULTIPLY});
    out.push_back({"mask_texture", "MASK_TEXTURE", &t.uv_animation_mask_texture,
                   VRM_TEXTURE_SLOT_UV_ANIMATION_MASK});
    return out;
}

std::string render_modes(const vrm_material &m, const vrm_mtoon &t, bool outline) {
    std::string out = "shader_type spatial;\nrender_mode blend_mix";
    if (outline) {
        out += ", cull_front, shadows_disabled";
    } else {
        out += m.is_double_sided ? ", cull_disabled" : ", cull_back";
    }
    if (m.alpha_mode == VRM_ALPHA_BLEND) {
        const bool writes = t.is_present && t.transparent_with_z_write;
        out += writes ? ", depth_draw_always" : ", depth_draw_opaque";
    }
    if (m.is_unlit && !t.is_present) out += ", unshaded";
    return out + ";\n";
}

/* How the shader samples a texture. The engine wraps both axes alike, and does not mirror. */
std::string sampling(const vrm_gltf *gltf, const vrm_texture &texture) {
    const bool has = texture.sampler != VRM_NONE;
    constexpr int32_t nearest = 9728, clamp_to_edge = 33071;
    const bool is_nearest = has && gltf->samplers[texture.sampler].mag_filter == nearest;
    const bool clamps = has && gltf->samplers[texture.sampler].wrap_s == clamp_to_edge;
    return std::string(is_nearest ? "filter_nearest_mipmap" : "filter_linear_mipmap") +
           (clamps ? ", repeat_disable" : ", repeat_enable");
}

std::string defines(const vrm_material &m, const vrm_mtoon &t, const material_use &use,
                    bool outline) {
    std::string out;
    const auto define = [&out](const std::string &text) { out += "#define " + text + "\n"; };
    if (t.is_present) define("MTOON");
    if (!t.is_present && m.is_unlit) define("UNLIT");
    if (outline) define("OUTLINE " + std::to_string(t.outline_width_mode));
    if (m.alpha_mode == VRM_ALPHA_MASK) define("ALPHA_MASK");
    if (m.alpha_mode == VRM_ALPHA_BLEND) define("ALPHA_BLEND");
    if (!use.has_normals) define("FLAT");
    if (use.has_colors && !t.is_present) define("VERTEX_COLOR"); /* MT-004 */
    return out;
}

/* Shaders of all loads, by their text. Loads may run on several threads. */
struct shader_cache {
    std::mutex mutex;
    std::map<std::string, value> shaders;
};

shader_cache &cache() {
    static shader_cache the_cache; /* emptied before the engine ends */
    return the_cache;
}

value shader(const std::string &head) {
    shader_cache &c = cache();
    const std::lock_guard<std::mutex> lock(c.mutex);
    value &found = c.shaders[head];
    if (found.is(GDEXTENSION_VARIANT_TYPE_NIL)) {
        found = create("Shader");
        const auto *body = reinterpret_cast<const char *>(vrm_godot_shader);
        call(found, "set_code", head + std::string(body, vrm_godot_shader_size));
    }
    return found;
}

value color(const float c[3]) { return vec3{c[0], c[1], c[2]}; }

void set_parameter(const value &material, const char *parameter, const value &v) {
    call(material, "set_shader_parameter", parameter, v);
}

/* Values that the frame does not change. */
void set_constants(const value &m, const vrm_material &material, const vrm_mtoon &t) {
    set_parameter(m, "alpha_cutoff", material.alpha_cutoff);
    set_parameter(m, "normal_scale", material.normal_texture.strength);
    if (!t.is_present) {
        set_parameter(m, "metallic", material.metallic_factor);
        set_parameter(m, "roughness", material.roughness_factor);
        set_parameter(m, "occlusion", material.occlusion_texture.strength);
        return;
    }
    set_parameter(m, "shading_shift", t.shading_shift_factor);
    set_parameter(m, "shift_scale", t.shading_shift_texture.strength);
    set_parameter(m, "shading_toony", t.shading_toony_factor);
    set_parameter(m, "rim_power", t.parametric_rim_fresnel_power_factor);
    set_parameter(m, "rim_lift", t.parametric_rim_lift_factor);
    set_parameter(m, "rim_mix", t.rim_lighting_mix_factor);
    set_parameter(m, "outline_mix", t.outline_lighting_mix_factor);
    set_parameter(m, "outline_width", t.outline_width_factor);
}

/* Blended materials are drawn after those that also write depth, greater offsets later (MT-008,
 * MT-009). */
int priority(const vrm_material &m, const vrm_mtoon &t) {
    if (m.alpha_mode != VRM_ALPHA_BLEND || !t.is_present) return 0;
    return (t.transparent_with_z_write ? 10 : 30) + t.render_queue_offset;
}

bool has_outline(const vrm_mtoon &t) {
    return t.is_present && t.outline_width_mode != VRM_OUTLINE_NONE &&
           t.outline_width_factor > 0.0f;
}

/* What one pass of a material is made of. */
struct pass {
    const vrm_model *model;
    textures *images;
    const vrm_material &material;
    const vrm_mtoon &mtoon;
    const material_use &use;
    bool is_outline;

    value make() const;
};

value pass::make() const {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    std::string head =
        render_modes(material, mtoon, is_outline) + defines(material, mtoon, use, is_outline);
    std::vector<std::pair<const char *, value>> bound;
    for (const texture_use &t : textures_of(material, mtoon)) {
        const int32_t index = t.info->texture;
        const int32_t image = index == VRM_NONE ? VRM_NONE : gltf->textures[index].image;
        const bool is_normal = t.slot == VRM_TEXTURE_SLOT_NORMAL;
        if (image == VRM_NONE || (is_outline && is_normal)) continue;
        const value &texture = images->get(image, is_normal);
        if (texture.is(GDEXTENSION_VARIANT_TYPE_NIL)) continue;
        head += std::string("#define ") + t.define + "\n#define " + t.define + "_SAMPLING " +
                sampling(gltf, gltf->textures[index]) + "\n";
        bound.emplace_back(t.parameter, texture);
    }
    const value out = create("ShaderMaterial");
    call(out, "set_shader", shader(head));
    for (const auto &b : bound) set_parameter(out, b.first, b.second);
    set_constants(out, material, mtoon);
    call(out, "set_render_priority", priority(material, mtoon));
    return out;
}

bool has_texture(const vrm_model *model, const vrm_texture_info &info) {
    return info.texture != VRM_NONE &&
           vrm_model_gltf(model)->textures[info.texture].image != VRM_NONE;
}

} // namespace

void release_shaders() { cache().shaders.clear(); }

const char *const node_key = "vrm_node";
const char *const material_key = "vrm_material";

value material_maker::get(int32_t index, const material_use &use) {
    const std::string key =
        std::to_string(index) + (use.has_normals ? "n" : "f") + (use.has_colors ? "c" : "");
    const auto found = made_.find(key);
    if (found != made_.end()) return found->second;
    const vrm_material &material = *vrm_model_material(model_, index);
    const vrm_mtoon &mtoon = *vrm_model_mtoon(model_, index);
    const value out = pass{model_, images_, material, mtoon, use, false}.make();
    if (has_outline(mtoon)) {
        call(out, "set_next_pass", pass{model_, images_, material, mtoon, use, true}.make());
    }
    const std::string named(material.name.data, material.name.length);
    call(out, "set_name", named);
    call(out, "set_meta", material_key, index);
    made_[key] = out;
    return out;
}

void materials::add(const vrm_model *model, int32_t index, const value &made) {
    const vrm_material &material = *vrm_model_material(model, index);
    const vrm_mtoon &mtoon = *vrm_model_mtoon(model, index);
    entry e{};
    e.index = index;
    e.material = made;
    e.is_mtoon = mtoon.is_present != 0;
    e.has_matcap = has_texture(model, mtoon.matcap_texture);
    e.emissive_strength = material.emissive_strength;
    for (const texture_use &t : textures_of(material, mtoon)) {
        if (t.slot < 0) continue;
        e.rotations[t.slot] = t.info->rotation;
        e.sets[t.slot] = static_cast<float>(t.info->tex_coord);
    }
    const value outline = call(made, "get_next_pass");
    if (outline.as_object() != nullptr) e.outline = outline;
    entries_.push_back(e);
}

void materials::adopt(const vrm_model *model, const value &instance, bool is_owner) {
    const value mesh = call(instance, "get_mesh");
    if (mesh.as_object() == nullptr) return;
    const int64_t count = call(mesh, "get_surface_count").as_int();
    const auto last = static_cast<int64_t>(vrm_model_tables(model)->material_count);
    for (int64_t s = 0; s < count; ++s) {
        const value material = call(mesh, "surface_get_material", s);
        const value over = call(instance, "get_surface_override_material", s);
        if (over.as_object() != nullptr && !call(over, "has_meta", material_key).as_bool())
            continue;
        const bool is_ours = material.as_object() != nullptr &&
                             call(material, "is_class", "ShaderMaterial").as_bool() &&
                             call(material, "has_meta", material_key).as_bool();
        if (!is_ours) continue; /* the application has replaced it, as above */
        const int64_t index = call(material, "get_meta", material_key).as_int();
        if (index < VRM_NONE || index >= last) continue;
        value &own = adopted_[engine.object_get_instance_id(any(material.as_object()))];
        if (own.is(GDEXTENSION_VARIANT_TYPE_NIL)) {
            own = is_owner ? material : call(material, "duplicate");
            const value outline = call(material, "get_next_pass");
            if (!is_owner && outline.as_object() != nullptr) {
                call(own, "set_next_pass", call(outline, "duplicate"));
            }
            add(model, static_cast<int32_t>(index), own);
        }
        if (!is_owner) call(instance, "set_surface_override_material", s, own);
    }
}

void materials::set(const entry &e, const char *parameter, const value &v) {
    set_parameter(e.material, parameter, v);
    if (!e.outline.is(GDEXTENSION_VARIANT_TYPE_NIL)) set_parameter(e.outline, parameter, v);
}

/* Scale, then rotate, then offset: the rows of the matrix of KHR_texture_transform. */
void materials::show_uv(const entry &e, const vrm_material_values &values) {
    float matrix[VRM_TEXTURE_SLOT_COUNT * 4], offset[VRM_TEXTURE_SLOT_COUNT * 4];
    for (int s = 0; s < VRM_TEXTURE_SLOT_COUNT; ++s) {
        const float c = std::cos(e.rotations[s]), sine = std::sin(e.rotations[s]);
        const vrm_vec2 scale = values.uv_scale[s];
        const float m[4] = {c * scale.x, sine * scale.y, -sine * scale.x, c * scale.y};
        const float o[4] = {values.uv_offset[s].x, values.uv_offset[s].y, e.sets[s], 0.0f};
        memcpy(matrix + s * 4, m, sizeof m);
        memcpy(offset + s * 4, o, sizeof o);
    }
    set(e, "uv_matrix", packed_vector4(matrix, VRM_TEXTURE_SLOT_COUNT));
    set(e, "uv_offset", packed_vector4(offset, VRM_TEXTURE_SLOT_COUNT));
}

void materials::show_values(entry *e, const vrm_material_values &now) {
    const vrm_material_values &was = e->shown;
    const auto changed = [e](const void *a, const void *b, size_t size) {
        return !e->is_shown || memcmp(a, b, size) != 0;
    };
    if (changed(now.uv_scale, was.uv_scale, sizeof now.uv_scale) ||
        changed(now.uv_offset, was.uv_offset, sizeof now.uv_offset)) {
        show_uv(*e, now);
    }
    if (changed(now.base_color, was.base_color, sizeof now.base_color)) {
        alignas(8) float c[4];
        memcpy(c, now.base_color, sizeof c);
        set(*e, "base_color", value::of_type(GDEXTENSION_VARIANT_TYPE_VECTOR4, c));
    }
    const auto show_color = [&](const char *parameter, const float *a, const float *b) {
        if (changed(a, b, 3 * sizeof *a)) set(*e, parameter, color(a));
    };
    const float k = e->emissive_strength;
    const float emissive[3] = {now.emissive[0] * k, now.emissive[1] * k, now.emissive[2] * k};
    if (changed(now.emissive, was.emissive, sizeof now.emissive)) {
        set(*e, "emissive", color(emissive));
    }
    if (!e->is_mtoon) return;
    show_color("shade_color", now.shade_color, was.shade_color);
    show_color("rim_color", now.rim_color, was.rim_color);
    show_color("outline_color", now.outline_color, was.outline_color);
    if (e->has_matcap) show_color("matcap_color", now.matcap, was.matcap);
    if (changed(&now.uv_rotation, &was.uv_rotation, sizeof now.uv_rotation)) {
        set(*e, "uv_rotation", now.uv_rotation);
    }
    if (changed(&now.uv_scroll, &was.uv_scroll, sizeof now.uv_scroll)) {
        alignas(8) vrm_vec2 scroll = now.uv_scroll;
        set(*e, "uv_scroll", value::of_type(GDEXTENSION_VARIANT_TYPE_VECTOR2, &scroll));
    }
}

void materials::show(const vrm_avatar *avatar) {
    for (entry &e : entries_) {
        const vrm_material_values &now = *vrm_avatar_material_values(avatar, e.index);
        if (e.is_shown && memcmp(&now, &e.shown, sizeof now) == 0) continue;
        show_values(&e, now);
        e.shown = now;
        e.is_shown = true;
    }
}

} // namespace vrm_godot
