//! vrm/live/voice.h. Move the mouth of an avatar with speech, from phonemes and their times.
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

/// Weights of the presets of the mouth, each from 0 to 1.
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
    assert!(size_of::<vrm_phonemes_info>() == 16);
    assert!(offset_of!(vrm_phonemes_info, count) == 0);
    assert!(offset_of!(vrm_phonemes_info, alphabet) == 4);
    assert!(offset_of!(vrm_phonemes_info, line) == 8);
    assert!(offset_of!(vrm_phonemes_info, reserved) == 12);
};
