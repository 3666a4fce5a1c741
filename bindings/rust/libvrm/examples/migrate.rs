//! Writes an avatar of 0.x, of the draft or of the beta as 1.0, and tells what became of it.
//!
//! usage: migrate AVATAR.vrm [OUT.vrm]

use libvrm::{ChangeKind, Code, MigrateFlags, MigrateOptions, Written};
use std::error::Error;

/// What a person has to know: everything but what is kept, and how much that is.
fn print_changes(file: &Written) {
    let mut kept = 0;
    for change in file.changes() {
        match change.kind() {
            ChangeKind::NARROWED | ChangeKind::LOST => {
                println!("{}: {}", change.kind().name(), change.text());
            }
            _ => kept += 1,
        }
    }
    println!("kept, converted or added: {kept}");
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let Some(path) = arguments.get(1) else {
        eprintln!("usage: migrate AVATAR.vrm [OUT.vrm]");
        std::process::exit(2);
    };
    let bytes = std::fs::read(path)?;
    let mut options = MigrateOptions::default();
    let mut result = options.migrate(&bytes);
    if let Some(error) = result.as_ref().err().filter(|e| e.code() == Code::ERROR_CONSENT) {
        // An application shows these to a person, and goes on if that one accepts them.
        for change in error.written().into_iter().flat_map(Written::changes) {
            println!("to be accepted: {}", change.text());
        }
        options.flags |= MigrateFlags::ACCEPT_LICENSE_MAPPING;
        result = options.migrate(&bytes);
    }
    let file = result?;
    print_changes(&file);
    if let Some(out) = arguments.get(2) {
        std::fs::write(out, file.bytes())?;
    }
    Ok(())
}
