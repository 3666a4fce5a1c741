//! vrm/author/make.h. Make an avatar from any rigged glTF file: scanned or generated meshes, game characters. @code vrm_make_desc desc; vrm_written *file, *guesses; vrm_make_desc_init(&desc); desc.author = "me"; if (vrm_make(bytes, size, &desc, &file, &guesses, NULL) == VRM_OK) { size_t new_size; const void *new_bytes = vrm_written_bytes(file, &new_size); // VRM 1.0 // store them } // guesses is a JSON text that a person can correct: desc.guesses takes it vrm_written_destroy(guesses); vrm_written_destroy(file); @endcode - Bones are detected by joint names, or by their position in the body if names do not help (MK-001 to MK-004).
//!
//! Written by tools/make/make-rust from api.json: do not edit.
//!
//! Experimental: may change in any minor release.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use core::ffi::{c_char, c_void};

/// Bits of the flags of vrm_make_desc: VRM_MAKE_ constants.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_make_flags(pub u32);

impl vrm_make_flags {
    /// Keeps the pose of the file: no T-pose is made.
    pub const KEEP_POSE: Self = Self(1);
}

impl vrm_make_flags {
    /// Whether all bits of `other` are set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl core::ops::BitOr for vrm_make_flags {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl core::ops::BitOrAssign for vrm_make_flags {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// Settings of making.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_make_desc {
    /// Set by vrm_make_desc_init.
    pub struct_size: u32,
    /// VRM_MAKE_ bits.
    pub flags: vrm_make_flags,
    /// Allocator, limits, cancellation and flags of the whole call.
    pub load: *const vrm_load_desc,
    /// Of the avatar.
    pub name: *const c_char,
    /// Of the avatar.
    pub author: *const c_char,
    /// The name if nothing else gives one, such as the name of the file.
    pub default_name: *const c_char,
    /// JSON of vrm_make that a person has corrected; NULL: none.
    pub guesses: *const c_char,
    /// Of `guesses`, in bytes.
    pub guesses_size: usize,
}

unsafe extern "C" {
    /// Makes a VRM 1.0 file from a GLB file, or a plain .gltf file, in memory.
    pub fn vrm_make(bytes: *const c_void, size: usize, desc: *const vrm_make_desc, out_file: *mut *mut vrm_written, out_guesses: *mut *mut vrm_written, out_report: *mut *mut vrm_report) -> vrm_result;
    /// Fills in the default settings.
    pub fn vrm_make_desc_init_sized(desc: *mut vrm_make_desc, struct_size: usize);
}

impl Default for vrm_make_desc {
    fn default() -> Self {
        let mut value = core::mem::MaybeUninit::uninit();
        // SAFETY: the function writes all of the struct, whose size it gets.
        unsafe {
            vrm_make_desc_init_sized(value.as_mut_ptr(), size_of::<Self>());
            value.assume_init()
        }
    }
}

#[cfg(target_pointer_width = "64")]
const _: () = {
    use core::mem::{offset_of, size_of};
    assert!(size_of::<vrm_make_desc>() == 56);
    assert!(offset_of!(vrm_make_desc, struct_size) == 0);
    assert!(offset_of!(vrm_make_desc, flags) == 4);
    assert!(offset_of!(vrm_make_desc, load) == 8);
    assert!(offset_of!(vrm_make_desc, name) == 16);
    assert!(offset_of!(vrm_make_desc, author) == 24);
    assert!(offset_of!(vrm_make_desc, default_name) == 32);
    assert!(offset_of!(vrm_make_desc, guesses) == 40);
    assert!(offset_of!(vrm_make_desc, guesses_size) == 48);
};
