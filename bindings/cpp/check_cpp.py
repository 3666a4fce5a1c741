#!/usr/bin/env python3
"""Checks the C++ headers with gcc and clang.

usage: bindings/cpp/check_cpp.py [--each] [BUILD [CHECK…]]      BUILD is build/release unless told

  drift      the headers are what tools/make/make-cpp writes from api.json, in at most 2,600 lines, and include
             nothing of the C++ library
  layout     sizes, offsets and constants are those of api.json
  warnings   no compiler warns, as C++17, C++20 and C++23, without exceptions and RTTI
  use        use.cpp and other.cpp run, with sanitizers; with exceptions too
  misuse     each fault of misuse.cpp is refused, with its message; without them it compiles
  cost       functions of cost.cpp have the instructions of the same functions in C
  same-bits  the scenes of test/same_bits have their pinned hashes if each call goes through C++

Without names, all of them run. --each compiles each fault of misuse.cpp alone. A compiler that is missing is a
failure if the gate runs with CI set, and else a reason to skip, which ends with 77.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tools"))
from friendly import answer_help, need_file

MOST_LINES = 2600
COMPILERS = ["g++", "clang++"]
INCLUDES = [f"-I{ROOT / 'include'}", f"-I{ROOT / 'render/include'}"]
STRICT = ["-Wall", "-Wextra", "-Werror"]
SAMPLES = [ROOT / "samples/character-1.0.vrm", ROOT / "samples/walk.vrma"]
ALL_HEADERS = "#define VRM_EXPERIMENTAL\n#include <vrm/author.hpp>\n#include <vrm/live.hpp>\n#include <vrm/render.hpp>\n"
# All that has to do with the language. clang's others speak of C++98, of padding, and of classes that are in headers
# alone.
EVERY_WARNING = {
    "g++": ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", "-Wshadow", "-Wold-style-cast",
            "-Wuseless-cast", "-Wzero-as-null-pointer-constant", "-Wextra-semi", "-Wnon-virtual-dtor",
            "-Woverloaded-virtual", "-Wcast-align", "-Wcast-qual", "-Wduplicated-cond", "-Wlogical-op",
            "-Wnull-dereference", "-Wdouble-promotion", "-Wformat=2", "-Wredundant-decls", "-Wundef", "-Wfloat-equal",
            "-Wswitch-enum", "-Wmissing-declarations", "-Weffc++", "-Wctor-dtor-privacy", "-Wnoexcept",
            "-Wstrict-null-sentinel", "-Wsuggest-override", "-Wredundant-tags", "-Wmismatched-tags",
            "-Wcomma-subscript", "-Wvolatile", "-Wdeprecated-copy-dtor", "-Wconditionally-supported"],
    "clang++": ["-Weverything", "-Wno-c++98-compat", "-Wno-c++98-compat-pedantic", "-Wno-padded",
                "-Wno-weak-vtables"],
}
STANDARDS = {"g++": ["c++17", "c++20", "c++23"], "clang++": ["c++17", "c++20", "c++2b"]}
# What a function in C++ may have more than in C. A result is in memory, because functions of C fill it: its code is
# written there, and read again if it is looked at after another call.
MORE_INSTRUCTIONS = {"create": 1, "load": 2}


class Missing(Exception):
    """A tool that is not there."""


def run(command, **more):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=600, **more)


def libraries_of(build):
    libraries = [build / f"src/lib{name}.a" for name in ("vrm-author", "vrm-live", "vrm")]
    for library in libraries:
        need_file(library, f"cmake --build {build} --target vrm-static vrm-author-static vrm-live-static")
    return [*libraries, *run(["pkg-config", "--libs", "yyjson"]).stdout.split(), "-lm"]


def together(tasks):
    """What functions report that run side by side."""
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        return [line for lines in pool.map(lambda task: task(), tasks) for line in lines]


def compile_text(compiler, standard, text, options):
    return run([compiler, f"-std={standard}", *options, *INCLUDES, "-fsyntax-only", "-xc++", "-"], input=text)


# --- Checks ---

def check_drift(_build, _folder):
    """BI-003: the headers are those of api.json, short, and need no header of the C++ library."""
    result = run([ROOT / "tools/make/make-cpp", "--check"])
    problems = [] if result.returncode == 0 else [result.stdout + result.stderr]
    headers = [*(ROOT / "include/vrm").rglob("*.hpp"), *(ROOT / "render/include/vrm").rglob("*.hpp")]
    count = sum(header.read_text(encoding="utf-8").count("\n") for header in headers)
    if count > MOST_LINES:
        problems.append(f"the C++ headers have {count} lines: more than {MOST_LINES}")
    for compiler in COMPILERS:
        result = run([compiler, "-std=c++17", *INCLUDES, "-M", "-xc++", "-"], input=ALL_HEADERS)
        found = re.findall(r"\S*/c\+\+/\S+", result.stdout)
        if result.returncode != 0 or found:
            problems.append(f"{compiler}: the C++ headers include {' '.join(found) or result.stderr}")
    print(f"drift: {len(headers)} headers, {count} lines, no header of the C++ library")
    return problems


def check_layout(_build, folder):
    """BI-003: sizes, offsets and constants are those of api.json."""
    text = (folder / "cpp_layout.cpp").read_text(encoding="utf-8")

    def compiled(compiler):
        result = compile_text(compiler, "c++17", text, STRICT)
        return [] if result.returncode == 0 else [f"{compiler}, layout: {result.stderr}"]

    print(f"layout: {text.count('static_assert')} assertions, {text.count('offsetof')} of them of offsets")
    return together([lambda c=c: compiled(c) for c in COMPILERS])


def check_warnings(_build, _folder):
    """BI-003: no compiler warns, in no version of C++, without exceptions and RTTI."""
    def compiled(compiler, standard, quiet):
        text = ("#define VRM_EXCEPTIONS\n" if quiet == [] else "") + ALL_HEADERS + "int main() {}\n"
        result = compile_text(compiler, standard, text, [*EVERY_WARNING[compiler], *quiet])
        # The headers of C have their own checks, and no code of theirs is silenced here.
        ours = [line for line in result.stderr.splitlines() if re.search(r"\.hpp:\d+:\d+: (warning|error)", line)]
        if result.returncode != 0 and not ours:
            ours = [result.stderr]
        return [f"{compiler} {standard}: {line}" for line in ours]

    lean = ["-fno-exceptions", "-fno-rtti"]
    tasks = [lambda c=c, s=s, q=q: compiled(c, s, q) for c in COMPILERS for s in STANDARDS[c] for q in (lean, [])]
    problems = together(tasks)
    print(f"warnings: {len(tasks)} compilations, {len(problems)} warnings")
    return problems


def check_use(build, folder):
    """BI-009: objects have one owner, and sources that differ in their macros are one program."""
    libraries = libraries_of(build)
    sanitized = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]

    def built_and_run(compiler, standard, options):
        program = folder / f"use-{compiler}-{standard}-{len(options)}"
        result = run([compiler, f"-std={standard}", *STRICT, "-Wpedantic", "-Wconversion", *options, *INCLUDES,
                      HERE / "use.cpp", HERE / "other.cpp", *libraries, "-o", program])
        if result.returncode == 0:
            result = run([program, *SAMPLES])
        return [] if result.returncode == 0 else [f"{compiler} {standard} {' '.join(options)}: {result.stdout}"
                                                  f"{result.stderr}"]

    cases = [("g++", "c++17", ["-fno-exceptions", "-fno-rtti", "-O2"]),
             ("g++", "c++20", ["-DVRM_EXCEPTIONS", *sanitized]),
             ("clang++", "c++20", ["-DVRM_EXCEPTIONS", *sanitized])]
    print(f"use: {len(cases)} programs")
    return together([lambda case=case: built_and_run(*case) for case in cases])


def faults():
    """(number, first line, last line, {compiler: expression}) of misuse.cpp."""
    lines = (HERE / "misuse.cpp").read_text(encoding="utf-8").splitlines()
    starts = [i for i, line in enumerate(lines) if re.match(r"// \d+: ", line)] + [len(lines)]
    for start, end in zip(starts, starts[1:]):
        comment = " ".join(line[3:] for line in lines[start:end] if line.startswith("// "))
        words = {m[1]: m[2] for m in re.finditer(r"(gcc|clang): (.*?)(?= clang: |$)", comment)}
        yield int(re.match(r"// (\d+)", lines[start])[1]), start + 1, end, words


def check_misuse(_build, _folder, each=False):
    """BI-004: each fault is refused, for its reason."""
    entries = list(faults())

    def compiled(compiler, number):
        limit = "-fmax-errors=0" if compiler == "g++" else "-ferror-limit=0"
        return run([compiler, "-std=c++17", *STRICT, limit, f"-DFAULT={number}", *INCLUDES, "-fsyntax-only",
                    HERE / "misuse.cpp"])

    def refused(compiler, entry, result):
        number, first, last, words = entry
        # An error of a template names the place in the lines before.
        blocks = re.split(r"^(?=\S+:\d+:\d+: error)", result.stderr, flags=re.M)
        before = ["\n".join(line for line in block.splitlines()[-4:] if "required from" in line) for block in blocks]
        mine = [block for context, block in zip(["", *before], blocks) if any(
            first <= int(line) <= last for line in re.findall(r"misuse\.cpp:(\d+):", context + block))]
        expression = words["gcc" if compiler == "g++" else "clang"]
        if result.returncode != 0 and any("error" in block and re.search(expression, block, re.S) for block in mine):
            return []
        return [f"{compiler} does not refuse fault {number}, or not for '{expression}':\n" + "\n".join(mine)]

    def all_of(compiler):
        good = compiled(compiler, 0)
        problems = [] if good.returncode == 0 else [f"{compiler} refuses what is right:\n{good.stderr}"]
        result = compiled(compiler, -1)
        return problems + [line for entry in entries for line in refused(compiler, entry, result)]

    tasks = [lambda c=c: all_of(c) for c in COMPILERS]
    if each:
        tasks += [lambda c=c, e=e: refused(c, e, compiled(c, e[0])) for c in COMPILERS for e in entries]
    print(f"misuse: {len(entries)} faults" + (", each alone too" if each else ""))
    return together(tasks)


def check_cost(_build, _folder):
    """BI-007: the functions have the instructions of the same functions in C."""
    def instructions(compiler, standard):
        result = run([compiler, f"-std={standard}", "-O2", "-S", "-fno-exceptions", "-fno-rtti", "-fcf-protection=none",
                      *INCLUDES, HERE / "cost.cpp", "-o", "-"])
        return {m[1]: [line for line in re.findall(r"^\t([a-z]\S*)", m[2], re.M)]
                for m in re.finditer(r"^((?:layer|plain)_\w+):(.*?)\.cfi_endproc", result.stdout, re.M | re.S)}

    def compared(compiler, standard):
        found = instructions(compiler, standard)
        names = sorted({name.partition("_")[2] for name in found})
        if len(names) < 9:
            return [f"{compiler} {standard}: there are {len(names)} functions to compare"]
        counts, problems = [], []
        for name in names:
            layer, plain = found[f"layer_{name}"], found[f"plain_{name}"]
            calls = [sum(word.startswith("call") for word in code) for code in (layer, plain)]
            counts.append(f"{name} {len(layer)}/{len(plain)}")
            if len(layer) - len(plain) > MORE_INSTRUCTIONS.get(name, 0) or calls[0] > calls[1]:
                problems.append(f"{compiler} {standard}: {name} has {len(layer)} instructions and {calls[0]} calls in "
                                f"C++, {len(plain)} and {calls[1]} in C")
        print(f"cost, {compiler} {standard}, instructions in C++/C: {', '.join(counts)}")
        return problems

    return together([lambda c=c, s=s: compared(c, s) for c in COMPILERS for s in ("c++17", "c++20")])


def check_same_bits(build, folder):
    """BI-008: the pinned hashes hold if each call goes through C++."""
    libraries = libraries_of(build)
    lanes = sorted(build.glob("src/CMakeFiles/vrm-plain-lanes.dir/avatar/spring/*.o"))
    if not lanes:
        sys.exit(f"check_cpp: {build} has no objects of plain lanes: cmake --build {build} --target vrm-plain-lanes")
    compiler = [*(["ccache"] if shutil.which("ccache") else []), "cc", "-std=c17", "-O1", "-ffp-contract=off",
                "-DVRM_TEST_SAME_BITS_ALONE", "-DVRM_TEST_THREADS", f'-DVRM_TEST_ROOT="{ROOT}"', "-include",
                folder / "cpp_through.h", *(f"-I{ROOT / part}" for part in ("test", "src", ".", "include")), "-c"]
    names = ["main", "same_bits/same_bits_test", "same_bits/scenes", "same_bits/threads_test", "support/fixture",
             "support/lanes", "support/workers"]
    through = folder / "through.o"
    commands = [["g++", "-std=c++17", "-O1", *STRICT, *INCLUDES, "-c", folder / "cpp_through.cpp", "-o", through]]
    objects = [folder / f"{Path(name).name}.o" for name in names]
    commands += [[*compiler, ROOT / f"test/{name}.c", "-o", out] for name, out in zip(names, objects)]

    def compiled(command):
        result = run(command)
        return [] if result.returncode == 0 else [result.stderr]

    problems = together([lambda command=command: compiled(command) for command in commands])
    if problems:
        return problems
    program = folder / "same-bits"
    result = run(["g++", *objects, through, *lanes, *libraries, "-lpthread", "-o", program])
    if result.returncode != 0:
        return [result.stderr]
    calls = set(re.findall(r" U (through_vrm_\w+)", run(["nm", "-u", *objects]).stdout))
    result = run([program, "same_bits", "threads", "--data", f"samples={ROOT / 'samples'}"])
    last = (result.stdout.splitlines() or [""])[-1]
    print(f"same-bits: {len(calls)} functions of C++ called; {last}")
    if result.returncode != 0 or not re.match(r"1\d passed, 0 failed", last) or len(calls) < 40:
        return [f"the scenes differ, or hardly anything was called: {result.stdout}{result.stderr}"]
    return []


CHECKS = {"drift": check_drift, "layout": check_layout, "warnings": check_warnings, "misuse": check_misuse,
          "cost": check_cost, "use": check_use, "same-bits": check_same_bits}


def main():
    answer_help(__doc__)
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--each", action="store_true")
    parser.add_argument("build", nargs="?", type=Path, default=ROOT / "build/release")
    parser.add_argument("checks", nargs="*")
    options = parser.parse_args()
    unknown = set(options.checks) - set(CHECKS)
    if unknown:
        sys.exit(f"check_cpp: there is no check {' '.join(sorted(unknown))}; there are {', '.join(CHECKS)}")
    missing = [program for program in (*COMPILERS, "pkg-config") if shutil.which(program) is None]
    if missing:
        is_ci = os.environ.get("VRM_IS_CI") == "true"  # .ci/run sets CI for its steps in any case
        print(f"{'missing' if is_ci else 'skip'}: {' '.join(missing)}; .ci/setup --full installs it")
        return 1 if is_ci else 77
    problems = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        result = run([ROOT / "tools/make/make-cpp", "--tests", folder])
        if result.returncode != 0:
            sys.exit(result.stdout + result.stderr)
        for check in options.checks or CHECKS:
            start = time.monotonic()
            more = {"each": True} if check == "misuse" and options.each else {}
            problems += CHECKS[check](options.build.resolve(), folder, **more)
            print(f"  {check}: {time.monotonic() - start:.1f} s", flush=True)
    print("\n".join(problems)[:6000] if problems else "C++ headers: all checks pass")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
