//! The interface of libvrm 1.0.0: a module for each header. Written by tools/make/make-rust
//! from api.json: do not edit.

mod base;
pub use base::*;
mod types;
pub use types::*;
mod report;
pub use report::*;
mod gltf;
pub use gltf::*;
mod tables;
pub use tables::*;
mod image;
pub use image::*;
mod meshopt;
pub use meshopt::*;
mod model;
pub use model::*;
mod avatar;
pub use avatar::*;
mod frame;
pub use frame::*;
mod spring;
pub use spring::*;
mod scene_graph;
pub use scene_graph::*;
mod crowd;
pub use crowd::*;
mod pose;
pub use pose::*;
mod clip;
pub use clip::*;
mod mixer;
pub use mixer::*;
mod limb;
pub use limb::*;
#[cfg(feature = "file")]
mod file;
#[cfg(feature = "file")]
pub use file::*;
mod idle;
pub use idle::*;
mod lanes;
pub use lanes::*;
#[cfg(feature = "author")]
mod author_check;
#[cfg(feature = "author")]
pub use author_check::*;
#[cfg(feature = "author")]
mod author_fix;
#[cfg(feature = "author")]
pub use author_fix::*;
#[cfg(feature = "author")]
mod author_write;
#[cfg(feature = "author")]
pub use author_write::*;
#[cfg(feature = "author")]
mod author_edit;
#[cfg(feature = "author")]
pub use author_edit::*;
#[cfg(feature = "author")]
mod author_optimize;
#[cfg(feature = "author")]
pub use author_optimize::*;
#[cfg(feature = "author")]
mod author_normalize;
#[cfg(feature = "author")]
pub use author_normalize::*;
#[cfg(feature = "author")]
mod author_migrate;
#[cfg(feature = "author")]
pub use author_migrate::*;
#[cfg(feature = "author")]
mod author_make;
#[cfg(feature = "author")]
pub use author_make::*;
#[cfg(feature = "author")]
mod author_diff;
#[cfg(feature = "author")]
pub use author_diff::*;
#[cfg(all(feature = "author", feature = "file"))]
mod author_file;
#[cfg(all(feature = "author", feature = "file"))]
pub use author_file::*;
#[cfg(feature = "live")]
mod live_face;
#[cfg(feature = "live")]
pub use live_face::*;
#[cfg(feature = "live")]
mod live_vmc;
#[cfg(feature = "live")]
pub use live_vmc::*;
#[cfg(feature = "live")]
mod live_voice;
#[cfg(feature = "live")]
pub use live_voice::*;
#[cfg(feature = "live")]
mod live_companion;
#[cfg(feature = "live")]
pub use live_companion::*;
