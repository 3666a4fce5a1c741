//! vrm/report.h. Diagnostics: the problems that the library reports about a file.
//!
//! Written by tools/make/make-rust from api.json: do not edit.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use core::ffi::{c_char, c_void};

/// The byte offset of a diagnostic whose position in the file is unknown.
pub const VRM_NO_OFFSET: u64 = 18446744073709551615;

/// The severity of a diagnostic.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_severity(pub i32);

impl vrm_severity {
    /// Information; nothing is wrong.
    pub const NOTE: Self = Self(0);
    /// The file violates the specification, but it loads.
    pub const WARNING: Self = Self(1);
    /// The file is refused.
    pub const ERROR: Self = Self(2);
}

/// Who will notice the problem of a diagnostic.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_impact(pub i32);

impl vrm_impact {
    /// It is visible on the avatar, here and elsewhere.
    pub const VISIBLE: Self = Self(0);
    /// It loads well here, but other applications may differ.
    pub const ELSEWHERE: Self = Self(1);
    /// It concerns only the author of the exporter.
    pub const EXPORTER: Self = Self(2);
}

/// What an argument of a diagnostic holds.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_argument_kind(pub i32);

impl vrm_argument_kind {
    /// See `integer`.
    pub const INTEGER: Self = Self(0);
    /// See `number`.
    pub const NUMBER: Self = Self(1);
    /// See `text`: text of the file, made printable.
    pub const TEXT: Self = Self(2);
    /// See `text`: a word of the library or of the specification.
    pub const WORD: Self = Self(3);
    /// See `subject`, `integer` and `name`: an element of the file.
    pub const REFERENCE: Self = Self(4);
}

/// A list of diagnostics.
#[repr(C)]
pub struct vrm_report {
    _data: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}

/// The value that replaces one {} of a diagnostic's sentence.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_diagnostic_argument {
    /// What it holds.
    pub kind: vrm_argument_kind,
    /// Always 0.
    pub reserved: i32,
    /// For VRM_ARGUMENT_INTEGER; for VRM_ARGUMENT_REFERENCE the index of the element in the list of the file; else 0.
    pub integer: i64,
    /// For VRM_ARGUMENT_NUMBER; else 0.
    pub number: f64,
    /// For all kinds: the argument as the message shows it, but without the quotes around VRM_ARGUMENT_TEXT.
    pub text: *const c_char,
    /// For VRM_ARGUMENT_REFERENCE: what it is, such as "node", in the words of vrm_diagnostic.subject; else "".
    pub subject: *const c_char,
    /// For VRM_ARGUMENT_REFERENCE: its name, made printable; else, and if it has none, "".
    pub name: *const c_char,
}

/// One diagnostic.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_diagnostic {
    /// Stable and unique, such as "index-out-of-range".
    pub code: *const c_char,
    /// A requirement ID of docs/evidence/requirements.md, such as "GL-033"; "" if none applies.
    pub requirement: *const c_char,
    /// JSON pointer (RFC 6901) to the element; "" is the whole file.
    pub pointer: *const c_char,
    /// The kind of the element: "node", "material", "expression", "spring", "bone", "mesh" …; "" if unknown.
    pub subject: *const c_char,
    /// Its name in the file, made printable; "" if it has none.
    pub subject_name: *const c_char,
    /// One sentence in English, without a full stop.
    pub message: *const c_char,
    /// What to do about it; may be empty.
    pub remedy: *const c_char,
    /// The message before its arguments were filled in: each {} stands for one argument.
    pub sentence: *const c_char,
    /// `argument_count` of them.
    pub arguments: *const vrm_diagnostic_argument,
    /// Position in the file, in bytes; VRM_NO_OFFSET if unknown.
    pub byte_offset: u64,
    /// Of `arguments`.
    pub argument_count: u32,
    /// A VRM_SEVERITY_ constant.
    pub severity: vrm_severity,
    /// Who will notice it.
    pub impact: vrm_impact,
    /// 1: the load changed or skipped something to go on.
    pub is_repair: i32,
    /// Of the subject in its list of the file, such as 22 of /nodes/22; VRM_NONE if unknown, or if the subject has a key instead.
    pub subject_index: i32,
}

/// What the library may report: one entry for each diagnostic code.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_diagnostic_info {
    /// Stable and unique.
    pub code: *const c_char,
    /// Of docs/evidence/requirements.md; "" if none applies.
    pub requirement: *const c_char,
    /// Each {} stands for one argument.
    pub sentence: *const c_char,
    /// What to do about it; may be empty.
    pub remedy: *const c_char,
    /// In a lenient load; a strict load makes repairs errors.
    pub severity: vrm_severity,
    /// Who will notice it.
    pub impact: vrm_impact,
    /// 1: the load changes or skips something to go on.
    pub is_repair: i32,
    /// How many {} the sentence has.
    pub argument_count: u32,
}

unsafe extern "C" {
    /// Creates a report with one error, for a library on top of libvrm such as vrm-render.
    pub fn vrm_report_create(error: *const c_char, text: *const c_char, allocator: *const vrm_allocator, out_report: *mut *mut vrm_report) -> vrm_result;
    /// Destroys a report and all of its diagnostics.
    pub fn vrm_report_destroy(report: *mut vrm_report);
    /// Returns how many diagnostics a report holds.
    pub fn vrm_report_count(report: *const vrm_report) -> u32;
    /// Returns one diagnostic of a report.
    pub fn vrm_report_get(report: *const vrm_report, index: u32) -> *const vrm_diagnostic;
    /// Returns how many diagnostics of one severity were found, including those that the report does not hold because there were more than `max_diagnostics`.
    pub fn vrm_report_found(report: *const vrm_report, severity: vrm_severity) -> u32;
    /// Returns the diagnostic that made the call fail: the first error.
    pub fn vrm_report_failure(report: *const vrm_report) -> *const vrm_diagnostic;
    /// Writes a diagnostic as text: a line with severity, location, message and code, and a second line with the remedy if there is one.
    pub fn vrm_diagnostic_text(diagnostic: *const vrm_diagnostic, out: *mut c_char, capacity: usize) -> usize;
    /// Writes all diagnostics of a report as text, one after the other, and a last line that counts those that the report does not hold.
    pub fn vrm_report_text(report: *const vrm_report, out: *mut c_char, capacity: usize) -> usize;
    /// Returns how many diagnostic codes libvrm has. libvrm-author has more (vrm_author_diagnostic_info_count).
    pub fn vrm_diagnostic_info_count() -> u32;
    /// Returns one entry of the list of all diagnostic codes, for translations and for documentation.
    pub fn vrm_diagnostic_info_get(index: u32) -> *const vrm_diagnostic_info;
}

#[cfg(target_pointer_width = "64")]
const _: () = {
    use core::mem::{offset_of, size_of};
    assert!(size_of::<vrm_diagnostic_argument>() == 48);
    assert!(offset_of!(vrm_diagnostic_argument, kind) == 0);
    assert!(offset_of!(vrm_diagnostic_argument, reserved) == 4);
    assert!(offset_of!(vrm_diagnostic_argument, integer) == 8);
    assert!(offset_of!(vrm_diagnostic_argument, number) == 16);
    assert!(offset_of!(vrm_diagnostic_argument, text) == 24);
    assert!(offset_of!(vrm_diagnostic_argument, subject) == 32);
    assert!(offset_of!(vrm_diagnostic_argument, name) == 40);
    assert!(size_of::<vrm_diagnostic>() == 104);
    assert!(offset_of!(vrm_diagnostic, code) == 0);
    assert!(offset_of!(vrm_diagnostic, requirement) == 8);
    assert!(offset_of!(vrm_diagnostic, pointer) == 16);
    assert!(offset_of!(vrm_diagnostic, subject) == 24);
    assert!(offset_of!(vrm_diagnostic, subject_name) == 32);
    assert!(offset_of!(vrm_diagnostic, message) == 40);
    assert!(offset_of!(vrm_diagnostic, remedy) == 48);
    assert!(offset_of!(vrm_diagnostic, sentence) == 56);
    assert!(offset_of!(vrm_diagnostic, arguments) == 64);
    assert!(offset_of!(vrm_diagnostic, byte_offset) == 72);
    assert!(offset_of!(vrm_diagnostic, argument_count) == 80);
    assert!(offset_of!(vrm_diagnostic, severity) == 84);
    assert!(offset_of!(vrm_diagnostic, impact) == 88);
    assert!(offset_of!(vrm_diagnostic, is_repair) == 92);
    assert!(offset_of!(vrm_diagnostic, subject_index) == 96);
    assert!(size_of::<vrm_diagnostic_info>() == 48);
    assert!(offset_of!(vrm_diagnostic_info, code) == 0);
    assert!(offset_of!(vrm_diagnostic_info, requirement) == 8);
    assert!(offset_of!(vrm_diagnostic_info, sentence) == 16);
    assert!(offset_of!(vrm_diagnostic_info, remedy) == 24);
    assert!(offset_of!(vrm_diagnostic_info, severity) == 32);
    assert!(offset_of!(vrm_diagnostic_info, impact) == 36);
    assert!(offset_of!(vrm_diagnostic_info, is_repair) == 40);
    assert!(offset_of!(vrm_diagnostic_info, argument_count) == 44);
};
