//! vrm/live/voice.h. Move the mouth of an avatar with speech: from phonemes and their times, or from sound.
//!
//! Written by tools/make/make-rust from api.json: do not edit.
//!
//! Experimental: may change in any minor release.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use core::ffi::{c_char, c_void};

/// The number of alphabets.
pub const VRM_ALPHABET_COUNT: i32 = 7;

/// How far a speech looks ahead, in nanoseconds: 250 ms.
pub const VRM_SPEECH_LOOK_AHEAD: i32 = 250000000;

/// The largest number of phonemes in a speech or a text.
pub const VRM_SPEECH_MOST_PHONEMES: i32 = 1000000;

/// The latest time in a speech or a text, in nanoseconds: 1,000,000 seconds.
pub const VRM_SPEECH_LAST_TIME: i64 = 1000000000000000;

/// How late a mouth is, in nanoseconds: it belongs to the sound that was added this long ago.
pub const VRM_VOICE_DELAY: i32 = 60000000;

/// The lowest rate of samples, per second.
pub const VRM_VOICE_LEAST_RATE: i32 = 8000;

/// The highest rate of samples, per second.
pub const VRM_VOICE_MOST_RATE: i32 = 192000;

/// The number of `values` in a calibration.
pub const VRM_VOICE_CALIBRATION_VALUES: i32 = 80;

/// How the symbols of phonemes are written.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_alphabet(pub i32);

impl vrm_alphabet {
    /// "ˈaɪ", "tʃ"; stress marks count.
    pub const IPA: Self = Self(0);
    /// "AY1", "CH"; digits are stress.
    pub const ARPABET: Self = Self(1);
    /// "こん", "キャ": hiragana and katakana.
    pub const KANA: Self = Self(2);
    /// Viseme IDs, "0" to "21".
    pub const AZURE: Self = Self(3);
    /// Consonants and vowels of moras: "ky", "a", "N", "cl", "pau".
    pub const VOICEVOX: Self = Self(4);
    /// Phonemes of events of espeak-ng: "aI", "t#", "_:".
    pub const ESPEAK: Self = Self(5);
    /// Mouth shapes, "A" to "H" and "X".
    pub const RHUBARB: Self = Self(6);
}

/// The mouth that belongs to timed phonemes.
#[repr(C)]
pub struct vrm_speech {
    _data: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}

/// Listens to the samples of a voice.
#[repr(C)]
pub struct vrm_voice {
    _data: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}

/// A phoneme and its time.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_phoneme {
    /// In nanoseconds, from any origin.
    pub start: i64,
    /// Not before its start.
    pub end: i64,
    /// In the alphabet.
    pub symbol: vrm_string,
    /// 1: primary; 0.5: secondary; 0: what the symbol has, if anything.
    pub stress: f32,
    /// Above 0 to 1: how far the mouth opens; 0: not given, as 1.
    pub loudness: f32,
}

/// Settings of a speech.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_speech_desc {
    /// Set by vrm_speech_desc_init.
    pub struct_size: u32,
    /// Always 0.
    pub reserved: u32,
    /// Copied.
    pub allocator: *const vrm_allocator,
    /// In the order of time.
    pub phonemes: *const vrm_phoneme,
    /// Of `phonemes`; at most VRM_SPEECH_MOST_PHONEMES.
    pub phoneme_count: u32,
    /// A VRM_ALPHABET_ constant.
    pub alphabet: vrm_alphabet,
}

/// The facts of a speech.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_speech_info {
    /// Of the first phoneme, in nanoseconds.
    pub start: i64,
    /// Of the last phoneme, in nanoseconds.
    pub end: i64,
    /// Of all phonemes; a diphthong has two, a kana usually too.
    pub sound_count: u32,
    /// Of those, sounds that close the lips.
    pub closure_count: u32,
    /// Phonemes with a part that the alphabet does not have.
    pub unknown_count: u32,
    /// The index of the first of these phonemes.
    pub first_unknown: u32,
}

/// Weights of the mouth's presets, each from 0 to 1.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_mouth {
    /// Of VRM_PRESET_AA.
    pub aa: f32,
    /// Of VRM_PRESET_IH.
    pub ih: f32,
    /// Of VRM_PRESET_OU.
    pub ou: f32,
    /// Of VRM_PRESET_EE.
    pub ee: f32,
    /// Of VRM_PRESET_OH.
    pub oh: f32,
}

/// Settings of a voice.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_voice_desc {
    /// Set by vrm_voice_desc_init.
    pub struct_size: u32,
    /// Always 0.
    pub reserved: u32,
    /// Copied.
    pub allocator: *const vrm_allocator,
    /// Samples per second.
    pub rate: u32,
    /// Always 0.
    pub reserved2: u32,
}

/// What was learned about a speaker.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_voice_calibration {
    /// Of the data.
    pub version: u32,
    /// Of speech that was heard.
    pub seconds: f32,
    /// Of these, with a known vowel: aa, ih, ou, ee, oh.
    pub vowel_seconds: [f32; 5],
    /// Sums, for the library only.
    pub values: [f32; 80],
}

/// What vrm_phonemes_read found.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_phonemes_info {
    /// Phonemes in the text.
    pub count: u32,
    /// That the text names; VRM_NONE: none.
    pub alphabet: vrm_alphabet,
    /// On failure: the line that is wrong, from 1.
    pub line: u32,
    /// Always 0.
    pub reserved: u32,
}

unsafe extern "C" {
    /// Creates a speech.
    pub fn vrm_speech_create(desc: *const vrm_speech_desc, out_speech: *mut *mut vrm_speech, out_report: *mut *mut vrm_report) -> vrm_result;
    /// Destroys a speech.
    pub fn vrm_speech_destroy(speech: *mut vrm_speech);
    /// Returns the mouth at a time.
    pub fn vrm_speech_sample(speech: *const vrm_speech, time: i64, out: *mut vrm_mouth);
    /// Returns the facts of a speech.
    pub fn vrm_speech_get_info(speech: *const vrm_speech) -> *const vrm_speech_info;
    /// Sets the five presets of the mouth in a pose.
    pub fn vrm_mouth_write_pose(mouth: *const vrm_mouth, pose: *mut vrm_pose);
    /// Fills in the default settings of a speech.
    pub fn vrm_speech_desc_init_sized(desc: *mut vrm_speech_desc, struct_size: usize);
    /// Creates a voice that has heard nothing.
    pub fn vrm_voice_create(desc: *const vrm_voice_desc, out_voice: *mut *mut vrm_voice, out_report: *mut *mut vrm_report) -> vrm_result;
    /// Destroys a voice.
    pub fn vrm_voice_destroy(voice: *mut vrm_voice);
    /// Adds samples.
    pub fn vrm_voice_add(voice: *mut vrm_voice, samples: *const f32, count: u32);
    /// Returns the mouth of the sound that was added VRM_VOICE_DELAY ago.
    pub fn vrm_voice_get_mouth(voice: *const vrm_voice, out: *mut vrm_mouth);
    /// Forgets the sound, but not what was learned about the speaker: for a pause, or another place in a recording.
    pub fn vrm_voice_reset(voice: *mut vrm_voice);
    /// Sets the vowel that the samples added from now on have.
    pub fn vrm_voice_set_vowel(voice: *mut vrm_voice, vowel: vrm_preset);
    /// Returns what a voice has learned about its speaker, with the calibration that it began with.
    pub fn vrm_voice_get_calibration(voice: *const vrm_voice, out: *mut vrm_voice_calibration);
    /// Replaces what a voice has learned about its speaker.
    pub fn vrm_voice_set_calibration(voice: *mut vrm_voice, calibration: *const vrm_voice_calibration) -> i32;
    /// Fills in the default settings of a voice.
    pub fn vrm_voice_desc_init_sized(desc: *mut vrm_voice_desc, struct_size: usize);
    /// Reads phonemes from text in UTF-8.
    pub fn vrm_phonemes_read(bytes: *const c_void, size: usize, out: *mut vrm_phoneme, capacity: u32, out_info: *mut vrm_phonemes_info) -> vrm_result;
}

impl Default for vrm_speech_desc {
    fn default() -> Self {
        let mut value = core::mem::MaybeUninit::uninit();
        // SAFETY: the function writes all of the struct, whose size it gets.
        unsafe {
            vrm_speech_desc_init_sized(value.as_mut_ptr(), size_of::<Self>());
            value.assume_init()
        }
    }
}

impl Default for vrm_voice_desc {
    fn default() -> Self {
        let mut value = core::mem::MaybeUninit::uninit();
        // SAFETY: the function writes all of the struct, whose size it gets.
        unsafe {
            vrm_voice_desc_init_sized(value.as_mut_ptr(), size_of::<Self>());
            value.assume_init()
        }
    }
}

#[cfg(target_pointer_width = "64")]
const _: () = {
    use core::mem::{offset_of, size_of};
    assert!(size_of::<vrm_phoneme>() == 40);
    assert!(offset_of!(vrm_phoneme, start) == 0);
    assert!(offset_of!(vrm_phoneme, end) == 8);
    assert!(offset_of!(vrm_phoneme, symbol) == 16);
    assert!(offset_of!(vrm_phoneme, stress) == 32);
    assert!(offset_of!(vrm_phoneme, loudness) == 36);
    assert!(size_of::<vrm_speech_desc>() == 32);
    assert!(offset_of!(vrm_speech_desc, struct_size) == 0);
    assert!(offset_of!(vrm_speech_desc, reserved) == 4);
    assert!(offset_of!(vrm_speech_desc, allocator) == 8);
    assert!(offset_of!(vrm_speech_desc, phonemes) == 16);
    assert!(offset_of!(vrm_speech_desc, phoneme_count) == 24);
    assert!(offset_of!(vrm_speech_desc, alphabet) == 28);
    assert!(size_of::<vrm_speech_info>() == 32);
    assert!(offset_of!(vrm_speech_info, start) == 0);
    assert!(offset_of!(vrm_speech_info, end) == 8);
    assert!(offset_of!(vrm_speech_info, sound_count) == 16);
    assert!(offset_of!(vrm_speech_info, closure_count) == 20);
    assert!(offset_of!(vrm_speech_info, unknown_count) == 24);
    assert!(offset_of!(vrm_speech_info, first_unknown) == 28);
    assert!(size_of::<vrm_mouth>() == 20);
    assert!(offset_of!(vrm_mouth, aa) == 0);
    assert!(offset_of!(vrm_mouth, ih) == 4);
    assert!(offset_of!(vrm_mouth, ou) == 8);
    assert!(offset_of!(vrm_mouth, ee) == 12);
    assert!(offset_of!(vrm_mouth, oh) == 16);
    assert!(size_of::<vrm_voice_desc>() == 24);
    assert!(offset_of!(vrm_voice_desc, struct_size) == 0);
    assert!(offset_of!(vrm_voice_desc, reserved) == 4);
    assert!(offset_of!(vrm_voice_desc, allocator) == 8);
    assert!(offset_of!(vrm_voice_desc, rate) == 16);
    assert!(offset_of!(vrm_voice_desc, reserved2) == 20);
    assert!(size_of::<vrm_voice_calibration>() == 348);
    assert!(offset_of!(vrm_voice_calibration, version) == 0);
    assert!(offset_of!(vrm_voice_calibration, seconds) == 4);
    assert!(offset_of!(vrm_voice_calibration, vowel_seconds) == 8);
    assert!(offset_of!(vrm_voice_calibration, values) == 28);
    assert!(size_of::<vrm_phonemes_info>() == 16);
    assert!(offset_of!(vrm_phonemes_info, count) == 0);
    assert!(offset_of!(vrm_phonemes_info, alphabet) == 4);
    assert!(offset_of!(vrm_phonemes_info, line) == 8);
    assert!(offset_of!(vrm_phonemes_info, reserved) == 12);
};
