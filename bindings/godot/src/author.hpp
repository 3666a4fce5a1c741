/* Methods of VRM that check, fix and convert files. */
#ifndef VRM_GODOT_AUTHOR_HPP
#define VRM_GODOT_AUTHOR_HPP

namespace vrm_godot {

void register_author(const char *class_name);

} // namespace vrm_godot

#endif
