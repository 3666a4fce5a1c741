//! Mixing several motions and poses into one pose.

use crate::clip::nanos;
use crate::view::number;
use crate::{Clip, Marker, MixerEvent, Pose, PoseParts, SlotFlags, Trs};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ptr;
use core::time::Duration;
use libvrm_sys as sys;

/// The number of slots of a mixer.
pub const MIXER_SLOTS: usize = sys::VRM_MIXER_SLOTS as usize;

/// Mixes several motions and poses into one pose. Each of its 16 slots plays a clip or holds a
/// pose, and has a weight, a mask and a layer.
///
/// ```no_run
/// # fn main() -> Result<(), libvrm::Error> {
/// # let (idle, walk) = ([], []);
/// use core::time::Duration;
/// use libvrm::{Clip, Mixer, Pose, SlotFlags};
/// let (idle, walk) = (Clip::load(&idle)?, Clip::load(&walk)?);
/// let (mut mixer, mut pose) = (Mixer::new(), Pose::new());
/// mixer.play(0, Some(&idle), SlotFlags::LOOP, Duration::ZERO);
/// mixer.play(1, Some(&walk), SlotFlags::LOOP, Duration::from_millis(300));
/// mixer.update(Duration::from_millis(16), &mut pose);
/// # Ok(())
/// # }
/// ```
///
/// A slot that does not exist does nothing.
pub struct Mixer {
    raw: Box<sys::vrm_mixer>,
    base: Option<Box<Pose>>,
    held: [Held; MIXER_SLOTS],
    events: Vec<MixerEvent>,
    root: Trs,
}

/// What a slot borrows in C.
#[derive(Default)]
struct Held {
    clip: Option<Clip>,
    pose: Option<Box<Pose>>,
    reference: Option<Box<Pose>>,
    markers: Vec<Marker>,
}

// SAFETY: a mixer points to what it owns alone, and clips are shared between threads.
unsafe impl Send for Mixer {}

impl Default for Mixer {
    fn default() -> Self {
        Self::new()
    }
}

impl core::fmt::Debug for Mixer {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let clips = self.held.iter().filter(|held| held.clip.is_some()).count();
        formatter.debug_struct("Mixer").field("clips", &clips).finish_non_exhaustive()
    }
}

impl Mixer {
    /// A mixer without clips.
    pub fn new() -> Self {
        let mut raw = Box::<sys::vrm_mixer>::new_uninit();
        // SAFETY: the function writes all of the mixer.
        let raw = unsafe {
            sys::vrm_mixer_init(raw.as_mut_ptr());
            raw.assume_init()
        };
        let held = core::array::from_fn(|_| Held::default());
        Self { raw, base: None, held, events: Vec::new(), root: Trs::IDENTITY }
    }

    /// Sets the pose below all layers. `None`: the T-pose.
    pub fn set_base(&mut self, base: Option<Pose>) {
        self.base = base.map(Box::new);
        self.raw.base = self.base.as_ref().map_or(ptr::null(), |pose| pose.as_ptr());
    }

    /// Plays a clip in a slot from its beginning, and fades to it like [`Mixer::crossfade`].
    /// `None` empties the slot.
    pub fn play(&mut self, slot: usize, clip: Option<&Clip>, flags: SlotFlags, fade: Duration) {
        let Some(held) = self.held.get_mut(slot) else {
            return;
        };
        let new = clip.cloned();
        let raw = new.as_ref().map_or(ptr::null(), |clip| clip.as_ptr().cast_const());
        // SAFETY: the slot exists, and keeps the clip as long as the mixer has its address.
        unsafe { sys::vrm_mixer_play(&mut *self.raw, slot as i32, raw, flags, nanos(fade)) };
        if self.raw.slots[slot].clip == raw {
            (held.clip, held.pose) = (new, None);
        }
    }

    /// Fades a slot to a weight.
    pub fn fade(&mut self, slot: usize, weight: f32, fade: Duration) {
        if slot < MIXER_SLOTS {
            // SAFETY: the slot exists.
            unsafe { sys::vrm_mixer_fade(&mut *self.raw, slot as i32, weight, nanos(fade)) };
        }
    }

    /// Fades a slot to 1, and all others of its layer that are not additive to 0.
    pub fn crossfade(&mut self, slot: usize, fade: Duration) {
        if slot < MIXER_SLOTS {
            // SAFETY: the slot exists.
            unsafe { sys::vrm_mixer_crossfade(&mut *self.raw, slot as i32, nanos(fade)) };
        }
    }

    /// The settings of a slot.
    pub fn slot(&mut self, slot: usize) -> Option<Slot<'_>> {
        Some(Slot { raw: self.raw.slots.get_mut(slot)?, held: self.held.get_mut(slot)? })
    }

    /// Advances the time and writes the pose of the frame. Returns what happened.
    pub fn update(&mut self, elapsed: Duration, pose: &mut Pose) -> &[MixerEvent] {
        let (mixer, root) = (&mut *self.raw, &mut self.root);
        let events = &mut self.events;
        // At most four kinds of events for each slot, and one for each marker.
        let markers: usize = self.held.iter().map(|held| held.markers.len()).sum();
        events.clear();
        events.reserve(4 * MIXER_SLOTS + markers);
        let (data, capacity) = (events.as_mut_ptr(), events.capacity() as u32);
        let count = pose.write(sys::VRM_MIXER_CUSTOMS as usize, |raw| {
            // SAFETY: what the slots point to is owned by the mixer, the pose is no pose of it,
            // and there is room for `capacity` events.
            unsafe { sys::vrm_mixer_update(mixer, nanos(elapsed), raw, root, data, capacity) }
        });
        // SAFETY: as many events were written.
        unsafe { events.set_len(count.min(capacity) as usize) };
        events
    }

    /// The motion of the root in the last update, from slots with [`SlotFlags::ROOT_MOTION`]: in
    /// the space of the avatar, and in hips heights.
    pub fn root_motion(&self) -> &Trs {
        &self.root
    }
}

/// The settings of a slot, which may change between updates.
pub struct Slot<'m> {
    raw: &'m mut sys::vrm_mixer_slot,
    held: &'m mut Held,
}

impl Slot<'_> {
    number!(
        Slot,
        /// 0 to 1. At 0 its time stands still.
        weight, set_weight, f32
    );
    number!(
        Slot,
        /// -64 to 64; less than 0 is backwards. Default: 1.
        speed, set_speed, f32
    );
    number!(
        Slot,
        /// Greater layers lie over lesser ones. Default: 0.
        layer, set_layer, i32
    );
    number!(
        Slot,
        /// The bones that it moves: `1 << Bone`. Default: all.
        bones, set_bones, u64
    );
    number!(
        Slot,
        /// The presets that it moves: `1 << Preset`; customs with any. Default: all.
        presets, set_presets, u32
    );
    number!(
        Slot,
        /// The parts that it moves. Default: all.
        parts, set_parts, PoseParts
    );
    number!(
        Slot,
        /// How it plays.
        flags, set_flags, SlotFlags
    );

    /// The clip that it plays.
    pub fn clip(&self) -> Option<&Clip> {
        self.held.clip.as_ref()
    }

    /// The time in the clip.
    pub fn time(&self) -> Duration {
        Duration::from_nanos(self.raw.time.unsigned_abs())
    }

    /// Sets the time in the clip.
    pub fn set_time(&mut self, time: Duration) -> &mut Self {
        self.raw.time = nanos(time);
        self
    }

    /// How often the clip has restarted; less than 0 backwards.
    pub fn loops(&self) -> i64 {
        self.raw.loops
    }

    /// For a loop that does not close: how much of its end blends into its start.
    pub fn set_seam(&mut self, seam: Duration) -> &mut Self {
        self.raw.seam = nanos(seam);
        self
    }

    /// Sets the pose that a slot without a clip shows.
    pub fn set_pose(&mut self, pose: Option<Pose>) -> &mut Self {
        self.held.pose = pose.map(Box::new);
        self.raw.pose = self.held.pose.as_ref().map_or(ptr::null(), |pose| pose.as_ptr());
        self
    }

    /// Sets the reference of an additive slot. `None`: the clip's first pose.
    pub fn set_reference(&mut self, pose: Option<Pose>) -> &mut Self {
        self.held.reference = pose.map(Box::new);
        let pose = self.held.reference.as_ref();
        self.raw.reference = pose.map_or(ptr::null(), |pose| pose.as_ptr());
        self
    }

    /// Sets the times of the clip at which something happens.
    pub fn set_markers(&mut self, markers: &[Marker]) -> &mut Self {
        self.held.markers = markers.to_vec();
        self.raw.markers = self.held.markers.as_ptr();
        self.raw.marker_count = crate::view::count(&self.held.markers);
        self
    }
}
