//! What generated views and methods share: slices, texts and indices.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ffi::{CStr, c_char};
use core::fmt;
use core::iter::FusedIterator;
use libvrm_sys as sys;

/// A value that is read through a reference into the library's memory.
pub trait View<'a> {
    /// The struct of the library.
    #[doc(hidden)]
    type Raw: 'a;
    /// # Safety
    /// The library gave the struct out, and what it points to lives for `'a`.
    #[doc(hidden)]
    unsafe fn new(raw: &'a Self::Raw) -> Self;
}

impl<'a> View<'a> for &'a str {
    type Raw = sys::vrm_string;
    unsafe fn new(raw: &'a sys::vrm_string) -> Self {
        // SAFETY: the caller promises it.
        unsafe { text(*raw) }
    }
}

/// An array of the library, whose elements are views.
pub struct List<'a, V: View<'a>> {
    items: &'a [V::Raw],
}

impl<'a, V: View<'a>> List<'a, V> {
    /// # Safety
    /// The library gave the array out, and what it points to lives for `'a`.
    pub(crate) unsafe fn new(items: &'a [V::Raw]) -> Self {
        Self { items }
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// An element, if there is one at `index`.
    pub fn get(&self, index: usize) -> Option<V> {
        // SAFETY: the list is an array of the library.
        self.items.get(index).map(|raw| unsafe { V::new(raw) })
    }

    /// The elements in order.
    pub fn iter(&self) -> Iter<'a, V> {
        Iter { items: self.items.iter() }
    }
}

impl<'a, V: View<'a>> Clone for List<'a, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<'a, V: View<'a>> Copy for List<'a, V> {}

// SAFETY: a list is a reference to memory that nothing changes while it is borrowed.
unsafe impl<'a, V: View<'a>> Send for List<'a, V> {}
// SAFETY: likewise.
unsafe impl<'a, V: View<'a>> Sync for List<'a, V> {}

impl<'a, V: View<'a> + fmt::Debug> fmt::Debug for List<'a, V> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(*self).finish()
    }
}

impl<'a, V: View<'a>> IntoIterator for List<'a, V> {
    type Item = V;
    type IntoIter = Iter<'a, V>;
    fn into_iter(self) -> Iter<'a, V> {
        self.iter()
    }
}

/// The elements of a [`List`].
pub struct Iter<'a, V: View<'a>> {
    items: core::slice::Iter<'a, V::Raw>,
}

impl<'a, V: View<'a>> Iterator for Iter<'a, V> {
    type Item = V;
    fn next(&mut self) -> Option<V> {
        // SAFETY: the list is an array of the library.
        self.items.next().map(|raw| unsafe { V::new(raw) })
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.items.size_hint()
    }
}

impl<'a, V: View<'a>> DoubleEndedIterator for Iter<'a, V> {
    fn next_back(&mut self) -> Option<V> {
        // SAFETY: the list is an array of the library.
        self.items.next_back().map(|raw| unsafe { V::new(raw) })
    }
}

impl<'a, V: View<'a>> ExactSizeIterator for Iter<'a, V> {}
impl<'a, V: View<'a>> FusedIterator for Iter<'a, V> {}

/// A slice of the library, whose address may be NULL if it is empty.
///
/// # Safety
/// `data` has `count` elements, which live for `'a`.
#[inline]
pub(crate) unsafe fn slice<'a, T>(data: *const T, count: usize) -> &'a [T] {
    if data.is_null() {
        &[]
    } else {
        // SAFETY: the caller promises it.
        unsafe { core::slice::from_raw_parts(data, count) }
    }
}

/// A text of the library. The library repairs text that is not UTF-8; if a byte got through, the
/// text ends there.
///
/// # Safety
/// The bytes live for `'a`.
pub(crate) unsafe fn text<'a>(text: sys::vrm_string) -> &'a str {
    // SAFETY: the caller promises it.
    valid(unsafe { slice(text.data.cast(), text.length as usize) })
}

/// The same of a string that ends in a NUL byte.
///
/// # Safety
/// The bytes live for `'a`, and `text` is not NULL.
pub(crate) unsafe fn c_text<'a>(text: *const c_char) -> &'a str {
    // SAFETY: the caller promises it.
    valid(unsafe { CStr::from_ptr(text) }.to_bytes())
}

/// The same of a text that may not be UTF-8, whose other bytes are replaced.
///
/// # Safety
/// As of [`c_text`].
#[cfg(feature = "author")]
pub(crate) unsafe fn any_c_text<'a>(text: *const c_char) -> Cow<'a, str> {
    // SAFETY: the caller promises it.
    unsafe { CStr::from_ptr(text) }.to_string_lossy()
}

fn valid(bytes: &[u8]) -> &str {
    match core::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => core::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(),
    }
}

/// A text with a NUL byte at its end, for functions of C. Short ones are not allocated.
pub(crate) enum CText {
    Short([u8; 64]),
    Long(Vec<u8>),
}

impl CText {
    /// `None` if the text has a NUL byte, which no name in a file can be found by.
    pub(crate) fn new(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        if bytes.contains(&0) {
            return None;
        }
        let mut short = [0; 64];
        if bytes.len() < short.len() {
            short[..bytes.len()].copy_from_slice(bytes);
            return Some(Self::Short(short));
        }
        let mut long = Vec::with_capacity(bytes.len() + 1);
        long.extend_from_slice(bytes);
        long.push(0);
        Some(Self::Long(long))
    }

    pub(crate) fn as_ptr(&self) -> *const c_char {
        match self {
            Self::Short(bytes) => bytes.as_ptr().cast(),
            Self::Long(bytes) => bytes.as_ptr().cast(),
        }
    }
}

/// An index as the library takes it. What does not fit is out of range there too.
#[inline]
pub(crate) fn index(index: usize) -> i32 {
    i32::try_from(index).unwrap_or(i32::MAX)
}

/// An index, or what stands for none or for all.
#[inline]
pub(crate) fn index_or(value: Option<usize>, otherwise: i32) -> i32 {
    value.map_or(otherwise, index)
}

/// The length of a slice as a count of 32 bits. Longer slices are cut.
#[cfg(feature = "experimental")]
#[inline]
pub(crate) fn count<T>(items: &[T]) -> u32 {
    u32::try_from(items.len()).unwrap_or(u32::MAX)
}

/// A text for functions of C that take its length. Longer ones than 4 GB are cut.
#[cfg(feature = "experimental")]
pub(crate) fn string(text: &str) -> sys::vrm_string {
    sys::vrm_string { data: text.as_ptr().cast(), length: count(text.as_bytes()) }
}

/// A struct that a function of C prepares.
///
/// # Safety
/// The function writes all of the struct.
#[cfg(feature = "experimental")]
pub(crate) unsafe fn prepared<T>(prepare: impl FnOnce(*mut T)) -> T {
    let mut value = core::mem::MaybeUninit::uninit();
    prepare(value.as_mut_ptr());
    // SAFETY: the caller promises it.
    unsafe { value.assume_init() }
}

/// Text that a function of C writes into a buffer, and whose whole length it returns.
pub(crate) fn written_text(write: impl Fn(*mut c_char, usize) -> usize) -> alloc::string::String {
    let length = write(core::ptr::null_mut(), 0);
    let mut bytes = alloc::vec![0u8; length + 1];
    write(bytes.as_mut_ptr().cast(), bytes.len());
    bytes.truncate(length);
    match alloc::string::String::from_utf8_lossy(&bytes) {
        Cow::Borrowed(text) => text.into(),
        Cow::Owned(text) => text,
    }
}

/// A setting that is a field of the struct of C: what reads it, and what sets it.
#[cfg(feature = "experimental")]
macro_rules! number {
    ($owner:ident, $(#[$comment:meta])* $name:ident, $set:ident, $kind:ty) => {
        $(#[$comment])*
        pub fn $name(&self) -> $kind {
            self.raw.$name
        }
        #[doc = concat!("Sets what [`", stringify!($owner), "::", stringify!($name), "`] returns.")]
        pub fn $set(&mut self, $name: $kind) -> &mut Self {
            self.raw.$name = $name;
            self
        }
    };
}
#[cfg(feature = "experimental")]
pub(crate) use number;
