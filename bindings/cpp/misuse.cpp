/*
 * Programs that must not compile: -DFAULT=NUMBER has one of them, and -DFAULT=-1 all. check_cpp.py
 * looks for an error in each, whose text has to match the expression behind "gcc:" or "clang:".
 * Without FAULT all of them are right, and compile.
 */
#define VRM_EXPERIMENTAL
#include <string>
#include <string_view>
#include <vector>
#include <vrm/author.hpp>
#if __cplusplus >= 202002L
#include <span>
#endif

#ifndef FAULT
#define FAULT 0
#endif
#define FAULTY(number) (FAULT == (number) || FAULT == -1)

vrm::expected<vrm::model> load_model();
vrm::avatar make_avatar(vrm::model &model);
std::vector<unsigned char> read();
void use(const void *);

// 1: An object is not copied.
// gcc: use of deleted function .vrm::avatar::avatar\(const vrm::avatar&\)
// clang: call to implicitly-deleted copy constructor of 'vrm::avatar'
void copies(vrm::avatar &avatar) {
#if FAULTY(1)
    vrm::avatar other = avatar;
#else
    vrm::avatar other = static_cast<vrm::avatar &&>(avatar);
#endif
    use(&other);
}

// 2: An object is not assigned to another.
// gcc: use of deleted function .vrm::model& vrm::model::operator=\(const vrm::model&\)
// clang: object of type 'vrm::model' cannot be assigned because its copy assignment operator is
// implicitly deleted
void assigns(vrm::model &a, vrm::model &b) {
#if FAULTY(2)
    a = b;
#else
    a = b.retain();
#endif
}

// 3: A result is not copied, because it owns a value and a report.
// gcc: use of deleted function .vrm::expected<vrm::model>::expected\(const
// vrm::expected<vrm::model>&\) clang: call to implicitly-deleted copy constructor of
// 'vrm::expected<vrm::model>'
void copies_a_result(vrm::expected<vrm::model> &result) {
#if FAULTY(3)
    auto other = result;
#else
    auto other = static_cast<vrm::expected<vrm::model> &&>(result);
#endif
    use(&other);
}

// 4: The frame of a temporary avatar would be gone.
// gcc: use of deleted function .vrm::name_the_object_first vrm::avatar::frame\(\) const &&
// clang: call to deleted member function 'frame'
void frame_of_a_temporary(vrm::model &model) {
#if FAULTY(4)
    use(&make_avatar(model).frame());
#else
    vrm::avatar avatar = make_avatar(model);
    use(&avatar.frame());
#endif
}

// 5: So would the pose that is written through locals().
// gcc: use of deleted function .vrm::name_the_object_first vrm::avatar::locals\(\) &&
// clang: call to deleted member function 'locals'
void locals_of_a_temporary(vrm::model &model) {
#if FAULTY(5)
    use(make_avatar(model).locals().data());
#else
    vrm::avatar avatar = make_avatar(model);
    use(avatar.locals().data());
#endif
}

// 6: The tables of a model that is only in a temporary result.
// gcc: use of deleted function .vrm::name_the_object_first vrm::expected<T>::operator->\(\) const
// && .with T = vrm::model clang: overload resolution selected deleted operator '->'
void tables_of_a_temporary_result() {
#if FAULTY(6)
    use(&load_model()->tables());
#else
    auto model = load_model();
    use(&model->tables());
#endif
}

// 7: The same through the value of the result.
// gcc: use of deleted function .vrm::name_the_object_first vrm::model::gltf\(\) const &&
// clang: call to deleted member function 'gltf'
void gltf_of_a_temporary_value() {
#if FAULTY(7)
    use(&(*load_model()).gltf());
#else
    vrm::model model = *load_model();
    use(&model.gltf());
#endif
}

// 8: The report of a temporary result.
// gcc: use of deleted function .vrm::name_the_object_first vrm::expected<T>::report\(\) const &&
// .with T = vrm::model clang: call to deleted member function 'report'
void report_of_a_temporary_result() {
#if FAULTY(8)
    const vrm::report &report = load_model().report();
#else
    const vrm::report report = load_model().take_report();
#endif
    use(&report);
}

// 9: A reference to a temporary object.
// gcc: use of deleted function .vrm::ref<Any>::ref\(Any&&\) .with Any = vrm::any_avatar
// clang: conversion function from 'vrm::avatar' to 'vrm::avatar_ref'.* invokes a deleted function
void reference_to_a_temporary(vrm::model &model) {
#if FAULTY(9)
    vrm::avatar_ref avatar = make_avatar(model);
#else
    vrm::avatar owner = make_avatar(model);
    vrm::avatar_ref avatar = owner;
#endif
    use(&avatar);
}

// 10: A mixer keeps its clip, which must not be temporary.
// gcc: use of deleted function .vrm::ref<Any>::ref\(Any&&\) .with Any = vrm::any_clip
// clang: conversion function from 'vrm::clip' to 'vrm::clip_ref'.* invokes a deleted function
void plays_a_temporary_clip(vrm::mixer &mixer, vrm::clip &clip) {
#if FAULTY(10)
    mixer.play(0, clip.retain(), vrm::slot_flags::loop, 0);
#else
    mixer.play(0, clip, vrm::slot_flags::loop, 0);
#endif
}

// 11: A model keeps its bytes, which must not be temporary.
// gcc: use of deleted function .vrm::basic_bytes<Byte, Void>::basic_bytes\(const C&&\)
// clang: conversion function from 'std::vector<unsigned char>' to 'vrm::bytes'.* invokes a deleted
// function
void loads_temporary_bytes() {
#if FAULTY(11)
    auto model = vrm::model::load(read());
#else
    const std::vector<unsigned char> bytes = read();
    auto model = vrm::model::load(bytes);
#endif
    use(&model);
}

// 12: A slice of a temporary container.
// gcc: use of deleted function .constexpr vrm::slice<T>::slice\(const C&&\)|use of deleted function
// .vrm::slice<T>::slice\(const C&&\) clang: conversion function from 'std::vector<unsigned char>'
// to 'vrm::slice<const unsigned char>'.* invokes a deleted function
void slice_of_a_temporary() {
#if FAULTY(12)
    vrm::slice<const unsigned char> slice = read();
#else
    const std::vector<unsigned char> bytes = read();
    vrm::slice<const unsigned char> slice = bytes;
#endif
    use(slice.data());
}

// 13: What the library returns is not written.
// gcc: assignment of read-only location
// clang: cannot assign to return value because function 'operator\[\]' returns a const value
void writes_a_frame(vrm::avatar &avatar) {
#if FAULTY(13)
    vrm::views::world(avatar.frame())[0].m[0] = 1;
#else
    avatar.locals()[0].translation.x = 1;
#endif
}

// 14: A constant container has no elements to write.
// gcc: cannot convert .const std::vector<float>. to .vrm::slice<float>.
// clang: no viable conversion from 'const std::vector<float>' to 'slice<float>'
void reads_into_a_constant(const vrm::model &model, const std::vector<float> &constant) {
#if FAULTY(14)
    (void)model.read_floats(0, constant);
#else
    std::vector<float> out = constant;
    (void)model.read_floats(0, out);
#endif
}

// 15: A preset is no bone.
// gcc: cannot convert .vrm::preset_enum::preset. to .vrm::bone_enum::bone.
// clang: cannot initialize a parameter of type 'vrm::bone'.* of type 'vrm::preset_enum::preset'
void preset_for_a_bone(vrm::avatar &avatar) {
#if FAULTY(15)
    use(&avatar), (void)avatar.bone_position(vrm::preset::happy);
#else
    use(&avatar), (void)avatar.bone_position(vrm::bone::head);
#endif
}

// 16: A number is no bone.
// gcc: invalid conversion from .int. to .vrm::bone_enum::bone.
// clang: cannot initialize a parameter of type 'vrm::bone'.* with an (rvalue|lvalue) of type 'int'
void number_for_a_bone(const vrm::avatar &avatar) {
#if FAULTY(16)
    (void)avatar.bone_position(5);
#else
    (void)avatar.bone_position(vrm::bone(5));
#endif
}

// 17: VRM_OK is 0: a result is not a condition.
// gcc: could not convert .* from .vrm::result. to .bool.
// clang: value of type 'vrm::result' is not contextually convertible to 'bool'
bool result_as_a_condition(vrm::edit &edit) {
#if FAULTY(17)
    if (edit.embed()) return true;
#else
    if (edit.embed() == vrm::result::ok) return true;
#endif
    return false;
}

// 18: A failure is not overlooked.
// gcc: ignoring returned value of type .vrm::result., declared with attribute .nodiscard.
// clang: ignoring return value of function declared with 'nodiscard' attribute
void overlooks_a_result(vrm::edit &edit) {
#if FAULTY(18)
    edit.set("/extensions/VRMC_vrm/meta/name", "\"Rain\"");
#else
    (void)edit.set("/extensions/VRMC_vrm/meta/name", "\"Rain\"");
#endif
}

// 19: A constant avatar is not updated.
// gcc: passing .const vrm::avatar. as .this. argument discards qualifiers
// clang: 'this' argument to member function 'update' has type 'const vrm::avatar', but function is
// not marked const
void updates_a_constant(const vrm::avatar &constant, vrm::avatar &avatar) {
    avatar.update(0.1f);
#if FAULTY(19)
    constant.update(0.1f);
#else
    (void)constant.bone_position(vrm::bone::head);
#endif
}

// 20: An avatar is not made of an avatar.
// gcc: cannot convert .vrm::avatar. to .vrm::model_ref.
// clang: no viable conversion from 'vrm::avatar' to 'vrm::model_ref'
void avatar_for_a_model(vrm::avatar &avatar) {
#if FAULTY(20)
    auto other = vrm::avatar::create(avatar);
#else
    auto other = vrm::avatar::create(avatar.model());
#endif
    use(&other);
}

// 21: A name for C ends in a NUL byte, which a string_view need not.
// gcc: cannot convert .std::string_view.* to .vrm::zstring.
// clang: no viable conversion from 'std::string_view'
void string_view_for_a_name(const vrm::model &model, std::string_view name) {
#if FAULTY(21)
    (void)model.find_node(name);
#else
    (void)model.find_node(std::string(name));
#endif
}

// 22: Nothing throws unless VRM_EXCEPTIONS is defined.
// gcc: incomplete type .*vrm::error
// clang: incomplete type 'vrm::error'
void value_without_exceptions() {
#if FAULTY(22)
    vrm::model model = load_model().value();
#else
    vrm::model model = *load_model();
#endif
    use(&model);
}

// 23: A callback keeps the object that it calls, which must not be temporary.
// gcc: cannot bind non-const lvalue reference of type
// clang: no matching member function for call to 'set_cancel'
void temporary_callback(vrm::load_desc &desc) {
#if FAULTY(23)
    desc.set_cancel([] { return 0; });
#else
    auto cancel = [] { return 0; };
    desc.set_cancel(cancel);
#endif
}

// 24: The changes of a temporary file.
// gcc: use of deleted function .vrm::name_the_object_first vrm::written::changes\(\) const &&
// clang: call to deleted member function 'changes'
void changes_of_a_temporary(vrm::edit &edit) {
#if FAULTY(24)
    use(&(*edit.write()).changes()[0]);
#else
    auto file = edit.write();
    use(&file->changes()[0]);
#endif
}

// 25: The load settings are no settings of an avatar.
// gcc: cannot convert .vrm::load_desc. to .vrm::maybe<const vrm_avatar_desc>.
// clang: no viable conversion from 'vrm::load_desc' to 'maybe<const vrm_avatar_desc>'
void other_settings(vrm::model &model) {
#if FAULTY(25)
    auto avatar = vrm::avatar::create(model, vrm::load_desc());
#else
    auto avatar = vrm::avatar::create(model, vrm::avatar_desc());
#endif
    use(&avatar);
}
