/* VRMCompanion: an avatar that talks with somebody. It drives the VRMAvatar of its property
 * `avatar` whenever that updates. */
#ifndef VRM_GODOT_COMPANION_HPP
#define VRM_GODOT_COMPANION_HPP

#include "bind.hpp"

#include <vrm/live.h>

#include <string>
#include <vector>

namespace vrm_godot {

extern const char *const companion_class;

class avatar;

class companion {
  public:
    explicit companion(void *object);
    companion(const companion &) = delete;
    companion &operator=(const companion &) = delete;
    ~companion();

    void *object() const { return object_; }
    void notify(int32_t what);
    /* Finds the avatar: it may join the scene later. */
    void bind();
    /* Called by the avatar: when it is destroyed, and in each of its updates with the pose of its
     * motions; NULL: none plays. */
    void forget();
    void drive(const vrm_pose *body, double delta);

    /* Methods and properties of VRMCompanion: docs/guides/godot-companion.md describes them. */
    void set_avatar(const value &path);
    value get_avatar() { return avatar_path_; }
    void set_user(const value &path) { user_path_ = path; }
    value get_user() { return user_path_; }
    void set_activity(int64_t activity);
    int64_t get_activity() { return activity_; }
    void set_actions(const dictionary &actions);
    dictionary get_actions() { return actions_; }
    void set_seed(int64_t seed);
    int64_t get_seed() { return seed_; }
    void set_param(int64_t index, double number);
    double get_param(int64_t index);
    dictionary read_text(const std::string &text);
    bool cue(const dictionary &tag, double delay);
    bool show(const std::string &tag_name, double strength, double seconds);
    int64_t say(const std::string &phonemes, double delay);
    void set_mouth(const dictionary &weights);
    void be_silent();
    void attend(const value &target, double seconds);
    double get_time();
    dictionary get_status();

  private:
    struct sentence {
        int64_t id;
        vrm_speech *speech;
        int64_t start; /* when the origin of its phonemes is heard */
        bool is_heard, is_over;
    };
    void *object_;
    value avatar_path_, user_path_;
    avatar *avatar_ = nullptr;
    vrm_companion *driver_ = nullptr;
    const vrm_model *model_ = nullptr; /* that the driver was made for, or refused */
    dictionary actions_;
    std::vector<std::string> action_names_; /* those of the driver */
    vrm_companion_params params_;
    vrm_companion_status status_{}; /* of the last update */
    int64_t now_ = 0, activity_ = VRM_COMPANION_WAITING, seed_ = 0;
    std::vector<sentence> sentences_;
    int64_t next_sentence_ = 0;
    GDObjectInstanceID target_ = 0; /* a node that it looks at, until target_end_ */
    int64_t target_end_ = 0;

    void set_bound(avatar *found);
    void drop();
    bool make();
    void make_driver();
    vrm_companion_action read_action(const std::string &action, const dictionary &options) const;
    vrm_companion_tag find_tag(const std::string &tag_name) const;
    std::string name_of(const vrm_companion_tag &tag) const;
    void look();
    void note_speech();
    void note_action(int32_t before);
    void note(const char *signal, const value &argument);
};

void register_companion();

} // namespace vrm_godot

#endif
