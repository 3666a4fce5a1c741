#include "bind.hpp"

#include <memory>
#include <vector>

namespace vrm_godot {

namespace {

enum {
    hint_range = 1,
    property_editor = 4,
    property_default = 6,
    property_nil_is_variant = 1 << 17
};

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

void property::make_slider() {
    info_.hint = hint_range;
    info_.usage = property_editor;
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
                       GDExtensionVariantType type, const char *setter, const char *getter) {
    property described(property_name, type);
    engine.register_property(engine.library, name(class_name).get(), described.address(),
                             name(setter).get(), name(getter).get());
}

} // namespace vrm_godot
