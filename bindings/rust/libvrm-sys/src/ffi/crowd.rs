//! vrm/crowd.h. Many avatars in one call.
//!
//! Written by tools/make/make-rust from api.json: do not edit.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use core::ffi::{c_char, c_void};

/// How much of an avatar a crowd updates, and how often.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_crowd_detail(pub i32);

impl vrm_crowd_detail {
    /// Every update.
    pub const FULL: Self = Self(0);
    /// Every second update, with the time of both.
    pub const HALF: Self = Self(1);
    /// Not at all: its frame stays as it is.
    pub const FROZEN: Self = Self(2);
    /// Every update, but without springs: their joints follow the pose, rigid on the body.
    pub const RIGID: Self = Self(3);
}

/// A set of avatars that are updated together.
#[repr(C)]
pub struct vrm_crowd {
    _data: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}

/// Does the work of the range from `begin` up to, but not including, `end`.
pub type vrm_range_fn = unsafe extern "C" fn(begin: i32, end: i32, context: *mut c_void);

/// The host's job system.
pub type vrm_parallel_for = unsafe extern "C" fn(count: i32, min_range: i32, work: Option<vrm_range_fn>, context: *mut c_void, user: *mut c_void);

/// Settings of a crowd.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_crowd_desc {
    /// Set by vrm_crowd_desc_init.
    pub struct_size: u32,
    /// None exist yet: 0.
    pub flags: u32,
    /// Copied.
    pub allocator: *const vrm_allocator,
    /// NULL: everything runs on the calling thread.
    pub parallel_for: Option<vrm_parallel_for>,
    /// Passed to `parallel_for`.
    pub parallel_user: *mut c_void,
    /// Colliders that all avatars share.
    pub collider_capacity: u32,
    /// How many of these one avatar can collide with in an update. 0: 16.
    pub near_capacity: u32,
}

/// A collider of a crowd, in world space: a hand, a prop.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_crowd_collider {
    /// VRM_COLLIDER_SPHERE or VRM_COLLIDER_CAPSULE; NONE: none.
    pub shape: vrm_collider_shape,
    /// The center, or one end of a capsule.
    pub position: vrm_vec3,
    /// Of a capsule: its other end.
    pub tail: vrm_vec3,
    /// In meters.
    pub radius: f32,
    /// An avatar of this crowd that ignores it, or NULL.
    pub owner: *const vrm_avatar,
}

/// The distances at which details begin.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_detail_rule {
    /// Set by vrm_detail_rule_init.
    pub struct_size: u32,
    /// Of VRM_CROWD_DETAIL_HALF.
    pub half_distance: f32,
    /// Of VRM_CROWD_DETAIL_RIGID.
    pub rigid_distance: f32,
    /// Of VRM_CROWD_DETAIL_FROZEN.
    pub frozen_distance: f32,
    /// Hysteresis as a part of the distance: an avatar must come nearer by this part before it has the finer detail again.
    pub margin: f32,
}

unsafe extern "C" {
    /// Creates an empty crowd.
    pub fn vrm_crowd_create(desc: *const vrm_crowd_desc, out_crowd: *mut *mut vrm_crowd, out_report: *mut *mut vrm_report) -> vrm_result;
    /// Updates all avatars of a crowd, each with its detail.
    pub fn vrm_crowd_update(crowd: *mut vrm_crowd, dt: f32);
    /// Destroys a crowd and all avatars in it.
    pub fn vrm_crowd_destroy(crowd: *mut vrm_crowd);
    /// Creates an avatar in a crowd, as vrm_avatar_create does, but with the allocator of the crowd.
    pub fn vrm_crowd_add(crowd: *mut vrm_crowd, model: *mut vrm_model, desc: *const vrm_avatar_desc, out_avatar: *mut *mut vrm_avatar, out_report: *mut *mut vrm_report) -> vrm_result;
    /// Removes an avatar from a crowd and destroys it.
    pub fn vrm_crowd_remove(crowd: *mut vrm_crowd, avatar: *mut vrm_avatar);
    /// Returns how many avatars a crowd has.
    pub fn vrm_crowd_count(crowd: *const vrm_crowd) -> u32;
    /// Returns one avatar of a crowd.
    pub fn vrm_crowd_get(crowd: *const vrm_crowd, index: u32) -> *mut vrm_avatar;
    /// Sets a collider that all avatars of a crowd share. vrm_crowd_update applies it to every spring, in the order of collider indices, after the colliders of the model and those of vrm_avatar_set_collider.
    pub fn vrm_crowd_set_collider(crowd: *mut vrm_crowd, index: u32, collider: *const vrm_crowd_collider);
    /// Returns how many colliders of its crowd were within the reach of an avatar's springs in its last update.
    pub fn vrm_crowd_near_count(crowd: *const vrm_crowd, avatar: *const vrm_avatar) -> u32;
    /// Moves the world's origin: calls vrm_avatar_shift_origin for all avatars, and shifts the crowd's colliders.
    pub fn vrm_crowd_shift_origin(crowd: *mut vrm_crowd, shift: *const vrm_vec3);
    /// Sets how much of an avatar is updated, and how often (default: VRM_CROWD_DETAIL_FULL).
    pub fn vrm_crowd_set_detail(crowd: *mut vrm_crowd, avatar: *mut vrm_avatar, detail: vrm_crowd_detail);
    /// Returns the detail that was set for an avatar.
    pub fn vrm_crowd_avatar_detail(crowd: *const vrm_crowd, avatar: *const vrm_avatar) -> vrm_crowd_detail;
    /// Returns the detail of an avatar at a distance.
    pub fn vrm_detail_for_distance(rule: *const vrm_detail_rule, distance: f32, previous: vrm_crowd_detail) -> vrm_crowd_detail;
    /// Sets the detail of all avatars of a crowd by the distance of their roots from an eye, with vrm_detail_for_distance.
    pub fn vrm_crowd_set_detail_by_distance(crowd: *mut vrm_crowd, rule: *const vrm_detail_rule, eye: *const vrm_vec3);
    /// Fills in the default settings of a crowd.
    pub fn vrm_crowd_desc_init_sized(desc: *mut vrm_crowd_desc, struct_size: usize);
    /// Fills in the default distances.
    pub fn vrm_detail_rule_init_sized(rule: *mut vrm_detail_rule, struct_size: usize);
}

impl Default for vrm_crowd_desc {
    fn default() -> Self {
        let mut value = core::mem::MaybeUninit::uninit();
        // SAFETY: the function writes all of the struct, whose size it gets.
        unsafe {
            vrm_crowd_desc_init_sized(value.as_mut_ptr(), size_of::<Self>());
            value.assume_init()
        }
    }
}

impl Default for vrm_detail_rule {
    fn default() -> Self {
        let mut value = core::mem::MaybeUninit::uninit();
        // SAFETY: the function writes all of the struct, whose size it gets.
        unsafe {
            vrm_detail_rule_init_sized(value.as_mut_ptr(), size_of::<Self>());
            value.assume_init()
        }
    }
}

#[cfg(target_pointer_width = "64")]
const _: () = {
    use core::mem::{offset_of, size_of};
    assert!(size_of::<vrm_crowd_desc>() == 40);
    assert!(offset_of!(vrm_crowd_desc, struct_size) == 0);
    assert!(offset_of!(vrm_crowd_desc, flags) == 4);
    assert!(offset_of!(vrm_crowd_desc, allocator) == 8);
    assert!(offset_of!(vrm_crowd_desc, parallel_for) == 16);
    assert!(offset_of!(vrm_crowd_desc, parallel_user) == 24);
    assert!(offset_of!(vrm_crowd_desc, collider_capacity) == 32);
    assert!(offset_of!(vrm_crowd_desc, near_capacity) == 36);
    assert!(size_of::<vrm_crowd_collider>() == 40);
    assert!(offset_of!(vrm_crowd_collider, shape) == 0);
    assert!(offset_of!(vrm_crowd_collider, position) == 4);
    assert!(offset_of!(vrm_crowd_collider, tail) == 16);
    assert!(offset_of!(vrm_crowd_collider, radius) == 28);
    assert!(offset_of!(vrm_crowd_collider, owner) == 32);
    assert!(size_of::<vrm_detail_rule>() == 20);
    assert!(offset_of!(vrm_detail_rule, struct_size) == 0);
    assert!(offset_of!(vrm_detail_rule, half_distance) == 4);
    assert!(offset_of!(vrm_detail_rule, rigid_distance) == 8);
    assert!(offset_of!(vrm_detail_rule, frozen_distance) == 12);
    assert!(offset_of!(vrm_detail_rule, margin) == 16);
};
