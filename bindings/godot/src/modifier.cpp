#include "modifier.hpp"

#include "avatar.hpp"

namespace vrm_godot {

const char *const modifier_class = "VRMModifier";

modifier *modifier::construct() {
    void *object = engine.construct_object(name("SkeletonModifier3D").get());
    auto *made = new modifier(object);
    engine.object_set_instance(any(object), name(modifier_class).get(), any(made));
    return made;
}

value modifier::make(GDObjectInstanceID avatar) {
    modifier *made = construct();
    made->avatar_ = avatar;
    const value out = value::object(made->object());
    call(out, "set_name", modifier_class);
    return out;
}

void modifier::process(double delta) {
    avatar *runs = avatar::of(any(engine.object_get_instance_from_id(avatar_)));
    if (runs != nullptr) runs->modify(delta);
}

/* Before Godot 4.5, modifiers do not get the time. */
void modifier::process_without_delta() {
    process(call(value::object(object_), "get_process_delta_time").as_float());
}

namespace {

GDExtensionObjectPtr create_modifier(void *) { return any(modifier::construct()->object()); }

void free_modifier(void *, GDExtensionClassInstancePtr instance) {
    modifier *self = any(instance);
    delete self;
}

void call_process(GDExtensionClassInstancePtr instance, const GDExtensionConstTypePtr *arguments,
                  GDExtensionTypePtr) {
    modifier *self = any(instance);
    const double *delta = any(arguments[0]);
    self->process(*delta);
}

void call_process_without_delta(GDExtensionClassInstancePtr instance,
                                const GDExtensionConstTypePtr *, GDExtensionTypePtr) {
    modifier *self = any(instance);
    self->process_without_delta();
}

GDExtensionClassCallVirtual find_virtual(void *, GDExtensionConstStringNamePtr method) {
    if (is_name(method, "_process_modification_with_delta")) return call_process;
    return is_name(method, "_process_modification") ? call_process_without_delta : nullptr;
}

} // namespace

void register_modifier() {
    GDExtensionClassCreationInfo3 info{};
    info.get_virtual_func = find_virtual;
    register_with(modifier_class, "SkeletonModifier3D", create_modifier, free_modifier, info);
}

} // namespace vrm_godot
