//! The scenes of test/same_bits/scenes.c, with the functions of this crate. Inputs are made with
//! + - * / and whole numbers alone, so that they are the same everywhere.

use libvrm::*;

pub const FRAMES: i32 = 600;
pub const NAMES: [&str; 11] = [
    "shapes",
    "center",
    "sparse",
    "nested",
    "rest_rotations",
    "scaled_root",
    "old",
    "character",
    "idle",
    "verbs",
    "limits",
];

const LOOSE: &str = r#","stiffness":0.4,"dragForce":0.2,"gravityPower":0.6,"hitRadius":0.02"#;
const STIFF: &str = r#","stiffness":1.7,"dragForce":0.5,"gravityPower":0.1,"hitRadius":0.015"#;

fn joint(node: i32, members: &str) -> String {
    format!(r#"{{"node":{node}{members}}}"#)
}

/// Five joints from a node on.
fn chain(first: i32, members: &str) -> String {
    let joints: Vec<String> =
        (0..5).map(|i| joint(first + i, if i < 4 { members } else { "" })).collect();
    format!(r#""joints":[{}]"#, joints.join(","))
}

fn shape(node: i32, shape: &str) -> String {
    format!(
        r#"{{"node":{node},"shape":{{"sphere":{{"radius":0.01}}}},"extensions":{{"VRMC_springBone_extended_collider":{{"specVersion":"1.0","shape":{{{shape}}}}}}}}}"#
    )
}

fn sphere(node: i32, offset: &str, radius: &str) -> String {
    format!(r#"{{"node":{node},"shape":{{"sphere":{{"offset":[{offset}],"radius":{radius}}}}}}}"#)
}

fn shapes() -> String {
    let colliders = [
        sphere(1, "0,-0.05,-0.1", "0.06"),
        r#"{"node":0,"shape":{"capsule":{"offset":[0.08,0.05,0.05],"tail":[0.12,-0.3,0.09],"radius":0.04}}}"#.into(),
        shape(2, r#""sphere":{"offset":[0,-0.1,0],"radius":0.4,"inside":true}"#),
        shape(0, r#""capsule":{"offset":[0,0.2,0],"tail":[0,-0.4,0],"radius":0.3,"inside":true}"#),
        shape(1, r#""plane":{"offset":[0,-0.25,0],"normal":[0,0.8,0.6]}"#),
    ];
    format!(
        r#""colliders":[{}],"colliderGroups":[{{"colliders":[0,2]}},{{"colliders":[1,3]}},{{"colliders":[4,0,1,2,3]}}],"springs":[{{"colliderGroups":[0],{}}},{{"colliderGroups":[1],{}}},{{"colliderGroups":[2,0],{}}}]"#,
        colliders.join(","),
        chain(3, LOOSE),
        chain(8, STIFF),
        chain(13, LOOSE)
    )
}

fn center() -> String {
    let (a, b, c) = (chain(3, LOOSE), chain(8, STIFF), chain(13, LOOSE));
    format!(r#""springs":[{{"center":0,{a}}},{{"center":2,{b}}},{{{c}}}]"#)
}

/// Springs whose joints are listed one by one.
fn springs_of(joints: &[&[(i32, &str)]]) -> String {
    let springs: Vec<String> = joints
        .iter()
        .map(|list| {
            let list: Vec<String> = list.iter().map(|&(node, text)| joint(node, text)).collect();
            format!(r#"{{"joints":[{}]}}"#, list.join(","))
        })
        .collect();
    springs.join(",")
}

fn sparse() -> String {
    let springs = springs_of(&[
        &[(3, LOOSE), (5, STIFF), (7, "")],
        &[(8, STIFF), (9, LOOSE), (12, "")],
        &[(13, LOOSE), (17, "")],
    ]);
    format!(r#""springs":[{springs}]"#)
}

fn nested() -> String {
    let colliders = [sphere(10, "0,0,0", "0.08"), sphere(4, "0,0,0", "0.05")].join(",");
    let parts =
        springs_of(&[&[(5, LOOSE), (6, LOOSE), (7, "")], &[(3, STIFF), (4, STIFF), (5, "")]]);
    let (a, b) = (chain(8, LOOSE), chain(13, STIFF));
    format!(
        r#""colliders":[{colliders}],"colliderGroups":[{{"colliders":[0]}},{{"colliders":[1]}}],"springs":[{parts},{{{a}}},{{"colliderGroups":[0,1],{b}}}]"#
    )
}

fn plain() -> String {
    let colliders = [sphere(0, "0,-0.05,0", "0.09"), sphere(2, "0,-0.2,0", "0.05")].join(",");
    let (a, b, c) = (chain(3, LOOSE), chain(8, STIFF), chain(13, LOOSE));
    format!(
        r#""colliders":[{colliders}],"colliderGroups":[{{"colliders":[0,1]}}],"springs":[{{"colliderGroups":[0],{a}}},{{"colliderGroups":[0],{b}}},{{"center":1,"colliderGroups":[0],{c}}}]"#
    )
}

fn limited(node: i32, members: &str, limit: &str) -> String {
    let extension = format!(
        r#"{members},"extensions":{{"VRMC_springBone_limit":{{"specVersion":"1.0-draft","limit":{{{limit}}}}}}}"#
    );
    joint(node, &extension)
}

fn limits() -> String {
    let cone = |angle: &str| format!(r#""cone":{{"angle":{angle}}}"#);
    let turned =
        |angle: &str| format!(r#""cone":{{"angle":{angle},"rotation":[0.48,0,0.6,0.64]}}"#);
    let hinge = |angle: &str| format!(r#""hinge":{{"angle":{angle},"rotation":[0,0.6,0,0.8]}}"#);
    let spherical = |pitch: &str, yaw: &str| {
        format!(r#""spherical":{{"pitch":{pitch},"yaw":{yaw},"rotation":[0,-0.8,0,0.6]}}"#)
    };
    let colliders = [sphere(0, "0,-0.05,0", "0.09"), sphere(2, "0,-0.2,0", "0.12")].join(",");
    let a = [
        limited(3, LOOSE, &cone("0.2")),
        limited(4, LOOSE, &turned("1.5")),
        joint(5, LOOSE),
        limited(6, STIFF, &hinge("1")),
        joint(7, ""),
    ];
    let b = [
        limited(8, LOOSE, &hinge("0.6")),
        joint(9, STIFF),
        limited(10, LOOSE, &spherical("0.4", "0")),
        limited(11, LOOSE, &cone("0")),
        joint(12, ""),
    ];
    let c = [
        limited(13, LOOSE, &spherical("0.3", "0.1")),
        limited(14, LOOSE, &spherical("2", "0.7")),
        limited(15, STIFF, &cone("0.4")),
        joint(16, LOOSE),
        joint(17, ""),
    ];
    format!(
        r#""colliders":[{colliders}],"colliderGroups":[{{"colliders":[0,1]}}],"springs":[{{"colliderGroups":[0],"joints":[{}]}},{{"colliderGroups":[0],"joints":[{}]}},{{"center":1,"colliderGroups":[0],"joints":[{}]}}]"#,
        a.join(","),
        b.join(","),
        c.join(",")
    )
}

/// A head, two places, and three chains of five nodes.
fn strands(springs: &str, is_turned: bool) -> Vec<u8> {
    const TURNED: [&str; 4] = [
        r#","rotation":[0.48,0.6,0,0.64],"scale":[1.25,1.25,1.25]"#,
        r#","rotation":[0,0.6,0,0.8]"#,
        r#","rotation":[-0.8,0,0.6,0],"scale":[0.75,0.75,0.75]"#,
        r#","rotation":[0.5,-0.5,0.5,0.5],"scale":[1,1.5,0.5]"#,
    ];
    let turned = |index: usize| if is_turned { TURNED[index] } else { "" };
    let strand = |x: &str, z: &str, first: i32, turned: &str| {
        let (a, b, c, d) = (first + 1, first + 2, first + 3, first + 4);
        format!(
            r#"{{"translation":[{x},0.1,{z}],"children":[{a}]}},{{"translation":[0,-0.11,0.01],"children":[{b}]{turned}}},{{"translation":[0.01,-0.1,0],"children":[{c}]}},{{"translation":[0,-0.09,-0.02],"children":[{d}]}},{{"translation":[0,-0.1,0]}}"#
        )
    };
    format!(
        r#"{{"asset":{{"version":"2.0"}},"extensionsUsed":["VRMC_vrm","VRMC_springBone","VRMC_springBone_extended_collider","VRMC_springBone_limit"],"nodes":[{{"translation":[0,1.5,0],"children":[1,2,3,8,13]{}}},{{"translation":[0.02,-0.1,0.01]}},{{"translation":[-0.05,0,0.03]}},{},{},{}],"extensions":{{"VRMC_vrm":{{"specVersion":"1.0"}},"VRMC_springBone":{{"specVersion":"1.0",{springs}}}}}}}"#,
        turned(0),
        strand("0", "-0.1", 3, turned(1)),
        strand("0.1", "0.05", 8, turned(2)),
        strand("-0.1", "0.02", 13, turned(3)),
    )
    .into_bytes()
}

pub fn load(scene: &str) -> Model<'static> {
    let bytes = match scene {
        "shapes" => strands(&shapes(), false),
        "center" => strands(&center(), false),
        "sparse" => strands(&sparse(), false),
        "nested" => strands(&nested(), false),
        "rest_rotations" => strands(&plain(), true),
        "limits" => strands(&limits(), true),
        "old" => super::sample("character-0.x.vrm"),
        "character" => super::sample("character-1.0.vrm"),
        "idle" => super::sample("character-1.0-beta.vrm"),
        _ => strands(&plain(), false),
    };
    Model::load_copy(&bytes).expect("a scene")
}

pub fn options(scene: &str, lanes: Lanes) -> AvatarOptions {
    AvatarOptions {
        collider_capacity: if scene == "verbs" { 2 } else { 0 },
        flags: if scene == "center" { AvatarFlags::LITERAL_TIME } else { AvatarFlags::default() },
        lanes,
    }
}

pub fn dt(frame: i32) -> f32 {
    match (frame % 50, frame % 31, frame % 7) {
        (49, _, _) => 0.2,
        (_, 30, _) => 0.0,
        (_, _, 5) => 0.011,
        (_, _, 6) => 0.03,
        _ => 1.0 / 60.0,
    }
}

/// Up and down between -1 and 1, and nearly smooth: a parabola for each half.
fn wave(frame: i32, period: i32) -> f32 {
    let t = (frame % period) as f32 / period as f32 * 2.0;
    if t < 1.0 { 4.0 * t * (1.0 - t) } else { -4.0 * (t - 1.0) * (2.0 - t) }
}

pub fn normalized(q: Quat) -> Quat {
    let inverse = 1.0 / (q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w).sqrt();
    Quat::new(q.x * inverse, q.y * inverse, q.z * inverse, q.w * inverse)
}

fn turned(x: f32, y: f32, z: f32) -> Quat {
    normalized(Quat::new(x, y, z, 1.0))
}

fn multiply(a: Quat, b: Quat) -> Quat {
    Quat::new(
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y + a.y * b.w + a.z * b.x - a.x * b.z,
        a.w * b.z + a.z * b.w + a.x * b.y - a.y * b.x,
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
    )
}

fn root_at(x: f32, y: f32, z: f32) -> Trs {
    Trs { translation: Vec3::new(x, y, z), ..Trs::IDENTITY }
}

fn act_strands(model: &Model<'_>, avatar: &mut AvatarRef, frame: i32) {
    let mut root = root_at(0.3 * wave(frame, 97), 0.1 * wave(frame, 53), 0.2 * wave(frame, 71));
    root.rotation = turned(0.0, 0.5 * wave(frame, 131), 0.1 * wave(frame, 37));
    avatar.set_root(&root);
    let rest = model.gltf().nodes().get(0).expect("a node").rest().rotation;
    let pose = avatar.locals();
    pose[0].rotation = multiply(turned(0.3 * wave(frame, 61), 0.6 * wave(frame, 83), 0.0), rest);
    pose[1].translation.y = -0.1 + 0.05 * wave(frame, 43);
    pose[2].rotation = turned(0.0, 0.0, wave(frame, 29));
}

fn act_scaled_root(model: &Model<'_>, avatar: &mut AvatarRef, frame: i32) {
    let scale = if frame < 100 { 2.5 } else { 1.0 + 0.5 * wave(frame, 199) };
    act_strands(model, avatar, frame);
    let mut root = avatar.root();
    root.scale = Vec3::new(scale, scale, scale);
    avatar.set_root(&root);
}

fn act_body(model: &Model<'_>, avatar: &mut AvatarRef, frame: i32) {
    let mut root = root_at(0.4 * wave(frame, 120), 0.0, 0.2 * wave(frame, 90));
    let mut hips = model.bone_rest_position(Bone::HIPS);
    let smile = wave(frame, 150);
    root.rotation = turned(0.0, 0.4 * wave(frame, 170), 0.0);
    avatar.set_root(&root);
    hips.y += 0.04 * wave(frame, 60);
    avatar.set_hips_position(hips);
    let rotations = [
        (Bone::HIPS, turned(0.0, 0.2 * wave(frame, 110), 0.0)),
        (Bone::SPINE, turned(0.1 * wave(frame, 77), 0.0, 0.05)),
        (Bone::HEAD, turned(0.2 * wave(frame, 85), 0.3 * wave(frame, 63), 0.0)),
        (Bone::LEFT_UPPER_ARM, turned(0.0, 0.0, -0.5 * wave(frame, 75))),
        (Bone::LEFT_LOWER_ARM, turned(0.4 * wave(frame, 55), 0.3 * wave(frame, 67), 0.0)),
        (Bone::RIGHT_UPPER_LEG, turned(0.3 * wave(frame, 95), 0.0, 0.1)),
    ];
    for (bone, rotation) in rotations {
        avatar.set_bone_rotation(bone, rotation);
    }
    match frame % 200 {
        0..150 => {
            avatar.look_at(Vec3::new(2.0 * wave(frame, 180), 1.4 + wave(frame, 130), 1.5));
        }
        150..180 => avatar.set_look_at_degrees(40.0 * wave(frame, 40), 20.0 * wave(frame, 33)),
        _ => avatar.set_look_at_off(),
    }
    use ExpressionLayer as Layer;
    let weights = [
        (Layer::VISEME, "aa", 0.5 + 0.5 * wave(frame, 46)),
        (Layer::APPLICATION, "happy", if smile > 0.0 { smile } else { 0.0 }),
        (Layer::APPLICATION, "blush", 0.3 - 0.3 * smile),
        (Layer::EMOTION, "surprised", if smile < 0.0 { -smile } else { 0.0 }),
        (Layer::BLINK, "blink", if frame % 40 < 6 { 1.0 } else { 0.0 }),
    ];
    for (layer, name, weight) in weights {
        if let Some(expression) = model.find_expression(name) {
            avatar.set_layer_expression(layer, expression, weight);
        }
    }
}

fn act_verbs(model: &Model<'_>, avatar: &mut AvatarRef, frame: i32) {
    let mut ball = SpringCollider {
        node: sys::VRM_NONE,
        shape: ColliderShape::SPHERE,
        offset: Vec3::new(0.1, 1.2, 0.0),
        tail: Vec3::default(),
        radius: 0.12,
    };
    act_strands(model, avatar, frame);
    let mut root = avatar.root();
    match frame {
        20 => avatar.reset_springs(Some(1)),
        40 => {
            avatar.set_wind(Vec3::new(0.5, 0.0, -0.25));
            avatar.set_spring_wind(Some(2), Vec3::new(0.0, 0.3, 0.1));
        }
        60 => {
            root.translation.x += 5.0;
            avatar.teleport(&root, true);
        }
        90 => {
            root.translation.z -= 3.0;
            avatar.teleport(&root, false);
        }
        110 => {
            avatar.set_spring_mode(Some(0), SpringMode::HOLD);
            avatar.set_spring_mode(Some(1), SpringMode::TRACK);
            avatar.set_spring_mode(Some(2), SpringMode::OFF);
        }
        140 => avatar.set_spring_mode(None, SpringMode::RUN),
        160 => avatar.set_spring_weight(Some(1), 0.4),
        200 => avatar.set_spring_weight(None, 1.0),
        210 => {
            avatar.set_collider(0, Some(&ball));
            ball.node = 2;
            avatar.set_collider(1, Some(&ball));
        }
        260 => avatar.set_collider(0, None),
        280 => {
            let mut settings = avatar.spring_joint(2);
            settings.stiffness = 2.5;
            settings.gravity_dir = Vec3::new(0.6, -0.8, 0.0);
            avatar.set_spring_joint(2, Some(&settings));
        }
        320 => {
            avatar.set_spring_center(0, Some(2));
            avatar.set_spring_center(2, None);
        }
        360 => avatar.shift_origin(Vec3::new(100.0, -20.0, 3.0)),
        400 => avatar.warm_up(1.5),
        450 => {
            let bytes = avatar.save();
            avatar.restore(&bytes).expect("its own save");
        }
        480 => avatar.locals()[4].scale = Vec3::new(1.0, 1.0, 2.0),
        500 => avatar.locals()[9].scale = Vec3::default(),
        520 => avatar.reset_pose(),
        _ => {}
    }
}

/// Writes the inputs of a frame, 0 and up.
pub fn act(scene: &str, model: &Model<'_>, avatar: &mut AvatarRef, idle: &mut Idle, frame: i32) {
    match scene {
        "scaled_root" => act_scaled_root(model, avatar, frame),
        "old" | "character" => act_body(model, avatar, frame),
        "idle" => {
            if frame == 0 {
                avatar.apply_pose(&Pose::relaxed(model));
            }
            if frame == 300 {
                avatar.set_look_at_degrees(10.0, 5.0);
            }
            idle.update(avatar, dt(frame));
        }
        "verbs" => act_verbs(model, avatar, frame),
        _ => act_strands(model, avatar, frame),
    }
}
