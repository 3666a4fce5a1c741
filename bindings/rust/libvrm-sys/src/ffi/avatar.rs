//! vrm/avatar.h. One running instance of a model.
//!
//! Written by tools/make/make-rust from api.json: do not edit.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use core::ffi::{c_char, c_void};

/// Bits of the flags of an avatar: VRM_AVATAR_FLAG_ constants.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_avatar_flags(pub u32);

impl vrm_avatar_flags {
    /// No half turn: a model that faces -Z (0.x) faces -Z in the world too.
    pub const AS_FILE: Self = Self(1);
    /// Springs take one step of the frame's own dt, at most 1/20 s, exactly like the specification's pseudo-code.
    pub const LITERAL_TIME: Self = Self(2);
    /// Springs do not scale radii and forces with the avatar (SB-046).
    pub const LITERAL_SCALE: Self = Self(4);
    /// Morph weights are clamped to 0…1 after they have been added up (EX-040).
    pub const CLAMP_MORPHS: Self = Self(8);
    /// overrideLookAt weakens lookAt of type bone too, as UniVRM does (LA-027).
    pub const OVERRIDE_BONE_LOOK_AT: Self = Self(16);
    /// LookAt of type bone in a model without eye bones moves its look expressions (LA-025).
    pub const LOOK_AT_BY_EXPRESSION: Self = Self(32);
    /// Once its springs have come to rest, an avatar sleeps: updates cost almost nothing until an input changes.
    pub const SLEEP: Self = Self(64);
    /// Springs ignore the limits of their joints (SL-012).
    pub const NO_SPRING_LIMITS: Self = Self(128);
}

impl vrm_avatar_flags {
    /// Whether all bits of `other` are set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl core::ops::BitOr for vrm_avatar_flags {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl core::ops::BitOrAssign for vrm_avatar_flags {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// What an avatar looks at.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_look_at_mode(pub i32);

impl vrm_look_at_mode {
    /// Nothing: the eyes follow the pose (LA-033).
    pub const OFF: Self = Self(0);
    /// A point in the world.
    pub const TARGET: Self = Self(1);
    /// A direction relative to the head.
    pub const DEGREES: Self = Self(2);
}

/// A layer of expression inputs.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_expression_layer(pub i32);

impl vrm_expression_layer {
    /// The layer of vrm_avatar_set_expression.
    pub const APPLICATION: Self = Self(0);
    /// `VRM_EXPRESSION_LAYER_EMOTION`.
    pub const EMOTION: Self = Self(1);
    /// `VRM_EXPRESSION_LAYER_VISEME`.
    pub const VISEME: Self = Self(2);
    /// `VRM_EXPRESSION_LAYER_BLINK`.
    pub const BLINK: Self = Self(3);
    /// `VRM_EXPRESSION_LAYER_LOOK_AT`.
    pub const LOOK_AT: Self = Self(4);
    /// The layer of vrm_avatar_apply_pose.
    pub const MOTION: Self = Self(5);
    /// `VRM_EXPRESSION_LAYER_COUNT`.
    pub const COUNT: Self = Self(6);
}

/// The classes on which overrides act.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_expression_class(pub i32);

impl vrm_expression_class {
    /// `VRM_EXPRESSION_CLASS_NONE`.
    pub const NONE: Self = Self(0);
    /// `VRM_EXPRESSION_CLASS_BLINK`.
    pub const BLINK: Self = Self(1);
    /// `VRM_EXPRESSION_CLASS_LOOK_AT`.
    pub const LOOK_AT: Self = Self(2);
    /// `VRM_EXPRESSION_CLASS_MOUTH`.
    pub const MOUTH: Self = Self(3);
}

/// One running instance of a model.
#[repr(C)]
pub struct vrm_avatar {
    _data: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}

/// Settings of an avatar.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_avatar_desc {
    /// Set by vrm_avatar_desc_init.
    pub struct_size: u32,
    /// VRM_AVATAR_FLAG_ bits.
    pub flags: vrm_avatar_flags,
    /// Copied.
    pub allocator: *const vrm_allocator,
    /// Colliders that the application can set.
    pub collider_capacity: u32,
    /// Experimental (vrm/lanes.h).
    pub lanes: i32,
    /// The first value of vrm_avatar_user.
    pub user: *mut c_void,
}

/// The settings and the result of lookAt.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_look_at_state {
    /// Set by vrm_look_at_state_init.
    pub struct_size: u32,
    /// A VRM_LOOK_AT_ constant.
    pub mode: vrm_look_at_mode,
    /// With VRM_LOOK_AT_MODE_TARGET: the point in the world.
    pub target: vrm_vec3,
    /// With VRM_LOOK_AT_MODE_DEGREES: the angle that was set.
    pub set_yaw_degrees: f32,
    /// Likewise.
    pub set_pitch_degrees: f32,
    /// The result of the last update, before range maps.
    pub yaw_degrees: f32,
    /// Likewise.
    pub pitch_degrees: f32,
}

unsafe extern "C" {
    /// Creates an avatar at rest, at the origin.
    pub fn vrm_avatar_create(model: *mut vrm_model, desc: *const vrm_avatar_desc, out_avatar: *mut *mut vrm_avatar, out_report: *mut *mut vrm_report) -> vrm_result;
    /// Updates the frame: calls all stages in the order of the specification, from vrm_avatar_update_pose to vrm_avatar_update_springs.
    pub fn vrm_avatar_update(avatar: *mut vrm_avatar, dt: f32);
    /// Destroys an avatar of any kind.
    pub fn vrm_avatar_destroy(avatar: *mut vrm_avatar);
    /// Returns how many bytes an avatar needs, for vrm_avatar_init.
    pub fn vrm_avatar_size(model: *mut vrm_model, desc: *const vrm_avatar_desc) -> usize;
    /// Creates an avatar in memory that the caller provides.
    pub fn vrm_avatar_init(memory: *mut c_void, size: usize, model: *mut vrm_model, desc: *const vrm_avatar_desc, out_avatar: *mut *mut vrm_avatar, out_report: *mut *mut vrm_report) -> vrm_result;
    /// Returns the model of an avatar.
    pub fn vrm_avatar_model(avatar: *const vrm_avatar) -> *mut vrm_model;
    /// Stores an application pointer with the avatar.
    pub fn vrm_avatar_set_user(avatar: *mut vrm_avatar, user: *mut c_void);
    /// Returns the pointer of vrm_avatar_set_user.
    pub fn vrm_avatar_user(avatar: *const vrm_avatar) -> *mut c_void;
    /// Fills in the default settings of an avatar.
    pub fn vrm_avatar_desc_init_sized(desc: *mut vrm_avatar_desc, struct_size: usize);
    /// Moves the avatar.
    pub fn vrm_avatar_set_root(avatar: *mut vrm_avatar, root: *const vrm_trs);
    /// Returns the root that was set last.
    pub fn vrm_avatar_get_root(avatar: *const vrm_avatar, out: *mut vrm_trs);
    /// Teleports the avatar without disturbing its springs (SB-051).
    pub fn vrm_avatar_teleport(avatar: *mut vrm_avatar, root: *const vrm_trs, keep_shape: i32);
    /// Moves the world's origin: adds `shift` to the root, to all state in world space and to the target of lookAt.
    pub fn vrm_avatar_shift_origin(avatar: *mut vrm_avatar, shift: *const vrm_vec3);
    /// Returns the pose: the local transform of every node.
    pub fn vrm_avatar_locals(avatar: *mut vrm_avatar) -> *mut vrm_trs;
    /// Sets the pose of all nodes back to rest.
    pub fn vrm_avatar_reset_pose(avatar: *mut vrm_avatar);
    /// Sets the normalized rotation of a bone (TP-020).
    pub fn vrm_avatar_set_bone_rotation(avatar: *mut vrm_avatar, bone: vrm_bone, rotation: *const vrm_quat);
    /// Returns the normalized rotation of a bone in the pose.
    pub fn vrm_avatar_get_bone_rotation(avatar: *const vrm_avatar, bone: vrm_bone, out: *mut vrm_quat);
    /// Sets the local rotation of a bone's node in the pose.
    pub fn vrm_avatar_set_bone_local_rotation(avatar: *mut vrm_avatar, bone: vrm_bone, rotation: *const vrm_quat);
    /// Sets the position of the hips, relative to the root.
    pub fn vrm_avatar_set_hips_position(avatar: *mut vrm_avatar, position: *const vrm_vec3);
    /// Returns the position of the hips in the pose, relative to the root.
    pub fn vrm_avatar_get_hips_position(avatar: *const vrm_avatar, out: *mut vrm_vec3);
    /// Makes the avatar look at a point in the world.
    pub fn vrm_avatar_set_look_at_target(avatar: *mut vrm_avatar, target: *const vrm_vec3);
    /// Makes the avatar look in a direction, relative to its head (LA-006).
    pub fn vrm_avatar_set_look_at_degrees(avatar: *mut vrm_avatar, yaw_degrees: f32, pitch_degrees: f32);
    /// Switches lookAt off: the eyes follow the pose (LA-033).
    pub fn vrm_avatar_set_look_at_off(avatar: *mut vrm_avatar);
    /// Returns the settings of lookAt and the result of the last update.
    pub fn vrm_avatar_get_look_at(avatar: *const vrm_avatar, out: *mut vrm_look_at_state);
    /// Returns the point between the eyes in the world: the origin of lookAt, and the position of a first-person camera (FP-013).
    pub fn vrm_avatar_get_eye_position(avatar: *const vrm_avatar, out: *mut vrm_vec3);
    /// Sets an expression in the layer VRM_EXPRESSION_LAYER_APPLICATION.
    pub fn vrm_avatar_set_expression(avatar: *mut vrm_avatar, expression: i32, weight: f32);
    /// Sets an expression in one layer.
    pub fn vrm_avatar_set_layer_expression(avatar: *mut vrm_avatar, layer: vrm_expression_layer, expression: i32, weight: f32);
    /// Returns the weight of an expression in one layer.
    pub fn vrm_avatar_layer_expression(avatar: *const vrm_avatar, layer: vrm_expression_layer, expression: i32) -> f32;
    /// Sets the weight of a layer (default: 1). 0 switches the layer off.
    pub fn vrm_avatar_set_expression_layer_weight(avatar: *mut vrm_avatar, layer: vrm_expression_layer, weight: f32);
    /// Returns the weight of a layer.
    pub fn vrm_avatar_expression_layer_weight(avatar: *const vrm_avatar, layer: vrm_expression_layer) -> f32;
    /// Sets all expressions of a layer to 0.
    pub fn vrm_avatar_clear_expression_layer(avatar: *mut vrm_avatar, layer: vrm_expression_layer);
    /// Returns the effective weight of an expression after the last update: after isBinary and overrides.
    pub fn vrm_avatar_expression_weight(avatar: *const vrm_avatar, expression: i32) -> f32;
    /// Assigns a custom expression to a class that overrides act on (EX-017).
    pub fn vrm_avatar_set_expression_class(avatar: *mut vrm_avatar, expression: i32, expression_class: vrm_expression_class);
    /// First stage: copies the pose into the frame and computes world transforms.
    pub fn vrm_avatar_update_pose(avatar: *mut vrm_avatar);
    /// Second stage: lookAt.
    pub fn vrm_avatar_update_look_at(avatar: *mut vrm_avatar);
    /// Third stage: expressions, morph weights and material values.
    pub fn vrm_avatar_update_expressions(avatar: *mut vrm_avatar, dt: f32);
    /// Fourth stage: node constraints.
    pub fn vrm_avatar_update_constraints(avatar: *mut vrm_avatar);
    /// Fifth stage: springs.
    pub fn vrm_avatar_update_springs(avatar: *mut vrm_avatar, dt: f32);
    /// Returns how many bytes vrm_avatar_save writes.
    pub fn vrm_avatar_save_size(avatar: *const vrm_avatar) -> usize;
    /// Saves everything that the next frames depend on: pose, root, inputs, settings, and the state of lookAt, springs and UV animation.
    pub fn vrm_avatar_save(avatar: *const vrm_avatar, out: *mut c_void, capacity: usize) -> vrm_result;
    /// Restores what vrm_avatar_save wrote.
    pub fn vrm_avatar_restore(avatar: *mut vrm_avatar, bytes: *const c_void, size: usize) -> vrm_result;
    /// Copies the settings of an avatar to an avatar of another model: root, pose of the humanoid bones, and of other nodes by name, lookAt, expressions and their layers by name, spring modes, weights and winds by name, and the user pointer.
    pub fn vrm_avatar_carry_over(to: *mut vrm_avatar, from: *const vrm_avatar);
}

impl Default for vrm_avatar_desc {
    fn default() -> Self {
        let mut value = core::mem::MaybeUninit::uninit();
        // SAFETY: the function writes all of the struct, whose size it gets.
        unsafe {
            vrm_avatar_desc_init_sized(value.as_mut_ptr(), size_of::<Self>());
            value.assume_init()
        }
    }
}

#[cfg(target_pointer_width = "64")]
const _: () = {
    use core::mem::{offset_of, size_of};
    assert!(size_of::<vrm_avatar_desc>() == 32);
    assert!(offset_of!(vrm_avatar_desc, struct_size) == 0);
    assert!(offset_of!(vrm_avatar_desc, flags) == 4);
    assert!(offset_of!(vrm_avatar_desc, allocator) == 8);
    assert!(offset_of!(vrm_avatar_desc, collider_capacity) == 16);
    assert!(offset_of!(vrm_avatar_desc, lanes) == 20);
    assert!(offset_of!(vrm_avatar_desc, user) == 24);
    assert!(size_of::<vrm_look_at_state>() == 36);
    assert!(offset_of!(vrm_look_at_state, struct_size) == 0);
    assert!(offset_of!(vrm_look_at_state, mode) == 4);
    assert!(offset_of!(vrm_look_at_state, target) == 8);
    assert!(offset_of!(vrm_look_at_state, set_yaw_degrees) == 20);
    assert!(offset_of!(vrm_look_at_state, set_pitch_degrees) == 24);
    assert!(offset_of!(vrm_look_at_state, yaw_degrees) == 28);
    assert!(offset_of!(vrm_look_at_state, pitch_degrees) == 32);
};
