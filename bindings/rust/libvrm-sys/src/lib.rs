#![doc = include_str!("../README.md")]
#![no_std]

#[allow(non_camel_case_types)]
#[rustfmt::skip]
mod ffi;
#[cfg(feature = "meshopt")]
mod meshopt;
mod values;

pub use ffi::*;
#[cfg(feature = "meshopt")]
pub use meshopt::meshoptimizer;
