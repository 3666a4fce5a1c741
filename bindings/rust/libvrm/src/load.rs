//! Settings of a load, which every function that reads a file takes.

use crate::view;
use crate::{Code, Limits, LoadFlags};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ffi::{CStr, c_char, c_void};
use core::fmt;
use core::ptr;
use libvrm_sys as sys;

/// Is called with the name of a function of C and a sentence.
pub type Misuse = fn(function: &str, problem: &str);

/// Returns the bytes of an external file, or `None` to skip it. It gets a relative path without
/// `..`, and the most bytes that are accepted.
pub type Resolve<'o> = dyn Fn(&str, u64) -> Option<Vec<u8>> + 'o;

/// The decoder of compressed meshes that your program has, for [`LoadOptions::meshopt`].
#[derive(Clone, Copy, Debug)]
pub struct Meshopt(sys::vrm_meshopt_decoder);

impl Meshopt {
    /// Takes functions with the signatures of meshoptimizer.
    ///
    /// # Safety
    ///
    /// A function must not read beyond the bytes that it gets, whatever they hold, nor write beyond
    /// its elements.
    pub const unsafe fn new(decoder: sys::vrm_meshopt_decoder) -> Self {
        Self(decoder)
    }

    /// The meshoptimizer that the feature `meshopt` links.
    #[cfg(feature = "meshopt")]
    pub fn linked() -> Self {
        Self(sys::meshoptimizer())
    }
}

/// Settings of a load. The defaults are safe for untrusted files.
///
/// ```
/// use libvrm::{Limits, LoadOptions};
/// let options = LoadOptions {
///     limits: Some(Limits { max_nodes: 10_000, ..Limits::default() }),
///     ..LoadOptions::default()
/// };
/// assert!(options.load(b"no avatar").is_err());
/// ```
#[derive(Clone, Copy, Default)]
pub struct LoadOptions<'o> {
    /// Fail on anything that would otherwise be repaired.
    pub strict: bool,
    /// Accept any glTF file, also one without an avatar.
    pub any_gltf: bool,
    /// What a file may cost. `None`: the default limits.
    pub limits: Option<Limits>,
    /// Is called often during a load; `true` stops it with [`Code::ERROR_CANCELLED`].
    pub cancel: Option<&'o dyn Fn() -> bool>,
    /// Returns external files of a plain .gltf file. `None`: they are skipped.
    pub resolve: Option<&'o Resolve<'o>>,
    /// Is called when a function gets an argument that it cannot use, such as an index out of
    /// range, and does nothing. It holds for the model, and for all that is made from it.
    pub misuse: Option<Misuse>,
    /// Decodes compressed meshes. `None`: [`Meshopt::linked`] with the feature `meshopt`, and
    /// otherwise nothing does; the diagnostic `buffer-compressed` then reports it.
    pub meshopt: Option<Meshopt>,
}

impl fmt::Debug for LoadOptions<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("LoadOptions")
            .field("strict", &self.strict)
            .field("any_gltf", &self.any_gltf)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

impl LoadOptions<'_> {
    /// Calls a function with these settings as a desc of C.
    pub(crate) fn with_desc<T>(
        &self,
        flags: LoadFlags,
        call: impl FnOnce(&sys::vrm_load_desc) -> T,
    ) -> T {
        let mut desc = sys::vrm_load_desc { flags, ..sys::vrm_load_desc::default() };
        if self.strict {
            desc.flags |= LoadFlags::STRICT;
        }
        if self.any_gltf {
            desc.flags |= LoadFlags::ANY_GLTF;
        }
        let limits = self.limits.map(|limits| sys::vrm_limits {
            struct_size: size_of::<sys::vrm_limits>() as u32,
            ..limits
        });
        desc.limits = limits.as_ref().map_or(ptr::null(), ptr::from_ref);
        if let Some(cancel) = &self.cancel {
            desc.cancel = Some(call_cancel);
            desc.cancel_user = ptr::from_ref(cancel).cast_mut().cast();
        }
        let resolver = self.resolve.as_ref().map(|resolve| sys::vrm_resolver {
            resolve: Some(call_resolve),
            release: Some(release_resolved),
            user: ptr::from_ref(resolve).cast_mut().cast(),
        });
        desc.resolver = resolver.as_ref().map_or(ptr::null(), ptr::from_ref);
        #[cfg(feature = "meshopt")]
        let meshopt = self.meshopt.or_else(|| Some(Meshopt::linked()));
        #[cfg(not(feature = "meshopt"))]
        let meshopt = self.meshopt;
        desc.meshopt = meshopt.as_ref().map_or(ptr::null(), |decoder| ptr::from_ref(&decoder.0));
        if let Some(misuse) = self.misuse {
            desc.misuse = Some(call_misuse);
            desc.misuse_user = misuse as *mut c_void;
        }
        call(&desc)
    }
}

unsafe extern "C" fn call_cancel(user: *mut c_void) -> i32 {
    // SAFETY: `with_desc` passes the address of a reference to a function that outlives the call.
    let cancel = unsafe { &*user.cast::<&dyn Fn() -> bool>() };
    i32::from(cancel())
}

unsafe extern "C" fn call_resolve(
    uri: *const c_char,
    max_bytes: u64,
    out_bytes: *mut *const c_void,
    out_size: *mut usize,
    user: *mut c_void,
) -> Code {
    // SAFETY: as in `call_cancel`; the path is valid during the call.
    let (resolve, uri) = unsafe { (&*user.cast::<&Resolve<'_>>(), view::c_text(uri)) };
    let Some(bytes) = resolve(uri, max_bytes) else {
        return Code::ERROR_FILE;
    };
    if bytes.len() as u64 > max_bytes {
        return Code::ERROR_LIMIT;
    }
    let bytes = Box::leak(bytes.into_boxed_slice());
    // SAFETY: both are addresses of the library that receive the bytes. The library passes them
    // to `release_resolved`.
    unsafe {
        *out_bytes = bytes.as_ptr().cast();
        *out_size = bytes.len();
    }
    Code::OK
}

unsafe extern "C" fn release_resolved(bytes: *const c_void, size: usize, _: *mut c_void) {
    let bytes = ptr::slice_from_raw_parts_mut(bytes.cast_mut().cast::<u8>(), size);
    // SAFETY: `call_resolve` has leaked a box of this address and size.
    drop(unsafe { Box::from_raw(bytes) });
}

unsafe extern "C" fn call_misuse(
    function: *const c_char,
    problem: *const c_char,
    user: *mut c_void,
) {
    // SAFETY: `with_desc` passes a function as the pointer.
    let misuse = unsafe { core::mem::transmute::<*mut c_void, Misuse>(user) };
    // SAFETY: both texts are valid during the call.
    let (function, problem) = unsafe { (CStr::from_ptr(function), CStr::from_ptr(problem)) };
    misuse(function.to_str().unwrap_or_default(), problem.to_str().unwrap_or_default());
}

/// A resolver that reads external files from one folder, for [`LoadOptions::resolve`]. It opens
/// regular files below that folder only, and follows no symbolic links. A file can name any file
/// below the folder: put each untrusted file into its own folder.
#[cfg(feature = "std")]
pub fn files_in(folder: impl AsRef<std::path::Path>) -> impl Fn(&str, u64) -> Option<Vec<u8>> {
    let folder = crate::files::c_path(folder.as_ref());
    move |path, max_bytes| {
        let (folder, path) = (folder.as_ref().ok()?, view::CText::new(path)?);
        let mut resolver =
            sys::vrm_resolver { resolve: None, release: None, user: ptr::null_mut() };
        let (mut bytes, mut size) = (ptr::null(), 0);
        // SAFETY: the folder outlives the resolver, which is not kept.
        unsafe {
            sys::vrm_folder_resolver_init(&mut resolver, folder.as_ptr());
            let resolve = resolver.resolve?;
            let code = resolve(path.as_ptr(), max_bytes, &mut bytes, &mut size, resolver.user);
            if code != Code::OK {
                return None;
            }
        }
        // SAFETY: on success there are `size` bytes until they are released.
        let copy = unsafe { view::slice(bytes.cast::<u8>(), size) }.to_vec();
        if let Some(release) = resolver.release {
            // SAFETY: the resolver gave these bytes.
            unsafe { release(bytes, size, resolver.user) };
        }
        Some(copy)
    }
}
