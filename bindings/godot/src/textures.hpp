/* Textures of a model: images decoded within limits on their pixels, common PNGs by libdeflate and
 * the rest by the engine. */
#ifndef VRM_GODOT_TEXTURES_HPP
#define VRM_GODOT_TEXTURES_HPP

#include "engine.hpp"

#include <vrm/vrm.h>

#include <string>
#include <vector>

namespace vrm_godot {

struct texture_options {
    uint32_t max_size = 4096; /* pixels of the longer side; larger images are reduced */
    bool mipmaps = true;
    bool compress = false; /* S3TC or BPTC: less video memory, and a longer load */
    bool store = false;    /* scenes store them compressed, without loss unless `compress` is set */
};

class textures {
  public:
    textures(const vrm_model *model, const texture_options &options)
        : model_(model), options_(options), made_(vrm_model_gltf(model)->image_count) {}
    /* The texture of an image; nil if it has none, or one that the engine cannot decode. */
    const value &get(int32_t image, bool is_normal_map);
    /* Adds diagnostics of the images that were tried. */
    void report(std::vector<std::string> *lines) const;

  private:
    struct entry {
        bool tried = false;
        value texture;
    };
    const vrm_model *model_;
    texture_options options_;
    std::vector<entry> made_;
    uint64_t pixels_ = 0;
    /* Of each kind: how many images there are, and the first one. */
    struct tally {
        uint32_t count = 0;
        int32_t first = 0;
        void add(int32_t image) {
            if (count++ == 0) first = image;
        }
    };
    tally too_large_, damaged_, ktx2_shown_, ktx2_refused_;

    bool within_limits(const vrm_image_header &header);
    value decode(int32_t image);
    value make(int32_t image, bool is_normal_map);
    void finish(const value &image, bool is_normal_map);
};

} // namespace vrm_godot

#endif
