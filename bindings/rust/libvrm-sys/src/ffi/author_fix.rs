//! vrm/author/fix.h. Fix problems in a file, if the fix is lossless and invisible.
//!
//! Written by tools/make/make-rust from api.json: do not edit.
//!
//! Experimental: may change in any minor release.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use core::ffi::{c_char, c_void};

unsafe extern "C" {
    /// Fixes a GLB file (.vrm, .glb) or a plain .gltf file in memory.
    pub fn vrm_fix(bytes: *const c_void, size: usize, desc: *const vrm_check_desc, out_file: *mut *mut vrm_written, out_report: *mut *mut vrm_report) -> vrm_result;
    /// Returns the diagnostic that one of the changes of vrm_fix has fixed.
    pub fn vrm_written_fixed(file: *const vrm_written, index: u32) -> *const vrm_diagnostic;
    /// Returns what vrm_fix does about diagnostics of one code.
    pub fn vrm_fix_sentence(code: *const c_char) -> *const c_char;
}
