/* VRMCrowd, a node whose avatars are updated together on the worker threads of the engine. */
#ifndef VRM_GODOT_CROWD_HPP
#define VRM_GODOT_CROWD_HPP

#include "bind.hpp"
#include "colliders.hpp"

#include <vrm/vrm.h>

#include <vector>

namespace vrm_godot {

extern const char *const crowd_class;

class avatar;

class crowd {
  public:
    explicit crowd(void *object);
    crowd(const crowd &) = delete;
    crowd &operator=(const crowd &) = delete;
    ~crowd();

    static crowd *make();
    void *object() const { return object_; }
    void process(double delta);
    void notify(int32_t what);
    /* Called by an avatar that leaves or is destroyed. */
    void forget(avatar *member);

    /* Methods and properties of VRMCrowd: docs/guides/godot.md describes them. */
    void advance(double delta);
    void set_auto_update(bool on) { auto_update_ = on; }
    bool get_auto_update() { return auto_update_; }
    void set_use_threads(bool on) { use_threads_ = on; }
    bool get_use_threads() { return use_threads_; }
    void set_detail_by_distance(bool on);
    bool get_detail_by_distance() { return detail_by_distance_; }
    void set_colliders(const array &paths);
    array get_colliders() { return colliders_.get(); }
    int64_t get_avatar_count();
    /* Parts of the last update that ran on worker threads; 0: all of it ran on this thread. */
    int64_t get_part_count() { return part_count_; }

  private:
    void *object_;
    vrm_crowd *crowd_ = nullptr;
    std::vector<avatar *> members_;
    scene_colliders colliders_;
    bool auto_update_ = true, use_threads_ = true, detail_by_distance_ = false;
    int64_t part_count_ = 0;
    bool is_changed_ = true; /* the children have to be listed again */

    static vrm_parallel_for run_on_threads;
    bool find_members();
    void let_go(const std::vector<avatar *> &leaving);
    void set_details();
    void set_crowd_colliders();
};

void register_crowd();

} // namespace vrm_godot

#endif
