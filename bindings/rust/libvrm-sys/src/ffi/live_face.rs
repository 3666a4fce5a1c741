//! vrm/live/face.h. Faces of trackers: ARKit's 52 shapes, head and eyes become expressions, bones and lookAt.
//!
//! Written by tools/make/make-rust from api.json: do not edit.
//!
//! Experimental: may change in any minor release.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use core::ffi::{c_char, c_void};

/// The UDP port of iFacialMocap, on the phone and on the computer.
pub const VRM_FACE_IFACIALMOCAP_PORT: i32 = 49983;

/// The UDP port on which VTube Studio on a phone waits for requests.
pub const VRM_FACE_VTUBE_STUDIO_PORT: i32 = 21412;

/// A shape of ARKit's faces.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_face_shape(pub i32);

impl vrm_face_shape {
    /// `VRM_FACE_EYE_BLINK_LEFT`.
    pub const EYE_BLINK_LEFT: Self = Self(0);
    /// `VRM_FACE_EYE_LOOK_DOWN_LEFT`.
    pub const EYE_LOOK_DOWN_LEFT: Self = Self(1);
    /// `VRM_FACE_EYE_LOOK_IN_LEFT`.
    pub const EYE_LOOK_IN_LEFT: Self = Self(2);
    /// `VRM_FACE_EYE_LOOK_OUT_LEFT`.
    pub const EYE_LOOK_OUT_LEFT: Self = Self(3);
    /// `VRM_FACE_EYE_LOOK_UP_LEFT`.
    pub const EYE_LOOK_UP_LEFT: Self = Self(4);
    /// `VRM_FACE_EYE_SQUINT_LEFT`.
    pub const EYE_SQUINT_LEFT: Self = Self(5);
    /// `VRM_FACE_EYE_WIDE_LEFT`.
    pub const EYE_WIDE_LEFT: Self = Self(6);
    /// `VRM_FACE_EYE_BLINK_RIGHT`.
    pub const EYE_BLINK_RIGHT: Self = Self(7);
    /// `VRM_FACE_EYE_LOOK_DOWN_RIGHT`.
    pub const EYE_LOOK_DOWN_RIGHT: Self = Self(8);
    /// `VRM_FACE_EYE_LOOK_IN_RIGHT`.
    pub const EYE_LOOK_IN_RIGHT: Self = Self(9);
    /// `VRM_FACE_EYE_LOOK_OUT_RIGHT`.
    pub const EYE_LOOK_OUT_RIGHT: Self = Self(10);
    /// `VRM_FACE_EYE_LOOK_UP_RIGHT`.
    pub const EYE_LOOK_UP_RIGHT: Self = Self(11);
    /// `VRM_FACE_EYE_SQUINT_RIGHT`.
    pub const EYE_SQUINT_RIGHT: Self = Self(12);
    /// `VRM_FACE_EYE_WIDE_RIGHT`.
    pub const EYE_WIDE_RIGHT: Self = Self(13);
    /// `VRM_FACE_JAW_FORWARD`.
    pub const JAW_FORWARD: Self = Self(14);
    /// `VRM_FACE_JAW_LEFT`.
    pub const JAW_LEFT: Self = Self(15);
    /// `VRM_FACE_JAW_RIGHT`.
    pub const JAW_RIGHT: Self = Self(16);
    /// `VRM_FACE_JAW_OPEN`.
    pub const JAW_OPEN: Self = Self(17);
    /// `VRM_FACE_MOUTH_CLOSE`.
    pub const MOUTH_CLOSE: Self = Self(18);
    /// `VRM_FACE_MOUTH_FUNNEL`.
    pub const MOUTH_FUNNEL: Self = Self(19);
    /// `VRM_FACE_MOUTH_PUCKER`.
    pub const MOUTH_PUCKER: Self = Self(20);
    /// `VRM_FACE_MOUTH_LEFT`.
    pub const MOUTH_LEFT: Self = Self(21);
    /// `VRM_FACE_MOUTH_RIGHT`.
    pub const MOUTH_RIGHT: Self = Self(22);
    /// `VRM_FACE_MOUTH_SMILE_LEFT`.
    pub const MOUTH_SMILE_LEFT: Self = Self(23);
    /// `VRM_FACE_MOUTH_SMILE_RIGHT`.
    pub const MOUTH_SMILE_RIGHT: Self = Self(24);
    /// `VRM_FACE_MOUTH_FROWN_LEFT`.
    pub const MOUTH_FROWN_LEFT: Self = Self(25);
    /// `VRM_FACE_MOUTH_FROWN_RIGHT`.
    pub const MOUTH_FROWN_RIGHT: Self = Self(26);
    /// `VRM_FACE_MOUTH_DIMPLE_LEFT`.
    pub const MOUTH_DIMPLE_LEFT: Self = Self(27);
    /// `VRM_FACE_MOUTH_DIMPLE_RIGHT`.
    pub const MOUTH_DIMPLE_RIGHT: Self = Self(28);
    /// `VRM_FACE_MOUTH_STRETCH_LEFT`.
    pub const MOUTH_STRETCH_LEFT: Self = Self(29);
    /// `VRM_FACE_MOUTH_STRETCH_RIGHT`.
    pub const MOUTH_STRETCH_RIGHT: Self = Self(30);
    /// `VRM_FACE_MOUTH_ROLL_LOWER`.
    pub const MOUTH_ROLL_LOWER: Self = Self(31);
    /// `VRM_FACE_MOUTH_ROLL_UPPER`.
    pub const MOUTH_ROLL_UPPER: Self = Self(32);
    /// `VRM_FACE_MOUTH_SHRUG_LOWER`.
    pub const MOUTH_SHRUG_LOWER: Self = Self(33);
    /// `VRM_FACE_MOUTH_SHRUG_UPPER`.
    pub const MOUTH_SHRUG_UPPER: Self = Self(34);
    /// `VRM_FACE_MOUTH_PRESS_LEFT`.
    pub const MOUTH_PRESS_LEFT: Self = Self(35);
    /// `VRM_FACE_MOUTH_PRESS_RIGHT`.
    pub const MOUTH_PRESS_RIGHT: Self = Self(36);
    /// `VRM_FACE_MOUTH_LOWER_DOWN_LEFT`.
    pub const MOUTH_LOWER_DOWN_LEFT: Self = Self(37);
    /// `VRM_FACE_MOUTH_LOWER_DOWN_RIGHT`.
    pub const MOUTH_LOWER_DOWN_RIGHT: Self = Self(38);
    /// `VRM_FACE_MOUTH_UPPER_UP_LEFT`.
    pub const MOUTH_UPPER_UP_LEFT: Self = Self(39);
    /// `VRM_FACE_MOUTH_UPPER_UP_RIGHT`.
    pub const MOUTH_UPPER_UP_RIGHT: Self = Self(40);
    /// `VRM_FACE_BROW_DOWN_LEFT`.
    pub const BROW_DOWN_LEFT: Self = Self(41);
    /// `VRM_FACE_BROW_DOWN_RIGHT`.
    pub const BROW_DOWN_RIGHT: Self = Self(42);
    /// `VRM_FACE_BROW_INNER_UP`.
    pub const BROW_INNER_UP: Self = Self(43);
    /// `VRM_FACE_BROW_OUTER_UP_LEFT`.
    pub const BROW_OUTER_UP_LEFT: Self = Self(44);
    /// `VRM_FACE_BROW_OUTER_UP_RIGHT`.
    pub const BROW_OUTER_UP_RIGHT: Self = Self(45);
    /// `VRM_FACE_CHEEK_PUFF`.
    pub const CHEEK_PUFF: Self = Self(46);
    /// `VRM_FACE_CHEEK_SQUINT_LEFT`.
    pub const CHEEK_SQUINT_LEFT: Self = Self(47);
    /// `VRM_FACE_CHEEK_SQUINT_RIGHT`.
    pub const CHEEK_SQUINT_RIGHT: Self = Self(48);
    /// `VRM_FACE_NOSE_SNEER_LEFT`.
    pub const NOSE_SNEER_LEFT: Self = Self(49);
    /// `VRM_FACE_NOSE_SNEER_RIGHT`.
    pub const NOSE_SNEER_RIGHT: Self = Self(50);
    /// `VRM_FACE_TONGUE_OUT`.
    pub const TONGUE_OUT: Self = Self(51);
    /// `VRM_FACE_SHAPE_COUNT`.
    pub const SHAPE_COUNT: Self = Self(52);
    
    /// Returns the name of a shape as ARKit spells it, such as "eyeBlinkLeft".
    pub fn name(self) -> &'static str {
        // SAFETY: any value is allowed; the result is a static string.
        crate::values::text_of(unsafe { vrm_face_shape_name(self) })
    }
    
    /// Finds a shape by its name, in any spelling: eyeBlinkLeft, EyeBlinkLeft, eyeBlink_L, eyeBlinkL, eye_blink_left, in any case.
    pub fn find(name: &str) -> Option<Self> {
        // SAFETY: the text has its length.
        let found = unsafe { vrm_face_find_shape(name.as_ptr().cast(), name.len()) };
        (found.0 >= 0).then_some(found)
    }
}

/// Parts of a face beside shapes: bits of vrm_face.parts.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_face_parts(pub u32);

impl vrm_face_parts {
    /// vrm_face.head.
    pub const HEAD: Self = Self(1);
    /// vrm_face.head_position.
    pub const HEAD_POSITION: Self = Self(2);
    /// The angles of the eyes.
    pub const EYES: Self = Self(4);
}

impl vrm_face_parts {
    /// Whether all bits of `other` are set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl core::ops::BitOr for vrm_face_parts {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl core::ops::BitOrAssign for vrm_face_parts {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// What turns the eyes of an avatar.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_face_look_at(pub i32);

impl vrm_face_look_at {
    /// The lookAt direction of the pose.
    pub const POSE: Self = Self(0);
    /// Expressions with the names of the eight shapes of looking.
    pub const SHAPES: Self = Self(1);
    /// Nothing.
    pub const OFF: Self = Self(2);
}

/// A viseme of OVR LipSync, in its order.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_viseme(pub i32);

impl vrm_viseme {
    /// `VRM_VISEME_SIL`.
    pub const SIL: Self = Self(0);
    /// `VRM_VISEME_PP`.
    pub const PP: Self = Self(1);
    /// `VRM_VISEME_FF`.
    pub const FF: Self = Self(2);
    /// `VRM_VISEME_TH`.
    pub const TH: Self = Self(3);
    /// `VRM_VISEME_DD`.
    pub const DD: Self = Self(4);
    /// `VRM_VISEME_KK`.
    pub const KK: Self = Self(5);
    /// `VRM_VISEME_CH`.
    pub const CH: Self = Self(6);
    /// `VRM_VISEME_SS`.
    pub const SS: Self = Self(7);
    /// `VRM_VISEME_NN`.
    pub const NN: Self = Self(8);
    /// `VRM_VISEME_RR`.
    pub const RR: Self = Self(9);
    /// `VRM_VISEME_AA`.
    pub const AA: Self = Self(10);
    /// `VRM_VISEME_E`.
    pub const E: Self = Self(11);
    /// `VRM_VISEME_IH`.
    pub const IH: Self = Self(12);
    /// `VRM_VISEME_OH`.
    pub const OH: Self = Self(13);
    /// `VRM_VISEME_OU`.
    pub const OU: Self = Self(14);
    /// `VRM_VISEME_COUNT`.
    pub const COUNT: Self = Self(15);
    
    /// Finds a viseme by its name in any case, also with the prefixes "viseme_" and "vrc.v_".
    pub fn find(name: &str) -> Option<Self> {
        // SAFETY: the text has its length.
        let found = unsafe { vrm_face_find_viseme(name.as_ptr().cast(), name.len()) };
        (found.0 >= 0).then_some(found)
    }
}

/// What a tracker sees.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_face {
    /// VRM_FACE_BIT of the shapes that have a weight.
    pub shapes: u64,
    /// VRM_FACE_ bits.
    pub parts: vrm_face_parts,
    /// 0: the tracker reports that it sees no face.
    pub is_found: i32,
    /// By shape, 0 to 1.
    pub weights: [f32; 52],
    /// The rotation of the head.
    pub head: vrm_quat,
    /// In meters, from the origin of the tracker.
    pub head_position: vrm_vec3,
    /// Left and right eye, positive to the person's left.
    pub eye_yaw_degrees: [f32; 2],
    /// Left and right eye, positive downwards.
    pub eye_pitch_degrees: [f32; 2],
}

/// What a person's face has at rest and at most.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_face_calibration {
    /// The weights that become 0.
    pub rest: [f32; 52],
    /// The weights that become 1.
    pub peak: [f32; 52],
    /// The rotation that becomes the identity.
    pub head: vrm_quat,
    /// The position that becomes 0.
    pub head_position: vrm_vec3,
    /// The angles that become 0.
    pub eye_yaw_degrees: [f32; 2],
    /// The angles that become 0.
    pub eye_pitch_degrees: [f32; 2],
    /// How many faces were added.
    pub count: u32,
}

/// Smooths faces, and holds what a packet does not have.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_face_filter {
    /// Default: 0.03.
    pub shape_seconds: f32,
    /// eyeBlinkLeft and eyeBlinkRight.
    pub lid_seconds: f32,
    /// Angles of the eyes, and shapes of looking.
    pub eye_seconds: f32,
    /// Default: 0.05.
    pub head_seconds: f32,
    /// 0: the next face is taken as it is.
    pub has_last: i32,
    /// The last result.
    pub last: vrm_face,
}

/// How a face is shown on an avatar: what vrm_face_map_init found, and settings that you may change.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_face_map {
    /// VRM_FACE_BIT of the shapes for which the avatar has an expression.
    pub customs: u64,
    /// 1 << VRM_PRESET_ of the presets that the avatar has.
    pub presets: u32,
    /// Default: lookAt if the avatar has it, else shapes if it has them.
    pub look_at: vrm_face_look_at,
    /// 1: lids are custom expressions; presets of blinks are 0.
    pub has_lids: i32,
    /// 1: the mouth is custom expressions; presets of vowels are 0.
    pub has_mouth: i32,
    /// What a shape of looking turns the eyes by.
    pub look_at_degrees: f32,
    /// How much of looking down is no blink.
    pub lid_follow: f32,
    /// How much happy, angry, sad and surprised follow the face.
    pub emotions: f32,
    /// The part of the head's rotation that the neck takes.
    pub neck_share: f32,
    /// Of the custom expressions, by shape.
    pub names: [vrm_string; 52],
}

unsafe extern "C" {
    /// Returns the name of a shape as ARKit spells it, such as "eyeBlinkLeft".
    pub fn vrm_face_shape_name(shape: vrm_face_shape) -> *const c_char;
    /// Finds a shape by its name, in any spelling: eyeBlinkLeft, EyeBlinkLeft, eyeBlink_L, eyeBlinkL, eye_blink_left, in any case.
    pub fn vrm_face_find_shape(name: *const c_char, length: usize) -> vrm_face_shape;
    /// Makes an empty face: no shapes, the head at rest, and found.
    pub fn vrm_face_init(face: *mut vrm_face);
    /// Sets a shape by its name in any spelling: for the categories of MediaPipe, which come in another order.
    pub fn vrm_face_set(face: *mut vrm_face, name: *const c_char, length: usize, weight: f32) -> i32;
    /// Sets the head by a matrix, such as the facial transformation matrix of MediaPipe.
    pub fn vrm_face_set_head(face: *mut vrm_face, matrix: *const vrm_mat4) -> i32;
    /// Reads a packet of iFacialMocap: `name-INT|…|=head#rx,ry,rz,px,py,pz|rightEye#…|leftEye#…|`, also with & before the numbers.
    pub fn vrm_face_read_ifacialmocap(bytes: *const c_void, size: usize, out: *mut vrm_face) -> i32;
    /// Reads a packet of VTube Studio on a phone: a JSON object with FaceFound, Rotation, EyeLeft, EyeRight and BlendShapes.
    pub fn vrm_face_read_vtube_studio(bytes: *const c_void, size: usize, out: *mut vrm_face) -> i32;
    /// Makes a calibration that changes nothing: rest 0, peak 1, the head at rest.
    pub fn vrm_face_calibration_init(calibration: *mut vrm_face_calibration);
    /// Adds a face at rest: the calibration has the mean of all that were added.
    pub fn vrm_face_calibration_add(calibration: *mut vrm_face_calibration, face: *const vrm_face);
    /// Applies a calibration.
    pub fn vrm_face_calibrate(calibration: *const vrm_face_calibration, face: *const vrm_face, out: *mut vrm_face);
    /// Prepares a filter with the default times.
    pub fn vrm_face_filter_init(filter: *mut vrm_face_filter);
    /// Smooths a face.
    pub fn vrm_face_filter_update(filter: *mut vrm_face_filter, face: *const vrm_face, dt: f32, out: *mut vrm_face);
    /// Finds what an avatar has for faces.
    pub fn vrm_face_map_init(map: *mut vrm_face_map, model: *const vrm_model);
    /// Writes a face into a pose: neck and head, lookAt, presets and custom expressions.
    pub fn vrm_face_map_apply(map: *const vrm_face_map, face: *const vrm_face, out: *mut vrm_pose);
    /// Finds a viseme by its name in any case, also with the prefixes "viseme_" and "vrc.v_".
    pub fn vrm_face_find_viseme(name: *const c_char, length: usize) -> vrm_viseme;
    /// Writes the weights of visemes into the five presets of the mouth.
    pub fn vrm_viseme_apply(weights: *const f32, count: u32, out: *mut vrm_pose);
}

#[cfg(target_pointer_width = "64")]
const _: () = {
    use core::mem::{offset_of, size_of};
    assert!(size_of::<vrm_face>() == 272);
    assert!(offset_of!(vrm_face, shapes) == 0);
    assert!(offset_of!(vrm_face, parts) == 8);
    assert!(offset_of!(vrm_face, is_found) == 12);
    assert!(offset_of!(vrm_face, weights) == 16);
    assert!(offset_of!(vrm_face, head) == 224);
    assert!(offset_of!(vrm_face, head_position) == 240);
    assert!(offset_of!(vrm_face, eye_yaw_degrees) == 252);
    assert!(offset_of!(vrm_face, eye_pitch_degrees) == 260);
    assert!(size_of::<vrm_face_calibration>() == 464);
    assert!(offset_of!(vrm_face_calibration, rest) == 0);
    assert!(offset_of!(vrm_face_calibration, peak) == 208);
    assert!(offset_of!(vrm_face_calibration, head) == 416);
    assert!(offset_of!(vrm_face_calibration, head_position) == 432);
    assert!(offset_of!(vrm_face_calibration, eye_yaw_degrees) == 444);
    assert!(offset_of!(vrm_face_calibration, eye_pitch_degrees) == 452);
    assert!(offset_of!(vrm_face_calibration, count) == 460);
    assert!(size_of::<vrm_face_filter>() == 296);
    assert!(offset_of!(vrm_face_filter, shape_seconds) == 0);
    assert!(offset_of!(vrm_face_filter, lid_seconds) == 4);
    assert!(offset_of!(vrm_face_filter, eye_seconds) == 8);
    assert!(offset_of!(vrm_face_filter, head_seconds) == 12);
    assert!(offset_of!(vrm_face_filter, has_last) == 16);
    assert!(offset_of!(vrm_face_filter, last) == 24);
    assert!(size_of::<vrm_face_map>() == 872);
    assert!(offset_of!(vrm_face_map, customs) == 0);
    assert!(offset_of!(vrm_face_map, presets) == 8);
    assert!(offset_of!(vrm_face_map, look_at) == 12);
    assert!(offset_of!(vrm_face_map, has_lids) == 16);
    assert!(offset_of!(vrm_face_map, has_mouth) == 20);
    assert!(offset_of!(vrm_face_map, look_at_degrees) == 24);
    assert!(offset_of!(vrm_face_map, lid_follow) == 28);
    assert!(offset_of!(vrm_face_map, emotions) == 32);
    assert!(offset_of!(vrm_face_map, neck_share) == 36);
    assert!(offset_of!(vrm_face_map, names) == 40);
};
