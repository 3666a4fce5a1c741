//! Finds libvrm with pkg-config, or compiles it (feature `bundled`). The feature `meshopt` links an
//! installed meshoptimizer; in a package, `bundled` compiles its decoder too.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if env::var_os("DOCS_RS").is_some() {
        return; // documentation links nothing
    }
    #[cfg(feature = "bundled")]
    bundled::compile();
    if !cfg!(feature = "bundled") {
        find_installed();
    }
    if cfg!(feature = "meshopt") {
        meshopt();
    }
}

/// Links meshoptimizer. Versions differ in their functions: those before 1.0 lack the filter COLOR.
fn meshopt() {
    #[cfg(feature = "bundled")]
    if bundled::compile_meshopt() {
        return;
    }
    if !links("meshopt_decodeFilterExp") {
        eprintln!("meshoptimizer was not found: no program links meshopt_decodeFilterExp.");
        eprintln!("Install meshoptimizer 0.18 or newer (Debian: libmeshoptimizer-dev), name its");
        eprintln!("folder with RUSTFLAGS=-Lnative=FOLDER, or drop the feature `meshopt`.");
        std::process::exit(1);
    }
    println!("cargo:rustc-link-lib=meshoptimizer");
    if links("meshopt_decodeFilterColor") {
        println!("cargo:rustc-cfg=has_meshopt_color");
    }
}

/// Whether a program with a function of meshoptimizer can be linked, with the flags of this build.
fn links(function: &str) -> bool {
    let folder = PathBuf::from(env::var_os("OUT_DIR").unwrap());
    let (source, program) = (folder.join("probe.rs"), folder.join("probe"));
    let text = format!(
        "unsafe extern \"C\" {{ fn {function}(); }}\nfn main() {{ unsafe {{ {function}() }} }}\n"
    );
    std::fs::write(&source, text).expect("a file in OUT_DIR");
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let mut command = Command::new(env::var_os("RUSTC").unwrap());
    command.args(["--edition", "2024", "--target", &env::var("TARGET").unwrap()]);
    command.args(flags.split('\x1f').filter(|flag| !flag.is_empty()));
    if let Some(linker) = env::var_os("RUSTC_LINKER") {
        command
            .arg("-C")
            .arg(Path::new("linker").display().to_string() + "=" + &linker.to_string_lossy());
    }
    command.arg("-lmeshoptimizer").arg(&source).arg("-o").arg(&program);
    command.output().is_ok_and(|output| output.status.success())
}

/// The libraries that the features need. Each brings the runtime.
fn libraries() -> Vec<&'static str> {
    let mut names = Vec::new();
    if cfg!(feature = "author") {
        names.push("vrm-author");
    }
    if cfg!(feature = "live") {
        names.push("vrm-live");
    }
    if names.is_empty() { vec!["vrm"] } else { names }
}

/// Prints for cargo what pkg-config prints for the linker. Until 1.0, a minor version may change
/// the interface.
fn find_installed() {
    let part = |name: &str| env::var(format!("CARGO_PKG_VERSION_{name}")).unwrap();
    let (major, minor) = (part("MAJOR"), part("MINOR").parse::<u32>().unwrap());
    let mut wanted = Vec::new();
    for library in libraries() {
        wanted.push(format!("{library} >= {major}.{minor}.{}", part("PATCH")));
        wanted.push(format!("{library} < {major}.{}", minor + 1));
    }
    let program = env::var("PKG_CONFIG").unwrap_or_else(|_| "pkg-config".into());
    for name in ["PKG_CONFIG", "PKG_CONFIG_PATH", "PKG_CONFIG_LIBDIR", "PKG_CONFIG_SYSROOT_DIR"] {
        println!("cargo:rerun-if-env-changed={name}");
    }
    // A program that is cross-compiled must not get the library of this machine.
    if env::var("HOST") != env::var("TARGET") && env::var_os("PKG_CONFIG_SYSROOT_DIR").is_none() {
        fail("this is a cross build, and PKG_CONFIG_SYSROOT_DIR is not set");
    }
    let found = Command::new(&program).args(["--libs", "--cflags"]).args(&wanted).output();
    let output = match found {
        Ok(output) if output.status.success() => output.stdout,
        Ok(output) => fail(&String::from_utf8_lossy(&output.stderr)),
        Err(error) => fail(&format!("{program} does not run: {error}")),
    };
    for word in String::from_utf8_lossy(&output).split_whitespace() {
        match word.split_at(word.len().min(2)) {
            ("-L", folder) => println!("cargo:rustc-link-search=native={folder}"),
            ("-l", name) => println!("cargo:rustc-link-lib={name}"),
            ("-I", folder) => println!("cargo:include={folder}"),
            _ => {}
        }
    }
}

fn fail(reason: &str) -> ! {
    eprintln!("libvrm was not found: {}", reason.trim());
    eprintln!("Install libvrm {}, or use the feature `bundled`.", env!("CARGO_PKG_VERSION"));
    std::process::exit(1)
}

#[cfg(feature = "bundled")]
mod bundled {
    use std::path::{Path, PathBuf};
    use std::{env, fs};

    /// Which flags a source is compiled with.
    #[derive(PartialEq)]
    enum Group {
        /// Code that reads files.
        Reads,
        /// Code that runs in every frame, and reads no byte of a file.
        Runs,
        /// Lanes that are chosen when an avatar is created.
        Avx2,
    }

    fn group_of(source: &str) -> Group {
        let runs = ["avatar/", "base/math.c", "clip/clip_sample.c", "motion/"];
        if source.contains("_avx2") {
            Group::Avx2
        } else if source != "avatar/save.c" && runs.iter().any(|start| source.starts_with(start)) {
            Group::Runs
        } else {
            Group::Reads
        }
    }

    fn target(name: &str) -> String {
        env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default()
    }

    /// The sources that a CMakeLists.txt lists, from the folder that has it.
    fn listed(folder: &Path) -> Vec<String> {
        let text = fs::read_to_string(folder.join("CMakeLists.txt")).expect("a list of sources");
        let mut names: Vec<String> = text
            .lines()
            .skip_while(|line| !line.starts_with("set(sources"))
            .skip(1)
            .take_while(|line| !line.starts_with(')'))
            .map(|line| line.trim().to_string())
            .collect();
        if cfg!(feature = "file") && folder.join("file/file.c").is_file() {
            names.push("file/file.c".into());
        }
        names
    }

    /// The flags of cmake/VrmCompiler.cmake. Those of floating-point numbers keep the same bits
    /// on all machines. `test/tool/check_rust.py flags` compares both.
    fn compiler(root: &Path) -> cc::Build {
        let mut build = cc::Build::new();
        build.include(root.join("include")).include(root.join("src")).warnings(false);
        build.std("c17").opt_level(3).define("NDEBUG", None);
        if !cfg!(feature = "file") {
            build.define("VRM_NO_STDIO", None);
        }
        if !cfg!(feature = "author") {
            build.define("VRM_NO_AUTHOR", None);
        }
        if target("OS") == "macos" {
            build.define("_DARWIN_C_SOURCE", None);
        }
        let tool = build.get_compiler();
        if tool.is_like_msvc() {
            build.flag("/utf-8").flag("/fp:precise").define("_CRT_SECURE_NO_WARNINGS", None);
            return build;
        }
        build.flag("-fno-fast-math").flag("-fno-math-errno").flag("-ffp-contract=off");
        build.flag("-fvisibility=hidden");
        if !tool.is_like_clang() {
            build.flag("-fno-tree-slp-vectorize");
        }
        build
    }

    /// Protections for code that reads files, on the systems where CMake has them.
    fn harden(build: &mut cc::Build) {
        let systems = ["linux", "android", "freebsd", "netbsd", "openbsd", "dragonfly", "macos"];
        if !systems.contains(&target("OS").as_str()) {
            return;
        }
        build.flag_if_supported("-fstack-protector-strong");
        if ["x86_64", "x86"].contains(&target("ARCH").as_str()) {
            build.flag_if_supported("-fcf-protection");
        }
    }

    /// yyjson: a part of the package; of the system in the repository.
    fn json(build: &mut cc::Build, root: &Path) -> Vec<PathBuf> {
        let source = root.join("yyjson/yyjson.c");
        if !source.is_file() {
            println!("cargo:rustc-link-lib=yyjson");
            return Vec::new();
        }
        build.include(root.join("yyjson"));
        build.clone().define("yyjson_api", Some("")).file(source).compile_intermediates()
    }

    /// Compiles the decoder if a package brings it. It needs a C++ compiler, but no C++ library.
    pub fn compile_meshopt() -> bool {
        let folder =
            PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap()).join("sources/meshoptimizer");
        if !folder.is_dir() {
            return false;
        }
        let mut build = cc::Build::new();
        build.cpp(true).cpp_link_stdlib(None).opt_level(3).define("NDEBUG", None).warnings(false);
        for flag in
            ["-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics", "-fvisibility=hidden"]
        {
            build.flag_if_supported(flag);
        }
        harden(&mut build);
        build.files(
            ["indexcodec", "vertexcodec", "vertexfilter"]
                .map(|name| folder.join(name).with_extension("cpp")),
        );
        build.compile("vrm-meshoptimizer");
        true
    }

    pub fn compile() {
        let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap());
        let packaged = manifest.join("sources");
        let root = if packaged.is_dir() { packaged } else { manifest.join("../../..") };
        let src = root.join("src");
        println!("cargo:rerun-if-changed={}", src.display());
        println!("cargo:rerun-if-changed={}", root.join("include").display());
        let mut base = compiler(&root);
        let is_x86_64 = target("ARCH") == "x86_64";
        let is_linux = target("OS") == "linux";
        let is_msvc = base.get_compiler().is_like_msvc();
        if is_x86_64 && !is_linux && !is_msvc {
            base.define("VRM_NO_CPU_SUPPORTS", None);
        }
        let mut objects = json(&mut base, &root);
        let mut sources: Vec<(String, PathBuf)> =
            listed(&src).into_iter().map(|name| (name.clone(), src.join(name))).collect();
        for (part, is_wanted) in
            [("author", cfg!(feature = "author")), ("live", cfg!(feature = "live"))]
        {
            let folder = src.join(part);
            if is_wanted {
                let names = listed(&folder);
                sources.extend(
                    names.into_iter().map(|name| (format!("{part}/{name}"), folder.join(name))),
                );
            }
        }
        for group in [Group::Reads, Group::Runs, Group::Avx2] {
            let mut build = base.clone();
            harden(&mut build);
            if group != Group::Reads {
                build.flag_if_supported("-fno-stack-protector");
            }
            if group == Group::Avx2 && is_x86_64 {
                build.flag(if is_msvc { "/arch:AVX2" } else { "-mavx2" });
            }
            build.files(
                sources.iter().filter(|(name, _)| group_of(name) == group).map(|(_, file)| file),
            );
            objects.extend(build.compile_intermediates());
        }
        let mut library = cc::Build::new();
        library.objects(objects).compile("vrm");
        if target("FAMILY") == "unix" {
            println!("cargo:rustc-link-lib=m");
        }
        // The compiler's own library tells what the processor has. rustc leaves it out.
        if is_x86_64 && is_linux {
            println!("cargo:rustc-link-lib=gcc");
        }
        println!("cargo:include={}", root.join("include").display());
    }
}
