//! RS-011: companions, mouths, faces and VMC.
#![cfg(feature = "live")]
#![allow(missing_docs)]

mod common;

use common::{character, sample};
use core::f64::consts::TAU;
use core::ptr;
use core::time::Duration;
use libvrm::*;
use std::collections::BTreeMap;

const RATE: u32 = 16000;

fn ms(count: u64) -> Duration {
    Duration::from_millis(count)
}

fn frame(count: u64) -> Duration {
    Duration::from_secs(count) / 60
}

fn phonemes() -> [Phoneme<'static>; 4] {
    [(0, 100, "m"), (100, 400, "ˈa"), (400, 500, "p"), (500, 900, "oʊ")]
        .map(|(start, end, symbol)| Phoneme::new(ms(start), ms(end), symbol))
}

fn talk() -> Speech {
    Speech::new(&phonemes(), Alphabet::IPA).expect("a speech")
}

fn weights(mouth: &Mouth) -> [f32; 5] {
    [mouth.aa, mouth.ih, mouth.ou, mouth.ee, mouth.oh]
}

fn sum(mouth: &Mouth) -> f32 {
    weights(mouth).iter().sum()
}

fn same_rotations(a: &Pose, b: &Pose) -> bool {
    let bits = |pose: &Pose, bone| {
        pose.rotation(Bone(bone)).map(|rotation| rotation.to_array().map(f32::to_bits))
    };
    (0..Bone::COUNT.0).all(|bone| bits(a, bone) == bits(b, bone))
}

fn same_weights(a: &Pose, b: &Pose) -> bool {
    let bits = |pose: &Pose, preset| pose.preset(Preset(preset)).map(f32::to_bits);
    (0..Preset::COUNT.0).all(|preset| bits(a, preset) == bits(b, preset))
        && customs(a) == customs(b)
}

fn customs(pose: &Pose) -> BTreeMap<&str, u32> {
    pose.customs().map(|(name, weight)| (name, weight.to_bits())).collect()
}

/// LV-001: what a sender writes, a receiver reads with the same bits.
#[test]
fn vmc_round_trip() {
    let model = character();
    let mut sent = Pose::new();
    Clip::load(&sample("dance.vrma")).expect("a motion").sample(ms(1000), &mut sent);
    sent.set_preset(Preset::HAPPY, 0.625);
    sent.set_custom("wink", 0.3);
    assert!(!customs(&sent).is_empty());
    for flags in [VmcSenderFlags(0), VmcSenderFlags::SINGLE | VmcSenderFlags::NEW_NAMES] {
        let options = VmcSenderOptions { flags, ..VmcSenderOptions::default() };
        let mut sender = VmcSender::with_options(&options).expect("a sender");
        let mut receiver = VmcReceiver::new().expect("a receiver");
        let root = Trs { translation: Vec3::new(0.5, 0.0, -1.0), ..Trs::IDENTITY };
        let datagrams = sender.write(&sent, Some(&root), 1.0);
        assert!(datagrams.len() > if flags == VmcSenderFlags(0) { 0 } else { 20 });
        let ended: u32 = datagrams.map(|datagram| receiver.add(datagram, ms(40))).sum();
        assert_eq!(ended + u32::from(receiver.end_frame()), 1);
        let (mut newest, mut ended) = (Pose::new(), Pose::new());
        receiver.read_pose(&mut newest);
        receiver.read_frame(&mut ended);
        let facts = *receiver.frame();
        assert_eq!((facts.clock, facts.time, facts.root), (1.0, 40_000_000, root));
        assert_eq!((receiver.counts().frames, receiver.counts().refused_datagrams), (1, 0));
        receiver.reset();
        assert_eq!(receiver.counts().datagrams, 0);
        drop(receiver); // poses have copies of its names
        for read in [&newest, &ended] {
            assert!(same_rotations(read, &sent) && same_weights(read, &sent));
        }
    }
    // Rotations that are relative to nodes come within rounding.
    let options = VmcSenderOptions { model: Some(&model), ..VmcSenderOptions::default() };
    let mut sender = VmcSender::with_options(&options).expect("a sender");
    let options = VmcReceiverOptions { model: Some(&model), ..VmcReceiverOptions::default() };
    let mut receiver = VmcReceiver::with_options(&options).expect("a receiver");
    for datagram in sender.write(&sent, None, 1.0) {
        receiver.add(datagram, ms(0));
    }
    let mut read = Pose::new();
    receiver.read_pose(&mut read);
    let (a, b) = (read.rotation(Bone::HEAD), sent.rotation(Bone::HEAD));
    assert!((a.expect("a head").w - b.expect("a head").w).abs() < 1e-5);
}

/// LV-005, LV-004: a wrong datagram is counted and changes nothing; wrong settings are refused.
#[test]
fn vmc_of_strangers() {
    let mut receiver = VmcReceiver::new().expect("a receiver");
    let mut sender = VmcSender::new().expect("a sender");
    let mut pose = Pose::new();
    pose.set_rotation(Bone::HEAD, Quat::new(0.0, 0.6, 0.0, 0.8));
    for datagram in sender.write(&pose, None, 1.0) {
        receiver.add(datagram, ms(0));
        for end in 0..datagram.len() {
            receiver.add(&datagram[..end], ms(1));
        }
    }
    let before = *receiver.counts();
    for wrong in [&b""[..], b"nonsense", b"#bundle\0", &[0xff; 64]] {
        assert_eq!(receiver.add(wrong, Duration::MAX), 0);
    }
    let after = *receiver.counts();
    assert_eq!(after.datagrams, before.datagrams + 4);
    assert!(after.refused_datagrams > before.refused_datagrams + 2);
    let mut read = Pose::new();
    receiver.read_pose(&mut read);
    assert!(same_rotations(&read, &pose));
    let options = VmcReceiverOptions { custom_capacity: 1025, ..VmcReceiverOptions::default() };
    let error = VmcReceiver::with_options(&options).expect_err("too many");
    assert_eq!(error.code(), Code::ERROR_INVALID_ARGUMENT);
    let options = VmcSenderOptions { datagram_bytes: 7, ..VmcSenderOptions::default() };
    assert!(VmcSender::with_options(&options).is_err());
}

/// The recipe of docs/guides/live.md gives the weights that it gives in C.
#[test]
fn face_packets() {
    let (model, dt) = (character(), 1.0 / 60.0);
    let packet = b"eyeBlink_L-90|eyeBlink_R-90|jawOpen-60|=head#0,20,0,0,0,0|";
    let (map, mut pose) = (FaceMap::new(&model), Pose::new());
    let (calibration, mut filter) = (FaceCalibration::new(), FaceFilter::new());
    let face = Face::from_ifacialmocap(packet).expect("a face");
    assert!(face.is_found() && face.head().is_some());
    assert_eq!(face.weight(FaceShape::JAW_OPEN), Some(0.6));
    assert_eq!(face.weight(FaceShape::TONGUE_OUT), None);
    map.apply(&filter.update(&calibration.apply(&face), dt), &mut pose);
    assert!(pose.preset(Preset::AA).expect("a mouth") >= 0.5);
    assert_eq!(pose.preset(Preset::BLINK_LEFT), Some(1.0));

    // SAFETY: the functions of C prepare all structs, and the pose has no room for customs.
    let of_c = unsafe {
        let mut map: sys::vrm_face_map = core::mem::zeroed();
        let mut calibration: sys::vrm_face_calibration = core::mem::zeroed();
        let mut filter: sys::vrm_face_filter = core::mem::zeroed();
        let (mut face, mut pose): (sys::vrm_face, sys::vrm_pose) = core::mem::zeroed();
        sys::vrm_face_map_init(&mut map, model.as_ptr());
        sys::vrm_face_calibration_init(&mut calibration);
        sys::vrm_face_filter_init(&mut filter);
        sys::vrm_face_read_ifacialmocap(packet.as_ptr().cast(), packet.len(), &mut face);
        let raw = ptr::from_mut(&mut face);
        sys::vrm_face_calibrate(&calibration, raw, raw);
        sys::vrm_face_filter_update(&mut filter, raw, dt, raw);
        sys::vrm_pose_init(&mut pose);
        sys::vrm_face_map_apply(&map, raw, &mut pose);
        pose
    };
    for preset in 0..Preset::COUNT.0 {
        let is_set = of_c.presets >> preset & 1 != 0;
        let weight = is_set.then(|| of_c.weights[preset as usize].to_bits());
        assert_eq!(pose.preset(Preset(preset)).map(f32::to_bits), weight);
    }
    let head = of_c.rotations[Bone::HEAD.0 as usize];
    assert_eq!(pose.rotation(Bone::HEAD), Some(head));
}

/// LV-021 to LV-025, LV-028: names in any spelling, both packets, calibrations and visemes.
#[test]
fn faces_of_each_source() {
    assert_eq!(FaceShape::find("eye_blink_left"), Some(FaceShape::EYE_BLINK_LEFT));
    assert_eq!((FaceShape::find("_neutral"), FaceShape::JAW_OPEN.name()), (None, "jawOpen"));
    assert_eq!((Viseme::find("vrc.v_oh"), Viseme::find("é")), (Some(Viseme::OH), None));
    let mut face = Face::new();
    assert!(face.set("jawOpen", 0.8) && !face.set("jawOpen", f32::NAN) && !face.set("", 1.0));
    let turned = [0.0, 0.0, -1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];
    assert!(face.set_head(&Mat4::from(turned)) && !face.set_head(&Mat4::from([0.0; 16])));
    let json = br#"{"FaceFound":true,"Rotation":{"x":0,"y":0,"z":0},"BlendShapes":
        [{"k":"JawOpen","v":0.5}]}"#;
    let phone = Face::from_vtube_studio(json).expect("a face");
    assert_eq!(phone.weight(FaceShape::JAW_OPEN), Some(0.5));
    for wrong in [&b""[..], b"abc", b"{\"FaceFound\":", &[0xff; 40]] {
        for read in [Face::from_ifacialmocap, Face::from_vtube_studio] {
            assert_eq!(read(wrong).expect_err("no packet").code(), Code::ERROR_PAYLOAD);
        }
    }
    let mut calibration = FaceCalibration::new();
    calibration.add(&phone);
    assert_eq!(calibration.apply(&phone).weight(FaceShape::JAW_OPEN), Some(0.0));
    let mut filter = FaceFilter::new();
    filter.update(&phone, 1.0);
    let held = filter.update(&Face::default(), 1.0);
    assert_eq!(held.weight(FaceShape::JAW_OPEN), Some(0.5));

    // A map keeps the names of its model, also those of Perfect Sync.
    let shapes = character();
    let mut map = FaceMap::new(&shapes);
    drop(shapes);
    map.set_emotions(0.0).set_neck_share(0.0).set_look_at(FaceLookAt::OFF);
    map.set_look_at_degrees(20.0).set_lid_follow(f32::NAN);
    assert_eq!((map.emotions(), map.neck_share(), map.customs()), (0.0, 0.0, 0));
    let mut pose = Pose::new();
    std::thread::scope(|scope| {
        scope.spawn(|| map.apply(&face, &mut Pose::new()));
        map.apply(&face, &mut pose);
    });
    let turn = pose.rotation(Bone::HEAD).expect("a head").y;
    assert!((turn - 0.5_f32.sqrt()).abs() < 1e-3, "90 degrees to the left, not {turn}");
    assert_eq!(pose.rotation(Bone::NECK), None);
    FaceMap::default().apply(&face, &mut pose);
    assert!(pose.rotation(Bone::NECK).is_some());
    let mut visemes = [0.0; 40];
    visemes[Viseme::OH.0 as usize] = 0.8;
    pose.set_visemes(&visemes);
    assert_eq!((pose.preset(Preset::OH), pose.preset(Preset::AA)), (Some(0.8), Some(0.0)));
    pose.set_visemes(&[]);
    assert_eq!(pose.preset(Preset::OH), Some(0.0));
}

/// LV-031: lips close in every p, b and m, in one frame of 60 per second.
#[test]
fn lips_close() {
    let symbols = ["a", "p", "ɑ", "b", "i", "m", "a", "t", "a"];
    let each: Vec<_> = symbols
        .iter()
        .zip(0u64..)
        .map(|(symbol, at)| Phoneme::new(ms(120 * at), ms(120 * (at + 1)), symbol))
        .collect();
    let speech = Speech::new(&each, Alphabet::IPA).expect("a speech");
    assert_eq!((speech.info().closure_count, speech.info().unknown_count), (3, 0));
    for phoneme in each {
        let frames = (0..90).map(frame).filter(|at| (phoneme.start..phoneme.end).contains(at));
        let least = frames.map(|at| sum(&speech.sample(at))).fold(1.0, f32::min);
        let is_closed = ["p", "b", "m"].contains(&phoneme.symbol);
        assert_eq!(least <= 0.05, is_closed, "{} has {least}", phoneme.symbol);
    }
}

/// LV-035 to LV-038: alphabets, text, and phonemes that are refused.
#[test]
fn speeches() {
    let text = "alphabet ipa\n0 0.1 m\n0.1 0.4 ˈa\n0.4 0.5 p\n0.5 0.9 oʊ\n";
    let (speech, read) = (talk(), Speech::from_text(text, None).expect("a speech"));
    assert_eq!(speech.info().end, 900_000_000);
    for at in (0..60).map(frame) {
        assert_eq!(speech.sample(at), read.sample(at));
    }
    assert_eq!(sum(&speech.sample_nanos(-2_000_000_000)), 0.0);
    let mut pose = Pose::new();
    pose.set_mouth(&speech.sample(ms(250)));
    assert!(pose.preset(Preset::AA).expect("a mouth") > 0.7);
    let unknown = [Phoneme::new(ms(0), ms(1000), "x!")];
    let unknown = Speech::new(&unknown, Alphabet::ARPABET).expect("a speech");
    assert_eq!(unknown.info().unknown_count, 1);
    let error = Speech::from_text("0 1 a\nnonsense", None).expect_err("a wrong line");
    assert_eq!(error.code(), Code::ERROR_PAYLOAD);
    assert!(error.to_string().starts_with("line 2 of the phonemes is wrong"), "{error}");
    let late = Phoneme::new(ms(1000), ms(2000), "a");
    let loud = Phoneme { loudness: 7.0, ..late };
    let never = Phoneme::new(Duration::MAX, Duration::MAX, "a");
    for wrong in [&[late, Phoneme::new(ms(0), ms(1), "a")][..], &[loud], &[never]] {
        let error = Speech::new(wrong, Alphabet::IPA).expect_err("wrong phonemes");
        assert_eq!(error.code(), Code::ERROR_INVALID_ARGUMENT);
    }
    assert_eq!(sum(&Speech::new(&[], Alphabet::IPA).expect("silence").sample(ms(0))), 0.0);
    std::thread::scope(|scope| {
        scope.spawn(|| speech.sample(ms(250)));
        speech.clone().sample(ms(250));
    });
}

/// A voice of 120 pulses per second, and the resonances of an open mouth.
fn vowel(seconds: usize) -> Vec<f32> {
    let (mut flow, rate) = (0.0, f64::from(RATE));
    let mut samples: Vec<f64> = (0..seconds * RATE as usize)
        .map(|at| {
            flow = 0.95 * flow + if at % (RATE as usize / 120) == 0 { 1.0 } else { 0.0 };
            flow
        })
        .collect();
    for hertz in [750.0, 1200.0, 2500.0, 3500.0] {
        let radius = 1.0 - TAU / 2.0 * 80.0 / rate;
        let b = 2.0 * radius * (TAU * hertz / rate).cos();
        let (mut last, mut before) = (0.0, 0.0);
        for sample in &mut samples {
            let next = (1.0 - b + radius * radius) * *sample + b * last - radius * radius * before;
            (before, last) = (last, next);
            *sample = next;
        }
    }
    samples.iter().map(|&sample| 0.8 * sample as f32).collect()
}

/// LV-075, LV-042, LV-044: samples open the mouth, silence closes it, in blocks of any size; what
/// was learned makes another voice hear the same.
#[test]
fn voices() {
    let (model, samples) = (character(), vowel(1));
    let mut avatar = Avatar::new(&model).expect("an avatar");
    let mut companion = Companion::new(&model).expect("a companion");
    let mut voice = Voice::new(RATE).expect("a voice");
    let silence = vec![0.0; samples.len()];
    let blocks = samples.chunks(RATE as usize / 50).chain(silence.chunks(RATE as usize / 50));
    let mut opened = 0;
    for (block, at) in blocks.zip(0u64..) {
        companion.say_samples(&mut voice, block);
        companion.update(&mut avatar, None, ms(20 * at)).expect("its avatar");
        let mouth = sum(&companion.status().mouth);
        opened += usize::from((15..50).contains(&at) && mouth > 0.3);
        assert!(at <= 70 || mouth == 0.0);
    }
    assert!(opened > 30);
    let mut other = Voice::new(RATE).expect("a voice");
    other.set_calibration(Some(&voice.calibration())).expect("a calibration");
    voice.reset();
    voice.set_vowel(Some(Preset::AA));
    voice.set_vowel(Some(Preset::HAPPY));
    voice.set_vowel(None);
    voice.add(&samples);
    for block in samples.chunks(101) {
        other.add(block);
    }
    assert_eq!(other.mouth(), voice.mouth());
    assert!(sum(&voice.mouth()) > 0.3);
    let wrong = VoiceCalibration { version: 99, ..voice.calibration() };
    let error = other.set_calibration(Some(&wrong)).expect_err("another version");
    assert_eq!(error.code(), Code::ERROR_INVALID_ARGUMENT);
    other.set_calibration(None).expect("nothing is known");
    voice.add(&[]);
    voice.add(&[f32::NAN, f32::INFINITY]);
    assert_eq!(Voice::new(5).expect_err("a rate").code(), Code::ERROR_INVALID_ARGUMENT);
}

fn actions(dance: &Clip) -> [CompanionAction<'_>; 2] {
    let blush = character().find_expression("blush");
    let hold = ms(1000);
    [
        CompanionAction { name: "dance", clip: Some(dance), ..CompanionAction::default() },
        CompanionAction {
            name: "blush",
            expression: blush,
            hold,
            weight: 1.0,
            ..Default::default()
        },
    ]
}

/// The tags of a text that comes in pieces, and the text without them.
fn read(companion: &mut Companion<'_>, pieces: &[&str]) -> (String, Vec<CompanionTag>) {
    let (mut all, mut every) = (String::new(), Vec::new());
    let (mut text, mut tags) = (String::new(), Vec::new());
    for piece in pieces {
        companion.read_text(piece, &mut text, &mut tags);
        all += &text;
        every.extend_from_slice(&tags);
    }
    (all, every)
}

/// LV-062 to LV-072: tags, speech, actions, and a state that continues with the same bits.
#[test]
fn companions() {
    let (model, speech) = (character(), talk());
    let dance = Clip::load(&sample("dance.vrma")).expect("a motion");
    let actions = actions(&dance);
    let params = CompanionParams { sway: 0.5, ..CompanionParams::default() };
    let options = CompanionOptions { actions: &actions, seed: 3, params: Some(&params) };
    let mut companion = Companion::with_options(&model, &options).expect("a companion");
    let mut avatar = Avatar::new(&model).expect("an avatar");
    let pieces = ["[hap", "py 0.8 2s]Hello [1], [da", "nce]you… [giggle]", ""];
    let (text, tags) = read(&mut companion, &pieces);
    assert_eq!(text, "Hello [1], you… ");
    let kinds: Vec<_> = tags.iter().map(|tag| tag.kind).collect();
    let (emotion, action) = (CompanionTagKind::EMOTION, CompanionTagKind::ACTION);
    assert_eq!(kinds, [emotion, action, CompanionTagKind::UNKNOWN]);
    assert_eq!((tags[0].strength, tags[0].hold), (0.8, 2_000_000_000));
    assert_eq!([0, 1, 2].map(|tag| companion.cue(&tags[tag], ms(3000))), [true, true, false]);
    assert!(companion.say(&speech, ms(1000)));
    companion.set_user(Some(Vec3::new(0.0, 1.4, 1.5)));
    companion.set_activity(CompanionActivity::LISTENING);
    let (mut widest, mut has_danced) = (0.0_f32, false);
    for at in (0..300).map(frame) {
        companion.update(&mut avatar, None, at).expect("its avatar");
        avatar.update(1.0 / 60.0);
        let status = companion.status();
        let spoken = speech.sample_nanos(at.as_nanos() as i64 - 1_000_000_000);
        assert!((status.mouth.aa - spoken.aa).abs() < 1e-5);
        widest = widest.max(status.mouth.aa);
        has_danced |= index(status.action) == Some(0);
    }
    assert!(widest > 0.7 && has_danced && companion.status().emotions[0] > 0.5);

    // LV-072: another companion continues with its state, with the same bits.
    let options = CompanionOptions { seed: 9, ..options };
    let mut other = Companion::with_options(&model, &options).expect("a companion");
    let mut twin = Avatar::new(&model).expect("an avatar");
    other.restore(&companion.save()).expect("a save");
    twin.restore(&avatar.save()).expect("a save");
    twin.update(0.0);
    for at in (301..400).map(frame) {
        for (one, avatar) in [(&mut companion, &mut avatar), (&mut other, &mut twin)] {
            one.update(avatar, None, at).expect("its avatar");
            avatar.update(1.0 / 60.0);
        }
        assert_eq!(twin.save(), avatar.save());
        assert_eq!(twin.frame().world(), avatar.frame().world());
    }
    let mut save = companion.save();
    assert_eq!(other.restore(&save[1..]).expect_err("no save").code(), Code::ERROR_PAYLOAD);
    assert_eq!(other.restore(&[]).expect_err("no save").code(), Code::ERROR_PAYLOAD);
    let plain = Companion::new(&model).expect("a companion").restore(&save);
    assert_eq!(plain.expect_err("other actions").code(), Code::ERROR_MISMATCH);
    let last = save.len() - 1;
    save[last] ^= 1;
    assert!(other.restore(&save).is_err());

    // What is set from outside is shown too.
    companion.attend(Some(Vec3::new(1.0, 1.0, 1.0)), ms(7000));
    companion.set_mouth(Some(&speech.sample(ms(250))));
    companion.set_gesture(Some(&Pose::relaxed(&model)));
    let mut body = Pose::new();
    dance.sample(ms(1000), &mut body);
    companion.update(&mut avatar, Some(&body), ms(8000)).expect("its avatar");
    assert!(companion.status().mouth.aa > 0.3);
    companion.set_mouth(None);
    companion.set_gesture(None);
    companion.be_silent();
    companion.attend(None, ms(0));
    std::thread::spawn(move || companion.status()).join().expect("no panic");
}

/// A companion has the bits of the same calls in C, stage by stage.
#[test]
fn companions_have_the_bits_of_c() {
    let (model, speech, seed) = (character(), talk(), 11);
    let mut sad = Pose::relaxed(&model);
    sad.set_custom("blush", 2.0);
    let options = CompanionOptions { seed, ..CompanionOptions::default() };
    let mut companion = Companion::with_options(&model, &options).expect("a companion");
    let (_, tags) = read(&mut companion, &["[surprised 0.9 1s]", ""]);
    let (mut avatar, mut of_c) =
        (Avatar::new(&model).expect("an avatar"), Avatar::new(&model).expect("an avatar"));
    let user = Vec3::new(0.3, 1.5, 1.0);
    companion.set_user(Some(user));
    assert!(companion.cue(&tags[0], ms(500)) && companion.say(&speech, ms(700)));
    let mut raw = ptr::null_mut();
    // SAFETY: the model, the tag and the speech outlive the companion.
    unsafe {
        let desc = sys::vrm_companion_desc { seed, ..Default::default() };
        let code = sys::vrm_companion_create(model.as_ptr(), &desc, &mut raw, ptr::null_mut());
        assert_eq!(code, Code::OK);
        sys::vrm_companion_set_user(raw, &user);
        sys::vrm_companion_cue(raw, &tags[0], 500_000_000);
        sys::vrm_companion_say(raw, speech.as_ptr(), 700_000_000);
    }
    for count in 0..240 {
        let (body, now) = ((count > 120).then_some(&sad), frame(count));
        companion.update(&mut avatar, body, now).expect("its avatar");
        let mut copy = sad.clone();
        copy.set_preset(Preset::AA, 0.0);
        // SAFETY: the companion, its avatar and the pose are alive.
        unsafe {
            let body = body.map_or(ptr::null(), |_| copy.as_ptr());
            let now = now.as_nanos() as i64;
            sys::vrm_companion_update(raw, of_c.as_ptr(), body, now);
        }
        for one in [&mut avatar, &mut of_c] {
            one.update(1.0 / 60.0);
        }
        assert_eq!(avatar.save(), of_c.save(), "frame {count}");
        assert_eq!(avatar.frame().morph_weights(), of_c.frame().morph_weights());
    }
    // SAFETY: nothing else destroys it.
    unsafe { sys::vrm_companion_destroy(raw) };
    assert_eq!(sad.customs().collect::<Vec<_>>(), [("blush", 2.0)], "a body is not changed");
}

/// A companion keeps speeches until they were spoken, also those that were dropped, and no longer.
#[test]
fn what_is_spoken_is_kept() {
    let model = character();
    let mut avatar = Avatar::new(&model).expect("an avatar");
    let mut companion = Companion::new(&model).expect("a companion");
    let mut mouths = [Vec::new(), Vec::new()];
    for (keeps, start) in [(true, 100), (false, 200)] {
        companion.be_silent();
        let mut speeches: Vec<_> = (0..8).map(|_| talk()).collect();
        for (speech, at) in speeches.iter().zip(start..) {
            assert!(companion.say(speech, Duration::from_secs(at)));
        }
        assert!(!companion.say(&speeches[0], Duration::from_secs(start)));
        assert!(!companion.say(&speeches[0], Duration::MAX));
        if !keeps {
            speeches.clear();
        }
        companion.update(&mut avatar, None, Duration::from_secs(start - 1)).expect("its avatar");
        for at in (0..600).map(frame) {
            companion
                .update(&mut avatar, None, Duration::from_secs(start) + at)
                .expect("its avatar");
            mouths[usize::from(keeps)].push(weights(&companion.status().mouth));
        }
    }
    assert_eq!(mouths[0].len(), mouths[1].len());
    for (a, b) in mouths[0].iter().flatten().zip(mouths[1].iter().flatten()) {
        assert!((a - b).abs() < 1e-4);
    }
    assert!((0..8).all(|_| companion.say(&talk(), Duration::from_secs(300))), "all slots are free");
    // Times that leap, also beyond the last one.
    for now in [Duration::MAX, Duration::ZERO, Duration::from_secs(301), Duration::MAX] {
        companion.update(&mut avatar, None, now).expect("its avatar");
    }
}

/// LV-073: params are read from JSON and written, and read back with the same bits.
#[test]
fn params_as_json() {
    let mut params = CompanionParams { breath: 0.1, ..CompanionParams::default() };
    let json = Companion::write_params(&params);
    assert!(json.contains("\"breath\": 0.1,"), "{json}");
    let mut read = CompanionParams::default();
    Companion::read_params(json.as_bytes(), &mut read).expect("params");
    assert_eq!(read, params);
    for wrong in [&b""[..], b"[1]", b"{\"sway\":", &[b' '; 65537]] {
        let error = Companion::read_params(wrong, &mut params).expect_err("no params");
        assert!([Code::ERROR_PAYLOAD, Code::ERROR_INVALID_ARGUMENT].contains(&error.code()));
    }
    assert_eq!(read, params, "nothing has changed");
    let model = character();
    let mut companion = Companion::new(&model).expect("a companion");
    companion.set_params(&CompanionParams { struct_size: 7, strength: f32::NAN, ..params });
    let mut avatar = Avatar::new(&model).expect("an avatar");
    companion.update(&mut avatar, None, ms(0)).expect("its avatar");
}

/// LV-074, RS-004: wrong use gives an error, and does nothing.
#[test]
fn companions_that_are_used_wrongly() {
    let (model, other) = (character(), common::scenes::load("shapes"));
    let mut stranger = Avatar::new(&other).expect("an avatar");
    let mut companion = Companion::new(&model).expect("a companion");
    let before = (companion.save(), stranger.save());
    let error = companion.update(&mut stranger, None, ms(0)).expect_err("another model");
    assert_eq!(error.code(), Code::ERROR_INVALID_ARGUMENT);
    let nan = Some(Vec3::new(f32::NAN, 0.0, 0.0));
    companion.set_user(nan);
    companion.attend(nan, ms(1));
    companion.set_activity(CompanionActivity(99));
    let tag = CompanionTag {
        kind: CompanionTagKind::ACTION,
        index: 5,
        hold: i64::MIN,
        strength: f32::NAN,
        position: 0,
    };
    assert!(!companion.cue(&tag, ms(0)));
    assert!(!companion.cue(&CompanionTag { kind: CompanionTagKind(77), ..tag }, ms(0)));
    assert!(before == (companion.save(), stranger.save()), "nothing has changed");
    let nameless = [CompanionAction::default()];
    let unknown =
        [CompanionAction { name: "a", expression: Some(usize::MAX), ..Default::default() }];
    let many = [CompanionAction { name: "a", ..Default::default() }; 257];
    for actions in [&nameless[..], &unknown, &many] {
        let options = CompanionOptions { actions, ..CompanionOptions::default() };
        let error = Companion::with_options(&model, &options).expect_err("wrong actions");
        assert_eq!(error.code(), Code::ERROR_INVALID_ARGUMENT);
    }
    // Text in pieces of any size is the same, and whole characters.
    let text = "[[é[happy]ü [x y z] [sad 0.5 1s]日本[";
    let pieces: Vec<String> = text.chars().map(String::from).collect();
    let mut pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
    pieces.push("");
    let (each, whole) = (read(&mut companion, &pieces), read(&mut companion, &[text, ""]));
    assert_eq!((each.0.as_str(), each.1.len()), ("[[éü [x y z] 日本[", 2));
    assert_eq!((&each.0, each.1.len()), (&whole.0, whole.1.len()));
    // The model is kept.
    let (mut avatar, mut pose) = (Avatar::new(&model).expect("an avatar"), Pose::new());
    drop(model);
    pose.set_custom("no such name", 1.0);
    companion.update(&mut avatar, Some(&pose), ms(1)).expect("its avatar");
    drop(pose); // its names are not read again
    companion.update(&mut avatar, None, ms(2)).expect("its avatar");
}
