/* VRM: loads avatars and motions from paths and bytes. */
#ifndef VRM_GODOT_LOAD_HPP
#define VRM_GODOT_LOAD_HPP

#include "bind.hpp"

#include <vrm/vrm.h>

namespace vrm_godot {

/* The limits of everything that the extension loads. */
vrm_limits limits_of_engine();
vrm_load_desc describe(const vrm_limits *limits, bool strict);
/* The model of bytes whose meshes and images the engine has; NULL with an error. */
vrm_model *load_tables(const value &data);
/* The bytes of a path (String) or of bytes; empty with an error. */
bytes read_source(const value &source);

void register_loader();

} // namespace vrm_godot

#endif
