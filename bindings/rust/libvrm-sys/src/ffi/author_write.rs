//! vrm/author/write.h. Write files: clips as .vrma files, which play in every application that reads VRMC_vrm_animation; and avatars as .vrm files of any VRM version, from their tables. @code vrm_written *file; if (vrm_clip_write_vrma(clip, NULL, &file, NULL) == VRM_OK) { size_t size; const void *bytes = vrm_written_bytes(file, &size); // store them vrm_written_destroy(file); } @endcode - Same bits: equal clips and settings give equal bytes on every compiler and processor.
//!
//! Written by tools/make/make-rust from api.json: do not edit.
//!
//! Experimental: may change in any minor release.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use core::ffi::{c_char, c_void};

/// Bits of the flags of vrm_write_desc: VRM_WRITE_ constants.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_write_flags(pub u32);

impl vrm_write_flags {
    /// Writes only bones that the clip sets.
    pub const ANIMATED_BONES_ONLY: Self = Self(1);
    /// Writes rotations with 16 bits per number: half of the bytes.
    pub const SHORT_ROTATIONS: Self = Self(2);
}

impl vrm_write_flags {
    /// Whether all bits of `other` are set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl core::ops::BitOr for vrm_write_flags {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl core::ops::BitOrAssign for vrm_write_flags {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// Differences of a written file from its clip: bits of vrm_written_info.changes.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_written_changes(pub u32);

impl vrm_written_changes {
    /// Bones, or the hips, were sampled.
    pub const SAMPLED: Self = Self(1);
    /// A point to look at became a direction.
    pub const LOOK_AT_POINT: Self = Self(2);
    /// Eyes, presets or customs were omitted.
    pub const NOT_ALLOWED: Self = Self(4);
    /// Required bones that the clip does not set are at rest.
    pub const BONES_ADDED: Self = Self(8);
}

impl vrm_written_changes {
    /// Whether all bits of `other` are set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl core::ops::BitOr for vrm_written_changes {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl core::ops::BitOrAssign for vrm_written_changes {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// The kind of a change between a file and the file that was written from it: VRM_CHANGE_ constants.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_change_kind(pub i32);

impl vrm_change_kind {
    /// Unchanged in meaning, in another form.
    pub const KEPT: Self = Self(0);
    /// Another value means the same, or nearly the same.
    pub const CONVERTED: Self = Self(1);
    /// It has no exact equivalent, and is narrower now.
    pub const NARROWED: Self = Self(2);
    /// It could not be kept.
    pub const LOST: Self = Self(3);
    /// It was missing, and is required or was requested.
    pub const ADDED: Self = Self(4);
    /// It had no effect, or its removal was requested.
    pub const REMOVED: Self = Self(5);
    /// It is a guess that a person should check.
    pub const GUESSED: Self = Self(6);
    /// It has a new value that was requested.
    pub const SET: Self = Self(7);
    
    /// Returns the name of a kind of change: "kept", "converted", "narrowed", "lost", "added", "removed", "guessed" or "set".
    pub fn name(self) -> &'static str {
        // SAFETY: any value is allowed; the result is a static string.
        crate::values::text_of(unsafe { vrm_change_kind_name(self) })
    }
}

/// A file in memory that the library has written.
#[repr(C)]
pub struct vrm_written {
    _data: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}

/// Settings of writing.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_write_desc {
    /// Set by vrm_write_desc_init.
    pub struct_size: u32,
    /// VRM_WRITE_ bits.
    pub flags: vrm_write_flags,
    /// Allocator, limits, cancellation and flags of the whole call.
    pub load: *const vrm_load_desc,
    /// Of tracks that have to be sampled (AN-028).
    pub keys_per_second: f32,
    /// Removes keys of rotations, as long as the error of each bone and of the eyes is not larger than this, at every original key.
    pub max_degrees: f32,
    /// The same for the hips, in meters of the clip. 0.0005 is invisible.
    pub max_meters: f32,
    /// The same for weights of expressions. 0.01 is invisible.
    pub max_weight: f32,
}

/// Settings of writing an avatar.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_write_avatar_desc {
    /// Set by vrm_write_avatar_desc_init.
    pub struct_size: u32,
    /// Always 0.
    pub reserved: u32,
    /// Allocator, limits, cancellation and flags of the whole call.
    pub load: *const vrm_load_desc,
    /// VRM_DIALECT_0 to VRM_DIALECT_1.
    pub dialect: vrm_dialect,
    /// asset.generator: the program that writes the file.
    pub generator: *const c_char,
}

/// Properties of a written file.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_written_info {
    /// Set by vrm_written_info_init.
    pub struct_size: u32,
    /// VRM_WRITTEN_ bits.
    pub changes: vrm_written_changes,
    /// Bones, expressions and lookAt.
    pub node_count: u32,
    /// Of its animation.
    pub channel_count: u32,
    /// Lists of times; channels share them.
    pub input_count: u32,
    /// The largest error of a bone, at the original keys.
    pub error_degrees: f32,
    /// Of all channels together.
    pub key_count: u64,
    /// The same before keys were removed.
    pub clip_key_count: u64,
    /// The same of the hips.
    pub error_meters: f32,
    /// The same of the weights.
    pub error_weight: f32,
}

/// One change between a file and the file that was written from it.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_change {
    /// VRM_CHANGE_…
    pub kind: vrm_change_kind,
    /// Such as "meta-license": for programs, and never reworded.
    pub code: *const c_char,
    /// JSON pointer in the old file; "" if there was nothing.
    pub from: *const c_char,
    /// JSON pointer in the new file; "" if there is nothing.
    pub to: *const c_char,
    /// One sentence in English, without a full stop.
    pub text: *const c_char,
}

unsafe extern "C" {
    /// Writes a clip as a .vrma file.
    pub fn vrm_clip_write_vrma(clip: *const vrm_clip, desc: *const vrm_write_desc, out_file: *mut *mut vrm_written, out_report: *mut *mut vrm_report) -> vrm_result;
    /// Writes a whole avatar as a .vrm file: from the tables of a model or of your program, and the bytes of the buffers.
    pub fn vrm_write_avatar(gltf: *const vrm_gltf, tables: *const vrm_tables, buffers: *const *const c_void, desc: *const vrm_write_avatar_desc, out_file: *mut *mut vrm_written, out_report: *mut *mut vrm_report) -> vrm_result;
    /// Destroys a written file.
    pub fn vrm_written_destroy(file: *mut vrm_written);
    /// Returns the properties of a written file.
    pub fn vrm_written_get_info(file: *const vrm_written, out: *mut vrm_written_info);
    /// Returns the bytes of a written file.
    pub fn vrm_written_bytes(file: *const vrm_written, out_size: *mut usize) -> *const c_void;
    /// Returns the name of a kind of change: "kept", "converted", "narrowed", "lost", "added", "removed", "guessed" or "set".
    pub fn vrm_change_kind_name(kind: vrm_change_kind) -> *const c_char;
    /// Returns how many changes a written file lists.
    pub fn vrm_written_change_count(file: *const vrm_written) -> u32;
    /// Returns one of the changes that a written file lists.
    pub fn vrm_written_change(file: *const vrm_written, index: u32) -> *const vrm_change;
    /// Fills in the default settings of writing.
    pub fn vrm_write_desc_init_sized(desc: *mut vrm_write_desc, struct_size: usize);
    /// Fills in the default settings of writing an avatar.
    pub fn vrm_write_avatar_desc_init_sized(desc: *mut vrm_write_avatar_desc, struct_size: usize);
}

impl Default for vrm_write_desc {
    fn default() -> Self {
        let mut value = core::mem::MaybeUninit::uninit();
        // SAFETY: the function writes all of the struct, whose size it gets.
        unsafe {
            vrm_write_desc_init_sized(value.as_mut_ptr(), size_of::<Self>());
            value.assume_init()
        }
    }
}

impl Default for vrm_write_avatar_desc {
    fn default() -> Self {
        let mut value = core::mem::MaybeUninit::uninit();
        // SAFETY: the function writes all of the struct, whose size it gets.
        unsafe {
            vrm_write_avatar_desc_init_sized(value.as_mut_ptr(), size_of::<Self>());
            value.assume_init()
        }
    }
}

#[cfg(target_pointer_width = "64")]
const _: () = {
    use core::mem::{offset_of, size_of};
    assert!(size_of::<vrm_write_desc>() == 32);
    assert!(offset_of!(vrm_write_desc, struct_size) == 0);
    assert!(offset_of!(vrm_write_desc, flags) == 4);
    assert!(offset_of!(vrm_write_desc, load) == 8);
    assert!(offset_of!(vrm_write_desc, keys_per_second) == 16);
    assert!(offset_of!(vrm_write_desc, max_degrees) == 20);
    assert!(offset_of!(vrm_write_desc, max_meters) == 24);
    assert!(offset_of!(vrm_write_desc, max_weight) == 28);
    assert!(size_of::<vrm_write_avatar_desc>() == 32);
    assert!(offset_of!(vrm_write_avatar_desc, struct_size) == 0);
    assert!(offset_of!(vrm_write_avatar_desc, reserved) == 4);
    assert!(offset_of!(vrm_write_avatar_desc, load) == 8);
    assert!(offset_of!(vrm_write_avatar_desc, dialect) == 16);
    assert!(offset_of!(vrm_write_avatar_desc, generator) == 24);
    assert!(size_of::<vrm_written_info>() == 48);
    assert!(offset_of!(vrm_written_info, struct_size) == 0);
    assert!(offset_of!(vrm_written_info, changes) == 4);
    assert!(offset_of!(vrm_written_info, node_count) == 8);
    assert!(offset_of!(vrm_written_info, channel_count) == 12);
    assert!(offset_of!(vrm_written_info, input_count) == 16);
    assert!(offset_of!(vrm_written_info, error_degrees) == 20);
    assert!(offset_of!(vrm_written_info, key_count) == 24);
    assert!(offset_of!(vrm_written_info, clip_key_count) == 32);
    assert!(offset_of!(vrm_written_info, error_meters) == 40);
    assert!(offset_of!(vrm_written_info, error_weight) == 44);
    assert!(size_of::<vrm_change>() == 40);
    assert!(offset_of!(vrm_change, kind) == 0);
    assert!(offset_of!(vrm_change, code) == 8);
    assert!(offset_of!(vrm_change, from) == 16);
    assert!(offset_of!(vrm_change, to) == 24);
    assert!(offset_of!(vrm_change, text) == 32);
};
