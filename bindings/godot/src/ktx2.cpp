#include "ktx2.hpp"

namespace vrm_godot {

namespace {

/* Bytes from the beginning of the file; those of the transfer function from the description. */
constexpr size_t format_at = 12, width_at = 20, height_at = 24, depth_at = 28, layers_at = 32,
                 faces_at = 36, levels_at = 40, description_at = 48, keys_at = 56, global_at = 64,
                 list_at = 80, level_size = 24, transfer_at = 14;
constexpr uint32_t most_levels = 15; /* of 16,384 pixels a side */
constexpr uint8_t linear = 1;

uint32_t load_u32(const uint8_t *bytes) {
    return bytes[0] | uint32_t{bytes[1]} << 8 | uint32_t{bytes[2]} << 16 | uint32_t{bytes[3]} << 24;
}

uint64_t load_u64(const uint8_t *bytes) {
    return load_u32(bytes) | uint64_t{load_u32(bytes + 4)} << 32;
}

bool is_inside(uint64_t offset, uint64_t length, size_t size) {
    return offset <= size && length <= size - offset;
}

/* UASTC has 16 bytes in each block of 4 x 4 pixels, and ETC1S fewer. */
uint64_t most_level_bytes(const uint8_t *bytes) {
    const uint64_t wide = (uint64_t{load_u32(bytes + width_at)} + 3) / 4;
    const uint64_t high = (uint64_t{load_u32(bytes + height_at)} + 3) / 4;
    return wide * high * 16;
}

bool is_sound(const uint8_t *bytes, size_t size) {
    if (size < list_at || load_u32(bytes + format_at) != 0) return false;
    if (load_u32(bytes + depth_at) != 0 || load_u32(bytes + layers_at) > 1) return false;
    const uint32_t levels = load_u32(bytes + levels_at);
    if (load_u32(bytes + faces_at) != 1 || levels == 0 || levels > most_levels) return false;
    if (size - list_at < levels * level_size) return false;
    const uint32_t description = load_u32(bytes + description_at + 4);
    if (!is_inside(load_u32(bytes + description_at), description, size)) return false;
    if (description <= transfer_at) return false;
    if (!is_inside(load_u32(bytes + keys_at), load_u32(bytes + keys_at + 4), size)) return false;
    if (!is_inside(load_u64(bytes + global_at), load_u64(bytes + global_at + 8), size))
        return false;
    for (uint32_t i = 0; i < levels; ++i) {
        const uint8_t *level = bytes + list_at + i * level_size;
        if (!is_inside(load_u64(level), load_u64(level + 8), size)) return false;
        if (load_u64(level + 16) > most_level_bytes(bytes)) return false;
    }
    return true;
}

} // namespace

/* Colors are marked as linear: the engine would convert those that are sRGB to linear bytes, and
 * the shader converts them too. */
bool ktx2_for_engine(const uint8_t *bytes, size_t size, std::vector<uint8_t> *out) {
    if (!is_sound(bytes, size)) return false;
    out->assign(bytes, bytes + size);
    (*out)[load_u32(bytes + description_at) + transfer_at] = linear;
    return true;
}

} // namespace vrm_godot
