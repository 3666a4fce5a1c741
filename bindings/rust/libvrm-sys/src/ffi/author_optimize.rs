//! vrm/author/optimize.h. Make the file of an avatar smaller.
//!
//! Written by tools/make/make-rust from api.json: do not edit.
//!
//! Experimental: may change in any minor release.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use core::ffi::{c_char, c_void};

/// How an image of the file is used: bits.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_image_use(pub i32);

impl vrm_image_use {
    /// It contains only visible colors.
    pub const COLOR: Self = Self(1);
    /// Its alpha is visible, in a masked or blended material.
    pub const ALPHA: Self = Self(2);
    /// Applications show it beside the avatar: only PNG or JPEG.
    pub const PICTURE: Self = Self(4);
}

impl vrm_image_use {
    /// Whether all bits of `other` are set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl core::ops::BitOr for vrm_image_use {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl core::ops::BitOrAssign for vrm_image_use {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// How the elements of a buffer view are compressed (EXT_meshopt_compression).
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_meshopt_mode(pub i32);

impl vrm_meshopt_mode {
    /// Vertices, keyframes and matrices.
    pub const ATTRIBUTES: Self = Self(0);
    /// Indices of triangles.
    pub const TRIANGLES: Self = Self(1);
    /// Any other indices.
    pub const INDICES: Self = Self(2);
}

/// Bits of the flags of vrm_optimize_desc: VRM_OPTIMIZE_ constants.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_optimize_flags(pub u32);

impl vrm_optimize_flags {
    /// Elements that nothing refers to stay.
    pub const KEEP_UNUSED: Self = Self(1);
    /// Nodes that nothing needs stay.
    pub const KEEP_NODES: Self = Self(2);
    /// Equal elements stay apart.
    pub const KEEP_DUPLICATES: Self = Self(4);
    /// Morph targets that move nothing stay.
    pub const KEEP_TARGETS: Self = Self(8);
    /// The payload of meshes stays as it is.
    pub const KEEP_VERTICES: Self = Self(16);
    /// Parts of a mesh with one material are not joined.
    pub const KEEP_PRIMITIVES: Self = Self(32);
    /// Images are not encoded again.
    pub const KEEP_IMAGES: Self = Self(64);
    /// Stores normals and tangents in 8 bits, texture coordinates and weights in 16.
    pub const QUANTIZE: Self = Self(128);
    /// Makes one set of textures for materials that differ in nothing else (OP-013).
    pub const ATLAS: Self = Self(256);
    /// Compresses meshes and keyframes with EXT_meshopt_compression, which the new file then requires.
    pub const COMPRESS: Self = Self(512);
    /// Decodes compressed meshes and keyframes: the new file has no meshopt compression.
    pub const DECOMPRESS: Self = Self(1024);
}

impl vrm_optimize_flags {
    /// Whether all bits of `other` are set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl core::ops::BitOr for vrm_optimize_flags {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl core::ops::BitOrAssign for vrm_optimize_flags {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// An image that an encoder has written.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_encoded_image {
    /// Memory of the tool, valid until its next call.
    pub bytes: *const c_void,
    /// Of `bytes`.
    pub size: usize,
    /// "image/png", "image/jpeg" or "image/webp".
    pub mime_type: *const c_char,
}

/// A primitive to simplify.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_simplify_task {
    /// Of triangles; all below `vertex_count`.
    pub indices: *const u32,
    /// Three for each vertex, in meters.
    pub positions: *const f32,
    /// To preserve: vertex_count * attribute_count of them.
    pub attributes: *const f32,
    /// The weight of each attribute relative to a position.
    pub attribute_weights: *const f32,
    /// Of `indices`.
    pub index_count: u32,
    /// Of `positions`.
    pub vertex_count: u32,
    /// Of `attribute_weights`, and of each vertex.
    pub attribute_count: u32,
    /// The wanted number of indices.
    pub target_index_count: u32,
}

/// Elements of a buffer view to compress.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_meshopt_task {
    /// count * stride bytes.
    pub elements: *const c_void,
    /// Of elements.
    pub count: usize,
    /// Bytes from one element to the next, without gaps.
    pub stride: usize,
    /// VRM_MESHOPT_MODE_…
    pub mode: vrm_meshopt_mode,
}

/// Functions for work that the library does not do itself.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_optimize_tools {
    /// Passed to each function.
    pub user: *mut c_void,
    /// Decodes an image file into pixels, which `release_pixels` frees.
    pub decode_image: Option<vrm_decode_image_fn>,
    /// Frees the pixels of `decode_image`.
    pub release_pixels: Option<unsafe extern "C" fn(pixels: *mut vrm_pixels, user: *mut c_void)>,
    /// Encodes pixels for their use.
    pub encode_image: Option<unsafe extern "C" fn(pixels: *const vrm_pixels, r#use: vrm_image_use, out: *mut vrm_encoded_image, user: *mut c_void) -> i32>,
    /// Writes the simplified triangles of a task to `out_indices`, which has room for all.
    pub simplify: Option<unsafe extern "C" fn(task: *const vrm_simplify_task, out_indices: *mut u32, user: *mut c_void) -> u32>,
    /// Orders triangles for faster drawing on a GPU.
    pub order_triangles: Option<unsafe extern "C" fn(indices: *mut u32, index_count: u32, vertex_count: u32, user: *mut c_void)>,
    /// Compresses a task without loss, as format version 0, into `capacity` bytes.
    pub compress: Option<unsafe extern "C" fn(task: *const vrm_meshopt_task, out: *mut u8, capacity: usize, user: *mut c_void) -> usize>,
}

/// Settings of an optimization.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_optimize_desc {
    /// Set by vrm_optimize_desc_init.
    pub struct_size: u32,
    /// VRM_OPTIMIZE_ bits.
    pub flags: vrm_optimize_flags,
    /// Allocator, limits, cancellation and flags of the whole call.
    pub load: *const vrm_load_desc,
    /// Functions for images and meshes.
    pub tools: *const vrm_optimize_tools,
    /// Images with a longer side are reduced.
    pub max_texture: u32,
    /// The wanted number of triangles.
    pub triangles: u32,
}

unsafe extern "C" {
    /// Optimizes a GLB file (.vrm, .glb) or a plain .gltf file in memory.
    pub fn vrm_optimize(bytes: *const c_void, size: usize, desc: *const vrm_optimize_desc, out_file: *mut *mut vrm_written, out_report: *mut *mut vrm_report) -> vrm_result;
    /// Fills in the default settings.
    pub fn vrm_optimize_desc_init_sized(desc: *mut vrm_optimize_desc, struct_size: usize);
}

impl Default for vrm_optimize_desc {
    fn default() -> Self {
        let mut value = core::mem::MaybeUninit::uninit();
        // SAFETY: the function writes all of the struct, whose size it gets.
        unsafe {
            vrm_optimize_desc_init_sized(value.as_mut_ptr(), size_of::<Self>());
            value.assume_init()
        }
    }
}

#[cfg(target_pointer_width = "64")]
const _: () = {
    use core::mem::{offset_of, size_of};
    assert!(size_of::<vrm_encoded_image>() == 24);
    assert!(offset_of!(vrm_encoded_image, bytes) == 0);
    assert!(offset_of!(vrm_encoded_image, size) == 8);
    assert!(offset_of!(vrm_encoded_image, mime_type) == 16);
    assert!(size_of::<vrm_simplify_task>() == 48);
    assert!(offset_of!(vrm_simplify_task, indices) == 0);
    assert!(offset_of!(vrm_simplify_task, positions) == 8);
    assert!(offset_of!(vrm_simplify_task, attributes) == 16);
    assert!(offset_of!(vrm_simplify_task, attribute_weights) == 24);
    assert!(offset_of!(vrm_simplify_task, index_count) == 32);
    assert!(offset_of!(vrm_simplify_task, vertex_count) == 36);
    assert!(offset_of!(vrm_simplify_task, attribute_count) == 40);
    assert!(offset_of!(vrm_simplify_task, target_index_count) == 44);
    assert!(size_of::<vrm_meshopt_task>() == 32);
    assert!(offset_of!(vrm_meshopt_task, elements) == 0);
    assert!(offset_of!(vrm_meshopt_task, count) == 8);
    assert!(offset_of!(vrm_meshopt_task, stride) == 16);
    assert!(offset_of!(vrm_meshopt_task, mode) == 24);
    assert!(size_of::<vrm_optimize_tools>() == 56);
    assert!(offset_of!(vrm_optimize_tools, user) == 0);
    assert!(offset_of!(vrm_optimize_tools, decode_image) == 8);
    assert!(offset_of!(vrm_optimize_tools, release_pixels) == 16);
    assert!(offset_of!(vrm_optimize_tools, encode_image) == 24);
    assert!(offset_of!(vrm_optimize_tools, simplify) == 32);
    assert!(offset_of!(vrm_optimize_tools, order_triangles) == 40);
    assert!(offset_of!(vrm_optimize_tools, compress) == 48);
    assert!(size_of::<vrm_optimize_desc>() == 32);
    assert!(offset_of!(vrm_optimize_desc, struct_size) == 0);
    assert!(offset_of!(vrm_optimize_desc, flags) == 4);
    assert!(offset_of!(vrm_optimize_desc, load) == 8);
    assert!(offset_of!(vrm_optimize_desc, tools) == 16);
    assert!(offset_of!(vrm_optimize_desc, max_texture) == 24);
    assert!(offset_of!(vrm_optimize_desc, triangles) == 28);
};
