/* Materials of an avatar: shaders of the engine with the factors and textures of the model. */
#ifndef VRM_GODOT_MATERIALS_HPP
#define VRM_GODOT_MATERIALS_HPP

#include "engine.hpp"
#include "textures.hpp"

#include <vrm/vrm.h>

#include <map>
#include <string>
#include <vector>

namespace vrm_godot {

/* What a primitive adds to the variant of a material. */
struct material_use {
    bool has_normals, has_colors;
};

class materials {
  public:
    materials() = default;
    /* The material of a primitive, with its outline. VRM_NONE: glTF's default material. */
    value get(const vrm_model *model, textures *from, int32_t index, const material_use &use);
    /* Shows the values of the frame that have changed. */
    void show(const vrm_avatar *avatar);
    const std::vector<value> &all() const { return all_; }

  private:
    /* One material of the engine, and what was shown last. */
    struct entry {
        int32_t index;
        value material, outline; /* nil: none */
        bool is_mtoon, has_matcap;
        float emissive_strength;
        float rotations[VRM_TEXTURE_SLOT_COUNT];
        float sets[VRM_TEXTURE_SLOT_COUNT];
        bool is_shown;
        vrm_material_values shown;
    };
    std::vector<entry> entries_;
    std::vector<value> all_;
    std::map<std::string, value> made_;

    static void set(const entry &e, const char *parameter, const value &v);
    static void show_uv(const entry &e, const vrm_material_values &values);
    static void show_values(entry *e, const vrm_material_values &values);
};

/* Drops the shaders that loads share. */
void release_shaders();

} // namespace vrm_godot

#endif
