//! vrm/live/companion.h. Run an avatar that talks with somebody: emotions, mouth, eyes, head and gestures in one object.
//!
//! Written by tools/make/make-rust from api.json: do not edit.
//!
//! Experimental: may change in any minor release.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use core::ffi::{c_char, c_void};

/// The largest number of actions of a companion.
pub const VRM_COMPANION_MOST_ACTIONS: i32 = 256;

/// The largest number of sentences that wait or are spoken; more are refused.
pub const VRM_COMPANION_SPEECHES: i32 = 8;

/// The largest number of cues that wait; more are refused.
pub const VRM_COMPANION_CUES: i32 = 32;

/// How many bytes a tag has at most, with its brackets.
pub const VRM_COMPANION_TAG_BYTES: i32 = 64;

/// What a tag asks for.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_companion_tag_kind(pub i32);

impl vrm_companion_tag_kind {
    /// No emotion and no action has this name.
    pub const UNKNOWN: Self = Self(0);
    /// `VRM_COMPANION_TAG_EMOTION`.
    pub const EMOTION: Self = Self(1);
    /// `VRM_COMPANION_TAG_ACTION`.
    pub const ACTION: Self = Self(2);
}

/// What a companion does while it does not speak.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_companion_activity(pub i32);

impl vrm_companion_activity {
    /// `VRM_COMPANION_WAITING`.
    pub const WAITING: Self = Self(0);
    /// Looks at the user, leans forward, nods now and then.
    pub const LISTENING: Self = Self(1);
    /// Looks up and away, with the head tilted.
    pub const THINKING: Self = Self(2);
}

/// Drives one avatar in a conversation.
#[repr(C)]
pub struct vrm_companion {
    _data: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}

/// How a companion behaves.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_companion_params {
    /// Set by vrm_companion_params_init.
    pub struct_size: u32,
    /// Of emotions without a number. 0 to 1.
    pub strength: f32,
    /// Of an emotion. 0.05 to 5.
    pub attack_seconds: f32,
    /// Of an emotion without a time. 0 to 60.
    pub hold_seconds: f32,
    /// An emotion has 37 % after it. 0.1 to 60.
    pub decay_seconds: f32,
    /// How much an emotion weakens that is repeated. 0 to 1.
    pub fatigue: f32,
    /// The part of an emotion shown in speech. 0 to 1.
    pub speech_emotion: f32,
    /// How far speech moves the mouth. 0 to 1.
    pub mouth: f32,
    /// How far the eyes close. 0 to 1.
    pub blink: f32,
    /// On average. 0 to 60.
    pub blinks_per_minute: f32,
    /// The longest time without a blink. 1 to 60.
    pub most_blink_seconds: f32,
    /// 0 to 1.
    pub breath: f32,
    /// 0 to 60.
    pub breaths_per_minute: f32,
    /// Shifts of weight. 0 to 1.
    pub sway: f32,
    /// How far eyes wander around their target. 0 to 1.
    pub eye_wander: f32,
    /// Part of the time that it looks at the user. 0 to 1.
    pub idle_look_at: f32,
    /// Likewise, while it listens.
    pub listening_look_at: f32,
    /// Likewise, while it thinks.
    pub thinking_look_at: f32,
    /// Likewise, while it speaks.
    pub speaking_look_at: f32,
    /// How far it looks away. 0 to 40.
    pub away_degrees: f32,
    /// Part of looking that the head does. 0 to 1.
    pub head_share: f32,
    /// How long the head takes. 0.05 to 5.
    pub head_seconds: f32,
    /// Of nods at stressed syllables. 0 to 20.
    pub nod_degrees: f32,
    /// Motion of head and chest in speech. 0 to 1.
    pub talk_motion: f32,
    /// How much emotions move head and chest. 0 to 1.
    pub posture: f32,
    /// Of fades of actions. 0.05 to 5.
    pub action_seconds: f32,
}

/// Something that a companion can do: a clip, an expression, or both.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_companion_action {
    /// In tags: "\[wave\]".
    pub name: vrm_string,
    /// It plays once; the companion keeps a reference.
    pub clip: *const vrm_clip,
    /// Without a clip: how long it lasts, in ns. 0: 2 seconds.
    pub hold: i64,
    /// VRM_BONE_BIT of the bones that it moves; 0: the upper body.
    pub bones: u64,
    /// An index into the expressions of vrm_tables; VRM_NONE: none.
    pub expression: i32,
    /// Of the expression, 0 to 1.
    pub weight: f32,
}

/// Settings of a companion.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_companion_desc {
    /// Set by vrm_companion_desc_init.
    pub struct_size: u32,
    /// Always 0.
    pub reserved: u32,
    /// Copied.
    pub allocator: *const vrm_allocator,
    /// Copied; needed only during creation.
    pub actions: *const vrm_companion_action,
    /// Of `actions`; at most VRM_COMPANION_MOST_ACTIONS.
    pub action_count: u32,
    /// Any number; give each companion a different one.
    pub seed: u32,
    /// Copied.
    pub params: *const vrm_companion_params,
}

/// A tag of a text: what it asks for, and where it was.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_companion_tag {
    /// A VRM_COMPANION_TAG_ constant.
    pub kind: vrm_companion_tag_kind,
    /// A VRM_PRESET_ constant, or the index of an action; else VRM_NONE.
    pub index: i32,
    /// How long an emotion stays, in nanoseconds; 0: hold_seconds.
    pub hold: i64,
    /// 0 to 1; less than 0: that of the params.
    pub strength: f32,
    /// How many bytes of the text that was returned with it come before it.
    pub position: u32,
}

/// What a companion is doing: the result of its last update.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_companion_status {
    /// As shown: happy, angry, sad, relaxed, surprised, neutral.
    pub emotions: [f32; 6],
    /// As shown.
    pub mouth: vrm_mouth,
    /// 0 to 1; rises shortly before speech begins.
    pub speaking: f32,
    /// The index of the action; VRM_NONE: none.
    pub action: i32,
    /// Its fade, 0 to 1.
    pub action_weight: f32,
    /// 1: it looks neither at the user nor at a target.
    pub looks_away: i32,
    /// Where it looks, against the chest, in degrees; positive to its left.
    pub look_at_yaw: f32,
    /// Likewise; positive downwards.
    pub look_at_pitch: f32,
    /// The part of it that neck and head turn.
    pub head_yaw: f32,
    /// Likewise.
    pub head_pitch: f32,
    /// Of the nod, if there is one.
    pub nod_degrees: f32,
    /// Blinks since the companion was created, also those of vrm_idle.
    pub blinks: u32,
}

unsafe extern "C" {
    /// Creates a companion.
    pub fn vrm_companion_create(model: *mut vrm_model, desc: *const vrm_companion_desc, out_companion: *mut *mut vrm_companion, out_report: *mut *mut vrm_report) -> vrm_result;
    /// Advances the time, and writes pose, expressions and lookAt of the avatar.
    pub fn vrm_companion_update(companion: *mut vrm_companion, avatar: *mut vrm_avatar, body: *const vrm_pose, now: i64);
    /// Destroys a companion.
    pub fn vrm_companion_destroy(companion: *mut vrm_companion);
    /// Fills in the default settings.
    pub fn vrm_companion_desc_init_sized(desc: *mut vrm_companion_desc, struct_size: usize);
    /// Reads a piece of a text, in any chunks, and removes its tags.
    pub fn vrm_companion_read_text(companion: *mut vrm_companion, text: *const c_char, length: usize, out: *mut c_char, capacity: usize, tags: *mut vrm_companion_tag, tag_capacity: u32, out_tag_count: *mut u32) -> usize;
    /// Shows the emotion of a tag, or does its action, at a time.
    pub fn vrm_companion_cue(companion: *mut vrm_companion, tag: *const vrm_companion_tag, time: i64) -> i32;
    /// Overlays a pose on the upper body, such as the result of a motion generator.
    pub fn vrm_companion_set_gesture(companion: *mut vrm_companion, pose: *const vrm_pose);
    /// Speaks a sentence at a time: moves the mouth, and nods at stressed syllables.
    pub fn vrm_companion_say(companion: *mut vrm_companion, speech: *const vrm_speech, start: i64) -> i32;
    /// Sets the mouth, for speech with neither phonemes nor samples: from visemes or a tracker.
    pub fn vrm_companion_set_mouth(companion: *mut vrm_companion, mouth: *const vrm_mouth);
    /// Speaks with samples: adds them to a voice, and sets the mouth to that of the voice.
    pub fn vrm_companion_say_samples(companion: *mut vrm_companion, voice: *mut vrm_voice, samples: *const f32, count: u32);
    /// Stops speaking: forgets all sentences and cues, and closes the mouth.
    pub fn vrm_companion_be_silent(companion: *mut vrm_companion);
    /// Sets what the companion does while it does not speak.
    pub fn vrm_companion_set_activity(companion: *mut vrm_companion, activity: vrm_companion_activity);
    /// Sets where the user is: the camera, for example.
    pub fn vrm_companion_set_user(companion: *mut vrm_companion, position: *const vrm_vec3);
    /// Looks at a point for a while, and then at the user again.
    pub fn vrm_companion_attend(companion: *mut vrm_companion, target: *const vrm_vec3, until: i64);
    /// Returns what a companion is doing.
    pub fn vrm_companion_get_status(companion: *const vrm_companion, out: *mut vrm_companion_status);
    /// Changes the params of a companion.
    pub fn vrm_companion_set_params(companion: *mut vrm_companion, params: *const vrm_companion_params);
    /// Reads params from JSON: an object whose keys are the names of fields.
    pub fn vrm_companion_params_read(json: *const c_void, size: usize, params: *mut vrm_companion_params) -> vrm_result;
    /// Writes params as JSON that vrm_companion_params_read reads back, bit for bit.
    pub fn vrm_companion_params_write(params: *const vrm_companion_params, out: *mut c_char, capacity: usize) -> usize;
    /// Fills in the default params.
    pub fn vrm_companion_params_init_sized(params: *mut vrm_companion_params, struct_size: usize);
    /// Returns how many bytes vrm_companion_save writes.
    pub fn vrm_companion_save_size(companion: *const vrm_companion) -> usize;
    /// Saves everything that the next updates depend on, except for sentences: say them again after vrm_companion_restore.
    pub fn vrm_companion_save(companion: *const vrm_companion, out: *mut c_void, capacity: usize) -> vrm_result;
    /// Restores a saved state.
    pub fn vrm_companion_restore(companion: *mut vrm_companion, bytes: *const c_void, size: usize) -> vrm_result;
}

impl Default for vrm_companion_desc {
    fn default() -> Self {
        let mut value = core::mem::MaybeUninit::uninit();
        // SAFETY: the function writes all of the struct, whose size it gets.
        unsafe {
            vrm_companion_desc_init_sized(value.as_mut_ptr(), size_of::<Self>());
            value.assume_init()
        }
    }
}

impl Default for vrm_companion_params {
    fn default() -> Self {
        let mut value = core::mem::MaybeUninit::uninit();
        // SAFETY: the function writes all of the struct, whose size it gets.
        unsafe {
            vrm_companion_params_init_sized(value.as_mut_ptr(), size_of::<Self>());
            value.assume_init()
        }
    }
}

#[cfg(target_pointer_width = "64")]
const _: () = {
    use core::mem::{offset_of, size_of};
    assert!(size_of::<vrm_companion_params>() == 104);
    assert!(offset_of!(vrm_companion_params, struct_size) == 0);
    assert!(offset_of!(vrm_companion_params, strength) == 4);
    assert!(offset_of!(vrm_companion_params, attack_seconds) == 8);
    assert!(offset_of!(vrm_companion_params, hold_seconds) == 12);
    assert!(offset_of!(vrm_companion_params, decay_seconds) == 16);
    assert!(offset_of!(vrm_companion_params, fatigue) == 20);
    assert!(offset_of!(vrm_companion_params, speech_emotion) == 24);
    assert!(offset_of!(vrm_companion_params, mouth) == 28);
    assert!(offset_of!(vrm_companion_params, blink) == 32);
    assert!(offset_of!(vrm_companion_params, blinks_per_minute) == 36);
    assert!(offset_of!(vrm_companion_params, most_blink_seconds) == 40);
    assert!(offset_of!(vrm_companion_params, breath) == 44);
    assert!(offset_of!(vrm_companion_params, breaths_per_minute) == 48);
    assert!(offset_of!(vrm_companion_params, sway) == 52);
    assert!(offset_of!(vrm_companion_params, eye_wander) == 56);
    assert!(offset_of!(vrm_companion_params, idle_look_at) == 60);
    assert!(offset_of!(vrm_companion_params, listening_look_at) == 64);
    assert!(offset_of!(vrm_companion_params, thinking_look_at) == 68);
    assert!(offset_of!(vrm_companion_params, speaking_look_at) == 72);
    assert!(offset_of!(vrm_companion_params, away_degrees) == 76);
    assert!(offset_of!(vrm_companion_params, head_share) == 80);
    assert!(offset_of!(vrm_companion_params, head_seconds) == 84);
    assert!(offset_of!(vrm_companion_params, nod_degrees) == 88);
    assert!(offset_of!(vrm_companion_params, talk_motion) == 92);
    assert!(offset_of!(vrm_companion_params, posture) == 96);
    assert!(offset_of!(vrm_companion_params, action_seconds) == 100);
    assert!(size_of::<vrm_companion_action>() == 48);
    assert!(offset_of!(vrm_companion_action, name) == 0);
    assert!(offset_of!(vrm_companion_action, clip) == 16);
    assert!(offset_of!(vrm_companion_action, hold) == 24);
    assert!(offset_of!(vrm_companion_action, bones) == 32);
    assert!(offset_of!(vrm_companion_action, expression) == 40);
    assert!(offset_of!(vrm_companion_action, weight) == 44);
    assert!(size_of::<vrm_companion_desc>() == 40);
    assert!(offset_of!(vrm_companion_desc, struct_size) == 0);
    assert!(offset_of!(vrm_companion_desc, reserved) == 4);
    assert!(offset_of!(vrm_companion_desc, allocator) == 8);
    assert!(offset_of!(vrm_companion_desc, actions) == 16);
    assert!(offset_of!(vrm_companion_desc, action_count) == 24);
    assert!(offset_of!(vrm_companion_desc, seed) == 28);
    assert!(offset_of!(vrm_companion_desc, params) == 32);
    assert!(size_of::<vrm_companion_tag>() == 24);
    assert!(offset_of!(vrm_companion_tag, kind) == 0);
    assert!(offset_of!(vrm_companion_tag, index) == 4);
    assert!(offset_of!(vrm_companion_tag, hold) == 8);
    assert!(offset_of!(vrm_companion_tag, strength) == 16);
    assert!(offset_of!(vrm_companion_tag, position) == 20);
    assert!(size_of::<vrm_companion_status>() == 84);
    assert!(offset_of!(vrm_companion_status, emotions) == 0);
    assert!(offset_of!(vrm_companion_status, mouth) == 24);
    assert!(offset_of!(vrm_companion_status, speaking) == 44);
    assert!(offset_of!(vrm_companion_status, action) == 48);
    assert!(offset_of!(vrm_companion_status, action_weight) == 52);
    assert!(offset_of!(vrm_companion_status, looks_away) == 56);
    assert!(offset_of!(vrm_companion_status, look_at_yaw) == 60);
    assert!(offset_of!(vrm_companion_status, look_at_pitch) == 64);
    assert!(offset_of!(vrm_companion_status, head_yaw) == 68);
    assert!(offset_of!(vrm_companion_status, head_pitch) == 72);
    assert!(offset_of!(vrm_companion_status, nod_degrees) == 76);
    assert!(offset_of!(vrm_companion_status, blinks) == 80);
};
