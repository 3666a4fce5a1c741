"""What `vrm check` does beyond one file: profiles and their limits, baselines, and --resume.

usage: check_many.py VRM SAMPLES WORK
"""
import json
import os
import shutil
import struct
import subprocess
import sys
from pathlib import Path

VRM, SAMPLES, WORK = sys.argv[1], Path(sys.argv[2]).resolve(), Path(sys.argv[3]).resolve()
AVATAR = SAMPLES / "character-1.0.vrm"
PROFILES = Path(__file__).resolve().parent.parent.parent / "apps/check/profiles"
failures = []


def check(is_good, what, detail=""):
    if not is_good:
        failures.append(what)
        print(f"FAILED: {what} {detail}", file=sys.stderr)


def equal(got, expected, what):
    check(got == expected, what, f"\n  got      {got!r:.800}\n  expected {expected!r:.800}")


def run(*arguments, code=0, stdin=b""):
    done = subprocess.run([VRM, "check", *map(os.fspath, arguments)], input=stdin, cwd=WORK,
                          capture_output=True, timeout=300)
    said = done.stderr.decode("utf-8", "replace")
    check(done.returncode == code, f"vrm check {' '.join(map(str, arguments))}",
          f"ended with {done.returncode}, not {code}: {said[:500]}")
    return done.stdout, said


def records(out):
    return [json.loads(line) for line in out.splitlines()]


# --- Files ---

def read_glb(path):
    data = path.read_bytes()
    length = struct.unpack("<I", data[12:16])[0]
    return json.loads(data[20:20 + length]), data[20 + length:]


def write_glb(path, tree, rest):
    text = json.dumps(tree).encode()
    text += b" " * (-len(text) % 4)
    path.write_bytes(struct.pack("<4sII", b"glTF", 2, 20 + len(text) + len(rest)) +
                     struct.pack("<I4s", len(text), b"JSON") + text + rest)
    return path


# --- Profiles ---

MEASURES = ["triangles", "vertices", "meshes", "primitives", "draw_calls", "skinned_meshes",
            "rigid_meshes", "materials", "textures", "images", "image_side", "texture_bytes",
            "compressed_texture_bytes", "nodes", "skins", "bones", "morph_targets", "expressions",
            "springs", "spring_joints", "colliders", "collision_checks", "constraints", "file_bytes"]


def png_size(data):
    return struct.unpack(">II", data[16:24])


def textures_of(material):
    """The indices of the textures of a material, its MToon included."""
    if isinstance(material, dict):
        for key, value in material.items():
            if key.endswith("Texture") and isinstance(value, dict):
                yield value["index"]
            yield from textures_of(value)


def count(path):
    """All measures of a file of VRM 1.0, from its JSON."""
    tree, rest = read_glb(path)
    data = rest[8:]
    meshes, nodes = tree["meshes"], tree["nodes"]
    primitives = [p for mesh in meshes for p in mesh["primitives"]]
    shown = [node for node in nodes if "mesh" in node]
    moving = [n for n in shown if "skin" in n or "targets" in meshes[n["mesh"]]["primitives"][0]]
    used = {tree["textures"][t]["source"] for m in tree["materials"] for t in textures_of(m)}
    sizes = []
    for image in used:
        view = tree["bufferViews"][tree["images"][image]["bufferView"]]
        sizes.append(png_size(data[view.get("byteOffset", 0):]))
    pixels = sum(width * height for width, height in sizes)
    vrm, springs = tree["extensions"]["VRMC_vrm"], tree["extensions"]["VRMC_springBone"]
    groups = springs.get("colliderGroups", [])
    accessors = tree["accessors"]
    return {
        "triangles": sum(accessors[p["indices"]]["count"] // 3 for p in primitives),
        "vertices": sum(accessors[p["attributes"]["POSITION"]]["count"] for p in primitives),
        "meshes": len(meshes), "primitives": len(primitives),
        "draw_calls": sum(len(meshes[n["mesh"]]["primitives"]) for n in shown),
        "skinned_meshes": len(moving), "rigid_meshes": len(shown) - len(moving),
        "materials": len(tree["materials"]), "textures": len(tree["textures"]),
        "images": len(tree["images"]), "image_side": max(max(size) for size in sizes),
        "texture_bytes": 4 * pixels + 4 * pixels // 3,
        "compressed_texture_bytes": pixels + pixels // 3,
        "nodes": len(nodes), "skins": len(tree["skins"]),
        "bones": len({joint for skin in tree["skins"] for joint in skin["joints"]}),
        "morph_targets": sum(len(m["primitives"][0].get("targets", [])) for m in meshes),
        "expressions": sum(len(part) for part in vrm["expressions"].values()),
        "springs": len(springs["springs"]),
        "spring_joints": len({j["node"] for s in springs["springs"] for j in s["joints"]}),
        "colliders": len(springs.get("colliders", [])),
        "collision_checks": sum((len(s["joints"]) - 1) * sum(len(groups[g]["colliders"])
                                for g in s.get("colliderGroups", [])) for s in springs["springs"]),
        "constraints": sum("VRMC_node_constraint" in n.get("extensions", {}) for n in nodes),
        "file_bytes": path.stat().st_size,
    }


def write_profile(stem, limits, **more):
    path = WORK / f"{stem}.json"
    path.write_text(json.dumps({"format": "vrm-profile/1", "limits": limits, **more}))
    return path


def measured():
    """Every measure is what the JSON of the file says, counted here in another way."""
    zero = write_profile("zero", {key: 0 for key in MEASURES})
    for path, stdin in [(AVATAR, b""), ("-", AVATAR.read_bytes())]:
        out, _ = run("--json", "--profile", zero, path, stdin=stdin)
        rows = {row["measure"]: row["value"] for row in records(out)[0]["budget"]["limits"]}
        equal(rows, count(AVATAR), f"the measures of {path}")


def verdicts():
    triangles, bones = count(AVATAR)["triangles"], count(AVATAR)["bones"]
    exact = write_profile("exact", {"triangles": triangles, "bones": bones - 1}, source="S", read="R")
    record = records(run("--json", "--profile", exact, AVATAR)[0])[0]
    equal(record["budget"], {"profile": str(exact), "source": "S", "read": "R", "limits": [
        {"measure": "triangles", "value": triangles, "limit": triangles, "is_over": False},
        {"measure": "bones", "value": bones, "limit": bones - 1, "is_over": True}]}, "value and limit")
    over = [d for d in record["diagnostics"] if d["code"] == "over-budget"]
    equal([(d["severity"], d["message"]) for d in over],
          [("warning", f"bones of skins: {bones}, but the profile {exact} allows {bones - 1}")],
          "the diagnostic")
    run("--profile", exact, "--fail-on", "warning", AVATAR, code=1)
    run("--profile", exact, "--fail-on", "warning", "--ignore", "over-budget", AVATAR)
    hard = write_profile("hard", {"triangles": 1}, name="mine", severity="error")
    record = records(run("--json", "--profile", hard, AVATAR, code=1)[0])[0]
    equal((record["result"], record["passed"], record["budget"]["profile"]), ("ok", False, "mine"),
          "a hard limit")
    out = run("--profile", exact, AVATAR)[0].decode()
    check(f"  ok               {triangles:,} / {triangles:,}" in out, "the table", out)
    check(f"  over      " in out, "the table says what is over", out)


def wrong_profiles():
    (WORK / "torn.json").write_text("{")
    for name, path, text in [
            ("no file", "absent", "'absent' is neither a profile nor a file"),
            ("nearly a name", "vrchat-pc-god", "Did you mean vrchat-pc-good?"),
            ("torn", WORK / "torn.json", "is not JSON"),
            ("a measure", write_profile("a", {"sheep": 3}), "unknown limit 'sheep'"),
            ("a fraction", write_profile("b", {"bones": 1.5}), "is not a whole number"),
            ("below zero", write_profile("c", {"bones": -1}), "is not a whole number"),
            ("a format", write_profile("d", {}, format="x"), "is not a profile"),
            ("a severity", write_profile("e", {}, severity="note"), "is 'note', not 'warning'")]:
        _, said = run("--profile", path, AVATAR, code=2)
        check(text in said, f"a wrong profile: {name}", said)


def built_in():
    listed = run("--profile", "help")[0].decode()
    names = sorted(path.stem for path in PROFILES.glob("*.json"))
    equal([line for line in listed.splitlines() if line and line[0] != " "], names,
          "the list of profiles")
    table = json.loads(subprocess.run([VRM, "help", "--json"], capture_output=True).stdout)
    words = [option["words"] for command in table["commands"] for option in command["options"]
             if option["name"] == "profile"]
    equal(words, [names] * 2, "the profiles that the options of check and optimize name")
    for name in names:
        data = json.loads((PROFILES / f"{name}.json").read_text())
        equal(sorted(data), ["format", "limits", "name", "note", "read", "severity", "source", "title"],
              f"the members of {name}")
        check(data["name"] == name and data["source"].startswith("https://"), f"{name} and its source")
        check(len(data["limits"]) > 0 and set(data["limits"]) <= set(MEASURES), f"{name}: its limits")
        budget = records(run("--json", "--profile", name, "--fail-on", "never", AVATAR)[0])[0]["budget"]
        equal({row["measure"]: row["limit"] for row in budget["limits"]}, data["limits"],
              f"{name} is as the data says")


# --- Baselines ---

def scaled(path, names):
    """The avatar with these nodes scaled unevenly, which a check reports."""
    tree, rest = read_glb(AVATAR)
    for node in tree["nodes"]:
        if node.get("name") in names:
            node["scale"] = [1, 2, 1]
    return write_glb(path, tree, rest)


def of_code(record, code="node-scale"):
    return sorted(d["name"] for d in record["diagnostics"] if d["code"] == code)


def baselines():
    tree, rest = read_glb(AVATAR)
    leaves = [n["name"] for n in tree["nodes"] if "children" not in n and "mesh" not in n][:3]
    first, second, third = leaves
    path = scaled(WORK / "scaled.vrm", leaves[:2])
    record = records(run("--json", "--fail-on", "warning", path, code=1)[0])[0]
    equal(of_code(record), sorted([first, second]), "uneven scales are reported")
    whole = len(record["diagnostics"])
    # What is written is accepted.
    record = records(run("--json", "--fail-on", "note", "--write-baseline", "base", path)[0])[0]
    equal((record["accepted"], record["diagnostics"], record["passed"]), (whole, [], True),
          "--write-baseline accepts what it writes")
    lines = (WORK / "base").read_text().splitlines()
    equal(json.loads(lines[0]), {"format": "vrm-baseline/1"}, "the first line of a baseline")
    equal(lines[1:], sorted(lines[1:]), "entries are sorted")
    record = records(run("--json", "--fail-on", "note", "--baseline", "base", path)[0])[0]
    equal((record["accepted"], record["diagnostics"]), (whole, []), "--baseline")
    out = run("--fail-on", "note", "--baseline", "base", path)[0].decode()
    check(f"diagnostics accepted by the baseline: {whole}" in out, "the summary", out)
    # A new one is reported, and an accepted one that has moved to another index is not.
    record = records(run("--json", "--baseline", "base", "--fail-on", "warning",
                         scaled(path, leaves), code=1)[0])[0]
    equal((of_code(record), record["accepted"]), ([third], whole), "one more is new")
    tree, rest = read_glb(path)
    at = {n.get("name"): i for i, n in enumerate(tree["nodes"])}
    a, b = tree["nodes"][at[first]], tree["nodes"][at[third]]
    a["name"], b["name"] = third, first
    a.pop("scale")
    write_glb(path, tree, rest)
    record = records(run("--json", "--baseline", "base", path)[0])[0]
    equal((of_code(record), record["accepted"]), ([], whole), "the index has moved")
    # In another folder the file is the same one, and another file is not.
    (WORK / "deep").mkdir(exist_ok=True)
    shutil.copy(path, WORK / "deep" / "scaled.vrm")
    shutil.copy(path, WORK / "other.vrm")
    found = records(run("--json", "--baseline", "base", "deep/scaled.vrm", "other.vrm", code=1)[0])
    equal([len(of_code(r)) for r in found], [0, 2], "the name of the file")
    # Unnamed elements are counted.
    tree, rest = read_glb(AVATAR)
    unnamed = [n for n in tree["nodes"] if n.get("name") in leaves]
    for node in unnamed:
        node.pop("name")
    unnamed[0]["scale"] = unnamed[1]["scale"] = [1, 2, 1]
    run("--write-baseline", "counted", write_glb(path, tree, rest))
    check('"name":"","count":2}' in (WORK / "counted").read_text(), "two without a name")
    unnamed[0].pop("scale")
    unnamed[2]["scale"] = [1, 2, 1]
    record = records(run("--json", "--baseline", "counted", write_glb(path, tree, rest))[0])[0]
    equal(of_code(record), [], "two others without a name")
    unnamed[0]["scale"] = [1, 2, 1]
    record = records(run("--json", "--baseline", "counted", write_glb(path, tree, rest), code=1)[0])[0]
    equal(of_code(record), [""], "a third without a name")


def wrong_baselines():
    good = '{"format":"vrm-baseline/1"}\n'
    for name, text, said in [("empty", "", "not a baseline file"), ("another", "{}\n", "not a baseline file"),
                             ("torn", good + '{"file":"a"\n', "line 2 of this baseline"),
                             ("no count", good + '{"file":"a"}\n', "line 2 of this baseline"),
                             ("many", good + '{"file":"a","count":999999}\n', "line 2 of this baseline")]:
        (WORK / "wrong").write_text(text)
        _, err = run("--baseline", "wrong", AVATAR, code=1)
        check(err.startswith("wrong: ") and said in err, f"a wrong baseline: {name}", err)
    _, err = run("--baseline", "absent", AVATAR, code=1)
    check(err.startswith("absent: No such file"), "a baseline that is not there", err)
    _, err = run("--write-baseline", "/proc/nothing/b", AVATAR, code=1)
    check("/proc/nothing/b: " in err, "a baseline that cannot be written", err)
    # A file that cannot be used is not accepted.
    (WORK / "broken.vrm").write_bytes(AVATAR.read_bytes()[:3000])
    run("--write-baseline", "base", "broken.vrm", code=1)
    run("--baseline", "base", "broken.vrm", code=1)


# --- Resuming ---

def resumed():
    folder = WORK / "in"
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "empty").mkdir(parents=True)
    names = [b"a.vrm", b'quote".vrm', b"back\\slash.vrm", "名前.vrm".encode(), b"not \xff\xfe utf8.vrm",
             b"not \xfe\xff utf8.vrm", b"new\nline.vrm"]
    for name in names:
        shutil.copy(AVATAR, os.fsencode(folder) + b"/" + name)
    listed = b"\0".join(b"in/" + name for name in names) + b"\0in/empty\0in/absent.vrm\0in/a.vrm\0"
    results = WORK / "results"
    results.unlink(missing_ok=True)
    order = ["--ordered", "--jobs", "3"]
    out, _ = run("--json", "--list", "-", "--resume", results, *order, code=1, stdin=listed)
    equal(out, b"", "records are in the file, and not on standard output")
    whole = results.read_bytes()
    lines = whole.splitlines(keepends=True)
    equal(len(lines), len(names) + 2, "one record for each path, also for one that is named twice")
    # The exit code is that of all records, also of those that were there.
    run("--json", "--list", "-", "--resume", results, code=1, stdin=listed)
    equal(results.read_bytes(), whole, "nothing is left to do")
    for kept in range(len(lines) + 1):
        results.write_bytes(b"".join(lines[:kept]) + (lines[kept][:40] if kept < len(lines) else b""))
        run("--json", "--list", "-", "--resume", results, *order, code=1, stdin=listed)
        equal(results.read_bytes(), whole, f"{kept} records were there")
    results.write_bytes(b"".join(lines[:len(names)]))
    run("--json", "--resume", results, "in/a.vrm")
    run("--json", "--resume", results, "in", code=0)
    equal(results.read_bytes(), b"".join(lines[:len(names)]), "a folder all of whose files are done")
    _, said = run("--resume", results, AVATAR, code=2)
    check("--resume needs --json" in said, "--resume without --json", said)
    _, said = run("--json", "--resume", results, "--write-baseline", "b", AVATAR, code=2)
    check("--write-baseline needs all files" in said, "--resume and --write-baseline", said)
    _, said = run("--json", "--resume", "/dev/null", AVATAR, code=1)
    check("not a regular file that can be read again" in said, "--resume of no file", said)
    _, said = run("--json", "--resume", folder, AVATAR, code=1)
    check("in: Is a directory" in said, "--resume of a folder", said)


# --- One file never ends a run ---

def bad_company():
    """Files that are broken, stuck, too large or absent, among good ones."""
    pipe = WORK / "stuck.vrm"
    pipe.unlink(missing_ok=True)
    os.mkfifo(pipe)
    (WORK / "empty.vrm").write_bytes(b"")
    (WORK / "cut.vrm").write_bytes(AVATAR.read_bytes()[:3000])
    (WORK / "no.vrm").write_bytes(b"PK\3\4" + bytes(4000))
    bad = ["stuck.vrm", "empty.vrm", "cut.vrm", "no.vrm", "absent.vrm"]
    words = [AVATAR, *(name for each in bad for name in (each, AVATAR))]
    # A sanitizer on a busy machine takes a second for an avatar; the pipe waits for ever.
    limits = ["--timeout", "6s", "--max-bytes", "64M", "--max-memory", "64M"]
    for more in [[], ["--jobs", "3"]]:
        found = records(run("--json", "--ordered", *limits, *more, *words, code=1)[0])
        equal([r["result"] == "ok" for r in found], [True, *[False, True] * len(bad)], f"bad company {more}")
        equal([found[1]["result"], found[9]["result"]], ["timeout", "not-readable"], "their results")
    pipe.unlink()
    # What a file may cost holds for a check too, and for what --profile loads.
    for more in [[], ["--profile", "vrchat-pc-good"]]:
        record = records(run("--json", "--max-memory", "100K", *more, AVATAR, code=1)[0])[0]
        equal((record["result"], record["passed"]), ("memory-limit", False), f"--max-memory {more}")
        record = records(run("--json", "--max-bytes", "100K", *more, AVATAR, code=1)[0])[0]
        equal(record["result"], "limit-exceeded", f"--max-bytes {more}")


def main():
    WORK.mkdir(parents=True, exist_ok=True)
    os.environ["LC_ALL"] = "C.UTF-8"
    for part in [measured, verdicts, wrong_profiles, built_in, baselines, wrong_baselines, resumed,
                 bad_company]:
        part()
    sys.exit(f"{len(failures)} checks failed" if failures else 0)


main()
