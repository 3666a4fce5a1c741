/* What an application sets and asks: expressions, pose, lookAt and springs. */
#include "avatar.hpp"

#include "space.hpp"

#include <cstring>

namespace vrm_godot {

namespace {

vrm_quat to_vrm(const quat &q) { return vrm_quat_make(q.x, q.y, q.z, q.w); }

} // namespace

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
    sliders_.clear();
    slider_infos_.clear();
    if (model_ == nullptr) return;
    const vrm_tables *tables = vrm_model_tables(model_);
    for (uint32_t i = 0; i < tables->expression_count && i < most_sliders; ++i) {
        const vrm_string &text = tables->expressions[i].name;
        sliders_.push_back(
            std::make_unique<property>("expressions/" + std::string(text.data, text.length),
                                       GDEXTENSION_VARIANT_TYPE_FLOAT, "", "0,1,0.01"));
        sliders_.back()->set_hint(hint_range, usage_editor);
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
    if (index == VRM_NONE || running() == nullptr) return false;
    vrm_avatar_set_expression(avatar_, index, static_cast<float>(v.as_float()));
    return true;
}

bool avatar::get_slider(GDExtensionConstStringNamePtr key, value *out) const {
    const int32_t index = find_slider(key);
    if (index == VRM_NONE) return false;
    *out = avatar_ == nullptr
               ? 0.0f
               : vrm_avatar_layer_expression(avatar_, VRM_EXPRESSION_LAYER_APPLICATION, index);
    return true;
}

void avatar::set_expression(const std::string &expression, double weight) {
    set_layer_expression(VRM_EXPRESSION_LAYER_APPLICATION, expression, weight);
}

double avatar::get_expression(const std::string &expression) {
    if (running() == nullptr) return 0.0;
    const int32_t index = vrm_model_find_expression(model_, expression.c_str());
    return static_cast<double>(vrm_avatar_expression_weight(avatar_, index));
}

void avatar::set_layer_expression(int64_t layer, const std::string &expression, double weight) {
    if (layer < 0 || layer >= VRM_EXPRESSION_LAYER_COUNT) return;
    if (running() == nullptr) return;
    const int32_t index = vrm_model_find_expression(model_, expression.c_str());
    vrm_avatar_set_layer_expression(avatar_, static_cast<vrm_expression_layer>(layer), index,
                                    static_cast<float>(weight));
}

void avatar::set_layer_weight(int64_t layer, double weight) {
    if (layer < 0 || layer >= VRM_EXPRESSION_LAYER_COUNT) return;
    if (running() == nullptr) return;
    vrm_avatar_set_expression_layer_weight(avatar_, static_cast<vrm_expression_layer>(layer),
                                           static_cast<float>(weight));
}

void avatar::set_bone_rotation(const std::string &bone, const quat &rotation) {
    if (running() == nullptr) return;
    const vrm_quat q = to_vrm(rotation);
    vrm_avatar_set_bone_rotation(avatar_, vrm_bone_find(bone.c_str()), &q);
}

quat avatar::get_bone_rotation(const std::string &bone) {
    vrm_quat q = vrm_quat_identity();
    if (running() != nullptr) {
        vrm_avatar_get_bone_rotation(avatar_, vrm_bone_find(bone.c_str()), &q);
    }
    return {q.x, q.y, q.z, q.w};
}

void avatar::set_bone_local_rotation(const std::string &bone, const quat &rotation) {
    if (running() == nullptr) return;
    const vrm_quat q = to_vrm(rotation);
    vrm_avatar_set_bone_local_rotation(avatar_, vrm_bone_find(bone.c_str()), &q);
}

void avatar::set_hips_position(const vec3 &position) {
    if (running() == nullptr) return;
    const vrm_vec3 v = to_vrm(position);
    vrm_avatar_set_hips_position(avatar_, &v);
}

void avatar::reset_pose() {
    if (running() != nullptr) vrm_avatar_reset_pose(avatar_);
}

void avatar::relax() {
    if (running() == nullptr) return;
    vrm_pose pose;
    vrm_pose_relaxed(model_, &pose);
    vrm_avatar_apply_pose(avatar_, &pose, nullptr);
}

void avatar::look_at_point(const vec3 &target) {
    if (running() == nullptr) return;
    const vrm_vec3 v = to_vrm(target);
    vrm_avatar_set_look_at_target(avatar_, &v);
}

void avatar::look_at_degrees(double yaw, double pitch) {
    if (running() == nullptr) return;
    vrm_avatar_set_look_at_degrees(avatar_, static_cast<float>(yaw), static_cast<float>(pitch));
}

void avatar::look_at_nothing() {
    if (running() != nullptr) vrm_avatar_set_look_at_off(avatar_);
}

vec3 avatar::get_eye_position() {
    vrm_vec3 v = vrm_vec3_make(0.0f, 0.0f, 0.0f);
    if (running() != nullptr) vrm_avatar_get_eye_position(avatar_, &v);
    return {v.x, v.y, v.z};
}

/* --- Springs --- */

void avatar::teleport(const transform &place, bool keep_shape) {
    const value self = value::object(object_);
    const bool inside = call(self, "is_inside_tree").as_bool();
    call(self, inside ? "set_global_transform" : "set_transform", place);
    if (running() == nullptr) return;
    const vrm_trs root = decompose(place);
    vrm_avatar_teleport(avatar_, &root, keep_shape ? 1 : 0);
}

void avatar::reset_springs() {
    if (running() != nullptr) vrm_avatar_reset_springs(avatar_, VRM_ALL);
}

void avatar::warm_up(double seconds) {
    if (!start()) return;
    vrm_avatar_update(avatar_, 0.0f);
    vrm_avatar_warm_up(avatar_, static_cast<float>(seconds));
    end_update();
}

void avatar::set_wind(const vec3 &force) {
    if (running() == nullptr) return;
    const vrm_vec3 v = to_vrm(force);
    vrm_avatar_set_wind(avatar_, &v);
}

vec3 avatar::get_wind() {
    vrm_vec3 v = vrm_vec3_make(0.0f, 0.0f, 0.0f);
    if (running() != nullptr) vrm_avatar_get_wind(avatar_, &v);
    return {v.x, v.y, v.z};
}

} // namespace vrm_godot
