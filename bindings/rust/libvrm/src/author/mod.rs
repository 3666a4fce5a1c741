//! Checking, fixing, editing, converting and writing avatars. All of it may change in any minor
//! release.

mod diff;
mod edit;

pub use diff::{Diff, DiffOptions, Operation};
pub use edit::{Edit, Joints};

use crate::view::{self, CText, View};
use crate::{
    Change, CheckFlags, Clip, Code, Diagnostic, Dialect, Error, ImageFormat, LoadFlags,
    LoadOptions, MakeFlags, MigrateFlags, Model, NormalizeFlags, OptimizeFlags, Report, WriteFlags,
    WrittenInfo,
};
use core::ffi::c_void;
use core::fmt;
use core::ptr::{self, NonNull};
use libvrm_sys as sys;

/// A file in memory that the library has written, and the list of its changes.
pub struct Written {
    raw: NonNull<sys::vrm_written>,
}

// SAFETY: a written file does not change, and any number of threads may read it
// (vrm/author/write.h).
unsafe impl Send for Written {}
// SAFETY: likewise.
unsafe impl Sync for Written {}

impl Drop for Written {
    fn drop(&mut self) {
        // SAFETY: nothing else owns the file.
        unsafe { sys::vrm_written_destroy(self.raw.as_ptr()) };
    }
}

impl Written {
    /// # Safety
    /// Nothing else destroys it.
    unsafe fn from_raw(raw: *mut sys::vrm_written) -> Option<Self> {
        Some(Self { raw: NonNull::new(raw)? })
    }

    /// The file that a function of C writes, and its report, or the reason why there is none. The
    /// function sets both pointers, and nothing else destroys what they point to.
    pub(super) fn created(
        call: impl FnOnce(&mut *mut sys::vrm_written, &mut *mut sys::vrm_report) -> Code,
    ) -> Result<(Self, Report), Error> {
        let (mut file, mut report) = (ptr::null_mut(), ptr::null_mut());
        let code = call(&mut file, &mut report);
        // SAFETY: the call has returned both, and nothing else destroys them.
        let (file, report) = unsafe { (Self::from_raw(file), Report::from_raw(report)) };
        match (code, file) {
            (Code::OK, Some(file)) => Ok((file, report)),
            (_, Some(file)) => Err(Error::with_written(code, file, report)),
            (_, None) => Err(Error::with_report(code, report)),
        }
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        let mut size = 0;
        // SAFETY: the file owns the bytes.
        unsafe {
            let bytes = sys::vrm_written_bytes(self.raw.as_ptr(), &mut size);
            view::slice(bytes.cast(), size)
        }
    }

    /// What differs from the file that it was written from.
    pub fn changes(&self) -> impl ExactSizeIterator<Item = Change<'_>> {
        let file = self.raw.as_ptr();
        // SAFETY: the file is alive.
        let count = unsafe { sys::vrm_written_change_count(file) };
        // SAFETY: the index is below the count, and the file owns its changes.
        (0..count as usize)
            .map(move |index| unsafe { Change::new(&*sys::vrm_written_change(file, index as u32)) })
    }

    /// Of a fixed file: the diagnostic that a change has fixed.
    pub fn fixed(&self, change: usize) -> Option<Diagnostic<'_>> {
        let index = u32::try_from(change).ok()?;
        // SAFETY: the file owns its diagnostics.
        unsafe { Some(Diagnostic::new(sys::vrm_written_fixed(self.raw.as_ptr(), index).as_ref()?)) }
    }

    /// Properties of a written motion.
    pub fn info(&self) -> WrittenInfo {
        // SAFETY: numbers, for which zeros are valid.
        let mut info: WrittenInfo = unsafe { core::mem::zeroed() };
        info.struct_size = size_of_val(&info) as u32;
        // SAFETY: the file is alive, and the struct has its size.
        unsafe { sys::vrm_written_get_info(self.raw.as_ptr(), &mut info) };
        info
    }
}

impl AsRef<[u8]> for Written {
    fn as_ref(&self) -> &[u8] {
        self.bytes()
    }
}

impl fmt::Debug for Written {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Written")
            .field("bytes", &self.bytes().len())
            .finish_non_exhaustive()
    }
}

/// Says whether an image can be decoded.
pub type DecodeImage<'o> = dyn Fn(&[u8], ImageFormat) -> bool + 'o;

/// Settings of a check, and of a fix.
///
/// ```no_run
/// # fn main() -> Result<(), libvrm::Error> {
/// # let bytes = [];
/// let report = libvrm::CheckOptions::default().check(&bytes)?;
/// for found in &report {
///     println!("{} at {}. {}", found.message(), found.pointer(), found.remedy());
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Default)]
pub struct CheckOptions<'o> {
    /// [`CheckFlags`] bits. Default: none.
    pub flags: CheckFlags,
    /// Settings of the load.
    pub load: LoadOptions<'o>,
    /// Is called for each image whose header is valid. `None`: only headers are checked.
    pub decode_image: Option<&'o DecodeImage<'o>>,
}

impl fmt::Debug for CheckOptions<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("CheckOptions")
            .field("flags", &self.flags)
            .field("load", &self.load)
            .finish_non_exhaustive()
    }
}

unsafe extern "C" fn call_decode(
    bytes: *const c_void,
    size: usize,
    format: ImageFormat,
    out: *mut sys::vrm_pixels,
    user: *mut c_void,
) -> i32 {
    if !out.is_null() {
        return 0; // a check needs no pixels
    }
    // SAFETY: `with_desc` passes the address of a reference to a function that outlives the call,
    // and the image has its size.
    let (decode, bytes) =
        unsafe { (&*user.cast::<&DecodeImage<'_>>(), view::slice(bytes.cast(), size)) };
    i32::from(decode(bytes, format))
}

impl CheckOptions<'_> {
    fn with_desc<T>(&self, call: impl FnOnce(&sys::vrm_check_desc) -> T) -> T {
        self.load.with_desc(LoadFlags(0), |load| {
            let mut desc =
                sys::vrm_check_desc { flags: self.flags, load, ..sys::vrm_check_desc::default() };
            if let Some(decode) = &self.decode_image {
                desc.decode_image = Some(call_decode);
                desc.decode_image_user = ptr::from_ref(decode).cast_mut().cast();
            }
            call(&desc)
        })
    }

    fn report_of(
        &self,
        call: impl FnOnce(&sys::vrm_check_desc, &mut *mut sys::vrm_report) -> Code,
    ) -> Result<Report, Error> {
        let mut report = ptr::null_mut();
        let code = self.with_desc(|desc| call(desc, &mut report));
        // SAFETY: the call has returned the report, and nothing else destroys it.
        let report = unsafe { Report::from_raw(report) };
        if code == Code::OK { Ok(report) } else { Err(Error::with_report(code, report)) }
    }

    /// Checks a file in memory against the specification. The report has the problems; an error is
    /// why the file could not be loaded.
    pub fn check(&self, bytes: &[u8]) -> Result<Report, Error> {
        // SAFETY: the bytes are not needed after the call.
        self.report_of(|desc, report| unsafe {
            sys::vrm_check(bytes.as_ptr().cast(), bytes.len(), desc, report)
        })
    }

    /// Reads a file and checks it.
    #[cfg(feature = "std")]
    pub fn check_file(&self, path: impl AsRef<std::path::Path>) -> Result<Report, Error> {
        let path = crate::files::c_path(path.as_ref())?;
        // SAFETY: the path is valid during the call.
        self.report_of(|desc, report| unsafe { sys::vrm_check_file(path.as_ptr(), desc, report) })
    }

    /// Checks a loaded model. Rules about members that only the JSON has are skipped.
    pub fn check_model(&self, model: &Model<'_>) -> Result<Report, Error> {
        // SAFETY: the model is alive.
        self.report_of(|desc, report| unsafe { sys::vrm_check_model(model.as_ptr(), desc, report) })
    }

    /// Fixes problems in a file, if the fix is lossless and invisible. Returns the new file with
    /// its changes, and the problems that remain.
    pub fn fix(&self, bytes: &[u8]) -> Result<(Written, Report), Error> {
        let (data, size) = (bytes.as_ptr().cast(), bytes.len());
        Written::created(|file, report| {
            // SAFETY: the bytes are not needed after the call.
            self.with_desc(|desc| unsafe { sys::vrm_fix(data, size, desc, file, report) })
        })
    }
}

/// What vrm_fix does about diagnostics of a code, if it fixes them.
pub fn fix_sentence(code: &str) -> Option<&'static str> {
    let code = CText::new(code)?;
    // SAFETY: the text is valid during the call; the result is static.
    let sentence = unsafe { sys::vrm_fix_sentence(code.as_ptr()) };
    // SAFETY: it is not NULL.
    (!sentence.is_null()).then(|| unsafe { view::c_text(sentence) })
}

/// An optional text for C, whose address is NULL if there is none.
struct OptionalText(Option<CText>);

impl OptionalText {
    fn new(text: Option<&str>) -> Result<Self, Error> {
        text.map(|text| CText::new(text).ok_or_else(Error::invalid)).transpose().map(Self)
    }
    fn as_ptr(&self) -> *const core::ffi::c_char {
        self.0.as_ref().map_or(ptr::null(), CText::as_ptr)
    }
}

/// Settings of a conversion between VRM versions.
///
/// ```no_run
/// # fn main() -> Result<(), libvrm::Error> {
/// # let bytes = [];
/// use libvrm::{Code, MigrateFlags, MigrateOptions};
/// let mut options = MigrateOptions::default();
/// let migrated = match options.migrate(&bytes) {
///     Err(error) if error.code() == Code::ERROR_CONSENT => {
///         for change in error.written().into_iter().flat_map(|file| file.changes()) {
///             println!("to be accepted: {}", change.text());
///         }
///         options.flags |= MigrateFlags::ACCEPT_LICENSE_MAPPING; // if a person accepts it
///         options.migrate(&bytes)
///     }
///     result => result,
/// };
/// println!("{} bytes", migrated?.bytes().len());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MigrateOptions<'o> {
    /// [`MigrateFlags`] bits. Default: none.
    pub flags: MigrateFlags,
    /// [`Dialect::V1`], which is the default, or [`Dialect::V0`].
    pub to: Dialect,
    /// The license of a file that becomes 1.0 and has none. `None`: the VRM Public License.
    pub license_url: Option<&'o str>,
    /// The author, if the file names none.
    pub author: Option<&'o str>,
    /// Settings of the load.
    pub load: LoadOptions<'o>,
}

impl Default for MigrateOptions<'_> {
    fn default() -> Self {
        let (flags, to, load) = (MigrateFlags(0), Dialect::V1, LoadOptions::default());
        Self { flags, to, license_url: None, author: None, load }
    }
}

impl MigrateOptions<'_> {
    /// Converts a GLB file to another VRM version. With [`Code::ERROR_CONSENT`],
    /// [`Error::written`] has the changes that a person has to accept.
    pub fn migrate(&self, bytes: &[u8]) -> Result<Written, Error> {
        let license = OptionalText::new(self.license_url)?;
        let author = OptionalText::new(self.author)?;
        let (data, size) = (bytes.as_ptr().cast(), bytes.len());
        self.load.with_desc(LoadFlags(0), |load| {
            let desc = sys::vrm_migrate_desc {
                flags: self.flags,
                to: self.to,
                load,
                license_url: license.as_ptr(),
                author: author.as_ptr(),
                ..sys::vrm_migrate_desc::default()
            };
            // SAFETY: nothing is needed after the call.
            let result = Written::created(|file, report| unsafe {
                sys::vrm_migrate(data, size, &desc, file, report)
            });
            result.map(|(file, _)| file)
        })
    }
}

/// Settings of [`NormalizeOptions::normalize`].
#[derive(Clone, Copy, Debug, Default)]
pub struct NormalizeOptions<'o> {
    /// [`NormalizeFlags`] bits. Default: none.
    pub flags: NormalizeFlags,
    /// Settings of the load.
    pub load: LoadOptions<'o>,
}

impl NormalizeOptions<'_> {
    /// Bakes node rotations and scales into the meshes. Appearance and motion stay the same.
    pub fn normalize(&self, bytes: &[u8]) -> Result<Written, Error> {
        let (data, size) = (bytes.as_ptr().cast(), bytes.len());
        self.load.with_desc(LoadFlags(0), |load| {
            let desc = sys::vrm_normalize_desc {
                flags: self.flags,
                load,
                ..sys::vrm_normalize_desc::default()
            };
            // SAFETY: nothing is needed after the call.
            let result = Written::created(|file, report| unsafe {
                sys::vrm_normalize(data, size, &desc, file, report)
            });
            result.map(|(file, _)| file)
        })
    }
}

/// Settings of [`OptimizeOptions::optimize`]. Images are not encoded again and triangles not
/// reduced: that needs functions of the application, which [`sys::vrm_optimize`] takes.
#[derive(Clone, Copy, Debug, Default)]
pub struct OptimizeOptions<'o> {
    /// [`OptimizeFlags`] bits. Default: none.
    pub flags: OptimizeFlags,
    /// Settings of the load.
    pub load: LoadOptions<'o>,
}

impl OptimizeOptions<'_> {
    /// Makes a file smaller. Appearance and motion stay the same.
    pub fn optimize(&self, bytes: &[u8]) -> Result<Written, Error> {
        let (data, size) = (bytes.as_ptr().cast(), bytes.len());
        self.load.with_desc(LoadFlags(0), |load| {
            let desc = sys::vrm_optimize_desc {
                flags: self.flags,
                load,
                ..sys::vrm_optimize_desc::default()
            };
            // SAFETY: nothing is needed after the call.
            let result = Written::created(|file, report| unsafe {
                sys::vrm_optimize(data, size, &desc, file, report)
            });
            result.map(|(file, _)| file)
        })
    }
}

/// Settings of [`MakeOptions::make`].
#[derive(Clone, Copy, Debug, Default)]
pub struct MakeOptions<'o> {
    /// [`MakeFlags`] bits. Default: none.
    pub flags: MakeFlags,
    /// The name of the avatar. `None`: a guess.
    pub name: Option<&'o str>,
    /// The author of the avatar.
    pub author: Option<&'o str>,
    /// The name if nothing else gives one.
    pub default_name: Option<&'o str>,
    /// Guesses that a person has corrected: JSON.
    pub guesses: Option<&'o str>,
    /// Settings of the load.
    pub load: LoadOptions<'o>,
}

impl MakeOptions<'_> {
    /// Makes a VRM 1.0 file from a rigged GLB file. Returns the file, and all guesses as JSON. If
    /// bones were not found, [`Error::written`] has the guesses.
    pub fn make(&self, bytes: &[u8]) -> Result<(Written, Written), Error> {
        let name = OptionalText::new(self.name)?;
        let author = OptionalText::new(self.author)?;
        let default_name = OptionalText::new(self.default_name)?;
        let (mut file, mut guesses, mut report) =
            (ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
        let (data, size) = (bytes.as_ptr().cast(), bytes.len());
        let code = self.load.with_desc(LoadFlags(0), |load| {
            let mut desc = sys::vrm_make_desc {
                flags: self.flags,
                load,
                name: name.as_ptr(),
                author: author.as_ptr(),
                default_name: default_name.as_ptr(),
                ..sys::vrm_make_desc::default()
            };
            if let Some(guesses) = self.guesses {
                desc.guesses = guesses.as_ptr().cast();
                desc.guesses_size = guesses.len();
            }
            // SAFETY: nothing is needed after the call.
            unsafe { sys::vrm_make(data, size, &desc, &mut file, &mut guesses, &mut report) }
        });
        // SAFETY: the call has returned these, and nothing else destroys them.
        let (file, guesses, report) = unsafe {
            (Written::from_raw(file), Written::from_raw(guesses), Report::from_raw(report))
        };
        match (file, guesses) {
            (Some(file), Some(guesses)) => Ok((file, guesses)),
            (_, Some(guesses)) => Err(Error::with_written(code, guesses, report)),
            _ => Err(Error::with_report(code, report)),
        }
    }
}

/// Settings of [`Clip::write_vrma`].
#[derive(Clone, Copy, Debug)]
pub struct WriteOptions {
    /// [`WriteFlags`] bits. Default: none.
    pub flags: WriteFlags,
    /// Of tracks that have to be sampled. Default: 30.
    pub keys_per_second: f32,
    /// Removes keys of rotations within this error. Default: 0, all keys stay.
    pub max_degrees: f32,
    /// The same for the hips.
    pub max_meters: f32,
    /// The same for weights of expressions.
    pub max_weight: f32,
}

impl Default for WriteOptions {
    fn default() -> Self {
        let desc = sys::vrm_write_desc::default();
        Self {
            flags: desc.flags,
            keys_per_second: desc.keys_per_second,
            max_degrees: desc.max_degrees,
            max_meters: desc.max_meters,
            max_weight: desc.max_weight,
        }
    }
}

impl Clip {
    /// Writes the motion as a .vrma file.
    pub fn write_vrma(&self, options: &WriteOptions) -> Result<Written, Error> {
        let desc = sys::vrm_write_desc {
            flags: options.flags,
            keys_per_second: options.keys_per_second,
            max_degrees: options.max_degrees,
            max_meters: options.max_meters,
            max_weight: options.max_weight,
            ..sys::vrm_write_desc::default()
        };
        // SAFETY: the clip is alive, and all pointers are valid for the call.
        let result = Written::created(|file, report| unsafe {
            sys::vrm_clip_write_vrma(self.as_ptr(), &desc, file, report)
        });
        result.map(|(file, _)| file)
    }
}
