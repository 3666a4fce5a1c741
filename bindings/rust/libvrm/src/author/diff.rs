//! Comparing two avatars by meaning.

use crate::view::{self, View};
use crate::{DiffInfo, DiffTable, Difference, Error, LoadFlags, LoadOptions, Model};
use alloc::string::String;
use alloc::vec::Vec;
use core::ffi::{c_char, c_void};
use core::fmt;
use core::ptr::{self, NonNull};
use libvrm_sys as sys;

/// Settings of a comparison.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiffOptions<'o> {
    /// The files that the models were loaded from. With them, JSON that no table holds is
    /// compared.
    pub files: Option<(&'o [u8], &'o [u8])>,
    /// The parts to report: `1 << DiffPart`. 0: all.
    pub parts: u32,
    /// Allocation limits and cancellation.
    pub load: LoadOptions<'o>,
}

/// A comparison of two models.
pub struct Diff {
    raw: NonNull<sys::vrm_diff>,
}

// SAFETY: a comparison is only read, by any number of threads, but for `operations`, which
// borrows it exclusively (vrm/author/diff.h).
unsafe impl Send for Diff {}
// SAFETY: likewise.
unsafe impl Sync for Diff {}

impl Drop for Diff {
    fn drop(&mut self) {
        // SAFETY: nothing else owns the comparison.
        unsafe { sys::vrm_diff_destroy(self.raw.as_ptr()) };
    }
}

impl fmt::Debug for Diff {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Diff").field("count", &self.info().count).finish_non_exhaustive()
    }
}

/// A step that turns the JSON of the first file into that of the second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// A JSON pointer.
    pub path: String,
    /// The new value as JSON; `None` removes the element.
    pub value: Option<String>,
}

impl DiffOptions<'_> {
    /// Compares the model before with the model after.
    pub fn compare(&self, a: &Model<'_>, b: &Model<'_>) -> Result<Diff, Error> {
        let (raw, _) = Error::created(|diff, report| {
            self.load.with_desc(LoadFlags(0), |load| {
                let mut desc =
                    sys::vrm_diff_desc { load, parts: self.parts, ..sys::vrm_diff_desc::default() };
                if let Some((a, b)) = self.files {
                    (desc.a_file, desc.a_size) = (a.as_ptr().cast(), a.len());
                    (desc.b_file, desc.b_size) = (b.as_ptr().cast(), b.len());
                }
                let (a, b) = (a.as_ptr(), b.as_ptr());
                // SAFETY: the models are alive, and the files are not needed after the call.
                unsafe { sys::vrm_diff_create(a, b, &desc, diff, report) }
            })
        })?;
        Ok(Diff { raw })
    }
}

impl Diff {
    /// Compares two models with the default settings.
    pub fn new(a: &Model<'_>, b: &Model<'_>) -> Result<Self, Error> {
        DiffOptions::default().compare(a, b)
    }

    /// The result in numbers.
    pub fn info(&self) -> DiffInfo {
        // SAFETY: numbers, for which zeros are valid.
        let mut info: DiffInfo = unsafe { core::mem::zeroed() };
        info.struct_size = size_of_val(&info) as u32;
        // SAFETY: the comparison is alive, and the struct has its size.
        unsafe { sys::vrm_diff_get_info(self.raw.as_ptr(), &mut info) };
        info
    }

    /// The differences.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Difference<'_>> {
        let diff = self.raw.as_ptr();
        // SAFETY: the index is below the count, and the comparison owns its differences.
        (0..self.info().count as usize)
            .map(move |index| unsafe { Difference::new(&*sys::vrm_diff_get(diff, index as u32)) })
    }

    /// Which element of the second model an element of the first was compared with.
    pub fn match_of(&self, table: DiffTable, index: usize) -> Option<usize> {
        let (diff, index) = (self.raw.as_ptr(), view::index(index));
        // SAFETY: the comparison is alive.
        usize::try_from(unsafe { sys::vrm_diff_match(diff, table, index) }).ok()
    }

    /// The steps that turn the JSON of the first file into that of the second; none without
    /// [`DiffOptions::files`].
    pub fn operations(&mut self) -> Result<Vec<Operation>, Error> {
        let mut found: Vec<Operation> = Vec::new();
        let visitor = sys::vrm_diff_visitor {
            user: ptr::from_mut(&mut found).cast(),
            operation: Some(add_operation),
        };
        // SAFETY: the comparison is alive, and the list outlives the call.
        Error::check(unsafe { sys::vrm_diff_operations(self.raw.as_ptr(), &visitor) })?;
        Ok(found)
    }
}

unsafe extern "C" fn add_operation(path: *const c_char, value: *const c_char, user: *mut c_void) {
    // SAFETY: `operations` passes its list, and both texts are valid during the call.
    unsafe {
        let value = (!value.is_null()).then(|| String::from(view::c_text(value)));
        let path = view::c_text(path).into();
        (*user.cast::<Vec<Operation>>()).push(Operation { path, value });
    }
}
