//! vrm/limb.h. Inverse kinematics: reach a point with a hand, keep feet on the ground.
//!
//! Written by tools/make/make-rust from api.json: do not edit.
//!
//! Experimental: may change in any minor release.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use core::ffi::{c_char, c_void};

/// An arm or a leg.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_limb(pub i32);

impl vrm_limb {
    /// Upper arm, lower arm and hand.
    pub const LEFT_ARM: Self = Self(0);
    /// `VRM_LIMB_RIGHT_ARM`.
    pub const RIGHT_ARM: Self = Self(1);
    /// Upper leg, lower leg and foot.
    pub const LEFT_LEG: Self = Self(2);
    /// `VRM_LIMB_RIGHT_LEG`.
    pub const RIGHT_LEG: Self = Self(3);
    /// `VRM_LIMB_COUNT`.
    pub const COUNT: Self = Self(4);
}

/// The state of a foot on the ground.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_ground_foot {
    /// Position of the sole without a hold, in the world.
    pub last: vrm_vec3,
    /// Position at which it is held, in the world.
    pub held: vrm_vec3,
    /// The offset that a hold adds.
    pub offset: vrm_vec3,
    /// How much of that offset remains, 0 to 1.
    pub fade: f32,
    /// How much its height is that of the ground, 0 to 1.
    pub settled: f32,
    /// 1: it is held.
    pub is_held: i32,
    /// 1: `last` is valid.
    pub has_last: i32,
}

/// Settings and state that keep feet on the ground.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_ground {
    /// Of the ground in the world, in meters.
    pub height: f32,
    /// 0 to 1: the amount of the change.
    pub weight: f32,
    /// A sole slower than this is held, in m/s.
    pub hold_speed: f32,
    /// If it is not higher than this, in meters.
    pub hold_height: f32,
    /// 1: `source` is the body that the motion was made for.
    pub has_source: i32,
    /// The result of vrm_clip_get_legs.
    pub source: vrm_leg_shape,
    /// Left and right.
    pub feet: [vrm_ground_foot; 2],
}

unsafe extern "C" {
    /// Returns the position and rotation of a model's bone in a pose.
    pub fn vrm_pose_get_bone_transform(pose: *const vrm_pose, model: *const vrm_model, bone: vrm_bone, out_position: *mut vrm_vec3, out_rotation: *mut vrm_quat) -> i32;
    /// Bends an arm or a leg to move its hand or foot to a point, as far as it reaches.
    pub fn vrm_pose_reach(pose: *mut vrm_pose, model: *const vrm_model, limb: vrm_limb, target: *const vrm_vec3, bend: *const vrm_vec3, end: *const vrm_quat, weight: f32) -> f32;
    /// Fills in the default settings.
    pub fn vrm_ground_init(ground: *mut vrm_ground);
    /// Moves the soles of a pose to their positions in the motion, and holds feet that stand.
    pub fn vrm_ground_update(ground: *mut vrm_ground, model: *const vrm_model, pose: *mut vrm_pose, root: *const vrm_trs, elapsed: i64);
}

#[cfg(target_pointer_width = "64")]
const _: () = {
    use core::mem::{offset_of, size_of};
    assert!(size_of::<vrm_ground_foot>() == 52);
    assert!(offset_of!(vrm_ground_foot, last) == 0);
    assert!(offset_of!(vrm_ground_foot, held) == 12);
    assert!(offset_of!(vrm_ground_foot, offset) == 24);
    assert!(offset_of!(vrm_ground_foot, fade) == 36);
    assert!(offset_of!(vrm_ground_foot, settled) == 40);
    assert!(offset_of!(vrm_ground_foot, is_held) == 44);
    assert!(offset_of!(vrm_ground_foot, has_last) == 48);
    assert!(size_of::<vrm_ground>() == 220);
    assert!(offset_of!(vrm_ground, height) == 0);
    assert!(offset_of!(vrm_ground, weight) == 4);
    assert!(offset_of!(vrm_ground, hold_speed) == 8);
    assert!(offset_of!(vrm_ground, hold_height) == 12);
    assert!(offset_of!(vrm_ground, has_source) == 16);
    assert!(offset_of!(vrm_ground, source) == 20);
    assert!(offset_of!(vrm_ground, feet) == 116);
};
