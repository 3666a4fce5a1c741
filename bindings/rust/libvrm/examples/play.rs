//! An avatar dances. Loads a model and a motion, plays the motion on the model, and prints where
//! hands and feet are at some moments.
//!
//! usage: play FILE.vrm MOTION        the motion is a .vrma, .bvh, .vmd or .glb file

use core::time::Duration;
use libvrm::{ApplyOptions, Avatar, Bone, Clip, Error, Model, Pose};

const FRAMES_PER_SECOND: u32 = 60;

fn show(avatar: &Avatar<'_>, seconds: u32) {
    let hand = avatar.bone_position(Bone::RIGHT_HAND);
    let foot = avatar.bone_position(Bone::LEFT_FOOT);
    println!(
        "{:4.1} s  right hand {:5.2} {:5.2} {:5.2}   left foot {:5.2} {:5.2} {:5.2}",
        f64::from(seconds),
        hand.x,
        hand.y,
        hand.z,
        foot.x,
        foot.y,
        foot.z
    );
}

fn main() -> Result<(), Error> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, avatar, motion] = &arguments[..] else {
        eprintln!("usage: play FILE.vrm MOTION");
        std::process::exit(2);
    };
    let model = Model::load_file(avatar)?;
    let clip = Clip::load_file(motion)?;
    let mut avatar = Avatar::new(&model)?;
    println!("{}: {:.1} s", clip.info().name(), clip.duration().as_secs_f64());
    // Names of custom expressions are looked up once, and not in every frame.
    let bindings = clip.bind(&model);
    let options = ApplyOptions { bindings: Some(&bindings), ..ApplyOptions::default() };
    let mut pose = Pose::new();
    for frame in 0..=4 * FRAMES_PER_SECOND {
        // A clip has no state: whole nanoseconds of the application do not drift.
        let time = Duration::from_secs(u64::from(frame)) / FRAMES_PER_SECOND;
        clip.sample(clip.wrap(time), &mut pose);
        avatar.apply_pose_with(&pose, &options); // bones, hips, face and eyes
        avatar.update(1.0 / FRAMES_PER_SECOND as f32);
        if frame % FRAMES_PER_SECOND == 0 {
            show(&avatar, frame / FRAMES_PER_SECOND);
        }
    }
    Ok(())
}
