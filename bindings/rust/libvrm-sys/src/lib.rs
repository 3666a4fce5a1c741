#![doc = include_str!("../README.md")]
#![no_std]

#[allow(non_camel_case_types)]
#[rustfmt::skip]
mod ffi;
mod values;

pub use ffi::*;
