/* KTX2 as the extension KHR_texture_basisu has it, for the engine's decoder. */
#ifndef VRM_GODOT_KTX2_HPP
#define VRM_GODOT_KTX2_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vrm_godot {

/* Copies a file for the engine. False if it is of another kind, or if its header states more than
 * the file has, or more than its pixels need: the engine would allocate what the header states. */
bool ktx2_for_engine(const uint8_t *bytes, size_t size, std::vector<uint8_t> *out);

} // namespace vrm_godot

#endif
