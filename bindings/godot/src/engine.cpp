#include "engine.hpp"

#include <cstring>

namespace vrm_godot {

interface engine;

namespace {

/* The addresses have the type of a function without arguments, and NULL if the engine lacks it. */
class finder {
  public:
    explicit finder(GDExtensionInterfaceGetProcAddress find) : find_(find) {}
    template <class T> void operator()(T &out, const char *function) {
        out = reinterpret_cast<T>(find_(function));
        if (out == nullptr) found_all = false;
    }
    bool found_all = true;

  private:
    GDExtensionInterfaceGetProcAddress find_;
};

void find_values(finder &find) {
    find(engine.variant_new_nil, "variant_new_nil");
    find(engine.variant_new_copy, "variant_new_copy");
    find(engine.variant_destroy, "variant_destroy");
    find(engine.variant_get_type, "variant_get_type");
    find(engine.variant_call, "variant_call");
    find(engine.variant_get_ptr_constructor, "variant_get_ptr_constructor");
    find(engine.variant_get_ptr_destructor, "variant_get_ptr_destructor");
    find(engine.variant_get_ptr_builtin_method, "variant_get_ptr_builtin_method");
    find(engine.string_new, "string_new_with_utf8_chars_and_len");
    find(engine.string_to_utf8, "string_to_utf8_chars");
    find(engine.string_name_new, "string_name_new_with_utf8_chars");
    find(engine.packed_bytes_const, "packed_byte_array_operator_index_const");
    find(engine.packed_bytes, "packed_byte_array_operator_index");
    find(engine.packed_int32, "packed_int32_array_operator_index");
    find(engine.packed_float32, "packed_float32_array_operator_index");
    find(engine.packed_vector2, "packed_vector2_array_operator_index");
    find(engine.packed_vector3, "packed_vector3_array_operator_index");
    find(engine.packed_vector4, "packed_vector4_array_operator_index");
    find(engine.packed_color, "packed_color_array_operator_index");
}

void find_objects(finder &find) {
    find(engine.global_get_singleton, "global_get_singleton");
    find(engine.ptrcall, "object_method_bind_ptrcall");
    find(engine.method_call, "object_method_bind_call");
    find(engine.add_group_task, "worker_thread_pool_add_native_group_task");
    find(engine.object_set_instance, "object_set_instance");
    find(engine.object_set_binding, "object_set_instance_binding");
    find(engine.object_get_binding, "object_get_instance_binding");
    find(engine.object_get_instance_id, "object_get_instance_id");
    find(engine.object_get_instance_from_id, "object_get_instance_from_id");
    find(engine.construct_object, "classdb_construct_object");
    find(engine.get_method_bind, "classdb_get_method_bind");
    find(engine.register_class, "classdb_register_extension_class3");
    find(engine.register_method, "classdb_register_extension_class_method");
    find(engine.register_property, "classdb_register_extension_class_property");
    find(engine.register_indexed_property, "classdb_register_extension_class_property_indexed");
    find(engine.register_property_group, "classdb_register_extension_class_property_group");
    find(engine.register_constant, "classdb_register_extension_class_integer_constant");
    find(engine.register_signal, "classdb_register_extension_class_signal");
    find(engine.unregister_class, "classdb_unregister_extension_class");
    find(engine.print_error, "print_error_with_message");
    find(engine.print_warning, "print_warning_with_message");
}

bool find_types(finder &find) {
    GDExtensionInterfaceGetVariantFromTypeConstructor make_variant;
    GDExtensionInterfaceGetVariantToTypeConstructor read_variant;
    find(make_variant, "get_variant_from_type_constructor");
    find(read_variant, "get_variant_to_type_constructor");
    if (!find.found_all) return false;
    for (int i = 1; i < GDEXTENSION_VARIANT_TYPE_VARIANT_MAX; ++i) {
        const auto type = static_cast<GDExtensionVariantType>(i);
        engine.from_type[i] = make_variant(type);
        engine.to_type[i] = read_variant(type);
        engine.destroy[i] = engine.variant_get_ptr_destructor(type); /* NULL: plain data */
    }
    return true;
}

} // namespace

bool find_interface(GDExtensionInterfaceGetProcAddress address,
                    GDExtensionClassLibraryPtr library) {
    finder find(address);
    engine.library = library;
    find_values(find);
    find_objects(find);
    return find_types(find);
}

void value::swap(value &other) noexcept {
    unsigned char bytes[sizeof bytes_];
    memcpy(bytes, bytes_, sizeof bytes);
    memcpy(bytes_, other.bytes_, sizeof bytes);
    memcpy(other.bytes_, bytes, sizeof bytes);
}

value value::empty(GDExtensionVariantType type) {
    alignas(8) unsigned char storage[64]; /* the largest type is a projection */
    engine.variant_get_ptr_constructor(type, 0)(any(storage), nullptr);
    value out = of_type(type, storage);
    if (engine.destroy[type] != nullptr) engine.destroy[type](any(storage));
    return out;
}

bool value::as_bool() const { return as<uint8_t>(GDEXTENSION_VARIANT_TYPE_BOOL) != 0; }

int64_t value::as_int() const { return as<int64_t>(GDEXTENSION_VARIANT_TYPE_INT); }

double value::as_float() const {
    if (is(GDEXTENSION_VARIANT_TYPE_INT)) return static_cast<double>(as_int());
    return as<double>(GDEXTENSION_VARIANT_TYPE_FLOAT);
}

vec3 value::as_vec3() const { return as<vec3>(GDEXTENSION_VARIANT_TYPE_VECTOR3); }

quat value::as_quat() const { return as<quat>(GDEXTENSION_VARIANT_TYPE_QUATERNION); }

transform value::as_transform() const {
    return as<transform>(GDEXTENSION_VARIANT_TYPE_TRANSFORM3D);
}

void *value::as_object() const { return as<void *>(GDEXTENSION_VARIANT_TYPE_OBJECT); }

std::string value::as_string() const {
    if (!is(GDEXTENSION_VARIANT_TYPE_STRING) && !is(GDEXTENSION_VARIANT_TYPE_STRING_NAME)) {
        return std::string();
    }
    alignas(8) unsigned char string[8];
    engine.to_type[GDEXTENSION_VARIANT_TYPE_STRING](any(string), get());
    const GDExtensionInt size = engine.string_to_utf8(any(string), nullptr, 0);
    std::string out(size > 0 ? static_cast<size_t>(size) : 0, '\0');
    engine.string_to_utf8(any(string), &out[0], size);
    engine.destroy[GDEXTENSION_VARIANT_TYPE_STRING](any(string));
    return out;
}

namespace {

/* `resize` of all packed arrays has this signature. */
constexpr GDExtensionInt resize_hash = 848867239;

template <class Index>
value packed(GDExtensionVariantType type, Index index, const void *data, size_t count,
             size_t element) {
    alignas(8) unsigned char array[16];
    engine.variant_get_ptr_constructor(type, 0)(any(array), nullptr);
    int64_t size = static_cast<int64_t>(count), result = 0;
    const GDExtensionConstTypePtr arguments[] = {any(&size)};
    const name resize("resize");
    engine.variant_get_ptr_builtin_method(type, resize.get(), resize_hash)(any(array), arguments,
                                                                           any(&result), 1);
    if (count > 0 && result == 0) {
        void *storage = index(any(array), 0);
        memcpy(storage, data, count * element);
    }
    value out = value::of_type(type, array);
    engine.destroy[type](any(array));
    return out;
}

} // namespace

value packed_bytes(const void *data, size_t count) {
    return packed(GDEXTENSION_VARIANT_TYPE_PACKED_BYTE_ARRAY, engine.packed_bytes, data, count, 1);
}

value packed_int32(const int32_t *data, size_t count) {
    return packed(GDEXTENSION_VARIANT_TYPE_PACKED_INT32_ARRAY, engine.packed_int32, data, count,
                  sizeof *data);
}

value packed_float32(const float *data, size_t count) {
    return packed(GDEXTENSION_VARIANT_TYPE_PACKED_FLOAT32_ARRAY, engine.packed_float32, data, count,
                  sizeof *data);
}

value packed_vector2(const float *data, size_t count) {
    return packed(GDEXTENSION_VARIANT_TYPE_PACKED_VECTOR2_ARRAY, engine.packed_vector2, data, count,
                  2 * sizeof *data);
}

value packed_vector3(const float *data, size_t count) {
    return packed(GDEXTENSION_VARIANT_TYPE_PACKED_VECTOR3_ARRAY, engine.packed_vector3, data, count,
                  3 * sizeof *data);
}

value packed_vector4(const float *data, size_t count) {
    return packed(GDEXTENSION_VARIANT_TYPE_PACKED_VECTOR4_ARRAY, engine.packed_vector4, data, count,
                  4 * sizeof *data);
}

value packed_color(const float *data, size_t count) {
    return packed(GDEXTENSION_VARIANT_TYPE_PACKED_COLOR_ARRAY, engine.packed_color, data, count,
                  4 * sizeof *data);
}

byte_view::byte_view(const value &bytes) {
    bytes.store(array_);
    size_ = static_cast<size_t>(call(bytes, "size").as_int());
    if (size_ > 0) data_ = engine.packed_bytes_const(any(array_), 0);
}

byte_view::~byte_view() { engine.destroy[GDEXTENSION_VARIANT_TYPE_PACKED_BYTE_ARRAY](any(array_)); }

value call_array(const value &self, const char *method, const value *const *arguments,
                 size_t count) {
    constexpr size_t most = 8;
    GDExtensionConstVariantPtr pointers[most];
    for (size_t i = 0; i < count && i < most; ++i) pointers[i] = arguments[i]->get();
    GDExtensionCallError error{};
    value out;
    engine.variant_destroy(out.get());
    engine.variant_call(self.get(), name(method).get(), pointers,
                        static_cast<GDExtensionInt>(count), out.get(), &error);
    if (error.error != GDEXTENSION_CALL_OK) {
        report_error(std::string("libvrm: the engine refused a call of ") + method);
    }
    return out;
}

value option(const value &options, const char *key, const value &otherwise) {
    return call(options, "get", key, otherwise);
}

GDExtensionMethodBindPtr find_method(const char *class_name, const char *method,
                                     GDExtensionInt hash) {
    return engine.get_method_bind(name(class_name).get(), name(method).get(), hash);
}

value create(const char *class_name) {
    const void *object = engine.construct_object(name(class_name).get());
    return value::object(object);
}

value singleton(const char *class_name) {
    const void *object = engine.global_get_singleton(name(class_name).get());
    return value::object(object);
}

bool is_in_editor() {
    static const bool is_editor = call(singleton("Engine"), "is_editor_hint").as_bool();
    return is_editor;
}

void report_error(const std::string &message) {
    engine.print_error(message.c_str(), message.c_str(), "VRM", "libvrm", 0, 0);
}

void report_warning(const std::string &message) {
    engine.print_warning(message.c_str(), message.c_str(), "VRM", "libvrm", 0, 0);
}

} // namespace vrm_godot
