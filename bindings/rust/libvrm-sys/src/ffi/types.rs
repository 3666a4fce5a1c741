//! vrm/types.h. Vectors, quaternions, matrices, and the conventions of the whole library.
//!
//! Written by tools/make/make-rust from api.json: do not edit.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use core::ffi::{c_char, c_void};

/// Two floats: texture coordinates, for example.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_vec2 {
    /// Component x.
    pub x: f32,
    /// Component y.
    pub y: f32,
}

/// Three floats: a position, a direction or a scale.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_vec3 {
    /// Component x.
    pub x: f32,
    /// Component y.
    pub y: f32,
    /// Component z.
    pub z: f32,
}

/// Four floats.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_vec4 {
    /// Component x.
    pub x: f32,
    /// Component y.
    pub y: f32,
    /// Component z.
    pub z: f32,
    /// Component w.
    pub w: f32,
}

/// A rotation as a unit quaternion.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_quat {
    /// Component x.
    pub x: f32,
    /// Component y.
    pub y: f32,
    /// Component z.
    pub z: f32,
    /// Component w.
    pub w: f32,
}

/// A 4 × 4 matrix, column by column.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_mat4 {
    /// Column by column.
    pub m: [f32; 16],
}

/// A transform: scale first, then rotation, then translation.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_trs {
    /// In meters.
    pub translation: vrm_vec3,
    /// A unit quaternion.
    pub rotation: vrm_quat,
    /// 1 keeps the size.
    pub scale: vrm_vec3,
}

#[cfg(target_pointer_width = "64")]
const _: () = {
    use core::mem::{offset_of, size_of};
    assert!(size_of::<vrm_vec2>() == 8);
    assert!(offset_of!(vrm_vec2, x) == 0);
    assert!(offset_of!(vrm_vec2, y) == 4);
    assert!(size_of::<vrm_vec3>() == 12);
    assert!(offset_of!(vrm_vec3, x) == 0);
    assert!(offset_of!(vrm_vec3, y) == 4);
    assert!(offset_of!(vrm_vec3, z) == 8);
    assert!(size_of::<vrm_vec4>() == 16);
    assert!(offset_of!(vrm_vec4, x) == 0);
    assert!(offset_of!(vrm_vec4, y) == 4);
    assert!(offset_of!(vrm_vec4, z) == 8);
    assert!(offset_of!(vrm_vec4, w) == 12);
    assert!(size_of::<vrm_quat>() == 16);
    assert!(offset_of!(vrm_quat, x) == 0);
    assert!(offset_of!(vrm_quat, y) == 4);
    assert!(offset_of!(vrm_quat, z) == 8);
    assert!(offset_of!(vrm_quat, w) == 12);
    assert!(size_of::<vrm_mat4>() == 64);
    assert!(offset_of!(vrm_mat4, m) == 0);
    assert!(size_of::<vrm_trs>() == 40);
    assert!(offset_of!(vrm_trs, translation) == 0);
    assert!(offset_of!(vrm_trs, rotation) == 12);
    assert!(offset_of!(vrm_trs, scale) == 28);
};
