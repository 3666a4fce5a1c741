//! What calls cost with libvrm for Rust: cost.c makes the same calls. bindings/rust/check.py counts
//! the instructions of both.
//!
//! usage: cost FILE.vrm CALL COUNT

use libvrm::{Avatar, Bone, ExpressionLayer, Model};
use std::hint::black_box;
use std::time::Instant;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let model = Model::load_file(&arguments[1]).expect("a model");
    let mut avatar = Avatar::new(&model).expect("an avatar");
    let count: u32 = arguments[3].parse().expect("a number");
    let head = model.bone_node(Bone::HEAD).expect("a head");
    let happy = model.find_expression("happy").expect("an expression");
    avatar.update(0.0);
    let start = Instant::now();
    let mut sum = 0.0f32;
    match arguments[2].as_str() {
        "number" => {
            for _ in 0..count {
                sum += avatar.expression_layer_weight(black_box(ExpressionLayer::BLINK));
            }
        }
        "vector" => {
            for _ in 0..count {
                sum += avatar.bone_position(black_box(Bone::HEAD)).y;
            }
        }
        "index" => {
            for _ in 0..count {
                avatar.set_expression(black_box(happy), 0.5);
            }
        }
        "slice" => {
            for _ in 0..count {
                sum += avatar.frame().world()[black_box(head)].m[13];
            }
        }
        "update" => {
            for _ in 0..count {
                avatar.update(1.0 / 60.0);
            }
        }
        other => panic!("no call {other}"),
    }
    let nanoseconds = start.elapsed().as_nanos() as f64 / f64::from(count);
    println!("{nanoseconds:.2} ns {:.1}", black_box(sum) * 0.0);
}
