"""Tests of the layers that are generated from api.json: they compile, run, and refuse misuse.

usage: check_bindings.py cpp|rust BUILD

BUILD is a build folder with the static library. A compiler that is missing is a failure if the
variable CI is set, and else a reason to skip: the script prints it and ends with 77.
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
CPP_GOOD = "vrm::model_ref make(); int main() { return make().gltf().node_count != 0; }"


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
        sys.exit(f"check_bindings: the build folder {build} has no src/libvrm.a. Build it first:\n  cmake --preset release "
                 "&& cmake --build --preset release")
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
    return problems


LANGUAGES = {"cpp": check_cpp}


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in LANGUAGES:
        sys.exit(__doc__)
    try:
        problems = LANGUAGES[sys.argv[1]](Path(sys.argv[2]))
    except Missing as missing:
        print(f"skip: {missing}")
        return 1 if os.environ.get("CI") else 77
    print("\n".join(problems)[:4000] if problems else f"{sys.argv[1]}: the generated layer compiles, runs and refuses misuse")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
