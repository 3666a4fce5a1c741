#!/usr/bin/env python3
"""Checks of the Rust binding.

usage: bindings/rust/check.py PART… [--build FOLDER]

FOLDER is build/release unless told, and has the static libraries. Parts:

  tests     builds the crates against FOLDER, runs their tests, the examples and the programs of docs/guides/rust.md
  misuse    programs that must not compile, each beside one that does (misuse.py)
  lints     clippy (each unsafe block has a SAFETY comment), rustfmt, and documentation without warnings
  features  each set of features compiles, also without the standard library
  memory    the tests under valgrind
  cost      instructions of calls beside those of the same calls in C
  flags     compiles libvrm with the feature `bundled`, compares its compiler flags with those of FOLDER, and runs
            the tests with it
  package   packs both crates with the sources and yyjson, and builds them as cargo would publish them
  bevy      builds examples-bevy, draws Ame on a virtual screen with software rendering, and looks at the picture

A tool that is missing is a failure if the gate runs with CI set, and otherwise a reason to skip: the script prints
it and ends with 77.
"""
import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT / "test/view")]
import misuse  # noqa: E402
import screen  # noqa: E402

OUT = ROOT / "build/rust"
RUSTC = (1, 85)  # the first with edition 2024
CARGO_FOR_PACKAGES = (1, 90)  # the first that verifies crates that need each other
RUSTC_FOR_BEVY = (1, 89)
SAMPLES = ROOT / "samples"
AVATAR = SAMPLES / "character-1.0.vrm"
# Example, arguments, exit code, and its output in examples/expected, which is that of the program in C.
EXAMPLES = [
    ("hello", [AVATAR], 0, "hello.txt"),
    ("play", [AVATAR, SAMPLES / "dance.vrma"], 0, "play.txt"),
    ("check", [AVATAR], 0, "check.txt"),
    ("check", ["nowhere.vrm"], 1, "check-without-a-file.txt"),
    ("migrate", [SAMPLES / "character-0.x.vrm"], 0, "migrate.txt"),
]
# Sets of features that users choose.
FEATURES = [["--no-default-features"], [], ["--features", "experimental"], ["--features", "meshopt"],
            ["--no-default-features", "--features", "author"], ["--features", "author"],
            ["--no-default-features", "--features", "live"], ["--features", "live"]]
NO_REGISTRY = r"failed to download|no matching package named|[Uu]nable to update|Couldn't resolve host"
MOST_INSTRUCTIONS = 8  # that a call may take beyond C: 2 ns at 4 instructions a nanosecond
MOST_NANOSECONDS = 2.0


class Missing(Exception):
    """A tool that is not there."""


class Failed(Exception):
    """A command that failed, with its output."""


def run(command, **more):
    environment = {**os.environ, "CARGO_TARGET_DIR": str(OUT / "target"), "CARGO_TERM_COLOR": "never", **more.pop("env", {})}
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, errors="replace",
                          env=environment, **{"timeout": 3600, **more})


def must(command, **more):
    result = run(command, **more)
    if result.returncode != 0:
        raise Failed(f"{' '.join(map(str, command))}:\n{result.stdout[-2500:]}{result.stderr[-4000:]}")
    return result.stdout


def need(program, package=None):
    if shutil.which(program) is None:
        raise Missing(f"there is no {package or program}")
    return program


def need_rust(tool="rustc", least=RUSTC):
    version = re.search(r"(\d+)\.(\d+)", run([need(tool), "--version"]).stdout)
    if version is None or tuple(map(int, version.groups())) < least:
        raise Missing(f"{tool} is older than {'.'.join(map(str, least))}, or does not run")


def host():
    return re.search(r"host: (\S+)", must(["rustc", "-vV"])).group(1)


def linked(build, others=()):
    """Options that link the static libraries of a build, instead of running libvrm-sys/build.rs. rustc leaves out
    the compiler's own library, which says what the processor has."""
    for name in ("libvrm.a", "libvrm-author.a", "libvrm-live.a"):
        if not (build / "src" / name).is_file():
            sys.exit(f"check.py: the build folder {build} has no src/{name}. Build it first:\n"
                     "  cmake --preset release && cmake --build --preset release")
    libraries = [word[2:] for word in must([need("pkg-config"), "--libs", "yyjson"]).split() if word.startswith("-l")]
    names = ["static=vrm-author", "static=vrm-live", "static=vrm", *libraries, *others, "m", "gcc"]
    key = f"target.{host()}.vrm"
    return ["--config", f"{key}.rustc-link-search={json.dumps([str((build / 'src').resolve())])}",
            "--config", f"{key}.rustc-link-lib={json.dumps(names)}"]


def cargo(build, *words, others=(), **more):
    """Cargo with the libraries of a build. Crates that are not on the machine are fetched, if there is a network."""
    command = ["cargo", words[0], *linked(build, others), "--manifest-path", HERE / "Cargo.toml", "--locked", *words[1:]]
    result = run(command, **more)
    if result.returncode != 0 and re.search(NO_REGISTRY, result.stderr):
        raise Missing("cargo cannot fetch the crate cc; does this machine reach a registry?")
    if result.returncode != 0:
        raise Failed(f"cargo {' '.join(map(str, words))}:\n{result.stdout[-3000:]}{result.stderr[-5000:]}")
    return result.stdout


def binaries(output):
    """The programs of `cargo --message-format=json`, by name."""
    found = {}
    for line in output.splitlines():
        message = json.loads(line) if line.startswith("{") else {}
        if message.get("executable"):
            found[message["target"]["name"]] = Path(message["executable"])
    return found


def passed(output):
    return sum(int(count) for count in re.findall(r"(\d+) passed", output))


# --- Parts ---

def check_drift():
    """RS-001: the generated part is what tools/make/make-rust writes, and it notices a file that is not."""
    must([ROOT / "tools/make/make-rust", "--check"])
    copy = OUT / "drift"
    for part in ("libvrm-sys/src/ffi", "libvrm/src/generated"):
        shutil.copytree(HERE / part, copy / part, dirs_exist_ok=True)
    file = copy / "libvrm-sys/src/ffi/avatar.rs"
    file.write_text(file.read_text(encoding="utf-8").replace("== 40", "== 48", 1) + "\n", encoding="utf-8")
    result = run([ROOT / "tools/make/make-rust", "--check", copy])
    if result.returncode == 0 or "avatar.rs is not what" not in result.stdout:
        raise Failed(f"make-rust --check does not notice a changed file: {result.stdout}")


def check_tests(build):
    """BI-005, RS-002, RS-003, RS-011, RS-012: the crates compile without a warning, and the assertions of sizes and offsets hold; the
    pinned scenes, motions and blends have the hashes of C; the tasks give what they promise."""
    check_drift()
    strict = {"RUSTFLAGS": "-D warnings"}
    output = cargo(build, "test", "-p", "libvrm", "--features", "author,live", "--no-fail-fast", env=strict)
    programs = binaries(cargo(build, "build", "-p", "libvrm", "--features", "author", "--examples",
                              "--message-format=json", env=strict))
    for name, arguments, code, expected in EXAMPLES:
        result = run([programs[name], *arguments])
        text = (ROOT / "examples/expected" / expected).read_text(encoding="utf-8")
        if (result.returncode, result.stdout) != (code, text):
            raise Failed(f"the example {name} ends with {result.returncode} and prints\n{result.stdout}{result.stderr}"
                         f"instead of {code} and\n{text}")
    check_guide(build, strict)
    read = check_meshopt(build, strict)
    return f"{read}; {passed(output)} tests passed, {len(EXAMPLES)} runs of examples print what those in C print"


def check_meshopt(build, strict):
    """GL-048: compressed meshes are read with the feature `meshopt`, and named with a remedy without it. The build
    script finds meshoptimizer by linking it, or prints what to install."""
    folder = compressed(build)
    if folder is None:
        return "no compressed mesh was read, because the build has no meshoptimizer"
    files = {**strict, "VRM_COMPRESSED": str(folder)}
    for features, others in (([], []), (["--features", "meshopt"], ["meshoptimizer"])):
        output = cargo(build, "test", "-p", "libvrm", *features, "--test", "meshopt", others=others, env=files)
        if passed(output) != 1:
            raise Failed(f"tests/meshopt.rs ran {passed(output)} tests:\n{output}")
    script = OUT / "build-script"
    must(["rustc", "--edition", "2024", "--cfg", 'feature="meshopt"', HERE / "libvrm-sys/build.rs", "-o", script],
         env={"CARGO_PKG_VERSION": "0.0.0"})
    own = {"RUSTC": "rustc", "TARGET": host(), "HOST": host(), "OUT_DIR": str(OUT), "PKG_CONFIG": "true",
           **{f"CARGO_PKG_VERSION_{part}": "0" for part in ("MAJOR", "MINOR", "PATCH")}}
    if "cargo:rustc-link-lib=meshoptimizer" not in must([script], env=own):
        raise Failed("the build script does not find meshoptimizer")
    result = run([script], env={**own, "CARGO_ENCODED_RUSTFLAGS": "-Clinker=false"})
    if result.returncode == 0 or "Install meshoptimizer" not in result.stderr:
        raise Failed(f"without meshoptimizer, the build script prints {result.stderr}")
    return "compressed meshes are read"


def compressed(build):
    """A folder with an avatar, with and without compression. None: the build has no meshoptimizer."""
    if not (build / "vrm-optimize").is_file():
        return None
    folder = OUT / "compressed"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    must([build / "vrm", "optimize", "--compress", AVATAR, folder / "small.vrm"])
    must([build / "vrm", "optimize", "--decompress", folder / "small.vrm", folder / "plain.vrm"])
    return folder


def check_guide(build, strict):
    """RS-003: the programs of docs/guides/rust.md are compiled and run."""
    text = (ROOT / "docs/guides/rust.md").read_text(encoding="utf-8")
    programs = [block for block in re.findall(r"```rust\n(.*?)```", text, re.S) if "fn main()" in block]
    outputs = re.findall(r"it prints:\n\n```text\n(.*?)```", text, re.S)
    if not programs or len(programs) != len(outputs):
        raise Failed(f"docs/guides/rust.md has {len(programs)} programs, and {len(outputs)} outputs")
    folder = OUT / "guide"
    (folder / "src").mkdir(parents=True, exist_ok=True)
    (folder / "Cargo.toml").write_text('[workspace]\n[package]\nname = "guide"\nversion = "0.0.0"\nedition = "2024"\n'
                                       f'[dependencies]\nlibvrm = {{ path = "{HERE / "libvrm"}", '
                                       'features = ["live"] }\n', encoding="utf-8")
    shutil.copyfile(HERE / "Cargo.lock", folder / "Cargo.lock")
    for program, output in zip(programs, outputs):
        (folder / "src/main.rs").write_text(program, encoding="utf-8")
        said = must(["cargo", "run", *linked(build), "--quiet", "--offline", "--manifest-path", folder / "Cargo.toml",
                     "--", AVATAR, SAMPLES / "dance.vrma"], env=strict)
        if said != output:
            raise Failed(f"a program of docs/guides/rust.md prints\n{said}instead of\n{output}")


def check_misuse(build):
    """BI-006, RS-004: wrong programs do not compile, for the reason that is expected, and right ones do."""
    output = cargo(build, "build", "-p", "libvrm", "--features", "author,live", "--message-format=json")
    library = next(Path(name) for line in output.splitlines() if line.startswith("{")
                   for message in [json.loads(line)] if message.get("target", {}).get("name") == "libvrm"
                   for name in message.get("filenames", []) if name.endswith(".rlib"))
    folder = OUT / "misuse"
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / "program.rs"
    problems = []
    for what, error, program, wrong, right in misuse.PROGRAMS:
        for text, is_wrong in ((wrong, True), (right, False)):
            source.write_text(misuse.PRELUDE % program.replace("@", text), encoding="utf-8")
            result = run(["rustc", "--edition", "2024", "--crate-type", "lib", "--emit", "metadata", "--extern",
                          f"libvrm={library}", "-L", f"dependency={library.parent / 'deps'}", "-L",
                          f"dependency={library.parent}", source, "-o", folder / "program.rmeta"])
            errors = set(re.findall(r"error\[(E\d+)\]", result.stderr))
            if is_wrong and errors != {error}:
                problems.append(f"{what}: rustc reports {sorted(errors) or 'nothing'} instead of {error}\n{result.stderr}")
            elif not is_wrong and result.returncode != 0:
                problems.append(f"{what}: rustc refuses the right form\n{result.stderr}")
    if problems:
        raise Failed("\n".join(problems))
    return f"{len(misuse.PROGRAMS)} wrong programs do not compile, and their right forms do"


def check_lints(build):
    """RS-005: clippy finds nothing, in particular no unsafe block without a SAFETY comment; the sources are
    formatted; the documentation has no warning."""
    if run(["cargo", "clippy", "--version"]).returncode != 0:
        raise Missing("clippy is not installed")
    cargo(build, "clippy", "--workspace", "--all-targets", "--features", "author,live,meshopt", "--", "-D", "warnings")
    planted_lint(build)
    if run(["cargo", "fmt", "--version"]).returncode != 0:
        raise Missing("rustfmt is not installed")
    for manifest in (HERE / "Cargo.toml", HERE / "examples-bevy/Cargo.toml"):
        must(["cargo", "fmt", "--all", "--check", "--manifest-path", manifest])
    cargo(build, "doc", "--workspace", "--no-deps", "--features", "author,live,meshopt", env={"RUSTDOCFLAGS": "-D warnings"})
    unsafe = sum(len(re.findall(r"\bunsafe \{|\bunsafe impl", path.read_text(encoding="utf-8")))
                 for path in HERE.glob("libvrm*/src/**/*.rs"))
    return f"clippy, rustfmt and rustdoc find nothing; {unsafe} unsafe blocks and impls have a SAFETY comment"


def planted_lint(build):
    """RS-005: clippy sees an unsafe block whose comment was removed."""
    folder = OUT / "planted"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(HERE, folder, ignore=lambda path, names: {"examples-bevy", "target", "tests", "examples", "cost"})
    file = folder / "libvrm/src/report.rs"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("        // SAFETY: the report is alive, or NULL.\n", "", 1), encoding="utf-8")
    manifest = folder / "libvrm/Cargo.toml"
    manifest.write_text(re.sub(r"(?s)\[\[example\]\].*?\n\n", "", manifest.read_text(encoding="utf-8")),
                        encoding="utf-8")
    result = run(["cargo", "clippy", *linked(build), "--offline", "--manifest-path", folder / "Cargo.toml", "-p",
                  "libvrm", "--", "-D", "warnings"])
    if result.returncode == 0 or "undocumented_unsafe_blocks" not in result.stderr:
        raise Failed(f"clippy does not find a SAFETY comment that was removed:\n{result.stderr[-3000:]}")


def check_features(build):
    """BI-005: each set of features compiles without a warning; without `std` nothing uses the standard library."""
    for features in FEATURES:
        cargo(build, "check", "-p", "libvrm", *features, env={"RUSTFLAGS": "-D warnings"})
    for crate in ("libvrm", "libvrm-sys"):  # so that a path of std:: would not compile without the feature
        if "#![no_std]" not in (HERE / crate / "src/lib.rs").read_text(encoding="utf-8"):
            raise Failed(f"{crate} is not no_std")
    return f"{len(FEATURES)} sets of features compile, three of them without the standard library"


def check_memory(build):
    """RS-006: the tests read and write no memory that is not theirs, and leave none behind."""
    need("valgrind")
    programs = binaries(cargo(build, "test", "-p", "libvrm", "--features", "author,live", "--no-run",
                              "--message-format=json"))
    names = ["api", "misuse", "motion", "author", "live"]
    for name in names:
        must(["valgrind", "--quiet", "--error-exitcode=1", "--leak-check=full", "--errors-for-leak-kinds=definite",
              programs[name], "--test-threads=1"])
    return f"{len(names)} test programs under valgrind: no error and no leak"


def check_cost(build):
    """RS-007: a call takes at most eight instructions more than in C, which is 2 ns."""
    need("valgrind"), need("gcc")
    output = cargo(build, "rustc", "-p", "libvrm", "--release", "--features", "experimental", "--lib",
                   "--message-format=json")
    library = next(Path(name) for line in output.splitlines() if line.startswith("{")
                   for message in [json.loads(line)] if message.get("target", {}).get("name") == "libvrm"
                   for name in message.get("filenames", []) if name.endswith(".rlib"))
    source = (build / "src").resolve()
    words = must(["pkg-config", "--libs", "yyjson"]).split()
    programs = {"C": OUT / "cost-c", "Rust": OUT / "cost-rust"}
    must(["gcc", "-O2", f"-I{ROOT / 'include'}", HERE / "cost/cost.c", source / "libvrm.a", *words, "-lm", "-o",
          programs["C"]])
    arguments = [word for library_ in [source / "libvrm.a", *words, "-lm", "-lgcc"]
                 for word in ("-C", f"link-arg={library_}")]
    must(["rustc", "--edition", "2024", "-O", "--extern", f"libvrm={library}", "-L",
          f"dependency={library.parent / 'deps'}", HERE / "cost/cost.rs", *arguments, "-o", programs["Rust"]])
    lines, wrong = [], []
    for call, count in (("number", 10000), ("vector", 10000), ("index", 10000), ("slice", 10000), ("update", 20)):
        cost = {name: instructions(program, call, count) for name, program in programs.items()}
        times = {name: min(nanoseconds(program, call, 200 * count) for _ in range(5))
                 for name, program in programs.items()}
        more, late = cost["Rust"] - cost["C"], times["Rust"] - times["C"]
        lines.append(f"{call}: C {cost['C']:.1f} instructions and {times['C']:.2f} ns, Rust {cost['Rust']:.1f} and "
                     f"{times['Rust']:.2f} ns")
        if more > MOST_INSTRUCTIONS:
            wrong.append(f"{call}: {more:.1f} instructions more, {late:.2f} ns")
    print("\n".join(lines))
    if wrong:
        raise Failed("\n".join(wrong))
    return f"a call takes at most {MOST_INSTRUCTIONS} instructions more than in C"


def instructions(program, call, count):
    """Of one call: the difference between two runs."""
    totals = []
    for times in (count, 2 * count):
        result = run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, AVATAR, call, times])
        totals.append(int(re.search(r"Collected : (\d+)", result.stderr).group(1)))
    return (totals[1] - totals[0]) / count


def nanoseconds(program, call, count):
    return float(must([program, AVATAR, call, count]).split()[0])


# Flags that only one of the two has, with the reason.
ONLY_CMAKE = {
    "-D_FORTIFY_SOURCE=2": "cargo's users set it in CFLAGS, as distributions do",
    "-fPIC": "cc decides by the target",
    "-fPIE": "likewise",
}
ONLY_CARGO = {
    "-fPIC": "cc decides by the target",
    "-fno-omit-frame-pointer": "cc keeps frame pointers in builds that are not optimized",
    "-mno-omit-leaf-frame-pointer": "likewise",
    "-m64": "cc names the target's width, which is gcc's default",
    "-march=x86-64": "cc names the baseline of rustc's target, which is gcc's default",
}


def compiled(arguments):
    """(source, flags that change code or what is compiled) of a compiler's arguments."""
    flags = {word for word in arguments if re.match(r"-([fmDO]|std=)", word) and not word.startswith(
        ("-MF", "-fdiagnostics", "-DVRM_SHARED"))}
    for index, word in enumerate(arguments[:-1]):
        if word == "-D":
            flags.add("-D" + arguments[index + 1])
    sources = [Path(word) for word in arguments if word.endswith(".c") and not word.startswith("-")]
    return (sources[0].resolve() if sources else None), {flag.replace("=1", "") if flag.startswith("-D") and
                                                         flag.endswith("=1") else flag for flag in flags}


def check_flags(build):
    """RS-008: with `bundled`, each source of libvrm is compiled with the flags of CMake, and the tests pass."""
    database = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    of_cmake = {}
    for entry in database:
        if re.search(r"CMakeFiles/vrm(-author|-live)?-static\.dir", entry.get("output", entry["command"])):
            source, flags = compiled(shlex.split(entry["command"]))
            of_cmake[source] = flags - ONLY_CMAKE.keys()
    log = OUT / "compiler.log"
    recorder = OUT / "recorder"
    OUT.mkdir(parents=True, exist_ok=True)
    log.unlink(missing_ok=True)
    compiler = "ccache gcc" if shutil.which("ccache") else need("gcc")
    # Each command is one write, because cargo compiles several sources at a time.
    recorder.write_text(f"#!/bin/sh\n(IFS=$(printf '\\037'); printf '%s\\n' \"$*\" >>{log})\nexec {compiler} \"$@\"\n",
                        encoding="utf-8")
    recorder.chmod(0o755)
    target = OUT / "bundled"
    shutil.rmtree(target, ignore_errors=True)
    result = run(["cargo", "test", "--manifest-path", HERE / "Cargo.toml", "--locked", "-p", "libvrm", "--features",
                  "author,live,bundled"], env={"CC": str(recorder), "CARGO_TARGET_DIR": str(target)})
    if result.returncode != 0:
        raise Failed(result.stdout[-3000:] + result.stderr[-4000:])
    of_cargo = {}
    for line in log.read_text(encoding="utf-8", errors="replace").splitlines():
        source, flags = compiled(line.split("\037"))
        if source is not None and source.is_relative_to(ROOT / "src"):
            of_cargo[source] = flags - ONLY_CARGO.keys()
    problems = []
    for source in sorted(of_cmake.keys() | of_cargo.keys()):
        cmake, own = of_cmake.get(source), of_cargo.get(source)
        if cmake is None or own is None:
            problems.append(f"{source.relative_to(ROOT)} is compiled by {'cargo' if cmake is None else 'CMake'} alone")
        elif cmake != own:
            problems.append(f"{source.relative_to(ROOT)}: CMake alone has {sorted(cmake - own)}, cargo alone "
                            f"{sorted(own - cmake)}")
    if problems or not of_cargo:
        raise Failed("\n".join(problems[:20]) or "no compiler command was seen")
    return f"{len(of_cargo)} sources have the flags of CMake; {passed(result.stdout)} tests passed with them"


def check_package(build):
    """RS-009: both crates can be published: each is built from its archive alone, and a program with them brings
    yyjson along, and the decoder of compressed meshes with the feature `meshopt`."""
    need_rust("cargo", CARGO_FOR_PACKAGES)
    print(must([HERE / "package", "--verify"]).strip())
    archives = OUT / "package/target/package"
    folder = OUT / "unpacked"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for crate in sorted(archives.glob("*.crate")):
        must(["tar", "-xf", crate, "-C", folder])
    crates = {path.name.rpartition("-")[0]: path for path in folder.iterdir()}
    own = {"CARGO_TARGET_DIR": str(folder / "target")}
    patch = ["--config", f"patch.crates-io.libvrm-sys.path={json.dumps(str(crates['libvrm-sys']))}"]
    said = must(["cargo", *patch, "run", "--quiet", "--example", "hello", "--features", "bundled", "--", AVATAR],
                cwd=crates["libvrm"], env=own)
    if said != (ROOT / "examples/expected/hello.txt").read_text(encoding="utf-8"):
        raise Failed(f"the packed example hello prints {said}")
    if "yyjson" in must(["ldd", folder / "target/debug/examples/hello"]):
        raise Failed("the packed example links the system's yyjson")
    files = compressed(build)
    if files is not None:
        output = must(["cargo", *patch, "test", "--test", "meshopt", "--features", "bundled,meshopt"],
                      cwd=crates["libvrm"], env={**own, "VRM_COMPRESSED": str(files)})
        if passed(output) != 1:
            raise Failed(f"tests/meshopt.rs of the packed crate:\n{output}")
        program = max((folder / "target/debug/deps").glob("meshopt-*[0-9a-f]"), key=lambda path: path.stat().st_mtime)
        if re.search("meshoptimizer|stdc", must(["ldd", program])):
            raise Failed("the packed crate links the system's meshoptimizer, or the C++ library")
    return "both archives were built by themselves, and the example hello of the packed crate runs"


def check_bevy(build):
    """RS-010: Bevy shows Ame, textured and posed, on a virtual screen."""
    need_rust(least=RUSTC_FOR_BEVY)
    need("Xvfb")
    if not list(Path("/usr/share/vulkan/icd.d").glob("lvp_icd*.json")):
        raise Missing("there is no software rendering for Vulkan (mesa-vulkan-drivers)")
    manifest = HERE / "examples-bevy/Cargo.toml"
    picture = OUT / "bevy.png"
    OUT.mkdir(parents=True, exist_ok=True)
    picture.unlink(missing_ok=True)
    target = {"CARGO_TARGET_DIR": str(ROOT / "build/bevy")}
    must(["cargo", "build", *linked(build), "--manifest-path", manifest, "--locked"], env=target, timeout=4 * 3600)
    display = screen.Screen()
    try:
        must([ROOT / "build/bevy/debug/examples-bevy", AVATAR, SAMPLES / "dance.vrma", "--picture", picture], timeout=1800,
             env={"DISPLAY": display.environment["DISPLAY"], "WGPU_BACKEND": "vulkan"})
    finally:
        display.close()
    return look_at(picture)


def look_at(picture):
    """The picture has an avatar in its middle, in many colors, and the background at its edges."""
    seen = screen.read_png(picture)
    background = seen.rgb[:3]
    pixels = [seen.rgb[at:at + 3] for at in range(0, len(seen.rgb), 3)]
    share = sum(pixel != background for pixel in pixels) / len(pixels)
    colors = {tuple(part // 32 for part in pixel) for pixel in set(pixels)}
    edges = {pixels[row * seen.width + x] for row in range(seen.height) for x in (0, seen.width - 1)}
    if not 0.05 < share < 0.7 or len(colors) < 20 or edges != {background}:
        raise Failed(f"{picture}: {share:.0%} of it is no background, in {len(colors)} colors")
    return f"{picture.relative_to(ROOT)}: {seen.width} x {seen.height}, {share:.0%} avatar, {len(colors)} colors"


PARTS = {"tests": check_tests, "misuse": check_misuse, "lints": check_lints, "features": check_features,
         "memory": check_memory, "cost": check_cost, "flags": check_flags, "package": check_package, "bevy": check_bevy}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="+", choices=PARTS, metavar="PART")
    parser.add_argument("--build", type=Path, default=ROOT / "build/release")
    options = parser.parse_args()
    is_ci = os.environ.get("VRM_IS_CI") == "true"  # .ci/run sets CI for its steps in any case
    try:
        need_rust()
        need("cargo")
        for part in options.parts:
            print(f"{part}: {PARTS[part](options.build)}", flush=True)
    except Missing as missing:
        print(f"{'missing' if is_ci else 'skip'}: {missing}; .ci/setup --full installs it")
        return 1 if is_ci else 77
    except Failed as failed:
        print(f"Rust: {failed}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
