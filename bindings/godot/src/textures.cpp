#include "textures.hpp"

namespace vrm_godot {

namespace {

constexpr uint32_t longest_side = 16384;
constexpr uint64_t most_pixels = 64u << 20;      /* of one image, as its header states them */
constexpr uint64_t most_pixels_all = 256u << 20; /* of all images, as work */

const char *loader(vrm_image_format format) {
    switch (format) {
    case VRM_IMAGE_FORMAT_PNG:
        return "load_png_from_buffer";
    case VRM_IMAGE_FORMAT_JPEG:
        return "load_jpg_from_buffer";
    case VRM_IMAGE_FORMAT_WEBP:
        return "load_webp_from_buffer";
    default:
        return nullptr;
    }
}

} // namespace

bool textures::within_limits(const vrm_image_header &header) {
    if (header.width == 0 || header.height == 0) return false;
    if (header.width > longest_side || header.height > longest_side) return false;
    const uint64_t pixels = static_cast<uint64_t>(header.width) * header.height;
    if (pixels > most_pixels || pixels > most_pixels_all - pixels_) return false;
    pixels_ += pixels;
    return true;
}

value textures::decode(int32_t image) {
    vrm_image_header header{};
    const uint8_t *bytes = nullptr;
    size_t size = 0;
    if (vrm_model_get_image_header(model_, image, &header) != VRM_OK) return value();
    const char *load = loader(header.format);
    if (load == nullptr || !within_limits(header)) return value();
    if (vrm_model_get_image_bytes(model_, image, &bytes, &size) != VRM_OK) return value();
    const value out = create("Image");
    if (call(out, load, packed_bytes(bytes, size)).as_int() != 0) return value();
    return call(out, "is_empty").as_bool() ? value() : out;
}

void textures::finish(const value &image, bool is_normal_map) {
    const int64_t width = call(image, "get_width").as_int();
    const int64_t height = call(image, "get_height").as_int();
    const int64_t longer = width > height ? width : height, most = options_.max_size;
    if (longer > most) {
        const int64_t w = width * most / longer, h = height * most / longer;
        constexpr int interpolate_lanczos = 4;
        call(image, "resize", w > 0 ? w : 1, h > 0 ? h : 1, interpolate_lanczos);
    }
    if (options_.mipmaps) call(image, "generate_mipmaps", false);
    if (options_.store) return;
    constexpr int compress_s3tc = 0, source_generic = 0, source_normal = 2;
    if (options_.compress) {
        call(image, "compress", compress_s3tc, is_normal_map ? source_normal : source_generic);
    }
}

value textures::make(int32_t image, bool is_normal_map) {
    const value decoded = decode(image);
    if (decoded.is(GDEXTENSION_VARIANT_TYPE_NIL)) {
        ++skipped_;
        return value();
    }
    finish(decoded, is_normal_map);
    if (options_.store) {
        const value stored = create("PortableCompressedTexture2D");
        constexpr int lossless = 0, s3tc = 3;
        const int mode = options_.compress ? s3tc : lossless;
        call(stored, "create_from_image", decoded, mode, is_normal_map);
        return stored;
    }
    const value texture = create("ImageTexture");
    call(texture, "set_image", decoded);
    return texture;
}

const value &textures::get(int32_t image, bool is_normal_map) {
    entry &e = made_[static_cast<size_t>(image)];
    if (!e.tried) {
        e.tried = true;
        e.texture = make(image, is_normal_map);
    }
    return e.texture;
}

} // namespace vrm_godot
