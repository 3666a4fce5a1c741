//! vrm/image.h. Image formats, pixels, and the type of functions that decode images. libvrm and libvrm-author have no decoder: an application passes one. vrm/render.h has decoders for PNG, JPEG and WebP.
//!
//! Written by tools/make/make-rust from api.json: do not edit.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use core::ffi::{c_char, c_void};

/// The format of an image file, detected from its first bytes.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_image_format(pub i32);

impl vrm_image_format {
    /// None of the others.
    pub const UNKNOWN: Self = Self(0);
    /// `VRM_IMAGE_FORMAT_PNG`.
    pub const PNG: Self = Self(1);
    /// `VRM_IMAGE_FORMAT_JPEG`.
    pub const JPEG: Self = Self(2);
    /// `VRM_IMAGE_FORMAT_WEBP`.
    pub const WEBP: Self = Self(3);
    /// `VRM_IMAGE_FORMAT_KTX2`.
    pub const KTX2: Self = Self(4);
    
    /// Returns the name of an image format, such as "PNG".
    pub fn name(self) -> &'static str {
        // SAFETY: any value is allowed; the result is a static string.
        crate::values::text_of(unsafe { vrm_image_format_name(self) })
    }
}

/// Decodes an image file of `size` bytes, whose header has the format of a VRM_IMAGE_FORMAT_ constant.
pub type vrm_decode_image_fn = unsafe extern "C" fn(bytes: *const c_void, size: usize, format: vrm_image_format, out: *mut vrm_pixels, user: *mut c_void) -> i32;

/// Format and size of an image, from the first bytes of its file.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_image_header {
    /// VRM_IMAGE_FORMAT_…
    pub format: vrm_image_format,
    /// In pixels; 0: unknown.
    pub width: u32,
    /// In pixels; 0: unknown.
    pub height: u32,
}

/// Pixels: red, green, blue and straight alpha, one byte each, the top row first, without gaps.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_pixels {
    /// width * height * 4 of them.
    pub bytes: *mut u8,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
}

unsafe extern "C" {
    /// Returns the name of an image format, such as "PNG".
    pub fn vrm_image_format_name(format: vrm_image_format) -> *const c_char;
}

#[cfg(target_pointer_width = "64")]
const _: () = {
    use core::mem::{offset_of, size_of};
    assert!(size_of::<vrm_image_header>() == 12);
    assert!(offset_of!(vrm_image_header, format) == 0);
    assert!(offset_of!(vrm_image_header, width) == 4);
    assert!(offset_of!(vrm_image_header, height) == 8);
    assert!(size_of::<vrm_pixels>() == 16);
    assert!(offset_of!(vrm_pixels, bytes) == 0);
    assert!(offset_of!(vrm_pixels, width) == 8);
    assert!(offset_of!(vrm_pixels, height) == 12);
};
