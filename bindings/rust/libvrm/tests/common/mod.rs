//! What tests share: samples, and the pinned scenes of test/same_bits/scenes.c.
#![allow(dead_code, missing_docs)]

pub mod scenes;

use libvrm::Model;
use std::path::PathBuf;

/// A file of the repository.
pub fn tree(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../..").join(path)
}

pub fn sample(name: &str) -> Vec<u8> {
    std::fs::read(tree("samples").join(name)).expect("a sample")
}

pub fn character() -> Model<'static> {
    Model::load_copy(&sample("character-1.0.vrm")).expect("a model")
}

/// FNV-1a of the words of plain data, as the tests in C compute it.
pub fn hash_words<T: Copy>(start: u64, data: &[T]) -> u64 {
    // SAFETY: plain numbers without padding.
    let bytes =
        unsafe { core::slice::from_raw_parts(data.as_ptr().cast::<u8>(), size_of_val(data)) };
    bytes.chunks_exact(4).fold(start, |hash, word| {
        let word = u32::from_ne_bytes(word.try_into().expect("four bytes"));
        (hash ^ u64::from(word)).wrapping_mul(0x100_0000_01b3)
    })
}
