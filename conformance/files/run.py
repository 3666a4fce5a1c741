#!/usr/bin/env python3
"""Runs the whole-file vectors in an engine, and reports its score. README.md has the format and the interface of an engine.

usage: run.py ENGINE.py [--group NAME] [--case ID] [--json] [--engine-option VALUE …]
"""
import importlib.util
import json
import math
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
GROUPS = ("control", "springs", "colliders", "limits", "constraints", "look_at", "expressions", "first_person", "humanoid", "motions",
          "vrm0", "broken")
TOLERANCE = {"rotations": 0.01, "positions": 1e-4, "morphs": 1e-4, "materials": 1e-4}


class Skipped(Exception):
    """What an engine raises if it lacks something that a case needs."""


# --- Inputs ---

def value_at(track, frame):
    frames, values = track["frames"], track["values"]
    if frame <= frames[0]:
        return values[0]
    for i in range(1, len(frames)):
        if frame <= frames[i]:
            t = (frame - frames[i - 1]) / (frames[i] - frames[i - 1])
            a, b = values[i - 1], values[i]
            return [x + (y - x) * t for x, y in zip(a, b)] if isinstance(a, list) else a + (b - a) * t
    return values[-1]


def input_at(track, frame):
    """A number, a point, or a quaternion."""
    value = value_at(track, frame)
    if "axis" not in track:
        return value
    half = math.radians(value) / 2
    size = math.sin(half) / math.hypot(*track["axis"])
    return [*(x * size for x in track["axis"]), math.cos(half)]


# --- Results ---

def angle_between(a, b):
    """In degrees; from the distance of the quaternions, which is exact for small angles too."""
    size = math.hypot(*a)
    near = min(math.dist([x / size for x in a], [sign * x for x in b]) for sign in (1, -1))
    return math.degrees(4 * math.asin(min(near / 2, 1)))


def difference(what, got, expected):
    """By how much a result is off: 0 for equal texts, infinity for others."""
    if expected is None or isinstance(expected, str):
        return 0 if got == expected else math.inf
    if isinstance(expected, dict):
        return max(difference(what, got[key], value) for key, value in expected.items())
    if got is None or len(got) != len(expected):
        return math.inf
    if what == "rotations":
        apart = angle_between(got, expected)
    else:
        apart = max((abs(x - y) for x, y in zip(got, expected)), default=0)
    return math.inf if math.isnan(apart) else apart


def compare(avatar, case, expected, worst):
    for what, values in expected.items():
        if what == "frame":
            continue
        most = max(TOLERANCE[what], 10 * case["noise_degrees"]) if what == "rotations" else TOLERANCE.get(what, 0)
        for name, value in values.items():
            apart = difference(what, avatar.get(what, name, value), value)
            if what == "rotations":
                worst.append(apart)
            if not apart <= most:
                return {"frame": expected["frame"], "what": what, "name": name, "apart": apart}
    return None


def step(avatar, case, frame):
    steps = case["seconds"] if isinstance(case["seconds"], list) else [case["seconds"]]
    for track in case["inputs"]:
        if track["input"] != "reset":
            avatar.set(track["input"], track.get("name"), input_at(track, frame))
    if any(track["input"] == "reset" and input_at(track, frame) > 0.5 for track in case["inputs"]):
        avatar.reset()
    avatar.update(steps[(frame - 1) % len(steps)])


def run_case(engine, case):
    def read(name): return (FOLDER / "models" / name).read_bytes() if name else None

    try:
        avatar = engine.load(read(case["file"]), read(case.get("clip")), case.get("settings", []))
    except Skipped as reason:
        return {"skipped": str(reason)}
    except Exception as problem:  # an engine's own
        if case.get("may_refuse"):
            return {"passed": True, "refused": True}
        return {"failed": {"frame": 0, "what": "load", "name": str(problem)}}
    try:
        frame, worst = 0, [0.0]
        for expected in case["expected"]:
            while frame < expected["frame"]:
                frame += 1
                step(avatar, case, frame)
            failed = compare(avatar, case, expected, worst)
            if failed:
                return {"failed": failed}
        return {"passed": True, "degrees": max(worst)}
    except Skipped as reason:
        return {"skipped": str(reason)}
    except Exception as problem:
        return {"failed": {"frame": -1, "what": "error", "name": repr(problem)}}


# --- The report ---

def summary(results, is_open):
    mine = [r for case, r in results if (case["status"] != "clear") == is_open and "skipped" not in r]
    return f"{sum(r.get('passed', False) for r in mine)} / {len(mine)}" if mine else "–"


def report(engine, version, groups):
    print(f"{engine.name} {engine.version}, whole-file vectors {version}\n\n| group | clear | open | skipped |\n|---|---|---|---|")
    for group, results in groups.items():
        print(f"| {group} | {summary(results, False)} | {summary(results, True)} | {sum('skipped' in r for _, r in results)} |")
    every = [pair for results in groups.values() for pair in results]
    most, name = max(((result.get("degrees", 0), case["id"]) for case, result in every), default=(0, ""))
    print(f"\nRotations of passed cases are off by at most {most:.2g} degrees ({name}).")
    for case, result in every:
        if "skipped" in result:
            print(f"\n{case['id']}: skipped, {result['skipped']}")
        if "failed" in result:
            failed = result["failed"]
            off = "" if "apart" not in failed else " differs" if failed["apart"] == math.inf else f" off by {failed['apart']:.3g}"
            print(f"\n{case['id']} ({case['status']}): frame {failed['frame']}: {failed['what']} {failed['name']}{off}")


def score(engine, group=None, only=None):
    """All groups, or one; the control cases first, without which there is no score."""
    groups, version = {}, None
    for name in GROUPS:
        if group and name not in (group, "control"):
            continue
        file = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
        version = file["version"]
        groups[name] = [(case, run_case(engine, case)) for case in file["cases"] if not only or case["id"] == only or name == "control"]
        if name == "control" and not all(r.get("passed") for _, r in groups[name]):
            break
    return version, groups, all(r.get("passed") for _, r in groups["control"])


def main():
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        print(__doc__.strip())
        return 0 if len(sys.argv) > 1 else 2
    words, options = sys.argv[2:], {}
    while words:
        word = words.pop(0).removeprefix("--")
        options[word] = True if word == "json" else words.pop(0)
    sys.modules["run"] = sys.modules[__name__]  # for engines that import Skipped
    spec = importlib.util.spec_from_file_location("engine", sys.argv[1])
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    engine = module.open_engine(options)
    version, groups, is_controlled = score(engine, options.get("group"), options.get("case"))
    every = [pair for results in groups.values() for pair in results]
    if options.get("json"):
        print(json.dumps({"engine": engine.name, "engineVersion": engine.version, "version": version, "isControlled": is_controlled,
                          "results": [{"id": case["id"], "status": case["status"], **result} for case, result in every]}))
    else:
        report(engine, version, groups)
    if not is_controlled:
        print("\nA control case failed: there is no score.", file=sys.stderr)
    return 0 if is_controlled and not any("failed" in result for _, result in every) else 1


if __name__ == "__main__":
    sys.exit(main())
