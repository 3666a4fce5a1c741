//! What moves a body without a motion file: inverse kinematics and idle animation.

use crate::clip::nanos;
use crate::view;
use crate::{AvatarRef, LegShape, Model, Pose, Trs};
use core::ptr;
use core::time::Duration;
use libvrm_sys as sys;

/// Keeps the feet of a pose on the ground: settings and state, one for each avatar.
#[derive(Clone, Debug)]
pub struct Ground(sys::vrm_ground);

impl Default for Ground {
    fn default() -> Self {
        // SAFETY: the function writes all of the struct.
        Self(unsafe { view::prepared(|ground| sys::vrm_ground_init(ground)) })
    }
}

impl Ground {
    /// The default settings.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the height of the ground in the world, in meters.
    pub fn set_height(&mut self, height: f32) {
        self.0.height = height;
    }

    /// Sets the amount of the change, 0 to 1.
    pub fn set_weight(&mut self, weight: f32) {
        self.0.weight = weight;
    }

    /// Sets which soles are held: slower than `speed` in m/s, and not higher than `height` in
    /// meters.
    pub fn set_hold(&mut self, speed: f32, height: f32) {
        (self.0.hold_speed, self.0.hold_height) = (speed, height);
    }

    /// Sets the legs of the body that the motion was made for: the result of
    /// [`Clip::legs`](crate::Clip::legs). In a crossfade, set those of the new clip when the fade
    /// begins.
    pub fn set_source(&mut self, legs: Option<LegShape>) {
        self.0.has_source = i32::from(legs.is_some());
        if let Some(legs) = legs {
            self.0.source = legs;
        }
    }

    /// Moves the soles of a pose to their positions in the motion, and holds feet that stand.
    /// `root` is that of the avatar in the world.
    pub fn update(
        &mut self,
        model: &Model<'_>,
        pose: &mut Pose,
        root: Option<&Trs>,
        elapsed: Duration,
    ) {
        let root = root.map_or(ptr::null(), ptr::from_ref);
        let (model, pose) = (model.as_ptr(), pose.raw_mut());
        // SAFETY: the model is alive, and the pose is prepared. Its customs stay.
        unsafe { sys::vrm_ground_update(&mut self.0, model, pose, root, nanos(elapsed)) };
    }
}

/// Idle animation without input: blinking, breath, small shifts of weight and wandering eyes.
///
/// Its fields are settings, which may change at any time. It is always used with the same avatar.
#[derive(Clone, Debug)]
pub struct Idle(sys::vrm_idle);

impl Idle {
    /// Equal seeds give equal motion, bit for bit.
    pub fn new(seed: u32) -> Self {
        // SAFETY: the function writes all of the struct.
        Self(unsafe { view::prepared(|idle| sys::vrm_idle_init(idle, seed)) })
    }

    /// Sets how much of each part there is, 0 to 1: blinking, breath, sway and wandering eyes. 0
    /// leaves a part to the application.
    pub fn set_amounts(&mut self, blink: f32, breath: f32, sway: f32, look_at: f32) {
        (self.0.blink, self.0.breath, self.0.sway, self.0.look_at) = (blink, breath, sway, look_at);
    }

    /// Sets how often a minute the avatar blinks and breathes.
    pub fn set_rates(&mut self, blinks: f32, breaths: f32) {
        (self.0.blinks_per_minute, self.0.breaths_per_minute) = (blinks, breaths);
    }

    /// Advances the time and writes the inputs of the next update.
    pub fn update(&mut self, avatar: &mut AvatarRef, dt: f32) {
        // SAFETY: the avatar is alive, and the state is prepared.
        unsafe { sys::vrm_idle_update(&mut self.0, avatar.as_ptr(), dt) };
    }
}
