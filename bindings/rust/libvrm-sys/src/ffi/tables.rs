//! vrm/tables.h. The VRM tables: the meaning of a file, in one form for all four VRM versions (0.x, 1.0 draft, 1.0-beta and 1.0).
//!
//! Written by tools/make/make-rust from api.json: do not edit.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use core::ffi::{c_char, c_void};

/// The VRM version of a file.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_dialect(pub i32);

impl vrm_dialect {
    /// Plain glTF without an avatar.
    pub const NONE: Self = Self(0);
    /// 0.x.
    pub const V0: Self = Self(1);
    /// The draft of 2019.
    pub const V1_DRAFT: Self = Self(2);
    /// 1.0-beta.
    pub const V1_BETA: Self = Self(3);
    /// 1.0.
    pub const V1: Self = Self(4);
    /// VRMC_vrm_animation: motion, and no avatar (GL-036).
    pub const ANIMATION: Self = Self(5);
    
    /// Returns the name of a VRM version: "none", "0.x", "1.0-draft", "1.0-beta", "1.0" or "animation".
    pub fn name(self) -> &'static str {
        // SAFETY: any value is allowed; the result is a static string.
        crate::values::text_of(unsafe { vrm_dialect_name(self) })
    }
}

/// Who may act with the avatar: avatarPermission.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_avatar_permission(pub i32);

impl vrm_avatar_permission {
    /// `VRM_AVATAR_PERMISSION_ONLY_AUTHOR`.
    pub const ONLY_AUTHOR: Self = Self(0);
    /// `VRM_AVATAR_PERMISSION_ONLY_LICENSED_PERSON`.
    pub const ONLY_LICENSED_PERSON: Self = Self(1);
    /// `VRM_AVATAR_PERMISSION_EVERYONE`.
    pub const EVERYONE: Self = Self(2);
}

/// Which commercial use is allowed: commercialUsage.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_commercial_usage(pub i32);

impl vrm_commercial_usage {
    /// `VRM_COMMERCIAL_USAGE_PERSONAL_NON_PROFIT`.
    pub const PERSONAL_NON_PROFIT: Self = Self(0);
    /// `VRM_COMMERCIAL_USAGE_PERSONAL_PROFIT`.
    pub const PERSONAL_PROFIT: Self = Self(1);
    /// `VRM_COMMERCIAL_USAGE_CORPORATION`.
    pub const CORPORATION: Self = Self(2);
}

/// Whether the author must be credited: creditNotation.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_credit_notation(pub i32);

impl vrm_credit_notation {
    /// `VRM_CREDIT_NOTATION_REQUIRED`.
    pub const REQUIRED: Self = Self(0);
    /// `VRM_CREDIT_NOTATION_UNNECESSARY`.
    pub const UNNECESSARY: Self = Self(1);
}

/// Whether the avatar may be modified: modification.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_modification(pub i32);

impl vrm_modification {
    /// `VRM_MODIFICATION_PROHIBITED`.
    pub const PROHIBITED: Self = Self(0);
    /// `VRM_MODIFICATION_ALLOWED`.
    pub const ALLOWED: Self = Self(1);
    /// `VRM_MODIFICATION_REDISTRIBUTION`.
    pub const REDISTRIBUTION: Self = Self(2);
}

/// A humanoid bone.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_bone(pub i32);

impl vrm_bone {
    /// hips
    pub const HIPS: Self = Self(0);
    /// spine
    pub const SPINE: Self = Self(1);
    /// chest
    pub const CHEST: Self = Self(2);
    /// upperChest
    pub const UPPER_CHEST: Self = Self(3);
    /// neck
    pub const NECK: Self = Self(4);
    /// head
    pub const HEAD: Self = Self(5);
    /// leftEye
    pub const LEFT_EYE: Self = Self(6);
    /// rightEye
    pub const RIGHT_EYE: Self = Self(7);
    /// jaw
    pub const JAW: Self = Self(8);
    /// leftUpperLeg
    pub const LEFT_UPPER_LEG: Self = Self(9);
    /// leftLowerLeg
    pub const LEFT_LOWER_LEG: Self = Self(10);
    /// leftFoot
    pub const LEFT_FOOT: Self = Self(11);
    /// leftToes
    pub const LEFT_TOES: Self = Self(12);
    /// rightUpperLeg
    pub const RIGHT_UPPER_LEG: Self = Self(13);
    /// rightLowerLeg
    pub const RIGHT_LOWER_LEG: Self = Self(14);
    /// rightFoot
    pub const RIGHT_FOOT: Self = Self(15);
    /// rightToes
    pub const RIGHT_TOES: Self = Self(16);
    /// leftShoulder
    pub const LEFT_SHOULDER: Self = Self(17);
    /// leftUpperArm
    pub const LEFT_UPPER_ARM: Self = Self(18);
    /// leftLowerArm
    pub const LEFT_LOWER_ARM: Self = Self(19);
    /// leftHand
    pub const LEFT_HAND: Self = Self(20);
    /// rightShoulder
    pub const RIGHT_SHOULDER: Self = Self(21);
    /// rightUpperArm
    pub const RIGHT_UPPER_ARM: Self = Self(22);
    /// rightLowerArm
    pub const RIGHT_LOWER_ARM: Self = Self(23);
    /// rightHand
    pub const RIGHT_HAND: Self = Self(24);
    /// leftThumbMetacarpal
    pub const LEFT_THUMB_METACARPAL: Self = Self(25);
    /// leftThumbProximal
    pub const LEFT_THUMB_PROXIMAL: Self = Self(26);
    /// leftThumbDistal
    pub const LEFT_THUMB_DISTAL: Self = Self(27);
    /// leftIndexProximal
    pub const LEFT_INDEX_PROXIMAL: Self = Self(28);
    /// leftIndexIntermediate
    pub const LEFT_INDEX_INTERMEDIATE: Self = Self(29);
    /// leftIndexDistal
    pub const LEFT_INDEX_DISTAL: Self = Self(30);
    /// leftMiddleProximal
    pub const LEFT_MIDDLE_PROXIMAL: Self = Self(31);
    /// leftMiddleIntermediate
    pub const LEFT_MIDDLE_INTERMEDIATE: Self = Self(32);
    /// leftMiddleDistal
    pub const LEFT_MIDDLE_DISTAL: Self = Self(33);
    /// leftRingProximal
    pub const LEFT_RING_PROXIMAL: Self = Self(34);
    /// leftRingIntermediate
    pub const LEFT_RING_INTERMEDIATE: Self = Self(35);
    /// leftRingDistal
    pub const LEFT_RING_DISTAL: Self = Self(36);
    /// leftLittleProximal
    pub const LEFT_LITTLE_PROXIMAL: Self = Self(37);
    /// leftLittleIntermediate
    pub const LEFT_LITTLE_INTERMEDIATE: Self = Self(38);
    /// leftLittleDistal
    pub const LEFT_LITTLE_DISTAL: Self = Self(39);
    /// rightThumbMetacarpal
    pub const RIGHT_THUMB_METACARPAL: Self = Self(40);
    /// rightThumbProximal
    pub const RIGHT_THUMB_PROXIMAL: Self = Self(41);
    /// rightThumbDistal
    pub const RIGHT_THUMB_DISTAL: Self = Self(42);
    /// rightIndexProximal
    pub const RIGHT_INDEX_PROXIMAL: Self = Self(43);
    /// rightIndexIntermediate
    pub const RIGHT_INDEX_INTERMEDIATE: Self = Self(44);
    /// rightIndexDistal
    pub const RIGHT_INDEX_DISTAL: Self = Self(45);
    /// rightMiddleProximal
    pub const RIGHT_MIDDLE_PROXIMAL: Self = Self(46);
    /// rightMiddleIntermediate
    pub const RIGHT_MIDDLE_INTERMEDIATE: Self = Self(47);
    /// rightMiddleDistal
    pub const RIGHT_MIDDLE_DISTAL: Self = Self(48);
    /// rightRingProximal
    pub const RIGHT_RING_PROXIMAL: Self = Self(49);
    /// rightRingIntermediate
    pub const RIGHT_RING_INTERMEDIATE: Self = Self(50);
    /// rightRingDistal
    pub const RIGHT_RING_DISTAL: Self = Self(51);
    /// rightLittleProximal
    pub const RIGHT_LITTLE_PROXIMAL: Self = Self(52);
    /// rightLittleIntermediate
    pub const RIGHT_LITTLE_INTERMEDIATE: Self = Self(53);
    /// rightLittleDistal
    pub const RIGHT_LITTLE_DISTAL: Self = Self(54);
    /// @endcond
    pub const COUNT: Self = Self(55);
    
    /// Returns the specification's name of a bone, such as "hips".
    pub fn name(self) -> &'static str {
        // SAFETY: any value is allowed; the result is a static string.
        crate::values::text_of(unsafe { vrm_bone_name(self) })
    }
    
    /// Finds a bone by the specification's name.
    pub fn find(name: &str) -> Option<Self> {
        let name = crate::values::ShortText::new(name)?;
        // SAFETY: the text ends in a NUL byte.
        let found = unsafe { vrm_bone_find(name.as_ptr()) };
        (found.0 >= 0).then_some(found)
    }
}

/// A preset expression.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_preset(pub i32);

impl vrm_preset {
    /// happy
    pub const HAPPY: Self = Self(0);
    /// angry
    pub const ANGRY: Self = Self(1);
    /// sad
    pub const SAD: Self = Self(2);
    /// relaxed
    pub const RELAXED: Self = Self(3);
    /// surprised
    pub const SURPRISED: Self = Self(4);
    /// aa
    pub const AA: Self = Self(5);
    /// ih
    pub const IH: Self = Self(6);
    /// ou
    pub const OU: Self = Self(7);
    /// ee
    pub const EE: Self = Self(8);
    /// oh
    pub const OH: Self = Self(9);
    /// blink
    pub const BLINK: Self = Self(10);
    /// blinkLeft
    pub const BLINK_LEFT: Self = Self(11);
    /// blinkRight
    pub const BLINK_RIGHT: Self = Self(12);
    /// lookUp
    pub const LOOK_UP: Self = Self(13);
    /// lookDown
    pub const LOOK_DOWN: Self = Self(14);
    /// lookLeft
    pub const LOOK_LEFT: Self = Self(15);
    /// lookRight
    pub const LOOK_RIGHT: Self = Self(16);
    /// neutral
    pub const NEUTRAL: Self = Self(17);
    /// @endcond
    pub const COUNT: Self = Self(18);
    
    /// Returns the specification's name of a preset, such as "happy".
    pub fn name(self) -> &'static str {
        // SAFETY: any value is allowed; the result is a static string.
        crate::values::text_of(unsafe { vrm_preset_name(self) })
    }
    
    /// Finds a preset by the specification's name.
    pub fn find(name: &str) -> Option<Self> {
        let name = crate::values::ShortText::new(name)?;
        // SAFETY: the text ends in a NUL byte.
        let found = unsafe { vrm_preset_find(name.as_ptr()) };
        (found.0 >= 0).then_some(found)
    }
}

/// How an expression overrides a class of expressions: overrideBlink and so on.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_expression_override(pub i32);

impl vrm_expression_override {
    /// `VRM_OVERRIDE_NONE`.
    pub const NONE: Self = Self(0);
    /// `VRM_OVERRIDE_BLOCK`.
    pub const BLOCK: Self = Self(1);
    /// `VRM_OVERRIDE_BLEND`.
    pub const BLEND: Self = Self(2);
}

/// Which color of a material an expression changes: materialColorBinds\[\].type.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_color_bind_type(pub i32);

impl vrm_color_bind_type {
    /// `VRM_COLOR_BIND_COLOR`.
    pub const COLOR: Self = Self(0);
    /// `VRM_COLOR_BIND_EMISSION`.
    pub const EMISSION: Self = Self(1);
    /// `VRM_COLOR_BIND_SHADE`.
    pub const SHADE: Self = Self(2);
    /// `VRM_COLOR_BIND_MATCAP`.
    pub const MATCAP: Self = Self(3);
    /// `VRM_COLOR_BIND_RIM`.
    pub const RIM: Self = Self(4);
    /// `VRM_COLOR_BIND_OUTLINE`.
    pub const OUTLINE: Self = Self(5);
}

/// Bits: which parts of a texture transform an expression changes.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_uv_components(pub i32);

impl vrm_uv_components {
    /// `VRM_UV_SCALE_X`.
    pub const SCALE_X: Self = Self(1);
    /// `VRM_UV_SCALE_Y`.
    pub const SCALE_Y: Self = Self(2);
    /// `VRM_UV_OFFSET_X`.
    pub const OFFSET_X: Self = Self(4);
    /// `VRM_UV_OFFSET_Y`.
    pub const OFFSET_Y: Self = Self(8);
}

impl vrm_uv_components {
    /// Whether all bits of `other` are set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl core::ops::BitOr for vrm_uv_components {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl core::ops::BitOrAssign for vrm_uv_components {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// Which camera draws a mesh: meshAnnotations\[\].type, and what vrm_model_first_person returns.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_first_person_type(pub i32);

impl vrm_first_person_type {
    /// Only in files: the head bone decides (FP-005 to FP-009).
    pub const AUTO: Self = Self(0);
    /// Both cameras draw all of it.
    pub const BOTH: Self = Self(1);
    /// The first-person camera draws nothing of it.
    pub const THIRD_PERSON_ONLY: Self = Self(2);
    /// Only the first-person camera draws it.
    pub const FIRST_PERSON_ONLY: Self = Self(3);
    /// Never in files: see vrm_model_read_first_person_triangles.
    pub const SPLIT: Self = Self(4);
}

/// How lookAt moves the eyes: lookAt.type.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_look_at_type(pub i32);

impl vrm_look_at_type {
    /// `VRM_LOOK_AT_TYPE_BONE`.
    pub const BONE: Self = Self(0);
    /// `VRM_LOOK_AT_TYPE_EXPRESSION`.
    pub const EXPRESSION: Self = Self(1);
}

/// The kind of a node constraint.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_constraint_kind(pub i32);

impl vrm_constraint_kind {
    /// `VRM_CONSTRAINT_ROLL`.
    pub const ROLL: Self = Self(0);
    /// `VRM_CONSTRAINT_AIM`.
    pub const AIM: Self = Self(1);
    /// `VRM_CONSTRAINT_ROTATION`.
    pub const ROTATION: Self = Self(2);
}

/// A signed axis.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_axis(pub i32);

impl vrm_axis {
    /// And the X of a roll.
    pub const POSITIVE_X: Self = Self(0);
    /// `VRM_AXIS_NEGATIVE_X`.
    pub const NEGATIVE_X: Self = Self(1);
    /// `VRM_AXIS_POSITIVE_Y`.
    pub const POSITIVE_Y: Self = Self(2);
    /// `VRM_AXIS_NEGATIVE_Y`.
    pub const NEGATIVE_Y: Self = Self(3);
    /// `VRM_AXIS_POSITIVE_Z`.
    pub const POSITIVE_Z: Self = Self(4);
    /// `VRM_AXIS_NEGATIVE_Z`.
    pub const NEGATIVE_Z: Self = Self(5);
}

/// The shape of a collider.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_collider_shape(pub i32);

impl vrm_collider_shape {
    /// Inert: it keeps its index in the file.
    pub const NONE: Self = Self(0);
    /// `VRM_COLLIDER_SPHERE`.
    pub const SPHERE: Self = Self(1);
    /// `VRM_COLLIDER_CAPSULE`.
    pub const CAPSULE: Self = Self(2);
    /// `VRM_COLLIDER_INSIDE_SPHERE`.
    pub const INSIDE_SPHERE: Self = Self(3);
    /// `VRM_COLLIDER_INSIDE_CAPSULE`.
    pub const INSIDE_CAPSULE: Self = Self(4);
    /// `VRM_COLLIDER_PLANE`.
    pub const PLANE: Self = Self(5);
}

/// How the direction of a joint's tail is limited: the member of `limit`.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_spring_limit_kind(pub i32);

impl vrm_spring_limit_kind {
    /// No limit.
    pub const NONE: Self = Self(0);
    /// Within an angle around +Y of the limit's space.
    pub const CONE: Self = Self(1);
    /// In the YZ plane, within an angle from +Y.
    pub const HINGE: Self = Self(2);
    /// Within a pitch around X and a yaw to either side.
    pub const SPHERICAL: Self = Self(3);
}

/// How the width of an outline is measured: outlineWidthMode.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_outline_width_mode(pub i32);

impl vrm_outline_width_mode {
    /// `VRM_OUTLINE_NONE`.
    pub const NONE: Self = Self(0);
    /// `VRM_OUTLINE_WORLD_COORDINATES`.
    pub const WORLD_COORDINATES: Self = Self(1);
    /// `VRM_OUTLINE_SCREEN_COORDINATES`.
    pub const SCREEN_COORDINATES: Self = Self(2);
}

/// The permissions of an avatar, in the terms of 1.0 for all VRM versions.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_permissions {
    /// VRM_AVATAR_PERMISSION_…
    pub avatar_permission: vrm_avatar_permission,
    /// VRM_COMMERCIAL_USAGE_…
    pub commercial_usage: vrm_commercial_usage,
    /// VRM_CREDIT_NOTATION_…
    pub credit_notation: vrm_credit_notation,
    /// VRM_MODIFICATION_…
    pub modification: vrm_modification,
    /// 1: allowed.
    pub allow_excessively_violent_usage: i32,
    /// 1: allowed.
    pub allow_excessively_sexual_usage: i32,
    /// 1: allowed.
    pub allow_political_or_religious_usage: i32,
    /// 1: allowed.
    pub allow_antisocial_or_hate_usage: i32,
    /// 1: allowed.
    pub allow_redistribution: i32,
}

/// Author, license and permissions of an avatar.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_meta {
    /// The name of the avatar.
    pub name: vrm_string,
    /// The version of the avatar.
    pub version: vrm_string,
    /// In the order of the file.
    pub authors: *const vrm_string,
    /// Works that the avatar is derived from.
    pub references: *const vrm_string,
    /// Free text.
    pub copyright_information: vrm_string,
    /// Free text.
    pub contact_information: vrm_string,
    /// Free text.
    pub third_party_licenses: vrm_string,
    /// The license of the file.
    pub license_url: vrm_string,
    /// A further license; may be empty.
    pub other_license_url: vrm_string,
    /// As the file writes them; empty in 1.0.
    pub legacy_allowed_user: vrm_string,
    /// Likewise.
    pub legacy_violent_usage: vrm_string,
    /// Likewise.
    pub legacy_sexual_usage: vrm_string,
    /// Likewise.
    pub legacy_commercial_usage: vrm_string,
    /// Likewise.
    pub legacy_license_name: vrm_string,
    /// Likewise.
    pub legacy_other_permission_url: vrm_string,
    /// Of `authors`.
    pub author_count: u32,
    /// Of `references`.
    pub reference_count: u32,
    /// Index into images.
    pub thumbnail_image: i32,
    /// The permissions of the avatar.
    pub permissions: vrm_permissions,
}

/// The humanoid bones of an avatar.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_humanoid {
    /// By vrm_bone; VRM_NONE: the avatar does not have it.
    pub nodes: [i32; 55],
    /// 1: it has all 15 required bones (HU-003).
    pub is_complete: i32,
    /// 1: at rest it looks along -Z, as 0.x models do (TP-022).
    pub faces_minus_z: i32,
}

/// How an expression changes the weight of a morph target.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_morph_bind {
    /// Index of the node with the mesh.
    pub node: i32,
    /// Of the node's mesh.
    pub target: i32,
    /// The weight of the target at weight 1 of the expression.
    pub weight: f32,
}

/// How an expression changes a color of a material.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_color_bind {
    /// Index of the material.
    pub material: i32,
    /// VRM_COLOR_BIND_…
    pub r#type: vrm_color_bind_type,
    /// The color at weight 1: red, green, blue, alpha.
    pub target: [f32; 4],
}

/// How an expression moves the textures of a material.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_uv_bind {
    /// Index of the material.
    pub material: i32,
    /// VRM_UV_… bits that it drives; all four in 1.0.
    pub components: vrm_uv_components,
    /// Of the texture coordinates at weight 1.
    pub scale: vrm_vec2,
    /// Of the texture coordinates at weight 1.
    pub offset: vrm_vec2,
}

/// An expression.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_expression {
    /// Of a preset: the specification's.
    pub name: vrm_string,
    /// Morph targets that it moves.
    pub morph_binds: *const vrm_morph_bind,
    /// Colors that it changes.
    pub color_binds: *const vrm_color_bind,
    /// Textures that it moves.
    pub uv_binds: *const vrm_uv_bind,
    /// Of `morph_binds`.
    pub morph_bind_count: u32,
    /// Of `color_binds`.
    pub color_bind_count: u32,
    /// Of `uv_binds`.
    pub uv_bind_count: u32,
    /// A vrm_preset; VRM_NONE: custom.
    pub preset: vrm_preset,
    /// 1: on above the threshold, else off.
    pub is_binary: i32,
    /// 0.5; 0 in the draft (EX-007).
    pub binary_threshold: f32,
    /// VRM_OVERRIDE_…
    pub override_blink: vrm_expression_override,
    /// VRM_OVERRIDE_…
    pub override_look_at: vrm_expression_override,
    /// VRM_OVERRIDE_…
    pub override_mouth: vrm_expression_override,
}

/// What the first-person camera draws.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_first_person {
    /// One for each node of vrm_gltf; meaningful for nodes with a mesh.
    pub types: *const vrm_first_person_type,
    /// What AUTO hides, with all nodes below it; VRM_NONE if there is no head.
    pub head_node: i32,
}

/// A key of a 0.x curve; cubic Hermite between keys.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_curve_key {
    /// Of the input, 0 to 1.
    pub time: f32,
    /// Of the output, 0 to 1.
    pub value: f32,
    /// Slope before the key.
    pub in_tangent: f32,
    /// Slope after the key.
    pub out_tangent: f32,
}

/// How an angle of lookAt becomes a rotation of an eye or a weight of an expression.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_range_map {
    /// Of 0.x, if it is not a straight line.
    pub curve: *const vrm_curve_key,
    /// Of `curve`; 0: a straight line.
    pub curve_key_count: u32,
    /// Angles above it count as this angle.
    pub input_max_degrees: f32,
    /// Degrees (bone) or weight (expression).
    pub output_scale: f32,
}

/// How the avatar looks at things.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_look_at {
    /// 0: the file has no lookAt; the fields have their defaults.
    pub is_present: i32,
    /// VRM_LOOK_AT_TYPE_…
    pub r#type: vrm_look_at_type,
    /// The position of the eyes, in meters, in the space of the head bone.
    pub offset_from_head_bone: vrm_vec3,
    /// For an eye that turns towards the nose.
    pub horizontal_inner: vrm_range_map,
    /// For an eye that turns away from the nose.
    pub horizontal_outer: vrm_range_map,
    /// For looking down.
    pub vertical_down: vrm_range_map,
    /// For looking up.
    pub vertical_up: vrm_range_map,
}

/// A node constraint.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_constraint {
    /// The destination.
    pub node: i32,
    /// Index of the node that is followed.
    pub source: i32,
    /// VRM_CONSTRAINT_…
    pub kind: vrm_constraint_kind,
    /// VRM_AXIS_…; of roll and aim.
    pub axis: vrm_axis,
    /// 0 to 1.
    pub weight: f32,
}

/// A collider of springs.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_spring_collider {
    /// Index of the node that it is fixed to.
    pub node: i32,
    /// VRM_COLLIDER_…
    pub shape: vrm_collider_shape,
    /// In the space of the node.
    pub offset: vrm_vec3,
    /// Of a capsule: its other end; of a plane: its unit normal.
    pub tail: vrm_vec3,
    /// In meters; 0 for a plane.
    pub radius: f32,
}

/// A group of colliders.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_spring_collider_group {
    /// The name in the file; may be empty.
    pub name: vrm_string,
    /// Indices of its colliders.
    pub colliders: *const i32,
    /// Of `colliders`.
    pub collider_count: u32,
}

/// How far the tail of a joint may turn from its bone at rest: VRMC_springBone_limit (SL).
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_spring_limit {
    /// VRM_SPRING_LIMIT_…
    pub kind: vrm_spring_limit_kind,
    /// Of a cone or hinge, or the pitch; in radians, 0 to pi.
    pub angle: f32,
    /// Of a spherical limit, in radians, 0 to pi / 2; else 0.
    pub yaw: f32,
    /// From the limit's space to the space in which the bone at rest points along +Y; unit.
    pub rotation: vrm_quat,
}

/// A head and its tail, which moves.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_spring_joint {
    /// Index of the node at its head, which it turns.
    pub node: i32,
    /// Index of the node at its tail, or VRM_NONE.
    pub tail_node: i32,
    /// Of the tail in the head's space, at rest, in both cases.
    pub tail_offset: vrm_vec3,
    /// Of the sphere around the tail that colliders push, in meters.
    pub hit_radius: f32,
    /// How strongly it returns to its rest pose.
    pub stiffness: f32,
    /// The strength of gravity.
    pub gravity_power: f32,
    /// How much motion is lost, 0 to 1.
    pub drag_force: f32,
    /// The direction of gravity, in world space.
    pub gravity_dir: vrm_vec3,
    /// Index of its spring.
    pub spring: i32,
    /// Where its tail may point (SL).
    pub limit: vrm_spring_limit,
}

/// A spring: a chain of simulated joints.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_spring {
    /// The name in the file; may be empty.
    pub name: vrm_string,
    /// Indices of its collider groups.
    pub collider_groups: *const i32,
    /// Of `collider_groups`.
    pub collider_group_count: u32,
    /// Its joints follow each other in the joints of the model.
    pub first_joint: u32,
    /// How many joints it has.
    pub joint_count: u32,
    /// Node; VRM_NONE: the world.
    pub center: i32,
}

/// The MToon values of a material.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_mtoon {
    /// 0: the material is not MToon.
    pub is_present: i32,
    /// transparentWithZWrite.
    pub transparent_with_z_write: i32,
    /// renderQueueOffsetNumber, -9 to 9.
    pub render_queue_offset: i32,
    /// VRM_OUTLINE_…
    pub outline_width_mode: vrm_outline_width_mode,
    /// shadeColorFactor.
    pub shade_color_factor: [f32; 3],
    /// shadingShiftFactor, -1 to 1.
    pub shading_shift_factor: f32,
    /// shadingToonyFactor, 0 to 1.
    pub shading_toony_factor: f32,
    /// giEqualizationFactor, 0 to 1.
    pub gi_equalization_factor: f32,
    /// matcapFactor.
    pub matcap_factor: [f32; 3],
    /// parametricRimColorFactor.
    pub parametric_rim_color_factor: [f32; 3],
    /// rimLightingMixFactor, 0 to 1.
    pub rim_lighting_mix_factor: f32,
    /// parametricRimFresnelPowerFactor.
    pub parametric_rim_fresnel_power_factor: f32,
    /// parametricRimLiftFactor.
    pub parametric_rim_lift_factor: f32,
    /// outlineWidthFactor: meters, or a part of the screen's height.
    pub outline_width_factor: f32,
    /// outlineColorFactor.
    pub outline_color_factor: [f32; 3],
    /// outlineLightingMixFactor, 0 to 1.
    pub outline_lighting_mix_factor: f32,
    /// UV units a second.
    pub uv_animation_scroll_x_speed_factor: f32,
    /// UV units a second.
    pub uv_animation_scroll_y_speed_factor: f32,
    /// Radians a second.
    pub uv_animation_rotation_speed_factor: f32,
    /// sRGB.
    pub shade_multiply_texture: vrm_texture_info,
    /// Its scale is `strength`.
    pub shading_shift_texture: vrm_texture_info,
    /// sRGB.
    pub matcap_texture: vrm_texture_info,
    /// sRGB.
    pub rim_multiply_texture: vrm_texture_info,
    /// Linear; its green channel counts.
    pub outline_width_multiply_texture: vrm_texture_info,
    /// Linear; its blue channel counts.
    pub uv_animation_mask_texture: vrm_texture_info,
}

/// All VRM tables of a file.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_tables {
    /// A vrm_dialect constant.
    pub dialect: vrm_dialect,
    /// As the file writes it.
    pub spec_version: vrm_string,
    /// Author, license and permissions.
    pub meta: vrm_meta,
    /// Its bones.
    pub humanoid: vrm_humanoid,
    /// What the first-person camera draws.
    pub first_person: vrm_first_person,
    /// How it looks at things.
    pub look_at: vrm_look_at,
    /// Presets first, in their order; then custom ones.
    pub expressions: *const vrm_expression,
    /// In the order of evaluation (NC-020).
    pub constraints: *const vrm_constraint,
    /// Colliders of springs.
    pub spring_colliders: *const vrm_spring_collider,
    /// Groups of colliders.
    pub spring_collider_groups: *const vrm_spring_collider_group,
    /// Chains of simulated joints.
    pub springs: *const vrm_spring,
    /// Joints of all springs, one spring after the other.
    pub spring_joints: *const vrm_spring_joint,
    /// Indices of joints in the order of updates (SB-040).
    pub spring_joint_order: *const i32,
    /// The materials to draw: one for each of the file's materials, in the form of 1.0.
    pub materials: *const vrm_material,
    /// One for each material.
    pub mtoons: *const vrm_mtoon,
    /// Of `expressions`.
    pub expression_count: u32,
    /// Of `constraints`.
    pub constraint_count: u32,
    /// Of `spring_colliders`.
    pub spring_collider_count: u32,
    /// Of `spring_collider_groups`.
    pub spring_collider_group_count: u32,
    /// Of `springs`.
    pub spring_count: u32,
    /// Of `spring_joints` and of `spring_joint_order`.
    pub spring_joint_count: u32,
    /// Of `materials` and of `mtoons`.
    pub material_count: u32,
    /// Always 0.
    pub reserved: u32,
}

unsafe extern "C" {
    /// Returns the name of a VRM version: "none", "0.x", "1.0-draft", "1.0-beta", "1.0" or "animation".
    pub fn vrm_dialect_name(dialect: vrm_dialect) -> *const c_char;
    /// Maps the license of a 0.x or draft file to the permissions of 1.0.
    pub fn vrm_meta_map_license(meta: *const vrm_meta, out_permissions: *mut vrm_permissions) -> i32;
    /// Returns the specification's name of a bone, such as "hips".
    pub fn vrm_bone_name(bone: vrm_bone) -> *const c_char;
    /// Finds a bone by the specification's name.
    pub fn vrm_bone_find(name: *const c_char) -> vrm_bone;
    /// Returns the specification's name of a preset, such as "happy".
    pub fn vrm_preset_name(preset: vrm_preset) -> *const c_char;
    /// Finds a preset by the specification's name.
    pub fn vrm_preset_find(name: *const c_char) -> vrm_preset;
}

#[cfg(target_pointer_width = "64")]
const _: () = {
    use core::mem::{offset_of, size_of};
    assert!(size_of::<vrm_permissions>() == 36);
    assert!(offset_of!(vrm_permissions, avatar_permission) == 0);
    assert!(offset_of!(vrm_permissions, commercial_usage) == 4);
    assert!(offset_of!(vrm_permissions, credit_notation) == 8);
    assert!(offset_of!(vrm_permissions, modification) == 12);
    assert!(offset_of!(vrm_permissions, allow_excessively_violent_usage) == 16);
    assert!(offset_of!(vrm_permissions, allow_excessively_sexual_usage) == 20);
    assert!(offset_of!(vrm_permissions, allow_political_or_religious_usage) == 24);
    assert!(offset_of!(vrm_permissions, allow_antisocial_or_hate_usage) == 28);
    assert!(offset_of!(vrm_permissions, allow_redistribution) == 32);
    assert!(size_of::<vrm_meta>() == 272);
    assert!(offset_of!(vrm_meta, name) == 0);
    assert!(offset_of!(vrm_meta, version) == 16);
    assert!(offset_of!(vrm_meta, authors) == 32);
    assert!(offset_of!(vrm_meta, references) == 40);
    assert!(offset_of!(vrm_meta, copyright_information) == 48);
    assert!(offset_of!(vrm_meta, contact_information) == 64);
    assert!(offset_of!(vrm_meta, third_party_licenses) == 80);
    assert!(offset_of!(vrm_meta, license_url) == 96);
    assert!(offset_of!(vrm_meta, other_license_url) == 112);
    assert!(offset_of!(vrm_meta, legacy_allowed_user) == 128);
    assert!(offset_of!(vrm_meta, legacy_violent_usage) == 144);
    assert!(offset_of!(vrm_meta, legacy_sexual_usage) == 160);
    assert!(offset_of!(vrm_meta, legacy_commercial_usage) == 176);
    assert!(offset_of!(vrm_meta, legacy_license_name) == 192);
    assert!(offset_of!(vrm_meta, legacy_other_permission_url) == 208);
    assert!(offset_of!(vrm_meta, author_count) == 224);
    assert!(offset_of!(vrm_meta, reference_count) == 228);
    assert!(offset_of!(vrm_meta, thumbnail_image) == 232);
    assert!(offset_of!(vrm_meta, permissions) == 236);
    assert!(size_of::<vrm_humanoid>() == 228);
    assert!(offset_of!(vrm_humanoid, nodes) == 0);
    assert!(offset_of!(vrm_humanoid, is_complete) == 220);
    assert!(offset_of!(vrm_humanoid, faces_minus_z) == 224);
    assert!(size_of::<vrm_morph_bind>() == 12);
    assert!(offset_of!(vrm_morph_bind, node) == 0);
    assert!(offset_of!(vrm_morph_bind, target) == 4);
    assert!(offset_of!(vrm_morph_bind, weight) == 8);
    assert!(size_of::<vrm_color_bind>() == 24);
    assert!(offset_of!(vrm_color_bind, material) == 0);
    assert!(offset_of!(vrm_color_bind, r#type) == 4);
    assert!(offset_of!(vrm_color_bind, target) == 8);
    assert!(size_of::<vrm_uv_bind>() == 24);
    assert!(offset_of!(vrm_uv_bind, material) == 0);
    assert!(offset_of!(vrm_uv_bind, components) == 4);
    assert!(offset_of!(vrm_uv_bind, scale) == 8);
    assert!(offset_of!(vrm_uv_bind, offset) == 16);
    assert!(size_of::<vrm_expression>() == 80);
    assert!(offset_of!(vrm_expression, name) == 0);
    assert!(offset_of!(vrm_expression, morph_binds) == 16);
    assert!(offset_of!(vrm_expression, color_binds) == 24);
    assert!(offset_of!(vrm_expression, uv_binds) == 32);
    assert!(offset_of!(vrm_expression, morph_bind_count) == 40);
    assert!(offset_of!(vrm_expression, color_bind_count) == 44);
    assert!(offset_of!(vrm_expression, uv_bind_count) == 48);
    assert!(offset_of!(vrm_expression, preset) == 52);
    assert!(offset_of!(vrm_expression, is_binary) == 56);
    assert!(offset_of!(vrm_expression, binary_threshold) == 60);
    assert!(offset_of!(vrm_expression, override_blink) == 64);
    assert!(offset_of!(vrm_expression, override_look_at) == 68);
    assert!(offset_of!(vrm_expression, override_mouth) == 72);
    assert!(size_of::<vrm_first_person>() == 16);
    assert!(offset_of!(vrm_first_person, types) == 0);
    assert!(offset_of!(vrm_first_person, head_node) == 8);
    assert!(size_of::<vrm_curve_key>() == 16);
    assert!(offset_of!(vrm_curve_key, time) == 0);
    assert!(offset_of!(vrm_curve_key, value) == 4);
    assert!(offset_of!(vrm_curve_key, in_tangent) == 8);
    assert!(offset_of!(vrm_curve_key, out_tangent) == 12);
    assert!(size_of::<vrm_range_map>() == 24);
    assert!(offset_of!(vrm_range_map, curve) == 0);
    assert!(offset_of!(vrm_range_map, curve_key_count) == 8);
    assert!(offset_of!(vrm_range_map, input_max_degrees) == 12);
    assert!(offset_of!(vrm_range_map, output_scale) == 16);
    assert!(size_of::<vrm_look_at>() == 120);
    assert!(offset_of!(vrm_look_at, is_present) == 0);
    assert!(offset_of!(vrm_look_at, r#type) == 4);
    assert!(offset_of!(vrm_look_at, offset_from_head_bone) == 8);
    assert!(offset_of!(vrm_look_at, horizontal_inner) == 24);
    assert!(offset_of!(vrm_look_at, horizontal_outer) == 48);
    assert!(offset_of!(vrm_look_at, vertical_down) == 72);
    assert!(offset_of!(vrm_look_at, vertical_up) == 96);
    assert!(size_of::<vrm_constraint>() == 20);
    assert!(offset_of!(vrm_constraint, node) == 0);
    assert!(offset_of!(vrm_constraint, source) == 4);
    assert!(offset_of!(vrm_constraint, kind) == 8);
    assert!(offset_of!(vrm_constraint, axis) == 12);
    assert!(offset_of!(vrm_constraint, weight) == 16);
    assert!(size_of::<vrm_spring_collider>() == 36);
    assert!(offset_of!(vrm_spring_collider, node) == 0);
    assert!(offset_of!(vrm_spring_collider, shape) == 4);
    assert!(offset_of!(vrm_spring_collider, offset) == 8);
    assert!(offset_of!(vrm_spring_collider, tail) == 20);
    assert!(offset_of!(vrm_spring_collider, radius) == 32);
    assert!(size_of::<vrm_spring_collider_group>() == 32);
    assert!(offset_of!(vrm_spring_collider_group, name) == 0);
    assert!(offset_of!(vrm_spring_collider_group, colliders) == 16);
    assert!(offset_of!(vrm_spring_collider_group, collider_count) == 24);
    assert!(size_of::<vrm_spring_limit>() == 28);
    assert!(offset_of!(vrm_spring_limit, kind) == 0);
    assert!(offset_of!(vrm_spring_limit, angle) == 4);
    assert!(offset_of!(vrm_spring_limit, yaw) == 8);
    assert!(offset_of!(vrm_spring_limit, rotation) == 12);
    assert!(size_of::<vrm_spring_joint>() == 80);
    assert!(offset_of!(vrm_spring_joint, node) == 0);
    assert!(offset_of!(vrm_spring_joint, tail_node) == 4);
    assert!(offset_of!(vrm_spring_joint, tail_offset) == 8);
    assert!(offset_of!(vrm_spring_joint, hit_radius) == 20);
    assert!(offset_of!(vrm_spring_joint, stiffness) == 24);
    assert!(offset_of!(vrm_spring_joint, gravity_power) == 28);
    assert!(offset_of!(vrm_spring_joint, drag_force) == 32);
    assert!(offset_of!(vrm_spring_joint, gravity_dir) == 36);
    assert!(offset_of!(vrm_spring_joint, spring) == 48);
    assert!(offset_of!(vrm_spring_joint, limit) == 52);
    assert!(size_of::<vrm_spring>() == 40);
    assert!(offset_of!(vrm_spring, name) == 0);
    assert!(offset_of!(vrm_spring, collider_groups) == 16);
    assert!(offset_of!(vrm_spring, collider_group_count) == 24);
    assert!(offset_of!(vrm_spring, first_joint) == 28);
    assert!(offset_of!(vrm_spring, joint_count) == 32);
    assert!(offset_of!(vrm_spring, center) == 36);
    assert!(size_of::<vrm_mtoon>() == 300);
    assert!(offset_of!(vrm_mtoon, is_present) == 0);
    assert!(offset_of!(vrm_mtoon, transparent_with_z_write) == 4);
    assert!(offset_of!(vrm_mtoon, render_queue_offset) == 8);
    assert!(offset_of!(vrm_mtoon, outline_width_mode) == 12);
    assert!(offset_of!(vrm_mtoon, shade_color_factor) == 16);
    assert!(offset_of!(vrm_mtoon, shading_shift_factor) == 28);
    assert!(offset_of!(vrm_mtoon, shading_toony_factor) == 32);
    assert!(offset_of!(vrm_mtoon, gi_equalization_factor) == 36);
    assert!(offset_of!(vrm_mtoon, matcap_factor) == 40);
    assert!(offset_of!(vrm_mtoon, parametric_rim_color_factor) == 52);
    assert!(offset_of!(vrm_mtoon, rim_lighting_mix_factor) == 64);
    assert!(offset_of!(vrm_mtoon, parametric_rim_fresnel_power_factor) == 68);
    assert!(offset_of!(vrm_mtoon, parametric_rim_lift_factor) == 72);
    assert!(offset_of!(vrm_mtoon, outline_width_factor) == 76);
    assert!(offset_of!(vrm_mtoon, outline_color_factor) == 80);
    assert!(offset_of!(vrm_mtoon, outline_lighting_mix_factor) == 92);
    assert!(offset_of!(vrm_mtoon, uv_animation_scroll_x_speed_factor) == 96);
    assert!(offset_of!(vrm_mtoon, uv_animation_scroll_y_speed_factor) == 100);
    assert!(offset_of!(vrm_mtoon, uv_animation_rotation_speed_factor) == 104);
    assert!(offset_of!(vrm_mtoon, shade_multiply_texture) == 108);
    assert!(offset_of!(vrm_mtoon, shading_shift_texture) == 140);
    assert!(offset_of!(vrm_mtoon, matcap_texture) == 172);
    assert!(offset_of!(vrm_mtoon, rim_multiply_texture) == 204);
    assert!(offset_of!(vrm_mtoon, outline_width_multiply_texture) == 236);
    assert!(offset_of!(vrm_mtoon, uv_animation_mask_texture) == 268);
    assert!(size_of::<vrm_tables>() == 768);
    assert!(offset_of!(vrm_tables, dialect) == 0);
    assert!(offset_of!(vrm_tables, spec_version) == 8);
    assert!(offset_of!(vrm_tables, meta) == 24);
    assert!(offset_of!(vrm_tables, humanoid) == 296);
    assert!(offset_of!(vrm_tables, first_person) == 528);
    assert!(offset_of!(vrm_tables, look_at) == 544);
    assert!(offset_of!(vrm_tables, expressions) == 664);
    assert!(offset_of!(vrm_tables, constraints) == 672);
    assert!(offset_of!(vrm_tables, spring_colliders) == 680);
    assert!(offset_of!(vrm_tables, spring_collider_groups) == 688);
    assert!(offset_of!(vrm_tables, springs) == 696);
    assert!(offset_of!(vrm_tables, spring_joints) == 704);
    assert!(offset_of!(vrm_tables, spring_joint_order) == 712);
    assert!(offset_of!(vrm_tables, materials) == 720);
    assert!(offset_of!(vrm_tables, mtoons) == 728);
    assert!(offset_of!(vrm_tables, expression_count) == 736);
    assert!(offset_of!(vrm_tables, constraint_count) == 740);
    assert!(offset_of!(vrm_tables, spring_collider_count) == 744);
    assert!(offset_of!(vrm_tables, spring_collider_group_count) == 748);
    assert!(offset_of!(vrm_tables, spring_count) == 752);
    assert!(offset_of!(vrm_tables, spring_joint_count) == 756);
    assert!(offset_of!(vrm_tables, material_count) == 760);
    assert!(offset_of!(vrm_tables, reserved) == 764);
};
