//! vrm/author/check.h. Check a file against the specification.
//!
//! Written by tools/make/make-rust from api.json: do not edit.
//!
//! Experimental: may change in any minor release.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use core::ffi::{c_char, c_void};

/// Bits of the flags of a check: VRM_CHECK_ constants.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_check_flags(pub u32);

impl vrm_check_flags {
    /// Do not read the payload: vertices, indices, matrices and images are not checked.
    pub const PAYLOAD: Self = Self(1);
    /// Do not run the avatar: the behavior of springs, lookAt, expressions and materials is not checked.
    pub const BEHAVIOR: Self = Self(2);
}

impl vrm_check_flags {
    /// Whether all bits of `other` are set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl core::ops::BitOr for vrm_check_flags {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl core::ops::BitOrAssign for vrm_check_flags {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// Settings of a check.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_check_desc {
    /// Set by vrm_check_desc_init.
    pub struct_size: u32,
    /// VRM_CHECK_ bits.
    pub flags: vrm_check_flags,
    /// Allocator, limits, cancellation and flags of the whole call.
    pub load: *const vrm_load_desc,
    /// Called for each image whose header is valid, and once for images that share a buffer view, without pixels to fill in.
    pub decode_image: Option<vrm_decode_image_fn>,
    /// Passed to `decode_image`.
    pub decode_image_user: *mut c_void,
}

unsafe extern "C" {
    /// Checks a GLB file (.vrm, .glb) or a plain .gltf file in memory.
    pub fn vrm_check(bytes: *const c_void, size: usize, desc: *const vrm_check_desc, out_report: *mut *mut vrm_report) -> vrm_result;
    /// Checks a loaded model.
    pub fn vrm_check_model(model: *const vrm_model, desc: *const vrm_check_desc, out_report: *mut *mut vrm_report) -> vrm_result;
    /// Returns how many diagnostic codes libvrm and libvrm-author have together: those of loads and of clips (vrm_diagnostic_info_count), of checks, and of vrm_make.
    pub fn vrm_author_diagnostic_info_count() -> u32;
    /// Returns one entry of the list of all diagnostic codes, for translations and for documentation.
    pub fn vrm_author_diagnostic_info_get(index: u32) -> *const vrm_diagnostic_info;
    /// Fills in the default settings of a check.
    pub fn vrm_check_desc_init_sized(desc: *mut vrm_check_desc, struct_size: usize);
}

impl Default for vrm_check_desc {
    fn default() -> Self {
        let mut value = core::mem::MaybeUninit::uninit();
        // SAFETY: the function writes all of the struct, whose size it gets.
        unsafe {
            vrm_check_desc_init_sized(value.as_mut_ptr(), size_of::<Self>());
            value.assume_init()
        }
    }
}

#[cfg(target_pointer_width = "64")]
const _: () = {
    use core::mem::{offset_of, size_of};
    assert!(size_of::<vrm_check_desc>() == 32);
    assert!(offset_of!(vrm_check_desc, struct_size) == 0);
    assert!(offset_of!(vrm_check_desc, flags) == 4);
    assert!(offset_of!(vrm_check_desc, load) == 8);
    assert!(offset_of!(vrm_check_desc, decode_image) == 16);
    assert!(offset_of!(vrm_check_desc, decode_image_user) == 24);
};
