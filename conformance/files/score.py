#!/usr/bin/env python3
"""Scores an engine with the whole-file vectors: installs it in a folder if it comes from a registry, and runs all cases.

usage: score.py ENGINE [--folder FOLDER] [--write FILE | --compare FILE] [--engine-option VALUE …]
  three-vrm      from npm, in the versions of engines/npm/package-lock.json
  vrm-runtime    from Rust's registry, in the versions of engines/rust/Cargo.lock
  bevy_vrm1      from Rust's registry, in the versions of engines/rust/bevy-vrm1/Cargo.lock
  libvrm-c       --build FOLDER: a build, with test/vrm-test
  libvrm         --package FOLDER: the built npm package
  libvrm-python  --package FOLDER: where the Python package is installed; --python PROGRAM with numpy (default: this one)
  godot-vrm      --godot PROGRAM --project FOLDER: a project with addons/vrm, which the editor has imported once
  blender        --blender PROGRAM --addon FOLDER: has io_scene_vrm

  --group A,B      only these groups
  --folder FOLDER  where engines are installed and built (default: a temporary folder)
  --write FILE     writes the results, for tools/make/make-scores
  --compare FILE   exit code 1 if the results differ from those in the file

An engine that is not there is skipped with a sentence, and exit code 77.
"""
import datetime
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ENGINES = HERE / "engines"
GROUPS = ("control", "springs", "colliders", "limits", "constraints", "look_at", "expressions", "first_person", "humanoid", "motions",
          "vrm0", "broken")
ABSENT = 77
SECONDS = 1200  # for a group


def leave(code, text):
    print(f"score.py: {text}", file=sys.stderr)
    sys.exit(code)


def program(name):
    found = shutil.which(name)
    return found or leave(ABSENT, f"skipped: there is no {name}")


def option(options, name):
    return options.get(name) or leave(ABSENT, f"skipped: no --{name}")


def three_vrm(folder, _options):
    for name in ("package.json", "package-lock.json"):
        shutil.copy(ENGINES / "npm" / name, folder)
    if not (folder / "node_modules").is_dir():
        subprocess.run([program("npm"), "ci", "--ignore-scripts", "--silent"], cwd=folder, check=True)
    return [program("node"), HERE / "run.mjs", ENGINES / "three-vrm.mjs", "--node", folder]


def libvrm(_folder, options):
    return [program("node"), HERE / "run.mjs", ENGINES / "libvrm.mjs", "--package", option(options, "package")]


def libvrm_python(_folder, options):
    paths = f"PYTHONPATH={option(options, 'package')}"
    return ["env", paths, options.get("python", sys.executable), HERE / "run.py", ENGINES / "libvrm.py"]


def libvrm_c(_folder, options):
    build = Path(option(options, "build")).resolve()
    return [sys.executable, ENGINES / "libvrm_c.py", build]


def by_process(command):
    return [sys.executable, HERE / "run.py", ENGINES / "process.py", "--command", command]


def vrm_runtime(folder, _options):
    manifest = ENGINES / "rust/Cargo.toml"
    subprocess.run([program("cargo"), "build", "--quiet", "--locked", "--manifest-path", manifest, "--target-dir", folder], check=True)
    return by_process(str(folder / "debug/run-vrm-runtime"))


def bevy_vrm1(folder, _options):
    # In its own folder, which names the compiler that Bevy needs.
    subprocess.run([program("cargo"), "build", "--quiet", "--locked", "--target-dir", folder], cwd=ENGINES / "rust/bevy-vrm1", check=True)
    return by_process(str(folder / "debug/run-bevy-vrm1"))


def godot_vrm(_folder, options):
    godot, project = program(option(options, "godot")), option(options, "project")
    return by_process(f"{godot} --headless --fixed-fps 60 --path {project} --script {ENGINES / 'godot.gd'}")


def blender(_folder, options):
    return [program(option(options, "blender")), "--background", "--python", ENGINES / "blender.py", "--", "--addon", option(options, "addon")]


STARTS = {"three-vrm": three_vrm, "vrm-runtime": vrm_runtime, "bevy_vrm1": bevy_vrm1, "libvrm-c": libvrm_c, "libvrm": libvrm,
          "libvrm-python": libvrm_python, "godot-vrm": godot_vrm, "blender": blender}


def result_of(one):
    if "skipped" in one:
        return {"skipped": one["skipped"]}
    if "failed" in one:
        failed = dict(one["failed"])
        if isinstance(failed.get("apart"), float):
            failed["apart"] = float(f"{failed['apart']:.2g}")
        return {"failed": failed}
    return "refused" if one.get("refused") else "passed"


def printed(command):
    """The report of a run; nothing if the engine crashed or hung."""
    try:
        text = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS).stdout
    except subprocess.TimeoutExpired:
        return ""
    return text[text.find("{"):] if "{" in text else ""


def run_groups(command, groups):
    """One process for each group, so that a crash of the engine costs one."""
    about, cases, ended = {}, {}, []
    for group in groups:
        text = printed([*map(str, command), "--json", "--group", group])
        if not text:
            print(f"score.py: the engine did not finish {group}", file=sys.stderr)
            ended.append(group)
            continue
        report = json.loads(text.splitlines()[0])
        if not report["isControlled"]:
            leave(1, "a control case failed: there is no score")
        about = {"engine": report["engine"], "version": report["engineVersion"], "vectors": report["version"]}
        cases.update({one["id"]: result_of(one) for one in report["results"]})
    return {**about, "date": datetime.date.today().isoformat(), "ended": ended, "cases": cases}


def differences(old, new):
    return [f"{name}: {old.get(name)} before, {new.get(name)} now" for name in sorted(set(old) | set(new))
            if stripped(old.get(name)) != stripped(new.get(name))]


def stripped(result):
    """Without the size of a difference, which the last digits of a machine may change."""
    if isinstance(result, dict) and "failed" in result:
        return {key: value for key, value in result["failed"].items() if key != "apart"}
    return result


def main():
    words = sys.argv[1:]
    if not words or words[0] in ("-h", "--help"):
        print(__doc__.strip())
        return 0 if words else 2
    name, options = words[0], dict(zip((word.removeprefix("--") for word in words[1::2]), words[2::2]))
    if name not in STARTS:
        leave(2, f"there is no engine '{name}': it must be one of {', '.join(STARTS)}")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(options.get("folder", temporary)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        report = run_groups(STARTS[name](folder, options), options["group"].split(",") if "group" in options else GROUPS)
    if not report["cases"]:
        leave(1, "no group was finished")
    passed = sum(isinstance(one, str) for one in report["cases"].values())
    print(f"{report.get('engine', name)} {report.get('version', '')}: {passed} of {len(report['cases'])} cases passed, "
          f"{sum('skipped' in one for one in report['cases'].values() if isinstance(one, dict))} skipped")
    if "write" in options:
        Path(options["write"]).write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if "compare" in options:
        found = differences(json.loads(Path(options["compare"]).read_text(encoding="utf-8"))["cases"], report["cases"])
        print("\n".join(found))
        return 1 if found else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
