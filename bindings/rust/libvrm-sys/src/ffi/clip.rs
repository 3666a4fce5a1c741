//! vrm/clip.h. Clips: load motions from files, sample them for any avatar, and record motions.
//!
//! Written by tools/make/make-rust from api.json: do not edit.
//!
//! Experimental: may change in any minor release.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use core::ffi::{c_char, c_void};

/// The source format of a clip.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_clip_format(pub i32);

impl vrm_clip_format {
    /// glTF with VRMC_vrm_animation.
    pub const VRMA: Self = Self(0);
    /// glTF whose nodes have the names of a known skeleton.
    pub const GLTF: Self = Self(1);
    /// `VRM_CLIP_FORMAT_BVH`.
    pub const BVH: Self = Self(2);
    /// `VRM_CLIP_FORMAT_VMD`.
    pub const VMD: Self = Self(3);
    /// Poses that an application recorded.
    pub const POSES: Self = Self(4);
}

/// Bits of the flags of vrm_clip_desc: VRM_CLIP_ constants.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_clip_flags(pub u32);

impl vrm_clip_flags {
    /// Joints between mapped bones do not move, exactly as .vrma specifies (AN-026).
    pub const MAPPED_JOINTS_ONLY: Self = Self(1);
}

impl vrm_clip_flags {
    /// Whether all bits of `other` are set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl core::ops::BitOr for vrm_clip_flags {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl core::ops::BitOrAssign for vrm_clip_flags {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// A motion, immutable and reference-counted.
#[repr(C)]
pub struct vrm_clip {
    _data: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}

/// Records poses and makes a clip from them.
#[repr(C)]
pub struct vrm_recorder {
    _data: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}

/// Settings of a load.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_clip_desc {
    /// Set by vrm_clip_desc_init.
    pub struct_size: u32,
    /// VRM_CLIP_ bits.
    pub flags: vrm_clip_flags,
    /// Allocator, limits, cancellation and flags of the whole call.
    pub load: *const vrm_load_desc,
    /// Of a glTF file: the index of the animation.
    pub animation: i32,
    /// Always 0.
    pub reserved: u32,
}

/// Properties of a clip.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_clip_info {
    /// Set by vrm_clip_info_init.
    pub struct_size: u32,
    /// A VRM_CLIP_FORMAT_ constant.
    pub format: vrm_clip_format,
    /// From 0 to the last key, in nanoseconds.
    pub duration: i64,
    /// VRM_BONE_BIT of the bones that the clip sets.
    pub bones: u64,
    /// Of those: bones whose rotation changes.
    pub moving_bones: u64,
    /// 1 << VRM_PRESET_ of the presets that it sets.
    pub presets: u32,
    /// VRM_POSE_ bits.
    pub parts: vrm_pose_parts,
    /// Custom expressions.
    pub custom_count: u32,
    /// Of all tracks together.
    pub key_count: u32,
    /// Tracks that change.
    pub track_count: u32,
    /// Animations of the file.
    pub animation_count: u32,
    /// Of its densest track; 0 if there is no second key.
    pub keys_per_second: f32,
    /// Of the source at rest, in meters: 1 hips height.
    pub hips_height: f32,
    /// Meters for each unit of the file.
    pub unit: f32,
    /// The largest turn of a bone from the last key to the first.
    pub seam_degrees: f32,
    /// How far the hips jump there, in hips heights.
    pub seam_hips: f32,
    /// Of the animation; valid until the clip is released.
    pub name: vrm_string,
    /// The family of skeletons, such as "mixamo"; "" for .vrma.
    pub skeleton: vrm_string,
    /// Bytes of memory that the clip uses.
    pub memory: usize,
    /// Of the source's eyes from its head, in meters (AN-023).
    pub eye_offset: vrm_vec3,
    /// 1: the file defines it.
    pub has_eye_offset: i32,
}

/// The legs of a body at rest, in units of its hips height.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_leg_shape {
    /// The upper ends of the upper legs.
    pub upper: [vrm_vec3; 2],
    /// Knees.
    pub lower: [vrm_vec3; 2],
    /// Ankles.
    pub foot: [vrm_vec3; 2],
    /// Balls of the feet.
    pub toes: [vrm_vec3; 2],
}

/// Settings of a recorder.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_recorder_desc {
    /// Set by vrm_recorder_desc_init.
    pub struct_size: u32,
    /// Always 0.
    pub reserved: u32,
    /// Copied; of the clips too.
    pub allocator: *const vrm_allocator,
    /// A pose takes 1 KB.
    pub pose_capacity: u32,
    /// Different custom expressions.
    pub custom_capacity: u32,
    /// Of the body that moves, in meters.
    pub hips_height: f32,
    /// Always 0.
    pub reserved_2: u32,
}

unsafe extern "C" {
    /// Loads a clip from a file in memory.
    pub fn vrm_clip_load(bytes: *const c_void, size: usize, desc: *const vrm_clip_desc, out_clip: *mut *mut vrm_clip, out_report: *mut *mut vrm_report) -> vrm_result;
    /// Adds a reference to a clip.
    pub fn vrm_clip_retain(clip: *mut vrm_clip) -> *mut vrm_clip;
    /// Releases a reference to a clip.
    pub fn vrm_clip_release(clip: *mut vrm_clip);
    /// Returns the properties of a clip.
    pub fn vrm_clip_get_info(clip: *const vrm_clip, out: *mut vrm_clip_info);
    /// Returns the name of a custom expression of a clip.
    pub fn vrm_clip_custom_name(clip: *const vrm_clip, custom: u32) -> *const c_char;
    /// Samples a clip: returns its pose at a time.
    pub fn vrm_clip_sample(clip: *const vrm_clip, time: i64, out: *mut vrm_pose);
    /// Wraps a time into the loop of a clip.
    pub fn vrm_clip_wrap(clip: *const vrm_clip, time: i64) -> i64;
    /// Finds the custom expressions of a clip in a model, once for many frames.
    pub fn vrm_clip_bind(clip: *const vrm_clip, model: *const vrm_model, bindings: *mut i32, capacity: u32) -> u32;
    /// Returns the legs of the body that a motion was made for. vrm_ground_update needs them.
    pub fn vrm_clip_get_legs(clip: *const vrm_clip, out: *mut vrm_leg_shape) -> i32;
    /// Fills in the default settings of a load.
    pub fn vrm_clip_desc_init_sized(desc: *mut vrm_clip_desc, struct_size: usize);
    /// Creates an empty recorder.
    pub fn vrm_recorder_create(desc: *const vrm_recorder_desc, out_recorder: *mut *mut vrm_recorder, out_report: *mut *mut vrm_report) -> vrm_result;
    /// Destroys a recorder.
    pub fn vrm_recorder_destroy(recorder: *mut vrm_recorder);
    /// Appends a pose.
    pub fn vrm_recorder_add(recorder: *mut vrm_recorder, time: i64, pose: *const vrm_pose) -> vrm_result;
    /// Returns how many poses a recorder has.
    pub fn vrm_recorder_count(recorder: *const vrm_recorder) -> u32;
    /// Removes all poses and the names of customs.
    pub fn vrm_recorder_clear(recorder: *mut vrm_recorder);
    /// Makes a clip from the recorded poses, with VRM_CLIP_FORMAT_POSES and LINEAR interpolation.
    pub fn vrm_recorder_make_clip(recorder: *const vrm_recorder, out_clip: *mut *mut vrm_clip, out_report: *mut *mut vrm_report) -> vrm_result;
    /// Fills in the default settings of a recorder.
    pub fn vrm_recorder_desc_init_sized(desc: *mut vrm_recorder_desc, struct_size: usize);
}

impl Default for vrm_clip_desc {
    fn default() -> Self {
        let mut value = core::mem::MaybeUninit::uninit();
        // SAFETY: the function writes all of the struct, whose size it gets.
        unsafe {
            vrm_clip_desc_init_sized(value.as_mut_ptr(), size_of::<Self>());
            value.assume_init()
        }
    }
}

impl Default for vrm_recorder_desc {
    fn default() -> Self {
        let mut value = core::mem::MaybeUninit::uninit();
        // SAFETY: the function writes all of the struct, whose size it gets.
        unsafe {
            vrm_recorder_desc_init_sized(value.as_mut_ptr(), size_of::<Self>());
            value.assume_init()
        }
    }
}

#[cfg(target_pointer_width = "64")]
const _: () = {
    use core::mem::{offset_of, size_of};
    assert!(size_of::<vrm_clip_desc>() == 24);
    assert!(offset_of!(vrm_clip_desc, struct_size) == 0);
    assert!(offset_of!(vrm_clip_desc, flags) == 4);
    assert!(offset_of!(vrm_clip_desc, load) == 8);
    assert!(offset_of!(vrm_clip_desc, animation) == 16);
    assert!(offset_of!(vrm_clip_desc, reserved) == 20);
    assert!(size_of::<vrm_clip_info>() == 136);
    assert!(offset_of!(vrm_clip_info, struct_size) == 0);
    assert!(offset_of!(vrm_clip_info, format) == 4);
    assert!(offset_of!(vrm_clip_info, duration) == 8);
    assert!(offset_of!(vrm_clip_info, bones) == 16);
    assert!(offset_of!(vrm_clip_info, moving_bones) == 24);
    assert!(offset_of!(vrm_clip_info, presets) == 32);
    assert!(offset_of!(vrm_clip_info, parts) == 36);
    assert!(offset_of!(vrm_clip_info, custom_count) == 40);
    assert!(offset_of!(vrm_clip_info, key_count) == 44);
    assert!(offset_of!(vrm_clip_info, track_count) == 48);
    assert!(offset_of!(vrm_clip_info, animation_count) == 52);
    assert!(offset_of!(vrm_clip_info, keys_per_second) == 56);
    assert!(offset_of!(vrm_clip_info, hips_height) == 60);
    assert!(offset_of!(vrm_clip_info, unit) == 64);
    assert!(offset_of!(vrm_clip_info, seam_degrees) == 68);
    assert!(offset_of!(vrm_clip_info, seam_hips) == 72);
    assert!(offset_of!(vrm_clip_info, name) == 80);
    assert!(offset_of!(vrm_clip_info, skeleton) == 96);
    assert!(offset_of!(vrm_clip_info, memory) == 112);
    assert!(offset_of!(vrm_clip_info, eye_offset) == 120);
    assert!(offset_of!(vrm_clip_info, has_eye_offset) == 132);
    assert!(size_of::<vrm_leg_shape>() == 96);
    assert!(offset_of!(vrm_leg_shape, upper) == 0);
    assert!(offset_of!(vrm_leg_shape, lower) == 24);
    assert!(offset_of!(vrm_leg_shape, foot) == 48);
    assert!(offset_of!(vrm_leg_shape, toes) == 72);
    assert!(size_of::<vrm_recorder_desc>() == 32);
    assert!(offset_of!(vrm_recorder_desc, struct_size) == 0);
    assert!(offset_of!(vrm_recorder_desc, reserved) == 4);
    assert!(offset_of!(vrm_recorder_desc, allocator) == 8);
    assert!(offset_of!(vrm_recorder_desc, pose_capacity) == 16);
    assert!(offset_of!(vrm_recorder_desc, custom_capacity) == 20);
    assert!(offset_of!(vrm_recorder_desc, hips_height) == 24);
    assert!(offset_of!(vrm_recorder_desc, reserved_2) == 28);
};
