//! BI-008: motions, poses, mixers and recorders.
#![cfg(feature = "experimental")]
#![allow(missing_docs)]

mod common;

use common::{character, sample, tree};
use core::time::Duration;
use libvrm::*;

const FRAME: Duration = Duration::from_nanos(16_666_667);

#[test]
fn clips_play() {
    let (model, clip) = (character(), Clip::load(&sample("dance.vrma")).expect("a motion"));
    assert_eq!((clip.info().format(), clip.duration().as_secs()), (ClipFormat::VRMA, 8));
    assert_eq!(clip.wrap(Duration::from_millis(8250)), Duration::from_millis(250));
    let copy = clip.clone();
    assert_eq!(copy.as_ptr(), clip.as_ptr());
    drop(clip);
    let (mut avatar, mut pose) = (Avatar::new(&model).expect("an avatar"), Pose::new());
    let options = ApplyOptions { bindings: Some(&copy.bind(&model)), ..Default::default() };
    copy.sample(Duration::from_secs(3), &mut pose);
    avatar.apply_pose_with(&pose, &options);
    avatar.update(0.0);
    assert!(avatar.bone_position(Bone::RIGHT_HAND).y > 1.4);
    let mut read = Pose::new();
    avatar.read_pose(&mut read);
    assert_eq!(read.bones() & pose.bones(), pose.bones() & read.bones());
    assert!(Clip::load_file(tree("samples/walk.bvh")).is_ok());
    std::thread::scope(|scope| {
        scope.spawn(|| copy.sample(Duration::ZERO, &mut Pose::new()));
        copy.sample(Duration::from_secs(1), &mut Pose::new());
    });
}

#[test]
fn poses_keep_their_names() {
    let mut poses = Vec::new();
    for index in 0..100 {
        let mut pose = Pose::new();
        pose.set_custom(&format!("number {index}"), 0.5);
        pose.set_custom("both", 1.0);
        poses.push(pose);
    }
    let mut sum = Pose::new();
    for pose in &poses {
        sum.blend(pose, 0.25);
    }
    let names: Vec<String> = sum.customs().map(|(name, _)| name.into()).collect();
    assert_eq!(names.len(), 101);
    drop(poses);
    assert_eq!(sum.customs().find(|(name, _)| *name == "both"), Some(("both", 1.0)));
    let copy = sum.clone();
    drop(sum);
    assert!(copy.customs().map(|(name, _)| name).eq(names.iter().map(String::as_str)));
    // A pose that is used again for others forgets the names that it does not have.
    let mut pose = Pose::new();
    for index in 0..1000 {
        let mut other = Pose::new();
        other.set_custom(&format!("other {index}"), 1.0);
        pose.clone_from(&other);
        assert_eq!(pose.customs().count(), 1);
    }
    pose.mask(0, 0, PoseParts(0));
    assert_eq!(pose.customs().count(), 0);
}

#[test]
fn poses_are_combined() {
    let model = character();
    let mut pose = Pose::relaxed(&model);
    let hand = pose.bone_transform(&model, Bone::LEFT_HAND).expect("a hand").0;
    let raised = Quat::new(0.0, 0.0, 0.6, 0.8);
    let mut other = pose.clone();
    other.set_rotation(Bone::LEFT_UPPER_ARM, raised);
    other.mirror();
    assert_eq!(other.rotation(Bone::RIGHT_UPPER_ARM), Some(Quat::new(0.0, 0.0, -0.6, 0.8)));
    let target = Vec3::new(hand.x + 0.05, hand.y + 0.2, hand.z + 0.1);
    let left = pose.reach(&model, Limb::LEFT_ARM, &Reach::new(target)).expect("an arm");
    assert!(left < 1e-3);
    let reached = pose.bone_transform(&model, Bone::LEFT_HAND).expect("a hand").0;
    assert!((reached.y - target.y).abs() < 1e-3);
    let mut difference = pose.clone();
    difference.subtract(&Pose::relaxed(&model));
    let mut sum = Pose::relaxed(&model);
    sum.add(&difference, 1.0);
    let (a, b) = (sum.rotation(Bone::LEFT_LOWER_ARM), pose.rotation(Bone::LEFT_LOWER_ARM));
    assert!((a.expect("an arm").w - b.expect("an arm").w).abs() < 1e-5);
    pose.mask(bones_of(BoneGroup::HEAD), 0, PoseParts::LOOK_AT_DEGREES);
    assert_eq!(pose.rotation(Bone::LEFT_HAND), None);
    assert_eq!(pose.hips(), None);
    pose.set_hips(Vec3::new(0.0, 0.1, 0.0));
    pose.set_look_at_point(Vec3::new(0.0, 1.0, 1.0));
    pose.set_look_at_degrees(10.0, -5.0);
    assert_eq!((pose.look_at_degrees(), pose.look_at_point()), (Some((10.0, -5.0)), None));
    assert_eq!(pose.hips(), Some(Vec3::new(0.0, 0.1, 0.0)));
    let mut full = Pose::new();
    full.fill(Some(&pose));
    full.fill(None);
    assert_eq!(full.bones().count_ones(), Bone::COUNT.0 as u32);
}

#[test]
fn mixers_own_what_they_play() {
    let mut mixer = Mixer::new();
    let mut pose = Pose::new();
    {
        let walk = Clip::load(&sample("walk.vrma")).expect("a motion");
        let dance = Clip::load(&sample("dance.vrma")).expect("a motion");
        mixer.play(0, Some(&walk), SlotFlags::LOOP | SlotFlags::ROOT_MOTION, Duration::ZERO);
        mixer.play(1, Some(&dance), SlotFlags::LOOP, Duration::from_millis(300));
        mixer.play(MIXER_SLOTS, Some(&walk), SlotFlags::LOOP, Duration::ZERO);
        let mut wave = Pose::relaxed(&character());
        wave.set_custom("wink", 1.0);
        let mut slot = mixer.slot(2).expect("a slot");
        slot.set_pose(Some(wave)).set_weight(0.5).set_layer(1).set_bones(1 << Bone::HEAD.0);
        assert_eq!((slot.weight(), slot.layer(), slot.speed()), (0.5, 1, 1.0));
        let markers = [Marker { time: 100_000_000, id: 7 }, Marker { time: 0, id: 8 }];
        mixer.slot(1).expect("a slot").set_markers(&markers);
    }
    assert!(mixer.slot(MIXER_SLOTS).is_none());
    mixer.set_base(Some(Pose::relaxed(&character())));
    let mut kinds = Vec::new();
    for _ in 0..60 {
        kinds.extend(mixer.update(FRAME, &mut pose).iter().map(|event| (event.kind, event.id)));
    }
    assert!(kinds.contains(&(MixerEventKind::FADE, 0)));
    assert!(kinds.contains(&(MixerEventKind::MARKER, 7)));
    assert_eq!(pose.bones().count_ones(), Bone::COUNT.0 as u32);
    assert!(mixer.root_motion().translation.z.is_finite());
    let mut other = std::thread::spawn(move || {
        mixer.play(0, None, SlotFlags(0), Duration::ZERO);
        mixer.fade(1, 0.0, Duration::ZERO);
        mixer.crossfade(2, FRAME);
        mixer
    })
    .join()
    .expect("no panic");
    assert!(other.slot(0).expect("a slot").clip().is_none());
    other.update(FRAME, &mut pose);
}

#[test]
fn recorders_make_clips() {
    let model = character();
    let mut avatar = Avatar::new(&model).expect("an avatar");
    let mut recorder = Recorder::new(&RecorderOptions::default()).expect("a recorder");
    let (mut idle, mut pose) = (Idle::new(1), Pose::new());
    let mut ground = Ground::new();
    ground.set_source(Clip::load(&sample("walk.vrma")).expect("a motion").legs());
    avatar.apply_pose(&Pose::relaxed(&model));
    for frame in 0..30 {
        idle.update(&mut avatar, 1.0 / 30.0);
        avatar.update(1.0 / 30.0);
        avatar.read_pose(&mut pose);
        ground.update(&model, &mut pose, None, FRAME);
        recorder.add(FRAME * frame, &pose).expect("room");
    }
    let clip = recorder.to_clip().expect("a motion");
    let late = clip.duration().abs_diff(FRAME * 29); // keys are floats in seconds
    assert!(late < Duration::from_micros(1) && recorder.len() == 30);
    recorder.clear();
    assert!(recorder.is_empty());
}
