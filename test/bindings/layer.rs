//! The Rust layer that tools/make/make-rust writes: loads an avatar, updates it, and reads its matrices.
//!
//! usage: layer FILE.vrm MOTION.vrma
#![deny(warnings)]

use std::ffi::CString;
use std::process::ExitCode;
use vrm::ffi::{vrm_bone, vrm_quat, vrm_result, vrm_trs, vrm_vec3};
use vrm::{Avatar, Clip, Model};

fn refuses() {
    let failure = Model::load(&[1, 2, 3, 4]).unwrap_err();
    assert_eq!(failure.code, vrm_result::ERROR_CONTAINER);
    let report = failure.report.expect("a report says why");
    assert!(!report.failure().expect("an error").code().is_empty());
}

fn runs(bytes: &[u8]) {
    let loaded = Model::load(bytes).expect("the file is loaded");
    let model = &loaded.value;
    let nodes = model.gltf().nodes().len();
    assert!(model.gltf().nodes().iter().any(|node| !node.children().is_empty()));
    assert!(model.tables().expressions().get(0).is_some_and(|first| !first.name().is_empty()));

    let mut avatar = Avatar::create(model).expect("there is memory").value;
    let before = avatar.get_bone_position(vrm_bone::HEAD);
    let root = vrm_trs {
        translation: vrm_vec3 { x: 0.0, y: 0.0, z: 2.0 },
        rotation: vrm_quat { x: 0.0, y: 0.0, z: 0.0, w: 1.0 },
        scale: vrm_vec3 { x: 1.0, y: 1.0, z: 1.0 },
    };
    avatar.set_root(&root);
    avatar.update(0.0);
    let head = model.bone_node(vrm_bone::HEAD) as usize;
    let frame = avatar.frame();
    assert_eq!(frame.world().len(), nodes);
    assert!((frame.world()[head].m[14] - before.z - 2.0).abs() < 1e-5);
    assert_eq!(frame.morph_offsets().len(), nodes + 1);
    assert_eq!(avatar.locals().len(), nodes);

    let mut save = vec![0; avatar.save_size()];
    avatar.save(&mut save).expect("the buffer is large enough");
    avatar.restore(&save).expect("it is a save of this avatar");
    assert!(avatar.restore(&save[1..]).is_err());
    assert_eq!(avatar.model().as_ptr(), model.as_ptr());
    std::thread::scope(|scope| {
        scope.spawn(|| assert!(model.memory_size() > 0)); // a model is Sync
    });
}

fn reads(path: &str) {
    let path = CString::new(path).expect("no NUL in a path");
    let clip = Clip::load_file(&path).expect("the motion is loaded").value;
    assert!(clip.get_info().duration > 0);
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    if arguments.len() < 3 {
        println!("usage: layer FILE.vrm MOTION.vrma");
        return ExitCode::from(2);
    }
    refuses();
    runs(&std::fs::read(&arguments[1]).expect("the file is there"));
    reads(&arguments[2]);
    println!("Rust layer: nothing is wrong");
    ExitCode::SUCCESS
}
