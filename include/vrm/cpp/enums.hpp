/* Written by tools/make/make-cpp from api.json: do not edit. */
// clang-format off
/*
 * The enumerations of libvrm. They become numbers, and no number or other enumeration
 * becomes one of them: vrm::bone::head.
 */
#ifndef VRM_CPP_ENUMS_HPP
#define VRM_CPP_ENUMS_HPP

#include "vrm/cpp/prefix.hpp"
#include "vrm/vrm.h"

namespace vrm {

/** Bits are put together: load_flags::strict | load_flags::any_gltf. */
namespace flags {
template <class E> constexpr E operator|(E a, E b) noexcept {
    return static_cast<E>(static_cast<uint32_t>(a) | static_cast<uint32_t>(b));
}
}

/** What a call returned: VRM_OK or one of the VRM_ERROR_ constants. */
enum class [[nodiscard]] result : int32_t {
    ok, error_invalid_argument, error_out_of_memory, error_limit, error_cancelled, error_file,
    error_container, error_json, error_gltf, error_unsupported, error_no_payload, error_payload,
    error_capacity, error_vrm, error_incomplete, error_mismatch, error_no_attribute, error_consent
};
/** The severity of a diagnostic. */
namespace severity_enum { enum severity : int32_t { note, warning, error }; }
using severity_enum::severity;
/** Who will notice the problem of a diagnostic. */
namespace impact_enum { enum impact : int32_t { visible, elsewhere, exporter }; }
using impact_enum::impact;
/** What an argument of a diagnostic holds. */
namespace argument_kind_enum { enum argument_kind : int32_t {
    integer, number, text, word, reference
}; } using argument_kind_enum::argument_kind;
/** The type of the components of an accessor; the numbers are those of glTF. */
namespace component_enum { enum component : int32_t { i8 = 5120, u8, i16, u16, u32 = 5125, f32 }; }
using component_enum::component;
/** The type of the elements of an accessor. */
namespace element_enum { enum element : int32_t { scalar, vec2, vec3, vec4, mat2, mat3, mat4 }; }
using element_enum::element;
/** How the alpha of a material is used. */
namespace alpha_mode_enum { enum alpha_mode : int32_t { opaque, mask, blend }; }
using alpha_mode_enum::alpha_mode;
/** What a vertex attribute means. */
namespace attribute_semantic_enum { enum attribute_semantic : int32_t {
    position, normal, tangent, texcoord, color, joints, weights
}; } using attribute_semantic_enum::attribute_semantic;
/** How the vertices of a primitive form points, lines or triangles. */
namespace primitive_mode_enum { enum primitive_mode : int32_t {
    points, lines, line_loop, line_strip, triangles, triangle_strip, triangle_fan
}; } using primitive_mode_enum::primitive_mode;
/** What a channel of an animation changes. */
namespace animation_path_enum { enum animation_path : int32_t {
    translation, rotation, scale, weights
}; } using animation_path_enum::animation_path;
/** How a channel of an animation interpolates between keys. */
namespace interpolation_enum { enum interpolation : int32_t { linear, step, cubic_spline }; }
using interpolation_enum::interpolation;
/** The VRM version of a file. */
namespace dialect_enum { enum dialect : int32_t { none, v0, v1_draft, v1_beta, v1, animation }; }
using dialect_enum::dialect;
/** Who may act with the avatar: avatarPermission. */
namespace avatar_permission_enum { enum avatar_permission : int32_t {
    only_author, only_licensed_person, everyone
}; } using avatar_permission_enum::avatar_permission;
/** Which commercial use is allowed: commercialUsage. */
namespace commercial_usage_enum { enum commercial_usage : int32_t {
    personal_non_profit, personal_profit, corporation
}; } using commercial_usage_enum::commercial_usage;
/** Whether the author must be credited: creditNotation. */
namespace credit_notation_enum { enum credit_notation : int32_t { required, unnecessary }; }
using credit_notation_enum::credit_notation;
/** Whether the avatar may be modified: modification. */
namespace modification_enum { enum modification : int32_t { prohibited, allowed, redistribution }; }
using modification_enum::modification;
/** A humanoid bone. */
namespace bone_enum { enum bone : int32_t {
    hips, spine, chest, upper_chest, neck, head, left_eye, right_eye, jaw, left_upper_leg,
    left_lower_leg, left_foot, left_toes, right_upper_leg, right_lower_leg, right_foot, right_toes,
    left_shoulder, left_upper_arm, left_lower_arm, left_hand, right_shoulder, right_upper_arm,
    right_lower_arm, right_hand, left_thumb_metacarpal, left_thumb_proximal, left_thumb_distal,
    left_index_proximal, left_index_intermediate, left_index_distal, left_middle_proximal,
    left_middle_intermediate, left_middle_distal, left_ring_proximal, left_ring_intermediate,
    left_ring_distal, left_little_proximal, left_little_intermediate, left_little_distal,
    right_thumb_metacarpal, right_thumb_proximal, right_thumb_distal, right_index_proximal,
    right_index_intermediate, right_index_distal, right_middle_proximal, right_middle_intermediate,
    right_middle_distal, right_ring_proximal, right_ring_intermediate, right_ring_distal,
    right_little_proximal, right_little_intermediate, right_little_distal, count
}; } using bone_enum::bone;
/** A preset expression. */
namespace preset_enum { enum preset : int32_t {
    happy, angry, sad, relaxed, surprised, aa, ih, ou, ee, oh, blink, blink_left, blink_right,
    look_up, look_down, look_left, look_right, neutral, count
}; } using preset_enum::preset;
/** How an expression overrides a class of expressions: overrideBlink and so on. */
namespace expression_override_enum { enum expression_override : int32_t { none, block, blend }; }
using expression_override_enum::expression_override;
/** Which color of a material an expression changes: materialColorBinds[].type. */
namespace color_bind_type_enum { enum color_bind_type : int32_t {
    color, emission, shade, matcap, rim, outline
}; } using color_bind_type_enum::color_bind_type;
/** Bits: which parts of a texture transform an expression changes. */
namespace uv_components_enum { using flags::operator|; enum uv_components : int32_t {
    none, scale_x, scale_y, offset_x = 4, offset_y = 8
}; } using uv_components_enum::uv_components;
/** Which camera draws a mesh: meshAnnotations[].type, and what vrm_model_first_person returns. */
namespace first_person_type_enum { enum first_person_type : int32_t {
    auto_, both, third_person_only, first_person_only, split
}; } using first_person_type_enum::first_person_type;
/** How lookAt moves the eyes: lookAt.type. */
namespace look_at_type_enum { enum look_at_type : int32_t { bone, expression }; }
using look_at_type_enum::look_at_type;
/** The kind of a node constraint. */
namespace constraint_kind_enum { enum constraint_kind : int32_t { roll, aim, rotation }; }
using constraint_kind_enum::constraint_kind;
/** A signed axis. */
namespace axis_enum { enum axis : int32_t {
    positive_x, negative_x, positive_y, negative_y, positive_z, negative_z
}; } using axis_enum::axis;
/** The shape of a collider. */
namespace collider_shape_enum { enum collider_shape : int32_t {
    none, sphere, capsule, inside_sphere, inside_capsule, plane
}; } using collider_shape_enum::collider_shape;
/** How the direction of a joint's tail is limited: the member of `limit`. */
namespace spring_limit_kind_enum { enum spring_limit_kind : int32_t {
    none, cone, hinge, spherical
}; } using spring_limit_kind_enum::spring_limit_kind;
/** How the width of an outline is measured: outlineWidthMode. */
namespace outline_width_mode_enum { enum outline_width_mode : int32_t {
    none, world_coordinates, screen_coordinates
}; } using outline_width_mode_enum::outline_width_mode;
/** The format of an image file, detected from its first bytes. */
namespace image_format_enum { enum image_format : int32_t { unknown, png, jpeg, webp, ktx2 }; }
using image_format_enum::image_format;
/** Bits of the flags of a load: VRM_LOAD_ constants. */
namespace load_flags_enum { using flags::operator|; enum load_flags : uint32_t {
    none, strict, copy_payload = 4, any_gltf = 8
}; } using load_flags_enum::load_flags;
/** Bits of the stages that may write the rotation of a node: VRM_WRITER_ constants. */
namespace writers_enum { using flags::operator|; enum writers : int32_t {
    none, look_at, constraint, spring = 4, application = 8, all = 15
}; } using writers_enum::writers;
/** Bits of the flags of an avatar: VRM_AVATAR_FLAG_ constants. */
namespace avatar_flags_enum { using flags::operator|; enum avatar_flags : uint32_t {
    none, as_file, literal_time, literal_scale = 4, clamp_morphs = 8, override_bone_look_at = 16,
    look_at_by_expression = 32, sleep = 64, no_spring_limits = 128
}; } using avatar_flags_enum::avatar_flags;
/** What an avatar looks at. */
namespace look_at_mode_enum { enum look_at_mode : int32_t { off, target, degrees }; }
using look_at_mode_enum::look_at_mode;
/** A layer of expression inputs. */
namespace expression_layer_enum { enum expression_layer : int32_t {
    application, emotion, viseme, blink, look_at, motion, count
}; } using expression_layer_enum::expression_layer;
/** The classes on which overrides act. */
namespace expression_class_enum { enum expression_class : int32_t { none, blink, look_at, mouth }; }
using expression_class_enum::expression_class;
/** The uses of textures that expressions and MToon can move: all but the matcap. */
namespace texture_slot_enum { enum texture_slot : int32_t {
    base_color, metallic_roughness, normal, occlusion, emissive, shade_multiply, shading_shift,
    rim_multiply, outline_width_multiply, uv_animation_mask, count
}; } using texture_slot_enum::texture_slot;
/** The mode of a spring. */
namespace spring_mode_enum { enum spring_mode : int32_t { run, hold, track, off }; }
using spring_mode_enum::spring_mode;
/** What a debug line shows. */
namespace line_kind_enum { enum line_kind : int32_t { joint, tail, collider, limit }; }
using line_kind_enum::line_kind;
/** How much of an avatar a crowd updates, and how often. */
namespace crowd_detail_enum { enum crowd_detail : int32_t { full, half, frozen, rigid }; }
using crowd_detail_enum::crowd_detail;

} // namespace vrm

#include "vrm/cpp/suffix.hpp"
#endif
