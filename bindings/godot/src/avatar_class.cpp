/* The class VRMAvatar as the engine sees it. */
#include "avatar.hpp"

namespace vrm_godot {

namespace {

GDExtensionObjectPtr create_avatar(void *) { return any(avatar::make()->object()); }

void free_avatar(void *, GDExtensionClassInstancePtr instance) {
    avatar *self = any(instance);
    delete self;
}

void call_process(GDExtensionClassInstancePtr instance, const GDExtensionConstTypePtr *arguments,
                  GDExtensionTypePtr) {
    avatar *self = any(instance);
    const double *delta = any(arguments[0]);
    self->process(*delta);
}

GDExtensionClassCallVirtual avatar_virtual(void *, GDExtensionConstStringNamePtr method) {
    return is_name(method, "_process") ? call_process : nullptr;
}

GDExtensionBool set_avatar_property(GDExtensionClassInstancePtr instance,
                                    GDExtensionConstStringNamePtr key,
                                    GDExtensionConstVariantPtr v) {
    avatar *self = any(instance);
    const value *given = any(v);
    return self->set_slider(key, *given);
}

GDExtensionBool get_avatar_property(GDExtensionClassInstancePtr instance,
                                    GDExtensionConstStringNamePtr key, GDExtensionVariantPtr out) {
    const avatar *self = any(instance);
    value *result = any(out);
    return self->get_slider(key, result);
}

const GDExtensionPropertyInfo *list_avatar_properties(GDExtensionClassInstancePtr instance,
                                                      uint32_t *count) {
    const avatar *self = any(instance);
    *count = static_cast<uint32_t>(self->sliders().size());
    return self->sliders().data();
}

/* The list belongs to the avatar. */
void free_avatar_properties(GDExtensionClassInstancePtr, const GDExtensionPropertyInfo *,
                            uint32_t) {}

} // namespace

void register_avatar() {
    const char *c = avatar_class;
    GDExtensionClassCreationInfo3 info{};
    info.get_virtual_func = avatar_virtual;
    info.set_func = set_avatar_property;
    info.get_func = get_avatar_property;
    info.get_property_list_func = list_avatar_properties;
    info.free_property_list_func = free_avatar_properties;
    register_with(c, "Node3D", create_avatar, free_avatar, info);
    bound<&avatar::advance>::add(c, "advance", {"delta"});
    bound<&avatar::set_auto_update>::add(c, "set_auto_update", {"on"});
    bound<&avatar::get_auto_update>::add(c, "get_auto_update");
    bound<&avatar::set_follow_skeleton>::add(c, "set_follow_skeleton", {"on"});
    bound<&avatar::get_follow_skeleton>::add(c, "get_follow_skeleton");
    bound<&avatar::set_wind>::add(c, "set_wind", {"force"});
    bound<&avatar::get_wind>::add(c, "get_wind");
    register_property(c, "auto_update", GDEXTENSION_VARIANT_TYPE_BOOL, "set_auto_update",
                      "get_auto_update");
    register_property(c, "follow_skeleton", GDEXTENSION_VARIANT_TYPE_BOOL, "set_follow_skeleton",
                      "get_follow_skeleton");
    bound<&avatar::set_model>::add(c, "set_model", {"model"});
    bound<&avatar::get_model>::add(c, "get_model");
    bound<&avatar::set_sleep>::add(c, "set_sleep", {"on"});
    bound<&avatar::get_sleep>::add(c, "get_sleep");
    bound<&avatar::set_debug_draw>::add(c, "set_debug_draw", {"on"});
    bound<&avatar::get_debug_draw>::add(c, "get_debug_draw");
    bound<&avatar::set_colliders>::add(c, "set_colliders", {"paths"});
    bound<&avatar::get_colliders>::add(c, "get_colliders");
    register_property(c, "model", GDEXTENSION_VARIANT_TYPE_OBJECT, "set_model", "get_model",
                      {hint_resource_type, model_class, model_class});
    register_property(c, "sleep", GDEXTENSION_VARIANT_TYPE_BOOL, "set_sleep", "get_sleep");
    register_property(c, "debug_draw", GDEXTENSION_VARIANT_TYPE_BOOL, "set_debug_draw",
                      "get_debug_draw");
    /* An array of paths to nodes of this class. */
    register_property(c, "colliders", GDEXTENSION_VARIANT_TYPE_ARRAY, "set_colliders",
                      "get_colliders", {hint_type_string, "22/26:CollisionShape3D"});
    register_property(c, "wind", GDEXTENSION_VARIANT_TYPE_VECTOR3, "set_wind", "get_wind");
    bound<&avatar::get_skeleton>::add(c, "get_skeleton");
    bound<&avatar::get_expressions>::add(c, "get_expressions");
    bound<&avatar::set_expression>::add(c, "set_expression", {"expression", "weight"});
    bound<&avatar::get_expression>::add(c, "get_expression", {"expression"});
    bound<&avatar::set_layer_expression>::add(c, "set_layer_expression",
                                              {"layer", "expression", "weight"});
    bound<&avatar::set_layer_weight>::add(c, "set_layer_weight", {"layer", "weight"});
    bound<&avatar::set_bone_rotation>::add(c, "set_bone_rotation", {"bone", "rotation"});
    bound<&avatar::get_bone_rotation>::add(c, "get_bone_rotation", {"bone"});
    bound<&avatar::set_bone_local_rotation>::add(c, "set_bone_local_rotation",
                                                 {"bone", "rotation"});
    bound<&avatar::set_hips_position>::add(c, "set_hips_position", {"position"});
    bound<&avatar::reset_pose>::add(c, "reset_pose");
    bound<&avatar::relax>::add(c, "relax");
    bound<&avatar::look_at_point>::add(c, "look_at_point", {"target"});
    bound<&avatar::look_at_degrees>::add(c, "look_at_degrees", {"yaw", "pitch"});
    bound<&avatar::look_at_nothing>::add(c, "look_at_nothing");
    bound<&avatar::get_eye_position>::add(c, "get_eye_position");
    bound<&avatar::teleport>::add(c, "teleport", {"to", "keep_shape"}, {false});
    bound<&avatar::reset_springs>::add(c, "reset_springs");
    bound<&avatar::apply_clip>::add(c, "apply_clip", {"clip", "seconds", "once"}, {false});
    bound<&avatar::warm_up>::add(c, "warm_up", {"seconds"});
    bound<&avatar::play>::add(c, "play", {"clip", "options"}, {dictionary()});
    bound<&avatar::fade>::add(c, "fade", {"slot", "weight", "seconds"});
    bound<&avatar::stop>::add(c, "stop", {"seconds"}, {0.3});
    bound<&avatar::get_motion_time>::add(c, "get_motion_time", {"slot"});
    bound<&avatar::make_animation>::add(c, "make_animation", {"clip", "frames_per_second"}, {30.0});
    bound<&avatar::make_animation_library>::add(c, "make_animation_library",
                                                {"clips", "frames_per_second"}, {30.0});
    bound<&avatar::make_clip>::add(c, "make_clip", {"animation", "frames_per_second"}, {30.0});
    bound<&avatar::get_debug_line_count>::add(c, "get_debug_line_count");
    bound<&avatar::get_info>::add(c, "get_info");
    bound<&avatar::get_diagnostics>::add(c, "get_diagnostics");
    bound<&avatar::get_global_positions>::add(c, "get_global_positions");
    register_signal(c, "updated");
    register_signal(c, "expression_changed",
                    {{"expression", GDEXTENSION_VARIANT_TYPE_STRING},
                     {"weight", GDEXTENSION_VARIANT_TYPE_FLOAT}});
    for (const char *signal : {"motion_looped", "motion_ended", "motion_faded"}) {
        register_signal(c, signal, {{"slot", GDEXTENSION_VARIANT_TYPE_INT}});
    }
}

} // namespace vrm_godot
