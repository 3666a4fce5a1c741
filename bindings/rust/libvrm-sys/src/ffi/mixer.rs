//! vrm/mixer.h. Mix several clips and poses into one pose.
//!
//! Written by tools/make/make-rust from api.json: do not edit.
//!
//! Experimental: may change in any minor release.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use core::ffi::{c_char, c_void};

/// The number of slots of a mixer.
pub const VRM_MIXER_SLOTS: i32 = 16;

/// The largest number of custom expressions in the poses of one mixer; more are ignored.
pub const VRM_MIXER_CUSTOMS: i32 = 64;

/// Bits of the flags of a slot: VRM_SLOT_ constants.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_slot_flags(pub u32);

impl vrm_slot_flags {
    /// The clip restarts at its end.
    pub const LOOP: Self = Self(1);
    /// The difference of the clip from its reference pose is added to the other slots.
    pub const ADDITIVE: Self = Self(2);
    /// The hips stay at their first position in x and z: the body moves in place.
    pub const IN_PLACE: Self = Self(4);
    /// Likewise, and the motion of the hips in x and z is returned as motion of the root.
    pub const ROOT_MOTION: Self = Self(8);
}

impl vrm_slot_flags {
    /// Whether all bits of `other` are set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl core::ops::BitOr for vrm_slot_flags {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl core::ops::BitOrAssign for vrm_slot_flags {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// The kind of an event in an update.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_mixer_event_kind(pub i32);

impl vrm_mixer_event_kind {
    /// A loop has restarted.
    pub const LOOP: Self = Self(0);
    /// A clip that does not loop has reached its end.
    pub const END: Self = Self(1);
    /// A marker was passed.
    pub const MARKER: Self = Self(2);
    /// A fade has ended.
    pub const FADE: Self = Self(3);
}

/// A time of a clip at which something happens: a foot comes down, for example.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_marker {
    /// In nanoseconds, 0 to the duration.
    pub time: i64,
    /// Any number of the application; its events have it.
    pub id: i32,
}

/// A slot of a mixer.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_mixer_slot {
    /// What it plays; NULL: nothing, or `pose`.
    pub clip: *const vrm_clip,
    /// Without a clip: a pose of this frame; or NULL.
    pub pose: *const vrm_pose,
    /// Of an additive slot.
    pub reference: *const vrm_pose,
    /// Of the clip, in any order; NULL: none.
    pub markers: *const vrm_marker,
    /// The time in the clip, in nanoseconds, from 0 to its duration.
    pub time: i64,
    /// How often it has restarted; less than 0 backwards.
    pub loops: i64,
    /// For a loop that does not close: its last nanoseconds, of this length, blend into its start.
    pub seam: i64,
    /// Mask: VRM_BONE_BIT of the bones that it moves.
    pub bones: u64,
    /// Mask: 1 << VRM_PRESET_, and customs with any.
    pub presets: u32,
    /// Mask: VRM_POSE_ bits.
    pub parts: vrm_pose_parts,
    /// VRM_SLOT_ bits.
    pub flags: vrm_slot_flags,
    /// Greater layers lie over lesser ones.
    pub layer: i32,
    /// Of `markers`.
    pub marker_count: u32,
    /// 0 to 1.
    pub weight: f32,
    /// -64 to 64; less than 0 is backwards.
    pub speed: f32,
    /// Private: fades, and what root motion remembers.
    pub state: [u64; 16],
}

/// A mixer.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_mixer {
    /// The pose below all layers; NULL: the T-pose.
    pub base: *const vrm_pose,
    /// By index, 0 to VRM_MIXER_SLOTS - 1.
    pub slots: [vrm_mixer_slot; 16],
}

/// An event in an update.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_mixer_event {
    /// A VRM_MIXER_EVENT_ constant.
    pub kind: vrm_mixer_event_kind,
    /// The index of the slot.
    pub slot: i32,
    /// Of the marker; 0 for other kinds.
    pub id: i32,
    /// How often in this update; at most 2^32 - 1.
    pub count: u32,
    /// How long ago it last happened, in nanoseconds of the update.
    pub ago: i64,
}

unsafe extern "C" {
    /// Prepares a mixer without clips: all slots have their defaults and the weight 0.
    pub fn vrm_mixer_init(mixer: *mut vrm_mixer);
    /// Advances the time and returns the pose of the frame.
    pub fn vrm_mixer_update(mixer: *mut vrm_mixer, elapsed: i64, out: *mut vrm_pose, out_root: *mut vrm_trs, events: *mut vrm_mixer_event, event_capacity: u32) -> u32;
    /// Plays a clip in a slot from its beginning (from its end if the speed is less than 0), and fades to it like vrm_mixer_crossfade.
    pub fn vrm_mixer_play(mixer: *mut vrm_mixer, slot: i32, clip: *const vrm_clip, flags: vrm_slot_flags, fade: i64);
    /// Fades a slot to a weight, with a smooth start and end.
    pub fn vrm_mixer_fade(mixer: *mut vrm_mixer, slot: i32, weight: f32, fade: i64);
    /// Fades a slot to 1, and all others of its layer that are not additive to 0.
    pub fn vrm_mixer_crossfade(mixer: *mut vrm_mixer, slot: i32, fade: i64);
}

#[cfg(target_pointer_width = "64")]
const _: () = {
    use core::mem::{offset_of, size_of};
    assert!(size_of::<vrm_marker>() == 16);
    assert!(offset_of!(vrm_marker, time) == 0);
    assert!(offset_of!(vrm_marker, id) == 8);
    assert!(size_of::<vrm_mixer_slot>() == 224);
    assert!(offset_of!(vrm_mixer_slot, clip) == 0);
    assert!(offset_of!(vrm_mixer_slot, pose) == 8);
    assert!(offset_of!(vrm_mixer_slot, reference) == 16);
    assert!(offset_of!(vrm_mixer_slot, markers) == 24);
    assert!(offset_of!(vrm_mixer_slot, time) == 32);
    assert!(offset_of!(vrm_mixer_slot, loops) == 40);
    assert!(offset_of!(vrm_mixer_slot, seam) == 48);
    assert!(offset_of!(vrm_mixer_slot, bones) == 56);
    assert!(offset_of!(vrm_mixer_slot, presets) == 64);
    assert!(offset_of!(vrm_mixer_slot, parts) == 68);
    assert!(offset_of!(vrm_mixer_slot, flags) == 72);
    assert!(offset_of!(vrm_mixer_slot, layer) == 76);
    assert!(offset_of!(vrm_mixer_slot, marker_count) == 80);
    assert!(offset_of!(vrm_mixer_slot, weight) == 84);
    assert!(offset_of!(vrm_mixer_slot, speed) == 88);
    assert!(offset_of!(vrm_mixer_slot, state) == 96);
    assert!(size_of::<vrm_mixer>() == 3592);
    assert!(offset_of!(vrm_mixer, base) == 0);
    assert!(offset_of!(vrm_mixer, slots) == 8);
    assert!(size_of::<vrm_mixer_event>() == 24);
    assert!(offset_of!(vrm_mixer_event, kind) == 0);
    assert!(offset_of!(vrm_mixer_event, slot) == 4);
    assert!(offset_of!(vrm_mixer_event, id) == 8);
    assert!(offset_of!(vrm_mixer_event, count) == 12);
    assert!(offset_of!(vrm_mixer_event, ago) == 16);
};
