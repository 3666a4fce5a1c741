//! vrm/author/normalize.h. Normalize an avatar: bake node rotations and scales into its meshes.
//!
//! Written by tools/make/make-rust from api.json: do not edit.
//!
//! Experimental: may change in any minor release.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use core::ffi::{c_char, c_void};

/// Bits of the flags of vrm_normalize_desc: VRM_NORMALIZE_ constants.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_normalize_flags(pub u32);

impl vrm_normalize_flags {
    /// First turns arms, hands, fingers, legs, feet and spine to the T-pose, if they are off by more than a check allows.
    pub const T_POSE: Self = Self(1);
    /// Puts the soles on the ground, the hips in the middle and the root at the origin, if a check finds them elsewhere (NO-011).
    pub const GROUND: Self = Self(2);
    /// Removes all rotations.
    pub const LOSE_CONSTRAINTS: Self = Self(4);
    /// Keeps radii, stiffness and gravity of springs if nodes lose their scale.
    pub const LITERAL_SCALE: Self = Self(8);
}

impl vrm_normalize_flags {
    /// Whether all bits of `other` are set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl core::ops::BitOr for vrm_normalize_flags {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl core::ops::BitOrAssign for vrm_normalize_flags {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// Settings of vrm_normalize.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_normalize_desc {
    /// Set by vrm_normalize_desc_init.
    pub struct_size: u32,
    /// VRM_NORMALIZE_ bits.
    pub flags: vrm_normalize_flags,
    /// Allocator, limits, cancellation and flags of the whole call.
    pub load: *const vrm_load_desc,
}

unsafe extern "C" {
    /// Normalizes an avatar of any VRM version; the new file has the same version.
    pub fn vrm_normalize(bytes: *const c_void, size: usize, desc: *const vrm_normalize_desc, out_file: *mut *mut vrm_written, out_report: *mut *mut vrm_report) -> vrm_result;
    /// Fills in the default settings.
    pub fn vrm_normalize_desc_init_sized(desc: *mut vrm_normalize_desc, struct_size: usize);
}

impl Default for vrm_normalize_desc {
    fn default() -> Self {
        let mut value = core::mem::MaybeUninit::uninit();
        // SAFETY: the function writes all of the struct, whose size it gets.
        unsafe {
            vrm_normalize_desc_init_sized(value.as_mut_ptr(), size_of::<Self>());
            value.assume_init()
        }
    }
}

#[cfg(target_pointer_width = "64")]
const _: () = {
    use core::mem::{offset_of, size_of};
    assert!(size_of::<vrm_normalize_desc>() == 16);
    assert!(offset_of!(vrm_normalize_desc, struct_size) == 0);
    assert!(offset_of!(vrm_normalize_desc, flags) == 4);
    assert!(offset_of!(vrm_normalize_desc, load) == 8);
};
