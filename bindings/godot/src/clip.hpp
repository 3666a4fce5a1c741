/* VRMClip: motions, and what mixes them. */
#ifndef VRM_GODOT_CLIP_HPP
#define VRM_GODOT_CLIP_HPP

#include "bind.hpp"

#include <vrm/vrm.h>

#include <array>
#include <string>
#include <vector>

namespace vrm_godot {

extern const char *const clip_class;

/* A motion that avatars play: VRMClip of the engine. */
class clip {
  public:
    explicit clip(vrm_clip *motion) : clip_(motion) {}
    clip(const clip &) = delete;
    clip &operator=(const clip &) = delete;
    ~clip() { vrm_clip_release(clip_); }
    const vrm_clip *get() const { return clip_; }
    /* A new object of the engine with a clip, whose reference it takes. */
    static value make(vrm_clip *motion);
    /* The instance of an object; NULL if it is no VRMClip. */
    static clip *of(const value &object);
    double get_duration();
    std::string get_format();
    bytes to_vrma();

  private:
    vrm_clip *clip_;
};

vrm_clip_info info_of(const vrm_clip *clip);
int64_t to_nanoseconds(double seconds);
double to_seconds(int64_t time);

/* A mixer with references to the clips of its slots. */
struct motion_mixer {
    vrm_mixer mixer;
    vrm_pose base; /* stands relaxed */
    std::array<value, VRM_MIXER_SLOTS> clips;
    std::array<bool, VRM_MIXER_SLOTS> fades_out{};
    int32_t latest = 1;

    explicit motion_mixer(const vrm_model *model);
    motion_mixer(const motion_mixer &) = delete;
    motion_mixer &operator=(const motion_mixer &) = delete;
    bool plays() const;
    /* Drops clips that have faded out. */
    void drop_silent();
};

void register_clip();

} // namespace vrm_godot

#endif
