/* Colliders out of the scene: nodes of class CollisionShape3D that push hair and clothes. */
#ifndef VRM_GODOT_COLLIDERS_HPP
#define VRM_GODOT_COLLIDERS_HPP

#include "bind.hpp"

#include <vrm/vrm.h>

#include <vector>

namespace vrm_godot {

constexpr uint32_t most_colliders = 32;

class scene_colliders {
  public:
    void set(const array &paths);
    array get() const { return paths_; }
    /* Reads the shapes in world space, in the order of the paths. `from` is the node that the
     * paths begin at. A shape that is missing, disabled or of another kind has
     * VRM_COLLIDER_NONE. */
    const std::vector<vrm_spring_collider> &read(void *root);

  private:
    array paths_;
    std::vector<value> list_; /* the paths */
    std::vector<GDObjectInstanceID> nodes_;
    std::vector<vrm_spring_collider> shapes_;
};

} // namespace vrm_godot

#endif
