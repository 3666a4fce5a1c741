/* The part of Godot's C interface that the extension uses, and values of the engine that release
 * themselves. */
#ifndef VRM_GODOT_ENGINE_HPP
#define VRM_GODOT_ENGINE_HPP

#include "gdextension_interface.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace vrm_godot {

/* Pointers of the interface are void in the engine's header, and have types in others. */
struct any {
    void *pointer;
    explicit any(const void *p) : pointer(const_cast<void *>(p)) {}
    template <class T> operator T *() const { return static_cast<T *>(pointer); }
};

/* Types of the engine, as it stores them with single precision. */
struct vec3 {
    float x, y, z;
};
struct quat {
    float x, y, z, w;
};
/* Rows of the basis, then the origin. */
struct transform {
    float rows[9];
    vec3 origin;
};

struct interface {
    GDExtensionClassLibraryPtr library;
    GDExtensionInterfaceVariantNewNil variant_new_nil;
    GDExtensionInterfaceVariantNewCopy variant_new_copy;
    GDExtensionInterfaceVariantDestroy variant_destroy;
    GDExtensionInterfaceVariantGetType variant_get_type;
    GDExtensionInterfaceVariantCall variant_call;
    GDExtensionInterfaceVariantGetPtrConstructor variant_get_ptr_constructor;
    GDExtensionInterfaceVariantGetPtrDestructor variant_get_ptr_destructor;
    GDExtensionInterfaceVariantGetPtrBuiltinMethod variant_get_ptr_builtin_method;
    GDExtensionInterfaceStringNewWithUtf8CharsAndLen string_new;
    GDExtensionInterfaceStringToUtf8Chars string_to_utf8;
    GDExtensionInterfaceStringNameNewWithUtf8Chars string_name_new;
    GDExtensionInterfacePackedByteArrayOperatorIndexConst packed_bytes_const;
    GDExtensionInterfacePackedByteArrayOperatorIndex packed_bytes;
    GDExtensionInterfacePackedInt32ArrayOperatorIndex packed_int32;
    GDExtensionInterfacePackedFloat32ArrayOperatorIndex packed_float32;
    GDExtensionInterfacePackedVector2ArrayOperatorIndex packed_vector2;
    GDExtensionInterfacePackedVector3ArrayOperatorIndex packed_vector3;
    GDExtensionInterfacePackedVector4ArrayOperatorIndex packed_vector4;
    GDExtensionInterfacePackedColorArrayOperatorIndex packed_color;
    GDExtensionInterfaceGlobalGetSingleton global_get_singleton;
    GDExtensionInterfaceObjectMethodBindPtrcall ptrcall;
    GDExtensionInterfaceObjectMethodBindCall method_call;
    GDExtensionInterfaceWorkerThreadPoolAddNativeGroupTask add_group_task;
    GDExtensionInterfaceObjectSetInstance object_set_instance;
    GDExtensionInterfaceObjectSetInstanceBinding object_set_binding;
    GDExtensionInterfaceObjectGetInstanceBinding object_get_binding;
    GDExtensionInterfaceObjectGetInstanceId object_get_instance_id;
    GDExtensionInterfaceObjectGetInstanceFromId object_get_instance_from_id;
    GDExtensionInterfaceClassdbConstructObject construct_object;
    GDExtensionInterfaceClassdbGetMethodBind get_method_bind;
    GDExtensionInterfaceClassdbRegisterExtensionClass3 register_class;
    GDExtensionInterfaceClassdbRegisterExtensionClassMethod register_method;
    GDExtensionInterfaceClassdbRegisterExtensionClassProperty register_property;
    GDExtensionInterfaceClassdbRegisterExtensionClassPropertyIndexed register_indexed_property;
    GDExtensionInterfaceClassdbRegisterExtensionClassPropertyGroup register_property_group;
    GDExtensionInterfaceClassdbRegisterExtensionClassIntegerConstant register_constant;
    GDExtensionInterfaceClassdbRegisterExtensionClassSignal register_signal;
    GDExtensionInterfaceClassdbUnregisterExtensionClass unregister_class;
    GDExtensionInterfacePrintErrorWithMessage print_error;
    GDExtensionInterfacePrintWarningWithMessage print_warning;
    GDExtensionVariantFromTypeConstructorFunc from_type[GDEXTENSION_VARIANT_TYPE_VARIANT_MAX];
    GDExtensionTypeFromVariantConstructorFunc to_type[GDEXTENSION_VARIANT_TYPE_VARIANT_MAX];
    GDExtensionPtrDestructor destroy[GDEXTENSION_VARIANT_TYPE_VARIANT_MAX];
};

/* Written once, when the engine loads the extension. */
extern interface engine;

/* Returns false if the engine lacks a function: it is older than the extension supports. */
bool find_interface(GDExtensionInterfaceGetProcAddress find, GDExtensionClassLibraryPtr library);

/* A name of the engine: an interned string. */
class name {
  public:
    explicit name(const char *text) { engine.string_name_new(any(bytes_), text); }
    name(const name &) = delete;
    name &operator=(const name &) = delete;
    ~name() { engine.destroy[GDEXTENSION_VARIANT_TYPE_STRING_NAME](any(bytes_)); }
    any get() const { return any(bytes_); }

  private:
    alignas(8) unsigned char bytes_[8];
};

/* A string of the engine. */
class text {
  public:
    explicit text(const std::string &utf8) {
        engine.string_new(any(bytes_), utf8.data(), static_cast<GDExtensionInt>(utf8.size()));
    }
    text(const text &) = delete;
    text &operator=(const text &) = delete;
    ~text() { engine.destroy[GDEXTENSION_VARIANT_TYPE_STRING](any(bytes_)); }
    any get() const { return any(bytes_); }

  private:
    alignas(8) unsigned char bytes_[8];
};

/* Any value of the engine. It holds a reference to what is reference-counted. */
class value {
  public:
    value() { engine.variant_new_nil(get()); }
    value(const value &other) { engine.variant_new_copy(get(), other.get()); }
    value(value &&other) noexcept : value() { swap(other); }
    value &operator=(value other) noexcept {
        swap(other);
        return *this;
    }
    ~value() { engine.variant_destroy(get()); }

    value(bool v) { make(GDEXTENSION_VARIANT_TYPE_BOOL, &v); }
    value(int64_t v) { make(GDEXTENSION_VARIANT_TYPE_INT, &v); }
    value(int v) : value(static_cast<int64_t>(v)) {}
    value(uint32_t v) : value(static_cast<int64_t>(v)) {}
    value(double v) { make(GDEXTENSION_VARIANT_TYPE_FLOAT, &v); }
    value(float v) : value(static_cast<double>(v)) {}
    value(const vec3 &v) { make(GDEXTENSION_VARIANT_TYPE_VECTOR3, &v); }
    value(const quat &v) { make(GDEXTENSION_VARIANT_TYPE_QUATERNION, &v); }
    value(const transform &v) { make(GDEXTENSION_VARIANT_TYPE_TRANSFORM3D, &v); }
    value(const std::string &utf8) {
        make(GDEXTENSION_VARIANT_TYPE_STRING, text(utf8).get().pointer);
    }
    value(const char *utf8) : value(std::string(utf8)) {}
    /* An object of the engine, or NULL. */
    static value object(const void *pointer) {
        return of_type(GDEXTENSION_VARIANT_TYPE_OBJECT, &pointer);
    }
    /* An empty value of a type: an array, a dictionary. */
    static value empty(GDExtensionVariantType type);
    /* The value whose storage `data` is, as the engine passes it to typed functions. */
    static value of_type(GDExtensionVariantType type, const void *data) {
        value out;
        engine.variant_destroy(out.get());
        out.make(type, data);
        return out;
    }

    GDExtensionVariantType type() const { return engine.variant_get_type(get()); }
    bool is(GDExtensionVariantType wanted) const { return type() == wanted; }
    any get() const { return any(bytes_); }
    /* Values of another type are zero. */
    bool as_bool() const;
    int64_t as_int() const;
    double as_float() const;
    vec3 as_vec3() const;
    quat as_quat() const;
    transform as_transform() const;
    std::string as_string() const;
    void *as_object() const;
    /* Copies storage of its own type. */
    void store(void *out) const { engine.to_type[type()](any(out), get()); }
    void swap(value &other) noexcept;

  private:
    alignas(8) unsigned char bytes_[24];

    void make(GDExtensionVariantType type, const void *data) {
        engine.from_type[type](get(), any(data));
    }
    template <class T> T as(GDExtensionVariantType wanted) const {
        T out{};
        if (is(wanted)) store(&out);
        return out;
    }
};

/* Arrays of `count` elements, copied from memory with the engine's layout. */
value packed_bytes(const void *data, size_t count);
value packed_int32(const int32_t *data, size_t count);
value packed_float32(const float *data, size_t count);
value packed_vector2(const float *data, size_t count);
value packed_vector3(const float *data, size_t count);
value packed_vector4(const float *data, size_t count);
value packed_color(const float *data, size_t count);

/* The bytes of a PackedByteArray, which the value owns. */
class byte_view {
  public:
    explicit byte_view(const value &bytes);
    byte_view(const byte_view &) = delete;
    byte_view &operator=(const byte_view &) = delete;
    ~byte_view();
    const uint8_t *data() const { return data_; }
    size_t size() const { return size_; }

  private:
    alignas(8) unsigned char array_[16];
    const uint8_t *data_ = nullptr;
    size_t size_ = 0;
};

value call_array(const value &self, const char *method, const value *const *arguments,
                 size_t count);

/* Calls a method by its name. A method that is missing is reported, and gives nil. */
template <class... A> value call(const value &self, const char *method, const A &...arguments) {
    const value values[sizeof...(A) + 1] = {value(arguments)..., value()};
    const value *pointers[sizeof...(A) + 1] = {};
    for (size_t i = 0; i < sizeof...(A); ++i) pointers[i] = &values[i];
    return call_array(self, method, pointers, sizeof...(A));
}

/* The value of a key in a dictionary. */
value option(const value &options, const char *key, const value &otherwise = value());

/* A method of a class, for calls in every frame. NULL if the engine lacks it. */
GDExtensionMethodBindPtr find_method(const char *class_name, const char *method,
                                     GDExtensionInt hash);

/* An object of a class of the engine. A node belongs to its parent once it has one. */
value create(const char *class_name);
value singleton(const char *class_name);
/* Avatars do not move in the editor. */
bool is_in_editor();

void report_error(const std::string &message);
void report_warning(const std::string &message);

} // namespace vrm_godot

#endif
