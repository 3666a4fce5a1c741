//! Motions: loading, sampling and recording them.

use crate::view;
use crate::{ClipFlags, ClipInfo, Code, Error, LegShape, LoadFlags, LoadOptions, Model, Pose};
use alloc::vec;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ptr::NonNull;
use core::time::Duration;
use libvrm_sys as sys;

/// A motion: immutable, and shared by any number of avatars and threads. A clone is the same
/// motion.
///
/// ```no_run
/// # fn main() -> Result<(), libvrm::Error> {
/// # let (bytes, motion) = ([], []);
/// use core::time::Duration;
/// use libvrm::{Avatar, Clip, Model, Pose};
/// let (model, clip) = (Model::load(&bytes)?, Clip::load(&motion)?);
/// let (mut avatar, mut pose) = (Avatar::new(&model)?, Pose::new());
/// clip.sample(Duration::from_millis(1500), &mut pose);
/// avatar.apply_pose(&pose);
/// # Ok(())
/// # }
/// ```
pub struct Clip {
    raw: NonNull<sys::vrm_clip>,
    custom_count: u32,
}

// SAFETY: a clip is immutable, and any number of threads may sample it (vrm/clip.h).
unsafe impl Send for Clip {}
// SAFETY: likewise.
unsafe impl Sync for Clip {}

impl Clone for Clip {
    fn clone(&self) -> Self {
        // SAFETY: the clip is alive; the new reference is released once.
        unsafe { sys::vrm_clip_retain(self.as_ptr()) };
        Self { raw: self.raw, custom_count: self.custom_count }
    }
}

impl Drop for Clip {
    fn drop(&mut self) {
        // SAFETY: this reference is released once.
        unsafe { sys::vrm_clip_release(self.as_ptr()) };
    }
}

impl core::fmt::Debug for Clip {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.debug_struct("Clip").field("duration", &self.duration()).finish_non_exhaustive()
    }
}

/// Settings of the load of a motion.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClipOptions<'o> {
    /// [`ClipFlags`] bits. Default: none.
    pub flags: ClipFlags,
    /// Of a glTF file: the index of the animation. Default: 0.
    pub animation: usize,
    /// Settings of the load itself.
    pub load: LoadOptions<'o>,
}

impl ClipOptions<'_> {
    /// Loads a motion in memory: .vrma, glTF with an animated humanoid, BVH or VMD.
    pub fn load(&self, bytes: &[u8]) -> Result<Clip, Error> {
        self.load_with(|desc, out, report| {
            // SAFETY: the bytes are not needed after the call.
            unsafe { sys::vrm_clip_load(bytes.as_ptr().cast(), bytes.len(), desc, out, report) }
        })
    }

    /// Reads a file and loads the motion.
    #[cfg(feature = "std")]
    pub fn load_file(&self, path: impl AsRef<std::path::Path>) -> Result<Clip, Error> {
        let path = crate::files::c_path(path.as_ref())?;
        self.load_with(|desc, out, report| {
            // SAFETY: the path is valid during the call.
            unsafe { sys::vrm_clip_load_file(path.as_ptr(), desc, out, report) }
        })
    }

    fn load_with(
        &self,
        call: impl FnOnce(
            &sys::vrm_clip_desc,
            &mut *mut sys::vrm_clip,
            &mut *mut sys::vrm_report,
        ) -> Code,
    ) -> Result<Clip, Error> {
        Clip::created(|clip, report| {
            self.load.with_desc(LoadFlags(0), |load| {
                let desc = sys::vrm_clip_desc {
                    flags: self.flags,
                    animation: view::index(self.animation),
                    load,
                    ..sys::vrm_clip_desc::default()
                };
                call(&desc, clip, report)
            })
        })
    }
}

impl Clip {
    /// Loads a motion in memory with the default settings.
    pub fn load(bytes: &[u8]) -> Result<Self, Error> {
        ClipOptions::default().load(bytes)
    }

    /// Reads a file and loads the motion with the default settings.
    #[cfg(feature = "std")]
    pub fn load_file(path: impl AsRef<std::path::Path>) -> Result<Self, Error> {
        ClipOptions::default().load_file(path)
    }

    /// As [`Error::created`].
    fn created(
        call: impl FnOnce(&mut *mut sys::vrm_clip, &mut *mut sys::vrm_report) -> Code,
    ) -> Result<Self, Error> {
        let (raw, _) = Error::created(call)?;
        let mut clip = Self { raw, custom_count: 0 };
        clip.custom_count = clip.info().raw.custom_count;
        Ok(clip)
    }

    /// The clip for functions of C.
    pub fn as_ptr(&self) -> *mut sys::vrm_clip {
        self.raw.as_ptr()
    }

    /// The properties of the motion.
    pub fn info(&self) -> ClipInfo<'_> {
        // SAFETY: numbers and pointers, for which zeros are valid.
        let mut raw: sys::vrm_clip_info = unsafe { core::mem::zeroed() };
        raw.struct_size = size_of_val(&raw) as u32;
        // SAFETY: the clip is alive, and the struct has its size.
        unsafe { sys::vrm_clip_get_info(self.as_ptr(), &mut raw) };
        ClipInfo { raw, marker: PhantomData }
    }

    /// From 0 to the last key.
    pub fn duration(&self) -> Duration {
        Duration::from_nanos(self.info().raw.duration.unsigned_abs())
    }

    /// The names of its custom expressions.
    pub fn customs(&self) -> impl Iterator<Item = &str> {
        // SAFETY: the clip owns its names, which are never NULL.
        (0..self.custom_count)
            .map(|index| unsafe { view::c_text(sys::vrm_clip_custom_name(self.as_ptr(), index)) })
    }

    /// Writes the pose at a time. Beyond the last key it is the last pose. For a loop, see
    /// [`Clip::wrap`].
    pub fn sample(&self, time: Duration, pose: &mut Pose) {
        self.sample_nanos(nanos(time), pose);
    }

    /// The same at a time in nanoseconds, which may be before the first key.
    pub fn sample_nanos(&self, time: i64, pose: &mut Pose) {
        let capacity = self.custom_count as usize;
        // SAFETY: the clip is alive, and the pose is prepared.
        pose.write(capacity, |raw| unsafe { sys::vrm_clip_sample(self.as_ptr(), time, raw) });
    }

    /// Wraps a time into the loop of the motion. It is exact after any number of loops.
    pub fn wrap(&self, time: Duration) -> Duration {
        // SAFETY: the clip is alive.
        let time = unsafe { sys::vrm_clip_wrap(self.as_ptr(), nanos(time)) };
        Duration::from_nanos(time.unsigned_abs())
    }

    /// Finds the custom expressions of the motion in a model, once for many frames: for
    /// [`ApplyOptions::bindings`](crate::ApplyOptions).
    pub fn bind(&self, model: &Model<'_>) -> Vec<i32> {
        let mut bindings = vec![sys::VRM_NONE; self.custom_count as usize];
        let count = view::count(&bindings);
        // SAFETY: both are alive, and there is room for `count` indices.
        unsafe { sys::vrm_clip_bind(self.as_ptr(), model.as_ptr(), bindings.as_mut_ptr(), count) };
        bindings
    }

    /// The legs of the body that the motion was made for: see [`Ground::set_source`](crate::Ground).
    pub fn legs(&self) -> Option<LegShape> {
        // SAFETY: numbers, for which zeros are valid.
        let mut legs: LegShape = unsafe { core::mem::zeroed() };
        // SAFETY: the clip is alive.
        let found = unsafe { sys::vrm_clip_get_legs(self.as_ptr(), &mut legs) };
        (found != 0).then_some(legs)
    }
}

/// A time in whole nanoseconds. 292 years and more are the same.
pub(crate) fn nanos(time: Duration) -> i64 {
    i64::try_from(time.as_nanos()).unwrap_or(i64::MAX)
}

/// Settings of a recorder.
#[derive(Clone, Copy, Debug)]
pub struct RecorderOptions {
    /// A pose takes 1 KB. Default: 3,600; at most 10,000,000.
    pub pose_capacity: u32,
    /// Different custom expressions. Default: 64; at most 1,024.
    pub custom_capacity: u32,
    /// Of the body that moves, in meters. Default: 1.
    pub hips_height: f32,
}

impl Default for RecorderOptions {
    fn default() -> Self {
        let desc = sys::vrm_recorder_desc::default();
        Self {
            pose_capacity: desc.pose_capacity,
            custom_capacity: desc.custom_capacity,
            hips_height: desc.hips_height,
        }
    }
}

/// Records poses and makes a clip of them. It allocates all of its memory at first.
pub struct Recorder {
    raw: NonNull<sys::vrm_recorder>,
}

// SAFETY: a recorder is used by one thread at a time, and it may be any (vrm/clip.h).
unsafe impl Send for Recorder {}

impl Drop for Recorder {
    fn drop(&mut self) {
        // SAFETY: nothing else owns the recorder.
        unsafe { sys::vrm_recorder_destroy(self.raw.as_ptr()) };
    }
}

impl core::fmt::Debug for Recorder {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.debug_struct("Recorder").field("len", &self.len()).finish_non_exhaustive()
    }
}

impl Recorder {
    /// Creates an empty recorder.
    pub fn new(options: &RecorderOptions) -> Result<Self, Error> {
        let desc = sys::vrm_recorder_desc {
            pose_capacity: options.pose_capacity,
            custom_capacity: options.custom_capacity,
            hips_height: options.hips_height,
            ..sys::vrm_recorder_desc::default()
        };
        // SAFETY: all pointers are valid for the call.
        let (raw, _) = Error::created(|recorder, report| unsafe {
            sys::vrm_recorder_create(&desc, recorder, report)
        })?;
        Ok(Self { raw })
    }

    /// Appends a pose. Times have any origin: that of the first pose becomes 0. It fails if the
    /// recorder is full, and for a time before that of the last pose.
    pub fn add(&mut self, time: Duration, pose: &Pose) -> Result<(), Error> {
        // SAFETY: the recorder is alive, and the pose is prepared. It is copied.
        Error::check(unsafe {
            sys::vrm_recorder_add(self.raw.as_ptr(), nanos(time), pose.as_ptr())
        })
    }

    /// The number of poses.
    pub fn len(&self) -> usize {
        // SAFETY: the recorder is alive.
        unsafe { sys::vrm_recorder_count(self.raw.as_ptr()) as usize }
    }

    /// Whether there are no poses.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Removes all poses.
    pub fn clear(&mut self) {
        // SAFETY: the recorder is alive.
        unsafe { sys::vrm_recorder_clear(self.raw.as_ptr()) };
    }

    /// Makes a clip of the poses, which stay.
    pub fn to_clip(&self) -> Result<Clip, Error> {
        // SAFETY: the recorder is alive, and nothing else releases what it returns.
        Clip::created(|clip, report| unsafe {
            sys::vrm_recorder_make_clip(self.raw.as_ptr(), clip, report)
        })
    }
}
