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

/* Keys of metadata: the index of the node of a mesh, and that of a material. Scenes store them. */
extern const char *const node_key;
extern const char *const material_key;

/* Makes the materials of a model, each once for a use. */
class material_maker {
  public:
    material_maker(const vrm_model *model, textures *images) : model_(model), images_(images) {}
    /* The material of a primitive, with its outline. VRM_NONE: glTF's default material. */
    value get(int32_t index, const material_use &use);

  private:
    const vrm_model *model_;
    textures *images_;
    std::map<std::string, value> made_;
};

/* The materials of a running avatar. */
class materials {
  public:
    /* Takes the materials of a mesh. Copies them if others may use them too: those of a scene. */
    void adopt(const vrm_model *model, const value &instance, bool is_owner);
    /* Shows the values of the frame that have changed. */
    void show(const vrm_avatar *avatar);

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
    std::map<GDObjectInstanceID, value> adopted_; /* by the material of the mesh */

    void add(const vrm_model *model, int32_t index, const value &material);
    static void set(const entry &e, const char *parameter, const value &v);
    static void show_uv(const entry &e, const vrm_material_values &values);
    static void show_values(entry *e, const vrm_material_values &values);
};

/* Drops the shaders that loads share. */
void release_shaders();

} // namespace vrm_godot

#endif
