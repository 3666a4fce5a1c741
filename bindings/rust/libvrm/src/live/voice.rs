//! Mouths that move with speech: with phonemes and their times, or with samples.

use crate::clip::nanos;
use crate::view;
use crate::{Alphabet, Code, Error, Mouth, Pose, Preset, SpeechInfo, VoiceCalibration};
use alloc::format;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::ptr::{self, NonNull};
use core::time::Duration;
use libvrm_sys as sys;

/// A phoneme and its time, from any origin. A symbol may also have several phonemes, which share
/// the time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Phoneme<'t> {
    /// Where it begins. Phonemes are in the order of time.
    pub start: Duration,
    /// Where it ends, at last with the start of the next one.
    pub end: Duration,
    /// In the alphabet. Without one, it is silence.
    pub symbol: &'t str,
    /// 1: primary; 0.5: secondary; 0: what the symbol has, if anything.
    pub stress: f32,
    /// Above 0 to 1: how far the mouth opens; 0: not given, as 1.
    pub loudness: f32,
}

impl<'t> Phoneme<'t> {
    /// A phoneme with the stress of its symbol.
    pub const fn new(start: Duration, end: Duration, symbol: &'t str) -> Self {
        Self { start, end, symbol, stress: 0.0, loudness: 0.0 }
    }
}

/// The mouth that belongs to timed phonemes. It is immutable; a clone is the same speech.
///
/// ```no_run
/// # fn main() -> Result<(), libvrm::Error> {
/// use core::time::Duration;
/// use libvrm::{Alphabet, Phoneme, Pose, Speech};
/// let ms = Duration::from_millis;
/// let hi = [Phoneme::new(ms(0), ms(85), "h"), Phoneme::new(ms(85), ms(300), "ˈaɪ")];
/// let (speech, mut pose) = (Speech::new(&hi, Alphabet::IPA)?, Pose::new());
/// pose.set_mouth(&speech.sample(ms(150)));
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Speech(Arc<Owned>);

/// The speech of C, which companions share.
struct Owned(NonNull<sys::vrm_speech>);

// SAFETY: a speech is immutable, and any number of threads may sample it (vrm/live/voice.h).
unsafe impl Send for Owned {}
// SAFETY: likewise.
unsafe impl Sync for Owned {}

impl Drop for Owned {
    fn drop(&mut self) {
        // SAFETY: nothing else owns the speech.
        unsafe { sys::vrm_speech_destroy(self.0.as_ptr()) };
    }
}

impl core::fmt::Debug for Speech {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.debug_struct("Speech").field("info", self.info()).finish_non_exhaustive()
    }
}

impl Speech {
    /// Creates the speech of phonemes in the order of time. It fails if they are not in order, and
    /// for a stress or loudness that is not from 0 to 1.
    pub fn new(phonemes: &[Phoneme<'_>], alphabet: Alphabet) -> Result<Self, Error> {
        let raw: Vec<_> = phonemes
            .iter()
            .map(|phoneme| sys::vrm_phoneme {
                start: nanos(phoneme.start),
                end: nanos(phoneme.end),
                symbol: view::string(phoneme.symbol),
                stress: phoneme.stress,
                loudness: phoneme.loudness,
            })
            .collect();
        Self::of(&raw, alphabet)
    }

    /// Creates the speech of a text: each line has a start and an end in seconds and a symbol, and
    /// optionally stress and loudness. `None`: the alphabet that the text names, or IPA.
    pub fn from_text(text: &str, alphabet: Option<Alphabet>) -> Result<Self, Error> {
        let (data, size) = (text.as_ptr().cast(), text.len());
        // SAFETY: numbers, for which zeros are valid.
        let mut info: sys::vrm_phonemes_info = unsafe { core::mem::zeroed() };
        // SAFETY: the text has its size, and with a capacity of 0 no phoneme is written.
        let code = unsafe { sys::vrm_phonemes_read(data, size, ptr::null_mut(), 0, &mut info) };
        if code != Code::OK {
            let problem = format!(
                "line {} of the phonemes is wrong: it needs a start, an end and a symbol",
                info.line
            );
            return Err(Error::with_problem(code, problem));
        }
        // SAFETY: numbers and an empty text, for which zeros are valid.
        let empty: sys::vrm_phoneme = unsafe { core::mem::zeroed() };
        let mut raw = vec![empty; info.count as usize];
        // SAFETY: the same text has as many phonemes again.
        Error::check(unsafe {
            sys::vrm_phonemes_read(data, size, raw.as_mut_ptr(), info.count, &mut info)
        })?;
        let named = (info.alphabet.0 >= 0).then_some(info.alphabet);
        Self::of(&raw, alphabet.or(named).unwrap_or(Alphabet::IPA))
    }

    fn of(phonemes: &[sys::vrm_phoneme], alphabet: Alphabet) -> Result<Self, Error> {
        let desc = sys::vrm_speech_desc {
            phonemes: phonemes.as_ptr(),
            phoneme_count: view::count(phonemes),
            alphabet,
            ..sys::vrm_speech_desc::default()
        };
        // SAFETY: all pointers are valid for the call. The speech copies what it needs.
        let (raw, _) = Error::created(|speech, report| unsafe {
            sys::vrm_speech_create(&desc, speech, report)
        })?;
        Ok(Self(Arc::new(Owned(raw))))
    }

    /// The speech for functions of C.
    pub fn as_ptr(&self) -> *const sys::vrm_speech {
        self.0.0.as_ptr()
    }

    /// The mouth at a time, from the origin of the phonemes. Any time costs the same.
    pub fn sample(&self, time: Duration) -> Mouth {
        self.sample_nanos(nanos(time))
    }

    /// The same at a time in nanoseconds, which may be before the origin.
    pub fn sample_nanos(&self, time: i64) -> Mouth {
        // SAFETY: the speech is alive, and the function writes all of the mouth.
        unsafe { view::prepared(|mouth| sys::vrm_speech_sample(self.as_ptr(), time, mouth)) }
    }

    /// The facts of the speech: its length, and what was not known in its alphabet.
    pub fn info(&self) -> &SpeechInfo {
        // SAFETY: the speech is alive, and owns them.
        unsafe { &*sys::vrm_speech_get_info(self.as_ptr()) }
    }
}

impl Pose {
    /// Sets the five presets of the mouth. Other entries stay.
    pub fn set_mouth(&mut self, mouth: &Mouth) {
        // SAFETY: the pose is prepared. Its customs stay.
        unsafe { sys::vrm_mouth_write_pose(mouth, self.raw_mut()) };
    }
}

/// Listens to the samples of a voice. The mouth is that of the sound 60 ms ago. It allocates all of
/// its memory at first.
pub struct Voice {
    raw: NonNull<sys::vrm_voice>,
}

// SAFETY: a voice is used by one thread at a time, and it may be any (vrm/live/voice.h).
unsafe impl Send for Voice {}

impl Drop for Voice {
    fn drop(&mut self) {
        // SAFETY: nothing else owns the voice.
        unsafe { sys::vrm_voice_destroy(self.raw.as_ptr()) };
    }
}

impl core::fmt::Debug for Voice {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.debug_struct("Voice").field("mouth", &self.mouth()).finish_non_exhaustive()
    }
}

impl Voice {
    /// Creates a voice of a number of samples per second, 8,000 to 192,000. 0: 16,000.
    pub fn new(rate: u32) -> Result<Self, Error> {
        let desc = sys::vrm_voice_desc { rate, ..sys::vrm_voice_desc::default() };
        // SAFETY: all pointers are valid for the call.
        let (raw, _) =
            Error::created(|voice, report| unsafe { sys::vrm_voice_create(&desc, voice, report) })?;
        Ok(Self { raw })
    }

    /// The voice for functions of C.
    pub fn as_ptr(&self) -> *mut sys::vrm_voice {
        self.raw.as_ptr()
    }

    /// Adds samples of one channel, from -1 to 1. The size of blocks changes nothing.
    pub fn add(&mut self, samples: &[f32]) {
        for block in samples.chunks(i32::MAX as usize) {
            // SAFETY: the voice is alive, and the block has its count.
            unsafe { sys::vrm_voice_add(self.as_ptr(), block.as_ptr(), view::count(block)) };
        }
    }

    /// The mouth of the sound that was added 60 ms ago.
    pub fn mouth(&self) -> Mouth {
        // SAFETY: the voice is alive, and the function writes all of the mouth.
        unsafe { view::prepared(|mouth| sys::vrm_voice_get_mouth(self.as_ptr(), mouth)) }
    }

    /// Forgets the sound, but not what was learned about the speaker.
    pub fn reset(&mut self) {
        // SAFETY: the voice is alive.
        unsafe { sys::vrm_voice_reset(self.as_ptr()) };
    }

    /// Sets the vowel that the samples from now on have, to learn the speaker's: [`Preset::AA`] to
    /// [`Preset::OH`]. `None`: any speech.
    pub fn set_vowel(&mut self, vowel: Option<Preset>) {
        // SAFETY: the voice is alive. Other presets do nothing.
        unsafe { sys::vrm_voice_set_vowel(self.as_ptr(), vowel.unwrap_or(Preset(sys::VRM_NONE))) };
    }

    /// What was learned about the speaker: plain data that you may store.
    pub fn calibration(&self) -> VoiceCalibration {
        // SAFETY: the voice is alive, and the function writes all of the calibration.
        unsafe { view::prepared(|out| sys::vrm_voice_get_calibration(self.as_ptr(), out)) }
    }

    /// Replaces what was learned about the speaker; `None`: nothing is known. It fails for another
    /// version and for values out of range, and changes nothing then.
    pub fn set_calibration(&mut self, calibration: Option<&VoiceCalibration>) -> Result<(), Error> {
        let calibration = calibration.map_or(ptr::null(), ptr::from_ref);
        // SAFETY: the voice is alive. The calibration is checked and copied.
        match unsafe { sys::vrm_voice_set_calibration(self.as_ptr(), calibration) } {
            0 => Err(Error::invalid()),
            _ => Ok(()),
        }
    }
}
