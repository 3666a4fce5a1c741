//! vrm/file.h. Load models and clips by path.
//!
//! Written by tools/make/make-rust from api.json: do not edit.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use core::ffi::{c_char, c_void};

unsafe extern "C" {
    /// Reads a file and loads it.
    pub fn vrm_model_load_file(path: *const c_char, desc: *const vrm_load_desc, out_model: *mut *mut vrm_model, out_report: *mut *mut vrm_report) -> vrm_result;
    /// Reads a file and loads a clip from it, like vrm_clip_load.
    pub fn vrm_clip_load_file(path: *const c_char, desc: *const vrm_clip_desc, out_clip: *mut *mut vrm_clip, out_report: *mut *mut vrm_report) -> vrm_result;
    /// Fills in a resolver that reads the external buffers and images of a plain .gltf file from one folder.
    pub fn vrm_folder_resolver_init(resolver: *mut vrm_resolver, folder: *const c_char);
}
