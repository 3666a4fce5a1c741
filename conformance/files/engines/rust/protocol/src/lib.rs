//! The lines that engines/process.py and an engine exchange.
use serde_json::{Value, json};
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

pub enum Failure {
    /// The engine lacks what the case needs.
    Skipped(String),
    Error(String),
}

pub type Result<T> = std::result::Result<T, Failure>;

pub fn error<T: ToString>(problem: T) -> Failure {
    Failure::Error(problem.to_string())
}

pub fn skipped<T>(reason: &str) -> Result<T> {
    Err(Failure::Skipped(reason.to_owned()))
}

pub trait Avatar {
    fn set(&mut self, input: &str, name: &str, value: &[f32]) -> Result<()>;
    fn reset(&mut self) -> Result<()>;
    fn update(&mut self, seconds: f32) -> Result<()>;
    fn get(&mut self, result: &str, name: &str, keys: &[&str]) -> Result<Value>;
}

pub type Load = fn(&[u8], Option<&[u8]>) -> Result<Box<dyn Avatar>>;

fn bytes_of(hex: &Value) -> Option<Vec<u8>> {
    let digits = hex.as_str()?.as_bytes();
    digits.chunks(2).map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}

/// The JSON chunk of a .vrm file, for names that an engine does not keep.
pub fn json_of(file: &[u8]) -> Option<Value> {
    let size = u32::from_le_bytes(file.get(12..16)?.try_into().ok()?) as usize;
    serde_json::from_slice(file.get(20..20 + size)?).ok()
}

/// A number, or a list of them.
fn numbers_of(value: &Value) -> Vec<f32> {
    let list = value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]);
    list.iter().filter_map(Value::as_f64).map(|number| number as f32).collect()
}

fn frame(avatar: &mut dyn Avatar, request: &Value) -> Result<Value> {
    for input in request["set"].as_array().into_iter().flatten() {
        avatar.set(input[0].as_str().unwrap_or_default(), input[1].as_str().unwrap_or_default(), &numbers_of(&input[2]))?;
    }
    if request["reset"] == true {
        avatar.reset()?;
    }
    avatar.update(request["seconds"].as_f64().unwrap_or_default() as f32).map(|()| Value::Null)
}

fn get(avatar: &mut dyn Avatar, request: &Value) -> Result<Value> {
    let keys: Vec<&str> = request["keys"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    avatar.get(request["result"].as_str().unwrap_or_default(), request["name"].as_str().unwrap_or_default(), &keys)
}

fn answer(request: &Value, about: &Value, load: Load, avatar: &mut Option<Box<dyn Avatar>>) -> Result<Value> {
    match (request["do"].as_str(), avatar.as_mut()) {
        (Some("about"), _) => Ok(about.clone()),
        (Some("load"), _) => {
            *avatar = None;
            let file = bytes_of(&request["file"]).ok_or_else(|| error("no file"))?;
            *avatar = Some(load(&file, bytes_of(&request["clip"]).as_deref())?);
            Ok(Value::Null)
        }
        (Some("frame"), Some(avatar)) => frame(avatar.as_mut(), request),
        (Some("get"), Some(avatar)) => get(avatar.as_mut(), request),
        _ => Err(error("an unknown request, or no avatar")),
    }
}

fn text_of(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string())).unwrap_or_default()
}

/// Answers requests until standard input ends. A panic of the engine is an error of the case.
pub fn serve(name: &str, version: &str, load: Load) {
    let about = json!({ "name": name, "version": version });
    let mut avatar = None;
    for line in std::io::stdin().lock().lines().map_while(std::result::Result::ok) {
        let request: Value = serde_json::from_str(&line).unwrap_or_default();
        let reply = catch_unwind(AssertUnwindSafe(|| answer(&request, &about, load, &mut avatar)));
        let reply = match reply.unwrap_or_else(|panic| Err(Failure::Error(format!("panic: {}", text_of(panic.as_ref()))))) {
            Ok(value) => json!({ "value": value }),
            Err(Failure::Error(text)) => json!({ "error": text }),
            Err(Failure::Skipped(reason)) => json!({ "skipped": reason }),
        };
        let mut out = std::io::stdout().lock();
        if writeln!(out, "={reply}").and_then(|()| out.flush()).is_err() {
            return;
        }
    }
}
