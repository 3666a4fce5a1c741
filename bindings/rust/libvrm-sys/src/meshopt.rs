//! The decoder of meshoptimizer.

use crate::ffi::vrm_meshopt_decoder;
use core::ffi::c_void;

/// Declares functions that decode `count` elements of `stride` bytes.
macro_rules! decoders {
    ($($name:ident),+) => {
        unsafe extern "C" {
            $(fn $name(
                out: *mut c_void,
                count: usize,
                stride: usize,
                bytes: *const u8,
                size: usize,
            ) -> i32;)+
        }
    };
}

decoders!(meshopt_decodeVertexBuffer, meshopt_decodeIndexBuffer, meshopt_decodeIndexSequence);

unsafe extern "C" {
    fn meshopt_decodeFilterOct(elements: *mut c_void, count: usize, stride: usize);
    fn meshopt_decodeFilterQuat(elements: *mut c_void, count: usize, stride: usize);
    fn meshopt_decodeFilterExp(elements: *mut c_void, count: usize, stride: usize);
    #[cfg(has_meshopt_color)]
    fn meshopt_decodeFilterColor(elements: *mut c_void, count: usize, stride: usize);
}

/// The functions of the meshoptimizer that the feature `meshopt` links.
pub fn meshoptimizer() -> vrm_meshopt_decoder {
    vrm_meshopt_decoder {
        decode_vertices: Some(meshopt_decodeVertexBuffer),
        decode_triangles: Some(meshopt_decodeIndexBuffer),
        decode_indices: Some(meshopt_decodeIndexSequence),
        filter_octahedral: Some(meshopt_decodeFilterOct),
        filter_quaternion: Some(meshopt_decodeFilterQuat),
        filter_exponential: Some(meshopt_decodeFilterExp),
        #[cfg(has_meshopt_color)]
        filter_color: Some(meshopt_decodeFilterColor),
        ..vrm_meshopt_decoder::default()
    }
}
