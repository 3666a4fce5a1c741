//! vrm/pose.h. Poses for any avatar: bone rotations, hips, expressions and lookAt.
//!
//! Written by tools/make/make-rust from api.json: do not edit.
//!
//! Experimental: may change in any minor release.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use core::ffi::{c_char, c_void};

/// The bits of all bones.
pub const VRM_ALL_BONES: i64 = 36028797018963967;

/// The bits of the bones that every humanoid must have.
pub const VRM_REQUIRED_BONES: i32 = 31256099;

/// The bits of all preset expressions.
pub const VRM_ALL_PRESETS: i32 = 262143;

/// Parts of a pose beside bones: bits of vrm_pose.parts.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_pose_parts(pub u32);

impl vrm_pose_parts {
    /// vrm_pose.hips.
    pub const HIPS: Self = Self(1);
    /// The direction of the eyes.
    pub const LOOK_AT_DEGREES: Self = Self(2);
    /// A point that the eyes look at.
    pub const LOOK_AT_POINT: Self = Self(4);
    /// `VRM_POSE_ALL_PARTS`.
    pub const ALL_PARTS: Self = Self(7);
}

impl vrm_pose_parts {
    /// Whether all bits of `other` are set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl core::ops::BitOr for vrm_pose_parts {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl core::ops::BitOrAssign for vrm_pose_parts {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// Groups of bones, for masks.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_bone_group(pub i32);

impl vrm_bone_group {
    /// `VRM_BONE_GROUP_HIPS`.
    pub const HIPS: Self = Self(0);
    /// Spine, chest and upperChest.
    pub const TRUNK: Self = Self(1);
    /// Neck, head, eyes and jaw.
    pub const HEAD: Self = Self(2);
    /// `VRM_BONE_GROUP_LEFT_ARM`.
    pub const LEFT_ARM: Self = Self(3);
    /// `VRM_BONE_GROUP_RIGHT_ARM`.
    pub const RIGHT_ARM: Self = Self(4);
    /// `VRM_BONE_GROUP_LEFT_LEG`.
    pub const LEFT_LEG: Self = Self(5);
    /// `VRM_BONE_GROUP_RIGHT_LEG`.
    pub const RIGHT_LEG: Self = Self(6);
    /// `VRM_BONE_GROUP_LEFT_FINGERS`.
    pub const LEFT_FINGERS: Self = Self(7);
    /// `VRM_BONE_GROUP_RIGHT_FINGERS`.
    pub const RIGHT_FINGERS: Self = Self(8);
    /// All but the hips and the legs.
    pub const UPPER_BODY: Self = Self(9);
    /// Hips and legs.
    pub const LOWER_BODY: Self = Self(10);
    /// `VRM_BONE_GROUP_COUNT`.
    pub const COUNT: Self = Self(11);
}

/// Bits of the flags of vrm_apply_desc: VRM_APPLY_ constants.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_apply_flags(pub u32);

impl vrm_apply_flags {
    /// Bones and hips that the pose does not set stay as they are.
    pub const KEEP: Self = Self(1);
    /// The hips stay at their rest position in x and z: the body moves in place.
    pub const IN_PLACE: Self = Self(2);
    /// Expressions do not change.
    pub const NO_EXPRESSIONS: Self = Self(4);
    /// LookAt does not change.
    pub const NO_LOOK_AT: Self = Self(8);
    /// All of these.
    pub const ALL: Self = Self(15);
}

impl vrm_apply_flags {
    /// Whether all bits of `other` are set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl core::ops::BitOr for vrm_apply_flags {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl core::ops::BitOrAssign for vrm_apply_flags {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// The weight of a custom expression, by its name.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_custom_weight {
    /// In the memory of the pose's source: a clip, for example.
    pub name: vrm_string,
    /// 0 to 1.
    pub weight: f32,
    /// Its index among the customs of its clip, which avoids a lookup by name; VRM_NONE: look up its name.
    pub custom: i32,
}

/// A pose.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_pose {
    /// VRM_BONE_BIT of the bones that have a rotation.
    pub bones: u64,
    /// 1 << VRM_PRESET_ of the presets with a weight.
    pub presets: u32,
    /// VRM_POSE_ bits.
    pub parts: vrm_pose_parts,
    /// By bone, normalized: the identity in the T-pose.
    pub rotations: [vrm_quat; 55],
    /// From their rest position, in units of hips height.
    pub hips: vrm_vec3,
    /// By preset, 0 to 1.
    pub weights: [f32; 18],
    /// Of the eyes; positive to the avatar's left.
    pub yaw_degrees: f32,
    /// Of the eyes; positive downwards.
    pub pitch_degrees: f32,
    /// A point under the root, in units of hips height.
    pub look_at: vrm_vec3,
    /// Of `customs`, those that are set.
    pub custom_count: u32,
    /// Of `customs`; more are lost.
    pub custom_capacity: u32,
    /// The caller's array; NULL: no custom expressions.
    pub customs: *mut vrm_custom_weight,
}

/// Settings of vrm_avatar_apply_pose.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_apply_desc {
    /// Set by vrm_apply_desc_init.
    pub struct_size: u32,
    /// VRM_APPLY_ bits.
    pub flags: vrm_apply_flags,
    /// The result of vrm_clip_bind, or NULL: names are looked up.
    pub custom_bindings: *const i32,
    /// Of `custom_bindings`.
    pub custom_binding_count: u32,
    /// Of the expressions.
    pub layer: vrm_expression_layer,
}

unsafe extern "C" {
    /// Makes an empty pose: no bits, all bones at rest, no customs and no array for them.
    pub fn vrm_pose_init(pose: *mut vrm_pose);
    /// Fills unset entries from `base`: bones, hips, weights, customs and lookAt.
    pub fn vrm_pose_fill(pose: *mut vrm_pose, base: *const vrm_pose);
    /// Keeps only some bones, presets and parts of a pose.
    pub fn vrm_pose_mask(pose: *mut vrm_pose, bones: u64, presets: u32, parts: vrm_pose_parts);
    /// Returns the bones of a group.
    pub fn vrm_bone_group_bones(group: vrm_bone_group) -> u64;
    /// Blends two poses: numbers are their weighted sum, and a rotation is the weighted sum of the two quaternions, by the shorter way, normalized.
    pub fn vrm_pose_blend(a: *const vrm_pose, b: *const vrm_pose, weight: f32, out: *mut vrm_pose);
    /// Adds a difference to a pose: each rotation turns its bone further, about the axes that the bone has in the pose (pose * difference), and hips, weights and angles are added.
    pub fn vrm_pose_add(base: *const vrm_pose, difference: *const vrm_pose, weight: f32, out: *mut vrm_pose);
    /// Returns the difference between two poses: vrm_pose_add(reference, out, 1) is the pose, within rounding.
    pub fn vrm_pose_subtract(pose: *const vrm_pose, reference: *const vrm_pose, out: *mut vrm_pose);
    /// Swaps left and right, as a mirror does: bones, hips, lookAt, and the presets that have a side.
    pub fn vrm_pose_mirror(pose: *mut vrm_pose);
    /// Makes a relaxed standing pose: arms down beside the body, elbows and fingers a little bent, toes a little outwards.
    pub fn vrm_pose_relaxed(model: *const vrm_model, pose: *mut vrm_pose);
    /// Writes a pose into the inputs of an avatar: its bones, its hips, a layer of its expressions and its lookAt.
    pub fn vrm_avatar_apply_pose(avatar: *mut vrm_avatar, pose: *const vrm_pose, desc: *const vrm_apply_desc);
    /// Returns the inputs of an avatar as a pose: the rotations of its bones, the position of its hips, the greatest weights of its layers, and its lookAt.
    pub fn vrm_avatar_read_pose(avatar: *const vrm_avatar, out: *mut vrm_pose);
    /// Fills in the default settings.
    pub fn vrm_apply_desc_init_sized(desc: *mut vrm_apply_desc, struct_size: usize);
}

impl Default for vrm_apply_desc {
    fn default() -> Self {
        let mut value = core::mem::MaybeUninit::uninit();
        // SAFETY: the function writes all of the struct, whose size it gets.
        unsafe {
            vrm_apply_desc_init_sized(value.as_mut_ptr(), size_of::<Self>());
            value.assume_init()
        }
    }
}

#[cfg(target_pointer_width = "64")]
const _: () = {
    use core::mem::{offset_of, size_of};
    assert!(size_of::<vrm_custom_weight>() == 24);
    assert!(offset_of!(vrm_custom_weight, name) == 0);
    assert!(offset_of!(vrm_custom_weight, weight) == 16);
    assert!(offset_of!(vrm_custom_weight, custom) == 20);
    assert!(size_of::<vrm_pose>() == 1016);
    assert!(offset_of!(vrm_pose, bones) == 0);
    assert!(offset_of!(vrm_pose, presets) == 8);
    assert!(offset_of!(vrm_pose, parts) == 12);
    assert!(offset_of!(vrm_pose, rotations) == 16);
    assert!(offset_of!(vrm_pose, hips) == 896);
    assert!(offset_of!(vrm_pose, weights) == 908);
    assert!(offset_of!(vrm_pose, yaw_degrees) == 980);
    assert!(offset_of!(vrm_pose, pitch_degrees) == 984);
    assert!(offset_of!(vrm_pose, look_at) == 988);
    assert!(offset_of!(vrm_pose, custom_count) == 1000);
    assert!(offset_of!(vrm_pose, custom_capacity) == 1004);
    assert!(offset_of!(vrm_pose, customs) == 1008);
    assert!(size_of::<vrm_apply_desc>() == 24);
    assert!(offset_of!(vrm_apply_desc, struct_size) == 0);
    assert!(offset_of!(vrm_apply_desc, flags) == 4);
    assert!(offset_of!(vrm_apply_desc, custom_bindings) == 8);
    assert!(offset_of!(vrm_apply_desc, custom_binding_count) == 16);
    assert!(offset_of!(vrm_apply_desc, layer) == 20);
};
