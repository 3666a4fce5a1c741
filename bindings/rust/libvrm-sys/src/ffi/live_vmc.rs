//! vrm/live/vmc.h. Receive and send motion by the VMC protocol: OSC messages in UDP datagrams.
//!
//! Written by tools/make/make-rust from api.json: do not edit.
//!
//! Experimental: may change in any minor release.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use core::ffi::{c_char, c_void};

/// The UDP port on which programs that show avatars listen.
pub const VRM_VMC_PORT: i32 = 39539;

/// The UDP port on which programs that track people listen for helpers.
pub const VRM_VMC_PERFORMER_PORT: i32 = 39540;

/// The largest number of bytes in the name of a custom expression; messages with longer names are refused.
pub const VRM_VMC_NAME_BYTES: i32 = 63;

/// Bits of the flags of a sender: VRM_VMC_SEND_ constants.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_vmc_sender_flags(pub u32);

impl vrm_vmc_sender_flags {
    /// One datagram for each message, with the clock last, instead of bundles.
    pub const SINGLE: Self = Self(1);
    /// Expressions have the names of VRM 1.0.
    pub const NEW_NAMES: Self = Self(2);
}

impl vrm_vmc_sender_flags {
    /// Whether all bits of `other` are set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl core::ops::BitOr for vrm_vmc_sender_flags {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl core::ops::BitOrAssign for vrm_vmc_sender_flags {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// Makes poses of datagrams.
#[repr(C)]
pub struct vrm_vmc_receiver {
    _data: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}

/// Makes datagrams of poses.
#[repr(C)]
pub struct vrm_vmc_sender {
    _data: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}

/// Settings of a receiver.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_vmc_receiver_desc {
    /// Set by vrm_vmc_receiver_desc_init.
    pub struct_size: u32,
    /// Always 0.
    pub reserved: u32,
    /// Copied.
    pub allocator: *const vrm_allocator,
    /// The avatar of the sender; it is needed only during creation.
    pub model: *const vrm_model,
    /// Of the sender's avatar, in meters.
    pub hips_height: f32,
    /// Different custom expressions.
    pub custom_capacity: u32,
}

/// What a receiver has counted since it was created or reset.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_vmc_counts {
    /// All of them.
    pub datagrams: u64,
    /// They are not OSC.
    pub refused_datagrams: u64,
    /// In datagrams that were not refused.
    pub messages: u64,
    /// Not OSC, too few arguments, arguments of a wrong type, numbers that are not finite, rotations of length 0, names that are too long.
    pub refused_messages: u64,
    /// Of an address that has no effect here: devices, cameras.
    pub ignored_messages: u64,
    /// Messages with the name of no bone.
    pub unknown_bones: u64,
    /// Messages with a custom expression beyond the capacity.
    pub lost_customs: u64,
    /// Arguments behind those that are known.
    pub unread_arguments: u64,
    /// Frames that ended.
    pub frames: u64,
    /// Datagrams with the clock of a frame that ended or was whole.
    pub duplicates: u64,
    /// Their clock is less than a second before that of the frame.
    pub late_datagrams: u64,
    /// The clock went back by a second or more.
    pub restarts: u64,
}

/// A frame of a sender.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_vmc_frame {
    /// When its first datagram came: what the caller passed.
    pub time: i64,
    /// The time of the sender, in seconds; 0 without one.
    pub clock: f32,
    /// 1: it has a clock.
    pub is_timed: i32,
    /// VRM_BONE_BIT of the bones that it has itself; others are held.
    pub bones: u64,
    /// The root of the avatar, from the last message that set it.
    pub root: vrm_trs,
    /// 1: the sender reports an avatar; 0: it reports none.
    pub is_loaded: i32,
    /// -1: not reported; 0: not calibrated; 1: waiting; 2: calibrating; 3: calibrated.
    pub calibration: i32,
}

/// Settings of a sender.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_vmc_sender_desc {
    /// Set by vrm_vmc_sender_desc_init.
    pub struct_size: u32,
    /// VRM_VMC_SEND_ bits.
    pub flags: vrm_vmc_sender_flags,
    /// Copied.
    pub allocator: *const vrm_allocator,
    /// The avatar; it is needed only during creation.
    pub model: *const vrm_model,
    /// In meters.
    pub hips_height: f32,
    /// The largest datagram.
    pub datagram_bytes: u32,
    /// Custom expressions in a pose.
    pub custom_capacity: u32,
    /// Always 0.
    pub reserved: u32,
}

unsafe extern "C" {
    /// Creates a receiver.
    pub fn vrm_vmc_receiver_create(desc: *const vrm_vmc_receiver_desc, out_receiver: *mut *mut vrm_vmc_receiver, out_report: *mut *mut vrm_report) -> vrm_result;
    /// Destroys a receiver.
    pub fn vrm_vmc_receiver_destroy(receiver: *mut vrm_vmc_receiver);
    /// Reads one datagram.
    pub fn vrm_vmc_receiver_add(receiver: *mut vrm_vmc_receiver, bytes: *const c_void, size: usize, time: i64) -> u32;
    /// Ends the frame that has begun, if there is one.
    pub fn vrm_vmc_receiver_end_frame(receiver: *mut vrm_vmc_receiver) -> u32;
    /// Returns the newest values: of the frame that has begun, and of earlier ones for what it does not have.
    pub fn vrm_vmc_receiver_read_pose(receiver: *const vrm_vmc_receiver, out: *mut vrm_pose);
    /// Returns the pose of the last frame that ended.
    pub fn vrm_vmc_receiver_read_frame(receiver: *const vrm_vmc_receiver, out: *mut vrm_pose);
    /// Returns the facts of the last frame that ended.
    pub fn vrm_vmc_receiver_frame(receiver: *const vrm_vmc_receiver) -> *const vrm_vmc_frame;
    /// Returns what a receiver has counted.
    pub fn vrm_vmc_receiver_counts(receiver: *const vrm_vmc_receiver) -> *const vrm_vmc_counts;
    /// Forgets everything that a receiver has read, as after its creation: for another sender.
    pub fn vrm_vmc_receiver_reset(receiver: *mut vrm_vmc_receiver);
    /// Fills in the default settings of a receiver.
    pub fn vrm_vmc_receiver_desc_init_sized(desc: *mut vrm_vmc_receiver_desc, struct_size: usize);
    /// Creates a sender.
    pub fn vrm_vmc_sender_create(desc: *const vrm_vmc_sender_desc, out_sender: *mut *mut vrm_vmc_sender, out_report: *mut *mut vrm_report) -> vrm_result;
    /// Destroys a sender.
    pub fn vrm_vmc_sender_destroy(sender: *mut vrm_vmc_sender);
    /// Makes the datagrams of one frame.
    pub fn vrm_vmc_sender_write(sender: *mut vrm_vmc_sender, pose: *const vrm_pose, root: *const vrm_trs, clock: f32) -> u32;
    /// Returns a datagram of the last frame.
    pub fn vrm_vmc_sender_datagram(sender: *const vrm_vmc_sender, index: u32, out_size: *mut usize) -> *const c_void;
    /// Fills in the default settings of a sender.
    pub fn vrm_vmc_sender_desc_init_sized(desc: *mut vrm_vmc_sender_desc, struct_size: usize);
}

impl Default for vrm_vmc_receiver_desc {
    fn default() -> Self {
        let mut value = core::mem::MaybeUninit::uninit();
        // SAFETY: the function writes all of the struct, whose size it gets.
        unsafe {
            vrm_vmc_receiver_desc_init_sized(value.as_mut_ptr(), size_of::<Self>());
            value.assume_init()
        }
    }
}

impl Default for vrm_vmc_sender_desc {
    fn default() -> Self {
        let mut value = core::mem::MaybeUninit::uninit();
        // SAFETY: the function writes all of the struct, whose size it gets.
        unsafe {
            vrm_vmc_sender_desc_init_sized(value.as_mut_ptr(), size_of::<Self>());
            value.assume_init()
        }
    }
}

#[cfg(target_pointer_width = "64")]
const _: () = {
    use core::mem::{offset_of, size_of};
    assert!(size_of::<vrm_vmc_receiver_desc>() == 32);
    assert!(offset_of!(vrm_vmc_receiver_desc, struct_size) == 0);
    assert!(offset_of!(vrm_vmc_receiver_desc, reserved) == 4);
    assert!(offset_of!(vrm_vmc_receiver_desc, allocator) == 8);
    assert!(offset_of!(vrm_vmc_receiver_desc, model) == 16);
    assert!(offset_of!(vrm_vmc_receiver_desc, hips_height) == 24);
    assert!(offset_of!(vrm_vmc_receiver_desc, custom_capacity) == 28);
    assert!(size_of::<vrm_vmc_counts>() == 96);
    assert!(offset_of!(vrm_vmc_counts, datagrams) == 0);
    assert!(offset_of!(vrm_vmc_counts, refused_datagrams) == 8);
    assert!(offset_of!(vrm_vmc_counts, messages) == 16);
    assert!(offset_of!(vrm_vmc_counts, refused_messages) == 24);
    assert!(offset_of!(vrm_vmc_counts, ignored_messages) == 32);
    assert!(offset_of!(vrm_vmc_counts, unknown_bones) == 40);
    assert!(offset_of!(vrm_vmc_counts, lost_customs) == 48);
    assert!(offset_of!(vrm_vmc_counts, unread_arguments) == 56);
    assert!(offset_of!(vrm_vmc_counts, frames) == 64);
    assert!(offset_of!(vrm_vmc_counts, duplicates) == 72);
    assert!(offset_of!(vrm_vmc_counts, late_datagrams) == 80);
    assert!(offset_of!(vrm_vmc_counts, restarts) == 88);
    assert!(size_of::<vrm_vmc_frame>() == 72);
    assert!(offset_of!(vrm_vmc_frame, time) == 0);
    assert!(offset_of!(vrm_vmc_frame, clock) == 8);
    assert!(offset_of!(vrm_vmc_frame, is_timed) == 12);
    assert!(offset_of!(vrm_vmc_frame, bones) == 16);
    assert!(offset_of!(vrm_vmc_frame, root) == 24);
    assert!(offset_of!(vrm_vmc_frame, is_loaded) == 64);
    assert!(offset_of!(vrm_vmc_frame, calibration) == 68);
    assert!(size_of::<vrm_vmc_sender_desc>() == 40);
    assert!(offset_of!(vrm_vmc_sender_desc, struct_size) == 0);
    assert!(offset_of!(vrm_vmc_sender_desc, flags) == 4);
    assert!(offset_of!(vrm_vmc_sender_desc, allocator) == 8);
    assert!(offset_of!(vrm_vmc_sender_desc, model) == 16);
    assert!(offset_of!(vrm_vmc_sender_desc, hips_height) == 24);
    assert!(offset_of!(vrm_vmc_sender_desc, datagram_bytes) == 28);
    assert!(offset_of!(vrm_vmc_sender_desc, custom_capacity) == 32);
    assert!(offset_of!(vrm_vmc_sender_desc, reserved) == 36);
};
