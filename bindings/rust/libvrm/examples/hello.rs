//! Loads an avatar, makes it smile and look at a point, lets a second pass, and prints where the
//! head is.
//!
//! usage: hello FILE.vrm

use libvrm::{Avatar, Bone, Error, Model, Vec3};

fn main() -> Result<(), Error> {
    let path = std::env::args().nth(1).unwrap_or("avatar.vrm".into());
    let model = Model::load_file(path)?;
    let mut avatar = Avatar::new(&model)?;
    if let Some(happy) = model.find_expression("happy") {
        avatar.set_expression(happy, 1.0);
    }
    avatar.look_at(Vec3::new(0.0, 1.4, 2.0));
    for _ in 0..60 {
        avatar.update(1.0 / 60.0);
    }
    let head = avatar.bone_position(Bone::HEAD);
    println!("{}: head at {:.3} {:.3} {:.3}", model.name(), head.x, head.y, head.z);
    Ok(())
}
