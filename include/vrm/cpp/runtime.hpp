/* Written by tools/make/make-cpp from api.json: do not edit. */
// clang-format off
/*
 * Models, avatars and crowds. <vrm/vrm.hpp> includes it.
 */
#ifndef VRM_CPP_RUNTIME_HPP
#define VRM_CPP_RUNTIME_HPP

#include "vrm/cpp/core.hpp"
#include "vrm/cpp/prefix.hpp"

namespace vrm {

// --- Values ---
class any_model; class model; using model_ref = ref<any_model>;
class any_avatar; class avatar; using avatar_ref = ref<any_avatar>;
using string = ::vrm_string; using allocator = ::vrm_allocator; using vec2 = ::vrm_vec2;
using vec3 = ::vrm_vec3; using vec4 = ::vrm_vec4; using quat = ::vrm_quat; using mat4 = ::vrm_mat4;
using trs = ::vrm_trs; using diagnostic_argument = ::vrm_diagnostic_argument;
using diagnostic = ::vrm_diagnostic; using diagnostic_info = ::vrm_diagnostic_info;
using buffer = ::vrm_buffer; using buffer_view = ::vrm_buffer_view; using accessor = ::vrm_accessor;
using image = ::vrm_image; using sampler = ::vrm_sampler; using texture = ::vrm_texture;
using texture_info = ::vrm_texture_info; using material = ::vrm_material;
using attribute = ::vrm_attribute; using morph_target = ::vrm_morph_target;
using primitive = ::vrm_primitive; using mesh = ::vrm_mesh; using skin = ::vrm_skin;
using node = ::vrm_node; using scene = ::vrm_scene; using channel = ::vrm_channel;
using animation = ::vrm_animation; using gltf = ::vrm_gltf; using permissions = ::vrm_permissions;
using meta = ::vrm_meta; using humanoid = ::vrm_humanoid; using morph_bind = ::vrm_morph_bind;
using color_bind = ::vrm_color_bind; using uv_bind = ::vrm_uv_bind;
using expression = ::vrm_expression; using first_person = ::vrm_first_person;
using curve_key = ::vrm_curve_key; using range_map = ::vrm_range_map; using look_at = ::vrm_look_at;
using constraint = ::vrm_constraint; using spring_collider = ::vrm_spring_collider;
using spring_collider_group = ::vrm_spring_collider_group; using spring_limit = ::vrm_spring_limit;
using spring_joint = ::vrm_spring_joint; using spring = ::vrm_spring; using mtoon = ::vrm_mtoon;
using tables = ::vrm_tables; using image_header = ::vrm_image_header; using pixels = ::vrm_pixels;
using resolver = ::vrm_resolver; using material_values = ::vrm_material_values;
using frame = ::vrm_frame; using spring_joint_settings = ::vrm_spring_joint_settings;
using line = ::vrm_line; using space = ::vrm_space; using crowd_collider = ::vrm_crowd_collider;
/** Functions that decode compressed buffer views. */
struct meshopt_decoder : ::vrm_meshopt_decoder {
    meshopt_decoder() noexcept {
        vrm_meshopt_decoder_init_sized(this, sizeof(vrm_meshopt_decoder));
    }
};
/** Resource limits of a load (ER-018). */
struct limits : ::vrm_limits {
    limits() noexcept { vrm_limits_init_sized(this, sizeof(vrm_limits)); }
};
/** Settings of a load. */
struct load_desc : ::vrm_load_desc {
    load_desc() noexcept { vrm_load_desc_init_sized(this, sizeof(vrm_load_desc)); }
    /** Calls an object for `cancel`, such as a lambda. It must outlive its use. */
    template <class F> void set_cancel(F &object) noexcept {
        cancel = [](void *call) noexcept -> int32_t { return (*static_cast<F *>(call))(); };
        cancel_user = detail::user_of(object);
    }
    /** Calls an object for `misuse`, such as a lambda. It must outlive its use. */
    template <class F> void set_misuse(F &object) noexcept {
        misuse = [](const char *function, const char *problem, void *call) noexcept {
            (*static_cast<F *>(call))(function, problem); }; misuse_user = detail::user_of(object);
    }
};
/** What vrm_model_peek finds at the beginning of a file. */
struct peek : ::vrm_peek { peek() noexcept { vrm_peek_init_sized(this, sizeof(vrm_peek)); } };
/** Settings of an avatar. */
struct avatar_desc : ::vrm_avatar_desc {
    avatar_desc() noexcept { vrm_avatar_desc_init_sized(this, sizeof(vrm_avatar_desc)); }
};
/** The settings and the result of lookAt. */
struct look_at_state : ::vrm_look_at_state {
    look_at_state() noexcept : vrm_look_at_state() { struct_size = sizeof(vrm_look_at_state); }
};
/** The local transforms of a host's scene graph, in any memory layout. */
struct node_array : ::vrm_node_array {
    node_array() noexcept { vrm_node_array_init_sized(this, sizeof(vrm_node_array)); }
};
/** Settings of a crowd. */
struct crowd_desc : ::vrm_crowd_desc {
    crowd_desc() noexcept { vrm_crowd_desc_init_sized(this, sizeof(vrm_crowd_desc)); }
    /** Calls an object for `parallel_for`, such as a lambda. It must outlive its use. */
    template <class F> void set_parallel_for(F &object) noexcept {
        parallel_for = [](int32_t count, int32_t min_range, vrm_range_fn *work, void *context,
            void *call) noexcept { (*static_cast<F *>(call))(count, min_range, work, context); };
        parallel_user = detail::user_of(object);
    }
};
/** The distances at which details begin. */
struct detail_rule : ::vrm_detail_rule {
    detail_rule() noexcept { vrm_detail_rule_init_sized(this, sizeof(vrm_detail_rule)); }
};

// --- Objects ---

/** What model and model_ref can do. */
class any_model : public handle<vrm_model> {
  public:
    /** Adds a reference to a model. */
    inline vrm::model retain();
    /** Drops the payload (meshes, images, keyframes). */
    void drop_payload() { vrm_model_drop_payload(raw()); }
    /** Returns the glTF tables: the contents of the file. */
    const vrm::gltf &gltf() const & { return *vrm_model_gltf(raw()); }
    /** Returns the VRM tables: the meaning of the file, in one form for all VRM versions. */
    const vrm::tables &tables() const & { return *vrm_model_tables(raw()); }
    /** Returns a material as it is drawn: an element of `materials` of the tables. */
    const vrm::material &material(int32_t index) const & {
        return *vrm_model_material(raw(), index);
    }
    /** Returns the MToon values of a material: an element of `mtoons` of the tables. */
    const vrm::mtoon &mtoon(int32_t index) const & { return *vrm_model_mtoon(raw(), index); }
    /** Returns the avatar's name. */
    const char *name() const & { return vrm_model_name(raw()); }
    /** Returns the user pointer of the load desc. */
    void *user() const { return vrm_model_user(raw()); }
    /** Returns how much memory a model uses, without a borrowed payload. */
    size_t memory_size() const { return vrm_model_memory_size(raw()); }
    /** Finds an expression by name. */
    int32_t find_expression(zstring name) const {
        return vrm_model_find_expression(raw(), name.c_str());
    }
    /** Finds the expression of a preset. */
    int32_t find_preset(vrm::preset preset) const { return vrm_model_find_preset(raw(), preset); }
    /** Finds a node by name. */
    int32_t find_node(zstring name) const { return vrm_model_find_node(raw(), name.c_str()); }
    /** Finds a spring by name. */
    int32_t find_spring(zstring name) const { return vrm_model_find_spring(raw(), name.c_str()); }
    /** Finds a material by name. */
    int32_t find_material(zstring name) const {
        return vrm_model_find_material(raw(), name.c_str());
    }
    /** Returns the node of a humanoid bone. */
    int32_t bone_node(vrm::bone bone) const { return vrm_model_bone_node(raw(), bone); }
    /** Returns the humanoid bone of a node. */
    vrm::bone bone_of_node(int32_t node) const {
        return static_cast<vrm::bone>(vrm_model_bone_of_node(raw(), node));
    }
    /** Returns the nearest humanoid bone above a bone that the avatar has (HU-017). */
    vrm::bone bone_parent(vrm::bone bone) const {
        return static_cast<vrm::bone>(vrm_model_bone_parent(raw(), bone));
    }
    /** Returns the rest position of a bone, in meters. */
    vrm::vec3 bone_rest_position(vrm::bone bone) const {
        vrm::vec3 out{}; vrm_model_get_bone_rest_position(raw(), bone, &out); return out;
    }
    /** Returns the axes of a bone at rest (HU-016), in the space of the model. */
    int32_t bone_axes(vrm::bone bone, vrm::vec3 (&out_axes)[3]) const {
        return vrm_model_get_bone_axes(raw(), bone, out_axes);
    }
    /** Returns which stages of an update may write the rotation of a node. */
    vrm::writers node_writers(int32_t node) const {
        return static_cast<vrm::writers>(vrm_model_node_writers(raw(), node));
    }
    /** Returns what the first-person camera draws of a node with a mesh. */
    vrm::first_person_type first_person(int32_t node) const {
        return static_cast<vrm::first_person_type>(vrm_model_first_person(raw(), node));
    }
    /** Returns how many floats an accessor holds: its count times its components. */
    size_t accessor_floats(int32_t accessor) const {
        return vrm_model_accessor_floats(raw(), accessor);
    }
    /** Returns how many numbers of an accessor are not finite in the file: NaN or infinite. */
    size_t accessor_not_finite(int32_t accessor) const {
        return vrm_model_accessor_not_finite(raw(), accessor);
    }
    /** Reads any accessor as floats. */
    vrm::result read_floats(int32_t accessor, slice<float> out) const {
        return vrm::result{vrm_model_read_floats(raw(), accessor, out.data(), out.size())};
    }
    /** Reads the triangles of a primitive: three vertex indices each, for all modes. */
    vrm::result read_triangles(int32_t mesh, int32_t primitive, slice<uint32_t> out,
        size_t *out_count = nullptr) const {
        return vrm::result{vrm_model_read_triangles(raw(), mesh, primitive, out.data(), out.size(),
            out_count)};
    }
    /** Reads the triangles of a primitive that the first-person camera draws. */
    vrm::result read_first_person_triangles(int32_t node, int32_t primitive, slice<uint32_t> out,
        size_t *out_count = nullptr) const {
        return vrm::result{vrm_model_read_first_person_triangles(raw(), node, primitive, out.data(),
            out.size(), out_count)};
    }
    /** Reads a vertex attribute as floats. */
    vrm::result read_vertices(int32_t mesh, int32_t primitive, vrm::attribute_semantic semantic,
        int32_t set, int32_t components, slice<float> out) const {
        return vrm::result{vrm_model_read_vertices(raw(), mesh, primitive, semantic, set,
            components, out.data(), out.size())};
    }
    /** Reads JOINTS_n: four indices into the joints of a skin for each vertex. */
    vrm::result read_joints(int32_t mesh, int32_t primitive, int32_t set, int32_t skin,
        slice<uint16_t> out, maybe<size_t> out_invalid = {}) const {
        return vrm::result{vrm_model_read_joints(raw(), mesh, primitive, set, skin, out.data(),
            out.size(), out_invalid.get())};
    }
    /** Reads the differences of a morph target. */
    vrm::result read_morph_target(int32_t mesh, int32_t primitive, int32_t target,
        vrm::attribute_semantic semantic, slice<float> out) const {
        return vrm::result{vrm_model_read_morph_target(raw(), mesh, primitive, target, semantic,
            out.data(), out.size())};
    }
    /** Reads the inverse bind matrices of a skin, one for each joint. */
    vrm::result read_inverse_binds(int32_t skin, slice<vrm::mat4> out) const {
        return vrm::result{vrm_model_read_inverse_binds(raw(), skin, out.data(), out.size())};
    }
    /** Returns the bytes of an image file (PNG, JPEG and so on), not decoded. */
    expected<slice<const uint8_t>> image_bytes(int32_t image) const & {
        const uint8_t *out_bytes = nullptr; size_t out_size = 0;
        expected<slice<const uint8_t>> made{detail::unfilled()};
        made.set_code(vrm_model_get_image_bytes(raw(), image, &out_bytes, &out_size));
        *made = {out_bytes, out_size}; return made;
    }
    /** Reads the format and the size of an image from its first bytes. */
    expected<vrm::image_header> image_header(int32_t image) const {
        expected<vrm::image_header> made{detail::unfilled()};
        made.set_code(vrm_model_get_image_header(raw(), image, &*made)); return made;
    }
  protected: using handle::handle;
};
/** An avatar as its file describes it. */
class model : public owner<any_model, &vrm_model_release> {
  public: using owner::owner;
    /** Loads a GLB file (.vrm, .glb) or a plain .gltf file from memory. */
    static expected<vrm::model> load(vrm::bytes bytes, maybe<const vrm_load_desc> desc = {}) {
        expected<vrm::model> made{detail::unfilled()};
        made.set_code(vrm_model_load(bytes.data(), bytes.size(), desc.get(), made->out(),
            made.report_out())); return made;
    }
    /** Loads a model without its payload from the first bytes of a file. */
    static expected<vrm::model> peek(argument<vrm::bytes> bytes,
        maybe<const vrm_load_desc> desc = {}, maybe<vrm_peek> peek = {}) {
        expected<vrm::model> made{detail::unfilled()};
        made.set_code(vrm_model_peek(bytes.data(), bytes.size(), desc.get(), peek.get(),
            made->out(), made.report_out())); return made;
    }
    using any_model::gltf; name_the_object_first gltf() const && = delete;
    using any_model::tables; name_the_object_first tables() const && = delete;
    using any_model::material; name_the_object_first material(int32_t) const && = delete;
    using any_model::mtoon; name_the_object_first mtoon(int32_t) const && = delete;
    using any_model::name; name_the_object_first name() const && = delete;
    using any_model::image_bytes; name_the_object_first image_bytes(int32_t) const && = delete;
#ifndef VRM_NO_STDIO
    /** Reads a file and loads it. */
    static expected<vrm::model> load_file(zstring path, maybe<const vrm_load_desc> desc = {}) {
        expected<vrm::model> made{detail::unfilled()};
        made.set_code(vrm_model_load_file(path.c_str(), desc.get(), made->out(),
            made.report_out())); return made;
    }
#endif
};

/** What avatar and avatar_ref can do. */
class any_avatar : public handle<vrm_avatar> {
  public:
    /** Updates the frame. */
    void update(float dt) { vrm_avatar_update(raw(), dt); }
    /** Returns the model of an avatar. */
    vrm::model_ref model() const & { return vrm::model_ref(vrm_avatar_model(raw())); }
    /** Stores an application pointer with the avatar. */
    void set_user(void *user = nullptr) { vrm_avatar_set_user(raw(), user); }
    /** Returns the pointer of vrm_avatar_set_user. */
    void *user() const { return vrm_avatar_user(raw()); }
    /** Moves the avatar. */
    void set_root(const vrm::trs &root) { vrm_avatar_set_root(raw(), &root); }
    /** Returns the root that was set last. */
    vrm::trs root() const { vrm::trs out{}; vrm_avatar_get_root(raw(), &out); return out; }
    /** Teleports the avatar without disturbing its springs (SB-051). */
    void teleport(const vrm::trs &root, int32_t keep_shape) {
        vrm_avatar_teleport(raw(), &root, keep_shape);
    }
    /** Moves the world's origin. */
    void shift_origin(const vrm::vec3 &shift) { vrm_avatar_shift_origin(raw(), &shift); }
    /** Returns the pose: the local transform of every node. */
    slice<vrm::trs> locals() {
        return {vrm_avatar_locals(raw()), vrm_avatar_frame(raw())->node_count};
    }
    /** Sets the pose of all nodes back to rest. */
    void reset_pose() { vrm_avatar_reset_pose(raw()); }
    /** Sets the normalized rotation of a bone (TP-020). */
    void set_bone_rotation(vrm::bone bone, const vrm::quat &rotation) {
        vrm_avatar_set_bone_rotation(raw(), bone, &rotation);
    }
    /** Returns the normalized rotation of a bone in the pose. */
    vrm::quat bone_rotation(vrm::bone bone) const {
        vrm::quat out{}; vrm_avatar_get_bone_rotation(raw(), bone, &out); return out;
    }
    /** Sets the local rotation of a bone's node in the pose. */
    void set_bone_local_rotation(vrm::bone bone, const vrm::quat &rotation) {
        vrm_avatar_set_bone_local_rotation(raw(), bone, &rotation);
    }
    /** Sets the position of the hips, relative to the root. */
    void set_hips_position(const vrm::vec3 &position) {
        vrm_avatar_set_hips_position(raw(), &position);
    }
    /** Returns the position of the hips in the pose, relative to the root. */
    vrm::vec3 hips_position() const {
        vrm::vec3 out{}; vrm_avatar_get_hips_position(raw(), &out); return out;
    }
    /** Makes the avatar look at a point in the world. */
    void look_at(const vrm::vec3 &target) { vrm_avatar_set_look_at_target(raw(), &target); }
    /** Makes the avatar look in a direction, relative to its head (LA-006). */
    void set_look_at_degrees(float yaw_degrees, float pitch_degrees) {
        vrm_avatar_set_look_at_degrees(raw(), yaw_degrees, pitch_degrees);
    }
    /** Switches lookAt off: the eyes follow the pose (LA-033). */
    void set_look_at_off() { vrm_avatar_set_look_at_off(raw()); }
    /** Returns the settings of lookAt and the result of the last update. */
    vrm::look_at_state look_at_state() const {
        vrm::look_at_state out; vrm_avatar_get_look_at(raw(), &out); return out;
    }
    /** Returns the point between the eyes in the world. */
    vrm::vec3 eye_position() const {
        vrm::vec3 out{}; vrm_avatar_get_eye_position(raw(), &out); return out;
    }
    /** Sets an expression in the layer VRM_EXPRESSION_LAYER_APPLICATION. */
    void set_expression(int32_t expression, float weight) {
        vrm_avatar_set_expression(raw(), expression, weight);
    }
    /** Sets an expression in one layer. */
    void set_layer_expression(vrm::expression_layer layer, int32_t expression, float weight) {
        vrm_avatar_set_layer_expression(raw(), layer, expression, weight);
    }
    /** Returns the weight of an expression in one layer. */
    float layer_expression(vrm::expression_layer layer, int32_t expression) const {
        return vrm_avatar_layer_expression(raw(), layer, expression);
    }
    /** Sets the weight of a layer (default: 1). 0 switches the layer off. */
    void set_expression_layer_weight(vrm::expression_layer layer, float weight) {
        vrm_avatar_set_expression_layer_weight(raw(), layer, weight);
    }
    /** Returns the weight of a layer. */
    float expression_layer_weight(vrm::expression_layer layer) const {
        return vrm_avatar_expression_layer_weight(raw(), layer);
    }
    /** Sets all expressions of a layer to 0. */
    void clear_expression_layer(vrm::expression_layer layer) {
        vrm_avatar_clear_expression_layer(raw(), layer);
    }
    /** Returns the effective weight of an expression after the last update. */
    float expression_weight(int32_t expression) const {
        return vrm_avatar_expression_weight(raw(), expression);
    }
    /** Assigns a custom expression to a class that overrides act on (EX-017). */
    void set_expression_class(int32_t expression, vrm::expression_class expression_class) {
        vrm_avatar_set_expression_class(raw(), expression, expression_class);
    }
    /** First stage: copies the pose into the frame and computes world transforms. */
    void update_pose() { vrm_avatar_update_pose(raw()); }
    /** Second stage: lookAt. */
    void update_look_at() { vrm_avatar_update_look_at(raw()); }
    /** Third stage: expressions, morph weights and material values. */
    void update_expressions(float dt) { vrm_avatar_update_expressions(raw(), dt); }
    /** Fourth stage: node constraints. */
    void update_constraints() { vrm_avatar_update_constraints(raw()); }
    /** Fifth stage: springs. */
    void update_springs(float dt) { vrm_avatar_update_springs(raw(), dt); }
    /** Returns how many bytes vrm_avatar_save writes. */
    size_t save_size() const { return vrm_avatar_save_size(raw()); }
    /** Saves everything that the next frames depend on. */
    vrm::result save(writable_bytes out) const {
        return vrm::result{vrm_avatar_save(raw(), out.data(), out.size())};
    }
    /** Restores what vrm_avatar_save wrote. */
    vrm::result restore(argument<vrm::bytes> bytes) {
        return vrm::result{vrm_avatar_restore(raw(), bytes.data(), bytes.size())};
    }
    /** Copies the settings of an avatar to an avatar of another model. */
    void carry_over(const any_avatar &from) { vrm_avatar_carry_over(raw(), from.raw()); }
    /** Returns the frame of the last update. */
    const vrm::frame &frame() const & { return *vrm_avatar_frame(raw()); }
    /** Returns the values of a material that expressions and UV animation change. */
    const vrm::material_values &material_values(int32_t index) const & {
        return *vrm_avatar_material_values(raw(), index);
    }
    /** Returns the position of a bone in the world after the last update. */
    vrm::vec3 bone_position(vrm::bone bone) const {
        vrm::vec3 out{}; vrm_avatar_get_bone_position(raw(), bone, &out); return out;
    }
    /** Returns the world matrix of a bone after the last update. */
    vrm::mat4 bone_matrix(vrm::bone bone) const {
        vrm::mat4 out{}; vrm_avatar_get_bone_matrix(raw(), bone, &out); return out;
    }
    /** Returns the matrix from a node's space to the model's space. */
    vrm::mat4 node_in_model(int32_t node) const {
        vrm::mat4 out{}; vrm_avatar_get_node_in_model(raw(), node, &out); return out;
    }
    /** Computes the skin matrices of a skin after the last update. */
    vrm::result skin_matrices(int32_t skin, const vrm_mat4 *inverse_binds,
        slice<vrm::mat4> out) const {
        return vrm::result{vrm_avatar_get_skin_matrices(raw(), skin, inverse_binds, out.data(),
            out.size())};
    }
    /** Returns a box in the world around the avatar after the last update. */
    int32_t bounds(vrm::vec3 &out_least, vrm::vec3 &out_most) const {
        return vrm_avatar_get_bounds(raw(), &out_least, &out_most);
    }
    /** Restarts springs from their rest pose at the next update (SB-051). */
    void reset_springs(int32_t spring) { vrm_avatar_reset_springs(raw(), spring); }
    /** Sets the mode of a spring. */
    void set_spring_mode(int32_t spring, vrm::spring_mode mode) {
        vrm_avatar_set_spring_mode(raw(), spring, mode);
    }
    /** Returns the mode of a spring. */
    vrm::spring_mode spring_mode(int32_t spring) const {
        return static_cast<vrm::spring_mode>(vrm_avatar_spring_mode(raw(), spring));
    }
    /** Sets how much of a spring's motion is shown; the rest is the pose. */
    void set_spring_weight(int32_t spring, float weight) {
        vrm_avatar_set_spring_weight(raw(), spring, weight);
    }
    /** Returns how much of a spring's motion is shown. */
    float spring_weight(int32_t spring) const { return vrm_avatar_spring_weight(raw(), spring); }
    /** Sets the wind: a force that acts on all springs in addition to gravity (SB-053). */
    void set_wind(const vrm::vec3 &force) { vrm_avatar_set_wind(raw(), &force); }
    /** Returns the force that acts on all springs. */
    vrm::vec3 wind() const { vrm::vec3 out{}; vrm_avatar_get_wind(raw(), &out); return out; }
    /** Sets a force that acts on one spring, in addition to that of vrm_avatar_set_wind. */
    void set_spring_wind(int32_t spring, const vrm::vec3 &force) {
        vrm_avatar_set_spring_wind(raw(), spring, &force);
    }
    /** Returns the force that acts on one spring alone. */
    vrm::vec3 spring_wind(int32_t spring) const {
        vrm::vec3 out{}; vrm_avatar_get_spring_wind(raw(), spring, &out); return out;
    }
    /** Sets the node whose space a spring moves in. */
    void set_spring_center(int32_t spring, int32_t node) {
        vrm_avatar_set_spring_center(raw(), spring, node);
    }
    /** Returns the node whose space a spring moves in. */
    int32_t spring_center(int32_t spring) const { return vrm_avatar_spring_center(raw(), spring); }
    /** Returns the settings of a joint. */
    vrm::spring_joint_settings spring_joint(int32_t joint) const {
        vrm::spring_joint_settings out{}; vrm_avatar_get_spring_joint(raw(), joint, &out);
        return out;
    }
    /** Changes the settings of a joint. */
    void set_spring_joint(int32_t joint, maybe<const vrm::spring_joint_settings> settings = {}) {
        vrm_avatar_set_spring_joint(raw(), joint, settings.get());
    }
    /** Sets a collider of the application. */
    void set_collider(uint32_t index, maybe<const vrm::spring_collider> collider = {}) {
        vrm_avatar_set_collider(raw(), index, collider.get());
    }
    /** Restarts the springs and simulates them with the present inputs. */
    void warm_up(float seconds) { vrm_avatar_warm_up(raw(), seconds); }
    /** Computes lines that show the springs and their colliders. */
    size_t debug_lines(slice<vrm::line> out = {}) const {
        return vrm_avatar_debug_lines(raw(), out.data(), out.size());
    }
    /** Reads a host's transforms into the pose. */
    void gather(const vrm_node_array &from) { vrm_avatar_gather(raw(), &from); }
    /** Writes local transforms of the frame into a host's scene graph. */
    void scatter(const vrm_node_array &to, vrm::writers writers) const {
        vrm_avatar_scatter(raw(), &to, writers);
    }
    /** Writes a pose into the inputs of an avatar. */
    inline void apply_pose(const vrm_pose &pose, maybe<const vrm_apply_desc> desc = {});
    /** Returns the inputs of an avatar as a pose. */
    inline void read_pose(vrm_pose &out) const;
  protected: using handle::handle;
};
/** One running instance of a model. */
class avatar : public owner<any_avatar, &vrm_avatar_destroy> {
  public: using owner::owner;
    /** Creates an avatar at rest, at the origin. */
    static expected<vrm::avatar> create(vrm::model_ref model,
        maybe<const vrm_avatar_desc> desc = {}) {
        expected<vrm::avatar> made{detail::unfilled()};
        made.set_code(vrm_avatar_create(model.raw(), desc.get(), made->out(), made.report_out()));
        return made;
    }
    /** Returns how many bytes an avatar needs, for vrm_avatar_init. */
    static size_t size(vrm::model_ref model, maybe<const vrm_avatar_desc> desc = {}) {
        return vrm_avatar_size(model.raw(), desc.get());
    }
    /** Creates an avatar in memory that the caller provides. */
    static expected<vrm::avatar> init(writable_bytes memory, vrm::model_ref model,
        maybe<const vrm_avatar_desc> desc = {}) {
        expected<vrm::avatar> made{detail::unfilled()};
        made.set_code(vrm_avatar_init(memory.data(), memory.size(), model.raw(), desc.get(),
            made->out(), made.report_out())); return made;
    }
    using any_avatar::model; name_the_object_first model() const && = delete;
    slice<vrm::trs> locals() & { return any_avatar::locals(); }
    name_the_object_first locals() && = delete;
    using any_avatar::frame; name_the_object_first frame() const && = delete;
    using any_avatar::material_values;
        name_the_object_first material_values(int32_t) const && = delete;
};

/** A set of avatars that are updated together. */
class crowd : public owner<handle<vrm_crowd>, &vrm_crowd_destroy> {
  public: using owner::owner;
    /** Creates an empty crowd. */
    static expected<vrm::crowd> create(maybe<const vrm_crowd_desc> desc = {}) {
        expected<vrm::crowd> made{detail::unfilled()};
        made.set_code(vrm_crowd_create(desc.get(), made->out(), made.report_out())); return made;
    }
    /** Updates all avatars of a crowd, each with its detail. */
    void update(float dt) { vrm_crowd_update(raw(), dt); }
    /** Creates an avatar in a crowd, as vrm_avatar_create does. */
    expected<vrm::avatar_ref> add(vrm::model_ref model, maybe<const vrm_avatar_desc> desc = {}) & {
        expected<vrm::avatar_ref> made{detail::unfilled()};
        made.set_code(vrm_crowd_add(raw(), model.raw(), desc.get(), made->out(),
            made.report_out())); return made;
    }
    name_the_object_first add(vrm::model_ref, maybe<const vrm_avatar_desc>) && = delete;
    /** Removes an avatar from a crowd and destroys it. */
    void remove(vrm::avatar_ref avatar) { vrm_crowd_remove(raw(), avatar.raw()); }
    /** Sets a collider that all avatars of a crowd share. */
    void set_collider(uint32_t index, maybe<const vrm::crowd_collider> collider = {}) {
        vrm_crowd_set_collider(raw(), index, collider.get());
    }
    /** Returns how many colliders of its crowd were within the reach of an avatar's springs in its
     * last update. */
    uint32_t near_count(const any_avatar &avatar) const {
        return vrm_crowd_near_count(raw(), avatar.raw());
    }
    /** Moves the world's origin. */
    void shift_origin(const vrm::vec3 &shift) { vrm_crowd_shift_origin(raw(), &shift); }
    /** Sets how much of an avatar is updated, and how often (default: VRM_CROWD_DETAIL_FULL). */
    void set_detail(vrm::avatar_ref avatar, vrm::crowd_detail detail) {
        vrm_crowd_set_detail(raw(), avatar.raw(), detail);
    }
    /** Returns the detail that was set for an avatar. */
    vrm::crowd_detail avatar_detail(const any_avatar &avatar) const {
        return static_cast<vrm::crowd_detail>(vrm_crowd_avatar_detail(raw(), avatar.raw()));
    }
    /** Sets the detail of all avatars of a crowd by the distance of their roots from an eye. */
    void set_detail_by_distance(maybe<const vrm_detail_rule> rule, const vrm::vec3 &eye) {
        vrm_crowd_set_detail_by_distance(raw(), rule.get(), &eye);
    }
    using avatar_list = list<vrm_crowd, vrm::avatar_ref, &vrm_crowd_count, &vrm_crowd_get>;
    avatar_list avatars() const & noexcept { return avatar_list(raw()); }
    name_the_object_first avatars() const && = delete;
};

inline vrm::model any_model::retain() { return vrm::model(vrm_model_retain(raw())); }

// --- Functions ---
/** Returns a short name of a result, such as "out of memory". */
inline const char *result_name(vrm::result result) {
    return vrm_result_name(static_cast<vrm_result>(result));
}
/** Makes text from an untrusted file safe to show on one line of a terminal. */
inline size_t text_to_printable(argument<slice<const char>> text, slice<char> out) {
    return vrm_text_to_printable(text.data(), text.size(), out.data(), out.size());
}
/** Converts a name from an untrusted file into one safe path component for any system (ER-003). */
inline size_t text_to_file_name(argument<slice<const char>> text, slice<char> out) {
    return vrm_text_to_file_name(text.data(), text.size(), out.data(), out.size());
}
/** Writes a diagnostic as text. */
inline size_t diagnostic_text(const vrm::diagnostic &diagnostic, slice<char> out = {}) {
    return vrm_diagnostic_text(&diagnostic, out.data(), out.size());
}
/** Finds a bone by the specification's name. */
inline vrm::bone bone_find(zstring name) {
    return static_cast<vrm::bone>(vrm_bone_find(name.c_str()));
}
/** Finds a preset by the specification's name. */
inline vrm::preset preset_find(zstring name) {
    return static_cast<vrm::preset>(vrm_preset_find(name.c_str()));
}
/** Returns the detail of an avatar at a distance. */
inline vrm::crowd_detail detail_for_distance(maybe<const vrm_detail_rule> rule, float distance,
    vrm::crowd_detail previous) {
    return static_cast<vrm::crowd_detail>(vrm_detail_for_distance(rule.get(), distance, previous));
}
#ifndef VRM_NO_STDIO
/** Fills in a resolver that reads the external buffers and images of a plain .gltf file from one
 * folder. */
inline vrm::resolver folder_resolver(const char *folder) {
    vrm::resolver resolver{}; vrm_folder_resolver_init(&resolver, folder); return resolver;
}
#endif

// --- Arrays of structs: vrm::views::world(avatar.frame()) ---
namespace views {
inline slice<const diagnostic_argument> arguments(const vrm_diagnostic &s)
{ return {s.arguments, s.argument_count}; }
inline slice<const attribute> attributes(const vrm_primitive &s)
{ return {s.attributes, s.attribute_count}; }
inline slice<const morph_target> targets(const vrm_primitive &s)
{ return {s.targets, s.target_count}; }
inline slice<const primitive> primitives(const vrm_mesh &s)
{ return {s.primitives, s.primitive_count}; }
inline slice<const float> weights(const vrm_mesh &s) { return {s.weights, s.weight_count}; }
inline slice<const string> target_names(const vrm_mesh &s)
{ return {s.target_names, s.target_name_count}; }
inline slice<const int32_t> joints(const vrm_skin &s) { return {s.joints, s.joint_count}; }
inline slice<const int32_t> children(const vrm_node &s) { return {s.children, s.child_count}; }
inline slice<const float> weights(const vrm_node &s) { return {s.weights, s.weight_count}; }
inline slice<const int32_t> roots(const vrm_scene &s) { return {s.roots, s.root_count}; }
inline slice<const channel> channels(const vrm_animation &s)
{ return {s.channels, s.channel_count}; }
inline slice<const string> extensions_used(const vrm_gltf &s)
{ return {s.extensions_used, s.extension_used_count}; }
inline slice<const string> extensions_required(const vrm_gltf &s)
{ return {s.extensions_required, s.extension_required_count}; }
inline slice<const buffer> buffers(const vrm_gltf &s) { return {s.buffers, s.buffer_count}; }
inline slice<const buffer_view> buffer_views(const vrm_gltf &s)
{ return {s.buffer_views, s.buffer_view_count}; }
inline slice<const accessor> accessors(const vrm_gltf &s)
{ return {s.accessors, s.accessor_count}; }
inline slice<const image> images(const vrm_gltf &s) { return {s.images, s.image_count}; }
inline slice<const sampler> samplers(const vrm_gltf &s) { return {s.samplers, s.sampler_count}; }
inline slice<const texture> textures(const vrm_gltf &s) { return {s.textures, s.texture_count}; }
inline slice<const material> materials(const vrm_gltf &s)
{ return {s.materials, s.material_count}; }
inline slice<const mesh> meshes(const vrm_gltf &s) { return {s.meshes, s.mesh_count}; }
inline slice<const skin> skins(const vrm_gltf &s) { return {s.skins, s.skin_count}; }
inline slice<const node> nodes(const vrm_gltf &s) { return {s.nodes, s.node_count}; }
inline slice<const scene> scenes(const vrm_gltf &s) { return {s.scenes, s.scene_count}; }
inline slice<const animation> animations(const vrm_gltf &s)
{ return {s.animations, s.animation_count}; }
inline slice<const string> authors(const vrm_meta &s) { return {s.authors, s.author_count}; }
inline slice<const string> references(const vrm_meta &s)
{ return {s.references, s.reference_count}; }
inline slice<const morph_bind> morph_binds(const vrm_expression &s)
{ return {s.morph_binds, s.morph_bind_count}; }
inline slice<const color_bind> color_binds(const vrm_expression &s)
{ return {s.color_binds, s.color_bind_count}; }
inline slice<const uv_bind> uv_binds(const vrm_expression &s)
{ return {s.uv_binds, s.uv_bind_count}; }
inline slice<const curve_key> curve(const vrm_range_map &s) { return {s.curve, s.curve_key_count}; }
inline slice<const int32_t> colliders(const vrm_spring_collider_group &s)
{ return {s.colliders, s.collider_count}; }
inline slice<const int32_t> collider_groups(const vrm_spring &s)
{ return {s.collider_groups, s.collider_group_count}; }
inline slice<const expression> expressions(const vrm_tables &s)
{ return {s.expressions, s.expression_count}; }
inline slice<const constraint> constraints(const vrm_tables &s)
{ return {s.constraints, s.constraint_count}; }
inline slice<const spring_collider> spring_colliders(const vrm_tables &s)
{ return {s.spring_colliders, s.spring_collider_count}; }
inline slice<const spring_collider_group> spring_collider_groups(const vrm_tables &s)
{ return {s.spring_collider_groups, s.spring_collider_group_count}; }
inline slice<const spring> springs(const vrm_tables &s) { return {s.springs, s.spring_count}; }
inline slice<const spring_joint> spring_joints(const vrm_tables &s)
{ return {s.spring_joints, s.spring_joint_count}; }
inline slice<const int32_t> spring_joint_order(const vrm_tables &s)
{ return {s.spring_joint_order, s.spring_joint_count}; }
inline slice<const material> materials(const vrm_tables &s)
{ return {s.materials, s.material_count}; }
inline slice<const mtoon> mtoons(const vrm_tables &s) { return {s.mtoons, s.material_count}; }
inline slice<const trs> local(const vrm_frame &s) { return {s.local, s.node_count}; }
inline slice<const mat4> world(const vrm_frame &s) { return {s.world, s.node_count}; }
inline slice<const float> morph_weights(const vrm_frame &s)
{ return {s.morph_weights, s.morph_weight_count}; }
inline slice<const uint32_t> morph_offsets(const vrm_frame &s)
{ return {s.morph_offsets, s.node_count + 1}; }
inline slice<const material_values> materials(const vrm_frame &s)
{ return {s.materials, s.material_count}; }
inline slice<const float> expression_weights(const vrm_frame &s)
{ return {s.expression_weights, s.expression_count}; }
} // namespace views

} // namespace vrm

#include "vrm/cpp/suffix.hpp"
#endif
