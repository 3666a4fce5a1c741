//! vrm/base.h. Results, strings, memory, version and export.
//!
//! Written by tools/make/make-rust from api.json: do not edit.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use core::ffi::{c_char, c_void};

/// The version of these headers in parts: the first number.
pub const VRM_VERSION_MAJOR: i32 = 1;

/// See VRM_VERSION_MAJOR.
pub const VRM_VERSION_MINOR: i32 = 0;

/// See VRM_VERSION_MAJOR.
pub const VRM_VERSION_PATCH: i32 = 0;

/// The version of these headers as one number, for comparisons: 200 is 0.2.0, 10203 is 1.2.3.
pub const VRM_VERSION: i32 = 10000;

/// Refers to nothing.
pub const VRM_NONE: i32 = -1;

/// Refers to everything, such as every spring.
pub const VRM_ALL: i32 = -2;

/// A second in nanoseconds, the unit of clips and mixers: VRM_SECOND / 2 is half a second.
pub const VRM_SECOND: i32 = 1000000000;

/// What a call returned: VRM_OK or one of the VRM_ERROR_ constants.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_result(pub i32);

impl vrm_result {
    /// `VRM_OK`.
    pub const OK: Self = Self(0);
    /// The call is wrong: NULL, a bad index or desc.
    pub const ERROR_INVALID_ARGUMENT: Self = Self(1);
    /// The allocator returned NULL.
    pub const ERROR_OUT_OF_MEMORY: Self = Self(2);
    /// The file exceeds one of the limits of the load.
    pub const ERROR_LIMIT: Self = Self(3);
    /// The cancel callback asked to stop.
    pub const ERROR_CANCELLED: Self = Self(4);
    /// A file could not be opened or read (file.h only).
    pub const ERROR_FILE: Self = Self(5);
    /// This is not a GLB or glTF file, or it is damaged.
    pub const ERROR_CONTAINER: Self = Self(6);
    /// The JSON cannot be parsed.
    pub const ERROR_JSON: Self = Self(7);
    /// The JSON is not a glTF 2.0 asset that can be read.
    pub const ERROR_GLTF: Self = Self(8);
    /// The file needs a feature that the library lacks.
    pub const ERROR_UNSUPPORTED: Self = Self(9);
    /// The bytes are missing: dropped, external or absent.
    pub const ERROR_NO_PAYLOAD: Self = Self(10);
    /// The bytes are damaged or not valid.
    pub const ERROR_PAYLOAD: Self = Self(11);
    /// The memory that the caller provided is too small.
    pub const ERROR_CAPACITY: Self = Self(12);
    /// This is a glTF file without an avatar that can be read.
    pub const ERROR_VRM: Self = Self(13);
    /// More of the file is needed (vrm_model_peek).
    pub const ERROR_INCOMPLETE: Self = Self(14);
    /// The saved state belongs to another model or setup.
    pub const ERROR_MISMATCH: Self = Self(15);
    /// The primitive does not have this attribute.
    pub const ERROR_NO_ATTRIBUTE: Self = Self(16);
    /// A person has to accept a change of permissions.
    pub const ERROR_CONSENT: Self = Self(17);
    
    /// Returns a short name of a result, such as "out of memory".
    pub fn name(self) -> &'static str {
        // SAFETY: any value is allowed; the result is a static string.
        crate::values::text_of(unsafe { vrm_result_name(self) })
    }
}

/// Called when a function gets an argument that it cannot use: an index out of range other than VRM_NONE, a NULL that is not allowed, a number that is not finite, an unknown constant.
pub type vrm_misuse_fn = unsafe extern "C" fn(function: *const c_char, problem: *const c_char, user: *mut c_void);

/// UTF-8 text that belongs to the library.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_string {
    /// The bytes, UTF-8.
    pub data: *const c_char,
    /// Of `data` in bytes, without the NUL byte at the end.
    pub length: u32,
}

/// Memory functions.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_allocator {
    /// Returns `size` bytes at a multiple of `alignment` (a power of two), or NULL.
    pub allocate: Option<unsafe extern "C" fn(size: usize, alignment: usize, user: *mut c_void) -> *mut c_void>,
    /// Frees memory of `allocate`, with the same size and alignment.
    pub release: Option<unsafe extern "C" fn(memory: *mut c_void, size: usize, alignment: usize, user: *mut c_void)>,
    /// Passed to both functions.
    pub user: *mut c_void,
}

unsafe extern "C" {
    /// Returns a short name of a result, such as "out of memory".
    pub fn vrm_result_name(result: vrm_result) -> *const c_char;
    /// Returns the version of the linked library, such as "1.0.0".
    pub fn vrm_version() -> *const c_char;
    /// Returns the version of the linked library as one number, in the form of VRM_VERSION.
    pub fn vrm_version_number() -> i32;
    /// Makes text from an untrusted file safe to show on one line of a terminal.
    pub fn vrm_text_to_printable(text: *const c_char, length: usize, out: *mut c_char, capacity: usize) -> usize;
    /// Converts a name from an untrusted file into one safe path component for any system (ER-003).
    pub fn vrm_text_to_file_name(text: *const c_char, length: usize, out: *mut c_char, capacity: usize) -> usize;
    /// Fills in the default allocator: malloc and free, with support for every alignment.
    pub fn vrm_default_allocator(out: *mut vrm_allocator);
}

#[cfg(target_pointer_width = "64")]
const _: () = {
    use core::mem::{offset_of, size_of};
    assert!(size_of::<vrm_string>() == 16);
    assert!(offset_of!(vrm_string, data) == 0);
    assert!(offset_of!(vrm_string, length) == 8);
    assert!(size_of::<vrm_allocator>() == 24);
    assert!(offset_of!(vrm_allocator, allocate) == 0);
    assert!(offset_of!(vrm_allocator, release) == 8);
    assert!(offset_of!(vrm_allocator, user) == 16);
};
