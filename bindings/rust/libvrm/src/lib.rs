#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod avatar;
mod crowd;
#[cfg(feature = "std")]
mod files;
#[rustfmt::skip]
mod generated;
mod load;
mod model;
mod report;
pub mod view;

#[cfg(feature = "author")]
pub mod author;
#[cfg(feature = "experimental")]
mod clip;
#[cfg(feature = "live")]
pub mod live;
#[cfg(feature = "experimental")]
mod mixer;
#[cfg(feature = "experimental")]
mod motion;
#[cfg(feature = "experimental")]
mod pose;

pub use avatar::{Avatar, AvatarOptions, AvatarRef};
#[cfg(feature = "std")]
pub use crowd::Threads;
pub use crowd::{AvatarId, Crowd, CrowdCollider, CrowdOptions, Workers};
pub use generated::*;
#[doc(inline)]
pub use libvrm_sys::{vrm_detail_rule as DetailRule, vrm_limits as Limits};
#[cfg(feature = "std")]
pub use load::files_in;
pub use load::{LoadOptions, Meshopt, Misuse, Resolve};
pub use model::{Model, Peek};
pub use report::{Diagnostics, Error, Report};

#[cfg(feature = "author")]
pub use author::*;
#[cfg(feature = "experimental")]
pub use clip::{Clip, ClipOptions, Recorder, RecorderOptions};
#[cfg(feature = "live")]
pub use live::*;
#[cfg(feature = "experimental")]
pub use mixer::{MIXER_SLOTS, Mixer, Slot};
#[cfg(feature = "experimental")]
pub use motion::{Ground, Idle};
#[cfg(feature = "experimental")]
pub use pose::{ApplyOptions, Pose, Reach, bones_of};

/// The C interface, for what this crate does not wrap.
pub use libvrm_sys as sys;

/// The version of the linked library.
pub fn version() -> &'static str {
    // SAFETY: the string is static.
    unsafe { view::c_text(sys::vrm_version()) }
}

/// The index of a field of the tables that is an `i32`, such as [`SpringJoint::tail_node`]. `None`
/// for [`sys::VRM_NONE`].
pub fn index(value: i32) -> Option<usize> {
    usize::try_from(value).ok()
}
