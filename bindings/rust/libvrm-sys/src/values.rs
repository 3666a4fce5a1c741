//! Conversions of plain values, and the texts of constants.

use crate::ffi::*;
use core::ffi::{CStr, c_char};

/// A static text of the library, which is ASCII.
pub(crate) fn text_of(text: *const c_char) -> &'static str {
    // SAFETY: functions that return names never return NULL, and their strings are static.
    unsafe { CStr::from_ptr(text) }.to_str().unwrap_or_default()
}

/// A short text with a NUL byte at its end, for names of the specification. None of them is longer.
pub(crate) struct ShortText([u8; 64]);

impl ShortText {
    pub(crate) fn new(text: &str) -> Option<Self> {
        let mut bytes = [0; 64];
        bytes[..63].get_mut(..text.len())?.copy_from_slice(text.as_bytes());
        (!text.contains('\0')).then_some(Self(bytes))
    }

    pub(crate) fn as_ptr(&self) -> *const c_char {
        self.0.as_ptr().cast()
    }
}

/// Conversions between a struct of floats and an array, and the default value.
macro_rules! floats {
    ($name:ident, $count:literal, ($($field:ident),+), $default:expr) => {
        impl $name {
            /// Makes one of its components.
            pub const fn new($($field: f32),+) -> Self {
                Self { $($field),+ }
            }
            /// Its components in order.
            pub const fn to_array(self) -> [f32; $count] {
                [$(self.$field),+]
            }
        }
        impl From<[f32; $count]> for $name {
            fn from([$($field),+]: [f32; $count]) -> Self {
                Self { $($field),+ }
            }
        }
        impl From<$name> for [f32; $count] {
            fn from(value: $name) -> Self {
                value.to_array()
            }
        }
        impl Default for $name {
            fn default() -> Self {
                Self::from($default)
            }
        }
    };
}

floats!(vrm_vec2, 2, (x, y), [0.0; 2]);
floats!(vrm_vec3, 3, (x, y, z), [0.0; 3]);
floats!(vrm_vec4, 4, (x, y, z, w), [0.0; 4]);
floats!(vrm_quat, 4, (x, y, z, w), [0.0, 0.0, 0.0, 1.0]);

impl vrm_trs {
    /// The identity.
    pub const IDENTITY: Self = Self {
        translation: vrm_vec3::new(0.0, 0.0, 0.0),
        rotation: vrm_quat::new(0.0, 0.0, 0.0, 1.0),
        scale: vrm_vec3::new(1.0, 1.0, 1.0),
    };
}

impl Default for vrm_trs {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl vrm_mat4 {
    /// Its columns.
    pub const fn to_cols_array_2d(self) -> [[f32; 4]; 4] {
        let m = self.m;
        [
            [m[0], m[1], m[2], m[3]],
            [m[4], m[5], m[6], m[7]],
            [m[8], m[9], m[10], m[11]],
            [m[12], m[13], m[14], m[15]],
        ]
    }

    /// The translation.
    pub const fn translation(self) -> vrm_vec3 {
        vrm_vec3::new(self.m[12], self.m[13], self.m[14])
    }
}

impl From<[f32; 16]> for vrm_mat4 {
    fn from(m: [f32; 16]) -> Self {
        Self { m }
    }
}

impl Default for vrm_mat4 {
    fn default() -> Self {
        let mut m = [0.0; 16];
        (m[0], m[5], m[10], m[15]) = (1.0, 1.0, 1.0, 1.0);
        Self { m }
    }
}

impl vrm_space {
    /// The library's own space, which is glTF's, Bevy's and Godot's: right-handed, Y up, meters.
    pub const GLTF: Self =
        Self::new(vrm_axis::POSITIVE_X, vrm_axis::POSITIVE_Y, vrm_axis::POSITIVE_Z, 1.0);

    /// The space of an engine: which axis of the library each of its axes is, and its unit.
    pub const fn new(x: vrm_axis, y: vrm_axis, z: vrm_axis, units_per_meter: f32) -> Self {
        Self { x, y, z, units_per_meter }
    }
}
