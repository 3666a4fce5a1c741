//! Reports, and errors that carry them.

use crate::view::{self, View};
use crate::{Code, Diagnostic, Severity};
use alloc::string::String;
use core::ffi::CStr;
use core::fmt;
use core::ptr::NonNull;
use libvrm_sys as sys;

/// The diagnostics that a load, a check or another call reports about a file.
///
/// ```no_run
/// # fn main() -> Result<(), libvrm::Error> {
/// # let bytes = [];
/// let model = libvrm::Model::load(&bytes)?;
/// for diagnostic in model.report() {
///     println!("{} at {}: {}", diagnostic.code(), diagnostic.pointer(), diagnostic.message());
/// }
/// # Ok(())
/// # }
/// ```
pub struct Report {
    raw: Option<NonNull<sys::vrm_report>>,
}

// SAFETY: a report is read-only, and any number of threads may read it (vrm/report.h).
unsafe impl Send for Report {}
// SAFETY: likewise.
unsafe impl Sync for Report {}

impl Drop for Report {
    fn drop(&mut self) {
        // SAFETY: nothing else has the report. NULL is allowed.
        unsafe { sys::vrm_report_destroy(self.as_ptr()) };
    }
}

impl Report {
    /// Takes a report from a function of C. NULL is a report without diagnostics.
    ///
    /// # Safety
    /// Nothing else destroys it.
    pub unsafe fn from_raw(raw: *mut sys::vrm_report) -> Self {
        Self { raw: NonNull::new(raw) }
    }

    /// The report for functions of C.
    pub fn as_ptr(&self) -> *mut sys::vrm_report {
        self.raw.map_or(core::ptr::null_mut(), NonNull::as_ptr)
    }

    /// How many diagnostics it holds: at most [`Limits::max_diagnostics`](crate::Limits).
    pub fn len(&self) -> usize {
        // SAFETY: the report is alive, or NULL.
        unsafe { sys::vrm_report_count(self.as_ptr()) as usize }
    }

    /// Whether it holds no diagnostics.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A diagnostic, in the order in which they were found.
    pub fn get(&self, index: usize) -> Option<Diagnostic<'_>> {
        let index = u32::try_from(index).ok()?;
        // SAFETY: the report is alive, or NULL; it owns the diagnostic.
        unsafe { Some(Diagnostic::new(sys::vrm_report_get(self.as_ptr(), index).as_ref()?)) }
    }

    /// The diagnostics, in the order in which they were found.
    pub fn iter(&self) -> Diagnostics<'_> {
        Diagnostics { report: self, next: 0, end: self.len() }
    }

    /// How many diagnostics of a severity were found, also those that it does not hold.
    pub fn found(&self, severity: Severity) -> usize {
        // SAFETY: the report is alive, or NULL.
        unsafe { sys::vrm_report_found(self.as_ptr(), severity) as usize }
    }

    /// The diagnostic that made the call fail.
    pub fn failure(&self) -> Option<Diagnostic<'_>> {
        // SAFETY: the report is alive, or NULL; it owns the diagnostic.
        unsafe { Some(Diagnostic::new(sys::vrm_report_failure(self.as_ptr()).as_ref()?)) }
    }
}

/// All diagnostics as text, as the command line prints them.
impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&view::written_text(|out, capacity| {
            // SAFETY: `out` has `capacity` bytes.
            unsafe { sys::vrm_report_text(self.as_ptr(), out, capacity) }
        }))
    }
}

impl fmt::Debug for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self).finish()
    }
}

impl<'a> IntoIterator for &'a Report {
    type Item = Diagnostic<'a>;
    type IntoIter = Diagnostics<'a>;
    fn into_iter(self) -> Diagnostics<'a> {
        self.iter()
    }
}

/// The diagnostics of a [`Report`].
#[derive(Clone)]
pub struct Diagnostics<'a> {
    report: &'a Report,
    next: usize,
    end: usize,
}

impl<'a> Iterator for Diagnostics<'a> {
    type Item = Diagnostic<'a>;
    fn next(&mut self) -> Option<Diagnostic<'a>> {
        if self.next == self.end {
            return None;
        }
        self.next += 1;
        self.report.get(self.next - 1)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.end - self.next, Some(self.end - self.next))
    }
}

impl ExactSizeIterator for Diagnostics<'_> {}

/// A line with severity, location, message and code, and a line with the remedy if there is one.
impl fmt::Display for Diagnostic<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&view::written_text(|out, capacity| {
            // SAFETY: `out` has `capacity` bytes.
            unsafe { sys::vrm_diagnostic_text(self.raw, out, capacity) }
        }))
    }
}

impl fmt::Debug for Diagnostic<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Diagnostic")
            .field("code", &self.code())
            .field("pointer", &self.pointer())
            .field("message", &self.message())
            .finish_non_exhaustive()
    }
}

/// Why there is no result: a code, and what the library reports about it.
pub struct Error {
    code: Code,
    detail: Detail,
}

enum Detail {
    Nothing,
    Report(Report),
    /// A sentence.
    #[cfg_attr(not(any(feature = "author", feature = "live")), allow(dead_code))]
    Problem(String),
    /// A file without bytes, whose changes need consent; or the guesses of an avatar.
    #[cfg(feature = "author")]
    Written(crate::Written, Report),
}

impl Error {
    pub(crate) fn new(code: Code) -> Self {
        Self { code, detail: Detail::Nothing }
    }

    pub(crate) fn with_report(code: Code, report: Report) -> Self {
        Self { code, detail: Detail::Report(report) }
    }

    #[cfg(any(feature = "author", feature = "live"))]
    pub(crate) fn with_problem(code: Code, problem: String) -> Self {
        Self { code, detail: Detail::Problem(problem) }
    }

    #[cfg(feature = "author")]
    pub(crate) fn with_written(code: Code, written: crate::Written, report: Report) -> Self {
        Self { code, detail: Detail::Written(written, report) }
    }

    /// What a function of C creates, with its report; or why it does not. It sets both pointers, and
    /// nothing else releases what they point to.
    pub(crate) fn created<T>(
        call: impl FnOnce(&mut *mut T, &mut *mut sys::vrm_report) -> Code,
    ) -> Result<(NonNull<T>, Report), Self> {
        let (mut object, mut report) = (core::ptr::null_mut(), core::ptr::null_mut());
        let code = call(&mut object, &mut report);
        // SAFETY: the call has returned the report, and nothing else destroys it.
        let report = unsafe { Report::from_raw(report) };
        match NonNull::new(object) {
            Some(object) => Ok((object, report)),
            None => Err(Self::with_report(code, report)),
        }
    }

    /// `Ok` for [`Code::OK`].
    #[inline]
    pub(crate) fn check(code: Code) -> Result<(), Self> {
        if code == Code::OK { Ok(()) } else { Err(Self::new(code)) }
    }

    /// An argument that C cannot take, such as a path with a NUL byte.
    pub(crate) fn invalid() -> Self {
        Self::new(Code::ERROR_INVALID_ARGUMENT)
    }

    /// The code of the failure: a `Code::ERROR_` constant.
    pub fn code(&self) -> Code {
        self.code
    }

    /// What the call reported until it failed.
    pub fn report(&self) -> Option<&Report> {
        match &self.detail {
            Detail::Report(report) => Some(report),
            #[cfg(feature = "author")]
            Detail::Written(_, report) => Some(report),
            _ => None,
        }
    }

    /// The diagnostic that made the call fail: its code, JSON pointer and remedy.
    pub fn diagnostic(&self) -> Option<Diagnostic<'_>> {
        self.report()?.failure()
    }

    /// Of [`MigrateOptions::migrate`](crate::MigrateOptions::migrate) with
    /// [`Code::ERROR_CONSENT`]: its changes are those that a person has to accept. Of
    /// [`MakeOptions::make`](crate::MakeOptions::make): its bytes are the guesses.
    #[cfg(feature = "author")]
    pub fn written(&self) -> Option<&crate::Written> {
        match &self.detail {
            Detail::Written(written, _) => Some(written),
            _ => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Detail::Problem(problem) = &self.detail {
            return formatter.write_str(problem);
        }
        let Some(found) = self.diagnostic() else {
            // SAFETY: any code has a static name.
            let name = unsafe { CStr::from_ptr(sys::vrm_result_name(self.code)) };
            return formatter.write_str(name.to_str().unwrap_or_default());
        };
        write!(formatter, "{} [{}]", found.message(), found.code())?;
        if !found.pointer().is_empty() {
            write!(formatter, " at {}", found.pointer())?;
        }
        if !found.remedy().is_empty() {
            write!(formatter, ". {}", found.remedy())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Error({}: {self})", self.code.0)
    }
}

impl core::error::Error for Error {}
