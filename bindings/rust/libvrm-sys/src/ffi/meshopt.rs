//! vrm/meshopt.h. Decoding of compressed buffer views: EXT_meshopt_compression and KHR_meshopt_compression. libvrm has no decoder: an application passes the functions of meshoptimizer, which most engines have, in the settings of a load. vrm_meshopt_decoder has their signatures. @code vrm_meshopt_decoder meshopt; vrm_meshopt_decoder_init(&meshopt); meshopt.decode_vertices = meshopt_decodeVertexBuffer; meshopt.decode_triangles = meshopt_decodeIndexBuffer; meshopt.decode_indices = meshopt_decodeIndexSequence; meshopt.filter_octahedral = meshopt_decodeFilterOct; meshopt.filter_quaternion = meshopt_decodeFilterQuat; meshopt.filter_exponential = meshopt_decodeFilterExp; desc.meshopt = &meshopt; // of vrm_load_desc @endcode A load decodes all compressed views at once, within its limits.
//!
//! Written by tools/make/make-rust from api.json: do not edit.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use core::ffi::{c_char, c_void};

/// Functions that decode compressed buffer views.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_meshopt_decoder {
    /// Set by vrm_meshopt_decoder_init.
    pub struct_size: u32,
    /// Always 0.
    pub reserved: u32,
    /// Mode ATTRIBUTES: meshopt_decodeVertexBuffer.
    pub decode_vertices: Option<unsafe extern "C" fn(out: *mut c_void, count: usize, stride: usize, bytes: *const u8, size: usize) -> i32>,
    /// Mode TRIANGLES: meshopt_decodeIndexBuffer.
    pub decode_triangles: Option<unsafe extern "C" fn(out: *mut c_void, count: usize, stride: usize, bytes: *const u8, size: usize) -> i32>,
    /// Mode INDICES: meshopt_decodeIndexSequence.
    pub decode_indices: Option<unsafe extern "C" fn(out: *mut c_void, count: usize, stride: usize, bytes: *const u8, size: usize) -> i32>,
    /// Filter OCTAHEDRAL: meshopt_decodeFilterOct, in place.
    pub filter_octahedral: Option<unsafe extern "C" fn(elements: *mut c_void, count: usize, stride: usize)>,
    /// Filter QUATERNION: meshopt_decodeFilterQuat, in place.
    pub filter_quaternion: Option<unsafe extern "C" fn(elements: *mut c_void, count: usize, stride: usize)>,
    /// Filter EXPONENTIAL: meshopt_decodeFilterExp, in place.
    pub filter_exponential: Option<unsafe extern "C" fn(elements: *mut c_void, count: usize, stride: usize)>,
    /// Filter COLOR, of KHR_meshopt_compression alone: meshopt_decodeFilterColor, in place. meshoptimizer 1.0 and newer have it.
    pub filter_color: Option<unsafe extern "C" fn(elements: *mut c_void, count: usize, stride: usize)>,
}

unsafe extern "C" {
    /// Prepares a decoder without functions.
    pub fn vrm_meshopt_decoder_init_sized(decoder: *mut vrm_meshopt_decoder, struct_size: usize);
}

impl Default for vrm_meshopt_decoder {
    fn default() -> Self {
        let mut value = core::mem::MaybeUninit::uninit();
        // SAFETY: the function writes all of the struct, whose size it gets.
        unsafe {
            vrm_meshopt_decoder_init_sized(value.as_mut_ptr(), size_of::<Self>());
            value.assume_init()
        }
    }
}

#[cfg(target_pointer_width = "64")]
const _: () = {
    use core::mem::{offset_of, size_of};
    assert!(size_of::<vrm_meshopt_decoder>() == 64);
    assert!(offset_of!(vrm_meshopt_decoder, struct_size) == 0);
    assert!(offset_of!(vrm_meshopt_decoder, reserved) == 4);
    assert!(offset_of!(vrm_meshopt_decoder, decode_vertices) == 8);
    assert!(offset_of!(vrm_meshopt_decoder, decode_triangles) == 16);
    assert!(offset_of!(vrm_meshopt_decoder, decode_indices) == 24);
    assert!(offset_of!(vrm_meshopt_decoder, filter_octahedral) == 32);
    assert!(offset_of!(vrm_meshopt_decoder, filter_quaternion) == 40);
    assert!(offset_of!(vrm_meshopt_decoder, filter_exponential) == 48);
    assert!(offset_of!(vrm_meshopt_decoder, filter_color) == 56);
};
