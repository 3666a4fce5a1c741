#include "avatar.hpp"

#include "space.hpp"

#include <cstring>

namespace vrm_godot {

const char *const avatar_class = "VRMAvatar";
frame_methods methods;

namespace {

GDExtensionMethodBindPtr find_method(const char *class_name, const char *method,
                                     GDExtensionInt hash) {
    return engine.get_method_bind(name(class_name).get(), name(method).get(), hash);
}

/* Bit by bit: a NaN that stays is no change, and a zero that changes its sign is one. */
template <class T> bool is_same(const T &a, const T &b) { return memcmp(&a, &b, sizeof a) == 0; }

vrm_vec3 to_vrm(const vec3 &v) { return vrm_vec3_make(v.x, v.y, v.z); }
vrm_quat to_vrm(const quat &q) { return vrm_quat_make(q.x, q.y, q.z, q.w); }

} // namespace

bool find_frame_methods() {
    const char *skeleton = "Skeleton3D";
    methods.get_global_transform = find_method("Node3D", "get_global_transform", 3229777777);
    methods.is_inside_tree = find_method("Node", "is_inside_tree", 36873697);
    methods.set_bone_position = find_method(skeleton, "set_bone_pose_position", 1530502735);
    methods.set_bone_rotation = find_method(skeleton, "set_bone_pose_rotation", 2823819782);
    methods.set_bone_scale = find_method(skeleton, "set_bone_pose_scale", 1530502735);
    methods.get_bone_position = find_method(skeleton, "get_bone_pose_position", 711720468);
    methods.get_bone_rotation = find_method(skeleton, "get_bone_pose_rotation", 476865136);
    methods.get_bone_scale = find_method(skeleton, "get_bone_pose_scale", 711720468);
    methods.set_blend_shape = find_method("MeshInstance3D", "set_blend_shape_value", 1602489585);
    return methods.get_global_transform && methods.is_inside_tree && methods.set_bone_position &&
           methods.set_bone_rotation && methods.set_bone_scale && methods.get_bone_position &&
           methods.get_bone_rotation && methods.get_bone_scale && methods.set_blend_shape;
}

avatar::~avatar() {
    vrm_avatar_destroy(avatar_);
    vrm_model_release(model_);
}

avatar *avatar::make() {
    void *object = engine.construct_object(name("Node3D").get());
    auto *made = new avatar(object);
    engine.object_set_instance(any(object), name(avatar_class).get(), any(made));
    constexpr int after_others = 1000;
    call(value::object(object), "set_process_priority", after_others);
    return made;
}

void avatar::start(vrm_model *model, vrm_avatar *running, const value &skeleton) {
    model_ = model;
    avatar_ = running;
    skeleton_ = engine.object_get_instance_id(any(skeleton.as_object()));
    shown_.resize(vrm_avatar_frame(avatar_)->node_count);
    make_sliders();
}

void avatar::add_mesh(const value &instance, int32_t node, uint32_t shape_count) {
    const auto first = static_cast<uint32_t>(shown_weights_.size());
    shown_weights_.resize(first + shape_count);
    const GDObjectInstanceID id = engine.object_get_instance_id(any(instance.as_object()));
    meshes_.push_back({id, node, first, shape_count});
}

/* --- Every frame --- */

void avatar::process(double delta) {
    if (auto_update_) advance(delta);
}

void avatar::advance(double delta) {
    if (avatar_ == nullptr) return;
    void *skeleton = engine.object_get_instance_from_id(skeleton_);
    vrm_trs root;
    if (read_root(&root)) vrm_avatar_set_root(avatar_, &root);
    if (follow_skeleton_ && skeleton != nullptr && is_shown_) gather(skeleton);
    vrm_avatar_update(avatar_, static_cast<float>(delta));
    if (skeleton != nullptr) show_bones(skeleton);
    show_weights();
    materials_.show(avatar_);
    is_shown_ = true;
}

/* Returns false if the node has not moved, or is in no tree. */
bool avatar::read_root(vrm_trs *out) {
    GDExtensionBool inside = 0;
    engine.ptrcall(methods.is_inside_tree, any(object_), nullptr, any(&inside));
    if (!inside) return false;
    transform now;
    engine.ptrcall(methods.get_global_transform, any(object_), nullptr, any(&now));
    if (has_root_ && is_same(now, root_)) return false;
    root_ = now;
    has_root_ = true;
    *out = decompose(now);
    return true;
}

/* What a stage writes at present is skipped by libvrm. */
void avatar::gather(void *skeleton) {
    std::vector<vrm_trs> &pose = shown_;
    for (size_t n = 0; n < pose.size(); ++n) {
        auto bone = static_cast<int64_t>(n);
        const GDExtensionConstTypePtr arguments[] = {any(&bone)};
        engine.ptrcall(methods.get_bone_position, any(skeleton), arguments,
                       any(&pose[n].translation));
        engine.ptrcall(methods.get_bone_rotation, any(skeleton), arguments, any(&pose[n].rotation));
        engine.ptrcall(methods.get_bone_scale, any(skeleton), arguments, any(&pose[n].scale));
    }
    vrm_node_array nodes;
    vrm_node_array_init(&nodes);
    nodes.count = static_cast<uint32_t>(pose.size());
    nodes.translation = &pose.data()->translation;
    nodes.rotation = &pose.data()->rotation;
    nodes.scale = &pose.data()->scale;
    nodes.stride = sizeof pose[0];
    vrm_avatar_gather(avatar_, &nodes);
}

void avatar::show_bones(void *skeleton) {
    const vrm_frame *frame = vrm_avatar_frame(avatar_);
    for (uint32_t n = 0; n < frame->node_count; ++n) {
        const vrm_trs &now = frame->local[n];
        vrm_trs &was = shown_[n];
        if (is_shown_ && is_same(now, was)) continue;
        int64_t bone = n;
        const auto write = [&](GDExtensionMethodBindPtr method, const void *value_of_bone) {
            const GDExtensionConstTypePtr arguments[] = {any(&bone), any(value_of_bone)};
            engine.ptrcall(method, any(skeleton), arguments, nullptr);
        };
        const bool all = !is_shown_;
        if (all || !is_same(now.rotation, was.rotation)) {
            write(methods.set_bone_rotation, &now.rotation);
        }
        if (all || !is_same(now.translation, was.translation)) {
            write(methods.set_bone_position, &now.translation);
        }
        if (all || !is_same(now.scale, was.scale)) write(methods.set_bone_scale, &now.scale);
        was = now;
    }
}

void avatar::show_weights() {
    const vrm_frame *frame = vrm_avatar_frame(avatar_);
    for (const mesh &m : meshes_) {
        void *instance = nullptr;
        const float *now = frame->morph_weights + frame->morph_offsets[m.node];
        float *was = &shown_weights_[0] + m.first;
        for (uint32_t i = 0; i < m.count; ++i) {
            if (is_same(now[i], was[i])) continue;
            if (instance == nullptr) instance = engine.object_get_instance_from_id(m.instance);
            if (instance == nullptr) break; /* the application has freed it */
            int64_t index = i;
            double weight = now[i];
            const GDExtensionConstTypePtr arguments[] = {any(&index), any(&weight)};
            engine.ptrcall(methods.set_blend_shape, any(instance), arguments, nullptr);
            was[i] = now[i];
        }
    }
}

/* --- Expressions, pose, lookAt --- */

value avatar::get_skeleton() {
    const void *skeleton = engine.object_get_instance_from_id(skeleton_);
    return skeleton == nullptr ? value() : value::object(skeleton);
}

strings avatar::get_expressions() {
    strings out;
    if (model_ == nullptr) return out;
    const vrm_tables *tables = vrm_model_tables(model_);
    for (uint32_t i = 0; i < tables->expression_count; ++i) {
        const vrm_string &text = tables->expressions[i].name;
        call(out, "append", std::string(text.data, text.length));
    }
    return out;
}

/* More than a person moves by hand; the others have methods. */
constexpr uint32_t most_sliders = 256;

void avatar::make_sliders() {
    const vrm_tables *tables = vrm_model_tables(model_);
    for (uint32_t i = 0; i < tables->expression_count && i < most_sliders; ++i) {
        const vrm_string &text = tables->expressions[i].name;
        sliders_.push_back(
            std::make_unique<property>("expressions/" + std::string(text.data, text.length),
                                       GDEXTENSION_VARIANT_TYPE_FLOAT, "", "0,1,0.01"));
        sliders_.back()->make_slider();
        slider_infos_.push_back(sliders_.back()->info());
    }
}

/* Names are interned: equal names have equal storage. */
int32_t avatar::find_slider(GDExtensionConstStringNamePtr key) const {
    for (size_t i = 0; i < sliders_.size(); ++i) {
        if (memcmp(static_cast<const void *>(key), sliders_[i]->key().get().pointer,
                   sizeof(void *)) == 0) {
            return static_cast<int32_t>(i);
        }
    }
    return VRM_NONE;
}

bool avatar::set_slider(GDExtensionConstStringNamePtr key, const value &v) {
    const int32_t index = find_slider(key);
    if (index == VRM_NONE) return false;
    vrm_avatar_set_expression(avatar_, index, static_cast<float>(v.as_float()));
    return true;
}

bool avatar::get_slider(GDExtensionConstStringNamePtr key, value *out) const {
    const int32_t index = find_slider(key);
    if (index == VRM_NONE) return false;
    *out = vrm_avatar_layer_expression(avatar_, VRM_EXPRESSION_LAYER_APPLICATION, index);
    return true;
}

void avatar::set_expression(const std::string &expression, double weight) {
    set_layer_expression(VRM_EXPRESSION_LAYER_APPLICATION, expression, weight);
}

double avatar::get_expression(const std::string &expression) {
    if (avatar_ == nullptr) return 0.0;
    const int32_t index = vrm_model_find_expression(model_, expression.c_str());
    return static_cast<double>(vrm_avatar_expression_weight(avatar_, index));
}

void avatar::set_layer_expression(int64_t layer, const std::string &expression, double weight) {
    if (avatar_ == nullptr || layer < 0 || layer >= VRM_EXPRESSION_LAYER_COUNT) return;
    const int32_t index = vrm_model_find_expression(model_, expression.c_str());
    vrm_avatar_set_layer_expression(avatar_, static_cast<vrm_expression_layer>(layer), index,
                                    static_cast<float>(weight));
}

void avatar::set_layer_weight(int64_t layer, double weight) {
    if (avatar_ == nullptr || layer < 0 || layer >= VRM_EXPRESSION_LAYER_COUNT) return;
    vrm_avatar_set_expression_layer_weight(avatar_, static_cast<vrm_expression_layer>(layer),
                                           static_cast<float>(weight));
}

void avatar::set_bone_rotation(const std::string &bone, const quat &rotation) {
    if (avatar_ == nullptr) return;
    const vrm_quat q = to_vrm(rotation);
    vrm_avatar_set_bone_rotation(avatar_, vrm_bone_find(bone.c_str()), &q);
}

quat avatar::get_bone_rotation(const std::string &bone) {
    vrm_quat q = vrm_quat_identity();
    if (avatar_ != nullptr) {
        vrm_avatar_get_bone_rotation(avatar_, vrm_bone_find(bone.c_str()), &q);
    }
    return {q.x, q.y, q.z, q.w};
}

void avatar::set_bone_local_rotation(const std::string &bone, const quat &rotation) {
    if (avatar_ == nullptr) return;
    const vrm_quat q = to_vrm(rotation);
    vrm_avatar_set_bone_local_rotation(avatar_, vrm_bone_find(bone.c_str()), &q);
}

void avatar::set_hips_position(const vec3 &position) {
    if (avatar_ == nullptr) return;
    const vrm_vec3 v = to_vrm(position);
    vrm_avatar_set_hips_position(avatar_, &v);
}

void avatar::reset_pose() {
    if (avatar_ != nullptr) vrm_avatar_reset_pose(avatar_);
}

void avatar::relax() {
    if (avatar_ == nullptr) return;
    vrm_pose pose;
    vrm_pose_relaxed(model_, &pose);
    vrm_avatar_apply_pose(avatar_, &pose, nullptr);
}

void avatar::look_at_point(const vec3 &target) {
    if (avatar_ == nullptr) return;
    const vrm_vec3 v = to_vrm(target);
    vrm_avatar_set_look_at_target(avatar_, &v);
}

void avatar::look_at_degrees(double yaw, double pitch) {
    if (avatar_ == nullptr) return;
    vrm_avatar_set_look_at_degrees(avatar_, static_cast<float>(yaw), static_cast<float>(pitch));
}

void avatar::look_at_nothing() {
    if (avatar_ != nullptr) vrm_avatar_set_look_at_off(avatar_);
}

vec3 avatar::get_eye_position() {
    vrm_vec3 v = vrm_vec3_make(0.0f, 0.0f, 0.0f);
    if (avatar_ != nullptr) vrm_avatar_get_eye_position(avatar_, &v);
    return {v.x, v.y, v.z};
}

/* --- Springs and motions --- */

void avatar::teleport(const transform &to, bool keep_shape) {
    const value self = value::object(object_);
    const bool inside = call(self, "is_inside_tree").as_bool();
    call(self, inside ? "set_global_transform" : "set_transform", to);
    if (avatar_ == nullptr) return;
    const vrm_trs root = decompose(to);
    vrm_avatar_teleport(avatar_, &root, keep_shape ? 1 : 0);
}

void avatar::reset_springs() {
    if (avatar_ != nullptr) vrm_avatar_reset_springs(avatar_, VRM_ALL);
}

void avatar::set_wind(const vec3 &force) {
    if (avatar_ == nullptr) return;
    const vrm_vec3 v = to_vrm(force);
    vrm_avatar_set_wind(avatar_, &v);
}

vec3 avatar::get_wind() {
    vrm_vec3 v = vrm_vec3_make(0.0f, 0.0f, 0.0f);
    if (avatar_ != nullptr) vrm_avatar_get_wind(avatar_, &v);
    return {v.x, v.y, v.z};
}

} // namespace vrm_godot
