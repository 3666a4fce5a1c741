//! The generated part of this crate. Written by tools/make/make-rust from
//! api.json: do not edit.

mod avatar;
mod model;
mod names;
mod views;

pub use names::*;
pub use views::*;
