//! vrm/idle.h. Idle animation without input: blinking, breath, small shifts of weight and wandering eyes.
//!
//! Written by tools/make/make-rust from api.json: do not edit.
//!
//! Experimental: may change in any minor release.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use core::ffi::{c_char, c_void};

/// Idle animation of one avatar, in memory that the caller provides.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_idle {
    /// How far the eyes close.
    pub blink: f32,
    /// Default: 1.
    pub breath: f32,
    /// Shifts of weight, small turns of head and arms.
    pub sway: f32,
    /// How far the eyes wander.
    pub look_at: f32,
    /// On average; 0 to 60.
    pub blinks_per_minute: f32,
    /// 0 to 60.
    pub breaths_per_minute: f32,
    /// Private.
    pub state: [u64; 128],
}

unsafe extern "C" {
    /// Fills in the default settings and the first state.
    pub fn vrm_idle_init(idle: *mut vrm_idle, seed: u32);
    /// Advances the time and writes the inputs of the next vrm_avatar_update.
    pub fn vrm_idle_update(idle: *mut vrm_idle, avatar: *mut vrm_avatar, dt: f32);
    /// Blinks now, unless a blink is under way.
    pub fn vrm_idle_blink(idle: *mut vrm_idle);
}

#[cfg(target_pointer_width = "64")]
const _: () = {
    use core::mem::{offset_of, size_of};
    assert!(size_of::<vrm_idle>() == 1048);
    assert!(offset_of!(vrm_idle, blink) == 0);
    assert!(offset_of!(vrm_idle, breath) == 4);
    assert!(offset_of!(vrm_idle, sway) == 8);
    assert!(offset_of!(vrm_idle, look_at) == 12);
    assert!(offset_of!(vrm_idle, blinks_per_minute) == 16);
    assert!(offset_of!(vrm_idle, breaths_per_minute) == 20);
    assert!(offset_of!(vrm_idle, state) == 24);
};
