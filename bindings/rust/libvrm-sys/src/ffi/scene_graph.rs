//! vrm/scene_graph.h. Copy transforms between an avatar and your engine's scene graph, in the space of the engine.
//!
//! Written by tools/make/make-rust from api.json: do not edit.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use core::ffi::{c_char, c_void};

/// The space of an engine: which axis of the library each axis of the engine is, and how many units a meter has.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_space {
    /// The engine's x axis: which axis of the library it is.
    pub x: vrm_axis,
    /// Likewise the engine's y axis.
    pub y: vrm_axis,
    /// Likewise the engine's z axis.
    pub z: vrm_axis,
    /// 1 for meters, 100 for centimeters.
    pub units_per_meter: f32,
}

/// The local transforms of a host's scene graph, in any memory layout.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_node_array {
    /// Set by vrm_node_array_init.
    pub struct_size: u32,
    /// Of `translation`, `rotation`, `scale` and `nodes`.
    pub count: u32,
    /// Three floats; the n-th at translation + n * stride.
    pub translation: *mut c_void,
    /// Four floats, x y z w; at rotation + n * stride.
    pub rotation: *mut c_void,
    /// Three floats; at scale + n * stride.
    pub scale: *mut c_void,
    /// In bytes.
    pub stride: usize,
    /// The node of the n-th; VRM_NONE skips it.
    pub nodes: *const i32,
    /// The space of the host; NULL: the library's own.
    pub space: *const vrm_space,
}

unsafe extern "C" {
    /// Reads a host's transforms into the pose.
    pub fn vrm_avatar_gather(avatar: *mut vrm_avatar, from: *const vrm_node_array);
    /// Writes local transforms of the frame into a host's scene graph.
    pub fn vrm_avatar_scatter(avatar: *const vrm_avatar, to: *const vrm_node_array, writers: vrm_writers);
    /// Prepares a vrm_node_array.
    pub fn vrm_node_array_init_sized(array: *mut vrm_node_array, struct_size: usize);
}

impl Default for vrm_node_array {
    fn default() -> Self {
        let mut value = core::mem::MaybeUninit::uninit();
        // SAFETY: the function writes all of the struct, whose size it gets.
        unsafe {
            vrm_node_array_init_sized(value.as_mut_ptr(), size_of::<Self>());
            value.assume_init()
        }
    }
}

#[cfg(target_pointer_width = "64")]
const _: () = {
    use core::mem::{offset_of, size_of};
    assert!(size_of::<vrm_space>() == 16);
    assert!(offset_of!(vrm_space, x) == 0);
    assert!(offset_of!(vrm_space, y) == 4);
    assert!(offset_of!(vrm_space, z) == 8);
    assert!(offset_of!(vrm_space, units_per_meter) == 12);
    assert!(size_of::<vrm_node_array>() == 56);
    assert!(offset_of!(vrm_node_array, struct_size) == 0);
    assert!(offset_of!(vrm_node_array, count) == 4);
    assert!(offset_of!(vrm_node_array, translation) == 8);
    assert!(offset_of!(vrm_node_array, rotation) == 16);
    assert!(offset_of!(vrm_node_array, scale) == 24);
    assert!(offset_of!(vrm_node_array, stride) == 32);
    assert!(offset_of!(vrm_node_array, nodes) == 40);
    assert!(offset_of!(vrm_node_array, space) == 48);
};
