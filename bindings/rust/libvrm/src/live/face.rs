//! Faces of trackers become expressions, bones and lookAt.

use crate::view::{self, number};
use crate::{Code, Error, FaceLookAt, FaceParts, FaceShape, Mat4, Model, Pose, Quat};
use core::marker::PhantomData;
use core::ptr::NonNull;
use libvrm_sys as sys;

/// What a tracker sees: weights of ARKit's 52 shapes, the head and the eyes. Its field is the
/// struct of C, whose values may all be changed.
///
/// ```no_run
/// # fn main() -> Result<(), libvrm::Error> {
/// # let (bytes, packet) = ([], []);
/// use libvrm::{Face, FaceCalibration, FaceFilter, FaceMap, Model, Pose};
/// let model = Model::load(&bytes)?;
/// let (map, mut pose) = (FaceMap::new(&model), Pose::new());
/// let (calibration, mut filter) = (FaceCalibration::new(), FaceFilter::new());
/// let face = calibration.apply(&Face::from_ifacialmocap(&packet)?); // for each packet
/// map.apply(&filter.update(&face, 1.0 / 60.0), &mut pose);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face(pub sys::vrm_face);

impl Default for Face {
    fn default() -> Self {
        // SAFETY: the function writes all of the face.
        Self(unsafe { view::prepared(|face| sys::vrm_face_init(face)) })
    }
}

impl Face {
    /// An empty face: no shapes, the head at rest, and found.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads a packet of iFacialMocap. It fails if it is no such packet, or a value is wrong.
    pub fn from_ifacialmocap(packet: &[u8]) -> Result<Self, Error> {
        Self::read(packet, sys::vrm_face_read_ifacialmocap)
    }

    /// Reads a packet of VTube Studio on a phone. It fails if it is no such packet, or a value is
    /// wrong.
    pub fn from_vtube_studio(packet: &[u8]) -> Result<Self, Error> {
        Self::read(packet, sys::vrm_face_read_vtube_studio)
    }

    fn read(
        packet: &[u8],
        read: unsafe extern "C" fn(*const core::ffi::c_void, usize, *mut sys::vrm_face) -> i32,
    ) -> Result<Self, Error> {
        let mut face = Self::new();
        // SAFETY: the packet has its size.
        match unsafe { read(packet.as_ptr().cast(), packet.len(), &mut face.0) } {
            0 => Err(Error::new(Code::ERROR_PAYLOAD)),
            _ => Ok(face),
        }
    }

    /// Sets a shape by its name in any spelling, such as a category of MediaPipe. Returns whether
    /// it is a shape, and the weight a number.
    pub fn set(&mut self, name: &str, weight: f32) -> bool {
        // SAFETY: the name has its length.
        unsafe { sys::vrm_face_set(&mut self.0, name.as_ptr().cast(), name.len(), weight) != 0 }
    }

    /// The weight of a shape, if the face has it.
    pub fn weight(&self, shape: FaceShape) -> Option<f32> {
        let weight = *self.0.weights.get(usize::try_from(shape.0).ok()?)?;
        (self.0.shapes >> shape.0 & 1 != 0).then_some(weight)
    }

    /// Sets the head by a matrix in centimeters, such as that of MediaPipe. Returns whether the
    /// matrix is one of a rotation and a position.
    pub fn set_head(&mut self, matrix: &Mat4) -> bool {
        // SAFETY: both are plain numbers.
        unsafe { sys::vrm_face_set_head(&mut self.0, matrix) != 0 }
    }

    /// The rotation of the head, if the face has it.
    pub fn head(&self) -> Option<Quat> {
        self.0.parts.contains(FaceParts::HEAD).then_some(self.0.head)
    }

    /// Whether the tracker sees a face.
    pub fn is_found(&self) -> bool {
        self.0.is_found != 0
    }
}

/// What a person's face has at rest and at most. Its field is the struct of C, which may be stored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FaceCalibration(pub sys::vrm_face_calibration);

impl Default for FaceCalibration {
    fn default() -> Self {
        // SAFETY: the function writes all of the calibration.
        Self(unsafe { view::prepared(|calibration| sys::vrm_face_calibration_init(calibration)) })
    }
}

impl FaceCalibration {
    /// A calibration that changes nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a face at rest: the calibration has the mean of all that were added.
    pub fn add(&mut self, face: &Face) {
        // SAFETY: both are plain numbers.
        unsafe { sys::vrm_face_calibration_add(&mut self.0, &face.0) };
    }

    /// The face without what it has at rest.
    pub fn apply(&self, face: &Face) -> Face {
        let mut out = *face;
        // SAFETY: all are plain numbers.
        unsafe { sys::vrm_face_calibrate(&self.0, &face.0, &mut out.0) };
        out
    }
}

/// Smooths faces, and holds what a packet does not have. Its field is the struct of C, with the
/// delays that it adds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FaceFilter(pub sys::vrm_face_filter);

impl Default for FaceFilter {
    fn default() -> Self {
        // SAFETY: the function writes all of the filter.
        Self(unsafe { view::prepared(|filter| sys::vrm_face_filter_init(filter)) })
    }
}

impl FaceFilter {
    /// A filter with the default delays.
    pub fn new() -> Self {
        Self::default()
    }

    /// The smoothed face. `dt`: seconds since the last one.
    pub fn update(&mut self, face: &Face, dt: f32) -> Face {
        let mut out = *face;
        // SAFETY: all are plain numbers.
        unsafe { sys::vrm_face_filter_update(&mut self.0, &face.0, dt, &mut out.0) };
        out
    }
}

/// Shows faces on an avatar, by its Perfect Sync expressions or its presets.
///
/// `'a` is the lifetime of the bytes that its model borrows. The map keeps the model alive.
pub struct FaceMap<'a> {
    raw: sys::vrm_face_map,
    model: Option<NonNull<sys::vrm_model>>,
    bytes: PhantomData<&'a [u8]>,
}

// SAFETY: a map is plain data with names of a model, which are immutable and shared.
unsafe impl Send for FaceMap<'_> {}
// SAFETY: likewise.
unsafe impl Sync for FaceMap<'_> {}

impl Drop for FaceMap<'_> {
    fn drop(&mut self) {
        if let Some(model) = self.model {
            // SAFETY: this reference to the model is released once.
            unsafe { sys::vrm_model_release(model.as_ptr()) };
        }
    }
}

/// That of an avatar with all presets, a neck and lookAt.
impl Default for FaceMap<'_> {
    fn default() -> Self {
        Self::of(None)
    }
}

impl core::fmt::Debug for FaceMap<'_> {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.debug_struct("FaceMap").field("customs", &self.customs()).finish_non_exhaustive()
    }
}

impl<'a> FaceMap<'a> {
    /// Finds what an avatar has for faces.
    pub fn new(model: &Model<'a>) -> Self {
        // SAFETY: the model is alive; the new reference is released once.
        Self::of(NonNull::new(unsafe { sys::vrm_model_retain(model.as_ptr()) }))
    }

    fn of(model: Option<NonNull<sys::vrm_model>>) -> Self {
        let raw = model.map_or(core::ptr::null(), |model| model.as_ptr().cast_const());
        // SAFETY: the model is alive, or NULL, and the function writes all of the map.
        let raw = unsafe { view::prepared(|map| sys::vrm_face_map_init(map, raw)) };
        Self { raw, model, bytes: PhantomData }
    }

    number!(
        FaceMap,
        /// What turns the eyes. Default: lookAt if the avatar has it, else shapes if it has them.
        look_at, set_look_at, FaceLookAt
    );
    number!(
        FaceMap,
        /// What a shape of looking turns the eyes by. Default: 35.
        look_at_degrees, set_look_at_degrees, f32
    );
    number!(
        FaceMap,
        /// How much of looking down is no blink. Default: 0.4, or 0 if the eyes turn by bones.
        lid_follow, set_lid_follow, f32
    );
    number!(
        FaceMap,
        /// How much happy, angry, sad and surprised follow the face. Default: 1, or 0 if the mouth
        /// is custom expressions. 0 leaves emotions to your program.
        emotions, set_emotions, f32
    );
    number!(
        FaceMap,
        /// The part of the head's rotation that the neck takes. Default: 0.4, or 0 without a neck.
        neck_share, set_neck_share, f32
    );

    /// The bits of the shapes for which the avatar has an expression: `1 << FaceShape`.
    pub fn customs(&self) -> u64 {
        self.raw.customs
    }

    /// Writes a face into a pose: neck and head, lookAt, presets and custom expressions. What the
    /// face does not set stays as it is in the pose.
    pub fn apply(&self, face: &Face, pose: &mut Pose) {
        let capacity = pose.customs_set() + self.raw.customs.count_ones() as usize;
        // SAFETY: the names of the map belong to its model, which it keeps, and the pose is
        // prepared.
        pose.write(capacity, |raw| unsafe { sys::vrm_face_map_apply(&self.raw, &face.0, raw) });
    }
}

impl Pose {
    /// Sets the five presets of the mouth by the weights of OVR's visemes, in the order of
    /// [`Viseme`](crate::Viseme). Lips close at [`Viseme::PP`](crate::Viseme::PP).
    pub fn set_visemes(&mut self, weights: &[f32]) {
        // SAFETY: the weights have their count, and the pose is prepared. Its customs stay.
        unsafe {
            sys::vrm_viseme_apply(weights.as_ptr(), view::count(weights), self.raw_mut());
        }
    }
}
