/* VRM: files become nodes. */
#ifndef VRM_GODOT_LOAD_HPP
#define VRM_GODOT_LOAD_HPP

namespace vrm_godot {

void register_loader();

} // namespace vrm_godot

#endif
