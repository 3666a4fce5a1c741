//! vrm/spring.h. Control the springs of a running avatar (SB): restart them, change modes, weights, wind and joints, add colliders, and draw debug lines.
//!
//! Written by tools/make/make-rust from api.json: do not edit.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use core::ffi::{c_char, c_void};

/// The mode of a spring.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_spring_mode(pub i32);

impl vrm_spring_mode {
    /// It moves.
    pub const RUN: Self = Self(0);
    /// It keeps its present shape and can continue from there.
    pub const HOLD: Self = Self(1);
    /// It keeps simulating, but the frame shows the unmodified pose.
    pub const TRACK: Self = Self(2);
    /// The frame shows the pose; it restarts from rest when it runs again.
    pub const OFF: Self = Self(3);
}

/// What a debug line shows.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_line_kind(pub i32);

impl vrm_line_kind {
    /// From the head of a joint to its tail.
    pub const JOINT: Self = Self(0);
    /// The sphere around a tail that colliders push: three circles.
    pub const TAIL: Self = Self(1);
    /// Circles and edges; of a plane, a square and its normal.
    pub const COLLIDER: Self = Self(2);
    /// The border of a joint's limit, at the distance of its tail.
    pub const LIMIT: Self = Self(3);
}

/// The settings of a spring joint that can change at run time.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_spring_joint_settings {
    /// In meters, in the space of the joint's node.
    pub hit_radius: f32,
    /// How strongly the joint returns to its rest pose.
    pub stiffness: f32,
    /// The strength of gravity.
    pub gravity_power: f32,
    /// 0 to 1.
    pub drag_force: f32,
    /// The direction of gravity, in world space.
    pub gravity_dir: vrm_vec3,
}

/// A line in world space.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_line {
    /// One end.
    pub from: vrm_vec3,
    /// The other end.
    pub to: vrm_vec3,
    /// What it shows.
    pub kind: vrm_line_kind,
    /// Of the joint or collider; the application's follow those of the model, and those of its crowd follow them (vrm_crowd_set_collider).
    pub index: i32,
}

unsafe extern "C" {
    /// Restarts springs from their rest pose at the next update (SB-051).
    pub fn vrm_avatar_reset_springs(avatar: *mut vrm_avatar, spring: i32);
    /// Sets the mode of a spring.
    pub fn vrm_avatar_set_spring_mode(avatar: *mut vrm_avatar, spring: i32, mode: vrm_spring_mode);
    /// Returns the mode of a spring.
    pub fn vrm_avatar_spring_mode(avatar: *const vrm_avatar, spring: i32) -> vrm_spring_mode;
    /// Sets how much of a spring's motion is shown; the rest is the pose.
    pub fn vrm_avatar_set_spring_weight(avatar: *mut vrm_avatar, spring: i32, weight: f32);
    /// Returns how much of a spring's motion is shown.
    pub fn vrm_avatar_spring_weight(avatar: *const vrm_avatar, spring: i32) -> f32;
    /// Sets the wind: a force that acts on all springs in addition to gravity (SB-053).
    pub fn vrm_avatar_set_wind(avatar: *mut vrm_avatar, force: *const vrm_vec3);
    /// Returns the force that acts on all springs.
    pub fn vrm_avatar_get_wind(avatar: *const vrm_avatar, out: *mut vrm_vec3);
    /// Sets a force that acts on one spring, in addition to that of vrm_avatar_set_wind.
    pub fn vrm_avatar_set_spring_wind(avatar: *mut vrm_avatar, spring: i32, force: *const vrm_vec3);
    /// Returns the force that acts on one spring alone.
    pub fn vrm_avatar_get_spring_wind(avatar: *const vrm_avatar, spring: i32, out: *mut vrm_vec3);
    /// Sets the node whose space a spring moves in.
    pub fn vrm_avatar_set_spring_center(avatar: *mut vrm_avatar, spring: i32, node: i32);
    /// Returns the node whose space a spring moves in.
    pub fn vrm_avatar_spring_center(avatar: *const vrm_avatar, spring: i32) -> i32;
    /// Returns the settings of a joint.
    pub fn vrm_avatar_get_spring_joint(avatar: *const vrm_avatar, joint: i32, out: *mut vrm_spring_joint_settings);
    /// Changes the settings of a joint.
    pub fn vrm_avatar_set_spring_joint(avatar: *mut vrm_avatar, joint: i32, settings: *const vrm_spring_joint_settings);
    /// Sets a collider of the application.
    pub fn vrm_avatar_set_collider(avatar: *mut vrm_avatar, index: u32, collider: *const vrm_spring_collider);
    /// Restarts the springs and simulates them with the present inputs.
    pub fn vrm_avatar_warm_up(avatar: *mut vrm_avatar, seconds: f32);
    /// Computes lines that show the springs and their colliders.
    pub fn vrm_avatar_debug_lines(avatar: *const vrm_avatar, out: *mut vrm_line, capacity: usize) -> usize;
}

#[cfg(target_pointer_width = "64")]
const _: () = {
    use core::mem::{offset_of, size_of};
    assert!(size_of::<vrm_spring_joint_settings>() == 28);
    assert!(offset_of!(vrm_spring_joint_settings, hit_radius) == 0);
    assert!(offset_of!(vrm_spring_joint_settings, stiffness) == 4);
    assert!(offset_of!(vrm_spring_joint_settings, gravity_power) == 8);
    assert!(offset_of!(vrm_spring_joint_settings, drag_force) == 12);
    assert!(offset_of!(vrm_spring_joint_settings, gravity_dir) == 16);
    assert!(size_of::<vrm_line>() == 32);
    assert!(offset_of!(vrm_line, from) == 0);
    assert!(offset_of!(vrm_line, to) == 12);
    assert!(offset_of!(vrm_line, kind) == 24);
    assert!(offset_of!(vrm_line, index) == 28);
};
