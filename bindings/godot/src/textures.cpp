#include "textures.hpp"

#include "ktx2.hpp"

#ifdef VRM_HAVE_DEFLATE
#include <vrm/render.h>
#endif

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
    case VRM_IMAGE_FORMAT_KTX2:
        return "load_ktx_from_buffer";
    default:
        return nullptr;
    }
}

/* PNG of the common kinds, in half the time that the engine takes. False: the engine decides. */
bool decode_common_png(const uint8_t *bytes, size_t size, const value &out) {
#ifdef VRM_HAVE_DEFLATE
    constexpr uint64_t default_bytes = 0;
    constexpr int format_rgba8 = 5;
    vrm_pixels pixels{};
    if (vrm_image_decode(bytes, size, default_bytes, nullptr, &pixels) != VRM_IMAGE_STATE_GOOD) {
        return false;
    }
    const value packed = packed_bytes(pixels.bytes, size_t{4} * pixels.width * pixels.height);
    call(out, "set_data", pixels.width, pixels.height, false, format_rgba8, packed);
    vrm_image_release(&pixels, nullptr);
    return true;
#else
    return (void)bytes, (void)size, (void)out, false;
#endif
}

/* What the engine reads of an image; nil for KTX2 that is not passed on. */
value engine_bytes(const uint8_t *bytes, size_t size, vrm_image_format format) {
    if (format != VRM_IMAGE_FORMAT_KTX2) return packed_bytes(bytes, size);
    std::vector<uint8_t> copy;
    return ktx2_for_engine(bytes, size, &copy) ? packed_bytes(copy.data(), size) : value();
}

/* KTX2 may keep the compression of a GPU, which neither sizes nor mipmaps can be made of. */
bool decompress(const value &image) {
    if (!call(image, "is_compressed").as_bool()) return true;
    return call(image, "decompress").as_int() == 0;
}

} // namespace

bool textures::within_limits(const vrm_image_header &header) {
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
    /* The load has reported images without bytes. */
    if (vrm_model_get_image_header(model_, image, &header) != VRM_OK) return value();
    if (vrm_model_get_image_bytes(model_, image, &bytes, &size) != VRM_OK) return value();
    const char *load = loader(header.format);
    if (load == nullptr || header.width == 0 || header.height == 0) {
        damaged_.add(image);
        return value();
    }
    if (!within_limits(header)) {
        too_large_.add(image);
        return value();
    }
    const value out = create("Image");
    const bool is_png = header.format == VRM_IMAGE_FORMAT_PNG;
    if (is_png && decode_common_png(bytes, size, out)) return out;
    const bool is_ktx2 = header.format == VRM_IMAGE_FORMAT_KTX2;
    const value read = engine_bytes(bytes, size, header.format);
    if (read.is(GDEXTENSION_VARIANT_TYPE_NIL) || call(out, load, read).as_int() != 0 ||
        call(out, "is_empty").as_bool() || !decompress(out)) {
        (is_ktx2 ? ktx2_refused_ : damaged_).add(image);
        return value();
    }
    if (is_ktx2) ktx2_shown_.add(image);
    return out;
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
    if (decoded.is(GDEXTENSION_VARIANT_TYPE_NIL)) return value();
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

void textures::report(std::vector<std::string> *lines) const {
    const struct {
        const tally &images;
        const char *kind, *remedy;
    } kinds[] = {
        {too_large_, "images beyond 16,384 pixels a side, 64 Mi pixels, or 256 Mi pixels together",
         "reduce them and export the file again"},
        {damaged_, "images that are damaged, or of a kind that the engine cannot decode",
         "save them as PNG or JPEG and export the file again"},
        {ktx2_refused_, "KTX2 images that the engine cannot decode",
         "export with PNG, JPEG or WebP textures, or convert the file first, for example with "
         "gltf-transform"},
    };
    for (const auto &k : kinds) {
        if (k.images.count == 0) continue;
        lines->push_back("warning: /images/" + std::to_string(k.images.first) + ": " + k.kind +
                         ": " + std::to_string(k.images.count) +
                         "; they are not drawn [godot-images]\n    " + k.remedy + "\n");
    }
    if (ktx2_shown_.count == 0) return;
    lines->push_back("note: /images/" + std::to_string(ktx2_shown_.first) +
                     ": KTX2 images that the engine decoded: " + std::to_string(ktx2_shown_.count) +
                     "; they are drawn [godot-images]\n");
}

} // namespace vrm_godot
