#!/usr/bin/env python3
"""Checks the extension for Blender.

usage: bindings/blender/check.py PART… [--root FOLDER] [--addon FOLDER] [--keep FOLDER]

Parts:
  logic    builds the extension, and runs the tests of its modules that need no Blender, with the wheel
  blender  installs the extension in Blender without a window: a broken export is checked, fixed and previewed;
           a frame with 300 joints is timed
  window   opens Blender on a virtual screen with the panel, in English and Japanese, and looks at the pictures

  --root FOLDER   where Blender is, or where it is downloaded to (default: VRM_BLENDER_ROOT, else build/blender/root)
  --addon FOLDER  the folder that has io_scene_vrm, or its src/ (default: VRM_BLENDER_ADDON); without it, what
                  needs the VRM add-on is left out
  --keep FOLDER   keeps the pictures of the window

bindings/python/make makes the wheel before. Blender is that of Debian's sid, in a folder (blender.py). What is missing
is a failure if the gate runs with CI set, and otherwise a reason to skip: the script prints it and ends with 77.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(HERE / "tests"), str(ROOT / "tools"), str(ROOT / "test/view")]
import blender  # noqa: E402
from friendly import answer_help  # noqa: E402

OUT = ROOT / "build/blender"
SAMPLES = ROOT / "samples"
GOOD, OLD = SAMPLES / "character-1.0.vrm", SAMPLES / "character-0.x.vrm"
CHAINS, LINKS = 30, 11  # 30 springs of 10 joints: the last link of a chain is only a tail
FEW = 6  # chains for the VRM add-on's own preview, whose import and frames take their time
MOST_MS = 0.1  # of libvrm's part of a frame


def made(*arguments):
    """The path of the built extension."""
    done = subprocess.run([HERE / "make", *arguments], cwd=ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        raise blender.Missing(done.stderr.strip())
    return ROOT / done.stdout.strip()


def logic():
    archive = made()
    folder, installed = OUT / "extension", OUT / "installed"
    for place in (folder, installed):
        shutil.rmtree(place, ignore_errors=True)
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(folder)
    for wheel in (folder / "wheels").glob("*.whl"):
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(installed)
    print(f"{archive.relative_to(ROOT)}: {archive.stat().st_size / 1e6:.2f} MB")
    environment = {**os.environ, "PYTHONPATH": str(installed), "VRM_BLENDER_EXTENSION": str(folder),
                   "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([sys.executable, "-m", "unittest", "discover", "-s", HERE / "tests"],
                          env=environment).returncode


# --- Files for Blender ---

def plant(document):
    """Faults in a spring, a bone, a material and a mesh; libvrm fixes some of them."""
    springs = document["extensions"]["VRMC_springBone"]["springs"]
    springs[0]["joints"][0]["dragForce"] = 1.5
    document["materials"][0].setdefault("pbrMetallicRoughness", {})["metallicFactor"] = 7
    document["nodes"][springs[0]["joints"][0]["node"]]["rotation"] = [0, 0, 0, 2]
    document["meshes"][0]["weights"] = [0.5] * 99
    document["accessors"][document["meshes"][0]["primitives"][0]["attributes"]["POSITION"]]["max"] = [9, 9, 9]


def add_chains(document, chains=CHAINS):
    """Long hair: chains of nodes below the head, which Blender makes bones of because a skin has them."""
    nodes, vrm = document["nodes"], document["extensions"]["VRMC_vrm"]
    head = vrm["humanoid"]["humanBones"]["head"]["node"]
    springs = []
    for chain in range(chains):
        parent, joints = head, []
        for link in range(LINKS):
            node = len(nodes)
            at = [0.004 * (chain - chains / 2), 0.1, -0.08] if link == 0 else [0, -0.04, 0]
            nodes.append({"name": f"long_{chain}_{link}", "translation": at})
            nodes[parent].setdefault("children", []).append(node)
            document["skins"][0]["joints"].append(node)
            joints.append({"node": node, "stiffness": 0.5, "gravityPower": 0.3, "dragForce": 0.3, "hitRadius": 0.01})
            parent = node
        springs.append({"name": f"long {chain}", "joints": joints})
    document["skins"][0].pop("inverseBindMatrices", None)
    document["extensions"]["VRMC_springBone"] = {"specVersion": "1.0", "springs": springs}


def name_of(path, bone):
    from support import split_glb
    document, _ = split_glb(path.read_bytes())
    extensions = document["extensions"]
    bones = extensions.get("VRMC_vrm", extensions.get("VRM"))["humanoid"]["humanBones"]
    node = bones[bone]["node"] if isinstance(bones, dict) else next(one["node"] for one in bones if one["bone"] == bone)
    return document["nodes"][node]["name"]


def addon_folder(given):
    for folder in (Path(given), Path(given) / "src", Path(given).parent) if given else ():
        if (folder / "io_scene_vrm/__init__.py").is_file():
            return str(folder.resolve())
    return ""


def write_files(folder):
    from support import break_file
    (folder / "broken.vrm").write_bytes(break_file(GOOD, plant))
    (folder / "many.vrm").write_bytes(break_file(GOOD, add_chains))
    (folder / "long.vrm").write_bytes(break_file(GOOD, lambda document: add_chains(document, FEW)))
    return {**{name: str(folder / f"{name}.vrm") for name in ("broken", "many", "long")}, "good": str(GOOD),
            "old": str(OLD), "head": name_of(GOOD, "head"), "old_head": name_of(OLD, "head"), "joints": CHAINS * (LINKS - 1)}


def installed(options, folder, *arguments):
    """Blender with the extension."""
    program = blender.Blender(blender.get(options.root), folder / "home")
    log = folder / "log"
    archive = made(*arguments)
    code = program.run("--background", "--factory-startup", "--command", "extension", "validate", archive, log=log)
    code = code or program.run("--background", "--command", "extension", "install-file", "--repo", "user_default",
                               "--enable", archive, log=log)
    if code != 0:
        sys.exit(f"the extension cannot be installed:\n{log.read_text(errors='replace')[-3000:]}")
    return program, log


def has_pictures():
    return len(list((ROOT / "build/python-package/dist").glob("libvrm_render-*-linux_*.whl"))) == 1


SHOWN = ("check:", "fix:", "migrate", "portrait", "preview:", "a frame", "VRM add-on:")


def run_inside(program, folder, part, paths):
    """The figures of a part; None if it failed."""
    settings, log = folder / f"{part}.json", folder / f"{part}.log"
    settings.write_text(json.dumps({**paths, "part": part}), encoding="utf-8")
    try:
        code = program.run("--background", "--python-exit-code", "3", "--python", HERE / "inside.py", "--", settings,
                           log=log)
    except subprocess.TimeoutExpired:
        code = "no end"
    lines = log.read_text(errors="replace").splitlines()
    figures = next((line for line in lines if line.startswith("{")), None)
    if code != 0 or figures is None:
        print("\n".join(lines[-60:]))
        print(f"Blender ended with {code}")
        return None
    print("\n".join(line for line in lines if line.startswith(SHOWN)))
    return json.loads(figures)


def in_blender(options):
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        pictures = has_pictures()
        program, _ = installed(options, folder, *(["--with-pictures"] if pictures else []))
        paths = {**write_files(folder), "folder": place, "addon": addon_folder(options.addon),
                 "with_pictures": pictures}
        figures = run_inside(program, folder, "file", paths)
        if figures is None:
            return 1
        print(f"Blender {figures['blender']}, Python {figures['python']}")
        if figures["libvrm"] > MOST_MS:
            print(f"libvrm's part takes {figures['libvrm']:.3f} ms, more than {MOST_MS}")
            return 1
        if not paths["addon"]:
            print("without the VRM add-on: VRM_BLENDER_ADDON does not name it")
            return 0
        return 1 if run_inside(program, folder, "addon", paths) is None else 0


def main():
    answer_help(__doc__)
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("parts", nargs="+", choices=["logic", "blender", "window"])
    parser.add_argument("--root", type=Path, default=Path(os.environ.get("VRM_BLENDER_ROOT", OUT / "root")))
    parser.add_argument("--addon", default=os.environ.get("VRM_BLENDER_ADDON", ""))
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    options.root = options.root.resolve()
    import window
    parts = {"logic": lambda options: logic(), "blender": in_blender, "window": window.look}
    try:
        return max(parts[part](options) for part in options.parts)
    except blender.Missing as error:
        print(f"{'missing' if os.environ.get('CI') else 'skip'}: {error}")
        return 1 if os.environ.get("CI") else 77


if __name__ == "__main__":
    sys.exit(main())
