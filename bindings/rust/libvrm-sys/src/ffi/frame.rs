//! vrm/frame.h. The frame of an avatar: the result of its last update.
//!
//! Written by tools/make/make-rust from api.json: do not edit.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use core::ffi::{c_char, c_void};

/// The uses of textures that expressions and MToon can move: all but the matcap.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_texture_slot(pub i32);

impl vrm_texture_slot {
    /// `VRM_TEXTURE_SLOT_BASE_COLOR`.
    pub const BASE_COLOR: Self = Self(0);
    /// `VRM_TEXTURE_SLOT_METALLIC_ROUGHNESS`.
    pub const METALLIC_ROUGHNESS: Self = Self(1);
    /// `VRM_TEXTURE_SLOT_NORMAL`.
    pub const NORMAL: Self = Self(2);
    /// `VRM_TEXTURE_SLOT_OCCLUSION`.
    pub const OCCLUSION: Self = Self(3);
    /// `VRM_TEXTURE_SLOT_EMISSIVE`.
    pub const EMISSIVE: Self = Self(4);
    /// `VRM_TEXTURE_SLOT_SHADE_MULTIPLY`.
    pub const SHADE_MULTIPLY: Self = Self(5);
    /// `VRM_TEXTURE_SLOT_SHADING_SHIFT`.
    pub const SHADING_SHIFT: Self = Self(6);
    /// `VRM_TEXTURE_SLOT_RIM_MULTIPLY`.
    pub const RIM_MULTIPLY: Self = Self(7);
    /// `VRM_TEXTURE_SLOT_OUTLINE_WIDTH_MULTIPLY`.
    pub const OUTLINE_WIDTH_MULTIPLY: Self = Self(8);
    /// `VRM_TEXTURE_SLOT_UV_ANIMATION_MASK`.
    pub const UV_ANIMATION_MASK: Self = Self(9);
    /// `VRM_TEXTURE_SLOT_COUNT`.
    pub const COUNT: Self = Self(10);
}

/// The values of a material that can change; the others are in the tables of the model.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_material_values {
    /// Red, green, blue, alpha.
    pub base_color: [f32; 4],
    /// Before the emissive_strength of the material.
    pub emissive: [f32; 3],
    /// MToon's shade color.
    pub shade_color: [f32; 3],
    /// MToon's matcap factor.
    pub matcap: [f32; 3],
    /// MToon's parametric rim color.
    pub rim_color: [f32; 3],
    /// MToon's outline color.
    pub outline_color: [f32; 3],
    /// MToon's UV animation, before the animation mask: radians, 0 to 2 pi; with a mask 0 to 510 pi (MT-028).
    pub uv_rotation: f32,
    /// In UV units, before the animation mask.
    pub uv_scroll: vrm_vec2,
    /// By vrm_texture_slot.
    pub uv_scale: [vrm_vec2; 10],
    /// By vrm_texture_slot.
    pub uv_offset: [vrm_vec2; 10],
}

/// The result of the last update, as arrays of the avatar.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_frame {
    /// By node, relative to its parent.
    pub local: *const vrm_trs,
    /// By node, to the world.
    pub world: *const vrm_mat4,
    /// Of node n: from morph_offsets\[n\] to morph_offsets\[n + 1\].
    pub morph_weights: *const f32,
    /// node_count + 1 of them.
    pub morph_offsets: *const u32,
    /// By material.
    pub materials: *const vrm_material_values,
    /// As vrm_avatar_expression_weight.
    pub expression_weights: *const f32,
    /// Of `local` and `world`.
    pub node_count: u32,
    /// Of `morph_weights`.
    pub morph_weight_count: u32,
    /// Of `materials`.
    pub material_count: u32,
    /// Of `expression_weights`.
    pub expression_count: u32,
}

unsafe extern "C" {
    /// Returns the frame of the last update.
    pub fn vrm_avatar_frame(avatar: *const vrm_avatar) -> *const vrm_frame;
    /// Returns the values of a material that expressions and UV animation change: an element of `materials` of the frame. vrm_model_material has the other values.
    pub fn vrm_avatar_material_values(avatar: *const vrm_avatar, index: i32) -> *const vrm_material_values;
    /// Returns the position of a bone in the world after the last update.
    pub fn vrm_avatar_get_bone_position(avatar: *const vrm_avatar, bone: vrm_bone, out: *mut vrm_vec3);
    /// Returns the world matrix of a bone after the last update.
    pub fn vrm_avatar_get_bone_matrix(avatar: *const vrm_avatar, bone: vrm_bone, out: *mut vrm_mat4);
    /// Returns the matrix from a node's space to the model's space, which does not depend on the root (GL-020).
    pub fn vrm_avatar_get_node_in_model(avatar: *const vrm_avatar, node: i32, out: *mut vrm_mat4);
    /// Computes the skin matrices of a skin after the last update: world matrix of the joint times its inverse bind matrix.
    pub fn vrm_avatar_get_skin_matrices(avatar: *const vrm_avatar, skin: i32, inverse_binds: *const vrm_mat4, out: *mut vrm_mat4, capacity: usize) -> vrm_result;
    /// Returns a box in the world around the avatar after the last update: for culling and for framing a camera.
    pub fn vrm_avatar_get_bounds(avatar: *const vrm_avatar, out_least: *mut vrm_vec3, out_most: *mut vrm_vec3) -> i32;
}

#[cfg(target_pointer_width = "64")]
const _: () = {
    use core::mem::{offset_of, size_of};
    assert!(size_of::<vrm_material_values>() == 248);
    assert!(offset_of!(vrm_material_values, base_color) == 0);
    assert!(offset_of!(vrm_material_values, emissive) == 16);
    assert!(offset_of!(vrm_material_values, shade_color) == 28);
    assert!(offset_of!(vrm_material_values, matcap) == 40);
    assert!(offset_of!(vrm_material_values, rim_color) == 52);
    assert!(offset_of!(vrm_material_values, outline_color) == 64);
    assert!(offset_of!(vrm_material_values, uv_rotation) == 76);
    assert!(offset_of!(vrm_material_values, uv_scroll) == 80);
    assert!(offset_of!(vrm_material_values, uv_scale) == 88);
    assert!(offset_of!(vrm_material_values, uv_offset) == 168);
    assert!(size_of::<vrm_frame>() == 64);
    assert!(offset_of!(vrm_frame, local) == 0);
    assert!(offset_of!(vrm_frame, world) == 8);
    assert!(offset_of!(vrm_frame, morph_weights) == 16);
    assert!(offset_of!(vrm_frame, morph_offsets) == 24);
    assert!(offset_of!(vrm_frame, materials) == 32);
    assert!(offset_of!(vrm_frame, expression_weights) == 40);
    assert!(offset_of!(vrm_frame, node_count) == 48);
    assert!(offset_of!(vrm_frame, morph_weight_count) == 52);
    assert!(offset_of!(vrm_frame, material_count) == 56);
    assert!(offset_of!(vrm_frame, expression_count) == 60);
};
