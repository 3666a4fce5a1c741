#include "bind.hpp"

#include <cstring>
#include <memory>
#include <vector>

namespace vrm_godot {

namespace {

enum { property_default = 6, property_nil_is_variant = 1 << 17 };

} // namespace

property::property(const std::string &property_name, GDExtensionVariantType type,
                   const char *class_name, const char *hint)
    : name_(property_name.c_str()), class_(class_name), hint_(hint), info_{} {
    info_.type = type;
    info_.name = name_.get();
    info_.class_name = class_.get();
    info_.hint_string = hint_.get();
    info_.usage = property_default;
    if (type == GDEXTENSION_VARIANT_TYPE_NIL) info_.usage |= property_nil_is_variant;
}

void property::set_hint(uint32_t hint, uint32_t usage) {
    info_.hint = hint;
    info_.usage = usage;
}

void register_method(const method &m) {
    const size_t count = m.argument_names.size();
    const name method_name(m.method_name), class_name(m.class_name);
    property result("", m.result, m.result_class);
    std::vector<std::unique_ptr<property>> arguments;
    std::vector<GDExtensionPropertyInfo> infos;
    std::vector<GDExtensionClassMethodArgumentMetadata> metadata(
        count, GDEXTENSION_METHOD_ARGUMENT_METADATA_NONE);
    std::vector<GDExtensionVariantPtr> defaults;
    for (size_t i = 0; i < count; ++i) {
        arguments.push_back(
            std::make_unique<property>(m.argument_names.begin()[i], m.argument_types[i]));
        infos.push_back(arguments.back()->info());
    }
    for (const value &v : m.defaults) defaults.push_back(v.get());

    GDExtensionClassMethodInfo info{};
    info.name = method_name.get();
    info.method_userdata = reinterpret_cast<void *>(count - m.defaults.size());
    info.call_func = m.call;
    info.ptrcall_func = m.ptrcall;
    info.method_flags =
        m.is_static ? GDEXTENSION_METHOD_FLAG_STATIC : GDEXTENSION_METHOD_FLAG_NORMAL;
    info.has_return_value = m.has_result;
    info.return_value_info = m.has_result ? result.address() : nullptr;
    info.argument_count = static_cast<uint32_t>(count);
    info.arguments_info = infos.data();
    info.arguments_metadata = metadata.data();
    info.default_argument_count = static_cast<uint32_t>(defaults.size());
    info.default_arguments = defaults.data();
    engine.register_method(engine.library, class_name.get(), &info);
}

void register_property(const char *class_name, const char *property_name,
                       GDExtensionVariantType type, const char *setter, const char *getter,
                       const property_hint &hint) {
    property described(property_name, type, hint.class_name, hint.text);
    described.set_hint(hint.hint, hint.usage);
    engine.register_property(engine.library, name(class_name).get(), described.address(),
                             name(setter).get(), name(getter).get());
}

void register_indexed_property(const char *class_name, const char *property_name,
                               GDExtensionVariantType type, const char *setter, const char *getter,
                               int64_t index, const property_hint &hint) {
    property described(property_name, type, hint.class_name, hint.text);
    described.set_hint(hint.hint, hint.usage);
    engine.register_indexed_property(engine.library, name(class_name).get(), described.address(),
                                     name(setter).get(), name(getter).get(), index);
}

void register_group(const char *class_name, const char *title) {
    engine.register_property_group(engine.library, name(class_name).get(), text(title).get(),
                                   text("").get());
}

void register_constant(const char *class_name, const char *enum_name, const char *constant_name,
                       int64_t number) {
    engine.register_constant(engine.library, name(class_name).get(), name(enum_name).get(),
                             name(constant_name).get(), number, 0);
}

const GDExtensionInstanceBindingCallbacks no_callbacks = {nullptr, nullptr, nullptr};

bool is_name(GDExtensionConstStringNamePtr a, const char *b) {
    const name other(b);
    return memcmp(static_cast<const void *>(a), other.get().pointer, sizeof(void *)) == 0;
}

void register_with(const char *class_name, const char *parent,
                   GDExtensionClassCreateInstance create_instance,
                   GDExtensionClassFreeInstance free_instance, GDExtensionClassCreationInfo3 info) {
    info.is_exposed = 1;
    info.create_instance_func = create_instance;
    info.free_instance_func = free_instance;
    engine.register_class(engine.library, name(class_name).get(), name(parent).get(), &info);
}

void register_signal(
    const char *class_name, const char *signal_name,
    std::initializer_list<std::pair<const char *, GDExtensionVariantType>> arguments) {
    std::vector<std::unique_ptr<property>> described;
    std::vector<GDExtensionPropertyInfo> infos;
    for (const auto &a : arguments) {
        described.push_back(std::make_unique<property>(a.first, a.second));
        infos.push_back(described.back()->info());
    }
    engine.register_signal(engine.library, name(class_name).get(), name(signal_name).get(),
                           infos.data(), static_cast<GDExtensionInt>(infos.size()));
}

} // namespace vrm_godot
