//! BI-009: the pinned scenes give the hashes that are committed for C, stage by stage.
#![cfg(feature = "experimental")]
#![allow(missing_docs)]

mod common;

use common::scenes::{self, FRAMES, NAMES};
use common::{hash_words, sample, tree};
use libvrm::*;

const FIRST: u64 = 0xCBF2_9CE4_8422_2325;
const STAGES: [&str; 6] = ["pose", "look_at", "expression", "constraint", "spring", "state"];
const HEADER: usize = 32; // of a save

/// The hashes of test/same_bits/same_bits_hashes.h by scene.
fn expected(scene: &str) -> [u64; 6] {
    let text = std::fs::read_to_string(tree("test/same_bits/same_bits_hashes.h")).expect("hashes");
    let after = text.split_once(&format!("SCENE({scene},")).expect("the scene").1;
    let mut numbers = after.split("UINT64_C(0x").skip(1);
    std::array::from_fn(|_| {
        let number = numbers.next().expect("a number").split(')').next().expect("its end");
        u64::from_str_radix(number, 16).expect("hexadecimal digits")
    })
}

fn hash_transforms(mut hash: u64, avatar: &AvatarRef) -> u64 {
    let frame = avatar.frame();
    for (local, world) in frame.local().iter().zip(frame.world()) {
        hash = hash_words(hash, &[*local]);
        hash = hash_words(hash, &[*world]);
    }
    hash
}

fn hash_face(hash: u64, avatar: &AvatarRef) -> u64 {
    let frame = avatar.frame();
    let hash = hash_words(hash, frame.expression_weights());
    hash_words(hash_words(hash, frame.morph_weights()), frame.materials())
}

fn hash_state(hash: u64, avatar: &AvatarRef) -> u64 {
    let mut bytes = avatar.save().split_off(HEADER);
    bytes.resize(bytes.len().div_ceil(4) * 4, 0);
    hash_words(hash, &bytes)
}

fn hashes_of(scene: &str, lanes: Lanes) -> [u64; 6] {
    let model = scenes::load(scene);
    let options = scenes::options(scene, lanes);
    let mut avatar = Avatar::with_options(&model, &options).expect("an avatar");
    let mut idle = Idle::new(7);
    let mut hashes = [FIRST; 6];
    for frame in 0..FRAMES {
        let dt = scenes::dt(frame);
        scenes::act(scene, &model, &mut avatar, &mut idle, frame);
        avatar.update_pose();
        hashes[0] = hash_transforms(hashes[0], &avatar);
        avatar.update_look_at();
        let state = avatar.look_at_state();
        let degrees = [state.yaw_degrees, state.pitch_degrees];
        hashes[1] = hash_words(hash_transforms(hashes[1], &avatar), &degrees);
        avatar.update_expressions(dt);
        hashes[2] = hash_face(hashes[2], &avatar);
        avatar.update_constraints();
        hashes[3] = hash_transforms(hashes[3], &avatar);
        avatar.update_springs(dt);
        hashes[4] = hash_transforms(hashes[4], &avatar);
        if frame % 60 == 59 {
            hashes[5] = hash_state(hashes[5], &avatar);
        }
    }
    hashes
}

#[test]
fn scenes_give_the_same_bits() {
    for lanes in [Lanes::AUTO, Lanes::SCALAR] {
        for scene in NAMES {
            let (found, expected) = (hashes_of(scene, lanes), expected(scene));
            for (stage, name) in STAGES.iter().enumerate() {
                assert_eq!(
                    found[stage], expected[stage],
                    "{scene}, {name}: {:016x}, expected {:016x}",
                    found[stage], expected[stage]
                );
            }
        }
    }
}

/// The number that stands for a scene's inputs matters: other inputs give other hashes.
#[test]
fn other_inputs_give_other_bits() {
    let model = scenes::load("shapes");
    let mut avatar = Avatar::new(&model).expect("an avatar");
    let mut hash = FIRST;
    for frame in 0..FRAMES {
        scenes::act("shapes", &model, &mut avatar, &mut Idle::new(7), frame + 1);
        avatar.update(scenes::dt(frame));
        hash = hash_transforms(hash, &avatar);
    }
    assert_ne!(hash, expected("shapes")[4]);
}

/// As in test/same_bits/threads_test.c: avatars of one model on several threads.
#[test]
fn threads_give_the_same_bits() {
    let model = scenes::load("character");
    let run = || {
        let mut avatar = Avatar::new(&model).expect("an avatar");
        for frame in 0..60 {
            scenes::act("character", &model, &mut avatar, &mut Idle::new(7), frame);
            avatar.update(scenes::dt(frame));
        }
        avatar.save()
    };
    let alone = run();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..3).map(|_| scope.spawn(run)).collect();
        for thread in threads {
            assert_eq!(thread.join().expect("no panic"), alone);
        }
    });
}

#[test]
fn crowds_give_the_same_bits() {
    for workers in [1, 2, 5] {
        let mut crowd = Crowd::new(CrowdOptions {
            workers: Some(Box::new(Threads(workers))),
            ..CrowdOptions::default()
        })
        .expect("a crowd");
        let mut members = Vec::new();
        for scene in NAMES {
            let model = scenes::load(scene);
            let id = crowd.add(&model, &scenes::options(scene, Lanes::AUTO)).expect("an avatar");
            members.push((scene, model, id, Idle::new(7), [FIRST; 3]));
        }
        for frame in 0..FRAMES {
            for (scene, model, id, idle, _) in &mut members {
                scenes::act(scene, model, crowd.get_mut(*id).expect("a member"), idle, frame);
            }
            crowd.update(scenes::dt(frame));
            for (_, _, id, _, hashes) in &mut members {
                let avatar = crowd.get(*id).expect("a member");
                hashes[0] = hash_face(hashes[0], avatar);
                hashes[1] = hash_transforms(hashes[1], avatar);
                if frame % 60 == 59 {
                    hashes[2] = hash_state(hashes[2], avatar);
                }
            }
        }
        for (scene, _, _, _, hashes) in &members {
            let expected = expected(scene);
            assert_eq!(hashes, &[expected[2], expected[4], expected[5]], "{scene}, {workers}");
        }
    }
}

/// A number that test/same_bits/FILE.c expects, by the words before it.
fn number_after(file: &str, words: &str) -> u64 {
    let text = std::fs::read_to_string(tree("test/same_bits").join(file)).expect("a test");
    let after = text.split_once(words).unwrap_or_else(|| panic!("{file} has no {words}")).1;
    let number = after.split_once("UINT64_C(0x").expect("a number").1;
    u64::from_str_radix(number.split(')').next().expect("its end"), 16).expect("digits")
}

/// The bytes of a pose before its customs.
fn hash_pose(hash: u64, pose: &Pose) -> u64 {
    let size = std::mem::offset_of!(sys::vrm_pose, custom_count);
    // SAFETY: the pose is plain data up to its customs, without padding.
    let words = unsafe { std::slice::from_raw_parts(pose.as_ptr().cast::<u32>(), size / 4) };
    hash_words(hash, words)
}

#[test]
fn clips_give_the_same_bits() {
    let model = Model::load_copy(&sample("character-0.x.vrm")).expect("a model");
    for name in ["dance.vrma", "walk.vrma", "walk.bvh"] {
        let clip = Clip::load(&sample(name)).expect("a motion");
        let mut avatar = Avatar::new(&model).expect("an avatar");
        let (mut pose, mut hash) = (Pose::new(), 0);
        let step = clip.duration().as_nanos() as i64 / 593 + 1;
        for i in -5..600 {
            clip.sample_nanos(i * step, &mut pose);
            hash = hash_pose(hash, &pose);
            for (_, weight) in pose.customs() {
                hash = hash_words(hash, &[weight]);
            }
            if i % 8 == 0 {
                avatar.apply_pose(&pose);
                avatar.update(1.0 / 60.0);
                hash = hash_words(hash, avatar.frame().world());
            }
        }
        let words = format!("check_sample(\"{name}\"");
        assert_eq!(hash, number_after("clip_bits_test.c", &words), "{name}: {hash:016x}");
    }
}

/// Numbers of test/motion/random_pose.h: chance from a seed.
fn random_number(seed: u64, place: u64) -> f32 {
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |x: u64| {
        let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    };
    let chance =
        mix(mix(seed.wrapping_add(STEP.wrapping_mul(78)))
            .wrapping_add(STEP.wrapping_mul(place + 1)));
    (chance >> 40) as f32 * (1.0 / 16_777_216.0) * 2.0 - 1.0
}

fn random_pose(seed: u64) -> Pose {
    let number = |place| random_number(seed, place);
    let mut pose = Pose::new();
    for bone in 0..Bone::COUNT.0 {
        let place = 4 * bone as u64;
        let q = Quat::new(number(place), number(place + 1), number(place + 2), number(place + 3));
        pose.set_rotation(Bone(bone), scenes::normalized(q));
    }
    for preset in 0..Preset::COUNT.0 {
        pose.set_preset(Preset(preset), number(300 + preset as u64).abs());
    }
    pose.set_hips(Vec3::new(number(400), number(401), number(402)));
    pose.set_look_at_degrees(40.0 * number(403), 20.0 * number(404));
    pose
}

#[test]
fn blends_give_the_same_bits() {
    let mut hashes = [0; 3];
    for i in 0..300 {
        let (a, b) = (random_pose(i), random_pose(i + 1000));
        let weight = i as f32 / 299.0;
        let (mut blended, mut added, mut subtracted) = (a.clone(), a.clone(), a);
        blended.blend(&b, weight);
        added.add(&b, weight);
        subtracted.subtract(&b);
        for (hash, pose) in hashes.iter_mut().zip([&blended, &added, &subtracted]) {
            *hash = hash_pose(*hash, pose);
        }
    }
    for (hash, name) in hashes.iter().zip(["blend", "add", "subtract"]) {
        let words = format!("check_hash(\"{name}\"");
        assert_eq!(*hash, number_after("pose_bits_test.c", &words), "{name}");
    }
}
