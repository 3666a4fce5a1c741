//! vrm/author/edit.h. Edit files: any JSON value, thumbnails, images, expressions, springs, colliders and nodes.
//!
//! Written by tools/make/make-rust from api.json: do not edit.
//!
//! Experimental: may change in any minor release.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use core::ffi::{c_char, c_void};

/// Kinds of binds: VRM_BIND_ constants.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_bind_kind(pub i32);

impl vrm_bind_kind {
    /// `VRM_BIND_MORPH`.
    pub const MORPH: Self = Self(0);
    /// `VRM_BIND_COLOR`.
    pub const COLOR: Self = Self(1);
    /// `VRM_BIND_UV`.
    pub const UV: Self = Self(2);
}

/// Numbers of a spring joint that can be edited: VRM_SPRING_FIELD_ constants.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_spring_field(pub i32);

impl vrm_spring_field {
    /// In meters, from 0 on.
    pub const HIT_RADIUS: Self = Self(0);
    /// From 0 on.
    pub const STIFFNESS: Self = Self(1);
    /// From 0 on.
    pub const GRAVITY_POWER: Self = Self(2);
    /// 0 to 1.
    pub const DRAG_FORCE: Self = Self(3);
}

/// A file that is being edited.
#[repr(C)]
pub struct vrm_edit {
    _data: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}

unsafe extern "C" {
    /// Opens a file to edit: GLB (.vrm, .glb, .vrma) or plain .gltf, with an avatar or without.
    pub fn vrm_edit_create(bytes: *const c_void, size: usize, desc: *const vrm_load_desc, out_edit: *mut *mut vrm_edit, out_report: *mut *mut vrm_report) -> vrm_result;
    /// Destroys an edit.
    pub fn vrm_edit_destroy(edit: *mut vrm_edit);
    /// Returns why the last operation was refused.
    pub fn vrm_edit_problem(edit: *const vrm_edit) -> *const c_char;
    /// Returns the JSON of a value, as it would be written now.
    pub fn vrm_edit_get(edit: *mut vrm_edit, pointer: *const c_char, out_length: *mut usize) -> *const c_char;
    /// Sets a value.
    pub fn vrm_edit_set(edit: *mut vrm_edit, pointer: *const c_char, json: *const c_char) -> vrm_result;
    /// Removes a value; elements of an array move up.
    pub fn vrm_edit_remove(edit: *mut vrm_edit, pointer: *const c_char) -> vrm_result;
    /// Sets, replaces or removes the thumbnail of the avatar.
    pub fn vrm_edit_set_thumbnail(edit: *mut vrm_edit, bytes: *const c_void, size: usize) -> vrm_result;
    /// Replaces the bytes of an image, and embeds them in the file.
    pub fn vrm_edit_set_image(edit: *mut vrm_edit, image: i32, bytes: *const c_void, size: usize) -> vrm_result;
    /// Embeds buffers and images from data URIs and external files into BIN.
    pub fn vrm_edit_embed(edit: *mut vrm_edit) -> vrm_result;
    /// Renames an expression.
    pub fn vrm_edit_rename_expression(edit: *mut vrm_edit, from: *const c_char, to: *const c_char) -> vrm_result;
    /// Binds a morph target to an expression, or changes the weight of such a bind.
    pub fn vrm_edit_bind_morph(edit: *mut vrm_edit, expression: *const c_char, node: i32, morph: i32, weight: f32) -> vrm_result;
    /// Binds a color of a material to an expression, or changes the value of such a bind.
    pub fn vrm_edit_bind_color(edit: *mut vrm_edit, expression: *const c_char, material: i32, r#type: vrm_color_bind_type, color: *const f32) -> vrm_result;
    /// Binds the texture transform of a material to an expression, or changes the values of such a bind.
    pub fn vrm_edit_bind_uv(edit: *mut vrm_edit, expression: *const c_char, material: i32, scale: *const vrm_vec2, offset: *const vrm_vec2) -> vrm_result;
    /// Removes a bind of an expression.
    pub fn vrm_edit_unbind(edit: *mut vrm_edit, expression: *const c_char, kind: vrm_bind_kind, index: i32) -> vrm_result;
    /// Sets a number of a spring's joints.
    pub fn vrm_edit_set_spring(edit: *mut vrm_edit, spring: i32, joint: i32, field: vrm_spring_field, value: f32) -> vrm_result;
    /// Sets the direction of gravity of a spring's joints.
    pub fn vrm_edit_set_gravity_dir(edit: *mut vrm_edit, spring: i32, joint: i32, direction: *const vrm_vec3) -> vrm_result;
    /// Adds a collider.
    pub fn vrm_edit_add_collider(edit: *mut vrm_edit, collider: *const vrm_spring_collider, group: i32, out_index: *mut i32) -> vrm_result;
    /// Changes the node and the shape of a collider.
    pub fn vrm_edit_set_collider(edit: *mut vrm_edit, index: i32, collider: *const vrm_spring_collider) -> vrm_result;
    /// Removes a collider, also from groups.
    pub fn vrm_edit_remove_collider(edit: *mut vrm_edit, index: i32) -> vrm_result;
    /// Removes nodes and all nodes below them.
    pub fn vrm_edit_remove_nodes(edit: *mut vrm_edit, nodes: *const i32, count: u32) -> vrm_result;
    /// Merges a node into its parent.
    pub fn vrm_edit_merge_node(edit: *mut vrm_edit, node: i32) -> vrm_result;
    /// Keeps extensionsUsed and extensionsRequired as operations set them.
    pub fn vrm_edit_keep_extensions_used(edit: *mut vrm_edit);
    /// Writes the edited file.
    pub fn vrm_edit_write(edit: *mut vrm_edit, out_file: *mut *mut vrm_written, out_report: *mut *mut vrm_report) -> vrm_result;
}
