/* Registers methods of C++ classes with the engine, with the types of their arguments. */
#ifndef VRM_GODOT_BIND_HPP
#define VRM_GODOT_BIND_HPP

#include "engine.hpp"

#include <initializer_list>
#include <type_traits>
#include <utility>

namespace vrm_godot {

/* A value that is always of one type: a dictionary, an array of strings. */
template <GDExtensionVariantType Type> struct typed : value {
    typed() : value(value::empty(Type)) {}
    explicit typed(value v) : value(std::move(v)) {}
};
using dictionary = typed<GDEXTENSION_VARIANT_TYPE_DICTIONARY>;
using strings = typed<GDEXTENSION_VARIANT_TYPE_PACKED_STRING_ARRAY>;
using floats = typed<GDEXTENSION_VARIANT_TYPE_PACKED_FLOAT32_ARRAY>;
using bytes = typed<GDEXTENSION_VARIANT_TYPE_PACKED_BYTE_ARRAY>;
using array = typed<GDEXTENSION_VARIANT_TYPE_ARRAY>;

/* How the engine passes a type: `type` (nil: any), from a value, and from and to typed storage. */
template <class T> struct passed;

template <class T, GDExtensionVariantType Type, T (value::*As)() const> struct passed_plain {
    static constexpr GDExtensionVariantType type = Type;
    static T from(const value &v) { return (v.*As)(); }
    static T from_storage(const void *p) { return *static_cast<const T *>(p); }
    static value to(const T &v) { return value(v); }
    static void to_storage(void *p, const T &v) { *static_cast<T *>(p) = v; }
};
template <>
struct passed<int64_t> : passed_plain<int64_t, GDEXTENSION_VARIANT_TYPE_INT, &value::as_int> {};
template <>
struct passed<double> : passed_plain<double, GDEXTENSION_VARIANT_TYPE_FLOAT, &value::as_float> {};
template <>
struct passed<bool> : passed_plain<bool, GDEXTENSION_VARIANT_TYPE_BOOL, &value::as_bool> {};
template <>
struct passed<vec3> : passed_plain<vec3, GDEXTENSION_VARIANT_TYPE_VECTOR3, &value::as_vec3> {};
template <>
struct passed<quat> : passed_plain<quat, GDEXTENSION_VARIANT_TYPE_QUATERNION, &value::as_quat> {};
template <>
struct passed<transform>
    : passed_plain<transform, GDEXTENSION_VARIANT_TYPE_TRANSFORM3D, &value::as_transform> {};

template <> struct passed<value> {
    static constexpr GDExtensionVariantType type = GDEXTENSION_VARIANT_TYPE_NIL;
    static value from(const value &v) { return v; }
    static value from_storage(const void *p) { return *static_cast<const value *>(p); }
    static value to(const value &v) { return v; }
    static void to_storage(void *p, const value &v) { *static_cast<value *>(p) = v; }
};

/* Replaces storage that the engine has made, and that may own memory. */
inline void replace_storage(GDExtensionVariantType type, void *storage, const value &v) {
    engine.destroy[type](any(storage));
    v.store(storage);
}

template <GDExtensionVariantType Type> struct passed<typed<Type>> {
    static constexpr GDExtensionVariantType type = Type;
    static typed<Type> from(const value &v) { return v.is(Type) ? typed<Type>(v) : typed<Type>(); }
    static typed<Type> from_storage(const void *p) { return typed<Type>(value::of_type(Type, p)); }
    static value to(const typed<Type> &v) { return v; }
    static void to_storage(void *p, const typed<Type> &v) { replace_storage(Type, p, v); }
};

template <> struct passed<std::string> {
    static constexpr GDExtensionVariantType type = GDEXTENSION_VARIANT_TYPE_STRING;
    static std::string from(const value &v) { return v.as_string(); }
    static std::string from_storage(const void *p) { return value::of_type(type, p).as_string(); }
    static value to(const std::string &v) { return value(v); }
    static void to_storage(void *p, const std::string &v) { replace_storage(type, p, value(v)); }
};

/* An object of a class, which the engine owns. */
template <const char *const &Class> struct object_of { void *pointer = nullptr; };
template <const char *const &Class> struct passed<object_of<Class>> {
    static constexpr GDExtensionVariantType type = GDEXTENSION_VARIANT_TYPE_OBJECT;
    static value to(const object_of<Class> &v) { return value::object(v.pointer); }
    static void to_storage(void *p, const object_of<Class> &v) {
        *static_cast<void **>(p) = v.pointer;
    }
};

/* A method as the engine sees it: names, types, and two ways to call it. */
struct method {
    const char *class_name;
    const char *method_name;
    bool is_static;
    bool has_result;
    GDExtensionVariantType result;
    const char *result_class;
    std::initializer_list<const char *> argument_names;
    const GDExtensionVariantType *argument_types;
    std::initializer_list<value> defaults; /* of the last arguments; what nil is converted to */
    GDExtensionClassMethodCall call;
    GDExtensionClassMethodPtrCall ptrcall;
};
void register_method(const method &m);
/* How the editor shows a property, and whether scenes store it. */
struct property_hint {
    uint32_t hint = 0;
    const char *text = "";
    const char *class_name = "";
    uint32_t usage = 6; /* stored, and in the inspector */
};
enum {
    hint_range = 1,
    hint_enum = 2,
    hint_resource_type = 17,
    hint_type_string = 23,
    hint_node_path_types = 26,
    usage_storage = 2,
    usage_editor = 4
};
void register_property(const char *class_name, const char *property_name,
                       GDExtensionVariantType type, const char *setter, const char *getter,
                       const property_hint &hint = {});
/* Its setter and getter take the index as their first argument. */
void register_indexed_property(const char *class_name, const char *property_name,
                               GDExtensionVariantType type, const char *setter, const char *getter,
                               int64_t index, const property_hint &hint);
/* A heading in the inspector, above the properties that follow. */
void register_group(const char *class_name, const char *title);
void register_constant(const char *class_name, const char *enum_name, const char *constant_name,
                       int64_t number);
/* Notifications of nodes. */
enum { notification_enter_tree = 10, notification_exit_tree = 11 };
/* Names are interned: equal names have equal storage. */
bool is_name(GDExtensionConstStringNamePtr a, const char *b);

/* For bindings of objects to instances of the extension. */
extern const GDExtensionInstanceBindingCallbacks no_callbacks;

void register_with(const char *class_name, const char *parent,
                   GDExtensionClassCreateInstance create_instance,
                   GDExtensionClassFreeInstance free_instance,
                   GDExtensionClassCreationInfo3 info = {});
void register_signal(
    const char *class_name, const char *signal_name,
    std::initializer_list<std::pair<const char *, GDExtensionVariantType>> arguments = {});

/* The description of a property, with the strings that it points to. */
class property {
  public:
    property(const std::string &property_name, GDExtensionVariantType type,
             const char *class_name = "", const char *hint = "");
    GDExtensionPropertyInfo info() const { return info_; }
    GDExtensionPropertyInfo *address() { return &info_; }
    const name &key() const { return name_; }
    void set_hint(uint32_t hint, uint32_t usage);

  private:
    name name_, class_;
    text hint_;
    GDExtensionPropertyInfo info_;
};

template <class R> struct result_class {
    static const char *get() { return ""; }
};
template <const char *const &Class> struct result_class<object_of<Class>> {
    static const char *get() { return Class; }
};

/* The two ways to call a function with arguments A… and the result R; Invoke calls it with `self`.
 */
template <class Invoke, class R, class... A> struct bound_as {
    using each = std::index_sequence_for<A...>;

    template <size_t... I>
    static R from_values(void *self, const value *const *p, size_t count,
                         std::index_sequence<I...>) {
        (void)p, (void)count;
        return Invoke::call(self, passed<A>::from(I < count ? *p[I] : value())...);
    }
    template <size_t... I>
    static R from_storage(void *self, const void *const *p, std::index_sequence<I...>) {
        (void)p;
        return Invoke::call(self, passed<A>::from_storage(p[I])...);
    }
    static bool accepts(const void *required, GDExtensionInt count, GDExtensionCallError *error) {
        const auto least = static_cast<GDExtensionInt>(reinterpret_cast<uintptr_t>(required));
        constexpr auto most = static_cast<GDExtensionInt>(sizeof...(A));
        if (count >= least && count <= most) return true;
        error->error = count < least ? GDEXTENSION_CALL_ERROR_TOO_FEW_ARGUMENTS
                                     : GDEXTENSION_CALL_ERROR_TOO_MANY_ARGUMENTS;
        error->expected = static_cast<int32_t>(count < least ? least : most);
        return false;
    }
    static void call(void *required, GDExtensionClassInstancePtr self,
                     const GDExtensionConstVariantPtr *arguments, GDExtensionInt count,
                     GDExtensionVariantPtr out, GDExtensionCallError *error) {
        if (!accepts(required, count, error)) return;
        const value *p[sizeof...(A) + 1] = {};
        const auto given = static_cast<size_t>(count);
        for (size_t i = 0; i < given; ++i) p[i] = any(arguments[i]);
        if constexpr (std::is_void_v<R>) {
            from_values(self, p, given, each());
        } else {
            value *result = any(out);
            *result = passed<R>::to(from_values(self, p, given, each()));
        }
    }
    static void ptrcall(void *, GDExtensionClassInstancePtr self,
                        const GDExtensionConstTypePtr *arguments, GDExtensionTypePtr out) {
        const void *p[sizeof...(A) + 1] = {};
        for (size_t i = 0; i < sizeof...(A); ++i) p[i] = arguments[i];
        if constexpr (std::is_void_v<R>) {
            from_storage(self, p, each());
        } else {
            passed<R>::to_storage(out, from_storage(self, p, each()));
        }
    }
    static void add(const char *class_name, const char *method_name, bool is_static,
                    std::initializer_list<const char *> names,
                    std::initializer_list<value> defaults) {
        static constexpr GDExtensionVariantType types[] = {passed<A>::type...,
                                                           GDEXTENSION_VARIANT_TYPE_NIL};
        GDExtensionVariantType result = GDEXTENSION_VARIANT_TYPE_NIL;
        if constexpr (!std::is_void_v<R>) result = passed<R>::type;
        register_method({class_name, method_name, is_static, !std::is_void_v<R>, result,
                         result_class<R>::get(), names, types, defaults, call, ptrcall});
    }
};

/* bound<&avatar::advance>::add("VRMAvatar", "advance", {"delta"}); a function is a static method.
 */
template <auto Function> struct bound;

template <class C, class R, class... A, R (C::*Function)(A...)> struct bound<Function> {
    static R call(void *self, const std::decay_t<A> &...a) {
        return (static_cast<C *>(self)->*Function)(a...);
    }
    static void add(const char *class_name, const char *method_name,
                    std::initializer_list<const char *> names = {},
                    std::initializer_list<value> defaults = {}) {
        bound_as<bound, R, std::decay_t<A>...>::add(class_name, method_name, false, names,
                                                    defaults);
    }
};

template <class R, class... A, R (*Function)(A...)> struct bound<Function> {
    static R call(void *, const std::decay_t<A> &...a) { return Function(a...); }
    static void add(const char *class_name, const char *method_name,
                    std::initializer_list<const char *> names = {},
                    std::initializer_list<value> defaults = {}) {
        bound_as<bound, R, std::decay_t<A>...>::add(class_name, method_name, true, names, defaults);
    }
};

} // namespace vrm_godot

#endif
