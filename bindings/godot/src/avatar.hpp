/* VRMAvatar, a node that runs an avatar of libvrm and shows its frame with a skeleton, blend shapes
 * and materials. */
#ifndef VRM_GODOT_AVATAR_HPP
#define VRM_GODOT_AVATAR_HPP

#include "bind.hpp"
#include "clip.hpp"
#include "colliders.hpp"
#include "materials.hpp"
#include "model.hpp"

#include <memory>
#include <vector>

namespace vrm_godot {

extern const char *const avatar_class;

/* Methods of the engine that run in every frame. */
struct frame_methods {
    GDExtensionMethodBindPtr get_global_transform, is_inside_tree, set_bone_position,
        set_bone_rotation, set_bone_scale, get_bone_position, get_bone_rotation, get_bone_scale,
        set_blend_shape, emit_signal, has_connections;
};
extern frame_methods methods;
bool find_frame_methods();

class companion;
class crowd;

class avatar {
  public:
    explicit avatar(void *object);
    avatar(const avatar &) = delete;
    avatar &operator=(const avatar &) = delete;
    ~avatar();

    /* A new node of the engine, and its instance. */
    static avatar *make();
    /* The instance of an object; NULL if it is no VRMAvatar. */
    static avatar *of(void *object);
    /* The one at a path of a node, or NULL. */
    static avatar *at(const value &node, const value &path);
    void *object() const { return object_; }

    /* Called by a load: the materials of the meshes are this avatar's own. */
    void own_materials() { owns_materials_ = true; }
    vrm_model *tables() const { return model_; }
    /* NULL without a model. */
    vrm_avatar *running();
    void process(double delta);

    /* The parts of `advance`, for a crowd, which calls vrm_crowd_update in between. */
    bool begin_update(double delta);
    void end_update();
    /* Moves the running avatar into a crowd, or out of it with NULL. Its state stays. */
    void move_to(crowd *next, vrm_crowd *members);
    bool is_in(const crowd *one) const { return crowd_ == one; }
    /* The companion that drives it, or NULL. Returns false if it already has another one. */
    bool set_companion(companion *driver);
    /* Emits a signal of a node at the end of this update. */
    void note_of(void *node, const char *signal, std::initializer_list<value> arguments);
    /* Runs the avatar as a modifier of its skeleton, with the pose that the bones have now. */
    void modify(double delta);

    /* Methods and properties of VRMAvatar: docs/guides/godot.md describes them. */
    void set_model(const value &resource);
    value get_model() { return resource_; }
    void advance(double delta);
    void set_auto_update(bool on);
    bool get_auto_update() { return auto_update_; }
    void set_follow_skeleton(bool on);
    bool get_follow_skeleton() { return follow_skeleton_; }
    void set_sleep(bool on);
    bool get_sleep() { return sleep_; }
    void set_debug_draw(bool on);
    bool get_debug_draw() { return debug_draw_; }
    void set_colliders(const array &paths) { colliders_.set(paths); }
    array get_colliders() { return colliders_.get(); }
    value get_skeleton();
    strings get_expressions();
    /* The sliders of the inspector: "expressions/happy". */
    const std::vector<GDExtensionPropertyInfo> &sliders() const { return slider_infos_; }
    bool set_slider(GDExtensionConstStringNamePtr key, const value &v);
    bool get_slider(GDExtensionConstStringNamePtr key, value *out) const;
    void set_expression(const std::string &expression, double weight);
    double get_expression(const std::string &expression);
    void set_layer_expression(int64_t layer, const std::string &expression, double weight);
    void set_layer_weight(int64_t layer, double weight);
    void set_bone_rotation(const std::string &bone, const quat &rotation);
    quat get_bone_rotation(const std::string &bone);
    void set_bone_local_rotation(const std::string &bone, const quat &rotation);
    void set_hips_position(const vec3 &position);
    void reset_pose();
    void relax();
    void look_at_point(const vec3 &target);
    void look_at_degrees(double yaw, double pitch);
    void look_at_nothing();
    vec3 get_eye_position();
    void teleport(const transform &place, bool keep_shape);
    void reset_springs();
    void warm_up(double seconds);
    void set_wind(const vec3 &force);
    vec3 get_wind();
    void apply_clip(const value &motion, double seconds, bool once);
    int64_t play(const value &motion, const dictionary &options);
    void fade(int64_t slot, double weight, double seconds);
    void stop(double seconds);
    double get_motion_time(int64_t slot);
    value make_animation(const value &motion, double frames_per_second);
    value make_animation_library(const dictionary &motions, double frames_per_second);
    value make_clip(const value &animation, double frames_per_second);
    dictionary get_info();
    strings get_diagnostics();
    floats get_global_positions();
    int64_t get_debug_line_count();

  private:
    struct mesh {
        GDObjectInstanceID instance;
        int32_t node;
        uint32_t first, count; /* in shown_weights_ */
    };
    /* A signal, and its arguments behind its name. */
    struct signal_note {
        GDObjectInstanceID node;
        std::vector<value> arguments;
    };
    void *object_;
    value resource_; /* VRMModel; it holds the model */
    vrm_model *model_ = nullptr;
    vrm_avatar *avatar_ = nullptr;
    companion *companion_ = nullptr;
    crowd *crowd_ = nullptr;
    vrm_crowd *members_ = nullptr; /* of the crowd */
    GDObjectInstanceID skeleton_ = 0, modifier_ = 0, debug_mesh_ = 0;
    std::vector<mesh> meshes_;
    materials materials_;
    std::vector<vrm_trs> shown_; /* by node: what the skeleton has */
    std::vector<float> shown_weights_;
    std::vector<float> shown_expressions_;
    std::vector<vrm_custom_weight> customs_;
    std::vector<std::unique_ptr<property>> sliders_; /* by expression */
    std::vector<GDExtensionPropertyInfo> slider_infos_;
    std::vector<signal_note> notes_; /* of this update */
    scene_colliders colliders_;
    size_t collider_count_ = 0; /* that the running avatar has */
    std::unique_ptr<motion_mixer> mixer_;
    transform root_{};
    bool has_root_ = false, is_bound_ = false, owns_materials_ = false;
    bool is_shown_ = false; /* shown_ is what the bones have */
    bool has_pose_ = false; /* the bones have had the frame once, and may be changed since */
    bool auto_update_ = true, follow_skeleton_ = false, sleep_ = false, debug_draw_ = false;

    bool start();
    vrm_avatar *create_in(vrm_crowd *members) const;
    void restart_in(vrm_crowd *members);
    void bind();
    void bind_mesh(const value &instance);
    bool is_modified() const;
    void update_modifier();
    void make_sliders();
    int32_t find_slider(GDExtensionConstStringNamePtr key) const;
    bool read_root(vrm_trs *out);
    void advance_motion(double delta);
    void gather(void *skeleton);
    void show_bones(void *skeleton);
    void show_weights();
    void show_lines();
    void show_state();
    void note_expressions();
    void note(const char *signal, std::initializer_list<value> arguments);
    void emit_notes();
    bool is_heard(const char *signal) const;
};

void register_avatar();

} // namespace vrm_godot

#endif
