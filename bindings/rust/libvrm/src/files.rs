//! Paths for functions of C, which take UTF-8.

use crate::Error;
use alloc::ffi::CString;
use std::path::Path;

pub(crate) fn c_path(path: &Path) -> Result<CString, Error> {
    let text = path.to_str().ok_or_else(Error::invalid)?;
    CString::new(text).map_err(|_| Error::invalid())
}
