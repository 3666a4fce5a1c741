#!/usr/bin/env python3
"""Compares the functions that misuse_all_test.c calls in a wrong way with api.json: each function
that takes an index, or a pointer that must not be NULL, beside a handle has to be among them."""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TEST = ROOT / "test/motion/misuse_all_test.c"
HEADERS = {"avatar.h", "frame.h", "spring.h", "scene_graph.h", "crowd.h", "pose.h", "clip.h", "mixer.h",
           "limb.h", "idle.h", "author/edit.h"}
HANDLES = re.compile(r"(const )?vrm_(avatar|crowd|clip|mixer|model|edit) \*$")
INDICES = {"vrm_bone", "vrm_expression_layer", "vrm_limb"}
INDEX_NAMES = {"expression", "spring", "joint", "node", "skin", "index", "custom", "slot", "image"}


def is_wrong_somehow(parameter):
    if parameter["type"].endswith("*"):
        return parameter.get("nullable") is False
    return parameter["type"] in INDICES or parameter["name"] in INDEX_NAMES


def must_report(function):
    parameters = function["parameters"]
    handles = [p for p in parameters if HANDLES.match(p["type"])]
    if not handles or function.get("inline") or any(p["name"] == "out_report" for p in parameters):
        return False
    return any(is_wrong_somehow(p) for p in parameters if p is not handles[0])


def main():
    api = json.loads((ROOT / "api.json").read_text())
    needed = {f["name"] for h in api["headers"] if h["name"] in HEADERS for f in h["functions"] if must_report(f)}
    called = set(re.findall(r"\bWRONG\((vrm_\w+)", TEST.read_text()))
    for name in sorted(needed - called):
        print(f"{name}: {TEST.name} does not call it in a wrong way")
    print(f"misuse: {len(needed)} functions have to report it, {len(needed - called)} are not tested")
    return 1 if needed - called or not needed else 0


if __name__ == "__main__":
    sys.exit(main())
