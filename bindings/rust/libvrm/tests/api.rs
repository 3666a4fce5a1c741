//! BI-008: the tasks of the runtime, with the sample avatars.
#![allow(missing_docs)]

mod common;

use common::{character, sample, tree};
use libvrm::*;

#[test]
fn tables_are_views() {
    let model = character();
    assert_eq!(model.name(), "Ame");
    let (gltf, tables) = (model.gltf(), model.tables());
    assert_eq!(tables.dialect(), Dialect::V1);
    assert_eq!(tables.dialect().name(), "1.0");
    assert!(gltf.nodes().iter().any(|node| !node.children().is_empty()));
    let authors: Vec<&str> = tables.meta().authors().iter().collect();
    assert!(!authors.is_empty() && authors.iter().all(|author| !author.is_empty()));
    let happy = model.find_expression("happy").expect("an expression");
    let expression = tables.expressions().get(happy).expect("an expression");
    assert_eq!((expression.name(), expression.preset()), ("happy", Some(Preset::HAPPY)));
    assert!(!expression.morph_binds().is_empty());
    let head = model.bone_node(Bone::HEAD).expect("a head");
    assert_eq!(model.bone_of_node(head), Some(Bone::HEAD));
    assert_eq!(model.bone_parent(Bone::HEAD), Some(Bone::NECK));
    assert_eq!(model.bone_parent(Bone::HIPS), None);
    assert_eq!(Bone::find("leftUpperArm"), Some(Bone::LEFT_UPPER_ARM));
    assert_eq!(Bone::find("noSuchBone"), None);
    assert_eq!(Bone::find(&"x".repeat(100)), None);
    assert_eq!(Bone::LEFT_UPPER_ARM.name(), "leftUpperArm");
    let parent = gltf.nodes().get(head).and_then(|node| node.parent()).expect("a parent");
    assert!(gltf.nodes().get(parent).expect("a node").children().contains(&(head as i32)));
    assert!(model.find_expression("no such name").is_none());
    assert!(model.find_node("a\0b").is_none());
    assert_eq!(tables.expressions().iter().rev().count(), tables.expressions().len());
    assert!(version().starts_with(env!("CARGO_PKG_VERSION")));
}

#[test]
fn meshes_and_images_are_read() {
    let bytes = sample("character-1.0.vrm");
    let model = Model::load(&bytes).expect("a model");
    let (node, mesh, skin) = model
        .gltf()
        .nodes()
        .iter()
        .enumerate()
        .find_map(|(index, node)| Some((index, node.mesh()?, node.skin()?)))
        .expect("a skinned mesh");
    let primitive = model.gltf().meshes().get(mesh).and_then(|mesh| mesh.primitives().get(0));
    let count = primitive.expect("a primitive").vertex_count() as usize;
    let positions: Vec<[f32; 3]> =
        model.read_vertices(mesh, 0, AttributeSemantic::POSITION, 0).expect("positions");
    let weights: Vec<[f32; 4]> =
        model.read_vertices(mesh, 0, AttributeSemantic::WEIGHTS, 0).expect("weights");
    let joints = model.read_joints(mesh, 0, 0, skin).expect("joints");
    assert_eq!((positions.len(), weights.len(), joints.len()), (count, count, count));
    assert!(weights.iter().all(|w| (w.iter().sum::<f32>() - 1.0).abs() < 1e-3));
    let triangles = model.read_triangles(mesh, 0).expect("triangles");
    assert!(!triangles.is_empty() && triangles.iter().all(|&index| (index as usize) < count));
    let first = model.read_first_person_triangles(node, 0).expect("triangles");
    assert!(first.len() <= triangles.len());
    let binds = model.read_inverse_binds(skin).expect("matrices");
    let avatar = Avatar::new(&model).expect("an avatar");
    let mut matrices = vec![Mat4::default(); binds.len()];
    avatar.skin_matrices(skin, &binds, &mut matrices).expect("matrices");
    assert!(matrices.iter().any(|matrix| matrix != &Mat4::default()));
    assert!(model.image_bytes(0).expect("an image").len() > 8);
    assert_ne!(model.image_header(0).expect("a header").width, 0);

    // An avatar outlives its model, and a model without payload its bytes.
    let model = model.without_payload();
    drop(avatar);
    drop(bytes);
    let mut avatar = Avatar::new(&model).expect("an avatar");
    let error = model.read_triangles(mesh, 0).expect_err("no payload");
    assert_eq!(error.code(), Code::ERROR_NO_PAYLOAD);
    drop(model);
    avatar.update(0.1);
}

#[test]
fn avatars_run() {
    let model = character();
    let mut avatar = Avatar::new(&model).expect("an avatar");
    let happy = model.find_expression("happy").expect("an expression");
    avatar.set_expression(happy, 1.0);
    avatar.look_at(Vec3::new(0.0, 1.4, 2.0));
    for _ in 0..60 {
        avatar.update(1.0 / 60.0);
    }
    let head = avatar.bone_position(Bone::HEAD);
    assert!((head.y - 1.195).abs() < 0.001, "{head:?}");
    let frame = avatar.frame();
    let nodes = model.gltf().nodes().len();
    assert_eq!((frame.local().len(), frame.world().len()), (nodes, nodes));
    assert_eq!(frame.morph_offsets().len(), nodes + 1);
    let moved = (0..nodes).flat_map(|node| frame.morph_weights_of(node)).any(|w| *w > 0.9);
    assert!(moved);
    assert!(frame.morph_weights_of(nodes).is_empty());
    assert_eq!(frame.expression_weights()[happy], 1.0);
    let (least, most) = avatar.bounds().expect("a box");
    assert!(least.y < head.y && head.y < most.y);
    assert!(!avatar.debug_lines().is_empty());
    assert_eq!(avatar.locals().len(), nodes);

    let mut saved = Vec::new();
    avatar.save_into(&mut saved);
    assert_eq!(saved, avatar.save());
    let before = avatar.frame().world().to_vec();
    avatar.set_root(&Trs { translation: Vec3::new(1.0, 0.0, 0.0), ..Trs::IDENTITY });
    avatar.update(1.0);
    avatar.restore(&saved).expect("its own save");
    avatar.update(0.0);
    assert_eq!(avatar.frame().world(), before);
}

#[test]
fn scene_graphs_are_copied() {
    let model = character();
    let mut avatar = Avatar::new(&model).expect("an avatar");
    let mut nodes = vec![Trs::IDENTITY; model.gltf().nodes().len()];
    avatar.update(0.1);
    avatar.scatter(&mut nodes, None, Some(&Space::GLTF), Writers::ALL);
    assert_eq!(nodes, avatar.frame().local());
    let head = model.bone_node(Bone::HEAD).expect("a head");
    nodes[head].rotation = Quat::new(0.0, 0.6, 0.0, 0.8);
    avatar.gather(&nodes, None, None);
    avatar.update(0.0);
    assert_eq!(avatar.frame().local()[head].rotation, nodes[head].rotation);
    // Longer and shorter arrays are not read beyond their ends.
    let mut one = [Trs::IDENTITY];
    avatar.scatter(&mut one, Some(&[head as i32, 0, 1]), None, Writers::ALL);
    assert_eq!(one[0].rotation, nodes[head].rotation);
    avatar.gather(&vec![Trs::IDENTITY; nodes.len() + 5], None, None);
}

#[test]
fn crowds_own_their_avatars() {
    let model = character();
    let mut crowd = Crowd::new(CrowdOptions {
        workers: Some(Box::new(Threads(2))),
        collider_capacity: 2,
        near_capacity: 0,
    })
    .expect("a crowd");
    let options = AvatarOptions::default();
    let ids: Vec<AvatarId> =
        (0..3).map(|_| crowd.add(&model, &options).expect("an avatar")).collect();
    drop(model);
    for (index, id) in ids.iter().enumerate() {
        let root = Trs { translation: Vec3::new(index as f32 * 30.0, 0.0, 0.0), ..Trs::IDENTITY };
        crowd.get_mut(*id).expect("a member").set_root(&root);
    }
    let hand = CrowdCollider {
        shape: ColliderShape::SPHERE,
        position: Vec3::new(0.0, 1.3, 0.0),
        tail: Vec3::default(),
        radius: 0.5,
        owner: Some(ids[1]),
    };
    crowd.set_collider(0, Some(&hand)).expect("a collider");
    crowd.update(1.0 / 60.0);
    assert_eq!((crowd.near_count(ids[0]), crowd.near_count(ids[1])), (1, 0));
    crowd.set_detail_by_distance(&DetailRule::default(), Vec3::default());
    assert_eq!(crowd.detail(ids[0]), Some(CrowdDetail::FULL));
    assert_eq!(crowd.detail(ids[2]), Some(CrowdDetail::RIGID));
    crowd.set_detail(ids[2], CrowdDetail::FROZEN);
    assert_eq!(crowd.detail(ids[2]), Some(CrowdDetail::FROZEN));
    crowd.shift_origin(Vec3::new(1.0, 0.0, 0.0));
    assert_eq!(crowd.get(ids[0]).expect("a member").root().translation.x, 1.0);

    assert!(crowd.remove(ids[1]));
    assert!(!crowd.remove(ids[1]) && crowd.get(ids[1]).is_none());
    assert!(crowd.set_collider(1, Some(&hand)).is_err()); // its owner is gone
    crowd.set_collider(0, None).expect("removed");
    let model = character();
    let new = crowd.add(&model, &options).expect("an avatar");
    assert_ne!(new, ids[1]);
    assert!(crowd.get(ids[1]).is_none(), "an old id does not find the new avatar");
    assert_eq!((crowd.len(), crowd.iter().count(), crowd.iter_mut().count()), (3, 3, 3));
}

/// A reference to a member is no place that another avatar can be put into.
#[test]
fn members_cannot_be_swapped() {
    let model = character();
    let mut crowd = Crowd::new(CrowdOptions::default()).expect("a crowd");
    let id = crowd.add(&model, &AvatarOptions::default()).expect("an avatar");
    let mut avatar = Avatar::new(&model).expect("an avatar");
    avatar.set_root(&Trs { translation: Vec3::new(7.0, 0.0, 0.0), ..Trs::IDENTITY });
    std::mem::swap(crowd.get_mut(id).expect("a member"), &mut avatar);
    assert_eq!(avatar.root().translation.x, 7.0);
    drop(crowd);
    avatar.update(0.1);
}

/// A safe implementation may do anything with the work: not run it, or run it too often.
#[test]
fn crowds_trust_no_workers() {
    struct Odd(usize);
    impl Workers for Odd {
        fn run(&self, work: &(dyn Fn() + Sync)) {
            std::thread::scope(|scope| {
                for _ in 0..self.0 {
                    scope.spawn(work);
                }
            });
        }
    }
    let model = character();
    let mut saves = Vec::new();
    for workers in [0, 1, 9] {
        let workers: Option<Box<dyn Workers>> = Some(Box::new(Odd(workers)));
        let mut crowd =
            Crowd::new(CrowdOptions { workers, ..Default::default() }).expect("a crowd");
        for _ in 0..40 {
            crowd.add(&model, &AvatarOptions::default()).expect("an avatar");
        }
        for _ in 0..5 {
            crowd.update(0.02);
        }
        saves.push(crowd.iter().map(|(_, avatar)| avatar.save()).collect::<Vec<_>>());
    }
    assert!(saves.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn files_are_peeked() {
    let bytes = sample("character-1.0.vrm");
    let options = LoadOptions::default();
    let Ok(Peek::Incomplete(needed)) = options.peek(&bytes[..64]) else {
        panic!("more bytes are needed");
    };
    let Ok(Peek::Model(model, thumbnail)) = options.peek(&bytes[..needed as usize]) else {
        panic!("there are enough bytes");
    };
    assert_eq!(model.name(), "Ame");
    let range = thumbnail.expect("a thumbnail");
    assert!(range.end <= bytes.len() as u64 && range.start < range.end);
}

#[test]
fn external_files_are_resolved() {
    let json =
        br#"{"asset":{"version":"2.0"},"buffers":[{"uri":"some%20bytes.bin","byteLength":8}],
        "bufferViews":[{"buffer":0,"byteLength":8}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR"}]}"#;
    let resolve = |path: &str, most: u64| {
        assert!(path == "some bytes.bin" && most >= 8);
        Some([1.5f32, -2.0].into_iter().flat_map(f32::to_le_bytes).collect())
    };
    let options = LoadOptions { any_gltf: true, resolve: Some(&resolve), ..LoadOptions::default() };
    let model = options.load(json).expect("a model");
    assert_eq!(model.read_floats(0).expect("floats"), [1.5, -2.0]);
    let nothing = |_: &str, _: u64| None;
    let options = LoadOptions { resolve: Some(&nothing), ..options };
    let model = options.load(json).expect("a model without its buffer");
    assert_eq!(model.read_floats(0).expect_err("no bytes").code(), Code::ERROR_NO_PAYLOAD);
    assert!(!model.report().is_empty());

    let folder = std::env::temp_dir().join(format!("libvrm-rust-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("some bytes.bin"), [0; 8]).expect("a file");
    let resolve = files_in(&folder);
    let model = LoadOptions { resolve: Some(&resolve), ..options }.load(json).expect("a model");
    assert_eq!(model.read_floats(0).expect("floats"), [0.0, 0.0]);
    std::fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn reports_have_diagnostics() {
    let bytes = sample("character-1.0.vrm");
    let error = Model::load(&bytes[..1000]).expect_err("a part of a file");
    let found = error.diagnostic().expect("a reason");
    assert_eq!(found.severity(), Severity::ERROR);
    assert!(!found.code().is_empty() && !found.message().is_empty());
    let text = error.to_string();
    assert!(text.contains(found.message()) && text.contains(found.code()), "{text}");
    let report = error.report().expect("a report");
    assert_eq!(report.iter().len(), report.len());
    assert!(report.found(Severity::ERROR) > 0 && report.get(report.len()).is_none());
    assert!(report.to_string().contains(found.code()));
    // A report lives on any thread.
    std::thread::spawn(move || drop(error)).join().expect("no panic");
    let error: Box<dyn std::error::Error + Send + Sync> =
        Box::new(Model::load(b"nothing").expect_err("no file"));
    assert!(!error.to_string().is_empty());
}

#[test]
fn files_are_loaded_by_path() {
    let model = Model::load_file(tree("samples/character-0.x.vrm")).expect("a model");
    assert_eq!(model.tables().dialect(), Dialect::V0);
    assert_eq!(Model::load_file("nowhere.vrm").expect_err("no file").code(), Code::ERROR_FILE);
}
