//! vrm/author/file.h. Check and fix files by path.
//!
//! Written by tools/make/make-rust from api.json: do not edit.
//!
//! Experimental: may change in any minor release.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use core::ffi::{c_char, c_void};

unsafe extern "C" {
    /// Reads a file and checks it, as vrm_check does.
    pub fn vrm_check_file(path: *const c_char, desc: *const vrm_check_desc, out_report: *mut *mut vrm_report) -> vrm_result;
    /// Reads a file and fixes it in memory, as vrm_fix does.
    pub fn vrm_fix_file(path: *const c_char, desc: *const vrm_check_desc, out_file: *mut *mut vrm_written, out_report: *mut *mut vrm_report) -> vrm_result;
}
