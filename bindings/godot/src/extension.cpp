/* The entry point of the extension, and its classes. */
#include "avatar.hpp"
#include "load.hpp"

#include <cstring>

#if defined(_WIN32)
#define VRM_GODOT_EXPORT __declspec(dllexport)
#else
#define VRM_GODOT_EXPORT __attribute__((visibility("default")))
#endif

namespace vrm_godot {

namespace {

const char *const class_names[] = {"VRMAvatar", "VRMClip", "VRM"};

/* --- VRMAvatar --- */

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

/* Names are interned: equal names have equal storage. */
bool is_name(GDExtensionConstStringNamePtr a, const char *b) {
    const name other(b);
    return memcmp(static_cast<const void *>(a), other.get().pointer, sizeof(void *)) == 0;
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

/* --- VRMClip and VRM: objects that a load makes --- */

/* Bindings under this address are instances of clip. */
const char clip_token = 0;
const GDExtensionInstanceBindingCallbacks no_callbacks = {nullptr, nullptr, nullptr};

void *new_clip_object(clip *instance) {
    void *object = engine.construct_object(name("RefCounted").get());
    engine.object_set_instance(any(object), name(clip_class).get(), any(instance));
    engine.object_set_binding(any(object), const_cast<char *>(&clip_token), instance,
                              &no_callbacks);
    return object;
}

GDExtensionObjectPtr create_clip(void *) { return any(new_clip_object(new clip(nullptr))); }

void free_clip(void *, GDExtensionClassInstancePtr instance) {
    clip *self = any(instance);
    delete self;
}

/* VRM has static methods alone: its instances are empty. */
char loader_instance;

GDExtensionObjectPtr create_loader(void *) {
    void *object = engine.construct_object(name("RefCounted").get());
    engine.object_set_instance(any(object), name("VRM").get(), any(&loader_instance));
    return any(object);
}

void free_loader(void *, GDExtensionClassInstancePtr) {}

void register_with(const char *class_name, const char *parent,
                   GDExtensionClassCreateInstance create_instance,
                   GDExtensionClassFreeInstance free_instance,
                   GDExtensionClassCreationInfo3 info = {}) {
    info.is_exposed = 1;
    info.create_instance_func = create_instance;
    info.free_instance_func = free_instance;
    engine.register_class(engine.library, name(class_name).get(), name(parent).get(), &info);
}

} // namespace

value clip::make(vrm_clip *of) { return value::object(new_clip_object(new clip(of))); }

clip *clip::of(const value &object) {
    void *pointer = object.as_object();
    if (pointer == nullptr) return nullptr;
    void *binding =
        engine.object_get_binding(any(pointer), const_cast<char *>(&clip_token), nullptr);
    return static_cast<clip *>(binding);
}

void register_clip() {
    register_with(clip_class, "RefCounted", create_clip, free_clip);
    bound<&clip::get_duration>::add(clip_class, "get_duration");
    bound<&clip::get_format>::add(clip_class, "get_format");
}

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
    bound<&avatar::get_info>::add(c, "get_info");
    bound<&avatar::get_diagnostics>::add(c, "get_diagnostics");
    bound<&avatar::get_global_positions>::add(c, "get_global_positions");
}

void register_class(const char *class_name, const char *parent) {
    register_with(class_name, parent, create_loader, free_loader);
}

namespace {

void start(void *, GDExtensionInitializationLevel level) {
    if (level != GDEXTENSION_INITIALIZATION_SCENE) return;
    if (!find_frame_methods()) {
        report_error("libvrm: this engine lacks methods of Skeleton3D that the extension calls");
        return;
    }
    register_loader();
    register_clip();
    register_avatar();
}

void stop(void *, GDExtensionInitializationLevel level) {
    if (level != GDEXTENSION_INITIALIZATION_SCENE) return;
    release_shaders();
    for (const char *c : class_names) {
        engine.unregister_class(engine.library, name(c).get());
    }
}

} // namespace

} // namespace vrm_godot

extern "C" VRM_GODOT_EXPORT GDExtensionBool vrm_godot_start(GDExtensionInterfaceGetProcAddress find,
                                                            GDExtensionClassLibraryPtr library,
                                                            GDExtensionInitialization *out) {
    if (!vrm_godot::find_interface(find, library)) return 0;
    out->minimum_initialization_level = GDEXTENSION_INITIALIZATION_SCENE;
    out->userdata = nullptr;
    out->initialize = vrm_godot::start;
    out->deinitialize = vrm_godot::stop;
    return 1;
}
