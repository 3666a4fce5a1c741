//! BI-008: files are checked, fixed, edited, converted, compared and written.
#![cfg(feature = "author")]
#![allow(missing_docs)]

mod common;

use common::{character, sample, tree};
use libvrm::*;
use std::cell::Cell;

#[test]
fn files_are_checked_and_fixed() {
    let images = Cell::new(0);
    let decode = |bytes: &[u8], _: ImageFormat| {
        images.set(images.get() + 1);
        !bytes.is_empty()
    };
    let options = CheckOptions { decode_image: Some(&decode), ..CheckOptions::default() };
    let report = options.check_file(tree("samples/character-1.0.vrm")).expect("checked");
    assert_eq!((report.found(Severity::ERROR), images.get()), (0, 8));
    assert!(options.check_model(&character()).expect("checked").found(Severity::ERROR) == 0);
    let broken = |_: &[u8], _: ImageFormat| false;
    let options = CheckOptions { decode_image: Some(&broken), ..CheckOptions::default() };
    let report = options.check(&sample("character-1.0.vrm")).expect("checked");
    let found = report.iter().find(|found| found.severity() == Severity::ERROR);
    assert!(found.expect("an error").pointer().starts_with("/images/"));

    let bytes = sample("character-1.0.vrm");
    let mut edit = Edit::new(&bytes).expect("an edit");
    edit.set("/extensions/VRMC_springBone/springs/0/joints/0/dragForce", "7").expect("set");
    let wrong = edit.write().expect("a file");
    let (fixed, left) = CheckOptions::default().fix(wrong.bytes()).expect("fixed");
    let change = fixed.changes().next().expect("a change");
    let code = fixed.fixed(0).expect("a diagnostic").code().to_string();
    assert_eq!(change.code(), code);
    assert!(fix_sentence(&code).is_some() && fix_sentence("no such code").is_none());
    assert_eq!(left.found(Severity::ERROR), 0);
}

#[test]
fn files_are_converted() {
    let old = sample("character-0.x.vrm");
    let options = MigrateOptions {
        flags: MigrateFlags::ACCEPT_LICENSE_MAPPING,
        author: Some("somebody"),
        ..MigrateOptions::default()
    };
    let new = options.migrate(&old).expect("a file");
    assert_eq!(Model::load(new.as_ref()).expect("a model").tables().dialect(), Dialect::V1);
    assert!(new.changes().any(|change| change.kind() == ChangeKind::NARROWED));
    assert_eq!(ChangeKind::NARROWED.name(), "narrowed");
    let small = OptimizeOptions::default().optimize(new.bytes()).expect("a file");
    assert!(small.bytes().len() <= new.bytes().len());
    let normal = NormalizeOptions::default().normalize(small.bytes()).expect("a file");
    assert!(Model::load(normal.bytes()).is_ok());
}

#[test]
fn files_are_edited_and_compared() {
    let bytes = sample("character-1.0.vrm");
    let mut edit = Edit::new(&bytes).expect("an edit");
    edit.set("/extensions/VRMC_vrm/meta/name", "\"Other\"").expect("set");
    assert_eq!(edit.get("/extensions/VRMC_vrm/meta/name"), Some("\"Other\""));
    edit.rename_expression("happy", "delighted").expect("renamed");
    let collider = SpringCollider {
        node: 0,
        shape: ColliderShape::SPHERE,
        offset: Vec3::default(),
        tail: Vec3::default(),
        radius: 0.1,
    };
    let index = edit.add_collider(&collider, None).expect("added");
    edit.set_collider(index, &SpringCollider { radius: 0.2, ..collider }).expect("set");
    edit.set_spring(0, Joints::All, SpringField::STIFFNESS, 1.25).expect("set");
    edit.set_gravity_dir(0, Joints::One(0), Vec3::new(0.0, -1.0, 0.0)).expect("set");
    edit.set_thumbnail(None).expect("removed");
    let file = edit.write().expect("a file");

    let (a, b) = (character(), Model::load(file.bytes()).expect("a model"));
    let options = DiffOptions { files: Some((&bytes, file.bytes())), ..DiffOptions::default() };
    let mut diff = options.compare(&a, &b).expect("a comparison");
    let name = diff.iter().find(|found| found.field() == "name").expect("a difference");
    assert_eq!((name.part(), name.to()), (DiffPart::META, "\"Other\"".into()));
    assert_eq!(DiffPart::META.name(), "meta");
    let happy = a.find_expression("happy").expect("an expression");
    let found = diff.match_of(DiffTable::EXPRESSIONS, happy);
    assert_eq!(found, b.find_expression("delighted"));
    let operations = diff.operations().expect("steps");
    assert_eq!(operations.len() as u64, diff.info().operation_count);
    let mut again = Edit::new(&bytes).expect("an edit");
    for operation in &operations {
        match &operation.value {
            Some(value) => again.set(&operation.path, value).expect("set"),
            None => again.remove(&operation.path).expect("removed"),
        }
    }
    let again = Model::load_copy(again.write().expect("a file").bytes()).expect("a model");
    assert_eq!(again.name(), "Other");
    assert_eq!(Diff::new(&a, &a).expect("a comparison").iter().len(), 0);
}

#[test]
fn motions_are_written() {
    let clip = Clip::load(&sample("dance.vrma")).expect("a motion");
    let file = clip.write_vrma(&WriteOptions::default()).expect("a file");
    let again = Clip::load(file.bytes()).expect("a motion");
    assert_eq!(again.duration(), clip.duration());
    let options = WriteOptions { max_degrees: 1.0, ..WriteOptions::default() };
    let small = clip.write_vrma(&options).expect("a file");
    assert!(small.info().key_count < file.info().key_count);
}

#[test]
fn avatars_are_made() {
    let bytes = sample("character-1.0.vrm");
    let mut edit = Edit::new(&bytes).expect("an edit");
    for name in ["VRMC_vrm", "VRMC_springBone", "VRMC_node_constraint"] {
        // Some of them may not be there.
        let _ = edit.remove(&format!("/extensions/{name}"));
    }
    let rigged = edit.write().expect("a file");
    let options = MakeOptions { name: Some("Made"), ..MakeOptions::default() };
    let (file, guesses) = options.make(rigged.bytes()).expect("an avatar");
    assert_eq!(Model::load(file.bytes()).expect("a model").name(), "Made");
    let guesses = std::str::from_utf8(guesses.bytes()).expect("text");
    let options = MakeOptions { guesses: Some(guesses), ..MakeOptions::default() };
    assert!(options.make(rigged.bytes()).is_ok());
}
