//! BI-010: wrong use that the compiler cannot see gives an error, and changes nothing.
#![cfg(feature = "author")]
#![allow(missing_docs)]

mod common;

use common::{character, sample};
use core::time::Duration;
use libvrm::*;
use std::cell::Cell;

fn code<T>(result: Result<T, Error>) -> Code {
    match result {
        Ok(_) => Code::OK,
        Err(error) => error.code(),
    }
}

#[test]
fn files_that_are_no_avatars() {
    assert_eq!(code(Model::load(b"")), Code::ERROR_CONTAINER);
    assert_eq!(code(Model::load(&[0xFF; 64])), Code::ERROR_CONTAINER);
    assert_eq!(code(Model::load(b"{\"asset\":")), Code::ERROR_JSON);
    assert_eq!(code(Model::load(b"{\"asset\":{\"version\":\"1.0\"}}")), Code::ERROR_GLTF);
    assert_eq!(code(Model::load(b"{\"asset\":{\"version\":\"2.0\"}}")), Code::ERROR_VRM);
    assert_eq!(code(Model::load(&sample("dance.vrma"))), Code::ERROR_VRM);
    let still = b"{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"name\":\"cube\"}]}";
    assert_eq!(code(Clip::load(still)), Code::ERROR_UNSUPPORTED);
    assert_eq!(code(CheckOptions::default().check(b"no file")), Code::ERROR_CONTAINER);
}

#[test]
fn paths_that_do_not_exist() {
    assert_eq!(code(Model::load_file("nowhere/a.vrm")), Code::ERROR_FILE);
    assert_eq!(code(Model::load_file("a\0b.vrm")), Code::ERROR_INVALID_ARGUMENT);
    assert_eq!(code(Clip::load_file("nowhere/a.vrma")), Code::ERROR_FILE);
    assert_eq!(code(CheckOptions::default().check_file("nowhere/a.vrm")), Code::ERROR_FILE);
}

#[test]
fn loads_that_are_stopped() {
    let bytes = sample("character-1.0.vrm");
    let calls = Cell::new(0);
    let cancel = || {
        calls.set(calls.get() + 1);
        true
    };
    let options = LoadOptions { cancel: Some(&cancel), ..LoadOptions::default() };
    assert_eq!(code(options.load(&bytes)), Code::ERROR_CANCELLED);
    assert_eq!(calls.get(), 1);
    let limits = Some(Limits { max_nodes: 3, ..Limits::default() });
    let options = LoadOptions { limits, ..LoadOptions::default() };
    assert_eq!(code(options.load(&bytes)), Code::ERROR_LIMIT);
    // A size of the application's own is not trusted.
    let limits = Some(Limits { struct_size: 1_000_000, ..Limits::default() });
    let options = LoadOptions { limits, ..LoadOptions::default() };
    assert_eq!(code(options.load(&bytes)), Code::OK);
    let strict = LoadOptions { strict: true, ..LoadOptions::default() };
    let repaired = br#"{"asset":{"version":"2.0"},"nodes":[{"children":[7]}],
        "extensions":{"VRMC_vrm":{"specVersion":"1.0"}}}"#;
    assert_eq!(code(LoadOptions::default().load(repaired)), Code::OK);
    assert_ne!(code(strict.load(repaired)), Code::OK);
}

#[test]
fn indices_out_of_range() {
    let model = character();
    let none = usize::MAX;
    assert_eq!(code(model.read_floats(none)), Code::ERROR_INVALID_ARGUMENT);
    assert_eq!(code(model.read_triangles(0, none)), Code::ERROR_INVALID_ARGUMENT);
    assert_eq!(code(model.read_triangles(none, 0)), Code::ERROR_INVALID_ARGUMENT);
    assert_eq!(code(model.read_first_person_triangles(none, 0)), Code::ERROR_INVALID_ARGUMENT);
    let semantic = AttributeSemantic::POSITION;
    assert_eq!(code(model.read_morph_target(0, 0, none, semantic)), Code::ERROR_INVALID_ARGUMENT);
    assert_eq!(code(model.read_inverse_binds(none)), Code::ERROR_INVALID_ARGUMENT);
    assert_eq!(code(model.image_bytes(none)), Code::ERROR_INVALID_ARGUMENT);
    assert_eq!(code(model.image_header(none)), Code::ERROR_INVALID_ARGUMENT);
    assert_eq!(code(model.read_joints(0, 0, 0, none)), Code::ERROR_INVALID_ARGUMENT);
}

#[test]
fn attributes_of_the_wrong_form() {
    let model = character();
    let color = AttributeSemantic::COLOR;
    assert_eq!(code(model.read_vertices::<4>(0, 0, color, 7)), Code::ERROR_NO_ATTRIBUTE);
    let position = AttributeSemantic::POSITION;
    assert_eq!(code(model.read_vertices::<9>(0, 0, position, 0)), Code::ERROR_INVALID_ARGUMENT);
    let unknown = AttributeSemantic(99);
    assert_ne!(code(model.read_vertices::<3>(0, 0, unknown, 0)), Code::OK);
}

#[test]
fn buffers_of_the_wrong_size() {
    let model = character();
    let avatar = Avatar::new(&model).expect("an avatar");
    let binds = model.read_inverse_binds(0).expect("matrices");
    let mut short = vec![Mat4::default(); binds.len() - 1];
    assert_eq!(code(avatar.skin_matrices(0, &binds, &mut short)), Code::ERROR_CAPACITY);
    let mut out = vec![Mat4::default(); binds.len()];
    assert_eq!(code(avatar.skin_matrices(0, &binds[1..], &mut out)), Code::ERROR_INVALID_ARGUMENT);
    assert_eq!(
        code(avatar.skin_matrices(usize::MAX, &binds, &mut out)),
        Code::ERROR_INVALID_ARGUMENT
    );
}

#[test]
fn options_that_do_not_exist() {
    let model = character();
    let unknown = AvatarOptions { flags: AvatarFlags(1 << 30), ..AvatarOptions::default() };
    assert_eq!(code(Avatar::with_options(&model, &unknown)), Code::ERROR_INVALID_ARGUMENT);
    let mut crowd = Crowd::new(CrowdOptions::default()).expect("a crowd");
    assert_eq!(code(crowd.add(&model, &unknown)), Code::ERROR_INVALID_ARGUMENT);
    assert!(crowd.is_empty());
    let options = ClipOptions { flags: ClipFlags(1 << 30), ..ClipOptions::default() };
    assert_eq!(code(options.load(&sample("walk.vrma"))), Code::ERROR_INVALID_ARGUMENT);
    let options = RecorderOptions { pose_capacity: u32::MAX, ..RecorderOptions::default() };
    assert_eq!(code(Recorder::new(&options)), Code::ERROR_INVALID_ARGUMENT);
}

#[test]
fn saves_of_another_avatar() {
    let (model, other) = (character(), common::scenes::load("shapes"));
    let mut avatar = Avatar::new(&model).expect("an avatar");
    let save = Avatar::new(&other).expect("an avatar").save();
    assert_eq!(code(avatar.restore(&save)), Code::ERROR_MISMATCH);
    let own = avatar.save();
    assert_eq!(code(avatar.restore(&own[1..])), Code::ERROR_PAYLOAD);
    assert_eq!(code(avatar.restore(&own[..own.len() - 1])), Code::ERROR_PAYLOAD);
    assert_eq!(code(avatar.restore(&[])), Code::ERROR_PAYLOAD);
    assert_eq!(avatar.save(), own, "nothing has changed");
}

#[test]
fn recorders_that_are_full_or_run_backwards() {
    let options = RecorderOptions { pose_capacity: 1, ..RecorderOptions::default() };
    let mut recorder = Recorder::new(&options).expect("a recorder");
    let pose = Pose::new();
    assert_eq!(code(recorder.to_clip()), Code::ERROR_UNSUPPORTED);
    recorder.add(Duration::from_secs(2), &pose).expect("room for one");
    assert_eq!(code(recorder.add(Duration::from_secs(1), &pose)), Code::ERROR_INVALID_ARGUMENT);
    assert_eq!(code(recorder.add(Duration::from_secs(3), &pose)), Code::ERROR_LIMIT);
    assert_eq!(recorder.len(), 1);
}

#[test]
fn colliders_of_avatars_that_are_gone() {
    let model = character();
    let options = CrowdOptions { collider_capacity: 1, ..CrowdOptions::default() };
    let mut crowd = Crowd::new(options).expect("a crowd");
    let id = crowd.add(&model, &AvatarOptions::default()).expect("an avatar");
    crowd.remove(id);
    let hand = CrowdCollider {
        shape: ColliderShape::SPHERE,
        position: Vec3::default(),
        tail: Vec3::default(),
        radius: 1.0,
        owner: Some(id),
    };
    assert_eq!(code(crowd.set_collider(0, Some(&hand))), Code::ERROR_INVALID_ARGUMENT);
    assert_eq!((crowd.near_count(id), crowd.detail(id)), (0, None));
    crowd.set_detail(id, CrowdDetail::HALF);
}

#[test]
fn edits_that_are_refused() {
    let bytes = sample("character-1.0.vrm");
    let mut edit = Edit::new(&bytes).expect("an edit");
    let error = edit.set("/no/such/place", "1").expect_err("no such place");
    assert_eq!(error.code(), Code::ERROR_INVALID_ARGUMENT);
    assert!(!error.to_string().is_empty());
    assert!(edit.set("/asset/generator", "no json").is_err());
    assert!(edit.remove("").is_err());
    assert!(edit.rename_expression("no such name", "happy").is_err());
    assert!(edit.remove_nodes(&[i32::MAX]).is_err());
    assert!(edit.set_spring(usize::MAX, Joints::All, SpringField::STIFFNESS, 1.0).is_err());
    assert!(edit.set_image(0, b"no image").is_err());
    assert!(edit.set("/asset/extras", "\"a\0b\"").is_err());
    assert!(edit.get("/no/such/place").is_none());
    assert_eq!(edit.write().expect("a file").bytes(), bytes, "nothing has changed");
    assert_eq!(code(Edit::new(b"no file")), Code::ERROR_CONTAINER);
}

#[test]
fn conversions_without_consent() {
    let options = MigrateOptions::default();
    let error = options.migrate(&sample("character-0.x.vrm")).expect_err("consent is needed");
    assert_eq!(error.code(), Code::ERROR_CONSENT);
    assert!(error.written().expect("a list").changes().len() > 0);
    let options = MigrateOptions { license_url: Some("a\0b"), ..options };
    assert_eq!(code(options.migrate(b"")), Code::ERROR_INVALID_ARGUMENT);
    let options = MigrateOptions { to: Dialect(77), ..MigrateOptions::default() };
    assert_eq!(code(options.migrate(&sample("character-1.0.vrm"))), Code::ERROR_INVALID_ARGUMENT);
}

#[test]
fn avatars_made_of_avatars_and_of_nothing() {
    let options = MakeOptions::default();
    assert_eq!(code(options.make(&sample("character-1.0.vrm"))), Code::ERROR_VRM);
    let cube = br#"{"asset":{"version":"2.0"},"nodes":[{"name":"cube"}]}"#;
    let error = options.make(cube).expect_err("no bones");
    assert_eq!(error.code(), Code::ERROR_VRM);
    let options = MakeOptions { guesses: Some("no json"), ..options };
    assert_ne!(code(options.make(cube)), Code::OK);
    let normalize = NormalizeOptions::default();
    assert_eq!(code(normalize.normalize(cube)), Code::ERROR_VRM);
    let unknown = OptimizeOptions { flags: OptimizeFlags(1 << 30), ..Default::default() };
    assert_eq!(code(unknown.optimize(cube)), Code::ERROR_INVALID_ARGUMENT);
}

/// What has no result does nothing, and tells the function that the load was given.
#[test]
fn misuse_is_reported() {
    use std::sync::Mutex;
    static FOUND: Mutex<Vec<String>> = Mutex::new(Vec::new());
    fn misuse(function: &str, problem: &str) {
        FOUND.lock().expect("no panic").push(format!("{function}: {problem}"));
    }
    let bytes = sample("character-1.0.vrm");
    let options = LoadOptions { misuse: Some(misuse), ..LoadOptions::default() };
    let model = options.load(&bytes).expect("a model");
    let mut avatar = Avatar::new(&model).expect("an avatar");
    let before = avatar.save();
    avatar.set_expression(usize::MAX, 1.0);
    avatar.set_bone_rotation(Bone(99), Quat::default());
    avatar.set_bone_rotation(Bone::HEAD, Quat::new(f32::NAN, 0.0, 0.0, 1.0));
    avatar.set_spring_weight(Some(usize::MAX), 0.5);
    avatar.set_collider(5, None);
    avatar.set_look_at_degrees(f32::INFINITY, 0.0);
    avatar.set_root(&Trs { translation: Vec3::new(f32::NAN, 0.0, 0.0), ..Trs::IDENTITY });
    let found = FOUND.lock().expect("no panic");
    assert_eq!(found.len(), 7, "{found:?}");
    assert!(found[0].starts_with("vrm_avatar_set_expression: "), "{found:?}");
    assert_eq!(avatar.save(), before, "nothing has changed");
}
