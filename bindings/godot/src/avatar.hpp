/* VRMAvatar, a node that runs an avatar of libvrm and shows its frame with a skeleton, blend shapes
 * and materials. */
#ifndef VRM_GODOT_AVATAR_HPP
#define VRM_GODOT_AVATAR_HPP

#include "bind.hpp"
#include "geometry.hpp"
#include "materials.hpp"

#include <memory>
#include <vector>

namespace vrm_godot {

extern const char *const avatar_class;
extern const char *const clip_class;

/* Methods of the engine that run in every frame. */
struct frame_methods {
    GDExtensionMethodBindPtr get_global_transform, is_inside_tree, set_bone_position,
        set_bone_rotation, set_bone_scale, get_bone_position, get_bone_rotation, get_bone_scale,
        set_blend_shape;
};
extern frame_methods methods;
bool find_frame_methods();

/* A motion that avatars play: VRMClip of the engine. */
class clip {
  public:
    explicit clip(vrm_clip *of) : clip_(of) {}
    clip(const clip &) = delete;
    clip &operator=(const clip &) = delete;
    ~clip() { vrm_clip_release(clip_); }
    const vrm_clip *get() const { return clip_; }
    /* A new object of the engine with a clip, whose reference it takes. */
    static value make(vrm_clip *of);
    /* The instance of an object; NULL if it is no VRMClip. */
    static clip *of(const value &object);
    double get_duration();
    std::string get_format();

  private:
    vrm_clip *clip_;
};

class avatar {
  public:
    explicit avatar(void *object) : object_(object) {}
    avatar(const avatar &) = delete;
    avatar &operator=(const avatar &) = delete;
    ~avatar();

    /* A new node of the engine, and its instance. */
    static avatar *make();
    void *object() const { return object_; }

    /* Called once by a load, which passes its references. The nodes are children of this node. */
    void start(vrm_model *model, vrm_avatar *running, const value &skeleton);
    void show_with(materials &&shown_with) { materials_ = std::move(shown_with); }
    const vrm_avatar *running() const { return avatar_; }
    void add_mesh(const value &instance, int32_t node, uint32_t shape_count);
    void add_diagnostic(const std::string &line) { diagnostics_.push_back(line); }
    void process(double delta);

    /* Methods and properties of VRMAvatar: docs/guides/godot.md describes them. */
    void advance(double delta);
    void set_auto_update(bool on) { auto_update_ = on; }
    bool get_auto_update() { return auto_update_; }
    void set_follow_skeleton(bool on) { follow_skeleton_ = on; }
    bool get_follow_skeleton() { return follow_skeleton_; }
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
    void teleport(const transform &to, bool keep_shape);
    void reset_springs();
    void set_wind(const vec3 &force);
    vec3 get_wind();
    void apply_clip(const value &motion, double seconds, bool once);
    dictionary get_info();
    strings get_diagnostics();
    floats get_global_positions();

  private:
    struct mesh {
        GDObjectInstanceID instance;
        int32_t node;
        uint32_t first, count; /* in shown_weights_ */
    };
    void *object_;
    vrm_model *model_ = nullptr;
    vrm_avatar *avatar_ = nullptr;
    GDObjectInstanceID skeleton_ = 0;
    std::vector<mesh> meshes_;
    materials materials_;
    std::vector<vrm_trs> shown_; /* by node: what the skeleton has */
    std::vector<float> shown_weights_;
    std::vector<std::string> diagnostics_;
    std::vector<vrm_custom_weight> customs_;
    std::vector<std::unique_ptr<property>> sliders_; /* by expression */
    std::vector<GDExtensionPropertyInfo> slider_infos_;
    transform root_{};
    bool has_root_ = false, is_shown_ = false;
    bool auto_update_ = true, follow_skeleton_ = false;

    void make_sliders();
    int32_t find_slider(GDExtensionConstStringNamePtr key) const;
    bool read_root(vrm_trs *out);
    void gather(void *skeleton);
    void show_bones(void *skeleton);
    void show_weights();
};

/* Registers a class of the extension; instances are made by its functions alone unless told
 * otherwise. */
void register_class(const char *class_name, const char *parent);
void register_avatar();
void register_clip();

} // namespace vrm_godot

#endif
