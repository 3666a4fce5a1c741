//! Avatars that talk with somebody.

use super::{Speech, Voice};
use crate::clip::nanos;
use crate::view;
use crate::{
    AvatarRef, Clip, CompanionActivity, CompanionParams, CompanionStatus, CompanionTag, Error,
    Model, Mouth, Pose, Vec3,
};
use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ptr::{self, NonNull};
use core::time::Duration;
use libvrm_sys as sys;

/// A speech is kept for this time after its end, in nanoseconds: longer than the 350 ms for which
/// C reads it.
const SPEECH_AFTER: i64 = 500_000_000;

/// Something that a companion can do: a clip, an expression, or both.
#[derive(Clone, Copy, Debug, Default)]
pub struct CompanionAction<'o> {
    /// In tags: `[wave]`. Letters, digits, `_` and `-`.
    pub name: &'o str,
    /// It plays once.
    pub clip: Option<&'o Clip>,
    /// Without a clip: how long it lasts. 0: 2 seconds.
    pub hold: Duration,
    /// The bones that it moves: `1 << Bone`. 0: the upper body.
    pub bones: u64,
    /// An index into the expressions of the model.
    pub expression: Option<usize>,
    /// Of the expression, 0 to 1.
    pub weight: f32,
}

/// Settings of a companion.
#[derive(Clone, Copy, Debug, Default)]
pub struct CompanionOptions<'o> {
    /// What tags can ask for beside emotions: at most 256 actions.
    pub actions: &'o [CompanionAction<'o>],
    /// Any number; give each companion a different one. Equal seeds give equal bits.
    pub seed: u32,
    /// How it behaves. `None`: the defaults.
    pub params: Option<&'o CompanionParams>,
}

/// Runs an avatar that talks with somebody: emotions, mouth, eyes, head and gestures.
///
/// ```no_run
/// # fn main() -> Result<(), libvrm::Error> {
/// # let bytes = [];
/// use core::time::Duration;
/// use libvrm::{Avatar, Companion, Model};
/// let model = Model::load(&bytes)?;
/// let (mut avatar, mut companion) = (Avatar::new(&model)?, Companion::new(&model)?);
/// let (mut text, mut tags) = (String::new(), Vec::new());
/// companion.read_text("[happy 0.7]Hello!", &mut text, &mut tags);
/// for tag in &tags {
///     companion.cue(tag, Duration::ZERO);
/// }
/// for frame in 0..600 {
///     companion.update(&mut avatar, None, Duration::from_secs(frame) / 60)?;
///     avatar.update(1.0 / 60.0);
/// }
/// # Ok(())
/// # }
/// ```
///
/// All times are those of one clock of your program, best that of the sound. It belongs to one
/// thread at a time. `'a` is the lifetime of the bytes that its model borrows; it keeps the model,
/// its clips and what it speaks alive.
pub struct Companion<'a> {
    raw: NonNull<sys::vrm_companion>,
    model: *mut sys::vrm_model,
    /// What it may still speak, with the time until which C reads it.
    speeches: Vec<(i64, Speech)>,
    /// Of the body of an update: C may clamp their weights.
    customs: Vec<sys::vrm_custom_weight>,
    bytes: PhantomData<&'a [u8]>,
}

// SAFETY: a companion belongs to one thread at a time, and it may be any (vrm/live/companion.h).
// What it keeps is shared between threads.
unsafe impl Send for Companion<'_> {}

impl Drop for Companion<'_> {
    fn drop(&mut self) {
        // SAFETY: nothing else owns the companion. Its speeches are dropped after it.
        unsafe { sys::vrm_companion_destroy(self.raw.as_ptr()) };
    }
}

impl core::fmt::Debug for Companion<'_> {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let status = self.status();
        formatter.debug_struct("Companion").field("status", &status).finish_non_exhaustive()
    }
}

/// Params with the size that they have here.
fn sized(params: &CompanionParams) -> CompanionParams {
    CompanionParams { struct_size: size_of::<CompanionParams>() as u32, ..*params }
}

impl<'a> Companion<'a> {
    /// Creates a companion without actions.
    pub fn new(model: &Model<'a>) -> Result<Self, Error> {
        Self::with_options(model, &CompanionOptions::default())
    }

    /// The same with settings. It fails for an action without a name, and for an expression that
    /// the model does not have.
    pub fn with_options(model: &Model<'a>, options: &CompanionOptions<'_>) -> Result<Self, Error> {
        let actions: Vec<_> = options
            .actions
            .iter()
            .map(|action| sys::vrm_companion_action {
                name: view::string(action.name),
                clip: action.clip.map_or(ptr::null(), |clip| clip.as_ptr().cast_const()),
                hold: nanos(action.hold),
                bones: action.bones,
                expression: view::index_or(action.expression, sys::VRM_NONE),
                weight: action.weight,
            })
            .collect();
        let params = options.params.map(sized);
        let desc = sys::vrm_companion_desc {
            actions: actions.as_ptr(),
            action_count: view::count(&actions),
            seed: options.seed,
            params: params.as_ref().map_or(ptr::null(), ptr::from_ref),
            ..sys::vrm_companion_desc::default()
        };
        // SAFETY: the model is alive, and all pointers are valid for the call. The companion holds
        // its own references to the model and the clips.
        let (raw, _) = Error::created(|companion, report| unsafe {
            sys::vrm_companion_create(model.as_ptr(), &desc, companion, report)
        })?;
        let (speeches, customs) = (Vec::new(), Vec::new());
        Ok(Self { raw, model: model.as_ptr(), speeches, customs, bytes: PhantomData })
    }

    /// Advances the time, and writes pose, expressions and lookAt of the avatar: always the same
    /// one. Update it afterwards. `body` is the pose of a clip or a mixer; `None`: a relaxed pose.
    ///
    /// It fails, and does nothing, if the avatar is of another model.
    pub fn update(
        &mut self,
        avatar: &mut AvatarRef,
        body: Option<&Pose>,
        now: Duration,
    ) -> Result<(), Error> {
        // SAFETY: the avatar is alive.
        if unsafe { sys::vrm_avatar_model(avatar.as_ptr()) } != self.model {
            return Err(Error::invalid());
        }
        let now = nanos(now);
        let body = body.map(|body| self.copy(body));
        let body = body.as_ref().map_or(ptr::null(), ptr::from_ref);
        // SAFETY: both are alive, and so is what the companion speaks. The names of the body are
        // not read after the call.
        unsafe { sys::vrm_companion_update(self.raw.as_ptr(), avatar.as_ptr(), body, now) };
        self.speeches.retain(|&(end, _)| now <= end);
        Ok(())
    }

    /// A pose whose custom expressions may be changed.
    fn copy(&mut self, body: &Pose) -> sys::vrm_pose {
        // SAFETY: a pose points to its customs.
        let (mut raw, customs) = unsafe {
            let raw = *body.as_ptr();
            (raw, view::slice(raw.customs, raw.custom_count as usize))
        };
        self.customs.clear();
        self.customs.extend_from_slice(customs);
        raw.customs = self.customs.as_mut_ptr();
        raw.custom_capacity = raw.custom_count;
        raw
    }

    /// Reads a piece of a text, in any chunks, and takes its tags out: `[happy]`, `[happy 0.7]`,
    /// `[happy 0.7 3s]` and those of actions. An empty piece ends the text. `text` and `tags` get
    /// what is new, in place of what they had.
    ///
    /// Tags do nothing by themselves: pass each to [`Companion::cue`], with the time at which its
    /// words are heard.
    pub fn read_text(&mut self, piece: &str, text: &mut String, tags: &mut Vec<CompanionTag>) {
        let room = piece.len() + sys::VRM_COMPANION_TAG_BYTES as usize;
        let most = room / 3 + 1;
        let mut bytes = core::mem::take(text).into_bytes();
        bytes.clear();
        bytes.reserve(room);
        tags.clear();
        tags.reserve(most);
        let (data, size, mut count) = (piece.as_ptr().cast(), piece.len(), 0);
        let (out, out_tags) = (bytes.as_mut_ptr().cast(), tags.as_mut_ptr());
        // SAFETY: the companion is alive, and there is room for `room` bytes and `most` tags. As
        // many are written as are returned.
        unsafe {
            let most = u32::try_from(most).unwrap_or(u32::MAX);
            let raw = self.raw.as_ptr();
            let length = sys::vrm_companion_read_text(
                raw, data, size, out, room, out_tags, most, &mut count,
            );
            bytes.set_len(length);
            tags.set_len(count.min(most) as usize);
        }
        // What a damaged save had as the beginning of a tag may be any bytes.
        *text = String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
    }

    /// Shows the emotion of a tag, or does its action, at a time. Returns false if it is unknown,
    /// or too many wait.
    pub fn cue(&mut self, tag: &CompanionTag, time: Duration) -> bool {
        // SAFETY: the companion is alive, and copies the tag.
        unsafe { sys::vrm_companion_cue(self.raw.as_ptr(), tag, nanos(time)) != 0 }
    }

    /// Speaks a sentence at a time. Returns false if eight are waiting or spoken.
    pub fn say(&mut self, speech: &Speech, start: Duration) -> bool {
        let start = nanos(start);
        self.speeches.reserve(1);
        // SAFETY: both are alive, and the speech is kept as long as the companion reads it.
        if unsafe { sys::vrm_companion_say(self.raw.as_ptr(), speech.as_ptr(), start) } == 0 {
            return false;
        }
        let end = start.saturating_add(speech.info().end + SPEECH_AFTER);
        self.speeches.push((end, speech.clone()));
        true
    }

    /// Speaks with samples that were heard since the last update. The mouth is 60 ms late.
    pub fn say_samples(&mut self, voice: &mut Voice, samples: &[f32]) {
        for block in samples.chunks(i32::MAX as usize) {
            let (data, count) = (block.as_ptr(), view::count(block));
            // SAFETY: both are alive, and the block has its count. The voice is not kept.
            unsafe {
                sys::vrm_companion_say_samples(self.raw.as_ptr(), voice.as_ptr(), data, count);
            }
        }
    }

    /// Sets the mouth, for speech with neither phonemes nor samples. `None`: it closes.
    pub fn set_mouth(&mut self, mouth: Option<&Mouth>) {
        let mouth = mouth.map_or(ptr::null(), ptr::from_ref);
        // SAFETY: the companion is alive, and copies the mouth.
        unsafe { sys::vrm_companion_set_mouth(self.raw.as_ptr(), mouth) };
    }

    /// Stops speaking: forgets all sentences and cues, and closes the mouth.
    pub fn be_silent(&mut self) {
        // SAFETY: the companion is alive.
        unsafe { sys::vrm_companion_be_silent(self.raw.as_ptr()) };
        self.speeches.clear();
    }

    /// Overlays a pose on the upper body, such as that of a motion generator. `None` removes it.
    pub fn set_gesture(&mut self, pose: Option<&Pose>) {
        let pose = pose.map_or(ptr::null(), Pose::as_ptr);
        // SAFETY: the companion is alive, and copies the pose without its custom expressions.
        unsafe { sys::vrm_companion_set_gesture(self.raw.as_ptr(), pose) };
    }

    /// Sets what it does while it does not speak. Default: [`CompanionActivity::WAITING`].
    pub fn set_activity(&mut self, activity: CompanionActivity) {
        // SAFETY: the companion is alive, and takes any value.
        unsafe { sys::vrm_companion_set_activity(self.raw.as_ptr(), activity) };
    }

    /// Sets where the user is in the world, in meters: the camera. `None`: straight ahead.
    pub fn set_user(&mut self, position: Option<Vec3>) {
        let position = position.as_ref().map_or(ptr::null(), ptr::from_ref);
        // SAFETY: the companion is alive, and copies the position.
        unsafe { sys::vrm_companion_set_user(self.raw.as_ptr(), position) };
    }

    /// Looks at a point in the world until a time, and then at the user again.
    pub fn attend(&mut self, target: Option<Vec3>, until: Duration) {
        let target = target.as_ref().map_or(ptr::null(), ptr::from_ref);
        // SAFETY: the companion is alive, and copies the point.
        unsafe { sys::vrm_companion_attend(self.raw.as_ptr(), target, nanos(until)) };
    }

    /// What it was doing in its last update. [`index`](crate::index) makes an option of `action`.
    pub fn status(&self) -> CompanionStatus {
        // SAFETY: the companion is alive, and the function writes all of the status.
        unsafe { view::prepared(|out| sys::vrm_companion_get_status(self.raw.as_ptr(), out)) }
    }

    /// Changes how it behaves. The next update uses it.
    pub fn set_params(&mut self, params: &CompanionParams) {
        // SAFETY: the companion is alive, and the params have their size. They are clamped.
        unsafe { sys::vrm_companion_set_params(self.raw.as_ptr(), &sized(params)) };
    }

    /// Reads params from JSON: an object whose keys are the names of fields. Others stay as they
    /// are. Nothing changes if it fails.
    pub fn read_params(json: &[u8], params: &mut CompanionParams) -> Result<(), Error> {
        let mut read = sized(params);
        // SAFETY: the JSON and the params have their sizes.
        Error::check(unsafe {
            sys::vrm_companion_params_read(json.as_ptr().cast(), json.len(), &mut read)
        })?;
        *params = read;
        Ok(())
    }

    /// Writes params as JSON that [`Companion::read_params`] reads back, bit for bit.
    pub fn write_params(params: &CompanionParams) -> String {
        let params = sized(params);
        view::written_text(|out, capacity| {
            // SAFETY: `out` has `capacity` bytes.
            unsafe { sys::vrm_companion_params_write(&params, out, capacity) }
        })
    }

    /// Saves everything that the next updates depend on, except for sentences. Save the avatar too,
    /// and update it with 0 after it is restored.
    pub fn save(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.save_into(&mut bytes);
        bytes
    }

    /// The same into memory that is used again. Its size changes to that of a save.
    pub fn save_into(&self, bytes: &mut Vec<u8>) {
        // SAFETY: the companion is alive.
        let size = unsafe { sys::vrm_companion_save_size(self.raw.as_ptr()) };
        bytes.resize(size, 0);
        // SAFETY: there are as many bytes as a save has, so it cannot fail.
        unsafe { sys::vrm_companion_save(self.raw.as_ptr(), bytes.as_mut_ptr().cast(), size) };
    }

    /// Restores a save of a companion with the same actions. Sentences are forgotten. It fails, and
    /// changes nothing, for bytes that are not a save.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let (raw, data) = (self.raw.as_ptr(), bytes.as_ptr().cast());
        // SAFETY: the bytes are checked, and not kept.
        Error::check(unsafe { sys::vrm_companion_restore(raw, data, bytes.len()) })?;
        self.speeches.clear();
        Ok(())
    }
}
