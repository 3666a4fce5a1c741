/* Textures of a model: images decoded by the engine, within limits on their pixels. */
#ifndef VRM_GODOT_TEXTURES_HPP
#define VRM_GODOT_TEXTURES_HPP

#include "engine.hpp"

#include <vrm/vrm.h>

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
    uint32_t skipped() const { return skipped_; }

  private:
    struct entry {
        bool tried = false;
        value texture;
    };
    const vrm_model *model_;
    texture_options options_;
    std::vector<entry> made_;
    uint64_t pixels_ = 0;
    uint32_t skipped_ = 0;

    bool within_limits(const vrm_image_header &header);
    value decode(int32_t image);
    value make(int32_t image, bool is_normal_map);
    void finish(const value &image, bool is_normal_map);
};

} // namespace vrm_godot

#endif
