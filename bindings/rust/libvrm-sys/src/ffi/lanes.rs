//! vrm/lanes.h. The SIMD instructions that compute springs.
//!
//! Written by tools/make/make-rust from api.json: do not edit.
//!
//! Experimental: may change in any minor release.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use core::ffi::{c_char, c_void};

/// Values of vrm_avatar_desc.lanes.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_lanes(pub i32);

impl vrm_lanes {
    /// The fastest that this machine supports.
    pub const AUTO: Self = Self(0);
    /// The reference: one joint at a time.
    pub const SCALAR: Self = Self(1);
    /// Eight joints at a time in plain C, on targets without SIMD lanes.
    pub const PLAIN: Self = Self(2);
    /// `VRM_LANES_SSE2`.
    pub const SSE2: Self = Self(3);
    /// `VRM_LANES_AVX2`.
    pub const AVX2: Self = Self(4);
    /// `VRM_LANES_NEON`.
    pub const NEON: Self = Self(5);
    /// `VRM_LANES_WASM`.
    pub const WASM: Self = Self(6);
    
    /// Returns the name of a kind of lanes, such as "avx2".
    pub fn name(self) -> &'static str {
        // SAFETY: any value is allowed; the result is a static string.
        crate::values::text_of(unsafe { vrm_lanes_name(self) })
    }
}

unsafe extern "C" {
    /// Returns the name of a kind of lanes, such as "avx2".
    pub fn vrm_lanes_name(lanes: vrm_lanes) -> *const c_char;
    /// Returns whether this machine and this build support a kind of lanes.
    pub fn vrm_lanes_supported(lanes: vrm_lanes) -> i32;
}
