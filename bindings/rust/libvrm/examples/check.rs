//! What is wrong with a file, the errors first, and whether an upload should be refused. The
//! function looks at the images: here it only counts them, where a program would decode them.
//!
//! usage: check FILE.vrm

use libvrm::{CheckOptions, ImageFormat, Report, Severity};
use std::cell::Cell;
use std::process::ExitCode;

fn print_all(report: &Report, severity: Severity, word: &str) {
    for found in report.iter().filter(|found| found.severity() == severity) {
        println!("{word} {}: {}", found.code(), found.message());
        if !found.pointer().is_empty() {
            println!("  at {}", found.pointer());
        }
        if !found.remedy().is_empty() {
            println!("  {}", found.remedy());
        }
    }
}

fn main() -> ExitCode {
    let path = std::env::args().nth(1).unwrap_or("avatar.vrm".into());
    let image_count = Cell::new(0);
    let look_at_image = |bytes: &[u8], _: ImageFormat| {
        image_count.set(image_count.get() + 1);
        !bytes.is_empty() // false: the image cannot be decoded
    };
    let options = CheckOptions { decode_image: Some(&look_at_image), ..CheckOptions::default() };
    let result = options.check_file(path);
    let (word, report) = match &result {
        Ok(report) => ("checked", Some(report)),
        Err(error) => (error.code().name(), error.report()),
    };
    let Some(report) = report else {
        println!("{word}");
        return ExitCode::FAILURE;
    };
    print_all(report, Severity::ERROR, "error");
    print_all(report, Severity::WARNING, "warning");
    let (errors, warnings) = (report.found(Severity::ERROR), report.found(Severity::WARNING));
    println!("{word}; errors: {errors}, warnings: {warnings}, images: {}", image_count.get());
    if result.is_ok() && errors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
