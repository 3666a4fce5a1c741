/* Written by tools/make/make-cpp from api.json: do not edit. */
// clang-format off
/*
 * libvrm-author: check, fix, edit, convert, compare and write avatars. Experimental: may change in
 * any minor release.
 */
#ifndef VRM_AUTHOR_HPP
#define VRM_AUTHOR_HPP

#ifndef VRM_EXPERIMENTAL
#error "<vrm/author.hpp> is experimental (docs/reference/abi.md): define VRM_EXPERIMENTAL to use it"
#endif
#include "vrm/vrm.hpp"
#include "vrm/cpp/prefix.hpp"
#include "vrm/author.h"

namespace vrm {

// --- Enumerations ---
/** Bits of the flags of a check: VRM_CHECK_ constants. */
namespace check_flags_enum { using flags::operator|; enum check_flags : uint32_t {
    none, payload, behavior
}; } using check_flags_enum::check_flags;
/** Bits of the flags of vrm_write_desc: VRM_WRITE_ constants. */
namespace write_flags_enum { using flags::operator|; enum write_flags : uint32_t {
    none, animated_bones_only, short_rotations
}; } using write_flags_enum::write_flags;
/** Differences of a written file from its clip: bits of vrm_written_info.changes. */
namespace written_changes_enum { using flags::operator|; enum written_changes : uint32_t {
    none, sampled, look_at_point, not_allowed = 4, bones_added = 8
}; } using written_changes_enum::written_changes;
/** The kind of a change between a file and the file that was written from it. */
namespace change_kind_enum { enum change_kind : int32_t {
    kept, converted, narrowed, lost, added, removed, guessed, set
}; } using change_kind_enum::change_kind;
/** Kinds of binds: VRM_BIND_ constants. */
namespace bind_kind_enum { enum bind_kind : int32_t { morph, color, uv }; }
using bind_kind_enum::bind_kind;
/** Numbers of a spring joint that can be edited: VRM_SPRING_FIELD_ constants. */
namespace spring_field_enum { enum spring_field : int32_t {
    hit_radius, stiffness, gravity_power, drag_force
}; } using spring_field_enum::spring_field;
/** How an image of the file is used: bits. */
namespace image_use_enum { using flags::operator|; enum image_use : int32_t {
    none, color, alpha, picture = 4
}; } using image_use_enum::image_use;
/** How the elements of a buffer view are compressed (EXT_meshopt_compression). */
namespace meshopt_mode_enum { enum meshopt_mode : int32_t { attributes, triangles, indices }; }
using meshopt_mode_enum::meshopt_mode;
/** Bits of the flags of vrm_optimize_desc: VRM_OPTIMIZE_ constants. */
namespace optimize_flags_enum { using flags::operator|; enum optimize_flags : uint32_t {
    none, keep_unused, keep_nodes, keep_duplicates = 4, keep_targets = 8, keep_vertices = 16,
    keep_primitives = 32, keep_images = 64, quantize = 128, atlas = 256, compress = 512, decompress
    = 1024
}; } using optimize_flags_enum::optimize_flags;
/** Bits of the flags of vrm_normalize_desc: VRM_NORMALIZE_ constants. */
namespace normalize_flags_enum { using flags::operator|; enum normalize_flags : uint32_t {
    none, t_pose, ground, lose_constraints = 4, literal_scale = 8
}; } using normalize_flags_enum::normalize_flags;
/** Bits of the flags of vrm_migrate_desc: VRM_MIGRATE_ constants. */
namespace migrate_flags_enum { using flags::operator|; enum migrate_flags : uint32_t {
    none, accept_license_mapping, most_restrictive, t_pose = 4
}; } using migrate_flags_enum::migrate_flags;
/** Bits of the flags of vrm_make_desc: VRM_MAKE_ constants. */
namespace make_flags_enum { using flags::operator|; enum make_flags : uint32_t {
    none, keep_pose
}; } using make_flags_enum::make_flags;
/** A part of an avatar: a VRM_DIFF_PART_ constant. */
namespace diff_part_enum { enum diff_part : int32_t {
    file, meta, bones, expressions, look_at, first_person, springs, colliders, constraints,
    materials, images, meshes, skins, nodes, animations, extensions, other, count
}; } using diff_part_enum::diff_part;
/** How something differs: a VRM_DIFF_ constant. */
namespace diff_kind_enum { enum diff_kind : int32_t { added, removed, renamed, changed }; }
using diff_kind_enum::diff_kind;
/** A table whose elements are matched: a VRM_DIFF_TABLE_ constant. */
namespace diff_table_enum { enum diff_table : int32_t {
    nodes, meshes, materials, images, expressions, springs, colliders, groups
}; } using diff_table_enum::diff_table;

// --- Values ---
using change = ::vrm_change; using encoded_image = ::vrm_encoded_image;
using simplify_task = ::vrm_simplify_task; using meshopt_task = ::vrm_meshopt_task;
using optimize_tools = ::vrm_optimize_tools; using difference = ::vrm_difference;
using diff_visitor = ::vrm_diff_visitor;
/** Settings of a check. */
struct check_desc : ::vrm_check_desc {
    check_desc() noexcept { vrm_check_desc_init_sized(this, sizeof(vrm_check_desc)); }
    /** Calls an object for `decode_image`, such as a lambda. It must outlive its use. */
    template <class F> void set_decode_image(F &object) noexcept {
        decode_image = [](const void *bytes, size_t size, vrm_image_format format, vrm_pixels *out,
            void *call) noexcept -> int32_t { return (*static_cast<F *>(call))(bytes, size, format,
            out); }; decode_image_user = detail::user_of(object);
    }
};
/** Settings of writing. */
struct write_desc : ::vrm_write_desc {
    write_desc() noexcept { vrm_write_desc_init_sized(this, sizeof(vrm_write_desc)); }
};
/** Settings of writing an avatar. */
struct write_avatar_desc : ::vrm_write_avatar_desc {
    write_avatar_desc() noexcept {
        vrm_write_avatar_desc_init_sized(this, sizeof(vrm_write_avatar_desc));
    }
};
/** Properties of a written file. */
struct written_info : ::vrm_written_info {
    written_info() noexcept : vrm_written_info() { struct_size = sizeof(vrm_written_info); }
};
/** Settings of an optimization. */
struct optimize_desc : ::vrm_optimize_desc {
    optimize_desc() noexcept { vrm_optimize_desc_init_sized(this, sizeof(vrm_optimize_desc)); }
};
/** Settings of vrm_normalize. */
struct normalize_desc : ::vrm_normalize_desc {
    normalize_desc() noexcept { vrm_normalize_desc_init_sized(this, sizeof(vrm_normalize_desc)); }
};
/** Settings of a migration. */
struct migrate_desc : ::vrm_migrate_desc {
    migrate_desc() noexcept { vrm_migrate_desc_init_sized(this, sizeof(vrm_migrate_desc)); }
};
/** Settings of making. */
struct make_desc : ::vrm_make_desc {
    make_desc() noexcept { vrm_make_desc_init_sized(this, sizeof(vrm_make_desc)); }
};
/** Settings of a comparison. */
struct diff_desc : ::vrm_diff_desc {
    diff_desc() noexcept { vrm_diff_desc_init_sized(this, sizeof(vrm_diff_desc)); }
};
/** The result of a comparison in numbers. */
struct diff_info : ::vrm_diff_info {
    diff_info() noexcept : vrm_diff_info() { struct_size = sizeof(vrm_diff_info); }
};

// --- Objects ---

/** A file in memory that the library has written. */
class written : public owner<handle<vrm_written>, &vrm_written_destroy> {
  public: using owner::owner;
    /** Returns the diagnostic that one of the changes of vrm_fix has fixed. */
    const vrm::diagnostic *fixed(uint32_t index) const & { return vrm_written_fixed(raw(), index); }
    name_the_object_first fixed(uint32_t) const && = delete;
    /** Returns the properties of a written file. */
    vrm::written_info info() const {
        vrm::written_info out; vrm_written_get_info(raw(), &out); return out;
    }
    /** Returns the bytes of a written file. */
    vrm::bytes bytes() const & {
        size_t out_size = 0; const auto data = vrm_written_bytes(raw(), &out_size);
        return {data, out_size};
    }
    name_the_object_first bytes() const && = delete;
    using change_list = list<vrm_written, const vrm::change &, &vrm_written_change_count,
        &vrm_written_change>;
    change_list changes() const & noexcept { return change_list(raw()); }
    name_the_object_first changes() const && = delete;
};

/** A file that is being edited. */
class edit : public owner<handle<vrm_edit>, &vrm_edit_destroy> {
  public: using owner::owner;
    /** Opens a file to edit: GLB (.vrm, .glb, .vrma) or plain .gltf, with an avatar or without. */
    static expected<vrm::edit> create(vrm::bytes bytes, maybe<const vrm_load_desc> desc = {}) {
        expected<vrm::edit> made{detail::unfilled()};
        made.set_code(vrm_edit_create(bytes.data(), bytes.size(), desc.get(), made->out(),
            made.report_out())); return made;
    }
    /** Returns why the last operation was refused. */
    const char *problem() const & { return vrm_edit_problem(raw()); }
    name_the_object_first problem() const && = delete;
    /** Returns the JSON of a value, as it would be written now. */
    slice<const char> get(zstring pointer) & {
        size_t out_length = 0; const auto data = vrm_edit_get(raw(), pointer.c_str(), &out_length);
        return {data, out_length};
    }
    name_the_object_first get(zstring) && = delete;
    /** Sets a value. */
    vrm::result set(zstring pointer, zstring json) {
        return vrm::result{vrm_edit_set(raw(), pointer.c_str(), json.c_str())};
    }
    /** Removes a value; elements of an array move up. */
    vrm::result remove(zstring pointer) {
        return vrm::result{vrm_edit_remove(raw(), pointer.c_str())};
    }
    /** Sets, replaces or removes the thumbnail of the avatar. */
    vrm::result set_thumbnail(argument<vrm::bytes> bytes = {}) {
        return vrm::result{vrm_edit_set_thumbnail(raw(), bytes.data(), bytes.size())};
    }
    /** Replaces the bytes of an image, and embeds them in the file. */
    vrm::result set_image(int32_t image, argument<vrm::bytes> bytes) {
        return vrm::result{vrm_edit_set_image(raw(), image, bytes.data(), bytes.size())};
    }
    /** Embeds buffers and images from data URIs and external files into BIN. */
    vrm::result embed() { return vrm::result{vrm_edit_embed(raw())}; }
    /** Renames an expression. */
    vrm::result rename_expression(zstring from, zstring to) {
        return vrm::result{vrm_edit_rename_expression(raw(), from.c_str(), to.c_str())};
    }
    /** Binds a morph target to an expression, or changes the weight of such a bind. */
    vrm::result bind_morph(zstring expression, int32_t node, int32_t morph, float weight) {
        return vrm::result{vrm_edit_bind_morph(raw(), expression.c_str(), node, morph, weight)};
    }
    /** Binds a color of a material to an expression, or changes the value of such a bind. */
    vrm::result bind_color(zstring expression, int32_t material, vrm::color_bind_type type,
        const float (&color)[4]) {
        return vrm::result{vrm_edit_bind_color(raw(), expression.c_str(), material, type, color)};
    }
    /** Binds the texture transform of a material to an expression. */
    vrm::result bind_uv(zstring expression, int32_t material, const vrm::vec2 &scale,
        const vrm::vec2 &offset) {
        return vrm::result{vrm_edit_bind_uv(raw(), expression.c_str(), material, &scale, &offset)};
    }
    /** Removes a bind of an expression. */
    vrm::result unbind(zstring expression, vrm::bind_kind kind, int32_t index) {
        return vrm::result{vrm_edit_unbind(raw(), expression.c_str(), kind, index)};
    }
    /** Sets a number of a spring's joints. */
    vrm::result set_spring(int32_t spring, int32_t joint, vrm::spring_field field, float value) {
        return vrm::result{vrm_edit_set_spring(raw(), spring, joint, field, value)};
    }
    /** Sets the direction of gravity of a spring's joints. */
    vrm::result set_gravity_dir(int32_t spring, int32_t joint, const vrm::vec3 &direction) {
        return vrm::result{vrm_edit_set_gravity_dir(raw(), spring, joint, &direction)};
    }
    /** Adds a collider. */
    vrm::result add_collider(const vrm::spring_collider &collider, int32_t group,
        maybe<int32_t> out_index = {}) {
        return vrm::result{vrm_edit_add_collider(raw(), &collider, group, out_index.get())};
    }
    /** Changes the node and the shape of a collider. */
    vrm::result set_collider(int32_t index, const vrm::spring_collider &collider) {
        return vrm::result{vrm_edit_set_collider(raw(), index, &collider)};
    }
    /** Removes a collider, also from groups. */
    vrm::result remove_collider(int32_t index) {
        return vrm::result{vrm_edit_remove_collider(raw(), index)};
    }
    /** Removes nodes and all nodes below them. */
    vrm::result remove_nodes(argument<slice<const int32_t>> nodes) {
        return vrm::result{vrm_edit_remove_nodes(raw(), nodes.data(),
            static_cast<uint32_t>(nodes.size()))};
    }
    /** Merges a node into its parent. */
    vrm::result merge_node(int32_t node) { return vrm::result{vrm_edit_merge_node(raw(), node)}; }
    /** Keeps extensionsUsed and extensionsRequired as operations set them. */
    void keep_extensions_used() { vrm_edit_keep_extensions_used(raw()); }
    /** Writes the edited file. */
    expected<vrm::written> write() {
        expected<vrm::written> made{detail::unfilled()};
        made.set_code(vrm_edit_write(raw(), made->out(), made.report_out())); return made;
    }
};

/** A comparison of two models. */
class diff : public owner<handle<vrm_diff>, &vrm_diff_destroy> {
  public: using owner::owner;
    /** Compares two models. */
    static expected<vrm::diff> create(const any_model &a, const any_model &b,
        maybe<const vrm_diff_desc> desc = {}) {
        expected<vrm::diff> made{detail::unfilled()};
        made.set_code(vrm_diff_create(a.raw(), b.raw(), desc.get(), made->out(),
            made.report_out())); return made;
    }
    /** Returns the numbers of a comparison. */
    vrm::diff_info info() const {
        vrm::diff_info info; vrm_diff_get_info(raw(), &info); return info;
    }
    /** Returns a difference. */
    const vrm::difference *get(uint32_t index) const & { return vrm_diff_get(raw(), index); }
    name_the_object_first get(uint32_t) const && = delete;
    /** Returns which element of the second model an element of the first was compared with. */
    int32_t match(vrm::diff_table table, int32_t index) const {
        return vrm_diff_match(raw(), table, index);
    }
    /** Lists the operations that turn the JSON of the first file into that of the second. */
    vrm::result operations(const vrm::diff_visitor &visitor) {
        return vrm::result{vrm_diff_operations(raw(), &visitor)};
    }
    /** Returns the name of a part. */
    static const char *part_name(vrm::diff_part part) { return vrm_diff_part_name(part); }
    /** Returns the name of a kind of difference. */
    static const char *kind_name(vrm::diff_kind kind) { return vrm_diff_kind_name(kind); }
};

// --- Functions ---
/** Checks a GLB file (.vrm, .glb) or a plain .gltf file in memory. */
inline expected<vrm::report> check(argument<vrm::bytes> bytes,
    maybe<const vrm_check_desc> desc = {}) {
    expected<vrm::report> made{detail::unfilled()};
    made.set_code(vrm_check(bytes.data(), bytes.size(), desc.get(), made->out())); return made;
}
/** Checks a loaded model. */
inline expected<vrm::report> check_model(const any_model &model,
    maybe<const vrm_check_desc> desc = {}) {
    expected<vrm::report> made{detail::unfilled()};
    made.set_code(vrm_check_model(model.raw(), desc.get(), made->out())); return made;
}
/** Fixes a GLB file (.vrm, .glb) or a plain .gltf file in memory. */
inline expected<vrm::written> fix(argument<vrm::bytes> bytes,
    maybe<const vrm_check_desc> desc = {}) {
    expected<vrm::written> made{detail::unfilled()};
    made.set_code(vrm_fix(bytes.data(), bytes.size(), desc.get(), made->out(), made.report_out()));
    return made;
}
/** Returns what vrm_fix does about diagnostics of one code. */
inline const char *fix_sentence(zstring code) { return vrm_fix_sentence(code.c_str()); }
/** Writes a clip as a .vrma file. */
inline expected<vrm::written> write_vrma(const any_clip &clip,
    maybe<const vrm_write_desc> desc = {}) {
    expected<vrm::written> made{detail::unfilled()};
    made.set_code(vrm_clip_write_vrma(clip.raw(), desc.get(), made->out(), made.report_out()));
    return made;
}
/** Writes a whole avatar as a .vrm file. */
inline expected<vrm::written> write_avatar(const vrm::gltf &gltf, const vrm::tables &tables,
    const void *const *buffers, maybe<const vrm_write_avatar_desc> desc = {}) {
    expected<vrm::written> made{detail::unfilled()};
    made.set_code(vrm_write_avatar(&gltf, &tables, buffers, desc.get(), made->out(),
        made.report_out())); return made;
}
/** Optimizes a GLB file (.vrm, .glb) or a plain .gltf file in memory. */
inline expected<vrm::written> optimize(argument<vrm::bytes> bytes,
    maybe<const vrm_optimize_desc> desc = {}) {
    expected<vrm::written> made{detail::unfilled()};
    made.set_code(vrm_optimize(bytes.data(), bytes.size(), desc.get(), made->out(),
        made.report_out())); return made;
}
/** Normalizes an avatar of any VRM version; the new file has the same version. */
inline expected<vrm::written> normalize(argument<vrm::bytes> bytes,
    maybe<const vrm_normalize_desc> desc = {}) {
    expected<vrm::written> made{detail::unfilled()};
    made.set_code(vrm_normalize(bytes.data(), bytes.size(), desc.get(), made->out(),
        made.report_out())); return made;
}
/** Converts a GLB file in memory to another VRM version. */
inline expected<vrm::written> migrate(argument<vrm::bytes> bytes,
    maybe<const vrm_migrate_desc> desc = {}) {
    expected<vrm::written> made{detail::unfilled()};
    made.set_code(vrm_migrate(bytes.data(), bytes.size(), desc.get(), made->out(),
        made.report_out())); return made;
}
/** Makes a VRM 1.0 file from a GLB file, or a plain .gltf file, in memory. */
inline expected<vrm::written> make(argument<vrm::bytes> bytes, maybe<const vrm_make_desc> desc = {},
    maybe<vrm::written> out_guesses = {}) {
    vrm_written *raw_out_guesses = nullptr; expected<vrm::written> made{detail::unfilled()};
    made.set_code(vrm_make(bytes.data(), bytes.size(), desc.get(), made->out(),
        out_guesses.get() ? &raw_out_guesses : nullptr, made.report_out()));
    if (out_guesses.get()) *out_guesses.get() = vrm::written(raw_out_guesses);
    return made;
}
#ifndef VRM_NO_STDIO
/** Reads a file and checks it, as vrm_check does. */
inline expected<vrm::report> check_file(zstring path, maybe<const vrm_check_desc> desc = {}) {
    expected<vrm::report> made{detail::unfilled()};
    made.set_code(vrm_check_file(path.c_str(), desc.get(), made->out())); return made;
}
/** Reads a file and fixes it in memory, as vrm_fix does. */
inline expected<vrm::written> fix_file(zstring path, maybe<const vrm_check_desc> desc = {}) {
    expected<vrm::written> made{detail::unfilled()};
    made.set_code(vrm_fix_file(path.c_str(), desc.get(), made->out(), made.report_out()));
    return made;
}
#endif

// --- Arrays of structs: vrm::views::world(avatar.frame()) ---
namespace views {
inline slice<const uint32_t> indices(const vrm_simplify_task &s)
{ return {s.indices, s.index_count}; }
inline slice<const float> attribute_weights(const vrm_simplify_task &s)
{ return {s.attribute_weights, s.attribute_count}; }
} // namespace views

} // namespace vrm

#include "vrm/cpp/suffix.hpp"
#endif
