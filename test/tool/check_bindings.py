"""Tests of the layers that are generated from api.json: they compile, run, and refuse misuse.

usage: check_bindings.py cpp|rust BUILD

BUILD is a build folder with the static library. A compiler that is missing is a failure if the
gate runs with CI set, and else a reason to skip: the script prints it and ends with 77.
"""
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = [ROOT / "samples/character-1.0.vrm", ROOT / "samples/walk.vrma"]
CPP_FLAGS = ["-std=c++17", "-Wall", "-Wextra", "-Werror", "-fno-exceptions", "-fno-rtti", "-O1",
             f"-I{ROOT / 'include'}", f"-I{ROOT / 'render/include'}"]
# Programs that must not compile, and what the compiler says.
CPP_MISUSE = [
    ("vrm::model make(); int main() { return make().gltf().node_count; }", "the object would be gone: name it first"),
    ("void use(vrm::avatar &a) { a.set_bone_rotation(vrm::preset::happy, {0, 0, 0, 1}); } int main() {}", "preset"),
    ("void use(vrm::model &m) { vrm::model copy = m; } int main() {}", "delete"),
    ("void use(vrm::avatar &a) { a.frame().node_count = 1; } int main() {}", "read-only|const-qualified"),
]
# What an engine does in a frame, with the layer and without it.
CPP_SAME = """#include <vrm.hpp>
extern "C" float layer(vrm::avatar &avatar, float dt, std::size_t node) {
    avatar.update(dt);
    return vrm::views::world(avatar.frame())[node].m[14];
}
extern "C" float plain(vrm_avatar *&avatar, float dt, std::size_t node) {
    vrm_avatar_update(avatar, dt);
    return vrm_avatar_frame(avatar)->world[node].m[14];
}
"""
CPP_GOOD = "vrm::model_ref make(); int main() { return make().gltf().node_count != 0; }"

RUSTC = (1, 85)  # the first with edition 2024
RUST = ["rustc", "--edition", "2024", "-C", "debuginfo=0"]
RUST_MISUSE = [
    ("fn f(a: &mut Avatar) { let frame = a.frame(); let world = frame.world(); a.update(0.0); world.len(); }", "E0502"),
    ("fn f(a: &mut Avatar) { let world = a.frame().world(); a.update(0.0); world.len(); }", "E0502"),
    ("fn f(a: &mut Avatar) { let n = a.frame().world().len(); a.update(0.0); }", None),
    ("fn f(a: &mut Avatar) { let l = a.locals(); a.frame(); l.len(); }", "E0502"),
    ("fn f() -> Model<'static> { let b = vec![0u8]; Model::load(&b).unwrap().value }", "E0515"),
    ("fn f(b: Vec<u8>) { let a = Avatar::create(&Model::load(&b).unwrap().value); drop(b); drop(a); }", "E0505"),
    ("fn f(a: &Avatar) { std::thread::scope(|s| { s.spawn(|| a.save_size()); }); }", "E0277"),
    ("fn f(a: &mut Avatar) { a.set_bone_rotation(ffi::vrm_preset::HAPPY, &unsafe { std::mem::zeroed() }); }", "E0308"),
    ("fn f(m: &Model) { Model::load_with(&[], None); }", "E0133"),
]


class Missing(Exception):
    """A tool that is not there."""


def run(command, **more):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=600, **more)


def need(program):
    if shutil.which(program) is None:
        raise Missing(f"there is no {program}")
    return program


def libraries_of(build):
    """What a program links: libvrm.a and what it needs."""
    library = build / "src/libvrm.a"
    if not library.is_file():
        sys.exit(f"check_bindings: the build folder {build} has no src/libvrm.a. Build it first:\n"
                 "  cmake --preset release && cmake --build --preset release")
    return [library.resolve(), *run([need("pkg-config"), "--libs", "yyjson"]).stdout.split(), "-lm"]


def runs(program):
    result = run([program, *SAMPLES])
    return [] if result.returncode == 0 else [f"{program.name}: {result.stdout}{result.stderr}"]


def cpp_is_lean(folder):
    """BI-003: the header has at most 2,000 lines, and needs neither <string> nor <vector>."""
    text = (folder / "vrm.hpp").read_text(encoding="utf-8")
    problems = []
    if text.count("\n") > 2000:
        problems.append(f"vrm.hpp has {text.count(chr(10))} lines, which is more than 2,000")
    problems += [f"vrm.hpp includes {name}" for name in ("<string>", "<vector>") if f"#include {name}" in text]
    return problems


def cpp_compiles_and_runs(compiler, folder, libraries):
    """BI-003: all of it compiles without a warning, without exceptions and RTTI; sizes and offsets are those of
    api.json; a program loads an avatar, updates it and reads its matrices."""
    program = folder / f"layer-{Path(compiler).name}"
    result = run([compiler, *CPP_FLAGS, f"-I{folder}", ROOT / "test/bindings/layer.cpp", *libraries, "-o", program])
    if result.returncode != 0:
        return [f"{compiler} refuses the layer:\n{result.stdout}{result.stderr}"]
    return runs(program)


def cpp_is_whole(compiler, folder):
    """BI-003: every function of every class compiles, also those that nothing calls."""
    api = json.loads((ROOT / "api.json").read_text(encoding="utf-8"))
    names = [opaque["name"] for header in api["headers"] for opaque in header["opaque_types"]]
    source = ['#include "vrm.hpp"', '#include "vrm_author.hpp"', '#include "vrm_render.hpp"']
    source += [f"template class vrm::basic_{name[4:]}<vrm::borrowed<{name}>>;" for name in names]
    result = run([compiler, *CPP_FLAGS, f"-I{folder}", "-fsyntax-only", "-xc++", "-"], input="\n".join(source) + "\n")
    return [] if result.returncode == 0 else [f"{compiler} refuses a class:\n{result.stderr}"]


def cpp_costs_nothing(compiler, folder):
    """BI-003: the instructions are those of the same calls of C."""
    result = run([compiler, *CPP_FLAGS, "-O2", f"-I{folder}", "-S", "-xc++", "-", "-o", "-"], input=CPP_SAME)
    bodies = [re.findall(r"^\t([a-z].*)", body, re.M) for body in
              re.findall(r"^(?:layer|plain):(.*?)\.cfi_endproc", result.stdout, re.M | re.S)]
    if len(bodies) != 2 or not bodies[0]:
        return [f"{compiler}: the functions cannot be compared:\n{result.stderr}"]
    if bodies[0] != bodies[1]:
        return [f"{compiler}: {len(bodies[0])} instructions with the layer, {len(bodies[1])} without it, or others"]
    return []


def cpp_refuses_misuse(compiler, folder):
    """BI-004: what would outlive its owner does not compile, nor does a constant of another enumeration."""
    problems = []
    for text, words in [*CPP_MISUSE, (CPP_GOOD, None), ("#define VRM_STABLE_ONLY\n", None)]:
        before = text if text.startswith("#") else ""
        source = f'{before}#include "vrm.hpp"\n{"int main() {}" if before else text}\n'
        result = run([compiler, *CPP_FLAGS, f"-I{folder}", "-fsyntax-only", "-xc++", "-"], input=source)
        if words is None and result.returncode != 0:
            problems.append(f"{compiler} refuses what is right:\n{text}\n{result.stderr}")
        elif words is not None and (result.returncode == 0 or not re.search(words, result.stderr)):
            problems.append(f"{compiler} does not refuse, or not for '{words}':\n{text}\n{result.stderr}")
    return problems


def check_cpp(build):
    libraries, folder = libraries_of(build), build / "bindings/cpp"
    result = run([ROOT / "tools/make/make-cpp", folder])
    if result.returncode != 0:
        return [result.stdout + result.stderr]
    problems = cpp_is_lean(folder)
    for compiler in (need("g++"), need("clang++")):
        problems += cpp_compiles_and_runs(compiler, folder, libraries)
        problems += cpp_is_whole(compiler, folder) + cpp_refuses_misuse(compiler, folder)
        problems += cpp_costs_nothing(compiler, folder)
    return problems


def need_rustc():
    version = re.search(r"(\d+)\.(\d+)", run([need("rustc"), "--version"]).stdout)
    if version is None or tuple(map(int, version.groups())) < RUSTC:
        raise Missing(f"rustc is older than {'.'.join(map(str, RUSTC))}, or does not run")


def rust_compiles_and_runs(folder, libraries):
    """BI-005: it compiles without a warning; sizes and offsets are those of api.json; a program loads an avatar,
    updates it and reads its matrices."""
    result = run([*RUST, "--crate-type", "rlib", "--crate-name", "vrm", folder / "lib.rs", "-o",
                  folder / "libvrm.rlib"])
    if result.returncode != 0:
        return [f"rustc refuses the layer:\n{result.stderr}"]
    program = folder / "layer"
    # rustc leaves out the compiler's own library, which says what the processor has.
    linked = [word for library in [*libraries, "-lgcc"] for word in ("-C", f"link-arg={library}")]
    result = run([*RUST, "--extern", f"vrm={folder / 'libvrm.rlib'}", ROOT / "test/bindings/layer.rs", *linked, "-o",
                  program])
    return runs(program) if result.returncode == 0 else [f"rustc refuses the program:\n{result.stderr}"]


def rust_refuses_misuse(folder):
    """BI-006: a kept slice stops an update at compile time, and a model does not outlive its bytes."""
    problems = []
    for text, words in RUST_MISUSE:
        source = folder / "misuse.rs"
        source.write_text(f"#![allow(unused)]\nuse vrm::*;\n{text}\n", encoding="utf-8")
        result = run([*RUST, "--crate-type", "lib", "--emit", "metadata", "--extern", f"vrm={folder / 'libvrm.rlib'}",
                      source, "-o", folder / "misuse.rmeta"])
        if words is None and result.returncode != 0:
            problems.append(f"rustc refuses what is right:\n{text}\n{result.stderr}")
        elif words is not None and (result.returncode == 0 or words not in result.stderr):
            problems.append(f"rustc does not refuse, or not for {words}:\n{text}\n{result.stderr}")
    return problems


def check_rust(build):
    need_rustc()
    libraries, folder = libraries_of(build), build / "bindings/rust"
    result = run([ROOT / "tools/make/make-rust", folder])
    if result.returncode != 0:
        return [result.stdout + result.stderr]
    return rust_compiles_and_runs(folder, libraries) or rust_refuses_misuse(folder)


LANGUAGES = {"cpp": check_cpp, "rust": check_rust}


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in LANGUAGES:
        sys.exit(__doc__)
    try:
        problems = LANGUAGES[sys.argv[1]](Path(sys.argv[2]))
    except Missing as missing:
        is_ci = os.environ.get("VRM_IS_CI") == "true"  # .ci/run sets CI for its steps in any case
        print(f"{'missing' if is_ci else 'skip'}: {missing}; .ci/setup --full installs it")
        return 1 if is_ci else 77
    good = f"{sys.argv[1]}: the generated layer compiles, runs and refuses misuse"
    print("\n".join(problems)[:4000] if problems else good)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
