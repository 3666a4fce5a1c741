//! RS-012: what runs in every frame allocates nothing in this crate after its first frames.
#![cfg(feature = "live")]
#![allow(missing_docs)]

mod common;

use common::{character, sample};
use core::time::Duration;
use libvrm::*;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: the system does everything.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller's.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, data: *mut u8, layout: Layout) {
        // SAFETY: the caller's.
        unsafe { System.dealloc(data, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn frames_allocate_nothing() {
    let model = character();
    let clip = Clip::load(&sample("dance.vrma")).expect("a motion");
    let mut avatar = Avatar::new(&model).expect("an avatar");
    let mut companion = Companion::new(&model).expect("a companion");
    let mut voice = Voice::new(16000).expect("a voice");
    let (mut sender, mut receiver) =
        (VmcSender::new().expect("a sender"), VmcReceiver::new().expect("a receiver"));
    let (map, mut filter) = (FaceMap::new(&model), FaceFilter::new());
    let (mut body, mut pose) = (Pose::new(), Pose::new());
    let (mut text, mut tags, mut save) = (String::new(), Vec::new(), Vec::new());
    let hello = [Phoneme::new(Duration::ZERO, Duration::from_secs(9), "a")];
    let speech = Speech::new(&hello, Alphabet::IPA).expect("a speech");
    assert!(companion.say(&speech, Duration::ZERO));
    let mut run = |frame: u64| {
        let now = Duration::from_secs(frame) / 60;
        clip.sample(clip.wrap(now), &mut body);
        body.set_custom("blush", 0.5);
        companion.read_text("[happy 0.7]Hello, [wave]you", &mut text, &mut tags);
        companion.cue(&tags[0], now);
        companion.say_samples(&mut voice, &[0.1; 160]);
        companion.set_mouth(Some(&speech.sample(now)));
        companion.update(&mut avatar, Some(&body), now).expect("its avatar");
        companion.save_into(&mut save);
        for datagram in sender.write(&body, None, now.as_secs_f32()) {
            receiver.add(datagram, now);
        }
        receiver.read_pose(&mut pose);
        let face = Face::from_ifacialmocap(b"jawOpen-60|=head#0,20,0,0,0,0|").expect("a face");
        map.apply(&filter.update(&face, 1.0 / 60.0), &mut pose);
        avatar.apply_pose(&pose);
        avatar.update(1.0 / 60.0);
    };
    (0..4).for_each(&mut run);
    let before = COUNT.get();
    (4..60).for_each(&mut run);
    assert_eq!(COUNT.get() - before, 0);
}
