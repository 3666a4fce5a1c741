//! vrm/author/migrate.h. Convert between VRM versions: 0.x, draft and beta to 1.0, and 1.0 to 0.x. @code vrm_migrate_desc desc; vrm_written *file; vrm_migrate_desc_init(&desc); desc.flags = VRM_MIGRATE_ACCEPT_LICENSE_MAPPING; // with the rights holder's consent if (vrm_migrate(bytes, size, &desc, &file, NULL) == VRM_OK) { size_t new_size; const void *new_bytes = vrm_written_bytes(file, &new_size); // store them vrm_written_destroy(file); } @endcode - Everything else is preserved byte for byte: unknown extensions, extras, the order of members and the spelling of numbers.
//!
//! Written by tools/make/make-rust from api.json: do not edit.
//!
//! Experimental: may change in any minor release.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use core::ffi::{c_char, c_void};

/// Bits of the flags of vrm_migrate_desc: VRM_MIGRATE_ constants.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_migrate_flags(pub u32);

impl vrm_migrate_flags {
    /// The caller accepts that the permissions of the file have no exact equivalent in the other version.
    pub const ACCEPT_LICENSE_MAPPING: Self = Self(1);
    /// Uses the most restrictive permissions instead of those that the name of the old license implies.
    pub const MOST_RESTRICTIVE: Self = Self(2);
    /// First moves the avatar to the T-pose and its soles to the ground, if a check finds them elsewhere (vrm/author/normalize.h). 1.0 requires this, and many files of 0.x are a little off.
    pub const T_POSE: Self = Self(4);
}

impl vrm_migrate_flags {
    /// Whether all bits of `other` are set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl core::ops::BitOr for vrm_migrate_flags {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl core::ops::BitOrAssign for vrm_migrate_flags {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// Settings of a migration.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_migrate_desc {
    /// Set by vrm_migrate_desc_init.
    pub struct_size: u32,
    /// VRM_MIGRATE_ bits.
    pub flags: vrm_migrate_flags,
    /// Allocator, limits, cancellation and flags of the whole call.
    pub load: *const vrm_load_desc,
    /// VRM_DIALECT_1, which is the default, or VRM_DIALECT_0.
    pub to: vrm_dialect,
    /// Always 0.
    pub reserved: u32,
    /// `licenseUrl` of a file that becomes 1.0 and has none.
    pub license_url: *const c_char,
    /// The author, if the file names none: 1.0 requires one (ME-004).
    pub author: *const c_char,
}

unsafe extern "C" {
    /// Converts a GLB file in memory to another VRM version.
    pub fn vrm_migrate(bytes: *const c_void, size: usize, desc: *const vrm_migrate_desc, out_file: *mut *mut vrm_written, out_report: *mut *mut vrm_report) -> vrm_result;
    /// Fills in the default settings of a migration.
    pub fn vrm_migrate_desc_init_sized(desc: *mut vrm_migrate_desc, struct_size: usize);
}

impl Default for vrm_migrate_desc {
    fn default() -> Self {
        let mut value = core::mem::MaybeUninit::uninit();
        // SAFETY: the function writes all of the struct, whose size it gets.
        unsafe {
            vrm_migrate_desc_init_sized(value.as_mut_ptr(), size_of::<Self>());
            value.assume_init()
        }
    }
}

#[cfg(target_pointer_width = "64")]
const _: () = {
    use core::mem::{offset_of, size_of};
    assert!(size_of::<vrm_migrate_desc>() == 40);
    assert!(offset_of!(vrm_migrate_desc, struct_size) == 0);
    assert!(offset_of!(vrm_migrate_desc, flags) == 4);
    assert!(offset_of!(vrm_migrate_desc, load) == 8);
    assert!(offset_of!(vrm_migrate_desc, to) == 16);
    assert!(offset_of!(vrm_migrate_desc, reserved) == 20);
    assert!(offset_of!(vrm_migrate_desc, license_url) == 24);
    assert!(offset_of!(vrm_migrate_desc, author) == 32);
};
