/* VRMModifier, a SkeletonModifier3D that runs an avatar as the last modifier of its skeleton: after
 * animations, and after the engine's modifiers before it. */
#ifndef VRM_GODOT_MODIFIER_HPP
#define VRM_GODOT_MODIFIER_HPP

#include "bind.hpp"

namespace vrm_godot {

extern const char *const modifier_class;

class modifier {
  public:
    explicit modifier(void *object) : object_(object) {}
    /* A new node that runs the VRMAvatar with this instance ID. */
    static value make(GDObjectInstanceID avatar);
    static modifier *construct();
    void *object() const { return object_; }
    void process(double delta);
    void process_without_delta();

  private:
    void *object_;
    GDObjectInstanceID avatar_ = 0;
};

void register_modifier();

} // namespace vrm_godot

#endif
