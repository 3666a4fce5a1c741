/* Builds the nodes of an avatar: a skeleton, meshes, skins and materials. */
#ifndef VRM_GODOT_BUILD_HPP
#define VRM_GODOT_BUILD_HPP

#include "avatar.hpp"
#include "textures.hpp"

#include <string>

namespace vrm_godot {

struct load_options {
    texture_options textures;
    bool sleep = false, strict = false;
    bool for_scene = false; /* the avatar can be stored in a scene */
    /* Bits of visual layers; 0: no first-person camera draws the avatar. */
    uint32_t first_person_layers = 0, third_person_layers = 0;
};

/* Takes the reference to the model, with what scenes store of it (nil: nothing) and the diagnostics
 * of its load. Returns NULL and the problem if it cannot be shown. */
avatar *build_avatar(vrm_model *model, const value &data, const std::vector<std::string> &lines,
                     const load_options &options, std::string *problem);

} // namespace vrm_godot

#endif
